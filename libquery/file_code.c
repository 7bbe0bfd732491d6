/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The label has no more of the path than is needed, so that two runs in different directories
 * have the same labels.  Each package of Python has an "__init__.py" and can have a
 * "__main__.py", so the directory tells these apart.
 */
#include <stdbool.h>
#include <string.h>

#include "cgfmt.h"
#include "libcli/cli.h"
#include "file_code.h"
#include "windows_path.h"

/* True if a line or a level of recursion, or nothing, follows the name. */
static bool
is_file_code(const char *function, size_t len)
{
	static const char *const names[] = {"<module>", "{main}", "(file)"};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		size_t n = strlen(names[i]);

		if (len >= n && memcmp(function, names[i], n) == 0 &&
		    (len == n || function[n] == ':' || function[n] == '\''))
			return true;
	}
	return false;
}

char *
file_code_label(const char *function, const char *file)
{
	const char *name = path_base_name(file);
	size_t len = strlen(function);

	if (!is_file_code(function, len) || strcmp(file, cg_unknown_name) == 0)
		return cli_copy(function, len);
	if (strncmp(name, "__", 2) == 0 && name > file)
		for (name--; name > file &&
			     strchr(path_separators(file), name[-1]) == NULL;
		     name--)
			;
	return cli_format("%s (%s)", function, name);
}

const char *
file_code_file(const char *label)
{
	const char *before = strstr(label, " (");

	return before != NULL &&
		       is_file_code(label, (size_t)(before - label)) &&
		       label[strlen(label) - 1] == ')'
		   ? before + 2
		   : NULL;
}
