#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-history fetch, push, import, export and prune: recordings of several repositories.

load ../lib/assertions
load ../lib/history

setup() {
	# two clones of a program with four commits
	enter_repository
	for i in 1 2 3 4; do
		change
	done
	git clone -q --bare . ../origin
	for clone in a b; do
		git clone -q ../origin ../$clone
		git -C ../$clone config core.hooksPath /nowhere
	done
	cd ..
	for i in 1 2 3 4 5; do
		costs in$i f $((100 + i))
	done
}

# in CLONE COMMAND...: runs it in a clone
in_clone() {
	(cd "$1" && "${@:2}")
}

# costs_in CLONE: prints the costs that are recorded there, the last one first
costs_in() {
	(cd "$1" && log_of new --all | tr '\n' ' ')
}

@test "two clones that record at once and push keep all recordings" {
	in_clone a cg-history record --commit=HEAD ../in4
	in_clone a cg-history record --commit=HEAD~3 ../in1
	in_clone b cg-history record --commit=HEAD~1 ../in3
	in_clone b cg-history record --commit=HEAD~2 ../in2
	in_clone a cg-history push &
	in_clone b cg-history push
	wait $!
	[ "$(costs_in origin)" = '104 103 102 101 ' ]
	in_clone a cg-history fetch
	in_clone b cg-history fetch origin
	[ "$(costs_in a)" = '104 103 102 101 ' ]
	[ "$(costs_in b)" = '104 103 102 101 ' ]
	[ "$(git -C a rev-parse refs/cg/prog)" = "$(git -C b rev-parse refs/cg/prog)" ]
	# nothing else remains
	[ "$(git -C a for-each-ref --format='%(refname)' | grep cg)" = refs/cg/prog ]
	git -C origin fsck --strict
	git -C origin rev-parse refs/cg/prog >before
	in_clone a cg-history push
	git -C origin rev-parse refs/cg/prog | same before -
}

# bats test_tags=long
@test "many processes that push to one repository lose nothing" {
	local i pids=()
	for i in 1 2 3 4 5; do
		git clone -q origin c$i
		in_clone c$i cg-history record "bench=../in$i" \
			"own$i=../in$i" --commit=HEAD~$((i % 4)) --setting="clone: $i"
	done
	for i in 1 2 3 4 5; do
		in_clone c$i cg-history push &
		pids+=($!)
	done
	for i in "${pids[@]}"; do
		wait "$i"
	done
	[ "$(costs_in origin | tr ' ' '\n' | grep -c 10)" = 10 ]
}

@test "the same recording on both sides is no conflict, and another one is" {
	in_clone a cg-history record ../in1
	in_clone b cg-history record ../in1
	in_clone a cg-history push
	in_clone b cg-history push
	[ "$(costs_in b)" = '101 - - - ' ]
	costs other f 7
	in_clone b cg-history record --replace ../other
	in_clone b cg-history push
	in_clone a cg-history fetch
	[ "$(costs_in a)" = '7 - - - ' ]
	in_clone a cg-history record --replace ../in2
	in_clone b cg-history record --replace ../in3
	in_clone b cg-history record --commit=HEAD~1 new=../in3
	in_clone a cg-history push
	cd b
	complains "cg-history: prog has another recording of $(git rev-parse --short=10 HEAD) in origin: Ir 103, there 102 (--replace takes theirs)" \
		cg-history fetch
	[ "$(log_of new --all --benchmark=prog | sed -n 1p)" = 103 ]
	complains "cg-history: prog has another recording of $(git rev-parse --short=10 HEAD) in origin: Ir 103, there 102 (--replace takes theirs)" \
		cg-history push
	# others are pushed
	git -C ../origin rev-parse -q --verify refs/cg/new
	cg-history fetch --replace
	[ "$(log_of new --all --benchmark=prog | sed -n 1p)" = 102 ]
	cg-history push
}

@test "one file carries recordings to another repository" {
	in_clone a cg-history record --commit=HEAD~1 ../in3 'x/y=../in2'
	in_clone b cg-history record ../in4
	in_clone a cg-history export ../file
	in_clone b cg-history import ../file
	[ "$(costs_in b)" = '104 103 - - - 102 - - ' ]
	in_clone a cg-history export --benchmark='x*' ../one
	[ "$(git bundle list-heads one | wc -l)" = 1 ]
	cd b
	complains_with 3 'cg-history: ../none: No such file or directory' cg-history import ../none
	echo damage >../damaged
	run -2 --separate-stderr cg-history import ../damaged
	[ "${#stderr_lines[@]}" = 1 ]
	complains_with 3 'cg-history: no recording of nothing' \
		cg-history export --benchmark=nothing ../two
	complains 'cg-history: import: expected a file (see cg-history --help)' cg-history import
	run -2 --separate-stderr cg-history export /nowhere/file
	[ "${#stderr_lines[@]}" = 1 ]
}

# bats test_tags=long
@test "a remote that does not exist, or refuses, is one line" {
	cd a
	cg-history record ../in1
	run -2 --separate-stderr cg-history push nowhere
	[ "${#stderr_lines[@]}" = 1 ]
	[[ $stderr = 'cg-history: nowhere: git: '* ]]
	run -2 --separate-stderr cg-history fetch -- --upload-pack=touch
	[ "${#stderr_lines[@]}" = 1 ]
	printf '#!/bin/sh\necho no >&2\nexit 1\n' >../origin/hooks/pre-receive
	chmod +x ../origin/hooks/pre-receive
	run -2 --separate-stderr timeout 60 cg-history push
	[ "${#stderr_lines[@]}" = 1 ] || fail "$stderr"
	[[ $stderr = 'cg-history: origin: git: '* ]]
}

@test "a shallow clone records and pushes" {
	git clone -q --depth=1 "file://$PWD/origin" shallow
	in_clone a cg-history record --commit=HEAD~2 ../in2
	in_clone a cg-history push
	in_clone shallow cg-history record ../in4
	in_clone shallow cg-history push
	[ "$(costs_in origin)" = '104 - 102 - ' ]
	git -C shallow rev-parse --is-shallow-repository | grep -x true
}

@test "prune forgets old commits everywhere, and their objects can go" {
	local now
	now=$(date +%s)
	cd a
	for i in 10 5 1; do
		clock=$((now - i * 86400)) change
		costs ../in f $((1000 + i))
		cg-history record ../in
	done
	cg-history push
	git push -q origin HEAD:main 2>/dev/null
	in_clone ../b git pull -q 2>/dev/null
	in_clone ../b cg-history fetch
	cg-history log >log
	[ -e .git/cg-history/changes/prog ]
	cg-history prune --days=7
	[ ! -e .git/cg-history/changes/prog ]
	[ "$(log_of new --all | tr '\n' ' ')" = '1001 1005 - - - - - ' ]
	complains "cg-history: prog: commits as old as $(git rev-parse --short=10 HEAD~2) were pruned" \
		cg-history record --commit=HEAD~2 ../in
	# the other clone records meanwhile, and gets rid of them, too
	costs ../in f 2
	in_clone ../b cg-history record --setting=x ../in
	cg-history push
	[ "$(git -C ../origin rev-list --count refs/cg/prog)" = 1 ]
	in_clone ../b cg-history push
	[ "$(git -C ../origin rev-list --count refs/cg/prog)" = 2 ]
	cg-history fetch
	[ "$(log_of new --all | sort | tr '\n' ' ')" = '- - - - - 1001 1005 2 ' ]
	git reflog expire --expire=now --all
	git gc -q --prune=now
	git rev-list --objects --all | awk '{ print $1 }' | git cat-file --batch >../all
	run -1 grep -a 'summary: 1010' ../all
	cg-history prune --days=7
	git rev-parse refs/cg/prog >../before
	cg-history prune --days=7
	git rev-parse refs/cg/prog | same ../before -
	complains 'cg-history: prune: expected --days or --size (see cg-history --help)' \
		cg-history prune
}

@test "prune --size keeps the newest commits" {
	cd a
	for i in 1 2 3 4; do
		cg-history record --commit=HEAD~$((4 - i)) ../in$i
	done
	cg-history prune --size=1M
	[ "$(log_of new --all | tr '\n' ' ')" = '104 103 102 101 ' ]
	size=$(git ls-tree -r refs/cg/prog | awk '{ print $3 }' |
		git cat-file --batch-check='%(objectsize:disk)' |
		awk '{ n += $1 } END { print int(n * 3 / 4) + 10 }')
	cg-history prune --size=$size
	[ "$(log_of new --all | tr '\n' ' ')" = '104 103 102 - ' ]
	cg-history prune --size=0
	[ "$(log_of new --all | tr '\n' ' ')" = '- - - - ' ]
	complains 'cg-history: --size: expected a number such as 500k or 10M, found "1T" (see cg-history --help)' \
		cg-history prune --size=1T
}
