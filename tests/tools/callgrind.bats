#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# Callgrind's format through cg-filter, cg-merge and cg-diff. Its meaning is
# compared with callgrind_annotate's, on real profiles and on the corpus.

load ../lib/assertions
load ../lib/profiles

setup_file() {
	collect_once collect_profiles
	mkdir "$BATS_FILE_TMPDIR/corpus"
	"$CORPUS/make" "$BATS_FILE_TMPDIR/corpus"
}

collect_profiles() {
	cc -g -O1 -o program "$TESTS/programs/report.c"
	callgrind() {
		valgrind -q --tool=callgrind --callgrind-out-file="$@" \
			./program >/dev/null 2>&1
	}
	callgrind lines
	callgrind addresses --dump-instr=yes --collect-jumps=yes --cache-sim=yes
	callgrind contexts --separate-callers=2 --separate-recs=2
	callgrind mangled --compress-mangled=yes --separate-recs=2
	callgrind parts --combine-dumps=yes --dump-every-bb=200000
}

setup() {
	enter_tmpdir
	shared=$PROFILES
	corpus=$BATS_FILE_TMPDIR/corpus
}

# figures FILE: prints the report of callgrind_annotate, sorted, without the name
# and creator of the file and without the blanks after descriptions. If several
# objects have a function of one name, callgrind_annotate shows the last object.
figures() {
	callgrind_annotate --threshold=100 --inclusive=yes --tree=both --auto=no \
		"$@" 2>&1 | sed 's/ \[[^]]*\]$//; s/ *$//; /^Profile data file/d; /^$/d' | sort
}

# gives COMMAND...: the command must print the lines of standard input after the
# header
gives() {
	cat >wanted
	"$@" >out || return
	sed '1,/^events:/d' out >rows
	same wanted rows "$*"
}

# a caller and two callees in another object; some options hide one of them
three_functions() {
	cat >in <<-'END'
		# callgrind format
		version: 1
		creator: callgrind-3.19.0
		pid: 7
		cmd: ./a
		part: 1
		desc: Trigger: Program termination
		positions: instr line
		events: Ir Dr
		summary: 112 12
		ob=(1) /bin/a
		fl=(1) /src/a.c
		fn=(1) main
		0x10 3 40 4
		jcnd=1/3 0x18 5
		0x10 3
		fi=(2) /src/i.h
		0x14 9 10
		cob=(2) /lib/b.so
		cfi=(3) /src/b.c
		cfn=(2) parse
		calls=2 0x90 20
		0x14 9 50 5
		ob=(2)
		fl=(3)
		fn=(2)
		0x90 20 30 3
		jump=4 0x90 20
		0x90 20
		0x94 21
		cfn=(3) next
		calls=5 0xa0 30
		0x94 21 20 2
		fn=(3)
		0xa0 30 20 2
		totals: 100 9
	END
}

# --- form

# bats test_tags=slow
@test "callgrind_annotate reports the same for a profile and for the output" {
	for profile in lines addresses contexts; do
		figures "$shared/$profile" >wanted
		[ "$(wc -l <wanted)" -gt 1000 ]
		cg-filter "$shared/$profile" >full
		cg-filter --compress-strings=yes --compress-pos=yes \
			"$shared/$profile" >short
		for form in full short; do
			figures $form | same wanted - "$profile, $form"
		done
		[ "$(wc -c <short)" -lt "$(wc -c <full)" ]
	done
}

@test "callgrind_annotate annotates sources with the same costs" {
	cg-filter "$shared/addresses" >ours
	figures --auto=yes "$shared/addresses" >wanted
	grep -q 'report.c' wanted
	figures --auto=yes ours | same wanted -
}

@test "callgrind_annotate reports the same for the files of the corpus that it can read" {
	for name in 3.19 instr no-lines full-names derived xtree xdebug-2 \
		xdebug-3 pyprof2calltree stackprof chrome2calltree pmcstat; do
		figures "$corpus/good-callgrind-$name" >wanted
		cg-filter "$corpus/good-callgrind-$name" >ours
		figures ours | same wanted - "$name"
	done
}

@test "derived events that do not fit in 64 bits are errors" {
	printf '%s\n' 'version: 1' 'event: X = Ir + Dr' 'events: Ir Dr' fl=a.c fn=f \
		'1 4611686018427387904 0' fn=g '2 0 4611686018427387904' \
		'totals: 4611686018427387904 4611686018427387904' >in
	complains 'cg-annotate: the sum of X does not fit in 64 bits' \
		cg-annotate --show=X in
	sed -i '6s/ 0$/ 4611686018427387904/; 8s/ 0 .*/ 0 -1/; s/^\(totals: .*\)4$/\13/' in
	complains 'cg-annotate: X of a.c:f does not fit in 64 bits' \
		cg-annotate --show=X in
}

@test "at most a thousand lines name events" {
	{
		printf 'version: 1\n'
		seq -f 'event: e%.0f : text' 1001
		printf 'events: Ir\ntotals: 0\n'
	} >in
	complains 'cg-sum: in:1002: expected at most 1000 "event:" lines, found more' cg-sum in
	sed -i 2d in
	cg-sum in
}

# bats test_tags=long
@test "numbers for names and relative positions are resolved" {
	for profile in "$shared"/{lines,addresses,contexts,mangled,parts} \
		"$corpus"/good-callgrind*; do
		cg-filter "$profile" >wanted
		for options in --compress-strings=yes --compress-pos=yes \
			'--compress-strings=yes --compress-pos=yes'; do
			cg-filter $options "$profile" >short
			cg-filter short | same wanted - "$profile, $options"
		done
		cg-filter -z wanted | cg-filter | same wanted - "$profile"
	done
}

@test "functions of one name in two objects have two numbers, as Callgrind's do" {
	printf '%s\n' 'events: Ir' fl=a.c ob=one fn=f '1 1' cob=two cfi=a.c cfn=f \
		'calls=1 5' '1 2' ob=two fl=a.c fn=f '5 2' cfn=f 'calls=1 5' '5 1' >in
	gives cg-filter --compress-strings=yes in <<-'END'
		ob=(1) one
		fl=(1) a.c
		fn=(1) f
		1 1
		cob=(2) two
		cfn=(2) f
		calls=1 5
		1 2
		ob=(2)
		fl=(1)
		fn=(2)
		5 2
		cfn=(2)
		calls=1 5
		5 1
		totals: 3
	END
}

@test "the smallest and the largest 64-bit position are not adjacent" {
	printf '%s\n' 'positions: instr line' 'events: Ir' fn=f \
		'0xffffffffffffffff 1 1' '0x0 9223372036854775807 2' >in
	gives cg-filter --compress-pos=yes in <<-'END'
		fl=???
		fn=f
		0xffffffffffffffff 1 1
		0x0 9223372036854775807 2
		totals: 3
	END
	check_same 'relative positions' \
		'cg-filter in' 'cg-filter --compress-pos=yes in | cg-filter'
}

@test "the first position and one after line 0 are written in full" {
	printf '# callgrind format\nevents: Ir\nfl=a.c\nfn=f\n0 1\n0x0 2\nfn=g\n0 3\n5 4\n6 5\n' >in
	gives cg-filter --compress-pos=yes in <<-'END'
		fl=a.c
		fn=f
		0 3
		fn=g
		0 3
		5 4
		+1 5
		totals: 15
	END
}

@test "compressed contexts are equal to full ones" {
	# the second run has different stack addresses
	cg-filter --format=cachegrind "$shared/mangled" | grep -c "^fn=.*'2$" >ours
	cg-filter --format=cachegrind "$shared/lines" | grep -c "^fn=.*'2$" |
		same ours -
}

@test "a sum of parts has no part number" {
	cat >in <<-'E'
		# callgrind format
		creator: callgrind-3.19.0
		pid: 7
		part: 1
		thread: 1
		events: Ir
		fn=f
		3 5
		totals: 5
		pid: 7
		part: 1
		thread: 2
		events: Ir
		fn=f
		3 7
		totals: 7
	E
	cg-filter in | sed -n '/^pid/p; /^part/p; /^thread/p; $p' >found
	printf 'pid: 7\npart: 1\ntotals: 12\n' | same - found
	cg-merge in in | sed -n '/^pid/p; /^part/p; /^thread/p; $p' >found
	printf 'pid: 7\npart: 1\ntotals: 24\n' | same - found
	cg-annotate in | grep -x 'Process: *PID 7, part 1'
}

@test "parts add up to their totals" {
	[ "$(grep -c '^part:' "$shared/parts")" -gt 1 ]
	awk '/^totals:/ { n += $2 } END { print "totals: " n }' "$shared/parts" >wanted
	cg-filter "$shared/parts" | tail -1 | same wanted -
}

# bats test_tags=slow
@test "a profile cut at any byte is rejected" {
	three_functions
	cg-filter in >whole
	size=$(wc -c <whole)
	# a cut number is still a number, so a cut in the last line is not detected
	for ((n = 0; n < size - 12; n += 5)); do
		head -c "$n" whole >cut
		run -2 cg-filter cut
	done
	sed 's/^creator:.*/creator: xdebug 3/' in | cg-filter >whole
	grep -qx 'creator: cg-tools (xdebug 3)' whole
	cg-filter whole | same whole -
	sed '$d' whole >cut
	run -2 cg-filter cut
}

@test "every kind of line of Callgrind's format is written in order" {
	three_functions
	cg-filter in >out
	same - out <<-'END'
		# callgrind format
		version: 1
		creator: callgrind-3.19.0
		pid: 7
		cmd: ./a
		part: 1
		desc: Trigger: Program termination
		positions: instr line
		events: Ir Dr
		ob=/bin/a
		fl=/src/a.c
		fn=main
		0x10 3 40 4
		jcnd=1/3 0x18 5
		0x10 3
		fi=/src/i.h
		0x14 9 10
		cob=/lib/b.so
		cfi=/src/b.c
		cfn=parse
		calls=2 0x90 20
		0x14 9 50 5
		ob=/lib/b.so
		fl=/src/b.c
		fn=next
		0xa0 30 20 2
		fn=parse
		0x90 20 30 3
		jump=4 0x90 20
		0x90 20
		0x94 21 0
		cfn=next
		calls=5 0xa0 30
		0x94 21 20 2
		summary: 112 12
		totals: 100 9
	END
}

@test "names and positions are compressed as by Callgrind" {
	three_functions
	gives cg-filter --compress-strings=yes --compress-pos=yes --object=a --drop in <<-'END'
		ob=(1) /bin/a
		fl=(1) /src/a.c
		fn=(1) main
		0x10 3 40 4
		jcnd=1/3 +8 +2
		* *
		fi=(2) /src/i.h
		+4 +6 10
		summary: 62 7
		totals: 50 4
	END
}

# --- conversion

@test "Cachegrind's format has rows of inlined code in their file" {
	three_functions
	cg-filter --format=cachegrind in >out
	same - out <<-'END'
		desc: Trigger: Program termination
		cmd: ./a
		events: Ir Dr
		fl=/src/a.c
		fn=main
		3 40 4
		fl=/src/b.c
		fn=next
		30 20 2
		fn=parse
		20 30 3
		21 0 0
		fl=/src/i.h
		fn=main
		9 10 0
		summary: 100 9
	END
	cg_annotate --auto=no out | grep '^100 (100.0%) 9 (100.0%)  PROGRAM TOTALS'
}

@test "rows that differ only in address or object are added up in Cachegrind's format" {
	cat >in <<-'END'
		positions: instr line
		events: Ir
		ob=one
		fl=a.c
		fn=f
		0x10 3 1
		0x12 3 2
		ob=two
		0x10 3 4
	END
	gives cg-filter --format=cachegrind in <<-'END'
		fl=a.c
		fn=f
		3 7
		summary: 7
	END
}

@test "conversion to Callgrind's format and back changes nothing" {
	printf '%s\n' 'desc: x' 'cmd: ./a' 'events: Ir Dr' fl=a.c fn=f '1 5 0' \
		'2 3 1' 'summary: 8 1' >in
	cg-filter --format=callgrind in >up
	same - up <<-'END'
		# callgrind format
		version: 1
		creator: cg-tools
		cmd: ./a
		desc: x
		positions: line
		events: Ir Dr
		fl=a.c
		fn=f
		1 5
		2 3 1
		totals: 8 1
	END
	cg-filter --format=cachegrind up | same in -
	cg-merge --format=callgrind in | same up -
}

@test "names that look like numbers are kept" {
	{
		printf '%s\n' 'cmd: a' 'events: Ir' fl=a.c
		printf 'fn=%s\n1 1\n' '' ' ' '  b' '(0x1f) c' '(1)' '(1) f' '(1)g' '(a)'
		printf 'summary: 8\n'
	} >in
	for options in '' '--compress-strings=yes'; do
		cg-filter --format=callgrind $options in |
			cg-filter --format=cachegrind | same in -
	done
	# except for names that would be read as composed of others
	printf '%s\n' 'cmd: a' 'events: Ir' fl=a.c "fn=(1)'2" '1 1' 'summary: 1' |
		cg-filter --format=callgrind >out
	grep -Fx "fn=\\x281)'2" out
	cg-filter out | same out -
}

@test "conversions that are impossible are refused" {
	printf '%s\n' 'cmd: a' 'events: Ir' fl=a.c fn=f '-3 5' 'summary: 5' >in
	complains "cg-filter: out: a.c:f, line -3: expected line numbers from 0 on, as Callgrind's format has them, found -3" \
		cg-filter --format=callgrind -o out in
	[ ! -e out ]
	complains 'cg-filter: --format: expected cachegrind or callgrind, found "json" (see cg-filter --help)' \
		cg-filter --format=json in
	complains 'cg-filter: --compress-pos: expected yes or no, found "" (see cg-filter --help)' \
		cg-filter --compress-pos= in
}

# --- cg-filter

@test "renames apply to callees, to inlined files and to defining files" {
	three_functions
	gives cg-filter --strip-prefix=/src --mod-funcname='s/^n/N/' \
		--mod-funcname='s/$/()/' --level=function in <<-'END'
		ob=/bin/a
		fl=a.c
		fn=main()
		0 40 4
		cob=/lib/b.so
		cfi=b.c
		cfn=parse()
		calls=2 0
		0 50 5
		fi=i.h
		0 10
		ob=/lib/b.so
		fl=b.c
		fn=Next()
		0 20 2
		fn=parse()
		0 30 3
		cfn=Next()
		calls=5 0
		0 20 2
		summary: 112 12
		totals: 100 9
	END
}

@test "a call keeps its row if one end is hidden" {
	three_functions
	gives cg-filter --not-function=parse in <<-'END'
		fl=(filtered)
		fn=(filtered 1)
		0x0 0 30 3
		cob=/lib/b.so
		cfi=/src/b.c
		cfn=next
		calls=5 0xa0 30
		0x0 0 20 2
		ob=/bin/a
		fl=/src/a.c
		fn=main
		0x10 3 40 4
		jcnd=1/3 0x18 5
		0x10 3
		fi=/src/i.h
		0x14 9 10
		cob=
		cfi=(filtered)
		cfn=(filtered 1)
		calls=2 0x0 0
		0x14 9 50 5
		ob=/lib/b.so
		fl=/src/b.c
		fn=next
		0xa0 30 20 2
		summary: 112 12
		totals: 100 9
	END
	cg-filter --not-function=parse in | cg-filter --not-function=next >twice
	cg-filter --not-function='parse|next' in | same twice -
}

# build DIR COST: writes a profile of a program and its library, both in DIR
build() {
	cat <<-END
		events: Ir
		ob=$1/prog
		fl=a.c
		fn=main
		1 10
		cob=$1/lib.so
		cfi=b.c
		cfn=work
		calls=1 2
		1 $2
		ob=$1/lib.so
		fl=b.c
		fn=work
		2 $2
	END
}

@test "objects are renamed, including called ones, so that two builds compare" {
	build /old 100 >old
	build /new 130 >new
	for rename in '--strip-prefix=/old --strip-prefix=/new' \
		'--map-prefix=/old= --map-prefix=/new=' \
		'--mod-objname=s{.*/}{}'; do
		# shellcheck disable=SC2086 # two options
		cg-diff $rename old new | sed -n '/^ob=/,$p' >out
		same - out "$rename" <<-'END'
			ob=lib.so
			fl=b.c
			fn=work
			0 30
			ob=prog
			fl=a.c
			fn=main
			0 0
			cob=lib.so
			cfi=b.c
			cfn=work
			calls=0 0
			0 30
			totals: 30
		END
	done
}

@test "an unknown object is not renamed" {
	printf '%s\n' 'cmd: a' 'events: Ir' fl=a.c fn=f '1 1' 'summary: 1' >in
	cg-filter --mod-objname='s/^/x/' in | same in -
}

@test "the replacement of a hidden end is not renamed, the other end is" {
	three_functions
	cg-filter --not-function=parse in | cg-filter --mod-funcname='s/^/x/' \
		--mod-filename='s/^/y/' >out
	grep -E '^(cfn|cfi|fn|fl)=' out | paste -sd' ' >names
	same - names <<-'END'
		fl=(filtered) fn=(filtered 1) cfi=y/src/b.c cfn=xnext fl=y/src/a.c fn=xmain cfi=(filtered) cfn=(filtered 1) fl=y/src/b.c fn=xnext
	END
}

@test "calls between hidden functions are omitted; with --drop, all of their calls" {
	three_functions
	cg-filter --not-object=/lib in >out
	[ "$(grep -c '^calls=' out)" -eq 1 ]
	cg-filter --drop --not-object=/lib in >out
	[ "$(grep -c '^calls=' out)" -eq 0 ]
	tail -2 out | same - <(printf 'summary: 62 7\ntotals: 50 4\n')
}

@test "objects are selected by name" {
	three_functions
	cg-filter --object='^/lib' --drop in | grep '^fn=' >out
	printf 'fn=next\nfn=parse\n' | same - out
	cg-filter --not-object='^/lib' --drop in | grep '^fn=' >out
	printf 'fn=main\n' | same - out
}

@test "--threshold and --top use own costs" {
	three_functions
	for options in --top=1 --threshold=40 --threshold=33,Dr; do
		cg-filter --drop --level=function "$options" in | grep '^fn=' >out
		printf 'fn=main\n' | same - out "$options"
	done
	# percentages of the summary, which is more than the rows
	cg-filter --drop --threshold=26.79 in | grep '^fn=' >out
	printf 'fn=main\n' | same - out
	cg-filter --drop --threshold=26.78 in | grep '^fn=' >out
	printf 'fn=main\nfn=parse\n' | same - out
	check_same 'a threshold of 0' 'cg-filter in' 'cg-filter --threshold=0 in'
}

@test "levels above lines" {
	three_functions
	gives cg-filter --level=file in <<-'END'
		fl=/src/a.c
		fn=(all)
		0 40 4
		fl=/src/b.c
		fn=(all)
		0 50 5
		fl=/src/i.h
		fn=(all)
		0 10
		summary: 112 12
		totals: 100 9
	END
	gives cg-filter --level=object in <<-'END'
		ob=/bin/a
		fl=(all)
		fn=(all)
		0 50 4
		ob=/lib/b.so
		fl=(all)
		fn=(all)
		0 50 5
		summary: 112 12
		totals: 100 9
	END
	cg-filter --level=file in | grep -x 'positions: line'
}

@test "derived events are kept and selected, and omitted if their events are" {
	cat >in <<-'END'
		event: Ir : Instructions
		event: T = 2 M + Ir : Time
		event: M = Dm + Im
		events: Ir Dm Im
		fn=f
		1 100 3 4
		summary: 200 3 4
	END
	cg-filter in | grep '^event' >out
	same - out <<-'END'
		event: Ir : Instructions
		event: T = 2 M + Ir : Time
		event: M = Dm + Im
		events: Ir Dm Im
	END
	cg-merge in in | grep '^event' | same out -
	cg-diff in in | grep '^event' | same out -
	cg-filter --events=T,Ir in >out
	grep '^event' out | same - <(printf '%s\n' 'event: T : Time' \
		'event: Ir : Instructions' 'events: T Ir')
	grep -x '1 114 100' out
	grep -x 'summary: 214 200' out
	cg-filter --events=Dm,Im in | grep '^event' |
		same - <(printf '%s\n' 'event: M = Dm + Im' 'events: Dm Im')
	cg-filter --event='N = T + M' --events=N in | grep -x '1 121'
}

# --- cg-merge

@test "merging adds calls, their costs, jumps and summaries" {
	three_functions
	cg-merge in in >out
	awk '/^(calls|jump)=/ { print; getline; print } /^jcnd/' out |
		same - <(printf '%s\n' 'jcnd=2/6 0x18 5' 'calls=4 0x90 20' \
			'0x14 9 100 10' 'jump=8 0x90 20' '0x90 20' \
			'calls=10 0xa0 30' '0x94 21 40 4')
	tail -2 out | same - <(printf 'summary: 224 24\ntotals: 200 18\n')
	check_same 'the minimum' 'cg-filter in' 'cg-merge --op=min in in'
	check_same 'the maximum' 'cg-filter in' 'cg-merge --op=max in in'
}

@test "calls of two functions are merged even if the recorded target lines differ" {
	local op
	# calls LINE ADDRESS: prints a profile in which main calls f, which begins there
	calls() {
		cat <<-END
			# callgrind format
			positions: instr line
			events: Ir
			fl=a.c
			fn=main
			0x8 2 1
			cfn=f
			calls=1 $2 $1
			0x8 2 100
			fn=g
			0x9 4 0
			fn=f
			0x10 30 200
		END
	}
	calls 30 0x20 >first
	calls 31 0x10 >second
	for op in min max; do
		cg-merge --op=$op second first >out
		grep -A1 '^calls=' out |
			same - <(printf 'calls=1 0x10 30\n0x8 2 100\n') "$op"
	done
	cg-merge first second | grep -A1 '^calls=' |
		same - <(printf 'calls=2 0x10 30\n0x8 2 200\n')
	# both in one profile, and an unknown position
	{
		sed '/^fn=g/,$d' first
		sed -n '/^cfn/,/^0x8 2 100/p' second
		sed -n '/^fn=g/,$p' first
	} >both
	calls 0 0x0 >unknown
	cg-merge --op=min both unknown both | grep -A1 '^calls=' |
		same - <(printf 'calls=1 0x10 30\n0x8 2 100\n')
	cg-merge --op=max both unknown | grep -A1 '^calls=' |
		same - <(printf 'calls=2 0x10 30\n0x8 2 200\n')
	check_same 'the order of the inputs' \
		'cg-merge first second both' 'cg-merge both second first'
}

@test "the sum keeps header lines that all profiles have" {
	three_functions
	sed 's/^pid: 7/pid: 8/; s/^desc:/desc: other/; s/^part: 1/thread: 3/' in >other
	cg-merge in other | sed '/^ob/,$d' >out
	same - out <<-'END'
		# callgrind format
		version: 1
		creator: cg-tools (callgrind-3.19.0)
		cmd: ./a
		desc: Trigger: Program termination
		positions: instr line
		events: Ir Dr
	END
	cg-merge in in | grep -x 'pid: 7'
}

@test "the sum of both formats is in Callgrind's" {
	three_functions
	printf '%s\n' 'cmd: b' 'events: Dr Ir' fl=a.c fn=f '1 5 6' 'summary: 5 6' >flat
	cg-merge flat in >out
	head -1 out | grep -x '# callgrind format'
	grep -x 'events: Dr Ir' out
	grep -x '0x0 1 5 6' out
	grep -x '0x10 3 4 40' out
	tail -1 out | grep -x 'totals: 14 106'
	tail -2 out | grep -x 'summary: 17 118'
	cg-merge --format=cachegrind flat in | tail -1 | grep -x 'summary: 14 106'
}

@test "the profiles of all threads add up to the profile of the process" {
	cc -g -O1 -pthread -o threads "$TESTS/programs/threads.c"
	valgrind -q --tool=callgrind --separate-threads=yes \
		--callgrind-out-file=t ./threads >/dev/null
	[ -e t-02 ]
	awk '/^totals:/ { n += $2 } END { print "totals: " n }' t-* >wanted
	cg-merge t-* >sum
	tail -1 sum | same wanted -
	run -1 grep '^thread:' sum
	callgrind_annotate --threshold=100 sum >report
	grep -q 'PROGRAM TOTALS' report
}

# --- cg-diff

@test "differences of functions and of calls" {
	three_functions
	sed 's/^calls=2/calls=3/; s/0x14 9 50 5/0x14 9 80 9/; s/0x90 20 30 3/0x98 22 45 3/' \
		in | sed 's/^summary.*/summary: 130 12/; s/^totals.*/totals: 115 9/' >new
	gives cg-diff in new <<-'END'
		ob=/bin/a
		fl=/src/a.c
		fn=main
		0 0
		cob=/lib/b.so
		cfi=/src/b.c
		cfn=parse
		calls=1 0
		0 30 4
		ob=/lib/b.so
		fl=/src/b.c
		fn=next
		0 0
		fn=parse
		0 15
		cfn=next
		calls=0 0
		0 0
		summary: 18 0
		totals: 15 0
	END
	cg-diff new in | grep -x 'calls=-1 0'
	cg-diff new in | cg-filter | grep -x '0 -30 -4'
	cg-diff --lines in new >out
	grep -x '20 -30 -3' out
	grep -x 'jump=0 20' out
	cg-diff --keep-sides in new >out
	grep -x '0 30 50 80 4 5 9' out
	grep -x 'summary: 18 112 130 0 12 12' out
}

@test "limits combine functions of one file and name in all objects" {
	in_objects() {
		printf '%s\n' 'events: Ir' ob=one fl=a.c fn=f "1 $1" fi=i.h "2 $1" \
			ob=two fl=a.c fn=f "1 $1" fl=b.c fn=g fi=i.h "2 $1"
	}
	in_objects 10 >old
	in_objects 20 >new
	touch a.c
	local lines
	for lines in '' --lines '--old-source=. --new-source=.'; do
		run -1 --separate-stderr cg-diff -o out $lines \
			--limit='Ir=0,file=[ai]' --limit='Ir=0,function=f' old new
		same - <(echo "$stderr") "limits $lines" <<-'END'
			cg-diff: a.c:f: Ir grew by 30 (+100.00%), from 30 to 60: the limit is +0
			cg-diff: a.c: Ir grew by 20 (+100.00%), from 20 to 40: the limit is +0
			cg-diff: i.h: Ir grew by 20 (+100.00%), from 20 to 40: the limit is +0
		END
	done
	run -1 --separate-stderr cg-diff -o out --mod-filename='s/i[.]h/z.h/' \
		--limit='Ir=0,file=[iz]' old new
	[ "$stderr" = 'cg-diff: z.h: Ir grew by 20 (+100.00%), from 20 to 40: the limit is +0' ]
	# costs that move into an inlined function
	printf '%s\n' 'events: Ir' fl=a.c fn=f '1 10' fi=i.h '2 5' >old
	printf '%s\n' 'events: Ir' fl=a.c fn=f '1 5' fi=i.h '2 10' >new
	for lines in '' --lines; do
		cg-diff -o out $lines --limit='Ir=0,function=f' --limit=Ir=0 old new
		run -1 --separate-stderr cg-diff -o out $lines --limit='Ir=0,file=.' old new
		[ "$stderr" = 'cg-diff: i.h: Ir grew by 5 (+100.00%), from 5 to 10: the limit is +0' ]
	done
}

@test "limits on the total use the total of the difference" {
	local n
	for n in 100 200; do
		printf '%s\n' '# callgrind format' 'events: Ir' "summary: $n" \
			fl=a.c fn=f '1 90' >$n
	done
	run -1 --separate-stderr cg-diff -o out --limit=Ir=+0 100 200
	[ "${stderr_lines[0]}" = 'cg-diff: total: Ir grew by 100 (+100.00%), from 100 to 200: the limit is +0' ]
	grep -x 'summary: 100' out
	cg-diff --limit='Ir=+0,file=.' -o out 100 200
	# in Cachegrind's format, only the rows count
	cg-diff --format=cachegrind --limit=Ir=+0 100 200 >out 2>err
	grep -x 'summary: 0' out
	same - err <<-'END'
		cg-diff: 100: its summary says 100 Ir and its rows 90; Cachegrind's format has room for the rows only
		cg-diff: 200: its summary says 200 Ir and its rows 90; Cachegrind's format has room for the rows only
	END
	printf '%s\n' 'cmd: x' 'events: Ir' fl=a.c fn=f '1 90' 'summary: 90' >flat
	cg-diff flat 200 2>&1 >out | same - <(tail -1 err)
	cg-filter --format=cachegrind 200 2>&1 >out |
		same - <(tail -1 err | sed 's/diff/filter/')
	cg-filter --format=cachegrind <200 2>&1 >out |
		same - <(tail -1 err | sed 's/diff: 200/filter: (stdin)/')
	cg-filter 200 2>&1 >out | same /dev/null -
	cg-merge --format=cachegrind flat 200 2>&1 >out |
		same - <(tail -1 err | sed 's/diff/merge/')
	grep -x 'summary: 180' out
}

@test "jumps of old lines move to the new lines" {
	mkdir old new
	printf 'a\nb\nc\n' >old/a.c
	printf 'a\nx\nb\nc\n' >new/a.c
	jumps() {
		printf '%s\n' 'events: Ir' fl=a.c fn=f "$1 5" "jump=4 $2" "$1"
	}
	jumps 2 3 >one
	jumps 3 4 >two
	gives cg-diff --old-source=old --new-source=new one two <<-'END'
		fl=a.c
		fn=f
		3 0
		jump=0 4
		3
		totals: 0
	END
}

@test "a difference names the commands of the profiles that have one" {
	printf '%s\n' 'events: Ir' fn=f '1 5' >none
	printf '%s\n' 'version: 1' 'cmd: ./a' 'events: Ir' fn=f '1 5' >some
	run -1 grep '^cmd:' <(cg-diff none none)
	cg-diff some none | grep -x 'cmd: ./a;'
	cg-diff none some | grep -x 'cmd: ; ./a'
	cg-diff some some | grep -x 'cmd: ./a; ./a'
}

@test "profiles in different formats are compared as in Cachegrind's" {
	three_functions
	cg-filter --format=cachegrind in >flat
	cg-diff --lines in flat >out
	run -1 grep -E '^[1-9][0-9]* .*[1-9]' out
	tail -1 out | grep -x 'summary: 0 0'
	cg-diff in in --format=cachegrind | tail -1 | grep -x 'summary: 0 0'
}

@test "callgrind_annotate prints the same with and without hosts and marks of inlined code" {
	for options in yes no; do
		cg-filter --compress-strings=$options --compress-pos=$options \
			"$corpus/good-callgrind-inlined" >in
		grep -q '^# hostfn=' in && grep -q '^# inlined ~$' in
		figures in >with
		sed -i '/^# \(hostf[ln]=\|inlined\)/d' in
		figures in >without
		same with without "--compress-strings=$options"
	done
}

@test "Callgrind's profile is not whole if its second part is cut anywhere" {
	local first n
	first=$(grep -b -m 1 '^totals' "$TESTS/corpus/good-callgrind-triggers" | cut -d : -f 1)
	# what is cut in its first line could be a comment
	first=$((first + $(printf 'totals: 10\n# callgrind format\n' | wc -c)))
	head -c $first "$TESTS/corpus/good-callgrind-triggers" >cut
	cg-sum cut
	for ((n = first + 1; n < first + 150; n++)); do
		head -c $n "$TESTS/corpus/good-callgrind-triggers" >cut
		run -2 cg-sum cut
		[[ ${lines[0]} == "cg-sum: cut:"*expected* && ${#lines[@]} -eq 1 ]] || fail "$n bytes: $output"
	done
}
