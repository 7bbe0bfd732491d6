/* SPDX-License-Identifier: BSD-2-Clause */
/* Sorted places of one callee follow one another, and their callers are targets. */
#include <string.h>

#include "libquery/lower_bound.h"
#include "libquery/rank.h"
#include "inline_chains.h"

int
inline_chains_init(
    struct inline_chains *chains, size_t nevents, struct cg_error *error)
{
	*chains = (struct inline_chains){error, cg_profile_new(nevents, error)};
	return chains->places == NULL ? -1 : 0;
}

int
inline_chains_add(struct inline_chains *chains, const struct cg_record *call)
{
	bool is_host = call->host == NULL;
	struct cg_record place = {
	    .kind = CG_CALL,
	    .object = "",
	    .def_file = call->target.file,
	    .function = call->target.function,
	    .host_file = is_host ? call->def_file : call->host_file,
	    .host = is_host ? call->function : call->host,
	    .file = call->file,
	    .line = call->line,
	    .target = {.object = "",
		.file = call->def_file,
		.function = call->function,
		.inlined = is_host ? CG_NOT_INLINED : CG_INLINED},
	    .counts = call->counts,
	    .present = call->present,
	    .executed = call->executed,
	};

	if (call->target.inlined == CG_NOT_INLINED)
		return 0;
	return cg_profile_add(chains->places, &place);
}

int
inline_chains_complete(struct inline_chains *chains)
{
	return cg_profile_sort(chains->places);
}

/* Compares inlined functions by def_file, name and host. */
static int
compare_functions(const struct cg_record *a, const struct cg_record *b)
{
	int order = strcmp(a->def_file, b->def_file);

	if (order == 0)
		order = strcmp(a->function, b->function);
	if (order == 0)
		order = strcmp(a->host_file, b->host_file);
	return order != 0 ? order : strcmp(a->host, b->host);
}

/* A search for a way from inlined code to its host. */
struct way {
	const struct cg_profile *places;
	const struct cg_record *inlined;
	/* functions on the way, or from which there is no way */
	size_t nseen;
	struct cg_target seen[MAX_INLINE_FRAMES];
};

static bool
is_seen(const struct way *way, const struct cg_target *caller)
{
	if (caller->inlined == CG_NOT_INLINED)
		return false;
	for (size_t i = 0; i < way->nseen; i++)
		if (strcmp(caller->file, way->seen[i].file) == 0 &&
		    strcmp(caller->function, way->seen[i].function) == 0)
			return true;
	return false;
}

/* Finds the dearest place at which a function was inlined into one that was not
 * seen. */
static bool
find_dearest(const struct way *way, const char *def_file, const char *function,
    struct cg_record *dearest)
{
	struct cg_record callee = *way->inlined, row;
	bool is_found = false;

	callee.def_file = def_file;
	callee.function = function;
	for (size_t i =
		 lower_bound_row(&callee, way->places, compare_functions);
	     i < cg_profile_len(way->places); i++) {
		cg_profile_at(way->places, i, &row);
		if (compare_functions(&row, &callee) != 0)
			break;
		if (is_seen(way, &row.target) ||
		    (is_found && size_of_count(row.counts[0]) <=
				     size_of_count(dearest->counts[0])))
			continue;
		*dearest = row;
		is_found = true;
	}
	return is_found;
}

/* Recursion leads back, and to dead ends. */
size_t
inline_chains_find(const struct inline_chains *chains,
    const struct cg_record *inlined,
    struct inline_frame frames[MAX_INLINE_FRAMES])
{
	struct way way = {
	    .places = chains->places,
	    .inlined = inlined,
	    .nseen = 1,
	    .seen[0] = {.file = inlined->def_file,
		.function = inlined->function},
	};
	size_t n = 0;

	while (way.nseen < MAX_INLINE_FRAMES) {
		const struct inline_frame *last = &frames[n - (n > 0)];
		struct cg_record place;

		if (!find_dearest(&way,
			n > 0 ? last->def_file : inlined->def_file,
			n > 0 ? last->function : inlined->function, &place)) {
			if (n-- == 0)
				break;
			continue;
		}
		frames[n++] = (struct inline_frame){place.target.file,
		    place.target.function, place.file, place.line};
		if (place.target.inlined == CG_NOT_INLINED)
			return n;
		way.seen[way.nseen++] = place.target;
	}
	frames[0] = (struct inline_frame){
	    inlined->host_file, inlined->host, inlined->host_file, 0};
	return 1;
}

void
inline_chains_release(struct inline_chains *chains)
{
	cg_profile_free(chains->places);
}
