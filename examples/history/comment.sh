#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# usage: comment.sh LIMIT... >comment.md
#
# Judges HEAD, which is recorded, by its last recorded ancestor, and prints a comment for a pull
# request: the verdict, and the last ten commits that changed what a benchmark costs, of which HEAD
# is the first if it changed something. LIMIT is as for `cg-history check --limit`. The exit status is
# 1 if a limit is exceeded; the first pull request ever has no ancestor to judge by, and passes.
verdict=$(
	for limit; do
		set -- "$@" "--limit=$limit"
		shift
	done
	cg-history check "$@" 2>&1
)
status=$?
echo '### What this costs'
echo
if [ -n "$verdict" ]; then
	printf '```\n%s\n```\n' "$verdict"
else
	echo 'All limits are kept.'
fi
echo
echo '### The last changes'
echo
# the name of each benchmark, the titles, and ten rows
cg-history log --format=markdown | awk '/^\*\*/ { n = 0 } n++ < 14'
[ $status -ne 3 ] || status=0
exit $status
