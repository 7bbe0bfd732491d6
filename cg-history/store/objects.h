/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads objects of the repository by one git, which answers one question after another:
 *
 *	objects_open(&objects);
 *	if (objects_read(&objects, "HEAD^{commit}", &object)) ...
 *	objects_close(&objects);
 */
#ifndef OBJECTS_H
#define OBJECTS_H

#include <stdbool.h>
#include <stddef.h>

#include "git_child.h"

enum { OBJECT_ID = 65 /* room for the name of an object with its NUL */ };

/* what a git says */
struct answers {
	struct git_child child;
	char *buffer; /* what was read of it; NULL: there is no git */
	size_t room, start, end;
};

/* names of objects, as git prints them */
struct object_list {
	size_t n;
	char (*ids)[OBJECT_ID];
};

struct objects {
	struct answers asked;
	struct answers expected;
	const struct object_list *list; /* what is expected */
	size_t next;                    /* the first one that was not read */
};

struct object {
	char id[OBJECT_ID];
	char type[16];
	char *data; /* with a NUL after it, to be freed */
	size_t len;
};

void objects_open(struct objects *objects);

/* Asks for an object, by its name or by any expression for it.  At most OBJECTS_ASKED questions may
 * be without an answer. */
enum { OBJECTS_ASKED = 64 };
void objects_ask(struct objects *objects, const char *name);

/*
 * Reads the answer to the first question without one.  False if there is no such object.  Ends the
 * program if the object is damaged.
 */
bool objects_take(struct objects *objects, struct object *object);

/*
 * Says which objects will be read next, in this order, so that a git of its own unpacks them while the
 * program works.  The list must live until the next call, or until `objects` is closed.  NULL: none will be.
 */
void objects_expect(struct objects *objects, const struct object_list *list);

/* Reads an object: the next one that is expected, or one that is asked for. */
bool
objects_read(struct objects *objects, const char *name, struct object *object);

void objects_close(struct objects *objects);

void object_list_add(struct object_list *list, const char *id);
void object_list_release(struct object_list *list);

#endif
