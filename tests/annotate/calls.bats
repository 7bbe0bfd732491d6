#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-annotate and cg-sum on profiles with calls: objects, callers and callees, and
# inclusive costs, compared with callgrind_annotate.

load ../lib/assertions
load ../lib/profiles

setup_file() {
	collect_once collect_profiles
}

# makes profiles by Callgrind: of a C++ program, a recursive one and a threaded one
collect_profiles() {
	mkdir src
	cp "$TESTS"/programs/{containers.cc,recursion.c,threads.c} src
	c++ -g -O2 -o containers src/containers.cc
	cc -g -O1 -o recursion src/recursion.c
	cc -g -O1 -pthread -o threads src/threads.c
	collect containers
	collect recursion --cache-sim=yes --dump-instr=yes
	collect threads --separate-threads=yes
	rm threads.cgrind
}

collect() {
	local program=$1
	shift
	valgrind -q --tool=callgrind --callgrind-out-file="$program.cgrind" \
		"$@" "./$program" >/dev/null
}

setup() {
	enter_tmpdir
	REAL=$PROFILES
}

# main calls work twice, work calls itself through inlined code, and a library;
# the library's function also has costs from an unknown caller
calls() {
	cat >calls <<-'END'
		# callgrind format
		version: 1
		creator: by hand
		pid: 12
		part: 1
		cmd: prog x
		desc: I1 cache:
		desc: Trigger: Program termination
		positions: line
		events: Ir Dr
		summary: 1000 50

		ob=/bin/prog
		fl=main.c
		fn=main
		3 10 1
		4 20 2
		cfi=work.c
		cfn=work
		calls=2 10
		4 960 46
		fl=work.c
		fn=work
		10 60 6
		fi=list.h
		7 600 30
		cfi=work.c
		cfn=work
		calls=5 10
		7 500 20
		fe=work.c
		cob=/lib/libl.so
		cfi=l.c
		cfn=leaf
		calls=9 1
		12 300 10

		ob=/lib/libl.so
		fl=l.c
		fn=leaf
		2 300 10

		totals: 990 49
	END
	printf 'int a;\n//\nint x;\nwork(); work();\n//\n' >main.c
	touch -d 2001-01-01 main.c
}

# annotates ARGUMENT...: cg-annotate of the file "calls" must print standard
# input, without the part before the totals
annotates() {
	cat >wanted
	cg-annotate "$@" calls >out || return
	sed '1,/^Auto-annotation/d' out >report
	same wanted report "cg-annotate $*"
}

# sums ARGUMENT...: cg-sum of the file "calls" must print standard input
sums() {
	cat >wanted
	cg-sum "$@" calls >out || return
	same wanted out "cg-sum $*"
}

# --- calls in reports

@test "the report names the command, the process and the producer" {
	calls
	cg-annotate --auto=no calls >out
	sed '/^Include dirs/,$d' out >head
	same - head <<-'END'
		--------------------------------------------------------------------------------
		Trigger: Program termination
		Command:          prog x
		Process:          PID 12, part 1
		Creator:          by hand
		Data file:        calls
		Events recorded:  Ir Dr
		Events shown:     Ir Dr
		Event sort order: Ir Dr
		Thresholds:       0.1 100
	END
}

@test "objects are shown, and calls beside the line that makes them" {
	calls
	annotates <<-'END'

		--------------------------------------------------------------------------------
		Ir             Dr          
		--------------------------------------------------------------------------------
		1,000 (100.0%) 50 (100.0%)  PROGRAM TOTALS

		--------------------------------------------------------------------------------
		Ir           Dr           file:function
		--------------------------------------------------------------------------------
		600 (60.00%) 30 (60.00%)  list.h:work [/bin/prog]
		300 (30.00%) 10 (20.00%)  l.c:leaf [/lib/libl.so]
		 60 ( 6.00%)  6 (12.00%)  work.c:work [/bin/prog]
		 30 ( 3.00%)  3 ( 6.00%)  main.c:main [/bin/prog]

		--------------------------------------------------------------------------------
		-- Auto-annotated source: main.c
		--------------------------------------------------------------------------------
		Ir           Dr          

		  .           .           int a;
		  .           .           //
		 10 ( 1.00%)  1 ( 2.00%)  int x;
		 20 ( 2.00%)  2 ( 4.00%)  work(); work();
		960 (96.00%) 46 (92.00%)  => work.c:work (2x) [/bin/prog]
		  .           .           //

		--------------------------------------------------------------------------------
		The following files chosen for auto-annotation could not be found:
		--------------------------------------------------------------------------------
		  l.c
		  list.h
		  work.c

		--------------------------------------------------------------------------------
		Ir          Dr         
		--------------------------------------------------------------------------------
		30 ( 3.00%) 3 ( 6.00%)  events annotated

	END
}

@test "--tree: the lines of each file are a separate function, as without it" {
	calls
	annotates --auto=no --tree=both --show=Ir <<-'END'

		--------------------------------------------------------------------------------
		Ir             
		--------------------------------------------------------------------------------
		1,000 (100.0%)  PROGRAM TOTALS

		--------------------------------------------------------------------------------
		Ir            file:function
		--------------------------------------------------------------------------------

		600 (60.00%)  *  list.h:work [/bin/prog]
		500 (50.00%)  >   work.c:work (5x) [/bin/prog]

		300 (30.00%)  < work.c:work (9x) [/bin/prog]
		300 (30.00%)  *  l.c:leaf [/lib/libl.so]

		960 (96.00%)  < main.c:main (2x) [/bin/prog]
		500 (50.00%)  < list.h:work (5x) [/bin/prog]
		 60 ( 6.00%)  *  work.c:work [/bin/prog]
		300 (30.00%)  >   l.c:leaf (9x) [/lib/libl.so]

		 30 ( 3.00%)  *  main.c:main [/bin/prog]
		960 (96.00%)  >   work.c:work (2x) [/bin/prog]

	END
}

@test "--inclusive: the cost charged to callers, without recursive calls" {
	calls
	annotates --auto=no --inclusive --tree=caller --show=Ir <<-'END'

		--------------------------------------------------------------------------------
		Ir             
		--------------------------------------------------------------------------------
		1,000 (100.0%)  PROGRAM TOTALS

		--------------------------------------------------------------------------------
		Ir            file:function (inclusive)
		--------------------------------------------------------------------------------

		990 (99.00%)  *  main.c:main [/bin/prog]

		960 (96.00%)  < main.c:main (2x) [/bin/prog]
		500 (50.00%)  < work.c:work (5x) [/bin/prog]
		960 (96.00%)  *  work.c:work [/bin/prog]

		300 (30.00%)  < work.c:work (9x) [/bin/prog]
		300 (30.00%)  *  l.c:leaf [/lib/libl.so]

	END
	cg-annotate --auto=no --inclusive=yes --tree=none calls >out
	[ "$(grep -c '[<>*] ' out)" -eq 0 ]
	cg-annotate --auto=no --tree=calling calls >out
	[ "$(grep -c ' >  ' out)" -eq 3 ]
	[ "$(grep -c ' < ' out)" -eq 0 ]
	cg-annotate --auto=no --inclusive=no calls >out
	cg-annotate --auto=no calls | same - out
}

@test "the members of a cycle are marked, and the cycle has a row" {
	cat >calls <<-'END'
		version: 1
		events: Ir
		fl=a.c
		fn=main
		1 1
		cfn=even
		calls=1 2
		1 107
		fn=even
		2 3
		cfn=odd
		calls=2 3
		2 150
		fn=odd
		3 4
		cfn=even
		calls=1 2
		3 50
		cfn=leaf
		calls=5 4
		3 100
		fn=leaf
		4 100
	END
	annotates --auto=no --inclusive <<-'END'

		--------------------------------------------------------------------------------
		Ir           
		--------------------------------------------------------------------------------
		108 (100.0%)  PROGRAM TOTALS (calculated)

		--------------------------------------------------------------------------------
		Ir            file:function (inclusive)
		--------------------------------------------------------------------------------
		108 (100.0%)  a.c:main
		107 (99.07%)  <cycle 1> as a whole: even and odd
		107 (99.07%)  a.c:even <cycle 1>
		104 (96.30%)  a.c:odd <cycle 1, at least>
		100 (92.59%)  a.c:leaf

	END
}

@test "small calls are combined into one line" {
	cat >calls <<-'END'
		version: 1
		events: Ir
		fl=a.c
		fn=main
		1 200
		cfn=f
		calls=1 1
		1 770
		cfn=g
		calls=1 1
		1 20
		cfn=h
		calls=1 1
		1 10
		fn=f
		1 670
		cfn=g
		calls=3 1
		1 60
		cfn=h
		calls=4 1
		1 40
		fn=g
		1 80
		fn=h
		1 50
	END
	cg-annotate --auto=no --tree=both --threshold=5 calls >out
	sed '1,/file:function/d' out | sed 1d >table
	same - table <<-'END'

		770 (77.00%)  < a.c:main (1x)
		670 (67.00%)  *  a.c:f
		 60 ( 6.00%)  >   a.c:g (3x)
		 40 ( 4.00%)  >   a.c:h (4x)

		200 (20.00%)  *  a.c:main
		770 (77.00%)  >   a.c:f (1x)
		 30 ( 3.00%)  >   (2 more)

		 60 ( 6.00%)  < a.c:f (3x)
		 20 ( 2.00%)  < a.c:main (1x)
		 80 ( 8.00%)  *  a.c:g

		 40 ( 4.00%)  < a.c:f (4x)
		 10 ( 1.00%)  < a.c:main (1x)
		 50 ( 5.00%)  *  a.c:h

	END
	cg-annotate --auto=no --tree=both --threshold=0 calls >out
	[ "$(grep -c '[<>]  *a.c' out)" -eq 10 ]
	# one is not hidden by a line as long as its own
	cg-annotate --auto=no --tree=calling --threshold=2 calls | grep 'a.c:h (1x)'
}

@test "calls are shown for lines past the end of the source and for lines without costs" {
	cat >calls <<-'END'
		version: 1
		events: Ir
		fl=main.c
		fn=main
		2 1
		4 1
		cfn=f
		calls=3 7
		4 10
		cfn=g
		calls=1 7
		5 20
		cfn=f
		calls=1 7
		9 5
		fn=f
		7 15
		fn=g
		7 20
	END
	printf 'int a;\nint b;\n' >main.c
	touch -d 2001-01-01 main.c
	cg-annotate --show-percs=no --threshold=0 calls >out
	sed '1,/^-- Auto/d; /^@@/,$d' out | sed '$d' >lines
	same - lines <<-'END'
		--------------------------------------------------------------------------------
		Ir 

		 .  int a;
		 1  int b;
		 1  <bogus line 4>
		10  => main.c:f (3x)
		 .  <bogus line 5>
		20  => main.c:g (1x)
		35  <bogus line 7>
		 .  <bogus line 9>
		 5  => main.c:f (1x)
	END
}

@test "a source with only calls of unknown lines has no information" {
	calls
	cat >>calls <<-'END'

		ob=/bin/prog
		fl=plugin.c
		fn=load
		cfi=work.c
		cfn=work
		calls=1 10
		0 60 6
	END
	touch plugin.c
	cg-annotate --threshold=0 calls plugin.c |
		sed -n '/annotated source: plugin.c/,/^$/p' >report
	same - report <<-'END'
		-- User-annotated source: plugin.c
		--------------------------------------------------------------------------------
		  No information has been collected for plugin.c

	END
}

@test "calls of a line that is inlined into several functions are added up" {
	cat >calls <<-'END'
		version: 1
		events: Ir
		fl=a.c
		fn=f
		fi=main.c
		1 1
		cfi=a.c
		cfn=h
		calls=2 9
		1 20
		fl=a.c
		fn=g
		fi=main.c
		1 5
		cfi=a.c
		cfn=h
		calls=1 9
		1 10
		fl=a.c
		fn=h
		9 30
	END
	printf 'h();\n' >main.c
	touch -d 2001-01-01 main.c
	cg-annotate --show-percs=no calls | grep -A 1 'h();$' >out
	same - out <<-'END'
		 6  h();
		30  => a.c:h (3x)
	END
}

@test "a call that names no object finds the function of its file" {
	# as written by pprof
	cat >calls <<-'END'
		positions: instr line
		events: cpu(nanoseconds)

		ob=(1) /usr/bin/srv
		fl=(1) /src/main.go
		fn=(1) main.main
		0x100 10 7
		cfl=(2) /src/work.go
		cfn=(2) main.work
		calls=0 0x200 20
		0x100 10 300

		ob=(2) libz.so
		fl=(2)
		fn=(2)
		0x200 20 300
	END
	cg-annotate --auto=no --inclusive --tree=calling --show-percs=no calls >out
	sed '1,/file:function/d' out | sed 1d >table
	same - table <<-'END'

		             307  *  /src/main.go:main.main [/usr/bin/srv]
		             300  >   /src/work.go:main.work (0x) [libz.so]

		             300  *  /src/work.go:main.work [libz.so]

	END
}

@test "an event without counts does not affect the order or the threshold" {
	cat >calls <<-'END'
		version: 1
		events: leaked allocated
		fl=a.c
		fn=f
		1 0 70
		fn=g
		1 0 30
	END
	cg-annotate --auto=no --show-percs=no --threshold=20 calls >out
	grep -qx 'Thresholds:       100 20' out
	sed '1,/file:function/d' out | sed 1d >table
	same - table <<-'END'
		     0        70  a.c:f
		     0        30  a.c:g

	END
	cg-annotate --auto=no --sort=leaked:20,allocated:50 --show-percs=no calls >out
	grep -qx 'Thresholds:       20 50' out
	[ "$(grep -c 'a\.c:[fg]$' out)" -eq 1 ]
}

@test "calls with a number of 0 are calls" {
	cat >calls <<-'END'
		version: 1
		events: totB
		fl=a.c
		fn=main
		3
		cfn=f
		calls=0 7
		3 100
		fn=f
		7 100
		totals: 100
	END
	cg-annotate --auto=no --inclusive --tree=caller calls >out
	sed '1,/file:function/d' out | sed 1d >table
	same - table <<-'END'

		100 (100.0%)  < a.c:main (0x)
		100 (100.0%)  *  a.c:f

		100 (100.0%)  *  a.c:main

	END
}

@test "a derived event is shown if an option names it" {
	cat >calls <<-'END'
		version: 1
		event: Cost = Ir + 10 Dr : estimated
		events: Ir Dr
		fl=a.c
		fn=f
		1 100 1
		fn=g
		1 50 20
	END
	cg-annotate --auto=no calls >out
	grep -qx 'Events shown:     Ir Dr' out
	cg-annotate --auto=no --show=Cost,Ir --sort=Cost calls >out
	grep -qx 'Events recorded:  Ir Dr' out
	sed '1,/file:function/d; 1d' out >table
	same - table <<-'END'
		--------------------------------------------------------------------------------
		250 (69.44%)  50 (33.33%)  a.c:g
		110 (30.56%) 100 (66.67%)  a.c:f

	END
	complains 'cg-annotate: --show: expected one of the events Ir, Dr, Cost, found "Cyc" (see cg-annotate --help)' \
		cg-annotate --show=Cyc calls
}

@test "estimated cycles are shown and sorted by if an option names them" {
	profile in <<-'END'
		events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw
		fl=a.c
		fn=f
		1 100 1 0 5 1 1 0 0 0
		fn=g
		2 200 0 0 5 0 0 0 0 0
	END
	# f: 100 + 10 * 2 + 100 * 1; the total: 420
	cg-annotate --auto=no --show=CEst,Ir --sort=CEst in >out
	sed '1,/file:function/d; /^-*$/d' out >table
	same - table <<-'END'
		220 (52.38%) 100 (33.33%)  a.c:f
		200 (47.62%) 200 (66.67%)  a.c:g
	END
	cg-sum --by=function --events=CEst,Ir --sort=CEst in |
		awk '/a\.c:/ { $1 = $1; print }' | same - <(awk '{ $1 = $1; print }' table)
	cg-annotate --width=80 --sort=CEst:50 in | grep -E '^ 220 +52\.4 % .* f '
	[ "$(cg-annotate --format=lines --sort=CEst in | sed -n 1p)" = 'a.c:1: 220 (52.4%) f:' ]
	cg-annotate --format=html --sort=CEst in | grep -F '220 CEst, 52.4%'
	sed 's/^1 100/1 150/; s/^summary: 300/summary: 350/' in >more
	cg-annotate --diff --auto=no --show=CEst in more | grep -x '50 (100.0%)  a.c:f'
	cg-diff --keep-sides in more >sides
	cg-annotate --width=100 --sort=CEst sides | grep -E '^ \+50 +11\.9 % +220 +270 .* f '
	cg-annotate --format=html sides >page.html
	"$TESTS/lib/page-figures" <page.html | grep -P '^function\t.*\t50\t220\t270$'
	# an event of that name is the profile's own
	sed 's/ Dr / CEst /' in | cg-annotate --auto=no --show=CEst | grep '^10 (100.0%) *PROGRAM TOTALS'
	cg-filter --events=Ir in >few
	complains 'cg-annotate: --sort: expected one of the events Ir, found "CEst" (see cg-annotate --help)' \
		cg-annotate --sort=CEst few
	sed 's/^2 200 0/2 200 922337203685477580/; /^summary/d' in >large
	printf 'summary: %s\n' '300 922337203685477581 0 10 1 1 0 0 0' >>large
	complains 'cg-annotate: the sum of CEst does not fit in 64 bits' \
		cg-annotate --show=CEst large
	sed 's/^1 100 [01]/1 100 -922337203685477580/; s/^\(summary: 300\) [0-9]*/\1 1/' large >cancels
	complains 'cg-annotate: CEst of a.c:g does not fit in 64 bits' \
		cg-annotate --show=CEst cancels
	# what nobody asked for is no error
	cg-annotate --show=Ir large >out
	run --separate-stderr cg-annotate --format=html large
	[ "$status" -eq 0 ]
	[ "$stderr" = 'cg-annotate: derived events do not fit in 64 bits and are left out' ]
	! grep -F CEst <<<"$output"
	# each count fits, and their sum does not
	sed 's/^\(1 100 \|2 200 \)[01]/\1461168601842738790/; /^summary/d' in >large
	printf 'summary: %s\n' '300 922337203685477580 0 10 1 1 0 0 0' >>large
	run --separate-stderr cg-annotate --format=html large
	[ "$status" -eq 0 ]
	[ "$stderr" = 'cg-annotate: derived events do not fit in 64 bits and are left out' ]
}

@test "the page offers events that its profile derives, and estimated cycles" {
	cat >calls <<-'END'
		version: 1
		event: Cost = Ir + 10 Dr : estimated
		events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw
		fl=a.c
		fn=f
		1 100 1 0 5 1 1 0 0 0
	END
	cg-annotate --format=html calls >page.html
	grep -oE '<option[^>]*>[^<]*' page.html | sed 's/.*>//' | tr '\n' ' ' >options
	[ "$(cat options)" = 'Ir I1mr Dr D1mr DLmr Cost CEst ' ]
	"$TESTS/lib/page-figures" <page.html | grep -P '^function\t.*\t100\t1\t5\t1\t1\t150\t220$'
	cg-annotate --format=html --show=Ir,Dr calls | grep -c '<option' | grep -x 1
	! cg-annotate --format=html --show=Ir,Dr calls | grep -F 'CEst'
}

@test "inclusive costs require a profile with calls" {
	profile cachegrind <<-'END'
		cmd: x
		events: Ir
		fl=a.c
		fn=f
		1 1
	END
	calls
	for option in --inclusive --inclusive=yes --tree=both --tree=caller; do
		complains "cg-annotate: cachegrind: expected a profile with calls, as cg-collect --calls records it, for --inclusive or --tree, found one in Cachegrind's format" \
			cg-annotate "$option" cachegrind
	done
	cg-annotate --tree=none --inclusive=no cachegrind >out
	complains "cg-sum: cachegrind: expected a profile with calls, as cg-collect --calls records it, for --inclusive, found one in Cachegrind's format" \
		cg-sum --inclusive --events=Ir cachegrind
	complains 'cg-annotate: --tree: expected none, caller, calling or both, found "all" (see cg-annotate --help)' \
		cg-annotate --tree=all calls
	complains 'cg-annotate: --inclusive: expected yes or no, found "maybe" (see cg-annotate --help)' \
		cg-annotate --inclusive=maybe calls
}

# --- cg-sum

@test "rows are own costs, and add up to the total" {
	calls
	sums <<-'END'
		I   refs:      990

		Dr:            49
	END
	sums --by=file <<-'END'
		          Ir           Dr  file
		600 (60.61%)  30 (61.22%)  list.h
		300 (30.30%)  10 (20.41%)  l.c
		 60 ( 6.06%)   6 (12.24%)  work.c
		 30 ( 3.03%)   3 ( 6.12%)  main.c
		990 (100.0%)  49 (100.0%)  total
	END
	sums --by=function --top=1 --format=tsv --events=Ir <<-'END'
		file	function	Ir
		list.h	work	600
		(filtered)	(filtered)	390
	END
	sums --by=line --threshold=20 --format=csv --events=Ir <<-'END'
		file,line,Ir
		list.h,7,600
		l.c,2,300
		(filtered),0,90
	END
}

@test "--by=object prints programs and libraries" {
	calls
	sums --by=object --events=Ir <<-'END'
		          Ir  object
		690 (69.70%)  /bin/prog
		300 (30.30%)  /lib/libl.so
		990 (100.0%)  total
	END
	sums --by=object --format=markdown --events=Dr <<-'END'
		| object | `Dr` |
		| :-- | --: |
		| `/bin/prog` | 39 (79.59%) |
		| `/lib/libl.so` | 10 (20.41%) |
		| **total** | 49 (100.0%) |
	END
	sums --by=object --format=json --events=Ir <<-'END'
		{"format": "cg-sum", "version": 1,
		"by": "object",
		"inputs": ["calls"],
		"events": ["Ir"],
		"rows": [
		 {"object": "/bin/prog", "values": [{"counts": {"Ir": 690}}]},
		 {"object": "/lib/libl.so", "values": [{"counts": {"Ir": 300}}]}
		],
		"total": [{"counts": {"Ir": 990}}]}
	END
}

@test "--inclusive shows inclusive costs beside own costs" {
	calls
	sums --inclusive --events=Ir <<-'END'
		          Ir       Ir:incl  calls  Ir/call  file:function
		660 (66.67%)  960 (96.97%)      2    480.0  work.c:work
		300 (30.30%)  300 (30.30%)      9     33.3  l.c:leaf
		 30 ( 3.03%)  990 (100.0%)      0        -  main.c:main
		990 (100.0%)  990 (100.0%)     11        -  total
	END
	sums --inclusive=yes --by=function --format=csv <<-'END'
		file,function,Ir,Ir:incl,Dr,Dr:incl,calls,Ir/call
		work.c,work,660,960,36,46,2,480.0000
		l.c,leaf,300,300,10,10,9,33.3333
		main.c,main,30,990,3,49,0,
	END
	sums --inclusive --format=markdown --events=Ir --top=1 <<-'END'
		| file | function | `Ir` | `Ir:incl` | `calls` | `Ir/call` |
		| :-- | :-- | --: | --: | --: | --: |
		| `work.c` | `work` | 660 (66.67%) | 960 (96.97%) | 2 | 480.0 |
		| `(filtered)` | `(filtered)` | 330 (33.33%) | 330 (33.33%) | 9 | - |
		| **total** | | 990 (100.0%) | 990 (100.0%) | 11 | - |
	END
	sums --inclusive --format=json --events=Ir --top=1 <<-'END'
		{"format": "cg-sum", "version": 1,
		"by": "function",
		"inputs": ["calls"],
		"events": ["Ir", "Ir:incl", "calls"],
		"rows": [
		 {"file": "work.c", "function": "work", "values": [{"counts": {"Ir": 660, "Ir:incl": 960, "calls": 2}, "per_call": {"Ir": 480.0000}}]},
		 {"file": "(filtered)", "function": "(filtered)", "values": [{"counts": {"Ir": 330, "Ir:incl": 330, "calls": 9}, "per_call": {"Ir": null}}]}
		],
		"total": [{"counts": {"Ir": 990, "Ir:incl": 990, "calls": 11}, "per_call": {"Ir": null}}]}
	END
}

@test "rows can be sorted and kept by their inclusive cost" {
	calls
	sums --inclusive --sort=Ir:incl --threshold=50 --format=tsv \
		--event='X = Ir + 2 Dr' --events=Ir,X <<-'END'
		file	function	Ir	Ir:incl	X	X:incl	calls	Ir/call
		main.c	main	30	990	36	1088	0	
		work.c	work	660	960	732	1052	2	480.0000
		(filtered)	(filtered)	300	300	320	320	9	
	END
	sums --inclusive --top=1,Dr:incl --format=tsv --events=Dr <<-'END'
		file	function	Dr	Dr:incl	calls	Dr/call
		main.c	main	3	49	0	
		(filtered)	(filtered)	46	46	11	
	END
	complains 'cg-sum: --sort: expected one of the events Ir, Dr, found "Ir:incl" (see cg-sum --help)' \
		cg-sum --by=function --sort=Ir:incl calls
}

@test "inclusive costs of hidden functions are not added up" {
	# each function of the chain has the leaf's cost in its own
	{
		printf 'version: 1\nevents: Ir\n'
		for i in $(seq 1 19); do
			printf 'fl=a.c\nfn=f%d\n' "$i"
			printf 'cfn=f%d\ncalls=1 1\n1 1000000000000000000\n' \
				$((i + 1))
		done
		printf 'fl=a.c\nfn=f20\n1 1000000000000000000\n'
	} >chain
	cg-sum --inclusive --top=1 --format=tsv chain >out
	same - out <<-'END'
		file	function	Ir	Ir:incl	calls	Ir/call
		a.c	f20	1000000000000000000	1000000000000000000	1	1000000000000000000.0000
		(filtered)	(filtered)	0	0	18	
	END
}

@test "functions of one name in several objects differ by their objects" {
	# a loader and a library without symbols, which call and are called by main
	cat >calls <<-'END'
		version: 1
		events: Ir
		ob=ld.so
		fl=???
		fn=???
		0 5
		cob=prog
		cfi=main.c
		cfn=main
		calls=1 0
		0 95
		ob=prog
		fl=main.c
		fn=main
		1 60
		cob=lib.so
		cfi=???
		cfn=???
		calls=1 0
		1 35
		ob=lib.so
		fl=???
		fn=???
		0 35
	END
	sums --inclusive --sort=Ir:incl --format=tsv <<-'END'
		file	function	Ir	Ir:incl	calls	Ir/call
		ld.so	???	5	100	0	
		main.c	main	60	95	1	95.0000
		lib.so	???	35	35	1	35.0000
	END
	cg-annotate --auto=no --inclusive calls >out
	sed '1,/file:function/d' out | sed 1d >table
	same - table <<-'END'
		100 (100.0%)  ???:??? [ld.so]
		 95 (95.00%)  main.c:main [prog]
		 35 (35.00%)  ???:??? [lib.so]

	END
	# in another profile main is in another place, and is still the same function
	sed 's,ob=prog,ob=new/prog,' calls >moved
	cg-sum --inclusive --format=tsv calls moved | cut -f2,6 >out
	same - out <<-'END'
		function	Ir:incl@moved
		main	95
		???	35
		???	100
	END
	cg-sum --by=function --format=tsv calls >out
	same - out <<-'END'
		file	function	Ir
		main.c	main	60
		lib.so	???	35
		ld.so	???	5
	END
}

@test "profiles of both formats can be shown side by side" {
	calls
	profile cachegrind <<-'END'
		cmd: prog x
		events: Dr Ir
		fl=work.c
		fn=work
		10 6 50
		fl=l.c
		fn=leaf
		2 10 310
	END
	cat >wanted <<-'END'
		file,function,Ir@calls,Ir@cachegrind
		list.h,work,600,0
		l.c,leaf,300,310
		work.c,work,60,50
		main.c,main,30,0
	END
	cg-sum --by=function --events=Ir --format=csv calls cachegrind >out
	same wanted out
	cg-sum --by=object --events=Ir --format=tsv cachegrind calls >out
	same - out <<-'END'
		object	Ir@cachegrind	Ir@calls
		/bin/prog	0	690
		???	360	0
		/lib/libl.so	0	300
	END
	complains "cg-sum: cachegrind: expected a profile with calls, as cg-collect --calls records it, for --inclusive, found one in Cachegrind's format" \
		cg-sum --inclusive calls cachegrind
	sed 's/^7 500 20/7 400 20/; s/^4 960/4 860/; s/^7 600/7 500/' calls >faster
	cg-sum --inclusive --events=Ir --format=tsv calls faster >out
	same - out <<-'END'
		file	function	Ir@calls	Ir@faster	Ir:incl@calls	Ir:incl@faster	calls@calls	calls@faster	Ir/call@calls	Ir/call@faster
		work.c	work	660	560	960	860	2	2	480.0000	430.0000
		l.c	leaf	300	300	300	300	9	9	33.3333	33.3333
		main.c	main	30	30	990	890	0	0		
	END
}

@test "--check reports the totals of a Callgrind profile" {
	calls
	grep -v '^summary' calls >same
	grep -v '^totals\|^summary' calls >nothing
	cg-sum --check calls same nothing >out
	same - out <<-'END'
		calls: declared total differs, 5 rows, Ir 990 of 1000, Dr 49 of 50
		same: ok, 5 rows, Ir 990, Dr 49
		nothing: no total declared, 5 rows, Ir 990, Dr 49
	END
}

@test "limits apply to own costs or, with --inclusive, to inclusive costs of functions" {
	calls
	cg-sum --limit='Ir=700,function=^work$' --limit=Ir=990 calls
	[ "$(status_of cg-sum --limit='Ir=59,file=^work' calls 2>err)" = \
		"$(cg-sum calls; echo 1)" ]
	same - err <<-'END'
		cg-sum: work.c: Ir is 60: the limit is 59
	END
	# work costs 660 itself, and 960 with what it calls
	cg-sum --inclusive --limit='Ir=960,function=^work$' --limit=Ir=990 \
		--limit='Ir=60,file=^work' calls
	cg-sum --limit='Ir=660,function=^work$' calls
	run -1 --separate-stderr cg-sum --inclusive \
		--limit='Ir=959,function=^work$' --limit='@all=959,function=main' \
		--limit='Ir=59,file=^work' calls
	same - <(echo "$stderr") <<-'END'
		cg-sum: main.c:main: Ir:incl is 990: the limit is 959
		cg-sum: work.c:work: Ir:incl is 960: the limit is 959
		cg-sum: work.c: Ir is 60: the limit is 59
	END
	complains 'cg-sum: --limit: "Ir=5,function=^walk": expected a function that matches, found none' \
		cg-sum --inclusive --limit='Ir=5,function=^walk' calls
	# of several profiles, each is judged
	sed 's/^7 500 20/7 600 20/; s/^4 960/4 1060/; s/^7 600$/7 700/' calls >slower
	run -1 --separate-stderr cg-sum --inclusive \
		--limit='Ir=960,function=^work$' calls slower
	same - <(echo "$stderr") <<-'END'
		cg-sum: slower: work.c:work: Ir:incl is 1,060: the limit is 960
	END
	complains 'cg-sum: --limit: expected one of the events Ir, Dr, found "Ir:incl" (see cg-sum --help)' \
		cg-sum --inclusive --limit=Ir:incl=5 calls
}

@test "options that cannot be combined with --inclusive" {
	calls
	complains 'cg-sum: --inclusive needs --by=function (see cg-sum --help)' \
		cg-sum --inclusive --by=file calls
	complains 'cg-sum: --check can only be combined with --output and --gzip (see cg-sum --help)' \
		cg-sum --check --inclusive calls
	check_same '--inclusive=no' \
		'cg-sum --by=file --inclusive=no calls' 'cg-sum --by=file calls'
}

# --- the figures of callgrind_annotate

# as_callgrind_annotate PROFILE: compares own costs of all functions, calls between
# them, and inclusive costs of functions outside recursions
as_callgrind_annotate() {
	local all=(--auto=no --inclusive=yes --tree=both)
	callgrind_annotate --auto=no --threshold=100 "$1" >theirs
	cg-annotate --auto=no --threshold=0 "$1" >ours
	"$TESTS/lib/report-calls" functions <theirs >theirs.functions
	"$TESTS/lib/report-calls" functions <ours |
		same theirs.functions - "functions of $1" || return
	[ "$(wc -l <theirs.functions)" -gt 30 ]
	callgrind_annotate "${all[@]}" --threshold=100 "$1" >theirs
	cg-annotate "${all[@]}" --threshold=0 "$1" >ours
	"$TESTS/lib/report-calls" calls <theirs >theirs.calls
	"$TESTS/lib/report-calls" calls <ours |
		same theirs.calls - "calls of $1" || return
	"$TESTS/lib/report-calls" functions <theirs >theirs.functions
	"$TESTS/lib/report-calls" plain <ours >ours.plain
	[ "$(wc -l <ours.plain)" -gt 20 ]
	comm -23 ours.plain theirs.functions | same /dev/null - "inclusive of $1"
	grep 'PROGRAM TOTALS' theirs >wanted
	grep 'PROGRAM TOTALS' ours | same wanted - "totals of $1"
}

@test "the same figures as callgrind_annotate: a C++ program" {
	as_callgrind_annotate "$REAL/containers.cgrind"
	grep -q '^[^ ]*:main	' ours.plain
}

@test "the same figures as callgrind_annotate: a recursive program" {
	as_callgrind_annotate "$REAL/recursion.cgrind"
}

@test "the same figures as callgrind_annotate: threads apart" {
	as_callgrind_annotate "$REAL/threads.cgrind-01"
	as_callgrind_annotate "$REAL/threads.cgrind-02"
	grep -q '^Process: .*, thread 2$' ours
	grep -q ':work	' ours.plain
}

# calls_in NAME <report: prints the lines of calls in the annotated source, sorted
calls_in() {
	sed -n "/-annotated source: .*\/$1\$/,/^-- Auto/p" | grep ' => ' |
		sed 's/ \[[^]]*\]$//; s/^ *//' | sort
}

@test "the same calls beside source lines as callgrind_annotate" {
	touch -d 2001-01-01 "$REAL/src/threads.c"
	callgrind_annotate "$REAL/threads.cgrind-01" | calls_in threads.c >theirs
	cg-annotate "$REAL/threads.cgrind-01" | calls_in threads.c >ours
	[ "$(wc -l <ours)" -ge 5 ]
	same theirs ours
}

# silent COMMAND...: it must succeed and print to standard output only, but for the line about a
# summary that does not fit
silent() {
	"$@" >out 2>err || fail "$*: $(cat err)" || return
	sed -i '/: a summary is below zero and is ignored: the totals decide$/d' err
	same /dev/null err "$*" && [ -s out ]
}

# bats test_tags=slow
@test "profiles of every producer are reported without messages" {
	mkdir corpus
	"$CORPUS/make" corpus
	for profile in corpus/good-callgrind-*; do
		silent cg-annotate "$profile"
		grep -q 'PROGRAM TOTALS' out
		silent cg-annotate --inclusive --tree=both "$profile"
		silent cg-sum "$profile"
		silent cg-sum --check "$profile"
		silent cg-sum --by=object "$profile"
		silent cg-sum --inclusive "$profile"
		checked+=x
	done
	[ ${#checked} -ge 25 ]
}

# --- recursion with known inclusive costs

# own NAME...: the sum of the own costs of functions of recursion.c
own() {
	cg-sum --by=function --format=tsv --events=Ir profile |
		awk -F'\t' -v names=" $* " 'index(names, " " $2 " ") { n += $3 }
			END { print n }'
}

# inclusive NAME: the inclusive cost of the function of recursion.c
inclusive() {
	cg-sum --inclusive --format=tsv --events=Ir profile |
		awk -F'\t' -v name="$1" '$2 == name { print $4 }'
}

# bats test_tags=long
@test "recursion counts once, however Callgrind names its levels" {
	for levels in 1 2 5; do
		valgrind -q --tool=callgrind --separate-recs="$levels" \
			--callgrind-out-file=profile "$REAL/recursion"
		fibonacci=$(own fibonacci fibonacci\'{2,3,4,5})
		cycle=$(own leaf {even,odd}{,\'{2,3,4,5}})
		main=$(own main)
		[ "$fibonacci" -gt 5000 ]
		[ "$cycle" -gt 1000 ]
		[ "$(inclusive fibonacci)" -eq "$fibonacci" ]
		[ "$(inclusive even)" -eq "$cycle" ]
		[ "$(inclusive leaf)" -eq "$(own leaf)" ]
		[ "$(inclusive main)" -eq $((main + fibonacci + cycle)) ]
	done
}

@test "a profile in parts gives the same report as in one piece" {
	valgrind -q --tool=callgrind --combine-dumps=yes --dump-every-bb=1000 \
		--callgrind-out-file=profile "$REAL/recursion"
	[ "$(grep -c '^part: ' profile)" -ge 3 ]
	fibonacci=$(own fibonacci fibonacci\'2)
	cycle=$(own leaf {even,odd}{,\'2})
	[ "$(inclusive fibonacci)" -eq "$fibonacci" ]
	[ "$(inclusive even)" -eq "$cycle" ]
	[ "$(inclusive main)" -eq $(($(own main) + fibonacci + cycle)) ]
	# Callgrind charges the calls of each level of a recursion, as in one piece
	cg-sum --check profile | grep '^profile: calls cost too much, .*, calls of odd.2 Ir '
}

# inclusive_costs PROFILE: prints them for each function that is not hidden, sorted
inclusive_costs() {
	cg-sum --inclusive --format=tsv --events=Ir "$1" | grep -v '^(filtered)' |
		sort
}

@test "thresholds hide functions, not the inclusive costs of others" {
	valgrind -q --tool=callgrind --separate-recs=1 \
		--callgrind-out-file=flat "$REAL/recursion"
	for profile in flat "$REAL"/{containers,recursion}.cgrind; do
		inclusive_costs "$profile" >whole
		for option in --threshold=1 --threshold=.1 --top=40; do
			cg-filter "$option" "$profile" >part
			inclusive_costs part >kept
			[ "$(wc -l <kept)" -gt 10 ]
			comm -13 whole kept | same /dev/null - "$profile $option"
		done
		# a function that passes a threshold passes the same one again
		cg-filter --threshold=1 part | cg-filter --threshold=2 >less
		inclusive_costs less >kept
		comm -13 whole kept | same /dev/null - "$profile twice"
	done
}

@test "hiding a part of a cycle keeps the cycle" {
	cat >calls <<-'END'
		version: 1
		events: Ir
		fl=a.c
		fn=main
		1 500
		cfn=even
		calls=1 2
		1 700
		fn=even
		2 300
		cfn=odd
		calls=2 3
		2 600
		fn=odd
		3 5
		cfn=even
		calls=1 2
		3 300
		cfn=leaf
		calls=5 4
		3 395
		fn=leaf
		4 395
	END
	cg-filter --threshold=1 calls >part
	grep -q '^cfn=(cycle of a.c:even)' part
	cg-filter part | same part -
	cg-sum --inclusive --format=tsv part >out
	same - out <<-'END'
		file	function	Ir	Ir:incl	calls	Ir/call
		a.c	main	500	1200	0	
		a.c	leaf	395	395	5	79.0000
		a.c	even	300	700	1	700.0000
		(filtered)	(filtered)	5	5	0	
	END
}

@test "hiding a file of inlined code does not hide its calls" {
	cat >calls <<-'END'
		events: Ir
		fl=a.c
		fn=main
		1 10
		fi=list.h
		7 20
		cfi=b.c
		cfn=work
		calls=1 3
		7 400
		fl=b.c
		fn=work
		3 400
	END
	cg-filter --not-file='\.h$' calls >part
	cg-sum --inclusive --format=tsv part >out
	same - out <<-'END'
		file	function	Ir	Ir:incl	calls	Ir/call
		b.c	work	400	400	1	400.0000
		a.c	main	10	430	0	
		(filtered)	(filtered)	20	20	0	
	END
}

@test "hidden parts of unrelated cycles are kept apart in a sum" {
	# main of each program calls a function in a cycle with one of cost 5
	for program in one two; do
		sed "s/PROGRAM/$program/" >"$program" <<-'END'
			version: 1
			events: Ir
			fl=PROGRAM.c
			fn=main
			1 500
			cfn=big
			calls=1 2
			1 505
			fn=big
			2 500
			cfn=small
			calls=2 3
			2 5
			fn=small
			3 5
			cfn=big
			calls=1 2
			3 0
		END
		cg-filter --threshold=1 "$program" >"$program.part"
	done
	cg-merge one.part two.part >both
	grep -o '^cfn=(cycle.*' both | sort -u >names
	same - names <<-'END'
		cfn=(cycle of one.c:big)
		cfn=(cycle of two.c:big)
	END
	# if a hidden part is hidden again, it keeps its name
	cmp <(cg-filter --threshold=1 one.part | grep -v '^creator:') <(grep -v '^creator:' one.part)
}

# bats test_tags=long
@test "random profiles: hiding functions changes no other function" {
	"$TESTS/lib/random-calls" 1 400
}

@test "a call without an object keeps its callee" {
	cat >calls <<-'END'
		version: 1
		events: Ir
		ob=prog
		fl=a.c
		fn=main
		1 5
		cfi=m.c
		cfn=malloc
		calls=1 10
		2 100
		ob=libc
		fl=m.c
		fn=malloc
		10 100
		fn=tiny
		1 1
	END
	for option in --top=2 --not-function=tiny '--not-object=^lib[^c]'; do
		cg-filter "$option" calls |
			cg-annotate --auto=no --inclusive --tree=both >out
		grep -F ' >   m.c:malloc (1x) [libc]' out
		grep -F ' < a.c:main (1x) [prog]' out
	done
	# the hidden function is the called one
	run -1 grep -F malloc <(cg-filter --not-object=libc calls)
	cg-filter --drop --object=libc calls | grep '^fn=' >out
	printf 'fn=malloc\nfn=tiny\n' | same - out
	cg-filter --object=libc calls | grep -A3 '^cob=libc' | grep -x 'calls=1 10'
}

@test "a call of a function that the profile lacks stands below its source line" {
	seq -f 'line %.0f' 3 >a.c
	printf '%s\n' 'version: 1' 'events: Ir' fl=a.c fn=f '1 5' cfn=gone 'calls=1 9' '2 7' \
		'totals: 5' >calls
	cg-annotate calls a.c | grep -A1 'line 2$' | grep -x '7 (140.0%)  => a.c:gone (1x)'
}

@test "a call below a source line shows the object that was found" {
	seq 20 | sed 's/^/line /' >a.c
	cat >calls <<-'END'
		version: 1
		events: Ir
		ob=prog
		fl=a.c
		fn=main
		1 5
		cfi=m.c
		cfn=malloc
		calls=1 10
		2 100
		cob=libc
		cfi=m.c
		cfn=malloc
		calls=2 10
		2 200
		cfi=n.c
		cfn=only
		calls=1 3
		2 7
		fn=only
		9 1
		ob=libc
		fl=m.c
		fn=malloc
		10 300
		fl=n.c
		fn=only
		fi=inlined.h
		3 7
	END
	for options in '' --tree=both --inclusive; do
		cg-annotate $options --show-percs=no calls | grep ' => ' >out
		same - out "$options" <<-'END'
			300  => m.c:malloc (3x) [libc]
			  7  => n.c:only (1x) [libc]
		END
	done
}

# a function that is hidden lies between two that are not
@test "hidden functions never call their own callers, and roots stay roots" {
	cat >calls <<-'END'
		version: 1
		events: Ir
		fl=a.c
		fn=start
		1 3
		cfn=main
		calls=1 2
		1 1000
		fn=main
		2 500
		cfn=helper
		calls=2 3
		2 500
		fn=helper
		3 4
		cfn=work
		calls=5 4
		3 496
		fn=work
		4 490
		cfn=leaf
		calls=9 5
		4 6
		fn=leaf
		5 6
	END
	cg-filter --top=2 calls | sed '1,/^events:/d' >out
	same - out <<-'END'
		fl=(filtered)
		fn=(filtered 1)
		0 4
		cfi=a.c
		cfn=work
		calls=5 4
		0 496
		fn=(filtered 2)
		0 6
		fn=(filtered)
		0 3
		cfi=a.c
		cfn=main
		calls=1 2
		0 1000
		fl=a.c
		fn=main
		2 500
		cfi=(filtered)
		cfn=(filtered 1)
		calls=2 0
		2 500
		fn=work
		4 490
		cfi=(filtered)
		cfn=(filtered 2)
		calls=9 0
		4 6
		totals: 1003
	END
	cg-filter --top=2 calls | cg-sum --by=function --format=tsv >out
	same - out <<-'END'
		file	function	Ir
		a.c	main	500
		a.c	work	490
		(filtered)	(filtered)	13
	END
}

# roots: prints, for each function, the cost that no caller was charged for, by which
# viewers find the roots of a call graph
roots() {
	cg-filter --level=function --events=Ir "$@" | awk -F= '
		/^fl=/ { file = $2 }
		/^fn=/ { name = file ":" $2 }
		/^cfi=/ { to = $2 }
		/^cfn=/ { to = (to != "" ? to : file) ":" $2 }
		/^calls=/ { getline; split($0, row, " "); call[to] -= row[2]
			own[name] += row[2]; to = ""; next }
		/^[0-9]/ { split($0, row, " "); own[name] += row[2] }
		END {
			for (name in own)
				if (own[name] + call[name] > 0)
					sum += own[name] + call[name]
			print sum
		}'
}

@test "filtering keeps the costs of the roots of a real profile" {
	cg-filter "$REAL/containers.cgrind" | sed -n 's/^totals: //p' >total
	whole=$(roots "$REAL/containers.cgrind")
	[ "$whole" -ge "$(cut -d' ' -f1 total)" ]
	for option in --threshold=1 --top=5 --not-object=libc --drop; do
		part=$(roots $option "$REAL/containers.cgrind")
		[ "$part" -ge "$(cut -d' ' -f1 total)" ]
		[ "$part" -le "$whole" ]
	done
}

@test "two cycles whose first functions have the same name are separate" {
	for object in a b; do
		cat <<-END
			ob=$object
			fl=a.c
			fn=f
			1 1
			cfn=z$object
			calls=1 2
			1 100
			fn=z$object
			2 100
			cfn=f
			calls=1 1
			2 50
		END
	done >rows
	{ printf 'version: 1\nevents: Ir\n' && cat rows; } >calls
	cg-filter --top=2 calls | grep '^fn=' >out
	same - out <<-'END'
		fn=(cycle of a.c:f [a])
		fn=(cycle of a.c:f [b])
		fn=za
		fn=zb
	END
}

@test "--top ranks no hidden functions, nor those that only calls name" {
	cat >calls <<-'END'
		version: 1
		events: Ir
		fl=a.c
		fn=h
		1 3
		cfn=g
		calls=1 2
		1 10
		fn=g
		2 0
		cfn=f
		calls=1 3
		2 10
		fn=f
		3 10
		fn=z
		4 0
	END
	cg-filter --not-function=h --top=2 calls >one
	grep -A1 '^fl=a.c' one | tail -1 | grep -x fn=f
	grep '^fn=' one | paste -sd' ' >out
	echo 'fn=(filtered) fn=f fn=g' | same - out
	grep -v '^creator:' one >rows
	cg-filter --not-function=h calls | cg-filter --top=2 | grep -v '^creator:' | same rows -
}

@test "a sum that no option asks for may exceed 64 bits" {
	cat >calls <<-'END'
		version: 1
		events: Ir
		fl=a.c
		fn=main
		1 2
		cfn=f
		calls=1 2
		2 9000000000000000000
		cfn=g
		calls=1 2
		3 9000000000000000000
		fn=f
		2 1
	END
	cg-filter --top=1 calls | grep '^fn=' >out
	printf 'fn=(filtered 1)\nfn=main\n' | same - out
	cg-annotate --auto=no --tree=both calls | grep -F 'a.c:g (1x)'
	complains 'cg-annotate: the inclusive cost of a.c:main does not fit in 64 bits' \
		cg-annotate --auto=no --inclusive calls
}

@test "a sum of small calls that does not fit in 64 bits is an error" {
	# two large negative calls, and twenty smaller ones that add up to more than 2^63
	awk 'BEGIN {
		print "version: 1\nevents: Ir\nfl=a.c\nfn=main\n1 9000000000000000000"
		for (i = 10; i < 32; i++)
			printf "cfn=f%d\ncalls=1 1\n1 %s\n", i, i % 11 == 10 ? "-8301034833169298226" : "820880111280075046"
		for (i = 10; i < 32; i++)
			printf "fn=f%d\n1 0\n", i
	}' >calls
	complains 'cg-annotate: the sum of calls does not fit in 64 bits' \
		cg-annotate --auto=no --tree=both --threshold=20 calls
}

@test "a Callgrind profile without calls can be shown with --tree and --inclusive" {
	printf 'version: 1\nevents: Ir\nfl=a.c\nfn=f\n1 7\n' >calls
	cg-annotate --tree=both --inclusive --auto=no calls >out
	grep -qF '7 (100.0%)  *  a.c:f' out
	cg-sum --inclusive --format=tsv calls >out
	same - out <<-'END'
		file	function	Ir	Ir:incl	calls	Ir/call
		a.c	f	7	7	0	
	END
}

@test "an inclusive cost never exceeds the total" {
	for profile in "$REAL"/*.cgrind "$REAL"/*.cgrind-*; do
		cg-sum --inclusive --format=csv --events=Ir "$profile" >out
		cg-sum --by=event --events=Ir --format=tsv "$profile" >total
		awk -F, -v total="$(awk 'NR == 2 { print $2 }' total)" '
			NR > 1 && $NF > total + 10 { print; bad = 1 }
			END { exit bad || NR < 30 }' out
	done
}

# graph_of PROFILE: how viewers see it, a line for each function: "root NAME" if
# no other calls it, else "inner NAME"; and "cycle NAME" if it is in a cycle
graph_of() {
	cg-filter --level=function "$1" | python3 -c '
import collections, sys
calls = collections.defaultdict(set)
names, called = set(), set()
file = name = to = ""
for line in sys.stdin:
    key, _, value = line.rstrip("\n").partition("=")
    if key == "fl":
        file = value
    elif key == "fn":
        name, to = file + ":" + value, ""
        names.add(name)
    elif key == "cfi":
        to = value
    elif key == "cfn":
        callee, to = (to or file) + ":" + value, ""
        names.add(callee)
        if callee != name:
            calls[name].add(callee)
            called.add(callee)
def reached(start):
    seen, todo = set(), [start]
    while todo:
        new = calls[todo.pop()] - seen
        seen |= new
        todo += new
    return seen
print("\n".join(sorted(
    ["root " + name for name in names - called] +
    ["inner " + name for name in called] +
    ["cycle " + name for name in list(names) if name in reached(name)])))'
}

# bats test_tags=long
@test "(filtered) is in no cycle of a real profile, and roots stay roots" {
	for profile in "$REAL"/*.cgrind*; do
		graph_of "$profile" >whole
		grep -q '^root ' whole
		for option in --threshold=1 --threshold=5 --top=3 --not-object=libc; do
			cg-filter $option "$profile" >part
			graph_of part >kept
			grep -q '^fn=(filtered' part
			run -1 grep '^cycle (filtered):(filtered' kept
			run -1 grep '^inner (filtered):(filtered)$' kept
			grep -q '^root ' kept
			# no root is new but (filtered), and none is called
			sed -n '/^root (filtered):(filtered)$/d; /^root /p' kept |
				comm -23 - whole | same /dev/null - "$profile $option"
			sed -n 's/^inner /root /p' kept |
				comm -12 - whole | same /dev/null - "$profile $option"
		done
	done
}

# long_names N: prints a profile of N functions with names of 20,000 bytes, each of
# which calls all
long_names() {
	awk -v n="$1" 'BEGIN {
		while (length(scopes) < 20000)
			scopes = scopes "std::vector<int, long>::f(x)::"
		print "# callgrind format\nevents: Ir\nfl=a.c"
		for (i = 1; i <= n; i++) {
			print "fn=(" i ")" (i == 1 ? " " scopes "f1(int)" : "") "\n1 1"
			for (j = 1; j <= n; j++)
				print "cfn=(" j ")" (i == 1 && j > 1 ? " " scopes "f" j "(int)" : "") \
					"\ncalls=1 1\n2 1"
		}
	}'
}

# bats test_tags=long
@test "long names that a report repeats take little time, and lose their middle" {
	cd "$BATS_TEST_TMPDIR"
	long_names 100 >in
	for how in '' --width=80 --format=html; do
		timeout 60 cg-annotate --tree=both $how in >out
		[ "$how" = --format=html ] || awk 'length > 5000 { print length; exit 1 }' out
		grep -q 'f99' out
	done
	long_names 3 >in
	cg-annotate in >out
	grep -c 'std::vector.*\.\.\..*f3(int)' out
	# two names that are cut alike stay two functions
	[ "$(grep -c 'a.c:std::vec.*(int)$' out)" -eq 3 ]
	# names of 4096 bytes are in full, and characters are not cut
	printf 'events: Ir\nfl=a.c\nfn=%s\n1 1\nfn=%s\n1 1\nsummary: 2\n' \
		"$(printf '%04096d' 7)" "$(printf 'x\xc3\xa4%.0s' {1..2000})" >in
	cg-annotate in >out
	grep -E ':0{4095}7$' out
	grep -E ':(xä){1024}\.\.\.(ä)?(xä){341}$' out
	cg-annotate --format=html in | iconv -f UTF-8 -t UTF-8 >/dev/null
}
