#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-annotate --format=html: what the page says, that it stays one page whatever
# is in a profile, and, in a browser, what it does; there, also the pages of cg-sum and cg-history.

load ../lib/assertions
load ../lib/history
load ../lib/profiles

# bats file_tags=whole

all_pages=(filtered diff small_calls small_stacks small_stacks_diff hostile trend)
few_pages=(few_300 few_data few_code few_loops few_stacks few_diff)

setup_file() {
	collect_once collect_profiles "$B/bin/cg-collect" "$B/libexec" \
		"$BATS_TEST_FILENAME"
	export PAGES=$BATS_FILE_TMPDIR
	cd "$PAGES"
	cp "$PROFILES"/* .
	# the browser takes long for large pages
	for name in 300 optimized calls stacks optimized_stacks; do
		cg-filter --threshold=0.5 -o small_$name.cg $name.cg
	done
	mv small_300.cg filtered.cg
	cg-diff --keep-sides --lines -o diff.cg filtered.cg small_optimized.cg
	cg-diff --keep-sides -o stacks_diff.cg stacks.cg optimized_stacks.cg
	cg-diff --keep-sides -o small_stacks_diff.cg small_stacks.cg small_optimized_stacks.cg
	cg-sum --format=html 300.cg optimized.cg 300.cg >trend.html
	(make_history) >history.html
	write_hostile >hostile.cg
	write_many >many.cg
	write_long_paths >long_paths.cg
	# axe-core takes long for large pages
	for name in 300 data code stacks; do
		cg-filter --file=containers -o few_$name.cg $name.cg
	done
	write_loops >few_loops.cg
	cg-filter --file=containers optimized.cg |
		cg-diff --keep-sides --lines -o few_diff.cg few_300.cg -
	for name in filtered diff calls stacks small_calls small_stacks \
		stacks_diff small_stacks_diff hostile many long_paths \
		"${few_pages[@]}"; do
		make_page "$name" >"$name.html"
	done
}

# a C++ program in three forms
collect_profiles() {
	cp "$TESTS/programs/containers.cc" .
	c++ -O0 -g -o containers "$PWD/containers.cc"
	cg-collect -q --branch-sim=yes -o 300.cg ./containers 300 >/dev/null
	cg-collect -q --stacks -o stacks.cg ./containers 300 >/dev/null
	cg-collect -q --data -o data.cg ./containers 300 >/dev/null
	cg-collect -q --calls --dump-instr=yes --collect-jumps=yes -o code.cg \
		./containers 300 >/dev/null
	c++ -O1 -g -o optimized "$PWD/containers.cc"
	cg-collect -q --branch-sim=yes -o optimized.cg ./optimized 400 >/dev/null
	cg-collect -q --stacks -o optimized_stacks.cg ./optimized 400 >/dev/null
	valgrind -q --tool=callgrind --cache-sim=yes \
		--callgrind-out-file=calls.cg ./containers 300 >/dev/null
}

# list_checks TAG: prints "CHECK NAME" for each page that a test of this file with that tag has checked
list_checks() {
	local check names name
	while read -r check names; do
		# shellcheck disable=SC2016 # the text of a test
		[ "$names" != '"${all_pages[@]}"' ] || names=${all_pages[*]}
		[ "$names" != '"${few_pages[@]}"' ] || names=${few_pages[*]}
		for name in $names; do
			echo "$check $name"
		done
	done < <(awk -v tag="$1" '
		/^# bats test_tags=/ { is_asked = $0 ~ "=" tag "$" }
		is_asked && sub(/^\tbrowser_found /, "")' "$BATS_TEST_FILENAME")
}

# prints the page of a history with all that a chart shows
make_history() {
	forget_git
	repository history
	for costs in '1000' '1100' '1050' '1050' '1050 desc' '1060 desc'; do
		change "<b>$costs"
		# shellcheck disable=SC2086 # words
		set -- $costs
		costs ../history.cg f "$1" g$((nchanges / 4)) 30
		cg-history record ${2+--setting=other} b=../history.cg
		cg-history record ${2+--setting=other} 'a <i>=../history.cg'
		[ "$1" != 1100 ] || change
	done
	cg-history log --format=html
}

# two loops with what the roofline needs
write_loops() {
	cat <<-'END'
		# callgrind format
		desc: Cycle model: skylake, llvm-mca 14.0.6
		positions: instr line
		events: Ir Cy Fl ByR ByW
		ob=
		fl=containers.cc
		fn=main
		0x10 5 40 100 160 160 80
		jcnd=30/40 0x10 5
		0x10 5
		0x18 6 40 10 10 100 0
		jcnd=30/40 0x18 6
		0x18 6
	END
}

# more functions than a table shows at first
write_many() {
	awk 'BEGIN {
		print "events: Ir Dr\nfl=a.c"
		for (i = 1; i <= 600; i++)
			print "fn=" (i < 600 ? "f" : "last_of_600_") i "\n" i, 1000 - i, i
		print "summary: 419700 180300"
	}'
}

# directories, files and lines whose paths are too long for a table or the picture
write_long_paths() {
	local dir=$PAGES/directories-of/a-program-1.11.1/whose-source/is-in i
	echo 'events: Ir'
	for i in {1..12}; do
		mkdir -p "$dir/part-$i/with-a-long-name"
		seq 3 >"$dir/part-$i/with-a-long-name/file-$i.c"
		printf 'fl=%s\nfn=f%d\n' "$dir/part-$i/with-a-long-name/file-$i.c" $i
		printf '%d 100\n' 1 2 3
	done
	echo summary: 3600
}

# how the pages for the browser are made
make_page() {
	local options=(--context=1)
	[ "$1" != diff ] || options+=(--threshold=1 --show=Ir,Dr,Bc)
	[ "$1" != many ] || options+=(--threshold=0)
	case $1 in
	few_code) options+=(--threshold=1 '--asm=^make') ;;
	few_loops) options+=(--threshold=1 --loops) ;;
	few_300 | few_diff) options+=(--threshold=0.1 --show=Ir,Dr) ;;
	few_*) options+=(--threshold=1) ;;
	esac
	cg-annotate --format=html "${options[@]}" "$1.cg"
}

setup() {
	enter_tmpdir
}

page() {
	cg-annotate --format=html "$@" >page.html
}

# --- a hostile profile

# its sources are hostile, too
write_hostile() {
	local name
	# shellcheck disable=SC2016 # names, not expressions
	local names=('</script><img src=x onerror=broken=1>'
		'"><svg/onload=broken=1>' "'><b onmouseover=broken=1>" '<!--'
		']]>' '</style><script>broken=1</script>' '&lt;b&gt; &amp; &#60;'
		'`${broken=1}`' '{{broken=1}}' '\u003cb\u003e' 'javascript:broken=1'
		$'\xe2\x80\xaegnp.exe\xe2\x80\xac' $'\xed\xa0\x80 lone' $'\xff\xfe\x80'
		$'\x1b[31mred\x07' $'tab\tand\x7f' $'\xf4\x90\x80\x80' '#fn1' 'a  b '
		"$(printf 'ns::f<%01500d, T>::own<%01500d>()' 1 2)"
		"$(printf '%03000d' 3)" "$(printf '\xc3\xa9%.0s' {1..3000})")
	local source=$PWD/'<b>"&'\''.c'
	printf '%s\n' "${names[@]}" >"$source"
	echo "desc: ${names[0]}"
	printf 'cmd: %s\n' "${names[5]}"
	echo "events: Ir Ir,Dr <b>\"' </script><img/src=x/onerror=broken=1> %s"
	for name in "${names[@]}"; do
		printf 'fl=%s\nfn=%s\n3 10 1 2 3 4\n' "$name" "$name"
	done
	printf 'fl=%s\nfn=lines\n' "$source"
	for ((i = 1; i <= ${#names[@]}; i++)); do
		echo "$i $((i * 10)) $i 2 3 4"
	done
	awk -v n="${#names[@]}" 'BEGIN { print "summary:",
		10 * n + 5 * n * (n + 1), n + n * (n + 1) / 2, 4 * n, 6 * n, 8 * n }'
}

@test "hostile names and sources stay text" {
	# an element, a comment or an attribute would need one of these
	grep -avE '^<script>|^</?style>' "$PAGES/hostile.html" >text
	! grep -aE '<(img|b|svg/|!--)|onerror=[^&]*>|<script>b|"><svg' text
	[ "$(grep -ac '</script>' "$PAGES/hostile.html")" -eq 1 ]
	grep -aF '&lt;/script&gt;&lt;img src=x onerror=broken=1&gt;' text
	grep -aF '&quot;&gt;&lt;svg/onload=broken=1&gt;' text
	grep -aF '&amp;lt;b&amp;gt; &amp;amp; &amp;#60;' text
}

@test "the page is UTF-8 without controls and marks of direction" {
	iconv -f utf-8 -t utf-16 "$PAGES/hostile.html" >/dev/null
	! grep -aP '[\x00-\x08\x0b-\x1f\x7f]' "$PAGES/hostile.html"
	! grep -aP '\xe2\x80[\xaa-\xae]' "$PAGES/hostile.html"
	grep -aF '\xe2\x80\xaegnp.exe' "$PAGES/hostile.html"
	grep -aF '\xed\xa0\x80 lone' "$PAGES/hostile.html"
	grep -aF '\x1b[31mred\x07' "$PAGES/hostile.html"
}

@test "a long name keeps its own part in the row, and is whole in the open row" {
	# of templates the arguments go first
	grep -aF 'ns::f<&lt;' "$PAGES/hostile.html" && false
	grep -aF '<summary>ns::f&lt;…&gt;::own&lt;…&gt;()</summary>' \
		"$PAGES/hostile.html"
	grep -aoE '<span class="m">ns::f&lt;0{1499}1, T&gt;::own' \
		"$PAGES/hostile.html"
	grep -aE '<summary>(é){30,40}…(é){30,40}</summary>' "$PAGES/hostile.html"
}

@test "the policy admits the page's own style and script by their hashes" {
	for name in filtered hostile; do
		python3 - "$PAGES/$name.html" <<-'END'
			import base64, hashlib, re, sys
			page = open(sys.argv[1], 'rb').read().decode()
			policy = re.search(r'Content-Security-Policy" content="(.*?)"', page)[1]
			for name in 'style', 'script':
			    inside = re.search(f'<{name}>(.*?)</{name}>', page, re.S)[1]
			    digest = hashlib.sha256(inside.encode()).digest()
			    wanted = f"{name}-src 'sha256-{base64.b64encode(digest).decode()}'"
			    assert wanted in policy, (wanted, policy)
			assert policy.startswith("default-src 'none'; "), policy
		END
	done
}

# --- figures

# sums_of_files EVENTS: for each file, of the figures of lines on standard input,
# whose texts may have tabs
sums_of_files() {
	awk -F'\t' -v events="$1" '
		BEGIN { n = split(events, names, ",") }
		/^(line|dropped)/ {
			files[$2]
			for (i = 1; i <= n; i++) sum[$2, i] += $(NF - n + i)
		}
		END { for (file in files) {
			printf "%s", file
			for (i = 1; i <= n; i++) printf "\t%.0f", sum[file, i]
			print "" } }' | sort
}

# figures_as_text NAME OPTION...: the page of NAME.cg has the totals, functions and lines
# of the report in text; lines that are not on the page are in a sum
figures_as_text() {
	local name=$1 events
	shift
	events=$("$TESTS/lib/page-figures" events <"$PAGES/$name.html") || return
	cg-annotate "$@" --context=1000000 --show-percs=no --show="$events" \
		"$PAGES/$name.cg" >report
	"$TESTS/lib/report-figures" <report | grep -v $'^line\t[^\t]*\t=> ' |
		sed 's/ (\(added\|removed\))\t/\t/' | sort >text
	"$TESTS/lib/page-figures" <"$PAGES/$name.html" | grep -v ^hidden | sort >page
	[ "$(grep -c ^function text)" -gt 5 ] || fail "no functions" || return
	[ "$(grep -c ^line page)" -gt 20 ] || fail "no lines" || return
	grep -vE '^(line|dropped)' page >page.functions
	grep -v ^line text | same - page.functions "functions of $name" || return
	[ -z "$(grep ^line page | comm -13 text -)" ] || fail "other lines" ||
		return
	sums_of_files "$events" <page >page.sums
	sums_of_files "$events" <text | same - page.sums "sums of $name"
}

# bats test_tags=slow
@test "the page without its script has the numbers of the report in text" {
	figures_as_text filtered
	figures_as_text diff --threshold=1
}

# bats test_tags=long
@test "the page of a profile with calls has inclusive costs, and its lines" {
	events=$("$TESTS/lib/page-figures" events <"$PAGES/calls.html")
	cg-annotate --inclusive --show="$events" --tree=both \
		"$PAGES/calls.cg" >report
	"$TESTS/lib/report-calls" functions <report | sort >text
	"$TESTS/lib/page-figures" <"$PAGES/calls.html" >figures
	sed -n 's/^function\t//p' figures | sed 's/ \[[^]]*\]\t/\t/' | sort >page
	[ "$(wc -l <page)" -gt 20 ]
	same text page functions
	# more functions reach the threshold with their callees than without
	cg-annotate --context=1000000 --show="$events" "$PAGES/calls.cg" >report
	"$TESTS/lib/report-figures" <report | grep $'^line\t' |
		grep -v $'^line\t[^\t]*\t=> ' | sort >text
	sums_of_files "$events" <text >text.sums
	[ "$(wc -l <text.sums)" -gt 3 ]
	sums_of_files "$events" <figures >page.sums
	[ -z "$(comm -23 text.sums page.sums)" ]
}

# bats test_tags=long
@test "costs below the threshold have a row that says how much they are" {
	for name in 300 diff calls; do
		page --threshold=5 "$PAGES/$name.cg"
		"$TESTS/lib/page-figures" <page.html >figures
		grep -q ^hidden figures || fail "$name" || return
	done
	page --threshold=5 --show=Ir,Dr "$PAGES/300.cg"
	"$TESTS/lib/page-figures" <page.html | awk -F'\t' '
		/^(function|hidden)/ { ir += $(NF - 1); dr += $NF }
		/^total/ { total = $(NF - 1) " " $NF }
		END { exit ir " " dr != total }'
}

@test "long stretches keep their cost: what is not on the page is summed up" {
	seq -f 'line %.0f;' 1000 >long.c
	{
		printf '%s\n' 'events: A B' fl=long.c fn=f
		seq 1000 | awk '{ print $1, $1 == 500 ? 1000000 : 1, 2 }'
	} | profile in
	page --threshold=20 in
	"$TESTS/lib/page-figures" <page.html >figures
	grep -q ^dropped figures
	awk -F'\t' '/^(line|dropped)/ { a += $(NF - 1); b += $NF; n++ }
		END { exit a != 1000999 || b != 2000 || n > 500 }' figures
	# and each of these can be told from the page's links
	grep -q 'id="f1L500"' page.html
	grep -q 'id="f1L1"' page.html
	! grep -q 'id="f1L250"' page.html
	page --threshold=20 --context=1000 in
	[ "$("$TESTS/lib/page-figures" <page.html | grep -c ^line)" -eq 1000 ]
}

# --- one page, whole

@test "the same profile gives the same bytes" {
	for name in filtered diff calls stacks stacks_diff hostile; do
		(cd "$PAGES" && make_page $name) |
			same "$PAGES/$name.html" - "$name"
	done
}

@test "-z and a file in .gz compress the page" {
	page "$PAGES/filtered.cg"
	cg-annotate --format=html -o page.gz "$PAGES/filtered.cg"
	zcat page.gz | same page.html -
	cg-annotate --format=html -z "$PAGES/filtered.cg" | zcat |
		same page.html -
	[ "$(wc -c <page.gz)" -lt "$(($(wc -c <page.html) / 2))" ]
}

@test "a page that cannot be written leaves no part of it" {
	mkdir full
	complains "cg-annotate: /dev/full: cannot write: No space left on device" \
		cg-annotate --format=html -o /dev/full "$PAGES/filtered.cg"
	echo old >full/page.html
	run -2 --separate-stderr bash -c "ulimit -f 8
		exec cg-annotate --format=html -o full/page.html '$PAGES/filtered.cg'"
	[ "${#stderr_lines[@]}" -eq 1 ]
	[ "$(cat full/page.html)" = old ]
	[ "$(ls full)" = page.html ]
}

# bats test_tags=long
@test "tidy finds no error" {
	command -v tidy >/dev/null || missing tidy || return
	for name in filtered diff calls stacks stacks_diff hostile; do
		# 1 is for warnings, which SVG's attributes get
		status=$(status_of tidy -e -q "$PAGES/$name.html" 2>errors)
		[ "$status" -lt 2 ] || fail "$name: $(grep -a Error errors)"
	done
}

@test "each link of a page leads to something on it" {
	for name in filtered diff calls stacks stacks_diff hostile; do
		grep -ao 'href="#[^"]*"' "$PAGES/$name.html" |
			sed 's/.*#\(.*\)"/\1/' | sort -u >links
		grep -ao ' id="[^"]*"' "$PAGES/$name.html" |
			sed 's/.*"\(.*\)"/\1/' | sort >ids
		[ "$(wc -l <links)" -gt 10 ]
		[ -z "$(uniq -d ids)" ]
		[ -z "$(comm -23 links ids)" ] || fail "$(comm -23 links ids)"
	done
}

# bats test_tags=long
@test "every profile of the corpus makes a page, even a damaged one" {
	for file in "$CORPUS"/good-*; do
		page --threshold=0 "$file"
		[ "$(tail -n 1 page.html)" = '</html>' ] || fail "$file" || return
		grep -ao 'href="#[^"]*"' page.html | sed 's/.*#\(.*\)"/\1/' |
			sort -u >links
		grep -ao ' id="[^"]*"' page.html | sed 's/.*"\(.*\)"/\1/' |
			sort >ids
		[ -z "$(uniq -d ids)$(comm -23 links ids)" ] || fail "$file" ||
			return
	done
	for file in "$CORPUS"/bad-*; do
		status=0
		page --partial "$file" 2>/dev/null || status=$?
		[ "$status" -eq 2 ] || [ "$(tail -n 1 page.html)" = '</html>' ] ||
			fail "$file" || return
	done
}

# --- profiles with little in them

@test "a profile without costs says so" {
	printf 'events: Ir Dr\nfl=a.c\nfn=f\n1 0 0\nsummary: 0 0\n' >in
	page in
	grep -q 'No function has any cost' page.html
	grep -q 'No line has any cost' page.html
	grep -q 'No source is annotated' page.html
	printf 'events: Ir\nsummary: 0\n' >in
	page in
	grep -q 'No function has any cost' page.html
}

@test "negative totals only: there are no shares, and no bar is wider" {
	profile in <<-'END'
		events: Ir
		fl=a.c
		fn=f
		1 -30
		fn=g
		1 -10
	END
	page --threshold=0 in
	run -1 grep -oE '>-?[0-9.]+%<' page.html
	grep -q 'class="less" width="100.0%"' page.html
	grep -q 'class="less" width="33.3%"' page.html
	! grep -oE 'width="-|NaN|inf' page.html
}

@test "totals that cancel out: there are no shares, and colours are of the largest" {
	printf '%s\n' 'events: Ir' fl=a.c fn=f '1 9000000000000000000' fn=g \
		'2 -8999999999999999999' 'summary: 1' >in
	page --threshold=0 in
	run -1 grep -oE '>-?[0-9.]+%<' page.html
	grep -q 'data-wholes="0"' page.html
	grep -qE 'rect class="h[1-9]"' page.html
	grep -qE 'rect class="n[1-9]"' page.html
	# 64 bits are all there, also in the data of the picture
	grep -q '+9,000,000,000,000,000,000' page.html
	grep -q 'data-c="-8999999999999999999"' page.html
}

@test "sums of directories and of folded lines that do not fit in 64 bits are errors" {
	local big=9000000000000000000
	printf '%s\n' 'events: Ir' fl=a/x.c fn=f "1 $big" fl=b/x.c fn=f "1 -$big" \
		fl=a/y.c fn=f "1 $big" fl=b/y.c fn=f "1 -$((big - 1))" >in
	complains 'cg-annotate: the cost of "b" does not fit in 64 bits' \
		cg-annotate --format=html -o out in
	# a sum that does not fit at first is exact in the end
	printf '%s\n' 'events: Ir' fl=a/x.c fn=f "1 $big" fl=a/z.c fn=f \
		"1 -$big" fl=a/y.c fn=f "1 $big" >in
	page in
	grep -q "data-c=\"$big\"" page.html
	seq 120 >a.c
	printf '%s\n' 'events: A B' fl=a.c fn=f "1 0 $big" "100 9 -$big" "2 0 $big" \
		"101 9 -$big" >in
	complains 'cg-annotate: the sum of B of lines 1 to 96 does not fit in 64 bits' \
		cg-annotate --format=html -o out in
	# the functions below the threshold of A
	printf '%s\n' 'events: A B' fl=a.c fn=f '1 1000 -4000000000000000000' >in
	printf 'fn=%s\n1 0 4000000000000000000\n' g h i >>in
	complains 'cg-annotate: the sum of B of all functions that are not shown does not fit in 64 bits' \
		cg-annotate --format=html -o out in
}

@test "sums that do not fit in 64 bits on the way are exact in the end" {
	local most=9223372036854775807
	# f spends 2^64 - 2 on line 1
	printf '%s\n' 'events: Ir' fl=a.c fn=f "1 $most" "2 -$most" \
		fn=g "1 -$most" fn=f "1 $most" >in
	cg-annotate --format=lines in | grep '^a\.c:1: .* f:'
	page --threshold=0 in
	grep -q 'a\.c:1.* +18,446,744,073,709,551,614 Ir' page.html
}

@test "a difference without old costs has no shares" {
	profile old <<-'END'
		events: Ir
		fl=a.c
		fn=f
		1 0
	END
	sed 's/^1 0/1 5/; s/^summary: 0/summary: 5/' old >new
	cg-diff --keep-sides old new >in
	page in
	grep -q '>none before<' page.html
	! grep -oE '[0-9]%</td>' page.html
	grep -q ' (added)' page.html
}

@test "no line numbers: the page warns and has no hot lines" {
	profile in <<-'END'
		events: Ir
		fl=???
		fn=f
		0 70
		fl=a.c
		fn=g
		0 30
	END
	page in
	grep -q '100 Ir, 100.0%, is the cost of code without line numbers' page.html
	grep -q 'No line has any cost: the profile has no line numbers' page.html
}

@test "a cycle below the threshold is not added to its functions" {
	printf '%s\n' 'version: 1' 'events: Ir' fl=a.c fn=main '1 1000' cfn=f 'calls=1 1' '2 3' \
		fn=f '1 2' cfn=g 'calls=1 1' '1 1' fn=g '1 1' cfn=f 'calls=1 1' '1 1' 'totals: 1003' >in
	page --inclusive --threshold=10 in
	grep -F '2 more functions below the threshold' page.html
	"$TESTS/lib/page-figures" <page.html | grep -P '^hidden\t3$'
}

@test "a difference that knows only the new side" {
	printf '%s\n' 'events: Ir' fl=a.c fn=f '1 5' fn=g '2 7' | profile old
	printf '%s\n' 'events: Ir' fl=a.c fn=f '1 9' fn=g '2 7' | profile new
	seq 3 >a.c
	cg-diff --lines --keep-sides old new | cg-filter --events=Ir,Ir@new >in
	page --threshold=0 in
	"$TESTS/lib/page-figures" <page.html | grep -xP 'line\ta.c\t1\t4'
	# a line whose cost has not changed has its row if both sides are known
	cg-diff --lines --keep-sides old new >in
	page --threshold=0 in
	"$TESTS/lib/page-figures" <page.html | grep -xP 'line\ta.c\t2\t0\t7\t7'
}

@test "costs that cg-filter hid are at the end of the functions" {
	profile in <<-'END'
		events: Ir
		fl=a.c
		fn=f
		1 10
		fl=(filtered)
		fn=(filtered)
		0 90
	END
	page in
	tr -d '\n' <page.html | grep -oE '<tfoot>.*</tfoot>' >foot
	grep -q '(filtered)' foot
	sed -n '/id="function-list"/,/<tfoot>/p' page.html | grep -c '<tr id=' |
		grep -x 1
	! grep 'without line numbers' page.html
}

# --- warnings

@test "sources that are newer, short, missing or unreadable are warned of" {
	seq 5 >newer.c
	seq 3 >short.c
	mkdir folder.c
	profile in <<-'END'
		events: Ir
		fl=newer.c
		fn=f
		1 10
		fl=short.c
		fn=g
		3 10
		4 10
		7 10
		fl=missing.c
		fn=h
		1 10
		fl=folder.c
		fn=i
		1 10
	END
	touch -d '2001-01-01' short.c
	touch -d '2002-01-01' in
	page in 2>/dev/null
	for warning in '1 source is newer than the profile' \
		'1 source has fewer lines than the profile' \
		'1 source could not be read' '1 source was not found'; do
		[ "$(grep -c "$warning" page.html)" -eq 2 ]
	done
	grep -q '<li class="m"><a href="#f[0-9]*">newer.c</a>' page.html
	grep -q '<li class="m">missing.c</li>' page.html
	grep -q '<li class="m">folder.c: Is a directory</li>' page.html
	[ "$(grep -c '(past the end of the source)' page.html)" -eq 2 ]
	# beside the hot line, too
	sed -n '/id="hot-lines"/,/<\/table>/p' page.html | sed 's/<td/\n&/g' >cells
	[ "$(grep -c '<td class="m wide dim">could not be read' cells)" -eq 1 ]
	[ "$(grep -A1 'folder.c' cells | grep -c 'could not be read')" -eq 1 ]
	grep -A1 'missing.c' cells | grep 'no source'
}

@test "a damaged profile is warned of" {
	printf 'events: Ir\nfl=a.c\nfn=f\n1 10\n2 x\n' >in
	cg-annotate --format=html --partial in >page.html 2>/dev/null
	grep -q 'The profile is damaged' page.html
	grep -q 'the profile is damaged' page.html
}

# --- sources of all kinds

# lines_of FILE LINE...: a profile of these lines of a source
lines_of() {
	local file=$1
	shift
	{
		printf '%s\n' 'events: Ir' "fl=$file" fn=f
		printf '%s 10\n' "$@"
	} | profile in
}

@test "a source of 100,000 lines; three cost something" {
	seq -f 'line %.0f' 100000 >long.c
	lines_of long.c 1 3 100000
	page in
	[ "$(wc -c <page.html)" -lt 200000 ]
	grep -q '<td class="t">lines 107 to 99896, not on this page</td>' page.html
	grep -q 'id="f1L100000"' page.html
}

@test "a line of 10 MB is cut" {
	{
		echo one
		head -c 10000000 /dev/zero | tr '\0' x
		printf '\nthree\n'
	} >wide.c
	lines_of wide.c 1 2 3
	page in
	grep -qE '<td class="t">x{500}…</td>' page.html
	[ "$(wc -c <page.html)" -lt 100000 ]
}

@test "the event that decides has a column, even if --show leaves it out" {
	printf '%s\n' 'events: Ir Dr' fl=a.c fn=f '1 10 5' fn=g '2 20 1' | profile in
	page --show=Dr --sort=Ir in
	same - <("$TESTS/lib/page-figures" events <page.html) <<<Ir,Dr
	"$TESTS/lib/page-figures" <page.html | grep '^function' | same - <(printf 'function\ta.c:%s\t%s\n' g $'20\t1' f $'10\t5')
}

@test "costs of unknown lines and of a single folded line have rows" {
	seq -f 'line %.0f' 3 >a.c
	printf '%s\n' 'events: Ir' fl=a.c fn=f '0 7' '1 1000' '2 1' '3 1000' | profile in
	page --context=0 --threshold=10 in
	grep -F '<td>7</td><td class="t">lines that are not known</td>' page.html
	grep -F '<td class="t">line 2' page.html
}

@test "a line that is cut ends with a whole character" {
	printf '%0499d\303\251\303\251\n' 0 >a.c
	lines_of a.c 1
	page in
	grep -qE '<td class="t">0{499}…</td>' page.html
	printf '%0498d\303\251\303\251\n' 0 >a.c
	page in
	grep -qE '<td class="t">0{498}é…</td>' page.html
}

@test "binary, Latin-1 and CRLF sources" {
	printf 'a\0b\nc\r\n\351t\351\n' >odd.c
	lines_of odd.c 1 2 3
	page in
	grep -qF '<td class="t">a\x00b</td>' page.html
	grep -qF '<td class="t">c</td>' page.html
	grep -qF '<td class="t">\xe9t\xe9</td>' page.html
}

# bats test_tags=long
@test "a profile of 100,000 functions: the page has ten thousand of them" {
	awk 'BEGIN { print "events: Ir"; for (i = 0; i < 100000; i++) {
		if (i % 10 == 0) print "fl=dir" int(i / 1000) "/" i ".c"
		print "fn=f" i "\n1", 1000000 - i } }' | profile in
	page in
	[ "$(wc -c <page.html)" -lt 120000 ]
	page --threshold=0 in
	[ "$(grep -c '<tr id="fn' page.html)" -eq 10000 ]
	grep -q '90000 more functions<' page.html
	"$TESTS/lib/page-figures" <page.html | awk '{ sum += $NF } /^total/ { total = $NF }
		END { exit sum != 2 * total }'
}

# --- in a browser

has_browser() {
	command -v chromium >/dev/null && command -v chromedriver >/dev/null &&
		/usr/bin/python3 -c 'import selenium' 2>/dev/null
}

# browser_found CHECK NAME...: the check of tests/browser/check passed for each of the pages;
# the first call starts a browser, which does the checks of all tests with the tag of this one
browser_found() {
	local check=$1 tag found name why
	shift
	tag=$(grep -Fx -B1 "@test \"$BATS_TEST_DESCRIPTION\" {" "$BATS_TEST_FILENAME" |
		sed -n 's/^# bats test_tags=//p')
	found=$PAGES/found_$tag
	has_browser || missing 'chromium, chromium-driver or python3-selenium' ||
		return
	[ -e "$found" ] ||
		list_checks "$tag" | "$TESTS/browser/check" "file://$PAGES" >"$found"
	# shellcheck disable=SC2016 # fields of awk
	! why=$(awk -F'\t' -v check="$check" '
		$1 == check && sub(/^skipped: /, "", $3) { print $3; found = 1; exit }
		END { exit !found }' "$found") || skip "$why" || return
	for name; do
		awk -F'\t' -v check="$check" -v name="$name" '
			$1 == check && $2 == name { found = 1; print $0; ok = $3 == "ok" }
			END { if (!found) print check, name, "did not run"; exit !ok }
			' "$found" >&2 || return
	done
}

# one test for each check of a page

# bats test_tags=long
@test "browser: nothing is written to the console" {
	browser_found console "${all_pages[@]}"
}

# bats test_tags=long
@test "browser: nothing is loaded but the page" {
	browser_found requests "${all_pages[@]}"
}

# bats test_tags=long
@test "browser: hostile names make no elements and run no script" {
	browser_found elements "${all_pages[@]}"
}

# bats test_tags=long
@test "browser: every link has a target, and a line below it in a text" {
	browser_found links "${all_pages[@]}"
	browser_found links "${few_pages[@]}"
}

# bats test_tags=long
@test "browser: no page is wider than 360 pixels" {
	browser_found overflow "${all_pages[@]}"
	browser_found overflow few_loops
}

# bats test_tags=long
@test "browser: text has a contrast of 4.5, in light and in dark" {
	browser_found contrasts "${all_pages[@]}"
	browser_found contrasts "${few_pages[@]}"
}

# bats test_tags=long
@test "browser: controls, links and pictures have names for screen readers" {
	browser_found names "${all_pages[@]}"
}

# bats test_tags=long
@test "browser: axe-core finds no violation" {
	browser_found axe "${few_pages[@]}"
	browser_found axe trend
}

# bats test_tags=long
@test "browser: a chart of a history goes from step to step and to their rows" {
	browser_found chart_steps history
	browser_found axe history
	browser_found overflow history
	browser_found script_off history
}

# bats test_tags=long
@test "browser: without the script all rows are there" {
	browser_found script_off "${all_pages[@]}"
}

# bats test_tags=long
@test "browser: the printed page has the first functions, no navigation and no sources" {
	browser_found paper "${all_pages[@]}"
	browser_found paper few_loops
	browser_found paper many
}

# bats test_tags=long
@test "browser: heads of columns sort" {
	browser_found sorting filtered diff trend
}

# bats test_tags=slow
@test "browser: another event changes the order, and going back undoes it" {
	browser_found event filtered diff
}

# bats test_tags=long
@test "browser: the search finds functions and shows all when it is empty" {
	browser_found search filtered diff hostile trend
}

# bats test_tags=long
@test "browser: the search marks what it finds in the picture" {
	browser_found search_picture filtered diff
}

# bats test_tags=long
@test "browser: the search waits for a pause of the keys, and shows few rows" {
	browser_found search_pause many
}

# bats test_tags=long
@test "browser: the address of a line or function scrolls to it" {
	browser_found permalink filtered diff
}

# bats test_tags=long
@test "browser: n and p go from hot line to hot line" {
	browser_found hot_lines filtered diff
}

# bats test_tags=long
@test "browser: folded lines open and close" {
	browser_found folding filtered diff
}

# bats test_tags=long
@test "browser: the picture zooms by mouse and keys" {
	browser_found icicle filtered diff
}

# bats test_tags=long
@test "browser: paths that are cut keep their end" {
	browser_found path_ends long_paths
}

# bats test_tags=long
@test "browser: columns are sorted by keys alone" {
	browser_found keyboard filtered
}

# bats test_tags=long
@test "browser: a narrow screen has names instead of bars" {
	browser_found phone filtered diff
}

# bats test_tags=long
@test "browser: a difference has old, new and change, and signs beside colours" {
	browser_found sides diff
}

# bats test_tags=long
@test "browser: rows open to callers and callees" {
	browser_found calls small_calls
}

# bats test_tags=long
@test "browser: the flame graph zooms by mouse and keys" {
	browser_found flame small_calls small_stacks small_stacks_diff
}

# bats test_tags=long
@test "browser: frames lie within their callers, and none is thinner than a pixel" {
	browser_found flame_places small_calls small_stacks small_stacks_diff
}

# bats test_tags=long
@test "browser: a search from further down does not scroll" {
	browser_found search_in_view small_stacks
}

# bats test_tags=long
@test "browser: an expression marks frames, and the page says what they cost" {
	browser_found flame_search stacks stacks_diff
}

# bats test_tags=long
@test "browser: from the bottom up, the flame graph has the self costs of functions" {
	browser_found flame_bottom_up small_stacks
}

# bats test_tags=long
@test "browser: a library becomes one frame" {
	browser_found flame_library small_stacks small_stacks_diff
}

# bats test_tags=long
@test "browser: the address of the page has what the flame graph shows" {
	browser_found flame_link stacks
}

# bats test_tags=long
@test "browser: the flame graph shows callers and callees of one function" {
	browser_found flame_both_sides small_stacks
}

# bats test_tags=long
@test "browser: narrow frames have the function's own name" {
	browser_found flame_labels small_stacks
}

# bats test_tags=long
@test "browser: the flame graph shows the chosen event" {
	browser_found flame_event small_stacks small_stacks_diff
}

# bats test_tags=long
@test "browser: a narrow screen has names of callees" {
	browser_found flame_phone small_stacks small_stacks_diff
}

# bats test_tags=long
@test "browser: stacks that are gone are hatched, or hidden" {
	browser_found flame_gone small_stacks_diff
}

# bats test_tags=long
@test "browser: without the script there is the flame graph of the first event" {
	browser_found flame_script_off small_calls stacks stacks_diff
}

# bats test_tags=long
@test "browser: a long table shows its first rows, and all on request" {
	browser_found long_table many
}

@test "docs/page.md describes the attributes and elements that the script uses" {
	grep -oE "dataset\.[a-z]+|by_id\('[a-z-]+'\)" "$TESTS/../libreport/page/page.js" \
		"$TESTS/../libreport/page/flame.js" "$TESTS/../libreport/page/chart.js" -h |
		sed "s/dataset\./data-/; s/by_id('\(.*\)')/#\1/" | sort -u >used
	[ "$(wc -l <used)" -gt 15 ]
	while read -r name; do
		grep -q -e "$name" "$TESTS/../docs/page.md" || fail "$name" || return
	done <used
}

@test "each check of the browser has a test" {
	sed -n '/^@check/{n;s/def \(.*\)(page):/\1/p}' "$TESTS/browser/check" |
		sort >checks
	[ "$(wc -l <checks)" -gt 15 ]
	sed -n 's/^\tbrowser_found \([a-z_]*\) .*/\1/p' "$BATS_TEST_FILENAME" |
		sort -u | same checks -
}

# bats test_tags=long
@test "browser: a page with all calls does what the smaller ones do" {
	local checks=(sorting event search search_picture permalink hot_lines folding icicle
		phone search_in_view flame_bottom_up flame_library flame_link
		flame_both_sides flame_event flame_phone flame_search)
	has_browser || missing 'chromium, chromium-driver or python3-selenium' ||
		return
	printf '%s calls\n' "${checks[@]}" |
		"$TESTS/browser/check" "file://$PAGES" >"$PAGES/found_long"
	for check in "${checks[@]}"; do
		browser_found "$check" calls || return
	done
}
