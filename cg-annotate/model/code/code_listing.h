/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The machine code of a function as a sequence of lines:
 *
 *	code_listing_begin(&listing, report, code);
 *	while (code_listing_next(&listing, &line))
 *		...
 *	code_listing_end(&listing);
 */
#ifndef CODE_LISTING_H
#define CODE_LISTING_H

#include "libquery/machine_code/loops.h"
#include "model/sources/source_lines.h"
#include "model/count_sums.h"
#include "model/report.h"

enum code_line_kind {
	CODE_INSTRUCTION,
	CODE_SOURCE, /* the instructions that follow are of another source line */
	CODE_GAP,    /* instructions that were not executed */
	CODE_PART,   /* code before the next instruction is left out */
	CODE_UNPLACED, /* costs without an address */
};

struct code_line {
	enum code_line_kind kind;
	char margin[LOOP_MARGIN];
	const struct code_instruction *instruction;
	const int64_t *counts; /* NULL: none */
	const char *text;      /* NULL for a source line that is not known */
	size_t len;
	const char *note; /* what its branches and calls did; "": nothing */
	/* of a source line */
	const char *file; /* NULL: not known */
	int64_t line;
	const char *inlined; /* the function that was inlined, or NULL */
	uint64_t start; /* the address of an instruction, a gap or a part */
};

struct code_listing {
	const struct report *report;
	const struct machine_code *code;
	struct count_range range; /* of all instructions */
	char *summary;            /* "29 of 33 instructions executed" */
	int address_width;        /* digits of the largest address */
	/* from here on private */
	struct code_loops loops;
	bool *is_shown; /* of each instruction */
	size_t next;
	bool has_hidden; /* code without costs may have been executed */
	bool has_part, has_source; /* were handed out for `next` */
	bool is_over;
	const char *file, *inlined; /* of the source line handed out last */
	int64_t line;
	char *text, *note; /* of the line handed out last */
	struct source_lines *sources;
};

/* The arguments must outlive the listing. */
void
code_listing_begin(struct code_listing *listing, const struct report *report,
    const struct machine_code *code, struct source_lines *sources);

/* Hands out the next line, which lives until the next call; false after the last one. */
bool code_listing_next(struct code_listing *listing, struct code_line *line);

void code_listing_end(struct code_listing *listing);

#endif
