#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-collect --allocs: the events Al and AlB, blocks and bytes, at the lines that allocate.
# The programs say in comments what each line allocates.  DHAT counts the same totals.

load ../lib/collecting

# bats file_tags=long

setup_file() {
	build blocks.c -O2 -fno-builtin
	build news.cc -O0
	build_32 blocks.c -O2 -fno-builtin -o blocks32
	build containers.cc -O2
}

setup() {
	enter_with_programs
	source=$TESTS/programs/blocks.c
}

OWN=(--alloc-fn=xmalloc --alloc-fn=get_block --alloc-fn=jumps_to_malloc
	--alloc-fn=pool_get:2 --free-fn=pool_put --alloc-fn=gives_up:1
	--alloc-fn=interrupted:1 --alloc-fn=is_left:1)

# collect [OPTION...] PROGRAM...: with the library $preload, if it is set
collect() {
	${preload:+env "LD_PRELOAD=$preload"} cg-collect -q --allocs --client-stdout=/dev/null "$@" 2>err
}

data_profile() {
	"$TESTS/lib/data-profile" "$@"
}

# wanted SCENARIO: prints what the lines of the source allocate: line, blocks and bytes
wanted() {
	sed -n "/= $1 [0-9]/{=;s/.*= $1 \([0-9]* [0-9]*\).*/\1/p}" "$source" | paste -d' ' - -
}

# allocates SCENARIO [OPTION...]: all lines must allocate what they say
allocates() {
	wanted "$1" >wanted
	[ -s wanted ]
	collect "${@:2}" "${OWN[@]}" -o p.cg "${program-blocks}" "$1"
	data_profile lines p.cg | sed -n "s/^${source##*/} //p" | same wanted - "$*"
}

# allocations FILE: prints the totals of blocks and bytes
allocations() {
	data_profile lines "$1" | awk '{ n += $3; size += $4 } END { print n, size }'
}

# counts_as_dhat PROGRAM...
counts_as_dhat() {
	local dhat
	collect -o p.cg "$@"
	dhat=$(valgrind --tool=dhat --dhat-out-file=/dev/null "$@" 2>&1 >/dev/null |
		sed -n 's/.*Total: *\([0-9,]*\) bytes in \([0-9,]*\) blocks.*/\2 \1/p' | tr -d ,)
	[ "$(allocations p.cg)" = "$dhat" ] ||
		fail "$*: $(allocations p.cg) allocations, of DHAT $dhat"
}

# bats test_tags=slow
@test "each function that allocates counts at its caller's line" {
	allocates forms
	allocates forms --cache-sim=no
	allocates forms --calls
	allocates forms --branch-sim=yes --stacks
}

@test "realloc is a new block unless it fails or frees" {
	allocates resized
}

@test "functions that fail allocate nothing" {
	allocates failing
}

@test "functions that pass blocks on are not where they are allocated" {
	allocates wrapped
	for options in '' '--separate-recs=3' '--separate-callers=3' --stacks '--fn-skip=xmalloc'; do
		# shellcheck disable=SC2086
		allocates wrapped --calls $options
		graph check p.cg >roots
	done
}

@test "an allocator of the program counts where it is called" {
	allocates pooled
	allocates pooled --calls
	graph check p.cg >roots
}

@test "jumps out of an allocator end it" {
	allocates jumps
	allocates jumps --calls
	graph check p.cg >roots
}

@test "handlers of signals allocate for themselves, and jumps out of them end the call" {
	allocates handlers
	allocates handlers --calls
	graph check p.cg >roots
}

@test "threads allocate on their own, also if they end in an allocator" {
	allocates threads
	allocates threads --calls
	graph check p.cg >roots
	allocates threads --calls --separate-threads=yes
}

@test "processes add up" {
	allocates forks -f
	collect -o p.cg blocks forks
	[ "$(data_profile lines p.cg | sed -n 's/^blocks.c//p' | wc -l)" = 1 ]
}

@test "32-bit programs" {
	need_32 blocks32
	for scenario in forms resized failing wrapped pooled jumps handlers threads; do
		program=blocks32 allocates "$scenario"
	done
}

# bats test_tags=slow
@test "operators new and containers of C++ count where they are used" {
	source=$TESTS/programs/news.cc
	sed -n '/\/\/ = /{=;s/.*= //p}' "$source" | paste -d' ' - - >wanted
	for options in '' --cache-sim=no --calls; do
		# shellcheck disable=SC2086
		collect $options '--alloc-fn=pooled::operator new*:1' \
			'--free-fn=pooled::operator delete*' -o p.cg news fails
		data_profile lines p.cg | sed -n 's/^news.cc //p' | same wanted - "$options"
	done
	graph check p.cg >roots
	grep -q bad_alloc <(nm -C "$BATS_FILE_TMPDIR/news")
}

# bats test_tags=slow
@test "the totals are those of DHAT" {
	# it takes malloc(0) for one byte
	for scenario in jumps wrapped mapped; do
		counts_as_dhat blocks $scenario
	done
	counts_as_dhat news
	counts_as_dhat containers 300
	counts_as_dhat mawk 'BEGIN { for (i = 0; i < 2000; i++) n[i] = i "x"; print length(n[7]) }'
}

@test "only what is counted counts" {
	cat >parts.c <<-'END'
		#include <cg-tools/cachegrind.h>
		#include <stdlib.h>
		static void *volatile sink;
		static __attribute__((noinline)) void inside(void) { free(sink = malloc(10)); }
		int main(void)
		{
			free(sink = malloc(1));
			CACHEGRIND_START_INSTRUMENTATION;
			free(sink = malloc(2));
			inside();
			CACHEGRIND_STOP_INSTRUMENTATION;
			free(sink = malloc(4));
			return 0;
		}
	END
	cc -g -O1 -fno-builtin -I "$TESTS/../include" -o parts parts.c
	collect --instr-at-start=no -o p.cg ./parts
	data_profile lines p.cg | same <(printf '%s\n' 'parts.c 4 1 10' 'parts.c 9 1 2') -
	collect --instr-at-start=no --calls -o p.cg ./parts
	data_profile lines p.cg | same <(printf '%s\n' 'parts.c 4 1 10' 'parts.c 9 1 2') -
	collect --toggle-collect=inside -o p.cg ./parts
	data_profile lines p.cg | same <(echo 'parts.c 4 1 10') -
	collect --zero-before=inside -o p.cg ./parts
	data_profile lines p.cg | same <(echo 'parts.c 4 1 10') -
}

# preloads LIBRARY SCENARIO...: all lines must allocate what they say with the library
preloads() {
	local scenario preload=$1
	[[ $(ldd "$(command -v cg-collect)" 2>&1) != *libasan* ]] ||
		skip 'AddressSanitizer replaces malloc in cg-collect, too'
	for scenario in "${@:2}"; do
		allocates "$scenario"
	done
}

@test "a shared library that replaces malloc counts as the C library's does" {
	cat >pool.c <<-'END'
		#include <stddef.h>
		#include <string.h>
		static char pool[1 << 24];
		static size_t used = 16;
		void *malloc(size_t size)
		{
			char *block = pool + used;
			*(size_t *)(block - 8) = size;
			used += (size + 31) / 16 * 16;
			return block;
		}
		void free(void *block) { (void)block; }
		void *calloc(size_t n, size_t size) { return malloc(n * size); }
		void *realloc(void *old, size_t size)
		{
			void *new = malloc(size);
			if (old != NULL)
				memcpy(new, old, *(size_t *)((char *)old - 8));
			return new;
		}
		void *aligned_alloc(size_t a, size_t size) { (void)a; return malloc(size); }
	END
	cc -g -O1 -fno-builtin -shared -fPIC -o pool.so pool.c
	preloads "$PWD/pool.so" wrapped handlers
}

# uses_library NAME: allocations are counted with it in place of the C library's malloc
uses_library() {
	local found
	found=$(PATH=$PATH:/sbin ldconfig -p | sed -n "s/.*\t$1[.0-9]* .*=> //p" | sed -n 1p)
	[ -n "$found" ] || missing "$1" || return
	preloads "$found" wrapped threads
}

@test "allocations of jemalloc" {
	uses_library libjemalloc.so
}

@test "allocations of mimalloc" {
	uses_library libmimalloc.so
}

@test "allocations of tcmalloc" {
	uses_library libtcmalloc_minimal.so
}

@test "functions that were not called, and numbers of no argument, are named" {
	collect --alloc-fn=nothing --alloc-fn=pol_get:2 --free-fn=pool_set -o p.cg blocks pooled
	cat >wanted <<-'END'
		--alloc-fn=pol_get:2: no such function was called
		--free-fn=pool_set: no such function was called
		--alloc-fn=nothing: no such function called an allocation function
	END
	sed 's/==[0-9]*== //' err | same wanted -
	cc -g -O1 -x c -o clone - <<-'END'
		#include <stdlib.h>
		static void *volatile sink;
		__attribute__((noinline)) void *own(size_t) __asm__("own.constprop.0");
		void *own(size_t size) { return sink = malloc(size); }
		int main(void) { free(own(3)); return 0; }
	END
	collect --alloc-fn=own:1 -o p.cg ./clone
	grep -q ' --alloc-fn=own:1: only own.constprop.0 was called, whose arguments the compiler may have changed$' err
	for option in --alloc-fn=f:0 --alloc-fn=f:6 --free-fn=a::f:77; do
		complains_with 125 "cg-collect: $option: expected the number of an argument, 1 to 5, after the colon (see cg-collect --help)" \
			cg-collect --allocs $option true
	done
	complains_with 125 'cg-collect: --free-fn: expected a function (see cg-collect --help)' \
		cg-collect --allocs --free-fn= true
	complains_with 125 'cg-collect: --alloc-fn needs --data or --allocs (see cg-collect --help)' \
		cg-collect --alloc-fn=f true
	complains_with 125 'cg-collect: --allocs: expected yes or no, found "maybe" (see cg-collect --help)' \
		cg-collect --allocs=maybe true
}

@test "--allocs=no counts no allocations" {
	cg-collect -q --allocs=no -o p.cg true
	! grep -w Al p.cg
}
