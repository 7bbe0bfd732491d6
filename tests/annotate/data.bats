#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-annotate of data profiles: the data, their fields, and the code that misses on them.

load ../lib/assertions

setup() {
	enter_tmpdir
	printf '%s\n' 'struct node { struct node *next; long key; };' \
		'static int table[1 << 20];' 'int main(void)' '{' \
		'	node = malloc(sizeof *node);' \
		'	k += node->key + table[i];' '}' >g.c
	cat >in <<-'END'
		# callgrind format
		cmd: ./prog
		positions: line
		events: D1mr DLmr D1mw DLmw Al AlB
		ob=(heap)
		fl=g.c
		fn=main: struct node
		5 0 0 0 0 2000 128000
		cob=(heap)
		cfi=g.c
		cfn=main: struct node.next
		calls=500 1
		5 500 40 0 0 0 0
		cob=(heap)
		cfi=g.c
		cfn=main: struct node.key
		calls=300 1
		5 200 10 100 50 0 0
		fn=main: struct node.next
		cob=prog
		cfi=g.c
		cfn=main
		calls=500 6
		1 500 40 0 0 0 0
		fn=main: struct node.key
		cob=prog
		cfi=g.c
		cfn=main
		calls=200 6
		1 200 10 0 0 0 0
		cob=prog
		cfi=g.c
		cfn=walk(int)
		calls=100 7
		1 0 0 100 50 0 0
		fn=init
		9 0 0 0 0 3 100
		cob=(heap)
		cfi=g.c
		cfn=init+8
		calls=20 9
		9 20 0 0 0 0 0
		fn=init+8
		cob=prog
		cfi=g.c
		cfn=main
		calls=20 6
		9 20 0 0 0 0 0
		ob=(static)
		fn=table
		cob=prog
		cfi=g.c
		cfn=main
		calls=180 6
		2 180 0 0 0 0 0
		ob=(stack)
		fl=???
		fn=(stack)
		cob=prog
		cfi=g.c
		cfn=main
		calls=1 6
		0 1 0 0 0 0 0
		ob=prog
		fl=g.c
		fn=main
		6 901 50 0 0 0 0
		fn=walk(int)
		7 0 0 100 50 0 0
		totals: 901 50 100 50 2003 128100
	END
}

# table OPTION...: the rows of the table of data
table() {
	cg-annotate --width=100 "$@" | awk '/  data / { on = 1 } /^$/ { on = 0 } on'
}

@test "a table of the data comes first, and functions are code" {
	cg-annotate --width=100 --auto=no in >out
	same - out <<-'END'
		./prog
		1,001 D1 misses   100 LL misses   2,003 blocks   128,100 bytes

		D1 miss   share  LL miss  blocks    bytes  data                              site
		    800  79.9 %      100   2,000  128,000  main: struct node, 64 bytes each  g.c:5
		    180  18.0 %        0       .        .  table (static)                    g.c:2
		     20   2.0 %        0       3      100  init                              g.c:9
		1 more data: 0.1 %

		D1mr    share     cum.  D1 miss  LL miss  function   file
		 901  100.0 %  100.0 %      901       50  main       g.c
		   0    0.0 %  100.0 %      100       50  walk(int)  g.c
		Not shown: Al AlB  (--show=EVENT,... shows others)
	END
}

@test "--threshold, --top, --show, --sort and --function choose rows and columns" {
	table --threshold=10 in >out
	grep -q '^2 more data: 2.1 %' out
	table --top=1 in >out
	grep -q '^3 more data: 20.1 %' out
	table --top=4 in >out
	grep -q '  (stack)$' out
	table --sort=AlB in | awk 'NR <= 3 { print $1, $2 }' | paste -sd, >out
	same - out <<<'bytes share,128,000 99.9,3 more'
	table --show=DLmr,Al in | sed -n 1,2p >out
	same - out <<-'END'
		DLmr    share  blocks  data                              site
		  50  100.0 %   2,000  main: struct node, 64 bytes each  g.c:5
	END
	table --function='^table$' in >out
	grep -q 'table (static)' out
	[ "$(grep -c : out)" -eq 1 ]
}

# the main struct fetches lines of 64 bytes in which one field has 8 and another 24 bytes
# used, and what calls nothing has no lines
line_use() {
	cat <<-'END'
		events: D1mr DLmr D1mw DLmw LnB LnU Al AlB
		ob=(heap)
		fl=g.c
		fn=main
		5 0 0 0 0 0 0 4 400
		cob=(heap)
		cfn=main+0
		calls=10 5
		5 10 0 0 0 640 80
		cob=(heap)
		cfn=main+8
		calls=5 5
		5 5 0 0 0 320 120
		fn=main+0
		cob=prog
		cfn=walk
		calls=10 7
		5 10 0 0 0 640 80
		fn=main+8
		cob=prog
		cfn=walk
		calls=5 8
		5 5 0 0 0 320 120
		ob=(static)
		fl=g.c
		fn=table
		cob=prog
		cfn=walk
		calls=2 9
		3 2 0 0 0
		ob=prog
		fn=walk
		7 10 0 0 0 640 80
		8 5 0 0 0 320 120
		9 2 0 0 0
		totals: 17 0 0 0 960 200 4 400
	END
}

@test "line use is the share of fetched bytes that are used, and of nothing there is none" {
	line_use >use
	table use | sed -n 1,3p >out
	same - out <<-'END'
		D1 miss   share  line use  blocks  bytes  data                  site
		     15  88.2 %    20.8 %       4    400  main, 100 bytes each  g.c:5
		      2  11.8 %         .       .      .  table (static)        g.c:3
	END
	cg-annotate --data use | grep -e ' [*>]  ' >out
	same - out <<-'END'
		10 (66.67%)    12.5%  *   +0
		10 (66.67%)    12.5%  >     g.c:7: walk
		 5 (33.33%)    37.5%  *   +8
		 5 (33.33%)    37.5%  >     g.c:8: walk
		10 (66.67%)    12.5%  >   g.c:7: walk
		 5 (33.33%)    37.5%  >   g.c:8: walk
		2 (100.0%)        .  >   g.c:9: walk
	END
	table --sort=LnU use | sed -n 1,2p >out
	same - out <<-'END'
		LnU    share  D1 miss  line use  blocks  bytes  data                  site
		200  100.0 %       15    20.8 %       4    400  main, 100 bytes each  g.c:5
	END
	table --show=LnB,LnU use | sed -n 1,2p >out
	same - out <<-'END'
		LnB    share  LnU  data                  site
		960  100.0 %  200  main, 100 bytes each  g.c:5
	END
	cg-annotate --format=html use | grep -c '<td>20.8%</td>' >out
	same - out <<<1
	cg-diff use use | cg-annotate --width=100 --threshold=0 >out
	run -1 grep 'line use' out
}

@test "a count that is mostly on data that are not shown is named" {
	sed -e 's/AlB$/AlB ShF/' -e 's/^2 180 .*/&\n2 0 0 0 0 0 0 9/' -e 's/^totals.*/& 9/' in >shared
	table --top=1 shared | grep -e '^Sh' >out
	same - out <<<'ShF: 100.0 % on data that are not shown (--sort=ShF shows them)'
	for options in --top=2 '--sort=D1mr --top=1' '--show=ShF,D1mr --top=1'; do
		# shellcheck disable=SC2086 # options
		table $options shared >out
		run -1 grep '^ShF:' out
	done
}

@test "--data opens the largest data: fields or offsets, and the code" {
	cg-annotate --width=100 --data in >out
	same - out <<-'END'
		./prog
		1,001 D1 misses   100 LL misses   2,003 blocks   128,100 bytes

		D1 miss   share  LL miss  blocks    bytes  data                              site
		    800  79.9 %      100   2,000  128,000  main: struct node, 64 bytes each  g.c:5
		    180  18.0 %        0       .        .  table (static)                    g.c:2
		     20   2.0 %        0       3      100  init                              g.c:9
		1 more data: 0.1 %

		main: struct node, 64 bytes each: 800 D1 misses, 79.9 %
		about 18,000 cycles (10 D1m + 100 DLm), 90.0 % of the cost of all data
		always in one cache line: .next and .key would have up to 200 fewer misses in main

		D1 miss   share  LL miss  field, and its code  line
		    500  62.5 %       40  .next                g.c:1
		    500  62.5 %       40    main               g.c:6
		    300  37.5 %       60  .key                 g.c:1
		    200  25.0 %       10    main               g.c:6
		    100  12.5 %       50    walk(int)          g.c:7

		table (static): 180 D1 misses, 18.0 %
		about 1,800 cycles (10 D1m + 100 DLm), 9.0 % of the cost of all data

		D1 miss    share  LL miss  code  line
		    180  100.0 %        0  main  g.c:6

		init, 3 blocks, 100 bytes: 20 D1 misses, 2.0 %
		about 200 cycles (10 D1m + 100 DLm), 1.0 % of the cost of all data

		D1 miss    share  LL miss  field, and its code  line
		     20  100.0 %        0  +8
		     20  100.0 %        0    main               g.c:6
	END
	cg-annotate --width=100 --data=node in | sed -n '/^main/,$p' >out
	same - out <<-'END'
		main: struct node, 64 bytes each: 800 D1 misses, 79.9 %
		about 18,000 cycles (10 D1m + 100 DLm), 90.0 % of the cost of all data
		always in one cache line: .next and .key would have up to 200 fewer misses in main

		D1 miss   share  LL miss  field, and its code  line
		    500  62.5 %       40  .next                g.c:1
		    500  62.5 %       40    main               g.c:6
		    300  37.5 %       60  .key                 g.c:1
		    200  25.0 %       10    main               g.c:6
		    100  12.5 %       50    walk(int)          g.c:7

		D1 miss   share  LL miss  code       line
		    700  87.5 %       50  main       g.c:6
		    100  12.5 %       50  walk(int)  g.c:7
	END
}

# sites BLOCKS BYTES [BLOCKS BYTES]...: blocks of one name, each number of them of another line
sites() {
	local line=0
	printf '%s\n' '# callgrind format' 'desc: D1 cache: 32768 B, 64 B, 8-way associative' \
		'events: D1mr DLmr D1mw DLmw Al AlB' 'ob=(heap)' fl=a.c 'fn=make: struct s'
	for (( ; $#; )); do
		printf '%s\n' "$((++line)) 0 0 0 0 $1 $2" cob=prog cfi=a.c cfn=use \
			"calls=30 20" "$line 30 0 0 0 0 0"
		shift 2
	done
	printf '%s\n' ob=prog fl=a.c fn=use "20 $((30 * line)) 0 0 0 0 0"
}

# heading BLOCKS BYTES...: what is above the details of such blocks on a terminal; the page and
# the text must say the same
heading() {
	sites "$@" >sites
	cg-annotate --width=120 --data=make sites | sed -n '/^make.*: [0-9]* D1/,/^$/p' |
		sed '/^$/d; /cycles/d' >terminal
	cg-annotate --data=make sites | sed -n '/^-- Data/,/^---/p' |
		sed '/^---/d; /cycles/d; s/^-- Data: //' |
		same <(sed 's/: [0-9]* D1 misses.*//' terminal) -
	cg-annotate --format=html sites | sed 's/<p>/\n&/g' |
		sed -n 's|^<p>\(a block[^<]*\)</p>.*|\1|p' | sort -u | same <(sed 1d terminal) -
	cat terminal
}

@test "blocks and bytes in the heading of a datum are those of all its sites, though code has none" {
	for options in '--show=Al,AlB' --show=Al --sort=Al; do
		cg-annotate --width=100 --data=node "$options" in | grep '^main: ' | same - \
			<(echo 'main: struct node, 64 bytes each: 2,000 blocks, 99.9 %')
	done
	for options in --show=AlB --sort=AlB; do
		cg-annotate --width=100 --data=node "$options" in | grep '^main: ' | same - \
			<(echo 'main: struct node, 64 bytes each: 128,000 bytes, 99.9 %')
	done
	sites 2 128 1 100 >sites
	cg-annotate --width=100 --data --show=Al sites | grep '^make: ' | same - \
		<(echo 'make: struct s, 3 blocks, 228 bytes: 3 blocks, 100.0 %')
	sites 1 100 >sites
	cg-annotate --width=100 --data --show=Al sites | grep '^make: ' | same - \
		<(echo 'make: struct s: 1 block, 100.0 %')
}

@test "the size above the details of data is of the blocks of all their sites" {
	heading 13 327640 1 80008 | same - <(echo 'make: struct s, 14 blocks, 407,648 bytes: 60 D1 misses, 100.0 %')
	# the table has each site with its own
	cg-annotate --width=120 sites | grep -E '  13  327,640  make: struct s +a.c:1'
	cg-annotate --width=120 sites | grep -E 'make: struct s +a.c:2'
	heading 2 128 1 64 | same - <(cat <<-'END'
		make: struct s, 64 bytes each: 60 D1 misses, 100.0 %
		a block is in 2 lines of 64 bytes if it begins after byte 0 of a line
	END
	)
	# blocks of two sizes have no mean size that is known, also if it is whole
	heading 1 6 1 100000 | same - <(echo 'make: struct s, 2 blocks, 100,006 bytes: 60 D1 misses, 100.0 %')
	heading 1 32 1 96 | same - <(echo 'make: struct s, 2 blocks, 128 bytes: 60 D1 misses, 100.0 %')
	heading 2 65 2 63 | same - <(echo 'make: struct s, 4 blocks, 128 bytes: 60 D1 misses, 100.0 %')
	# a site at which nothing is allocated has no size
	heading 2 128 0 0 | sed -n 1p | same - <(echo 'make: struct s, 64 bytes each: 60 D1 misses, 100.0 %')
	heading 1 64 0 0 | same - <(echo 'make: struct s: 60 D1 misses, 100.0 %')
}

# a block of SIZE bytes has fields of which scan uses two, in several lines of code, load all
# three, and walk another one
far_fields() {
	cat <<-END
		# callgrind format
		desc: D1 cache: 32768 B, ${2-64} B, 8-way associative
		events: D1mr DLmr D1mw DLmw Al AlB
		ob=(heap)
		fl=s.c
		fn=make: struct rec
		9 0 0 0 0 10 ${1}0
		cfn=make: struct rec.key
		calls=70 1
		9 70 2 0 0
		cfn=make: struct rec.val
		calls=55 2
		9 50 0 5 1
		cfn=make: struct rec.log[3]
		calls=90 3
		9 90 0 0 0
		cfn=make: struct rec.age
		calls=9 4
		9 9 0 0 0
		fn=make: struct rec.key
		cob=p
		cfn=scan
		calls=40 20
		1 40 2 0 0
		cob=p
		cfn=scan
		calls=20 21
		1 20 0 0 0
		cob=p
		cfn=walk
		calls=10 30
		1 10 0 0 0
		fn=make: struct rec.val
		cob=p
		cfn=scan
		calls=55 22
		2 50 0 5 1
		fn=make: struct rec.log[3]
		cob=p
		cfn=scan
		calls=90 22
		3 90 0 0 0
		fn=make: struct rec.age
		cob=p
		cfn=scan
		calls=9 23
		4 9 0 0 0
		ob=(static)
		fn=t
		cob=p
		cfn=walk
		calls=1 31
		5 1 0 0 0
		ob=p
		fn=scan
		20 219 2 5 1
		fn=walk
		30 1 0 0 0
		31 10 0 0 0
		totals: 230 2 5 1
	END
}

# hints SIZE [LINE]: what is said of blocks of that size in lines of that size, but for the cost
hints() {
	far_fields "$@" | cg-annotate --width=120 --data=rec | sed -n '/^make/,/^$/p' | sed '1,2d; /^$/d'
}

@test "below an open datum: what it costs, in how many lines a block is, and fields for one line" {
	far_fields 112 >far
	cg-annotate --width=100 --data=rec far | sed -n '/^make/,/^$/p' >out
	same - out <<-'END'
		make: struct rec, 112 bytes each: 224 D1 misses, 95.3 %
		about 2,540 cycles (10 D1m + 100 DLm), 95.8 % of the cost of all data
		a block is in 2 lines of 64 bytes, in 3 if it begins after byte 16 of a line
		always in one cache line: .key, .val and 1 more would have up to 64 fewer misses in scan

	END
	cg-annotate --data=rec far | sed -n '/^-- Data/,/^---/p' | sed '1d; $d' >classic
	sed '1d; $d' out | same - classic
	cg-annotate --format=html far | grep -o '<p>a[^<]*</p>' |
		sed 's/<[^>]*>//g' | sed -n 1,3p >page
	same classic page
	# the columns were chosen, and a change is no cost
	cg-annotate --width=100 --show=D1mr --data=rec far >shown
	cg-diff far far | cg-annotate --width=100 --data=rec >difference
	run -1 grep -E 'cycles|lines of|fewer' shown difference
}

@test "blocks are in more lines than they fill if an allocator can begin them there" {
	one='a block is in 2 lines of 64 bytes if it begins after byte'
	more='a block is in 2 lines of 64 bytes'
	{ hints 16 && hints 129; } >out
	run -1 grep 'a block' out
	hints 17 | grep -x "$one 47 of a line"
	hints 64 | grep -x "$one 0 of a line"
	hints 65 | grep -x "$more"
	hints 81 | grep -x "$more, in 3 if it begins after byte 47 of a line"
	hints 128 | grep -x "$more, in 3 if it begins after byte 0 of a line"
	hints 64 128 | grep -x 'a block is in 2 lines of 128 bytes if it begins after byte 64 of a line'
	for line in 0 -64 8 99999999999999999999 x; do
		hints 64 $line >out
		run -1 grep 'a block' out
	done
}

@test "code without a known file has its object beside it" {
	sed -e '/^cfn=walk/s/.*/cfi=???\ncfn=???/' -e '/^fn=walk/s/.*/fl=???\nfn=???/' in >unnamed
	cg-annotate --width=100 --data=node unnamed | sed -n '/  code /,$p' >out
	same - out <<-'END'
		D1 miss   share  LL miss  code  line
		    700  87.5 %       50  main  g.c:6
		    100  12.5 %       50  ???   [prog]
	END
}

@test "below a source line: what it misses on; at a site: the misses on it" {
	cg-annotate --width=100 in | grep -E '  (<=|=>) ' | tr -s ' ' >out
	same - out <<-'END'
		 500 500 40 => main: struct node.next
		 200 300 60 => main: struct node.key
		 180 180 0 => table (static)
		 700 800 100 => main: struct node, 2,000 blocks, 64 bytes each
		 500 500 40 <= main: struct node.next, 55.5 %
		 200 200 10 <= main: struct node.key, 22.2 %
		 180 180 0 <= table (static), 20.0 %
		 0 100 50 <= main: struct node.key, 100.0 %
		 20 20 0 => init, 3 blocks, 100 bytes
	END
}

@test "classic: the table, the parts with --data, and the notes below lines" {
	cg-annotate --data in | sed -n '/: data$/,$p' >out
	same - out <<-'END'
		     D1 miss LL miss blocks   bytes  file:line: data
		--------------------------------------------------------------------------------
		800 (79.92%)     100  2,000 128,000  g.c:5: main: struct node, 64 bytes each
		180 (17.98%)       0      .       .  g.c:2: table (static)
		 20 ( 2.00%)       0      3     100  g.c:9: init

		--------------------------------------------------------------------------------
		-- Data: main: struct node, 64 bytes each
		about 18,000 cycles (10 D1m + 100 DLm), 90.0 % of the cost of all data
		always in one cache line: .next and .key would have up to 200 fewer misses in main
		--------------------------------------------------------------------------------
		     D1 miss LL miss  file:line: field (*) and code (>)
		--------------------------------------------------------------------------------
		500 (62.50%)      40  *   g.c:1: .next
		500 (62.50%)      40  >     g.c:6: main
		300 (37.50%)      60  *   g.c:1: .key
		200 (25.00%)      10  >     g.c:6: main
		100 (12.50%)      50  >     g.c:7: walk(int)

		700 (87.50%)      50  >   g.c:6: main
		100 (12.50%)      50  >   g.c:7: walk(int)

		--------------------------------------------------------------------------------
		-- Data: table (static)
		about 1,800 cycles (10 D1m + 100 DLm), 9.0 % of the cost of all data
		--------------------------------------------------------------------------------
		     D1 miss LL miss  file:line: field (*) and code (>)
		--------------------------------------------------------------------------------
		180 (100.0%)       0  >   g.c:6: main

		--------------------------------------------------------------------------------
		-- Data: init, 3 blocks, 100 bytes
		about 200 cycles (10 D1m + 100 DLm), 1.0 % of the cost of all data
		--------------------------------------------------------------------------------
		    D1 miss LL miss  file:line: field (*) and code (>)
		--------------------------------------------------------------------------------
		20 (100.0%)       0  *   +8
		20 (100.0%)       0  >     g.c:6: main

	END
	cg-annotate in | grep -E '(<=|=>)' | sed 's/.*\( [<=][=>] \)/\1/' >out
	same - out <<-'END'
		 => main: struct node.next
		 => main: struct node.key
		 => table (static)
		 => main: struct node, 2,000 blocks, 64 bytes each
		 <= main: struct node.next, 55.5 %
		 <= main: struct node.key, 22.2 %
		 <= table (static), 20.0 %
		 <= main: struct node.key, 100.0 %
		 => init, 3 blocks, 100 bytes
	END
}

# shared: a profile of who shares lines: fields of a structure, one of them with two lines
# of a function, and a variable
shared() {
	cat <<-'END'
		# callgrind format
		events: D1mr DLmr D1mw DLmw Al AlB ShT ShF
		ob=(heap)
		fl=g.c
		fn=main: struct pair
		5 0 0 0 0 1 16
		cfn=main: struct pair.a
		calls=3 1
		5 3
		cfn=main: struct pair.a
		calls=0 1
		5 0 0 0 0 0 0 0 900
		cfn=main: struct pair.b
		calls=0 2
		5 0 0 0 0 0 0 30 40
		fn=main: struct pair.a
		cob=prog
		cfn=walk
		calls=3 7
		1 3
		cfn=main: struct pair.a, with .b in count
		calls=0 10
		1 0 0 0 0 0 0 0 600
		cfn=main: struct pair.a, with .b in count
		calls=0 11
		1 0 0 0 0 0 0 0 100
		cfi=h.c
		cfn=main: struct pair.a, with hits in hit(std::vector<int>)
		calls=0 20
		1 0 0 0 0 0 0 0 200
		fn=main: struct pair.a, with .b in count
		cob=prog
		cfn=walk
		calls=0 7
		10 0 0 0 0 0 0 0 600
		cob=prog
		cfn=walk
		calls=0 8
		11 0 0 0 0 0 0 0 100
		fn=main: struct pair.b
		cfi=g.c
		cfn=main: struct pair.b, with .b in count
		calls=0 10
		2 0 0 0 0 0 0 30 40
		fn=main: struct pair.b, with .b in count
		cob=prog
		cfn=count
		calls=0 10
		10 0 0 0 0 0 0 30 40
		fl=h.c
		fn=main: struct pair.a, with hits in hit(std::vector<int>)
		cob=prog
		cfi=g.c
		cfn=walk
		calls=0 7
		20 0 0 0 0 0 0 0 200
		ob=(static)
		fl=h.c
		fn=hits
		cfi=g.c
		cfn=hits, with main: struct pair.a in walk
		calls=0 7
		3 0 0 0 0 0 0 0 50
		fl=g.c
		fn=hits, with main: struct pair.a in walk
		cob=prog
		cfi=h.c
		cfn=hit(std::vector<int>)
		calls=0 20
		7 0 0 0 0 0 0 0 50
		ob=prog
		fl=g.c
		fn=walk
		7 3 0 0 0 0 0 0 800
		8 0 0 0 0 0 0 0 100
		fn=count
		10 0 0 0 0 0 0 30 40
		fl=h.c
		fn=hit(std::vector<int>)
		20 0 0 0 0 0 0 0 50
		totals: 3 0 0 0 1 16 30 990
	END
}

@test "below a field are those who share its lines, in which functions and lines" {
	shared >profile
	cg-sum --check profile
	cg-annotate --width=90 --show=ShF,ShT --data='pair|hits' profile | sed 1,3d >out
	same - out <<-'END'
		ShF   share  ShT  data               site
		940  94.9 %   30  main: struct pair  g.c:5
		 50   5.1 %    0  hits (static)      h.c:3

		main: struct pair: 940 ShF, 94.9 %

		ShF   share  ShT  field, and its code                   line
		900  95.7 %    0  .a                                    g.c:1
		600  63.8 %    0    with .b in count                    g.c:10
		200  21.3 %    0    with hits in hit(std::vector<int>)  h.c:20
		100  10.6 %    0    with .b in count                    g.c:11
		800  85.1 %    0    walk                                g.c:7
		100  10.6 %    0    walk                                g.c:8
		 40   4.3 %   30  .b                                    g.c:2
		 40   4.3 %   30    with .b in count                    g.c:10
		 40   4.3 %   30    count                               g.c:10

		ShF   share  ShT  code   line
		800  85.1 %    0  walk   g.c:7
		100  10.6 %    0  walk   g.c:8
		 40   4.3 %   30  count  g.c:10

		hits (static): 50 ShF, 5.1 %

		ShF    share  ShT  code                              line
		 50  100.0 %    0  with main: struct pair.a in walk  g.c:7
		 50  100.0 %    0  hit(std::vector<int>)             h.c:20
	END
	# sorted by what there is, if there are no misses
	cg-annotate --width=100 --data=pair profile | grep -o 'with .*' | sed -n 1,2p >out
	same - out <<-'END'
		with .b in count                    g.c:10
		with hits in hit(std::vector<int>)  h.c:20
	END
	# a line has room for the function without its arguments
	cg-annotate --width=60 --show=ShF,ShT --data=pair profile >out
	grep -q '  with hits in hit(...)  *h.c:20$' out
}

@test "those who share, in the classic layout and in a page" {
	shared >profile
	cg-annotate --show-percs=no --show=ShT,ShF --data=pair profile | grep ' [*&>] ' >out
	same - out <<-'END'
		 30  40  *   g.c:2: .b
		 30  40  &     g.c:10: with .b in count
		 30  40  >     g.c:10: count
		  0 900  *   g.c:1: .a
		  0 600  &     g.c:10: with .b in count
		  0 200  &     h.c:20: with hits in hit(std::vector<int>)
		  0 100  &     g.c:11: with .b in count
		  0 800  >     g.c:7: walk
		  0 100  >     g.c:8: walk
		 30  40  >   g.c:10: count
		  0 800  >   g.c:7: walk
		  0 100  >   g.c:8: walk
	END
	cg-annotate --format=html profile >page
	sed 's/<tr>/\n&/g' page | sed -n '/<td class="m">→ with/s/<[^>]*>/ /gp' |
		sed 's/.*→ *//; s/   *.*:/: /; s/ *$//' >out
	same - out <<-'END'
		with .b in count: 10
		with hits in hit(std::vector&lt;int&gt;): 20
		with .b in count: 11
		with .b in count: 10
	END
	grep -q '<td>600</td><td class="m">→ with .b in count' page
}

@test "who shares passes through all tools, and counts once" {
	shared >profile
	cg-sum --by=data --events=ShT,ShF --format=tsv profile | tr '\t' ' ' >out
	same - out <<-'END'
		file data ShT ShF
		g.c main: struct pair 30 940
		h.c hits (static) 0 50
	END
	cg-merge -o twice profile profile
	cg-annotate --width=90 --show=ShF --data=pair twice | grep -c 'with .b in count' >out
	same - out <<<3
	cg-diff profile twice | cg-annotate --width=90 --show=ShF --data=pair | grep 'with\|\.a' >out
	same - out <<-'END'
		+900  .a                                    g.c
		+700    with .b in count                    g.c
		+200    with hits in hit(std::vector<int>)  h.c
		 +40    with .b in count                    g.c
	END
	for kept in '^hits' count 'pair$'; do
		cg-filter --function="$kept" profile >kept
		cg-sum --check kept
		cg-annotate --show=ShF kept >out
	done
}

@test "--data is an error without data, without a match, and with other formats" {
	complains 'cg-annotate: --data: expected an expression that matches a datum, found "no such"' \
		cg-annotate '--data=no such' in
	complains 'cg-annotate: --data: "(": missing closing parenthesis at byte 2 (see cg-annotate --help)' cg-annotate '--data=(' in
	complains 'cg-annotate: --data needs --format=text (see cg-annotate --help)' cg-annotate --data --format=html in
	printf '%s\n' 'events: Ir' fl=a.c fn=f '1 2' >code
	complains 'cg-annotate: code: expected a profile of data, as cg-collect --data writes it, for --data' \
		cg-annotate --data code
}

@test "html: a section with the table, which opens fields and code and links to lines" {
	cg-annotate --format=html in >page
	sed -n '/id="data-list"/,/<\/table><\/div>/p' page >out
	[ "$(grep -c '^<tr><td>' out)" -eq 3 ]
	sed -n 's/^<tr><td>\([^<]*\)<.*<summary>\(.*\)<\/summary>.*/\1 \2/p' out |
		sed 's/<[^>]*>//g' >rows
	same - rows <<-'END'
		800 main: struct node, 64 bytes each
		180 table (static)
		20 init
	END
	grep -q '.key</td><td class="m dim"><a href="#f1L1">g.c:1</a>' out
	grep -q 'id="f1L1"' page
	grep -o '← [^<]*' page >out
	same - out <<-'END'
		← main: struct node.next, 55.5 %
		← main: struct node.key, 22.2 %
		← table (static), 20.0 %
		← main: struct node.key, 100.0 %
	END
	# functions are code, without inclusive costs
	sed -n '/id="function-list"/,/<\/table><\/div>/p' page >out
	[ "$(grep -c '^<tr id="fn' out)" -eq 2 ]
	! grep -q inclusive out
	grep -q 'Data that it misses on' out
}

@test "names with strange characters and of any length, as text and markup" {
	long=$(printf 'x%.0s' {1..20000})
	cat >strange <<-END
		# callgrind format
		events: D1mr DLmr D1mw DLmw Al AlB
		ob=(heap)
		fl=a b.c
		fn=f<T: U>(int): struct <b>&"é: y
		0 0 0 0 0 1 1
		cob=p
		cfi=a b.c
		cfn=g
		calls=5 0
		0 5 0 0 0 0 0
		fn=$long
		cob=p
		cfi=a b.c
		cfn=g
		calls=4 0
		0 4 0 0 0 0 0
		ob=(mapped)
		fl=???
		fn=/dev/shm/\x1b[31m
		cob=p
		cfi=a b.c
		cfn=g
		calls=3 0
		0 3 0 0 0 0 0
		ob=p
		fl=a b.c
		fn=g
		0 12 0 0 0 0 0
	END
	cg-annotate --width=60 --data strange >out
	# a function's own name is never cut but in its middle
	grep -v xxxx out | awk 'length > 62' >wide
	awk 'length > 4200' out >>wide
	[ ! -s wide ]
	grep -q '(mapped)' out
	cg-annotate --data strange >out
	grep -qF 'f<T: U>(int): struct <b>&"' out
	cg-annotate --format=html strange >page
	grep -qF 'struct &lt;b&gt;&amp;&quot;' page
	! grep -qF '<b>' page
}

@test "data of one kind only, without misses, or without code" {
	{
		printf '%s\n' '# callgrind format' 'events: Al AlB' 'ob=(heap)' fl=a.c
		printf '%s\n' fn=f '3 2 64' '4 1 1' 'ob=p' fn=f '3 0 0'
	} >allocations
	cg-annotate --width=80 --data allocations >out
	same - out <<-'END'
		allocations
		3 blocks (calculated)   65 bytes (calculated)

		blocks   share  bytes  data              site
		     2  66.7 %     64  f, 32 bytes each  a.c:3
		     1  33.3 %      1  f                 a.c:4
	END
	printf '%s\n' '# callgrind format' 'events: D1mr DLmr D1mw DLmw' 'ob=(stack)' \
		'fl=???' 'fn=(stack)' cob=p cfi=a.c cfn=f 'calls=2 3' '0 2 0 0 0' >stack
	cg-annotate --width=80 --data stack >out
	same - out <<-'END'
		stack
		0 D1 misses (calculated)

		D1 miss  data     site
		      2  (stack)

		(stack): 2 D1 misses
		about 20 cycles (10 D1m + 100 DLm)

		D1 miss    share  code  line
		      2  100.0 %  f     a.c:3
	END
	for profile in allocations stack; do
		for format in text html lines; do
			cg-annotate --format=$format --auto=no "$profile" >out
		done
	done
}

@test "counts below 0 are changes; a total of 0 has no shares" {
	sed -e '/^[0-9]* [0-9]/s/ \([1-9]\)/ -\1/g' -e 's/^totals:.*//' in >negative
	cg-annotate --width=100 --auto=no negative | sed -n '4,7p' >out
	same - out <<-'END'

		D1 miss  LL miss  blocks     bytes  data               site
		   -800     -100  -2,000  -128,000  main: struct node  g.c:5
		   -180        0       .         .  table (static)     g.c:2
	END
}

@test "a difference: the sides are beside their count, and changes of sizes are no sizes" {
	sed 's/^5 0 0 0 0 2000 128000/5 0 0 0 0 2500 192000/; s/^5 500/5 600/; s/^1 500/1 600/
		s/^6 901/6 1001/; s/^totals: .*/totals: 1001 50 100 50 2503 192100/' in >new
	cg-diff --keep-sides in new >sides
	table --data sides | sed -n 1,2p >out
	same - out <<-'END'
		D1 miss   share  old  new  blocks    bytes  data               site
		   +100  10.0 %  800  900    +500  +64,000  main: struct node  g.c
	END
	cg-annotate --data sides >classic
	cg-annotate --format=html sides >page
	cg-diff in new | cg-annotate --width=100 --data >flat
	run -1 grep -F 'bytes each' out classic page flat
	# what is allocated at a line is a change, too
	cg-diff --lines in new | cg-annotate --width=100 | grep -F '=> main: struct node, +500 blocks, +64,000 bytes'
}

@test "data that threads share reach the threshold without misses" {
	sed -E '/^calls=/!s/^([0-9]+( [0-9]+){6})$/\1 0/; /^fn=table$/i fn=hits\n3 1 0 0 0 0 0 900\nfn=few\n4 1 0 0 0 0 0 1
		s/^totals: 901/totals: 903/; s/^(totals:.*)/\1 901/; s/^events: .*/& ShF/' in >shared
	for layout in --auto=no '--auto=no --width=100' --format=html; do
		# shellcheck disable=SC2086
		cg-annotate $layout --threshold=1 shared >out
		grep -F 'hits (static)' out
	done
	cg-annotate --auto=no --threshold=1 shared >out
	run -1 grep -F 'few (static)' out
	cg-annotate --width=100 --data=stack in | grep -x '(stack): 1 D1 miss, 0.1 %'
}

@test "--threshold with a pattern or --top leaves out small parts of a datum" {
	cg-annotate --width=100 --data=node --threshold=15 in | sed -n '/^main/,$p' >out
	same - out <<-'END'
		main: struct node, 64 bytes each: 800 D1 misses, 79.9 %
		about 18,000 cycles (10 D1m + 100 DLm), 90.0 % of the cost of all data
		always in one cache line: .next and .key would have up to 200 fewer misses in main

		D1 miss   share  LL miss  field, and its code  line
		    500  62.5 %       40  .next                g.c:1
		    500  62.5 %       40    main               g.c:6
		    300  37.5 %       60  .key                 g.c:1
		    200  25.0 %       10    main               g.c:6
		    100  12.5 %       50    walk(int)          g.c:7

		D1 miss   share  LL miss  code       line
		    700  87.5 %       50  main       g.c:6
		    100  12.5 %       50  walk(int)  g.c:7
	END
	# one more row takes no more room than their number, and two do
	awk '{ print }
		/^fn=main: struct node.key/ { for (i = 1; i < 4; i++)
			printf "cob=prog\ncfi=g.c\ncfn=small\ncalls=1 %d\n1 %d 0 0 0 0 0\n", 20 + i, i }' in >many
	cg-annotate --width=100 --data=node --top=1 --threshold=15 many |
		sed -n '/^ .*\.key/,/^$/p' >out
	same - out <<-'END'
		    300  37.2 %       60  .key                 g.c:1
		    200  24.8 %       10    main               g.c:6
		    106  13.2 %       50    (4 more)

	END
}

@test "the head has the total of what is shown, also if no data are left" {
	cg-annotate --width=100 --show=Al,AlB in | sed -n 2p | grep -x '2,003 blocks   128,100 bytes'
	cg-annotate --width=100 --sort=DLmr in | sed -n 2p >out
	same - out <<<'50 DLmr   1,001 D1 misses   100 LL misses   2,003 blocks   128,100 bytes'
	sed '/^events:/i event: D1m = D1mr + D1mw : D1 misses' in | cg-filter --function=walk |
		cg-annotate --width=100 | sed -n 2p | grep -x '1,001 D1 misses'
	# of one access, the name of the event is whole
	sed 's/^events: D1mr/events: ShF/; s/^totals.*//; /^ob=(stack)/,/^ob=prog/d' in |
		sed -E 's/^([0-9]+) [0-9]+ /\1 1 /' >one
	cg-annotate --width=100 --show=ShF one | sed -n 2p | grep -E '^[0-9,]+ ShF'
}

@test "rows by object name the object" {
	printf '%s\n' 'events: Ir' 'ob=/bin/a' 'fl=a.c' 'fn=f' '1 60' 'ob=/lib/b' 'fl=b.c' 'fn=g' \
		'1 40' 'totals: 100' >two
	cg-filter --format=callgrind --level=object two | cg-annotate --width=80 --auto=no |
		sed -n '/share/,$p' >out
	same - out <<-'END'
		Ir   share     cum.  function  file
		60  60.0 %   60.0 %  (all)     [/bin/a]
		40  40.0 %  100.0 %  (all)     [/lib/b]
	END
}

@test "with a profile of code of the same events, functions stay apart from data" {
	cat >code <<-'END'
		# callgrind format
		events: D1mr DLmr D1mw DLmw Al AlB
		ob=prog
		fl=g.c
		fn=main
		6 10 0 0 0 0 0
		cfn=walk(int)
		calls=3 7
		6 90 0 0 0 0 0
		fn=walk(int)
		7 90 0 0 0 0 0
		totals: 100 0 0 0 0 0
	END
	cg-merge in code >both
	cg-annotate --width=100 --inclusive both | grep -E '^[ 0-9,.%]*(main|walk)|(<=|=>) ' >out
	same - out <<-'END'
		    800  72.7 %      100   2,000  128,000  main: struct node, 64 bytes each  g.c:5
		1,001  100.0 %    1,001       50  main       g.c
		   90    9.0 %      190       50  walk(int)  g.c
		 500      500       40  => main: struct node.next
		 200      300       60  => main: struct node.key
		 180      180        .  => table (static)
		 700      800      100  => main: struct node, 2,000 blocks, 64 bytes each
		  90       90        .  => walk(int) (3x)
		 500      500       40  <= main: struct node.next, 54.9 %
		 200      200       10  <= main: struct node.key, 22.0 %
		 180      180        .  <= table (static), 19.8 %
		   0      100       50  <= main: struct node.key, 52.6 %
		  20       20        0  => init, 3 blocks, 100 bytes
	END
	cg-annotate --width=100 --auto=no --tree=caller --threshold=0 both |
		grep -A3 -B4 '\* walk' >out
	same - out <<-'END'
		 911  91.0 %      911       50  * main                                    g.c

		  90   9.0 %       90        .  < main (3x)                               g.c
		   0   0.0 %      100       50  < main: struct node.key (100 misses)      g.c
		  90   9.0 %      190       50  * walk(int)                               g.c
		Not shown: Al AlB  (--show=EVENT,... shows others)
	END
}

@test "a data profile that derives the misses of reads and writes is sorted by them" {
	# main only reads, walk only writes, and has more misses
	sed -E 's/^(7 0 0) 100 50/\1 1000 500/; s/^totals:.*//' in >plain
	sed 's/^events:/event: D1m = D1mr + D1mw : D1 misses\nevent: DLm = DLmr + DLmw\n&/' plain >derived
	functions() {
		cg-annotate --auto=no "$@" | sed -n '/function/,/Not shown/p'
	}
	functions --width=100 derived >out
	same - out <<-'END'
		D1 miss   share     cum.  LL miss  function   file
		  1,000  52.6 %   52.6 %      500  walk(int)  g.c
		    901  47.4 %  100.0 %       50  main       g.c
		Not shown: Al AlB  (--show=EVENT,... shows others)
	END
	# a column is as wide as --sort says, and is there once
	functions --width=100 --sort=D1m derived >sorted
	same out sorted
	functions --width=100 --sort=D1mr derived | awk 'NR == 2 { print $1, $NF }' >out
	same - out <<<'901 g.c'
	cg-annotate --auto=no --sort=D1m --width=100 derived | grep -c 'D1m  *share  *LL miss  *blocks'
	# the heading of a source has what the column has
	cg-annotate --width=100 derived | grep -x 'g\.c: 1,901 D1 miss, 100\.0 %'
	cg-annotate --width=100 --sort=DLm derived | grep -x 'g\.c: 550 LL miss, 100\.0 %'
	# functions are in the order of what is shown, as data are
	functions --width=100 --show=D1mr derived | awk 'NR == 2 { print $1, $NF }' >out
	same - out <<<'901 g.c'
	functions --width=100 --show=D1mw derived | awk 'NR == 2 { print $1, $6 }' >out
	same - out <<<'1,000 walk(int)'
	# the classic layout, the page, and a sum
	cg-annotate --auto=no derived | grep -x 'Event sort order: D1m'
	cg-annotate --auto=no derived | sed -n '/file:function/,$p' | grep -oE 'walk|main' >out
	same - out <<<$'walk\nmain'
	cg-annotate --format=html derived >page
	grep 'walk(int)' page
	cg-merge derived derived >sum
	cg-annotate --auto=no sum | grep -x 'Event sort order: D1m'
	# a difference can have no sides of it
	cg-diff derived sum >difference
	cg-annotate --auto=no difference | grep -x 'Event sort order: D1m'
	cg-annotate --auto=no --diff derived sum | grep -x 'Event sort order: D1m'
	cg-diff --keep-sides derived sum >sides
	cg-annotate --auto=no sides | grep 'Event sort order: D1mr '
	# of a profile with instructions, it is an event like others
	sed 's/^event: DL.*//; s/^events: D1mr/events: Ir D1mr/; s/^totals:.*//' derived >mixed
	cg-annotate --auto=no mixed | grep 'Event sort order: Ir '
}

@test "estimated cycles need instructions: a data profile has none" {
	cg-annotate --format=html in >page
	! grep -q CEst page
	complains 'cg-annotate: --show: expected one of the events D1mr, DLmr, D1mw, DLmw, Al, AlB, found "CEst" (see cg-annotate --help)' \
		cg-annotate --show=CEst in
	cg-sum in >out
	! grep -q CEst out
}

@test "--data of a data profile in which nothing missed prints an empty table" {
	need_terminal
	cat >none <<-'end'
		# callgrind format
		version: 1
		creator: cg-tools
		cmd: ./hits
		positions: line
		event: D1m = D1mr + D1mw : D1 misses
		event: DLm = DLmr + DLmw : LL misses of data
		events: D1mr DLmr D1mw DLmw Al AlB
		totals: 0 0 0 0 0 0
	end
	for option in --data --data=any; do
		cg-annotate $option none >out
		tail -n 4 out | same - <(printf '%s\n' "${rule=$(printf '%80s' | tr ' ' -)}" \
			'D1 miss blocks bytes  file:line: data' "$rule" '')
		on_terminal "cg-annotate $option none" | grep 'No datum reaches the threshold'
	done
	cg-merge none none | cg-annotate --data | grep 'D1 miss'
	# a profile of code is none of data, though it is empty
	grep -v '^event: ' none | sed 's/^events: .*/events: Ir D1mr/; s/^totals: .*/totals: 0 0/' >code
	complains 'cg-annotate: code: expected a profile of data, as cg-collect --data writes it, for --data' \
		cg-annotate --data code
}
