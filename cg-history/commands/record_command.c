/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cg-history record: keeps profiles for a commit.  If somebody else moves a ref at the same time, what
 * it has now is read and the profile is added to that.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cg-history/series/stored.h"
#include "cg-history/store/commits.h"
#include "cg-history/store/merging.h"
#include "libquery/patterns/strip_directories.h"
#include "commands.h"

enum { ATTEMPTS = 50, PAUSE = 20000000 /* nanoseconds */ };

/* a profile to record, or what is stored of another commit */
struct recording {
	char *benchmark;
	struct profile_text text; /* zeroed: the entry has its blobs */
	struct head head;
	struct entry entry;
};

struct recordings {
	size_t n;
	struct recording *list;
	char *commit;
	bool replaces;
};

/* --- reading profiles ----------------------------------------------------- */

/* Splits NAME=PROFILE, unless there is a file of that name.  Returns the name, to be freed, or NULL. */
static char *
take_name(const char **operand)
{
	size_t len = strcspn(*operand, "=");
	char *name;

	if (len == 0 || (*operand)[len] != '=' || (*operand)[len + 1] == '\0' ||
	    access(*operand, F_OK) == 0)
		return NULL;
	name = cli_copy(*operand, len);
	*operand += len + 1;
	return name;
}

static void
add_recording(struct recordings *recordings, const char *path,
    struct profile_request *request)
{
	struct recording r = {.benchmark = take_name(&path)};
	char *program;

	if (strcmp(path, "-") == 0)
		cli_stdin();
	profile_text_read(&r.text, path, request, &program);
	if (r.benchmark == NULL)
		r.benchmark = program;
	else
		free(program);
	head_parse(&r.head, r.text.head, path);
	head_key(&r.head, r.entry.settings);
	r.entry.series = entry_series(r.benchmark);
	for (size_t i = 0; i < recordings->n; i++)
		if (strcmp(recordings->list[i].benchmark, r.benchmark) == 0 &&
		    strcmp(recordings->list[i].entry.settings,
			r.entry.settings) == 0)
			cli_die("%s: expected one profile of benchmark %s, "
				"found a second (give each a name: "
				"NAME=PROFILE)",
			    path, r.benchmark);
	recordings->list = cli_grow(
	    recordings->list, recordings->n, sizeof(*recordings->list));
	recordings->list[recordings->n++] = r;
}

/* --- the repository ------------------------------------------------------- */

/* Ends the program if another profile is stored for the commit and the settings. */
static _Noreturn void
reject(struct objects *objects, const struct recording *r,
    const struct entry *stored)
{
	struct head head;
	size_t event;

	stored_head_read(&head, objects, r->benchmark, stored);
	event = heads_changed_event(&head, &r->head);
	cli_die("%s has another recording of %.10s, counted in the same way: "
		"%s %" PRId64 ", now %" PRId64 " (--replace takes the new one)",
	    r->benchmark, r->entry.commit, head.events[event],
	    head.totals[event], r->head.totals[event]);
}

/* True if the stored entry has the rows of the recording. */
static bool
has_rows(const struct recording *r, struct objects *objects,
    const struct entry *stored)
{
	struct profile_text text;
	bool is_same;

	if (r->text.rows == NULL)
		return strcmp(stored->rows, r->entry.rows) == 0;
	stored_profile_read(&text, objects, r->benchmark, stored);
	is_same = text.rows_len == r->text.rows_len &&
		  memcmp(text.rows, r->text.rows, text.rows_len) == 0;
	profile_text_release(&text);
	return is_same;
}

/* True if the same rows are stored.  Ends the program if others are, unless they are replaced. */
static bool
is_stored(const struct recordings *recordings, struct objects *objects,
    const struct recording *r, const char *tip)
{
	struct entries entries;
	const struct entry *stored;
	bool is_same = false;
	size_t n;

	if (tip == NULL)
		return false;
	entries_read(&entries, objects, tip, recordings->commit);
	stored = entries_find(&entries, recordings->commit, &n);
	for (size_t i = 0; i < n && !is_same; i++) {
		if (strcmp(stored[i].settings, r->entry.settings) != 0)
			continue;
		is_same = has_rows(r, objects, &stored[i]);
		if (!is_same && !recordings->replaces)
			reject(objects, r, &stored[i]);
	}
	entries_release(&entries);
	return is_same;
}

static void
put(struct tree_writer *writer, const struct recording *r, const char *tip)
{
	char *ref = ref_name_of(ref_names_own, r->benchmark);
	char *subject = cli_format("record %s", r->entry.commit);
	char *head = entry_path(&r->entry, 'h');
	char *rows = entry_path(&r->entry, 'r');

	tree_writer_commit(writer, ref, tip, NULL, subject);
	if (r->text.head == NULL) {
		entry_put(writer, &r->entry);
	} else {
		tree_writer_put(writer, head, r->text.head, r->text.head_len);
		tree_writer_put(writer, rows, r->text.rows, r->text.rows_len);
	}
	free(ref);
	free(subject);
	free(head);
	free(rows);
}

/* True if an earlier recording that is put now has the same benchmark: git continues its ref. */
static bool
is_continued(const struct recordings *recordings, const bool *is_put, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (is_put[k] && strcmp(recordings->list[k].benchmark,
				     recordings->list[i].benchmark) == 0)
			return true;
	return false;
}

/* Ends the program if commits as old as this one were pruned. */
static void
demand_newer(
    struct objects *objects, const struct recording *r, const char *tip)
{
	if (tip != NULL && r->entry.time < horizon_read(objects, tip))
		cli_die("%s: commits as old as %.10s were pruned", r->benchmark,
		    r->entry.commit);
}

/* Records what is not stored yet.  False if somebody else moved a ref. */
static bool
store(const struct recordings *recordings, struct objects *objects)
{
	bool *is_put = cli_alloc(recordings->n, sizeof(*is_put));
	bool is_done = true, puts_any = false;
	struct tree_writer writer;
	struct refs refs;

	refs_read(&refs, ref_names_own);
	tree_writer_open(&writer);
	for (size_t i = 0; i < recordings->n; i++) {
		const struct recording *r = &recordings->list[i];
		const char *tip = refs_find(&refs, r->benchmark);

		if (is_stored(recordings, objects, r, tip))
			continue;
		demand_newer(objects, r, tip);
		put(&writer, r,
		    is_continued(recordings, is_put, i) ? NULL : tip);
		is_put[i] = puts_any = true;
	}
	if (puts_any)
		is_done = tree_writer_close(&writer);
	else
		tree_writer_abandon(&writer);
	refs_release(&refs);
	free(is_put);
	return is_done;
}

static void
release(struct recordings *recordings)
{
	for (size_t i = 0; i < recordings->n; i++) {
		free(recordings->list[i].benchmark);
		profile_text_release(&recordings->list[i].text);
		head_release(&recordings->list[i].head);
	}
	free(recordings->list);
	free(recordings->commit);
}

/* Records for the commit, whatever others record at the same time. */
static void
keep(struct recordings *recordings, struct objects *objects)
{
	const struct timespec pause = {.tv_nsec = PAUSE};
	struct commit_text commit;
	int attempts = 0;

	commit_read(&commit, objects, recordings->commit);
	for (size_t i = 0; i < recordings->n; i++) {
		struct entry *entry = &recordings->list[i].entry;

		strcpy(entry->commit, recordings->commit);
		/* as its path has it */
		entry->time = commit.time / 4 * 4;
	}
	while (!store(recordings, objects)) {
		if (++attempts == ATTEMPTS)
			cli_die("others record all the time: try again later");
		nanosleep(&pause, NULL);
	}
	free(commit.subject);
}

/* --- the command ---------------------------------------------------------- */

void
options_add_setting(struct options *o, const char *desc)
{
	o->settings = cli_grow(o->settings, o->nsettings, sizeof(*o->settings));
	o->settings[o->nsettings++] = desc;
}

/* Adds a setting if files of the work tree differ from HEAD. */
static void
take_changes(struct options *o)
{
	static const char *const arguments[] = {
	    "status", "--porcelain", "--untracked-files=no", NULL};
	size_t len = 0;

	free(git_ask(arguments, &len));
	if (len == 0)
		return;
	if (!o->takes_dirty)
		cli_die("the work tree has uncommitted changes: commit "
			"them, name a --commit, or record them as --dirty");
	options_add_setting(o, "Work tree: dirty");
}

/* Names what is below the work trees as it is called there, wherever they are. */
static void
strip_trees(struct renames *renames, const char *top, const char *tree)
{
	const char *dirs[2];
	size_t n = 0;

	if (top != NULL)
		dirs[n++] = top;
	if (tree != NULL)
		dirs[n++] = tree;
	renames_strip_directories(renames, dirs, n);
}

int
record_command(struct options *o, const struct operands *operands)
{
	struct recordings recordings = {.replaces = o->replaces};
	struct profile_request request = {.level = o->level};
	struct objects objects;
	bool is_inside;
	char *top;

	if (operands->n == 0)
		cli_usage("record: expected a profile");
	recordings.commit =
	    commit_resolve(o->commit != NULL ? o->commit : "HEAD");
	top = git_find_top(&is_inside);
	if (o->commit == NULL && is_inside)
		take_changes(o);
	strip_trees(&request.renames, top, o->tree);
	request.ndescs = o->nsettings;
	request.descs = o->settings;
	for (int i = 0; i < operands->n; i++)
		add_recording(&recordings, operands->list[i], &request);
	objects_open(&objects);
	keep(&recordings, &objects);
	objects_close(&objects);
	release(&recordings);
	renames_release(&request.renames);
	free(top);
	return 0;
}

void
record_copies(const char *commit, size_t n, const struct recorded *from)
{
	struct recordings recordings = {.n = n};
	struct objects objects;

	recordings.commit = cli_copy(commit, strlen(commit));
	recordings.list = cli_alloc(n, sizeof(*recordings.list));
	objects_open(&objects);
	for (size_t i = 0; i < n; i++) {
		struct recording *r = &recordings.list[i];

		r->benchmark =
		    cli_copy(from[i].benchmark, strlen(from[i].benchmark));
		r->entry = from[i].entry;
		stored_head_read(&r->head, &objects, r->benchmark, &r->entry);
	}
	keep(&recordings, &objects);
	objects_close(&objects);
	release(&recordings);
}
