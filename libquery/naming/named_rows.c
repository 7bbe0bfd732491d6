/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Gives rows files, lines and inlined functions by the places of their addresses.
 */
#include <stdlib.h>
#include <string.h>

#include "libquery/address_name.h"
#include "libquery/calls/callgraph.h"
#include "libquery/windows_path.h"
#include "libcli/cli.h"
#include "call_limits.h"
#include "inlined.h"
#include "places.h"

static const struct names_place unknown;

/* True if the run has found the file, as of code that was compiled by the
 * program. */
static bool
is_named(const char *file)
{
	return strncmp(file, "0x", 2) != 0 &&
	       strcmp(file, cg_unknown_name) != 0;
}

static const char *
file_of(const struct names_place *place)
{
	return place->file != NULL ? place->file : cg_unknown_name;
}

/*
 * Returns the file of the function whose first instruction is at a place.  If it was
 * inlined there, that is the file of the line where it was inlined.
 */
static const char *
def_file_of(const struct names_place *place)
{
	const struct names_inlined *outermost = place->inlined;

	while (outermost != NULL && outermost->caller != NULL)
		outermost = outermost->caller;
	return outermost != NULL && outermost->call_file != NULL
		   ? outermost->call_file
		   : file_of(place);
}

/* a function of the profile, and its names */
struct named_function {
	const char *def_file, *function;
	const char *file;
	char *name; /* NULL: the function's */
	bool is_unnamed;
	char *placed; /* "???" with the object before it; NULL: not asked for */
};

/* the rows being named */
struct naming_walk {
	struct naming *naming;
	const struct naming_form *form;
	struct address_search own, target;
	struct named_function function, callee;
	const struct cg_context *context; /* of the last row, before */
	const char *region;               /* likewise */
	/* contexts, with names: each gets the inlined functions of its caller */
	struct context_map contexts;
	struct address_search stack;
	struct named_function frame;
	/* if the form has calls */
	struct inlined inlined;
	struct callgraph hosts; /* the calls without inlined functions */
	struct cg_profile *named;
};

/*
 * Finds a name for a function that has none but its address: its symbol may be in
 * another file than the run found.  Without a symbol, it is named as in address_name.h.
 * Also finds the name of one that shares its own with others.  After "'" stand the level of
 * recursion and callers.
 *
 * A symbol without a size reaches far, to the stubs after _init, so if the run found others,
 * the code must have a line, too.  Valgrind's tools look in one file.
 */
static char *
find_name(const struct naming_walk *walk, const struct address_search *search,
    const char *function, const struct names_place *place)
{
	const char *object = path_base_name(search->path);
	const char *rest = function + strcspn(function, "'");
	struct address_name address;
	bool is_address = address_name_parse(&address, function);

	if (place->function != NULL &&
	    (place->is_told_apart ||
		(is_address &&
		    (!search->has_symbols ||
			(walk->form->inlined && place->file != NULL)))))
		return cli_format("%s%s", place->function, rest);
	if (!is_address || !walk->form->inlined || !naming_is_object(object))
		return NULL;
	return cli_format(
	    "%s:0x%llx%s", object, strtoull(function, NULL, 16), rest);
}

static void
name_function(const struct naming_walk *walk, struct named_function *named,
    struct address_search *search, const char *def_file, const char *function)
{
	const struct names_place *place;
	struct address_name address;

	if (named->def_file == def_file && named->function == function)
		return;
	free(named->name);
	free(named->placed);
	place = naming_find_place(search, naming_first(def_file, function));
	*named = (struct named_function){
	    .def_file = def_file,
	    .function = function,
	    .file = is_named(def_file) ? def_file : def_file_of(place),
	    .name = find_name(walk, search, function, place),
	    .is_unnamed = place->function == NULL &&
			  address_name_parse(&address, function),
	};
}

/* In an object without symbols, each instruction may have its own answer. */
static const char *
function_at(const struct naming_walk *walk, const struct names_place *place)
{
	const struct named_function *named = &walk->function;

	if (named->name != NULL)
		return named->name;
	return !walk->own.has_symbols && place->function != NULL &&
		       strcmp(named->function, cg_unknown_name) == 0
		   ? place->function
		   : named->function;
}

/* Names a frame of a stack, whose caller has a name. */
static const struct cg_context *
name_frame(
    void *arg, const struct cg_context *changed, const struct cg_context *from)
{
	struct naming_walk *walk = arg;
	struct cg_context frame = *changed;
	const struct names_place *place = &unknown;

	if (from->caller != NULL) {
		naming_search(walk->naming, &walk->stack, from->caller->object);
		place = naming_find_place(&walk->stack, from->address);
		frame.caller =
		    inlined_context(&walk->contexts, changed->caller, place);
	}
	if (frame.line == 0)
		frame.line = place->line;
	frame.address = 0;
	walk->frame.def_file = NULL;
	naming_search(walk->naming, &walk->stack, from->object);
	name_function(
	    walk, &walk->frame, &walk->stack, from->def_file, from->function);
	frame.def_file = walk->frame.file;
	if (walk->frame.name != NULL)
		frame.function = walk->frame.name;
	return context_map_add(&walk->contexts, &frame);
}

/* Names the function of a row in a profile without objects.  The name is valid until the
 * next function's. */
static void
name_flat(struct naming_walk *walk, const struct names_place *place,
    struct cg_record *record)
{
	const char *object = path_base_name(record->object);
	struct named_function *named = &walk->function;
	struct address_name address;
	bool is_address = address_name_parse(&address, record->function);

	if (place->inlined != NULL) {
		record->function = place->inlined->function;
		return;
	}
	/* an address that could be of two files was taken out */
	if ((is_address && walk->form->inlined && record->address != 0) ||
	    (!is_address && strcmp(record->function, cg_unknown_name) != 0))
		return;
	record->function = cg_unknown_name;
	if (!walk->form->inlined || !naming_is_object(object))
		return;
	if (named->placed == NULL)
		named->placed = cli_format("%s:%s", object, cg_unknown_name);
	record->function = named->placed;
}

static void
name_call(struct naming_walk *walk, struct cg_record *record)
{
	struct cg_target *target = &record->target;

	if (target->object != walk->target.path)
		walk->callee.def_file = NULL;
	naming_search(walk->naming, &walk->target, target->object);
	name_function(
	    walk, &walk->callee, &walk->target, target->file, target->function);
	if (!is_named(target->file))
		target->line =
		    naming_find_place(&walk->target, target->address)->line;
	target->file = walk->callee.file;
	if (walk->callee.name != NULL)
		target->function = walk->callee.name;
}

/* Sets file and line of an instruction, unless they are known. */
static void
name_place(const struct names_place *place, const char **file, int64_t *line)
{
	if (is_named(*file))
		return;
	*file = file_of(place);
	*line = place->line;
}

/* Names the function that the record belongs to.  Returns the record's place. */
static const struct names_place *
name_host(struct naming_walk *walk, struct cg_record *record)
{
	const struct names_place *place;

	if (record->object != walk->own.path)
		walk->function.def_file = NULL;
	naming_search(walk->naming, &walk->own, record->object);
	name_function(walk, &walk->function, &walk->own, record->def_file,
	    record->function);
	place = naming_find_place(&walk->own, record->address);
	record->def_file = walk->function.file;
	record->function = function_at(walk, place);
	if (record->kind == CG_CALL)
		name_call(walk, record);
	return place;
}

/* Names the function and the host of a row at a place.  Returns -1 on an error of
 * the named profile. */
static int
name_inlined(struct naming_walk *walk, const struct names_place *place,
    struct cg_record *record)
{
	bool is_within = false;

	if (record->kind == CG_CALL) {
		struct call_ends ends = {
		    callgraph_caller(&walk->hosts, record),
		    callgraph_callee(&walk->hosts, record),
		};

		is_within = callgraph_is_within_cycle(&walk->hosts, &ends);
	}
	return inlined_take(&walk->inlined, place, record, is_within);
}

/* Names the record.  Returns 1; 0 if it says nothing without its address: a jump
 * between lines that are not known; or -1 on an error of the named profile. */
static int
name_record(struct naming_walk *walk, struct cg_record *record)
{
	const struct naming_form *form = walk->form;
	const struct names_place *place;
	bool is_jump = record->kind == CG_JUMP || record->kind == CG_BRANCH;
	bool is_new = record->object != walk->own.path ||
		      record->def_file != walk->function.def_file ||
		      record->function != walk->function.function ||
		      record->context != walk->context ||
		      record->region != walk->region;

	if (record->kind == CG_ENTRIES)
		return 1;
	if (is_new && inlined_finish(&walk->inlined) < 0)
		return -1;
	walk->context = record->context;
	walk->region = record->region;
	place = name_host(walk, record);
	if (form->calls) {
		context_map_apply(&walk->contexts, record);
		context_map_fit(&walk->contexts, record);
	}
	if (cg_is_folded(record->kind)) {
		record->file = record->def_file;
		return form->calls;
	}
	if (form->calls && name_inlined(walk, place, record) < 0)
		return -1;
	if (!form->calls)
		name_flat(walk, place, record);
	name_place(place, &record->file, &record->line);
	if (record->kind == CG_COSTS && place->is_declaration)
		walk->naming->without_line += record->counts[0];
	if (record->kind == CG_COSTS && walk->function.is_unnamed)
		walk->naming->objects[walk->own.index].unnamed +=
		    record->counts[0];
	if (!form->calls)
		return cg_record_flatten(record);
	if (is_jump) {
		place = naming_find_place(&walk->own, record->target.address);
		name_place(place, &record->target.file, &record->target.line);
		record->target.function =
		    inlined_function(&walk->inlined, place);
	}
	if (!form->addresses)
		record->address = record->target.address = 0;
	return form->addresses || record->line != 0 || !is_jump;
}

/* Forgets the functions that were named last. */
static void
forget_functions(struct naming_walk *walk)
{
	free(walk->function.name);
	free(walk->function.placed);
	free(walk->callee.name);
	free(walk->frame.name);
	walk->function = walk->callee = walk->frame =
	    (struct named_function){0};
	walk->own = walk->target = walk->stack = (struct address_search){0};
}

/* Adds the calls, before any inlined function is named. */
static void
add_hosts(struct naming_walk *walk, struct cg_profile *profile)
{
	struct cg_record record;

	for (size_t i = 0; i < cg_profile_len(profile); i++) {
		cg_profile_at(profile, i, &record);
		if (record.kind == CG_ENTRIES)
			continue;
		name_host(walk, &record);
		callgraph_add(&walk->hosts, &record);
	}
	forget_functions(walk);
	callgraph_complete(&walk->hosts);
	inclusive_compute(&walk->hosts);
}

struct naming_walk *
naming_begin(struct naming *naming, struct cg_profile *profile,
    const struct naming_form *form, const struct cg_header *header,
    struct cg_profile *named)
{
	struct naming_walk *walk = cli_alloc(1, sizeof(*walk));

	*walk = (struct naming_walk){
	    .naming = naming,
	    .form = form,
	    .named = named,
	};
	if (!form->calls)
		return walk;
	callgraph_init(&walk->hosts, header);
	add_hosts(walk, profile);
	context_map_init(&walk->contexts, name_frame, walk);
	inlined_init(
	    &walk->inlined, naming->answers, header, named, &walk->contexts);
	return walk;
}

int
naming_put(struct naming_walk *walk, const struct cg_record *record)
{
	struct cg_record row = *record;
	int status = name_record(walk, &row);

	return status == 1 ? cg_profile_add(walk->named, &row) : status;
}

int
naming_end_reader(struct naming_walk *walk)
{
	int status = inlined_finish(&walk->inlined);

	forget_functions(walk);
	walk->context = NULL;
	walk->region = NULL;
	context_map_forget(&walk->contexts);
	return status;
}

int
naming_end(struct naming_walk *walk)
{
	int status = naming_end_reader(walk);

	if (walk->form->calls) {
		if (status == 0)
			status = call_limits_apply(walk->named, &walk->hosts);
		inlined_release(&walk->inlined);
		callgraph_release(&walk->hosts);
		context_map_release(&walk->contexts);
	}
	free(walk);
	return status;
}

int
naming_apply(struct naming *naming, struct cg_profile *profile,
    const struct naming_form *form, const struct cg_header *header,
    struct cg_profile *named)
{
	struct naming_walk *walk =
	    naming_begin(naming, profile, form, header, named);
	struct cg_record record;
	int status = 0, ended;

	for (size_t i = 0; i < cg_profile_len(profile) && status == 0; i++) {
		cg_profile_at(profile, i, &record);
		status = naming_put(walk, &record);
	}
	ended = naming_end(walk);
	return status < 0 ? status : ended;
}
