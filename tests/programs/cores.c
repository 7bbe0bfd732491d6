/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Four threads of which only one can run at any time, so that another tool sees them in the same
 * order: the first one gives turns to the others, and gets each back.
 * usage: cores ACTION; x86-64 only
 *
 *	false		each thread counts in its own part of one line
 *	padded		the same, in lines apart
 *	private		each walks through an array that fits in D1
 *	producer	two write a buffer that the others read
 *	readonly	all read a table
 *	random		all read and write anywhere
 *	all		all of that
 *
 * To give a turn and to wait for the next is one system call: the first thread sends more than the
 * other one waits for, and goes on when that waits again, for the rest and more.
 */
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define NTHREADS 4
#define NROUNDS 2
#define STACK 16384
#define SENT 262144
#define FIRST 65536
#define BUFFER 16384

/* Labels say who runs: after resumed_N and born_N it is thread N.  At forked_N it is the first
 * thread or the new one; at parent_N, which touches nothing that is not in its cache, the first. */
__asm__(".text\n"
	".macro send label\n"
	"	lea sent(%rip), %rsi\n"
	"	mov $262144, %edx\n"
	"	xor %r10d, %r10d\n"
	"	xor %r8d, %r8d\n"
	"	xor %r9d, %r9d\n"
	"	mov $44, %eax\n"
	"	syscall\n"
	"resumed_0_\\label:\n"
	"	ret\n"
	".endm\n"
	".macro thread n\n"
	".balign 64\n"
	"start_\\n:\n" /* its stack, the socket */
	"	mov %esi, %r8d\n"
	"	mov %rdi, %rsi\n"
	"	mov $0x10f00, %edi\n" /* shares all with this thread */
	"	xor %edx, %edx\n"
	"	mov $56, %eax\n"
	"	syscall\n"
	"forked_\\n:\n"
	"	test %eax, %eax\n"
	"	jz born_\\n\n"
	"parent_\\n:\n"
	"	mov %r8d, %edi\n"
	"	send \\n\n"
	".balign 64\n"
	"born_\\n:\n"
	"	mov $\\n, %edi\n"
	"	call run\n"
	"wait_\\n:\n" /* the socket, the number of bytes */
	"	mov %rsi, %rdx\n"
	"	lea received(%rip), %rsi\n"
	"	mov $0x100, %r10d\n" /* for all of them */
	"	xor %r8d, %r8d\n"
	"	xor %r9d, %r9d\n"
	"	mov $45, %eax\n"
	"	syscall\n"
	"resumed_\\n:\n"
	"	ret\n"
	".endm\n"
	".balign 64\n"
	"give:\n" /* the socket */
	"	send give\n"
	"thread 1\n"
	"thread 2\n"
	"thread 3\n");

void give(int to);
typedef void start(void *stack, int to);
typedef void wait(int from, size_t n);

start start_1, start_2, start_3;
wait wait_1, wait_2, wait_3;
void run(int thread);

static start *const starts[] = {NULL, start_1, start_2, start_3};
static wait *const waits[] = {NULL, wait_1, wait_2, wait_3};

static char stacks[NTHREADS][STACK] __attribute__((aligned(4096)));
static int sockets[NTHREADS][2];
static const char *action;
char sent[SENT], received[SENT];

/* --- what they do --------------------------------------------------------- */

static volatile long counters[8] __attribute__((aligned(64)));
static volatile long padded[NTHREADS][8] __attribute__((aligned(64)));
static volatile long private[NTHREADS][3072] __attribute__((aligned(4096)));
static volatile long buffer[2048] __attribute__((aligned(4096)));
static volatile long table[2048] __attribute__((aligned(4096)));
static volatile char anywhere[1 << 18] __attribute__((aligned(4096)));
static unsigned state[NTHREADS][16] __attribute__((aligned(64)));

__attribute__((noinline)) static void
count_in_line(int thread)
{
	for (int i = 0; i < 50; i++)
		counters[thread]++;
}

__attribute__((noinline)) static void
count_apart(int thread)
{
	for (int i = 0; i < 50; i++)
		padded[thread][0]++;
}

__attribute__((noinline)) static void
walk(int thread)
{
	for (int i = 0; i < 3072; i += 4)
	private[thread][i]++;
}

__attribute__((noinline)) static void
produce(void)
{
	for (int i = 0; i < 2048; i += 4)
		buffer[i] = i;
}

__attribute__((noinline)) static void
read_all(const volatile long *from)
{
	for (int i = 0; i < 2048; i += 4)
		(void)from[i];
}

__attribute__((noinline)) static void
go_anywhere(int thread)
{
	unsigned *x = state[thread];

	for (int i = 0; i < 1000; i++) {
		*x = *x * 1103515245 + 12345 + (unsigned)thread;

		volatile char *at =
		    anywhere + (*x >> 8) % (sizeof anywhere - 8);

		if (*x >> 28 < 3)
			*(volatile long *)at = i;
		else if (*x >> 28 < 5)
			++*(volatile int *)at;
		else
			(void)*(volatile long *)at;
	}
}

static int
does(const char *what)
{
	return strcmp(action, what) == 0 || strcmp(action, "all") == 0;
}

static void
work(int thread)
{
	if (does("false"))
		count_in_line(thread);
	if (does("padded"))
		count_apart(thread);
	if (does("private"))
		walk(thread);
	if (does("producer") && thread % 2 == 0)
		produce();
	if (does("producer") && thread % 2 == 1)
		read_all(buffer);
	if (does("readonly"))
		read_all(table);
	if (does("random"))
		go_anywhere(thread);
}

/* --- turns ---------------------------------------------------------------- */

void
run(int thread)
{
	waits[thread](sockets[thread][1], FIRST);
	for (;;) {
		work(thread);
		waits[thread](sockets[thread][1], SENT);
	}
}

int
main(int argc, char **argv)
{
	int size = BUFFER;

	action = argc > 1 ? argv[1] : "all";
	for (int i = 1; i < NTHREADS; i++)
		if (socketpair(AF_UNIX, SOCK_STREAM, 0, sockets[i]) < 0 ||
		    setsockopt(sockets[i][0], SOL_SOCKET, SO_SNDBUF, &size,
			sizeof size) < 0)
			return 1;
	for (int i = 1; i < NTHREADS; i++)
		starts[i](stacks[i] + STACK, sockets[i][0]);
	for (int i = 0; i < NROUNDS; i++)
		for (int other = 1; other < NTHREADS; other++) {
			work(0);
			give(sockets[other][0]);
		}
	_exit(0);
}
