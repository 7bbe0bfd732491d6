/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Asks servers through elfutils' library, which is loaded only then: it brings
 * 20 other libraries, and many systems do not have it.
 */
#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "libcli/cli.h"
#include "debuginfod.h"

/* the functions of libdebuginfod.so.1 */
struct library {
	void *(*begin)(void);
	/* `len` is 0 if the ID is a string; returns a descriptor or -errno */
	int (*find)(
	    void *client, const unsigned char *id, int len, char **path);
	int (*find_source)(void *client, const unsigned char *id, int len,
	    const char *source, char **path);
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
	*(void **)&library->find_source =
	    dlsym(loaded, "debuginfod_find_source");
	*(void **)&library->end = dlsym(loaded, "debuginfod_end");
	return library->begin != NULL && library->find != NULL &&
		       library->find_source != NULL && library->end != NULL
		   ? 0
		   : -1;
}

/* True for errors that say nothing about the servers: none has the file, or there
 * can be no such source. */
static bool
is_of_file(int error)
{
	return error == ENOENT || error == EINVAL || error == ENAMETOOLONG;
}

static const char not_set[] = "DEBUGINFOD_URLS is not set",
		  failed[] = "asking the servers of DEBUGINFOD_URLS failed",
		  not_installed[] = "libdebuginfod is not installed";

/* Returns why a request could not be made, or NULL if it could. */
static const char *
trouble(int result)
{
	if (result == -ENOSYS)
		return not_set;
	return result < 0 && !is_of_file(-result) ? failed : NULL;
}

/* why servers cannot be asked for debug files */
static struct {
	const char *reason; /* NULL: they can */
	bool is_said;
} failure;

char *
debuginfod_fetch(const char *build_id)
{
	struct library library = {0};
	char *path = NULL;
	void *client;
	int fd;

	if (failure.reason != NULL)
		return NULL;
	client = load(&library) < 0 ? NULL : library.begin();
	if (client == NULL) {
		failure.reason = not_installed;
		return NULL;
	}
	fd = library.find(client, (const unsigned char *)build_id, 0, &path);
	if (fd >= 0)
		close(fd);
	else
		path = NULL;
	failure.reason = trouble(fd);
	library.end(client);
	return path;
}

const char *
debuginfod_failure(void)
{
	static char text[128];

	if (failure.reason == NULL || failure.is_said)
		return NULL;
	failure.is_said = true;
	snprintf(text, sizeof(text), "no debug information is fetched: %s",
	    failure.reason);
	return text;
}

char *
debuginfod_fetch_source(struct debuginfod *connections, const char *build_id,
    const char *source, char **copy)
{
	struct library library = {0};
	const char *reason;
	int fd;

	*copy = NULL;
	if (load(&library) < 0)
		return cli_format("%s", not_installed);
	/* a server that does not answer in time is not asked three times */
	setenv("DEBUGINFOD_RETRY_LIMIT", "0", 0);
	if (connections->client == NULL)
		connections->client = library.begin();
	if (connections->client == NULL)
		return cli_format("libdebuginfod cannot be used");
	fd = library.find_source(connections->client,
	    (const unsigned char *)build_id, 0, source, copy);
	if (fd >= 0)
		close(fd);
	else
		*copy = NULL;
	reason = trouble(fd);
	if (reason == failed)
		return cli_format("%s: %s", failed, strerror(-fd));
	return cli_format("%s", reason == NULL ? "" : reason);
}

void
debuginfod_end(struct debuginfod *connections)
{
	struct library library = {0};

	if (connections->client != NULL && load(&library) == 0)
		library.end(connections->client);
}
