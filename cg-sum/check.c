/* SPDX-License-Identifier: BSD-2-Clause */
/* The reader compares the sum of the rows with the summary. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "screen.h"

/* what is known of the sum: Callgrind's format need not state it */
static const char *
verdict(const struct cg_reader *reader)
{
	const int64_t *stated = cg_reader_summary(reader);
	const int64_t *totals = cg_reader_totals(reader);
	size_t size = cg_reader_header(reader)->nevents * sizeof(*totals);

	if (stated == NULL)
		return "no total stated";
	return memcmp(stated, totals, size) == 0 ? "ok"
						 : "another total stated";
}

static void
print_line(struct screen *screen, const char *name, size_t nrows,
    const struct cg_reader *reader)
{
	const struct cg_header *header = cg_reader_header(reader);
	const int64_t *stated = cg_reader_summary(reader);
	const int64_t *totals = cg_reader_totals(reader);

	screen_name(screen, name);
	screen_print(screen, ": %s, %zu rows", verdict(reader), nrows);
	for (size_t i = 0; i < header->nevents; i++) {
		screen_print(screen, ", ");
		screen_name(screen, header->events[i].name);
		screen_print(screen, " %lld", (long long)totals[i]);
		if (stated != NULL && stated[i] != totals[i])
			screen_print(screen, " of %lld", (long long)stated[i]);
	}
	screen_print(screen, "\n");
}

/* -1 with an error where the profile is not whole */
static int
check(const struct inputs *inputs, size_t i, struct screen *screen,
    struct cg_error *error)
{
	struct cg_reader *reader = cg_reader_open(inputs->paths[i], error);
	struct cg_record record;
	char *name;
	size_t nrows = 0;
	int got;

	if (reader == NULL)
		return -1;
	while ((got = cg_reader_next(reader, &record)) == 1)
		nrows += record.kind == CG_COSTS;
	if (got == 0) {
		name = inputs_name(inputs, i);
		print_line(screen, name, nrows, reader);
		free(name);
	}
	cg_reader_close(reader);
	return got;
}

/* what was said of those before is true, but would be no whole file */
static _Noreturn void
give_up(struct screen *screen, const struct cli_output *output,
    const struct cg_error *error)
{
	if (strcmp(output->path, "-") != 0)
		cli_die("%s", error->text);
	screen_close(screen);
	cli_die("%s", error->text);
}

void
check_inputs(const struct inputs *inputs, const struct cli_output *output)
{
	struct screen screen;
	struct cg_error error;

	screen_open(&screen, output, COLOR_NEVER);
	for (size_t i = 0; i < inputs->n; i++)
		if (check(inputs, i, &screen, &error) < 0)
			give_up(&screen, output, &error);
	screen_close(&screen);
}
