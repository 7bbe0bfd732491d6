#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-collect --sharing: true and false sharing of lines by threads, in programs whose
# accesses are known.

load ../lib/collecting

# bats file_tags=long

setup_file() {
	build sharing.c -O1
	build_32 sharing.c -O1 -o sharing32
	build partners.c -O1
	build sharing_std.cc -O1 -std=c++17
	build lines.c -O1
	build threads.c
}

# shellcheck disable=SC2054 # a size, ways and the size of a line
CACHES=(--D1=32768,8,64 --LL=8388608,16,64)

# shared DATUM PROGRAM...: prints ShT and ShF of the datum
shared() {
	local datum=$1
	shift
	cg-collect -q --data --sharing "${CACHES[@]}" -o p.cg "$@" >said
	"$TESTS/lib/data-rows" "$datum" ShT ShF <p.cg
}

# shares TRUE FALSE ACTION [OPTION...]: the accesses to the block that two or three threads
# use, each 1000 times
shares() {
	local found
	found=$(shared make_block "${@:4}" sharing "$3")
	[ "$found" = "$1 $2" ] || fail "$3: ShT and ShF are $found, not $1 $2"
}

# --- true and false sharing

# bats test_tags=slow
@test "writes to the same bytes are true sharing, and to others of the line false sharing" {
	shares 2000 0 true
	shares 0 2000 false
	shares 0 0 lines
	# two threads write to a word, and a third one to another word
	shares 2000 1000 both
}

@test "sharing is the same with --memory" {
	local model=zen4
	[ "$(uname -m)" = x86_64 ] || model=neoverse-n1
	shares 2000 1000 both --memory=$model
	shares 0 2000 read-write-false --memory=$model
}

@test "reads share a line only with writes" {
	shares 0 0 read
	shares 2000 0 read-write
	shares 0 2000 read-write-false
}

@test "a read of what only the thread itself writes is not shared" {
	# two accesses in each step, and one by the other thread
	shares 2000 0 steps-read
	shares 0 2000 steps-read-false
	shares 0 3000 steps-false
}

@test "an instruction that reads and writes is one write" {
	# Valgrind makes of it a read and a compare-and-swap
	shares 2000 0 atomic
	shares 0 2000 atomic-false
	shares 2000 0 atomic-read
}

# bats test_tags=slow
@test "what a mutex protects is shared" {
	shares 2000 0 mutex
}

@test "lines have other sizes" {
	shares 0 0 lines
	shares 0 2000 lines --D1=32768,8,128
	shares 0 2000 false --D1=32768,8,32
	shares 2000 0 true --D1=32768,8,256 --LL=8388608,16,256
}

# --- what is not at the same time

@test "what a thread does before it starts another one is not shared" {
	shares 0 0 before
}

@test "what a thread does after it has joined another one is not shared" {
	shares 0 0 after
	shares 2000 0 meanwhile
}

# bats test_tags=slow
@test "an order of threads passes on to others" {
	shares 0 0 chain
	shares 0 2000 chain-shares
	shares 0 0 in-turn
}

@test "a detached thread is before nothing" {
	shares 2000 0 detached
}

@test "threads of C11 and of C++ are threads" {
	shares 0 2000 c11
	shares 0 2000 c11-read
	[ "$(shared 'make_counters()' sharing_std)" = '0 4000' ]
}

@test "threads of 32-bit programs are ordered, too" {
	need_32 sharing32
	# a word is written in two halves
	[ "$(shared make_block sharing32 true)" = '4000 0' ]
	[ "$(shared make_block sharing32 after)" = '0 0' ]
	[ "$(shared make_block sharing32 in-turn)" = '0 0' ]
}

@test "stacks that are used again by another thread are not shared" {
	cg-collect -q --data --sharing "${CACHES[@]}" -o p.cg sharing stacks
	[ "$("$TESTS/lib/data-rows" '(stack)' ShT ShF <p.cg)" = '0 0' ]
}

@test "thread-local variables on a stack that is used again are not shared" {
	[ "$(shared own sharing own)" = '0 0' ]
	grep -E '^fn=\([0-9]+\) own' p.cg
	need_32 sharing32
	[ "$(shared own sharing32 own)" = '0 0' ]
}

@test "a stack that the program gives to a thread ends alone" {
	shares 2000 0 given
	# the C library's own accesses to what it keeps of a thread, which main detaches
	read -r true false < <("$TESTS/lib/data-rows" run_on_given_stack ShT ShF <p.cg)
	[ $((true + false)) -lt 100 ]
}

@test "memory that was unmapped and mapped again is other memory" {
	[ "$(shared write_mapped sharing mapped)" = '0 0' ]
	grep -E '^fn=\([0-9]+\) write_mapped' p.cg
}

POOL=(--alloc-fn=pool_get:1 --free-fn=pool_put)

@test "a block that was freed and allocated again is another one" {
	[ "$(shared use_pool "${POOL[@]}" sharing reused)" = '0 0' ]
	# without it, the pool is one variable
	[ "$(shared pool sharing reused)" = '2000 0' ]
}

@test "blocks that are neighbours in a line share it, whenever they are freed" {
	[ "$(shared use_pool_apart "${POOL[@]}" sharing neighbours)" = '0 2000' ]
	[ "$(shared pool sharing neighbours)" = '0 2000' ]
}

# --- who shares

# partners ACTION [OPTION...]: prints ShT and ShF of each field, and of its partners, with
# the line of code of these: there is a comment at the line
partners() {
	local data='make_(three|left|right)|^left|^right|^twos'
	cg-collect -q --data --sharing "${CACHES[@]}" "${POOL[@]}" "${@:2}" -o p.cg partners "$1" \
		2>said
	cg-annotate --show-percs=no --show=ShT,ShF --data="$data" p.cg | tr -d , |
		sed -n 's|^ *\([0-9.]*\) *\([0-9.]*\)  \([*&]\) *\(.*\)|\1 \2 \3 \4|p' >rows
	while read -r true false kind name; do
		[ "$true $false" != '0 0' ] || continue
		if [ "$kind" = '&' ]; then
			line=${name%%: *}
			line=$(sed -n "${line##*:}s|.*/\* \(.*\) \*/.*|\1|p" "$TESTS/programs/partners.c")
			echo "  $true $false ${name#*: } ($line)"
		else
			echo "$true $false ${name#*: }"
		fi
	done <rows
}

# shared_by ACTION [OPTION...]: compares this with standard input
shared_by() {
	partners "$@" >found
	same - found
}

@test "two fields of a structure share its line with each other" {
	shared_by fields <<-'END'
		0 1000 .a
		  0 1000 with .b in write_second (second)
		0 2000 .b
		  0 2000 with .a in write_first (first)
	END
	# a read shares with writes
	shared_by reader <<-'END'
		0 1000 .a
		  0 1000 with .c in read_third (third)
		0 5000 .c
		  0 5000 with .a in write_first (first)
	END
}

@test "those who share the same bytes are partners, too" {
	shared_by true <<-'END'
		3000 0 .a
		  2000 0 with .a in write_first (first)
		  1000 0 with .a in write_second (second)
	END
}

@test "of several, the partner is the most frequent one that is in conflict" {
	shared_by three <<-'END'
		0 1000 .a
		  0 1000 with .c in read_third (third)
		0 2000 .b
		  0 2000 with .c in read_third (third)
		0 5000 .c
		  0 5000 with .b in write_second (second)
	END
}

@test "partners in an array have fields" {
	shared_by array <<-'END'
		0 640 [].a
		  0 640 with [].b in write_all_b (b)
		0 1280 [].b
		  0 1280 with [].a in write_all_a (a)
	END
}

@test "variables beside each other are partners" {
	partners variables | sort >found
	same - found <<-'END'
		  0 1000 with right+0 in write_second (second)
		  0 2000 with left+0 in write_first (first)
		0 1000 +0
		0 2000 +0
	END
}

@test "blocks in one line are partners, whenever they are freed" {
	for action in blocks freed freed-late; do
		partners $action | sort >found
		same - found <<-'END'
			  0 1000 with make_right: struct right.r in write_second (second)
			  0 2000 with make_left: struct left.l in write_first (first)
			0 1000 .l
			0 2000 .r
		END
	done
}

@test "the partner of accesses to a block that is freed is known" {
	shared_by freed-same <<-'END'
		3000 0 .l
		  2000 0 with .l in write_first (first)
		  1000 0 with .l in write_second (second)
	END
}

# --- laws

# all_have_partners PROFILE: each shared access is a call by a partner, and the calls of
# partners add up to the totals
all_have_partners() {
	cg-filter --events=ShT,ShF "$1" | awk '
		/^events:/ { if ($2 $3 != "ShTShF") exit 1 }
		/^ob=/ { object = $0 }
		/^fn=/ { function_name = $0 }
		/^cob=/ { target = substr($0, 5) }
		/^calls=/ {
			getline
			is_of_data = object ~ /^ob=\((heap|static|thread-local|stack|mapped|unknown)\)$/
			is_to_code = target != "" && target !~ /^\(/
			target = ""
			if (!is_of_data || !is_to_code)
				next
			true_calls += $2
			false_calls += $3
			if ($2 + $3 > 0 && function_name !~ /, with .* in ./)
				print "no partner: " function_name
		}
		/^(totals|summary):/ { print true_calls - $2, false_calls - $3 }' >partnerless
	same - partnerless <<<'0 0'
	cg-sum --check "$1"
}

# bats test_tags=slow
@test "each shared access has one partner" {
	cg-collect -q --data --sharing "${CACHES[@]}" "${POOL[@]}" -o p.cg sharing both false \
		read-write-false atomic-false mutex meanwhile chain-shares detached reused neighbours
	all_have_partners p.cg
	cg-collect -q --data --sharing "${CACHES[@]}" -o p.cg threads
	all_have_partners p.cg
	# the field is not counted in its datum again
	cg-collect -q --data --sharing "${CACHES[@]}" -o p.cg partners three
	cg-sum --by=data --events=ShF --format=tsv p.cg | grep make_three | tr '\t' ' ' >found
	sed 's/.*partners.c //' found >row
	same - row <<<'make_three: struct three 8000'
}

# Prints the options that make threads run in other orders.
orders() {
	echo --fair-sched=no
	echo --fair-sched=yes
	if [[ $(valgrind --help-debug) == *--scheduling-quantum=* ]]; then
		echo --scheduling-quantum=1000
	fi
}

# equal_in_all_orders ACTION...: what threads share
equal_in_all_orders() {
	local action
	for action; do
		orders | while read -r order; do
			shared make_block "$order" sharing "$action"
		done | sort -u >"all-$action"
		[ "$(wc -l <"all-$action")" -eq 1 ] || fail "$action: $(cat "all-$action")"
	done
}

# partners_in_all_orders ACTION...: with whom they share it
partners_in_all_orders() {
	local action
	for action; do
		orders | while read -r order; do
			partners "$action" "$order" | md5sum
		done | sort -u >"all-$action"
		[ "$(wc -l <"all-$action")" -eq 1 ] || fail "$action"
	done
}

@test "the order in which threads run does not matter" {
	equal_in_all_orders both meanwhile
	partners_in_all_orders freed-late
}

@test "the order in which threads run matters in no kind of sharing" {
	equal_in_all_orders true atomic-false chain-shares mutex
	partners_in_all_orders fields true three blocks freed freed-same
	orders | while read -r order; do
		[ "$(shared use_pool_apart "${POOL[@]}" "$order" sharing neighbours)" = '0 2000' ]
	done
}

# same_but_for_sharing PROGRAM...: the profile of the code is the same, and so are the
# misses by data
same_but_for_sharing() {
	collect=(cg-collect -q --reproducible "${CACHES[@]}" --client-stdout=/dev/null)
	"${collect[@]}" -o plain.cg "$@"
	"${collect[@]}" --data=data.cg -o with-data.cg "$@"
	"${collect[@]}" --data=all.cg --line-use --sharing --allocs -o with-all.cg "$@"
	cmp plain.cg with-data.cg
	cg-filter --events="$(sed -n 's/^events: //p' plain.cg | tr ' ' ,)" -o plain.only plain.cg
	cg-filter --events="$(sed -n 's/^events: //p' plain.cg | tr ' ' ,)" -o all.only with-all.cg
	cmp plain.only all.only
	for file in data.cg all.cg; do
		# without rows that only share
		cg-sum --by=line --events=D1mr,DLmr,D1mw,DLmw,Al,AlB --format=tsv $file |
			grep -v -P '\t0\t0\t0\t0\t0\t0$' >$file.rows
		[ "$(wc -l <$file.rows)" -gt 20 ]
	done
	cmp data.cg.rows all.cg.rows
}

@test "all other counts are those without sharing" {
	same_but_for_sharing lines stride 24 at 62 64 fork 64 write 56
}

@test "all other counts of programs of the system are those without sharing" {
	same_but_for_sharing gzip -c -6 "$TESTS/collect/sharing.bats"
	# shellcheck disable=SC2016 # for perl
	PERL_HASH_SEED=0 same_but_for_sharing perl -e '$h{$_ * 7 % 1009} .= "x$_" for 1 .. 9999;
		print sort { $h{$a} cmp $h{$b} } keys %h'
}

@test "a profile of the time so far does not change the counts" {
	command=(cg-collect -q --reproducible --data --line-use --sharing "${CACHES[@]}"
		-o p.cg)
	"${command[@]}" sharing in-turn both both both
	mv p.cg wanted
	"${command[@]}" --dump-every=1 sharing in-turn both both both 3>&- &
	while kill -0 $! 2>/dev/null; do
		sleep 0.3
		[ ! -e p.cg ] || kill -USR1 $! 2>/dev/null || :
	done
	wait $!
	for file in p.cg wanted; do
		"$TESTS/lib/data-rows" make_block ShT ShF LnB LnU D1mr D1mw <$file >$file.counts
	done
	cmp p.cg.counts wanted.counts
	for file in p.cg wanted; do
		cg-annotate --show=ShT,ShF --data=make_block $file | grep ' [*&>] ' >$file.partners
	done
	cmp p.cg.partners wanted.partners
	all_have_partners p.cg
}

@test "a forked process shares nothing with its parent" {
	[ "$(shared . -f lines write 64 fork 0 write 64)" = '0 0' ]
}

@test "--sharing needs --data" {
	exits 125 cg-collect --sharing lines first 8 8 2>err
	grep -q -e '--sharing needs --data' err
}
