#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# Profiles in canonical order are merged and compared while they are read. The result
# must be the same as for the same rows in another order, which are merged in memory.

load ../lib/assertions

# generated SEED ROWS: prints a profile of that many rows in canonical order, some of
# them with negative counts, of functions that other seeds have too
generated() {
	awk -v seed="$1" -v rows="$2" 'BEGIN {
		srand(seed)
		printf "desc: %d\ncmd: ./x\nevents: Ir Dr Dw\n", seed
		for (n = f = 0; n < rows; f++) {
			if (f % 7 == 0)
				printf "fl=/src/%c/f%05d.c\n", 97 + f / 12000, f / 7
			if (rand() < 0.2)
				continue
			printf "fn=g%d<int>(char const*)\n", f % 7
			line = int(rand() * 5)
			for (k = int(rand() * 20); k >= 0 && n < rows; k--) {
				a = int(rand() * 1000) - 90
				b = int(rand() * 10)
				c = rand() < 0.1 ? int(rand() * 1e10) : 0
				printf "%d %d %d %.0f\n", line, a, b, c
				sa += a; sb += b; sc += c
				n++
				line += 1 + int(rand() * 3)
			}
		}
		printf "summary: %d %d %.0f\n", sa, sb, sc
	}'
}

# swapped PROFILE: prints the same rows, the last two in the other order
swapped() {
	awk '{ line[NR] = $0 }
		END {
			for (i = 1; i < NR - 2; i++)
				print line[i]
			print line[NR - 1]
			print line[NR - 2]
			print line[NR]
		}' "$1"
}

# shuffled SEED PROFILE: prints the same functions in random order
shuffled() {
	awk -v seed="$1" 'BEGIN { srand(seed) }
		/^fl=/ { file = $0; next }
		/^fn=/ { block[++n] = file "\n" $0; next }
		/^-?[0-9]/ { block[n] = block[n] "\n" $0; next }
		/^summary/ {
			for (; n > 0; block[i] = block[n--]) {
				i = 1 + int(rand() * n)
				print block[i]
			}
		}
		{ print }' "$2"
}

setup_file() {
	cd "$BATS_FILE_TMPDIR" || return 1
	for i in 1 2 3; do
		generated $i 15000 | cg-filter >sorted.$i
		shuffled $i sorted.$i >shuffled.$i
	done
	swapped sorted.3 >swapped.3
	gzip -k sorted.2
	generated 4 1000000 | cg-filter >large
	shuffled 4 large >large.shuffled
}

setup() {
	cd "$BATS_FILE_TMPDIR"
	out=$BATS_TEST_TMPDIR
}

# merges OPTION...: merges the sorted profiles, and others of the same rows
merges() {
	cg-merge "$@" sorted.1 sorted.2 sorted.3 >"$out/sorted"
	cg-merge "$@" shuffled.1 shuffled.2 shuffled.3 | same "$out/sorted" -
	cg-merge "$@" sorted.1 sorted.2.gz swapped.3 | same "$out/sorted" -
	cg-merge "$@" sorted.1 - sorted.3 <sorted.2 | same "$out/sorted" -
	cg-merge "$@" sorted.1 sorted.2.gz sorted.3 | same "$out/sorted" -
	cg-merge "$@" -z sorted.1 sorted.2 sorted.3 | gzip -dc | same "$out/sorted" -
	cg-merge "$@" -o "$out/file" sorted.1 sorted.2 sorted.3
	same "$out/sorted" "$out/file"
	[ "$(wc -l <"$out/sorted")" -gt 15000 ]
}

# leaves_nothing COMMAND...: kills the command at several moments; no file may remain
# in the directories of temporary files and of the output, but a complete output, and
# its name for the moment before it is renamed
leaves_nothing() {
	local pid delay
	mkdir "$out/temporary" "$out/results"
	for delay in 01 03 05 08 12 16; do
		TMPDIR=$out/temporary "$@" >/dev/null &
		pid=$!
		sleep 0.$delay
		kill -KILL $pid 2>/dev/null || true
		wait $pid || true
		rm -f "$out/results/file" "$out/results/file.$pid.0"
		find "$out/temporary" "$out/results" -type f >"$out/left"
		same /dev/null "$out/left" "files after $*"
	done
	rmdir "$out/temporary" "$out/results"
}

# bats test_tags=slow
@test "sorted profiles are merged to the same bytes as others of the same rows" {
	for operation in sum min max; do
		merges --op=$operation
	done
	merges --format=callgrind --compress-strings=yes --compress-pos=yes
	merges --partial
}

@test "sorted profiles: the order and the grouping do not matter" {
	cg-merge sorted.1 sorted.2 sorted.3 | sed /^desc:/d >"$out/all"
	cg-merge sorted.3 sorted.1 sorted.2 | sed /^desc:/d | same "$out/all" -
	cg-merge -o "$out/12" sorted.1 sorted.2
	cg-merge sorted.3 "$out/12" | sed /^desc:/d | same "$out/all" -
	for i in 1 2 3; do
		cg-merge --append="$out/store" sorted.$i
	done
	sed /^desc:/d "$out/store" | same "$out/all" -
}

@test "more profiles than can be open are merged to the same bytes" {
	mkdir "$out/small"
	for i in $(seq 100 160); do
		generated $((i % 9)) $((i * 2)) >"$out/small/$i"
	done
	cg-merge "$out"/small/* >"$out/sum"
	cg-merge --op=max "$out"/small/* >"$out/max"
	for unsorted in none "$out/small/160"; do
		[ $unsorted = none ] || {
			shuffled 1 $unsorted >"$out/shuffled"
			mv "$out/shuffled" $unsorted
		}
		for limit in 20 26 40; do
			(ulimit -n $limit && cg-merge "$out"/small/*) |
				same "$out/sum" - "$limit descriptors"
			(ulimit -n $limit && cg-merge --op=max "$out"/small/*) |
				same "$out/max" - "$limit descriptors, max"
		done
	done
}

# bats test_tags=long
@test "sorted profiles are merged and compared in bounded memory" {
	[[ $B != *asan* ]] || skip "AddressSanitizer needs more"
	cc -O2 -o "$out/measure" "$TESTS/bench/measure.c"
	cp large "$out/store"
	# peak COMMAND...: sets the peak of memory in MB
	peak() {
		"$out/measure" "$out/figures" "$@"
		peak=$(tail -1 "$out/figures" | cut -d' ' -f2 | cut -d. -f1)
	}
	peak cg-merge -o "$out/other" large large.shuffled
	[ "$peak" -gt 30 ]
	peak cg-merge -o "$out/twice" large large
	[ "$peak" -lt 10 ]
	peak cg-merge --op=min large large >"$out/once"
	[ "$peak" -lt 10 ]
	peak cg-merge --append="$out/store" large
	[ "$peak" -lt 10 ]
	peak cg-diff --lines large "$out/twice" >"$out/difference"
	[ "$peak" -lt 10 ]
	same "$out/twice" "$out/other"
	same "$out/twice" "$out/store"
	same large "$out/once"
	body() { sed '/^desc:/d; /^cmd:/d' "$1"; }
	body large | same - <(body "$out/difference")
}

# bats test_tags=long
@test "many profiles with different rows are merged to the same bytes in bounded memory" {
	[[ $B != *asan* ]] || skip "AddressSanitizer needs more"
	cc -O2 -o "$out/measure" "$TESTS/bench/measure.c"
	# more rows than a table may hold, and few that all have
	for i in 1 2 3; do
		sed "s|^fl=/src/a|&$i|" large >"$out/large.$i"
		sed "s|^fl=/src/a|&$i|" large.shuffled >"$out/shuffled.$i"
	done
	few=(sorted.1 shuffled.2 sorted.2.gz swapped.3 sorted.3 sorted.1)
	cg-merge -o "$out/12" "$out"/large.[12]
	cg-merge -o "$out/123" "$out/12" "$out/large.3"
	cg-merge "$out/123" "${few[@]}" | sed '/^desc:/d' >"$out/wanted"
	for name in large shuffled; do
		"$out/measure" "$out/figures" cg-merge "$out"/$name.[123] "${few[@]}" \
			>"$out/merged"
		sed '/^desc:/d' "$out/merged" | same "$out/wanted" -
		[ "$(tail -1 "$out/figures" | cut -d' ' -f2 | cut -d. -f1)" -lt 64 ]
		cg-merge "${few[@]}" "$out"/$name.[123] | sed '/^desc:/d' |
			same "$out/wanted" -
		(ulimit -n 20 && cg-merge "$out"/$name.[123] "${few[@]}") |
			sed '/^desc:/d' | same "$out/wanted" -
		TMPDIR=$out/none cg-merge "$out"/$name.[123] "${few[@]}" |
			sed '/^desc:/d' | same "$out/wanted" -
	done
}

@test "cg-diff of sorted profiles is the same as of others of the same rows" {
	for options in --lines '--lines --keep-sides' '--lines --partial'; do
		cg-diff $options sorted.1 sorted.3 | sed /^desc:/d >"$out/sorted"
		for new in shuffled.3 swapped.3; do
			cg-diff $options sorted.1 $new | sed /^desc:/d |
				same "$out/sorted" - "$options $new"
		done
		cg-diff $options - sorted.3 <sorted.1 | sed /^desc:/d |
			same "$out/sorted" - "$options -"
		cg-diff $options -o "$out/file" sorted.1 swapped.3
		sed /^desc:/d "$out/file" | same "$out/sorted" -
	done
}

@test "names of any length are merged" {
	# longer than a page, some longer than a block of rows that a thread reads ahead
	awk 'BEGIN {
		print "cmd: x\nevents: Ir"
		for (i = 0; i < 30000; i++) {
			if (i % 50 == 0)
				printf "fl=%0*d\nfn=f\n", 10 + i % 20000 * 4, i
			print i, 1
		}
		print "summary: 30000"
	}' >"$out/unsorted"
	cg-filter "$out/unsorted" >"$out/sorted"
	cg-merge "$out/sorted" "$out/sorted" >"$out/wanted"
	cg-merge "$out/unsorted" "$out/sorted" | same "$out/wanted" -
	tail -1 "$out/wanted" | grep -x 'summary: 60000'
}

@test "without a directory for temporary files the result is the same" {
	cg-merge sorted.1 sorted.2 >"$out/wanted"
	TMPDIR=$out/none cg-merge sorted.1 sorted.2 | same "$out/wanted" -
	(ulimit -n 12 && TMPDIR=$out/none cg-merge sorted.[123] sorted.[123] \
		sorted.[123]) | tail -1 >"$out/sum"
	cg-merge sorted.[123] sorted.[123] sorted.[123] | tail -1 | same "$out/sum" -
}

@test "an output that cannot be written is an error, also if it was held back" {
	complains 'cg-merge: (stdout): cannot write: No space left on device' \
		bash -c "cg-merge sorted.1 sorted.2 >/dev/full"
	complains 'cg-merge: /dev/full: cannot write: No space left on device' \
		cg-merge -o /dev/full sorted.1 sorted.2
	complains 'cg-diff: (stdout): cannot write: No space left on device' \
		bash -c "cg-diff --lines sorted.1 sorted.2 >/dev/full"
}

@test "an error found while merging leaves the old output and nothing else" {
	mkdir "$out/here"
	echo old >"$out/here/file"
	sed '$d' sorted.3 >"$out/cut"
	run -2 cg-merge -o "$out/here/file" sorted.1 "$out/cut"
	[[ $output == "cg-merge: $out/cut:"*'the profile is not whole'* ]]
	[ "$(cat "$out/here/"*)" = old ]
	sed 's/^summary: /&9/' sorted.3 >"$out/wrong"
	complains_of_sum() {
		run -2 "$@"
		[[ $output == *"$out/wrong:"*'expected a summary equal to the sum'* ]]
	}
	complains_of_sum cg-merge sorted.1 "$out/wrong"
	complains_of_sum cg-diff --lines sorted.1 "$out/wrong"
}

# bats test_tags=slow
@test "merges that are killed leave nothing" {
	leaves_nothing cg-merge large large.shuffled
	leaves_nothing cg-merge large large large
	leaves_nothing bash -c 'ulimit -n 14 && exec cg-merge large large large large large'
	leaves_nothing cg-merge -o "$out/results/file" large large
	leaves_nothing cg-diff --lines large large
}
