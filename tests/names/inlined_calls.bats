#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# Inlined functions in profiles with calls.

load ../lib/names
load ../lib/collecting

# bats file_tags=long

setup_file() {
	[ -x "$B/bin/cg-names" ] || return 0
	cd "$BATS_FILE_TMPDIR" || return 1
	g++ -std=c++17 -g -O2 -o gcc "$TESTS/programs/inlined_calls.cc"
	collect_both gcc
}

setup() {
	enter_with_sources
	cp "$BATS_FILE_TMPDIR"/* .
}

# collect_both NAME OPTION...: writes NAME.yes and NAME.no, with and without inlined functions,
# and names in full
collect_both() {
	local name=$1
	shift
	for inline in yes no; do
		cg-collect -q --cache-sim=no --calls --inline=$inline "${REPRODUCIBLY[@]}" \
			"$@" -o whole --client-stdout=/dev/null "./$name"
		cg-filter -o "$name.$inline" whole
	done
}

# what is named otherwise without rows of inlined functions: functions without symbols, or
# with symbols that are only in a debug file
NAMED_OTHERWISE=$'[^ \t]*0x[^\t]*|_(start|init|fini)(\'[^\t]*)?'

# agree NAME: NAME.yes and NAME.no have the same totals and lines; functions that are inlined
# nowhere have the same inclusive costs, and there are more than 20 of them.  Their files may
# differ: see the test of files.
agree() {
	cg-sum --check "$1.yes" >/dev/null
	same <(cg-sum "$1.no") <(cg-sum "$1.yes")
	awk '/^fn=/ { name = substr($0, 4) } /^# hostfn=/ { print name }' "$1.yes" |
		sort -u >names
	for inline in yes no; do
		cg-sum --by=function --inclusive --format=tsv "$1.$inline" | cut -f 2,4 |
			awk -F '\t' 'FILENAME == "names" { is[$1]; next }
				{ name = $1; sub(/ \[\/[^]]*\]$/, "", name) } !(name in is)' names - |
			grep -vE "^($NAMED_OTHERWISE)[[:space:]]" | sort >"costs.$inline"
	done
	same costs.no costs.yes
	[ "$(wc -l <costs.no)" -gt 20 ]
}

# cost FUNCTION [PROFILE]: its inclusive cost
cost() {
	cg-sum --by=function --inclusive --format=tsv "${2:-gcc.yes}" |
		awk -F '\t' -v name="$1" '$2 == name { print $4 }'
}

# calls CALLER CALLEE [PROFILE]: "COUNT COST" of each row of calls, and "~" before an estimate
calls() {
	awk -v caller="$1" -v callee="$2" '
		/^fn=/ { name = substr($0, 4); next }
		/^# inlined/ { mark = $3; next }
		/^cfn=/ { to = substr($0, 5); next }
		/^calls=/ { n = substr($1, 7); getline
			if (name == caller && to == callee) print mark n, $2
			mark = "" }' "${3:-gcc.yes}"
}

# without_def_files: prints each row with its function and the file of its line
without_def_files() {
	awk '/^fl=/ { own = file = substr($0, 4); next }
		/^f[ie]=/ { file = substr($0, 4); next }
		/^fn=/ { name = $0; file = own; next }
		/^cfn=/ { to = $0; next }
		/^(calls|jump|jcnd)=/ { if ($0 ~ /^j/) to = ""
			kind = $0; getline; print file, name, to, kind, $0; next }
		/^[0-9]/ { print file, name, $0 }' | sort
}

@test "functions that are not inlined cost what they cost without rows of inlined ones" {
	agree gcc
	for option in --separate-callers=2 --separate-recs=3 --separate-threads=yes \
		--collect-jumps=yes --dump-instr=yes; do
		collect_both gcc "$option"
		agree gcc
	done
}

# bats test_tags=slow
@test "the place where a function is inlined is a call with its cost" {
	lambda='total(int)::{lambda(int)#1}::operator()(int) const'
	read -r n sum < <(calls "$lambda" 'discount(int, int)')
	[ "$n" -eq 1001 ]
	[ "$sum" -eq "$(cost 'discount(int, int)')" ]
	# a call from inlined code is its own
	read -r n sum < <(calls 'apply(int (*)(int), int)' 'leaf(int)')
	[ "$n" -eq 30 ]
	[ "$sum" -eq $(($(cost 'leaf(int)') / 2)) ]
	[ "$(calls 'middle(int)' 'leaf(int)')" = '' ]
}

# bats test_tags=slow
@test "inlined functions close no cycle, and cycles through them are found" {
	cg-annotate --inclusive gcc.no | grep -c 'cycle' >wanted || true
	cg-annotate --inclusive gcc.yes | grep -c 'cycle' | same wanted -
	[ "$(cost 'down(int)')" -eq "$(cost 'down(int)' gcc.no)" ]
	[ "$(cost 'up(int)')" -eq "$(cost 'up(int)' gcc.no)" ]
	[ "$(cost 'outer(int)')" -eq "$(cost 'outer(int)' gcc.no)" ]
}

# bats test_tags=slow
@test "other programs read the same totals" {
	for inclusive in yes no; do
		callgrind_annotate --inclusive=$inclusive --threshold=100 gcc.yes 2>/dev/null >marked
		grep -v '^#' gcc.yes >plain
		sed -i '1i # callgrind format' plain
		callgrind_annotate --inclusive=$inclusive --threshold=100 plain 2>/dev/null |
			sed 's/plain/gcc.yes/' | same marked -
	done
	callgrind_annotate gcc.yes 2>/dev/null | grep 'PROGRAM TOTALS' >totals
	callgrind_annotate gcc.no 2>/dev/null | grep 'PROGRAM TOTALS' | same totals -
}

@test "a named profile is the one that cg-names makes" {
	cd "$BATS_FILE_TMPDIR" || return 1
	cg-collect -q --cache-sim=no --calls --names=later "${REPRODUCIBLY[@]}" -o later \
		--client-stdout=/dev/null ./gcc
	for inline in yes no; do
		cg-names --inline=$inline later >named
		cg-filter named | same gcc.$inline -
	done
	# each name is written once
	[ "$(cg-names later | wc -c)" -lt "$(wc -c <gcc.yes)" ]
}

@test "cg-filter --inline=no takes the rows of inlined functions out" {
	for option in --dump-instr=no --dump-instr=yes; do
		collect_both gcc $option --collect-jumps=yes
		for inline in yes no; do
			cg-filter --inline=no gcc.$inline | without_def_files |
				grep -vE "fn=($NAMED_OTHERWISE) " >$inline
		done
		same no yes
		cg-filter --inline=no gcc.yes | cg-sum --check
	refuses 2 'inlined functions have rows of their own in gcc.yes and not in gcc.no; make both with --inline=no, or take them out with cg-filter --inline=no' \
		cg-diff gcc.no gcc.yes
	cg-diff gcc.no <(cg-filter --inline=no gcc.yes) >/dev/null
	done
	cg-collect -q --cache-sim=no --inline=yes -o flat --client-stdout=/dev/null ./gcc
	refuses 2 "flat: --inline=no: expected a profile with calls, as cg-collect --calls records it, found one in Cachegrind's format" \
		cg-filter --inline=no flat
}

@test "what is selected costs what it cost, and the calls add up" {
	cg-sum --by=function --inclusive --format=tsv gcc.yes | sort >wanted
	for option in --threshold=1 --top=5 --function=apply '--not-function=apply|step' \
		--own '--function=down|step' --file=inlined_calls '--not-function=^main$'; do
		cg-filter "$option" gcc.yes >filtered
		cg-sum --check filtered
		cg-sum --by=function --inclusive --format=tsv filtered |
			grep -v filtered | sort | comm -23 - wanted | cut -f 1,2,4 |
			same /dev/null -
	done
}

@test "a function is defined in its own file, also if it begins with inlined code" {
	mkdir d
	cat >d/first.h <<-'END'
		static inline __attribute__((always_inline)) int
		first(const int *p)
		{
			return p[0] + p[1];
		}
	END
	cat >d/main.c <<-'END'
		#include "first.h"
		int __attribute__((noinline)) begins(const int *p) { return first(p); }
		int main(int argc, char **argv) { int n[] = {argc, 1}; (void)argv; return !begins(n); }
	END
	gcc -g -O2 -o begins d/main.c
	collect_both begins
	[ "$(grep -B1 -x 'fn=begins' begins.no | sed -n 1p)" = "fl=$PWD/d/first.h" ]
	[ "$(grep -B1 -x 'fn=begins' begins.yes | sed -n 1p)" = "fl=$PWD/d/main.c" ]
	cg-filter --own begins.yes | grep -x 'fn=begins'
}

@test "a lambda is defined where it is written, also if a library calls it" {
	local compiler
	cat >lambda.cc <<-'END'
		#include <algorithm>
		#include <thread>
		#include <vector>
		int main()
		{
			std::vector<int> v;
			long sum = 0;
			for (int i = 0; i < 500; i++)
				v.push_back(i * 79 % 503);
			std::sort(v.begin(), v.end(), [](int a, int b) { return (a ^ 21) < (b ^ 21); });
			std::thread t([&] { for (int i = 0; i < 1000; i++) sum += v[i % 500]; });
			t.join();
			return sum == 0;
		}
	END
	for compiler in g++ clang++; do
		$compiler -std=c++17 -g -O2 -pthread -o lambda lambda.cc
		collect_both lambda
		cg-sum --by=function --inclusive --format=tsv lambda.yes |
			grep -E "$(printf '\t')main::([{]lambda|[$]_)" >lambdas || fail "no lambda by $compiler"
		[ "$(wc -l <lambdas)" -ge 2 ]
		[ "$(cut -f 1 lambdas | sort -u)" = "$PWD/lambda.cc" ]
		# its cost is the program's own
		own=$(cg-filter --own --drop lambda.yes | cg-sum --by=event --format=tsv | sed -n 's/^Ir\t//p')
		[ "$own" -ge "$(awk -F '\t' '{ sum += $3 } END { print sum }' lambdas)" ]
	done
}

@test "a function that one build inlines and clones, and the other calls, is one" {
	g++ -std=c++17 -g -O2 -fno-inline-functions -fno-inline-small-functions \
		-fno-inline-functions-called-once -o second "$TESTS/programs/inlined_calls.cc"
	collect_both second
	grep -qx 'fn=discount(int, int) \[clone .constprop.0\]' second.yes
	cg-diff gcc.yes second.yes >change
	cg-sum --check change
	cg-sum --by=function --inclusive --format=tsv change >rows
	run -1 grep -F '[clone' rows
	# calls instead of none
	[ "$(awk -F '\t' '$2 == "discount(int, int)" { print $3 }' rows)" -eq 2002 ]
	change=$(awk -F '\t' '$2 == "main" { print $4 }' rows)
	[ "$change" -eq $(($(cost main second.yes) - $(cost main))) ]
	# lines, too
	cg-diff --lines gcc.yes second.yes >change
	run -1 grep -F '[clone' change
}

@test "damaged debug information gives calls that add up" {
	local n
	for compiler in g++ clang++; do
		$compiler -std=c++17 -g -O2 -o program "$TESTS/programs/inlined_calls.cc"
		cg-collect -q --cache-sim=no --calls --names=later -o later \
			--client-stdout=/dev/null ./program
		"$TESTS/lib/mutate" program 60
		for ((n = 0; n < 60; n++)); do
			mv "program.$n" program
			cg-names later >named 2>problems
			run -1 grep 'another build' problems
			cg-sum --check named >checked || fail "$compiler $n: $(<checked)"
			cg-filter --top=20 named | cg-sum --check >/dev/null
		done
	done
}

@test "hosts are renamed as functions are" {
	cg-filter --mod-funcname=s/down/below/ --strip-prefix="$TESTS" gcc.yes >renamed
	grep -qx '# hostfn=below(int)' renamed
	grep -qx '# hostfl=programs/inlined_calls.cc' renamed
	cg-sum --check renamed
	[ "$(cost 'below(int)' renamed)" -eq "$(cost 'down(int)')" ]
}
