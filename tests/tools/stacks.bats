#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# Profiles that were counted by stacks of calls, through every tool.

load ../lib/assertions

# main calls parse on lines 3 and 4, and parse calls read; main has print inlined,
# which calls write
setup() {
	enter_tmpdir
	cat >stacks <<-'END'
		# callgrind format
		version: 1
		creator: cg-tools
		cmd: prog
		desc: Inlined functions: rows of their own
		positions: line
		events: Ir Dr
		ob=(1) prog
		fl=(1) main.c
		fn=(1) main
		# context=(1)
		1 10 1
		cfi=(2) parse.c
		cfn=(2) parse
		# context=(2) (1) 3
		calls=1 20
		3 60
		cfi=(2)
		cfn=(2)
		# context=(3) (1) 4
		calls=2 20
		4 90 2
		# inlined
		cfn=(3) print
		# context=(4) (1) 5
		calls=1 9
		5 35
		fn=(3)
		# hostfl=(1) main.c
		# hostfn=(1) main
		# context=(4)
		9 5
		cfi=(3) libc.c
		cfn=(4) write
		# context=(5) (4) 9
		calls=1 1
		9 30
		fl=(3)
		fn=(5) read
		# context=(6) (2) 21
		1 20
		# context=(7) (3) 21
		1 30 2
		fn=(4)
		# context=(5)
		1 30
		fl=(2)
		fn=(2)
		# context=(2)
		20 30
		21 10
		cfi=(3)
		cfn=(5)
		# context=(6)
		calls=1 1
		21 20
		# context=(3)
		20 60
		cfi=(3)
		cfn=(5)
		# context=(7)
		calls=1 1
		21 30 2
		totals: 195 3
	END
}

folded() {
	cg-export --to=folded --inclusive "$@"
}

# without the header
rows_of() {
	sed '1,/^events:/d' "$@"
}

@test "folded: stacks as they were counted, without a threshold" {
	folded stacks >out 2>err
	same - out <<-'END'
		main 10
		main;parse 100
		main;parse;read 50
		main;print_[i] 5
		main;print_[i];write 30
	END
	same /dev/null err
	cg-export --to=folded stacks | same - out
	cg-export --to=folded --by=function stacks | grep -Fx '.;libc.c;read 50'
	folded --sort=Dr stacks | same - <(printf '%s\n' 'main 1' 'main;parse;read 2')
	folded --threshold=20 stacks | same - <(printf '%s\n' 'main 45' 'main;parse 100' \
		'main;parse;read 50')
}

@test "folded: what has no stack is said, and what is an estimate" {
	{ sed '/^totals:/d' stacks && printf '%s\n' 'fn=(9) lost' '1 195' 'totals: 390 3'; } >half
	folded half 2>err | grep -Fx 'lost 195'
	same - err <<-'END'
		cg-export: 50 % of the costs are of functions without their callers
	END
	cg-filter --stacks=no stacks | folded - 2>err >out
	same - err <<-'END'
		cg-export: the stacks are an estimate from calls; cg-collect --stacks counts them
	END
	grep -Fx 'main;parse;read 50' out
	sed 's/^1 30 2$/1 -30 2/; s/^totals: 195/totals: 135/' stacks >negative
	run -2 --separate-stderr folded negative
	[ "$stderr" = 'cg-export: --to=folded: expected no negative count, found -10 of a stack of read' ]
}

@test "pprof: each stack with the lines of its calls" {
	cg-export --to=pprof stacks 2>err | "$TESTS/lib/pprof-rows" - >out
	same /dev/null err
	same - out <<-'END'
		comment	prog
		types	Ir*	Dr
		parse.c	parse	20	60	0
		called from	main.c	main	4
		libc.c	read	1	30	2
		called from	parse.c	parse	21
		called from	main.c	main	4
		libc.c	write	1	30	0
		called from	main.c	print	9
		inlined into	main.c	main	5
		parse.c	parse	20	30	0
		called from	main.c	main	3
		libc.c	read	1	20	0
		called from	parse.c	parse	21
		called from	main.c	main	3
		main.c	main	1	10	1
		parse.c	parse	21	10	0
		called from	main.c	main	3
		main.c	print	9	5	0
		inlined into	main.c	main	5
	END
}

@test "cg-filter: canonical form is written again as it is" {
	cg-filter stacks >once
	cg-filter once | same once -
	cg-merge stacks | same once -
	folded once | same - <(folded stacks)
	cg-filter --stacks=no stacks >sum
	[ "$(grep -c context= sum)" -eq 0 ]
	cg-sum --by=line --format=tsv sum | same - <(cg-sum --by=line --format=tsv stacks)
	cg-sum --check once
}

@test "cg-filter: stacks are renamed as rows, and lose what was inlined" {
	cg-filter --mod-funcname='s/^(parse|print)$/x$1/' --mod-objname=s/prog/PROG/ \
		--map-prefix=libc.c=/libc.c stacks >renamed
	folded renamed | same - <(cat <<-'END'
		main 10
		main;xparse 100
		main;xparse;read 50
		main;xprint_[i] 5
		main;xprint_[i];write 30
	END
	)
	cg-filter renamed | same renamed -
	cg-filter --inline=no stacks >hosts
	folded hosts | same - <(cat <<-'END'
		main 15
		main;parse 100
		main;parse;read 50
		main;write 30
	END
	)
	cg-filter hosts | same hosts -
}

@test "cg-filter: two functions that become one are one frame" {
	cg-filter --mod-filename='s/.*/x/' --mod-funcname='s/(read|write)/io/' stacks |
		folded - | same - <(cat <<-'END'
		main 10
		main;parse 100
		main;parse;io 50
		main;print_[i] 5
		main;print_[i];io 30
	END
	)
}

@test "cg-filter: a level keeps stacks of functions, and hiding takes them out" {
	cg-filter --level=function stacks >functions
	folded functions | same - <(folded stacks)
	[ "$(grep -c '^# context=.* [0-9]*$' functions)" -eq 0 ]
	for option in --level=file --function=parse --threshold=20; do
		cg-filter $option stacks >out
		[ "$(grep -c context= out)" -eq 0 ] || fail "$option"
	done
}

@test "cg-merge: stacks are added to the same stacks" {
	cg-merge stacks stacks >twice
	folded twice | same - <(folded stacks | awk '{ $NF *= 2; print }')
	cg-filter --stacks=no stacks >sum
	cg-merge stacks sum >mixed
	folded mixed 2>err | grep -Fx 'main;parse;read 50'
	grep -F '50 % of the costs are of functions without their callers' err
	cg-merge --op=max stacks stacks | rows_of | same - <(cg-filter stacks | rows_of)
}

@test "cg-merge: a minimum or maximum has functions and lines, but no stacks" {
	folded_profile '50 CEst' 10 20 30 >kept
	folded_profile '50 CEst' 10 '' '' 50 >folded
	for op in min max; do
		cg-merge --op=$op kept folded >merged
		run ! grep -E '^# (context|folded)|Folded stacks' merged
		cg-filter --stacks=no kept >a
		cg-filter --stacks=no folded >b
		cg-merge --op=$op a b | same merged -
		cg-export --to=folded merged >stacks
	done
}

@test "cg-diff: stacks are subtracted from the same stacks, wherever they were called" {
	cg-merge stacks stacks >twice
	cg-diff stacks twice >added
	folded added | same - <(folded stacks)
	sed 's/^# context=\(.*\) 21$/# context=\1 22/' stacks >moved
	cg-diff stacks moved >none
	cg-sum --format=plain none | same - <(printf '0\t0\n')
	run -0 --separate-stderr folded none
	[ -z "$output" ]
	cg-diff --mod-funcname=s/parse/Parse/ stacks twice | folded - | grep -Fx 'main;Parse;read 50'
}

@test "folded --keep-sides: both sides of a difference" {
	sed 's/^20 60$/20 70/; s/^9 5$/9 0/; s/^totals: .*/totals: 200 3/' stacks >new
	cg-diff --keep-sides stacks new >difference
	folded --keep-sides difference 2>err | same - <(cat <<-'END'
		main 10 10
		main;parse 100 110
		main;parse;read 50 50
		main;print_[i] 5 0
		main;print_[i];write 30 30
	END
	)
	same /dev/null err
	cg-export --to=folded --by=function --keep-sides difference | sort | same - <(cat <<-'END'
		.;libc.c;read 50 50
		.;libc.c;write 30 30
		.;main.c;main 10 10
		.;main.c;print 5 0
		.;parse.c;parse 100 110
	END
	)
	cg-export --to=folded --by=function --keep-sides --sort=Dr difference | grep -Fx '.;libc.c;read 2 2'
	folded --keep-sides --sort=Dr difference | grep -Fx 'main;parse;read 2 2'
	# without stacks, both sides are estimated
	cg-filter --stacks=no difference | folded --keep-sides - 2>err | grep -Fx 'main;parse 100 103'
	grep -F 'an estimate from calls' err
	run -2 --separate-stderr folded --keep-sides stacks
	[ "$stderr" = 'cg-export: --keep-sides: expected the event Ir@old, as cg-diff --keep-sides adds it, found none' ]
}

# folded_profile BOUND MAIN PARSE READ [FOLDED]: main calls parse, which calls read, with
# their costs: Ir and misses. FOLDED is what main has folded.
folded_profile() {
	local bound=$1 main=$2 parse=$3 read=$4 folded=$5
	printf '%s\n' '# callgrind format' 'version: 1' 'creator: cg-tools' 'cmd: prog' \
		"desc: Folded stacks: at most $bound" 'positions: line' \
		'events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw' \
		'ob=prog' 'fl=main.c' 'fn=main' '# context=(1)' "1 $main"
	if [ -n "$folded" ]; then
		printf '%s\n' "# folded= $folded"
	fi
	if [ -n "$parse" ]; then
		printf '%s\n' 'fn=parse' '# context=(2) (1)' "1 $parse"
	fi
	if [ -n "$read" ]; then
		printf '%s\n' 'fn=read' '# context=(3) (2)' "1 $read"
	fi
	if [ -n "$folded" ]; then
		printf '%s\n' 'fn=parse' "1 $folded"
	fi
	printf '%s\n' "$main" "$parse" "$read" "$folded" |
		awk '{ for (i = 1; i <= 3; i++) sum[i] += $i } END { print "totals:", sum[1], sum[2], sum[3] }'
}

# changed_stacks CHANGE...: those of main;(folded), main;parse and main;parse;read
changed_stacks() {
	printf '%s\n' "main;(folded) $1" "main;parse $2" "main;parse;read $3"
}

# stack_changes OLD NEW: the changes of stacks in Ir
stack_changes() {
	cg-diff --keep-sides "$@" | cg-export --to=folded --keep-sides |
		awk '{ change = $NF - $(NF - 1) } change != 0 { print $1, change }' |
		sort
}

# page_changes OLD NEW: the same, of the page of cg-annotate
page_changes() {
	cg-annotate --diff --format=html "$@" >page.html || return
	if grep -q '^<p>No stack changed' page.html; then
		return
	fi
	"$TESTS/lib/page-stacks" <page.html |
		awk -F'\t' '$2 != 0 && $3 != "all" { print $3, $2 }' | sort
}

@test "a stack that one profile may have folded is no change" {
	folded_profile '50 CEst' 10 20 30 >kept
	folded_profile '50 CEst' 10 '' '' 50 >folded
	stack_changes kept folded | same /dev/null -
	page_changes kept folded | same /dev/null -
	stack_changes folded kept | same /dev/null -
	page_changes folded kept | same /dev/null -
	# it cost more than a folded one
	sed 's/at most 50/at most 49/' folded >less
	stack_changes kept less | same - <(changed_stacks 50 -20 -30)
	page_changes kept less | same - <(changed_stacks 50 -20 -30)
	# the bound is in CEst
	folded_profile '50 CEst' 10 '20 1' 30 >kept
	stack_changes kept folded | same - <(changed_stacks 50 -20 -30)
	page_changes kept folded | same - <(changed_stacks 50 -20 -30)
	# nothing is folded there
	folded_profile '50 CEst' 10 20 30 >kept
	folded_profile '50 CEst' 60 '' '' >gone
	stack_changes kept gone | same - <(printf '%s\n' 'main 50' 'main;parse -20' 'main;parse;read -30')
	page_changes kept gone | same - <(printf '%s\n' 'main 50' 'main;parse -20' 'main;parse;read -30')
}

@test "what a stack may lack is no change" {
	folded_profile '90 CEst' 10 100 200 >kept
	folded_profile '90 CEst; those kept lack at most 40 CEst' 10 90 170 40 >lacking
	stack_changes kept lacking | same /dev/null -
	page_changes kept lacking | same /dev/null -
	stack_changes lacking kept | same /dev/null -
	page_changes lacking kept | same /dev/null -
	# parse lacks 40 with read, which is more than it can
	sed 's/lack at most 40/lack at most 39/' lacking >less
	stack_changes kept less | same - <(changed_stacks 40 -10 -30)
	page_changes kept less | same - <(changed_stacks 40 -10 -30)
	# main has not folded so much
	folded_profile '90 CEst; those kept lack at most 40 CEst' 10 90 170 30 >part
	stack_changes kept part | same - <(echo 'main;parse -10')
	page_changes kept part | same - <(echo 'main;parse -10')
	# in a sum, a stack can lack what one of the profiles has folded
	folded_profile '300 CEst' 10 '' '' 300 >cold
	cg-merge kept kept >both
	cg-merge kept cold >some
	grep -x 'desc: Folded stacks:    at most 390 CEst; those kept lack at most 300 CEst' some
	stack_changes both some | same /dev/null -
	page_changes both some | same /dev/null -
}

@test "cg-diff: what one region has folded is no change, and in another one it is" {
	folded_profile '50 CEst' 10 50 '' >kept
	folded_profile '50 CEst' 10 '' '' 50 | sed -n '/^positions/,$p' >cold
	folded_profile '50 CEst' 10 50 '' | sed -n '/^positions/,$p' >warm
	{ cat kept && echo 'desc: Region: load' && cat warm; } >old
	{ cat kept && echo 'desc: Region: load' && cat cold; } >new
	cg-diff old new | grep -E '^([0-9]|# folded).* -?[1-9]' >changes || :
	same /dev/null changes
	{ folded_profile '50 CEst' 60 '' '' && echo 'desc: Region: load' && cat cold; } >new
	cg-diff old new | grep -E '^([0-9]|# folded).* -?[1-9]' >changes || :
	grep -q . changes
}

@test "cg-diff: stacks that only one profile has are not compared" {
	cg-filter --stacks=no stacks >sum
	run -0 --separate-stderr cg-diff --lines sum stacks
	[ "$stderr" = 'cg-diff: stacks has stacks of calls and sum has none: they are not compared' ]
	rows_of <<<"$output" | same - <(cg-diff --lines sum sum | rows_of)
	run -0 --separate-stderr cg-diff stacks sum
	[ "$stderr" = 'cg-diff: stacks has stacks of calls and sum has none: they are not compared' ]
}

@test "cg-annotate --diff: stacks that only one profile has are not compared" {
	cg-filter --stacks=no stacks >sum
	for pair in 'sum stacks' 'stacks sum'; do
		# shellcheck disable=SC2086
		run -0 --separate-stderr cg-annotate --diff --format=html $pair
		[ "$stderr" = 'cg-annotate: stacks has stacks of calls and sum has none: they are not compared' ]
		[[ $output != *'class="flame"'* ]]
	done
}

@test "a page says what folded stacks cost, lack and hide of changes" {
	folded_profile '90 CEst; those kept lack at most 40 CEst' 10 90 170 40 >lacking
	folded_profile '50 CEst' 10 '' '' 50 >folded
	cg-annotate --format=html folded >page.html
	grep -F 'A stack in a frame (folded) costs at most 50 CEst.<br>' page.html
	cg-annotate --format=html lacking >page.html
	grep -F 'costs at most 90 CEst, and one with its own frame lacks at most 40.<br>' page.html
	cg-annotate --format=html --diff lacking folded >page.html
	grep -F 'Of the change of a stack, a frame (folded) can have up to 140 CEst.<br>' page.html
	cg-diff lacking folded | cg-annotate --format=html >page.html
	grep -F 'Of the change of a stack, a frame (folded) can have up to 140 CEst.<br>' page.html
}

@test "cg-sum --check: each part has rows with the costs of its folded stacks" {
	folded_profile '50 CEst' 10 '' '' 50 >good
	cg-sum --check good
	sed -i 's/^desc: F/desc: I1 cache: none\n&/' good
	{ echo 'part: 2' && sed -n '/^positions/,$p' good; } >part
	{ sed 's/^# folded= 50/# folded= 49/' good && sed 's/^# folded= 50/# folded= 51/' part; } >bad
	run -2 cg-sum --check bad
	[ "$output" = 'cg-sum: bad: expected folded stacks that cost no more Ir than rows without a context, found 1 more' ]
	{ cat good part; } >both
	cg-sum --check both
}

@test "reports do not depend on stacks" {
	cg-filter --stacks=no stacks >sum
	for tool in 'cg-annotate' 'cg-sum --by=function' \
		'cg-sum --by=function --inclusive' 'cg-filter --threshold=20'; do
		$tool stacks >with 2>&1
		$tool sum >without 2>&1
		same <(sed 's/stacks/sum/' without) <(sed 's/stacks/sum/' with) || fail "$tool"
	done
	callgrind_annotate stacks | grep -F parse.c:parse
}

@test "a stack of 10,000 frames with names of 1 kB passes through every tool" {
	[[ $B != *asan* ]] || skip 'AddressSanitizer needs its address space'
	awk 'BEGIN {
		print "# callgrind format\nversion: 1\ncreator: cg-tools\nevents: Ir\nfl=a.c"
		pad = sprintf("%990s", ""); gsub(/ /, "x", pad)
		for (i = 1; i <= 10000; i++) {
			printf "fn=(%d) f%s%06d\n# context=(%d)", i, pad, i, i
			if (i > 1)
				printf " (%d) 7", i - 1
			print "\n1 1"
		}
		print "totals: 10000"
	}' >deep
	(
		ulimit -v 400000
		ulimit -t 5
		cg-filter deep >filtered && cg-merge deep filtered >merged &&
			cg-diff deep merged >difference && cg-filter --inline=no deep >hosts &&
			cg-annotate deep >report && cg-sum --by=function --inclusive deep >table &&
			ulimit -v 200000 && cg-export --to=pprof -o deep.pb.gz deep
	)
	cg-filter filtered | same filtered -
	[ "$(grep -c '^# context=' difference)" -eq 10000 ]
	cg-sum --format=plain merged | same - <(echo 20000)
	cg-export --to=folded --inclusive --threshold=99.9 deep | awk '{ n += $NF } END { print n }' |
		same - <(echo 10000)
}

# deep_recursion N: a profile of N calls, one in the other, of three functions by turns; the
# calls of two are on several lines
deep_recursion() {
	awk -v n="$1" 'BEGIN {
		print "# callgrind format\nversion: 1\ncreator: cg-tools\nevents: Ir\nfl=a.c"
		for (i = 0; i < n; i++) {
			printf "fn=%s\n# context=(%d)", i == 0 ? "main" : i % 2 ? "list" : "item", i + 1
			if (i > 0)
				printf " (%d) %d", i, 7 + i % 5
			print "\n2 10"
		}
		print "totals: " 10 * n
	}'
}

# bats test_tags=long
@test "cg-export: a stack of 500 frames is whole, and a deeper one is cut with a mark" {
	deep_recursion 500 >whole
	cg-export --to=folded whole 2>err >out
	same /dev/null err
	run -1 grep -F '(frames cut)' out
	cg-export --to=pprof whole 2>err | "$TESTS/lib/pprof-rows" - | grep -c '^called from' |
		same - <(echo $((500 * 499 / 2)))
	same /dev/null err
	# the frames 501 to 504 become two stacks, by their functions
	deep_recursion 504 >deep
	cg-export --to=folded deep 2>err >out
	same err - <<<'cg-export: stacks of more than 500 frames are cut: "(frames cut)" stands for the rest'
	grep -F '(frames cut)' out | sed 's/^main;\(list;item;\)*//' | sort |
		same - <(printf 'list;(frames cut);%s\n' 'item 20' 'list 20')
	awk -F';' '{ if (NF > n) n = NF } END { print n }' out | same - <(echo 500)
	awk '{ n += $NF } END { print n }' out | same - <(echo 5040)
	cg-export --to=pprof deep 2>err | "$TESTS/lib/pprof-rows" - >rows
	awk -F'\t' '/^a.c/ { n[$2] += $4 } END { for (f in n) print f, n[f] }' rows | sort |
		same - <(printf '%s\n' 'item 2510' 'list 2520' 'main 10')
	grep -F -A1 '(frames cut)' rows | sed -n 1,2p |
		same - <(printf 'called from\t%s\n' $'(frames cut)\t(frames cut)\t0' $'a.c\tlist\t10')
}

@test "cg-export: deep recursion takes linear time and space" {
	deep_recursion 150000 >deep
	(
		ulimit -t 20 # a sanitizer takes 6 seconds
		cg-export --to=folded deep 2>err | wc -c >size
		cg-export --to=pprof deep 2>err | gzip -dc | wc -c >>size
	)
	[ "$(sort -n size | tail -1)" -lt 3000000 ]
}

@test "damaged contexts: a message names the line, and --partial ends there" {
	sed 's/^# context=(5)$/# context=(9) (8)/' stacks >bad
	for tool in cg-filter cg-merge 'cg-export --to=folded --inclusive' 'cg-diff stacks'; do
		run -2 --separate-stderr $tool bad
		[[ "$stderr" == *'bad:45: expected the number of a context, found (8), which was not defined before'* ]] ||
			fail "$tool: $stderr"
	done
	cg-annotate bad >/dev/null
	cg-filter --partial bad >part 2>err
	folded part | grep -Fx 'main;print_[i] 5'
}
