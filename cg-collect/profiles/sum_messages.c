/* SPDX-License-Identifier: BSD-2-Clause */
/* Tells a user what a sum is and what it lacks. */
#include <stdlib.h>

#include "libcli/cli.h"
#include "libreport/totals.h"
#include "sum_messages.h"

void
sum_print_totals(struct profile_sum *sum)
{
	int64_t *totals = profile_sum_totals(sum);
	struct printer printer;

	/* if one overflows, writing the sum reports which */
	if (totals == NULL)
		return;
	printer_open_stderr(&printer);
	totals_print(&sum->header, totals, NULL, &printer);
	printer_close(&printer);
	free(totals);
}

/* Returns a part of the instructions in percent. */
static double
percent_of(struct profile_sum *sum, int64_t part)
{
	int64_t *totals = part > 0 ? profile_sum_totals(sum) : NULL;
	double percent = 0;

	if (totals != NULL && totals[0] > 0)
		percent = 100. * (double)part / (double)totals[0];
	free(totals);
	return percent;
}

void
sum_warn_of_nameless(
    struct profile_sum *sum, const struct names_options *options)
{
	double percent = percent_of(sum, sum->without_line);

	if (percent >= 1)
		cli_warn("%.1f %% of the instructions have no line; they "
			 "count where their functions are declared",
		    percent);
	percent = percent_of(sum, sum->unnamed);
	if (percent >= 5)
		cli_warn("%.1f %% of the instructions are in functions without "
			 "names, most of them of %s: install its debug "
			 "symbols (Debian: a package -dbgsym or -dbg)%s",
		    percent, sum->most_unnamed,
		    options->debuginfod ? "" : " or use --debuginfod");
}
