/* SPDX-License-Identifier: BSD-2-Clause */
/* Asks about the data of all objects, and makes equal types the same. */
#include <stdlib.h>

#include "cgfmt.h"
#include "libcli/cli.h"
#include "client.h"
#include "data_answer.h"
#include "interned.h"
#include "names_data.h"
#include "object_names.h"

struct names_data {
	struct data_answer *answers; /* one for each object */
	const char **problems;       /* the same; NULL: as the answer says */
	size_t n;
	/* of all answers, one after the other */
	struct names_field *fields;
	struct names_type *types;
	const struct names_type **same; /* for each type the first equal one */
	struct names_variable *variables;
	const struct names_variable **found;
};

/* --- one object ----------------------------------------------------------- */

struct data_question {
	const struct names_data_object *object;
	struct data_answer *answer;
};

/* Sends what follows the addresses. */
static bool
send_rest(struct server *server, const struct names_data_object *object)
{
	struct names_data_request head = {object->noffsets, object->nsites};

	if (!server_send(server, &head, sizeof(head)) ||
	    !server_send(server, object->offsets,
		object->noffsets * sizeof(*object->offsets)))
		return false;
	for (size_t i = 0; i < object->nsites; i++) {
		const struct names_site *site = &object->sites[i];
		struct names_asked_site asked = {
		    site->address, site->after, site->unit};

		if (!server_send(server, &asked, sizeof(asked)))
			return false;
	}
	return true;
}

static bool
talk(struct client *client, uint32_t flags, void *data)
{
	struct data_question *question = data;
	const struct names_data_object *object = question->object;
	const char **wanted = cli_alloc(object->nsites, sizeof(*wanted));
	struct client_request request = {
	    .flags = flags,
	    .path = object->path,
	    .build_id = object->build_id,
	    .strings = wanted,
	    .nstrings = object->nsites,
	    .addresses = object->addresses,
	    .naddresses = object->naddresses,
	};
	bool is_answered;

	for (size_t i = 0; i < object->nsites; i++)
		wanted[i] = object->sites[i].wanted;
	is_answered =
	    client_send(client, &request) &&
	    send_rest(&client->server, object) &&
	    data_answer_receive(question->answer, &client->server,
		object->naddresses + object->noffsets, object->nsites);
	if (!is_answered)
		data_answer_release(question->answer);
	free(wanted);
	return is_answered;
}

static int
ask(struct client *client, const struct names_data_object *object,
    struct data_answer *answer, const char **problem)
{
	struct data_question question = {object, answer};

	if (object->naddresses + object->noffsets + object->nsites == 0)
		return 0;
	return client_ask(client, talk, NAMES_DATA, &question, problem);
}

/* --- all answers ---------------------------------------------------------- */

static void
intern_strings(struct names_data *data)
{
	const char ***variables;
	size_t n = 0;

	for (size_t i = 0; i < data->n; i++)
		n += data->answers[i].nstrings;
	variables = cli_alloc(n, sizeof(*variables));
	n = 0;
	for (size_t i = 0; i < data->n; i++)
		for (size_t j = 1; j < data->answers[i].nstrings; j++)
			variables[n++] = &data->answers[i].strings[j];
	interned_strings(variables, n);
	free(variables);
}

static const char *
string(const struct data_answer *answer, uint32_t number)
{
	return number == 0 ? NULL : answer->strings[number];
}

static void
fill_fields(struct names_data *data)
{
	struct names_field *next;
	size_t n = 0;

	for (size_t i = 0; i < data->n; i++)
		n += data->answers[i].nfields;
	next = data->fields = cli_alloc(n, sizeof(*next));
	for (size_t i = 0; i < data->n; i++) {
		const struct data_answer *a = &data->answers[i];

		for (size_t j = 0; j < a->nfields; j++)
			*next++ = (struct names_field){
			    .name = string(a, a->fields[j].name),
			    .offset = a->fields[j].offset,
			    .size = a->fields[j].size,
			    .count = a->fields[j].count,
			    .stride = a->fields[j].stride,
			    .file = string(a, a->fields[j].file),
			    .line = a->fields[j].line,
			};
	}
}

static void
fill_types(struct names_data *data)
{
	const struct names_field *fields = data->fields;
	struct names_type *next;
	size_t n = 0;

	for (size_t i = 0; i < data->n; i++)
		n += data->answers[i].ntypes;
	next = data->types = cli_alloc(n, sizeof(*next));
	data->same = cli_alloc(n, sizeof(*data->same));
	for (size_t i = 0; i < data->n; i++) {
		const struct data_answer *a = &data->answers[i];

		for (size_t j = 0; j < a->ntypes; j++, next++) {
			*next = (struct names_type){
			    .name = string(a, a->types[j].name),
			    .size = a->types[j].size,
			    .fields = fields,
			    .nfields = a->types[j].nfields,
			};
			fields += next->nfields;
		}
	}
	interned_types(data->types, data->same, n);
}

static void
fill_variables(struct names_data *data)
{
	const struct names_type **types = data->same;
	struct names_variable *next;
	size_t n = 0;

	for (size_t i = 0; i < data->n; i++)
		n += data->answers[i].nvariables;
	next = data->variables = cli_alloc(n, sizeof(*next));
	for (size_t i = 0; i < data->n; i++) {
		const struct data_answer *a = &data->answers[i];

		for (size_t j = 0; j < a->nvariables; j++) {
			const struct names_data_variable *v = &a->variables[j];

			*next++ = (struct names_variable){
			    .name = string(a, v->name),
			    .file = string(a, v->file),
			    .line = v->line,
			    .address = v->address,
			    .size = v->size,
			    .type = v->type == 0 ? NULL : types[v->type - 1],
			    .is_array = v->is_array != 0,
			};
		}
		types += a->ntypes;
	}
}

/* Sets what was found for an object, whose variables and types begin there. */
static void
hand_out_object(struct names_data_object *object, const struct data_answer *a,
    const struct names_variable *variables, const struct names_type **types)
{
	const struct names_variable **next = object->variables;
	size_t n = object->naddresses + object->noffsets;

	/* thread-locals follow the variables */
	for (size_t i = 0; i < n; i++)
		next[i] = a->found == NULL || a->found[i] == 0
			      ? NULL
			      : &variables[a->found[i] - 1];
	for (size_t i = 0; i < object->nsites; i++)
		object->sites[i].type = a->found == NULL || a->found[n + i] == 0
					    ? NULL
					    : types[a->found[n + i] - 1];
}

static void
hand_out(struct names_data *data, struct names_data_object *objects)
{
	const struct names_variable *variables = data->variables, **found;
	const struct names_type **types = data->same;
	size_t n = 0;

	for (size_t i = 0; i < data->n; i++)
		n += objects[i].naddresses + objects[i].noffsets;
	found = data->found = cli_alloc(n, sizeof(*found));
	for (size_t i = 0; i < data->n; i++) {
		const struct data_answer *a = &data->answers[i];

		objects[i].variables = found;
		objects[i].thread_locals = found + objects[i].naddresses;
		hand_out_object(&objects[i], a, variables, types);
		objects[i].problem = data->problems[i];
		if (objects[i].problem == NULL && a->nstrings > 0 &&
		    a->strings[0][0] != '\0')
			objects[i].problem = a->strings[0];
		found += objects[i].naddresses + objects[i].noffsets;
		variables += a->nvariables;
		types += a->ntypes;
	}
}

struct names_data *
names_data_find(struct names_data_object *objects, size_t nobjects,
    const struct names_options *options, struct cg_error *error)
{
	struct client client = {.options = options, .error = error};
	struct names_data *data = cli_alloc(1, sizeof(*data));
	int status = 0;

	data->n = nobjects;
	data->answers = cli_alloc(nobjects, sizeof(*data->answers));
	data->problems = cli_alloc(nobjects, sizeof(*data->problems));
	for (size_t i = 0; i < nobjects && status >= 0; i++)
		status = ask(&client, &objects[i], &data->answers[i],
		    &data->problems[i]);
	client_end(&client);
	if (status < 0) {
		names_data_free(data);
		return NULL;
	}
	intern_strings(data);
	fill_fields(data);
	fill_types(data);
	fill_variables(data);
	hand_out(data, objects);
	return data;
}

void
names_data_free(struct names_data *data)
{
	if (data == NULL)
		return;
	for (size_t i = 0; i < data->n; i++)
		data_answer_release(&data->answers[i]);
	free(data->answers);
	free(data->problems);
	free(data->fields);
	free(data->types);
	free(data->same);
	free(data->variables);
	free(data->found);
	free(data);
}

const struct names_field *
names_data_field_at(const struct names_type *type, uint64_t offset)
{
	const struct names_field *nearest = NULL;
	uint64_t least = UINT64_MAX;

	for (size_t i = 0; i < type->nfields; i++) {
		const struct names_field *field = &type->fields[i];
		uint64_t distance = offset - field->offset;

		if (field->offset > offset)
			break;
		if (field->count > 1 && field->stride > 0) {
			if (distance / field->stride >= field->count)
				continue;
			distance %= field->stride;
		}
		if (distance < field->size && distance < least) {
			nearest = field;
			least = distance;
		}
	}
	return nearest;
}

bool
names_data_is_open(const struct names_type *type)
{
	for (size_t i = 0; i < type->nfields; i++)
		if (type->fields[i].count == UINT64_MAX)
			return true;
	return false;
}
