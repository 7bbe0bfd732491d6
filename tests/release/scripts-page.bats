#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# The commands of docs/SCRIPTS.md.

# bats file_tags=slow

load ../lib/assertions

setup() {
	enter_tmpdir
	PAGE=$TESTS/../docs/SCRIPTS.md
	printf '%s\n' '#include <stdlib.h>' 'static int n = 1000;' \
		'__attribute__((noinline)) static int work(int i) { return i % 7; }' \
		'int main(int c, char **v) { int s = 0; if (c > 1) n = atoi(v[1]);' \
		'for (int i = 0; i < n; i++) s += work(i); return s < 0; }' >prog.c
	cc -g -O1 -o prog prog.c
	cg-collect -q --calls -o old.cg ./prog 800
	cg-collect -q --calls -o new.cg ./prog 1200
}

# bats test_tags=long
@test "SCRIPTS: every command in the text works" {
	need_command sqlite3
	awk '/^    / { print substr($0, 5); next } /^$/ { print "" }' "$PAGE" >commands
	[ "$(grep -c 'cg-' commands)" -ge 6 ]
	bash -eo pipefail commands >out 2>err
	same err - </dev/null
	grep -q '"format": "cg-diff"' out
	# the program is run anew, so the first answer is of 1,000 rounds
	grep -E '^work\|monday\|' out
	grep -E '^work\|tuesday\|' out
	grep -xE 'Ir\|-?[0-9]+' out
}

@test "SCRIPTS: every command of the table works, and is as small as it says" {
	local question command size n=0

	while IFS='|' read -r _ question command size _; do
		command=${command# \`}
		command=${command%\` }
		size=$(tr -d ' ,' <<<"$size")
		status=0
		eval "$command" >out 2>err || status=$?
		[ "$status" -le 1 ] || fail "$command: $(cat err)"
		[ "$(wc -c <out)" -gt 20 ] || fail "$question nothing is answered"
		[ "$(wc -c <out)" -le $((4 * size)) ] || fail "$command: $(wc -c <out) bytes"
		n=$((n + 1))
	done < <(grep '^| .*`cg-' "$PAGE")
	[ "$n" -ge 10 ]
}
