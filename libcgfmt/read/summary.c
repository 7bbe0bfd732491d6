/* SPDX-License-Identifier: BSD-2-Clause */
/* A summary of 0 gives way to the totals, as in callgrind_annotate. */
#include <stdlib.h>

#include "read/counts.h"
#include "read/summary.h"

int
summary_init(struct declared_summary *s, size_t nevents)
{
	s->summary = calloc(nevents, sizeof(*s->summary));
	s->totals = calloc(nevents, sizeof(*s->totals));
	s->sum = calloc(nevents, sizeof(*s->sum));
	s->is_known = true;
	if (s->summary == NULL || s->totals == NULL || s->sum == NULL)
		return -1;
	return 0;
}

void
summary_take_summary(struct declared_summary *s, size_t nevents)
{
	s->has_summary = false;
	for (size_t i = 0; i < nevents; i++)
		s->has_summary |= s->summary[i] != 0;
}

void
summary_take_totals(struct declared_summary *s)
{
	s->has_totals = true;
}

int
summary_end_part(struct declared_summary *s, struct parse *parse,
    const struct cg_header *header)
{
	int status = 0;

	if (s->has_summary)
		status = counts_add(parse, header, s->summary, s->sum);
	else if (s->has_totals)
		status = counts_add(parse, header, s->totals, s->sum);
	else
		s->is_known = false;
	s->has_summary = s->has_totals = false;
	return status;
}

void
summary_release(struct declared_summary *s)
{
	free(s->summary);
	free(s->totals);
	free(s->sum);
}
