/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The data of a data profile, with the places where they are allocated or
 * declared.  A datum calls the lines of code that miss on it, or its fields, which
 * call these.  So what it costs is what its calls cost, and its own allocations.
 *
 *	data_sites_init(&data, nevents, &error);
 *	while (cg_reader_next(reader, &row) == 1)
 *		data_sites_add(&data, &row);
 *	data_sites_complete(&data);
 */
#ifndef DATA_SITES_H
#define DATA_SITES_H

#include "data_object.h"

/* A line at which a datum is allocated or declared, or one of its fields. */
struct data_site {
	const char *object; /* the kind of datum: "(heap)" */
	const char *def_file;
	const char *function; /* the name of the datum or field */
	const char *file;     /* cg_unknown_name: not known */
	int64_t line;         /* 0: not known */
	bool is_field;        /* a datum calls it */
	int64_t *counts;      /* one for each event */
	size_t first;         /* of its rows */
	size_t end;
};

struct data_sites {
	struct cg_error *error;
	size_t nevents;
	/* own costs and calls of data and fields; NULL: there are none */
	struct cg_profile *rows;
	/* set by data_sites_complete: all sites, those of a datum together */
	size_t n;
	struct data_site *list;
	int64_t *counts; /* of all sites */
};

/* Begins without data.  The error must outlive them. */
void data_sites_init(
    struct data_sites *data, size_t nevents, struct cg_error *error);

/* Adds a row of data; ignores others.  Sets the error and returns -1 on failure. */
int data_sites_add(struct data_sites *data, const struct cg_record *row);

/* Sorts the rows and finds the sites.  Sets the error and returns -1 on failure; also
 * if the costs of a site do not fit in 64 bits. */
int data_sites_complete(struct data_sites *data);

/* Returns the first site of the datum or field of this object, file and name, or
 * data->n, and sets *end to the one after its last. */
size_t data_sites_find(const struct data_sites *data, const char *object,
    const char *def_file, const char *function, size_t *end);

void data_sites_release(struct data_sites *data);

#endif
