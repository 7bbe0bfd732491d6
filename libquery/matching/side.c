/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The thread must not end the program.  Its error is reported when it is waited
 * for, so that errors come in the order of the operands.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "libcli/cli.h"
#include "libquery/header/partial.h"
#include "libquery/header/recursion_levels.h"
#include "libquery/machine_code/code_rows.h"
#include "side.h"

static _Noreturn void
die(const struct side *s)
{
	partial_die(&s->error);
}

void
side_open(struct side *s, const char *path)
{
	*s = (struct side){.path = path};
	s->reader = cg_reader_open(path, &s->error);
	if (s->reader == NULL)
		die(s);
	cg_reader_set(s->reader, CG_REGIONS);
}

struct cg_profile *
side_new_rows(struct side *s)
{
	struct cg_profile *rows = cg_profile_new(s->header->nevents, &s->error);

	if (rows != NULL)
		cg_profile_pack(rows);
	return rows;
}

/* --- adding --------------------------------------------------------------- */

static int __attribute__((format(printf, 2, 3)))
fail(struct side *s, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(s->error.text, sizeof(s->error.text), format, arguments);
	va_end(arguments);
	return -1;
}

static int
add_counts(struct side *s, int64_t *to, const struct cg_record *record)
{
	const struct cg_header *h = s->header;
	size_t fitting = cg_counts_add(to, record->counts, h->nevents);

	if (fitting == h->nevents)
		return 0;
	return fail(s, "%s: the sum of %s of %s:%s does not fit in 64 bits",
	    s->path, h->events[fitting].name, record->def_file,
	    record->function);
}

/* Adds executed and taken to the counts of a row. */
static int
add_executions(
    struct side *s, const struct cg_row *to, const struct cg_record *record)
{
	if (record->kind == CG_COSTS ||
	    (!__builtin_add_overflow(
		 *to->executed, record->executed, to->executed) &&
		!__builtin_add_overflow(*to->taken, record->taken, to->taken)))
		return 0;
	return fail(s,
	    "%s: the number of calls or jumps from %s:%s does not fit in 64 "
	    "bits",
	    s->path, record->def_file, record->function);
}

/* Adds a record to its row.  Returns the row's counts, or NULL on an error. */
static int64_t *
add(struct side *s, const struct cg_record *record)
{
	struct cg_row to;

	if (cg_profile_row(s->rows, record, &to) < 0 ||
	    add_counts(s, to.counts, record) < 0 ||
	    add_executions(s, &to, record) < 0)
		return NULL;
	return to.counts;
}

/* Adds the counts of a line to the row of its file. */
static int
add_to_file(struct side *s, const struct cg_record *record)
{
	const struct cg_record file = {
	    .kind = CG_COSTS,
	    .object = "",
	    .def_file = record->file,
	    .file = record->file,
	    .function = "",
	};
	struct cg_row to;

	if (s->files == NULL || record->kind != CG_COSTS)
		return 0;
	return cg_profile_row(s->files, &file, &to) < 0
		   ? -1
		   : add_counts(s, to.counts, record);
}

/* --- reading -------------------------------------------------------------- */

/*
 * Removes from a record all that is not compared: addresses, first lines of
 * functions, levels of recursion if there are no calls and, unless the side keeps
 * lines apart, lines.  Returns false if the record is not compared at all.
 */
static bool
simplify(struct side *s, struct cg_record *record)
{
	if (s->is_flat && !cg_record_flatten(record))
		return false;
	if (s->drops_levels)
		record->function = code_name(record->function, &s->name);
	record->address = record->target.address = 0;
	/* data call lines of code, not functions */
	if (record->kind == CG_CALL &&
	    !(s->by_line && cg_is_data(record->object)))
		record->target.line = 0;
	if (s->by_line)
		return true;
	record->file = record->def_file;
	record->line = 0;
	return record->kind != CG_JUMP && record->kind != CG_BRANCH;
}

/* True if a record of costs belongs to the same row as the one read before. */
static bool
follows(const struct side *s, const struct cg_record *record,
    const struct cg_record *before)
{
	return record->kind == CG_COSTS && before->kind == CG_COSTS &&
	       cg_record_same_function(record, before) &&
	       record->context == before->context &&
	       record->region == before->region &&
	       record->file == before->file &&
	       (!s->by_line || record->line == before->line);
}

/* Removes from a frame what is not compared: the place of a call, and clones. */
static const struct cg_context *
simplify_frame(
    void *side, const struct cg_context *changed, const struct cg_context *from)
{
	struct side *s = side;
	struct cg_context frame = *changed;
	struct cg_record row = context_map_row(from);

	if (s->joins_clones)
		clones_forget(&s->frames, &row);
	context_map_take_names(&frame, &row);
	frame.address = 0;
	frame.line = 0;
	return context_map_add(&s->contexts, &frame);
}

static int
read_rows(struct side *s)
{
	struct cg_record record, before = {.kind = CG_COSTS};
	int64_t *counts = NULL;
	int got;

	context_map_init(&s->contexts, simplify_frame, s);
	s->rows = side_new_rows(s);
	s->files = s->by_file ? side_new_rows(s) : NULL;
	if (s->rows == NULL || (s->by_file && s->files == NULL))
		return -1;
	if (s->by_region &&
	    region_sums_init(&s->regions, s->path, s->header, &s->error) < 0)
		return -1;
	if (!s->by_line)
		cg_reader_set(s->reader, CG_MERGE_LINES);
	if (!s->is_flat && !s->without_stacks)
		cg_reader_set(s->reader, CG_CONTEXTS);
	s->drops_levels =
	    s->is_flat && recursion_levels_in(cg_reader_header(s->reader)) > 1;
	while ((got = cg_reader_next(s->reader, &record)) == 1) {
		if (add_to_file(s, &record) < 0 ||
		    (s->by_region && region_sums_add(&s->regions, &record) < 0))
			return -1;
		/* mostly true, and spares a search */
		if (follows(s, &record, &before)) {
			if (add_counts(s, counts, &record) < 0)
				return -1;
			continue;
		}
		before = record;
		if (!simplify(s, &record))
			continue;
		context_map_apply(&s->contexts, &record);
		s->has_contexts |= record.context != NULL;
		if (s->joins_clones)
			clones_forget(&s->clones, &record);
		counts = add(s, &record);
		if (counts == NULL)
			return -1;
	}
	if (got < 0 && s->reader_error != NULL)
		s->error = *s->reader_error;
	return got == 0 && s->by_region ? region_sums_end(&s->regions) : got;
}

static void *
run(void *side)
{
	struct side *s = side;

	s->status = read_rows(s);
	return NULL;
}

void
side_start(struct side *s)
{
	s->has_thread = cli_thread_start(&s->thread, run, s);
}

void
side_finish(struct side *s)
{
	if (s->has_thread)
		pthread_join(s->thread, NULL);
	else
		run(s);
	if (s->status < 0)
		die(s);
	if (s->by_region)
		region_sums_warn(&s->regions);
}

/* --- rewriting ------------------------------------------------------------ */

/* how rows are rewritten */
struct rewriting {
	void (*change)(void *arg, struct cg_record *record);
	void *arg;
	struct context_map contexts;
};

/* Changes a frame of a stack as a row. */
static const struct cg_context *
change_frame(
    void *arg, const struct cg_context *changed, const struct cg_context *from)
{
	struct rewriting *rewriting = arg;
	struct cg_context frame = *changed;
	struct cg_record row = context_map_row(from);

	rewriting->change(rewriting->arg, &row);
	context_map_take_names(&frame, &row);
	return context_map_add(&rewriting->contexts, &frame);
}

static struct cg_profile *
rewrite(struct side *s, struct cg_profile *from, struct rewriting *rewriting)
{
	struct cg_record record;

	s->rows = side_new_rows(s);
	if (s->rows == NULL || cg_profile_sort(from) < 0)
		die(s);
	for (size_t i = 0; i < cg_profile_len(from); i++) {
		cg_profile_at(from, i, &record);
		context_map_apply(&rewriting->contexts, &record);
		rewriting->change(rewriting->arg, &record);
		if (add(s, &record) == NULL)
			die(s);
	}
	cg_profile_free(from);
	return s->rows;
}

void
side_rewrite(struct side *s,
    void (*change)(void *arg, struct cg_record *record), void *arg)
{
	struct rewriting rewriting = {.change = change, .arg = arg};
	struct cg_profile *rows = s->rows;

	context_map_init(&rewriting.contexts, change_frame, &rewriting);
	if (s->files != NULL)
		s->files = rewrite(s, s->files, &rewriting);
	s->rows = rewrite(s, rows, &rewriting);
	context_map_release(&rewriting.contexts);
}

void
side_release(struct side *s)
{
	cg_profile_free(s->rows);
	cg_profile_free(s->files);
	region_sums_release(&s->regions);
	context_map_release(&s->contexts);
	clones_release(&s->clones);
	clones_release(&s->frames);
	free(s->name);
	cg_reader_close(s->reader);
}
