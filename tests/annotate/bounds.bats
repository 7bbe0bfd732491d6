#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-annotate --loops: what limits loops, of programs, by cg-cycles --loops.

load ../lib/collecting

# bats file_tags=slow

case $(uname -m) in
aarch64) CPUS=(neoverse-n1) ;;
*) CPUS=(znver3 skylake) ;;
esac

setup_file() {
	has_llvm || return 0
	build bounds.c -O2
	cd "$BATS_FILE_TMPDIR"
	cg-collect -q --loops --forwarding=yes --D1=32768,8,64 --LL=1048576,16,64 \
		--cycles=later --client-stdout=/dev/null -o instr ./bounds
	for cpu in "${CPUS[@]}"; do
		cg-cycles -q --loops "$cpu" instr >"$cpu"
	done
}

setup() {
	enter_with_estimates
}

# bounds FILE: prints "function bound" of the innermost loops of all functions
bounds() {
	cg-annotate --loops --threshold=0 --auto=no --format=json "$1" |
		python3 -c '
import json, sys
def print_inner(loop):
	for inner in loop.get("loops", []):
		print_inner(inner)
	if "loops" not in loop:
		print(loop["function"], loop.get("bound_by", {}).get("name"), sep="\t")
for loop in json.load(sys.stdin)["loops"]:
	print_inner(loop)'
}

@test "the bound of kernels that are made to have one" {
	local cpu wrong
	for cpu in "${CPUS[@]}"; do
		bounds "$FILES/$cpu" >found
		awk -F'\t' '
			BEGIN {
				names["front"] = "front end"
				names["L2"] = "misses: L2"
				names["memory"] = "misses: memory"
				names["waits"] = "waits for stores"
			}
			$1 ~ /^(latency|divisions|loads|stores|units|front|mispredictions|L2|memory|waits)_/ {
				kind = $1
				sub(/_.*/, "", kind)
				wanted = kind in names ? names[kind] : kind
				right += $2 == wanted
				n++
				if ($2 != wanted)
					print
			}
			END { exit n != 15 || right < n - 2 }' found >wrong ||
			{ cat found; fail "$cpu: $(<wrong)"; } || return
	done
}

@test "bounds are at most what the core takes, and events as all others" {
	local cpu=${CPUS[0]}
	cg-sum --check "$FILES/$cpu"
	cg-sum --by=function --format=tsv --events=CyC,CbW,CbV,CbS,CbL,CbC,CbF,CbU "$FILES/$cpu" |
		awk -F'\t' '$2 ~ /^[a-zA-Z0-9]*_[a-z]*$/ && $1 ~ /bounds\.c$/ && $2 != "next_random" {
				for (i = 4; i <= 10; i++)
					if ($i > 1.06 * $3 + 10) { print; bad = 1 }
				n++
			}
			END { exit bad || n < 15 }'
	# a chain has the cycles at its instructions: the addition
	cg-annotate --asm=latency_add --show=Ir,CbC --show-percs=no "$FILES/$cpu" >code
	[ "$(grep -c ' [1-9][0-9,]* .*add' code)" -ge 1 ]
	cg-merge "$FILES/$cpu" "$FILES/$cpu" >twice
	same <(bounds "$FILES/$cpu") <(bounds twice)
	# of events that are not there, nothing is said
	cg-filter --events=Ir,Cy "$FILES/$cpu" >less
	cg-annotate --loops --width=160 less >report
	run -1 grep 'bound by' report
	cg-annotate --loops --width=160 "$FILES/$cpu" >report
	grep 'bound by' report
	# with the instructions, if the program is there
	[ "$(uname -m)" != x86_64 ] || grep ' latency_horner .* latency: mulsd, addsd [0-9.]* of .* (line 58)' report
	complains 'cg-cycles: --loops and --lines exclude each other (see cg-cycles --help)' \
		cg-cycles --loops --lines "$cpu" "$FILES/instr"
}
