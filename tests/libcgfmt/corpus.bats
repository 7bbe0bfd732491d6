#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# Every file of the corpus (corpus/README.md) through every tool that reads profiles.

load ../lib/assertions

setup_file() {
	mkdir "$BATS_FILE_TMPDIR/corpus"
	"$BATS_TEST_DIRNAME/../corpus/make" "$BATS_FILE_TMPDIR/corpus"
}

setup() {
	# messages contain the file name as given here
	cd "$BATS_FILE_TMPDIR/corpus"
	out=$BATS_TEST_TMPDIR
}

# reads_as_golden NAME COMMAND...: the command prints the canonical form
reads_as_golden() {
	local name=$1
	shift
	"$@" >"$out/canonical" || fail "$name: $*" || return
	if [ -e "$GOLDEN/$name" ]; then
		same "$GOLDEN/$name" "$out/canonical" "$name"
	else
		cg-filter "$name" | same - "$out/canonical" "$name"
	fi
}

@test "the README has a sentence for every file and for no other" {
	ls good-* bad-* >"$out/files"
	sed -n 's/^- `\(.*\)`: .*\.$/\1/p' "$CORPUS/README.md" | sort >"$out/named"
	same "$out/files" "$out/named"
}

@test "every good file except the large ones has a golden" {
	for name in good-*; do
		[ -e "$GOLDEN/$name" ] || echo "$name"
	done >"$out/without"
	printf '%s\n' good-long-names good-many-events | same - "$out/without"
}

# bats test_tags=slow
@test "good files read as their goldens" {
	for name in good-*; do
		reads_as_golden "$name" cg-filter "$name"
	done
}

@test "the output is canonical" {
	for name in good-*; do
		[[ $name != good-callgrind* ]] || continue # see tools/callgrind.bats
		cg-filter "$name" | "$TESTS/lib/canonical" || fail "$name"
	done
}

# bats test_tags=long
@test "the canonical form has the same content as the file" {
	for name in good-*; do
		case $name in
		*gzip* | *-control* | good-extremes) continue ;; # rows cannot
		good-callgrind*) continue ;; # see tools/callgrind.bats
		esac
		"$TESTS/lib/rows" "$name" >"$out/said"
		cg-filter "$name" | "$TESTS/lib/rows" | same "$out/said" - "$name"
	done
}

# bats test_tags=slow
@test "the canonical form does not change if it is read and written again" {
	for name in good-*; do
		cg-filter "$name" >"$out/once"
		cg-filter "$out/once" >"$out/twice"
		same "$out/once" "$out/twice" "$name"
	done
}

# bats test_tags=long
@test "good files read the same from standard input" {
	for name in good-*; do
		reads_as_golden "$name" cg-filter <"$name"
		reads_as_golden "$name" cg-filter - <"$name"
	done
}

# bats test_tags=long
@test "good files read the same from a pipe in small pieces" {
	for name in good-*; do
		[ "$(wc -c <"$name")" -lt 2000 ] || continue
		dd if="$name" bs=1 status=none | reads_as_golden "$name" cg-filter
	done
}

# bats test_tags=long
@test "good files read the same through gzip, once and twice" {
	for name in good-*; do
		case $name in
		*gzip*) continue ;;
		esac
		gzip -c "$name" >"$out/packed"
		reads_as_golden "$name" cg-filter "$out/packed"
		gzip -1 -c "$name" | reads_as_golden "$name" cg-filter
	done
}

# bats test_tags=long
@test "good files read the same from concatenated gzip members" {
	for name in good-*; do
		case $name in
		*gzip*) continue ;;
		esac
		half=$(($(wc -c <"$name") / 2))
		{
			head -c "$half" "$name" | gzip
			tail -c "+$((half + 1))" "$name" | gzip
		} >"$out/packed"
		reads_as_golden "$name" cg-filter "$out/packed"
	done
}

# bats test_tags=long
@test "-z writes the same output as gzip data, without a time stamp" {
	for name in good-*; do
		cg-filter -z "$name" >"$out/packed"
		reads_as_golden "$name" gunzip -c <"$out/packed"
		reads_as_golden "$name" cg-filter "$out/packed"
		cg-filter --gzip=6 "$name" | same "$out/packed" - "$name"
	done
}

@test "good files can be reported without messages on standard error" {
	for name in good-*; do
		cg-annotate "$name" >"$out/report" 2>"$out/errors" ||
			fail "$name: $(cat "$out/errors")"
		[ "$name" = good-callgrind-wrapped ] || [ ! -s "$out/errors" ] ||
			fail "$name: $(cat "$out/errors")"
		grep -qE ' PROGRAM TOTALS( \(calculated\))?$' "$out/report" || fail "$name: no totals"
	done
}

@test "bad files fail with their recorded message in every tool" {
	for name in bad-*; do
		read -r message <"$GOLDEN/$name.err"
		[ -n "$message" ] || fail "$name: no message is recorded"
		for tool in "${READERS[@]}"; do
			status=0
			$tool "$name" >>"$out/stdout" 2>>"$out/stderr" || status=$?
			[ "$status" -eq 2 ] || fail "$tool $name: exit status $status"
			printf '%s: %s\n' "${tool%% *}" "$message" >>"$out/wanted"
		done
	done
	same "$out/wanted" "$out/stderr"
	run -1 grep -a '^summary:' "$out/stdout"
}

@test "each message is one printable line" {
	cat "$GOLDEN"/bad-*.err >"$out/messages"
	[ "$(wc -l <"$out/messages")" -eq "$(ls bad-* | wc -l)" ]
	run -1 grep -a '[[:cntrl:]]' "$out/messages"
}

# bats test_tags=long
@test "bad files leave no file of -o, plain or gzip" {
	for name in bad-*; do
		for tool in "${READERS[@]}"; do
			for file in report report.gz; do
				status=0
				$tool -o "$out/$file" "$name" 2>&1 || status=$?
				[ "$status" -eq 2 ] || fail "$tool $name: exit status $status"
			done
		done
	done
	[ -z "$(ls -A "$out")" ] || fail "left: $(ls -A "$out")"
}

# bats test_tags=long
@test "bad files fail in the same way through gzip and standard input" {
	for name in bad-*; do
		case $name in
		*gzip*) continue ;;
		esac
		read -r message <"$GOLDEN/$name.err"
		gzip -c "$name" >"$out/packed"
		for file in "$name" "$out/packed"; do
			! cg-filter <"$file" >"$out/stdout" 2>>"$out/stderr" ||
				fail "$name is good"
			echo "cg-filter: (stdin)${message#"$name"}" >>"$out/wanted"
		done
	done
	same "$out/wanted" "$out/stderr"
}

# bats test_tags=long
@test "prefixes of good files are read or refused by each tool alike: a sample" {
	# make torture-tools tries all of them
	"$TESTS/faults/prefixes" --most=200 >"$out/prefixes" || fail "$(cat "$out/prefixes")"
	run -0 cat "$out/prefixes"
	[[ ${lines[0]} =~ ^'200 prefixes of '([0-9]+)', 1200 runs, 0 faults'$ ]]
	[ "${BASH_REMATCH[1]}" -gt 10000 ]
}

# bats test_tags=long
@test "a tool that mistreats prefixes is detected" {
	mkdir "$out/bin"
	for fault in 'echo part >out; echo "cg-sum: cut:1: damaged" >&2; exit 2' \
		'echo "cg-sum: cut: damaged" >&2; exit 2' \
		'echo >out; exit 0' \
		'echo >out; echo "cg-sum: cut:1: strange" >&2; exit 0' \
		'exit 1' 'kill -SEGV $$' 'exec sleep 9'; do
		printf '#!/bin/sh\n%s\n' "$fault" >"$out/bin/cg-sum"
		chmod +x "$out/bin/cg-sum"
		PATH=$out/bin:$PATH run -1 "$TESTS/faults/prefixes" --most=4 --timeout=1
		[[ $output == *': cg-sum -o out cut: '* ||
			$output == *': some tools read it and some do not'* ]] ||
			fail "$fault: $output"
	done
}

@test "a profile cut at any byte is rejected" {
	size=$(wc -c <"$GOLDEN/good-cachegrind-3.19")
	# the last byte is the newline after the summary, which may be missing
	for ((n = 0; n < size - 1; n += 7)); do
		head -c "$n" "$GOLDEN/good-cachegrind-3.19" >"$out/cut"
		run -2 cg-filter "$out/cut"
	done
}

# bats test_tags=long
@test "a gzip file cut at any byte is rejected" {
	size=$(wc -c <good-gzip)
	for ((n = 0; n < size; n += 3)); do
		head -c "$n" good-gzip >"$out/cut"
		run -2 cg-filter "$out/cut"
	done
}

@test "a summary below zero is ignored with a warning, of any program but ours" {
	for event in 18446744073709551000 5; do
		printf '%s\n' 'version: 1' 'creator: callgrind-3.21.0' 'events: Ir' "summary: 18446744073709550000" \
			fn=f '1 9' "totals: 9" 'creator: callgrind-3.21.0' "summary: $event" 'events: Ir' fn=g '2 5' \
			'totals: 5' >"$out/dumps"
		for tool in cg-sum cg-annotate cg-filter cg-merge 'cg-export --to=folded' "cg-diff good-minimal"; do
			# shellcheck disable=SC2086 # words
			$tool "$out/dumps" 2>&1 >"$out/report" |
				grep ': a summary is below zero' |
				same <(echo "${tool%% *}: $out/dumps: a summary is below zero and is ignored: the totals decide") -
			[ "$tool" != cg-sum ] || grep -qx 'I   refs:      14' "$out/report"
		done
	done
	sed -i '/^creator/d; 1a creator: cg-tools' "$out/dumps"
	run -2 cg-filter "$out/dumps"
}

@test "later parts have the numbers and comments that the first one may have" {
	# the creator of the first part holds, unless a part has its own
	part() { printf '%s\n' 'events: Ir Dr' fl=a fn=f "$@"; }
	{
		printf '%s\n' '# callgrind format' 'creator: emulator'
		part '1 0xa 0x1 # a comment'
		part '2 18446744073709551606 2 # a comment' cfn=g 'calls=0x2 7' '3 0x10 # another'
		part '3 0x14 3' 'totals: 0x14 0x3'
	} >"$out/parts"
	cg-sum --by=line --format=tsv "$out/parts" | cut -f 2- >"$out/lines"
	same - "$out/lines" <<-'END'
		line	Ir	Dr
		3	20	3
		1	10	1
		2	-10	2
	END
	cg-sum --format=tsv "$out/parts" | sed -n 2p | cut -f 2- | same <(printf '20\t6\n') -
	# a part of ours has neither
	{
		cat "$out/parts"
		echo 'creator: cg-tools'
		part '4 4 4 # a comment'
	} >"$out/ours"
	run -2 cg-filter "$out/ours"
	[[ $output == *'/ours:'*': expected at most 2 counts, one for each event, found more '* ]]
	# nor has one that follows ours
	sed 's/^creator: emulator/creator: cg-tools/; s/ # .*//; s/18446744073709551606/0/' "$out/parts" >"$out/first"
	run -2 cg-filter "$out/first"
}

@test "a total of 0 that one tool writes is the total for the next one" {
	declares() { printf '%s\n' '# callgrind format' 'events: Ir' 'summary: 100' fl=a fn=f "1 $1" "totals: $1"; }
	declares 90 >"$out/old"
	declares 95 >"$out/new"
	cg-diff "$out/old" "$out/new" >"$out/difference"
	cg-filter "$out/difference" | same "$out/difference" -
	cg-annotate --auto=no "$out/difference" | grep -x ' *0 *PROGRAM TOTALS'
	cg-merge "$out/difference" "$out/old" | grep -x 'summary: 100'
	printf '%s\n' '# callgrind format' 'events: Ir Dr' 'summary: 50 0' fl=a fn=f '1 40 3' 'totals: 40 3' >"$out/none"
	cg-filter --events=Dr "$out/none" | cg-annotate --auto=no | grep -x ' *0 *PROGRAM TOTALS'
}
