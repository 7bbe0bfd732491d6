/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How cg-collect hands a program's variables to the Valgrind tool: under names
 * with this prefix, next to the variables that are for Valgrind itself.
 */
#ifndef CLIENT_VARIABLES_H
#define CLIENT_VARIABLES_H

#define CLIENT_VARIABLE "CG_CLIENT_"

#endif
