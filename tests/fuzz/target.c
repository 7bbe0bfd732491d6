/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The end of a tool as a return: replaces libcli/messages.c.  A call that does
 * not return leaves memory behind.  A tool need not free it, but a target runs
 * many million times.  The hooks of the sanitizers say what was allocated.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgfmt.h"
#include "libcli/cli.h"
#include "target.h"

typedef void malloc_hook(const volatile void *memory, size_t size);
typedef void free_hook(const volatile void *memory);

int __sanitizer_install_malloc_and_free_hooks(
    malloc_hook *on_malloc, free_hook *on_free) __attribute__((weak));
const char *__asan_default_options(void);

const struct cli_program cli_program = {.name = "fuzz", .failure = CLI_FAILURE};

/*
 * Freed memory is reused soon: it is then in the processor's cache.  After a
 * thread was cancelled, AddressSanitizer takes its own use of an alternate
 * stack for an error.
 */
const char *
__asan_default_options(void)
{
	return "quarantine_size_mb=4:malloc_context_size=8:use_sigaltstack=0";
}

void
demand(bool holds, const char *property)
{
	if (holds)
		return;
	fprintf(stderr, "does not hold: %s\n", property);
	abort();
}

/* --- memory of a call that does not return -------------------------------- */

enum { MOST_BLOCKS = 1 << 16 };

static struct {
	bool is_on;
	size_t n;
	const volatile void *list[MOST_BLOCKS];
} live;

static void
add_block(const volatile void *memory, size_t size)
{
	(void)size;
	if (live.is_on && memory != NULL && live.n < MOST_BLOCKS)
		live.list[live.n++] = memory;
}

static void
remove_block(const volatile void *memory)
{
	for (size_t i = live.is_on ? live.n : 0; i-- > 0;)
		if (live.list[i] == memory) {
			live.list[i] = live.list[--live.n];
			break;
		}
}

static void
watch_blocks(void)
{
	static bool is_installed;

	if (!is_installed && __sanitizer_install_malloc_and_free_hooks != NULL)
		__sanitizer_install_malloc_and_free_hooks(
		    add_block, remove_block);
	is_installed = true;
	live.n = 0;
	live.is_on = true;
}

/* --- the call ------------------------------------------------------------- */

static jmp_buf end_of_tool;
static size_t nwarnings;
/* Writing a message takes longer than most targets do. */
static bool checks_messages;

bool
attempt(void (*run)(const uint8_t *data, size_t size), const uint8_t *data,
    size_t size)
{
	nwarnings = 0;
	checks_messages = size % 8 == 0;
	watch_blocks();
	if (setjmp(end_of_tool) == 0) {
		run(data, size);
		live.is_on = false;
		return true;
	}
	live.is_on = false;
	while (live.n > 0)
		free((void *)live.list[--live.n]);
	return false;
}

size_t
attempt_nwarnings(void)
{
	return nwarnings;
}

/* --- messages ------------------------------------------------------------- */

static void
check_message(const char *format, va_list arguments)
{
	char text[1024];
	size_t len;

	if (!checks_messages)
		return;
	memset(text, '\n', sizeof(text));
	cg_message(text, sizeof(text), format, arguments);
	len = strnlen(text, sizeof(text));
	demand(len < sizeof(text), "a message fits in its buffer");
	demand(len > 0, "a message has a text");
	demand(text_is_printable(text, len), "a message is one line");
}

void
cli_warn(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	check_message(format, arguments);
	va_end(arguments);
	nwarnings++;
}

void
cli_die(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	check_message(format, arguments);
	va_end(arguments);
	longjmp(end_of_tool, 1);
}

void
cli_die_of_input(bool is_missing, const char *format, ...)
{
	va_list arguments;

	(void)is_missing;
	va_start(arguments, format);
	check_message(format, arguments);
	va_end(arguments);
	longjmp(end_of_tool, 1);
}

void
cli_usage(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	check_message(format, arguments);
	va_end(arguments);
	longjmp(end_of_tool, 1);
}

/* --- text ----------------------------------------------------------------- */

char *
text_copy(const uint8_t *data, size_t size)
{
	size_t len = 0;
	char *text;

	while (len < size && data[len] != 0)
		len++;
	text = malloc(len + 1);
	demand(text != NULL, "there is memory");
	if (len > 0)
		memcpy(text, data, len);
	text[len] = '\0';
	return text;
}

char *
text_take_line(char **text)
{
	char *line = *text, *newline;

	if (line == NULL)
		return NULL;
	newline = strchr(line, '\n');
	*text = newline != NULL ? newline + 1 : NULL;
	if (newline != NULL)
		*newline = '\0';
	return line;
}

/* True for controls, line separators and marks of direction: code points that
 * change how a terminal shows other text. */
static bool
is_active(uint32_t code)
{
	return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x61c ||
	       code == 0x200e || code == 0x200f ||
	       (code >= 0x2028 && code <= 0x202e) ||
	       (code >= 0x2066 && code <= 0x2069);
}

size_t
text_printable(const char *p, const char *end)
{
	/* the smallest code point of each length */
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	uint8_t first = (uint8_t)*p;
	size_t len = first < 0x80             ? 1
		     : (first & 0xe0) == 0xc0 ? 2
		     : (first & 0xf0) == 0xe0 ? 3
		     : (first & 0xf8) == 0xf0 ? 4
					      : 0;
	uint32_t code = len == 1 ? first : first & (0x7fU >> len);

	if (len == 0 || (size_t)(end - p) < len)
		return 0;
	for (size_t i = 1; i < len; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return 0;
		code = code << 6 | (p[i] & 0x3fU);
	}
	if (code < least[len] || code > 0x10ffff ||
	    (code >= 0xd800 && code < 0xe000) || is_active(code))
		return 0;
	return len;
}

bool
text_is_printable(const char *text, size_t len)
{
	const char *end = text + len;

	while (text < end) {
		size_t n = text_printable(text, end);

		if (n == 0)
			return false;
		text += n;
	}
	return true;
}
