#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# The examples of the manual pages, the README and docs/RECIPES.md, run as a user would paste them.

# bats file_tags=long,whole

bats_require_minimum_version 1.5.0

# makes two versions of a program in $PWD/build, and profiles under all names that
# the examples use; /build, /home and /var are replaced by directories below $PWD
setup_file() {
	cd "$BATS_FILE_TMPDIR" || return 1
	mkdir -p build/v1 build/v2 home/src var/spool/prof var/lib/prof tests \
		nightly bin
	make_sources
	collect_profiles
	printf 'all:\n\t./prog\n' >Makefile
	printf '#!/bin/sh\n./prog serve\n' >server
	printf '#!/bin/sh\ncat\n' >bin/flamegraph.pl
	cp bin/flamegraph.pl bin/less
	command -v jq >/dev/null || cp bin/less bin/jq
	command -v go >/dev/null || cp bin/less bin/go
	chmod +x server bin/*
}

make_sources() {
	cat >build/v1/parse.h <<-'END'
		static int
		is_end(char c)
		{
			return c == '\0' || c == ';';
		}
	END
	cat >build/v1/parse.c <<-'END'
		#include <stdio.h>
		#include "parse.h"
		int foo(int n);
		int
		parse(const char *text)
		{
			int n = 0;
			while (!is_end(*text))
				n = n * 31 + *text++;
			return n;
		}
		int
		main(int argc, char **argv)
		{
			printf("%d\n", foo(parse(argv[argc - 1])));
			return 0;
		}
	END
	echo 'int foo(int n) { return n % 7; }' >foo.c
	sed 's/^int$/\n&/' build/v1/parse.c >build/v2/parse.c
	cp build/v1/parse.h build/v2
	cp build/v1/parse.c home/src
	cc -g -shared -fPIC -o libfoo.so foo.c
	for version in v1 v2; do
		cc -g -o prog.$version build/$version/parse.c ./libfoo.so
		ln -s build/$version $version
	done
	cp prog.v2 prog
	cp prog.v1 home/prog
}

collect_profiles() {
	for version in v1 v2; do
		cg-collect -q --branch-sim=yes --reproducible \
			-o $version.cg.gz ./prog.$version
	done
	prefix=--map-prefix=$PWD/build
	cg-filter $prefix/v1="$PWD/build/src" -o profile v1.cg.gz
	for side in old:v1 new:v2; do
		cg-filter --mod-filename='s|.*/parse.h$|src/parser/parse.h|' \
			-o ${side%:*}.cg ${side#*:}.cg.gz
	done
	cg-filter --events=Ir,I1mr,ILmr,Dr,D1mr,DLmr,Dw,D1mw,DLmw \
		-o after.cg.gz v2.cg.gz
	for copy in run{1,2,3}.cg nightly/{a,b}.cg.gz \
		tests/{a,b}.cg.gz var/spool/prof/{a,b}.cg.gz; do
		cg-filter -o $copy v1.cg.gz
	done
	valgrind -q --tool=callgrind --callgrind-out-file=callgrind.out.1234 \
		home/prog
	for copy in callgrind.out.1234-0{1,2} {old,new}.{calls,stacks}; do
		cp callgrind.out.1234 $copy
	done
	for version in old:v1 new:v2; do
		cg-collect -q --loops -o ${version%:*}.instr \
			./prog.${version#*:}
	done
	for copy in {old,new}-data.cg; do
		printf '%s\n' '# callgrind format' 'events: D1mr' 'ob=(heap)' fl=a.c \
			'fn=main: struct node' cob=prog cfi=a.c cfn=main 'calls=9 2' '1 9' \
			ob=prog fl=a.c fn=main '2 9' 'totals: 9' >$copy
	done
	for copy in {old,new}-bench.cg; do
		printf '%s\n' '# callgrind format' 'events: Ir' 'totals: 0' 'part: 1' \
			'desc: Region: parse' 'events: Ir' '# entries=2' fl=a.c fn=f '1 9' \
			'totals: 9' >$copy
	done
}

setup() {
	load ../lib/assertions
	cd "$BATS_FILE_TMPDIR"
	PATH=$PWD/bin:$PWD:$PATH
	export HOME=$PWD/home
}

# runs FILE: each group of its examples must end with status 0; their output is in
# "said"
runs() {
	local group
	"$TESTS/lib/examples" "$TESTS/../$1" | sed "s|/build/|$PWD&|g
		s|/var/|$PWD&|g; s|\^/home|^$PWD/home|" >examples
	[ -s examples ] || fail "$1: no examples"
	: >said
	while IFS= read -r -d '' group; do
		bash -euo pipefail -c "$group" </dev/null >>said 2>err ||
			fail "$1: $group: $(cat err)" || return
	done < <(awk 'BEGIN { RS = ""; ORS = "\0" } { print }' examples)
}

# bats test_tags=slow
@test "the examples of cg-collect(1) run" {
	runs cg-collect/cg-collect.1
}

# bats test_tags=slow
@test "the examples of cg-filter(1) run" {
	runs cg-filter/cg-filter.1
}

@test "the examples of cg-merge(1) run" {
	runs cg-merge/cg-merge.1
	grep '^summary: ' <(zcat var/lib/prof/total.cg.gz)
}

@test "the examples of cg-diff(1) run" {
	runs cg-diff/cg-diff.1
}

@test "the examples of cg-sum(1) run" {
	runs cg-sum/cg-sum.1
	[ "$(wc -l <series.csv)" -eq 3 ]
}

@test "the examples of cg-cycles(1) run" {
	[ -n "$(compgen -c llvm-mca)" ] || missing llvm
	[ "$(uname -m)" = x86_64 ] || skip 'the page has processors of x86-64'
	cg-cycles --check host || skip "LLVM does not know this machine's processor"
	runs cg-cycles/cg-cycles.1
	grep -E '^Event sort order: Cy' said
	cg-sum --check skylake.cg znver3.cg
}

@test "the examples of cg-mix(1) run" {
	case $(uname -m) in x86_64 | aarch64) ;; *) skip 'code of this machine is not decoded' ;; esac
	runs cg-mix/cg-mix.1
	grep -E '^Event sort order: *Fl' said
}

@test "the examples of cg-export(1) run" {
	runs cg-export/cg-export.1
}

@test "the examples of cg-annotate(1) run" {
	runs cg-annotate/cg-annotate.1
	grep -x -- "-- User-annotated source: $PWD/build/src/parse.c" said
	run -1 grep 'No information has been collected' said
}

# bats test_tags=slow
@test "the examples of the README and of docs/RECIPES.md run" {
	runs README.md
	runs docs/RECIPES.md
}

# bats test_tags=slow
@test "the other commands of the README and of docs/RECIPES.md are valid shell" {
	awk '/^```/ { inside = $0 == "```sh"; next } inside' \
		"$TESTS"/../{README,docs/RECIPES}.md >commands
	[ -s commands ]
	bash -n commands
}
