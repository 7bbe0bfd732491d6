/* SPDX-License-Identifier: BSD-2-Clause */
/* The version in JSON becomes 2 with the first change that would break a reader of version 1. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "libreport/json_names.h"
#include "libreport/names/separated_names.h"
#include "step_rows.h"
#include "step_table.h"

const char *
step_state_word(enum step_state state)
{
	static const char *const words[] = {
	    [STATE_CHANGED] = "changed",
	    [STATE_MOVED] = "moved",
	    [STATE_SETTINGS] = "settings",
	    [STATE_FIRST] = "first",
	    [STATE_SAME] = "same",
	    [STATE_UNMEASURED] = "unmeasured",
	};

	return words[state];
}

/* --- values separated by tabs --------------------------------------------- */

static void
put_count(struct printer *p, bool has_count, int64_t count)
{
	if (has_count)
		printer_print(p, "%" PRId64, count);
	printer_print(p, "\t");
}

static void
put_name(struct printer *p, const char *name, const char *end)
{
	separated_name(p, '\t', name);
	printer_print(p, "%s", end);
}

static void
print_separated(const struct step_rows *benchmarks, size_t n, struct printer *p)
{
	printer_print(p,
	    "benchmark\tevent\tcommit\tdate\tstate\told\tnew\t"
	    "change\tunmeasured\tfile\tfunction\tline\tnote\tsubject\n");
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < benchmarks[i].n; k++) {
			const struct step_row *row = &benchmarks[i].list[k];
			char *name = step_benchmark_name(&benchmarks[i]);

			put_name(p, name, "\t");
			free(name);
			put_name(p, benchmarks[i].event, "\t");
			printer_print(p, "%s\t%s\t%s\t", row->commit, row->date,
			    step_state_word(row->state));
			put_count(p, row->has_old, row->old);
			put_count(p, row->has_new, row->new);
			put_count(p, row->has_old && row->has_new,
			    row->new - row->old);
			printer_print(p, "%zu\t", row->nbetween);
			put_name(p, row->file, "\t");
			put_name(p, row->function, "\t");
			put_count(p, row->line != 0, row->line);
			put_name(p, row->note, "\t");
			put_name(p, row->subject, "\n");
		}
}

/* --- JSON ----------------------------------------------------------------- */

static void
put_string(struct printer *p, const char *key, const char *text)
{
	if (*text == '\0')
		return;
	printer_print(p, ", ");
	json_key(p, key);
	json_string(p, text);
}

static void
put_step(struct printer *p, const struct step_row *row)
{
	printer_print(p,
	    "{\"commit\": \"%s\", \"date\": \"%s\", "
	    "\"state\": \"%s\"",
	    row->commit, row->date, step_state_word(row->state));
	put_string(p, "subject", row->subject);
	if (row->has_old)
		printer_print(p, ", \"old\": %" PRId64, row->old);
	if (row->has_new)
		printer_print(p, ", \"new\": %" PRId64, row->new);
	if (row->has_old && row->has_new)
		printer_print(p, ", \"change\": %" PRId64, row->new - row->old);
	if (row->nbetween > 0)
		printer_print(p, ", \"unmeasured\": %zu", row->nbetween);
	put_string(p, "file", row->file);
	put_string(p, "function", row->function);
	if (row->line != 0)
		printer_print(p, ", \"line\": %" PRId64, row->line);
	put_string(p, "note", row->note);
	printer_print(p, "}");
}

static void
print_json(const struct step_rows *benchmarks, size_t n, struct printer *p)
{
	printer_print(p, "{\"format\": \"cg-history\", \"version\": 1,\n"
			 "\"benchmarks\": [");
	for (size_t i = 0; i < n; i++) {
		printer_print(p, "%s{\"name\": ", i > 0 ? ",\n" : "\n");
		json_string(p, benchmarks[i].benchmark);
		printer_print(p, ", \"event\": ");
		json_string(p, benchmarks[i].event);
		printer_print(p, ", \"recorded\": %zu, \"steps\": [",
		    benchmarks[i].nrecorded);
		for (size_t k = 0; k < benchmarks[i].n; k++) {
			printer_print(p, "%s", k > 0 ? ",\n " : "\n ");
			put_step(p, &benchmarks[i].list[k]);
		}
		printer_print(p, "\n]}");
	}
	printer_print(p, "\n]}\n");
}

void
step_rows_print(const struct step_rows *benchmarks, size_t n,
    enum step_format format, struct printer *printer)
{
	if (format == STEPS_TSV)
		print_separated(benchmarks, n, printer);
	else if (format == STEPS_JSON)
		print_json(benchmarks, n, printer);
	else
		step_table_print(benchmarks, n, format, printer);
}

void
step_rows_release(struct step_rows *rows)
{
	for (size_t i = 0; i < rows->n; i++) {
		free(rows->list[i].commit);
		free(rows->list[i].subject);
		free(rows->list[i].function);
		free(rows->list[i].file);
		free(rows->list[i].note);
		step_functions_release(&rows->list[i].functions);
	}
	free(rows->list);
	points_release(&rows->points);
	free(rows->rows);
	free(rows->benchmark);
	free(rows->event);
}
