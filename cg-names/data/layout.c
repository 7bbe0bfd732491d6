/* SPDX-License-Identifier: BSD-2-Clause */
/* Walks through a type down to what has no parts, and sorts that by offset. */
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "cg-names/entries/entry.h"
#include "libcli/cli.h"
#include "layout.h"
#include "type_entry.h"
#include "types.h"

enum {
	MOST_FIELDS = 4096, /* of a type */
	MOST_DEPTH = 32,
	LONGEST_NAME = 1024,
};

/* where parts are */
struct field_place {
	const char *prefix; /* of their names, with a dot at its end, or "" */
	uint64_t offset;
	uint64_t count, stride; /* of the array around it */
	int depth;
};

struct layout {
	struct types *types;
	Dwarf_Die flexible; /* the member of this kind; addr NULL: none */
	struct names_data_field *fields;
	size_t n;
	size_t steps;
};

static void
add_field(struct layout *layout, const struct field_place *place,
    const char *name, uint64_t offset, uint64_t size, Dwarf_Die *member)
{
	struct names_data_field field = {
	    .offset = place->offset + offset,
	    .size = size,
	    .count = place->count,
	    .stride = place->stride,
	};
	char *full = cli_format("%s%s", place->prefix, name);

	if (size > 0 && layout->n < MOST_FIELDS &&
	    strlen(full) < LONGEST_NAME) {
		field.name = reply_string(&layout->types->reply->strings, full);
		field.file =
		    types_declaration(layout->types, member, &field.line);
		layout->fields = cli_grow(
		    layout->fields, layout->n, sizeof(*layout->fields));
		layout->fields[layout->n++] = field;
	}
	free(full);
}

/* --- where members are ---------------------------------------------------- */

/* Sets the offset of a member or base class.  False if it differs from object to
 * object, as that of a virtual base class does. */
static bool
find_offset(Dwarf_Die *member, uint64_t *offset)
{
	Dwarf_Attribute attribute;
	Dwarf_Word value;
	Dwarf_Op *ops;
	size_t n;

	*offset = 0;
	if (dwarf_attr(member, DW_AT_data_member_location, &attribute) == NULL)
		return true;
	if (dwarf_formudata(&attribute, &value) == 0) {
		*offset = value;
		return true;
	}
	if (dwarf_getlocation(&attribute, &ops, &n) != 0 || n != 1 ||
	    ops[0].atom != DW_OP_plus_uconst)
		return false;
	*offset = ops[0].number;
	return true;
}

static bool
is_big_endian(const struct layout *layout)
{
	const char *ident = elf_getident(layout->types->object->lines, NULL);

	return ident != NULL && ident[EI_DATA] == ELFDATA2MSB;
}

/* Sets the bytes that a bit-field is in; false if it is none. */
static bool
find_bits(struct layout *layout, Dwarf_Die *member, uint64_t storage,
    uint64_t *offset, uint64_t *size)
{
	uint64_t bits = type_number(member, DW_AT_bit_size, 0);
	uint64_t first = type_number(member, DW_AT_data_bit_offset, UINT64_MAX);
	uint64_t gap = type_number(member, DW_AT_bit_offset, 0);

	if (bits == 0 || bits > 128)
		return false;
	storage = type_number(member, DW_AT_byte_size, storage);
	if (first == UINT64_MAX)
		/* before DWARF 4, bits were counted from the highest one */
		first =
		    8 * *offset +
		    (is_big_endian(layout) ? gap : 8 * storage - gap - bits);
	*offset = first / 8;
	*size = (first % 8 + bits + 7) / 8;
	return true;
}

/* --- members -------------------------------------------------------------- */

static void add_parts(
    struct layout *layout, const struct field_place *place, Dwarf_Die *type);

/* Adds a structure that is a member, or the elements of an array of them.  False if
 * it is too deep in others. */
static bool
add_structure(struct layout *layout, const struct field_place *place,
    const char *name, uint64_t offset, Dwarf_Die *type, uint64_t count)
{
	struct field_place inner = *place;
	char *prefix = NULL;

	if (inner.depth++ == MOST_DEPTH)
		return false;
	if (name != NULL)
		inner.prefix = prefix =
		    cli_format("%s%s.", place->prefix, name);
	inner.offset += offset;
	if (count > 1) {
		inner.count = count;
		inner.stride = type_size(type);
	}
	add_parts(layout, &inner, type);
	free(prefix);
	return true;
}

/* Sets a type that is memory for another one to that: the containers of libstdc++ keep
 * their elements in such. */
static bool
take_content(Dwarf_Die *type)
{
	static const char *const buffers[] = {
	    "__aligned_membuf<",
	    "__aligned_buffer<",
	};
	const char *name = dwarf_diename(type);
	Dwarf_Die content;

	for (size_t i = 0; i < sizeof(buffers) / sizeof(*buffers); i++)
		if (name != NULL &&
		    strncmp(name, buffers[i], strlen(buffers[i])) == 0 &&
		    type_argument(type, &content)) {
			*type = content;
			return true;
		}
	return false;
}

static void
add_member(
    struct layout *layout, const struct field_place *place, Dwarf_Die *member)
{
	const char *plain = dwarf_diename(member);
	struct field_place open = *place; /* of a flexible member */
	uint64_t offset, size, count;
	Dwarf_Die type, element;
	bool is_array;
	char *name;

	/* static members are declarations */
	if (entry_has(member, DW_AT_declaration) ||
	    entry_has(member, DW_AT_external) || !type_of(member, &type) ||
	    !find_offset(member, &offset))
		return;
	types_complete(layout->types, &type);
	if (take_content(&type))
		types_complete(layout->types, &type);
	size = type_size(&type);
	element = type;
	count = type_element(&element);
	is_array = element.addr != type.addr;
	types_complete(layout->types, &element);
	if (member->addr == layout->flexible.addr) {
		size = type_size(&element);
		open.count = count = UINT64_MAX;
		open.stride = size;
	}
	if (plain != NULL && strncmp(plain, "_vptr", 5) == 0)
		plain = "_vptr";
	name = plain == NULL ? NULL
			     : cli_format("%s%s", plain, is_array ? "[]" : "");
	if (!find_bits(layout, member, size, &offset, &size) &&
	    type_peel(&element, false) && type_is_aggregate(&element) &&
	    (!is_array || (count > 0 && place->count == 1)) &&
	    add_structure(layout, place, name, offset, &element, count)) {
		free(name);
		return;
	}
	add_field(
	    layout, &open, name == NULL ? "?" : name, offset, size, member);
	free(name);
}

/* Adds what a value of an enum of Rust can be, and the number that says which. */
static void
add_variants(
    struct layout *layout, const struct field_place *place, Dwarf_Die *variants)
{
	Dwarf_Die tag, die;
	uint64_t offset;

	if (entry_refer(variants, DW_AT_discr, &tag) && type_of(&tag, &die) &&
	    find_offset(&tag, &offset))
		add_field(layout, place, "discriminant", offset,
		    type_size(&die), &tag);
	if (place->depth == MOST_DEPTH || dwarf_child(variants, &die) != 0)
		return;
	do {
		struct field_place inner = *place;

		inner.depth++;
		if (dwarf_tag(&die) == DW_TAG_variant)
			add_parts(layout, &inner, &die);
	} while (dwarf_siblingof(&die, &die) == 0);
}

static void
add_base(
    struct layout *layout, const struct field_place *place, Dwarf_Die *entry)
{
	Dwarf_Die type;
	uint64_t offset;

	if (!type_of(entry, &type) || !find_offset(entry, &offset))
		return;
	types_complete(layout->types, &type);
	if (type_peel(&type, false))
		add_structure(layout, place, NULL, offset, &type, 1);
}

static void
add_parts(
    struct layout *layout, const struct field_place *place, Dwarf_Die *type)
{
	Dwarf_Die die;

	if (dwarf_child(type, &die) != 0)
		return;
	do {
		/* structures without fields could be in one another */
		if (layout->steps++ > 4 * MOST_FIELDS)
			return;
		switch (dwarf_tag(&die)) {
		case DW_TAG_member:
			add_member(layout, place, &die);
			break;
		case DW_TAG_inheritance:
			add_base(layout, place, &die);
			break;
		case DW_TAG_variant_part:
			add_variants(layout, place, &die);
			break;
		default:
			break;
		}
	} while (dwarf_siblingof(&die, &die) == 0);
}

/* --- the order ------------------------------------------------------------ */

/* strings are numbered in the order of the declarations */
static int
compare(const void *a, const void *b)
{
	const struct names_data_field *x = a, *y = b;

	if (x->offset != y->offset)
		return x->offset < y->offset ? -1 : 1;
	return (x->name > y->name) - (x->name < y->name);
}

/* Adds the number of elements before an array, and says that all fields are in its elements. */
static void
begin_array(struct layout *layout, struct field_place *place, Dwarf_Die *type,
    uint64_t cookie)
{
	add_field(layout, place, "(count)", 0, cookie, type);
	place->offset = cookie;
	place->count = UINT64_MAX;
	place->stride = type_size(type);
}

/* Says that all fields are in elements of the type if it is an array, and sets it to the
 * element. */
static void
enter_elements(
    struct layout *layout, struct field_place *place, Dwarf_Die *type)
{
	Dwarf_Die element = *type;
	uint64_t count = type_element(&element);

	if (count == 0 || place->count != 1)
		return;
	types_complete(layout->types, &element);
	place->prefix = "[].";
	place->count = count;
	place->stride = type_size(&element);
	*type = element;
}

uint32_t
layout_add(struct types *types, const Dwarf_Die *type, uint64_t cookie)
{
	struct layout layout = {.types = types};
	struct field_place place = {.prefix = "", .count = 1};
	Dwarf_Die die = *type;

	if (cookie > 0)
		begin_array(&layout, &place, &die, cookie);
	if (type_peel(&die, false) && dwarf_tag(&die) == DW_TAG_array_type)
		enter_elements(&layout, &place, &die);
	if (type_peel(&die, false) && type_is_aggregate(&die)) {
		type_flexible_member(&die, &layout.flexible);
		add_parts(&layout, &place, &die);
	}
	if (layout.n > 0)
		qsort(layout.fields, layout.n, sizeof(*layout.fields), compare);
	for (size_t i = 0; i < layout.n; i++)
		data_reply_field(types->reply, &layout.fields[i]);
	free(layout.fields);
	return (uint32_t)layout.n;
}
