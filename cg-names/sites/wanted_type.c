/* SPDX-License-Identifier: BSD-2-Clause */
/* Parses the name of a type: words before it, scopes, and asterisks after it. */
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "cg-names/data/type_entry.h"
#include "cg-names/data/type_name.h"
#include "libcli/cli.h"
#include "wanted_type.h"

struct parsed_name {
	const char *full; /* without words and asterisks */
	size_t full_len;
	const char *last; /* after the scopes */
	size_t len;
	unsigned int npointers;
};

/* --- the name ------------------------------------------------------------- */

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n';
}

/* Skips a word and the blanks after it, if the text begins with that. */
static bool
skip_word(const char **text, size_t *len, const char *word)
{
	size_t n = strlen(word);

	if (*len <= n || strncmp(*text, word, n) != 0 || !is_blank((*text)[n]))
		return false;
	*text += n;
	*len -= n;
	while (*len > 0 && is_blank(**text)) {
		(*text)++;
		(*len)--;
	}
	return true;
}

static bool
parse(struct parsed_name *name, const char *text, size_t len)
{
	static const char *const words[] = {"const", "volatile", "struct",
	    "class", "union", "enum", "typename"};
	size_t word = 0;
	int open = 0;

	*name = (struct parsed_name){0};
	while (len > 0 && is_blank(*text)) {
		text++;
		len--;
	}
	while (word < sizeof(words) / sizeof(*words))
		word = skip_word(&text, &len, words[word]) ? 0 : word + 1;
	while (len > 0 && (is_blank(text[len - 1]) || text[len - 1] == '*'))
		name->npointers += text[--len] == '*';
	if (len > 2 && strncmp(text, "::", 2) == 0) {
		text += 2;
		len -= 2;
	}
	name->full = name->last = text;
	name->full_len = name->len = len;
	for (size_t i = 0; i + 1 < len; i++) {
		open += text[i] == '<';
		open -= text[i] == '>';
		if (open == 0 && text[i] == ':' && text[i + 1] == ':') {
			name->last = text + i + 2;
			name->len = len - i - 2;
		}
	}
	return name->len > 0;
}

/* --- the type ------------------------------------------------------------- */

/* True if a type is in the scopes of the name, or in ones that are in others. */
static bool
is_in_scopes(struct site_search *s, const struct parsed_name *name,
    const Dwarf_Die *type)
{
	size_t len;
	char *own, *end;
	bool is_in;

	if (name->full == name->last)
		return true;
	own = type_name(&s->types->enclosing, LANGUAGE_CXX, type);
	len = strlen(own);
	end = own + len - (len < name->full_len ? len : name->full_len);
	is_in = strncmp(end, name->full, name->full_len) == 0 &&
		(end == own || end[-1] == ':');
	free(own);
	return is_in;
}

/* Chooses among the types with a name. */
static bool
choose(struct site_search *s, const struct site *site,
    const struct parsed_name *name, const char *last, size_t len,
    Dwarf_Die *type)
{
	size_t n;
	const struct indexed_type *found =
	    type_index_find(&s->types->index, s->object, last, len, &n);
	uint64_t size = 0;
	bool differ = false;

	for (size_t i = 0; i < n; i++) {
		Dwarf_Die die = found[i].die;
		uint64_t own = type_size(&die);

		if (own == 0 || !is_in_scopes(s, name, &die))
			continue;
		if (die.cu == site->unit) {
			*type = die;
			return true;
		}
		differ |= size != 0 && size != own;
		if (size == 0)
			*type = die;
		size = own;
	}
	return size != 0 && !differ;
}

/* gcc has other names for numbers than people */
static bool
choose_number(struct site_search *s, const struct site *site,
    const struct parsed_name *name, Dwarf_Die *type)
{
	static const char *const names[][2] = {
	    {"unsigned", "unsigned int"},
	    {"short", "short int"},
	    {"unsigned short", "short unsigned int"},
	    {"long", "long int"},
	    {"unsigned long", "long unsigned int"},
	    {"long long", "long long int"},
	    {"unsigned long long", "long long unsigned int"},
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (strlen(names[i][0]) == name->len &&
		    strncmp(names[i][0], name->last, name->len) == 0)
			return choose(s, site, name, names[i][1],
			    strlen(names[i][1]), type);
	return false;
}

/* Sets a type to a pointer to it, if its unit has one. */
static bool
find_pointer(Dwarf_Die *type)
{
	Dwarf_Die unit, die, pointee;

	if (dwarf_diecu(type, &unit, NULL, NULL) == NULL ||
	    dwarf_child(&unit, &die) != 0)
		return false;
	do
		if (dwarf_tag(&die) == DW_TAG_pointer_type &&
		    type_of(&die, &pointee) && pointee.addr == type->addr) {
			*type = die;
			return true;
		}
	while (dwarf_siblingof(&die, &die) == 0);
	return false;
}

bool
wanted_type_find(struct site_search *s, const struct site *site,
    const char *text, size_t len, Dwarf_Die *type)
{
	struct parsed_name name;

	if (!parse(&name, text, len) ||
	    (!choose(s, site, &name, name.last, name.len, type) &&
		!choose_number(s, site, &name, type)))
		return false;
	for (unsigned int i = 0; i < name.npointers; i++)
		if (!find_pointer(type))
			return false;
	return true;
}

void
wanted_type_take(struct site_search *s, struct site *site)
{
	uint64_t size;
	Dwarf_Die type;

	if (site->wanted[0] == '\0' || !wanted_type_find(s, site, site->wanted,
					   strlen(site->wanted), &type))
		return;
	types_complete(s->types, &type);
	/* users may want characters, too */
	size = type_size(&type);
	if (site_fits(site, &type, size)) {
		site->type = type;
		site->size = size;
	} else {
		site_take_array(s, site, &type);
	}
}
