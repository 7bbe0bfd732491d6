/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads both profiles at the same time, each into a profile in memory.  The
 * difference, the sides and the limits are computed from pairs of their rows.
 *
 * If lines are kept apart and both profiles are in canonical order, rows are
 * paired while they are read.  If it turns out that they are not, both profiles
 * are read again, into memory.
 */
#include <stdlib.h>
#include <string.h>

#include "cgfmt.h"
#include "diff.h"
#include "libquery/data/data_object.h"
#include "libquery/events/events.h"
#include "libquery/header/cycle_model.h"
#include "libquery/header/inlined_rows.h"
#include "diff_header.h"
#include "matches.h"
#include "moved.h"
#include "libquery/matching/pairs.h"
#include "libquery/matching/sides.h"
#include "libreport/build_changes.h"
#include "libquery/header/partial.h"
#include "report/change_rows.h"
#include "report/verdict.h"

struct diff {
	struct options *options;
	struct cg_error error;
	struct side old;
	struct side new;
	struct cg_header input; /* of the old profile, with the compared
				   events */
	struct cg_event *events;
	struct cg_event *derived;
	size_t nevents;
	enum cg_format format;    /* of the output */
	bool is_flat;             /* without objects, calls and jumps */
	struct partials partials; /* of both */
	int64_t *zeros;           /* nevents counts of 0 */
	struct matches matches;
	struct moved moved;
	struct builds builds;
};

static _Noreturn void
die(const struct diff *d)
{
	cli_die("%s", d->error.text);
}

/* --- reading -------------------------------------------------------------- */

/* Keeps the events of the old profile that the new one also has. */
static void
keep_common(struct diff *d, const struct cg_header *new)
{
	const struct cg_header *old = cg_reader_header(d->old.reader);

	for (size_t i = 0; i < old->nevents; i++)
		if (events_have(new, old->events[i].name))
			d->events[d->nevents++] = old->events[i];
	if (d->nevents == 0)
		cli_die("%s: expected an event that %s also has, found none",
		    d->options->new_name, d->options->old_name);
	d->input.nevents = d->nevents;
	d->input.nderived = events_keep_derived(&d->input, old, d->derived);
	d->input.derived = d->derived;
}

static void
select_events(struct diff *d)
{
	const struct options *o = d->options;
	const struct cg_header *old = cg_reader_header(d->old.reader);
	const struct cg_header *new = cg_reader_header(d->new.reader);

	d->input = *old;
	d->events = cli_alloc(old->nevents, sizeof(*d->events));
	d->derived = cli_alloc(old->nderived, sizeof(*d->derived));
	d->input.events = d->events;
	inlined_rows_demand_same(old, o->old_name, new, o->new_name);
	cycle_model_demand_same(old, o->old_name, new, o->new_name);
	if (!o->common_events)
		events_demand_same(old, o->old_name, new, o->new_name,
		    " (--common-events compares those that both have)");
	keep_common(d, new);
	if (d->nevents < old->nevents &&
	    cg_reader_select_events(d->old.reader, d->events, d->nevents) < 0)
		die(d);
	if (cg_reader_select_events(d->new.reader, d->events, d->nevents) < 0)
		die(d);
	d->zeros = cli_alloc(d->nevents, sizeof(*d->zeros));
}

/* Selects the format of the output.  If the profiles have different formats,
 * objects, calls and jumps are not compared. */
static void
select_format(struct diff *d)
{
	struct cg_header output = *cg_reader_header(d->new.reader);

	d->is_flat = d->input.format != output.format;
	if (d->is_flat)
		output.format = CG_CACHEGRIND;
	profile_output_set_header(&d->options->output, &output);
	d->format = output.format;
	d->is_flat |= d->format == CG_CACHEGRIND;
}

/* True if a limit or the table needs the rows of a level. */
static bool
is_compared(const struct options *o, enum limit_scope level)
{
	return limits_have(&o->limits, level) ||
	       (o->has_table && o->changes.level == level &&
		   !o->changes.by_object);
}

static void
set_shape(const struct diff *d, struct side *side)
{
	const struct options *o = d->options;

	side->header = &d->input;
	side->is_flat = d->is_flat;
	/* in other profiles, clones have names of their own, as in Valgrind's
	 * tools */
	side->joins_clones = inlined_rows_in(&d->input);
	side->by_line = o->lines;
	side->by_file = !d->is_flat && is_compared(o, LIMIT_FILE);
	side->by_region = is_compared(o, LIMIT_REGION);
}

static void
open_profiles(struct diff *d)
{
	const struct options *o = d->options;

	side_open(&d->old, o->old_path);
	side_open(&d->new, o->new_path);
	if (o->partial) {
		cg_reader_set(d->old.reader, CG_ACCEPT_DAMAGE);
		cg_reader_set(d->new.reader, CG_ACCEPT_DAMAGE);
	}
	select_events(d);
	partials_inherit(&d->partials, &d->input);
	partials_inherit(&d->partials, cg_reader_header(d->new.reader));
	select_format(d);
	set_shape(d, &d->old);
	set_shape(d, &d->new);
	builds_compare(&d->builds, cg_reader_header(d->old.reader),
	    cg_reader_header(d->new.reader));
}

static void
sort(struct diff *d, struct cg_profile *rows)
{
	if (cg_profile_sort(rows) < 0)
		die(d);
}

static void
rename_row(void *renames, struct cg_record *record)
{
	renames_apply(renames, record);
}

/* Replaces a line of the old version of a file by the line of the new one. */
static void
move_row(void *map, struct cg_record *record)
{
	record->line = line_map_new_line(map, record->file, record->line);
	if (record->kind == CG_JUMP || record->kind == CG_BRANCH ||
	    (record->kind == CG_CALL && cg_is_data(record->object)))
		record->target.line = line_map_new_line(
		    map, record->target.file, record->target.line);
}

static void
read_profiles(struct diff *d)
{
	struct renames *renames = &d->options->renames;
	struct line_map *map = &d->options->line_map;

	side_start(&d->new);
	side_finish(&d->old);
	side_finish(&d->new);
	partials_take(&d->partials, d->old.reader, d->input.events[0].name);
	partials_take(&d->partials, d->new.reader, d->input.events[0].name);
	sides_match_names(&d->builds, &d->old, &d->new);
	if (renames->n > 0) {
		side_rewrite(&d->old, rename_row, renames);
		side_rewrite(&d->new, rename_row, renames);
	}
	sides_match_folded(&d->old, &d->new);
	if (d->old.files != NULL) {
		sort(d, d->old.files);
		sort(d, d->new.files);
	}
	if (map->old_dir != NULL) {
		side_rewrite(&d->old, move_row, map);
		sort(d, d->old.rows);
		if (d->old.files != NULL)
			sort(d, d->old.files);
		line_map_warn(map);
	}
}

/* Returns the cost of a program. */
static const int64_t *
summary_of(const struct cg_reader *reader)
{
	const int64_t *summary = cg_reader_summary(reader);

	return summary != NULL ? summary : cg_reader_totals(reader);
}

/* --- the difference ------------------------------------------------------- */

static _Noreturn void
die_of_difference(const struct diff *d, const struct pair *pair, size_t event)
{
	cli_die("the difference of %s of %s:%s, line %lld, does not fit in 64 "
		"bits",
	    d->input.events[event].name, pair->new.file, pair->new.function,
	    (long long)pair->new.line);
}

/* Sets the counts of an output row: the difference and, if asked for, the
 * sides.  Returns the first event whose difference does not fit, or nevents. */
static size_t
subtract(const struct diff *d, const struct pair *pair, int64_t *counts)
{
	const int64_t *old = pair->old.counts, *new = pair->new.counts;
	size_t ncolumns = diff_header_columns(d->options);

	for (size_t i = 0; i < d->nevents; i++) {
		int64_t *to = &counts[i * ncolumns];

		if (__builtin_sub_overflow(new[i], old[i], to))
			return i;
		if (d->options->keep_sides) {
			to[1] = old[i];
			to[2] = new[i];
		}
	}
	return d->nevents;
}

static int64_t
subtract_executions(const struct cg_record *record, int64_t old, int64_t new)
{
	int64_t difference;

	if (__builtin_sub_overflow(new, old, &difference))
		cli_die("the difference of the calls or jumps from %s:%s, line "
			"%lld, does not fit in 64 bits",
		    record->file, record->function, (long long)record->line);
	return difference;
}

/* Writes the difference of all pairs.  Returns the status after the last one.
 * If the rows may be out of order, a pair can be a part of one, so that a
 * number that does not fit in 64 bits is no error yet: that is disorder, too.
 */
static enum sorted_rows_status
write_pairs(struct diff *d, struct pairs *pairs, struct cg_writer *writer,
    bool may_be_unsorted)
{
	int64_t *counts = cli_alloc(
	    d->nevents * diff_header_columns(d->options), sizeof(*counts));
	enum sorted_rows_status status;
	struct pair pair;

	while ((status = pairs_next(pairs, &pair)) == SORTED_ROWS_NEXT) {
		struct cg_record *record = &pair.new;
		size_t fitting;

		matches_take(&d->matches, &pair, d->zeros);
		moved_take(&d->moved, &pair, d->zeros);
		builds_take(&d->builds, &pair);
		record->executed = subtract_executions(
		    record, pair.old.executed, record->executed);
		record->taken =
		    subtract_executions(record, pair.old.taken, record->taken);
		fitting = subtract(d, &pair, counts);
		if (fitting < d->nevents && !may_be_unsorted)
			die_of_difference(d, &pair, fitting);
		record->counts = counts;
		if (fitting == d->nevents && cg_writer_put(writer, record) == 0)
			continue;
		if (!may_be_unsorted)
			die(d);
		status = SORTED_ROWS_DISORDER;
		break;
	}
	free(counts);
	return status;
}

/* Returns the difference of the summaries, in new memory. */
static int64_t *
new_summary(const struct diff *d)
{
	int64_t *summary = cli_alloc(
	    d->nevents * diff_header_columns(d->options), sizeof(*summary));
	const struct pair total = {
	    .old.counts = summary_of(d->old.reader),
	    .new = {.file = "(total)",
		.function = "(total)",
		.counts = summary_of(d->new.reader)},
	};
	size_t fitting = subtract(d, &total, summary);

	if (fitting < d->nevents)
		die_of_difference(d, &total, fitting);
	return summary;
}

/* Finds functions that moved, and warns of other builds.  Call after the last pair and before
 * the output is closed, because memory may be short. */
static void
end_pairs(struct diff *d)
{
	moved_find(&d->moved);
	build_changes_warn(&d->builds, d->input.events[0].name, !d->is_flat);
}

static void
warn_of_rest(const struct diff *d, const struct side *side)
{
	profile_output_warn_of_rest(side->path, &d->input,
	    summary_of(side->reader), cg_reader_totals(side->reader));
}

static void
warn_of_rests(const struct diff *d)
{
	if (!d->is_flat)
		return;
	warn_of_rest(d, &d->old);
	warn_of_rest(d, &d->new);
}

static void
write_difference(struct diff *d)
{
	struct options *o = d->options;
	struct cg_header *header = diff_header_new(
	    o, &d->input, cg_reader_header(d->new.reader), d->format);
	struct cg_header described = *header;
	int64_t *summary = d->is_flat ? NULL : new_summary(d);
	struct context_map contexts;
	struct pairs pairs = sides_pairs(&d->old, &d->new, d->zeros, &contexts);
	struct cg_writer *writer;

	warn_of_rests(d);
	partials_describe(&d->partials, &described);
	writer = profile_output_open(&o->output, &described, &d->error);
	if (writer == NULL)
		die(d);
	write_pairs(d, &pairs, writer, false);
	context_map_release(&contexts);
	end_pairs(d);
	cg_writer_summary(writer, summary);
	if (profile_output_close(writer) < 0)
		die(d);
	diff_header_free(o, header);
	free(summary);
}

/* --- limits and tables ---------------------------------------------------- */

/* Returns the costs of both programs. */
static struct totals
totals_of(const struct diff *d)
{
	const struct cg_reader *old = d->old.reader, *new = d->new.reader;

	return d->is_flat ? (struct totals){cg_reader_totals(old),
				cg_reader_totals(new)}
			  : (struct totals){summary_of(old), summary_of(new)};
}

/* Adds the changes up and prints them. */
static void
print_changes(struct diff *d, struct changes_request *request,
    enum table_format format, bool is_narrow, struct printer *printer)
{
	struct changes changes;

	changes_make(&changes, request, &d->old, &d->new, totals_of(d));
	if (format == TABLE_JSON)
		change_rows_print_json(&changes, d->options->old_name,
		    d->options->new_name, printer);
	else if (format == TABLE_TSV || format == TABLE_CSV)
		change_rows_print_separated(
		    &changes, format == TABLE_TSV ? '\t' : ',', printer);
	else
		table_print(&changes, format, is_narrow, &d->options->line_map,
		    printer);
	changes_release(&changes);
}

/* Finds out about all rows what warnings say. */
static void
compare_names(struct diff *d)
{
	struct context_map contexts;
	struct pairs pairs = sides_pairs(&d->old, &d->new, d->zeros, &contexts);
	struct pair pair;

	while (pairs_next(&pairs, &pair) == SORTED_ROWS_NEXT) {
		matches_take(&d->matches, &pair, d->zeros);
		moved_take(&d->moved, &pair, d->zeros);
		builds_take(&d->builds, &pair);
	}
	context_map_release(&contexts);
	warn_of_rests(d);
	end_pairs(d);
}

/* Warns if caches differ that some of the n events depend on. */
static void
compare_caches(const struct diff *d, const struct cg_event *events, size_t n)
{
	diff_header_compare_caches(cg_reader_header(d->old.reader),
	    cg_reader_header(d->new.reader), events, n);
}

/* Prints the changes instead of a profile. */
static void
write_table(struct diff *d)
{
	struct options *o = d->options;
	const char *misses = data_deciding_event(&d->input);
	struct cg_event *events = cli_alloc(d->input.nevents, sizeof(*events));
	struct printer printer;

	compare_names(d);
	if (o->changes.projection.selected == NULL && misses != NULL)
		projection_select(&o->changes.projection, misses);
	projection_resolve(&o->changes.projection, &d->input);
	o->changes.nshown = o->changes.projection.selected != NULL
				? o->changes.projection.n
				: 1;
	compare_caches(
	    d, events, changes_events(&o->changes, &d->input, events));
	free(events);
	printer_open(&printer, &o->output.stream, COLOR_AUTO);
	print_changes(
	    d, &o->changes, o->table_format, printer.terminal, &printer);
	printer_close(&printer);
}

/* Shows what made the total exceed its limit, beside the message about it. */
static void
explain_verdict(struct diff *d)
{
	const struct limits *limits = &d->options->limits;
	struct changes_request request = {
	    .level = LIMIT_FUNCTION,
	    .by_line = d->options->lines,
	    .top = CHANGES_TOP,
	    .nshown = 1,
	};
	struct printer printer;

	if (!limits->total_exceeded || d->options->has_table)
		return;
	projection_select(
	    &request.projection, d->input.events[limits->total_event].name);
	projection_resolve(&request.projection, &d->input);
	printer_open_stderr(&printer);
	print_changes(d, &request, TABLE_TEXT, true, &printer);
	printer_close(&printer);
	projection_release(&request.projection);
}

/* True if the files match if objects are ignored. */
static bool
match_without_objects(struct diff *d)
{
	struct matches matches = {.file = NULL};
	struct level_rows rows;
	struct pair pair;
	bool match;

	level_rows_make(&rows, &d->old, &d->new, LIMIT_FUNCTION, false);
	while (pairs_next(&rows.pairs, &pair) == SORTED_ROWS_NEXT)
		matches_take(&matches, &pair, rows.zeros);
	match = matches_lack(&matches) == NULL;
	level_rows_release(&rows);
	return match;
}

/* Says so if the profiles are of builds whose names differ, so that all
 * functions were added or removed. */
static void
warn_of_matches(struct diff *d)
{
	const char *what = matches_lack(&d->matches);
	const char *hint = "--map-prefix and --strip-prefix rename directories";

	if (what == NULL) {
		moved_warn(&d->moved);
		return;
	}
	if (!d->is_flat && match_without_objects(d))
		hint = "--mod-objname renames programs and libraries";
	cli_warn("%s and %s have no %s in common: %s", d->options->old_name,
	    d->options->new_name, what, hint);
}

/* --- pairing while reading ------------------------------------------------ */

/* True if the side's rows need no change before they are paired, and can be
 * read again. */
static bool
may_stream(const struct side *side)
{
	return cg_reader_header(side->reader)->format == CG_CACHEGRIND &&
	       cli_is_file(side->path);
}

/* Writes the difference while both profiles are read.  Returns false if it is
 * not written, because the profiles are not in order or because one is damaged.
 */
static bool
stream_difference(struct diff *d)
{
	struct options *o = d->options;
	struct cg_header *header = diff_header_new(
	    o, &d->input, cg_reader_header(d->new.reader), d->format);
	struct cg_header described = *header;
	struct pairs pairs = {.old.reader = d->old.reader,
	    .new.reader = d->new.reader,
	    .zeros = d->zeros};
	enum sorted_rows_status status = SORTED_ROWS_DISORDER;
	struct revocable_output output;
	int64_t *summary = NULL;

	partials_describe(&d->partials, &described);
	switch (
	    revocable_output_open(&output, &o->output, &described, &d->error)) {
	case REVOCABLE_ERROR:
		die(d);
	case REVOCABLE_IMPOSSIBLE:
		break;
	case REVOCABLE_OPEN:
		cg_reader_set(d->old.reader, CG_READ_AHEAD);
		cg_reader_set(d->new.reader, CG_READ_AHEAD);
		status = write_pairs(d, &pairs, output.writer, true);
		if (status == SORTED_ROWS_ERROR)
			partial_die(d->old.error.text[0] != '\0'
					? &d->old.error
					: &d->new.error);
		if (status == SORTED_ROWS_DISORDER ||
		    cg_reader_damage(d->old.reader) != NULL ||
		    cg_reader_damage(d->new.reader) != NULL) {
			revocable_output_revoke(&output);
			status = SORTED_ROWS_DISORDER;
			break;
		}
		end_pairs(d);
		summary = d->is_flat ? NULL : new_summary(d);
		cg_writer_summary(output.writer, summary);
		if (revocable_output_close(&output) < 0)
			die(d);
	}
	diff_header_free(o, header);
	free(summary);
	return status == SORTED_ROWS_END;
}

static void
release(struct diff *d)
{
	side_release(&d->old);
	side_release(&d->new);
	partials_release(&d->partials);
	builds_release(&d->builds);
	matches_release(&d->matches);
	moved_release(&d->moved);
	free(d->zeros);
	free(d->events);
	free(d->derived);
}

/* Returns what an option wants of both profiles, which these options of cg-collect record. */
static struct code_sides_request
code_request(struct options *o, const char *option, const char *recorder,
    const pcre2_code *pattern)
{
	return (struct code_sides_request){
	    .option = option,
	    .recorder = recorder,
	    .old_path = o->old_path,
	    .new_path = o->new_path,
	    .renames = &o->renames,
	    .partial = o->partial,
	    .pattern = pattern,
	};
}

/* Prints the machine code of both profiles instead of a profile. */
static void
write_code(struct options *o)
{
	struct code_sides_request request = code_request(
	    o, "--asm", "--calls --dump-instr=yes", o->code.pattern);
	struct code_sides sides;
	struct printer printer;

	code_sides_read(&sides, &request);
	code_sides_pair(&sides, request.pattern);
	printer_open(&printer, &o->output.stream, COLOR_AUTO);
	code_table_print(&sides, &o->code, &printer);
	printer_close(&printer);
	code_sides_release(&sides);
}

/* Prints the loops of both profiles instead of a profile. */
static void
write_loops(struct options *o)
{
	struct code_sides_request request =
	    code_request(o, "--loops", "--loops", o->loops.pattern);
	struct loop_sides sides;
	struct printer printer;

	loop_sides_read(&sides, &request, &o->line_map);
	if (sides.old.nmatching + sides.new.nmatching == 0 &&
	    o->loops.regex != NULL)
		cli_die("--loops=%s matches no function", o->loops.regex);
	diff_header_compare(cg_reader_header(sides.code.old.reader),
	    cg_reader_header(sides.code.new.reader));
	printer_open(&printer, &o->output.stream, COLOR_AUTO);
	if (o->table_format == TABLE_JSON)
		loop_json_print(
		    &sides, &o->loops, o->old_name, o->new_name, &printer);
	else
		loop_table_print(&sides, &o->loops, &printer);
	printer_close(&printer);
	line_map_warn(&o->line_map);
	loop_sides_release(&sides);
}

bool
diff(struct options *options)
{
	struct diff d = {.options = options};
	bool kept = true;

	if (options->code.is_wanted) {
		write_code(options);
		return true;
	}
	if (options->loops.is_wanted) {
		write_loops(options);
		return true;
	}
	open_profiles(&d);
	diff_header_compare(
	    cg_reader_header(d.old.reader), cg_reader_header(d.new.reader));
	if (!options->has_table)
		compare_caches(&d, d.input.events, d.input.nevents);
	if (options->lines && options->line_map.old_dir == NULL &&
	    options->renames.n == 0 && options->limits.n == 0 &&
	    !options->has_table &&
	    !inlined_rows_in(cg_reader_header(d.old.reader)) &&
	    may_stream(&d.old) && may_stream(&d.new)) {
		if (stream_difference(&d)) {
			warn_of_matches(&d);
			release(&d);
			return kept;
		}
		release(&d);
		d = (struct diff){.options = options};
		open_profiles(&d);
	}
	read_profiles(&d);
	kept = verdict(&options->limits, &d.old, &d.new, totals_of(&d));
	if (options->has_table)
		write_table(&d);
	else
		write_difference(&d);
	explain_verdict(&d);
	warn_of_matches(&d);
	release(&d);
	return kept;
}
