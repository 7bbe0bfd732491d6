/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Asks one cg-names for all sources, because it keeps its connections to
 * servers.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgfmt.h"
#include "libcli/cli.h"
#include "answer.h"
#include "object_names.h"
#include "server.h"

struct names_sources {
	struct server server;
	bool runs;
};

struct names_sources *
names_sources_new(void)
{
	return cli_alloc(1, sizeof(struct names_sources));
}

static bool
send_request(struct server *server, const char *build_id, const char *path)
{
	size_t path_size = strlen(path) + 1, id_size = strlen(build_id) + 1;
	struct names_request request = {
	    .flags = NAMES_DEBUGINFOD | NAMES_SOURCE,
	    .size = path_size + id_size,
	};

	return server_send(server, &request, sizeof(request)) &&
	       server_send(server, path, path_size) &&
	       server_send(server, build_id, id_size);
}

int
names_sources_fetch(struct names_sources *sources, const char *build_id,
    const char *path, char **copy, struct cg_error *error)
{
	struct server *server = &sources->server;
	struct answer answer = {0};
	int status = 0;

	server->may_wait = true;
	if (!sources->runs && server_start(server, error) < 0)
		return -1;
	sources->runs = true;
	if (!send_request(server, build_id, path) ||
	    !answer_receive(&answer, server, 0)) {
		sources->runs = false;
		if (!server_refused(server_kill(server), error))
			snprintf(error->text, sizeof(error->text),
			    "cg-names ended without an answer");
		status = -1;
	} else if (answer.strings[0][0] != '\0') {
		snprintf(
		    error->text, sizeof(error->text), "%s", answer.strings[0]);
		status = -1;
	} else if (answer.nstrings > 1) {
		*copy = cli_copy(answer.strings[1], strlen(answer.strings[1]));
		status = 1;
	}
	answer_release(&answer);
	return status;
}

void
names_sources_free(struct names_sources *sources)
{
	if (sources->runs)
		server_end(&sources->server);
	free(sources);
}
