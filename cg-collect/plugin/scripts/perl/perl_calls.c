// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The calls that are open in Perl.  They are on stacks of contexts, which also have blocks and
 * loops; a context of a sub or eval has the number of the next one below.  What C code calls
 * back runs on a stack of its own, which knows the one before.
 *
 * An eval runs as soon as its text is compiled: then its code has the depth 1.
 */
#include "calls/script_frames.h"
#include "scripts/client_memory.h"
#include "scripts/interpreter.h"
#include "perl_calls.h"
#include "perl_layout.h"

/* of a stack */
#define STACK_CONTEXTS 8
#define STACK_BEFORE 16
#define STACK_LAST 32
#define STACK_ROOM 36
#define STACK_LAST_SUB 40
#define STACK_SIZE 56

/* of a context */
#define CONTEXT_TYPE 0
#define CONTEXT_OP_TYPE 2 /* of an eval, above other bits */
#define CONTEXT_STATEMENT 16
#define CONTEXT_NEXT_SUB 56
#define CONTEXT_SUB 72
#define CONTEXT_EVAL_SUB 88
#define CONTEXT_SIZE 104

/* in the type of a context */
enum { KIND = 0xf, IS_SUB = 9, IS_FORMAT, IS_EVAL, IS_BLOCK = 0x40 };

enum { MOST_STACKS = 1000, MOST_CONTEXTS = 1 << 24 };

static Int
read_int(Addr addr)
{
	return *(const Int *)addr;
}

/* True if a stack of contexts is at the address. */
static Bool
is_stack(Addr stack)
{
	Int last, room;
	Addr contexts;

	if (stack % sizeof(UWord) != 0 || !can_read(stack, STACK_SIZE))
		return False;
	contexts = read_word(stack + STACK_CONTEXTS);
	last = read_int(stack + STACK_LAST);
	room = read_int(stack + STACK_ROOM);
	return last >= -1 && room < MOST_CONTEXTS && last <= room &&
	       read_int(stack + STACK_LAST_SUB) <= last &&
	       (last < 0 ||
		   can_read(contexts, (UWord)(last + 1) * CONTEXT_SIZE));
}

Bool
perl_has_contexts(Addr interpreter)
{
	Addr stack = read_word(interpreter + PERL_STACK);

	for (Int i = 0; i < MOST_STACKS && stack; i++) {
		if (!is_stack(stack))
			return False;
		stack = read_word(stack + STACK_BEFORE);
	}
	return !stack;
}

static Bool
is_running(const struct perl_context *c)
{
	return *(const Int *)(c->body + PERL_SUB_DEPTH) > 0;
}

/* Sets the sub and its body.  False if it is none. */
static Bool
set_sub(struct perl_context *c, Addr sub)
{
	c->sub = sub;
	c->body = perl_body(sub, PERL_SUB, PERL_SUB_SIZE);
	return c->body != 0;
}

/* Reads the context of a number on a stack.  False if it is no call that runs. */
static Bool
read_context(Addr stack, Int index, struct perl_context *c)
{
	Addr at =
	    read_word(stack + STACK_CONTEXTS) + (UWord)index * CONTEXT_SIZE;
	UChar type = *(const UChar *)(at + CONTEXT_TYPE);

	c->stack = stack;
	c->index = index;
	c->statement = read_word(at + CONTEXT_STATEMENT);
	if ((type & KIND) == IS_SUB) {
		c->kind = PERL_CONTEXT_SUB;
		return set_sub(c, read_word(at + CONTEXT_SUB));
	}
	if ((type & KIND) != IS_EVAL || type & IS_BLOCK)
		return False;
	c->kind = (UInt)(*(const UShort *)(at + CONTEXT_OP_TYPE) >> 7) ==
			  perl_layout.entereval
		      ? PERL_CONTEXT_EVAL
		      : PERL_CONTEXT_FILE;
	return set_sub(c, read_word(at + CONTEXT_EVAL_SUB)) && is_running(c);
}

/* Finds the first call on the stack from the number on, downwards. */
static Bool
find_on(Addr stack, Int index, struct perl_context *c)
{
	Int next;

	while (index >= 0) {
		if (read_context(stack, index, c))
			return True;
		next = read_int(read_word(stack + STACK_CONTEXTS) +
				(UWord)index * CONTEXT_SIZE + CONTEXT_NEXT_SUB);
		if (next >= index)
			return False;
		index = next;
	}
	return False;
}

static Bool
find_main(Addr interpreter, struct perl_context *c)
{
	*c = (struct perl_context){.kind = PERL_CONTEXT_MAIN};
	return set_sub(c, read_word(interpreter + perl_layout.main_cv)) &&
	       is_running(c);
}

/* Finds the innermost call of the stack and those before. */
static Bool
find_from(Addr interpreter, Addr stack, struct perl_context *c)
{
	for (Int i = 0; i < MOST_STACKS && is_stack(stack); i++) {
		if (find_on(stack, read_int(stack + STACK_LAST_SUB), c))
			return True;
		stack = read_word(stack + STACK_BEFORE);
	}
	return find_main(interpreter, c);
}

Bool
perl_innermost(Addr interpreter, struct perl_context *c)
{
	return find_from(interpreter, read_word(interpreter + PERL_STACK), c);
}

Bool
perl_below(Addr interpreter, struct perl_context *c)
{
	Addr stack = c->stack;
	Int next;

	if (c->kind == PERL_CONTEXT_MAIN)
		return False;
	next = read_int(read_word(stack + STACK_CONTEXTS) +
			(UWord)c->index * CONTEXT_SIZE + CONTEXT_NEXT_SUB);
	return (next < c->index && find_on(stack, next, c)) ||
	       find_from(interpreter, read_word(stack + STACK_BEFORE), c);
}

UWord
perl_key(Addr interpreter, const struct perl_context *c)
{
	switch (c->kind) {
	case PERL_CONTEXT_MAIN:
		return read_word(interpreter + perl_layout.main_start);
	case PERL_CONTEXT_SUB:
		return read_word(c->body + PERL_SUB_START);
	case PERL_CONTEXT_EVAL:
		/* the statement may also be the first one of a sub */
		return c->statement | 1;
	default:
		return c->sub;
	}
}

Bool
perl_is_open(Addr interpreter, const struct script_frame *frame)
{
	Addr stack = read_word(interpreter + PERL_STACK);
	struct perl_context c;

	if (!frame->frame)
		return find_main(interpreter, &c);
	for (Int i = 0; i < MOST_STACKS && stack != frame->frame; i++) {
		if (!is_stack(stack))
			return False;
		stack = read_word(stack + STACK_BEFORE);
	}
	return is_stack(stack) &&
	       frame->index <= read_int(stack + STACK_LAST_SUB) &&
	       read_context(stack, frame->index, &c) &&
	       perl_key(interpreter, &c) == frame->code->addr;
}
