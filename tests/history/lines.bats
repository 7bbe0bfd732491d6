#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# Profiles with lines in cg-history: log, its page and check name the line that changed most.

load ../lib/assertions
load ../lib/history

setup() {
	enter_repository
}

# recorded_lines [ROW]...: makes a commit of all files, and records these rows with lines
recorded_lines() {
	git add -A
	git_as_user commit -q --allow-empty -m change
	printf '%s\n' 'cmd: ./prog' 'events: Ir' "$@" | profile ../costs.cg
	cg-history record --level=line ../costs.cg
}

@test "lines are compared where they are in the new source" {
	mkdir src
	seq 1 30 >src/a.c
	recorded_lines fl=/home/user/prog/src/a.c fn=f '10 100' '11 200' '12 100' fn=g '20 50'
	# two lines above f, and one in it
	{ echo -- a; echo ++ b; seq 1 10; echo new; seq 11 30; } >src/a.c
	recorded_lines fl=/home/user/prog/src/a.c fn=f '12 100' '13 70' '14 200' '15 100' fn=g '23 50'
	recorded_lines fl=/home/user/prog/src/a.c fn=f '12 100' '13 70' '14 260' '15 90' fn=g '23 50'
	# the lines that look like names of files are gone, and another file changed
	{ seq 1 10; echo new; seq 11 30; } >src/a.c
	seq 1 100 >b.c
	recorded_lines fl=/home/user/prog/src/a.c fn=f '10 100' '11 70' '12 260' '13 90' fn=g '21 51'
	log_gives change,function,line <<-'END'
		1 g 21
		50 f 14
		70 f 13
	END
	cg-history log | tr -s ' ' | grep -F '% f:14 change'
	run -1 --separate-stderr cg-history check --limit=Ir=+0
	[[ $stderr = *': g of /home/user/prog/src/a.c:21 changed most: +1' ]]
	cg-history log --format=json | grep -c '"line": ' | grep -x 3
	cg-history log --format=html | sed -n '/<tr id="s0-1"/,/<\/details>/s/<tr class="dim"><td>//p' |
		sed 's/<[^>]*>/ /g; s/  */ /g; s/ $//' | same - <(cat <<-'END'
			200 260 +60 /home/user/prog/src/a.c:14
			100 90 -10 /home/user/prog/src/a.c:15
		END
	)
}

@test "a function has its lines under another name, and a path that the compiler made relative" {
	seq 1 9 >a.c
	recorded_lines fl=../a.c fn=f '5 100' '6 100'
	{ echo first; seq 1 9; } >a.c
	recorded_lines fl=../a.c fn=other '6 100' '7 102'
	log_gives change,function,line <<<'2 other 7'
}

@test "profiles by function have no lines" {
	recorded_lines fl=a.c fn=f '5 100'
	change
	printf '%s\n' 'cmd: ./prog' 'events: Ir' fl=a.c fn=f '5 101' | profile ../costs.cg
	cg-history record ../costs.cg
	log_gives change,function,line <<<'1 f -'
}
