// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The counters of contexts.  Where a context has its counters does not depend on
 * which contexts of the function run when, so a change of context costs no more
 * than a change of function.
 */
#include "objects/functions.h"
#include "blocks.h"
#include "callgraph.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

/* the words that a block has at least */
#define LEAST_WORDS 8

/* Words of a function that a discarded segment had. */
struct free_words {
	struct free_words *next;
	UWord offset;
};

UWord
block_reserve(struct function *function, UInt n)
{
	struct free_words *words = function->free_words[n - 1];
	UWord offset;

	if (words) {
		offset = words->offset;
		function->free_words[n - 1] = words->next;
		VG_(free)(words);
		return offset;
	}
	if (function->nwords == 0)
		function->nwords = 1; /* the address of the function */
	offset = function->nwords * sizeof(ULong);
	function->nwords += n;
	return offset;
}

void
block_release(struct function *function, UWord offset, UInt n)
{
	struct free_words *words =
	    VG_(malloc)("cgcollect.free_words", sizeof *words);

	words->offset = offset;
	words->next = function->free_words[n - 1];
	function->free_words[n - 1] = words;
}

ULong *
block_counter(const struct context *context, UWord offset)
{
	return offset < context->nwords * sizeof(ULong)
		   ? (ULong *)((Addr)context->block + offset)
		   : NULL;
}

/* A block grows by half at least, because code is translated bit by bit. */
void
block_fit(struct context *context)
{
	UInt had = context->nwords;
	UInt n = had + had / 2;

	if (context->block && had >= context->function->nwords)
		return;
	if (n < context->function->nwords)
		n = context->function->nwords;
	if (n < LEAST_WORDS)
		n = LEAST_WORDS;
	context->block = VG_(realloc)(
	    "cgcollect.block", context->block, n * sizeof *context->block);
	VG_(memset)(
	    context->block + had, 0, (n - had) * sizeof *context->block);
	context->block[0] = (ULong)(Addr)context->function;
	context->nwords = n;
}
