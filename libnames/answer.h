/* SPDX-License-Identifier: BSD-2-Clause */
/* One object's answer as it comes from cg-names, checked. */
#ifndef LIBNAMES_ANSWER_H
#define LIBNAMES_ANSWER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "protocol.h"
#include "server.h"

/* {0} is empty */
struct answer {
	char *text;
	const char **strings; /* in it; later the same for equal ones */
	size_t nstrings;
	struct names_scope *scopes;
	size_t nscopes;
	struct names_run *runs; /* of as many addresses as were asked for */
	size_t nruns;
	struct names_strings compilers;
};

/*
 * Receives n strings of so many bytes together.  Returns false as answer_receive;
 * free text and strings in both cases.
 */
bool answer_receive_strings(struct server *server, uint64_t size, uint64_t n,
    char **text, const char ***strings);

/*
 * Receives the answer for n addresses.  Returns false if the server has ended,
 * or says what it cannot mean because the object damaged its memory.
 */
bool answer_receive(struct answer *answer, struct server *server, size_t n);

void answer_release(struct answer *answer);

#endif
