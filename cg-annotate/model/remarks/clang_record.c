/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * clang writes a document for each remark, from "--- !Missed" to "...", in the part of YAML that LLVM
 * needs: a key on a line, its value beside it, and a list of arguments, which together are the
 * text.
 *
 * Why a loop is not vectorised is an analysis, often at the line of an instruction.  The remark that
 * it was missed follows, at the line of the loop.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "record_readers.h"

static const char not_vectorized[] = "loop not vectorized";

/* A remark while it is read. */
struct document {
	struct growing_text kind, pass, name, function, text;
	struct record_place place;
	int64_t unrolled; /* 0: not said */
};

struct reason {
	char *text;
	struct record_place place;
};

struct clang_record {
	struct remarks *remarks;
	struct record_text text;
	struct document document;
	/* of the next loop that is missed */
	struct reason *reasons;
	size_t nreasons;
	char *function; /* that they are of */
};

/* --- scalars -------------------------------------------------------------------- */

static bool
at_text(const struct record_text *t, const char *wanted)
{
	size_t len = strlen(wanted);

	return (size_t)(t->end - t->at) >= len &&
	       memcmp(t->at, wanted, len) == 0;
}

static void
skip_spaces(struct record_text *t)
{
	while (t->at < t->end && *t->at == ' ')
		t->at++;
}

static void
skip_line(struct record_text *t)
{
	while (t->at < t->end && *t->at != '\n')
		t->at++;
	if (t->at == t->end)
		record_text_die(t, "the end of a line");
	t->at++;
}

static void
read_single_quoted(struct record_text *t, struct growing_text *to)
{
	for (t->at++;; t->at++) {
		if (t->at == t->end)
			record_text_die(t, "the end of a string");
		if (*t->at == '\'' && !at_text(t, "''"))
			break;
		if (*t->at == '\'')
			t->at++;
		growing_text_add(to, t->at, 1);
	}
	t->at++;
}

static void
read_escape(struct record_text *t, struct growing_text *to)
{
	static const char letters[] = "abtnvfre0";
	static const char values[] = "\a\b\t\n\v\f\r\033";
	const char *letter = *t->at != '\0' ? strchr(letters, *t->at) : NULL;
	size_t ndigits = *t->at == 'x'   ? 2
			 : *t->at == 'u' ? 4
			 : *t->at == 'U' ? 8
					 : 0;

	if (ndigits == 0) {
		growing_text_add(
		    to, letter != NULL ? &values[letter - letters] : t->at, 1);
		t->at++;
		return;
	}
	t->at++;
	growing_text_add_character(to, record_text_digits(t, ndigits));
}

static void
read_double_quoted(struct record_text *t, struct growing_text *to)
{
	for (t->at++; t->at < t->end && *t->at != '"';) {
		if (*t->at == '\\' && t->at + 1 < t->end) {
			t->at++;
			read_escape(t, to);
		} else {
			growing_text_add(to, t->at++, 1);
		}
	}
	if (t->at == t->end)
		record_text_die(t, "the end of a string");
	t->at++;
}

/* Reads the lines after "|" that are indented by more than `indent`. */
static void
read_block(struct record_text *t, struct growing_text *to, size_t indent)
{
	skip_line(t);
	for (;;) {
		size_t spaces = 0, len;

		while (t->at + spaces < t->end && t->at[spaces] == ' ')
			spaces++;
		if (spaces <= indent)
			break;
		t->at += spaces;
		len = 0;
		while (t->at + len < t->end && t->at[len] != '\n')
			len++;
		growing_text_add(to, t->at, len);
		growing_text_add(to, "\n", 1);
		t->at += len;
		skip_line(t);
	}
}

/* Reads a scalar up to the end of its line; `ends`: or up to one of these. */
static void
read_scalar(struct record_text *t, struct growing_text *to, const char *ends)
{
	skip_spaces(t);
	if (t->at < t->end && *t->at == '\'') {
		read_single_quoted(t, to);
	} else if (t->at < t->end && *t->at == '"') {
		read_double_quoted(t, to);
	} else {
		size_t len = 0;

		while (t->at + len < t->end && t->at[len] != '\n' &&
		       (t->at[len] == '\0' || strchr(ends, t->at[len]) == NULL))
			len++;
		growing_text_add(to, t->at, len);
		t->at += len;
		while (to->len > 0 && to->text[to->len - 1] == ' ')
			to->text[--to->len] = '\0';
	}
	skip_spaces(t);
}

/* Reads a key and its ':'. */
static void
read_key(struct record_text *t, struct growing_text *key)
{
	size_t len = 0;

	while (t->at + len < t->end && t->at[len] != ':' && t->at[len] != '\n')
		len++;
	if (len == 0 || t->at + len == t->end || t->at[len] != ':')
		record_text_die(t, "a key and \":\"");
	key->len = 0;
	growing_text_add(key, t->at, len);
	t->at += len + 1;
}

/* --- documents -------------------------------------------------------------------- */

/* Reads "{ File: a.c, Line: 6, Column: 2 }", which can go over several lines. */
static void
read_place(struct record_text *t, struct record_place *place)
{
	struct growing_text key = {0}, value = {0};

	t->at++;
	for (;;) {
		while (t->at < t->end && strchr(" \n", *t->at) != NULL)
			t->at++;
		read_key(t, &key);
		value.len = 0;
		read_scalar(t, &value, ",}");
		if (strcmp(key.text, "File") == 0) {
			free(place->file);
			place->file = cli_copy(value.text, value.len);
		} else if (strcmp(key.text, "Line") == 0 &&
			   cg_parse_int(value.text, value.len, &place->line) <=
			       0) {
			record_text_die(t, "a line number before this");
		}
		while (t->at < t->end && *t->at == '\n')
			t->at++;
		if (t->at < t->end && *t->at == '}')
			break;
		if (t->at == t->end || *t->at != ',')
			record_text_die(t, "\",\" or \"}\"");
		t->at++;
	}
	t->at++;
	growing_text_clear(&key);
	growing_text_clear(&value);
}

/* Reads the value of a key, and the end of its line. */
static void
read_value(struct record_text *t, struct growing_text *to,
    struct record_place *place, size_t indent)
{
	struct record_place ignored = {0};

	skip_spaces(t);
	if (t->at < t->end && (*t->at == '|' || *t->at == '>')) {
		read_block(t, to, indent);
		return;
	}
	if (t->at < t->end && *t->at == '{')
		read_place(t, place != NULL ? place : &ignored);
	else
		read_scalar(t, to, "");
	if (t->at == t->end || *t->at != '\n')
		record_text_die(t, "the end of a line");
	t->at++;
	free(ignored.file);
}

/* Reads a line of the arguments: "  - Callee: dot", or more of the same one. */
static void
read_argument(struct clang_record *c, struct growing_text *key)
{
	struct document *d = &c->document;
	struct growing_text ignored = {0};
	bool is_text = at_text(&c->text, "  - ");
	size_t before = d->text.len;

	if (!is_text && !at_text(&c->text, "    ")) {
		skip_line(&c->text);
		return;
	}
	c->text.at += 4;
	read_key(&c->text, key);
	read_value(&c->text, is_text ? &d->text : &ignored, NULL, 4);
	if (is_text && strcmp(key->text, "UnrollCount") == 0 &&
	    cg_parse_int(
		d->text.text + before, d->text.len - before, &d->unrolled) <= 0)
		record_text_die(&c->text, "a number before this");
	growing_text_clear(&ignored);
}

static void
clear_document(struct document *d)
{
	growing_text_clear(&d->kind);
	growing_text_clear(&d->pass);
	growing_text_clear(&d->name);
	growing_text_clear(&d->function);
	growing_text_clear(&d->text);
	free(d->place.file);
	*d = (struct document){0};
}

static void
read_document(struct clang_record *c)
{
	struct document *d = &c->document;
	struct growing_text key = {0}, ignored = {0};
	struct record_text *t = &c->text;
	bool has_arguments = false;

	clear_document(d);
	if (!at_text(t, "--- !"))
		record_text_die(t, "\"--- !\" and the kind of a remark");
	t->at += 5;
	read_value(t, &d->kind, NULL, 0);
	while (!at_text(t, "...\n")) {
		struct growing_text *to = &ignored;

		if (has_arguments && at_text(t, " ")) {
			read_argument(c, &key);
			continue;
		}
		if (at_text(t, " ")) { /* more of a key that is not known */
			skip_line(t);
			continue;
		}
		read_key(t, &key);
		has_arguments = strcmp(key.text, "Args") == 0;
		if (strcmp(key.text, "Pass") == 0)
			to = &d->pass;
		else if (strcmp(key.text, "Name") == 0)
			to = &d->name;
		else if (strcmp(key.text, "Function") == 0)
			to = &d->function;
		read_value(t, to,
		    strcmp(key.text, "DebugLoc") == 0 ? &d->place : NULL, 0);
	}
	t->at += 4;
	growing_text_add(&d->kind, "", 0);
	growing_text_add(&d->text, "", 0);
	growing_text_add(&d->function, "", 0);
	growing_text_clear(&key);
	growing_text_clear(&ignored);
}

/* --- loops -------------------------------------------------------------------------- */

static bool
is(const struct growing_text *text, const char *wanted)
{
	return text->text != NULL && strcmp(text->text, wanted) == 0;
}

static void
forget_reasons(struct clang_record *c)
{
	for (size_t i = 0; i < c->nreasons; i++) {
		free(c->reasons[i].text);
		free(c->reasons[i].place.file);
	}
	c->nreasons = 0;
}

/* Returns what follows "loop not vectorized: ", or the whole text. */
static const char *
bare_reason(const char *text)
{
	size_t len = strlen(not_vectorized);

	if (strncmp(text, not_vectorized, len) != 0)
		return text;
	text += len;
	return text + strspn(text, ": ");
}

static void
keep_reason(struct clang_record *c)
{
	struct document *d = &c->document;
	const char *text = bare_reason(d->text.text);

	for (size_t i = 0; i < c->nreasons; i++)
		if (strcmp(c->reasons[i].text, text) == 0)
			return;
	c->reasons = cli_grow(c->reasons, c->nreasons, sizeof(*c->reasons));
	c->reasons[c->nreasons++] =
	    (struct reason){cli_copy(text, strlen(text)), d->place};
	d->place.file = NULL;
}

/* Adds "not vectorized: " with all reasons, and what the remark itself says. */
static void
add_missed(struct clang_record *c)
{
	const struct document *d = &c->document;
	struct growing_text text = {0};
	const char *own = bare_reason(d->text.text);

	growing_text_add(&text, not_vectorized + strlen("loop "),
	    strlen(not_vectorized) - strlen("loop "));
	for (size_t i = 0; i < c->nreasons; i++) {
		growing_text_add(&text, i == 0 ? ": " : "; ", 2);
		remark_add_reason(
		    &text, c->reasons[i].text, &c->reasons[i].place, &d->place);
	}
	if (*own != '\0') {
		growing_text_add(&text, c->nreasons == 0 ? ": " : "; ", 2);
		growing_text_add(&text, own, strlen(own));
	}
	remark_add(c->remarks, c->text.path, &d->place, d->function.text,
	    text.text, 0);
	growing_text_clear(&text);
}

/* Loops that are unrolled completely are none. */
static void
take_document(struct clang_record *c)
{
	struct document *d = &c->document;
	bool is_passed = is(&d->kind, "Passed");

	if (is(&d->pass, "loop-unroll") && is_passed &&
	    !is(&d->name, "FullyUnrolled") && d->place.file != NULL)
		remark_add(c->remarks, c->text.path, &d->place,
		    d->function.text, d->text.text, d->unrolled);
	if (!is(&d->pass, "loop-vectorize"))
		return;
	if (c->function == NULL || strcmp(c->function, d->function.text) != 0) {
		forget_reasons(c);
		free(c->function);
		c->function = cli_copy(d->function.text, d->function.len);
	}
	if (strncmp(d->kind.text, "Analysis", 8) == 0) {
		keep_reason(c);
		return;
	}
	if (is_passed && d->place.file != NULL)
		remark_add(c->remarks, c->text.path, &d->place,
		    d->function.text, d->text.text, 0);
	else if (is(&d->kind, "Missed") && d->place.file != NULL)
		add_missed(c);
	forget_reasons(c);
}

void
clang_record_read(struct remarks *remarks, struct record_text *text)
{
	struct clang_record c = {.remarks = remarks, .text = *text};

	while (c.text.at < c.text.end) {
		read_document(&c);
		take_document(&c);
	}
	clear_document(&c.document);
	forget_reasons(&c);
	free(c.reasons);
	free(c.function);
	record_text_release(&c.text);
}
