#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# The forms of debug information. Each test is a row of the table: lines of all addresses of the
# code as readelf --debug-dump=decodedline has them, paths as one of addr2line, eu-addr2line and
# llvm-addr2line has them, and functions as nm -C has them.
#
# addr2line of binutils 2.40 takes one file of DWARF 5 for another. eu-addr2line finds only what
# .debug_aranges has, which clang does not write. Both find lines of removed functions, which
# linkers leave at address 0, in others. `compare` prints at how many addresses each differs.

load ../lib/names

# bats file_tags=long

setup() {
	enter_with_sources
}

# c_program COMPILER OPTION...: builds `program` with both files of C
c_program() {
	"$@" -o program main.c part/sum.c
}

# bats test_tags=slow
@test "DWARF 2, 3, 4 and 5 of gcc" {
	local version level
	for version in 2 3 4 5; do
		for level in -O0 -O2; do
			c_program gcc -gdwarf-$version $level
			compare program
		done
	done
}

@test "DWARF 2, 3, 4 and 5 of clang" {
	need_command clang
	local version level
	for version in 2 3 4 5; do
		for level in -O0 -O2; do
			c_program clang -gdwarf-$version $level
			compare program
		done
	done
}

@test "DWARF of 64 bits" {
	c_program gcc -gdwarf64 -gdwarf-5
	compare program
	c_program gcc -gdwarf64 -gdwarf-4
	compare program
}

@test "sections compressed by zlib, of gABI and of GNU" {
	local how
	for how in zlib zlib-gabi zlib-gnu; do
		c_program gcc -g -Wl,--compress-debug-sections=$how
		readelf -SW program | grep -E 'z?debug_line' >&2
		compare program
	done
	c_program gcc -g -gz=zlib
	compare program
}

@test "sections compressed by zstd" {
	c_program gcc -g
	objcopy --compress-debug-sections=zstd program ||
		missing 'objcopy with zstd (binutils 2.40)'
	asked program main >out 2>err
	if grep -Fx 'program: its debug information is compressed by a method that libelf does not know' err; then
		[ "$(cat out)" = ':0	main' ]
		skip 'elfutils reads no zstd before 0.189'
	fi
	compare program
}

@test "split debug information in .dwo and in .dwp" {
	local compiler version
	for compiler in gcc clang; do
		need_command $compiler
		for version in 4 5; do
			rm -f ./*.dwo ./*.dwp
			$compiler -gdwarf-$version -gsplit-dwarf -O1 -c main.c part/sum.c
			$compiler -o program main.o sum.o
			ls ./*.dwo
			compare program
			dwp -e program -o program.dwp 2>/dev/null ||
				llvm-dwp -e program -o program.dwp || missing dwp
			rm -f ./*.dwo
			# addr2line needs what we do not: lines are in the program
			compare program
		done
	done
}

@test "with split debug information, functions of headers are one each" {
	cat >h.h <<-'end'
		struct H {
			volatile int *p;
			int get() const { return *p * 3; }
			__attribute__((noinline)) int out() const { return get() + 1; }
		};
	end
	cat >a.cc <<-'end'
		#include "h.h"
		int f(H h) { int s = 0; for (int i = 0; i < 9; i++) s += h.get(); return s + h.out(); }
	end
	cat >b.cc <<-'end'
		#include "h.h"
		int f(H h);
		volatile int x;
		int main() { H h{&x}; int s = f(h); for (int i = 0; i < 9; i++) s += h.get(); return s + h.out() == 1; }
	end
	for options in -g "-gdwarf-4 -gsplit-dwarf" "-gdwarf-5 -gsplit-dwarf"; do
		# shellcheck disable=SC2086 # a list of options
		g++ -O1 $options -o program a.cc b.cc
		cg-collect -q --cache-sim=no --calls -o p.cg ./program
		cg-sum --by=function --inclusive --format=tsv p.cg | grep 'H::get' >"of $options"
		[ "$(wc -l <"of $options")" -eq 1 ] || fail "$(cat "of $options")"
		same "of -g" "of $options"
	done
}

# bats test_tags=slow
@test "a separate file that the program links to, beside it and in .debug" {
	c_program gcc -g -O1
	objcopy --only-keep-debug program program.debug
	strip -g program
	objcopy --add-gnu-debuglink=program.debug program
	compare --debug=program.debug program
	mkdir .debug
	mv program.debug .debug
	compare --debug=.debug/program.debug program
}

@test "a separate file for a program without a build ID counts only with its checksum" {
	c_program gcc -g -O1 -Wl,--build-id=none
	objcopy --only-keep-debug program program.debug
	strip program
	objcopy --add-gnu-debuglink=program.debug program
	compare --debug=program.debug program
	printf x >>program.debug
	addresses program.debug main | "$B/unit/names" program | grep '	:0	$'
}

@test "a separate file in a directory, by build ID and by name" {
	c_program gcc -g -O1
	objcopy --only-keep-debug program program.debug
	strip program
	keep_by_id program.debug tree
	compare --debug=program.debug program --directory="$PWD/tree"
	objcopy --add-gnu-debuglink=program.debug program
	mkdir -p "named/$PWD"
	cp program.debug "named/$PWD"
	rm -r tree
	mv program.debug elsewhere.debug
	compare --debug=elsewhere.debug "$PWD/program" --directory="$PWD/named"
}

@test "a separate file that lies in a directory by any name, if it has the build ID" {
	c_program gcc -g -O1
	objcopy --only-keep-debug program elsewhere
	cc -g -o another main.c part/sum.c
	objcopy --only-keep-debug another another.debug
	strip program
	mkdir -p plain/directory
	cp program plain/a-stripped
	mv another.debug plain/program.debug
	printf x >plain/no-program
	mkfifo plain/pipe
	addresses elsewhere main >at
	"$B/unit/names" --directory="$PWD/plain" program <at | grep '	:0	'
	cp elsewhere plain/z.symbols
	compare --debug=elsewhere program --directory="$PWD/plain"
	# also if the program itself is gone
	id=$(build_id program)
	rm program
	"$B/unit/names" --build-id="$id" --directory="$PWD/plain" "$PWD/program" <at | grep 'main\.c:'
}

@test "what dwz shared in one file and between several" {
	need_command dwz
	c_program gcc -gdwarf-4 -O1
	cp program single
	dwz single
	compare single
	cp program other
	dwz -m common -M "$PWD/common" program other
	readelf -S program | grep -F .gnu_debugaltlink
	compare program
	# only the build ID leads to it
	keep_by_id common tree
	rm common
	[ "$(asked program main --directory="$PWD/tree")" = "$PWD/main.c:14	main" ]
}

@test "units without directories, because the file that they share them with is missing" {
	need_command dwz
	c_program gcc -gdwarf-4 -O1 -fdebug-prefix-map="$PWD=/a/long/directory/for/dwz"
	cp program other
	dwz -m common -M "$PWD/common" program other
	[ "$(asked program main)" = '/a/long/directory/for/dwz/main.c:14	main' ]
	rm common
	asked program main >out 2>err
	if [ -s err ]; then
		[ "$(cat err)" = 'program: the file that it shares debug information with is missing' ]
		[ "$(cat out)" = ':0	main' ]
	fi
}

@test "link-time optimisation" {
	c_program gcc -g -O2 -flto
	compare program
	if command -v clang >/dev/null && command -v ld.lld >/dev/null; then
		c_program clang -g -O2 -flto -fuse-ld=lld
		compare program
	fi
}

@test "little debug information: -g1 and -gline-tables-only" {
	c_program gcc -g1 -O1
	compare program
	need_command clang
	c_program clang -gline-tables-only -O1
	compare program
	c_program clang -gmlt -O1
	compare program
}

@test "objects with lines and without in one program" {
	gcc -g -O1 -c main.c -o main.o
	gcc -O1 -c part/sum.c -o sum.o
	gcc -o program main.o sum.o
	compare program
	[ "$(asked program sum)" = ':0	sum' ]
}

@test "compilers and versions of DWARF mixed in one program" {
	need_command clang
	gcc -gdwarf-5 -O1 -c main.c -o main.o
	clang -gdwarf-4 -O1 -c part/sum.c -o sum.o
	gcc -o program main.o sum.o
	compare program
}

@test "assembly code, with and without sizes of symbols" {
	cat >hand.s <<-'END'
		.text
		.globl sized, unsized
		.type sized, @function
		sized:
			nop
			nop
		.size sized, . - sized
		unsized:
			nop
			ret
	END
	gcc -g -c hand.s -o hand.o
	gcc -g -c main.c -o main.o
	gcc -g -c part/sum.c -o sum.o
	gcc -o program main.o sum.o hand.o
	compare program
	[ "$(asked program unsized)" = "$PWD/hand.s:9	unsized" ]
}

# by_hand TABLE: builds `program`, 64 bytes of code and a unit with the line table of the
# assembly file
by_hand() {
	cat - "$1" >hand.s <<-'END'
		.text
		.globl main
		.type main, @function
		main:
		code: .fill 64, 1, 0x90
		.size main, . - main
		.section .debug_abbrev,"",@progbits
		.byte 1, 0x11, 0, 0x10, 0x17, 0x1b, 8, 0x11, 1, 0x12, 7, 0, 0, 0
		.section .debug_info,"",@progbits
		.long 2f - 1f
		1: .value 4
		.long 0
		.byte 8, 1
		.long 0
		.asciz "/compiled/here"
		.quad code
		.quad 64
		2:
		.section .debug_str,"MS",@progbits,1
		name: .asciz "from-str.c"
		.section .debug_line_str,"MS",@progbits,1
		line_name: .asciz "from-line-str.c"
	END
	gcc -o program hand.s 2>/dev/null
	addresses program main >address
}

# line_at OFFSET: prints the place at this offset in main
line_at() {
	printf '%x\n' $((0x$(cat address) + $1)) | "$B/unit/names" program | cut -f 2
}

@test "a table of DWARF 5 in every form" {
	cat >table.s <<-'END'
		.section .debug_line,"",@progbits
		.long 9f - 1f
		1: .value 5
		.byte 8, 0
		.long 3f - 2f
		2: .byte 1, 1, 1, -5, 14, 10, 0, 1, 1, 1, 1, 0, 0, 0, 1
		# directories: path as a string
		.byte 1
		.uleb128 1, 8
		.uleb128 3
		.asciz "/other"
		.asciz "relative"
		.asciz ""
		# files: path in .debug_line_str, directory in data1, and what is not known in every
		# other form
		.byte 13
		.uleb128 1, 0x1f, 2, 0xb, 0x2001, 5, 0x2002, 6, 0x2003, 7, 0x2004, 0x1e
		.uleb128 0x2005, 0xd, 0x2006, 9, 0x2007, 0xa, 0x2008, 3, 0x2009, 4, 0x200a, 0x27, 0x200b, 0x17
		.uleb128 3
		.irp directory, 0, 1, 2
		.long line_name
		.byte \directory
		.value 1
		.long 2
		.quad 3
		.quad 4, 5
		.sleb128 -300
		.byte 2, 0, 0
		.byte 1, 0
		.value 1
		.byte 0
		.long 1
		.byte 0
		.byte 1, 2, 3
		.long 7
		.endr
		3:
		.byte 0, 9, 2
		.quad code
		# file 1 after the address; a row by each way to advance
		.byte 3
		.sleb128 9
		.byte 1
		# fixed_advance_pc
		.byte 9
		.value 8
		.byte 4, 0, 3
		.sleb128 10
		.byte 1
		.byte 2, 8, 4, 2, 3
		.sleb128 -100000
		.byte 3
		.sleb128 100010
		.byte 1
		# an extended operation that nobody knows
		.byte 0, 3, 0x80, 1, 2
		.byte 2, 48, 0, 1, 1
		9:
	END
	by_hand table.s
	[ "$(line_at 0)" = /compiled/here/relative/from-line-str.c:10 ]
	[ "$(line_at 7)" = /compiled/here/relative/from-line-str.c:10 ]
	[ "$(line_at 8)" = /other/from-line-str.c:20 ]
	[ "$(line_at 16)" = /compiled/here//from-line-str.c:30 ]
	[ "$(line_at 63)" = /compiled/here//from-line-str.c:30 ]
	[ "$(line_at 64)" = :0 ]
	# the same with names in .debug_str and numbers of other sizes
	sed -e 's/0x1f, 2, 0xb,/0xe, 2, 5,/; s/\.long line_name/.long name/' \
		-e 's/\.byte \\directory/.value \\directory/' table.s >other.s
	by_hand other.s
	[ "$(line_at 8)" = /other/from-str.c:20 ]
	# a form that nobody knows: lines without files
	sed 's/0x200b, 0x17/0x200b, 0x77/' table.s >other.s
	by_hand other.s
	[ "$(line_at 8)" = :20 ]
}

@test "a table before DWARF 5 with files in its program and rows that go back" {
	cat >table.s <<-'END'
		.section .debug_line,"",@progbits
		.long 9f - 1f
		1: .value 3
		.long 3f - 2f
		2: .byte 1, 1, -5, 14, 10, 0, 1, 1, 1, 1, 0, 0, 0, 1
		.byte 0
		.asciz "listed.c"
		.byte 0, 0, 0, 0
		3:
		.byte 0, 12, 3
		.asciz "added.c"
		.byte 0, 0, 0
		.byte 0, 9, 2
		.quad code + 32
		.byte 4, 2, 1
		.byte 0, 9, 2
		.quad code
		.byte 4, 1, 3
		.sleb128 4
		.byte 1
		.byte 0, 9, 2
		.quad code + 64
		.byte 0, 1, 1
		9:
	END
	by_hand table.s
	[ "$(line_at 0)" = /compiled/here/listed.c:5 ]
	[ "$(line_at 31)" = /compiled/here/listed.c:5 ]
	[ "$(line_at 32)" = added.c:1 ]
	[ "$(line_at 63)" = added.c:1 ]
}

@test "removed functions at address 0" {
	cat >removed.c <<-'END'
		int used(int x);
		#define TEN(x) x x x x x x x x x x
		int unused(int x) { TEN(TEN(TEN(x += used(x);))) return x; }
		int used(int x) { return x * 3; }
		int main(int argc, char **argv) { (void)argv; return used(argc); }
	END
	local linker
	for linker in bfd gold lld; do
		command -v "ld.$linker" >/dev/null || continue
		gcc -g -O0 -ffunction-sections -Wl,--gc-sections -fuse-ld=$linker \
			removed.c -o program
		run -1 grep -w unused <<<"$(nm program)"
		compare program
	done
}

@test "static programs" {
	c_program gcc -g -O1 -static
	compare program
	c_program gcc -g -O1 -static-pie
	compare program
}

@test "programs without section headers" {
	c_program gcc -g -O1
	objcopy --only-keep-debug program program.debug
	cp program whole
	keep_by_id program.debug tree
	remove_section_headers program
	compare --debug=whole program --directory="$PWD/tree"
}

@test "32-bit programs" {
	c_program gcc -m32 -g -O1 2>/dev/null || missing gcc-multilib
	compare program
	c_program gcc -m32 -gdwarf-4 -O0 -no-pie
	compare program
}

@test "C++" {
	local compiler
	for compiler in g++ clang++; do
		need_command $compiler
		$compiler -g -O0 templates.cc -o program
		compare program
		$compiler -g -O2 templates.cc -o program
		compare program
		asked program main
	done
}

@test "Rust, with both ways to write its names" {
	need_command rustc
	# a stable compiler lets one choose only what is not its default
	export RUSTC_BOOTSTRAP=1
	local mangling level
	for mangling in legacy v0; do
		for level in 0 3; do
			rustc -g -C opt-level=$level -Z unstable-options \
				-C symbol-mangling-version=$mangling words.rs -o program
			compare program
		done
	done
}

@test "libraries" {
	gcc -g -O1 -shared -fPIC part/sum.c -o libsum.so
	compare libsum.so
	# only what other objects see has names
	strip libsum.so
	[ "$(nm -D libsum.so | awk '$3 == "sum" { print $1 }' |
		"$B/unit/names" libsum.so | cut -f 2,3)" = ':0	sum' ]
}

@test "libc, with its debug information in /usr/lib/debug" {
	local libc id debug
	libc=$(realpath "$(cc -print-file-name=libc.so.6)")
	id=$(build_id "$libc")
	debug=/usr/lib/debug/.build-id/${id:0:2}/${id:2}.debug
	[ -e "$debug" ] || missing libc6-dbg
	compare --debug="$debug" "$libc"
}
