#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# Regions of a program's run, as parts of a profile: what passes through each tool.

load ../lib/assertions

setup() {
	enter_tmpdir
}

# part REGION ENTRIES TOTAL: writes a part with the rows of standard input; REGION "-": the
# part of what ran outside
part() {
	printf '%s\n' '# callgrind format' 'version: 1' 'creator: cg-tools' 'cmd: bench'
	[ "$1" = - ] || printf 'part: %d\ndesc: Region: %s\n' "$((++parts))" "$1"
	printf '%s\n' 'positions: line' 'events: Ir'
	[ "$1" = - ] || echo "# entries=$2"
	cat
	echo "totals: $3"
}

# profile_of OUTSIDE PARSE INNER EMIT: a profile with these costs of four regions
profile_of() {
	local parts=1
	part - 0 "$1" <<-END
		fl=a.c
		fn=main
		1 $1
		cfn=f
		calls=3 5
		1 $(($2 + $3))
	END
	part emit 2 "$4" <<-END
		fl=a.c
		fn=f
		5 $4
	END
	part parse 3 "$2" <<-END
		fl=a.c
		fn=f
		5 $2
	END
	part 'parse;inner' 6 "$3" <<-END
		fl=a.c
		fn=f
		6 $3
	END
}

# regions FILE: prints each region with its entries and its total
regions() {
	awk '/^version:/ { region = "-"; entries = "-" }
		/^desc: Region: / { region = substr($0, 15) }
		/^# entries=/ { entries = substr($0, 11) }
		/^totals:/ { print region, entries, $2 }' "$1"
}

@test "regions are kept by cg-filter, and the canonical form is stable" {
	profile_of 10 200 100 50 >a
	cg-filter a >b
	same a b
	gzip <a | cg-filter - | same a -
}

@test "parts that are out of order, or come twice, are added up and sorted" {
	profile_of 10 200 100 50 >a
	csplit -sz a '/^# callgrind/' '{*}'
	cat xx03 xx02 xx01 xx00 xx02 >b
	cg-filter b >c
	same <(printf '%s\n' '- - 10' 'emit 2 50' 'parse 6 400' 'parse;inner 6 100') <(regions c)
	[ "$(cg-sum --format=plain c)" = 560 ]
}

@test "cg-merge adds costs and entries of each region, in any order" {
	profile_of 10 200 100 50 >a
	profile_of 1 2 3 4 >b
	cg-merge a b >ab
	same <(printf '%s\n' '- - 11' 'emit 4 54' 'parse 6 202' 'parse;inner 12 103') <(regions ab)
	cg-merge b a | same <(sed 's/^cmd:.*//' ab) <(sed 's/^cmd:.*//')
	csplit -sz b '/^# callgrind/' '{*}'
	cg-merge a xx02 >c
	same <(printf '%s\n' '- - 10' 'emit 2 50' 'parse 6 202' 'parse;inner 6 100') <(regions c)
}

@test "cg-diff subtracts region by region, and shows regions of one side" {
	profile_of 10 200 100 50 >a
	csplit -sz a '/^# callgrind/' '{*}'
	cat xx00 xx02 >b
	cg-diff b a >change
	same <(printf '%s\n' '- - 0' 'emit 2 50' 'parse 0 0' 'parse;inner 6 100') <(regions change)
	cg-diff a a >none
	[ "$(cg-sum --format=plain none)" = 0 ]
	cg-merge b change >sum
	cg-filter --level=function a | same <(regions -) <(regions sum)
}

@test "cg-filter --region hides other regions, and --drop leaves them out" {
	profile_of 10 200 100 50 >a
	cg-filter --region=^parse a >b
	same <(printf '%s\n' '- - 60' 'parse 3 200' 'parse;inner 6 100') <(regions b)
	cg-filter --region=^parse --drop a >b
	same <(printf '%s\n' '- - 0' 'parse 3 200' 'parse;inner 6 100') <(regions b)
	cg-filter --not-region=inner --drop a >b
	same <(printf '%s\n' '- - 10' 'emit 2 50' 'parse 3 200') <(regions b)
	cg-filter --not-region=. --drop a >b
	same <(echo '- - 10') <(regions b)
	[ "$(cg-filter --region=^emit a | cg-sum --format=plain)" = 360 ]
	run --separate-stderr cg-filter --region=none a
	[ "$status" -eq 0 ]
	[ "$stderr" = 'cg-filter: --region: "none" matches nothing in the profile' ]
}

@test "regions stay through names, events and levels, and add up if functions are hidden" {
	profile_of 10 200 100 50 >a
	regions a >wanted
	for option in --mod-filename=s/a/b/ --mod-funcname='s/^/x/' --level=function \
		--level=file --strip-prefix=/x "--event=Two = 2 Ir"; do
		cg-filter "$option" a >b
		same wanted <(regions b) "$option"
	done
	cg-filter --function=f a >b
	same <(echo '- - 360') <(regions b)
	cg-filter --top=1 a >b
	same <(echo '- - 360') <(regions b)
}

@test "Cachegrind's format and tools that do not know regions have the sum" {
	profile_of 10 200 100 50 >a
	cg-filter --format=cachegrind a >b
	same - b <<-'END'
		cmd: bench
		events: Ir
		fl=a.c
		fn=f
		5 250
		6 100
		fn=main
		1 10
		summary: 360
	END
	cg-annotate a | grep -q '^350 (97.22%)  a.c:f$'
	cg-sum --check a
}

@test "a part that a program asked Callgrind for and described is a region" {
	profile_of 10 200 100 50 | sed -e 's/Region:/Trigger: Client Request:/' \
		-e '/^# entries/d' -e 's/cg-tools/callgrind-3.19.0/' -e 's/^cmd/pid: 5\n&/' >a
	cg-filter a >b
	same <(printf '%s\n' '- - 10' 'emit - 50' 'parse - 200' 'parse;inner - 100') <(regions b)
	sed -i 's/Client Request: emit/Client Request/; s/Client Request: parse$/Program termination/' a
	cg-filter a >b
	same <(printf '%s\n' '- - 260' 'parse;inner - 100') <(regions b)
}

@test "an undeclared rest stays, if only the last region can declare it" {
	profile_of 10 200 100 50 | sed '$ s/^/summary: 130\n/' >a
	cg-filter a >b
	same <(sed -n '/^summary/p' a) <(sed -n '/^summary/p' b)
	cg-merge a a >b
	[ "$(sed -n 's/^summary: //p' b)" = 260 ]
}

@test "numbers of entries that are none are errors that name the line" {
	profile_of 10 200 100 50 >a
	for number in x 1x '' 99999999999999999999; do
		sed "s/^# entries=3/# entries=$number/" a >b
		run -2 cg-filter b
		[[ $output == "cg-filter: b:"*": expected how often the region was entered, found "* ]] ||
			fail "$number: $output"
		cg-annotate b
	done
	sed 's/^# entries=2/# entries=9223372036854775807/' a >b
	run -2 cg-merge a b
	[ "${lines[0]}" = "${lines[*]}" ] || fail "$output"
}

@test "10,000 regions with long names and paths pass through in a second" {
	local long
	long=$(printf '%0500d' 0)
	for ((i = 0; i < 10000; i++)); do
		printf '%s\n' 'version: 1' 'creator: cg-tools' "desc: Region: $long;r$i" \
			'events: Ir' "# entries=$i" fl=a.c fn=f '1 1' 'totals: 1'
	done >a
	cg-merge a a >b
	[ "$(grep -c '^desc: Region' b)" -eq 10000 ]
	[ "$(cg-sum --format=plain b)" = 20000 ]
}
