#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# The command line that all tools share: options, operands, output, messages.
# READERS and READING_TOOLS (assertions.bash) are lists of tools; here, cg-names is one of
# the READERS, and all profiles are without names.

load ../lib/assertions

READERS+=(cg-names)

setup() {
	enter_tmpdir
	cat >in <<-'END'
		desc: Names: later
		cmd: a
		events: Ir
		fl=a.c
		fn=f
		1 60
		fn=g
		2 40
		summary: 100
	END
}

# the end of TOOL's messages about its command line
hint() {
	echo " (see $1 --help)"
}

# prints many rows, more than a pipe or a buffer holds
large_profile() {
	awk 'BEGIN {
		print "desc: Names: later"
		print "cmd: a"
		print "events: Ir"
		print "fl=a.c"
		for (i = 0; i < 60000; i++)
			printf "fn=f%05d\n%d 1\n", i, i
		print "summary: 60000"
	}'
}

# prints the options in the help of TOOL, one on each line, with their dashes
options_in_help() {
	"$1" --help=all | grep -E '^ {2,6}-' | grep -oE '(^|[ ,[])--?[A-Za-z][A-Za-z0-9-]*' |
		grep -oE -e '--?[A-Za-z].*' | sort -u
}

options_in_page() {
	sed -n '/^\.It Fl/p' "$TESTS/../$1/$1.1" |
		grep -oE 'Fl [A-Za-z0-9-]+' | sed 's/Fl /-/' | sort -u
}

# --- help and version

@test "--help and -h go to standard output" {
	for tool in "${READING_TOOLS[@]}"; do
		"$tool" --help >help 2>errors
		head -1 help | grep "^usage: $tool "
		[ ! -s errors ]
		"$tool" -h | same help - "$tool -h"
		"$tool" --he | same help - "$tool --he"
	done
}

@test "help fits a terminal of 80 columns, and without all one of 24 lines" {
	for tool in "${READING_TOOLS[@]}" cg-collect cg-history; do
		"$tool" --help >help
		"$tool" --help=all >all
		run -1 grep '.\{80\}' help all
		run -1 grep '	' help all
		# and one for the prompt
		[ "$(wc -l <help)" -le 23 ] || fail "$tool: $(wc -l <help) lines"
		[ "$(wc -l <all)" -ge "$(wc -l <help)" ]
		# what is in the help is in all of it
		sed 's/--help=all/--help/' help | grep -oE -e '--[a-z][a-z0-9-]*' >options
		while read -r option; do
			grep -qwe "$option" all || fail "$tool: $option"
		done <options
		grep -q -F -e '--help[=all]' help
		# the short one ends a description at a semicolon
		for text in help all; do
			[ "$(tr -cd '[(' <$text | wc -c)" = "$(tr -cd '])' <$text | wc -c)" ] ||
				fail "$tool: a bracket in its $text is open"
		done
	done
	complains "cg-sum: --help: expected all, found \"x\" (see cg-sum --help)" cg-sum --help=x
}

@test "--version prints name, version and licence" {
	version=$(sed -n 's/^VERSION = //p' "$TESTS/../Makefile")
	[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+(-dev)?$ ]]
	for tool in "${READING_TOOLS[@]}"; do
		"$tool" --version >printed 2>errors
		printf '%s\n' "$tool $version" 'Licence: BSD-2-Clause' |
			same - printed
		[ ! -s errors ]
	done
}

@test "--help and --version need no profile and ignore operands" {
	for tool in "${READING_TOOLS[@]}"; do
		"$tool" --version </dev/null
		"$tool" no-such-file --version
	done
}

@test "the help and the manual page have the same options" {
	for tool in "${READING_TOOLS[@]}"; do
		options_in_help "$tool" >help
		options_in_page "$tool" >page
		[ "$(wc -l <help)" -ge 6 ]
		same help page "options of $tool"
	done
}

@test "each manual page has the usual sections" {
	for page in "${READING_TOOLS[@]/%/.1}" cgfmt.5; do
		file=$(ls "$TESTS"/../*/"$page")
		for section in NAME DESCRIPTION 'SEE ALSO'; do
			grep -q "^\.Sh $section$" "$file" || fail "$page: $section"
		done
	done
}

# --- options and operands

@test "an unknown option is named" {
	for tool in "${READERS[@]}"; do
		complains "${tool%% *}: unknown option --bogus$(hint $tool)" \
			$tool --bogus in
		complains "${tool%% *}: unknown option -q$(hint $tool)" $tool -q in
		complains "${tool%% *}: unknown option -q$(hint $tool)" $tool -qz in
		complains "${tool%% *}: unknown option -q$(hint $tool)" \
			$tool --gzip -qz in
	done
}

# bats test_tags=long
@test "the option that was meant is named, or those that begin alike" {
	for tool in "${READING_TOOLS[@]}"; do
		for typo in --parial --partiall --paxtial --patrial --artial; do
			complains "$tool: unknown option $typo: did you mean --partial?$(hint $tool)" \
				"$tool" "$typo" in
		done
		complains "$tool: unknown option --versoin=1: did you mean --version?$(hint $tool)" \
			"$tool" --versoin=1 in
		for other in --paritla --ptial --partialll; do
			complains "$tool: unknown option $other$(hint $tool)" \
				"$tool" "$other" in
		done
	done
	complains 'cg-filter: ambiguous option --not-f=x: it may be --not-function, --not-file (see cg-filter --help)' \
		cg-filter --not-f=x in
	complains 'cg-annotate: ambiguous option --no: it may be --no-show-percs, --no-annotate, --no-pager (see cg-annotate --help)' \
		cg-annotate --no in
}

@test "cg-filter takes one profile" {
	complains 'cg-filter: expected one profile, found a second: "b" (see cg-filter --help)' \
		cg-filter in b
}

@test "standard input is one profile" {
	for tool in cg-merge cg-sum cg-annotate cg-diff; do
		complains "$tool: expected one profile on standard input, found two$(hint $tool)" \
			"$tool" - - <in
	done
	complains "cg-sum: expected one profile on standard input, found more$(hint cg-sum)" \
		cg-sum - in - - <in
}

@test "an unknown format is named, with the known ones" {
	complains 'cg-annotate: --format: expected text, lines, html or json, found "pdf" (see cg-annotate --help)' \
		cg-annotate --format=pdf in
}

@test "an option without its argument is named" {
	for tool in "${READING_TOOLS[@]}"; do
		complains "$tool: option -o needs an argument$(hint $tool)" \
			"$tool" in -o
		complains "$tool: option --output needs an argument$(hint $tool)" \
			"$tool" in --output
	done
}

@test "an argument for an option that takes none is named" {
	for tool in "${READING_TOOLS[@]}"; do
		complains "$tool: option --version=x takes no argument$(hint $tool)" \
			"$tool" --version=x
	done
}

@test "long options may be abbreviated, and may follow the operand" {
	for tool in "${READERS[@]}"; do
		$tool -o wanted in
		$tool in --outp=result
		same wanted result
	done
}

@test "-- ends the options" {
	cp in ./-z
	for tool in "${READERS[@]}"; do
		$tool -- -z >result
		grep -q . result
		misses -x $tool -- -x
	done
}

@test "a message is one line of printable bytes, whatever it quotes" {
	odd=$'a\nb\e[31m'
	for tool in "${READERS[@]}"; do
		misses 'a\nb\x1b[31m' $tool "$odd"
		complains "${tool%% *}: unknown option --a\\nb\\x1b[31m$(hint $tool)" \
			$tool "--$odd"
		complains "${tool%% *}: --gzip: expected a level from 1 to 9, found \"a\\nb\\x1b[31m\"$(hint $tool)" \
			$tool "--gzip=$odd"
	done
}

@test "a message has no C1 controls, invalid UTF-8 or bidirectional controls" {
	odd=$'\xc2\x9b1m \x9b2J \xe2\x80\xae \xe2\x81\xa6 \xc3\xa9 \xe2\x82\xac'
	shown='\xc2\x9b1m \x9b2J \xe2\x80\xae \xe2\x81\xa6 é €'
	for tool in "${READERS[@]}" cg-merge; do
		printf 'desc: Names: later\ncmd: x\nevents: Ir\n%s\n' "$odd" >bad
		damage=' (--partial reads what is there)'
		[ "$tool" != cg-names ] || damage=
		complains "${tool%% *}: bad:4: expected a row, \"fl=\", \"fn=\" or \"summary:\", found \"$shown\"$damage" \
			$tool bad
		complains "${tool%% *}: unknown option --$shown$(hint $tool)" \
			$tool "--$odd"
	done
	run -127 --separate-stderr cg-collect -q -o p.cg "$odd"
	[ "$stderr" = "cg-collect: cannot run $shown: No such file or directory" ]
}

@test "a message that is too long is shortened before its end" {
	long=$(printf '%01100d' 0)
	for tool in "${READERS[@]}" cg-merge 'cg-diff in'; do
		run -2 --separate-stderr $tool "$long"
		tool=${tool% in}
		[[ $stderr == "${tool%% *}: 000"*0...0*"00: File"*'ame too long' ]]
		[ "${#stderr}" -lt 1100 ]
	done
	run -2 --separate-stderr cg-sum --limit="Ir=5x$long,function=f" in
	[[ $stderr == 'cg-sum: --limit: "Ir=5x00'*...*'00,function=f": expected '*", found \"x00"*...*'00,function=f" (see cg-sum --help)' ]]
	path=$(printf '%0200d/' 0 0 0 0 0)
	mkdir -p "$path"
	printf 'cmd: a\nevents: Ir\nfoo\n' >"$path/in"
	complaint=': expected a row, "fl=", "fn=" or "summary:", found "foo" (--partial reads what is there)'
	run -2 --separate-stderr cg-sum "$path/in"
	[[ $stderr == "cg-sum: 000"*...*"/in:3$complaint" ]]
}

@test "shortening a message does not split characters" {
	for n in 1 2 3 4; do
		long=$(printf '%0*d' $n 0; printf 'é%.0s' {1..700})
		run -2 --separate-stderr cg-sum "$long"
		[[ $stderr == *é...é*é": File"*'ame too long' ]]
		[[ $stderr != *\\x* ]]
	done
}

# --- input

@test "no operand and - are standard input" {
	for tool in "${READERS[@]}"; do
		$tool in | sed 's/^\(Data file: *\) in/\1 -/' >wanted
		$tool <in | same wanted -
		$tool - <in | same wanted -
		cat in | $tool | same wanted -
	done
}

@test "the tools do not read a profile from a terminal" {
	need_terminal
	for tool in "${READERS[@]}"; do
		script -qec "$tool" /dev/null </dev/null >said || true
		tr -d '\r' <said | grep -F \
			"${tool%% *}: no profile: name a file or pipe one in$(hint $tool)"
	done
}

@test "a profile or gzip data does not go to a terminal unless it is named" {
	need_terminal
	echo 'no profile' >bad
	profile_why='a profile is not for a terminal: write it to a file (-o FILE), pipe it into cg-annotate, or force it (-o -)'
	gzip_why='a compressed report is not for a terminal: write it to a file (-o FILE), pipe it into another program, or force it (-o -)'
	for command in 'cg-filter in' 'cg-filter -z in' 'cg-merge in bad'; do
		run -2 on_terminal "$command"
		[ "$output" = "${command%% *}: $profile_why" ]
	done
	# cg-diff has a table for a reader
	run -2 on_terminal 'cg-diff -z in bad'
	[ "$output" = "cg-diff: ${profile_why/: /: print a table (--by=function), }" ]
	on_terminal "cg-diff --by=function in in" >out
	on_terminal "cg-diff in in" | same out -
	run -2 on_terminal "cg-diff --by=function -z in in"
	[ "$output" = "cg-diff: $gzip_why" ]
	# with input from a file it is not at a terminal
	run -125 on_terminal "cg-collect touch ran </dev/null"
	[ "$output" = "cg-collect: $profile_why" ]
	[ ! -e ran ]
	for tool in cg-sum 'cg-sum --check' 'cg-sum --format=json' cg-annotate; do
		run -2 on_terminal "$tool -z in"
		[ "$output" = "${tool%% *}: $gzip_why" ]
		on_terminal "$tool in" | grep 100
	done
	for tool in cg-sum cg-annotate; do
		run -2 on_terminal "$tool --format=html in"
		[ "$output" = "$tool: ${gzip_why/a compressed report/a page for a browser}" ]
		on_terminal "$tool --format=html -o page in"
		on_terminal "$tool --format=html -o - in" | grep '<body'
	done
}

# bats test_tags=long
@test "-o - forces a profile to a terminal, and -o and --append go on" {
	need_terminal
	for command in cg-filter cg-merge 'cg-diff in'; do
		on_terminal "$command -o - in" | grep '^summary: '
		on_terminal "$command -o /dev/tty in" | grep '^summary: '
		[ -z "$(on_terminal "$command -o out in")" ]
		grep '^summary: ' out
		on_terminal "$command -z -o - in" >out
		[ "$(od -An -tx1 -N2 out)" = ' 1f 8b' ]
		on_terminal "$command in | cat" | grep '^summary: '
	done
	on_terminal 'cg-collect -q -o - true' | grep '^summary: '
	[ -z "$(on_terminal 'cg-merge --append=store in')" ]
	grep '^summary: 100' store
	on_terminal 'cg-sum -z -o - in' >out
	[ "$(od -An -tx1 -N2 out)" = ' 1f 8b' ]
}

@test "a missing file and a directory are errors" {
	mkdir folder
	for tool in "${READERS[@]}"; do
		misses none $tool none
		complains "${tool%% *}: in/x: Not a directory" $tool in/x
		[ "$tool" = cg-names ] || # which looks in it for files
			complains "${tool%% *}: folder: Is a directory" $tool folder
		complains "${tool%% *}: (stdin): expected a profile, found an empty file" \
			$tool
	done
}

# bats test_tags=slow
@test "the exit status is 3 if an input does not exist, and 2 if it is broken" {
	local tool broken
	head -n 3 in >cut
	gzip -c in | head -c 20 >cut.gz
	: >empty
	echo text >text
	ln -s nothing dangling
	printf 'in\0none\0' >list
	for tool in "${READERS[@]}" cg-merge 'cg-diff in' 'cg-annotate --diff in' 'cg-merge in' \
		'cg-sum --by=input in' 'cg-sum --check in' 'cg-filter -o out' \
		'cg-merge --append=store'; do
		# shellcheck disable=SC2086 # commands are words
		{
			misses none $tool none
			misses none/in $tool none/in
			misses dangling $tool dangling
			for broken in cut cut.gz empty text; do
				# beside another one, an empty file is left out
				[[ $broken != empty || $tool != cg-[ms]*' in' ]] ||
					continue
				run -2 $tool $broken
			done
		}
	done
	misses list.none cg-merge --files0-from=list.none
	misses none cg-merge --files0-from=list
	# what is not an input
	for tool in "${READERS[@]}" cg-merge 'cg-diff in'; do
		# shellcheck disable=SC2086
		run -2 $tool -o none/out in
	done
	run -2 cg-diff --old-source=none --new-source=none in in
	[ ! -e out ]
	[ ! -e store ]
}

@test "an empty file beside others is left out with a warning, alone it is an error" {
	: >empty
	: >'em pty'
	for tool in cg-merge 'cg-sum --check'; do
		$tool in >alone
		$tool empty in >beside 2>warnings
		echo "${tool%% *}: empty: left out, because it is empty" |
			same - warnings "$tool"
		same alone beside "$tool"
	done
	printf 'empty\0in\0em pty\0' >list
	cg-merge --files0-from=list >beside 2>warnings
	cg-merge in | same - beside 'a list'
	[ "$(wc -l <warnings)" -eq 2 ]
	complains 'cg-merge: empty: expected a profile, found an empty file' \
		cg-merge empty 'em pty'
	[ "$(cg-sum --by=input --format=tsv old=empty new=in 2>/dev/null | tail -n 1)" = $'new\t100' ]
}

@test "the exit status is 3 too if an input disappears after the check" {
	local status=0
	cp in gone
	mkfifo pipe
	cg-merge pipe gone 2>err 3>&- &
	exec 4>pipe # waits until the pipe is read, after the check
	rm gone
	cat in >&4
	exec 4>&-
	wait $! || status=$?
	[ "$status" -eq 3 ]
	[ "$(cat err)" = 'cg-merge: gone: No such file or directory' ]
}

@test "a closed standard input or output is an error" {
	for tool in "${READERS[@]}"; do
		complains "${tool%% *}: (stdin): Bad file descriptor" \
			bash -c "$tool <&-"
		complains "${tool%% *}: (stdout): cannot write: Bad file descriptor" \
			bash -c "$tool in >&-"
	done
}

@test "a file never gets the descriptor of a standard stream" {
	for tool in "${READERS[@]}"; do
		$tool in >wanted
		bash -c "$tool -o result in <&- >&- 2>&-"
		same wanted result
		run -3 bash -c "$tool -o result none 2>&-"
		same wanted result
	done
}

@test "an unreadable file and an unwritable directory are errors" {
	open=$(mktemp -d)
	for tool in "${READERS[@]}"; do
		cp "$(command -v ${tool%% *})" "$open"
	done
	cp in "$open/in"
	cp in "$open/secret"
	chmod 755 "$open"
	chmod 000 "$open/secret"
	chmod 644 "$open/in"
	mkdir -m 555 "$open/closed"
	for tool in "${READERS[@]}"; do
		complains "${tool%% *}: secret: Permission denied" \
			as_nobody "$open" $tool secret
		complains "${tool%% *}: closed/out: cannot write: Permission denied" \
			as_nobody "$open" $tool -o closed/out in
	done
	[ -z "$(ls -A "$open/closed")" ]
	rm -rf "$open"
}

# --- standard output

@test "a full disk is an error" {
	for tool in "${READERS[@]}"; do
		complains "${tool%% *}: (stdout): cannot write: No space left on device" \
			bash -c "$tool in >/dev/full"
		complains "${tool%% *}: (stdout): cannot write: No space left on device" \
			bash -c "$tool -z in >/dev/full"
		complains "${tool%% *}: /dev/full: cannot write: No space left on device" \
			$tool -o /dev/full in
	done
}

@test "a full disk is an error of --help and --version, too" {
	local option
	for tool in "${READERS[@]}" cg-collect cg-history; do
		for option in --help --help=all --help=foreign --version; do
			run --separate-stderr bash -c "${tool%% *} $option >/dev/full"
			[ "$status" -gt 1 ]
			[ "$stderr" = "${tool%% *}: (stdout): cannot write: No space left on device" ] ||
				fail "$tool $option: $stderr"
		done
	done
	run -125 --separate-stderr bash -c 'cg-collect --valgrind-path >/dev/full'
	[ "$stderr" = 'cg-collect: (stdout): cannot write: No space left on device' ]
}

@test "a closed pipe is quiet" {
	large_profile >large
	for tool in "${READERS[@]}"; do
		bash -c "$tool large | head -1" >first 2>errors
		[ "$(wc -l <first)" -eq 1 ]
		[ ! -s errors ]
	done
}

# --- -o and -z

@test "-o writes the same as standard output" {
	for tool in "${READERS[@]}"; do
		$tool in >wanted
		$tool -o result in >printed
		same wanted result
		[ ! -s printed ]
	done
}

@test "-o replaces a file and keeps its permissions" {
	for tool in "${READERS[@]}"; do
		echo stale >result
		chmod 640 result
		$tool --output=result in
		run -1 grep stale result
		[ "$(stat -c %a result)" = 640 ]
	done
}

@test "a new file has the usual permissions" {
	umask 027
	touch touched
	for tool in "${READERS[@]}"; do
		$tool -o "$tool.out" in
		[ "$(stat -c %a "$tool.out")" = "$(stat -c %a touched)" ]
	done
}

@test "-o may name the input" {
	for tool in "${READERS[@]}"; do
		$tool in | sed 's/^\(Data file: *\) .*/\1 both/' >wanted
		cp in both
		$tool -o both both
		same wanted both
	done
}

@test "-o through a symbolic link replaces the file that it leads to" {
	mkdir elsewhere
	for tool in "${READERS[@]}"; do
		$tool in >wanted
		echo old >elsewhere/real
		ln -sf elsewhere/real link
		$tool -o link in
		[ -L link ]
		same wanted elsewhere/real
		[ "$(ls -A elsewhere)" = real ]
	done
}

@test "-o through a link to a file that does not exist is an error" {
	ln -s missing link
	for tool in "${READERS[@]}"; do
		complains "${tool%% *}: link: cannot write: it is a link to a file that does not exist" \
			$tool -o link in
		[ -L link ]
		[ ! -e missing ]
	done
}

@test "-o keeps owner and group" {
	[ "$(id -u)" -eq 0 ] || skip 'only root can give files away'
	for tool in "${READERS[@]}"; do
		echo old >result
		chown 12345:12346 result
		chmod 640 result
		$tool -o result in
		[ "$(stat -c %u:%g:%a result)" = 12345:12346:640 ]
	done
}

@test "-o keeps a group that the user is a member of" {
	[ "$(id -u)" -eq 0 ] || skip 'only root can take another group'
	chmod 755 "$BATS_RUN_TMPDIR"
	open=$(mktemp -d)
	chmod 777 "$open"
	cp "$(command -v cg-filter)" in "$open"
	echo old >"$open/result"
	chown 12345:12346 "$open/result"
	chmod 666 "$open/result"
	(cd "$open" && setpriv --reuid=65534 --regid=65534 --groups=12346 \
		./cg-filter -o result in)
	[ "$(stat -c %u:%g:%a "$open/result")" = 65534:12346:666 ]
	rm -rf "$open"
}

@test "-o does not replace an unwritable file" {
	open=$(mktemp -d)
	for tool in "${READERS[@]}"; do
		cp "$(command -v ${tool%% *})" "$open"
	done
	cp in "$open"
	echo old >"$open/kept"
	chmod 444 "$open/kept"
	chmod 777 "$open"
	for tool in "${READERS[@]}"; do
		complains "${tool%% *}: kept: cannot write: Permission denied" \
			as_nobody "$open" $tool -o kept in
		[ "$(cat "$open/kept")" = old ]
	done
	rm -rf "$open"
}

@test "-o takes names and paths of any permitted length" {
	local name folder
	printf -v name '%0255d' 0
	for tool in "${READERS[@]}"; do
		$tool in >wanted
		$tool -o "$name" in
		$tool -o "$name" in
		same wanted "$name"
		$tool -o "${name:10}" in
		same wanted "${name:10}"
	done
	rm ./*0
	folder=.
	while [ ${#folder} -lt 3800 ]; do
		folder+=/${name:55}
	done
	mkdir -p "$folder"
	name=${name:1:$((4095 - ${#folder} - 1))}
	cg-filter -o "$folder/$name" in
	[ "$(ls -A "$folder")" = "$name" ]
}

@test "-o /dev/null and a pipe are written to, not replaced" {
	mkfifo pipe
	for tool in "${READERS[@]}"; do
		$tool -o /dev/null in
		[ -c /dev/null ]
		$tool in >wanted
		cat pipe >result &
		$tool -o pipe in
		wait $!
		[ -p pipe ]
		same wanted result
	done
}

@test "on failure -o keeps the old file and leaves no temporary" {
	mkdir folder
	{
		large_profile | sed '$d'
		echo 'summary: 1'
	} >folder/wrong
	echo old >folder/result
	cp folder/result wanted
	for tool in "${READERS[@]}"; do
		run -2 $tool -o folder/result folder/wrong
		same wanted folder/result
		run -2 $tool -o folder/new folder/wrong
		[ "$(echo folder/*)" = 'folder/result folder/wrong' ]
	done
}

# preload LIBRARY: compiles standard input to a library for LD_PRELOAD
preload() {
	need_preloading cg-filter
	cc -shared -fPIC -o "$1" -x c -
}

@test "if unnamed files are not supported, an error still leaves no temporary" {
	preload none.so <<-'END'
		#define _GNU_SOURCE
		#include <dlfcn.h>
		#include <errno.h>
		#include <fcntl.h>
		#include <stdarg.h>

		int open(const char *path, int flags, ...)
		{
			int (*real)(const char *, int, ...) =
			    (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open");
			va_list arguments;
			int mode;

			va_start(arguments, flags);
			mode = va_arg(arguments, int);
			va_end(arguments);
			if ((flags & O_TMPFILE) == O_TMPFILE) {
				errno = EOPNOTSUPP;
				return -1;
			}
			return real(path, flags, mode);
		}
	END
	export LD_PRELOAD=$PWD/none.so
	mkdir folder
	echo old >folder/result
	cp folder/result wanted
	cat >sum <<-'END'
		# callgrind format
		events: Ir
		summary: 9000000000000000000
		fn=f
		1 1
	END
	complains 'cg-filter: the total of X does not fit in 64 bits' \
		cg-filter --event='X = 2 Ir' -o folder/result sum
	large_profile | sed '$s/0$/1/' >wrong
	run -2 cg-merge -o folder/result in wrong
	run -2 cg-diff -o folder/result wrong in
	for tool in "${READERS[@]}"; do
		run -2 $tool -o folder/result wrong
	done
	same wanted folder/result
	large_profile >large
	(ulimit -f 8 && run -2 cg-filter -o folder/result large)
	same wanted folder/result
	[ "$(ls -A folder)" = result ]
	cg-filter -o folder/result large
	same large folder/result
	[ "$(ls -A folder)" = result ]
}

@test "a limit on the size of files is an error" {
	local command
	large_profile >large
	echo old >wanted
	for command in cg-filter cg-merge 'cg-sum --by=function' \
		'cg-annotate --threshold=0' 'cg-diff large'; do
		cp wanted result
		complains "${command%% *}: result: cannot write: File too large" \
			bash -c "ulimit -f 8; $command -o result large"
		same wanted result
	done
}

@test "-o into a missing directory or onto a directory is an error" {
	mkdir folder
	for tool in "${READERS[@]}"; do
		complains "${tool%% *}: none/out: cannot write: No such file or directory" \
			$tool -o none/out in
		complains "${tool%% *}: folder: cannot write: Is a directory" \
			$tool -o folder in
		complains "${tool%% *}: --output: expected a path, found \"\" (see ${tool%% *} --help)" \
			$tool -o '' in
	done
	[ "$(ls -A)" = "$(printf '%s\n' complaint.err complaint.out folder in)" ]
}

@test "a name that ends in .gz implies -z; -z compresses any output" {
	for tool in "${READERS[@]}"; do
		$tool in >wanted
		$tool -o packed.gz in
		gunzip -c packed.gz | same wanted -
		$tool -z -o packed in
		same packed.gz packed
		$tool --gzip in | same packed -
		$tool -o .gz in
		same wanted .gz
		rm .gz
	done
}

# bats test_tags=long
@test "gzip levels 1 to 9 are accepted" {
	large_profile >large
	for tool in "${READERS[@]}"; do
		$tool large >wanted
		for level in 1 9; do
			$tool -z$level large >packed$level
			gunzip -c packed$level | same wanted -
			$tool --gzip=$level large | same packed$level -
		done
		for level in 0 10 x ''; do
			complains "${tool%% *}: --gzip: expected a level from 1 to 9, found \"$level\"$(hint $tool)" \
				$tool --gzip=$level in
		done
	done
}

# swaps STATEMENT: makes swap.so, with which a tool executes it after it has read the status of the file of -o
swaps() {
	preload swap.so <<-END
		#define _GNU_SOURCE
		#include <dlfcn.h>
		#include <stdio.h>
		#include <unistd.h>
		char *
		realpath(const char *path, char *resolved)
		{
			char *(*next)(const char *, char *) = dlsym(RTLD_NEXT, "realpath");
			$1
			return next(path, resolved);
		}
	END
}

@test "-o does not follow a link that took the place of the file meanwhile" {
	swaps 'unlink("out"); symlink("other/victim", "out");'
	mkdir other
	echo precious >other/victim
	echo old >out
	LD_PRELOAD=$PWD/swap.so run -2 cg-filter -o out in
	[[ $output == 'cg-filter: out: cannot write: Stale file handle' ]]
	echo precious | same - other/victim
	[ "$(ls other)" = victim ]
}

@test "-o replaces a file that another process has replaced meanwhile" {
	swaps 'rename("new", "out");'
	echo old >out
	echo new >new
	chmod 600 new
	LD_PRELOAD=$PWD/swap.so cg-filter -o out in
	cg-filter in | same - out
	[ "$(stat -c %a out)" = 600 ]
}

@test "each manual page of a tool begins with the five options that people use" {
	for page in "$TESTS"/../cg-*/cg-*.1; do
		sed -n '/^\.Sh DESCRIPTION/,/^\.El/p' "$page" >beginning
		grep -qx 'The options that people use most:' beginning || fail "$page"
		[ "$(grep -c '^\.It Fl' beginning)" -eq 5 ] || fail "$page"
		[ "$(wc -l <beginning)" -le 50 ] || fail "$page"
	done
}

@test "the name of the output chooses the format, unless --format does" {
	profile p <<<$'events: Ir\nfl=a.c\nfn=f\n1 5'
	for suffix in html lines; do
		cg-annotate -o "r.$suffix" p
		cg-annotate --format=$suffix p | same - "r.$suffix"
	done
	cg-annotate -o r.html.gz p
	gzip -dc <r.html.gz | same r.html -
	cg-annotate --format=text -o text.html p
	cg-annotate -o r.out p
	same r.out text.html
	for suffix in html json csv tsv; do
		cg-sum -o "t.$suffix" p
		cg-sum --format=$suffix p | same - "t.$suffix"
	done
	cg-sum --by=function -o t.md p
	cg-sum --by=function --format=markdown p | same - t.md
	cg-sum -o html p
	cg-sum p | same - html
	cg-diff -o d.md p p
	cg-diff --format=markdown p p | same - d.md
	cg-diff --by=file --format=text -o d.md p p
	cg-diff --by=file p p | same - d.md
}
