#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cgcollect, the Valgrind tool: its counts, compared with stock Cachegrind and
# with the processor, and its output files.

load ../lib/collecting
load ../lib/oracle

# bats file_tags=long

setup_file() {
	local name
	for name in torture threads crash singlestep act; do
		build $name.c -O1 -ldl -lm
	done
	build containers.cc -O1
	build stepped.c -O1 -static -nostdlib -no-pie -fno-stack-protector
	# a varied text that is the same on every machine
	awk 'BEGIN { for (x = 1; i < 60000; i++) {
		x = (x * 16807) % 2147483647
		printf "%s%s", x % (i % 97 + 3), i % 11 ? " " : "\n" } }' >"$BATS_FILE_TMPDIR/text"
	VALGRIND=$(command -v valgrind.bin || command -v valgrind)
	export VALGRIND
}

setup() {
	enter_with_programs
	TEXT=$BATS_FILE_TMPDIR/text
}

# runs the tool without the launcher, and names what it leaves in `out` and such
collect() {
	local status=0 profile
	VALGRIND_LIB=$B/libexec/cg-tools "$VALGRIND" --tool=cgcollect "$@" || status=$?
	for profile in out alone file; do
		if [ -f "$profile" ] && grep -q '^desc: Names:' "$profile"; then
			cg-names --inline=no -o "$profile" "$profile"
			sed -i '/^desc: \(Build IDs\|Compilers\):/d' "$profile"
		fi
	done </dev/null &>/dev/null
	return $status
}

# burnt_by ROUNDS: prints the instructions that "work ROUNDS" executes in burn()
burnt_by() {
	collect -q --cache-sim=no --cachegrind-out-file=alone act work "$1" &&
		burnt alone
}

# is COUNT WANTED NAME
is() {
	[ "$1" = "$2" ] || fail "$3: $1, not $2"
}

# --- counts

@test "gzip counts as under Cachegrind" {
	counts_in_all_modes gzip -c -6 "$TEXT"
}

@test "perl counts as under Cachegrind" {
	counts_in_all_modes perl -ne \
		'$n{$1}++ while /(\d)\d*3/g; END { print map "$_ $n{$_} ", sort keys %n }' \
		"$TEXT"
}

@test "sort and sed count as under Cachegrind" {
	counts --branch-sim=yes -- sort -S 8M -n "$TEXT"
	counts --branch-sim=yes -- sed 's/\([0-9]\) 1/\1,/g' "$TEXT"
}

@test "a C++ program counts as under Cachegrind" {
	counts_in_all_modes "$BATS_FILE_TMPDIR/containers"
}

# The order of the threads can vary; it has to be the same in one of several runs.
# bats test_tags=slow
@test "threads count as under Cachegrind" {
	for mode in --cache-sim=no --branch-sim=yes; do
		for _ in {1..40}; do
			! counts $mode -- "$BATS_FILE_TMPDIR/threads" || continue 2
		done 2>/dev/null
		cat counts.out
		false
	done
}

@test "a program that forks counts as under Cachegrind" {
	counts --branch-sim=yes -- "$BATS_FILE_TMPDIR/act" work 1000 \
		fork work 2000 join work 3000
}

@test "a shell script counts as under Cachegrind" {
	cat >script <<-'end'
		#!/bin/dash
		i=0
		while [ $i -lt 200 ]; do i=$((i + 1)); set -- "$@" $i; done
		echo "$*"
	end
	chmod +x script
	counts --branch-sim=yes -- "$PWD/script"
}

@test "a program that crashes counts as under Cachegrind" {
	counts_in_all_modes "$BATS_FILE_TMPDIR/crash"
}

# bats test_tags=slow
@test "difficult instructions, faults and discarded code count as under Cachegrind" {
	counts_in_all_modes "$BATS_FILE_TMPDIR/torture"
	counts --cache-sim=no --branch-sim=yes -- "$BATS_FILE_TMPDIR/torture"
}

@test "VEX's sanity checks accept the added code" {
	cp -rL "$B/libexec/cg-tools" shipped
	cp -rL "$B/checked" checked
	for options in --cache-sim=no --branch-sim=no --branch-sim=yes; do
		for tool in shipped checked; do
			CG_COLLECT_LIB=$tool cg-collect -q "${REPRODUCIBLY[@]}" \
				$options --client-stdout=/dev/null \
				-o $tool.cg torture
		done
		same shipped.cg checked.cg "$options"
	done
}

@test "unusual geometries count as under Cachegrind" {
	local torture=$BATS_FILE_TMPDIR/torture
	counts --I1=4096,1,32 --D1=8192,1,32 --LL=65536,1,64 -- "$torture"
	counts --I1=8192,2,128 --D1=6144,3,32 --LL=65536,4,32 -- "$torture"
	counts --I1=512,16,32 --D1=768,12,64 --LL=32768,8,32 -- "$torture"
	counts --I1=32768,8,32 --D1=32768,8,256 --LL=1572864,12,128 -- "$torture"
	counts --I1=524288,2,131072 -- "$torture"
	counts --I1=262144,1,131072 --D1=262144,1,131072 \
		--LL=1048576,2,131072 -- "$torture"
	counts --I1=65536,2,64 --D1=131072,2,64 --L2=1048576,16,64 -- \
		gzip -c "$TEXT"
}

@test "with chasing, counts equal Cachegrind's default" {
	counts --vex-guest-chase=yes -- gzip -c "$TEXT"
}

# bats test_tags=slow
@test "the instruction count is the same by single-stepping" {
	local steps
	steps=$(singlestep "$BATS_FILE_TMPDIR/stepped")
	[ "$steps" -gt 50000 ]
	collect -q --cache-sim=no --cachegrind-out-file=out stepped
	is "$(sed -n 's/^summary: //p' out)" "$steps" instructions
}

# bats test_tags=slow
@test "a replacement function may be called directly or replace two functions" {
	cc -O1 -g -o replaced -x c - <<-'end'
		#include <valgrind/valgrind.h>
		static volatile long sink;
		#define PLAIN __attribute__((noinline)) void
		PLAIN one(void) { sink += 1; }
		PLAIN a_1(void) { sink += 1; }
		PLAIN a_2(void) { sink += 2; }
		PLAIN I_REPLACE_SONAME_FNNAME_ZU(NONE, one)(void)
		{
			for (int i = 0; i < 1000; i++)
				sink += i;
		}
		PLAIN I_REPLACE_SONAME_FNNAME_ZZ(NONE, aZuZa)(void)
		{
			for (int i = 0; i < 500; i++)
				sink += i;
		}
		int main(void)
		{
			for (int i = 0; i < 10; i++) {
				one();
				I_REPLACE_SONAME_FNNAME_ZU(NONE, one)();
				a_1();
				a_2();
			}
			return sink != 20 * 499500 + 20 * 124750;
		}
	end
	"$VALGRIND" -q --tool=none ./replaced
	for options in --cache-sim=no --branch-sim=yes; do
		collect -q $options --cachegrind-out-file=out ./replaced
		"$TESTS/lib/canonical" <out
		# a short loop with a few instructions around it, twenty times
		cost=$(awk '/^fn=/ { inside = $0 == "fn=one" }
			/^[0-9]/ && inside { sum += $2 } END { print sum }' out)
		is "$((cost % 20)) $((cost / 20 % 1000 < 10))" '0 1' \
			"$cost instructions of the first: is 20 times the same"
		[ "$cost" -ge $((20 * 4000)) ]
	done
}

@test "the costs of unloaded code are kept under its names" {
	collect -q --cache-sim=no --cachegrind-out-file=out torture
	awk '/^fn=/ { inside = /cbrt/ } /^[0-9]/ && inside { sum += $2 }
	     END { exit sum < 15000 * 10 }' out
}

# --- the profile

# bats test_tags=slow
@test "the profile is canonical and has the events of each mode" {
	while IFS='|' read -r options events; do
		# shellcheck disable=SC2086
		collect -q --cachegrind-out-file=out $options act
		"$TESTS/lib/canonical" <out
		is "$(grep ^events out)" "events: $events" "$options"
	done <<-'end'
		--cache-sim=no|Ir
		--cache-sim=yes|Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw
		--cache-sim=no --branch-sim=yes|Ir Bc Bcm Bi Bim
		--branch-sim=yes|Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw Bc Bcm Bi Bim
	end
}

# bats test_tags=slow
@test "the profile describes the geometry and the command" {
	collect -q --cachegrind-out-file=out --I1=4096,1,32 --D1=6144,3,32 \
		--LL=65536,16,64 act work 7
	head -4 out >top
	same - top <<-'end'
		desc: I1 cache:         4096 B, 32 B, direct-mapped
		desc: D1 cache:         6144 B, 32 B, 3-way associative
		desc: LL cache:         65536 B, 64 B, 16-way associative
		cmd: act work 7
	end
}

@test "control characters in the command are escaped" {
	collect -q --cache-sim=no --cachegrind-out-file=out act print \
		$'a\nevents: X\tb\r\e[1m\x7f' >/dev/null
	is "$(grep ^cmd: out)" 'cmd: act print a\nevents: X\tb\r\x1b[1m\x7f' cmd
	is "$(grep -c ^events: out)" 1 'events lines'
}

@test "control characters in names are escaped" {
	mkdir $'d\nfl=x'
	cp "$TESTS/programs/act.c" $'d\nfl=x/a\tb.c'
	cc -g -O0 -o named $'d\nfl=x/a\tb.c'
	collect -q --cache-sim=no --cachegrind-out-file=out ./named
	"$TESTS/lib/canonical" <out
	grep -q 'fl=.*/d\\nfl=x/a\\tb\.c$' out
	run -1 grep -x 'fl=x.*' out
}

@test "the summary has Cachegrind's layout" {
	mkdir lib
	platform=$(pkg-config --variable=platform valgrind)
	ln -s "${VG_LIBEXEC:-/usr/libexec/valgrind}"/{cachegrind-$platform,vgpreload_core-$platform.so,default.supp} lib
	ln -s "$B/libexec/cg-tools/cgcollect-$platform" \
		"lib/cg-collect-$platform"
	for options in --cache-sim=no --cache-sim=yes --branch-sim=yes \
		'--cache-sim=no --branch-sim=yes'; do
		for tool in cachegrind cg-collect; do
			# shellcheck disable=SC2086
			env -i "VALGRIND_LIB=$PWD/lib" setarch -R "$VALGRIND" \
				--tool=$tool --vex-guest-chase=no \
				--cache-sim=yes $options \
				--cachegrind-out-file=/dev/null \
				"$BATS_FILE_TMPDIR/stepped" 2>err
			block_of_totals <err >$tool
		done
		[ -s cachegrind ]
		same cachegrind cg-collect "summary with $options"
	done
}

# --- geometry

# bats test_tags=slow
@test "a bad geometry is refused with Cachegrind's message" {
	local value option
	for value in 32768,8 '32768,8,64,' x,8,64 32768,8,64x 30000,8,64 \
		32768,8,8 64,1,64 99999999999,8,64 32768,8,48 4096,3,64; do
		for option in --I1 --D1 --LL; do
			env -u VALGRIND_LIB "$VALGRIND" --tool=cachegrind \
				$option=$value true 2>stock && fail "$value: taken"
			collect $option=$value true 2>ours && fail "$value: taken"
			same stock ours "$option=$value"
		done
	done
}

@test "an empty geometry is refused" {
	local value
	for value in 0,0,0 32768,0,64 32768,8,0 -32768,8,64 ',,' '32768,8,'; do
		run -1 collect --D1=$value true
		[[ $output == *"Bad argument '$value'"* ]]
	done
}

# --- output files

@test "the profile is written even if all streams are closed" {
	collect -q --cache-sim=no --cachegrind-out-file=out act close-all work 10
	is "$(burnt out)" "$(burnt_by 10)" burnt
	collect -q --cache-sim=no --cachegrind-out-file=out act close \
		>&- 2>&- <&-
	"$TESTS/lib/canonical" <out
}

@test "a program that dies by a signal leaves a profile" {
	for signal in 2 6 11 15; do
		rm -f out
		run collect -q --cache-sim=no --cachegrind-out-file=out \
			act work 10 raise $signal
		is "$(burnt out)" "$(burnt_by 10)" "burnt before signal $signal"
	done
}

# bats test_tags=slow
@test "a profile is written before an exec" {
	collect -q --cache-sim=no --cachegrind-out-file=out act work 10 \
		exec true
	is "$(burnt out)" "$(burnt_by 10)" burnt
	"$TESTS/lib/canonical" <out
}

@test "a failed exec neither loses nor repeats costs" {
	echo x >not-a-program
	run -1 collect -q --cache-sim=no --cachegrind-out-file=out act work 10 \
		exec ./not-a-program
	is "$(burnt out)" "$(burnt_by 10)" burnt
	is "$(echo *)" "$(echo alone not-a-program out)" files
}

# bats test_tags=slow
@test "a forked child does not write to its parent's file" {
	collect --cache-sim=no --cachegrind-out-file=out act work 10 \
		fork work 1000 join work 20 2>err
	is "$(burnt out)" "$(($(burnt_by 10) + $(burnt_by 20)))" burnt
	is "$(grep -c 'I  *refs' err)" 1 summaries
}

@test "a forked child does not write to its parent's file before an exec" {
	collect -q --cache-sim=no --cachegrind-out-file=out act \
		fork exec sh -c '[ ! -e out ] || touch found' join
	[ -e out ]
	[ ! -e found ]
}

@test "with %p a forked child writes a file with its own costs" {
	collect -q --cache-sim=no --cachegrind-out-file=out.%p act work 10 \
		fork work 1000 join work 20
	burnt_by 1 >/dev/null
	local file
	for file in out.*; do burnt "$file"; done | sort -n >burnt
	{
		echo $(($(burnt_by 10) + $(burnt_by 20)))
		burnt_by 1000
	} >wanted
	same wanted burnt
}

# makes a spool as cg-collect does, with the page that it shares with processes
make_spool() {
	mkdir spool
	truncate -s 4096 spool/control
}

# bats test_tags=slow
@test "in a spool, each program of each process has a file" {
	make_spool
	collect -q --cache-sim=no --trace-children=yes --spool=spool \
		act work 10 fork work 20 exec "$BATS_FILE_TMPDIR/act" work 30 \
		join exec "$BATS_FILE_TMPDIR/act" work 40
	is "$(cd spool && echo *.[0-9] | tr ' ' '\n' | sed 's/.*\.//' | sort | xargs)" \
		'0 0 1 1' numbers
	is "$(burnt spool/*.[0-9])" "$(($(burnt_by 10) + $(burnt_by 20) + \
		$(burnt_by 30) + $(burnt_by 40)))" burnt
}

@test "a process that writes twice keeps its number" {
	make_spool
	echo x >not-a-program
	run -1 collect -q --cache-sim=no --spool=spool act work 10 \
		exec ./not-a-program
	is "$(cd spool && echo *)" "$(cd spool && echo *.0 control)" files
	is "$(burnt spool/*.0)" "$(burnt_by 10)" burnt
}

@test "a program with an invalid spool does not run" {
	touch file
	for spool in nowhere file file/below; do
		run -1 collect -q --spool=$spool --trace-children=yes act print ran
		[[ $output =~ ^cgcollect:\ $spool:\ cannot\ write:\ [^$'\n']*$ ]]
	done
}

# bats test_tags=slow
@test "the file name: %p, %q{VAR}, relative to the initial directory" {
	export PART=x
	mkdir there
	collect -q --cache-sim=no --cachegrind-out-file=a.%p.%q{PART}%% \
		sh -c 'cd there; echo $$ >pid'
	[ -e "a.$(cat there/pid).x%" ]
	run -1 collect -q --cachegrind-out-file=%x act print ran
	[[ $output != *ran* ]]
}

# bats test_tags=slow
@test "a profile that cannot be written is reported in one line and leaves no file" {
	run -0 collect -q --cache-sim=no --cachegrind-out-file="$PWD/no/out" act
	is "$(grep cgcollect: <<<"$output")" \
		"cgcollect: $PWD/no/out: cannot write: no such file or directory" \
		message
	run -0 collect -q --cache-sim=no --cachegrind-out-file=/dev/full act
	is "$(grep cgcollect: <<<"$output")" \
		'cgcollect: /dev/full: cannot write: no space left on device' \
		message
	mkdir directory
	run -0 collect -q --cache-sim=no --cachegrind-out-file=directory act
	[[ $output == *"/directory: cannot write: is a directory"* ]]
	is "$(echo *)" directory files
}

# bats test_tags=slow
@test "if the disk fills up, the old file is kept" {
	echo old >out
	run bash -c "ulimit -f 1; trap '' XFSZ
		VALGRIND_LIB=$B/libexec/cg-tools $VALGRIND --tool=cgcollect -q \
		--cache-sim=no --cachegrind-out-file=out $BATS_FILE_TMPDIR/act"
	[[ $output == *'/out: cannot write: file too large'* ]]
	is "$(cat out)" old 'the old file'
	is "$(echo *)" out files
}

@test "devices and symbolic links are not replaced" {
	collect -q --cache-sim=no --cachegrind-out-file=/dev/null act
	[ -c /dev/null ]
	echo old >file
	ln -s file link
	collect -q --cache-sim=no --cachegrind-out-file=link act
	[ -L link ]
	"$TESTS/lib/canonical" <file
}

# most machines have something to warn of
@test "nothing is said of caches that are not simulated" {
	cg-collect --cache-sim=no -o p.cg true 2>err
	run ! grep -i 'warning' err
}
