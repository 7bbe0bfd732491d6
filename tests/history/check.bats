#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-history check and diff: a commit is judged by, or compared with, an ancestor.

load ../lib/assertions
load ../lib/history

setup() {
	enter_repository
}

# short COMMIT: prints its name as messages have it
short() {
	git rev-parse --short=10 "$1"
}

@test "a limit is judged by the last recorded ancestor, and the message names both" {
	recorded main 100 work 1000
	change
	recorded main 100 work 1022
	cg-history check --limit=Ir=+2%
	cg-history check --limit=Ir=+22
	complains_with 1 "cg-history: prog, $(short HEAD~2)..$(short HEAD): total: Ir grew by 22 (+2.00%), from 1,100 to 1,122: the limit is +21
cg-history: prog, $(short HEAD~2)..$(short HEAD): work of a.c changed most: +22" \
		cg-history check --limit=Ir=+21
	run -1 cg-history check --limit=Ir=+2%,function=work
	cg-history check --limit=Ir=+2%,function=main
	recorded main 100 work 1000
	cg-history check --limit=Ir=+0 --limit=Ir=-1%
	run -1 cg-history check --commit=HEAD~1 --limit=Ir=+1%
}

@test "cost that only moved exceeds no limit on functions" {
	recorded a.c:main 10 a.c:work 1000 a.c:helper 50
	recorded a.c:main 10 a.c:job 1000 a.c:helper 50
	cg-history check --limit=Ir=+0,function=.
	recorded a.c:main 10 b.c:job 1000 a.c:helper 50
	cg-history check --limit=Ir=+0,function=.
	cg-history check --limit=Ir=+0,file=.
	recorded a.c:main 10 b.c:job 1050
	cg-history check --limit=Ir=+0,function=.
	recorded a.c:main 10 b.c:job 650 b.c:part 400
	cg-history check --limit=Ir=+0,function=.
	recorded a.c:main 10 b.c:job 650 b.c:piece 401
	run -1 cg-history check --limit=Ir=+0,function=.
	[[ ${lines[0]} = *': b.c:piece: Ir grew by 1 (+0.25%), from 400 to 401: the limit is +0' ]]
}

@test "a function that is split into several exceeds no limit, and nor does one that several are inlined into" {
	recorded main 500 work 7000
	recorded main 500 work 2000 part 3000 piece 2000
	cg-history check --limit=Ir=+0,function=.
	recorded main 500 work 7000
	cg-history check --limit=Ir=+0,function=.
	# with none left of the name, and into other files
	recorded main 500 b.c:part 3000 c.c:piece 2500 d.c:rest 1500
	cg-history check --limit=Ir=+0,function=.
	cg-history check --limit=Ir=+0,file=.
	# a change beside it is found, and named
	recorded main 510 work 7000
	complains_with 1 "cg-history: prog, $(short HEAD~1)..$(short HEAD): a.c:main: Ir grew by 10 (+2.00%), from 500 to 510: the limit is +1%
cg-history: prog, $(short HEAD~1)..$(short HEAD): main of a.c changed most: +10" \
		cg-history check --limit=Ir=+1%,function=.
	# calls of the parts cost a little: all grew as the sum did
	recorded main 510 work 2000 part 3020 piece 2015
	cg-history check --limit=Ir=+0.6%,function=.
	run -1 cg-history check --limit=Ir=+0.4%,function=.
	[ "${lines[0]}" = "cg-history: prog, $(short HEAD~1)..$(short HEAD): a.c:part: Ir grew by 16 (+0.53%), from 3,004 to 3,020: the limit is +0.4%" ]
}

@test "functions that cannot be paired exceed no limit if the total stayed the same" {
	recorded main 10 a 7 b 7
	recorded main 10 c 7 d 7
	cg-history check --limit=Ir=+0,function=.
	recorded main 8 c 9 d 7
	cg-history check --limit=Ir=+0,function=.
	[ "$(log_of state,note HEAD~1..)" = 'moved between 2 functions' ]
	# two functions were split, beside a change in another file
	recorded a.c:k 500 a.c:m 700 b.c:main 8
	recorded a.c:k 200 a.c:k2 100 a.c:k3 200 a.c:m 300 a.c:m2 150 a.c:m3 250 b.c:main 9
	run -1 cg-history check --limit=Ir=+0,function=.
	[ "${lines[0]}" = "cg-history: prog, $(short HEAD~1)..$(short HEAD): b.c:main: Ir grew by 1 (+12.50%), from 8 to 9: the limit is +0" ]
	[ "${lines[1]}" = "cg-history: prog, $(short HEAD~1)..$(short HEAD): main of b.c changed most: +1" ]
	[ "$(log_of change,function HEAD~1..)" = '1 main' ]
	# without a function that is gone or new, a change is one
	recorded a.c:k 190 a.c:k2 100 a.c:k3 210 a.c:m 300 a.c:m2 150 a.c:m3 250 b.c:main 10
	run -1 cg-history check --limit=Ir=+0,function=k3
}

@test "without a baseline, the exit status is 3" {
	change
	complains_with 3 "cg-history: $(short HEAD): no recording" cg-history check --limit=Ir=+1%
	recorded f 10
	complains_with 3 "cg-history: prog: no ancestor of $(short HEAD) is recorded with the same settings" \
		cg-history check --limit=Ir=+1%
	desc='desc: CPU: other' recorded f 10
	complains_with 3 "cg-history: prog: no ancestor of $(short HEAD) is recorded with the same settings" \
		cg-history check --limit=Ir=+1%
	change
	run -3 cg-history check --limit=Ir=+1%
}

@test "the baseline is found through merges" {
	recorded f 10
	git checkout -q -b side
	change
	git checkout -q main
	git_as_user commit -q --allow-empty -m 'other'
	costs ../in f 20
	cg-history record ../in
	git_as_user merge -q --no-edit side
	costs ../in f 21
	cg-history record ../in
	run -1 cg-history check --limit=Ir=+0
	[[ $output = *"from 20 to 21: "* ]]
	# from the side alone, it is the fork
	git checkout -q side
	costs ../in f 11
	cg-history record ../in
	run -1 cg-history check --limit=Ir=+0
	[[ $output = *"from 10 to 11: "* ]]
}

@test "--since judges growth that creeps" {
	local i
	clock=1600000000
	for i in 1000 1004 1008 1012; do
		clock=$((clock + 40 * 86400))
		recorded f $i
	done
	cg-history check --limit=Ir=+1%
	run -1 cg-history check --limit=Ir=+1% --since=HEAD~3
	[[ $output = *"from 1,000 to 1,012: "* ]]
	cg-history check --limit=Ir=+1% --since=50d
	run -1 cg-history check --limit=Ir=+1% --since=90d
	[[ $output = *"from 1,000 to 1,012: "* ]]
	complains_with 3 "cg-history: --since: $(short HEAD) has no ancestor that is so old" \
		cg-history check --limit=Ir=+1% --since=500d
	complains 'cg-history: nothing: expected a commit of this repository' \
		cg-history check --limit=Ir=+1% --since=nothing
	git checkout -q --orphan elsewhere
	change
	complains "cg-history: --since: expected an ancestor of $(short HEAD), found $(short main)" \
		cg-history check --limit=Ir=+1% --since=main
}

@test "each benchmark is judged, and one that is not recorded is named" {
	recorded f 10
	costs ../in f 10
	cg-history record b=../in
	change
	costs ../in f 11
	cg-history record b=../in
	complains_with 1 "cg-history: b, $(short HEAD~1)..$(short HEAD): total: Ir grew by 1 (+10.00%), from 10 to 11: the limit is +0
cg-history: b, $(short HEAD~1)..$(short HEAD): f of a.c changed most: +1
cg-history: prog: $(short HEAD) is not recorded, and not checked" cg-history check --limit=Ir=+0
	run -1 cg-history check --limit=Ir=+0 --benchmark=b
	complains 'cg-history: check: expected a --limit, such as Ir=+1% (see cg-history --help)' \
		cg-history check
	complains 'cg-history: --limit: recordings have no regions (see cg-history --help)' \
		cg-history check --limit=Ir=+1,region=a
}

@test "diff is cg-diff of what show prints, with its options" {
	recorded f 10 g 5
	recorded f 12 g 5
	cg-history show HEAD~1 >../old
	cg-history show HEAD >../new
	check_same diff "cg-diff $(short HEAD~1):prog=../old $(short HEAD):prog=../new" \
		'cg-history diff HEAD~1 HEAD'
	check_same options 'cg-diff --by=function --format=tsv ../old ../new' \
		'cg-history diff HEAD~1 HEAD:prog -- --by=function --format=tsv'
	run -1 cg-history diff HEAD~1 HEAD -- --limit=Ir=+1 -o ../out
	complains_with 3 'cg-history: HEAD~1: no recording of benchmark x' cg-history diff HEAD~1:x HEAD
	complains 'cg-history: diff: expected two commits, found 1 (see cg-history --help)' \
		cg-history diff HEAD
	cg-history show HEAD | cg-history record 'suite/a=-'
	cg-history diff HEAD:suite/a HEAD:prog |
		grep -x "desc: Files compared: $(short HEAD):suite%2Fa; $(short HEAD):prog"
}
