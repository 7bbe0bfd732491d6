/* SPDX-License-Identifier: BSD-2-Clause */
/* The names in force in Callgrind's format: where rows are, where they lead. */
#ifndef SCOPE_H
#define SCOPE_H

#include "read/idmap_reader.h"

struct scope {
	struct parse *parse;
	struct idmap_reader objects; /* the three spaces of numbers */
	struct idmap_reader files;
	struct idmap_reader functions;
	const char *object; /* of the rows that follow */
	const char *def_file;
	const char *file;
	const char *function;
	const char *called_object; /* of the next cfn=; NULL: as the rows' */
	const char *called_file;
	struct cg_target called; /* function NULL: nothing was called yet */
	const char *jump_file;   /* of the next jump; NULL: as the rows' */
	const char *jump_function;
};

/* 0, or -1 when out of memory */
int scope_init(struct scope *scope, struct parse *parse);

/* takes a line that names something: 1 if it was one */
int scope_read(struct scope *scope, const char *line, const char *end);

/* names the place of a row */
void scope_place(const struct scope *scope, struct cg_record *record);

/* where the next jump goes; the line that names it is then used up */
struct cg_target scope_take_jump(struct scope *scope);

/* forgets the names in force, as where another header begins */
int scope_clear(struct scope *scope);

/* forgets what numbers stand for, as where another profile begins */
void scope_clear_ids(struct scope *scope);

void scope_release(struct scope *scope);

#endif
