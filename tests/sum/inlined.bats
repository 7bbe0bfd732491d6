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
