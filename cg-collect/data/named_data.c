/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "asked_data.h"
#include "libcli/cli.h"
#include "libquery/patterns/own_code.h"
#include "named_data.h"
#include "site.h"

/* Larger things of a type that is not known have no offsets. */
#define MOST_OFFSETS 4096

struct named_data {
	const struct raw_data *raw;
	struct site *sites; /* of each datum on the heap */
	char *
	    *functions; /* their names, with the types of what they allocate */
	bool *has_one_size; /* all blocks of the datum have */
	struct asked_data *asked;
	char *made[2][2]; /* the names of the last two rows */
	int turn;
};

/* --- all data ------------------------------------------------------------- */

static const char *
base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash != NULL ? slash + 1 : path;
}

/* Warns of patterns that match neither symbols nor inlined functions. */
static void
warn_of_patterns(
    const struct raw_data *raw, const struct passed_functions *passed)
{
	for (size_t i = 0; i < passed->n; i++) {
		bool matched = passed->matched[i];

		for (size_t j = 0; j < raw->npassed && !matched; j++)
			matched =
			    strcmp(raw->passed[j], passed->patterns[i]) == 0;
		if (!matched)
			cli_warn("--alloc-fn=%s: no such function called an "
				 "allocation function",
			    passed->patterns[i]);
	}
}

static void
find_sites(struct named_data *named, const struct naming *naming,
    const struct data_options *options)
{
	struct own_code *own = own_code_new();
	struct passed_functions passed = {
	    .patterns = options->passes,
	    .n = options->npasses,
	    .matched = cli_alloc(options->npasses, sizeof(*passed.matched)),
	};

	for (size_t i = 0; i < named->raw->n; i++)
		if (named->raw->data[i].kind == RAW_HEAP)
			site_find(&named->sites[i], &named->raw->data[i],
			    naming, own, &passed);
	warn_of_patterns(named->raw, &passed);
	free(passed.matched);
	own_code_free(own);
}

/* True if the path is the file, or ends with "/" and the file. */
static bool
is_file(const char *path, const char *file, size_t len)
{
	size_t all = strlen(path);

	return all >= len && strncmp(path + all - len, file, len) == 0 &&
	       (all == len || path[all - len - 1] == '/');
}

/* True if what is said is of the site: of its function, or of its file and line. */
static bool
is_of_site(const struct site *site, const char *said, size_t len)
{
	const char *colon = memchr(said, ':', len);
	int64_t line;

	if (strlen(site->function) == len &&
	    strncmp(site->function, said, len) == 0)
		return true;
	if (colon == NULL)
		return false;
	len -= (size_t)(colon + 1 - said);
	return cg_parse_int(colon + 1, len, &line) == (int)len &&
	       line == site->line &&
	       is_file(site->file, said, (size_t)(colon - said));
}

/* Returns the type that users say the site allocates, or NULL. */
static const char *
said_type(const struct site *site, const struct data_options *options)
{
	for (size_t i = 0; i < options->ntypes; i++) {
		const char *said = options->types[i];
		size_t len = strcspn(said, "=");

		if (is_of_site(site, said, len))
			return said + len + 1;
	}
	return NULL;
}

/* Finds the types of what is allocated, and variables. */
static void
find_types(struct named_data *named, const struct data_options *options)
{
	const char **types = cli_alloc(named->raw->n + 1, sizeof(*types));

	for (size_t i = 0; i < named->raw->n; i++)
		if (named->raw->data[i].kind == RAW_HEAP)
			types[i] = said_type(&named->sites[i], options);
	named->asked =
	    asked_data_new(named->raw, named->sites, types, options->names);
	free(types);
}

/* Returns the name of the site's function.  One without a name is told from others by
 * the address of the call. */
static char *
function_of(const struct site *site)
{
	if (strcmp(site->function, cg_unknown_name) != 0)
		return cli_format("%s", site->function);
	return cli_format("%s:0x%llx", base_name(site->call->object),
	    (unsigned long long)site->call->address);
}

static void
name_functions(struct named_data *named)
{
	for (size_t i = 0; i < named->raw->n; i++) {
		const struct names_type *type;
		char *function;

		if (named->raw->data[i].kind != RAW_HEAP)
			continue;
		type = asked_data_type(named->asked, i);
		function = function_of(&named->sites[i]);
		named->functions[i] = cli_format("%s%s%s", function,
		    type != NULL ? ": " : "", type != NULL ? type->name : "");
		free(function);
	}
}

/* True for "node" and "struct node" of "struct node". */
static bool
is_type(const char *type, const char *said)
{
	const char *name = strchr(type, ' ');

	return strcmp(type, said) == 0 ||
	       (name != NULL && strcmp(name + 1, said) == 0);
}

/* Names types that users said of a site that allocates nothing, or that are not known there. */
static void
warn_of_types(
    const struct named_data *named, const struct data_options *options)
{
	for (size_t i = 0; i < options->ntypes; i++) {
		const char *said = options->types[i];
		size_t len = strcspn(said, "="), nsites = 0, ntyped = 0;

		for (size_t j = 0; j < named->raw->n; j++) {
			const struct names_type *type;

			if (named->raw->data[j].kind != RAW_HEAP ||
			    said_type(&named->sites[j], options) !=
				said + len + 1)
				continue;
			type = asked_data_type(named->asked, j);
			nsites++;
			ntyped +=
			    type != NULL && is_type(type->name, said + len + 1);
		}
		if (nsites == 0)
			cli_warn("--data-type=%s: nothing that missed was "
				 "allocated at %.*s",
			    said, (int)len, said);
		else if (ntyped == 0)
			cli_warn("--data-type=%s: no such type is known at "
				 "%.*s",
			    said, (int)len, said);
	}
}

/* Finds out which data have blocks of one size. */
static void
compare_sizes(struct named_data *named)
{
	struct cg_record record;

	for (size_t i = 0; i < cg_profile_len(named->raw->profile); i++) {
		struct raw_row row;

		cg_profile_at(named->raw->profile, i, &record);
		if (record.kind != CG_COSTS)
			continue;
		row = raw_row_parse(record.function);
		named->has_one_size[row.datum] =
		    (int64_t)named->raw->data[row.datum].unit *
			record.counts[RAW_BLOCKS] ==
		    record.counts[RAW_BYTES];
	}
}

struct named_data *
named_data_new(const struct raw_data *raw, const struct naming *naming,
    const struct data_options *options)
{
	struct named_data *named = cli_alloc(1, sizeof(*named));
	size_t n = raw->n + 1;

	named->raw = raw;
	named->sites = cli_alloc(n, sizeof(*named->sites));
	named->functions = cli_alloc(n, sizeof(*named->functions));
	named->has_one_size = cli_alloc(n, sizeof(*named->has_one_size));
	compare_sizes(named);
	find_sites(named, naming, options);
	find_types(named, options);
	name_functions(named);
	warn_of_types(named, options);
	return named;
}

/* --- rows ----------------------------------------------------------------- */

/* Keeps a new name until the next row but one. */
static const char *
keep(struct named_data *named, int n, char *made)
{
	free(named->made[named->turn][n]);
	return named->made[named->turn][n] = made;
}

/* what a row is a part of */
struct whole {
	const struct names_type *type; /* NULL: not known */
	uint64_t size;                 /* of an element, or 0: not known */
	uint64_t offset;               /* of the row */
	const char *index;             /* after the name of an array */
};

/* The offsets of a row in an element: the first one and others, each a step after the
 * one before it, up to the last one. */
struct part {
	uint64_t first, last, step;
};

/* If a row is of several elements, only its step says which part of them it is. */
static struct part
find_part(const struct raw_row *row, const struct whole *whole)
{
	uint64_t size = whole->size, rest = size, step = row->step;
	struct part part = {.first = whole->offset % size, .step = step};

	if (step % size == 0 || row->span < size - part.first) {
		part.last = part.first + (step % size == 0 ? 0 : row->span);
		return part;
	}
	while (rest != 0) {
		part.step = rest;
		rest = step % rest;
		step = part.step;
	}
	part.first %= step;
	part.last = part.first + (size - 1 - part.first) / step * step;
	return part;
}

/* Returns the field that all offsets of the part are in, or NULL. */
static const struct names_field *
field_of_part(const struct names_type *type, const struct part *part)
{
	const struct names_field *field =
	    names_data_field_at(type, part->first);
	uint64_t first, last;

	if (field == NULL || part->first == part->last)
		return field;
	first = part->first - field->offset;
	last = part->last - field->offset;
	if (field->count <= 1 || field->stride == 0)
		return last < field->size ? field : NULL;
	return last / field->stride < field->count &&
		       (first / field->stride == last / field->stride ||
			   part->step % field->stride == 0 ||
			   field->size == field->stride) &&
		       last % field->stride < field->size
		   ? field
		   : NULL;
}

/* Returns the name of the member that all offsets of the part are in, or NULL. */
static char *
member_of_part(const struct names_type *type, const struct part *part)
{
	const struct names_field *first, *last;
	size_t len, before;

	first = names_data_field_at(type, part->first);
	last = names_data_field_at(type, part->last);
	if (first == NULL || last == NULL)
		return NULL;
	/* all fields of an array are in its elements */
	before = strncmp(first->name, "[].", 3) == 0 ? 3 : 0;
	len = before + strcspn(first->name + before, ".");
	if (before + strcspn(last->name + before, ".") != len ||
	    strncmp(first->name, last->name, len) != 0)
		return NULL;
	return cli_copy(first->name, len);
}

/* Returns what follows the name of a datum: ".next", or "[].next" of an array. */
static char *
name_member(const char *member)
{
	return cli_format("%s%s", *member == '[' ? "" : ".", member);
}

/* Returns the name of what all offsets of the part are in, after that of the datum; NULL:
 * it is several members, or there are no parts.  Sets *declared to a field, or to
 * NULL. */
static char *
name_part(const struct names_type *type, uint64_t size, const struct part *part,
    const struct names_field **declared)
{
	char *member = NULL, *name;

	*declared = NULL;
	if (type == NULL ? size > MOST_OFFSETS : type->nfields == 0)
		return NULL;
	if (type != NULL)
		*declared = field_of_part(type, part);
	if (*declared != NULL)
		return name_member((*declared)->name);
	if (part->first == part->last)
		return cli_format("+%llu", (unsigned long long)part->first);
	if (type != NULL)
		member = member_of_part(type, part);
	if (member == NULL)
		return NULL;
	name = name_member(member);
	free(member);
	return name;
}

/* Finds the field, the member or the offset that the row is of.  False if it is of
 * several, or the element has no parts. */
static bool
find_field(struct named_data *named, const struct raw_row *row,
    struct whole *whole, const struct named_datum *datum,
    struct named_datum *field)
{
	const struct names_field *declared;
	struct part part;
	char *name;

	if (!row->has_offset || whole->size == 0)
		return false;
	if (whole->type != NULL && names_data_is_open(whole->type))
		whole->size = UINT64_MAX;
	part = find_part(row, whole);
	name = name_part(whole->type, whole->size, &part, &declared);
	if (name == NULL)
		return false;
	*field = *datum;
	field->function = keep(named, 1,
	    cli_format("%s%s%s", datum->function, whole->index, name));
	/* an offset has the place of its datum */
	if (*name != '+') {
		field->file = cg_unknown_name;
		field->line = 0;
	}
	free(name);
	if (declared != NULL && declared->file != NULL) {
		field->def_file = field->file = declared->file;
		field->line = declared->line;
	}
	return true;
}

static bool
find_block(struct named_data *named, const struct raw_row *row,
    struct named_datum *datum, struct named_datum *field)
{
	const struct raw_datum *raw = &named->raw->data[row->datum];
	const struct site *site = &named->sites[row->datum];
	struct whole whole = {
	    .type = asked_data_type(named->asked, row->datum),
	    .offset = row->offset,
	    .size = raw->element,
	    .index = "",
	};

	*datum = (struct named_datum){
	    .object = "(heap)",
	    .function = named->functions[row->datum],
	    .def_file = site->file,
	    .file = site->file,
	    .line = site->line,
	};
	if (whole.type != NULL)
		whole.size = whole.type->size;
	else if (whole.size == 0 && named->has_one_size[row->datum])
		whole.size = raw->unit;
	return find_field(named, row, &whole, datum, field);
}

/* A section has the name of one, ".rodata". */
static bool
find_in_variable(struct named_data *named, const struct raw_row *row,
    struct named_datum *datum, struct named_datum *field)
{
	const struct raw_datum *raw = &named->raw->data[row->datum];
	struct whole whole = {.index = ""};
	const struct names_variable *variable =
	    asked_data_variable(named->asked, row, &whole.offset);
	const char *object =
	    raw->nplaces > 0 ? base_name(raw->places[0].object) : NULL;
	bool is_section = variable != NULL && variable->name[0] == '.';

	if (variable == NULL || is_section) {
		if (object != NULL)
			datum->function = keep(named, 0,
			    cli_format("%s:%s", object,
				is_section ? variable->name : "(unknown)"));
		return false;
	}
	datum->function = variable->name;
	if (variable->file != NULL)
		datum->def_file = datum->file = variable->file;
	datum->line = variable->line;
	whole.type = variable->type;
	whole.size =
	    variable->type != NULL ? variable->type->size : variable->size;
	if (variable->is_array)
		whole.index = "[]";
	return find_field(named, row, &whole, datum, field);
}

bool
named_data_find(struct named_data *named, const struct raw_row *row,
    struct named_datum *datum, struct named_datum *field)
{
	static const struct named_datum simple[] = {
	    [RAW_ALLOCATOR] = {.object = "(heap)", .function = "(allocator)"},
	    [RAW_STATIC] = {.object = "(static)", .function = "(unknown)"},
	    [RAW_THREAD_LOCAL] = {.object = "(thread-local)",
		.function = "(thread-local)"},
	    [RAW_STACK] = {.object = "(stack)", .function = "(stack)"},
	    [RAW_MAPPED] = {.object = "(mapped)"},
	    [RAW_UNKNOWN] = {.object = "(unknown)", .function = "(unknown)"},
	};
	const struct raw_datum *raw = &named->raw->data[row->datum];

	named->turn = !named->turn;
	if (raw->kind == RAW_HEAP)
		return find_block(named, row, datum, field);
	*datum = simple[raw->kind];
	datum->def_file = datum->file = cg_unknown_name;
	if (raw->kind == RAW_MAPPED)
		datum->function = raw->path;
	return (raw->kind == RAW_STATIC || raw->kind == RAW_THREAD_LOCAL) &&
	       find_in_variable(named, row, datum, field);
}

void
named_data_free(struct named_data *named)
{
	for (size_t i = 0; i < named->raw->n; i++)
		free(named->functions[i]);
	for (size_t i = 0; i < 2; i++)
		for (size_t j = 0; j < 2; j++)
			free(named->made[i][j]);
	free(named->functions);
	free(named->sites);
	free(named->has_one_size);
	asked_data_free(named->asked);
	free(named);
}
