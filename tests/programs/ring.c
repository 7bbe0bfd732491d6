// SPDX-License-Identifier: BSD-2-Clause
/*
 * An MPI program: each rank works as often as its number says, and sends the
 * sum of all ranks before it to the next one.
 */
#include <mpi.h>
#include <stdio.h>

static long
work(int rank)
{
	volatile long sum = 0;

	for (int i = 0; i < 100000 * (rank + 1); i++)
		sum += i;
	return sum;
}

int
main(int argc, char **argv)
{
	int rank, size;
	long sum = 0;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	if (rank > 0)
		MPI_Recv(&sum, 1, MPI_LONG, rank - 1, 0, MPI_COMM_WORLD,
		    MPI_STATUS_IGNORE);
	sum += work(rank);
	if (rank + 1 < size)
		MPI_Send(&sum, 1, MPI_LONG, rank + 1, 0, MPI_COMM_WORLD);
	else
		printf("%d ranks: %ld\n", size, sum);
	MPI_Finalize();
	return 0;
}
