/* SPDX-License-Identifier: BSD-2-Clause */
/* The words are those of cg_annotate, which people search for. */
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "warnings.h"

static const char at_rule[] = "@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@"
			      "@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@\n";
static const char at_warning[] =
    "@@ WARNING @@ WARNING @@ WARNING @@ WARNING @@ "
    "WARNING @@ WARNING @@ WARNING @@\n";

/* --- sources newer than the profile ----------------------------------------
 */

/* when the profile was written; false where that cannot be told */
static bool
data_modified(const struct report *report, time_t *modified)
{
	struct stat st;
	int status = strcmp(report->data_file, "-") == 0
			 ? fstat(STDIN_FILENO, &st)
			 : stat(report->data_file, &st);

	if (status < 0 || !S_ISREG(st.st_mode))
		return false;
	*modified = st.st_mtime;
	return true;
}

bool
warn_if_newer(
    struct report *report, const char *name, const struct source *source)
{
	struct screen *screen = &report->screen;
	time_t modified;

	if (!data_modified(report, &modified) || source->modified <= modified)
		return false;
	screen_print(screen, "%s%s%s", at_rule, at_warning, at_rule);
	screen_print(screen, "@ Source file '");
	screen_name(screen, name);
	screen_print(screen, "' is more recent than input file '");
	screen_name(screen, report->data_file);
	screen_print(
	    screen, "'.\n@ Annotations may not be correct.\n%s\n", at_rule);
	return true;
}

/* --- lines past the end ----------------------------------------------------
 */

static bool
is_header(const char *name)
{
	size_t len = strlen(name);

	return len >= 2 && strcmp(name + len - 2, ".h") == 0;
}

static void
print_cause(struct screen *screen, const char *name, bool newer)
{
	if (newer) {
		screen_print(screen, "@@ cause:    '");
		screen_name(screen, name);
		screen_print(screen,
		    "' has changed since information was gathered.\n"
		    "@@           If so, a warning will have already been "
		    "issued about this.\n"
		    "@@ solution: Recompile program and rerun under "
		    "\"valgrind --cachesim=yes\" to \n"
		    "@@           gather new information.\n");
	} else if (is_header(name)) {
		screen_print(screen,
		    "@@ cause:    bug in the Valgrind's debug info reader "
		    "that screws up with .h\n"
		    "@@           files sometimes\n"
		    "@@ solution: none, sorry\n");
	} else {
		screen_print(screen, "@@ cause:    not sure, sorry\n");
	}
}

void
warn_past_end(struct report *report, const char *name, bool newer)
{
	struct screen *screen = &report->screen;

	screen_print(screen, "%s%s%s@@\n", at_rule, at_warning, at_rule);
	screen_print(screen, "@@ Information recorded about lines past the "
			     "end of '");
	screen_name(screen, name);
	screen_print(screen, "'.\n@@\n@@ Probable cause and solution:\n");
	print_cause(screen, name, newer);
	screen_print(screen, "@@\n%s", at_rule);
}
