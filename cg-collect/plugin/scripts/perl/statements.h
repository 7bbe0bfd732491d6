/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_PERL_STATEMENTS_H
#define CGCOLLECT_PERL_STATEMENTS_H

#include "scripts/interpreter.h"

/* See struct interpreter. */
void perl_enter(
    struct thread_words *words, Addr interpreter, Addr unused, Addr stack);
void
perl_emit_store(struct emitter *emitter, const struct watched_store *store);
void perl_changed(void);

#endif
