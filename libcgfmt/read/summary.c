/* SPDX-License-Identifier: BSD-2-Clause */
/* A summary of 0 gives way to the totals, as in callgrind_annotate. */
#include <stdlib.h>

#include "read/counts.h"
#include "read/summary.h"

int
summary_init(struct declared_summary *d, size_t nevents)
{
	d->summary = calloc(nevents, sizeof(*d->summary));
	d->totals = calloc(nevents, sizeof(*d->totals));
	d->sum = calloc(nevents, sizeof(*d->sum));
	d->is_known = true;
	if (d->summary == NULL || d->totals == NULL || d->sum == NULL)
		return -1;
	return 0;
}

void
summary_read(struct declared_summary *d, size_t nevents)
{
	d->has_summary = false;
	for (size_t i = 0; i < nevents; i++)
		d->has_summary |= d->summary[i] != 0;
}

int
summary_end_part(struct declared_summary *d, struct parse *parse,
    const struct cg_header *header)
{
	int status = 0;

	if (d->has_summary)
		status = counts_add(parse, header, d->summary, d->sum);
	else if (d->has_totals)
		status = counts_add(parse, header, d->totals, d->sum);
	else
		d->is_known = false;
	d->has_summary = d->has_totals = false;
	return status;
}

void
summary_release(struct declared_summary *d)
{
	free(d->summary);
	free(d->totals);
	free(d->sum);
}
