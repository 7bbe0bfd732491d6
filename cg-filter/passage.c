/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A batch is passed on when it is full, so that small profiles are sorted
 * whatever their order.  Once one was, rows of Cachegrind's format wait for
 * nothing but the next row: memory is bounded, and little of it is touched.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "passage.h"

enum { BATCH = 1 << 18 }; /* rows */

int
passage_init(struct passage *p, bool early)
{
	p->held = early ? IN_BATCHES : TO_THE_END;
	p->counts = cli_alloc(p->header->nevents, sizeof(*p->counts));
	p->profile = cg_profile_new(p->header->nevents, p->error);
	return p->profile != NULL ? 0 : -1;
}

/*
 * The output is opened for its first rows, not before: what cannot be done with
 * a profile mostly shows before that, and then nothing has to be cleaned up.
 */
int
passage_put(struct passage *p)
{
	if (p->writer == NULL) {
		cg_header_take_part(p->header, cg_reader_header(p->reader));
		p->writer = profile_output_open(p->output, p->header, p->error);
	}
	if (p->writer == NULL)
		return -1;
	if (p->waits && cg_writer_put(p->writer, &p->last) < 0)
		return -1;
	p->waits = false;
	if (cg_profile_put(p->profile, p->writer) < 0)
		return -1;
	return cg_profile_len(p->profile) > 0 ? cg_profile_clear(p->profile)
					      : 0;
}

/* --- batches -------------------------------------------------------------- */

/* whether the record is of the row added last, which may come again */
static bool
is_last(const struct passage *p, const struct cg_record *record)
{
	struct cg_record last;

	cg_profile_at(p->profile, cg_profile_len(p->profile) - 1, &last);
	return cg_record_same(&last, record);
}

static bool
is_batch(const struct passage *p, const struct cg_record *record)
{
	return p->held == IN_BATCHES && cg_profile_len(p->profile) >= BATCH &&
	       cg_profile_in_order(p->profile) && !is_last(p, record);
}

/* --- one by one ----------------------------------------------------------- */

int
passage_look(struct passage *p, const struct cg_record *record)
{
	int order, status = 0;

	if (p->held == TO_THE_END)
		return 0;
	order =
	    p->held == ONE_BY_ONE ? cg_record_compare(&p->before, record) : 0;
	p->before = *record;
	if (order != 0)
		status = passage_put(p);
	if (order > 0)
		p->held = TO_THE_END;
	return status;
}

/* what comes again is added up in the profile */
static int
hold(struct passage *p, const struct cg_record *record)
{
	if (p->waits && cg_profile_add(p->profile, &p->last) < 0)
		return -1;
	if (p->waits || cg_profile_len(p->profile) > 0) {
		p->waits = false;
		return cg_profile_add(p->profile, record);
	}
	p->last = *record;
	p->last.counts = memcpy(
	    p->counts, record->counts, p->header->nevents * sizeof(*p->counts));
	p->last.present = NULL;
	p->waits = true;
	return 0;
}

int
passage_add(struct passage *p, const struct cg_record *record)
{
	if (is_batch(p, record)) {
		if (passage_put(p) < 0)
			return -1;
		/* calls with a hidden end are no longer in order */
		if (cg_reader_header(p->reader)->format == CG_CACHEGRIND)
			p->held = ONE_BY_ONE;
	}
	if (p->held == ONE_BY_ONE)
		return hold(p, record);
	return cg_profile_add(p->profile, record);
}

void
passage_release(struct passage *p)
{
	cg_profile_free(p->profile);
	free(p->counts);
}
