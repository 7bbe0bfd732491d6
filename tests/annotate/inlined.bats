#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-annotate on profiles with inlined functions.

load ../lib/assertions
load ../lib/inlined

setup() {
	enter_tmpdir
	printf '%s\n' clamp '' >list.h
	printf '%s\n' 'main' 'one' two three total >shop.c
	inlined_profile
}

# report ARGUMENT...: prints cg-annotate's report without its head
report() {
	cg-annotate "$@" calls >out && sed '1,/^Auto-annotation/d' out
}

@test "functions say at how many places they are inlined" {
	report --auto=no >functions
	tail -n +10 functions >list
	same - list <<-'END'
		510 (51.00%)  shop.c:discount(int, int) (inlined at 3 places) [prog]
		320 (32.00%)  list.h:clamp (inlined at 1 place) [prog]
		100 (10.00%)  shop.c:main [prog]
		 70 ( 7.00%)  shop.c:total [prog]

	END
	report --auto=no --inclusive | grep -F 'discount(int, int) (inlined at 3 places)'
	report --auto=no --view=function | grep -F ' clamp (inlined at 1 place)'
	# a sum of profiles has the same places
	cg-annotate --auto=no calls calls | grep -F ' (inlined at 3 places)'
}

@test "nothing is said of inlining if no call is one of inlined code" {
	grep -v '^# [hi]' calls >plain
	cg-annotate --tree=both plain >out
	[ "$(grep -c inlined out)" -eq 0 ]
	cg-annotate --format=html plain | sed '/^<script>/,$d' >out
	[ "$(grep -c inlined out)" -eq 0 ]
}

@test "calls of inlined code are marked, and estimates" {
	report | grep '=>' >lines
	same - lines <<-'END'
		200 (20.00%)  => shop.c:discount(int, int) (inlined) (4x) [prog]
		150 (15.00%)  => shop.c:discount(int, int) (inlined) (~1,005x) [prog]
		530 (53.00%)  => shop.c:total (1x) [prog]
		 20 ( 2.00%)  => list.h:clamp (1x) [prog]
		460 (46.00%)  => shop.c:discount(int, int) (inlined) (7x) [prog]
		300 (30.00%)  => list.h:clamp (inlined) (17x) [prog]
	END
}

@test "--tree: callees are inlined, and into callers" {
	report --auto=no --tree=both | tail -n +10 >tree
	same - tree <<-'END'

		460 (46.00%)  < shop.c:total (inlined here) (7x) [prog]
		350 (35.00%)  < shop.c:main (inlined here) (~1,009x) [prog]
		510 (51.00%)  *  shop.c:discount(int, int) (inlined at 3 places) [prog]
		300 (30.00%)  >   list.h:clamp (inlined) (17x) [prog]

		300 (30.00%)  < shop.c:discount(int, int) (inlined here) (17x) [prog]
		 20 ( 2.00%)  < shop.c:main (1x) [prog]
		320 (32.00%)  *  list.h:clamp (inlined at 1 place) [prog]

		100 (10.00%)  *  shop.c:main [prog]
		530 (53.00%)  >   shop.c:total (1x) [prog]
		350 (35.00%)  >   shop.c:discount(int, int) (inlined) (~1,009x) [prog]
		 20 ( 2.00%)  >   list.h:clamp (1x) [prog]

		530 (53.00%)  < shop.c:main (1x) [prog]
		 70 ( 7.00%)  *  shop.c:total [prog]
		460 (46.00%)  >   shop.c:discount(int, int) (inlined) (7x) [prog]

	END
}

@test "a terminal says so in its columns, and drops it before the name" {
	cg-annotate --width=100 calls | grep -E 'discount\(int, int\) \(inlined at 3 places\) +shop.c$'
	cg-annotate --width=100 calls | grep -F '=> discount(int, int) (inlined) (~1,005x)'
	cg-annotate --width=66 --auto=no calls | grep -E 'discount\(int, int\) \(inlined at 3\) +shop.c$'
	cg-annotate --width=56 --auto=no calls | grep -E 'discount\(int, int\) +shop.c$'
}

@test "the page marks functions and calls" {
	cg-annotate --format=html calls | sed 's/<[^>]*>//g' >text
	grep -F 'discount(int, int) (inlined at 3 places)' text
	grep -F 'discount(int, int) (inlined), ~1,005 times' text
	grep -F '350~1,009main (inlined here)' text
	grep -F '300' text | grep -F '17clamp (inlined)'
}

@test "a tree on a terminal has room for names beside their marks" {
	cg-annotate --width=80 --tree=both --auto=no calls | grep -a '%  [<*>]' >tree
	same - tree <<-'END'
		460  46.0 %  < total (inlined here) (7x)                 shop.c
		350  35.0 %  < main (inlined here) (~1,009x)             shop.c
		510  51.0 %  * discount(int, int) (inlined at 3 places)  shop.c
		300  30.0 %  > clamp (inlined) (17x)                     list.h
		300  30.0 %  < discount(int, int) (inlined here) (17x)   shop.c
		 20   2.0 %  < main (1x)                                 shop.c
		320  32.0 %  * clamp (inlined at 1 place)                list.h
		100  10.0 %  * main                                      shop.c
		530  53.0 %  > total (1x)                                shop.c
		350  35.0 %  > discount(int, int) (inlined) (~1,009x)    shop.c
		 20   2.0 %  > clamp (1x)                                list.h
		530  53.0 %  < main (1x)                                 shop.c
		 70   7.0 %  * total                                     shop.c
		460  46.0 %  > discount(int, int) (inlined) (7x)         shop.c
	END
}

@test "a tree on a terminal has columns for calls that cost more than any function" {
	sed 's/^4 530/4 5300000/' calls >dear
	cg-annotate --width=80 --tree=both --auto=no dear | grep -a '%  [<*>] ' |
		awk '{ print index($0, "%") }' | sort -u >places
	[ "$(wc -l <places)" -eq 1 ]
}
