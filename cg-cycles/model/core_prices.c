/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The latencies of instructions, by one run of llvm-mca.  It gives up at the first instruction
 * without a model, so these are taken out until there is none.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "assembly.h"
#include "llvm.h"
#include "load_delay.h"

/* runs that end with an instruction without a model */
enum { MOST_REFUSED = 1000 };

struct pricing {
	struct core_code *codes;
	size_t *numbers; /* of those that have a line in the input */
	size_t n;
	size_t next;
	bool is_table;        /* the lines are of the table of instructions */
	size_t loads, stores; /* columns of it */
	bool is_refused;      /* one was taken out */
	char *message;        /* what llvm-mca said first; NULL: nothing */
};

/* Returns where a column has its "*", behind a "[4]" of the heading. */
static size_t
column_of(const char *heading, const char *name)
{
	const char *p = strstr(heading, name);

	return p != NULL ? (size_t)(p - heading) + 1 : SIZE_MAX;
}

/* Takes " 1      4     0.50    *     movq (%rax), %rax", behind a line that ends in
 * "Instructions:". */
static void
take_latency(void *arg, char *line)
{
	struct pricing *p = arg;
	const char *text = line + strspn(line, " ");
	struct core_code *code;
	int64_t uops, latency;
	int len;

	if (strstr(line, "[1]") == line) {
		p->is_table = strstr(line, "Instructions:") != NULL;
		p->loads = column_of(line, "[4]");
		p->stores = column_of(line, "[5]");
		return;
	}
	if (!p->is_table || p->next == p->n)
		return;
	len = cg_parse_int(text, strlen(text), &uops);
	if (len <= 0)
		return;
	text += len;
	text += strspn(text, " ");
	if (cg_parse_int(text, strlen(text), &latency) <= 0)
		return;
	code = &p->codes[p->numbers[p->next++]];
	code->uops = (double)uops;
	code->latency = latency > 1 ? (double)latency : 1;
	code->loads = p->loads < strlen(line) && line[p->loads] == '*';
	code->stores = p->stores < strlen(line) && line[p->stores] == '*';
}

static void
refuse(struct pricing *p, size_t number)
{
	assembly_drop(&p->codes[number]);
	p->is_refused = true;
}

/* Takes out all instructions with the mnemonic of a text. */
static void
refuse_all(struct pricing *p, const char *text)
{
	size_t len = strcspn(text, " \t");

	for (size_t i = 0; i < p->n; i++) {
		const char *other = p->codes[p->numbers[i]].text;

		if (other != NULL && strcspn(other, " \t") == len &&
		    memcmp(other, text, len) == 0)
			refuse(p, p->numbers[i]);
	}
}

/* Takes "<stdin>:3:2: error: ..." and "note: instruction: syscall". */
static void
take_refused(void *arg, char *line)
{
	struct pricing *p = arg;
	const char *at = llvm_after(line, "<stdin>:");
	const char *text = llvm_after(line, "note: instruction:");
	int64_t number;

	if (p->message == NULL && strstr(line, "error: ") != NULL)
		p->message = cli_copy(line, strlen(line));
	if (text != NULL)
		refuse_all(p, text);
	else if (at != NULL && strstr(line, "error: ") != NULL &&
		 cg_parse_int(at, strlen(at), &number) > 0 && number >= 1 &&
		 (uint64_t)number <= p->n)
		refuse(p, p->numbers[number - 1]);
}

static void
write_texts(struct llvm_input *input, struct pricing *p, size_t n)
{
	llvm_input_open(input);
	p->n = 0;
	for (size_t i = 0; i < n; i++) {
		if (p->codes[i].text == NULL)
			continue;
		llvm_input_put(input, p->codes[i].text);
		llvm_input_put(input, "\n");
		p->numbers[p->n++] = i;
	}
	llvm_input_complete(input);
}

/* Runs llvm-mca once.  True if it took all instructions. */
static bool
try_pricing(const struct core_model *model, struct pricing *p, size_t n)
{
	struct llvm_input input;
	char *triple = cli_format("-m%s", model->machine->triple + 1);
	char *cpu = cli_format("-mcpu=%s", model->cpu);
	const char *argv[] = {model->mca, triple, cpu, "-iterations=1",
	    "-resource-pressure=false", NULL};
	struct cli_child_files files = {.reads = CLI_CHILD_OUTPUT};
	const struct llvm_lines lines = {take_latency, p};
	const struct llvm_lines messages = {take_refused, p};
	bool is_taken;

	write_texts(&input, p, n);
	files.input = input.fd;
	p->next = 0;
	p->is_table = p->is_refused = false;
	is_taken = p->n == 0 || llvm_run(argv, &files, &lines);
	if (!is_taken) {
		free(p->message);
		p->message = NULL;
		files.reads = CLI_CHILD_MESSAGES;
		llvm_run(argv, &files, &messages);
		if (!p->is_refused)
			cli_die("%s: %s", model->mca,
			    p->message != NULL ? p->message : "failed");
	}
	free(triple);
	free(cpu);
	close(input.fd);
	return is_taken;
}

void
core_model_price(
    struct core_model *model, struct core_code *codes, size_t n, int delay)
{
	struct pricing p = {
	    .codes = codes, .numbers = cli_alloc(n, sizeof(*p.numbers))};
	size_t ntries = 0;

	for (size_t i = 0; i < n; i++)
		codes[i].latency = 1;
	assembly_find(model, codes, n);
	while (!try_pricing(model, &p, n))
		if (++ntries == MOST_REFUSED)
			cli_die("%s: %s", model->mca, p.message);
	if (p.next != p.n)
		cli_die("%s %s: expected the latencies of %zu instructions, "
			"found %zu",
		    model->mca, model->version, p.n, p.next);
	for (size_t i = 0; i < n; i++)
		if (codes[i].text != NULL)
			codes[i].delay = load_delay_new(
			    model->machine->name, codes[i].text, delay);
	free(p.message);
	free(p.numbers);
}
