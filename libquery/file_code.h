/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The code of a script's file that is in no function.  All files have the same name for it:
 * "<module>" in Python, "{main}" in PHP, "(file)" in Perl.
 */
#ifndef FILE_CODE_H
#define FILE_CODE_H

/*
 * Returns the name of a function where no file stands beside it, to be freed:
 * "<module> (shop.py)".  Names of other functions stay.
 */
char *file_code_label(const char *function, const char *file);

/* Returns the file in such a label, "shop.py)", or NULL if it is no such label. */
const char *file_code_file(const char *label);

#endif
