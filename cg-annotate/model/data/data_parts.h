/* SPDX-License-Identifier: BSD-2-Clause */
/* What a datum consists of: its fields, the code that misses on it, and the partners with
 * which it shares lines: other data or fields, and the code that uses these. */
#ifndef DATA_PARTS_H
#define DATA_PARTS_H

#include "data_list.h"

/* Code that misses on a datum, or a field of it, or a partner. */
struct data_part {
	const char *object;
	const char
	    *def_file; /* of code the file; of fields what tells them apart */
	const char *function; /* of a field: its whole name */
	/* of a field: ".next"; of a partner: "with .key in walk"; of code the function */
	const char *name;
	const char *file; /* cg_unknown_name: not known */
	int64_t line;     /* 0: not known */
	int64_t *counts;
	size_t number; /* in order of names, before sorting */
	const struct data_column *column; /* that decides the order */
};

struct data_parts {
	size_t n;
	struct data_part *list; /* the largest first */
	size_t nevents;
	int64_t *counts; /* of all together */
};

/*
 * Lists the fields of a datum, with the misses of which no field is known as one of
 * them; or the code that misses on it, in whatever field; of all
 * sites of the datum.  These end the program if a sum does not fit in 64 bits.
 */
void data_parts_fields(struct data_parts *parts, const struct data_list *data,
    const struct data_site *datum);
void data_parts_code(struct data_parts *parts, const struct data_list *data,
    const struct data_site *datum);

/* Lists the code that misses on one field. */
void data_parts_field_code(struct data_parts *parts,
    const struct data_list *data, const struct data_part *field);

/* List with whom a field shares lines, or a datum that has no fields. */
void data_parts_field_partners(struct data_parts *parts,
    const struct data_list *data, const struct data_part *field);
void data_parts_partners(struct data_parts *parts, const struct data_list *data,
    const struct data_site *datum);

void data_parts_release(struct data_parts *parts);

#endif
