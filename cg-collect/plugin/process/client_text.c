// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Text that the program passes in a request.  It may point to anything, and must
 * not end the tool.
 */
#include "client_text.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_vki.h"

#define PAGE 4096

const HChar *
client_text(Addr addr)
{
	const HChar *c = (const HChar *)addr;

	if (!addr || !VG_(am_is_valid_for_client)(addr, 1, VKI_PROT_READ))
		return NULL;
	while (*c) {
		c++;
		if ((Addr)c % PAGE == 0 &&
		    !VG_(am_is_valid_for_client)((Addr)c, 1, VKI_PROT_READ))
			return NULL;
	}
	return (const HChar *)addr;
}
