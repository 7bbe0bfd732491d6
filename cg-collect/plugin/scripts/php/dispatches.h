/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_PHP_DISPATCHES_H
#define CGCOLLECT_PHP_DISPATCHES_H

#include "scripts/interpreter.h"

/* See struct interpreter. */
void php_enter(struct thread_words *words, Addr frame, Addr unused, Addr stack);
void php_emit_jump(struct emitter *emitter, const IRSB *in);
void php_changed(void);

#endif
