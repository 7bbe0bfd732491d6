/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * usage: singlestep program [argument...]
 *
 * Prints the number of instructions that the program executes.  The processor
 * stops after each of them.
 */
#include <stdio.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

int
main(int argc, char **argv)
{
	long instructions = 0;
	int status;
	pid_t pid;

	if (argc < 2)
		return 2;
	pid = fork();
	if (pid == 0) {
		ptrace(PTRACE_TRACEME, 0, NULL, NULL);
		execv(argv[1], argv + 1);
		_exit(127);
	}
	/* the child stops once before its first instruction */
	waitpid(pid, &status, 0);
	while (WIFSTOPPED(status)) {
		instructions++;
		if (ptrace(PTRACE_SINGLESTEP, pid, NULL, NULL) != 0 ||
		    waitpid(pid, &status, 0) != pid)
			return 1;
	}
	printf("%ld\n", instructions);
	return 0;
}
