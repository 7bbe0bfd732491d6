/* SPDX-License-Identifier: BSD-2-Clause */
/* An LLVM that is older than a processor of AMD says the name of the last one of its family. */
#include <stddef.h>
#if defined __x86_64__ || defined __i386__
#include <cpuid.h>
#endif

#include "host_cpu.h"

#if defined __x86_64__ || defined __i386__

static const struct {
	unsigned int family, first, last; /* the models */
	const char *name;
} processors[] = {
    {25, 0x10, 0x1f, "znver4"},
    {25, 0x60, 0xaf, "znver4"},
    {26, 0x00, 0x4f, "znver5"},
    {26, 0x60, 0x7f, "znver5"},
};

const char *
host_cpu_name(void)
{
	unsigned int a, b, c, d, family, model;

	if (!__get_cpuid(0, &a, &b, &c, &d) || b != signature_AMD_ebx ||
	    !__get_cpuid(1, &a, &b, &c, &d))
		return NULL;
	/* an extended family and model are added to those of four bits */
	family = (a >> 8 & 0xf) + (a >> 20 & 0xff);
	model = (a >> 4 & 0xf) | (a >> 12 & 0xf0);
	for (size_t i = 0; i < sizeof(processors) / sizeof(*processors); i++)
		if (processors[i].family == family &&
		    processors[i].first <= model && model <= processors[i].last)
			return processors[i].name;
	return NULL;
}

#else

const char *
host_cpu_name(void)
{
	return NULL;
}

#endif
