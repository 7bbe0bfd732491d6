/* SPDX-License-Identifier: BSD-2-Clause */
/* Asks where the machine code of an object is, what functions it has, and what its
 * instructions do.  Checks the answer, as answer.c does with others. */
#include <stdlib.h>

#include "cgfmt.h"
#include "libcli/cli.h"
#include "answer.h"
#include "client.h"
#include "object_names.h"
#include "protocol.h"

/* the strings of an answer; symbols follow */
enum { PROBLEM_STRING, FILE_STRING, MACHINE_STRING, ID_STRING, NSTRINGS };

static bool
receive_functions(
    struct names_code *code, struct server *server, size_t nstrings)
{
	struct names_code_function *received =
	    cli_alloc(code->nfunctions, sizeof(*received));
	bool is_right = server_receive(
	    server, received, code->nfunctions * sizeof(*received));

	code->functions = cli_alloc(code->nfunctions, sizeof(*code->functions));
	for (size_t i = 0; is_right && i < code->nfunctions; i++) {
		const struct names_code_function *f = &received[i];

		is_right = f->symbol >= NSTRINGS && f->symbol < nstrings &&
			   f->start < f->end;
		if (is_right)
			code->functions[i] = (struct names_function){
			    code->strings[f->symbol], f->start, f->end};
	}
	free(received);
	return is_right;
}

static bool
receive_instructions(struct names_code *code, struct server *server)
{
	size_t n = code->naddresses;
	struct names_code_instruction *received =
	    cli_alloc(n, sizeof(*received));
	bool is_right = server_receive(server, received, n * sizeof(*received));

	for (size_t i = 0; is_right && i < n; i++) {
		const struct names_code_instruction *from = &received[i];
		struct names_instruction *to = &code->instructions[i];

		is_right = from->function <= code->nfunctions &&
			   from->flow <= NAMES_CALLS;
		if (!is_right)
			break;
		if (from->function > 0)
			to->function = &code->functions[from->function - 1];
		to->flow = from->flow;
		to->size = from->size;
	}
	free(received);
	return is_right;
}

static bool
receive(struct names_code *code, struct server *server)
{
	struct names_code_answer head;

	if (!server_receive(server, &head, sizeof(head)) ||
	    head.nfunctions > code->naddresses || head.nstrings < NSTRINGS ||
	    !answer_receive_strings(
		server, head.size, head.nstrings, &code->text, &code->strings))
		return false;
	code->nfunctions = head.nfunctions;
	return receive_functions(code, server, head.nstrings) &&
	       receive_instructions(code, server);
}

static bool
talk(struct client *client, uint32_t flags, void *data)
{
	struct names_code *code = data;
	struct client_request request = {
	    .flags = flags,
	    .path = code->path,
	    .build_id = code->build_id,
	    .addresses = code->addresses,
	    .naddresses = code->naddresses,
	};

	code->instructions =
	    cli_alloc(code->naddresses, sizeof(*code->instructions));
	if (client_send(client, &request) && receive(code, &client->server))
		return true;
	names_code_release(code);
	return false;
}

static void
take_strings(struct names_code *code)
{
	const char **strings = code->strings;

	if (*strings[PROBLEM_STRING] != '\0')
		code->problem = strings[PROBLEM_STRING];
	if (*strings[FILE_STRING] == '\0') {
		if (code->problem == NULL)
			code->problem = "it has no code";
		return;
	}
	code->file = strings[FILE_STRING];
	code->machine = strings[MACHINE_STRING];
	code->id = strings[ID_STRING];
}

int
names_code_find(struct names_code *code, const struct names_options *options,
    struct cg_error *error)
{
	struct client client = {.options = options, .error = error};
	int status =
	    client_ask_once(&client, talk, NAMES_CODE, code, &code->problem);

	client_end(&client);
	if (status > 0)
		take_strings(code);
	return status < 0 ? -1 : 0;
}

void
names_code_release(struct names_code *code)
{
	free(code->text);
	free(code->strings);
	free(code->functions);
	free(code->instructions);
	code->text = NULL;
	code->strings = NULL;
	code->functions = NULL;
	code->instructions = NULL;
	code->nfunctions = 0;
}
