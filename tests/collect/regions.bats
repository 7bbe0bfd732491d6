#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# Regions that a program names: what each of them costs, however it is entered and left.

load ../lib/collecting

# bats file_tags=long

setup_file() {
	build regions.cc -O1 -static
	cd "$BATS_FILE_TMPDIR"
	cg-collect -q --cache-sim=no --inline=no -o p ./regions unbalanced
	# work(n) costs k * n + b
	read -r work10 work20 < <(work p | awk '{ cost[$1] = $2 }
		END { print cost["first;second"], cost["-"] }')
	export K=$(((work20 - work10) / 10))
	export REST=$((work10 - 10 * K))
	[ "$K" -ge 4 ] && [ "$REST" -ge 1 ]
}

# work FILE: prints each region with the cost of work() in it
work() {
	awk '/^version:/ { region = "-" } /^desc: Region: / { region = substr($0, 15) }
		/^fn=/ { inside = /^fn=work(\047|$)/ } /^(cfn|calls)=/ { call = 1 }
		/^[0-9]/ { if (inside && !call) sum[region] += $2; call = 0 }
		END { for (region in sum) print region, sum[region] }' "$1" | sort
}

# regions FILE: prints each region with its entries and its total
regions() {
	awk '/^version:/ { region = "-"; entries = "-" }
		/^desc: Region: / { region = substr($0, 15) }
		/^# entries=/ { entries = substr($0, 11) }
		/^totals:/ { print region, entries, $2 }' "$1"
}

# works REGION CALLS LOOPS...: the costs of work() in p must be these, of calls of work() with
# so many rounds in all
works() {
	while [ $# -gt 0 ]; do
		echo "$1 $(($2 * REST + $3 * K))"
		shift 3
	done | sort >expected
	work p | same expected - "$options"
}

# entered REGION ENTRIES...: the regions in p must be these
entered() {
	printf '%s %s\n' "$@" | sort >expected
	regions p | awk '$1 != "-" { print $1, $2 }' | sort | same expected - "$options"
}

# collect ARGUMENT...: into p, with these arguments of the program
collect() {
	# shellcheck disable=SC2086 # several options
	cg-collect -q --cache-sim=no --inline=no $options -o whole regions "$@" >out
	cg-sum --check whole
	# with names in full, and without addresses and threads
	cg-filter --stacks=no --level=function whole >p
}

# in_all_forms COMMAND...: for several ways of counting
in_all_forms() {
	for options in '' --calls --stacks '--calls --separate-threads=yes' \
		'--calls --separate-callers=2 --dump-instr=yes --collect-jumps=yes'; do
		"$@"
	done
}

nested() {
	collect nested
	works outer 3 30 'outer;inner' 6 120
	entered outer 3 'outer;inner' 6
}

@test "misses and mispredictions are of the region in which they happen" {
	cat >misses.c <<-'END'
		#include <cg-tools/regions.h>
		static volatile char lines[2000][64];
		int main(void)
		{
			for (int i = 0; i < 1000; i++)
				lines[i][0] = 1;
			CG_REGION("walk")
				for (int i = 1000; i < 2000; i++)
					lines[i][0] = 1;
			return 0;
		}
	END
	cc -O1 -g -I"$TESTS/../include" -o misses misses.c
	for options in '' --calls --stacks --data=d.cg; do
		# shellcheck disable=SC2086 # several options
		cg-collect -q --reproducible --branch-sim=yes $options -o p ./misses
		cg-sum --by=region --events=Ir,D1mw,DLmw,D1mr,Bc,Bcm,I1mr --format=tsv p >"by region$options"
		check_same "$options" 'cat "by region"' "cat 'by region$options'"
		awk -F '\t' '$1 == "walk" { n = $4 } END { exit n < 1000 || n > 1004 }' "by region$options"
	done
}

# bats test_tags=slow
@test "regions have what ran in them, and not what ran in the regions in them" {
	in_all_forms nested
}

@test "the parts add up to what the program costs" {
	for options in '' --calls --stacks; do
		collect nested
		total=$(regions p | awk '{ sum += $3 } END { print sum }')
		[ "$(cg-sum --format=plain p)" -eq "$total" ]
	done
}

recursion() {
	collect recursion 5
	works 'outer;rec' 6 60
	entered outer 1 'outer;rec' 1
}

@test "a region that is entered within itself is not entered again" {
	in_all_forms recursion
}

left() {
	collect left
	works - 1 1000 outer 2 200 'outer;jumps' 1 10 'outer;throws' 1 10 block 2 20
	entered outer 1 'outer;jumps' 1 'outer;throws' 1 block 4
}

# bats test_tags=slow
@test "a longjmp, an exception, continue and break leave regions" {
	in_all_forms left
}

signals() {
	collect signals
	works outer 2 20 'outer;handler' 1 10 'outer;unended' 1 10
}

@test "a handler of signals is in the region that it interrupts, and leaves its own" {
	in_all_forms signals
}

threads() {
	collect threads
	works outer 1 10 'outer;inner' 1 20
	entered outer 1 'outer;inner' 1
}

@test "a thread is in the region that made it" {
	in_all_forms threads
}

forks() {
	collect forks
	[ -z "$(work p)" ]
	entered outer 1
	options+=' -f' collect forks
	works outer 1 10 'outer;child' 1 20
	entered outer 1 'outer;child' 1
}

@test "a forked child is in the region of its parent, and enters its own" {
	in_all_forms forks
}

@test "regions that are not balanced are named, and the profile is whole" {
	cg-collect --cache-sim=no --inline=no -o p regions unbalanced 2>err
	works 'first;second' 1 10 - 1 20
	entered first 1 'first;second' 1
	grep -q '== the region second was entered, but not left$' err
	grep -q '== the region third was left, but not entered$' err
	run -0 --separate-stderr cg-collect -q --cache-sim=no -o p regions unbalanced
	[ -z "$stderr" ]
}

@test "names of all kinds are names, and addresses of no name are ignored" {
	options='' collect names
	regions p | awk '$1 != "-" { print length($1), $2, substr($1, 1, 8) }' | sort -n |
		same <(printf '%s\n' '3 1 ???' '9 1 a\nb\x3b' '10000 1 nnnnnnnn') -
}

@test "10,000 regions are told apart" {
	options='' collect many
	[ "$(regions p | grep -c ' 1 ')" -ge 10000 ]
	[ "$(work p | awk '{ print $2 }' | sort -u)" = $((K + REST)) ]
}

@test "a program knows its own counts while it runs" {
	for options in '' --calls --stacks '--calls --separate-threads=yes' --branch-sim=yes; do
		collect counts
		read -r n cost <out
		events=1
		[ "$options" != --branch-sim=yes ] || events=2
		[ "$n" -eq "$events" ]
		# work, its call, and the request itself
		[ "$cost" -ge $((1000 * K + REST)) ]
		[ "$cost" -le $((1000 * K + REST + 30)) ]
	done
	[ "$("$BATS_FILE_TMPDIR/regions" counts)" = '0 0' ]
}

@test "counts of caches are the same with regions" {
	cg-collect -q --inline=no "${REPRODUCIBLY[@]}" --calls regions nested | cg-sum >with
	cg-collect -q --inline=no "${REPRODUCIBLY[@]}" regions nested | cg-sum >without
	same with without
}

@test "a process that names regions has them, also if the first one does not" {
	cg-collect -q -f --cache-sim=no --inline=no -o p sh -c 'regions nested; exit 0'
	works outer 3 30 'outer;inner' 6 120
}

@test "a system call that no kernel knows names regions of scripts" {
	python=$(python3 -c 'import sys; print(sys.executable)')
	cat >script.py <<-'END'
		import ctypes, ctypes.util
		prctl = ctypes.CDLL(None, use_errno=True).prctl
		counts = (ctypes.c_ulonglong * 2)()
		natively = prctl(0x43475247, 0, b"work") == -1 and ctypes.get_errno() == 22
		sum(range(1000))
		prctl(0x43475247, 1, b"work")
		prctl(0x43475247, 0, 8)
		print(natively, prctl(0x43475247, 2, counts, 2), counts[0] > 1000000)
	END
	[ "$("$python" script.py)" = 'True -1 False' ]
	cg-collect -q --cache-sim=no -o p "$python" script.py >out
	[ "$(cat out)" = 'False 1 True' ]
	options='' entered work 1
}

@test "regions need no option, and chasing has none" {
	cg-collect --cache-sim=no --vex-guest-chase=yes -o p regions nested 2>err
	grep -q -e '--vex-guest-chase=yes: regions of the program are not counted' err
	[ "$(grep -c 'desc: Region' p)" -eq 0 ]
}

@test "outside of cg-collect, entering and leaving a region costs 20 instructions at most" {
	cat >cost.c <<-'END'
		#include <cg-tools/regions.h>
		void
		empty(void)
		{
		}
		void
		region(void)
		{
			CG_REGION("r") {
			}
		}
	END
	for compiler in gcc clang; do
		command -v "$compiler" >/dev/null || continue
		"$compiler" -O2 -I "$TESTS/../include" -c cost.c
		# with what the function itself needs, to make room on the stack and to return
		n=$(objdump -d --disassemble=region cost.o | grep -c '^ .*:.*[a-z]')
		[ "$n" -le 26 ] || fail "$compiler: $n"
	done
}
