#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# Names, files and lines of code made at run time, as it is described for perf.

load ../lib/collecting.bash

setup_file() {
	[ "$(uname -m)" = x86_64 ] || skip 'the code is for x86-64'
	build jitdump.c -O1
}

# compiled WORD...: profiles the program and its children; prints its rows of code made
# at run time
compiled() {
	cg-collect -q --cache-sim=no -f -o p.cg jitdump "$@" >names 2>err
	grep '^/tmp/perf-[0-9]*.map$' names | xargs rm -f
	rm -f jit-*.dump
	rows <p.cg
}

# rows: prints the rows of files and functions whose names can come only from the code
rows() {
	awk '/^fl=/ { file = $0; next } /^fn=/ { name = $0; next }
		/^summary:/ { next }
		file ~ /^fl=(a.c|b.c|\/a b.*|.*\.js)$/ { print file, name, $0 }'
}

# rows_of_loop A B FUNCTION [TIMES]: the rows of the loop in the files
rows_of_loop() {
	local n=${4-1}
	printf '%s\n' "fl=$1 fn=$3 10 $n" "fl=$1 fn=$3 11 $((20000 * n))" \
		"fl=$2 fn=$3 12 $((10000 * n))" "fl=$2 fn=$3 13 $n"
}

@test "a jitdump file names functions, files and lines, in either byte order" {
	for word in '' swapped; do
		compiled $word | same <(rows_of_loop a.c b.c f) - "$word"
		same /dev/null err
	done
	exits 1 grep -i '^desc: jitdump:' p.cg
}

@test "code made at run time is a frame of stacks, with the line of its call" {
	cg-collect -q --cache-sim=no --stacks -o p.cg jitdump >names 2>err
	grep '^/tmp/perf-[0-9]*.map$' names | xargs rm -f
	rm -f jit-*.dump
	cg-export --to=folded --inclusive p.cg | grep -c ';main;f 30002$' | same <(echo 1) -
	cg-sum --by=line --events=Ir --format=tsv p.cg | grep -E '^[ab]\.c\s' | sort |
		same <(printf '%s\t%s\t%s\n' a.c 10 1 a.c 11 20000 b.c 12 10000 b.c 13 1) -
}

@test "a function that is moved has its costs at both addresses" {
	compiled moved | same <(rows_of_loop a.c b.c f 2) -
}

@test "the last function at an address has its costs" {
	compiled reused | same <(rows_of_loop a.c b.c f) -
	exits 1 grep replaced p.cg
}

@test "V8's names are split, and its lines are found, also behind bytes that are no names" {
	for words in v8 'v8 freed'; do
		# shellcheck disable=SC2086 # words
		compiled $words | same <(rows_of_loop '/a b.js' '/a b.js' f) - "$words"
	done
}

@test "names in a map are split in the forms of V8 and of Python" {
	compiled map 'name=JS:*get x file:///c%20d%2G.js:3:5' 'name=JS:^run /e.js:2:76' \
		'name=JS:*run /e.js:3:45' 'name=JS:~run /e.js:2:76' 'name=JS:~ /e.js:4:1' \
		'name=LazyCompile:~old /e.js:7' 'name=LazyCompile:* /e.js:8' \
		'name=Function:+g node:h:1:2' 'name=py::C.<module>:/f.py' >/dev/null
	awk '/^f[ln]=/ { at[$0 ~ /^fl/] = $0; next }
		$2 == 30002 || $2 == 60004 { print at[1], at[0], $0 }' p.cg | sort |
		grep -v /a.b.py | same - <(sort <<-'end'
			fl=/c d%2G.js fn=get x 3 30002
			fl=/e.js fn=run:2:76 2 60004
			fl=/e.js fn=run:3:45 3 30002
			fl=/e.js fn=(anonymous):4:1 4 30002
			fl=/e.js fn=old 7 30002
			fl=/e.js fn=(anonymous):8 8 30002
			fl=node:h fn=g 1 30002
			fl=/f.py fn=C.<module> 0 30002
		end
		)
}

@test "names in a map of other forms are not split" {
	local names=('py::nofile' 'JS:*nofile' 'JS:*noblank:1:2' 'RegExp:a b:1:2' 'Stub:*f /a.js:1:2'
		'JS:*f /a.js:1:1234567890' 'py::f:' 'py:::f' '*f /a.js:1:2')
	compiled map "${names[@]/#/name=}" >/dev/null
	awk '/^f[ln]=/ { at[$0 ~ /^fl/] = $0; next } $2 == 30002 { print at[1], at[0] }' p.cg |
		grep -v /a.b.py | sort | same - <(printf 'fl=??? fn=%s\n' "${names[@]}" | sort)
}

@test "a jitdump file that cannot be read costs names, an interrupted call nothing" {
	compiled loop | same /dev/null -
	grep -x 'cg-collect: /.*/jit-[0-9]*.dump: cannot read: .*' err
	build_inject
	failing pread 3 cg-collect -q --cache-sim=no -o p.cg jitdump >names 2>err
	grep -x 'cg-collect: /.*/jit-[0-9]*.dump: cannot read: .*' err
	rows <p.cg | same /dev/null -
	FAULT_ERROR=4 failing pread 3 cg-collect -q --cache-sim=no -o p.cg jitdump >names 2>err
	same /dev/null err
	rows <p.cg | same <(rows_of_loop a.c b.c f) -
}

@test "a jitdump file is preferred to a map, which names the rest" {
	{
		printf '%s\n' 'fl=/a b.py fn=other 0 30002'
		rows_of_loop a.c b.c f
	} >wanted
	compiled map | same wanted -
}

@test "a map that was written before the run is not read" {
	compiled map old | same <(rows_of_loop a.c b.c f) -
}

@test "a forked child's code has its parent's names" {
	compiled forked | same <(rows_of_loop a.c b.c f 2) -
}

@test "an incomplete record is no damage, and an empty file has no names" {
	compiled cut | same <(rows_of_loop a.c b.c f) -
	same /dev/null err
	compiled nothing | same /dev/null -
	same /dev/null err
}

@test "a damaged file costs names only, and one line names it" {
	local message='jitdump record at byte [0-9]*, found damage; code compiled later has no names'
	for word in endless small; do
		compiled $word | same <(rows_of_loop a.c b.c f) - "$word"
		exits 1 grep behind p.cg
		grep -x "cg-collect: /.*/jit-[0-9]*.dump: expected a $message" err
		[ "$(wc -l <err)" -eq 1 ]
	done
	compiled other | same /dev/null -
	grep -x 'cg-collect: /.*/jit-[0-9]*.dump: expected a jitdump file, found something else' err
	[ "$(wc -l <err)" -eq 1 ]
	compiled version | same /dev/null -
	grep -x 'cg-collect: /.*/jit-[0-9]*.dump: expected version 1 of jitdump, found 2' err
}

# bats test_tags=long
@test "names that would take too much memory are left out, and a line says so" {
	cg-collect -q --cache-sim=no -o p.cg jitdump huge >names 2>err
	xargs rm -f <names
	grep -x 'cg-collect: /tmp/perf-[0-9]*.map: too many names; some code has none' err
}

@test "a jitdump file that is no longer there is not missed" {
	for word in gone pipe; do
		compiled $word | same /dev/null - "$word"
		same /dev/null err
	done
}

# write_fib FILE: writes a program for node, whose function fib has three lines; it prints
# the path of the map for perf
write_fib() {
	cat >"$1" <<-'end'
		'use strict';

		function fib(n) {
			if (n < 2)
				return n;
			return fib(n - 1) + fib(n - 2);
		}

		fib(22);
		console.log(`/tmp/perf-${process.pid}.map`);
	end
}

# lines_of FUNCTION: prints the lines of a function of ./a b.js in p.cg that have costs
lines_of() {
	awk -v file="fl=$PWD/a b.js" -v name="fn=$1" '/^f[ln]=/ { at[$0 ~ /^fl/] = $0; next }
		at[1] == file && at[0] == name && /^[0-9]/ { print $1 }' p.cg
}

# bats test_tags=slow
@test "node: functions have their files, and their first lines or all lines" {
	need_command node nodejs || return
	write_fib 'a b.js'
	cg-collect -q --cache-sim=no -o p.cg node --perf-basic-prof 'a b.js' >out 2>err
	rm -f "$(cat out)"
	same /dev/null err
	lines_of fib | same <(echo 3) -
	cg-collect -q --cache-sim=no -o p.cg node --perf-prof 'a b.js' >out 2>err
	rm -f jit-*.dump
	same /dev/null err
	lines_of fib | grep -x 6
	lines_of fib >lines
	exits 1 grep -vx '[3-6]' lines
	exits 1 grep 'fib.*a b.js:' p.cg
}

# bats test_tags=long
@test "node: calls of a recursive function are its own" {
	need_command node nodejs || return
	write_fib 'a b.js'
	cg-collect -q --cache-sim=no --calls --inline=no -o p.cg node --perf-prof 'a b.js' >out
	rm -f jit-*.dump
	cg-sum --check p.cg
	awk '/^fn=/ { name = $0 } /^cfn=fib/ { print name }' p.cg | grep -x "fn=fib'2"
}

# bats test_tags=long
@test "Python: functions have their files" {
	need_command python3 || return
	python3 -c 'import sys; sys.exit(sys.version_info < (3, 12))' ||
		skip 'python3 is older than 3.12'
	cat >'a b.py' <<-'end'
		import os
		def fib(n):
		    return n if n < 2 else fib(n - 1) + fib(n - 2)
		fib(10)
		print(f'/tmp/perf-{os.getpid()}.map /tmp/jit-{os.getpid()}.dump')
	end
	for option in perf perf_jit; do
		[ $option = perf ] || python3 -X perf_jit -c 'import sys
			sys.exit(sys.version_info < (3, 13))' || continue
		cg-collect -q --cache-sim=no -o p.cg python3 -X $option 'a b.py' >out 2>err
		xargs rm -f <out
		same /dev/null err
		# 177 calls
		awk -v file="fl=$PWD/a b.py" '/^f[ln]=/ { at[$0 ~ /^fl/] = $0; next }
			at[1] == file && at[0] == "fn=fib" && $2 >= 177 { print "found" }' p.cg |
			same <(echo found) - $option
	done
}

@test "with calls, code made at run time has lines, also if names are found later" {
	cg-collect -q --cache-sim=no --calls --dump-instr=yes --collect-jumps=yes \
		--inline=no -o p.cg jitdump >out
	cg-sum --check p.cg
	grep -x 'ob=\[JIT\]' p.cg
	cg-filter --format=cachegrind p.cg | rows | same <(rows_of_loop a.c b.c f) - 'at once'
	grep -A1 -x 'cfi=a.c' p.cg | grep -x 'cfn=f'
	cg-collect -q --cache-sim=no --calls --names=later -o later.cg jitdump >out
	exits 1 grep Jitdump: later.cg
	cg-names --inline=no later.cg >p.cg
	cg-sum --check p.cg
	cg-filter --format=cachegrind p.cg | rows | same <(rows_of_loop a.c b.c f) - later
}
