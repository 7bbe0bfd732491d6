#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-export --to=folded: functions, and stacks that are estimated. Stacks that were counted are in
# tests/tools/stacks.bats.

load ../lib/assertions
load ../lib/inlined
load ../lib/profiles

setup_file() {
	collect_once collect_profiles cg-collect
}

collect_profiles() {
	cp "$TESTS"/programs/{containers.cc,recursion.c} .
	c++ -g -O2 -o containers containers.cc
	cc -g -O1 -o recursion recursion.c
	for program in containers recursion; do
		cg-collect -q --calls --inline=no --client-stdout=/dev/null -o $program.calls ./$program
	done
	cg-collect -q --client-stdout=/dev/null -o recursion.cg ./recursion
}

setup() {
	enter_tmpdir
	REAL=$PROFILES
}

# gives ARGUMENT...: cg-export must fold to standard input
gives() {
	cat >wanted
	cg-export --to=folded "$@" >out || fail "cg-export $*: exit status $?" || return
	same wanted out "cg-export $*"
}

# --- functions

@test "folded prints stacks for flame graphs, of one event" {
	profile p <<-'END'
		cmd: a
		events: Ir Dr
		fl=/usr/src/a b.c
		fn=<[u8; 4]>::f
		1 10 0
		2 5 0
		fl=main.c
		fn=main
		1 7 20
		fl=???
		fn=???
		0 3 1
		fl=/root.c
		fn=r
		1 0 30
	END
	gives p <<-'END'
		/usr/src;a b.c;<[u8: 4]>::f 15
		.;main.c;main 7
		???;???;??? 3
	END
	gives --sort=Dr --top=2 p <<-'END'
		/;root.c;r 30
		.;main.c;main 20
		(filtered);(filtered);(filtered) 1
	END
}

@test "folded: every line of a real profile is valid, and they add up" {
	cg-export --to=folded "$REAL/recursion.cg" | awk -v total="$(
		awk '/^summary:/ { print $2 }' "$REAL/recursion.cg"
	)" '
	!/^[^;]+;[^;]+;[^;]+ [0-9]+$/ { print "bad line: " $0; exit 1 }
	{ sum += $NF }
	END { if (sum != total) { print sum, total; exit 1 } }'
}

@test "folded refuses negative counts, and leaves an old file as it is" {
	profile p <<-'END'
		events: Ir
		fl=/src/lib/a.c
		fn=f
		1 60
		fn=g
		2 -40
	END
	echo old >out
	complains 'cg-export: --to=folded: expected no negative count, found -40 of /src/lib/a.c:g' \
		cg-export --to=folded -o out p
	same - out <<<old
}

# --- stacks of calls

# folds ARGUMENT...: cg-export of the file "calls" must fold it to standard input
folds() {
	cat >wanted
	cg-export --to=folded --inclusive "$@" calls >out || return
	same wanted out "cg-export $*"
}

# both a and b call leaf, which calls deep
shared_leaf() {
	cat >calls <<-'END'
		version: 1
		events: Ir Dr
		fl=a.c
		fn=main
		1 10
		cfn=a;x
		calls=1 2
		1 80
		cfn=b
		calls=1 3
		1 30
		fn=a;x
		2 5
		cfn=leaf
		calls=3 4
		2 75
		fn=b
		3 5 7
		cfn=leaf
		calls=1 4
		3 25
		fn=leaf
		4 70
		cfn=deep
		calls=4 5
		4 30
		fn=deep
		5 30
		fn=alone
		6 9 1
		totals: 129 8
	END
}

@test "folded stacks and flame graphs name the file of a script's code outside of functions" {
	cat >calls <<-'END'
		version: 1
		creator: cg-tools
		events: Ir
		ob=/usr/bin/python3
		fl=/home/me/shop.py
		fn=<module>
		# context=(1)
		1 5
		cfi=/usr/lib/python3/json/__init__.py
		cfn=<module>
		# context=(2) (1)
		calls=1 1
		1 7
		fl=/usr/lib/python3/json/__init__.py
		fn=<module>
		# context=(2)
		1 4
		cfi=/usr/lib/python3/json/de;coder.py
		cfn=<module>'2
		# context=(3) (2)
		calls=1 1
		1 3
		fl=/usr/lib/python3/json/de;coder.py
		fn=<module>'2
		# context=(3)
		1 3
		fl=__main__.py
		fn=<module>:7
		# context=(4)
		1 1
		fl=C:\www\index.php
		fn={main}
		# context=(5)
		1 1
		fl=lib/Shop.pm
		fn=(file)
		# context=(6)
		1 1
		fl=???
		fn=<module>
		# context=(7)
		1 1
		fl=/home/me/shop.py
		fn=<module>.<lambda>
		# context=(8)
		1 1
		totals: 17
	END
	cg-export --to=folded calls | LC_ALL=C sort | same - /dev/fd/3 3<<-'END'
		(file) (Shop.pm) 1
		<module> (shop.py) 5
		<module> (shop.py);<module> (json/__init__.py) 4
		<module> (shop.py);<module> (json/__init__.py);<module>'2 (de:coder.py) 3
		<module> 1
		<module>.<lambda> 1
		<module>:7 (__main__.py) 1
		{main} (index.php) 1
	END
	cg-export --to=folded --inclusive calls | grep -x '<module> (shop.py);<module> (json/__init__.py) 4'
	# the page has the functions' names, and what the frames show
	cg-annotate --format=html calls >page.html
	"$TESTS/lib/page-stacks" <page.html | grep -xP "3\t3\t<module>;<module>;<module>'2"
	grep -F '">&lt;module&gt; (json/__init__.py)</text>' page.html
	grep -F '<title>&lt;module&gt; (shop.py): 12 Ir, 70.6%</title>' page.html
	sed -n '/ data-short="/,/"$/p' page.html | grep -xF '&lt;module&gt; (json/__init__.py)'
}

@test "folded: a message says that lines of a profile with calls are no stacks" {
	shared_leaf
	cg-export --to=folded calls >out 2>err
	same - err <<<'cg-export: calls: no stacks were counted: each line is a directory, a file and a function (--inclusive estimates stacks, cg-collect --stacks counts them)'
	grep -x '.;a.c;main .*' out
	cg-export --to=folded --by=function calls 2>err | same out -
	same /dev/null err
	printf 'events: Ir\nfl=a.c\nfn=f\n1 5\ntotals: 5\n' >plain
	cg-export --to=folded plain 2>err | same - <(echo '.;a.c;f 5')
	same /dev/null err
}

@test "folded stacks: costs are handed to callers by what these were charged" {
	shared_leaf
	folds <<-'END'
		main 10
		main;a:x 5
		main;a:x;leaf 52
		main;a:x;leaf;deep 23
		main;b 5
		main;b;leaf 17
		main;b;leaf;deep 8
		alone 9
	END
	folds --sort=Dr <<-'END'
		b 7
		alone 1
	END
	folds --sort=S --event='S = Ir + 10 Dr' <<-'END'
		main 10
		main;a:x 5
		main;a:x;leaf 52
		main;a:x;leaf;deep 23
		main;b 22
		main;b;leaf 6
		main;b;leaf;deep 2
		b 52
		b;leaf 13
		b;leaf;deep 5
		alone 19
	END
}

@test "folded stacks: what is below the threshold is its caller's" {
	shared_leaf
	folds --threshold=20 <<-'END'
		main 10
		main;a:x 5
		main;a:x;leaf 75
		main;b 30
		(filtered) 9
	END
	folds --threshold=100 <<-'END'
		(filtered) 129
	END
}

@test "folded stacks: recursion is cut, and what was entered without a call starts one" {
	cat >calls <<-'END'
		version: 1
		events: Ir
		fl=a.c
		fn=main
		1 100
		cfn=even
		calls=1 2
		1 500
		fn=even
		2 200
		cfn=even
		calls=9 2
		2 900
		cfn=odd
		calls=5 3
		2 400
		fn=odd
		3 300
		cfn=even
		calls=4 2
		3 350
		fn=signal
		4 7
		cfn=log
		calls=1 5
		4 20
		fn=log
		5 50
	END
	folds <<-'END'
		main 100
		main;even 200
		main;even;odd 300
		log 30
		signal 7
		signal;log 20
	END
}

# bats test_tags=slow
@test "folded stacks of real profiles add up, and each frame calls the next" {
	for profile in "$REAL"/{containers,recursion}.calls; do
		for option in '' --threshold=1 --top=5 --not-object=libc; do
			cg-filter --level=function $option "$profile" >calls
			for least in 0 0.1 5; do
				cg-export --to=folded --inclusive \
					--threshold=$least calls >out
				"$TESTS/lib/check-stacks" calls out ||
					fail "$profile $option $least" || return
			done
			[ "$(wc -l <out)" -ge 3 ]
		done
	done
	cg-export --to=folded --inclusive --sort=DLmr "$REAL/recursion.calls" >out
	cg-filter --level=function "$REAL/recursion.calls" >calls
	"$TESTS/lib/check-stacks" --event=DLmr calls out
	cg-export --to=folded --inclusive "$REAL/recursion.calls" >out
	run -1 grep -E 'fibonacci;(.*;)?fibonacci( |;)' out
	grep -E ';main;fibonacci [0-9]+$' out
	grep -E ';main;even;odd [0-9]+$|;main;odd;even [0-9]+$' out
}

# bats test_tags=long
@test "folded stacks of random profiles add up" {
	local files=()
	"$TESTS/lib/random-calls" --write 1 60
	for seed in {1..60}; do
		cg-filter --level=function "$seed" | sed '/^c\?ob=/d' >"$seed.calls"
		for least in 0 0.1 10; do
			cg-export --to=folded --inclusive --threshold=$least \
				"$seed.calls" >"$seed.$least"
			files+=("$seed.calls" "$seed.$least")
		done
	done
	"$TESTS/lib/check-stacks" "${files[@]}"
}

@test "folded stacks are at most 500 frames deep, and the threshold bounds their number" {
	awk 'BEGIN {
		n = 20000
		print "version: 1\nevents: Ir\nfl=a.c"
		for (i = 1; i < n; i++) {
			print "fn=f" i "\n1 1"
			print "cfn=f" i + 1 "\ncalls=1 1\n1 " n - i
		}
		print "fn=f" n "\n1 1"
	}' >calls
	cg-export --to=folded --inclusive calls >out
	tail -1 out | tr ';' '\n' | wc -l | grep -x 500
	awk '{ sum += $NF } END { print sum }' out | grep -x 20000
	# a ladder: 2^40 ways down
	awk 'BEGIN {
		n = 40
		print "version: 1\nevents: Ir\nfl=a.c\nfn=l0\n1 1024"
		for (i = 0; i < n; i++)
			for (side = 0; side < 2; side++) {
				if (i > 0)
					print "fn=" (side ? "r" : "l") i "\n1 1024"
				else if (side)
					continue
				print "cfn=l" i + 1 "\ncalls=1 1\n1 500000"
				print "cfn=r" i + 1 "\ncalls=1 1\n1 500000"
			}
		print "fn=l" n "\n1 1024\nfn=r" n "\n1 1024"
	}' >calls
	cg-export --to=folded --inclusive --threshold=1 calls >out
	[ "$(wc -l <out)" -le 4100 ]
	awk '{ sum += $NF } END { print sum }' out | grep -x $((81 * 1024))
}

@test "folded stacks refuse negative counts, and profiles without calls" {
	shared_leaf
	sed 's/^2 75$/2 -75/' calls >in
	complains 'cg-export: --to=folded: expected no negative count, found -75 of a.c:a;x' \
		cg-export --to=folded --inclusive in
	sed 's/^6 9 1$/6 -9 1/; /^totals/d' calls >in
	complains 'cg-export: --to=folded: expected no negative count, found -9 of a.c:alone' \
		cg-export --to=folded --inclusive in
	printf 'cmd: x\nevents: Ir\nfl=a.c\nfn=f\n1 5\nsummary: 5\n' >in
	complains 'cg-export: in: expected a profile with calls, as cg-collect --calls records it, for --inclusive, found one in Cachegrind'\''s format' \
		cg-export --to=folded --inclusive in
	printf 'version: 1\nevents: Ir\nfl=a.c\nfn=f\n1 5\n' >calls
	folds <<<'f 5'
	printf 'version: 1\nevents: Ir\n' >calls
	folds </dev/null
}

@test "folded --inclusive: frames of inlined code end in _[i], once for each host" {
	inlined_profile
	cg-export --to=folded --inclusive calls | sort >stacks
	same - stacks <<-'END'
		main 100
		main;clamp 20
		main;discount(int, int)_[i] 250
		main;discount(int, int)_[i];clamp_[i] 100
		main;total 70
		main;total;discount(int, int)_[i] 260
		main;total;discount(int, int)_[i];clamp_[i] 200
	END
	cg-export --to=folded calls >rows
	[ "$(grep -c '_\[i\]' rows)" -eq 0 ]
}
