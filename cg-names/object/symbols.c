/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds functions and variables by going through the symbol table once and looking for the
 * addresses in each symbol, because few of many symbols are executed or accessed.  A symbol
 * without a size, as assembly code can have, ends at the next symbol or with its
 * section.
 */
#include <gelf.h>
#include <libiberty/demangle.h>
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "symbols.h"

struct found {
	const char *covering; /* with a size, around the address */
	uint64_t start, end;  /* of it */
	int rank;             /* of it */
	/* the last one between the address before and this one */
	const char *before;
	uint64_t before_start, before_end;
	bool is_sized;
};

struct symbol_search {
	enum symbol_kind kind;
	const uint64_t *addresses;
	size_t n;
	struct found *found;
	/* NULL: symbols are searched for addresses; else those are listed that it wants */
	bool (*is_wanted)(const char *name, uint64_t start, const void *data);
	const void *data;
	const char **list;
	size_t nlist;
	Elf *elf;
};

static size_t
first_from(const struct symbol_search *s, uint64_t start)
{
	size_t low = 0, high = s->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (s->addresses[middle] < start)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* of several names for one function, a global one, then a weak one */
static int
rank_of(const GElf_Sym *symbol)
{
	switch (GELF_ST_BIND(symbol->st_info)) {
	case STB_GLOBAL:
		return 2;
	case STB_WEAK:
		return 1;
	default:
		return 0;
	}
}

static bool
is_better(const struct found *found, uint64_t start, int rank, const char *name)
{
	if (found->covering == NULL || start != found->start)
		return found->covering == NULL || start > found->start;
	if (rank != found->rank)
		return rank > found->rank;
	return strcmp(name, found->covering) < 0;
}

static void
add(struct symbol_search *s, const GElf_Sym *symbol, const char *name,
    uint64_t end)
{
	uint64_t start = symbol->st_value;
	size_t i = first_from(s, start);
	int rank = rank_of(symbol);

	if (i == s->n)
		return;
	if (s->found[i].before == NULL || start > s->found[i].before_start) {
		s->found[i].before = name;
		s->found[i].before_start = start;
		s->found[i].before_end = end;
		s->found[i].is_sized = symbol->st_size != 0;
	}
	for (; symbol->st_size != 0 && i < s->n && s->addresses[i] < end; i++)
		if (is_better(&s->found[i], start, rank, name)) {
			s->found[i].covering = name;
			s->found[i].start = start;
			s->found[i].end = end;
			s->found[i].rank = rank;
		}
}

static void
add_to_list(struct symbol_search *s, const char *name)
{
	s->list = cli_grow(s->list, s->nlist, sizeof(*s->list));
	s->list[s->nlist++] = name;
}

/* True if a symbol of the type can be what is searched for, in a section with the
 * flags. */
static bool
is_of_kind(enum symbol_kind kind, int type, GElf_Xword flags)
{
	switch (kind) {
	case SYMBOL_OF_CODE:
		return (type == STT_FUNC || type == STT_GNU_IFUNC ||
			   type == STT_NOTYPE) &&
		       (flags & SHF_EXECINSTR) != 0;
	case SYMBOL_OF_DATA:
		return type == STT_OBJECT && (flags & SHF_TLS) == 0;
	default:
		return type == STT_TLS && (flags & SHF_TLS) != 0;
	}
}

/* Returns the end of the symbol, at most the end of its section; 0 if it is not
 * searched for. */
static uint64_t
end_of(const struct symbol_search *s, const GElf_Sym *symbol)
{
	Elf_Scn *section = elf_getscn(s->elf, symbol->st_shndx);
	GElf_Shdr header;
	uint64_t end;

	if (symbol->st_shndx == SHN_UNDEF ||
	    gelf_getshdr(section, &header) == NULL ||
	    !is_of_kind(
		s->kind, GELF_ST_TYPE(symbol->st_info), header.sh_flags))
		return 0;
	/* marks such as _DYNAMIC have no size */
	if (s->kind != SYMBOL_OF_CODE && symbol->st_size == 0)
		return 0;
	/* it is an offset in a segment */
	if (s->kind == SYMBOL_OF_THREAD)
		return symbol->st_value + symbol->st_size;
	end = header.sh_addr + header.sh_size;
	if (symbol->st_size != 0 && symbol->st_size < end - symbol->st_value)
		end = symbol->st_value + symbol->st_size;
	return end;
}

/* false if the object has no such table */
static bool
search_table(struct symbol_search *s, GElf_Word type)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	Elf_Data *data;
	GElf_Sym symbol;
	size_t n;

	do {
		section = elf_nextscn(s->elf, section);
		if (section == NULL || gelf_getshdr(section, &header) == NULL)
			return false;
	} while (header.sh_type != type);
	data = elf_getdata(section, NULL);
	if (data == NULL || header.sh_entsize == 0)
		return false;
	n = header.sh_size / header.sh_entsize;
	for (size_t i = 1; i < n; i++) {
		const char *name;
		uint64_t end;

		if (gelf_getsym(data, (int)i, &symbol) == NULL)
			return true;
		end = end_of(s, &symbol);
		if (end == 0)
			continue;
		name = elf_strptr(s->elf, header.sh_link, symbol.st_name);
		if (name == NULL || *name == '\0' || *name == '$')
			continue;
		if (s->is_wanted == NULL)
			add(s, &symbol, name, end);
		else if (s->is_wanted(name, symbol.st_value, s->data))
			add_to_list(s, name);
	}
	return true;
}

static void
search_object(struct symbol_search *s, const struct object *object)
{
	static const GElf_Word types[] = {SHT_SYMTAB, SHT_SYMTAB, SHT_DYNSYM};
	Elf *const files[] = {
	    object->program.elf, object->debug.elf, object->program.elf};

	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++) {
		s->elf = files[i];
		if (s->elf != NULL && search_table(s, types[i]))
			return;
	}
}

struct symbol *
symbols_find(const struct object *object, enum symbol_kind kind,
    const uint64_t *addresses, size_t n)
{
	struct symbol_search s = {
	    .kind = kind,
	    .addresses = addresses,
	    .n = n,
	    .found = cli_alloc(n, sizeof(*s.found)),
	};
	const struct found *before = NULL;
	struct symbol *symbols = cli_alloc(n, sizeof(*symbols));

	search_object(&s, object);
	for (size_t i = 0; i < n; i++) {
		const struct found *found = &s.found[i];

		if (found->before != NULL)
			before = found;
		symbols[i] =
		    (struct symbol){found->covering, found->start, found->end};
		if (found->covering == NULL && before != NULL &&
		    !before->is_sized && addresses[i] < before->before_end)
			symbols[i] = (struct symbol){before->before,
			    before->before_start, before->before_end};
	}
	free(s.found);
	return symbols;
}

const char **
symbols_list(const struct object *object,
    bool (*is_wanted)(const char *name, uint64_t start, const void *data),
    const void *data, size_t *n)
{
	struct symbol_search s = {
	    .kind = SYMBOL_OF_CODE,
	    .is_wanted = is_wanted,
	    .data = data,
	};

	search_object(&s, object);
	*n = s.nlist;
	return s.list;
}

uint32_t
symbols_reply(struct reply *reply, const char *name)
{
	char *demangled = cplus_demangle(name, DMGL_PARAMS | DMGL_ANSI);
	uint32_t number =
	    reply_string(reply, demangled != NULL ? demangled : name);

	free(demangled);
	return number;
}
