/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Registers say how many bytes an access has, and how many lanes a vector.  Of vectors with different
 * numbers of lanes, the least number counts: "saddl2 v0.2d, v1.4s, v2.4s" adds two.  If the first register has
 * no lanes and others have, as in "addv s0, v1.4s", they are added up.
 */
#include <string.h>

#include "arm64_operations.h"
#include "arm64_table.h"
#include "cg-mix/code/operands.h"

void
arm64_names(struct mnemonics *m)
{
	for (size_t i = 0; i < arm64_table_rows; i++)
		mnemonics_add(
		    m, i, "", arm64_table[i].names, arm64_table[i].suffixes);
}

/* --- registers ------------------------------------------------------------ */

/* A vector, "v0.4s", or an element of one, "v0.s[1]". */
struct arrangement {
	unsigned int lanes; /* 0: an element */
	unsigned int bytes; /* of each */
};

/* Returns the bytes of a scalar in a register, or of a lane; 0: it is none. */
static unsigned int
size_of_letter(char c)
{
	static const char letters[] = "bhsdq";
	const char *p = c != '\0' ? strchr(letters, c) : NULL;

	return p != NULL ? 1U << (p - letters) : 0;
}

/* False if the text is no vector.  In a list, it is the first one. */
static bool
read_arrangement(const struct operand *o, struct arrangement *to)
{
	size_t i = o->len > 0 && *o->text == '{' ? 1 : 0;

	while (i < o->len && o->text[i] == ' ')
		i++;
	if (i == o->len || o->text[i] != 'v')
		return false;
	while (i < o->len && o->text[i] != '.')
		i++;
	if (++i >= o->len)
		return false;
	for (to->lanes = 0;
	     i < o->len && o->text[i] >= '0' && o->text[i] <= '9'; i++)
		to->lanes = 10 * to->lanes + (unsigned int)(o->text[i] - '0');
	to->bytes = i < o->len ? size_of_letter(o->text[i]) : 0;
	return to->bytes > 0;
}

static bool
is_scalable(const struct operand *o)
{
	const char *p = o->text + (*o->text == '{');

	return (*p == 'z' || *p == 'p') && p[1] >= '0' && p[1] <= '9';
}

/* Returns the bytes of a register that is no vector; 0: it is none. */
static unsigned int
register_size(const struct operand *o)
{
	if (o->len < 2)
		return 0;
	if (*o->text == 'w')
		return 4;
	if (*o->text == 'x' || (o->len == 2 && memcmp(o->text, "sp", 2) == 0))
		return 8;
	return o->text[1] >= '0' && o->text[1] <= '9' ? size_of_letter(*o->text)
						      : 0;
}

/* True for a scalar in a vector register: "d0", not "x0" or "sp". */
static bool
is_scalar(const struct operand *o)
{
	return o->len > 1 && size_of_letter(*o->text) > 0 &&
	       o->text[1] >= '0' && o->text[1] <= '9';
}

/* Returns how many registers a list has: "{v0.4s, v1.4s}", "{v0.4s-v3.4s}". */
static unsigned int
list_length(const struct operand *o)
{
	unsigned int n = 1;

	for (size_t i = 0; i < o->len && o->text[i] != '}'; i++) {
		if (o->text[i] == ',')
			n++;
		if (o->text[i] == '-') {
			unsigned int first = 0, last = 0;

			for (size_t j = 2;
			     o->text[j] >= '0' && o->text[j] <= '9'; j++)
				first = 10 * first +
					(unsigned int)(o->text[j] - '0');
			for (size_t j = i + 2;
			     o->text[j] >= '0' && o->text[j] <= '9'; j++)
				last = 10 * last +
				       (unsigned int)(o->text[j] - '0');
			/* the number after 31 is 0 */
			n = (last + 32 - first) % 32 + 1;
		}
	}
	return n;
}

/* --- what it does --------------------------------------------------------- */

/* Returns 0 if the operands do not say it. */
static unsigned int
accessed(const struct arm64_row *row, const struct suffix *suffix,
    const struct operands *operands)
{
	const struct operand *o = &operands->list[row->operand];
	struct arrangement list;

	if (operands->n <= row->operand)
		return 0;
	if (row->registers > 0) {
		unsigned int bytes = row->bytes > 0     ? row->bytes
				     : suffix->bits > 0 ? suffix->bits / 8
							: register_size(o);

		return bytes * row->registers;
	}
	if (!read_arrangement(o, &list))
		return 0;
	if (row->kind == ARM64_LOAD_EQUAL || list.lanes == 0)
		return list_length(o) * list.bytes;
	return list_length(o) * list.lanes * list.bytes;
}

static void
add_access(struct operations *to, const struct arm64_row *row,
    const struct suffix *suffix, const struct operands *operands)
{
	unsigned int bytes = accessed(row, suffix, operands);
	bool writes = row->kind == ARM64_STORE || row->kind == ARM64_CHANGE ||
		      row->kind == ARM64_STORE_LIST;

	if (bytes == 0)
		to->is_known = false;
	if (writes)
		to->counts[OPERATIONS_WRITTEN] += bytes;
	if (!writes || row->kind == ARM64_CHANGE)
		to->counts[OPERATIONS_READ] += bytes;
}

/* Returns the lanes that are computed; 0: the registers are no vectors. */
static unsigned int
lanes_of(const struct operands *operands, bool by_64_bits)
{
	struct arrangement vector;
	unsigned int least = 0;
	bool is_first = false;

	for (size_t i = 0; i < operands->n; i++) {
		unsigned int lanes;

		if (!read_arrangement(&operands->list[i], &vector) ||
		    vector.lanes == 0)
			continue;
		lanes =
		    by_64_bits ? vector.lanes * vector.bytes / 8 : vector.lanes;
		is_first |= i == 0;
		if (least == 0 || lanes < least)
			least = lanes;
	}
	return least > 0 && !is_first && !by_64_bits ? least - 1 : least;
}

static void
add_arithmetic(struct operations *to, const struct arm64_row *row,
    const struct operands *operands)
{
	size_t n = operands->n;
	unsigned int lanes = lanes_of(operands, row->kind == ARM64_LOGIC);
	bool is_packed = lanes > 0;

	/* "eor v0.16b, v1.16b, v1.16b" clears */
	if (row->kind == ARM64_LOGIC && n == 3 &&
	    operand_is_same(&operands->list[1], &operands->list[2]))
		return;
	if (!is_packed)
		lanes = 1;
	if (row->kind == ARM64_FLOAT) {
		to->counts[OPERATIONS_FLOAT] += lanes * row->operations;
		if (is_packed)
			to->counts[OPERATIONS_FLOAT_VECTOR] +=
			    lanes * row->operations;
	} else if (is_packed || (n > 0 && is_scalar(&operands->list[0]))) {
		to->counts[OPERATIONS_INTEGER_VECTOR] +=
		    lanes * row->operations;
	}
	if (row->flags & ARM64_DIVIDES)
		to->counts[OPERATIONS_DIVISIONS] += lanes;
}

struct operations
arm64_decode(const struct mnemonics *m, const char *text)
{
	struct operations done = {.is_known = true};
	size_t len = strcspn(text, " ");
	const struct mnemonic *found = mnemonics_find(m, text, len);
	const struct arm64_row *row;
	struct operands operands;

	if (found == NULL)
		return (struct operations){.is_known = false};
	row = &arm64_table[found->row];
	operands_split(&operands, text + len);
	for (size_t i = 0; i < operands.n; i++)
		if (is_scalable(&operands.list[i]))
			return (struct operations){.is_known = false};
	if (row->kind >= ARM64_LOAD)
		add_access(&done, row, found->suffix, &operands);
	else if (row->kind != ARM64_NOTHING)
		add_arithmetic(&done, row, &operands);
	else if (row->flags & ARM64_DIVIDES)
		done.counts[OPERATIONS_DIVISIONS] += 1;
	done.counts[OPERATIONS_BRANCHES] += (row->flags & ARM64_BRANCHES) != 0;
	done.counts[OPERATIONS_CALLS] += (row->flags & ARM64_CALLS) != 0;
	return done;
}
