#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-annotate: several profiles, and the options of cg_annotate of Valgrind 3.21
# and later.

load ../lib/assertions

setup() {
	enter_tmpdir
	printf 'one\ntwo\n' >a.c
	profile a <<-'END'
		desc: I1 cache: 1 B
		cmd: ./p a
		events: Ir Dr
		fl=a.c
		fn=f
		1 100 10
		2 40 1
		fn=gone
		2 50 0
	END
	profile b <<-'END'
		cmd: ./p b
		events: Dr Ir
		fl=a.c
		fn=f
		1 12 130
		fn=come
		2 0 9
	END
	touch -d 2001-01-01 a.c
}

# the report without the names of its profiles
report() {
	cg-annotate "$@" | sed '/^Data file:/,/^Events recorded:/{/^Events/!d}; /^Creator:/d'
}

@test "several profiles are added up as cg-merge adds them" {
	cg-merge a b >sum
	for options in '' --auto=no --sort=Dr --show=Dr,Ir --threshold=0 \
		--width=80 --format=lines; do
		report $options a b >out
		report $options sum | same - out "$options"
	done
	cg-merge a b b a >sum
	report a b b a | same <(report sum) -
	gzip -k b
	report a b.gz b a | same <(report sum) -
	cat a | report - b b a | same <(report sum) -
	sed -n '/^Data file/,/^Events rec/p' <(cg-annotate a b) | same - <(
		printf '%-18s%s\n' 'Data file:' a '' b 'Events recorded:' 'Ir Dr' | sed 's/: *Ir/:  Ir/'
	)
}

@test "calls are added up too" {
	cat >calls <<-'END'
		# callgrind format
		cmd: p
		events: Ir
		fl=a.c
		fn=main
		1 10
		cfn=work
		calls=1 5
		1 90
		fn=work
		2 90
		summary: 100
	END
	cg-merge calls calls >sum
	for options in '' '--inclusive --tree=both' '--inclusive --tree=both --width=80'; do
		report $options calls calls >out
		report $options sum | same - out "$options"
	done
}

@test "profiles in both formats are added up as cg-merge adds them" {
	cat >calls <<-'END'
		# callgrind format
		version: 1
		cmd: p
		event: Sum = Ir + 2 Dr : both
		events: Ir Dr
		ob=p
		fl=a.c
		fn=f
		1 12 130
		fi=b.h
		3 4 5
		fe=a.c
		cfn=g
		calls=2 1
		1 5 6
		fn=g
		2 5 6
		totals: 21 141
	END
	for profiles in 'a calls' 'calls a b' 'b calls calls a'; do
		cg-merge $profiles >sum
		for options in '' --inclusive '--tree=both --threshold=0' --width=80 \
			--view=function --format=lines; do
			# rows that cg-merge writes lack zeros at their end
			report $options $profiles | sed 's/ 0 /   /g' >out
			report $options sum | sed 's/ [0.] /   /g' | same - out "$options $profiles"
		done
	done
	# the first one derives an event, the others need not
	cg-merge calls a b >sum
	report --sort=Sum calls a b | sed 's/ 0 /   /g' >out
	report --sort=Sum sum | sed 's/ [0.] /   /g' | same - out
	grep '^678 .* PROGRAM TOTALS' <(report --show=Sum calls a b)
	for profiles in 'a calls' 'calls a'; do
		report --diff --threshold=0 $profiles | sed 's/ 0 /   /g; s/ *$//' >out
		cg-diff $profiles | report --auto=no --threshold=0 |
			sed 's/ [0.] /   /g; s/ *$//' | same - out "--diff $profiles"
	done
}

@test "profiles are read from pipes and standard input, whichever operand they are" {
	cg-annotate a b >sum
	cg-annotate <(cat a) <(cat b) | sed '/^Data file:/,/^Events/d' >out
	sed '/^Data file:/,/^Events/d' sum | same - out
	mkfifo pipe
	cat b >pipe &
	cg-annotate a pipe a.c | sed '/^Data file:/,/^User ann/d' >out
	sed '/^Data file:/,/^User ann/d' <(cg-annotate a b a.c) | same - out
	wait
	cg-annotate a - <b | sed '/^Data file:/,/^Events/d' >out
	sed '/^Data file:/,/^Events/d' sum | same - out
	cg-annotate --diff <(cat a) <(cat b) | sed '/^Files/d; /^Data file:/,/^Events/d' >out
	cg-annotate --diff a b | sed '/^Files/d; /^Data file:/,/^Events/d' | same - out
	complains 'cg-annotate: expected one profile on standard input, found two (see cg-annotate --help)' \
		cg-annotate - - <a
	complains 'cg-annotate: /dev/null: expected a profile, found an empty file' \
		cg-annotate a /dev/null
}

# bats test_tags=long
@test "memory and open files do not grow with the number of profiles" {
	[[ $B != *asan* ]] || skip "AddressSanitizer needs more"
	local i
	cc -O2 -o measure "$TESTS/bench/measure.c"
	for i in {1..1200}; do
		ln -s a "a$i"
	done
	# peak COMMAND...: prints the peak of memory in MB
	peak() {
		./measure figures "$@" >out
		tail -1 figures | cut -d' ' -f2 | cut -d. -f1
	}
	for options in '' --format=html; do
		one=$(peak cg-annotate $options a)
		[ "$(ulimit -n 24 && peak cg-annotate $options a a?*)" -le $((one + 2)) ]
	done
	grep 'data-total="change">228,190<' out
	cg-annotate a a?* | grep '^228,190 .* PROGRAM TOTALS'
}

@test "an operand that is a profile is never taken for a source" {
	cp b b.c
	cg-annotate a b.c >out
	run -1 grep 'b\.c$' <(sed -n '/^User annotated/p' out)
	grep '^329 .* PROGRAM TOTALS' out
	cg-annotate a a.c b >out
	grep -x 'User annotated:   a.c' out
	grep '^329 .* PROGRAM TOTALS' out
	# a source that names events is none
	printf 'events of the world\n' >c.c
	cg-annotate a c.c | grep 'No information has been collected for c.c'
}

@test "profiles that do not go together" {
	printf 'cmd: p\nevents: Ir\nsummary: 0\n' >fewer
	printf 'cmd: p\nevents: Ir X\nsummary: 0 0\n' >other
	complains 'cg-annotate: a has the event Dr, and fewer does not (cg-filter --events=A,B keeps some)' cg-annotate a fewer
	run -2 cg-annotate a other
	[[ $output == 'cg-annotate: '*' has the event Dr, and '* ]]
	complains 'cg-annotate: a: expected a profile with calls, as cg-collect --calls records it, for --inclusive or --tree, found one in Cachegrind'"'"'s format' \
		cg-annotate --inclusive a b
	printf 'events: Ir\nfl=a\nfn=f\n1 9223372036854775807\nsummary: 9223372036854775807\n' >max
	run -2 cg-annotate max max
	[[ $output == *'64 bits'* ]]
	sed '$d' b >cut
	run -2 cg-annotate a cut
	cg-annotate --partial a cut >out 2>err
	grep 'cg-annotate: cut' err
	grep -x 'Partial: cut:.*; read 2 rows, Ir 139' out
}

@test "a share in a difference is of the old total, or there is none, in all reports" {
	profile old <<-'END'
		events: Ir
		fl=a.c
		fn=f
		1 100
		fn=g
		2 300
	END
	# the changes cancel out, or not
	for f in 140 180; do
		sed "s/^1 100/1 $f/; s/^2 300/2 260/; s/^summary.*/summary: $((f + 260))/" old >new
		cg-diff --keep-sides --lines old new >sides
		cg-diff --lines old new >flat
		share=$(((f - 100) / 4)).0
		cg-annotate --auto=no sides | grep -E "^ *$((f - 100)) \( *${share}0?%\) .*a\.c:f$"
		cg-annotate --auto=no --width=90 sides | grep -E "^\+$((f - 100)) +$share % .* f "
		cg-annotate --format=lines sides | grep -F "a.c:1: $((f - 100)) ($share%) f:"
		cg-annotate --format=html sides | grep -F "f: +$((f - 100)) Ir, $share%"
		cg-sum --by=function sides | grep -E "^ *\+$((f - 100)) \( *${share}0?%\) .*a\.c:f$"
		cg-annotate --auto=no --width=90 flat | grep -E "^\+$((f - 100)) +-  f "
		cg-annotate --format=lines flat | grep -F "a.c:1: $((f - 100)) f:"
		cg-annotate --format=html flat | grep -F "f: +$((f - 100)) Ir<"
		cg-sum --by=function flat | grep -E "^ *\+$((f - 100)) +a\.c:f$"
		# as cg_annotate, of the change in total, if that is not 0
		cg-annotate --auto=no flat | grep -E "^ *$((f - 100)) \( *(-|200\.0%)\) +a\.c:f$"
	done
}

@test "--diff is what cg-diff gives" {
	for options in '' --threshold=0 --sort=Dr --show=Dr --width=80; do
		report --diff $options a b >out
		cg-diff a b | report --auto=no $options | same - out "$options"
		report --diff $options b a >out
		cg-diff b a | report --auto=no $options | same - out "$options"
	done
	report --diff a a | grep -E '^0 +0 +PROGRAM TOTALS'
	see=' (see cg-annotate --help)'
	complains "cg-annotate: --diff needs two profiles, not 1$see" cg-annotate --diff a
	complains "cg-annotate: --diff needs two profiles, not 3$see" cg-annotate --diff a b a
	complains "cg-annotate: --diff has no calls: --inclusive and --tree need them$see" \
		cg-annotate --diff --inclusive a b
	run -2 cg-annotate --diff a a.c
	printf 'events: Ir\nfl=a\nfn=f\n1 -9223372036854775808\nsummary: -9223372036854775808\n' >min
	sed 's/-9223372036854775808/1/' min >one
	complains 'cg-annotate: a difference does not fit in 64 bits' cg-annotate --diff min one
}

# build PATH ID NAME COST [NAME COST]: a profile of a program with functions of these names
build() {
	cat <<-END
		# callgrind format
		version: 1
		cmd: $1
		desc: Inlined functions: rows of their own
		desc: Build IDs: $2 $1
		positions: line
		events: Ir
		ob=$1
		fl=a.c
	END
	shift 2
	printf 'fn=%s\n1 %s\n' "$@"
	printf 'totals: %d\n' $(($2 + $4 + ${6:-0}))
}

@test "--diff matches functions as cg-diff does" {
	build /bin/old aaaa main 5 'f.isra.0' 20 >old
	build /bin/new bbbb main 6 f 30 >new
	build /bin/old aaaa main 5 0x0000000000001139 20 0x0000000000001150 10 >stripped
	build /bin/old bbbb main 5 0x0000000000001149 10 0x0000000000001160 20 >swapped
	build /bin/old bbbb main 7 f 20 >other
	for pair in 'old new' 'new old' 'stripped swapped' 'old other'; do
		# shellcheck disable=SC2086
		report --diff --threshold=0 $pair >out 2>err
		# shellcheck disable=SC2086
		cg-diff $pair 2>diff.err >difference
		report --auto=no --threshold=0 difference | same - out "$pair"
		sed 's/^cg-annotate:/cg-diff:/' err | same - diff.err "$pair"
	done
	cg-annotate --diff --auto=no old new | grep -xF '10 (90.91%)  a.c:f [/bin/new]'
	cg-annotate --diff stripped swapped 2>&1 >out | grep 'other builds without symbols: old: '
	cg-annotate --diff old other 2>&1 >out | grep -x \
		'cg-annotate: other builds, with their part of the change of +2 Ir: old +2'
}

@test "the names of Valgrind 3.21" {
	cg-annotate --auto=no a | same - <(cg-annotate --no-annotate a)
	cg-annotate --auto=no a | same - <(cg-annotate --annotate --no-annotate a)
	cg-annotate a | same - <(cg-annotate --auto=no --annotate a)
	cg-annotate --show-percs=no a | same - <(cg-annotate --no-show-percs a)
	cg-annotate a | same - <(cg-annotate --no-show-percs --show-percs a)
}

@test "a source is newer if it is newer than any of the profiles" {
	touch -d 2010-01-01 a
	touch -d 2000-01-01 b
	cg-annotate a b | grep 'is more recent than input file'
	touch -d 2002-01-01 b
	cg-annotate a b >out
	run -1 grep 'is more recent' out
}

@test "--view=function: costs of all files that do not fit in 64 bits are an error" {
	local n=9223372036854775807
	printf '%s\n' cmd: 'events: Ir' fl=a.c fn=f "1 $n" fn=g "1 -$n" fl=b.h fn=f "1 $n" \
		"summary: $n" >in
	complains 'cg-annotate: the cost of a function does not fit in 64 bits' \
		cg-annotate --auto=no --view=function in
}

@test "--diff of programs without a command, and of profiles with calls" {
	printf '%s\n' cmd: 'events: Ir' fl=a.c fn=f '1 5' 'summary: 5' >old
	sed 's/5/7/' old >new
	cg-annotate --auto=no --diff old new | grep -x 'Command: *'
	printf '%s\n' 'version: 1' 'events: Ir' fl=a.c fn=f '1 5' cfn=g 'calls=1 1' '2 9' \
		fn=g '1 9' 'totals: 14' >old
	sed 's/9$/19/' old | sed 's/14/24/' >new
	cg-annotate --auto=no --diff old new | grep -x '10 (100.0%)  a.c:g'
}

@test "--view=function: a function over all its files" {
	profile in <<-'END'
		cmd: p
		events: Ir Dr
		fl=a.c
		fn=f
		1 30 1
		fn=g
		2 50 0
		fl=a.h
		fn=f
		1 40 1
		fl=(filtered)
		fn=(filtered)
		0 10 1
	END
	cg-annotate --no-annotate --view=function in >out
	sed -n '/function:file/,$p' out | tail -n +3 | same - <(
		cat <<-'END'
			70 (53.85%) 2 (66.67%)  f
			40 (30.77%) 1 (33.33%)    a.h
			30 (23.08%) 1 (33.33%)    a.c
			50 (38.46%) 0           g
			50 (38.46%) 0             a.c
			10 ( 7.69%) 1 (33.33%)  (filtered)

		END
	)
	cg-annotate --no-annotate --view=function --width=80 in >out
	sed -n '/function/,/filtered/p' out >table
	grep -xE '70 +53\.8 % +53\.8 %  f' table
	grep -xE '40 +30\.8 % +  a\.h' table
	grep -xE '30 +23\.1 % +  a\.c' table
	# a function of one file is one row
	grep -xE '50 +38\.5 % +92\.3 %  g +a\.c' table
	[ "$(wc -l <table)" -eq 6 ]
	# a threshold that no file of a function reaches alone
	cg-annotate --no-annotate --view=function --sort=Ir:50 in >out
	grep ' f$' out
	run -1 grep ' g$' out
	cg-annotate --no-annotate --view=file in | same - <(cg-annotate --no-annotate in)
	see=' (see cg-annotate --help)'
	complains "cg-annotate: --view: expected function or file, found \"x\"$see" cg-annotate --view=x in
	complains "cg-annotate: --view=function has no calls: --inclusive and --tree need them$see" \
		cg-annotate --view=function --tree=both in
}
