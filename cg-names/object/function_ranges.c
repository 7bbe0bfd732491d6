/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads .eh_frame: entries of functions, each of which refers to an entry before it that says how
 * addresses are written.
 */
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "function_ranges.h"
#include "libcli/cli.h"
#include "section_bytes.h"

enum { UNKNOWN_SIZE = 0 };

struct frames {
	const unsigned char *start;
	uint64_t address; /* of the start */
	struct section_bytes all;
	size_t common;      /* the entry that was read last */
	size_t common_size; /* of addresses by it, or UNKNOWN_SIZE */
	struct address_range *list;
	size_t n;
};

/* Returns the size of an address that is written like that. */
static size_t
address_size(uint64_t encoding)
{
	switch (encoding) {
	case DW_EH_PE_pcrel | DW_EH_PE_sdata4:
	case DW_EH_PE_pcrel | DW_EH_PE_udata4:
		return 4;
	case DW_EH_PE_pcrel | DW_EH_PE_sdata8:
	case DW_EH_PE_pcrel | DW_EH_PE_udata8:
	case DW_EH_PE_pcrel | DW_EH_PE_absptr:
		return 8;
	default:
		return UNKNOWN_SIZE;
	}
}

/* Skips the pointer to the function that handles exceptions.  False if it is not known how. */
static bool
skip_handler(struct section_bytes *bytes)
{
	uint64_t encoding = section_bytes_fixed(bytes, 1) & ~DW_EH_PE_indirect;
	size_t size = address_size(DW_EH_PE_pcrel | (encoding & 0x0f));

	section_bytes_fixed(bytes, size);
	return size != UNKNOWN_SIZE;
}

/* Reads the size of addresses by the augmentation "zPLR" of a common entry. */
static size_t
read_common(struct section_bytes bytes)
{
	const char *augmentation;

	section_bytes_fixed(&bytes, 1); /* the version */
	augmentation = section_bytes_string(&bytes);
	section_bytes_unsigned(&bytes);
	section_bytes_signed(&bytes);
	section_bytes_unsigned(&bytes);
	if (*augmentation != 'z')
		return UNKNOWN_SIZE;
	section_bytes_unsigned(&bytes);
	while (*++augmentation != '\0' && !bytes.is_short)
		switch (*augmentation) {
		case 'R':
			return address_size(section_bytes_fixed(&bytes, 1));
		case 'L':
			section_bytes_fixed(&bytes, 1);
			break;
		case 'P':
			if (!skip_handler(&bytes))
				return UNKNOWN_SIZE;
			break;
		default: /* "S" and "B" have nothing */
			break;
		}
	return UNKNOWN_SIZE;
}

static void
add_range(struct frames *f, struct section_bytes *entry)
{
	uint64_t base = f->address + (uint64_t)(entry->next - f->start);
	uint64_t start = section_bytes_fixed(entry, f->common_size);
	uint64_t size = section_bytes_fixed(entry, f->common_size);

	if (f->common_size == 4)
		start = (uint64_t)(int64_t)(int32_t)start;
	if (entry->is_short || size == 0 || base + start + size < size)
		return;
	f->list = cli_grow(f->list, f->n, sizeof(*f->list));
	f->list[f->n++] =
	    (struct address_range){base + start, base + start + size};
}

/* Takes the common entry at an offset, unless it was read last. */
static void
take_common(struct frames *f, size_t at)
{
	struct section_bytes rest = f->all, entry;

	if (f->common == at && f->common_size != UNKNOWN_SIZE)
		return;
	f->common = at;
	rest.next = f->start + at;
	entry = section_bytes_part(&rest, section_bytes_fixed(&rest, 4));
	f->common_size = section_bytes_fixed(&entry, 4) == 0
			     ? read_common(entry)
			     : UNKNOWN_SIZE;
}

/* Reads the next entry.  False after the last one. */
static bool
next_entry(struct frames *f)
{
	uint64_t size = section_bytes_fixed(&f->all, 4), back;
	struct section_bytes entry;
	size_t at = (size_t)(f->all.next - f->start);

	if (size == 0 || size == UINT32_MAX || f->all.is_short)
		return false;
	entry = section_bytes_part(&f->all, size);
	back = section_bytes_fixed(&entry, 4);
	if (f->all.is_short || back > at)
		return false;
	if (back == 0) /* it is a common one */
		return true;
	take_common(f, at - (size_t)back);
	if (f->common_size != UNKNOWN_SIZE)
		add_range(f, &entry);
	return true;
}

static int
compare_ranges(const void *a, const void *b)
{
	const struct address_range *x = a, *y = b;
	int order = (x->start > y->start) - (x->start < y->start);

	return order != 0 ? order : (x->end > y->end) - (x->end < y->end);
}

struct address_range *
function_ranges(Elf *elf, size_t *n)
{
	Elf_Scn *section = object_section(elf, ".eh_frame");
	Elf_Data *data = section != NULL ? elf_rawdata(section, NULL) : NULL;
	const char *ident = elf_getident(elf, NULL);
	struct frames f = {.n = 0};
	GElf_Shdr header;

	*n = 0;
	if (data == NULL || data->d_buf == NULL ||
	    gelf_getshdr(section, &header) == NULL)
		return NULL;
	f.start = data->d_buf;
	f.address = header.sh_addr;
	f.all = (struct section_bytes){
	    .next = f.start,
	    .end = f.start + data->d_size,
	    .swaps = (ident[EI_DATA] == ELFDATA2LSB) !=
		     (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__),
	};
	while (next_entry(&f))
		;
	if (f.n > 1)
		qsort(f.list, f.n, sizeof(*f.list), compare_ranges);
	*n = f.n;
	return f.list;
}
