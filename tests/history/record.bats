#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-history record and show: profiles of commits in refs of the repository.

load ../lib/assertions
load ../lib/history

setup() {
	enter_repository
}

# state: prints all that a command must not touch
state() {
	git rev-parse HEAD
	git symbolic-ref HEAD
	git status --porcelain
	cksum <.git/index
	find . -path ./.git -prune -o -type f -print -exec cksum {} +
}

@test "a profile is kept by function, and shown as it was" {
	change
	printf '%s\n' 'desc: CPU: x86-64-v1' 'cmd: ./prog' 'events: Ir Dr' fl=b.c fn=g '7 5 1' \
		fl=a.c fn=f '1 10 2' '2 20 3' fn=e '9 1 0' | profile ../in
	cg-history record ../in
	cg-history show HEAD >../shown
	same - ../shown <<-'END'
		desc: CPU: x86-64-v1
		cmd: ./prog
		events: Ir Dr
		fl=a.c
		fn=e
		0 1 0
		fn=f
		0 30 5
		fl=b.c
		fn=g
		0 5 1
		summary: 36 6
	END
	check_same 'cg-filter does the same' 'cat ../shown' 'cg-filter --level=function ../in'
	cg-history show -o ../shown.gz HEAD:prog
	zcat ../shown.gz | same ../shown -
}

@test "--level=line keeps lines, and log adds them up" {
	change
	printf '%s\n' 'events: Ir' fl=a.c fn=f '1 10' '2 20' | profile ../in
	cg-history record --level=line ../in
	cg-history show HEAD | grep -x '2 20'
	change
	sed 's/^2 20/2 25/; s/: 30/: 35/' ../in >../in2
	cg-history record --level=line ../in2
	[ "$(log_of change,function)" = '5 f' ]
	complains "cg-history: --level: expected function or line, found \"dir\" (see cg-history --help)" \
		cg-history record --level=dir ../in
}

@test "profiles of Callgrind's format and of gzip are read, and totals stay" {
	change
	printf '%s\n' 'version: 1' 'creator: x' 'positions: line' 'events: Ir' ob=/bin/p fl=a.c fn=f \
		'1 10' cfn=g 'calls=1 5' '1 7' fn=g '5 7' 'totals: 17' >../calls
	gzip -k ../calls
	cg-history record ../calls.gz
	cg-history show HEAD | tail -1 | grep -x 'summary: 17'
}

# places PREFIX: writes a profile of files in that directory and elsewhere
places() {
	printf '%s\n' 'desc: CPU: x' "desc: Build IDs:        aa $1/build/prog; bb /lib/libc.so.6" \
		'cmd: ./prog' 'events: Ir' "fl=$1/src/a.c" fn=f '1 10' 'fl=/usr/include/b.h' fn=g \
		'1 20' "fl=$BATS_TEST_TMPDIR/work-other/c.c" fn=h '1 30' fl=d.c fn=i '1 40' | profile ../in
}

@test "files below the work tree have names relative to its top, wherever that is" {
	mkdir -p src/deep
	change
	places "$PWD"
	cg-history record ../in
	cg-history show HEAD >../shown
	grep '^fl=' ../shown | sort | same - <(printf 'fl=%s\n' src/a.c /usr/include/b.h "$PWD-other/c.c" d.c | sort)
	# in the order of paths
	grep -x 'desc: Build IDs:        bb /lib/libc.so.6; aa build/prog' ../shown
	# recorded from a directory below, and as a compiler has called it there
	(cd src/deep && cg-history record ../../../in)
	ln -s work ../link
	ln -s link/src/deep ../deep
	sed -i "s,/work/src,/link/src,; s,/work/build,/link/build," ../in
	(cd ../link && cg-history record ../in)
	(cd ../link/src/deep && cg-history record ../../../in)
	# in a directory that a link leads to from elsewhere, nothing is wrong
	places "$PWD"
	(cd ../deep && cg-history record "$BATS_TEST_TMPDIR/in")
	[ "$(git rev-list --count refs/cg/prog)" -eq 1 ]
	# another work tree, and lines
	git worktree add -q ../tree HEAD
	cd ../tree
	change
	places "$PWD"
	cg-history record ../in
	[ "$(log_of state,new --all)" = "$(printf '%s\n' 'same 100' 'first 100')" ]
	cg-history record --level=line lines=../in
	cg-history show HEAD:lines | grep -A2 -x fl=src/a.c | tail -1 | grep -x '1 10'
	# without a work tree, all names stay
	git clone -q --bare ../work ../bare
	cd ../bare
	places "$PWD"
	cg-history record ../in
	cg-history show HEAD | grep -x "fl=$PWD/src/a.c"
}

@test "all names of Callgrind's format are relative to the top of the work tree" {
	change
	printf '%s\n' 'version: 1' 'creator: x' 'positions: line' 'events: Ir' "ob=$PWD/p" \
		"fl=(1) $PWD/a.c" fn=f '1 10' "fi=(2) $PWD/b.h" '1 5' 'fe=(1)' '2 3' "cob=$PWD/l.so" \
		"cfi=(3) $PWD/c.c" cfn=g 'calls=1 5' '1 7' "ob=$PWD/l.so" 'fl=(3)' fn=g '5 7' \
		'fl=???' 'fn=???' '0 2' 'totals: 27' >../calls
	cg-history record --level=line ../calls
	cg-history show HEAD | grep '^fl=' >../files
	same - ../files <<-'END'
		fl=???
		fl=a.c
		fl=b.h
		fl=c.c
	END
}

@test "the name of a benchmark is the program's, or the one before =" {
	change
	costs ../in f 1
	cg-history record ../in suite/parse=../in "$(printf 'two\nlines')=../in" .hidden.lock=../in
	costs 'a=b' f 1
	cg-history record --commit=HEAD 'a=b' 'x=a=b'
	git for-each-ref --format='%(refname)' refs/cg >../refs
	same - ../refs <<-'END'
		refs/cg/%2Ehidden%2Elock
		refs/cg/prog
		refs/cg/suite%2Fparse
		refs/cg/two%0Alines
		refs/cg/x
	END
	cg-history show HEAD:suite/parse | grep -x 'fn=f'
	cg-history log --all >../log
	grep -x 'two\\nlines, Ir' ../log
	[ "$(log_of benchmark,new --all '--benchmark=suite/*')" = 'suite/parse 1' ]
	complains "cg-history: ../in: expected one profile of benchmark prog, found a second (give each a name: NAME=PROFILE)" \
		cg-history record ../in ../in
	complains "cg-history: HEAD has recordings of several benchmarks: append a colon and one of .hidden.lock, prog, suite/parse, two\\nlines, x" \
		cg-history show HEAD
}

@test "recording the same again changes nothing; other costs are an error that shows both" {
	change
	costs ../in f 10 g 5
	cg-history record ../in
	git rev-parse refs/cg/prog >../before
	cg-history record ../in
	git rev-parse refs/cg/prog | same ../before -
	costs ../other f 10 g 6
	complains "cg-history: prog has another recording of $(git rev-parse --short=10 HEAD), counted in the same way: Ir 15, now 16 (--replace takes the new one)" \
		cg-history record ../other
	git rev-parse refs/cg/prog | same ../before -
	cg-history record --replace ../other
	cg-history show HEAD | grep -x 'summary: 16'
	# the old one is still in the history of the ref
	[ "$(git rev-list --count refs/cg/prog)" = 2 ]
}

@test "other settings are another recording of the same commit" {
	change
	costs ../in f 10
	cg-history record --setting='compiler: gcc 12' ../in
	costs ../in f 12
	cg-history record --setting='compiler: clang 14' ../in
	[ "$(log_of new --all | sort)" = "$(printf '10\n12')" ]
	change
	costs ../in f 13
	cg-history record --setting='compiler: clang 14' ../in
	[ "$(log_of old,new)" = '12 13' ]
}

@test "a work tree with changes is refused, or recorded as such" {
	change
	echo changed >file
	costs ../in f 10
	complains "cg-history: the work tree has uncommitted changes: commit them, name a --commit, or record them as --dirty" \
		cg-history record ../in
	[ -z "$(git for-each-ref refs/cg)" ]
	cg-history record --dirty ../in
	cg-history show HEAD | grep -x 'desc: Work tree: dirty'
	git checkout -q file
	echo untracked >other
	costs ../in f 11
	cg-history record ../in
	[ "$(log_of new --all | sort)" = "$(printf '10\n11')" ]
}

@test "--commit records for another commit, whatever the work tree has" {
	change
	change
	echo changed >file
	costs ../in f 10
	cg-history record --commit=HEAD~1 ../in
	cg-history show HEAD~1 | grep -x 'summary: 10'
	complains_with 3 'cg-history: HEAD: no recording' cg-history show HEAD
	for commit in nonsense --all '' HEAD~7; do
		complains "cg-history: ${commit:-\"\"}: expected a commit of this repository" \
			cg-history record --commit="$commit" ../in
	done
}

@test "index, work tree, HEAD and hooks are left alone, and no identity is needed" {
	local hook
	change
	# a file whose time is not that of the index
	touch -d '2001-01-01' file
	for hook in pre-commit post-commit reference-transaction pre-push post-update update \
		pre-receive fsmonitor-watchman post-checkout pre-auto-gc; do
		printf '#!/bin/sh\necho "$0" >>"%s"\nexit 1\n' "$PWD/../ran" >.git/hooks/$hook
		chmod +x .git/hooks/$hook
	done
	git config core.logAllRefUpdates always
	git config user.useConfigOnly true
	git config core.fsmonitor "$PWD/.git/hooks/fsmonitor-watchman"
	git config core.fsmonitor >/dev/null
	rm -f ../ran
	(git -c core.fsmonitor=false status >/dev/null)
	touch -d '2001-01-02' file
	costs ../in f 10
	cksum <.git/index >../index
	git rev-parse HEAD >../head
	cg-history record ../in
	cg-history log --all >/dev/null
	cg-history show HEAD >/dev/null
	cksum <.git/index | same ../index -
	git rev-parse HEAD | same ../head -
	[ ! -e ../ran ] || fail "$(cat ../ran)"
}

@test "repositories of SHA-256, bare ones, work trees and shallow clones" {
	local form
	cd ..
	costs in f 10
	costs in2 f 20
	repository sha256 --object-format=sha256
	change
	cg-history record ../in
	change
	cg-history record ../in2
	[ "$(log_of change)" = 10 ]
	[ "$(log_of commit | tr -d '\n' | wc -c)" = 64 ]
	cd ../work
	change
	change
	git worktree add -q ../tree HEAD~1
	git clone -q --depth=1 "file://$PWD" ../shallow
	git clone -q --bare . ../bare
	for form in tree shallow bare; do
		cd ../$form
		cg-history record ../in
		cg-history show HEAD | grep -x 'summary: 10'
		[ "$(log_of state --all | sed -n 1p)" = first ]
	done
	# a work tree shares the refs
	git -C ../work show-ref -q refs/cg/prog
}

@test "without a repository, a commit or git, one line says so" {
	cd ..
	costs in f 10
	mkdir none
	cd none
	export GIT_CEILING_DIRECTORIES=$PWD/..
	TMPDIR=/nowhere complains 'cg-history: git: failed, and its message is lost: /nowhere: cannot make a temporary file: No such file or directory' \
		cg-history log
	complains 'cg-history: git: not a git repository (or any of the parent directories): .git' \
		cg-history log
	complains 'cg-history: git: not a git repository (or any of the parent directories): .git' \
		cg-history record --commit=HEAD ../in
	cd ../work
	complains 'cg-history: HEAD: expected a commit of this repository' cg-history record ../in
	complains 'cg-history: HEAD: expected a range of commits of this repository' cg-history log
	change
	complains_with 3 'cg-history: no recording of any benchmark' cg-history log
	mkdir ../empty
	ln -s "$(command -v cg-history)" ../empty
	run -2 env PATH="$PWD/../empty" cg-history log
	[ "$output" = 'cg-history: git: cannot be started: No such file or directory' ]
}

@test "a missing or damaged profile records nothing" {
	change
	costs ../in f 10
	complains_with 3 'cg-history: ../none: No such file or directory' \
		cg-history record ../in x=../none
	sed '$d' ../in >../cut
	run -2 --separate-stderr cg-history record ../in x=../cut
	[ "${#stderr_lines[@]}" = 1 ]
	[ -z "$(git for-each-ref refs/cg)" ]
}

@test "a damaged or missing object is one line" {
	local blob
	change
	costs ../in f 10
	cg-history record ../in
	blob=$(git ls-tree -r refs/cg/prog | awk '/r$/ { print $3 }')
	chmod u+w ".git/objects/${blob:0:2}/${blob:2}"
	echo damage >".git/objects/${blob:0:2}/${blob:2}"
	complains "cg-history: prog of $(git rev-parse --short=10 HEAD): git cannot read its object $blob" \
		cg-history show HEAD
	rm -f ".git/objects/${blob:0:2}/${blob:2}"
	complains "cg-history: prog of $(git rev-parse --short=10 HEAD): git cannot read its object $blob" \
		cg-history show HEAD
}

@test "if git cannot write, the refs stay, and nothing is left behind" {
	change
	costs ../in f 10
	cg-history record ../in
	git rev-parse refs/cg/prog >../before
	find .git -type f | sort >../files
	change
	head -c 300000 /dev/urandom | od -An -v -tx1 -w8 | tr -d ' ' |
		awk '{ print "fn=f" $1; print "1 1" }' |
		(printf '%s\n' 'cmd: ./prog' 'events: Ir' fl=a.c && cat) | profile ../large
	find .git -type f | sort >../files
	run -2 --separate-stderr bash -c 'ulimit -f 100; exec cg-history record prog=../large'
	[ "${#stderr_lines[@]}" = 1 ] || fail "$stderr"
	git rev-parse refs/cg/prog | same ../before -
	find .git -type f | sort | same ../files - 'files of the repository'
	complains 'cg-history: /dev/full: cannot write: No space left on device' \
		cg-history show -o /dev/full HEAD~1
}

@test "on a full disk, the refs stay, and one line says so" {
	local tree=$BATS_TEST_TMPDIR/disk
	mkdir "$tree"
	unshare -rm mount -t tmpfs -o size=600k none "$tree" 2>/dev/null || skip 'cannot mount a small disk'
	change
	costs ../in f 10
	head -c 900000 /dev/urandom | od -An -v -tx1 -w8 | tr -d ' ' |
		awk '{ print "fn=f" $1; print "1 1" }' |
		(printf '%s\n' 'cmd: ./prog' 'events: Ir' fl=a.c && cat) | profile ../large
	cat >../script <<-'END'
		mount -t tmpfs -o size=600k none "$1" && cp -r . "$1" && cd "$1" || exit 9
		cg-history record --commit=HEAD ../in || exit 8
		git rev-parse refs/cg/prog >../before
		find .git -type f | sort >../files
		cg-history record --commit=HEAD --setting=x ../large 2>../err
		echo $? >../status
		git rev-parse refs/cg/prog >../after
		# but for a file that `git gc` removes
		find .git -type f ! -name 'tmp_pack_*' | sort >../left
	END
	unshare -rm sh ../script "$tree"
	[ "$(cat ../status)" = 2 ]
	[ "$(wc -l <../err)" -eq 1 ] || fail "$(cat ../err)"
	same ../before ../after
	same ../files ../left 'files of the repository'
}

@test "a program with submodules, and a submodule, have recordings of their own" {
	cd ..
	repository library
	change
	cd ../work
	git -c protocol.file.allow=always submodule --quiet add ../library library 2>/dev/null
	change
	costs ../in f 10
	costs ../in2 f 20
	cg-history record ../in
	(cd library && cg-history record ../../in2)
	[ "$(log_of new --all)" = 10 ]
	cd library
	[ "$(log_of new --all)" = 20 ]
	# a submodule with changes is one of the work tree
	echo changed >file
	cd ..
	run -2 cg-history record ../in2
	[[ $output == *'has uncommitted changes'* ]]
}

@test "a ref that somebody else moved is continued, or is one line" {
	change
	costs ../in f 10
	cg-history record ../in
	change
	costs ../in2 f 20
	# back, as by a push of an old clone
	git update-ref refs/cg/old refs/cg/prog
	cg-history record ../in2
	git update-ref refs/cg/prog refs/cg/old
	cg-history record ../in2
	[ "$(log_of new --all --benchmark=prog | tr '\n' ' ')" = '20 10 ' ]
	# to something else
	git update-ref refs/cg/prog "$(git hash-object -w file)"
	for command in 'record ../in2' log 'check --limit=Ir=+1 --benchmark=prog'; do
		run -2 --separate-stderr cg-history $command
		[ "${#stderr_lines[@]}" = 1 ] || fail "$command: $stderr"
	done
	git update-ref refs/cg/prog HEAD
	run -3 cg-history show HEAD:prog
}

@test "two processes that record at once lose nothing" {
	local i pids=()
	for i in 1 2 3 4 5 6 7 8; do
		change
		costs ../in$i f $i
	done
	for i in 1 2 3 4 5 6 7 8; do
		cg-history record --commit=HEAD~$((8 - i)) ../in$i &
		pids+=($!)
	done
	for i in "${pids[@]}"; do
		wait "$i"
	done
	[ "$(log_of new --all | tr '\n' ' ')" = '8 7 6 5 4 3 2 1 ' ]
}

@test "unknown commands, and options of other commands, are named" {
	change
	complains 'cg-history: expected a command such as record, log or show (see cg-history --help)' \
		cg-history
	complains 'cg-history: expected a command such as record, log or show, found "list" (see cg-history --help)' \
		cg-history list
	complains 'cg-history: show: the option --commit is for other commands (see cg-history --help)' \
		cg-history show --commit=HEAD HEAD
	complains 'cg-history: record: expected a profile (see cg-history --help)' cg-history record
	complains 'cg-history: unknown option --partial (see cg-history --help)' \
		cg-history log --partial
}

@test "other compilers and flags are other settings" {
	desc='desc: Compilers: GNU C17 12.2.0 -O1' recorded main 100
	desc='desc: Compilers: GNU C17 12.2.0 -O2' recorded main 90
	desc='desc: Compilers: GNU C17 12.2.0 -O2' recorded main 91
	log_gives state,old,new,note <<-'END'
		changed 90 91 -
		settings - 90 Compilers: GNU C17 12.2.0 -O1 -> GNU C17 12.2.0 -O2
	END
}
