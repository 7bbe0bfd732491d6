/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds llvm-mca and the processors that it knows. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core_model.h"
#include "libquery/host_processor.h"
#include "llvm.h"

enum {
	NEWEST = 40, /* versions of LLVM that are looked for */
	OLDEST = 13
};

static const struct core_machine machines[] = {
    {"x86-64", "-triple=x86_64-linux-gnu", NULL, "jmp 0"},
    {"i386", "-triple=i386-linux-gnu", NULL, "jmp 0"},
    {"aarch64", "-triple=aarch64-linux-gnu", "-mattr=+all", "b 0"},
};
enum { NMACHINES = sizeof(machines) / sizeof(*machines) };

/* Returns the machine of code, as in struct names_code; NULL: LLVM's name is not known. */
static const struct core_machine *
find_machine(const char *name)
{
	for (size_t i = 0; i < NMACHINES; i++)
		if (strcmp(machines[i].name, name) == 0)
			return &machines[i];
	return NULL;
}

struct versions {
	char *version, *host;
};

static void
take_version(void *arg, char *line)
{
	struct versions *v = arg;
	const char *version = llvm_after(line, "LLVM version ");
	const char *host = llvm_after(line, "Host CPU: ");

	if (version != NULL && v->version == NULL)
		v->version = cli_copy(version, strcspn(version, " "));
	/* the word of old versions for new processors */
	if (host != NULL && v->host == NULL && strcmp(host, "(unknown)") != 0)
		v->host = cli_copy(host, strcspn(host, " "));
}

/* True if there is such a program. */
static bool
ask_version(const char *program, struct versions *v)
{
	const char *argv[] = {program, "--version", NULL};
	const struct cli_child_files files = {.input = -1};
	const struct llvm_lines lines = {take_version, v};
	struct cli_child child;
	int status;

	*v = (struct versions){NULL, NULL};
	status = cli_child_start_with(&child, argv, &files);
	if (status == ENOENT || status == EACCES || status == ENOEXEC)
		return false;
	/* another version would be another model */
	if (status != 0)
		cli_die("%s: %s", program, strerror(status));
	if (llvm_finish(&child, program, &lines) && v->version != NULL)
		return true;
	free(v->version);
	free(v->host);
	return false;
}

/* True if both programs are along PATH. */
static bool
are_there(const char *mca, const char *mc)
{
	char *paths[] = {
	    cli_program_search(mca, NULL), cli_program_search(mc, NULL)};
	bool are = paths[0] != NULL && paths[1] != NULL;

	free(paths[0]);
	free(paths[1]);
	return are;
}

/* Finds the programs, of the version that their names say, or of the newest one without. */
static void
find_programs(struct core_model *model, struct versions *v)
{
	struct versions plain = {NULL, NULL};
	bool has_plain =
	    are_there("llvm-mca", "llvm-mc") && ask_version("llvm-mca", &plain);
	int least = has_plain ? atoi(plain.version) : OLDEST - 1;

	for (int i = NEWEST; i > least; i--) {
		model->mca = cli_format("llvm-mca-%d", i);
		model->mc = cli_format("llvm-mc-%d", i);
		if (are_there(model->mca, model->mc) &&
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
		cli_die("llvm-mca is not installed: it is in the package llvm");
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
	const struct llvm_lines lines = {take_cpu, list};

	list->machine = machine->name;
	llvm_run(argv, &files, &lines);
	free(triple);
}

static bool
has_cpu(const struct core_model *model, const struct core_machine *machine)
{
	struct cpu_list list = {.wanted = model->cpu};

	read_cpus(model, machine, &list);
	return list.is_found;
}

/* Returns what LLVM calls the machine that programs here are of; NULL: not known. */
static const char *
own_machine(void)
{
#if defined __x86_64__
	return "x86-64";
#elif defined __aarch64__
	return "aarch64";
#elif defined __i386__
	return "i386";
#else
	return NULL;
#endif
}

/* i386 has the processors of x86-64 */
static bool
has_own_cpus(const struct core_machine *machine)
{
	return strcmp(machine->name, "i386") != 0;
}

/* a processor that cg-collect --memory calls by another name than LLVM */
struct other_name {
	const char *ours, *llvm;
	bool is_new; /* LLVM 14 takes it for the one before it */
};

/* Returns the names of a processor; NULL: LLVM has the same, or does not know it. */
static const struct other_name *
find_other_name(const char *ours)
{
	static const struct other_name names[] = {
	    {"zen2", "znver2", false},
	    {"zen3", "znver3", false},
	    {"zen4", "znver4", true},
	    {"zen5", "znver5", true},
	    {"skylake-server", "skylake-avx512", false},
	    {"icelake", "icelake-client", false},
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (strcmp(ours, names[i].ours) == 0)
			return &names[i];
	return NULL;
}

static _Noreturn void
die_of_cpu(const struct core_model *model)
{
	const struct other_name *name = find_other_name(model->cpu);

	cli_die("LLVM %s knows no processor \"%s\"%s%s; cg-cycles --list names "
		"those that it knows",
	    model->version, model->cpu,
	    name != NULL ? ", which LLVM calls " : "",
	    name != NULL ? name->llvm : "");
}

void
core_model_find(struct core_model *model, const char *cpu)
{
	struct versions v = {NULL, NULL};
	const char *own = own_machine();
	bool is_host = strcmp(cpu, "host") == 0;

	*model = (struct core_model){.mca = NULL};
	find_programs(model, &v);
	model->version = v.version;
	if (is_host && (v.host == NULL || strcmp(v.host, "generic") == 0))
		cli_die("LLVM %s does not know this machine's processor; "
			"cg-cycles --list names those that it knows",
		    v.version);
	model->cpu = is_host ? v.host : cli_copy(cpu, strlen(cpu));
	if (!is_host)
		free(v.host);
	/* LLVM knows what it says is this machine's */
	if (is_host && own != NULL)
		model->knows = find_machine(own);
	for (size_t i = 0; i < NMACHINES && model->knows == NULL; i++)
		if (has_own_cpus(&machines[i]) && has_cpu(model, &machines[i]))
			model->knows = &machines[i];
	if (model->knows == NULL)
		die_of_cpu(model);
}

void
core_model_warn(const struct core_model *model, const char *cpu)
{
	const struct other_name *name;
	struct host_processor host;

	if (strcmp(cpu, "host") != 0)
		return;
	host = host_processor();
	name = host.name != NULL ? find_other_name(host.name) : NULL;
	if (name != NULL && name->is_new && strcmp(name->llvm, model->cpu) != 0)
		cli_warn("this processor is a %s, which LLVM %s does not know: "
			 "it is estimated as a %s",
		    name->llvm, model->version, model->cpu);
}

void
core_model_list(void)
{
	struct core_model model = {.mca = NULL};
	struct versions v = {NULL, NULL};

	find_programs(&model, &v);
	free(v.host);
	model.version = v.version;
	for (size_t i = 0; i < NMACHINES; i++) {
		struct cpu_list list = {NULL, NULL, false, false};

		if (has_own_cpus(&machines[i]))
			read_cpus(&model, &machines[i], &list);
	}
	core_model_release(&model);
}

bool
core_model_choose(struct core_model *model, const char *machine)
{
	const struct core_machine *found = find_machine(machine);

	if (model->machine != NULL)
		return model->machine == found;
	if (found != NULL && (found == model->knows || has_cpu(model, found)))
		model->machine = found;
	return model->machine != NULL;
}

void
core_model_check(const char *cpu, bool is_quiet)
{
	const char *machine = own_machine();
	struct core_model model;

	core_model_find(&model, cpu);
	if (machine != NULL && !core_model_choose(&model, machine))
		cli_die("%s is a processor of another machine than %s",
		    model.cpu, machine);
	if (!is_quiet)
		core_model_warn(&model, cpu);
	core_model_release(&model);
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
