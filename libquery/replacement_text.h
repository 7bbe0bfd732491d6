/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The text that replaces a match, read as Perl reads a string in double quotes:
 * bytes, groups, and changes of case, which may nest.
 */
#ifndef REPLACEMENT_TEXT_H
#define REPLACEMENT_TEXT_H

#include "expression.h"

/* pieces from a TEXT_OPEN_CASE to its TEXT_CLOSE_CASE change case */
struct text_piece {
	enum { TEXT_BYTE, TEXT_GROUP, TEXT_OPEN_CASE, TEXT_CLOSE_CASE } kind;
	char byte;      /* of TEXT_OPEN_CASE, one of "ULul" */
	uint32_t group; /* 0: the whole match */
};

struct replacement_text {
	size_t npieces;
	struct text_piece *pieces; /* in order */
};

/*
 * Reads the expression's text for a pattern of `ngroups` groups.  Everything
 * that it names is checked to exist, so that a mistake is found before any name
 * is read: ends the program if something does not.
 */
void replacement_text_init(struct replacement_text *text,
    const struct expression *expression, uint32_t ngroups);

void replacement_text_release(struct replacement_text *text);

#endif
