// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Which sub and statement runs.  Before each operator, the loop stores which one that is; then
 * no other is half done.  If the statement or the pad, which each call of a sub has of its own,
 * is not the one before, the contexts are looked at.
 *
 * A sub that dies leaves the loop by a jump, and the eval that catches this goes on in a new
 * call of the loop.  So calls that are open begin again there, without being counted.
 */
#include "scripts/client_memory.h"
#include "scripts/script_calls.h"
#include "scripts/watching.h"
#include "perl_calls.h"
#include "perl_layout.h"
#include "statements.h"
#include "subs.h"

#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_tooliface.h"

/* No statement is at this address. */
#define NO_STATEMENT 1
/* If there are more, the stacks refer to each other in a circle. */
#define MOST_CALLS (1 << 17)

static const UWord nothing = 0;

/* What generated code compares with: the place of the operator, and the addresses and values of
 * the statement and the pad. */
static struct {
	Addr op;
	Addr statement_at, pad_at;
	UWord statement, pad;
	UWord if_known; /* all bits; or none, if the version is not known yet */
} watch = {
    .statement_at = (Addr)&nothing,
    .pad_at = (Addr)&nothing,
    .statement = NO_STATEMENT,
};

/* Calls that are open and have no frame, innermost first. */
static struct {
	struct perl_context *list;
	UInt n, room;
} missing;

void
perl_changed(void)
{
	watch.statement_at = watch.pad_at = (Addr)&nothing;
	watch.statement = NO_STATEMENT;
}

static void
watch_interpreter(Addr interpreter)
{
	watch.if_known = ~(UWord)0;
	watch.op = interpreter + PERL_OP;
	watch.statement_at = interpreter + PERL_STATEMENT;
	watch.pad_at = interpreter + PERL_PAD;
	watch.statement = read_word(watch.statement_at);
	watch.pad = read_word(watch.pad_at);
}

static Bool
has_frame(const struct perl_context *c)
{
	const struct script_frame *script = script_running();

	return script && script->frame == c->stack && script->index == c->index;
}

static void
find_missing(Addr interpreter)
{
	struct perl_context c;
	Bool is_one = perl_innermost(interpreter, &c);

	missing.n = 0;
	while (is_one && !has_frame(&c)) {
		if (missing.n == MOST_CALLS) {
			missing.n = 0;
			return;
		}
		if (missing.n == missing.room) {
			missing.room = 2 * missing.room + 64;
			missing.list = VG_(realloc)("cgcollect.perl_calls",
			    missing.list, missing.room * sizeof *missing.list);
		}
		missing.list[missing.n++] = c;
		is_one = perl_below(interpreter, &c);
	}
}

static void
go_to_statement(Addr statement)
{
	UInt line;

	if (script_running() &&
	    perl_find_line(script_running()->code, statement, &line))
		script_go_to_line(line);
}

/* True if the operator is the first one of the context. */
static Bool
is_start(Addr interpreter, const struct perl_context *c, Addr op)
{
	return op ==
	       (c->kind == PERL_CONTEXT_SUB || c->kind == PERL_CONTEXT_MAIN
		       ? perl_key(interpreter, c)
		       : read_word(interpreter + perl_layout.eval_start));
}

/* Begins the call of the context.  It is a new one if its first operator is to run. */
static Bool
begin_call(struct thread_words *words, Addr interpreter,
    const struct perl_context *c, Bool is_new, Addr stack)
{
	struct script_code *code = perl_code_of(interpreter, c, is_new);

	if (!code)
		return True;
	go_to_statement(c->statement);
	if (!script_run(words, code, c->stack, stack))
		return False;
	script_running()->index = c->index;
	if (!is_new)
		callstack_count_no_call();
	return True;
}

/* Makes the frames those that Perl has.  When a new call begins, the statement is still the
 * caller's. */
static void
follow(struct thread_words *words, Addr interpreter, Addr op, Addr stack)
{
	const struct perl_context *c;
	Bool is_new = False;

	while (script_running() && !perl_is_open(interpreter, script_running()))
		if (!script_leave(words))
			return;
	find_missing(interpreter);
	while (missing.n > 0) {
		c = &missing.list[--missing.n];
		is_new = missing.n == 0 && is_start(interpreter, c, op);
		if (!begin_call(words, interpreter, c, is_new, stack))
			return;
	}
	if (!is_new)
		go_to_statement(read_word(interpreter + PERL_STATEMENT));
}

/* The loop ends if there is no operator. */
static void
do_store_op(Addr addr, Addr op, Addr stack, ULong instructions)
{
	Addr interpreter = addr - PERL_OP;
	struct thread_words words;

	words = script_begin(instructions);
	if (!op || !can_read(interpreter, perl_layout.compiling))
		return;
	follow(&words, interpreter, op, stack);
	watch_interpreter(interpreter);
}

void
perl_enter(
    struct thread_words *words, Addr interpreter, Addr unused, Addr stack)
{
	if (!can_read(interpreter, perl_layout.compiling))
		return;
	follow(words, interpreter, read_word(interpreter + PERL_OP), stack);
	watch_interpreter(interpreter);
}

/* --- at translation ------------------------------------------------------- */

static IRExpr *
difference(struct emitter *emitter, IRExpr *value, const void *known)
{
	return watching_result(
	    emitter, WORD_TYPE, WORD_XOR, value, watching_own(emitter, known));
}

static IRExpr *
either(struct emitter *emitter, IRExpr *left, IRExpr *right)
{
	return watching_result(emitter, WORD_TYPE, WORD_OR, left, right);
}

static IRExpr *
load_at(struct emitter *emitter, const Addr *place)
{
	return watching_load(emitter, watching_own(emitter, place));
}

void
perl_emit_store(struct emitter *emitter, const struct watched_store *store)
{
	IRDirty *call;
	IRExpr *differs;

	if (store->is_on_stack || store->offset != PERL_OP)
		return;
	call = unsafeIRDirty_0_N(0, "cgcollect_perl_op",
	    VG_(fnptr_to_fnentry)(do_store_op),
	    mkIRExprVec_4(store->addr, store->value,
		watching_get(emitter, emitter->stack_offset),
		watching_instructions(emitter)));
	differs = either(emitter,
	    difference(emitter, load_at(emitter, &watch.statement_at),
		&watch.statement),
	    difference(emitter, load_at(emitter, &watch.pad_at), &watch.pad));
	differs = either(
	    emitter, differs, difference(emitter, store->addr, &watch.op));
	differs = watching_result(emitter, WORD_TYPE, WORD_AND, differs,
	    watching_own(emitter, &watch.if_known));
	call->guard = watching_result(
	    emitter, Ity_I1, WORD_DIFFERS, differs, mkIRExpr_HWord(0));
	watching_call(emitter, call);
}
