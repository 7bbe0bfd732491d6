/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * usage: forbid personality=EPERM|personality=ENOSYS|personality=0 COMMAND...
 *        forbid sched_setaffinity COMMAND...
 *
 * Runs a command in which the system call fails: personality with the error, or
 * with none, but without effect; the other one, if its mask has the usual size,
 * with EINVAL.
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define FIELD(name) offsetof(struct seccomp_data, name)

static int
install(struct sock_filter *code, size_t n)
{
	struct sock_fprog filter = {(unsigned short)n, code};

	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
	       prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

int
main(int argc, char **argv)
{
	static const struct {
		const char *word;
		unsigned int error;
	} results[] = {
	    {"personality=EPERM", EPERM},
	    {"personality=ENOSYS", ENOSYS},
	    {"personality=0", 0},
	};
	struct sock_filter personality[] = {
	    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, FIELD(nr)),
	    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_personality, 0, 1),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_filter affinity[] = {
	    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, FIELD(nr)),
	    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_sched_setaffinity, 0, 3),
	    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, FIELD(args[1])),
	    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 128, 0, 1),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EINVAL),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	int done = 0;

	for (size_t i = 0; argc > 2 && i < 3; i++) {
		if (strcmp(argv[1], results[i].word) != 0)
			continue;
		personality[2].k |= results[i].error;
		done = install(personality, 4);
	}
	if (argc > 2 && strcmp(argv[1], "sched_setaffinity") == 0)
		done = install(affinity, 6);
	if (done)
		execvp(argv[2], argv + 2);
	return 1;
}
