#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-cycles --cycle-parts: events that add up to Cy.

load ../lib/collecting

# bats file_tags=long

case $(uname -m) in
aarch64) CPU=neoverse-n1 OTHER=cortex-a72 MODEL=neoverse-n1 ;;
*) CPU=znver3 OTHER=skylake MODEL=zen3 ;;
esac

setup_file() {
	has_llvm || return 0
	build cycles.c -O2
	build memory.c -O1 -static -no-pie
	cd "$BATS_FILE_TMPDIR"
	cg-collect -q --cycles=later --client-stdout=/dev/null -o cycles.instr ./cycles
	cg-cycles -q --cycle-parts $CPU cycles.instr >cycles.cy
	local order
	for order in order shuffled; do
		# nodes are in the last level, not in L2
		cg-collect -q --memory=$MODEL --L2=524288,8,64 --LL=4194304,16,64 \
			--cycles=later -o $order.instr ./memory $order
		cg-cycles -q --cycle-parts $CPU $order.instr >$order.cy
	done
}

setup() {
	enter_with_estimates
}

# adds_up FILE: all events behind Cy add up to it, in all rows, also of calls and folded stacks,
# and none is negative
adds_up() {
	awk '
		/^positions: / { npositions = NF - 1 }
		/^events: / {
			n = NF - 1
			for (i = 1; i <= n; i++)
				if ($(i + 1) == "Cy")
					cy = i
		}
		/^(totals|summary): / { at = 1 }
		/^# folded/ { at = 2 }
		/^[0-9+*-]/ { at = npositions }
		at {
			for (i = cy + 1; i <= n; i++) {
				sum += $(at + i)
				bad += $(at + i) + 0 < 0
			}
			bad += sum != $(at + cy) + 0
			sum = at = 0
			nrows++
		}
		END { print nrows, n - cy; exit bad > 0 || nrows < 100 }' "$1" || fail "$1"
}

# cost FUNCTION EVENT FILE: prints its own cost
cost() {
	cg-sum --by=function --format=tsv --events="$2" "$FILES/$3" |
		awk -F'\t' -v name="$1" '$2 == name { sum += $3 } END { print sum + 0 }'
}

# bats test_tags=slow
@test "the parts add up to Cy in each row and call, and to the total" {
	adds_up "$FILES/cycles.cy"
	adds_up "$FILES/shuffled.cy"
	cg-sum --check "$FILES/cycles.cy"
	cg-sum --check "$FILES/shuffled.cy"
	cg-filter --level=line "$FILES/shuffled.cy" >lines
	adds_up lines
	# inclusive costs of functions
	for file in cycles shuffled; do
		parts=$(sed -n 's/^events: .* Cy //p' "$FILES/$file.cy")
		cg-sum --by=function --inclusive --format=tsv --events="Cy,${parts// /,}" "$FILES/$file.cy" |
			awk -F'\t' -v n="$(wc -w <<<"$parts")" 'NR > 1 {
				sum = 0
				for (i = 1; i <= n; i++)
					sum += $(4 + 2 * i)
				bad += sum != $4
			}
			END { exit bad > 0 || NR < 20 }' || fail $file
	done
}

@test "folded stacks have parts that add up, too" {
	cg-collect -q --stacks=2 --dump-instr=yes --collect-jumps=yes --client-stdout=/dev/null \
		-o stacks.instr cycles
	cg-cycles -q --cycle-parts $CPU stacks.instr >stacks.cy
	grep -q '^# folded own=' stacks.cy
	# own=NUMBER and =NUMBER stand where positions do
	sed 's/^# folded own= */# folded= /' stacks.cy >rows
	adds_up rows
	cg-sum --check stacks.cy
}

@test "all else is as without the parts" {
	for file in cycles shuffled; do
		cg-cycles -q $CPU "$FILES/$file.instr" >$file.plain
		events=$(sed -n 's/^events: //p' $file.plain)
		cg-filter --events="${events// /,}" "$FILES/$file.cy" | same <(cg-filter $file.plain) -
	done
	[ "$(sed -n 's/^events: .* Cy //p' "$FILES/cycles.cy")" = 'CyC CyB CyF Cy2 CyM' ]
	[ "$(sed -n 's/^events: .* Cy //p' "$FILES/shuffled.cy")" = 'CyC CyB CyF Cy2 CyL CyM CyT' ]
	[ "$(grep -c '^event: Cy[CBF2LMT] : Cycles of Cy ' "$FILES/shuffled.cy")" -eq 7 ]
}

# bats test_tags=slow
@test "the parts are what a function waits for" {
	# nothing but work
	[ "$(cost divide CyC cycles.cy)" -gt $((98 * $(cost divide Cy cycles.cy) / 100)) ]
	# branches that nobody can predict
	[ "$(cost two_ways CyB cycles.cy)" -gt $(($(cost two_ways Cy cycles.cy) / 3)) ]
	# a list in the last level: each step waits, if no prefetcher knows the way
	[ "$(cost walk CyL shuffled.cy)" -gt $(($(cost walk Cy shuffled.cy) / 2)) ]
	[ "$(cost walk Cy2 shuffled.cy)" -gt $(($(cost walk CyL shuffled.cy) / 8)) ]
	[ "$(cost walk CyL order.cy)" -lt $(($(cost walk CyL shuffled.cy) / 10)) ]
	[ "$(cost walk CyM shuffled.cy)" -lt 100 ]
	[ "$(cost walk CyC shuffled.cy)" = "$(cost walk CyC order.cy)" ]
	# of its lines, the one with the load
	cg-filter --level=line --function='^walk$' --drop --events=CyL "$FILES/shuffled.cy" |
		awk '/^[0-9]+ / { all += $2; if ($2 > most) most = $2 }
		END { exit most < 0.99 * all || all == 0 }'
}

@test "a small last level means waiting for memory, a small TLB for walks" {
	cg-collect -q --memory=$MODEL --L2=65536,8,64 --LL=65536,16,64 --tlb=4,4:4,4:8,8 \
		--cycles=later -o small.instr memory shuffled
	cg-cycles -q --cycle-parts $CPU small.instr >small.cy
	adds_up small.cy
	cp small.cy "$FILES"
	[ "$(cost walk CyM small.cy)" -gt $(($(cost walk Cy small.cy) / 2)) ]
	[ "$(cost walk CyT small.cy)" -gt $((20 * $(cost walk DSmr small.cy))) ]
}

@test "a penalty changes its part" {
	for n in 10 30; do
		cg-cycles -q --cycle-parts --penalty=Bcm:$n,Bim:0 $CPU "$FILES/cycles.instr" >"$FILES/$n.cy"
		adds_up "$FILES/$n.cy"
	done
	mispredicted=$(cost two_ways Bcm cycles.cy)
	[ "$(cost two_ways CyB 30.cy)" -eq $((30 * mispredicted)) ]
	[ "$(cost two_ways CyB 10.cy)" -eq $((10 * mispredicted)) ]
	for part in CyC CyF Cy2 CyM; do
		[ "$(cost two_ways $part 30.cy)" = "$(cost two_ways $part 10.cy)" ]
	done
}

@test "cg-collect writes them, and all tools take them" {
	cg-collect -q --memory=$MODEL --cycles=$CPU --cycle-parts -o list.cg memory shuffled
	adds_up list.cg
	cg-annotate --width=200 --auto=no list.cg >report
	grep -xE 'Cy: [0-9.]+ % (last level|L2)   [0-9.]+ % .*' report
	cg-merge list.cg list.cg >twice
	adds_up twice
	cg-diff --limit=CyL=+5% list.cg list.cg >same
	run -1 cg-diff --limit=CyL=+5% list.cg twice
	run -1 cg-sum --limit=CyC=1000 list.cg
	cg-annotate --format=html --sort=CyL -o page.html list.cg
	grep -c CyL page.html
	# without Cy, they are of a model still
	cg-cycles -q --cycle-parts $OTHER "$FILES/cycles.instr" | cg-filter --events=Ir,CyC >one
	cg-filter --events=Ir,CyC "$FILES/cycles.cy" >other
	run -2 cg-merge one other
	[[ $output == 'cg-merge: one has CyC of the model "'*'", and other of "'* ]]
	complains 'cg-cycles: one: it has the event CyC already' cg-cycles $CPU one
	complains_with 125 'cg-collect: --cycle-parts needs --cycles=CPU (see cg-collect --help)' \
		cg-collect --cycle-parts true
}
