/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_DATA_TEXT_H
#define CGCOLLECT_DATA_TEXT_H

/* Put the data into the header of the open file, and then the rows of all misses and
 * allocations, with the lines before and after them.  Call both, in this order. */
void data_put_descriptions(void);
void data_put_rows(void);

#endif
