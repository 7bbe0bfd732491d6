/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * usage: names [--build-id=ID] [--directory=DIR]... [--debuginfod] [--inlined]
 *		OBJECT... <ADDRESSES
 *	  names --hosts=PATTERN OBJECT...
 *	  names --code OBJECT <ADDRESSES
 *
 * Prints what libnames finds at addresses: address, "file:line" and function,
 * with tabs between them, and then the inlined functions, the innermost first.  Addresses are hexadecimal numbers, sorted; all objects
 * are asked for all of them.
 * With --code, prints the flow of instructions, the sizes of calls, and functions.
 * With --hosts, prints functions that match, and those that have them inlined.
 * Problems go to standard error.  Without arguments, checks names_head.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgfmt.h"
#include "libcli/cli.h"
#include "libnames/object_names.h"
#include "ok.h"

const struct cli_program cli_program = {
    .name = "names", .failure = CLI_FAILURE};

static uint64_t *
read_addresses(size_t *n)
{
	uint64_t *addresses = NULL, address;

	*n = 0;
	while (scanf("%" SCNx64, &address) == 1) {
		addresses = cli_grow(addresses, *n, sizeof(*addresses));
		addresses[(*n)++] = address;
	}
	return addresses;
}

static void
print(const struct names_object *object)
{
	for (size_t i = 0; i < object->naddresses; i++) {
		const struct names_place *place = object->places[i];
		static const struct names_place unknown = {0};

		if (place == NULL)
			place = &unknown;
		printf("%" PRIx64 "\t%s:%" PRId64 "\t%s", object->addresses[i],
		    place->file == NULL ? "" : place->file, place->line,
		    place->function == NULL ? "" : place->function);
		for (const struct names_inlined *inlined = place->inlined;
		     inlined != NULL; inlined = inlined->caller)
			printf("\t%s (%s:%" PRId64 ")", inlined->function,
			    inlined->file == NULL ? "" : inlined->file,
			    inlined->line);
		putchar('\n');
	}
	if (object->problem != NULL)
		fprintf(stderr, "%s: %s\n", object->path, object->problem);
}

static bool
is_same(const char *a, const char *b)
{
	return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

/* ends the program if equal places or strings have different pointers */
static void
check(const struct names_place *a, const struct names_place *b)
{
	if (a == NULL || b == NULL || a == b)
		return;
	if ((is_same(a->file, b->file) && a->file != b->file) ||
	    (is_same(a->function, b->function) && a->function != b->function) ||
	    (a->file == b->file && a->function == b->function &&
		a->line == b->line && a->inlined == b->inlined &&
		a->is_declaration == b->is_declaration))
		cli_die("equal names or places have different pointers");
}

static void
check_all(const struct names_object *objects, size_t n)
{
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < objects[i].naddresses; j++) {
			check(objects[0].places[j], objects[i].places[j]);
			if (j > 0)
				check(objects[i].places[j - 1],
				    objects[i].places[j]);
		}
}

static void
find(
    struct names_object *objects, size_t n, const struct names_options *options)
{
	struct cg_error error = {0};
	struct object_names *names =
	    object_names_find(objects, n, options, &error);

	if (names == NULL)
		cli_die("%s", error.text);
	check_all(objects, n);
	for (size_t i = 0; i < n; i++)
		print(&objects[i]);
	object_names_free(names);
}

static int
ask_hosts(const char *pattern, char **paths, int npaths)
{
	struct names_options options = {.ndirectories = 0};
	struct cg_error error = {0};
	struct names_hosts hosts;

	if (names_hosts_find(&hosts, pattern, (const char *const *)paths,
		(size_t)npaths, &options, &error) < 0)
		cli_die("%s", error.text);
	for (size_t i = 0; i < hosts.n; i++)
		printf("%s\t%s\n", hosts.list[i].function, hosts.list[i].host);
	names_hosts_release(&hosts);
	return 0;
}

static int
ask_code(const char *path)
{
	static const char *const flows[] = {
	    [NAMES_GOES_ON] = "goes on",
	    [NAMES_REPEATS] = "repeats",
	    [NAMES_LEAVES] = "leaves",
	    [NAMES_CALLS] = "calls",
	};
	struct names_options options = {.ndirectories = 0};
	struct cg_error error = {0};
	struct names_code code = {.path = path};
	uint64_t *addresses = read_addresses(&code.naddresses);

	code.addresses = addresses;
	if (names_code_find(&code, &options, &error) < 0)
		cli_die("%s", error.text);
	if (code.file == NULL)
		cli_die("%s: %s", path, code.problem);
	for (size_t i = 0; i < code.naddresses; i++) {
		const struct names_instruction *one = &code.instructions[i];

		printf("%" PRIx64 "\t%s\t%u\t%s\n", addresses[i],
		    flows[one->flow], one->size,
		    one->function == NULL ? "" : one->function->symbol);
	}
	names_code_release(&code);
	free(addresses);
	return 0;
}

static int
ask(int argc, char **argv)
{
	const char **directories = cli_alloc((size_t)argc, sizeof(*argv));
	struct names_object *objects =
	    cli_alloc((size_t)argc, sizeof(*objects));
	struct names_options options = {.directories = directories};
	size_t n = 0, naddresses;
	uint64_t *addresses = read_addresses(&naddresses);
	const char *build_id = NULL;

	for (int i = 1; i < argc; i++) {
		if (strncmp(argv[i], "--build-id=", 11) == 0)
			build_id = argv[i] + 11;
		else if (strncmp(argv[i], "--directory=", 12) == 0)
			directories[options.ndirectories++] = argv[i] + 12;
		else if (strcmp(argv[i], "--debuginfod") == 0)
			options.debuginfod = true;
		else if (strcmp(argv[i], "--inlined") == 0)
			options.inlined = true;
		else
			objects[n++] = (struct names_object){.path = argv[i],
			    .build_id = build_id,
			    .addresses = addresses,
			    .naddresses = naddresses};
	}
	find(objects, n, &options);
	free(addresses);
	free(objects);
	free(directories);
	return 0;
}

int
main(int argc, char **argv)
{
	if (argc > 1 && strncmp(argv[1], "--hosts=", 8) == 0)
		return ask_hosts(argv[1] + 8, argv + 2, argc - 2);
	if (argc == 3 && strcmp(argv[1], "--code") == 0)
		return ask_code(argv[2]);
	if (argc > 1)
		return ask(argc, argv);
	/* the usual test values of FNV-1a, continued over zeros */
	ok(names_head("", 0) == names_head("\0\0", 2), "zeros follow the file");
	ok(names_head("a", 1) != names_head("b", 1), "heads differ");
	return failures > 0;
}
