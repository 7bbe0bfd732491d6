#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# examples/parallel-merge.sh: run by GNU parallel, here and on two hosts, which are this
# machine as an SSH server of the test's own shows it.

# bats file_tags=long,whole

load ../lib/assertions
load ../lib/daemons

setup_file() {
	command -v parallel >/dev/null && command -v /usr/sbin/sshd >/dev/null ||
		return 0
	[ "$(id -u)" -eq 0 ] || return 0
	export PARALLEL_HOME=$BATS_FILE_TMPDIR/parallel
	mkdir "$PARALLEL_HOME"
	touch "$PARALLEL_HOME/will-cite"
	start_ssh
}

teardown_file() {
	end_daemons
	[ ! -e "$BATS_FILE_TMPDIR/made" ] || rmdir /run/sshd
}

# starts an SSH server, and writes a configuration in which node1 and node2 are it
start_ssh() {
	local dir=$BATS_FILE_TMPDIR port
	port=$(free_port)
	ssh-keygen -q -t ed25519 -N '' -f "$dir/host_key"
	ssh-keygen -q -t ed25519 -N '' -f "$dir/user_key"
	cat >"$dir/sshd_config" <<-END
		ListenAddress 127.0.0.1:$port
		HostKey $dir/host_key
		AuthorizedKeysFile $dir/user_key.pub
		PidFile none
		StrictModes no
		UsePAM no
		PermitRootLogin yes
		SetEnv PATH=$dir/bin:$PATH
	END
	cat >"$dir/ssh_config" <<-END
		Host node1 node2
		HostName 127.0.0.1
		Port $port
		HostKeyAlias node
		IdentityFile $dir/user_key
		IdentitiesOnly yes
		UserKnownHostsFile $dir/known_hosts
	END
	sed "s/^/node /" "$dir/host_key.pub" >"$dir/known_hosts"
	export PARALLEL_SSH="ssh -F $dir/ssh_config"
	# sshd demands this directory
	[ -d /run/sshd ] || { mkdir /run/sshd && : >"$dir/made"; }
	start_daemon sshd /usr/sbin/sshd -D -e -f "$dir/sshd_config"
	within 30 $PARALLEL_SSH node1 true
}

setup() {
	local i
	need_command parallel 'GNU parallel'
	need_command /usr/sbin/sshd openssh-server
	[ "$(id -u)" -eq 0 ] || skip 'only root can start an SSH server here'
	enter_tmpdir
	mkdir p
	for ((i = 1; i <= 10; i++)); do
		profile "p/$i.cg" <<-END
			cmd: ./job $i
			events: Ir Dr
			fl=f$((i % 3)).c
			fn=g$((i % 7))
			$i $((i * i)) 1
			100 $i 2
		END
	done
	mv p/7.cg "p/a name's (blank)"
	"$B/bin/cg-merge" -o wanted p/*
	# a cg-merge that writes the name of its host to the file merges
	mkdir -p "$BATS_FILE_TMPDIR/bin"
	cat >"$BATS_FILE_TMPDIR/bin/cg-merge" <<-END
		#!/bin/bash
		[ ! -e $PWD/stop ] || . $PWD/stop
		echo "\${PARALLEL_SSHLOGIN-here}" >>$PWD/merges
		exec $B/bin/cg-merge "\$@"
	END
	chmod +x "$BATS_FILE_TMPDIR/bin/cg-merge"
	PATH=$TESTS/../examples:$BATS_FILE_TMPDIR/bin:$PATH
}

# bats test_tags=slow
@test "parallel-merge.sh merges in a tree on this machine" {
	parallel-merge.sh -o sum.cg -g 3 p/*
	same wanted sum.cg
	# 4 groups, then 2, then these
	[ "$(wc -l <merges)" -eq 7 ]
	[ ! -e sum.cg.parts ]
	parallel-merge.sh -o sum.cg.gz p/*
	zcat sum.cg.gz | same wanted -
	run -2 parallel-merge.sh p/*
	[[ $output == 'usage: parallel-merge.sh'* ]]
}

@test "parallel-merge.sh merges on two hosts, with ssh" {
	parallel-merge.sh -o sum.cg -g 3 -S 1/node1,1/node2 p/*
	same wanted sum.cg
	[ "$(sort -u merges)" = $'here\nnode1\nnode2' ]
}

@test "parallel-merge.sh: if a host disappears, its jobs run on the other one" {
	# kills the server's side of each connection to node2
	cat >stop <<-'END'
		if [ "${PARALLEL_SSHLOGIN-}" = node2 ]; then
			echo x >>killed
			pid=$$
			while [ "$(cat /proc/$pid/comm)" != sshd ]; do
				pid=$(sed 's/.*) //' /proc/$pid/stat | cut -d' ' -f2)
			done
			kill -KILL $pid $$
		fi
	END
	parallel-merge.sh -o sum.cg -g 3 -S 1/node1,1/node2 p/*
	same wanted sum.cg
	[ "$(sort -u merges)" = $'here\nnode1' ]
	[ -s killed ]
}

@test "parallel-merge.sh: after jobs were killed, the same command merges the rest" {
	cat >stop <<-'END'
		[[ $* != *1.4.cg.gz* ]] || kill -KILL $$
	END
	run ! parallel-merge.sh -o sum.cg -g 3 p/*
	[ ! -e sum.cg ]
	[ ! -e sum.cg.parts/1.4.cg.gz ]
	[ -e sum.cg.parts/1.1.cg.gz ]
	rm stop merges
	parallel-merge.sh -o sum.cg -g 3 p/*
	same wanted sum.cg
	# the others were not merged again
	[ "$(wc -l <merges)" -lt 7 ]
	# another group size or changed files start again
	echo 'case $* in *-o\ *.parts/2.*) kill -KILL $$; esac' >stop
	run ! parallel-merge.sh -o sum.cg -g 3 p/*
	[ -e sum.cg.parts/1.1.cg.gz ]
	rm stop merges
	head -n -1 p/1.cg | sed 's/^1 /1 1/' >changed
	profile p/1.cg <changed
	"$B/bin/cg-merge" -o wanted p/*
	parallel-merge.sh -o sum.cg -g 3 p/*
	same wanted sum.cg
}

@test "parallel-merge.sh exits with 3 for a missing file and with 2 for a broken one" {
	run -3 parallel-merge.sh -o sum.cg -g 3 p/* none
	head -n 4 p/1.cg >cut
	run -2 parallel-merge.sh -o sum.cg -g 3 p/* cut
	[[ $output == *'cg-merge: cut:4: expected'* ]]
	# it disappears after the check
	cp p/1.cg gone
	echo 'rm -f gone' >stop
	run -3 parallel-merge.sh -o sum.cg -g 3 p/* gone
	[[ $output == *'cg-merge: gone: No such file'* ]]
	[ ! -e sum.cg ]
}
