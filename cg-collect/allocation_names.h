/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names of functions that pass on what others allocate: the site of an allocation is
 * their caller.  The tool looks at functions that were called, and the program at
 * functions that were inlined.
 */
#ifndef ALLOCATION_NAMES_H
#define ALLOCATION_NAMES_H

/* How the names of functions of C++'s and Rust's libraries begin. */
static const char *const allocation_libraries[] = {
    "std::",
    "__gnu_cxx::",
    "operator new",
    "core::",
    "alloc::",
    "hashbrown::",
    "<core::",
    "<alloc::",
    "<std::",
    "<hashbrown::",
    "__rust_",
    "__rdl_",
    "__rg_",
    "__rustc::__r",
    "_Zn",
};

/* Words in the names of other functions: xmalloc, g_malloc0; but not in names as
 * reallocate_table. */
static const char *const allocation_words[] = {
    "malloc",
    "Malloc",
    "calloc",
    "Calloc",
    "zalloc",
    "realloc",
    "Realloc",
    "strdup",
    "strndup",
    "memdup",
    "wcsdup",
    "asprintf",
    "getline",
    "getdelim",
};

#endif
