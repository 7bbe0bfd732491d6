// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Perl with threads, of which each has an interpreter: the argument of the loop.  A layout is
 * believed if what the interpreter has at the first call fits it: an operator whose code is the
 * program's, a statement, stacks of contexts, and the program's own code.  The number of a
 * statement tells versions apart that have all else at the same places.  So calls of the loop that fold
 * constants, before any statement, do not tell which one it is.
 */
#include "process/client_text.h"
#include "scripts/client_memory.h"
#include "scripts/interpreter.h"
#include "perl_calls.h"
#include "perl_layout.h"
#include "statements.h"

static const struct perl_layout layouts[] = {
    {
	.version = "Perl 5.36",
	.main_cv = 1800,
	.main_start = 1816,
	.eval_start = 1832,
	.compiling = 1936,
	.nextstate = 195,
	.entereval = 345,
    },
    {
	.version = "Perl 5.38 or 5.40",
	.main_cv = 1584,
	.main_start = 1600,
	.eval_start = 1616,
	.compiling = 1720,
	.nextstate = 198,
	.entereval = 348,
    },
    {
	.version = "Perl 5.42",
	.main_cv = 1584,
	.main_start = 1600,
	.eval_start = 1616,
	.compiling = 1720,
	.nextstate = 202,
	.entereval = 352,
    },
};

static Bool
has_operator(Addr interpreter)
{
	Addr op = read_word(interpreter + PERL_OP);

	return is_code_of_file(
	    can_read(op, PERL_OP_SIZE) ? read_word(op + PERL_OP_CODE) : 0);
}

static Bool
is_statement_of_file(Addr op)
{
	return perl_is_statement(op) &&
	       client_text(read_word(op + PERL_STATEMENT_FILE));
}

/* The code of a file begins with another operator. */
static Bool
begins_with_statement(Addr interpreter)
{
	Addr op = read_word(interpreter + PERL_OP);

	return is_statement_of_file(op) ||
	       is_statement_of_file(read_word(op + PERL_OP_NEXT));
}

/* The statement that is compiled is a part of the interpreter, and has no number. */
static Bool
has_statement(Addr interpreter)
{
	Addr statement = read_word(interpreter + PERL_STATEMENT);

	return is_statement_of_file(statement) ||
	       (statement == interpreter + perl_layout.compiling &&
		   begins_with_statement(interpreter));
}

static Bool
fits(Addr interpreter)
{
	return interpreter % sizeof(UWord) == 0 &&
	       can_read(
		   interpreter, perl_layout.compiling + PERL_STATEMENT_SIZE) &&
	       has_operator(interpreter) && has_statement(interpreter) &&
	       perl_has_contexts(interpreter) &&
	       perl_body(read_word(interpreter + PERL_PAD), PERL_ARRAY, 1) &&
	       perl_body(read_word(interpreter + perl_layout.main_cv), PERL_SUB,
		   PERL_SUB_SIZE);
}

static const HChar *
recognise(Addr loop, Addr interpreter, Addr unused)
{
	for (UInt i = 0; i < sizeof layouts / sizeof *layouts; i++) {
		perl_layout = layouts[i];
		if (fits(interpreter))
			return perl_layout.version;
	}
	return NULL;
}

static Bool
is_anywhere(void)
{
	return False;
}

const struct interpreter interpreter_perl = {
    .loop = "Perl_runops_standard",
    .recognise = recognise,
    .is_anywhere = is_anywhere,
    .is_watched_early = True,
    .enter = perl_enter,
    .emit_store = perl_emit_store,
    .changed = perl_changed,
};
