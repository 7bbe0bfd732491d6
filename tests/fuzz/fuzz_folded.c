/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Folds functions of any names, and takes the lines apart again: no name adds a line or
 * a frame.
 */
#include <stdlib.h>
#include <string.h>

#include "cg-export/folded.h"
#include "hostile_table.h"
#include "sink.h"
#include "target.h"

static void
check(const struct table *t, const char *p)
{
	for (size_t i = 0; i < t->nrows; i++) {
		const char *end = strchr(p, '\n'), *count;
		size_t nframes = 1;

		if (t->rows[i].counts[t->event] == 0)
			continue;
		demand(end != NULL, "there is a line for each row");
		for (; p < end; p++)
			nframes += *p == ';';
		demand(nframes == 3, "a row has three frames");
		for (count = end; count[-1] >= '0' && count[-1] <= '9';)
			count--;
		demand(
		    count < end && count[-1] == ' ' &&
			strtoll(count, NULL, 10) == t->rows[i].counts[t->event],
		    "a row ends in its count");
		p = end + 1;
	}
	demand(*p == '\0', "there is no other line");
}

static void
run(const uint8_t *data, size_t size)
{
	const struct table *t =
	    hostile_table_make(data, size, 1, DETAIL_FUNCTION, false);
	const struct stack_events events = {1, {t->event}};
	struct printer printer;
	size_t len;

	sink_open(&printer, false);
	folded_print_functions(hostile_table_ranked(t), &events, &printer);
	check(t, sink_bytes(&len));
	demand(strlen(sink_bytes(&len)) == len, "there is no NUL byte");
	hostile_table_release();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	demand(attempt(run, data, size), "no name is an error");
	return 0;
}
