/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The rows of a profile are "fl=" and "fn=" lines, sorted, and rows after them.  What is the same in both
 * texts is compared as bytes, and only what differs is cut into functions.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cgfmt.h"
#include "changed_rows.h"
#include "libcli/cli.h"
#include "libquery/matching/clones.h"

/* bytes of a text */
struct text_part {
	const char *start;
	size_t len;
};

/* a function with its rows */
struct row_group {
	struct text_part file;     /* the line "fl=FILE" */
	struct text_part function; /* the line "fn=FUNCTION" */
	struct text_part all;      /* with the rows */
};

/* where one profile is read */
struct row_cursor {
	const char *at, *end;
	struct text_part file;
	struct row_group group; /* the next one */
	bool has_group;
};

/* the functions that are kept */
struct kept_groups {
	size_t n;
	struct row_group *list;
};

/* --- reading -------------------------------------------------------------- */

static struct text_part
line_at(const char *p, const char *end)
{
	const char *newline = memchr(p, '\n', (size_t)(end - p));

	return (struct text_part){
	    p, (size_t)((newline != NULL ? newline + 1 : end) - p)};
}

static bool
begins(const struct row_cursor *c, const char *key)
{
	return (size_t)(c->end - c->at) > strlen(key) &&
	       memcmp(c->at, key, strlen(key)) == 0;
}

/* Reads the next function.  False if something else is there. */
static bool
read_group(struct row_cursor *c)
{
	struct row_group *g = &c->group;

	c->has_group = c->at < c->end;
	if (!c->has_group)
		return true;
	if (begins(c, "fl=")) {
		c->file = line_at(c->at, c->end);
		c->at += c->file.len;
	}
	if (!begins(c, "fn=") || c->file.len == 0)
		return false;
	g->file = c->file;
	g->function = line_at(c->at, c->end);
	g->all.start = c->at;
	for (c->at += g->function.len; c->at < c->end && *c->at != 'f';)
		c->at += line_at(c->at, c->end).len;
	g->all.len = (size_t)(c->at - g->all.start);
	return true;
}

static int
compare_parts(const struct text_part *a, const struct text_part *b)
{
	int order =
	    memcmp(a->start, b->start, a->len < b->len ? a->len : b->len);

	return order != 0 ? order : (a->len > b->len) - (a->len < b->len);
}

/* Returns how many bytes are the same from the start of both. */
static size_t
same_length(const char *a, const char *b, size_t most)
{
	enum { BLOCK = 512 };
	size_t n = 0;

	while (most - n >= BLOCK && memcmp(a + n, b + n, BLOCK) == 0)
		n += BLOCK;
	while (n < most && a[n] == b[n])
		n++;
	return n;
}

/* True if a function or the text ends n bytes on. */
static bool
is_boundary(const struct row_cursor *c, size_t n)
{
	return n == 0 || n == (size_t)(c->end - c->at) ||
	       (c->at[n] == 'f' && c->at[n - 1] == '\n');
}

/* Moves on by n bytes, over the names of files. */
static void
skip(struct row_cursor *c, size_t n)
{
	for (size_t i = n; i-- > 0;)
		if (c->at[i] == 'f' && c->at[i + 1] == 'l' &&
		    (i == 0 || c->at[i - 1] == '\n')) {
			c->file = line_at(c->at + i, c->end);
			break;
		}
	c->at += n;
}

/* Skips functions that are the same in both, if both are within the same file. */
static void
skip_same(struct row_cursor *old, struct row_cursor *new)
{
	size_t nold = (size_t)(old->end - old->at);
	size_t nnew = (size_t)(new->end - new->at);
	size_t n;

	if (compare_parts(&old->file, &new->file) != 0)
		return;
	n = same_length(old->at, new->at, nold < nnew ? nold : nnew);
	while (!is_boundary(old, n) || !is_boundary(new, n))
		n--;
	skip(old, n);
	skip(new, n);
}

static struct row_cursor
start_of(const struct profile_text *text)
{
	return (struct row_cursor){.at = text->rows,
	    .end = text->rows + text->rows_len,
	    .file = {"", 0}};
}

/* --- what differs --------------------------------------------------------- */

static void
keep(struct kept_groups *kept, struct row_cursor *c)
{
	kept->list = cli_grow(kept->list, kept->n, sizeof(*kept->list));
	kept->list[kept->n++] = c->group;
	c->has_group = false;
}

/* Returns which of the next functions comes first: < 0 the old one, 0 both. */
static int
compare_groups(const struct row_cursor *old, const struct row_cursor *new)
{
	int order;

	if (!old->has_group || !new->has_group)
		return old->has_group ? -1 : 1;
	order = compare_parts(&old->group.file, &new->group.file);
	return order != 0
		   ? order
		   : compare_parts(&old->group.function, &new->group.function);
}

/* Lists the functions that differ.  False if a text is damaged. */
static bool
find_different(struct kept_groups *kept_old, struct kept_groups *kept_new,
    struct row_cursor old, struct row_cursor new)
{
	for (;;) {
		int order;

		if (!old.has_group && !new.has_group)
			skip_same(&old, &new);
		if ((!old.has_group && !read_group(&old)) ||
		    (!new.has_group && !read_group(&new)))
			return false;
		if (!old.has_group && !new.has_group)
			return true;
		order = compare_groups(&old, &new);
		if (order == 0 &&
		    compare_parts(&old.group.all, &new.group.all) == 0) {
			old.has_group = new.has_group = false;
			continue;
		}
		if (order <= 0)
			keep(kept_old, &old);
		if (order >= 0)
			keep(kept_new, &new);
	}
}

/* --- clones --------------------------------------------------------------- */

static int
compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Returns the name in a line "fn=FUNCTION" without the suffix of a clone, to be freed. */
static char *
name_of(struct text_part line, bool *is_clone)
{
	size_t key = strlen("fn="), len = line.len - key;
	char *name = cli_copy(line.start + key, len - 1);
	const char *suffix = clone_suffix(name);

	if (suffix != NULL) {
		*is_clone = true;
		name[suffix - name] = '\0';
	}
	return name;
}

/* names without suffixes, sorted */
struct changed_names {
	size_t n;
	char **list;
	bool have_clones; /* a function that changed is a clone, or has one */
};

static bool
has_name(const struct changed_names *names, struct text_part line)
{
	bool is_clone;
	char *name = name_of(line, &is_clone);
	bool is_there = bsearch(&name, names->list, names->n,
			    sizeof(*names->list), compare_names) != NULL;

	free(name);
	return is_there;
}

/* True if the text has a clone of one of the functions.  Few lines have a dot. */
static bool
has_clone_of(const struct changed_names *names, const struct profile_text *text)
{
	const char *end = text->rows + text->rows_len;

	for (const char *p = text->rows; p < end; p++) {
		const char *start;

		p = memchr(p, '.', (size_t)(end - p));
		if (p == NULL)
			break;
		for (start = p; start > text->rows && start[-1] != '\n';)
			start--;
		if (strncmp(start, "fn=", 3) == 0 &&
		    has_name(names, line_at(start, end)))
			return true;
		p = start + line_at(start, end).len - 1;
	}
	return false;
}

static void
add_names(struct changed_names *names, const struct kept_groups *kept)
{
	for (size_t i = 0; i < kept->n; i++) {
		names->list =
		    cli_grow(names->list, names->n, sizeof(*names->list));
		names->list[names->n++] =
		    name_of(kept->list[i].function, &names->have_clones);
	}
}

/* Keeps all functions with these names. */
static void
keep_names(struct kept_groups *kept, const struct changed_names *names,
    const struct profile_text *text)
{
	struct row_cursor c = start_of(text);

	kept->n = 0;
	while (read_group(&c) && c.has_group)
		if (has_name(names, c.group.function))
			keep(kept, &c);
}

/* Keeps also what is a clone of a function that differs, or has one that does. */
static void
keep_clones(struct kept_groups *kept_old, struct kept_groups *kept_new,
    const struct profile_text *old, const struct profile_text *new)
{
	struct changed_names names = {.n = 0};

	add_names(&names, kept_old);
	add_names(&names, kept_new);
	if (names.n == 0)
		return;
	qsort(names.list, names.n, sizeof(*names.list), compare_names);
	if (names.have_clones || has_clone_of(&names, old) ||
	    has_clone_of(&names, new)) {
		keep_names(kept_old, &names, old);
		keep_names(kept_new, &names, new);
	}
	for (size_t i = 0; i < names.n; i++)
		free(names.list[i]);
	free(names.list);
}

/* --- texts ---------------------------------------------------------------- */

/* Adds the counts of a row to the sums.  False if it is no row, or a sum does not fit. */
static bool
add_counts(int64_t *sums, size_t nevents, struct text_part row)
{
	const char *p = row.start, *end = row.start + row.len - 1;

	p += strcspn(p, " \n"); /* the line of the source */
	for (size_t i = 0; i < nevents; i++) {
		int64_t count;
		int used;

		if (p >= end)
			return p == end; /* the rest is 0 */
		used = cg_parse_int(p + 1, (size_t)(end - p - 1), &count);
		if (*p != ' ' || used <= 0 ||
		    __builtin_add_overflow(sums[i], count, &sums[i]))
			return false;
		p += 1 + used;
	}
	return p == end;
}

/* Adds the counts of all rows of a function. */
static bool
add_group(int64_t *sums, size_t nevents, const struct row_group *group)
{
	const char *end = group->all.start + group->all.len;
	struct text_part row;

	for (const char *p = group->all.start + group->function.len; p < end;
	     p += row.len) {
		row = line_at(p, end);
		if (!add_counts(sums, nevents, row))
			return false;
	}
	return true;
}

static char *
append(char *to, const char *bytes, size_t len)
{
	memcpy(to, bytes, len);
	return to + len;
}

/* Makes the text of the rows, each function with the name of its file. */
static void
join_groups(struct profile_text *text, const struct kept_groups *kept)
{
	size_t len = 0;
	char *p;

	for (size_t i = 0; i < kept->n; i++)
		len += kept->list[i].file.len + kept->list[i].all.len;
	text->rows_len = len;
	p = text->rows = cli_alloc(len + 1, 1);
	for (size_t i = 0; i < kept->n; i++) {
		const struct row_group *g = &kept->list[i];

		p = append(p, g->file.start, g->file.len);
		p = append(p, g->all.start, g->all.len);
	}
}

/* Adds the counts of all functions up.  Returns the sums, to be freed; NULL if a row is damaged. */
static int64_t *
sum_groups(const struct kept_groups *kept, size_t nevents)
{
	int64_t *sums = cli_alloc(nevents, sizeof(*sums));

	for (size_t i = 0; i < kept->n; i++)
		if (!add_group(sums, nevents, &kept->list[i])) {
			free(sums);
			return NULL;
		}
	return sums;
}

/* True if the totals differ as the sums of what was kept do. */
static bool
differ_alike(const struct head *old, const struct head *new,
    const int64_t *old_sums, const int64_t *new_sums)
{
	if (old_sums == NULL || new_sums == NULL)
		return false;
	for (size_t i = 0; i < old->nevents; i++)
		if ((__int128)new->totals[i] - old->totals[i] !=
		    (__int128)new_sums[i] - old_sums[i])
			return false;
	return true;
}

bool
changed_rows_find(struct profile_text *less_old, struct profile_text *less_new,
    const struct profile_text *old, const struct profile_text *new,
    const struct head *old_head, const struct head *new_head)
{
	struct kept_groups kept_old = {.n = 0}, kept_new = {.n = 0};
	int64_t *old_sums = NULL, *new_sums = NULL;
	size_t nevents = old_head->nevents;
	bool is_good;

	if (new_head->nevents == nevents && find_different(&kept_old, &kept_new,
						start_of(old), start_of(new))) {
		keep_clones(&kept_old, &kept_new, old, new);
		old_sums = sum_groups(&kept_old, nevents);
		new_sums = sum_groups(&kept_new, nevents);
	}
	is_good = differ_alike(old_head, new_head, old_sums, new_sums);
	if (is_good) {
		profile_text_take_head(less_old, old, old_sums, nevents);
		profile_text_take_head(less_new, new, new_sums, nevents);
		join_groups(less_old, &kept_old);
		join_groups(less_new, &kept_new);
	}
	free(old_sums);
	free(new_sums);
	free(kept_old.list);
	free(kept_new.list);
	return is_good;
}
