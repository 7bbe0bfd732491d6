#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# The flame graph of cg-annotate --format=html: which stacks of calls are on the page,
# and what they cost. html.bats has what it does in a browser.

load ../lib/assertions
load ../lib/inlined

setup() {
	enter_tmpdir
	write_counted >counted
}

# main calls parse and emit, parse calls emit; only from main does emit call flush
write_counted() {
	cat <<-'END'
		# callgrind format
		version: 1
		cmd: prog
		events: Ir Dr
		ob=/bin/prog
		fl=a.c
		fn=main
		# context=(1)
		1 10 1
		cfn=emit
		# context=(2) (1) 3
		calls=2 40
		3 60 6
		cfn=parse
		# context=(3) (1) 2
		calls=1 20
		2 140 4
		fn=parse
		# context=(3)
		20 60
		21 40
		cfn=emit
		# context=(4) (3) 22
		calls=1 40
		22 40 4
		fn=emit
		# context=(2)
		40 30 3
		cob=/lib/libc.so
		cfi=b.c
		cfn=flush
		# context=(5) (2) 41
		calls=1 5
		41 30 3
		# context=(4)
		40 40 4
		ob=/lib/libc.so
		fl=b.c
		fn=flush
		# context=(5)
		5 20 3
		6 10
		totals: 210 11
	END
}

# stacks FILE [EVENT]: prints the stacks of a page
stacks() {
	cg-annotate --format=html "$1" >page.html || return
	"$TESTS/lib/page-stacks" "${2-0}" <page.html
}

has_no_flame() {
	run ! grep -E 'class="flame"|href="#calls"' page.html
}

@test "stacks that were counted are exact, in each event" {
	stacks counted | same - /dev/fd/3 3<<-'END'
		210	0	all
		210	10	main
		140	100	main;parse
		40	40	main;parse;emit
		60	30	main;emit
		30	30	main;emit;flush
	END
	stacks counted 1 | same - /dev/fd/3 3<<-'END'
		11	0	all
		11	1	main
		4	0	main;parse
		4	4	main;parse;emit
		6	3	main;emit
		3	3	main;emit;flush
	END
	run ! grep 'estimated from calls' page.html
	grep -q 'href="#calls"' page.html
}

@test "without counted stacks there is an estimate, which says so" {
	grep -v '^# context' counted >calls
	stacks calls >estimate
	head -n 2 estimate | same - /dev/fd/3 3<<-'END'
		210	0	all
		210	10	main
	END
	# flush is handed to emit, and from there to both callers
	grep -c 'emit;flush$' estimate | grep -x 2
	grep -q 'estimated from calls; cg-collect --stacks counts them' page.html
}

@test "all other parts of the page are the same with and without stacks" {
	seq 50 >a.c
	for name in counted calls; do
		grep -v "^# ${name/counted/none}" counted >$name.cg
		[ $name = counted ] || sed -i '/^# context/d' $name.cg
		cg-annotate --format=html - <$name.cg | sed '/<h2 id="calls">/,/<\/section>/d' >$name.html
	done
	same counted.html calls.html
	grep -q 'id="f1L40"' counted.html
	[ "$(grep -c 'id="f1L40"' counted.html)" -eq 1 ]
}

@test "several profiles are added up, and one without stacks has functions without callers" {
	cg-annotate --format=html counted counted >page.html
	"$TESTS/lib/page-stacks" <page.html >twice
	grep -xP '420\t0\tall' twice
	grep -xP '60\t60\tmain;emit;flush' twice
	printf '%s\n' 'version: 1' 'events: Ir Dr' ob=/bin/prog fl=a.c fn=lost '9 5 1' 'fn=emit' \
		'9 7' 'totals: 12 1' >other
	cg-annotate --format=html counted other >page.html
	"$TESTS/lib/page-stacks" <page.html >both
	grep -xP '222\t0\tall' both
	grep -xP '5\t5\tlost' both
	grep -xP '7\t7\temit' both
	grep -xP '30\t30\tmain;emit;flush' both
	grep -q '5\.4% of Ir is of functions without their callers' page.html
}

@test "a stack below a ten-thousandth of every event is part of its caller" {
	{
		printf '%s\n' '# callgrind format' 'version: 1' 'events: Ir Dr' fl=a.c fn=main \
			'# context=(1)' '1 20000000 1000000'
		for i in 1 2 3; do
			printf '%s\n' "fn=f$i" "# context=($((i + 1))) ($i) 1" "2 ${i}00 0"
		done
		printf '%s\n' fn=g '# context=(5) (1)' '1 0 200' 'totals: 20000600 1000200'
	} >in
	stacks in | same - /dev/fd/3 3<<-'END'
		20000600	0	all
		20000600	20000600	main
		0	0	main;g
	END
	stacks in 1 | grep -xP '200\t200\tmain;g'
}

# bats test_tags=long
@test "children cost no more than their parents, and all adds up, in any profile of the corpus" {
	local n=0 file
	for file in "$CORPUS"/good-callgrind-*; do
		cg-annotate --format=html --threshold=0 "$file" >page.html
		grep -q 'class="flame"' page.html || continue
		n=$((n + 1))
		"$TESTS/lib/page-stacks" <page.html >found
		awk -F'\t' '{ total[$3] += $1; self += $2 }
			NR == 1 { all = $1 }
			{ above = $3; if (!sub(/;[^;]*$/, "", above)) above = "all"
			  if (above in total && $1 > total[above]) exit 1 }
			END { exit self != all }' found || fail "$file" || return
	done
	[ "$n" -gt 5 ]
}

@test "there is no estimate of an event with negative costs" {
	sed '/^# context/d; s/^20 60$/20 60 -2/; s/^totals: 210 11/totals: 210 9/' counted >in
	stacks in | sed -n 1p | grep -xP '210\t0\tall'
	tr '\n' ' ' <page.html | grep -oE 'data-costs="[^"]*"' | grep -E ' -"$'
	run -1 stacks in 1
}

@test "a profile without calls has no flame graph" {
	printf '%s\n' 'events: Ir' fl=a.c fn=f '1 5' 'summary: 5' >in
	cg-annotate --format=html in >page.html
	has_no_flame
	printf '%s\n' 'version: 1' 'events: Ir' fl=a.c fn=f '1 5' 'totals: 5' >in
	cg-annotate --format=html in >page.html
	has_no_flame
}

@test "names are text, also in the data of the flame graph" {
	# shellcheck disable=SC2016 # names, not expressions
	local names=('</script><img src=x onerror=broken=1>' '"><svg/onload=broken=1>'
		"'><b onmouseover=broken=1>" '<!--' '`${broken=1}`' '&lt;b&gt; &#60;&#10;'
		$'\xe2\x80\xaegnp\xe2\x80\xac' $'\xff\xfe' $'\x1b[31mred' $'tab\tand\x7f' 'a,b:c;1 2'
		"$(printf 'ns::f<%0400d, T>::own()' 1)") name i=1
	{
		printf '%s\n' '# callgrind format' 'version: 1' 'events: Ir' fl=a.c fn=main '# context=(1)' '1 1'
		for name in "${names[@]}"; do
			i=$((i + 1))
			printf 'ob=%s\nfl=%s\nfn=%s\n# context=(%d) (%d)\n1 10\n' "$name" "$name" \
				"$name" $i $((i - 1))
		done
		echo "totals: $((10 * i - 9))"
	} >in
	cg-annotate --format=html in >page.html
	grep -avE '^<script>|^</?style>' page.html >text
	run ! grep -aE '<(img|b[ >]|svg/|!--)|onerror=[^&]*>|<script>b' text
	run ! grep -aP '[\x00-\x08\x0b-\x1f\x7f]' page.html
	iconv -f utf-8 -t utf-16 page.html >/dev/null
	"$TESTS/lib/page-stacks" <page.html | tail -n 1 >deepest
	for name in '</script><img src=x onerror=broken=1>' '"><svg/onload=broken=1>' \
		'&lt;b&gt; &#60;&#10;' '\xe2\x80\xaegnp\xe2\x80\xac' '\x1b[31mred' 'a,b:c;1 2'; do
		grep -aF ";$name;" deepest || fail "$name" || return
	done
	grep -aF 'ns::f&lt;…&gt;::own()' text
}

@test "hidden functions are frames that say so" {
	cg-filter --function='^(main|flush)$' counted >in 2>/dev/null ||
		cg-filter --functions='^(main|flush)$' counted >in
	stacks in >found
	head -n 1 found | grep -xP '210\t0\tall'
	grep -F '(filtered)' found
	run ! grep 'filtered 1' found
}

@test "inlined functions are marked" {
	printf '%s\n' clamp '' >list.h
	inlined_profile
	stacks calls >found
	grep -F ';~' found
	grep -qF ' (inlined): ' page.html
	head -n 1 found | cut -f 1 | grep -x 1000
}

# --- differences

@test "a difference with both sides has the new and the old cost of each stack" {
	sed 's/^21 40$/21 70/; s/^totals: 210/totals: 240/' counted |
		sed '/^cob=/,/^41/d; /^ob=.lib.libc/,/^6 10/d; s/^totals: 240 11/totals: 210 8/' >new
	cg-diff --keep-sides counted new >in
	stacks in | same - /dev/fd/3 3<<-'END'
		210-210	0-0	all
		210-210	10-10	main
		170-140	130-100	main;parse
		40-40	40-40	main;parse;emit
		30-60	30-30	main;emit
		0-30	0-30	main;emit;flush
	END
	grep -A 1 'gone, hatched' page.html
	# without the script, too
	grep -qE 'rect class="n[0-9] gone"' page.html
	grep -q 'rect class="h9"' page.html
}

@test "in a difference, a function that is inlined in one build is one frame" {
	sed 's/^fn=parse$/&\n# hostfl=a.c\n# hostfn=main/; s/^cfn=parse$/# inlined\n&/' counted >new
	cg-diff --keep-sides counted new >in
	stacks in | same - /dev/fd/3 3<<-'END'
		210-210	0-0	all
		210-210	10-10	main
		140-140	100-100	main;parse
		40-40	40-40	main;parse;emit
		60-60	30-30	main;emit
		30-30	30-30	main;emit;flush
	END
}

@test "a difference without sides has the change, and says what widths need" {
	sed 's/^21 40$/21 70/; s/^40 30 3/40 10 3/; s/^totals: 210/totals: 220/' counted >new
	cg-diff counted new >in
	stacks in | same - /dev/fd/3 3<<-'END'
		10	0	all
		10	0	main
		30	30	main;parse
		-20	-20	main;emit
	END
	grep -q 'Widths of new costs need both sides: cg-diff --keep-sides' page.html
	cg-annotate --format=html --diff counted new >page.html
	"$TESTS/lib/page-stacks" <page.html | grep -xP -- '-20\t-20\tmain;emit'
}

@test "stacks are estimated for both sides of a difference, but not for changes" {
	sed '/^# context/d' counted >calls
	sed 's/^21 40$/21 70/; s/^2 140/2 170/; s/^totals: 210/totals: 240/' calls >new
	cg-diff --keep-sides calls new >in
	stacks in >found
	grep -xP '240-210\t0-0\tall' found
	grep -xP '1[67]\d-1[34]\d\t130-100\tmain;parse' found
	grep -q 'estimated from calls' page.html
	cg-diff calls new >in
	cg-annotate --format=html in >page.html
	run ! grep 'class="flame"' page.html
	grep -q 'cannot be estimated from changes: cg-diff --keep-sides' page.html
}
