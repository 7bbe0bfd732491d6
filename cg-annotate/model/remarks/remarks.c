/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Compilers name a file as they were told it, often from the directory where they ran, which nothing says;
 * most write the record there, or below it.  So a name is tried from the directory of the record first.
 * Then it fits all files that end in it, if all such records have the same one.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/lower_bound.h"
#include "libquery/simple_path.h"
#include "record_readers.h"

/* --- making ------------------------------------------------------------------------ */

static char *
simplified(const char *path)
{
	char *simple = cli_alloc(strlen(path) + 2, 1);

	simple[path_simplify(simple, path, strlen(path))] = '\0';
	return simple;
}

/* Returns the file's path from the directory of the record. */
static char *
path_from(const char *record, const char *file)
{
	const char *slash = strrchr(record, '/');
	char *directory, *real, *joined, *path;

	if (*file == '/')
		return simplified(file);
	directory = slash != NULL
			? cli_format("%.*s/", (int)(slash - record), record)
			: cli_copy(".", 1);
	real = realpath(directory, NULL);
	joined = cli_format("%s/%s", real != NULL ? real : directory, file);
	path = simplified(joined);
	free(directory);
	free(real);
	free(joined);
	return path;
}

/* Appends text on one line, without a full stop at its end. */
static void
add_plain(struct growing_text *to, const char *text)
{
	static const char blanks[] = " \t\r\n";
	size_t start = to->len;

	for (text += strspn(text, blanks); *text != '\0';
	     text += strspn(text, blanks)) {
		size_t len = strcspn(text, blanks);

		if (to->len > start)
			growing_text_add(to, " ", 1);
		growing_text_add(to, text, len);
		text += len;
	}
	if (to->len > start && to->text[to->len - 1] == '.')
		to->text[--to->len] = '\0';
}

void
remark_add_reason(struct growing_text *to, const char *reason,
    const struct record_place *place, const struct record_place *loop)
{
	char *at = NULL;

	add_plain(to, reason);
	if (place->file == NULL || place->line == 0)
		return;
	if (strcmp(place->file, loop->file) != 0)
		at = cli_format(" (%s:%" PRId64 ")", place->file, place->line);
	else if (place->line != loop->line)
		at = cli_format(" (line %" PRId64 ")", place->line);
	if (at != NULL)
		growing_text_add(to, at, strlen(at));
	free(at);
}

void
remark_add(struct remarks *remarks, const char *record,
    const struct record_place *place, const char *function, const char *text,
    int64_t unrolled)
{
	struct remark *remark;
	struct growing_text plain = {0};
	size_t size;

	growing_text_add(&plain, "", 0);
	add_plain(&plain, text);
	size = cg_escape(NULL, 0, plain.text, plain.len) + 1;
	remarks->list =
	    cli_grow(remarks->list, remarks->n, sizeof(*remarks->list));
	remark = &remarks->list[remarks->n];
	*remark = (struct remark){.file = simplified(place->file),
	    .path = path_from(record, place->file),
	    .line = place->line,
	    .function = cli_copy(function != NULL ? function : "",
		function != NULL ? strlen(function) : 0),
	    .text = cli_alloc(size, 1),
	    .unrolled = unrolled,
	    .number = remarks->n++};
	cg_escape(remark->text, size, plain.text, plain.len);
	growing_text_clear(&plain);
}

/* --- order --------------------------------------------------------------------------- */

static const char *
last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash != NULL ? slash + 1 : path;
}

/* The lines of a file. */
struct place {
	const char *base; /* the last part of its name */
	int64_t line;
};

static int
compare_place(const void *element, const void *key)
{
	const struct remark *remark = element;
	const struct place *place = key;
	int order = strcmp(last_part(remark->path), place->base);

	return order != 0 ? order
			  : (remark->line > place->line) -
				(remark->line < place->line);
}

static int
compare(const void *a, const void *b)
{
	const struct remark *x = a, *y = b;
	struct place place = {last_part(y->path), y->line};
	int order = compare_place(x, &place);

	return order != 0 ? order
			  : (x->number > y->number) - (x->number < y->number);
}

void
remarks_complete(struct remarks *remarks)
{
	if (remarks->n > 1)
		qsort(
		    remarks->list, remarks->n, sizeof(*remarks->list), compare);
}

/* --- finding ------------------------------------------------------------------------- */

/* Remarks that can be of a loop, in order of lines. */
struct possible_remarks {
	size_t n;
	const struct remark **list;
};

/* Keeps those for which the function returns true. */
static void
keep(struct possible_remarks *c,
    bool (*is_kept)(const struct remark *, const struct loop_row *),
    const struct loop_row *loop)
{
	size_t n = 0;

	for (size_t i = 0; i < c->n; i++)
		if (is_kept(c->list[i], loop))
			c->list[n++] = c->list[i];
	c->n = n;
}

static bool
is_path(const struct remark *remark, const struct loop_row *loop)
{
	return strcmp(remark->path, loop->first->file) == 0;
}

/* True if a path ends in another one, as a whole or after a '/'. */
static bool
ends_in(const char *path, const char *end)
{
	size_t len = strlen(path), end_len = strlen(end);

	return len >= end_len && strcmp(path + len - end_len, end) == 0 &&
	       (len == end_len || path[len - end_len - 1] == '/');
}

static bool
fits_file(const struct remark *remark, const struct loop_row *loop)
{
	const char *file = remark->file;

	while (strncmp(file, "../", 3) == 0)
		file += 3;
	return *file != '/' && ends_in(loop->first->file, file);
}

/* True if the remark is of the function whose code the loop is in.  In a symbol of C++ or Rust, its
 * name stands behind its length. */
static bool
is_of_host(const struct remark *remark, const struct loop_row *loop)
{
	const char *host = loop->host->function;
	size_t end = strcspn(host, "(<["), start = end;
	char *mangled;
	bool is_same = strcmp(remark->function, host) == 0;

	if (is_same || strncmp(remark->function, "_Z", 2) != 0)
		return is_same;
	while (start > 0 && host[start - 1] != ':' && host[start - 1] != ' ')
		start--;
	mangled = cli_format(
	    "%zu%.*s", end - start, (int)(end - start), host + start);
	is_same = end > start && strstr(remark->function, mangled) != NULL;
	free(mangled);
	return is_same;
}

static bool
is_of_jump(const struct remark *remark, const struct loop_row *loop)
{
	return remark->line == loop->first->jump_line;
}

/* Keeps what the function keeps, if that is anything. */
static void
prefer(struct possible_remarks *c,
    bool (*is_preferred)(const struct remark *, const struct loop_row *),
    const struct loop_row *loop)
{
	for (size_t i = 0; i < c->n; i++)
		if (is_preferred(c->list[i], loop)) {
			keep(c, is_preferred, loop);
			return;
		}
}

/* Lists the remarks of the loop's lines that are of its file. */
static void
list_candidates(struct possible_remarks *c, const struct remarks *remarks,
    const struct loop_row *loop)
{
	struct place place = {last_part(loop->first->file), loop->first_line};
	size_t n = remarks->n;

	for (size_t i = lower_bound(&place, remarks->list, n,
		 sizeof(*remarks->list), compare_place);
	     i < n; i++) {
		const struct remark *remark = &remarks->list[i];

		if (strcmp(last_part(remark->path), place.base) != 0 ||
		    remark->line > loop->last_line)
			break;
		c->list = cli_grow(c->list, c->n, sizeof(*c->list));
		c->list[c->n++] = remark;
	}
	prefer(c, is_path, loop);
	if (c->n > 0 && is_path(c->list[0], loop))
		return;
	keep(c, fits_file, loop);
	for (size_t i = 1; i < c->n; i++)
		if (strcmp(c->list[i]->path, c->list[0]->path) != 0)
			c->n = 0;
}

/* True if the line is one of a loop in the loop. */
static bool
is_inner(
    int64_t line, const struct loop_row *loops, size_t nloops, size_t number)
{
	/* a loop stands before those in it */
	for (size_t i = number + 1; i < nloops; i++) {
		size_t around = loops[i].parent;

		while (around != NO_LOOP && around > number)
			around = loops[around].parent;
		if (around == number &&
		    strcmp(loops[i].first->file, loops[number].first->file) ==
			0 &&
		    loops[i].first_line <= line && line <= loops[i].last_line)
			return true;
	}
	return false;
}

/* Keeps those of the line of the jump back, or else of the only line that can be meant. */
static void
choose_line(struct possible_remarks *c, const struct loop_row *loops,
    size_t nloops, size_t number)
{
	size_t n = 0;

	prefer(c, is_of_jump, &loops[number]);
	if (c->n == 0 || is_of_jump(c->list[0], &loops[number]))
		return;
	for (size_t i = 0; i < c->n; i++)
		if (!is_inner(c->list[i]->line, loops, nloops, number))
			c->list[n++] = c->list[i];
	c->n = n > 0 && c->list[0]->line == c->list[n - 1]->line ? n : 0;
}

void
remarks_find(struct loop_remarks *found, const struct remarks *remarks,
    const struct loop_row *loops, size_t nloops, size_t number)
{
	const struct loop_row *loop = &loops[number];
	struct possible_remarks c = {0};
	bool agrees = true;

	*found = (struct loop_remarks){0};
	if (loop->first_line == 0)
		return;
	list_candidates(&c, remarks, loop);
	choose_line(&c, loops, nloops, number);
	if (!loop->has_several_hosts)
		prefer(&c, is_of_host, loop);
	for (size_t i = 0; i < c.n; i++) {
		const struct remark *remark = c.list[i];
		size_t j = 0;

		if (remark->unrolled > 0) {
			agrees &= found->unrolled == 0 ||
				  found->unrolled == remark->unrolled;
			found->unrolled = remark->unrolled;
		}
		while (j < found->n &&
		       strcmp(found->list[j]->text, remark->text) != 0)
			j++;
		if (j == found->n)
			c.list[found->n++] = remark;
		found->list = c.list;
	}
	if (!agrees)
		found->unrolled = 0;
	if (found->n == 0)
		free(c.list);
}

void
loop_remarks_release(struct loop_remarks *found)
{
	free(found->list);
}

void
remarks_release(struct remarks *remarks)
{
	for (size_t i = 0; i < remarks->n; i++) {
		free(remarks->list[i].file);
		free(remarks->list[i].path);
		free(remarks->list[i].function);
		free(remarks->list[i].text);
	}
	free(remarks->list);
}
