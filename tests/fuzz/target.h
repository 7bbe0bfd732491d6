/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What all fuzz targets share.  A target is a function that takes any bytes and
 * aborts if a property does not hold for them.  libFuzzer calls it with bytes
 * that it invents, replay.c with files.
 */
#ifndef TARGET_H
#define TARGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* the target; returns 0 */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Aborts with a message unless the property holds. */
void demand(bool holds, const char *property);

/*
 * Calls `run` with the bytes.  Returns false if it called a function that would
 * have ended a tool, such as cli_die.  Its memory is then freed, if a sanitizer
 * can say which that is.  The text of its messages is checked if the size is a
 * multiple of 8.
 */
bool attempt(void (*run)(const uint8_t *data, size_t size), const uint8_t *data,
    size_t size);

/* How many warnings the call of attempt printed so far. */
size_t attempt_nwarnings(void);

/* Returns the bytes up to the first NUL byte as a string in new memory. */
char *text_copy(const uint8_t *data, size_t size);

/*
 * Cuts the first line off the text and returns it, without its newline.
 * Returns NULL if the text is NULL, as it is after its last line.
 */
char *text_take_line(char **text);

/*
 * Length of the well-formed UTF-8 character at p that changes nothing outside
 * its own place; 0 if there is none.  It is written for the tests, and shares
 * nothing with cg_printable_length.
 */
size_t text_printable(const char *p, const char *end);

/* True if there are only such characters. */
bool text_is_printable(const char *text, size_t len);

#endif
