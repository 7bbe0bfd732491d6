/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A multiplication takes three cycles on most processors, and one can begin in each, so a
 * row of them costs little besides the wait.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "load_delay.h"

enum { MULTIPLICATION = 3, MOST_LINES = 40 };

/* Repeats a line with a register in the place of each "@". */
static char *
repeat(const char *line, const char *name, size_t len, int n)
{
	char *text;
	size_t at = 0, size;

	if (n < 1)
		n = 1;
	if (n > MOST_LINES)
		n = MOST_LINES;
	size = (size_t)n * (strlen(line) + 1) * (len + 1) + 1;
	text = cli_alloc(size, 1);
	for (int i = 0; i < n; i++) {
		if (i > 0)
			text[at++] = '\n';
		for (const char *p = line; *p != '\0'; p++)
			if (*p == '@') {
				memcpy(text + at, name, len);
				at += len;
			} else {
				text[at++] = *p;
			}
	}
	return text;
}

bool
register_whole(char to[8], const char *name, size_t len)
{
	static const char *const families[][5] = {
	    {"rax", "eax", "ax", "al", "ah"},
	    {"rbx", "ebx", "bx", "bl", "bh"},
	    {"rcx", "ecx", "cx", "cl", "ch"},
	    {"rdx", "edx", "dx", "dl", "dh"},
	    {"rsi", "esi", "si", "sil", ""},
	    {"rdi", "edi", "di", "dil", ""},
	    {"rbp", "ebp", "bp", "bpl", ""},
	};

	for (size_t i = 0; i < sizeof(families) / sizeof(*families); i++)
		for (size_t j = 0; j < 5; j++)
			if (strlen(families[i][j]) == len &&
			    memcmp(families[i][j], name, len) == 0) {
				strcpy(to, families[i][0]);
				return true;
			}
	if (len >= 2 && len <= 4 && name[0] == 'r' && name[1] >= '1' &&
	    name[1] <= '9') {
		size_t ndigits = strspn(name + 1, "0123456789");

		memcpy(to, name, 1 + ndigits);
		to[1 + ndigits] = '\0';
		return true;
	}
	return false;
}

static char *
delay_x86(const char *text, int cycles, bool is_wide)
{
	const char *comma = strrchr(text, ',');
	const char *memory = strchr(text, '(');
	int n = (cycles + MULTIPLICATION / 2) / MULTIPLICATION;
	const char *name;
	char whole[8];
	size_t len;

	if ((strncmp(text, "mov", 3) != 0 && strncmp(text, "vmov", 4) != 0) ||
	    comma == NULL || memory == NULL || strchr(comma, ')') != NULL)
		return NULL;
	name = comma + 1 + strspn(comma + 1, " \t");
	if (*name++ != '%')
		return NULL;
	len = strcspn(name, " \t{");
	if (strncmp(name, "xmm", 3) == 0)
		return repeat(
		    text[0] == 'v' ? "vmulsd %@, %@, %@" : "mulsd %@, %@", name,
		    len, n);
	if (strncmp(name, "ymm", 3) == 0)
		return repeat("vmulpd %@, %@, %@", name, len, n);
	if (!register_whole(whole, name, len))
		return NULL;
	if (!is_wide)
		whole[0] = 'e';
	return repeat(is_wide ? "imulq $3, %@, %@" : "imull $3, %@, %@", whole,
	    strlen(whole), n);
}

/* "ldr x0, [x1, #8]"; a pair of registers is not loaded for its second one alone */
static char *
delay_arm64(const char *text, int cycles)
{
	const char *name = text + strcspn(text, " \t");
	int n = (cycles + MULTIPLICATION / 2) / MULTIPLICATION;
	size_t len;
	char whole[8];

	if (strncmp(text, "ldr", 3) != 0 && strncmp(text, "ldur", 4) != 0)
		return NULL;
	name += strspn(name, " \t");
	len = strcspn(name, ", ");
	if (len < 2 || len >= sizeof(whole) || strchr(text, '[') == NULL)
		return NULL;
	if (*name == 'd' || *name == 's')
		return repeat("fmul @, @, @", name, len, n);
	if ((*name != 'x' && *name != 'w') ||
	    strspn(name + 1, "0123456789") != len - 1)
		return NULL;
	memcpy(whole, name, len);
	whole[0] = 'x';
	return repeat("mul @, @, @", whole, len, n);
}

char *
load_delay_new(const char *machine, const char *text, int cycles)
{
	if (cycles <= 0)
		return NULL;
	if (strcmp(machine, "aarch64") == 0)
		return delay_arm64(text, cycles);
	return delay_x86(text, cycles, strcmp(machine, "x86-64") == 0);
}

/* Returns the base register of an operand in memory, with its length; NULL: there is none. */
static const char *
base_of(const char *text, size_t *len)
{
	const char *base = strpbrk(text, "([");

	if (base == NULL)
		return NULL;
	*len = strcspn(++base, ",)] ");
	return *len > 0 ? base : NULL;
}

bool
load_delay_shares_base(const char *text, const char *other)
{
	size_t len = 0, other_len = 0;
	const char *base = base_of(text, &len);
	const char *other_base = base_of(other, &other_len);

	return base != NULL && other_base != NULL && len == other_len &&
	       memcmp(base, other_base, len) == 0;
}

/* "addsd (%rax), %xmm0", "ldr d0, [x1]" */
bool
load_delay_is_of_vector(const char *text)
{
	const char *first = text + strcspn(text, " \t");

	first += strspn(first, " \t");
	if (strchr(text, '%') != NULL)
		return strstr(text, "mm") != NULL;
	return *first != '\0' && strchr("bhsdqv", *first) != NULL;
}
