/* SPDX-License-Identifier: BSD-2-Clause */
/* Keeps its memory from one run to the next. */
#include <stdlib.h>
#include <string.h>

#include "bytes/output.h"
#include "sink.h"
#include "target.h"

struct cg_output {
	char *bytes;
	size_t n;
	size_t room;
	bool is_terminal;
};

static struct cg_output sink;
static struct printer *open_printer; /* NULL: none */

void
sink_open(struct printer *printer, bool is_terminal)
{
	if (sink.bytes == NULL) {
		sink.room = 1 << 24;
		sink.bytes = malloc(sink.room);
		demand(sink.bytes != NULL, "there is memory");
	}
	sink.n = 0;
	sink.is_terminal = is_terminal;
	*printer = (struct printer){
	    .output = &sink, .pager = -1, .terminal = is_terminal};
	open_printer = printer;
}

const char *
sink_bytes(size_t *len)
{
	if (open_printer != NULL)
		short_names_release(&open_printer->names);
	open_printer = NULL;
	sink.bytes[sink.n] = '\0';
	*len = sink.n;
	return sink.bytes;
}

/* --- the functions of output.c -------------------------------------------- */

struct cg_output *
cg_output_open(const char *path, int gzip_level, struct cg_error *error)
{
	(void)path;
	(void)gzip_level;
	(void)error;
	return &sink;
}

struct cg_output *
cg_output_open_fd(int fd, const char *name, struct cg_error *error)
{
	(void)fd;
	(void)name;
	(void)error;
	return &sink;
}

const char *
output_name(const struct cg_output *output)
{
	(void)output;
	return "(sink)";
}

bool
cg_output_is_terminal(const struct cg_output *output)
{
	return output->is_terminal;
}

int
cg_output_write(struct cg_output *output, const void *data, size_t size)
{
	demand(size < output->room - output->n, "the output has an end");
	if (size > 0)
		memcpy(output->bytes + output->n, data, size);
	output->n += size;
	return 0;
}

void
cg_output_create(struct cg_output *output)
{
	(void)output;
}

int
cg_output_close(struct cg_output *output)
{
	(void)output;
	return 0;
}

void
cg_output_abandon(struct cg_output *output)
{
	(void)output;
}
