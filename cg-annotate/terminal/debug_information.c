/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A profile says of each function which file it is from, or that this is not
 * known.  It does not say which functions are the program's and which are a
 * library's, except for Callgrind's objects.
 */
#include <string.h>

#include "debug_information.h"
#include "libquery/rank.h"

static const char *
base_name(const char *path, size_t *len)
{
	const char *base = path;

	for (size_t i = 0; i < *len; i++)
		if (path[i] == '/')
			base = path + i + 1;
	*len -= (size_t)(base - path);
	return base;
}

/* True if the object is the program that the command began with. */
static bool
is_program(const char *object, const char *command)
{
	size_t object_len = strlen(object), len = strcspn(command, " ");
	const char *name = base_name(object, &object_len);

	command = base_name(command, &len);
	return len > 0 && object_len == len && memcmp(name, command, len) == 0;
}

/* True for main() of C, and of languages that put it into a module. */
static bool
is_main(const char *function)
{
	size_t len = strcspn(function, "(");

	return (len == 4 && memcmp(function, "main", 4) == 0) ||
	       (len > 5 && (memcmp(function + len - 6, "::main", 6) == 0 ||
			       memcmp(function + len - 5, ".main", 5) == 0));
}

/* What is known of the functions of a profile. */
struct knowledge {
	bool has_program; /* functions whose object is the program */
	bool has_program_files;
	bool has_main;
	bool has_main_file;
	bool has_hidden;
	unsigned __int128 size; /* of all costs, and of those without a file */
	unsigned __int128 unknown_size;
};

static void
learn(struct knowledge *k, const struct function_cost *f, const char *command)
{
	bool has_file = strcmp(f->file, cg_unknown_name) != 0;
	unsigned __int128 size = size_of_count(f->counts[f->order->deciding]);

	if (cg_is_filtered(f->file)) {
		k->has_hidden = true;
		return;
	}
	k->size += size;
	k->unknown_size += has_file ? 0 : size;
	if (is_program(f->object, command)) {
		k->has_program = true;
		k->has_program_files |= has_file;
	}
	if (is_main(f->function)) {
		k->has_main = true;
		k->has_main_file |= has_file;
	}
}

bool
debug_information_is_missing(const struct report *report)
{
	const struct function_list *functions = &report->functions;
	struct knowledge k = {.has_main = false};

	for (size_t i = 0; i < functions->nall; i++)
		if (functions->list[i].nmembers == 0)
			learn(&k, &functions->list[i],
			    report->profile.header.cmd);
	if (k.has_program)
		return !k.has_program_files;
	if (k.has_main)
		return !k.has_main_file;
	return !k.has_hidden && k.size > 0 && k.unknown_size >= k.size / 2;
}
