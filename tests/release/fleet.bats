#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# examples/: the makefile, cron, systemd, CI and MPI, run as a project would use them.

# bats file_tags=long,whole

load ../lib/assertions

EXAMPLES=$BATS_TEST_DIRNAME/../../examples

setup_file() {
	cd "$BATS_FILE_TMPDIR" || return
	command -v git >/dev/null || return 0
	export HOME=$PWD GIT_CONFIG_NOSYSTEM=1
	git config --global user.name test
	git config --global user.email test@localhost
	git config --global init.defaultBranch main
	make_project
}

# makes a repository with a program, a makefile that includes cg-tools.mk, and a
# baseline
make_project() {
	git init -q project
	cd project || return
	cat >bench.c <<-'END'
		static volatile long sum;
		static void
		add(long n)
		{
			for (long i = 0; i < n; i++)
				sum += i;
		}
		int
		main(void)
		{
			add(100000);
			return 0;
		}
	END
	cat >Makefile <<-'END'
		bench: bench.c; cc -O1 -g -o $@ bench.c
		CG_RUN = ./bench
		include cg-tools.mk
	END
	cp "$BATS_TEST_DIRNAME/../../examples/cg-tools.mk" .
	printf '%s\n' bench cg >.gitignore
	make -s baseline
	git add .
	git commit -qm 'Add a benchmark'
	cd ..
}

setup() {
	enter_tmpdir
}

# --- make

# bats test_tags=slow
@test "cg-tools.mk: a fresh clone passes the gate, with make -j, and runs only once" {
	need_command git
	git clone -q "$BATS_FILE_TMPDIR/project" clone
	cd clone
	make -j4 gate report profile >../out
	[ "$(grep -c '^cg-collect' ../out)" -eq 1 ]
	[ -s cg/report.html ]
	[ -z "$(git status --porcelain)" ]
	run -0 make gate
	[[ $output != *cg-collect* ]]
	# the sources are in the report, and names are relative
	grep -q 'sum += i' cg/report.html
	run -1 grep 'data-path="/' cg/report.html
	cg-sum --by=file cg/profile.cg.gz | grep ' bench.c$'
}

# bats test_tags=slow
@test "cg-tools.mk: the gate fails if the program costs more, and shows what changed" {
	need_command git
	git clone -q "$BATS_FILE_TMPDIR/project" clone
	cd clone
	sed -i 's/add(100000)/add(102000)/' bench.c
	run -2 make -j4 gate
	[[ $output == *'cg-diff: total: Ir grew by '*': the limit is +1% and +10,000'* ]]
	[[ $output == *'  bench.c:'* ]]
	# a limit of the user's own
	make gate CG_LIMITS='Ir=+3% Ir=+50%,function=^(add|main)$$'
	run -2 make gate CG_LIMITS='Ir=+3% Ir=+1000'
	# a new baseline, at once or before
	make -j4 baseline gate
	make gate
	[ "$(git status --porcelain | tr -d '\n')" = ' M baseline.cg.gz M bench.c' ]
}

@test "cg-tools.mk: each region has a row and is judged" {
	mkdir regions
	cd regions
	cp "$EXAMPLES/cg-tools.mk" .
	cat >bench.c <<-'END'
		#include <cg-tools/regions.h>
		static volatile long sum;
		int
		main(void)
		{
			CG_REGION("parse") for (int i = 0; i < 100000; i++) sum += i;
			CG_REGION("print") for (int i = 0; i < 1000; i++) sum += i;
			return 0;
		}
	END
	cat >Makefile <<-'END'
		bench: bench.c; cc -O1 -g -o $@ bench.c
		CG_RUN = ./bench
		CG_BY = region
		CG_LIMITS = Ir=+1%|+10000,region=.
		include cg-tools.mk
	END
	export CPATH=$TESTS/../include
	make -s baseline gate table
	run -1 grep -E '`(parse|print)`' cg/table.md
	# the small one may cost as much more
	sed -i 's/1000;/1500;/' bench.c
	make -s gate table
	grep -F '`print`' cg/table.md
	run -1 grep -F '`parse`' cg/table.md
	sed -i 's/100000/110000/' bench.c
	run -2 make -s gate
	[[ $output == *'cg-diff: parse: Ir:incl grew by '*': the limit is +1% and +10,000'* ]]
	[[ $output != *'cg-diff: print'* ]]
}

@test "cg-tools.mk: no baseline, a program that fails and no program are errors" {
	need_command git
	git clone -q "$BATS_FILE_TMPDIR/project" clone
	cd clone
	mv baseline.cg.gz away
	run -2 make gate
	[[ $output == *'baseline.cg.gz is missing: run "make baseline" and commit it'* ]]
	rm -r cg
	run -2 make profile CG_RUN='sh -c "exit 3"' CG_NEEDS=
	[ ! -e cg/profile.cg.gz ]
	printf 'include cg-tools.mk\n' >Makefile
	run -2 make gate
	[[ $output == *'set CG_RUN to the command to profile'* ]]
}

# --- cron and systemd

# day_profile FILE COUNT
day_profile() {
	printf 'cmd: x\nevents: Ir\nfl=f\nfn=f\n1 %d\nsummary: %d\n' "$2" "$2" |
		gzip >"$1"
}

# total_of STORE: prints the sum of all profiles in it
total_of() {
	find "$1" -name '*.cg.gz' -print0 | cg-merge --files0-from=- |
		sed -n 's/^summary: //p'
}

@test "retention.sh merges days into weeks and weeks into months, and loses nothing" {
	local day i total=0
	mkdir store
	for ((i = 0; i < 100; i++)); do
		day=$(date -u -d "2026-03-01 + $i days" +%F)
		day_profile "store/$day-0315.host.cg.gz" "$((i * i + 1))"
		total=$((total + i * i + 1))
	done
	# two on one day
	day_profile store/2026-03-05-0400.other.cg.gz 7
	TODAY=2026-06-08 "$EXAMPLES/cron/retention.sh" store
	[ "$(total_of store)" -eq $((total + 7)) ]
	# Sunday, the first of March, is in a week of February
	(cd store && echo months/* | same - <(echo months/2026-0{2,3}.1.cg.gz))
	(cd store && echo weeks/* | same - <(echo weeks/2026-04-{06,13,20,27}.1.cg.gz \
		weeks/2026-05-{04,11,18}.1.cg.gz))
	(cd store && [ "$(echo *.cg.gz | cut -d- -f1-3)" = 2026-05-25 ])
	# a profile that comes late
	day_profile store/2026-03-07-0315.host.cg.gz 1000
	TODAY=2026-06-08 "$EXAMPLES/cron/retention.sh" store
	[ "$(total_of store)" -eq $((total + 1007)) ]
	[ "$(cd store && echo months/2026-03.*)" = 'months/2026-03.1.cg.gz months/2026-03.2.cg.gz' ]
}

@test "retention.sh counts each profile once if it is killed before any of its commands" {
	local command n=0 killed=true
	mkdir bin store.new
	for command in mv rm rmdir mkdir cg-merge; do
		printf '#!/bin/sh\n%s\nexec %s "$@"\n' '
			echo x >>steps
			[ "$(wc -l <steps)" -ne "$KILL_AT" ] || kill -KILL $PPID' \
			"$(command -v $command)" >bin/$command
		sed -i "s|steps|$PWD/steps|g" bin/$command
		chmod +x bin/$command
	done
	# two days of one week, one of another week of the month
	day_profile store.new/2026-01-05.cg.gz 1
	day_profile store.new/2026-01-11.cg.gz 10
	day_profile store.new/2026-01-12.cg.gz 100
	while $killed; do
		n=$((n + 1))
		cp -r store.new store
		rm -f steps
		if TODAY=2026-06-01 KILL_AT=$n PATH=$PWD/bin:$PATH \
			"$EXAMPLES/cron/retention.sh" store; then
			killed=false
		fi
		TODAY=2026-06-01 "$EXAMPLES/cron/retention.sh" store
		[ "$(total_of store)" -eq 111 ] || fail "killed before command $n"
		[ "$(cd store && echo * weeks/*)" = 'months weeks weeks/*' ]
		rm -r store
	done 2>err
	[ "$n" -gt 15 ]
	# a broken profile stays, with a message
	cp -r store.new store
	echo >store/2026-01-06.cg.gz
	run -2 env TODAY=2026-06-01 "$EXAMPLES/cron/retention.sh" store
	[[ $output == cg-merge:*2026-01-06.cg.gz:* ]]
	day_profile store/weeks/2026-01-05.1.parts/2026-01-06.cg.gz 1000
	TODAY=2026-06-01 "$EXAMPLES/cron/retention.sh" store
	[ "$(total_of store)" -eq 1111 ]
}

# writes a benchmark, and the environment of a service or a job
make_benchmark() {
	cp "$(type -P true)" benchmark
	mkdir store
	export BENCHMARK=$PWD/benchmark STORE=$PWD/store STATE_DIRECTORY=$PWD/store
	PATH=$PATH:$EXAMPLES/cron
	day_profile "store/2020-01-05.cg.gz" 1
}

# there is a profile of today, and retention ran
served() {
	cg-sum --format=plain --events=Ir "store/$(date +%F)"-????.*.cg.gz
	[ -e store/months/2019-12.1.cg.gz ]
}

@test "the lines of the crontab run" {
	local line
	make_benchmark
	grep -E '^([0-9*]+ ){5}' "$EXAMPLES/cron/crontab" >lines
	[ "$(wc -l <lines)" -eq 2 ]
	while read -r line; do
		# cron passes the rest of a line to the shell
		line=$(cut -d' ' -f6- <<<"$line" | sed 's/\\%/%/g')
		/bin/sh -c "$line" 3>&-
	done < <(cat lines)
	served
	# all other lines are settings or comments
	grep -vE '^([0-9*]+ ){5}|^#|^[A-Z]+=|^$' "$EXAMPLES/cron/crontab" >others || true
	[ ! -s others ]
}

@test "systemd accepts the service and the timer, and their commands run" {
	need_command systemd-analyze systemd
	local line
	make_benchmark
	systemd-analyze verify "$EXAMPLES"/cron/cg-profile.{service,timer} 2>said
	[ ! -s said ] || fail "$(cat said)"
	systemd-analyze calendar "$(sed -n 's/^OnCalendar=//p' \
		"$EXAMPLES/cron/cg-profile.timer")" --base-time='2026-01-01 12:00:00' |
		grep 'Next elapse: Fri 2026-01-02 03:15:00'
	while read -r line; do
		line=$(sed 's/%%/\x1/g; s/%H/host/g; s/\x1/%/g; s/\$\$/$/g' <<<"$line")
		eval "$line"
	done < <(sed -n 's/^ExecStart=//p' "$EXAMPLES/cron/cg-profile.service")
	served
}

# --- CI

# run_steps FILE COMMAND...: runs the steps of a job as its service does, each by the
# command with the step as its last argument; returns the status of the job
run_steps() {
	local file=$1 condition step status=0
	shift
	while IFS= read -r -d '' condition && IFS= read -r -d '' step; do
		[ $status -eq 0 ] || [ "$condition" = always ] || continue
		"$@" "$step" || status=1
	done <"$file"
	return $status
}

# github_step COMMANDS: runs them as GitHub does; a step can add directories to the PATH
# of later ones
github_step() {
	PATH=$(tac "$GITHUB_PATH" | tr '\n' :)$PATH bash -e -c "$1" </dev/null 3>&-
}

# steps FILE: writes the steps of a job to the file steps
steps() {
	/usr/bin/python3 -c 'import yaml' 2>/dev/null || missing python3-yaml || return
	"$TESTS/lib/workflow-steps" "$EXAMPLES/$1" >steps
	[ -s steps ]
}

# makes a repository of cg-tools as it is here, and a PATH without our tools
prepare_ci() {
	local file
	git init -q tools
	(cd "$TESTS/.." && find . -name .git -prune -o -path ./build -prune -o -type f -print0 |
		cp -p --parents -t "$OLDPWD/tools" $(tr '\0' '\n'))
	git -C tools add .
	git -C tools commit -qm tools
	export CG_TOOLS=$PWD/tools CFLAGS=-O0
	mkdir bin
	# the packages are here
	ln -s /bin/true bin/apt-get
	PATH=$PWD/bin:$(tr : '\n' <<<"$PATH" | grep -vxF "$B/bin" | paste -sd:)
	unset B
	run ! command -v cg-collect
}

@test "github-workflow.yml and gitlab-ci.yml install, gate and report" {
	need_command git
	steps github-workflow.yml
	prepare_ci
	export RUNNER_TEMP=$PWD/runner GITHUB_PATH=$PWD/path GITHUB_STEP_SUMMARY=$PWD/summary
	export GITHUB_ENV=$PWD/variables PULL_REQUEST=7
	mkdir runner
	: >path
	# GitHub's program, which the runner has
	printf '#!/bin/sh\necho "$@" >%s/gh.arguments\n' "$PWD" >bin/gh
	chmod +x bin/gh
	git clone -q "$BATS_FILE_TMPDIR/project" clone
	cd clone
	run_steps ../steps github_step
	[ "$(head -n 1 ../summary)" = '### Instructions: the ten largest changes' ]
	[[ $(cat ../gh.arguments) == 'pr comment 7 '*' --body-file cg/comment.md' ]]
	same ../summary cg/comment.md
	[ -e "$(sed -n 's/^CPATH=//p' ../variables)/cg-tools/regions.h" ]
	[ -s cg/report.html ]
	# a change that costs too much: gate fails, the other steps run
	sed -i 's/add(100000)/add(150000)/' bench.c
	rm -r cg ../summary
	tail -zn +3 ../steps >../later # without installation
	run -1 run_steps ../later github_step
	[[ $output == *'total: Ir grew by '*': the limit is +1% and +10,000'* ]]
	grep -F '| `bench.c:' ../summary
	[ -s cg/report.html ]
	gitlab
}

# the same job on GitLab, with the tools built above
gitlab() {
	steps gitlab-ci.yml
	cat >../bin/git <<-END
		#!/bin/sh
		[ "\$*" = "clone --depth 1 $CG_TOOLS ../cg-tools" ] && cp -a $RUNNER_TEMP/cg-tools ..
	END
	chmod +x ../bin/git
	rm -r cg
	run -1 run_steps steps bash -eo pipefail -c
	[[ $output == *'total: Ir grew by '*': the limit is +1% and +10,000'* ]]
	grep -F '| `bench.c:' cg/table.md
	[ -s cg/report.html ]
	rm -rf ../cg-tools
	sed -i 's/add(150000)/add(100000)/' bench.c
	run_steps steps bash -eo pipefail -c
}

# --- MPI

@test "mpi.sh writes a profile for each rank of a real MPI program" {
	need_command mpicc libmpich-dev
	need_command mpirun mpich
	local rank
	# Open MPI does not run as root without these
	export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
	mpicc -g -O0 -o ring "$TESTS/programs/ring.c"
	mpirun -n 2 "$EXAMPLES/mpi.sh" ranks ./ring >out
	grep -x '2 ranks: 24999850000' out
	for rank in 0 1; do
		cg-filter --function='^work$' --drop "ranks/rank.$rank.cg.gz" |
			sed -n 's/^summary: \([0-9]*\) .*/\1/p'
	done >costs
	# the second rank works twice as often: 11 instructions each time, at most
	awk 'NR == 1 { one = $1 } NR == 2 { two = $1 }
	END { exit !(one > 500000 && two > 1.99 * one && two < 2.01 * one) }' costs
	run -2 "$EXAMPLES/mpi.sh" ranks ./ring
	[[ $output == *'expected to be started by mpirun or srun, found no rank' ]]
}

@test "examples are valid shell, and their usage is their second line" {
	local file
	for file in "$EXAMPLES"/*.sh "$EXAMPLES"/*.sbatch "$EXAMPLES"/cron/*.sh; do
		bash -n "$file"
		sed -n 3p "$file" | grep "^# usage: .*$(basename "$file")"
	done
}
