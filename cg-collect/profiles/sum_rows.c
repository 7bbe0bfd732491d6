/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Adds the rows of a profile to the parts that they belong to.  Rows of scripts and of
 * code that was compiled while the program ran get their names on the way.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/context_map.h"
#include "libquery/header/description.h"
#include "sum_rows.h"

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

bool
sum_rows_is_of_dump(const char *desc)
{
	return strncmp(desc, dump_key, strlen(dump_key)) == 0;
}

/* The process whose rows are being added, and what names them. */
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
		if (sum_rows_is_of_dump(header->descs[i]))
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

/* Makes everything that has taken rows forget the stacks of the reader, which will be closed. */
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

int
sum_rows_add(struct profile_sum *sum, struct cg_reader *reader,
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
