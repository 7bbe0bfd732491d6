// SPDX-License-Identifier: GPL-2.0-or-later
/* Names in UTF-8. */
#include "containers/interned.h"
#include "script_names.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"

HChar *
script_put_character(HChar *to, UInt c)
{
	if (c < 0x80) {
		*to++ = (HChar)c;
		return to;
	}
	if (c < 0x800) {
		*to++ = (HChar)(0xc0 | c >> 6);
	} else if (c < 0x10000) {
		*to++ = (HChar)(0xe0 | c >> 12);
		*to++ = (HChar)(0x80 | (c >> 6 & 0x3f));
	} else {
		*to++ = (HChar)(0xf0 | (c >> 18 & 7));
		*to++ = (HChar)(0x80 | (c >> 12 & 0x3f));
		*to++ = (HChar)(0x80 | (c >> 6 & 0x3f));
	}
	*to++ = (HChar)(0x80 | (c & 0x3f));
	return to;
}

const HChar *
script_file_name(const HChar *name)
{
	HChar path[VG_(strlen)(name) + 3];

	if (VG_(strncmp)(name, "0x", 2) != 0 &&
	    VG_(strncmp)(name, "???", 3) != 0)
		return name_intern(name);
	VG_(sprintf)(path, "./%s", name);
	return name_intern(path);
}
