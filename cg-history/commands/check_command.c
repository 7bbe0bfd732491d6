/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cg-history check: judges what a commit costs by what an ancestor of it cost.  Cost that moved is
 * judged where it is now, so that a limit on a function is not exceeded by another name of it.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cg-history/series/function_moves.h"
#include "cg-history/series/stored.h"
#include "cg-history/store/ref_names.h"
#include "commands.h"
#include "libquery/matching/pairs.h"
#include "libreport/numfmt.h"

enum { EXIT_EXCEEDED = 1, SECONDS_OF_DAY = 86400 };

struct check {
	struct options *options;
	struct objects objects;
	struct commits commits;
	size_t commit;   /* its index */
	size_t baseline; /* of --since; SIZE_MAX: any ancestor */
	size_t nchecked;
	bool exceeded;
	bool lacks_baseline;
};

/* --- what is compared ----------------------------------------------------- */

/* Returns the commit that --since names, by its name or by a number of days before another commit, to
 * be freed; NULL: the other one has no such ancestor. */
static char *
resolve_since(struct check *c, const char *id)
{
	const char *since = c->options->since;
	size_t len = strlen(since);
	struct commit_text commit;
	char *before, *found;
	int64_t days;

	if (len < 2 || since[len - 1] != 'd' ||
	    cg_parse_int(since, len - 1, &days) != (int)len - 1 || days < 0 ||
	    days > 100000)
		return commit_resolve(since);
	commit_read(&commit, &c->objects, id);
	before = cli_format(
	    "--before=%" PRId64, commit.time - days * SECONDS_OF_DAY);
	found = git_ask_line((const char *const[]){
	    "rev-list", "--max-count=1", "--first-parent", before, id, NULL});
	free(before);
	free(commit.subject);
	if (found != NULL && *found != '\0')
		return found;
	free(found);
	return NULL;
}

/* Finds the commit of --since among the ancestors. */
static void
find_baseline(struct check *c, const char *id)
{
	char *since;

	c->baseline = SIZE_MAX;
	if (c->options->since == NULL)
		return;
	since = resolve_since(c, id);
	if (since == NULL)
		cli_die_of_input(
		    true, "--since: %.10s has no ancestor that is so old", id);
	c->baseline = commits_find(&c->commits, since);
	if (c->baseline == SIZE_MAX)
		cli_die("--since: expected an ancestor of %.10s, found %.10s",
		    id, since);
	free(since);
}

static const struct entry *
baseline_of(const struct check *c, const struct entries *entries,
    const struct entry *entry)
{
	bool has_since = c->baseline != SIZE_MAX;

	return steps_ancestor(&c->commits, entries,
	    has_since ? c->baseline : c->commit, entry->settings, has_since);
}

static void
read_functions(struct check *c, struct function_rows *functions,
    const char *benchmark, const struct entry *entry)
{
	char *name = stored_name(benchmark, entry->commit);
	struct profile_text text;

	stored_profile_read(&text, &c->objects, benchmark, entry);
	function_rows_read(functions, &text, name);
	profile_text_release(&text);
	free(name);
}

/* --- judging -------------------------------------------------------------- */

/* Judges all functions.  True if all limits were kept. */
static bool
judge(struct check *c, const char *place, const struct cg_profile *old,
    const struct function_rows *new, const int64_t *zeros)
{
	struct limits *limits = &c->options->limits;
	struct pairs pairs = {
	    .old.profile = old, .new.profile = new->rows, .zeros = zeros};
	struct pair pair;

	limits_begin(limits, cg_reader_header(new->reader), place);
	while (pairs_next(&pairs, &pair) == SORTED_ROWS_NEXT)
		limits_take(limits, &pair.new, pair.old.counts);
	return limits_end(limits);
}

/* Names the function that changed most, and its line if the profiles have lines. */
static void
explain(const char *place, const struct function_changes *changes,
    const struct function_rows *old, const struct function_rows *new,
    const struct step *step)
{
	const struct function_change *largest = changes->largest;
	char change[FORMAT_SIZE], number[FORMAT_SIZE] = "";
	struct step_functions functions;
	int64_t line;

	if (largest == NULL)
		return;
	step_functions_take(&functions, changes);
	step_functions_take_lines(&functions, changes, old, 0, new, 0, step);
	line = step_functions_line(&functions, largest);
	step_functions_release(&functions);
	if (line != 0)
		format_line_number(number, line);
	format_change(change, largest->net);
	cli_warn("%s: %s of %s%s changed most: %s", place, largest->function,
	    largest->file, number, change);
}

static void
check_recording(struct check *c, const char *benchmark,
    const struct entry *entry, const struct entry *baseline)
{
	char *place = cli_format(
	    "%s, %.10s..%.10s", benchmark, baseline->commit, entry->commit);
	const struct step step = {.old = baseline, .new = entry};
	struct function_rows old, new;
	struct function_changes changes;
	struct cg_profile *settled;

	read_functions(c, &old, benchmark, baseline);
	read_functions(c, &new, benchmark, entry);
	function_changes_find(&changes, &old, 0, &new, 0);
	settled = function_changes_settle(&changes, &old);
	if (!judge(c, place, settled, &new, changes.zeros)) {
		c->exceeded = true;
		explain(place, &changes, &old, &new, &step);
	}
	c->nchecked++;
	cg_profile_free(settled);
	function_changes_release(&changes);
	function_rows_release(&old);
	function_rows_release(&new);
	free(place);
}

static void
check_benchmark(struct check *c, const struct ref *ref)
{
	const char *id = c->commits.list[c->commit].id;
	struct entries entries;
	const struct entry *own;
	size_t n;

	entries_read(&entries, &c->objects, ref->tip, NULL);
	own = entries_find(&entries, id, &n);
	if (own == NULL)
		cli_warn("%s: %.10s is not recorded, and not checked",
		    ref->benchmark, id);
	for (size_t i = 0; i < n; i++) {
		const struct entry *baseline =
		    baseline_of(c, &entries, &own[i]);

		if (baseline != NULL) {
			check_recording(c, ref->benchmark, &own[i], baseline);
			continue;
		}
		c->lacks_baseline = true;
		cli_warn("%s: no ancestor of %.10s is recorded with the same "
			 "settings",
		    ref->benchmark, id);
	}
	entries_release(&entries);
}

/* Ends the program if there is nothing to judge by, or no rows to judge. */
static void
demand_limits(const struct options *o)
{
	if (o->limits.n == 0)
		cli_usage("check: expected a --limit, such as Ir=+1%%");
	if (limits_have(&o->limits, LIMIT_REGION))
		cli_usage("--limit: recordings have no regions");
}

int
check_command(struct options *o, const struct operands *operands)
{
	struct check c = {.options = o};
	struct refs refs;
	char *id;

	if (operands->n > 0)
		cli_usage("check: expected no operand, found \"%s\"",
		    operands->list[0]);
	demand_limits(o);
	id = commit_resolve(o->commit != NULL ? o->commit : "HEAD");
	refs_read_matching(&refs, o->benchmark);
	commits_read(&c.commits, id);
	objects_open(&c.objects);
	c.commit = commits_find(&c.commits, id);
	find_baseline(&c, id);
	for (size_t i = 0; i < refs.n; i++)
		check_benchmark(&c, &refs.list[i]);
	if (c.nchecked == 0 && !c.lacks_baseline)
		cli_die_of_input(true, "%.10s: no recording", id);
	objects_close(&c.objects);
	commits_release(&c.commits);
	refs_release(&refs);
	free(id);
	if (c.exceeded)
		return EXIT_EXCEEDED;
	return c.lacks_baseline ? CLI_MISSING : 0;
}
