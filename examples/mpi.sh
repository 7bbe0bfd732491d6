#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# usage: mpirun -n N mpi.sh DIRECTORY PROGRAM [ARGUMENT...]
#
# Writes a profile for each rank of an MPI program, DIRECTORY/rank.N.cg.gz. After the
# run, `cg-merge DIRECTORY/rank.*` adds them up, and `cg-sum --by=input` shows how even
# the load is:
#
#	mpirun -n 4 ./mpi.sh ranks ./solver grid.dat
#	cg-sum --by=input --events=Ir ranks/rank.*
#
# A rank that fails leaves no profile.
#
# A rank that waits for a message may do so in a loop, which is counted as well: such
# counts differ from run to run. Use --toggle-collect to count one function only.
set -eu
directory=$1
shift
mkdir -p "$directory"
# Open MPI, MPICH and its relatives, Slurm's srun
for variable in OMPI_COMM_WORLD_RANK PMI_RANK SLURM_PROCID; do
	if printenv "$variable" >/dev/null; then
		exec cg-collect -q --expect-success -o "$directory/rank.%q{$variable}.cg.gz" -- "$@"
	fi
done
echo "$0: expected to be started by mpirun or srun, found no rank" >&2
exit 2
