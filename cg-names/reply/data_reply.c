/* SPDX-License-Identifier: BSD-2-Clause */
/* Collects types and variables, and writes them as protocol.h says. */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "data_reply.h"

void
data_reply_release(struct data_reply *reply)
{
	reply_release(&reply->strings);
	free(reply->fields);
	free(reply->types);
	free(reply->variables);
	free(reply->found);
}

void
data_reply_field(struct data_reply *reply, const struct names_data_field *field)
{
	reply->fields =
	    cli_grow(reply->fields, reply->nfields, sizeof(*reply->fields));
	reply->fields[reply->nfields++] = *field;
}

uint32_t
data_reply_type(struct data_reply *reply, const struct names_data_type *type)
{
	reply->types =
	    cli_grow(reply->types, reply->ntypes, sizeof(*reply->types));
	reply->types[reply->ntypes] = *type;
	return ++reply->ntypes;
}

uint32_t
data_reply_variable(
    struct data_reply *reply, const struct names_data_variable *variable)
{
	reply->variables = cli_grow(
	    reply->variables, reply->nvariables, sizeof(*reply->variables));
	reply->variables[reply->nvariables] = *variable;
	return ++reply->nvariables;
}

void
data_reply_found(struct data_reply *reply, uint32_t number)
{
	reply->found =
	    cli_grow(reply->found, reply->nfound, sizeof(*reply->found));
	reply->found[reply->nfound++] = number;
}

bool
data_reply_write(const struct data_reply *reply, const char *problem)
{
	size_t size = strlen(problem) + 1;
	struct names_data_answer head = {
	    .size = size + reply->strings.size,
	    .nstrings = 1 + reply->strings.nstrings,
	    .nfields = reply->nfields,
	    .ntypes = reply->ntypes,
	    .nvariables = reply->nvariables,
	};

	return reply_put(&head, sizeof(head)) && reply_put(problem, size) &&
	       reply_put(reply->strings.text, reply->strings.size) &&
	       reply_put(
		   reply->fields, reply->nfields * sizeof(*reply->fields)) &&
	       reply_put(reply->types, reply->ntypes * sizeof(*reply->types)) &&
	       reply_put(reply->variables,
		   reply->nvariables * sizeof(*reply->variables)) &&
	       reply_put(reply->found, reply->nfound * sizeof(*reply->found));
}
