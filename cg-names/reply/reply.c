/* SPDX-License-Identifier: BSD-2-Clause */
/* Collects strings and runs, and writes them as protocol.h says. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cgfmt.h"
#include "libcli/cli.h"
#include "reply.h"

void
reply_release(struct reply *reply)
{
	free(reply->text);
	free(reply->scopes);
	free(reply->runs);
}

uint32_t
reply_string(struct reply *reply, const char *string)
{
	size_t len = strlen(string);
	/* names that could forge lines of a profile are made clean */
	size_t size = cg_escape(NULL, 0, string, len) + 1;

	while (reply->room - reply->size < size) {
		reply->room = 2 * reply->room + 4096;
		reply->text = cli_resize(reply->text, reply->room, 1);
	}
	cg_escape(reply->text + reply->size, size, string, len);
	reply->size += size;
	return ++reply->nstrings;
}

uint32_t
reply_scope(struct reply *reply, const struct names_scope *scope)
{
	reply->scopes =
	    cli_grow(reply->scopes, reply->nscopes, sizeof(*reply->scopes));
	reply->scopes[reply->nscopes] = *scope;
	return ++reply->nscopes;
}

static bool
is_same(const struct names_run *a, const struct names_run *b)
{
	return a->file == b->file && a->function == b->function &&
	       a->line == b->line && a->scope == b->scope &&
	       a->is_declaration == b->is_declaration &&
	       a->is_told_apart == b->is_told_apart;
}

void
reply_place(struct reply *reply, const struct names_run *place)
{
	struct names_run *last =
	    reply->nruns == 0 ? NULL : &reply->runs[reply->nruns - 1];

	if (last != NULL && is_same(last, place) && last->n < UINT32_MAX) {
		last->n++;
		return;
	}
	reply->runs = cli_grow(reply->runs, reply->nruns, sizeof(*reply->runs));
	reply->runs[reply->nruns++] = *place;
}

bool
reply_put(const void *data, size_t size)
{
	const char *next = data;

	while (size > 0) {
		ssize_t n = write(STDOUT_FILENO, next, size);

		if (n < 0)
			return false;
		next += n;
		size -= (size_t)n;
	}
	return true;
}

bool
reply_write(const struct reply *reply, const char *problem)
{
	size_t size = strlen(problem) + 1;
	struct names_answer head = {
	    .size = size + reply->size,
	    .nstrings = 1 + reply->nstrings,
	    .nscopes = reply->nscopes,
	    .nruns = reply->nruns,
	    .compilers = reply->compilers,
	};

	return reply_put(&head, sizeof(head)) && reply_put(problem, size) &&
	       reply_put(reply->text, reply->size) &&
	       reply_put(
		   reply->scopes, reply->nscopes * sizeof(*reply->scopes)) &&
	       reply_put(reply->runs, reply->nruns * sizeof(*reply->runs));
}
