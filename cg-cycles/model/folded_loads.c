/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A processor loads as soon as it has the address, and adds when it has the register, too.  llvm-mca
 * starts both at once, and not before the instruction that sets the register has started: of a
 * chain of additions of one cycle each, which add what is in memory, a round takes as long as a
 * load.  In such a chain, the load is an instruction of its own, into a register that nothing
 * needs at this place.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "core_chain.h"
#include "folded_loads.h"
#include "registers.h"

enum { MOST_TRIES = 8, SIZE = 16 /* of a register's name */ };

/* What is loaded. */
enum width { W_NONE, W_LONG, W_QUAD, W_XMM, W_YMM };

/* Returns the width of the last operand, which is a register. */
static enum width
width_of(const char *text)
{
	const char *name = strrchr(text, '%');
	size_t len;

	if (name == NULL || strchr(text, '{') != NULL)
		return W_NONE;
	len = strlen(++name);
	if (strncmp(name, "xmm", 3) == 0)
		return W_XMM;
	if (strncmp(name, "ymm", 3) == 0)
		return W_YMM;
	if (*name == 'e' || (*name == 'r' && name[len - 1] == 'd'))
		return W_LONG;
	/* "r8b" and "r8w" are not whole */
	return *name == 'r' && strchr("bw", name[len - 1]) == NULL ? W_QUAD
								   : W_NONE;
}

static bool
begins_with_one_of(const char *name, const char *const *list)
{
	for (; *list != NULL; list++)
		if (strncmp(name, *list, strlen(*list)) == 0)
			return true;
	return false;
}

/* Returns the mnemonic of the load, or NULL if the instruction has none that can be taken out. */
static const char *
load_of(const char *text, enum width width)
{
	static const char *const integers[] = {"add", "sub", "and", "or", "xor",
	    "adc", "sbb", "imul", "cmp", "cmov", NULL};
	static const char *const vectors[] = {"add", "sub", "mul", "div", "min",
	    "max", "and", "or", "xor", "fmadd", "fmsub", "fnmadd", "fnmsub",
	    "padd", "psub", "pand", "por", "pxor", "pmin", "pmax", "pmul",
	    NULL};
	size_t len = strcspn(text, " \t");
	bool is_avx = *text == 'v';
	const char *kind = text + len - (len >= 2 ? 2 : 0);

	if (width == W_LONG || width == W_QUAD)
		return !begins_with_one_of(text, integers) ? NULL
		       : width == W_LONG                   ? "movl"
							   : "movq";
	if (!begins_with_one_of(text + is_avx, vectors))
		return NULL;
	if (text[is_avx] == 'p')
		return is_avx ? "vmovdqu" : "movdqu";
	if (strncmp(kind, "ss", 2) == 0)
		return is_avx ? "vmovss" : "movss";
	if (strncmp(kind, "sd", 2) == 0)
		return is_avx ? "vmovsd" : "movsd";
	return is_avx ? "vmovups" : "movups";
}

/* True if nothing needs the register from an instruction on until one sets it. */
static bool
is_free(const struct registers *registers, size_t n, size_t at, unsigned number)
{
	for (size_t i = 0; i < n; i++) {
		const struct registers *r = &registers[(at + i) % n];

		if (registers_have(r->address, number) ||
		    registers_have(r->read, number))
			return false;
		if (registers_have(r->written, number))
			return i > 0;
	}
	return true;
}

/* Writes the name of a register that is free at an instruction.  False if there is none. */
static bool
find_free(const struct registers *registers, size_t n, size_t at,
    enum width width, bool is_wide, char name[SIZE])
{
	static const char *const old[] = {
	    "ax", "bx", "cx", "dx", "si", "di", "bp"};
	const char letter = width == W_YMM ? 'y' : 'x';

	for (unsigned i = is_wide ? 16 : 8; i-- > 0;) {
		bool is_new = i >= 8;

		if (width == W_XMM || width == W_YMM) {
			snprintf(name, SIZE, "%cmm%u", letter, i);
		} else if (is_new) {
			snprintf(
			    name, SIZE, "r%u%s", i, width == W_LONG ? "d" : "");
		} else if (i < sizeof(old) / sizeof(*old)) {
			snprintf(name, SIZE, "%c%s",
			    width == W_LONG ? 'e' : 'r', old[i]);
		} else {
			continue;
		}
		if (is_free(registers, n, at, registers_number_x86(name)))
			return true;
	}
	return false;
}

/* Returns "movq (%rdx), %r15" and "addq %r15, %rax", or NULL. */
static char *
split_one(const char *text, const struct registers *registers, size_t n,
    size_t at, bool is_wide)
{
	enum width width = width_of(text);
	size_t len = strcspn(text, " \t");
	const char *memory = text + len + strspn(text + len, " \t");
	const char *end = strchr(memory, ')');
	const char *load;
	char name[SIZE];

	/* "(%rdx,%rcx), %rax"; what begins with a register is not in memory */
	if (width == W_NONE || end == NULL || end[1] != ',' ||
	    strchr("%$*", *memory) != NULL)
		return NULL;
	load = load_of(text, width);
	if (load == NULL || !find_free(registers, n, at, width, is_wide, name))
		return NULL;
	return cli_format("%s %.*s, %%%s\n%.*s %%%s%s", load,
	    (int)(end + 1 - memory), memory, name, (int)len, text, name,
	    end + 1);
}

void
folded_loads_split(const struct core_model *model,
    const struct core_code *codes, struct core_body *body)
{
	bool is_wide = strcmp(model->machine->name, "x86-64") == 0;
	struct registers *registers;
	bool *is_split, *waits, is_changed = true;

	if (strcmp(model->machine->name, "aarch64") == 0 ||
	    !core_chain_can_wait(codes, body))
		return;
	registers = core_chain_registers(model, codes, body);
	is_split = cli_alloc(body->n, sizeof(*is_split));
	waits = cli_alloc(body->n, sizeof(*waits));
	body->texts = cli_alloc(body->n, sizeof(*body->texts));
	/* without it, another chain may be the longest */
	for (int i = 0; is_changed && i < MOST_TRIES; i++) {
		is_changed = false;
		core_chain_find_waiting(
		    codes, body, registers, is_split, waits);
		for (size_t j = 0; j < body->n; j++) {
			if (!waits[j] || is_split[j])
				continue;
			body->texts[j] = split_one(codes[body->codes[j]].text,
			    registers, body->n, j, is_wide);
			is_split[j] = body->texts[j] != NULL;
			is_changed |= is_split[j];
		}
	}
	free(registers);
	free(is_split);
	free(waits);
}

void
folded_loads_release(struct core_body *body)
{
	for (size_t i = 0; body->texts != NULL && i < body->n; i++)
		free(body->texts[i]);
	free(body->texts);
	body->texts = NULL;
}
