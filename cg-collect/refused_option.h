/* SPDX-License-Identifier: BSD-2-Clause */
/* How the Valgrind tool tells cg-collect that it has said why it did not start. */
#ifndef REFUSED_OPTION_H
#define REFUSED_OPTION_H

enum { EXIT_REFUSED_OPTION = 124 };

#endif
