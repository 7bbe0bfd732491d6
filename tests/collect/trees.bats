#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-collect -f: programs of many processes, also ones that fail, and the files that
# remain if cg-collect is killed.

load ../lib/collecting

# bats file_tags=long

setup_file() {
	build act.c -O0
}

setup() {
	enter_with_tmpdir
}

# nothing may be left in TMPDIR
teardown() {
	local i
	for ((i = 0; i < 100; i++)); do
		[ -n "$(ls -A "$BATS_TEST_TMPDIR/tmp")" ] || return 0
		sleep 0.1
	done
	ls -RA "$BATS_TEST_TMPDIR/tmp"
	return 1
}

collect() {
	cg-collect -q --cache-sim=no "$@"
}

# burnt_by ROUNDS: prints the instructions that "work ROUNDS" executes in burn()
burnt_by() {
	collect -o alone.cg act work "$1" && burnt alone.cg
}

is_gone() {
	! kill -0 "$1" 2>/dev/null
}

# stop SIGNAL PID: sends it repeatedly; the first one may end the program, the next
# one the wait for its children.  Another one would end cg-collect while it writes, so
# each has 5 seconds on a busy machine.
stop() {
	local i
	while kill "-$1" "$2" 2>/dev/null; do
		for i in {1..50}; do
			! is_gone "$2" || return 0
			sleep 0.1
		done
	done
}

# prints the process that a message in the file names
unfinished() {
	sed -n 's/^cg-collect: process \([0-9]*\) left no profile.*/\1/p' "$1"
}

# --- one sum

# bats test_tags=slow
@test "a program can run another Valgrind, and what it executes does not see ours" {
	run -0 cg-collect -q --cache-sim=no -o p.cg \
		sh -c 'valgrind -q --tool=none true && env'
	[[ $output != *VALGRIND_LIB=* && $output == *PATH=* ]]
	# a program that is followed needs it
	run -0 cg-collect -f -q --cache-sim=no -o p.cg sh -c 'env; true'
	grep '^desc: Processes: *2' p.cg
}

@test "a tree has one block of totals, for the sum" {
	cg-collect -f --cache-sim=no -o p.cg act fork work 1000 join work 50 2>err
	total=$(sed -n 's/^summary: //p' p.cg)
	printf 'I   refs:      %s\n' \
		"$(sed ':a; s/\([0-9]\)\([0-9]\{3\}\)\($\|,\)/\1,\2\3/; ta' \
			<<<"$total")" | same - err
	collect -f -o p.cg act fork work 1000 join 2>err
	[ ! -s err ]
}

@test "the block of totals is appended to a file of standard error" {
	echo before >log
	cg-collect -f --cache-sim=no -o p.cg act work 10 2>>log
	head -1 log | grep -x before
	grep '^I   refs: ' log
}

# bats test_tags=slow
@test "the header says how many processes are in the sum" {
	collect -f -o p.cg sh -c 'act work 10; act fork work 20 join; :'
	canonical p.cg
	sed -n '/^desc: P/,/^cmd/p' p.cg >got
	same - got <<-'end'
		desc: Processes:        4
		cmd: sh -c act work 10; act fork work 20 join; :
	end
	collect -f -o p.cg act exec act work 10
	grep -x 'desc: Processes:        1' p.cg
}

@test "without -f the header does not mention processes" {
	collect -o p.cg act work 10
	exits 1 grep '^desc: Processes' p.cg
	collect -o '%p.cg' act work 10
	exits 1 grep '^desc: Processes' [0-9]*.cg
}

@test "--trace-children-skip leaves programs out by their names" {
	ln -s "$BATS_FILE_TMPDIR/act" skipped
	collect -f --trace-children-skip='*/skipped' -o p.cg \
		sh -c "act work 10; $PWD/skipped work 500; :"
	canonical p.cg
	[ "$(burnt p.cg)" -eq "$(burnt_by 10)" ]
}

@test "a thousand short children" {
	collect -f -o p.cg sh -c \
		'i=0; while [ $i -lt 1000 ]; do (:); i=$((i + 1)); done'
	canonical p.cg
	grep -x 'desc: Processes:        1001' p.cg
}

# --- missing processes

# bats test_tags=long
@test "the first process of a container ends, with what outlived the program, and leaves no files" {
	unshare -rpf --mount-proc true 2>/dev/null || skip 'no container can be made here'
	mkdir spools
	TMPDIR=$PWD/spools timeout -s KILL 60 unshare -rpf --mount-proc \
		cg-collect -q -f -o p.cg sh -c 'sleep 0.5 & true'
	grep -x 'desc: Processes:        2' p.cg
	[ -z "$(ls spools)" ]
}

# bats test_tags=slow
@test "a child killed by SIGKILL is named, the others are counted" {
	exits 0 collect -f -o p.cg act fork work 500 raise 19 leave \
		kill 9 work 10 fork work 30 join 2>err
	canonical p.cg
	[ "$(burnt p.cg)" -eq $(($(burnt_by 10) + $(burnt_by 30))) ]
	grep -x 'desc: Processes:        2' p.cg
	sed -E 's/[0-9]+/PID/' err | same - <(printf '%s\n' \
		'cg-collect: process PID left no profile, so that its work is missing: act fork work 500 raise 19 leave kill 9 work 10 fork work 30 join')
}

@test "with %p a killed child is named too" {
	collect -f -o '%p.cg' act fork raise 19 leave kill 9 work 10 2>err
	[ "$(echo [0-9]*.cg | wc -w)" -eq 1 ]
	grep 'left no profile, so that its work is missing: act fork' err
}

@test "after SIGKILL of the program, the work of its children remains" {
	exits 137 collect -f -o p.cg act fork kill-parent 9 work 30 leave \
		sleep 60 2>err
	[ "$(burnt p.cg)" -eq "$(burnt_by 30)" ]
	[ "$(wc -l <err)" -eq 1 ]
	grep 'left no profile, so that its work is missing' err
}

@test "only the first of many missing processes are named" {
	collect -f -o p.cg sh -c 'for i in 1 2 3 4 5 6 7 8 9 10 11 12 13; do
		act fork raise 19 leave kill 9; done; :' 2>err
	[ "$(grep -c 'left no profile, .*act fork raise 19 leave kill 9$' err)" -eq 10 ]
	grep -x 'cg-collect: the same of 3 others' err
}

# bats test_tags=slow
@test "processes still running at the end of the wait are named" {
	cg-collect -q --cache-sim=no -f -o p.cg --client-stdout=up \
		act work 10 fork print up sleep 60 leave 2>err 3>&- &
	wait_until test -s up
	stop TERM $!
	wait $! || true # the program may have ended by itself
	[ "$(burnt p.cg)" -eq "$(burnt_by 10)" ]
	grep -E '^cg-collect: process [0-9]+ left no profile, so that its work is missing: act' err
	kill -KILL "$(unfinished err)"
}

# fill: builds a program that sets a limit or opens files until its profile cannot be
# written, and exits with 5
build_fill() {
	cc -o fill -x c - <<-'end'
		#include <fcntl.h>
		#include <string.h>
		#include <sys/resource.h>
		#include <unistd.h>
		int main(int argc, char **argv)
		{
			struct rlimit none = {0, 0};
			if (argc > 1 && strcmp(argv[1], "descriptors") == 0)
				while (open("/dev/null", O_RDONLY) >= 0)
					;
			if (argc > 1 && strcmp(argv[1], "size") == 0)
				setrlimit(RLIMIT_FSIZE, &none);
			return 5;
		}
	end
}

# bats test_tags=slow
@test "a process whose profile cannot be written is named and not counted" {
	build_fill
	exits 0 collect -f -o p.cg act fork exec ./fill size join work 10 2>&1 |
		sed -E 's/process [0-9]+/process PID/' >err
	grep -x 'cg-collect: process PID left no profile, so that its work is missing: ./fill size join work 10' err
	[ "$(burnt p.cg)" -eq "$(burnt_by 10)" ]
	grep -x 'desc: Processes:        1' p.cg
}

@test "if the profile of the program cannot be written, the status is 125" {
	build_fill
	exits 125 collect -o p.cg ./fill size 2>&1 | sed -E 's/[0-9]+/PID/' >err
	[ ! -e p.cg ]
	grep -x 'cg-collect: process PID left no profile, so that its work is missing: ./fill size' err
	exits 1 grep 'see its message above' err
}

@test "a limit on the size of files is unchanged in the program" {
	exits 125 bash -c 'ulimit -f 1; exec cg-collect -q -o p.cg touch ran' 2>err
	[ "$(wc -l <err)" -eq 1 ]
	grep -xE 'cg-collect: .*: cannot write: (No space left on device|File too large)' err
	[ ! -e ran ]
	cc -o limit -x c - <<-'end'
		#include <signal.h>
		#include <sys/resource.h>
		int main(void)
		{
			struct sigaction action;
			struct rlimit limit;
			sigaction(SIGXFSZ, 0, &action);
			getrlimit(RLIMIT_FSIZE, &limit);
			return (action.sa_handler == SIG_IGN) * 2 +
				(limit.rlim_cur == 4096 << 10);
		}
	end
	exits 1 bash -c 'ulimit -f 4096; exec cg-collect -q -o p.cg ./limit'
	exits 3 bash -c 'ulimit -f 4096; trap "" XFSZ
		exec cg-collect -q -o p.cg ./limit'
}

@test "a program that uses up its descriptors leaves a profile" {
	build_fill
	exits 5 collect -o p.cg ./fill descriptors
	canonical p.cg
}

# on_small_disk SIZE COMMAND...: runs it with a TMPDIR of that size
on_small_disk() {
	[ "$(id -u)" -eq 0 ] || skip 'only root can mount'
	mkdir -p small
	unshare -m sh -c 'mount -t tmpfs -o size=$0 none small' "$1" ||
		skip 'mounting is not permitted'
	unshare -m sh -c 'mount -t tmpfs -o size=$0 none small &&
		TMPDIR=$PWD/small && export TMPDIR && exec "$@"' "$@"
}

@test "without space for a page, the status is 125 before the program runs" {
	exits 125 on_small_disk 8k sh -c 'echo >small/1; echo >small/2
		exec cg-collect -q -o p.cg touch ran' 2>err
	[ ! -e ran ]
	same - <(sed 's/small.*control/CONTROL/' err) <<-end
		cg-collect: $PWD/CONTROL: cannot write: No space left on device
	end
}

@test "if the disk fills up during a run, the missing process is reported" {
	on_small_disk 800k cg-collect -q --cache-sim=no -f -o p.cg sh -c '
		act work 10
		dd if=/dev/zero of=small/rest bs=1k 2>/dev/null
		act work 1000
		rm small/rest
		act work 30' 2>err
	canonical p.cg
	[ "$(burnt p.cg)" -eq $(($(burnt_by 10) + $(burnt_by 30))) ]
	# the process that wrote to a full disk could not leave its command either
	grep -E 'process [0-9]+ left no profile, .* missing: [^ ]*dd if=' err
	grep -E 'process [0-9]+ left no profile, .* missing: (unknown|.*1000)$' err
	# of a process, the program before its exec may be missing, too
	nmissing=$(grep -o '^cg-collect: process [0-9]*' err | sort -u | wc -l)
	grep -x "desc: Processes:        $((6 - nmissing))" p.cg
}

# --- the private directory is gone or inaccessible: programs still run

@test "processes that outlive cg-collect can start programs" {
	for signal in TERM KILL; do
		mkfifo go
		cg-collect -q -f -o p.cg sh -c '{ echo >up; read -r _ <go
			/bin/echo late >late; echo $? >status; } 2>said &' \
			2>err 3>&- &
		wait_until test -s up
		if [ $signal = TERM ]; then
			stop TERM $!
		else
			kill -KILL $!
		fi
		wait $! || true
		wait_until rmdir tmp 2>/dev/null
		mkdir tmp
		echo >go
		wait_until test -s status
		echo 0 | same - status
		echo late | same - late
		[ ! -s said ]
		exits 1 grep 'cgcollect: ' err
		rm go up late status
	done
}

@test "if Valgrind cannot use its TMPDIR, a program runs without a profile" {
	ln -s loop loop
	long=$(printf '%0300d' 0)
	for place in /nonexistent /dev/null "$PWD/loop" "$PWD/$long"; do
		collect -f -o p.cg sh -c 'TMPDIR=$0 act work 500 print ran exit 7
			echo $?; act work 30' "$place" >out 2>err
		printf '%s\n' ran 7 | same - out
		[ "$(burnt p.cg)" -eq "$(burnt_by 30)" ]
		sed -E 's/[0-9]+/PID/' err | same - <(echo "cg-collect: process PID left no profile of its work as $BATS_FILE_TMPDIR/act")
		grep -x 'desc: Processes:        2' p.cg
	done
}

@test "a program in another root directory runs without a profile" {
	[ "$(id -u)" -eq 0 ] || skip 'only root can change it'
	mkdir root
	cc -static -o root/act "$TESTS/programs/act.c"
	collect -f -o p.cg sh -c 'chroot root /act work 500 print ran exit 7
		echo $?; act work 30' >out 2>err
	printf '%s\n' ran 7 | same - out
	[ "$(burnt p.cg)" -eq "$(burnt_by 30)" ]
	sed -E 's/[0-9]+/PID/' err | same - <(echo 'cg-collect: process PID left no profile, so that its work is missing: /usr/sbin/chroot root /act work 500 print ran exit 7')
	grep -x 'desc: Processes:        2' p.cg
}

# namespaces OPTION...: skips the test if they are not permitted
namespaces() {
	unshare "$@" true 2>/dev/null || skip "unshare $* is not permitted"
}

@test "processes that cannot see the private directory run and are reported missing" {
	namespaces -m
	cc -o hide -x c - <<-'end'
		#include <stdlib.h>
		#include <sys/mount.h>
		int main(void)
		{
			return mount("none", getenv("TMPDIR"), "tmpfs", 0, 0) != 0;
		}
	end
	exits 0 collect -f -o p.cg sh -c 'act work 30
		unshare -m sh -c "./hide; act work 500 print ran; echo \$?"' \
		>out 2>err
	printf '%s\n' ran 0 | same - out
	[ "$(burnt p.cg)" -eq "$(burnt_by 30)" ]
	grep 'process [0-9]* left no profile, so that its work is missing: ./hide' err
	grep -x 'cg-collect: 1 process left nothing in the directory for profiles, so that its work is missing' err
	grep -x 'desc: Processes:        2' p.cg
}

# --- PID namespaces

@test "processes with the same number in different namespaces are distinct" {
	namespaces -pf
	collect -f -o p.cg sh -c 'for i in 1 2 3 4; do
		unshare -pf sh -c "act work $i; :" & done; wait'
	canonical p.cg
	grep -x 'desc: Processes:        13' p.cg
	[ "$(burnt p.cg)" -eq $(($(burnt_by 1) + $(burnt_by 2) +
		$(burnt_by 3) + $(burnt_by 4))) ]
	collect -f -o p.cg sh -c 'for i in 1 2 3; do
		unshare -pf sh -c "act work $i; :"; done; :'
	grep -x 'desc: Processes:        10' p.cg
}

@test "with %p, a file that cannot be written is named" {
	mkdir gone
	run -125 --separate-stderr cg-collect -q -f --cache-sim=no -o 'gone/%p.cg' rmdir gone
	[[ $stderr =~ ^'cg-collect: gone/'[0-9]+'.cg: cannot write: No such file or directory'$ ]]
}

@test "with %p, processes with the same number share a file, which is their sum" {
	namespaces -pf
	collect -f -o '%p.cg' sh -c 'for i in 10 20 30; do
		unshare -pf act work $i; done; :'
	canonical 1.cg
	[ "$(burnt 1.cg)" -eq \
		$(($(burnt_by 10) + $(burnt_by 20) + $(burnt_by 30))) ]
	[ "$(echo [0-9]*.cg | wc -w)" -eq 5 ]
}

# makes a copy that a user without processes can reach; only root can become one
install_for_all() {
	place=$(mktemp -d -p /tmp)
	mkdir -p "$place/libexec" "$place/bin" "$place/tmp"
	cp -rL "$B/libexec/cg-tools" "$place/libexec"
	cp "$B/bin/cg-collect" "$place/bin"
	chmod -R a+rwX "$place"
}

@test "an error is reported if the cleanup process cannot be started" {
	[ "$(id -u)" -eq 0 ] || skip 'only root can become another user'
	local place
	install_for_all
	# two processes: this one, and the one that would start the cleanup
	exits 125 env TMPDIR="$place/tmp" setpriv --reuid=4294960000 \
		--clear-groups bash -c 'cd "$1"; ulimit -u 2
		exec bin/cg-collect -q -o p.cg touch ran 2>err' limited "$place"
	cp "$place/err" .
	[ -z "$(ls -A "$place/tmp")" ]
	[ ! -e "$place/ran" ]
	rm -r "$place"
	same - err <<-'end'
		cg-collect: cannot start a process: Resource temporarily unavailable
	end
}

@test "a limit on the number of processes applies to the program" {
	[ "$(id -u)" -eq 0 ] || skip 'only root can become another user'
	local place
	install_for_all
	TMPDIR=$place/tmp setpriv --reuid=4294960000 --clear-groups bash -c '
		cd "$1"
		ulimit -u 6
		bin/cg-collect -q --cache-sim=no -f -o p.cg sh -c "
			(sleep 1) & (sleep 1) & (sleep 1) & (sleep 1) &
			(sleep 1) & (sleep 1) & (sleep 1) & wait" 2>err ||
			echo $? >status' limited "$place"
	cp "$place"/{p.cg,err} .
	rm -r "$place"
	grep -i 'cannot fork' err
	exits 1 grep '^cg-collect: ' err
	canonical p.cg
	[ "$(sed -n 's/^desc: Processes: *//p' p.cg)" -ge 2 ]
}

# bats test_tags=slow
@test "a program for another user runs without a profile, and is named" {
	[ "$(id -u)" -eq 0 ] || skip 'only root can become another user'
	local place
	install_for_all
	PATH=$place/bin:$PATH TMPDIR=$place/tmp \
		collect -f -o p.cg --client-stdout=out sh -c \
		'setpriv --reuid=4294960000 --clear-groups echo ran
		/usr/bin/env true; :' 2>err
	[ -z "$(ls -A "$place/tmp")" ]
	rm -r "$place"
	grep -x ran out
	canonical p.cg
	sed -E 's/[0-9]+/PID/' err | same - <(echo \
		'cg-collect: process PID left no profile of its work as /usr/bin/echo')
	grep -x 'desc: Processes:        2' p.cg
}

@test "if the program became another user and left no profile, the status is 125" {
	[ "$(id -u)" -eq 0 ] || skip 'only root can become another user'
	cc -o drop -x c - <<-'end'
		#include <unistd.h>
		int main(void) { return setuid(65534) == 0 ? 3 : 1; }
	end
	exits 125 collect -o p.cg ./drop 2>err
	[ ! -e p.cg ]
	grep '^cg-collect: ' err | sed 's/[0-9]\+/PID/' | same - <(echo \
		'cg-collect: process PID left no profile, so that its work is missing: ./drop')
}

# --- exec

@test "without -f, an exec of another program is reported" {
	cp "$(type -P true)" another
	for quiet in '' -q; do
		# shellcheck disable=SC2086
		cg-collect $quiet --trace-children=no -o p.cg \
			act work 10 exec ./another 2>err
		grep -x 'cg-collect: the program replaced itself with ./another, which is not in the profile (-f follows it)' err
	done
	cg-collect -f --cache-sim=no -o p.cg act exec ./another 2>err
	exits 1 grep 'went on' err
}

@test "a failed exec and an exec of a child are not reported" {
	exits 1 cg-collect --cache-sim=no -o p.cg act exec ./no-such 2>err
	exits 1 grep 'went on' err
	touch not-a-program
	exits 1 cg-collect --cache-sim=no -o p.cg act exec ./not-a-program 2>err
	exits 1 grep 'went on' err
	cg-collect --cache-sim=no -o p.cg act fork exec true join 2>err
	exits 1 grep 'went on' err
}

@test "an exec with an unreadable path is not reported" {
	cc -o cut -x c - <<-'end'
		#define _GNU_SOURCE
		#include <string.h>
		#include <sys/mman.h>
		#include <sys/syscall.h>
		#include <unistd.h>
		int main(void)
		{
			char *page = mmap(0, 8192, PROT_READ | PROT_WRITE,
				MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
			char *path = page + 4096 - 4;
			munmap(page + 4096, 4096);
			memcpy(path, "true", 4);
			syscall(SYS_execveat, -100, path, 0, 0, 0);
			syscall(SYS_execve, path, 0, 0);
			syscall(SYS_execveat, -100, 8, 0, 0, 0);
			return 5;
		}
	end
	exits 5 cg-collect --cache-sim=no -o p.cg ./cut 2>err
	canonical p.cg
	exits 1 grep 'went on' err
}

# --- remaining files: none, which teardown checks

# bats test_tags=slow
@test "a signal to cg-collect leaves no files" {
	for signal in TERM HUP; do
		cg-collect -q --cache-sim=no -f --client-stdout=up -o p.cg \
			act fork sleep 60 leave print up sleep 60 2>err 3>&- &
		wait_until test -s up
		stop $signal $!
		wait $! || true
		kill -KILL "$(unfinished err)"
		rm up
	done
}

@test "SIGKILL to cg-collect ends the program and leaves no files" {
	cg-collect -q --cache-sim=no --client-stdout=up -o p.cg \
		act print up sleep 60 3>&- &
	wait_until test -s up
	program=$(cat /proc/$!/task/$!/children)
	kill -KILL $!
	exits 137 wait $!
	wait_until is_gone $program
	[ ! -e p.cg ]
}

@test "SIGKILL to the whole process group leaves no files" {
	perl -e 'setpgrp; exec @ARGV' cg-collect -q --cache-sim=no -f \
		--client-stdout=up -o p.cg act fork sleep 60 leave print up \
		sleep 60 3>&- &
	wait_until test -s up
	kill -KILL -- -$!
	exits 137 wait $!
	[ ! -e p.cg ]
}

@test "temporary files of Valgrind are in the private directory" {
	# their names are gone, but the descriptors still tell them
	collect -f -o p.cg sh -c 'ls -l /proc/$$/fd; :' >out
	[ "$(grep -c "$TMPDIR/cg-collect[.][^/]*/spool/.*(deleted)" out)" -ge 2 ]
	exits 1 grep "$TMPDIR/[^/]*$" out
}

@test "a first program without a private directory makes no files elsewhere" {
	# the directory is removed if cg-collect was killed
	run -1 env TMPDIR="$PWD/none" VALGRIND_LIB="$B/libexec/cg-tools" \
		valgrind -q --tool=cgcollect --spool="$PWD/gone" touch ran
	[ "$output" = "cgcollect: $PWD/gone: cannot write: no such file or directory" ]
	[ ! -e ran ]
}

# bats test_tags=slow
@test "SIGKILL to cg-collect at its start leaves no files" {
	for i in $(seq 40); do
		cg-collect -q --cache-sim=no -o p.cg true 2>err 3>&- &
		sleep "0.00$((i % 10))"
		kill -KILL $!
		wait $! || true
	done
	[ ! -e p.cg ]
}

# cleanup_of PID: prints the other process with the same command line
cleanup_of() {
	local process
	for process in /proc/[0-9]*; do
		[ "$process" = "/proc/$1" ] ||
			! cmp -s "$process/cmdline" "/proc/$1/cmdline" ||
			echo "${process#/proc/}"
	done
}

# start_with_cleanup [VARIABLE...]: starts a run to be killed, and finds the cleanup
# process that outlives it
start_with_cleanup() {
	env "$@" cg-collect -q --cache-sim=no --client-stdout=up -o "$PWD/p.cg" \
		act print up sleep 60 3>&- &
	wait_until test -s up
	cleanup=$(cleanup_of $!)
}

@test "the cleanup process keeps no descriptors of cg-collect open" {
	start_with_cleanup
	[ "$(ls /proc/$cleanup/fd | wc -w)" -eq 1 ]
	kill $!
	wait $! || true
	wait_until is_gone $cleanup
}

@test "the cleanup process closes descriptors even if it cannot list them" {
	build_inject
	for function in opendir readdir; do
		start_with_cleanup "${inject[@]}" FAULT_CALL=$function FAULT_IN=children
		[ "$(ls /proc/$cleanup/fd | wc -w)" -eq 1 ]
		kill -KILL $!
		wait $! || true
		wait_until is_gone $cleanup
		rm up
	done
}

@test "other directories do not prevent removal of the private one" {
	start_with_cleanup
	mkdir tmp/another
	for directory in tmp/cg-collect.*; do
		mkdir "$directory.gone"
		touch "$directory.gone/file"
	done
	kill $!
	wait $! || true
	[ ! -e "$directory" ]
	rm -r tmp/*
}

@test "a link in place of the private directory is not followed" {
	start_with_cleanup
	mkdir -p other/spool
	touch other/spool/file
	directory=$(echo tmp/cg-collect.*)
	mv "$directory" moved
	ln -s "$PWD/other" "$directory"
	kill -KILL $!
	wait $! || true
	wait_until is_gone $cleanup
	[ -e other/spool/file ]
	rm "$directory"
}

@test "%c in -o is the program of each process, and cg-sum --by=command adds them up" {
	printf '#!/bin/sh\nls /dev/null | wc -l\nls /dev/null\n' >script
	chmod +x script
	cg-collect -q -f --cache-sim=no -o 'tree.%c.%p.cg' ./script
	[ "$(ls tree.ls.*.cg | wc -l)" -eq 2 ]
	[ "$(ls tree.wc.*.cg | wc -l)" -eq 1 ]
	cg-sum --by=command --events=Ir tree.*.cg >rows
	[ "$(grep -cE ' (ls|wc)$' rows)" -eq 2 ]
	# without %p, one file: the program that was started
	cg-collect -q --cache-sim=no -o one.%c.cg ls /dev/null
	grep '^summary:' one.ls.cg
	# of several processes, one each
	cg-collect -q -f --cache-sim=no -o 'each.%c.cg' ./script
	ls each.*.cg | sort | same - <(printf 'each.%s.cg\n' ls ls-2 script wc | sort)
	[ "$(cg-sum --by=command each.*.cg | grep -cE ' (ls|wc|script)$')" -eq 3 ]
	# one profile
	cg-collect -q -f --cache-sim=no --calls --separate-processes=yes -o all.cg ./script
	cg-sum --check all.cg
	[ "$(cg-sum --by=process --events=Ir all.cg | grep -cE ' [0-9]+ .*(ls /dev/null|wc -l)$')" -eq 3 ]
	cg-sum --by=command --events=Ir all.cg | grep -E ' wc$'
	[ "$(cg-sum --by=process --format=tsv --events=Ir all.cg | awk 'NR > 1 { n += $NF } END { print n }')" = \
		"$(cg-sum --format=plain --events=Ir all.cg | awk '{ print $NF }')" ]
	cg-collect -q -f --cache-sim=no --calls --separate-processes=yes --names=later ./script |
		cg-names | cg-sum --by=process --events=Ir | grep -cE '(ls /dev/null|wc -l)$' | same - <(echo 3)
}
