/* SPDX-License-Identifier: BSD-2-Clause */
/* The counts are small, or at the edges of 64 bits. */
#include <stdlib.h>
#include <string.h>

#include "hostile_table.h"
#include "libcli/cli.h"
#include "target.h"

enum { MOST_EVENTS = 3, MOST_INPUTS = 3, MOST_ROWS = 12 };
enum { MOST_NAMES = 2 + MOST_EVENTS + MOST_INPUTS + 2 * MOST_ROWS };

static struct {
	struct table table;
	struct cg_event events[MOST_EVENTS];
	struct table_row rows[MOST_ROWS];
	struct ranked_row ranked[MOST_ROWS];
	struct ranked_rows ranked_rows;
	int64_t counts[(MOST_ROWS + 1) * MOST_EVENTS * MOST_INPUTS];
	struct partials partials;
	struct limits limits;
	char *inputs[MOST_INPUTS];
	bool differences[MOST_INPUTS];
	char *partial;
	char *names[MOST_NAMES]; /* to be freed */
	size_t nnames;
} hostile;

/* Returns the next line of the text as a clean name. */
static char *
take_name(char **rest)
{
	const char *line = text_take_line(rest);
	size_t len = line != NULL ? strlen(line) : 0;
	size_t clean = cg_escape(NULL, 0, line, len);
	char *name = cli_alloc(clean + 1, 1);

	cg_escape(name, clean + 1, line, len);
	hostile.names[hostile.nnames++] = name;
	return name;
}

/* Events have names without blanks. */
static size_t
take_events(char **rest)
{
	char *names = take_name(rest);
	size_t n = 0;

	for (char *word = strtok(names, " "); word != NULL && n < MOST_EVENTS;
	     word = strtok(NULL, " "))
		hostile.events[n++] = (struct cg_event){.name = word};
	if (n == 0)
		hostile.events[n++] = (struct cg_event){.name = "Ir"};
	return n;
}

static int64_t
count_of(uint64_t *state, bool has_negative)
{
	static const int64_t edges[] = {0, 1, 7, 1000, 123456789, INT64_MAX,
	    INT64_MAX - 1, -1, -500, INT64_MIN};

	*state = *state * 6364136223846793005U + 1442695040888963407U;
	return edges[(*state >> 33) % (has_negative ? 10 : 7)];
}

const struct table *
hostile_table_make(const uint8_t *data, size_t size, size_t ninputs,
    enum detail detail, bool has_negative)
{
	char *text = text_copy(data, size), *rest = text;
	struct table *t = &hostile.table;
	uint64_t state = size;
	size_t width, ncounts;

	hostile.nnames = 0;
	for (size_t i = 0; i < ninputs; i++)
		hostile.differences[i] = has_negative && (size >> i & 1) != 0;
	*t = (struct table){.by = "function",
	    .name = "file",
	    .detail = detail,
	    .ninputs = ninputs,
	    .differences = hostile.differences,
	    .names = hostile.inputs,
	    .nnames = ninputs,
	    .partials = &hostile.partials,
	    .limits = &hostile.limits,
	    .rows = hostile.rows,
	    .counts = hostile.counts,
	    .shares = true};
	t->cmd = take_name(&rest);
	t->header.nevents = take_events(&rest);
	t->header.events = hostile.events;
	hostile.partial = take_name(&rest);
	hostile.partials.list = &hostile.partial;
	hostile.partials.n = *hostile.partial != '\0';
	for (size_t i = 0; i < ninputs; i++)
		hostile.inputs[i] = take_name(&rest);
	width = t->header.nevents * ninputs;
	while (rest != NULL && t->nrows < MOST_ROWS) {
		hostile.rows[t->nrows].name = take_name(&rest);
		hostile.rows[t->nrows].function = take_name(&rest);
		hostile.rows[t->nrows].line = (int64_t)t->nrows;
		hostile.rows[t->nrows].counts =
		    hostile.counts + t->nrows * width;
		t->nrows++;
	}
	for (size_t i = 0; i < size; i++)
		state = state * 31 + data[i];
	ncounts = (t->nrows + 1) * width;
	for (size_t i = 0; i < ncounts; i++)
		hostile.counts[i] = count_of(&state, has_negative);
	t->totals = hostile.counts + t->nrows * width;
	t->event = state % t->header.nevents;
	free(text);
	return t;
}

const struct ranked_rows *
hostile_table_ranked(const struct table *t)
{
	for (size_t i = 0; i < t->nrows; i++)
		hostile.ranked[i] = (struct ranked_row){
		    .file = t->rows[i].name,
		    .function = t->rows[i].function,
		    .line = t->rows[i].line,
		    .counts = t->rows[i].counts,
		};
	hostile.ranked_rows = (struct ranked_rows){.n = t->nrows,
	    .list = hostile.ranked,
	    .nevents = t->header.nevents};
	return &hostile.ranked_rows;
}

void
hostile_table_release(void)
{
	while (hostile.nnames > 0)
		free(hostile.names[--hostile.nnames]);
}
