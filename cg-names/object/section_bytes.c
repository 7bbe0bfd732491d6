/* SPDX-License-Identifier: BSD-2-Clause */
/* Checks every size, because objects can be damaged. */
#include <string.h>

#include "section_bytes.h"

struct section_bytes
section_bytes_part(struct section_bytes *bytes, uint64_t size)
{
	struct section_bytes part = *bytes;
	size_t left = (size_t)(bytes->end - bytes->next);

	if (size > left) {
		bytes->is_short = part.is_short = true;
		size = left;
	}
	part.end = part.next + size;
	bytes->next += size;
	return part;
}

uint64_t
section_bytes_fixed(struct section_bytes *bytes, size_t size)
{
	struct section_bytes part = section_bytes_part(bytes, size);
	bool little = (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
	uint64_t value = 0;

	if (part.is_short)
		return 0;
	for (size_t i = 0; i < size; i++) {
		size_t j = little != bytes->swaps ? size - 1 - i : i;

		value = value << 8 | part.next[j];
	}
	return value;
}

uint64_t
section_bytes_long_unsigned(struct section_bytes *bytes)
{
	uint64_t value = 0;

	for (unsigned int shift = 0; bytes->next < bytes->end; shift += 7) {
		unsigned char byte = *bytes->next++;

		if (shift < 64)
			value |= (uint64_t)(byte & 0x7f) << shift;
		if ((byte & 0x80) == 0)
			return value;
	}
	bytes->is_short = true;
	return 0;
}

int64_t
section_bytes_long_signed(struct section_bytes *bytes)
{
	uint64_t value = 0;

	for (unsigned int shift = 0; bytes->next < bytes->end;) {
		unsigned char byte = *bytes->next++;

		if (shift < 64)
			value |= (uint64_t)(byte & 0x7f) << shift;
		shift += 7;
		if ((byte & 0x80) == 0) {
			if (shift < 64 && (byte & 0x40) != 0)
				value |= UINT64_MAX << shift;
			return (int64_t)value;
		}
	}
	bytes->is_short = true;
	return 0;
}

const char *
section_bytes_string(struct section_bytes *bytes)
{
	size_t left = (size_t)(bytes->end - bytes->next);
	const unsigned char *start = bytes->next, *nul;

	nul = left == 0 ? NULL : memchr(start, '\0', left);
	if (nul == NULL) {
		bytes->is_short = true;
		bytes->next = bytes->end;
		return "";
	}
	bytes->next = nul + 1;
	return (const char *)start;
}
