/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Machine code as instructions, which objdump finds.
 *
 *	struct instructions code = {0};
 *	problem = instructions_read(&code, &request);
 */
#ifndef INSTRUCTIONS_H
#define INSTRUCTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { INSTRUCTION_BYTES = 16 }; /* at least the most that one has */

struct instruction {
	uint64_t address;
	uint64_t target; /* of a direct jump or call; 0: none */
	size_t text;     /* offset of its mnemonic and operands in the texts */
	unsigned char size;
	unsigned char bytes[INSTRUCTION_BYTES];
};

/* Zeroed, there are none. */
struct instructions {
	size_t n;
	struct instruction *list; /* in order of their addresses */
	char *texts;
	size_t ntexts, room; /* bytes of the texts */
};

/* What is disassembled: [start, end) of a file. */
struct instructions_request {
	const char *file;
	const char *machine; /* as in struct names_code */
	bool intel;          /* Intel's syntax, if the machine has it */
	uint64_t start, end;
};

/*
 * Adds the instructions of a range; what was there before is kept.  Returns NULL, or why
 * there are none, as the end of a message "FILE: ...", to be freed.
 */
char *instructions_read(struct instructions *instructions,
    const struct instructions_request *request);

/* Returns the address of the first instruction that begins there or later; UINT64_MAX: none does. */
uint64_t
instructions_next(const struct instructions *instructions, uint64_t address);

/*
 * Adds a copy of the instructions of another list, in order of their addresses, that begin in
 * [start, end).  False, and adds nothing, if none begins at `start`: what precedes
 * the start may be no code.
 */
bool instructions_add(struct instructions *instructions,
    const struct instructions *from, uint64_t start, uint64_t end);

/* Returns the mnemonic and operands, "mov    %eax,%ebx". */
const char *instruction_text(
    const struct instructions *instructions, const struct instruction *one);

void instructions_release(struct instructions *instructions);

/* Reads the argument of --asm-syntax, att or intel.  Ends the program if it is neither. */
bool asm_syntax_is_intel(const char *argument);

/* --- what instructions are ------------------------------------------------- */

enum instruction_kind {
	INSTRUCTION_PLAIN,
	INSTRUCTION_JUMP,
	INSTRUCTION_BRANCH, /* a jump that may not be taken */
	INSTRUCTION_CALL,
	INSTRUCTION_RETURN, /* or a trap: the next one is not executed after it */
	INSTRUCTION_PADDING, /* does nothing */
};

/* Tells by the mnemonic. */
enum instruction_kind instruction_kind(const char *text);

/* Returns where the mnemonic ends.  Its prefixes are before `*start`, which may be NULL. */
size_t instruction_mnemonic(const char *text, size_t *start);

#endif
