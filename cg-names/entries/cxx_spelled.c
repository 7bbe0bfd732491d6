/* SPDX-License-Identifier: BSD-2-Clause */
/* Arguments of templates that only the compiler's name of a type or function has. */
#include <dwarf.h>
#include <string.h>

#include "cxx_name.h"
#include "cxx_spelled.h"
#include "entry.h"

struct spelled
spelled_arguments(Dwarf_Die *entry)
{
	const char *plain = dwarf_diename(entry);
	size_t start, len;

	if (plain == NULL)
		return (struct spelled){"", 0};
	start = cxx_length_without_arguments(plain);
	len = strlen(plain);
	start += plain[start] == ' ';
	if (len - start < 2 || plain[start] != '<')
		return (struct spelled){"", 0};
	len -= start + 2;
	start++;
	while (len > 0 && plain[start + len - 1] == ' ')
		len--;
	return (struct spelled){plain + start, len};
}

struct spelled
spelled_take(struct spelled *arguments)
{
	struct spelled taken = {arguments->next, 0};
	int open = 0;

	for (; taken.len < arguments->len; taken.len++) {
		char c = taken.next[taken.len];

		if (open == 0 && c == ',')
			break;
		open += strchr("<([{", c) != NULL;
		open -= strchr(">)]}", c) != NULL &&
			(taken.len == 0 || taken.next[taken.len - 1] != '-');
	}
	arguments->next += taken.len;
	arguments->len -= taken.len;
	while (arguments->len > 0 && strchr(", ", *arguments->next) != NULL) {
		arguments->next++;
		arguments->len--;
	}
	return taken;
}

/* Takes the first n bytes of the text. */
static struct spelled
split(struct spelled *text, size_t n)
{
	struct spelled taken = {text->next, n};

	text->next += n;
	text->len -= n;
	return taken;
}

static bool
begins_with(struct spelled text, const char *prefix)
{
	size_t len = strlen(prefix);

	return text.len >= len && strncmp(text.next, prefix, len) == 0;
}

/* Returns the length of "T" in "T*", "T&" and "T [3]". */
static size_t
length_of_type(struct spelled text)
{
	size_t len = 0;
	int open = 0;

	for (; len < text.len; len++) {
		struct spelled rest = {text.next + len, text.len - len};

		if (open == 0 && strchr("*&([", *rest.next) != NULL &&
		    !begins_with(rest, "(anonymous namespace)"))
			break;
		open += text.next[len] == '<';
		open -= text.next[len] == '>';
	}
	while (len > 0 && text.next[len - 1] == ' ')
		len--;
	return len;
}

/* Adds a type's name, and the arguments in it. */
static void
add_spelled_type(struct cxx_name *name, struct spelled text)
{
	static const char unnamed[] = "<unnamed>";
	bool is_first = true;

	if (cxx_name_add_base(name, text.next, text.len))
		return;
	while (text.len > 0 &&
	       (*text.next != '<' || begins_with(text, "<lambda") ||
		   begins_with(text, unnamed))) {
		bool is_unnamed = begins_with(text, unnamed);
		struct spelled taken =
		    split(&text, is_unnamed ? strlen(unnamed) : 1);

		if (is_unnamed)
			cxx_name_add(name, "(anonymous namespace)");
		else
			cxx_name_add_some(name, taken.next, taken.len);
	}
	if (text.len < 2 || text.next[text.len - 1] != '>') {
		cxx_name_add_some(name, text.next, text.len);
		return;
	}
	text = (struct spelled){text.next + 1, text.len - 2};
	cxx_name_add(name, "<");
	while (text.len > 0) {
		if (!is_first)
			cxx_name_add(name, ", ");
		is_first = false;
		spelled_add(name, spelled_take(&text));
	}
	cxx_name_add_closing(name);
}

void
spelled_add(struct cxx_name *name, struct spelled text)
{
	static const char keyword[] = "const ";
	bool is_const = begins_with(text, keyword);

	while (text.len > 0 && text.next[text.len - 1] == ' ')
		text.len--;
	if (text.len == 0)
		cxx_name_add(name, "...");
	if (name->depth >= CXX_MOST_DEPTH)
		return;
	name->depth++;
	if (is_const)
		split(&text, strlen(keyword));
	add_spelled_type(name, split(&text, length_of_type(text)));
	if (is_const)
		cxx_name_add(name, " const");
	cxx_name_add_some(name, text.next, text.len);
	name->depth--;
}

void
spelled_add_referred(
    struct cxx_name *name, Dwarf_Die *argument, struct spelled text)
{
	static const char address[] = "(& ";
	size_t len = strlen(address);
	Dwarf_Die type, base;

	if (text.len > len && strncmp(text.next, address, len) == 0)
		text = (struct spelled){text.next + len, text.len - len - 1};
	else if (text.len > 0 && *text.next == '&')
		text = (struct spelled){text.next + 1, text.len - 1};
	if (text.len > 0 && entry_refer(argument, DW_AT_type, &type) &&
	    dwarf_peel_type(&type, &base) == 0 &&
	    (dwarf_tag(&base) == DW_TAG_pointer_type ||
		dwarf_tag(&base) == DW_TAG_ptr_to_member_type))
		cxx_name_add(name, "&");
	spelled_add(name, text);
}
