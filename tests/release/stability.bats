#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# The promises of docs/STABILITY.md: what earlier versions wrote is read, with the same numbers, and what
# scripts use is there. tests/record-release records it.

load ../lib/assertions
load ../lib/history

RECORDED=$TESTS/release/recorded

setup() {
	enter_tmpdir
}

# each_version FILE: prints the directories of the versions that have such a file
each_version() {
	printf '%s\n' "$RECORDED"/*/"$1" | sed 's|/[^/]*$||'
}

# has_columns OLD NEW: each column of the first table is in the second one, with the same values
has_columns() {
	python3 - "$1" "$2" <<-'END'
		import csv, sys
		old, new = ([row for row in csv.DictReader(open(path), delimiter='\t')] for path in sys.argv[1:])
		if len(old) != len(new):
		    sys.exit(f'{len(old)} rows became {len(new)}')
		for before, after in zip(old, new):
		    for column, value in before.items():
		        if after.get(column) != value:
		            sys.exit(f'{column}: {value} became {after.get(column)}')
	END
}

# has_members OLD NEW: each member of the first JSON value is in the second one
has_members() {
	python3 - "$1" "$2" <<-'END'
		import json, sys
		def compare(old, new, path):
		    if isinstance(old, dict) and isinstance(new, dict):
		        for name, value in old.items():
		            compare(value, new.get(name), f'{path}.{name}')
		    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
		        for value, other in zip(old, new):
		            compare(value, other, path + '[]')
		    elif old != new:
		        sys.exit(f'{path}: {old} became {new}')
		compare(*(json.load(open(path)) for path in sys.argv[1:]), '')
	END
}

@test "no option and no word of an option is gone" {
	"$TESTS/lib/options-of" cg-annotate cg-collect cg-cycles cg-diff cg-export cg-filter cg-history \
		cg-merge cg-mix cg-names cg-sum | sort -u >now
	[ "$(wc -l <now)" -gt 400 ]
	comm -23 "$RECORDED/options" now >gone
	same - gone 'options that are gone' </dev/null
}

@test "profiles of earlier versions have the numbers that they had" {
	[ "$(each_version a.cg | wc -l)" -ge 3 ]
	while read -r directory; do
		cp "$directory"/[ab].cg .
		cg-sum --by=function --format=tsv a.cg b.cg >functions.tsv
		cg-sum --format=json a.cg >totals.json
		cg-diff a.cg b.cg >diff.cg
		cg-merge a.cg b.cg >sum.cg
		has_columns "$directory/functions.tsv" functions.tsv
		has_members "$directory/totals.json" totals.json
		same "$directory/diff.cg" diff.cg
		same "$directory/sum.cg" sum.cg
	done < <(each_version a.cg)
	# 0.1 recorded no calls
	while read -r directory; do
		cg-sum --by=function --inclusive --format=tsv "$directory/c.cg" >inclusive.tsv
		has_columns "$directory/inclusive.tsv" inclusive.tsv
	done < <(each_version c.cg)
}

@test "recordings of earlier versions are read" {
	forget_git
	while read -r directory; do
		repository "${directory##*/}"
		nchanges=0 clock=1700000000
		for _ in 1 2 3; do
			change
		done
		cg-history import "$directory/history.export"
		cg-history log --format=tsv >log.tsv
		has_columns "$directory/history.tsv" log.tsv
		cg-history show HEAD >shown.cg
		cg-sum --check shown.cg
		cd ..
	done < <(each_version history.export)
	[ "$(ls | wc -l)" -ge 1 ]
}

@test "exit statuses are those of the table" {
	costs new.cg main 12
	costs old.cg main 10
	run -0 cg-diff old.cg new.cg
	run -1 cg-diff --limit=Ir=+1 old.cg new.cg
	run -1 cg-sum --limit=Ir=11 new.cg
	sed 's/^summary: .*/summary: 13/' new.cg >bad.cg
	for tool in "${READING_TOOLS[@]}" cg-history cg-names; do
		run -2 "$tool" --no-such-option
	done
	run -2 cg-annotate bad.cg
	for tool in cg-filter cg-annotate cg-sum cg-merge 'cg-export --to=folded' 'cg-diff old.cg'; do
		# shellcheck disable=SC2086 # words
		run -3 $tool missing.cg
	done
}

@test "docs/STABILITY.md names tests that exist" {
	page=$TESTS/../docs/STABILITY.md
	while read -r file; do
		[ -e "$TESTS/../$file" ] || fail "$file does not exist"
	done < <(grep -oE '`tests/[^` ]*`' "$page" | tr -d '`')
	[ "$(grep -c '`tests/' "$page")" -ge 8 ]
}
