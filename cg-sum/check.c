/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * For --check, the reader itself compares the sum of the rows with the summary,
 * and refuses a profile in Cachegrind's format if they differ.  Limits apply to
 * the events that are shown, including derived ones.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "call_check.h"
#include "check.h"
#include "libquery/header/creator.h"
#include "libquery/header/description.h"
#include "libreport/printer.h"

/* --- --check -------------------------------------------------------------- */

/* In Callgrind's format a total may be missing, or differ from the rows, and
 * other programs have other rules for the costs of calls. */
static const char *
verdict(const struct cg_reader *reader, const struct call_excess *excess)
{
	const int64_t *declared = cg_reader_summary(reader);
	const int64_t *totals = cg_reader_totals(reader);
	size_t size = cg_reader_header(reader)->nevents * sizeof(*totals);

	if (excess->found)
		return "calls cost too much";
	if (declared == NULL)
		return "no total declared";
	return memcmp(declared, totals, size) == 0 ? "ok"
						   : "declared total differs";
}

static void
print_line(struct printer *printer, const char *name, size_t nrows,
    const struct cg_reader *reader, const struct call_excess *excess)
{
	const struct cg_header *header = cg_reader_header(reader);
	const int64_t *declared = cg_reader_summary(reader);
	const int64_t *totals = cg_reader_totals(reader);

	printer_name(printer, name);
	printer_print(
	    printer, ": %s, %zu rows", verdict(reader, excess), nrows);
	for (size_t i = 0; i < header->nevents; i++) {
		printer_print(printer, ", ");
		printer_name(printer, header->events[i].name);
		printer_print(printer, " %lld", (long long)totals[i]);
		if (declared != NULL && declared[i] != totals[i])
			printer_print(
			    printer, " of %lld", (long long)declared[i]);
	}
	if (excess->found) {
		printer_print(printer, ", calls of ");
		printer_name(printer, excess->function);
		printer_print(printer, " ");
		printer_name(printer, header->events[excess->event].name);
		printer_print(printer, " %lld of %lld",
		    (long long)excess->charged, (long long)excess->cost);
	}
	printer_print(printer, "\n");
}

/* cg-collect keeps the laws of calls, and describes the caches.  Other tools
 * that wrote the profile may not have known all calls. */
static bool
is_of_collector(const struct cg_header *header)
{
	return creator_keeps_laws(header) &&
	       description_find(header, "I1 cache:") != NULL;
}

static int
refuse(const char *path, const struct cg_header *header,
    const struct call_excess *excess, struct cg_error *error)
{
	if (!excess->found || !is_of_collector(header))
		return 0;
	snprintf(error->text, sizeof(error->text),
	    "%s: expected calls of %s that cost at most %s %lld, found %lld",
	    path, excess->function, header->events[excess->event].name,
	    (long long)excess->cost, (long long)excess->charged);
	return -1;
}

/* --- folded stacks -------------------------------------------------------- */

/* Rows without a context less what stacks have folded, for each event. */
static void
take_folded(double *loose, const struct cg_record *row, size_t nevents)
{
	bool is_loose = row->kind == CG_COSTS && row->context == NULL;

	if (!is_loose && !cg_is_folded(row->kind))
		return;
	for (size_t i = 0; i < nevents; i++)
		loose[i] +=
		    (double)(is_loose ? row->counts[i] : -row->counts[i]);
}

/* Rows have all that is folded.  The sums are exact below 2^53. */
static int
refuse_folded(const char *path, const struct cg_header *header,
    const double *loose, struct cg_error *error)
{
	for (size_t i = 0; i < header->nevents; i++) {
		if (loose[i] >= 0)
			continue;
		snprintf(error->text, sizeof(error->text),
		    "%s: expected folded stacks that cost no more %s than "
		    "rows without a context, found %.0f more",
		    path, header->events[i].name, -loose[i]);
		return -1;
	}
	return 0;
}

/* Reads all rows.  Each part has what is folded in it.  Returns -1 with an error. */
static int
check_rows(const char *path, struct cg_reader *reader, struct call_check *calls,
    size_t *nrows, struct cg_error *error)
{
	const struct cg_header *header = cg_reader_header(reader);
	double *loose = cli_alloc(header->nevents, sizeof(*loose));
	struct cg_record record;
	bool has_laws =
	    is_of_collector(header) && !description_of_difference(header);
	int got;

	do {
		memset(loose, 0, header->nevents * sizeof(*loose));
		while ((got = cg_reader_next(reader, &record)) == 1) {
			*nrows += record.kind == CG_COSTS;
			call_check_add(calls, &record);
			take_folded(loose, &record, header->nevents);
		}
		if (got == 0 && has_laws)
			got = refuse_folded(path, header, loose, error);
	} while (got == 0 && cg_reader_next_part(reader));
	free(loose);
	return got;
}

/* Returns -1 with an error if the profile is not whole. */
static int
check(const struct inputs *inputs, size_t i, struct printer *printer,
    struct cg_error *error)
{
	struct cg_reader *reader = cg_reader_open(inputs->paths[i], error);
	struct call_check calls;
	struct call_excess excess;
	char *name;
	size_t nrows = 0;
	int got;

	if (reader == NULL)
		return -1;
	cg_reader_set(reader, CG_CONTEXTS | CG_STOP_AT_PARTS);
	call_check_init(&calls, cg_reader_header(reader));
	got = check_rows(inputs->paths[i], reader, &calls, &nrows, error);
	if (got == 0 && cg_reader_damage(reader) != NULL)
		cli_warn("%s", cg_reader_damage(reader));
	if (got == 0) {
		call_check_end(&calls, &excess);
		got = refuse(
		    inputs->paths[i], cg_reader_header(reader), &excess, error);
	}
	if (got == 0) {
		name = inputs_name(inputs, i);
		print_line(printer, name, nrows, reader, &excess);
		free(name);
	}
	call_check_release(&calls);
	cg_reader_close(reader);
	return got;
}

void
check_inputs(const struct inputs *inputs, const struct cli_output *output)
{
	struct printer printer;
	struct cg_error error;

	printer_open(&printer, output, COLOR_NEVER);
	for (size_t i = 0; i < inputs->n; i++) {
		if (check(inputs, i, &printer, &error) == 0)
			continue;
		/* the lines so far are true, but would not be a whole file */
		if (strcmp(output->path, "-") == 0)
			printer_close(&printer);
		cli_die_of_input(error.is_missing, "%s", error.text);
	}
	printer_close(&printer);
}

/* --- --limit -------------------------------------------------------------- */

static void
take_in(struct limits *limits, enum limit_scope scope,
    struct projection *projection, struct cg_record record)
{
	projection_apply(projection, &record);
	limits_take_in(limits, scope, &record, NULL);
}

/* Takes the rows of a grouping: the last block of counts of an input, which are
 * the inclusive ones if there are several. */
static void
take_rows(struct limits *limits, enum limit_scope scope,
    struct projection *projection, const struct grouping *grouping,
    size_t input)
{
	size_t nevents = projection->ninputs;
	size_t first = input * grouping_width(grouping, nevents) +
		       (grouping_blocks(grouping) - 1) * nevents;
	struct cg_record record;

	if (!limits_have(limits, scope))
		return;
	for (size_t i = 0; i < cg_profile_len(grouping->rows); i++) {
		cg_profile_at(grouping->rows, i, &record);
		record.counts += first;
		take_in(limits, scope, projection, record);
	}
}

/* True if one input keeps all limits. */
static bool
judge(struct limits *limits, struct projection *projection,
    const struct aggregate *aggregate, const struct limit_rows *rows,
    size_t input)
{
	struct cg_header header = {
	    .nevents = projection->n, .events = projection->events};
	const struct cg_record total = {
	    .file = "",
	    .function = "",
	    .counts = aggregate->totals + input * projection->ninputs,
	};

	limits_begin(limits, &header,
	    aggregate->inputs->n > 1 ? aggregate->names[input] : NULL);
	for (enum limit_scope i = NLIMIT_SCOPES - 1; i > LIMIT_TOTAL; i--)
		if (rows->of[i] != NULL)
			take_rows(limits, i, projection, rows->of[i], input);
	take_in(limits, LIMIT_TOTAL, projection, total);
	return limits_end(limits);
}

bool
check_limits(struct limits *limits, struct projection *projection,
    const struct aggregate *aggregate, const struct limit_rows *rows)
{
	bool kept = true;

	for (size_t i = 0; limits->n > 0 && i < aggregate->inputs->n; i++)
		kept &= judge(limits, projection, aggregate, rows, i);
	return kept;
}
