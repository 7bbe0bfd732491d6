#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# --partial: damaged profiles are read as far as possible, and the output says so.

load ../lib/assertions

setup() {
	enter_tmpdir
	cat >torn <<-'END'
		cmd: ./a
		events: Ir Dr
		fl=a.c
		fn=f
		1 10 1
		2 20 2
		fn=g
		3 40
	END
	damage='torn:8: expected "summary:", found the end of the file: the profile is not whole'
	partial="$damage; read 3 rows, Ir 70"
	READS=(cg-filter cg-annotate cg-sum cg-merge)
}

# warns MESSAGE COMMAND...: the command must succeed, with the message on standard
# error; its output is in "out"
warns() {
	local message=$1
	shift
	"$@" >out 2>err || fail "$*: exit status $?" || return
	printf '%s\n' "$message" | same - err "messages of $*"
}

# big: prints a profile of 40,000 rows, about 600 KB
big() {
	awk 'BEGIN { print "cmd: ./a\nevents: Ir Dr"
		for (f = 1; f <= 4; f++) {
			printf "fl=a.c\nfn=f%d\n", f
			for (i = 10001; i <= 20000; i++) { print i, 1, 100000 + i; s += 100000 + i }
		}
		printf "summary: 40000 %.0f\n", s }'
}

@test "without the option, damage is an error" {
	for tool in "${READS[@]}"; do
		complains "$tool: $damage (--partial reads what is there)" "$tool" torn
	done
	complains "cg-diff: $damage (--partial reads what is there)" cg-diff torn torn
}

@test "with the option, the rows are read, and the output and a message say so" {
	for tool in "${READS[@]}"; do
		warns "$tool: $partial" "$tool" --partial torn
		grep -x "\(desc: \|\)Partial: $partial" out || fail "$tool"
	done
	cg-filter --partial torn 2>/dev/null | same - <(
		cat <<-END
			desc: Partial: $partial
			cmd: ./a
			events: Ir Dr
			fl=a.c
			fn=f
			1 10 1
			2 20 2
			fn=g
			3 40 0
			summary: 70 3
		END
	)
}

# bats test_tags=slow
@test "an undamaged profile is read as without the option" {
	mkdir corpus
	"$CORPUS/make" corpus
	cd corpus || return
	for name in good-*; do
		cg-filter "$name" >whole 2>&1
		cg-filter --partial "$name" 2>&1 | same whole - "$name"
	done
	big >wanted
	check_same '--partial of a whole profile' \
		'cg-filter wanted' 'cg-filter --partial wanted'
}

@test "a damaged header is still an error" {
	printf 'cmd: ./a\n' >header
	complains 'cg-sum: header:1: expected "events:", found the end of the file' \
		cg-sum --partial header
	: >empty
	complains 'cg-sum: empty: expected a profile, found an empty file' \
		cg-sum --partial empty
	misses lost cg-sum --partial lost
}

@test "sums that do not fit are not damage" {
	printf 'cmd: ./a\nevents: Ir\n1 9000000000000000000\n2 9000000000000000000\n' >large
	for option in "" --partial; do
		complains 'cg-sum: large:4: the sum of Ir does not fit in 64 bits' \
			cg-sum $option large
	done
}

@test "the cut last line is not read" {
	head -c -1 torn >cutter
	cg-sum --by=event --format=tsv --partial cutter 2>/dev/null | grep -P '^Ir\t30$'
}

@test "the profile ends before a line that cannot be parsed" {
	sed '6i oops' torn >bad
	warns 'cg-sum: bad:6: expected a row, "fl=", "fn=" or "summary:", found "oops"; read 1 row, Ir 10' \
		cg-sum --partial bad
}

@test "rows that do not add up to the summary are read" {
	(cat torn && echo 'summary: 71 3') >wrong
	warns 'cg-filter: wrong:9: expected a summary equal to the sum of the rows, 70 3; found 71 3; read 3 rows, Ir 70' \
		cg-filter --partial wrong
	[ "$(tail -1 out)" = "summary: 70 3" ]
}

@test "a profile without totals is read if its creator only has the name of Callgrind" {
	cat >none <<-'END'
		version: 1
		creator: callgrind-clone
		positions: line
		events: Ir
		fl=a.c
		fn=f
		1 30
	END
	sed '/^creator/d' none >whole
	damage='none:7: expected "totals:", found the end of the file: the profile is not whole'
	for option in '' --partial; do
		for tool in 'cg-filter --top=9' cg-merge 'cg-diff whole' cg-sum cg-annotate; do
			warns "${tool%% *}: $damage; read 1 row, Ir 30" $tool $option none
		done
	done
	# Callgrind's own names the process; what tools make of others is never cut
	cg-merge none 2>/dev/null | grep -x 'creator: cg-tools (callgrind-clone)'
	warns "cg-sum: $damage" cg-sum --check none
	sed 's/^creator.*/&\npid: 7/' none >own
	complains "cg-sum: own:8: ${damage#none:7: } (--partial reads what is there)" cg-sum own
	warns "cg-sum: own:8: ${damage#none:7: }; read 1 row, Ir 30" cg-sum --partial own
	cg-merge none 2>/dev/null | sed '$d' >cut
	run -2 cg-sum cut
	# so is the sum of two processes
	echo 'totals: 30' >>own
	cg-merge own <(sed 's/^pid.*/pid: 8/' own) >sum
	run -1 grep '^pid' sum
	sed '$d' sum >cut
	run -2 cg-sum cut
	cg-merge sum own | grep -x 'creator: cg-tools (callgrind-clone)'
}

@test "numbers without names are read if another program than Callgrind wrote them" {
	cat >yappi <<-'END'
		version: 1
		creator: yappi
		pid: 7
		cmd:  a.py
		part: 1
		events: Ticks
		fl=(1) a.py
		fn=(1) main a.py:1
		fl=(3)
		fn=(1)
		1 10
		cfl=(4)
		cfn=(2)
		calls=1 0
		0 5
	END
	printf '%s\n' 'version: 1' 'events: Ticks' fl=a.py fn=f '1 10' >whole
	damage='yappi:9: expected a number that stands for a name, found (3), which was not defined before'
	for tool in 'cg-filter --top=9' cg-merge 'cg-diff whole' cg-sum cg-annotate; do
		warns "${tool%% *}: $damage; read 1 row, Ticks 10" $tool yappi
	done
	cg-merge yappi 2>/dev/null >out
	grep -x "desc: Partial: $damage; read 1 row, Ticks 10" out
	sed -n '/^fl/,$p' out | same - <(
		printf '%s\n' 'fl=???' 'fn=main a.py:1' 'cfn=???' 'calls=1 0' '0 5' '1 10' \
			'totals: 10'
	)
	# a later part of Callgrind has no creator, and the first one has the names
	for creator in '/^creator/d' 's/yappi/callgrind-3.19.0/' 's/yappi/cg-tools/' 's/yappi/xtree-1/'; do
		sed "$creator" yappi >other
		run -2 cg-sum other
		[[ $output == *'which was not defined before'* ]]
	done
}

@test "undefined name numbers stand for an unknown name" {
	cat >undefined <<-'END'
		version: 1
		creator: callgrind-0.10.1
		events: Ir
		summary: 60
		ob=(1) lib.so
		fl=(1) a.c
		fn=(1) f
		1 10
		cob=(8)
		cfn=(2) g
		calls=1 5
		2 20
		fn=(2)
		5 20
		fn=(9)
		6 30

		totals: 60
	END
	warns 'cg-filter: undefined:9: expected a number that stands for a name, found (8), which was not defined before; read 3 rows, Ir 60' \
		cg-filter --partial undefined
	grep -x 'cob=???' out
	grep -x 'fn=???' out
	[ "$(tail -1 out)" = "totals: 60" ]
}

@test "large profiles cut at any place, plain and gzip, are read by threads too" {
	big >wanted
	gzip -c wanted >big.gz
	for size in 300000 500000; do
		head -c $size wanted >part
		rows=$(head -c $size wanted | sed '$d' | grep -c '^[0-9]')
		for tool in cg-filter cg-merge; do
			$tool --partial part 2>err | tail -1 | grep -x "summary: $rows [0-9]*"
			grep "; read $rows rows, Ir $rows\$" err
		done
		cg-sum --by=function --partial part 2>&1 >/dev/null | same - <(sed 's/^cg-merge/cg-sum/' err)
	done
	for size in 60000 100000; do
		head -c $size big.gz >part.gz
		cg-merge --partial part.gz >out 2>err
		grep -E "^cg-merge: part.gz:[0-9]+: the gzip data is cut short; read [0-9]+ rows, Ir [0-9]+\$" err
		rows=$(grep -c '^[0-9]' out)
		[ "$rows" -gt 1000 ]
		tail -1 out | grep "^summary: $rows "
	done
}

@test "corrupt gzip data is read up to the error" {
	big | gzip >big.gz
	head -c 60000 big.gz >corrupt.gz
	head -c 5000 /dev/zero >>corrupt.gz
	cg-filter --partial corrupt.gz >out 2>err
	[ "$(grep -c '^[0-9]' out)" -gt 1000 ]
	grep "gzip data is " err
}

@test "cg-merge reports each damaged profile and keeps earlier descriptions" {
	printf 'cmd: ./a\nevents: Ir Dr\nfl=a.c\nfn=f\n1 1 1\nsummary: 1 1\n' >whole
	cg-filter --partial -o part torn 2>/dev/null
	cp torn torn2
	cg-merge --partial whole torn2 part >out 2>err
	grep ^desc: out | same - <(
		cat <<-END
			desc: Partial: ${partial/torn/torn2}
			desc: Partial: $partial
		END
	)
	cg-merge whole part | grep -x "desc: Partial: $partial"
	cg-merge part part | grep -c ^desc: | grep -x 1
}

@test "cg-merge --append describes the damage in the store" {
	cg-merge --append=store --partial torn 2>/dev/null
	cg-merge --append=store --partial torn 2>/dev/null
	grep -c "^desc: Partial: $partial" store | grep -x 1
	tail -1 store | grep -x "summary: 140 6"
	cp torn other
	cg-merge --append=store --partial other 2>/dev/null
	grep -c "^desc: Partial: " store | grep -x 2
	cp store before
	complains "cg-merge: $damage (--partial reads what is there)" \
		cg-merge --append=store torn
	same before store
}

@test "cg-diff reports either damaged profile" {
	printf 'cmd: ./a\nevents: Ir Dr\nfl=a.c\nfn=f\n1 1 1\nsummary: 1 1\n' >whole
	for pair in "torn whole" "whole torn"; do
		# shellcheck disable=SC2086 # two operands
		warns "cg-diff: $partial" cg-diff --partial $pair
		sed -n 2p out | grep -x "desc: Partial: $partial"
	done
	cg-filter --partial -o part torn 2>/dev/null
	cg-diff whole part | grep -x "desc: Partial: $partial"
}

@test "cg-sum describes the damage in text, JSON and Markdown" {
	mark="Partial: $partial"
	for option in --by=event --by=function --by=input --format=text; do
		cg-sum --partial "$option" torn 2>/dev/null | tail -1 | grep -xF "$mark"
	done
	cg-sum --partial --format=markdown torn 2>/dev/null | tail -1 | grep -xF "\`$mark\`"
	cg-sum --partial --format=json torn 2>/dev/null |
		python3 -c 'import json, sys; print(*json.load(sys.stdin)["partial"])' |
		grep -xF "$mark"
	cg-sum --partial --format=tsv torn 2>/dev/null | grep -c . | grep -x 2
	cg-filter --partial torn 2>/dev/null | cg-sum | tail -1 | grep -xF "$mark"
}

@test "--check cannot be combined with --partial" {
	complains 'cg-sum: --check can only be combined with --output and --gzip (see cg-sum --help)' \
		cg-sum --check --partial torn
}
