// SPDX-License-Identifier: GPL-2.0-or-later
#include "containers/interned.h"
#include "functions.h"
#include "skip.h"
#include "symbols.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_xarray.h"

struct skip {
	const HChar *pattern;
	Bool is_object;
	Bool is_option;
	Bool matched;
};

static XArray *skips; /* NULL: there are none */

static void
add(const HChar *pattern, Bool is_object, Bool is_option)
{
	const struct skip skip = {
	    .pattern = name_intern(pattern),
	    .is_object = is_object,
	    .is_option = is_option,
	};

	if (!skips)
		skips = VG_(newXA)(
		    VG_(malloc), "cgcollect.skips", VG_(free), sizeof skip);
	VG_(addToXA)(skips, &skip);
}

Bool
skip_option(const HChar *arg)
{
	const HChar *pattern;

	if VG_STR_CLO (arg, "--fn-skip", pattern)
		add(pattern, False, True);
	else if VG_STR_CLO (arg, "--obj-skip", pattern)
		add(pattern, True, True);
	else
		return False;
	return True;
}

void
skip_object(const HChar *path)
{
	add(path, True, False);
}

/* A path may have characters that mean something in patterns. */
static Bool
matches(const struct skip *skip, const HChar *function, const HChar *path)
{
	const HChar *name = skip->is_object ? path : function;

	return VG_(strcmp)(skip->pattern, name) == 0 ||
	       symbols_match(skip->pattern, name);
}

Bool
skip_has(const HChar *function, const HChar *path)
{
	Word n = skips ? VG_(sizeXA)(skips) : 0;

	for (Word i = 0; i < n; i++) {
		struct skip *skip = VG_(indexXA)(skips, i);

		if (matches(skip, function, path)) {
			skip->matched = True;
			return True;
		}
	}
	return False;
}

void
skip_report(void)
{
	Word n = skips ? VG_(sizeXA)(skips) : 0;

	for (Word i = 0; i < n; i++) {
		const struct skip *skip = VG_(indexXA)(skips, i);
		const HChar *reason = skip->is_object ? "no such code ran"
						      : "no such function ran";

		if (skip->matched || !skip->is_option)
			continue;
		if (!skip->is_object && functions_have_script(skip->pattern))
			reason = FUNCTION_IS_OF_SCRIPT;
		VG_(umsg)("%s=%s: %s\n",
		    skip->is_object ? "--obj-skip" : "--fn-skip", skip->pattern,
		    reason);
	}
}
