/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_PERL_LAYOUT_H
#define CGCOLLECT_PERL_LAYOUT_H

#include "pub_tool_basics.h"

/* What differs between versions of Perl with threads: offsets of members of the interpreter,
 * in bytes, and numbers of operators. */
struct perl_layout {
	const HChar *version;
	UInt main_cv, main_start, eval_start, compiling;
	UInt nextstate, entereval;
};

/* The one in use. */
extern struct perl_layout perl_layout;

/* The same in all of them: of the interpreter, */
#define PERL_OP 8
#define PERL_STATEMENT 208
#define PERL_STACK 224
#define PERL_PAD 288
/* of an operator, and of one that is a statement, */
#define PERL_OP_NEXT 0
#define PERL_OP_CODE 16
#define PERL_OP_TYPE 32
#define PERL_OP_SIZE 40
#define PERL_STATEMENT_LINE 36
#define PERL_STATEMENT_FILE 48
#define PERL_STATEMENT_SIZE 56
/* of a value, */
#define PERL_VALUE_BODY 0
#define PERL_VALUE_FLAGS 12
#define PERL_VALUE_SIZE 24
/* and of the body of a sub */
#define PERL_SUB_PACKAGE 32
#define PERL_SUB_START 40
#define PERL_SUB_NAME 56
#define PERL_SUB_FILE 64
#define PERL_SUB_FLAGS 92
#define PERL_SUB_DEPTH 96
#define PERL_SUB_SIZE 100

/* kinds of values */
enum { PERL_GLOB = 9, PERL_ARRAY = 11, PERL_HASH = 12, PERL_SUB = 13 };

/* Returns the body of the value, or 0 if there is none of the kind and with this size. */
Addr perl_body(Addr value, UInt kind, SizeT size);

/* True if the operator is a statement. */
Bool perl_is_statement(Addr op);

#endif
