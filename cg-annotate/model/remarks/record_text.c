/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "cgfmt.h"
#include "libcli/cli.h"
#include "record_text.h"

/* --- files -------------------------------------------------------------------- */

static void
read_file(struct growing_text *to, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	char block[1 << 16];
	ssize_t n = -1;

	while (fd >= 0) {
		n = read(fd, block, sizeof(block));
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		growing_text_add(to, block, (size_t)n);
	}
	if (n < 0)
		cli_die_of_input(
		    errno == ENOENT, "%s: %s", path, strerror(errno));
	close(fd);
}

/* Inflates all members of gzip data into the text. */
static void
inflate_all(
    struct growing_text *to, const struct growing_text *from, const char *path)
{
	unsigned char block[1 << 16];
	z_stream z = {.next_in = (unsigned char *)from->text};
	size_t left = from->len;
	int status = inflateInit2(&z, 16 + MAX_WBITS);

	while (status == Z_OK || status == Z_STREAM_END) {
		if (status == Z_STREAM_END && left + z.avail_in == 0)
			break;
		if (status == Z_STREAM_END)
			inflateReset(&z);
		if (z.avail_in == 0) {
			z.avail_in =
			    left < sizeof(block) ? (uInt)left : sizeof(block);
			left -= z.avail_in;
		}
		z.next_out = block;
		z.avail_out = sizeof(block);
		status = inflate(&z, Z_NO_FLUSH);
		growing_text_add(
		    to, (const char *)block, sizeof(block) - z.avail_out);
	}
	if (status == Z_MEM_ERROR)
		cli_die("out of memory");
	if (status == Z_BUF_ERROR)
		cli_die("%s: the gzip data is cut short", path);
	if (status != Z_STREAM_END)
		cli_die("%s: the gzip data is corrupt (%s)", path,
		    z.msg != NULL ? z.msg : "no reason given");
	inflateEnd(&z);
}

void
record_text_read(struct record_text *text, const char *path)
{
	struct growing_text plain = {0}, packed = {0};

	read_file(&plain, path);
	if (plain.len >= 2 && memcmp(plain.text, "\x1f\x8b", 2) == 0) {
		packed = plain;
		plain = (struct growing_text){0};
		inflate_all(&plain, &packed, path);
		growing_text_clear(&packed);
	}
	growing_text_add(&plain, "", 0);
	*text = (struct record_text){
	    path, plain.text, plain.text, plain.text + plain.len};
}

void
record_text_release(struct record_text *text)
{
	free(text->begin);
}

/* --- messages ------------------------------------------------------------------- */

void
record_text_die(const struct record_text *text, const char *expected)
{
	enum { MOST_SHOWN = 20 };
	size_t line = 1, len = 0;
	const char *start = text->begin;
	char shown[4 * MOST_SHOWN + 1];

	for (const char *p = text->begin; p < text->at; p++)
		if (*p == '\n') {
			line++;
			start = p + 1;
		}
	while (text->at + len < text->end && text->at[len] != '\n' &&
	       len < MOST_SHOWN)
		len++;
	cg_escape(shown, sizeof(shown), text->at, len);
	if (text->at == text->end)
		cli_die("%s:%zu:%zu: expected %s, found the end of the file",
		    text->path, line, (size_t)(text->at - start) + 1, expected);
	cli_die("%s:%zu:%zu: expected %s, found \"%s\"", text->path, line,
	    (size_t)(text->at - start) + 1, expected, shown);
}

bool
record_text_number(struct record_text *text, int64_t *value)
{
	int len = cg_parse_int(text->at, (size_t)(text->end - text->at), value);

	if (len <= 0)
		return false;
	text->at += len;
	return true;
}

uint32_t
record_text_digits(struct record_text *text, size_t n)
{
	static const char digits[] = "0123456789abcdef";
	uint32_t value = 0;

	for (size_t i = 0; i < n; i++, text->at++) {
		char c = text->at < text->end ? *text->at : '\0';
		const char *digit =
		    c != '\0' ? strchr(digits, c >= 'A' ? c | 0x20 : c) : NULL;

		if (digit == NULL)
			record_text_die(text, "a hexadecimal digit");
		value = value << 4 | (uint32_t)(digit - digits);
	}
	return value;
}

/* --- text that is put together ---------------------------------------------------- */

void
growing_text_add(struct growing_text *to, const char *text, size_t len)
{
	if (to->len + len >= to->size) {
		to->size = 2 * (to->len + len) + 16;
		to->text = cli_resize(to->text, to->size, 1);
	}
	if (len > 0)
		memcpy(to->text + to->len, text, len);
	to->len += len;
	to->text[to->len] = '\0';
}

void
growing_text_add_character(struct growing_text *to, uint32_t c)
{
	char bytes[4];
	size_t n = 0;

	if (c < 0x80) {
		bytes[n++] = (char)c;
	} else if (c < 0x800) {
		bytes[n++] = (char)(0xc0 | c >> 6);
		bytes[n++] = (char)(0x80 | (c & 0x3f));
	} else if (c < 0x10000) {
		bytes[n++] = (char)(0xe0 | c >> 12);
		bytes[n++] = (char)(0x80 | (c >> 6 & 0x3f));
		bytes[n++] = (char)(0x80 | (c & 0x3f));
	} else {
		bytes[n++] = (char)(0xf0 | (c >> 18 & 7));
		bytes[n++] = (char)(0x80 | (c >> 12 & 0x3f));
		bytes[n++] = (char)(0x80 | (c >> 6 & 0x3f));
		bytes[n++] = (char)(0x80 | (c & 0x3f));
	}
	growing_text_add(to, bytes, n);
}

void
growing_text_clear(struct growing_text *text)
{
	free(text->text);
	*text = (struct growing_text){0};
}
