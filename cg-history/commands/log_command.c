/* SPDX-License-Identifier: BSD-2-Clause */
/* cg-history log: which commits changed what benchmarks cost, and the function that changed most. */
#include <stdlib.h>
#include <string.h>

#include "cg-history/report/step_page.h"
#include "cg-history/series/function_moves.h"
#include "cg-history/series/step_reader.h"
#include "cg-history/series/stored.h"
#include "cg-history/store/ref_names.h"
#include "commands.h"

struct history {
	const struct options *options;
	struct objects objects;
	struct commits commits;
	const char *benchmark;
	const struct entries
	    *entries; /* of the benchmark, as all from here on */
	struct step_reader reader;
	bool has_matched; /* the pattern, a function */
	char *directory;  /* of known changes */
};

/* --- profiles ------------------------------------------------------------- */

static void
read_functions(const struct history *h, struct function_rows *functions,
    const struct profile_text *text, const struct entry *entry)
{
	char *name = stored_name(h->benchmark, entry->commit);

	function_rows_read(functions, text, name);
	free(name);
}

/* Returns the cost of the functions that the pattern matches. */
static int64_t
cost_of_functions(
    struct history *h, const struct function_rows *f, size_t event)
{
	struct cg_record record;
	int64_t sum = 0;

	for (size_t i = 0; i < cg_profile_len(f->rows); i++) {
		cg_profile_at(f->rows, i, &record);
		if (!pattern_matches(h->options->function, record.function))
			continue;
		h->has_matched = true;
		if (__builtin_add_overflow(sum, record.counts[event], &sum))
			cli_die("%s: the sum of functions does not fit in 64 "
				"bits",
			    h->benchmark);
	}
	return sum;
}

/* Returns the cost of these functions in an entry. */
static int64_t
cost_in(struct history *h, const struct entry *entry, size_t event)
{
	struct function_rows functions;
	int64_t cost;

	read_functions(h, &functions,
	    &step_reader_read(&h->reader, entry, NULL)->text, entry);
	cost = cost_of_functions(h, &functions, event);
	function_rows_release(&functions);
	return cost;
}

/* --- rows ----------------------------------------------------------------- */

/* Returns the index of the event that is shown.  Ends the program if the profile lacks it. */
static size_t
event_of(
    const struct history *h, const struct head *head, const struct entry *entry)
{
	size_t event =
	    h->options->event != NULL ? head_event(head, h->options->event) : 0;

	if (event == SIZE_MAX)
		cli_die("--event: %s of %.10s has no event %s", h->benchmark,
		    entry->commit, h->options->event);
	return event;
}

/* Returns what moved: the first pair, and how many others there are. */
static char *
describe_moves(const struct function_changes *changes)
{
	for (size_t i = 0; i < changes->n; i++)
		if (changes->list[i].partner != NULL)
			return function_moves_describe(
			    &changes->list[i], changes->nmoved);
	return changes->n > 0 ? cli_format("between %zu functions", changes->n)
			      : cli_copy("", 0);
}

/* Returns the function that changed most, or the first one that is asked for if that is not; NULL:
 * there is none. */
static const struct function_change *
find_largest(const struct history *h, const struct function_changes *changes)
{
	const struct function_change *largest = changes->largest;
	const pcre2_code *asked = h->options->function;

	if (asked == NULL ||
	    (largest != NULL && pattern_matches(asked, largest->function)))
		return largest;
	for (size_t i = 0; i < changes->n; i++)
		if (pattern_matches(asked, changes->list[i].function))
			return &changes->list[i];
	return NULL;
}

/* Names the function that changed most, and what moved. */
static void
explain(struct history *h, struct step_row *row, const struct step *step,
    const struct step_side *old_side, size_t old_event,
    const struct step_side *new_side, size_t new_event)
{
	struct function_rows old, new;
	const struct function_change *largest;
	struct function_changes changes;

	read_functions(h, &old, &old_side->rows, step->old);
	read_functions(h, &new, &new_side->rows, step->new);
	function_changes_find(&changes, &old, old_event, &new, new_event);
	if (h->options->function != NULL) {
		row->old = cost_of_functions(h, &old, old_event);
		row->new = cost_of_functions(h, &new, new_event);
	}
	largest = find_largest(h, &changes);
	if (changes.n == 0)
		row->state = STATE_SAME;
	else if (row->old == row->new && h->options->function == NULL)
		row->state = STATE_MOVED;
	else if (row->old == row->new)
		row->state = STATE_SAME;
	if (largest != NULL && row->state == STATE_CHANGED) {
		free(row->function);
		free(row->file);
		row->function =
		    cli_copy(largest->function, strlen(largest->function));
		row->file = cli_copy(largest->file, strlen(largest->file));
	}
	if (row->state == STATE_MOVED ||
	    (row->state == STATE_CHANGED && changes.nmoved > 0)) {
		free(row->note);
		row->note = describe_moves(&changes);
	}
	if (row->state != STATE_SAME) {
		step_functions_take(&row->functions, &changes);
		step_functions_take_lines(&row->functions, &changes, &old,
		    old_event, &new, new_event, step);
	}
	if (*row->function != '\0')
		row->line = step_functions_line(&row->functions, largest);
	function_changes_release(&changes);
	function_rows_release(&old);
	function_rows_release(&new);
}

/* Sets both costs.  Returns the index of the event in the old profile; SIZE_MAX: it has none. */
static size_t
take_costs(struct step_row *row, const struct head *old, const struct head *new,
    size_t new_event)
{
	size_t old_event = head_event(old, new->events[new_event]);

	row->has_old = old_event != SIZE_MAX;
	row->old = row->has_old ? old->totals[old_event] : 0;
	row->has_new = true;
	row->new = new->totals[new_event];
	return old_event;
}

/* Sets what is known of a recording with other rows than the one before. */
static void
describe_change(
    struct history *h, struct step_row *row, const struct step *step)
{
	struct step_side old, new;
	size_t old_event, new_event;

	step_reader_compare(&h->reader, step, &old, &new);
	new_event = event_of(h, &new.head, step->new);
	old_event = take_costs(row, &old.head, &new.head, new_event);
	explain(h, row, step, &old, old_event, &new, new_event);
	step_side_release(&old);
	step_side_release(&new);
}

/* Returns how the settings differ from the ancestor's, to be freed.  If the ancestor has several
 * recordings, the one with the fewest differences counts. */
static char *
describe_settings(
    struct history *h, const struct step *step, const struct head *new)
{
	size_t n, fewest = SIZE_MAX;
	const struct entry *entry =
	    entries_find(h->entries, step->old->commit, &n);
	char *note = NULL;

	for (size_t i = 0; i < n; i++) {
		struct head old;
		size_t ndifferent;
		char *text;

		stored_head_read(&old, &h->objects, h->benchmark, &entry[i]);
		text = heads_difference(&old, new, &ndifferent);
		if (note == NULL || ndifferent < fewest) {
			fewest = ndifferent;
			free(note);
			note = text;
		} else {
			free(text);
		}
		head_release(&old);
	}
	return note;
}

/* Sets what is known of a recording. */
static void
describe_recording(
    struct history *h, struct step_row *row, const struct step *step)
{
	struct head old, new;
	size_t new_event;

	if (row->state == STATE_CHANGED) {
		describe_change(h, row, step);
		return;
	}
	stored_head_read(&new, &h->objects, h->benchmark, step->new);
	new_event = event_of(h, &new, step->new);
	row->has_new = true;
	row->new = new.totals[new_event];
	if (step->old != NULL) {
		stored_head_read(&old, &h->objects, h->benchmark, step->old);
		take_costs(row, &old, &new, new_event);
		if (row->state == STATE_SETTINGS) {
			free(row->note);
			row->note = describe_settings(h, step, &new);
			row->has_old = false;
		}
		head_release(&old);
	}
	if (h->options->function != NULL)
		row->old = row->new = cost_in(h, step->new, new_event);
	head_release(&new);
}

static bool
is_shown(const struct history *h, enum step_state state)
{
	return h->options->shows_all || state == STATE_CHANGED ||
	       state == STATE_MOVED || state == STATE_SETTINGS;
}

static void
add_row(struct step_rows *rows, const struct step_row *row)
{
	rows->list = cli_grow(rows->list, rows->n, sizeof(*rows->list));
	rows->list[rows->n++] = *row;
}

/* Makes the row of a step and adds it if it is shown. */
static void
take_step(struct history *h, struct step_rows *rows, const struct step *step)
{
	static const enum step_state states[] = {
	    [STEP_UNMEASURED] = STATE_UNMEASURED,
	    [STEP_SAME] = STATE_SAME,
	    [STEP_CHANGE] = STATE_CHANGED,
	    [STEP_BREAK] = STATE_SETTINGS,
	    [STEP_FIRST] = STATE_FIRST,
	};
	const char *id = h->commits.list[step->commit].id;
	struct step_row row = {
	    .state = states[step->kind],
	    .nbetween = step->nbetween,
	};

	if (!is_shown(h, row.state))
		return;
	row.function = cli_copy("", 0);
	row.file = cli_copy("", 0);
	row.note = cli_copy("", 0);
	if (step->new != NULL)
		describe_recording(h, &row, step);
	if (!is_shown(h, row.state)) {
		free(row.function);
		free(row.file);
		free(row.note);
		return;
	}
	row.commit = cli_copy(id, strlen(id));
	if (step->old != NULL)
		strcpy(row.base, step->old->commit);
	add_row(rows, &row);
}

/* Returns the name of the event that is shown. */
static char *
name_event(struct history *h, const struct entries *entries)
{
	const char *name = h->options->event;
	struct head head;
	char *first;

	if (name != NULL || entries->n == 0)
		return cli_copy(
		    name != NULL ? name : "?", name != NULL ? strlen(name) : 1);
	stored_head_read(&head, &h->objects, h->benchmark, &entries->list[0]);
	first = cli_copy(head.events[0], strlen(head.events[0]));
	head_release(&head);
	return first;
}

/* Returns the cost of a recording, as rows have it. */
static int64_t
cost_of(struct history *h, const struct entry *entry)
{
	const struct step step = {.kind = STEP_FIRST, .new = entry};
	struct step_row row = {.state = STATE_FIRST};

	describe_recording(h, &row, &step);
	return row.new;
}

/* Sets the points of a page.  A recording costs what the one before it does, if no row says another
 * cost. */
static void
make_points(struct history *h, struct step_rows *rows,
    const struct steps *steps, const struct entries *entries,
    const size_t *row_of)
{
	struct points *points = &rows->points;

	points_find(points, &h->commits, entries, steps);
	rows->rows = cli_alloc(points->n, sizeof(*rows->rows));
	for (size_t i = 0; i < points->n; i++) {
		struct cost_point *point = &points->list[i];
		size_t row = rows->rows[i] = row_of[point->step];

		if (row != SIZE_MAX)
			point->cost = rows->list[row].new;
		else if (point->from != SIZE_MAX)
			point->cost = points->list[point->from].cost;
		else
			point->cost = cost_of(h, steps->list[point->step].new);
		if (row != SIZE_MAX)
			rows->list[row].place = point->place;
	}
}

/* True if the pattern matches no function in the range.  Of recordings that can be compared, a
 * function is in the last one, or it was seen to go. */
static bool
lacks_functions(struct history *h, const struct steps *steps)
{
	bool is_last = true;

	for (size_t i = 0; i < steps->n && !h->has_matched; i++) {
		const struct step *step = &steps->list[i];

		if (step->new != NULL && is_last)
			cost_in(h, step->new, 0);
		if (step->kind == STEP_BREAK)
			cost_in(h, step->old, 0);
		is_last &= step->new == NULL;
	}
	return !h->has_matched;
}

static struct step_rows
make_rows(struct history *h, const struct ref *ref)
{
	struct step_rows rows = {
	    .benchmark = cli_copy(ref->benchmark, strlen(ref->benchmark))};
	struct entries entries;
	struct steps steps;
	size_t *row_of; /* of steps; SIZE_MAX: none */

	h->benchmark = ref->benchmark;
	h->has_matched = false;
	h->entries = &entries;
	entries_read(&entries, &h->objects, ref->tip, NULL);
	rows.event = name_event(h, &entries);
	steps_find(&steps, &h->commits, &entries);
	/* a pattern can match functions that cost the same, too */
	step_reader_begin(&h->reader, &h->objects, ref, h->directory,
	    h->options->function != NULL);
	step_reader_expect(&h->reader, &steps);
	row_of = cli_alloc(steps.n, sizeof(*row_of));
	for (size_t i = 0; i < steps.n; i++) {
		const struct step *step = &steps.list[i];
		size_t n = rows.n;

		/* a commit can have several recordings */
		if (step->new != NULL &&
		    (i == 0 || step[-1].commit != step->commit))
			rows.nrecorded++;
		take_step(h, &rows, step);
		row_of[i] = rows.n > n ? n : SIZE_MAX;
	}
	rows.lacks_functions = h->options->function != NULL &&
			       rows.nrecorded > 0 && lacks_functions(h, &steps);
	if (h->options->format == STEPS_HTML)
		make_points(h, &rows, &steps, &entries, row_of);
	free(row_of);
	step_reader_end(&h->reader);
	steps_release(&steps);
	entries_release(&entries);
	return rows;
}

/* Ends the program if no benchmark has a function that is asked for: a word that is mistyped must
 * not look like one that costs the same. */
static void
demand_functions(
    const struct options *o, const struct step_rows *rows, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!rows[i].lacks_functions)
			return;
	cli_die("--function: \"%s\" matches no function in the recordings",
	    o->pattern);
}

/* Reads what is shown of the commits of all rows. */
static void
describe_commits(struct history *h, struct step_rows *rows, size_t n)
{
	struct object_list expected = {0};

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < rows[i].n; k++)
			object_list_add(&expected, rows[i].list[k].commit);
	objects_expect(&h->objects, &expected);
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < rows[i].n; k++) {
			struct step_row *row = &rows[i].list[k];
			struct commit_text commit;

			commit_read(&commit, &h->objects, row->commit);
			memcpy(row->date, commit.date, sizeof(row->date));
			row->subject = commit.subject;
		}
	objects_expect(&h->objects, NULL);
	object_list_release(&expected);
}

/* --- the command ---------------------------------------------------------- */

static void
print_page(struct history *h, const char *range, const struct step_rows *rows,
    size_t n)
{
	const struct options *o = h->options;
	struct step_page page = {
	    .range = range, .function = o->pattern, .n = n, .benchmarks = rows};
	struct printer printer;

	step_page_find_dates(&page, &h->commits, &h->objects);
	printer_open(&printer, &o->output, COLOR_NEVER);
	step_page_print(&page, &printer);
	printer_close(&printer);
}

static void
print(const struct options *o, const struct step_rows *rows, size_t n)
{
	struct printer printer;

	if (o->format == STEPS_TEXT)
		printer_open_paged(&printer, &o->output, COLOR_AUTO);
	else
		printer_open(&printer, &o->output, COLOR_NEVER);
	step_rows_print(rows, n, o->format, &printer);
	printer_close(&printer);
}

int
log_command(struct options *o, const struct operands *operands)
{
	const char *range = operands->n > 0 ? operands->list[0] : "HEAD";
	struct history h = {.options = o};
	struct step_rows *rows;
	struct refs refs;

	if (operands->n > 1)
		cli_usage("log: expected one range of commits, found \"%s\"",
		    operands->list[1]);
	cli_spare_terminal(
	    &o->output, o->format == STEPS_HTML ? CLI_PAGE : CLI_TEXT);
	refs_read_matching(&refs, o->benchmark);
	commits_read(&h.commits, range);
	objects_open(&h.objects);
	h.directory = known_changes_directory();
	rows = cli_alloc(refs.n + 1, sizeof(*rows));
	for (size_t i = 0; i < refs.n; i++)
		rows[i] = make_rows(&h, &refs.list[i]);
	if (refs.n == 0)
		cli_die_of_input(true, "no recording of %s",
		    o->benchmark != NULL ? o->benchmark : "any benchmark");
	demand_functions(o, rows, refs.n);
	describe_commits(&h, rows, refs.n);
	if (o->format == STEPS_HTML)
		print_page(&h, range, rows, refs.n);
	else
		print(o, rows, refs.n);
	objects_close(&h.objects);
	for (size_t i = 0; i < refs.n; i++)
		step_rows_release(&rows[i]);
	free(rows);
	free(h.directory);
	commits_release(&h.commits);
	refs_release(&refs);
	return 0;
}
