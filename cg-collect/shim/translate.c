/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What each option of Cachegrind and Callgrind is for cg-collect.  Options of
 * Valgrind's core go to the core, which checks their values.
 */
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cg-collect/command/core_options.h"
#include "libcli/cli.h"
#include "translate.h"

enum { CACHEGRIND = 1, CALLGRIND = 2, BOTH = 3 };

enum action {
	PASS,          /* as it is, or with another name */
	OUTPUT,        /* the file of the profile */
	CACHES,        /* pass; the caches are simulated, too */
	NOTHING,       /* makes no difference */
	NOT_RECORDED,  /* the log says so, unless the value is the default */
	NOT_SIMULATED, /* the same, and the caches are simulated */
};

struct rule {
	const char *pattern; /* of the option's name; see fnmatch */
	int tools;
	enum action action;
	const char *text; /* the other name, or the default value */
};

static const struct rule rules[] = {
    {"--cachegrind-out-file", CACHEGRIND, OUTPUT, NULL},
    {"--callgrind-out-file", CALLGRIND, OUTPUT, NULL},
    {"--cache-sim", BOTH, PASS, NULL},
    {"--simulate-cache", CALLGRIND, PASS, "--cache-sim"},
    {"--branch-sim", BOTH, PASS, NULL},
    {"--I1", CACHEGRIND, PASS, NULL},
    {"--D1", CACHEGRIND, PASS, NULL},
    {"--LL", CACHEGRIND, PASS, NULL},
    {"--I1", CALLGRIND, CACHES, NULL},
    {"--D1", CALLGRIND, CACHES, NULL},
    {"--LL", CALLGRIND, CACHES, NULL},
    {"--instr-at-start", BOTH, PASS, NULL},
    {"--instr-atstart", CALLGRIND, PASS, "--instr-at-start"},
    {"--collect-atstart", CALLGRIND, PASS, NULL},
    {"--toggle-collect", CALLGRIND, PASS, NULL},
    {"--dump-before", CALLGRIND, PASS, NULL},
    {"--dump-after", CALLGRIND, PASS, NULL},
    {"--zero-before", CALLGRIND, PASS, NULL},
    {"--combine-dumps", CALLGRIND, PASS, NULL},
    {"--fn-skip", CALLGRIND, PASS, NULL},
    {"--obj-skip", CALLGRIND, PASS, NULL},
    {"--dump-instr", CALLGRIND, PASS, NULL},
    {"--collect-jumps", CALLGRIND, PASS, NULL},
    {"--compress-strings", CALLGRIND, PASS, NULL},
    {"--compress-pos", CALLGRIND, PASS, NULL},
    {"--separate-threads", CALLGRIND, PASS, NULL},
    {"--separate-callers", CALLGRIND, PASS, NULL},
    {"--separate-recs", CALLGRIND, PASS, NULL},
    {"--skip-plt", CALLGRIND, PASS, NULL},
    {"--read-inline-info", CALLGRIND, PASS, "--inline"},
    {"--dump-line", CALLGRIND, NOT_RECORDED, "yes"},
    {"--separate-callers[0-9]*", CALLGRIND, NOT_RECORDED, ""},
    {"--separate-recs[0-9]*", CALLGRIND, NOT_RECORDED, ""},
    {"--skip-direct-rec", CALLGRIND, NOT_RECORDED, "no"},
    {"--dump-every-bb", CALLGRIND, NOT_RECORDED, "0"},
    {"--collect-bus", CALLGRIND, NOT_RECORDED, "no"},
    {"--collect-systime", CALLGRIND, NOT_RECORDED, "no"},
    {"--simulate-wb", CALLGRIND, NOT_SIMULATED, "no"},
    {"--simulate-hwpref", CALLGRIND, NOT_SIMULATED, "no"},
    {"--cacheuse", CALLGRIND, NOT_SIMULATED, "no"},
    {"--ct-verbose*", CALLGRIND, NOTHING, NULL},
    {"--ct-vstart", CALLGRIND, NOTHING, NULL},
    {"--read-inline-info", CACHEGRIND, NOTHING, NULL},
    {"--command-line-only", BOTH, NOTHING, NULL},
};

/* Ends the program: neither the tool nor the core has the option. */
static _Noreturn void
refuse(const char *option, const char *name, int tool)
{
	const char *meant = core_options_meant(name);

	for (size_t i = 0; i < sizeof(rules) / sizeof(*rules); i++)
		if ((rules[i].tools & tool) != 0 &&
		    cli_is_typo(name, strlen(name), rules[i].pattern,
			strlen(rules[i].pattern)))
			meant = rules[i].pattern;
	if (meant != NULL)
		cli_die("unknown option %s: did you mean %s?", option, meant);
	cli_die("unknown option %s", option);
}

/* Returns the path for cg-collect, in which %n, the number of the file, is 1. */
static char *
output_path(const char *path)
{
	char *result = cli_format("%s%s", *path == '-' ? "./" : "", path);

	for (char *c = result; (c = strchr(c, '%')) != NULL; c += 2) {
		if (c[1] == 'n') {
			*c = '1';
			memmove(c + 1, c + 2, strlen(c + 1));
		}
		if (c[0] == '\0' || c[1] == '\0')
			break;
	}
	return result;
}

static void
apply(const struct rule *rule, const char *option, const char *value,
    struct words *to)
{
	switch (rule->action) {
	case OUTPUT:
		words_add(to, cli_copy("-o", 2));
		words_add(to, output_path(value));
		break;
	case CACHES:
		words_add(to, cli_format("--cache-sim=yes"));
		words_add(to, cli_format("%s", option));
		break;
	case PASS:
		words_add(to, rule->text != NULL
				  ? cli_format("%s=%s", rule->text, value)
				  : cli_format("%s", option));
		break;
	case NOT_SIMULATED:
		words_add(to, cli_format("--cache-sim=yes"));
		/* fallthrough */
	case NOT_RECORDED:
		if (strcmp(value, rule->text) != 0)
			words_add(
			    to, cli_format("--without-effect=%s", option));
		break;
	case NOTHING:
		break;
	}
}

void
translate(const char *option, bool callgrind, struct words *to)
{
	const char *tool = callgrind ? "callgrind:" : "cachegrind:";
	size_t len = strcspn(option, "=");
	char *name;

	if (memchr(option, ':', len) != NULL) {
		if (strncmp(option, "--", 2) != 0 ||
		    strncmp(option + 2, tool, strlen(tool)) != 0)
			return;
		name = cli_format("--%s", option + 2 + strlen(tool));
		translate(name, callgrind, to);
		free(name);
		return;
	}
	name = cli_copy(option, len);
	for (size_t i = 0; i < sizeof(rules) / sizeof(*rules); i++) {
		if ((rules[i].tools & (callgrind ? CALLGRIND : CACHEGRIND)) ==
			0 ||
		    option[len] == '\0' ||
		    fnmatch(rules[i].pattern, name, 0) != 0)
			continue;
		apply(&rules[i], option, option + len + 1, to);
		free(name);
		return;
	}
	if (!core_options_have(name))
		refuse(option, name, callgrind ? CALLGRIND : CACHEGRIND);
	if (strcmp(name, "--tool") != 0)
		words_add(to, cli_format("%s", option));
	free(name);
}

void
translate_defaults(bool callgrind, struct words *to)
{
	static const char *const of_callgrind[] = {"--as=callgrind", "--calls",
	    "--cache-sim=no", "--combine-dumps=no", "-o", "callgrind.out.%p",
	    NULL};
	static const char *const of_cachegrind[] = {"--as=cachegrind",
	    "--vex-guest-chase=yes",
	    CACHES_BY_DEFAULT ? "--cache-sim=yes" : "--cache-sim=no", "-o",
	    "cachegrind.out.%p", NULL};
	const char *const *list = callgrind ? of_callgrind : of_cachegrind;

	words_add(to, cli_format("cg-collect"));
	words_add(to, cli_format("--command-line-only=yes"));
	words_add(to, cli_format("--inline=no"));
	/* a program that replaces itself is no error */
	words_add(to, cli_format("--trace-children=no"));
	for (; *list != NULL; list++)
		words_add(to, cli_format("%s", *list));
}
