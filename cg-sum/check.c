/* SPDX-License-Identifier: BSD-2-Clause */
/* The reader compares the sum of the rows with the summary. */
#include <stdlib.h>

#include "check.h"

static void
print_line(struct screen *screen, const char *name, size_t nrows,
    const struct cg_header *header, const int64_t *totals)
{
	screen_name(screen, name);
	screen_print(screen, ": ok, %zu rows", nrows);
	for (size_t i = 0; i < header->nevents; i++) {
		screen_print(screen, ", ");
		screen_name(screen, header->events[i].name);
		screen_print(screen, " %lld", (long long)totals[i]);
	}
	screen_print(screen, "\n");
}

static void
check(const char *path, const char *name, struct screen *screen)
{
	struct cg_error error;
	struct cg_reader *reader = cg_reader_open(path, &error);
	struct cg_record record;
	size_t nrows = 0;
	int got;

	if (reader == NULL)
		screen_die(screen, error.text);
	while ((got = cg_reader_next(reader, &record)) == 1)
		nrows++;
	if (got < 0)
		screen_die(screen, error.text);
	print_line(screen, name, nrows, cg_reader_header(reader),
	    cg_reader_totals(reader));
	cg_reader_close(reader);
}

void
check_inputs(const struct inputs *inputs, struct screen *screen)
{
	for (size_t i = 0; i < inputs->n; i++) {
		char *name = inputs_name(inputs, i);

		check(inputs->paths[i], name, screen);
		free(name);
	}
}
