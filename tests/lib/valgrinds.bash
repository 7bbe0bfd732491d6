# shellcheck shell=bash
# SPDX-License-Identifier: BSD-2-Clause
# The `valgrind` of --valgrind-path and the real one, for tests that compare them; reads
# collecting.bash.

. "${BASH_SOURCE[0]%/*}/collecting.bash"

# as_client COMMAND...: runs it with the valgrind of cg-collect first along PATH
as_client() {
	env -u _ PATH="$(cg-collect --valgrind-path):$PATH" "$@"
}

shim() {
	as_client valgrind "$@"
}

# the real one, in an environment of the same length
stock() {
	local shim lib=/usr/libexec/valgrind
	shim=$(cg-collect --valgrind-path)
	while [ "${#lib}" -lt $((${#shim} - 5)) ]; do lib=/$lib; done
	env -u _ VALGRIND_LIB="$lib" PATH="$shim:$PATH" "$(command -v valgrind)" "$@"
}

# timed COMMAND...: runs it and sets $seconds
timed() {
	local start=${EPOCHREALTIME/./} status=0 hundredths
	"$@" || status=$?
	hundredths=$(((${EPOCHREALTIME/./} - start) / 10000))
	printf -v seconds '%d.%02d' $((hundredths / 100)) $((hundredths % 100))
	return "$status"
}

# row CLIENT WHAT RESULT STOCK OURS: adds a line to the table of make check-clients, with the
# seconds of both
row() {
	mkdir -p "$B/clients"
	printf '| %s | %s | %s | %s | %s |\n' "$@" >>"$B/clients/${BATS_TEST_FILENAME##*/}"
}

# debian_source PACKAGE DIRECTORY: unpacks the source of the installed version of a package
# there, with lists of its own, so that nothing is configured; skips the test if it cannot
debian_source() {
	local package=$1 apt suite version
	mkdir -p "$2/lists/partial" "$2/cache/archives/partial"
	suite=$(. /etc/os-release && echo "${VERSION_CODENAME-}")
	# shellcheck disable=SC2016 # for dpkg-query
	version=$(dpkg-query -W -f '${source:Version}' "$package")
	echo "deb-src http://deb.debian.org/debian $suite main" >"$2/sources.list"
	apt=(apt-get -qq -o "Dir::Etc::sourcelist=$2/sources.list" -o Dir::Etc::sourceparts=/dev/null
		-o "Dir::State::lists=$2/lists" -o "Dir::Cache=$2/cache"
		-o "APT::Sandbox::User=$(id -un)")
	(cd "$2" && "${apt[@]}" update && "${apt[@]}" source --download-only "$package=$version") \
		>"$2/log" 2>&1 || {
		cat "$2/log" >&2
		skip "the source of $package $version cannot be fetched"
	}
	mkdir "$2/tree"
	tar -xf "$2"/*.orig.tar.* -C "$2/tree" --strip-components=1
}
