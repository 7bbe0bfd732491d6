/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_ALLOCATORS_H
#define CGCOLLECT_ALLOCATORS_H

#include "pub_tool_basics.h"

/* What a function that allocates or frees does, by the numbers of its arguments, from
 * 1 on; 0: it has no such argument. */
struct allocator {
	UChar size;
	UChar count; /* of elements of this size */
	UChar old;   /* the block that ends, if the function succeeds */
	UChar out;   /* where the address of the block is stored; 0: returned */
	Bool
	    frees; /* the old block ends in any case, and there is no new one */
	Bool
	    maps; /* memory of the kernel, or moves it if there is an old block */
	Bool joins;  /* a thread, which is the first argument */
	Bool is_own; /* the user has named it; its blocks may lie in others */
};

/* Returns what the function does, by its name; NULL if it does not allocate or
 * free. */
const struct allocator *allocator_named(const HChar *function);

/*
 * Takes a function of the user.  The text is a pattern for its name and, after a
 * colon, the number of the argument that is the size or, if it frees, the block.
 * False if the number is not 1 to 5; has_number: there is one.
 */
Bool allocator_take(const HChar *text, Bool frees, Bool *has_number);

/* Prints the patterns of the user that match none of the functions that were called. */
void allocators_report(void);

#define MAX_ARGUMENT 5

/* True if arguments of functions can be read on this processor. */
Bool arguments_are_known(void);

/* Returns the n-th argument, from 1 on, of the function that the thread enters. */
UWord argument_get(ThreadId thread, UInt n);

/* Returns the return address of the function that the thread enters. */
Addr argument_return_address(ThreadId thread);

/* False if a call with this return address has ended that has begun with this stack
 * pointer: the address is not there any more. */
Bool return_address_is_at(Addr stack, Addr return_address);

/* Returns the result of the function that has returned. */
UWord argument_result(ThreadId thread);

/* Returns the thread's pointer to its thread-local variables; 0: not known. */
Addr argument_thread_pointer(ThreadId thread);

/* How far the stack pointer is above its value at the start of a function when that
 * has returned. */
#if defined(VGA_amd64) || defined(VGA_x86)
#define STACK_AFTER_RETURN sizeof(UWord)
#else
#define STACK_AFTER_RETURN 0
#endif

#endif
