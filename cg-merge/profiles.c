/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The profiles that are merged, without their rows: their events, the header of
 * the output, and the costs that are in summaries but in no rows.
 */
#include <stdlib.h>
#include <string.h>

#include "libquery/header/caches.h"
#include "libquery/header/creator.h"
#include "libquery/header/description.h"
#include "libquery/header/processor.h"
#include "profiles.h"

_Noreturn void
profiles_die(const struct profiles *p)
{
	partial_die(&p->series.error);
}

/* --- summary -------------------------------------------------------------- */

/* Returns the total of all rows read or written so far, and of the rest. */
static __int128
total(const struct profiles *p, size_t column)
{
	return p->totals[column] + p->rest[column];
}

/* Combines the rest of the inputs, the costs that are in the summary but in no
 * row, as if it were a row. */
static bool
combine_rest(struct profiles *p, struct cg_reader *reader, const char *path)
{
	const struct cg_header events = {
	    .nevents = p->series.nevents, .events = p->series.events};
	const int64_t *totals = cg_reader_totals(reader);
	const int64_t *summary = cg_reader_summary(reader);

	if (summary == NULL)
		summary = totals;
	if (p->output->is_format_given && p->output->format == CG_CACHEGRIND)
		profile_output_warn_of_rest(path, &events, summary, totals);
	for (size_t i = 0; i < p->series.nevents; i++) {
		__int128 rest = (__int128)summary[i] - totals[i];
		size_t column = p->series.columns[i];

		p->has_rest |= rest != 0;
		p->rest[column] = operation_combine(
		    p->operation, p->rest[column], rest, p->n == 0);
		if (p->operation != OP_SUM)
			continue;
		p->totals[column] += totals[i];
		if (total(p, column) == (int64_t)total(p, column))
			continue;
		if (p->can_start_over)
			return false;
		cli_die("%s: the sum of %s does not fit in 64 bits", path,
		    p->series.events[i].name);
	}
	return true;
}

void
profiles_put_summary(struct profiles *p, struct cg_writer *writer)
{
	if (!p->has_rest)
		return;
	for (size_t i = 0; i < p->series.nevents; i++) {
		size_t column = p->series.columns[i];

		p->summary[i] = (int64_t)total(p, column);
		if (p->summary[i] != total(p, column))
			cli_die("the sum of %s does not fit in 64 bits",
			    p->series.events[i].name);
	}
	cg_writer_summary(writer, p->summary);
}

/* --- profiles ------------------------------------------------------------- */

/* Warns once if a profile is of other caches than the first one, or another processor: the sum is
 * then of neither. */
static void
compare_machines(
    struct profiles *p, const struct cg_reader *reader, const char *path)
{
	const struct cg_header *first = cg_reader_header(p->series.first);
	const struct cg_header *header = cg_reader_header(reader);
	char *caches = caches_difference(
	    first, header, p->series.events, p->series.nevents);
	char *processors = processor_difference(first, header);

	if (caches != NULL && !p->other_caches)
		cli_warn("%s and %s simulate different caches: %s",
		    p->series.first_path, path, caches);
	if (processors != NULL && !p->other_processor)
		cli_warn("the programs of %s and %s were shown different "
			 "processors: %s",
		    p->series.first_path, path, processors);
	p->other_caches |= caches != NULL;
	p->other_processor |= processors != NULL;
	free(caches);
	free(processors);
}

struct cg_reader *
profiles_open(struct profiles *p, const char *path, unsigned int modes)
{
	unsigned int stacks = p->forgets_stacks ? 0 : CG_CONTEXTS;
	struct cg_reader *reader =
	    profile_series_open(&p->series, path, modes | stacks | CG_REGIONS);
	size_t n = p->series.ncolumns;

	compare_machines(p, reader, path);
	if (p->totals != NULL)
		return reader;
	p->rest = cli_alloc(n, sizeof(*p->rest));
	p->totals = cli_alloc(n, sizeof(*p->totals));
	p->summary = cli_alloc(n, sizeof(*p->summary));
	return reader;
}

bool
profiles_finish(struct profiles *p, struct cg_reader *reader, const char *path)
{
	if (!combine_rest(p, reader, path))
		return false;
	profile_series_take(&p->series, reader);
	p->n++;
	return true;
}

void
profiles_describe(struct profiles *p)
{
	profile_series_describe(&p->series);
	if (p->forgets_stacks) {
		free(p->descs);
		p->descs =
		    description_drop(&p->series.described, folded_stacks_key);
	}
	if (p->operation != OP_SUM && p->n > 1)
		creator_change(&p->series.described,
		    p->operation == OP_MIN ? creator_minimum : creator_maximum);
	profile_output_set_header(p->output, &p->series.described);
}

void
profiles_forget(struct profiles *p)
{
	p->n = 0;
	profile_series_forget(&p->series);
	if (p->totals == NULL)
		return;
	memset(p->totals, 0, p->series.ncolumns * sizeof(*p->totals));
	memset(p->rest, 0, p->series.ncolumns * sizeof(*p->rest));
}

void
profiles_release(struct profiles *p)
{
	profile_series_release(&p->series);
	free(p->rest);
	free(p->totals);
	free(p->summary);
	free(p->descs);
}
