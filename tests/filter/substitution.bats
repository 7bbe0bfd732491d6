#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# Perl's s///, as all tools that rename understand it. A table is one process: each line
# is an expression, and after tabs names, each with its result.

load ../lib/assertions
load ../lib/oracle

setup() {
	enter_tmpdir
}

# substitutes: runs the expressions and names of the table on standard input, and compares
# the results with those in the table
substitutes() {
	cat >wanted
	awk -F'\t' '{
		printf "%s", $1
		for (i = 2; i < NF; i += 2) printf "\t%s", $i
		print ""
	}' wanted >table
	"$B/unit/substitution" table >got || return
	same wanted got
}

# refuses: each line of standard input is an expression and, after a tab, the reason for
# which it must be refused
refuses() {
	cat >table
	awk -F'\t' '{ printf "s: -: \"%s\": %s (see s --help)\n", $1, $2 }' table >wanted
	cut -f1 table >expressions
	"$B/unit/substitution" expressions >got || return
	same wanted got
}

# as_in_perl NAME...: each expression on standard input must give the same names as in Perl
as_in_perl() {
	local IFS=$'\t'
	while IFS= read -r expression; do
		printf '%s\t%s\n' "$expression" "$*"
	done >table
	perl -ne 'chomp;
		my ($expression, @names) = split /\t/;
		print $expression;
		for my $name (@names) {
			$_ = $name;
			eval "$expression; 1" or die "$expression: $@";
			s/([\x01-\x1f\x7f])/$1 eq "\n" ? "\\n" : $1 eq "\t" ? "\\t"
				: $1 eq "\r" ? "\\r" : sprintf "\\x%02x", ord $1/ge;
			print "\t$name\t$_";
		}
		print "\n"' table >wanted || return
	"$B/unit/substitution" table >got || return
	same wanted got
}

@test "s/// replaces the first match, or with g every match" {
	substitutes <<-'END'
		s/a/b/	banana	bbnana	none	none
		s/a/b/g	banana	bbnbnb
		s/a//g	banana	bnn
		s/^/x/	f	xf
		s/$/x/	f	fx
		s/x*/-/g	axb	-a--b-
		s//x/	f	xf
	END
}

@test "i ignores case, x ignores blanks and comments" {
	substitutes <<-'END'
		s/AB/x/i	cab	cx
		s/a b # no more/x/x	ab	x	a b	a b
		s/A /x/gix	aA	xx
	END
}

@test "delimiters can be any character, and brackets can nest" {
	for d in / , '|' '!' '#' '%' '@' : ';' '"' '~' = -; do
		printf '%s\tf\tg\n' "s${d}f${d}g${d}"
	done >delimiters
	substitutes <delimiters
	substitutes <<-'END'
		s{f}{g}	f	g
		s(f)(g)	f	g
		s[f][g]	f	g
		s<f><g>	f	g
		s{f}/g/	f	g
		s{f} {g}	f	g
		s{a{2}}{{b}}	aab	{b}b
		s((a)(b))($2$1)	ab	ba
		s<(?<n>a)><b>	ab	bb
	END
	printf '%s\n' 'events: Ir' 'fl=f' '1 1' >in
	cg-filter --mod-filename=$'s{f}\n\t{g}' in | grep -x fl=g
}

@test "an escaped delimiter is literal, as in Perl" {
	substitutes <<-'END'
		s/\/usr\//\//	/usr/x	/x
		s,a\,b,c\,d,	a,b	c,d
		s{a\}}{b\}}	a}	b}
		s|a\|b|x|	b|	x|
		s.a\.c.x.	abc	x
	END
}

@test "groups in the text: \$1 \\1 \${1} \$& and groups that did not match" {
	substitutes <<-'END'
		s/(a)(b)/$2$1/	ab	ba
		s/(a)(b)/\2\1/	ab	ba
		s/(a)/${1}1/	a	a1
		s/b+/<$&>/	abbc	a<bb>c
		s/(a)|(b)/[$1$2]/g	ab	[a][b]
		s/(1)(2)(3)(4)(5)(6)(7)(8)(9)(0)/$10/	1234567890	0
	END
}

@test "escapes in the text are replaced" {
	substitutes <<-'END'
		s/a/\$1\\/	a	$1\
		s/(\w+)/\U$1\E!/	main	MAIN!
		s/(\w+)/\L$1/	MAIN	main
		s/(\w+)/\u$1/	main	Main
		s/(\w+)/\l$1/	MAIN	mAIN
		s/a/\x41/	a	A
		s/a/\n/	a	\n
	END
}

@test "patterns and changes of case are about bytes" {
	printf 's/^.//\té\t\251\n' >byte
	substitutes <byte
	substitutes <<-'END'
		s/\xc3\xa9/e/	é	e
		s/é/e/g	éé	ee
		s/\w+/x/g	aé	xé
		s/.*/\U$&/	aé	Aé
		s/.*/\u$&/	éa	éa
	END
	printf '%s\n' 'events: Ir' 'fl=f' '1 1' >in
	run -2 cg-filter --mod-filename='s/(*UTF)é/e/' in
	run -2 cg-filter --mod-filename='s/(*UCP)\w/\U$&/' in
}

@test "special patterns of Perl work" {
	substitutes <<-'END'
		s/(?<=a)b(?!c)/x/g	abab	axax	abc	abc
		s/\b(\w)(\w*)\b/$2$1/g	ab cd	ba dc
		s/\(.*\)//	f(int)	f
		s/<[^<>]*>//g	v<int, a<int> >	v<int, a >
		s/<(?:[^<>]|(?R))*>//g	v<int, a<int> >::f	v::f
	END
}

@test "renaming gives the same names as Perl" {
	as_in_perl main MAIN fooBAR foo_bar 'a.b c' a-b é 'f(int)' x1y22 bab '$1' "it's" aab \
		<<-'END'
			s/(\w)(\w)/\U$1\L$2$1\E$2/
			s/(\w)(\w)/\L$1\U$2x\E$2\Ey/
			s/(\w)(\w)/x\u$1\E\l$2/
			s/(\w)(\w)/\u$1\u$2/
			s/(\w)(\w*)/\U$1\L$2/g
			s/(\w)(\w)/\U$1\L\E$2/
			s/(\w)(\w)/\u\u\E$1$2/
			s/(\w)(\w)/\u\E$1$2/
			s/(\w)(\w)/\ux\L$1\U$2/
			s/(\w)(\w)/$1_\l$2x\U$1/
			s/(z?)(\w)/\u$1$2/
			s/(z?)(\w)/\u$1\E$2/
			s/(z?)(\w)/\u$1_\l$2/
			s/(z)?(\w)/\U$1\E$2/g
			s/(z)?(\w)/\U$2/g
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
			s/(.)/@ $1@/
			s/a b/x/
			s/a b/x/x
			s/[a b]/x/gx
			s/[a b]/x/gxx
			s/[a b]/x/xgx
			s/\ /_/xx
			s/a/\x41\x{42}\t\e\a\b\f\r\n\x9/
			s/(.)(.)/\2\1x/
			s/b*/-/g
			s/b*?/-/g
			s/(?=b)/-/g
			s/\b/|/g
			s/$/x/g
			s/a\K/-/g
			s/(\w)\K\w/-/g
			s/\w\K/-/g
			s/(?<=a)b|\G./x/
			s/()/-/g
			s/|a/-/g
			s/a||b/-/g
			s/\B/-/g
			s/\w/\u$&/g
			s/_(\w)/\u$1/g
			s/([A-Z])/_\l$1/g
			s/(\d+)/<$1>/g
			s/\(.*?\)//
			s/x/\$1\\\/\-\_\@/
			s/(?<n>a)(b)/$2$1/
			s/A/\U$&/gi
		END
}

@test "expressions that cg_diff's users write give the same names as Perl" {
	as_in_perl /home/a/src/main.c lib-1.2.3/x.h 'C:\new.c' 'f(int, char const*)' 'f|g' \
		'std::vector<int>::push_back' _ZN3fooEv.part.0 operator/ <<-'END'
			s/a/b/
			s/\d+/N/g
			s{/home/\w+/}{}
			s|/|\\|g
			s/(\w+)/<$1>/
			s/(.)(.)/\2\1/
			s/\.part\.\d+$//
			s,<.*?>,<...>,
			s/[aeiou]//gi
			s/f\|g/h/
			s|f\|g|h|
			s!o!0!g
			s/^(.*)$/\U$1/
			s/ (?= c )//x
			s/$/;/
			s/^/./
			s/\//::/g
			s#/#\##
			s/(x)?a/[${1}]/
			s/b*/-/g
			s/\bm(\w)/$&$&/
			s/q/$&/
			s/.\././g
		END
}

@test "an invalid expression is refused with the reason" {
	refuses <<-'END'
		tr/a/b/	expected s/pattern/replacement/
		s	expected s/pattern/replacement/
		s a b 	expected s/pattern/replacement/
		sxaxbx	expected s/pattern/replacement/
		s\a\b\	expected s/pattern/replacement/
		s/a	expected s/pattern/replacement/, found no closing delimiter
		s/a/b	expected s/pattern/replacement/, found no closing delimiter
		s/a/b\/	expected s/pattern/replacement/, found no closing delimiter
		s{a}	expected s/pattern/replacement/
		s{a{b}{c}	expected s/pattern/replacement/, found no closing delimiter
		s/a/b/;s/c/d/	expected the flags g, i and x only
		s/a/`id`/e	expected the flags g, i and x only
		s/a/$1/	the replacement names a group that the pattern lacks
		s/(a)/\2/	the replacement names a group that the pattern lacks
		s/a/${99999999999}/	the replacement names a group that the pattern lacks
		s/a/$x/	expected $1, ${1}, $& or \$ in the replacement, found another $
		s/(a)/${1/	expected $1, ${1}, $& or \$ in the replacement, found another $
		s/a/b$/	expected $1, ${1}, $& or \$ in the replacement, found another $
		s/a/\q/	the replacement has an escape that is not known, \q
		s/(a)/\Q$1\E/	the replacement has an escape that is not known, \Q
		s/(a)/\F$1/	the replacement has an escape that is not known, \F
		s/a/\N{U+41}/	the replacement has an escape that is not known, \N
		s/a/\x{100}/	\x in the replacement is not a byte from 1 to ff
		s/a/\x{41/	\x in the replacement is not a byte from 1 to ff
		s/a/b\x00c/	\x in the replacement is not a byte from 1 to ff
	END
	for element in '[0]' '{a}' '->[0]' '->{a}'; do
		printf '%s\t%s\n' "s/(a)/\$1$element/" \
			'expected a backslash before the bracket or arrow that follows a group'
	done >elements
	refuses <elements
}

@test "what Perl does and PCRE2 does not is refused by name" {
	for changes in 'L u' 'l U' 'l u' 'u l' 'U L l' 'l L' 'u U'; do
		printf 's/(.)/'
		printf '\\%s' $changes
		printf '$1/\t%s\n' "$(awk '{ printf "\\%s inside of \\%s", $NF, $(NF - 1) }' \
			<<<"$changes") is not supported in the replacement"
	done >changes
	refuses <changes
	refuses <<-'END'
		s/(\w+)/\u\L$1/	\L inside of \u is not supported in the replacement
		s/(\w)(\w)/\Uab\uc$1\l$2/	\u inside of \U is not supported in the replacement
		s/(\w)(\w)/\u$1\L$2/	\L inside of \u is not supported in the replacement
		s/(\w)(\w)/\U$1\L\u\E$2/	\u inside of \L is not supported in the replacement
		s/(a)/\12/	octal escapes such as \101 are not supported in the replacement; write \x41
		s/(a)/\1\012/	octal escapes such as \101 are not supported in the replacement; write \x41
		s/a/\0/	octal escapes such as \101 are not supported in the replacement; write \x41
		s/a/\o{103}/	octal escapes such as \101 are not supported in the replacement; write \x41
		s/a/b@c/	expected \@ in the replacement, found an @ that names an array in Perl
		s/a/@{[`id`]}/	expected \@ in the replacement, found an @ that names an array in Perl
		s/\G./x/g	\G is not supported with the flag g
	END
}

@test "a message names the option" {
	printf '%s\n' 'events: Ir' 'fl=f' '1 1' >in
	see=' (see cg-filter --help)'
	for option in --mod-funcname --mod-filename --mod-objname; do
		complains "cg-filter: $option: \"s/a\": expected s/pattern/replacement/, found no closing delimiter$see" \
			cg-filter $option=s/a in
		complains "cg-filter: $option: \"\": expected s/pattern/replacement/$see" \
			cg-filter $option= in
	done
	complains "cg-filter: --mod-funcname: \"(a\": missing closing parenthesis at byte 3$see" \
		cg-filter --mod-funcname='s/(a/b/' in
	complains "cg-filter: --mod-funcname: \"[\": missing terminating ] for character class at byte 2$see" \
		cg-filter --mod-funcname='s/[/b/' in
}

@test "expressions cannot run code" {
	printf '%s\n' 'events: Ir' 'fl=f' '1 1' >in
	run -2 cg-filter --mod-filename='s/f/@{[`touch ran`]}/' in
	cg-filter --mod-filename='s/f/`touch ran`/' in >out
	run -2 cg-filter --mod-filename='s/f(?{`touch ran`})/g/' in
	[ ! -e ran ]
}
