/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * single_step PROGRAM FIRST LAST: runs a program with fixed addresses one instruction after another, and prints
 * how often each was executed whose address is from FIRST to LAST, hexadecimal.  A repeated string instruction
 * stops after each repetition.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

int
main(int argc, char **argv)
{
	unsigned long first = argc > 3 ? strtoul(argv[2], NULL, 16) : 0;
	unsigned long last = argc > 3 ? strtoul(argv[3], NULL, 16) : 0;
	unsigned long *counts = calloc(last - first + 1, sizeof(*counts));
	struct user_regs_struct registers;
	int status;
	pid_t pid = fork();

	if (pid == 0) {
		ptrace(PTRACE_TRACEME, 0, NULL, NULL);
		execv(argv[1], argv + 1);
		_exit(127);
	}
	if (pid < 0 || counts == NULL)
		return 1;
	while (waitpid(pid, &status, 0) == pid && WIFSTOPPED(status)) {
		if (ptrace(PTRACE_GETREGS, pid, NULL, &registers) != 0)
			return 1;
		if (registers.rip >= first && registers.rip <= last)
			counts[registers.rip - first]++;
		if (ptrace(PTRACE_SINGLESTEP, pid, NULL, NULL) != 0)
			return 1;
	}
	for (unsigned long i = 0; i <= last - first; i++)
		if (counts[i] > 0)
			printf("%lx %lu\n", first + i, counts[i]);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
