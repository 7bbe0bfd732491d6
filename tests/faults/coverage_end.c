/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Linked into programs that are built for gcov: tells inject.c that the program
 * has ended, before gcov opens its files.  Destructors of gcov have a priority
 * of at most 100 and run after this one.  _exit runs no destructors, so that
 * its replacement does both.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

extern void __gcov_dump(void);

__attribute__((destructor(101))) static void
end(void)
{
	void (*end_faults)(void);

	*(void **)&end_faults = dlsym(RTLD_DEFAULT, "end_faults");
	if (end_faults != NULL)
		end_faults();
}

void
_exit(int status)
{
	end();
	__gcov_dump();
	_Exit(status);
}
