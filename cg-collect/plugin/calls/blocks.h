/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_BLOCKS_H
#define CGCOLLECT_BLOCKS_H

#include "pub_tool_basics.h"

struct context;
struct function;

/* A counter that is as large as that could overflow before superblocks_run is called the next
 * time. */
#define MANY_EXECUTIONS (1u << 31)

/*
 * With --calls, the counters of a function's segments are a block of memory for
 * each of its contexts.  Generated code finds a counter at its offset from the
 * block of the running context.  A block starts with the address of its
 * function, and offsets are in bytes.
 *
 * A block grows, and may move, only in block_fit: the running context must be
 * fitted before new code of its function runs, others when they run again.
 */

/* Returns the offset of n words that no segment of the function uses, 1 or 2.
 * They are zero in all blocks. */
UWord block_reserve(struct function *function, UInt n);

/* Gives the words back.  They must be zero in all blocks. */
void block_release(struct function *function, UWord offset, UInt n);

/* Returns n words in the block of the context, or NULL if the block does not have them all:
 * then the context has not run since they were reserved, and they are zero. */
UInt *block_words(const struct context *context, UWord offset, UInt n);

/* Makes the block of the context large enough for all its counters. */
void block_fit(struct context *context);

/* Moves the counters of the context to another one's, of the same function.  Returns False
 * if one would be too large: call again when the other one's are zero. */
Bool block_give(struct context *context, struct context *to);

/* Frees the block of the context, if it has one. */
void block_free(struct context *context);

/* Sets what an execution counts in the weight of a block, which is the sum over its
 * counters. */
void block_weigh(struct function *function, UWord offset, UInt weight);
ULong block_weight(const struct context *context);

/* Returns how many bytes blocks have. */
SizeT blocks_memory(void);

#endif
