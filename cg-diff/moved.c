/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A function is found by its name, if each profile has only one of this name that the other
 * one lacks.  Of two profiles with nothing in common, all functions would be kept: many
 * are as good as all.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/address_name.h"
#include "libquery/windows_path.h"
#include "moved.h"

enum { MOST = 10000 /* functions that are kept of a profile */ };

static void
set_text(struct moved_text *to, const char *text)
{
	size_t size = strlen(text) + 1;

	if (to->room < size) {
		to->room = 2 * size;
		to->text = cli_resize(to->text, to->room, 1);
	}
	memcpy(to->text, text, size);
}

/* Ends the rows of a function. */
static void
end_function(struct moved *m)
{
	struct moved_list *list = m->in_old ? &m->gone : &m->new;
	const char *file = m->file.text, *name = m->name.text;
	struct address_name address;

	if (m->in_old == m->in_new || list->n == MOST || *name == '\0' ||
	    strcmp(file, cg_unknown_name) == 0 || cg_is_filtered(file) ||
	    strncmp(name, cg_unknown_name, strlen(cg_unknown_name)) == 0 ||
	    address_name_parse(&address, name))
		return;
	list->list = cli_grow(list->list, list->n, sizeof(*list->list));
	list->list[list->n++] =
	    (struct moved_function){.name = cli_copy(name, strlen(name)),
		.file = cli_copy(file, strlen(file))};
}

void
moved_take(struct moved *m, const struct pair *pair, const int64_t *zeros)
{
	const struct cg_record *row = &pair->new;

	if (row->kind != CG_COSTS)
		return;
	if (m->name.room == 0 || strcmp(m->name.text, row->function) != 0 ||
	    strcmp(m->file.text, row->def_file) != 0) {
		if (m->name.room > 0)
			end_function(m);
		set_text(&m->file, row->def_file);
		set_text(&m->name, row->function);
		m->in_old = m->in_new = false;
	}
	m->in_old |= pair->old.counts != zeros;
	m->in_new |= row->counts != zeros;
}

static int
by_name(const void *a, const void *b)
{
	const struct moved_function *x = a, *y = b;
	int names = strcmp(x->name, y->name);

	return names != 0 ? names : strcmp(x->file, y->file);
}

static void
sort(struct moved_list *list)
{
	if (list->n > 1)
		qsort(list->list, list->n, sizeof(*list->list), by_name);
}

/* True if no other function of the list has the name. */
static bool
is_only(const struct moved_list *list, size_t i)
{
	const char *name = list->list[i].name;

	return (i == 0 || strcmp(list->list[i - 1].name, name) != 0) &&
	       (i + 1 == list->n || strcmp(list->list[i + 1].name, name) != 0);
}

/* Returns the length of the common end of two paths, whole components that leave one
 * of each. */
static size_t
common_end(const char *old, const char *new)
{
	size_t a = strlen(old), b = strlen(new), len = 0;
	const char *separators = path_separators(old);

	for (size_t n = 1; n < a && n < b && old[a - n] == new[b - n]; n++)
		if (strchr(separators, old[a - n]) != NULL)
			len = n;
	return len;
}

/* True if both files are sources of one kind: the code of a library is not the inlined
 * code of its header. */
static bool
are_of_one_kind(const char *old, const char *new)
{
	const char *a = strrchr(old, '.'), *b = strrchr(new, '.');

	return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

/* what --map-prefix makes of one path to get the other: what is before their common end */
struct mapping {
	const char *old, *new;
	int old_len, new_len;
};

static struct mapping
mapping_of(const struct moved_function *gone, const struct moved_function *new)
{
	size_t len = common_end(gone->file, new->file);

	return (struct mapping){
	    .old = gone->file,
	    .new = new->file,
	    .old_len = (int)(strlen(gone->file) - len),
	    .new_len = (int)(strlen(new->file) - len),
	};
}

static bool
are_same(const struct mapping *a, const struct mapping *b)
{
	return a->old_len == b->old_len && a->new_len == b->new_len &&
	       strncmp(a->old, b->old, (size_t)a->old_len) == 0 &&
	       strncmp(a->new, b->new, (size_t)a->new_len) == 0;
}

/* Returns the message, to be freed.  It has no names of functions, which can be long. */
static char *
make_message(const struct mapping *m, size_t n, size_t nothers)
{
	char *others = nothers > 0 ? cli_format(", and %zu elsewhere", nothers)
				   : cli_copy("", 0);
	char *message = cli_format("%zu function%s moved from %.*s to %.*s%s: "
				   "--map-prefix=%.*s=%.*s compares %s",
	    n, n > 1 ? "s" : "", m->old_len, m->old, m->new_len, m->new, others,
	    m->old_len, m->old, m->new_len, m->new,
	    nothers > 0 ? "the first"
	    : n > 1     ? "them"
			: "it");

	free(others);
	return message;
}

void
moved_find(struct moved *m)
{
	struct mapping first = {.old = NULL}, mapping;
	size_t n = 0, nothers = 0;

	if (m->name.room > 0)
		end_function(m);
	sort(&m->gone);
	sort(&m->new);
	for (size_t i = 0, k = 0; i < m->gone.n && k < m->new.n;) {
		const struct moved_function *gone = &m->gone.list[i];
		const struct moved_function *new = &m->new.list[k];
		int order = strcmp(gone->name, new->name);

		if (order == 0 && is_only(&m->gone, i) && is_only(&m->new, k) &&
		    are_of_one_kind(gone->file, new->file)) {
			mapping = mapping_of(gone, new);
			if (n == 0)
				first = mapping;
			if (are_same(&first, &mapping))
				n++;
			else
				nothers++;
		}
		i += order <= 0;
		k += order >= 0;
	}
	if (n > 0)
		m->message = make_message(&first, n, nothers);
}

void
moved_warn(const struct moved *m)
{
	if (m->message != NULL)
		cli_warn("%s", m->message);
}

static void
release_list(struct moved_list *list)
{
	for (size_t i = 0; i < list->n; i++) {
		free(list->list[i].name);
		free(list->list[i].file);
	}
	free(list->list);
}

void
moved_release(struct moved *m)
{
	release_list(&m->gone);
	release_list(&m->new);
	free(m->file.text);
	free(m->name.text);
	free(m->message);
}
