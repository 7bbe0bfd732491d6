/* SPDX-License-Identifier: BSD-2-Clause */
/* Limits apply to the events that are shown, including derived ones. */
#include "limits.h"

static void
take(struct limits *limits, struct projection *projection,
    struct cg_record record, size_t input)
{
	record.counts += input * projection->ninputs;
	projection_apply(projection, &record);
	limits_take(limits, &record, NULL);
}

/* True if one input keeps all limits. */
static bool
judge(struct limits *limits, struct projection *projection,
    const struct aggregate *aggregate, const struct grouping *functions,
    size_t input)
{
	struct cg_header header = {
	    .nevents = projection->n, .events = projection->events};
	struct cg_record record = {
	    .file = "", .function = "", .counts = aggregate->totals};

	limits_begin(limits, &header,
	    aggregate->inputs->n > 1 ? aggregate->names[input] : NULL);
	if (functions == NULL)
		take(limits, projection, record, input);
	for (size_t i = 0;
	     functions != NULL && i < cg_profile_len(functions->rows); i++) {
		cg_profile_at(functions->rows, i, &record);
		take(limits, projection, record, input);
	}
	return limits_end(limits);
}

bool
limits_judge_inputs(struct limits *limits, struct projection *projection,
    const struct aggregate *aggregate, const struct grouping *functions)
{
	bool kept = true;

	for (size_t i = 0; limits->n > 0 && i < aggregate->inputs->n; i++)
		kept &= judge(limits, projection, aggregate, functions, i);
	return kept;
}
