/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A row of an instruction has its executions times what one does.  What a call costs is not recorded for
 * these events, so it has a share of what its callee has, by its instructions.
 */
#include <stdlib.h>
#include <string.h>

#include "cg-mix/code/executed_code.h"
#include "libcli/cli.h"
#include "libquery/calls/call_costs.h"
#include "libquery/data/data_object.h"
#include "libquery/stacks/folded_costs.h"
#include "mix_profile.h"

static const char share_key[] = "Operations of:";

struct mix {
	struct instruction_profile profile;
	struct executed_code code;
	int reads, writes; /* the events of accesses, or -1 */
	struct row_costs events[NOPERATIONS];
	int64_t sums[NOPERATIONS];
};

static void
check_events(struct mix *m)
{
	const struct cg_header *header = cg_reader_header(m->profile.reader);
	const char *event = known_operations_in(header);

	if (event != NULL)
		cli_die(
		    "%s: it has the event %s already", m->profile.name, event);
	m->reads = cg_header_event(header, "Dr", 2);
	m->writes = cg_header_event(header, "Dw", 2);
}

/* Returns how often a repeated instruction has done what it does: once less often than it was executed each
 * time, which its accesses tell if they were counted. */
static int64_t
repetitions(const struct mix *m, const struct cg_record *row,
    const struct operations *of_one)
{
	bool writes = of_one->counts[OPERATIONS_WRITTEN] > 0;
	int event = writes ? m->writes : m->reads;

	return event < 0 ? row->counts[m->profile.ir]
			 : row->counts[event] / of_one->accesses;
}

/* Sets the events of row number i, of costs. */
static void
set_row(struct mix *m, size_t i, const struct cg_record *row)
{
	const struct executed *one;
	int64_t executed;

	if (row->address == 0 || is_of_data(row))
		return;
	one = executed_code_find(&m->code, row->object, row->address);
	if (one == NULL)
		return;
	executed = one->of_one.accesses > 0 ? repetitions(m, row, &one->of_one)
					    : row->counts[m->profile.ir];
	for (size_t j = 0; j < NOPERATIONS; j++) {
		int64_t *count = &m->events[j].all[i];

		if (__builtin_mul_overflow(
			executed, (int64_t)one->of_one.counts[j], count) ||
		    __builtin_add_overflow(m->sums[j], *count, &m->sums[j]))
			cli_die("%s: the sum of %s does not fit in 64 bits",
			    m->profile.name, known_operations[j].name);
	}
}

static void
set_events(struct mix *m)
{
	const struct cg_profile *rows = m->profile.rows;
	size_t n = cg_profile_len(rows);
	struct cg_record row;

	for (size_t j = 0; j < NOPERATIONS; j++)
		m->events[j] = (struct row_costs){.event = &known_operations[j],
		    .all = cli_alloc(n + 1, sizeof(int64_t))};
	for (size_t i = 0; i < n; i++) {
		cg_profile_at(rows, i, &row);
		if (row.kind == CG_COSTS)
			set_row(m, i, &row);
	}
	call_costs_set(rows, m->events, NOPERATIONS, m->profile.ir);
	for (size_t j = 0; j < NOPERATIONS; j++)
		folded_costs_set(rows, &m->events[j], m->profile.ir);
}

static void
write_events(struct mix *m, const struct mix_options *options)
{
	int64_t known = m->code.all - m->code.not_known - m->code.not_read;
	char *desc = cli_format("%-17s %lld of %lld Ir", share_key,
	    (long long)known, (long long)m->code.all);
	const char *descs[] = {desc};
	struct added_event events[NOPERATIONS];
	const struct added_events added = {.list = events,
	    .n = NOPERATIONS,
	    .descs = descs,
	    .ndescs = 1,
	    .by_line = options->by_line,
	    .output = &options->output};

	for (size_t j = 0; j < NOPERATIONS; j++)
		events[j] = (struct added_event){
		    &known_operations[j], m->events[j].all, 1, m->sums[j]};
	instruction_profile_write(&m->profile, &added);
	free(desc);
}

void
mix_profile_write(const char *path, const struct mix_options *options)
{
	struct mix m = {.reads = -1};
	struct instruction_profile *p = &m.profile;

	instruction_profile_open(
	    p, path, options->partial, "cg-collect --loops records them");
	check_events(&m);
	instruction_profile_read(p);
	executed_code_read(&m.code, p);
	executed_code_warn(&m.code, p->name, options->is_quiet);
	set_events(&m);
	write_events(&m, options);
	for (size_t j = 0; j < NOPERATIONS; j++)
		free(m.events[j].all);
	executed_code_release(&m.code);
	instruction_profile_release(p);
}
