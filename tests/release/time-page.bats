#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# docs/TIME.md: its commands run, and say what the page says, whatever the compiler.

# bats file_tags=long,whole

load ../lib/collecting

setup() {
	[ "$(uname -m)" = x86_64 ] || skip 'the page has a processor of x86-64'
	[ -n "$(compgen -c llvm-mca)" ] || missing llvm
	need_command objdump binutils
	page=$TESTS/../docs/TIME.md
	enter_tmpdir
}

# without_numbers FILE: which events and functions grow, in lines of single blanks
without_numbers() {
	sed '/ more)/d; s/^cg-[a-z]*: total: .*/the message/; s/status \([0-9]\)/status <\1/
		s/\([^<]\)[0-9][0-9,.]*%*/\1N/g; s/^[0-9][0-9,.]*/N/; s/N  *[-+]N  *[-+]N/&/
		s/^  *//; s/  */ /g' "$1"
}

@test "the commands of docs/TIME.md run, and the check passes with Cy only" {
	cp "$TESTS/../examples/time/checksum.c" .
	awk '
	/^```sh$/ { inside = 1; file = sprintf("commands-%d", ++n); next }
	/^```text$/ { inside = 1; file = sprintf("output-%d", n); next }
	/^```$/ { inside = 0 }
	inside { print >file }
	' "$page"
	[ -e commands-4 ]
	for commands in commands-?; do
		bash -euo pipefail "$commands" >"said-${commands#*-}" 2>&1 ||
			fail "$(cat "$commands" "said-${commands#*-}")" || return
	done
	for output in output-?; do
		without_numbers "said-${output#*-}" | same <(without_numbers "$output") - "$output"
	done
	./checksum | same <(./checksum-braids) -
	# a call of crc_four is a chain of loads
	cg-sum --by=function --inclusive --events=Cy,Ir --format=tsv old.cg >sum
	awk -F'\t' '$2 == "crc_four" { exit !($3 > $5 / 2) }' sum
	cg-sum --check old.cg new.cg
}

@test "tests/bench/cycles makes the tables of the page" {
	need_command gcc
	need_command git
	mkdir root root/docs root/tests root/tests/bench
	cp "$TESTS"/bench/{cycles*,tables.py} root/tests/bench
	git -C root init -q
	cp "$page" root/docs
	sed -i 's/^PROGRAMS = .*/PROGRAMS = []\nUNUSED = [/; s/^NATIVE_ROUNDS, PROFILED_ROUNDS = .*/NATIVE_ROUNDS, PROFILED_ROUNDS = 1, 1/' \
		root/tests/bench/cycles
	root/tests/bench/cycles --cpu=skylake --rounds=1 --update >tables 2>log ||
		fail "$(tail -n 5 log)"
	# the tables of the page are those of this script: the same programs and pairs
	rows() {
		sed -n '/<!-- begin: make bench-cycles/,/<!-- end/{s/^| \([^|]*\) |.*/\1/p; s/^### .*/&/p}' "$1"
	}
	rows root/docs/TIME.md | same - <(rows "$page" | grep -vxE 'gzip|bzip2|xz|sort|grep|mawk|perl|sqlite3')
	[ "$(grep -c ' says which is faster in [0-9]* of [0-9]* pairs' tables)" -eq 9 ]
}
