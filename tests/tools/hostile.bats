#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# Profiles designed to cost time or memory: the cost of reading grows with their size,
# not with its square. Time is measured in instructions.

# bats file_tags=long

load ../lib/assertions

setup() {
	enter_tmpdir
}

# prints the number of instructions that the command executes
instructions() {
	cg-collect -q --cache-sim=no --client-stdout=/dev/null -o cost.cg "$@" ||
		return
	sed -n 's/^summary: //p' cost.cg
}

# grows N MAKE COMMAND...: if MAKE writes the file "in" with size 2 N instead of N,
# the command must take less than three times as long
grows() {
	local n=$1 make=$2 once twice
	shift 2
	[[ $B != *asan* ]] || skip 'AddressSanitizer does not run under Valgrind'
	$make "$n" >in
	once=$(instructions "$@") || return
	$make $((2 * n)) >in
	twice=$(instructions "$@") || return
	((twice < 3 * once)) || fail "$make: $*: $once, then $twice"
	# most instructions are for the profile, not for starting the program
	((2 * twice > 3 * once)) || fail "$make: $*: $once, only $twice then"
}

# collisions KIND N: prints a profile of N names or lines that collide in a common
# unkeyed hash function (multiplication by odd numbers, folded)
collisions() {
	python3 - "$@" <<-'END'
		import random, sys
		kind, n, size = sys.argv[1], int(sys.argv[2]), 2 ** 64
		a, b, c = 0x9e3779b97f4a7c15, 0xff51afd7ed558ccd, 0xc4ceb9fe1a85ec53
		out = sys.stdout.buffer
		random.seed(1)

		def back(mixed, factor):
		    return (mixed ^ mixed >> 32) * pow(factor, -1, size) % size

		def mix(word):
		    return word * a % size ^ word * a % size >> 32

		def names():
		    while True:
		        first = bytes(random.choices(range(97, 123), k=8))
		        word = back(1 << 60 | 7, a) ^ mix(16 ^ int.from_bytes(first, 'little'))
		        last = word.to_bytes(8, 'little')
		        if all(byte >= 32 and byte != 127 for byte in last):
		            yield b'fn=%s\n1 1\n' % (first + last)

		def lines():
		    while True:
		        word = back(random.getrandbits(44) << 20 | 7, c)
		        line = back(word, b)
		        if line < 2 ** 62:
		            yield b'%d 1\n' % line

		def numbers():
		    while True:
		        number = back(random.getrandbits(44) << 20 | 7, a)
		        yield b'fn=(%d) f\n1 1\n' % number

		if kind == 'numbers':
		    out.write(b'# callgrind format\n')
		out.write(b'cmd: a\nevents: Ir\nfl=a\nfn=f\n')
		rows = {'names': names, 'lines': lines, 'numbers': numbers}[kind]()
		for _ in range(n):
		    out.write(next(rows))
		if kind != 'numbers':
		    out.write(b'summary: %d\n' % n)
	END
}

# bats test_tags=slow
@test "names, lines and numbers with colliding hashes" {
	grows 4000 'collisions names' cg-merge in
	grows 4000 'collisions names' cg-sum --by=function --top=3 in
	grows 8000 'collisions lines' cg-merge in
	grows 8000 'collisions numbers' cg-sum in
}

# parts N: prints sixty parts of N events, each in a different order
parts() {
	awk -v n="$1" 'BEGIN {
		for (i = 0; i < n; i++) { up = up " E" i; down = " E" i down }
		print "# callgrind format"
		for (p = 0; p < 60; p++)
			print "events:" (p % 2 ? down : up) "\nfn=f\n1 1"
	}'
}

@test "many parts of many events, each in a different order" {
	grows 400 parts cg-merge in
}

@test "formulas of many terms that use other long formulas" {
	awk 'BEGIN {
		for (i = 0; i < 1000; i++) { events = events " E" i; terms = terms " + E" i }
		print "# callgrind format"
		for (d = 0; d < 999; d++)
			print "event: D" d " =" substr(terms, 3)
		print "events:" events "\nfn=f\n1 1"
	}' >in
	complains 'cg-sum: in:12: expected formulas of at most 10000 terms, found more' \
		cg-sum in
}

descriptions() {
	awk -v n="$1" 'BEGIN {
		for (i = 0; i < n; i++) print "desc: Partial: " i
		print "cmd: a\nevents: Ir\nsummary: 0"
	}'
}

@test "many descriptions of partial profiles" {
	grows 4000 descriptions cg-merge in in
}

# adversarial NAME N: prints an input of `make torture-edges`
adversarial() {
	"$TESTS/faults/costs" --print "$@"
}

@test "chains, rings and fans of calls" {
	grows 2000 'adversarial chain' \
		cg-annotate --auto=no --inclusive --tree=both in
	grows 2000 'adversarial ring' cg-filter --top=10 in
	grows 3000 'adversarial callees_of_one' cg-export --to=folded --inclusive in
}

@test "rows, names and numbers in unfavourable orders, and long paths" {
	grows 8000 'adversarial descending_lines' cg-merge in
	grows 4000 'adversarial descending_ids' cg-sum --by=function in
	grows 20000 'adversarial many_components' cg-sum --by=dir in
}

@test "a line that would take all memory is refused" {
	[[ $B != *asan* ]] || skip 'AddressSanitizer needs its address space'
	(
		printf 'cmd: a\nevents: Ir\nfn='
		head -c 300000000 /dev/zero | tr '\0' x
	) | gzip -1 >in.gz
	(
		printf 'cmd: a\nevents: Ir\nfn='
		head -c 67108862 /dev/zero | tr '\0' x
		printf '\n1 1\nsummary: 1\n'
	) >long
	complains 'cg-sum: long:3: expected a line of at most 67108864 bytes, found more (--partial reads what is there)' \
		cg-sum long
	sed 's/^fn=x/fn=/' long >shorter
	cg-sum shorter >sums
	cg-sum - <shorter | same sums -
	ulimit -v 1000000
	complains 'cg-sum: in.gz:3: expected a line of at most 67108864 bytes, found more (--partial reads what is there)' \
		cg-sum in.gz
}

# bats test_tags=slow
@test "the output does not depend on the random hash keys of a process" {
	awk 'BEGIN {
		print "# callgrind format\nevents: Ir"
		for (i = 0; i < 3000; i++)
			printf "ob=o%d\nfl=a%d\nfn=f%d\n%d 1\ncfi=a%d\ncfn=f%d\ncalls=1 1\n1 1\n",
				i % 3, i % 70, i % 999, i % 100, i % 50, i % 777
	}' >in
	for command in cg-merge "cg-filter --compress-strings=yes" "cg-filter --top=30" \
		"cg-sum --by=function" "cg-annotate --auto=no --threshold=0 --inclusive"; do
		# shellcheck disable=SC2086 # a command and its options
		$command in >wanted
		for _ in 1 2 3 4; do
			# shellcheck disable=SC2086
			$command in | same wanted - "$command"
		done
	done
}
