/* SPDX-License-Identifier: BSD-2-Clause */
/* A request of another tool, as libnames/protocol.h says. */
#ifndef REQUEST_H
#define REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cg-names/object/object.h"
#include "libnames/protocol.h"

/* for NAMES_DATA */
struct data_request {
	uint64_t *offsets; /* in the TLS segment, sorted */
	size_t noffsets;
	struct names_asked_site *sites;
	const char **wanted; /* a type for each site, or "" */
	size_t nsites;
};

struct request {
	char *text;
	const char **directories;
	struct object_request object;
	bool is_of_code;
	bool is_of_keys;
	bool is_of_source; /* the path is a source's */
	/* of functions whose hosts are asked for, or NULL */
	const char *pattern;
	uint64_t *addresses; /* sorted */
	size_t naddresses;
	struct data_request data; /* if the object's is_of_data */
};

/* Reads the next request from standard input.  False if there is none. */
bool request_read(struct request *request);

void request_release(struct request *request);

#endif
