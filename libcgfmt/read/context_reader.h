/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The comments that name contexts, "# context=(6) (5) 0x40 12": number 6 is the
 * context of the function whose name came last, called from context 5 at that
 * address and line.
 */
#ifndef CONTEXT_READER_H
#define CONTEXT_READER_H

#include "contexts.h"
#include "read/ids.h"
#include "read/parse.h"

/* {0} is empty */
struct context_reader {
	struct contexts contexts;
	struct ids ids;
};

/*
 * Reads what follows "# context=".  The frame says whose context it is, by
 * interned names.  Sets *context, to NULL if damage of another program's profile
 * is ignored.  Returns 0, or -1 on an error.
 */
int context_reader_read(struct context_reader *reader, struct parse *parse,
    const char *p, const char *end, const struct cg_context *frame,
    const struct cg_context **context);

/* Forgets the numbers, as at the start of a part. */
void context_reader_clear(struct context_reader *reader);

/* Frees the contexts, too. */
void context_reader_release(struct context_reader *reader);

#endif
