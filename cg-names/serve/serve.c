/* SPDX-License-Identifier: BSD-2-Clause */
/* Each request is about one object, which is opened for it and closed after it. */
#include <stdlib.h>

#include "cg-names/data/types.h"
#include "cg-names/data/variables.h"
#include "cg-names/inlined/hosts.h"
#include "cg-names/inlined/scopes.h"
#include "cg-names/lines/address_lines.h"
#include "cg-names/lines/producers.h"
#include "cg-names/lines/units.h"
#include "cg-names/object/debuginfod.h"
#include "cg-names/object/limits.h"
#include "cg-names/object/object.h"
#include "cg-names/object/symbols.h"
#include "cg-names/reply/data_reply.h"
#include "cg-names/reply/reply.h"
#include "cg-names/sites/sites.h"
#include "libcli/cli.h"
#include "code_answer.h"
#include "code_keys.h"
#include "request.h"
#include "serve.h"

/* Adds the names of functions that have no other one yet. */
static void
add_functions(const struct request *request, const struct symbol *symbols,
    const struct rust_names *rust, struct names_run *places,
    struct reply *reply)
{
	const char *last = NULL;
	struct names_run named = {0};

	for (size_t i = 0; i < request->naddresses; i++) {
		const char *name = symbols[i].name;
		bool is_told_apart = false;

		if (name != last && name != NULL) {
			named.function =
			    rust_names_number(rust, name, &is_told_apart);
			named.is_told_apart = is_told_apart;
			if (named.function == 0)
				named.function = symbols_reply(reply, name);
		}
		last = name;
		places[i].function = name != NULL ? named.function : 0;
		places[i].is_told_apart = name != NULL && named.is_told_apart;
	}
}

static bool
answer(const struct request *request)
{
	size_t n = request->naddresses;
	struct names_run *places = cli_alloc(n, sizeof(*places));
	struct reply reply = {0};
	struct rust_names rust = {0};
	struct symbol *symbols;
	struct object object;
	bool is_read, has_rust = false;

	object_open(&object, &request->object);
	symbols = symbols_find(&object, SYMBOL_OF_CODE, request->addresses, n);
	for (size_t i = 0; i < n; i++)
		if (symbols[i].name != NULL &&
		    (i == 0 || symbols[i].name != symbols[i - 1].name))
			has_rust |=
			    rust_names_add_symbol(&rust, symbols[i].name);
	if (object.lines != NULL)
		address_lines_find(
		    &object, request->addresses, n, places, &reply);
	if (object.lines != NULL && (request->object.inlined || has_rust))
		scopes_find(
		    &object, request->addresses, n, places, &rust, &reply);
	else
		rust_names_complete(&rust, &object, &reply);
	add_functions(request, symbols, &rust, places, &reply);
	producers_find(&object, &reply);
	for (size_t i = 0; i < n; i++) {
		places[i].n = 1;
		reply_place(&reply, &places[i]);
	}
	is_read =
	    reply_write(&reply, object.problem == NULL ? "" : object.problem);
	rust_names_release(&rust);
	free(symbols);
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
answer_keys(const struct request *request)
{
	struct reply reply = {0};
	struct object object;
	bool is_read;

	object_open(&object, &request->object);
	code_keys_find(
	    &object, request->addresses, request->naddresses, &reply);
	is_read =
	    reply_write(&reply, object.problem == NULL ? "" : object.problem);
	object_close(&object);
	reply_release(&reply);
	return is_read;
}

static void
find_data(struct object *object, const struct request *request,
    struct data_reply *reply)
{
	const struct data_request *data = &request->data;
	struct types types = {
	    .object = object, .reply = reply, .files.object = object};

	/* libdw decompresses, too, so it comes later */
	if (object->lines != NULL)
		address_lines_sections(object);
	variables_find(&types, false, request->addresses, request->naddresses);
	variables_find(&types, true, data->offsets, data->noffsets);
	sites_find(&types, data->sites, data->wanted, data->nsites);
	types_release(&types);
}

static bool
answer_data(const struct request *request)
{
	struct data_reply reply = {0};
	struct object object;
	bool is_read;

	object_open(&object, &request->object);
	find_data(&object, request, &reply);
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

void
serve(void)
{
	const char *urls = getenv("DEBUGINFOD_URLS");
	char *servers = cli_format("%s", urls == NULL ? "" : urls);
	struct debuginfod connections = {0};
	struct request request;
	bool goes_on = true;

	elf_version(EV_CURRENT);
	while (goes_on && request_read(&request)) {
		/* libdw would ask servers on its own */
		if (request.object.debuginfod)
			setenv("DEBUGINFOD_URLS", servers, 1);
		else
			unsetenv("DEBUGINFOD_URLS");
		if (request.is_of_source)
			goes_on = answer_source(&request, &connections);
		else if (request.is_of_code)
			goes_on = answer_code(&request);
		else if (request.is_of_keys)
			goes_on = answer_keys(&request);
		else if (request.object.is_of_data)
			goes_on = answer_data(&request);
		else if (request.pattern != NULL)
			goes_on = answer_hosts(&request);
		else
			goes_on = answer(&request);
		request_release(&request);
	}
	debuginfod_end(&connections);
	free(servers);
}
