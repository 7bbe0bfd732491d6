#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# Data profiles in all tools that read: sums, differences, gates, filters and renames.

load ../lib/assertions

setup() {
	enter_tmpdir
	make_profile 600 4 >old
	make_profile 700 4 >new
	make_profile 600 9 >moved
}

# make_profile MISSES LINE: a data profile with so many misses on the key of a node, which
# is allocated at this line
make_profile() {
	cat <<-END
		# callgrind format
		cmd: ./prog
		positions: line
		events: D1mr DLmr D1mw DLmw Al AlB
		ob=(heap)
		fl=g.c
		fn=main: struct node
		$2 0 0 0 0 20 1280
		cfn=main: struct node.key
		calls=$1 2
		$2 $1 60 20 20 0 0
		fn=main: struct node.key
		cob=prog
		cfi=g.c
		cfn=main
		calls=$1 6
		2 $1 60 20 20 0 0
		ob=(static)
		fl=g.c
		fn=table
		cob=prog
		cfi=g.c
		cfn=main
		calls=300 6
		5 300 0 0 0 0 0
		ob=prog
		fl=g.c
		fn=main
		6 $(($1 + 300)) 60 20 20 0 0
		totals: $(($1 + 300)) 60 20 20 20 1280
	END
}

# data PROFILE OPTION...: the table of data, without names of columns
data() {
	cg-annotate --width=100 --auto=no "$@" |
		awk '/  data / { on = 1; next } /^$/ { on = 0 } on'
}

@test "canonical form keeps data, and profiles add up and subtract" {
	for tool in cg-merge cg-filter; do
		"$tool" old >copy
		check_same "$tool keeps data" 'data old' 'data copy'
		check_same "$tool keeps parts" 'cg-annotate --data=. old | sed -n "/Events rec/,\$p"' \
			'cg-annotate --data=. copy | sed -n "/Events rec/,\$p"'
	done
	cg-merge old new | data - >out
	same - out <<-'END'
		  1,340  69.1 %      160      40  2,560  main: struct node, 64 bytes each  g.c:4
		    600  30.9 %        0       .      .  table (static)                    g.c:5
	END
	# a site that moved is a site of its own, and one datum
	cg-merge old moved | cg-sum --by=data --format=tsv - | cut -f2,3 >out
	printf '%s\t%s\n' data D1mr 'main: struct node' 1200 'table (static)' 600 |
		same - out
	cg-diff old old | cg-annotate --width=80 --data - | grep -v '^Files' >out
	same - out <<-'END'
		./prog; ./prog
		0 D1 misses
		No datum reaches the threshold.
		2 more data
	END
}

@test "misses on two lines of one function stay apart when profiles are added up" {
	cat >lines <<-'END'
		# callgrind format
		events: D1mr DLmr D1mw DLmw
		ob=(heap)
		fl=g.c
		fn=main
		cob=prog
		cfn=walk
		calls=10 7
		5 10
		cob=prog
		cfn=walk
		calls=5 8
		5 5
		ob=prog
		fn=walk
		7 10
		8 5
		totals: 15
	END
	for merge in 'cg-merge lines lines' 'cg-merge --op=max lines lines' 'cg-filter lines'; do
		$merge | cg-annotate --data --show=D1mr --show-percs=no |
			sed -n 's/^ *\([0-9]*\)  > */\1 /p' >out
		case $merge in
		*'merge lines'*) same - out <<<$'20 g.c:7: walk\n10 g.c:8: walk' ;;
		*) same - out <<<$'10 g.c:7: walk\n5 g.c:8: walk' ;;
		esac
	done
}

@test "cg-diff --lines keeps apart misses on two lines, and follows both to the new lines" {
	walk() {
		cat <<-END
			# callgrind format
			events: D1mr DLmr D1mw DLmw
			ob=(heap)
			fl=g.c
			fn=main
			cob=prog
			cfn=walk
			calls=$1 $2
			1 $1
			cob=prog
			cfn=walk
			calls=5 $3
			1 5
			ob=prog
			fn=walk
			$2 $1
			$3 5
		END
	}
	walk 10 2 3 >old
	walk 4 3 4 >new
	mkdir v1 v2
	printf '%s\n' 'p = malloc(8);' 'walk(p);' 'use(p);' >v1/g.c
	printf '%s\n' 'p = malloc(8);' 'check(p);' 'walk(p);' 'use(p);' >v2/g.c
	cg-diff --lines --old-source=v1 --new-source=v2 old new |
		cg-annotate --data --show=D1mr --show-percs=no --threshold=0 -I v2 |
		sed -n 's/^ *\([-0-9]*\)  > */\1 /p' >out
	same - out <<<$'-6 g.c:3: walk\n0 g.c:4: walk'
}

@test "a difference has changes, and shares of the old misses if it has both sides" {
	cg-diff new old | data - >out
	same - out <<-'END'
		   -100       .      .  main: struct node  g.c
		1 more data
	END
	cg-diff --keep-sides old new | data - >out
	same - out <<-'END'
		   +100  10.9 %  620  720       .      .  main: struct node  g.c
		1 more data: 0.0 %
	END
	cg-annotate --diff --width=80 old new | grep 'struct node' >out
	same - out <<-'END'
		   +100       .      .  main: struct node  g.c
	END
	# with --lines, lines of code, too
	cg-diff --lines old new | cg-annotate --width=100 --data - | grep -o 'g.c.*' >out
	printf '%s\n' g.c:4 g.c:2 g.c:6 | same - out
}

@test "cg-sum --by=data, in all formats, has the sites of a datum together" {
	cg-sum --by=data old >out
	same - out <<-'END'
		        D1mr         DLmr         D1mw         DLmw           Al             AlB  file:data
		600 (66.67%)  60 (100.0%)  20 (100.0%)  20 (100.0%)  20 (100.0%)  1,280 (100.0%)  g.c:main: struct node
		300 (33.33%)   0            0            0            0               0           g.c:table (static)
		900 (100.0%)  60 (100.0%)  20 (100.0%)  20 (100.0%)  20 (100.0%)  1,280 (100.0%)  total
	END
	cg-sum --by=data --format=csv --events=D1mr,AlB old new >out
	same - out <<-'END'
		file,data,D1mr@old,D1mr@new,AlB@old,AlB@new
		g.c,main: struct node,600,700,1280,1280
		g.c,table (static),300,300,0,0
	END
	cg-sum --by=data --format=json --top=1 --events=D1mr old >out
	grep -q '{"file": "g.c", "data": "main: struct node", "values"' out
	cg-sum --by=data --format=markdown old | grep '^| file | data | `D1mr` '
	cg-sum --by=data --format=html --events=D1mr old new >page
	grep -q 'main: struct node' page
	printf '%s\n' 'events: Ir' fl=a.c fn=f '1 2' >code
	cg-sum --by=data code 2>&1 >/dev/null | same - <(echo 'cg-sum: code: the profile has no data')
}

@test "tables are sorted by the misses of reads and writes if the profile derives these" {
	# main only reads; write only writes, and grew
	derived() {
		cat <<-END
			# callgrind format
			positions: line
			event: D1m = D1mr + D1mw
			events: D1mr DLmr D1mw DLmw
			ob=(static)
			fl=g.c
			fn=table
			cob=prog
			cfn=main
			calls=300 6
			5 300 0 0 0
			cob=prog
			cfn=write
			calls=$1 6
			5 0 0 $1 9
			ob=prog
			fn=main
			6 300 0 0 0
			fn=write
			8 0 0 $1 9
			totals: 300 0 $1 9
		END
	}
	derived 400 >old
	derived 500 >new
	cg-sum --by=function --format=csv old >out
	same - out <<-'END'
		file,function,D1m,D1mr,DLmr,D1mw,DLmw
		g.c,write,400,0,0,400,9
		g.c,main,300,300,0,0,0
	END
	cg-sum --by=function --sort=D1mr --top=1 --format=csv old | sed -n 2p >out
	same - out <<<g.c,main,300,300,0,0,0
	cg-sum --by=function --events=D1mr,D1mw --top=1 --format=csv old | sed -n 2p >out
	same - out <<<g.c,main,300,0
	cg-diff --by=function old new >out
	grep -xE ' *old D1m +new D1m +change +% +file:function' out
	grep -xE ' +400 +500 +\+100 +\+25.00% +g.c:write' out
	cg-diff --by=function --events=D1mr old new | grep 'total' | awk '{ print $3 }' >out
	same - out <<<0
	# the lines of Cachegrind have both already; a limit can be on it
	cg-sum old >out
	run -1 grep D1m: out
	run -1 --separate-stderr cg-sum --limit=D1m=699 old
	[ "$stderr" = 'cg-sum: total: D1m is 700: the limit is 699' ]
}

@test "cg-filter ranks data by the misses on them, and code by reads and writes" {
	sed 's/^events:/event: D1m = D1mr + D1mw\n&/' old >derived
	# 920 misses: 620 on the node, of it 620 on its key; 300 on the table
	cg-filter --threshold=50 derived >half
	data half >out
	same - out <<-'END'
		    620  67.4 %       80      20  1,280  main: struct node, 64 bytes each  g.c:4
	END
	cg-annotate --width=100 --data --auto=no half | grep -E '  \.key|    main' >out
	same - out <<-'END'
		    620  100.0 %       80  .key                 g.c:2
		    620  100.0 %       80    main               g.c:6
	END
	# the node, its field and main are larger than the table
	cg-filter --top=3 derived >three
	same half three
	cg-filter --top=4 derived >four
	same <(cg-filter derived | sed 's/^creator: cg-tools/& (filtered)/') four
	cg-sum --check half
	# what only writes has more misses than what only reads
	cat >code <<-'END'
		# callgrind format
		positions: line
		event: D1m = D1mr + D1mw
		events: D1mr D1mw
		fl=g.c
		fn=reads
		1 300 0
		fn=writes
		2 0 400
		totals: 300 400
	END
	for format in callgrind cachegrind; do
		cg-filter --top=1 --format=$format code | grep 'fn=' | sed -n 1p >out
		cg-filter --threshold=50 --format=$format code | grep 'fn=' >out
		grep -x fn=writes out
		run -1 grep reads out
	done
	cg-filter --threshold=50,D1mr code | grep -x fn=reads
	# what threads share hardly misses, and is kept
	sed -e 's/^events:.*/& ShT ShF/' -e 's/^5 300 0 0 0 0 0$/5 1 0 0 0 0 0 0 900/' \
		-e '/^totals/d' derived >shared
	cg-filter --threshold=50 shared | grep -x fn=table
	cg-filter --threshold=50,D1mr shared >out
	run -1 grep -x fn=table out
	# without the event, the first one decides
	cg-filter --threshold=50 --events=D1mr,D1mw old | grep -x 'fn=main: struct node'
}

@test "limits on one datum: cg-sum --by=data, and cg-diff --inclusive" {
	limit='D1mr=650,function=^main: struct node$'
	cg-sum --by=data --limit="$limit" old
	run -1 --separate-stderr cg-sum --by=data --limit="$limit" new
	[ "$stderr" = 'cg-sum: g.c:main: struct node: D1mr is 700: the limit is 650' ]
	limit='D1mr=+5%,function=^main: struct node$'
	cg-diff --inclusive --limit="$limit" old moved >/dev/null
	run -1 --separate-stderr cg-diff --inclusive --limit="$limit" -o /dev/null old new
	[ "$stderr" = 'cg-diff: g.c:main: struct node: D1mr:incl grew by 100 (+16.67%), from 600 to 700: the limit is +5%' ]
	# what a datum allocates is its own cost
	run -1 --separate-stderr cg-diff --limit='Al=-1,function=^main: struct node$' -o /dev/null old new
}

@test "cg-filter by function and object, and renames, keep data sensible" {
	cg-filter --function='struct node' old | data - >out
	same - out <<-'END'
		    620  67.4 %       80      20  1,280  main: struct node, 64 bytes each  g.c:4
	END
	cg-filter --object='^\(static\)$' old | data - >out
	same - out <<-'END'
		    300  32.6 %       .      .  table (static)  g.c:5
	END
	complains 'cg-annotate: -: expected a profile of data, as cg-collect --data writes it, for --data' \
		bash -c 'cg-filter --object=prog old | exec -a cg-annotate cg-annotate --data -'
	cg-filter --mod-funcname='s/struct //' --strip-prefix=/x old | data - >out
	same - out <<-'END'
		    620  67.4 %       80      20  1,280  main: node, 64 bytes each  g.c:4
		    300  32.6 %        0       .      .  table (static)             g.c:5
	END
	# data that are no longer told from code are functions
	cg-filter --mod-objname='s/.*/all/' old | cg-annotate --width=80 --auto=no - >out
	grep -q 'main: struct node' out
}
