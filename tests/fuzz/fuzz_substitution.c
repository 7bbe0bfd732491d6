/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Feeds an expression of s/// and, after its first newline, a name to apply it
 * to.  A rejected expression would end a tool, so cli_die returns here.
 */
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/substitution.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
const char *__asan_default_options(void);

static jmp_buf rejected;

/* a tool that exits need not free a rejected expression */
const char *
__asan_default_options(void)
{
	return "detect_leaks=0";
}

void
cli_usage(const char *format, ...)
{
	(void)format;
	longjmp(rejected, 1);
}

void
cli_die(const char *format, ...)
{
	(void)format;
	longjmp(rejected, 1);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static char text[4096];
	struct substitution sub;
	char *name, *result;

	if (size >= sizeof(text))
		return 0;
	memcpy(text, data, size);
	text[size] = '\0';
	name = strchr(text, '\n');
	if (name == NULL)
		return 0;
	*name++ = '\0';
	if (setjmp(rejected) != 0)
		return 0;
	substitution_init(&sub, "--option", text);
	result = substitution_apply(&sub, name);
	if (result != NULL && strlen(result) > (1 << 20))
		abort();
	free(result);
	substitution_release(&sub);
	return 0;
}
