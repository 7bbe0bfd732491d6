/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Replaces addresses by files and lines.  The rows of instructions that have
 * the same function and line are then added up.
 */
#include <stdlib.h>
#include <string.h>

#include "libquery/address_name.h"
#include "libquery/calls/callgraph.h"
#include "libquery/header/description.h"
#include "libquery/header/compilers.h"
#include "libquery/header/inlined_rows.h"
#include "libquery/windows_path.h"
#include "libcli/cli.h"
#include "naming.h"
#include "call_limits.h"
#include "inlined.h"

enum { MANY_ADDRESSES = 1 << 14 };

/* the addresses of one object */
struct naming_object {
	char *path;
	uint64_t *addresses;
	size_t n;
	size_t nsorted;   /* that were there when they were sorted last */
	bool has_symbols; /* functions of it have names */
	int64_t unnamed;  /* the cost of those without */
};

/* contexts, by number */
struct seen {
	bool *numbers;
	size_t n;
};

struct naming {
	const struct build_ids *ids;
	struct naming_object *objects;
	size_t nobjects;
	struct names_object *asked; /* the same objects, after naming_find */
	struct object_names *answers;
	struct seen seen;     /* whose calls were taken */
	int64_t without_line; /* the cost */
};

struct naming *
naming_new(const struct build_ids *ids)
{
	struct naming *naming = cli_alloc(1, sizeof(*naming));

	naming->ids = ids;
	return naming;
}

/* --- addresses ------------------------------------------------------------ */

/* Finds or adds an object; nearly always it is the one that was found last. */
static size_t
find_object(const struct naming *naming, const char *path)
{
	size_t i = 0;

	while (
	    i < naming->nobjects && strcmp(naming->objects[i].path, path) != 0)
		i++;
	return i;
}

static struct naming_object *
object_of(struct naming *naming, const char *path)
{
	size_t i = find_object(naming, path);

	if (i == naming->nobjects) {
		naming->objects = cli_grow(naming->objects, naming->nobjects,
		    sizeof(*naming->objects));
		naming->objects[naming->nobjects++] = (struct naming_object){
		    .path = cli_copy(path, strlen(path))};
	}
	return &naming->objects[i];
}

static int
compare_addresses(const void *a, const void *b)
{
	const uint64_t *left = a, *right = b;

	return (*left > *right) - (*left < *right);
}

/* sorts the addresses and keeps each once */
static void
sort_addresses(struct naming_object *object)
{
	uint64_t *addresses = object->addresses;
	size_t n = 0;

	if (object->n > 0)
		qsort(addresses, object->n, sizeof(*addresses),
		    compare_addresses);
	for (size_t i = 0; i < object->n; i++)
		if (n == 0 || addresses[i] != addresses[n - 1])
			addresses[n++] = addresses[i];
	object->n = n;
}

/* Addresses come again in each context of their function, so they are sorted out
 * whenever there are twice as many. */
static void
add_address(struct naming_object *object, uint64_t address)
{
	if (address == 0)
		return;
	if (object->n > MANY_ADDRESSES && object->n > 2 * object->nsorted) {
		sort_addresses(object);
		object->nsorted = object->n;
	}
	object->addresses =
	    cli_grow(object->addresses, object->n, sizeof(*object->addresses));
	object->addresses[object->n++] = address;
}

void
naming_add(struct naming *naming, const char *object, uint64_t address)
{
	add_address(object_of(naming, object), address);
}

/* The first instruction of a function stands for its file or, if it has no
 * symbol, for its name.  0: neither. */
static uint64_t
first_of(const char *file, const char *function)
{
	const char *text = strcmp(file, cg_unknown_name) == 0 ? function : file;

	return strncmp(text, "0x", 2) == 0 ? strtoull(text, NULL, 16) : 0;
}

/* False if the code is not of a file. */
static bool
is_object(const char *path)
{
	return *path != '\0' && strcmp(path, cg_unknown_name) != 0;
}

/* True if the run has found the file, as of code that was compiled by the
 * program. */
static bool
is_named(const char *file)
{
	return strncmp(file, "0x", 2) != 0 &&
	       strcmp(file, cg_unknown_name) != 0;
}

static void
add_function(
    struct naming_object *object, const char *file, const char *function)
{
	add_address(object, first_of(file, function));
	object->has_symbols |= strcmp(file, cg_unknown_name) != 0;
}

/* Takes the places of calls in a stack, up to the first caller that was taken
 * before. */
static void
add_stack(struct naming *naming, const struct cg_context *context)
{
	struct seen *seen = &naming->seen;

	for (; context != NULL; context = context->caller) {
		if (context->number >= seen->n) {
			size_t n = 2 * (size_t)context->number + 64;

			seen->numbers = cli_resize(seen->numbers, n, 1);
			memset(seen->numbers + seen->n, 0, n - seen->n);
			seen->n = n;
		}
		if (seen->numbers[context->number])
			break;
		seen->numbers[context->number] = true;
		add_function(object_of(naming, context->object),
		    context->def_file, context->function);
		if (context->caller != NULL)
			add_address(object_of(naming, context->caller->object),
			    context->address);
	}
}

void
naming_add_stacks(struct naming *naming, const struct cg_record *record)
{
	add_stack(naming, record->context);
	add_stack(naming, record->target.context);
}

void
naming_forget_stacks(struct naming *naming)
{
	free(naming->seen.numbers);
	naming->seen = (struct seen){0};
}

int
naming_collect(struct naming *naming, struct cg_profile *profile)
{
	struct cg_record row, last = {0};
	const struct cg_target *target = &row.target;
	size_t own = 0; /* the row's object, which may move */

	if (cg_profile_sort(profile) < 0)
		return -1;
	for (size_t i = 0; i < cg_profile_len(profile); i++) {
		cg_profile_at(profile, i, &row);
		if (row.kind == CG_ENTRIES)
			continue;
		if (row.object != last.object)
			own = (size_t)(object_of(naming, row.object) -
				       naming->objects);
		if (!cg_record_same_function(&row, &last))
			add_function(
			    &naming->objects[own], row.def_file, row.function);
		if (!cg_is_folded(row.kind))
			add_address(&naming->objects[own], row.address);
		if (row.kind == CG_CALL) {
			struct naming_object *callee =
			    object_of(naming, target->object);

			add_function(callee, target->file, target->function);
			add_address(callee, target->address);
		} else if (row.kind != CG_COSTS && !cg_is_folded(row.kind)) {
			add_address(&naming->objects[own], target->address);
		}
		naming_add_stacks(naming, &row);
		last = row;
	}
	naming_forget_stacks(naming);
	return 0;
}

/* --- answers -------------------------------------------------------------- */

int
naming_find(struct naming *naming, const struct names_options *options,
    struct cg_error *error)
{
	naming->asked = cli_alloc(naming->nobjects + 1, sizeof(*naming->asked));
	for (size_t i = 0; i < naming->nobjects; i++) {
		struct naming_object *object = &naming->objects[i];
		struct names_object *asked = &naming->asked[i];

		sort_addresses(object);
		*asked = (struct names_object){
		    .path = object->path,
		    .build_id = build_ids_find(naming->ids, object->path),
		    .addresses = object->addresses,
		};
		/* any file could be at the path of an object without one */
		if (asked->build_id != NULL)
			asked->naddresses = object->n;
	}
	naming->answers =
	    object_names_find(naming->asked, naming->nobjects, options, error);
	return naming->answers != NULL ? 0 : -1;
}

char *
naming_compilers(const struct naming *naming)
{
	struct compilers compilers = {0};
	char *desc;

	for (size_t i = 0; naming->answers != NULL && i < naming->nobjects; i++)
		for (size_t k = 0; k < naming->asked[i].ncompilers; k++) {
			const char *text = naming->asked[i].compilers[k];

			compilers_add(&compilers, text, strlen(text));
		}
	desc = compilers_describe(&compilers);
	compilers_release(&compilers);
	return desc;
}

void
naming_warn(const struct naming *naming)
{
	for (size_t i = 0; naming->answers != NULL && i < naming->nobjects; i++)
		if (naming->asked[i].problem != NULL)
			cli_warn("%s: %s", naming->asked[i].path,
			    naming->asked[i].problem);
}

/* --- the form ------------------------------------------------------------- */

static const char without_ids[] = ", without build IDs";

static bool
parse_form(struct naming_form *form, const char *desc)
{
	static const char *const forms[] = {
	    "later",
	    "later, with calls",
	    "later, with calls and addresses",
	};
	const char *value = description_value(desc, "Names:");
	size_t len;
	int i = 2;

	if (value == NULL)
		return false;
	while (i >= 0 && strncmp(value, forms[i], strlen(forms[i])) != 0)
		i--;
	if (i < 0)
		return false;
	len = strlen(forms[i]);
	*form = (struct naming_form){
	    .calls = i > 0,
	    .addresses = i > 1,
	    .build_ids = i > 1 || strcmp(value + len, without_ids) != 0,
	};
	return true;
}

const char **
naming_form_of(const char **descs, size_t ndescs)
{
	struct naming_form form;
	size_t i = 0;

	while (i < ndescs && !parse_form(&form, descs[i]))
		i++;
	return i < ndescs ? &descs[i] : NULL;
}

/* Takes out the description of the form, and build IDs if the form is without
 * them.  Returns false if there is none of the form. */
static bool
take_descriptions(struct naming_form *form, struct cg_header *header,
    const char **descs, bool inlined)
{
	bool has_form = false;
	size_t n = 0;

	for (size_t i = 0; i < header->ndescs; i++)
		has_form |= parse_form(form, header->descs[i]);
	for (size_t i = 0; has_form && i < header->ndescs; i++) {
		struct naming_form same;

		if (!parse_form(&same, header->descs[i]) &&
		    (form->build_ids || !is_of_build_ids(header->descs[i])))
			descs[n++] = header->descs[i];
	}
	/* in the place of the form */
	if (has_form && inlined)
		descs[n++] = inlined_rows_desc;
	header->ndescs = n;
	header->descs = descs;
	return has_form;
}

bool
naming_take_form(struct naming_form *form, struct cg_header *header,
    const char **descs, bool inlined)
{
	if (!take_descriptions(form, header, descs, inlined))
		return false;
	form->inlined = inlined;
	header->format = form->calls ? CG_CALLGRIND : CG_CACHEGRIND;
	header->has_addresses = form->addresses;
	header->has_no_lines = false;
	return true;
}

/* --- rows ----------------------------------------------------------------- */

static const struct names_place unknown;

/* an object's answers, and where the last one was */
struct address_search {
	const struct names_object *object; /* NULL: there are no answers */
	const char *path;
	size_t index; /* of the object */
	size_t next;
	bool has_symbols;
};

static void
search_in(const struct naming *naming, struct address_search *search,
    const char *path)
{
	size_t i;

	if (search->path == path)
		return;
	i = find_object(naming, path);
	*search = (struct address_search){
	    .path = path,
	    .index = i,
	    .has_symbols = naming->objects[i].has_symbols,
	};
	if (naming->answers != NULL && naming->asked[i].places != NULL)
		search->object = &naming->asked[i];
}

/* Addresses mostly come in their order. */
static const struct names_place *
find_place(struct address_search *search, uint64_t address)
{
	const struct names_object *object = search->object;
	const uint64_t *found;
	size_t i = search->next;

	if (object == NULL || address == 0)
		return &unknown;
	if (i >= object->naddresses || object->addresses[i] != address) {
		found = bsearch(&address, object->addresses, object->naddresses,
		    sizeof(address), compare_addresses);
		if (found == NULL)
			return &unknown;
		i = (size_t)(found - object->addresses);
	}
	search->next = i + 1;
	return object->places[i] != NULL ? object->places[i] : &unknown;
}

const struct names_place *
naming_place(const struct naming *naming, const char *object, uint64_t address)
{
	size_t i = find_object(naming, object);
	struct address_search search = {0};

	if (i == naming->nobjects)
		return &unknown;
	search_in(naming, &search, naming->objects[i].path);
	return find_place(&search, address);
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
	if (!is_address || !walk->form->inlined || !is_object(object))
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
	place = find_place(search, first_of(def_file, function));
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
		search_in(walk->naming, &walk->stack, from->caller->object);
		place = find_place(&walk->stack, from->address);
		frame.caller =
		    inlined_context(&walk->contexts, changed->caller, place);
	}
	if (frame.line == 0)
		frame.line = place->line;
	frame.address = 0;
	walk->frame.def_file = NULL;
	search_in(walk->naming, &walk->stack, from->object);
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
	if (!walk->form->inlined || !is_object(object))
		return;
	if (named->placed == NULL)
		named->placed = cli_format("%s:%s", object, cg_unknown_name);
	record->function = named->placed;
}

static void
name_call(const struct naming *naming, struct naming_walk *walk,
    struct cg_record *record)
{
	struct cg_target *target = &record->target;

	if (target->object != walk->target.path)
		walk->callee.def_file = NULL;
	search_in(naming, &walk->target, target->object);
	name_function(
	    walk, &walk->callee, &walk->target, target->file, target->function);
	if (!is_named(target->file))
		target->line = find_place(&walk->target, target->address)->line;
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
name_host(const struct naming *naming, struct naming_walk *walk,
    struct cg_record *record)
{
	const struct names_place *place;

	if (record->object != walk->own.path)
		walk->function.def_file = NULL;
	search_in(naming, &walk->own, record->object);
	name_function(walk, &walk->function, &walk->own, record->def_file,
	    record->function);
	place = find_place(&walk->own, record->address);
	record->def_file = walk->function.file;
	record->function = function_at(walk, place);
	if (record->kind == CG_CALL)
		name_call(naming, walk, record);
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
name_record(
    struct naming *naming, struct naming_walk *walk, struct cg_record *record)
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
	place = name_host(naming, walk, record);
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
		naming->without_line += record->counts[0];
	if (record->kind == CG_COSTS && walk->function.is_unnamed)
		naming->objects[walk->own.index].unnamed += record->counts[0];
	if (!form->calls)
		return cg_record_flatten(record);
	if (is_jump) {
		place = find_place(&walk->own, record->target.address);
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
		name_host(walk->naming, walk, &record);
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
	int status = name_record(walk->naming, walk, &row);

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

bool
naming_compresses(const struct naming_form *form, bool inlined)
{
	return form->calls && inlined;
}

int64_t
naming_without_line(const struct naming *naming)
{
	return naming->without_line;
}

int64_t
naming_unnamed(const struct naming *naming, const char **most)
{
	int64_t sum = 0, max = 0;

	for (size_t i = 0; i < naming->nobjects; i++) {
		const struct naming_object *object = &naming->objects[i];

		sum += object->unnamed;
		if (object->unnamed > max) {
			max = object->unnamed;
			*most = object->path;
		}
	}
	return sum;
}

void
naming_free(struct naming *naming)
{
	if (naming == NULL)
		return;
	object_names_free(naming->answers);
	naming_forget_stacks(naming);
	for (size_t i = 0; i < naming->nobjects; i++) {
		free(naming->objects[i].path);
		free(naming->objects[i].addresses);
	}
	free(naming->objects);
	free(naming->asked);
	free(naming);
}
