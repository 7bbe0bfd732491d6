/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A profile names the file of each function, or ???.  Only Callgrind's format
 * says which program or library contains it.
 */
#include <stdlib.h>
#include <string.h>

#include "debug_information.h"
#include "libcli/cli.h"
#include "libquery/rank.h"

/* True for main() of C, and of languages that put it into a module. */
static bool
is_main(const char *function)
{
	size_t len = strcspn(function, "(");

	return (len == 4 && memcmp(function, "main", 4) == 0) ||
	       (len > 5 && (memcmp(function + len - 6, "::main", 6) == 0 ||
			       memcmp(function + len - 5, ".main", 5) == 0));
}

/* What the functions of a profile tell of its program. */
struct program_facts {
	bool has_program; /* functions whose object is the program */
	bool has_program_files;
	bool has_main;
	bool has_main_file;
	bool has_hidden;
	unsigned __int128 size; /* of all costs, and of costs without file */
	unsigned __int128 unknown_size;
};

/* Adds what a function tells. name: the base name of the program, or "". */
static void
add_facts(struct program_facts *facts, const struct function_cost *f,
    const char *name)
{
	bool has_file = strcmp(f->file, cg_unknown_name) != 0;
	unsigned __int128 size = size_of_count(f->counts[f->order->deciding]);

	if (cg_is_filtered(f->file)) {
		facts->has_hidden = true;
		return;
	}
	facts->size += size;
	facts->unknown_size += has_file ? 0 : size;
	if (*name != '\0' && strcmp(source_base_name(f->object), name) == 0) {
		facts->has_program = true;
		facts->has_program_files |= has_file;
	}
	if (is_main(f->function)) {
		facts->has_main = true;
		facts->has_main_file |= has_file;
	}
}

bool
debug_information_is_missing(const struct report *report)
{
	const struct function_list *functions = &report->functions;
	const char *command = report->profile.header.cmd;
	char *program = cli_copy(command, strcspn(command, " "));
	struct program_facts facts = {.has_main = false};

	for (size_t i = 0; i < functions->nall; i++)
		if (functions->list[i].nmembers == 0)
			add_facts(&facts, &functions->list[i],
			    source_base_name(program));
	free(program);
	if (facts.has_program)
		return !facts.has_program_files;
	if (facts.has_main)
		return !facts.has_main_file;
	return !facts.has_hidden && facts.size > 0 &&
	       facts.unknown_size >= facts.size / 2;
}
