/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * If the user names a wrong file, the message says what it is and how to get at
 * a profile in it.  Only printable ASCII of the file reaches the terminal.
 */
#include <string.h>

#include "error.h"
#include "lex.h"
#include "read/foreign.h"

struct kind {
	size_t offset;
	const char *bytes;
	size_t len;
	const char *name;
	const char *advice; /* NULL: there is none */
};

#define AT(offset, bytes) offset, bytes, sizeof(bytes) - 1

static const struct kind kinds[] = {
    {AT(0, "\x7f"
	   "ELF"),
	"an ELF file", NULL},
    {AT(0, "PERFILE2"), "a file of perf", NULL},
    {AT(0, "2ELIFREP"), "a file of perf", NULL},
    {AT(0, "\x28\xb5\x2f\xfd"), "zstd data", "zstd -dc FILE |"},
    {AT(0, "\xfd"
	   "7zXZ\0"),
	"xz data", "xz -dc FILE |"},
    {AT(0, "BZh"), "bzip2 data", "bzip2 -dc FILE |"},
    {AT(0, "\x04\x22\x4d\x18"), "lz4 data", "lz4 -dc FILE |"},
    {AT(0, "LZIP"), "lzip data", "lzip -dc FILE |"},
    {AT(0, "\x1f\x9d"), "data of compress", "uncompress -c FILE |"},
    {AT(0, "\x1f\x8b"), "gzip data in gzip data", "gzip -dc FILE |"},
    {AT(0, "PK\x03\x04"), "a zip archive", "unzip -p FILE MEMBER |"},
    {AT(0, "7z\xbc\xaf\x27\x1c"), "a 7z archive", NULL},
    {AT(257, "ustar"), "a tar archive", "tar -xOf FILE MEMBER |"},
    {AT(0, "!<arch>\n"), "an archive of ar", NULL},
    {AT(0, "gmon"), "data of gprof", NULL},
    {AT(0, "%PDF"), "a PDF file", NULL},
    {AT(0, "\x89"
	   "PNG"),
	"a PNG image", NULL},
    {AT(0, "SQLite format 3"), "an SQLite database", NULL},
    {AT(0, "\xff\xfe"), "text in UTF-16", "iconv -f utf-16 FILE |"},
    {AT(0, "\xfe\xff"), "text in UTF-16", "iconv -f utf-16 FILE |"},
    {AT(0, "\xef\xbb\xbf"), "text with a byte order mark", "tail -c +4 FILE |"},
    {AT(0, "<"), "HTML or XML", NULL},
    {AT(0, "{"), "JSON", NULL},
    {AT(0, "["), "JSON", NULL},
    {AT(0, "--------------------"), "a report", NULL},
    {AT(0, "#!"), "a script", NULL},
    {AT(0, "#include"), "a source file", NULL},
};

#undef AT

static int
reject(struct parse *parse, const char *name, const char *advice)
{
	return error_set(parse->error, "%s: this is %s, not a profile%s%s%s",
	    bytes_name(parse->lines.bytes), name,
	    advice != NULL ? " (try: " : "", advice != NULL ? advice : "",
	    advice != NULL ? ")" : "");
}

int
foreign_reject(struct parse *parse)
{
	const char *start;
	ssize_t len = lines_start(&parse->lines, &start);

	if (len < 0)
		return -1;
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		const struct kind *k = &kinds[i];

		if (k->offset + k->len <= (size_t)len &&
		    memcmp(start + k->offset, k->bytes, k->len) == 0)
			return reject(parse, k->name, k->advice);
	}
	return 0;
}

/* true if the line has control bytes, which no text has */
static bool
is_binary(const char *p, const char *end)
{
	for (; p < end; p++)
		if (((unsigned char)*p < 0x20 && *p != '\t') || *p == 0x7f)
			return true;
	return false;
}

/* quotes the line with "?" for bytes that are not ASCII */
static struct quote
quote_ascii(const char *p, const char *end)
{
	struct quote q = quote(p, end);

	for (char *c = q.text; *c != '\0'; c++)
		if ((unsigned char)*c > 0x7f)
			*c = '?';
	return q;
}

int
foreign_line(struct parse *parse, const char *expected, bool is_first)
{
	const char *p = parse->line, *end = parse->end;

	if (lex_after(p, end, "time_unit:") != NULL)
		return reject(parse, "output of Massif", NULL);
	if (is_first && is_binary(p, end))
		return reject(parse, "binary data", NULL);
	return lines_error(&parse->lines, "%sexpected %s, found \"%s\"",
	    is_first ? "this is not a profile: " : "", expected,
	    quote_ascii(p, end).text);
}
