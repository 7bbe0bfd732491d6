/* SPDX-License-Identifier: BSD-2-Clause */
/* The answer to one request, as it is collected and then written. */
#ifndef REPLY_H
#define REPLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "libnames/protocol.h"

/* {0} is empty */
struct reply {
	char *text; /* the strings after the problem */
	size_t size, room;
	uint32_t nstrings;
	struct names_scope *scopes;
	uint32_t nscopes;
	struct names_run *runs;
	size_t nruns;
	struct names_strings compilers;
};

void reply_release(struct reply *reply);

/* Adds a string.  Returns its number. */
uint32_t reply_string(struct reply *reply, const char *string);

/* Adds a scope.  Returns its number. */
uint32_t reply_scope(struct reply *reply, const struct names_scope *scope);

/* Says what is at the next address; place->n is 1. */
void reply_place(struct reply *reply, const struct names_run *place);

/* Writes it to standard output.  False if nobody reads it. */
bool reply_write(const struct reply *reply, const char *problem);

/* Writes bytes to standard output.  False if nobody reads them. */
bool reply_put(const void *data, size_t size);

#endif
