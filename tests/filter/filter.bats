#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-filter, option by option: the input, the command, the rows of the output.

load ../lib/assertions
load ../lib/oracle

setup() {
	enter_tmpdir
}

see=' (see cg-filter --help)'

# profile EVENT...: writes names and rows from standard input to the file "in",
# with a header of these events and the summary
profile() {
	{
		echo 'cmd: a'
		echo "events: ${*:-Ir}"
		cat
	} | awk -v n="$(($# > 0 ? $# : 1))" '
		{ print }
		/^-?[0-9]/ { for (i = 1; i <= n; i++) sum[i] += $(i + 1) }
		END {
			printf "summary:"
			for (i = 1; i <= n; i++) printf " %d", sum[i]
			print ""
		}' >in
}

# functions_named NAME...: writes "in" with a function of each name, the n-th on
# line n
functions_named() {
	local line=0
	{
		echo fl=a.c
		for name; do
			printf 'fn=%s\n%d 1\n' "$name" $((++line))
		done
	} | profile
}

# --- renaming by s///

@test "expressions apply in order, each to the result of the one before" {
	functions_named a
	cg-filter --mod-funcname='s/a/b/' --mod-funcname='s/b/c/' in |
		grep -x fn=c
	cg-filter --mod-funcname='s/b/c/' --mod-funcname='s/a/b/' in |
		grep -x fn=b
}

@test "names of any length can be renamed" {
	long=$(printf 'ab::%.0s' $(seq 5000))
	functions_named "$long"
	cg-filter --mod-funcname='s/^(?:\w|:)+$/short/' in | grep -x fn=short
	cg-filter --function='^(\w|:)*$' --not-function='^(?:a|b|:)+c' in |
		same in -
}

@test "files and functions are renamed separately, and equal rows add up" {
	profile <<-'END'
		fl=v1/a.c
		fn=f_v1
		1 10
		2 20
		fl=v2/a.c
		fn=f_v2
		1 100
		3 300
		fn=v1
		1 1
	END
	filter_gives --mod-filename='s/v[0-9]/vN/' --mod-funcname='s/_v\d$//' <<-'END'
		fl=vN/a.c
		fn=f
		1 110
		2 20
		3 300
		fn=v1
		1 1
		summary: 431
	END
}

@test "the same names as cg_diff with the same options" {
	profile <<-'END'
		fl=/home/a/src/main.c
		fn=f(int, char const*)
		0 1
		fn=std::vector<int>::push_back
		0 2
		fl=lib-1.2.3/x.h
		fn=f|g
		0 4
		fn=_ZN3fooEv.part.0
		0 8
		fl=C:\new.c
		fn=operator/
		0 16
	END
	printf '%s\n' 'cmd: a' 'events: Ir' 'summary: 0' >none
	for expression in 's/a/b/' 's/(.)(.)/\2\1/' 's/[aeiou]//gi' 's|f\|g|h|' 's/b*/-/g'; do
		cg_diff_of_perl --mod-filename="$expression" \
			--mod-funcname="$expression" none in >theirs
		cg-filter --mod-filename="$expression" --mod-funcname="$expression" in >ours
		check_same "$expression" "$TESTS/lib/rows theirs" "$TESTS/lib/rows ours"
	done
}

# --- renaming by prefix

@test "--strip-prefix removes whole path components" {
	profile <<-'END'
		fl=/usr/src/a.c
		fn=f
		1 1
		fl=/usr/srcs/b.c
		fn=f
		1 2
		fl=/usr/src
		fn=f
		1 4
		fl=x/usr/src/c.c
		fn=f
		1 8
		fl=/usr/src//d.c
		fn=f
		1 16
	END
	for dir in /usr/src /usr/src/ /usr/src//; do
		filter_gives --strip-prefix=$dir <<-'END'
			fl=/usr/src
			fn=f
			1 4
			fl=/usr/srcs/b.c
			fn=f
			1 2
			fl=a.c
			fn=f
			1 1
			fl=d.c
			fn=f
			1 16
			fl=x/usr/src/c.c
			fn=f
			1 8
			summary: 31
		END
	done
}

@test "--strip-prefix=. and --strip-prefix=/ work" {
	profile <<-'END'
		fl=./a.c
		fn=f
		1 1
		fl=/b.c
		fn=f
		1 2
	END
	cg-filter --strip-prefix=. --strip-prefix=/ in | grep ^fl= | paste -sd' ' |
		grep -x 'fl=a.c fl=b.c'
}

@test "--map-prefix replaces whole directories" {
	profile <<-'END'
		fl=/build/a/x.c
		fn=f
		1 1
		fl=/build/ab/y.c
		fn=f
		1 2
	END
	files() { cg-filter "$@" in | grep ^fl= | paste -sd' '; }
	[ "$(files --map-prefix=/build/a=src)" = 'fl=/build/ab/y.c fl=src/x.c' ]
	[ "$(files --map-prefix=/build/a/=/src/)" = 'fl=/build/ab/y.c fl=/src/x.c' ]
	[ "$(files --map-prefix=/build/a/x.c=z.c)" = 'fl=/build/ab/y.c fl=z.c' ]
	[ "$(files --map-prefix=/build=)" = 'fl=a/x.c fl=ab/y.c' ]
	[ "$(files --map-prefix=/=/root)" = 'fl=/root/build/a/x.c fl=/root/build/ab/y.c' ]
	[ "$(files --map-prefix=/build/a=b=c)" = 'fl=/build/ab/y.c fl=b=c/x.c' ]
	# in order with other renaming options
	[ "$(files --map-prefix=/build=B --mod-filename='s/^B/C/')" = 'fl=C/a/x.c fl=C/ab/y.c' ]
}

@test "invalid prefixes are refused" {
	functions_named f
	complains "cg-filter: --strip-prefix: expected a directory$see" \
		cg-filter --strip-prefix= in
	complains "cg-filter: --map-prefix: expected OLD=NEW, found \"/a\"$see" \
		cg-filter --map-prefix=/a in
	complains "cg-filter: --map-prefix: expected OLD=NEW, found \"=b\"$see" \
		cg-filter --map-prefix==b in
}

# --- selecting

four_rows() {
	profile Ir Dr <<-'END'
		fl=a.c
		fn=alpha
		1 1 0
		fn=beta
		2 2 0
		fl=b.c
		fn=alpha
		3 4 0
		fn=gamma
		4 8 7
	END
}

@test "--file and --function keep matching rows; the others become one row" {
	four_rows
	filter_gives --file='^a' <<-'END'
		fl=(filtered)
		fn=(filtered)
		0 12 7
		fl=a.c
		fn=alpha
		1 1 0
		fn=beta
		2 2 0
		summary: 15 7
	END
	filter_gives --file='^b' --function=alpha <<-'END'
		fl=(filtered)
		fn=(filtered)
		0 11 7
		fl=b.c
		fn=alpha
		3 4 0
		summary: 15 7
	END
}

@test "--not-file and --not-function hide matching rows and take precedence" {
	four_rows
	filter_gives --not-file='^a' <<-'END'
		fl=(filtered)
		fn=(filtered)
		0 3 0
		fl=b.c
		fn=alpha
		3 4 0
		fn=gamma
		4 8 7
		summary: 15 7
	END
	filter_gives --function='a$' --not-function='^a' --not-function=^b <<-'END'
		fl=(filtered)
		fn=(filtered)
		0 7 0
		fl=b.c
		fn=gamma
		4 8 7
		summary: 15 7
	END
}

@test "if an option is repeated, one of its patterns must match" {
	four_rows
	cg-filter --function=alpha --function=beta in >one
	cg-filter --function='alpha|beta' in | same one -
}

@test "a warning names a pattern that matches nothing" {
	functions_named f g
	run -0 --separate-stderr cg-filter --function=typo --function=g \
		--file=nowhere --not-function=neither in
	# shellcheck disable=SC2154 # set by run
	same - <(echo "$stderr") <<-'END'
		cg-filter: --file: "nowhere" matches nothing in the profile
		cg-filter: --function: "typo" matches nothing in the profile
	END
	echo "$output" | grep -x 'fl=(filtered)'
	for option in --function=f --file=. --not-object=typo --top=0; do
		cg-filter "$option" in 2>&1 >out | same /dev/null -
	done
	# Cachegrind's format has no objects
	cg-filter --object=prog in 2>&1 >out | grep -c prog | grep -x 1
	# names are matched after renaming
	cg-filter --mod-funcname='s/f/h/' --function=h in 2>&1 >out |
		same /dev/null -
}

@test "--drop discards hidden rows, and the total is the sum of the kept rows" {
	four_rows
	filter_gives --drop --function=alpha <<-'END'
		fl=a.c
		fn=alpha
		1 1 0
		fl=b.c
		fn=alpha
		3 4 0
		summary: 5 0
	END
	cg-filter --drop --function=none in | tail -1 | grep -x 'summary: 0 0'
}

@test "--generics=merge gives instances of templates and generics one name" {
	local instance generic
	while IFS=$'\t' read -r instance generic; do
		[ -n "$generic" ] || generic=$instance
		printf '%s\n' fl=a.x "fn=$instance" '1 2' | profile Ir
		cg-filter --generics=merge in | grep '^fn=' | same - <(echo "fn=$generic") "$instance"
		cg-filter --generics=keep in | grep '^fn=' | same - <(echo "fn=$instance") "$instance"
	done <<-'END'
		long sum<long>(long const*, int)	sum<...>(...)
		void sum<>()	sum<...>(...)
		Heap<int, Less<int> >::push(int&&)	Heap<...>::push(...)
		Heap<int>::size() const [clone .part.0]	Heap<...>::size(...) const [clone .part.0]
		(anonymous namespace)::pick<1>(int)'2	(anonymous namespace)::pick<...>(...)'2
		sort<int*>(int*)::{lambda(int, int)#2}::operator()(int, int) const	sort<...>(...)::{lambda(...)#2}::operator()(...) const
		bool operator< <char>(S<char> const&, char const*)	operator< <...>(...)
		std::ostream& operator<< <char>(std::ostream&, char)	operator<< <...>(...)
		decltype (x->y) get<A>(A)	get<...>(...)
		virtual thunk to List<int>::~List()	virtual thunk to List<...>::~List(...)
		take(std::vector<int, std::allocator<int> >)
		main::{lambda(auto:1)#1}::operator()(int) const
		Text::operator=(Text const&)
		operator new[](unsigned long)
		name[abi:cxx11](std::map<int, int>)
		shop::price::<shop::Tea>::{closure#1}	shop::price::<...>::{closure#1}
		<shop::Cart<u8> as core::iter::Extend<u8>>::extend::<shop::Iter<u8>>	<shop::Cart<...> as core::iter::Extend<...>>::extend::<...>
		<u8 as core::fmt::Debug>::fmt
		<impl core::fmt::Debug for shop::Cart<T>>::fmt	<impl core::fmt::Debug for shop::Cart<...>>::fmt
		main.Keys[go.shape.string,go.shape.int].func1	main.Keys[...].func1
		main.(*Tree[go.shape.int]).Insert	main.(*Tree[...]).Insert
		app.fold!(int, "a+b").fold(int[])	app.fold!(...).fold(...)
		<module>
		outer.<locals>.inner
		unmatched<int
	END
	# equal rows and calls add up
	printf '%s\n' 'version: 1' 'events: Ir' fl=a 'fn=f<int>(int)' '1 3' 'cfn=f<long>(long)' 'calls=1 1' '1 4' \
		'fn=f<long>(long)' '1 4' fn=main '9 1' 'cfn=f<int>(int)' 'calls=2 1' '9 7' 'totals: 8' >calls
	cg-filter --generics=merge calls >merged
	cg-sum --check merged
	cg-sum --by=function --format=tsv merged | same - <(printf '%b\n' 'file\tfunction\tIr' 'a\tf<...>(...)\t7' 'a\tmain\t1')
	cg-diff --generics=merge calls calls | grep -c '^fn=' | same - <(echo 2)
	complains 'cg-filter: --generics: expected merge or keep, found "yes" (see cg-filter --help)' \
		cg-filter --generics=yes calls
}

@test "names are selected after renaming" {
	four_rows
	cg-filter --mod-funcname=s/alpha/omega/ --function=omega in >renamed
	[ "$(grep -c ^fn=omega renamed)" -eq 2 ]
}

@test "there is no (filtered) row if nothing is hidden or if it costs nothing" {
	four_rows
	cg-filter --function=. in | same in -
	printf 'fl=a.c\nfn=f\n1 0\nfn=g\n1 5\n' | profile
	filter_gives --function=g <<-'END'
		fl=a.c
		fn=g
		1 5
		summary: 5
	END
}

@test "a (filtered) row of the input is added to and never selected" {
	profile <<-'END'
		fl=(filtered)
		fn=(filtered)
		0 100
		fl=a.c
		fn=f
		1 10
		fn=g
		1 1
	END
	filter_gives --not-function='filtered|g' --mod-filename='s/filtered/x/' <<-'END'
		fl=(filtered)
		fn=(filtered)
		0 101
		fl=a.c
		fn=f
		1 10
		summary: 111
	END
	cg-filter --drop in | tail -1 | grep -x 'summary: 11'
}

@test "invalid patterns are refused" {
	functions_named f
	for option in --file --not-file --function --not-function; do
		complains "cg-filter: $option: \"(a\": missing closing parenthesis at byte 3$see" \
			cg-filter $option='(a' in
	done
}

# --- threshold and top

@test "--threshold keeps functions of at least that percentage" {
	profile Ir Dr <<-'END'
		fl=a.c
		fn=exact
		1 5 0
		2 5 0
		fn=less
		1 9 1
		fn=rest
		1 81 0
	END
	filter_gives --threshold=10 <<-'END'
		fl=(filtered)
		fn=(filtered)
		0 9 1
		fl=a.c
		fn=exact
		1 5 0
		2 5 0
		fn=rest
		1 81 0
		summary: 100 1
	END
	cg-filter --threshold=10% in | same out -
	cg-filter --threshold=10.0,Ir in | same out -
	cg-filter --threshold=10,Dr,Ir in | same in -
	cg-filter --threshold=0 in | same in -
	cg-filter --threshold=50,Dr in | grep ^fn | paste -sd' ' |
		grep -x 'fn=(filtered) fn=less'
}

@test "--threshold of a difference ignores signs and uses the sum of changes" {
	profile <<-'END'
		fl=a.c
		fn=f
		0 -50
		fn=g
		0 49
		fn=h
		0 1
	END
	tail -1 in | grep -x 'summary: 0'
	cg-filter --threshold=2 in >out
	grep ^fn out | paste -sd' ' | grep -x 'fn=(filtered) fn=f fn=g'
	# rows of one function may cancel each other out
	printf 'fl=a.c\nfn=f\n1 50\n2 -50\nfn=g\n1 1\n' | profile
	cg-filter --threshold=2 --drop in | grep ^fn= | grep -x fn=g
}

@test "--drop discards rows even if their sum does not fit in 64 bits" {
	printf '%s\n' 'cmd: x' 'events: Ir' fl=a.c fn=f '1 9223372036854775807' \
		fn=kept '1 -9223372036854775807' fn=g '1 1' 'summary: 1' >wide
	for options in --function=kept '--threshold=100 --not-function=[fg]' --top=1; do
		# shellcheck disable=SC2086 # several options
		cg-filter --drop $options wide >out
		[ "$(grep -c '^1 -*9223372036854775807$' out)" -eq 1 ]
	done
	cg-filter --drop --function=kept wide | tail -n 1 |
		grep -x 'summary: -9223372036854775807'
	complains 'cg-filter: the sum of Ir does not fit in 64 bits' \
		cg-filter --function=kept wide
}

@test "--threshold with --drop uses the remaining total" {
	profile <<-'END'
		fl=a.c
		fn=big
		1 900
		fn=f
		1 60
		fn=g
		1 40
	END
	cg-filter --not-function=big --threshold=50 in >out
	run -1 grep '^fn=[fg]' out
	cg-filter --not-function=big --threshold=50 --drop in | grep ^fn= |
		grep -x fn=f
}

@test "--top keeps the largest functions, and equal ones by name" {
	profile Ir Dr <<-'END'
		fl=b.c
		fn=a
		1 5 0
		fn=z
		1 -9 1
		fl=a.c
		fn=c
		1 5 1
		fn=b
		1 5 0
	END
	kept() { cg-filter --drop "$@" in | grep ^fn= | paste -sd' '; }
	[ "$(kept --top=1)" = 'fn=z' ]
	[ "$(kept --top=2)" = 'fn=b fn=z' ]
	[ "$(kept --top=3)" = 'fn=b fn=c fn=z' ]
	[ "$(kept --top=9)" = 'fn=b fn=c fn=a fn=z' ]
	[ "$(kept --top=2,Dr)" = 'fn=c fn=z' ]
	[ "$(kept --top=0)" = '' ]
	# both conditions must be met
	[ "$(kept --top=2 --threshold=100)" = 'fn=z' ]
	cg-filter --top=1 in | tail -1 | grep -x 'summary: 6 2'
}

# equal as doubles, which hold 53 bits: 2^53 and 2^60, and one more than each
@test "--top and --threshold compare counts exactly" {
	for pair in '9007199254740992 9007199254740993' \
		'1152921504606846976 1152921504606846977'; do
		# shellcheck disable=SC2086 # two numbers
		set -- $pair
		printf '%s\n' 'cmd: x' 'events: Ir' fl=a.c fn=f "1 $1" \
			fl=b.c fn=g "1 $2" >rows
		{ cat rows && echo "summary: $(($1 + $2))"; } >in
		cg-filter --drop --top=1 in | grep '^fn=' >out
		echo fn=g | same - out "$pair"
		cg-filter --drop --threshold=50 in | grep '^fn=' >out
		echo fn=g | same - out "$pair"
		cg-sum --by=function --format=tsv in | cut -f2 | paste -sd' ' >out
		echo 'function g f' | same - out "$pair"
		cg-sum --by=function --threshold=50 --format=tsv in |
			cut -f2 | paste -sd' ' >out
		echo 'function g (filtered)' | same - out "$pair"
		cg-annotate --auto=no --sort=Ir:50 in | grep -o '[ab]\.c:.$' >out
		echo b.c:g | same - out "$pair"
	done
	printf '%s\n' 'cmd: x' 'events: Ir' fl=a.c fn=f '1 9007199254740993' \
		fn=g '1 -9007199254740993' fn=h '1 1' 'summary: 1' >in
	cg-filter --drop --threshold=100 in | grep -c '^fn=' | grep -x 3
}

@test "a percentage is an exact decimal number" {
	printf '%s\n' 'cmd: x' 'events: Ir' fl=a.c fn=f '1 3' \
		fn=g '1 2999999999999999997' 'summary: 3000000000000000000' >in
	for percent in .0000000000000000000 0% 0.; do
		cg-filter --drop --threshold=$percent in >out
		grep -c '^fn=' out | grep -x 2
	done
	cg-filter --drop --threshold=0.000000000000001 in | grep '^fn=' >out
	echo fn=g | same - out
	printf '%s\n' 'cmd: x' 'events: Ir' fl=a.c fn=f '1 3' \
		fn=g '1 997' 'summary: 1000' >in
	cg-filter --drop --threshold=0.3 in | grep -c '^fn=' | grep -x 2
	cg-filter --drop --threshold=0.300000000000001% in | grep '^fn=' >out
	echo fn=g | same - out
}

@test "invalid thresholds and numbers are refused" {
	functions_named f
	for percent in '' x -1 101 1e2 0x1 1.2.3 nan inf '5 ' '%' . \
		100.1; do
		complains "cg-filter: --threshold: expected a percentage from 0 to 100, found \"$percent\"$see" \
			cg-filter --threshold="$percent" in
	done
	for percent in 0.0000000000000001 99.9999999999999999 \
		100.0000000000000001; do
		complains "cg-filter: --threshold: expected at most 15 decimals, found \"$percent\"$see" \
			cg-filter --threshold="$percent" in
	done
	for n in '' x -1 1.5 99999999999999999999; do
		complains "cg-filter: --top: expected a whole number from 0, found \"$n\"$see" \
			cg-filter --top="$n" in
	done
	complains "cg-filter: --threshold: expected one of the events Ir, found \"Dr\"$see" \
		cg-filter --threshold=1,Dr in
	complains "cg-filter: --top: expected one of the events Ir, found \"Ir,Dr\"$see" \
		cg-filter --top=1,Ir,Dr in
}

# --- events

@test "--events keeps and orders columns" {
	four_rows
	cg-filter --events=Dr,Ir in | grep '^events:' | grep -x 'events: Dr Ir'
	filter_gives --events=Dr --function=gamma <<-'END'
		fl=b.c
		fn=gamma
		4 7
		summary: 7
	END
	for list in X Ir,X '' Ir, ,Ir; do
		missing=X
		[[ $list == *X* ]] || missing=
		complains "cg-filter: --events: expected one of the events Ir, Dr, found \"$missing\"$see" \
			cg-filter --events=$list in
	done
	{
		printf 'version: 1\nevent: X%0200d = Ir\nevents: Ir' 1
		printf ' e%0200d' 1 2
		printf '\nfn=f\n1 1 1 1\n'
	} >long
	run -2 --separate-stderr cg-filter --events=ir long
	[[ $stderr == 'cg-filter: --events: expected one of the events Ir, e'*1', e'*2', X0'*'..., found "ir"'"$see" ]]
	complains "cg-filter: --events: \"Ir\" is named twice$see" \
		cg-filter --events=Ir,Ir in
}

@test "--event adds a sum of events, including derived ones" {
	printf 'fl=a.c\nfn=f\n1 100 10 1\n' | profile Ir I1mr D1mr
	cg-filter --event='L1m = I1mr + D1mr' --event='CEst=Ir+10 L1m+ 5*D1mr + -1 Ir' in \
		>out
	grep -x 'events: Ir I1mr D1mr L1m CEst' out
	grep -x '1 100 10 1 11 115' out
	grep -x 'summary: 100 10 1 11 115' out
	cg-filter --event='L1m = I1mr + D1mr' --events=L1m,Ir --threshold=100,L1m in |
		grep -x '1 11 100'
}

@test "invalid formulas are refused" {
	functions_named f
	bad() {
		complains "cg-filter: --event: \"$1\": $2$see" cg-filter --event="$1" in
	}
	bad '' 'expected the name of an event'
	bad 'X' 'expected NAME = [NUMBER] EVENT + ...'
	bad 'X =' 'expected the name of an event'
	bad 'X = Ir +' 'expected the name of an event'
	bad 'X = 2' 'expected the name of an event'
	bad 'X = Ir Ir' 'expected "+" or the end'
	bad 'X = X' 'there is no event "X" before it'
	bad 'X = Dr' 'there is no event "Dr" before it'
	bad 'Ir = Ir' 'an event of that name exists'
	bad 'X = 9223372036854775808 Ir' 'a factor does not fit in 64 bits'
	bad 'X = 9223372036854775807 Ir + Ir' 'a factor does not fit in 64 bits'
}

# writes a row whose count does not fit in 64 bits if it is doubled
half_of_64_bits() {
	n=4611686018427387904 # more than some awks can add up
	printf '%s\n' 'cmd: a' 'events: Ir' fl=a.c fn=f "1 $n" "summary: $n" >in
}

@test "derived counts that do not fit in 64 bits are an error" {
	half_of_64_bits
	run -2 --separate-stderr cg-filter --event='X = 2 Ir' in
	[ "$stderr" = 'cg-filter: X of a.c:f, line 1, does not fit in 64 bits' ]
	cg-filter --event='X = -2 Ir' in |
		grep -x '1 4611686018427387904 -9223372036854775808'
}

@test "sums of hidden costs that do not fit in 64 bits are an error" {
	local n=9223372036854775807
	printf '%s\n' cmd: 'events: Ir' fl=a.c fn=f "1 $n" fn=g "1 -$n" fn=h "1 $n" \
		"summary: $n" >in
	complains 'cg-filter: the sum of Ir does not fit in 64 bits' \
		cg-filter --not-function='f|h' in
	# what is left without the hidden costs
	printf '%s\n' cmd: 'events: Ir' fl=a.c fn=f "1 $n" fn=g "1 -$n" fn=h '1 -2' \
		'summary: -2' >in
	complains 'cg-filter: (stdout): the sum of Ir does not fit in 64 bits' \
		cg-filter --drop --not-function=f in
	# nor does a summary
	printf '%s\n' 'version: 1' 'events: Ir' fl=a.c fn=f '1 5' fn=g '1 1' \
		"summary: -9223372036854775808" 'totals: 6' >in
	complains 'cg-filter: the sum of Ir does not fit in 64 bits' \
		cg-filter --drop --not-function=f in
}

# --- level

@test "--level adds up rows of finer detail" {
	profile <<-'END'
		fl=/src/a.c
		fn=f
		1 1
		2 2
		fn=g
		3 4
		fl=/src/b.c
		fn=f
		1 8
		fl=/top.c
		fn=f
		1 16
		fl=???
		fn=???
		0 32
		fl=here.c
		fn=f
		1 64
	END
	cg-filter --level=line in >out
	cg-filter in | same out -
	rows_of() { cg-filter "$@" in | sed -n '/^fl=/,/^summary/p' | paste -sd' '; }
	[ "$(rows_of --level=function --file=/src --drop)" = \
		'fl=/src/a.c fn=f 0 3 fn=g 0 4 fl=/src/b.c fn=f 0 8 summary: 15' ]
	[ "$(rows_of --level=file --file=/src --drop)" = \
		'fl=/src/a.c fn=(all) 0 7 fl=/src/b.c fn=(all) 0 8 summary: 15' ]
	[ "$(rows_of --level=dir)" = \
		'fl=. fn=(all) 0 64 fl=/ fn=(all) 0 16 fl=/src fn=(all) 0 15 fl=??? fn=(all) 0 32 summary: 127' ]
	run -2 cg-filter --level=page in
}

@test "--threshold with a coarser level applies to files and directories" {
	profile <<-'END'
		fl=d/a.c
		fn=f
		1 30
		fn=g
		1 30
		fl=d/b.c
		fn=f
		1 40
	END
	cg-filter --threshold=50 in | grep -c ^fn= | grep -x 1
	cg-filter --level=file --threshold=50 in | grep ^fl= | paste -sd' ' |
		grep -x 'fl=(filtered) fl=d/a.c'
	cg-filter --level=dir --threshold=100 in | grep -x '0 100'
}

# --- hundreds of thousands of rows

# sorted_profile N: prints N rows in canonical order
sorted_profile() {
	awk -v n="$1" 'BEGIN {
		print "cmd: a"
		print "events: Ir Dr Dw"
		for (i = 0; i < n; i++) {
			if (i % 5000 == 0)
				printf "fl=/src/file%05d.c\n", i / 5000
			if (i % 50 == 0)
				printf "fn=function_%07d\n", i / 50
			printf "%d 3 2 1\n", i
		}
		printf "summary: %d %d %d\n", 3 * n, 2 * n, n
	}'
}

@test "a sorted profile is filtered in bounded memory" {
	[[ $B != *asan* ]] || skip "AddressSanitizer needs its address space"
	sorted_profile 600000 >large
	# too little for all rows, which --top needs
	(ulimit -v 45000 && run -2 cg-filter --top=999999 large)
	(ulimit -v 45000 && cg-filter <large) | cmp - large
	(ulimit -v 45000 && cg-filter --not-function='_0000007$' <large) >out
	tail -1 out | grep -x 'summary: 1800000 1200000 600000'
	[ "$(grep -c '^[0-9]' out)" -eq $((600000 - 50 + 1)) ]
}

# long_names: prints 800000 rows in canonical order, of 8000 functions whose names
# have 6000 bytes each
long_names() {
	awk 'BEGIN {
		print "cmd: a"
		print "events: Ir"
		print "fl=a.c"
		for (i = 0; i < 800000; i++) {
			if (i % 100 == 0)
				printf "fn=%06000d\n", i / 100
			print i, 1
		}
		print "summary: 800000"
	}'
}

# bats test_tags=long
@test "memory is bounded for any number of names" {
	[[ $B != *asan* ]] || skip "AddressSanitizer needs its address space"
	long_names >large
	bound=34000 # less than the names take
	(ulimit -v $bound && run -2 cg-filter --top=999999 large)
	(ulimit -v $bound && cg-filter large) | cmp - large
	(ulimit -v $bound && cg-filter --not-file=none --drop large) |
		cmp - large
	(ulimit -v $bound && cg-filter --format=callgrind large) |
		grep -c '^[0-9]' | grep -x 800000
}

@test "conversion to Callgrind's format and back does not change a large profile" {
	sorted_profile 600000 >large
	cg-filter --format=callgrind large | cg-filter --format=cachegrind |
		cmp - large
}

@test "rows that are out of order after very many others are not lost" {
	sorted_profile 300000 | sed '/^summary/d' >large
	cat >>large <<-'END'
		fl=/src/file00000.c
		fn=function_0000000
		1 1 1 1
		0 1 1 1
		1 1 1 1
		summary: 900003 600003 300003
	END
	cg-filter large >out
	# sorted among themselves
	{
		sorted_profile 300000 | sed '/^summary/d'
		cat <<-'END'
			fl=/src/file00000.c
			fn=function_0000000
			0 1 1 1
			1 2 2 2
			summary: 900003 600003 300003
		END
	} | cmp - out
}

@test "a row repeated after very many others is added up" {
	sorted_profile 300000 | sed '/^summary/d' >large
	cat >>large <<-'END'
		fl=/z
		fn=f
		1 1 1 1
		1 2 2 2
		1 4 4 4
		2 1 1 1
		fn=hidden
		1 1 1 1
		1 1 1 1
		fn=last
		7 1 1 1
		7 . . 1
		summary: 900011 600011 300012
	END
	cg-filter --not-function=hidden large >out
	tail -12 out | same - <(
		cat <<-'END'
			299998 3 2 1
			299999 3 2 1
			fl=/z
			fn=f
			1 7 7 7
			2 1 1 1
			fn=last
			7 1 1 2
			fl=(filtered)
			fn=(filtered)
			0 2 2 2
			summary: 900011 600011 300012
		END
	)
}

@test "an unsorted profile is sorted" {
	sorted_profile 2000 >sorted
	awk '/^f[ln]=/ { name[substr($0, 1, 2)] = $0; next }
		/^[0-9]/ { row[n++] = name["fl"] "\n" name["fn"] "\n" $0; next }
		/^summary/ { while (n--) print row[n] }
		{ print }' sorted >reversed
	cg-filter reversed | same sorted -
}

# --- failures while writing

@test "a failure leaves no file and no part of one" {
	mkdir folder
	functions_named "$(printf 'a%.0s' $(seq 50))d"
	status=0
	cg-filter -o folder/out --mod-funcname='s/^(a+)+[bc]/x/' in \
		2>message || status=$?
	[ "$status" -eq 2 ]
	grep -x 'cg-filter: "a*d": match limit exceeded' message
	half_of_64_bits
	run -2 cg-filter -o folder/out --event='X = 2 Ir' in
	printf 'fl=a.c\nfn=f\n1 1\n' | profile
	run -2 cg-filter -o folder/out --events=Dr in
	run -2 cg-filter -o folder/out --threshold=1,Dr in
	[ -z "$(ls -A folder)" ] || fail "left: $(ls -A folder)"
}

@test "rows are selected one by one by their new names" {
	profile <<-'END'
		fl=f
		fn=aa
		1 1
		fn=bb
		1 2
		fn=cc
		1 4
	END
	cg-filter --mod-funcname='s/^(.)/x$1/' --function=^xa --drop in >out
	grep '^fn=' out | same - <(echo fn=xaa)
	cg-filter --mod-funcname='s/^(.)/x$1/' --not-function=^xa --drop in >out
	grep '^fn=' out | same - <(printf 'fn=%s\n' xbb xcc)
	cg-filter --mod-filename='s/^/x/' --file=^f in >out
	grep '^fn=' out | same - <(echo 'fn=(filtered)')
}

@test "large profiles are added up like small ones" {
	awk 'BEGIN {
		print "fl=a"
		for (i = 0; i < 262150; i++)
			printf "fn=f%07d\n1 1\n2 1\n3 1\n", i
	}' | profile
	[ "$(cg-filter --level=function in | grep -c '^0 3$')" -eq 262150 ]
}

@test "a derived event cannot forge a line" {
	printf 'cmd: x\nevents: Ir\nfl=f\nfn=f\n1 1\nsummary: 1\n' >in
	run -2 cg-filter --event=$'X\nfl = Ir' in
}

# two_callers: writes the file calls, in which two functions call others
two_callers() {
	cat >calls <<-'END'
		version: 1
		events: Ir
		ob=x
		fl=a.c
		fn=a
		1 1
		cob=y
		cfi=b.c
		cfn=h1
		calls=1 1
		1 10
		ob=x
		fl=p.c
		fn=p
		1 1
		cob=y
		cfi=b.c
		cfn=h2
		calls=1 1
		1 100
		ob=y
		fl=b.c
		fn=h1
		1 10
		fn=h2
		1 100
	END
}

# hidden: prints the functions of hidden costs in standard input, with their costs
hidden() {
	sed -n '/^fl=(filtered)/,/^ob=/p' | awk '/^fn=/ { name = substr($0, 4) }
		/^calls=/ { getline; next }
		/^0 / { print name ": " $2 }'
}

@test "the order of two filters changes only how hidden costs are divided" {
	two_callers
	cg-filter --object=x calls | cg-filter --file=a.c | hidden |
		same - <(printf '(filtered 1): 110\n(filtered): 1\n')
	cg-filter --file=a.c calls | cg-filter --object=x | hidden |
		same - <(printf '(filtered 1): 10\n(filtered): 101\n')
	cg-filter --object=x --file=a.c calls | hidden |
		same - <(printf '(filtered 1): 10\n(filtered): 101\n')
}

@test "the kept and the hidden lines of a function are joined by a call" {
	cat >in <<-'END'
		version: 1
		events: Ir
		fl=a.c
		fn=main
		1 1
		cfn=f
		calls=2 1
		2 30
		fn=f
		1 10
		fi=b.h
		5 20
		totals: 31
	END
	cg-filter --file=a.c in >out
	sed -n '/^fn=f/,/^fn=main/p' out | same - <(
		printf '%s\n' fn=f 'cfi=(filtered)' 'cfn=(filtered 2)' 'calls=0 0' '0 20' '1 10' \
			fn=main
	)
	cg-annotate --auto=no --inclusive --show-percs=no out | grep -x '30  a.c:f'
	# the function is hidden, and a line of it is kept
	cg-filter --file=b.h in >out
	sed -n '/^fn=(filtered)/,$p' out | same - <(
		printf '%s\n' 'fn=(filtered)' '0 11' cfi=a.c cfn=f 'calls=0 0' '0 20' \
			fl=a.c fn=f fi=b.h '5 20' 'totals: 31'
	)
	cg-sum --check out | grep -v 'too much'
	cg-filter --file=b.h --drop in >out
	run -1 grep '^calls' out
	# without calls, nothing is charged
	sed '/^cfn/,/^2/d; s/31$/31/' in >flat
	cg-filter --file=a.c flat | hidden | same - <(echo '(filtered): 20')
}

# bats test_tags=slow
@test "inlined code that is kept neither calls its hidden hosts nor costs less" {
	# k is called by main, where it calls leaf, and inlined into host, below kept and keeper
	cat >in <<-'END'
		# callgrind format
		events: Ir
		fl=a.c
		fn=main
		1 1
		cfn=k
		calls=1 2
		1 70
		cfn=keeper
		calls=1 3
		1 55
		fn=k
		2 20
		cfn=leaf
		calls=1 6
		2 50
		fn=keeper
		3 2
		cfn=kept
		calls=1 4
		3 53
		fn=kept
		4 3
		cfn=host
		calls=1 5
		4 50
		fn=host
		5 10
		# inlined
		cfn=k
		calls=1 2
		5 40
		fn=k
		# hostfl=a.c
		# hostfn=host
		2 40
		fn=leaf
		6 50
		totals: 176
	END
	costs() {
		cg-sum --by=function --inclusive --format=tsv "$1" | cut -f2,4,5 | sort
	}
	cg-filter --function='^k$' --function=kept in >some
	costs in | grep -P '^(k|kept)\t' | same - <(printf '%s\t%s\t%s\n' k 110 2 kept 53 1)
	costs some | grep -P '^(k|kept)\t' | same - <(printf '%s\t%s\t%s\n' k 110 2 kept 53 1)
	cg-filter --function='^k' in >most
	costs in | grep ^k | same - <(costs most | grep ^k)
	# host has kept and keeper above it, and leaf also k, wherever it is inlined
	grep -A2 '^fn=(filtered 2)$' most | grep -x '0 10'
	grep -A2 '^fn=(filtered 3)$' most | grep -x '0 50'
	grep -x '# hostfn=(filtered 2)' most
	cg-sum --check most some
	# a host that k calls stays below it
	sed 's/^cfn=leaf/cfn=host/; s/^2 50/2 50\ncfn=leaf\ncalls=1 6\n2 50/' in >nested
	cg-filter --function='^k$' nested >out
	sed -n '/^fn=k$/,/^fn/p' out | grep -x 'cfn=(filtered 1)'
	grep -x '# hostfn=(filtered 1)' out
}

@test "code that was inlined into a hidden function of a cycle still pays for its calls" {
	# leaf and part are both below one kept function, but part is code of the cycle
	cat >in <<-'END'
		# callgrind format
		creator: cg-tools
		desc: Inlined functions: rows of their own
		positions: line
		events: Ir
		fl=a
		fn=main
		1 1
		cfn=kept
		calls=1 1
		1 38
		fn=kept
		2 10
		cfn=host
		calls=2 1
		2 28
		fn=host
		3 5
		cfn=kept
		calls=1 1
		3 12
		# inlined
		cfn=part
		calls=2 1
		3 23
		fn=part
		# hostfl=a
		# hostfn=host
		4 3
		cfn=leaf
		calls=3 1
		4 20
		fn=leaf
		5 20
		totals: 39
	END
	cg-sum --check in
	cg-filter --function='^kept$' in >out
	cg-sum --check out
	sed -n '/^# hostfn=(cycle/,$p' out | grep -A2 '^cfn=(filtered 1)' |
		same <(printf 'cfn=(filtered 1)\ncalls=3 0\n0 20\n') -
}

@test "filtered profiles of random runs keep the laws of call graphs, in both orders" {
	"$TESTS/lib/random-runs" 1 40
}

# bats test_tags=long
@test "more of them keep these laws" {
	"$TESTS/lib/random-runs" 41 200
}

@test "options that other tools have now name the command" {
	complains 'cg-filter: --cycles has moved: use cg-cycles CPU PROFILE' \
		cg-filter --cycles=host none
	complains 'cg-filter: --penalty has moved: use cg-cycles --penalty=EVENT:N CPU PROFILE' \
		cg-filter --penalty LL:9 none
}

# bats test_tags=long
@test "a filter in the middle of a pipe gives the bytes of one with both options" {
	printf '%s\n' 'events: Ir Dr' fl=/src/a.c fn=main '3 10 1' 'cfn=leaf' 'calls=2 9' '4 20 2' fn=leaf '9 20 2' >unnamed
	{ printf '%s\n' 'version: 1' 'creator: cg-tools' && cat unnamed && echo 'totals: 30 3'; } >ours
	{ printf '%s\n' 'version: 1' 'creator: other 2' && cat unnamed; } >theirs
	printf '%s\n' 'cmd: x' 'events: Ir Dr' fl=/src/a.c fn=f '1 5 1' fn=g '2 7 1' 'summary: 12 2' >rows
	for in in unnamed ours theirs rows; do
		for first in --format=callgrind --function=. --strip-prefix=/src --level=function --events=Ir; do
			for second in --mod-funcname=s/leaf/stem/ --level=file --map-prefix=/src=/lib --top=1; do
				cg-filter $first $second $in >once
				cg-filter $first $in | cg-filter $second >twice
				same once twice "$in: $first $second"
			done
		done
	done
}
