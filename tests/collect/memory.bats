#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-collect --memory: L2, TLBs and prefetchers, against a plain model in Python that reads
# a trace, and against counts made by hand.

load ../lib/collecting

# bats file_tags=long

setup_file() {
	build memory.c -O1 -static -no-pie
}

# shellcheck disable=SC2054 # a size, ways and the size of a line
L1=(--I1=32768,8,64 --D1=32768,8,64)

same_as_model() {
	"$TESTS/lib/compare-memory" "$@" >got || fail "$*: $(cat got)"
}

@test "a victim cache, TLBs apart and streams count as in the plain model" {
	same_as_model "${L1[@]}" --L2=65536,8,64 --LL=131072,16,64 \
		--filling=inclusive,victim --tlb=16,16:24,24:64,4:96,24 \
		--prefetch=D1-stream,D1-stride,L2-stream -- "$BATS_FILE_TMPDIR/memory" all
}

# bats test_tags=slow
@test "an inclusive last level and all prefetchers count as in the plain model" {
	same_as_model "${L1[@]}" --L2=65536,4,64 --LL=131072,16,64 \
		--filling=filled,inclusive --tlb=32,8:16,4:96,12 \
		--prefetch=D1-next,D1-stream,D1-stride,D1-writes,L2-adjacent,L2-stream \
		-- "$BATS_FILE_TMPDIR/memory" all
}

@test "levels of one size, in which code and data displace each other, count as in the model" {
	same_as_model --I1=1024,2,32 --D1=2048,1,32 --L2=4096,16,32 --LL=4096,4,32 \
		--filling=inclusive,inclusive --tlb=1,1:2,1:4,4:2,2 --prefetch=L2-stream \
		-- "$BATS_FILE_TMPDIR/memory" all
}

@test "a dynamic program counts as in the plain model" {
	same_as_model "${L1[@]}" --L2=262144,4,64 --LL=2097152,16,64 \
		--filling=filled,filled --tlb=128,8:64,4:1536,12 \
		--prefetch=D1-next,D1-stride,L2-adjacent,L2-stream -- "$(type -P true)"
}

# of EVENT FUNCTION PROFILE: the count of the function
of() {
	cg-filter --function="^$2\$" --drop --events="$1" "$3" | sed -n 's/^summary: //p'
}

# bats test_tags=slow
@test "a list in order misses as often as a shuffled one, but prefetchers cover it" {
	for order in order shuffled; do
		cg-collect -q --memory=zen3 -o $order.cg memory $order
	done
	# each node is a line of its own, and 1 MiB is more than L2 has
	for event in D1mr D2mr; do
		[ "$(of $event walk order.cg)" = "$(of $event walk shuffled.cg)" ]
		[ "$(of $event walk order.cg)" -ge 32768 ]
	done
	# at most three lines of each page pass before a prefetcher asks for the next
	[ "$(of D1mrp walk order.cg)" -ge $((32768 - 2 * 256 * 3)) ]
	[ "$(of D1mrp walk shuffled.cg)" -lt 1500 ]
	[ "$(of DTmr walk order.cg)" -lt 520 ]
	[ "$(of DTmr walk shuffled.cg)" -gt 20000 ]
}

@test "without prefetchers nothing is covered, and all other counts stay" {
	cg-collect -q --memory=skylake -o with.cg memory all
	cg-collect -q --memory=skylake --prefetch=none -o without.cg memory all
	for p in with without; do
		cg-filter --events=Ir,I1mr,ILmr,Dr,D1mr,DLmr,Dw,D1mw,DLmw,I2mr,D2mr,D2mw,ITmr,DTmr,DTmw,ISmr,DSmr,DSmw \
			$p.cg | sed '/^desc:/d' >$p.counts
	done
	cmp with.counts without.counts
	[ "$(cg-filter --events=D1mrp,D1mwp,D2mrp,D2mwp,DLmrp,DLmwp without.cg |
		sed -n 's/^summary: //p')" = '0 0 0 0 0 0' ]
	cg-diff --limit=D1mrp=+0 without.cg with.cg >/dev/null 2>err && fail 'no limit was exceeded'
	grep -F 'D1mrp' err
}

@test "with calls and with data, the totals are the same" {
	cg-collect -q --memory=icelake -o p.cg memory all
	cg-collect -q --memory=icelake --calls -o calls.cg memory all
	cg-collect -q --memory=icelake --data=data.cg --line-use -o beside.cg memory all
	local wanted
	wanted=$(sed -n 's/^summary: //p' p.cg)
	[ "$(sed -n 's/^totals: //p' calls.cg)" = "$wanted" ]
	[ "$(sed -n 's/^summary: //p' beside.cg)" = "$wanted" ]
	[ "$(cg-filter --events=D1mr,DLmr,D1mw,DLmw p.cg | sed -n 's/^summary: //p')" = \
		"$(cg-filter --events=D1mr,DLmr,D1mw,DLmw data.cg | sed -n 's/^totals: //p')" ]
}

@test "at the end cg-collect prints what cg-sum does, and what L2 misses refers to the last level" {
	cg-collect --memory=zen4 -o out -- "$BATS_FILE_TMPDIR/memory" all 2>err
	sed -n 's/^==[0-9]*== \(LL \|L2 \|D1 \|S*TLB \)/\1/p' err >at-end
	cg-sum out | grep '^\(LL \|L2 \|D1 \|S*TLB \)' >sum
	same at-end sum
	refs=$(sed -n 's/^LL refs: *//p' sum)
	[ -n "$refs" ]
	[ "$refs" = "$(sed -n 's/^L2 misses: *//p' sum)" ]
	[ "$refs" != "$(sed -n 's/^D1  misses: *//p' sum)" ]
}

@test "misses by data and used bytes are as without it if no level removes lines of D1" {
	[ "$(uname -m)" = x86_64 ] || skip 'models are of x86-64'
	local options
	# L2 is filled, and LL has what it drops
	for options in '' --memory=skylake-server; do
		# shellcheck disable=SC2086
		cg-collect -q $options "${L1[@]}" --LL=1441792,11,64 --data --line-use \
			-o p.cg memory all
		cg-filter --events=D1mr,D1mw,LnB,LnU p.cg | sed '/^desc:/d' >"p${options##*=}"
	done
	same p pskylake-server
	grep -c '^totals: [1-9].* [1-9]' p
}

@test "the header names the model, and cg-diff warns of two" {
	[ "$(uname -m)" = x86_64 ] || skip 'models are of x86-64'
	local model
	for model in zen2 zen3 zen4 zen5 skylake skylake-server icelake icelake-server \
		sapphirerapids; do
		cg-collect -q --memory=$model -o $model.cg true
		[ "$(sed -n 's/^desc: Memory:  *//p' $model.cg)" = $model ]
	done
	sed -n '/^desc: \(L2\|Filling\|TLBs\|Pref\)/p' zen5.cg | same - <(cat <<-'END'
		desc: L2 cache:         1048576 B, 64 B, 16-way associative
		desc: Filling:          L2 inclusive, LL victim
		desc: TLBs:             64,64:96,96:2048,8:4096,16
		desc: Prefetchers:      D1-stream,D1-stride,D1-writes,L2-stream
	END
	)
	cg-diff zen4.cg zen5.cg 2>err >/dev/null
	same - err <<<'cg-diff: the profiles simulate different memory systems: zen4 and zen5'
	exits 2 cg-merge zen4.cg zen5.cg 2>err
	same - err <<<'cg-merge: zen4.cg has misses in the memory system of zen4, and zen5.cg in that of zen5'
}

@test "what cannot be simulated is refused in one line" {
	[ "$(uname -m)" = x86_64 ] || skip 'models are of x86-64'
	# says MESSAGE OPTION...
	says() {
		exits 125 cg-collect "${@:2}" true 2>err
		same - err <<<"cg-collect: $1"
	}
	says '--memory: expected host, zen2, zen3, zen4, zen5, skylake, skylake-server, icelake, icelake-server, sapphirerapids, neoverse-n1 or neoverse-v1, found "z80" (see cg-collect --help)' \
		--memory=z80
	says '--memory=neoverse-n1: a processor of another architecture than the program'"'"'s (see cg-collect --help)' \
		--memory=neoverse-n1
	says '--memory needs --cache-sim=yes (see cg-collect --help)' --memory=zen4 --cache-sim=no
	says '--tlb needs --memory (see cg-collect --help)' --tlb=64,4:64,4:64,4
	says '--prefetch needs --memory (see cg-collect --help)' --prefetch=none
	says '--L2: expected at least the size of D1, 32768, found 16384 (see cg-collect --help)' \
		--memory=zen4 --I1=4096,1,64 --L2=16384,4,64
	says '--LL: expected at least the size of L2, 262144, found 131072 (see cg-collect --help)' \
		--memory=skylake --LL=131072,16,64
	says '--memory: expected lines of one size, found 32 in D1 and 64 in LL (see cg-collect --help)' \
		--memory=zen4 --D1=32768,8,32
	says 'option --L2=98304,8,64: Cache set count is not a power of two.' \
		--memory=zen4 --L2=98304,8,64
	says 'option --tlb=48,16:1,1:1,1: expected I:D:S or I:D:SI:SD, each ENTRIES,WAYS, a power of two of sets' \
		--memory=zen4 --tlb=48,16:1,1:1,1
	says 'option --prefetch=D1: expected none, or some of D1-next, D1-stream, D1-stride, D1-writes, L2-adjacent and L2-stream, with commas between them' \
		--memory=zen4 --prefetch=D1
	says '--reproducible excludes --memory=host, which is another model on another machine; name one (see cg-collect --help)' \
		--memory=host --reproducible
}
