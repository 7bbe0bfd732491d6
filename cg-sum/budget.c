/* SPDX-License-Identifier: BSD-2-Clause */
/* Limits are on the events that are shown, derived ones too. */
#include "budget.h"

static void
take(struct limits *limits, struct projection *columns, struct cg_record record,
    size_t input)
{
	record.counts += input * columns->ninputs;
	projection_apply(columns, &record);
	limits_take(limits, &record, NULL);
}

static bool
judge(struct limits *limits, struct projection *columns,
    const struct tally *tally, const struct aggregate *functions, size_t input)
{
	struct cg_header header = {
	    .nevents = columns->n, .events = columns->events};
	struct cg_record record = {
	    .file = "", .function = "", .counts = tally->totals};

	limits_begin(
	    limits, &header, tally->inputs->n > 1 ? tally->names[input] : NULL);
	if (functions == NULL)
		take(limits, columns, record, input);
	for (size_t i = 0;
	     functions != NULL && i < cg_profile_len(functions->rows); i++) {
		cg_profile_at(functions->rows, i, &record);
		take(limits, columns, record, input);
	}
	return limits_end(limits);
}

bool
budget_kept(struct limits *limits, struct projection *columns,
    const struct tally *tally, const struct aggregate *functions)
{
	bool kept = true;

	for (size_t i = 0; limits->n > 0 && i < tally->inputs->n; i++)
		kept &= judge(limits, columns, tally, functions, i);
	return kept;
}
