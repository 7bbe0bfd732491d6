/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * gcc writes an array: what wrote it, its passes, and what these said, in the order in which they ran.
 * What a pass says while it analyses a loop is in "children".  After that, on the outermost level, it
 * says why the loop is not vectorised and that it could not do it, in either order, or that it did.
 *
 * gcc analyses a loop for vectors of several sizes, and gives the reason why the last size failed.
 * Often that size has no type for the data, which hides why the first size failed: that reason is
 * the last failure before what gcc calls a problem.
 */
#include <stdlib.h>
#include <string.h>

#include "json_reader.h"
#include "libcli/cli.h"
#include "record_readers.h"

/* What a pass said. */
struct saying {
	char *kind, *pass, *function, *text; /* NULL: not said */
	bool is_problem;
	struct record_place place;
};

struct gcc_record {
	struct remarks *remarks;
	struct json_reader json;
	char *vectoriser, *unroller; /* the IDs of these passes */
	/* of the loop that is analysed */
	struct saying failure;    /* the last one below the outermost level */
	struct saying first;      /* the reason for the first size of vectors */
	struct saying reason;     /* on the outermost level */
	struct record_place loop; /* that could not be vectorised */
	char *function;
};

static void
replace(char **text, const char *by)
{
	free(*text);
	*text = by != NULL ? cli_copy(by, strlen(by)) : NULL;
}

static bool
is(const char *text, const char *wanted)
{
	return text != NULL && wanted != NULL && strcmp(text, wanted) == 0;
}

static bool
begins(const char *text, const char *with)
{
	return text != NULL && strncmp(text, with, strlen(with)) == 0;
}

static void
release_saying(struct saying *s)
{
	free(s->kind);
	free(s->pass);
	free(s->function);
	free(s->text);
	free(s->place.file);
	*s = (struct saying){0};
}

/* --- passes ------------------------------------------------------------------- */

static void
read_passes(struct gcc_record *r)
{
	struct json_reader *j = &r->json;

	json_begin(j, '[');
	while (json_next(j, ']')) {
		char *id = NULL, *name = NULL;

		json_begin(j, '{');
		while (json_next(j, '}')) {
			const char *key = json_read_key(j);

			if (strcmp(key, "id") == 0)
				replace(&id, json_read_string(j));
			else if (strcmp(key, "name") == 0)
				replace(&name, json_read_string(j));
			else if (strcmp(key, "children") == 0)
				read_passes(r);
			else
				json_skip(j);
		}
		if (is(name, "vect"))
			replace(&r->vectoriser, id);
		else if (is(name, "loop2_unroll"))
			replace(&r->unroller, id);
		free(id);
		free(name);
	}
}

/* --- what a pass said ----------------------------------------------------------- */

static void
read_place(struct json_reader *j, struct record_place *place)
{
	json_begin(j, '{');
	while (json_next(j, '}')) {
		const char *key = json_read_key(j);

		if (strcmp(key, "file") == 0)
			replace(&place->file, json_read_string(j));
		else if (strcmp(key, "line") == 0)
			place->line = json_read_integer(j);
		else
			json_skip(j);
	}
}

/* Reads strings, and objects that have one of an expression, a statement or a function. */
static void
read_message(struct json_reader *j, char **message)
{
	struct growing_text text = {0};

	growing_text_add(&text, "", 0);
	json_begin(j, '[');
	while (json_next(j, ']')) {
		if (json_peek(j) == '"') {
			json_read_string(j);
			growing_text_add(&text, j->string.text, j->string.len);
			continue;
		}
		json_begin(j, '{');
		while (json_next(j, '}')) {
			json_read_key(j);
			if (json_peek(j) == '"') {
				json_read_string(j);
				growing_text_add(
				    &text, j->string.text, j->string.len);
			} else {
				json_skip(j);
			}
		}
	}
	free(*message);
	*message = text.text;
}

/* True if the code that said it is the one that keeps the problem of a loop. */
static bool
read_is_problem(struct json_reader *j)
{
	bool is_problem = false;

	json_begin(j, '{');
	while (json_next(j, '}')) {
		if (strcmp(json_read_key(j), "function") == 0)
			is_problem =
			    strcmp(json_read_string(j), "opt_problem") == 0;
		else
			json_skip(j);
	}
	return is_problem;
}

static void read_children(struct gcc_record *r);

static void
read_saying(struct gcc_record *r, struct saying *s)
{
	struct json_reader *j = &r->json;

	json_begin(j, '{');
	while (json_next(j, '}')) {
		const char *key = json_read_key(j);

		if (strcmp(key, "kind") == 0)
			replace(&s->kind, json_read_string(j));
		else if (strcmp(key, "pass") == 0)
			replace(&s->pass, json_read_string(j));
		else if (strcmp(key, "function") == 0)
			replace(&s->function, json_read_string(j));
		else if (strcmp(key, "location") == 0)
			read_place(j, &s->place);
		else if (strcmp(key, "message") == 0)
			read_message(j, &s->text);
		else if (strcmp(key, "impl_location") == 0)
			s->is_problem = read_is_problem(j);
		else if (strcmp(key, "children") == 0)
			read_children(r);
		else
			json_skip(j);
	}
}

/* Keeps the reason for the first size of vectors. */
static void
read_children(struct gcc_record *r)
{
	struct json_reader *j = &r->json;

	release_saying(&r->failure);
	json_begin(j, '[');
	while (json_next(j, ']')) {
		struct saying s = {0};

		read_saying(r, &s);
		if (is(s.kind, "failure") && is(s.pass, r->vectoriser)) {
			struct saying *to = &r->failure;

			if (s.is_problem && r->first.text == NULL &&
			    r->failure.text != NULL) {
				to = &r->first;
				replace(&s.text, r->failure.text);
			}
			release_saying(to);
			*to = s;
			s = (struct saying){0};
		}
		release_saying(&s);
	}
	release_saying(&r->failure);
}

/* --- loops ---------------------------------------------------------------------- */

/* Adds what is known of the loop that could not be vectorised, if there is one, and forgets it. */
static void
end_loop(struct gcc_record *r)
{
	const struct saying *reason = &r->reason;
	struct growing_text text = {0};

	if (begins(reason->text, "not vectorized: no vectype") &&
	    r->first.text != NULL)
		reason = &r->first;
	if (r->loop.file != NULL) {
		if (!begins(reason->text, "not vectorized"))
			growing_text_add(&text, "not vectorized", 14);
		if (!begins(reason->text, "not vectorized") &&
		    reason->text != NULL)
			growing_text_add(&text, ": ", 2);
		if (reason->text != NULL)
			remark_add_reason(
			    &text, reason->text, &reason->place, &r->loop);
		remark_add(r->remarks, r->json.text.path, &r->loop, r->function,
		    text.text, 0);
	}
	growing_text_clear(&text);
	release_saying(&r->first);
	release_saying(&r->reason);
	replace(&r->loop.file, NULL);
}

static void
take_of_vectoriser(struct gcc_record *r, struct saying *s)
{
	if (is(s->kind, "note") &&
	    strstr(s->text, "Analyzing loop at ") != NULL) {
		end_loop(r);
	} else if (is(s->kind, "success") && s->place.file != NULL &&
		   begins(s->text, "loop vectorized")) {
		end_loop(r);
		remark_add(r->remarks, r->json.text.path, &s->place,
		    s->function, s->text, 0);
	} else if (is(s->kind, "failure") && s->place.file != NULL &&
		   begins(s->text, "couldn't vectorize loop")) {
		if (r->loop.file != NULL)
			end_loop(r);
		r->loop = s->place;
		s->place.file = NULL;
		replace(&r->function, s->function);
	} else if (is(s->kind, "failure") &&
		   begins(s->text, "not vectorized")) {
		if (r->loop.file != NULL && r->reason.text != NULL)
			end_loop(r);
		release_saying(&r->reason);
		r->reason = *s;
		*s = (struct saying){0};
	}
}

/* Takes "loop unrolled 7 times", which makes eight copies of its body. */
static void
take_of_unroller(struct gcc_record *r, const struct saying *s)
{
	static const char unrolled[] = "loop unrolled ";
	const char *text = s->text;
	int64_t times;

	if (!is(s->kind, "success") || s->place.file == NULL ||
	    !begins(text, unrolled))
		return;
	text += strlen(unrolled);
	if (cg_parse_int(text, strlen(text), &times) > 0 && times > 0 &&
	    times < 1 << 20)
		remark_add(r->remarks, r->json.text.path, &s->place,
		    s->function, s->text, times + 1);
}

static void
read_sayings(struct gcc_record *r)
{
	struct json_reader *j = &r->json;

	json_begin(j, '[');
	while (json_next(j, ']')) {
		struct saying s = {0};

		read_saying(r, &s);
		if (s.text != NULL && is(s.pass, r->vectoriser)) {
			take_of_vectoriser(r, &s);
		} else if (s.text != NULL) {
			end_loop(r);
			if (is(s.pass, r->unroller))
				take_of_unroller(r, &s);
		}
		release_saying(&s);
	}
	end_loop(r);
}

void
gcc_record_read(struct remarks *remarks, struct record_text *text)
{
	struct gcc_record r = {.remarks = remarks, .json.text = *text};
	struct json_reader *j = &r.json;

	json_begin(j, '[');
	for (size_t i = 0; json_next(j, ']'); i++) {
		if (i == 1)
			read_passes(&r);
		else if (i == 2)
			read_sayings(&r);
		else
			json_skip(j);
	}
	json_end(j);
	free(r.vectoriser);
	free(r.unroller);
	free(r.function);
	json_release(j);
}
