#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# What is answered to options and commands of other programs.

load ../lib/assertions
load ../lib/profiles

TOOLS='annotate sum diff export filter merge names cycles mix history'

setup() {
	enter_tmpdir
	cg-sum --help=foreign >table
	for tool in $TOOLS collect; do
		cg-$tool --help=table | cut -d' ' -f1 | tr ',' '\n' | sed "s/^/cg-$tool /"
	done | sort >ours
}

# answers WORDS OF ANSWER COMMAND...: fails as a usage error, with this one line
answers() {
	local wanted status=2
	[ "$4" != cg-collect ] || status=125
	wanted="$4: $1 of $2: $3 (see $4 --help)"
	# an option of ours, but not with this value
	[[ $1 != --*=* ]] || ! grep -qxF -e "$4 ${1%%=*}" ours ||
		wanted="$4: ${1% is an option} is not supported: $3 (see $4 --help)"
	run "-$status" --separate-stderr "${@:4}" </dev/null
	[ "$stderr$output" = "$wanted" ] || fail "${*:4}: expected $wanted, found $stderr$output"
}

@test "docs/COMING-FROM.md has the table of options and commands" {
	sed -n '/^## Options and commands/,$s/^| \([^-].* | `.*\)/| \1/p' "$TESTS/../docs/COMING-FROM.md" |
		same - <("$TESTS/lib/foreign-rows" table)
	[ "$(wc -l <table)" -ge 90 ]
}

# bats test_tags=long
@test "every word of the table is answered by every tool of its row" {
	local tool word kind
	while IFS=$'\t' read -r tools words of answer; do
		[ "$tools" != any ] || tools="$TOOLS collect"
		for tool in $tools; do
			for word in $words; do
				kind='an option'
				[[ $word = -* ]] || kind='a command'
				answers "$word is $kind" "$of" "$answer" "cg-$tool" "$word"
			done
		done
	done <table
}

@test "answers name only options that the tools have" {
	# of Valgrind's core
	printf 'cg-collect %s\n' --vgdb --demangle | cat - ours >have
	awk -F'\t' '{
		tool = $1 ~ / |any/ ? "" : "cg-" $1
		n = split($4, words, "[ ,:;=]+")
		for (i = 1; i <= n; i++)
			if (words[i] ~ /^cg-/)
				tool = words[i]
			else if (words[i] ~ /^--/ && tool != "")
				print tool, words[i]
	}' table | sort -u >named
	[ "$(wc -l <named)" -ge 25 ]
	sort -u have | comm -13 - named | same /dev/null - 'options that no tool has'
}

@test "an option is answered with its value, with two dashes, and after operands" {
	profile p <<<$'events: Ir\nfl=a.c\nfn=f\n1 5'
	answers '-peek is an option' pprof \
		'use cg-annotate --function=RE --auto=no FILE, of a profile by cg-collect --calls' \
		cg-annotate p -peek=work
	answers '--nodefraction is an option' pprof \
		'use cg-sum --by=function --threshold=PERCENT FILE' cg-diff p p --nodefraction=0.1
	answers '--call-graph is an option' perf 'use --stacks, or --calls for callers and callees only' \
		cg-collect -q --call-graph dwarf true
	answers '--format=speedscope is an option' 'other profilers' \
		'speedscope reads what cg-export --to=folded writes' cg-annotate --format speedscope p
	answers '-F is an option' perf 'leave it out: every instruction is counted' cg-collect -F 997 true
}

@test "an option of another program is no abbreviation of one of ours" {
	profile p <<<$'events: Ir\nfl=a.c\nfn=f\n1 5'
	answers '--file is an option' cg-filter 'use cg-filter FILE with it, and pipe its output on' \
		cg-merge --file p
	answers '--comm is an option' perf 'use cg-sum --by=command FILE' cg-diff --comm p p
	cg-merge --files0=<(printf 'p\0p\0') | grep -x 'totals: 10'
}

@test "an option of another tool of ours is answered, and a value that only another one has" {
	profile p <<<$'events: Ir\nfl=a.c\nfn=f\n1 5'
	complains 'cg-annotate: --own is an option of cg-filter: use cg-filter --own FILE, and pipe its output on (see cg-annotate --help)' \
		cg-annotate --own p
	complains 'cg-diff: --by=data is not supported: use cg-annotate --diff --data OLD NEW (see cg-diff --help)' \
		cg-diff --by=data p p
	complains 'cg-export: --to=speedscope is not supported: speedscope reads what cg-export --to=folded writes (see cg-export --help)' \
		cg-export --to=speedscope p
	complains 'cg-sum: --to=speedscope is an option of other profilers: speedscope reads what cg-export --to=folded writes (see cg-sum --help)' \
		cg-sum --to=speedscope p
}

@test "an option of ours with one dash is told apart from letters" {
	for command in 'cg-sum -inclusive' 'cg-collect -reproducible true' 'cg-filter -strip-prefix=/x'; do
		run --separate-stderr $command
		option=$(grep -o -e ' -[a-z-]*' <<<"$command")
		[[ "$stderr" == "${command%% *}: unknown option$option: did you mean -${option# }? (see "* ]] ||
			fail "$command: $stderr"
	done
	profile p <<<$'events: Ir\nfl=a.c\nfn=f\n1 5'
	cg-filter -ofiles p
	[ -s files ]
}

@test "files and programs are what they are called" {
	profile report <<<$'events: Ir\nfl=a.c\nfn=f\n1 5'
	cg-annotate report | grep -F PROGRAM
	run -3 --separate-stderr cg-annotate reports
	run -2 --separate-stderr cg-sum -- script
}

@test "cg-collect runs a program that is called as a command of perf" {
	need_command cg-collect cg-collect
	printf '#!/bin/sh\necho recorded "$@"\n' >record
	chmod +x record
	PATH=$PWD:$PATH cg-collect -q -o p.cg record -g | grep -x 'recorded -g'
}
