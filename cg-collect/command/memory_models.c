/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The table of memory systems.  docs/MEMORY.md has the source of each figure.  The last level
 * is the share of one core, because the others use theirs.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgfmt.h"
#include "libcli/cli.h"
#include "libquery/host_processor.h"
#include "memory_models.h"

#define AMD64 "amd64-linux"
#define ARM64 "arm64-linux"

/* Each begins with --memory, because the tool reads the others by it. */

static const char *const zen2[] = {"--memory=zen2", "--I1=32768,8,64",
    "--D1=32768,8,64", "--L2=524288,8,64", "--LL=4194304,16,64",
    "--filling=inclusive,victim", "--tlb=64,64:64,64:512,8:2048,16",
    "--prefetch=D1-stream,D1-stride,D1-writes,L2-stream", NULL};

static const char *const zen3[] = {"--memory=zen3", "--I1=32768,8,64",
    "--D1=32768,8,64", "--L2=524288,8,64", "--LL=4194304,16,64",
    "--filling=inclusive,victim", "--tlb=64,64:64,64:512,8:2048,16",
    "--prefetch=D1-stream,D1-stride,D1-writes,L2-stream", NULL};

static const char *const zen4[] = {"--memory=zen4", "--I1=32768,8,64",
    "--D1=32768,8,64", "--L2=1048576,8,64", "--LL=4194304,16,64",
    "--filling=inclusive,victim", "--tlb=64,64:72,72:512,8:3072,24",
    "--prefetch=D1-stream,D1-stride,D1-writes,L2-stream", NULL};

static const char *const zen5[] = {"--memory=zen5", "--I1=32768,8,64",
    "--D1=49152,12,64", "--L2=1048576,16,64", "--LL=4194304,16,64",
    "--filling=inclusive,victim", "--tlb=64,64:96,96:2048,8:4096,16",
    "--prefetch=D1-stream,D1-stride,D1-writes,L2-stream", NULL};

static const char *const skylake[] = {"--memory=skylake", "--I1=32768,8,64",
    "--D1=32768,8,64", "--L2=262144,4,64", "--LL=2097152,16,64",
    "--filling=filled,inclusive", "--tlb=128,8:64,4:1536,12",
    "--prefetch=D1-next,D1-stride,L2-adjacent,L2-stream", NULL};

static const char *const skylake_server[] = {"--memory=skylake-server",
    "--I1=32768,8,64", "--D1=32768,8,64", "--L2=1048576,16,64",
    "--LL=1441792,11,64", "--filling=filled,victim", "--tlb=128,8:64,4:1536,12",
    "--prefetch=D1-next,D1-stride,L2-adjacent,L2-stream", NULL};

static const char *const icelake[] = {"--memory=icelake", "--I1=32768,8,64",
    "--D1=49152,12,64", "--L2=524288,8,64", "--LL=2097152,16,64",
    "--filling=filled,inclusive", "--tlb=128,8:64,4:2048,16",
    "--prefetch=D1-next,D1-stride,L2-adjacent,L2-stream", NULL};

static const char *const icelake_server[] = {"--memory=icelake-server",
    "--I1=32768,8,64", "--D1=49152,12,64", "--L2=1310720,20,64",
    "--LL=1572864,12,64", "--filling=filled,victim", "--tlb=128,8:64,4:2048,16",
    "--prefetch=D1-next,D1-stride,L2-adjacent,L2-stream", NULL};

static const char *const sapphirerapids[] = {"--memory=sapphirerapids",
    "--I1=32768,8,64", "--D1=49152,12,64", "--L2=2097152,16,64",
    "--LL=1966080,15,64", "--filling=filled,victim", "--tlb=256,8:96,6:2048,16",
    "--prefetch=D1-next,D1-stride,L2-adjacent,L2-stream", NULL};

static const char *const neoverse_n1[] = {"--memory=neoverse-n1",
    "--I1=65536,4,64", "--D1=65536,4,64", "--L2=1048576,8,64",
    "--LL=524288,16,64", "--filling=inclusive,victim",
    "--tlb=48,48:48,48:1280,5", "--prefetch=D1-stream,D1-stride", NULL};

static const char *const neoverse_v1[] = {"--memory=neoverse-v1",
    "--I1=65536,4,64", "--D1=65536,4,64", "--L2=1048576,8,64",
    "--LL=524288,16,64", "--filling=inclusive,victim",
    "--tlb=48,48:40,40:2048,4", "--prefetch=D1-stream,D1-stride", NULL};

static const struct memory_model models[] = {
    {"zen2", AMD64, zen2},
    {"zen3", AMD64, zen3},
    {"zen4", AMD64, zen4},
    {"zen5", AMD64, zen5},
    {"skylake", AMD64, skylake},
    {"skylake-server", AMD64, skylake_server},
    {"icelake", AMD64, icelake},
    {"icelake-server", AMD64, icelake_server},
    {"sapphirerapids", AMD64, sapphirerapids},
    {"neoverse-n1", ARM64, neoverse_n1},
    {"neoverse-v1", ARM64, neoverse_v1},
};

enum { NMODELS = sizeof(models) / sizeof(*models) };

/* Returns "zen2, zen3, ... or neoverse-v1" in new memory. */
static char *
list_models(void)
{
	char *list = cli_format("%s", models[0].name);

	for (size_t i = 1; i < NMODELS; i++)
		cli_append(&list, "%s%s", i + 1 < NMODELS ? ", " : " or ",
		    models[i].name);
	return list;
}

const struct memory_model *
memory_model_find(const char *name)
{
	const char *wanted = name;

	if (strcmp(name, "host") == 0) {
		struct host_processor host = host_processor();

		wanted = host.name;
		if (wanted == NULL)
			cli_usage("--memory=host: no model of this processor "
				  "(%s, family %lld, model %lld); expected %s",
			    host.maker, (long long)host.family,
			    (long long)host.model, list_models());
	}
	for (size_t i = 0; i < NMODELS; i++) {
		if (strcmp(models[i].name, wanted) != 0)
			continue;
		if (strcmp(models[i].platform, CG_VALGRIND_PLATFORM) != 0)
			cli_usage("--memory=%s: a processor of another "
				  "architecture than the program's",
			    name);
		return &models[i];
	}
	cli_usage(
	    "--memory: expected host, %s, found \"%s\"", list_models(), name);
}

/* --- whether the caches fit together -------------------------------------- */

enum { I1, D1, L2, LL, NCACHES };

static const char *const cache_names[NCACHES] = {"I1", "D1", "L2", "LL"};

struct cache {
	int64_t size, ways, line;
};

/* Reads "SIZE,ASSOC,LINE"; false if the value has another form, which
 * the tool refuses. */
static bool
read_cache(const char *value, struct cache *cache)
{
	size_t len = strcspn(value, ",");
	const char *line = strrchr(value, ',');

	return line != NULL &&
	       cg_parse_int(value, len, &cache->size) == (int)len &&
	       cg_parse_int(value + len + 1, strlen(value + len + 1),
		   &cache->ways) > 0 &&
	       cg_parse_int(line + 1, strlen(line + 1), &cache->line) > 0;
}

static void
take_cache(struct cache caches[NCACHES], const char *option)
{
	for (size_t i = 0; i < NCACHES; i++) {
		struct cache found;

		if (strncmp(option, "--", 2) == 0 &&
		    strncmp(option + 2, cache_names[i], 2) == 0 &&
		    option[4] == '=' && read_cache(option + 5, &found))
			caches[i] = found;
	}
}

char *
memory_model_last_level(const struct memory_model *model, int cores)
{
	struct cache caches[NCACHES] = {{0, 0, 0}};
	int sets = cores & -cores;

	for (size_t i = 0; model->options[i] != NULL; i++)
		take_cache(caches, model->options[i]);
	return cli_format("--LL=%lld,%lld,%lld",
	    (long long)caches[LL].size * cores,
	    (long long)caches[LL].ways * (cores / sets),
	    (long long)caches[LL].line);
}

/* A victim cache has only what L2 drops, which adds to L2. */
static void
compare_sizes(const struct cache caches[NCACHES], bool LL_is_victim)
{
	for (size_t i = I1; i <= D1; i++)
		if (caches[L2].size < caches[i].size)
			cli_usage("--L2: expected at least the size of %s, "
				  "%lld, found %lld",
			    cache_names[i], (long long)caches[i].size,
			    (long long)caches[L2].size);
	if (!LL_is_victim && caches[LL].size < caches[L2].size)
		cli_usage("--LL: expected at least the size of L2, %lld, found "
			  "%lld",
		    (long long)caches[L2].size, (long long)caches[LL].size);
}

void
memory_model_check_caches(
    const struct memory_model *model, char *const *options, size_t n)
{
	struct cache caches[NCACHES] = {{0, 0, 0}};
	bool LL_is_victim = false;

	for (size_t i = 0; model->options[i] != NULL; i++) {
		take_cache(caches, model->options[i]);
		if (strncmp(model->options[i], "--filling=", 10) == 0)
			LL_is_victim =
			    strstr(model->options[i], ",victim") != NULL;
	}
	for (size_t i = 0; i < n; i++)
		take_cache(caches, options[i]);
	compare_sizes(caches, LL_is_victim);
	for (size_t i = I1; i < LL; i++)
		if (caches[i].line != caches[LL].line)
			cli_usage("--memory: expected lines of one size, found "
				  "%lld in %s and %lld in LL",
			    (long long)caches[i].line, cache_names[i],
			    (long long)caches[LL].line);
}
