/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "changed_rows.h"
#include "libcli/cli.h"
#include "step_reader.h"
#include "stored.h"

void
step_reader_begin(struct step_reader *r, struct objects *objects,
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
step_reader_expect(struct step_reader *r, const struct steps *steps)
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
	profile_text_release(&recording->text);
	recording->entry = NULL;
}

const struct read_recording *
step_reader_read(struct step_reader *r, const struct entry *entry,
    const struct read_recording *keep)
{
	const struct entry *const kept[] = {r->kept[0].entry, r->kept[1].entry};
	size_t i = choose(kept, entry, keep == &r->kept[0] ? 0 : 1);
	struct read_recording *recording = &r->kept[i];

	if (is_like(kept[i], entry))
		return recording;
	forget(recording);
	stored_profile_read(&recording->text, r->objects, r->benchmark, entry);
	recording->entry = entry;
	return recording;
}

/* --- both sides ----------------------------------------------------------- */

/* Takes the head of an entry, and rows that are another's memory. */
static void
take_side(const struct step_reader *r, struct step_side *side,
    const struct entry *entry, const char *head,
    const struct profile_text *rows)
{
	char *name = stored_name(r->benchmark, entry->commit);

	head_parse(&side->head, head, name);
	side->rows = *rows;
	side->is_kept = true;
	free(name);
}

static void
take_less(struct step_side *side, const struct profile_text *less)
{
	side->rows = *less;
	side->is_kept = false;
}

void
step_reader_compare(struct step_reader *r, const struct step *step,
    struct step_side *old, struct step_side *new)
{
	struct known_side known_old, known_new;
	const struct read_recording *a, *b;

	if (r->changes != NULL &&
	    known_changes_find(r->changes, step, &known_old, &known_new)) {
		take_side(r, old, step->old, known_old.head, &known_old.less);
		take_side(r, new, step->new, known_new.head, &known_new.less);
		return;
	}
	b = step_reader_read(r, step->new, NULL);
	a = step_reader_read(r, step->old, b);
	take_side(r, old, a->entry, a->text.head, &a->text);
	take_side(r, new, b->entry, b->text.head, &b->text);
	known_old.head = a->text.head;
	known_new.head = b->text.head;
	if (r->changes == NULL ||
	    !changed_rows_find(&known_old.less, &known_new.less, &a->text,
		&b->text, &old->head, &new->head))
		return;
	take_less(old, &known_old.less);
	take_less(new, &known_new.less);
	known_changes_add(r->changes, step, &known_old, &known_new);
}

void
step_side_release(struct step_side *side)
{
	head_release(&side->head);
	if (!side->is_kept)
		profile_text_release(&side->rows);
}

void
step_reader_end(struct step_reader *r)
{
	for (size_t i = 0; i < 2; i++)
		forget(&r->kept[i]);
	if (r->changes != NULL)
		known_changes_close(r->changes);
	objects_expect(r->objects, NULL);
	object_list_release(&r->expected);
}
