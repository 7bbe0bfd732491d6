#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# A call of the C library that fails is an error of the tool or makes no difference.
# This is a sample of what `make torture` runs whole.

# bats file_tags=long

load ../lib/assertions

setup() {
	enter_tmpdir
	need_preloading cg-sum
	cc -shared -fPIC -o inject.so "$TESTS/faults/inject.c" -ldl
}

faults() {
	"$TESTS/faults/run" "$@" inject.so >out || fail "$(grep '^not ok' out)"
}

@test "the readers of profiles: each call that fails first, or last" {
	faults --sample --tools
	[ "$(grep -c ' runs ' out)" -gt 200 ]
	# reads, writes, memory and threads have failed in each command
	for call in memory read write; do
		[ "$(grep -c " $call runs " out)" -gt 25 ] || fail $call || return
	done
}

@test "cg-diff: two threads that have no memory give one message" {
	faults --case=diff-calls --call=memory
	[[ $(grep -o 'runs .*' out) == 'runs '[1-9][0-9][0-9] ]]
}

@test "cg-collect: files, processes and memory that it cannot have" {
	faults --sample --case=collect-out --call=fork --call=mkdtemp --call=write \
		--call=memory --call=readdir
	[ "$(grep -c ' runs ' out)" -eq 5 ]
}

@test "a tool that ignores an error is detected" {
	mkdir bin
	cat >careless.c <<-'END'
		#include <stdio.h>
		#include <unistd.h>
		int main(void)
		{
			char text[] = "text\n";
			if (write(1, text, 5) < 0)
				text[0] = 0;
			return 0;
		}
	END
	cc -o bin/cg-sum careless.c
	PATH=$PWD/bin:$PATH run -1 "$TESTS/faults/run" --case=sum --call=write inject.so
	[[ ${lines[0]} == 'not ok: sum write 1 : another output: ' ]]
	cat >careless.c <<-'END'
		#include <stdio.h>
		#include <stdlib.h>
		int main(void)
		{
			char *text = malloc(10);
			sprintf(text, "text\n");
			return puts(text) < 0;
		}
	END
	cc -O0 -fno-builtin -o bin/cg-sum careless.c
	PATH=$PWD/bin:$PATH run -1 "$TESTS/faults/run" --case=sum --call=memory inject.so
	[[ ${lines[0]} == 'not ok: sum memory 1 : status -11: '* ]]
	cat >careless.c <<-'END'
		#include <fcntl.h>
		#include <stdio.h>
		#include <unistd.h>
		int main(void)
		{
			int fd = open("rest", O_CREAT | O_WRONLY, 0600);
			if (close(fd) < 0) {
				fprintf(stderr, "cg-sum: rest: cannot close\n");
				return 2;
			}
			unlink("rest");
			return 0;
		}
	END
	cc -o bin/cg-sum careless.c
	PATH=$PWD/bin:$PATH run -1 "$TESTS/faults/run" --case=sum --call=close inject.so
	[[ ${lines[0]} == 'not ok: sum close 1 : files: +rest: '* ]]
}

# functions that cannot fail, that report errors of calls before them, or whose
# failure nobody can tell from success
cannot_fail='
_ITM_deregisterTMCloneTable _ITM_registerTMCloneTable __cxa_atexit __cxa_finalize
__errno_location __gmon_start__ __libc_start_main __sysv_signal _exit clock_getcpuclockid clock_gettime
closedir exit feof ferror flockfile free getenv getopt_long getpid getppid inflateEnd deflateEnd
isatty kill memchr memcmp memcpy memmove memset munmap putc qsort sigaction
sigaddset sigdelset sigemptyset sigfillset sigprocmask strcat strchr strcmp strcpy strcspn strlen
strncmp strpbrk strrchr strsignal strspn strstr strtol strerror sysconf tdelete tfind umask unsetenv
posix_spawn_file_actions_destroy pthread_cond_destroy pthread_cond_init
pthread_cond_signal pthread_cond_wait pthread_join pthread_mutex_destroy
pthread_mutex_init pthread_mutex_lock pthread_mutex_unlock pthread_once
pthread_sigmask pcre2_code_free_8
pcre2_get_error_message_8 pcre2_match_data_free_8
pcre2_pattern_info_8 ioctl setsid
nanosleep pthread_detach raise setrlimit sigtimedwait sigwaitinfo snprintf sprintf vsnprintf
geteuid strtoull time posix_spawnattr_destroy posix_spawnattr_init posix_spawnattr_setflags
posix_spawnattr_setsigdefault posix_spawnattr_setsigmask fmax fmin log10 pow sqrt'

# functions of libraries that allocate by functions with a wrapper, or write to a
# buffer that fclose writes out; and recv, after which a failure is the end of cg-names
reached_by_others='
recv deflate deflateInit2_ inflate inflateInit2_ inflateReset pcre2_compile_8
pcre2_jit_compile_8 pcre2_match_8 pcre2_match_data_create_from_pattern_8
pcre2_substitute_8 dprintf fprintf
printf vfprintf fputs fflush fread getc open_memstream strdup strndup tsearch execl execv'

# bats test_tags=slow
@test "each function of the C library that can fail has a wrapper" {
	nm -D --defined-only inject.so | awk '{ print $3 }' >known
	printf '%s\n' $cannot_fail $reached_by_others >>known
	for tool in annotate collect diff filter merge sum; do
		nm -D --undefined-only "$B/bin/cg-$tool"
	done | awk '{ sub(/@.*/, "", $2); print $2 }' | sort -u >used
	[ "$(wc -l <used)" -gt 50 ]
	[ -z "$(sort -u known | comm -23 used -)" ] ||
		fail "$(sort -u known | comm -23 used -)"
}
