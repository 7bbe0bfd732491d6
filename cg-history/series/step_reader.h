/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads the recordings of a benchmark, of one step after another.  The old one of a step often has the rows
 * of the next step's new one, which is not read again then.  What differs is kept for the next log.
 *
 *	step_reader_begin(&reader, &objects, &ref, directory, false);
 *	step_reader_expect(&reader, &steps);
 *	step_reader_compare(&reader, step, &old, &new);
 *	step_reader_end(&reader);
 */
#ifndef STEP_READER_H
#define STEP_READER_H

#include "heads.h"
#include "known_changes.h"

struct read_recording {
	const struct entry *entry; /* NULL: none was read */
	struct profile_text text;
};

/* one side of a step */
struct step_side {
	struct head head;
	struct profile_text rows; /* all, or those that differ */
	bool is_kept;             /* the rows are another's memory */
};

struct step_reader {
	struct objects *objects;
	const char *benchmark;
	struct known_changes *changes; /* NULL: all rows are wanted */
	struct read_recording kept[2];
	struct object_list expected;
};

/*
 * The objects and the ref must outlive the reader.  The directory is of known changes; NULL: none are
 * read or kept.  If `is_whole`, all rows of both sides are wanted.
 */
void step_reader_begin(struct step_reader *reader, struct objects *objects,
    const struct ref *ref, const char *directory, bool is_whole);

/* Lets git unpack what both sides of the steps with other rows have, in this order, while the program
 * works. */
void step_reader_expect(struct step_reader *reader, const struct steps *steps);

/*
 * Reads a recording with the rows and the settings of the entry; its build IDs can be those of another
 * one.  It lives until two others were read, or one other if `keep` is not this one.  Ends the program
 * if it is missing or damaged.
 */
const struct read_recording *step_reader_read(struct step_reader *reader,
    const struct entry *entry, const struct read_recording *keep);

/* Reads both sides of a step, to be released before others are read. */
void step_reader_compare(struct step_reader *reader, const struct step *step,
    struct step_side *old, struct step_side *new);
void step_side_release(struct step_side *side);

void step_reader_end(struct step_reader *reader);

#endif
