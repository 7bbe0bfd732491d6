/* SPDX-License-Identifier: BSD-2-Clause */
/* Knows enough of C and C++ to find the operand of an allocation. */
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "cg-names/data/type_entry.h"
#include "libcli/cli.h"
#include "source_expression.h"
#include "source_line.h"
#include "wanted_type.h"

/* what the statement names */
enum operand { OPERAND_SIZE, OPERAND_CAST, OPERAND_MACRO };

struct reader {
	struct site_search *s;
	const struct site *site;
	enum operand wanted;
	Dwarf_Die type;  /* the first one without typedefs; addr NULL: none */
	Dwarf_Die named; /* the same with them */
	bool differ;     /* there are others */
	bool is_array;   /* new makes an array of it */
	int ncalls, nsizes; /* calls that seem to allocate, and sizes */
	bool is_unknown;    /* there is one that is not understood */
};

static bool
is_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9') || c == '_';
}

static const char *
skip_blanks(const char *text)
{
	return text + strspn(text, " \t\r\n");
}

/* Returns the parenthesis that closes the one at the text, or NULL. */
static const char *
closing(const char *text)
{
	int open = 0;

	for (; *text != '\0'; text++) {
		open += *text == '(' || *text == '[' || *text == '{';
		open -= *text == ')' || *text == ']' || *text == '}';
		if (open == 0)
			return text;
	}
	return NULL;
}

/* A header and elements after it are no type, whatever the sizes of the blocks. */
static void
take(struct reader *r, const Dwarf_Die *type)
{
	Dwarf_Die die = *type;

	types_complete(r->s->types, &die);
	type_peel(&die, false);
	r->differ |= r->type.addr != NULL && r->type.addr != die.addr;
	/* its name may be a typedef's */
	if (r->type.addr == NULL) {
		r->type = die;
		r->named = *type;
	}
}

/* --- operands ------------------------------------------------------------- */

/* Takes the operand of sizeof: a type or an expression. */
static void
take_sizeof(struct reader *r, const char *text)
{
	const char *end;
	Dwarf_Die type;

	text = skip_blanks(text);
	end = *text == '(' ? closing(text) : NULL;
	if ((end != NULL && wanted_type_find(r->s, r->site, text + 1,
				(size_t)(end - text - 1), &type)) ||
	    source_expression_type(r->s, r->site, text, &type))
		take(r, &type);
	else
		r->is_unknown = true;
}

/* Returns the end of the name of a type. */
static const char *
end_of_type(const char *text)
{
	int open = 0;

	for (; *text != '\0'; text++) {
		open += *text == '<';
		open -= *text == '>';
		if (open == 0 && *text != '>' && !is_name(*text) &&
		    strchr(" \t\n:*", *text) == NULL)
			break;
	}
	return text;
}

/* Takes the operand of new. */
static void
take_new(struct reader *r, const char *text)
{
	const char *end;
	Dwarf_Die type;

	text = skip_blanks(text);
	/* where to put it, or "std::nothrow" */
	if (*text == '(' && closing(text) != NULL)
		text = skip_blanks(closing(text) + 1);
	end = end_of_type(text);
	if (wanted_type_find(
		r->s, r->site, text, (size_t)(end - text), &type)) {
		take(r, &type);
		r->is_array |= *end == '[';
	}
}

/* Takes the type of a cast: "(struct node *)x". */
static void
take_cast(struct reader *r, const char *text)
{
	const char *end = closing(text), *star, *next;
	Dwarf_Die type;

	if (end == NULL)
		return;
	for (star = end - 1; star > text && strchr(" \t\n", *star) != NULL;
	     star--)
		;
	next = skip_blanks(end + 1);
	if (*star == '*' && (is_name(*next) || *next == '(') &&
	    wanted_type_find(
		r->s, r->site, text + 1, (size_t)(star - text - 1), &type))
		take(r, &type);
}

/* Takes the types that are arguments: "NEW(struct node, 3)". */
static void
take_arguments(struct reader *r, const char *text)
{
	const char *end = closing(text), *start = text + 1;
	Dwarf_Die type;

	if (end == NULL)
		return;
	for (const char *next = start; next <= end; next++) {
		if (next < end && *next == '(' && closing(next) != NULL)
			next = closing(next);
		if (next != end && *next != ',')
			continue;
		if (wanted_type_find(
			r->s, r->site, start, (size_t)(next - start), &type))
			take(r, &type);
		start = next + 1;
	}
}

static bool
allocates(const char *name, size_t len)
{
	static const char *const words[] = {
	    "new", "NEW", "New", "alloc", "ALLOC", "Alloc"};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		for (size_t at = 0; at + strlen(words[i]) <= len; at++)
			if (strncmp(name + at, words[i], strlen(words[i])) == 0)
				return true;
	return false;
}

static void
take_word(struct reader *r, const char *word, size_t len)
{
	const char *next = skip_blanks(word + len);
	bool is_new = len == 3 && strncmp(word, "new", len) == 0;
	bool is_size = len == 6 && strncmp(word, "sizeof", len) == 0;

	r->ncalls += is_new || (*next == '(' && allocates(word, len));
	r->nsizes += is_new || is_size;
	if (r->wanted == OPERAND_SIZE && is_size)
		take_sizeof(r, next);
	else if (r->wanted == OPERAND_SIZE && is_new)
		take_new(r, next);
	else if (r->wanted == OPERAND_MACRO && *next == '(' &&
		 allocates(word, len))
		take_arguments(r, next);
}

static void
read_statement(struct reader *r, const char *text)
{
	r->ncalls = r->nsizes = 0;
	while (*text != '\0') {
		size_t len = 0;

		while (is_name(text[len]))
			len++;
		if (len > 0)
			take_word(r, text, len);
		else if (*text == '(' && r->wanted == OPERAND_CAST)
			take_cast(r, text);
		text += len > 0 ? len : 1;
	}
	/* the call may be the one without a size */
	if (r->wanted == OPERAND_SIZE && r->nsizes > 0 && r->ncalls > r->nsizes)
		r->is_unknown = true;
}

/* Returns the statement of the site, to be freed, or NULL. */
static char *
read_text(struct site_search *s, const struct site *site)
{
	const struct names_run *place = site_place(s, site);

	if (place == NULL || place->file == 0 || place->line == 0 ||
	    site->language == LANGUAGE_RUST)
		return NULL;
	return statement_read(&s->source, s->strings[place->file], place->line);
}

/* Takes the first kind of operands that the statement has, if it is wanted. */
static void
take_operands(struct site_search *s, struct site *site, bool wants_sizes)
{
	struct reader r = {.s = s, .site = site};
	char *text = read_text(s, site);

	if (text == NULL)
		return;
	for (r.wanted = OPERAND_SIZE;
	     r.wanted <= OPERAND_MACRO && r.type.addr == NULL && !r.is_unknown;
	     r.wanted++)
		read_statement(&r, text);
	/* it is one more after the one that was found */
	if (r.type.addr != NULL && !r.differ && !r.is_unknown &&
	    (r.wanted - 1 == OPERAND_SIZE) == wants_sizes) {
		if (r.is_array)
			site_take_array(s, site, &r.named);
		else
			site_take(s, site, &r.named);
	}
	free(text);
}

void
source_line_take_sizes(struct site_search *s, struct site *site)
{
	take_operands(s, site, true);
}

void
source_line_take_others(struct site_search *s, struct site *site)
{
	take_operands(s, site, false);
}

/* --- declarations --------------------------------------------------------- */

/* Takes what a variable of the line points to, which has the type.  If variables point to
 * several types, the line may allocate each of them.  True if it may be of any type. */
static bool
take_declared(struct site_search *s, struct site *site, const Dwarf_Die *type)
{
	struct site other = *site;
	Dwarf_Die die = *type, pointee;

	if (!type_peel(&die, false) || dwarf_tag(&die) != DW_TAG_pointer_type)
		return false;
	if (!type_pointee(&die, &pointee) || type_is_char(&pointee))
		return true;
	other.size = 0;
	site_take_pointee(s, &other, type);
	if (other.size == 0)
		return false;
	if (site->size == 0)
		*site = other;
	else
		site->is_ambiguous |= site_has_other(site, &other.type);
	return false;
}

void
source_line_take_declared(struct site_search *s, struct site *site)
{
	const struct names_run *place = site_place(s, site);
	size_t scope = site_scope(&s->scopes, site->asked->address);
	bool is_any = false;
	Dwarf_Die die, type;

	if (place == NULL || place->line == 0)
		return;
	/* what is around an inlined function can be in another file */
	for (int tag = DW_TAG_lexical_block;
	     scope != SCOPE_NONE && tag == DW_TAG_lexical_block;
	     scope = s->scopes.nodes[scope].around) {
		tag = dwarf_tag(&s->scopes.nodes[scope].die);
		if (dwarf_child(&s->scopes.nodes[scope].die, &die) != 0)
			continue;
		do
			if (dwarf_tag(&die) == DW_TAG_variable &&
			    type_decl_line(&die) == place->line &&
			    type_of(&die, &type))
				is_any |= take_declared(s, site, &type);
		while (dwarf_siblingof(&die, &die) == 0);
	}
	site->is_ambiguous |= is_any;
}
