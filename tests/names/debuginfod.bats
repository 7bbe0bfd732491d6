#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# Debug information from a server on the loopback, only if it is asked for.

load ../lib/names
load ../lib/daemons

# bats file_tags=slow,whole

setup_file() {
	need_command debuginfod
	cd "$BATS_FILE_TMPDIR" || return 1
	sources
	gcc -g -O1 -o program main.c part/sum.c
	mkdir files
	objcopy --only-keep-debug program files/program.debug
	strip -g program
	port=$(free_port)
	start_daemon server debuginfod -v -p "$port" -d "$PWD/database" -F -t 5 "$PWD/files"
	url=http://127.0.0.1:$port
	export url
	export DEBUGINFOD_CACHE_PATH=$BATS_FILE_TMPDIR/cache DEBUGINFOD_TIMEOUT=5
	id=$(build_id program)
	within 20 curl -sf -o /dev/null "$url/buildid/$id/debuginfo"
}

teardown_file() {
	end_daemons
}

setup() {
	[ -x "$B/libexec/cg-tools/cg-names" ] || skip 'this build has no cg-names'
	cd "$BATS_FILE_TMPDIR" || return 1
	export DEBUGINFOD_URLS=$url
	rm -rf cache
	requests=$(grep -c "GET /buildid" server.log || true)
}

@test "a server is not asked unless the client says so" {
	[ "$(asked program main)" = ':0	main' ]
	[ ! -e cache ]
	[ "$(grep -c "GET /buildid" server.log)" -eq "$requests" ]
}

@test "a server gives what is nowhere else, and the cache keeps it" {
	[ "$(asked program main --debuginfod)" = "$PWD/main.c:14	main" ]
	DEBUGINFOD_URLS=http://127.0.0.1:1 asked program main --debuginfod | grep -q 'main.c:14'
}

@test "a server that does not answer costs only the lines" {
	DEBUGINFOD_URLS=http://127.0.0.1:1 run -0 asked program main --debuginfod
	[ "$output" = ':0	main' ]
}
