/* SPDX-License-Identifier: BSD-2-Clause */
#include "cg-names/data/types.h"
#include "cg-names/data/variables.h"
#include "cg-names/lines/address_lines.h"
#include "cg-names/sites/sites.h"
#include "data_request.h"

void
data_find(struct object *object, const struct data_request *request,
    struct data_reply *reply)
{
	struct types types = {
	    .object = object, .reply = reply, .files.object = object};

	/* libdw decompresses, too, so it comes later */
	if (object->lines != NULL)
		lines_sections(object);
	variables_find(&types, false, request->addresses, request->naddresses);
	variables_find(&types, true, request->offsets, request->noffsets);
	sites_find(&types, request->sites, request->wanted, request->nsites);
	types_release(&types);
}
