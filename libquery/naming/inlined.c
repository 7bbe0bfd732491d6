/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How often a place was entered is what its first instruction says, if the debug
 * information names it and control came from the instruction before it, which
 * is not the place's.  Where the first instruction is also the start of a loop,
 * the instruction before it was executed less often.  Then, and if the first
 * instruction is not known, the number is an estimate, at most as often as one
 * of the instructions around the place was executed.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "inlined.h"

void
inlined_init(struct inlined *in, const struct object_names *names,
    const struct cg_header *header, struct cg_profile *named,
    struct context_map *contexts)
{
	*in = (struct inlined){
	    .named = named,
	    .contexts = contexts,
	    .nevents = header->nevents,
	    .has_addresses = header->has_addresses,
	    .counts_executions = strcmp(header->events[0].name, "Ir") == 0,
	    .nnumbers = names == NULL ? 0 : object_names_count_inlined(names),
	};
	in->numbers = cli_alloc(in->nnumbers, sizeof(*in->numbers));
}

/* --- the places of a host ------------------------------------------------- */

/* Finds what follows the name of the host's symbol: its level of recursion and
 * its callers. */
static const char *
find_suffix(const char *host, const char *symbol)
{
	size_t len = symbol == NULL ? 0 : strlen(symbol);
	const char *digits = strrchr(host, '\'');

	if (len > 0 && strncmp(host, symbol, len) == 0)
		return host[len] == '\'' ? host + len : "";
	/* the symbol has another name there */
	return digits != NULL && digits[1] != '\0' &&
		       digits[1 + strspn(digits + 1, "0123456789")] == '\0'
		   ? digits
		   : "";
}

/* what was inlined at a place */
struct inlined_names {
	const char *def_file;
	const char *function;
	char *made; /* the function, to be freed, if it is not a name in `at` */
};

static struct inlined_names
names_of(
    const struct names_inlined *at, const char *host_file, const char *suffix)
{
	struct inlined_names names = {
	    .def_file = at->file != NULL ? at->file : host_file,
	    .function = at->function,
	};

	if (*suffix != '\0')
		names.function = names.made =
		    cli_format("%s%s", at->function, suffix);
	return names;
}

static const struct cg_context *
add_context(struct context_map *contexts, const struct cg_context *host,
    const struct cg_context *caller, const struct inlined_names *names,
    int64_t line)
{
	const struct cg_context frame = {
	    .caller = caller,
	    .object = host->object,
	    .def_file = names->def_file,
	    .function = names->function,
	    .host_file = host->def_file,
	    .host = host->function,
	    .line = line,
	};

	return context_map_add(contexts, &frame);
}

static const struct cg_context *
context_at(struct context_map *contexts, const struct cg_context *host,
    const struct names_inlined *at, const char *suffix)
{
	const struct cg_context *caller = host;
	struct inlined_names names = names_of(at, host->def_file, suffix);

	if (at->caller != NULL)
		caller = context_at(contexts, host, at->caller, suffix);
	caller = add_context(contexts, host, caller, &names, at->call_line);
	free(names.made);
	return caller;
}

const struct cg_context *
inlined_context(struct context_map *contexts, const struct cg_context *host,
    const struct names_place *place)
{
	if (host == NULL || place->inlined == NULL)
		return host;
	return context_at(contexts, host, place->inlined,
	    find_suffix(host->function, place->function));
}

static size_t
add_place(struct inlined *in, const struct names_inlined *at)
{
	struct inlined_names names = names_of(at, in->host_file, in->suffix);
	struct inlined_place place = {
	    .at = at,
	    .def_file = names.def_file,
	    .function = names.function,
	    .made = names.made,
	    .is_estimate = true,
	};
	const struct cg_context *caller = in->context;

	if (caller != NULL && at->caller != NULL)
		caller =
		    in->places[in->numbers[at->caller->number] - 1].context;
	if (caller != NULL)
		place.context = add_context(
		    in->contexts, in->context, caller, &names, at->call_line);
	if (in->nplaces == in->room) {
		in->room = 2 * in->room + 16;
		in->places =
		    cli_resize(in->places, in->room, sizeof(*in->places));
		in->counts = cli_resize(
		    in->counts, in->room * in->nevents, sizeof(*in->counts));
	}
	in->places[in->nplaces] = place;
	memset(in->counts + in->nplaces * in->nevents, 0,
	    in->nevents * sizeof(*in->counts));
	return in->numbers[at->number] = ++in->nplaces;
}

/* Returns the place.  If it is new, adds it after the places of its callers. */
static struct inlined_place *
find_place(struct inlined *in, const struct names_inlined *at)
{
	const struct names_inlined *new = at;

	while (in->numbers[at->number] == 0) {
		while (new->caller != NULL &&
		       in->numbers[new->caller->number] == 0)
			new = new->caller;
		add_place(in, new);
		new = at;
	}
	return &in->places[in->numbers[at->number] - 1];
}

/* --- rows ----------------------------------------------------------------- */

static bool
is_within(const struct names_inlined *at, const struct names_inlined *place)
{
	while (at != NULL && at != place)
		at = at->caller;
	return at != NULL;
}

/* Notes how often an instruction of a place was executed. */
static void
note_execution(struct inlined *in, const struct names_inlined *at,
    uint64_t address, int64_t executed)
{
	struct inlined_place *place = find_place(in, at);
	bool is_entry = at->entry == address;
	bool is_first = place->lowest == 0;

	if (is_first)
		place->lowest = address;
	if (place->has_entry || (!is_first && !is_entry))
		return;
	place->executed = executed;
	place->has_entry = is_entry;
	place->is_estimate =
	    !is_entry ||
	    (in->last.executed >= 0 &&
		(in->last.executed < executed || is_within(in->last.at, at)));
}

static void
note_row(struct inlined *in, const struct names_inlined *at,
    const struct cg_record *record)
{
	int64_t executed = record->counts[0], *most = &in->most;

	for (const struct names_inlined *i = at; i != NULL; i = i->caller)
		note_execution(in, i, record->address, executed);
	if (at != NULL)
		most = &find_place(in, at)->most;
	if (*most < executed)
		*most = executed;
	in->last = (struct inlined_row){at, executed};
}

static void
add_counts(struct inlined *in, size_t place, const int64_t *counts)
{
	if (cg_counts_add(in->counts + place * in->nevents, counts,
		in->nevents) != in->nevents)
		cli_die("the cost of %s, inlined into %s, does not fit in 64 "
			"bits",
		    in->places[place].function, in->host);
}

static int
begin_host(struct inlined *in, const struct names_place *at,
    const struct cg_record *record)
{
	if (in->object == record->object && in->host_file == record->def_file &&
	    in->host == record->function && in->context == record->context &&
	    in->region == record->region)
		return 0;
	if (inlined_finish(in) < 0)
		return -1;
	in->object = record->object;
	in->host_file = record->def_file;
	in->host = record->function;
	in->context = record->context;
	in->region = record->region;
	in->suffix = find_suffix(record->function, at->function);
	in->most = 0;
	in->last = (struct inlined_row){NULL, -1};
	return 0;
}

int
inlined_take(struct inlined *in, const struct names_place *at,
    struct cg_record *record, bool is_within_cycle)
{
	struct inlined_place *place;

	if (begin_host(in, at, record) < 0)
		return -1;
	if (record->kind == CG_COSTS && in->nnumbers > 0)
		note_row(in, at->inlined, record);
	if (at->inlined == NULL)
		return 0;
	place = find_place(in, at->inlined);
	if (record->kind == CG_COSTS ||
	    (record->kind == CG_CALL && !is_within_cycle))
		add_counts(in, (size_t)(place - in->places), record->counts);
	record->host_file = in->host_file;
	record->host = in->host;
	record->def_file = place->def_file;
	record->function = place->function;
	record->context = place->context;
	return 0;
}

const char *
inlined_function(struct inlined *in, const struct names_place *at)
{
	return at->inlined == NULL ? in->host
				   : find_place(in, at->inlined)->function;
}

/* --- calls ---------------------------------------------------------------- */

static int64_t
count_entries(const struct inlined *in, const struct inlined_place *place)
{
	int64_t most = in->most;

	if (!in->counts_executions)
		return 1;
	/* calls of a stack, or those of folded ones, without what was executed: that
	 * is in another row of the host, with its number of calls */
	if (place->lowest == 0)
		return 0;
	for (const struct names_inlined *i = place->at->caller; i != NULL;
	     i = i->caller) {
		const struct inlined_place *caller =
		    &in->places[in->numbers[i->number] - 1];

		if (most < caller->most)
			most = caller->most;
	}
	if (place->is_estimate && most > 0 && place->executed > most)
		return most;
	return place->executed > 0 ? place->executed : 1;
}

static const char *
caller_of(const struct names_inlined *at)
{
	return at->caller == NULL ? NULL : at->caller->function;
}

/* True if the place is within another one of the same call, because functions are
 * inlined into themselves. */
static bool
is_recursion(const struct names_inlined *at)
{
	const struct names_inlined *outer = at->caller;

	while (outer != NULL &&
	       (outer->function != at->function || outer->file != at->file ||
		   outer->call_line != at->call_line ||
		   outer->call_file != at->call_file ||
		   caller_of(outer) != caller_of(at)))
		outer = outer->caller;
	return outer != NULL;
}

/*
 * Adds the call of a place, and its cost to the place around it.  The cost of a
 * recursion is in the outermost call.
 */
static int
add_call(struct inlined *in, size_t number)
{
	const struct inlined_place *place = &in->places[number];
	const struct names_inlined *at = place->at;
	uint64_t address = !in->has_addresses ? 0
			   : place->has_entry ? at->entry
					      : place->lowest;
	struct cg_record call = {
	    .kind = CG_CALL,
	    .object = in->object,
	    .def_file = in->host_file,
	    .function = in->host,
	    .context = in->context,
	    .region = in->region,
	    .file = at->call_file != NULL ? at->call_file : in->host_file,
	    .line = at->call_line,
	    .address = address,
	    .counts = in->counts + number * in->nevents,
	    .executed = count_entries(in, place),
	    .target =
		{
		    .object = in->object,
		    .file = place->def_file,
		    .function = place->function,
		    .line = at->line,
		    .address = address,
		    .inlined = place->is_estimate || !in->counts_executions
				   ? CG_INLINED_ESTIMATE
				   : CG_INLINED,
		    .context = place->context,
		},
	};

	if (at->caller != NULL) {
		size_t caller = in->numbers[at->caller->number] - 1;

		call.def_file = in->places[caller].def_file;
		call.function = in->places[caller].function;
		call.context = in->places[caller].context;
		call.host_file = in->host_file;
		call.host = in->host;
		add_counts(in, caller, call.counts);
		if (is_recursion(at))
			memset(in->counts + number * in->nevents, 0,
			    in->nevents * sizeof(*in->counts));
	}
	return cg_profile_add(in->named, &call);
}

int
inlined_finish(struct inlined *in)
{
	int status = 0;

	for (size_t i = in->nplaces; i-- > 0 && status == 0;)
		status = add_call(in, i);
	for (size_t i = 0; i < in->nplaces; i++) {
		in->numbers[in->places[i].at->number] = 0;
		free(in->places[i].made);
	}
	in->nplaces = 0;
	in->host = NULL;
	return status;
}

void
inlined_release(struct inlined *in)
{
	free(in->places);
	free(in->counts);
	free(in->numbers);
}
