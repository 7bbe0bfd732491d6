/* SPDX-License-Identifier: BSD-2-Clause */
/* The answer to a request for data, as it is collected and then written. */
#ifndef DATA_REPLY_H
#define DATA_REPLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "libnames/protocol.h"
#include "reply.h"

/* {0} is empty */
struct data_reply {
	struct reply strings; /* only these of it */
	struct names_data_field *fields;
	size_t nfields;
	struct names_data_type *types;
	uint32_t ntypes;
	struct names_data_variable *variables;
	uint32_t nvariables;
	uint32_t *found; /* for each address, offset and site */
	size_t nfound;
};

void data_reply_release(struct data_reply *reply);

/* Adds a field of the type that is added next. */
void data_reply_field(
    struct data_reply *reply, const struct names_data_field *field);

/* These return the number of what they add. */
uint32_t
data_reply_type(struct data_reply *reply, const struct names_data_type *type);
uint32_t data_reply_variable(
    struct data_reply *reply, const struct names_data_variable *variable);

/* Says what is at the next address, offset or site. */
void data_reply_found(struct data_reply *reply, uint32_t number);

/* Writes it to standard output.  False if nobody reads it. */
bool data_reply_write(const struct data_reply *reply, const char *problem);

#endif
