#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-names as a filter: its operands and options, and what it does without cg-names.

load ../lib/names

setup() {
	enter_with_sources
	gcc -g -O1 -Wl,--build-id -o program main.c part/sum.c
	main=$(addresses program main)
	raw later >raw
}

# raw FORM: a profile of one instruction of the program
raw() {
	cat <<-END
		# callgrind format
		desc: Build IDs: $(build_id program) $PWD/program
		desc: Names: $1
		positions: instr
		events: Ir
		ob=$PWD/program
		fl=0x$main
		fn=main
		0x$main 4
		+1 3
		totals: 7
	END
}

# is_named FILE: main has its line; or has none
is_named() {
	printf '%s\n' "fl=$PWD/main.c" fn=main '14 7' 'summary: 7' |
		same - <(grep -v '^desc:\|^cmd:\|^events:' "$1") "$1"
}

is_not_named() {
	printf '%s\n' 'fl=???' fn=main '0 7' 'summary: 7' |
		same - <(grep -v '^desc:\|^cmd:\|^events:' "$1") "$1"
}

@test "the profile is standard input, a file or -, and is written to standard output" {
	cg-names <raw >named
	is_named named
	cg-names raw | same named -
	cg-names - <raw | same named -
	cg-names -o raw raw
	same named raw
}

@test "an operand that is a directory is searched for debug files" {
	mkdir empty debug
	keep_by_id program debug
	rm program
	cg-names empty <raw >named 2>err
	is_not_named named
	same - err <<<"cg-names: files and lines are missing: $PWD/program: No such file or directory"
	for operands in debug 'debug -' 'empty debug' 'raw debug' 'debug/. raw empty'; do
		# shellcheck disable=SC2086 # words
		cg-names $operands <raw >named
		is_named named
	done
}

@test "what cannot be named is refused" {
	complains 'cg-names: expected one profile, found a second: "raw" (see cg-names --help)' \
		cg-names raw . raw
	complains 'cg-names: expected one profile, found a second: "-" (see cg-names --help)' \
		cg-names raw -
	misses none cg-names . none
	cg-names -o named raw
	complains 'cg-names: named: expected a profile by cg-collect --names=later, found one with names' \
		cg-names named
	complains 'cg-names: (stdin): expected a profile by cg-collect --names=later, found one with names' \
		bash -c 'cg-names - <named'
	complains 'cg-names: --inline: expected yes or no, found "maybe" (see cg-names --help)' \
		cg-names --inline=maybe raw
}

@test "--compress-strings and --compress-pos say how a profile with calls is written" {
	raw 'later, with calls and addresses' >raw
	cg-names raw | grep -x "fn=(1) main"
	cg-names --inline=no raw | grep -x fn=main
	cg-names --compress-strings=no raw | grep -x fn=main
	cg-names raw | grep -x "0x.* 14 3"
	cg-names --compress-pos=yes raw | grep -x '+1 \* 3'
}

@test "the options of cg-filter that were for names tell of cg-names" {
	complains 'cg-filter: --names has moved: use cg-names [directory...] <profile' \
		cg-filter --names raw
	complains 'cg-filter: --names has moved: use cg-names [directory...] <profile' \
		cg-filter --names=debug --threshold=1 raw
	complains 'cg-filter: --debuginfod has moved: use cg-names --debuginfod <profile' \
		cg-filter --debuginfod raw
	complains 'cg-filter: --inline=yes has moved: use cg-names <profile' \
		cg-filter --inline=yes raw
	complains 'cg-filter: --inline: expected no, found "maybe" (see cg-filter --help)' \
		cg-filter --inline=maybe raw
}

@test "if cg-names dies on an object, the profile is whole, and a message says so" {
	mkdir lib
	cp "$B/bin/cg-names" lib/filter
	cat >lib/cg-names <<-END
		#!/bin/sh
		[ -e died ] || { touch died; kill -SEGV \$\$; }
		exec "$B/bin/cg-names" "\$@"
	END
	chmod +x lib/cg-names
	lib/filter raw >named 2>err
	is_not_named named
	same - err <<<"cg-names: files and lines are missing: $PWD/program: reading its debug information failed"
}

@test "a cg-names along PATH that has another version is not asked" {
	mkdir lib
	printf '#!/bin/sh\nexec "%s/bin/cg-names" --serve=0.1\n' "$B" >lib/cg-names
	chmod +x lib/cg-names
	version=$(cg-names --version | sed -n '1s/cg-names //p')
	PATH=$PWD/lib:$PATH run -2 "$B/unit/names" program <<<"$main"
	[ "$output" = "names: the cg-names along PATH has another version than $version" ]
	printf '%s\n' "desc: Build IDs: $(build_id program) $PWD/program" 'cmd: x' 'events: Ir' \
		fl=/none/gone.c fn=f '1 1' 'summary: 1' >gone.cg
	cp "$B/bin/cg-annotate" lib
	DEBUGINFOD_URLS=http://127.0.0.1:1 lib/cg-annotate --debuginfod gone.cg >report 2>err
	grep -x "cg-annotate: no sources are fetched: the cg-names along PATH has another version than $version" err
}

# bats test_tags=slow
@test "without cg-names, cg-collect keeps the profile and says so" {
	mkdir alone
	cp "$B/bin/cg-collect" alone
	PATH=${PATH//"$B/bin:"/} CG_COLLECT_LIB=$B/libexec/cg-tools alone/cg-collect -q \
		--cache-sim=no -o p.cg ./program 2>err >out
	same - err <<<'cg-collect: the profile has no files and lines: cg-names, of the package cg-collect, is not installed'
	grep -x fn=main p.cg
	cg-sum --check p.cg
}
