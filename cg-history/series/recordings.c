/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "recordings.h"
#include "stored.h"

void
recordings_begin(struct recordings *r, struct objects *objects,
    const char *benchmark)
{
	*r = (struct recordings){.objects = objects, .benchmark = benchmark};
}

/* True if the entry's profile is the one of the other entry, but for build IDs. */
static bool
is_like(const struct entry *a, const struct entry *b)
{
	return a != NULL && strcmp(a->rows, b->rows) == 0 &&
	       strcmp(a->settings, b->settings) == 0;
}

/* Returns which of two kept entries is like this one, or gives way to it: not `keep`.  What is read and
 * what is expected is chosen alike. */
static size_t
choose(const struct entry *const kept[2], const struct entry *entry,
    size_t keep)
{
	for (size_t i = 0; i < 2; i++)
		if (is_like(kept[i], entry))
			return i;
	return keep == 0;
}

static size_t
expect(struct recordings *r, const struct entry *kept[2],
    const struct entry *entry, size_t keep)
{
	size_t i = choose(kept, entry, keep);

	if (!is_like(kept[i], entry)) {
		object_list_add(&r->expected, entry->head);
		object_list_add(&r->expected, entry->rows);
		kept[i] = entry;
	}
	return i;
}

void
recordings_expect(struct recordings *r, const struct steps *steps)
{
	const struct entry *kept[2] = {NULL, NULL};

	for (size_t i = 0; i < steps->n; i++) {
		const struct step *step = &steps->list[i];

		if (step->kind == STEP_CHANGE)
			expect(r, kept, step->old,
			    expect(r, kept, step->new, 1));
	}
	objects_expect(r->objects, &r->expected);
}

static void
forget(struct recording *recording)
{
	if (recording->entry == NULL)
		return;
	head_release(&recording->head);
	profile_text_release(&recording->text);
	recording->entry = NULL;
}

const struct recording *
recordings_read(struct recordings *r, const struct entry *entry,
    const struct recording *keep)
{
	const struct entry *const kept[] = {r->kept[0].entry, r->kept[1].entry};
	size_t i = choose(kept, entry, keep == &r->kept[0] ? 0 : 1);
	struct recording *recording = &r->kept[i];
	char *name;

	if (is_like(kept[i], entry))
		return recording;
	forget(recording);
	name = stored_name(r->benchmark, entry->commit);
	stored_profile_read(
	    &recording->text, r->objects, r->benchmark, entry);
	head_parse(&recording->head, recording->text.head, name);
	recording->entry = entry;
	free(name);
	return recording;
}

void
recordings_end(struct recordings *r)
{
	for (size_t i = 0; i < 2; i++)
		forget(&r->kept[i]);
	objects_expect(r->objects, NULL);
	object_list_release(&r->expected);
}
