#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-annotate prints the same report as cg_annotate of Valgrind 3.19, except for
# the differences that its manual page lists. Each of them has a test here.

load ../lib/assertions
load ../lib/oracle
load ../lib/profiles

setup_file() {
	collect_once collect_profiles
}

# makes profiles by stock Cachegrind, of a program whose sources exist
collect_profiles() {
	mkdir src gone
	cp "$TESTS"/programs/report.[ch] src
	cp "$TESTS"/programs/report.[ch] gone
	cc -g -O1 -o program src/report.c
	cc -g -O1 -o lost gone/report.c
	rm -r gone
	collect plain ./program
	collect branches --branch-sim=yes ./program
	collect instructions --cache-sim=no ./program
	collect gone ./lost
	touch -d '2001-01-01' src/report.c src/report.h
	echo 'int unused;' >src/unused.c
}

collect() {
	local profile=$1
	shift
	valgrind -q --tool=cachegrind --cache-sim=yes \
		--cachegrind-out-file="$profile" "$@" >/dev/null
}

setup() {
	cd "$PROFILES"
	out=$BATS_TEST_TMPDIR
}

# as_cg_annotate ARGUMENT...: both reports are equal, except for the parts that
# cg_annotate prints in random order and for Perl's warnings about omitted counts.
# If cg_annotate is not in Perl, only the figures are compared.
as_cg_annotate() {
	cg-annotate "$@" >"$out/ours" || fail "cg-annotate $*" || return
	if ! oracle_is_perl; then
		same_figures "$out/ours" "$@"
		return
	fi
	cg_annotate "$@" >"$out/theirs" 2>"$out/theirs.err" ||
		fail "cg_annotate $*: $(cat "$out/theirs.err")" || return
	! grep -v '^Use of uninitialized value' "$out/theirs.err" >&2 || return
	"$TESTS/lib/report-parts" <"$out/theirs" >"$out/theirs.parts"
	"$TESTS/lib/report-parts" <"$out/ours" |
		same "$out/theirs.parts" - "cg-annotate $*"
}

# compares the reports of a small profile on standard input likewise
as_cg_annotate_of() {
	cat >"$out/in"
	as_cg_annotate "$@" "$out/in"
}

# functions ARGUMENT...: prints the names in the table of functions of $out/in
functions() {
	cg-annotate --auto=no "$@" "$out/in" >"$out/ours" || return
	sed '1,/ file:function$/d; 1d' "$out/ours" |
		sed '1d; /^$/,$d; s/.* \([^ ]*:\)/\1/'
}

# --- the same as cg_annotate

# bats test_tags=long
@test "all options that both programs have, on profiles of a real program" {
	table=(
		""
		"--threshold=0"
		"--threshold=20"
		"--threshold=5%"
		"--threshold=0.01"
		"--threshold=1."
		"--auto=no"
		"--auto=yes --threshold=1"
		"--context=0"
		"--context=1"
		"--context=3 --threshold=2"
		"--context=10000"
		"--show-percs=no"
		"--show-percs=no --context=2 --threshold=0.5"
		"--show=Ir"
		"--show=Ir --sort=Ir"
		"--sort=Ir --threshold=0"
		"--sort=Ir:99"
		"--sort=Ir:1 --auto=no"
		"--sort=Ir:0.5%"
		"-I/nowhere"
		"-I=/nowhere/ --include=none --include=none/"
	)
	for profile in plain branches instructions gone; do
		for options in "${table[@]}"; do
			as_cg_annotate $options "$profile"
		done
	done
}

# bats test_tags=long
@test "options about the events of the caches" {
	table=(
		"--show=Dr,Ir"
		"--show=D1mr,DLmw --sort=D1mr,DLmw"
		"--sort=D1mr"
		"--sort=Dw,Dr,Ir"
		"--sort=I1mr,ILmr --threshold=1"
		"--sort=Ir:5,Dr:5 --show=Ir,Dr"
		"--sort=DLmw:1 --show=DLmw"
		"--show=Ir,Ir --sort=Ir,Ir"
	)
	for options in "${table[@]}"; do
		as_cg_annotate $options plain
		as_cg_annotate $options branches
	done
	as_cg_annotate --sort=Bcm --show=Bc,Bcm,Bi,Bim branches
	as_cg_annotate --sort=Bim,Bi --threshold=2 branches
}

@test "source operands are annotated" {
	as_cg_annotate plain "$PWD/src/report.c"
	as_cg_annotate --auto=no plain "$PWD/src/report.c" "$PWD/src/report.h"
	as_cg_annotate --auto=no -Isrc/ plain src/unused.c unused.c
	as_cg_annotate --context=0 plain src/unused.c
}

@test "sources under another directory are found with -I" {
	mkdir -p moved
	cp src/report.* moved
	sed "s|^fl=.*/\(report\.[ch]\)|fl=\1|" plain >relative
	touch -d '2001-01-01' moved/*
	as_cg_annotate relative
	as_cg_annotate -Imoved relative
	as_cg_annotate -I/nowhere --include=moved --include=src relative
	as_cg_annotate -Imoved --auto=no relative report.c
}

@test "a source newer than the profile is reported" {
	# other tests read the sources at the same time
	sed "s|$PWD/src/|$out/new/|" plain >"$out/plain"
	mkdir "$out/new"
	cp src/report.[ch] "$out/new"
	cd "$out"
	touch -d '2001-01-01' plain
	as_cg_annotate plain
	as_cg_annotate --context=1 plain
	grep -q "^@ Source file '.*' is more recent than input file" "$out/ours"
}

# bats test_tags=long
@test "a source shorter than the profile says is reported" {
	mkdir -p short
	for n in 0 1 20 50; do
		head -n "$n" src/report.c >short/report.c
		head -n $((n / 10)) src/report.h >short/report.h
		sed "s|^fl=.*/\(report\.[ch]\)|fl=short/\1|" plain >past
		touch -d '2001-01-01' short/*
		as_cg_annotate --threshold=0 past
		grep -q '<bogus line' "$out/ours"
		as_cg_annotate --context=0 past
		touch -d '2001-01-01' past
		touch short/*
		as_cg_annotate past
		touch past
	done
}

@test "omitted counts in rows, functions and totals" {
	seq 30 | sed 's/^/line /' >source.c
	touch -d '2001-01-01' source.c
	for options in "" --show-percs=no --threshold=0 --sort=A,C --context=1; do
		as_cg_annotate_of $options <<-'END'
			cmd: a
			events: A B C D
			fl=source.c
			fn=f
			1 . 20 .
			2 10
			20 . . 7 .
			fn=g
			25 1000 . 1
			fl=other.c
			fn=h
			0 5 5
			fn=i
			3
			summary: 1015 25 8 0
		END
	done
}

@test "negative line numbers" {
	as_cg_annotate_of <<-END
		cmd: a
		events: Ir
		fl=src/unused.c
		fn=f
		-5 1
		0 2
		1 3
		summary: 6
	END
	grep -F '2 (33.33%)  <bogus line 0>' "$out/ours"
	grep -F '2 (33.33%)  <counts for unidentified lines' "$out/ours"
}

@test "a threshold is printed as given, at any length" {
	threshold=0.1$(printf '%01100d' 0)
	printf 'cmd: a\nevents: Ir\nfl=a.c\nfn=f\n1 1\nsummary: 1\n' >"$out/in"
	cg-annotate --threshold="$threshold" --auto=no "$out/in" >"$out/ours"
	grep -xF "Thresholds:       $threshold" "$out/ours"
}

@test "columns stay aligned beside huge shares" {
	printf '%s\n' 'cmd: x' 'events: A B' fl=a.c fn=f \
		'1 9000000000000 1' fn=g '2 -8999999999718 1' 'summary: 282 2' >in
	cg-annotate --auto=no in | grep ':' | tail -3 | sed 's/:.*//' >out
	same - out <<-'END'
		A                                      B           file
		  9,000,000,000,000 (3191489361702.1%) 1 (50.00%)  a.c
		-8,999,999,999,718 (-3191489361602.1%) 1 (50.00%)  a.c
	END
}

@test "differences: negative counts, shares above 100 %" {
	seq 30 | sed 's/^/line /' >source.c
	touch -d '2001-01-01' source.c
	for options in "" --show-percs=no --threshold=0 --sort=B; do
		as_cg_annotate_of $options <<-'END'
			desc: Files compared:   a; b
			cmd:  ./a; ./b
			events:  A B
			fl=source.c
			fn=f
			0 -1234567 -100
			fn=g
			3 1234000 99
			4 -5 0
			fl=other.c
			fn=h
			0 1000 -1000000
			summary: 428 -1000001
		END
	done
}

# bats test_tags=long
@test "line numbers 0, 1, the last one, and negative ones" {
	seq 30 | sed 's/^/line /' >source.c
	touch -d '2001-01-01' source.c
	for lines in "0 1 30" "30" "1" "0" "29 31" "-2 0 5" "-1" "5 13 22 30"; do
		{
			printf '%s\n' 'cmd: a' 'events: Ir' fl=source.c fn=f
			printf '%s 10\n' $lines
			echo "summary: $(wc -w <<<"$lines")0"
		} >"$out/in"
		for context in 0 3 4 8; do
			as_cg_annotate --context=$context "$out/in"
		done
	done
}

@test "large and small numbers" {
	for n in 0 1 999 1000 99994 99995 100000 1234567 9007199254740993; do
		as_cg_annotate_of --threshold=0 <<-END
			cmd: a
			events: Ir LongEventName
			fl=a.c
			fn=f
			0 $n 1
			fn=g
			0 1 $n
			summary: $((n + 1)) $((n + 1))
		END
	done
}

@test "descriptions, an empty command, and a command with many blanks" {
	as_cg_annotate_of <<-'END'
		desc: one:   two
		desc: three
		cmd:  ./a  -b
		events: Ir
		fl=a.c
		fn=f
		0 1
		summary: 1
	END
}

# --- deliberate differences

@test "descriptions that are for the tools are not shown" {
	printf '%s\n' 'desc: I1 cache: 32 B' 'desc: Recursion levels: 2' 'desc: Build IDs: 12 /a' \
		'desc: Inlined functions: rows of their own' 'cmd: a' 'events: Ir' fl=a.c fn=f '1 1' \
		'summary: 1' >"$out/in"
	cg-annotate "$out/in" | sed -n 2,3p | same - <(printf '%s\n' 'I1 cache: 32 B' 'Command:          a')
}

@test "functions of equal cost are sorted by name" {
	cat >"$out/in" <<-'END'
		cmd: a
		events: Ir
		fl=b.c
		fn=z
		0 5
		fn=a
		0 5
		fl=a.c
		fn=f
		0 -5
		fn=e
		0 6
		fn=Z
		0 5
		summary: 16
	END
	functions >"$out/names"
	printf '%s\n' a.c:e a.c:Z a.c:f b.c:a b.c:z | same - "$out/names"
}

@test "annotated files are sorted by name, including source operands" {
	for file in b a c; do
		seq 3 >$file.c
		printf 'fl=%s.c\nfn=f\n2 10\n' $file
	done >"$out/rows"
	{
		printf 'cmd: a\nevents: Ir\n'
		cat "$out/rows"
		echo 'summary: 30'
	} >"$out/in"
	cg-annotate "$out/in" c.c b.c b.c >"$out/ours"
	grep -A1 '^User annotated' "$out/ours" | tr -s ' ' | paste -sd, >"$out/user"
	echo 'User annotated: b.c, c.c' | same - "$out/user"
	grep -o '[AU][a-z]*-annotated source: .*' "$out/ours" >"$out/files"
	same - "$out/files" <<-'END'
		Auto-annotated source: a.c
		User-annotated source: b.c
		User-annotated source: c.c
	END
}

@test "a file name is not cut at a colon" {
	echo text >php:internal
	cat >"$out/in" <<-'END'
		cmd: a
		events: Ir
		fl=php:internal
		fn=php::strlen
		1 10
		fl=C:/w.c
		fn=f
		1 10
		summary: 20
	END
	cg-annotate "$out/in" >"$out/ours"
	grep -qx -- '-- Auto-annotated source: php:internal' "$out/ours"
	grep -qx '  C:/w.c' "$out/ours"
}

@test "a difference whose total is 0 lists its functions" {
	cat >"$out/in" <<-'END'
		cmd: a
		events: Ir
		fl=a.c
		fn=f
		0 -50
		fn=g
		0 49
		fn=small
		0 1
		fn=same
		0 0
		summary: 0
	END
	[ "$(functions --threshold=5 | paste -sd' ')" = 'a.c:f a.c:g' ]
	[ "$(functions --threshold=0 | wc -l)" -eq 4 ]
}

@test "a secondary threshold holds below the first function that fails" {
	cat >"$out/in" <<-'END'
		cmd: a
		events: A B
		fl=a.c
		fn=first
		0 90 0
		fn=second
		0 8 0
		fn=third
		0 2 100
		summary: 100 100
	END
	[ "$(functions --sort=A:50,B:50 | paste -sd' ')" = 'a.c:first a.c:third' ]
	[ "$(functions --threshold=20 | paste -sd' ')" = 'a.c:first a.c:third' ]
}

@test "a newline is added if the last source line has none" {
	printf 'one\ntwo' >unended.c
	cat >"$out/in" <<-'END'
		cmd: a
		events: Ir
		fl=unended.c
		fn=f
		2 10
		summary: 10
	END
	cg-annotate "$out/in" >"$out/ours"
	grep -qx '10 (100.0%)  two' "$out/ours"
}

@test "(filtered) is a function but never a source" {
	echo text >'(filtered)'
	cat >"$out/in" <<-'END'
		cmd: a
		events: Ir
		fl=(filtered)
		fn=(filtered)
		0 10
		summary: 10
	END
	[ "$(functions)" = '(filtered):(filtered)' ]
	cg-annotate "$out/in" >"$out/ours"
	run -1 grep -E 'annotated source|could not be found' "$out/ours"
	rm '(filtered)'
}

@test "a row that consists of dots" {
	cat >"$out/in" <<-'END'
		cmd: a
		events: A B
		fl=a.c
		fn=f
		0 5 .
		summary: 5 0
	END
	cg-annotate --auto=no "$out/in" >"$out/ours"
	grep -qx '5 (100.0%) .           a.c:f' "$out/ours"
}

@test "a directory is not used as a source" {
	mkdir -p folder.c
	cat >"$out/in" <<-'END'
		cmd: a
		events: Ir
		fl=folder.c
		fn=f
		1 10
		summary: 10
	END
	cg-annotate "$out/in" 2>"$out/err" >"$out/ours"
	grep -A2 'could not be read:$' "$out/ours" |
		grep -qx '  folder.c: Is a directory'
	run -1 grep 'could not be found' "$out/ours"
	echo 'cg-annotate: folder.c: Is a directory' | same - "$out/err"
	complains 'cg-annotate: folder.c: Is a directory' \
		cg-annotate "$out/in" folder.c
}

# sources NAME...: writes $out/in, a profile with 10 instructions in each source
sources() {
	printf 'cmd: a\nevents: Ir\n' >"$out/in"
	printf 'fl=%s\nfn=f\n1 10\n' "$@" >>"$out/in"
	printf 'summary: %d\n' $((10 * $#)) >>"$out/in"
}

@test "unreadable sources are listed apart from missing ones" {
	cd "$out"
	open=$(mktemp -d)
	mkdir -p "$open/closed" "$open/open"
	echo 'int a;' >"$open/closed/a.c"
	echo 'int b;' | tee "$open/closed/b.c" >"$open/open/b.c"
	echo 'int c;' >"$open/c.c"
	ln -s d.c "$open/d.c"
	sources a.c b.c c.c d.c /none.c
	cp in "$B/bin/cg-annotate" "$open"
	chmod 755 "$open"
	chmod 0 "$open/closed" "$open/c.c"
	as_nobody "$open" cg-annotate -I closed -I open in >ours 2>err
	cat >wanted <<-'END'
		  closed//none.c: Permission denied
		  closed/a.c: Permission denied
		  closed/c.c: Permission denied
		  closed/d.c: Permission denied
	END
	sed '1,/could not be read:$/d; /^$/,$d' ours | sed 1d | same wanted -
	run -1 grep 'could not be found' ours
	grep -x -- '-- Auto-annotated source: open/ + b.c' ours
	cat >wanted <<-'END'
		cg-annotate: closed//none.c: Permission denied
		cg-annotate: closed/a.c: Permission denied
		cg-annotate: closed/b.c: Permission denied
		cg-annotate: closed/c.c: Permission denied
		cg-annotate: closed/d.c: Permission denied
	END
	same wanted err
	as_nobody "$open" cg-annotate -I open in >ours 2>err
	cat >wanted <<-'END'
		cg-annotate: c.c: Permission denied
		cg-annotate: d.c: Too many levels of symbolic links
	END
	# as musl says it
	sed 's/Symbolic link loop/Too many levels of symbolic links/' err | same wanted -
	as_nobody "$open" cg-annotate in | sed -n '/could not be found/,$p' |
		grep -x '  a.c'
	chmod 755 "$open/closed"
	rm -r "$open"
}

@test "at most ten unreadable sources are named on standard error" {
	cd "$out"
	names=$(printf 'loop%d.c\n' {10..30})
	for name in $names; do ln -s "$name" "$name"; done
	sources $names
	run -0 --separate-stderr cg-annotate in
	[ "${#stderr_lines[@]}" -eq 11 ]
	[ "${stderr_lines[10]}" = 'cg-annotate: 11 other sources could not be read' ]
	[ "$(grep -cE 'Too many levels|Symbolic link loop' <<<"$output")" -eq 21 ]
}

# prints the code of a library that makes reading regular files fail with EIO, once
# $BYTES bytes were read of them; profiles are read from standard input
fails_to_read() {
	cat <<-'END'
		#define _GNU_SOURCE
		#include <errno.h>
		#include <stdlib.h>
		#include <sys/syscall.h>
		#include <unistd.h>

		ssize_t
		read(int fd, void *to, size_t size)
		{
			static size_t given;
			size_t most = strtoul(getenv("BYTES"), NULL, 10);
			ssize_t got;

			if (fd == STDIN_FILENO)
				return syscall(SYS_read, fd, to, size);
			if (given == most) {
				errno = EIO;
				return -1;
			}
			size = size < most - given ? size : most - given;
			got = syscall(SYS_read, fd, to, size);
			given += got > 0 ? (size_t)got : 0;
			return got;
		}
	END
}

@test "a source whose reading fails is listed, and the report goes on" {
	cd "$out"
	printf 'int line%d;\n' {1..1000} >long.c
	echo 'int other;' >other.c
	sources long.c other.c
	need_preloading cg-annotate
	fails_to_read | cc -shared -fPIC -o read.so -x c -
	for bytes in 0 1 20; do
		for how in '' --width=80 --format=lines; do
			LD_PRELOAD="$PWD/read.so" BYTES=$bytes cg-annotate $how <in >report 2>err
			grep -x 'cg-annotate: long.c: Input/output error' err
			[ -n "$how" ] || grep -x '  long.c: Input/output error' report
			grep other.c report
		done
		LD_PRELOAD="$PWD/read.so" BYTES=$bytes cg-annotate --format=html <in >page
		grep -F 'class="m">long.c: Input/output error</li>' page
	done
}

@test "without enough memory or descriptors, there is no report" {
	cd "$out"
	printf 'int line%d;\n' {1..1000} >long.c
	sources long.c
	if grep -q __asan_init "$B/bin/cg-annotate"; then
		skip "limits, which ASan does not bear"
	fi
	cg-annotate in >wanted
	for n in {4..40}; do
		if prlimit --nofile=$n cg-annotate in >ours 2>>err; then
			same wanted ours
		fi
	done
	grep -xE 'cg-annotate: long.c: (Too many open files|No file descriptors available)' err
	rm long.c
	truncate -s 64M long.c
	run -2 --separate-stderr bash -c \
		'ulimit -v 60000; exec cg-annotate -o report in'
	[ "$stderr" = 'cg-annotate: out of memory' ]
	[ ! -e report ]
}

# --- wrong arguments

@test "invalid events, thresholds and files are refused" {
	cat >"$out/in" <<-'END'
		cmd: a
		events: Ir
		summary: 0
	END
	see=' (see cg-annotate --help)'
	cd "$out"
	complains "cg-annotate: --show: expected one of the events Ir, found \"X\"$see" \
		cg-annotate --show=Ir,X in
	complains "cg-annotate: --sort: expected one of the events Ir, found \"X\"$see" \
		cg-annotate --sort=X:5 in
	complains "cg-annotate: --threshold: expected a percentage from 0 to 20, found \"21\"$see" \
		cg-annotate --threshold=21 in
	complains "cg-annotate: --threshold: expected a percentage from 0 to 20, found \"-1\"$see" \
		cg-annotate --threshold=-1 in
	# before anything is read
	complains "cg-annotate: --threshold: expected a percentage from 0 to 20, found \"in\"$see" \
		cg-annotate --threshold in </dev/null
	complains "cg-annotate: --sort: expected a percentage from 0 to 100, found \"101\"$see" \
		cg-annotate --sort=Ir:101 in
	complains "cg-annotate: --context: expected a whole number from 0, found \"-1\"$see" \
		cg-annotate --context=-1 in
	complains "cg-annotate: --context: expected a whole number from 0, found \"1x\"$see" \
		cg-annotate --context=1x in
	complains "cg-annotate: --auto: expected yes or no, found \"maybe\"$see" \
		cg-annotate --auto=maybe in
	complains "cg-annotate: --show-percs: expected yes or no, found \"\"$see" \
		cg-annotate --show-percs= in
	complains "cg-annotate: --color: expected auto, always or never, found \"red\"$see" \
		cg-annotate --color=red in
	complains "cg-annotate: none.c: no profile, and no source here or in a directory given with -I" \
		cg-annotate in none.c
}

@test "an event whose sum does not fit in 64 bits is named" {
	cd "$out"
	printf '%s\n' 'cmd: a' 'events: Ir Dr' fl=a.c fn=f '5 1 9223372036854775807' \
		'6 1 -10' '5 1 1' 'summary: 3 9223372036854775798' >in
	complains 'cg-annotate: the sum of Dr of a.c, line 5, does not fit in 64 bits' \
		cg-annotate in
	complains 'cg-filter: the sum of Dr of a.c:f, line 5, does not fit in 64 bits' \
		cg-filter in
	sed 's/^6.*/fn=g\n&\nfn=f/' in >functions
	complains 'cg-annotate: the sum of Dr of a.c:f does not fit in 64 bits' \
		cg-annotate --auto=no functions
}

# --- the terminal

evil_profile() {
	printf 'one\033[31m\ntwo\a\202\233\177 caf\351 \303\251\ttab\342\200\256turned\n' >evil.c
	printf 'cmd: a\033[2J\nevents: Ir\nfl=evil.c\nfn=f\033]0;x\007\2332J\n' \
		>"$out/in"
	printf '1 10\n2 10\nsummary: 20\n' >>"$out/in"
}

@test "control characters in names and sources are escaped on a terminal" {
	need_terminal
	evil_profile
	for output in - /dev/tty /dev/stdout /proc/self/fd/1; do
		on_terminal "cg-annotate --color=never -o $output $out/in" \
			>"$out/said"
		grep -qa 'one\\x1b\[31m$' "$out/said"
		grep -qa 'two\\x07\\x82\\x9b\\x7f caf\\xe9 é   tab' "$out/said"
		grep -qa '  f\\x1b]0;x\\x07\\x9b2J  evil.c$' "$out/said"
		grep -qa 'tab\\xe2\\x80\\xaeturned' "$out/said"
		run -1 grep -aP '[\x00-\x08\x0b-\x1f\x7f]|[\xc2][\x80-\x9f]' "$out/said"
		run -1 grep -aP '(?<![\xc2-\xf4])[\x80-\xbf]' "$out/said"
	done
}

@test "sources are copied unchanged to other outputs" {
	evil_profile
	cg-annotate "$out/in" >"$out/said"
	sed 's/^/20 (100.0%)  /; s/^20/10/; s/100.0/50.00/' evil.c |
		while IFS= read -r line; do
			grep -qaFx -- "$line" "$out/said"
		done
}

@test "colour is used only on a terminal unless requested" {
	need_terminal
	hot=$'\033\[1;31m'
	for command in 'cg-annotate' 'cg-annotate -o /dev/tty' \
		'cg-annotate --color=always' 'TERM=dumb cg-annotate --color=always' \
		'NO_COLOR= cg-annotate' 'NO_COLOR=1 cg-annotate --color=always'; do
		on_terminal "$command plain" >"$out/said"
		grep -a "$hot" "$out/said" || fail "$command: no colour"
	done
	cg-annotate --color=always plain >"$out/said"
	grep -a "$hot" "$out/said"

	for command in 'NO_COLOR=1 cg-annotate' 'cg-annotate --color=never' \
		'TERM=dumb cg-annotate' 'TERM= cg-annotate' \
		'env -u TERM cg-annotate' \
		"cg-annotate -o $out/file"; do
		on_terminal "$command plain" >"$out/said"
		run -1 grep -a $'\033' "$out/said"
	done
	run -1 grep -a $'\033' "$out/file"
	cg-annotate plain >"$out/said"
	run -1 grep -a $'\033' "$out/said"
}

@test "colour does not change the text" {
	cg-annotate plain >"$out/plain"
	cg-annotate --color=always plain | sed 's/\x1b\[[0-9;]*m//g' |
		same "$out/plain" -
}

@test "the sum of annotated lines is exact even if it does not fit before the last" {
	local huge=9223372036854775807
	seq 5 >a.c
	printf '%s\n' 'cmd: x' 'events: Ir' fl=a.c fn=f "1 $huge" "3 -$huge" "2 $huge" \
		"summary: $huge" >in
	cg-annotate --show-percs=no in | grep -xF '9,223,372,036,854,775,807  events annotated'
	printf '%s\n' 'cmd: x' 'events: Ir' fl=a.c fn=f "1 $huge" fl=none.c "1 -$huge" \
		fl=a.c '2 1' 'summary: 1' >in
	complains 'cg-annotate: the sum of Ir of all annotated lines does not fit in 64 bits' \
		cg-annotate -o out in
}

@test "of a difference with both sides, a pipe gets the first event and its sides" {
	{
		echo 'events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw'
		printf '%s\n' fl=/home/someone/source/a.c fn=f \
			'1 1000000 1 2 300000 4 5 600000 7 8' fn=g '2 9 9 9 9 9 9 9 9 9'
	} | profile old
	sed 's/^1 1/1 2/; /^summary/d' old >rows
	profile new <rows
	cg-diff --keep-sides old new >both
	cg-annotate both >out
	grep -x 'Events shown: *Ir Ir@old Ir@new' out
	grep -xE 'Ir +Ir@old +Ir@new +file:function' out
	[ "$(sed -n '/^Ir  /,$p' out | wc -L)" -le 110 ]
	# what an option asks for is shown
	cg-annotate --width=none both | grep -x 'Events shown: .*Dw Dw@old Dw@new.*'
	cg-annotate --show=Dw,Ir both | grep -x 'Events shown: *Dw Ir'
	cg-annotate --sort=Dr@new both | grep -x 'Events shown: *Dr Dr@old Dr@new'
	# others are shown as ever
	cg-diff old new | cg-annotate | grep -x 'Events shown: *Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw'
}
