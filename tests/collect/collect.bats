#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-collect, the launcher: its output, exit status and remaining files.
# collector.bats tests the counts.

load ../lib/collecting

setup_file() {
	build act.c -O0
}

setup() {
	enter_with_tmpdir
}

# nothing may be left in TMPDIR
teardown() {
	[ -z "$(ls -A "$BATS_TEST_TMPDIR/tmp")" ]
}

# options for short and quiet runs; these tests do not need cache misses
collect() {
	cg-collect -q --cache-sim=no "$@"
}

# refuses STATUS MESSAGE COMMAND...: the command must end with the status, print
# nothing on standard output, and only this message of cg-collect
refuses() {
	local status=$1 message=$2
	shift 2
	exits "$status" "$@" >refused.out 2>refused.err || return
	grep '^cg-collect: ' refused.err >refused.message
	printf 'cg-collect: %s\n' "$message" | same - refused.message || return
	[ ! -s refused.out ] || fail "$*: wrote to standard output"
}

# burnt_by ROUNDS: prints the instructions that "work ROUNDS" executes in burn()
burnt_by() {
	collect -o alone.cg act work "$1" && burnt alone.cg
}

# waits, at most a while, until the file is not empty
wait_for_text() {
	local i
	for ((i = 0; i < 200; i++)); do
		[ ! -s "$1" ] || return 0
		sleep 0.1
	done
	fail "$1 stays empty"
}

# --- the profile and the program's output

@test "the profile goes to standard output, the program's output to standard error" {
	collect act print hello work 10 >out 2>err
	canonical out
	grep -x 'cmd: act print hello work 10' out
	grep -x hello err
}

@test "--client-stdout writes the program's output to a file" {
	collect --client-stdout=hello act print hello >out 2>err
	canonical out
	echo hello | same - hello
	exits 1 grep hello err
}

@test "with -o the program keeps its standard output" {
	collect -o p.cg act print hello >out 2>err
	canonical p.cg
	echo hello | same - out
	collect --output p.cg --client-stdout=kept act print hello >out
	canonical p.cg
	echo hello | same - kept
	[ ! -s out ]
}

@test "--cachegrind-out-file is -o, and - is standard output" {
	collect --cachegrind-out-file=p.cg act work 10
	canonical p.cg
	collect -o - act work 10 >out
	canonical out
}

@test "the program inherits standard input" {
	echo hello | collect --client-stdout=copy cat >/dev/null
	echo hello | same - copy
}

# bats test_tags=slow
@test "-z and a file name that ends in .gz compress" {
	collect -o p.cg.gz act work 10
	gzip -dc p.cg.gz | "$TESTS/lib/canonical"
	collect -z9 act work 10 | gzip -dc | "$TESTS/lib/canonical"
	collect --gzip -o p.cg act work 10
	gzip -dc p.cg | "$TESTS/lib/canonical"
}

@test "%q{VAR} and %% in the file name" {
	RUN=two collect -o 'p.%q{RUN}.%%.cg' act work 10
	canonical p.two.%.cg
}

# bats test_tags=long
@test "%p is the process number: one file for each process" {
	collect -o '%p.cg' act work 1000 fork work 5000 join
	cat ./*.cg | grep -c '^events: ' | grep -x 2
	for profile in ./*.cg; do
		canonical "$profile"
		burnt "$profile"
	done | sort -n >got
	{ burnt_by 1000; burnt_by 5000; } | sort -n | same - got
}

@test "TMPDIR may contain a % and a blank" {
	mkdir "$TMPDIR/50% off %p"
	TMPDIR="$TMPDIR/50% off %p" collect act work 10 >out
	canonical out
	TMPDIR="$TMPDIR/50% off %p" collect -f act work 10 >out
	canonical out
	rmdir "$TMPDIR/50% off %p"
}

@test "a relative TMPDIR works if the program changes its directory" {
	TMPDIR=tmp collect sh -c 'cd /; true' >out
	canonical out
}

@test "cg-collect ends quietly if the reader closes the pipe" {
	collect act work 10 2>err | true || status=$?
	[ "$status" -eq 141 ]
	exits 1 grep '^cg-collect' err
}

@test "a newline in an argument is escaped in cmd:" {
	collect act print $'one\nfl=forged' >out 2>/dev/null
	canonical out
	grep -xF 'cmd: act print one\nfl=forged' out
}


# --- options

# bats test_tags=slow
@test "options end at the program, or at --" {
	exits 3 collect act exit 3 -o p.cg >out
	grep -x 'cmd: act exit 3 -o p.cg' out
	exits 3 collect -- act exit 3 >out
	canonical out
}

# bats test_tags=long
@test "unknown options are passed to Valgrind" {
	cg-collect --log-file=log --cache-sim=no act work 10 >out 2>err
	canonical out
	[ ! -s err ]
	grep 'I *refs:' log
}

# bats test_tags=long
@test "the options of the simulation go to the tool" {
	cg-collect -q --I1=16384,4,32 --D1=8192,1,64 --LL=1048576,16,128 \
		--branch-sim=yes act work 10 >out
	canonical out
	sed -n '/^desc: \(Build IDs\|Compilers\):/d; s/^desc: //p; /^events/p' out >got
	same - got <<-'END'
		I1 cache:         16384 B, 32 B, 4-way associative
		D1 cache:         8192 B, 64 B, direct-mapped
		LL cache:         1048576 B, 128 B, 16-way associative
		Inlined functions: rows of their own
		events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw Bc Bcm Bi Bim
	END
}

# bats test_tags=slow
@test "-q silences the summary" {
	cg-collect act work 10 2>err >out
	grep 'I *refs:' err
	cg-collect -q act work 10 2>err >out
	exits 1 grep 'I *refs:' err
}

# bats test_tags=long
@test "Valgrind says nothing about debug information, which cg-names reads" {
	# the core would complain about an attribute of form 0x7e in a unit of DWARF 4
	cc -o unknown -x c - <<-'end'
		__asm__(".section .debug_abbrev,\"\",@progbits\n"
			".uleb128 1, 0x11\n.byte 0\n.uleb128 3, 0x7e\n.byte 0, 0, 0\n"
			".section .debug_info,\"\",@progbits\n"
			".4byte 2f - 1f\n1: .2byte 4\n.4byte 0\n.byte 8\n"
			".uleb128 1\n.8byte 0\n2:\n"
			".section .debug_line,\"\",@progbits\n.4byte 0\n"
			".section .debug_str,\"MS\",@progbits,1\n.asciz \"x\"\n.text");
		int main(void) { return 0; }
	end
	cg-collect --cache-sim=no -o p.cg ./unknown 2>err
	exits 1 grep '###' err
	cg-sum --check p.cg
	# the core of Debian 12 ends the run at split DWARF 5
	echo 'int main(void) { return 0; }' >split.c
	for version in 4 5; do
		cc -g -gdwarf-$version -gsplit-dwarf -o split split.c
		cg-collect -q --cache-sim=no -o p.cg ./split 2>err
		[ ! -s err ]
		grep -x "fl=$PWD/split.c" p.cg
	done
}

# bats test_tags=slow
@test "an option that Valgrind does not know, or a wrong value, is refused in one line" {
	refused() {
		refuses 125 "$1" cg-collect "$2" act
		same refused.message refused.err
	}
	local hint='(see cg-collect --help)'
	refused 'unknown option --no-such-option' --no-such-option
	refused 'unknown option, or value of it: --vex-none=4' --vex-none=4
	refused 'unknown option, or value of it: --smc-check=some' --smc-check=some
	refused "option --num-callers=many: Invalid integer value 'many'" --num-callers=many
	refused "option --branch-sim=on: Invalid boolean value 'on' (should be 'yes' or 'no')" --branch-sim=on
	refused "unknown option --trace-childern=yes: did you mean --trace-children? $hint" --trace-childern=yes
	refused "unknown option --branchsim=yes: did you mean --branch-sim? $hint" --branchsim=yes
	refused "option --D1 needs an argument $hint" --D1
}

# bats test_tags=long
@test "options of the core and old names of the tool's are passed on" {
	for option in --L2=262144,8,64 --instr-atstart=yes --read-inline-info=no --sanity-level=1; do
		cg-collect -q "$option" -o p.cg true
		grep -q ^summary: p.cg
	done
}

# bats test_tags=slow
@test "an impossible cache geometry is refused" {
	refuses 125 'option --I1=3,3,3: Cache set count is not a power of two.' cg-collect --I1=3,3,3 act
	same refused.message refused.err
	refuses 125 "option --LL=1k,2,64: expected SIZE,WAYS,LINE, sizes in bytes, such as 32768,8,64" cg-collect --LL=1k,2,64 act
	same refused.message refused.err
}

# bats test_tags=slow
@test "wrong arguments of our own options are refused" {
	local hint='(see cg-collect --help)'
	refuses 125 "expected a program to run $hint" cg-collect
	refuses 125 "expected a program to run $hint" cg-collect -q --
	refuses 125 "option -o needs an argument $hint" cg-collect -o
	refuses 125 "unknown option -v $hint" \
		cg-collect --trace-children=no -fv act
	refuses 125 "--trace-children: expected yes or no, found \"x\" $hint" \
		cg-collect --trace-children=x act
	refuses 125 "--gzip: expected a level from 1 to 9, found \"0\" $hint" \
		cg-collect -z0 act
	refuses 125 "--output: expected %c, %p, %q{VARIABLE} or %%, found \"%x.cg\" $hint" \
		cg-collect -o p.%x.cg act
	refuses 125 "--output: expected %q{VARIABLE}, found \"%q{RUN\" $hint" \
		cg-collect -o 'p.%q{RUN' act
	unset RUN
	refuses 125 "--output: %q{RUN}: the variable is not set $hint" \
		cg-collect -o 'p.%q{RUN}' act
}

# bats test_tags=slow
@test "help and version" {
	for option in -h --help; do
		cg-collect $option no-such | sed -n 1p |
			grep '^usage: cg-collect '
	done
	cg-collect --version >version
	sed -n 1p version | grep -xE 'cg-collect [0-9.]+(-dev)?'
	sed 1d version | same - <(cat <<-END
		Valgrind tool for the core of Valgrind $(pkg-config --modversion valgrind) on $(pkg-config --variable=platform valgrind)
		Licence: BSD-2-Clause; of the Valgrind tool: GPL-2.0-or-later
	END
	)
	[ "$(cg-collect --help=all | wc -L)" -lt 80 ]
}

# bats test_tags=slow
@test "the help and the manual page have the same options" {
	cg-collect --help=all | grep -E '^ +-' |
		grep -oE '(^ +|, )--?[A-Za-z0-9-]+' | sed 's/.* //' | sort -u >help
	grep '^\.It Fl' "$TESTS/../cg-collect/cg-collect.1" |
		grep -oE 'Fl [A-Za-z0-9-]+' | sed 's/Fl /-/' | sort -u >page
	same help page
}

# --- exit status

# bats test_tags=slow
@test "the exit status is the program's" {
	exits 0 collect act >out
	exits 3 collect act exit 3 >out
	canonical out
	exits 255 collect -o p.cg act exit 255
	canonical p.cg
}

# bats test_tags=slow
@test "if a signal kills the program, the status is 128 + n and the profile is written" {
	exits 139 collect act work 1000 raise 11 >out
	canonical out
	[ "$(burnt out)" -eq "$(burnt_by 1000)" ]
	exits 134 collect -o p.cg act raise 6
	canonical p.cg
}

# bats test_tags=slow
@test "SIGTERM and SIGHUP are passed on to the program" {
	for signal in TERM HUP; do
		cg-collect -q --cache-sim=no --client-stdout=up \
			act print up sleep 60 >out 3>&- &
		wait_for_text up
		kill -$signal $!
		exits $((128 + $(kill -l $signal))) wait $!
		canonical out
		rm up
	done
}

# bats test_tags=long
@test "SIGINT and SIGQUIT are left to the program" {
	# children of a shell without job control ignore SIGINT
	perl -e '$SIG{INT} = "DEFAULT"; setpgrp; exec @ARGV' \
		cg-collect -q --cache-sim=no --client-stdout=up \
		act print up sleep 60 >out 3>&- &
	wait_for_text up
	kill -INT -- -$!
	exits 130 wait $!
	canonical out
}

# bats test_tags=slow
@test "after SIGINT the rest of the pipeline receives the profile" {
	perl -e '$SIG{INT} = "DEFAULT"; setpgrp; exec @ARGV' bash -c '
		cg-collect -q --cache-sim=no --client-stdout=up \
			act print up sleep 60 | cg-filter | cg-merge >out
		exec sleep 60' 3>&- &
	wait_for_text up
	kill -INT -- -$!
	for _ in {1..100}; do
		! grep -qs ^summary: out || break
		sleep 0.1
	done
	canonical out
	kill -KILL -- -$! 2>/dev/null || true
	wait $! 2>/dev/null || true
}

# bats test_tags=long
@test "SIGKILL leaves no profile" {
	cg-collect -q --cache-sim=no --client-stdout=up -o p.cg \
		act print up sleep 60 2>err 3>&- &
	wait_for_text up
	kill -KILL "$(cat /proc/$!/task/$!/children)"
	exits 125 wait $!
	grep -x 'cg-collect: no profile: signal 9 (Killed) ended Valgrind' err
	[ ! -e p.cg ]
}

# bats test_tags=slow
@test "a program that does not exist: 127" {
	refuses 127 'cannot run no-such: No such file or directory' \
		cg-collect no-such
	refuses 127 'cannot run ./no-such: No such file or directory' \
		cg-collect ./no-such
	refuses 127 'cannot run : No such file or directory' cg-collect ''
}

# bats test_tags=slow
@test "a program that cannot be executed: 126" {
	touch text
	refuses 126 'cannot run ./text: Permission denied' cg-collect ./text
	refuses 126 'cannot run /: Is a directory' cg-collect /
	PATH=$PATH:. refuses 126 'cannot run text: Permission denied' \
		cg-collect text
}

# bats test_tags=long
@test "a program for another machine: 126" {
	cp "$(type -P true)" foreign
	printf '\xf3\x00' | dd of=foreign bs=1 seek=18 conv=notrunc status=none
	refuses 126 'cannot run ./foreign: Exec format error' cg-collect ./foreign
	PATH=$PWD:$PATH refuses 126 'cannot run foreign: Exec format error' \
		cg-collect foreign
	# of the other byte order
	cp "$(type -P true)" foreign
	printf '\2' | dd of=foreign bs=1 seek=5 conv=notrunc status=none
	refuses 126 'cannot run ./foreign: Exec format error' cg-collect ./foreign
}

# bats test_tags=long
@test "a script whose interpreter does not exist: 126" {
	printf '#!/no/such/interpreter\n' >script
	chmod +x script
	refuses 126 'no profile: Valgrind ended with status 126 (see its message above)' \
		cg-collect ./script
}

# bats test_tags=slow
@test "PATH may be unset or have an empty component" {
	collector=$(command -v cg-collect)
	env -i TMPDIR="$TMPDIR" "$collector" -q -o p.cg true
	canonical p.cg
	cp "$(command -v act)" here
	mkdir bin
	for valgrind in valgrind valgrind.bin; do
		! path=$(command -v $valgrind) || ln -s "$path" bin
	done
	for path in :bin bin: bin::no; do
		exits 5 env -i TMPDIR="$TMPDIR" PATH="$path" "$collector" -q \
			--cache-sim=no -o p.cg here exit 5
		canonical p.cg
	done
	exits 127 env -i PATH="$PATH" "$collector" here 2>err
}

# --- unusual programs

# bats test_tags=long
@test "a program may close its standard streams or all descriptors" {
	collect act close work 1000 >out
	[ "$(burnt out)" -eq "$(burnt_by 1000)" ]
	collect -o p.cg act close work 1000
	[ "$(burnt p.cg)" -eq "$(burnt_by 1000)" ]
	collect act close-all work 1000 >out
	[ "$(burnt out)" -eq "$(burnt_by 1000)" ]
}

# bats test_tags=long
@test "a limit on the size of files applies to the program" {
	cat >limited <<-'END'
		(ulimit -f 0; exec dd if=/dev/zero of=f count=1 2>/dev/null)
		echo $? >status
	END
	collect -o p.cg sh limited
	[ "$(cat status)" -eq 153 ] # SIGXFSZ
	(trap '' XFSZ && collect -o p.cg sh limited)
	[ "$(cat status)" -eq 1 ]
}

# bats test_tags=long
@test "cg-collect can be started with closed standard streams" {
	collect act work 10 <&- 2>&- >out
	canonical out
	collect -o p.cg act work 10 <&- >&- 2>&-
	canonical p.cg
	exits 125 collect act >&- 2>err
	grep -x 'cg-collect: (stdout): cannot write: Bad file descriptor' err
}

went_on='no profile: the program replaced itself with ./asked-for, which was not followed (-f follows it, --trace-children=no gives the profile up to there)'

# bats test_tags=long
@test "the profile of a wrapper is not passed on" {
	cp "$(type -P true)" asked-for
	echo old >p.cg
	refuses 125 "$went_on" cg-collect -o p.cg env A=1 ./asked-for
	refuses 125 "$went_on" cg-collect -q -o p.cg env A=1 ./asked-for
	refuses 125 "$went_on" cg-collect -q nice -n 1 ./asked-for
	refuses 125 "$went_on" cg-collect -q -o '%p.cg' sh -c 'exec ./asked-for'
	echo old | same - p.cg
	[ "$(echo *.cg)" = p.cg ]
	collect -f -o p.cg env A=1 ./asked-for
	canonical p.cg
}

# bats test_tags=long
@test "the profile of a script's interpreter is not passed on" {
	printf '#!/usr/bin/env sh\n' >script
	chmod +x script
	exits 125 collect ./script >out 2>err
	[ ! -s out ]
	grep -xE 'cg-collect: no profile: the program replaced itself with /[^ ]*/sh, which was not followed .*' err
}

# bats test_tags=long
@test "--trace-children=no profiles a program up to its exec" {
	collect --trace-children=no act work 1000 exec act work 5000 \
		>out 2>err
	canonical out
	[ "$(burnt out)" -eq "$(burnt_by 1000)" ]
	grep -xE 'cg-collect: the program replaced itself with /.*/act, which is not in the profile \(-f follows it\)' err
	exits 7 collect --trace-children=no act exec sh -c 'exit 7' >out
	canonical out
}

# bats test_tags=slow
@test "-f follows an exec" {
	exits 7 collect -f act work 1000 exec act work 5000 exit 7 >out
	canonical out
	[ "$(burnt out)" -eq $(($(burnt_by 1000) + $(burnt_by 5000))) ]
	grep -x 'cmd: act work 1000 exec act work 5000 exit 7' out
	collect --trace-children=yes -o '%p.cg' act work 1000 exec act work 5000
	grep -qx 'cmd: .*act work 5000' ./*.cg # what the process became
	[ "$(echo [0-9]*.cg | wc -w)" -eq 1 ]
	[ "$(burnt [0-9]*.cg)" -eq $(($(burnt_by 1000) + $(burnt_by 5000))) ]
}

# bats test_tags=long
@test "if a program forks, the parent is profiled" {
	collect act work 1000 fork work 5000 join >out
	canonical out
	[ "$(burnt out)" -eq "$(burnt_by 1000)" ]
	collect act fork work 5000 exec true join work 1000 >out
	[ "$(burnt out)" -eq "$(burnt_by 1000)" ]
}

# bats test_tags=slow
@test "-f writes the sum of the profiles of all processes" {
	setarch -R env -i PATH="$PATH" TMPDIR="$TMPDIR" \
		cg-collect -q -f act work 1000 fork work 5000 join >sum
	canonical sum
	setarch -R env -i PATH="$PATH" TMPDIR="$TMPDIR" \
		cg-collect -q -o %p.cg act work 1000 fork work 5000 join
	[ "$(echo [0-9]*.cg | wc -w)" -eq 2 ]
	"$TESTS/lib/rows" [0-9]*.cg >wanted
	"$TESTS/lib/rows" sum >got
	same wanted got
}

# bats test_tags=long
@test "-f waits for processes that outlive the program, even if they close everything" {
	exits 4 collect -f act fork sleep 1 work 5000 leave exit 4 >out
	[ "$(burnt out)" -eq "$(burnt_by 5000)" ]
	exits 4 collect -f act fork close-all sleep 1 work 5000 leave exit 4 >out
	[ "$(burnt out)" -eq "$(burnt_by 5000)" ]
}

# bats test_tags=long
@test "a signal ends the wait for processes" {
	cg-collect -q --cache-sim=no -f --client-stdout=up \
		act work 1000 fork sleep 1 print up sleep 5 leave exit 4 \
		>out 2>err 3>&- &
	wait_for_text up
	kill $!
	exits 4 wait $!
	grep -x 'cg-collect: processes that are still running are not in the profile' err
	[ "$(burnt out)" -eq "$(burnt_by 1000)" ]
}

# bats test_tags=long
@test "without -f there is no wait for processes" {
	SECONDS=0
	collect act fork sleep 5 leave work 10 >out 3>&-
	[ "$SECONDS" -lt 4 ]
	canonical out
}

# --- errors

# bats test_tags=slow
@test "an unwritable output is reported before the program runs" {
	refuses 125 'no/p.cg: cannot write: No such file or directory' \
		cg-collect -o no/p.cg touch ran
	refuses 125 '.: cannot write: Is a directory' cg-collect -o . touch ran
	refuses 125 'no/out: cannot write: No such file or directory' \
		cg-collect --client-stdout=no/out touch ran
	TMPDIR=no refuses 125 \
		'no: cannot make a temporary directory: No such file or directory' \
		cg-collect touch ran
	[ ! -e ran ]
}

# bats test_tags=long
@test "--client-stdout: the file is not touched until the program runs" {
	echo old >kept
	ln -s nowhere link
	while read -r status variables options; do
		for file in kept new link; do
			# shellcheck disable=SC2086
			exits "$status" env ${variables//,/ } cg-collect -q \
				--client-stdout=$file $options 2>err
			echo old | same - kept
			[ "$(echo *)" = 'err kept link tmp' ]
		done
	done <<-end
		125 TMPDIR=/nonexistent true
		125 CG_COLLECT_LIB=/nonexistent true
		125 A=1 --I1=3,3,3 true
		125 A=1 --no-such-option true
		125 A=1 -o no/p.cg true
		127 A=1 no-such
		126 A=1 /
	end
	collect --client-stdout=kept -o p.cg echo new
	echo new | same - kept
	collect --client-stdout=link -o p.cg -f sh -c 'echo one; echo two'
	printf '%s\n' one two | same - nowhere
}

@test "the directory of the tool may have blanks and colons" {
	mkdir "in: here"
	cp -rL "$B/bin" "$B/libexec" "in: here"
	"in: here/bin/cg-collect" -q "${REPRODUCIBLY[@]}" -f -o p.cg sh -c 'echo 1; echo 2; :' >out 2>err
	same /dev/null err
	cg-collect -q "${REPRODUCIBLY[@]}" -f -o q.cg sh -c 'echo 1; echo 2; :' >out 2>err
	same p.cg q.cg
}

# bats test_tags=long
@test "--client-stdout may not name the file of the profile" {
	local hint='(see cg-collect --help)'
	refused() {
		refuses 125 "--client-stdout: must not be the file of the profile $hint" \
			cg-collect --client-stdout="$1" -o "$2" touch ran
	}
	refused new ./new
	refused "$PWD/new" new
	echo old >kept
	ln -s kept link
	refused kept link
	refused link kept
	ln -s new dangling
	refused dangling new
	refuses 125 'dangling: cannot write: it is a link to a file that does not exist' \
		cg-collect --client-stdout=new -o dangling touch ran
	echo old | same - kept
	[ ! -e new ]
	[ ! -e ran ]
	exits 125 cg-collect --client-stdout=kept touch ran >>kept 2>err
	echo old | same - kept
	[ ! -e ran ]
	collect --client-stdout=/dev/null -o /dev/null true
}

# bats test_tags=slow
@test "a full disk is an error" {
	refuses 125 '/dev/full: cannot write: No space left on device' \
		cg-collect -q -o /dev/full act exit 3
	exits 125 collect act exit 3 >/dev/full 2>err
	grep -x 'cg-collect: (stdout): cannot write: No space left on device' err
}

# bats test_tags=slow
@test "an existing file is kept if collecting fails" {
	echo old >p.cg
	exits 125 cg-collect -o p.cg --I1=3,3,3 act
	echo old | same - p.cg
	exits 127 cg-collect -o p.cg no-such
	echo old | same - p.cg
	[ "$(echo p.cg*)" = p.cg ]
	exits 3 collect -o p.cg act exit 3
	canonical p.cg
}

# bats test_tags=long
@test "a missing Valgrind or another version is an error" {
	version=$(valgrind --version)
	refuses 125 "expected valgrind ${version#valgrind-} along PATH, found none" \
		env PATH=no "$(command -v cg-collect)" "$(command -v act)"
	mkdir fake
	# with the command of this system, if it is known
	for manager in 'apt-get install' 'dnf install' 'pacman -S' 'apk add'; do
		printf '#!/bin/sh\n' >fake/${manager% *}
		chmod +x fake/${manager% *}
		exits 125 env PATH=fake "$(command -v cg-collect)" "$(command -v act)" 2>err
		grep -E "found none \\(\"(sudo )?$manager valgrind\" installs it\\)$" err
		rm fake/${manager% *}
	done
	printf '#!/bin/sh\necho valgrind-2.4.0\n' >fake/valgrind
	[ "$(id -u)" -eq 0 ] && sudo='' || sudo='sudo '
	chmod +x fake/valgrind
	PATH=fake:$PATH refuses 125 \
		"fake/valgrind: expected $version, which its tool was built with, found \"valgrind-2.4.0\" (in the sources of cg-tools, \"make clean all && ${sudo}make install\" builds one for this)" \
		cg-collect act
	echo '#!/bin/sh' >fake/valgrind
	PATH=fake:$PATH refuses 125 'fake/valgrind --version: expected a version, found nothing' \
		cg-collect act
}

# bats test_tags=slow
@test "a missing tool is an error" {
	CG_COLLECT_LIB=/nonexistent refuses 125 \
		'CG_COLLECT_LIB: /nonexistent: No such file or directory' \
		cg-collect act
	mkdir empty
	CG_COLLECT_LIB=empty exits 125 cg-collect act 2>err
	grep -E '^cg-collect: cannot find its Valgrind tool: /.*/empty/cgcollect-[^ ]*: No such' err
}

# bats test_tags=long
@test "if /proc is not mounted, the message names it" {
	[[ $B != *asan* ]] || skip 'AddressSanitizer needs /proc'
	unshare -m mount -t tmpfs none /proc 2>/dev/null ||
		skip 'mounting is not permitted'
	for directory in '' "$B/libexec/cg-tools"; do
		exits 125 env CG_COLLECT_LIB="$directory" unshare -m sh -c \
			'mount -t tmpfs none /proc; exec cg-collect -q touch ran' 2>err
		[ ! -e ran ]
		same - err <<-'END'
			cg-collect: cannot read /proc/self/maps, which Valgrind needs: No such file or directory (is /proc mounted?)
		END
	done
}

# bats test_tags=slow
@test "the tool is found beside cg-collect or in CG_COLLECT_LIB" {
	bin=$(command -v cg-collect)
	mkdir -p usr/bin usr/libexec elsewhere
	cp "$bin" usr/bin
	ln -s "$(dirname "$bin")/../libexec/cg-tools" usr/libexec/cg-tools
	usr/bin/cg-collect -q act work 10 >out
	canonical out
	cp "$bin" elsewhere
	CG_COLLECT_LIB=usr/libexec/cg-tools elsewhere/cg-collect -q -f \
		sh -c 'cd /; act work 10' >out
	canonical out
}

# --- failures inside cg-collect

# bats test_tags=long
@test "an error while the spool is listed is an error, not a smaller sum" {
	build_inject
	for nth in 1 2 3 4 5; do
		exits 125 failing readdir $nth cg-collect -q -f \
			--cache-sim=no -o p.cg act fork work 10 join 2>err
		grep -x 'cg-collect: .*/spool: cannot list the profiles: Input/output error' err
		[ ! -e p.cg ]
	done
}

# bats test_tags=long
@test "running out of memory is reported" {
	build_inject
	for nth in {1..30}; do
		exits 125 failing memory $nth cg-collect -q \
			-o 'no/%q{HOME}%%.cg' true 2>err
		grep -c '^cg-collect: ' err | grep -x 1
	done
}

# bats test_tags=slow
@test "removal of the private directory is retried, and a failure is reported" {
	build_inject
	failing unlinkat 1 cg-collect -q --cache-sim=no -o p.cg act 2>err
	grep -xE 'cg-collect: .*/cg-collect\..{6}: cannot remove: Permission denied' err
	canonical p.cg
	wait_until rmdir tmp # by the cleanup process
	mkdir tmp
}
