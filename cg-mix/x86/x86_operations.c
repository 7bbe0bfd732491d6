/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * objdump says how many bytes an operand of memory has: "QWORD PTR [rax]", "DWORD BCST [rax]".
 * Lanes are those of the widest vector register.
 */
#include <string.h>

#include "cg-mix/code/operands.h"
#include "libquery/machine_code/instructions.h"
#include "x86_operations.h"
#include "x86_table.h"

void
x86_names(struct mnemonics *m)
{
	for (size_t i = 0; i < x86_table_rows; i++) {
		const struct x86_row *row = &x86_table[i];

		mnemonics_add(m, i, "", row->names, row->suffixes);
		if (row->flags & X86_VEX)
			mnemonics_add(m, i, "v", row->names, row->suffixes);
	}
}

/* --- operands ------------------------------------------------------------- */

static const struct size {
	const char *word;
	unsigned int bytes;
} sizes[] = {
    /* longer words before those that they end with */
    {"XMMWORD ", 16},
    {"YMMWORD ", 32},
    {"ZMMWORD ", 64},
    {"OWORD ", 16},
    {"QWORD ", 8},
    {"DWORD ", 4},
    {"FWORD ", 6},
    {"TBYTE ", 10},
    {"WORD ", 2},
    {"BYTE ", 1},
};

static bool
is_memory(const struct operand *o)
{
	return operand_has(o, "[") || operand_has(o, " PTR ") ||
	       operand_has(o, "s:0x");
}

/* Returns 0 if the text does not say it. */
static unsigned int
size_of_memory(const struct operand *o)
{
	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		size_t len = strlen(sizes[i].word);

		if (o->len > len && memcmp(o->text, sizes[i].word, len) == 0)
			return sizes[i].bytes;
	}
	return 0;
}

static const struct size vectors[] = {
    {"xmm", 16}, {"ymm", 32}, {"zmm", 64}, {"mm", 8}};

/* Returns the bytes of a vector register that the text begins with; 0: it begins with none. */
static unsigned int
vector_size(const char *text)
{
	for (size_t i = 0; i < sizeof(vectors) / sizeof(*vectors); i++)
		if (strncmp(text, vectors[i].word, strlen(vectors[i].word)) ==
		    0)
			return vectors[i].bytes;
	return 0;
}

/* Returns the bytes of a general register; 0: it is none. */
static unsigned int
general_size(const struct operand *o)
{
	char last = o->text[o->len - 1];

	if (o->len < 2 || o->len > 4)
		return 0;
	if (*o->text == 'r')
		return last == 'd' ? 4 : last == 'w' ? 2 : last == 'b' ? 1 : 8;
	if (*o->text == 'e')
		return 4;
	if (o->len == 2 && strchr("xip", last) != NULL)
		return 2;
	return last == 'l' || last == 'h' ? 1 : 0;
}

static unsigned int
widest_vector(const struct operands *operands)
{
	unsigned int widest = 0;

	for (size_t i = 0; i < operands->n; i++) {
		unsigned int size = vector_size(operands->list[i].text);

		if (size > widest)
			widest = size;
	}
	return widest;
}

/* Returns how many elements a gather or scatter moves: as many as both the indices and the register
 * have. */
static unsigned int
gathered(
    const struct operands *operands, unsigned int lane, unsigned int index_bits)
{
	unsigned int n = 8 * widest_vector(operands) / lane, nindices = 0;

	for (size_t i = 0; i < operands->n; i++) {
		const char *p =
		    memchr(operands->list[i].text, '[', operands->list[i].len);

		for (; p != NULL && *p != ']' && *p != '\0'; p++)
			if (strchr("[+", *p) != NULL && vector_size(p + 1) > 0)
				nindices = 8 * vector_size(p + 1) / index_bits;
	}
	return nindices < n ? nindices : n;
}

/* --- what it does --------------------------------------------------------- */

static void
access_memory(struct operations *to, enum x86_access access, unsigned int bytes)
{
	if (access == X86_READS || access == X86_CHANGES)
		to->counts[OPERATIONS_READ] += bytes;
	if (access == X86_WRITES || access == X86_CHANGES)
		to->counts[OPERATIONS_WRITTEN] += bytes;
}

static void
add_accesses(struct operations *to, const struct x86_row *row,
    const struct mnemonic *found, const struct operands *operands,
    unsigned int word)
{
	unsigned int pushed = word;

	for (size_t i = 0; i < operands->n; i++) {
		const struct operand *o = &operands->list[i];
		unsigned int bytes = size_of_memory(o);

		if (row->access == X86_IGNORES || !is_memory(o))
			continue;
		if (row->flags & X86_GATHERS)
			bytes =
			    found->suffix->bits / 8 *
			    gathered(operands, found->suffix->bits, row->size);
		else if (bytes == 0)
			bytes = row->size;
		/* "movabs al,ds:0x1122334455667788" */
		if (bytes == 0 && operands->n == 2)
			bytes = general_size(&operands->list[1 - i]);
		if (bytes == 0)
			to->is_known = false;
		access_memory(to, i == 0 ? row->access : X86_READS, bytes);
	}
	if (operands->n > 0 && (general_size(&operands->list[0]) == 2 ||
				   size_of_memory(&operands->list[0]) == 2))
		pushed = 2;
	if (row->flags & X86_PUSHES)
		to->counts[OPERATIONS_WRITTEN] += pushed;
	if (row->flags & X86_POPS)
		to->counts[OPERATIONS_READ] += pushed;
	if (row->flags & X86_IMPLICIT)
		to->counts[OPERATIONS_WRITTEN] += row->size;
}

/* Returns how many accesses of the kind that tells repetitions a string instruction has: cmps reads twice. */
static unsigned char
count_accesses(const struct operands *operands, const struct x86_row *row)
{
	unsigned char n = 0;

	for (size_t i = 0; i < operands->n; i++)
		n += is_memory(&operands->list[i]);
	return row->access == X86_WRITES ? 1 : n;
}

/* True if the last two operands, which it computes from, are equal. */
static bool
only_clears(const struct x86_row *row, const struct operands *operands)
{
	size_t n = operands->n;

	return (row->flags & X86_CLEARS) && n >= 2 &&
	       operand_is_same(&operands->list[n - 2], &operands->list[n - 1]);
}

static void
add_arithmetic(struct operations *to, const struct x86_row *row,
    const struct suffix *suffix, const struct operands *operands)
{
	unsigned int bits = row->lane != 0 ? row->lane : suffix->bits;
	bool is_packed = bits != 0 && !suffix->is_scalar;
	unsigned int lanes = is_packed ? 8 * widest_vector(operands) / bits : 1;
	unsigned int n = lanes * row->operations;

	if (only_clears(row, operands))
		return;
	if (row->kind == X86_FLOAT) {
		to->counts[OPERATIONS_FLOAT] += n;
		if (is_packed)
			to->counts[OPERATIONS_FLOAT_VECTOR] += n;
	} else if (row->kind == X86_INTEGER) {
		to->counts[OPERATIONS_INTEGER_VECTOR] += n;
	}
	if (row->flags & X86_DIVIDES)
		to->counts[OPERATIONS_DIVISIONS] += lanes;
}

struct operations
x86_decode(const struct mnemonics *m, const char *text, unsigned int word)
{
	struct operations done = {.is_known = true};
	const struct mnemonic *found;
	const struct x86_row *row;
	struct operands operands;
	size_t end, start;

	/* "{evex} vaddps ..." */
	while (*text == '{' && strchr(text, ' ') != NULL)
		text = strchr(text, ' ') + 1;
	end = instruction_mnemonic(text, &start);
	/* "jne,pt" */
	found = mnemonics_find(m, text + start,
	    strcspn(text + start, " ,") < end - start
		? strcspn(text + start, " ,")
		: end - start);
	if (found == NULL)
		return (struct operations){.is_known = false};
	row = &x86_table[found->row];
	operands_split(&operands, text + end);
	add_accesses(&done, row, found, &operands, word);
	if ((row->flags & X86_STRING) && strncmp(text, "rep", 3) == 0)
		done.accesses = count_accesses(&operands, row);
	add_arithmetic(&done, row, found->suffix, &operands);
	done.counts[OPERATIONS_BRANCHES] += (row->flags & X86_BRANCHES) != 0;
	done.counts[OPERATIONS_CALLS] += (row->flags & X86_CALLS) != 0;
	return done;
}
