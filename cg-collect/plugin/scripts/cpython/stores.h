/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_CPYTHON_STORES_H
#define CGCOLLECT_CPYTHON_STORES_H

#include "scripts/interpreter.h"

/* Call once when the layout is known. */
void cpython_stores_init(void);

/* See struct interpreter. */
void
cpython_enter(struct thread_words *words, Addr state, Addr frame, Addr stack);
void
cpython_emit_store(struct emitter *emitter, const struct watched_store *store);
void cpython_emit_other_store(
    struct emitter *emitter, const struct watched_store *store);
void cpython_changed(void);

#endif
