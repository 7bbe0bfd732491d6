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

@test "a directory has the end of an absolute path, and the longest end is taken" {
	for directory in new new/ new/sub; do
		annotates -I $directory in
		annotates -I other -I $directory in
		annotates -I $directory in parse.c
		annotates --auto=no -I $directory in parse.c
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

@test "a relative name is a source of the directories before it is one of the current directory" {
	local format
	mkdir -p v1 v2/sub v3 sub
	echo 'int here;' | tee parse.c >sub/parse.c
	echo 'int old;' >v1/parse.c
	echo 'int parse;' | tee v2/parse.c >v2/sub/parse.c
	echo 'int third;' >v3/parse.c
	for v in v1 v2; do
		sed "s|/build/src/sub|$PWD/$v|; s/^1 10/1 2${v#v}/" in | profile $v.cg
	done
	cg-diff --lines --old-source=v1 --new-source=v2 v1.cg v2.cg >diff
	grep -qx fl=parse.c diff
	for format in text lines html json; do
		cg-annotate --format=$format -I v2 -I v3 diff >out
		grep -q 'int parse;' out || fail "$format"
		run -1 grep -E 'int (here|old|third);' out
	done
	cg-annotate --width=80 -I v2 diff | grep 'int parse;'
	sed 's|/build/src/||' in >relative
	annotates -I v3 -I v2 relative
	annotates -I v3 -I v2 relative sub/parse.c
	sed 's|/build/src/sub/||' in >relative
	annotates -I v2 -I v1 relative parse.c
	annotates --map-prefix=parse.c=sub/parse.c -I v2 relative
	annotates --strip-prefix=/build/src/sub -I v2 in
	# the current directory comes last, and is not needed
	cg-annotate -I new relative | grep 'int here;'
	rm parse.c
	annotates -I v2 relative
	# what the user names is taken as named
	cp v2/parse.c parse.c
	annotates --auto=no -I v3 in ./parse.c
	# an absolute name is its own before all
	sed "s|/build/src/sub|$PWD/v2|" in >absolute
	annotates -I v3 absolute
}

@test "no end of a path leads out of the directory" {
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

# of NAME: writes a profile with costs in this file to standard output
of() {
	printf 'cmd: a\nevents: Ir\nfl=%s\nfn=f\n1 10\nsummary: 10\n' "$1"
}

# refuses REASON ARGUMENT...: each report says that the source of the profile in
# standard input cannot be read, and has none of its lines
refuses() {
	local reason=$1 how
	shift
	cat >hostile
	for how in '' --width=80 --format=lines --format=html; do
		timeout 10 cg-annotate $how "$@" hostile >out 2>err ||
			fail "$(cat err)" || return
		[ "$how" = --format=lines ] || grep -qF ": $reason" out ||
			fail "$how: $(tail -5 out)" || return
		grep -q ": $reason\$" err || fail "$how: $(cat err)" || return
		! grep -e 'SECRET' out || return
	done
}

# bats test_tags=long
@test "files of the kernel, devices and huge files are no sources" {
	export KEY=SECRET
	kernel='in a file system of the kernel'
	of /proc/self/environ | refuses "$kernel"
	of /proc/self/pagemap | refuses "$kernel"
	of "/proc/$$/root/proc/self/environ" | refuses "$kernel"
	[ ! -e /sys/kernel/notes ] || # a minimal system may have no /sys
		of /sys/kernel/notes | refuses "$kernel"
	ln -s /proc/self/environ environ.c
	of environ.c | refuses "$kernel"
	of ../environ.c | refuses "$kernel" -I new
	of /build/self/environ | refuses "$kernel" --map-prefix=/build=/proc
	of /build/environ | refuses "$kernel" -I /proc/self
	of proc/self/environ | refuses "$kernel" -I /
	complains "cg-annotate: /proc/self/environ: $kernel" \
		cg-annotate in /proc/self/environ
	of /dev/zero | refuses 'not a regular file'
	mkfifo pipe.c
	of pipe.c | refuses 'not a regular file'
	truncate -s $((64 * 1024 * 1024 + 1)) huge.c
	of huge.c | refuses 'larger than 64 MiB'
	truncate -s $((64 * 1024 * 1024)) huge.c
	of huge.c >fits
	cg-annotate fits >out
	grep -x -- '-- Auto-annotated source: huge.c' out
	# a name does not make a file of the kernel
	mkdir -p proc/self
	echo 'int a;' >proc/self/environ
	of proc/self/environ | cg-annotate >out
	grep -F '10 (100.0%)  int a;' out
	of "/proc/$$/cwd/proc/self/environ" | cg-annotate >out
	grep -F '10 (100.0%)  int a;' out
}

@test "no more of a source is read than its size" {
	command -v strace >/dev/null || skip "strace is missing"
	printf 'int a;' >small.c
	of small.c >in
	strace -o calls -e trace=read,readv,open,openat cg-annotate in >out 2>err ||
		skip "strace does not work here: $(cat err)"
	# musl divides what it reads between two buffers
	grep -A1 'open.*"small.c"' calls | grep -E '^read(\(.*, 6|v\(.*, 2)\) *= 6'
}

# bats test_tags=slow
@test "--sources confines sources to directories, whatever leads to them" {
	mkdir -p in-it/sub out-of-it in-it2
	echo 'int inside;' >in-it/sub/a.c
	echo 'SECRET' >out-of-it/key
	echo 'SECRET' >in-it2/key
	ln -s ../out-of-it in-it/link
	ln -s ../../out-of-it/key in-it/sub/link.c
	ln -s "$PWD/out-of-it/key" in-it/absolute.c
	ln -s sub/a.c in-it/good.c
	ln -s in-it alias
	reason='not in a directory of --sources'
	for name in out-of-it/key in-it/../out-of-it/key in-it/link/key \
		in-it/sub/link.c in-it/absolute.c in-it2/key "$PWD/out-of-it/key" \
		"/proc/self/cwd/out-of-it/key"; do
		of "$name" | refuses "$reason" --sources=in-it
	done
	of key | refuses "$reason" --sources=in-it -I out-of-it
	of ../out-of-it/key | refuses "$reason" --sources=in-it -I in-it
	of /build/key | refuses "$reason" --sources=in-it -I out-of-it
	of /build/key | refuses "$reason" --sources=in-it \
		--map-prefix=/build=in-it/link
	of ./out-of-it/key | refuses "$reason" --sources=in-it --strip-prefix=.
	complains "cg-annotate: out-of-it/key: $reason" \
		cg-annotate --sources=in-it in out-of-it/key
	of /proc/self/environ | refuses 'in a file system of the kernel' --sources=/
	for name in in-it/sub/a.c "$PWD/in-it/sub/a.c" in-it/good.c in-it/link/../in-it/sub/a.c \
		alias/sub/a.c; do
		for how in in-it in-it/ alias . / in-it/sub; do
			of "$name" | cg-annotate --sources=in-it2 --sources=$how >out
			grep -F '10 (100.0%)  int inside;' out
		done
	done
	# it searches nowhere, and another place may have the file
	of sub/a.c | cg-annotate --sources=in-it >out
	grep -A2 'could not be found' out | grep '^  sub/a.c$'
	of sub/a.c | cg-annotate --sources=in-it -I in-it >out
	grep -F '10 (100.0%)  int inside;' out
	of /build/sub/a.c | cg-annotate --sources=in-it -I out-of-it -I in-it >out
	grep -F '10 (100.0%)  int inside;' out
	complains 'cg-annotate: --sources: none: No such file or directory' \
		cg-annotate --sources=none in
	complains 'cg-annotate: --sources: in-it/sub/a.c: Not a directory' \
		cg-annotate --sources=in-it/sub/a.c in
}

# bats test_tags=long
@test "a directory that becomes a link does not lead out of --sources" {
	mkdir -p in-it/a out-of-it
	echo SECRET >out-of-it/key.c
	echo 'int a;' >in-it/a/key.c
	of in-it/a/key.c >in
	ln -s ../out-of-it in-it/b
	command -v python3 >/dev/null || skip "python3 is missing"
	python3 - "$PWD/in-it" <<-'END' &
		import ctypes, os, sys, time
		os.chdir(sys.argv[1])
		libc, end = ctypes.CDLL(None), time.monotonic() + 3
		while time.monotonic() < end:
		    libc.renameat2(-100, b'a', -100, b'b', 2)
	END
	swapper=$!
	while kill -0 "$swapper" 2>/dev/null; do
		cg-annotate --sources=in-it in 2>/dev/null >>out
	done
	wait "$swapper"
	! grep SECRET out
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

@test "a difference without lines says how to keep them, in all reports" {
	local hint='cg-diff --lines shows'
	seq -f 'line %.0f' 9 >a.c
	profile old <<-'END'
		events: Ir
		fl=a.c
		fn=f
		1 10
		2 30
	END
	sed 's/^1 10/3 25/; s/^summary:.*/summary: 55/' old >new.cg
	cg-diff old new.cg >functions.cg
	cg-diff --lines old new.cg >lines.cg
	cg-annotate --width=80 functions.cg | grep -F "+15  ($hint lines)"
	cg-annotate --format=html functions.cg >page.html
	grep -F "all lines; $hint them apart" page.html
	grep -F "of functions only: $hint lines" page.html
	! grep -F 'Build it with -g' page.html
	for options in '' --format=lines; do
		# shellcheck disable=SC2086 # words
		cg-annotate $options functions.cg 2>&1 >out |
			grep -x "cg-annotate: the difference is of functions only: $hint lines.*"
		# shellcheck disable=SC2086 # words
		[ -z "$(cg-annotate $options lines.cg 2>&1 >out)" ]
	done
	grep -F '<counts for unidentified lines in' <(cg-annotate functions.cg)
	[ -z "$(cg-annotate --auto=no functions.cg 2>&1 >/dev/null)" ]
	for options in --width=80 --format=html; do
		! cg-annotate $options lines.cg | grep -F "$hint" || return
	done
	# no difference, but no lines either
	printf '%s\n' 'events: Ir' fl=a.c fn=f '0 30' 'summary: 30' >in
	! cg-annotate --width=80 in | grep -F "$hint"
}
