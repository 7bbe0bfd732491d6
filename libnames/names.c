/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Asks cg-names about one object after the other.  If it dies on an object, a
 * new process is asked for its symbols only, and then about the next object.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "answer.h"
#include "cgfmt.h"
#include "interned.h"
#include "libcli/cli.h"
#include "names.h"
#include "server.h"

struct names {
	struct answer *answers; /* one for each object */
	const char **problems;  /* the same; NULL: as the answer says */
	size_t n;
	struct names_inlined *inlined; /* of all answers, in their order */
	size_t ninlined;
	struct names_place *places;       /* of all runs, one after the other */
	const struct names_place **found; /* of all addresses */
};

struct client {
	const struct names_options *options;
	struct server server;
	bool runs;
	struct cg_error *error;
};

/* --- the server ----------------------------------------------------------- */

static bool
start(struct client *client)
{
	if (client->runs)
		return true;
	client->server.may_wait = client->options->debuginfod;
	client->runs = server_start(&client->server, client->error) == 0;
	return client->runs;
}

/* why it ended without an answer */
static const char *
stop(struct client *client)
{
	int status = server_kill(&client->server);

	client->runs = false;
	if (WIFEXITED(status) && WEXITSTATUS(status) == NAMES_NO_MEMORY)
		return "reading its debug information needs too much memory";
	if (client->server.is_late ||
	    (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU))
		return "reading its debug information takes too long";
	return "reading its debug information failed";
}

/* --- one object ----------------------------------------------------------- */

static size_t
size_of(const char *string)
{
	return string == NULL ? 1 : strlen(string) + 1;
}

static bool
send_string(struct client *client, const char *string)
{
	return server_send(
	    &client->server, string == NULL ? "" : string, size_of(string));
}

static bool
send_request(
    struct client *client, const struct names_object *object, uint32_t flags)
{
	const struct names_options *options = client->options;
	struct names_request request = {
	    .flags = flags,
	    .ndirectories = (uint32_t)options->ndirectories,
	    .size = size_of(object->path) + size_of(object->build_id),
	    .naddresses = object->naddresses,
	};

	for (size_t i = 0; i < options->ndirectories; i++)
		request.size += size_of(options->directories[i]);
	if (!server_send(&client->server, &request, sizeof(request)) ||
	    !send_string(client, object->path) ||
	    !send_string(client, object->build_id))
		return false;
	for (size_t i = 0; i < options->ndirectories; i++)
		if (!send_string(client, options->directories[i]))
			return false;
	return server_send(&client->server, object->addresses,
	    object->naddresses * sizeof(*object->addresses));
}

/* 1, 0 with *problem set if cg-names died, or -1 if it cannot be started */
static int
ask_once(struct client *client, const struct names_object *object,
    uint32_t flags, struct answer *answer, const char **problem)
{
	if (!start(client))
		return -1;
	if (send_request(client, object, flags) &&
	    answer_receive(answer, &client->server, object->naddresses))
		return 1;
	answer_release(answer);
	*problem = stop(client);
	return 0;
}

static int
ask(struct client *client, const struct names_object *object,
    struct answer *answer, const char **problem)
{
	const char *again;
	uint32_t flags = (client->options->debuginfod ? NAMES_DEBUGINFOD : 0) |
			 (client->options->inlined ? NAMES_INLINED : 0);
	int status;

	if (object->naddresses == 0)
		return 0;
	status = ask_once(client, object, flags, answer, problem);
	if (status != 0)
		return status;
	return ask_once(client, object, flags | NAMES_NO_LINES, answer, &again);
}

/* --- all answers ---------------------------------------------------------- */

static void
intern_strings(struct names *names)
{
	const char ***variables;
	size_t n = 0;

	for (size_t i = 0; i < names->n; i++)
		n += names->answers[i].nstrings;
	variables = cli_alloc(n, sizeof(*variables));
	n = 0;
	for (size_t i = 0; i < names->n; i++)
		for (size_t j = 1; j < names->answers[i].nstrings; j++)
			variables[n++] = &names->answers[i].strings[j];
	interned_strings(variables, n);
	free(variables);
}

static const char *
string(const struct answer *answer, uint32_t number)
{
	return number == 0 ? NULL : answer->strings[number];
}

static void
fill_inlined(struct names *names)
{
	struct names_inlined *inlined;

	for (size_t i = 0; i < names->n; i++)
		names->ninlined += names->answers[i].nscopes;
	inlined = names->inlined = cli_alloc(names->ninlined, sizeof(*inlined));
	for (size_t i = 0; i < names->n; i++) {
		const struct answer *a = &names->answers[i];

		for (size_t j = 0; j < a->nscopes; j++) {
			const struct names_scope *scope = &a->scopes[j];

			inlined[j] = (struct names_inlined){
			    .function = string(a, scope->function),
			    .file = string(a, scope->file),
			    .line = scope->line,
			    .caller = scope->caller == 0
					  ? NULL
					  : &inlined[scope->caller - 1],
			    .call_file = string(a, scope->call_file),
			    .call_line = scope->call_line,
			    .entry = scope->entry,
			    .number = (size_t)(&inlined[j] - names->inlined),
			};
		}
		inlined += a->nscopes;
	}
}

static void
fill_places(struct names *names)
{
	const struct names_inlined *inlined = names->inlined;
	struct names_place *place;
	size_t n = 0;

	for (size_t i = 0; i < names->n; i++)
		n += names->answers[i].nruns;
	place = names->places = cli_alloc(n, sizeof(*place));
	for (size_t i = 0; i < names->n; i++) {
		const struct answer *a = &names->answers[i];

		for (size_t j = 0; j < a->nruns; j++) {
			const struct names_run *run = &a->runs[j];

			place->file = string(a, run->file);
			place->function = string(a, run->function);
			place->line = run->line;
			place->is_declaration = run->is_declaration != 0;
			if (run->scope != 0)
				place->inlined = &inlined[run->scope - 1];
			place++;
		}
		inlined += a->nscopes;
	}
}

static bool
is_known(const struct names_place *place)
{
	return place->file != NULL || place->function != NULL ||
	       place->line != 0 || place->inlined != NULL;
}

/* Sets the places of each object, one for each address. */
static void
hand_out(struct names *names, struct names_object *objects)
{
	const struct names_place **found, **same, **next;
	size_t nplaces = 0, naddresses = 0;

	for (size_t i = 0; i < names->n; i++) {
		nplaces += names->answers[i].nruns;
		naddresses += objects[i].naddresses;
	}
	same = next = cli_alloc(nplaces, sizeof(*same));
	interned_places(names->places, same, nplaces);
	found = names->found = cli_alloc(naddresses, sizeof(*found));
	for (size_t i = 0; i < names->n; i++) {
		const struct answer *a = &names->answers[i];
		size_t address = 0;

		objects[i].places = found;
		objects[i].problem = names->problems[i];
		if (objects[i].problem == NULL && a->nstrings > 0 &&
		    a->strings[0][0] != '\0')
			objects[i].problem = a->strings[0];
		for (size_t j = 0; j < a->nruns; j++, next++)
			for (size_t k = 0; k < a->runs[j].n; k++)
				found[address++] =
				    is_known(*next) ? *next : NULL;
		found += objects[i].naddresses;
	}
	free(same);
}

struct names *
names_find(struct names_object *objects, size_t nobjects,
    const struct names_options *options, struct cg_error *error)
{
	struct client client = {.options = options, .error = error};
	struct names *names = cli_alloc(1, sizeof(*names));
	int status = 0;

	names->n = nobjects;
	names->answers = cli_alloc(nobjects, sizeof(*names->answers));
	names->problems = cli_alloc(nobjects, sizeof(*names->problems));
	for (size_t i = 0; i < nobjects && status >= 0; i++)
		status = ask(&client, &objects[i], &names->answers[i],
		    &names->problems[i]);
	if (client.runs)
		server_end(&client.server);
	if (status < 0) {
		names_free(names);
		return NULL;
	}
	intern_strings(names);
	fill_inlined(names);
	fill_places(names);
	hand_out(names, objects);
	return names;
}

size_t
names_count_inlined(const struct names *names)
{
	return names->ninlined;
}

void
names_free(struct names *names)
{
	if (names == NULL)
		return;
	for (size_t i = 0; i < names->n; i++)
		answer_release(&names->answers[i]);
	free(names->answers);
	free(names->problems);
	free(names->inlined);
	free(names->places);
	free(names->found);
	free(names);
}
