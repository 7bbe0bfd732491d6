#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# Options of cg-export that contradict one another, and what cg-sum says of its old formats.

load ../lib/assertions

setup() {
	enter_tmpdir
	profile in <<-'END'
		events: Ir Dr
		fl=a.c
		fn=f
		1 60 2
	END
	printf '%s\n' 'events: Ir Dr' fl=a.c fn=f '1 60 2' >calls
	CODE=(llvm-profgen bolt call-order symbol-order section-order)
}

# refuses MESSAGE ARGUMENT...
refuses() {
	complains "cg-export: $1 (see cg-export --help)" cg-export "${@:2}"
}

@test "--to is needed, and names a format" {
	refuses '--to is needed: the format of the output' in
	refuses '--to: expected folded, pprof, llvm-profgen, bolt, call-order, symbol-order or section-order, found "text"' \
		--to=text in
}

@test "one profile is written" {
	for format in folded pprof; do
		refuses 'expected one profile, found a second: "in"' --to=$format in in
	done
}

@test "machine code needs an object, and has no events" {
	local format option
	for format in "${CODE[@]}"; do
		refuses "--to=$format needs --object, the program or library that was profiled" \
			--to=$format in
		for option in --inclusive --by=function --keep-sides --sort=Ir --threshold=1 --top=1 \
			'--event=X = Ir' --events=Ir; do
			refuses "--to=$format can only be combined with --object, --partial, --output and --gzip" \
				--to=$format --object=prog "$option" in
		done
	done
	for format in folded pprof; do
		refuses '--object needs a --to of llvm-profgen, bolt, call-order, symbol-order or section-order' \
			--to=$format --object=prog in
	done
}

@test "only stacks and functions are folded" {
	local option
	for option in --inclusive --by=function --keep-sides; do
		refuses '--inclusive, --by and --keep-sides need --to=folded' --to=pprof $option in
	done
	refuses '--by: expected function, found "line"' --to=folded --by=line in
	refuses '--inclusive: expected yes or no, found "x"' --to=folded --inclusive=x in
	check_same '--inclusive=no' 'cg-export --to=folded --inclusive=no in' 'cg-export --to=folded in'
	check_same '--inclusive folds stacks' 'cg-export --to=folded --inclusive --by=function calls' \
		'cg-export --to=folded --inclusive calls'
}

@test "stacks are chosen by a share of their own event" {
	refuses '--to=folded cannot combine stacks with --top' --to=folded --inclusive --top=3 calls
	refuses '--to=folded needs a --threshold without events for stacks' \
		--to=folded --inclusive --threshold=1,Dr calls
	# also if they were counted
	printf '%s\n' 'creator: cg-tools' 'events: Ir Dr' fl=a.c fn=f '# context=(1)' '1 60 2' \
		'totals: 60 2' >stacks
	cg-export --to=folded stacks | same - <(echo 'f 60')
	refuses '--to=folded cannot combine stacks with --top' --to=folded --top=3 stacks
	refuses '--to=folded needs a --threshold without events for stacks' \
		--to=folded --threshold=1,Dr stacks
	cg-export --to=folded --by=function --top=3 --threshold=1,Dr stacks | same - <(echo '.;a.c;f 60')
}

@test "cg-sum names the command that has its old formats and options" {
	local format
	for format in folded pprof "${CODE[@]}"; do
		complains "cg-sum: --format=$format has moved: use cg-export --to=$format ..." \
			cg-sum --format=$format in
	done
	complains 'cg-sum: --object has moved: use cg-export --to=FORMAT --object=FILE' \
		cg-sum --object=code --format=bolt in
	complains 'cg-sum: --keep-sides has moved: use cg-export --to=folded --keep-sides' \
		cg-sum --keep-sides --format=folded in
}
