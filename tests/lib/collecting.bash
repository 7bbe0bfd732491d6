# SPDX-License-Identifier: BSD-2-Clause
# What tests of the collector share; reads assertions.bash.

. "${BASH_SOURCE[0]%/*}/assertions.bash"

# ld.so searches these directories before it reads /etc/ld.so.cache, which may change
# between two runs that are compared
[ -n "${LIBRARIES-}" ] || LIBRARIES=$({ cc -print-file-name=libc.so.6; cc -m32 -print-file-name=libc.so.6; } \
	2>/dev/null | sed -n 's,/[^/]*$,,p' | xargs realpath | paste -sd :)
export LIBRARIES

# the options of such runs
# shellcheck disable=SC2034 # for the tests
REPRODUCIBLY=(--reproducible "--set-env=LD_LIBRARY_PATH=$LIBRARIES")

# build SOURCE [OPTION...]: for setup_file: compiles a program of tests/programs
build() {
	local source=$1 compiler=cc
	shift
	[[ $source != *.cc ]] || compiler=c++
	(cd "$BATS_FILE_TMPDIR" && "$compiler" -g -I "$TESTS/../include" \
		-o "${source%.*}" "$TESTS/programs/$source" "$@" -pthread)
}

# runs_32: true if 32-bit programs can be built and the kernel runs them
runs_32() {
	local trial=$BATS_FILE_TMPDIR/trial_32
	[ -e "$trial" ] || cc -m32 -static -x c -o "$trial" - <<<'int main(void) { return 0; }' \
		2>/dev/null || return 1
	"$trial" 2>/dev/null
}

# build_32 SOURCE [OPTION...]: as build, for 32-bit programs, if they run here
build_32() {
	! runs_32 || build "$@" -m32 2>/dev/null || :
}

# need_32 PROGRAM: skips a test if build_32 could not build the program, or fails it if a
# package is missing and CG_NO_SKIPS is set
need_32() {
	[ ! -e "$BATS_FILE_TMPDIR/$1" ] || return 0
	[ -e "$BATS_FILE_TMPDIR/trial_32" ] || missing gcc-multilib
	runs_32 || skip 'this kernel runs no 32-bit programs'
	missing g++-multilib
}

# for setup: changes to an empty directory, and adds what was built to PATH
enter_with_programs() {
	enter_tmpdir
	PATH=$PATH:$BATS_FILE_TMPDIR
}

# for setup: the same, and the directory has its own TMPDIR
enter_with_tmpdir() {
	enter_with_programs
	export TMPDIR=$BATS_TEST_TMPDIR/tmp
	mkdir "$TMPDIR"
}

# for setup: the same, for tests of estimated cycles, whose profiles are in $FILES
enter_with_estimates() {
	has_llvm || missing llvm
	need_command objdump binutils
	enter_with_programs
	FILES=$BATS_FILE_TMPDIR
}

# what a file does before each test if it has no setup of its own
setup() {
	enter_with_programs
}

# exits STATUS COMMAND...: the command must exit with this status
exits() {
	local wanted=$1 status=0
	shift
	"$@" || status=$?
	[ "$status" -eq "$wanted" ] || fail "$*: exit status $status, not $wanted"
}

# wait_until CONDITION...: waits at most 30 seconds until the command succeeds
wait_until() {
	local i
	for ((i = 0; i < 300; i++)); do
		! "$@" || return 0
		sleep 0.1
	done
	fail "never: $*"
}

# graph COMMAND ARGUMENT...: reads profiles with calls, independently of the tools
graph() {
	"$TESTS/lib/call-graph" "$@"
}

canonical() {
	"$TESTS/lib/canonical" <"$1"
}

# total FILE: prints the summary of a profile
total() {
	sed -n 's/^summary: //p' "$1"
}

# burnt FILE...: prints the instructions in burn(), which the action "work" calls
burnt() {
	awk '/^fn=/ { inside = $0 == "fn=burn" }
	     /^[0-9]/ && inside { sum += $2 } END { print sum + 0 }' "$@"
}

# builds the library that makes a call fail
build_inject() {
	need_preloading cg-collect
	cc -shared -fPIC -o inject.so "$TESTS/faults/inject.c" -ldl
	: >mark
	inject=(LD_PRELOAD="$PWD/inject.so" FAULT_PROGRAM=cg-collect
		FAULT_MARK="$PWD/mark" FAULT_NTH=1)
}

# failing FUNCTION NTH COMMAND...: runs it, and this call of cg-collect itself fails
failing() {
	env "${inject[@]}" FAULT_CALL="$1" FAULT_NTH="$2" FAULT_IN=first "${@:3}"
}

# counts [OPTION...] -- PROGRAM...: every count must be equal to Cachegrind's
counts() {
	"$TESTS/lib/compare-collectors" "$@" >counts.out 2>&1 ||
		fail "compare-collectors $*: $(head -20 counts.out)"
}

# compares the counts without caches, with caches, and with branches
counts_in_all_modes() {
	counts --cache-sim=no -- "$@"
	counts -- "$@"
	counts --branch-sim=yes -- "$@"
}

# join_unnamed: of rows of `graph own`, adds up those of code without symbols, which has other
# names with --calls: there, a linkage stub is named for what it leads to
join_unnamed() {
	awk -F'\t' -v OFS='\t' '
	$2 ~ /@plt$|^\?\?\?$|:\?\?\?$|^(.*:)?0x[0-9a-f]+$/ { sum += $4; next }
	{ print }
	END { print "???", "???", 0, sum + 0 }' "$@"
}

# has_llvm: llvm-mca is here, of any version
has_llvm() {
	compgen -c | grep -cx -e llvm-mca -e 'llvm-mca-[0-9]*' >/dev/null
}
