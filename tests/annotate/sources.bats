#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-annotate: how it finds sources, and which of their lines it shows.

load ../lib/assertions

setup() {
	enter_tmpdir
	mkdir -p new/sub other
	echo 'int parse;' >new/sub/parse.c
	profile in <<-'END'
		events: Ir
		fl=/build/src/sub/parse.c
		fn=parse
		1 10
	END
}

# annotates ARGUMENT...: the report has the text of parse.c
annotates() {
	cg-annotate "$@" >out 2>err || return
	[ ! -s err ] || fail "$(cat err)" || return
	grep -q '^10 (100.0%)  int parse;$' out || fail "$*: $(tail -5 out)"
}

@test "a folder has the end of an absolute path, and the longest end is taken" {
	for folder in new new/ new/sub; do
		annotates -I $folder in
		annotates -I other -I $folder in
		annotates -I $folder in parse.c
		annotates --auto=no -I $folder in parse.c
	done
	echo 'int shorter;' >new/parse.c
	annotates -I new in
	echo 'int other;' >other/parse.c
	annotates -I other -I new in
	grep -x -- '-- Auto-annotated source: new/ + /build/src/sub/parse.c' out
	# a relative path is looked for as it is
	sed 's|/build/src/||' in >relative
	annotates -I new relative
	sed 's|/build/||' in >relative
	cg-annotate -I new relative >out
	grep -A2 'could not be found' out | grep '^  src/sub/parse.c$'
}

@test "no end of a path leads out of the folder" {
	echo 'int parse;' >parse.c
	sed 's|/src/sub/|/../|' in >upwards
	mkdir empty
	cg-annotate -I empty upwards >out
	grep 'could not be found' out
	annotates -I new/sub upwards
}

@test "prefixes are mapped and stripped for reading only" {
	annotates --map-prefix=/build/src=new in
	annotates --map-prefix=/build=/gone --map-prefix=/gone/src=new in
	(cd new && PATH=$PATH annotates --strip-prefix=/build/src ../in)
	annotates --strip-prefix=/build/src -I new in
	annotates --strip-prefix=/build --map-prefix=src=new in
	grep -F ' /build/src/sub/parse.c:parse' out
	# the file is where the profile says
	mkdir here
	echo 'int parse;' >here/parse.c
	sed "s|/build/src/sub|$PWD/here|" in >as-named
	annotates --map-prefix="$PWD/here=none" as-named
	see=' (see cg-annotate --help)'
	complains "cg-annotate: --map-prefix: expected OLD=NEW, found \"x\"$see" \
		cg-annotate --map-prefix=x in
	complains "cg-annotate: --strip-prefix: expected a directory$see" \
		cg-annotate --strip-prefix= in
}

@test "a source operand is the only file whose path ends in it" {
	cp new/sub/parse.c .
	annotates --auto=no in parse.c
	grep -x -- '-- User-annotated source: /build/src/sub/parse.c' out
	annotates --auto=no in ./parse.c
	annotates --auto=no -I new in sub/parse.c
	annotates --auto=no --map-prefix=/build/src=new in parse.c
	# the file that the user named, not the one that the profile names
	mkdir build
	echo 'int old;' >build/parse.c
	sed "s|/build/src/sub|$PWD/build|" in >both
	annotates --auto=no both parse.c
	# a name ends at a slash
	echo 'int x;' >arse.c
	cg-annotate --auto=no in arse.c | grep 'No information has been collected for arse.c'
}

@test "several files end in an operand, or only its name is known" {
	cp new/sub/parse.c .
	profile two <<-'END'
		events: Ir
		fl=/a/parse.c
		fn=f
		1 10
		fl=/b/parse.c
		fn=g
		1 10
	END
	cg-annotate --auto=no two parse.c >out 2>err
	same - err <<-'END'
		cg-annotate: parse.c: 2 files of the profile end in it: /a/parse.c, /b/parse.c
	END
	grep 'No information has been collected for parse.c' out
	cg-annotate --auto=no in new/sub/parse.c >out 2>err
	same - err <<-'END'
		cg-annotate: new/sub/parse.c: not in the profile, which has /build/src/sub/parse.c
	END
	grep 'No information has been collected for new/sub/parse.c' out
	awk 'BEGIN {
		print "events: Ir"
		for (i = 1; i <= 9; i++) print "fl=/" i "/parse.c\nfn=f\n1 1"
		print "summary: 9"
	}' >nine
	cg-annotate --auto=no nine parse.c 2>&1 >out |
		grep -x 'cg-annotate: parse.c: 9 files of the profile end in it: /1/parse.c, /2/parse.c, /3/parse.c, /4/parse.c, /5/parse.c, ...'
}

@test "a difference shows the lines that changed, and those around them" {
	mkdir v1 v2
	awk 'BEGIN { for (i = 1; i <= 20000; i++) print "line(" i ");" }' >v1/big.c
	sed '10000s/.*/changed();/' v1/big.c >v2/big.c
	for v in 1 2; do
		awk -v v=$v 'BEGIN {
			print "events: Ir Dr\nfl=big.c"
			for (i = 1; i <= 20000; i++) {
				if (i % 100 == 1) print "fn=f" i
				print i, 1000 + (v == 2 && i == 10000), 5
			}
		}' | profile v$v.cg
	done
	cg-diff --lines --old-source=v1 --new-source=v2 v1.cg v2.cg >diff.cg
	[ "$(grep -c '^[0-9]' diff.cg)" -ge 15000 ]
	for width in none 80; do
		cg-annotate -I v2 --width=$width diff.cg >out
		[ "$(wc -l <out)" -lt 200 ] || fail "$(wc -l <out) lines"
		[ "$(grep -cE '(line\([0-9]+\)|changed\(\));' out)" -ge 17 ]
		grep -q 'changed();' out
		run -1 grep 'past the end' out
	done
	cg-annotate -I v2 --context=2 diff.cg >out
	[ "$(grep -cE '(line\([0-9]+\)|changed\(\));' out)" -eq 5 ]
	# lines without a change past the end of a source are no news
	head -10005 v2/big.c >short
	mv short v2/big.c
	cg-annotate -I v2 diff.cg >out
	run -1 grep 'past the end' out
}
