#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-annotate --loops --opt-records: what compilers say of loops, in the records of -fsave-optimization-record.

load ../lib/collecting

# work has a loop with another one in it, both in DIR/work.c
profile() {
	cat <<-END
		# callgrind format
		version: 1
		creator: by hand
		cmd: prog x
		positions: instr line
		events: Ir
		summary: 102

		ob=/bin/prog
		fl=$1/work.c
		fn=work
		0x10 5 1
		0x12 6 10
		0x14 7 40
		0x16 7 40
		jcnd=30/40 0x14 7
		0x16 7
		0x1a 6 10
		jcnd=9/10 0x12 6
		0x1a 6
		0x1c 10 1
	END
}

# loops DIR [OPTION...]: prints loops and what is said of them, without counts
loops() {
	profile "$1" | cg-annotate --loops --show-percs=no --show=Ir "${@:2}" |
		sed '1,/Ir .*loop$/d; /^--*$/d; /^$/d; / outside loops, which loops may call$/d; s/ \[[^]]*\]$//' |
		sed -E 's/^ *([0-9,.]+ +)*//'
}

# of two loops, one of which was unrolled; with what clang 14 to 19 can write
clang_record() {
	cat <<-'END'
		--- !Missed
		Pass:            inline
		Name:            NoDefinition
		DebugLoc:        { File: work.c, Line: 7, Column: 10 }
		Function:        work
		Args:
		  - Callee:          sin
		    DebugLoc:        { File: 'it''s.h', Line: 4, Column: 0 }
		  - String:          ' will not be inlined'
		...
		--- !AnalysisFPCommute
		Pass:            loop-vectorize
		Name:            CantReorderFPOps
		DebugLoc:        { File: work.c, Line: 8, Column: 5 }
		Function:        work
		Hotness:         300
		Args:
		  - String:          'loop not vectorized: cannot prove it''s safe'
		  - String:          "\x20to \"reorder\"\n"
		...
		--- !Analysis
		Pass:            loop-vectorize
		Name:            CantVectorizeLibcall
		DebugLoc:        { File: work.c, Line: 7, 
		                   Column: 10 }
		Function:        work
		Unknown:
		  - Key:             [ 1, 2 ]
		Args:
		  - String:          'loop not vectorized: '
		  - String:          |
		      library call cannot be vectorized
		...
		--- !Missed
		Pass:            loop-vectorize
		Name:            MissedDetails
		DebugLoc:        { File: work.c, Line: 7, Column: 2 }
		Function:        work
		Args:
		  - String:          loop not vectorized
		...
		--- !Passed
		Pass:            loop-unroll
		Name:            PartialUnrolled
		DebugLoc:        { File: work.c, Line: 7, Column: 2 }
		Function:        work
		Args:
		  - String:          'unrolled loop by a factor of '
		  - UnrollCount:     '4'
		  - String:          ' with run-time trip count'
		...
		--- !Passed
		Pass:            loop-unroll
		Name:            FullyUnrolled
		DebugLoc:        { File: work.c, Line: 7, Column: 2 }
		Function:        work
		Args:
		  - String:          'completely unrolled loop with '
		  - UnrollCount:     '3'
		  - String:          ' iterations'
		...
		--- !Passed
		Pass:            loop-vectorize
		Name:            Vectorized
		DebugLoc:        { File: work.c, Line: 6, Column: 2 }
		Function:        work
		Args:
		  - String:          'vectorized loop (vectorization width: '
		  - VectorizationFactor: '2'
		  - String:          ', interleaved count: '
		  - InterleaveCount: '2'
		  - String:          ')'
		...
	END
}

# say KIND LINE PASS TEXT [MEMBERS]: prints what a pass of gcc says
say() {
	printf '{"kind": "%s", "location": {"line": %s, "file": "work.c", "column": 3}, %s"pass": "%s",\n' \
		"$1" "$2" "${5-}" "$3"
	printf ' "message": ["%s"], "impl_location": {"function": "%s"}, "function": "work"}' "$4" "${6-f}"
}

# gcc_record SAYING...: prints a record of gcc 9 and later
gcc_record() {
	printf '[{"format": "1", "generator": {"version": "12.2.0"}},\n'
	printf '[{"id": "0x1", "name": "cfg", "num": -1, "unknown": [true, 1.5e3, null]},\n'
	printf ' {"id": "0x2", "name": "loop", "children": [{"id": "0x3", "name": "vect", "optgroups": ["vec"]}]},\n'
	printf ' {"id": "0x4", "name": "loop2_unroll"}],\n['
	printf '%s' "$1"
	shift
	[ $# -eq 0 ] || printf ',\n%s' "$@"
	printf ']]\n'
}

@test "clang's: reasons, vectors and unrolled loops, in each format" {
	clang_record >a.opt.yaml
	loops "$PWD" --opt-records=a.opt.yaml >found
	cat >wanted <<-END
		work $PWD/work.c:6-7
		vectorized loop (vectorization width: 2, interleaved count: 2)
		work $PWD/work.c:7 (unrolled 4 times)
		not vectorized: cannot prove it's safe to "reorder" (line 8); library call cannot be vectorized
		unrolled loop by a factor of 4 with run-time trip count
	END
	same wanted found
	profile "$PWD" >profile
	cg-annotate --loops --opt-records=a.opt.yaml --width=50 profile >found
	grep -A4 -x '  *78.4 %    work  work.c:7.*' found | sed 1d >below
	cat >wanted <<-'END'
		              not vectorized: cannot prove it's
		              safe to "reorder" (line 8); library
		              call cannot be vectorized
		              unrolled loop by a factor of 4 with
	END
	same wanted below
	cg-annotate --loops --opt-records=a.opt.yaml --format=json profile >json
	python3 -c '
import json, sys
loop = json.load(sys.stdin)["loops"][0]["loops"][0]
assert loop["unrolled"] == 4 and len(loop["remarks"]) == 2, loop' <json
	cg-annotate --loops --opt-records=a.opt.yaml --format=html profile |
		grep -F 'unrolled 4 times)</span><div class="dim remark">not vectorized: cannot prove it'
}

@test "gcc's: the reason before or after what it is of, and that of the first size of vectors" {
	local couldnt analyzing
	couldnt=$(say failure 7 0x3 "couldn't vectorize loop\\n")
	analyzing=$(say note 7 0x3 '\nAnalyzing loop at work.c:7\n')
	reason=$(say failure 8 0x3 'not vectorized:\n \u0022complicated\u0022 access.\n')
	gcc_record "$analyzing" "$reason" "$couldnt" "$(say success 7 0x4 'loop unrolled 7 times\n')" \
		"$(say note 6 0x3 '\nAnalyzing loop at work.c:6\n')" \
		"$(say success 6 0x3 'loop vectorized using 16 byte vectors\n')" | gzip >a.c.opt-record.json.gz
	loops "$PWD" --opt-records=a.c.opt-record.json.gz >found
	cat >wanted <<-END
		work $PWD/work.c:6-7
		loop vectorized using 16 byte vectors
		work $PWD/work.c:7 (unrolled 8 times)
		not vectorized: "complicated" access (line 8)
		loop unrolled 7 times
	END
	same wanted found
	gcc_record "$analyzing" "$couldnt" "$reason" "$(say success 7 0x1 'loop unrolled 7 times')" >plain.opt-record.json
	loops "$PWD" --opt-records=plain.opt-record.json | grep -xc 'not vectorized: "complicated" access (line 8)'
	gcc_record "$analyzing" "$(say scope 7 0x3 'analyze' "\"children\": [
		$(say failure 7 0x3 'function is not vectorizable.\n'), $(say failure 9 0x3 '' '' opt_problem),
		$(say failure 7 0x3 'not vectorized: no vectype'), $(say failure 7 0x3 '' '' opt_problem)], ")" \
		"$(say failure 7 0x3 'not vectorized: no vectype for stmt: _3 = *_2;\n')" "$couldnt" >two.opt-record.json
	loops "$PWD" --opt-records=two.opt-record.json |
		grep -xc 'not vectorized: function is not vectorizable (line 9)'
}

@test "records in a directory are of sources by their place, and else by the end of their names" {
	mkdir -p tree/one/obj tree/two
	clang_record >tree/one/work.opt.yaml
	clang_record | sed 's/factor of/other factor of/; s/.4.$/2/' >tree/two/work.opt.yaml
	echo no >tree/readme
	: >tree/one/obj/empty.opt.yaml
	loops "$PWD/tree/one" --opt-records=tree | grep -x 'unrolled loop by a factor of 4 with run-time trip count'
	loops "$PWD/tree/two" --opt-records=tree | grep -x 'unrolled loop by a other factor of 2 with run-time trip count'
	# neither is nearer
	run -1 grep loop < <(loops /elsewhere --opt-records=tree)
	loops /elsewhere --opt-records=tree/one | grep -x 'work /elsewhere/work.c:7 (unrolled 4 times)'
	# of the function that has the code, if there is one; all that differs is said, but no number
	clang_record | sed 's/Function: .*/Function: _ZN1a4workEv/; s/factor of/clone by/; s/.4.$/8/' >tree/one/clone.opt.yaml
	loops "$PWD/tree/one" --opt-records=tree/one >found
	[ "$(grep -c unrolled found)" -eq 2 ]
	[ "$(grep -c 'clone by' found)" -eq 1 ]
	sed -i 's/Function: .*/Function: rest/' tree/one/*.yaml
	loops "$PWD/tree/one" --opt-records=tree/one >found
	grep -x "work $PWD/tree/one/work.c:7" found
	[ "$(grep -c '^unrolled loop by' found)" -eq 2 ]
	sed -i 's/Function: .*/Function: work/' tree/one/clone.opt.yaml
	run -1 grep 'a factor' < <(loops "$PWD/tree/one" --opt-records=tree/one)
}

# refuses MESSAGE FILE
refuses() {
	profile "$PWD" >profile
	complains "cg-annotate: $1" cg-annotate --loops --opt-records="$2" profile
}

@test "damaged records: the file and the place" {
	mkdir none
	refuses 'none: expected records of compilers, as -fsave-optimization-record writes them, found none' none
	: >empty
	refuses 'empty: expected records of compilers, as -fsave-optimization-record writes them, found none' empty
	profile x >profile
	misses gone.yaml cg-annotate --loops --opt-records=gone.yaml profile
	echo text >a
	refuses 'a:1:1: expected the record of a compiler, as -fsave-optimization-record writes it, found "text"' a
	gcc_record "$(say failure 7 0x3 "couldn't vectorize loop")" >good
	sed '3s/optgroups":/optgroups"/' good >a
	refuses 'a:3:87: expected ":", found "["vec"]}]},"' a
	sed '5s/"line": 7/"line": x/' good >a
	refuses 'a:5:43: expected an integer, found "x, "file": "work.c","' a
	head -c -2 good >a
	refuses 'a:6:98: expected "," or "]", found the end of the file' a
	{ head -c 300 /dev/zero | tr '\0' '[' ; head -c 300 /dev/zero | tr '\0' '['; } >a
	refuses "a:1:502: expected fewer nested values, found \"$(printf '%.0s[' {1..20})\"" a
	gzip <good | head -c 100 >a
	refuses 'a: the gzip data is cut short' a
	{ gzip <good | head -c 60; echo xxxxxxxxxxxxxxxxxxxx; } >a
	run -2 cg-annotate --loops --opt-records=a profile
	[[ $output == 'cg-annotate: a: the gzip data is corrupt ('* ]]
	clang_record >good
	sed '4s/Line: 7/Line: x/' good >a
	refuses 'a:4:41: expected a line number before this, found ", Column: 10 }"' a
	sed '4s/ }//' good >a
	refuses 'a:5:1: expected "," or "}", found "Function:        wor"' a
	head -n 9 good >a
	refuses 'a:10:1: expected a key and ":", found the end of the file' a
	complains 'cg-annotate: --opt-records needs --loops (see cg-annotate --help)' cg-annotate --opt-records=good profile
}

@test "a record that is cut anywhere is read as far as it goes, or refused with its place" {
	local n
	profile "$PWD" >profile
	clang_record >yaml
	gcc_record "$(say failure 7 0x3 "couldn't vectorize loop")" >json
	for file in yaml json; do
		for ((n = 1; n < $(wc -c <$file); n += 41)); do
			head -c $n $file >cut
			run cg-annotate --loops --opt-records=cut profile
			[[ $status -eq 0 || $status -eq 2 && $output == 'cg-annotate: cut:'*': expected '* ]] || fail "$n: $output" || return
		done
	done
}

# bats test_tags=slow
@test "what gcc and clang say of a program that they compile" {
	local compiler
	cat >prog.c <<-'END'
		#include <stdlib.h>
		static inline double sum(const double *a, long n)
		{
			double s = 0;
			for (long i = 0; i < n; i++)
				s += a[i];
			return s;
		}
		__attribute__((noinline)) int find(const int *a, int x)
		{
			int i = 0;
			do
				i++;
			while (a[i] != x);
			return i;
		}
		int main(void)
		{
			static double a[1000];
			static int b[1000];
			b[999] = 1;
			return (int)sum(a, 1000) + find(b, 1) == 0;
		}
	END
	for compiler in gcc clang; do
		command -v $compiler || skip "there is no $compiler"
		mkdir $compiler
		(cd $compiler && $compiler -O3 -g -fsave-optimization-record -c ../prog.c && $compiler -o prog prog.o)
		cg-collect -q --loops -o $compiler.instr $compiler/prog
		cg-annotate --loops --function='find|main' --threshold=0 --opt-records=$compiler $compiler.instr >$compiler.found
		cat $compiler.found
	done
	grep -A1 'sum .*prog.c:5-6' gcc.found | grep 'loop vectorized using 16 byte vectors'
	grep -A1 'sum .*prog.c:5' clang.found | grep 'not vectorized: cannot prove it is safe to reorder floating-point'
	grep -A1 'find .*prog.c:1' gcc.found | grep 'not vectorized: '
}
