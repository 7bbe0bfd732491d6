/* SPDX-License-Identifier: BSD-2-Clause */
/* The canonical order of rows: by place, line, address, kind and target. */
#ifndef ORDER_H
#define ORDER_H

#include "profile/places.h"
#include "profile/rows.h"

/* Compares two rows in that order: less than, equal to or greater than 0. */
int order_compare(
    const struct places *places, const struct row *a, const struct row *b);

/* The numbers of n rows in order, to be freed; NULL when out of memory. */
size_t *
order_new(const struct places *places, const struct rows *rows, size_t n);

#endif
