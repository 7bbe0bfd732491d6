/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads the numbers and strings of a section, never beyond its end. */
#ifndef SECTION_BYTES_H
#define SECTION_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct section_bytes {
	const unsigned char *next, *end;
	bool swaps;    /* the object has the other byte order */
	bool is_short; /* something was missing, and read as 0 */
};

/* Returns an unsigned number of 1, 2, 4 or 8 bytes. */
uint64_t section_bytes_fixed(struct section_bytes *bytes, size_t size);

/* numbers in LEB128, of several bytes */
uint64_t section_bytes_long_unsigned(struct section_bytes *bytes);
int64_t section_bytes_long_signed(struct section_bytes *bytes);

/* the same of any number of bytes: mostly one */
static inline uint64_t
section_bytes_unsigned(struct section_bytes *bytes)
{
	if (bytes->next < bytes->end && *bytes->next < 0x80)
		return *bytes->next++;
	return section_bytes_long_unsigned(bytes);
}

static inline int64_t
section_bytes_signed(struct section_bytes *bytes)
{
	if (bytes->next < bytes->end && *bytes->next < 0x40)
		return *bytes->next++;
	return section_bytes_long_signed(bytes);
}

/* Returns a string that lives as long as the section. */
const char *section_bytes_string(struct section_bytes *bytes);

/* Returns the next bytes as a section of their own, and skips them. */
struct section_bytes
section_bytes_part(struct section_bytes *bytes, uint64_t size);

#endif
