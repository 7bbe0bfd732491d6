/* SPDX-License-Identifier: BSD-2-Clause */
/* Few sums ever leave 64 bits, so what they lose is kept apart, once one does. */
#include <stdlib.h>

#include "libcli/cli.h"
#include "wide_sums.h"

void
wide_sums_init(struct wide_sums *s, size_t n)
{
	*s =
	    (struct wide_sums){.counts = cli_alloc(n, sizeof(int64_t)), .n = n};
}

static void
carry(struct wide_sums *s, size_t at, int64_t units)
{
	if (s->carries == NULL)
		s->carries = cli_alloc(s->n, sizeof(*s->carries));
	s->carries[at] += units;
}

void
wide_sums_add(struct wide_sums *s, size_t at, const int64_t *counts, size_t n)
{
	int64_t *to = s->counts + at;

	for (size_t i = 0; i < n; i++)
		if (__builtin_add_overflow(to[i], counts[i], &to[i]))
			carry(s, at + i, counts[i] > 0 ? 1 : -1);
}

void
wide_sums_add_sums(struct wide_sums *s, size_t at,
    const struct wide_sums *others, size_t from, size_t n)
{
	wide_sums_add(s, at, others->counts + from, n);
	if (others->carries == NULL)
		return;
	for (size_t i = 0; i < n; i++)
		carry(s, at + i, others->carries[from + i]);
}

bool
wide_sums_fit(const struct wide_sums *s, size_t at, size_t n)
{
	if (s->carries == NULL)
		return true;
	for (size_t i = at; i < at + n; i++)
		if (s->carries[i] != 0)
			return false;
	return true;
}

int64_t
wide_sums_nearest(const struct wide_sums *s, size_t at)
{
	if (wide_sums_fit(s, at, 1))
		return s->counts[at];
	return s->carries[at] > 0 ? INT64_MAX : INT64_MIN;
}

int64_t *
wide_sums_take(struct wide_sums *s)
{
	free(s->carries);
	return s->counts;
}

void
wide_sums_release(struct wide_sums *s)
{
	free(s->counts);
	free(s->carries);
}
