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
		file	function	Ir	Ir:incl
		shop.c	discount(int, int)	510	810
		list.h	clamp	320	320
		shop.c	main	100	1000
		shop.c	total	70	530
	END
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
