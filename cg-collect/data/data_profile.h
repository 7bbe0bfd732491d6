/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef DATA_PROFILE_H
#define DATA_PROFILE_H

#include "named_data.h"

/*
 * Writes the misses by data as a profile, with names: data call the lines of code that
 * miss on them; cgfmt(5) has the form.  A warning says what has no names.  Returns 0,
 * or -1 with raw->error set.
 */
int data_profile_write(struct raw_data *raw, const struct data_options *options,
    const char *path, int gzip_level, bool is_reproducible);

#endif
