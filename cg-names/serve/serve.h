/* SPDX-License-Identifier: BSD-2-Clause */
/* Answers other tools. */
#ifndef SERVE_H
#define SERVE_H

/* Answers each request on standard input, on standard output, until there is none, or
 * nobody reads the answers. */
void serve(void);

#endif
