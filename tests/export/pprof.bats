#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-export --to=pprof. Stacks that were counted are in tests/tools/stacks.bats.

load ../lib/assertions
load ../lib/inlined
load ../lib/profiles

setup_file() {
	collect_once collect_profiles cg-collect
}

collect_profiles() {
	seq 3000 >numbers
	collect gzip --branch-sim=yes gzip -c numbers
	collect sort --branch-sim=yes sort -r numbers
	collect awk --branch-sim=no awk '{ sum += $1 } END { print sum }' numbers
}

# collect NAME OPTION PROGRAM...: writes a real profile, NAME.cg
collect() {
	cg-collect -q "$2" --client-stdout=/dev/null -o "$1.cg" "${@:3}"
}

setup() {
	enter_tmpdir
	REAL=$PROFILES
}

@test "pprof: a sample for each line, its values, the command" {
	profile p <<-'END'
		cmd: ./x  y
		events: Ir Dr
		fl=a.c
		fn=f
		1 10 2
		2 5 0
		3 0 0
		fn=
		7 1 1
		fl=b.c
		fn=f
		1 -4 4611686018427387904
		fl=(filtered)
		fn=(filtered)
		0 3 -3
	END
	cg-export --events=Ir,Dr --to=pprof p | "$TESTS/lib/pprof-rows" - >out 2>err || fail "$(cat err)"
	same - out <<-END
		comment	./x  y
		types	Ir*	Dr
		a.c	f	1	10	2
		a.c	f	2	5	0
		b.c	f	1	-4	4611686018427387904
		a.c		7	1	1
		(filtered)	(filtered)	0	3	-3
	END
	cg-export --to=pprof --sort=D --top=1 --event='D = 2 Ir + Dr' \
		--events=Ir,D <(sed '/^fl=b/,/^1/d; s/^summary.*/summary: 19 0/' p) |
		"$TESTS/lib/pprof-rows" - >out
	same - out <<-END
		comment	./x  y
		types	Ir	D*
		a.c	f	1	10	22
		(filtered)	(filtered)	0	9	16
	END
}

@test "pprof: names that are not printable UTF-8; no command, no rows" {
	printf 'cmd:\nevents: Ir\nfl=\xe9\xc3\xa9\nfn=%b\n1 5\nsummary: 5\n' \
		'\xed\xa0\x80\xc2\x9b;\xe2\x80\xae\xf0\x9f\x98\x80\x1b' >p
	cg-export --to=pprof p >p.pb
	{
		printf 'types\tIr*\n'
		printf '%s\t%s\t1\t5\n' '\xe9'$'\xc3\xa9' \
			'\xed\xa0\x80\xc2\x9b;\xe2\x80\xae'$'\xf0\x9f\x98\x80''\x1b'
	} >wanted
	"$TESTS/lib/pprof-rows" p.pb | same wanted -
	"$TESTS/lib/pprof-rows" --strings p.pb | sort | uniq -d | same /dev/null -
	printf 'cmd: x\nevents: Ir\nsummary: 0\n' >none
	cg-export --to=pprof none | "$TESTS/lib/pprof-rows" - |
		same - <(printf 'comment\tx\ntypes\tIr*\n')
}

@test "pprof: estimated cycles that do not fit in 64 bits are left out" {
	big=9000000000000000000
	profile p <<-END
		events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw
		fl=a
		fn=f
		1 $big 1 1 $big 1 $big $big 1 1
	END
	cg-export --to=pprof p 2>err | "$TESTS/lib/pprof-rows" - >out
	same err - <<<'cg-export: CEst does not fit in 64 bits and is left out'
	run -1 grep CEst out
	cg-export --to=pprof --events=Ir,Dw p 2>err | "$TESTS/lib/pprof-rows" - | grep -P "^a\tf\t1\t$big\t$big\$"
	same /dev/null err
	complains 'cg-export: the total of CEst does not fit in 64 bits' \
		cg-export --to=pprof --sort=CEst p
	# with costs that cancel out, only rows are too large
	printf '%s\n' fn=g "1 -$big -1 -1 -$big -1 -$big -$big -1 -1" 'summary: 0 0 0 0 0 0 0 0 0' |
		cat <(sed '/^summary/d' p) - >q
	cg-export --to=pprof q 2>err >/dev/null
	same err - <<<'cg-export: CEst does not fit in 64 bits and is left out'
}

@test "pprof: compressed whatever the file is called, at the level of -z" {
	cg-export --to=pprof -o p.pb "$REAL/sort.cg"
	cg-export --to=pprof -o p.gz "$REAL/sort.cg"
	cg-export --to=pprof -z6 "$REAL/sort.cg" | same p.pb -
	same p.pb p.gz
	gzip -t <p.pb
	cg-export --to=pprof -z1 "$REAL/sort.cg" >fast
	[ "$(wc -c <fast)" -gt "$(wc -c <p.pb)" ]
	same <(gzip -dc <p.pb) <(gzip -dc <fast)
	need_terminal
	run -2 on_terminal "cg-export --to=pprof $REAL/sort.cg"
	[[ $output == 'cg-export: binary output is not for a terminal: '* ]]
}

@test "pprof: a damaged profile says so in a comment; the output is whole or old" {
	printf '%s\n' 'cmd: ./small' 'events: Ir' fl=a.c fn=f '1 60' >cut
	echo old >p.pb
	run -2 cg-export --to=pprof -o p.pb cut
	echo old | same - p.pb
	cg-export --to=pprof --partial -o p.pb cut 2>err
	"$TESTS/lib/pprof-rows" p.pb | sed -n 's/^comment\t//p' >comments
	cg-sum --partial cut 2>err | tail -1 | same - <(tail -1 comments)
	head -1 comments | grep -Fx ./small
}

# bats test_tags=slow
@test "pprof: every line of real profiles, as other readers see them" {
	cg-diff "$REAL/gzip.cg" "$REAL/sort.cg" >diff.cg
	for profile in "$REAL"/{gzip,sort,awk}.cg diff.cg; do
		cg-export --to=pprof "$profile" | "$TESTS/lib/pprof-rows" - >ours
		grep '^types' ours | tr -d '*' | cut -f2- | tr '\t' ' ' |
			grep -x "$(sed -n 's/^events: //p' "$profile" | xargs)\( CEst\)\?"
		n=$(sed -n 's/^events: //p' "$profile" | wc -w)
		grep -v '^types\|^comment' ours | cut -f 1-$((n + 3)) | sort >got
		"$TESTS/lib/rows" "$profile" | sed '1d; /^total/d' |
			grep -vP '^[^\t]*\t[^\t]*\t\d+(\t0)*$' | sort | same - got
		[ "$(wc -l <got)" -gt 100 ]
	done
}

# bats test_tags=long
@test "pprof: go tool pprof shows the totals" {
	need_command go 'go tool pprof'
	cg-diff "$REAL/gzip.cg" "$REAL/sort.cg" >diff.cg
	for profile in "$REAL/gzip.cg" diff.cg; do
		cg-export --to=pprof -o p.pb "$profile"
		go tool pprof -raw p.pb 2>err >raw || fail "$(cat err)"
		"$TESTS/lib/pprof-rows" p.pb >rows
		# samples, "VALUE...: LOCATION", joined with "LOCATION: 0x0 M=1 NAME FILE:LINE s=0()"
		awk '
		/^Samples:/ { part = "samples"; getline; next }
		/^Locations/ { part = "locations"; next }
		/^Mappings/ { part = "" }
		part == "samples" {
			split($0, half, ": ")
			sub(/ *$/, "", half[2])
			gsub(/ +/, "\t", half[1])
			sub(/^\t/, "", half[1])
			values[half[2]] = half[1]
		}
		part == "locations" {
			id = $1
			sub(/:$/, "", id)
			sub(/^ *[0-9]+: 0x0 M=1 /, "")
			sub(/ s=0[(][)]$/, "")
			print $0 "\t" values[id]
		}' raw | sort >theirs
		grep -v '^types\|^comment' rows | awk -F'\t' '{
			place = $2 " " $1 ":" $3
			sub(/^[^\t]*\t[^\t]*\t[^\t]*/, "")
			print place $0 }' | sort | same - theirs
		for event in Ir DLmr CEst; do
			go tool pprof -top -nodecount=100000 -nodefraction=0 \
				-sample_index=$event p.pb 2>err >top
			# functions of one name are one here
			awk '/^ *flat / { rows = 1; next }
				rows && $1 != 0 { name = $0
					for (i = 0; i < 5; i++) sub(/^ *[^ ]+ +/, "", name)
					sum[name] += $1 }
				END { for (name in sum) if (sum[name])
					printf "%s\t%.0f\n", name, sum[name] }' top |
				sort >theirs
			cg-sum --by=function --format=tsv --events=$event "$profile" |
				awk -F'\t' 'NR > 1 { sum[$2] += $3 }
				END { for (name in sum) if (sum[name])
					printf "%s\t%.0f\n", name, sum[name] }' |
				sort | same - theirs "$event of $profile"
			[ "$(wc -l <theirs)" -ge 10 ]
		done
	done
}

# --- estimated stacks

@test "pprof: estimated stacks that are rounded up have no more than their functions cost" {
	{
		printf '%s\n' 'events: Ir Dr' fl=a.c
		for caller in a b c d; do
			printf '%s\n' fn=$caller '1 10 10' cfn=f 'calls=1 5' '2 1 1'
		done
		printf '%s\n' fn=f '5 1 3' '6 1 0' cfn=g 'calls=1 7' '6 2 1' fn=g '7 2 1'
	} >calls
	cg-export --to=pprof calls | "$TESTS/lib/pprof-rows" - >rows
	same - rows <<-'END'
		comment	the stacks are an estimate from calls; cg-collect --stacks counts them
		types	Ir*	Dr
		a.c	a	1	10	10
		a.c	b	1	10	10
		a.c	c	1	10	10
		a.c	d	1	10	10
		a.c	f	5	1	0
		a.c	f	6	1	0
		a.c	g	7	1	0
		called from	a.c	f	6
		called from	a.c	a	2
		a.c	g	7	1	0
		called from	a.c	f	6
		called from	a.c	b	2
		a.c	f	5	0	1
		called from	a.c	a	2
		a.c	f	5	0	1
		called from	a.c	b	2
		a.c	f	5	0	1
		called from	a.c	c	2
		a.c	g	7	0	1
	END
}

@test "pprof: no part of an estimated stack is negative, and the parts of a line add up to it" {
	"$TESTS/lib/random-calls" --write 1 60
	for seed in {1..60}; do
		cg-export --to=pprof "$seed" 2>err | "$TESTS/lib/pprof-rows" - |
			sed '/^types/d; /^comment/d; /^called from/d; /^inlined into/d' >rows
		run -1 grep -P '\t-[0-9]+$' rows
		awk -F'\t' '{ sum[$1 "\t" $3] += $4 }
			END { for (line in sum) print line "\t" sum[line] }' rows |
			sort >got
		cg-sum --by=line --format=tsv "$seed" | sed '1d' |
			awk -F'\t' '$3 != 0' | sort | same - got "$seed"
	done
}

# --- inlined code

@test "pprof: inlined code has the functions around it, at the dearest place" {
	inlined_profile
	cg-export --to=pprof calls | "$TESTS/lib/pprof-rows" - >rows
	same - rows <<-'END'
		comment	prog
		comment	the stacks are an estimate from calls; cg-collect --stacks counts them
		types	Ir*
		shop.c	discount(int, int)	8	260
		inlined into	shop.c	total	5
		called from	shop.c	main	4
		shop.c	discount(int, int)	8	250
		inlined into	shop.c	main	2
		list.h	clamp	1	200
		inlined into	shop.c	discount(int, int)	9
		inlined into	shop.c	total	5
		called from	shop.c	main	4
		list.h	clamp	1	100
		inlined into	shop.c	discount(int, int)	9
		inlined into	shop.c	main	2
		shop.c	main	1	100
		shop.c	total	5	70
		called from	shop.c	main	4
		list.h	clamp	1	20
		called from	shop.c	main	4
	END
}

@test "pprof: recursion of inlined code ends, and a host without a call has line 0" {
	cat >loops <<-'END'
		events: Ir
		fl=a.c
		fn=f
		# hostfl=a.c
		# hostfn=main
		1 5
		# inlined
		cfn=g
		calls=1 1
		2 90
		fn=g
		# hostfn=main
		3 4
		# inlined
		cfn=f
		calls=1 1
		4 80
		# inlined
		cfn=g
		calls=1 1
		5 70
		fn=main
		6 1
		# inlined
		cfn=f
		calls=1 1
		7 10
		fn=lost
		# hostfn=main
		8 3
	END
	cg-export --to=pprof loops | "$TESTS/lib/pprof-rows" - | tail -n +3 >rows
	same - rows <<-'END'
		a.c	f	1	4
		inlined into	a.c	main	7
		a.c	g	3	4
		inlined into	a.c	f	2
		inlined into	a.c	main	0
		a.c	lost	8	3
		inlined into	a.c	main	0
		a.c	f	1	1
		inlined into	a.c	main	7
		a.c	main	6	1
	END
}

@test "pprof: go tool pprof charges hosts with their inlined code, and callers" {
	inlined_profile
	need_command go 'go tool pprof'
	cg-export --to=pprof -o p.pb calls
	go tool pprof -top -cum p.pb 2>err >top || fail "$(cat err)"
	awk 'is_row { print $1, $4, $6 } /^ *flat / { is_row = 1 }' top >sums
	same - sums <<-'END'
		100 1000 main
		510 810 discount(int,
		70 530 total
		320 320 clamp
	END
}

@test "pprof: go tool pprof shows names as they are, and joins none" {
	need_command go 'go tool pprof'
	cat >names <<-'END'
		Box<Point>::area() const
		Box<Size>::area() const
		operator<<(std::ostream&, Box<Size> const&)
		<listcomp>
		<genexpr>
		<&T as demo::Shape>::area
		<demo::Disc as demo::Shape>::area
		demo::main::{{closure}}
		(anonymous namespace)::area(int)
		(anonymous namespace)::area(char)
		_ZN4demo4areaEv
		-[Disc area]
		demo.(*Disc).Area
		demo.Sum[go.shape.int]
	END
	{
		printf '%s\n' 'events: Ir' fl=a.c
		awk '{ print "fn=" $0 "\n1 " 100 + NR; n += 100 + NR } END { print "summary: " n }' names
	} >p
	awk '{ print 100 + NR "\t" $0 }' names | sort -rn >wanted
	cg-export --to=pprof -o p.pb p
	go tool pprof -top p.pb 2>err | awk 'is_row { n = $1; for (i = 0; i < 5; i++) sub(/^ *[^ ]+ +/, ""); print n "\t" $0 }
		/^ *flat / { is_row = 1 }' | same wanted - "$(cat err)"
	go tool pprof -dot p.pb 2>err | grep -c '^N[0-9]* \[label=' | same - <(grep -c . names)
}
