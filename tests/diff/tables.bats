#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# The tables of cg-diff: what changed, by function, file and region; and limits on regions and
# inclusive costs.

load ../lib/assertions

setup() {
	enter_tmpdir
	printf '%s\n' 'cmd: a' 'events: Ir Dr' fl=src/a.c fn=work '1 100 10' '2 50 0' \
		fn=gone '8 5 5' fn=same '9 7 0' fl=src/b.c fn=slow '4 40 2' 'summary: 202 17' >old
	printf '%s\n' 'cmd: a' 'events: Ir Dr' fl=src/a.c fn=work '1 100 10' '2 80 4' \
		fn=same '9 7 0' fl=src/b.c fn=slow '4 30 2' fn=new '7 1 1' 'summary: 218 17' >new
}

@test "functions: old, new, change and percent of old, the total first" {
	same - <(cg-diff --by=function old new) <<-'END'
		old Ir  new Ir  change        %  file:function
		   202     218     +16   +7.92%  total
		   150     180     +30  +20.00%  src/a.c:work
		    40      30     -10  -25.00%  src/b.c:slow
		     5       0      -5     gone  src/a.c:gone
		     0       1      +1      new  src/b.c:new
	END
	cg-diff --format=text old new | same - <(cg-diff --by=function old new)
}

@test "--top keeps the largest changes, and the rest is one row" {
	same - <(cg-diff --by=function --top=1 old new) <<-'END'
		old Ir  new Ir  change        %  file:function
		   202     218     +16   +7.92%  total
		   150     180     +30  +20.00%  src/a.c:work
		    45      31     -14  -31.11%  (3 more)
	END
	[ "$(cg-diff --by=function --top=0 old new | wc -l)" -eq 3 ]
	[ "$(cg-diff --by=function --top=4 old new | wc -l)" -eq 6 ]
	same - <(cg-diff --by=function old old) <<-'END'
		old Ir  new Ir  change      %  file:function
		   202     202       0  0.00%  total
	END
}

@test "--events prints a table for each event, in its own order" {
	same - <(cg-diff --by=file --events=Dr,Ir old new) <<-'END'
		old Dr  new Dr  change        %  file
		    17      17       0    0.00%  total
		    15      14      -1   -6.67%  src/a.c
		     2       3      +1  +50.00%  src/b.c

		old Ir  new Ir  change        %  file
		   202     218     +16   +7.92%  total
		   162     187     +25  +15.43%  src/a.c
		    40      31      -9  -22.50%  src/b.c
	END
}

@test "--by=object and --by=line compare programs and libraries, and lines" {
	sed -e '1i # callgrind format' -e '/^events/a ob=/bin/a' -e '/^fl=src.b/i ob=/lib/libb.so' \
		old >old.calls
	sed -e '1i # callgrind format' -e '/^events/a ob=/bin/a' -e '/^fl=src.b/i ob=/lib/libb.so' \
		new >new.calls
	same - <(cg-diff --by=object old.calls new.calls) <<-'END'
		old Ir  new Ir  change        %  object
		   202     218     +16   +7.92%  total
		   162     187     +25  +15.43%  /bin/a
		    40      31      -9  -22.50%  /lib/libb.so
	END
	cg-diff --by=object --format=json old.calls new.calls >out
	grep -F '{"event": "Ir", "object": "/bin/a", "old": 162, "new": 187, "change": 25}' out
	# Cachegrind's format has no objects
	cg-diff --by=object --format=csv old new | tail -n 1 | same - <(echo 'Ir,???,202,218,16,')
	same - <(cg-diff --by=line old new) <<-'END'
		old Ir  new Ir  change        %  file:line function
		   202     218     +16   +7.92%  total
		    50      80     +30  +60.00%  src/a.c:2 work
		    40      30     -10  -25.00%  src/b.c:4 slow
		     5       0      -5     gone  src/a.c:8 gone
		     0       1      +1      new  src/b.c:7 new
	END
	check_same 'lines for programs' 'cg-diff --by=line --format=json old new' \
		'cg-diff --lines --format=json old new'
	same - <(cg-diff --by=line --top=1 --format=markdown old new) <<-'END'
		| line | old Ir | new Ir | change | % |
		| :-- | --: | --: | --: | --: |
		| **total** | 202 | 218 | +16 | +7.92% |
		| `src/a.c:2 work` | 50 | 80 | +30 | +60.00% |
		| (3 more) | 45 | 31 | -14 | -31.11% |
	END
}

@test "tsv, csv and json have a row for each event and change, with whole names" {
	sed -i 's/^fn=work/fn=Map<int, char>::at "x"/' old new
	cg-diff --format=tsv --events=Ir,Dr old new | same - <(
		printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\n' event file function old new change state \
			Ir src/a.c 'Map<int, char>::at "x"' 150 180 30 '' \
			Ir src/b.c slow 40 30 -10 '' Ir src/a.c gone 5 0 -5 gone Ir src/b.c new 0 1 1 new \
			Dr src/a.c gone 5 0 -5 gone Dr src/a.c 'Map<int, char>::at "x"' 10 14 4 '' \
			Dr src/b.c new 0 1 1 new
	)
	same - <(cg-diff --format=csv --lines --top=2 old new) <<-'END'
		event,file,function,line,old,new,change,state
		Ir,src/a.c,"Map<int, char>::at ""x""",2,50,80,30,
		Ir,src/b.c,slow,4,40,30,-10,
	END
	same - <(cg-diff --format=json --top=1 --by=file old new) <<-'END'
		{"format": "cg-diff", "version": 1,
		"by": "file",
		"inclusive": false,
		"inputs": ["old", "new"],
		"events": ["Ir"],
		"rows": [
		 {"event": "Ir", "file": "src/a.c", "old": 162, "new": 187, "change": 25}
		],
		"hidden": 1,
		"total": {"Ir": {"old": 202, "new": 218, "change": 16}}}
	END
	cg-diff --format=json old old | grep -A1 '^"rows": \[$' | same - <(printf '%s\n' '"rows": [' '],')
	# the name of the output says it, too
	for format in tsv csv json; do
		cg-diff -o "rows.$format" old new
		same "rows.$format" - < <(cg-diff --format=$format old new)
	done
	# limits are judged, too
	run -1 cg-diff --format=json --limit=Ir=+1 old new
}

@test "rows for programs add up, and say what the table says" {
	local big=9223372036854775807

	printf '%s\n' 'cmd: a' 'events: Ir' fl=a.c fn=f "1 -$big" fn=g '1 3' "summary: $((3 - big))" >less
	printf '%s\n' 'cmd: a' 'events: Ir' fl=a.c fn=f "1 $big" fn=g '1 -1' "summary: $((big - 1))" >more
	cg-diff --by=function --format=tsv less more | sed -n 2p | cut -f4-6 |
		same - <(printf '%s\t%s\t%s\n' "-$big" $big 18446744073709551614)
	cg-diff --by=function --format=json less more | grep -c '"change": 18446744073709551614' |
		same - <(echo 1)
	cg-diff --by=function --format=tsv --top=9 old new | awk -F '\t' '
		NR > 1 { sum += $6; if ($6 != $5 - $4) exit 1 }
		END { exit sum != 16 }'
}

# bats test_tags=slow
@test "JSON of cg-diff and cg-sum is as docs/schema.json has it" {
	need_schema
	cg-diff --by=object --format=json old new >objects
	"$TESTS/lib/check-schema" objects
	local by

	for by in function file; do
		cg-diff --by=$by --format=json --events=Ir,Dr old new >diff-$by
	done
	cg-diff --lines --format=json old new >diff-lines
	grep -o '"line": [0-9]*' diff-lines | same - <(printf '"line": %s\n' 2 4 8 7)
	for by in function file line dir event input command; do
		cg-sum --by=$by --format=json old new >sum-$by
	done
	"$TESTS/lib/check-schema" diff-* sum-*
	sed 's/"hidden": 0/"hidden": "none"/' diff-file >wrong
	! "$TESTS/lib/check-schema" wrong 2>/dev/null || fail 'the schema allows all'
}

@test "--format=markdown is a table for GitHub, with code spans" {
	sed -i 's/^fn=work/fn=operator|<int>/' old new
	same - <(cg-diff --format=markdown --top=2 old new) <<-'END'
		| function | old Ir | new Ir | change | % |
		| :-- | --: | --: | --: | --: |
		| **total** | 202 | 218 | +16 | +7.92% |
		| `src/a.c:operator\|<int>` | 150 | 180 | +30 | +20.00% |
		| `src/b.c:slow` | 40 | 30 | -10 | -25.00% |
		| (2 more) | 5 | 1 | -4 | -80.00% |
	END
}

@test "Markdown has short names and relative paths" {
	local name='std::map<std::string, std::vector<int>, std::less<>>::find(std::string const&) const'
	printf 'events: Ir\nfl=%s/src/a.c\nfn=%s\n1 5\nsummary: 5\n' "$PWD" "$name" >old
	sed 's/5/6/' old >new
	cg-diff --format=markdown old new | tail -n 1 >row
	grep -F '`src/a.c:' row
	grep -F 'find' row
	[ "$(wc -c <row)" -lt 110 ]
	# a program reads whole names
	cg-diff --format=text old new | grep -F "src/a.c:$name"
}

@test "lines that caused a change, with their text" {
	mkdir -p v1/src v2/src
	printf 'int work() {\n  a();\n}\n' >v1/src/a.c
	printf '\nint work() {\n  a(1 | 2);\n}\n' >v2/src/a.c
	touch v1/src/b.c v2/src/b.c
	sed -i 's/^2 80 4/3 80 4/; s/^1 100 10/2 100 10/' new
	cg-diff --old-source=v1 --new-source=v2 --by=function --top=1 old new >out
	same - out <<-'END'
		old Ir  new Ir  change        %  file:function
		   202     218     +16   +7.92%  total
		   150     180     +30  +20.00%  src/a.c:work
		    50      80     +30  +60.00%      line 3  a(1 | 2);
		    45      31     -14  -31.11%  (3 more)
	END
	cg-diff --old-source=v1 --new-source=v2 --format=markdown --top=1 old new |
		grep -qxF '| &nbsp;&nbsp; `line 3` `a(1 \| 2);` | 50 | 80 | +30 | +60.00% |'
	# the new source lacks what is gone
	cg-diff --old-source=v1 --new-source=v2 --by=function old new >out
	grep -A1 ' gone ' out | tail -n 1 | grep ' src/b.c:new$'
	# without sources, lines have numbers only
	cg-diff --lines --by=function --top=1 old new | grep -x ' *0 *80 *+80 *new      line 3'
}

@test "at most three lines of a function, the largest changes first" {
	for side in old new; do
		printf 'events: Ir\nfl=a.c\nfn=f\n'
		for line in 1 2 3 4 5; do
			[ $side = old ] && echo "$line 10" || echo "$line $((10 + line * 2))"
		done
		[ $side = old ] && echo summary: 50 || echo summary: 80
	done >both
	csplit -s both '/^events/' '{1}'
	cg-diff --lines --by=function xx01 xx02 | sed -n 's/.*line //p' | same - <(printf '%s\n' 5 4 3)
}

@test "a function is new or gone in all events, not only in one" {
	sed -i 's/^fn=gone/fn=new/; s/^8 5 5/8 5 0/; s/fl=src.b.c/fl=src\/c.c/; s/summary: .*/summary: 202 12/' old
	cg-diff --by=function --events=Dr old new | grep -E '^ +0 +1 +\+1 +new  src/b.c:new$'
	printf '%s\n' 'events: Ir Dr' fl=a.c fn=f '1 5 0' 'summary: 5 0' >old
	printf '%s\n' 'events: Ir Dr' fl=a.c fn=f '1 5 3' 'summary: 5 3' >new
	cg-diff --by=function --events=Dr old new | grep -E '^ +0 +3 +\+3 +\+inf%  a.c:f$'
}

@test "a table is replaced as a whole, compressed, and an error leaves none" {
	cg-diff --by=function -o out.gz old new
	zcat out.gz | same - <(cg-diff --by=function old new)
	echo kept >out
	run -3 cg-diff --by=function -o out old absent
	[ "$(cat out)" = kept ]
	run -2 bash -c 'cg-diff --by=function old new >/dev/full'
	[[ $output == *'No space left'* ]]
}

@test "--top is of a table, and a terminal gets one" {
	cg-diff --top=2 old new | same - <(cg-diff --by=function --top=2 old new)
	cg-diff --top=2 -o top old new
	cg-diff --by=function --top=2 old new | same top -
	cg-diff --format=json --top=1 old new | same - <(cg-diff --by=function --format=json --top=1 old new)
	complains 'cg-diff: a table is no profile: leave out --by and --top, or --keep-sides and the options of the profile'"'s form (see cg-diff --help)" \
		cg-diff --top=2 --format=cachegrind old new
	need_terminal
	on_terminal 'cg-diff --by=function old new' >wanted
	on_terminal 'cg-diff old new' | same wanted -
	on_terminal 'cg-diff --lines old new' | same - <(on_terminal 'cg-diff --by=function --lines old new')
	on_terminal 'cg-diff -o profile old new' | same /dev/null -
	cg-diff old new | same profile -
	# a gate is the same at the desk
	run -1 on_terminal 'cg-diff --limit=Ir=+1% old new'
	[ "${lines[0]}" = 'cg-diff: total: Ir grew by 16 (+7.92%), from 202 to 218: the limit is +1%' ]
	[ "${#lines[@]}" -gt 3 ]
	for option in -z --format=cachegrind --keep-sides; do
		run -2 on_terminal "cg-diff $option old new"
		[[ $output == 'cg-diff: a profile is not for a terminal: '* ]]
	done
}

@test "options of tables and options of profiles are not mixed" {
	complains 'cg-diff: --events needs --by, or --format of a table (see cg-diff --help)' \
		cg-diff --events=Ir old new
	complains 'cg-diff: a table is no profile: leave out --by and --top, or --keep-sides and the options of the profile'"'s form (see cg-diff --help)" \
		cg-diff --by=function --keep-sides old new
	complains 'cg-diff: --inclusive needs --by=function, or a --limit on functions (see cg-diff --help)' \
		cg-diff --inclusive old new
	complains 'cg-diff: --by: expected function, file, object, line or region, found "dir" (see cg-diff --help)' \
		cg-diff --by=dir old new
	complains 'cg-diff: --inclusive needs --by=function, or a --limit on functions (see cg-diff --help)' \
		cg-diff --by=line --inclusive old new
	complains 'cg-diff: old: expected a profile with calls, as cg-collect --calls records it, for --inclusive, found one in Cachegrind'"'s format" \
		cg-diff --by=function --inclusive old new
	run -2 cg-diff --format=yaml old new
	[[ $output == *'--format: expected cachegrind, callgrind, text, markdown, tsv, csv or json, found "yaml"'* ]]
	run -2 cg-diff --by=function --events=XX old new
	[[ $output == *'--events: expected one of the events Ir, Dr, found "XX"'* ]]
}

@test "a limit and a table can be given together: the message, the table, status 1" {
	run -1 --separate-stderr cg-diff --by=function --limit=Ir=+1% old new
	[ "$stderr" = 'cg-diff: total: Ir grew by 16 (+7.92%), from 202 to 218: the limit is +1%' ]
	same - <(cg-diff --by=function old new) <<<"$output"
}

@test "the gate's message shows the changes of the event, a limit on functions only itself" {
	run -1 --separate-stderr cg-diff -o change --limit=Dr=-1 old new
	same - <(echo "$stderr") <<-'END'
		cg-diff: total: Dr stayed at 17: the limit is -1
		old Dr  new Dr  change        %  file:function
		    17      17       0    0.00%  total
		     5       0      -5     gone  src/a.c:gone
		    10      14      +4  +40.00%  src/a.c:work
		     0       1      +1      new  src/b.c:new
	END
	cg-diff old new | same - change
	run -1 --separate-stderr cg-diff -o change --limit=Ir=0,function=work old new
	[ "${#stderr_lines[@]}" -eq 1 ]
}

# --- calls

# calling OWN CALLEES COST: a profile of main, which calls f so often at that cost
calling() {
	cat <<-END
		# callgrind format
		cmd: a
		positions: line
		events: Ir
		fl=a.c
		fn=main
		1 10
		cfn=f
		calls=$1 5
		2 $2
		fn=f
		5 $2
		totals: $((10 + $2))
	END
}

@test "--inclusive: costs with the calls, in tables and limits" {
	calling 3 90 >old
	calling 3 190 >new
	same - <(cg-diff --by=function --inclusive old new) <<-'END'
		old Ir:incl  new Ir:incl  change         %  file:function
		        100          200    +100  +100.00%  total
		         90          190    +100  +111.11%  a.c:f
		        100          200    +100  +100.00%  a.c:main
	END
	# main costs what f costs: the sum would be twice the change
	cg-diff --by=function --inclusive --top=0 old new | sed -n 3p |
		same - <(echo '          -            -       -         -  (2 more)')
	cg-diff --limit='Ir=0,function=^main$' -o change old new
	run -1 --separate-stderr cg-diff --inclusive --limit='Ir=+99|+1%,function=^main$' -o change old new
	[ "$stderr" = 'cg-diff: a.c:main: Ir:incl grew by 100 (+100.00%), from 100 to 200: the limit is +99 and +1%' ]
	cg-diff --inclusive --limit='Ir=+100,function=^main$' -o change old new
}

@test "inclusive costs of a real program are those of cg-sum" {
	cat >p.c <<-'END'
		#include <stdlib.h>
		static int compare(const void *a, const void *b)
		{
			return *(const int *)a - *(const int *)b;
		}
		int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
		int main(int argc, char **argv)
		{
			static int list[500];

			for (int i = 0; i < 500; i++)
				list[i] = rand();
			qsort(list, 500, sizeof(int), compare);
			return fib(argc * 6) == 0;
		}
	END
	cc -O1 -g -o p p.c
	cg-collect -q --calls --cache-sim=no -o old ./p
	cg-collect -q --calls --cache-sim=no -o new ./p more
	for side in old new; do
		cg-sum --by=function --inclusive --format=tsv $side | awk -F '\t' -v side=$side '
			NR > 1 && $1 !~ /^\(/ { print $1 ":" $2, side, $4 }' | sed "s|^$PWD/||; s/,//g"
	done | sort >sums
	cg-diff --by=function --inclusive --top=100000 old new | sed 1,2d | sed 's/,//g' >rows
	[ "$(wc -l <rows)" -gt 3 ]
	while read -r old new _ _ name; do
		grep -qxF "$name old $old" sums || [ "$old" -eq 0 ] || fail "old $name $old"
		grep -qxF "$name new $new" sums || [ "$new" -eq 0 ] || fail "new $name $new"
	done <rows
	grep -q ':fib$' rows
}

# --- regions

# bench ENTRIES COST...: a profile of regions parse, in it parse;inner, and the rest
bench() {
	printf '%s\n' '# callgrind format' 'cmd: b' 'positions: line' 'events: Ir' fl=a.c fn=main \
		'1 1000' 'totals: 1000'
	printf '%s\n' 'part: 1' 'desc: Region: parse' 'positions: line' 'events: Ir' \
		"# entries=$1" fl=a.c fn=f "5 $2" "totals: $2"
	printf '%s\n' 'part: 2' 'desc: Region: parse;inner' 'positions: line' 'events: Ir' \
		"# entries=$1" fl=a.c fn=f "6 $3" "totals: $3"
}

@test "regions have inclusive costs for each entry, so that a harness may choose how many" {
	bench 10 700 300 >old
	bench 20 1500 640 >new
	same - <(cg-diff --by=region old new) <<-'END'
		old Ir/call  new Ir/call  change        %  calls  region
		      2,000        3,140  +1,140  +57.00%      -  total
		      100.0        107.0    +7.0   +7.00%     20  parse
		       30.0         32.0    +2.0   +6.67%     20  parse;inner
	END
}

@test "limits on regions compare as many entries" {
	bench 10 700 300 >old
	bench 20 1500 640 >new
	cg-diff -o change --limit='Ir=+7%,region=^parse$' old new
	run -1 --separate-stderr cg-diff -o change --limit='Ir=+6.99%,region=^parse$' old new
	[ "$stderr" = 'cg-diff: parse: Ir:incl grew by 140 (+7.00%), from 2,000 to 2,140: the limit is +6.99%' ]
	cg-diff -o change --limit='Ir=+6%|+140,region=.' old new
	run -1 cg-diff -o change --limit='Ir=+6%|+139,region=.' old new
	run -2 --separate-stderr cg-diff -o change2 --limit='Ir=+6%,region=absent' old new
	[[ $stderr == *'expected a region that matches, found none' ]]
	[ ! -e change2 ]
	# a region of one side only
	sed 's/parse/scan/' new >other
	run -1 --separate-stderr cg-diff -o change --limit='Ir=+6%,region=scan$' old other
	[[ $stderr == *'grew by 2,140, from 0 to 2,140: '* ]]
}

@test "a region of one side only has the cost of its entries, too" {
	bench 10 700 300 >old
	bench 20 1500 640 | sed 's/parse/scan/' >new
	same - <(cg-diff --by=region old new) <<-'END'
		old Ir/call  new Ir/call  change        %  calls  region
		      2,000        3,140  +1,140  +57.00%      -  total
		        0.0        107.0  +107.0      new     20  scan
		      100.0          0.0  -100.0     gone      0  parse
		        0.0         32.0   +32.0      new     20  scan;inner
		       30.0          0.0   -30.0     gone      0  parse;inner
	END
	# its number of entries is not known
	sed '/^# entries/d' new >unknown
	cg-diff --by=region old unknown | grep -E ' 0 +2,140 +\+2,140 +new +- +scan$'
}

@test "profiles without regions say so" {
	run -0 --separate-stderr cg-diff --by=region old new
	[ "${stderr_lines[0]}" = 'cg-diff: old: the profile has no region: the program named none, or the rows of regions were added up' ]
	[[ $output == *'(outside)'* ]]
}

@test "costs of regions whose comparison does not fit in 64 bits are an error" {
	bench 1 9000000000000000000 1 >old
	bench 9 10 1 >new
	run -2 --separate-stderr cg-diff -o change --limit='Ir=+1%,region=^parse$' old new
	[ "$stderr" = 'cg-diff: the old Ir of parse, for 9 entries, does not fit in 64 bits' ]
	[ ! -e change ]
}
