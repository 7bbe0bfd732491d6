/* SPDX-License-Identifier: BSD-2-Clause */
/* Brackets are counted, so that a damaged file cannot exhaust the stack. */
#include <string.h>

#include "json_reader.h"

enum { MOST_DEPTH = 500 };

char
json_peek(struct json_reader *json)
{
	struct record_text *t = &json->text;

	while (t->at < t->end && strchr(" \t\r\n", *t->at) != NULL)
		t->at++;
	return t->at < t->end ? *t->at : '\0';
}

/* Takes a character, or ends the program. */
static void
take(struct json_reader *json, char wanted, const char *expected)
{
	if (json_peek(json) != wanted || wanted == '\0')
		record_text_die(&json->text, expected);
	json->text.at++;
}

void
json_begin(struct json_reader *json, char bracket)
{
	take(json, bracket, bracket == '[' ? "\"[\"" : "\"{\"");
	if (++json->depth > MOST_DEPTH)
		record_text_die(&json->text, "fewer nested values");
	json->is_first = true;
}

bool
json_next(struct json_reader *json, char bracket)
{
	if (json_peek(json) == bracket) {
		json->text.at++;
		json->depth--;
		json->is_first = false;
		return false;
	}
	if (!json->is_first)
		take(json, ',',
		    bracket == ']' ? "\",\" or \"]\"" : "\",\" or \"}\"");
	json->is_first = false;
	return true;
}

/* --- strings ------------------------------------------------------------------ */

/* Reads \uXXXX or a pair of these, after the first "\u". */
static void
read_unicode(struct json_reader *json)
{
	enum { HIGH = 0xd800, LOW = 0xdc00, AFTER = 0xe000, NONE = 0xfffd };
	struct record_text *t = &json->text;
	uint32_t c = record_text_digits(t, 4), low;

	if (c >= HIGH && c < LOW && t->end - t->at >= 2 && t->at[0] == '\\' &&
	    t->at[1] == 'u') {
		t->at += 2;
		low = record_text_digits(t, 4);
		c = low >= LOW && low < AFTER
			? 0x10000 + ((c - HIGH) << 10) + (low - LOW)
			: NONE;
	}
	growing_text_add_character(
	    &json->string, c >= HIGH && c < AFTER ? NONE : c);
}

static void
read_escape(struct json_reader *json)
{
	static const char letters[] = "\"\\/bfnrt",
			  values[] = "\"\\/\b\f\n\r\t";
	struct record_text *t = &json->text;
	const char *letter =
	    t->at < t->end && *t->at != '\0' ? strchr(letters, *t->at) : NULL;

	if (letter != NULL) {
		growing_text_add(&json->string, &values[letter - letters], 1);
		t->at++;
	} else if (t->at < t->end && *t->at == 'u') {
		t->at++;
		read_unicode(json);
	} else {
		record_text_die(t, "an escape of JSON");
	}
}

const char *
json_read_string(struct json_reader *json)
{
	struct record_text *t = &json->text;

	take(json, '"', "a string");
	json->string.len = 0;
	growing_text_add(&json->string, "", 0);
	for (;;) {
		const char *from = t->at;

		while (t->at < t->end && *t->at != '"' && *t->at != '\\')
			t->at++;
		growing_text_add(&json->string, from, (size_t)(t->at - from));
		if (t->at == t->end)
			record_text_die(t, "the end of a string");
		if (*t->at++ == '"')
			return json->string.text;
		read_escape(json);
	}
}

const char *
json_read_key(struct json_reader *json)
{
	json_read_string(json);
	take(json, ':', "\":\"");
	return json->string.text;
}

/* --- other values --------------------------------------------------------------- */

int64_t
json_read_integer(struct json_reader *json)
{
	int64_t value;

	json_peek(json);
	if (!record_text_number(&json->text, &value))
		record_text_die(&json->text, "an integer");
	return value;
}

/* Skips a number or a word, such as true. */
static void
skip_word(struct json_reader *json)
{
	struct record_text *t = &json->text;
	const char *from = t->at;

	while (
	    t->at < t->end && *t->at != '\0' &&
	    strchr("+-.0123456789abcdefghijklmnopqrstuvwxyzE", *t->at) != NULL)
		t->at++;
	if (t->at == from)
		record_text_die(t, "a value");
}

void
json_skip(struct json_reader *json)
{
	char bracket = json_peek(json);

	if (bracket == '"') {
		json_read_string(json);
	} else if (bracket == '[' || bracket == '{') {
		json_begin(json, bracket);
		while (json_next(json, bracket == '[' ? ']' : '}')) {
			if (bracket == '{')
				json_read_key(json);
			json_skip(json);
		}
	} else {
		skip_word(json);
	}
}

void
json_end(struct json_reader *json)
{
	if (json_peek(json) != '\0' || json->text.at < json->text.end)
		record_text_die(&json->text, "the end of the file");
}

void
json_release(struct json_reader *json)
{
	record_text_release(&json->text);
	growing_text_clear(&json->string);
}
