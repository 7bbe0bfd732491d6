#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-names and libnames: only files of the build that was run are used, and what is wrong with
# an object is said.
# bats file_tags=long

load ../lib/names

setup() {
	enter_with_sources
	gcc -g -O1 -o program main.c part/sum.c
	main=$(addresses program main)
}

# ask ARGUMENT...: asks for the address of main; messages go to the file "problems"
ask() {
	echo "$main" | "$B/unit/names" "$@" 2>problems | cut -f 2,3
}

# problem_is TEXT
problem_is() {
	printf '%s\n' "$1" | same - problems 'problems'
}

@test "a program is used if its build ID is the one asked for" {
	[ "$(ask --build-id="$(build_id program)" program)" = "$PWD/main.c:14	main" ]
	[ ! -s problems ]
}

# bats test_tags=slow
@test "another build at the path is not used" {
	local id
	id=$(build_id program)
	gcc -g -O0 -o program main.c part/sum.c
	[ "$(ask --build-id="$id" program)" = ':0	' ]
	problem_is 'program: another build is at this path now'
}

@test "debug information of the build asked for is used, if another is at the path or none" {
	local id
	id=$(build_id program)
	objcopy --only-keep-debug program program.debug
	keep_by_id program.debug tree
	gcc -g -O0 -o program main.c part/sum.c
	[ "$(ask --build-id="$id" --directory="$PWD/tree" program)" = "$PWD/main.c:14	main" ]
	[ ! -s problems ]
	rm program
	[ "$(ask --build-id="$id" --directory="$PWD/tree" program)" = "$PWD/main.c:14	main" ]
	[ ! -s problems ]
}

@test "a debug file of another build is not used" {
	local id debug
	id=$(build_id program)
	objcopy --only-keep-debug program program.debug
	keep_by_id program.debug tree
	gcc -g -O0 -o other main.c part/sum.c
	debug=tree/.build-id/${id:0:2}/${id:2}.debug
	objcopy --only-keep-debug other "$debug"
	strip -g program
	[ "$(ask --build-id="$id" --directory="$PWD/tree" program)" = ':0	main' ]
	[ ! -s problems ]
}

@test "a program without a build ID is known by its first bytes" {
	gcc -g -O1 -Wl,--build-id=none -o program main.c part/sum.c
	main=$(addresses program main)
	local head
	head=$(python3 - <<-'END'
		h = 0xcbf29ce484222325
		for b in open("program", "rb").read(4096).ljust(4096, b"\0"):
		    h = (h ^ b) * 0x100000001b3 % (1 << 64)
		print(f"head-{h:016x}")
	END
	)
	[ "$(ask --build-id="$head" program)" = "$PWD/main.c:14	main" ]
	[ "$(ask --build-id="${head%?}g" program)" = ':0	' ]
	problem_is 'program: another build is at this path now'
}

@test "a program without debug information is no problem" {
	strip -g program
	[ "$(ask program)" = ':0	main' ]
	[ ! -s problems ]
	strip program
	[ "$(ask program)" = ':0	' ]
	[ ! -s problems ]
}

@test "what is no program is said, and nothing waits for a pipe" {
	ask missing
	problem_is 'missing: No such file or directory'
	ask .
	problem_is '.: it is no program or library'
	mkfifo pipe
	ask pipe
	problem_is 'pipe: it is no program or library'
	ask main.c
	problem_is 'main.c: it is no program or library'
	head -c 6000 program >short
	ask short
	problem_is 'short: its section headers cannot be read'
}

@test "the first of several objects does not harm the next" {
	printf 'x' >no-program
	[ "$(ask program no-program missing program)" = "$PWD/main.c:14	main
:0	
:0	
$PWD/main.c:14	main" ]
}

# bats test_tags=slow
@test "paths are joined as Valgrind's core does, and not made shorter" {
	mkdir -p a/b
	cp main.c a/b
	(cd a && gcc -g -I.. -o ../program ../a/./b/main.c ../part/../part/sum.c)
	[ "$(asked program main)" = "$PWD/a/../a/./b/main.c:14	main" ]
	[ "$(asked program sum)" = "$PWD/a/../part/../part/sum.c:13	sum" ]
}

@test "a program whose path has control characters, or what stands for them, has names" {
	local name
	printf 'int main(void) { return 0; }\n' >tiny.c
	for name in $'a\tb' $'a\nb' $'a\x01b' 'a\tb' 'a\x01b' 'a\b'; do
		rm -rf dir
		mkdir dir
		cc -g -o "dir/$name" tiny.c
		cg-collect -q --cache-sim=no -o out -- "dir/$name" 2>err
		same /dev/null err
		cg-sum --by=function --format=tsv out | grep "^.*/tiny\.c	main	"
	done
}

@test "control characters in names are escaped" {
	mkdir $'new\nline'
	cp main.c $'new\nline/main.c'
	gcc -g -I. -o program $'new\nline/main.c' part/sum.c
	[ "$(asked program main)" = "$PWD/new\\nline/main.c:14	main" ]
}

@test "without cg-names, the message names its package" {
	mkdir empty
	PATH=$PWD/empty run -2 "$B/unit/names" program <<<"$main"
	[ "$output" = 'names: cg-names, of the package cg-collect, is not installed' ]
}

# a_program_that_first SCRIPT: puts a cg-names before ours that runs the script when it is
# started for the first time, and after each time that it has run it, ours
a_program_that_first() {
	mkdir lib
	cat >lib/cg-names <<-END
		#!/bin/sh
		[ ! -e "$PWD/first" ] || { rm "$PWD/first"; $1; }
		exec "$B/bin/cg-names" "\$@"
	END
	chmod +x lib/cg-names
	PATH=$PWD/lib:$PATH
	touch first
}

# bats test_tags=slow
@test "if cg-names dies, functions come from the symbols, and the next object is whole" {
	a_program_that_first 'kill -SEGV $$'
	[ "$(ask program program)" = ":0	main
$PWD/main.c:14	main" ]
	problem_is 'program: reading its debug information failed'
}

@test "if cg-names has not enough memory, the problem says so" {
	a_program_that_first 'exit 2'
	[ "$(ask program)" = ':0	main' ]
	problem_is 'program: reading its debug information needs too much memory'
}

# answer SIZE STRINGS RUNS TEXT [@COMPILERS] [+SCOPE...] [RUN...]: prints an answer, see
# libnames/protocol.h
answer() {
	python3 - "$@" <<-'END'
		import struct, sys
		size, nstrings, nruns, text, *rest = sys.argv[1:]
		scopes = [s[1:] for s in rest if s[0] == "+"]
		runs = [r for r in rest if r[0] not in "+@"]
		compilers = next((c[1:] for c in rest if c[0] == "@"), "0,0")
		sys.stdout.buffer.write(
		    struct.pack("QQQQII", int(size), int(nstrings), len(scopes), int(nruns),
		        *map(int, compilers.split(","))) +
		    text.encode().decode("unicode_escape").encode("latin-1") +
		    b"".join(struct.pack("IIqII", *map(int, s.split(",")), 0) for s in scopes) +
		    b"".join(struct.pack("IIqIIII", *map(int, run.split(",")), 0, 0) for run in runs))
	END
}

@test "if cg-names says what cannot be, it is as if it had died" {
	local i=0
	# one that can be, to see that these tests reach it
	answer 8 2 1 '\0said.c\0' 1,0,7,1,0 >0
	a_program_that_first "head -c 41 >request; cat '$PWD/0'; exit 0"
	[ "$(ask program)" = 'said.c:7	' ]
	# sizes, no NUL, a control character, numbers of strings, of addresses, lines
	answer 0 0 0 '' >1
	answer 99999999999 1 0 '' >2
	answer 2 1 1 'ab' 0,0,7,1,0 >3
	answer 8 2 1 '\0sa\nd.c\0' 1,0,7,1,0 >4
	answer 8 3 1 '\0said.c\0' 1,0,7,1,0 >5
	answer 8 1 1 '\0said.c\0' 0,0,7,1,0 >6
	answer 8 2 1 '\0said.c\0' 2,0,7,1,0 >7
	answer 8 2 1 '\0said.c\0' 1,2,7,1,0 >8
	answer 8 2 1 '\0said.c\0' 1,0,7,2,0 >9
	answer 8 2 0 '\0said.c\0' >10
	answer 8 2 1 '\0said.c\0' 1,0,-7,1,0 >11
	# scopes: none has the number, no name, no such file, a line, callers
	answer 8 2 1 '\0said.c\0' 1,0,7,1,1 >12
	answer 8 2 1 '\0said.c\0' +0,1,7,0 1,0,7,1,1 >13
	answer 8 2 1 '\0said.c\0' +1,2,7,0 1,0,7,1,1 >14
	answer 8 2 1 '\0said.c\0' +1,1,-7,0 1,0,7,1,1 >15
	answer 8 2 1 '\0said.c\0' +1,1,7,1 1,0,7,1,1 >16
	answer 8 2 1 '\0said.c\0' +1,1,7,2 +1,1,7,0 1,0,7,1,1 >17
	head -c 38 0 >18
	head -c 48 0 >19
	# compilers: no such strings
	answer 8 2 1 '\0said.c\0' @1,2 1,0,7,1,0 >20
	answer 8 2 1 '\0said.c\0' @3,0 1,0,7,1,0 >21
	answer 8 2 1 '\0said.c\0' @1,4294967295 1,0,7,1,0 >22
	for ((i = 1; i <= 22; i++)); do
		rm -r lib
		a_program_that_first "head -c 41 >request; cat '$PWD/$i'; exit 0"
		[ "$(ask program)" = ':0	main' ] || fail "answer $i"
		problem_is 'program: reading its debug information failed'
	done
}

@test "a cg-names that cannot be run is an error" {
	mkdir lib
	echo 'no program' >lib/cg-names
	chmod +x lib/cg-names
	PATH=$PWD/lib:$PATH run -2 "$B/unit/names" program <<<"$main"
	[ "$output" = "names: cannot run $PWD/lib/cg-names: Exec format error" ]
}

@test "no addresses are no question" {
	mkdir lib
	PATH=$PWD/lib run -0 "$B/unit/names" program missing </dev/null
	[ -z "$output" ]
}

@test "a line table that takes hours to read costs its program the lines, not others" {
	# sequences that contain all addresses, one for each 15 bytes of a table
	cat >table.s <<-'END'
		.section .debug_line,"",@progbits
		.long end - start
		start:
		.value 4
		.long program - 0f
		0: .byte 1, 1, 1, -5, 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1
		.byte 0
		.asciz "x.c"
		.byte 0, 0, 0, 0
		program:
		.rept 400000
		.byte 0, 9, 2
		.quad first
		.byte 1, 2
		.uleb128 600000
		.byte 0, 1, 1
		.endr
		end:
		.section .debug_abbrev,"",@progbits
		.byte 1, 0x11, 0, 0x10, 0x17, 0x11, 1, 0x12, 7, 0, 0, 0
		.section .debug_info,"",@progbits
		.long 2f - 1f
		1: .value 4
		.long 0
		.byte 8, 1
		.long 0
		.quad first
		.quad 600000
		2:
		.text
		.globl main, first
		main:
		first: .fill 600000, 1, 0x90
	END
	gcc -o bomb table.s 2>/dev/null
	python3 -c '
import sys
for i in range(500000): print("%x" % (int(sys.argv[1], 16) + i))' \
		"$(addresses bomb first)" >asked
	(ulimit -t 3 && "$B/unit/names" bomb program <asked >places 2>problems)
	problem_is 'bomb: reading its debug information takes too long'
	[ "$(head -n 1 places | cut -f 2)" = ':0' ]
	grep -q "$PWD/main.c:14	main" places
}

@test "compressed sections that would fill the memory are not read" {
	gcc -gdwarf-4 -o program main.c part/sum.c -Wl,--compress-debug-sections=zlib
	main=$(addresses program main)
	# the first header of a compressed section gets a size of 2^60
	python3 - <<-'END'
		import struct
		data = bytearray(open("program", "rb").read())
		start, = struct.unpack_from("<Q", data, 0x28)
		size, count = struct.unpack_from("<HH", data, 0x3a)
		for i in range(count):
		    header = struct.unpack_from("<IIQQQQIIQQ", data, start + i * size)
		    if header[2] & 0x800:
		        struct.pack_into("<Q", data, header[4] + 8, 1 << 60)
		open("program", "wb").write(data)
	END
	[ "$(ask program)" = ':0	main' ]
	problem_is 'program: its debug information is damaged'
}

@test "programs with random changes to their debug information end no client" {
	local compiler objects
	gcc -gdwarf-5 -O1 -o gcc5 main.c part/sum.c
	gcc -gdwarf-4 -O1 -gz -o gcc4z main.c part/sum.c
	clang -gdwarf-5 -O1 -o clang5 main.c part/sum.c || cp gcc5 clang5
	clang -gdwarf-4 -O1 -o clang4 main.c part/sum.c || cp gcc5 clang4
	g++ -g -O2 -o templates templates.cc
	for compiler in gcc5 gcc4z clang5 clang4 templates; do
		"$TESTS/lib/mutate" $compiler 100
		objects=$(echo $compiler.*)
		# shellcheck disable=SC2086 # words
		code $compiler | "$B/unit/names" --inlined $objects $compiler \
			>places 2>problems
		echo "$compiler: $(wc -l <problems) problems" >&2
		# the last one is whole
		code $compiler | "$B/unit/names" --inlined $compiler >wanted
		tail -n "$(wc -l <wanted)" places | same wanted - $compiler
		# the hosts of the whole one are among all
		# shellcheck disable=SC2086 # words
		"$B/unit/names" --hosts='*' $objects $compiler >hosts
		"$B/unit/names" --hosts='*' $compiler | LC_ALL=C comm -13 hosts - |
			same /dev/null - $compiler
	done
}

@test "code above a gap in the memory of its program has lines" {
	gcc -g -O1 -no-pie -Wl,--section-start=.far=0x10000000 -o far "$TESTS/programs/far.c"
	cg-collect -q --calls --cache-sim=no -o far.cg ./far
	cg-sum --by=function --events=Ir --format=tsv far.cg | cut -f 1,2 |
		grep -E '\.c\s(far|near|main)$' | sort | same - <(printf '%s\t%s\n' \
		"$TESTS/programs/far.c" far "$TESTS/programs/far.c" main "$TESTS/programs/far.c" near)
}
