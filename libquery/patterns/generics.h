/* SPDX-License-Identifier: BSD-2-Clause */
/* Names of templates and generics, in place of their instances. */
#ifndef GENERICS_H
#define GENERICS_H

/*
 * Returns the name of the template or the generic that a function is an instance of, to be
 * freed: "f<...>(...)" of "int f<int>(int)", "main.Map[...]" of "main.Map[go.shape.int]".
 * NULL: it is no instance.
 */
char *generic_name(const char *name);

#endif
