#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# --scripts: functions and lines of Python as functions and lines, held against what Python
# itself says of calls.

load ../lib/collecting

# bats file_tags=long

setup_file() {
	build still.c -O1 -shared -fPIC -o still.so
	export python=/usr/bin/python3
	"$python" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' ||
		python=
}

setup() {
	[ -n "$python" ] || skip 'Python is none of 3.11 to 3.14'
	enter_with_programs
	export PYTHONHASHSEED=0
	cp "$TESTS/programs/calls.py" .
	script=$PWD/calls.py
}

# collect OPTION... SCRIPT: the profile is in `out`
collect() {
	cg-collect -q --cache-sim=no --reproducible \
		-o out "${@:1:$#-1}" "$python" -S "${@: -1}" >stdout
}

small() {
	cat >small.py <<-'end'
		def total(n):
		    s = 0
		    for i in range(n):
		        s += i
		    return s
		def twice(n):
		    return total(n) + total(n)
		x = twice(1000)
	end
}

# bats test_tags=slow
@test "each call is counted that Python says there is, of the same caller" {
	cg-collect -q --cache-sim=no --calls --scripts=only -o out "$python" "$script"
	cg-sum --check out
	graph check out >roots
	"$TESTS/lib/script-calls" --python="$python" out "$script"
}

# differing_calls SCRIPT: prints the calls that the profile of a script has wrong
differing_calls() {
	if [ "${1##*/}" = limits.py ]; then
		# the call that fails can be one more
		"$TESTS/lib/script-calls" --counted=stdout out "$1" >all || [ -s all ]
		awk '{ sub(",", "", $(NF - 2)) } $(NF - 2) + 1 != $NF' all
	else
		"$TESTS/lib/script-calls" --python="$python" out "$1"
	fi
}

# has_right_calls MODE: checks the calls of the scripts that change their frames in hard ways
has_right_calls() {
	local script name wrong= mode=$1
	cp -r "$TESTS/programs/python" .
	for script in "$PWD"/python/*.py; do
		name=${script##*/}
		# shellcheck disable=SC2086
		collect $mode --scripts=only "$script"
		cg-sum --check out
		graph check out >roots
		differing_calls "$script" >differences || wrong=1
		sed "s/^/$name: /" differences
		[ -s differences ] || echo "$name: all calls are right"
		[ ! -s differences ] || wrong=1
	done
	[ ! "$wrong" ]
}

# bats test_tags=slow
@test "scripts that change their frames in hard ways have no wrong call" {
	has_right_calls --calls
}

@test "scripts that change their frames in hard ways have no wrong call, if stacks are folded meanwhile" {
	has_right_calls '--stacks=0.1 --stacks-memory=1'
	grep -q '^desc: Folded stacks: .*lack at most [1-9]' out
}

@test "in a real program, each instruction is counted once, and each call in its package" {
	local package mode
	package=$("$python" -c 'import os, pygments; print(os.path.dirname(pygments.__file__))' 2>/dev/null) ||
		missing python3-pygments
	mkdir of_script # Python looks at the names in it
	script=$PWD/of_script/highlight.py
	cat >"$script" <<-'end'
		import textwrap
		import pygments.formatters
		import pygments.lexers
		with open(textwrap.__file__) as source:
		    print(pygments.highlight(source.read(), pygments.lexers.get_lexer_by_name("python"),
		        pygments.formatters.get_formatter_by_name("html")))
	end
	"$python" "$script" >wanted
	for mode in no only; do
		cg-collect -q --cache-sim=no --reproducible --calls --scripts=$mode -o out "$python" "$script" |
			cmp - wanted
		cg-sum --format=tsv --by=event out
	done >totals
	[ "$(sort -u totals | wc -l)" -eq 2 ] # the heading and one total
	graph check out >roots
	"$TESTS/lib/script-calls" --python="$python" --package="$package" out "$script"
}

# bats test_tags=slow
@test "a greenlet has its own calls, whoever resumes it" {
	"$python" -c 'import greenlet' 2>/dev/null || missing python3-greenlet
	mkdir of_script # Python looks at the names in it
	script=$PWD/of_script/greenlets.py
	cp "$TESTS/programs/greenlets.py" "$script"
	collect() {
		cg-collect -q --cache-sim=no --reproducible -o out "$@" "$python" "$script"
	}
	collect --calls --scripts=no
	cg-sum --format=tsv --by=event out >plain
	collect --calls
	graph check out >roots
	[ "$(wc -l <roots)" -eq 1 ]
	cg-sum --format=tsv --by=event out | diff plain -
	collect --stacks --scripts=only
	cg-export --to=folded out >folded
	grep -E ';a_whole;a_part;ping;burn [0-9]+$' folded
	grep -E ';b_whole;b_part;pong;burn [0-9]+$' folded
	grep -E ';hub_loop [0-9]+$' folded
	run ! grep -E '(<module>|b_whole).*;a_whole|(<module>|a_whole).*;b_whole|hub_loop.*;step' folded
	collect --calls --scripts=only
	cg-sum --check out
	"$TESTS/lib/script-calls" --python="$python" out "$script"
	# pong adds up three times as many numbers as ping, and nothing else costs much
	graph edge a_whole a_part out >a
	graph edge b_whole b_part out >b
	graph edge main_part ping out >one
	awk '{ if (FNR == 1) n[FILENAME] = $2 } END { print n["a"], n["b"], n["one"]
		exit !(n["a"] > n["one"] && n["a"] < 1.02 * n["one"] && n["b"] > 2.95 * n["one"] &&
			n["b"] < 3.05 * n["one"]) }' a b one
}

@test "a function has its name, file and lines, and the object is the interpreter's" {
	small
	collect --calls --scripts small.py
	cg-sum --by=function out >sums
	grep -E ':total$' sums
	grep -E '^fl=.*/small.py$' out
	grep -E '^ob=.*python3' out
	run ! grep script: out
	# the loop runs 2,000 times; the other lines, twice
	cg-filter --function='^total$' --drop out >total
	awk '/^[0-9]+ [0-9]+$/ { c[$1] = $2 }
		END { exit !(c[3] > 20000 && c[4] > 20000 && c[2] < 2000 && c[5] < 2000 &&
			length(c) == 5) }' total
	grep -x 'calls=2 1' out
}

# same_totals MODE...: each with and without --scripts; the mode is a list of options
same_totals() {
	local mode which
	small
	for mode; do
		# shellcheck disable=SC2086 # a list of options
		collect $mode --scripts=no small.py
		cg-sum --format=tsv --by=event out >plain
		for which in yes only; do
			# shellcheck disable=SC2086
			collect $mode --scripts=$which small.py
			cg-sum --check out
			graph check out >roots
			cg-sum --format=tsv --by=event out >sums
			diff plain sums
			cp out first
		done
	done
	# shellcheck disable=SC2086
	collect $mode --scripts=only small.py
	cmp first out
}

@test "the totals are those without --scripts, and two runs are the same" {
	same_totals --stacks '--calls --branch-sim=yes'
}

@test "the totals are those without --scripts, in all other modes" {
	same_totals --calls '--calls --separate-callers=2' '--calls --separate-threads=yes' \
		'--calls --cache-sim=yes --branch-sim=yes'
}

@test "cg-annotate shows the source of a script with counts" {
	small
	collect --calls --scripts small.py
	cg-annotate --auto=yes --width=100 --function='^total$' out >report
	grep -E '^ *[0-9]{3},[0-9]{3} +3 +for i in range.n.:$' report
	grep -E '^ *[0-9]{3},[0-9]{3} +4 +s .= i$' report
	grep -E 'total \(2x\)' report
}

@test "--scripts=only has no C code below functions, and the same calls" {
	small
	collect --calls --scripts=only small.py
	cg-filter --function='^total$' --drop out >total
	run ! grep '^calls' total
	collect --calls --scripts=no small.py
	run ! grep -E '^c?f[lin]=.*small.py' out
}

@test "costs are below the callers in stacks" {
	small
	collect --stacks=all --scripts=only small.py
	cg-export --to=folded out >folded
	grep -E '<module> \(small\.py\);twice;total [0-9]+$' folded
}

@test "a script that is forked is followed, and each call counted once" {
	cat >fork.py <<-'end'
		import os
		def work(n):
		    return sum(range(n))
		def child(n):
		    return work(n)
		work(3)
		if os.fork() == 0:
		    child(5)
		    os._exit(0)
		os.wait()
		work(4)
	end
	cg-collect -q -f --cache-sim=no --calls --scripts=only -o out "$python" -S fork.py
	cg-sum --check out
	cg-annotate --auto=no --function='^work$' out >report
	grep -E 'work \(3x\)' report
	grep -E '<.*child \(1x\)' report
	grep -E '<.*<module> \(2x\)' report
	# the shell has none, and perl is another one
	cg-collect -q -f --cache-sim=no --calls -o out sh -c "$python -S fork.py; perl -e1; $python -S -c 1"
	grep -E '^desc: Scripts: *Perl 5[.0-9]*( or 5[.0-9]*)?; Python 3[.0-9]*$' out
}

@test "processes of multiprocessing are followed, whichever way they start" {
	cat >pool.py <<-'end'
		import multiprocessing
		def work(n):
		    return inner(n) + inner(n)
		def inner(n):
		    return sum(range(n))
		if __name__ == '__main__':
		    for method in 'fork', 'spawn', 'forkserver':
		        with multiprocessing.get_context(method).Pool(1) as pool:
		            pool.map(work, [10, 20, 30], chunksize=1)
	end
	cg-collect -q -f --cache-sim=no --calls --scripts=only -o out "$python" pool.py
	cg-sum --check out
	cg-annotate --auto=no --function='^(work|inner)$' out >report
	grep -E '\* .*:work \(9x\)' report
	grep -E '\* .*:inner \(18x\)' report
	grep -E '< .*:work \(18x\)' report
}

@test "structures that a program overwrites are not believed" {
	cat >hostile.py <<-'end'
		import ctypes
		def victim(x):
		    return x
		def run():
		    for i in range(5):
		        victim(i)
		code = id(victim.__code__)
		words = (ctypes.c_size_t * 20).from_address(code)
		pointers = [i for i in range(13, 20)
		            if words[i] in map(id, (victim.__code__.co_filename,
		                                    victim.__code__.co_qualname,
		                                    victim.__code__.co_linetable))]
		assert len(pointers) >= 3, pointers
		kept = list(words)
		run()
		for value in (1, 0, 8, 2**64 - 8, id(5), code, 0xdead0000):
		    for i in pointers:
		        words[i] = value
		        run()
		        words[i] = kept[i]
		table = (ctypes.c_size_t * 3).from_address(id(victim.__code__.co_linetable))
		for size in (2**63 - 1, 2**40, 0, 1):
		    old = table[2]
		    table[2] = size
		    run()
		    table[2] = old
		run()
	end
	cat >>hostile.py <<-'end'
		# frames that are in a ring, or whose callers are none; these members are of 3.11 and 3.12
		import sys
		if sys.version_info[:2] in ((3, 11), (3, 12)):
		    cell, previous = ((8, 48), (0, 8))[sys.version_info[1] - 11]
		    def at(address, n=1):
		        return (ctypes.c_size_t * n).from_address(address)
		    def called():
		        frame = at(holder[0] + cell)
		        kept = frame[0]
		        copies = [at(kept, 12)[:] for i in range(2)]
		        made = [(ctypes.c_size_t * 12)(*copy) for copy in copies]
		        address = [ctypes.addressof(m) for m in made]
		        for to in (address[0], address[1], 0, 1, 8, 2**64 - 8, id(5), code, 0xdead0000):
		            made[0][previous // 8] = to
		            made[1][previous // 8] = address[0]
		            frame[0] = address[0]
		            list(map(victim, (1, 2)))
		            frame[0] = to
		            list(map(victim, (1, 2)))
		            frame[0] = kept
		            victim(3)
		    ctypes.pythonapi.PyThreadState_Get.restype = ctypes.c_size_t
		    holder = at(ctypes.pythonapi.PyThreadState_Get() + 56)
		    called()
	end
	"$python" -S hostile.py
	collect --calls --scripts hostile.py
	cg-sum --check out
	grep -E ' victim$' out
}

@test "an interpreter that is not known, or none, gives a whole profile and a message" {
	cg-collect -q --cache-sim=no --calls --scripts -o out true 2>message
	grep 'warning: no functions of scripts: the program ran no interpreter that' message
	cg-sum --check out
	cat >loop.c <<-'end'
		long _PyEval_EvalFrameDefault(void *thread, void *frame, int n)
		{ return n + (long)thread % 2 + (long)frame % 2; }
		int main(void) { return (int)_PyEval_EvalFrameDefault((void *)8, (void *)16, 0); }
	end
	cc -O0 -o loop loop.c
	cg-collect -q --cache-sim=no --calls --scripts -o out ./loop 2>message
	grep 'loop is no version of an interpreter that --scripts knows' message
	cg-sum --check out
}

@test "what an interpreter says of its structures is not believed if it cannot be" {
	local version value
	cat >loop.c <<-'end'
		unsigned long words[90] = {COOKIE, VERSION, 0, [3 ... 89] = VALUE,
			/* what is the same in all versions, where 3.14 has it */
			[51] = 8, [53] = 24, [75] = 16, [76] = 32, [78] = 32, [79] = 16};
		unsigned long thread[100], frame[100];
		long _PyEval_EvalFrameDefault(void *t, void *f, int n)
		{ return n + (long)t % 2 + (long)f % 2; }
		int main(void) { return (int)_PyEval_EvalFrameDefault(thread, frame, 0); }
	end
	for version in 0x030d00f0 0x030e00f0 0x031000f0; do
		for value in 8 0xfffffffffffffff8; do
			cc -O0 -DCOOKIE=0x7970677562656478 -DVERSION=$version -DVALUE=$value \
				-o loop loop.c
			cg-collect -q --cache-sim=no --calls --scripts -o out ./loop 2>message
			grep 'loop is no version of an interpreter' message
			cg-sum --check out
		done
	done
}

@test "scripts are counted by themselves if there are calls and nothing excludes them" {
	small
	collect --scripts small.py
	cp out wanted
	for option in --calls --scripts=yes; do
		collect $option small.py
		cmp wanted out
	done
	grep -xE 'desc: Scripts:          Python 3\.[0-9]+' out
	collect --scripts=only small.py
	grep -xE 'desc: Scripts:          Python 3\.[0-9]+, without C code' out
	collect --calls --collect-jumps=yes small.py
	run ! grep -E '^c?f[lin]=.*small.py|^desc: Scripts' out
	collect --cache-sim=yes small.py
	run ! grep -E '^c?f[lin]=.*small.py' out
	# a program that is no interpreter needs no message
	cg-collect -q --cache-sim=no --calls -o out true 2>message
	same /dev/null message
}

@test "--scripts says what it excludes" {
	local option
	run -125 cg-collect --calls --scripts=all true
	[[ $output = *'--scripts: expected yes, no or only, found "all"'* ]]
	for option in --dump-instr=yes --collect-jumps=yes --loops --allocs --data=d; do
		run -125 cg-collect --calls --scripts "$option" true
		[[ $output = *'--scripts excludes'* ]]
	done
}

@test "options that name functions say that they do not know those of scripts" {
	local option
	printf 'def tick(n):\n    return n\nfor i in range(5): tick(i)\n' >ticks.py
	for option in --fn-skip=tick --toggle-collect='tic?' --dump-after=tick; do
		cg-collect -q --calls --cache-sim=no "$option" -o p.cg "$python" ticks.py 2>messages
		grep -F -e " $option: functions of scripts cannot be named here" messages
	done
	cg-collect -q --calls --cache-sim=no --fn-skip=tock -o p.cg "$python" ticks.py 2>messages
	grep -e '--fn-skip=tock: no such function ran$' messages
}
