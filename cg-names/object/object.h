/* SPDX-License-Identifier: BSD-2-Clause */
/* The files of an object: itself, its debug file, and what several share. */
#ifndef OBJECT_H
#define OBJECT_H

#include <elfutils/libdw.h>
#include <gelf.h>
#include <libelf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct elf_file {
	int fd;
	char *path;
	Elf *elf; /* NULL: there is none */
};

struct address_range {
	uint64_t start, end;
};

struct object_request {
	const char *path;
	const char *build_id; /* "": any */
	const char *const *directories;
	size_t ndirectories;
	bool debuginfod, no_lines, inlined, is_of_data;
};

struct object {
	const struct object_request *request;
	struct elf_file program;     /* the object itself */
	struct elf_file debug;       /* its separate debug file */
	struct elf_file shared;      /* what dwz moved out of several */
	Elf *lines;                  /* what has line tables, or NULL */
	Dwarf *dwarf, *shared_dwarf; /* NULL until object_dwarf */
	bool lacks_shared;           /* that file is missing */
	Dwarf_CFI *frames;           /* NULL until object_frames */
	struct units *units;         /* NULL until units_of; see units_free */
	struct line_sections
	    *line_sections;         /* NULL until address_lines_sections */
	struct address_range *code; /* where code can start */
	size_t ncode;
	const char *problem; /* why not all is known, or NULL */
};

/*
 * Returns what libdw reads, or NULL with the problem set.  libdw decompresses
 * all sections at once, so it is not opened before it is needed.  Location lists
 * are hidden from it unless data are asked for.
 */
Dwarf *object_dwarf(struct object *object);

/* Returns the frames of functions that the program itself describes, or NULL. */
Dwarf_CFI *object_frames(struct object *object);

/* Finds and opens the files.  The request must live as long as the object. */
void object_open(struct object *object, const struct object_request *request);
void object_close(struct object *object); /* after units_free */

/* Returns the section with this name and contents, decompressed, or NULL. */
Elf_Scn *object_section(Elf *elf, const char *name);

/* True if code can start at the address: linkers leave what they removed at
 * addresses outside of all code. */
bool object_is_code(const struct object *object, uint64_t address);

/* Returns where the segment with thread-local variables is; 0 and 0: there is none. */
struct address_range object_tls(const struct object *object);

/* Sets the problem if there is none yet. */
void object_problem(struct object *object, const char *problem);

#endif
