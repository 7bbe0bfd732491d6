#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-history fill: measures as few commits of a range as it takes to find the changes.

load ../lib/assertions
load ../lib/history

setup() {
	enter_tmpdir
	forget_git
	cat >measure <<-'END'
		#!/bin/sh
		echo "$CG_HISTORY_COMMIT" >>"$RUNS"
		cost=$(cat cost)
		[ "$cost" != broken ] || { echo 'cannot build it'; exit 2; }
		printf 'desc: CPU: x\ncmd: ./prog\nevents: Ir\nfl=a.c\nfn=f\n1 %d\nsummary: %d\n' \
			"$cost" "$cost" >"$CG_HISTORY_PROFILES/bench.cg"
	END
	chmod +x measure
	export RUNS=$PWD/runs TMPDIR=$PWD/tmp
	mkdir tmp
	repository work
}

# costing COST...: makes a commit for each, of a program that costs so much
costing() {
	local cost
	for cost; do
		echo "$cost" >cost
		git add cost
		change
	done
}

# fill ARGUMENT...: its messages are in ../err
fill() {
	cg-history fill "$@" -- ../../../measure 2>../err
}

# the command is started in a work tree below TMPDIR
nruns() {
	if [ -e ../runs ]; then wc -l <../runs; else echo 0; fi
}

@test "the short help names the variable that a command needs" {
	cg-history --help | grep -F '$CG_HISTORY_PROFILES'
}

# bats test_tags=slow
@test "each change is found, and few commits are measured" {
	local costs=()
	for i in $(seq 64); do
		costs+=($((1000 + (i > 9) * 10 + (i > 40) * 7 + (i > 41) * 300)))
	done
	costing "${costs[@]}"
	fill HEAD >../out
	log_of change,subject | same - <(printf '%s\n' '300 change 42' '7 change 41' '10 change 10')
	[ "$(nruns)" -le 22 ]
	[ "$(grep -c 'change [0-9]' ../out)" -eq 3 ]
	grep -qx 'cg-history: 0 runs done, 2 to 64 left' ../err
	grep -qx "cg-history: 64 commits: $(nruns) runs, $((64 - $(nruns))) left out between equal costs" ../err
	# what is known is not measured again
	known=$(nruns)
	fill HEAD | same ../out -
	same ../err <(echo "cg-history: 64 commits: $known already recorded, $((64 - known)) left out between equal costs")
	[ "$(grep -c 'runs done' ../err)" -eq 0 ]
	fill --every HEAD | same ../out -
	[ "$(nruns)" -eq 64 ]
	grep -qx "cg-history: 0 runs done, $((64 - known)) left" ../err
	grep -qx "cg-history: 64 commits: $known already recorded, $((64 - known)) runs" ../err
	[ -z "$(sort ../runs | uniq -d)" ]
}

# bats test_tags=long
@test "a relative TMPDIR will do" {
	costing 1 2
	TMPDIR=../tmp fill HEAD >../out
	[ "$(nruns)" -eq 2 ]
}

# bats test_tags=slow
@test "a commit that does not build is stepped around" {
	costing 10 10 broken broken 20 20 broken
	fill HEAD >../out
	# one of three commits made the change
	log_of change,unmeasured,subject | same - <(echo '10 2 change 5')
	grep -qE '^cg-history: [0-9a-f]{10} is skipped: exit status 2: cannot build it$' ../err
	grep -qF "cg-history: $(git rev-parse --short=10 HEAD) is skipped" ../err
	costing broken
	run -2 cg-history fill HEAD~1..HEAD -- ../../../measure
	[ "${lines[-1]}" = 'cg-history: HEAD~1..HEAD: no commit could be measured' ]
	run -2 cg-history fill HEAD~1..HEAD -- true
	[[ $output == *' is skipped: the command left no file .cg in CG_HISTORY_PROFILES'* ]]
}

# bats test_tags=long
@test "a commit with the same files is not built" {
	costing 10
	for i in $(seq 20); do
		git_as_user commit -q --allow-empty -m "empty $i"
	done
	costing 15
	fill --every --path=cost HEAD >../out
	[ "$(nruns)" -eq 2 ]
	grep -q ': 2 runs, 20 with the same files ' ../err
	log_of change,subject | same - <(echo '5 change 2')
	cg-history show HEAD~10 >../shown
	cg-history show HEAD~21 | same - ../shown
}

# bats test_tags=long
@test "a commit with the same program is built, and not run" {
	local i n=0
	cat >../run <<-'END'
		#!/bin/sh
		echo "$CG_HISTORY_COMMIT" >>"$RUNS"
		./build/prog || cost=$?
		printf '%s\n' 'cmd: ./prog' 'events: Ir' fl=a.c fn=f "1 $cost" "summary: $cost" \
			>"$CG_HISTORY_PROFILES/prog.cg"
	END
	chmod +x ../run
	for i in 1 1 1 2 2 3 3 2; do
		n=$((n + 1))
		echo "int main(void) { return $i; } /* $n */" >prog.c
		git add prog.c
		change
	done
	compile='mkdir -p build; cc -O1 -Wl,--build-id -o build/prog prog.c'
	cg-history fill --every --build="$compile" HEAD -- ../../../run >../out 2>../err
	grep ': 3 runs, 5 with the same programs$' ../err
	log_of change,subject | same - <(printf '%s\n' '-1 change 8' '1 change 6' '1 change 4')
	[ "$(cg-history show HEAD | grep -cE 'desc: Programs: [0-9a-f]{16,} build/prog')" -eq 1 ]
	# what is recorded is known again
	change
	cg-history fill --build="$compile" HEAD -- ../../../run >../out 2>../err
	[ "$(nruns)" -eq 3 ]
	# a build that fails is skipped
	echo 'broken' >prog.c
	git add prog.c
	change
	cg-history fill --build="$compile 2>&1" HEAD -- ../../../run >../out 2>../err
	grep -E '^cg-history: [0-9a-f]{10} is skipped: exit status 1: ' ../err
	[ "$(nruns)" -eq 3 ]
}

# bats test_tags=long
@test "-j measures several commits at the same time, with the same result" {
	costing 1 1 1 2 2 3 3 3 3 4 5 5 5 5 6 6
	fill --every -j4 HEAD >../out
	[ "$(nruns)" -eq 16 ]
	log_of change,subject | same - <(printf '1 change %d\n' 15 11 10 6 4)
}

@test "where a commit is built changes no name: with -j, in another run, and in the user's work tree" {
	ln -s tmp ../link
	export TMPDIR=$BATS_TEST_TMPDIR/link
	sed -i 's,fl=a.c,fl=%s/a.c,; s,"$cost" "$cost","$(pwd)" &,' ../measure
	costing 1 1 1 1
	fill --every -j2 HEAD~2..HEAD~1 >../out
	fill --every -j2 HEAD~3..HEAD >../out
	[ "$(nruns)" -eq 3 ]
	mkdir ../profiles
	(export CG_HISTORY_COMMIT=HEAD~3 CG_HISTORY_PROFILES=$BATS_TEST_TMPDIR/profiles && ../measure)
	grep -x "fl=$PWD/a.c" ../profiles/bench.cg
	cg-history record --commit=HEAD~3 bench=../profiles/bench.cg
	log_of state --all | same - <(printf '%s\n' same same same first)
	cg-history show HEAD | grep -x fl=a.c
}

# bats test_tags=slow
@test "work trees have paths of one length, that of the user's if it is not too short" {
	local long
	costing 1 2 3
	long=$TMPDIR/$(printf 'long%.0s' {1..30})
	printf '%s\n' 'echo ${#PWD} >>"$TMPDIR/lengths"' 'exec "$TMPDIR/../measure"' >../measure-length
	cg-history fill --every -j 11 HEAD~1..HEAD -- sh "$TMPDIR/../measure-length"
	git worktree add -q --detach "$long" HEAD
	cd "$long"
	cg-history fill --every -j 11 HEAD~2..HEAD -- sh "$TMPDIR/../measure-length"
	printf '%s\n' "$((${#TMPDIR} + 25))" "${#long}" | same - "$TMPDIR/lengths"
}

@test "a program with -g has no names of the work tree that it was built in" {
	printf '%s\n' 'cc -g -O1 -o bench bench.c "$PWD/part.c"' \
		'cg-collect -q --reproducible -o $CG_HISTORY_PROFILES/bench.cg ./bench' >../build
	echo 'int part(void); int main(void) { return part() - 1; }' >bench.c
	echo 'int part(void) { return 1; }' >part.c
	git add bench.c part.c
	change
	change
	cg-history fill --every -j2 HEAD -- sh -e ../../../build
	log_of state --all | same - <(printf '%s\n' same first)
	cg-history show HEAD | grep -x fl=bench.c
	cg-history show HEAD | grep -x fl=part.c
}

# bats test_tags=long
@test "--step ignores small changes" {
	costing 1000 1001 1001 1003 1003 1003 1100 1100
	fill --step=0.5% HEAD >../out
	log_of change,subject >../found
	grep -qx '97 change 7' ../found
	[ "$(nruns)" -le 5 ]
}

# bats test_tags=slow
@test "the user's work tree, index, HEAD and hooks are left alone, and nothing stays" {
	costing 1 2 3
	echo 'changed' >file
	printf '#!/bin/sh\ntouch %s\n' "$PWD/../hooked" >.git/hooks/post-checkout
	chmod +x .git/hooks/post-checkout
	{ git rev-parse HEAD && git status --porcelain && cksum <.git/index; } >../before
	fill HEAD >../out
	{ git rev-parse HEAD && git status --porcelain && cksum <.git/index; } | same ../before -
	[ ! -e ../hooked ]
	[ "$(git worktree list | wc -l)" -eq 1 ]
	[ -z "$(ls ../tmp)" ]
	# an interrupt, too
	costing 4 5 6 7
	printf '#!/bin/sh\ntouch %s\nexec sleep 60\n' "$PWD/../sleeps" >../sleep
	chmod +x ../sleep
	cg-history fill HEAD~2..HEAD -- ../../../sleep 2>../err 3>&- &
	until [ -e ../sleeps ]; do sleep 0.1; done
	kill -TERM $!
	status=0
	wait $! || status=$?
	[ "$status" -eq 143 ]
	[ -z "$(ls ../tmp)" ]
	[ "$(git worktree list | wc -l)" -eq 1 ]
}

@test "an empty range has nothing to measure" {
	local format message='cg-history: HEAD..HEAD: no commit in this range'
	costing 1 2
	run -0 cg-history fill HEAD..HEAD -- false
	[ "$output" = "$message" ]
	costs ../in f 1
	cg-history record ../in
	run -0 --separate-stderr cg-history fill HEAD..HEAD -- false
	[ "$stderr" = "$message" ]
	for format in text markdown tsv json html; do
		check_same "$format" "cg-history log --format=$format HEAD..HEAD" \
			"cg-history fill --format=$format HEAD..HEAD -- false 2>&-"
	done
}

@test "wrong uses are errors of one line" {
	costing 1 2
	run -2 cg-history fill HEAD
	[ "$output" = 'cg-history: fill: expected a range of commits and a command (see cg-history --help)' ]
	run -2 cg-history fill nothing -- true
	[ "${#lines[@]}" -eq 1 ]
	run -2 cg-history fill HEAD -- ../../../nothing
	[ "${lines[-1]}" = 'cg-history: ../../../nothing: cannot be started: No such file or directory' ]
	[ -z "$(ls ../tmp)" ]
	run -2 cg-history fill --jobs=0 HEAD -- true
	[[ $output == 'cg-history: --jobs: '* ]]
	run -2 cg-history log --step=1 HEAD
	[[ $output == 'cg-history: log: the option --step is for other commands'* ]]
	# a file that is no profile
	run -2 cg-history fill HEAD -- sh -c 'echo x >$CG_HISTORY_PROFILES/bench.cg'
	[[ ${lines[-1]} == 'cg-history: '*'bench.cg:1: '* ]]
	[ -z "$(ls ../tmp)" ]
}
