/* SPDX-License-Identifier: BSD-2-Clause */
/* Asks cg-names about one object after the other. */
#ifndef LIBNAMES_CLIENT_H
#define LIBNAMES_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server.h"

struct cg_error;
struct names_options;

struct client {
	const struct names_options *options;
	struct cg_error *error;
	struct server server;
	bool runs;
};

/* What is asked about an object; NULL strings are sent as "". */
struct client_request {
	uint32_t flags;
	const char *path, *build_id;
	const char *const *strings; /* after the directories */
	size_t nstrings;
	const uint64_t *addresses;
	size_t naddresses;
};

/* Sends the request, with the directories of the options.  False if that fails. */
bool client_send(struct client *client, const struct client_request *request);

/*
 * Lets `talk` send a request with the flags and receive the answer; it returns
 * false, and leaves nothing to release, if no answer comes.  Starts cg-names if it
 * does not run.  Returns 1, 0 with *problem set if cg-names died, or -1 on an error,
 * if it cannot be started or has another version.
 */
int client_ask_once(struct client *client,
    bool (*talk)(struct client *client, uint32_t flags, void *question),
    uint32_t flags, void *question, const char **problem);

/* The same, but if cg-names dies, asks for what symbols say.  Flags that the options
 * ask for are added. */
int client_ask(struct client *client,
    bool (*talk)(struct client *client, uint32_t flags, void *question),
    uint32_t flags, void *question, const char **problem);

/* Ends cg-names after all answers. */
void client_end(struct client *client);

#endif
