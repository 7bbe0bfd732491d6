/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A hash table from number to name.  A number may be given another name, as in
 * profiles that were put one behind the other.
 *
 * Callgrind can also put a name together of others, "(12) (3)'2'(7)": that is
 * the function 3 in its second recursion, called from the function 7.
 */
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "hash.h"
#include "read/ids.h"
#include "lex.h"

enum {
	FIRST_SIZE = 64,
	/* of a name that is put together: each can double what the last was */
	MAX_NAME = 1 << 16,
};

struct id {
	uint64_t number;
	const char *name; /* NULL: the slot is free */
};

/* the slot of the number, or the free one where it belongs */
static struct id *
find_slot(const struct ids *ids, uint64_t number)
{
	size_t mask = ids->size - 1;
	size_t i = (size_t)hash_words(ids->keys, &number, 1) & mask;

	while (ids->table[i].name != NULL && ids->table[i].number != number)
		i = (i + 1) & mask;
	return &ids->table[i];
}

static int
grow(struct ids *ids)
{
	struct ids larger = {
	    .size = ids->size > 0 ? ids->size * 2 : FIRST_SIZE,
	    .used = ids->used,
	    .keys = hash_keys(),
	};

	larger.table = calloc(larger.size, sizeof(*larger.table));
	if (larger.table == NULL)
		return -1;
	for (size_t i = 0; i < ids->size; i++)
		if (ids->table[i].name != NULL)
			*find_slot(&larger, ids->table[i].number) =
			    ids->table[i];
	free(ids->table);
	*ids = larger;
	return 0;
}

static int
define(struct ids *ids, struct parse *parse, uint64_t number, const char *name)
{
	struct id *slot;

	if (ids->used * 2 >= ids->size && grow(ids) < 0)
		return error_memory(parse->error);
	slot = find_slot(ids, number);
	ids->used += slot->name == NULL;
	*slot = (struct id){number, name};
	return 0;
}

static int
look_up(const struct ids *ids, struct parse *parse, uint64_t number,
    const char **name)
{
	*name = ids->used > 0 ? find_slot(ids, number)->name : NULL;
	if (*name != NULL)
		return 0;
	lines_error(&parse->lines,
	    "expected a number that stands for a name, found (%llu), which was "
	    "not defined before",
	    (unsigned long long)number);
	return parse_pass(parse, name);
}

size_t
ids_number(const char *p, const char *end, uint64_t *number)
{
	int used;

	if (p == end || *p != '(')
		return 0;
	used = lex_natural(p + 1, end, number);
	if (used <= 0 || p + 1 + used == end || p[1 + used] != ')')
		return 0;
	return (size_t)used + 2;
}

/* --- names made of others ------------------------------------------------- */

struct text {
	char *bytes;
	size_t len;
};

static int
append(struct text *text, struct parse *parse, const char *p, size_t len)
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

/* the next piece, which a "'" ends: a number's name or the bytes themselves */
static int
append_piece(const struct ids *ids, struct parse *parse, struct text *text,
    const char *p, const char *end)
{
	uint64_t number;
	const char *name;

	if (ids_number(p, end, &number) != (size_t)(end - p) || p == end)
		return append(text, parse, p, (size_t)(end - p));
	if (look_up(ids, parse, number, &name) < 0)
		return -1;
	return append(text, parse, name, strlen(name));
}

static int
read_context(const struct ids *ids, struct parse *parse, const char *p,
    const char *end, const char **name)
{
	struct text text = {.bytes = NULL};
	int status = 0;

	while (status == 0 && p < end) {
		const char *quote = memchr(p, '\'', (size_t)(end - p));
		const char *piece_end = quote != NULL ? quote : end;

		status = append_piece(ids, parse, &text, p, piece_end);
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

/* the name that is given to a number */
static int
read_definition(const struct ids *ids, struct parse *parse, const char *p,
    const char *end, const char **name)
{
	uint64_t number;
	size_t len = ids_number(p, end, &number);

	if (len > 0 && p + len < end && p[len] == '\'')
		return read_context(ids, parse, p, end, name);
	return parse_name(parse, p, end, name);
}

int
ids_read(struct ids *ids, struct parse *parse, const char *p, const char *end,
    const char **name)
{
	uint64_t number;
	size_t len = ids_number(p, end, &number);

	if (len == 0)
		return parse_name(parse, p, end, name);
	p += len;
	if (lex_skip_blanks(p, end) == end)
		return look_up(ids, parse, number, name);
	p += lex_is_blank(*p);
	if (read_definition(ids, parse, p, end, name) < 0)
		return -1;
	return define(ids, parse, number, *name);
}

void
ids_clear(struct ids *ids)
{
	free(ids->table);
	*ids = (struct ids){.used = 0};
}
