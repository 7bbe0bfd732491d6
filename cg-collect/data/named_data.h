/* SPDX-License-Identifier: BSD-2-Clause */
/* The names of data, and of what is at an offset in them. */
#ifndef NAMED_DATA_H
#define NAMED_DATA_H

#include "libquery/naming/naming.h"
#include "raw_data.h"

/* A datum, or a field of one, as it is in a profile: a function of an object that is
 * none, such as "(heap)". */
struct named_datum {
	const char *object;
	const char *function;
	const char *def_file; /* tells it from others of this name */
	const char *file;     /* of the site, or where it is declared */
	int64_t line;         /* 0: not known */
};

struct data_options {
	const struct names_options *names;
	/* what users say of allocation sites: "FUNCTION=TYPE" or "FILE:LINE=TYPE" */
	const char *const *types;
	size_t ntypes;
	/* patterns of functions that pass blocks on; a warning names those that match
	 * none */
	const char *const *passes;
	size_t npasses;
};

struct named_data;

/* Finds the names of all data.  The code at the sites has been found.  A warning says
 * what has no names. */
struct named_data *named_data_new(const struct raw_data *raw,
    const struct naming *naming, const struct data_options *options);

/*
 * Finds the datum of a row, and the field or else the offset in it.  Returns false if
 * that is not known, or the datum has no parts.  The names are valid until the next
 * call but one.
 */
bool named_data_find(struct named_data *named, const struct raw_row *row,
    struct named_datum *datum, struct named_datum *field);

void named_data_free(struct named_data *named);

#endif
