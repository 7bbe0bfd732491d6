/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What makes counts differ from run to run and from host to host, and can be
 * pinned from outside.
 */
#include <stdlib.h>
#include <sys/personality.h>

#include "collect.h"

const char *const reproducible_options[] = {
    "--I1=32768,8,64",
    "--D1=32768,8,64",
    "--LL=8388608,16,64",
    "--pin-cpuid=yes",
    NULL,
};

int
reproducible_prepare(char *const *program)
{
	if (personality(ADDR_NO_RANDOMIZE) < 0 ||
	    setenv("PYTHONHASHSEED", "0", 0) < 0 ||
	    setenv("PERL_HASH_SEED", "0", 0) < 0)
		return -1;
	environment_fix_shape(program);
	return 0;
}
