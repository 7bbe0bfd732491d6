#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# Laws that hold for every profile, tested on a real one and on a generated one with
# many events, names and signs. Sums are checked by an independent reader
# (tests/lib/rows).

load ../lib/assertions
load ../lib/profiles

setup_file() {
	collect_once collect_profiles
}

collect_profiles() {
	cc -g -O1 -o program "$TESTS/programs/report.c"
	valgrind -q --tool=cachegrind --cache-sim=yes --branch-sim=yes \
		--cachegrind-out-file=real ./program >/dev/null
	callgrind() {
		valgrind -q --tool=callgrind --dump-instr=yes --collect-jumps=yes \
			--branch-sim=yes --callgrind-out-file="$@" >/dev/null
	}
	callgrind calls ./program
	callgrind others true
	sed -n '/^events:/p' calls >nothing
	awk 'BEGIN {
		print "desc: made up"
		print "cmd: ./x  y"
		print "events: A B C"
		seed = 1
		for (i = 0; i < 3000; i++) {
			seed = (seed * 1103515245 + 12345) % 2147483648
			printf "fl=/src/%c/f%d.c\nfn=g%d\n", 97 + seed % 3, \
			    seed % 17, int(seed / 1024) % 29
			for (k = 1; k <= 3; k++) {
				n[k] = int(seed / (k * 512)) % 2001 - 900
				sum[k] += n[k]
			}
			printf "%d %d %d %d\n", int(seed / 64) % 40, n[1], n[2], n[3]
		}
		printf "summary: %d %d %d\n", sum[1], sum[2], sum[3]
	}' >made
}

setup() {
	cd "$PROFILES"
	out=$BATS_TEST_TMPDIR
	profiles=(real made)
}

# shuffled SEED PROFILE: prints the same rows in random order, each with its names
shuffled() {
	awk -v seed="$1" 'BEGIN { srand(seed) }
		/^f[ln]=/ { name[substr($0, 1, 2)] = $0; next }
		/^-?[0-9]/ { row[n++] = name["fl"] "\n" name["fn"] "\n" $0; next }
		/^summary/ {
			for (; n > 0; row[i] = row[n]) {
				i = int(rand() * n--)
				print row[i]
			}
		}
		{ print }' "$2"
}

# options that hide some rows of either profile
selections=(
	--file='[fm]\d*\.c' --not-file='^/src/a' --function='[13579]$'
	--not-function='^[_g]' --threshold=1 --threshold=0.01 --own --top=7 --top=0
	'--file=/ --function=1 --threshold=0.5 --top=20'
)

@test "the profiles are large and varied enough" {
	for profile in "${profiles[@]}"; do
		[ "$("$TESTS/lib/rows" "$profile" | wc -l)" -gt 500 ]
	done
	for options in "${selections[@]}"; do
		for profile in "${profiles[@]}"; do
			cg-filter $options $profile
		done >"$out/some"
		grep -qx 'fn=(filtered)' "$out/some" || fail "$options hides nothing"
	done
}

@test "the order of the input does not matter" {
	for profile in "${profiles[@]}"; do
		cg-filter $profile >"$out/wanted"
		for seed in 1 2 3; do
			shuffled $seed $profile >"$out/shuffled"
			run -1 cmp -s $profile "$out/shuffled"
			cg-filter "$out/shuffled" | same "$out/wanted" -
		done
		for options in "${selections[@]}"; do
			cg-filter $options $profile >"$out/wanted"
			cg-filter $options "$out/shuffled" | same "$out/wanted" -
		done
		cp $profile "$out/in"
		cg-annotate "$out/in" >"$out/wanted"
		cp "$out/shuffled" "$out/in"
		cg-annotate "$out/in" | same "$out/wanted" -
	done
}

@test "the canonical form changes no count" {
	for profile in "${profiles[@]}"; do
		"$TESTS/lib/rows" $profile >"$out/wanted"
		cg-filter $profile >"$out/canonical"
		"$TESTS/lib/canonical" <"$out/canonical"
		"$TESTS/lib/rows" "$out/canonical" | same "$out/wanted" -
	done
}

# bats test_tags=slow
@test "hiding rows does not change the totals" {
	for profile in "${profiles[@]}"; do
		cg-filter $profile | tail -1 >"$out/wanted"
		for options in "${selections[@]}" --level=function --level=file \
			--level=dir --strip-prefix=/src --mod-filename=s/[a-f]//g \
			--mod-funcname=s/.*/f/; do
			cg-filter $options $profile >"$out/some"
			"$TESTS/lib/canonical" <"$out/some"
			tail -1 "$out/some" | same "$out/wanted" - "$options"
		done
	done
}

# bats test_tags=long
@test "a filter and its complement add up to the whole" {
	for profile in "${profiles[@]}"; do
		"$TESTS/lib/rows" $profile >"$out/wanted"
		for regex in '[fm]\d*\.c' '^/src/a' . nowhere; do
			for name in file function; do
				cg-filter --drop --$name="$regex" $profile >"$out/with"
				cg-filter --drop --not-$name="$regex" $profile >"$out/without"
				"$TESTS/lib/rows" "$out/with" "$out/without" |
					same "$out/wanted" - "$name=$regex"
			done
		done
	done
}

@test "--drop changes only the (filtered) row" {
	for profile in "${profiles[@]}"; do
		for options in --file=1 --not-function=g --top=5; do
			cg-filter --drop $options $profile |
				"$TESTS/lib/rows" | sed '$d' >"$out/dropped"
			cg-filter $options $profile | "$TESTS/lib/rows" |
				sed '$d; /^(filtered)/d' | same "$out/dropped" -
		done
	done
}

@test "two filters in a row equal one with both options" {
	for profile in "${profiles[@]}"; do
		cg-filter --file=1 --not-function=3 $profile >"$out/wanted"
		cg-filter --file=1 $profile | cg-filter --not-function=3 |
			same "$out/wanted" -
		cg-filter -z --not-function=3 $profile | cg-filter --file=1 |
			same "$out/wanted" -
		cg-filter --top=5 $profile | cg-filter --top=5 >"$out/twice"
		cg-filter --top=5 $profile | same "$out/twice" -
	done
}

@test "cg_annotate reads the output and reports the same figures" {
	cg-filter real >"$out/ours"
	for profile in real "$out/ours"; do
		cg_annotate --auto=no $profile 2>"$out/errors" |
			"$TESTS/lib/report-parts" |
			sed '/^Data file/d; /^Invocation/d' >"$out/$(basename $profile).report"
		[ ! -s "$out/errors" ]
	done
	same "$out/real.report" "$out/ours.report"
}

@test "cg_merge reads the output and computes the same totals" {
	cg-filter --threshold=0.1 real >"$out/ours"
	cg_merge "$out/ours" >"$out/merged" 2>/dev/null
	"$TESTS/lib/rows" "$out/ours" >"$out/wanted"
	"$TESTS/lib/rows" "$out/merged" | same "$out/wanted" -
	cg_merge "$out/ours" "$out/ours" 2>/dev/null | cg-filter >"$out/twice"
	"$TESTS/lib/rows" "$out/ours" "$out/ours" >"$out/wanted"
	"$TESTS/lib/rows" "$out/twice" | same "$out/wanted" -
}

@test "cg_diff reads the output, and its output is read" {
	cg-filter real >"$out/ours"
	cg_diff real "$out/ours" >"$out/nothing"
	"$TESTS/lib/rows" "$out/nothing" | tail -n +2 |
		grep -x "$(printf 'total%s' "$(printf '\t0%.0s' $(seq 13))")"
	cg-filter --top=3 real >"$out/top"
	cg_diff "$out/top" real >"$out/theirs"
	"$TESTS/lib/rows" "$out/theirs" >"$out/wanted"
	cg-filter "$out/theirs" | "$TESTS/lib/rows" | same "$out/wanted" -
}

@test "a report from a pipe equals one from the file" {
	for profile in "${profiles[@]}"; do
		cg-annotate --auto=no $profile | sed '/^Data file/d' >"$out/wanted"
		cg-filter -z $profile | cg-annotate --auto=no |
			sed '/^Data file/d' | same "$out/wanted" -
	done
}

# --- calls

# body: prints the rows of a profile without its header
body() {
	sed '1,/^events:/d'
}

@test "profiles with calls: the order of merging does not matter" {
	cg-merge calls others | body >"$out/wanted"
	[ "$(grep -c '^calls=' "$out/wanted")" -gt 300 ]
	[ "$(grep -c '^jcnd=' "$out/wanted")" -gt 300 ]
	cg-merge others calls | body | same "$out/wanted" -
	cg-merge calls others >"$out/both"
	cg-merge "$out/both" calls | body >"$out/wanted"
	cg-merge calls calls others | body | same "$out/wanted" -
}

@test "profiles with calls: the difference of a profile and itself is zero" {
	for options in '' --lines --keep-sides; do
		cg-diff $options calls calls | body >"$out/none"
		[ "$(grep -c '^calls=0 ' "$out/none")" -gt 300 ]
		run -1 grep -E '^(calls|jump|jcnd)=0*[1-9]' "$out/none"
		[ -n "$options" ] || run -1 grep -E '^0.* -?[1-9]' "$out/none"
	done
}

@test "profiles with calls: a + b - a is b" {
	cg-merge calls others >"$out/sum"
	cg-diff calls "$out/sum" | body >"$out/rest"
	cg-diff calls calls >"$out/zeros"
	cg-diff nothing others >"$out/other"
	cg-merge "$out/zeros" "$out/other" | body | same "$out/rest" -
	grep -q '^calls=[1-9]' "$out/rest"
}

@test "profiles with calls: a filter and its complement add up to the whole" {
	cg-filter --format=cachegrind calls | "$TESTS/lib/rows" >"$out/wanted"
	for option in object=libc function='^[a-m]' file='/elf/'; do
		cg-filter --drop --$option calls >"$out/with"
		cg-filter --drop --not-$option calls >"$out/without"
		cg-merge --format=cachegrind "$out/with" "$out/without" |
			"$TESTS/lib/rows" | same "$out/wanted" - "$option"
	done
}

@test "profiles with calls: hiding rows does not change totals and inclusive costs" {
	cg-filter calls | grep -E '^(summary|totals):' >"$out/wanted"
	# costs of main's calls by callee; hidden callees share one row
	called() {
		cg-filter --level=function "$@" calls | awk '
			/^fn=/ { main = $0 == "fn=main" }
			/^calls=/ && main { getline; n += $2 }
			END { print n }'
	}
	called >"$out/inclusive"
	[ "$(cat "$out/inclusive")" -gt 100000 ]
	for option in --object=program --not-function=q --not-file=libio; do
		cg-filter "$option" calls | grep -E '^(summary|totals):' |
			same "$out/wanted" - "$option"
		called "$option" | same "$out/inclusive" - "$option"
	done
}

# levels DESCRIPTION...: prints a profile whose functions f and g call each other, with two levels
levels() {
	printf '%s\n' 'version: 1' "$@" 'events: Ir' fl=a.c fn=main '1 1' cfn=f 'calls=1 2' '1 99' \
		fn=f '2 10' cfn=g 'calls=1 3' '2 89' fn=g '3 20' "cfn=f'2" 'calls=1 2' '3 69' \
		"fn=f'2" '2 30' "cfn=g'2" 'calls=3 3' '2 60' \
		"fn=g'2" '3 39' "cfn=f'2" 'calls=2 2' '3 50' 'totals: 100'
}

@test "each profile's inclusive costs are by the levels of recursion that it tells apart" {
	cd "$out"
	levels 'desc: Recursion levels: 2' >two
	levels | sed "s/'2//" >one
	costs() {
		tail -n +2 | cut -f"$1" | grep -v "'" | sort
	}
	for alone in one two; do
		cg-sum --by=function --inclusive --format=tsv $alone | costs 2,4,5 >$alone.costs
	done
	same - one.costs < <(printf '%s\t%s\t%s\n' f 99 1 g 59 0 main 100 0)
	same - two.costs < <(printf '%s\t%s\t%s\n' f 99 1 g 89 1 main 100 0)
	cg-sum --by=function --inclusive --format=tsv one two >sums
	costs 2,5,7 <sums | same one.costs -
	costs 2,6,8 <sums | same two.costs -
	cg-sum --by=function --inclusive --format=tsv two one >sums
	costs 2,5,7 <sums | same two.costs -
	costs 2,6,8 <sums | same one.costs -
	cg-diff --by=function --inclusive --format=tsv one two | costs 3- |
		same - <(printf '%s\t%s\t%s\t%s\t\n' g 59 89 30)
	cg-diff --by=function --inclusive --format=tsv two one | costs 3- |
		same - <(printf '%s\t%s\t%s\t%s\t\n' g 89 59 -30)
}

@test "sums and differences tell the levels of recursion apart that all profiles do" {
	cd "$out"
	levels 'desc: Recursion levels: 2' >two
	levels | sed "s/'2//" >one
	cg-merge one two >sum
	grep -x 'desc: Recursion levels: 1' sum
	cg-merge two one | same sum -
	costs() {
		cg-annotate --inclusive --auto=no "$@" | grep a.c:
	}
	costs sum >wanted
	grep -E '^148 .*a\.c:g <cycle 1, at least>' wanted
	costs one two | same wanted -
	costs two one | same wanted -
	for sides in 'one two' 'two one'; do
		cg-diff $sides | grep -x 'desc: Recursion levels: 1'
	done
	cg-diff two two | grep -x 'desc: Recursion levels: 2'
	run -1 grep Recursion <(cg-diff one one)
	run -1 grep Recursion <(cg-merge one one)
}

@test "inclusive costs of a difference are the opposite of those the other way round" {
	cd "$out"
	"$TESTS/lib/random-calls" --write 1 24
	levels 'desc: Recursion levels: 2' >1001
	# the recursion costs less
	levels 'desc: Recursion levels: 2' |
		sed "s/^2 30/2 20/; s/^3 39/3 29/; s/^3 69/3 49/; s/^2 60/2 40/; s/^3 50/3 35/" >1002
	# changes: prints the inclusive costs of a difference, and what is not that of its sides
	changes() {
		cg-sum --by=function --inclusive --format=tsv |
			awk -F '\t' -v OFS='\t' '
				NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
				$column["Ir:incl"] != 0 {
					print $1, $2, $column["Ir:incl"]
					if ("Ir@old:incl" in column &&
					    $column["Ir@new:incl"] - $column["Ir@old:incl"] != $column["Ir:incl"])
						print "sides", $0
				}' | sort
	}
	for a in $(seq 1 2 23) 1001; do
		b=$((a + 1))
		for sides in '' --keep-sides; do
			cg-diff $sides $a $b | changes >there
			cg-diff $sides $b $a | changes |
				awk -F '\t' -v OFS='\t' '{ $3 = -$3; print }' | same there - "$a, $b $sides"
			run -1 grep ^sides there
		done
		cat there >>all
	done
	[ "$(wc -l <all)" -gt 80 ]
	grep -P "^a.c\tf'2\t-20$" there
}
