#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# examples/slurm-*: run by a real Slurm with two nodes on this machine.

# bats file_tags=long,whole

load ../lib/assertions
load ../lib/daemons
load ../lib/history

setup_file() {
	command -v slurmctld >/dev/null && command -v munged >/dev/null || return 0
	[ "$(id -u)" -eq 0 ] || return 0
	export SLURM_CONF=$BATS_FILE_TMPDIR/slurm.conf
	start_munge
	write_configuration
	start_daemon slurmctld slurmctld -D
	start_node n1
	start_node n2
	within 60 has_idle_nodes 2
}

teardown_file() {
	if [ -e "$BATS_FILE_TMPDIR/slurmctld.pid" ]; then
		scancel --user=root || true
		within 20 is_idle || true
	fi
	end_daemons
}

start_munge() {
	local dir=$BATS_FILE_TMPDIR/munge
	mkdir "$dir"
	head -c 128 /dev/urandom >"$dir/key"
	chmod 400 "$dir/key"
	start_daemon munged munged --foreground --force --key-file="$dir/key" \
		--socket="$dir/socket" --pid-file="$dir/pid" \
		--log-file="$dir/log" --seed-file="$dir/seed"
	within 30 test -S "$dir/socket"
}

write_configuration() {
	local dir=$BATS_FILE_TMPDIR host ports
	host=$(hostname -s)
	ports=($(free_port) $(free_port) $(free_port))
	mkdir "$dir/state"
	cat >"$SLURM_CONF" <<-END
		ClusterName=cg
		SlurmctldHost=$host(127.0.0.1)
		SlurmctldPort=${ports[0]}
		SlurmUser=root
		SlurmdUser=root
		AuthType=auth/munge
		AuthInfo=socket=$dir/munge/socket
		ProctrackType=proctrack/linuxproc
		TaskPlugin=task/none
		SelectType=select/cons_tres
		SelectTypeParameters=CR_Core
		SchedulerParameters=sched_interval=1,batch_sched_delay=0,sched_min_interval=0,bf_interval=1
		StateSaveLocation=$dir/state
		SlurmdSpoolDir=$dir/spool-%n
		SlurmctldPidFile=$dir/slurmctld.own
		SlurmdPidFile=$dir/slurmd-%n.own
		SlurmctldLogFile=$dir/slurmctld.log
		SlurmdTimeout=300
		MessageTimeout=5
		TCPTimeout=1
		KillWait=2
		ReturnToService=2
		MpiDefault=none
		NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=${ports[1]} CPUs=1 State=UNKNOWN
		NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=${ports[2]} CPUs=1 State=UNKNOWN
		PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
	END
}

start_node() {
	start_daemon "$1" slurmd -D -N "$1"
}

# has_idle_nodes N
has_idle_nodes() {
	[ "$(sinfo --noheader --Node --states=idle --format=%N 2>/dev/null | wc -l)" -eq "$1" ]
}

# true if no job is left
is_idle() {
	[ -z "$(squeue --noheader 2>&1)" ]
}

setup() {
	need_command slurmctld 'slurmctld (slurm-wlm)'
	need_command munged munge
	[ "$(id -u)" -eq 0 ] || skip 'only root can start these daemons'
	enter_tmpdir
	within 60 has_idle_nodes 2
	PATH=$TESTS/../examples:$PATH
}

teardown() {
	[ -n "${BATS_TEST_COMPLETED-}" ] || tail -n 30 "$BATS_FILE_TMPDIR"/*.log
}

# twenty_profiles: writes p/1.cg to p/20.cg, and their sum to wanted
twenty_profiles() {
	local i
	mkdir p
	for ((i = 1; i <= 20; i++)); do
		profile "p/$i.cg" <<-END
			cmd: ./job $i
			events: Ir Dr
			fl=f$((i % 3)).c
			fn=g$((i % 7))
			$i $((i * i)) 1
			100 $i 2
		END
		files+=("p/$i.cg")
	done
	cg-merge -o wanted "${files[@]}"
}

# watch_merges: puts a cg-merge into the PATH of jobs that writes its node and task to
# the file merges. In the task or on the node that the file hold names, it writes its
# process number to held and waits until hold disappears.
watch_merges() {
	mkdir bin
	cat >bin/cg-merge <<-END
		#!/bin/bash
		echo "\$SLURMD_NODENAME \${SLURM_ARRAY_TASK_ID-last}" >>$PWD/merges
		case " \$SLURMD_NODENAME \${SLURM_ARRAY_TASK_ID-last} " in
		*" \$(cat $PWD/hold 2>/dev/null || echo nothing) "*)
			echo \$\$ >$PWD/held.new
			mv $PWD/held.new $PWD/held
			while [ -e $PWD/hold ]; do sleep 0.1; done
			;;
		esac
		exec $B/bin/cg-merge "\$@"
	END
	chmod +x bin/cg-merge
	PATH=$PWD/bin:$PATH
}

# appears FILE: true if the file exists; if not, starts the tasks that Slurm lets wait
# for two minutes before they run again. In the second of its end, a node refuses the task.
appears() {
	local job now
	now=$(date +%s)
	[ ! -e "$1" ] || return 0
	for job in $(squeue --noheader --array --states=pending --format='%i %r' |
		sed -n 's/ BeginTime$//p'); do
		[ $((now - $(cat "hurried.$job" 2>/dev/null || echo 0))) -gt 10 ] || continue
		scontrol update JobId="$job" StartTime=now+2
		echo "$now" >"hurried.$job"
	done
	return 1
}

# kill_step PID: kills the process and those that started it, up to Slurm's own
kill_step() {
	local pid=$1 parent
	local -a pids
	while [ "$(cat "/proc/$pid/comm")" != slurmstepd ]; do
		parent=$(sed 's/.*) //' "/proc/$pid/stat" | cut -d' ' -f2)
		[ "$parent" -gt 1 ] || fail "process $1 is in no job" || return
		pids=("$pid" "${pids[@]}")
		pid=$parent
	done
	kill -KILL "$pid" "${pids[@]}"
}

# collects ARGUMENT...: submits slurm-profile.sbatch and waits for its tasks
collects() {
	sbatch --array=0-2 "$TESTS/../examples/slurm-profile.sbatch" "$@"
	within 60 is_idle
}

@test "slurm-profile.sbatch collects a profile for each task, and only missing ones again" {
	# task 2 fails until there is a file
	cat >program <<-'END'
		#!/bin/sh
		echo "task $SLURM_ARRAY_TASK_ID" >>tasks
		[ "$SLURM_ARRAY_TASK_ID" != 2 ] || cat ok
	END
	chmod +x program
	collects ./program
	[ "$(cd profiles && echo *)" = '0.cg.gz 1.cg.gz' ]
	grep 'ok: No such file' profile.log
	: >ok
	collects ./program
	[ "$(cd profiles && echo *)" = '0.cg.gz 1.cg.gz 2.cg.gz' ]
	[ "$(sort tasks)" = $'task 0\ntask 1\ntask 2\ntask 2' ]
	cg-sum --check profiles/*
}

@test "history/fill-part.sh measures a range of commits as an array job" {
	local i
	forget_git
	repository work
	printf '%s\n' '#!/bin/sh' 'cost=$(wc -c <file)' \
		'printf "%s\n" "cmd: ./bench" "events: Ir" fl=a.c fn=f "1 $cost" "summary: $cost" >"$CG_HISTORY_PROFILES/bench.cg"' >../measure
	chmod +x ../measure
	for i in 1 1 2 2 3 3 3 3; do
		head -c $i /dev/zero >file
		git add file
		git_as_user commit -q --allow-empty -m "commit $((++n))"
	done
	sbatch --array=0-1 "$TESTS/../examples/history/fill-part.sh" HEAD~7..HEAD -- "$PWD/../measure"
	within 60 is_idle
	log_of change,subject HEAD~7..HEAD | same - <(printf '1 commit %d\n' 5 3) || fail "$(cat fill.log)"
}

@test "slurm-merge.sh merges in a tree of array jobs on both nodes" {
	local -a files
	twenty_profiles
	watch_merges
	slurm-merge.sh -o sum.cg -g 4 --wait "${files[@]}"
	same wanted sum.cg
	# 5 groups, then 2, then these
	[ "$(wc -l <merges)" -eq 8 ]
	[ "$(cut -d' ' -f1 merges | sort -u)" = $'n1\nn2' ]
	[ ! -e sum.cg.parts ]
}

@test "slurm-merge.sh: after a task was killed, the same command merges the rest" {
	local -a files
	local status=0
	twenty_profiles
	watch_merges
	echo 2 >hold
	slurm-merge.sh -o sum.cg -g 8 --wait "${files[@]}" &
	within 60 test -e held
	# another merge to the same file is refused
	run -2 slurm-merge.sh -o sum.cg -g 8 "${files[@]}"
	[[ $output == *'jobs of another merge are in the queue' ]]
	kill -KILL "$(cat held)"
	rm hold
	wait $! || status=$?
	[ "$status" -eq 1 ]
	[ ! -e sum.cg ]
	within 60 is_idle
	[ ! -e sum.cg.parts/1.2.cg.gz ]
	[ "$(ls sum.cg.parts/1.*.cg.gz | wc -l)" -eq 2 ]
	rm merges
	slurm-merge.sh -o sum.cg -g 8 --wait "${files[@]}"
	same wanted sum.cg
	[ "$(cut -d' ' -f2 merges)" = $'2\nlast' ]
}

@test "slurm-merge.sh: a task waits for a profile that is missing, not for a broken one" {
	local -a files
	twenty_profiles
	watch_merges
	echo 1 >hold
	slurm-merge.sh -o sum.cg -g 10 --wait "${files[@]}" &
	within 60 test -e held
	mv p/5.cg away
	rm hold
	within 60 grep -qs 'p/5.cg: No such file' sum.cg.log
	mv away p/5.cg
	within 60 appears sum.cg
	wait $!
	same wanted sum.cg
	grep -c '^n[12] 1$' merges | grep -x 2
	head -n 4 p/5.cg >cut && mv cut p/5.cg
	rm merges
	run ! slurm-merge.sh -o broken.cg -g 10 --wait "${files[@]}"
	grep 'p/5.cg:4: expected' broken.cg.log
	grep -c '^n[12] 1$' merges | grep -x 1
	[ ! -e broken.cg ]
	# jobs that never ran may still be in the queue
	within 60 is_idle
	# changed files are merged again
	run -3 slurm-merge.sh -o broken.cg none
	"$B/bin/cg-merge" -o wanted "${files[@]:10}"
	slurm-merge.sh -o broken.cg -g 10 --wait "${files[@]:10}"
	same wanted broken.cg
}

@test "slurm-merge.sh: if a node dies, its task starts again on another one" {
	local -a files
	twenty_profiles
	watch_merges
	echo n2 >hold
	slurm-merge.sh -o sum.cg -g 8 "${files[@]}"
	within 60 test -e held
	end_daemon n2 KILL
	kill_step "$(cat held)"
	rm hold
	# the node is missed after four seconds
	sed -i s/^SlurmdTimeout=.*/SlurmdTimeout=4/ "$SLURM_CONF"
	scontrol reconfigure
	within 120 appears sum.cg
	same wanted sum.cg
	# n2 began one task, which n1 did again
	[ "$(grep -c n2 merges)" -eq 1 ]
	grep -x "n1 $(sed -n 's/n2 //p' merges)" merges
	within 60 is_idle
	start_node n2
}
