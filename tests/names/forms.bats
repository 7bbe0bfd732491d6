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

# bats file_tags=slow

setup() {
	enter_with_sources
}

# c_program COMPILER OPTION...: builds `program` with both files of C
c_program() {
	"$@" -o program main.c part/sum.c
}

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
	addresses program.debug main | "$B/unit/names" program | grep -q '	:0	$'
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
