/* SPDX-License-Identifier: BSD-2-Clause */
/* The processors whose memory system can be simulated (--memory). */
#ifndef MEMORY_MODELS_H
#define MEMORY_MODELS_H

#include <stddef.h>

struct memory_model {
	const char *name;
	const char *platform;       /* of Valgrind */
	const char *const *options; /* for the tool; ends with NULL */
};

/*
 * Finds the model of the name, which is this machine's processor for "host".  Ends the
 * program if there is none, or if it is of another architecture.
 */
const struct memory_model *memory_model_find(const char *name);

/*
 * Returns the option for a last level that has the shares of the cores, in new memory.  The number
 * of its sets is a power of two, so if theirs is none, it has more ways.
 */
char *memory_model_last_level(const struct memory_model *model, int cores);

/* Ends the program if the caches of the model and of the n options, which replace some of
 * them, cannot be levels of one memory system. */
void memory_model_check_caches(
    const struct memory_model *model, char *const *options, size_t n);

#endif
