#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-collect --calls names functions without symbols, and linkage stubs, so that the graph
# has no cycles that are not in the program.

# bats file_tags=long

setup() {
	load ../lib/assertions
	load ../lib/collecting
	enter_tmpdir
	cat >names.c <<-'end'
		#include <stdlib.h>
		#define APART __attribute__((noinline, noclone))
		volatile int sink;
		APART static void leaf(int n) { while (n-- > 0) sink++; }
		APART static void two(int n) { leaf(n); sink++; }
		APART static void one(int n) { two(n); leaf(2); sink++; }
		APART static int compare(const void *a, const void *b)
		{ leaf(1); return *(const int *)a - *(const int *)b; }
		APART static void sorts(void)
		{
			static int numbers[] = {4, 2, 7, 1, 3};
			qsort(numbers, 5, sizeof *numbers, compare);
			leaf(3);
		}
		int main(void)
		{
			one(5); two(7); sorts(); leaf(300);
			void *volatile memory = malloc(10);
			free(memory);
			return 0;
		}
	end
}

# collect FLAG...: profiles the program, with symbols and without
collect() {
	cc "$@" -o named names.c
	strip -o stripped named
	local program
	for program in named stripped; do
		cg-collect -q --inline=no "${REPRODUCIBLY[@]}" --cache-sim=no --calls -o $program.cg ./$program
		graph check $program.cg >roots || fail "$program $*"
		cg-sum --check $program.cg >checked || fail "$program $*"
	done
}

# address NAME: prints the name that a function has without a symbol
address() {
	nm named | awk -v name="$1" '$3 == name { printf "0x%s\n", $1 }'
}

# calls_of PROFILE CALLER CALLEE
calls_of() {
	graph edge "$2" "$3" "$1"
}

@test "functions of stripped programs differ, and have the calls they had by name" {
	local caller callee flags
	for flags in -O1 -O2 '-O1 -fno-asynchronous-unwind-tables' '-O1 -no-pie' \
		'-O1 -static' '-O1 -static -fno-asynchronous-unwind-tables' \
		'-O1 -fcf-protection=full -Wl,-z,now'; do
		# shellcheck disable=SC2086 # flags are words
		collect $flags -fno-optimize-sibling-calls
		while read -r caller callee; do
			calls_of named.cg "$caller" "$callee" >wanted
			[ "$(cut -d' ' -f1 wanted)" -gt 0 ]
			calls_of stripped.cg "$(address "$caller")" "$(address "$callee")" |
				same wanted - "$flags: $caller $callee"
		done <<-'end'
			main one
			main two
			main sorts
			one two
			two leaf
			sorts leaf
			compare leaf
		end
		run -1 grep -E '^c?fn=\?\?\?' stripped.cg
	done
}

@test "linkage stubs are named by what they lead to" {
	[ "$(uname -m)" = x86_64 ] || skip 'stubs are read on x86 only'
	collect -O1
	[ "$(calls_of named.cg main malloc@plt | cut -d' ' -f1)" = 1 ]
	[ "$(calls_of named.cg main malloc | cut -d' ' -f1)" = 1 ]
	[ "$(calls_of named.cg sorts qsort@plt | cut -d' ' -f1)" = 1 ]
	collect -O1 -Wl,-z,now -fcf-protection=full
	[ "$(calls_of named.cg main free@plt | cut -d' ' -f1)" = 1 ]
	# the object that the stub is in
	awk '/^ob=/ { object = $0 } $0 == "fn=malloc@plt" && object ~ /named$/ { found = 1 }
		END { exit !found }' named.cg
	# C++
	cat >new.cc <<-'end'
		#include <new>
		volatile int size = 8;
		int main() { ::operator delete(::operator new(size)); }
	end
	c++ -O0 -o new new.cc
	cg-collect -q --inline=no --calls --cache-sim=no -o new.cg ./new
	[ "$(calls_of new.cg main 'operator new(unsigned long)@plt' | cut -d' ' -f1)" = 1 ]
}

# stubs_of PROFILE: prints the linkage stubs with their own instructions
stubs_of() {
	cg-sum --by=function --events=Ir --format=tsv "$1" | grep -F '@plt' | sort
}

@test "linkage stubs have the same names and costs without calls" {
	[ "$(uname -m)" = x86_64 ] || skip 'stubs are read on x86 only'
	collect -O1
	cg-collect -q --inline=no "${REPRODUCIBLY[@]}" --cache-sim=no -o flat.cg ./named
	stubs_of named.cg >wanted
	grep -F malloc@plt wanted
	stubs_of flat.cg | same wanted -
}

@test "a stub of code that is chosen by the processor has the name of what chooses" {
	[ "$(uname -m)" = x86_64 ] || skip 'stubs are read on x86 only'
	cat >ifunc.c <<-'end'
		static int one(void) { return 1; }
		static int (*resolve(void))(void) { return one; }
		int chosen(void) __attribute__((ifunc("resolve")));
		int main(void) { return chosen() - 1; }
	end
	cc -O1 -o ifunc ifunc.c
	cg-collect -q --cache-sim=no -o flat.cg ./ifunc
	stubs_of flat.cg | grep -E '(chosen|resolve)@plt'
}

@test "names of functions without symbols do not depend on where an object is mapped" {
	collect -O1
	cg-collect -q --inline=no --cache-sim=no --calls -o first.cg ./stripped
	cg-collect -q --inline=no --cache-sim=no --calls --set-env=LENGTH="$(printf '%0999d' 0)" \
		--reproducible -o second.cg ./stripped
	for profile in first second; do
		awk '/^ob=/ { object = $0 } /^fn=0x/ { print object, $0 }' $profile.cg >$profile
	done
	grep -q 'ob=.*/stripped fn=0x' first
	diff <(grep '/stripped ' first) <(grep '/stripped ' second)
}

# cost_of FUNCTION: prints the cost in a table of cg-sum
cost_of() {
	awk -F'\t' -v name="^$1\$" '$2 ~ name { print $3 }'
}

@test "functions without symbols have object and address for a name, in all profiles" {
	local flags
	sed -i 's/leaf(300)/leaf(30000)/' names.c
	cc -g -O1 -fno-optimize-sibling-calls -rdynamic -o named names.c
	strip -o stripped named
	address=$(printf '0x%x' "$(address leaf)")
	for flags in '' --calls; do
		# shellcheck disable=SC2086 # there may be none
		cg-collect "${REPRODUCIBLY[@]}" --cache-sim=no $flags -o named.cg ./named 2>/dev/null
		# shellcheck disable=SC2086
		cg-collect "${REPRODUCIBLY[@]}" --cache-sim=no $flags -o p.cg ./stripped 2>err
		cg-sum --by=function --format=tsv named.cg | cost_of leaf >wanted
		[ -s wanted ]
		cg-sum --by=function --format=tsv p.cg |
			cost_of "(stripped:)?$address" | same wanted -
		grep -E '^cg-collect: [0-9.]+ % of the instructions are in functions without names, most of them of .*/stripped: install ' err
		# also with names that are found later, though some symbols are there
		cg-collect -q "${REPRODUCIBLY[@]}" --cache-sim=no $flags --names=later ./stripped >later.cg
		mkdir -p debug
		cp named debug
		cg-names debug later.cg | cg-sum --by=function --format=tsv |
			cost_of leaf | same wanted -
		# the object is the place in pages
		cg-annotate --format=html -o page.html p.cg
		sed -n '/id="where"/,/<\/section/p' page.html >where
		grep -E 'data-n="([^"]*/)?stripped"' where
		exits 1 grep 'data-n="???"' where
	done
	cg-collect -q "${REPRODUCIBLY[@]}" --cache-sim=no -o p.cg ./stripped
	cg_annotate p.cg >report
	# newer ones have the file on another line
	grep -E "(^| |[?]{3}:)stripped:$address\$" report
	# without frames for exceptions, only the object is known
	cc -O1 -s -fno-asynchronous-unwind-tables -o bare names.c
	cg-collect -q "${REPRODUCIBLY[@]}" --cache-sim=no -o p.cg ./bare
	grep -x 'fn=bare:???' p.cg
}

# bats test_tags=slow
@test "own costs with names are those without calls" {
	cc -O1 -s -o stripped names.c
	cg-collect -q --inline=no "${REPRODUCIBLY[@]}" --cache-sim=no --calls -o c.cg ./stripped
	cg-collect -q --inline=no "${REPRODUCIBLY[@]}" --cache-sim=no -o p.cg ./stripped
	grep -qx 'fn=???' p.cg
	run -1 grep '^fn=0x' p.cg
	graph own p.cg >own
	graph own c.cg | same own -
}

@test "the name of a function may have millions of bytes" {
	cat >long.cc <<-'end'
		template<class A, class B> struct Pair { A a; B b; };
		template<int N> struct Deep {
			typedef typename Deep<N - 1>::type half;
			typedef Pair<half, Pair<half, int> > type;
		};
		template<> struct Deep<0> { typedef int type; };
		template<class T> __attribute__((noinline)) int name(int n)
		{
			int s = 0;
			for (int i = 0; i < n; i++) s += i * n ^ s;
			return s;
		}
		int main() { return name<Deep<17>::type>(300) & 1; }
	end
	c++ -O1 -g -o long long.cc
	for mode in --calls --stacks "--calls --separate-callers=3" --toggle-collect=main; do
		# shellcheck disable=SC2086 # a list of options
		cg-collect -q $mode "${REPRODUCIBLY[@]}" -o p.cg ./long
		cg-sum --by=function --format=tsv p.cg | grep -E '^[^	]*	int name<(Pair<)' >name
		[ "$(wc -c <name)" -gt 1100000 ] || fail "$mode: $(wc -c <name)"
	done
}
