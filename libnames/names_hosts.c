/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Asks where functions were inlined, one object after the other.  If cg-names
 * dies on one, that object has no answer.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "answer.h"
#include "client.h"
#include "object_names.h"
#include "protocol.h"

struct host_question {
	const char *path, *pattern;
	struct answer *answer;
};

static bool
talk(struct client *client, uint32_t flags, void *data)
{
	struct host_question *question = data;
	struct client_request request = {
	    .flags = flags,
	    .path = question->path,
	    .strings = &question->pattern,
	    .nstrings = 1,
	};

	if (client_send(client, &request) &&
	    answer_receive(question->answer, &client->server, 0))
		return true;
	answer_release(question->answer);
	return false;
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
names_hosts_find(struct names_hosts *hosts, const char *pattern,
    const char *const *paths, size_t npaths,
    const struct names_options *options, struct cg_error *error)
{
	struct client client = {.options = options, .error = error};
	const char *problem;
	int status = 0;

	*hosts = (struct names_hosts){.nanswers = npaths};
	hosts->answers = cli_alloc(npaths, sizeof(*hosts->answers));
	for (size_t i = 0; i < npaths && status >= 0; i++) {
		struct host_question question = {
		    paths[i], pattern, &hosts->answers[i]};

		status = client_ask_once(
		    &client, talk, NAMES_HOSTS, &question, &problem);
	}
	client_end(&client);
	if (status < 0)
		return -1;
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
