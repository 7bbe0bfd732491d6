/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_PERL_CALLS_H
#define CGCOLLECT_PERL_CALLS_H

#include "pub_tool_basics.h"

struct script_frame;

enum perl_context_kind {
	PERL_CONTEXT_MAIN, /* the program's code outside of subs */
	PERL_CONTEXT_FILE, /* that of a module or another file */
	PERL_CONTEXT_EVAL, /* a text that is code */
	PERL_CONTEXT_SUB,
};

/* A call that is open. */
struct perl_context {
	enum perl_context_kind kind;
	Addr stack; /* that has it, and where; 0: the program's own code */
	Int index;
	Addr sub;       /* of the kind of value */
	Addr body;      /* of that */
	Addr statement; /* that has made the call */
};

/* True if stacks of the interpreter are as they should be. */
Bool perl_has_contexts(Addr interpreter);

/* Finds the innermost call, and the call below.  False if there is none. */
Bool perl_innermost(Addr interpreter, struct perl_context *context);
Bool perl_below(Addr interpreter, struct perl_context *context);

/* Returns what tells the code of the context from that of others. */
UWord perl_key(Addr interpreter, const struct perl_context *context);

/* True if the call that the frame stands for is open. */
Bool perl_is_open(Addr interpreter, const struct script_frame *frame);

#endif
