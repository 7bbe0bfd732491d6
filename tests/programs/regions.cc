/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Regions that are entered and left in all ways.  Each argument names what to do; work(n)
 * costs the same in each region.
 */
#include <cg-tools/regions.h>

#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

static volatile unsigned sink;
static std::jmp_buf environment;

extern "C" __attribute__((noinline)) void
work(int n)
{
	for (int i = 0; i < n; i++)
		sink = sink + 1;
}

static void
nested()
{
	for (int i = 0; i < 3; i++)
		CG_REGION("outer") {
			work(10);
			for (int k = 0; k < 2; k++)
				CG_REGION("inner") work(20);
		}
}

__attribute__((noinline)) static int
recursion(int n)
{
	int depth = 0;

	CG_REGION("rec") {
		work(10);
		depth = n > 0 ? recursion(n - 1) + 1 : 0;
	}
	return depth;
}

__attribute__((noinline)) static void
jumps()
{
	CG_REGION("jumps") {
		work(10);
		std::longjmp(environment, 1);
	}
}

__attribute__((noinline)) static void
throws()
{
	CG_REGION("throws") {
		work(10);
		throw 1;
	}
}

static void
left()
{
	CG_REGION("outer") {
		if (setjmp(environment) == 0)
			jumps();
		work(100);
		try {
			throws();
		} catch (int) {
			work(100);
		}
	}
	for (int i = 0; i < 4; i++)
		CG_REGION("block") {
			if (i == 1)
				continue;
			if (i == 3)
				break;
			work(10);
		}
	work(1000);
}

static void
handler(int)
{
	CG_REGION("handler") work(10);
	cg_enter("unended");
	work(10);
}

static void
signals()
{
	std::signal(SIGUSR1, handler);
	CG_REGION("outer") {
		work(10);
		std::raise(SIGUSR1);
		work(10);
	}
}

static void
threads()
{
	CG_REGION("outer") {
		std::thread thread([] {
			work(10);
			CG_REGION("inner") work(20);
		});

		thread.join();
	}
}

static void
forks()
{
	CG_REGION("outer") {
		if (fork() == 0) {
			work(10);
			CG_REGION("child") work(20);
			_exit(0);
		}
		wait(nullptr);
	}
}

static void
unbalanced()
{
	cg_enter("first");
	cg_enter("second");
	work(10);
	cg_leave("first");
	cg_leave("third");
	work(20);
}

static void
names()
{
	std::string large(10000, 'n');

	CG_REGION("a\nb;c") work(10);
	CG_REGION(large.c_str()) work(10);
	CG_REGION("") work(10);
	cg_enter(nullptr);
	cg_enter(reinterpret_cast<const char *>(8));
}

static void
many()
{
	char name[16];

	for (int i = 0; i < 10000; i++) {
		std::snprintf(name, sizeof(name), "r%d", i);
		CG_REGION(name) work(1);
	}
}

static void
counts()
{
	unsigned long long before[2] = {0}, after[2] = {0};
	unsigned int n = cg_counts(before, 2);

	work(1000);
	cg_counts(after, 2);
	std::printf("%u %llu\n", n, after[0] - before[0]);
}

int
main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*run)();
	} all[] = {
	    {"nested", nested}, {"left", left}, {"signals", signals},
	    {"threads", threads}, {"forks", forks}, {"names", names},
	    {"unbalanced", unbalanced}, {"many", many}, {"counts", counts},
	};

	for (int i = 1; i < argc; i++)
		for (const auto &one : all)
			if (std::strcmp(argv[i], one.name) == 0)
				one.run();
	if (argc > 2 && std::strcmp(argv[1], "recursion") == 0)
		CG_REGION("outer") recursion(std::atoi(argv[2]));
	return 0;
}
