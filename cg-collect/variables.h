/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How cg-collect hands a program's variables to the Valgrind tool: under names
 * with this prefix, beside those that are for Valgrind itself.
 */
#ifndef VARIABLES_H
#define VARIABLES_H

#define CLIENT_VARIABLE "CG_CLIENT_"

#endif
