/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_PERL_SUBS_H
#define CGCOLLECT_PERL_SUBS_H

#include "scripts/interpreter.h"
#include "perl_calls.h"

/* Returns the code of the context, which begins to run if is_new; or NULL if it has no name. */
struct script_code *
perl_code_of(Addr interpreter, const struct perl_context *context, Bool is_new);

/* Finds the line of the statement.  False if it is not in the file of the code. */
Bool perl_find_line(const struct script_code *code, Addr statement, UInt *line);

#endif
