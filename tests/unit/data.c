/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * usage: data [--build-id=ID] [--directory=DIR]... [--no-fields] OBJECT... <QUESTIONS
 *
 * Prints what libnames finds.  A question is a line, all objects are asked all, and
 * numbers are hexadecimal:
 *
 *	variable ADDRESS		sorted
 *	thread-local OFFSET		sorted
 *	site ADDRESS AFTER UNIT [TYPE]
 *
 * A field that is there several times has their number, or "" if a block says it, and
 * their distance.  A variable is printed with its offset, size, place, type and "[]" if it is an array;
 * a type with its size; and then its fields, one a line.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgfmt.h"
#include "libcli/cli.h"
#include "libnames/names_data.h"
#include "libnames/object_names.h"

const struct cli_program cli_program = {.name = "data", .failure = CLI_FAILURE};

struct numbers {
	uint64_t *list;
	size_t n;
};

struct questions {
	struct numbers addresses, offsets;
	struct names_site *sites;
	size_t nsites;
};

static void
add(struct numbers *numbers, uint64_t number)
{
	numbers->list =
	    cli_grow(numbers->list, numbers->n, sizeof(*numbers->list));
	numbers->list[numbers->n++] = number;
}

static void
add_site(struct questions *asked, const char *text)
{
	struct names_site site = {0};
	int len = 0;

	if (sscanf(text, "site %" SCNx64 " %" SCNx64 " %" SCNx64 " %n",
		&site.address, &site.after, &site.unit, &len) < 3)
		cli_die("bad question: %s", text);
	if (text[len] != '\0')
		site.wanted = cli_copy(text + len, strlen(text + len));
	asked->sites =
	    cli_grow(asked->sites, asked->nsites, sizeof(*asked->sites));
	asked->sites[asked->nsites++] = site;
}

static void
read_questions(struct questions *asked)
{
	char line[4096];
	uint64_t number;

	while (fgets(line, sizeof(line), stdin) != NULL) {
		line[strcspn(line, "\n")] = '\0';
		if (sscanf(line, "variable %" SCNx64, &number) == 1)
			add(&asked->addresses, number);
		else if (sscanf(line, "thread-local %" SCNx64, &number) == 1)
			add(&asked->offsets, number);
		else
			add_site(asked, line);
	}
}

static void
print_type(const struct names_type *type, bool has_fields)
{
	uint64_t last = 0;

	printf("%s\t%" PRIu64 "\n", type->name, type->size);
	for (size_t i = 0; i < type->nfields; i++) {
		const struct names_field *field = &type->fields[i];
		const struct names_field *found =
		    names_data_field_at(type, field->offset);

		if (field->offset < last || found == NULL)
			cli_die("%s: fields are not sorted", type->name);
		last = field->offset;
		if (!has_fields)
			continue;
		printf("\t%s\t%" PRIu64 "+%" PRIu64, field->name, field->offset,
		    field->size);
		if (field->count == UINT64_MAX)
			printf("\t*%" PRIu64, field->stride);
		else if (field->count > 1)
			printf("\t%" PRIu64 "*%" PRIu64, field->count,
			    field->stride);
		if (field->line != 0)
			printf("\t:%" PRId64, field->line);
		putchar('\n');
	}
}

static void
print_variable(
    uint64_t address, const struct names_variable *variable, bool has_fields)
{
	const char *slash;

	if (variable == NULL) {
		printf("-\n");
		return;
	}
	slash = variable->file == NULL ? NULL : strrchr(variable->file, '/');
	printf("%s\t+%" PRIu64 "\t%" PRIu64 "\t%s:%" PRId64 "\t%s",
	    variable->name, address - variable->address, variable->size,
	    slash == NULL ? "" : slash + 1, variable->line,
	    variable->is_array ? "[] " : "");
	if (variable->type == NULL)
		printf("-\n");
	else
		print_type(variable->type, has_fields);
}

static void
print(const struct names_data_object *object, bool has_fields)
{
	for (size_t i = 0; i < object->naddresses; i++)
		print_variable(
		    object->addresses[i], object->variables[i], has_fields);
	for (size_t i = 0; i < object->noffsets; i++)
		print_variable(
		    object->offsets[i], object->thread_locals[i], has_fields);
	for (size_t i = 0; i < object->nsites; i++)
		if (object->sites[i].type == NULL)
			printf("-\n");
		else
			print_type(object->sites[i].type, has_fields);
	if (object->problem != NULL)
		fprintf(stderr, "%s: %s\n", object->path, object->problem);
}

static bool
is_same(const char *a, const char *b)
{
	return a != NULL && b != NULL && strcmp(a, b) == 0;
}

/* ends the program if equal variables have different pointers */
static void
check(const struct names_data_object *object)
{
	for (size_t i = 1; i < object->naddresses; i++) {
		const struct names_variable *a = object->variables[i - 1];
		const struct names_variable *b = object->variables[i];

		if (a != NULL && b != NULL && a != b &&
		    (a->address == b->address ||
			(is_same(a->name, b->name) && a->name != b->name)))
			cli_die("equal variables have different pointers");
	}
}

static void
find(struct names_data_object *objects, size_t n,
    const struct names_options *options, bool has_fields)
{
	struct cg_error error = {0};
	struct names_data *data = names_data_find(objects, n, options, &error);

	if (data == NULL)
		cli_die("%s", error.text);
	for (size_t i = 0; i < n; i++) {
		check(&objects[i]);
		print(&objects[i], has_fields);
	}
	names_data_free(data);
}

/* each object has sites of its own, because they have the answers */
static struct names_site *
copy_sites(const struct questions *asked)
{
	struct names_site *sites = cli_alloc(asked->nsites, sizeof(*sites));

	for (size_t i = 0; i < asked->nsites; i++)
		sites[i] = asked->sites[i];
	return sites;
}

static void
release(struct questions *asked)
{
	for (size_t i = 0; i < asked->nsites; i++)
		free((char *)asked->sites[i].wanted);
	free(asked->sites);
	free(asked->addresses.list);
	free(asked->offsets.list);
}

int
main(int argc, char **argv)
{
	const char **directories = cli_alloc((size_t)argc, sizeof(*argv));
	struct names_data_object *objects =
	    cli_alloc((size_t)argc, sizeof(*objects));
	struct names_options options = {.directories = directories};
	struct questions asked = {0};
	const char *build_id = NULL;
	bool has_fields = true;
	size_t n = 0;

	if (argc > 1)
		read_questions(&asked);
	for (int i = 1; i < argc; i++) {
		if (strncmp(argv[i], "--build-id=", 11) == 0)
			build_id = argv[i] + 11;
		else if (strncmp(argv[i], "--directory=", 12) == 0)
			directories[options.ndirectories++] = argv[i] + 12;
		else if (strcmp(argv[i], "--no-fields") == 0)
			has_fields = false;
		else
			objects[n++] = (struct names_data_object){
			    .path = argv[i],
			    .build_id = build_id,
			    .addresses = asked.addresses.list,
			    .naddresses = asked.addresses.n,
			    .offsets = asked.offsets.list,
			    .noffsets = asked.offsets.n,
			    .sites = copy_sites(&asked),
			    .nsites = asked.nsites,
			};
	}
	if (argc > 1)
		find(objects, n, &options, has_fields);
	for (size_t i = 0; i < n; i++)
		free(objects[i].sites);
	release(&asked);
	free(objects);
	free(directories);
	return 0;
}
