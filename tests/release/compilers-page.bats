#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# docs/COMPILERS.md: its commands run, one after the other, and make what they say.

# bats file_tags=long,whole

load ../lib/collecting

# need_tools: skips the test if a program of the page is missing
need_tools() {
	local release
	[ "$(uname -m)" = x86_64 ] || skip 'llvm-profgen reads objects of x86-64'
	need_command clang
	need_command ld.lld lld
	need_command ld.gold binutils
	release=$(clang -dumpversion)
	[ -n "$(compgen -c llvm-bolt)" ] || missing llvm-bolt bolt-19
	command -v "llvm-profgen-${release%%.*}" llvm-profgen >/dev/null || missing llvm-profgen llvm
}

@test "the commands of docs/COMPILERS.md run" {
	need_tools
	enter_tmpdir
	cp "$TESTS"/../examples/{optimize.sh,machine/*} .
	PATH=$PWD:$PATH
	sed -n '/^```sh$/,/^```$/p' "$TESTS/../docs/COMPILERS.md" | grep -v '^```' >commands
	[ "$(wc -l <commands)" -ge 30 ]
	bash -euxo pipefail commands >said 2>log || fail "$(tail -n 20 log)"

	# every program of the page works
	cc -O1 -o plain main.c run.c fault.c
	programs=(machine machine-*)
	[ ${#programs[@]} -eq 5 ]
	for program in "${programs[@]}"; do
		"./$program" 1000 | same <(./plain 1000) - "$program"
	done

	# the profile is of this program, and the second build is faster by what the page says
	sed -n '/^```text$/,/^```$/p' "$TESTS/../docs/COMPILERS.md" |
		sed -n 's/ instructions before, \([0-9]*\) after/ \1/p' >stated
	read -r before after <stated
	[ "$after" -lt $((before / 100 * 98)) ]
	read -r before after < <(sed -n 's/ instructions before, \([0-9]*\) after/ \1/p' said)
	# clang 19 makes as much of this program without a profile
	most=98
	[ "$(clang -dumpversion | cut -d. -f1)" -lt 17 ] || most=101
	[ "$after" -lt $((before / 100 * most)) ] || fail "$before, then $after"
	grep -q run machine.prof
	for order in calls symbols sections; do
		grep -q hash "$order"
	done
}

@test "tests/bench/compilers makes its table of a program" {
	need_tools
	enter_tmpdir
	SOURCES=$TESTS/../examples/machine TRAIN=3000 JUDGE='20000;10000' ROUNDS=1 \
		"$TESTS/bench/compilers" >table 2>log || fail "$(tail -n 20 log)"
	# two tables of five builds
	[ "$(grep -c '^Judged with: [12]0000;' table)" -eq 2 ]
	[ "$(grep -cE '^\| (clang|gcc)(-ours|-instrumented)? \| [0-9.]+ \| ([0-9]+ %)? \| [0-9.]+ \| [0-9.]+ \([0-9.]+ to [0-9.]+\) \|$' table)" -eq 10 ] || fail "$(cat table)"
	run -2 "$TESTS/bench/compilers"
	[[ $output == 'usage: SOURCES='* ]]
}
