/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads requests, which libnames has put together and so can be trusted. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "libcli/cli.h"
#include "request.h"

/* False if the input has ended. */
static bool
take(void *data, size_t size)
{
	char *next = data;

	while (size > 0) {
		ssize_t n = read(STDIN_FILENO, next, size);

		if (n <= 0)
			return false;
		next += n;
		size -= (size_t)n;
	}
	return true;
}

static const char *
next_string(const char **next)
{
	const char *string = *next;

	*next += strlen(string) + 1;
	return string;
}

/* Reads the rest of a request for data, whose last strings come next. */
static bool
read_data_request(struct request *request, const char *next)
{
	struct data_request *data = &request->data;
	struct names_data_request head;

	if (!take(&head, sizeof(head)))
		return false;
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

bool
request_read(struct request *request)
{
	struct names_request head;
	const char *next;

	if (!take(&head, sizeof(head)))
		return false;
	request->text = cli_alloc(head.size + 1, 1);
	request->directories =
	    cli_alloc(head.ndirectories, sizeof(*request->directories));
	request->naddresses = head.naddresses;
	request->addresses =
	    cli_alloc(head.naddresses, sizeof(*request->addresses));
	if (!take(request->text, head.size) ||
	    !take(request->addresses,
		head.naddresses * sizeof(*request->addresses)))
		return false;
	next = request->text;
	request->object = (struct object_request){
	    .path = next_string(&next),
	    .build_id = next_string(&next),
	    .directories = request->directories,
	    .ndirectories = head.ndirectories,
	    .debuginfod = (head.flags & NAMES_DEBUGINFOD) != 0,
	    .no_lines = (head.flags & (NAMES_NO_LINES | NAMES_KEYS)) != 0,
	    .inlined = (head.flags & NAMES_INLINED) != 0,
	    .is_of_data = (head.flags & NAMES_DATA) != 0,
	};
	request->is_of_code = (head.flags & NAMES_CODE) != 0;
	request->is_of_keys = (head.flags & NAMES_KEYS) != 0;
	request->is_of_source = (head.flags & NAMES_SOURCE) != 0;
	for (size_t i = 0; i < head.ndirectories; i++)
		request->directories[i] = next_string(&next);
	request->pattern =
	    (head.flags & NAMES_HOSTS) != 0 ? next_string(&next) : NULL;
	request->data = (struct data_request){0};
	return !request->object.is_of_data || read_data_request(request, next);
}

void
request_release(struct request *request)
{
	free(request->text);
	free(request->directories);
	free(request->addresses);
	free(request->data.offsets);
	free(request->data.sites);
	free(request->data.wanted);
}
