/* SPDX-License-Identifier: BSD-2-Clause */
/* Values of arguments of templates. */
#include <dwarf.h>
#include <gelf.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cxx_name.h"
#include "entry.h"

/* a value of an argument, of at most 128 bits, the least first */
struct value {
	uint32_t words[4];
	bool is_negative;
};

/* the type of a value: an enumeration has the size and sign of its integer */
static bool
is_unsigned(Dwarf_Die *type)
{
	Dwarf_Attribute attribute;
	Dwarf_Word encoding;

	return dwarf_formudata(dwarf_attr(type, DW_AT_encoding, &attribute),
		   &encoding) == 0 &&
	       (encoding == DW_ATE_unsigned ||
		   encoding == DW_ATE_unsigned_char ||
		   encoding == DW_ATE_boolean || encoding == DW_ATE_UTF);
}

/* Sets the words from bytes in the order of the object's machine. */
static bool
read_block(Dwarf_Attribute *attribute, struct value *value)
{
	Elf *elf = dwarf_getelf(dwarf_cu_getdwarf(attribute->cu));
	GElf_Ehdr header;
	Dwarf_Block block;
	bool is_big = elf != NULL && gelf_getehdr(elf, &header) != NULL &&
		      header.e_ident[EI_DATA] == ELFDATA2MSB;

	if (dwarf_formblock(attribute, &block) != 0 ||
	    block.length != sizeof(value->words))
		return false;
	for (size_t i = 0; i < block.length; i++)
		value->words[i / 4] |=
		    (uint32_t)block.data[is_big ? block.length - 1 - i : i]
		    << 8 * (i % 4);
	return true;
}

static void
negate(struct value *value)
{
	uint64_t carry = 1;

	for (size_t i = 0; i < 4; i++) {
		carry += ~value->words[i];
		value->words[i] = (uint32_t)carry;
		carry >>= 32;
	}
}

/* Reads a constant as the type says, because its form says neither size nor sign. */
static bool
read_value(Dwarf_Attribute *attribute, Dwarf_Die *type, struct value *value)
{
	int size = dwarf_bytesize(type);
	Dwarf_Sword number;
	Dwarf_Word word;

	*value = (struct value){.is_negative = false};
	if (!read_block(attribute, value)) {
		if (dwarf_formsdata(attribute, &number) != 0 ||
		    dwarf_formudata(attribute, &word) != 0)
			return false;
		if (is_unsigned(type))
			number = (Dwarf_Sword)word;
		if (size > 0 && size < 8 && is_unsigned(type))
			number &= ((Dwarf_Sword)1 << 8 * size) - 1;
		for (size_t i = 0; i < 4; i++)
			value->words[i] =
			    i < 2 ? (uint32_t)((uint64_t)number >> 32 * i)
			    : number < 0 && !is_unsigned(type) ? UINT32_MAX
							       : 0;
	}
	if (!is_unsigned(type) && value->words[3] >> 31 != 0) {
		value->is_negative = true;
		negate(value);
	}
	return true;
}

static void
add_digits(struct cxx_name *name, struct value value)
{
	char digits[48], *next = digits + sizeof(digits);
	bool is_more = true;

	*--next = '\0';
	while (is_more) {
		uint64_t rest = 0;

		is_more = false;
		for (size_t i = 4; i-- > 0;) {
			rest = rest << 32 | value.words[i];
			value.words[i] = (uint32_t)(rest / 10);
			rest %= 10;
			is_more |= value.words[i] != 0;
		}
		*--next = (char)('0' + rest);
	}
	if (value.is_negative)
		*--next = '-';
	cxx_name_add(name, next);
}

static void
add_integer(struct cxx_name *name, const char *type, const struct value *value)
{
	static const struct {
		const char *type, *suffix;
	} suffixes[] = {{"int", ""}, {"unsigned int", "u"}, {"long", "l"},
	    {"unsigned long", "ul"}, {"long long", "ll"},
	    {"unsigned long long", "ull"}};

	if (strcmp(type, "bool") == 0) {
		cxx_name_add(name, value->words[0] != 0 ? "true" : "false");
		return;
	}
	for (size_t i = 0; i < sizeof(suffixes) / sizeof(*suffixes); i++)
		if (strcmp(type, suffixes[i].type) == 0) {
			add_digits(name, *value);
			cxx_name_add(name, suffixes[i].suffix);
			return;
		}
	cxx_name_add(name, "(");
	cxx_name_add(name, type);
	cxx_name_add(name, ")");
	add_digits(name, *value);
}

bool
cxx_name_add_value(struct cxx_name *name, Dwarf_Die *argument)
{
	struct cxx_name type = {.units = name->units, .depth = name->depth};
	Dwarf_Attribute attribute;
	struct value value;
	Dwarf_Die entry, base;

	if (!entry_refer(argument, DW_AT_type, &entry) ||
	    dwarf_peel_type(&entry, &base) != 0 ||
	    dwarf_tag(&base) == DW_TAG_ptr_to_member_type ||
	    dwarf_attr(argument, DW_AT_const_value, &attribute) == NULL ||
	    !read_value(&attribute, &base, &value))
		return false;
	cxx_name_add_type(&type, &entry);
	if (type.text != NULL)
		add_integer(name, type.text, &value);
	free(type.text);
	return true;
}
