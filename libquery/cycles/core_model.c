/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Few processes do all: one run of llvm-mc for all instructions, one of llvm-mca for their
 * latencies, and two at once for all bodies, with few rounds and with more.  The difference of
 * the two is the cost of rounds in a core that is busy already, without filling and draining it.
 *
 * llvm-mca gives up at the first instruction without a model, so these are taken out until
 * there is none.  It knows nothing of taken branches, so a body takes a cycle for each of
 * its jumps at least.  Calls and returns are jumps to it.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cgfmt.h"
#include "core_model.h"
#include "libcli/cli.h"
#include "load_delay.h"

enum {
	NEWEST = 40, /* versions of LLVM that are looked for */
	OLDEST = 13,
	FEW_ROUNDS = 2,
	MORE_ROUNDS = 6,
	MOST_REFUSED = 1000 /* runs of llvm-mca that end with a refused one */
};

/* What LLVM calls a machine. */
struct core_machine {
	const char *name; /* as in struct names_code */
	const char *triple;
	const char
	    *features; /* of llvm-mc, so that it knows each instruction */
	const char *jump;
};

static const struct core_machine machines[] = {
    {"x86-64", "-triple=x86_64-linux-gnu", NULL, "jmp 0"},
    {"i386", "-triple=i386-linux-gnu", NULL, "jmp 0"},
    {"aarch64", "-triple=aarch64-linux-gnu", "-mattr=+all", "b 0"},
};
enum { NMACHINES = sizeof(machines) / sizeof(*machines) };

/* --- running programs ----------------------------------------------------- */

/* What is done with each line of a program; it may be changed. */
struct lines {
	void (*take)(void *arg, char *line);
	void *arg;
};

static void
start(struct cli_child *child, const char *const *argv,
    const struct cli_child_files *files)
{
	int status;

	if (files->input >= 0 && lseek(files->input, 0, SEEK_SET) < 0)
		cli_die("%s: %s", cli_temporary_directory(), strerror(errno));
	status = cli_child_start_with(child, argv, files);
	if (status != 0)
		cli_die("%s: %s", argv[0], strerror(status));
}

/* Reads all lines.  True if the program succeeded. */
static bool
finish(struct cli_child *child, const char *name, const struct lines *lines)
{
	char *line = NULL;
	size_t size = 0;
	int status;

	while (getline(&line, &size, child->output) > 0) {
		line[strcspn(line, "\n")] = '\0';
		lines->take(lines->arg, line);
	}
	free(line);
	if (!cli_child_end(child, &status))
		cli_die("%s: %s", name, strerror(errno));
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool
run(const char *const *argv, const struct cli_child_files *files,
    const struct lines *lines)
{
	struct cli_child child;

	start(&child, argv, files);
	return finish(&child, argv[0], lines);
}

/* A file for what a program is to read. */
struct input {
	struct cg_error error;
	struct cg_output *output;
	int fd;
};

static void
open_input(struct input *input)
{
	int copy;

	input->fd = cli_temporary();
	copy = input->fd < 0 ? -1 : dup(input->fd);
	if (copy < 0)
		cli_die("%s: cannot make a temporary file: %s",
		    cli_temporary_directory(), strerror(errno));
	input->output =
	    cg_output_open_fd(copy, cli_temporary_directory(), &input->error);
	if (input->output == NULL)
		cli_die("%s", input->error.text);
}

static void
put(struct input *input, const char *text)
{
	if (cg_output_write(input->output, text, strlen(text)) < 0)
		cli_die("%s", input->error.text);
}

static void
complete_input(struct input *input)
{
	if (cg_output_close(input->output) < 0)
		cli_die("%s", input->error.text);
}

/* Returns the place behind a word in a line, or NULL. */
static const char *
after(const char *line, const char *word)
{
	const char *p = strstr(line, word);

	return p != NULL ? p + strlen(word) + strspn(p + strlen(word), " \t")
			 : NULL;
}

/* --- finding the model ---------------------------------------------------- */

struct versions {
	char *version, *host;
};

static void
take_version(void *arg, char *line)
{
	struct versions *v = arg;
	const char *version = after(line, "LLVM version ");
	const char *host = after(line, "Host CPU: ");

	if (version != NULL && v->version == NULL)
		v->version = cli_copy(version, strcspn(version, " "));
	if (host != NULL && v->host == NULL)
		v->host = cli_copy(host, strcspn(host, " "));
}

/* True if there is such a program. */
static bool
ask_version(const char *program, struct versions *v)
{
	const char *argv[] = {program, "--version", NULL};
	const struct cli_child_files files = {.input = -1};
	const struct lines lines = {take_version, v};
	struct cli_child child;

	*v = (struct versions){NULL, NULL};
	if (cli_child_start_with(&child, argv, &files) != 0)
		return false;
	if (finish(&child, program, &lines) && v->version != NULL)
		return true;
	free(v->version);
	free(v->host);
	return false;
}

/* True if a directory of PATH has the program. */
static bool
is_in_path(const char *program)
{
	const char *path = getenv("PATH");

	while (path != NULL && *path != '\0') {
		size_t len = strcspn(path, ":");
		char *file = cli_format(
		    "%.*s/%s", (int)len, len > 0 ? path : ".", program);
		bool is_there = access(file, X_OK) == 0;

		free(file);
		if (is_there)
			return true;
		path += len + (path[len] == ':');
	}
	return false;
}

/* Finds the programs, of the version that their names say, or of the newest one without. */
static void
find_programs(struct core_model *model, struct versions *v, const char *option)
{
	struct versions plain = {NULL, NULL};
	bool has_plain = is_in_path("llvm-mca") && is_in_path("llvm-mc") &&
			 ask_version("llvm-mca", &plain);
	int least = has_plain ? atoi(plain.version) : OLDEST - 1;

	for (int i = NEWEST; i > least; i--) {
		model->mca = cli_format("llvm-mca-%d", i);
		model->mc = cli_format("llvm-mc-%d", i);
		if (is_in_path(model->mca) && is_in_path(model->mc) &&
		    ask_version(model->mca, v)) {
			if (has_plain) {
				free(plain.version);
				free(plain.host);
			}
			return;
		}
		free(model->mca);
		free(model->mc);
	}
	if (!has_plain)
		cli_die("%s: llvm-mca is not installed: it is in the package "
			"llvm",
		    option);
	model->mca = cli_copy("llvm-mca", strlen("llvm-mca"));
	model->mc = cli_copy("llvm-mc", strlen("llvm-mc"));
	*v = plain;
}

/* Looks for a processor in a list, or prints the list. */
struct cpu_list {
	const char *machine, *wanted; /* NULL: print all */
	bool is_found, is_begun;
};

static void
take_cpu(void *arg, char *line)
{
	struct cpu_list *list = arg;
	char *name = line + strspn(line, " ");
	size_t len = strcspn(name, " ");

	/* features follow */
	if (strncmp(line, "Available features", 18) == 0)
		list->machine = NULL;
	if (list->machine == NULL || name == line ||
	    strstr(name + len, "- Select the ") == NULL)
		return;
	name[len] = '\0';
	if (list->wanted == NULL)
		printf("%s %s\n", list->machine, name);
	else
		list->is_found |= strcmp(name, list->wanted) == 0;
}

/* mtriple is the name that llvm-mca has for the option */
static void
read_cpus(const struct core_model *model, const struct core_machine *machine,
    struct cpu_list *list)
{
	char *triple = cli_format("-m%s", machine->triple + 1);
	const char *argv[] = {model->mca, triple, "-mcpu=help", NULL};
	const struct cli_child_files files = {.input = -1};
	const struct lines lines = {take_cpu, list};

	list->machine = machine->name;
	run(argv, &files, &lines);
	free(triple);
}

static bool
has_cpu(const struct core_model *model, const struct core_machine *machine)
{
	struct cpu_list list = {.wanted = model->cpu};

	read_cpus(model, machine, &list);
	return list.is_found;
}

void
core_model_find(struct core_model *model, const char *option, const char *cpu)
{
	struct versions v = {NULL, NULL};
	bool is_host = strcmp(cpu, "host") == 0;

	*model = (struct core_model){.mca = NULL};
	find_programs(model, &v, option);
	model->version = v.version;
	if (is_host && (v.host == NULL || strcmp(v.host, "generic") == 0))
		cli_die("%s: LLVM %s does not know this machine's processor; "
			"%s=list names those that it knows",
		    option, v.version, option);
	model->cpu = is_host ? v.host : cli_copy(cpu, strlen(cpu));
	if (!is_host)
		free(v.host);
	for (size_t i = 0; i < NMACHINES; i++)
		if (has_cpu(model, &machines[i]))
			return;
	cli_die("%s: LLVM %s knows no processor \"%s\"; %s=list names those "
		"that it knows",
	    option, v.version, model->cpu, option);
}

void
core_model_list(const char *option)
{
	struct core_model model = {.mca = NULL};
	struct versions v = {NULL, NULL};

	find_programs(&model, &v, option);
	free(v.host);
	model.version = v.version;
	for (size_t i = 0; i < NMACHINES; i++) {
		struct cpu_list list = {NULL, NULL, false, false};

		/* i386 has those of x86-64 */
		if (strcmp(machines[i].name, "i386") != 0)
			read_cpus(&model, &machines[i], &list);
	}
	core_model_release(&model);
}

bool
core_model_choose(struct core_model *model, const char *machine)
{
	if (model->machine != NULL)
		return strcmp(model->machine->name, machine) == 0;
	for (size_t i = 0; i < NMACHINES; i++)
		if (strcmp(machines[i].name, machine) == 0 &&
		    has_cpu(model, &machines[i]))
			model->machine = &machines[i];
	return model->machine != NULL;
}

/* --- assembly ------------------------------------------------------------- */

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
	const char *p = after(line, "<stdin>:");
	int64_t number;

	if (p != NULL && cg_parse_int(p, strlen(p), &number) > 0 &&
	    number >= 1 && (uint64_t)number <= a->n)
		a->is_invalid[number - 1] = true;
}

static void
write_bytes(struct input *input, const struct core_code *codes, size_t n)
{
	open_input(input);
	for (size_t i = 0; i < n; i++) {
		for (size_t j = 0; j < codes[i].size; j++) {
			char text[8];

			snprintf(text, sizeof(text), "%s0x%02x",
			    j == 0 ? "[" : " ", codes[i].bytes[j]);
			put(input, text);
		}
		put(input, "]\n");
	}
	complete_input(input);
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
	struct input input;
	const char *argv[] = {model->mc, "--disassemble",
	    model->machine->triple, model->machine->features, NULL};
	struct cli_child_files files = {.reads = CLI_CHILD_OUTPUT};
	struct assembling a = {.codes = codes, .n = n};
	const struct lines lines = {take_assembly, &a};

	write_bytes(&input, codes, n);
	files.input = input.fd;
	run(argv, &files, &lines);
	if (a.nlines != n) {
		const struct lines messages = {take_invalid, &a};

		a.is_invalid = cli_alloc(n, sizeof(*a.is_invalid));
		files.reads = CLI_CHILD_MESSAGES;
		run(argv, &files, &messages);
		files.reads = CLI_CHILD_OUTPUT;
		forget_texts(codes, n);
		a.next = a.nlines = 0;
		run(argv, &files, &lines);
		while (a.next < n && a.is_invalid[a.next])
			a.next++;
		/* better no text than that of another one */
		if (a.next != n)
			forget_texts(codes, n);
	}
	free(a.prefix);
	free(a.is_invalid);
	close(input.fd);
}

/* Takes the text of an instruction, of which only the mnemonic remains. */
static void
drop_text(struct core_code *code)
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
	const char *name = after(code->text, "\t%");
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
			drop_text(code);
			price_repeated(code);
		} else {
			change_stack(code);
		}
	}
}

/* --- latencies ------------------------------------------------------------ */

struct pricing {
	struct core_code *codes;
	size_t *numbers; /* of those that have a line in the input */
	size_t n;
	size_t next;
	bool is_table;   /* the lines are of the table of instructions */
	bool is_refused; /* one was taken out */
	char *message;   /* what llvm-mca said first; NULL: nothing */
};

/* Takes " 1      4     0.50    *     movq (%rax), %rax", behind a line that ends in
 * "Instructions:". */
static void
take_latency(void *arg, char *line)
{
	struct pricing *p = arg;
	const char *text = line + strspn(line, " ");
	int64_t uops, latency;
	int len;

	if (strstr(line, "[1]") == line) {
		p->is_table = strstr(line, "Instructions:") != NULL;
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
	p->codes[p->numbers[p->next++]].latency =
	    latency > 1 ? (double)latency : 1;
}

static void
refuse(struct pricing *p, size_t number)
{
	drop_text(&p->codes[number]);
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
	const char *at = after(line, "<stdin>:");
	const char *text = after(line, "note: instruction:");
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
write_texts(struct input *input, struct pricing *p, size_t n)
{
	open_input(input);
	p->n = 0;
	for (size_t i = 0; i < n; i++) {
		if (p->codes[i].text == NULL)
			continue;
		put(input, p->codes[i].text);
		put(input, "\n");
		p->numbers[p->n++] = i;
	}
	complete_input(input);
}

/* Runs llvm-mca once.  True if it took all instructions. */
static bool
try_pricing(const struct core_model *model, struct pricing *p, size_t n)
{
	struct input input;
	char *triple = cli_format("-m%s", model->machine->triple + 1);
	char *cpu = cli_format("-mcpu=%s", model->cpu);
	const char *argv[] = {model->mca, triple, cpu, "-iterations=1",
	    "-resource-pressure=false", NULL};
	struct cli_child_files files = {.reads = CLI_CHILD_OUTPUT};
	const struct lines lines = {take_latency, p};
	const struct lines messages = {take_refused, p};
	bool is_taken;

	write_texts(&input, p, n);
	files.input = input.fd;
	p->next = 0;
	p->is_table = p->is_refused = false;
	is_taken = p->n == 0 || run(argv, &files, &lines);
	if (!is_taken) {
		free(p->message);
		p->message = NULL;
		files.reads = CLI_CHILD_MESSAGES;
		run(argv, &files, &messages);
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
	if (n > 0)
		assemble(model, codes, n);
	change_texts(model, codes, n);
	for (size_t i = 0; i < n; i++)
		if (codes[i].text == NULL && codes[i].name == NULL)
			codes[i].name = cli_copy("(bad)", strlen("(bad)"));
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

/* --- bodies --------------------------------------------------------------- */

struct timing {
	int64_t *cycles; /* of each body */
	size_t n, next;
};

static void
take_total(void *arg, char *line)
{
	struct timing *t = arg;
	const char *p = after(line, "Total Cycles:");
	int64_t cycles;

	if (p != NULL && cg_parse_int(p, strlen(p), &cycles) > 0 &&
	    t->next < t->n)
		t->cycles[t->next++] = cycles;
}

static void
write_bodies(struct input *input, const struct core_code *codes,
    const struct core_body *bodies, size_t n)
{
	open_input(input);
	for (size_t i = 0; i < n; i++) {
		const struct core_body *body = &bodies[i];

		put(input, "# LLVM-MCA-BEGIN\n");
		for (size_t j = 0; j < body->n; j++) {
			const struct core_code *code = &codes[body->codes[j]];

			put(input, code->text);
			put(input, "\n");
			if (!body->misses[j] || code->delay == NULL)
				continue;
			put(input, code->delay);
			put(input, "\n");
		}
		put(input, "# LLVM-MCA-END\n");
	}
	complete_input(input);
}

/* Starts llvm-mca with a file of its own, because two that read one file move its position. */
static void
start_bodies(const struct core_model *model, struct cli_child *child,
    const struct input *input, int rounds)
{
	char *triple = cli_format("-m%s", model->machine->triple + 1);
	char *cpu = cli_format("-mcpu=%s", model->cpu);
	char *iterations = cli_format("-iterations=%d", rounds);
	const char *argv[] = {model->mca, triple, cpu, iterations,
	    "-instruction-info=false", "-resource-pressure=false", NULL};
	const struct cli_child_files files = {input->fd, CLI_CHILD_OUTPUT};

	start(child, argv, &files);
	free(triple);
	free(cpu);
	free(iterations);
}

static void
finish_bodies(
    const struct core_model *model, struct cli_child *child, struct timing *t)
{
	const struct lines lines = {take_total, t};

	if (!finish(child, model->mca, &lines) || t->next != t->n)
		cli_die("%s %s: expected the cycles of %zu pieces of code, "
			"found %zu",
		    model->mca, model->version, t->n, t->next);
}

void
core_model_run(const struct core_model *model, const struct core_code *codes,
    struct core_body *bodies, size_t n)
{
	struct timing few = {NULL, n, 0}, more = {NULL, n, 0};
	struct input first, second;
	struct cli_child one, other;

	if (n == 0)
		return;
	few.cycles = cli_alloc(n, sizeof(*few.cycles));
	more.cycles = cli_alloc(n, sizeof(*more.cycles));
	write_bodies(&first, codes, bodies, n);
	write_bodies(&second, codes, bodies, n);
	start_bodies(model, &one, &first, FEW_ROUNDS);
	start_bodies(model, &other, &second, MORE_ROUNDS);
	finish_bodies(model, &one, &few);
	finish_bodies(model, &other, &more);
	for (size_t i = 0; i < n; i++) {
		bodies[i].cycles = (double)(more.cycles[i] - few.cycles[i]) /
				   (MORE_ROUNDS - FEW_ROUNDS);
		if (bodies[i].cycles < (double)bodies[i].njumps)
			bodies[i].cycles = (double)bodies[i].njumps;
	}
	close(first.fd);
	close(second.fd);
	free(few.cycles);
	free(more.cycles);
}

void
core_model_release(struct core_model *model)
{
	free(model->mca);
	free(model->mc);
	free(model->version);
	free(model->cpu);
	*model = (struct core_model){.mca = NULL};
}
