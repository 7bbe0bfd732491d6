/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Feeds any bytes to the reader.  If it accepts them, writes the rows in full,
 * and with all abbreviations and gzip.  Both files must be read as the same
 * rows, with the same totals and summary.
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

/* loads the rows of r in canonical order; NULL if it is not a profile.  Errors
 * of the result go to `own`, which must outlive it. */
static struct cg_profile *
load(struct cg_reader *r, struct cg_error *error, struct cg_error *own)
{
	struct cg_profile *p =
	    cg_profile_new(cg_reader_header(r)->nevents, own);
	struct cg_record row;
	int got;

	demand(p != NULL, "a profile in memory", own);
	while ((got = cg_reader_next(r, &row)) == 1)
		if (cg_profile_add(p, &row) < 0)
			break;
	if (got != 0 || cg_profile_sort(p) < 0) {
		demand(own->text[0] != '\0' || error->text[0] != '\0',
		    "an error without a text", error);
		cg_profile_free(p);
		return NULL;
	}
	return p;
}

/* writes p to a file, removes its name and returns its descriptor; -1 if a sum
 * does not fit in the new order */
static int
save(const struct cg_header *header, struct cg_profile *p,
    const int64_t *summary, bool compressed)
{
	struct cg_error error = {.text = ""};
	char path[64];
	struct cg_writer *w;
	int fd;

	snprintf(path, sizeof(path), "/tmp/fuzz_reader.%ld", (long)getpid());
	w = cg_writer_open(path, compressed ? 1 : CG_PLAIN, header, &error);
	demand(w != NULL, "open", &error);
	cg_writer_compress(w, compressed, compressed);
	cg_writer_summary(w, summary);
	if (cg_profile_put(p, w) < 0) {
		demand(
		    strstr(error.text, "does not fit") != NULL, "put", &error);
		cg_writer_abandon(w);
		return -1;
	}
	demand(cg_writer_close(w) == 0, "close", &error);
	fd = open(path, O_RDONLY);
	demand(fd >= 0, "open what was written", &error);
	unlink(path);
	return fd;
}

static void
demand_same_rows(const struct cg_profile *p, const struct cg_profile *q,
    size_t nevents, const struct cg_error *error)
{
	demand(cg_profile_len(p) == cg_profile_len(q), "rows", error);
	for (size_t i = 0; i < cg_profile_len(p); i++) {
		struct cg_record a, b;

		cg_profile_at(p, i, &a);
		cg_profile_at(q, i, &b);
		demand(cg_record_same(&a, &b) && a.executed == b.executed &&
			   a.taken == b.taken &&
			   memcmp(a.counts, b.counts,
			       nevents * sizeof(*a.counts)) == 0,
		    "a row", error);
	}
}

/* the declared cost of a profile: the sum of its rows if that is 0 or missing
 */
static const int64_t *
summary_of(const struct cg_reader *r, size_t nevents)
{
	const int64_t *declared = cg_reader_summary(r);

	for (size_t i = 0; declared != NULL && i < nevents; i++)
		if (declared[i] != 0)
			return declared;
	return cg_reader_totals(r);
}

static void
demand_mirror(struct cg_reader *r, struct cg_profile *p, bool compressed)
{
	const struct cg_header *header = cg_reader_header(r);
	size_t nevents = header->nevents, size = nevents * sizeof(int64_t);
	struct cg_error error, own;
	struct cg_reader *again;
	struct cg_profile *q;
	int fd = save(header, p, cg_reader_summary(r), compressed);

	if (fd < 0)
		return;
	again = cg_reader_open_fd(fd, "again", &error);
	demand(again != NULL, "what was written is read", &error);
	q = load(again, &error, &own);
	demand(q != NULL, "what was written is whole", &error);
	demand_same_rows(p, q, nevents, &error);
	demand(cg_profile_in_order(q), "order", &error);
	demand(memcmp(cg_reader_totals(r), cg_reader_totals(again), size) == 0,
	    "totals", &error);
	demand(memcmp(summary_of(r, nevents), summary_of(again, nevents),
		   size) == 0,
	    "summary", &error);
	close(fd);
	cg_reader_close(again);
	cg_profile_free(q);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct cg_error error, own;
	struct cg_reader *r = cg_reader_open_memory(data, size, "x", &error);
	struct cg_profile *p;

	if (r == NULL) {
		demand(
		    error.text[0] != '\0', "an error without a text", &error);
		return 0;
	}
	p = load(r, &error, &own);
	if (p != NULL) {
		demand_mirror(r, p, false);
		if (cg_reader_header(r)->format == CG_CALLGRIND)
			demand_mirror(r, p, true);
	}
	cg_reader_close(r);
	cg_profile_free(p);
	return 0;
}
