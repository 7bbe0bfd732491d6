/* SPDX-License-Identifier: BSD-2-Clause */
/* Which derived events of an input another profile can still derive. */
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "events/formula.h"

struct search {
	const struct cg_header *output;
	const struct cg_header *input;
	/* of each derived event */
	enum verdict { OPEN, KEPT, DROPPED } * verdicts;
};

/* The recursion ends, because the reader rejects events made of themselves. */
static bool
can_keep(struct search *s, size_t i)
{
	const struct cg_event *event = &s->input->derived[i];
	const char *formula = event->formula;
	bool keeps =
	    cg_header_event(s->output, event->name, strlen(event->name)) < 0;
	struct cg_error error;
	struct term term;
	int got = 1, derived;

	if (s->verdicts[i] != OPEN)
		return s->verdicts[i] == KEPT;
	while (keeps && got == 1) {
		got = formula_next(&formula, &term, &error);
		keeps = got >= 0;
		if (!keeps ||
		    cg_header_event(s->output, term.name, term.len) >= 0)
			continue;
		derived = cg_header_derived(s->input, term.name, term.len);
		keeps = derived >= 0 && can_keep(s, (size_t)derived);
	}
	s->verdicts[i] = keeps ? KEPT : DROPPED;
	return keeps;
}

int
cg_header_keep_derived(const struct cg_header *output,
    const struct cg_header *input, struct cg_event *kept,
    struct cg_error *error)
{
	struct search s = {
	    .output = output,
	    .input = input,
	    .verdicts = calloc(input->nderived + 1, sizeof(*s.verdicts)),
	};
	int n = 0;

	error_clear(error);
	if (s.verdicts == NULL)
		return error_memory(error);
	for (size_t i = 0; i < input->nderived; i++)
		if (can_keep(&s, i))
			kept[n++] = input->derived[i];
	free(s.verdicts);
	return n;
}
