#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# usage: parallel-merge.sh -o OUT [-g GROUP] [-S HOSTS] FILE...
#
# Merges many profiles with GNU parallel: each job merges GROUP of them (32), then the
# sums are merged in the same way. Jobs run on all processors of this machine, or on
# HOSTS as in `parallel -S`: 4/big,2/small; ":" is this machine. All hosts must have
# cg-merge in their PATH and see the files under the same paths (NFS).
#
# The sums of groups are in OUT.parts until the end. A job that fails, or whose host
# disappears, is tried three times. After that, run the same command again: it merges
# only the groups without a sum. If the files have changed meanwhile, it starts again.
# The exit status comes from the cg-merge that failed: 3 if a file does not exist.
set -euo pipefail

out='' group=32 hosts=:
while getopts o:g:S: option; do
	case $option in
	o) out=$OPTARG ;;
	g) group=$OPTARG ;;
	S) hosts=$OPTARG ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
if [ -z "$out" ] || [ $# -eq 0 ] || ! [ "$group" -gt 1 ]; then
	sed -n '/^# usage/s/^# //p' "$0" >&2
	exit 2
fi

parts=$out.parts
mkdir -p "$parts"
exec 9>"$parts/lock"
flock -n 9 || { echo "$0: $parts: another merge is at work" >&2 && exit 2; }
# the sums of other files, or of other groups, are of no use
stat -Lc '%n %s %y' -- "$@" | sed "1i group $group" >"$parts/inputs.new" || exit 3
cmp -s "$parts/inputs.new" "$parts/inputs" || rm -f "$parts"/*.cg.gz
mv "$parts/inputs.new" "$parts/inputs"

level=0
while [ $# -gt "$group" ]; do
	level=$((level + 1))
	# quoted for the shell of a host; {#} is the number of the job, {} its files
	sum="$(printf %q "$parts/$level").{#}.cg.gz"
	printf '%s\0' "$@" | parallel -0 -N "$group" -S "$hosts" --workdir "$PWD" \
		--retries 3 --halt soon,fail=1 \
		"test -e $sum || cg-merge -o $sum -- {}"
	n=$((($# + group - 1) / group))
	set --
	for ((i = 1; i <= n; i++)); do
		set -- "$@" "$parts/$level.$i.cg.gz"
	done
done
cg-merge -o "$out" -- "$@"
rm -r "$parts"
