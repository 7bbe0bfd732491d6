# SPDX-License-Identifier: BSD-2-Clause
# What tests of the collector have in common, beside assertions.bash.

# the program act, for setup_file
build_act() {
	cc -O0 -g -o "$BATS_FILE_TMPDIR/act" \
		"$BATS_TEST_DIRNAME/programs/act.c"
}

# for setup: an empty folder, a TMPDIR of the test's own, act in the PATH
enter_with_act() {
	enter_tmpdir
	export TMPDIR=$BATS_TEST_TMPDIR/tmp
	mkdir "$TMPDIR"
	PATH=$PATH:$BATS_FILE_TMPDIR
}

# exits STATUS COMMAND...: it must end with that status
exits() {
	local wanted=$1 status=0
	shift
	"$@" || status=$?
	[ "$status" -eq "$wanted" ] || fail "$*: exit status $status, not $wanted"
}

# waits, not for ever, until the condition holds
wait_until() {
	local i
	for ((i = 0; i < 300; i++)); do
		! "$@" || return 0
		sleep 0.1
	done
	fail "never: $*"
}

canonical() {
	"$TESTS/canonical" <"$1"
}

# the summary of a profile
total() {
	sed -n 's/^summary: //p' "$1"
}

# instructions in the function burn(), which the action "work" runs
burnt() {
	awk '/^fn=/ { inside = $0 == "fn=burn" }
	     /^[0-9]/ && inside { sum += $2 } END { print sum + 0 }' "$@"
}

# builds what lets a call fail; such a library does not fit a static program,
# nor one whose calls AddressSanitizer replaces
build_fail() {
	local libraries
	libraries=$(ldd "$(command -v cg-collect)" 2>&1) || :
	[[ $libraries == *libc.so* ]] || skip 'cg-collect is static'
	[[ $libraries != *libasan* ]] || skip 'AddressSanitizer makes these calls'
	cc -shared -fPIC -o fail.so "$TESTS/programs/fail.c"
}

# failing VARIABLE... COMMAND...: with FAIL and others as programs/fail.c has them
failing() {
	env LD_PRELOAD="$PWD/fail.so" "$@"
}

# counts [option...] -- program...: not one count may differ from Cachegrind's
counts() {
	"$TESTS/compare-collectors" "$@" >counts.out 2>&1 ||
		fail "compare-collectors $*: $(head -20 counts.out)"
}

# the same without caches, with them, and with branches
counts_in_all_modes() {
	counts --cache-sim=no -- "$@"
	counts -- "$@"
	counts --branch-sim=yes -- "$@"
}
