/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Asks servers through elfutils' library, which is loaded only then: it brings
 * 20 other libraries, and many systems do not have it.
 */
#include <dlfcn.h>
#include <stddef.h>
#include <unistd.h>

#include "debuginfod.h"

/* the functions of libdebuginfod.so.1 */
struct library {
	void *(*begin)(void);
	/* `len` is 0 if the ID is a string; returns a descriptor or -errno */
	int (*find)(
	    void *client, const unsigned char *id, int len, char **path);
	void (*end)(void *client);
};

static int
load(struct library *library)
{
	void *loaded = dlopen("libdebuginfod.so.1", RTLD_LAZY);

	if (loaded == NULL)
		return -1;
	/* POSIX's way to assign a function */
	*(void **)&library->begin = dlsym(loaded, "debuginfod_begin");
	*(void **)&library->find = dlsym(loaded, "debuginfod_find_debuginfo");
	*(void **)&library->end = dlsym(loaded, "debuginfod_end");
	return library->begin != NULL && library->find != NULL &&
		       library->end != NULL
		   ? 0
		   : -1;
}

char *
debuginfod_fetch(const char *build_id)
{
	struct library library = {0};
	char *path = NULL;
	void *client;
	int fd;

	if (load(&library) < 0)
		return NULL;
	client = library.begin();
	if (client == NULL)
		return NULL;
	fd = library.find(client, (const unsigned char *)build_id, 0, &path);
	if (fd >= 0)
		close(fd);
	else
		path = NULL;
	library.end(client);
	return path;
}
