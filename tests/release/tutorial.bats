#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# docs/TUTORIAL.md: its commands run at a terminal one after the other, and print what the page has.

# bats file_tags=long,whole

load ../lib/assertions

archive=https://deb.debian.org/debian/pool/main/c/cjson/cjson_1.7.15.orig.tar.gz

# numbers the pairs of commands and output, and runs the commands in one shell; said-N has what
# the N-th printed
setup_file() {
	cd "$BATS_FILE_TMPDIR" || return 1
	export HOME=$PWD/home
	mkdir home bin
	awk '
	/^```sh$/ { inside = 1; file = sprintf("commands-%02d", ++n); next }
	/^```text$/ { inside = 1; file = sprintf("output-%02d", n); next }
	/^```$/ { inside = 0 }
	inside { print >file }
	' "$TESTS/../docs/TUTORIAL.md"
	[ -e "$B/lib/libcgfmt.so.1" ] && [[ $(ldd "$B/bin/cg-sum") != *libasan* ]] ||
		skip 'make install builds such programs anew'
	command -v curl >/dev/null && curl -sSfo archive --max-time 60 $archive ||
		skip "no network, or no curl: $archive"
	# the names of commits are in the page
	export GIT_AUTHOR_DATE=2026-11-28T20:00:00Z GIT_COMMITTER_DATE=2026-11-28T20:00:00Z
	printf '[user]\n\tname = A\n\temail = a@example.org\n' >home/.gitconfig
	{
		echo "cd '$TESTS/..'"
		for commands in commands-*; do
			echo "echo '@@@ said-${commands#commands-}'"
			cat "$commands"
		done
	} >all
	CG_PAGER=cat NO_COLOR=1 script -qec \
		'stty rows 24 cols 80; exec bash -euo pipefail all' /dev/null </dev/null |
		# without the status line
		sed 's/\r$//; s/.*\r//; s/\x1b\[K//g' |
		awk '/^@@@ / { file = $2; next } { print >file }' || {
		tail said-*
		return 1
	}
}

setup() {
	cd "$BATS_FILE_TMPDIR" || return 1
}

# instructions PROFILE: prints the total
instructions() {
	sed -n 's/^summary: \([0-9]*\).*/\1/p' "$1"
}

@test "the output in the tutorial is what its commands print at a terminal" {
	[[ $(ldd --version) == *' 2.36'* && $(cc -dumpversion) == 12* ]] ||
		skip 'the page has the compiler and the C library of Debian 12'
	for output in output-*; do
		"$TESTS/lib/page-output" "$output" "said-${output#output-}" ||
			fail "$output: $(cat "$output" "said-${output#output-}")"
	done
}

@test "the change makes a quarter less, and the gate notices if it is undone" {
	cd home/tutorial/cJSON-1.7.15
	before=$(instructions cg.out)
	after=$(instructions after.cg)
	[ $((after * 100)) -lt $((before * 80)) ]
	grep -x 'exit status 1' ../../../said-08
	git log --format=%s | sed -n '1p; $p' |
		same - <(printf '%s\n' 'Judge each commit by what it costs' 'cJSON 1.7.15')
}
