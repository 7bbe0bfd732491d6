#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-annotate of differences: what did not change, and what changed by next to nothing.

load ../lib/assertions

setup() {
	enter_tmpdir
	cat >old <<-'END'
		# callgrind format
		events: Ir
		ob=/bin/p
		fl=p.c
		fn=main
		1 1000000
		cfn=slow
		calls=3 9
		2 50000
		cfn=calm
		calls=4 9
		3 300
		cfn=often
		calls=5 9
		4 70
		fn=slow
		9 50000
		fn=calm
		12 300
		fn=often
		20 70
	END
}

# change SLOW CALLS: makes the difference to a profile in which slow has another cost and often
# another number of calls
change() {
	sed -e "s/ 50000/ $1/" -e "s/^calls=5/calls=$2/" old >new
	cg-diff --keep-sides old new >difference
}

@test "a difference: calls and functions that did not change are hidden" {
	change 52000 6
	cg-annotate --auto=no --show=Ir --function='^main$' difference | tail -n 5 | same - <(cat <<-'END'
		2,000 ( 0.19%)  *  p.c:main [/bin/p]
		    0           *    (own cost)
		2,000 ( 0.19%)  >   p.c:slow (0x) [/bin/p]
		    0           >   p.c:often (1x) [/bin/p]

	END
	)
	cg-annotate --auto=no --show=Ir --tree=caller --threshold=0 difference >out
	grep -E 'main|slow|calm|often' out | same - <(cat <<-'END'
		2,000 ( 0.19%)  < p.c:main (0x) [/bin/p]
		2,000 ( 0.19%)  *  p.c:slow [/bin/p]
	END
	)
	# a function that was asked for is shown, whatever it is
	cg-annotate --auto=no --show=Ir --function=calm difference | grep -E '^0 .*p.c:calm'
	# in a profile, a call that costs nothing is a call
	sed 's/^3 300/3 0/' old | cg-annotate --auto=no --function=main | grep -F 'p.c:calm (4x)'
}

@test "a difference: changes of less than a thousandth have neither colour nor arrow" {
	change 50008 5
	cg-annotate --auto=no --format=html difference >page
	run -1 grep -E '<rect class="[hn][1-9]|▲' page
	change 52000 5
	cg-annotate --auto=no --format=html difference >page
	grep -E '<rect class="h[1-9]' page >out
	grep -E '▲ (all|slow|p\.c)' page >out
}

@test "--diff says what is wrong with either profile" {
	printf 'events: Ir\nfl=a.c\nfn=f\n1 1\n' >good
	printf 'events: Ir\nfl=a.c\nfn=f\n1 x\n' >bad
	printf 'events: Ir\nfl=a.c\nfn=f\n1 9223372036854775807\n2 1\n' >large
	for file in bad large; do
		for operands in "good $file" "$file good"; do
			# shellcheck disable=SC2086 # two files
			run -2 --separate-stderr cg-annotate --diff $operands
			grep -E "^cg-annotate: $file(:[0-9]+)?: [^ ]" <<<"$stderr"
			[ -z "$output" ]
		done
	done
}
