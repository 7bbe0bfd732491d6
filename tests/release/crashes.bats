#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# The recipes of docs/RECIPES.md, of the pages and of examples/, with a program that crashes:
# each fails whenever it is tried, and leaves nothing that a later run takes for a result.

# bats file_tags=long

load ../lib/assertions

EXAMPLES=$BATS_TEST_DIRNAME/../../examples

setup_file() {
	cd "$BATS_FILE_TMPDIR" || return
	mkdir bin
	cc -g -o bin/crash "$BATS_TEST_DIRNAME/../programs/crash.c"
}

setup() {
	enter_tmpdir
	cp -r "$BATS_FILE_TMPDIR/bin" .
	for name in prog bench server; do
		cp bin/crash $name
	done
	export PATH=$PWD/bin:$PATH HOME=$PWD
}

# crashes_twice COMMAND...: it fails, says why, and leaves no profile, two times
crashes_twice() {
	local time status
	for time in first second; do
		status=0
		"$@" >out 2>err </dev/null || status=$?
		[ $status -ne 0 ] || fail "the $time time passes: $*" || return
		find . -name '*.cg*' -o -name '*.calls*' >left
		same /dev/null left "profiles after the $time time: $*" || return
	done
}

# bats test_tags=slow
@test "RECIPES: the gate neither passes on a crash nor records it as the baseline" {
	"$TESTS/lib/readme-block" "Fail when a benchmark executes over 1 % more instructions" 1 >Makefile
	crashes_twice make gate
	grep 'no profile: signal 11 (Segmentation fault) ended the program' err
	crashes_twice make baseline
	grep "no profile: signal 11" err
	# a baseline of a program that did not crash
	cp "$(type -P true)" bench
	make gate
	cp baseline.cg.gz kept
	cp bin/crash bench
	for time in first second; do
		run -2 make gate
		cmp baseline.cg.gz kept
		run -2 make baseline
		cmp baseline.cg.gz kept
	done
}

@test "RECIPES: the cost without the set-up is not printed for a program that crashes" {
	"$TESTS/lib/readme-block" 'What does it cost without the set-up?' 1 >job
	grep -q cg-diff job
	crashes_twice bash job
	[ ! -s out ]
}

@test "cg-tools.mk: no target passes on a crash" {
	cp "$EXAMPLES/cg-tools.mk" .
	printf 'CG_RUN = ./bench\ninclude cg-tools.mk\n' >Makefile
	for target in profile baseline gate report 'baseline gate'; do
		crashes_twice make $target
		[ ! -e cg/report.html ]
	done
}

@test "cron, systemd, MPI and Slurm: a crash leaves no profile" {
	export BENCHMARK=./bench STORE=store STATE_DIRECTORY=store \
		PMI_RANK=0 SLURM_ARRAY_TASK_ID=0
	mkdir store
	grep cg-collect "$EXAMPLES/cron/crontab" | cut -d' ' -f6- | sed 's/\\%/%/g' >cron
	crashes_twice sh cron
	grep 'no profile: signal 11' err
	sed -n 's/^ExecStart=\(.*cg-collect.*\)/\1/p' "$EXAMPLES/cron/cg-profile.service" |
		sed 's/%%/\x1/g; s/%H/host/g; s/\x1/%/g; s/\$\$/$/g' >service
	crashes_twice sh service
	crashes_twice "$EXAMPLES/mpi.sh" ranks ./bench
	crashes_twice bash "$EXAMPLES/slurm-profile.sbatch" ./bench
	# nothing is compiled, nor read by llvm-profgen
	printf '#!/bin/sh\necho 14\n' >bin/compiler
	cp bin/compiler bin/llvm-profgen-14
	chmod +x bin/compiler bin/llvm-profgen-14
	CC=compiler crashes_twice "$EXAMPLES/optimize.sh" true ./bench
	for name in github-workflow gitlab-ci; do
		sed -n 's/^[ -]*\(cg-collect .*\)/\1/p' "$EXAMPLES/history/$name.yml" >step
		[ "$(wc -l <step)" -eq 1 ]
		crashes_twice sh step
		[ ! -e bench.cg ]
	done
	# each example that collects is above; what the examples in bench collect is read on a terminal
	grep -rl --exclude-dir=bench "cg-collect -q" "$EXAMPLES" | sed 's|.*/||' | sort >collecting
	printf '%s\n' cg-profile.service cg-tools.mk crontab github-workflow.yml gitlab-ci.yml \
		mpi.sh optimize.sh slurm-profile.sbatch | same - collecting
}

@test "docs: the command that keeps a baseline leaves none after a crash" {
	sed -n 's/^| \(.*baseline.*\) | `\(cg-collect.*\)` |$/\2/p' \
		"$TESTS/../docs/COMING-FROM.md" >commands
	[ "$(wc -l <commands)" -eq 1 ]
	crashes_twice bash commands
}

@test "every other example with a program ends with a failure if the program crashes" {
	local command n=0
	for page in README.md docs/RECIPES.md cg-collect/cg-collect.1; do
		"$TESTS/lib/examples" "$TESTS/../$page"
	done | perl -pe 's/\\?\n// if /[|\\]$/' | grep cg-collect >commands
	for name in gzip sort true ls wc make; do
		cp bin/crash bin/$name
	done
	while IFS= read -r command; do
		for time in first second; do
			run /bin/bash -o pipefail -c "$command" </dev/null
			[ "$status" -ne 0 ] || fail "the $time time passes: $command"
		done
		n=$((n + 1))
	done <commands
	[ $n -ge 10 ]
}
