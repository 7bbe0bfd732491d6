/* SPDX-License-Identifier: BSD-2-Clause */
/* Orders of functions, for linkers. */
#ifndef LINK_ORDER_H
#define LINK_ORDER_H

#include "libreport/printer.h"
#include "executed.h"

/* "caller callee COUNT" lines */
void link_order_print_calls(
    const struct executed *executed, struct printer *printer);

/* names of functions in an order */
void link_order_print_symbols(
    const struct executed *executed, struct printer *printer);

/* the same as names of sections */
void link_order_print_sections(
    const struct executed *executed, struct printer *printer);

#endif
