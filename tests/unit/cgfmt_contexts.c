/* SPDX-License-Identifier: BSD-2-Clause */
/* Stacks of calls: read, kept in a profile, sorted, written, made. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cgfmt.h"
#include "ok.h"

/* appends "main;f@40:7": the functions and the places of their calls */
static void
describe_stack(char *to, size_t size, const struct cg_context *context)
{
	size_t len;

	if (context == NULL) {
		snprintf(to + strlen(to), size - strlen(to), "-");
		return;
	}
	if (context->caller != NULL) {
		describe_stack(to, size, context->caller);
		len = strlen(to);
		snprintf(to + len, size - len, ";");
	}
	len = strlen(to);
	len += (size_t)snprintf(to + len, size - len, "%s", context->function);
	if (context->address != 0)
		len += (size_t)snprintf(to + len, size - len, "@%llx",
		    (unsigned long long)context->address);
	if (context->line != 0)
		snprintf(
		    to + len, size - len, ":%lld", (long long)context->line);
}

/* describes the rows of a profile as "stack [-> stack] count"; on an error
 * returns the message */
static const char *
stacks_of(const char *text, unsigned int modes)
{
	static char rows[4096];
	struct cg_error error;
	struct cg_reader *r =
	    cg_reader_open_memory(text, strlen(text), "p", &error);
	struct cg_record record;
	int got = -1;

	rows[0] = '\0';
	if (r != NULL)
		cg_reader_set(r, modes);
	while (r != NULL && (got = cg_reader_next(r, &record)) == 1) {
		size_t len;

		describe_stack(rows, sizeof(rows), record.context);
		len = strlen(rows);
		if (record.kind == CG_CALL) {
			snprintf(rows + len, sizeof(rows) - len, " -> ");
			describe_stack(
			    rows, sizeof(rows), record.target.context);
			len = strlen(rows);
		}
		snprintf(rows + len, sizeof(rows) - len, " %lld\n",
		    (long long)record.counts[0]);
	}
	if (got < 0)
		snprintf(rows, sizeof(rows), "%s\n", error.text);
	cg_reader_close(r);
	return rows;
}

static void
same(const char *what, const char *found, const char *wanted)
{
	ok(strcmp(found, wanted) == 0, what);
	if (strcmp(found, wanted) != 0)
		printf("# wanted:\n%s# found:\n%s", wanted, found);
}

static const char tree[] =
    "# callgrind format\nversion: 1\ncreator: cg-tools\npositions: line\n"
    "events: A\n"
    "ob=(1) o\nfl=(1) a\nfn=(1) main\n# context=(1)\n1 1\n"
    "cfn=(2) f\n# context=(2) (1) 0x40 7\ncalls=1 0\n7 6\n"
    "fn=(2)\n# context=(2)\n3 4\n# context=(3) (1) 9\n3 2\n"
    "fn=(2)\n4 8\ntotals: 15\n";

static void
test_reading(void)
{
	same("rows and called functions have contexts",
	    stacks_of(tree, CG_CONTEXTS),
	    "main 1\nmain -> main;f@40:7 6\nmain;f@40:7 4\nmain;f:9 2\n- 8\n");
	same("without the mode they have none", stacks_of(tree, 0),
	    "- 1\n- -> - 6\n- 4\n- 2\n- 8\n");
	same("the host of inlined code is a name of its context",
	    stacks_of("events: A\nfl=a\nfn=main\n# context=(1)\n1 1\n"
		      "# inlined\ncfn=in\n# context=(2) (1)\ncalls=1 0\n1 5\n"
		      "fn=in\n# hostfl=a\n# hostfn=main\n# context=(2)\n2 5\n",
		CG_CONTEXTS),
	    "main 1\nmain -> main;in 5\nmain;in 5\n");
	same("numbers start again in each part",
	    stacks_of("version: 1\nevents: A\nfn=f\n# context=(1)\n1 1\n"
		      "totals: 1\npart: 2\nevents: A\nfn=g\n# context=(1)\n"
		      "2 2\ntotals: 2\n",
		CG_CONTEXTS),
	    "f 1\ng 2\n");
}

#define OURS "version: 1\ncreator: cg-tools\nevents: A\n"

static void
test_errors(void)
{
	same("a caller must come first",
	    stacks_of(
		OURS "fn=f\n# context=(2) (1)\n1 1\ntotals: 1\n", CG_CONTEXTS),
	    "p:5: expected the number of a context, found (1), which was not "
	    "defined before\n");
	same("a context is of one function",
	    stacks_of(OURS
		"fn=f\n# context=(1)\nfn=g\n# context=(1)\n1 1\ntotals: 1\n",
		CG_CONTEXTS),
	    "p:7: expected a context of g, found (1), one of f\n");
	same("a context has a number",
	    stacks_of(OURS "fn=f\n# context=f\n1 1\ntotals: 1\n", CG_CONTEXTS),
	    "p:5: expected the number of a context in brackets, found \"f\"\n");
	same("nothing follows the line of a call",
	    stacks_of(OURS "fn=f\n# context=(1)\n# context=(2) (1) 7 0x3\n"
			   "1 1\ntotals: 1\n",
		CG_CONTEXTS),
	    "p:6: expected the address or line of a call, found \"0x3\"\n");
	same("a line fits in 64 bits",
	    stacks_of(OURS "fn=f\n# context=(1)\n"
			   "# context=(2) (1) 99999999999999999999\n"
			   "1 1\ntotals: 1\n",
		CG_CONTEXTS),
	    "p:6: expected the address or line of a call, found "
	    "\"99999999999999999999\"\n");
	same("comments of other programs may say anything",
	    stacks_of("creator: other\nevents: A\nfn=f\n# context=f\n1 1\n"
		      "# context=(9) (8)\n2 2\n",
		CG_CONTEXTS),
	    "- 1\n- 2\n");
	same("without the mode, the comments are not read",
	    stacks_of(OURS "fn=f\n# context=f\n1 1\ntotals: 1\n", 0), "- 1\n");
}

/* reads a profile into memory and writes it */
static const char *
rewrite(const char *text)
{
	static char written[4096];
	static struct cg_error error;
	struct cg_reader *r =
	    cg_reader_open_memory(text, strlen(text), "p", &error);
	struct cg_header header = *cg_reader_header(r);
	struct cg_profile *p = cg_profile_new(header.nevents, &error);
	FILE *file = tmpfile();
	struct cg_writer *w =
	    cg_writer_open_fd(dup(fileno(file)), "p", &header, &error);
	struct cg_record record;
	int status = 0;

	cg_reader_set(r, CG_CONTEXTS);
	while (status == 0 && cg_reader_next(r, &record) == 1)
		status = cg_profile_add(p, &record);
	status |= cg_profile_put(p, w);
	status |= cg_writer_close(w);
	cg_reader_close(r);
	cg_profile_free(p);
	rewind(file);
	written[fread(written, 1, sizeof(written) - 1, file)] = '\0';
	fclose(file);
	return status == 0 ? written : error.text;
}

static void
test_writing(void)
{
	static const char callers_last[] =
	    "# callgrind format\nversion: 1\ncreator: cg-tools\n"
	    "positions: line\nevents: A\n"
	    "ob=(1) o\nfl=(1) a\nfn=(1) z\n# context=(1)\n"
	    "fn=(2) y\n# context=(2) (1) 5\nfn=(3) f\n# context=(3) (2)\n"
	    "1 1\ntotals: 1\n";

	same("rows come by function, then by context", rewrite(tree),
	    "# callgrind format\nversion: 1\ncreator: cg-tools\n"
	    "positions: line\nevents: A\n"
	    "ob=o\nfl=a\nfn=f\n4 8\nfn=(1) main\n# context=(1)\n"
	    "fn=(2) f\n# context=(2) (1) 9\n3 2\n"
	    "# context=(3) (1) 0x40 7\n3 4\n"
	    "fn=(1)\n# context=(1)\n1 1\n"
	    "cfn=(2)\n# context=(3)\ncalls=1 0\n7 6\ntotals: 15\n");
	same("written again, it is the same", rewrite(rewrite(tree)),
	    rewrite(tree));
	same("callers without rows come before", rewrite(callers_last),
	    callers_last);
}

static void
test_making(void)
{
	struct cg_error error;
	struct cg_contexts *a = cg_contexts_new(&error);
	struct cg_contexts *b = cg_contexts_new(&error);
	char name[] = "main";
	struct cg_context frame = {
	    .object = "", .def_file = "a", .function = name};
	const struct cg_context *root = cg_contexts_add(a, &frame), *f, *g;

	frame.caller = root;
	frame.function = "f";
	f = cg_contexts_add(a, &frame);
	memcpy(name, "home", sizeof(name));
	ok(root != NULL && strcmp(root->function, "main") == 0 &&
		root->depth == 1 && root->number == 0,
	    "names are copied");
	ok(cg_contexts_add(a, &frame) == f && f->depth == 2 && f->number == 1 &&
		f->caller == root,
	    "equal stacks have equal pointers");
	frame.line = 3;
	g = cg_contexts_add(b, &frame);
	ok(g != NULL && g->home != f->home && g->caller->home == g->home &&
		strcmp(g->caller->function, "main") == 0,
	    "the caller may be of another home");
	frame.caller = g->caller;
	ok(cg_contexts_add(b, &frame) == g, "or of this one");
	cg_contexts_free(a);
	cg_contexts_free(b);
	cg_contexts_free(NULL);
}

/* a stack of many frames with long names, through a profile and back */
static void
test_depth(void)
{
	enum { DEPTH = 10000, NAME = 1000 };
	struct cg_error error;
	struct cg_contexts *contexts = cg_contexts_new(&error);
	struct cg_profile *p = cg_profile_new(1, &error);
	const struct cg_context *context = NULL;
	struct cg_record record;
	char name[NAME + 1];
	int64_t one = 1;
	int status = 0;

	memset(name, 'x', sizeof(name));
	for (int i = 0; i < DEPTH && status == 0; i++) {
		snprintf(name + NAME - 8, 9, "%08d", i);
		context = cg_contexts_add(
		    contexts, &(struct cg_context){.caller = context,
				  .object = "",
				  .def_file = "a",
				  .function = name});
		status = cg_profile_add(p, &(struct cg_record){.object = "",
					       .def_file = "a",
					       .file = "a",
					       .function = name,
					       .context = context,
					       .line = 1,
					       .counts = &one});
	}
	cg_contexts_free(contexts);
	ok(status == 0 && cg_profile_memory(p) < 5 * DEPTH * NAME &&
		cg_profile_sort(p) == 0,
	    "a deep stack takes the memory of its names");
	cg_profile_at(p, DEPTH - 1, &record);
	ok(record.context->depth == DEPTH &&
		record.context->function == record.function,
	    "and is there as a whole");
	cg_profile_free(p);
}

int
main(void)
{
	test_reading();
	test_errors();
	test_writing();
	test_making();
	test_depth();
	return failures > 0;
}
