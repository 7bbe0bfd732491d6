// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Reads what CPython says of its own structures, since 3.13, for debuggers: a list of words at
 * the start of its data, with a group for each structure.  The first word of a group is the
 * size of the structure, the others are offsets of members.  Which groups there are depends on
 * the version, the second word; what a group starts with does not.
 */
#include "scripts/client_memory.h"
#include "description.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

#define MOST_SEGMENTS 4096
/* No structure is larger.  The thread's state has a part for small objects. */
#define MOST_SIZE (1 << 20)

/* the bytes of its first word */
static const HChar cookie[] = "xdebugpy";

/* words in front of the groups */
enum { VERSION = 1, IS_FREE_THREADED };

/* words of groups */
enum { SIZE };
enum { THREAD_FRAME = 4 };
enum { FRAME_PREVIOUS = 1, FRAME_CODE, FRAME_INSTR, FRAME_OWNER = 5 };
enum {
	CODE_FILE = 1,
	CODE_NAME = 3,
	CODE_LINES,
	CODE_FIRST_LINE,
	CODE_INSTRS = 9,
};
enum { OBJECT_TYPE = 1 };
enum { TYPE_NAME = 1 };
enum { BYTES_SIZE = 1, BYTES_TEXT };
enum { TEXT_STATE = 1, TEXT_LENGTH, TEXT_ASCII };

/* A version, and the words that its groups begin with. */
struct version {
	const HChar *name;
	UWord number; /* without the lower 16 bits, of the release */
	UInt thread, frame, code, object, type, bytes, text, end;
	Bool may_be_split;
};

static const struct version versions[] = {
    {"Python 3.13", 0x30d, 19, 28, 34, 44, 46, 64, 67, 71, False},
    {"Python 3.14", 0x30e, 22, 31, 39, 50, 52, 74, 77, 81, True},
};

/* The flags of a code object are not described. */
#define CODE_FLAGS 48

/* Returns the address of the cookie in the segment, or 0 if the segment has none. */
static Addr
find_in(const NSegment *segment)
{
	for (Addr at = segment->start; at < segment->end; at += sizeof(UWord))
		if (VG_(memcmp)((const void *)at, cookie, sizeof(UWord)) == 0)
			return at;
	return 0;
}

Addr
cpython_find_description(Addr code)
{
	const NSegment *of_code = VG_(am_find_nsegment)(code);
	Addr *starts, found = 0;
	Int n;

	if (!of_code || of_code->kind != SkFileC)
		return 0;
	starts = VG_(malloc)(
	    "cgcollect.script_segments", MOST_SEGMENTS * sizeof *starts);
	n = VG_(am_get_segment_starts)(SkFileC, starts, MOST_SEGMENTS);
	for (Int i = 0; i < n && !found; i++) {
		const NSegment *s = VG_(am_find_nsegment)(starts[i]);

		if (s->hasR && s->hasW && s->dev == of_code->dev &&
		    s->ino == of_code->ino)
			found = find_in(s);
	}
	VG_(free)(starts);
	return found;
}

/* Sets the offset to the member of a group.  False if the structure has no such member, of
 * `size` bytes. */
static Bool
get(const UWord *group, UInt member, UInt size, UInt *offset)
{
	*offset = (UInt)group[member];
	return group[SIZE] <= MOST_SIZE && group[member] % size == 0 &&
	       group[member] < group[SIZE] &&
	       group[SIZE] - group[member] >= size;
}

/* Objects without a global lock have other heads. */
static Bool
has_usual_heads(const UWord *words, const struct version *v)
{
	return !words[IS_FREE_THREADED] &&
	       words[v->object + OBJECT_TYPE] == CPYTHON_TYPE &&
	       words[v->type + TYPE_NAME] == CPYTHON_TYPE_NAME &&
	       words[v->bytes + BYTES_SIZE] == CPYTHON_SIZE &&
	       words[v->bytes + BYTES_TEXT] == CPYTHON_BYTES &&
	       words[v->text + TEXT_STATE] == CPYTHON_TEXT_STATE &&
	       words[v->text + TEXT_LENGTH] == CPYTHON_SIZE;
}

static Bool
read_members(
    const UWord *words, const struct version *v, struct cpython_layout *to)
{
	const UWord *frame = words + v->frame, *code = words + v->code;
	const UWord *text = words + v->text;

	if (!get(words + v->thread, THREAD_FRAME, 8, &to->cell) ||
	    !get(frame, FRAME_CODE, 8, &to->frame.code) ||
	    !get(frame, FRAME_PREVIOUS, 8, &to->frame.previous) ||
	    !get(frame, FRAME_INSTR, 8, &to->frame.instr) ||
	    !get(frame, FRAME_OWNER, 1, &to->frame.owner) ||
	    !get(code, CODE_FIRST_LINE, 4, &to->code.first_line) ||
	    !get(code, CODE_FILE, 8, &to->code.file) ||
	    !get(code, CODE_NAME, 8, &to->code.name) ||
	    !get(code, CODE_LINES, 8, &to->code.lines) ||
	    !get(code, CODE_INSTRS, 2, &to->code.instrs) ||
	    !get(text, TEXT_ASCII, 8, &to->ascii))
		return False;
	/* the UTF-8 of a text that has other characters, and its length */
	to->compact = to->ascii + 2 * sizeof(UWord);
	to->code.flags = CODE_FLAGS;
	return True;
}

Bool
cpython_read_description(Addr description, struct cpython_layout *layout)
{
	const UWord *words = (const UWord *)description;

	for (UInt i = 0; i < sizeof versions / sizeof *versions; i++) {
		const struct version *v = &versions[i];

		if (!can_read(description, v->end * sizeof(UWord)) ||
		    words[VERSION] >> 16 != v->number)
			continue;
		*layout = (struct cpython_layout){
		    .version = v->name,
		    .is_split = v->may_be_split,
		};
		return has_usual_heads(words, v) &&
		       read_members(words, v, layout);
	}
	return False;
}
