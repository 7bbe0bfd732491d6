/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads positions: "12", "0x1f", "+3", "-3", "*". */
#include "lex.h"
#include "read/positions.h"

static const char *const names[NPOSITIONS] = {
    [POSITION_ADDRESS] = "an address",
    [POSITION_BLOCK] = "the address of a basic block",
    [POSITION_LINE] = "a line number",
};

static const uint64_t largest[NPOSITIONS] = {
    [POSITION_ADDRESS] = UINT64_MAX,
    [POSITION_BLOCK] = UINT64_MAX,
    [POSITION_LINE] = INT64_MAX,
};

/* reads a position from its sign on: how many bytes, 0 if there is no number,
 * -1 if the result does not fit */
static int
read_relative(const char *p, const char *end, uint64_t last, uint64_t *number)
{
	int used = lex_natural(p + 1, end, number);
	bool wraps;

	if (used <= 0)
		return used;
	wraps = *p == '+' ? __builtin_add_overflow(last, *number, number)
			  : __builtin_sub_overflow(last, *number, number);
	return wraps ? -1 : used + 1;
}

/* fails because the position does not fit; returns -1 */
static int
bad_position(struct parse *parse, enum position kind, uint64_t last,
    const char *p, const char *end)
{
	unsigned long long most = largest[kind];

	if (*p == '+' || *p == '-')
		return lines_error(&parse->lines,
		    "expected %s from 0 to %llu, found %llu %c %s", names[kind],
		    most, (unsigned long long)last, *p, quote(p + 1, end).text);
	return lines_error(&parse->lines,
	    "expected %s of at most %llu, found %s", names[kind], most,
	    quote(p, end).text);
}

static int
read_one(struct parse *parse, enum position kind, uint64_t last, const char **p,
    const char *end, uint64_t *number)
{
	const char *word = *p, *word_end = lex_word_end(word, end);
	int used;

	if (word < end && *word == '*') {
		*number = last;
		used = 1;
	} else if (word < end && (*word == '+' || *word == '-')) {
		used = read_relative(word, word_end, last, number);
	} else {
		used = lex_natural(word, word_end, number);
	}
	if (used < 0 || (used > 0 && *number > largest[kind]))
		return bad_position(parse, kind, last, word, word_end);
	if (word + used != word_end || used == 0)
		return parse_expected(parse, names[kind], word, word_end);
	*p = lex_skip_blanks(word_end, end);
	return 0;
}

int
positions_read(struct positions *positions, struct parse *parse,
    const struct header *header, const struct positions *last, const char **p,
    const char *end)
{
	*positions = (struct positions){{0}};
	for (size_t i = 0; i < header->npositions; i++) {
		enum position kind = header->positions[i];

		if (read_one(parse, kind, last->of[kind], p, end,
			&positions->of[kind]) < 0)
			return -1;
	}
	return 0;
}

int
positions_read_target(struct positions *positions, struct parse *parse,
    const struct header *header, const struct positions *last, const char *p,
    const char *end)
{
	p = lex_skip_blanks(p, end);
	*positions = (struct positions){{0}};
	for (size_t i = 0; p < end; i++) {
		bool known = i < header->npositions;
		enum position kind =
		    known ? header->positions[i] : POSITION_LINE;
		uint64_t number;

		if (read_one(parse, kind, last->of[kind], &p, end, &number) < 0)
			return -1;
		if (known)
			positions->of[kind] = number;
	}
	return 0;
}
