/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cgfmt.h"
#include "commits.h"
#include "git_child.h"
#include "libcli/cli.h"

/* --- one commit ----------------------------------------------------------- */

char *
commit_resolve(const char *text)
{
	char *expression = cli_format("%s^{commit}", text), *id = NULL;
	const char *const arguments[] = {
	    "rev-parse", "--verify", "--quiet", expression, NULL};

	/* an option of git is no commit */
	if (*text != '-' && *text != '\0')
		id = git_ask_line(arguments);
	if (id == NULL || strlen(id) >= OBJECT_ID || *id == '\0')
		cli_die("%s: expected a commit of this repository",
		    *text != '\0' ? text : "\"\"");
	free(expression);
	return id;
}

/* Takes the time of the line "committer NAME <ADDRESS> SECONDS ZONE". */
static void
take_time(struct commit_text *text, const char *line)
{
	size_t len = strcspn(line, "\n");
	const char *p = line + len;
	int64_t zone = 0;
	struct tm fields;
	time_t shown;

	while (p > line && p[-1] != '>')
		p--;
	p += strspn(p, " ");
	text->time = 0;
	if (cg_parse_int(p, strcspn(p, " \n"), &text->time) > 0) {
		p += strcspn(p, " \n");
		p += strspn(p, " +");
		cg_parse_int(p, strcspn(p, " \n"), &zone);
	}
	if (zone < -2400 || zone > 2400)
		zone = 0;
	shown = (time_t)(text->time + zone / 100 * 3600 + zone % 100 * 60);
	if (text->time < 0 || text->time > INT64_C(200000000000) ||
	    gmtime_r(&shown, &fields) == NULL ||
	    strftime(text->date, sizeof(text->date), "%Y-%m-%d", &fields) == 0)
		strcpy(text->date, "?");
}

/* Returns the first paragraph of a message as one line, with control bytes escaped. */
static char *
make_subject(const char *message)
{
	const char *end;
	char *line, *clean;
	size_t len;

	message += strspn(message, "\n");
	end = strstr(message, "\n\n");
	len = end != NULL ? (size_t)(end - message) : strlen(message);
	while (len > 0 && message[len - 1] == '\n')
		len--;
	line = cli_copy(message, len);
	for (size_t i = 0; i < len; i++)
		if (line[i] == '\n')
			line[i] = ' ';
	clean = cli_alloc(4 * len + 1, 1);
	cg_escape(clean, 4 * len + 1, line, len);
	free(line);
	return clean;
}

void
commit_read(struct commit_text *text, struct objects *objects, const char *id)
{
	struct object commit;
	const char *line;

	if (!objects_read(objects, id, &commit))
		cli_die("git: commit %s is missing", id);
	line = strstr(commit.data, "\ncommitter ");
	*text = (struct commit_text){.date = "?"};
	if (line != NULL)
		take_time(text, line + 1);
	line = strstr(commit.data, "\n\n");
	text->subject = line != NULL ? make_subject(line + 2) : cli_copy("", 0);
	free(commit.data);
}

/* --- all of them ---------------------------------------------------------- */

/* Cuts a text at newlines.  Returns the lines, to be freed. */
static char **
cut_lines(char *text, size_t *n)
{
	char **lines = NULL;

	*n = 0;
	for (char *line = text; line != NULL && *line != '\0';) {
		char *end = strchr(line, '\n');

		if (end != NULL)
			*end++ = '\0';
		lines = cli_grow(lines, *n, sizeof(*lines));
		lines[(*n)++] = line;
		line = end;
	}
	return lines;
}

struct named {
	const char *id;
	size_t index;
};

static int
by_id(const void *a, const void *b)
{
	const struct named *x = a, *y = b;

	return strcmp(x->id, y->id);
}

static void
sort_by_id(struct commits *c)
{
	struct named *names = cli_alloc(c->n + 1, sizeof(*names));

	for (size_t i = 0; i < c->n; i++)
		names[i] = (struct named){c->list[i].id, i};
	qsort(names, c->n, sizeof(*names), by_id);
	c->by_id = cli_alloc(c->n + 1, sizeof(*c->by_id));
	for (size_t i = 0; i < c->n; i++)
		c->by_id[i] = names[i].index;
	free(names);
}

size_t
commits_find(const struct commits *c, const char *id)
{
	size_t low = 0, high = c->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int order = strcmp(c->list[c->by_id[middle]].id, id);

		if (order == 0)
			return c->by_id[middle];
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return SIZE_MAX;
}

/* Ends the names in lines "ID PARENT...", and makes indices of those of parents. */
static void
take_lines(struct commits *c, char **lines)
{
	char **rests = cli_alloc(c->n + 1, sizeof(*rests));
	size_t nparents = 0;

	for (size_t i = 0; i < c->n; i++) {
		size_t len = strcspn(lines[i], " ");

		rests[i] = lines[i] + len + (lines[i][len] == ' ');
		lines[i][len] = '\0';
		c->list[i].id = lines[i];
		for (const char *p = rests[i]; *p != '\0'; p += *p == ' ') {
			p += strcspn(p, " ");
			nparents++;
		}
	}
	sort_by_id(c);
	c->parents = cli_alloc(nparents + 1, sizeof(*c->parents));
	nparents = 0;
	for (size_t i = 0; i < c->n; i++) {
		c->list[i].parents = &c->parents[nparents];
		for (char *p = rests[i]; *p != '\0';) {
			size_t len = strcspn(p, " ");
			char *next = p + len + (p[len] == ' ');

			p[len] = '\0';
			c->parents[nparents++] = commits_find(c, p);
			c->list[i].nparents++;
			p = next;
		}
	}
	free(rests);
}

/* Returns the arguments that list all ancestors of the ends of a range.  Ends the program if it is no
 * range. */
static const char **
ancestors_of(const char *range, char **text, bool *has_start)
{
	const char *const arguments[] = {
	    "rev-parse", "--revs-only", range, NULL};
	const char **list;
	size_t n = 0, len, nlines = 0;
	char **lines;

	*text = *range == '-' ? NULL : git_ask(arguments, &len);
	lines = cut_lines(*text, &nlines);
	list = cli_alloc(nlines + 4, sizeof(*list));
	list[n++] = "rev-list";
	list[n++] = "--topo-order";
	list[n++] = "--parents";
	*has_start = false;
	for (size_t i = 0; i < nlines; i++)
		if (lines[i][0] == '^')
			*has_start = true;
		else
			list[n++] = lines[i];
	if (n == 3)
		cli_die("%s: expected a range of commits of this repository",
		    range);
	free(lines);
	return list;
}

/* Marks the commits of a range that starts somewhere. */
static void
mark_range(struct commits *c, const char *range)
{
	const char *const arguments[] = {"rev-list", range, NULL};
	size_t len, n;
	char *text = git_ask(arguments, &len);
	char **lines = cut_lines(text, &n);

	for (size_t i = 0; i < n; i++) {
		size_t index = commits_find(c, lines[i]);

		if (index != SIZE_MAX)
			c->list[index].is_in_range = true;
	}
	free(lines);
	free(text);
}

void
commits_read(struct commits *c, const char *range)
{
	char *ends, **lines;
	const char **arguments;
	bool has_start;
	size_t len;

	*c = (struct commits){0};
	arguments = ancestors_of(range, &ends, &has_start);
	c->text = git_ask(arguments, &len);
	lines = cut_lines(c->text, &c->n);
	c->list = cli_alloc(c->n + 1, sizeof(*c->list));
	take_lines(c, lines);
	for (size_t i = 0; i < c->n; i++)
		c->list[i].is_in_range = !has_start;
	if (has_start)
		mark_range(c, range);
	free(lines);
	free(arguments);
	free(ends);
}

void
commits_release(struct commits *c)
{
	free(c->list);
	free(c->by_id);
	free(c->parents);
	free(c->text);
}
