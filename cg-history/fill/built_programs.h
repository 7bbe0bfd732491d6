/* SPDX-License-Identifier: BSD-2-Clause */
/* Which programs and libraries a work tree has, apart from those of the commit itself. */
#ifndef BUILT_PROGRAMS_H
#define BUILT_PROGRAMS_H

/*
 * Returns the description "Programs: ID PATH; ID PATH" of all files with a build ID that git does not
 * know, to be freed; NULL: there is none.
 */
char *built_programs_describe(const char *tree);

#endif
