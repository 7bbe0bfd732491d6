/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Receives and checks an answer.  The server may have read a hostile object, so
 * nothing is believed that this side can check.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "answer.h"

/* no object has more names of what was executed */
enum {
	MOST_TEXT = 1 << 30,
	MOST_SCOPES = 1 << 25,
};

/* True if no control character could forge a line of a profile. */
static bool
is_clean(const char *text, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if ((text[i] > '\0' && text[i] < ' ') || text[i] == 0x7f)
			return false;
	return true;
}

bool
answer_receive_strings(struct server *server, uint64_t size, uint64_t n,
    char **text, const char ***strings)
{
	const char *next, *end;

	if (size == 0 || size > MOST_TEXT || n == 0 || n > size)
		return false;
	*text = malloc(size);
	if (*text == NULL || !server_receive(server, *text, size) ||
	    (*text)[size - 1] != '\0' || !is_clean(*text, size))
		return false;
	*strings = cli_alloc(n, sizeof(**strings));
	next = *text;
	end = next + size;
	for (size_t i = 0; i < n; i++) {
		if (next == end)
			return false;
		(*strings)[i] = next;
		next += strlen(next) + 1;
	}
	return next == end;
}

static bool
receive_scopes(struct answer *answer, struct server *server)
{
	answer->scopes = cli_alloc(answer->nscopes, sizeof(*answer->scopes));
	if (!server_receive(server, answer->scopes,
		answer->nscopes * sizeof(*answer->scopes)))
		return false;
	for (size_t i = 0; i < answer->nscopes; i++) {
		const struct names_scope *scope = &answer->scopes[i];

		if (scope->function == 0 ||
		    scope->function >= answer->nstrings ||
		    scope->file >= answer->nstrings || scope->line < 0 ||
		    scope->call_file >= answer->nstrings ||
		    scope->call_line < 0 || scope->caller > i)
			return false;
	}
	return true;
}

static bool
receive_runs(struct answer *answer, struct server *server, size_t n)
{
	size_t left = n;

	answer->runs = cli_alloc(answer->nruns, sizeof(*answer->runs));
	if (!server_receive(
		server, answer->runs, answer->nruns * sizeof(*answer->runs)))
		return false;
	for (size_t i = 0; i < answer->nruns; i++) {
		const struct names_run *run = &answer->runs[i];

		if (run->n > left || run->file >= answer->nstrings ||
		    run->function >= answer->nstrings || run->line < 0 ||
		    run->scope > answer->nscopes)
			return false;
		left -= run->n;
	}
	return left == 0;
}

bool
answer_receive(struct answer *answer, struct server *server, size_t n)
{
	struct names_answer head;

	if (!server_receive(server, &head, sizeof(head)) ||
	    head.nscopes > MOST_SCOPES || head.nruns > n ||
	    head.compilers.first > head.nstrings ||
	    head.compilers.n > head.nstrings - head.compilers.first)
		return false;
	answer->nstrings = head.nstrings;
	answer->nscopes = head.nscopes;
	answer->nruns = head.nruns;
	answer->compilers = head.compilers;
	return answer_receive_strings(server, head.size, head.nstrings,
		   &answer->text, &answer->strings) &&
	       receive_scopes(answer, server) &&
	       receive_runs(answer, server, n);
}

void
answer_release(struct answer *answer)
{
	free(answer->text);
	free(answer->strings);
	free(answer->scopes);
	free(answer->runs);
	*answer = (struct answer){0};
}
