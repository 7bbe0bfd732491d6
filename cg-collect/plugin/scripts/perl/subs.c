// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Names, files and lines of Perl's code.  A sub has the name of its package and its own, which
 * is in its glob, if it has one.  It begins with its first statement, which has a file and a
 * line.  Closures share statements, and so they are one function.
 *
 * Perl numbers the texts that are code, in "(eval 7)".  Here, all of them are one file, so that
 * there are not more functions when a program evaluates more.  The text itself, outside of
 * the subs that it makes, belongs to the line that evaluates it.
 */
#include "containers/interned.h"
#include "objects/functions.h"
#include "process/client_text.h"
#include "scripts/client_memory.h"
#include "scripts/script_calls.h"
#include "scripts/script_names.h"
#include "perl_layout.h"
#include "subs.h"

#include "pub_tool_libcbase.h"

enum {
	MOST_TEXT = 4000,
	MOST_STEPS = 4, /* from the start of code to its first statement */
	IS_NAMED = 0x8000,
	HAS_NAME = 0x2000000, /* in flags of a hash: it can have one */
	IS_UTF8 = 1,
};

/* of a glob, a hash and a name */
#define GLOB_NAME 32
#define GLOB_PACKAGE 40
#define GLOB_SIZE 48
#define HASH_NAME 32
#define HASH_NAMES 60 /* how many; 0: it has a name instead of a list */
#define HASH_SIZE 64
#define NAME_LENGTH 4
#define NAME_TEXT 8

#define EVAL "(eval "

/* What tells code apart. */
struct sub_identity {
	Addr package, name;            /* 0: none */
	UWord package_hash, name_hash; /* with lengths */
	Addr file;
	UInt line;
};

struct perl_code {
	struct script_code script;
	struct sub_identity identity;
	const HChar *file; /* interned, as Perl has it */
};

/* --- names ---------------------------------------------------------------- */

/* Returns the name of a package, or 0. */
static Addr
name_of_package(Addr package)
{
	Addr body = perl_body(package, PERL_HASH, HASH_SIZE), name;

	if (!body || !(*(const UInt *)(package + PERL_VALUE_FLAGS) & HAS_NAME))
		return 0;
	name = read_word(body + HASH_NAME);
	return *(const Int *)(body + HASH_NAMES) ? read_word(name) : name;
}

static void
name_sub(Addr sub, struct sub_identity *identity)
{
	Addr package = read_word(sub + PERL_SUB_PACKAGE);
	Addr name = read_word(sub + PERL_SUB_NAME);

	if (!(*(const UInt *)(sub + PERL_SUB_FLAGS) & IS_NAMED)) {
		Addr glob = perl_body(name, PERL_GLOB, GLOB_SIZE);

		name = glob ? read_word(glob + GLOB_NAME) : 0;
		package = glob ? read_word(glob + GLOB_PACKAGE) : 0;
	}
	identity->package = name_of_package(package);
	identity->name = name;
	identity->package_hash = read_word(identity->package);
	identity->name_hash = read_word(identity->name);
}

/* Writes a name and returns its end; `otherwise` if there is no name. */
static HChar *
put_name(HChar *to, Addr name, const HChar *otherwise)
{
	Int length =
	    can_read(name, NAME_TEXT) ? *(const Int *)(name + NAME_LENGTH) : -1;
	const UChar *text = (const UChar *)(name + NAME_TEXT);

	if (length <= 0 || length > MOST_TEXT ||
	    !can_read(name + NAME_TEXT, (UWord)length + 2)) {
		VG_(strcpy)(to, otherwise);
		return to + VG_(strlen)(otherwise);
	}
	for (Int i = 0; i < length && text[i]; i++)
		if (text[length + 1] & IS_UTF8)
			*to++ = (HChar)text[i];
		else
			to = script_put_character(to, text[i]);
	*to = '\0';
	return to;
}

/* --- files and lines ------------------------------------------------------ */

static Bool
begins_with(Addr text, const HChar *what)
{
	SizeT n = VG_(strlen)(what);

	return can_read(text, n) &&
	       VG_(memcmp)((const void *)text, what, n) == 0;
}

/* True if the text is the name of the file, to its end. */
static Bool
is_file(Addr text, const HChar *file)
{
	SizeT n = VG_(strlen)(file);

	if (VG_(strcmp)(file, "(eval)") == 0)
		return begins_with(text, EVAL);
	return can_read(text, n + 1) &&
	       VG_(memcmp)((const void *)text, file, n + 1) == 0;
}

/* Returns the interned name of a file, or NULL. */
static const HChar *
read_file(Addr text)
{
	const HChar *file = client_text(text);

	if (!file || !*file || VG_(strlen)(file) > MOST_TEXT)
		return NULL;
	return name_intern(begins_with(text, EVAL) ? "(eval)" : file);
}

/* Returns the first statement from the operator on, or 0. */
static Addr
find_statement(Addr op)
{
	for (Int i = 0; i < MOST_STEPS && can_read(op, PERL_OP_SIZE); i++) {
		if (perl_is_statement(op))
			return op;
		op = read_word(op + PERL_OP_NEXT);
	}
	return 0;
}

static void
place_at(Addr statement, struct sub_identity *identity)
{
	if (!statement || !can_read(statement, PERL_STATEMENT_SIZE))
		return;
	identity->file = read_word(statement + PERL_STATEMENT_FILE);
	identity->line = *(const UInt *)(statement + PERL_STATEMENT_LINE);
}

Bool
perl_find_line(const struct script_code *script, Addr statement, UInt *line)
{
	const struct perl_code *code = (const struct perl_code *)script;
	struct sub_identity place = {0};

	if (!perl_is_statement(statement))
		return False;
	place_at(statement, &place);
	*line = place.line;
	return is_file(place.file, code->file);
}

/* --- code ----------------------------------------------------------------- */

/* Sets what tells the code apart. */
static struct sub_identity
identify(Addr interpreter, const struct perl_context *c)
{
	struct sub_identity identity = {0};

	switch (c->kind) {
	case PERL_CONTEXT_SUB:
		name_sub(c->body, &identity);
		identity.file = read_word(c->body + PERL_SUB_FILE);
		place_at(find_statement(read_word(c->body + PERL_SUB_START)),
		    &identity);
		break;
	case PERL_CONTEXT_EVAL:
		place_at(c->statement, &identity);
		break;
	case PERL_CONTEXT_FILE:
		place_at(find_statement(
			     read_word(interpreter + perl_layout.eval_start)),
		    &identity);
		break;
	case PERL_CONTEXT_MAIN:
		place_at(find_statement(
			     read_word(interpreter + perl_layout.main_start)),
		    &identity);
		break;
	}
	return identity;
}

static Bool
is_same(const struct sub_identity *a, const struct sub_identity *b)
{
	return a->package == b->package && a->name == b->name &&
	       a->package_hash == b->package_hash &&
	       a->name_hash == b->name_hash && a->file == b->file &&
	       a->line == b->line;
}

static const HChar *
name_of(const struct perl_context *c, const struct sub_identity *identity)
{
	HChar name[8 * MOST_TEXT + 16], *end;

	if (c->kind == PERL_CONTEXT_EVAL)
		return name_intern("(eval)");
	if (c->kind != PERL_CONTEXT_SUB)
		return name_intern("(file)");
	end = put_name(name, identity->package, "main");
	*end++ = ':';
	*end++ = ':';
	put_name(end, identity->name, "__ANON__");
	return name_intern(name);
}

static struct perl_code *
find_code(UWord addr)
{
	return (struct perl_code *)script_code_find(
	    addr, sizeof(struct perl_code));
}

/* The start of a file's code is known only when it begins. */
struct script_code *
perl_code_of(Addr interpreter, const struct perl_context *c, Bool is_new)
{
	struct perl_code *code = find_code(perl_key(interpreter, c));
	struct sub_identity identity;
	const HChar *file;

	if (c->kind == PERL_CONTEXT_FILE && !is_new)
		return code->file ? &code->script : NULL;
	identity = identify(interpreter, c);
	if (code->file && is_same(&identity, &code->identity) &&
	    is_file(identity.file, code->file))
		return &code->script;
	file = read_file(identity.file);
	if (!file)
		return NULL;
	code->identity = identity;
	code->file = file;
	code->script.function = script_function(
	    script_file_name(file), name_of(c, &identity), identity.line);
	return &code->script;
}
