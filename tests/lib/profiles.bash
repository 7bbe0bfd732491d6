# SPDX-License-Identifier: BSD-2-Clause
# Profiles of real programs, which take Valgrind seconds: collected once, and read by the tests
# of a file in all later runs.

# collect_once FUNCTION [PROGRAM...]: for setup_file. Sets PROFILES to a directory in
# $B/profiles that has what the function of this file writes to the current directory. The
# function runs if this file, tests/programs, Valgrind or one of the programs is newer than its
# last result. Tests do not change the directory.
collect_once() {
	local name=${BATS_TEST_FILENAME#"$TESTS/"}
	export PROFILES=$B/profiles/${name%.bats}
	mkdir -p "${PROFILES%/*}"
	(
		flock 9
		! is_newer_than "$PROFILES/.collected" "${@:2}" || {
			rm -rf "$PROFILES"
			mkdir "$PROFILES"
			cd "$PROFILES" || exit
			"$1"
			: >.collected
		}
	) 9>"$PROFILES.lock"
}

# is_newer_than RESULT [PROGRAM...]: true if there is no result, or one of its causes is newer
is_newer_than() {
	[ ! -e "$1" ] || [ -n "$(find -L "$BATS_TEST_FILENAME" "$TESTS/programs" \
		"$(command -v valgrind)" "${@:2}" -newer "$1" -print -quit)" ]
}
