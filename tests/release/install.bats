#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# The first commands of a user: the README's, and make install.

# bats file_tags=slow

bats_require_minimum_version 1.5.0

setup() {
	set -o pipefail
	root=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
	cd "$BATS_TEST_TMPDIR" || return 1
}

# bats test_tags=long
@test "README: the first command ends with a report of a real program" {
	mkdir clone
	tar -C "$root" --exclude=./build --exclude=./.git -cf - . |
		tar -C clone -xf -
	cd clone
	# compiling takes most of the time
	run -0 --separate-stderr env -u B CFLAGS='-O0 -g' sh -ec \
		"$("$root/tests/lib/readme-block" "Quick start" 1)"
	[[ $output == *" PROGRAM TOTALS"* ]]
	[[ $output == *"-- Auto-annotated source: $PWD/libcgfmt/"* ]]
	[[ $output == *" events annotated"* ]]
}

@test "README: the second command runs tests; the CI script runs it, and then all tests" {
	run -0 "$root/tests/lib/readme-block" "Quick start" 2
	[ "$output" = "./install-deps test && make -s check" ]
	grep -qF "eval \"\$(tests/lib/readme-block 'Quick start' 2)\"" "$root/.ci/run"
	grep -q '^make -s check-all AFTER=check ' "$root/.ci/run"
	[ -z "$("$root/tests/lib/readme-block" "Quick start" 3)" ]
}

@test "an installed cg-collect finds its tool, and uninstall leaves nothing" {
	make -s -C "$root" B="$B" install DESTDIR="$PWD/dest" PREFIX=/usr
	run -0 --separate-stderr dest/usr/bin/cg-collect -q true
	[[ $output == *$'\n'summary:* ]]
	for tool in dest/usr/bin/*; do
		[ -e "dest/usr/share/man/man1/${tool##*/}.1" ]
	done
	[ -e dest/usr/share/man/man5/cgfmt.5 ]
	make -s -C "$root" B="$B" uninstall DESTDIR="$PWD/dest" PREFIX=/usr
	[ -z "$(find dest ! -type d)" ]
	# directories of others may have been there before
	[ -z "$(find dest -name '*cg*')" ]
}

@test "a directory with a blank is refused, and clean removes only what make has built" {
	local name
	mkdir "my tools" mine
	touch my mine/file
	for name in DESTDIR PREFIX B; do
		run -2 make -s -C "$root" uninstall B="$B" "$name=$PWD/my tools"
		[[ $output == *"$name has a blank: \"$PWD/my tools\""* ]] || fail "$output"
	done
	make -s -C "$root" B="$PWD/mine" clean
	[ -e my ]
	[ -e mine/file ]
	touch mine/version
	make -s -C "$root" B="$PWD/mine" clean
	[ ! -e mine ]
}

@test "all installed files can be read by all, whatever the umask is" {
	(umask 077 && make -s -C "$root" B="$B" install-lib DESTDIR="$PWD/dest" PREFIX=/usr)
	[ -z "$(find dest -type f ! -perm -444)" ]
}

@test "make help names the targets" {
	run -0 make -s -C "$root" help
	for target in all check asan musl lint format golden demo install clean; do
		[[ $'\n'$output == *$'\n'"$target "* ]]
	done
}
