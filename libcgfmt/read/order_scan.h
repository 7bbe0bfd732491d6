/* SPDX-License-Identifier: BSD-2-Clause */
/* Scans the body of a file in Cachegrind's format for the order of its rows. */
#ifndef ORDER_SCAN_H
#define ORDER_SCAN_H

#include <sys/types.h>

/*
 * Scans a plain file from the offset of its body on, without moving the file
 * position.  Returns 1 if the rows are in canonical order, 0 if not, and
 * -1 if that is not known: the file has odd lines or no summary, cannot be
 * read, or there is no memory.
 */
int order_scan(int fd, off_t offset);

#endif
