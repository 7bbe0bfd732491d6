/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Changes inputs.  libFuzzer and replay.c call the first function if a target
 * has it, and offer the second one to it.
 */
#ifndef MUTATOR_H
#define MUTATOR_H

#include <stddef.h>
#include <stdint.h>

/* Changes the input in place, to at most `most` bytes; returns its new size. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most,
    unsigned int seed) __attribute__((weak));

/* Changes any bytes, likewise. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);

#endif
