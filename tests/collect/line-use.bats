#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-collect --line-use: the bytes that are used of each line in D1, against counts made
# by hand.

load ../lib/collecting

# bats file_tags=long

setup_file() {
	build lines.c -O1
}

# shellcheck disable=SC2054 # a size, ways and the size of a line
CACHES=(--D1=32768,8,64 --LL=8388608,16,64)

# uses BYTES USED OPTION... ACTION...: what is fetched of the block of a megabyte that the
# program reads, and what is used of that
uses() {
	local wanted="$1 $2" options=() found
	shift 2
	while [[ $1 = -* ]]; do
		options+=("$1")
		shift
	done
	cg-collect -q --data --line-use "${CACHES[@]}" "${options[@]}" -o p.cg lines "$@" >said
	found=$("$TESTS/lib/data-rows" make_block LnB LnU <p.cg)
	[ "$found" = "$wanted" ] || fail "$*: LnB and LnU are $found, not $wanted"
}

# same_without DATA WITH: the profile by data must have the same counts but for the new events
same_without() {
	for file; do
		cg-filter --events=D1mr,DLmr,D1mw,DLmw,Al,AlB -o "$file.only" "$file"
	done
	cmp "$1.only" "$2.only"
}

# bats test_tags=slow
@test "a walk uses what it reads of each line" {
	uses 1048576 131072 stride 64
	uses 1048576 16384 bytes 64
	uses 1048576 1048576 stride 8
	uses 1048576 1048576 bytes 1
	uses 524288 65536 stride 128
	# 21,846 times 8 bytes, and each line has some of them
	uses 1048576 174768 stride 48
}

@test "writes use lines as reads do" {
	uses 1048576 131072 write 64
	uses 1048576 1048576 write 8
}

@test "an access to two lines uses its bytes of each" {
	uses 1048576 65536 at 60 128
	uses 524288 65536 at 56 128
	uses 1048576 131064 at 57 64
}

@test "bytes that are used again count once while the line stays, and again after it left" {
	uses 256 32 first 64 256
	uses 256 32 times 3 first 64 256
	uses 2097152 262144 times 2 stride 64
	uses 512 64 first 64 256 flush first 64 256
	# the second fetch brings bytes that the first one brought, too
	uses 512 288 first 64 256 flush first 8 256
	uses 256 256 first 64 256 first 8 256
}

@test "lines that are in the cache at the end count" {
	uses 64 8 first 64 64
	uses 16384 16384 first 8 16384
}

@test "lines have other sizes" {
	uses 1048576 262144 --D1=32768,8,32 stride 32
	uses 1048576 65536 --D1=32768,8,128 stride 128
	uses 2097152 131072 --D1=32768,8,256 --LL=8388608,16,256 times 2 stride 128
}

@test "a line of more than 64 bytes has 64 pieces, which are used as a whole" {
	uses 1048576 16384 --D1=32768,8,128 bytes 128
	# bytes 2 to 9 are in the pieces 0 to 2 of 4 bytes each
	uses 1048576 49152 --D1=32768,8,256 --LL=8388608,16,256 at 2 256
}

@test "random accesses use each byte once in a cache with room for all" {
	for line in 32 64; do
		cg-collect -q --data --line-use --D1=16777216,16,$line --LL=33554432,16,64 \
			--client-stdout=said -o p.cg lines random 20000
		[ "$("$TESTS/lib/data-rows" make_block LnU <p.cg)" = "$(cat said)" ]
		[ "$(cat said)" -gt 60000 ]
	done
}

@test "only lines whose miss is counted count, with all accesses to them" {
	uses 256 32 --toggle-collect=work work first 64 256
	uses 256 256 --toggle-collect=work work first 64 256 first 8 256
	uses 0 0 --toggle-collect=work first 64 256 work first 8 256
	uses 512 64 --toggle-collect=work work first 64 512 flush first 8 512
}

@test "lines that a process has fetched before it forks are its own" {
	uses 6400 800 -f first 64 6400 fork 0 first 8 6400
	uses 12800 7200 -f first 64 6400 fork 524288 first 8 6400
}

# asks for profiles while so many rounds of one megabyte run, and sets how many came in between
ask_for_profiles() {
	local command=(cg-collect -q --reproducible --data --line-use --sharing "${CACHES[@]}"
		--client-stdout=said -o p.cg lines random 0 times "$1" stride 64)
	local fetched used

	"${command[@]}"
	mv p.cg wanted
	rm said
	"${command[@]}" 3>&- &
	wait_until test -s said
	between=0
	while kill -USR1 $! 2>/dev/null; do
		sleep 0.1
		[ -e p.cg ] || continue
		"$TESTS/lib/data-rows" make_block LnB LnU <p.cg >counts
		read -r fetched used <counts
		[ $((used * 8)) -eq "$fetched" ]
		if [ "$fetched" -gt 0 ] && [ "$fetched" -lt $(($1 * 1048576)) ]; then
			between=$((between + 1))
		fi
	done
	wait $!
	cmp p.cg wanted
}

@test "a profile of the time so far does not change the counts" {
	rounds=300
	ask_for_profiles $rounds
	# the run was over before a profile came
	while [ "$between" -eq 0 ]; do
		rounds=$((rounds * 4))
		[ $rounds -lt 100000 ]
		ask_for_profiles $rounds
	done
}

@test "all other counts are those without line use" {
	cg-collect -q --reproducible "${CACHES[@]}" -o code.cg lines stride 24 fork 64 at 62 64
	cg-collect -q --reproducible "${CACHES[@]}" --data=data.cg -o same.cg \
		lines stride 24 fork 64 at 62 64
	cg-collect -q --reproducible "${CACHES[@]}" --data=use.cg --line-use -o use-code.cg \
		lines stride 24 fork 64 at 62 64
	cmp code.cg same.cg
	cmp code.cg use-code.cg
	same_without data.cg use.cg
}

@test "--line-use needs --data" {
	exits 125 cg-collect --line-use lines first 8 8 2>err
	grep -q -e '--line-use needs --data' err
}
