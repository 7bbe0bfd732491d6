#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# Counting parts of a program: the client requests of <cg-tools/cachegrind.h>,
# and --toggle-collect.

load ../lib/collecting

# bats file_tags=long

setup_file() {
	build hot.c -O1
	build toggle.c -O2
}

collect() {
	cg-collect -q --client-stdout=/dev/null "$@"
}

# prints the functions of a profile with their costs, except code from the header
functions() {
	awk '/^fl=/ { skip = /cg-tools\/(cachegrind|request)\.h$/ }
	     /^fn=/ { name = substr($0, 4) }
	     /^[0-9]/ && !skip { sum[name] += $2 }
	     END { for (name in sum) print name, sum[name] }' "$1" | sort
}

total() {
	sed -n 's/^summary: \([0-9]*\).*/\1/p' "$1"
}

# bats test_tags=slow
@test "only the hot loop is counted, to the instruction" {
	collect --cache-sim=no --instr-at-start=no -o p.cg hot 1000
	"$TESTS/lib/canonical" <p.cg
	# two instructions for each round, and the return
	functions p.cg | grep -x 'hot 2001'
	functions p.cg | grep -vE '^(hot|main) ' >others || true
	same /dev/null others
	collect --cache-sim=no --instr-at-start=no -o q.cg hot 1500
	[ $(($(total q.cg) - $(total p.cg))) -eq 1000 ]
}

@test "the same with caches and branches" {
	collect --branch-sim=yes --instr-at-start=no -o p.cg hot 1000
	"$TESTS/lib/canonical" <p.cg
	functions p.cg | grep -x 'hot 2001'
	# the loop's branch: Bc is the tenth event
	awk '/^fn=/ { inside = $0 == "fn=hot" }
	     /^[0-9]/ && inside { branches += $11 }
	     END { exit branches != 1000 }' p.cg
}

@test "without the option, everything is counted until the program stops it" {
	collect --cache-sim=no -o all.cg hot 1000
	functions all.cg | grep -x 'hot 2001'
	once=$(functions all.cg | sed -n 's/^other_work //p')
	[ "$once" -gt 1000 ]
	sed 's/CACHEGRIND_STOP_INSTRUMENTATION;//' "$TESTS/programs/hot.c" >on.c
	cc -O1 -g -I "$TESTS/../include" -o on on.c
	collect --cache-sim=no -o on.cg ./on 1000
	functions on.cg | grep -x "other_work $((2 * once))"
}

@test "a program that never starts counting leaves an empty profile" {
	collect --cache-sim=no --instr-at-start=no -o p.cg true
	"$TESTS/lib/canonical" <p.cg
	[ "$(total p.cg)" -eq 0 ]
	cg-sum p.cg
}

@test "starting and stopping many times adds up" {
	cat >often.c <<-'end'
		#include <cg-tools/cachegrind.h>
		__attribute__((noinline)) static void hot(long rounds)
		{ __asm__ volatile("1: dec %0\n\tjnz 1b" : "+r"(rounds) : : "cc"); }
		int main(void)
		{
			for (int i = 0; i < 20; i++) {
				CACHEGRIND_START_INSTRUMENTATION;
				CACHEGRIND_START_INSTRUMENTATION;
				hot(100);
				CACHEGRIND_STOP_INSTRUMENTATION;
				hot(7);
				CACHEGRIND_STOP_INSTRUMENTATION;
			}
			return 0;
		}
	end
	cc -O1 -g -I "$TESTS/../include" -o often often.c
	collect --instr-at-start=no -o p.cg ./often
	functions p.cg | grep -x 'hot 4020'
}

# bats test_tags=slow
@test "the header compiles in C and C++ without warnings and works outside Valgrind" {
	echo '#include <cg-tools/cachegrind.h>
	int main(void) { CACHEGRIND_START_INSTRUMENTATION;
		CACHEGRIND_STOP_INSTRUMENTATION; return 0; }' >use.c
	cp use.c use.cc
	local flags=(-Wall -Wextra -pedantic -Werror -I "$TESTS/../include")
	cc -std=c99 "${flags[@]}" -o use use.c && ./use
	cc -std=c11 "${flags[@]}" -O2 -fPIE -pie -o use use.c && ./use
	c++ -std=c++11 "${flags[@]}" -o use use.cc && ./use
	cc "${flags[@]}" -DNVALGRIND -O1 -S -o use.s use.c
	run -1 grep -E 'xchg|rol' use.s
}

@test "the header can be combined with Valgrind's own, in either order" {
	mkdir valgrind
	cat >valgrind/cachegrind.h <<-'end'
		#ifndef __CACHEGRIND_H
		#define __CACHEGRIND_H
		#define CACHEGRIND_START_INSTRUMENTATION do { from = 1; } while (0)
		#define CACHEGRIND_STOP_INSTRUMENTATION do { from = 2; } while (0)
		#endif
	end
	for order in '<cg-tools/cachegrind.h> <valgrind/cachegrind.h>' \
		'<valgrind/cachegrind.h> <cg-tools/cachegrind.h>'; do
		{
			printf '#include %s\n' $order
			echo 'int main(void) { int from = 0;
			CACHEGRIND_START_INSTRUMENTATION; return from != 1; }'
		} >use.c
		cc -Wall -Werror -I . -I "$TESTS/../include" -o use use.c
		./use
	done
}

# bats test_tags=slow
@test "the request codes are Valgrind's" {
	cat >codes.c <<-'end'
		#include <cg-tools/cachegrind.h>
		#include <valgrind/valgrind.h>
		_Static_assert(CG_REQUEST_START == VG_USERREQ_TOOL_BASE('C', 'G'), "");
		_Static_assert(CG_REQUEST_STOP == VG_USERREQ_TOOL_BASE('C', 'G') + 1, "");
	end
	if echo '#include <valgrind/cachegrind.h>' | cc -E - >/dev/null 2>&1; then
		skip "Valgrind's own header is used here"
	fi
	cc -I "$TESTS/../include" -fsyntax-only codes.c
}

# --- --toggle-collect

# prints the instructions that stock Callgrind counts; without caches it loses some
# when signals arrive
callgrind_counts() {
	rm -f callgrind.out
	valgrind -q --tool=callgrind --cache-sim=yes \
		--callgrind-out-file=callgrind.out "$@" 2>/dev/null
	sed -n 's/^totals: \([0-9]*\).*/\1/p' callgrind.out
}

@test "inside a function, counts equal Callgrind's" {
	local function
	for function in interrupted jumped_out_of jump recursive calls_tail \
		tail burn thread '*tail' 'jump*' 'tai?' 'nothing?'; do
		got=$(collect --cache-sim=no --toggle-collect="$function" \
			toggle | sed -n 's/^summary: //p')
		wanted=$(callgrind_counts --toggle-collect="$function" toggle)
		[ "$got" = "$wanted" ] ||
			fail "$function: $got, Callgrind $wanted"
	done
}

@test "a nested function turns counting off, as in Callgrind" {
	got=$(collect --cache-sim=no --toggle-collect=recursive \
		--toggle-collect=burn toggle | sed -n 's/^summary: //p')
	[ "$got" = "$(callgrind_counts --toggle-collect=recursive \
		--toggle-collect=burn toggle)" ]
}

# rows_of FUNCTION PROFILE
rows_of() {
	awk -v name="fn=$1" '/^fn=/ { inside = $0 == name }
		/^[0-9]/ && inside' "$2"
}

@test "caches and predictors are also simulated outside the function" {
	cc -O0 -g -static -o staged "$TESTS/programs/staged.c"
	local options=(--reproducible --D1=4096,2,64 --LL=65536,4,64 --branch-sim=yes)
	collect "${options[@]}" -o all.cg ./staged
	collect "${options[@]}" --toggle-collect=work -o work.cg ./staged
	rows_of work all.cg >wanted
	rows_of work work.cg | same wanted -
	# with misses that depend on the caches after set_up
	awk '{ misses += $6 } END { exit misses == 0 }' wanted
}

@test "signal handlers are outside, and can be counted themselves" {
	collect --cache-sim=no --toggle-collect=handler -o p.cg toggle
	once=$(functions p.cg | sed -n 's/^burn //p')
	# nine signals in three rounds
	[ $((once % 9)) -eq 0 ]
	[ "$once" -ge $((9 * 77 * 3)) ]
}

@test "a handler on a stack above the thread's own may be left by a jump" {
	cat >above.c <<-'end'
		#include <pthread.h>
		#include <setjmp.h>
		#include <signal.h>
		#include <sys/mman.h>
		static sigjmp_buf back;
		__attribute__((noinline)) void burn(long rounds)
		{ __asm__ volatile("1: dec %0\n\tjnz 1b" : "+r"(rounds) : : "cc"); }
		static void handler(int number) { burn(7); siglongjmp(back, number); }
		__attribute__((noinline)) void target(void)
		{
			if (!sigsetjmp(back, 1))
				raise(SIGUSR1);
			burn(1000);
		}
		static void *thread(void *above)
		{
			stack_t stack = {.ss_sp = above, .ss_size = 65536};
			sigaltstack(&stack, 0);
			target();
			return (char *)above < (char *)&stack ? above : 0;
		}
		int main(void)
		{
			struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
			char *both = mmap(0, 1 << 20, PROT_READ | PROT_WRITE,
				MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
			pthread_attr_t attributes;
			pthread_t id;
			void *is_below;
			sigaction(SIGUSR1, &action, 0);
			pthread_attr_init(&attributes);
			pthread_attr_setstack(&attributes, both, 1 << 19);
			pthread_create(&id, &attributes, thread, both + (1 << 19));
			pthread_join(id, &is_below);
			return is_below != 0;
		}
	end
	cc -O1 -g -o above above.c -pthread
	collect --cache-sim=no --toggle-collect=target -o p.cg ./above
	functions p.cg | grep -x 'burn 2001'
}

@test "the profile has only lines with counts" {
	collect --toggle-collect=tail -o p.cg toggle
	functions p.cg | sed 's/ .*//' | same - <(printf 'burn\ntail\n')
	awk '/^[0-9]/ && $2 == 0 { exit 1 }' p.cg
}

# bats test_tags=slow
@test "a warning names a function that was never entered" {
	cg-collect --cache-sim=no --toggle-collect=no_such -o p.cg toggle 2>err
	"$TESTS/lib/canonical" <p.cg
	[ "$(total p.cg)" -eq 0 ]
	grep -e '--toggle-collect=no_such: no such function was entered' err
	collect --cache-sim=no --toggle-collect=no_such --toggle-collect=main \
		-o p.cg toggle 2>err
	[ "$(total p.cg)" -gt 0 ]
	sed 's/^==[0-9]*== //' err | same - <(echo \
		'--toggle-collect=no_such: no such function was entered')
	# for a tree, the sum decides
	collect -f --cache-sim=no --toggle-collect=no_such -o p.cg toggle 2>err
	same - err <<-'end'
		cg-collect: nothing was counted in any of the processes
	end
}

@test "--toggle-collect: clones of a function, functions of an object, and similar names" {
	cat >clones.c <<-'end'
		volatile int sink;
		__attribute__((noinline)) static void work_part(int n)
			__asm__("handle.part.0");
		__attribute__((noinline)) static void handle(int n)
			__asm__("handle.isra.0");
		static void work_part(int n) { while (n-- > 0) sink++; }
		static void handle(int n) { work_part(n); sink++; }
		int handle_more(void) { sink++; return 0; }
		int main(void) { handle(100); return handle_more(); }
	end
	cc -O1 -g -fno-inline -fno-optimize-sibling-calls -o clones clones.c
	local pattern
	for pattern in handle clones:handle "$PWD/clones:handle" 'clo*:hand?e'; do
		collect --toggle-collect="$pattern" -o p.cg ./clones
		functions p.cg | cut -d' ' -f1 |
			same - <(printf '%s\n' handle.isra.0 handle.part.0)
	done
	collect --toggle-collect=handle.part.0 -o p.cg ./clones
	functions p.cg | cut -d' ' -f1 | same - <(echo handle.part.0)
	collect --toggle-collect='clones:handle*' -o p.cg ./clones
	functions p.cg | cut -d' ' -f1 | sort |
		same - <(printf '%s\n' handle.isra.0 handle.part.0 handle_more)
	for pattern in handel libc:handle ./clones:handles handle.part.7; do
		collect --toggle-collect="$pattern" -o p.cg ./clones 2>err
		grep -F -e "--toggle-collect=$pattern: no such function was entered; did you mean handle?" err
	done
	collect --toggle-collect=qqqqqqqqqq -o p.cg ./clones 2>err
	grep -e 'no such function was entered$' err
}

@test "--toggle-collect: a name of C++ without parameters is explained" {
	cat >shop.cc <<-'end'
		volatile int sink;
		struct shop { __attribute__((noinline)) static void parse(const char *text) { sink += *text; } };
		template <class T> __attribute__((noinline)) int add(T n) { return sink += n; }
		int main() { shop::parse("x"); return add(3) < 0; }
	end
	c++ -O1 -g -o shop shop.cc
	local pattern
	for pattern in parse shop::parse add; do
		collect --toggle-collect="$pattern" -o p.cg ./shop 2>err
		sed -n "s/.*--toggle-collect=$pattern: no such function was entered; //p" err
	done >found
	same found - <<-'end'
		did you mean shop::parse(char const*)?
		did you mean shop::parse(char const*)?
		did you mean int add<int>(int)?
	end
	collect --toggle-collect='*parse(*' -o p.cg ./shop
	functions p.cg >names
	grep -q '^shop::parse' names
}

@test "--toggle-collect: a message names the functions that have a function inlined" {
	cat >shop.c <<-'end'
		volatile int sink;
		int helped(int);
		static inline int discount(int x) { return x * 3 / 4; }
		static inline int discard(int x) { return x - 1; }
		int rebate(int x) { return x * 5 / 7; }
		__attribute__((noinline)) static int total(int n)
		{ int sum = 0; while (n-- > 0) sum += discount(n) ^ n; return sum; }
		#define MORE(f) __attribute__((noinline)) int f(int x) { sink = x; return discard(x) * 3; }
		MORE(a) MORE(b) MORE(c) MORE(d) MORE(e) MORE(f)
		int main(void)
		{
			sink = total(100) + discount(sink) + rebate(sink);
			return helped(sink) == a(b(c(d(e(f(0))))));
		}
	end
	cat >help.c <<-'end'
		static inline int helping(int x) { return x * 7 / 5; }
		int helped(int x) { return helping(x + 1); }
	end
	cc -O2 -g -shared -fPIC -o libhelp.so help.c
	cc -O2 -g -o shop shop.c -L. -lhelp -Wl,-rpath,"$PWD"
	says() {
		local message=$1
		shift
		status_of collect --cache-sim=no -o p.cg "$@" ./shop 2>err >ended
		sed '/no such function was entered/d; /nothing was counted/d' err |
			same <(printf "%s" "${message:+cg-collect: $message$'\n'}") - "$*"
		exits 1 grep 'Not entered' p.cg
	}
	local end='compile with -fno-inline or name' two that
	two="discount is only inlined, in main and total; $end those functions"
	that="$end that function"
	for pattern in discount 'disco?nt' shop:discount "$PWD/shop:disc*t"; do
		says "$two" --toggle-collect="$pattern"
	done
	grep -e '--toggle-collect=.*: no such function was entered' err
	says "rebate is inlined, in main; $that" --toggle-collect=rebate
	says "helping is only inlined, in helped; $that" --toggle-collect=helping
	says "discard is only inlined, in a, b, c, d and 2 others; $end those functions" \
		--toggle-collect=discard
	# in a program or library that is not asked for; with another name; entered
	for pattern in libhelp.so:discount lib*:discard no_such disc ''; do
		says '' --toggle-collect="$pattern"
	done
	says '' --toggle-collect=total
	says "$two" --toggle-collect=total --toggle-collect=discount
	# other kinds of profiles
	for options in --calls --names=later --inline=yes -f '--calls --separate-threads=yes'; do
		says "$two" $options --toggle-collect=discount
	done
	collect --cache-sim=no -o %p.cg --toggle-collect=discount ./shop 2>err || :
	grep -cx "cg-collect: $two" err | grep -x 1
	# for a tree, all processes
	status_of collect -f --cache-sim=no -o p.cg --toggle-collect=discount \
		sh -c './shop; ./shop' 2>err
	grep -cx "cg-collect: $two" err | grep -x 1
	cat >other.c <<-'end'
		__attribute__((noinline)) void discount(void) { __asm__ volatile(""); }
		int main(void) { discount(); return 0; }
	end
	cc -O1 -g -o other other.c
	collect -f --cache-sim=no -o p.cg --toggle-collect=discount \
		sh -c './shop; ./other' 2>err
	[ ! -s err ]
	# without debug information, and if it is in another file
	objcopy --only-keep-debug shop shop.debug
	strip -g shop
	says '' --toggle-collect=discount
	objcopy --add-gnu-debuglink=shop.debug shop
	says "$two" --toggle-collect=discount
}

@test "--toggle-collect: functions of C++ that are inlined have the names of the tool" {
	cat >shop.cc <<-'end'
		#include <vector>
		namespace shop {
		struct item { int price; int cut() const { return price / 3; } };
		static int discount(const item &i) { return i.cut() * 2; }
		}
		namespace { int hidden(int x) { return x * 7; } }
		__attribute__((noinline)) static int total(std::vector<shop::item> &list)
		{
			int sum = 0;
			for (auto &i : list)
				sum += shop::discount(i) + hidden(i.price);
			return sum;
		}
		int main(int argc, char **)
		{
			std::vector<shop::item> list(50, {argc});
			return total(list) == hidden(argc);
		}
	end
	local compiler pattern host='total(std::vector<shop::item, std::allocator<shop::item> >&)'
	local end='compile with -fno-inline or name'
	for compiler in g++ clang++; do
		command -v $compiler >/dev/null || continue
		$compiler -O2 -g -o shop shop.cc
		for pattern in 'shop::item::cut() const' 'shop::discount(shop::item const&)'; do
			collect --cache-sim=no -o p.cg --toggle-collect="$pattern" ./shop 2>err
			grep -Fx "cg-collect: $pattern is only inlined, in $host; $end that function" err
		done
		collect --cache-sim=no -o p.cg --toggle-collect='*hidden*' ./shop 2>err
		grep -Fx "cg-collect: (anonymous namespace)::hidden(int) is only inlined, in main and $host; $end those functions" err
		# what the message names can be given
		collect --cache-sim=no -o p.cg --toggle-collect="$host" ./shop 2>err
		[ ! -s err ]
		[ "$(total p.cg)" -gt 100 ]
	done
}

@test "a message says if counting never began" {
	cc -o clones -x c - <<<'int main(void) { return 0; }'
	collect --instr-at-start=no -o p.cg ./clones 2>err
	grep -e '--instr-at-start=no: counting never began, because the program did not ask for it' err
	[ "$(wc -l <err)" -eq 1 ]
	collect --instr-at-start=no -o p.cg hot 2>err
	[ ! -s err ]
}

@test "--toggle-collect works with processes and with requests of the program" {
	cat >both.c <<-'end'
		#include <cg-tools/cachegrind.h>
		#include <sys/wait.h>
		#include <unistd.h>
		__attribute__((noinline)) void hot(long rounds)
		{ __asm__ volatile("1: dec %0\n\tjnz 1b" : "+r"(rounds) : : "cc"); }
		int main(void)
		{
			hot(50);
			CACHEGRIND_START_INSTRUMENTATION;
			if (fork() == 0) { hot(100); _exit(0); }
			wait(0);
			hot(1000);
			return 0;
		}
	end
	cc -O1 -g -I "$TESTS/../include" -o both both.c
	collect -f --cache-sim=no --instr-at-start=no --toggle-collect=hot \
		-o p.cg ./both
	[ "$(total p.cg)" -eq $((201 + 2001)) ]
}
