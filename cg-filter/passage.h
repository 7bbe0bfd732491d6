/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Rows on their way to the output.  They are held until the end, to be sorted
 * and added up, unless they come in order, as every tool writes them, and may
 * go before all came.
 */
#ifndef PASSAGE_H
#define PASSAGE_H

#include <stdbool.h>

#include "cgfmt.h"
#include "libquery/profile_output.h"

struct passage {
	const struct cg_reader *reader;      /* where the rows come from */
	const struct profile_output *output; /* where they go */
	struct cg_header *header;            /* of the output */
	struct cg_error *error;
	struct cg_profile *profile; /* rows that are held */
	struct cg_writer *writer;   /* NULL: nothing was put yet */
	enum {
		TO_THE_END,
		IN_BATCHES, /* they go when many are held */
		ONE_BY_ONE, /* and then each when another one comes */
	} held;
	struct cg_record before; /* the row that came last */
	bool waits;              /* a row that may come again: */
	struct cg_record last;
	int64_t *counts; /* of that row */
};

/*
 * Completes a passage whose first four members are set.  With `early`, rows
 * that come in order may go before all came; then they are added as they were
 * read, but for their counts.  0, or -1 on an error.
 */
int passage_init(struct passage *passage, bool early);

/* to be told of each row that comes, before it is added or not */
int passage_look(struct passage *passage, const struct cg_record *record);

/* adds a row, whose names live as long as those of the one that came last */
int passage_add(struct passage *passage, const struct cg_record *record);

/* puts all that is held; the writer is then open in any case */
int passage_put(struct passage *passage);

/* without the writer */
void passage_release(struct passage *passage);

#endif
