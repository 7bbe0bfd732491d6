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

# renamed EXPRESSION: prints the functions after --mod-funcname, in brackets
renamed() {
	cg-filter --mod-funcname="$1" in | awk '
		/^fn=/ { name = substr($0, 4) }
		/^[0-9]/ { names[$1] = name; n++ }
		END { for (i = 1; i <= n; i++) printf "[%s]", names[i]; print "" }'
}

# renames EXPRESSION FROM TO [FROM TO]...: each FROM must become TO
renames() {
	local expression=$1 from=() to=
	shift
	while [ $# -gt 0 ]; do
		from+=("$1")
		to+="[$2]"
		shift 2
	done
	functions_named "${from[@]}"
	[ "$(renamed "$expression")" = "$to" ] ||
		fail "$expression: $(renamed "$expression"), not $to"
}

# rejects EXPRESSION REASON: the expression must be refused with this message
rejects() {
	complains "cg-filter: --mod-funcname: \"$1\": $2$see" \
		cg-filter --mod-funcname="$1" in
	complains "cg-filter: --mod-filename: \"$1\": $2$see" \
		cg-filter --mod-filename="$1" in
}

# --- renaming by s///

@test "s/// replaces the first match, or with g every match" {
	renames 's/a/b/' banana bbnana none none
	renames 's/a/b/g' banana bbnbnb
	renames 's/a//g' banana bnn
	renames 's/^/x/' f xf
	renames 's/$/x/' f fx
	renames 's/x*/-/g' axb -a--b-
	renames 's//x/' f xf
}

@test "i ignores case, x ignores blanks and comments" {
	renames 's/AB/x/i' cab cx
	renames 's/a b # no more/x/x' ab x 'a b' 'a b'
	renames 's/A /x/gix' aA xx
}

@test "delimiters can be any character, and brackets can nest" {
	for d in / , '|' '!' '#' '%' '@' : ';' '"' '~' = -; do
		renames "s${d}f${d}g${d}" f g
	done
	renames 's{f}{g}' f g
	renames 's(f)(g)' f g
	renames 's[f][g]' f g
	renames 's<f><g>' f g
	renames 's{f}/g/' f g
	renames 's{f} {g}' f g
	renames 's{f}
		{g}' f g
	renames 's{a{2}}{{b}}' aab '{b}b'
	renames 's((a)(b))($2$1)' ab ba
	renames 's<(?<n>a)><b>' ab bb
}

@test "an escaped delimiter is literal, as in Perl" {
	renames 's/\/usr\//\//' /usr/x /x
	renames 's,a\,b,c\,d,' a,b c,d
	renames 's{a\}}{b\}}' 'a}' 'b}'
	renames 's|a\|b|x|' 'b|' 'x|' # alternatives
	renames 's.a\.c.x.' abc x     # any byte
}

@test "groups in the text: \$1 \\1 \${1} \$& and groups that did not match" {
	renames 's/(a)(b)/$2$1/' ab ba
	renames 's/(a)(b)/\2\1/' ab ba
	renames 's/(a)/${1}1/' a a1
	renames 's/b+/<$&>/' abbc 'a<bb>c'
	renames 's/(a)|(b)/[$1$2]/g' ab '[a][b]'
	renames 's/(1)(2)(3)(4)(5)(6)(7)(8)(9)(0)/$10/' 1234567890 0
}

@test "escapes in the text are replaced" {
	renames 's/a/\$1\\/' a '$1\'
	renames 's/(\w+)/\U$1\E!/' main 'MAIN!'
	renames 's/(\w+)/\L$1/' MAIN main
	renames 's/(\w+)/\u$1/' main Main
	renames 's/(\w+)/\l$1/' MAIN mAIN
	renames 's/a/\x41/' a A
	# control characters are escaped as in all output
	renames 's/a/\n/' a '\n'
}

@test "patterns match bytes" {
	renames 's/^.//' é "$(printf '\251')"
	renames 's/\xc3\xa9/e/' é e
	renames 's/é/e/g' éé ee
}

@test "special patterns of Perl work" {
	renames 's/(?<=a)b(?!c)/x/g' abab axax abc abc
	renames 's/\b(\w)(\w*)\b/$2$1/g' 'ab cd' 'ba dc'
	renames 's/\(.*\)//' 'f(int)' f
	renames 's/<[^<>]*>//g' 'v<int, a<int> >' 'v<int, a >'
	renames 's/<(?:[^<>]|(?R))*>//g' 'v<int, a<int> >::f' v::f
}

# names_by_perl EXPRESSION: prints the names after Perl's substitution, in order
names_by_perl() {
	perl -ne 'BEGIN { $expression = shift }
		chomp; eval "$expression; 1" or die $@;
		s/([\x01-\x1f\x7f])/$1 eq "\n" ? "\\n" : $1 eq "\t" ? "\\t"
			: $1 eq "\r" ? "\\r" : sprintf "\\x%02x", ord $1/ge;
		print "fn=$_\n"' -- "$1" names | sort -u
}

@test "renaming gives the same names as Perl" {
	printf '%s\n' main MAIN fooBAR foo_bar 'a.b c' a-b é 'f(int)' x1y22 bab \
		'$1' "it's" aab >names
	readarray -t names <names
	functions_named "${names[@]}"
	while IFS= read -r expression; do
		names_by_perl "$expression" >wanted
		cg-filter --mod-funcname="$expression" in >out || return
		grep -a '^fn=' out | sort -u | same wanted - "$expression"
	done <<-'END'
		s/(\w+)/\u\L$1/
		s/(\w+)/\L\u$1/
		s/(\w+)/\l\U$1/
		s/(\w+)/\U\l$1/
		s/(\w+)/\u\L$1\E$1/
		s/(\w+)/\L\u$1\E$1/g
		s/(\w)(\w)/\Uab\uc$1\l$2/
		s/(\w)(\w)/\Lab\uC$1\E$2/
		s/(\w)(\w)/\U$1\L$2$1\E$2/
		s/(\w)(\w)/\L$1\U$2x\E$2\Ey/
		s/(\w)(\w)/\u\l$1$2\E$1\u$2/
		s/(\w)(\w)/\l\u$1$2/
		s/(\w)(\w)/x\u$1\E\l$2/
		s/(\w)(\w)/\U\u$1$2/
		s/(\w)(\w)/\L\l$1$2/
		s/(\w)(\w)/\U\l\u$1$2/
		s/(\w)(\w)/\Ux\Ly\U$1$2\E\E\E$2/
		s/(\w)(\w)/\U$1\u\E$2/
		s/(\w)(\w)/\U$1\L\u\E$2/
		s/(z?)(\w)/\u$1$2/
		s/(z)?(\w)/\U$1\E$2/g
		s/(\w)/\u/
		s/(\w)/\U/
		s/(\w)/\E$1/
		s/é/\U$&É/
		s'm'$&x'
		s'(m)'\1\n\u$1'
		s'm'a\\b'
		s't\'s'it\'s'
		s'(\w)$'$1'
		s{m}'$&'
		s{m} '$&'
		s{(m)}{\{$1\}}
		s{(m)}[<\[$1\]>]
		s$m$\$&x$
		s&m&<\&>&
		s/(.)/$1\[0]/
		s/(.)/${1}[0]/
		s/(.)/$1\{a}/
		s/(.)/$1->x/
		s/(.)/$1-/
		s/a b/x/
		s/a b/x/x
		s/[a b]/x/gx
		s/[a b]/x/gxx
		s/[a b]/x/xgx
		s/\ /_/xx
		s/a/\11\x41\x{42}\101\o{103}\t\e/
		s/(a)/\1\012/
		s/(a)/\12/
		s/(.)(.)/\2\1x/
		s/b*/-/g
		s/b*?/-/g
		s/(?=b)/-/g
		s/\b/|/g
		s/$/x/g
		s/a\K/-/g
		s/(?<=a)b|\G./x/g
		s/()/-/g
		s/\w/\u$&/g
		s/_(\w)/\u$1/g
		s/([A-Z])/_\l$1/g
		s/(\d+)/<$1>/g
		s/\(.*?\)//
		s/x/\$1\\\/\-\_/
		s/(?<n>a)(b)/$2$1/
		s/A/\U$&/gi
	END
}

@test "an invalid expression is named" {
	functions_named f
	rejects '' 'expected s/pattern/replacement/'
	rejects 'tr/a/b/' 'expected s/pattern/replacement/'
	rejects 's' 'expected s/pattern/replacement/'
	rejects 's a b ' 'expected s/pattern/replacement/'
	rejects 'sxaxbx' 'expected s/pattern/replacement/'
	rejects 's\a\b\' 'expected s/pattern/replacement/'
	rejects 's/a' 'expected s/pattern/replacement/, found no closing delimiter'
	rejects 's/a/b' 'expected s/pattern/replacement/, found no closing delimiter'
	rejects 's/a/b\/' 'expected s/pattern/replacement/, found no closing delimiter'
	rejects 's{a}' 'expected s/pattern/replacement/'
	rejects 's{a{b}{c}' 'expected s/pattern/replacement/, found no closing delimiter'
	rejects 's/a/b/;s/c/d/' 'expected the flags g, i and x only'
	rejects 's/a/`id`/e' 'expected the flags g, i and x only'
	rejects 's/a/$1/' 'the replacement names a group that the pattern lacks'
	rejects 's/(a)/\2/' 'the replacement names a group that the pattern lacks'
	rejects 's/a/${99999999999}/' \
		'the replacement names a group that the pattern lacks'
	rejects 's/a/$x/' \
		'expected $1, ${1}, $& or \$ in the replacement, found another $'
	rejects 's/(a)/${1/' \
		'expected $1, ${1}, $& or \$ in the replacement, found another $'
	rejects 's/a/b$/' \
		'expected $1, ${1}, $& or \$ in the replacement, found another $'
	rejects 's/a/\q/' 'the replacement has an escape that is not known'
	rejects 's/(a)/\Q$1\E/' 'the replacement has an escape that is not known'
	rejects 's/(a)/\F$1/' 'the replacement has an escape that is not known'
	rejects 's/a/\x{100}/' 'the replacement has an escape that is not known'
	rejects 's/a/\x{41/' 'the replacement has an escape that is not known'
	rejects 's/a/\N{U+41}/' 'the replacement has an escape that is not known'
	for element in '[0]' '{a}' '->[0]' '->{a}'; do
		rejects "s/(a)/\$1$element/" \
			'expected a backslash before the bracket or arrow that follows a group'
	done
	deep=$(printf '\\u%.0s' $(seq 2000))
	[ "$(status_of cg-filter --mod-funcname="s/a/$deep/" in 2>err)" -eq 2 ]
	rejects 's/a/b\x00c/' 'the replacement has an escape that is not known'
	complains "cg-filter: --mod-funcname: \"(a\": missing closing parenthesis at byte 3$see" \
		cg-filter --mod-funcname='s/(a/b/' in
	complains "cg-filter: --mod-funcname: \"[\": missing terminating ] for character class at byte 2$see" \
		cg-filter --mod-funcname='s/[/b/' in
}

@test "expressions cannot run code" {
	functions_named f
	cg-filter --mod-funcname='s/f/@{[`touch ran`]}/' in >out
	run -2 cg-filter --mod-funcname='s/f(?{`touch ran`})/g/' in
	[ ! -e ran ]
}

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
	table=(
		's/a/b/' 's/\d+/N/g' 's{/home/\w+/}{}' 's|/|\\|g' 's/(\w+)/<$1>/'
		's/(.)(.)/\2\1/' 's/\.part\.\d+$//' 's,<.*?>,<...>,' 's/[aeiou]//gi'
		's/f\|g/h/' 's|f\|g|h|' 's!o!0!g' 's/^(.*)$/\U$1/' 's/ (?= c )//x'
		's/$/;/' 's/^/./' 's/\//::/g' 's#/#\##' 's/(x)?a/[${1}]/' 's/b*/-/g'
		's/c/\t/;' 's/\bm(\w)/$&$&/' 's/q/$&/' 's/.\././g'
	)
	for expression in "${table[@]}"; do
		case $expression in
		*';') continue ;; # more than one expression: not for us
		esac
		for option in --mod-filename --mod-funcname; do
			cg_diff_of_perl "$option=$expression" none in >theirs
			cg-filter "$option=$expression" in | "$TESTS/lib/rows" >ours
			"$TESTS/lib/rows" theirs | same - ours "$option=$expression"
		done
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

@test "--drop discards hidden rows, and the total is that of the kept rows" {
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
	complains 'cg-filter: the sum of Ir does not fit in 64 bits' \
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
	"$TESTS/lib/rows" large >wanted
	"$TESTS/lib/rows" out | same wanted -
	# sorted among themselves
	tail -5 out | same - <(
		cat <<-'END'
			fl=/src/file00000.c
			fn=function_0000000
			0 1 1 1
			1 2 2 2
			summary: 900003 600003 300003
		END
	)
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
