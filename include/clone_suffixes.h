/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How compilers name what they make of a part or a copy of a function: handle.isra.0
 * or, in C++, "handle(int) [clone .isra.0]".
 */
#ifndef CLONE_SUFFIXES_H
#define CLONE_SUFFIXES_H

/* How the suffixes begin. */
static const char *const clone_suffixes[] = {
    " [clone .", /* before those that it contains */
    ".isra.",
    ".constprop.",
    ".part.",
    ".cold",
    ".llvm.",
    ".lto_priv.",
    ".localalias",
};

#endif
