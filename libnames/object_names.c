/* SPDX-License-Identifier: BSD-2-Clause */
/* Asks about all objects, and makes equal places the same. */
#include <stdlib.h>

#include "cgfmt.h"
#include "libcli/cli.h"
#include "answer.h"
#include "client.h"
#include "interned.h"
#include "object_names.h"

struct object_names {
	struct answer *answers; /* one for each object */
	const char **problems;  /* the same; NULL: as the answer says */
	size_t n;
	struct names_inlined *inlined; /* of all answers, in their order */
	size_t ninlined;
	struct names_place *places;       /* of all runs, one after the other */
	const struct names_place **found; /* of all addresses */
};

/* --- one object ----------------------------------------------------------- */

struct place_question {
	const struct names_object *object;
	struct answer *answer;
};

static bool
talk(struct client *client, uint32_t flags, void *data)
{
	struct place_question *question = data;
	const struct names_object *object = question->object;
	struct client_request request = {
	    .flags = flags,
	    .path = object->path,
	    .build_id = object->build_id,
	    .addresses = object->addresses,
	    .naddresses = object->naddresses,
	};

	if (client_send(client, &request) &&
	    answer_receive(
		question->answer, &client->server, object->naddresses))
		return true;
	answer_release(question->answer);
	return false;
}

static int
ask(struct client *client, const struct names_object *object,
    struct answer *answer, const char **problem)
{
	struct place_question question = {object, answer};

	if (object->naddresses == 0)
		return 0;
	return client_ask(client, talk, 0, &question, problem);
}

/* --- all answers ---------------------------------------------------------- */

static void
intern_strings(struct object_names *names)
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
fill_inlined(struct object_names *names)
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
fill_places(struct object_names *names)
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
			place->is_told_apart = run->is_told_apart != 0;
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
hand_out(struct object_names *names, struct names_object *objects)
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
		objects[i].ncompilers = a->compilers.n;
		if (a->compilers.n > 0)
			objects[i].compilers = &a->strings[a->compilers.first];
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

struct object_names *
object_names_find(struct names_object *objects, size_t nobjects,
    const struct names_options *options, struct cg_error *error)
{
	struct client client = {.options = options, .error = error};
	struct object_names *names = cli_alloc(1, sizeof(*names));
	int status = 0;

	names->n = nobjects;
	names->answers = cli_alloc(nobjects, sizeof(*names->answers));
	names->problems = cli_alloc(nobjects, sizeof(*names->problems));
	for (size_t i = 0; i < nobjects && status >= 0; i++)
		status = ask(&client, &objects[i], &names->answers[i],
		    &names->problems[i]);
	client_end(&client);
	if (status < 0) {
		object_names_free(names);
		return NULL;
	}
	intern_strings(names);
	fill_inlined(names);
	fill_places(names);
	hand_out(names, objects);
	return names;
}

size_t
object_names_count_inlined(const struct object_names *names)
{
	return names->ninlined;
}

void
object_names_free(struct object_names *names)
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
