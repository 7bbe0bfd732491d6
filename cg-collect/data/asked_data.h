/* SPDX-License-Identifier: BSD-2-Clause */
/* What is to be found about data, and what was found. */
#ifndef ASKED_DATA_H
#define ASKED_DATA_H

#include "libnames/names_data.h"
#include "libnames/object_names.h"
#include "raw_data.h"
#include "site.h"

struct asked_data;

/* sites, types: one for each datum; those of data that are not on the heap are not used.
 * A type is the name that users say, or NULL. */
struct asked_data *
asked_data_new(const struct raw_data *raw, const struct site *sites,
    const char *const *types, const struct names_options *options);

/* Returns the type of what is allocated, or NULL. */
const struct names_type *
asked_data_type(const struct asked_data *asked, size_t datum);

/* Returns the variable that a row is of, and sets the offset in that; NULL if it is not
 * known. */
const struct names_variable *asked_data_variable(const struct asked_data *asked,
    const struct raw_row *row, uint64_t *offset);

void asked_data_free(struct asked_data *asked);

#endif
