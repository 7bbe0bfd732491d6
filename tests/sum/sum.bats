#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-sum: totals and roll-ups.

load ../lib/assertions
load ../lib/oracle
load ../lib/profiles

setup_file() {
	collect_once collect_profiles
}

collect_profiles() {
	seq 3000 >numbers
	collect gzip --branch-sim=yes gzip -c numbers
	collect sort --branch-sim=yes sort -r numbers
	collect awk --branch-sim=no awk '{ sum += $1 } END { print sum }' numbers
}

setup() {
	enter_tmpdir
	REAL=$PROFILES
}

# collect NAME OPTION PROGRAM...: writes a real profile, NAME.cg, and the totals that
# Cachegrind prints at exit, NAME.block
collect() {
	local name=$1 option=$2
	shift 2
	valgrind --tool=cachegrind --cache-sim=yes "$option" \
		--cachegrind-out-file="$name.cg" "$@" >/dev/null 2>log ||
		fail "$(cat log)"
	block_of_totals <log >"$name.block"
}

# gives ARGUMENT...: cg-sum must print standard input
gives() {
	cat >wanted
	cg-sum "$@" >out || fail "cg-sum $*: exit status $?" || return
	same wanted out "cg-sum $*"
}

# two files, two directories, three functions, a line shared by two functions
small() {
	profile small <<-'END'
		cmd: ./small
		events: Ir Dr Dw
		fl=/src/lib/a.c
		fn=f
		1 60 10 0
		2 1000 500 200
		fn=g
		2 40 0 7
		fl=/src/main.c
		fn=main
		9 900 90 13
	END
}

# a later version of the program: f is faster, h is new
later() {
	profile later <<-'END'
		cmd: ./small
		events: Dr Ir Dw
		fl=/src/lib/a.c
		fn=f
		2 100 400 40
		fn=h
		7 5 50 5
		fl=/src/main.c
		fn=main
		9 90 900 13
	END
}

# --- the block of totals

@test "the default output is the block that Cachegrind prints at exit, with cycles" {
	for name in gzip sort awk; do
		lines=$(wc -l <"$REAL/$name.block")
		[ "$lines" -ge 14 ]
		cg-sum "$REAL/$name.cg" >out
		head -n "$lines" out | same "$REAL/$name.block" -
		tail -n +$((lines + 1)) out | sed 's/[0-9,]\{3,\}/N/' >rest
		case $name in
		awk) formula='Ir + 10 L1m + 100 LLm' ;;
		*) formula='Ir + 10 Bm + 10 L1m + 100 LLm' ;;
		esac
		printf '\nEst. cycles:   N  (CEst = %s)\n' "$formula" |
			tr -s ' ' >wanted
		tr -s ' ' <rest | same wanted -
	done
}

@test "the block of a profile with instructions and branches only" {
	valgrind --tool=cachegrind --cache-sim=no --branch-sim=yes \
		--cachegrind-out-file=branches.cg true 2>log
	block_of_totals <log >wanted
	[ "$(wc -l <wanted)" -eq 5 ]
	cg-sum branches.cg | same wanted -
	valgrind --tool=cachegrind --cache-sim=no \
		--cachegrind-out-file=ir.cg true 2>log
	block_of_totals <log >wanted
	cg-sum ir.cg | same wanted -
}

@test "a whole block, with estimated cycles" {
	profile p <<-'END'
		cmd: a
		events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw Bc Bcm Bi Bim
		fl=f
		fn=g
		1 1000000 3000 200 400000 20000 3000 100000 4000 500 90000 8000 7000 600
	END
	# 1000000 + 10 (8000 + 600) + 10 (3000 + 20000 + 4000) + 100 (200 + 3000 + 500)
	gives p <<-'END'
		I   refs:      1,000,000
		I1  misses:        3,000
		LLi misses:          200
		I1  miss rate:      0.30%
		LLi miss rate:      0.02%

		D   refs:        500,000  (400,000 rd   + 100,000 wr)
		D1  misses:       24,000  ( 20,000 rd   +   4,000 wr)
		LLd misses:        3,500  (  3,000 rd   +     500 wr)
		D1  miss rate:       4.8% (    5.0%     +     4.0%  )
		LLd miss rate:       0.7% (    0.7%     +     0.5%  )

		LL refs:          27,000  ( 23,000 rd   +   4,000 wr)
		LL misses:         3,700  (  3,200 rd   +     500 wr)
		LL miss rate:        0.2% (    0.2%     +     0.5%  )

		Branches:         97,000  ( 90,000 cond +   7,000 ind)
		Mispredicts:       8,600  (  8,000 cond +     600 ind)
		Mispred rate:        8.9% (    8.9%     +     8.6%   )

		Est. cycles:   1,726,000  (CEst = Ir + 10 Bm + 10 L1m + 100 LLm)
	END
}

@test "rates are rounded as by Cachegrind: ties go down" {
	profile p <<-'END'
		cmd: a
		events: Ir I1mr ILmr
		fl=f
		fn=g
		1 800 3 1
	END
	gives p <<-'END'
		I   refs:      800
		I1  misses:      3
		LLi misses:      1
		I1  miss rate: 0.37%
		LLi miss rate: 0.12%
	END
}

@test "lines of missing events are omitted; other events have their own lines" {
	profile p <<-'END'
		cmd: a
		events: Time_(10ns) Ir Memory_(bytes) D1mr Dr
		fl=f
		fn=g
		1 1234567 1000 -12 5 77
	END
	gives p <<-'END'
		I   refs:      1,000

		Time_(10ns):    1,234,567
		Memory_(bytes):       -12
		D1mr:                   5
		Dr:                    77
	END
	gives --events=Dr,Ir p <<-'END'
		I   refs:      1,000

		Dr:            77
	END
}

@test "the block of a difference has signs, and no rate if nothing changed" {
	profile p <<-'END'
		cmd: a; b
		events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw
		fl=f
		fn=g
		0 -1000 -20 0 4000 -8 0 -4000 0 1
	END
	gives p <<-'END'
		I   refs:      -1,000
		I1  misses:       -20
		LLi misses:         0
		I1  miss rate:   2.00%
		LLi miss rate:   0.00%

		D   refs:           0  (4,000 rd   + -4,000 wr)
		D1  misses:        -8  (   -8 rd   +      0 wr)
		LLd misses:         1  (    0 rd   +      1 wr)
		D1  miss rate:       - ( -0.2%     +    0.0%  )
		LLd miss rate:       - (  0.0%     +    0.0%  )

		LL refs:          -28  (  -28 rd   +      0 wr)
		LL misses:          1  (    0 rd   +      1 wr)
		LL miss rate:    -0.1% (  0.0%     +    0.0%  )

		Est. cycles:   -1,180  (CEst = Ir + 10 L1m + 100 LLm)
	END
}

@test "each of several profiles has a named block" {
	small
	later
	gives small later <<-'END'
		==> small <==
		I   refs:      2,000

		D   refs:        820  (600 rd   + 220 wr)

		==> later <==
		I   refs:      1,350

		D   refs:        253  (195 rd   + 58 wr)
	END
}

# --- text

@test "--by=function prints the largest first, with shares and the total" {
	small
	gives --by=function small <<-'END'
		            Ir            Dr            Dw  file:function
		1,060 (53.00%)  510 (85.00%)  200 (90.91%)  /src/lib/a.c:f
		  900 (45.00%)   90 (15.00%)   13 ( 5.91%)  /src/main.c:main
		   40 ( 2.00%)    0             7 ( 3.18%)  /src/lib/a.c:g
		2,000 (100.0%)  600 (100.0%)  220 (100.0%)  total
	END
}

@test "--by=file, dir, dir:DEPTH and line print their rows" {
	small
	gives --by=file --events=Ir small <<-'END'
		            Ir  file
		1,100 (55.00%)  /src/lib/a.c
		  900 (45.00%)  /src/main.c
		2,000 (100.0%)  total
	END
	gives --by=dir --events=Ir small <<-'END'
		            Ir  dir
		1,100 (55.00%)  /src/lib
		  900 (45.00%)  /src
		2,000 (100.0%)  total
	END
	gives --by=dir:1 --events=Ir small <<-'END'
		            Ir  dir
		2,000 (100.0%)  /src
	END
	gives --by=line --events=Ir small <<-'END'
		            Ir  file:line
		1,040 (52.00%)  /src/lib/a.c:2
		  900 (45.00%)  /src/main.c:9
		   60 ( 3.00%)  /src/lib/a.c:1
		2,000 (100.0%)  total
	END
}

@test "--by=dir: directories of odd paths, with and without a depth" {
	profile p <<-'END'
		cmd: a
		events: Ir
		fl=/usr/lib/a/b.c
		fn=f
		1 1
		fl=/usr//lib/c.c
		fn=f
		1 2
		fl=/x.c
		fn=f
		1 4
		fl=x.c
		fn=f
		1 8
		fl=./elf/./rtld/../x.c
		fn=f
		1 16
		fl=../x.c
		fn=f
		1 32
		fl=???
		fn=f
		1 64
	END
	gives --by=dir --format=csv p <<-'END'
		dir,Ir
		???,64
		..,32
		elf,16
		.,8
		/,4
		/usr/lib,2
		/usr/lib/a,1
	END
	gives --by=dir:1 --format=csv p <<-'END'
		dir,Ir
		???,64
		..,32
		elf,16
		.,8
		/,4
		/usr,3
	END
	cg-filter --level=dir:1 p | cg-sum --by=file --format=csv |
		tail -n +2 | same <(tail -n +2 out) -
}

@test "--by=event and --by=input print their rows" {
	small
	later
	gives --by=event small <<-'END'
		count  event
		2,000  Ir
		  600  Dr
		  220  Dw
	END
	gives --by=input small later <<-'END'
		   Ir   Dr   Dw  input
		2,000  600  220  small
		1,350  195   58  later
		3,350  795  278  total
	END
}

@test "several profiles are shown side by side; missing rows are 0" {
	small
	later
	gives --by=function --events=Ir,Dw small later <<-'END'
		      Ir@small        Ir@later      Dw@small     Dw@later  file:function
		1,060 (53.00%)    400 (29.63%)  200 (90.91%)  40 (68.97%)  /src/lib/a.c:f
		  900 (45.00%)    900 (66.67%)   13 ( 5.91%)  13 (22.41%)  /src/main.c:main
		    0              50 ( 3.70%)    0            5 ( 8.62%)  /src/lib/a.c:h
		   40 ( 2.00%)      0             7 ( 3.18%)   0           /src/lib/a.c:g
		2,000 (100.0%)  1,350 (100.0%)  220 (100.0%)  58 (100.0%)  total
	END
	gives --by=event small later <<-'END'
		count@small  count@later  event
		      2,000        1,350  Ir
		        600          195  Dr
		        220           58  Dw
	END
}

@test "LABEL=FILE names a profile by its label, in every format" {
	local format
	small
	later
	cp later '2=b.cg'
	cp later y=small
	mkdir directory
	cp small 'directory/c=d.cg'
	for format in text csv tsv json markdown html 'text --by=input' \
		'csv --by=function' 'html --by=file --limit=Ir=1'; do
		# shellcheck disable=SC2086 # options are words
		{
			cp small 'label a'
			cp later label-b
			run cg-sum --format=$format 'label a' label-b
			printf '%s\n' "$status" "$output" >wanted
			rm 'label a' label-b
			run cg-sum --format=$format 'label a=small' label-b=later
			printf '%s\n' "$status" "$output" | same wanted - "$format"
		}
	done
	# a file that exists, a slash, or nothing on one side of the sign
	cp small =a
	cp small b=
	gives --by=input --events=Ir --format=csv x=y=small 2=b.cg directory/c=d.cg \
		./2=b.cg =a b= $'t\t=small' <<-'END'
		input,Ir
		x,1350
		2=b.cg,1350
		directory/c=d.cg,2000
		./2=b.cg,1350
		=a,2000
		b=,2000
		t\t,2000
	END
	run -0 cg-sum --by=input --events=Ir --format=csv s=- <later
	[ "$output" = $'input,Ir\ns,1350' ]
	misses none cg-sum a=small b=none
	misses c= cg-sum c=
	run -0 cg-sum --check a=small
	[[ $output = 'a: ok, '* ]]
	run -2 cg-sum --check a=small b=/dev/null
	[[ $output = *'cg-sum: /dev/null: expected a profile'* ]]
	complains_with 1 'cg-sum: a: total: Ir is 2,000: the limit is 1,900' \
		cg-sum --limit=Ir=1900 -o out a=small b=later
}

@test "rows have rates and cycles if their events are shown" {
	profile p <<-'END'
		cmd: a
		events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw
		fl=a
		fn=f
		1 100 10 1 50 5 0 0 0 0
		fn=g
		1 100 0 0 0 0 0 0 0 0
	END
	gives --by=function --events=Ir,I1mr,Dr,D1mr,Dw,D1mw,CEst p <<-'END'
		          Ir         I1mr           Dr        D1mr          Dw        D1mw          CEst    I1%    D1%  file:function
		100 (50.00%)  10 (100.0%)  50 (100.0%)  5 (100.0%)  0           0           350 (77.78%)  10.00  10.00  a:f
		100 (50.00%)   0            0           0           0           0           100 (22.22%)   0.00      -  a:g
		200 (100.0%)  10 (100.0%)  50 (100.0%)  5 (100.0%)  0           0           450 (100.0%)   5.00  10.00  total
	END
}

# --- order and selection

@test "--sort orders by another event, equal rows by name" {
	small
	cg-sum --by=function --format=tsv --sort=Dw --events=Ir,Dw small |
		cut -f2 | paste -sd' ' | grep -x 'function f main g'
	profile p <<-'END'
		cmd: a
		events: Ir
		fl=b
		fn=z
		1 -5
		fn=a
		1 5
		fl=a
		fn=z
		1 5
		fn=big
		1 -7
	END
	gives --by=function --format=csv p <<-'END'
		file,function,Ir
		a,big,-7
		a,z,5
		b,a,5
		b,z,-5
	END
}

@test "--top and --threshold add hidden rows to a last one; the total stays" {
	small
	gives --by=function --top=1 --events=Ir small <<-'END'
		            Ir  file:function
		1,060 (53.00%)  /src/lib/a.c:f
		  940 (47.00%)  (filtered)
		2,000 (100.0%)  total
	END
	gives --by=function --top=1,Dw --events=Ir,Dw --format=csv small <<-'END'
		file,function,Ir,Dw
		/src/lib/a.c,f,1060,200
		(filtered),(filtered),940,20
	END
	gives --by=function --threshold=45 --events=Ir --format=csv small <<-'END'
		file,function,Ir
		/src/lib/a.c,f,1060
		/src/main.c,main,900
		(filtered),(filtered),40
	END
	gives --by=function --threshold=45 --sort=Dw --events=Ir,Dw --format=csv \
		small <<-'END'
		file,function,Ir,Dw
		/src/lib/a.c,f,1060,200
		(filtered),(filtered),940,20
	END
	gives --by=function --top=0 --events=Ir --format=csv small <<-'END'
		file,function,Ir
		(filtered),(filtered),2000
	END
}

@test "with several profiles, a row is as large as its largest count" {
	small
	later
	gives --by=function --events=Ir --format=csv --threshold=46 small \
		later <<-'END'
		file,function,Ir@small,Ir@later
		/src/lib/a.c,f,1060,400
		/src/main.c,main,900,900
		(filtered),(filtered),40,50
	END
	gives --by=function --events=Ir --format=csv --top=3 small later <<-'END'
		file,function,Ir@small,Ir@later
		/src/lib/a.c,f,1060,400
		/src/main.c,main,900,900
		/src/lib/a.c,h,0,50
		(filtered),(filtered),40,0
	END
}

@test "cg-filter keeps the same rows of a real profile" {
	for choice in --top=7 --top=7,DLmr --threshold=1 --threshold=2,Bim,DLmw; do
		cg-filter "$choice" "$REAL/sort.cg" |
			cg-sum --by=function --format=tsv >wanted
		cg-sum --by=function --format=tsv "$choice" "$REAL/sort.cg" >out
		[ "$(wc -l <out)" -ge 4 ]
		same wanted out "$choice"
	done
}

@test "rows that cg-filter hid are not ranked and come last" {
	profile p <<-'END'
		cmd: a
		events: Ir
		fl=(filtered)
		fn=(filtered)
		0 500
		fl=a.c
		fn=f
		1 20
		fn=g
		1 10
	END
	gives --by=function --top=1 --format=csv p <<-'END'
		file,function,Ir
		a.c,f,20
		(filtered),(filtered),510
	END
	gives --by=dir --format=csv p <<-'END'
		dir,Ir
		.,30
		(filtered),500
	END
	gives --by=line p <<-'END'
		          Ir  file:line
		 30 ( 5.66%)  a.c:1
		500 (94.34%)  (filtered)
		530 (100.0%)  total
	END
}

@test "--event derives events, --events selects them" {
	small
	gives --by=event --event='D = Dr + Dw' --event='X = 2 D + Ir' \
		--events=X,D small <<-'END'
		count  event
		3,640  X
		  820  D
	END
}

@test "a limit on another event is judged although CEst does not fit" {
	cat >p <<-'END'
		cmd: x
		events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw
		fl=a
		fn=f
		1 5 0 100000000000000000
		summary: 5 0 100000000000000000
	END
	cg-sum --limit=Ir=9 p >/dev/null
	run -1 --separate-stderr cg-sum --limit=Ir=4,file=a p
	[ "$stderr" = "$(printf 'cg-sum: %s\n' 'CEst does not fit in 64 bits and is left out' 'a: Ir is 5: the limit is 4')" ]
	for limit in CEst=4 @all=4; do
		run -2 --separate-stderr cg-sum --limit=$limit p
		[ "$stderr" = 'cg-sum: the total of CEst does not fit in 64 bits' ]
	done
}

@test "an event CEst of the user or the profile is left alone" {
	gives --by=event --event='CEst = 2 Ir' --events=CEst <(
		sed 's/^events:.*/events: Ir/' <<-'END'
			cmd: a
			events: Ir
			fl=a
			fn=f
			1 21
			summary: 21
		END
	) <<-'END'
		count  event
		   42  CEst
	END
	cg-sum --event='CEst = Ir' "$REAL/gzip.cg" >out
	run -1 grep -i 'est. cycles' out
	cg-filter --event='CEst = 3 Ir' "$REAL/gzip.cg" | cg-sum >out
	run -1 grep -i 'est. cycles' out
	grep -q '^CEst: ' out
}

# --- laws

@test "a CEst that the header of the profile derives replaces the built-in one" {
	cat >in <<-'END'
		# callgrind format
		event: CEst = Ir + 2 I1mr
		event: Twice = 2 Ir
		events: Ir I1mr D1mr D1mw ILmr DLmr DLmw
		fl=a.c
		fn=f
		1 90 3 1 1 1 1 1
		totals: 90 3 1 1 1 1 1
	END
	cg-sum in | tail -1 | grep -x 'CEst: *96'
	run -1 grep -E 'Twice|cycles' <(cg-sum in)
	for by in event function file input; do
		cg-sum --by=$by --format=tsv in | tr '\t' '\n' | grep -cx 96 |
			grep -x 1
	done
	cg-sum --events=Twice,CEst --format=tsv in | tail -1 | cut -f2-3 |
		same - <(printf '180\t96\n')
	cg-sum --event='CE = CEst' --events=CE --format=tsv in | tail -1 |
		grep -P '\t96$'
	run -1 cg-sum --limit=CEst=95 in
	cg-sum --limit=CEst=96 in
	# a second one of that name cannot be added
	run -2 cg-sum --event='CEst = Ir' in
}

@test "cycles that no option names are left out if they exceed 64 bits" {
	big=9000000000000000000
	cat >in <<-END
		cmd: x
		events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw
		fl=a
		fn=f
		1 $big 1 1 $big 1 $big $big 1 1
		fn=g
		1 0 0 0 0 0 1 0 0 0
		summary: $big 1 1 $big 1 9000000000000000001 $big 1 1
	END
	left='cg-sum: CEst does not fit in 64 bits and is left out'
	for options in '' --by=function --by=event --by=input --format=json \
		'--by=file --top=1' '--sort=Ir --by=dir'; do
		# shellcheck disable=SC2086 # two options
		cg-sum $options in >out 2>err
		echo "$left" | same - err
		run -1 grep -E 'CEst|cycles' out
	done
	cg-sum in 2>err | grep -F 'D   refs:      18,000,000,000,000,000,000  ('
	cg-sum in in >out 2>err
	cg-sum --events=Ir,Dw in >out 2>err
	same /dev/null err
	for options in --events=CEst '--by=function --sort=CEst' \
		--limit=CEst=1 "--event=X=CEst"; do
		# shellcheck disable=SC2086 # two options
		run -2 cg-sum $options in
	done
	complains 'cg-sum: the sum of Ir does not fit in 64 bits' \
		cg-sum --by=input --events=Ir in in
}

@test "rows add up to the total with every --by" {
	"$TESTS/lib/rows" "$REAL/sort.cg" |
		awk -F'\t' '/^total/ { print $2, $10, $14 }' >wanted
	for by in function file dir dir:1 dir:3 line input; do
		for more in --events=Ir,DLmw,Bim --top=5 --threshold=3; do
			case $by,$more in input,--t*) continue ;; esac
			cg-sum --by=$by "$more" --format=tsv "$REAL/sort.cg" |
				awk -F'\t' '
				NR == 1 { for (i = 1; i <= NF; i++) title[i] = $i; next }
				{ for (i = 1; i <= NF; i++)
					if (title[i] ~ /^[A-Z][A-Za-z1]*$/)
						sum[title[i]] += $i }
				END { print sum["Ir"], sum["DLmw"], sum["Bim"] }' >ours
			same wanted ours "--by=$by $more"
		done
	done
}

@test "--by=instr prints a row for each instruction of an object" {
	cat >code <<-'END'
		# callgrind format
		positions: instr line
		events: Ir
		ob=/bin/prog
		fl=a.c
		fn=work
		0x10 3 7
		0x14 3 5
		fn=work'2
		0x10 3 2
		ob=/lib/lib.so
		fn=work
		0x10 9 1
		totals: 15
	END
	gives --by=instr code <<-'END'
		         Ir  instruction:function
		 7 (46.67%)  /bin/prog+0x10:work (a.c:3)
		 5 (33.33%)  /bin/prog+0x14:work (a.c:3)
		 2 (13.33%)  /bin/prog+0x10:work'2 (a.c:3)
		 1 ( 6.67%)  /lib/lib.so+0x10:work (a.c:9)
		15 (100.0%)  total
	END
	gives --by=instr --top=1 --format=csv code <<-'END'
		instruction,function,file,line,Ir
		/bin/prog+0x10,work,a.c,3,7
		(filtered),(filtered),(filtered),0,8
	END
	printf 'events: Ir\nfn=f\n1 2\n' >lines
	run -2 --separate-stderr cg-sum --by=instr lines
	[[ $stderr == 'cg-sum: lines: expected costs of instructions, for --by=instr, '* ]]
}

@test "--by=line agrees with another reader on a real profile" {
	"$TESTS/lib/rows" "$REAL/gzip.cg" | tail -n +2 | grep -v ^total |
		awk -F'\t' '{ sum[$1 "\t" $3] += $4 }
			END { for (i in sum) if (sum[i]) print i "\t" sum[i] }' |
		sort >wanted
	cg-sum --by=line --events=Ir --format=tsv "$REAL/gzip.cg" |
		tail -n +2 | sort | same wanted -
	[ "$(wc -l <wanted)" -gt 500 ]
}

@test "the order of rows in the profile does not matter" {
	small
	profile mixed <<-'END'
		cmd: ./small
		events: Ir Dr Dw
		fl=/src/main.c
		fn=main
		9 900 90 13
		fl=/src/lib/a.c
		fn=f
		2 999 500 200
		fn=g
		2 40 0 7
		fn=f
		1 60 10
		2 1
	END
	for by in function file dir line event; do
		cg-sum --by=$by small >wanted
		cg-sum --by=$by mixed | same wanted - "--by=$by"
	done
}

# --- formats

@test "tsv and csv have plain numbers, one line of titles, and quoting" {
	profile p <<-'END'
		cmd: a
		events: Ir I1mr
		fl=a,b.c
		fn=say "hi", [x]
		1 2000 30
		fn=plain
		1 -1 0
		fl=tab	here.c
		fn=zero
		2 0 7
	END
	gives --by=function --format=csv p <<-'END'
		file,function,Ir,I1mr,I1%
		"a,b.c","say ""hi"", [x]",2000,30,1.5000
		"a,b.c",plain,-1,0,0.0000
		tab\there.c,zero,0,7,
	END
	gives --by=function --format=tsv p <<-END
		file	function	Ir	I1mr	I1%
		a,b.c	say "hi", [x]	2000	30	1.5000
		a,b.c	plain	-1	0	0.0000
		tab\\there.c	zero	0	7	
	END
	gives --by=line --events=Ir --format=csv p <<-'END'
		file,line,Ir
		"a,b.c",1,1999
	END
}

@test "formats other than text have a row for each input by default" {
	small
	later
	gives --format=csv small later <<-'END'
		input,Ir,Dr,Dw
		small,2000,600,220
		later,1350,195,58
	END
}

@test "markdown is a table with names as code" {
	profile p <<-'END'
		cmd: a
		events: Ir
		fl=src/x.c
		fn=operator||(a<int>, __b__)
		1 900
		fn=`tick`
		1 -100
	END
	gives --by=function --format=markdown p <<-'END'
		| file | function | `Ir` |
		| :-- | :-- | --: |
		| `src/x.c` | `operator\|\|(a<int>, __b__)` | 900 (112.5%) |
		| `src/x.c` | `` `tick` `` | -100 (-12.5%) |
		| **total** | | 800 (100.0%) |
	END
	gives --by=line --format=markdown --top=1 p <<-'END'
		| file | line | `Ir` |
		| :-- | --: | --: |
		| `src/x.c` | 1 | 800 (100.0%) |
	END
}

@test "json has the documented structure" {
	small
	later
	gives --by=function --events=Ir --top=1 --format=json small later <<-'END'
		{"format": "cg-sum", "version": 1,
		"by": "function",
		"inputs": ["small", "later"],
		"events": ["Ir"],
		"rows": [
		 {"file": "/src/lib/a.c", "function": "f", "values": [{"counts": {"Ir": 1060}}, {"counts": {"Ir": 400}}]},
		 {"file": "(filtered)", "function": "(filtered)", "values": [{"counts": {"Ir": 940}}, {"counts": {"Ir": 950}}]}
		],
		"total": [{"counts": {"Ir": 2000}}, {"counts": {"Ir": 1350}}]}
	END
	gives --by=event --events=Ir --format=json small <<-'END'
		{"format": "cg-sum", "version": 1,
		"by": "event",
		"inputs": ["small"],
		"events": ["count"],
		"rows": [
		 {"event": "Ir", "values": [{"counts": {"count": 2000}}]}
		]}
	END
}

# json PATH...: prints the value at each path of the JSON on standard input, one on
# each line, using a real parser; strings as Perl writes them
json() {
	perl -MJSON::PP -e '
		local $/;
		my $whole = JSON::PP->new->utf8->decode(<STDIN>);
		for (@ARGV) {
			my $at = $whole;
			$at = ref $at eq "ARRAY" ? $at->[$_] : $at->{$_} for split "/";
			$at = scalar @$at if ref $at eq "ARRAY";
			$at =~ s/([^ -~])/sprintf "<%x>", ord $1/ge if defined $at;
			print defined $at ? "$at\n" : "null\n";
		}' "$@"
}

@test "a JSON parser reads numbers, rates and null" {
	cg-sum --by=function --format=json "$REAL/gzip.cg" "$REAL/sort.cg" >out
	json format version by inputs/1 total/1/counts/Ir <out >read
	summary=$(awk '/^summary:/ { print $2 }' "$REAL/sort.cg")
	printf '%s\n' cg-sum 1 function "$REAL/sort.cg" "$summary" |
		same - read
	cg-sum --by=line --format=json "$REAL/gzip.cg" |
		json rows/0/line | grep -E '^[0-9]+$'
	cat >p <<-'END'
		cmd: a
		events: Ir I1mr Bc Bcm Bi Bim
		fl=f
		fn=g
		7 9223372036854775807 -9223372036854775807 0 1 0 0
		summary: 9223372036854775807 -9223372036854775807 0 1 0 0
	END
	cg-sum --format=json p | json rows/0/input rows \
		rows/0/values/0/counts/{Ir,I1mr} rows/0/values/0/rates/{I1,Mispred} |
		same - <(printf '%s\n' p 1 9223372036854775807 \
			-9223372036854775807 -100 null)
}

@test "json escapes invalid UTF-8, quotes and control characters" {
	name=$'q"u\\o\xe9\xc3\xa9\xed\xa0\x80\xf4\x90\x80\x80\xc2\x85\xe2\x80\xae\xf0\x9f\x98\x80\xc2'
	profile p <<-END
		cmd: a
		events: Ir
		fl=$name
		fn=$(printf 'tab\there\x1b[0m')
		7 1
	END
	cg-sum --by=function --format=json p >out
	iconv -f UTF-8 -t UTF-8 out >/dev/null
	json rows/0/file rows/0/function <out >read
	cat >wanted <<-'END'
		q"u\o\xe9<e9>\xed\xa0\x80\xf4\x90\x80\x80<85><202e><1f600>\xc2
		tab\there\x1b[0m
	END
	same wanted read
}

@test "plain: the numbers of each profile, tab-separated, and nothing else" {
	small
	later
	gives --format=plain --events=Ir small <<-'END'
		2000
	END
	gives --format=plain --events=Dw,Ir small later <<-END
		220	2000
		58	1350
	END
	cg-sum --format=plain --event='D = Dr + Dw' --events=D <small |
		same - <(echo 820)
	cg-sum --format=plain "$REAL/sort.cg" >out
	cg-sum --by=event --format=tsv "$REAL/sort.cg" | sed 1d | cut -f2 |
		paste -s | same - out
	sed 's/ 40 0 7$/ -4000 0 7/; s/^summary: 2000/summary: -2040/' small |
		cg-sum --format=plain | same - <(printf -- '-2040\t600\t220\n')
	run -1 --separate-stderr cg-sum --format=plain --limit=Ir=1 small
	[ "$output" = $'2000\t600\t220' ]
	complains 'cg-sum: --format=plain needs --by=input (see cg-sum --help)' \
		cg-sum --format=plain --by=line small
	complains 'cg-sum: --format=plain needs --by=input (see cg-sum --help)' \
		cg-sum --format=plain --inclusive small
}

# page_rows PAGE: the cells of each table row, tab-separated, by a real parser
page_rows() {
	python3 -c '
import html.parser, sys
class Rows(html.parser.HTMLParser):
    cells, text = None, None
    def handle_starttag(self, tag, attributes):
        if tag == "tr":
            self.cells = []
        elif tag in ("td", "th") and self.cells is not None:
            self.text = ""
        elif tag == "p" and self.text is not None:
            self.text = ""  # the whole of a long name
    def handle_endtag(self, tag):
        if tag in ("td", "th") and self.text is not None:
            self.cells.append(self.text)
            self.text = None
        elif tag == "tr":
            print(*self.cells, sep="\t")
    def handle_data(self, data):
        if self.text is not None:
            self.text += data
Rows().feed(open(sys.argv[1], encoding="utf-8").read())' "$1"
}

@test "html: the rows, counts and totals of a trend, and their changes" {
	small
	later
	cg-sum --format=html --top=3 --sort=Dr -o page.html small later small
	page_rows page.html >rows
	same - rows <<-END
		Dr of the last	share		function	small	later	change	small	change	file
		510	85.0%		f	510	100	-80.39%	510	+410.00%	/src/lib/a.c
		90	15.0%		main	90	90	=	90	=	/src/main.c
		0	0.0%		h	0	5	from 0	0	-100.00%	/src/lib/a.c
		0	0.0%		(filtered)	0	0	=	0	=	
		600	100.0%		total	600	195	-67.50%	600	+207.69%	
		number	profile	Ir	change	Dr	change	Dw	change
		1	small	2,000		600		220	
		2	later	1,350	-32.50%	195	-67.50%	58	-73.64%
		3	small	2,000	+48.15%	600	+207.69%	220	+279.31%
	END
	# a line for the total and for each row shown, with a point for each profile
	grep -c '<polyline ' page.html | grep -x 4
	grep -o '<polyline points="[^"]*"' page.html | awk '{
		if (NF != 4) exit 1 }'
	grep -c '<text [^>]*>f</text>\|<text [^>]*>main</text>\|<text [^>]*>h</text>' \
		page.html | grep -x 3
	cg-sum --format=html --top=3 --sort=Dr small later small | same page.html -
}

# bats test_tags=slow
@test "html: the rows of a real profile are the same as in TSV; one profile has no chart" {
	for by in function file dir object line; do
		cg-sum --format=html --by=$by --threshold=.5 --events=Ir \
			-o page.html "$REAL/sort.cg"
		run -1 grep '<polyline\|<svg class="chart"' page.html
		case $by in
		function) columns='$5, $4' ;;
		line) columns='$4, $5' ;;
		*) columns='$4' ;;
		esac
		page_rows page.html | sed '1d; /^number/,$d' | tr -d , |
			awk -F'\t' -v OFS='\t' '$4 == "total" { next }
			$4 == "(filtered)" { print $4, $1; next }
			{ print '"$columns"', $1 }' >got
		cg-sum --by=$by --threshold=.5 --events=Ir --format=tsv \
			"$REAL/sort.cg" | tr -d , |
			awk -F'\t' -v OFS='\t' 'NR == 1 { next }
			$1 == "(filtered)" { print $1, $NF; next }
			{ print }' | same - got "$by"
		[ "$(wc -l <got)" -ge 1 ]
	done
	cg-sum --format=html "$REAL/sort.cg" >page.html
	[ "$(page_rows page.html | sed '/^number/,$d' | wc -l)" -eq 53 ]
	run -0 cg-sum --format=html -z "$REAL/sort.cg" --output=page.gz
	gzip -dc page.gz | same page.html -
}

@test "html: a difference has signs, and shares only of the old total" {
	printf 'events: Ir\nfn=a\n1 10\nfn=b\n1 5\n' >old
	printf 'events: Ir\nfn=a\n1 14\nfn=b\n1 2\n' >new
	cg-diff old new >difference
	cg-sum --format=html difference >page.html
	page_rows page.html | grep -P '^[+-]' >rows
	same - rows <<-END
		+4			a	???
		-3			b	???
		+1			total	
	END
	grep -F '<dt>Ir in total</dt><dd>+1</dd>' page.html
	grep -F ' data-wholes="0" ' page.html
	cg-diff --keep-sides old new >sides
	cg-sum --format=html sides >page.html
	page_rows page.html | grep -P '^[+-]' >rows
	same - rows <<-END
		+4	26.7%		a	???
		-3	-20.0%		b	???
		+1	6.7%		total	
	END
	grep -F ' data-wholes="15" ' page.html
}

@test "html: counts beyond a limit are marked in words" {
	small
	later
	run -1 --separate-stderr cg-sum --format=html --events=Ir \
		--limit=Ir=1999 --limit='Ir=899,function=^(main|h)$' \
		--limit='@all=1099,file=lib/' -o page.html small later
	[ "$(grep -c . <<<"$stderr")" -eq 4 ]
	page_rows page.html | grep 'over limit' >marked
	same - marked <<-END
		900	66.7%		main	900 over limit	900 over limit	=	/src/main.c
		1	small	2,000 over limit	
	END
	grep -c '<text class="beyond"' page.html | grep -x 3
	run -1 cg-sum --format=html --by=file --limit='@all=1099,file=lib/' \
		--limit='Ir=1,function=main' -o page.html small later
	page_rows page.html | grep -c 'over limit' | grep -x 1
	page_rows page.html | grep -P '^450\t.*a\.c\t1,100 over limit\t450\t-59.09%$' ||
		fail "$(page_rows page.html)"
}

@test "html: the chart names profiles by their labels, and has the total" {
	small
	later
	for n in 2 3 9 60; do
		local -a profiles=()
		for ((i = 1; i <= n; i++)); do
			[ $((i % 2)) -eq 1 ] && file=small || file=later
			profiles+=("v1.$i.0-beta=$file")
		done
		cg-sum --format=html --by=file "${profiles[@]}" >page.html
		sed -n '/<svg class="chart"/,/<\/svg>/p' page.html >chart
		grep -o '<text [^>]*>v[^<]*' chart | sed 's/.*>//' >labels
		for ((i = 1; i <= n; i += n > 9 ? 2 : 1)); do
			echo "v1.$i.0-beta"
		done | same - labels "$n profiles"
		run -1 grep -E '<text [^>]*>[1-9][0-9]?</text>' chart
		# small costs 2,000 and later 1,350, above all rows
		grep -A1 '<g class="total">' chart | grep -oE '[0-9.]+,[0-9.]+' >points
		[ "$(wc -l <points)" -eq "$n" ]
		awk -F, 'NR == 1 { high = $2 } NR == 2 && $2 <= high { exit 1 }' points
		grep -E '<text [^>]*>total</text>' chart
		grep -F '<title>total: 1,350 in v1.2.0-beta</title>' chart
	done
	# long names keep their end
	mkdir -p a-long-directory/and-another
	cp small a-long-directory/and-another/run-1
	cg-sum --format=html a-long-directory/and-another/run-1 b=later >page.html
	grep -E '<text [^>]*>…/and-another/run-1</text>' page.html
}

@test "html: hostile names stay text; differences, nothing and many profiles" {
	hostile=$'</script><img src=x onerror=alert(1)>&"\'\xe9\xe2\x80\xae\x1b'
	printf 'cmd: %s\nevents: Ir <b>\nfl=%s\nfn=%s\n1 5 6\nsummary: 5 6\n' \
		"$hostile" "$hostile" "$hostile" >p
	cp p "$(printf '<i>"\n')"
	cg-sum --format=html p '<i>"' >page.html
	sed '1,/<\/head>/d; /^<script>/,$d' page.html >body
	run -1 grep -aE '<img|<i>|<b>|onerror=alert\(1\)>' body
	run -1 grep -aP '[\x00-\x09\x0b-\x1f\x7f]' body
	iconv -f UTF-8 -t UTF-8 page.html >/dev/null
	page_rows page.html | grep -F '</script><img src=x onerror=alert(1)>&"'\''\xe9\xe2\x80\xae\x1b'
	cg-diff "$REAL/gzip.cg" "$REAL/sort.cg" >diff.cg
	cg-diff "$REAL/sort.cg" "$REAL/gzip.cg" >back.cg
	cg-sum --format=html diff.cg back.cg >diff.html
	printf 'cmd: x\nevents: Ir\nsummary: 0\n' >none
	cg-sum --format=html none none >none.html
	# shellcheck disable=SC2046 # a hundred operands
	cg-sum --format=html $(for i in {1..100}; do echo p; done) >many.html
	for page in page diff none many; do
		run -1 grep -iE 'nan|[^a-z]inf[^a-z]' <(sed '1,/<\/head>/d; /<script>/,$d' $page.html)
		! command -v tidy >/dev/null || tidy -e -q $page.html 2>tidy ||
			[ $? -eq 1 ] || fail "$page: $(cat tidy)"
	done
	grep -o 'points="[^"]*"' many.html | wc -w | grep -x 200
	grep -oE '(cx?|y[12]?)="[-0-9.]+"' diff.html | tr -d '"' |
		awk -F= '$2 < 0 || $2 > 1000 { print; exit 1 }'
}

@test "html: rows that have no trend, and a damaged profile" {
	small
	complains 'cg-sum: --format=html needs a --by of function, file, dir, object, line, instr, region or data (see cg-sum --help)' \
		cg-sum --format=html --by=input small
	complains 'cg-sum: --format=html needs a --by of function, file, dir, object, line, instr, region or data (see cg-sum --help)' \
		cg-sum --format=html --by=event small
	sed '/^summary/d' small >cut
	cg-sum --partial cut 2>err | tail -1 | sed 's/"/\&quot;/g' >said
	cg-sum --format=html --partial cut 2>err | grep -F "<li>$(cat said)</li>"
	echo old >page.html
	run -2 cg-sum --format=html -o page.html cut
	echo old | same - page.html
}

@test "a path with control characters cannot forge a line" {
	small
	cp small $'a\nb\tc'
	gives --by=input --events=Ir --format=tsv $'a\nb\tc' small <<-END
		input	Ir
		a\\nb\\tc	2000
		small	2000
	END
	gives --check $'a\nb\tc' <<-'END'
		a\nb\tc: ok, 4 rows, Ir 2000, Dr 600, Dw 220
	END
}

# --- differences

@test "a difference is ranked by size; if it evens out, there are no shares" {
	profile p <<-'END'
		cmd: a; b
		events: Ir
		fl=a.c
		fn=grew
		0 300
		fn=shrank
		0 -200
		fn=new
		0 10
		fn=same
		0 0
		fn=small
		0 -110
	END
	gives --by=function --threshold=10 p <<-'END'
		           Ir  file:function
		 300 (     -)  a.c:grew
		-200 (     -)  a.c:shrank
		-110 (     -)  a.c:small
		  10 (     -)  (filtered)
		   0           total
	END
}

@test "shares of a difference have the signs of their counts" {
	profile p <<-'END'
		cmd: a; b
		events: Ir
		fl=a.c
		fn=grew
		0 300
		fn=shrank
		0 -500
	END
	gives --by=function p <<-'END'
		            Ir  file:function
		-500 (-250.0%)  a.c:shrank
		  300 (150.0%)  a.c:grew
		-200 (-100.0%)  total
	END
}

@test "the rows of a real difference are sorted, the largest first" {
	cg-diff "$REAL/gzip.cg" "$REAL/sort.cg" >diff
	cg-sum --by=function --events=DLmr --format=tsv diff |
		tail -n +2 | cut -f3 | tr -d - >sizes
	sort -rn sizes | same - sizes
	run -1 grep -qx 0 sizes
	[ "$(wc -l <sizes)" -gt 20 ]
	cg-diff -o none "$REAL/gzip.cg" "$REAL/gzip.cg"
	gives --by=file --events=Ir none <<-'END'
		Ir  file
		 0  total
	END
}

# --- inputs

@test "operands can be gzip and standard input" {
	small
	later
	gzip -c small >small.gz
	cg-sum --by=input --events=Ir --format=csv small.gz - later <small >out
	same - out <<-'END'
		input,Ir
		small.gz,2000
		-,2000
		later,1350
	END
	check_same 'gzip from standard input' \
		'cg-sum --by=function small' 'gzip -c small | cg-sum --by=function'
}

@test "the name of an event can have any length" {
	long=$(printf '%01100d' 0 | tr 0 x)
	printf 'cmd: a\nevents: A %s\nfl=a.c\nfn=f\n1 1 22\nsummary: 1 22\n' \
		"$long" >in
	cg-sum in >out
	printf 'A:%1100s 1\n%s: 22\n' '' "$long" | same - out
}

@test "profiles with different events are refused" {
	small
	profile other <<-'END'
		cmd: a
		events: Ir Dr
		fl=a
		fn=f
		1 2 3
	END
	complains 'cg-sum: small has the event Dw, and other does not (cg-filter --events=A,B keeps some)' \
		cg-sum small other
	complains 'cg-sum: small has the event Dw, and other does not (cg-filter --events=A,B keeps some)' \
		cg-sum --by=function other small
}

@test "--check verifies each profile, and stops at the first that does not add up" {
	small
	later
	sed 's/^summary: .*/summary: 1 2 3/' small >wrong
	profile other <<-'END'
		cmd: a
		events: Bc
		fl=a
		fn=f
		1 2
	END
	gives --check small other <<-'END'
		small: ok, 4 rows, Ir 2000, Dr 600, Dw 220
		other: ok, 1 rows, Bc 2
	END
	run -2 --separate-stderr cg-sum --check small wrong later
	[ "$output" = 'small: ok, 4 rows, Ir 2000, Dr 600, Dw 220' ]
	[ "$stderr" = 'cg-sum: wrong:12: expected a summary equal to the sum of the rows, 2000 600 220; found 1 2 3' ]
	run -2 cg-sum --check -o result small wrong
	[ ! -e result ]
}

# with_calls FIRST SECOND [DESC]: f and g call each other for these costs, and main calls f
with_calls() {
	cat <<-end
		# callgrind format
		creator: ${4-cg-tools}
		cmd: a
		desc: ${3-I1 cache: 32768 B}
		events: Ir Dr
		fl=a.c
		fn=main
		1 1 0
		cfn=f
		calls=1 1
		1 30 3
		fn=f
		2 10 1
		cfn=g
		calls=2 1
		2 $1
		fn=g
		3 20 2
		cfn=f
		calls=1 1
		3 $2
		totals: 31 3
	end
}

@test "--check verifies that calls cost no more than functions and cycles" {
	with_calls '30 3' '10 1' >whole
	gives --check whole <<<'whole: ok, 3 rows, Ir 31, Dr 3'
	with_calls '30 3' '31 1' >beyond
	run -2 --separate-stderr cg-sum --check beyond
	[ "$stderr" = 'cg-sum: beyond: expected calls of f that cost at most Ir 30, found 31' ]
	with_calls '30 4' '10 1' >second
	run -2 --separate-stderr cg-sum --check second
	[ "$stderr" = 'cg-sum: second: expected calls of g that cost at most Dr 3, found 4' ]
	# from outside, by two callers
	{ grep -v ^totals whole; printf '%s\n' fn=other '4 1' cfn=f 'calls=1 1' '4 1 0' 'totals: 32 3'; } >two
	run -2 --separate-stderr cg-sum --check two
	[ "$stderr" = 'cg-sum: two: expected calls of f that cost at most Ir 30, found 31' ]
}

@test "--check reports calls that cost too much in profiles of other tools" {
	with_calls '30 3' '31 1' x callgrind-3.19.0 >theirs
	gives --check theirs <<<'theirs: calls cost too much, 3 rows, Ir 31, Dr 3, calls of f Ir 31 of 30'
	# of a function whose costs are not there
	sed 's/cfn=f/cfn=elsewhere/' theirs >elsewhere
	gives --check elsewhere <<<'elsewhere: ok, 3 rows, Ir 31, Dr 3'
	# functions that become one
	with_calls '30 3' '29 1' >whole
	cg-filter --mod-funcname=s/g/f/ --level=function whole >one
	gives --check one <<<'one: calls cost too much, 2 rows, Ir 31, Dr 3, calls of f Ir 59 of 30'
	# a difference
	with_calls '30 3' '31 1' 'Files compared: a; b' >difference
	gives --check difference <<<'difference: ok, 3 rows, Ir 31, Dr 3'
	for file in "$TESTS"/corpus/good-*; do
		cg-sum --check "$file" >check.out
	done
}

@test "totals need no memory for rows" {
	if grep -q __asan_init "$(command -v cg-sum)"; then
		skip "address space is limited, which ASan does not bear"
	fi
	awk 'BEGIN {
		print "cmd: a"
		print "events: Ir Dr"
		print "fl=a.c"
		print "fn=f"
		for (i = 0; i < 1000000; i++)
			print i, "1 2"
		print "summary: 1000000 2000000"
	}' >large
	for by in event input; do
		(ulimit -v 30000 && cg-sum --by=$by --limit=Ir=1000000 large)
	done
	(ulimit -v 30000 && cg-sum large)
	(ulimit -v 30000 && cg-sum --check large)
	(ulimit -v 30000 && cg-sum --by=function large)
}

@test "totals need no memory for names" {
	if grep -q __asan_init "$(command -v cg-sum)"; then
		skip "address space is limited, which ASan does not bear"
	fi
	awk 'BEGIN {
		print "cmd: a\nevents: Ir"
		for (i = 0; i < 10000; i++)
			printf "fn=%05000d\n1 1\n", i
		print "summary: 10000"
	}' | (ulimit -v 30000 && cg-sum --by=input) | grep -F 10,000
}

# --- limits

@test "an exceeded --limit is one message and exit status 1, and the output is written" {
	small
	run -1 --separate-stderr cg-sum --limit=Ir=1999 --limit=Dr=600 \
		--limit=Dw=219 --by=event --events=Ir,Dr,Dw small
	[ "$stderr" = 'cg-sum: total: Ir is 2,000: the limit is 1,999
cg-sum: total: Dw is 220: the limit is 219' ]
	[ "${lines[1]}" = '2,000  Ir' ]
	run -0 --separate-stderr cg-sum --limit=@all=2000 small
	[ -z "$stderr" ]
}

@test "--limit applies to files, functions and each profile" {
	small
	later
	run -1 --separate-stderr cg-sum --limit='Ir=899,function=^(main|h)$' \
		--limit='@all=1099,file=lib/' --by=dir small later
	[ "$stderr" = 'cg-sum: small: /src/lib/a.c: Ir is 1,100: the limit is 1,099
cg-sum: small: /src/main.c:main: Ir is 900: the limit is 899
cg-sum: later: /src/main.c:main: Ir is 900: the limit is 899' ] ||
		fail "$stderr"
	complains 'cg-sum: --limit: "Ir=1,function=nowhere": expected a function that matches, found none' \
		cg-sum --limit=Ir=1,function=nowhere small
}

@test "--limit reports event, bound and count with names of any length" {
	for n in 1100 100000; do
		name="T<$(printf "%0${n}d" 0)>"
		printf 'cmd: a\nevents: Ir\nfl=a.c\nfn=%s\n1 7\nsummary: 7\n' \
			"$name" >long
		run -1 --separate-stderr cg-sum --limit=Ir=5,function=T long
		[[ $stderr == 'cg-sum: a.c:T<000'*0...0*'000>: Ir is 7: the limit is 5' ]]
	done
}

@test "--limit can apply to estimated cycles" {
	run -1 --separate-stderr cg-sum --limit=CEst=1 "$REAL/awk.cg"
	[[ $stderr == 'cg-sum: total: CEst is '*': the limit is 1' ]]
	complains 'cg-sum: --limit: expected one of the events Ir, found "CEst" (see cg-sum --help)' \
		cg-sum --limit=CEst=1 --events=Ir "$REAL/awk.cg"
}

# --- errors

@test "sums that do not fit in 64 bits are an error" {
	huge=9223372036854775807
	cat >q <<-END
		cmd: a
		events: Ir I1mr
		fl=a
		fn=f
		1 $huge 0
		2 -1 0
		fn=g
		1 0 $huge
		summary: $((huge - 1)) $huge
	END
	cg-sum q | grep -x 'I   refs:      9,223,372,036,854,775,806'
	complains 'cg-sum: the sum of Ir does not fit in 64 bits' \
		cg-sum --by=input q q
	complains 'cg-sum: the total of X does not fit in 64 bits' \
		cg-sum --event='X = 2 Ir' q
}

@test "the sum of hidden rows is exact even if it does not fit before its last row" {
	huge=9223372036854775807
	printf '%s\n' 'cmd: a' 'events: Ir' fl=a fn=f "1 $huge" fn=h "1 -$huge" \
		fn=g "1 $huge" "summary: $huge" >q
	printf 'file\tfunction\tIr\n(filtered)\t(filtered)\t%s\n' $huge |
		gives --by=function --top=0 --format=tsv q
	printf '%s\n' 'cmd: a' 'events: A B' fl=a fn=f "1 1 -9" fn=g "1 0 $huge" \
		fn=h "1 0 1" "summary: 1 $((huge - 8))" >q
	complains 'cg-sum: the sum of B does not fit in 64 bits' \
		cg-sum --by=function --top=1 q
}

@test "totals of several profiles need no sum if the format prints none" {
	huge=9223372036854775807
	printf 'cmd: a\nevents: Ir\nfl=a\nfn=f\n1 %s\nsummary: %s\n' $huge $huge >q
	printf '%s\n%s\n' $huge $huge | gives --format=plain q q
	printf 'input,Ir\nq,%s\nq,%s\n' $huge $huge | gives --format=csv q q
	printf 'input\tIr\nq\t%s\nq\t%s\n' $huge $huge | gives --format=tsv q q
	for format in text json markdown; do
		complains 'cg-sum: the sum of Ir does not fit in 64 bits' \
			cg-sum --format=$format --by=input q q
	done
}

# commas NUMBER: prints it with a comma before every three digits
commas() {
	sed ':a;s/\B[0-9]\{3\}\>/,&/;ta' <<<"$1"
}

@test "--limit: a sum is exact even if it does not fit before its last row" {
	huge=9223372036854775807
	cat >q <<-END
		cmd: a
		events: Ir I1mr
		fl=a
		fn=f
		1 $huge 0
		fn=h
		1 -$huge $huge
		fn=g
		1 $huge 0
		fl=b
		fn=f
		1 0 -5
		fn=g
		1 0 5
		summary: $huge $huge
	END
	cg-sum --limit="Ir=$huge,file=." q
	run -1 --separate-stderr cg-sum --limit="Ir=$((huge - 1)),file=." q
	[ "$stderr" = "cg-sum: a: Ir is $(commas $huge): the limit is $(commas $((huge - 1)))" ]
	cat >q <<-END
		cmd: a
		events: Ir Dr
		fl=a
		fn=f
		1 $huge 1
		fl=b
		fn=f
		1 -$huge 1
		fl=a
		fn=g
		1 1 1
		summary: 1 3
	END
	complains 'cg-sum: the sum of Ir of a does not fit in 64 bits' \
		cg-sum --limit=Ir=1,file=. q
	cg-sum --limit=Dr=2,file=. q
}

@test "lines of a function that do not fit in 64 bits together are an error" {
	printf '%s\n' cmd: 'events: Ir' fl=a.c fn=f '1 9223372036854775807' '2 5' 'summary: 0' >in
	complains 'cg-sum: in:6: the sum of Ir does not fit in 64 bits' cg-sum --by=function in
}

@test "unknown formats, rows and events and bad combinations are refused" {
	small
	complains 'cg-sum: --format: expected text, tsv, csv, json, markdown, plain or html, found "xml" (see cg-sum --help)' \
		cg-sum --format=xml small
	complains 'cg-sum: --by: expected function, file, dir, dir:DEPTH, object, line, instr, region, data, event, input, command or process, found "class" (see cg-sum --help)' \
		cg-sum --by=class small
	complains 'cg-sum: --by: expected a whole number from 1, found "0" (see cg-sum --help)' \
		cg-sum --by=dir:0 small
	complains 'cg-sum: --sort: expected one of the events Ir, Dr, Dw, found "Bc" (see cg-sum --help)' \
		cg-sum --by=file --sort=Bc small
	complains 'cg-sum: --sort, --threshold and --top need a --by of function, file, dir, object, line, instr, region or data; --sort also takes input, command and process (see cg-sum --help)' \
		cg-sum --top=3 --by=event small
	complains 'cg-sum: --check can only be combined with --output and --gzip (see cg-sum --help)' \
		cg-sum --check --by=file small
	complains 'cg-sum: --check can only be combined with --output and --gzip (see cg-sum --help)' \
		cg-sum --check --events=Ir small
}

@test "if a profile is cut short, the output file is unchanged" {
	small
	echo old >result
	head -n 8 small >short
	run -2 cg-sum --by=function -o result short
	[ "$(cat result)" = old ]
}

# --- recipes

@test "RECIPES: in CI, a table of the ten largest changes" {
	cp "$REAL/gzip.cg" old.cg
	cp "$REAL/sort.cg" new.cg
	gzip old.cg new.cg
	"$TESTS/lib/readme-block" 'In CI, a table of the ten largest changes' 1 >job
	grep -q cg-diff job
	GITHUB_STEP_SUMMARY=summary sh -e job
	[ "$(wc -l <summary)" -eq 14 ]
	head -n 2 summary | same - <(printf '%s\n' '| function | old Ir | new Ir | change | % |' \
		'| :-- | --: | --: | --: | --: |')
	grep -c '^| `[^|]*` | [0-9,]* | [0-9,]* | [+-][0-9,]* | [a-z>+-]*[0-9.]*%\? |$' summary | grep -x 10
	sed -n 3p summary | grep '^| \*\*total\*\* | '
	tail -n 1 summary | grep '^| ([0-9]* more) | '
}

@test "--by=command adds the profiles of each program up, --by=process those of a process" {
	local i
	for i in '1 /bin/ls 5' '2 ls 7' '3 /usr/bin/cc1 900' '4 ./ls/ 1' '5 .. 2'; do
		set -- $i
		printf '%s\n' "cmd: $2 -x y/z" 'events: Ir Dr' fl=a fn=f "1 $3 1" "summary: $3 1" >p$1
	done
	cg-sum --by=command --events=Ir --format=tsv p1 p2 p3 p4 p5 >out
	printf '%b\n' 'command\tIr' 'cc1\t900' 'ls\t13' 'unknown\t2' | same - out
	# a table with a total
	cg-sum --by=command --format=markdown p1 p2 p3 | grep -E '912.*3'
	# parts with commands of their own; threads of a process are one
	printf '%s\n' 'version: 1' 'pid: 7' 'cmd: sh -c x' 'events: Ir Dr' fn=f '1 3 8' 'totals: 3 8' \
		'pid: 8' 'cmd: /bin/ls x' 'thread: 1' 'events: Ir Dr' fn=f '1 40 0' 'totals: 40 0' \
		'pid: 8' 'cmd: /bin/ls x' 'thread: 2' 'events: Ir Dr' fn=f '1 2 1' 'totals: 2 1' \
		'pid: 9' 'cmd: ls y' 'events: Ir Dr' fn=f '1 1 1' 'totals: 1 1' >parts
	cg-sum --by=command --events=Ir --format=tsv parts p3 >out
	printf '%b\n' 'command\tIr' 'cc1\t900' 'ls\t43' 'sh\t3' | same - out
	cg-sum --by=process --sort=Dr --format=tsv parts p3 >out
	printf '%b\n' 'process\tIr\tDr' '7 sh -c x\t3\t8' '/usr/bin/cc1 -x y/z\t900\t1' \
		'8 /bin/ls x\t42\t1' '9 ls y\t1\t1' | same - out
	cg-sum --by=input --sort=Ir --format=tsv p2 p3 p1 | cut -f1 | same - <(printf '%s\n' input p3 p2 p1)
	sed 's/ 5 1$/ 9223372036854775807 1/' p1 >huge
	complains 'cg-sum: the sum of Ir does not fit in 64 bits' \
		cg-sum --by=command huge p2
}

@test "a change is a share of the old total, never of the sum of the changes" {
	printf '%s\n' 'events: Ir' fl=a fn=f '1 2000000' fn=g '1 2000000' | profile old
	printf '%s\n' 'events: Ir' fl=a fn=f '1 4440111' fn=g '1 1081000' | profile new
	cg-diff old new >change
	cg-sum --by=function --format=markdown change >out
	grep -F '+2,440,111 ' out
	grep -F -- '-919,000 ' out
	grep -F '+1,521,111' out
	run -1 grep '[(%]' out
	cg-sum --by=function change | grep -xE ' *\+2,440,111  a:f'
	cg-diff --keep-sides old new | cg-sum --by=function >out
	grep -xE ' *\+2,440,111 \( ?61.00%\) +2,000,000 +4,440,111  a:f' out
	grep -xE ' *-919,000 \(-23.0%\) +2,000,000 +1,081,000  a:g' out
	# programs get plain numbers
	cg-sum --by=function --format=tsv change | grep -P '\t2440111$'
	# a side is a cost, also in a row of its own
	cg-diff --keep-sides old new >sides
	cg-sum --by=event sides | tr -d ' ' | same - <(
		printf '%s\n' countevent +1,521,111Ir 4,000,000Ir@old 5,521,111Ir@new)
}

@test "several differences are shown as each of them" {
	printf '%s\n' 'events: Ir' fl=a fn=f '1 100' fn=g '1 50' fn=h '1 1' | profile old
	printf '%s\n' 'events: Ir' fl=a fn=f '1 120' fn=h '1 1' | profile one
	printf '%s\n' 'events: Ir' fl=a fn=f '1 130' fn=g '1 70' | profile two
	cg-diff --keep-sides old one >e1
	cg-diff --keep-sides old two >e2
	# g is gone from one, and h from two: from neither in both
	gives --by=function e1 e2 <<-'END'
		       Ir@e1         Ir@e2  Ir@old@e1  Ir@old@e2  Ir@new@e1  Ir@new@e2  file:function
		-50 (-33.1%)  +20 (13.25%)         50         50          0         70  a:g
		+20 (13.25%)  +30 (19.87%)        100        100        120        130  a:f
		  0            -1 (-0.66%)          1          1          1          0  a:h
		-30 (-19.9%)  +49 (32.45%)        151        151        121        200  total
	END
	cg-sum --by=function --format=markdown e1 e2 >out
	run -1 grep -E 'added|removed' out
	cg-sum --by=function e1 e1 | grep -E 'a:g \(removed\)$'
	cg-sum --by=input --events=Ir e1 e2 | sed 's/ (.*)//' | grep -xE ' *\+49  e2'
	# one of them is none
	cg-diff old two >plain
	cg-sum --by=function two plain | grep -xE ' *130 \(65.00%\) +\+30  a:f'
	cg-sum --by=function plain two | grep -xE ' *\+30 +130 \(65.00%\)  a:f'
}

# --- calls

@test "calls: those from outside of the function's own recursion, and what one costs" {
	# f calls itself, p and q call each other, g is entered in no call, too
	cat >calls <<-'END'
		# callgrind format
		events: Ir
		fl=a.c
		fn=main
		1 10
		cfn=f
		calls=3 5
		2 300
		cfn=g
		calls=2 9
		3 90
		fn=f
		5 150
		cfn=f
		calls=10 5
		6 120
		cfn=p
		calls=4 20
		7 150
		fn=g
		9 100
		fn=p
		20 50
		cfn=q
		calls=8 30
		21 100
		fn=q
		30 100
		cfn=p
		calls=6 20
		31 40
	END
	gives --inclusive --sort=Ir:incl --format=csv calls <<-'END'
		file,function,Ir,Ir:incl,calls,Ir/call
		a.c,main,10,400,0,
		a.c,f,150,300,3,100.0000
		a.c,p,50,150,4,37.5000
		a.c,g,100,100,2,50.0000
		a.c,q,100,100,0,
	END
	gives --inclusive --sort=calls --top=1 calls <<-'END'
		          Ir       Ir:incl  calls  Ir/call  file:function
		 50 (12.20%)  150 (36.59%)      4     37.5  a.c:p
		360 (87.80%)  360 (87.80%)      5        -  (filtered)
		410 (100.0%)  410 (100.0%)      9        -  total
	END
	# the page has the columns, too
	cg-sum --format=html --inclusive -o page.html calls
	page_rows page.html | grep -P '^150\t36.6%\t\tf\t3\t100.0\t' ||
		fail "$(page_rows page.html)"
	# a difference has numbers of calls, but not what one costs
	sed 's/^calls=3 5/calls=5 5/' calls >more
	cg-diff calls more >change
	gives --inclusive --format=csv change <<-'END'
		file,function,Ir,Ir:incl,calls
		a.c,f,0,0,2
	END
	cg-diff --keep-sides calls more >sides
	cg-sum --inclusive sides | tr -s ' ' | grep -E '^ ?0 0 150 300 150 300 \+2 a.c:f$'
	gives --inclusive --format=csv change change <<-'END'
		file,function,Ir@change,Ir@change,Ir:incl@change,Ir:incl@change,calls@change,calls@change
		a.c,f,0,0,0,0,2,2
	END
	gives --inclusive --format=csv --sort=calls --top=1 calls change <<-'END'
		file,function,Ir@calls,Ir@change,Ir:incl@calls,Ir:incl@change,calls@calls,calls@change,Ir/call@calls,Ir/call@change
		a.c,p,50,0,150,0,4,0,37.5000,
		(filtered),(filtered),360,0,360,0,5,2,,
	END
	cg-sum --inclusive --format=csv calls change | grep -E '^a.c,f,.*,2,[0-9.]+,$'
}

@test "calls: inlined code is called by its hosts, whatever these are" {
	cat >calls <<-'END'
		# callgrind format
		events: Ir
		fl=a.c
		fn=main
		1 10
		cfn=f
		calls=2 1
		2 500
		# inlined
		cfn=g
		calls=7 5
		3 70
		fn=g
		# hostfl=a.c
		# hostfn=main
		5 70
		fn=f
		1 300
		# inlined
		cfn=g
		calls=20 5
		3 200
		fn=g
		# hostfl=a.c
		# hostfn=f
		5 200
	END
	gives --inclusive --format=csv calls <<-'END'
		file,function,Ir,Ir:incl,calls,Ir/call
		a.c,f,300,500,2,250.0000
		a.c,g,270,270,27,10.0000
		a.c,main,10,580,0,
	END
}

@test "functions without names in several objects have rows of their own" {
	unnamed() {
		cat <<-END
			# callgrind format
			events: Ir
			ob=/$1/one.so
			fl=???
			fn=0x1000
			0 $2
			fn=named
			0 2
			ob=/lib/two.so
			fn=0x1000
			0 7
			fn=named
			0 1
			totals: $(($2 + 10))
		END
	}
	unnamed lib 5 >p
	gives --by=function --format=tsv p <<-'END'
		file	function	Ir
		two.so	0x1000	7
		one.so	0x1000	5
		???	named	3
	END
	# an object that has moved is the same one
	unnamed new 6 >q
	cg-sum --by=function --format=tsv p q >out
	grep -Px 'one.so\t0x1000\t5\t6' out
	cg-diff --by=function p q | grep -E '^ +5 +6 +\+1 .* one.so:0x1000$'
}

@test "hidden functions of a cycle cost no more than the cycle" {
	printf '%s\n' 'version: 1' 'creator: cg-tools' 'desc: Recursion levels: 2' \
		'events: Ir' fl=a.c fn=main '1 1' cfn=f 'calls=1 2' '1 99' \
		fn=f '2 9' "cfn=f'2" 'calls=1 2' '2 90' \
		"fn=f'2" '2 20' "cfn=g'2" 'calls=5 3' '2 95' \
		"fn=g'2" '3 30' "cfn=h'2" 'calls=5 4' '3 55' \
		"fn=h'2" '4 40' "cfn=g'2" 'calls=4 3' '4 50' \
		"cfn=f'2" 'calls=4 2' '4 70' 'totals: 100' >whole
	cg-filter --function="^(main|f|f'2)\$" whole >part
	grep -F "(cycle of a.c:" part
	cg-annotate --inclusive --auto=no part | grep -F '(cycle of' >hidden
	[[ $(<hidden) = *' 90 ('* ]]
}

@test "on a terminal, a table is fitted to the width; elsewhere it is whole" {
	need_terminal
	profile wide <<-'END'
		events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw
		fl=/home/user/project/source/very/deep/parser/expressions.cc
		fn=project::parser::ExpressionParser<Allocator>::parse_unary(project::Token const&)
		1 1000000 1 1 400000 1 1 300000 3 3
		fl=a.c
		fn=f
		2 500 1 1 400 1 1 700000 5 5
	END
	for columns in 60 80 120; do
		for options in '--by=function' '--by=function --sort=Dw' '--by=line' '--by=file' '--by=input'; do
			on_terminal "stty cols $columns; cg-sum $options wide" | tr -d '\r' >out
			awk -v most="$columns" 'length > most' out | same /dev/null - "$columns: $options"
			grep -E '^\([0-9]+ more columns: --events=EVENT,... shows others\)$' out
		done
		on_terminal "stty cols $columns; cg-sum --by=function --sort=Dw wide" | sed -n 1p |
			grep -E '^ +(Ir .*)?Dw '
	done
	grep -F parse_unary <(on_terminal 'stty cols 60; cg-sum --by=function --events=Ir wide')
	# columns that were asked for take the room of shares, then of files
	on_terminal 'stty cols 64; cg-sum --by=function --events=Ir,Dr,Dw,D1mr,D1mw,DLmw wide' | tr -d '\r' >out
	grep -xE ' +Ir +Dr +Dw  D1mr  D1mw  DLmw  function' out
	awk 'length > 64' out | same /dev/null - "$(<out)"
	{ echo '# callgrind format' && cat wide; } >calls
	# a function that is too wide beside its file has the file's room
	printf '%s\n' 'events: Ir' fl=./sysdeps/x86_64/multiarch/memset.S fn=memset_avx2_unaligned_erms '1 500' \
		fn=pthread_mutex_unlock_of_another_thread_that_waits '1 400' fl=a.c fn=f '1 300' >long
	on_terminal 'stty cols 44; cg-sum --by=function long' | tr -d '\r' >out
	same - out <<-'END'
		            Ir  file:function
		  500 (41.67%)  memset_avx2_unaligned_erms
		  400 (33.33%)  pthread_mutex...d_that_waits
		  300 (25.00%)  a.c:f
		1,200 (100.0%)  total
	END
	on_terminal 'stty cols 60; cg-sum --inclusive calls' | grep -E '^ +Ir +Ir:incl  function'
	on_terminal 'stty cols 400; cg-sum --by=function wide' | tr -d '\r' | same - <(cg-sum --by=function wide)
	on_terminal 'stty cols 60; cg-sum --by=function wide | cat' | tr -d '\r' |
		same - <(cg-sum --by=function wide)
}
