/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * If cg-names dies on an object, a new process is asked for its symbols only, and
 * then about the next object.
 */
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#include "client.h"
#include "object_names.h"
#include "protocol.h"

static bool
start(struct client *client)
{
	if (client->runs)
		return true;
	client->server.may_wait = client->options->debuginfod;
	client->runs = server_start(&client->server, client->error) == 0;
	return client->runs;
}

/* Returns why it ended without an answer; NULL with the error set if it will never
 * give one. */
static const char *
stop(struct client *client)
{
	int status = server_kill(&client->server);

	client->runs = false;
	if (server_refused(status, client->error))
		return NULL;
	if (WIFEXITED(status) && WEXITSTATUS(status) == NAMES_NO_MEMORY)
		return "reading its debug information needs too much memory";
	if (client->server.is_late ||
	    (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU))
		return "reading its debug information takes too long";
	return "reading its debug information failed";
}

static size_t
size_of(const char *string)
{
	return string == NULL ? 1 : strlen(string) + 1;
}

static bool
send_strings(struct client *client, const char *const *strings, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!server_send(&client->server,
			strings[i] == NULL ? "" : strings[i],
			size_of(strings[i])))
			return false;
	return true;
}

bool
client_send(struct client *client, const struct client_request *request)
{
	const struct names_options *options = client->options;
	const char *const object[] = {request->path, request->build_id};
	struct names_request head = {
	    .flags = request->flags,
	    .ndirectories = (uint32_t)options->ndirectories,
	    .size = size_of(request->path) + size_of(request->build_id),
	    .naddresses = request->naddresses,
	};

	for (size_t i = 0; i < options->ndirectories; i++)
		head.size += size_of(options->directories[i]);
	for (size_t i = 0; i < request->nstrings; i++)
		head.size += size_of(request->strings[i]);
	return server_send(&client->server, &head, sizeof(head)) &&
	       send_strings(client, object, 2) &&
	       send_strings(
		   client, options->directories, options->ndirectories) &&
	       send_strings(client, request->strings, request->nstrings) &&
	       server_send(&client->server, request->addresses,
		   request->naddresses * sizeof(*request->addresses));
}

int
client_ask_once(struct client *client,
    bool (*talk)(struct client *client, uint32_t flags, void *question),
    uint32_t flags, void *question, const char **problem)
{
	if (!start(client))
		return -1;
	if (talk(client, flags, question))
		return 1;
	*problem = stop(client);
	return *problem != NULL ? 0 : -1;
}

int
client_ask(struct client *client,
    bool (*talk)(struct client *client, uint32_t flags, void *question),
    uint32_t flags, void *question, const char **problem)
{
	const char *again;
	int status;

	flags |= (client->options->debuginfod ? NAMES_DEBUGINFOD : 0) |
		 (client->options->inlined ? NAMES_INLINED : 0) |
		 (client->options->keys ? NAMES_KEYS : 0);
	status = client_ask_once(client, talk, flags, question, problem);
	if (status != 0)
		return status;
	return client_ask_once(
	    client, talk, flags | NAMES_NO_LINES, question, &again);
}

void
client_end(struct client *client)
{
	if (client->runs)
		server_end(&client->server);
	client->runs = false;
}
