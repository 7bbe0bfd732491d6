/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Asks servers through elfutils' library, which is loaded only then: it brings
 * 20 other libraries, and many systems do not have it.
 */
#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "debuginfod.h"
#include "libcli/cli.h"

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

/* why servers cannot be asked for debug files */
static struct {
	const char *text; /* NULL: they can */
	bool is_said;
} failure;

char *
debuginfod_fetch(const char *build_id)
{
	struct library library = {0};
	char *path = NULL;
	void *client;
	int fd;

	if (failure.text != NULL)
		return NULL;
	client = load(&library) < 0 ? NULL : library.begin();
	if (client == NULL) {
		failure.text = "no debug information is fetched: "
			       "libdebuginfod is not installed";
		return NULL;
	}
	fd = library.find(client, (const unsigned char *)build_id, 0, &path);
	if (fd >= 0)
		close(fd);
	else
		path = NULL;
	if (fd == -ENOSYS)
		failure.text = "no debug information is fetched: "
			       "DEBUGINFOD_URLS is not set";
	else if (fd < 0 && !is_of_file(-fd))
		failure.text = "no debug information is fetched: asking the "
			       "servers of DEBUGINFOD_URLS failed";
	library.end(client);
	return path;
}

const char *
debuginfod_failure(void)
{
	const char *text = failure.is_said ? NULL : failure.text;

	failure.is_said |= text != NULL;
	return text;
}

char *
debuginfod_fetch_source(struct debuginfod *connections, const char *build_id,
    const char *source, char **copy)
{
	struct library library = {0};
	int fd;

	*copy = NULL;
	if (load(&library) < 0)
		return cli_format("libdebuginfod is not installed");
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
	if (fd == -ENOSYS)
		return cli_format("DEBUGINFOD_URLS is not set");
	if (fd < 0 && !is_of_file(-fd))
		return cli_format(
		    "asking the servers of DEBUGINFOD_URLS failed: %s",
		    strerror(-fd));
	return cli_copy("", 0);
}

void
debuginfod_end(struct debuginfod *connections)
{
	struct library library = {0};

	if (connections->client != NULL && load(&library) == 0)
		library.end(connections->client);
}
