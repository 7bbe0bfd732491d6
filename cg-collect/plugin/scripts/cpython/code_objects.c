// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Reads code objects of Python.  One may take the place of another that is gone, so what
 * tells them apart is compared whenever a frame begins.
 *
 * The table of lines is a list of entries, each for some instructions of two bytes.  The
 * first byte of an entry has bit 7 set, in bits 3 to 6 its form, and in bits 0 to 2 how many
 * instructions there are, less one.  Forms 10 to 12 go on by 0 to 2 lines, 13 and 14 by a
 * number that follows, 15 has no line, and others are of the same line.  A number has six
 * bits in each byte, lowest first; bit 6 says that another byte follows.  Bit 0 of this
 * number is its sign.  All other bytes, of columns, have bit 7 clear.
 */
#include "containers/interned.h"
#include "scripts/client_memory.h"
#include "scripts/script_calls.h"
#include "scripts/script_names.h"
#include "code_objects.h"
#include "layout.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"

enum {
	MOST_TEXT = 4000,
	MOST_BYTES = 1 << 24,
	NO_LINE = 15,
	SAMPLE = 32, /* bytes of the table of lines that are compared */
};

/* What tells code objects apart. */
struct identity {
	Addr file, name, lines;
	UWord size,
	    text_size; /* of the instructions and of the table of lines */
	UInt first_line;
	ULong sample; /* of the table and the name */
};

struct code_object {
	struct script_code script;
	struct identity identity;
	Addr begin, end; /* of its instructions */
	struct code_range *ranges;
	UInt nranges;
};

/* --- texts ---------------------------------------------------------------- */

static UInt
character(Addr text, UInt kind, UWord i)
{
	return kind == 1   ? ((const UChar *)text)[i]
	       : kind == 2 ? ((const UShort *)text)[i]
			   : ((const UInt *)text)[i];
}

/* The characters of a text, of 1, 2 or 4 bytes each. */
struct characters {
	Addr from;
	UWord len;
	UInt kind;
};

/* Finds the characters of an object.  False if it is no text.  A text that is too long is
 * cut. */
static Bool
find_characters(Addr object, struct characters *text)
{
	UInt state;
	Bool is_ascii, is_compact;

	if (!cpython_is_object(object, "str", cpython_layout.ascii))
		return False;
	state = *(const UInt *)(object + CPYTHON_TEXT_STATE);
	is_compact = state >> 5 & 1;
	is_ascii = state >> 6 & 1;
	text->kind = state >> 2 & 7;
	text->len = *(const UWord *)(object + CPYTHON_SIZE);
	text->from =
	    object + (is_ascii ? cpython_layout.ascii : cpython_layout.compact);
	if (text->len > MOST_TEXT)
		text->len = MOST_TEXT;
	return is_compact &&
	       (text->kind == 1 || text->kind == 2 || text->kind == 4) &&
	       can_read(text->from, text->len * text->kind + 1);
}

/* Returns the interned text of an object, NULL if it is none.  It ends at a zero; one that is
 * empty gets a name. */
static const HChar *
read_text(Addr object)
{
	HChar text[4 * MOST_TEXT + 1], *end = text;
	struct characters chars;
	UInt c;

	if (!find_characters(object, &chars))
		return NULL;
	for (UWord i = 0; i < chars.len; i++) {
		c = character(chars.from, chars.kind, i);
		if (c == 0)
			break;
		end = script_put_character(end, c);
	}
	*end = '\0';
	return name_intern(*text ? text : "(no name)");
}

/* --- lines ---------------------------------------------------------------- */

/* bytes of a table of lines */
struct table {
	const UChar *p, *end;
};

static Int
read_number(struct table *t)
{
	UInt n = 0, shift = 0;
	UChar byte;

	do {
		if (t->p == t->end)
			return 0;
		byte = *t->p++;
		if (shift < 32)
			n |= (UInt)(byte & 0x3f) << shift;
		shift += 6;
	} while (byte & 0x40);
	return n & 1 ? -(Int)(n >> 1) : (Int)(n >> 1);
}

/* Adds instructions to the last range if they are of its line, or as a new one. */
static void
add_range(struct code_object *code, UInt *room, struct code_range range)
{
	struct code_range *last =
	    code->nranges > 0 ? &code->ranges[code->nranges - 1] : NULL;

	if (last && last->line == range.line) {
		last->end = range.end;
		return;
	}
	if (code->nranges == *room) {
		*room = 2 * *room + 8;
		code->ranges = VG_(realloc)("cgcollect.script_lines",
		    code->ranges, *room * sizeof *code->ranges);
	}
	code->ranges[code->nranges++] = range;
}

/* Instructions without a line belong to the one before. */
static void
read_lines(struct code_object *code, const struct identity *identity)
{
	struct table t = {
	    .p = (const UChar *)(identity->lines + CPYTHON_BYTES)};
	Int line = (Int)identity->first_line;
	UInt room = 0;
	Addr at = code->begin;

	t.end = t.p + identity->text_size;
	while (t.p < t.end && at < code->end) {
		UChar head = *t.p++;
		UInt form = head >> 3 & 15;
		Addr next = at + 2 * ((head & 7) + 1u);

		if (form >= 10 && form <= 12)
			line += (Int)form - 10;
		else if (form == 13 || form == 14)
			line += read_number(&t);
		while (t.p < t.end && !(*t.p & 0x80))
			t.p++;
		if (form == NO_LINE && code->nranges > 0)
			code->ranges[code->nranges - 1].end = next;
		else
			add_range(code, &room,
			    (struct code_range){
				at, next, line > 0 ? (UInt)line : 0});
		at = next;
	}
}

Bool
code_object_find_line(
    const struct script_code *script, Addr instr, struct code_range *range)
{
	const struct code_object *code = (const struct code_object *)script;
	UInt low = 0, high = code->nranges;

	while (low < high) {
		UInt middle = low + (high - low) / 2;

		if (code->ranges[middle].end <= instr)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == code->nranges || instr < code->ranges[low].begin)
		return False;
	*range = code->ranges[low];
	return True;
}

/* --- code objects --------------------------------------------------------- */

static UInt
read_uint(Addr addr)
{
	return *(const UInt *)addr;
}

static UWord
read_size(Addr object)
{
	return *(const UWord *)(object + CPYTHON_SIZE);
}

Bool
code_object_is_at(Addr addr)
{
	return cpython_is_object(addr, "code", cpython_layout.code.instrs) &&
	       cpython_is_object(read_word(addr + cpython_layout.code.lines),
		   "bytes", CPYTHON_BYTES) &&
	       cpython_is_object(read_word(addr + cpython_layout.code.file),
		   "str", cpython_layout.ascii) &&
	       cpython_is_object(read_word(addr + cpython_layout.code.name),
		   "str", cpython_layout.ascii);
}

Bool
code_object_is_of_generator(Addr addr)
{
	enum { GENERATOR = 0x20, COROUTINE = 0x80, ASYNC_GENERATOR = 0x200 };

	return (read_uint(addr + cpython_layout.code.flags) &
		   (GENERATOR | COROUTINE | ASYNC_GENERATOR)) != 0;
}

Bool
code_object_is_internal(Addr addr)
{
	return read_word(addr + cpython_layout.code.file) ==
	       read_word(addr + cpython_layout.code.name);
}

static ULong
mix(ULong hash, Addr from, SizeT n)
{
	for (SizeT i = 0; i < n && i < SAMPLE; i++)
		hash = hash * 0x100000001b3 + ((const UChar *)from)[i] + 1;
	return hash;
}

/* Sets what tells the code object apart.  Returns False if none is at the address. */
static Bool
identify(Addr addr, struct identity *identity)
{
	const struct cpython_layout *l = &cpython_layout;
	struct characters name;

	if (!code_object_is_at(addr))
		return False;
	*identity = (struct identity){
	    .file = read_word(addr + l->code.file),
	    .name = read_word(addr + l->code.name),
	    .lines = read_word(addr + l->code.lines),
	    .size = read_size(addr),
	    .first_line = read_uint(addr + l->code.first_line),
	};
	identity->text_size = read_size(identity->lines);
	if (identity->size > MOST_BYTES / 2 ||
	    identity->text_size > MOST_BYTES ||
	    !can_read(addr + l->code.instrs, 2 * identity->size + 1) ||
	    !can_read(identity->lines + CPYTHON_BYTES, identity->text_size + 1))
		return False;
	identity->sample =
	    mix(0, identity->lines + CPYTHON_BYTES, identity->text_size);
	if (!find_characters(identity->name, &name))
		return False;
	identity->sample =
	    mix(identity->sample, name.from, name.len * name.kind);
	return True;
}

static Bool
is_same(const struct identity *a, const struct identity *b)
{
	return a->file == b->file && a->name == b->name &&
	       a->lines == b->lines && a->size == b->size &&
	       a->text_size == b->text_size && a->first_line == b->first_line &&
	       a->sample == b->sample;
}

static struct code_object *
find_code(UWord addr)
{
	return (struct code_object *)script_code_find(
	    addr, sizeof(struct code_object));
}

struct script_code *
code_object_at(Addr addr)
{
	struct code_object *code;
	struct identity identity;
	const HChar *file, *name;

	if (!identify(addr, &identity))
		return NULL;
	code = find_code(addr);
	if (code->script.function && is_same(&identity, &code->identity))
		return &code->script;
	file = read_text(identity.file);
	name = read_text(identity.name);
	if (!file || !name)
		return NULL;
	code->begin = addr + cpython_layout.code.instrs;
	code->end = code->begin + 2 * identity.size;
	code->nranges = 0;
	VG_(free)(code->ranges);
	code->ranges = NULL;
	code->identity = identity;
	code->script.function =
	    script_function(script_file_name(file), name, identity.first_line);
	read_lines(code, &identity);
	return &code->script;
}
