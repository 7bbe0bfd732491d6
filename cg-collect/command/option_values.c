/* SPDX-License-Identifier: BSD-2-Clause */
/* Checks the values of options and keeps what they say. */
#include <stdlib.h>
#include <string.h>

#include "cpu.h"
#include "libcli/cli.h"
#include "memory_models.h"
#include "option_values.h"

/* the limits of the tool */
#define MOST_MEGABYTES (1 << 20)
#define MOST_CORES 64

void
option_keep_variable(struct options *o, const char *name)
{
	if (*name == '\0' || strchr(name, '=') != NULL)
		cli_usage("--keep-env: expected NAME, found \"%s\"", name);
	environment_keep(&o->variables, name);
}

void
option_set_variable(struct options *o, const char *variable)
{
	if (*variable == '=' || strchr(variable, '=') == NULL)
		cli_usage(
		    "--set-env: expected NAME=VALUE, found \"%s\"", variable);
	environment_set(&o->variables, variable);
}

void
option_choose_cpu(struct options *o, const char *name)
{
	if (!cpu_is_known(name))
		cli_usage("--cpu: expected x86-64-v1, x86-64-v2, x86-64-v3 or "
			  "host, found \"%s\"",
		    name);
	o->cpu = name;
}

void
option_choose_memory(struct options *o, const char *name)
{
	o->memory = memory_model_find(name);
	o->memory_is_host = strcmp(name, "host") == 0;
}

void
option_choose_cores(struct options *o, int64_t n)
{
	if (n > MOST_CORES)
		cli_usage("--cores: expected at most %d, found %lld",
		    MOST_CORES, (long long)n);
	o->cores = n;
}

void
option_choose_clock(struct options *o, const char *name)
{
	if (strcmp(name, "counted") != 0 && strcmp(name, "real") != 0)
		cli_usage(
		    "--clock: expected counted or real, found \"%s\"", name);
	o->counted_clock = strcmp(name, "counted") == 0;
}

void
option_choose_stacks(struct options *o, const char *word)
{
	struct cli_percent percent;
	uint64_t billionths = 0;

	o->stacks = word == NULL || strcmp(word, "no") != 0;
	if (word == NULL || strcmp(word, "no") == 0 || strcmp(word, "yes") == 0)
		return;
	if (strcmp(word, "all") != 0) {
		if (*word < '0' || *word > '9')
			cli_usage("--stacks: expected yes, no, all or a "
				  "percentage, found \"%s\"",
			    word);
		percent = cli_percent("--stacks", word, 100);
		billionths = (uint64_t)((unsigned __int128)percent.value *
					10000000 / percent.scale);
	}
	free(o->stacks_least);
	o->stacks_least =
	    cli_format("--stacks-least=%llu", (unsigned long long)billionths);
}

void
option_limit_stacks(struct options *o, int64_t megabytes)
{
	if (megabytes > MOST_MEGABYTES)
		cli_usage("--stacks-memory: expected at most %d, found %lld",
		    MOST_MEGABYTES, (long long)megabytes);
	free(o->stacks_memory);
	o->stacks_memory =
	    cli_format("--stacks-memory=%lld", (long long)megabytes);
}

void
option_choose_names(struct options *o, const char *when)
{
	if (strcmp(when, "now") != 0 && strcmp(when, "later") != 0)
		cli_usage("--names: expected now or later, found \"%s\"", when);
	o->names_later = strcmp(when, "later") == 0;
}

void
option_choose_tool(struct options *o, const char *name)
{
	if (strcmp(name, "cachegrind") != 0 && strcmp(name, "callgrind") != 0)
		cli_usage(
		    "--as: expected cachegrind or callgrind, found \"%s\"",
		    name);
	o->as = name;
}

void
option_add_data_type(struct options *o, const char *text)
{
	const char *equals = strchr(text, '=');

	if (equals == NULL || equals == text || equals[1] == '\0')
		cli_usage("--data-type: expected FUNCTION=TYPE or "
			  "FILE:LINE=TYPE, found \"%s\"",
		    text);
	o->data_types =
	    cli_grow(o->data_types, o->ndata_types, sizeof(*o->data_types));
	o->data_types[o->ndata_types++] = text;
}

void
option_choose_cycles(struct options *o, const char *cpu)
{
	o->for_cycles = true;
	o->estimate.cpu = strcmp(cpu, "later") == 0 ? NULL : cpu;
}

void
option_add_penalty(struct options *o, const char *text)
{
	struct estimate *e = &o->estimate;

	e->penalties =
	    cli_grow(e->penalties, e->npenalties, sizeof(*e->penalties));
	e->penalties[e->npenalties++] = text;
}

void
option_choose_scripts(struct options *o, const char *which)
{
	static const char *const forms[] = {
	    "--scripts=yes", "--scripts=no", "--scripts=only"};

	if (which == NULL)
		which = "yes";
	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++)
		if (strcmp(forms[i] + strlen("--scripts="), which) == 0) {
			o->scripts = forms[i];
			return;
		}
	cli_usage("--scripts: expected yes, no or only, found \"%s\"", which);
}
