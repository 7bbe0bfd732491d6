/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The machine code of one function with what it cost: its instructions in order, each with
 * its counts, its jumps and its calls.
 */
#ifndef MACHINE_CODE_H
#define MACHINE_CODE_H

#include "code_places.h"
#include "code_rows.h"
#include "instructions.h"
#include "libnames/object_names.h"
#include "libquery/header/build_ids.h"

/* Jumps from one instruction to another. */
struct code_jump {
	uint64_t from, target;
	int64_t executed, taken; /* equal if it is always taken */
	bool is_conditional;
};

/* Calls from an instruction. */
struct code_call {
	uint64_t from;
	const char *object, *file, *function;
	int64_t ncalls;
};

struct code_instruction {
	uint64_t address;
	/* NULL: objdump finds no instruction at this address, where one was
	 * executed */
	const struct instruction *code;
	const char *text; /* "" if there is none */
	enum instruction_kind kind;
	bool begins_part;      /* code before it was left out */
	const int64_t *counts; /* NULL: it has no row, was not executed */
	int64_t executed;      /* how often; -1: not known */
	/* of its row: NULL and 0 without one */
	const char *file;
	int64_t line;
	const char
	    *inlined; /* the function that was inlined here; NULL: none */
	size_t first_jump, njumps;
	size_t first_call, ncalls;
};

struct machine_code {
	const struct code_function *function;
	size_t nevents;
	char *problem; /* why there are no instructions; NULL: there are */
	char *machine; /* as in struct names_code, if there are */
	size_t n;
	struct code_instruction *list; /* in order of their addresses */
	size_t njumps, ncalls;
	struct code_jump *jumps;
	struct code_call *calls;
	bool has_jumps;    /* the profile recorded them */
	bool is_changed;   /* what was executed is not what is in the file */
	int64_t *unplaced; /* the counts of rows without an address, or NULL */
	int64_t *counts;   /* of all instructions */
	struct instructions instructions;
};

struct machine_code_options {
	const struct build_ids *build_ids; /* of the profile */
	const struct cg_header *header;    /* of the rows */
	bool intel;                        /* Intel's syntax */
	/* of the functions that are read; NULL: each is asked for by itself */
	const struct code_places *places;
	bool rows_only; /* only what was executed, without its instructions */
};

/*
 * Reads the machine code of a function.  The instructions' counts and the unplaced ones add up
 * to its costs.  All arguments must outlive the code.  Ends the program if a sum does not
 * fit in 64 bits, or if cg-names cannot be started.
 */
void machine_code_read(struct machine_code *code, const struct code_rows *rows,
    const struct code_function *function,
    const struct machine_code_options *options);

/* Returns the number of the instruction at an address, or n. */
size_t machine_code_find(const struct machine_code *code, uint64_t address);

/* Adds up how often the jumps of an instruction were taken. */
int64_t machine_code_taken(
    const struct machine_code *code, const struct code_instruction *one);

void machine_code_release(struct machine_code *code);

#endif
