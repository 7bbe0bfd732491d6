/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Makes names fit into columns.  The ellipsis stands for what is left out: "..." on a
 * terminal.
 *
 * These write to a buffer with room for strlen(name) + 1 bytes, and return the
 * width of the result, which is never longer than the name.
 */
#ifndef SHORT_NAME_H
#define SHORT_NAME_H

#include <stddef.h>

#include "libreport/text_width.h"

/*
 * Shortens a function's name until it is at most so wide: first template
 * arguments but for a lambda in them and the names of types in "<Type as Trait>",
 * "<Type>::name" and "name<Type>", then parameters, the suffix after them, the return
 * type, what was left of the arguments, "(...)", and scopes, in the syntax of C++ and
 * Rust.  The arguments of the innermost scope are "<>" if it would not fit otherwise.
 * A lambda in the arguments is dropped last, because names such as "_M_invoke" say
 * nothing without it.  The function's own name and its level of recursion, as in
 * "work'2", remain, even if they are wider; the name of a closure or an operator
 * includes the scope around it.  A name whose brackets do not match loses its middle.
 * In "<module> (shop.py)", the file loses its middle before it is dropped.
 * Of a function in a function of Python, the outer one loses its end: "tot...<genexpr>".
 */
size_t
short_function(char *to, const char *name, size_t width, const char *ellipsis);

/* Shortens the name of a type: empties template arguments, then drops scopes, then the
 * empty brackets at its end.  A type of several words keeps them all. */
size_t
short_type(char *to, const char *type, size_t width, const char *ellipsis);

/*
 * Shortens the name of a datum, "function: type": first the function, as
 * short_function does, because the type tells more; then template arguments and scopes of
 * the type; then the whole loses its middle.  Of "with DATUM in FUNCTION", the function is
 * shortened first, and of "VARIABLE (static)" its kind.
 */
size_t
short_datum(char *to, const char *name, size_t width, const char *ellipsis);

/* Shortens a path: first directories from the left, then the file's name.  A
 * '[' before the path remains.  "<frozen zipimport>", which is no path, loses its middle. */
size_t
short_path(char *to, const char *path, size_t width, const char *ellipsis);

/* Shortens any text: it loses its middle. */
size_t
short_text(char *to, const char *text, size_t width, const char *ellipsis);

#endif
