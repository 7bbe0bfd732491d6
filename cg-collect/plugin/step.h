/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_STEP_H
#define CGCOLLECT_STEP_H

#include "superblock.h"

/*
 * Called by generated code to execute a segment with this many accesses, at the
 * addresses that follow.
 */
void step_0(struct step *step);
void step_1(struct step *step, Addr a);
void step_2(struct step *step, Addr a, Addr b);
void step_3(struct step *step, Addr a, Addr b, Addr c);
void step_4(struct step *step, Addr a, Addr b, Addr c, Addr d);
void step_5(struct step *step, Addr a, Addr b, Addr c, Addr d, Addr e);

/* The same for a segment that ends with a conditional branch. */
void branch_0(struct step *step, UWord taken);
void branch_1(struct step *step, Addr a, UWord taken);
void branch_2(struct step *step, Addr a, Addr b, UWord taken);
void branch_3(struct step *step, Addr a, Addr b, Addr c, UWord taken);
void branch_4(struct step *step, Addr a, Addr b, Addr c, Addr d, UWord taken);

/* The same for one that ends with an indirect jump or call. */
void jump_0(struct step *step, Addr target);
void jump_1(struct step *step, Addr a, Addr target);
void jump_2(struct step *step, Addr a, Addr b, Addr target);
void jump_3(struct step *step, Addr a, Addr b, Addr c, Addr target);
void jump_4(struct step *step, Addr a, Addr b, Addr c, Addr d, Addr target);

#endif
