/* SPDX-License-Identifier: BSD-2-Clause */
/* The exit statuses of cg-collect, as env(1) has them. */
#ifndef EXIT_STATUS_H
#define EXIT_STATUS_H

enum {
	EXIT_FAILED = 125, /* cg-collect itself */
	EXIT_NOT_EXECUTABLE = 126,
	EXIT_NOT_FOUND = 127,
	EXIT_SIGNAL = 128, /* plus the number of the signal */
};

#endif
