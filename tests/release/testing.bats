#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# docs/TESTING.md names each program of tests/faults, and its numbers are true; tests/run runs
# each test once, and notices slow ones among the fast.

load ../lib/assertions

setup() {
	cd "$TESTS/.." || return 1
	out=$BATS_TEST_TMPDIR
}

# entries FILE TABLE: prints how many entries this dictionary of a Python program has
entries() {
	awk -v table="$2" '
		$0 == table " = {" { is_inside = 1; next }
		/^}/ { is_inside = 0 }
		is_inside && /^    .[a-z_-]+.: / { n++ }
		END { print n + 0 }' "$1"
}

# functions_of_c: prints the functions that tests/faults/run makes fail
functions_of_c() {
	sed -n "/^CALLS = /,/split()/p" tests/faults/run |
		sed "1d; s/'''.*//" | tr -s ' ' '\n' | grep .
	sed -n "s/^CALLS\['\([a-z]*\)'\] = .*/\1/p" tests/faults/run
}

# counted WHAT: prints how many of it there are
counted() {
	case $1 in
	'unit programs') find tests/unit -name '*.c' | wc -l ;;
	'tests in bats files, rounded down to hundreds')
		echo $(($(cat tests/*/*.bats | grep -c '^@test') / 100 * 100))
		;;
	'good and bad files of the corpus')
		find tests/corpus -name 'good-*' -o -name 'bad-*' | wc -l
		;;
	'commands into which faults are injected') entries tests/faults/run CASES ;;
	'functions of the C library that are made to fail')
		functions_of_c | sort -u | wc -l
		;;
	"kinds of calls of Valgrind's core") entries tests/faults/collector CALLS ;;
	"programs and options of the collector's faults")
		entries tests/faults/collector CASES
		;;
	'fuzz targets') find tests/fuzz -name 'fuzz_*.c' | wc -l ;;
	'kinds of cases of arithmetic')
		cat tests/faults/arithmetic* | grep -c '^def case_'
		;;
	'lines that nothing executes') grep -vc '^#\|^$' tests/faults/unreached ;;
	'hostile inputs') grep -c '^    Case(' tests/faults/costs ;;
	*) fail "docs/TESTING.md: nobody counts: $1" ;;
	esac
}

@test "the numbers of docs/TESTING.md are true" {
	sed -n 's/^| \([^|]*[a-z]\) | \([0-9,]*\) |$/\1|\2/p' docs/TESTING.md >"$out/stated"
	[ "$(wc -l <"$out/stated")" -ge 10 ]
	while IFS='|' read -r what stated; do
		echo "$what|$(counted "$what")"
	done <"$out/stated" | same "$out/stated" - 'numbers of docs/TESTING.md'
}

@test "each line of tests/faults/unreached is in its file" {
	grep -v '^#' tests/faults/unreached | grep . >"$out/entries"
	[ "$(wc -l <"$out/entries")" -ge 10 ]
	while IFS= read -r entry; do
		path=${entry%%: *}
		text=${entry#*: *: }
		grep -qF -- "$text" "$path" || fail "$entry" || return
	done <"$out/entries"
}

@test "docs/TESTING.md names each program of tests/faults" {
	for file in tests/faults/*; do
		case $file in
		*/__pycache__ | */coverage | */coverage_end.c | */profiles.py | */tree.c) ;;
		*) grep -q "$file" docs/TESTING.md || fail "$file" || return ;;
		esac
	done
}

@test "tests/run --fast leaves out slow tests, and notices those without the tag" {
	printf '%s\n' '@test "quick" {' true '}' '@test "other" {' true '}' \
		'# bats test_tags=slow' '@test "slow" {' false '}' >"$out/x.bats"
	run -0 tests/run --fast "$out/x.bats"
	[[ $output != *'tag slow tests'* ]]
	[ "${lines[-1]}" = '2 passed, 0 failed' ]
	# if tests may take no time, all are too slow
	FAST_SECONDS=-6 run -0 tests/run --fast "$out/x.bats"
	[[ $output == *'x.bats: # tag slow tests: 2 took '* ]]
	[ "${lines[-1]}" = '2 passed, 0 failed' ]
	run -1 tests/run "$out/x.bats"
	[ "${lines[-1]}" = '2 passed, 1 failed' ]
}

@test "each test runs by one of --fast, --slow and --long, and by none of them" {
	printf '%s\n' '# bats file_tags=long' '# bats test_tags=slow' '@test "a" {' true '}' '@test "b" {' \
		true '}' >"$out/x.bats"
	printf '%s\n' '@test "c" {' true '}' >"$out/y.bats"
	for option in 'fast c' 'slow a' 'long b'; do
		run -0 tests/run --${option% *} "$out"/[xy].bats
		[ "${lines[0]##* }" = "${option#* }" ]
		[ "${lines[-1]}" = '1 passed, 0 failed' ]
	done
	run -0 tests/run --fast --slow "$out"/[xy].bats
	[ "${lines[-1]}" = '2 passed, 0 failed' ]
	run -0 tests/run "$out"/[xy].bats
	[ "${lines[-1]}" = '3 passed, 0 failed' ]
}

@test "tests/run says so if --fast, --slow or --long leaves no test" {
	printf '%s\n' '# bats test_tags=slow' '@test "slow" {' true '}' >"$out/slow.bats"
	printf '%s\n' '@test "quick" {' true '}' >"$out/quick.bats"
	run -1 tests/run --fast "$out/slow.bats"
	[ "$output" = 'tests/run: no test was found that is fast' ]
	run -1 tests/run --slow --long "$out/quick.bats"
	[ "$output" = 'tests/run: no test was found that is slow or long' ]
	: >"$out/empty.bats"
	run -1 tests/run "$out/empty.bats"
	[ "$output" = 'tests/run: no test was found' ]
}

# run_by TOOL: prints what was built and is run by the tests of the tool
run_by() {
	local files=("tests/$1"/*.bats)
	mapfile -t -O "${#files[@]}" files < <(sed -nE \
		's|^load \.\./lib/([a-z]+).*|tests/lib/\1.bash|p' "${files[@]}" | sort -u)
	sed -nE 's|.*\$B"?/(unit/[a-z_]+).*|\1|p; s/.*\$B"?\/(checked|oldcpu|targets).*/\1/p
		s/(^|.*[|(&])[[:space:]]*(cg-[a-z]+) .*/bin\/\2/p' "${files[@]}" | sort -u
}

# bats test_tags=long
@test "make check-TOOL builds what the tests of the tool run" {
	local tool
	for tool in $(sed -nE 's/^CHECK_TOOL = .*check-,([a-z ]+)\)$/\1/p' tests/tests.mk); do
		make -n B="$out/none" "check-$tool" 2>"$out/errors" |
			grep -oE "$out/none/[a-z]+(/[a-z_-]+)?" | sed "s|$out/none/||" |
			sort -u >"$out/built"
		run_by "$tool" >"$out/run"
		[ -s "$out/run" ]
		comm -13 "$out/built" "$out/run" | same /dev/null - "what check-$tool does not build"
	done
}

@test "tests/run refuses a file that does not exist" {
	run -2 tests/run tests/none.bats
	[ "$output" = 'tests/run: tests/none.bats: no such file' ]
}

@test "tests/run says which files did not run" {
	printf '%s\n' '@test "first" {' true '}' >"$out/x.bats"
	# bats, run_piece and xargs
	printf '#!/bin/sh\n%s\n' 'kill -KILL $PPID $(cut -d" " -f4 /proc/$PPID/stat)' >"$out/bats"
	chmod +x "$out/bats"
	PATH=$out:$PATH run -1 tests/run "$out/x.bats"
	[[ $output == *"$out/x.bats: not ok did not run to its end"* ]]
	[ "${lines[-1]}" = '0 passed, 1 failed' ]
}

# bats test_tags=slow
@test "tests/run runs each test once, whatever its title" {
	for ((n = 1; n <= 25; n++)); do
		printf '@test "%s" {\n\ttrue\n}\n' "$n: (a|b)* [x] \\\$y \\\"z\\\" ^.+?"
	done >"$out/x.bats"
	run -0 tests/run "$out/x.bats"
	[ "${lines[-1]}" = '25 passed, 0 failed' ]
	[[ $output == *': ok 25: (a|b)* [x] $y "z" ^.+?'* ]]
}

# the writer would fail, or not, depending on how fast it is: pipefail is set
@test "no test reads only the beginning of a pipe" {
	run -1 grep -rnE '[^|]\| *(grep -[a-zA-Z]*q|head -(n *)?[0-9])' tests \
		--include='*.bats' --include='*.bash' --exclude=cli.bats --exclude=testing.bats
	[ -z "$output" ]
}
