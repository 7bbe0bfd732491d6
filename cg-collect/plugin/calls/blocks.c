// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The counters of contexts.  Where a context has its counters does not depend on
 * which contexts of the function run when, so a change of context costs no more
 * than a change of function.
 */
#include "containers/pieces.h"
#include "objects/functions.h"
#include "blocks.h"
#include "callgraph.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

/* The address of the function takes so many words. */
#define FUNCTION_WORDS (sizeof(ULong) / sizeof(UInt))

/* The sizes of blocks: 8 words, then four sizes up to each power of two. */
#define FIRST_SIZE 8
#define SIZES 112

static struct pieces sizes[SIZES];

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
		function->nwords = FUNCTION_WORDS;
	offset = function->nwords * sizeof(UInt);
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

UInt *
block_words(const struct context *context, UWord offset, UInt n)
{
	return offset + n * sizeof(UInt) <= context->nwords * sizeof(UInt)
		   ? (UInt *)((Addr)context->block + offset)
		   : NULL;
}

/* Returns the pieces that blocks of so many words take, and how many words these have. */
static struct pieces *
pieces_for(UInt nwords, UInt *nfit)
{
	UInt size = 0, fit = FIRST_SIZE;

	while (fit < nwords)
		fit += (FIRST_SIZE / 4) << size++ / 4;
	sizes[size].size = fit * sizeof(UInt);
	*nfit = fit;
	return &sizes[size];
}

static void
give(UInt *block, UInt nwords)
{
	piece_give(pieces_for(nwords, &nwords), block);
}

/* A block grows by about a quarter, because code is translated bit by bit. */
void
block_fit(struct context *context)
{
	const ULong function = (ULong)(Addr)context->name->function;
	UInt had = context->nwords;
	UInt *block;

	if (context->block && had >= context->name->function->nwords)
		return;
	block = piece_take(
	    pieces_for(context->name->function->nwords, &context->nwords));
	VG_(memcpy)(block, context->block, had * sizeof *block);
	VG_(memset)(block + had, 0, (context->nwords - had) * sizeof *block);
	VG_(memcpy)(block, &function, sizeof function);
	if (context->block)
		give(context->block, had);
	context->block = block;
}

Bool
block_give(struct context *context, struct context *to)
{
	if (!context->block)
		return True;
	block_fit(to);
	for (UInt i = FUNCTION_WORDS; i < context->nwords && i < to->nwords;
	     i++) {
		if (to->block[i] + (ULong)context->block[i] >= MANY_EXECUTIONS)
			return False;
		to->block[i] += context->block[i];
		context->block[i] = 0;
	}
	return True;
}

void
block_free(struct context *context)
{
	if (context->block)
		give(context->block, context->nwords);
	context->block = NULL;
	context->nwords = 0;
}

SizeT
blocks_memory(void)
{
	return pieces_used(sizes, SIZES);
}

void
block_weigh(struct function *function, UWord offset, UInt weight)
{
	UInt n = function->nweights;

	if (n < function->nwords) {
		function->nweights = 2 * function->nwords;
		function->weights = VG_(realloc)("cgcollect.weights",
		    function->weights, function->nweights * sizeof(UShort));
		VG_(memset)(function->weights + n, 0,
		    (function->nweights - n) * sizeof(UShort));
	}
	function->weights[offset / sizeof(UInt)] = (UShort)weight;
}

ULong
block_weight(const struct context *context)
{
	const struct function *function = context->name->function;
	ULong sum = 0;

	for (UInt i = FUNCTION_WORDS;
	     i < context->nwords && i < function->nweights; i++)
		sum += (ULong)context->block[i] * function->weights[i];
	return sum;
}
