#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-annotate --function: functions with their callers and callees.

load ../lib/assertions
load ../lib/profiles
load ../lib/inlined

setup_file() {
	collect_once collect_profiles
}

# makes profiles by Callgrind: of a C program, and of a C++ program
collect_profiles() {
	mkdir src
	cp "$TESTS"/programs/{recursion.c,containers.cc} src
	cc -g -O1 -o recursion src/recursion.c
	c++ -g -O2 -o containers src/containers.cc
	for program in recursion containers; do
		valgrind -q --tool=callgrind --callgrind-out-file="$program.cgrind" \
			"./$program" >/dev/null
	done
}

setup() {
	enter_tmpdir
	REAL=$PROFILES
}

# main calls parse and tidy, and both call leaf of a library; parse has code of list.h
calls() {
	cat >calls <<-'END'
		# callgrind format
		version: 1
		creator: by hand
		cmd: prog x
		positions: line
		events: Ir Dr
		summary: 1000 100

		ob=/bin/prog
		fl=main.c
		fn=main
		3 30 3
		cfi=parse.c
		cfn=parse
		calls=2 1
		4 900 90
		cfi=parse.c
		cfn=tidy
		calls=1 8
		5 70 7
		fl=parse.c
		fn=parse
		1 100 10
		fi=list.h
		2 500 50
		fe=parse.c
		cob=/lib/libl.so
		cfi=leaf.c
		cfn=leaf
		calls=9 1
		3 300 30
		fn=tidy
		8 60 6
		cob=/lib/libl.so
		cfi=leaf.c
		cfn=leaf
		calls=1 1
		9 10 1

		ob=/lib/libl.so
		fl=leaf.c
		fn=leaf
		1 310 31
	END
	printf '%s\n' 'parse(' 'two' 'leaf();' four five six seven 'tidy(' 'leaf();' >parse.c
	printf '%s\n' 'inline' 'next' >list.h
	touch -d 2001-01-01 parse.c list.h
}

# report ARGUMENT...: prints cg-annotate's report without its head
report() {
	cg-annotate "$@" >out && sed '1,/^Auto-annotation/d' out
}

# table ARGUMENT...: prints the list of functions of the report
table() {
	report --auto=no "$@" | tail -n +10
}

# --- what it shows

@test "callers, both costs, callees and lines of a function" {
	calls
	report --function='^parse$' --context=0 calls >report
	same - report <<-'END'

		--------------------------------------------------------------------------------
		Ir             Dr           
		--------------------------------------------------------------------------------
		1,000 (100.0%) 100 (100.0%)  PROGRAM TOTALS

		--------------------------------------------------------------------------------
		Ir           Dr           file:function (inclusive)
		--------------------------------------------------------------------------------

		900 (90.00%) 90 (90.00%)  < main.c:main (2x) [/bin/prog]
		900 (90.00%) 90 (90.00%)  *  parse.c:parse (2x) [/bin/prog]
		600 (60.00%) 60 (60.00%)  *    (own cost)
		300 (30.00%) 30 (30.00%)  >   leaf.c:leaf (9x) [/lib/libl.so]

		--------------------------------------------------------------------------------
		-- Auto-annotated source: list.h
		--------------------------------------------------------------------------------
		Ir           Dr          

		-- line 2 ----------------------------------------
		500 (50.00%) 50 (50.00%)  next
		-- line 2 ----------------------------------------

		--------------------------------------------------------------------------------
		-- Auto-annotated source: parse.c
		--------------------------------------------------------------------------------
		Ir           Dr          

		100 (10.00%) 10 (10.00%)  parse(
		-- line 1 ----------------------------------------
		-- line 3 ----------------------------------------
		  .           .           leaf();
		300 (30.00%) 30 (30.00%)  => leaf.c:leaf (9x) [/lib/libl.so]
		-- line 3 ----------------------------------------

		--------------------------------------------------------------------------------
		Ir           Dr          
		--------------------------------------------------------------------------------
		600 (60.00%) 60 (60.00%)  events annotated

	END
	grep -x 'Functions:        ^parse\$' out
	grep -x 'Thresholds:       0 100' out
}

@test "several functions, whatever they cost, the largest first" {
	calls
	table --show=Ir --function=tidy --function='^l' calls >list
	same - list <<-'END'

		300 (30.00%)  < parse.c:parse (9x) [/bin/prog]
		 10 ( 1.00%)  < parse.c:tidy (1x) [/bin/prog]
		310 (31.00%)  *  leaf.c:leaf (10x) [/lib/libl.so]
		310 (31.00%)  *    (own cost)

		 70 ( 7.00%)  < main.c:main (1x) [/bin/prog]
		 70 ( 7.00%)  *  parse.c:tidy (1x) [/bin/prog]
		 60 ( 6.00%)  *    (own cost)
		 10 ( 1.00%)  >   leaf.c:leaf (1x) [/lib/libl.so]

	END
	check_same 'one expression for both' \
		'table --function=tidy --function=^l calls' \
		"table '--function=tidy|^l' calls"
	# a threshold that is given applies to functions and calls
	table --threshold=20 --function='tidy|leaf|parse' calls >list
	run -1 grep ' \* .*tidy' list
	[ "$(grep -c ' \* *[a-z]' list)" -eq 2 ]
}

@test "--tree and --inclusive leave parts out" {
	calls
	table --show=Ir --function=tidy --tree=caller calls >list
	same - list <<-'END'

		70 ( 7.00%)  < main.c:main (1x) [/bin/prog]
		70 ( 7.00%)  *  parse.c:tidy (1x) [/bin/prog]
		60 ( 6.00%)  *    (own cost)

	END
	table --show=Ir --function=tidy --tree=none calls >list
	same - list <<-'END'
		70 ( 7.00%)  parse.c:tidy (1x) [/bin/prog]
		60 ( 6.00%)    (own cost)

	END
	table --show=Ir --function=parse --inclusive=no calls >list
	same - list <<-'END'

		500 (50.00%)  *  list.h:parse [/bin/prog]

		900 (90.00%)  < main.c:main (2x) [/bin/prog]
		100 (10.00%)  *  parse.c:parse (2x) [/bin/prog]
		300 (30.00%)  >   leaf.c:leaf (9x) [/lib/libl.so]

	END
	table --show=Ir --function=parse --view=function calls | sed -n 1p |
		grep -Fx '600 (60.00%)  parse [/bin/prog]'
}

@test "on a terminal" {
	calls
	cg-annotate --width=60 --function=parse calls >all
	grep -x '300  => leaf (9x)' all
	sed '/^list.h: /,$d' all | sed '$d' >out
	same - out <<-'END'
		prog x
		Functions: parse
		1,000 instructions

		 Ir   share  function (inclusive)  file

		900  90.0 %  < main (2x)   main.c
		900  90.0 %  * parse (2x)  parse.c
		600  60.0 %  * (own cost)
		300  30.0 %  > leaf (9x)   leaf.c
		Not shown: Dr  (--show=EVENT,... shows others)

		 Ir   share  hot line
		500  50.0 %  list.h:2   next
		100  10.0 %  parse.c:1  parse(
	END
}

@test "lines for editors are lines of the functions" {
	calls
	cg-annotate --format=lines --function=parse calls >out
	same - out <<-'END'
		list.h:2: 500 (50.0%) parse: next
		parse.c:1: 100 (10.0%) parse: parse(
	END
	cg-annotate --format=lines --function=tidy calls >out
	same - out <<-'END'
		parse.c:8: 60 (6.0%) tidy: tidy(
	END
}

@test "the page has rows and sources of the functions, of shares of the whole" {
	calls
	cg-annotate --format=html --function=parse calls >page.html
	sed 's/<[^>]*>/ /g' page.html >text
	grep -F '1 of 1 that match, by inclusive' text
	grep -F 'functions parse' text
	[ "$(grep -o 'id="fn[0-9]*"' page.html)" = 'id="fn1"' ]
	grep -o 'Callers.*Callees.*leaf' text | tr -s ' ' |
		grep -x 'Callers Ir calls function 900 2 main Callees Ir calls function 300 9 leaf'
	grep -o 'data-path="[^"]*"' page.html >sources
	printf 'data-path="%s"\n' list.h parse.c | same - sources
	# hot lines are theirs, too; the picture is of all
	run -1 grep -E 'id="hot".*tidy' text
	grep -F '<g data-n="tidy" data-row=""' page.html
}

@test "inlined functions have the callers that they were inlined into" {
	inlined_profile
	table --function=clamp --function=discount calls >list
	same - list <<-'END'

		460 (46.00%)  < shop.c:total (inlined here) (7x) [prog]
		350 (35.00%)  < shop.c:main (inlined here) (~1,009x) [prog]
		810 (81.00%)  *  shop.c:discount(int, int) (inlined at 3 places) (~1,016x) [prog]
		510 (51.00%)  *    (own cost)
		300 (30.00%)  >   list.h:clamp (inlined) (17x) [prog]

		300 (30.00%)  < shop.c:discount(int, int) (inlined here) (17x) [prog]
		 20 ( 2.00%)  < shop.c:main (1x) [prog]
		320 (32.00%)  *  list.h:clamp (inlined at 1 place) (18x) [prog]
		320 (32.00%)  *    (own cost)

	END
	# a host has the own cost of its own lines
	table --function=main calls | grep -Fx '  100 (10.00%)  *    (own cost)'
	cg-annotate --format=lines --function=clamp calls >out
	same - out <<-'END'
		list.h:1: 320 (32.0%) clamp:
	END
}

@test "functions of a cycle are marked" {
	cg-annotate --auto=no --function='^(even|odd)' "$REAL/recursion.cgrind" >out
	# the cycle costs what even'2 costs, but calls of odd'2 overlap
	grep " \*  .*:even'2 (15x).* <cycle 1>$" out
	grep " \*  .*:odd'2 (14x).* <cycle 1, at most>$" out
	run -1 grep 'as a whole' out
}

# --- profiles without calls

@test "without calls, the function has no callers and callees" {
	profile plain <<-'END'
		cmd: x
		events: Ir
		fl=a.c
		fn=f
		1 60
		fl=b.h
		fn=f
		2 30
		fl=a.c
		fn=g
		3 10
	END
	table --function=f plain >list
	same - list <<-'END'
		60 (60.00%)  a.c:f
		30 (30.00%)  b.h:f

	END
	on_terminal "cg-annotate --no-pager --color=never --auto=no --function=f plain" >out
	grep -A2 -E '^ *90  90.0 %  90.0 %  f$' out | same - <(
		printf '%s\n' '90  90.0 %  90.0 %  f' '60  60.0 %            a.c' \
			'30  30.0 %            b.h'
	)
	complains "cg-annotate: plain: expected a profile with calls, as cg-collect --calls records it, for --inclusive or --tree, found one in Cachegrind's format" \
		cg-annotate --function=f --tree=both plain
	# a difference of what has no calls either
	sed 's/^1 60/1 70/; s/^summary: 100/summary: 110/' plain >new
	table --diff --function=f plain new >list
	[ "$(grep -c ':f' list)" -eq 2 ]
	run -1 grep ':g' list
}

@test "a profile in Callgrind's format need not have calls" {
	printf '%s\n' 'version: 1' 'events: Ir' fl=a.c fn=f '1 60' fn=g '2 40' >flat
	table --function=f flat >list
	same - list <<-'END'
		60 (60.00%)  a.c:f

	END
}

# --- what does not match

@test "it is an error if nothing matches, and a warning names what else does not" {
	calls
	complains 'cg-annotate: --function: "nowhere" matches nothing in the profile' \
		cg-annotate --function=nowhere calls
	complains 'cg-annotate: --function: "nowhere" matches nothing in the profile' \
		cg-annotate --format=html -o page.html --function=nowhere calls
	[ ! -e page.html ]
	cg-annotate --function=nowhere --function=leaf calls >out 2>err
	same - err <<-'END'
		cg-annotate: --function: "nowhere" matches nothing in the profile
	END
	grep -F ' *  leaf.c:leaf' out
	# what cg-filter hid is no function
	cg-filter --function=leaf calls >hidden
	complains 'cg-annotate: --function: "filtered" matches nothing in the profile' \
		cg-annotate --function=filtered hidden
}

@test "an invalid expression is an error" {
	calls
	complains 'cg-annotate: --function: "(": missing closing parenthesis at byte 2 (see cg-annotate --help)' \
		cg-annotate '--function=(' calls
}

# --- the figures of callgrind_annotate

# calls_and_costs FUNCTION: from the blocks of a function in callgrind_annotate's report or
# ours, prints the calls from and to it, then its inclusive cost. Code inlined from another
# file is a function of its own for callgrind_annotate, so equal calls are added up, and the
# inclusive cost is the largest.
calls_and_costs() {
	awk -v name=":$1" -v RS= '
		{
			n = split($0, line, "\n")
			for (i = 1; i <= n; i++)
				if (line[i] ~ / \* / && index(line[i] " ", name " ") > 0)
					print
		}' |
		sed -E -e 's/\([ 0-9.]+%\)//; s/ \[[^]]*\]$//; s/ <cycle [0-9]+(, at (most|least))?>$//' \
			-e 's|/[^ ]*/||; s/,//g; s/ +/ /g; s/^ //' |
		awk -v name="$1" '
			$2 != "*" {
				cost = $1
				n = substr($NF, 2)
				sub(/^[0-9]+ /, "")
				sub(/ \([0-9]+x\)$/, "")
				costs[$0] += cost
				calls[$0] += n
				next
			}
			/\(own cost\)/ { next }
			$1 > most { most = $1 }
			END {
				for (call in costs)
					print costs[call], call, "(" calls[call] "x)"
				print most, "*", name
			}' | sort
}

# as_callgrind_annotate PROFILE FUNCTION...
as_callgrind_annotate() {
	local profile=$1 name
	shift
	export PERL_HASH_SEED=0
	callgrind_annotate --auto=no --inclusive=yes --tree=both --threshold=100 \
		"$profile" >theirs
	callgrind_annotate --auto=no --threshold=100 "$profile" >own
	for name; do
		calls_and_costs "$name" <theirs >wanted
		[ "$(wc -l <wanted)" -gt 1 ] || fail "callgrind_annotate lacks $name" || return
		table --function="^\\Q$name\\E\$" "$profile" >list
		calls_and_costs "$name" <list | same wanted - "$name in $profile" || return
		tr -d , <own | awk -v name=":$name " '
			index($0 " ", name) > 0 { sum += $1 }
			END { print sum }' >wanted
		grep -F '(own cost)' list | tr -d , | awk '{ print $1 }' |
			same wanted - "own cost of $name" || return
	done
}

@test "the same figures as callgrind_annotate" {
	as_callgrind_annotate "$REAL/recursion.cgrind" main leaf _dl_relocate_object \
		do_lookup_x _dl_map_object_from_fd dl_main
	as_callgrind_annotate "$REAL/containers.cgrind" main malloc free
}
