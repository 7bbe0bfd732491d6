/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What makes counts differ from run to run and from host to host, and can be
 * pinned from outside.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>

#include "collect.h"

const char *const reproducible_options[] = {
    "--I1=32768,8,64",
    "--D1=32768,8,64",
    "--LL=8388608,16,64",
    "--pin-cpuid=yes",
    NULL,
};

void
reproducible_pin_addresses(void)
{
	if (personality(ADDR_NO_RANDOMIZE) < 0)
		cli_die("--reproducible: address randomisation cannot be "
			"turned off: %s",
		    strerror(errno));
}

void
reproducible_pin_environment(char *const *program)
{
	if (setenv("PYTHONHASHSEED", "0", 0) < 0 ||
	    setenv("PERL_HASH_SEED", "0", 0) < 0)
		cli_die("out of memory");
	environment_fix_shape(program);
}
