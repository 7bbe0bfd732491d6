/* SPDX-License-Identifier: BSD-2-Clause */
/* The text of a name that is being built. */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "cxx_name.h"

enum { LONGEST = 1 << 16 };

void
cxx_name_add_some(struct cxx_name *name, const char *text, size_t len)
{
	if (name->is_too_long || len > LONGEST - name->len) {
		name->is_too_long = true;
		return;
	}
	while (name->room - name->len <= len) {
		name->room = 2 * name->room + 128;
		name->text = cli_resize(name->text, name->room, 1);
	}
	memcpy(name->text + name->len, text, len);
	name->len += len;
	name->text[name->len] = '\0';
}

void
cxx_name_add(struct cxx_name *name, const char *text)
{
	cxx_name_add_some(name, text, strlen(text));
}

void
cxx_name_add_closing(struct cxx_name *name)
{
	if (name->len > 0 && name->text[name->len - 1] == '>')
		cxx_name_add(name, " ");
	cxx_name_add(name, ">");
}
