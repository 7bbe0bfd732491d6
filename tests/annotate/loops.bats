#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-annotate --loops: how often loops ran, and what a round costs.

load ../lib/collecting

# work has a loop of 10 rounds, with one of 4 rounds in it, and calls leaf in each round
nested() {
	cat <<-'END'
		# callgrind format
		version: 1
		creator: by hand
		cmd: prog x
		positions: instr line
		events: Ir Cy
		summary: 1000 2000

		ob=/bin/prog
		fl=work.c
		fn=work
		0x10 5 1 2
		0x12 6 10 20
		0x14 7 40 100
		0x16 8 40 100
		jcnd=30/40 0x14 7
		0x16 8
		0x18 9 10 10
		cfi=leaf.c
		cfn=leaf
		calls=10 0x100 1
		0x18 9 300 900
		0x1a 6 10 10
		jcnd=9/10 0x12 6
		0x1a 6
		0x1c 10 1 1
		fl=leaf.c
		fn=leaf
		0x100 1 888 1757
	END
}

# loops FILE [OPTION...]: prints the table without rules and paths of objects
loops() {
	cg-annotate --loops "${@:2}" "$1" | sed '1,/TOTALS/d; /^--*$/d; /^$/d; s/ \[[^]]*\]$//; s/ *$//'
}

@test "a loop with one in it, their rounds, and what is outside" {
	nested >profile
	loops profile >table
	cat >wanted <<-'END'
		Ir           Cy           entered rounds rounds each Ir/round Cy/round  loop
		110 (11.00%) 240 (12.00%)       1     10        10.0     11.0     24.0  work work.c:6-9
		300 (30.00%) 900 (45.00%)                                                 (calls)
		 80 ( 8.00%) 200 (10.00%)      10     40         4.0      2.0      5.0    work work.c:7-8
		88.00 % of Cy is in code outside loops, which loops may call
	END
	same wanted table
}

@test "options choose events, order and loops as they do for functions" {
	nested >profile
	loops profile --show=Ir --show-percs=no --sort=Ir >table
	cat >wanted <<-'END'
		Ir  entered rounds rounds each Ir/round  loop
		110       1     10        10.0     11.0  work work.c:6-9
		300                                        (calls)
		 80      10     40         4.0      2.0    work work.c:7-8
		89.00 % of Ir is in code outside loops, which loops may call
	END
	same wanted table
	loops profile --threshold=11 --show=Cy >table
	cat >wanted <<-'END'
		Cy           entered rounds rounds each Cy/round  loop
		240 (12.00%)       1     10        10.0     24.0  work work.c:6-9
		900 (45.00%)                                        (calls)
		88.00 % of Cy is in code outside loops, which loops may call
		(1 more loop: --threshold=0 shows it)
	END
	same wanted table
	loops profile --inclusive --show=Cy >table
	cat >wanted <<-'END'
		Cy             entered rounds rounds each Cy/round  loop (inclusive)
		1,140 (57.00%)       1     10        10.0     24.0  work work.c:6-9
		  240 (12.00%)                                        (own cost)
		  200 (10.00%)      10     40         4.0      5.0    work work.c:7-8
		88.00 % of Cy is in code outside loops, which loops may call
	END
	same wanted table
	loops profile --top=0 | grep -x '(2 more loops: --threshold=0 without --top shows them)'
}

@test "of functions that match" {
	nested >profile
	loops profile --loops=work >table
	grep -x ' *110 .* work work.c:6-9' table
	grep -x '0.15 % of Cy is in code of these functions outside loops, which loops may call' table
	loops profile --function=leaf >table
	run -1 grep work table
	complains 'cg-annotate: --loops=wor$ matches no function' cg-annotate --loops='wor$' profile
}

@test "on a terminal, cycles first, and columns as far as they fit" {
	nested >profile
	cg-annotate --loops --width=84 profile | sed '1,/^$/d' >table
	cat >wanted <<-'END'
		Cy share  with calls  loop                entered  rounds each  Ir/round  Cy/round
		  12.0 %      57.0 %  work  work.c:6-9          1         10.0      11.0      24.0
		  10.0 %      10.0 %    work  work.c:7-8       10          4.0       2.0       5.0

		88.00 % of Cy is in code outside loops, which loops may call
	END
	same wanted table
	cg-annotate --loops --width=80 profile | grep -x ' *12.0 %  work  work.c:6-9 .* 24.0'
	for width in 20 30 40 60 80; do
		cg-annotate --loops --width=$width profile | sed '1,/^$/d' >fitted
		grep -q work fitted
		awk -v width=$width 'length > width { exit 1 }' fitted || fail "$width" || return
	done
}

# with what cg-cycles --loops adds: the inner loop waits for additions, and the outer one for
# what was mispredicted
bounded() {
	nested | awk '
		function counts(n, cy, part,   i, text) {
			# CyC CyB CyF Cy2 CyM, then CbW CbV CbS CbL CbC CbF CbU
			split(part, parts, ",")
			text = n
			for (i = 1; i <= 13; i++)
				text = text " " (parts[i] == "" ? 0 : parts[i])
			return text
		}
		/^events/ { print "events: Ir Cy Bcm CyC CyB CyF Cy2 CyM CbW CbV CbS CbL CbC CbF CbU"; next }
		/^summary/ { next }
		/^0x14 7 40/ { print "0x14 7 40 100 0 95 0 0 0 5 0 0 10 0 90 40 0"; next }
		/^0x16 8 40/ { print "0x16 8 40 100 0 100 0 0 0 0 0 0 0 0 90 40 20"; next }
		/^0x18 9 10/ { print "0x18 9 10 300 5 10 290 0 0 0 0 0 0 0 0 10 0"; next }
		{ print }'
}

@test "what limits a round, and what is left without it" {
	need_schema
	bounded >profile
	cg-annotate --loops --width=160 profile | sed '1,/^$/d; /^$/,$d' >table
	cat >wanted <<-'END'
		Cy share  with calls  loop                entered  rounds each  Ir/round  Cy/round  bound by                                  without it
		  23.1 %      62.4 %  work  work.c:6-9          1         10.0      11.0      53.0  mispredictions: 1 of 2.0 rounds (line 9)  24.0 latency
		   8.7 %       8.7 %    work  work.c:7-8       10          4.0       2.0       5.0  latency: 4.5 of 5.0 (line 7)              2.1 front end
	END
	same wanted table
	# with less room, the cost that is limited stays
	cg-annotate --loops --width=80 profile | sed '1,/^$/d; /^$/,$d' >table
	cat >wanted <<-'END'
		Cy share  loop                Cy/round  bound by
		  23.1 %  work  work.c:6-9        53.0  mispredictions: 1 of 2.0 rounds (line 9)
		   8.7 %    work  work.c:7-8       5.0  latency: 4.5 of 5.0 (line 7)
	END
	same wanted table
	cg-annotate --loops --format=html -o page.html profile
	grep -qF '<th scope="col" class="m">bound by</th><th scope="col" class="m">without it</th>' page.html
	grep -qF '<td class="m">latency: 4.5 of 5.0 (line 7)</td><td class="m">2.1 front end</td>' page.html
	for width in 20 30 40 50 60 70 80 90 100 110 120 130; do
		cg-annotate --loops --width=$width profile | sed '1,/^$/d; /^$/,$d' >fitted
		awk -v width=$width 'length > width { exit 1 }' fitted || fail "$width" || return
	done
	# a pipe has both, and no column of a bound
	loops profile >report
	grep '  24.0 latency  *work work.c:6-9' report
	run -1 grep CbC report
	cg-annotate --loops --show=CbC --show-percs=no profile | grep '^180 .* work.c:7-8'
	cg-annotate --loops --auto=no --format=json profile >report
	"$TESTS/lib/check-schema" report
	python3 - report >found <<-'END'
		import json, sys
		for name in 'bound_by', 'cycles_without', 'then_bound_by':
		    print(json.load(open(sys.argv[1]))['loops'][0]['loops'][0][name])
	END
	cat >wanted <<-'END'
		{'name': 'latency', 'cycles': 180, 'file': 'work.c', 'line': 7}
		85
		{'name': 'front end', 'cycles': 80}
	END
	same wanted found
	# what explains less than half of the core's cycles limits nothing
	sed '/^0x1[46]/s/ 90 40 / 40 40 /' profile >vague
	cg-annotate --loops --width=160 vague | grep 'work.c:7-8 .* 5.0  -  *-$'
}

@test "a loop that the model of cycles has not looked at is not estimated" {
	bounded | sed -E '/^0x1[246a] /s/^(0x.. [0-9]+ [0-9]+ [0-9]+ 0 [0-9]+ 0 0 0 [0-9]+) .*/\1/' |
		sed 's/^events: .*/& Fl ByR ByW/; s/^0x14 .*/& 0 0 0 0 0 0 0 30 20 10/' >profile
	cg-annotate --loops --width=160 profile | sed '1,/^$/d; /^$/,$d' >table
	grep -E 'work.c:7-8 +10 +4.0 +2.0 +-  not estimated +-$' table
	# what is in it and around it was
	grep 'work.c:6-9 .* 53.0  mispredictions' table
	cg-annotate --loops --show=Cy,CyC profile | grep ' -  *4.9  not estimated'
	cg-annotate --loops --format=html profile >page
	grep -F '<td>-</td><td class="m">not estimated</td><td class="m">-</td>' page
	run -1 grep '<title>work work.c:7-8' page
	# no bounds at all: nothing tells
	sed 's/ CbW CbV/ XbW XbV/' profile >unknown
	cg-annotate --loops --width=160 unknown | grep 'work.c:7-8 .* 5.0$'
	cg-annotate --loops --format=html unknown | grep '<title>work work.c:7-8'
}

@test "what share of floating-point operations vectors do" {
	nested | sed 's/^events: .*/events: Ir Cy Fl FlV/; /^summary/d; s/^0x14 7 40 100$/& 120 90/' >profile
	loops profile --show=Cy --show-percs=no >table
	cat >wanted <<-'END'
		Cy  entered rounds rounds each vectors Cy/round  loop
		240       1     10        10.0    75 %     24.0  work work.c:6-9
		900                                                (calls)
		200      10     40         4.0    75 %      5.0    work work.c:7-8
		88.00 % of Cy is in code outside loops, which loops may call
	END
	same wanted table
	# a loop without any
	sed 's/^0x14 7 40 100 120 90/0x14 7 40 100/; s/^0x12 6 10 20$/& 3 0/' profile >other
	loops other --show=Cy --show-percs=no >table
	grep ' 0 %     24.0  work' table
	grep ' -      5.0    work' table
}

@test "without lines, jumps back to where the function begins, and one instruction" {
	cat >profile <<-'END'
		# callgrind format
		positions: instr line
		events: Ir
		ob=
		fl=???
		fn=made
		0x7f10 0 1000
		jcnd=990/1000 0x7f10 0
		0x7f10 0
		0x7f12 0 10
		jcnd=7/10 0x7f10 0
		0x7f12 0
		0x7f14 0 3
	END
	loops profile --show-percs=no >table
	cat >wanted <<-'END'
		Ir    entered rounds rounds each Ir/round  loop
		1,010       3  1,000       333.3      1.0  made 0x7f10-0x7f12
		0.30 % of Ir is in code outside loops, which loops may call
	END
	same wanted table
}

@test "an instruction that repeats itself is begun once a round" {
	cat >profile <<-'END'
		# callgrind format
		positions: instr line
		events: Ir
		ob=/bin/prog
		fl=work.c
		fn=work
		0x10 5 1
		0x12 6 5000
		0x14 6 5
		jcnd=4/5 0x12 6
		0x14 6
		0x16 7 1
	END
	loops profile --show-percs=no >table
	cat >wanted <<-'END'
		Ir    entered rounds rounds each Ir/round  loop
		5,005       1      5         5.0  1,001.0  work work.c:6
		0.04 % of Ir is in code outside loops, which loops may call
	END
	same wanted table
	# also where the function begins
	sed '/^0x10/d' profile >first
	loops first --show-percs=no | grep -x '5,005       1      5         5.0  1,001.0  work work.c:6'
}

@test "copies of a loop are one, and calls that lead back are no cost" {
	cat >profile <<-'END'
		# callgrind format
		positions: instr line
		events: Ir
		ob=/bin/prog
		fl=work.c
		fn=work
		0x10 5 2
		0x12 6 20
		0x14 7 20
		jcnd=18/20 0x12 7
		0x14 7
		0x16 6 6
		0x18 7 6
		jcnd=4/6 0x16 7
		0x18 7
		0x1a 9 2
		0x1c 9 8
		cfn=again
		calls=8 0x100 20
		0x1c 9 500
		0x1e 10 8
		jcnd=6/8 0x1c 10
		0x1e 10
		0x20 11 2
		fn=again
		0x100 20 8
		cfn=work
		calls=8 0x10 5
		0x100 20 400
	END
	loops profile --show-percs=no >table
	cat >wanted <<-'END'
		Ir entered rounds rounds each Ir/round  loop
		52       4     26         6.5      2.0  work work.c:6-7 (2 copies)
		16       2      8         4.0      2.0  work work.c:9-10 (recursive)
		17.07 % of Ir is in code outside loops, which loops may call
	END
	same wanted table
}

@test "a loop belongs to the function that has it, not to its inlined condition" {
	cat >profile <<-'END'
		# callgrind format
		positions: instr line
		events: Ir
		ob=/bin/prog
		fl=work.c
		fn=work
		0x10 5 1
		fl=each.h
		fn=each
		# hostfl=work.c
		# hostfn=work
		0x12 21 8
		# inlined
		cfi=more.h
		cfn=more
		calls=8 0x14 9
		0x14 21 16
		fl=more.h
		fn=more
		# hostfl=work.c
		# hostfn=work
		0x14 9 8
		0x16 9 8
		jcnd=7/8 0x12 21
		0x16 9
		fl=work.c
		fn=work
		# inlined
		cfi=each.h
		cfn=each
		calls=1 0x12 21
		0x12 5 24
		0x18 6 1
	END
	loops profile --show-percs=no >table
	cat >wanted <<-'END'
		Ir entered rounds rounds each Ir/round  loop
		24       1      8         8.0      3.0  each each.h:21
		7.69 % of Ir is in code outside loops, which loops may call
	END
	same wanted table
	# with an instruction of its own in the loop, it is the host's
	sed 's/^0x18 6 1$/&\n0x13 6 8/' profile >host
	loops host --show-percs=no | grep ' work work.c:6$'
	# but not with one that stands before the call
	sed 's/^0x18 6 1$/&\n0x13 4 8/' profile >stray
	loops stray --show-percs=no | grep ' each each.h:21$'
}

@test "JSON has the loops in each other" {
	need_schema
	nested >profile
	cg-annotate --loops --auto=no --format=json profile >report
	"$TESTS/lib/check-schema" report
	python3 - report >found <<-'END'
		import json, sys
		report = json.load(open(sys.argv[1]))
		outer, = report['loops']
		inner, = outer.pop('loops')
		print(outer, inner, report['hidden_loops'], report['outside_of_loops'], sep='\n')
	END
	cat >wanted <<-'END'
		{'file': 'work.c', 'function': 'work', 'first_line': 6, 'last_line': 9, 'object': '/bin/prog', 'first_address': '0x12', 'last_address': '0x1a', 'copies': 1, 'entries': 1, 'entered': 1, 'rounds': 10, 'own': {'Ir': 110, 'Cy': 240}, 'calls': {'Ir': 300, 'Cy': 900}}
		{'file': 'work.c', 'function': 'work', 'first_line': 7, 'last_line': 8, 'object': '/bin/prog', 'first_address': '0x14', 'last_address': '0x16', 'copies': 1, 'entries': 1, 'entered': 10, 'rounds': 40, 'own': {'Ir': 80, 'Cy': 200}}
		0
		{'Ir': 890, 'Cy': 1760}
	END
	same wanted found
}

# table_of ID FILE: the rows of a table of a page, cells apart by "|", an em space as "_"
table_of() {
	sed -n "/id=\"$1\"/,/<\/table>/p" "$2" | grep '^<t[hr]\|^<thead' |
		sed 's/<svg.*<\/svg>//; s/<\/t[hd]>/|/g; s/<[^>]*>//g; s/\xe2\x80\x83/_/g; s/|$//'
}

@test "the page has the same table, with links to functions and lines" {
	nested >profile
	seq 20 >work.c
	cg-annotate --loops --format=html profile >page
	table_of loop-list page >table
	cat >wanted <<-'END'
		Cy share||with calls|loop|lines|entered|rounds|rounds each|Ir/round|Cy/round
		12.0%||57.0%|work|work.c:6-9|1|10|10.0|11.0|24.0
		10.0%||10.0%|__work|work.c:7-8|10|40|4.0|2.0|5.0
	END
	same wanted table
	grep '^<tr id="lp' page | grep -o 'id="lp[0-9]*"\|<a href="#f[^"]*">work[^<]*</a>' >links
	same links - <<-'END'
		id="lp1"
		<a href="#fn2">work</a>
		<a href="#f2L6">work.c:6</a>
		id="lp2"
		<a href="#fn2">work</a>
		<a href="#f2L7">work.c:7</a>
	END
	grep -q '<tr id="f2L7"' page
	grep -q '<a href="#loops">Loops</a>' page
	grep -x '<p class="dim">88.00 % of Cy is in code outside loops, which loops may call</p>' page
	# a loop without lines has addresses and no link
	sed 's/^\(0x[0-9a-f]*\) [0-9]*/\1 0/; s/\(jcnd=[^ ]* [^ ]*\) [0-9]*/\1 0/' profile |
		cg-annotate --loops --format=html --threshold=11 - >bare
	grep '^<tr id="lp1">.*<td class="m dim">0x12-0x1a</td>' bare
	grep -x '<p class="dim">(1 more loop: --threshold=0 shows it)</p>' bare
}

@test "the page has a roofline if operations, bytes and cycles were counted" {
	nested | sed 's/Ir Cy$/& Fl ByR ByW/; s/^\(0x14 7 40 100\|0x16 8 40 100\)$/& 80 150 10/
		s/^creator.*/&\ndesc: Cycle model: skylake, llvm-mca 14.0.6, L1 9; memory of skylake: L2 30, LL 220, walk 25, line 10/; /^summary/d' >profile
	cg-annotate --loops --format=html profile >page
	# the outer loop is mostly the inner one, which has the point
	grep -o '<a href="#lp[0-9]*"><title>.*' page | sed 's/<circle.*//' |
		same <(echo '<a href="#lp2"><title>work work.c:7-8: 0.5 operations a byte, 0.8 a cycle, 10.0% of Cy</title>') -
	roofs() {
		sed "$1" profile | cg-annotate --loops --format=html - |
			sed -n 's/.*>\([a-zA-Z0-9, ]*: [0-9.B ]*\)<\/text>.*/\1/p'
	}
	roofs '' | same - <(printf '%s\n' 'L1: 96 B' 'L2: 64 B' 'L3: 32 B' 'memory: 6.4 B' \
		'scalar: 4' '128 bit: 8' '256 bit: 16')
	# levels that move as much have one slope; a model without memory, or without L3, has none of it
	roofs 's/skylake, \(.*\); memory.*/znver3, \1/' |
		same - <(printf '%s\n' 'L1: 96 B' 'L2, L3: 32 B' 'scalar: 6' '128 bit: 12' '256 bit: 24')
	roofs 's/skylake, \(.*\)line 10/haswell, \1line 0/' |
		same - <(printf '%s\n' 'L1: 96 B' 'L2: 64 B' 'scalar: 4' '128 bit: 8' '256 bit: 16')
	# a roof that is not known is not drawn
	sed 's/skylake/other/' profile | cg-annotate --loops --format=html - >page
	grep -q 'class="loop" cx' page
	run -1 grep 'class="roof"' page
	grep "The roofs of the cycle model's core are not known" page
	sed 's/ByW/Other/' profile | cg-annotate --loops --format=html - >page
	run -1 grep 'id="roofline"' page
}

@test "loops of random code ran as often as the walks through it" {
	for seed in 1 2 3 4; do
		"$TESTS/lib/loop-walks" $seed profile | sort >wanted
		loops profile --threshold=0 --show-percs=no |
			awk '{ gsub(",", ""); name = $0; sub(/f[0-9]+ 0x.*/, "", name)
				fields = split(name, field); sub(/.*[0-9-] /, "", name) }
				/ f[0-9]+ 0x/ { print $(fields + 1), (length(name) - 1) / 2, \
					$(fields + 2), $2, $3, $1 }' | sort >found
		[ "$(wc -l <wanted)" -gt 15 ]
		same wanted found "seed $seed" || return
	done
}

@test "what has no loops says what it lacks" {
	nested >profile
	sed 's/ instr line/ line/; s/^0x[0-9a-f]* //; /^j[uc]/d; s/ 0x[0-9a-f]* / /' profile >lines
	complains 'cg-annotate: lines: expected costs of instructions, for --loops, as cg-collect --loops records them, found costs of lines' \
		cg-annotate --loops lines
	awk '/^jcnd/ { getline; next } 1' profile >straight
	complains 'cg-annotate: straight: expected jumps, for --loops, as cg-collect --loops records them, found none' \
		cg-annotate --loops straight
	sed 's/Ir Cy/Dr Cy/' profile >other
	complains 'cg-annotate: other: expected the event Ir, for --loops' cg-annotate --loops other
	complains 'cg-annotate: --loops and --asm exclude each other (see cg-annotate --help)' \
		cg-annotate --loops --asm profile
	complains 'cg-annotate: --loops needs --format=text, html or json (see cg-annotate --help)' \
		cg-annotate --loops --format=lines profile
	complains 'cg-annotate: --diff has no loops (see cg-annotate --help)' \
		cg-annotate --loops --diff profile profile
}

# bats test_tags=slow
@test "loops of a program, by both compilers, without and with optimisation" {
	local cc level entered rounds name
	need_command gcc gcc
	need_command clang clang
	for cc in gcc clang; do
		for level in 0 1 2; do
			$cc -g -O$level -o program "$TESTS/programs/loops.c"
			cg-collect -q --loops --cache-sim=no --client-stdout=stated -o profile ./program
			loops profile --threshold=0 --show=Ir --show-percs=no |
				sed -n 's/,//g; s/ [^ ]*loops\.c:.*//p' |
				awk '{ inner = match($0, /   *[a-z]*$/) && RLENGTH > length($6) + 3 ? "." : ""
					print $6 inner, $2, $3 }' >found
			while read -r name entered rounds; do
				grep -qx "$name $entered $rounds" found ||
					{ grep "^$name" found; fail "$cc -O$level: $name $entered $rounds"; } || return
			done < <(awk -v level=$level '{ print $1, $(level == 0 ? 4 : 2), $(level == 0 ? 5 : 3) }' stated)
			[ "$(wc -l <stated)" -eq 10 ]
		done
	done
}
