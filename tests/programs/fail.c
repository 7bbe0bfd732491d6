/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A library to be preloaded: makes one call of a function fail in cg-collect,
 * and in no other program.
 *
 *	FAIL=FUNCTION	the function: malloc (realloc and calloc, too), opendir,
 *			readdir or unlinkat
 *	FAIL_NTH=N	the number of the call that fails [1]
 *	FAIL_IN_CLEANUP=1  in the process that removes the private folder
 * instead
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *chosen;
static long nth;
static int in_cleanup;
static pid_t collector;

__attribute__((constructor)) static void
start(void)
{
	const char *n = getenv("FAIL_NTH");

	if (strcmp(program_invocation_short_name, "cg-collect") != 0)
		return;
	chosen = getenv("FAIL");
	nth = n != NULL ? atol(n) : 1;
	in_cleanup = getenv("FAIL_IN_CLEANUP") != NULL;
	collector = getpid();
}

static int
fails(const char *function, int error)
{
	if (chosen == NULL || strcmp(chosen, function) != 0 ||
	    (getpid() != collector) != in_cleanup || --nth != 0)
		return 0;
	errno = error;
	return 1;
}

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *old, size_t size);

void *
malloc(size_t size)
{
	return fails("malloc", ENOMEM) ? NULL : __libc_malloc(size);
}

void *
calloc(size_t n, size_t size)
{
	return fails("malloc", ENOMEM) ? NULL : __libc_calloc(n, size);
}

void *
realloc(void *old, size_t size)
{
	return fails("malloc", ENOMEM) ? NULL : __libc_realloc(old, size);
}

DIR *
opendir(const char *path)
{
	DIR *(*real)(const char *) =
	    (DIR * (*)(const char *)) dlsym(RTLD_NEXT, "opendir");

	return fails("opendir", EMFILE) ? NULL : real(path);
}

struct dirent *
readdir(DIR *folder)
{
	struct dirent *(*real)(DIR *) =
	    (struct dirent * (*)(DIR *)) dlsym(RTLD_NEXT, "readdir");

	return fails("readdir", EIO) ? NULL : real(folder);
}

int
unlinkat(int folder, const char *path, int flags)
{
	int (*real)(int, const char *, int) =
	    (int (*)(int, const char *, int))dlsym(RTLD_NEXT, "unlinkat");

	return fails("unlinkat", EIO) ? -1 : real(folder, path, flags);
}
