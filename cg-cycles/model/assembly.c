/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Some texts are changed, because llvm-mca knows nothing of calls and of the stack pointer, and
 * because each round of a repeated instruction was counted.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "assembly.h"
#include "llvm.h"

/* The instructions in order of llvm-mc's lines. */
struct assembling {
	struct core_code *codes;
	size_t n;
	bool *is_invalid; /* NULL: none is */
	size_t next;
	size_t nlines; /* of instructions */
	char *prefix;  /* that has a line of its own; NULL: none */
};

/* True for a prefix, which belongs to the next line. */
static bool
is_lone_prefix(const char *text)
{
	static const char *const prefixes[] = {"lock", "rep", "repne", "repe",
	    "repz", "repnz", "xacquire", "xrelease", "notrack", "data16", "cs",
	    "ds", "es", "fs", "gs", "ss", "addr32", "rex64"};

	for (size_t i = 0; i < sizeof(prefixes) / sizeof(*prefixes); i++)
		if (strcmp(text, prefixes[i]) == 0)
			return true;
	return false;
}

static void
take_assembly(void *arg, char *line)
{
	struct assembling *a = arg;
	char *text = line + strspn(line, " \t"), *whole;
	/* "vfmadd213sd (%rax), %xmm1, %xmm0 # xmm0 = (xmm1 * xmm0) + mem" */
	char *comment = strstr(text, "# ");

	if (comment != NULL) {
		while (comment > text && strchr(" \t", comment[-1]) != NULL)
			comment--;
		*comment = '\0';
	}
	if (text == line || *text == '.' || *text == '\0')
		return;
	if (a->prefix == NULL && is_lone_prefix(text)) {
		a->prefix = cli_copy(text, strlen(text));
		return;
	}
	whole = a->prefix != NULL ? cli_format("%s %s", a->prefix, text)
				  : cli_copy(text, strlen(text));
	free(a->prefix);
	a->prefix = NULL;
	a->nlines++;
	while (
	    a->next < a->n && a->is_invalid != NULL && a->is_invalid[a->next])
		a->next++;
	if (a->next < a->n) {
		free(a->codes[a->next].text);
		a->codes[a->next++].text = whole;
	} else {
		free(whole);
	}
}

/* Takes "<stdin>:3:2: warning: invalid instruction encoding". */
static void
take_invalid(void *arg, char *line)
{
	struct assembling *a = arg;
	const char *p = llvm_after(line, "<stdin>:");
	int64_t number;

	if (p != NULL && cg_parse_int(p, strlen(p), &number) > 0 &&
	    number >= 1 && (uint64_t)number <= a->n)
		a->is_invalid[number - 1] = true;
}

static void
write_bytes(struct llvm_input *input, const struct core_code *codes, size_t n)
{
	llvm_input_open(input);
	for (size_t i = 0; i < n; i++) {
		for (size_t j = 0; j < codes[i].size; j++) {
			char text[8];

			snprintf(text, sizeof(text), "%s0x%02x",
			    j == 0 ? "[" : " ", codes[i].bytes[j]);
			llvm_input_put(input, text);
		}
		llvm_input_put(input, "]\n");
	}
	llvm_input_complete(input);
}

static void
forget_texts(struct core_code *codes, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		free(codes[i].text);
		codes[i].text = NULL;
	}
}

static void
assemble(const struct core_model *model, struct core_code *codes, size_t n)
{
	struct llvm_input input;
	const char *argv[] = {model->mc, "--disassemble",
	    model->machine->triple, model->machine->features, NULL};
	struct cli_child_files files = {.reads = CLI_CHILD_OUTPUT};
	struct assembling a = {.codes = codes, .n = n};
	const struct llvm_lines lines = {take_assembly, &a};

	write_bytes(&input, codes, n);
	files.input = input.fd;
	llvm_run(argv, &files, &lines);
	if (a.nlines != n) {
		const struct llvm_lines messages = {take_invalid, &a};
		size_t nvalid = 0;

		a.is_invalid = cli_alloc(n, sizeof(*a.is_invalid));
		files.reads = CLI_CHILD_MESSAGES;
		llvm_run(argv, &files, &messages);
		files.reads = CLI_CHILD_OUTPUT;
		forget_texts(codes, n);
		a.next = a.nlines = 0;
		llvm_run(argv, &files, &lines);
		for (size_t i = 0; i < n; i++)
			nvalid += !a.is_invalid[i];
		if (a.nlines != nvalid)
			cli_die("%s %s: expected %zu instructions, found %zu",
			    model->mc, model->version, nvalid, a.nlines);
	}
	free(a.prefix);
	free(a.is_invalid);
	close(input.fd);
}

void
assembly_drop(struct core_code *code)
{
	size_t first = strcspn(code->text, " \t");
	const char *next =
	    code->text + first + strspn(code->text + first, " \t");

	code->name = strncmp(code->text, "rep", 3) == 0
			 ? cli_format("%.*s %.*s", (int)first, code->text,
			       (int)strcspn(next, " \t"), next)
			 : cli_copy(code->text, first);
	free(code->text);
	code->text = NULL;
}

/* Sets what a round of a repeated instruction takes: processors copy and fill memory by 16
 * bytes a cycle at least, and compare and search one by one. */
static void
price_repeated(struct core_code *code)
{
	static const struct {
		const char *name;
		double nbytes;
	} moves[] = {
	    {"rep movsb", 1},
	    {"rep movsw", 2},
	    {"rep movsl", 4},
	    {"rep movsq", 8},
	    {"rep stosb", 1},
	    {"rep stosw", 2},
	    {"rep stosl", 4},
	    {"rep stosq", 8},
	};

	code->cycles = 2;
	for (size_t i = 0; i < sizeof(moves) / sizeof(*moves); i++)
		if (strcmp(code->name, moves[i].name) == 0)
			code->cycles = moves[i].nbytes / 16;
}

/*
 * Processors keep track of the stack pointer apart, so a push is a store and a pop is a load.
 * LLVM's models let each of them wait for the one before.
 */
static void
change_stack(struct core_code *code)
{
	const char *name = llvm_after(code->text, "\t%");
	bool is_push = strncmp(code->text, "pushq\t%", 7) == 0;
	char *text;

	if (name == NULL ||
	    (!is_push && strncmp(code->text, "popq\t%", 6) != 0))
		return;
	text = is_push ? cli_format("movq\t%%%s, (%%rsp)", name)
		       : cli_format("movq\t(%%rsp), %%%s", name);
	free(code->text);
	code->text = text;
}

/* Gives jumps of all kinds a text that llvm-mca has no doubts about, and takes those out that
 * repeat themselves: each round of them was counted. */
static void
change_texts(const struct core_model *model, struct core_code *codes, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct core_code *code = &codes[i];

		if (code->text == NULL)
			continue;
		if (code->kind == INSTRUCTION_CALL ||
		    code->kind == INSTRUCTION_JUMP ||
		    code->kind == INSTRUCTION_RETURN) {
			free(code->text);
			code->text = cli_copy(
			    model->machine->jump, strlen(model->machine->jump));
		} else if (strncmp(code->text, "rep", 3) == 0) {
			assembly_drop(code);
			price_repeated(code);
		} else {
			change_stack(code);
		}
	}
}

void
assembly_find(const struct core_model *model, struct core_code *codes, size_t n)
{
	if (n > 0)
		assemble(model, codes, n);
	change_texts(model, codes, n);
	for (size_t i = 0; i < n; i++)
		if (codes[i].text == NULL && codes[i].name == NULL)
			codes[i].name = cli_copy("(bad)", strlen("(bad)"));
}
