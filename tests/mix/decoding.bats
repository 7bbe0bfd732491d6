#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-mix: what single instructions do, by hand-written lists, x86.s and arm64.s.  Nothing of them is run.

load ../lib/assertions

setup() {
	enter_tmpdir
}

# decodes LIST AS LD OBJDUMP: compares each instruction of a list with what the comment after it says, and
# leaves those that are not known in `messages`
decodes() {
	"$2" -o list.o "$1"
	"$3" --build-id=sha1 -o list list.o
	id=$(LC_ALL=C readelf -n list | sed -n 's/.*Build ID: //p')
	sed -n 's/^[^#/.].*# *\([^#]*\)$/\1/p; s/^[^#/.].*#$//p' "$1" | sed 's/ *$//' >wanted
	"$4" -dw --no-show-raw-insn list | sed -n 's/^ *\([0-9a-f]*\):.*/\1/p' >addresses
	[ "$(wc -l <addresses)" -gt 100 ]
	{
		printf '%s\n' '# callgrind format' 'creator: cg-tools' "desc: Build IDs: $id $PWD/list" \
			'positions: instr line' 'events: Ir' "ob=$PWD/list" fl=list.s fn=_start
		awk '{ print "0x" $1, NR, 1 } END { print "totals: " NR }' addresses
	} >list.instr
	cg-mix list.instr >list.mix 2>messages
	awk '/^events:/ { split($0, names) }
	/^0x/ {
		text = ""
		for (i = 4; i <= NF; i++)
			if ($i != 0)
				text = text " " names[i - 1] "=" $i
		print substr(text, 2)
	}' list.mix >found
	# where the names of the instructions are helps to read a difference
	sed -n '/^[^#/.].*#/p' "$1" >names
	sed 's/UNKNOWN//' wanted | paste -d'|' - names | sed 's/|.*[0-9a-z]:$//' >left
	paste -d'|' found names >right
	same left right
	grep -c UNKNOWN wanted | same - <(sed -n 's/^cg-mix: \([0-9]*\) of .*/\1/p' messages)
}

@test "each instruction of x86-64 in a list does what the list says" {
	[ "$(uname -m)" = x86_64 ] || skip 'needs the assembler of x86-64'
	decodes "$TESTS/mix/x86.s" as ld objdump
	grep -cx 'cg-mix: 3 of [0-9]* executed instructions are not known to cg-mix: tdpbssd, vphaddbw, xsave' messages
}

@test "each instruction of arm64 in a list does what the list says" {
	tools=aarch64-linux-gnu-
	[ "$(uname -m)" != aarch64 ] || tools=
	need_command ${tools}objdump binutils-aarch64-linux-gnu
	need_command ${tools}as binutils-aarch64-linux-gnu
	decodes "$TESTS/mix/arm64.s" ${tools}as ${tools}ld ${tools}objdump
	grep -cx 'cg-mix: 3 of [0-9]* executed instructions are not known to cg-mix: fadd, ld1w, whilelo' messages
}
