// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Names, files and lines of PHP's functions.  Closures of one text share instructions, and so
 * they are one function.  Methods that classes have from a trait share them, too, but belong
 * to different classes.  What tells functions apart is compared whenever one begins, because
 * one may have the place of another that is gone.
 */
#include "calls/costs.h"
#include "containers/interned.h"
#include "scripts/client_memory.h"
#include "scripts/script_calls.h"
#include "scripts/script_names.h"
#include "php_functions.h"
#include "php_layout.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"

enum {
	MOST_TEXT = 4000,
	MOST_INSTRS = 1 << 24,
	MOST_LINES = 32,
	MOST_OF_LINE =
	    64, /* instructions that are looked at before and after one */
};

/* of a text */
#define TEXT_LENGTH 16
#define TEXT 24

/* in the kind of a function, and in its flags */
enum { IS_FUNCTION = 2, IS_EVAL = 4, REPLACED_BY_OTHER = 1 << 18 };

/* What tells functions apart. */
struct php_identity {
	const HChar *file, *class, *name; /* the program's; NULL: none */
	Addr instrs;
	UInt ninstrs, first_line;
};

/* Names are interned. */
struct php_function {
	struct script_code script;
	struct php_identity identity;
	struct php_line
	    lines[MOST_LINES]; /* that were found last, by instruction */
};

/* Returns the text at an address, which ends at a zero; or NULL. */
static const HChar *
text_at(Addr text)
{
	UWord length;

	if (text % sizeof(UWord) != 0 || !can_read(text, TEXT))
		return NULL;
	length = read_word(text + TEXT_LENGTH);
	if (length == 0 || length > MOST_TEXT ||
	    !can_read(text + TEXT, length + 1) ||
	    *(const HChar *)(text + TEXT + length))
		return NULL;
	return (const HChar *)(text + TEXT);
}

static UInt
read_uint(Addr addr)
{
	return *(const UInt *)addr;
}

static UInt
line_of(Addr instr)
{
	return read_uint(instr + PHP_INSTR_LINE);
}

/* Sets what tells the function apart.  False if it is none of a script. */
static Bool
identify(Addr function, struct php_identity *identity)
{
	UChar kind;
	Addr class;

	if (function % sizeof(UWord) != 0 ||
	    !can_read(function, php_layout.size))
		return False;
	kind = *(const UChar *)(function + PHP_FUNCTION_KIND);
	if ((kind != IS_FUNCTION && kind != IS_EVAL) ||
	    read_uint(function + PHP_FUNCTION_FLAGS) & REPLACED_BY_OTHER)
		return False;
	class = read_word(function + PHP_FUNCTION_CLASS);
	*identity = (struct php_identity){
	    .file = text_at(read_word(function + php_layout.file)),
	    .class = class ? text_at(read_word(class + PHP_CLASS_NAME)) : NULL,
	    .name = text_at(read_word(function + PHP_FUNCTION_NAME)),
	    .instrs = read_word(function + php_layout.instrs),
	    .ninstrs = read_uint(function + php_layout.ninstrs),
	    .first_line = read_uint(function + php_layout.first_line),
	};
	return identity->file && identity->instrs % sizeof(UWord) == 0 &&
	       identity->ninstrs - 1 < MOST_INSTRS &&
	       can_read(
		   identity->instrs, (UWord)identity->ninstrs * PHP_INSTR_SIZE);
}

/* The text is compared up to its first zero. */
static Bool
is_same_text(const HChar *a, const HChar *b)
{
	return a && b ? VG_(strcmp)(a, b) == 0 : a == b;
}

static Bool
is_same(const struct php_identity *a, const struct php_identity *b)
{
	return a->instrs == b->instrs && a->ninstrs == b->ninstrs &&
	       a->first_line == b->first_line &&
	       is_same_text(a->file, b->file) &&
	       is_same_text(a->class, b->class) &&
	       is_same_text(a->name, b->name);
}

static const HChar *
keep(const HChar *text)
{
	return text ? name_intern(text) : NULL;
}

/* Since 8.4, the name of a closure also has its place, which changes with all lines above. */
static void
shorten_closure(HChar *name)
{
	HChar *place = VG_(strstr)(name, "{closure:");

	if (place)
		VG_(strcpy)(place, "{closure}");
}

static const HChar *
name_of(const struct php_identity *identity)
{
	HChar name[2 * MOST_TEXT + 8];

	if (!identity->name)
		return name_intern("{main}");
	VG_(snprintf)(name, sizeof name, "%s%s%s",
	    identity->class ? identity->class : "", identity->class ? "::" : "",
	    identity->name);
	shorten_closure(name);
	return name_intern(name);
}

/* Returns what is known of the function, by its instructions and its class. */
static struct php_function *
find_function(Addr instrs, Addr class)
{
	return (struct php_function *)script_code_find(
	    instrs ^ class * 0x9e3779b1u, sizeof(struct php_function));
}

struct script_code *
php_code_of(Addr frame)
{
	Addr function;
	struct php_function *code;
	struct php_identity identity;

	if (frame % sizeof(UWord) != 0 || !can_read(frame, PHP_FRAME_SIZE))
		return NULL;
	function = read_word(frame + PHP_FRAME_FUNCTION);
	if (!identify(function, &identity))
		return NULL;
	code = find_function(
	    identity.instrs, read_word(function + PHP_FUNCTION_CLASS));
	if (code->script.function && is_same(&code->identity, &identity))
		return &code->script;
	identity.file = keep(identity.file);
	identity.class = keep(identity.class);
	identity.name = keep(identity.name);
	code->identity = identity;
	VG_(memset)(code->lines, 0, sizeof code->lines);
	code->script.function = script_function(script_file_name(identity.file),
	    name_of(&identity), identity.first_line);
	return &code->script;
}

/* --- lines ---------------------------------------------------------------- */

static Addr
end_of(const struct php_identity *code)
{
	return code->instrs + (Addr)code->ninstrs * PHP_INSTR_SIZE;
}

Bool
php_is_in(const struct script_code *script, Addr instr)
{
	const struct php_identity *code =
	    &((const struct php_function *)script)->identity;

	return instr >= code->instrs && instr < end_of(code) &&
	       (instr - code->instrs) % PHP_INSTR_SIZE == 0;
}

/* Finds the instructions beside this one that are of its line. */
static struct code_range
find_range(const struct php_identity *code, Addr instr)
{
	Addr first = code->instrs, end = end_of(code);
	struct code_range range = {
	    instr, instr + PHP_INSTR_SIZE, line_of(instr)};

	if (instr - first > MOST_OF_LINE * PHP_INSTR_SIZE)
		first = instr - MOST_OF_LINE * PHP_INSTR_SIZE;
	if (end - instr > MOST_OF_LINE * PHP_INSTR_SIZE)
		end = instr + MOST_OF_LINE * PHP_INSTR_SIZE;
	while (range.begin > first &&
	       line_of(range.begin - PHP_INSTR_SIZE) == range.line)
		range.begin -= PHP_INSTR_SIZE;
	while (range.end < end && line_of(range.end) == range.line)
		range.end += PHP_INSTR_SIZE;
	return range;
}

const struct php_line *
php_find_line(struct script_code *script, Addr instr)
{
	struct php_function *code = (struct php_function *)script;
	struct php_line *line =
	    &code->lines[instr / PHP_INSTR_SIZE % MOST_LINES];

	if (!php_is_in(script, instr))
		return NULL;
	if (line->instr == instr)
		return line;
	if (!can_read(code->identity.instrs,
		end_of(&code->identity) - code->identity.instrs))
		return NULL;
	line->instr = instr;
	line->range = find_range(&code->identity, instr);
	line->cost = cost_find(script->function, line->range.line);
	return line;
}
