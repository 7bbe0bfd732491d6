#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-merge: adding profiles up, at once or into a store.

load ../lib/assertions
load ../lib/profiles

setup_file() {
	collect_once collect_profiles
}

collect_profiles() {
	stock g1 gzip -c /bin/ls
	stock g2 gzip -9 -c /bin/ls
	stock s1 sort /etc/passwd /etc/group
	stock p1 perl -e 'print join ",", sort map { $_ * 7 % 13 } 1 .. 500'
}

setup() {
	enter_tmpdir
}

two_profiles() {
	profile a <<-'END'
		desc: first
		cmd: ./a
		events: Ir Dr
		fl=a.c
		fn=f
		1 10 1
		2 20 2
	END
	profile b <<-'END'
		cmd: ./b
		events: Dr Ir
		fl=b.c
		fn=g
		1 7 70
		fl=a.c
		fn=f
		2 5 50
	END
}

# stock NAME PROGRAM...: writes a real profile by stock Cachegrind
stock() {
	local name=$1
	shift
	valgrind --tool=cachegrind --cache-sim=yes \
		--cachegrind-out-file="$name" "$@" >/dev/null 2>&1
	grep -q ^summary: "$name"
}

# rows FILE: prints one line "file function line counts" for each row, sorted
rows() {
	awk '
	/^fl=/ { file = substr($0, 4) }
	/^fn=/ { fn = substr($0, 4) }
	/^[0-9]/ { $1 = $1; print file "\t" fn "\t" $0 }
	' "$1" | sort
}

@test "rows are added up; the header is the first one; events can be in any order" {
	two_profiles
	cg-merge a b >out
	same - out <<-'END'
		desc: first
		cmd: ./a
		events: Ir Dr
		fl=a.c
		fn=f
		1 10 1
		2 70 7
		fl=b.c
		fn=g
		1 70 7
		summary: 150 15
	END
}

@test "the order of profiles matters only for the header" {
	two_profiles
	cg-merge b a | cg-filter --events=Ir,Dr | sed '/^desc:/d; s/^cmd:.*/cmd:/' >ba
	cg-merge a b | sed '/^desc:/d; s/^cmd:.*/cmd:/' >ab
	same ab ba
}

@test "adding up is associative" {
	two_profiles
	check_same 'a + b + a is (a + b) + a' \
		'cg-merge a b a' 'cg-merge a b | cg-merge - a'
	check_same 'a + b + a is a + (b + a)' \
		'cg-merge a b a' 'cg-merge b a | cg-merge a - | cg-filter'
}

@test "standard input, gzip and several files can be combined" {
	two_profiles
	gzip -k b
	check_same 'gzip from standard input' 'cg-merge a b' 'cg-merge a - <b.gz'
	check_same 'no operand is standard input' 'cg-merge a' 'cg-merge <a'
}

@test "min and max take 0 for the rows that an input lacks" {
	two_profiles
	run -0 bash -c 'cg-merge --op=min a b | grep ^[0-9]'
	[ "$output" = $'1 0 0\n2 20 2\n1 0 0' ]
	run -0 bash -c 'cg-merge --op=max a b | grep ^[0-9]'
	[ "$output" = $'1 10 1\n2 50 5\n1 70 7' ]
}

@test "repeated lines of one profile are added up before min and max" {
	printf 'cmd: x\nevents: Ir\nfl=f\nfn=f\n1 3\n1 4\nsummary: 7\n' >twice
	printf 'cmd: x\nevents: Ir\nfl=f\nfn=f\n1 5\nsummary: 5\n' >once
	run -0 bash -c 'cg-merge --op=max twice once | grep ^1'
	[ "$output" = "1 7" ]
	run -0 bash -c 'cg-merge --op=min twice once | grep ^1'
	[ "$output" = "1 5" ]
}

@test "an unknown operation is a usage error" {
	complains 'cg-merge: --op: expected sum, min or max, found "avg" (see cg-merge --help)' \
		cg-merge --op=avg a
}

@test "the error about different events suggests --common-events" {
	two_profiles
	cg-filter --events=Ir a >ir
	run -2 cg-merge a ir
	[ "$output" = "cg-merge: a has the event Dr, and ir does not (--common-events keeps those that all have)" ]
	run -2 cg-merge ir a
	[ "$output" = "cg-merge: a has the event Dr, and ir does not (--common-events keeps those that all have)" ]
}

@test "--common-events keeps the events that all profiles have" {
	two_profiles
	cg-filter --events=Ir a >ir
	run -0 bash -c 'cg-merge --common-events b ir a | sed -n "/^events/p; /^summary/p"'
	[ "$output" = $'events: Ir\nsummary: 180' ]
	sed 's/Ir/Bc/' ir >bc
	run -2 cg-merge --common-events a bc
	[ "$output" = "cg-merge: bc: expected an event that all profiles have, found none" ]
}

@test "profiles of different caches: one warning, if their events depend on these" {
	two_profiles
	local size
	for size in 8 9; do
		sed "1i desc: D1 cache: $size B" a >Dr.$size
		# starts over, because lines are out of order
		sed 's/Dr/D1mr/; /^summary/c 0 1 1' Dr.$size | profile D1.$size
	done
	cg-merge -o out D1.8 D1.8 D1.9 D1.9 D1.8 2>err
	same - err <<<'cg-merge: D1.8 and D1.9 simulate different caches: D1 8 B and 9 B'
	cp D1.8 store
	cg-merge --append=store D1.9 2>err
	same - err <<<'cg-merge: store and D1.9 simulate different caches: D1 8 B and 9 B'
	cg-merge -o out D1.8 D1.8 Dr.9 --common-events 2>err
	same /dev/null err
	cg-merge -o out Dr.8 Dr.9 2>err
	same /dev/null err
}

@test "profiles of different processors: one warning" {
	two_profiles
	sed '1i desc: CPU: x86-64-v1' a >shown
	cg-merge -o out a shown shown 2>err
	same - err <<<"cg-merge: the programs of a and shown were shown different processors: the machine's own and x86-64-v1, by --reproducible or --cpu"
	cg-merge -o out shown shown 2>err
	same /dev/null err
	cg-merge -o out shown <(sed s/v1/v2/ shown) a 2>err
	sed 's|/dev[^ ]*|PIPE|' err | same - <(echo 'cg-merge: the programs of shown and PIPE were shown different processors: x86-64-v1 and x86-64-v2')
}

@test "--files0-from reads paths, from a file or standard input" {
	two_profiles
	mv b 'b with a blank'
	printf '%s\0' a 'b with a blank' >list
	check_same 'paths from a file' \
		"cg-merge a 'b with a blank'" 'cg-merge --files0-from=list'
	check_same 'paths from standard input' \
		"cg-merge a 'b with a blank'" 'cg-merge --files0-from=- <list'
	run -2 cg-merge --files0-from=/dev/null
	[ "$output" = "cg-merge: /dev/null: expected the paths of profiles, found none" ]
	run -2 cg-merge --files0-from=list a
	misses none cg-merge --files0-from=none
}

# bats test_tags=long
@test "--files0-from: of a file that is no list, a message quotes little" {
	seq -s ' ' 20 | sed 'p;p' >text
	complains_with 3 "cg-merge: $(head -c 60 text | tr '\n' '@' | sed 's/@/\\n/g')...: No such file or directory" \
		cg-merge --files0-from=text
	seq -s / 300 | tr -d '\n' >text
	complains_with 3 "cg-merge: $(head -c 60 text)...: No such file or directory" cg-merge --files0-from=text
	{ printf x; printf 'é%.0s' {1..200}; } >text
	complains "cg-merge: x$(printf 'é%.0s' {1..29})...: File name too long" cg-merge --files0-from=text
}

@test "--files0-from takes 100,000 profiles" {
	local i
	two_profiles
	mkdir many
	cg-filter -o many/0 a
	for ((i = 1; i < 50; i++)); do
		ln many/0 "many/$i"
	done
	# each of 50 files 2,000 times
	for ((i = 0; i < 2000; i++)); do
		printf 'many/%d\0' {0..49}
	done >list
	[ "$(tr -cd '\0' <list | wc -c)" -eq 100000 ]
	(
		ulimit -n 64
		ulimit -s 256 # too small for as many operands
		cg-merge --files0-from=list -o sum
	)
	[ "$(tail -n 1 sum)" = "summary: 3000000 300000" ]
	printf 'none\0' >>list
	misses none cg-merge --files0-from=list
}

# bats test_tags=long
@test "a name may be larger than the table that becomes a run" {
	# the table keeps the name of its last row when it starts again
	two_profiles
	{
		sed '/^fl=/,$d' a
		printf 'fl=a.c\nfn='
		head -c 40000000 /dev/zero | tr '\0' f
		printf '\n1 2 0\nsummary: 2 0\n'
	} | gzip -1 >long.gz
	timeout 60 cg-merge long.gz a a a a a a a a a a >both
	cg-merge a a a a a a a a a a >sum
	grep -v ffff both >rest
	sed 's/^summary:.*/1 2 0\nsummary: 302 30/' sum | diff rest -
	[ "$(wc -c <both)" -gt 40000000 ]
}

# bats test_tags=long
@test "--files0-from: running out of memory is an error, not the end of the list" {
	two_profiles
	(ulimit -v 100000 && cg-merge a >whole) ||
		skip 'the tool needs more than that by itself'
	{
		printf 'a\0'
		head -c 150000000 /dev/zero | tr '\0' x
		printf '\0b\0'
	} >list
	(
		ulimit -v 100000
		run -2 cg-merge --files0-from=list
		# the text comes from the C library
		[[ $output =~ ^'cg-merge: list: '(Cannot allocate|Out of)' memory'$ ]]
	)
	rm list
	mkdir folder
	complains "cg-merge: folder: Is a directory" \
		cg-merge --files0-from=folder
}

@test "an incomplete input is an error, and the file of -o is unchanged" {
	two_profiles
	sed '$d' b >cut
	echo old >out
	run -2 cg-merge -o out a cut
	[ "$output" = "cg-merge: cut:8: expected \"summary:\", found the end of the file: the profile is not whole (--partial reads what is there)" ]
	[ "$(cat out)" = old ]
	[ "$(echo out*)" = out ]
}

@test "a missing file is reported before any work" {
	two_profiles
	run -3 cg-merge /dev/stdin none < <(sleep 5)
	[ "$output" = "cg-merge: none: No such file or directory" ]
}

@test "a sum of more than 32 bits is exact" {
	printf 'cmd: x\nevents: Ir Dr\nfl=f.c\nfn=g\n1 2147483647 1\n2 5 -2147483648\nsummary: 2147483652 -2147483647\n' >a
	run -0 cg-merge a a
	[ "$(tail -3 <<<"$output")" = "1 4294967294 2
2 10 -4294967296
summary: 4294967304 -4294967294" ]
}

@test "the error about a sum that does not fit in 64 bits names the row" {
	printf 'cmd: x\nevents: Ir\nfl=f.c\nfn=g\n3 9223372036854775807\nsummary: 9223372036854775807\n' >big
	run -2 cg-merge big big
	[ "$output" = "cg-merge: big: the sum of Ir of f.c:g, line 3, does not fit in 64 bits" ]
	run -0 bash -c 'cg-merge --op=max big big | tail -1'
	[ "$output" = "summary: 9223372036854775807" ]
}

# states COST ROW...: writes a profile with a summary that is more than its rows
states() {
	cat <<-END
		# callgrind format
		events: Ir
		summary: $1
		fl=a.c
		fn=f
		1 $2
	END
}

@test "a sum of summaries that does not fit in 64 bits is an error" {
	states 9000000000000000000 1 >a
	states 9000000000000000000 2 >b
	complains "cg-merge: b: the sum of Ir does not fit in 64 bits" \
		cg-merge a b
	complains "cg-merge: b: the sum of Ir does not fit in 64 bits" \
		cg-merge --append=a b
	states 9000000000000000000 1 | same - a
	states -9000000000000000000 1 >c
	complains "cg-merge: c: the sum of Ir does not fit in 64 bits" \
		cg-merge c c
	cg-merge a c | grep -x 'summary: 0'
}

@test "min and max of summaries treat the excess over the rows like a row" {
	states 100 10 >a # 90 beyond
	states 50 20 >b  # 30
	cg-merge --op=min a b | tail -3 |
		same - <(printf '1 10\nsummary: 40\ntotals: 10\n')
	cg-merge --op=max a b | tail -3 |
		same - <(printf '1 20\nsummary: 110\ntotals: 20\n')
	states 5 5 >c
	cg-merge --op=min a b c | tail -2 |
		same - <(printf '1 5\ntotals: 5\n')
}

@test "the output may be one of the inputs" {
	two_profiles
	cg-merge a b >expected
	cg-merge -o a a b
	same expected a
}

@test "equal to cg_merge row for row on real profiles" {
	cp "$PROFILES"/* .
	cg_merge -o theirs g1 g2 s1 p1 g1 2>/dev/null
	cg-merge -o ours g1 g2 s1 p1 g1
	[ "$(wc -l <ours)" -gt 1000 ]
	check_same 'rows of cg_merge' 'rows theirs' 'rows ours'
	check_same 'summary of cg_merge' \
		"grep ^summary: theirs | tr -s ' '" 'grep ^summary: ours'
}

# bats test_tags=long
@test "equal to cg_merge on large generated profiles" {
	local seed
	for seed in 1 2; do
		awk -v seed=$seed 'BEGIN {
			srand(seed)
			print "desc: generated\ncmd: big\nevents: Ir Dr Dw"
			for (f = 0; f < 800; f++) {
				printf "fl=/src/component/module_%04d.cc\n", f
				for (g = 0; g < 20; g++) {
					printf "fn=space::Class%d<std::pair<int, long> >::method_%02d(char const*)\n", f, g
					for (l = 1; l < 30; l++)
						if (rand() < 0.8)
							printf "%d %d %d %d\n", g * 40 + l, rand() * 1e6, rand() * 1e5, rand() * 1e4
				}
			}
		}' | profile "big$seed"
	done
	cg_merge -o theirs big1 big2 2>/dev/null
	cg-merge -o ours big1 big2
	check_same 'rows of cg_merge' 'rows theirs' 'rows ours'
}

@test "--append creates a store, adds to it and keeps its header" {
	two_profiles
	cg-merge --append=store.gz a
	cg-merge --append=store.gz b b
	check_same 'the store after three profiles' \
		'cg-merge a b b' 'gzip -dc store.gz'
	[ "$(echo store*)" = "store.gz store.gz.lock" ]
}

@test "--append refuses options that contradict it" {
	local hint='(see cg-merge --help)'
	complains "cg-merge: --append and --output exclude one another $hint" \
		cg-merge --append=s -o t
	complains "cg-merge: --append excludes --op: it adds up $hint" \
		cg-merge --append=s --op=max
	complains "cg-merge: --append excludes --common-events: it keeps the store's events $hint" \
		cg-merge --append=s --common-events
	complains "cg-merge: --append: expected a file, found standard output $hint" \
		cg-merge --append=-
}

@test "--append requires a regular file" {
	two_profiles
	mkdir folder
	mkfifo pipe
	ln -s pipe link
	complains "cg-merge: /dev/full: expected a regular file to append to, found a device or pipe" \
		cg-merge --append=/dev/full a
	complains "cg-merge: link: expected a regular file to append to, found a device or pipe" \
		cg-merge --append=link a
	complains "cg-merge: folder: expected a regular file to append to, found a directory" \
		cg-merge --append=folder a
	[ -z "$(find . -name "*.lock")" ]
}

@test "--append through links uses the same store and the same lock" {
	two_profiles
	mkdir real
	cg-merge --append=real/store a
	ln -s real/store link
	cg-merge --append=link a
	[ -L link ]
	[ "$(tail -n 1 real/store)" = 'summary: 60 6' ]
	[ "$(echo *.lock real/*)" = '*.lock real/store real/store.lock' ]
	ln -s missing dangling
	complains "cg-merge: dangling: expected a file to append to, found a link to a file that does not exist" \
		cg-merge --append=dangling a
	[ -L dangling ]
	[ ! -e missing ]
}

@test "--append through a link compresses the store if the store's name says so" {
	two_profiles
	cg-merge --append=store.gz a
	ln -s store.gz link
	cg-merge --append=link b
	check_same 'the store' 'cg-merge a b' 'gzip -dc store.gz'
	cg-merge --append=plain a
	ln -s plain link.gz
	cg-merge --append=link.gz b
	check_same 'the store' 'cg-merge a b' 'cat plain'
	# the same for other outputs
	cg-filter -o link store.gz
	check_same 'the output' 'cg-filter store.gz' 'gzip -dc store.gz'
}

@test "--append does not create a lock through a link" {
	two_profiles
	cp a store
	ln -s elsewhere store.lock
	complains "cg-merge: $PWD/store.lock: expected a lock file, found a link" \
		cg-merge --append=store b
	[ ! -e elsewhere ]
	same a store
}

@test "--append gives the lock the owner, group and permissions of the store" {
	[ "$(id -u)" -eq 0 ] || skip 'only root can give files away'
	two_profiles
	cp a store
	chown 12345:12346 store
	chmod 660 store
	cg-merge --append=store b
	[ "$(stat -c %u:%g:%a store)" = 12345:12346:660 ]
	[ "$(stat -c %u:%g:%a store.lock)" = 12345:12346:660 ]
}

@test "--append does not write messages into the lock" {
	two_profiles
	run -3 bash -c 'cg-merge --append=store a none 2>&-'
	run -2 bash -c 'cg-merge --append=store a b/none <&- 2>&-'
	bash -c 'cg-merge --append=store a <&- >&- 2>&-'
	[ ! -s store.lock ]
	same a store
}

# held PROFILE FIFO: starts cg-merge, which reads the store and then waits for the
# end of the fifo, so that the store is locked when this returns
held() {
	cg-merge --append="$1" "$2" &
	exec 5>"$2" # opened when it is, after the store
	cat "$3" >&5
}

# a profile as cg-collect writes it: main calls f at two places, usage: CALL1 CALL2
called_twice() {
	cat <<-END
		# callgrind format
		creator: ${3-cg-tools}
		cmd: a
		desc: I1 cache: 32768 B
		events: Ir
		fl=a.c
		fn=main
		1 100
		cfn=f
		calls=1 1
		2 $1
		cfn=f
		calls=1 1
		3 $2
		fn=f
		4 $(($1 + $2))
		totals: $((100 + 2 * $1 - $1 + $2))
	END
}

@test "a minimum or maximum of profiles with calls is whole to --check" {
	called_twice 10 70 >first
	called_twice 60 20 >second
	for op in min max; do
		# at most 80 of f's costs, and 10 + 20 or 60 + 70 of its calls
		cg-merge --op=$op first second >merged
		cg-sum --check merged | grep '^merged: ok'
		grep '^creator' merged | same - <(echo "creator: cg-tools (${op}imum)")
		cg-merge merged first | cg-sum --check
		cg-filter --top=1 merged | cg-sum --check
	done
	# one profile is its own minimum, and sums are checked
	cg-merge --op=min first | grep -x 'creator: cg-tools'
	cg-merge first second | sed 's/^4 160/4 60/; s/^totals: .*/totals: 160/' >damaged
	run -2 cg-sum --check damaged
}

@test "a sum tells as few levels of recursion apart as a profile in it" {
	called_twice 10 70 | sed '/^desc/a desc: Recursion levels: 2' >two
	called_twice 10 70 | sed '/^desc/a desc: Recursion levels: 10' >ten
	printf '%s\n' 'cmd: a' 'events: Ir' fl=a.c fn=f '1 1' 'summary: 1' >flat
	for order in 'two ten' 'ten two' 'ten two ten' 'ten flat two' 'flat ten two'; do
		# shellcheck disable=SC2086
		cg-merge $order >merged
		grep ^desc: merged | grep -v cache | same - <(echo 'desc: Recursion levels: 2') "$order"
	done
	cg-merge ten ten | grep -x 'desc: Recursion levels: 10'
	# nothing is known of the names of the other one
	called_twice 10 70 >unknown
	cg-merge ten unknown | grep -x 'desc: Recursion levels: 1'
}

@test "a sum is only as trusted as the least trusted profile in it" {
	called_twice 10 70 >ours
	called_twice 10 70 'cg-tools (filtered)' | sed 's/^4 80/4 60/; s/^totals.*/totals: 160/' >filtered
	called_twice 10 70 'other 1.0' | sed 's/^4 80/4 60/; s/^totals.*/totals: 160/' >theirs
	for order in 'ours filtered' 'filtered ours'; do
		cg-merge $order | grep -x 'creator: cg-tools (filtered)'
	done
	cg-merge ours theirs | grep -x 'creator: cg-tools (merged)'
	cg-merge ours theirs | cg-sum --check
	cg-merge ours ours | grep -x 'creator: cg-tools'
}

@test "--append loses nothing if the lock file is removed" {
	two_profiles
	mkfifo fifo
	cp a store
	held store fifo a
	local first=$!
	rm store.lock
	cg-merge --append=store a 5>&- & # waits for the store itself
	local second=$!
	sleep 0.2
	rm -f store.lock
	exec 5>&-
	wait $first
	wait $second
	[ "$(tail -n 1 store)" = 'summary: 90 9' ]
}

@test "--append: if two processes create one store, one of them fails" {
	two_profiles
	mkfifo fifo
	held store fifo a
	local first=$!
	rm store.lock
	cg-merge --append=store a 5>&-
	exec 5>&-
	local status=0
	wait $first || status=$?
	[ $status -eq 2 ]
	same a store
}

@test "twenty processes append at the same time and nothing is lost" {
	two_profiles
	local round i
	for round in 1 2 3; do
		for i in $(seq 20); do
			cg-merge --append=store a b &
		done
		wait
	done
	run -0 tail -n 1 store
	[ "$output" = "summary: 9000 900" ] # 60 times 150 15
}

# bats test_tags=slow
@test "a kill at any moment leaves the old store or the new one" {
	two_profiles
	local round before after pid sizes
	# many rows, so that writing takes long enough to be interrupted
	awk 'BEGIN {
		print "cmd: x\nevents: Ir"
		for (i = 1; i < 60000; i++) printf "fl=%d\nfn=f\n1 1\n", i
	}' | profile many
	cg-merge --append=store many
	for round in $(seq 40); do
		before=$(tail -n 1 store)
		cg-merge --append=store many &
		pid=$!
		sleep "0.0$((round * 2 % 10))$((round % 7))"
		kill -KILL $pid 2>/dev/null || true
		wait $pid || true
		after=$(tail -n 1 store)
		[ "$after" = "$before" ] ||
			[ "${after#summary: }" -eq "$((${before#summary: } + 59999))" ]
		cg-filter store | cmp - store
	done
}

@test "RECIPES: every night, add the day's profiles to a store" {
	two_profiles
	local recipe
	recipe=$("$BATS_TEST_DIRNAME/../lib/readme-block" \
		"Every night, add the day's profiles to a store" 1)
	[ -n "$recipe" ]
	export SPOOL=$PWD/spool STORE=$PWD/store.cg.gz
	mkdir spool
	sh -c "$recipe" # nothing to do yet
	gzip -c a >spool/1.cg.gz
	gzip -c b >spool/2.cg.gz
	sh -c "$recipe"
	check_same 'the store' 'cg-merge a b' 'gzip -dc store.cg.gz'
	[ -z "$(ls spool)" ]
	gzip -c a | head -c 20 >spool/3.cg.gz
	run ! sh -c "$recipe"
	[ "$(ls spool)" = 3.cg.gz ]
	check_same 'the store after a damaged profile' \
		'cg-merge a b' 'gzip -dc store.cg.gz'
}

@test "RECIPES: weeks of different numbers of runs are compared by what each row costs at least" {
	two_profiles
	mkdir week1 week2
	for night in 1 2 3; do gzip -c a >week1/$night.cg.gz; done
	sed 's/^2 20 2/2 21 2/; s/^summary: 30 3/summary: 31 3/' a | gzip -c >week2/1.cg.gz
	cp week2/1.cg.gz week2/2.cg.gz
	"$BATS_TEST_DIRNAME/../lib/readme-block" "Every night, add the day's profiles to a store" 2 >job
	sh job >table
	same - <(tr -s ' ' <table) <<-'END'
		old Ir new Ir change % file:function
		 30 31 +1 +3.33% total
		 30 31 +1 +3.33% a.c:f
	END
}

@test "the interpreters of all profiles are named, each once" {
	local n=0 scripts
	for scripts in 'Python 3.11' '' 'Perl 5.36; Python 3.11' 'PHP 8.2, without C code'; do
		profile $((++n)).cg <<-END
			# callgrind format
			desc: Language: C
			${scripts:+desc: Scripts:          $scripts}
			events: Ir
			fl=a.py
			fn=f
			1 1
		END
	done
	for order in '1 2 3 4' '2 4 3 1'; do
		cg-merge $(printf '%s.cg ' $order) | grep Scripts: >scripts
		same scripts - <<<'desc: Scripts:          PHP 8.2, without C code; Perl 5.36; Python 3.11'
	done
}
