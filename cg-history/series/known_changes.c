/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * After a line that names the format and a size, the file has a text of this size, compressed by zlib,
 * which checks that it is whole.  For each step, it has
 *
 *	OLD NEW SETTINGS LENGTH...
 *
 * with the objects of both rows, the key of the settings and the lengths of six texts, and then these
 * texts, each with a NUL.  A new file takes the place of the old one, so two programs that write it do not
 * mix.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "cg-history/store/git_child.h"
#include "cgfmt.h"
#include "known_changes.h"
#include "libcli/cli.h"

enum { NTEXTS = 6, MOST_BYTES = 64 << 20 };

static const char format[] = "cg-history changes 1, bytes: ";

struct known_step {
	const char *key; /* "OLD NEW SETTINGS" */
	size_t key_len;
	const char *start; /* its line */
	size_t len;        /* with the texts */
	const char *texts[NTEXTS];
	size_t lengths[NTEXTS];
};

struct known_changes {
	char *path; /* NULL: there is no place for it */
	char *read;
	size_t nknown;
	struct known_step *known; /* sorted by key */
	char *added;              /* as in the file */
	size_t len, room;
};

/* --- reading -------------------------------------------------------------- */

/* Reads the size in the first line.  0: it is another format, or too large. */
static size_t
read_size(FILE *file)
{
	char line[64];
	const char *size = line + strlen(format);
	int64_t number;

	if (fgets(line, sizeof(line), file) == NULL ||
	    strncmp(line, format, strlen(format)) != 0 ||
	    cg_parse_int(size, strcspn(size, "\n"), &number) <= 0 ||
	    number <= 0 || number > MOST_BYTES)
		return 0;
	return (size_t)number;
}

/* Reads the rest of a file.  Returns its bytes, to be freed. */
static unsigned char *
read_rest(FILE *file, size_t *len)
{
	size_t room = 1 << 16, n;
	unsigned char *bytes = cli_alloc(room, 1);

	for (*len = 0; (n = fread(bytes + *len, 1, room - *len, file)) > 0;) {
		*len += n;
		if (*len == room)
			bytes = cli_resize(bytes, room *= 2, 1);
	}
	return bytes;
}

/* Reads the file.  NULL if it is missing, damaged or too large. */
static char *
read_file(const char *path, size_t *len)
{
	FILE *file = fopen(path, "re");
	unsigned char *bytes = NULL;
	char *text = NULL;
	size_t n;
	uLongf got;

	if (file == NULL)
		return NULL;
	*len = read_size(file);
	if (*len > 0) {
		bytes = read_rest(file, &n);
		text = cli_alloc(*len, 1);
		got = *len;
		if (uncompress((unsigned char *)text, &got, bytes, n) != Z_OK ||
		    got != *len) {
			free(text);
			text = NULL;
		}
	}
	free(bytes);
	fclose(file);
	return text;
}

/* Takes the lengths of the texts in a line.  False if they are none, or do not fit in what is left. */
static bool
take_lengths(struct known_step *step, const char *p, size_t left)
{
	for (size_t i = 0; i < NTEXTS; i++) {
		int64_t len;
		int used =
		    *p == ' ' ? cg_parse_int(p + 1, strcspn(p + 1, " \n"), &len)
			      : 0;

		if (used <= 0 || len < 0 || (uint64_t)len >= left)
			return false;
		step->lengths[i] = (size_t)len;
		left -= (size_t)len + 1;
		p += 1 + used;
	}
	return *p == '\n';
}

/* Takes the step that starts at p.  Returns what follows it; NULL: it is damaged. */
static const char *
take_step(struct known_step *step, const char *p, const char *end)
{
	const char *newline = memchr(p, '\n', (size_t)(end - p));
	const char *lengths = p;

	if (newline == NULL)
		return NULL;
	step->start = step->key = p;
	for (size_t i = 0; i < 3; i++) {
		lengths += i > 0;
		lengths += strcspn(lengths, " \n");
		if (*lengths != ' ')
			return NULL;
	}
	step->key_len = (size_t)(lengths - p);
	if (!take_lengths(step, lengths, (size_t)(end - newline) - 1))
		return NULL;
	p = newline + 1;
	for (size_t i = 0; i < NTEXTS; i++) {
		step->texts[i] = p;
		p += step->lengths[i];
		if (*p++ != '\0')
			return NULL;
	}
	step->len = (size_t)(p - step->start);
	return p;
}

static int
compare_steps(const void *a, const void *b)
{
	const struct known_step *x = a, *y = b;
	size_t len = x->key_len < y->key_len ? x->key_len : y->key_len;
	int order = memcmp(x->key, y->key, len);

	return order != 0
		   ? order
		   : (x->key_len > y->key_len) - (x->key_len < y->key_len);
}

static void
read_steps(struct known_changes *c, const char *end)
{
	const char *p = c->read;
	struct known_step step;

	while (p < end && (p = take_step(&step, p, end)) != NULL) {
		c->known = cli_grow(c->known, c->nknown, sizeof(*c->known));
		c->known[c->nknown++] = step;
	}
	if (c->nknown > 1)
		qsort(c->known, c->nknown, sizeof(*c->known), compare_steps);
}

char *
known_changes_directory(void)
{
	static const char *const names[] = {"cg-history", "cg-history/changes"};
	const char *const arguments[] = {"rev-parse", "--git-common-dir", NULL};
	char *git = git_ask_line(arguments), *directory = NULL;

	for (size_t i = 0; i < 2 && git != NULL; i++) {
		free(directory);
		directory = cli_format("%s/%s", git, names[i]);
		mkdir(directory, 0777);
	}
	free(git);
	return directory;
}

static char *
path_of(const char *directory, const struct ref *ref)
{
	return cli_format(
	    "%s/%s", directory, ref->name + strlen(ref_names_own));
}

struct known_changes *
known_changes_open(const char *directory, const struct ref *ref)
{
	struct known_changes *c = cli_alloc(1, sizeof(*c));
	size_t len;

	if (directory == NULL)
		return c;
	c->path = path_of(directory, ref);
	c->read = read_file(c->path, &len);
	if (c->read != NULL)
		read_steps(c, c->read + len);
	return c;
}

/* Returns the key of a step, to be freed. */
static char *
key_of(const struct step *step)
{
	return cli_format(
	    "%s %s %s", step->old->rows, step->new->rows, step->new->settings);
}

static struct known_side
side_at(const struct known_step *step, size_t i)
{
	return (struct known_side){
	    .head = step->texts[i],
	    .less = {(char *)step->texts[i + 1], step->lengths[i + 1],
		(char *)step->texts[i + 2], step->lengths[i + 2]},
	};
}

bool
known_changes_find(const struct known_changes *c, const struct step *step,
    struct known_side *old, struct known_side *new)
{
	char *key = key_of(step);
	const struct known_step wanted = {.key = key, .key_len = strlen(key)};
	const struct known_step *found =
	    c->nknown == 0 ? NULL
			   : bsearch(&wanted, c->known, c->nknown,
				 sizeof(*c->known), compare_steps);

	free(key);
	if (found == NULL)
		return false;
	*old = side_at(found, 0);
	*new = side_at(found, NTEXTS / 2);
	return true;
}

/* --- writing -------------------------------------------------------------- */

/* Adds bytes to what is written. */
static void
append(struct known_changes *c, const char *bytes, size_t len)
{
	while (c->room - c->len < len) {
		c->room = c->room == 0 ? 1 << 16 : 2 * c->room;
		c->added = cli_resize(c->added, c->room, 1);
	}
	memcpy(c->added + c->len, bytes, len);
	c->len += len;
}

void
known_changes_add(struct known_changes *c, const struct step *step,
    const struct known_side *old, const struct known_side *new)
{
	const struct known_side *const sides[] = {old, new};
	char *key = key_of(step), *line;

	line = cli_format("%s %zu %zu %zu %zu %zu %zu\n", key,
	    strlen(old->head), old->less.head_len, old->less.rows_len,
	    strlen(new->head), new->less.head_len, new->less.rows_len);
	append(c, line, strlen(line));
	for (size_t i = 0; i < 2; i++) {
		append(c, sides[i]->head, strlen(sides[i]->head) + 1);
		append(c, sides[i]->less.head, sides[i]->less.head_len);
		append(c, "", 1);
		append(c, sides[i]->less.rows, sides[i]->less.rows_len);
		append(c, "", 1);
	}
	free(line);
	free(key);
}

/* Adds what was read to what is written, as long as it fits. */
static void
append_known(struct known_changes *c)
{
	for (size_t i = 0; i < c->nknown; i++)
		if (c->len + c->known[i].len <= MOST_BYTES)
			append(c, c->known[i].start, c->known[i].len);
}

/* Compresses the text into a file.  False on an error. */
static bool
write_file(const char *path, const char *text, size_t len)
{
	uLongf size = compressBound(len);
	unsigned char *bytes = cli_alloc(size, 1);
	FILE *file = fopen(path, "we");
	bool is_written = file != NULL &&
			  compress2(bytes, &size, (const unsigned char *)text,
			      len, Z_BEST_SPEED) == Z_OK &&
			  fprintf(file, "%s%zu\n", format, len) > 0 &&
			  fwrite(bytes, 1, size, file) == size;

	if (file != NULL)
		is_written &= fclose(file) == 0;
	free(bytes);
	return is_written;
}

/* Puts a new file in the place of the old one.  If it cannot be written, the old one stays. */
static void
replace_file(const struct known_changes *c)
{
	char *path = cli_format("%s.%ld", c->path, (long)getpid());

	if (!write_file(path, c->added, c->len) || rename(path, c->path) < 0)
		unlink(path);
	free(path);
}

void
known_changes_close(struct known_changes *c)
{
	if (c->path != NULL && c->len > 0 && c->len <= MOST_BYTES) {
		append_known(c);
		replace_file(c);
	}
	free(c->path);
	free(c->read);
	free(c->known);
	free(c->added);
	free(c);
}

void
known_changes_forget(const char *directory, const struct ref *ref)
{
	char *path = directory != NULL ? path_of(directory, ref) : NULL;

	if (path != NULL)
		unlink(path);
	free(path);
}
