/* SPDX-License-Identifier: BSD-2-Clause */
/* Decides which files may be used: only those of the build that was run. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "debug_file.h"
#include "identity.h"
#include "object.h"

void
object_problem(struct object *object, const char *problem)
{
	if (object->problem == NULL)
		object->problem = problem;
}

static void
open_program(struct object *object, const struct object_request *request)
{
	if (!elf_file_open(&object->program, request->path)) {
		object->problem = access(request->path, F_OK) == 0
				      ? "it cannot be read as a program"
				      : "there is no such file any more";
	} else if (!identity_is(object->program.elf, object->program.fd,
		       request->build_id)) {
		elf_file_close(&object->program);
		object->problem = "another build is there now";
	}
}

static bool
has_section(Elf *elf, const char *name)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	size_t names;

	if (elf_getshdrstrndx(elf, &names) < 0)
		return false;
	while ((section = elf_nextscn(elf, section)) != NULL) {
		const char *own;

		if (gelf_getshdr(section, &header) == NULL ||
		    header.sh_type == SHT_NOBITS)
			continue;
		own = elf_strptr(elf, names, header.sh_name);
		if (own != NULL && strcmp(own, name) == 0)
			return true;
	}
	return false;
}

static bool
has_dwarf(Elf *elf)
{
	return has_section(elf, ".debug_info") ||
	       has_section(elf, ".zdebug_info");
}

static void
open_dwarf(struct object *object, const struct object_request *request)
{
	Elf *elf =
	    object->debug.elf != NULL ? object->debug.elf : object->program.elf;

	if (elf == NULL || !has_dwarf(elf))
		return;
	object->dwarf = dwarf_begin_elf(elf, DWARF_C_READ, NULL);
	if (object->dwarf == NULL) {
		object_problem(object, "its debug information is damaged");
	} else if (debug_file_shared(&object->shared, object->dwarf,
		       request->path, request)) {
		object->shared_dwarf =
		    dwarf_begin_elf(object->shared.elf, DWARF_C_READ, NULL);
		if (object->shared_dwarf != NULL)
			dwarf_setalt(object->dwarf, object->shared_dwarf);
	}
}

void
object_open(struct object *object, const struct object_request *request)
{
	bool has_own;

	*object = (struct object){0};
	open_program(object, request);
	has_own = object->program.elf != NULL && has_dwarf(object->program.elf);
	/* an object without DWARF and without a debug file is no problem, nor
	 * is one that is gone but has a debug file */
	if (!has_own &&
	    debug_file_open(&object->debug, object->program.elf, request))
		object->problem = NULL;
	if (!request->no_lines)
		open_dwarf(object, request);
}

void
object_close(struct object *object)
{
	if (object->dwarf != NULL)
		dwarf_end(object->dwarf);
	if (object->shared_dwarf != NULL)
		dwarf_end(object->shared_dwarf);
	elf_file_close(&object->shared);
	elf_file_close(&object->debug);
	elf_file_close(&object->program);
}
