/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * If fn= follows rows of an inlined file, readers differ: callgrind_annotate
 * stays in that file, KCachegrind returns to the file of the last fl=.
 * Callgrind itself always returns first, by fe=.  Here fn= returns.
 */
#include <string.h>

#include "lex.h"
#include "read/scope.h"

int
scope_clear(struct scope *s, struct parse *parse)
{
	s->called_object = s->called_file = NULL;
	s->called = (struct cg_target){.function = NULL};
	s->jump_file = s->jump_function = NULL;
	s->host_file = s->host = NULL;
	s->context = NULL;
	s->is_called = false;
	context_reader_clear(&s->contexts);
	if (parse_name(parse, cg_unknown_name, cg_unknown_name, &s->object) <
		0 ||
	    parse_name(parse, cg_unknown_name,
		cg_unknown_name + strlen(cg_unknown_name), &s->file) < 0)
		return -1;
	s->def_file = s->function = s->file;
	return 0;
}

/* --- lines ---------------------------------------------------------------- */

enum name_key {
	KEY_OBJECT,
	KEY_DEF_FILE,
	KEY_FILE,
	KEY_FUNCTION,
	KEY_CALLED_OBJECT,
	KEY_CALLED_FILE,
	KEY_CALLED_FUNCTION,
	KEY_JUMP_FILE,
	KEY_JUMP_FUNCTION,
	NKEYS,
};

static enum name_key
find_key(const char *line, const char *end, const char **value)
{
	static const struct {
		const char *text;
		enum name_key key;
	} keys[] = {
	    {"fn=", KEY_FUNCTION},
	    {"fl=", KEY_DEF_FILE},
	    {"fi=", KEY_FILE},
	    {"fe=", KEY_FILE},
	    {"ob=", KEY_OBJECT},
	    {"cfn=", KEY_CALLED_FUNCTION},
	    {"cfi=", KEY_CALLED_FILE},
	    {"cfl=", KEY_CALLED_FILE},
	    {"cob=", KEY_CALLED_OBJECT},
	    {"jfi=", KEY_JUMP_FILE},
	    {"jfn=", KEY_JUMP_FUNCTION},
	};

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if ((*value = lex_after(line, end, keys[i].text)) != NULL)
			return keys[i].key;
	return NKEYS;
}

/* the name space of the ids in such a line */
static struct idmap_reader *
space_of(struct scope *s, enum name_key key)
{
	switch (key) {
	case KEY_OBJECT:
	case KEY_CALLED_OBJECT:
		return &s->objects;
	case KEY_FUNCTION:
	case KEY_CALLED_FUNCTION:
	case KEY_JUMP_FUNCTION:
		return &s->functions;
	default:
		return &s->files;
	}
}

static void
set_name(struct scope *s, enum name_key key, const char *name)
{
	switch (key) {
	case KEY_OBJECT:
		s->object = name;
		break;
	case KEY_DEF_FILE:
		s->def_file = s->file = name;
		break;
	case KEY_FILE:
		s->file = name;
		break;
	case KEY_FUNCTION:
		s->function = name;
		s->file = s->def_file;
		s->host = NULL;
		s->context = NULL;
		s->is_called = false;
		break;
	case KEY_CALLED_OBJECT:
		s->called_object = name;
		break;
	case KEY_CALLED_FILE:
		s->called_file = name;
		break;
	case KEY_CALLED_FUNCTION:
		/* missing cob= and cfi= default to the caller's */
		s->called = (struct cg_target){
		    .object =
			s->called_object != NULL ? s->called_object : s->object,
		    .file = s->called_file != NULL ? s->called_file : s->file,
		    .function = name,
		};
		s->called_object = s->called_file = NULL;
		s->is_called = true;
		break;
	case KEY_JUMP_FILE:
		s->jump_file = name;
		break;
	case KEY_JUMP_FUNCTION:
		s->jump_function = name;
		break;
	case NKEYS:
		break;
	}
}

/* reads "ob: "firmware.elf"", as the converter of Tarmac traces writes it */
static int
read_quoted_object(
    struct scope *s, struct parse *parse, const char *p, const char *end)
{
	p = lex_skip_blanks(p, end);
	end = lex_trim_end(p, end);
	if (end - p >= 2 && *p == '"' && end[-1] == '"') {
		p++;
		end--;
	}
	return parse_name(parse, p, end, &s->object) < 0 ? -1 : 1;
}

int
scope_read(
    struct scope *s, struct parse *parse, const char *line, const char *end)
{
	const char *value, *name;
	enum name_key key = find_key(line, end, &value);

	if (key == NKEYS) {
		value = lex_after(line, end, "ob:");
		return value != NULL ? read_quoted_object(s, parse, value, end)
				     : 0;
	}
	if (idmap_reader_read(space_of(s, key), parse, value, end, &name) < 0)
		return -1;
	set_name(s, key, name);
	return 1;
}

static int
read_host(
    struct scope *s, struct parse *parse, const char *value, const char *end)
{
	if (s->host_file == NULL) {
		parse_expected(
		    parse, "\"# hostfl=\" before the host", parse->line, end);
		if (parse_pass(parse, &s->host_file) < 0)
			return -1;
	}
	return idmap_reader_read(
	    &s->host_functions, parse, value, end, &s->host);
}

/* the names of the rows' function in its context */
static struct cg_context
frame_of_rows(const struct scope *s)
{
	return (struct cg_context){
	    .object = s->object,
	    .def_file = s->def_file,
	    .function = s->function,
	    .host_file = s->host != NULL ? s->host_file : NULL,
	    .host = s->host,
	};
}

/* the same of the called function */
static struct cg_context
frame_of_called(const struct scope *s, enum cg_inlined inlined)
{
	struct cg_context frame = frame_of_rows(s);

	if (inlined == CG_NOT_INLINED)
		frame.host_file = frame.host = NULL;
	else if (frame.host == NULL) {
		frame.host_file = s->def_file;
		frame.host = s->function;
	}
	frame.object = s->called.object;
	frame.def_file = s->called.file;
	frame.function = s->called.function;
	return frame;
}

static int
read_context(struct scope *s, struct parse *parse, const char *value,
    const char *end, enum cg_inlined inlined)
{
	struct cg_context frame =
	    s->is_called ? frame_of_called(s, inlined) : frame_of_rows(s);

	return context_reader_read(&s->contexts, parse, value, end, &frame,
	    s->is_called ? &s->called.context : &s->context);
}

int
scope_check_called(
    const struct scope *s, struct parse *parse, struct cg_target *target)
{
	struct cg_context frame = frame_of_called(s, target->inlined);

	if (target->context == NULL ||
	    contexts_compare_names(target->context, &frame) == 0)
		return 0;
	target->context = NULL;
	lines_error(&parse->lines,
	    "expected a call as its context says, found one of other names or "
	    "another host");
	return parse->is_foreign ? parse_ignore(parse) : -1;
}

int
scope_read_comment(struct scope *s, struct parse *parse, const char *line,
    const char *end, enum cg_inlined inlined)
{
	const char *value;
	int status;

	if ((value = lex_after(line, end, "# hostfl=")) != NULL)
		status = idmap_reader_read(
		    &s->host_files, parse, value, end, &s->host_file);
	else if ((value = lex_after(line, end, "# hostfn=")) != NULL)
		status = read_host(s, parse, value, end);
	else if (s->has_contexts &&
		 (value = lex_after(line, end, "# context=")) != NULL)
		status = read_context(s, parse, value, end, inlined);
	else
		return 0;
	return status < 0 ? -1 : 1;
}

/* --- names of rows -------------------------------------------------------- */

void
scope_set_names(const struct scope *s, struct cg_record *record)
{
	record->object = s->object;
	record->def_file = s->def_file;
	record->file = s->file;
	record->function = s->function;
	record->host_file = s->host != NULL ? s->host_file : NULL;
	record->host = s->host;
	record->context = s->context;
}

struct cg_target
scope_take_called(struct scope *s)
{
	s->is_called = false;
	return s->called;
}

struct cg_target
scope_take_jump(struct scope *s)
{
	struct cg_target to = {
	    .object = s->object,
	    .file = s->jump_file != NULL ? s->jump_file : s->file,
	    .function =
		s->jump_function != NULL ? s->jump_function : s->function,
	};

	s->jump_file = s->jump_function = NULL;
	return to;
}

void
scope_clear_ids(struct scope *s)
{
	idmap_reader_clear(&s->objects);
	idmap_reader_clear(&s->files);
	idmap_reader_clear(&s->functions);
	idmap_reader_clear(&s->host_files);
	idmap_reader_clear(&s->host_functions);
	context_reader_clear(&s->contexts);
}

void
scope_release(struct scope *s)
{
	scope_clear_ids(s);
	context_reader_release(&s->contexts);
}
