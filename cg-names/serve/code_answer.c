/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A debug file has the sections of code, but not the code.  If the object is gone, it may
 * still be where debuggers look for programs by build ID.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cg-names/object/debug_file.h"
#include "cg-names/object/identity.h"
#include "cg-names/object/symbols.h"
#include "cg-names/reply/reply.h"
#include "libcli/cli.h"
#include "libnames/protocol.h"
#include "code_answer.h"
#include "flow.h"

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

static bool
is_code(const GElf_Shdr *section)
{
	return section->sh_type == SHT_PROGBITS &&
	       (section->sh_flags & SHF_EXECINSTR) != 0;
}

/* False if it is a debug file. */
static bool
has_code(Elf *elf)
{
	Elf_Scn *section = elf_nextscn(elf, NULL);
	GElf_Shdr header;

	if (section == NULL)
		return true;
	for (; section != NULL; section = elf_nextscn(elf, section))
		if (gelf_getshdr(section, &header) != NULL && is_code(&header))
			return true;
	return false;
}

/* Sets the flow of the instructions in each section with code. */
static void
find_flow(const struct object *object, const uint64_t *addresses, size_t n,
    struct names_code_instruction *found)
{
	Elf *elf = object->program.elf;
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	GElf_Ehdr head;

	if (gelf_getehdr(elf, &head) == NULL)
		return;
	while ((section = elf_nextscn(elf, section)) != NULL) {
		const unsigned char *bytes;
		Elf_Data *data;

		if (gelf_getshdr(section, &header) == NULL ||
		    !is_code(&header) ||
		    (data = elf_rawdata(section, NULL)) == NULL ||
		    data->d_buf == NULL)
			continue;
		bytes = data->d_buf;
		for (size_t i = 0; i < n; i++) {
			uint64_t offset = addresses[i] - header.sh_addr;

			if (addresses[i] >= header.sh_addr &&
			    offset < data->d_size)
				flow_find(&found[i], head.e_machine,
				    bytes + offset, bytes + data->d_size);
		}
	}
}

/* --- functions ------------------------------------------------------------ */

/* Lists the functions of the addresses; those of one function come one after the
 * other, unless it has another one within. */
static size_t
find_functions(const struct object *object, const uint64_t *addresses, size_t n,
    struct names_code_function **list, struct names_code_instruction *found,
    struct reply *reply)
{
	struct symbol *symbols =
	    symbols_find(object, SYMBOL_OF_CODE, addresses, n);
	size_t nfunctions = 0;

	*list = NULL;
	for (size_t i = 0; i < n; i++) {
		const struct symbol *symbol = &symbols[i];

		if (symbol->name == NULL)
			continue;
		if (i == 0 || found[i - 1].function == 0 ||
		    symbol->name != symbols[i - 1].name ||
		    symbol->start != symbols[i - 1].start) {
			*list = cli_grow(*list, nfunctions, sizeof(**list));
			(*list)[nfunctions++] = (struct names_code_function){
			    .start = symbol->start,
			    .end = symbol->end,
			    .symbol = reply_string(reply, symbol->name),
			};
		}
		found[i].function = (uint32_t)nfunctions;
	}
	free(symbols);
	return nfunctions;
}

/* --- the answer ----------------------------------------------------------- */

bool
code_open(struct object *object)
{
	struct elf_file *program = &object->program;
	bool is_debug_file = program->elf != NULL && !has_code(program->elf);

	if (program->elf != NULL && !is_debug_file)
		return true;
	if (is_debug_file)
		elf_file_close(program);
	if (code_file_open(program, object->request)) {
		object->problem = NULL;
		return true;
	}
	if (is_debug_file)
		object->problem = "it has debug information, but no code";
	/* a debug file was no trouble */
	if (object->problem == NULL && access(object->request->path, F_OK) == 0)
		object->problem = "another build is at this path now";
	else if (object->problem == NULL)
		object->problem = strerror(errno);
	return false;
}

static void
add_file(struct reply *reply, const struct elf_file *file)
{
	char *id = identity_build_id(file->elf);

	if (id == NULL)
		id = identity_head(file->fd);
	reply_string(reply, file->path);
	reply_string(reply, machine_name(file->elf));
	reply_string(reply, id);
	free(id);
}

bool
code_answer(struct object *object, const uint64_t *addresses, size_t n)
{
	struct names_code_instruction *found = cli_alloc(n, sizeof(*found));
	struct names_code_function *functions = NULL;
	struct names_code_answer head = {0};
	struct reply reply = {0};
	const char *problem;
	size_t size;
	bool is_read;

	if (code_open(object)) {
		add_file(&reply, &object->program);
		head.nfunctions = find_functions(
		    object, addresses, n, &functions, found, &reply);
		find_flow(object, addresses, n, found);
	} else {
		for (int i = 0; i < 3; i++)
			reply_string(&reply, "");
	}
	problem = object->problem == NULL ? "" : object->problem;
	size = strlen(problem) + 1;
	head.size = size + reply.size;
	head.nstrings = 1 + reply.nstrings;
	is_read = reply_put(&head, sizeof(head)) && reply_put(problem, size) &&
		  reply_put(reply.text, reply.size) &&
		  reply_put(functions, head.nfunctions * sizeof(*functions)) &&
		  reply_put(found, n * sizeof(*found));
	reply_release(&reply);
	free(functions);
	free(found);
	return is_read;
}
