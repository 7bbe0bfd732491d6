/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * usage: hot-lines N profile...
 *
 * Adds profiles up and prints the N lines that execute most instructions. Shows
 * how rows are read, added up in memory, and kept: rows of a profile stay valid
 * until it changes.
 */
#include <cgfmt.h>
#include <stdio.h>
#include <stdlib.h>

static const struct cg_event ir = {.name = "Ir"};

/* Adds the costs of lines in a profile to the sum; returns -1 on failure. */
static int
add(struct cg_profile *sum, const char *path, struct cg_error *error)
{
	struct cg_reader *reader = cg_reader_open(path, error);
	struct cg_record record;
	int got = -1;

	/* the rows then have one count, whatever else the profile has */
	if (reader != NULL && cg_reader_select_events(reader, &ir, 1) == 0)
		while ((got = cg_reader_next(reader, &record)) == 1)
			if (record.kind == CG_COSTS &&
			    cg_profile_add(sum, &record) < 0) {
				got = -1;
				break;
			}
	cg_reader_close(reader);
	return got;
}

/* Largest first; equal counts in the canonical order of rows. */
static int
compare(const void *left, const void *right)
{
	const struct cg_record *a = left, *b = right;

	if (a->counts[0] != b->counts[0])
		return a->counts[0] < b->counts[0] ? 1 : -1;
	return cg_record_compare(a, b);
}

static int
print(struct cg_profile *sum, size_t n, struct cg_error *error)
{
	size_t len = cg_profile_len(sum);
	struct cg_record *rows = calloc(len + 1, sizeof(*rows));

	/* the library sets the error if one of its functions fails */
	if (rows == NULL) {
		snprintf(error->text, sizeof(error->text), "out of memory");
		return -1;
	}
	if (cg_profile_sort(sum) < 0) {
		free(rows);
		return -1;
	}
	for (size_t i = 0; i < len; i++)
		cg_profile_at(sum, i, &rows[i]);
	qsort(rows, len, sizeof(*rows), compare);
	for (size_t i = 0; i < len && i < n; i++)
		printf("%lld %s:%lld %s\n", (long long)rows[i].counts[0],
		    rows[i].file, (long long)rows[i].line, rows[i].function);
	free(rows);
	if (fflush(stdout) == 0 && !ferror(stdout))
		return 0;
	snprintf(error->text, sizeof(error->text), "cannot write");
	return -1;
}

int
main(int argc, char **argv)
{
	struct cg_error error;
	struct cg_profile *sum;
	int result;

	if (argc < 3) {
		fprintf(stderr, "usage: hot-lines N profile...\n");
		return 2;
	}
	sum = cg_profile_new(1, &error);
	result = sum != NULL ? 0 : -1;
	for (int i = 2; i < argc && result == 0; i++)
		result = add(sum, argv[i], &error);
	if (result == 0)
		result = print(sum, strtoul(argv[1], NULL, 10), &error);
	cg_profile_free(sum);
	if (result < 0)
		fprintf(stderr, "hot-lines: %s\n", error.text);
	return result < 0 ? 2 : 0;
}
