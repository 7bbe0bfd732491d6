/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Functions by name: the cost of a function, added up over the files that its
 * code comes from, and the cost of each file.
 */
#ifndef FUNCTION_GROUPS_H
#define FUNCTION_GROUPS_H

#include "function_list.h"

struct function_groups {
	/* one for each function and object, with file ""; its number is the
	 * number of the group */
	struct function_list sums;
	int64_t *counts;             /* of the sums */
	struct function_cost *parts; /* of one file each, the largest first */
	size_t *first; /* part of each group, and one more: the end of all */
};

/*
 * Groups all functions of a list without cycles, which must outlive the groups.
 * Ends the program if a sum does not fit in 64 bits.
 */
void function_groups_init(struct function_groups *groups,
    const struct function_list *functions, const struct sort_order *order);

void function_groups_release(struct function_groups *groups);

#endif
