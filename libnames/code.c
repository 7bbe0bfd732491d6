/* SPDX-License-Identifier: BSD-2-Clause */
/* Asks where the machine code of an object is, and what functions it has. */
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "cgfmt.h"
#include "client.h"
#include "libcli/cli.h"
#include "names.h"
#include "protocol.h"

/* the strings of an answer: the problem, the file, its machine, and symbols */
enum { FILE_STRING = 1, MACHINE_STRING, SYMBOL_STRINGS };

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

	if (client_send(client, &request) &&
	    answer_receive(code->answer, &client->server, 0))
		return true;
	answer_release(code->answer);
	return false;
}

/* Reads "START END NAME"; false if it is something else. */
static bool
read_symbol(struct names_symbol *symbol, const char *text)
{
	int64_t start, end;
	int n = cg_parse_int(text, strlen(text), &start);

	if (n <= 0 || start < 0 || text[n] != ' ')
		return false;
	text += n + 1;
	n = cg_parse_int(text, strlen(text), &end);
	if (n <= 0 || end <= start || text[n] != ' ')
		return false;
	*symbol =
	    (struct names_symbol){text + n + 1, (uint64_t)start, (uint64_t)end};
	return true;
}

static void
take_answer(struct names_code *code)
{
	const struct answer *a = code->answer;

	code->problem = *a->strings[0] != '\0' ? a->strings[0] : NULL;
	if (a->nstrings < SYMBOL_STRINGS || *a->strings[FILE_STRING] == '\0') {
		if (code->problem == NULL)
			code->problem = "it has no code";
		return;
	}
	code->file = a->strings[FILE_STRING];
	code->machine = a->strings[MACHINE_STRING];
	for (size_t i = 0; i < code->naddresses; i++)
		if (SYMBOL_STRINGS + i < a->nstrings)
			read_symbol(
			    &code->symbols[i], a->strings[SYMBOL_STRINGS + i]);
}

int
names_find_code(struct names_code *code, const struct names_options *options,
    struct cg_error *error)
{
	struct client client = {.options = options, .error = error};
	int status;

	code->answer = cli_alloc(1, sizeof(*code->answer));
	code->symbols = cli_alloc(code->naddresses, sizeof(*code->symbols));
	status =
	    client_ask_once(&client, talk, NAMES_CODE, code, &code->problem);
	client_end(&client);
	if (status > 0)
		take_answer(code);
	return status < 0 ? -1 : 0;
}

void
names_code_release(struct names_code *code)
{
	if (code->answer != NULL)
		answer_release(code->answer);
	free(code->answer);
	free(code->symbols);
	code->answer = NULL;
	code->symbols = NULL;
}
