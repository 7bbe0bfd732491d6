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
	same <(printf '%s\n' 'parse 3 200' 'parse;inner 6 100') <(regions b)
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
	cg-annotate a | grep '^350 (97.22%)  a.c:f$'
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

# bats test_tags=long
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

@test "cg-sum --by=region has own and inclusive costs, entries, and the cost of an entry" {
	profile_of 10 200 100 50 >a
	cg-sum --by=region a | same - <(cat <<-'END'
		          Ir       Ir:incl  calls  Ir/call  region
		200 (55.56%)  300 (83.33%)      3    100.0  parse
		100 (27.78%)  100 (27.78%)      6     16.7  parse;inner
		 50 (13.89%)   50 (13.89%)      2     25.0  emit
		 10 ( 2.78%)   10 ( 2.78%)      0        -  (outside)
		360 (100.0%)  360 (100.0%)     11        -  total
	END
	)
	cg-sum --by=region --format=csv --events=Ir a | same - <(cat <<-'END'
		region,Ir,Ir:incl,calls,Ir/call
		parse,200,300,3,100.0000
		parse;inner,100,100,6,16.6667
		emit,50,50,2,25.0000
		(outside),10,10,0,
	END
	)
	cg-sum --by=region --format=json a | python3 -c 'import json, sys
table = json.load(sys.stdin)
assert table["rows"][0]["region"] == "parse", table
assert table["rows"][0]["values"][0]["per_call"]["Ir"] == 100, table'
	cg-sum --by=region --format=markdown a | grep -F '| `parse` | 200 (55.56%) | 300 (83.33%) | 3 | 100.0 |'
	cg-sum --by=region --format=html a | grep 'parse;inner'
	cg-sum --by=region a | same - <(cg-sum --by=region --inclusive a)
	run -1 --separate-stderr cg-sum --by=region --inclusive --sort=Ir:incl --top=1 \
		--limit='Ir=99,region=inner' --format=tsv a
	[[ ${lines[1]} == $'parse\t200\t300\t3\t100'* ]]
	[[ $stderr == *inner* ]]
}

@test "cg-sum --by=region has regions around others, hidden costs and several inputs" {
	profile_of 10 200 100 50 >a
	cg-filter --region=inner a | cg-sum --by=region --format=tsv | same - <(printf '%s\t%s\t%s\t%s\t%s\n' \
		region Ir Ir:incl calls Ir/call 'parse;inner' 100 100 6 16.6667 parse 0 100 0 '' '(filtered)' 260 260 0 '')
	cg-sum --by=region --top=1 --format=tsv a | sed -n '3p' | same - <(printf '(filtered)\t160\t160\t8\t\n')
	cg-merge a a >b
	cg-sum --by=region --format=tsv --events=Ir a b | sed -n '2p' |
		same - <(printf 'parse\t200\t400\t300\t600\t3\t6\t100.0000\t100.0000\n')
	cg-diff a b | cg-sum --by=region --format=tsv | sed -n '1,2p' |
		same - <(printf '%s\t%s\t%s\t%s\n' region Ir Ir:incl calls parse 200 300 3)
	cg-filter --format=cachegrind a >none
	run -0 --separate-stderr cg-sum --by=region --format=tsv none
	[ "$stderr" = 'cg-sum: none: the profile has no region: the program named none, or the rows of regions were added up' ]
	[ "${lines[1]}" = "$(printf '(outside)\t360\t360\t0\t')" ]
}

@test "cg-sum --limit judges the inclusive cost of regions" {
	profile_of 10 200 100 50 >a
	for options in '' --by=region --by=function '--by=function --inclusive' --by=event; do
		run -1 --separate-stderr cg-sum $options --limit='Ir=299,region=^parse$' a
		[ "$stderr" = 'cg-sum: parse: Ir:incl is 300: the limit is 299' ] || fail "$stderr"
		cg-sum $options --limit='Ir=300,region=^parse$' --limit='Ir=360' a >/dev/null
	done
	run -1 --separate-stderr cg-sum --limit='Ir=60,region=.' --limit=Ir=359,file=a a
	[ "${#stderr_lines[@]}" -eq 3 ]
	# what ran outside is no region
	cg-sum --limit='Ir=300,region=.' <(profile_of 1000 200 100 50) >/dev/null
	run -2 cg-sum --limit='Ir=60,region=outside' a
	[[ $output == *'expected a region that matches, found none' ]]
	run -2 cg-sum --limit='Ir=60,region=absent' a
	[[ $output == *'expected a region that matches, found none' ]]
	run -2 cg-sum --limit='Ir=60,module=a' a
	[[ $output == *'expected file=REGEX, function=REGEX or region=REGEX'* ]]
}
