#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# Debug information and sources from a server on the loopback, only if it is asked for.

load ../lib/collecting
load ../lib/names
load ../lib/daemons

# bats file_tags=long,whole

setup_file() {
	[ -x "$B/bin/cg-names" ] || return 0
	need_command debuginfod
	cd "$BATS_FILE_TMPDIR" || return 1
	sources
	gcc -g -O1 -o program main.c part/sum.c
	mkdir files packages
	objcopy --only-keep-debug program files/program.debug
	strip -g program
	profile_and_remove_sources
	port=$(free_port)
	start_daemon server debuginfod -v -p "$port" -d "$PWD/database" -F -Z .tar -t 5 \
		"$PWD/files" "$PWD/packages"
	url=http://127.0.0.1:$port
	export url
	export DEBUGINFOD_CACHE_PATH=$BATS_FILE_TMPDIR/cache DEBUGINFOD_TIMEOUT=5
	id=$(build_id program)
	within 20 curl -sf -o /dev/null "$url/buildid/$id/debuginfo"
	within 20 curl -sf -o /dev/null "$url/buildid/$(build_id both)/source$PWD/gone/main.c"
}

# profiles a program whose sources then are only in a package
profile_and_remove_sources() {
	local options
	mkdir gone
	(cd gone && sources && gcc -g -O1 -o both "$PWD/main.c" "$PWD/part/sum.c")
	cp gone/both .
	cg-collect -q --cache-sim=no -o flat.cg ./both >/dev/null
	cg-collect -q --cache-sim=no --calls -o calls.cg ./both >/dev/null
	while read -r options; do
		# shellcheck disable=SC2086 # words
		cg-annotate $options
	done <<<"$reports" >there
	tar -C / -cf packages/gone.tar "${PWD#/}/gone"
	rm -r gone
}

# options and profiles of reports
reports='--threshold=0 flat.cg
--threshold=0 calls.cg
--threshold=0 --inclusive --tree=both calls.cg
--threshold=0 --width=100 flat.cg
--threshold=0 --format=html calls.cg
--auto=no flat.cg sum.c'

teardown_file() {
	end_daemons
}

setup() {
	[ -x "$B/bin/cg-names" ] || skip 'this build has no cg-names'
	cd "$BATS_FILE_TMPDIR" || return 1
	export DEBUGINFOD_URLS=$url
	rm -rf cache
	requests=$(count_requests)
}

count_requests() {
	grep -c "GET /buildid" "$BATS_FILE_TMPDIR/server.log" || true
}

# requests N: so many were made since the start of the test
requests() {
	[ $(($(count_requests) - requests)) -eq "$1" ] ||
		fail "$(grep "GET /buildid" "$BATS_FILE_TMPDIR/server.log")"
}

@test "a server is not asked unless the client says so" {
	[ "$(asked program main)" = ':0	main' ]
	[ ! -e cache ]
	requests 0
}

# bats test_tags=slow
@test "a server gives what is nowhere else, and the cache keeps it" {
	[ "$(asked program main --debuginfod)" = "$PWD/main.c:14	main" ]
	DEBUGINFOD_URLS=http://127.0.0.1:1 asked program main --debuginfod | grep 'main.c:14'
}

@test "a server that does not answer costs only the lines" {
	local message='program: no debug information is fetched:'
	DEBUGINFOD_URLS=http://127.0.0.1:1 asked program main --debuginfod >out 2>err
	echo ':0	main' | same - out
	echo "$message asking the servers of DEBUGINFOD_URLS failed" | same - err
	DEBUGINFOD_URLS= asked program main --debuginfod 2>err | same out -
	echo "$message DEBUGINFOD_URLS is not set" | same - err
}

@test "servers that do not answer are asked once for all objects" {
	cp program second
	addresses program main |
		DEBUGINFOD_URLS=http://127.0.0.1:1 "$B/unit/names" --debuginfod program second \
			>out 2>err
	[ "$(cut -f 3 out | paste -sd ' ')" = 'main main' ]
	echo 'program: no debug information is fetched: asking the servers of DEBUGINFOD_URLS failed' |
		same - err
}

@test "a profile says that nothing is fetched, once" {
	DEBUGINFOD_URLS=http://127.0.0.1:1 cg-collect -q --cache-sim=no --debuginfod \
		./program >p.cg 2>err
	[ "$(grep -c 'no debug information is fetched' err)" -eq 1 ]
}

# --- sources -------------------------------------------------------------------------

# profile_of N OBJECT...: prints a profile with N sources that do not exist
profile_of() {
	local n=$1 i object separator=
	shift
	printf 'desc: Build IDs:'
	for object; do
		printf '%s %s %s' "$separator" "$(build_id "$object")" "$object"
		separator=';'
	done
	printf '\ncmd: x\nevents: Ir\n'
	for ((i = 0; i < n; i++)); do
		printf 'fl=/none/%d.c\nfn=f\n1 1\n' "$i"
	done
	echo "summary: $n"
}

# warns MESSAGE PROFILE: the report is the one without --debuginfod, and the message is the
# only one
warns() {
	cg-annotate "$2" >plain
	cg-annotate --debuginfod "$2" >report 2>err
	printf 'cg-annotate: %s\n' "$1" | same - err
	same plain report
}

failed='no sources are fetched: asking the servers of DEBUGINFOD_URLS failed'

# bats test_tags=slow
@test "a report with sources that were fetched is the report with sources that are there" {
	local options
	while read -r options; do
		# shellcheck disable=SC2086 # words
		cg-annotate --debuginfod $options
	done <<<"$reports" >fetched
	same there fetched
	[ "$(grep -c 'twice(numbers\[i\])' fetched)" -ge 6 ]
	# each is asked for once
	requests 3
}

@test "no source is asked for without --debuginfod, with --auto=no, or if it is here" {
	cg-annotate --threshold=0 flat.cg >report
	exits 1 grep -q 'result += twice' report
	cg-annotate --debuginfod --auto=no --threshold=0 flat.cg >report
	requests 0
	cg-annotate --debuginfod -I . --threshold=0 flat.cg >report
	grep -q 'result += twice' report
	requests 0
}

@test "lines for editors lead to the copy" {
	cg-annotate --debuginfod --format=lines --threshold=0 flat.cg | grep 'result += twice' >lines
	copy=$(sed -n '1s/:[0-9]*: .*//p' lines)
	[[ $copy = "$PWD/cache/"* ]]
	grep -q 'result += twice' "$copy"
}

@test "only the sources of lines that are printed are fetched" {
	cg-annotate --debuginfod --format=lines --top=0 flat.cg
	requests 0
}

@test "a source that was fetched is not newer than the profile" {
	cp flat.cg old.cg
	touch -d 2000-01-01 old.cg
	cg-annotate --debuginfod --width=80 --threshold=0 old.cg >report
	grep -q 'result += twice' report
	exits 1 grep -q 'newer than' report
	cg-annotate -I . --width=80 --threshold=0 old.cg | grep 'newer than'
	cg-annotate --debuginfod --format=html old.cg >page
	exits 1 grep -q 'newer than' page
}

@test "a path that was stripped is asked for as --map-prefix completes it" {
	mkdir elsewhere
	cg-filter --strip-prefix="$PWD/gone" -o elsewhere/stripped.cg flat.cg
	cd elsewhere
	cg-annotate --debuginfod --threshold=0 stripped.cg >report 2>err
	exits 1 grep -q 'result += twice' report
	[ ! -s err ]
	requests 0
	cg-annotate --debuginfod --map-prefix=part="${PWD%/*}/gone/part" --threshold=0 \
		stripped.cg >report
	grep -q 'result += twice' report
}

@test "of a profile with objects, only the object of a source is asked" {
	{
		echo '# callgrind format'
		profile_of 3 "$PWD/both" "$PWD/program" | sed "s|^fl=|ob=$PWD/program\\n&|"
	} >objects
	cg-annotate --debuginfod objects >report
	requests 3
	profile_of 3 "$PWD/both" "$PWD/program" >none
	cg-annotate --debuginfod none >report 2>err
	[ ! -s err ]
	grep -q '/none/2\.c' report
	requests $((3 + 3)) # 404 is in the cache
}

@test "servers are asked no more after 100 sources that they do not have" {
	profile_of 300 "$PWD/both" >none
	warns 'no sources are fetched: 100 requests in a row found none' none
	requests 100
}

@test "what is wrong with servers is said once, and the report is as without them" {
	profile_of 3 "$PWD/both" >none
	DEBUGINFOD_URLS=http://127.0.0.1:1 warns "$failed: Connection refused" none
	DEBUGINFOD_URLS='' warns 'no sources are fetched: DEBUGINFOD_URLS is not set' none
	sed 's/^desc: Build.*/desc: x: y/' none >without
	warns 'no sources are fetched: the profile has no build IDs' without
	mkdir alone
	cp "$B/bin/cg-annotate" alone
	PATH=$PWD/alone:${PATH//"$B/bin:"/}
	warns 'no sources are fetched: cg-names, of the package cg-collect, is not installed' none
	printf '#!/bin/sh\nexit 1\n' >alone/cg-names
	chmod +x alone/cg-names
	warns 'no sources are fetched: cg-names ended without an answer' none
	requests 0
}

@test "a server that never answers is waited for once" {
	cat >silent.py <<-'END'
		import socket, sys
		listener = socket.create_server(("127.0.0.1", int(sys.argv[1])))
		print("listening", flush=True)
		connections = []
		while connections.append(listener.accept()) is None:
		    print("accepted", flush=True)
	END
	port=$(free_port)
	start_daemon silent python3 silent.py "$port"
	within 10 grep -q listening silent.log
	profile_of 3 "$PWD/both" >none
	DEBUGINFOD_URLS=http://127.0.0.1:$port DEBUGINFOD_TIMEOUT=1 \
		warns "$failed: Timer expired" none
	[ "$(grep -c accepted silent.log)" -eq 1 ]
}

@test "a terminal shows that sources are being fetched" {
	need_terminal
	on_terminal 'cg-annotate --debuginfod --threshold=0 -o report flat.cg' |
		grep -q 'fetching source 1'
	grep -q 'result += twice' report
}
