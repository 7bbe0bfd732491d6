/* SPDX-License-Identifier: BSD-2-Clause */
/* Receives and checks an answer about data, as answer.c does with others. */
#include <stdlib.h>

#include "libcli/cli.h"
#include "answer.h"
#include "data_answer.h"

enum { MOST_ELEMENTS = 1 << 25 };

static bool
receive_fields(struct data_answer *answer, struct server *server)
{
	answer->fields = cli_alloc(answer->nfields, sizeof(*answer->fields));
	if (!server_receive(server, answer->fields,
		answer->nfields * sizeof(*answer->fields)))
		return false;
	for (size_t i = 0; i < answer->nfields; i++) {
		const struct names_data_field *field = &answer->fields[i];

		if (field->name == 0 || field->name >= answer->nstrings ||
		    field->file >= answer->nstrings || field->line < 0 ||
		    field->count == 0)
			return false;
	}
	return true;
}

/* True if the n next fields are sorted. */
static bool
are_sorted(const struct names_data_field *fields, size_t n)
{
	for (size_t i = 1; i < n; i++)
		if (fields[i].offset < fields[i - 1].offset)
			return false;
	return true;
}

static bool
receive_types(struct data_answer *answer, struct server *server)
{
	const struct names_data_field *fields = answer->fields;
	size_t left = answer->nfields;

	answer->types = cli_alloc(answer->ntypes, sizeof(*answer->types));
	if (!server_receive(
		server, answer->types, answer->ntypes * sizeof(*answer->types)))
		return false;
	for (size_t i = 0; i < answer->ntypes; i++) {
		const struct names_data_type *type = &answer->types[i];

		if (type->name == 0 || type->name >= answer->nstrings ||
		    type->size == 0 || type->nfields > left ||
		    !are_sorted(fields, type->nfields))
			return false;
		fields += type->nfields;
		left -= type->nfields;
	}
	return left == 0;
}

static bool
receive_variables(struct data_answer *answer, struct server *server)
{
	answer->variables =
	    cli_alloc(answer->nvariables, sizeof(*answer->variables));
	if (!server_receive(server, answer->variables,
		answer->nvariables * sizeof(*answer->variables)))
		return false;
	for (size_t i = 0; i < answer->nvariables; i++) {
		const struct names_data_variable *v = &answer->variables[i];

		if (v->name == 0 || v->name >= answer->nstrings ||
		    v->file >= answer->nstrings || v->line < 0 ||
		    v->type > answer->ntypes)
			return false;
	}
	return true;
}

static bool
receive_found(struct data_answer *answer, struct server *server,
    size_t naddresses, size_t nsites)
{
	size_t n = naddresses + nsites;

	answer->found = cli_alloc(n, sizeof(*answer->found));
	if (!server_receive(server, answer->found, n * sizeof(*answer->found)))
		return false;
	for (size_t i = 0; i < n; i++)
		if (answer->found[i] >
		    (i < naddresses ? answer->nvariables : answer->ntypes))
			return false;
	return true;
}

bool
data_answer_receive(struct data_answer *answer, struct server *server,
    size_t naddresses, size_t nsites)
{
	struct names_data_answer head;

	if (!server_receive(server, &head, sizeof(head)) ||
	    head.nfields > MOST_ELEMENTS || head.ntypes > MOST_ELEMENTS ||
	    head.nvariables > naddresses)
		return false;
	answer->nstrings = head.nstrings;
	answer->nfields = head.nfields;
	answer->ntypes = head.ntypes;
	answer->nvariables = head.nvariables;
	return answer_receive_strings(server, head.size, head.nstrings,
		   &answer->text, &answer->strings) &&
	       receive_fields(answer, server) &&
	       receive_types(answer, server) &&
	       receive_variables(answer, server) &&
	       receive_found(answer, server, naddresses, nsites);
}

void
data_answer_release(struct data_answer *answer)
{
	free(answer->text);
	free(answer->strings);
	free(answer->fields);
	free(answer->types);
	free(answer->variables);
	free(answer->found);
	*answer = (struct data_answer){0};
}
