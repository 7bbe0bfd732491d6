/* SPDX-License-Identifier: BSD-2-Clause */
/* Events of misses begin with the name of their cache, and only misses in L1 get to the last level.
 */
#include <stdlib.h>
#include <string.h>

#include "caches.h"
#include "description.h"
#include "libcli/cli.h"
#include "memory_model.h"

/* what the names of events begin with that depend on a cache, "A B ..." */
static const struct {
	const char *key, *name, *events;
} caches[] = {
    {"I1 cache:", "I1", "I1m ILm L1m LLm CEst"},
    {"D1 cache:", "D1", "D1m DLm L1m LLm CEst"},
    {"LL cache:", "LL", "ILm DLm LLm CEst"},
};
#define NCACHES (sizeof(caches) / sizeof(*caches))

static bool
depends(const char *event, const char *starts)
{
	while (*starts != '\0') {
		size_t len = strcspn(starts, " ");

		if (strncmp(event, starts, len) == 0)
			return true;
		starts += len + strspn(starts + len, " ");
	}
	return false;
}

static bool
some_depend(const struct cg_event *events, size_t n, const char *starts)
{
	for (size_t i = 0; i < n; i++)
		if (depends(events[i].name, starts))
			return true;
	return false;
}

/* True if both descriptions have a value, and these differ: without a simulation, Callgrind writes
 * no values. */
static bool
differ(const char *first, const char *other)
{
	return first != NULL && other != NULL && *first != '\0' &&
	       *other != '\0' && strcmp(first, other) != 0;
}

char *
caches_difference(const struct cg_header *first, const struct cg_header *other,
    const struct cg_event *events, size_t n)
{
	char *text = NULL;

	if (differ(description_find(first, memory_model_key),
		description_find(other, memory_model_key)))
		return NULL;
	for (size_t i = 0; i < NCACHES; i++) {
		const char *one = description_find(first, caches[i].key);
		const char *two = description_find(other, caches[i].key);

		if (differ(one, two) &&
		    some_depend(events, n, caches[i].events))
			cli_append(&text, "%s%s %s and %s",
			    text != NULL ? "; " : "", caches[i].name, one, two);
	}
	return text;
}
