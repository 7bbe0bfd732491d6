/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads the code of the hot functions and finds the paths through it.  Says of each object
 * why a part of its code was not read.
 */
#include <stdlib.h>
#include <string.h>

#include "cg-cycles/model/load_delay.h"
#include "libcli/cli.h"
#include "code_paths.h"
#include "code_sites.h"

/* of the instructions; some of these turn out to have no model */
static const double enough = 0.995;

enum { MOST_FUNCTIONS = 5000 };

static void
add_problem(struct code_sites *f, const struct code_function *function,
    const char *text)
{
	double executed = (double)function->costs[f->ir];

	for (size_t i = 0; i < f->nproblems; i++)
		if (f->problems[i].object == function->object &&
		    strcmp(f->problems[i].text, text) == 0) {
			f->problems[i].executed += executed;
			return;
		}
	f->problems = cli_grow(f->problems, f->nproblems, sizeof(*f->problems));
	f->problems[f->nproblems++] = (struct code_problem){
	    function->object, cli_copy(text, strlen(text)), executed};
}

static void
set_misses(const struct code_sites *f, const struct code_instruction *one,
    struct code_site *site)
{
	double executed = (double)one->executed;

	if (f->forwards >= 0)
		site->forwards = (double)one->counts[f->forwards] / executed;
	if (f->memory == NULL) {
		if (f->misses >= 0)
			site->misses =
			    (double)one->counts[f->misses] / executed;
		return;
	}
	site->memory = memory_costs_of(f->memory, one->counts, executed);
	/* processors predict the others */
	if (f->branches >= 0 && !site->is_steady)
		site->mispredicted =
		    (double)one->counts[f->branches] / executed;
	site->misses = site->memory.near;
}

static void
add_site(struct code_sites *f, const struct machine_code *code, size_t i,
    size_t zone)
{
	const struct code_instruction *one = &code->list[i];
	struct code_site site = {
	    .object = code->function->object,
	    .address = one->address,
	    .executed = (double)one->executed,
	    .zone = zone,
	    .is_steady = code_paths_is_steady(code, one),
	    .bytes = {.size = one->code->size, .kind = one->kind},
	};

	set_misses(f, one, &site);
	memcpy(site.bytes.bytes, one->code->bytes, one->code->size);
	f->sites = cli_grow(f->sites, f->nsites, sizeof(*f->sites));
	f->sites[f->nsites++] = site;
}

static void
add_zone(
    struct code_sites *f, const struct code_path *path, const size_t *sites)
{
	struct code_zone zone = {.n = path->n, .njumps = path->njumps};

	zone.sites = cli_alloc(path->n, sizeof(*zone.sites));
	for (size_t i = 0; i < path->n; i++)
		zone.sites[i] = sites[path->list[i]];
	f->zones = cli_grow(f->zones, f->nzones, sizeof(*f->zones));
	f->zones[f->nzones++] = zone;
}

static void
take_code(struct code_sites *f, const struct machine_code *code)
{
	size_t *sites = cli_alloc(code->n, sizeof(*sites));
	struct code_paths paths;

	code_paths_find(&paths, code);
	for (size_t i = 0; i < code->n; i++) {
		const struct code_instruction *one = &code->list[i];

		if (one->counts == NULL || one->code == NULL ||
		    one->executed <= 0)
			continue;
		sites[i] = f->nsites;
		add_site(f, code, i, f->nzones + paths.zones[i]);
	}
	for (size_t i = 0; i < paths.nzones; i++)
		add_zone(f, &paths.paths[i], sites);
	code_paths_release(&paths);
	free(sites);
}

static void
read_function(struct code_sites *f, const struct code_function *function)
{
	struct machine_code code;

	machine_code_read(&code, f->rows, function, &f->options);
	if (code.problem != NULL)
		add_problem(f, function, code.problem);
	else if (code.is_changed)
		add_problem(
		    f, function, "it is not the code that was executed");
	else if (!core_model_choose(f->model, code.machine))
		add_problem(f, function, "it is code of another machine");
	else
		take_code(f, &code);
	machine_code_release(&code);
}

struct hot_function {
	const struct code_function *function;
	int64_t executed;
};

static int
compare_hot(const void *a, const void *b)
{
	const struct hot_function *x = a, *y = b;

	if (x->executed != y->executed)
		return (x->executed < y->executed) -
		       (x->executed > y->executed);
	return (x->function > y->function) - (x->function < y->function);
}

void
code_sites_read(struct code_sites *f)
{
	size_t n = f->rows->nfunctions;
	struct hot_function *hot = cli_alloc(n, sizeof(*hot));
	const struct code_function **read;
	struct code_places places = {.n = 0};
	size_t nread = 0;
	double left;

	for (size_t i = 0; i < n; i++) {
		const struct code_function *function = &f->rows->functions[i];

		hot[i] =
		    (struct hot_function){function, function->costs[f->ir]};
		f->all += (double)hot[i].executed;
	}
	if (n > 1)
		qsort(hot, n, sizeof(*hot), compare_hot);
	read = cli_alloc(n, sizeof(*read));
	left = f->all * enough;
	while (nread < n && nread < MOST_FUNCTIONS && left > 0) {
		left -= (double)hot[nread].executed;
		read[nread] = hot[nread].function;
		nread++;
	}
	code_places_find(&places, f->rows, read, nread, &f->build_ids);
	code_places_disassemble(&places, f->options.intel);
	f->options.places = &places;
	for (size_t i = 0; i < nread; i++)
		read_function(f, read[i]);
	f->options.places = NULL;
	code_places_release(&places);
	free(read);
	free(hot);
}

bool
code_site_is_modelled(const struct code_sites *f, const struct code_site *site)
{
	return f->codes[site->code].text != NULL;
}

double
code_site_delay(const struct code_sites *f, const struct code_site *site)
{
	return f->codes[site->code].delay != NULL ? site->misses * f->delay : 0;
}

double
code_site_weight(const struct code_sites *f, const struct code_site *site)
{
	return f->codes[site->code].latency +
	       memory_waits_sum(&site->memory.waits[0]) +
	       memory_waits_sum(&site->memory.waits[1]) +
	       code_site_delay(f, site) + code_site_chain(f, site);
}

/* A chain of vectors takes twice as long: 12 cycles on znver3. */
double
code_site_chain(const struct code_sites *f, const struct code_site *site)
{
	const char *text = f->codes[site->code].text;

	if (site->forwards <= 0 || text == NULL)
		return 0;
	return site->forwards * f->forwarding *
	       (load_delay_is_of_vector(text) ? 2 : 1);
}

void
code_sites_release(struct code_sites *f)
{
	for (size_t i = 0; i < f->nzones; i++) {
		free(f->zones[i].sites);
		free(f->zones[i].links);
	}
	for (size_t i = 0; i < f->ncodes; i++) {
		free(f->codes[i].text);
		free(f->codes[i].name);
		free(f->codes[i].delay);
	}
	for (size_t i = 0; i < f->nproblems; i++)
		free(f->problems[i].text);
	free(f->sites);
	free(f->zones);
	free(f->codes);
	free(f->problems);
	build_ids_release(&f->build_ids);
}
