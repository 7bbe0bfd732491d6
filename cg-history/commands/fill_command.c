/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cg-history fill: measures commits that are not recorded.  Commits between two of equal cost are left
 * out, and of those between two others, the middle one is measured, until each change is between a
 * commit and the next one.  A commit whose files are those of a recorded one gets its recordings, and so
 * does one that is built by --build if its programs are those of a recorded one.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cg-history/fill/built_programs.h"
#include "cg-history/fill/work_trees.h"
#include "cg-history/series/stored.h"
#include "cg-history/store/commits.h"
#include "cg-history/store/ref_names.h"
#include "commands.h"

/* a commit of the range */
struct point {
	char *id;
	char *files; /* the names of the objects of what it is made of */
	enum point_state { UNKNOWN, MEASURED, SKIPPED } state;
	bool is_wanted; /* in this round */
	size_t ncosts;
	struct recorded *recorded;
	int64_t *totals; /* of the first event of each */
	char *programs;  /* that it builds, as a description; NULL: not known */
};

/* what runs in a work tree */
struct running {
	struct point *point; /* NULL: nothing */
	bool builds;
	const char *tree;
};

struct fill {
	struct options *options;
	const char *const *command;
	size_t n;
	struct point *points; /* the first commit first */
	size_t nrunning, nruns;
	size_t nrecorded;         /* before */
	size_t nfiles, nprograms; /* copied from a commit with the same ones */
};

/* --- commits -------------------------------------------------------------- */

/* Returns the names of the objects that a commit is made of, without those that do not count. */
static char *
files_of(const struct options *o, const char *id)
{
	const char **arguments = cli_alloc(o->npaths + 5, sizeof(*arguments));
	size_t n = 0, len;
	char *text;

	arguments[n++] = "ls-tree";
	arguments[n++] = "--full-tree";
	arguments[n++] = id;
	arguments[n++] = "--";
	for (size_t i = 0; i < o->npaths; i++)
		arguments[n++] = o->paths[i];
	text = git_ask(arguments, &len);
	free(arguments);
	return text;
}

/* Reads the range along first parents: a merge stands for all that it merged.  It may be empty. */
static void
read_points(struct fill *f, const char *range)
{
	const char *const arguments[] = {
	    "rev-list", "--first-parent", "--reverse", range, "--", NULL};
	size_t len;
	char *text = *range == '-' ? NULL : git_ask(arguments, &len);
	char *rest = text, *line;

	while (rest != NULL && (line = strtok_r(rest, "\n", &rest)) != NULL) {
		f->points = cli_grow(f->points, f->n, sizeof(*f->points));
		f->points[f->n++] =
		    (struct point){.id = cli_copy(line, strlen(line))};
	}
	if (text == NULL)
		cli_die("%s: expected a range of commits of this repository",
		    range);
	free(text);
}

/* --- what they cost ------------------------------------------------------- */

static void
add_costs(const struct fill *f, struct point *point, struct objects *objects,
    const char *benchmark, const struct entries *entries)
{
	size_t n = 0;
	const struct entry *entry = entries_find(entries, point->id, &n);
	struct head head;

	for (size_t i = 0; entry != NULL && i < n; i++) {
		struct recorded recorded = {
		    cli_copy(benchmark, strlen(benchmark)), entry[i]};
		int64_t total = 0;

		if (f->options->step.value > 0 || f->options->build != NULL) {
			stored_head_read(&head, objects, benchmark, &entry[i]);
			total = head.totals[0];
			free(point->programs);
			point->programs = head.programs;
			head.programs = NULL;
			head_release(&head);
		}
		point->recorded = cli_grow(
		    point->recorded, point->ncosts, sizeof(*point->recorded));
		point->totals = cli_grow(
		    point->totals, point->ncosts, sizeof(*point->totals));
		point->recorded[point->ncosts] = recorded;
		point->totals[point->ncosts++] = total;
		point->state = MEASURED;
	}
}

/* Reads what is recorded of n points. */
static void
read_costs(const struct fill *f, struct point *points, size_t n)
{
	struct objects objects;
	struct entries entries;
	struct refs refs;

	refs_read(&refs, ref_names_own);
	objects_open(&objects);
	for (size_t i = 0; i < refs.n; i++) {
		entries_read(&entries, &objects, refs.list[i].tip,
		    n == 1 ? points->id : NULL);
		for (size_t k = 0; k < n; k++)
			add_costs(f, &points[k], &objects,
			    refs.list[i].benchmark, &entries);
		entries_release(&entries);
	}
	objects_close(&objects);
	refs_release(&refs);
}

/* Returns how many commits have the state. */
static size_t
count(const struct fill *f, enum point_state state)
{
	size_t n = 0;

	for (size_t i = 0; i < f->n; i++)
		n += f->points[i].state == state;
	return n;
}

/* True if the difference is one that is ignored. */
static bool
is_small(const struct fill *f, int64_t old, int64_t new)
{
	__int128 change = (__int128)new - old;
	__int128 size = old;

	change = change < 0 ? -change : change;
	size = size < 0 ? -size : size;
	return change * 100 * (__int128)f->options->step.scale <=
	       size * (__int128)f->options->step.value;
}

/* True if both have the same recordings. */
static bool
are_equal(const struct fill *f, const struct point *a, const struct point *b)
{
	if (a->ncosts != b->ncosts)
		return false;
	for (size_t i = 0; i < a->ncosts; i++) {
		const struct recorded *x = &a->recorded[i];
		const struct recorded *y = &b->recorded[i];

		if (strcmp(x->benchmark, y->benchmark) != 0 ||
		    strcmp(x->entry.settings, y->entry.settings) != 0)
			return false;
		if (strcmp(x->entry.rows, y->entry.rows) != 0 &&
		    (f->options->step.value == 0 ||
			!is_small(f, a->totals[i], b->totals[i])))
			return false;
	}
	return true;
}

/* --- which commits are measured ------------------------------------------- */

static size_t
want(struct point *point)
{
	bool is_new = point->state == UNKNOWN && !point->is_wanted;

	point->is_wanted |= is_new;
	return is_new;
}

/* Wants the commit that is nearest to the middle between two. */
static size_t
want_middle(struct fill *f, size_t low, size_t high)
{
	size_t middle = low + (high - low) / 2, best = high;

	for (size_t i = low + 1; i < high; i++) {
		size_t far = i > middle ? i - middle : middle - i;
		size_t best_far = best > middle ? best - middle : middle - best;

		if (f->points[i].state != UNKNOWN)
			continue;
		if (best == high || far < best_far)
			best = i;
	}
	return best < high ? want(&f->points[best]) : 0;
}

/* Wants the commits of the next round.  Returns how many, and sets how many there can be in all. */
static size_t
want_some(struct fill *f, size_t *most)
{
	size_t n = 0, last = SIZE_MAX, nunknown = 0;
	size_t first = 0, end = f->n;

	*most = 0;
	while (first < end && f->points[first].state == SKIPPED)
		first++;
	while (end > first && f->points[end - 1].state == SKIPPED)
		end--;
	if (first == end)
		return 0;
	n += want(&f->points[first]);
	n += want(&f->points[end - 1]);
	for (size_t i = first; i < end; i++) {
		if (f->options->measures_every)
			n += want(&f->points[i]);
		nunknown += f->points[i].state == UNKNOWN;
		if (f->points[i].state != MEASURED)
			continue;
		if (last != SIZE_MAX &&
		    are_equal(f, &f->points[last], &f->points[i]))
			nunknown = 0;
		else if (last != SIZE_MAX)
			n += want_middle(f, last, i);
		*most += nunknown;
		nunknown = 0;
		last = i;
	}
	*most = f->options->measures_every ? n : *most + nunknown;
	return n;
}

/* --- measuring ------------------------------------------------------------ */

/* Records what a command has left for a commit, and which programs it has built. */
static void
record(
    struct fill *f, const struct running *running, const struct measurement *m)
{
	const struct operands operands = {(int)m->n, m->files};
	struct point *point = running->point;

	f->options->commit = point->id;
	f->options->tree = running->tree;
	if (point->programs != NULL)
		options_add_setting(f->options, point->programs);
	record_command(f->options, &operands);
	f->options->nsettings -= point->programs != NULL;
	read_costs(f, point, 1);
}

/* Gives a commit what another one has. */
static void
copy(struct fill *f, struct point *point, const struct point *from)
{
	record_copies(point->id, from->ncosts, from->recorded);
	read_costs(f, point, 1);
}

/* True if the point got the recordings of a commit with the same files. */
static bool
is_copied(struct fill *f, struct point *point)
{
	if (point->files == NULL)
		point->files = files_of(f->options, point->id);
	for (size_t i = 0; i < f->n; i++) {
		struct point *from = &f->points[i];

		if (from->state != MEASURED)
			continue;
		if (from->files == NULL)
			from->files = files_of(f->options, from->id);
		if (strcmp(from->files, point->files) != 0)
			continue;
		copy(f, point, from);
		f->nfiles++;
		return true;
	}
	return false;
}

/* The same for a commit that was built and has the same programs. */
static bool
is_copied_of_programs(struct fill *f, struct point *built)
{
	for (size_t i = 0; built->programs != NULL && i < f->n; i++) {
		const struct point *from = &f->points[i];

		if (from->state != MEASURED || from->programs == NULL ||
		    strcmp(from->programs, built->programs) != 0)
			continue;
		copy(f, built, from);
		f->nprograms++;
		return true;
	}
	return false;
}

static void
skip(struct point *point, const struct measurement *m)
{
	point->state = SKIPPED;
	if (m->status == 0)
		cli_warn("%.10s is skipped: the command left no file .cg in "
			 "CG_HISTORY_PROFILES",
		    point->id);
	else
		cli_warn("%.10s is skipped: exit status %d%s%s", point->id,
		    m->status, *m->message != '\0' ? ": " : "", m->message);
}

/* Takes what a build has left.  True if the programs are new ones, and the commit is measured now. */
static bool
is_measured_next(
    struct fill *f, struct running *running, const struct measurement *m)
{
	struct point *point = running->point;

	running->builds = false;
	if (m->status != 0) {
		skip(point, m);
		return false;
	}
	point->programs = built_programs_describe(running->tree);
	if (is_copied_of_programs(f, point))
		return false;
	work_trees_start(m->job, point->id, f->command);
	return true;
}

/* Takes what the command has left. */
static void
take_run(
    struct fill *f, const struct running *running, const struct measurement *m)
{
	struct point *point = running->point;

	f->nruns++;
	if (m->status == CANNOT_START)
		cli_die("%s: %s", f->command[0], m->message);
	if (m->status == 0 && m->n > 0)
		record(f, running, m);
	if (point->state != MEASURED)
		skip(point, m);
}

static void
take(struct fill *f, struct running *running, const struct measurement *m)
{
	if (running->builds) {
		if (is_measured_next(f, running, m))
			return;
	} else {
		take_run(f, running, m);
	}
	running->point = NULL;
	f->nrunning--;
}

/* Starts to build or to measure a commit. */
static void
start(struct fill *f, struct running *running, size_t job, struct point *point)
{
	const char *const build[] = {"sh", "-c", f->options->build, NULL};

	*running = (struct running){
	    .point = point,
	    .builds = f->options->build != NULL,
	    .tree = work_trees_check_out(job, point->id),
	};
	f->nrunning++;
	work_trees_start(job, point->id, running->builds ? build : f->command);
}

/* Measures what is wanted, several at the same time. */
static void
measure(struct fill *f)
{
	size_t njobs = (size_t)f->options->jobs, next = 0;
	struct running *running = cli_alloc(njobs, sizeof(*running));
	struct measurement m;

	for (;;) {
		while (next < f->n && !f->points[next].is_wanted)
			next++;
		if (next < f->n && f->nrunning < njobs) {
			size_t job = 0;

			while (running[job].point != NULL)
				job++;
			f->points[next].is_wanted = false;
			if (!is_copied(f, &f->points[next]))
				start(f, &running[job], job, &f->points[next]);
			continue;
		}
		if (f->nrunning == 0)
			break;
		work_trees_wait(&m);
		take(f, &running[m.job], &m);
		measurement_release(&m);
	}
	free(running);
}

/* --- the command ---------------------------------------------------------- */

/* Says how many runs are left, at least and at most. */
static void
say_what_is_left(const struct fill *f, size_t n, size_t most)
{
	if (n == most)
		cli_warn("%zu runs done, %zu left", f->nruns, n);
	else
		cli_warn("%zu runs done, %zu to %zu left", f->nruns, n, most);
}

static void
say_what_was_done(const struct fill *f)
{
	const struct {
		size_t n;
		const char *what;
	} parts[] = {
	    {f->nrecorded, "already recorded"},
	    {f->nruns, f->nruns > 1 ? "runs" : "run"},
	    {f->nfiles, "with the same files as another commit"},
	    {f->nprograms, "with the same programs"},
	    {count(f, SKIPPED), "skipped"},
	    {count(f, UNKNOWN), "left out between equal costs"},
	};
	char *text = cli_format("%zu commit%s", f->n, f->n > 1 ? "s" : "");
	const char *before = ":";

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		if (parts[i].n == 0)
			continue;
		cli_append(
		    &text, "%s %zu %s", before, parts[i].n, parts[i].what);
		before = ",";
	}
	cli_warn("%s", text);
	free(text);
}

static void
release(struct fill *f)
{
	for (size_t i = 0; i < f->n; i++) {
		for (size_t k = 0; k < f->points[i].ncosts; k++)
			free(f->points[i].recorded[k].benchmark);
		free(f->points[i].recorded);
		free(f->points[i].totals);
		free(f->points[i].programs);
		free(f->points[i].files);
		free(f->points[i].id);
	}
	free(f->points);
}

/* Says that there is nothing to measure, and prints the log if there is one. */
static int
report_empty_range(struct options *o, const struct operands *range)
{
	struct refs refs;
	size_t n;

	cli_warn("%s: no commit in this range", range->list[0]);
	refs_read(&refs, ref_names_own);
	n = refs.n;
	refs_release(&refs);
	return n > 0 ? log_command(o, range) : 0;
}

int
fill_command(struct options *o, const struct operands *operands)
{
	struct fill f = {.options = o};
	const struct operands range = {1, operands->list};
	bool is_any;
	size_t n, most;

	if (operands->n < 2)
		cli_usage("fill: expected a range of commits and a command");
	f.command = (const char *const *)operands->list + 1;
	read_points(&f, operands->list[0]);
	if (f.n == 0)
		return report_empty_range(o, &range);
	read_costs(&f, f.points, f.n);
	f.nrecorded = count(&f, MEASURED);
	work_trees_open((size_t)o->jobs);
	while ((n = want_some(&f, &most)) > 0) {
		say_what_is_left(&f, n, most);
		measure(&f);
	}
	work_trees_close();
	say_what_was_done(&f);
	is_any = count(&f, MEASURED) > 0;
	release(&f);
	if (!is_any)
		cli_die("%s: no commit could be measured", operands->list[0]);
	return log_command(o, &range);
}
