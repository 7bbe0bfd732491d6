/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * usage: breaks SCENARIO
 *
 * Leaves calls in other ways than by returning.  Compiled with -O2: its tail
 * calls are jumps.
 */
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#define APART __attribute__((noinline, noclone))

static volatile long sink;
static sigjmp_buf back;
static char **program;

APART static void
work(long n)
{
	while (n-- > 0)
		sink += n;
}

APART static void
after(long n)
{
	work(n);
	sink++;
}

static void
handle(int number, void (*handler)(int), int flags)
{
	struct sigaction action = {.sa_handler = handler, .sa_flags = flags};

	sigaction(number, &action, NULL);
}

static void
use_alternate_stack(void)
{
	stack_t stack = {.ss_sp = malloc(65536), .ss_size = 65536};

	sigaltstack(&stack, NULL);
}

/* a handler that ends in a tail call */

APART static void
ends_handler(int number)
{
	work(number);
	sink++;
}

static void
tail_calls(int number)
{
	sink++;
	ends_handler(number);
}

APART static void
raises(int number)
{
	work(5);
	raise(number);
	work(7);
	sink++;
}

static void
tail(void)
{
	use_alternate_stack();
	handle(SIGUSR1, tail_calls, 0);
	handle(SIGUSR2, tail_calls, SA_ONSTACK);
	for (int i = 0; i < 10; i++) {
		raises(SIGUSR1);
		raises(SIGUSR2);
	}
}

/* jumps out of handlers and calls */

APART static void
below_handler(long depth)
{
	work(1);
	if (depth == 0)
		siglongjmp(back, 1);
	below_handler(depth - 1);
	sink++;
}

static void
leaps(int number)
{
	below_handler(number);
	sink++;
}

APART static void
lands(int number)
{
	if (!sigsetjmp(back, 1))
		raises(number);
	after(3);
	sink++;
}

static void
leap(void)
{
	use_alternate_stack();
	handle(SIGUSR1, leaps, SA_ONSTACK);
	for (int i = 0; i < 10; i++)
		lands(SIGUSR1);
}

APART static void
far(void)
{
	if (!sigsetjmp(back, 0))
		below_handler(1999);
	after(3);
	sink++;
}

static void
frames(void)
{
	for (int i = 0; i < 5; i++)
		far();
}

/* calls that are interrupted */

static void (**pointer)(long);
static long page;

static void
allows(int number)
{
	work(number);
	mprotect(pointer, (size_t)page, PROT_READ);
}

/* the call itself reads the address, which faults the first time */
APART static void
calls_through(long n)
{
	work(2);
	(*pointer)(n);
	sink++;
}

static void
interrupt(void)
{
	page = sysconf(_SC_PAGESIZE);
	pointer = mmap(NULL, (size_t)page, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	*pointer = after;
	use_alternate_stack();
	for (int i = 0; i < 10; i++) {
		handle(SIGSEGV, allows, i % 2 ? SA_ONSTACK : 0);
		mprotect(pointer, (size_t)page, PROT_NONE);
		calls_through(10);
	}
}

static void
comes_back(int number)
{
	work(number);
	siglongjmp(back, 1);
}

/* there is no code at the address */
APART static void
calls_nothing(void (*nothing)(long))
{
	if (!sigsetjmp(back, 1))
		nothing(1);
	after(2);
	sink++;
}

static void
nowhere(void)
{
	page = sysconf(_SC_PAGESIZE);
	pointer = mmap(
	    NULL, (size_t)page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	handle(SIGSEGV, comes_back, 0);
	for (int i = 0; i < 10; i++)
		calls_nothing((void (*)(long))pointer);
}

static volatile int nticks;

static void
ticks(int number)
{
	work(number);
	nticks++;
}

APART static long
fib(long n)
{
	return n < 2 ? n : (fib(n - 1) + fib(n - 2)) % 1000;
}

static void
timer(void)
{
	const struct itimerval often = {{0, 1000}, {0, 1000}};

	handle(SIGALRM, ticks, 0);
	setitimer(ITIMER_REAL, &often, NULL);
	while (nticks < 100)
		sink += fib(12);
}

/* places that nothing jumps to: `strays` goes on in the middle of `large` after a
 * handler has changed its saved state, and `falls` calls last and returns into the
 * next function, `large` too.  `large` has more branches than a small function. */

#if defined(__x86_64__)
asm(".text\n"
    ".type falls, @function\n"
    "falls:	pushq %rbx\n"
    "	movl $3, %edi\n"
    "	call work_of_assembly\n"
    ".size falls, .-falls\n"
    ".type large, @function\n"
    "large:	xorl %ebx, %ebx\n"
    "large_middle:\n"
    "	.rept 500\n"
    "	incl %ebx\n"
    "	testl %ebx, %ebx\n"
    "	je 1f\n"
    "	jmp 1f\n"
    "1:\n"
    "	.endr\n"
    "	popq %rbx\n"
    "	ret\n"
    ".size large, .-large\n");
#define HAS_LARGE

/* `large` pops what is pushed here. */
static void
enter_large(ucontext_t *context, const char *place)
{
	greg_t *registers = context->uc_mcontext.gregs;

	registers[REG_RSP] -= 8;
	*(greg_t *)registers[REG_RSP] = registers[REG_RBX];
	registers[REG_RIP] = (greg_t)place;
}
#elif defined(__aarch64__)
asm(".text\n"
    ".type falls, @function\n"
    "falls:	str x30, [sp, #-16]!\n"
    "	mov x0, #3\n"
    "	bl work_of_assembly\n"
    ".size falls, .-falls\n"
    ".type large, @function\n"
    "large:	mov x1, #0\n"
    "large_middle:\n"
    "	.rept 500\n"
    "	add x1, x1, #1\n"
    "	cbz x1, 1f\n"
    "	b 1f\n"
    "1:\n"
    "	.endr\n"
    "	ldr x30, [sp], #16\n"
    "	ret\n"
    ".size large, .-large\n");
#define HAS_LARGE

/* `large` pops what is pushed here. */
static void
enter_large(ucontext_t *context, const char *place)
{
	context->uc_mcontext.sp -= 16;
	*(uint64_t *)context->uc_mcontext.sp = context->uc_mcontext.regs[30];
	context->uc_mcontext.pc = (uint64_t)place;
}
#endif

#if defined(HAS_LARGE)
extern const char large_middle[];
void falls(void);
void work_of_assembly(long n);

void
work_of_assembly(long n)
{
	work(n);
	sink++;
}

static void
moves(int number, siginfo_t *info, void *context)
{
	(void)info;
	work(number);
	enter_large(context, large_middle);
}

/* there is no code at the address, and `large` returns from the call */
APART static void
strays(void (*nothing)(void))
{
	nothing();
	sink++;
}

static void
displaced(void)
{
	struct sigaction action = {.sa_flags = SA_SIGINFO};

	action.sa_sigaction = moves;
	sigaction(SIGSEGV, &action, NULL);
	page = sysconf(_SC_PAGESIZE);
	pointer = mmap(
	    NULL, (size_t)page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	for (int i = 0; i < 10; i++) {
		falls();
		strays((void (*)(void))pointer);
	}
}
#else
static void
displaced(void)
{
	_exit(77); /* not written for this processor */
}
#endif

/* processes that change in the middle of a call */

APART static void
becomes(const char *next)
{
	work(50);
	execl(program[0], program[0], next, NULL);
}

APART static void
through(const char *next)
{
	work(20);
	becomes(next);
	sink++;
}

static void
executes(void)
{
	through("frames");
}

static void
fails_to_execute(void)
{
	program[0] = "/nonexistent/program";
	for (int i = 0; i < 3; i++)
		through("frames");
}

APART static void
splits(long n)
{
	pid_t child = fork();

	work(n);
	if (child == 0) {
		work(10);
		through("frames");
	}
	waitpid(child, NULL, 0);
}

static void
forks(void)
{
	splits(100);
	splits(200);
}

/* ends in the middle of calls */

static int ready[2];

APART static void
wait_to_be_killed(void)
{
	if (write(ready[1], "", 1) == 1)
		pause();
}

APART static void
deep(long n, int number)
{
	work(1);
	if (n == 0 && number == SIGKILL)
		wait_to_be_killed();
	else if (n == 0)
		kill(getpid(), number);
	else
		deep(n - 1, number);
	sink++;
}

static void
terminates(void)
{
	deep(100, SIGTERM);
}

static void
kills(void)
{
	char byte;
	pid_t child = pipe(ready) == 0 ? fork() : -1;

	if (child == 0)
		deep(100, SIGKILL);
	if (child > 0 && read(ready[0], &byte, 1) == 1)
		kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	after(10);
}

int
main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*function)(void);
	} scenarios[] = {
	    {"tail", tail},
	    {"leap", leap},
	    {"frames", frames},
	    {"interrupt", interrupt},
	    {"nowhere", nowhere},
	    {"displaced", displaced},
	    {"timer", timer},
	    {"executes", executes},
	    {"fails", fails_to_execute},
	    {"forks", forks},
	    {"terminates", terminates},
	    {"kills", kills},
	};

	program = argv;
	for (int i = 0; i < 12 && argc > 1; i++)
		if (strcmp(argv[1], scenarios[i].name) == 0)
			scenarios[i].function();
	return 0;
}
