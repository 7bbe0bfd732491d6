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
	size_t njoined;
	int64_t **joined; /* counts of parts that are of several levels */
};

/*
 * Groups all functions of a list without cycles, which must outlive the groups.
 * joins_levels: the levels of a recursion, "f'2", are the function.  Costs must be own
 * costs then.  Ends the program if a sum does not fit in 64 bits.
 */
void function_groups_init(struct function_groups *groups,
    const struct function_list *functions, const struct sort_order *order,
    bool joins_levels);

void function_groups_release(struct function_groups *groups);

#endif
