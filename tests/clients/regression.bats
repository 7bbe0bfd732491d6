#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# Valgrind's own regression tests of Callgrind and Cachegrind, with our valgrind.  They are
# fetched, because their licence is not ours.

load ../lib/valgrinds

setup_file() {
	for command in apt-get dpkg-query perl callgrind_annotate cg_annotate; do
		need_command $command
	done
	debian_source valgrind "$BATS_FILE_TMPDIR"
	source=$BATS_FILE_TMPDIR/tree
	"$TESTS/clients/regression" "$source" --build
}

# the tests whose log lists events that cg-collect does not count
LACK_EVENTS='callgrind/notpower2-use callgrind/notpower2-wb callgrind/simwork2
callgrind/simwork3 callgrind/threads callgrind/threads-use'

# differs_by_note NAME: true if only the notes on options without effect differ, and the line
# of events if the test is one of these
differs_by_note() {
	local source=$BATS_FILE_TMPDIR/tree lines
	lines=$(grep '^[-+]' "$source/${1/\///tests/}.diff" | grep -v '^---\|^+++' |
		grep -v '^+--[a-z-]*=yes has no effect here$')
	[[ " ${LACK_EVENTS//$'\n'/ } " != *" $1 "* ]] || lines=$(grep -v '^[-+]Events *:' <<<"$lines")
	[ -z "$lines" ]
}

@test "what passes with the real valgrind passes, but for events that are not counted" {
	source=$BATS_FILE_TMPDIR/tree
	timed "$TESTS/clients/regression" "$source" "$(command -v valgrind)" >theirs
	stock=$seconds
	timed "$TESTS/clients/regression" "$source" "$(cg-collect --valgrind-path)/valgrind" >ours
	passed=0 noted=0 lack=0
	while read -r name result _; do
		found=$(awk -v name="$name" '$1 == name { print $2 }' ours)
		if [ "$result" != pass ]; then
			echo "# $name: $result with the real valgrind, too" >&3
		elif [ "$found" = pass ]; then
			passed=$((passed + 1))
		else
			differs_by_note "$name" || fail "$name: $(cat "$source/${name/\///tests/}.diff")"
			case " ${LACK_EVENTS//$'\n'/ } " in
			*" $name "*) lack=$((lack + 1)) ;;
			*) noted=$((noted + 1)) ;;
			esac
		fi
	done <theirs
	[ "$passed" -ge 14 ]
	row "Valgrind's regression tests" "$(grep -c ' pass ' theirs) that pass with the real one" \
		"$passed equal; $noted have a note, $lack lack events" "$stock" "$seconds"
}
