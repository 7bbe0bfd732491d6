#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-sum on profiles with inlined functions.

load ../lib/assertions
load ../lib/inlined

setup() {
	enter_tmpdir
	inlined_profile
}

@test "--inclusive: an inlined function is one row" {
	cg-sum --by=function --inclusive --format=tsv calls >rows
	same - rows <<-'END'
		file	function	Ir	Ir:incl	calls	Ir/call
		shop.c	discount(int, int)	510	810	1016	0.7972
		list.h	clamp	320	320	18	17.7778
		shop.c	main	100	1000	0	
		shop.c	total	70	530	1	530.0000
	END
}

@test "--inclusive: an inlined function that calls itself through others counts once" {
	cat >nested <<-'END'
		# callgrind format
		creator: cg-tools
		events: Ir
		fl=a.c
		fn=main
		1 10
		cfn=f
		calls=1 1
		2 1000
		fn=f
		1 100
		# inlined
		cfn=g
		calls=1 5
		3 900
		fn=g
		# hostfl=a.c
		# hostfn=f
		5 100
		cfn=h
		calls=1 1
		6 800
		fn=h
		1 100
		# inlined
		cfn=g
		calls=1 5
		3 700
		fn=g
		# hostfl=a.c
		# hostfn=h
		5 200
		cfn=leaf
		calls=1 1
		6 500
		fn=leaf
		1 500
		totals: 1010
	END
	cg-sum --check nested
	cg-sum --by=function --inclusive --format=tsv nested | sed 1d | cut -f 2,4 >rows
	same - rows <<-'END'
		leaf	500
		g	900
		f	1000
		h	800
		main	1010
	END
	# half of the cost of h comes from f itself, which is not in g
	sed 's/^6 800$/6 400/; s/^3 900$/3 500/' nested |
		awk '{ print } /^1 100$/ && !n++ { print "cfn=h\ncalls=1 1\n4 400" }' >half
	cg-sum --check half
	cg-sum --by=function --inclusive --format=tsv half | awk -F '\t' '$2 == "g" { print $4 }' |
		same <(echo 850) -
	# the largest count
	sed 's/^3 700$/3 9223372036854775807/' nested >large
	cg-sum --by=function --inclusive --format=tsv large | awk -F '\t' '$2 == "g" { print $4 }' |
		same <(echo 900) -
}

@test "folded --inclusive: frames of inlined code end in _[i], once for each host" {
	cg-sum --format=folded --inclusive calls | sort >stacks
	same - stacks <<-'END'
		main 100
		main;clamp 20
		main;discount(int, int)_[i] 250
		main;discount(int, int)_[i];clamp_[i] 100
		main;total 70
		main;total;discount(int, int)_[i] 260
		main;total;discount(int, int)_[i];clamp_[i] 200
	END
	cg-sum --format=folded calls >rows
	[ "$(grep -c '_\[i\]' rows)" -eq 0 ]
}

@test "pprof: inlined code has the functions around it, at the dearest place" {
	cg-sum --format=pprof calls | "$TESTS/lib/pprof-rows" - >rows
	same - rows <<-'END'
		comment	prog
		comment	the stacks are an estimate from calls; cg-collect --stacks counts them
		types	Ir*
		shop.c	discount(int, int)	8	260
		inlined into	shop.c	total	5
		called from	shop.c	main	4
		shop.c	discount(int, int)	8	250
		inlined into	shop.c	main	2
		list.h	clamp	1	200
		inlined into	shop.c	discount(int, int)	9
		inlined into	shop.c	total	5
		called from	shop.c	main	4
		list.h	clamp	1	100
		inlined into	shop.c	discount(int, int)	9
		inlined into	shop.c	main	2
		shop.c	main	1	100
		shop.c	total	5	70
		called from	shop.c	main	4
		list.h	clamp	1	20
		called from	shop.c	main	4
	END
}

@test "pprof: recursion of inlined code ends, and a host without a call has line 0" {
	cat >loops <<-'END'
		events: Ir
		fl=a.c
		fn=f
		# hostfl=a.c
		# hostfn=main
		1 5
		# inlined
		cfn=g
		calls=1 1
		2 90
		fn=g
		# hostfn=main
		3 4
		# inlined
		cfn=f
		calls=1 1
		4 80
		# inlined
		cfn=g
		calls=1 1
		5 70
		fn=main
		6 1
		# inlined
		cfn=f
		calls=1 1
		7 10
		fn=lost
		# hostfn=main
		8 3
	END
	cg-sum --format=pprof loops | "$TESTS/lib/pprof-rows" - | tail -n +3 >rows
	same - rows <<-'END'
		a.c	f	1	4
		inlined into	a.c	main	7
		a.c	g	3	4
		inlined into	a.c	f	2
		inlined into	a.c	main	0
		a.c	lost	8	3
		inlined into	a.c	main	0
		a.c	f	1	1
		inlined into	a.c	main	7
		a.c	main	6	1
	END
}

@test "pprof: go tool pprof charges hosts with their inlined code, and callers" {
	need_command go 'go tool pprof'
	cg-sum --format=pprof -o p.pb calls
	go tool pprof -top -cum p.pb 2>err >top || fail "$(cat err)"
	awk 'is_row { print $1, $4, $6 } /^ *flat / { is_row = 1 }' top >sums
	same - sums <<-'END'
		100 1000 main
		510 810 discount(int,
		70 530 total
		320 320 clamp
	END
}
