/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The values of options.  Each function keeps what a value says; it ends the program
 * if the option has no such value.
 */
#ifndef OPTION_VALUES_H
#define OPTION_VALUES_H

#include "options.h"

void option_keep_variable(struct options *options, const char *name);
void option_set_variable(struct options *options, const char *variable);
void option_choose_cpu(struct options *options, const char *name);
void option_choose_memory(struct options *options, const char *name);
void option_choose_cores(struct options *options, int64_t n);
void option_choose_clock(struct options *options, const char *name);

/* Keeps which stacks are kept apart: all, or those above a part of the costs.  NULL: the
 * option has no value. */
void option_choose_stacks(struct options *options, const char *word);
void option_limit_stacks(struct options *options, int64_t megabytes);
void option_choose_names(struct options *options, const char *when);
void option_choose_tool(struct options *options, const char *name);
void option_add_data_type(struct options *options, const char *text);

/* Takes a processor, or "later", which leaves the estimate to cg-cycles. */
void option_choose_cycles(struct options *options, const char *cpu);
void option_add_penalty(struct options *options, const char *text);

/* NULL: the option has no value. */
void option_choose_scripts(struct options *options, const char *which);

#endif
