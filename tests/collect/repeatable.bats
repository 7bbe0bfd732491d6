#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-collect --reproducible: the same profile, byte for byte, in any environment.

load ../lib/collecting

# bats file_tags=long

setup_file() {
	build act.c -O1
	build_32 act.c -O1 -o act32
	build staged.c -O0
	build forbid.c
	build places.c -O1
	build waits.c -O1
	build_32 waits.c -O1 -o waits32
	build_32 places.c -O1 -o places32
	awk 'BEGIN { for (x = 1; i < 4000; i++) {
		x = (x * 16807) % 2147483647
		printf "%s%s", x % (i % 97 + 3), i % 11 ? " " : "\n" } }' >"$BATS_FILE_TMPDIR/text"
}

setup() {
	enter_with_programs
	TEXT=$BATS_FILE_TMPDIR/text
	unset PERL_HASH_SEED PYTHONHASHSEED
}

collect() {
	cg-collect -q "${REPRODUCIBLY[@]}" --client-stdout=/dev/null "$@"
}

# Makes processes until the next 300 have numbers of one length: bash prints its own number, and
# executes more for each digit.
keep_digits() {
	local number last
	until number=$(sh -c 'echo $$') && last=$((number + 300)) && [ ${#number} -eq ${#last} ] &&
		[ $last -lt "$(cat /proc/sys/kernel/pid_max)" ]; do :; done
}

# --- equal profiles

# The environments of the next test: each function runs a command in one.
no_variables() { env -i PATH="$PATH" "$@"; }
variables() {
	local n=$1 i list=()
	shift
	for ((i = 0; i < n; i++)); do
		list+=("VARIABLE_$i=$(printf "%$((i * 7 % 61))s" | tr ' ' x)")
	done
	no_variables "${list[@]}" "$@"
}
long_variables() {
	no_variables LONG="$(printf %3000s | tr ' ' l)" PATH="$PATH:$PWD/none" \
		A_NAME_OF_MORE_THAN_THIRTY_LETTERS_AND_MORE=x "$@"
}
locale() { no_variables LANG=de_DE.UTF-8 LC_ALL=C LANGUAGE=de LESS=-R "$@"; }
user_names() {
	no_variables HOME=/home/wilhelmina USER=wilhelmina LOGNAME=wilhelmina \
		MAIL=/var/mail/wilhelmina "$@"
}
linker() { no_variables LD_BIND_NOW=1 GLIBC_TUNABLES=glibc.malloc.check=1 "$@"; }
options() { no_variables VALGRIND_OPTS='--branch-sim=yes --I1=4096,2,64' "$@"; }
other_directory() { (cd /usr/share && "$@"); }
other_tmpdir() {
	mkdir -p "$BATS_TEST_TMPDIR/a/place/for/temporary/files"
	TMPDIR=$BATS_TEST_TMPDIR/a/place/for/temporary/files "$@"
}
processor() { taskset -c "$(first_processors "$1")" "${@:2}"; }
stack() { (ulimit -s "$1" && "${@:2}"); }
installed_elsewhere() {
	PATH=$BATS_FILE_TMPDIR/a/longer/name/of/a/directory/bin:$PATH "$@"
}

# prints the numbers of the first N processors that this process may use
first_processors() {
	python3 -c 'import os, sys
print(*sorted(os.sched_getaffinity(0))[:int(sys.argv[1])], sep=",")' "$1"
}

# settings.bats has other settings, without branches
# equal_in_all_worlds PROGRAM: its profile is the same whatever is around it
equal_in_all_worlds() {
	local install=$BATS_FILE_TMPDIR/a/longer/name/of/a/directory world
	local command=(cg-collect -q "${REPRODUCIBLY[@]}" --branch-sim=yes -o p.cg "$1" work 100)
	mkdir -p "$install"
	cp -rL "$B/libexec" "$B/bin" "$install"
	"${command[@]}"
	sed '/^cmd:/d' p.cg >first
	for world in no_variables 'variables 53' 'variables 60' \
		'variables 120' 'variables 500' long_variables \
		locale user_names linker options other_directory \
		other_tmpdir 'processor 1' 'processor 2' \
		'stack 1024' 'stack unlimited' \
		'setarch -R' installed_elsewhere; do
		rm p.cg
		# shellcheck disable=SC2086 # words
		$world "${command[@]/#p.cg/$PWD/p.cg}"
		sed '/^cmd:/d' p.cg | same first - "$1: $world"
	done
}

@test "equal for all variables, directories and processors" {
	equal_in_all_worlds "$BATS_FILE_TMPDIR/act"
}

@test "equal for all variables, directories and processors: 32 bits" {
	need_32 act32
	equal_in_all_worlds "$BATS_FILE_TMPDIR/act32"
}

@test "equal for programs of many kinds" {
	# newer Pythons read their memory map
	cc -O1 -shared -fPIC -o still.so "$TESTS/programs/still.c"
	for program in "gzip -c $TEXT" "sort $TEXT" "sed s/1/2/ $TEXT" \
		"tr 1 2" "bash -c :" "/usr/bin/python3 -S -c pass" \
		"perl -e 1"; do
		keep_digits
		# shellcheck disable=SC2086
		variables 60 cg-collect -q "${REPRODUCIBLY[@]}" \
			--set-env=LD_PRELOAD="$PWD/still.so" \
			--client-stdout=/dev/null -o one.cg $program <"$TEXT"
		# shellcheck disable=SC2086
		LANG=de_DE.UTF-8 other_tmpdir processor 1 cg-collect -q \
			"${REPRODUCIBLY[@]}" --set-env=LD_PRELOAD="$PWD/still.so" \
			--client-stdout=/dev/null -o two.cg \
			$program <"$TEXT"
		same one.cg two.cg "$program"
	done
}

@test "the size of memory is the same on each machine, however much is free" {
	cat >memory.c <<-'END'
		#include <stdio.h>
		#include <sys/sysinfo.h>
		int main(void)
		{
			struct sysinfo i;
			if (sysinfo(&i) != 0)
				return 1;
			printf("%llu %llu\n", (unsigned long long)i.totalram * i.mem_unit,
			    (unsigned long long)i.freeram * i.mem_unit);
			return i.uptime != 0 || i.loads[0] != 0 || i.procs != 1;
		}
	END
	cc -o memory memory.c
	cc -m32 -o memory32 memory.c || :
	for program in memory memory32; do
		[ $program = memory ] || need_32 act32
		cg-collect -q --reproducible --cache-sim=no -o p.cg ./$program >out
		same - out <<<'8589934592 4294967296'
	done
}

@test "random numbers are the same in each run, and differ within one" {
	cat >seeds.c <<-'END'
		#include <stdio.h>
		#include <sys/random.h>
		#include <sys/wait.h>
		#include <unistd.h>
		static void show(size_t n)
		{
			unsigned char bytes[32];
			long got = getrandom(bytes, n, 0);
			for (long i = 0; i < got; i++)
				printf("%02x", bytes[i]);
			puts("");
			fflush(stdout);
		}
		int main(void)
		{
			show(1);
			show(8);
			show(31);
			if (fork() == 0)
				show(8), _exit(0);
			wait(NULL);
			return 0;
		}
	END
	cc -o seeds seeds.c
	for i in 1 2; do
		cg-collect -q --reproducible -f -o $i.cg --client-stdout=$i.out ./seeds
	done
	same 1.out 2.out
	same 1.cg 2.cg
	[ "$(sort -u 1.out | wc -l)" -eq 4 ]
	[ "$(wc -c <1.out)" -eq $((2 * (1 + 8 + 31 + 8) + 4)) ]
	cg-collect -q -o 3.cg --client-stdout=3.out ./seeds
	! cmp -s 1.out 3.out
}

@test "equal for hash maps of Rust, whose seeds are random" {
	need_command rustc
	cat >map.rs <<-'END'
		fn main() {
		    let mut map = std::collections::HashMap::new();
		    for i in 0..2000u32 { map.insert(i, i); }
		    println!("{}", map.keys().take(9).sum::<u32>());
		}
	END
	rustc -O map.rs
	for i in 1 2; do
		cg-collect -q --reproducible -o $i.cg ./map
	done
	same 1.cg 2.cg
}

@test "equal for interpreters with random hash seeds" {
	for i in 1 2 3; do
		collect -o perl$i.cg perl -e \
			'$h{$_} = 1 for 1 .. 300; print keys %h'
	done
	same perl1.cg perl2.cg
	same perl1.cg perl3.cg
	collect --set-env=PERL_HASH_SEED=7 -o perl2.cg perl -e \
		'$h{$_} = 1 for 1 .. 300; print keys %h'
	! cmp -s perl1.cg perl2.cg
}

@test "equal for program paths of different length" {
	mkdir -p deep/er
	cp "$BATS_FILE_TMPDIR/act" deep/er/act
	cp "$BATS_FILE_TMPDIR/act" act
	collect -o one.cg ./act work 100
	collect -o two.cg deep/er/act work 100
	check_same 'all but the command' \
		"sed '/^cmd:/d' one.cg" "sed '/^cmd:/d' two.cg"
}

@test "unused arguments cost nothing" {
	cc -o ignore -x c - <<<'int main(void) { return 0; }'
	collect --cache-sim=no -o one.cg ./ignore
	for n in 1 2 300 30000; do
		# shellcheck disable=SC2046 # words
		collect --cache-sim=no -o two.cg ./ignore $(seq $n)
		check_same 'all but the command' \
			"sed '/^cmd:/d' one.cg" "sed '/^cmd:/d' two.cg"
	done
}

@test "equal for another user" {
	[ "$(id -u)" -eq 0 ] || skip 'only root can become another user'
	local place
	place=$(mktemp -d -p /tmp)
	mkdir -p "$place/libexec" "$place/bin"
	cp -rL "$B/libexec/cg-tools" "$place/libexec"
	cp "$B/bin/cg-collect" "$BATS_FILE_TMPDIR/act" "$place/bin"
	chmod -R a+rwX "$place"
	for user in 0 4294960000; do
		HOME=/home/$user TMPDIR=$place PATH=$place/bin:$PATH setpriv \
			--reuid=$user --clear-groups cg-collect -q \
			"${REPRODUCIBLY[@]}" -o "$place/$user.cg" act work 100
	done
	cp "$place"/*.cg .
	rm -r "$place"
	same 0.cg 4294960000.cg
}

@test "equal on a processor with fewer features" {
	cp -rL "$B/libexec/cg-tools" newcpu
	cp -rL "$B/oldcpu" oldcpu
	for program in "gzip -c $TEXT" "sort $TEXT" "act work 100"; do
		for cpu in newcpu oldcpu; do
			# shellcheck disable=SC2086
			CG_COLLECT_LIB=$cpu collect -o $cpu.cg $program
		done
		same newcpu.cg oldcpu.cg "$program"
	done
}

@test "without the option, counts on that processor differ" {
	grep -qw avx2 /proc/cpuinfo || skip 'this processor is an old one'
	cp -rL "$B/libexec/cg-tools" newcpu
	cp -rL "$B/oldcpu" oldcpu
	for cpu in newcpu oldcpu; do
		CG_COLLECT_LIB=$cpu cg-collect -q --cache-sim=no -o $cpu.cg \
			--client-stdout=/dev/null sort "$TEXT"
	done
	grep -q '^fn=.*_avx' newcpu.cg
	run -1 grep '^fn=.*_avx' oldcpu.cg
}

@test "the caches are fixed unless the user sets them" {
	collect --inline=no -o p.cg act
	sed -n '/^desc: Compilers:/d; s/^desc: //p' p.cg | same - <(cat <<-'end'
		I1 cache:         32768 B, 64 B, 8-way associative
		D1 cache:         32768 B, 64 B, 8-way associative
		LL cache:         8388608 B, 64 B, 16-way associative
		CPU:              x86-64-v1
	end
	)
	collect --D1=49152,12,64 -o p.cg act
	grep -x 'desc: D1 cache:         49152 B, 64 B, 12-way associative' p.cg
}

@test "equal for child processes" {
	# a shell converts process numbers to text: try again if their lengths changed
	for ((try = 0; try < 5; try++)); do
		lengths=$(sh -c 'echo ${#$}')
		for i in 1 2; do
			env "VARIABLE$i=$i$i$i" TMPDIR="$PWD/$(mkdir -p t$i$i; echo t$i$i)" \
				cg-collect -q "${REPRODUCIBLY[@]}" -f -o $i.cg sh -c \
				"$BATS_FILE_TMPDIR/act work 10 fork work 50 join exec $BATS_FILE_TMPDIR/act work 20; $BATS_FILE_TMPDIR/act32 || :"
			lengths+=$(sh -c 'echo ${#$}')
		done
		[ -n "${lengths//"${lengths:0:1}"}" ] || break
	done
	same 1.cg 2.cg
}

# bats test_tags=slow
@test "equal where a filter of system calls keeps addresses random" {
	cg-collect -q --reproducible -o wanted.cg places 2>wanted
	grep '^0x' wanted
	for result in EPERM ENOSYS 0; do
		for i in 1 2; do
			forbid personality=$result cg-collect -q --reproducible -o got.cg places 2>got
			same wanted got
			same wanted.cg got.cg
		done
	done
}

@test "a warning says that the stack of a 32-bit program is at random addresses" {
	need_32 places32
	for result in EPERM 0; do
		forbid personality=$result cg-collect -q --reproducible -o got.cg places32 2>err
		[ "$(grep -c 'because the system forbids personality()' err)" -eq 1 ]
	done
	cg-collect -q --reproducible -o got.cg places32 2>err
	! grep personality err
}

# --- time

@test "a program that polls the clock counts the same with --clock=counted" {
	for program in waits waits32; do
		need_32 $program
		for i in 1 2 3; do
			cg-collect -q --reproducible --clock=counted --client-stdout=said$i -o $i.cg $program
		done
		same 1.cg 2.cg
		same 1.cg 3.cg
		same said1 said2
		# a nanosecond for each instruction
		[ "$(sed -n 's/^looked //p' said1)" -lt 50000 ]
		grep -x 'slept 80' said1
		grep -x 'day 1577836800' said1
		grep -x 'time 1577836800' said1
		grep -x 'desc: Clock: *counted' 1.cg
	done
}

@test "the clock is counted while the profile is not, and in all modes" {
	for option in --instr-at-start=no --calls --stacks --branch-sim=yes --data; do
		cg-collect -q --clock=counted $option --client-stdout=said -o p.cg waits 2>err
		grep -x 'slept 80' said
		cg-collect -q --clock=counted --reproducible $option --client-stdout=again -o q.cg waits 2>err
		cg-collect -q --clock=counted --reproducible $option --client-stdout=said -o p.cg waits 2>err
		same said again
		same p.cg q.cg
	done
}

@test "without --clock=counted, the clock is the real one" {
	cg-collect -q --reproducible --clock=real --client-stdout=said -o p.cg waits
	! grep Clock: p.cg
	[ "$(sed -n 's/^time //p' said)" -gt 1600000000 ]
	complains_with 125 'cg-collect: --clock: expected counted or real, found "fast" (see cg-collect --help)' 		cg-collect --clock=fast waits
}

# --- the environment of the program

# bats test_tags=slow
@test "the program has a few fixed variables and the variables of the options" {
	cat >wanted <<-'end'
		HOME=/
		LANG=C.UTF-8
		PATH=/usr/local/bin:/usr/bin:/bin
		PERL_HASH_SEED=0
		PYTHONHASHSEED=0
		TZ=UTC0
	end
	LC_ALL=C cg-collect -q --reproducible --client-stdout=got -o p.cg env
	same wanted got
	cat >wanted <<-'end'
		EMPTY=
		HOME=/
		KEPT=value with = and blanks
		LANG=de_DE
		PATH=/somewhere
		PERL_HASH_SEED=0
		PYTHONHASHSEED=7
	end
	KEPT='value with = and blanks' PYTHONHASHSEED=7 PATH=$PATH:/none \
		OTHER=x cg-collect -q --client-stdout=got -o p.cg \
		--keep-env=NOT_SET --keep-env=KEPT --set-env=EMPTY= \
		--set-env=LANG=fr --keep-env=PYTHONHASHSEED --reproducible \
		--set-env=LANG=de_DE --set-env=PATH=/somewhere --keep-env=TZ env
	same wanted got
}

@test "a variable of an option has the same address whatever the environment" {
	local programs=("$BATS_FILE_TMPDIR"/act*)
	for program in "${programs[@]}"; do
		KEPT=1 variables 9 cg-collect -q "${REPRODUCIBLY[@]}" \
			--keep-env=KEPT --set-env=KEPT=2 -o one.cg "$program"
		KEPT=2 OTHER=3 cg-collect -q "${REPRODUCIBLY[@]}" --keep-env=KEPT \
			-o two.cg "$program"
		same one.cg two.cg "$program"
	done
}

@test "children have the variables that their parents give them" {
	cg-collect -q --reproducible -f --client-stdout=got -o p.cg \
		sh -c 'MORE=1; export MORE; unset HOME TZ; env; :'
	grep -v '^PWD=' got | sort | same - <(cat <<-'end'
		LANG=C.UTF-8
		MORE=1
		PATH=/usr/local/bin:/usr/bin:/bin
		PERL_HASH_SEED=0
		PYTHONHASHSEED=0
	end
	)
	collect -f --client-stdout=got -o p.cg sh -c 'env -i /usr/bin/env; :'
	[ ! -s got ]
}

@test "--keep-env and --set-env require --reproducible" {
	run -125 --separate-stderr cg-collect --keep-env=A true
	[ "$stderr" = 'cg-collect: --keep-env and --set-env need --reproducible (see cg-collect --help)' ]
	run -125 --separate-stderr cg-collect --reproducible --keep-env=A=1 true
	[ "$stderr" = 'cg-collect: --keep-env: expected NAME, found "A=1" (see cg-collect --help)' ]
	for variable in A '' =1; do
		run -125 --separate-stderr cg-collect --reproducible \
			"--set-env=$variable" true
		[ "$stderr" = "cg-collect: --set-env: expected NAME=VALUE, found \"$variable\" (see cg-collect --help)" ]
	done
}

@test "the program is searched for in the user's PATH" {
	mkdir bin
	cp "$BATS_FILE_TMPDIR/act" bin/only-here
	PATH=$PATH:$PWD/bin collect -o p.cg only-here work 10
	grep -x 'cmd: only-here work 10' p.cg
}

@test "arguments and /proc show the usual start of a program" {
	cat >start.c <<-'end'
		#include <elf.h>
		#include <stdint.h>
		#include <stdio.h>
		#include <string.h>
		#include <sys/auxv.h>
		int main(int argc, char **argv)
		{
			unsigned long entry[2], random = 0;
			FILE *file = fopen("/proc/self/auxv", "r");
			while (fread(entry, sizeof entry, 1, file) == 1)
				if (entry[0] == AT_RANDOM)
					random = entry[1];
			for (int i = 0; i < argc; i++)
				printf("%zu %.3s\n", strlen(argv[i]), argv[i]);
			puts(argv[argc] ? "more" : "no more");
			puts((char *)getauxval(AT_EXECFN));
			puts(random == getauxval(AT_RANDOM) ? "same" : "other");
			puts((uintptr_t)&argc % 16384 < 16384 ? "runs" : "");
			return 0;
		}
	end
	cc -o start start.c
	collect --client-stdout=got -o p.cg ./start '' one "$(printf %9000s)"
	cat >wanted <<-'end'
		7 ./s
		0 
		3 one
		9000    
		no more
		./start
		same
		runs
	end
	same wanted got
	# as many as the kernel accepts
	seq 100000 | xargs -s 1000000 -n 100000 cg-collect -q --reproducible \
		--client-stdout=got -o p.cg ./start
	[ "$(wc -l <got)" -ge 50000 ]
}

@test "the program sees one processor, whichever it is" {
	cat >processors.c <<-'end'
		#define _GNU_SOURCE
		#include <sched.h>
		#include <stdio.h>
		#include <sys/syscall.h>
		#include <unistd.h>
		int main(void)
		{
			unsigned char mask[1024];
			unsigned cpu = 9, node = 9;
			long size = syscall(SYS_sched_getaffinity, 0, 1024, mask);
			int n = 0;
			for (long i = 0; i < size; i++)
				n += __builtin_popcount(mask[i]);
			syscall(SYS_getcpu, &cpu, &node, NULL);
			cpu_set_t first;
			CPU_ZERO(&first);
			CPU_SET(0, &first);
			CPU_SET(1023, &first);
			int set = sched_setaffinity(0, sizeof first, &first);
			CPU_CLR(0, &first);
			int beyond = sched_setaffinity(0, sizeof first, &first);
			printf("%ld %d %d %u %u %d %d\n", size, n, mask[0],
				cpu, node, set, beyond);
			return 0;
		}
	end
	cc -o processors processors.c
	for processor in $(first_processors 2 | tr , ' '); do
		taskset -c "$processor" cg-collect -q --reproducible \
			--client-stdout=got -o p.cg ./processors
		same - got <<<'8 1 1 0 0 0 -1'
	done
	# in a container with a different first processor
	forbid sched_setaffinity cg-collect -q --reproducible \
		--client-stdout=got -o p.cg ./processors
	same - got <<<'8 1 1 0 0 0 -1'
	collect --client-stdout=got -o p.cg nproc
	same - got <<<1
}

@test "files of Valgrind options are not read" {
	mkdir home
	echo --branch-sim=yes | tee home/.valgrindrc >.valgrindrc
	HOME=$PWD/home collect -o p.cg act
	run -1 grep '^events:.*Bc' p.cg
	HOME=$PWD/home cg-collect -q -o p.cg act
	grep '^events:.*Bc' p.cg
	HOME=$PWD/home collect -f -o p.cg sh -c 'act; :'
	run -1 grep '^events:.*Bc' p.cg
}

@test "LD_PRELOAD of an option preloads a library" {
	cc -shared -fPIC -o preloaded.so -x c - <<-'end'
		#include <unistd.h>
		__attribute__((constructor)) static void hello(void)
		{ if (write(1, "hello\n", 6) < 0) _exit(9); }
	end
	collect --set-env=LD_PRELOAD="$PWD/preloaded.so" --client-stdout=got \
		-o p.cg act
	same - got <<<hello
	collect -f --client-stdout=got -o p.cg \
		sh -c "LD_PRELOAD=$PWD/preloaded.so $BATS_FILE_TMPDIR/act; env"
	# a Valgrind that the shell starts preloads it too
	grep -x hello got
	run -1 grep LD_PRELOAD got
}

# needs_larger_stack LIMIT PROGRAM...
needs_larger_stack() {
	exits 125 stack "$1" cg-collect --reproducible "${@:2}" 2>err
	sed '1!d; s/ of [0-9]* KiB/ of N KiB/' err | same - <(echo \
		"cg-collect: cannot run $valgrind: its arguments and variables need a stack of N KiB, and ulimit -s is $1")
}

@test "if the stack is too small for the variables and arguments, the message says so" {
	valgrind=$(command -v valgrind.bin || command -v valgrind)
	needs_larger_stack 64 touch ran
	needs_larger_stack 72 touch ran
	# with the padding more than a quarter of the stack
	needs_larger_stack 256 touch ran "$(printf %0100000d 0)"
	[ ! -e ran ]
}

# --- the cost of a part of a program

# prints the rows of a difference with different instructions, as "function count"
changed() {
	awk '/^fn=/ { name = substr($0, 4) }
	     /^-?[0-9]/ && $2 != 0 { print name, $2 }' "$1"
}

@test "the cost of the set-up is subtracted exactly" {
	cg-diff <(collect staged --setup) <(collect staged) >work.cg
	collect -o whole.cg staged
	whole=$(awk '/^fn=/ { inside = $0 == "fn=work" }
		/^[0-9]/ && inside { sum += $2 } END { print sum }' whole.cg)
	[ "$whole" -gt 20000 ]
	changed work.cg | grep -x "work $whole"
	changed work.cg | grep -vE '^(work|main|.*strcmp.*) ' >others || true
	same /dev/null others
}

@test "RECIPES: the cost without the set-up" {
	cp "$BATS_FILE_TMPDIR/staged" prog
	"$TESTS/lib/readme-block" 'What does it cost without the set-up?' 1 >job
	grep -q cg-diff job
	bash -e job >out
	grep 'work$' out
	run -1 grep set_up out
}
