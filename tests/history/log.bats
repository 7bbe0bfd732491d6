#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-history log: which commits changed what a benchmark costs.

load ../lib/assertions
load ../lib/history

setup() {
	enter_repository
}

@test "only commits that changed something are listed, the last one first" {
	recorded main 100 work 1000
	recorded main 100 work 1200
	recorded main 100 work 1200
	recorded main 90 work 1200
	cg-history log | sed "s/$(git rev-parse --short=10 HEAD)/HEAD/; s/$(git rev-parse --short=10 HEAD~2)/HEAD~2/" >../log
	same - <(tr -s ' ' <../log) <<-'END'
		prog, Ir
		commit date old new change % function subject
		HEAD 2023-11-14 1,300 1,290 -10 -0.77% main change 4
		HEAD~2 2023-11-14 1,100 1,300 +200 +18.18% work change 2
	END
	log_gives state,old,new,change,subject --all <<-'END'
		changed 1300 1290 -10 change 4
		same 1300 1300 0 change 3
		changed 1100 1300 200 change 2
		first - 1100 - change 1
	END
	[ "$(log_of subject HEAD~1)" = 'change 2' ]
	[ "$(log_of subject HEAD~2..)" = 'change 4' ]
	[ "$(log_of subject HEAD~1..HEAD~1)" = '' ]
	cg-history log HEAD~2..HEAD~1 | same - <(echo 'prog, Ir: nothing changed in 1 recorded commit')
	change
	cg-history log --format=markdown HEAD~1.. |
		same - <(echo '**`prog`**, Ir: no commit of the range is recorded')
}

@test "a change of few instructions in many is seen" {
	recorded main 100000000000 f 7
	recorded main 100000000000 f 8
	[ "$(log_of old,new,change,function)" = '100000000007 100000000008 1 f' ]
	cg-history log | grep -F '  +1  +0.00%  f '
}

@test "code of a script that is in no function has its file behind its name" {
	recorded shop.py:'<module>' 10 shop.py:total 10
	recorded shop.py:'<module>' 12 shop.py:total 10
	[ "$(log_of function,file)" = '<module> shop.py' ]
	cg-history log | grep -F '  <module> (shop.py)  change 2'
	cg-history log --format=html | grep -F '<summary>&lt;module&gt; (shop.py)</summary>'
}

@test "cost that only moved is not called a change" {
	recorded main 10 work 1000 helper 50
	recorded main 10 job 1000 helper 50
	recorded main 10 b.c:job 1000 helper 50
	recorded main 10 b.c:job 1050
	recorded main 10 b.c:job 650 b.c:part 400
	log_gives state,change,note <<-'END'
		moved 0 part from job
		moved 0 helper in job
		moved 0 job: a.c -> b.c
		moved 0 work -> job
	END
}

@test "functions of one name follow the files of a directory that was moved" {
	recorded main 10 src/a.c:start 100 src/b.c:start 200 src/c.c:start 300
	recorded main 10 lib/a.c:start 100 lib/b.c:start 250 lib/c.c:start 300
	log_gives change,function,file,note <<-'END'
		50 start lib/b.c start: src/a.c -> lib/a.c (2 more)
	END
	# no file has the name of another: nothing says which is which
	recorded main 10 x.c:start 110 y.c:start 250 z.c:start 290
	[ "$(log_of change HEAD~1..)" = 0 ]
}

@test "a change beside cost that moved names the function that changed" {
	recorded main 10 work 1000 helper 50
	recorded main 15 job 1000 helper 50
	recorded main 15 b.c:job 1002 helper 50
	log_gives state,change,function,note <<-'END'
		changed 2 job job: a.c -> b.c
		changed 5 main work -> job
	END
}

@test "clones are compared as the function, also if only one of them changed" {
	desc='desc: Inlined functions: rows of their own'
	recorded main 10 work 1000 work.cold 7 other 30
	# the function is the same, and its clone is gone
	recorded main 10 work 1000 helper 7 other 30
	# the clone is the same, and the function is gone
	recorded main 10 work 1000 other 30 other.part.0 9
	recorded main 40 work 1000 other.part.0 9
	recorded main 40 work 1000 other.part.0 10
	log_gives state,change,function,note <<-'END'
		changed 1 other -
		moved 0 - between 2 functions
		changed 2 other -
		moved 0 - helper from work
	END
}

@test "functions that are cut out before they are parsed make no difference" {
	"$TESTS/lib/large-history" 200 1 300 30
	# all functions are read for a pattern
	columns=commit,old,new,change,file,function
	log_of "$columns" --function= large >../all
	log_of "$columns" large | same ../all -
	[ "$(wc -l <../all)" -gt 40 ]
}

@test "rows that do not add up to the total are an error, also if other rows are the same" {
	recorded f 1 g 2
	recorded f 1 g 3
	path=$(git ls-tree -r --name-only refs/cg/prog | grep 'r$' | sed -n 1p)
	blob=$(printf 'fl=a.c\nfn=f\n0 1\nfn=g\n0 7\n' | git hash-object -w --stdin)
	GIT_INDEX_FILE=$PWD/../index git read-tree refs/cg/prog
	GIT_INDEX_FILE=$PWD/../index git update-index --cacheinfo "100644,$blob,$path"
	tree=$(GIT_INDEX_FILE=$PWD/../index git write-tree)
	git update-ref refs/cg/prog "$(git_as_user commit-tree -m damage "$tree")"
	run -2 --separate-stderr cg-history log
	[[ $stderr = *'expected a summary equal to the sum of the rows, 8; found '* ]] || fail "$stderr"
}

@test "functions of equal cost are not taken for each other" {
	recorded main 10 a 7 b 7
	recorded main 10 c 7 d 7
	recorded main 24
	recorded main 10 a 7 b 7
	log_gives state,note <<-'END'
		moved a from main (1 more)
		moved c in main (1 more)
		moved between 4 functions
	END
}

@test "a commit that is not recorded is never called equal" {
	recorded f 1
	change
	change
	recorded f 2
	change
	log_gives state,unmeasured --all <<-'END'
		unmeasured 0
		changed 2
		unmeasured 0
		unmeasured 0
		first 0
	END
	cg-history log | grep -F '[1 of 3] change 4'
}

@test "a merge changes something only if it differs from all its parents" {
	recorded f 10
	git checkout -q -b side
	recorded f 20
	git checkout -q main
	git_as_user commit -q --allow-empty -m 'other'
	costs ../in f 10
	cg-history record ../in
	git_as_user merge -q --no-edit side 2>/dev/null
	costs ../in f 20
	cg-history record ../in
	[ "$(log_of change,subject)" = '10 change 2' ]
	# it is compared with the parent that costs the same
	[ "$(log_of state,old,new --all -- HEAD | sed -n 1p)" = 'same 20 20' ]
	costs ../in f 21
	cg-history record --replace ../in
	[ "$(log_of change,subject | sed -n 1p)" = "11 Merge branch 'side'" ]
}

@test "a series breaks where the settings differ" {
	recorded f 10
	desc='desc: CPU: x86-64-v3' recorded f 11
	desc='desc: CPU: x86-64-v3' recorded f 12
	log_gives state,old,new,note <<-'END'
		changed 11 12 -
		settings - 11 CPU: x86-64-v1 -> x86-64-v3
	END
}

@test "a setting is shown with one blank after its key" {
	recorded f 10
	desc='desc: Compilers:        GNU C++17 12' recorded f 10
	desc='desc: Compilers:        GNU C++17 14' recorded f 10
	desc='desc: no  key' recorded f 10
	log_gives note <<-'END'
		new: no  key, gone: Compilers: GNU C++17 14
		Compilers: GNU C++17 12 -> GNU C++17 14
		new: Compilers: GNU C++17 12, gone: CPU: x86-64-v1
	END
}

@test "of several settings, those that differ least are named" {
	local i
	for i in 1 2 3 4 5; do
		change
		costs ../in f $i
		cg-history record ../in
		cg-history record --setting=x --setting="y: $i" ../in
		change
		cg-history record --setting=hk ../in
		[ "$(log_of note HEAD~1..)" = 'new: hk' ]
		cg-history record --setting=x --setting="y: $i" --setting=hk ../in
		log_of note HEAD~1.. | sort | same - <(printf '%s\n' 'new: hk' 'new: hk')
		repository "../work$i"
	done
}

@test "another libc is another setting, and another build of the program is not" {
	local libc=/lib/x86_64-linux-gnu/libc.so.6
	desc="desc: Build IDs: 0a1b /bin/prog; 11 $libc" recorded f 10
	desc="desc: Build IDs: 0a1c /bin/prog; 11 $libc" recorded f 10
	desc="desc: Build IDs: 0a1d /bin/prog; 11 $libc" recorded f 11
	desc="desc: Build IDs: 0a1d /bin/prog; 22 $libc" recorded f 11
	log_gives state,note <<-END
		settings libc: 11 $libc -> 22 $libc
		changed -
	END
	# the same program, built again elsewhere
	desc="desc: Build IDs: ffff /bin/prog; 22 $libc" costs ../in f 11
	cg-history record ../in
}

@test "JSON is as docs/schema.json has it" {
	need_schema
	recorded f 10 g 1
	change
	recorded f 11 g 1
	recorded f 11 h 1
	desc='desc: CPU: other' recorded f 11 h 1
	cg-history log --format=json >../some
	cg-history log --format=json --all >../all
	"$TESTS/lib/check-schema" ../some ../all
	sed 's/"settings"/"unknown"/' ../all >../wrong
	! "$TESTS/lib/check-schema" ../wrong 2>/dev/null || fail 'the schema allows all'
}

@test "--event chooses what is compared" {
	change
	printf '%s\n' 'events: Ir Dr' fl=a.c fn=f '1 10 5' fn=g '1 10 5' | profile ../in
	cg-history record p=../in
	change
	printf '%s\n' 'events: Ir Dr' fl=a.c fn=f '1 10 5' fn=g '1 10 6' | profile ../in
	cg-history record p=../in
	[ -z "$(log_of change)" ]
	[ "$(log_of state --all | sed -n 1p)" = same ]
	[ "$(log_of event,change,function --event=Dr)" = 'Dr 1 g' ]
	complains "cg-history: --event: p of $(git rev-parse --short=10 HEAD) has no event Dw" \
		cg-history log --event=Dw
}

@test "--function follows functions, also to other files" {
	recorded a.c:parse 10 a.c:main 1
	recorded a.c:parse 10 a.c:main 2
	recorded b.c:parse 10 a.c:main 2
	recorded b.c:parse 14 a.c:main 2
	[ "$(log_of old,new,subject --function='^parse$')" = '10 14 change 4' ]
}

@test "--function: a name that no recording has is an error, not good news" {
	local nothing='cg-history: --function: "nosuch" matches no function in the recordings'
	recorded parse 10 old 1
	for format in text json html; do
		complains "$nothing" cg-history log --function=nosuch --format=$format
	done
	recorded parse 10 # it goes
	recorded parse 10
	complains "$nothing" cg-history log --function=nosuch --all
	complains "$nothing" cg-history log --function=nosuch HEAD~1..HEAD
	cg-history log --function=parse | same - <(echo 'prog, Ir: nothing changed in 3 recorded commits')
	cg-history log --function=old HEAD~2.. | sed 1d >../out
	[ "$(wc -l <../out)" -ge 1 ]
	# counted in another way since, and without it
	change
	costs ../in parse 10
	sed -i 's/^desc.*/desc: CPU: other/' ../in
	cg-history record prog=../in
	cg-history log --function=old >../out
	git_as_user commit -q --allow-empty -m none
	cg-history log --function=nosuch HEAD~1.. | same - <(echo 'prog, Ir: no commit of the range is recorded')
	# another benchmark has it
	costs ../in lonely 1
	cg-history record other=../in
	cg-history log --function=lonely HEAD~1.. | same - <(printf '%s\n' 'other, Ir: nothing changed in 1 recorded commit' '' 'prog, Ir: no commit of the range is recorded')
	cg-history log --function=lonely | sed -n '/^prog/p' | same - <(echo 'prog, Ir: --function matches no function')
}

@test "subjects and names cannot send control sequences" {
	change
	costs ../in f 1
	cg-history record ../in
	change "$(printf 'red \033[31m and \t tab')"
	costs ../in f 2
	cg-history record ../in
	cg-history log | grep -F 'red \x1b[31m and \t tab'
	cg-history log --format=tsv | awk -F'\t' 'NF != 14 { exit 1 }'
	cg-history log --format=json | python3 -c '
import json, sys
step, = json.load(sys.stdin)["benchmarks"][0]["steps"]
assert step["subject"] == r"red \x1b[31m and \t tab", step'
	cg-history log --format=markdown | grep -F '| `f` | `red \x1b[31m and \t tab` |'
	need_terminal
	on_terminal 'cg-history log' >../shown
	run -1 grep -F "$(printf '\033[31m')" ../shown
}

@test "on a terminal, lines are no wider than it" {
	local width
	recorded main 123456789 "$(printf 'a%.0s' {1..100})" 1000000
	git_as_user commit -q --allow-empty -m "$(printf 'word %.0s' {1..40})"
	costs ../in main 123456789 "$(printf 'a%.0s' {1..100})" 3000000
	cg-history record ../in
	need_terminal
	for width in 80 100 120 200; do
		COLUMNS=$width on_terminal 'cg-history log' >../shown
		[ "$(wc -l <../shown)" = 3 ]
		run -1 grep ".\{$((width + 1))\}" ../shown
		grep -q -F '+2,000,000' ../shown
	done
}

# bats test_tags=slow
@test "in a made history, every change is found at its commit, and no other" {
	run -0 python3 "$TESTS/lib/made-history" 120 60 ../made
	log_gives state,subject <../made
}

@test "what a step changed is known to the next log, which does not read it again" {
	recorded main 100 work 1000
	recorded main 100 work 1200
	recorded main 90 work 1200 idle 7
	cg-history log >../first
	blob=$(git ls-tree -r refs/cg/prog | awk -v rest="$(git rev-parse HEAD | cut -c 3-)" \
		'index($4, rest) && /r$/ { print $3 }')
	mv ".git/objects/${blob:0:2}/${blob:2}" ../rows
	cg-history log | same ../first -
	run -2 --separate-stderr cg-history log --function=main
	[[ $stderr = *"git cannot read its object $blob" ]]
	mv ../rows ".git/objects/${blob:0:2}/${blob:2}"
	# a step that is new to it
	recorded main 90 work 1300 idle 7
	for _ in 1 2; do
		log_gives function,change <<-'END'
			work 100
			main -3
			work 200
		END
	done
}

# unpack FILE, pack FILE: prints the text of known changes, or their file with this text
unpack() {
	python3 -c 'import sys, zlib; sys.stdout.buffer.write(zlib.decompress(open(sys.argv[1], "rb").read().split(b"\n", 1)[1]))' "$1"
}
pack() {
	python3 -c 'import sys, zlib; text = open(sys.argv[1], "rb").read()
sys.stdout.buffer.write(b"cg-history changes 1, bytes: %d\n" % len(text) + zlib.compress(text))' "$1"
}

@test "a log is the same if what is known is damaged or cannot be kept" {
	recorded main 100 work 1000
	recorded main 100 work 1200
	recorded main 90 work 1200 idle 7
	cg-history log >../wanted
	known=.git/cg-history/changes/prog
	unpack $known >../known
	for damage in '1s/ [0-9]+$/ 99999/' '1s/ [0-9]+$/ 18446744073709551615/' '1s/ [0-9]+$//' \
		'1s/ [0-9]+$/ -1/' '1s/ / : /' '2,$d' '$s/.$//'; do
		sed -E "$damage" ../known >../damaged
		! cmp -s ../known ../damaged
		pack ../damaged >$known
		cg-history log | same ../wanted - "after $damage"
	done
	pack ../known >../packed
	for damage in 's/^cg-history changes 1/&0/' '1s/[0-9]+$/99999999999/' '1s/[0-9]+$/0/' '1s/[0-9]$//'; do
		sed -E "$damage" ../packed >$known
		cg-history log | same ../wanted - "after $damage"
	done
	for bytes in 0 1 20 60; do
		dd if=../packed bs=1 count=$bytes of=$known status=none
		cg-history log | same ../wanted - "after $bytes bytes"
	done
	# two logs at once
	rm $known
	cg-history log >../other &
	cg-history log | same ../wanted -
	wait $!
	same ../wanted ../other
	unpack $known | same ../known -
	# no place for it
	rm -r .git/cg-history
	echo file >.git/cg-history
	cg-history log | same ../wanted -
	[ "$(<.git/cg-history)" = file ]
}
