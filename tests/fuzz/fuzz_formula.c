/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The first line has the names of events; a line that begins with "," has a
 * list for --events, all others are formulas for --event.  Derived events are
 * sums: what they are for one of each event says what they are for any counts.
 */
#include <stdlib.h>
#include <string.h>

#include "cgfmt.h"
#include "libquery/events/projection_options.h"
#include "target.h"

enum { MOST_EVENTS = 6, MOST_FORMULAS = 8 };

static struct cg_event events[MOST_EVENTS];

/* Finds the words of the line, each once; returns how many there are. */
static size_t
take_events(char *line)
{
	static const char blanks[] = " \t";
	struct cg_header header = {.events = events};

	for (char *word = strtok(line, blanks); word != NULL;
	     word = strtok(NULL, blanks)) {
		if (header.nevents == MOST_EVENTS)
			break;
		if (cg_header_event(&header, word, strlen(word)) < 0)
			events[header.nevents++].name = word;
	}
	return header.nevents;
}

/* Counts at the edges of 64 bits, in an order that the input decides. */
static int64_t
count_of(uint64_t *state)
{
	static const int64_t edges[] = {0, 1, -1, 1000, INT64_MAX, INT64_MIN,
	    INT64_MAX / 2 + 1, INT64_MIN / 2, 3037000500};

	*state = *state * 6364136223846793005U + 1442695040888963407U;
	return edges[(*state >> 33) % (sizeof(edges) / sizeof(edges[0]))];
}

/* Sums up as the projection should; false if the sum does not fit.  The halves
 * of products are added up apart, because two products may need 128 bits. */
static bool
sum(const int64_t *factors, const int64_t *counts, size_t n, int64_t *value)
{
	unsigned __int128 low = 0;
	__int128 high = 0;

	for (size_t i = 0; i < n; i++) {
		__int128 product = (__int128)factors[i] * counts[i];

		low += (uint64_t)product;
		high += product >> 64;
	}
	high += (int64_t)(low >> 64);
	*value = (int64_t)(uint64_t)low;
	return high == (*value < 0 ? -1 : 0);
}

static void
check_sums(const struct projection *p, uint64_t state)
{
	int64_t ones[MOST_EVENTS] = {0}, counts[MOST_EVENTS];
	int64_t *factors = calloc(p->n * p->ninputs, sizeof(*factors));
	int64_t *row = calloc(p->n, sizeof(*row)), value;
	size_t fitting;

	demand(factors != NULL && row != NULL, "there is memory");
	for (size_t i = 0; i < p->ninputs; i++) {
		ones[i] = 1;
		fitting = cg_projection_compute(p->resolved, ones, row);
		demand(fitting == p->n, "factors fit");
		ones[i] = 0;
		for (size_t e = 0; e < p->n; e++)
			factors[e * p->ninputs + i] = row[e];
		counts[i] = count_of(&state);
	}
	fitting = cg_projection_compute(p->resolved, counts, row);
	for (size_t e = 0; e < p->n; e++) {
		bool fits =
		    sum(factors + e * p->ninputs, counts, p->ninputs, &value);

		demand(
		    fits || fitting <= e, "a sum that is too large is found");
		demand(!fits || fitting != e, "a sum that fits is no error");
		demand(!fits || row[e] == value, "a derived event is a sum");
	}
	free(factors);
	free(row);
}

static void
run(const uint8_t *data, size_t size)
{
	char *text = text_copy(data, size), *rest = text, *line;
	struct projection p = {.n = 0};
	struct cg_header header = {
	    .nevents = take_events(text_take_line(&rest))};
	struct cg_header output = {.nevents = 0};
	uint64_t state = size;

	header.events = events;
	while (header.nevents > 0 && (line = text_take_line(&rest)) != NULL) {
		if (*line == ',')
			projection_select(&p, line + 1);
		else if (p.nformulas < MOST_FORMULAS)
			projection_derive(&p, line);
	}
	for (size_t i = 0; i < size; i++)
		state = state * 31 + data[i];
	if (header.nevents > 0) {
		projection_resolve(&p, &header);
		projection_set_header(&p, &output);
		demand(output.nevents == p.n && p.n > 0, "events are shown");
		check_sums(&p, state);
	}
	projection_release(&p);
	free(text);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	attempt(run, data, size);
	return 0;
}
