/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_FUNCTIONS_H
#define CGCOLLECT_FUNCTIONS_H

#include "activations.h"
#include "objects.h"

#include "pub_tool_basics.h"

struct context;
struct context_name;
struct cost;
struct free_words;
struct segment;

/*
 * A function: a symbol of an object.  With --calls, a function without a symbol
 * is named by its address in the object, and a linkage stub by the function
 * that it leads to.  Without, all such code of an object is one function, "???".
 * It is never freed.
 */
struct function {
	struct function *next;
	UWord hash;
	struct object *object;
	const HChar *name; /* interned */
	Addr address;      /* of its first instruction, in the object; or 0 */
	Bool has_symbol;
	struct cost *costs; /* of its instructions, if they have one */
	struct text_name text_file, text_name;
	Bool has_extent;  /* all its code is known to be its own */
	Bool is_stub;     /* calls a function of another object: a PLT entry */
	Bool is_resolver; /* finds that function before the first call */
	Bool is_skipped;  /* its callers have its costs */
	/* its costs belong to the function of a script that it runs, if one is open */
	Bool is_interpreter;
	struct context_name
	    *owned;      /* the last one of these; NULL: none so far */
	UInt first_line; /* of a function of a script */
	const HChar *
	    script; /* of a function of a script: its file, interned; else NULL */
	struct activation depth;  /* on the stacks of threads */
	struct context *contexts; /* newest first */
	struct context *first;    /* of all contexts; NULL: none so far */
	/* the last ones that were asked for, of an even and an odd level; or NULL */
	struct context_name *names[2];
	struct segment *segments;
	UInt nwords;     /* of the block of a context */
	UShort *weights; /* of these words, with --stacks */
	UInt nweights;
	struct free_words *free_words[2]; /* single ones, and pairs */
};

/* Call when calls begin to be recorded. */
void functions_for_calls(void);

/* Call when functions are skipped that were not skipped before. */
void functions_skip_again(void);

/* Call before the first function_at of a superblock, because objects may have
 * been unmapped since the last one; with the addresses of the first and the last
 * byte of a contiguous part of it. */
void functions_begin_superblock(Addr first, Addr last);

/* Returns the function of the instruction at addr. */
struct function *function_at(Addr addr);

/* From now on, functions of the object, NULL: all, are the interpreter's. */
void functions_set_interpreter(const struct object *object);

/* Returns the function of a script that the object runs, which begins at a line of a
 * file.  The names are interned; of another function of its name in the file, the line
 * is part of the name. */
struct function *function_of_script(
    struct object *object, const HChar *file, const HChar *name, UInt line);

/* The message if an option names a function of a script. */
#define FUNCTION_IS_OF_SCRIPT "functions of scripts cannot be named here"

/* True if there is a function of a script whose name matches the pattern. */
Bool functions_have_script(const HChar *pattern);

/* Returns all functions, in no order; the caller frees the array. */
struct function **functions_all(UInt *nfunctions);

/* The code that a call or jump to an address runs. */
struct target {
	struct target *next;
	Addr addr;
	Addr code; /* of the instructions that run there */
	struct function *function;
	Bool is_entry; /* the first instruction of a function */
};

/*
 * Returns the target at addr of a jump in code of the object `from`; NULL: of
 * none.  It is valid until function_targets_epoch changes.
 */
const struct target *function_target(Addr addr, const struct object *from);

/* The same for a call, before which the code may belong to no function. */
const struct target *function_call_target(Addr addr);
extern UInt function_targets_epoch;

/* Call when code has been unmapped or changed. */
void function_targets_forget(void);

#endif
