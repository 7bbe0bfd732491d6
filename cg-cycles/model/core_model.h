/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * LLVM's model of a processor's core.  llvm-mc turns bytes into the assembly that llvm-mca
 * reads; objdump's text does not always assemble.
 *
 *	core_model_find(&model, "znver3");
 *	core_model_choose(&model, "x86-64");
 *	core_model_price(&model, codes, ncodes, delay);
 *	core_model_run(&model, codes, bodies, nbodies);
 */
#ifndef CORE_MODEL_H
#define CORE_MODEL_H

#include "libquery/header/cycle_model.h"
#include "libquery/machine_code/instructions.h"

/* What LLVM calls a machine. */
struct core_machine {
	const char *name; /* as in struct names_code */
	const char *triple;
	const char
	    *features; /* of llvm-mc, so that it knows each instruction */
	const char *jump;
};

struct core_model {
	char *mca, *mc;                     /* the programs */
	char *version;                      /* "16.0.6" */
	char *cpu;                          /* as LLVM names it */
	const struct core_machine *knows;   /* one that has this CPU */
	const struct core_machine *machine; /* NULL: not chosen yet */
};

/* An instruction, wherever it is in the code. */
struct core_code {
	unsigned char size, bytes[INSTRUCTION_BYTES];
	enum instruction_kind kind;
	char *text;     /* for llvm-mca; NULL: LLVM has no model of it */
	double latency; /* cycles until its result is there; at least 1 */
	double uops;    /* entries of the front end */
	bool loads, stores;
	char *delay; /* lines that follow it if it misses, or NULL */
	/* without a text: */
	char *name;    /* its mnemonic */
	double cycles; /* of one execution; 0: not known */
};

/* A sequence of instructions that runs again and again. */
struct core_body {
	size_t *codes; /* numbers of instructions, each with a text */
	bool *misses;  /* of each one: the delay follows */
	size_t n;
	size_t njumps;              /* that are taken in a round */
	double cycles;              /* of a round; set by core_model_run */
	struct core_bounds *bounds; /* NULL: not wanted */
	/* while it runs: of each instruction, what runs in its place, or NULL */
	char **texts;
};

/*
 * What a round takes if one thing alone limits it, for each of CYCLE_BOUND_DIVIDER, _STORES,
 * _LOADS, _FRONT and _UNITS.  Set by core_model_run.
 */
struct core_bounds {
	double cycles[NCYCLE_BOUNDS];
	/* what each instruction has of it, in memory of its own; NULL: all have the same */
	double *shares[NCYCLE_BOUNDS];
};

/* All functions end the program on an error. */

/* Finds the newest llvm-mca along PATH, and the CPU in it.  "host" is the one that this
 * machine has. */
void core_model_find(struct core_model *model, const char *cpu);

/* Warns if the CPU is "host", and an old LLVM takes this machine's for another one. */
void core_model_warn(const struct core_model *model, const char *cpu);

/* Finds a model of the CPU for programs of this machine, and warns unless it is quiet. */
void core_model_check(const char *cpu, bool is_quiet);

/* Prints the names of the processors that LLVM knows, of each machine. */
void core_model_list(void);

/* Chooses the machine of code, as in struct names_code.  False if the model has another
 * machine, or LLVM's name of it is not known. */
bool core_model_choose(struct core_model *model, const char *machine);

/* Sets text and latency of all instructions, and delays of loads, of this many cycles. */
void core_model_price(
    struct core_model *model, struct core_code *codes, size_t n, int delay);

/* Sets the cycles of all bodies. */
void core_model_run(const struct core_model *model,
    const struct core_code *codes, struct core_body *bodies, size_t n);

void core_model_release(struct core_model *model);

#endif
