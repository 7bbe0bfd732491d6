/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Looks at all functions of the object, because a key of two functions would be that of either.
 * Only code of x86-64 is known.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "cg-names/object/function_ranges.h"
#include "libcli/cli.h"
#include "code_answer.h"
#include "code_keys.h"
#include "x86_code.h"

/* the fewest bytes that tell functions apart */
enum { ENOUGH_BYTES = 16 };

struct code_key {
	struct address_range range;
	uint64_t hash;  /* 0: it has no key */
	bool is_shared; /* with another function */
};

/* what is read of the code */
struct code_reader {
	Elf *elf;
	/* addresses of the object; both 0 if they are not in its code, because they
	 * are not known when it is linked */
	struct address_range placed;
	GElf_Shdr section; /* that was read last */
	const unsigned char *bytes;
};

/* --- code ----------------------------------------------------------------- */

static bool
is_x86_64(Elf *elf)
{
	GElf_Ehdr head;

	return gelf_getehdr(elf, &head) != NULL && head.e_machine == EM_X86_64;
}

static void
find_placed(struct code_reader *r)
{
	GElf_Ehdr head;
	GElf_Phdr segment;
	size_t n;

	if (gelf_getehdr(r->elf, &head) == NULL || head.e_type != ET_EXEC ||
	    elf_getphdrnum(r->elf, &n) < 0)
		return;
	for (size_t i = 0; i < n; i++) {
		if (gelf_getphdr(r->elf, (int)i, &segment) == NULL ||
		    segment.p_type != PT_LOAD)
			continue;
		if (r->placed.end == 0 || segment.p_vaddr < r->placed.start)
			r->placed.start = segment.p_vaddr;
		if (segment.p_vaddr + segment.p_memsz > r->placed.end)
			r->placed.end = segment.p_vaddr + segment.p_memsz;
	}
}

static bool
is_in_section(const struct code_reader *r, const struct address_range *range)
{
	return r->bytes != NULL && range->start >= r->section.sh_addr &&
	       range->end <= r->section.sh_addr + r->section.sh_size;
}

/* Returns the code in a range, or NULL. */
static const unsigned char *
code_of(struct code_reader *r, const struct address_range *range)
{
	Elf_Scn *section = NULL;

	while (!is_in_section(r, range)) {
		Elf_Data *data;

		section = elf_nextscn(r->elf, section);
		r->bytes = NULL;
		if (section == NULL)
			return NULL;
		if (gelf_getshdr(section, &r->section) == NULL ||
		    r->section.sh_type != SHT_PROGBITS ||
		    (r->section.sh_flags & SHF_EXECINSTR) == 0)
			continue;
		data = elf_rawdata(section, NULL);
		if (data != NULL && data->d_size == r->section.sh_size)
			r->bytes = data->d_buf;
	}
	return r->bytes + (range->start - r->section.sh_addr);
}

/* --- keys ----------------------------------------------------------------- */

static uint32_t
word(const unsigned char *bytes)
{
	return (uint32_t)bytes[3] << 24 | (uint32_t)bytes[2] << 16 |
	       (uint32_t)bytes[1] << 8 | bytes[0];
}

static bool
is_placed(const struct code_reader *r, const unsigned char *code, size_t at)
{
	return at > 0 && word(code + at) >= r->placed.start &&
	       word(code + at) < r->placed.end;
}

/* True if a target or datum is outside of the function. */
static bool
leads_out(const struct address_range *range, uint64_t next,
    const struct x86_code *one, const unsigned char *code)
{
	const unsigned char *at = code + one->distance_at;
	int64_t distance = one->distance_size == 4   ? (int32_t)word(at)
			   : one->distance_size == 1 ? (int8_t)*at
						     : 0;
	uint64_t target = next + (uint64_t)distance;

	return one->distance_size > 0 &&
	       (target < range->start || target >= range->end);
}

static void
hash_byte(uint64_t *hash, unsigned char byte)
{
	*hash = (*hash ^ byte) * UINT64_C(0x100000001b3);
}

/* Adds an instruction without addresses.  Returns how many bytes are left of it. */
static size_t
hash_instruction(const struct code_reader *r, const struct address_range *range,
    const struct x86_code *one, const unsigned char *code, uint64_t next,
    uint64_t *hash)
{
	bool leads = leads_out(range, next, one, code);
	bool has_place = is_placed(r, code, one->displacement_at);
	bool has_immediate = is_placed(r, code, one->immediate_at);
	size_t left = 0;

	for (size_t i = 0; i < one->size; i++) {
		bool is_address =
		    (leads && i - one->distance_at < one->distance_size) ||
		    (has_place && i - one->displacement_at < 4) ||
		    (has_immediate && i - one->immediate_at < 4);

		hash_byte(hash, is_address ? 0 : code[i]);
		left += !is_address;
	}
	return left;
}

/* Returns the hash of a function's code, 64 bits of FNV-1a; 0: it has none. */
static uint64_t
hash_function(struct code_reader *r, const struct address_range *range)
{
	const unsigned char *code = code_of(r, range);
	size_t size = (size_t)(range->end - range->start), left = 0;
	uint64_t hash = UINT64_C(0xcbf29ce484222325);
	struct x86_code one;

	if (code == NULL)
		return 0;
	for (size_t at = 0; at < size; at += one.size) {
		if (x86_code_decode(&one, code + at, size - at) == 0)
			return 0;
		left += hash_instruction(r, range, &one, code + at,
		    range->start + at + one.size, &hash);
	}
	return left < ENOUGH_BYTES ? 0 : hash;
}

static uint64_t
size_of(const struct code_key *key)
{
	return key->range.end - key->range.start;
}

static int
compare_codes(const void *a, const void *b)
{
	const struct code_key *x = a, *y = b;

	if (x->hash != y->hash)
		return x->hash < y->hash ? -1 : 1;
	if (size_of(x) != size_of(y))
		return size_of(x) < size_of(y) ? -1 : 1;
	return (x->range.start > y->range.start) -
	       (x->range.start < y->range.start);
}

static int
compare_starts(const void *a, const void *b)
{
	const struct code_key *x = a, *y = b;
	int order = (x->range.start > y->range.start) -
		    (x->range.start < y->range.start);

	return order != 0 ? order
			  : (x->range.end > y->range.end) -
				(x->range.end < y->range.end);
}

static bool
is_same_code(const struct code_key *a, const struct code_key *b)
{
	return a->hash == b->hash && size_of(a) == size_of(b);
}

/* Returns the keys of all functions, sorted by address; the caller frees them. */
static struct code_key *
find_keys(Elf *elf, size_t *n)
{
	struct code_reader r = {.elf = elf};
	struct address_range *ranges = function_ranges(elf, n);
	struct code_key *keys = cli_alloc(*n, sizeof(*keys));

	find_placed(&r);
	for (size_t i = 0; i < *n; i++)
		keys[i] = (struct code_key){
		    .range = ranges[i], .hash = hash_function(&r, &ranges[i])};
	free(ranges);
	if (*n > 1)
		qsort(keys, *n, sizeof(*keys), compare_codes);
	for (size_t i = 1; i < *n; i++)
		if (is_same_code(&keys[i - 1], &keys[i]))
			keys[i - 1].is_shared = keys[i].is_shared = true;
	if (*n > 1)
		qsort(keys, *n, sizeof(*keys), compare_starts);
	return keys;
}

void
code_keys_find(struct object *object, const uint64_t *addresses, size_t n,
    struct reply *reply)
{
	struct code_key *keys = NULL;
	size_t nkeys = 0, next = 0;

	if (code_open(object) && is_x86_64(object->program.elf))
		keys = find_keys(object->program.elf, &nkeys);
	for (size_t i = 0; i < n; i++) {
		struct names_run place = {.n = 1};

		while (next < nkeys && keys[next].range.start < addresses[i])
			next++;
		if (next < nkeys && keys[next].range.start == addresses[i] &&
		    keys[next].hash != 0 && !keys[next].is_shared) {
			char *text = cli_format("%" PRIx64 "-%016" PRIx64,
			    size_of(&keys[next]), keys[next].hash);

			place.function = reply_string(reply, text);
			free(text);
		}
		reply_place(reply, &place);
	}
	free(keys);
}
