/* SPDX-License-Identifier: BSD-2-Clause */
/* One object's answer about data as it comes from cg-names, checked. */
#ifndef LIBNAMES_DATA_ANSWER_H
#define LIBNAMES_DATA_ANSWER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "protocol.h"
#include "server.h"

/* {0} is empty */
struct data_answer {
	char *text;
	const char **strings; /* in it; later the same for equal ones */
	size_t nstrings;
	struct names_data_field *fields;
	size_t nfields;
	struct names_data_type *types;
	size_t ntypes;
	struct names_data_variable *variables;
	size_t nvariables;
	/* for each address, offset and site */
	uint32_t *found;
};

/*
 * Receives the answer for so many addresses and offsets together and so many sites.
 * Returns false if the server has ended, or says what it cannot mean.
 */
bool data_answer_receive(struct data_answer *answer, struct server *server,
    size_t naddresses, size_t nsites);

void data_answer_release(struct data_answer *answer);

#endif
