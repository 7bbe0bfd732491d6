/* SPDX-License-Identifier: BSD-2-Clause */
/* Answers what data is at addresses, and what calls allocate. */
#ifndef DATA_REQUEST_H
#define DATA_REQUEST_H

#include <stddef.h>
#include <stdint.h>

#include "cg-names/object/object.h"
#include "cg-names/reply/data_reply.h"

struct data_request {
	const uint64_t *addresses; /* sorted */
	size_t naddresses;
	uint64_t *offsets; /* the same, in the TLS segment */
	size_t noffsets;
	struct names_asked_site *sites;
	const char **wanted; /* a type for each site, or "" */
	size_t nsites;
};

void data_find(struct object *object, const struct data_request *request,
    struct data_reply *reply);

#endif
