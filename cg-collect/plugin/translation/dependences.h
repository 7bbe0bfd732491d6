/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which reads of a superblock a value is computed from, through temporaries and registers. */
#ifndef CGCOLLECT_DEPENDENCES_H
#define CGCOLLECT_DEPENDENCES_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

/* words of the guest's state that are followed */
#define STATE_WORDS 256

struct dependences {
	ULong *temps; /* of each temporary: a bit for each read */
	ULong state[STATE_WORDS];
	UInt nreads;
};

/* Begins a superblock; memory is that of the translation. */
void dependences_begin(struct dependences *dependences, const IRSB *in);

/* Returns the bit of a new read, and gives it to its result; 0 if there are too many. */
ULong dependences_add_read(struct dependences *dependences, IRTemp result);

/* True if the instruction of statement number `load` reads into a general register only, or changes
 * what it reads in memory: then a register can stand for the memory. */
Bool dependences_is_move(const IRSB *in, Int load);

/* Returns the reads that an operand depends on. */
ULong dependences_of(const struct dependences *dependences, const IRExpr *atom);

/* Takes what a statement assigns to temporaries and registers, but for reads of memory. */
void dependences_follow(struct dependences *dependences, const IRTypeEnv *types,
    const IRStmt *statement);

#endif
