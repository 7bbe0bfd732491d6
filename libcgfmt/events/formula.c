/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads and evaluates formulas. */
#include <string.h>

#include "error.h"
#include "events/formula.h"

static const char blanks[] = " \t";

static int
take_factor(const char **p, int64_t *factor, struct cg_error *error)
{
	int used = cg_parse_int(*p, strlen(*p), factor);

	if (used < 0)
		return error_set(error, "a factor does not fit in 64 bits");
	if (used == 0) {
		*factor = 1;
		return 0;
	}
	*p += used;
	*p += strspn(*p, blanks);
	if (**p == '*')
		++*p;
	*p += strspn(*p, blanks);
	return 0;
}

size_t
formula_name_length(const char *text)
{
	size_t len = strcspn(text, " \t=+*");

	return cg_escape(NULL, 0, text, len) == len ? len : 0;
}

int
formula_next(const char **p, struct term *term, struct cg_error *error)
{
	error_clear(error);
	*p += strspn(*p, blanks);
	if (take_factor(p, &term->factor, error) < 0)
		return -1;
	term->name = *p;
	term->len = formula_name_length(*p);
	if (term->len == 0)
		return error_set(error, "expected the name of an event");
	*p += term->len;
	*p += strspn(*p, blanks);
	if (**p == '\0')
		return 0;
	if (*(*p)++ != '+')
		return error_set(error, "expected \"+\" or the end");
	return 1;
}

bool
formula_add(int64_t *to, int64_t factor, const int64_t *counts, size_t ncounts)
{
	for (size_t i = 0; i < ncounts; i++) {
		int64_t product;

		if (__builtin_mul_overflow(counts[i], factor, &product) ||
		    __builtin_add_overflow(to[i], product, &to[i]))
			return false;
	}
	return true;
}

/* Adds up the halves of the products separately, so that only the value must
 * fit. */
bool
formula_value(const int64_t *factors, const int64_t *counts, size_t ncounts,
    int64_t *value)
{
	__int128 low = 0, high = 0;

	for (size_t i = 0; i < ncounts; i++) {
		__int128 product = (__int128)factors[i] * counts[i];

		low += (uint64_t)product;
		high += (int64_t)(product >> 64);
	}
	high += low >> 64;
	*value = (int64_t)(uint64_t)low;
	return high == (*value < 0 ? -1 : 0);
}
