#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# Appends from many processes that are killed, and operations on counts at the edges of
# 64 bits. These are samples of what `make torture-edges` does for minutes.

load assertions

setup() {
	enter_tmpdir
}

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

# detects TOOL SED: tests/faults/arithmetic must detect that the tool's output is changed
detects() {
	rm -rf bin
	# shellcheck disable=SC2016 # for the script
	wrong "$1" '$real "$@" >"$0.$$"; status=$?; sed "'"$2"'" "$0.$$"; rm "$0.$$"; exit $status'
	run -1 "$TESTS/faults/arithmetic" --seconds 0
	[[ $output == *'not ok: '*" $1 "*': expected '* ]]
	PATH=${PATH#"$PWD/bin:"}
}

@test "a tool that rounds or wraps counts is detected" {
	detects cg-sum 's/\([0-9]\{15\}\)[1-9]/\10/g'
	detects cg-annotate 's/\(,[0-9]*,[0-9]*,[0-9]*,\)[0-9]*/\1000/g'
	detects cg-diff '/^[0-9]/s/ -\([0-9]*\)$/ \1/'
}
