#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-collect while the program runs: profiles on request, and the status line.

load ../lib/collecting

# bats file_tags=long

setup_file() {
	build act.c -O0
}

setup() {
	enter_with_tmpdir
}

teardown() {
	[ -z "$(ls -A "$BATS_TEST_TMPDIR/tmp")" ]
}

long=2000000000
endless=20000000000 # of a run that is killed

# start OPTION... PROGRAM...: starts it in the background and waits until it has
# printed "up"
start() {
	cg-collect --cache-sim=no --client-stdout=up "$@" >out 2>err 3>&- &
	wait_until test -s up
}

# waits for the started command and prints its exit status
ends_with() {
	local status=0
	wait $! || status=$?
	[ "$status" -eq "$1" ] || fail "exit status $status: $(cat err)"
}

grew_beyond() {
	[ "$(total p.cg)" -gt "$1" ]
}

# bats test_tags=slow
@test "SIGUSR1 writes the profile so far, and the program goes on" {
	start -q -o p.cg act print up work $long
	[ ! -e p.cg ]
	has_burnt() { kill -USR1 $! && grep -qsx 'fn=burn' p.cg; }
	wait_until has_burnt
	"$TESTS/lib/canonical" <p.cg
	first=$(total p.cg)
	kill -0 $!
	kill -USR1 $!
	wait_until grew_beyond "$first"
	"$TESTS/lib/canonical" <p.cg
	second=$(total p.cg)
	kill $!
	ends_with 143
	"$TESTS/lib/canonical" <p.cg
	[ "$(total p.cg)" -gt "$second" ]
	[ ! -s err ]
}

@test "SIGUSR1 writes the profile of a program that sleeps" {
	command -v vgdb >/dev/null || missing 'no vgdb'
	start -q -o p.cg act work 1000 print up sleep 600
	kill -USR1 $!
	wait_until test -e p.cg
	"$TESTS/lib/canonical" <p.cg
	grep -x 'fn=burn' p.cg
	# twice, because nothing of the first time may be left
	rm p.cg
	kill -USR1 $!
	wait_until test -e p.cg
	kill $!
	ends_with 143
	[ ! -s err ]
}

@test "if vgdb cannot wake a program, a message says so" {
	mkdir bin
	# Debian's valgrind is a script that starts the other one
	for program in valgrind valgrind.bin; do
		ln -s "$(command -v valgrind | xargs dirname)/$program" bin
	done
	printf '#!/bin/sh\nexit 1\n' >bin/vgdb
	PATH=$PWD/bin:$PATH start -q -o p.cg act work 1000 print up sleep 600
	kill -USR1 $!
	wait_until grep -q 'cg-collect: cannot start vgdb: Permission denied; ' err
	chmod +x bin/vgdb
	kill -USR1 $!
	wait_until grep -q 'cg-collect: process [0-9]*: vgdb cannot reach it; ' err
	[ ! -e p.cg ]
	kill $!
	ends_with 143
	grep -x 'fn=burn' p.cg
}

# ends with the rights of nobody, or with another root directory
@test "a program that cannot reach vgdb's pipes any more ends as without them" {
	[ "$(id -u)" -eq 0 ] || skip 'only root can give up rights'
	cat >gives_up.c <<-'END'
		#include <stdio.h>
		#include <sys/wait.h>
		#include <unistd.h>
		int main(int argc, char **argv)
		{
			int status = 0;
			if (argc > 1 ? chroot(argv[1]) : setuid(65534))
				return 1;
			if (fork() == 0)
				_exit(3);
			wait(&status);
			printf("%d\n", WEXITSTATUS(status));
			return 0;
		}
	END
	cc -o gives_up gives_up.c
	mkdir root
	for options in -q '-q -f'; do
		for place in '' root; do
			# shellcheck disable=SC2086 # a list of options, no argument
			run -125 --separate-stderr cg-collect $options -o p.cg ./gives_up $place
			[ "$output" = 3 ]
			run -1 grep -v " left no\\(thing\\| profile\\)" <<<"$stderr"
		done
	done
}

@test "an old file is kept until the new one is complete" {
	echo old >p.cg.gz
	start -q -o p.cg.gz act print up work $long
	grep -x old p.cg.gz
	kill -USR1 $!
	wait_until gzip -tq p.cg.gz
	gzip -dc p.cg.gz | "$TESTS/lib/canonical"
	kill $!
	ends_with 143
	[ "$(echo p.cg*)" = p.cg.gz ]
}

# bats test_tags=slow
@test "stacks are named from one profile, although a later one comes meanwhile" {
	awk 'BEGIN {
		print "#include <time.h>\nstatic volatile int sink;"
		for (i = 0; i < 300; i++)
			printf "static __attribute__((noinline)) void f%d(void) { sink += %d; }\n", i, i
		print "static void wait(void) { struct timespec t = {0, 20000000}; nanosleep(&t, 0); }"
		print "int main(void) {"
		for (i = 0; i < 300; i++)
			printf "f%d(); wait();\n", i
		print "return 7; }"
	}' >steps.c
	cc -O1 -o steps steps.c
	# a cg-names that takes longer than the interval
	mkdir -p slow/bin slow/libexec
	cp "$B/bin/cg-collect" "$B/bin/cg-names" slow/bin
	mv slow/bin/cg-names slow/bin/names
	printf '#!/bin/sh\nsleep 2\nexec "${0%%cg-names}names" "$@"\n' >slow/bin/cg-names
	chmod +x slow/bin/cg-names
	cp -r "$B/libexec/cg-tools" slow/libexec
	run -7 slow/bin/cg-collect -q --stacks --dump-every=1 -o p.cg ./steps
	[ -z "$output" ]
	cg-sum --check p.cg
	[ "$(cg-sum --by=function --format=tsv p.cg | cut -f2 | grep -c '^f[0-9]*$')" -eq 300 ]
	run -7 slow/bin/cg-collect -q --stacks --dump-every=1 --combine-dumps=no -o p.cg ./steps
	[ -z "$output" ]
}

@test "--dump-every writes the profile at intervals" {
	start -q --dump-every=1 -o p.cg act print up work $long
	wait_until test -e p.cg
	first=$(total p.cg)
	wait_until grew_beyond "$first"
	kill $!
	ends_with 143
}

@test "the profile so far of a tree includes all processes" {
	start -q -f -o p.cg act work 1000 fork work 300 join \
		fork work $long leave print up work $long
	has_all() { kill -USR1 $! && grep -qsx 'desc: Processes:        3' p.cg; }
	wait_until has_all
	"$TESTS/lib/canonical" <p.cg
	end_descendants $!
	ends_with 143
}

# descendants PID: prints their process numbers
descendants() {
	local child
	for child in $(cat "/proc/$1/task/$1/children"); do
		echo "$child"
		descendants "$child"
	done
}

# end_descendants PID: those that end by themselves, such as cg-names, may be gone
end_descendants() {
	local process
	for process in $(descendants "$1"); do
		kill "$process" || [ ! -e "/proc/$process" ]
	done
}

@test "with %p each process has a profile so far" {
	start -q -o '%p.cg' act fork work $long leave print up work $long
	kill -USR1 $!
	both() { [ "$(echo [0-9]*.cg | wc -w)" -eq 2 ]; }
	wait_until both
	for profile in [0-9]*.cg; do "$TESTS/lib/canonical" <"$profile"; done
	end_descendants $!
	ends_with 143
}

# bats test_tags=slow
@test "after SIGKILL the last profile so far remains" {
	start -q -o p.cg act print up work $long
	kill -USR1 $!
	wait_until test -e p.cg
	# vgdb may still run, or have ended
	# shellcheck disable=SC2046 # a list
	kill -KILL $(descendants $!) 2>/dev/null || :
	ends_with 137
	"$TESTS/lib/canonical" <p.cg
	grep -E '^cg-collect: process [0-9]+ left an earlier profile, but none of its end: act print up' err
}

@test "writing the profile so far does not change the final counts" {
	cg-collect -q "${REPRODUCIBLY[@]}" -o one.cg act work 3000000
	cg-collect -q "${REPRODUCIBLY[@]}" --dump-every=1 -o two.cg act work 3000000 &
	for _ in 1 2 3 4 5 6; do
		sleep 0.2
		kill -USR1 $! 2>/dev/null || true
	done
	wait $!
	same one.cg two.cg
}

@test "standard output and pipes receive only the final profile" {
	for output in /dev/fd/4 -; do
		start -q -o $output act print up work 300000000 4> >(cat >>piped)
		kill -USR1 $!
		ends_with 0
		rm up
		same - err <<-'end'
			cg-collect: a pipe or device takes a profile at the end only (-o names a regular file)
		end
	done
	"$TESTS/lib/canonical" <out
	wait_until grep -q '^summary: ' piped
	"$TESTS/lib/canonical" <piped
	mkfifo fifo
	for output in - fifo /dev/null; do
		run -125 --separate-stderr cg-collect --dump-every=5 -o $output act
		[ "$stderr" = 'cg-collect: --dump-every needs -o FILE, a regular file (see cg-collect --help)' ]
	done
}

@test "invalid intervals are refused, and very long ones work" {
	cg-collect -q --dump-every=9223372036854775807 -o p.cg act
	"$TESTS/lib/canonical" <p.cg
	run -125 --separate-stderr cg-collect --dump-every=0 -o p.cg act
	[[ $stderr == *'--dump-every: expected'* ]]
}

# bats test_tags=slow
@test "instructions that run more than 2^32 times are counted" {
	# with a branch, because Valgrind unrolls loops without one and counts each copy
	cat >loop.c <<-'END'
		static __attribute__((noinline)) void burn(void)
		{
			for (long i = 0; i < 1100000000; i++)
				if (i & 1)
					__asm__ volatile("" : : : "memory");
		}
		static __attribute__((noinline)) void a(void) { burn(); __asm__ volatile(""); }
		static __attribute__((noinline)) void b(void) { burn(); __asm__ volatile(""); }
		static __attribute__((noinline)) void c(void) { burn(); __asm__ volatile(""); }
		int main(void)
		{
			a();
			b();
			c();
			burn();
			return 0;
		}
	END
	cc -O1 -static -o loop loop.c
	# the last one folds the stacks of burn, each of which ran less often
	for options in --branch-sim=yes '--calls --cache-sim=no' '--stacks=60 --cache-sim=no'; do
		# shellcheck disable=SC2086 # options
		cg-collect -q $options -o p.cg ./loop
		cg-sum --by=function --format=tsv p.cg >functions
		awk -F'\t' '$2 == "burn" { n = $3 }
			END { exit !(n % 2200000000 < 30 && n > 13000000000) }' functions
	done
}

# --- the status line

# watched COLUMNS OPTIONS PATTERN: prints the output of a long run on a terminal of so many columns;
# the run is ended when the pattern appears; each update of the status line is a line
watched() {
	rm -f typed pid
	script -qfec "stty cols $1; echo \$\$ >pid; exec cg-collect --cache-sim=no \
		-o p.cg $2 act work $endless" typed </dev/null >/dev/null 3>&- &
	wait_until grep -qE "$3" typed
	kill "$(cat pid)"
	wait $! || true
	sed '1d; $d' typed | tr '\r' '\n' | sed 's/\x1b\[K/<clear>/g'
}

progress='^<clear>[0-9,]+ instructions in 0:00:[0-9]{2}$'
slower=', [0-9]+ to [0-9]+ times slower than natively'

# bats test_tags=slow
@test "the status line is shown on a terminal and disappears at the end" {
	need_terminal
	watched 80 '' "$slower" >out
	grep -cE "${progress%?}($slower)?$" out
	# four times as many instructions in a cycle; small numbers are rounded by much
	grep -oE "$slower" out | sed -n 1p |
		awk '{ exit !($2 > 0 && $2 < 2000 && $4 >= 3.5 * $2 - 2 && $4 <= 4.5 * $2 + 2) }'
	# it disappears before any message of Valgrind
	[ "$(grep -c '<clear>' out)" -gt "$(grep -cE 'instructions in' out)" ]
	run -1 grep 'instructions in.*==' out
	cg-sum p.cg
}

@test "the status line fits a narrow terminal" {
	need_terminal
	watched 40 '' '(instructions in 0:00:0[2-9].*){2}' >out
	grep -cE "$progress" out
	run -1 grep natively out
	watched 20 '' ' inst' >out
	# more of the line fits if the count is still small
	grep -xE '<clear>[0-9,]+ instr?u?c?t?i?o?n?s?( i?n? ?[0-9:]*)?' out
	run -1 grep -E '^<clear>[0-9].{19}' out
}

@test "the status line is shown for a tree too" {
	need_terminal
	watched 80 -f 'instructions in' >out
	grep -cE "$progress" out
	grep 'I *refs: ' out
	run -1 grep 'instructions in.*I ' out
}

@test "the status line disappears before the block of totals and before what the program writes" {
	need_terminal
	# a run that is over before a line was drawn removes none
	script -qec 'cg-collect --cache-sim=no -o p.cg act work 10' /dev/null </dev/null >out
	[ "$(grep -c $'\e' out)" -le 1 ]
	cat >asks.c <<-'END'
		#include <stdio.h>
		static volatile long sum;
		int main(void)
		{
			for (int n = 0; n < 3; n++) {
				for (long i = 0; i < 1000000000; i++)
					sum += i;
				printf(n == 1 ? "name? " : "said %d\n", n);
				fflush(stdout);
			}
			return printf("end") != 3;
		}
	END
	cc -O1 -o asks asks.c
	script -qec 'cg-collect --cache-sim=no -o p.cg ./asks' /dev/null </dev/null |
		tr '\r' '\n' | sed 's/\x1b\[K/<clear>/g' >out
	grep -E "$progress" out
	# a line that is not complete stays
	grep -x '<clear>said 0' out
	grep -xE '(<clear>)?name[?] said 2' out
	grep -xE '(<clear>)?end.*' out
	run -1 grep -E 'instructions in.*(said|name|end|==)' out
}

@test "there is no status line with -q, without a terminal, or on a dumb one" {
	need_terminal
	for term in TERM=dumb TERM= -uTERM; do
		on_terminal "env $term cg-collect --cache-sim=no -o p.cg act work 10" \
			>out
		grep '  refs: ' out
		run -1 grep $'\e' out
	done
	script -qec 'cg-collect -q --cache-sim=no -o p.cg act work 10' /dev/null \
		</dev/null >out
	[ ! -s out ]
	script -qec 'cg-collect --cache-sim=no -o p.cg act work 10 2>err' \
		/dev/null </dev/null >out
	[ ! -s out ]
	run -1 grep $'\e' err
	# nor if Valgrind's messages go elsewhere
	on_terminal 'cg-collect --log-file=log --cache-sim=no -o p.cg act work 10' >out
	[ ! -s out ]
}
