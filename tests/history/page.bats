#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-history log --format=html: what the page says; tests/annotate/html.bats opens one in a browser.

load ../lib/assertions
load ../lib/history

setup() {
	enter_repository
}

# page ARGUMENT...: makes ../page.html
page() {
	cg-history log --format=html -o ../page.html "$@"
}

# rows_of_page: prints the cells of the table of steps, without what a row opens to; "" is "-"
rows_of_page() {
	python3 -c 'import html, re, sys
page = open(sys.argv[1], encoding="utf-8").read()
for row in re.findall(r"<tr id=\"s\d+-\d+\".*?</tr>\n(?=<tr id|</tbody)", page, re.S):
    row = re.sub(r"</summary>.*?</details>", "", row, flags=re.S)
    cells = re.findall(r"<td[^>]*>(.*?)</td>", row, re.S)
    print(*(html.unescape(re.sub("<[^>]*>", "", cell)) or "-" for cell in cells), sep="|")' ../page.html
}

# functions_of_step STEP: prints what the row of a step opens to, without paragraphs
functions_of_step() {
	sed -n "/<tr id=\"$1\"/,/<\/details>/p" ../page.html | sed -n 's/<tr><td>//p' |
		sed 's/<[^>]*>/ /g; s/  */ /g; s/^ //; s/ $//'
}

# place_of CHART ROW: prints "X Y" of a row's point
place_of() {
	grep -o 'data-steps="[^"]*"' ../page.html | sed -n "$(($1 + 1))p" | cut -d'"' -f2 |
		cut -d' ' -f"$(($2 + 1))" | tr , ' '
}

@test "the table has the steps that the log has" {
	recorded main 100 work 1000
	recorded main 100 work 1200
	recorded main 90 work 1200
	recorded main 90 job 1200
	change
	desc='desc: CPU: other' recorded main 90 job 1234567
	desc='desc: CPU: other' recorded main 90 job 1234568
	page
	rows_of_page >../rows
	cut -d'|' -f2- ../rows | same - <(cat <<-'END'
		2023-11-14|1,234,657|1,234,658|+1|+0.00%|job|change 7
		2023-11-14|-|1,234,657|settings|-|CPU: x86-64-v1 -> other|[1 of 2] change 6
		2023-11-14|1,290|1,290|moved|-|work -> job|change 4
		2023-11-14|1,300|1,290|-10|-0.77%|main|change 3
		2023-11-14|1,100|1,300|+200|+18.18%|work|change 2
	END
	)
	cut -d'|' -f1 ../rows | same - <(git rev-list HEAD | cut -c1-10 | sed '/^'"$(git rev-parse --short=10 HEAD~2)"'/d; $d')
	page HEAD~3..
	[ "$(rows_of_page | wc -l)" -eq 2 ]
	page --all HEAD~3..
	rows_of_page | cut -d'|' -f5 | same - <(printf '%s\n' +1 settings unmeasured)
	page --event=Ir --function='^job$'
	[ "$(rows_of_page | sed -n 1p | cut -d'|' -f4)" = 1,234,568 ]
	grep -F 'Ir of functions that match ^job$,' ../page.html
}

@test "a step opens to the functions that changed, and to what moved" {
	recorded main 10 work 1000 helper 50 same 7
	recorded main 15 job 1000 helper 70 same 7
	change
	recorded main 15 b.c:job 1002 helper 70 same 7
	recorded main 15 b.c:job 1072 same 7
	page
	same <(functions_of_step s0-0) - <<-'END'
		1,072 1,072 0 job b.c; moved: helper in job
	END
	same <(functions_of_step s0-1) - <<-'END'
		1,000 1,002 +2 job b.c; moved: job: a.c -&gt; b.c
	END
	same <(functions_of_step s0-2) - <<-'END'
		50 70 +20 helper a.c
		10 15 +5 main a.c
		1,000 1,000 0 job a.c; moved: work -&gt; job
	END
	grep -F "compared with $(git rev-parse --short=10 HEAD~3); 1 commit between is not measured" ../page.html
}

@test "a step has at most twenty functions, and says how many others there are" {
	local -a functions=()
	for i in {1..30}; do
		functions+=("f$i" $((i * 100)))
	done
	recorded "${functions[@]}"
	for i in {1..30}; do
		functions[i * 2 - 1]=$((i * 101))
	done
	recorded "${functions[@]}"
	page
	same <(functions_of_step s0-0 | cut -d' ' -f3,4 | sed -n '1p;$p') - <<-'END'
		+30 f30
		+11 f11
	END
	grep -F '<p>10 more functions changed less.</p>' ../page.html
}

@test "a chart has a mark at each step, a gap at other settings, and dashes where nothing is measured" {
	recorded f 1000
	recorded f 1100
	recorded f 1050
	recorded g 1050
	change
	recorded g 1050
	desc='desc: CPU: other' recorded g 1050
	page
	for class in grew fell moved break 'course gap' 'course dots s2'; do
		grep -q "class=\"$class\"" ../page.html || fail "$class"
	done
	# the last step first; the places are those of the commits, and more is further up
	read -r x3 y3 < <(place_of 0 0)
	read -r x2 y2 < <(place_of 0 1)
	read -r x1 y1 < <(place_of 0 2)
	read -r x0 y0 < <(place_of 0 3)
	awk -v x="$x0 $x1 $x2 $x3" -v y="$y0 $y1 $y2 $y3" 'BEGIN {
		split(x, at); split(y, up)
		step = at[2] - at[1]
		exit !(step > 90 && at[3] - at[2] - step < 1 && at[4] - at[3] - 3 * step < 1 &&
			up[1] < up[2] && up[2] == up[3] && up[3] == up[4]) }' ||
		fail "$x0 $x1 $x2 $x3, $y0 $y1 $y2 $y3"
	# nothing leads over the gap: what ends before it ends at the last but one commit
	! grep -o 'class="course\( gap\)\?" d="[^"]*"' ../page.html | grep -E "[HL]$x3( |M|\")" || fail 'a line leads there'
	# a commit that is not measured has no place
	recorded g 1050
	change
	page
	same <(place_of 0 4) - <<<''
}

@test "several benchmarks are small charts, and their steps one table by commit" {
	for i in 1 2 3; do
		change
		costs ../in f $((100 * i)) g 5
		costs ../other f $((100 * (i + i / 3))) g 5
		cg-history record a=../in 'b <i>=../other'
	done
	page
	grep -c '<figure>' ../page.html | grep -x 2
	grep -c 'viewBox="0 0 420 ' ../page.html | grep -x 2
	rows_of_page | cut -d'|' -f3,6,9 | same - <(printf '%s\n' 'a|+100|change 3' 'b <i>|+200|change 3' \
		'a|+100|change 2' 'b <i>|+100|change 2')
	page --benchmark=a
	grep -c 'viewBox="0 0 1000 ' ../page.html | grep -x 1
}

@test "hostile subjects and names stay text" {
	local name=$'</script><img src onerror:broken>&"\'\xff\x1b'
	recorded f 1
	change $'</title><script>broken</script> "\' \xed\xa0\x80 \x1b[31m' 2>/dev/null
	costs ../in "$name" 1 f 2
	sed -i "s/^desc.*/desc: CPU: <img src>/" ../in
	cg-history record "$name=../in" prog=../in
	costs ../in "$name" 2 f 2
	change
	cg-history record "$name=../in" prog=../in
	page --function='f|<|>|"'
	sed '1,/<\/head>/d; /^<script>/,$d' ../page.html >../body
	run -1 grep -aE '<img|<script|onerror:broken>' ../body
	run -1 grep -aP '[\x00-\x09\x0b-\x1f\x7f]' ../body
	iconv -f UTF-8 -t UTF-8 ../page.html >/dev/null
	! command -v tidy >/dev/null || tidy -e -q ../page.html 2>../tidy || [ $? -eq 1 ] || fail "$(cat ../tidy)"
}

# bats test_tags=long
@test "thousands of commits, each of which changes the cost, make a picture of bounded size" {
	"$TESTS/lib/large-history" 4000 1 6 100
	page large
	[ "$(rows_of_page | wc -l)" -gt 3900 ]
	# a step has fewer functions if there are so many steps
	grep -F 'opens to at most 5 functions' ../page.html
	[ "$(grep -o '<path class="course[^>]*>' ../page.html | wc -c)" -lt 60000 ]
	[ "$(grep -o '<path class="\(grew\|fell\)[^>]*>' ../page.html | wc -c)" -lt 60000 ]
}

@test "a page of a range without recordings says so" {
	recorded f 1
	change
	for range in HEAD~1.. HEAD..HEAD; do
		page "$range"
		grep -F 'Ir, no commit of the range is recorded</p>' ../page.html
		[ "$(rows_of_page | wc -l)" -eq 0 ]
	done
}

@test "a repository without recordings, and a full disk, leave no page" {
	change
	complains_with 3 'cg-history: no recording of any benchmark' cg-history log --format=html
	recorded f 1
	run -2 cg-history log --format=html -o /dev/full
}
