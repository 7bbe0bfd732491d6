#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-diff --loops: the loops of two profiles, matched by their places in the source.

load ../lib/collecting

# both sides have a loop of work in one of main; the old one has another one, of count, and the new one
# has one of added, and works on vectors
old() {
	cat <<-'END'
		# callgrind format
		creator: by hand
		positions: instr line
		events: Ir Cy Fl FlV
		summary: 1000 3000 80 0

		ob=/old/prog
		fl=/src/prog.c
		fn=main
		0x10 30 10 10 0 0
		fl=/src/work.c
		fn=work
		# hostfl=/src/prog.c
		# hostfn=main
		0x12 10 80 400 80 0
		0x14 10 80 80 0 0
		jcnd=70/80 0x12 10
		0x14 10
		fl=/src/prog.c
		fn=main
		0x16 31 10 10 0 0
		jcnd=9/10 0x10 30
		0x16 31
		fl=/src/work.c
		fn=count.isra.0
		0x20 40 1 1 0 0
		0x22 41 30 60 0 0
		0x24 42 30 60 0 0
		jcnd=29/30 0x22 41
		0x24 42
	END
}
new() {
	cat <<-'END'
		# callgrind format
		creator: by hand
		positions: instr line
		events: Ir Cy Fl FlV
		summary: 500 1000 80 80

		ob=/new/prog
		fl=/src/prog.c
		fn=main
		0x110 30 10 10 0 0
		cfi=/src/work.c
		cfn=work
		calls=10 0x200 9
		0x110 30 40 100 80 80
		0x116 31 10 10 0 0
		jcnd=9/10 0x110 30
		0x116 31
		fl=/src/work.c
		fn=work
		0x200 9 1 1 0 0
		0x210 10 20 40 80 80
		0x212 10 20 40 0 0
		jcnd=10/20 0x210 10
		0x212 10
		fn=added
		0x220 60 5 5 0 0
		0x222 60 5 5 0 0
		jcnd=4/5 0x220 60
		0x222 60
		fn=count
		0x230 41 30 60 0 0
		0x232 41 30 60 0 0
		jcnd=29/30 0x230 41
		0x232 41
	END
}

# loops FILE FILE [OPTION...]: prints the table without blanks beside cells
loops() {
	cg-diff --loops "${@:3}" "$1" "$2" | sed 's/^ *//; s/   */|/g'
}

@test "loops are matched by their source, wherever they are inlined, the largest change first" {
	old >before && new >after
	loops before after >table
	cat >wanted <<-'END'
		old Cy|new Cy|change|%|rounds|Ir/round|Cy/round|vectors|loop
		3,000|1,000|-2,000|-66.67%|total
		500|20|-480|-96.00%|10|18.0 -> 2.0|50.0 -> 2.0|0 % -> -|main|/src/prog.c:30-31
		480|80|-400|-83.33%|80 -> 20|2.0|6.0 -> 4.0|0 % -> 100 %|work|/src/work.c:10
		0|10|+10|new|5|2.0|2.0|-|added|/src/work.c:60
		2,380|770|-1,610|-67.65%|outside loops
	END
	same wanted table
	loops before after --loops=main --top=1 >table
	grep -x '500|20|.*|main|/src/prog.c:30-31' table
	grep -x '(1 more loop: --top=N shows more)' table
	run -1 grep 'outside\|added' table
	loops before before >table
	sed 1d table | same <(printf '%s\n' '3,000|3,000|0|0.00%|total' '2,380|2,380|0|0.00%|outside loops') -
	# by instructions if a profile has no cycles
	sed 's/ Cy / Other /' after >other
	cg-diff --loops before other 2>message | grep -x ' *180 .* work .*' && return 1
	cg-diff --loops before other 2>/dev/null | grep '^ *180 '
	grep -x 'cg-diff: other has no Cy: loops are compared by Ir' message
}

@test "lines that moved, and files in other directories" {
	old >before
	mkdir v1 v2
	seq 60 >v1/work.c
	seq -f 'new %.0f' 5 >v2/work.c
	cat v1/work.c >>v2/work.c
	sed "s,/src/,$PWD/v1/,; s/ob=.old/ob=/" before >first
	awk '/^fl=/ { of_work = /work/ } of_work && /^0x/ { $2 += 5 } of_work && /^jcnd/ { $NF += 5 } 1' before |
		sed "s,/src/,$PWD/v2/,; s/^0x24 47 30 60/0x24 47 30 90/" >second
	loops first second --old-source=v1 --new-source=v2 >table
	grep -x '120|150|+30|+25.00%|30|2.0|4.0 -> 5.0|-|count|work.c:46-47' table
	[ "$(grep -c 'new|\|gone|' table)" -eq 0 ]
	# without sources, loops of files with one name match by lines
	loops first second --loops=count >table
	grep 'gone|.*v1/work.c:41-42' table
	grep 'new|.*v2/work.c:46-47' table
	sed "s,/src/,$PWD/v2/,; s/^0x22 41 30 60/0x22 41 30 90/; s/^0x24 42/0x24 43/" before >third
	loops first third | grep -x "120|150|+30|+25.00%|30|2.0|4.0 -> 5.0|-|count|$PWD/v2/work.c:41-43"
}

@test "loops without lines match in the same build only" {
	cat >before <<-'END'
		# callgrind format
		desc: Build IDs: 0102 /lib/one; 03 /lib/two
		positions: instr line
		events: Ir
		ob=/lib/one
		fl=???
		fn=made
		0x10 0 10
		jcnd=9/10 0x10 0
		0x10 0
		ob=/lib/two
		fl=???
		fn=other
		0x10 0 10
		jcnd=9/10 0x10 0
		0x10 0
	END
	sed 's/; 03/; 04/; s/0x10 0 10/0x10 0 12/' before >after
	loops before after >table
	cat >wanted <<-'END'
		old Ir|new Ir|change|%|rounds|Ir/round|loop
		20|24|+4|+20.00%|total
		0|12|+12|new|12|1.0|other|0x10-0x10
		10|0|-10|gone|10|1.0|other|0x10-0x10
		10|12|+2|+20.00%|10 -> 12|1.0|made|0x10-0x10
		0|0|0|0.00%|outside loops
	END
	same wanted table
}

@test "JSON has both sides" {
	need_schema
	old >before && new >after
	cg-diff --loops --format=json a=before after >found
	"$TESTS/lib/check-schema" found
	python3 - found >text <<-'END'
		import json, sys
		report = json.load(open(sys.argv[1]))
		for loop in report.pop('loops')[1:]:
		    print(loop)
		print(report)
	END
	cat >wanted <<-'END'
		{'function': 'work', 'old': {'file': '/src/work.c', 'first_line': 10, 'last_line': 10, 'first_address': '0x12', 'last_address': '0x14', 'copies': 1, 'entries': 1, 'entered': 10, 'rounds': 80, 'own': {'Ir': 160, 'Cy': 480, 'Fl': 80, 'FlV': 0}}, 'new': {'file': '/src/work.c', 'first_line': 10, 'last_line': 10, 'first_address': '0x210', 'last_address': '0x212', 'copies': 1, 'entries': 1, 'entered': 10, 'rounds': 20, 'own': {'Ir': 40, 'Cy': 80, 'Fl': 80, 'FlV': 80}}}
		{'function': 'added', 'new': {'file': '/src/work.c', 'first_line': 60, 'last_line': 60, 'first_address': '0x220', 'last_address': '0x222', 'copies': 1, 'entries': 1, 'entered': 1, 'rounds': 5, 'own': {'Ir': 10, 'Cy': 10, 'Fl': 0, 'FlV': 0}}}
		{'format': 'cg-diff', 'version': 1, 'by': 'loop', 'inputs': ['a', 'after'], 'events': ['Ir', 'Cy', 'Fl', 'FlV'], 'hidden': 0, 'total': {'old': {'Ir': 1000, 'Cy': 3000, 'Fl': 80, 'FlV': 0}, 'new': {'Ir': 500, 'Cy': 1000, 'Fl': 80, 'FlV': 80}}, 'outside_of_loops': {'old': {'Ir': 760, 'Cy': 2380, 'Fl': 0, 'FlV': 0}, 'new': {'Ir': 370, 'Cy': 770, 'Fl': 0, 'FlV': 0}}}
	END
	same wanted text
}

@test "a loop that the model of cycles has not looked at has no cycles of a round" {
	# what cg-cycles --loops adds: of the new side's loop of work, nothing is known
	parts='CyC CyB CbW CbV CbS CbL CbC CbF CbU'
	bounded() { sed "s/ Fl FlV$/ $parts/; s/^\(0x[0-9a-f]* [0-9]* [0-9]*\) \([0-9]*\) .*/\1 \2 \2 $1/"; }
	old | bounded '0 0 0 0 0 9 0 0' >before
	new | bounded '0 0 0 0 0 9 0 0' | sed '/^0x21[02] /s/ 9 0 0$/ 0 0 0/' >after
	loops before after >table
	grep -x '480|80|-400|-83.33%|80 -> 20|2.0|6.0 -> -|work|/src/work.c:10' table
	loops after before | grep -x '80|480|+400|+500.00%|20 -> 80|2.0|- -> 6.0|work|/src/work.c:10'
}

@test "what has no loops says what it lacks" {
	old >before && new >after
	sed 's/ instr line/ line/; s/^0x[0-9a-f]* //; /^j[uc]/,+1d; s/ 0x[0-9a-f]* / /' after >lines
	complains 'cg-diff: lines: expected costs of instructions, for --loops, as cg-collect --loops records them, found costs of lines' \
		cg-diff --loops before lines
	awk '/^jcnd/ { getline; next } 1' after >straight
	complains 'cg-diff: straight: expected jumps, for --loops, as cg-collect --loops records them, found none' \
		cg-diff --loops before straight
	complains 'cg-diff: --loops=none matches no function' cg-diff --loops=none before after
	complains 'cg-diff: --loops needs --format=text or json (see cg-diff --help)' \
		cg-diff --loops --format=csv before after
	complains 'cg-diff: --loops prints no profile and no other table: leave out --by (see cg-diff --help)' \
		cg-diff --loops --by=function before after
	complains 'cg-diff: --loops prints no profile and no other table: leave out --limit (see cg-diff --help)' \
		cg-diff --loops --limit=Ir=+1% before after
	sed 's/^creator.*/&\ndesc: Cycle model: zen3, llvm-mca/' after >zen
	sed 's/^creator.*/&\ndesc: Cycle model: skylake, llvm-mca/' before >sky
	run -2 cg-diff --loops sky zen
	[[ $output == *'different models'* || $output == *skylake*zen3* ]]
}
