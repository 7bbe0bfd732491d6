#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-annotate --format=lines: the lines that cost most, as editors follow them.

load ../lib/assertions

setup() {
	enter_tmpdir
	printf 'int\nparse(int n)\n{\n\treturn n:n;\r\n}\n' >parse.c
	profile in <<-'END'
		cmd: p
		events: Ir Dr
		fl=parse.c
		fn=parse
		4 1234567 1
		fn=scan
		4 1000 1
		5 2000 900
		fl=gone.c
		fn=std::map<int, int>::find(int)
		7 40000 0
		fl=???
		fn=???
		0 5000000 0
		fl=(filtered)
		fn=(filtered)
		0 700 0
	END
}

@test "the largest lines first, with function and text" {
	cg-annotate --format=lines --threshold=0 in >out
	same - out <<-'END'
		parse.c:4: 1,235,567 (19.7%) parse: return n:n;
		gone.c:7: 40,000 (0.6%) std::map<int, int>::find(int):
		parse.c:5: 2,000 (0.0%) scan: }
	END
}

@test "as many as --threshold and --top leave" {
	lines() { cg-annotate --format=lines "$@" in | cut -d' ' -f1 | paste -sd' '; }
	[ "$(lines)" = 'parse.c:4: gone.c:7:' ]
	[ "$(lines --threshold=1)" = 'parse.c:4:' ]
	[ "$(lines --threshold=20)" = '' ]
	[ "$(lines --threshold=0 --top=2)" = 'parse.c:4: gone.c:7:' ]
	[ "$(lines --top=0)" = '' ]
	[ "$(lines --top=99999999999)" = 'parse.c:4: gone.c:7: parse.c:5:' ]
	[ "$(lines --sort=Dr)" = 'parse.c:5: parse.c:4:' ]
	# 40000 of 6278267 is 0.637 %
	[ "$(lines --threshold=0.637)" = 'parse.c:4: gone.c:7:' ]
	[ "$(lines --threshold=0.638)" = 'parse.c:4:' ]
	[ "$(cg-annotate --width=80 --top=1 in | grep -c '\.c:[0-9]')" -eq 1 ]
}

@test "exact for sums beyond what a double holds; equal lines by file and line" {
	profile in <<-'END'
		events: Ir
		fl=b.c
		fn=f
		1 9007199254740992
		2 9007199254740993
		3 9007199254740993
		fl=a.c
		fn=f
		9 9007199254740993
	END
	[ "$(cg-annotate --format=lines in | cut -d' ' -f1 | paste -sd' ')" = \
		'a.c:9: b.c:2: b.c:3: b.c:1:' ]
	[ "$(cg-annotate --format=lines --top=2 in | cut -d' ' -f1 | paste -sd' ')" = \
		'a.c:9: b.c:2:' ]
}

@test "all lines of a large profile are in order" {
	awk 'BEGIN {
		srand(1)
		for (i = 1; i <= 30000; i++) printf "%d %d\n", i, rand() * 1000 - 300
	}' >rows
	{ printf 'events: Ir\nfl=a.c\nfn=f\n'; cat rows; } | profile in
	awk '$2 != 0 { print ($2 < 0 ? -$2 : $2), $1 }' rows | sort -k1,1nr -k2,2n |
		awk '{ print "a.c:" $2 ":" }' >wanted
	cg-annotate --format=lines --threshold=0 in | cut -d' ' -f1 | same wanted -
	for n in 1 2 3 15 16 17 1000; do
		cg-annotate --format=lines --threshold=0 --top=$n in |
			cut -d' ' -f1 | same <(head -$n wanted) -
	done
}

@test "paths lead to the sources, wherever they are" {
	mkdir moved
	mv parse.c moved
	sed 's|fl=parse|fl=/build/parse|' in >abs
	cg-annotate --format=lines -I moved abs | sed -n 1p | grep -F 'moved/parse.c:4: 1,235,567 (19.7%) parse: return n:n;'
	cg-annotate --format=lines --map-prefix=/build=moved abs | sed -n 1p | grep '^moved/parse.c:4: '
	cg-annotate --format=lines abs | sed -n 1p | grep -x '/build/parse.c:4: 1,235,567 (19.7%) parse:'
	# without --auto, only sources that the user names are read
	cg-annotate --format=lines --auto=no --map-prefix=/build=moved abs |
		head -1 | grep -x '/build/parse.c:4: 1,235,567 (19.7%) parse:'
	cg-annotate --format=lines --auto=no --map-prefix=/build=moved abs parse.c |
		head -1 | grep '^moved/parse.c:4: .*return'
}

@test "long lines are cut" {
	{ head -c 10000000 /dev/zero | tr '\0' x; echo; } >wide.c
	printf 'events: Ir\nfl=wide.c\nfn=f\n1 1\nsummary: 1\n' >in
	[ "$(cg-annotate --format=lines in | wc -c)" -lt 600 ]
	cg-annotate --format=lines in | grep 'xxx\.\.\.$'
}

@test "no lines, no shares, a full disk, calls" {
	printf 'events: Ir\nfl=a.c\nfn=f\n1 0\nsummary: 0\n' >none
	[ -z "$(cg-annotate --format=lines none)" ]
	cg-annotate --format=lines --show-percs=no in | sed -n 1p | grep -F 'parse.c:4: 1,235,567 parse: '
	printf 'events: Ir\nfl=a.c\nfn=f\n1 -7\n2 7\nsummary: 0\n' >even
	cg-annotate --format=lines even | sed -n 1p | grep -x 'a.c:1: -7 f:'
	cat >calls <<-'END'
		# callgrind format
		events: Ir
		fl=a.c
		fn=main
		1 10
		cfn=work
		calls=1 5
		1 90
		fn=work
		5 90
	END
	[ "$(cg-annotate --format=lines calls | cut -d' ' -f1,2 | paste -sd' ')" = \
		'a.c:5: 90 a.c:1: 10' ]
	[ ! -c /dev/full ] || run -2 cg-annotate --format=lines -o /dev/full in
}

@test "sources that are newer than the profile are named once on standard error" {
	newer() { printf 'cg-annotate: %s is newer than the profile: its lines may have moved\n' "$@"; }
	touch -d 2001-01-01 in parse.c
	cg-annotate --format=lines --threshold=0 in >same-age 2>err
	same - err </dev/null
	touch -d 2001-01-02 parse.c
	cg-annotate --format=lines --threshold=0 in >out 2>err
	same <(newer parse.c) err
	same same-age out
	# its text is not read, or it is not shown, or the age of the profile is not known
	{
		cg-annotate --format=lines --threshold=0 --auto=no in
		cg-annotate --format=lines --threshold=20 in
		cat in | cg-annotate --format=lines -
	} 2>err >out
	same - err </dev/null
	cg-annotate --format=lines --auto=no in parse.c 2>err >out
	same <(newer parse.c) err
	# ten, as of sources that cannot be read
	{
		echo 'events: Ir'
		for i in {10..21}; do
			echo >"$i.c"
			printf '%s\n' "fl=$i.c" fn=f '1 10'
		done
		echo 'summary: 120'
	} >many
	touch -d 2001-01-01 many
	cg-annotate --format=lines many 2>err >out
	same - err < <(
		newer {10..19}.c
		echo 'cg-annotate: 2 other sources are newer than the profile'
	)
}

@test "vim's errorformat follows them" {
	need_command vim
	printf '%s\n' "int a; // see other.c:9: 12 (3%) x: y" >'odd (1) na-me.c'
	sed 's|fl=gone|fl=odd (1) na-me|; s|^7 |1 |' in >odd
	cg-annotate --format=lines odd >out
	[ "$(wc -l <out)" -eq 2 ]
	vim -es -u NONE -i NONE -N -c 'cgetfile out' -c 'redir! > list' \
		-c 'for e in getqflist() | echo e.valid . "|" . bufname(e.bufnr) . "|" . e.lnum . "|" . e.text | endfor' \
		-c 'redir END' -c 'qa!' </dev/null
	awk 'NF' list >entries
	same - entries <<-'END'
		1|parse.c|4| 1,235,567 (19.7%) parse: return n:n;
		1|odd (1) na-me.c|1| 40,000 (0.6%) std::map<int, int>::find(int): int a; // see other.c:9: 12 (3%) x: y
	END
	# and vim -q begins at the first
	vim -es -u NONE -i NONE -N -q out -c 'redir! > at' \
		-c 'echo expand("%") . ":" . line(".")' -c 'redir END' -c 'qa!' </dev/null
	grep -x 'parse.c:4' at
}

# the command of docs/RECIPES.md for the Nth editor, with "in" as the profile
readme_command() {
	"$TESTS/lib/readme-block" 'In an editor' "$1" | sed 's/prog\.cg/in/'
}

@test "vim -q goes from line to line, by the command of docs/RECIPES.md" {
	need_command vim
	command=$(readme_command 1)
	[[ $command == 'vim -q <('*')' ]]
	vim() {
		local show='redir! >> at | echo expand("%") . ":" . line(".") | redir END'
		command vim -es -u NONE -i NONE -N "$@" -c "$show" -c cnext \
			-c "$show" -c 'qa!' </dev/null
	}
	printf 'int a;\n%.0s' {1..9} >gone.c
	eval "${command/--threshold=1/--threshold=0.1}"
	awk 'NF' at | same - <(printf '%s\n' parse.c:4 gone.c:7)
}

@test "Emacs's compilation mode goes from line to line, by the command of docs/RECIPES.md" {
	need_command emacs
	command=$(readme_command 2)
	printf 'int a;\n%.0s' {1..9} >gone.c
	cat >visit.el <<-'END'
		(defun show ()
		  (princ (format "%s:%d\n" (file-name-nondirectory (buffer-file-name))
		                 (line-number-at-pos))))
		(let ((done nil))
		  (add-hook 'compilation-finish-functions
		            (lambda (&rest _) (setq done t)))
		  (compile (getenv "COMMAND"))
		  (while (not done) (accept-process-output nil 0.1))
		  (dotimes (_ 2)
		    (next-error)
		    (with-current-buffer (window-buffer) (show))))
	END
	COMMAND=${command/--threshold=1/--threshold=0.1} emacs -Q --batch -l visit.el >at 2>err || fail "$(cat err)"
	same - at <<-'END'
		parse.c:4
		gone.c:7
	END
}

@test "rows that repeat a line count as one row" {
	awk -v n=200000 'BEGIN {
		print "cmd: x\nevents: Ir\nfl=a.c"
		for (i = 0; i < n; i++) {
			count = i % 11 == 0 ? -(i % 5) : i % 5
			print "fn=f" i % 7 "\n" i * 37 % 100 + 1 " " count
			sum += count
		}
		print "summary: " sum
	}' >rows
	mkdir merged
	cg-merge -o merged/rows rows
	for format in lines html; do
		cg-annotate --format=$format rows >ours
		(cd merged && cg-annotate --format=$format rows) | same - ours
	done
}

@test "--top prints as many lines of a flat profile, unless a threshold is given" {
	{
		printf 'cmd: x\nevents: Ir Dr\nfl=a.c\nfn=f\n'
		printf '%d 1 1\n' {1..5000}
		echo summary: 5000 5000
	} >flat
	cg-annotate --format=lines --top=3 flat >out
	[ "$(cut -d: -f1,2 out | paste -sd' ')" = 'a.c:1 a.c:2 a.c:3' ]
	[ "$(cg-annotate --format=lines flat | wc -l)" -eq 0 ]
	[ "$(cg-annotate --format=lines --top=3 --threshold=0.1 flat | wc -l)" -eq 0 ]
	[ "$(cg-annotate --format=lines --top=3 --sort=Ir:1 flat | wc -l)" -eq 0 ]
	[ "$(cg-annotate --format=lines --top=3 --sort=Dr flat | wc -l)" -eq 3 ]
	[ "$(cg-annotate --format=lines --top=0 flat | wc -l)" -eq 0 ]
}
