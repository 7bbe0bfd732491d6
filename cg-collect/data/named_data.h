/* SPDX-License-Identifier: BSD-2-Clause */
/* The names of data, and of what is at an offset in them. */
#ifndef NAMED_DATA_H
#define NAMED_DATA_H

#include "libquery/naming/naming.h"
#include "raw_data.h"

/* A datum as it is in a profile: a function of an object that is none, such as
 * "(heap)". */
struct named_datum {
	const char *object;
	const char *function;
	const char *file; /* of the site, or where the variable is declared */
	int64_t line;
};

struct named_data;

/* Finds the names of all data.  The code at the sites has been found.  A warning says
 * what has no names. */
struct named_data *named_data_new(const struct raw_data *raw,
    const struct naming *naming, const struct names_options *options);

/* Returns the datum of a row. */
const struct named_datum *
named_data_at(struct named_data *named, const struct raw_row *row);

/*
 * Finds the field, or else the offset, that the row is of.  False if that is not known,
 * or the datum has no parts.  The names are valid until the next call.
 */
bool named_data_field(struct named_data *named, const struct raw_row *row,
    struct named_datum *field);

void named_data_free(struct named_data *named);

#endif
