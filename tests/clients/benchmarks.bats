#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# The command lines of benchmark harnesses, and what they read of the results: gungraun's
# runner (iai-callgrind), iai, rustc-perf, and SQLite's speed check.

load ../lib/valgrinds

setup_file() {
	cat >"$BATS_FILE_TMPDIR/bench.cc" <<-'END'
		#include <cstdlib>
		#include <sys/wait.h>
		#include <thread>
		#include <unistd.h>
		#include <valgrind/callgrind.h>
		static volatile unsigned sum;
		static const char *self;
		static void work(unsigned n) { while (n-- > 0) sum += n; }
		namespace bench { namespace __iai_callgrind_wrapper_mod {
		__attribute__((noinline)) void plain(unsigned n) { work(n); }
		__attribute__((noinline)) void threads(unsigned n) { std::thread(work, n).join(); work(n); }
		__attribute__((noinline)) void dumps(unsigned n) { work(n); CALLGRIND_DUMP_STATS; work(n); }
		__attribute__((noinline)) void spawns(unsigned n) { work(n);
			if (fork() == 0) { execl(self, self, "plain", "500", (char *)0); _exit(1); }
			wait(0); }
		} }
		int main(int, char **argv) {
			using namespace bench::__iai_callgrind_wrapper_mod;
			unsigned n = atoi(argv[2]);
			self = argv[0];
			work(n);
			switch (*argv[1]) {
			case 'p': plain(n); break;
			case 't': threads(n); break;
			case 'd': dumps(n); break;
			case 's': spawns(n); break;
			}
			work(n);
		}
	END
	c++ -g -O1 -o "$BATS_FILE_TMPDIR/bench" "$BATS_FILE_TMPDIR/bench.cc" -pthread
}

setup() {
	enter_with_programs
	real=$(command -v valgrind)
	ours=$(cg-collect --valgrind-path)/valgrind
}

CACHES=(--I1=32768,8,64 --D1=32768,8,64 --LL=8388608,16,64)

# gungraun VALGRIND TOOL DIRECTORY OPTION... -- ARGUMENT...: as the runner starts it, with an
# empty environment and the path of the program
gungraun() {
	local valgrind=$1 tool=$2 out=$3/$2.name.out.#%p log=$3/$2.name.log.#%p options=()
	shift 3
	while [ "$1" != -- ]; do
		options+=("$1")
		shift
	done
	shift
	env -i setarch "$(uname -m)" -R "$valgrind" "--tool=$tool" --error-exitcode=0 \
		--trace-children=yes --fair-sched=try "${CACHES[@]}" --cache-sim=yes "${options[@]}" \
		"--$tool-out-file=$out" "--log-file=$log" "$BATS_FILE_TMPDIR/bench" "$@"
}

# close_totals [MOST]: true if the totals of theirs and ours differ by at most MOST (100) or 0.5 %, because
# the environments and the addresses differ
close_totals() {
	paste theirs ours | awk -v most="${1-100}" '{
		half = NF / 2
		for (i = 1; i <= half; i++) {
			d = $i - $(half + i)
			if (d < 0)
				d = -d
			if ($i ~ /^[0-9]+$/ && d > most && d > $i / 200) { print "differs:", $0; exit 1 }
		}
	}'
}

@test "gungraun's runner finds the files, parts, threads, processes, totals and logs" {
	callgrind=(--compress-strings=no --compress-pos=no --dump-line=yes --dump-instr=no
		--combine-dumps=no --separate-threads=yes '--toggle-collect=*::__iai_callgrind_wrapper_mod::*')
	total_stock=0 total_ours=0
	for bench in plain threads dumps spawns; do
		mkdir "$bench.theirs" "$bench.ours"
		timed gungraun "$real" callgrind "$bench.theirs" "${callgrind[@]}" -- "$bench" 1000
		total_stock=$(awk "BEGIN { print $total_stock + $seconds }")
		timed gungraun "$ours" callgrind "$bench.ours" "${callgrind[@]}" -- "$bench" 1000
		total_ours=$(awk "BEGIN { print $total_ours + $seconds }")
		"$TESTS/clients/gungraun-facts" "$bench.theirs" name callgrind >theirs
		"$TESTS/clients/gungraun-facts" "$bench.ours" name callgrind >ours
		grep ' Ir .* : [0-9]' theirs
		sed 's/:.*//' theirs >theirs.facts
		sed 's/:.*//' ours >ours.facts
		same theirs.facts ours.facts
		# Callgrind loses what a child did before it started another program
		close_totals $([ "$bench" = spawns ] && echo 1000)
	done
	row "gungraun's runner" 'callgrind: a function, threads, dumps, processes' \
		'all facts equal' "$total_stock" "$total_ours"
}

@test "gungraun's runner reads Cachegrind's summaries and logs" {
	mkdir theirs.d ours.d
	timed gungraun "$real" cachegrind theirs.d -- spawns 1000
	stock=$seconds
	timed gungraun "$ours" cachegrind ours.d -- spawns 1000
	"$TESTS/clients/gungraun-facts" theirs.d name cachegrind >theirs
	"$TESTS/clients/gungraun-facts" ours.d name cachegrind >ours
	grep -c profile theirs | grep -x 2
	cut -d: -f1 theirs >theirs.facts
	cut -d: -f1 ours >ours.facts
	same theirs.facts ours.facts
	close_totals
	row "gungraun's runner" 'cachegrind: two processes' 'all facts equal' "$stock" "$seconds"
}

# summary FILE: events and counts, as iai reads them
summary() {
	awk '/^events: / { split($0, names) } /^summary: / { for (i = 2; i <= NF; i++) print names[i], $i }' "$1"
}

@test "iai reads the summary of Cachegrind" {
	for which in stock shim; do
		timed $which --tool=cachegrind "${CACHES[@]}" "--cachegrind-out-file=$which.out" \
			"$BATS_FILE_TMPDIR/bench" plain 1000 2>log
		eval "$which=$seconds"
		summary $which.out >$which.summary
	done
	# it lets no address vary
	grep '^Ir [0-9]' stock.summary
	[ "$(cut -d' ' -f1 stock.summary)" = "$(cut -d' ' -f1 shim.summary)" ]
	[ "$(sed -n 's/^Ir //p' stock.summary)" = "$(sed -n 's/^Ir //p' shim.summary)" ]
	row iai 'cachegrind: a function' 'Ir equal' "$stock" "$shim"
}

@test "rustc-perf counts the instructions of a compiler" {
	need_command rustc
	rustc=$(rustc --print sysroot)/bin/rustc
	echo 'fn main() { let v: Vec<u32> = (0..9).collect(); println!("{v:?}"); }' >a.rs
	for which in stock shim; do
		timed $which --tool=cachegrind --cache-sim=no --branch-sim=no \
			"--cachegrind-out-file=$which.out" "$rustc" --emit=metadata a.rs 2>log
		eval "$which=$seconds"
		[ -e liba.rmeta ] || [ -e a.rmeta ] || fail "$(cat log)"
		cg_annotate "$which.out" | grep 'PROGRAM TOTALS'
	done
	theirs=$(sed -n 's/^summary: //p' stock.out) ours=$(sed -n 's/^summary: //p' shim.out)
	# rustc is not the same twice
	[ $((theirs * 1000 / ours)) -ge 990 ] && [ $((theirs * 1000 / ours)) -le 1010 ]
	row rustc-perf 'cachegrind: rustc, a small program' "$theirs and $ours instructions" "$stock" "$shim"
}

@test "SQLite's speed check counts and annotates" {
	for command in apt-get dpkg-query cg_annotate; do
		need_command $command
	done
	echo '#include <sqlite3.h>' | cc -E - >/dev/null 2>&1 || missing libsqlite3-dev
	debian_source libsqlite3-dev "$PWD/source"
	cc -g -O2 -o speedtest1 source/tree/test/speedtest1.c -lsqlite3
	for which in stock shim; do
		rm -f speedtest1.db
		timed $which --tool=cachegrind "--cachegrind-out-file=$which.out" ./speedtest1 \
			speedtest1.db --shrink-memory --reprepare --stats --size 5 \
			>"$which.summary" 2>&1
		eval "$which=$seconds"
		grep 'I   refs' "$which.summary"
		cg_annotate "$which.out" | grep 'PROGRAM TOTALS'
	done
	theirs=$(sed -n 's/^summary: \([0-9]*\).*/\1/p' stock.out) ours=$(sed -n 's/^summary: \([0-9]*\).*/\1/p' shim.out)
	[ $((theirs * 1000 / ours)) -ge 999 ] && [ $((theirs * 1000 / ours)) -le 1001 ]
	row "SQLite's speed check" 'cachegrind: speedtest1 --size 5' "$theirs and $ours instructions" "$stock" "$shim"
}
