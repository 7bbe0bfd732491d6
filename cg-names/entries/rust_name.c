/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The parts of a mangled name are those of the path to the function, and so are the entries around
 * it: from the end on, up to the type of an "impl", a part is an entry.
 *
 *	alloc::vec::Vec<T,A>::retain::{{closure}}	demangled
 *	{closure#0}<u8, alloc::alloc::Global>		its entry, in "retain"
 *	alloc::vec::Vec<T,A>::retain::{closure#0}<u8, alloc::alloc::Global>
 */
#include <libiberty/demangle.h>
#include <stdlib.h>
#include <string.h>

#include "entry.h"
#include "libcli/cli.h"
#include "rust_name.h"

static const char start[] = "_ZN", closure[] = "{{closure}}";

/* a part of a mangled name */
struct rust_part {
	const char *text; /* with the length before it */
	size_t len;
};

/* Reads a part and goes on to the next one.  False if there is none. */
static bool
take_part(const char **next, struct rust_part *part)
{
	char *text;
	unsigned long len;

	if (**next < '1' || **next > '9')
		return false;
	len = strtoul(*next, &text, 10);
	if (len > strlen(text))
		return false;
	part->text = *next;
	part->len = (size_t)(text - *next) + len;
	*next += part->len;
	return true;
}

static bool
is_hash(const struct rust_part *part)
{
	return part->len == 3 + RUST_HASH_DIGITS &&
	       strncmp(part->text, "17h", 3) == 0 &&
	       strspn(part->text + 3, "0123456789abcdef") >= RUST_HASH_DIGITS;
}

const char *
rust_name_hash(const char *symbol)
{
	const char *next = symbol + sizeof(start) - 1;
	struct rust_part part = {NULL, 0};

	if (strncmp(symbol, start, sizeof(start) - 1) != 0)
		return NULL;
	while (take_part(&next, &part))
		;
	if (part.text == NULL || !is_hash(&part) || *next != 'E')
		return NULL;
	/* LLVM makes names of one file different */
	return next[1] == '\0' || strncmp(next + 1, ".llvm.", 6) == 0
		   ? part.text + 3
		   : NULL;
}

/* --- parts as people read them --------------------------------------------- */

static char *
demangle(const char *mangled)
{
	char *name = cplus_demangle(mangled, DMGL_PARAMS | DMGL_ANSI);

	return name != NULL ? name : cli_copy(mangled, strlen(mangled));
}

char *
rust_name_plain(const char *symbol)
{
	const char *end = rust_name_hash(symbol) + RUST_HASH_DIGITS + 1;
	char *whole = cli_copy(symbol, (size_t)(end - symbol));
	char *name = demangle(whole);

	free(whole);
	return name;
}

/* Demangles a part as if it were a name of its own. */
static char *
part_text(const struct rust_part *part)
{
	/* demanglers know a hash by its different digits */
	char *mangled = cli_format(
	    "%s%.*s17h0123456789abcdefE", start, (int)part->len, part->text);
	char *text = demangle(mangled);

	free(mangled);
	return text;
}

/* Returns the entry around an entry, or NULL. */
static Dwarf_Die *
around(struct enclosing_units *units, Dwarf_Die *die)
{
	const struct enclosing_entry *entry =
	    enclosing_find(enclosing_of(units, die->cu), die);

	return entry != NULL ? (Dwarf_Die *)&entry->die : NULL;
}

/* Returns the text of a part that is an entry. */
static char *
text_of_entry(const char *text, const char *name, bool is_function)
{
	const char *arguments = is_function ? strchr(name, '<') : NULL;
	size_t len = strlen(text);

	if (strcmp(text, closure) == 0 && *name == '{') {
		text = name;
		len = strcspn(name, "<");
	} else if (arguments != NULL && strchr(text + 1, '<') != NULL) {
		/* what rustc has put into the symbol has no numbers of closures */
		len = strcspn(text + 1, "<") + 1;
	}
	return cli_format(
	    "%.*s%s", (int)len, text, arguments != NULL ? arguments : "");
}

/* Puts what the entries say in the place of the texts, from the last one on. */
static void
take_entries(
    char **texts, size_t n, struct enclosing_units *units, Dwarf_Die *function)
{
	Dwarf_Die origin = entry_origin(function);
	Dwarf_Die *die = &origin;

	for (size_t i = n; i-- > 0 && die != NULL; die = around(units, die)) {
		const char *name = dwarf_diename(die);
		char *text;

		if (name == NULL || strncmp(name, "{impl#", 6) == 0)
			break;
		text = text_of_entry(texts[i], name, i + 1 == n);
		free(texts[i]);
		texts[i] = text;
	}
}

static char *
join(char **texts, size_t n)
{
	char *name = cli_copy("", 0);

	for (size_t i = 0; i < n; i++) {
		cli_append(&name, "%s%s", i > 0 ? "::" : "", texts[i]);
		free(texts[i]);
	}
	return name;
}

char *
rust_name_build(
    const char *symbol, struct enclosing_units *units, Dwarf_Die *function)
{
	const char *next = symbol + sizeof(start) - 1;
	struct rust_part part;
	char **texts = NULL, *name;
	size_t n = 0;

	if (dwarf_diename(function) == NULL)
		return NULL;
	while (take_part(&next, &part) && !is_hash(&part)) {
		texts = cli_grow(texts, n, sizeof(*texts));
		texts[n++] = part_text(&part);
	}
	take_entries(texts, n, units, function);
	name = join(texts, n);
	free(texts);
	return name;
}
