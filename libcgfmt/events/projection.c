/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Selects events and computes derived ones.  The count of a derived event is a
 * sum of factors times the counted events.  If its formula names other derived
 * events, its factors are theirs, multiplied out.
 */
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "events/formula.h"

struct new_event {
	struct cg_event event;
	int64_t *factors; /* one for each counted event */
};

struct projected_column {
	size_t counted;         /* index of a counted event */
	const int64_t *factors; /* of a derived event; else NULL */
};

struct cg_projection {
	struct cg_error *error;
	struct cg_header input;
	size_t nnew;
	struct new_event *new;
	size_t nevents; /* selected */
	struct cg_event *events;
	struct projected_column *columns;
	int64_t *counts; /* of the record that was projected last */
	bool *present;
	struct cg_event *kept; /* derived events of the output */
};

struct cg_projection *
cg_projection_new(const struct cg_header *header, struct cg_error *error)
{
	struct cg_projection *p = calloc(1, sizeof(*p));

	error_clear(error);
	if (p == NULL) {
		error_memory(error);
		return NULL;
	}
	p->error = error;
	p->input = *header;
	return p;
}

int
cg_projection_find(const struct cg_projection *p, const char *name, size_t len)
{
	const struct cg_header *h = &p->input;
	int event = cg_header_event(h, name, len);

	if (event >= 0)
		return event;
	event = cg_header_derived(h, name, len);
	if (event >= 0)
		return (int)h->nevents + event;
	for (size_t i = 0; i < p->nnew; i++)
		if (strncmp(p->new[i].event.name, name, len) == 0 &&
		    p->new[i].event.name[len] == '\0')
			return (int)(h->nevents + h->nderived + i);
	return -1;
}

/* the event with this number; *factors is NULL if it is counted */
static const struct cg_event *
event_at(const struct cg_projection *p, size_t number, const int64_t **factors)
{
	const struct cg_header *h = &p->input;

	*factors = NULL;
	if (number < h->nevents)
		return &h->events[number];
	number -= h->nevents;
	if (number < h->nderived) {
		*factors = h->factors + number * h->nevents;
		return &h->derived[number];
	}
	*factors = p->new[number - h->nderived].factors;
	return &p->new[number - h->nderived].event;
}

/* --- derived events ------------------------------------------------------- */

/* adds the term to the factors of the last new event */
static int
add_term(struct cg_projection *p, const struct term *term)
{
	size_t n = p->input.nevents, last = n + p->input.nderived + p->nnew - 1;
	int number = cg_projection_find(p, term->name, term->len);
	int64_t *to = p->new[p->nnew - 1].factors;
	const int64_t *from, one = 1;
	bool fits;

	if (number < 0 || (size_t)number == last)
		return error_set(p->error,
		    "there is no event \"%.*s\" before it", (int)term->len,
		    term->name);
	event_at(p, (size_t)number, &from);
	fits = from == NULL ? formula_add(&to[number], term->factor, &one, 1)
			    : formula_add(to, term->factor, from, n);
	return fits ? 0
		    : error_set(p->error, "a factor does not fit in 64 bits");
}

int
cg_projection_derive(struct cg_projection *p, const char *definition)
{
	static const char blanks[] = " \t";
	const char *name = definition + strspn(definition, blanks), *formula;
	size_t len = formula_name_length(name);
	struct new_event *new;
	struct term term;
	int got;

	if (len == 0)
		return error_set(p->error, "expected the name of an event");
	formula = name + len + strspn(name + len, blanks);
	if (*formula++ != '=')
		return error_set(
		    p->error, "expected NAME = [NUMBER] EVENT + ...");
	if (cg_projection_find(p, name, len) >= 0)
		return error_set(p->error, "an event of that name exists");
	new = realloc(p->new, (p->nnew + 1) * sizeof(*new));
	if (new == NULL)
		return error_memory(p->error);
	p->new = new;
	new += p->nnew;
	new->event = (struct cg_event){.name = strndup(name, len)};
	new->factors = calloc(p->input.nevents, sizeof(*new->factors));
	p->nnew++; /* before its factors are known, so that _free frees it */
	if (new->event.name == NULL || new->factors == NULL)
		return error_memory(p->error);
	do {
		got = formula_next(&formula, &term, p->error);
		if (got < 0 || add_term(p, &term) < 0)
			return -1;
	} while (got == 1);
	return 0;
}

/* --- the output ----------------------------------------------------------- */

int
cg_projection_select(struct cg_projection *p, size_t number)
{
	size_t i = p->nevents, n = i + 1;
	const struct cg_event *event;
	struct cg_event *events;
	struct projected_column *columns;
	int64_t *counts;
	bool *present;

	if (number >= p->input.nevents + p->input.nderived + p->nnew)
		return error_set(p->error,
		    "expected the number of an event, found %zu", number);
	if ((events = realloc(p->events, n * sizeof(*events))) == NULL)
		return error_memory(p->error);
	p->events = events;
	if ((columns = realloc(p->columns, n * sizeof(*columns))) == NULL)
		return error_memory(p->error);
	p->columns = columns;
	if ((counts = realloc(p->counts, n * sizeof(*counts))) == NULL)
		return error_memory(p->error);
	p->counts = counts;
	if ((present = realloc(p->present, n * sizeof(*present))) == NULL)
		return error_memory(p->error);
	p->present = present;
	columns[i].counted = number;
	event = event_at(p, number, &columns[i].factors);
	/* in the output, it is counted */
	events[i] = (struct cg_event){
	    .name = event->name, .long_name = event->long_name};
	p->nevents = n;
	return 0;
}

int
cg_projection_set_header(struct cg_projection *p, struct cg_header *header)
{
	int n;

	header->nevents = p->nevents;
	header->events = p->events;
	free(p->kept);
	p->kept = calloc(p->input.nderived + 1, sizeof(*p->kept));
	if (p->kept == NULL)
		return error_memory(p->error);
	header->derived = p->kept;
	header->factors = NULL; /* a writer needs none */
	n = cg_header_keep_derived(header, &p->input, p->kept, p->error);
	header->nderived = n > 0 ? (size_t)n : 0;
	return n < 0 ? -1 : 0;
}

size_t
cg_projection_compute(
    const struct cg_projection *p, const int64_t *from, int64_t *to)
{
	size_t fitting = p->nevents;

	for (size_t i = p->nevents; i-- > 0;) {
		const struct projected_column *c = &p->columns[i];

		if (c->factors == NULL) {
			to[i] = from[c->counted];
		} else if (!formula_value(
			       c->factors, from, p->input.nevents, &to[i])) {
			to[i] = 0;
			fitting = i;
		}
	}
	return fitting;
}

size_t
cg_projection_apply(struct cg_projection *p, struct cg_record *record)
{
	size_t fitting = cg_projection_compute(p, record->counts, p->counts);

	record->counts = p->counts;
	if (record->present == NULL)
		return fitting;
	for (size_t i = 0; i < p->nevents; i++)
		p->present[i] = p->columns[i].factors != NULL ||
				record->present[p->columns[i].counted];
	record->present = p->present;
	return fitting;
}

void
cg_projection_free(struct cg_projection *p)
{
	if (p == NULL)
		return;
	for (size_t i = 0; i < p->nnew; i++) {
		free((char *)p->new[i].event.name);
		free(p->new[i].factors);
	}
	free(p->new);
	free(p->events);
	free(p->columns);
	free(p->counts);
	free(p->present);
	free(p->kept);
	free(p);
}
