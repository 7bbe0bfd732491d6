/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A derived event may be made of other derived ones, whichever line comes
 * first: its factors are then theirs, multiplied out.
 */
#include <stdlib.h>
#include <string.h>

#include "read/derived.h"
#include "error.h"
#include "lex.h"

enum {
	MAX_DECLARED = 1000, /* each may be made of the next: a depth */
	MAX_TERMS = 1000,
	MAX_ALL_TERMS = 10000, /* each may cost as much as there are events */
};

struct declared {
	struct cg_event event;
	uint64_t line_number;
};

/* --- declaring ------------------------------------------------------------ */

/* the text without the blanks around it; NULL where that is nothing */
static int
take_text(
    struct parse *parse, const char *p, const char *end, const char **text)
{
	p = lex_skip_blanks(p, end);
	end = lex_trim_end(p, end);
	return p < end ? parse_name(parse, p, end, text) : 0;
}

static const char *
find(const char *p, const char *end, char c)
{
	const char *found = memchr(p, c, (size_t)(end - p));

	return found != NULL ? found : end;
}

static int
append(struct header *h, struct parse *parse, const struct cg_event *event)
{
	struct declared *larger =
	    realloc(h->declared, (h->ndeclared + 1) * sizeof(*larger));

	if (larger == NULL)
		return error_memory(parse->error);
	h->declared = larger;
	if (h->ndeclared == MAX_DECLARED)
		return lines_error(&parse->lines,
		    "expected at most %d \"event:\" lines, found more",
		    MAX_DECLARED);
	larger[h->ndeclared++] = (struct declared){
	    .event = *event, .line_number = parse->lines.number};
	return 0;
}

int
derived_declare(
    struct header *h, struct parse *parse, const char *p, const char *end)
{
	const char *colon = find(p, end, ':'), *equals = find(p, colon, '=');
	struct cg_event event = {.name = NULL};

	if (take_text(parse, p, equals, &event.name) < 0)
		return -1;
	if (event.name == NULL)
		return parse_expected(parse, "the name of an event", p, end);
	if (equals < colon &&
	    take_text(parse, equals + 1, colon, &event.formula) < 0)
		return -1;
	if (colon < end &&
	    take_text(parse, colon + 1, end, &event.long_name) < 0)
		return -1;
	return append(h, parse, &event);
}

/* --- resolving ------------------------------------------------------------ */

enum state { UNKNOWN, IN_WORK, KNOWN };

struct work {
	struct header *header;
	struct parse *parse;
	enum state *states;     /* of the derived events */
	uint64_t *line_numbers; /* where they were declared */
	int nterms;             /* of all formulas so far */
};

static int
bad_formula(struct work *w, size_t i, const char *why)
{
	/* nothing more is read, so the number may go back */
	w->parse->lines.number = w->line_numbers[i];
	return lines_error(&w->parse->lines,
	    "expected a formula of events, found \"%s\": %s",
	    w->header->derived[i].formula, why);
}

/* of which the formula itself would be the most */
static int
too_long(struct work *w, size_t i, const char *what, int most)
{
	w->parse->lines.number = w->line_numbers[i];
	return lines_error(&w->parse->lines,
	    "expected %s of at most %d terms, found more", what, most);
}

static int compute(struct work *w, size_t i);

static int
find_derived(const struct header *h, const struct cg_term *term)
{
	for (size_t i = 0; i < h->view.nderived; i++)
		if (strncmp(h->derived[i].name, term->name, term->len) == 0 &&
		    h->derived[i].name[term->len] == '\0')
			return (int)i;
	return -1;
}

static int
add_term(struct work *w, size_t i, const struct cg_term *term)
{
	struct header *h = w->header;
	size_t n = h->view.nevents;
	int64_t *factors = h->factors + i * n, one = 1;
	int event = cg_header_event(&h->view, term->name, term->len);
	int derived = event < 0 ? find_derived(h, term) : -1;
	bool fits;

	if (event < 0 && derived < 0)
		return bad_formula(w, i, "an event in it is nowhere named");
	if (derived >= 0 && compute(w, (size_t)derived) < 0)
		return -1;
	fits = event >= 0
		   ? cg_formula_add(&factors[event], term->factor, &one, 1)
		   : cg_formula_add(factors, term->factor,
			 h->factors + (size_t)derived * n, n);
	return fits ? 0 : bad_formula(w, i, "a factor does not fit in 64 bits");
}

/* the factors of a derived event, and before them those of the ones in it */
static int
compute(struct work *w, size_t i)
{
	const char *formula = w->header->derived[i].formula;
	struct cg_error error;
	struct cg_term term;
	int nterms = 0, got;

	if (w->states[i] == IN_WORK)
		return bad_formula(w, i, "the event is made of itself");
	if (w->states[i] == KNOWN)
		return 0;
	w->states[i] = IN_WORK;
	do {
		got = cg_formula_next(&formula, &term, &error);
		if (got < 0)
			return bad_formula(w, i, error.text);
		if (nterms++ == MAX_TERMS)
			return too_long(w, i, "a formula", MAX_TERMS);
		if (w->nterms++ == MAX_ALL_TERMS)
			return too_long(w, i, "formulas", MAX_ALL_TERMS);
		if (add_term(w, i, &term) < 0)
			return -1;
	} while (got == 1);
	w->states[i] = KNOWN;
	return 0;
}

/* long names go to events that are counted, formulas to the derived ones; what
 * has neither a count nor a formula has no figures at all */
static void
sort_out(struct work *w)
{
	struct header *h = w->header;

	for (size_t i = 0; i < h->ndeclared; i++) {
		const struct cg_event *event = &h->declared[i].event;
		int counted =
		    cg_header_event(&h->view, event->name, strlen(event->name));
		size_t n = h->view.nderived;
		const struct cg_term self = {
		    .name = event->name, .len = strlen(event->name)};

		if (counted >= 0) {
			h->events[counted].long_name = event->long_name;
		} else if (event->formula != NULL &&
			   find_derived(h, &self) < 0) {
			w->line_numbers[n] = h->declared[i].line_number;
			h->derived[n] = *event;
			h->view.nderived++;
		}
	}
	h->view.derived = h->derived;
	h->view.factors = h->factors;
}

static int
compute_all(struct work *w)
{
	for (size_t i = 0; i < w->header->view.nderived; i++)
		if (compute(w, i) < 0)
			return -1;
	return 0;
}

int
derived_resolve(struct header *h, struct parse *parse)
{
	size_t n = h->ndeclared;
	struct work w = {
	    .header = h,
	    .parse = parse,
	    .states = calloc(n + 1, sizeof(*w.states)),
	    .line_numbers = calloc(n + 1, sizeof(*w.line_numbers)),
	};
	int status = -1;

	h->derived = calloc(n + 1, sizeof(*h->derived));
	h->factors = calloc(n * h->view.nevents + 1, sizeof(*h->factors));
	if (w.states == NULL || w.line_numbers == NULL || h->derived == NULL ||
	    h->factors == NULL) {
		error_memory(parse->error);
	} else {
		sort_out(&w);
		status = compute_all(&w);
	}
	free(w.states);
	free(w.line_numbers);
	return status;
}

void
derived_release(struct header *h)
{
	free(h->declared);
	free(h->derived);
	free(h->factors);
}
