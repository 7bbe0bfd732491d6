/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Adds up the profiles that the tool left.  Each is read to its end, which
 * proves that it is complete, before any of the sum is written.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cg-collect/compiled/compiled_read.h"
#include "cg-collect/compiled/jitdump.h"
#include "libcli/cli.h"
#include "libquery/context_map.h"
#include "libquery/header/description.h"
#include "profile_sum.h"

/* the number of the thread, or 0 */
static int64_t
thread_number(const char *thread)
{
	int64_t number = 0;

	if (thread != NULL)
		cg_parse_int(thread, strlen(thread), &number);
	return number;
}

/* inserts an empty part at a place; NULL on an error */
static struct part_sum *
insert_part(struct profile_sum *sum, size_t at, const struct part_sum *part)
{
	if (sum->nparts == sum->nallocated) {
		sum->nallocated = 2 * sum->nallocated + 1;
		sum->parts = cli_resize(
		    sum->parts, sum->nallocated, sizeof(*sum->parts));
	}
	memmove(&sum->parts[at + 1], &sum->parts[at],
	    (sum->nparts++ - at) * sizeof(*sum->parts));
	sum->parts[at] = *part;
	sum->parts[at].process = 1;
	if (at > 0)
		sum->parts[at].process = sum->parts[at - 1].process +
					 (sum->parts[at - 1].pid != part->pid);
	sum->parts[at].profile =
	    cg_profile_new(sum->header.nevents, &sum->error);
	return sum->parts[at].profile != NULL ? &sum->parts[at] : NULL;
}

/* the key of the tool for why it dumped a part, and the key in a profile */
static const char dump_key[] = "Dump: ", trigger_key[] = "Trigger: ",
		  named_request[] = "Client Request: ";

static bool
is_of_dump(const char *desc)
{
	return strncmp(desc, dump_key, strlen(dump_key)) == 0;
}

/* what is known of the process whose rows are added */
struct process_names {
	const struct profile_sum *sum;
	const struct build_ids *clashing; /* NULL: no object clashes */
	bool is_plain;                    /* no row gets another name */
	struct compiled *compiled;
	struct context_map contexts;
	pid_t pid;
	const char *command;
	int64_t dump;  /* as in struct part_sum, and */
	char *trigger; /* the same */
	char *region;  /* of a dump without a name, or NULL */
};

static int
compare_parts(const struct part_sum *a, const struct part_sum *b)
{
	if (a->run != b->run)
		return a->run < b->run ? -1 : 1;
	if (a->dump != b->dump)
		return a->dump < b->dump ? -1 : 1;
	return (a->thread > b->thread) - (a->thread < b->thread);
}

/*
 * Returns the part for a thread of a process, NULL on an error.  Profiles of a
 * process are added one after another, so its parts are the last ones; they are
 * sorted by dump and thread.
 */
static struct part_sum *
find_part(
    struct profile_sum *sum, const struct process_names *from, int64_t thread)
{
	const struct part_sum wanted = {
	    .pid = thread > 0 || sum->by_process ? from->pid : 0,
	    .run = sum->by_process ? sum->nruns : 0,
	    .thread = thread,
	    .dump = from->dump,
	    .owner = from->pid,
	};
	struct part_sum *part;
	size_t i = sum->nparts;

	while (i > 0 && sum->parts[i - 1].pid == wanted.pid &&
	       compare_parts(&sum->parts[i - 1], &wanted) > 0)
		i--;
	if (i > 0 && sum->parts[i - 1].pid == wanted.pid &&
	    compare_parts(&sum->parts[i - 1], &wanted) == 0)
		return &sum->parts[i - 1];
	part = insert_part(sum, i, &wanted);
	if (part != NULL && from->trigger != NULL)
		part->trigger = cli_format("%s%s", trigger_key, from->trigger);
	if (part != NULL && sum->by_process)
		part->command = cli_copy(from->command, strlen(from->command));
	return part;
}

/* Finds why the process has dumped this part, if it has. */
static void
take_dump(struct profile_sum *sum, struct process_names *names,
    const struct cg_header *header)
{
	names->dump = NOT_DUMPED;
	for (size_t i = 0; i < header->ndescs; i++)
		if (is_of_dump(header->descs[i]))
			names->trigger = cli_format(
			    "%s", header->descs[i] + strlen(dump_key));
	if (names->trigger == NULL ||
	    strcmp(names->trigger, "Program termination") == 0)
		return;
	names->dump = ++sum->ndumps;
	/* readers take the name of a request for a region */
	if (!sum->is_dump &&
	    strncmp(names->trigger, named_request, strlen(named_request)) != 0)
		names->region = cli_format("dump %lld", (long long)names->dump);
}

/* Addresses say nothing if they could be of either file. */
static void
hide_addresses(const struct profile_sum *sum, const struct build_ids *own,
    struct cg_record *record)
{
	if (build_ids_clash(&sum->build_ids, own, record->object)) {
		record->def_file = record->file = cg_unknown_name;
		record->address = 0;
		if (record->kind != CG_CALL)
			record->target.address = 0;
	}
	if (record->kind == CG_CALL &&
	    build_ids_clash(&sum->build_ids, own, record->target.object)) {
		record->target.file = cg_unknown_name;
		record->target.address = 0;
	}
}

/* True if the profile has another file at the path of an object. */
static bool
has_clash(const struct profile_sum *sum, const struct build_ids *own)
{
	for (size_t i = 0; i < own->n; i++)
		if (build_ids_clash(&sum->build_ids, own, own->list[i].path))
			return true;
	return false;
}

/* Takes the mark off an object of a script.  False if it has none. */
static bool
take_script_mark(const char **object)
{
	static const char mark[] = "script:";
	size_t len = sizeof(mark) - 1;

	if (strncmp(*object, mark, len) != 0)
		return false;
	*object += len;
	return true;
}

/* The addresses of functions of scripts are lines. */
static void
name_script_row(struct cg_record *row)
{
	struct cg_target *target = &row->target;

	if (take_script_mark(&row->object)) {
		row->line = (int64_t)row->address;
		row->address = 0;
	}
	if (row->kind == CG_CALL && take_script_mark(&target->object)) {
		target->line = (int64_t)target->address;
		target->address = 0;
	}
}

static void
name_row(struct process_names *names, struct cg_record *row)
{
	if (names->clashing != NULL)
		hide_addresses(names->sum, names->clashing, row);
	name_script_row(row);
	compiled_name_record(names->compiled, row);
}

/* Names a frame of a stack as its rows, and the place of the call as the row
 * there. */
static const struct cg_context *
name_frame(
    void *arg, const struct cg_context *changed, const struct cg_context *from)
{
	struct process_names *names = arg;
	struct cg_context frame = *changed;
	struct cg_record row;

	if (from->caller != NULL) {
		row = context_map_row(from->caller);
		row.address = from->address;
		name_row(names, &row);
		frame.address = row.address;
		frame.line = row.line;
	}
	row = context_map_row(from);
	name_row(names, &row);
	context_map_take_names(&frame, &row);
	return context_map_add(&names->contexts, &frame);
}

/* Adds the row to the part, or names it when it comes again. */
static int
take_row(struct profile_sum *sum, struct part_sum *part,
    const struct cg_record *record)
{
	struct cg_record row = *record;

	if (part->walk != NULL)
		return naming_put(part->walk, record);
	if (sum->reads_again) {
		naming_add_stacks(sum->naming, record);
		row.context = row.target.context = NULL;
	}
	return cg_profile_add(part->profile, &row);
}

/* adds the rows of the reader's part, of a dump even if there are none */
static int
add_rows(struct profile_sum *sum, struct cg_reader *reader,
    struct process_names *names)
{
	int64_t thread = thread_number(cg_reader_header(reader)->thread);
	struct part_sum *part =
	    names->trigger != NULL ? find_part(sum, names, thread) : NULL;
	struct cg_record record;
	int got;

	while ((got = cg_reader_next(reader, &record)) == 1) {
		if (!names->is_plain) {
			context_map_apply(&names->contexts, &record);
			name_row(names, &record);
			context_map_fit(&names->contexts, &record);
		}
		sum->header.has_no_lines &= record.line == 0;
		if (record.region == NULL)
			record.region = names->region;
		if (part == NULL)
			part = find_part(sum, names, thread);
		if (part == NULL || take_row(sum, part, &record) < 0)
			return -1;
	}
	return got;
}

/* Ends the reader for what has taken its rows. */
static int
leave_reader(struct profile_sum *sum)
{
	int status = 0;

	if (sum->naming != NULL)
		naming_forget_stacks(sum->naming);
	for (size_t i = 0; i < sum->nparts && status == 0; i++)
		if (sum->parts[i].walk != NULL)
			status = naming_end_reader(sum->parts[i].walk);
	return status;
}

/* True if the profile has rows of scripts. */
static bool
has_scripts(const struct cg_header *header)
{
	return description_find(header, script_languages_key) != NULL;
}

/* adds all parts, with the events in the order of the first profile */
static int
add_parts(struct profile_sum *sum, struct cg_reader *reader,
    struct sum_source *source)
{
	const struct cg_header *header = cg_reader_header(reader);
	struct build_ids own = {0};
	struct process_names names = {
	    .sum = sum,
	    .compiled = &source->compiled,
	    .pid = source->pid,
	    .command = header->cmd != NULL ? header->cmd : "",
	};
	int status = 0;

	build_ids_take(&own, header);
	take_dump(sum, &names, header);
	names.clashing = has_clash(sum, &own) ? &own : NULL;
	names.is_plain = names.clashing == NULL && !has_scripts(header) &&
			 source->compiled.n == 0;
	context_map_init(&names.contexts, name_frame, &names);
	do
		status = add_rows(sum, reader, &names);
	while (status == 0 && cg_reader_next_part(reader));
	if (status == 0)
		status = leave_reader(sum);
	context_map_release(&names.contexts);
	free(names.trigger);
	free(names.region);
	build_ids_release(&own);
	return status;
}

/* Puts the events into Callgrind's order; others keep theirs and follow. */
static void
order_events(struct profile_sum *sum)
{
	static const char *const order[] = {"Ir", "Dr", "Dw", "I1mr", "D1mr",
	    "D1mw", "ILmr", "DLmr", "DLmw", "Bc", "Bcm", "Bi", "Bim"};
	const struct cg_header *header = &sum->header;
	size_t n = 0;

	sum->events = cli_alloc(header->nevents, sizeof(*sum->events));
	for (size_t i = 0; i < sizeof(order) / sizeof(*order); i++) {
		int event = cg_header_event(header, order[i], strlen(order[i]));

		if (event >= 0)
			sum->events[n++] = header->events[event];
	}
	if (n == header->nevents)
		sum->header.events = sum->events;
}

static void
take_header(struct profile_sum *sum, const struct cg_header *header)
{
	size_t n = 0;

	sum->header = *header;
	if (sum->style.like_callgrind)
		order_events(sum);
	sum->descs = cli_alloc(header->ndescs, sizeof(*sum->descs));
	for (size_t i = 0; i < header->ndescs; i++)
		if (jitdump_described(header->descs[i]) == NULL &&
		    !is_of_not_entered(header->descs[i]) &&
		    description_value(header->descs[i], script_languages_key) ==
			NULL &&
		    description_value(header->descs[i], "Region:") == NULL &&
		    description_value(header->descs[i], folded_stacks_key) ==
			NULL &&
		    !is_of_dump(header->descs[i]))
			sum->descs[n++] = header->descs[i];
	sum->header.ndescs = n;
	sum->header.descs = sum->descs;
}

/*
 * The profile of a process with regions has calls, although the first one may
 * have none.  What a form has more is written after the rest.
 */
static void
take_form(struct profile_sum *sum, const struct cg_header *header)
{
	const char **own = naming_form_of(sum->descs, sum->header.ndescs);
	const char **other =
	    naming_form_of((const char **)header->descs, header->ndescs);

	if (own == NULL || other == NULL || strlen(*other) <= strlen(*own))
		return;
	free(sum->form);
	free(sum->most_unnamed);
	*own = sum->form = cli_copy(*other, strlen(*other));
}

/* Takes what the header of a profile says. */
static void
take_descriptions(struct profile_sum *sum, const struct cg_header *header,
    struct sum_source *source)
{
	if (sum->nsources > 1)
		take_form(sum, header);
	folded_stacks_add(&sum->folded_stacks, header);
	script_languages_take(&sum->languages, header);
	build_ids_take(&sum->build_ids, header);
	not_entered_take(&sum->not_entered, header);
	compiled_read(&source->compiled, header, source->pid, sum->since);
}

static struct cg_reader *
open_source(struct profile_sum *sum, const struct sum_source *source)
{
	struct cg_reader *reader = cg_reader_open(source->path, &sum->error);

	if (reader != NULL)
		cg_reader_set(
		    reader, CG_STOP_AT_PARTS | CG_CONTEXTS | CG_REGIONS);
	return reader;
}

/* Opens the first profile for its header, which points into the reader, so that it stays
 * open. */
static int
open_first(struct profile_sum *sum, const struct sum_source *source)
{
	sum->first = open_source(sum, source);
	if (sum->first == NULL)
		return -1;
	take_header(sum, cg_reader_header(sum->first));
	if (sum->reads_again)
		sum->naming = naming_new(&sum->build_ids);
	return 0;
}

/* Reads the profile, the first time or again. */
static int
read_source(struct profile_sum *sum, struct sum_source *source, bool again)
{
	const struct cg_header *header = &sum->header;
	bool has_same_events = source == sum->sources && sum->events == NULL;
	struct cg_reader *reader = open_source(sum, source);
	int status = 0;

	if (reader == NULL)
		return -1;
	if (!again)
		take_descriptions(sum, cg_reader_header(reader), source);
	if (!has_same_events)
		status = cg_reader_select_events(
		    reader, header->events, header->nevents);
	if (status == 0)
		status = add_parts(sum, reader, source);
	cg_reader_close(reader);
	return status;
}

static int
add_profile(struct profile_sum *sum, const char *path, pid_t pid)
{
	struct sum_source *source;

	sum->sources =
	    cli_grow(sum->sources, sum->nsources, sizeof(*sum->sources));
	source = &sum->sources[sum->nsources++];
	*source = (struct sum_source){
	    .path = cli_copy(path, strlen(path)),
	    .pid = pid,
	    .run = sum->nruns,
	    .ndumps = sum->ndumps,
	};
	if (sum->first == NULL && open_first(sum, source) < 0)
		return -1;
	return read_source(sum, source, false);
}

/* Puts the build IDs, scripts and folded stacks of all profiles in the place of the
 * first one's. */
static void
describe_all(struct profile_sum *sum)
{
	char *ids = build_ids_describe(&sum->build_ids);
	char *languages = script_languages_describe(&sum->languages);
	char *folded = folded_stacks_describe(&sum->folded_stacks);

	sum->made[sum->nmade++] = ids;
	for (size_t i = 0; i < sum->header.ndescs; i++)
		if (is_of_build_ids(sum->descs[i]))
			sum->descs[i] = ids;
	if (languages != NULL)
		profile_sum_describe(sum, languages);
	if (sum->folded_stacks.most > 0)
		profile_sum_describe(sum, folded);
	else
		free(folded);
}

int
profile_sum_add_dump(struct profile_sum *sum, const struct spool *spool,
    const struct program_run *run, int64_t n)
{
	char *path = spool_dump(spool, run, n);
	int status;

	sum->is_dump = true;
	status = add_profile(sum, path, run->pid);
	free(path);
	if (status == 0)
		describe_all(sum);
	return status;
}

/* Adds what the program dumped and the rest. */
static int
add_run(struct profile_sum *sum, const struct spool *spool,
    const struct program_run *run)
{
	int64_t ndumps = sum->without_dumps ? 0 : run->ndumps;
	int status = 0;
	char *path;

	sum->nruns++;
	for (int64_t n = 1; n <= ndumps && status == 0; n++) {
		path = spool_dump(spool, run, n);
		if (spool_has_dump(spool, run, n))
			status = add_profile(sum, path, run->pid);
		free(path);
	}
	if (status < 0 || !run->written)
		return status;
	path = spool_profile(spool, run);
	status = add_profile(sum, path, run->pid);
	free(path);
	return status;
}

/*
 * Adds the profiles of processes with this pid or, with `others`, of all
 * others; with `backwards`, the last program's profile first.
 */
static int
add_runs(struct profile_sum *sum, const struct spool *spool, pid_t pid,
    bool others, bool backwards)
{
	size_t n = spool->nruns;
	int status = 0;

	for (size_t i = 0; i < n && status == 0; i++) {
		const struct program_run *run =
		    &spool->runs[backwards ? n - 1 - i : i];

		if ((run->pid == pid) != others)
			status = add_run(sum, spool, run);
	}
	return status;
}

int
profile_sum_add_process(
    struct profile_sum *sum, const struct spool *spool, pid_t pid)
{
	int status = add_runs(sum, spool, pid, false, true);

	if (status == 0)
		describe_all(sum);
	return status;
}

int
profile_sum_add_all(
    struct profile_sum *sum, const struct spool *spool, pid_t first)
{
	int status = add_runs(sum, spool, first, false, false);

	if (status == 0)
		status = add_runs(sum, spool, first, true, false);
	if (status == 0)
		describe_all(sum);
	return status;
}

void
profile_sum_describe(struct profile_sum *sum, char *desc)
{
	sum->descs =
	    cli_resize(sum->descs, sum->header.ndescs + 1, sizeof(*sum->descs));
	sum->descs[sum->header.ndescs++] = sum->made[sum->nmade++] = desc;
	sum->header.descs = sum->descs;
}

/* --- names ---------------------------------------------------------------- */

/* Replaces the rows of the part by the named ones. */
static void
replace_rows(struct part_sum *part)
{
	cg_profile_free(part->profile);
	part->profile = part->named;
	part->named = NULL;
}

static int
begin_names(struct profile_sum *sum, struct part_sum *part,
    const struct naming_form *form)
{
	part->named = cg_profile_new(sum->header.nevents, &sum->error);
	if (part->named == NULL)
		return -1;
	part->walk = naming_begin(
	    sum->naming, part->profile, form, &sum->header, part->named);
	return 0;
}

static int
end_names(struct part_sum *part)
{
	int status = naming_end(part->walk);

	part->walk = NULL;
	replace_rows(part);
	return status;
}

/* Names the rows of all parts from their profiles. */
static int
name_again(struct profile_sum *sum, const struct naming_form *form)
{
	int status = 0;

	for (size_t i = 0; i < sum->nparts && status == 0; i++)
		status = begin_names(sum, &sum->parts[i], form);
	for (size_t i = 0; i < sum->nsources && status == 0; i++) {
		sum->nruns = sum->sources[i].run;
		sum->ndumps = sum->sources[i].ndumps;
		status = read_source(sum, &sum->sources[i], true);
	}
	for (size_t i = 0; i < sum->nparts; i++)
		if (sum->parts[i].walk != NULL && end_names(&sum->parts[i]) < 0)
			status = -1;
	return status;
}

/* Names the rows of all parts in memory. */
static int
name_parts(struct profile_sum *sum, const struct naming_form *form)
{
	int status = 0;

	for (size_t i = 0; i < sum->nparts && status == 0; i++) {
		struct part_sum *part = &sum->parts[i];

		part->named = cg_profile_new(sum->header.nevents, &sum->error);
		if (part->named == NULL)
			return -1;
		status = naming_apply(sum->naming, part->profile, form,
		    &sum->header, part->named);
		replace_rows(part);
	}
	return status;
}

int
profile_sum_name(struct profile_sum *sum, const struct names_options *options)
{
	struct naming_form form;
	struct cg_error error;
	const char *most = NULL;
	char *compilers;
	int status = 0;

	if (sum->naming == NULL)
		sum->naming = naming_new(&sum->build_ids);
	for (size_t i = 0; i < sum->nparts && status == 0; i++)
		status = naming_collect(sum->naming, sum->parts[i].profile);
	if (status < 0)
		return status;
	if (naming_find(sum->naming, options, &error) < 0)
		cli_warn("the profile has no files and lines: %s", error.text);
	naming_warn(sum->naming);
	naming_take_form(&form, &sum->header, sum->descs, options->inlined);
	if ((compilers = naming_compilers(sum->naming)) != NULL)
		profile_sum_describe(sum, compilers);
	status =
	    sum->reads_again ? name_again(sum, &form) : name_parts(sum, &form);
	sum->compresses = naming_compresses(&form, options->inlined);
	sum->without_line = naming_without_line(sum->naming);
	sum->unnamed = naming_unnamed(sum->naming, &most);
	if (sum->unnamed > 0)
		sum->most_unnamed = cli_copy(most, strlen(most));
	naming_free(sum->naming);
	sum->naming = NULL;
	return status;
}

/* --- output --------------------------------------------------------------- */

/* Adds to the header why the part ends. */
static void
describe_trigger(struct part_header *to, const char *trigger)
{
	size_t n = to->header.ndescs;

	to->descs = cli_resize(to->descs, n + 1, sizeof(*to->descs));
	for (size_t i = 0; i < n; i++)
		to->descs[i] = to->header.descs[i];
	to->descs[n] = trigger;
	to->header.ndescs = n + 1;
	to->header.descs = to->descs;
}

/* Returns the number of the n-th part.  As Callgrind numbers them, the threads of
 * a dump share one, and a file of its own has the number of the dump. */
static size_t
part_number(const struct profile_sum *sum, size_t n)
{
	const struct part_sum *part = sum->parts;
	size_t number = (size_t)sum->style.dumps_before + 1;

	if (!sum->style.like_callgrind)
		return n + 1;
	for (size_t i = 1; i <= n; i++)
		number += part[i].owner != part[i - 1].owner ||
			  part[i].dump != part[i - 1].dump;
	return number;
}

/* Returns the header of the n-th part, with its pid, part and thread.  It stays
 * valid until the next but one.  KCachegrind shows part and thread only if there
 * is a pid. */
static const struct cg_header *
describe_part(struct profile_sum *sum, size_t n, bool is_reproducible)
{
	static const struct part_sum nothing;
	const struct part_sum *part =
	    n < sum->nparts ? &sum->parts[n] : &nothing;
	struct part_header *to = &sum->written[n % 2];

	to->header = sum->header;
	if (part->pid == 0 && part->trigger == NULL &&
	    !sum->style.like_callgrind)
		return &to->header;
	snprintf(to->part, sizeof(to->part), "%zu", part_number(sum, n));
	snprintf(to->pid, sizeof(to->pid), "%ld",
	    is_reproducible    ? part->process
	    : part->owner == 0 ? (long)sum->style.pid
			       : (long)part->owner);
	snprintf(
	    to->thread, sizeof(to->thread), "%lld", (long long)part->thread);
	to->header.part = to->part;
	to->header.pid = to->pid;
	if (part->command != NULL)
		to->header.cmd = part->command;
	if (part->thread > 0)
		to->header.thread = to->thread;
	if (part->trigger != NULL)
		describe_trigger(to, part->trigger);
	else if (sum->style.like_callgrind)
		describe_trigger(to, "Trigger: Program termination");
	return &to->header;
}

/* Writes the parts from `first` to before `end` to a file that was opened; NULL: it was
 * not. */
static int
put_parts(struct profile_sum *sum, size_t first, size_t end,
    struct cg_writer *writer, bool is_reproducible)
{
	int status = 0;

	if (writer == NULL)
		return -1;
	cg_writer_compress(writer,
	    sum->compresses && !sum->style.uncompressed_names,
	    sum->style.compressed_positions);
	for (size_t i = first; i < end && status == 0; i++) {
		if (i > first)
			status = cg_writer_next_part(
			    writer, describe_part(sum, i, is_reproducible));
		if (status == 0)
			status = cg_profile_put(sum->parts[i].profile, writer);
	}
	if (status < 0) {
		cg_writer_abandon(writer);
		return -1;
	}
	return cg_writer_close(writer);
}

static int
write_parts(struct profile_sum *sum, size_t first, size_t end, const char *path,
    int gzip_level, bool is_reproducible)
{
	struct cg_writer *writer = cg_writer_open(path, gzip_level,
	    describe_part(sum, first, is_reproducible), &sum->error);

	return put_parts(sum, first, end, writer, is_reproducible);
}

/* Writes a file for each thread, with its number after the name. */
static int
write_threads(struct profile_sum *sum, const char *path, int gzip_level,
    bool is_reproducible)
{
	int status = 0;

	for (size_t i = 0; i < sum->nparts && status == 0; i++) {
		char *name = cli_format(
		    "%s-%02lld", path, (long long)sum->parts[i].thread);

		status = write_parts(
		    sum, i, i + 1, name, gzip_level, is_reproducible);
		free(name);
	}
	return status;
}

int
profile_sum_write(struct profile_sum *sum, const char *path, int gzip_level,
    bool is_reproducible)
{
	bool has_threads = sum->nparts > 0 && sum->parts[0].thread > 0;

	/* Callgrind does so unless dumps are combined */
	if (sum->style.like_callgrind && has_threads && sum->without_dumps)
		return write_threads(sum, path, gzip_level, is_reproducible);
	return write_parts(
	    sum, 0, sum->nparts, path, gzip_level, is_reproducible);
}

int
profile_sum_write_fd(
    struct profile_sum *sum, int fd, const char *name, bool is_reproducible)
{
	struct cg_writer *writer = cg_writer_open_fd(
	    fd, name, describe_part(sum, 0, is_reproducible), &sum->error);

	return put_parts(sum, 0, sum->nparts, writer, is_reproducible);
}

bool
profile_sum_is_empty(const struct profile_sum *sum)
{
	for (size_t i = 0; i < sum->nparts; i++)
		if (cg_profile_len(sum->parts[i].profile) > 0)
			return false;
	return true;
}

/* adds the own costs of a part; -1 if a sum overflows or on an error */
static int
add_totals(struct cg_profile *profile, int64_t *totals, size_t nevents)
{
	struct cg_record record;

	if (cg_profile_sort(profile) < 0)
		return -1;
	for (size_t i = 0; i < cg_profile_len(profile); i++) {
		cg_profile_at(profile, i, &record);
		if (record.kind == CG_COSTS &&
		    cg_counts_add(totals, record.counts, nevents) < nevents)
			return -1;
	}
	return 0;
}

int64_t *
profile_sum_totals(struct profile_sum *sum)
{
	size_t nevents = sum->header.nevents;
	int64_t *totals = cli_alloc(nevents, sizeof(*totals));

	for (size_t i = 0; i < sum->nparts; i++)
		if (add_totals(sum->parts[i].profile, totals, nevents) < 0) {
			free(totals);
			return NULL;
		}
	return totals;
}

void
profile_sum_release(struct profile_sum *sum)
{
	for (size_t i = 0; i < sum->nparts; i++) {
		cg_profile_free(sum->parts[i].profile);
		free(sum->parts[i].trigger);
		free(sum->parts[i].command);
	}
	free(sum->parts);
	for (size_t i = 0; i < sum->nsources; i++) {
		free(sum->sources[i].path);
		compiled_release(&sum->sources[i].compiled);
	}
	free(sum->sources);
	naming_free(sum->naming);
	for (size_t i = 0; i < 2; i++)
		free(sum->written[i].descs);
	free(sum->descs);
	free(sum->form);
	free(sum->most_unnamed);
	free(sum->events);
	for (size_t i = 0; i < sum->nmade; i++)
		free(sum->made[i]);
	build_ids_release(&sum->build_ids);
	not_entered_release(&sum->not_entered);
	script_languages_release(&sum->languages);
	cg_reader_close(sum->first);
}
