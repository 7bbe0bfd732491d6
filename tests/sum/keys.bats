#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-sum --by with two keys, and tables in long form.

load ../lib/assertions

setup() {
	enter_tmpdir
	cat >in <<-'END'
		# callgrind format
		events: Ir Dr
		ob=/bin/prog
		fl=src/a.c
		fn=main
		3 10 1
		4 5 1
		fi=src/in.h
		9 7 7
		fe=src/a.c
		fn=feed
		7 90 9
		fl=src/deep/b.c
		fn=main
		1 20 2
		ob=/lib/libx.so
		fl=src/a.c
		fn=main
		1 500 90
		2 1 2
		fn=tiny
		8 2 1
	END
	sed 's/^1 500/1 5/' in >small
}

# by KEYS OPTION...: the table of standard input must be printed
by() {
	local keys=$1
	shift
	same - <(cg-sum --by="$keys" "$@" in) "--by=$keys $*"
}

@test "two keys: sums of the first one, with the rows of the second one below" {
	by object,function --events=Ir <<-'END'
		          Ir  object, file:function
		503 (79.21%)  /lib/libx.so
		501 (78.90%)    src/a.c:main
		  2 ( 0.31%)    src/a.c:tiny
		132 (20.79%)  /bin/prog
		 90 (14.17%)    src/a.c:feed
		 20 ( 3.15%)    src/deep/b.c:main
		 15 ( 2.36%)    src/a.c:main
		  7 ( 1.10%)    src/in.h:main
		635 (100.0%)  total
	END
	by file,function --events=Dr --top=1 <<-'END'
		          Dr  file, file:function
		104 (92.04%)  src/a.c
		 94 (83.19%)    main
		 10 ( 8.85%)    (filtered)
		  9 ( 7.96%)  (filtered)
		113 (100.0%)  total
	END
	# both names come from the row, whatever the order of the keys
	by line,object --events=Ir --format=tsv <<-END
		$(printf '%s\t%s\t%s\n' outer object Ir src/a.c:1 '(all)' 500 src/a.c:1 /lib/libx.so 500 \
			src/a.c:7 '(all)' 90 src/a.c:7 /bin/prog 90 \
			src/deep/b.c:1 '(all)' 20 src/deep/b.c:1 /bin/prog 20 \
			src/a.c:3 '(all)' 10 src/a.c:3 /bin/prog 10 \
			src/in.h:9 '(all)' 7 src/in.h:9 /bin/prog 7 \
			src/a.c:4 '(all)' 5 src/a.c:4 /bin/prog 5 \
			src/a.c:8 '(all)' 2 src/a.c:8 /lib/libx.so 2 \
			src/a.c:2 '(all)' 1 src/a.c:2 /lib/libx.so 1)
	END
	by dir:1,line --events=Ir --top=1 --format=csv <<-'END'
		outer,file,line,Ir
		src,(all),0,635
		src,src/a.c,1,500
		src,(filtered),0,135
	END
}

@test "two keys: rows of regions have own costs, and of instructions their addresses" {
	local part='part: 1'
	printf '%s\n' '# callgrind format' 'positions: instr line' 'events: Ir' "$part" \
		'desc: Region: outer' fl=a.c fn=f '0x10 1 5' fn=g '0x20 2 7' 'part: 2' \
		'desc: Region: outer;inner' fl=a.c fn=f '0x10 1 30' >regions
	same - <(cg-sum --by=region,function regions) <<-'END'
		         Ir  region, file:function
		30 (71.43%)  outer;inner
		30 (71.43%)    a.c:f
		12 (28.57%)  outer
		 7 (16.67%)    a.c:g
		 5 (11.90%)    a.c:f
		42 (100.0%)  total
	END
	same - <(cg-sum --by=function,region --format=csv regions) <<-'END'
		outer,region,Ir
		a.c:f,(all),35
		a.c:f,outer;inner,30
		a.c:f,outer,5
		a.c:g,(all),7
		a.c:g,outer,7
	END
	same - <(cg-sum --by=function,instr --format=csv regions) <<-'END'
		outer,instruction,function,file,line,Ir
		a.c:f,(all),(all),(all),0,35
		a.c:f,???+0x10,f,a.c,1,35
		a.c:g,(all),(all),(all),0,7
		a.c:g,???+0x20,g,a.c,2,7
	END
}

@test "two keys: JSON has the rows within their sum, and Markdown a column for it" {
	need_schema
	cg-sum --by=object,file --top=2 --events=Ir --format=json in small >out
	"$TESTS/lib/check-schema" out
	same - out <<-'END'
		{"format": "cg-sum", "version": 1,
		"by": "object,file",
		"inputs": ["in", "small"],
		"events": ["Ir"],
		"rows": [
		 {"outer": "/lib/libx.so", "values": [{"counts": {"Ir": 503}}, {"counts": {"Ir": 8}}], "rows": [
		  {"file": "src/a.c", "values": [{"counts": {"Ir": 503}}, {"counts": {"Ir": 8}}]}]},
		 {"outer": "/bin/prog", "values": [{"counts": {"Ir": 132}}, {"counts": {"Ir": 132}}], "rows": [
		  {"file": "src/a.c", "values": [{"counts": {"Ir": 105}}, {"counts": {"Ir": 105}}]},
		  {"file": "(filtered)", "values": [{"counts": {"Ir": 27}}, {"counts": {"Ir": 27}}]}]}
		],
		"total": [{"counts": {"Ir": 635}}, {"counts": {"Ir": 140}}]}
	END
	by object,file --top=1 --events=Ir --format=markdown <<-'END'
		| object | file | `Ir` |
		| :-- | :-- | --: |
		| `/lib/libx.so` | `(all)` | 503 (79.21%) |
		| `/lib/libx.so` | `src/a.c` | 503 (79.21%) |
		| `(filtered)` | `(filtered)` | 132 (20.79%) |
		| **total** | | 635 (100.0%) |
	END
}

@test "two keys: rows that are hidden already stay apart, and sums are checked" {
	cg-filter --file=in.h in | cg-sum --by=dir,file --events=Ir | same - <(printf '%s\n' \
		'          Ir  dir, file' '  7 ( 1.10%)  src' '  7 ( 1.10%)    src/in.h' \
		'628 (98.90%)  (filtered)' '635 (100.0%)  total')
	printf '%s\n' 'events: Ir' fl=a/x fn=f "1 $((1 << 62))" fl=b/y fn=g "1 -$((1 << 62))" \
		fl=a/z fn=h "1 $((1 << 62))" "summary: $((1 << 62))" >huge
	complains 'cg-sum: the sum of Ir does not fit in 64 bits' cg-sum --by=dir,file huge
}

@test "two keys: what cannot be combined is named" {
	local wanted='expected two of function, file, dir, dir:DEPTH, object, line, instr and region'
	for keys in object,data event,file input,function file,command file, ,file file,dir,line; do
		complains "cg-sum: --by: $wanted, found \"$keys\" (see cg-sum --help)" \
			cg-sum --by="$keys" in
	done
	complains 'cg-sum: --inclusive needs --by=function (see cg-sum --help)' \
		cg-sum --by=object,function --inclusive in
	complains 'cg-sum: --format=html needs a --by of one key (see cg-sum --help)' \
		cg-sum --by=object,function --format=html in
}

@test "--long prints a row for each count, with its input and event" {
	sed -i 's/^Dr/x/; s/^events: Ir Dr/events: Dr D1mr/' in small
	same - <(cg-sum --long --format=csv --by=object a=in b=small) <<-'END'
		object,input,event,value
		/lib/libx.so,a,Dr,503
		/lib/libx.so,b,Dr,8
		/lib/libx.so,a,D1mr,93
		/lib/libx.so,b,D1mr,93
		/bin/prog,a,Dr,132
		/bin/prog,b,Dr,132
		/bin/prog,a,D1mr,20
		/bin/prog,b,D1mr,20
	END
	cg-sum --long --format=tsv --events=D1mr in small | same - <(
		printf '%s\t%s\t%s\n' input event value in D1mr 113 small D1mr 113
	)
	# a program and a process can be of several inputs
	sed -i '/^events/i cmd: prog' in
	for by in command process; do
		cg-sum --long --by=$by --format=csv --events=D1mr in | same - <(printf '%s\n' \
			$by,event,value prog,D1mr,113)
	done
	complains 'cg-sum: --long needs --format=tsv or csv (see cg-sum --help)' cg-sum --long in
	complains 'cg-sum: --long and --by=event exclude each other (see cg-sum --help)' \
		cg-sum --long --by=event --format=csv in
}
