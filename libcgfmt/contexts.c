/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A tree of contexts.  A hash table finds each by its caller, names and call.
 * So a stack takes the memory of one frame more than its caller's.
 *
 * A stack of another home, as a reader, is found by its number there.  Mostly one
 * profile is read after the other, so all contexts of the newest home are known;
 * contexts of older homes are found by their addresses, while they come again
 * soon.
 * Later contexts may get an address, so each home has a number.
 */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "contexts.h"
#include "error.h"
#include "hash.h"

enum {
	BLOCK = 256,
	FIRST_TABLE = 512,
	NIMPORTS = 1 << 14,
	NWORDS = 8,
};

struct import {
	const struct cg_context *from;
	uint32_t home; /* of from */
	const struct cg_context *to;
};

/* --- comparing ------------------------------------------------------------ */

int
contexts_compare(const struct cg_context *a, const struct cg_context *b)
{
	int order = 0;

	if (a == NULL || b == NULL)
		return (a != NULL) - (b != NULL);
	if (a->depth != b->depth)
		return a->depth < b->depth ? -1 : 1;
	for (; a != b && order == 0; a = a->caller, b = b->caller) {
		order = contexts_compare_names(a, b);
		if (order == 0)
			order = (a->address > b->address) -
				(a->address < b->address);
		if (order == 0)
			order = (a->line > b->line) - (a->line < b->line);
	}
	return order;
}

/* --- interning ------------------------------------------------------------ */

/* True if the contexts, whose names are interned alike, are the same. */
static bool
is_same(const struct cg_context *a, const struct cg_context *b)
{
	return a->caller == b->caller && a->function == b->function &&
	       a->address == b->address && a->line == b->line &&
	       a->def_file == b->def_file && a->object == b->object &&
	       a->host == b->host && a->host_file == b->host_file;
}

/* the context's slot, or the free slot for it */
static const struct cg_context **
find_slot(const struct contexts *c, const struct cg_context *frame)
{
	const uint64_t words[NWORDS] = {
	    (uintptr_t)frame->caller,
	    (uintptr_t)frame->object,
	    (uintptr_t)frame->def_file,
	    (uintptr_t)frame->function,
	    (uintptr_t)frame->host_file,
	    (uintptr_t)frame->host,
	    frame->address,
	    (uint64_t)frame->line,
	};
	size_t mask = c->table_size - 1;
	size_t i = hash_words(c->keys, words, NWORDS) & mask;

	while (c->table[i] != NULL && !is_same(c->table[i], frame))
		i = (i + 1) & mask;
	return &c->table[i];
}

static int
grow_table(struct contexts *c)
{
	struct contexts larger = *c;

	larger.keys = hash_keys();
	larger.table_size = c->table_size > 0 ? c->table_size * 2 : FIRST_TABLE;
	larger.table = table_alloc(larger.table_size, sizeof(*larger.table));
	if (larger.table == NULL)
		return -1;
	for (size_t i = 0; i < c->n; i++)
		*find_slot(&larger, contexts_at(c, i)) = contexts_at(c, i);
	free(c->table);
	*c = larger;
	return 0;
}

static uint32_t
next_home(void)
{
	static atomic_uint nhomes;

	return atomic_fetch_add(&nhomes, 1) + 1;
}

/* makes room for another context */
static int
add_block(struct contexts *c)
{
	struct cg_context **blocks =
	    realloc(c->blocks, (c->nblocks + 1) * sizeof(*blocks));

	if (blocks == NULL)
		return -1;
	c->blocks = blocks;
	blocks[c->nblocks] = malloc(BLOCK * sizeof(**blocks));
	if (blocks[c->nblocks] == NULL)
		return -1;
	c->nblocks++;
	if (c->home == 0)
		c->home = next_home();
	return 0;
}

const struct cg_context *
contexts_intern(struct contexts *c, const struct cg_context *frame)
{
	const struct cg_context **slot;
	struct cg_context *context;

	if (c->n >= c->table_size / 2 && grow_table(c) < 0)
		return NULL;
	slot = find_slot(c, frame);
	if (*slot != NULL)
		return *slot;
	if (c->n == UINT32_MAX ||
	    (c->n == c->nblocks * BLOCK && add_block(c) < 0))
		return NULL;
	context = &c->blocks[c->n / BLOCK][c->n % BLOCK];
	*context = *frame;
	context->depth = frame->caller != NULL ? frame->caller->depth + 1 : 1;
	context->number = (uint32_t)c->n++;
	context->home = c->home;
	*slot = context;
	return context;
}

const struct cg_context *
contexts_at(const struct contexts *c, size_t number)
{
	return &c->blocks[number / BLOCK][number % BLOCK];
}

/* --- importing ------------------------------------------------------------ */

static struct import *
find_import(const struct contexts *c, const struct cg_context *context)
{
	return &c->imports[((uintptr_t)context / sizeof(*context) +
			       context->home * 7919u) %
			   NIMPORTS];
}

/* returns the context that stands for it here; NULL: not known any more */
static const struct cg_context *
imported(const struct contexts *c, const struct cg_context *context)
{
	const struct import *import;

	if (context->home == c->home)
		return context;
	if (context->home == c->known_home)
		return context->number < c->nknown ? c->known[context->number]
						   : NULL;
	if (c->imports == NULL)
		return NULL;
	import = find_import(c, context);
	return import->from == context && import->home == context->home
		   ? import->to
		   : NULL;
}

/* makes room for the context of the newest home */
static int
make_known(struct contexts *c, const struct cg_context *from)
{
	const struct cg_context **larger;
	size_t n = c->nknown;

	if (from->home > c->known_home) {
		free(c->known);
		c->known = NULL;
		c->nknown = n = 0;
		c->known_home = from->home;
	}
	if (from->number < n)
		return 0;
	n = (size_t)from->number * 2 + BLOCK;
	larger = realloc(c->known, n * sizeof(*larger));
	if (larger == NULL)
		return -1;
	memset(larger + c->nknown, 0, (n - c->nknown) * sizeof(*larger));
	c->known = larger;
	c->nknown = n;
	return 0;
}

/* notes what a context of another home is here: 0, or -1 when out of memory */
static int
note(struct contexts *c, const struct cg_context *from,
    const struct cg_context *to)
{
	if (from->home >= c->known_home) {
		if (make_known(c, from) < 0)
			return -1;
		c->known[from->number] = to;
		return 0;
	}
	if (c->imports == NULL)
		c->imports = calloc(NIMPORTS, sizeof(*c->imports));
	if (c->imports == NULL)
		return -1;
	*find_import(c, from) = (struct import){from, from->home, to};
	return 0;
}

/* interns the names of a frame: 0, or -1 when out of memory */
static int
intern_names(struct names *names, struct cg_context *frame)
{
	const char **const members[] = {&frame->object, &frame->def_file,
	    &frame->function, &frame->host_file, &frame->host};

	for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); i++) {
		const char *name = *members[i];

		if (name == NULL)
			continue;
		*members[i] = names_intern(names, name, strlen(name));
		if (*members[i] == NULL)
			return -1;
	}
	return 0;
}

/* imports one frame, after its caller */
static const struct cg_context *
import_frame(struct contexts *c, struct names *names,
    const struct cg_context *from, const struct cg_context *caller)
{
	struct cg_context frame = *from;
	const struct cg_context *to;

	frame.caller = caller;
	if (intern_names(names, &frame) < 0)
		return NULL;
	to = contexts_intern(c, &frame);
	return to != NULL && note(c, from, to) == 0 ? to : NULL;
}

/* imports a stack from its outermost frame on, or from the innermost one that
 * is known */
static const struct cg_context *
import_stack(
    struct contexts *c, struct names *names, const struct cg_context *context)
{
	const struct cg_context **missing, *to = NULL;
	size_t n = 0;

	for (const struct cg_context *known = context;
	     known != NULL && (to = imported(c, known)) == NULL;
	     known = known->caller)
		n++;
	/* most stacks lack one frame, however deep they are */
	missing = malloc(n * sizeof(const struct cg_context *));
	if (missing == NULL)
		return NULL;
	for (size_t i = 0; i < n; i++, context = context->caller)
		missing[i] = context;
	while (n > 0) {
		to = import_frame(c, names, missing[--n], to);
		if (to == NULL)
			break;
	}
	free(missing);
	return to;
}

const struct cg_context *
contexts_import(
    struct contexts *c, struct names *names, const struct cg_context *context)
{
	const struct cg_context *to;

	if (context == NULL)
		return NULL;
	to = imported(c, context);
	return to != NULL ? to : import_stack(c, names, context);
}

/* --- memory --------------------------------------------------------------- */

size_t
contexts_memory(const struct contexts *c)
{
	return c->nblocks * BLOCK * sizeof(**c->blocks) +
	       c->table_size * sizeof(*c->table) +
	       c->nknown * sizeof(*c->known) +
	       (c->imports != NULL ? NIMPORTS * sizeof(*c->imports) : 0);
}

void
contexts_release(struct contexts *c)
{
	for (size_t i = 0; i < c->nblocks; i++)
		free(c->blocks[i]);
	free(c->blocks);
	free(c->table);
	free(c->known);
	free(c->imports);
	*c = (struct contexts){.n = 0};
}

/* --- contexts of other programs ------------------------------------------- */

struct cg_contexts {
	struct contexts contexts;
	struct names names;
	struct cg_error *error;
};

struct cg_contexts *
cg_contexts_new(struct cg_error *error)
{
	struct cg_contexts *c = calloc(1, sizeof(*c));

	error_clear(error);
	if (c == NULL)
		error_memory(error);
	else
		c->error = error;
	return c;
}

const struct cg_context *
cg_contexts_add(struct cg_contexts *c, const struct cg_context *frame)
{
	struct cg_context own = *frame;
	const struct cg_context *context = NULL;

	own.caller = contexts_import(&c->contexts, &c->names, frame->caller);
	if ((own.caller != NULL || frame->caller == NULL) &&
	    intern_names(&c->names, &own) == 0)
		context = contexts_intern(&c->contexts, &own);
	if (context == NULL)
		error_memory(c->error);
	return context;
}

void
cg_contexts_free(struct cg_contexts *c)
{
	if (c == NULL)
		return;
	contexts_release(&c->contexts);
	names_release(&c->names);
	free(c);
}
