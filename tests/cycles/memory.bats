#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-cycles with profiles of cg-collect --memory.

load ../lib/collecting

# bats file_tags=long

case $(uname -m) in
aarch64) CPU=neoverse-n1 MODEL=neoverse-n1 ;;
*) CPU=znver3 MODEL=zen3 ;;
esac

setup_file() {
	has_llvm || return 0
	build memory.c -O1 -static -no-pie
	cd "$BATS_FILE_TMPDIR"
	local order
	for order in order shuffled; do
		# nodes are in the last level, not in L2
		cg-collect -q --memory=$MODEL --L2=524288,8,64 --LL=4194304,16,64 \
			--cycles=later -o $order.instr ./memory $order
		cg-cycles -q $CPU $order.instr >$order.cy
	done
	build searches.c -O1 -static -no-pie
	cg-collect -q --memory=$MODEL --L2=65536,8,64 --LL=65536,16,64 --cycles=later \
		-o searches.instr ./searches
	cg-cycles -q $CPU searches.instr >searches.cy
}

setup() {
	enter_with_estimates
}

# cost FUNCTION FILE [EVENT]: prints its own cost
cost() {
	cg-sum --by=function --format=tsv --events="${3-Cy}" "$2" |
		awk -F'\t' -v name="$1" '$2 == name { sum += $3 } END { print sum + 0 }'
}

# bats test_tags=slow
@test "misses that prefetchers cover are not waited for, others are" {
	[ "$(cost walk "$FILES/order.cy" D2mr)" = "$(cost walk "$FILES/shuffled.cy" D2mr)" ]
	[ "$(cost walk "$FILES/shuffled.cy")" -gt $((5 * $(cost walk "$FILES/order.cy"))) ]
}

@test "misses that nothing waits for overlap" {
	# half as many nodes as steps
	[ "$(cost gather "$FILES/shuffled.cy" D2mr)" -gt 15000 ]
	[ "$(cost walk "$FILES/shuffled.cy")" -gt $((2 * 3 * $(cost gather "$FILES/shuffled.cy"))) ]
}

@test "searches overlap if the end of their loops is predicted, unless one waits for the other" {
	[ "$(cost search_apart "$FILES/searches.cy" DLmr)" -gt 4000 ]
	[ "$(cost search_in_turn "$FILES/searches.cy" DLmr)" -gt 4000 ]
	[ $((4 * $(cost search_apart "$FILES/searches.cy"))) -lt \
		$((3 * $(cost search_in_turn "$FILES/searches.cy"))) ]
}

@test "a comparison and the branch after it take one place in the window of a core" {
	[ "$(uname -m)" = x86_64 ] || skip "pairs are those of x86"
	[ "$(cost read_with_pairs "$FILES/searches.cy" Ir)" -eq \
		"$(cost read_without_pairs "$FILES/searches.cy" Ir)" ]
	[ $((10 * $(cost read_with_pairs "$FILES/searches.cy"))) -lt \
		$((9 * $(cost read_without_pairs "$FILES/searches.cy"))) ]
}

@test "a core starts again after a misprediction while misses are under way" {
	cg-cycles -q --penalty=Bcm:10 $CPU "$FILES/searches.instr" >ten.cy
	cg-cycles -q --penalty=Bcm:30 $CPU "$FILES/searches.instr" >thirty.cy
	mispredicted=$(cost choose thirty.cy Bcm)
	[ "$mispredicted" -gt 4000 ]
	# less than half of the 20 cycles
	[ $(($(cost choose thirty.cy) - $(cost choose ten.cy))) -lt $((10 * mispredicted)) ]
}

@test "the header has what misses cost, and --penalty sets that of memory" {
	grep -c "^desc: Cycle model: .*; memory of $MODEL: L2 [0-9]*, LL [0-9]*, walk [0-9]*, line [0-9]*$" \
		"$FILES/order.cy"
	# all of the level before are misses of memory, too, if the last one is small
	cg-collect -q --memory=$MODEL --L2=65536,8,64 --LL=65536,16,64 --cycles=later \
		-o small.instr memory shuffled
	cg-cycles -q --penalty=LL:100 $CPU small.instr >near
	cg-cycles -q --penalty=LL:300 $CPU small.instr >far
	grep -c '^desc: Cycle model: .*, LL 300, .*; memory of .*, LL 300, ' far
	# each step waits for memory
	added=$(($(cost walk far) - $(cost walk near)))
	missed=$(($(cost walk far DLmr) - $(cost walk far DLmrp)))
	[ "$missed" -gt 20000 ]
	[ $added -gt $((180 * missed)) ]
	[ $added -le $((200 * missed + 200)) ]
}

@test "a memory system that is not known counts as none, and a message says so" {
	sed 's/^desc: Memory: .*/desc: Memory: own/' "$FILES/order.instr" >own.instr
	cg-cycles -q $CPU own.instr >own.cy 2>messages
	same - messages <<<'cg-cycles: own: expected a memory system that is known here: its misses count as without --memory'
	run -1 grep 'memory of' own.cy
}

@test "loads that wait for stores in a row take at least as long as these do" {
	cc -O1 -g -o forwarding "$TESTS/programs/forwarding.c"
	cg-collect -q --cycles=later -o without.instr ./forwarding
	cg-collect -q --cycles=later --forwarding=yes -o with.instr ./forwarding
	cg-cycles -q $CPU without.instr >without
	cg-cycles -q --cycle-parts $CPU with.instr >with
	event=Dsfv
	[ "$CPU" = znver3 ] || event=Dsf
	inclusive() {
		cg-sum --by=function --inclusive --format=tsv --events="$2" "$3" |
			awk -F'\t' -v name="$1" '$2 == name { print $4 }'
	}
	links=$(inclusive pass_on $event with)
	[ "$links" -gt 9900 ]
	[ "$(inclusive pass_on Cy with)" -ge $((6 * links)) ]
	# it is work of the core
	[ "$(inclusive pass_on CyC with)" -ge $((59 * links / 10)) ]
	[ "$(inclusive pass_on CyC with)" -lt $((7 * links)) ]
	[ "$(inclusive pass_on Cy without)" -lt $(($(inclusive pass_on Cy with) - 3 * links)) ]
	# real numbers take longer
	[ "$(inclusive add_real Cy with)" -ge $((11 * links)) ]
	# what waits for nothing is as fast as it was
	[ "$(inclusive copy Cy with)" -lt $(($(inclusive copy Cy without) + 20)) ]
	grep -c '^desc: Cycle model: .*, D1mw 2, Dsf 6$' with
	grep -c '^desc: Cycle model: .*, D1mw 2$' without
	cg-cycles -q --penalty=Dsf:0 $CPU with.instr | cg-filter --events=Ir,Cy | sed '/^desc:/d' |
		same <(cg-filter --events=Ir,Cy without | sed '/^desc:/d') -
}
