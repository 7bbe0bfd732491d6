/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads trees as git stores them: "MODE NAME", a NUL and the name of an object in bytes. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "entries.h"
#include "libcli/cli.h"

enum {
	TIME_DIGITS = 15,
	TIME_UNIT = 4,
	SERIES_DIGITS = 3,
	NSERIES = 64,
	DIGITS = TIME_DIGITS + SERIES_DIGITS,
	FANOUT = 2,
};

/* an item of a tree */
struct item {
	const char *name;
	char id[OBJECT_ID];
	bool is_tree;
};

/* Takes the item at *p and moves on.  False at the end; ends the program if the tree is damaged. */
static bool
next_item(const struct object *tree, size_t *p, struct item *item)
{
	static const char digits[] = "0123456789abcdef";
	size_t size = strlen(tree->id) / 2, mode;
	const char *at = tree->data + *p, *end = tree->data + tree->len;

	if (at == end)
		return false;
	mode = strcspn(at, " ");
	item->name = at + mode + 1;
	if (at[mode] != ' ' ||
	    (size_t)(end - item->name) < strlen(item->name) + 1 + size)
		cli_die("git: tree %s is damaged", tree->id);
	item->is_tree = strncmp(at, "40000", mode) == 0;
	at = item->name + strlen(item->name) + 1;
	for (size_t i = 0; i < size; i++) {
		item->id[2 * i] = digits[(unsigned char)at[i] >> 4];
		item->id[2 * i + 1] = digits[(unsigned char)at[i] & 15];
	}
	item->id[2 * size] = '\0';
	*p = (size_t)(at - tree->data) + size;
	return true;
}

/* Parses n digits of base 4, the lowest first; -1: they are none. */
static int64_t
parse_digits(const char *digits, size_t n)
{
	int64_t number = 0;

	while (n-- > 0) {
		if (digits[n] < '0' || digits[n] > '3')
			return -1;
		number = number * 4 + (digits[n] - '0');
	}
	return number;
}

/* Parses "REST.SETTINGS.TIMESERIESk".  Returns the kind; 0: it is another file. */
static char
parse_name(struct entry *entry, const char *fanout, const char *name)
{
	size_t rest = strcspn(name, "."), key;
	const char *settings = name + rest + 1, *time;

	if (name[rest] != '.' || rest + FANOUT >= OBJECT_ID)
		return 0;
	key = strcspn(settings, ".");
	time = settings + key + 1;
	if (key != SETTINGS_KEY - 1 || settings[key] != '.' ||
	    strlen(time) != DIGITS + 1 ||
	    (time[DIGITS] != 'h' && time[DIGITS] != 'r'))
		return 0;
	entry->time = parse_digits(time, TIME_DIGITS) * TIME_UNIT;
	entry->series = parse_digits(time + TIME_DIGITS, SERIES_DIGITS);
	if (entry->time < 0 || entry->series < 0)
		return 0;
	memcpy(entry->commit, fanout, FANOUT);
	memcpy(entry->commit + FANOUT, name, rest);
	entry->commit[FANOUT + rest] = '\0';
	memcpy(entry->settings, settings, SETTINGS_KEY - 1);
	entry->settings[SETTINGS_KEY - 1] = '\0';
	return time[DIGITS];
}

/* Takes the files of a directory.  The head of an entry comes right before its rows. */
static void
take_directory(
    struct entries *entries, const struct object *tree, const char *fanout)
{
	struct entry head = {.head = ""};
	struct item item;
	size_t p = 0;

	while (next_item(tree, &p, &item)) {
		struct entry entry = {.head = ""};
		char kind = parse_name(&entry, fanout, item.name);

		if (kind == 'h') {
			head = entry;
			strcpy(head.head, item.id);
		} else if (kind == 'r' && *head.head != '\0' &&
			   entry_compare(&head, &entry) == 0) {
			strcpy(head.rows, item.id);
			entries->list = cli_grow(
			    entries->list, entries->n, sizeof(*entries->list));
			entries->list[entries->n++] = head;
		}
	}
}

static bool
read_tree(struct objects *objects, const char *name, struct object *tree)
{
	if (!objects_read(objects, name, tree))
		return false;
	if (strcmp(tree->type, "tree") != 0)
		cli_die(
		    "git: %s: expected a tree, found a %s", name, tree->type);
	return true;
}

/* Finds the directory of the series in the tree of a ref.  False: there is none. */
static bool
find_series(struct objects *objects, const char *tip, char id[OBJECT_ID])
{
	char *name = cli_format("%s^{tree}", tip);
	bool is_found = false;
	struct object root;
	struct item item;
	size_t p = 0;

	if (!read_tree(objects, name, &root))
		cli_die("git: tree of %s is missing", tip);
	while (!is_found && next_item(&root, &p, &item))
		is_found = item.is_tree && strlen(item.name) == SERIES_DIGITS;
	if (is_found)
		strcpy(id, item.id);
	free(root.data);
	free(name);
	return is_found;
}

static void
read_one(struct entries *entries, struct objects *objects, const char *series,
    const char *commit)
{
	char *name = cli_format("%s:%.*s", series, FANOUT, commit);
	char fanout[FANOUT + 1];
	struct object tree;

	snprintf(fanout, sizeof(fanout), "%s", commit);
	if (read_tree(objects, name, &tree)) {
		take_directory(entries, &tree, fanout);
		free(tree.data);
	}
	free(name);
}

/* Reads the answers to questions for directories that were asked. */
static void
take_directories(struct entries *entries, struct objects *objects,
    const struct item *asked, size_t n)
{
	struct object tree;

	for (size_t i = 0; i < n; i++) {
		if (!objects_take(objects, &tree))
			cli_die("git: tree %s is missing", asked[i].id);
		take_directory(entries, &tree, asked[i].name);
		free(tree.data);
	}
}

static void
read_all(struct entries *entries, struct objects *objects, const char *series)
{
	struct item asked[OBJECTS_ASKED];
	struct object tree;
	size_t p = 0, n = 0;

	if (!read_tree(objects, series, &tree))
		cli_die("git: tree %s is missing", series);
	while (next_item(&tree, &p, &asked[n])) {
		if (!asked[n].is_tree || strlen(asked[n].name) != FANOUT)
			continue;
		objects_ask(objects, asked[n].id);
		if (++n == OBJECTS_ASKED) {
			take_directories(entries, objects, asked, n);
			n = 0;
		}
	}
	take_directories(entries, objects, asked, n);
	free(tree.data);
}

/* Trees are sorted, but not those of a hostile repository. */
static bool
is_sorted(const struct entries *entries)
{
	for (size_t i = 1; i < entries->n; i++)
		if (entry_compare(&entries->list[i - 1], &entries->list[i]) > 0)
			return false;
	return true;
}

void
entries_read(struct entries *entries, struct objects *objects, const char *tip,
    const char *commit)
{
	char series[OBJECT_ID];

	*entries = (struct entries){0};
	if (!find_series(objects, tip, series))
		return;
	if (commit != NULL)
		read_one(entries, objects, series, commit);
	else
		read_all(entries, objects, series);
	if (!is_sorted(entries))
		qsort(entries->list, entries->n, sizeof(*entries->list),
		    entry_compare);
}

int
entry_compare(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	int order = strcmp(x->commit, y->commit);

	return order != 0 ? order : strcmp(x->settings, y->settings);
}

const struct entry *
entries_find(const struct entries *entries, const char *commit, size_t *n)
{
	size_t low = 0, high = entries->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (strcmp(entries->list[middle].commit, commit) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	for (*n = 0; low + *n < entries->n; ++*n)
		if (strcmp(entries->list[low + *n].commit, commit) != 0)
			break;
	return *n > 0 ? &entries->list[low] : NULL;
}

int64_t
entry_series(const char *benchmark)
{
	uint32_t hash = 2166136261;

	for (; *benchmark != '\0'; benchmark++)
		hash = (hash ^ (unsigned char)*benchmark) * 16777619;
	return (hash ^ hash >> 16) % NSERIES;
}

/* Writes n digits of base 4, the lowest first. */
static char *
put_digits(char *to, int64_t number, size_t n)
{
	for (; n > 0; n--) {
		*to++ = (char)('0' + number % 4);
		number /= 4;
	}
	return to;
}

char *
entry_path(const struct entry *entry, char kind)
{
	char digits[DIGITS + 1], *to = digits;

	to = put_digits(to, entry->time / TIME_UNIT, TIME_DIGITS);
	to = put_digits(to, entry->series, SERIES_DIGITS);
	*to = '\0';
	return cli_format("%s/%.*s/%s.%s.%s%c", digits + TIME_DIGITS, FANOUT,
	    entry->commit, entry->commit + FANOUT, entry->settings, digits,
	    kind);
}

void
entry_put(struct tree_writer *writer, const struct entry *entry)
{
	char *head = entry_path(entry, 'h'), *rows = entry_path(entry, 'r');

	tree_writer_link(writer, head, entry->head);
	tree_writer_link(writer, rows, entry->rows);
	free(head);
	free(rows);
}

void
entry_remove(struct tree_writer *writer, const struct entry *entry)
{
	char *head = entry_path(entry, 'h'), *rows = entry_path(entry, 'r');

	tree_writer_remove(writer, head);
	tree_writer_remove(writer, rows);
	free(head);
	free(rows);
}

void
entries_release(struct entries *entries)
{
	free(entries->list);
}
