/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Asks where functions were inlined, one object after the other.  If cg-names
 * dies on one, that object has no answer.
 */
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "libcli/cli.h"
#include "names.h"
#include "server.h"

static bool
send_string(struct server *server, const char *string)
{
	return server_send(server, string, strlen(string) + 1);
}

static bool
send_request(struct server *server, const char *path, const char *pattern,
    const struct names_options *options)
{
	static const char build_id[] = "";
	struct names_request request = {
	    .flags = NAMES_HOSTS,
	    .ndirectories = (uint32_t)options->ndirectories,
	    .size = strlen(path) + 1 + sizeof(build_id) + strlen(pattern) + 1,
	};

	for (size_t i = 0; i < options->ndirectories; i++)
		request.size += strlen(options->directories[i]) + 1;
	if (!server_send(server, &request, sizeof(request)) ||
	    !send_string(server, path) || !send_string(server, build_id))
		return false;
	for (size_t i = 0; i < options->ndirectories; i++)
		if (!send_string(server, options->directories[i]))
			return false;
	return send_string(server, pattern);
}

static int
compare_hosts(const void *a, const void *b)
{
	const struct names_host *x = a, *y = b;
	int order = strcmp(x->function, y->function);

	return order != 0 ? order : strcmp(x->host, y->host);
}

/* Lists the pairs of all answers, each once. */
static void
list_hosts(struct names_hosts *hosts)
{
	size_t n = 0;

	for (size_t i = 0; i < hosts->nanswers; i++)
		n += hosts->answers[i].nstrings / 2;
	hosts->list = cli_alloc(n, sizeof(*hosts->list));
	n = 0;
	for (size_t i = 0; i < hosts->nanswers; i++) {
		const struct answer *a = &hosts->answers[i];

		/* the first string is the problem */
		for (size_t j = 1; j + 1 < a->nstrings; j += 2)
			hosts->list[n++] = (struct names_host){
			    a->strings[j], a->strings[j + 1]};
	}
	if (n > 0)
		qsort(hosts->list, n, sizeof(*hosts->list), compare_hosts);
	for (size_t i = 0; i < n; i++)
		if (hosts->n == 0 || compare_hosts(&hosts->list[hosts->n - 1],
					 &hosts->list[i]) != 0)
			hosts->list[hosts->n++] = hosts->list[i];
}

int
names_find_hosts(struct names_hosts *hosts, const char *pattern,
    const char *const *paths, size_t npaths,
    const struct names_options *options, struct cg_error *error)
{
	struct server server = {.may_wait = false};
	bool runs = false;

	*hosts = (struct names_hosts){.nanswers = npaths};
	hosts->answers = cli_alloc(npaths, sizeof(*hosts->answers));
	for (size_t i = 0; i < npaths; i++) {
		if (!runs && server_start(&server, error) < 0)
			return -1;
		runs = send_request(&server, paths[i], pattern, options) &&
		       answer_receive(&hosts->answers[i], &server, 0);
		if (!runs) {
			server_kill(&server);
			answer_release(&hosts->answers[i]);
		}
	}
	if (runs)
		server_end(&server);
	list_hosts(hosts);
	return 0;
}

void
names_hosts_release(struct names_hosts *hosts)
{
	for (size_t i = 0; i < hosts->nanswers; i++)
		answer_release(&hosts->answers[i]);
	free(hosts->answers);
	free(hosts->list);
}
