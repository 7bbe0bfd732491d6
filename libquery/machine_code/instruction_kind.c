/* SPDX-License-Identifier: BSD-2-Clause */
/* Tells jumps, calls and padding by the mnemonics of x86 and arm64. */
#include <string.h>

#include "instructions.h"

static const char *const prefixes[] = {"bnd", "notrack", "data16", "rep",
    "repz", "repnz", "lock", "cs", "ds", "es", "fs", "gs", "ss", "addr32",
    "rex.W", "xacquire", "xrelease"};

static bool
is_word(const char *text, size_t len, const char *word)
{
	return strlen(word) == len && memcmp(text, word, len) == 0;
}

static bool
is_prefix(const char *text, size_t len)
{
	for (size_t i = 0; i < sizeof(prefixes) / sizeof(*prefixes); i++)
		if (is_word(text, len, prefixes[i]))
			return true;
	/* "je,pn" has none */
	return len > 4 && memcmp(text, "rex.", 4) == 0;
}

/* Returns where the mnemonic begins, after its prefixes. */
static size_t
skip_prefixes(const char *text)
{
	size_t at = 0;

	for (;;) {
		size_t len = strcspn(text + at, " ");

		if (!is_prefix(text + at, len) || text[at + len] == '\0')
			return at;
		at += len + strspn(text + at + len, " ");
	}
}

size_t
instruction_mnemonic(const char *text, size_t *start)
{
	size_t at = skip_prefixes(text);

	if (start != NULL)
		*start = at;
	return at + strcspn(text + at, " ");
}

/* True for instructions that compilers fill gaps with. */
static bool
is_padding(const char *p, size_t len)
{
	return is_word(p, len, "nop") || is_word(p, len, "nopw") ||
	       is_word(p, len, "nopl") || is_word(p, len, "int3") ||
	       (is_word(p, len, "xchg") &&
		   (strcmp(p + len + strspn(p + len, " "), "%ax,%ax") == 0 ||
		       strcmp(p + len + strspn(p + len, " "), "ax,ax") == 0));
}

static bool
is_return(const char *p, size_t len)
{
	return (len >= 3 && memcmp(p, "ret", 3) == 0) ||
	       is_word(p, len, "ud2") || is_word(p, len, "hlt");
}

/* True for arm64's jumps that depend on something. */
static bool
is_arm_branch(const char *p, size_t len)
{
	return (len > 2 && memcmp(p, "b.", 2) == 0) || is_word(p, len, "cbz") ||
	       is_word(p, len, "cbnz") || is_word(p, len, "tbz") ||
	       is_word(p, len, "tbnz");
}

enum instruction_kind
instruction_kind(const char *text)
{
	const char *p = text + skip_prefixes(text);
	size_t len = strcspn(p, " ");

	/* "jmpq", "je,pt" */
	if (len >= 3 && memcmp(p, "jmp", 3) == 0)
		return INSTRUCTION_JUMP;
	if ((len > 1 && *p == 'j') || (len >= 4 && memcmp(p, "loop", 4) == 0) ||
	    is_arm_branch(p, len))
		return INSTRUCTION_BRANCH;
	if ((len >= 4 && memcmp(p, "call", 4) == 0) || is_word(p, len, "bl") ||
	    is_word(p, len, "blr"))
		return INSTRUCTION_CALL;
	if (is_word(p, len, "b") || is_word(p, len, "br"))
		return INSTRUCTION_JUMP;
	if (is_return(p, len))
		return INSTRUCTION_RETURN;
	return is_padding(p, len) ? INSTRUCTION_PADDING : INSTRUCTION_PLAIN;
}
