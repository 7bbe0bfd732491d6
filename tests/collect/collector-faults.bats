#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# Faults of the Valgrind tool: calls of Valgrind's core that fail, and processes that are
# killed. The checked tool makes these calls fail.

load ../lib/collecting

# bats file_tags=long

setup_file() {
	build act.c -O0
}

setup() {
	enter_with_tmpdir
	platform=$(cd "$B/checked" && echo cgcollect-*)
}

# failing_core KIND,NTH,FORM,ERROR ARGUMENT...: runs cg-collect with these arguments and
# makes this call of the core fail; see tests/faults/core_calls.c
failing_core() {
	local fault=$1
	shift
	head -c 4096 /dev/zero >counts
	CG_COLLECT_LIB=$B/checked cg-collect -q --cache-sim=no \
		"--fault=$fault,$PWD/counts" "$@"
}

# bats test_tags=slow
@test "only the checked tool has calls that fail on request" {
	# other bytes may stand right before the option, so that it need not have its own line
	strings -a "$B/checked/$platform" | grep -e --fault=
	nm "$B/checked/$platform" | grep -w fault_open
	for tool in "$B"/libexec/cg-tools/cgcollect-*; do
		exits 1 grep -q -e --fault <(strings -a "$tool")
		exits 1 grep -qw fault_open <(nm "$tool")
	done
	exits 125 cg-collect -q --fault=open,1,once,1,counts -o p.cg true 2>err
	grep -Fx 'cg-collect: unknown option, or value of it: --fault=open,1,once,1,counts' err
}

# --- exec

@test "if stat fails for the file of a program, the program is still executed" {
	# the second call is the one for the program
	set -- -f -o p.cg act work 10 exec "$(type -P act)" print ran
	failing_core stat,2,once,5 "$@" >out 2>err
	echo ran | same - out
	[ ! -s err ]
	canonical p.cg
	[ "$(burnt p.cg)" -gt 0 ]
	# if all later ones fail, there is no mark of the second program
	exits 125 failing_core stat,2,from,5 "$@" >out 2>err
	echo ran | same - out
	grep -E '^cg-collect: process [0-9]+ left no profile, so that its work is missing: act' err
}

@test "a program that follows a process without a mark runs" {
	failing_core open,3,from,13 -f -o p.cg act fork exec "$(type -P act)" \
		print ran exit 3 join work 10 >out 2>err || true
	echo ran | same - out
	grep -x 'cg-collect: 1 process left nothing in the directory for profiles, so that its work is missing' err
}

# --- marks in the private directory

@test "a process that cannot know whether its name is free says so" {
	# the pid may have been another process's, whose profile has that name
	failing_core stat,2,once,5 -f -o p.cg act fork work 20 join work 10 2>err
	canonical p.cg
	grep -x 'desc: Processes:        1' p.cg
	same - err <<-'end'
		cg-collect: 1 process left nothing in the directory for profiles, so that its work is missing
	end
}

# bats test_tags=slow
@test "a forked process that is killed before it leaves a mark is counted" {
	failing_core open,3,kill,0 -f -o p.cg act fork work 20 join work 10 2>err
	canonical p.cg
	grep -x 'desc: Processes:        1' p.cg
	same - err <<-'end'
		cg-collect: 1 process left nothing in the directory for profiles, so that its work is missing
	end
}

@test "if the program could leave no profile, it does not run" {
	for fault in map,1,once,12 open,1,once,24 open,2,once,24 open,1,from,13 \
		stat,1,once,5; do
		exits 125 failing_core $fault -f -o p.cg touch ran 2>err
		[ ! -e ran ]
		[ ! -e p.cg ]
		sed 's|/cg-collect.*spool|/SPOOL|' err | grep -x "cgcollect: $TMPDIR/SPOOL: cannot write: .*"
		grep -x 'cg-collect: no profile: Valgrind ended with status 1 (see its message above)' err
	done
}

# bats test_tags=slow
@test "a file for standard output is empty, or the program does not run" {
	for fault in fstat,1,once,5 open,3,once,24; do
		seq 100 >text
		exits 125 failing_core $fault -o p.cg --client-stdout=text touch ran 2>err
		[ ! -e ran ]
		[ ! -e p.cg ]
		seq 100 | same - text
		grep '^cgcollect: cannot empty the file for standard output: ' err
		grep -x 'cg-collect: no profile: Valgrind ended with status 1 (see its message above)' err
	done
}

@test "if the stack cannot be pinned, the file for standard output is unchanged" {
	seq 100 >text
	exits 125 failing_core stack,1,once,0 --reproducible -o p.cg \
		--client-stdout=text touch ran 2>err
	[ ! -e ran ]
	seq 100 | same - text
	grep "cgcollect: no room for the program's stack" err
	grep -E '^cg-collect: process [0-9]+ left no profile' err
}

@test "if the auxiliary vector cannot be written, the program does not run" {
	for fault in open,4,once,24 write,2,once,28 write,2,short,0; do
		exits 125 failing_core $fault --reproducible -o p.cg touch ran 2>err
		[ ! -e ran ]
		grep 'cgcollect: cannot write the auxiliary vector' err
		grep -E '^cg-collect: process [0-9]+ left no profile' err
	done
}

# --- samples of what `make torture-collector` runs whole

# torture OPTION...: prints one line for each case and kind
torture() {
	"$TESTS/faults/collector" "$@" "$B/checked" >out 2>err ||
		fail "$(grep '^not ok' out; cat err)"
}

@test "each kind of call that fails first, or last" {
	torture --sample --case=stdout --case=vfork --case=dump
	for kind in memory pages map stack open read write rename unlink stat fstat \
		readlink access; do
		grep -q "^[a-z]* $kind runs " out || fail "$kind" || return
	done
}

@test "little space, few descriptors, little memory" {
	[[ $(ldd "$B/bin/cg-collect" 2>&1) != *libasan* ]] ||
		skip 'AddressSanitizer needs much memory'
	torture --sample --case=limit
	for limit in nofile fsize as removed; do
		grep "^limit $limit runs " out
	done
	grep '^limit inodes runs ' out ||
		grep 'not tried, because mounting is not permitted' out
}

@test "processes of a tree that are killed at random moments" {
	torture --case=kill --kills=12
	grep -q '^kill SIGKILL tool runs ' out
}

# careless COMMAND: puts a cg-collect that is this command into PATH
careless() {
	mkdir -p fake
	printf '%s\n' '#!/bin/sh' "$1" >fake/cg-collect
	chmod +x fake/cg-collect
	export real=$B/bin/cg-collect
}

@test "a cg-collect that is silent, lies or leaves files is detected" {
	set -- --sample --case=vfork --call=pages
	careless '"$real" "$@" 2>/dev/null'
	PATH=$PWD/fake:$PATH exits 1 torture "$@"
	grep '^not ok: vfork pages 1 once: no message: status 125' out
	careless '"$real" "$@"; status=$?; [ $status -ne 125 ] || status=7; exit $status'
	PATH=$PWD/fake:$PATH exits 1 torture "$@"
	grep '^not ok: vfork pages 1 once: no profile: status 7' out
	careless '"$real" "$@"; status=$?; [ $status -ne 125 ] || touch "$TMPDIR/left"; exit $status'
	PATH=$PWD/fake:$PATH exits 1 torture "$@"
	grep '^not ok: vfork pages 1 once: left behind: tmp/left' out
	careless '"$real" "$@"; status=$?; [ $status -ne 125 ] || rm -f out.cg; exit $status'
	PATH=$PWD/fake:$PATH exits 1 torture "$@"
	grep '^not ok: vfork pages 1 once: no file' out
}

# functions for files, processes and memory whose results cannot report a failure, and
# lseek, which fails for each pipe
cannot_fail='vgPlain_am_find_nsegment vgPlain_am_get_filename vgPlain_am_get_segment_starts
vgPlain_am_is_valid_for_client vgPlain_atfork
vgPlain_client_envp vgPlain_close
vgPlain_free vgPlain_get_startup_wd vgPlain_getpid vgPlain_libdir vgPlain_lseek'

@test "each call of the core for files, processes and memory can fail on request" {
	headers=$(pkg-config --variable=includedir valgrind)
	cat "$headers"/pub_tool_{libcfile,libcproc,mallocfree,aspacemgr}.h |
		grep -o 'VG_([a-z_0-9]*)' | sed 's/VG_(\(.*\))/vgPlain_\1/' | sort -u >known
	nm -u "$B/plugin/checked.o" | awk '{ print $2 }' | sort >used
	printf '%s\n' $cannot_fail | sort >allowed
	comm -12 known used | comm -23 - allowed | same /dev/null -
	[ "$(wc -l <used)" -gt 100 ]
}
