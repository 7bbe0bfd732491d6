/* SPDX-License-Identifier: BSD-2-Clause */
/* What a user is told about a sum. */
#ifndef SUM_MESSAGES_H
#define SUM_MESSAGES_H

#include "libnames/object_names.h"
#include "profile_sum.h"

/* Prints the totals of all events to standard error. */
void sum_print_totals(struct profile_sum *sum);

/* Says which part of the instructions has no line, and which no function, if it is worth
 * it: all programs have stubs for calls of libraries, which have no names. */
void sum_warn_of_nameless(
    struct profile_sum *sum, const struct names_options *options);

#endif
