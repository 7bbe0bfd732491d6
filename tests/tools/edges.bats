#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# Appends from many processes that are killed, and operations on counts at the edges of
# 64 bits. These are samples of what `make torture-edges` does for minutes.

# bats file_tags=long

load ../lib/assertions

setup() {
	enter_tmpdir
}

# bats test_tags=slow
@test "fifty processes append at once while some are killed, in places of every kind" {
	CG_NO_SKIPS= "$TESTS/faults/appends" --seconds 1 >out || fail "$(cat out)"
	tail -n 1 out
	missing=$(sed -n 's/^skipped: //p' out)
	[ -z "$missing" ] || missing "$missing"
}

# wrong TOOL SCRIPT: makes a tool that runs the shell script, which finds the real one
# in $real
wrong() {
	mkdir -p bin
	printf '#!/bin/sh\nreal=%s\n%s\n' "$B/bin/$1" "$2" >"bin/$1"
	chmod +x "bin/$1"
	PATH=$PWD/bin:$PATH
}

@test "a tool that loses appends is detected" {
	# shellcheck disable=SC2016 # for the script
	wrong cg-merge 'store=${1#--append=}
		[ -e "$store" ] || exec $real "$@"
		case $store in *.gz) exec $real "$@" ;; esac
		exec $real -o "$store" "$store" "$2"'
	run -1 "$TESTS/faults/appends" --seconds 0
	[[ $output == *'appends ended with 0 and '*' are lost'* ]]
}

@test "each operation gives the exact result or says what does not fit in 64 bits" {
	"$TESTS/faults/arithmetic" --seconds 4 >out || fail "$(cat out)"
	cat out
	# most cases have a result
	ncases=$(sed -n 's/.*: \([0-9]*\) cases.*/\1/p' out)
	nexact=$(sed -n 's/.* \([0-9]*\) exact.*/\1/p' out)
	[ "$ncases" -ge 130 ]
	[ "$nexact" -gt $((ncases / 3)) ]
}

# detects TOOL KIND SED: tests/faults/arithmetic must detect in cases of this kind that
# the tool's output is changed
detects() {
	rm -rf bin
	# shellcheck disable=SC2016 # for the script
	wrong "$1" '$real "$@" >"$0.$$"; status=$?; sed "'"$3"'" "$0.$$"; rm "$0.$$"; exit $status'
	run -1 "$TESTS/faults/arithmetic" --seconds 0 --only "$2"
	[[ $output == *'not ok: '*" ($2): $1 "*': '*': '* ]] || fail "$2: $output"
	PATH=${PATH#"$PWD/bin:"}
}

@test "a tool that rounds or wraps counts is detected" {
	local commas='s/\(,[0-9]*,[0-9]*,[0-9]*,\)[0-9]*/\1000/g'
	detects cg-sum totals 's/\([0-9]\{15\}\)[1-9]/\10/g'
	detects cg-sum sum "$commas"
	detects cg-sum columns "$commas"
	detects cg-annotate annotate "$commas"
	detects cg-annotate terminal 's/\.[1-9] %/.0 %/'
	detects cg-annotate page 's/[1-9]%</%</'
	detects cg-annotate tree "$commas"
	detects cg-diff diff '/^[0-9]/s/ -\([0-9]*\)$/ \1/'
	detects cg-diff mapped 's/^2 /3 /'
	detects cg-filter names 's/^fn=g/fn=f/'
}
