/* SPDX-License-Identifier: BSD-2-Clause */
/* Decides which files may be used: only files of the build that was run. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "libcli/cli.h"
#include "debug_file.h"
#include "debuginfod.h"
#include "identity.h"
#include "limits.h"
#include "object.h"

void
object_problem(struct object *object, const char *problem)
{
	if (object->problem == NULL)
		object->problem = problem;
}

/* true if it says that it has none */
static bool
has_its_sections(Elf *elf)
{
	GElf_Ehdr header;

	return gelf_getehdr(elf, &header) != NULL &&
	       (header.e_shoff == 0 || elf_nextscn(elf, NULL) != NULL);
}

static void
open_program(struct object *object, const struct object_request *request)
{
	errno = 0;
	if (!elf_file_open(&object->program, request->path)) {
		object->problem = errno != 0 ? strerror(errno)
					     : "it is no program or library";
	} else if (!identity_is(object->program.elf, object->program.fd,
		       request->build_id)) {
		elf_file_close(&object->program);
		object->problem = "another build is at this path now";
	} else if (!has_its_sections(object->program.elf)) {
		object->problem = "its section headers cannot be read";
	}
}

Elf_Scn *
object_section(Elf *elf, const char *name)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	size_t names;

	if (elf_getshdrstrndx(elf, &names) < 0)
		return NULL;
	while ((section = elf_nextscn(elf, section)) != NULL) {
		const char *own;

		if (gelf_getshdr(section, &header) == NULL ||
		    header.sh_type == SHT_NOBITS)
			continue;
		own = elf_strptr(elf, names, header.sh_name);
		if (own == NULL)
			continue;
		/* ".zdebug_line" is the compressed ".debug_line" */
		if (strcmp(own, name) == 0 ||
		    (own[0] == '.' && own[1] == 'z' &&
			strcmp(own + 2, name + 1) == 0))
			return section;
	}
	return NULL;
}

/* Hides compressed sections that only requests for data need, because libdw decompresses
 * all that it finds. */
static void
hide_unread(const struct object *object, Elf *elf)
{
	static const char *const unread[] = {".debug_loc", ".debug_loclists",
	    ".debug_aranges", ".debug_frame", ".debug_macro", ".debug_macinfo",
	    ".debug_pubnames", ".debug_pubtypes", ".debug_gnu_pubnames",
	    ".debug_gnu_pubtypes"};

	if (object->request->is_of_data)
		return;
	for (size_t i = 0; i < sizeof(unread) / sizeof(*unread); i++) {
		Elf_Scn *section = object_section(elf, unread[i]);
		GElf_Shdr header;

		if (section == NULL || gelf_getshdr(section, &header) == NULL ||
		    (header.sh_flags & SHF_COMPRESSED) == 0)
			continue;
		header.sh_type = SHT_NOBITS;
		gelf_update_shdr(section, &header);
	}
}

static bool
has_dwarf(Elf *elf)
{
	return elf != NULL && object_section(elf, ".debug_line") != NULL;
}

static void
open_shared(struct object *object, const struct elf_file *file)
{
	int found = debug_file_shared(
	    &object->shared, object->dwarf, file->path, object->request);

	if (found > 0) {
		hide_unread(object, object->shared.elf);
		object->shared_dwarf =
		    dwarf_begin_elf(object->shared.elf, DWARF_C_READ, NULL);
	}
	if (object->shared_dwarf != NULL)
		dwarf_setalt(object->dwarf, object->shared_dwarf);
	object->lacks_shared = found != 0 && object->shared_dwarf == NULL;
}

Dwarf *
object_dwarf(struct object *object)
{
	const struct elf_file *file =
	    object->debug.elf != NULL ? &object->debug : &object->program;

	if (object->dwarf != NULL)
		return object->dwarf;
	hide_unread(object, object->lines);
	object->dwarf = dwarf_begin_elf(object->lines, DWARF_C_READ, NULL);
	if (object->dwarf != NULL)
		open_shared(object, file);
	else
		object_problem(object, "its debug information is damaged");
	return object->dwarf;
}

Dwarf_CFI *
object_frames(struct object *object)
{
	if (object->frames == NULL && object->program.elf != NULL)
		object->frames = dwarf_getcfi_elf(object->program.elf);
	return object->frames;
}

static Elf *
file_with_segments(const struct object *object)
{
	return object->program.elf != NULL ? object->program.elf
					   : object->debug.elf;
}

/* finds out where code can start: not before the end of the ELF header */
static void
read_segments(struct object *object)
{
	Elf *elf = file_with_segments(object);
	GElf_Phdr segment;
	GElf_Ehdr header;
	size_t n;

	if (elf == NULL || elf_getphdrnum(elf, &n) < 0 ||
	    gelf_getehdr(elf, &header) == NULL)
		return;
	object->code = cli_alloc(n, sizeof(*object->code));
	for (size_t i = 0; i < n; i++) {
		struct address_range *code = &object->code[object->ncode];

		if (gelf_getphdr(elf, (int)i, &segment) == NULL ||
		    segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0)
			continue;
		code->start = segment.p_vaddr;
		code->end = segment.p_vaddr + segment.p_memsz;
		if (segment.p_offset == 0)
			code->start += header.e_ehsize;
		object->ncode++;
	}
}

bool
object_is_code(const struct object *object, uint64_t address)
{
	for (size_t i = 0; i < object->ncode; i++)
		if (address >= object->code[i].start &&
		    address < object->code[i].end)
			return true;
	return false;
}

struct address_range
object_tls(const struct object *object)
{
	Elf *elf = file_with_segments(object);
	GElf_Phdr segment;
	size_t n;

	if (elf == NULL || elf_getphdrnum(elf, &n) < 0)
		n = 0;
	for (size_t i = 0; i < n; i++)
		if (gelf_getphdr(elf, (int)i, &segment) != NULL &&
		    segment.p_type == PT_TLS)
			return (struct address_range){
			    segment.p_vaddr, segment.p_vaddr + segment.p_memsz};
	return (struct address_range){0, 0};
}

static uint64_t
size_of(const struct elf_file *file)
{
	struct stat status;

	if (file->elf == NULL || fstat(file->fd, &status) < 0)
		return 0;
	return (uint64_t)status.st_size;
}

void
object_open(struct object *object, const struct object_request *request)
{
	*object = (struct object){.request = request};
	limits_allow(0);
	open_program(object, request);
	/* an object without DWARF and without a debug file is no problem, nor
	 * is one that is gone but has a debug file */
	if (!has_dwarf(object->program.elf)) {
		const char *failure;

		if (debug_file_open(
			&object->debug, object->program.elf, request))
			object->problem = NULL;
		failure = debuginfod_failure();
		if (failure != NULL)
			object_problem(object, failure);
	}
	limits_allow(size_of(&object->program) + size_of(&object->debug));
	read_segments(object);
	if (!request->no_lines && has_dwarf(object->program.elf))
		object->lines = object->program.elf;
	else if (!request->no_lines && has_dwarf(object->debug.elf))
		object->lines = object->debug.elf;
}

void
object_close(struct object *object)
{
	free(object->code);
	free(object->line_sections);
	if (object->frames != NULL)
		dwarf_cfi_end(object->frames);
	if (object->dwarf != NULL)
		dwarf_end(object->dwarf);
	if (object->shared_dwarf != NULL)
		dwarf_end(object->shared_dwarf);
	elf_file_close(&object->shared);
	elf_file_close(&object->debug);
	elf_file_close(&object->program);
}
