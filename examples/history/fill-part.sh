#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# usage: sbatch --array=0-9 fill-part.sh START..END [OPTION...] -- COMMAND
#        parallel PART={} PARTS=10 fill-part.sh START..END [OPTION...] -- COMMAND ::: {0..9}
#
# Measures a tenth of the commits with `cg-history fill`, in a clone that all machines see. Where
# a tenth ends and the next begins, both commits are measured, so no change is lost between
# them. A part that failed is run again: it goes on where it stopped. At the end,
# `cg-history log START..END` lists the commits that changed something.
#
#SBATCH --job-name=fill
#SBATCH --array=0-9
#SBATCH --requeue
#SBATCH --output=fill.log
#SBATCH --open-mode=append
set -euo pipefail

part=${SLURM_ARRAY_TASK_ID-$PART} parts=${SLURM_ARRAY_TASK_COUNT-$PARTS}
range=$1
shift
mapfile -t commits < <(git rev-list --first-parent --reverse "$range")
n=${#commits[@]}
first=$((n * part / parts)) end=$((n * (part + 1) / parts))
[ "$end" -gt "$first" ] || exit 0
start=${range%%..*}
[ "$first" -eq 0 ] || start=${commits[first - 1]}
exec cg-history fill "$start..${commits[end - 1]}" "$@" >/dev/null
