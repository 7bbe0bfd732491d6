/* SPDX-License-Identifier: BSD-2-Clause */
/* Names the instructions without a model that were executed most, and where one of each is. */
#include <stdlib.h>

#include "libcli/cli.h"
#include "code_gaps.h"

/* instructions without a model */
enum { MOST_NAMED = 5 };

struct unmodelled {
	const char *object;
	uint64_t address;
	double executed;
	size_t code;
};

static int
compare_unmodelled(const void *a, const void *b)
{
	const struct unmodelled *x = a, *y = b;

	if (x->executed != y->executed)
		return (x->executed < y->executed) -
		       (x->executed > y->executed);
	return (x->code > y->code) - (x->code < y->code);
}

static double
percent(double part, double all)
{
	return all > 0 ? 100 * part / all : 0;
}

/* Names the instructions without a model, by where they are. */
static void
warn_of_unmodelled(const struct code_sites *f)
{
	struct unmodelled *list = cli_alloc(f->ncodes, sizeof(*list));
	double executed = 0;
	char *names = cli_copy("", 0);
	size_t n = 0;

	for (size_t i = 0; i < f->ncodes; i++)
		list[i].code = i;
	for (size_t i = 0; i < f->nsites; i++) {
		const struct code_site *site = &f->sites[i];

		if (code_site_is_modelled(f, site) ||
		    f->codes[site->code].cycles > 0)
			continue;
		executed += site->executed;
		list[site->code].object = site->object;
		list[site->code].address = site->address;
		list[site->code].executed += site->executed;
	}
	if (f->ncodes > 1)
		qsort(list, f->ncodes, sizeof(*list), compare_unmodelled);
	for (; n < f->ncodes && n < MOST_NAMED && list[n].object != NULL; n++)
		cli_append(&names, "%s%s at 0x%llx of %s", n > 0 ? ", " : "",
		    f->codes[list[n].code].name,
		    (unsigned long long)list[n].address, list[n].object);
	if (executed > 0)
		cli_warn("LLVM has no model of %.2f %% of Ir, which are "
			 "estimated at one cycle each: %s%s",
		    percent(executed, f->all), names,
		    n < f->ncodes && list[n].object != NULL ? ", ..." : "");
	free(names);
	free(list);
}

static const char *
object_of(const struct code_problem *problem)
{
	return *problem->object != '\0' ? problem->object : cg_unknown_name;
}

static void
warn_of_problems(const struct code_sites *f)
{
	for (size_t i = 0; i < f->nproblems; i++)
		cli_warn("%s: %s; %.1f %% of Ir have no estimate of their own",
		    object_of(&f->problems[i]), f->problems[i].text,
		    percent(f->problems[i].executed, f->all));
}

void
code_gaps_warn(const struct code_sites *f)
{
	warn_of_problems(f);
	warn_of_unmodelled(f);
}

_Noreturn void
code_gaps_die(const struct code_sites *f, const char *path)
{
	const struct code_problem *most = f->problems;

	for (size_t i = 1; i < f->nproblems; i++)
		if (f->problems[i].executed > most->executed)
			most = &f->problems[i];
	if (most == NULL)
		cli_die("%s: none of its code can be estimated", path);
	cli_die("%s: none of its code can be estimated: %s: %s", path,
	    object_of(most), most->text);
}
