/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads the recordings of a benchmark, of one step after another.  The old one of a step often has the rows
 * of the next step's new one, which is not read again then.
 *
 *	recordings_begin(&recordings, &objects, benchmark);
 *	recordings_expect(&recordings, &steps);
 *	new = recordings_read(&recordings, step->new, NULL);
 *	old = recordings_read(&recordings, step->old, new);
 *	recordings_end(&recordings);
 */
#ifndef RECORDINGS_H
#define RECORDINGS_H

#include "heads.h"
#include "profile_text.h"
#include "steps.h"

struct recording {
	const struct entry *entry; /* NULL: none was read */
	struct head head;
	struct profile_text text;
};

struct recordings {
	struct objects *objects;
	const char *benchmark;
	struct recording kept[2];
	struct object_list expected;
};

/* The objects and the benchmark must outlive the recordings. */
void recordings_begin(struct recordings *recordings, struct objects *objects,
    const char *benchmark);

/* Lets git unpack what both sides of the steps with other rows have, in this order, while the program
 * works. */
void recordings_expect(
    struct recordings *recordings, const struct steps *steps);

/*
 * Reads a recording with the rows and the settings of the entry; its build IDs can be those of another
 * one.  It lives until two others were read, or one other if `keep` is not this one.  Ends the program
 * if it is missing or damaged.
 */
const struct recording *recordings_read(struct recordings *recordings,
    const struct entry *entry, const struct recording *keep);

void recordings_end(struct recordings *recordings);

#endif
