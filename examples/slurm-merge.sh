#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# usage: slurm-merge.sh -o OUT [-g GROUP] [--wait] FILE...
#
# Merges many profiles by Slurm: each task of an array job merges GROUP of them (64),
# the next array job merges the sums in the same way, and so on; each job depends on
# the one before it. With --wait, waits for the last job and exits with 1 if any failed.
#
# The sums of groups are in OUT.parts until the end; messages are in OUT.log. A task
# whose node dies starts again on another node. A task that fails ends the jobs that
# depend on it. Run the same command again then: it submits only the tasks without a
# sum. If the files have changed meanwhile, it starts again. The file system must be
# shared by all nodes. MaxArraySize of slurm.conf limits the tasks of a job.
set -euo pipefail

out='' group=64 wait=
while [ $# -gt 0 ]; do
	case $1 in
	-o) out=${2-} && shift ;;
	-g) group=${2-} && shift ;;
	--wait) wait=--wait ;;
	--) shift && break ;;
	*) break ;;
	esac
	shift
done
if [ -z "$out" ] || [ $# -eq 0 ] || ! [ "$group" -gt 1 ]; then
	sed -n '/^# usage/s/^# //p' "$0" >&2
	exit 2
fi

name=merge:$(realpath "$out")
if [ -n "$(squeue --noheader --name="$name")" ]; then
	echo "$0: $out: jobs of another merge are in the queue" >&2
	exit 2
fi
parts=$out.parts
mkdir -p "$parts"
# the sums of other files, or of other groups, are of no use
stat -Lc '%n %s %y' -- "$@" | sed "1i group $group" >"$parts/inputs.new" || exit 3
cmp -s "$parts/inputs.new" "$parts/inputs" || rm -f "$parts"/*.cg.gz
mv "$parts/inputs.new" "$parts/inputs"

# submit OPTION...: submits standard input after the job before it
job=
submit() {
	job=$(sbatch --parsable --job-name="$name" --requeue --kill-on-invalid-dep=yes \
		--output="$out.log" --open-mode=append \
		${job:+--dependency=afterok:$job} "$@")
}

export parts group level=0
while [ $# -gt "$group" ]; do
	level=$((level + 1))
	printf '%s\0' "$@" >"$parts/$level"
	n=$((($# + group - 1) / group))
	tasks=
	set --
	for ((i = 1; i <= n; i++)); do
		set -- "$@" "$parts/$level.$i.cg.gz"
		[ -e "$parts/$level.$i.cg.gz" ] || tasks+=,$i
	done
	# a new file may not be visible on all nodes yet: after status 3, try again
	[ -z "$tasks" ] || submit --array="${tasks#,}" <<-'END'
		#!/bin/bash
		i=$SLURM_ARRAY_TASK_ID
		sed -nz "$(((i - 1) * group + 1)),$((i * group))p" "$parts/$level" |
			cg-merge --files0-from=- -o "$parts/$level.$i.cg.gz"
		status=$?
		if [ $status -eq 3 ] && [ "${SLURM_RESTART_COUNT-0}" -lt 3 ]; then
			scontrol requeue "$SLURM_JOB_ID"
		fi
		exit $status
	END
done
printf '%s\0' "$@" >"$parts/last"
export out
submit <<-'END'
	#!/bin/bash
	cg-merge --files0-from="$parts/last" -o "$out" && rm -r "$parts"
END

if [ -n "$wait" ]; then
	# a job that never ran, because another failed, has no status
	srun -Q --dependency=afterany:"$job" --job-name="$name" true
	[ ! -e "$parts" ] || { echo "$0: $out: failed: see $out.log" >&2 && exit 1; }
fi
