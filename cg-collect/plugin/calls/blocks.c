// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The counters of contexts.  Where a context has its counters does not depend on
 * which contexts of the function run when, so a change of context costs no more
 * than a change of function.
 */
#include "objects/functions.h"
#include "process/pieces.h"
#include "blocks.h"
#include "callgraph.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

/* Blocks have powers of two as numbers of words, from 8 on. */
#define FIRST_SIZE 3
#define SIZES 29

static struct pieces sizes[SIZES];
static SizeT memory; /* of all blocks */

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

static UInt
size_of(UInt nwords)
{
	UInt size = FIRST_SIZE;

	while (1u << size < nwords)
		size++;
	return size;
}

static ULong *
take(UInt size)
{
	sizes[size].size = sizeof(ULong) << size;
	memory += sizes[size].size;
	return piece_take(&sizes[size]);
}

static void
give(UInt size, ULong *block)
{
	memory -= sizes[size].size;
	piece_give(&sizes[size], block);
}

/* A block grows to twice its size at least, because code is translated bit by bit. */
void
block_fit(struct context *context)
{
	UInt had = context->nwords;
	UInt size;
	ULong *block;

	if (context->block && had >= context->function->nwords)
		return;
	size = size_of(context->function->nwords);
	block = take(size);
	context->nwords = 1u << size;
	VG_(memcpy)(block, context->block, had * sizeof *block);
	VG_(memset)(block + had, 0, (context->nwords - had) * sizeof *block);
	block[0] = (ULong)(Addr)context->function;
	if (context->block)
		give(size_of(had), context->block);
	context->block = block;
}

void
block_give(struct context *context, struct context *to)
{
	if (!context->block)
		return;
	block_fit(to);
	for (UInt i = 1; i < context->nwords && i < to->nwords; i++) {
		to->block[i] += context->block[i];
		context->block[i] = 0;
	}
}

void
block_free(struct context *context)
{
	if (context->block)
		give(size_of(context->nwords), context->block);
	context->block = NULL;
	context->nwords = 0;
}

SizeT
blocks_memory(void)
{
	return memory;
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
	function->weights[offset / sizeof(ULong)] = (UShort)weight;
}

ULong
block_weight(const struct context *context)
{
	const struct function *function = context->function;
	ULong sum = 0;

	for (UInt i = 1; i < context->nwords && i < function->nweights; i++)
		sum += context->block[i] * function->weights[i];
	return sum;
}
