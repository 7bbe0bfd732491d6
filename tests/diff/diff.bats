#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-diff: new - old, compared with cg_diff and by itself.

load ../lib/assertions
load ../lib/oracle
load ../lib/profiles

setup_file() {
	collect_once collect_profiles
}

collect_profiles() {
	seq 20000 >numbers
	collect gzip.old gzip -c -1 numbers
	collect gzip.new gzip -c -9 numbers
	collect sort.old sort -n numbers
	collect sort.new sort -r numbers
	collect awk.old awk '{ sum += $1 } END { print sum }' numbers
	collect awk.new awk '{ seen[$1 % 77]++ } END { print length(seen) }' numbers
}

setup() {
	enter_tmpdir
	REAL=$PROFILES
}

# collect PROFILE PROGRAM...: writes a real profile
collect() {
	local profile=$1
	shift
	valgrind --tool=cachegrind --cache-sim=yes \
		--cachegrind-out-file="$profile" "$@" >/dev/null 2>log ||
		fail "$(cat log)"
}

# prints the header and every row, including zeros, sorted and with single blanks:
# the content that cg_diff and cg-diff must agree on
all_rows() {
	awk '
	/^fl=/ { file = $0; next }
	/^fn=/ { fn = $0; next }
	{ $1 = $1; print (/^[-0-9]/ ? file "\t" fn "\t" : "") $0 }' | sort
}

# agrees_with_cg_diff ARGUMENT...
agrees_with_cg_diff() {
	cg_diff_of_perl "$@" | all_rows >theirs
	cg-diff "$@" >out
	all_rows <out >ours
	[ "$(wc -l <ours)" -gt 3 ] || fail "no rows: $*"
	same theirs ours "rows of $*"
	"$TESTS/lib/canonical" <out
}

# body: prints the rows of a profile, from the first name on
body() {
	sed -n '/^f[ln]=/,$p'
}

# diff_gives ARGUMENT...: cg-diff must print the rows of standard input
diff_gives() {
	cat >wanted
	cg-diff "$@" >out || return
	body <out | same wanted - "cg-diff $*"
}

two_profiles() {
	profile old <<-'END'
		desc: the old one
		cmd: ./old
		events: Ir Dr
		fl=a.c
		fn=grown
		1 100 10
		2 20 0
		fn=removed
		8 5 5
		fn=same
		9 7 0
	END
	profile new <<-'END'
		desc: the new one
		cmd: ./new arg
		events: Ir Dr
		fl=a.c
		fn=grown
		1 150 9
		3 30 0
		fn=same
		9 7 0
		fl=b.c
		fn=added
		1 3 1
	END
}

# one_function FILE COUNT...: writes a profile of one function, with events A B ...
one_function() {
	local file=$1 names=(A B C)
	shift
	profile "$file" <<-END
		cmd: $file
		events: ${names[*]:0:$#}
		fl=f.c
		fn=f
		1 $*
	END
}

# --- the difference

@test "new - old for every function of either, on line 0" {
	two_profiles
	cat >wanted <<-'END'
		desc: Files compared: old; new
		cmd: ./old; ./new arg
		events: Ir Dr
		fl=a.c
		fn=grown
		0 60 -1
		fn=removed
		0 -5 -5
		fn=same
		0 0 0
		fl=b.c
		fn=added
		0 3 1
		summary: 58 -5
	END
	cg-diff old new | same wanted -
}

@test "real programs: the same rows as cg_diff" {
	for program in gzip sort awk; do
		agrees_with_cg_diff "$REAL/$program.old" "$REAL/$program.new"
	done
}

@test "different programs: the same rows as cg_diff" {
	agrees_with_cg_diff "$REAL/gzip.old" "$REAL/awk.new"
}

# bats test_tags=long
@test "two profiles of 20 MB: the same rows as cg_diff" {
	cat >generate.pl <<-'END'
		my ($state) = @ARGV;
		my ($size, @total) = (0);
		sub r { ($state = ($state * 1103515245 + 12345) % 2**31) >> 8 }
		print "cmd: x\nevents: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw\n";
		for (my $file = 1; $size < 20e6; $file++) {
			my $text = 'fl=/src/' . $file % 97 . "/$file.c\n";
			for my $fn (grep { r() % 10 } 0 .. 20) {
				$text .= "fn=f_${file}_$fn(int, std::vector<int>&)\n";
				for my $line (1 .. 30) {
					my @n = map { r() % 3 ? r() : 0 } 0 .. 8;
					$total[$_] += $n[$_] for 0 .. 8;
					$text .= "$line @n\n";
				}
			}
			print $text;
			$size += length $text;
		}
		print "summary: @total\n";
	END
	perl generate.pl 1 >old
	perl generate.pl 2 >new
	[ "$(stat -c %s old)" -ge 20000000 ]
	agrees_with_cg_diff old new
}

# bats test_tags=slow
@test "with renaming: the same rows as cg_diff" {
	local expression
	for expression in 's/^.*\///' 's/\.[ch]$//i' 's#^\./(\w+)/#<$1>#' 's/e/E/g'; do
		agrees_with_cg_diff --mod-filename="$expression" \
			"$REAL/sort.old" "$REAL/sort.new"
		agrees_with_cg_diff --mod-funcname="$expression" \
			"$REAL/sort.old" "$REAL/sort.new"
	done
	agrees_with_cg_diff --mod-filename='s/.*/all/' --mod-funcname='s/.*/all/' \
		"$REAL/sort.old" "$REAL/sort.new"
}

@test "the difference of a profile and itself is all zeros" {
	for program in gzip sort awk; do
		cg-diff "$REAL/$program.old" "$REAL/$program.old" >out
		cg-diff --lines "$REAL/$program.old" "$REAL/$program.old" >lines
		[ "$(grep -c ^0 out)" -gt 50 ]
		[ "$(grep -c '^[0-9]' lines)" -gt 500 ]
		run ! grep -E '^(summary:|[0-9]+) .*[1-9]' out lines
	done
}

@test "(a + b) - a is b" {
	cg-merge "$REAL/gzip.old" "$REAL/awk.new" >sum
	cg-filter --level=function "$REAL/awk.new" | "$TESTS/lib/rows" >wanted
	cg-diff "$REAL/gzip.old" sum | "$TESTS/lib/rows" | same wanted -
	"$TESTS/lib/rows" "$REAL/awk.new" >wanted
	cg-diff --lines "$REAL/gzip.old" sum | "$TESTS/lib/rows" | same wanted -
}

@test "old + (new - old) is new" {
	cg-diff "$REAL/sort.old" "$REAL/sort.new" >change
	cg-filter --level=function "$REAL/sort.old" >old
	cg-filter --level=function "$REAL/sort.new" | "$TESTS/lib/rows" >wanted
	cg-merge old change | "$TESTS/lib/rows" | same wanted -
}

@test "--lines keeps lines apart" {
	two_profiles
	diff_gives --lines old new <<-'END'
		fl=a.c
		fn=grown
		1 50 -1
		2 -20 0
		3 30 0
		fn=removed
		8 -5 -5
		fn=same
		9 0 0
		fl=b.c
		fn=added
		1 3 1
		summary: 58 -5
	END
}

@test "--strip-prefix and --map-prefix make two builds comparable" {
	profile old <<-'END'
		cmd: x
		events: Ir
		fl=/build/v1/src/f.c
		fn=f
		1 100
		fl=/opt/gcc-12/include/g.h
		fn=g
		1 10
	END
	profile new <<-'END'
		cmd: x
		events: Ir
		fl=/build/v2/src/f.c
		fn=f
		2 101
		fl=/opt/gcc-13/include/g.h
		fn=g
		1 12
	END
	diff_gives --strip-prefix=/build/v1 --strip-prefix=/build/v2 \
		--map-prefix=/opt/gcc-12=gcc --map-prefix=/opt/gcc-13=gcc \
		old new <<-'END'
		fl=gcc/include/g.h
		fn=g
		0 2
		fl=src/f.c
		fn=f
		0 1
		summary: 3
	END
}

# with_inlined FILE ROW...: writes a profile whose inlined functions have rows of their own
with_inlined() {
	printf '%s\n' '# callgrind format' 'events: Ir' \
		'desc: Inlined functions: rows of their own' "${@:2}" >"$1"
}

@test "clones of a function are compared as the function" {
	for suffix in .isra.0 .constprop.1 .part.2 .cold .llvm.3 .lto_priv.4 .localalias \
		' [clone .part.0]' '.part.0.cold' ' [clone .isra.1] [clone .cold]'; do
		with_inlined old fl=a.c fn=f '1 5' fn=main 'calls=2 1' '3 5'
		with_inlined new fl=a.c "fn=f$suffix" '1 3' fn=f '1 4' \
			fn=main "cfn=f$suffix" 'calls=3 1' '3 7'
		sed -i 's/^calls=2 1/cfn=f\n&/' old
		cg-diff old new | body | same - <(printf '%s\n' fl=a.c fn=f '0 2' \
			fn=main cfn=f 'calls=1 0' '0 2' totals:\ 2) "$suffix"
		cg-diff --lines old new | body | same - <(printf '%s\n' fl=a.c fn=f '1 2' \
			fn=main cfn=f 'calls=1 0' '3 2' totals:\ 2) "$suffix, lines"
	done
	# hosts, levels of recursion, and names that have no suffix
	with_inlined old fl=a.c fn=.cold '1 1' fn=a.c:f '1 1' "fn=f'2" '1 1' \
		fn=i '# hostfl=a.c' '# hostfn=f' '1 1' fn=partial.c '1 1'
	with_inlined new fl=a.c fn=.cold '1 1' fn=a.c:f '1 1' "fn=f.part.0'2" '1 1' \
		fn=i '# hostfl=a.c' '# hostfn=f.cold' '1 1' fn=partial.c '1 1'
	cg-diff --lines old new | grep '^1 ' | same - <(printf '%s\n' '1 0' '1 0' '1 0' '1 0' '1 0')
	# stacks of calls
	for name in f f.cold; do
		with_inlined $name.stacks fl=a.c fn=main '# context=(1)' cfn=$name \
			'# context=(2) (1) 7' 'calls=1 0' '7 5' fn=$name '# context=(2)' '1 5' \
			'totals: 5'
		sed -i '2i version: 1\ncreator: cg-tools' $name.stacks
	done
	cg-diff f.stacks f.cold.stacks | body | same - <(printf '%s\n' 'fl=(1) a.c' \
		'fn=(1) main' '# context=(1)' 'fn=(2) f' '# context=(2) (1)' '0 0' 'fn=(1)' \
		'# context=(1)' 'cfn=(2)' '# context=(2)' 'calls=0 0' '0 0' 'totals: 0')
	# as in Valgrind's tools, in other profiles
	sed -i /^desc/d old new
	cg-diff old new | grep -x "fn=f.part.0'2"
}

@test "(filtered) rows are compared with each other" {
	profile old <<-'END'
		cmd: x
		events: Ir
		fl=(filtered)
		fn=(filtered)
		0 10
		fl=f.c
		fn=f
		1 1
	END
	diff_gives --mod-filename='s/.*/x/' --mod-funcname='s/.*/y/' \
		old old <<-'END'
		fl=(filtered)
		fn=(filtered)
		0 0
		fl=x
		fn=y
		0 0
		summary: 0
	END
}

# --- inputs

@test "the order of events may differ; the order of the old profile is kept" {
	profile old <<-'END'
		cmd: x
		events: A B C
		fl=f.c
		fn=f
		1 1 2 3
	END
	profile new <<-'END'
		cmd: y
		events: C A B
		fl=f.c
		fn=f
		1 33 11 22
	END
	cg-diff old new >out
	grep -qx 'events: A B C' out
	grep -qx '0 10 20 30' out
}

@test "different events are an error" {
	one_function a 1
	one_function ab 1 2
	complains 'cg-diff: ab has the event B, and a does not (--common-events compares those that both have)' \
		cg-diff a ab
	complains 'cg-diff: ab has the event B, and a does not (--common-events compares those that both have)' \
		cg-diff ab a
}

@test "--common-events compares the events that both profiles have" {
	local events
	of() {
		events=$1
		printf '%s\n' '# callgrind format' 'event: S = A + C' \
			'event: T = A + B' "events: $events" \
			'fl=f.c' 'fn=f' "1 $2" 'fl=g.c' 'fn=g' "2 $2"
	}
	of 'A B C' '1 2 4' >old
	of 'C D A' '40 9 10' | sed '/^event: T/d' >new
	cg-diff --common-events --keep-sides old new |
		sed -n '/^event/,$p' >out
	same - out <<-'END'
		event: S = A + C
		events: A A@old A@new C C@old C@new
		fl=f.c
		fn=f
		0 9 1 10 36 4 40
		fl=g.c
		fn=g
		0 9 1 10 36 4 40
		totals: 18 2 20 72 8 80
	END
	run -1 cg-diff -o out --common-events --limit=@all=71 old new
	[ "${lines[0]}" = 'cg-diff: total: C grew by 72 (+900.00%), from 8 to 80: the limit is +71' ]
	[ "${lines[1]}" = 'old C  new C  change         %  file:function' ]
	check_same 'all events in common' \
		'cg-diff --common-events old old' 'cg-diff old old'
	printf 'events: X\nfn=f\n1 1\n' >other
	complains 'cg-diff: other: expected an event that old also has, found none' \
		cg-diff --common-events old other
}

# simulated D1 LL [DESC]: prints a profile with misses in caches of these sizes
simulated() {
	cat <<-END
		desc: I1 cache:         32768 B, 64 B, 8-way associative
		desc: D1 cache:         $1 B, 64 B, 4-way associative
		desc: LL cache:         $2 B, 64 B, 16-way associative
		${3-desc: none}
		cmd: a
		events: Ir D1mr DLmr
		fl=a.c
		fn=f
		2 5 2 1
		1 10 $1 $2
		summary: 15 $(($1 + 2)) $(($2 + 1))
	END
}

@test "a warning names the caches that differ, if what is shown depends on them" {
	simulated 8 64 >old
	simulated 9 64 >D1
	simulated 8 32 >LL
	sed '/^desc: [ID]/s/ *[^ :]* B,.*//' D1 >off
	local D1='cg-diff: the profiles simulate different caches: D1 8 B, 64 B, 4-way associative and 9 B, 64 B, 4-way associative'
	local LL='cg-diff: the profiles simulate different caches: LL 64 B, 64 B, 16-way associative and 32 B, 64 B, 16-way associative'

	# warns WARNING OPERAND...: cg-diff prints this warning, once
	warns() {
		cg-diff -o out "${@:2}" 2>err || [ $? = 1 ]
		sed -n '/caches/p' err | same - <(printf '%s' "${1:+$1$'\n'}") "$*"
	}

	warns "$D1" old D1
	warns "$D1" --lines old D1
	warns "$D1" --limit=D1mr=-90% old D1
	warns "$D1" --by=file --events=Ir,D1mr old D1
	warns "$D1" --by=file --events=DLmr --format=csv old D1
	warns "$LL" --by=function --events=DLmr old LL
	warns "$D1; ${LL##*caches: }" <(simulated 8 64) <(simulated 9 32)
	warns '' --by=function old D1
	warns '' --by=function --events=D1mr old LL
	warns '' old old
	warns '' old off
	warns '' <(simulated 8 64 'desc: Memory: zen4') <(simulated 9 32 'desc: Memory: zen5')
	warns '' <(cg-filter --events=Ir old) <(cg-filter --events=Ir D1)
	warns "$D1" --by=function --events=D1mr,DLmr,Ir \
		<(sed 's/^desc: D1 cache: */desc: D1 cache: /' old) D1
}

@test "levels of recursion are one function if only one profile has calls" {
	printf 'cmd: x\nevents: Ir\nfl=a\nfn=f\n1 9\nsummary: 9\n' >flat
	printf '# callgrind format\ncreator: cg-tools\ndesc: Recursion levels: 2\nevents: Ir\nfl=a\nfn=f\n1 2\ncfn=f'"'"'2\ncalls=1 1\n1 7\nfn=f'"'"'2\n1 7\ntotals: 9\n' >calls
	for sides in 'flat calls' 'calls flat'; do
		# shellcheck disable=SC2086
		cg-diff --limit='Ir=+0,function=f' $sides >difference
		# shellcheck disable=SC2086
		cg-annotate --diff $sides | grep -F "f'" && fail "$sides"
	done
	cg-filter difference | grep -A9 '^fl=' | same - <(printf 'fl=a\nfn=f\n0 0\nsummary: 0\n')
}

@test "a warning says that only one program was shown a processor by an option" {
	simulated 8 64 >plain
	simulated 8 64 'desc: CPU: x86-64-v1' >shown
	cg-diff -o out shown plain 2>err
	same - err <<<"cg-diff: the programs were shown different processors: x86-64-v1, by --reproducible or --cpu, and the machine's own"
	cg-diff --by=function -o out plain shown 2>err
	same - err <<<"cg-diff: the programs were shown different processors: the machine's own and x86-64-v1, by --reproducible or --cpu"
	cg-diff -o out shown shown 2>err
	same /dev/null err
}

@test "profiles without desc:, gzip, and output of cg_diff and cg_merge are read" {
	two_profiles
	cg-diff old new | body >wanted
	grep -v ^desc: old >bare
	gzip -c new >new.gz
	cg-diff bare new.gz | body | same wanted -
	cg_merge -o merged new 2>/dev/null
	cg-diff old merged | body | same wanted -
	cg_diff old new >theirs
	cg-diff theirs theirs | grep -x 'summary: 0 0'
}

@test "one of the profiles may be standard input, but not both; labels name them" {
	two_profiles
	cg-diff old new | body >wanted
	cg-diff - new <old >out
	grep -qx 'desc: Files compared: -; new' out
	body <out | same wanted -
	gzip -c new | cg-diff old - | body | same wanted -
	cg-diff before=old after=- <new >out
	grep -qx 'desc: Files compared: before; after' out
	body <out | same wanted -
	complains 'cg-diff: expected one profile on standard input, found two (see cg-diff --help)' \
		cg-diff - -
}

@test "rows may be in any order, and lines may be repeated" {
	profile old <<-'END'
		cmd: x
		events: Ir
		fl=b.c
		fn=f
		1 1
		fl=a.c
		fn=f
		1 10
		fl=b.c
		fn=f
		2 100
		1 1000
	END
	profile new <<-'END'
		cmd: x
		events: Ir
		fl=a.c
		fn=f
		1 10
	END
	diff_gives old new <<-'END'
		fl=a.c
		fn=f
		0 0
		fl=b.c
		fn=f
		0 -1101
		summary: -1101
	END
}

# long_profile LAST: 30000 rows, too many for a pipe to hold, then a last line
long_profile() {
	printf 'cmd: x\nevents: A\nfl=f.c\nfn=f\n'
	seq 30000 | sed 's/$/ 1/'
	echo "$1"
}

@test "if both profiles are bad, the message is about the old one" {
	long_profile 'summary: 7' >late
	printf 'cmd: x\nevents: A\nbad\n' >early
	complains 'cg-diff: late:30005: expected a summary equal to the sum of the rows, 30000; found 7 (--partial reads what is there)' \
		cg-diff late early
	complains 'cg-diff: early:3: expected a row, "fl=", "fn=" or "summary:", found "bad" (--partial reads what is there)' \
		cg-diff early late
	long_profile 'summary: 30000' >good
	complains 'cg-diff: early:3: expected a row, "fl=", "fn=" or "summary:", found "bad" (--partial reads what is there)' \
		cg-diff good early
}

@test "a bad old profile is reported even if the new one never ends" {
	printf 'cmd: x\nevents: A\nbad\n' >early
	mkfifo new
	exec 7<>new # which keeps it from ending
	printf 'cmd: x\nevents: A\nfl=f.c\n1 1\n' >new
	complains 'cg-diff: early:3: expected a row, "fl=", "fn=" or "summary:", found "bad" (--partial reads what is there)' \
		timeout 60 cg-diff early new
	exec 7>&-
}

# write_both FILE OLD NEW: writes FILE to both, alternating
write_both() {
	exec 5>"$2"
	head -n 5 "$1" >&5
	exec 6>"$3"
	head -n 5 "$1" >&6
	tail -n +6 "$1" | tee /dev/fd/5 >&6
}

@test "one program may write both profiles at the same time" {
	long_profile 'summary: 30000' >whole
	mkfifo old new
	timeout 60 bash -c "$(declare -f write_both); write_both whole old new" 3>&- &
	timeout 60 cg-diff old new | sed 1d >both
	cg-diff whole whole | sed 1d | same - both
}

@test "a difference or sum that does not fit in 64 bits is an error" {
	one_function big 9223372036854775807
	one_function small -9223372036854775807
	one_function one 1
	for f in big small; do
		# awk's own sums are not exact at this size
		sed -i '/^summary/d' $f
		sed -n 's/^1 /summary: /p' $f >>$f
	done
	complains 'cg-diff: the difference of A of f.c:f, line 0, does not fit in 64 bits' \
		cg-diff small big
	cg-diff one big | grep -x '0 9223372036854775806'
	profile sum <<-'END'
		events: A
		fl=f.c
		fn=f
		1 9223372036854775807
		fn=g
		2 -5
		fn=f
		3 1
	END
	complains 'cg-diff: sum: the sum of A of f.c:f does not fit in 64 bits' \
		cg-diff one sum
	profile two <<-'END'
		cmd: x
		events: A
		fl=x1
		fn=f
		1 5
		fl=x2
		fn=f
		1 -5
	END
	sed 's/ 5$/ 9223372036854775807/; s/ -5$/ -9223372036854775807/' two >wide
	complains 'cg-diff: the difference of A of x1:f, line 0, does not fit in 64 bits' \
		cg-diff <(sed 's/=x1/=x3/; s/=x2/=x1/; s/=x3/=x2/' wide) wide
}

@test "rows out of order: what fits only after all rows were added is no error" {
	printf '%s\n' cmd: 'events: A' fl=b.c fn=f '1 9223372036854775806' fl=d.c fn=main '0 0' \
		fn=g '2 -4294967292' fn=main '0 -2147483648' 'summary: 9223372030412324866' >old
	printf '%s\n' cmd: 'events: A' fl=d.c fn=g '5 -2147483647' 'summary: -2147483647' >new
	cg-diff --lines old new | grep -v '^[cd]' >rows
	same - rows <<-'END'
		events: A
		fl=b.c
		fn=f
		1 -9223372036854775806
		fl=d.c
		fn=g
		2 4294967292
		5 -2147483647
		fn=main
		0 2147483648
		summary: -9223372032559808513
	END
	# a row in two parts
	printf '%s\n' cmd: 'events: A' fl=a.c fn=f '1 9223372036854775807' fn=e '1 0' \
		fn=f '1 -9223372036854775807' 'summary: 0' >old
	printf '%s\n' cmd: 'events: A' fl=a.c fn=f '1 -5' 'summary: -5' >new
	[ "$(cg-diff --lines old new | tail -n 2)" = $'1 -5\nsummary: -5' ]
}

@test "numbers of calls that do not fit in 64 bits are an error" {
	local n=9223372036854775807
	printf '%s\n' 'version: 1' 'events: Ir' fl=a.c fn=main '1 1' cfn=f "calls=-$n 1" '2 1' \
		fn=f '1 1' 'totals: 2' >old
	sed "s/-$n/5/" old >new
	complains 'cg-diff: the difference of the calls or jumps from a.c:main, line 0, does not fit in 64 bits' \
		cg-diff old new
	printf '%s\n' 'version: 1' 'events: Ir' fl=a.c fn=main '1 1' cfn=f "calls=$n 1" '2 1' \
		cfn=f "calls=$n 1" '3 1' fn=f '1 1' 'totals: 2' >twice
	complains 'cg-diff: twice: the number of calls or jumps from a.c:main does not fit in 64 bits' \
		cg-diff twice new
}

@test "if a profile is incomplete, the output file is unchanged" {
	two_profiles
	head -n 8 new >cut
	echo before >out
	complains 'cg-diff: cut:8: expected "summary:", found the end of the file: the profile is not whole (--partial reads what is there)' \
		cg-diff -o out old cut
	[ "$(cat out)" = before ]
	misses missing cg-diff old missing
}

@test "exactly two operands are required" {
	two_profiles
	complains 'cg-diff: expected two profiles, old and new, found 0 (see cg-diff --help)' cg-diff
	complains 'cg-diff: expected two profiles, old and new, found 1 (see cg-diff --help)' cg-diff old
	complains 'cg-diff: expected two profiles, old and new, found 3 (see cg-diff --help)' cg-diff old new new
}

@test "-o writes a file and -z compresses" {
	two_profiles
	cg-diff old new >wanted
	cg-diff -o out old new
	same wanted out
	cg-diff -o out.gz old new
	gzip -dc out.gz | same wanted -
	cg-diff -z old new | gzip -dc | same wanted -
}

@test "a newline in a file name cannot forge a line" {
	two_profiles
	cp old $'new\nline'
	cg-diff $'new\nline' new | sed -n 1p >out
	printf '%s\n' 'desc: Files compared: new\nline; new' | same - out
}

# --- both sides

@test "--keep-sides writes the old and the new count of each event" {
	two_profiles
	cg-diff --keep-sides old new >out
	cat >wanted <<-'END'
		events: Ir Ir@old Ir@new Dr Dr@old Dr@new
		fl=a.c
		fn=grown
		0 60 120 180 -1 10 9
		fn=removed
		0 -5 5 0 -5 5 0
		fn=same
		0 0 7 7 0 0 0
		fl=b.c
		fn=added
		0 3 0 3 1 0 1
		summary: 58 132 190 -5 15 10
	END
	sed -n '/^events:/,$p' out | same wanted -
	"$TESTS/lib/canonical" <out
}

@test "--keep-sides: later tools can rank by either count" {
	two_profiles
	cg-diff --keep-sides old new | cg-filter --top=1,Ir@old --drop |
		grep '^fn=' | same - <(echo fn=grown)
	cg-diff --keep-sides old new |
		cg-annotate --auto=no --show=Ir,Ir@old,Ir@new --sort=Ir@new \
			--show-percs=no --threshold=0 | grep 'b.c:added' >out
	tr -s ' ' <out | same - <(echo ' 3 0 3 b.c:added (added)')
}

@test "--keep-sides refuses to write two events of one name" {
	printf '%s\n' 'cmd: x' 'events: A A@old' 'summary: 0 0' >sides
	complains 'cg-diff: sides: expected no event A@old, which --keep-sides adds' \
		cg-diff --keep-sides sides sides
}

@test "a difference with a total of zero can be reported" {
	one_function old 10
	sed 's/^fn=f/fn=g/' old >new
	cg-diff old new | cg-annotate --auto=no --show-percs=no |
		tail -n 3 >out
	printf '%s\n' '-10 f.c:f' '10 f.c:g' >wanted
	sed '/^$/d; s/^ *//; s/  */ /g' out | same wanted -
}

# --- sources

# versions: writes two versions of f.c, and profiles in which each line costs 100
versions() {
	mkdir v1 v2
	printf '%s\n' alpha beta gamma delta epsilon zeta eta theta >v1/f.c
	printf '%s\n' inserted alpha beta GAMMA DELTA zeta theta >v2/f.c
	profile old <<-'END'
		cmd: x
		events: Ir
		fl=f.c
		fn=f
		0 50
		1 100
		2 100
		3 100
		4 100
		5 100
		6 100
		7 100
		8 100
	END
	profile new <<-'END'
		cmd: x
		events: Ir
		fl=f.c
		fn=f
		0 50
		1 7
		2 100
		3 100
		4 100
		5 100
		6 100
		7 100
	END
}

@test "old lines are compared with the corresponding new lines" {
	versions
	# moved: 1, 2, 6 and 8; changed: 3 to 5; removed: 7
	diff_gives --old-source=v1 --new-source=v2 old new <<-'END'
		fl=f.c
		fn=f
		0 0
		1 7
		2 0
		3 0
		4 0
		5 -100
		6 -100
		7 0
		summary: -193
	END
}

@test "costs of lines removed at the top are moved to line 1" {
	versions
	sed 1,2d v1/f.c >v2/f.c
	diff_gives --old-source=v1 --new-source=v2 old old <<-'END'
		fl=f.c
		fn=f
		0 0
		1 -200
		2 0
		3 0
		4 0
		5 0
		6 0
		7 100
		8 100
		summary: 0
	END
}

@test "if one line becomes several, it is compared with the first" {
	versions
	printf '%s\n' alpha beta one two three delta epsilon zeta eta theta >v2/f.c
	cg-diff --old-source=v1 --new-source=v2 old old |
		sed -n 's/^\([4-9]\|10\) \([^0]\)/\1 \2/p' >out
	# 4 and 5 are new, 9 and 10 were 7 and 8
	printf '%s\n' '4 100' '5 100' '9 -100' '10 -100' | same - out
}

@test "lines past the end of the source move with its end" {
	versions
	sed 's/^8 /800 /' old >past
	cg-diff --old-source=v1 --new-source=v2 past past | grep -x '799 -100'
	sed 's/^8 /9223372036854775807 /' old >past
	cg-diff --old-source=v2 --new-source=v1 past past |
		grep -qx '9223372036854775807 0'
}

@test "a file that is missing on either side keeps its numbers" {
	versions
	sed 's/^fl=f.c/fl=g.c/' old >g
	cg-merge old g >both.old
	cp v1/f.c v1/g.c
	cg-diff --old-source=v1 --new-source=v2 both.old both.old >out
	sed -n '/^fl=g.c/,$p' out | grep '^[0-9]' >rows
	[ "$(wc -l <rows)" -eq 9 ]
	run ! grep -v ' 0$' rows
	sed -n '/^fl=f.c/,/^fl=g.c/p' out | grep -v ' 0$' | grep '^[0-9]'
}

@test "rows without a file are in no file that both have" {
	printf '%s\n' 'events: Ir' 'fl=???' fn=f '1 5' 'fl=(filtered)' 'fn=(filtered)' '0 5' | profile in
	run --separate-stderr cg-diff --limit=Ir=100,file=. --strip-prefix=none in in
	[ "$status" -eq 0 ]
}

@test "a message says so if no file is in both directories" {
	versions
	rm v2/f.c
	cg-diff --lines old new >wanted
	cg-diff --old-source=v1 --new-source=v2 old new >out 2>err
	same wanted out
	echo 'cg-diff: the old profile names no file that is in both v1 and v2: lines are compared by number' |
		same - err
}

@test "directories, devices and names without a file are not used as sources" {
	versions
	mkdir v1/dir v2/dir
	printf '%s\n' 'cmd: x' 'events: Ir' fl= fn=f '3 1' fl=dir '3 1' 'fl=???' \
		'3 1' 'fl=f.c' '8 1' 'summary: 4' >odd
	cg-diff --old-source=v1 --new-source=v2 odd odd 2>err | grep '^[37] .*1$' |
		same - <(echo '7 -1')
	same err - <<-'END'
		cg-diff: v1/dir: Is a directory: its lines, and the lines of 1 other source, are compared by number
	END
}

@test "sources outside of their directories are not read, but named in one line" {
	local name
	versions
	mkdir out-of-it
	cp v1/f.c out-of-it/old.c
	cp v2/f.c out-of-it/new.c
	# refused NAME REASON: compares with lines by number, and checks the warning
	refused() {
		sed "s|^fl=.*|fl=$1|" old >old.n
		sed "s|^fl=.*|fl=$1|" new >new.n
		cg-diff --lines old.n new.n | body >wanted
		cg-diff --old-source=v1 --new-source=v2 old.n new.n 2>err | body | same wanted -
		head -n 1 err | same - <(printf 'cg-diff: v1/%s: %s\n' "$1" "$2")
		[ "$(wc -l <err)" -eq 2 ]
	}
	outside='not in the directory of --old-source: its lines'
	ln -s ../out-of-it/old.c v1/link.c
	ln -s ../out-of-it/new.c v2/link.c
	ln -s ../out-of-it v1/sub
	ln -s ../out-of-it v2/sub
	mkfifo v1/pipe v2/pipe
	ln -s /dev/null v1/null
	ln -s /proc/self/environ v1/environ
	refused link.c "$outside, and the lines of 1 other source, are compared by number"
	refused ../out-of-it/old.c \
		"$outside, and the lines of 1 other source, are compared by number"
	refused sub/old.c "$outside, and the lines of 1 other source, are compared by number"
	refused pipe 'not a regular file: its lines, and the lines of 1 other source, are compared by number'
	refused null 'not a regular file: its lines are compared by number'
	refused environ "$outside are compared by number"
	# links that stay inside are followed, also of the directories themselves
	cg-diff --old-source=v1 --new-source=v2 old new | body >wanted
	ln -s f.c v1/inside.c
	ln -s f.c v2/inside.c
	ln -s v1 alias
	for name in inside.c ../v1/f.c; do
		sed "s|^fl=.*|fl=$name|" old >old.n
		sed "s|^fl=.*|fl=$name|" new >new.n
		cg-diff --old-source=alias --new-source=v2 old.n new.n 2>err | body | sed "s|$name|f.c|" >out
		[ "$name" != inside.c ] || same wanted out
	done
	grep -F "v2/../v1/f.c: not in the directory of --new-source: its lines are" err
	complains 'cg-diff: --old-source: old: Not a directory' \
		cg-diff --old-source=old --new-source=v2 old new
}

@test "sources are searched for by their names after renaming" {
	versions
	sed 's|^fl=|fl=/build/1/|' old >absolute
	cg-diff --strip-prefix=/build/1 --old-source=v1 --new-source=v2 \
		absolute new | body >out
	cg-diff --old-source=v1 --new-source=v2 old new | body | same - out
}

# below DIR PROFILE: prints the profile with its files below the directory
below() {
	sed "s|^fl=|fl=$1/|" "$2"
}

@test "the source directories are removed from file names" {
	versions
	cg-diff --old-source=v1 --new-source=v2 old new | body >wanted
	below "$PWD/v1" old >old.1
	below "$PWD/v2" new >new.2
	cg-diff --old-source=v1 --new-source="$PWD/v2/" old.1 new.2 | body |
		same wanted -
	# both were built in one directory; the old sources are in another one
	below "$PWD/v2" old >old.2
	cg-diff --old-source=v1 --new-source=v2 old.2 new.2 | body |
		same wanted -
	# one directory is below the other, in either order
	mkdir v2/before
	cp v1/f.c v2/before
	below "$PWD/v2/before" old >old.3
	cg-diff --old-source=v2/before --new-source=v2 old.3 new.2 | body |
		same wanted -
	cg-diff --old-source=v2 --new-source=v2/before new.2 old.3 |
		grep -qx fl=f.c
	# after all other renaming
	below /elsewhere old >old.4
	cg-diff --map-prefix="/elsewhere=$PWD/v1" \
		--old-source=v1 --new-source=v2 old.4 new.2 | body |
		same wanted -
	complains 'cg-diff: v3: No such file or directory' \
		cg-diff --old-source=v1 --new-source=v3 old new
}

@test "a source may be binary and have a name like an option" {
	versions
	mkdir -- -v1 -v2
	printf 'a\0\xff\nb\n@@ -1 +1 @@\nc\n' >"-v1/f c"
	printf 'x\na\0\xff\nb\n@@ -1 +1 @@\nc' >"-v2/f c"
	printf '%s\n' 'cmd: x' 'events: Ir' 'fl=f c' fn=f '1 1' '4 1' \
		'summary: 2' >old
	printf '%s\n' 'cmd: x' 'events: Ir' 'fl=f c' fn=f '2 1' '5 1' \
		'summary: 2' >new
	cg-diff --old-source=-v1 --new-source=-v2 old new | grep '^[0-9]' |
		same - <(printf '%s\n' '2 0' '5 0')
}

@test "each source is compared once, even if functions return to it" {
	local dir n
	mkdir bin
	for dir in one two; do
		mkdir $dir
		seq 300 >$dir/a.c
		seq 300 >$dir/b.h
	done
	sed -i 1ix two/a.c two/b.h
	awk -v d="$(command -v diff)" 'BEGIN {
		print "#!/bin/sh\necho run >>\"$RUNS\"\nexec " d " \"$@\"" }' >bin/diff
	chmod +x bin/diff
	of() {
		printf 'positions: line\nevents: Ir\n'
		for ((n = 1; n < 100; n++)); do
			printf '%s\n' fl=a.c fn=f$n "$((n + $1)) 5" \
				"jfi=b.h" "jump=1 $((n + $1))" "$((n + $1))" \
				fi=b.h "$((n + $1)) 2" fi=c.h '7 1'
		done
	}
	of 0 >old
	of 1 >new
	RUNS=$PWD/runs PATH=$PWD/bin:$PATH \
		cg-diff --old-source=one --new-source=two old new >out
	run -1 grep -E '^[0-9]+ -?[1-9]' out
	[ "$(wc -l <runs)" -eq 2 ]
}

@test "source directories are recognised by their given and their real path" {
	mkdir -p real/v1/sub real/v2/sub
	ln -s real link
	seq 9 >real/v1/sub/a.c
	{ echo 0; seq 9; } >real/v2/sub/a.c
	of() {
		printf 'events: Ir\nfl=%s/sub/a.c\nfn=f\n%d 7\n' "$1" "$2"
	}
	gone() {
		cg-diff --old-source="$1" --new-source="$2" old new >out
		grep -x fl=sub/a.c out
		grep -A1 -x fn=f out | grep -x '5 0'
	}
	of "$PWD/link/v1" 4 >old
	of "$PWD/link/v2" 5 >new
	gone "$PWD/link/v1" "$PWD/link/v2"
	gone link/v1 ./link//v2/
	gone link/v1/sub/.. real/../link/v2/.
	cd link
	of "$PWD/v1" 4 >../old
	of "$BATS_TEST_TMPDIR/real/v2" 5 >../new
	cd ..
	(cd link && cg-diff --old-source=v1 --new-source=../link/v2 ../old ../new) >out
	grep -A1 -x fn=f out | grep -x '5 0'
	# PWD may be wrong
	of "$PWD/real/v1" 4 >old
	(export PWD=/nowhere && gone real/v1 link/v2)
	# the directory that a link is in is not the one above the link's target
	ln -s real/v1 deep
	of "$PWD" 4 >old
	(cd deep && cg-diff --old-source=.. --new-source=.. "$OLDPWD/old" "$OLDPWD/old") >out
	grep -x "fl=$PWD/sub/a.c" out
}

@test "a source that cannot be accessed is an error" {
	open=$(mktemp -d)
	cp "$(command -v cg-diff)" "$open"
	(
		cd "$open"
		mkdir v1 v2 v1/closed v2/closed
		seq 3 | tee v1/f.c >v2/f.c
		cp v1/f.c v1/closed/g.c
		cp v1/f.c v2/closed/g.c
		printf 'cmd: x\nevents: Ir\nfl=%s\nfn=f\n1 1\nsummary: 1\n' f.c >f
		sed 's,f[.]c,closed/g.c,' f >g
		chmod 000 v1/closed
		chmod 000 v2/f.c
		chmod -R go+rX f g v1/f.c v2 cg-diff
		chmod 000 v2/f.c
		chmod 755 . v1 v2
	)
	complains 'cg-diff: v1/closed/g.c: Permission denied' \
		as_nobody "$open" cg-diff --old-source=v1 --new-source=v2 g g
	complains 'cg-diff: v2/f.c: Permission denied' \
		as_nobody "$open" cg-diff --old-source=v1 --new-source=v2 f f
	chmod -R u+rwX "$open"
	rm -rf "$open"
}

@test "if memory runs out while diff's output is read, there is no result" {
	versions
	(ulimit -v 200000 && cg-diff old new >/dev/null) ||
		skip 'the tool needs more than that by itself'
	mkdir bin
	cat >bin/diff <<-'END'
		#!/bin/sh
		echo '@@ -1 +1 @@'
		head -c 300000000 /dev/zero | tr '\0' x
		exit 1
	END
	chmod +x bin/diff
	(
		ulimit -v 200000
		PATH=$PWD/bin:$PATH run -2 cg-diff \
			--old-source=v1 --new-source=v2 old new
		# the text comes from the C library
		[[ $output =~ ^'cg-diff: diff: '(Cannot allocate|Out of)' memory'$ ]]
	)
}

@test "if diff is missing or fails, there is no result" {
	versions
	complains 'cg-diff: diff: No such file or directory' \
		env PATH="$B/bin" cg-diff --old-source=v1 --new-source=v2 old new
	mkdir bin
	printf '#!/bin/sh\nexit 2\n' >bin/diff
	chmod +x bin/diff
	PATH=$PWD/bin:$PATH run -2 --separate-stderr cg-diff -o out \
		--old-source=v1 --new-source=v2 old new
	[ "$stderr" = 'cg-diff: diff: could not compare v1/f.c with v2/f.c' ]
	[ ! -e out ]
	printf '#!/bin/sh\nkill -9 $$\n' >bin/diff
	complains 'cg-diff: diff: signal 9 (Killed) ended it' \
		env PATH="$PWD/bin:$PATH" cg-diff --old-source=v1 --new-source=v2 old new
	printf '#!/bin/sh\necho "@@ nonsense"\nexit 1\n' >bin/diff
	PATH=$PWD/bin:$PATH run -2 --separate-stderr cg-diff \
		--old-source=v1 --new-source=v2 old new
	[ "$stderr" = 'cg-diff: diff: expected "@@ -LINE,N +LINE,N @@", found "@@ nonsense"' ]
	for header in '@@ -1 1 @@' '@@ -x +1 @@' '@@ -1,x +1 @@' '@@ -1 +1,-2 @@'; do
		printf '#!/bin/sh\necho "%s"\nexit 1\n' "$header" >bin/diff
		complains "cg-diff: diff: expected \"@@ -LINE,N +LINE,N @@\", found \"$header\"" \
			env PATH="$PWD/bin:$PATH" cg-diff --old-source=v1 --new-source=v2 old new
	done
	printf '#!/bin/sh\necho "diff: v1/f.c: Is strange"\nexit 2\n' >bin/diff
	complains 'cg-diff: diff: v1/f.c: Is strange' \
		env PATH="$PWD/bin:$PATH" cg-diff --old-source=v1 --new-source=v2 old new
}

@test "--old-source and --new-source require each other" {
	complains 'cg-diff: give both --old-source and --new-source (see cg-diff --help)' \
		cg-diff --old-source=v1 a b
	complains 'cg-diff: give both --old-source and --new-source (see cg-diff --help)' \
		cg-diff --new-source=v1 a b
}

# bats test_tags=long
@test "real sources: a comment added at the top changes no line" {
	mkdir v1 v2
	cat >v1/prog.c <<-'END'
		#include <stdio.h>

		int main(void)
		{
			int sum = 0;
			for (int i = 0; i < 1000; i++)
				sum += i;
			printf("%d\n", sum);
			return 0;
		}
	END
	{ echo '/* what it is for */'; cat v1/prog.c; } >v2/prog.c
	for v in v1 v2; do
		(cd $v && cc -g -O0 -o ../prog.$v prog.c)
		collect $v.cg ./prog.$v
	done
	cg-diff --old-source=v1 --new-source=v2 v1.cg v2.cg |
		cg-filter --file='^prog\.c$' --events=Ir --drop >out
	[ "$(grep -c '^[1-9]' out)" -ge 6 ]
	grep -qx 'summary: 0' out
	run ! grep '^[0-9]* -*[1-9]' out
}

# --- limits

# judges STATUS LIMIT...: cg-diff of old and new must end with the status; its
# messages are in err
judges() {
	local wanted=$1 options=() status
	shift
	for limit; do
		options+=("--limit=$limit")
	done
	status=$(status_of cg-diff -o change "${options[@]}" old new 2>err)
	[ "$status" = "$wanted" ] || fail "$*: exit status $status: $(cat err)"
}

@test "limits on a total can be absolute or relative" {
	one_function old 1000
	one_function new 1010
	judges 0 A=+10
	judges 0 A=10
	judges 1 A=+9
	judges 0 A=+1%
	judges 0 A=1%
	judges 1 A=+0.999999%
	judges 1 A=0
	judges 1 A=-0%
	judges 1 A=-10
	judges 1 A=+9 A=+1%
	one_function new 990
	judges 0 A=0
	judges 0 A=-10
	judges 1 A=-11
	judges 0 A=-1%
	judges 1 A=-1.000001%
}

@test "a limit with several bounds is exceeded only if all of them are" {
	one_function old 1000
	one_function new 1010
	judges 0 'A=+0.5%|+10'
	judges 0 'A=+1%|+5'
	judges 1 'A=+0.5%|+9'
	judges 0 'A=0|0%|+10'
	judges 1 'A=0|0%|+9'
}

@test "an exceeded limit is reported in full, and the output is written" {
	two_profiles
	cg-diff old new >wanted
	judges 1 'Ir=+1%|+10' 'Dr=0' 'Ir=+50%,function=^grown$' '@all=0,file=^b'
	same wanted change
	cat >wanted <<-'END'
		cg-diff: b.c: Ir grew by 3, from 0 to 3: the limit is +0
		cg-diff: b.c: Dr grew by 1, from 0 to 1: the limit is +0
		cg-diff: total: Ir grew by 58 (+43.94%), from 132 to 190: the limit is +1% and +10
		old Ir  new Ir  change        %  file:function
		   132     190     +58  +43.94%  total
		   120     180     +60  +50.00%  a.c:grown
		     5       0      -5     gone  a.c:removed
		     0       3      +3      new  b.c:added
	END
	same wanted err
	judges 1 'Ir=+49.9%,function=^grown$'
	echo 'cg-diff: a.c:grown: Ir grew by 60 (+50.00%), from 120 to 180: the limit is +49.9%' |
		same - err
}

@test "@all checks every event and reports only exceeded ones" {
	one_function old 100 100 100
	one_function new 101 103 102
	judges 1 @all=+1%
	grep ^cg-diff: err | cut -d, -f1 >out
	printf '%s\n' 'cg-diff: total: B grew by 3 (+3.00%)' \
		'cg-diff: total: C grew by 2 (+2.00%)' | same - out
}

@test "a limit can demand that a count falls" {
	one_function old 100
	one_function new 98
	judges 0 A=-2%
	judges 1 A=-5%
	[ "$(grep ^cg-diff: err)" = 'cg-diff: total: A fell by 2 (-2.00%), from 100 to 98: the limit is -5%' ]
}

@test "any growth from zero exceeds every percentage" {
	one_function old 0
	one_function new 1
	judges 1 A=+1000000%
	echo 'cg-diff: total: A grew by 1, from 0 to 1: the limit is +1,000,000%' |
		same - <(grep ^cg-diff: err)
	judges 0 'A=+1000000%|+1'
	judges 1 'A=+1000000%|0'
	one_function new 0
	judges 0 A=0%
	judges 0 A=-5%
	judges 1 A=-1
}

@test "a percentage of a negative count is relative to its absolute value" {
	one_function old -100
	one_function new -99
	judges 0 A=+1%
	judges 1 A=+0.9%
}

@test "comparisons are exact beyond the precision of doubles" {
	# 0.01 % of 9000000000000000000 is 900000000000000 and not one more
	printf '%s\n' 'cmd: x' 'events: A' '1 9000000000000000000' \
		'summary: 9000000000000000000' >old
	sed s/9000000000000000000/9000900000000000000/ old >new
	judges 0 A=+0.01%
	sed s/9000000000000000000/9000900000000000001/ old >new
	judges 1 A=+0.01%
	judges 0 A=+900000000000001
	judges 1 A=+900000000000000
	judges 0 A=+9223372036854775807%
	judges 0 A=+9223372036854.775807%
}

@test "function= and file= check each match separately" {
	profile old <<-'END'
		cmd: x
		events: Ir
		fl=a.c
		fn=f
		1 100
		2 100
		fn=g
		1 100
		fl=b.c
		fn=f
		1 100
	END
	profile new <<-'END'
		cmd: x
		events: Ir
		fl=a.c
		fn=f
		1 100
		2 110
		fn=g
		1 80
		fl=b.c
		fn=f
		1 106
	END
	judges 0 'Ir=+0' # the total is down
	judges 0 'Ir=+0,file=a'
	judges 1 'Ir=+5%,function=^f$'
	echo 'cg-diff: b.c:f: Ir grew by 6 (+6.00%), from 100 to 106: the limit is +5%' |
		same - err
	judges 1 'Ir=+5%,file=.'
	echo 'cg-diff: b.c: Ir grew by 6 (+6.00%), from 100 to 106: the limit is +5%' |
		same - err
	# --lines does not split functions
	run -1 --separate-stderr cg-diff --lines '--limit=Ir=+5%,function=^f$' old new
	[ "${#stderr_lines[@]}" -eq 1 ]
	# patterns match names after renaming and may contain commas
	cg-diff --mod-filename='s/.*/all/' '--limit=Ir=+1,file=^al{1,2}$' old new
}

@test "at most ten exceeded limits are named, and the others are counted" {
	local i
	of() {
		printf 'cmd: x\nevents: Ir\n'
		for ((i = 100; i < 150; i++)); do
			printf 'fl=%sf%d.c\nfn=f\n1 %d\n' "$1" $i "$2"
		done
		echo "summary: $((50 * $2))"
	}
	of old/ 1 >old
	of new/ 2 >new
	run -1 --separate-stderr cg-diff --map-prefix=new=old -o out \
		--limit='Ir=0,function=f' --limit=Ir=9 old new
	for ((i = 100; i < 110; i++)); do
		echo "cg-diff: old/f$i.c:f: Ir grew by 1 (+100.00%), from 1 to 2: the limit is +0"
	done >wanted
	cat >>wanted <<-'END'
		cg-diff: total: Ir grew by 50 (+100.00%), from 50 to 100: the limit is +9
		cg-diff: --limit: "Ir=0,function=f": and 40 more
	END
	same wanted <(grep ^cg-diff: <<<"$stderr")
	grep -qx ' *40  *80  *+40  *+100.00%  (40 more)' <<<"$stderr"
	# trees without a common name
	run -1 --separate-stderr cg-diff -o out --limit='Ir=0,file=.' old new
	[ "$(tail -n 2 <<<"$stderr")" = 'cg-diff: --limit: "Ir=0,file=.": and 40 more
cg-diff: old and new have no file in common: --map-prefix and --strip-prefix rename directories' ]
	run -1 --separate-stderr cg-diff -o out --limit='Ir=0' old new
	[ "$(grep -c ^cg-diff: <<<"$stderr")" -eq 2 ]
	of new/ 2 | sed 's/f140.c/f120.c/' >other
	run -1 --separate-stderr cg-diff --map-prefix=new/f120.c=old/f120.c \
		-o out --limit='Ir=0,file=.' old other
	[[ $stderr != *'in common'* ]]
}

@test "a pattern that matches nothing is an error" {
	two_profiles
	complains 'cg-diff: --limit: "Ir=+1%,function=^gone": expected a function that matches, found none' \
		cg-diff '--limit=Ir=+1%,function=^gone' old new
	complains 'cg-diff: --limit: "Ir=1,file=z": expected a file that matches, found none' \
		cg-diff -o change '--limit=Ir=1,file=z' old new
	[ ! -e change ]
}

@test "k, M and G stand for thousands, millions and billions in limits" {
	printf '%s\n' 'events: Ir' 'fn=f' '1 1000000' 'totals: 1000000' >old
	printf '%s\n' 'events: Ir' 'fn=f' '1 3500000' 'totals: 3500000' >new
	for limit in Ir=+2500k Ir=+2.5M Ir=2.5M Ir=+1G 'Ir=+1%|+2.5M' Ir=+2500.001k; do
		cg-diff --limit="$limit" -o out old new || fail "$limit"
	done
	for limit in Ir=+2499k Ir=+2.499999M Ir=-1k Ir=0.002G; do
		run -1 cg-diff --limit="$limit" -o out old new
		[[ $output = 'cg-diff: total: Ir grew by 2,500,000 '*' from 1,000,000 to 3,500,000: the limit is '* ]]
	done
	cg-sum --limit=Ir=3.5M new
	run -1 cg-sum --limit=Ir=3499k new
}

@test "invalid limits are refused" {
	two_profiles
	rejects() {
		complains "cg-diff: --limit: $2 (see cg-diff --help)" \
			cg-diff --limit="$1" old new
	}
	rejects '' '"": expected an event or @all, found the end'
	rejects =1 '"=1": expected an event or @all, found "=1"'
	rejects Ir '"Ir": expected "=" and a bound, found the end'
	rejects Ir= '"Ir=": expected a bound such as +1%, -5% or +1000, found the end'
	rejects Ir=x '"Ir=x": expected a bound such as +1%, -5% or +1000, found "x"'
	rejects Ir=+-1 '"Ir=+-1": expected a bound such as +1%, -5% or +1000, found "-1"'
	rejects 'Ir=1|' '"Ir=1|": expected a bound such as +1%, -5% or +1000, found the end'
	rejects Ir=1.5 '"Ir=1.5": expected %, k, M or G after a number with decimals, found the end'
	rejects Ir=1.% '"Ir=1.%": expected a decimal, found "%"'
	rejects Ir=.5% '"Ir=.5%": expected a bound such as +1%, -5% or +1000, found ".5%"'
	rejects Ir=0.1234567% '"Ir=0.1234567%": expected at most six decimals, found "7%"'
	rejects 'Ir=1% ' '"Ir=1% ": expected "|", "," or the end, found " "'
	rejects Ir=1,dir=x '"Ir=1,dir=x": expected file=REGEX, function=REGEX or region=REGEX, found "dir=x"'
	rejects Ir=9223372036854775808 '"Ir=9223372036854775808": expected a number of at most 9223372036854775807, found "9223372036854775808"'
	rejects Ir=9223372036854775807.5% '"Ir=9223372036854775807.5%": expected fewer digits, found "5%"'
	rejects 'Ir=1,file=(' '"(": missing closing parenthesis at byte 2'
	rejects Xy=1 'expected one of the events Ir, Dr, found "Xy"'
	rejects Ir=+1.0005k '"Ir=+1.0005k": expected a whole number, found "1.0005k"'
	rejects Ir=1k% '"Ir=1k%": expected "|", "," or the end, found "%"'
	rejects Ir=9223372036854776k '"Ir=9223372036854776k": expected a number of at most 9223372036854775807, found "9223372036854776k"'
	rejects 'Ir<=+5%' 'expected EVENT=BOUND, such as Ir=+5%, found "Ir<=+5%"'
	rejects 'Ir<' 'expected EVENT=BOUND, such as Ir=100k, found "Ir<"'
}

# bats test_tags=long
@test "RECIPES: fail when a benchmark executes over 1 % more instructions" {
	"$TESTS/lib/readme-block" "Fail when a benchmark executes over 1 % more instructions" 1 >Makefile
	[ -s Makefile ]
	cat >bench.c <<-'END'
		#ifndef ROUNDS
		#define ROUNDS 1000000
		#endif
		int main(void)
		{
			volatile int sum = 0;
			for (int i = 0; i < ROUNDS; i++)
				sum += i;
			return 0;
		}
	END
	make gate >out 2>&1 || fail "$(cat out)"
	grep -x 'recorded baseline.cg.gz: commit it with the sources' out
	make gate >out 2>&1 || fail "$(cat out)"
	! grep recorded out || fail 'the baseline is recorded twice'
	# the same program with more environment variables
	rm bench.cg.gz
	(
		for i in {1..80}; do
			export "VARIABLE_$i=x"
		done
		make gate >out 2>&1
	) || fail "$(cat out)"
	cmp bench.cg.gz baseline.cg.gz
	touch bench.c
	make CFLAGS=-DROUNDS=1005000 gate >out 2>&1 || fail "$(cat out)"
	touch bench.c
	run -2 make CFLAGS=-DROUNDS=1050000 gate
	[[ $output = *'cg-diff: total: Ir grew by '*': the limit is +1% and +10,000'* ]]
	[[ $output = *'bench.c:main'* || $output = *'???:main'* ]]
	make CFLAGS=-DROUNDS=1050000 baseline gate >out 2>&1 ||
		fail "$(cat out)"
}

# object_profile FILE PROGRAM COMMAND COUNT: a profile of a program and a library
object_profile() {
	printf '%s\n' '# callgrind format' "cmd: $3" 'events: Ir' "ob=$2" fl=main.c fn=main "1 $4" \
		cob=/lib/libc.so.6 cfi=puts.c cfn=puts 'calls=1 1' '1 7' \
		ob=/lib/libc.so.6 fl=puts.c fn=puts '1 7' "totals: $(($4 + 7))" >"$1"
}

# stripped_profile FILE PROGRAM ID COST COST: main of a library calls itself and two functions
# of a program without symbols
stripped_profile() {
	cat >"$1" <<-END
		# callgrind format
		cmd: $2
		desc: Build IDs: $3 $2; beef /lib/libz.so
		events: Ir
		ob=/lib/libz.so
		fl=???
		fn=0x0000000000001139
		0 5
		ob=$2
		fl=???
		fn=0x0000000000001139
		0 $4
		cfn=0x0000000000001139'2
		calls=1 0
		0 $5
		fn=0x0000000000001139'2
		0 $5
		fl=main.c
		fn=main
		1 3
		cfi=???
		cfn=0x0000000000001139
		calls=1 0
		1 $(($4 + $5))
		totals: $(($4 + $5 + 8))
	END
}

@test "functions of other builds are not matched by address" {
	local warning="cg-diff: other builds without symbols: prog: functions that are not matched by their code are compared together, as ???"

	stripped_profile old /bin/prog aaaa 1000 10
	stripped_profile new /bin/prog bbbb 10 2000
	cg-diff --by=function old new 2>stderr >out
	grep -xF "$warning" stderr
	grep -E '^ 1,000 +10 +-990 +-99.00%  prog:[?]{3}$' out
	grep -E "^ +10 +2,000 +\+1,990 .*  prog:[?]{3}'2$" out
	! grep 0x0 out || fail 'an address is compared'
	# calls, too, and main calls the same function
	cg-diff old new 2>/dev/null | grep -c "^cfn=???" | same - <(echo 2)
	# the library has one build
	cg-diff old new 2>/dev/null >difference
	grep -A1 '^fn=0x0000000000001139' difference | grep -x '0 0'
	# one build
	stripped_profile new /bin/prog aaaa 10 2000
	cg-diff --by=function old new 2>stderr >out
	same stderr - </dev/null
	grep -c 'prog:0x0000000000001139' out | same - <(echo 2)
	# a program of another name, with or without build IDs
	stripped_profile new /bin/prog2 bbbb 10 2000
	cg-diff --by=function old new 2>&1 >out | grep 'without symbols: prog2: '
	sed -i /^desc/d old new
	cg-diff --by=function old new 2>&1 >out | grep 'without symbols: prog2: '
	# nothing is known of the builds of an object that both have
	stripped_profile new /bin/prog bbbb 10 2000
	sed -i /^desc/d new
	cg-diff --by=function old new | grep 'prog:0x0000000000001139'
}

@test "the same without objects, which are in the names" {
	for id in aaaa bbbb; do
		printf '%s\n' "desc: Build IDs: $id /bin/it:self; beef /lib/libz.so" \
			'cmd: /bin/it:self' 'events: Ir' 'fl=???' \
			'fn=it:self:0x1139' "0 $([ $id = aaaa ] && echo 7 || echo 40)" \
			'fn=it:self:0x115a' "0 $([ $id = aaaa ] && echo 30 || echo 8)" \
			'fn=it:self:???' '0 1' 'fn=libz.so:0x1139' '0 5' \
			"summary: $([ $id = aaaa ] && echo 43 || echo 54)" >$id
	done
	cg-diff aaaa bbbb >difference 2>stderr
	grep -F 'other builds without symbols: it:self: ' stderr
	same <(sed -n '/^fl/,$p' difference) - <<-'END'
		fl=???
		fn=it:self:???
		0 11
		fn=libz.so:0x1139
		0 0
		summary: 11
	END
	cg-diff aaaa aaaa | grep -c 0x | same - <(echo 3)
}

@test "the program matches the program, whatever both are called" {
	object_profile one /build/ninja1 './ninja1 -n' 10
	object_profile two /build/ninja2 './ninja2 -n' 12
	cg-diff one two >out
	[ "$(grep -c ninja out)" -eq 2 ]
	grep -x 'ob=.*/build/ninja2' out
	grep -E ' 2$' out
	[ "$(cg-sum --by=object --format=tsv out | grep -c ninja)" -eq 1 ]
	# a link or script: the only object that is no library
	object_profile one /opt/v1/ninja 'build all' 10
	object_profile two /opt/v2/ninja-2 'build all' 12
	[ "$(cg-diff one two | cg-sum --by=object --format=tsv | grep -c ninja)" -eq 1 ]
	# what both have matches itself
	object_profile one /bin/a '/bin/a' 10
	object_profile two /bin/b '/bin/b' 12
	sed -i 's|/lib/libc.so.6|/bin/a|' two
	[ "$(cg-diff one two | cg-sum --by=object --format=tsv | grep -c /bin/)" -eq 2 ]
	# renaming applies after it, to both
	object_profile one /build/ninja1 './ninja1 -n' 10
	object_profile two /build/ninja2 './ninja2 -n' 12
	cg-diff --mod-objname='s/ninja[12]/ninja/' one two | grep -x 'ob=.*/build/ninja'
}

@test "functions that are in another file are counted, with the option that compares them" {
	at() {
		printf '%s\n' 'events: Ir' "fl=$1/lib/zip.c" fn=deflate '1 50' fn=crc '9 7' \
			"fl=$1/main.c" fn=main '3 4' fl=/usr/puts.c fn=puts '1 3' 'summary: 64'
	}
	moves() {
		printf 'cg-diff: %s moved from %s to %s%s: --map-prefix=%s=%s compares %s\n' \
			"$1" "$2" "$3" "${5-}" "$2" "$3" "$4" | same - err
	}
	at /home/a/v1 >old
	at /home/a/v2 >new
	for option in '' --lines --by=file; do
		cg-diff $option old new 2>err >out
		moves '3 functions' /home/a/v1 /home/a/v2 them
	done
	cg-diff --map-prefix=/home/a/v1=/home/a/v2 --lines old new 2>err | grep -xE '[0-9]+ 0' >out
	same /dev/null err
	# a file that was renamed, and a directory that is gone
	at v1 | sed 's|/main.c|/start.c|' >old
	at v1 >new
	cg-diff old new 2>err >out
	moves '1 function' v1/start.c v1/main.c it
	at out/v1 >old
	cg-diff old new 2>err >out
	moves '3 functions' out/v1 v1 them
	at v1 | sed 's|/main.c|/start.c|; s|lib/zip.c|zip.c|' >old
	cg-diff old new 2>err >out
	moves '2 functions' v1 v1/lib 'the first' ', and 1 elsewhere'
	# the code of a library, and what its header inlines
	at v1 | sed 's|/lib/zip.c|/zip.h|' >old
	cg-diff old new 2>err >out
	same /dev/null err
	# two of one name are two functions, as are those without names or files
	sed 's|^fn=.*|fn=init|' new >twice
	sed 's|^fn=.*|fn=???|' new >unnamed
	sed 's|^fl=.*|fl=???|' new >nowhere
	for file in twice unnamed nowhere; do
		sed 's|v1|v3|' "$file" >moved
		cg-diff "$file" moved 2>err >out
		same /dev/null err
	done
}

@test "a difference without files in common says so and names the option that helps" {
	local said
	of() {
		printf '%s\n' 'cmd: x' 'events: Ir' "fl=$1/x.c" fn=f '1 5' "fl=$2" fn=g '1 3' \
			'summary: 8'
	}
	of old puts.c >old
	of new puts.c >new
	said=$(cg-diff old new 2>&1 >out)
	[ "$said" = 'cg-diff: 1 function moved from old to new: --map-prefix=old=new compares it' ]
	of old gets.c >old
	said=$(cg-diff old new 2>&1 >out)
	[ "$said" = 'cg-diff: old and new have no file in common: --map-prefix and --strip-prefix rename directories' ]
	# libraries match, but no file in the directory of the build
	of /build/old puts.c >old
	of /build/new puts.c >new
	for option in '' --lines; do
		said=$(cg-diff $option old new 2>&1 >out)
		[ "$said" = 'cg-diff: old and new have no file with an absolute path in common: --map-prefix and --strip-prefix rename directories' ]
	done
	[ -z "$(cg-diff --map-prefix=/build/old=/build/new old new 2>&1 >out)" ]
	of '???' '???' >old
	[ -z "$(cg-diff old old 2>&1 >out)" ]
	# only objects differ
	object_profile old /lib/liba.so '/bin/x' 10
	object_profile new /lib/libb.so '/bin/x' 10
	sed -i 's|/lib/libc.so.6|/lib/libc.so.7|' new
	said=$(cg-diff old new 2>&1 >out)
	[ "$said" = 'cg-diff: old and new have no file in common: --mod-objname renames programs and libraries' ]
	# with calls, directories differ, whether there are objects or not
	for object in '' ob=/bin/x; do
		for side in old new; do
			printf '%s\n' 'version: 1' 'events: Ir' $object fl=/build/$side/x.c fn=f '1 5' \
				cfi=/build/$side/y.c cfn=g 'calls=1 1' '1 3' fl=/build/$side/y.c fn=g '1 3' \
				'totals: 8' >$side
		done
		said=$(cg-diff --by=function old new 2>&1 >out)
		[ "$said" = 'cg-diff: old and new have no file in common: --map-prefix and --strip-prefix rename directories' ]
		[ -z "$(cg-diff --by=function --map-prefix=/build/old=/build/new old new 2>&1 >out)" ]
	done
}

@test "messages about limits have commas in numbers and no start of long paths" {
	local directory=/home/someone/build/of/a/project/with/a/long/path/to/its/sources
	printf 'cmd: x\nevents: Ir\nfl=%s/a.c\nfn=f\n1 1234567\nsummary: 1234567\n' $directory >old
	sed 's/1234567/9234567/' old >new
	run -1 cg-diff -o out --limit='Ir=+1000|+1.123456%' old new
	same - <(printf '%s\n' "${lines[@]}") <<-'END'
		cg-diff: total: Ir grew by 8,000,000 (+648.00%), from 1,234,567 to 9,234,567: the limit is +1,000 and +1.123456%
		   old Ir     new Ir      change         %  file:function
		1,234,567  9,234,567  +8,000,000  +648.00%  total
		1,234,567  9,234,567  +8,000,000  +648.00%  .../a/long/path/to/its/sources/a.c:f
	END
	complains_with 1 'cg-diff: .../build/of/a/project/with/a/long/path/to/its/sources/a.c: Ir grew by 8,000,000 (+648.00%), from 1,234,567 to 9,234,567: the limit is +100,000' \
		cg-diff -o out --limit='Ir=+100000,file=a.c' old new
	complains_with 1 'cg-sum: total: Ir is 1,234,567: the limit is 1,000,000' \
		cg-sum --format=json -o sum.json --limit=Ir=1000000 old
}

@test "reports with both sides mark added and removed functions" {
	printf 'cmd: x\nevents: Ir\nfl=a\nfn=gone\n1 5\nfn=same\n1 2\nsummary: 7\n' >old
	printf 'cmd: x\nevents: Ir\nfl=a\nfn=come\n1 4\nfn=same\n1 3\nsummary: 7\n' >new
	cg-diff --keep-sides old new >both
	run -0 bash -c 'cg-annotate both | grep -o "a:.*"'
	[ "$output" = $'a:gone (removed)\na:come (added)\na:same' ]
	run -0 bash -c 'cg-sum --by=function both | grep -o "a:.*"'
	[ "$output" = $'a:gone (removed)\na:come (added)\na:same' ]
	run -0 bash -c 'cg-sum --by=function --format=markdown both | grep -o "\`a\`[^)]*)"'
	[ "${lines[0]}" = '`a` | `gone` (removed)' ]
	cg-sum --by=function --events=Ir@old,Ir@new both | grep -xE ' +5 +0 +a:gone \(removed\)'
	# one side alone says nothing
	for events in Ir,Ir@old Ir,Ir@new Ir@old; do
		cg-sum --by=function --events=$events both >out
		grep a:same out
		run -1 grep -E 'added|removed' out
	done
	cg-diff old new >one
	run -0 bash -c 'cg-annotate one | grep -o "a:.*"'
	[ "$output" = $'a:gone\na:come\na:same' ]
}
