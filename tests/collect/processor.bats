#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-collect --cpu, and programs that ld.so or Valgrind cannot run.

load ../lib/collecting

# bats file_tags=long

setup_file() {
	cd "$BATS_FILE_TMPDIR" || return 1
	[ "$(uname -m)" = x86_64 ] || skip 'levels are of x86-64'
	cat >fill.c <<-'end'
		#include <stdio.h>
		#include <string.h>
		char text[5000];
		int main(void)
		{
			memset(text, 1, 4000);
			printf("%zu\n", strlen(text));
			return 3;
		}
	end
	local level
	cc -O1 -g -o fill fill.c
	! runs_32 || cc -m32 -o fill32 fill.c
	for level in v2 v3 v4; do
		cc -O1 -g -Wl,-z,x86-64-$level -o $level fill.c
	done
	cp -rL "$B/oldcpu" .
}

setup() {
	enter_with_tmpdir
}

teardown() {
	[ -z "$(ls -A "$BATS_TEST_TMPDIR/tmp")" ]
}

need_v3() {
	for flag in avx2 bmi2 f16c fma movbe abm; do
		grep -qw $flag /proc/cpuinfo || skip "this processor has no $flag"
	done
}

# level FILE: prints the processor that a profile names
level() {
	sed -n 's/^desc: CPU:  *//p' "$1"
}

# copy_libc DIRECTORY BITS: copies libc, and changes the level that its property note
# needs: 1 stands for the baseline, 2 for v2 and 4 for v3
copy_libc() {
	mkdir -p "$1"
	python3 - "$(cc -print-file-name=libc.so.6)" "$1/libc.so.6" "$2" <<-'end'
		import re, sys
		data = bytearray(open(sys.argv[1], "rb").read())
		note = re.search(rb"\x02\x80\x00\xc0\x04\x00\x00\x00.\x00\x00\x00", data, re.S)
		data[note.end() - 4] = int(sys.argv[3])
		open(sys.argv[2], "wb").write(data)
	end
}

# refused STATUS MESSAGE OPTION...: the program must not run, and print nothing; the old
# files stay
refused() {
	local status=$1 message=$2
	shift 2
	echo old >p.cg
	echo old >out
	exits "$status" cg-collect -o p.cg --client-stdout=out "$@" 2>err
	same - err <<<"cg-collect: no profile: $message"
	same - p.cg <<<old
	same - out <<<old
}

# --- levels

@test "--reproducible begins at the lowest level" {
	exits 3 cg-collect -q --reproducible -o p.cg fill
	[ "$(level p.cg)" = x86-64-v1 ]
	grep -E 'fn=__(strlen|memset).*_sse2' p.cg
	exits 3 cg-collect -q -o p.cg fill
	run -1 grep CPU: p.cg
}

# bats test_tags=slow
@test "a program of a higher level runs with the level that it needs" {
	exits 3 cg-collect -q --reproducible -o p.cg v2 >out
	[ "$(level p.cg)" = x86-64-v2 ]
	same - out <<<4000
	need_v3
	exits 3 cg-collect -q --reproducible -o p.cg v3 >out
	[ "$(level p.cg)" = x86-64-v3 ]
	same - out <<<4000
	grep -E 'fn=__strlen_avx2' p.cg
}

@test "if libc needs v2 or v3, as on some systems, every program runs with that" {
	copy_libc v2 3
	exits 3 cg-collect -q --reproducible --set-env=LD_LIBRARY_PATH="$PWD/v2" \
		-o p.cg fill
	[ "$(level p.cg)" = x86-64-v2 ]
	run -1 grep -E 'fn=__.*_avx' p.cg
	need_v3
	copy_libc v3 7
	exits 3 cg-collect -q --reproducible --calls -f \
		--set-env=LD_LIBRARY_PATH="$PWD/v3" -o p.cg \
		sh -c "$BATS_FILE_TMPDIR/fill"
	[ "$(level p.cg)" = x86-64-v3 ]
	grep -E 'fn=.*__strlen_avx2' p.cg
}

@test "the level decides in which directories ld.so searches for libraries" {
	need_v3
	echo 'int f(void) { return LEVEL; }' >f.c
	echo 'int f(void); int main(void) { return f(); }' >main.c
	mkdir -p lib/glibc-hwcaps/x86-64-v{2,3}
	cc -shared -fPIC -DLEVEL=1 -Wl,-soname,libf.so -o lib/libf.so f.c
	cc -shared -fPIC -DLEVEL=2 -Wl,-soname,libf.so \
		-o lib/glibc-hwcaps/x86-64-v2/libf.so f.c
	cc -shared -fPIC -DLEVEL=3 -Wl,-soname,libf.so \
		-o lib/glibc-hwcaps/x86-64-v3/libf.so f.c
	cc -o main main.c lib/libf.so -Wl,-rpath,"$PWD/lib"
	exits 1 cg-collect -q --reproducible -o p.cg ./main
	for level in 1 2 3; do
		exits $level cg-collect -q --reproducible --cpu=x86-64-v$level \
			-o p.cg ./main
		[ "$(level p.cg)" = x86-64-v$level ]
	done
	# the first one found is of a higher level
	cc -shared -fPIC -DLEVEL=1 -Wl,-soname,libf.so,-z,x86-64-v2 \
		-o lib/libf.so f.c
	exits 2 cg-collect -q --reproducible -o p.cg ./main
}

@test "nothing of a refused run is printed, and its messages come once" {
	exits 3 cg-collect --reproducible -o p.cg v2 first 'the second' >out 2>err
	same - out <<<4000
	sed 's/^==[0-9]*==/==/; /refs/q' err | sed '$d' >got
	same - got <<-end
		== cgcollect-$(cg-collect --version | sed -n '1s/.* //p'), an exact cache and branch-prediction profiler
		== Copyright (C) the authors of cg-tools, and GNU GPL'd.
		== Using Valgrind-$(valgrind --version | sed 's/.*-//') and LibVEX; rerun with -h for copyright info
		== Command: v2 first the\\ second
		== 
		== 
	end
	[ "$(grep -o '^==[0-9]*==' err | sort -u | wc -l)" -eq 1 ]
	# the same as of a run that begins at once, but for the way of printing
	exits 3 cg-collect --reproducible --cpu=x86-64-v2 -o p.cg v2 first \
		'the second' >out 2>err
	sed 's/^==[0-9]*==/==/; /warning: .*L[3L] cache/d; /refs/q' err | sed '$d' |
		same got -
}

# bats test_tags=slow
@test "--cpu chooses the level" {
	exits 3 cg-collect -q --cpu=x86-64-v2 -o p.cg fill
	[ "$(level p.cg)" = x86-64-v2 ]
	run -1 grep -E 'fn=__.*_avx' p.cg
	exits 3 cg-collect -q --reproducible --cpu=host -o p.cg fill
	[ "$(level p.cg)" = host ]
	need_v3
	exits 3 cg-collect -q --reproducible --cpu=x86-64-v3 -o p.cg v2
	[ "$(level p.cg)" = x86-64-v3 ]
	grep -E 'fn=__strlen_avx2' p.cg
	run -125 --separate-stderr cg-collect --cpu=x86-64-v4 fill
	[ "$stderr" = 'cg-collect: --cpu: expected x86-64-v1, x86-64-v2, x86-64-v3 or host, found "x86-64-v4" (see cg-collect --help)' ]
}

@test "a level that is too low is an error" {
	refused 126 'the program needs a higher level than x86-64-v1 (--cpu): v2: CPU ISA level is lower than required' \
		-q --cpu=x86-64-v1 v2
	refused 126 'the program needs a higher level than x86-64-v2 (--cpu): v3: CPU ISA level is lower than required' \
		--reproducible -q --cpu=x86-64-v2 v3
}

@test "x86-64-v4 is an error, because Valgrind has no AVX-512" {
	need_v3
	refused 126 'the program needs a higher level than x86-64-v3, the highest that Valgrind has: v4: CPU ISA level is lower than required' \
		--reproducible v4
	refused 126 "the program needs a higher level than Valgrind makes of this processor: v4: CPU ISA level is lower than required" \
		-q v4
}

@test "a level above this machine's is an error, not another level" {
	echo old >p.cg
	for options in '--reproducible' '--cpu=x86-64-v3'; do
		CG_COLLECT_LIB=$BATS_FILE_TMPDIR/oldcpu exits 125 cg-collect -q \
			$options -o p.cg v3 >out 2>err
		same - err <<-'end'
			cgcollect: x86-64-v3: this processor is below that level
			cg-collect: no profile: Valgrind ended with status 1 (see its message above)
		end
		[ ! -s out ]
		same - p.cg <<<old
	done
}

# bats test_tags=slow
@test "two processors, one level: the same profile" {
	cp -rL "$B/libexec/cg-tools" newcpu
	for level in 1 2; do
		for cpu in "$PWD/newcpu" "$BATS_FILE_TMPDIR/oldcpu"; do
			CG_COLLECT_LIB=$cpu exits 3 cg-collect -q \
				"${REPRODUCIBLY[@]}" --cpu=x86-64-v$level \
				-o "${cpu##*/}.cg" fill
		done
		same newcpu.cg oldcpu.cg "x86-64-v$level"
	done
}

@test "child processes have the level of the program" {
	exits 3 cg-collect -q --reproducible --cpu=x86-64-v2 -f -o p.cg \
		sh -c "$BATS_FILE_TMPDIR/v2"
	[ "$(level p.cg)" = x86-64-v2 ]
	echo old >p.cg
	for command in '$0; exit 0' 'exec $0' '$0 & wait; exit 0'; do
		exits 125 cg-collect -q --reproducible -f -o p.cg \
			sh -c "$command" "$BATS_FILE_TMPDIR/v2" 2>err
		grep '^cg-collect' err | sed 's/process [0-9]*/process N/' |
			same - <(echo "cg-collect: no profile: process N needs a higher level than x86-64-v1, the one of all processes (--cpu): $BATS_FILE_TMPDIR/v2: CPU ISA level is lower than required")
		same - p.cg <<<old
	done
}

@test "programs without ld.so, whose libc checks the processor" {
	cat >static.c <<-'end'
		#include <string.h>
		#include <unistd.h>
		int main(void)
		{
			unsigned a = 1, b, c, d;
			__asm__("cpuid" : "+a"(a), "=b"(b), "=c"(c), "=d"(d));
			const char *text =
			    "Fatal glibc error: CPU does not support x86-64-v2\n";
			if (!(c & 1 << 20)) {
				if (write(2, text, strlen(text)) < 0)
					return 9;
				_exit(127);
			}
			return 5;
		}
	end
	cc -static -o static static.c || skip 'there is no static libc'
	exits 5 cg-collect -q --reproducible -o p.cg ./static 2>err
	[ "$(level p.cg)" = x86-64-v2 ]
	[ ! -s err ]
}

@test "a text about processors that a program writes is its own" {
	cat >say.c <<-'end'
		#include <stdio.h>
		int main(void)
		{
			fputs("CPU ISA level is lower than required\n", stderr);
			return 127;
		}
	end
	cc -o say say.c
	exits 127 cg-collect -q --reproducible -o p.cg ./say 2>err
	same - err <<<'CPU ISA level is lower than required'
	[ "$(level p.cg)" = x86-64-v1 ]
}

@test "32-bit programs have one processor at all levels" {
	need_32 fill32
	for level in 1 2 3; do
		exits 3 cg-collect -q --reproducible --cpu=x86-64-v$level \
			-o $level.cg fill32
		[ "$(level $level.cg)" = 'x86 with SSE2' ]
		same 1.cg $level.cg
	done
}

@test "cg-diff warns if the levels differ" {
	exits 3 cg-collect -q --cpu=x86-64-v1 -o one.cg fill
	exits 3 cg-collect -q --cpu=x86-64-v2 -o two.cg fill
	exits 3 cg-collect -q -o none.cg fill
	for mode in '' --lines; do
		cg-diff $mode -o d.cg one.cg two.cg 2>err
		same - err <<<'cg-diff: the programs were shown different processors: x86-64-v1 and x86-64-v2'
		cg-diff $mode -o d.cg one.cg none.cg 2>err
		same - err <<<"cg-diff: the programs were shown different processors: x86-64-v1, by --reproducible or --cpu, and the machine's own"
		cg-diff $mode -o d.cg none.cg one.cg 2>err
		same - err <<<"cg-diff: the programs were shown different processors: the machine's own and x86-64-v1, by --reproducible or --cpu"
		for same in one none; do
			cg-diff $mode -o d.cg $same.cg $same.cg 2>err
			[ ! -s err ]
			cg-diff $mode -o dd.cg d.cg one.cg 2>err
			[ ! -s err ]
		done
	done
}

# --- programs that do not begin

# bats test_tags=slow
@test "a program that ld.so cannot start leaves no profile: 126" {
	echo 'int f(void) { return 1; }' >f.c
	echo 'int f(void); int main(void) { return f(); }' >main.c
	cc -shared -fPIC -o libf.so f.c
	cc -o lacks -Wl,-z,now main.c ./libf.so
	echo 'int g(void) { return 1; }' | cc -shared -fPIC -o libf.so -x c -
	echo old | tee p.cg >out
	exits 126 cg-collect -q -o p.cg --client-stdout=out ./lacks 2>err
	tail -n1 err | same - <(echo 'cg-collect: no profile: the program ended before its first instruction (see the message above)')
	grep 'undefined symbol: f' err
	rm libf.so
	exits 126 cg-collect -q --reproducible -o p.cg --client-stdout=out ./lacks 2>err
	grep 'cannot open shared object file' err
	[ "$(wc -l <err)" -eq 2 ]
	cat p.cg out | same - <(printf 'old\nold\n')
	# its parent goes on
	exits 127 cg-collect -q -f -o p.cg --client-stdout=out sh -c './lacks; exit $?' 2>err
	canonical p.cg
}

@test "libraries that initialise themselves are a part of the program" {
	local end
	for end in '_exit(127)' '__builtin_trap()' '*(volatile int *)0 = 1'; do
		cc -shared -fPIC -o first.so -x c - <<-end
			#include <unistd.h>
			__attribute__((constructor)) static void first(void)
			{ $end; }
		end
		echo old >p.cg
		cg-collect -q --reproducible --set-env=LD_PRELOAD="$PWD/first.so" \
			-o p.cg fill 2>err || true
		grep -x 'fn=first' p.cg
	done
}

@test "ld.so may list the libraries of a program" {
	cg-collect -q --reproducible --set-env=LD_TRACE_LOADED_OBJECTS=1 \
		--client-stdout=out -o p.cg fill
	grep libc out
	canonical p.cg
}

# --- instructions that Valgrind lacks

@test "an instruction of AVX-512 is named with its function" {
	cat >wide.c <<-'end'
		void wide(void) { __asm__ volatile(".byte 0x62,0xf1,0x7c,0x48,0x28,0xc1"); }
		void mask(void) { __asm__ volatile(".byte 0xc5,0xfb,0x92,0xc8"); }
		void other(void) { __asm__ volatile(".byte 0x0f,0x04,0x90,0x90"); }
		void trap(void) { __builtin_trap(); }
		void sha(void) { __asm__ volatile(".byte 0x0f,0x38,0xc8,0xc1"); }
		void wide_sha(void) { __asm__ volatile(".byte 0x44,0x0f,0x38,0xca,0xc1"); }
		int main(int argc, char **argv)
		{
			void (*all[])(void) = {wide, mask, other, trap, sha, wide_sha};
			all[argv[argc - 1][0] - '0']();
			return 0;
		}
	end
	cc -O1 -g -o wide wide.c
	local where="($PWD/wide) has an instruction that Valgrind does not know"
	local option=', one of AVX-512: compile it with -march=x86-64-v3 or -mno-avx512f'
	local asked=': with --cpu=x86-64-v1, programs that ask the processor first do not execute it'
	cat >wanted <<-end
		wide $where$option
		mask $where$option
		other $where
		sha $where$asked
		wide_sha $where$asked
	end
	for i in 0 1 2 3 4 5; do
		exits 132 cg-collect -q -o p.cg ./wide $i 2>err
		sed -n 's/^==[0-9]*== \(.*has an instruction\)/\1/p' err
	done >got
	same wanted got
	exits 132 cg-collect -q --cpu=x86-64-v1 -o p.cg ./wide 4 2>err
	grep -x "==[0-9]*== sha $where" err
}

@test "a program that handles SIGILL is not explained" {
	cat >try.c <<-'end'
		#include <signal.h>
		#include <unistd.h>
		static void handle(int number) { _exit(4); }
		int main(void)
		{
			signal(SIGILL, handle);
			__asm__ volatile(".byte 0x62,0xf1,0x7c,0x48,0x28,0xc1");
			return 0;
		}
	end
	cc -o try try.c
	exits 4 cg-collect -q -o p.cg ./try 2>err
	[ ! -s err ]
}
