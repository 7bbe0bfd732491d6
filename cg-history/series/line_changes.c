/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/header/inlined_rows.h"
#include "libquery/matching/clones.h"
#include "line_changes.h"

bool
function_rows_have_lines(const struct function_rows *f)
{
	for (const char *p = f->text; (p = strchr(p, '\n')) != NULL; p++)
		if (p[1] >= '1' && p[1] <= '9')
			return true;
	return false;
}

/* Adds a row of the new profile or, with the changes of files, of the old one. */
static void
add_row(struct line_changes *changes, size_t pair,
    const struct cg_record *record, size_t event,
    const struct file_changes *files)
{
	struct line_change change = {.pair = pair, .line = record->line};

	if (files != NULL) {
		change.line =
		    file_changes_line(files, record->file, record->line);
		change.old = record->counts[event];
	} else {
		change.new = record->counts[event];
	}
	changes->list =
	    cli_grow(changes->list, changes->n, sizeof(*changes->list));
	changes->list[changes->n++] = change;
}

/* Adds the rows of functions likewise. */
static void
add_rows(struct line_changes *changes, const struct function_rows *f,
    size_t event, const struct function_pair *pairs, size_t n,
    const struct file_changes *files)
{
	struct clones clones = {.function = {.of = NULL}};
	struct cg_error error;
	struct cg_reader *reader = cg_reader_open_memory(
	    f->text, strlen(f->text), "stored profile", &error);
	struct cg_record record;
	bool joins_clones;

	if (reader == NULL)
		cli_die("%s", error.text);
	joins_clones = inlined_rows_in(cg_reader_header(reader));
	cg_reader_set(reader, CG_ONE_THREAD);
	while (cg_reader_next(reader, &record) == 1) {
		if (joins_clones)
			clones_forget(&clones, &record);
		for (size_t i = 0; i < n; i++) {
			const struct function_place *place =
			    files != NULL ? &pairs[i].old : &pairs[i].new;

			if (strcmp(record.function, place->function) == 0 &&
			    strcmp(record.file, place->file) == 0)
				add_row(changes, i, &record, event, files);
		}
	}
	clones_release(&clones);
	cg_reader_close(reader);
}

static int
by_line(const void *a, const void *b)
{
	const struct line_change *x = a, *y = b;

	if (x->pair != y->pair)
		return x->pair < y->pair ? -1 : 1;
	return (x->line > y->line) - (x->line < y->line);
}

static uint64_t
size_of(const struct line_change *c)
{
	return c->new > c->old ? (uint64_t)c->new - (uint64_t)c->old
			       : (uint64_t)c->old - (uint64_t)c->new;
}

static int
by_size(const void *a, const void *b)
{
	const struct line_change *x = a, *y = b;

	if (x->pair != y->pair)
		return x->pair < y->pair ? -1 : 1;
	if (size_of(x) != size_of(y))
		return size_of(x) > size_of(y) ? -1 : 1;
	return (x->line > y->line) - (x->line < y->line);
}

/* Makes one of changes of the same line, and leaves out lines that cost the same. */
static void
join_lines(struct line_changes *changes)
{
	size_t n = 0, end;

	for (size_t i = 0; i < changes->n; i = end) {
		struct line_change sum = changes->list[i];

		for (end = i + 1; end < changes->n &&
				  by_line(&sum, &changes->list[end]) == 0;
		     end++)
			if (__builtin_add_overflow(
				sum.old, changes->list[end].old, &sum.old) ||
			    __builtin_add_overflow(
				sum.new, changes->list[end].new, &sum.new))
				cli_die("the sum of a line does not fit in 64 "
					"bits");
		if (sum.old != sum.new)
			changes->list[n++] = sum;
	}
	changes->n = n;
}

void
line_changes_find(struct line_changes *changes, const struct function_rows *old,
    size_t old_event, const struct function_rows *new, size_t new_event,
    const struct function_pair *pairs, size_t n,
    const struct file_changes *files)
{
	*changes = (struct line_changes){0};
	add_rows(changes, old, old_event, pairs, n, files);
	add_rows(changes, new, new_event, pairs, n, NULL);
	if (changes->n == 0)
		return;
	qsort(changes->list, changes->n, sizeof(*changes->list), by_line);
	join_lines(changes);
	qsort(changes->list, changes->n, sizeof(*changes->list), by_size);
}

void
line_changes_release(struct line_changes *changes)
{
	free(changes->list);
}
