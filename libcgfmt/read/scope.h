/* SPDX-License-Identifier: BSD-2-Clause */
/* The names that apply to the next rows, calls and jumps of Callgrind's format.
 */
#ifndef SCOPE_H
#define SCOPE_H

#include "read/context_reader.h"
#include "read/idmap_reader.h"

/* scope_clear comes first, on {0} */
struct scope {
	struct idmap_reader objects; /* the name spaces */
	struct idmap_reader files;
	struct idmap_reader functions;
	struct idmap_reader host_files;
	struct idmap_reader host_functions;
	struct context_reader contexts;
	bool has_contexts;  /* comments that name contexts are read */
	const char *object; /* of the rows that follow */
	const char *def_file;
	const char *file;
	const char *function;
	const char *host_file; /* of the last "# hostfl="; NULL: none yet */
	const char *host;      /* NULL: the rows are of no inlined function */
	const struct cg_context *context; /* of the rows; NULL: none */
	const char *called_object; /* for the next cfn=; NULL: the rows' */
	const char *called_file;
	struct cg_target called; /* function NULL: there was no cfn= yet */
	bool is_called;          /* cfn= came, but not the calls yet */
	const char *jump_file;   /* of the next jump; NULL: the rows' */
	const char *jump_function;
};

/* Forgets the names, and the numbers of contexts, as at the start of each
 * header.  Returns 0, or -1 when out of memory. */
int scope_clear(struct scope *scope, struct parse *parse);

/* Reads the line if it names something: returns 1, 0 if not, -1 on an error. */
int scope_read(struct scope *scope, struct parse *parse, const char *line,
    const char *end);

/*
 * The same for a comment, which may name the host of an inlined function, or
 * the context of a function: between cfn= and the calls, of the called one.
 * `inlined` says whether that was inlined.
 */
int scope_read_comment(struct scope *scope, struct parse *parse,
    const char *line, const char *end, enum cg_inlined inlined);

/* Sets the names of a row. */
void scope_set_names(const struct scope *scope, struct cg_record *record);

/* Returns the target of the next calls, whose function is NULL if there was no
 * cfn= yet. */
struct cg_target scope_take_called(struct scope *scope);

/*
 * Call for a row of calls, when it is known if they are of inlined code: fails if
 * the context of the called function says otherwise.  Ignores it if another
 * program wrote the comment.  Returns 0, or -1 on an error.
 */
int scope_check_called(
    const struct scope *scope, struct parse *parse, struct cg_target *target);

/* Returns the target of the next jump and forgets the lines that named it. */
struct cg_target scope_take_jump(struct scope *scope);

/* Forgets all ids, as at the start of another profile. */
void scope_clear_ids(struct scope *scope);

void scope_release(struct scope *scope);

#endif
