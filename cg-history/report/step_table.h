/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints the steps of benchmarks for people, as text or Markdown. */
#ifndef STEP_TABLE_H
#define STEP_TABLE_H

#include "step_rows.h"

void step_table_print(const struct step_rows *benchmarks, size_t n,
    enum step_format format, struct printer *printer);

/* Returns the benchmark's name with control bytes escaped, to be freed. */
char *step_benchmark_name(const struct step_rows *rows);

/* Return what stands in the columns of the change and of its percentage, to be freed. */
char *step_change_text(const struct step_row *row);
char *step_percent_text(const struct step_row *row);

#endif
