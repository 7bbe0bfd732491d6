/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "cg-collect/allocation_names.h"
#include "libcli/cli.h"
#include "site.h"

/* True if the function only passes on what others allocate. */
static bool
passes_on(const char *function)
{
	if (allocation_is_of_library(function))
		return true;
	if (strpbrk(function, ":(") != NULL)
		return false;
	for (size_t i = 0;
	     i < sizeof(allocation_words) / sizeof(*allocation_words); i++) {
		const char *word = allocation_words[i];
		const char *found = strstr(function, word);

		if (found != NULL &&
		    strncmp(found + strlen(word), "at", 2) != 0)
			return true;
	}
	return false;
}

static bool
is_named(const struct passed_functions *passed, const char *function)
{
	bool is_any = false;

	for (size_t i = 0; i < passed->n; i++)
		if (cli_wildcard_matches(passed->patterns[i], function))
			passed->matched[i] = is_any = true;
	return is_any;
}

static const char *
or_unknown(const char *name)
{
	return name != NULL ? name : cg_unknown_name;
}

/* the choice among functions, from the innermost on */
struct choice {
	const struct own_code *own;
	const struct passed_functions *passed;
	struct site *site;
	bool is_own, is_made; /* is_made: it does not only pass blocks on */
	bool is_first;
};

/* Looks at a function, which is in a file, with the line of the call in it. */
static void
consider(struct choice *choice, const struct site *next, const char *def_file)
{
	bool makes = !passes_on(next->function);
	bool is_own =
	    makes && own_code_has(choice->own, next->call->object, def_file);

	if (choice->is_first || (is_own && !choice->is_own) ||
	    (makes && !choice->is_made))
		*choice->site = *next;
	choice->is_own |= is_own;
	choice->is_made |= makes;
	choice->is_first = false;
}

static void
consider_call(struct choice *choice, const struct raw_place *call,
    const struct naming *naming)
{
	const struct names_place *place =
	    naming_place(naming, call->object, call->address);
	struct site next = {
	    .file = or_unknown(place->file),
	    .line = place->line,
	    .call = call,
	};

	for (const struct names_inlined *in = place->inlined;
	     in != NULL && !choice->is_own; in = in->caller) {
		next.function = in->function;
		if (!is_named(choice->passed, in->function))
			consider(choice, &next, or_unknown(in->file));
		next.file = or_unknown(in->call_file);
		next.line = in->call_line;
	}
	next.function = or_unknown(place->function);
	if (!choice->is_own)
		consider(choice, &next, next.file);
}

void
site_find(struct site *site, const struct raw_datum *datum,
    const struct naming *naming, const struct own_code *own,
    const struct passed_functions *passed)
{
	struct choice choice = {
	    .own = own, .passed = passed, .site = site, .is_first = true};

	for (size_t i = 0; i < datum->nplaces && !choice.is_own; i++)
		consider_call(&choice, &datum->places[i], naming);
}
