#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-collect --reproducible: one profile in all settings of a system.

load ../lib/collecting

# bats file_tags=long

setup_file() {
	build look.c -O1
	build_32 look.c -O1 -o look32
}

# Settings: each runs a command in one. Those that the system does not allow fail before
# they run it.
file() { "$@" >out 2>err </dev/null; }
append() { "$@" >>out 2>>err </dev/null; }
read_write() { "$@" 1<>out 2<>err </dev/null; }
one_file() { "$@" >out 2>&1 </dev/null; }
pipe() { "$@" 2>&1 </dev/null | cat >out; }
null() { "$@" >/dev/null 2>&1 </dev/null; }
output_null() { "$@" >/dev/null </dev/null; }
terminal() { script -qefc "$(printf '%q ' "$@")" /dev/null >out; }
output_terminal() { script -qefc "$(printf '%q ' "$@") </dev/null" /dev/null >out; }
output_closed() { "$@" >&- </dev/null; }
errors_closed() { "$@" 2>&- </dev/null; }
input_closed() { "$@" <&-; }
all_closed() { "$@" <&- >&- 2>&-; }
named_pipe() {
	mkfifo fifo
	cat fifo >out &
	"$@" >fifo
	wait $!
	rm fifo
}
socket() {
	perl -MSocket -e 'socketpair A, B, AF_UNIX, SOCK_STREAM, 0; fork or do {
		close A; 1 while <B>; exit }; close B; open STDOUT, ">&A"; close A;
		exit system(@ARGV) >> 8' "$@"
}
inherited() { "$@" 5<&0 6>out </dev/null; }
no_variables() { env -i PATH="$PATH" "$@"; }
variables() { env $(seq -f 'V%g=value' 300) "$@"; }
long_variable() { env LONG="$(printf %9000s)" "$@"; }
locale() { env LANG=de_DE.UTF-8 LANGUAGE=de LC_ALL=C "$@"; }
names() { env HOME=/home/w USER=wilhelmina LOGNAME=wilhelmina "$@"; }
linker() { env LD_BIND_NOW=1 GLIBC_TUNABLES=glibc.malloc.check=1 "$@"; }
options() { env VALGRIND_OPTS=--branch-sim=yes "$@"; }
directory() { (cd /usr/share && "$@"); }
tmpdir() {
	mkdir -p a/place/for/temporary/files
	TMPDIR=$PWD/a/place/for/temporary/files "$@"
}
umask_0() { (umask 0 && "$@"); }
limit() { (ulimit "$1" "$2" && "${@:3}"); }
personality() { setarch "$1" "${@:2}"; }
namespace() { unshare "$1" "${@:2}"; }
process_namespace() { unshare --pid --fork --mount-proc "$@"; }
user_namespace() { unshare --user --map-root-user "$@"; }
host_name() { unshare --uts sh -c 'hostname elsewhere; exec "$@"' - "$@"; }
other_user() { setpriv --reuid=65534 --clear-groups "$@"; }
nice_10() { nice -n 10 "$@"; }
batch() { chrt --batch 0 "$@"; }
session() { setsid -w "$@"; }
hang_up() { nohup "$@" >out; }
processor() { taskset -c "$(taskset -cp $$ | sed 's/.*[-, :]//')" "$@"; }

# the settings, one a line; those that only some systems allow begin with "?"
settings() {
	cat <<-'end'
		file
		append
		read_write
		one_file
		pipe
		null
		output_null
		terminal
		output_terminal
		output_closed
		errors_closed
		input_closed
		all_closed
		named_pipe
		socket
		inherited
		no_variables
		variables
		long_variable
		locale
		names
		linker
		options
		directory
		tmpdir
		umask_0
		limit -s 1024
		limit -s unlimited
		limit -n 64
		limit -c 0
		limit -f 100000
		limit -t 1000
		limit -l 64
		personality -R
		personality -L
		personality -X
		?namespace --net
		?namespace --ipc
		?namespace --mount
		?namespace --cgroup
		?host_name
		?process_namespace
		?user_namespace
		?other_user
		nice_10
		?batch
		session
		hang_up
		processor
	end
}

# matrix LEVEL PROGRAM...: the profile must be the same in all settings; prints its checksum
# for each
matrix() {
	local level=$1 place setting
	shift
	place=$(mktemp -d -p /tmp)
	chmod 777 "$place"
	while read -r setting; do
		if [[ $setting == \?* ]]; then
			setting=${setting#\?}
			# shellcheck disable=SC2086 # words
			$setting true >/dev/null 2>&1 || continue
		fi
		# shellcheck disable=SC2086
		$setting cg-collect -q "${REPRODUCIBLY[@]}" --cpu="$level" \
			-o "$place/p.cg" "$@" </dev/null || fail "$setting: $?"
		echo "$level $(md5sum <"$place/p.cg" | cut -c1-12) $setting"
		[ -e first.cg ] || cp "$place/p.cg" first.cg
		same first.cg "$place/p.cg" "$setting"
		rm -f "$place/p.cg"
	done < <(settings)
	rm -r "$place" first.cg
}

# for other users
program() {
	cp "$BATS_FILE_TMPDIR/look" /tmp/look.$$
	chmod 755 /tmp/look.$$
	echo /tmp/look.$$
}

teardown() {
	rm -f /tmp/look.$$
}

# bats test_tags=slow
@test "one profile in all settings: x86-64-v1" {
	matrix x86-64-v1 "$(program)"
}

@test "one profile in all settings: x86-64-v2" {
	matrix x86-64-v2 "$(program)"
}

@test "one profile in all settings: x86-64-v3" {
	grep -qw avx2 /proc/cpuinfo || skip 'this processor is an old one'
	matrix x86-64-v3 "$(program)"
}

@test "the same kinds for 32-bit programs" {
	local setting
	need_32 look32
	for setting in file append read_write pipe null terminal all_closed; do
		$setting cg-collect -q --reproducible -o $setting.cg \
			"$BATS_FILE_TMPDIR/look32" </dev/null
		same file.cg $setting.cg
	done
}

# Starts processes until the numbers of the next 3,000 have as many digits as one another: they
# are in the instructions of a shell that writes its own.
even_out_process_numbers() {
	local pid later most
	most=$(cat /proc/sys/kernel/pid_max)
	while :; do
		pid=$(sh -c 'echo $$')
		later=$((pid + 3000))
		[ ${#pid} -ne ${#later} ] || [ $later -ge "$most" ] || break
	done
}

@test "the same kinds in programs that a shell starts, unless it redirects them" {
	local setting
	even_out_process_numbers
	for setting in file pipe null terminal all_closed; do
		$setting cg-collect -q "${REPRODUCIBLY[@]}" -f -o $setting.cg \
			sh -c '$0; { $0; } 3>&1 >/dev/null; exec $0' \
			"$BATS_FILE_TMPDIR/look" </dev/null
		same file.cg $setting.cg
	done
}

@test "what a program writes arrives, and it cannot seek" {
	cat >wanted <<-'end'
		one
		two
	end
	cat >seek.c <<-'end'
		#include <unistd.h>
		int main(void)
		{
			if (write(1, "one\n", 4) < 0 || lseek(1, 0, SEEK_SET) >= 0)
				return 1;
			return write(1, "two\n", 4) < 0;
		}
	end
	cc -o seek seek.c
	cg-collect -q --reproducible -o p.cg ./seek >out
	same wanted out
	exits 1 cg-collect -q -o p.cg ./seek >out
}

@test "standard input that is a file can be read and sought in" {
	seq 10 >numbers
	cg-collect -q --reproducible -f -o p.cg sh -c 'head -n1; cat' <numbers >out
	same numbers out
}
