/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * usage: inclusive LEVELS SYMBOLS PROGRAM
 *
 * Runs a program instruction by instruction, keeps a stack of the functions that are
 * open, and prints "COUNT NAME" for each: the instructions that were executed while the
 * function was open; with LEVELS, "f'2" for those while it was open twice, up to
 * "f'LEVELS" for those while it was open so often or more often.  What a signal handler
 * executes does not count for the functions that it interrupts.
 *
 * SYMBOLS has a line "ADDRESS NAME", in hexadecimal, for each function; the name of the
 * signal handler is "handler".  The functions must not be entered by jumps.  Counting
 * begins in main.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_FUNCTIONS = 64, MAX_LEVELS = 8, MAX_FRAMES = 10000 };

struct function {
	unsigned long address;
	char name[32];
	int nopen;
	long counts[MAX_LEVELS + 1];
};

struct frame {
	struct function *function;
	unsigned long stack; /* the address of the return address */
	int level;
	int base; /* the first frame that is charged */
};

static struct function functions[MAX_FUNCTIONS];
static int nfunctions, nlevels;
static struct frame frames[MAX_FRAMES];
static int nframes;

static void
read_symbols(const char *path)
{
	FILE *file = fopen(path, "r");

	if (file == NULL)
		exit(2);
	while (nfunctions < MAX_FUNCTIONS &&
	       fscanf(file, "%lx %31s", &functions[nfunctions].address,
		   functions[nfunctions].name) == 2)
		nfunctions++;
	fclose(file);
}

static struct function *
find(unsigned long address)
{
	for (int i = 0; i < nfunctions; i++)
		if (functions[i].address == address)
			return &functions[i];
	return NULL;
}

static void
enter(struct function *function, unsigned long stack)
{
	int is_handler = strcmp(function->name, "handler") == 0;
	int base = nframes > 0 ? frames[nframes - 1].base : 0;
	int level = ++function->nopen;

	if (nframes == MAX_FRAMES)
		exit(3);
	frames[nframes] = (struct frame){
	    .function = function,
	    .stack = stack,
	    .level = level < nlevels ? level : nlevels,
	    .base = is_handler ? nframes : base,
	};
	nframes++;
}

/* Counts an instruction, or takes it back, for each function and level once. */
static void
charge(int by)
{
	int base = nframes > 0 ? frames[nframes - 1].base : 0;

	for (int i = base; i < nframes; i++) {
		const struct frame *frame = &frames[i];
		int is_first = 1;

		/* only the last level is open more than once */
		for (int j = base; j < i && frame->level == nlevels; j++)
			is_first &= frames[j].function != frame->function ||
				    frames[j].level != nlevels;
		if (is_first)
			frame->function->counts[frame->level] += by;
	}
}

/* True if the code at the address is a return, or an indirect jump as of longjmp. */
static int
may_leave(pid_t pid, unsigned long address)
{
	long code = ptrace(PTRACE_PEEKTEXT, pid, (void *)address, NULL);
	int byte = code & 0xff;

	while (byte == 0xf2 || byte == 0xf3 || byte == 0x3e ||
	       (byte & 0xf0) == 0x40) {
		code >>= 8;
		byte = code & 0xff;
	}
	return byte == 0xc2 || byte == 0xc3 || byte == 0xff;
}

/* True if the handler has returned to the code that ends it. */
static int
ends_handler(unsigned long stack)
{
	return nframes > 0 && frames[nframes - 1].base == nframes - 1 &&
	       nframes > 1 && stack == frames[nframes - 1].stack + 8;
}

/* Takes the instruction that is about to be executed. */
static void
take_step(const struct user_regs_struct *regs, int is_left)
{
	struct function *function = find(regs->rip);

	if (ends_handler(regs->rsp))
		return;
	while (is_left && nframes > 0 && regs->rsp > frames[nframes - 1].stack)
		frames[--nframes].function->nopen--;
	/* a loop may go back to the first instruction */
	if (function != NULL &&
	    (nframes == 0 || frames[nframes - 1].stack != regs->rsp))
		enter(function, regs->rsp);
	charge(1);
}

/* Lets the program run to a function by a breakpoint, and takes the breakpoint back. */
static int
run_to(pid_t pid, const struct function *function)
{
	void *address = (void *)function->address;
	struct user_regs_struct regs;
	long code;
	int status;

	code = ptrace(PTRACE_PEEKTEXT, pid, address, NULL);
	ptrace(PTRACE_POKETEXT, pid, address, (void *)((code & ~0xffL) | 0xcc));
	if (ptrace(PTRACE_CONT, pid, NULL, NULL) != 0 ||
	    waitpid(pid, &status, 0) != pid || !WIFSTOPPED(status) ||
	    ptrace(PTRACE_GETREGS, pid, NULL, &regs) != 0)
		return -1;
	regs.rip = function->address;
	ptrace(PTRACE_POKETEXT, pid, address, (void *)code);
	return ptrace(PTRACE_SETREGS, pid, NULL, &regs) == 0 ? 0 : -1;
}

static const struct function *
find_main(void)
{
	for (int i = 0; i < nfunctions; i++)
		if (strcmp(functions[i].name, "main") == 0)
			return &functions[i];
	exit(2);
}

static void
print_counts(void)
{
	for (int i = 0; i < nfunctions; i++)
		for (int level = 1; level <= nlevels; level++) {
			const struct function *f = &functions[i];

			if (f->counts[level] == 0)
				continue;
			printf("%ld %s", f->counts[level], f->name);
			if (level > 1)
				printf("'%d", level);
			printf("\n");
		}
}

int
main(int argc, char **argv)
{
	struct user_regs_struct regs;
	unsigned long before = 0;
	int status, signal, is_left = 0;
	pid_t pid;

	if (argc != 4)
		return 2;
	nlevels = atoi(argv[1]);
	if (nlevels < 1 || nlevels > MAX_LEVELS)
		return 2;
	read_symbols(argv[2]);
	pid = fork();
	if (pid == 0) {
		ptrace(PTRACE_TRACEME, 0, NULL, NULL);
		execv(argv[3], argv + 3);
		_exit(127);
	}
	waitpid(pid, &status, 0);
	if (run_to(pid, find_main()) < 0)
		return 1;
	while (WIFSTOPPED(status)) {
		if (ptrace(PTRACE_GETREGS, pid, NULL, &regs) != 0)
			return 1;
		signal = WSTOPSIG(status) == SIGTRAP ? 0 : WSTOPSIG(status);
		if (signal == 0)
			take_step(&regs, is_left);
		else if (before == regs.rip)
			charge(-1); /* the handler runs first */
		before = regs.rip;
		/* the end of a handler is a system call */
		is_left = ends_handler(regs.rsp) || may_leave(pid, regs.rip);
		if (ptrace(PTRACE_SINGLESTEP, pid, NULL,
			(void *)(long)signal) != 0 ||
		    waitpid(pid, &status, 0) != pid)
			return 1;
	}
	print_counts();
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
