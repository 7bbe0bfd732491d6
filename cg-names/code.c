/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A debug file has the sections of code, but not the code.  If the object is gone, it may
 * still be where debuggers look for programs by build ID.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "code.h"
#include "debug_file.h"
#include "libcli/cli.h"
#include "symbols.h"

static const char *
machine_name(Elf *elf)
{
	static const struct {
		int machine;
		const char *name;
	} machines[] = {{EM_X86_64, "x86-64"}, {EM_386, "i386"},
	    {EM_AARCH64, "aarch64"}, {EM_PPC64, "powerpc64le"},
	    {EM_S390, "s390x"}, {EM_ARM, "arm"}, {EM_RISCV, "riscv64"},
	    {EM_MIPS, "mips"}, {EM_PPC, "powerpc"}};
	GElf_Ehdr header;

	if (gelf_getehdr(elf, &header) == NULL)
		return "unknown";
	for (size_t i = 0; i < sizeof(machines) / sizeof(*machines); i++)
		if (header.e_machine == machines[i].machine)
			return machines[i].name;
	return "unknown";
}

/* "START END NAME", or "" */
static void
add_symbol(struct reply *reply, const struct symbol *symbol)
{
	char *name, *text;

	if (symbol->name == NULL) {
		reply_string(reply, "");
		return;
	}
	name = symbols_name(symbol->name);
	text = cli_format(
	    "%" PRIu64 " %" PRIu64 " %s", symbol->start, symbol->end, name);
	reply_string(reply, text);
	free(text);
	free(name);
}

void
code_find(struct object *object, const uint64_t *addresses, size_t n,
    struct reply *reply)
{
	struct symbol *symbols;

	if (object->program.elf == NULL &&
	    code_file_open(&object->program, object->request))
		object->problem = NULL;
	if (object->program.elf == NULL) {
		/* a debug file was no trouble */
		if (object->problem == NULL &&
		    access(object->request->path, F_OK) == 0)
			object->problem = "another build is at this path now";
		else if (object->problem == NULL)
			object->problem = strerror(errno);
		reply_string(reply, "");
		reply_string(reply, "");
		return;
	}
	reply_string(reply, object->program.path);
	reply_string(reply, machine_name(object->program.elf));
	symbols = symbols_find(object, SYMBOL_OF_CODE, addresses, n);
	for (size_t i = 0; i < n; i++)
		add_symbol(reply, &symbols[i]);
	free(symbols);
}
