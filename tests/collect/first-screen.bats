#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-collect prog at a terminal: the profile in cg.out, and the start of the report.

# bats file_tags=long

load ../lib/assertions

setup_file() {
	cd "$BATS_FILE_TMPDIR" || return
	cat >prog.c <<-'END'
		#include <signal.h>
		#include <stdio.h>
		#include <string.h>
		static volatile int sum;
		int
		main(int argc, char **argv)
		{
			for (int i = 0; i < 100000; i++)
				sum += i;
			printf("said %d\n", argc);
			fflush(stdout);
			if (argc > 1 && strcmp(argv[1], "crash") == 0)
				raise(SIGSEGV);
			return argc > 1 ? 3 : 0;
		}
	END
	cc -g -o prog prog.c
}

setup() {
	enter_tmpdir
	cp "$BATS_FILE_TMPDIR"/prog* .
	need_terminal
	# must not be started
	export CG_PAGER='touch paged'
}

# screen N COMMAND: runs it on a terminal of N lines and 90 columns; prints what it shows
screen() {
	on_terminal "stty rows $1 cols 90; $2"
}

# bats test_tags=slow
@test "at a terminal, the first screen of the report is shown and the profile is cg.out" {
	screen 20 'cg-collect -q --cache-sim=no ./prog' >seen
	[ "$(wc -l <seen)" -le 19 ]
	head -n1 seen | grep -x 'said 1'
	grep ' main  *.*prog\.c$' seen
	run -1 grep ' refs:' seen
	tail -n2 seen | same - <(printf '%s\n' \
		'cg-collect: the profile is in cg.out; "cg-annotate cg.out" shows all' \
		'next: cg-annotate --format=html -o cg.html cg.out; cg-collect --calls, --stacks')
	cg-annotate --width=90 --view=function --color=always cg.out >whole
	sed 1d seen | head -n -2 | same - <(head -n 16 whole)
	[ ! -e paged ]
	# a report that fits as a whole
	screen 2000 'cg-collect -q --cache-sim=no ./prog' >seen
	sed 1d seen | head -n -3 | same - <(cg-annotate --width=90 --view=function --color=always cg.out)
	tail -n3 seen | same - <(printf '%s\n' 'cg-collect: the profile is in cg.out' \
		'cg-collect: the last one is cg.out.old: cg-diff --by=function cg.out.old cg.out' \
		'next: cg-annotate --format=html -o cg.html cg.out; cg-collect --calls, --stacks')
	# without colours
	run -0 screen 20 'NO_COLOR=1 cg-collect -q --cache-sim=no ./prog'
	[[ $output != *$'\e'* && $output == *' main'* ]]
}

@test "40 columns, no colours, locale, home, escapes or root: the first screen fits, and its commands work" {
	local setting mine
	mkdir home
	chmod 555 home
	# where others can read
	mine=$(mktemp -d -p /tmp)
	chmod 777 "$mine"
	cp prog "$mine"
	printf '%s\n' ". $TESTS/lib/assertions.bash" \
		"as_nobody $mine $B/bin/cg-collect -q --cache-sim=no ./prog" >job
	for setting in NO_COLOR=1 TERM=dumb LC_ALL=xx_YY.UTF-8 HOME="$PWD/home" nobody; do
		if [ $setting = nobody ]; then
			on_terminal 'stty rows 20 cols 40; bash job' >seen
		else
			on_terminal "stty rows 20 cols 40; env $setting cg-collect -q --cache-sim=no ./prog" >seen
		fi
		sed 's/\x1b\[[0-9;]*[mK]//g; /: Permission denied\|bats_require/d' seen >plain
		[[ $setting = LC_ALL* || $setting = HOME* || $setting = nobody ]] || run -1 grep $'\e' seen
		grep ' main' plain
		# the messages go on in the next line; nothing else does
		awk 'length > 40 && !/^(cg-collect|next): |^cg-collect --calls, --stacks$/ { print; bad = 1 }
			{ n += length <= 40 ? 1 : int((length + 39) / 40) } END { exit bad || n > 19 }' plain ||
			fail "$setting: $(cat plain)"
	done
	rm -r "$mine"
	sed -n 's/^next: \(.*\);$/\1/p' plain >command
	bash command
	grep '^<!DOCTYPE html>' cg.html
}

@test "at a terminal, the exit status is the program's, which may crash" {
	run -3 screen 20 'cg-collect --cache-sim=no ./prog x'
	[[ $output == *'said 2'*' main'*'the profile is in cg.out'* ]]
	rm cg.out
	run -139 screen 20 'cg-collect --cache-sim=no ./prog crash'
	[[ $output == *'signal 11 (Segmentation fault) ended the program; its profile is up to there'*' main'*'the profile is in cg.out'* ]]
	rm cg.out
	run -139 screen 20 'cg-collect --expect-success --cache-sim=no ./prog crash'
	[[ $output == *'no profile: signal 11 (Segmentation fault) ended the program'* && ! -e cg.out ]]
	[[ $output != *' main'* ]]
	run -127 screen 20 'cg-collect ./none'
	[ ! -e cg.out ]
}

@test "at a terminal, a sum of processes, calls and compressed profiles are shown, too" {
	run -0 screen 20 'cg-collect -f --cache-sim=no sh -c "./prog; ./prog | cat"'
	[[ $output == *' main'* && $output != *' refs:'* ]]
	grep '^desc: Processes: *[34]' cg.out
	run -0 screen 20 'cg-collect --calls --cache-sim=no ./prog'
	[[ $output == *' main'*$'\n'next:*' -o cg.html cg.out;'*'cg-annotate --tree=both cg.out; cg-collect --stacks' ]]
	grep '^calls=' cg.out
	run -0 screen 20 'cg-collect -z --cache-sim=no ./prog'
	[[ $output == *' main'* ]]
	gzip -dc <cg.out | grep '^summary:'
}

@test "at a terminal, the profile of the run before is cg.out.old, unless the run has none" {
	screen 20 'cg-collect -q --cache-sim=no ./prog' >seen
	[ ! -e cg.out.old ]
	run -3 screen 20 'cg-collect -q --cache-sim=no ./prog second'
	[[ $output == *'the last one is cg.out.old: '* ]]
	grep -x 'cmd: ./prog' cg.out.old
	grep -x 'cmd: ./prog second' cg.out
	run -3 screen 20 'cg-collect -q --cache-sim=no --expect-success ./prog third'
	grep -x 'cmd: ./prog' cg.out.old
	grep -x 'cmd: ./prog second' cg.out
	cg-diff --by=function cg.out.old cg.out >table
	grep ' total$' table
}

@test "what to type next shows what was asked for" {
	run -0 screen 20 'cg-collect -q --loops --cache-sim=no ./prog'
	[[ $output == *'next: '*'; cg-annotate --loops cg.out' ]]
	cg-annotate --loops cg.out >report
	grep ' main .*/prog\.c:8-9 ' report
	run -0 screen 20 'cg-collect -q --data ./prog'
	[[ $output == *'next: '*'; cg-annotate --data cg.out' ]]
	cg-annotate --data cg.out >report
	grep '^-- Data: prog:' report
}

@test "-o, a pipe and --client-stdout are as they are without a terminal" {
	run -0 screen 20 'cg-collect --cache-sim=no -o p.cg ./prog'
	[[ $output == *' refs:'* && $output != *' main'* ]]
	run -0 screen 20 'cg-collect --cache-sim=no -q ./prog | grep summary'
	[[ $output == *summary:* ]]
	[ ! -e cg.out ]
	run -0 screen 20 'cg-collect --cache-sim=no --client-stdout=said ./prog'
	[[ $output != *'said 1'* && $output == *' main'* ]]
	grep -x 'said 1' said
}

@test "where cg.out cannot be written, the program does not run and -o is named" {
	mkdir cg.out
	run -125 screen 20 'cg-collect ./prog'
	[ "$output" = 'cg-collect: cg.out: cannot write: Is a directory (-o FILE writes to another file)' ]
	rmdir cg.out
	mkdir shut
	chmod 555 shut
	printf '%s\n' ". $TESTS/lib/assertions.bash" \
		"as_nobody $PWD/shut $B/bin/cg-collect true" >job
	run -125 screen 20 'bash job'
	[[ $output == *'cg-collect: cg.out: '*'Permission denied (-o FILE writes to another file)' ]]
	chmod 755 shut
}

@test "without cg-annotate beside it or along PATH, cg-collect says so and keeps the profile" {
	mkdir bin
	cp "$B/bin/cg-collect" bin
	export CG_COLLECT_LIB=$B/libexec/cg-tools PATH=${PATH//"$B/bin:"/}
	run -0 screen 20 'bin/cg-collect --cache-sim=no ./prog'
	[[ $output == *' refs:'*'the profile is in cg.out; no report: there is no cg-annotate beside this program or along PATH' ]]
	grep '^summary:' cg.out
}
