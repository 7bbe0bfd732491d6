#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-collect --cores: threads on cores with caches of their own, against the plain model of
# memory.bats, which here also knows what thread runs.

load ../lib/collecting

# bats file_tags=long

setup_file() {
	[ "$(uname -m)" = x86_64 ] || skip 'the program and the models are of x86-64'
	build cores.c -O1 -static -no-pie -fno-stack-protector
}

# shellcheck disable=SC2054 # a size, ways and the size of a line
L1=(--I1=32768,8,64 --D1=32768,8,64)

same_as_model() {
	"$TESTS/lib/compare-memory" "$@" >got || fail "$*: $(cat got)"
}

# bats test_tags=slow
@test "two cores with a victim cache count as in the plain model" {
	same_as_model "${L1[@]}" --L2=65536,8,64 --LL=262144,16,64 --cores=2 \
		--filling=inclusive,victim --tlb=16,16:24,24:64,4:96,24 \
		--prefetch=D1-stream,D1-stride,L2-stream -- "$BATS_FILE_TMPDIR/cores" all
}

# bats test_tags=slow
@test "four cores whose lines leave with those of the last level count as in the plain model" {
	same_as_model "${L1[@]}" --L2=65536,4,64 --LL=131072,16,64 --cores=4 --miss-kinds=yes \
		--filling=filled,inclusive --tlb=32,8:16,4:96,12 \
		--prefetch=D1-next,D1-stream,D1-stride,L2-adjacent,L2-stream \
		-- "$BATS_FILE_TMPDIR/cores" all
}

# bats test_tags=slow
@test "accesses to two lines in small caches of two cores count as in the plain model" {
	same_as_model --I1=2048,2,64 --D1=2048,1,64 --L2=4096,16,64 --LL=16384,4,64 --cores=2 \
		--miss-kinds=yes --filling=inclusive,inclusive --tlb=1,1:2,1:4,4:2,2 \
		--prefetch=L2-stream -- "$BATS_FILE_TMPDIR/cores" random
}

# bats test_tags=slow
@test "sharing, arrays that fit one core, handing over and reading alone count as in the model" {
	for action in false private producer readonly; do
		same_as_model "${L1[@]}" --L2=65536,4,64 --LL=524288,16,64 --cores=3 \
			--miss-kinds=yes --filling=filled,filled --tlb=32,8:16,4:96,12 \
			--prefetch=D1-next,L2-adjacent -- "$BATS_FILE_TMPDIR/cores" $action
	done
}

# of EVENT FUNCTION PROFILE: the count of the function
of() {
	cg-filter --function="^$2\$" --drop --events="$1" "$3" | sed -n 's/^summary: //p'
}

# by FUNCTION EVENT CORES ACTION: the event of the function
by() {
	[ -e "$4.$3" ] || cg-collect -q --memory=zen4 --miss-kinds --cores="$3" -o "$4.$3" cores "$4"
	of "$2" "$1" "$4.$3"
}

# bats test_tags=slow
@test "threads on several cores take lines from each other, and have room for more" {
	# in one line, each of 12 turns; but at first there is no other, and of three threads one
	# is on the core of the first one
	[ "$(by count_in_line D1mr 1 false)" = 1 ]
	[ "$(by count_in_line D1mr 2 false)" = 11 ]
	[ "$(by count_in_line D1minv 2 false)" = 9 ]
	[ "$(by count_apart D1mr 1 padded)" = 4 ]
	[ "$(by count_apart D1mr 2 padded)" = 4 ]
	[ "$(by count_apart D1minv 2 padded)" = 0 ]
	# what one writes comes from its core or LL, not from memory
	[ "$(by read_all D1mr 1 producer)" = 256 ]
	[ "$(by read_all D1mr 2 producer)" = 1536 ]
	[ "$(by read_all DLmr 2 producer)" = "$(by read_all DLmr 1 producer)" ]
	# each core has a copy of what nobody writes
	[ "$(by read_all D1mr 1 readonly)" = 256 ]
	[ "$(by read_all D1mr 2 readonly)" = 512 ]
	[ "$(by read_all DLmr 2 readonly)" = 256 ]
	# the array of a thread fits in the D1 of its core
	[ "$(by walk D1mr 1 private)" = 5760 ]
	[ "$(by walk D1mr 4 private)" = 1536 ]
}

@test "one core is the same as none, and the header names several" {
	cg-collect -q --memory=zen4 -o none.cg cores random
	cg-collect -q --memory=zen4 --cores=1 -o one.cg cores random
	diff <(sed '/^cmd:\|^creator:/d' none.cg) <(sed '/^cmd:\|^creator:/d' one.cg)
	cg-collect -q --memory=zen4 --cores=12 -o 12.cg cores random
	# their shares, with a power of two of sets
	grep '^desc: \(LL\|Memory\)' 12.cg | same - <(cat <<-'END'
		desc: LL cache:         50331648 B, 64 B, 48-way associative
		desc: Memory:           zen4, 12 cores
	END
	)
	cg-collect -q --memory=zen4 --cores=12 --LL=8388608,16,64 -o own.cg cores random
	grep -F 'desc: LL cache:         8388608 B' own.cg
	cg-diff none.cg 12.cg 2>err >/dev/null
	same - err <<<'cg-diff: the profiles simulate different memory systems: zen4 and zen4, 12 cores'
	exits 2 cg-merge none.cg 12.cg 2>err
	same - err <<<'cg-merge: none.cg has misses in the memory system of zen4, and 12.cg in that of zen4, 12 cores'
}

# bats test_tags=slow
@test "with calls, with stacks and with data, the totals of several cores are the same" {
	local wanted
	cg-collect -q --memory=icelake --cores=3 --miss-kinds -o p.cg cores all
	wanted=$(sed -n 's/^summary: //p' p.cg)
	cg-collect -q --memory=icelake --cores=3 --miss-kinds --stacks \
		-o calls.cg cores all
	[ "$(sed -n 's/^totals: //p' calls.cg)" = "$wanted" ]
	cg-collect -q --memory=icelake --cores=3 --miss-kinds --data=data.cg \
		--line-use --sharing -o beside.cg cores all
	[ "$(sed -n 's/^summary: //p' beside.cg)" = "$wanted" ]
	cg-sum --check data.cg
	local events=D1mr,DLmr,D1mw,DLmw,D1mnew,D1mcap,D1mconf,D1minv
	[ "$(cg-filter --events=$events p.cg | sed -n 's/^summary: //p')" = \
		"$(cg-filter --events=$events data.cg | sed -n 's/^totals: //p')" ]
	# without pages, all accesses are looked at in another way
	cg-collect -q --memory=icelake --cores=3 -o plain.cg cores all
	[ "$(cg-filter --events=Ir,D1mr,D1mw,D2mr,D2mw,DLmr,DLmw,DTmr p.cg |
		sed -n 's/^summary: //p')" = \
		"$(cg-filter --events=Ir,D1mr,D1mw,D2mr,D2mw,DLmr,DLmw,DTmr plain.cg |
			sed -n 's/^summary: //p')" ]
}

@test "children of -f have cores, too" {
	cg-collect -q -f --memory=zen4 --cores=2 -o tree.cg sh -c 'cores false; cores false'
	grep -F 'zen4, 2 cores' tree.cg
	cg-collect -q --memory=zen4 --cores=2 -o one.cg cores false
	[ "$(of Dw count_in_line tree.cg)" = $((2 * $(of Dw count_in_line one.cg))) ]
}

@test "cores that cannot be are refused in one line" {
	# says MESSAGE OPTION...
	says() {
		exits 125 cg-collect "${@:2}" true 2>err
		same - err <<<"cg-collect: $1 (see cg-collect --help)"
	}
	says '--cores needs --memory' --cores=2
	says '--memory needs --cache-sim=yes' --memory=zen4 --cores=2 --cache-sim=no
	says '--cores: expected at most 64, found 65' --memory=zen4 --cores=65
	says '--cores: expected a whole number from 1, found "0"' --memory=zen4 --cores=0
	says '--cores: expected a whole number from 1, found "two"' --memory=zen4 --cores=two
}
