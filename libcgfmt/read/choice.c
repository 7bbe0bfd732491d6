/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A chosen event is one of those counted, whose count is taken as it is, or a
 * derived one, whose count is computed.
 */
#include <stdlib.h>
#include <string.h>

#include "read/choice.h"
#include "error.h"

struct chosen {
	size_t event;           /* in the header's events */
	const int64_t *factors; /* of a derived one; else NULL */
};

static int
find(const struct header *h, const char *name, struct chosen *chosen)
{
	int event = cg_header_event(&h->view, name, strlen(name));

	if (event >= 0) {
		*chosen = (struct chosen){.event = (size_t)event};
		return 0;
	}
	for (size_t i = 0; i < h->view.nderived; i++) {
		if (strcmp(h->view.derived[i].name, name) != 0)
			continue;
		chosen->factors = h->view.factors + i * h->view.nevents;
		return 0;
	}
	return -1;
}

int
choice_init(struct choice *c, const struct header *header,
    const struct cg_event *events, size_t nevents, const char *name,
    struct cg_error *error)
{
	c->nevents = nevents;
	c->ncounted = header->view.nevents;
	c->list = calloc(nevents, sizeof(*c->list));
	c->counts = calloc(nevents, sizeof(*c->counts));
	c->present = calloc(nevents, sizeof(*c->present));
	c->totals = calloc(nevents, sizeof(*c->totals));
	c->summary = calloc(nevents, sizeof(*c->summary));
	if (c->list == NULL || c->counts == NULL || c->present == NULL ||
	    c->totals == NULL || c->summary == NULL)
		return error_memory(error);
	for (size_t i = 0; i < nevents; i++)
		if (find(header, events[i].name, &c->list[i]) < 0)
			return error_set(error,
			    "%s: expected the event %s, found none of that "
			    "name",
			    name, events[i].name);
	return 0;
}

bool
choice_compute(const struct choice *c, const int64_t *counts, int64_t *chosen)
{
	bool fits = true;

	for (size_t i = 0; i < c->nevents; i++) {
		if (c->list[i].factors == NULL) {
			chosen[i] = counts[c->list[i].event];
		} else if (!cg_formula_value(c->list[i].factors, counts,
			       c->ncounted, &chosen[i])) {
			chosen[i] = 0;
			fits = false;
		}
	}
	return fits;
}

bool
choice_apply(struct choice *c, struct cg_record *record)
{
	bool fits = choice_compute(c, record->counts, c->counts);

	record->counts = c->counts;
	if (record->present == NULL)
		return fits;
	for (size_t i = 0; i < c->nevents; i++)
		c->present[i] = c->list[i].factors != NULL ||
				record->present[c->list[i].event];
	record->present = c->present;
	return fits;
}

void
choice_release(struct choice *c)
{
	free(c->list);
	free(c->counts);
	free(c->present);
	free(c->totals);
	free(c->summary);
}
