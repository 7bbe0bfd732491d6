#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# Programs with threads, with handlers on separate stacks, and with code that is
# unloaded or changed: every instruction is counted once, for the right function.

load ../lib/collecting

# bats file_tags=long

setup() {
	enter_tmpdir
	# N rounds of two instructions
	cat >loop.h <<-'end'
		#define APART __attribute__((noinline, noclone))
		#define LOOP(n) do { long left = (n); __asm__ volatile( \
			"1: dec %0\n\tjnz 1b" : "+r"(left) : : "cc"); } while (0)
	end
}

# build PROGRAM: compiles standard input
build() {
	cat >"$1.c"
	cc -O1 -g -I . -o "$1" "$1.c" -pthread -ldl
}

collect() {
	cg-collect -q --client-stdout=/dev/null "$@"
}

# spent FUNCTION PROFILE: prints its instructions
spent() {
	awk -v name="fn=$1" '/^fn=/ { inside = $0 == name }
		/^[0-9]/ && inside { sum += $2 } END { print sum + 0 }' "$2"
}

# in every mode, because each has its own counters
in_all_modes() {
	local mode
	for mode in --cache-sim=no --cache-sim=yes --branch-sim=yes; do
		"$@" $mode
	done
}

# is COUNT WANTED
is() {
	[ "$1" = "$2" ] || fail "$1, not $2"
}

# bats test_tags=slow
@test "threads that run at the same time are counted" {
	build parallel <<-'end'
		#include <pthread.h>
		#include "loop.h"
		APART void *work(void *rounds) { LOOP((long)rounds); return 0; }
		int main(void)
		{
			pthread_t threads[8];
			for (long i = 0; i < 8; i++)
				pthread_create(&threads[i], 0, work, (void *)(1000000 + i));
			for (int i = 0; i < 8; i++)
				pthread_join(threads[i], 0);
			return 0;
		}
	end
	check() {
		collect "$@" -o p.cg ./parallel
		"$TESTS/lib/canonical" <p.cg
		# the rounds, one move and one return for each
		got=$(($(spent work p.cg) - 2 * (8 * 1000000 + 28)))
		[ "$got" -ge 8 ] && [ "$got" -le $((8 * 3)) ] && [ $((got % 8)) -eq 0 ] ||
			fail "$got instructions beside the rounds"
	}
	in_all_modes check
}

@test "a program may end while threads still run" {
	build ends <<-'end'
		#include <pthread.h>
		#include <unistd.h>
		#include "loop.h"
		static volatile int ready;
		void *work(void *unused) { for (;;) { ready = 1; LOOP(1000); } return unused; }
		APART void last(void) { LOOP(5000); }
		int main(void)
		{
			pthread_t thread;
			pthread_create(&thread, 0, work, 0);
			while (!ready)
				usleep(1000);
			last();
			return 3;
		}
	end
	run -3 collect --branch-sim=yes -o p.cg ./ends
	"$TESTS/lib/canonical" <p.cg
	is "$(spent last p.cg)" 10002
	[ "$(spent work p.cg)" -gt 2000 ]
}

@test "a thread that forks counts its own work only" {
	build forks <<-'end'
		#include <pthread.h>
		#include <sys/wait.h>
		#include <unistd.h>
		#include "loop.h"
		APART void in_child(void) { LOOP(300); }
		APART void in_thread(void) { LOOP(700); }
		void *work(void *unused)
		{
			in_thread();
			if (fork() == 0) { in_child(); _exit(0); }
			wait(0);
			return unused;
		}
		int main(void)
		{
			pthread_t thread;
			pthread_create(&thread, 0, work, 0);
			pthread_join(thread, 0);
			return 0;
		}
	end
	collect -f -o p.cg ./forks
	is "$(spent in_child p.cg) $(spent in_thread p.cg)" '602 1402'
	collect -o p.cg ./forks
	is "$(spent in_child p.cg) $(spent in_thread p.cg)" '0 1402'
}

@test "handlers on a separate stack may be left by a return or a jump" {
	build handlers <<-'end'
		#include <setjmp.h>
		#include <signal.h>
		#include <stdlib.h>
		#include "loop.h"
		static sigjmp_buf back;
		APART void handled(void) { LOOP(100); }
		APART void between(void) { LOOP(10); }
		static void handler(int number)
		{
			handled();
			if (number == SIGUSR2)
				siglongjmp(back, 1);
		}
		static void fault(int number) { (void)number; handled(); siglongjmp(back, 1); }
		int main(void)
		{
			stack_t stack = {.ss_sp = malloc(65536), .ss_size = 65536};
			struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
			sigaltstack(&stack, 0);
			sigaction(SIGUSR1, &action, 0);
			sigaction(SIGUSR2, &action, 0);
			action.sa_handler = fault;
			sigaction(SIGSEGV, &action, 0);
			for (int i = 0; i < 50; i++) {
				raise(SIGUSR1);
				between();
				if (!sigsetjmp(back, 1))
					raise(SIGUSR2);
				between();
				if (!sigsetjmp(back, 1))
					*(volatile int *)8 = 1;
			}
			return 0;
		}
	end
	check() {
		collect "$@" -o p.cg ./handlers
		"$TESTS/lib/canonical" <p.cg
		is "$(spent handled p.cg)" $((150 * 202))
		is "$(spent between p.cg)" $((100 * 22))
	}
	in_all_modes check
}

# bats test_tags=slow
@test "asynchronous signals during a loop lose nothing" {
	build timer <<-'end'
		#include <signal.h>
		#include <sys/time.h>
		#include "loop.h"
		static volatile int ticks;
		APART void on_tick(void) { LOOP(10); }
		static void handler(int number) { (void)number; ticks++; on_tick(); }
		APART void work(void) { LOOP(50000000); }
		int main(void)
		{
			struct itimerval often = {{0, 2000}, {0, 2000}}, never = {{0, 0}, {0, 0}};
			signal(SIGALRM, handler);
			setitimer(ITIMER_REAL, &often, 0);
			work();
			while (ticks == 0)
				;
			setitimer(ITIMER_REAL, &never, 0);
			return 0;
		}
	end
	check() {
		collect "$@" -o p.cg ./timer
		"$TESTS/lib/canonical" <p.cg
		is "$(spent work p.cg)" 100000002
		[ "$(spent on_tick p.cg)" -gt 0 ]
		is $(($(spent on_tick p.cg) % 22)) 0
	}
	in_all_modes check
}

@test "a library may be loaded at the address of another one" {
	local name
	for name in one two; do
		echo "#include \"loop.h\"
		APART void in_$name(void) { LOOP(1000); }
		void work(void) { in_$name(); }" |
			cc -O1 -g -I . -shared -fPIC -x c -o lib$name.so -
	done
	build loads <<-'end'
		#include <dlfcn.h>
		#include <stdio.h>
		static void *run(const char *path)
		{
			void *library = dlopen(path, RTLD_NOW), *work = dlsym(library, "work");
			((void (*)(void))work)();
			dlclose(library);
			return work;
		}
		int main(void)
		{
			int same = 1;
			for (int i = 0; i < 20; i++)
				same &= run("./libone.so") == run("./libtwo.so");
			return same;
		}
	end
	check() {
		run -1 collect "$@" -o p.cg ./loads
		"$TESTS/lib/canonical" <p.cg
		is "$(spent in_one p.cg) $(spent in_two p.cg)" '40040 40040'
	}
	in_all_modes check
}

# bats test_tags=slow
@test "a program may overwrite code that it wrote before" {
	build writes <<-'end'
		#include <string.h>
		#include <sys/mman.h>
		/* mov $rounds,%ecx; 1: dec %ecx; jnz 1b; ret */
		static unsigned char code[] = {0xb9, 0, 0, 0, 0, 0xff, 0xc9, 0x75, 0xfc, 0xc3};
		int main(void)
		{
			unsigned char *page = mmap(0, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
				MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
			for (int rounds = 1; rounds <= 200; rounds++) {
				memcpy(code + 1, &rounds, 4);
				memcpy(page, code, sizeof(code));
				((void (*)(void))page)();
			}
			return 0;
		}
	end
	# the cost outside the page, from a run that writes without calling
	sed 's/((void.*page)();//' writes.c | build silent
	check() {
		collect "$@" -o p.cg ./writes
		collect "$@" -o q.cg ./silent
		"$TESTS/lib/canonical" <p.cg
		is $(($(spent '???' p.cg) - $(spent '???' q.cg))) \
			$((200 * 201 + 2 * 200))
	}
	in_all_modes check
}
