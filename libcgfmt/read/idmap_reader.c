/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A number may be defined again with another name, as in a file to which another
 * profile was appended.
 *
 * A name can be composed of others: "(12) (3)'2'(7)" is function 3 at recursion
 * level 2, called from function 7.
 */
#include <stdlib.h>
#include <string.h>

#include "callgrind.h"
#include "error.h"
#include "lex.h"
#include "read/idmap_reader.h"

enum {
	/* of a composed name, because each can be twice as long as the last */
	MAX_NAME = 1 << 16,
};

static int
look_up(const struct idmap_reader *map, struct parse *parse, uint64_t number,
    const char **name)
{
	*name = ids_find(&map->ids, number);
	if (*name != NULL)
		return 0;
	lines_error(&parse->lines,
	    "expected a number that stands for a name, found (%llu), which was "
	    "not defined before",
	    (unsigned long long)number);
	return parse_pass(parse, name);
}

/* --- composed names ------------------------------------------------------- */

struct composed_name {
	char *bytes;
	size_t len;
};

static int
append(
    struct composed_name *text, struct parse *parse, const char *p, size_t len)
{
	char *larger;

	if (text->len + len > MAX_NAME)
		return lines_error(&parse->lines,
		    "expected a name of at most %d bytes, found more",
		    MAX_NAME);
	larger = realloc(text->bytes, text->len + len + 1);
	if (larger == NULL)
		return error_memory(parse->error);
	memcpy(larger + text->len, p, len);
	text->bytes = larger;
	text->len += len;
	return 0;
}

/* appends one of the pieces between "'": "(NUMBER)" as its name, or its bytes
 */
static int
append_piece(const struct idmap_reader *map, struct parse *parse,
    struct composed_name *text, const char *p, const char *end)
{
	uint64_t number;
	const char *name;

	if (callgrind_id(p, end, &number) != (size_t)(end - p) || p == end)
		return append(text, parse, p, (size_t)(end - p));
	if (look_up(map, parse, number, &name) < 0)
		return -1;
	return append(text, parse, name, strlen(name));
}

static int
read_composed(const struct idmap_reader *map, struct parse *parse,
    const char *p, const char *end, const char **name)
{
	struct composed_name text = {.bytes = NULL};
	int status = 0;

	while (status == 0 && p < end) {
		const char *quote = memchr(p, '\'', (size_t)(end - p));
		const char *piece_end = quote != NULL ? quote : end;

		status = append_piece(map, parse, &text, p, piece_end);
		p = piece_end;
		if (status == 0 && p < end)
			status = append(&text, parse, p++, 1);
	}
	if (status == 0)
		status =
		    parse_name(parse, text.bytes, text.bytes + text.len, name);
	free(text.bytes);
	return status;
}

int
idmap_reader_read(struct idmap_reader *map, struct parse *parse, const char *p,
    const char *end, const char **name)
{
	uint64_t number, first;
	size_t len = callgrind_id(p, end, &number);
	int status;

	if (len == 0)
		return parse_name(parse, p, end, name);
	p += len;
	if (lex_skip_blanks(p, end) == end)
		return look_up(map, parse, number, name);
	p += lex_is_blank(*p);
	len = callgrind_id(p, end, &first);
	if (len > 0 && p + len < end && p[len] == '\'')
		status = read_composed(map, parse, p, end, name);
	else
		status = parse_name(parse, p, end, name);
	if (status < 0)
		return -1;
	return ids_define(&map->ids, number, *name) == 0
		   ? 0
		   : error_memory(parse->error);
}

void
idmap_reader_clear(struct idmap_reader *map)
{
	ids_clear(&map->ids);
}
