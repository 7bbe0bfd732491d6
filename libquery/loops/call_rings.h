/* SPDX-License-Identifier: BSD-2-Clause */
/* Which functions of a profile's code call each other in a ring, so that inclusive costs of calls
 * between them have one another. */
#ifndef CALL_RINGS_H
#define CALL_RINGS_H

#include "libquery/machine_code/code_rows.h"

struct call_rings {
	const struct code_rows *rows;
	size_t *ring; /* of each function */
};

void call_rings_init(struct call_rings *rings, const struct code_rows *rows);

/* True if the call leads back to the function that it is in. */
bool call_rings_lead_back(const struct call_rings *rings,
    const struct code_function *function, const struct cg_record *call);

void call_rings_release(struct call_rings *rings);

#endif
