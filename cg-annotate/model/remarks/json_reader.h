/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads JSON, one value after another:
 *
 *	json_begin(&json, '{');
 *	while (json_next(&json, '}'))
 *		if (strcmp(json_read_key(&json), "line") == 0)
 *			line = json_read_integer(&json);
 *		else
 *			json_skip(&json);
 *
 * Each function ends the program if the text is another one.
 */
#ifndef JSON_READER_H
#define JSON_READER_H

#include "record_text.h"

struct json_reader {
	struct record_text text;
	struct growing_text string; /* the last one */
	bool is_first;              /* in an array or object */
	unsigned depth;             /* how many are open */
};

/* Returns the first character of the next value, '\0' at the end. */
char json_peek(struct json_reader *json);

/* Begins an array, '[', or an object, '{'. */
void json_begin(struct json_reader *json, char bracket);

/* True if another element or member follows; else ends the array, ']', or the object, '}'. */
bool json_next(struct json_reader *json, char bracket);

/* The string lives until the next one is read. */
const char *json_read_key(struct json_reader *json);
const char *json_read_string(struct json_reader *json);

int64_t json_read_integer(struct json_reader *json);

/* Skips a value of any kind. */
void json_skip(struct json_reader *json);

/* Ends the program if something follows. */
void json_end(struct json_reader *json);

void json_release(struct json_reader *json);

#endif
