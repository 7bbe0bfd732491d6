# SPDX-License-Identifier: BSD-2-Clause
# Daemons that tests start for themselves, on ports and in directories of their own, and
# end by their process numbers; needs assertions.bash.

# free_port: prints a TCP port of the loopback address that nobody uses now
free_port() {
	local port
	while :; do
		port=$((20000 + SRANDOM % 12000))
		! (: <>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || continue
		echo "$port"
		return
	done
}

# start_daemon NAME COMMAND...: runs it in the foreground of a background process. Its
# output is in $BATS_FILE_TMPDIR/NAME.log, its number in NAME.pid.
start_daemon() {
	local name=$1
	shift
	"$@" >>"$BATS_FILE_TMPDIR/$name.log" 2>&1 </dev/null 3>&- &
	echo $! >"$BATS_FILE_TMPDIR/$name.pid"
	echo "$name" >>"$BATS_FILE_TMPDIR/daemons"
	disown
}

# has_ended PID
has_ended() {
	[ ! -d "/proc/$1" ] || [ "$(sed 's/.*) //' "/proc/$1/stat" | cut -c1)" = Z ]
}

# within SECONDS CONDITION...: waits until the command succeeds
within() {
	local limit=$((SECONDS + $1))
	shift
	until "$@"; do
		[ $SECONDS -lt $limit ] || fail "never: $*" || return
		sleep 0.1
	done
}

# end_daemon NAME [SIGNAL]: ends it, by force after ten seconds
end_daemon() {
	local pid file=$BATS_FILE_TMPDIR/$1.pid
	[ -e "$file" ] || return 0
	pid=$(cat "$file")
	rm "$file"
	kill -s "${2-TERM}" "$pid" 2>/dev/null || return 0
	within 10 has_ended "$pid" 2>/dev/null || kill -KILL "$pid" || true
}

# end_daemons: ends all that were started, the last one first
end_daemons() {
	local name
	while read -r name; do
		end_daemon "$name"
	done < <(tac "$BATS_FILE_TMPDIR/daemons" 2>/dev/null)
}
