/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgfmt.h"
#include "heads.h"
#include "libcli/cli.h"
#include "libquery/header/build_ids.h"
#include "libquery/header/cycle_model.h"
#include "libquery/header/description.h"
#include "libquery/header/folded_stacks.h"
#include "libquery/windows_path.h"

const char programs_key[] = "Programs:";

/* --- settings ------------------------------------------------------------- */

/* True if the description says what was found, and not how it was counted. */
static bool
is_finding(const char *desc)
{
	static const char *const keys[] = {
	    "Partial:", "Timerange:", "Trigger:"};

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		if (description_value(desc, keys[i]) != NULL)
			return true;
	return is_of_build_ids(desc) ||
	       description_value(desc, folded_stacks_key) != NULL ||
	       description_value(desc, cycle_share_key) != NULL;
}

/* True if the object is the C library or its loader. */
static bool
is_libc(const char *path)
{
	const char *name = path_base_name(path);

	return strncmp(name, "libc.so", 7) == 0 ||
	       strncmp(name, "libc-2", 6) == 0 ||
	       strncmp(name, "ld-linux", 8) == 0 ||
	       strncmp(name, "ld-musl", 7) == 0;
}

static void
add_setting(struct head *head, char *setting)
{
	head->settings =
	    cli_grow(head->settings, head->nsettings, sizeof(*head->settings));
	head->settings[head->nsettings++] = setting;
}

/* Adds the builds of the C library among the build IDs. */
static void
add_libc(struct head *head, const char *desc)
{
	const struct cg_header header = {.ndescs = 1, .descs = &desc};
	struct build_ids ids = {0};

	build_ids_take(&ids, &header);
	for (size_t i = 0; i < ids.n; i++)
		if (is_libc(ids.list[i].path))
			add_setting(
			    head, cli_format("libc: %s %s", ids.list[i].id,
				      ids.list[i].path));
	build_ids_release(&ids);
}

static void
take_desc(struct head *head, const char *desc)
{
	if (is_of_build_ids(desc)) {
		add_libc(head, desc);
	} else if (description_value(desc, programs_key) != NULL) {
		free(head->programs);
		head->programs = cli_copy(desc, strlen(desc));
	} else if (!is_finding(desc)) {
		add_setting(head, cli_copy(desc, strlen(desc)));
	}
}

/* Writes a hash by Fowler, Noll and Vo, which stays the same on all machines. */
void
head_key(const struct head *head, char key[SETTINGS_KEY])
{
	uint64_t hash = UINT64_C(14695981039346656037);

	for (size_t i = 0; i < head->nsettings + head->nevents; i++) {
		const char *p = i < head->nsettings
				    ? head->settings[i]
				    : head->events[i - head->nsettings];

		do
			hash = (hash ^ (unsigned char)*p) *
			       UINT64_C(1099511628211);
		while (*p++ != '\0');
	}
	snprintf(key, SETTINGS_KEY, "%016llx", (unsigned long long)hash);
}

/* --- the text ------------------------------------------------------------- */

/* Returns the text after the key of a line; NULL: it has another one. */
static const char *
value_of(const char *line, const char *key)
{
	size_t len = strlen(key);

	if (strncmp(line, key, len) != 0)
		return NULL;
	line += len;
	return line + strspn(line, " ");
}

static void
take_events(struct head *head, const char *p)
{
	for (; *p != '\0'; p += strspn(p, " ")) {
		size_t len = strcspn(p, " ");

		head->events = cli_grow(
		    head->events, head->nevents, sizeof(*head->events));
		head->events[head->nevents++] = cli_copy(p, len);
		p += len;
	}
}

/* Returns how many totals there are; SIZE_MAX: something else is there. */
static size_t
take_totals(struct head *head, const char *p)
{
	size_t n = 0;

	for (; *p != '\0'; p += strspn(p, " ")) {
		size_t len = strcspn(p, " ");
		int64_t total;

		if (cg_parse_int(p, len, &total) != (int)len)
			return SIZE_MAX;
		head->totals = cli_grow(head->totals, n, sizeof(*head->totals));
		head->totals[n++] = total;
		p += len;
	}
	return n;
}

void
head_parse(struct head *head, const char *text, const char *name)
{
	size_t ntotals = 0;

	*head = (struct head){0};
	while (*text != '\0') {
		size_t len = strcspn(text, "\n");
		char *line = cli_copy(text, len);
		const char *value;

		if ((value = value_of(line, "desc:")) != NULL)
			take_desc(head, value);
		else if ((value = value_of(line, "events:")) != NULL)
			take_events(head, value);
		else if ((value = value_of(line, "summary:")) != NULL)
			ntotals = take_totals(head, value);
		free(line);
		text += len + (text[len] == '\n');
	}
	if (head->nevents == 0 || ntotals != head->nevents)
		cli_die(
		    "%s: expected a profile with a total of each event", name);
}

size_t
head_event(const struct head *head, const char *name)
{
	for (size_t i = 0; i < head->nevents; i++)
		if (strcmp(head->events[i], name) == 0)
			return i;
	return SIZE_MAX;
}

/* --- differences ---------------------------------------------------------- */

size_t
heads_changed_event(const struct head *old, const struct head *new)
{
	size_t event = 0;

	while (event + 1 < old->nevents &&
	       old->totals[event] == new->totals[event])
		event++;
	return event;
}

static bool
has_setting(const struct head *head, const char *setting)
{
	for (size_t i = 0; i < head->nsettings; i++)
		if (strcmp(head->settings[i], setting) == 0)
			return true;
	return false;
}

/* texts with commas between them */
struct text_list {
	char *text; /* NULL: there are none */
	size_t n;
};

static void
extend(struct text_list *list, const char *text)
{
	cli_append(&list->text, "%s%s", list->n++ > 0 ? ", " : "", text);
}

/* Returns the setting that the head has and the other one has not, with the same key; NULL: there is
 * none. */
static const char *
counterpart(
    const struct head *head, const struct head *other, const char *setting)
{
	size_t len = strcspn(setting, ":");

	for (size_t i = 0; i < head->nsettings; i++)
		if (strncmp(head->settings[i], setting, len + 1) == 0 &&
		    !has_setting(other, head->settings[i]))
			return head->settings[i];
	return NULL;
}

static const char *
value_after_key(const char *setting)
{
	const char *colon = strchr(setting, ':');

	return colon != NULL ? colon + 1 + strspn(colon + 1, " ") : setting;
}

/* Returns a setting with one blank after its key, to be freed: in profiles, values are aligned. */
static char *
setting_text(const char *setting)
{
	const char *value = value_after_key(setting);
	const char *end = value;

	while (end > setting && end[-1] == ' ')
		end--;
	return cli_format("%.*s%s%s", (int)(end - setting), setting,
	    end < value ? " " : "", value);
}

char *
heads_difference(const struct head *old, const struct head *new, size_t *n)
{
	struct text_list list = {NULL, 0};

	for (size_t i = 0; i < new->nsettings; i++) {
		const char *setting = new->settings[i], *before;
		char *named, *text;

		if (has_setting(old, setting))
			continue;
		before = counterpart(old, new, setting);
		named = setting_text(before != NULL ? before : setting);
		text = before == NULL ? cli_format("new: %s", named)
				      : cli_format("%s -> %s", named,
					    value_after_key(setting));
		extend(&list, text);
		free(text);
		free(named);
	}
	for (size_t i = 0; i < old->nsettings; i++) {
		char *named, *text;

		if (has_setting(new, old->settings[i]) ||
		    counterpart(new, old, old->settings[i]) != NULL)
			continue;
		named = setting_text(old->settings[i]);
		text = cli_format("gone: %s", named);
		extend(&list, text);
		free(text);
		free(named);
	}
	*n = list.n;
	return list.n > 0 ? list.text : cli_copy("events", strlen("events"));
}

void
head_release(struct head *head)
{
	for (size_t i = 0; i < head->nevents; i++)
		free(head->events[i]);
	for (size_t i = 0; i < head->nsettings; i++)
		free(head->settings[i]);
	free(head->events);
	free(head->totals);
	free(head->settings);
	free(head->programs);
}
