#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# usage: retention.sh STORE
#
# Merges profiles STORE/YYYY-MM-DD*.cg.gz into one for each week,
# STORE/weeks/MONDAY.N.cg.gz, if the whole week is older than KEEP_DAYS days, and weeks
# into one for each month, STORE/months/YYYY-MM.N.cg.gz, if the whole month is older
# than KEEP_WEEKS weeks. A week belongs to the month of its Monday. N is 1, and more
# for profiles that came late.
#
# Each profile is counted exactly once, even if this is killed at any time: first the
# profiles of a period move into a directory, then their sum appears as a whole, and
# only then is the directory removed. If there is a sum, all of the directory is in it.
# If a profile is broken, cg-merge names it, and the others wait with it.
#
# Needs GNU date and flock (util-linux).
set -eu
export LC_ALL=C TZ=UTC0
today=${TODAY-$(date +%F)}

# monday DATE: prints the Monday of its week
monday() {
	date -d "$1 - $(($(date -d "$1" +%u) - 1)) days" +%F
}

# claim PERIOD FILE: moves the file to the first PERIOD.N.parts that has no sum yet
claim() {
	n=1
	while [ -e "$1.$n.cg.gz" ]; do
		n=$((n + 1))
	done
	mkdir -p "$1.$n.parts"
	mv -- "$2" "$1.$n.parts"
}

# merge_parts DIRECTORY: replaces each PERIOD.N.parts in it by their sum
merge_parts() {
	for parts in "$1"/*.parts; do
		if [ -d "$parts" ] && ! rmdir "$parts" 2>/dev/null; then
			sum=${parts%.parts}.cg.gz
			[ -e "$sum" ] || cg-merge -o "$sum" "$parts"/*.cg.gz
			rm -r "$parts"
		fi
	done
}

cd "$1"
mkdir -p weeks months
exec 9>.retention.lock
flock 9

first_week=$(monday "$(date -d "$today - ${KEEP_DAYS-14} days" +%F)")
for file in ????-??-??*.cg.gz; do
	[ -e "$file" ] || continue
	week=$(monday "$(expr "$file" : '\(..........\)')")
	! expr "$week" '<' "$first_week" >/dev/null || claim "weeks/$week" "$file"
done
merge_parts weeks

first_month=$(date -d "$today - ${KEEP_WEEKS-9} weeks" +%Y-%m)
for file in weeks/*.cg.gz; do
	[ -e "$file" ] || continue
	month=$(expr "$file" : 'weeks/\(.......\)')
	! expr "$month" '<' "$first_month" >/dev/null || claim "months/$month" "$file"
done
merge_parts months
