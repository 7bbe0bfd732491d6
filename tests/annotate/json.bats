#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-annotate --format=json: the report for programs.

load ../lib/assertions

setup() {
	enter_tmpdir
	mkdir src
	printf '%s\n' 'int main(void)' '{' '	return "\\"[feed(2)];' '}' >src/a.c
	cat >in <<-'END'
		# callgrind format
		version: 1
		creator: by hand
		cmd: prog "x"
		desc: I1 cache:         32768 B, 64 B, 8-way associative
		desc: no key
		events: Ir Dr
		ob=/bin/prog
		fl=src/a.c
		fn=main
		3 10 1
		cfn=feed
		calls=2 7
		3 90 9
		fn=feed
		7 90 9
		fl=lost.c
		fn=lost
		1 900 90
		summary: 1000 100
	END
}

# figures EXPRESSION: evaluates a Python expression of the report r
figures() {
	python3 -c 'import json, sys; r = json.load(open("out")); print(eval(sys.argv[1]))' "$1"
}

@test "json has functions, lines and calls, and says what is hidden" {
	need_schema
	touch -d '2 days ago' src/a.c
	cg-annotate --format=json --function='^(main|feed)$' --show=Dr,Ir --sort=Ir in >out
	"$TESTS/lib/check-schema" out
	same - <(head -14 out) <<-'END'
		{"format": "cg-annotate", "version": 1,
		"inputs": ["in"],
		"command": "prog \"x\"", "creator": "by hand",
		"descriptions": [{"name": "I1 cache", "text": "32768 B, 64 B, 8-way associative"}, {"name": "", "text": "no key"}],
		"events": ["Dr", "Ir"],
		"derived": {},
		"thresholds": {"Ir": 0},
		"sorted_by": "inclusive", "total": {"Dr": 100, "Ir": 1000},
		"functions": [
		 {"file": "src/a.c", "function": "main", "object": "/bin/prog", "own": {"Dr": 1, "Ir": 10}, "inclusive": {"Dr": 10, "Ir": 100}, "callees": [
		  {"file": "src/a.c", "function": "feed", "object": "/bin/prog", "calls": 2, "counts": {"Dr": 9, "Ir": 90}}]},
		 {"file": "src/a.c", "function": "feed", "object": "/bin/prog", "calls": 2, "own": {"Dr": 9, "Ir": 90}, "inclusive": {"Dr": 9, "Ir": 90}, "callers": [
		  {"file": "src/a.c", "function": "main", "object": "/bin/prog", "calls": 2, "counts": {"Dr": 9, "Ir": 90}}]}
		],
	END
	[ "$(figures '[(l["line"], l.get("text"), l["counts"]["Ir"]) for l in r["sources"][0]["lines"]]')" = \
		"[(3, '\\treturn \"\\\\\\\\\"[feed(2)];', 10), (7, None, 90)]" ]
	[ "$(figures 'r["sources"][0]["lines"][0]["callees"][0]["counts"]')" = "{'Dr': 9, 'Ir': 90}" ]
}

@test "json leaves out what is below the threshold, and names sources that are not found" {
	need_schema
	cg-annotate -o out --threshold=10 --format=json in 2>/dev/null
	"$TESTS/lib/check-schema" out
	[ "$(figures '[f["function"] for f in r["functions"]], r["hidden_functions"]')" = \
		"(['lost', 'main'], 1)" ]
	[ "$(figures 'any("callees" in f for f in r["functions"])')" = False ]
	[ "$(figures 'r["sources_not_found"], [s["file"] for s in r["sources"]]')" = \
		"(['lost.c'], ['src/a.c'])" ]
	cg-annotate -o out.json --inclusive=no --tree=caller --auto=no in
	mv out.json out
	"$TESTS/lib/check-schema" out
	[ "$(figures 'r["sorted_by"], r["sources"], [f["own"]["Ir"] for f in r["functions"]]')" = \
		"('own', [], [900, 90, 10])" ]
	[ "$(figures '[len(f.get("callers", [])) for f in r["functions"]]')" = '[0, 1, 0]' ]
}

@test "json tells bounds of inclusive costs, cycles, derived events and changes" {
	need_schema
	sed -i -e 's/^events: .*/&\nevent: Twice = 2 Ir + Dr/' -e 's/^summary.*//' in
	printf '%s\n' 'fl=src/a.c' fn=feed 'cfn=main' 'calls=1 3' '7 50 5' >>in
	cg-annotate --format=json --auto=no in >out
	"$TESTS/lib/check-schema" out
	[ "$(figures 'r["derived"], r["total"]["Twice"]')" = "({'Twice': {'Ir': 2, 'Dr': 1}}, 2100)" ]
	[ "$(figures '[(f.get("function"), f.get("members"), f["inclusive"]["Ir"], f.get("bound")) for f in r["functions"] if "cycle" in f]')" = \
		"[(None, 2, 100, None), ('feed', None, 90, 'at least'), ('main', None, 10, 'at least')]" ]
	sed 's/^1 900 90/1 800 95/' in >new
	cg-annotate --format=json --diff in new >out
	"$TESTS/lib/check-schema" out
	[ "$(figures '[(f["function"], f["own"]) for f in r["functions"]]')" = \
		"[('lost', {'Ir': -100, 'Dr': 5, 'Twice': -195})]" ]
}

@test "json has no data and no machine code" {
	complains 'cg-annotate: --data needs --format=text (see cg-annotate --help)' \
		cg-annotate --format=json --data in
	complains 'cg-annotate: --asm needs --format=text or html (see cg-annotate --help)' \
		cg-annotate --format=json --asm in
}
