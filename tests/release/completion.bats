#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# The tables of options that tools print for shells, and what the shells make of them.

load ../lib/assertions

TOOLS=(cg-collect cg-names cg-history "${READING_TOOLS[@]}")

setup_file() {
	load ../lib/assertions
	local dest=$BATS_FILE_TMPDIR/dest
	make -s -C "$TESTS/.." B="$B" install-tools install-collect \
		DESTDIR="$dest" PREFIX=/usr
	export XDG_DATA_DIRS=$dest/usr/share:/usr/share HOME=$BATS_FILE_TMPDIR
}

setup() {
	enter_tmpdir
	root=$(cd "$TESTS/.." && pwd)
	profile prog.cg <<-'END'
		events: Ir Dr Dw
		fl=a.c
		fn=f
		1 2 3 4
	END
}

# The next three print the options of a tool: each letter, and each name with "-", "="
# or "[=]" for its argument.

in_table() {
	"$1" --help=table | awk '
	/^-/ {
		n = split($1, names, ",")
		for (i = 1; i <= n; i++)
			print names[i] (names[i] ~ /^--/ ? " " $2 : "")
	}' | sort
}

in_help() {
	"$1" --help=all | perl -ne 'if (s/^ {2,6}(?=-)//) {
		print length $1 == 2 ? "$1\n" : "$1 " . ($2 || "-") . "\n"
			while s/^(--?[A-Za-z][\w-]*)(\[?=)?[^ ,]*(, )?//;
	}' | sed 's/\[=$/[=]/' | sort
}

in_page() {
	perl -ne 'if (/^\.It Fl/) {
		print length $1 == 1 ? "-$1\n"
			: "-$1 " . ($2 ? "[=]" : $3 ? "=" : "-") . "\n"
			while /Fl (\S+)( Ns Op =)?( Ns =)?/g;
	}' "$root/$1/$1.1" | sort -u
}

@test "the table has every option of --help and of the manual pages, and no other" {
	for tool in "${TOOLS[@]}"; do
		in_table $tool >table
		[ "$(wc -l <table)" -ge 10 ]
		in_help $tool >help
		in_page $tool >page
		for source in help page; do
			comm -13 table $source | sed "s/^/$tool: not in the table, but in the $source: /"
			comm -23 table $source | sed "s/^/$tool: in the table, but not in the $source: /"
		done
	done >differences
	same /dev/null differences 'options'
}

# words TOOL: prints each option with words as values, and each word; --help=all needs
# no operands
words() {
	"$1" --help=table | awk '$1 !~ /help|operands/ && $3 ~ /^[a-z][a-z,-]*$/ {
		n = split($3, words, ",")
		for (i = 1; i <= n; i++)
			print $1, words[i]
	}'
}

# about OPTION: keeps the part of a help or page on standard input that describes it
about() {
	awk -v option="$1" '
	/^(  +-|\.It Fl)/ {
		gsub(/Fl /, "-")
		inside = $0 ~ "(^|[ ,])" option "([^a-z-]|$)"
	}
	inside'
}

# bats test_tags=slow
@test "the help and the manual pages have the words of the table" {
	for tool in "${TOOLS[@]}"; do
		"$tool" --help=all >help
		words $tool >words
		[ "$(wc -l <words)" -ge 4 ] || [[ $tool == cg-cycles || $tool == cg-mix ]]
		 while read -r option word; do
			grep -qwe "$word" <<<"$(about "$option" <help)" ||
				fail "$tool --help: $option: no \"$word\"" || return
			grep -qwe "$word" <<<"$(about "$option" <"$root/$tool/$tool.1")" ||
				fail "$tool.1: $option: no \"$word\"" || return
		done <words
	done
}

# bats test_tags=long
@test "the tools accept the words of the table and no others" {
	for tool in "${READERS[@]}" cg-merge cg-diff; do
		operands=prog.cg
		[ "$tool" != cg-diff ] || operands='prog.cg prog.cg'
		words $tool >words
		while read -r option word; do
			more=
			# these need calls, addresses, or a program
			[[ $option != --inclusive && $option != --tree && $option != --inline && $option != --to &&
				"$option $word" != '--by instr' ]] || continue
			$tool $option=$word -o out $operands ||
				fail "$tool $option=$word" || return
			run -2 $tool $option=bogus -o out $operands
			for other in $(sed -n 's/.* expected \(.*\), found .*/\1/p' \
				<<<"$output" | grep -oE '\<[a-z]+\>'); do
				[[ " or a whole number from $(words $tool |
					grep -e "^$option " | paste -sd' ') " == *" $other "* ]] ||
					fail "$tool $option: not in the table: $other" || return
			done
		done <words
	done
}

# types LINE...: in each of the shells, each line, given as "typed => completed", must
# be completed so
completes() {
	local shell
	for shell in ${SHELLS-bash zsh fish}; do
		need_command $shell
		printf '%s\n' "$@" | sed 's/ => .*//' >typed
		printf '%s\n' "$@" | sed 's/.* => //' >wanted
		# what looks for leaks in a tool of `make asan` hangs if an interactive shell has started it
		ASAN_OPTIONS=detect_leaks=0 \
			FPATH=$BATS_FILE_TMPDIR/dest/usr/share/zsh/site-functions:$(zsh -fc 'print $FPATH') \
			"$TESTS/lib/type-in-shell" $shell <typed >completed
		same wanted completed "completion of $shell" || return
	done
}

need_shells() {
	need_terminal
	need_command zsh
	need_command fish
	[ -e /usr/share/bash-completion/bash_completion ] ||
		missing bash-completion
}

# bats test_tags=slow
@test "bash, zsh and fish complete options" {
	need_shells
	completes \
		'cg-sum --che<Tab> => cg-sum --check' \
		'cg-annotate --no-<All> => cg-annotate --no-annotate --no-pager --no-show-percs' \
		'cg-collect --repr<Tab> => cg-collect --reproducible' \
		'cg-annotate prog.cg --no-p<Tab> => cg-annotate prog.cg --no-pager'
}

@test "bash, zsh and fish complete no options after --" {
	need_shells
	cp prog.cg ./--by=prog.cg
	completes \
		'cg-sum -- --che<Tab> => cg-sum -- --che' \
		'cg-sum prog.cg -- --che<Tab> => cg-sum prog.cg -- --che' \
		'cg-sum -- --by=fun<Tab> => cg-sum -- --by=fun' \
		'cg-sum -- --by=pr<Tab> => cg-sum -- --by=prog.cg' \
		'cg-collect -- --che<Tab> => cg-collect -- --che'
}

@test "bash, zsh and fish complete the values of options" {
	need_shells
	completes \
		'cg-sum --by=fun<Tab> => cg-sum --by=function' \
		'cg-sum --by fun<Tab> => cg-sum --by function' \
		'cg-sum --by=<All> => cg-sum --by=command data dir event file function input instr line object process region' \
		'cg-merge --op=m<All> => cg-merge --op=max min' \
		'cg-annotate --inclusive=y<Tab> => cg-annotate --inclusive=yes' \
		'cg-diff --lines --format=call<Tab> => cg-diff --lines --format=callgrind' \
		'cg-collect --cache-sim=n<Tab> => cg-collect --cache-sim=no'
}

@test "bash, zsh and fish complete files and directories" {
	need_shells
	mkdir prog.dir
	completes \
		'cg-sum -o prog.c<Tab> => cg-sum -o prog.cg' \
		'cg-sum --output=prog.c<Tab> => cg-sum --output=prog.cg' \
		'cg-annotate prog.c<Tab> => cg-annotate prog.cg' \
		'cg-annotate -I prog<Tab> => cg-annotate -I prog.dir/'
}

@test "bash, zsh and fish complete the commands of cg-history, and then files" {
	need_shells
	completes \
		'cg-history rec<Tab> => cg-history record' \
		'cg-history --setting=x p<All> => cg-history --setting=x prune push' \
		'cg-history record prog.c<Tab> => cg-history record prog.cg'
	# each is a command
	cg-history --help=table | sed -n 's/^operands - //p' | tr , '\n' >words
	cg-history --help | sed -n '/^Commands/,/^$/d; s/^  \([a-z]*\), \([a-z]*\) .*/\1\n\2/p; t; s/^  \([a-z][a-z]*\) .*/\1/p' |
		same - words
}

# bats test_tags=long
@test "bash, zsh and fish complete events of the profiles on the command line" {
	need_shells
	gzip -c prog.cg >packed.cg.gz
	printf '%s\n' '# callgrind format' 'event: Sum = Ir + Time : both' \
		'events: Ir Time' 'fn=f' '1 2 3' 'totals: 2 3' >calls
	completes \
		'cg-sum prog.cg --sort=D<All> => cg-sum prog.cg --sort=Dr Dw' \
		'cg-sum packed.cg.gz --events=<All> => cg-sum packed.cg.gz --events=Dr Dw Ir' \
		'cg-sum calls --events=<All> => cg-sum calls --events=Ir Sum Time' \
		'cg-annotate prog.cg calls --show=<All> => cg-annotate prog.cg calls --show=Dr Dw Ir Sum Time' \
		'cg-filter prog.cg --events=Ir,D<All> => cg-filter prog.cg --events=Ir,Dr Ir,Dw' \
		'cg-filter --top=5,T<Tab> => cg-filter --top=5,T' \
		'cg-filter calls --top=5,T<Tab> => cg-filter calls --top=5,Time' \
		'cg-diff prog.cg calls --limit=S<Tab> => cg-diff prog.cg calls --limit=Sum=' \
		'cg-sum --sort=ILm<Tab> => cg-sum --sort=ILmr'
}

# bats test_tags=long
@test "bash, zsh and fish complete the command of cg-collect and its arguments" {
	need_shells
	printf '#!/bin/sh\n' >run-this-program
	chmod +x run-this-program
	PATH=$PWD:$PATH
	completes \
		'cg-collect run-this<Tab> => cg-collect run-this-program' \
		'cg-collect -q -o out run-this<Tab> => cg-collect -q -o out run-this-program' \
		'cg-collect --cache-sim no ls --group-dir<Tab> => cg-collect --cache-sim no ls --group-directories-first' \
		'cg-collect -- ls --group-dir<Tab> => cg-collect -- ls --group-directories-first' \
		'cg-collect run-this-program --cache-s<Tab> => cg-collect run-this-program --cache-s' \
		'cg-collect -o out -- run-this-program --cache-s<Tab> => cg-collect -o out -- run-this-program --cache-s' \
		'cg-collect -o out --repr<Tab> => cg-collect -o out --reproducible' \
		'cg-collect -o out --cache-sim n<Tab> => cg-collect -o out --cache-sim no'
}

# bats test_tags=long
@test "an event with a name that is a command is not executed" {
	need_shells
	printf '%s\n' 'cmd: a' 'events: Ir Q$(touch$IFS"ran") Q`touch${IFS}ran`' \
		'fl=a' 'fn=a' '1 1 1 1' 'summary: 1 1 1' >odd
	SHELLS=bash completes 'cg-sum odd --sort=Q<Tab> => cg-sum odd --sort=Q'
	for shell in zsh fish; do
		echo 'cg-sum odd --sort=<All>' |
			"$TESTS/lib/type-in-shell" $shell >completed
	done
	[ ! -e ran ]
}
