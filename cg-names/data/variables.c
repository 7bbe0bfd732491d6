/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A symbol says where a variable is, and its size; debug information says its type
 * and where it is declared.  What has neither is in a section.
 */
#include <libiberty/demangle.h>
#include <stdlib.h>
#include <string.h>

#include "cg-names/entries/cxx_name.h"
#include "cg-names/object/symbols.h"
#include "libcli/cli.h"
#include "type_entry.h"
#include "type_reply.h"
#include "variable_entries.h"
#include "variables.h"

/* what is at an address; a start and end of 0: nothing */
struct chosen {
	uint64_t start, end;
	const char *symbol;  /* or NULL */
	const char *section; /* the same */
	Dwarf_Die die;       /* addr NULL: none */
	enum language language;
};

/* --- sections ------------------------------------------------------------- */

/* Chooses the section that contains an address. */
static void
choose_section(const struct object *object, bool is_thread_local,
    uint64_t address, struct chosen *chosen)
{
	Elf *elf = object->program.elf != NULL ? object->program.elf
					       : object->debug.elf;
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	uint64_t base;
	size_t names;

	if (elf == NULL || elf_getshdrstrndx(elf, &names) < 0)
		return;
	base = is_thread_local ? object_tls(object).start : 0;
	while ((section = elf_nextscn(elf, section)) != NULL) {
		if (gelf_getshdr(section, &header) == NULL ||
		    (header.sh_flags & SHF_ALLOC) == 0 ||
		    ((header.sh_flags & SHF_TLS) != 0) != is_thread_local ||
		    address + base - header.sh_addr >= header.sh_size)
			continue;
		chosen->section = elf_strptr(elf, names, header.sh_name);
		chosen->start = header.sh_addr - base;
		chosen->end = chosen->start + header.sh_size;
		return;
	}
}

/* --- choosing ------------------------------------------------------------- */

/* The innermost one is chosen; a symbol knows the size of what has no bounds. */
static void
choose(struct chosen *chosen, const struct symbol *symbol,
    const struct variable_entry *entry)
{
	if (symbol->name != NULL &&
	    (entry->die.addr == NULL || symbol->start >= entry->start)) {
		chosen->symbol = symbol->name;
		chosen->start = symbol->start;
		chosen->end = symbol->end;
	}
	if (entry->die.addr != NULL &&
	    (symbol->name == NULL || entry->start >= symbol->start)) {
		chosen->die = entry->die;
		chosen->language = entry->language;
		if (symbol->name == NULL || entry->start > symbol->start) {
			chosen->start = entry->start;
			chosen->end = entry->start + entry->size;
		}
	}
}

/* --- names ---------------------------------------------------------------- */

/* Returns the name of a variable that debug information describes, to be freed, or
 * NULL. */
static char *
name_of_entry(struct types *types, struct chosen *chosen)
{
	struct cxx_name name = {.units = &types->enclosing};
	const char *plain = dwarf_diename(&chosen->die);

	if (plain == NULL)
		return NULL;
	if (chosen->language == LANGUAGE_C)
		return cli_format("%s", plain);
	cxx_name_add_qualified(&name, &chosen->die, false);
	return name.text;
}

/* Returns the name that was mangled, to be freed, or NULL. */
static char *
demangle(const char *symbol)
{
	/* of a part of a variable, clang adds a number */
	char *mangled = cli_copy(symbol, strcspn(symbol, "."));
	char *name =
	    cplus_demangle(mangled, DMGL_PARAMS | DMGL_ANSI | DMGL_RET_DROP);

	free(mangled);
	return name;
}

static char *
name_of(struct types *types, struct chosen *chosen)
{
	char *name = chosen->symbol == NULL ? NULL : demangle(chosen->symbol);

	if (name == NULL && chosen->die.addr != NULL)
		name = name_of_entry(types, chosen);
	if (name == NULL && chosen->symbol != NULL)
		name = cli_format("%s", chosen->symbol);
	if (name == NULL)
		name = cli_format(
		    "%s", chosen->section != NULL ? chosen->section : "???");
	return name;
}

/* --- the reply ------------------------------------------------------------ */

static uint32_t
add(struct types *types, struct chosen *chosen)
{
	struct names_data_variable variable = {
	    .address = chosen->start,
	    .size = chosen->end - chosen->start,
	};
	char *name = name_of(types, chosen);
	Dwarf_Die type, element;

	variable.name = reply_string(&types->reply->strings, name);
	free(name);
	if (chosen->die.addr != NULL) {
		variable.file =
		    types_declaration(types, &chosen->die, &variable.line);
		if (type_of(&chosen->die, &type)) {
			element = type;
			type_element(&element);
			variable.is_array = element.addr != type.addr;
			variable.type = type_reply_add(
			    types, chosen->language, &element, 0);
		}
	}
	return data_reply_variable(types->reply, &variable);
}

static int
compare(const void *a, const void *b)
{
	const struct chosen *const *x = a, *const *y = b;

	if ((*x)->start != (*y)->start)
		return (*x)->start < (*y)->start ? -1 : 1;
	if ((*x)->end != (*y)->end)
		return (*x)->end < (*y)->end ? -1 : 1;
	return (*x > *y) - (*x < *y);
}

/* Adds each variable once, and says where it is. */
static void
reply(struct types *types, struct chosen *chosen, size_t n)
{
	struct chosen **sorted = cli_alloc(n, sizeof(*sorted));
	uint32_t *numbers = cli_alloc(n, sizeof(*numbers));
	const struct chosen *last = NULL;
	uint32_t number = 0;

	for (size_t i = 0; i < n; i++)
		sorted[i] = &chosen[i];
	if (n > 0)
		qsort(sorted, n, sizeof(*sorted), compare);
	for (size_t i = 0; i < n; i++) {
		struct chosen *next = sorted[i];

		if (next->end == next->start)
			continue;
		if (last == NULL || last->start != next->start ||
		    last->end != next->end)
			number = add(types, next);
		last = next;
		numbers[next - chosen] = number;
	}
	for (size_t i = 0; i < n; i++)
		data_reply_found(types->reply, numbers[i]);
	free(sorted);
	free(numbers);
}

void
variables_find(struct types *types, bool is_thread_local,
    const uint64_t *addresses, size_t n)
{
	struct object *object = types->object;
	struct symbol *symbols = symbols_find(object,
	    is_thread_local ? SYMBOL_OF_THREAD : SYMBOL_OF_DATA, addresses, n);
	struct variable_entry *entries =
	    variable_entries_find(object, is_thread_local, addresses, n);
	struct chosen *chosen = cli_alloc(n, sizeof(*chosen));

	for (size_t i = 0; i < n; i++) {
		choose(&chosen[i], &symbols[i], &entries[i]);
		if (chosen[i].end == 0)
			choose_section(
			    object, is_thread_local, addresses[i], &chosen[i]);
	}
	reply(types, chosen, n);
	free(chosen);
	free(entries);
	free(symbols);
}
