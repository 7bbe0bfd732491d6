/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs objdump and reads its lines "ADDRESS:<tab>BYTES<tab>TEXT".  Each machine has an
 * objdump of its own, but that of x86-64 does i386, too.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "instructions.h"
#include "libcli/cli.h"
#include "libquery/lower_bound.h"

/* --- the program ---------------------------------------------------------- */

static const char own_program[] = "objdump", own_package[] = "binutils";

static const struct tool {
	const char *machine, *program, *package;
} tools[] = {
#if !defined(__x86_64__) && !defined(__i386__)
    {"x86-64", "x86_64-linux-gnu-objdump", "binutils-x86-64-linux-gnu"},
    {"i386", "x86_64-linux-gnu-objdump", "binutils-x86-64-linux-gnu"},
#endif
#ifndef __aarch64__
    {"aarch64", "aarch64-linux-gnu-objdump", "binutils-aarch64-linux-gnu"},
#endif
#ifndef __arm__
    {"arm", "arm-linux-gnueabihf-objdump", "binutils-arm-linux-gnueabihf"},
#endif
#ifndef __powerpc64__
    {"powerpc64le", "powerpc64le-linux-gnu-objdump",
	"binutils-powerpc64le-linux-gnu"},
#endif
#ifndef __s390x__
    {"s390x", "s390x-linux-gnu-objdump", "binutils-s390x-linux-gnu"},
#endif
#ifndef __riscv
    {"riscv64", "riscv64-linux-gnu-objdump", "binutils-riscv64-linux-gnu"},
#endif
};

static struct tool
tool_of(const char *machine)
{
	for (size_t i = 0; i < sizeof(tools) / sizeof(*tools); i++)
		if (strcmp(machine, tools[i].machine) == 0)
			return tools[i];
	return (struct tool){machine, own_program, own_package};
}

static bool
is_x86(const char *machine)
{
	return strcmp(machine, "x86-64") == 0 || strcmp(machine, "i386") == 0;
}

bool
asm_syntax_is_intel(const char *argument)
{
	bool is_intel = strcmp(argument, "intel") == 0;

	if (!is_intel && strcmp(argument, "att") != 0)
		cli_usage("--asm-syntax: expected att or intel, found \"%s\"",
		    argument);
	return is_intel;
}

/* --- texts ---------------------------------------------------------------- */

static size_t
add_text(struct instructions *code, const char *text, size_t len)
{
	size_t at = code->ntexts, needed = at + len + 1;

	if (needed > code->room) {
		while (code->room < needed)
			code->room = code->room > 0 ? 2 * code->room : 4096;
		code->texts = cli_resize(code->texts, code->room, 1);
	}
	memcpy(code->texts + at, text, len);
	code->texts[at + len] = '\0';
	code->ntexts = needed;
	return at;
}

const char *
instruction_text(const struct instructions *code, const struct instruction *one)
{
	return code->texts + one->text;
}

static int
compare_address(const void *element, const void *key)
{
	const struct instruction *one = element;
	const uint64_t *address = key;

	return (one->address > *address) - (one->address < *address);
}

uint64_t
instructions_next(const struct instructions *code, uint64_t address)
{
	size_t i = lower_bound(&address, code->list, code->n,
	    sizeof(*code->list), compare_address);

	return i < code->n ? code->list[i].address : UINT64_MAX;
}

bool
instructions_add(struct instructions *code, const struct instructions *from,
    uint64_t start, uint64_t end)
{
	size_t i = lower_bound(
	    &start, from->list, from->n, sizeof(*from->list), compare_address);

	if (i == from->n || from->list[i].address != start)
		return false;
	for (; i < from->n && from->list[i].address < end; i++) {
		struct instruction one = from->list[i];
		const char *text = instruction_text(from, &one);

		one.text = add_text(code, text, strlen(text));
		code->list = cli_grow(code->list, code->n, sizeof(*code->list));
		code->list[code->n++] = one;
	}
	return true;
}

/*
 * Without a symbol table, objdump names data by a symbol of a shared library that comes before
 * them: "# 1906c <stderr@GLIBC_2.2.5+0x2c>".  Returns the length without that.
 */
static size_t
without_far_symbol(char *text, size_t len)
{
	char *comment = strstr(text, " # ");
	char *symbol = comment != NULL ? strstr(comment, " <") : NULL;

	if (symbol == NULL || strchr(symbol, '@') == NULL ||
	    strstr(symbol, "+0x") == NULL)
		return len;
	*symbol = '\0';
	return (size_t)(symbol - text);
}

/* Puts blanks in the place of tabs, behind the mnemonic as many as x86 has. */
static size_t
add_instruction_text(struct instructions *code, char *text)
{
	enum { MNEMONIC = 7 };
	size_t len = strlen(text), mnemonic = strcspn(text, "\t");
	char *padded, *rest = text + mnemonic;
	size_t at;

	while (len > 0 && strchr(" \t\n", text[len - 1]) != NULL)
		text[--len] = '\0';
	len = without_far_symbol(text, len);
	if (mnemonic >= len)
		return add_text(code, text, len);
	*rest++ = '\0';
	for (char *p = rest; *p != '\0'; p++)
		if (*p == '\t')
			*p = ' ';
	padded = cli_format("%-*s%s%s", MNEMONIC - 1, text,
	    mnemonic < MNEMONIC ? " " : " ", rest);
	at = add_text(code, padded, strlen(padded));
	free(padded);
	return at;
}

/* --- lines ---------------------------------------------------------------- */

static int
digit_of(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Reads hexadecimal digits.  Returns how many there are; more than 16 are none. */
static size_t
read_hex(const char *p, uint64_t *value)
{
	size_t n = 0;

	for (*value = 0; digit_of(p[n]) >= 0; n++)
		*value = *value << 4 | (uint64_t)digit_of(p[n]);
	return n <= 16 ? n : 0;
}

/* Reads "41 8b 04 9c", or words such as "a9bf7bfd", whose first byte comes last. */
static bool
read_bytes(struct instruction *to, const char *p)
{
	for (p += strspn(p, " "); *p != '\t' && *p != '\n' && *p != '\0';
	     p += strspn(p, " ")) {
		uint64_t value;
		size_t ndigits = read_hex(p, &value);

		if (ndigits == 0 || ndigits % 2 != 0 ||
		    to->size + ndigits / 2 > INSTRUCTION_BYTES)
			return false;
		for (size_t i = 0; i < ndigits / 2; i++, value >>= 8)
			to->bytes[to->size++] = (unsigned char)value;
		p += ndigits;
	}
	return to->size > 0;
}

/* Returns the address in "je 119d <sum+0x44>" or "tbz w0, #0, 4005d4 <main+0x10>"; not
 * that of data, which a comment names. */
static uint64_t
find_target(const char *text)
{
	const char *symbol = strstr(text, " <"), *p = symbol;
	uint64_t value;

	if (symbol == NULL ||
	    memchr(text, '#', (size_t)(symbol - text)) != NULL)
		return 0;
	while (p > text && digit_of(p[-1]) >= 0)
		p--;
	if (p == symbol || p == text || (p[-1] != ' ' && p[-1] != ','))
		return 0;
	return read_hex(p, &value) > 0 ? value : 0;
}

/* Takes a line if it is an instruction. */
static void
take_line(struct instructions *code, char *line)
{
	struct instruction one = {0};
	char *p = line + strspn(line, " "), *tab;
	size_t ndigits = read_hex(p, &one.address);

	if (ndigits == 0 || strncmp(p + ndigits, ":\t", 2) != 0)
		return;
	p += ndigits + 2;
	tab = strchr(p, '\t');
	if (tab == NULL || !read_bytes(&one, p))
		return;
	one.text = add_instruction_text(code, tab + 1);
	if (instruction_kind(code->texts + one.text) != INSTRUCTION_PLAIN)
		one.target = find_target(code->texts + one.text);
	code->list = cli_grow(code->list, code->n, sizeof(*code->list));
	code->list[code->n++] = one;
}

/* Reads all lines.  Returns the first message of the program, to be freed, or NULL. */
static char *
take_lines(struct instructions *code, struct cli_child *child, const char *name)
{
	char *line = NULL, *message = NULL;
	size_t size = 0, len = strlen(name);

	while (getline(&line, &size, child->output) > 0)
		if (message == NULL && strncmp(line, name, len) == 0 &&
		    line[len] == ':')
			message = cli_copy(line, strcspn(line, "\n"));
		else
			take_line(code, line);
	free(line);
	return message;
}

/* --- running it ----------------------------------------------------------- */

char *
instructions_read(
    struct instructions *code, const struct instructions_request *request)
{
	struct tool tool = tool_of(request->machine);
	char *start = cli_format("--start-address=0x%" PRIx64, request->start);
	char *end = cli_format("--stop-address=0x%" PRIx64, request->end);
	bool intel = request->intel && is_x86(request->machine);
	const char *argv[] = {tool.program, "-d", "-w", "-z", start, end,
	    intel ? "-Mintel" : "--", intel ? "--" : request->file,
	    intel ? request->file : NULL, NULL};
	struct cli_child child;
	size_t nbefore = code->n;
	int status = cli_child_start(&child, argv);
	char *message;

	free(start);
	free(end);
	if (status == ENOENT)
		return cli_format(
		    "%s is not installed: it is in the package %s",
		    tool.program, tool.package);
	if (status != 0)
		return cli_format("%s: %s", tool.program, strerror(status));
	message = take_lines(code, &child, tool.program);
	if (!cli_child_end(&child, &status))
		cli_die("%s: %s", tool.program, strerror(errno));
	/* shells and posix_spawnp of some systems say 127 */
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0 &&
	    code->n > nbefore) {
		free(message);
		return NULL;
	}
	if (WIFSIGNALED(status)) {
		free(message);
		return cli_format("signal %d (%s) ended %s", WTERMSIG(status),
		    strsignal(WTERMSIG(status)), tool.program);
	}
	if (message != NULL)
		return message;
	return WEXITSTATUS(status) == 0
		   ? cli_format("it has no code at 0x%" PRIx64, request->start)
		   : cli_format("%s failed", tool.program);
}

void
instructions_release(struct instructions *code)
{
	free(code->list);
	free(code->texts);
	*code = (struct instructions){.n = 0};
}
