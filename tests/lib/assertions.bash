# SPDX-License-Identifier: BSD-2-Clause
# Assertions about commands and files. tests/run sets B and PATH.

bats_require_minimum_version 1.5.0
set -o pipefail

TESTS=$(cd "${BASH_SOURCE[0]%/*}/.." && pwd)
CORPUS=$TESTS/corpus
GOLDEN=$TESTS/golden

# the tools that read one profile from an operand or standard input and have -o and
# -z, with the options that they need; add new tools here
READERS=(cg-filter cg-annotate cg-sum 'cg-export --to=folded')
# the tools that do not need Valgrind
READING_TOOLS=("${READERS[@]%% *}" cg-merge cg-diff cg-cycles cg-mix)

# changes to an empty directory of the test
enter_tmpdir() {
	cd "$BATS_TEST_TMPDIR" || return 1
}

# fail MESSAGE: prints the message and fails
fail() {
	printf '%s\n' "$*" >&2
	return 1
}

# same EXPECTED ACTUAL [MESSAGE]: both files must be equal; one may be "-"
same() {
	local difference
	difference=$(diff -a "$1" "$2") && return
	echo "differs: ${3:-$2}" >&2
	head -40 <<<"$difference" | cut -c1-200 | cat -v >&2
	return 1
}

# check_same MESSAGE COMMAND COMMAND: both commands, given as text for the shell,
# must succeed and print the same
check_same() {
	local first=$BATS_TEST_TMPDIR/same.first second=$BATS_TEST_TMPDIR/same.second
	eval "$2" >"$first" || fail "$1: failed: $2" || return
	eval "$3" >"$second" || fail "$1: failed: $3" || return
	same "$first" "$second" "$1: $2 | $3"
}

# status_of COMMAND...: prints the exit status of the command and succeeds
status_of() {
	local status=0
	"$@" || status=$?
	echo "$status"
}

# filter_gives ARGUMENT...: cg-filter of the file "in" must print standard input,
# compared from the first name on
filter_gives() {
	cat >wanted
	cg-filter "$@" in >out || return
	sed -n '/^f[ln]=/,$p' out >rows
	same wanted rows "cg-filter $*"
}

# complains_with STATUS MESSAGE COMMAND...: the command must exit with this status and
# print only this message, one line on standard error
complains_with() {
	local wanted=$1 message=$2 status=0
	shift 2
	"$@" >complaint.out 2>complaint.err </dev/null || status=$?
	[ "$status" -eq "$wanted" ] ||
		fail "$*: exit status $status, not $wanted" || return
	printf '%s\n' "$message" | same - complaint.err "messages of $*" || return
	[ ! -s complaint.out ] || fail "$*: wrote to standard output"
}

# complains MESSAGE COMMAND...: the same for a failure
complains() {
	complains_with 2 "$@"
}

# misses FILE TOOL ARGUMENT...: the tool must say that this input does not exist
misses() {
	complains_with 3 "$2: $1: No such file or directory" "${@:2}"
}

# as_nobody DIRECTORY COMMAND...: runs it in the directory as a user without rights,
# with the tools in the directory in PATH
as_nobody() {
	local directory=$1
	shift
	if [ "$(id -u)" -eq 0 ]; then
		(cd "$directory" && PATH="$directory:$PATH" setpriv --reuid=65534 \
			--regid=65534 --clear-groups "$@")
	else
		(cd "$directory" && "$@")
	fi
}

# skips the test if no terminal can be opened
need_terminal() {
	command -v script >/dev/null || fail "script (bsdutils) is missing" ||
		return
	script -qec true /dev/null </dev/null >/dev/null 2>&1 ||
		skip "no terminal can be opened (is /dev/pts mounted?)"
	# a pager would wait for keys
	export TERM=xterm CG_PAGER=cat
}

# missing WHAT [PURPOSE]: skips a test for which WHAT would be needed, or fails it if
# CG_NO_SKIPS is set; `install-deps PURPOSE` installs it
missing() {
	local message="$1 is missing: ./install-deps ${2-ci}"

	[ -z "${CG_NO_SKIPS-}" ] || fail "$message" || return
	skip "$message"
}

# need_command PROGRAM [WHAT]: skips a test, or fails it, if the program is
# missing
need_command() {
	command -v "$1" >/dev/null || missing "${2-$1}"
}

# skips the test if libraries of LD_PRELOAD cannot replace calls of TOOL: it is static, or
# AddressSanitizer replaces them
need_preloading() {
	local libraries
	libraries=$(ldd "$(command -v "$1")" 2>&1) || :
	[[ $libraries == *libc.so* ]] || skip "$1 is static"
	[[ $libraries != *libasan* ]] || skip 'AddressSanitizer replaces these calls'
}

# need_schema: skips a test, or fails it, if JSON cannot be compared with docs/schema.json
need_schema() {
	/usr/bin/python3 -c 'import jsonschema' 2>/dev/null || missing python3-jsonschema
}

# on_terminal COMMAND: prints its output to a terminal; returns its exit status
on_terminal() {
	script -qec "$1" /dev/null </dev/null | tr -d '\r'
}

# profile FILE: writes standard input, a profile without a summary, and adds one
profile() {
	awk '
	{ print }
	/^events:/ { n = NF - 1 }
	/^[0-9]/ { for (i = 1; i <= n; i++) sum[i] += $(i + 1) }
	END {
		printf "summary:"
		for (i = 1; i <= n; i++) printf " %.0f", sum[i]
		printf "\n"
	}' >"$1"
}
