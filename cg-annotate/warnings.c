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
	struct printer *printer = &report->printer;
	time_t modified;

	if (!data_modified(report, &modified) || source->modified <= modified)
		return false;
	printer_print(printer, "%s%s%s", at_rule, at_warning, at_rule);
	printer_print(printer, "@ Source file '");
	printer_name(printer, name);
	printer_print(printer, "' is more recent than input file '");
	printer_name(printer, report->data_file);
	printer_print(
	    printer, "'.\n@ Annotations may not be correct.\n%s\n", at_rule);
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
print_cause(struct printer *printer, const char *name, bool newer)
{
	if (newer) {
		printer_print(printer, "@@ cause:    '");
		printer_name(printer, name);
		printer_print(printer,
		    "' has changed since information was gathered.\n"
		    "@@           If so, a warning will have already been "
		    "issued about this.\n"
		    "@@ solution: Recompile program and rerun under "
		    "\"valgrind --cachesim=yes\" to \n"
		    "@@           gather new information.\n");
	} else if (is_header(name)) {
		printer_print(printer,
		    "@@ cause:    bug in the Valgrind's debug info reader "
		    "that screws up with .h\n"
		    "@@           files sometimes\n"
		    "@@ solution: none, sorry\n");
	} else {
		printer_print(printer, "@@ cause:    not sure, sorry\n");
	}
}

void
warn_past_end(struct report *report, const char *name, bool newer)
{
	struct printer *printer = &report->printer;

	printer_print(printer, "%s%s%s@@\n", at_rule, at_warning, at_rule);
	printer_print(printer, "@@ Information recorded about lines past the "
			       "end of '");
	printer_name(printer, name);
	printer_print(printer, "'.\n@@\n@@ Probable cause and solution:\n");
	print_cause(printer, name, newer);
	printer_print(printer, "@@\n%s", at_rule);
}
