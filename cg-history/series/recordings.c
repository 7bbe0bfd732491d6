/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "changed_rows.h"
#include "libcli/cli.h"
#include "recordings.h"
#include "stored.h"

void
recordings_begin(struct step_reader *r, struct objects *objects,
    const struct ref *ref, const char *directory, bool is_whole)
{
	*r = (struct step_reader){
	    .objects = objects, .benchmark = ref->benchmark};
	if (!is_whole)
		r->changes = known_changes_open(directory, ref);
}

static bool
is_known(const struct step_reader *r, const struct step *step)
{
	struct known_side old, new;

	return r->changes != NULL &&
	       known_changes_find(r->changes, step, &old, &new);
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
choose(
    const struct entry *const kept[2], const struct entry *entry, size_t keep)
{
	for (size_t i = 0; i < 2; i++)
		if (is_like(kept[i], entry))
			return i;
	return keep == 0;
}

static size_t
expect(struct step_reader *r, const struct entry *kept[2],
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
recordings_expect(struct step_reader *r, const struct steps *steps)
{
	const struct entry *kept[2] = {NULL, NULL};

	for (size_t i = 0; i < steps->n; i++) {
		const struct step *step = &steps->list[i];

		if (step->kind == STEP_CHANGE && !is_known(r, step))
			expect(
			    r, kept, step->old, expect(r, kept, step->new, 1));
	}
	objects_expect(r->objects, &r->expected);
}

static void
forget(struct read_recording *recording)
{
	if (recording->entry == NULL)
		return;
	head_release(&recording->head);
	profile_text_release(&recording->text);
	recording->entry = NULL;
}

const struct read_recording *
recordings_read(struct step_reader *r, const struct entry *entry,
    const struct read_recording *keep)
{
	const struct entry *const kept[] = {r->kept[0].entry, r->kept[1].entry};
	size_t i = choose(kept, entry, keep == &r->kept[0] ? 0 : 1);
	struct read_recording *recording = &r->kept[i];
	char *name;

	if (is_like(kept[i], entry))
		return recording;
	forget(recording);
	name = stored_name(r->benchmark, entry->commit);
	stored_profile_read(&recording->text, r->objects, r->benchmark, entry);
	head_parse(&recording->head, recording->text.head, name);
	recording->entry = entry;
	free(name);
	return recording;
}

/* --- both sides ----------------------------------------------------------- */

static void
take_known(const struct step_reader *r, const struct step *step,
    struct step_side *side, const struct known_side *known)
{
	char *name = stored_name(r->benchmark, step->new->commit);

	head_parse(&side->head, known->head, name);
	side->rows = known->less;
	side->is_kept = true;
	free(name);
}

/* Takes a recording with these rows of it or, if they are NULL, all. */
static void
take_read(const struct step_reader *r, struct step_side *side,
    const struct read_recording *recording, const struct profile_text *less)
{
	char *name = stored_name(r->benchmark, recording->entry->commit);

	head_parse(&side->head, recording->text.head, name);
	side->rows = less != NULL ? *less : recording->text;
	side->is_kept = less == NULL;
	free(name);
}

void
recordings_compare(struct step_reader *r, const struct step *step,
    struct step_side *old, struct step_side *new)
{
	struct known_side known_old, known_new;
	const struct read_recording *a, *b;
	bool is_less;

	if (r->changes != NULL &&
	    known_changes_find(r->changes, step, &known_old, &known_new)) {
		take_known(r, step, old, &known_old);
		take_known(r, step, new, &known_new);
		return;
	}
	b = recordings_read(r, step->new, NULL);
	a = recordings_read(r, step->old, b);
	is_less = r->changes != NULL &&
		  changed_rows_find(&known_old.less, &known_new.less, &a->text,
		      &b->text, &a->head, &b->head);
	take_read(r, old, a, is_less ? &known_old.less : NULL);
	take_read(r, new, b, is_less ? &known_new.less : NULL);
	if (is_less) {
		known_old.head = a->text.head;
		known_new.head = b->text.head;
		known_changes_add(r->changes, step, &known_old, &known_new);
	}
}

void
step_side_release(struct step_side *side)
{
	head_release(&side->head);
	if (!side->is_kept)
		profile_text_release(&side->rows);
}

void
recordings_end(struct step_reader *r)
{
	for (size_t i = 0; i < 2; i++)
		forget(&r->kept[i]);
	if (r->changes != NULL)
		known_changes_close(r->changes);
	objects_expect(r->objects, NULL);
	object_list_release(&r->expected);
}
