/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Any bytes into the reader.  What it accepts is written, and what was written
 * must be accepted with the same totals, and written again be the same bytes.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cgfmt.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
demand(bool holds, const char *what, const struct cg_error *error)
{
	if (holds)
		return;
	fprintf(stderr, "%s: %s\n", what, error->text);
	abort();
}

/* the rows of r in canonical order, or NULL where it is no profile */
static struct cg_profile *
load(struct cg_reader *r, struct cg_error *error)
{
	struct cg_error own;
	struct cg_profile *p =
	    cg_profile_new(cg_reader_header(r)->nevents, &own);
	struct cg_record row;
	int got;

	while ((got = cg_reader_next(r, &row)) == 1)
		if (cg_profile_add(p, &row) < 0)
			break;
	if (got != 0 || cg_profile_sort(p) < 0) {
		demand(own.text[0] != '\0' || error->text[0] != '\0',
		    "an error without a text", error);
		cg_profile_free(p);
		return NULL;
	}
	return p;
}

/* writes p to a file that is then gone; its descriptor, -1 where a sum in the
 * new order does not fit */
static int
save(const struct cg_header *header, const struct cg_profile *p)
{
	struct cg_error error;
	char path[64];
	struct cg_writer *w;
	int fd;

	snprintf(path, sizeof(path), "/tmp/fuzz_reader.%ld", (long)getpid());
	w = cg_writer_open(path, CG_PLAIN, header, &error);
	demand(w != NULL, "open", &error);
	for (size_t i = 0; i < cg_profile_len(p); i++) {
		struct cg_record row;

		cg_profile_at(p, i, &row);
		if (cg_writer_put(w, &row) == 0)
			continue;
		demand(
		    strstr(error.text, "does not fit") != NULL, "put", &error);
		cg_writer_abandon(w);
		return -1;
	}
	demand(cg_writer_close(w) == 0, "close", &error);
	fd = open(path, O_RDONLY);
	unlink(path);
	return fd;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct cg_error error, again;
	struct cg_reader *r = cg_reader_open_memory(data, size, "x", &error);
	struct cg_reader *second = NULL;
	struct cg_profile *p, *q = NULL;
	int fd;

	if (r == NULL) {
		demand(
		    error.text[0] != '\0', "an error without a text", &error);
		return 0;
	}
	p = load(r, &error);
	fd = p != NULL ? save(cg_reader_header(r), p) : -1;
	if (fd >= 0) {
		second = cg_reader_open_fd(fd, "again", &again);
		demand(second != NULL, "what was written is read", &again);
		q = load(second, &again);
		demand(q != NULL, "what was written is whole", &again);
		demand(cg_profile_len(p) == cg_profile_len(q), "rows", &again);
		demand(cg_profile_in_order(q), "order", &again);
		demand(memcmp(cg_reader_totals(r), cg_reader_totals(second),
			   cg_reader_header(r)->nevents * sizeof(int64_t)) == 0,
		    "totals", &again);
		close(fd);
	}
	cg_reader_close(second);
	cg_reader_close(r);
	cg_profile_free(p);
	cg_profile_free(q);
	return 0;
}
