/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The form of a profile whose names are found later.
 */
#include <string.h>

#include "libquery/header/description.h"
#include "libquery/header/inlined_rows.h"
#include "naming.h"

static const char without_ids[] = ", without build IDs";

static bool
parse_form(struct naming_form *form, const char *desc)
{
	static const char *const forms[] = {
	    "later",
	    "later, with calls",
	    "later, with calls and addresses",
	};
	const char *value = description_value(desc, "Names:");
	size_t len;
	int i = 2;

	if (value == NULL)
		return false;
	while (i >= 0 && strncmp(value, forms[i], strlen(forms[i])) != 0)
		i--;
	if (i < 0)
		return false;
	len = strlen(forms[i]);
	*form = (struct naming_form){
	    .calls = i > 0,
	    .addresses = i > 1,
	    .build_ids = i > 1 || strcmp(value + len, without_ids) != 0,
	};
	return true;
}

const char **
naming_form_of(const char **descs, size_t ndescs)
{
	struct naming_form form;
	size_t i = 0;

	while (i < ndescs && !parse_form(&form, descs[i]))
		i++;
	return i < ndescs ? &descs[i] : NULL;
}

/* Takes out the description of the form, and build IDs if the form is without
 * them.  Returns false if there is none of the form. */
static bool
take_descriptions(struct naming_form *form, struct cg_header *header,
    const char **descs, bool inlined)
{
	bool has_form = false;
	size_t n = 0;

	for (size_t i = 0; i < header->ndescs; i++)
		has_form |= parse_form(form, header->descs[i]);
	for (size_t i = 0; has_form && i < header->ndescs; i++) {
		struct naming_form same;

		if (!parse_form(&same, header->descs[i]) &&
		    (form->build_ids || !is_of_build_ids(header->descs[i])))
			descs[n++] = header->descs[i];
	}
	/* in the place of the form */
	if (has_form && inlined)
		descs[n++] = inlined_rows_desc;
	header->ndescs = n;
	header->descs = descs;
	return has_form;
}

bool
naming_take_form(struct naming_form *form, struct cg_header *header,
    const char **descs, bool inlined)
{
	if (!take_descriptions(form, header, descs, inlined))
		return false;
	form->inlined = inlined;
	header->format = form->calls ? CG_CALLGRIND : CG_CACHEGRIND;
	header->has_addresses = form->addresses;
	header->has_no_lines = false;
	return true;
}

bool
naming_compresses(const struct naming_form *form, bool inlined)
{
	return form->calls && inlined;
}
