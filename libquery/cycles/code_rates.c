/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All functions are read before LLVM is asked, once for all of them.
 */
#include <stdlib.h>
#include <string.h>

#include "code_paths.h"
#include "code_rates.h"
#include "libcli/cli.h"
#include "load_delay.h"
#include "libquery/lower_bound.h"

/* of the instructions; some of these turn out to have no model */
static const double enough = 0.995;

enum {
	MOST_NAMED = 5,
	MOST_FUNCTIONS = 5000,
	SAME_LINE = 8 /* instructions after a miss that wait for its line */
};

/* An executed instruction. */
struct site {
	const char *object;
	uint64_t address;
	double executed;
	double misses; /* of the first level, for each execution */
	double due;    /* misses that its path has not had yet */
	bool is_steady;
	size_t zone; /* of all functions */
	size_t code; /* of the different ones */
	struct core_code bytes;
};

/* A path that LLVM is asked about; it has numbers of sites. */
struct zone {
	size_t *sites;
	size_t n, njumps;
	size_t body;   /* number of its body, if n > 0 */
	double cycles; /* of all its executions, divided by what sites weigh */
};

/* Why the code of an object, or a part of it, was not read. */
struct problem {
	const char *object;
	char *text;
	double executed;
};

struct finding {
	struct core_model *model;
	const struct code_rows *rows;
	struct machine_code_options options;
	struct build_ids build_ids;
	int ir, misses; /* events; misses of loads, or -1 */
	int delay;
	double all; /* instructions of the profile */
	struct site *sites;
	size_t nsites;
	struct zone *zones;
	size_t nzones;
	struct core_code *codes; /* different ones */
	size_t ncodes;
	struct problem *problems;
	size_t nproblems;
};

/* --- reading the code ----------------------------------------------------- */

static void
add_problem(
    struct finding *f, const struct code_function *function, const char *text)
{
	double executed = (double)function->costs[f->ir];

	for (size_t i = 0; i < f->nproblems; i++)
		if (f->problems[i].object == function->object &&
		    strcmp(f->problems[i].text, text) == 0) {
			f->problems[i].executed += executed;
			return;
		}
	f->problems = cli_grow(f->problems, f->nproblems, sizeof(*f->problems));
	f->problems[f->nproblems++] = (struct problem){
	    function->object, cli_copy(text, strlen(text)), executed};
}

static void
add_site(
    struct finding *f, const struct machine_code *code, size_t i, size_t zone)
{
	const struct code_instruction *one = &code->list[i];
	struct site site = {
	    .object = code->function->object,
	    .address = one->address,
	    .executed = (double)one->executed,
	    .zone = zone,
	    .is_steady = code_paths_is_steady(code, one),
	    .bytes = {.size = one->code->size, .kind = one->kind},
	};

	if (f->misses >= 0)
		site.misses =
		    (double)one->counts[f->misses] / (double)one->executed;
	memcpy(site.bytes.bytes, one->code->bytes, one->code->size);
	f->sites = cli_grow(f->sites, f->nsites, sizeof(*f->sites));
	f->sites[f->nsites++] = site;
}

static void
add_zone(struct finding *f, const struct code_path *path, const size_t *sites)
{
	struct zone zone = {.n = path->n, .njumps = path->njumps};

	zone.sites = cli_alloc(path->n, sizeof(*zone.sites));
	for (size_t i = 0; i < path->n; i++)
		zone.sites[i] = sites[path->list[i]];
	f->zones = cli_grow(f->zones, f->nzones, sizeof(*f->zones));
	f->zones[f->nzones++] = zone;
}

static void
take_code(struct finding *f, const struct machine_code *code)
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
read_function(struct finding *f, const struct code_function *function)
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

/* Reads the functions with most instructions first, until they have enough of them. */
static void
read_functions(struct finding *f)
{
	size_t n = f->rows->nfunctions;
	struct hot_function *hot = cli_alloc(n, sizeof(*hot));
	double left;

	for (size_t i = 0; i < n; i++) {
		const struct code_function *function = &f->rows->functions[i];

		hot[i] =
		    (struct hot_function){function, function->costs[f->ir]};
		f->all += (double)hot[i].executed;
	}
	if (n > 1)
		qsort(hot, n, sizeof(*hot), compare_hot);
	left = f->all * enough;
	for (size_t i = 0; i < n && i < MOST_FUNCTIONS && left > 0; i++) {
		left -= (double)hot[i].executed;
		read_function(f, hot[i].function);
	}
	free(hot);
}

/* --- asking LLVM ---------------------------------------------------------- */

static int
compare_bytes(const struct core_code *x, const struct core_code *y)
{
	int order = memcmp(x->bytes, y->bytes, sizeof(x->bytes));

	return order != 0 ? order : (x->size > y->size) - (x->size < y->size);
}

static int
compare_codes(const void *a, const void *b)
{
	return compare_bytes(a, b);
}

static int
compare_code_to(const void *element, const void *key)
{
	return compare_bytes(element, key);
}

/* Finds the different instructions. */
static void
find_codes(struct finding *f)
{
	struct core_code *codes = cli_alloc(f->nsites, sizeof(*codes));
	size_t n = 0;

	for (size_t i = 0; i < f->nsites; i++)
		codes[i] = f->sites[i].bytes;
	if (f->nsites > 1)
		qsort(codes, f->nsites, sizeof(*codes), compare_codes);
	for (size_t i = 0; i < f->nsites; i++)
		if (n == 0 || compare_bytes(&codes[i], &codes[n - 1]) != 0)
			codes[n++] = codes[i];
	f->codes = codes;
	f->ncodes = n;
	for (size_t i = 0; i < f->nsites; i++)
		f->sites[i].code = lower_bound(&f->sites[i].bytes, codes, n,
		    sizeof(*codes), compare_code_to);
}

static bool
is_modelled(const struct finding *f, const struct site *site)
{
	return f->codes[site->code].text != NULL;
}

/*
 * Of a path, each load misses as often as it did in the program.  The loads after one that
 * missed wait for the same line if they have the same base: the simulation counts the miss
 * once, and of "n->key" and "n->next" it is the second that a walk along a list waits for.
 */
static void
add_body(struct finding *f, const struct zone *zone, struct core_body *to)
{
	const char *missed = NULL;
	size_t nleft = 0;

	*to = (struct core_body){.njumps = zone->njumps};
	to->codes = cli_alloc(zone->n, sizeof(*to->codes));
	to->misses = cli_alloc(zone->n, sizeof(*to->misses));
	for (size_t i = 0; i < zone->n; i++) {
		struct site *site = &f->sites[zone->sites[i]];
		const char *text = f->codes[site->code].text;

		if (text == NULL)
			continue;
		nleft -= nleft > 0;
		site->due += site->misses < 1 ? site->misses : 1;
		if (site->due >= 1) {
			site->due--;
			missed = text;
			nleft = SAME_LINE;
			to->misses[to->n] = true;
		} else {
			/* in the next round of a loop, the base has moved */
			if (nleft > 0 && strcmp(text, missed) == 0)
				nleft = 0;
			to->misses[to->n] =
			    nleft > 0 && load_delay_shares_base(text, missed);
		}
		to->codes[to->n++] = site->code;
	}
}

/* Returns what an execution of an instruction weighs in its path. */
static double
weight_of(const struct finding *f, const struct site *site)
{
	const struct core_code *code = &f->codes[site->code];

	return code->latency +
	       (code->delay != NULL ? site->misses * f->delay : 0);
}

/* Sets the cycles of zones: how many all executions of a path took. */
static void
run_paths(struct finding *f)
{
	struct core_body *bodies = cli_alloc(f->nzones, sizeof(*bodies));
	double *executed = cli_alloc(f->nzones, sizeof(*executed));
	double *weights = cli_alloc(f->nzones, sizeof(*weights));
	size_t n = 0;

	for (size_t i = 0; i < f->nzones; i++) {
		f->zones[i].body = n;
		add_body(f, &f->zones[i], &bodies[n]);
		if (bodies[n].n > 0) {
			n++;
		} else {
			free(bodies[n].codes);
			free(bodies[n].misses);
			f->zones[i].n = 0;
		}
	}
	core_model_run(f->model, f->codes, bodies, n);
	for (size_t i = 0; i < f->nsites; i++) {
		const struct site *site = &f->sites[i];

		if (!is_modelled(f, site))
			continue;
		executed[site->zone] += site->executed;
		weights[site->zone] += site->executed * weight_of(f, site);
	}
	for (size_t i = 0; i < f->nzones; i++) {
		struct zone *zone = &f->zones[i];
		const struct core_body *body = &bodies[zone->body];

		if (zone->n > 0)
			zone->cycles = body->cycles / (double)body->n *
				       executed[i] / weights[i];
	}
	for (size_t i = 0; i < n; i++) {
		free(bodies[i].codes);
		free(bodies[i].misses);
	}
	free(bodies);
	free(executed);
	free(weights);
}

/* --- rates ---------------------------------------------------------------- */

static int
compare_rates(const void *a, const void *b)
{
	const struct code_rate *x = a, *y = b;
	int order = strcmp(x->object, y->object);

	return order != 0
		   ? order
		   : (x->address > y->address) - (x->address < y->address);
}

static void
set_rates(const struct finding *f, struct code_rates *rates)
{
	double cycles = 0, executed = 0;

	rates->list = cli_alloc(f->nsites, sizeof(*rates->list));
	for (size_t i = 0; i < f->nsites; i++) {
		const struct site *site = &f->sites[i];
		bool has_model = is_modelled(f, site);
		double fixed = f->codes[site->code].cycles;
		struct code_rate rate = {site->object, site->address,
		    fixed > 0 ? fixed : 1, site->is_steady};

		if (has_model && f->zones[site->zone].n == 0)
			continue;
		if (has_model) {
			rate.cycles =
			    f->zones[site->zone].cycles * weight_of(f, site);
		}
		if (has_model || fixed > 0) {
			cycles += rate.cycles * site->executed;
			executed += site->executed;
		}
		rates->list[rates->n++] = rate;
	}
	rates->mean = executed > 0 ? cycles / executed : 0;
	rates->covered = f->all > 0 ? executed / f->all : 0;
	if (rates->n > 1)
		qsort(
		    rates->list, rates->n, sizeof(*rates->list), compare_rates);
}

/* --- messages ------------------------------------------------------------- */

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
warn_of_unmodelled(const struct finding *f)
{
	struct unmodelled *list = cli_alloc(f->ncodes, sizeof(*list));
	double executed = 0;
	char *names = cli_copy("", 0);
	size_t n = 0;

	for (size_t i = 0; i < f->ncodes; i++)
		list[i].code = i;
	for (size_t i = 0; i < f->nsites; i++) {
		const struct site *site = &f->sites[i];

		if (is_modelled(f, site) || f->codes[site->code].cycles > 0)
			continue;
		executed += site->executed;
		list[site->code].object = site->object;
		list[site->code].address = site->address;
		list[site->code].executed += site->executed;
	}
	if (f->ncodes > 1)
		qsort(list, f->ncodes, sizeof(*list), compare_unmodelled);
	for (; n < f->ncodes && n < MOST_NAMED && list[n].object != NULL; n++) {
		char *longer = cli_format("%s%s%s at 0x%llx of %s", names,
		    n > 0 ? ", " : "", f->codes[list[n].code].name,
		    (unsigned long long)list[n].address, list[n].object);

		free(names);
		names = longer;
	}
	if (executed > 0)
		cli_warn("LLVM has no model of %.2f %% of Ir, which are "
			 "estimated at one cycle each: %s%s",
		    percent(executed, f->all), names,
		    n < f->ncodes && list[n].object != NULL ? ", ..." : "");
	free(names);
	free(list);
}

static const char *
object_of(const struct problem *problem)
{
	return *problem->object != '\0' ? problem->object : cg_unknown_name;
}

static void
warn_of_problems(const struct finding *f)
{
	for (size_t i = 0; i < f->nproblems; i++)
		cli_warn("%s: %s; %.1f %% of Ir have no estimate of their own",
		    object_of(&f->problems[i]), f->problems[i].text,
		    percent(f->problems[i].executed, f->all));
}

/* Ends the program with the problem of most instructions. */
static _Noreturn void
die_of_problem(const struct finding *f, const char *path)
{
	const struct problem *most = f->problems;

	for (size_t i = 1; i < f->nproblems; i++)
		if (f->problems[i].executed > most->executed)
			most = &f->problems[i];
	if (most == NULL)
		cli_die("%s: none of its code can be estimated", path);
	cli_die("%s: none of its code can be estimated: %s: %s", path,
	    object_of(most), most->text);
}

/* --- all of it ------------------------------------------------------------ */

static void
release(struct finding *f)
{
	for (size_t i = 0; i < f->nzones; i++)
		free(f->zones[i].sites);
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

void
code_rates_find(struct code_rates *rates, struct core_model *model,
    const struct code_rows *rows, const struct cg_header *header, int delay,
    const char *path)
{
	struct finding f = {.model = model,
	    .rows = rows,
	    .ir = cg_header_event(header, "Ir", 2),
	    .misses = cg_header_event(header, "D1mr", 4),
	    .delay = delay};

	*rates = (struct code_rates){.model = model};
	build_ids_take(&f.build_ids, header);
	f.options = (struct machine_code_options){
	    .build_ids = &f.build_ids, .header = header};
	read_functions(&f);
	if (f.nsites > 0) {
		find_codes(&f);
		core_model_price(model, f.codes, f.ncodes, delay);
		run_paths(&f);
		set_rates(&f, rates);
	}
	if (rates->covered <= 0)
		die_of_problem(&f, path);
	warn_of_problems(&f);
	warn_of_unmodelled(&f);
	release(&f);
}

/* --- questions ------------------------------------------------------------ */

static int
compare_object(const void *element, const void *key)
{
	const struct code_rate *rate = element;

	return strcmp(rate->object, key);
}

static int
compare_object_after(const void *element, const void *key)
{
	return compare_object(element, key) <= 0 ? -1 : 1;
}

static int
compare_address(const void *element, const void *key)
{
	const struct code_rate *rate = element;
	const uint64_t *address = key;

	return (rate->address > *address) - (rate->address < *address);
}

const struct code_rate *
code_rates_find_one(struct code_rates *r, const char *object, uint64_t address)
{
	size_t i, n;

	if (r->cached != object) {
		r->cached = object;
		r->cached_first = lower_bound(
		    object, r->list, r->n, sizeof(*r->list), compare_object);
		r->cached_end = lower_bound(object, r->list, r->n,
		    sizeof(*r->list), compare_object_after);
	}
	n = r->cached_end - r->cached_first;
	i = lower_bound(&address, r->list + r->cached_first, n,
	    sizeof(*r->list), compare_address);
	return i < n && r->list[r->cached_first + i].address == address
		   ? &r->list[r->cached_first + i]
		   : NULL;
}

void
code_rates_release(struct code_rates *rates)
{
	free(rates->list);
	*rates = (struct code_rates){.model = NULL};
}
