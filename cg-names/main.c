/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cg-names says what is at addresses of programs and libraries.  libnames
 * starts it and talks to it as libnames/protocol.h says.
 *
 *	main		reads requests, and answers them by
 *	object/		the files of an object
 *	  object	  all of them
 *	  limits	  the time and memory for them, because they can be hostile
 *	  debug_file	  finds those that are separate
 *	  debuginfod	  fetches those, and sources
 *	  identity	  tells builds of a file apart
 *	  symbols	  functions and data
 *	  section_bytes	  numbers and strings in a section
 *	lines/		files and lines
 *	  address_lines	  of addresses
 *	  units		  finds the compilation unit of an address
 *	  unit_files	  the files that entries refer to
 *	  line_table	  reads a line table
 *	entries/	the entries of debug information
 *	  entry		  what one says about itself
 *	  enclosing	  what is around it
 *	  language	  whose names they are
 *	  cxx_name	  builds names that the debug information does not have
 *	  cxx_type	  types in them
 *	  cxx_template	  arguments of templates
 *	  cxx_lambda	  lambdas
 *	inlined/	functions that were inlined
 *	  scopes	  finds them
 *	  scope_tree	  functions around addresses, and what is in them
 *	  hosts		  where functions of some names were inlined
 *	  function_name	  their names
 *	data/		variables and types
 *	  variables	  at addresses
 *	  variable_entries  those that debug information describes
 *	  types		  in the reply, each once
 *	  type_index	  by name
 *	  type_name	  as users write them
 *	  type_entry	  what their entries say
 *	  layout	  their fields
 *	sites/		the types of what calls allocate
 *	  sites		  all calls of a request
 *	  site		  one of them, and what its rules share
 *	  wanted_type	  by its name
 *	  allocators	  by functions of C++ and Rust
 *	  takers	  by what gets the result
 *	  result	  where that goes
 *	  amd64		  instructions
 *	  location	  where variables are
 *	  source_line	  by the source
 *	  source_expression  types of expressions there
 *	  statement	  its text
 *	serve/
 *	  code_request	where the code is, and its functions and instructions
 *	  flow		what instructions do to the flow of control
 *	  data_request	answers a request for data
 *	reply/		an answer, as it is collected and written
 *	  reply		  about code
 *	  data_reply	  about data
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cg-names/inlined/hosts.h"
#include "cg-names/inlined/scopes.h"
#include "cg-names/lines/address_lines.h"
#include "cg-names/lines/units.h"
#include "cg-names/object/debuginfod.h"
#include "cg-names/object/limits.h"
#include "cg-names/object/object.h"
#include "cg-names/object/symbols.h"
#include "cg-names/reply/reply.h"
#include "cg-names/serve/code_request.h"
#include "cg-names/serve/data_request.h"
#include "libcli/cli.h"
#include "libnames/protocol.h"

const struct cli_program cli_program = {
    .name = "cg-names",
    .failure = NAMES_NO_MEMORY,
};

struct request {
	char *text;
	const char **directories;
	struct object_request object;
	bool is_of_code;
	bool is_of_source; /* the path is a source's */
	const char
	    *pattern; /* of functions whose hosts are asked for, or NULL */
	uint64_t *addresses;
	size_t naddresses;
	bool is_of_data;
	struct data_request data;
};

/* 1, or 0 if the input has ended */
static int
take(void *data, size_t size)
{
	char *next = data;

	while (size > 0) {
		ssize_t n = read(STDIN_FILENO, next, size);

		if (n <= 0)
			return 0;
		next += n;
		size -= (size_t)n;
	}
	return 1;
}

static const char *
next_string(const char **next)
{
	const char *string = *next;

	*next += strlen(string) + 1;
	return string;
}

/* Reads the rest of a request for data, whose last strings come next. */
static int
read_data_request(struct request *request, const char *next)
{
	struct data_request *data = &request->data;
	struct names_data_request head;

	if (!take(&head, sizeof(head)))
		return 0;
	data->addresses = request->addresses;
	data->naddresses = request->naddresses;
	data->noffsets = head.noffsets;
	data->offsets = cli_alloc(head.noffsets, sizeof(*data->offsets));
	data->nsites = head.nsites;
	data->sites = cli_alloc(head.nsites, sizeof(*data->sites));
	data->wanted = cli_alloc(head.nsites, sizeof(*data->wanted));
	for (size_t i = 0; i < head.nsites; i++)
		data->wanted[i] = next_string(&next);
	return take(data->offsets, head.noffsets * sizeof(*data->offsets)) &&
	       take(data->sites, head.nsites * sizeof(*data->sites));
}

static int
read_request(struct request *request)
{
	struct names_request head;
	const char *next;

	if (!take(&head, sizeof(head)))
		return 0;
	request->text = cli_alloc(head.size + 1, 1);
	request->directories =
	    cli_alloc(head.ndirectories, sizeof(*request->directories));
	request->naddresses = head.naddresses;
	request->addresses =
	    cli_alloc(head.naddresses, sizeof(*request->addresses));
	if (!take(request->text, head.size) ||
	    !take(request->addresses,
		head.naddresses * sizeof(*request->addresses)))
		return 0;
	next = request->text;
	request->object = (struct object_request){
	    .path = next_string(&next),
	    .build_id = next_string(&next),
	    .directories = request->directories,
	    .ndirectories = head.ndirectories,
	    .debuginfod = (head.flags & NAMES_DEBUGINFOD) != 0,
	    .no_lines = (head.flags & NAMES_NO_LINES) != 0,
	    .inlined = (head.flags & NAMES_INLINED) != 0,
	};
	request->is_of_code = (head.flags & NAMES_CODE) != 0;
	request->is_of_source = (head.flags & NAMES_SOURCE) != 0;
	for (size_t i = 0; i < head.ndirectories; i++)
		request->directories[i] = next_string(&next);
	request->pattern =
	    (head.flags & NAMES_HOSTS) != 0 ? next_string(&next) : NULL;
	request->is_of_data = (head.flags & NAMES_DATA) != 0;
	request->data = (struct data_request){0};
	return !request->is_of_data || read_data_request(request, next);
}

static void
release_request(struct request *request)
{
	free(request->text);
	free(request->directories);
	free(request->addresses);
	free(request->data.offsets);
	free(request->data.sites);
	free(request->data.wanted);
}

static void
add_functions(const struct object *object, const struct request *request,
    struct names_run *places, struct reply *reply)
{
	struct symbol *symbols = symbols_find(
	    object, SYMBOL_OF_CODE, request->addresses, request->naddresses);
	const char *last = NULL;
	uint32_t number = 0;

	for (size_t i = 0; i < request->naddresses; i++) {
		const char *name = symbols[i].name;

		if (name != last)
			number = name == NULL ? 0 : symbols_reply(reply, name);
		last = name;
		places[i].function = number;
	}
	free(symbols);
}

static bool
answer(const struct request *request)
{
	struct names_run *places =
	    cli_alloc(request->naddresses, sizeof(*places));
	struct reply reply = {0};
	struct object object;
	bool is_read;

	object_open(&object, &request->object);
	if (object.lines != NULL)
		lines_find(&object, request->addresses, request->naddresses,
		    places, &reply);
	if (object.lines != NULL && request->object.inlined)
		scopes_find(&object, request->addresses, request->naddresses,
		    places, &reply);
	add_functions(&object, request, places, &reply);
	for (size_t i = 0; i < request->naddresses; i++) {
		places[i].n = 1;
		reply_place(&reply, &places[i]);
	}
	is_read =
	    reply_write(&reply, object.problem == NULL ? "" : object.problem);
	units_free(&object);
	object_close(&object);
	reply_release(&reply);
	free(places);
	return is_read;
}

static bool
answer_hosts(const struct request *request)
{
	struct reply reply = {0};
	struct object object;
	bool is_read;

	object_open(&object, &request->object);
	if (object.lines != NULL)
		hosts_find(&object, request->pattern, &reply);
	is_read =
	    reply_write(&reply, object.problem == NULL ? "" : object.problem);
	units_free(&object);
	object_close(&object);
	reply_release(&reply);
	return is_read;
}

static bool
answer_code(const struct request *request)
{
	struct object object;
	bool is_read;

	object_open(&object, &request->object);
	is_read = code_answer(&object, request->addresses, request->naddresses);
	object_close(&object);
	return is_read;
}

static bool
answer_data(const struct request *request)
{
	struct data_reply reply = {0};
	struct object object;
	bool is_read;

	object_open(&object, &request->object);
	data_find(&object, &request->data, &reply);
	is_read = data_reply_write(
	    &reply, object.problem == NULL ? "" : object.problem);
	units_free(&object);
	object_close(&object);
	data_reply_release(&reply);
	return is_read;
}

static bool
answer_source(const struct request *request, struct debuginfod *connections)
{
	struct reply reply = {0};
	char *copy, *problem;
	bool is_read;

	limits_allow(0);
	problem = debuginfod_fetch_source(
	    connections, request->object.build_id, request->object.path, &copy);
	if (copy != NULL)
		reply_string(&reply, copy);
	is_read = reply_write(&reply, problem);
	reply_release(&reply);
	free(copy);
	free(problem);
	return is_read;
}

int
main(void)
{
	const char *urls = getenv("DEBUGINFOD_URLS");
	char *servers = cli_format("%s", urls == NULL ? "" : urls);
	struct debuginfod connections = {0};
	struct request request;
	bool goes_on = true;

	elf_version(EV_CURRENT);
	while (goes_on && read_request(&request)) {
		/* libdw would ask servers on its own */
		if (request.object.debuginfod)
			setenv("DEBUGINFOD_URLS", servers, 1);
		else
			unsetenv("DEBUGINFOD_URLS");
		if (request.is_of_source)
			goes_on = answer_source(&request, &connections);
		else if (request.is_of_code)
			goes_on = answer_code(&request);
		else if (request.is_of_data)
			goes_on = answer_data(&request);
		else if (request.pattern != NULL)
			goes_on = answer_hosts(&request);
		else
			goes_on = answer(&request);
		release_request(&request);
	}
	debuginfod_end(&connections);
	free(servers);
	return 0;
}
