/* SPDX-License-Identifier: BSD-2-Clause */
/* The reader of memory and descriptors, and its promises about records. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cgfmt.h"
#include "ok.h"

static const char profile[] = "desc: one\n"
			      "cmd: ./a\n"
			      "events: Ir Dr\n"
			      "fl=a.c\n"
			      "fn=f\n"
			      "1 10 .\n"
			      "2 20 2\n"
			      "fl=b.c\n"
			      "fn=f\n"
			      "3 30\n"
			      "summary: 60 2\n";

static struct cg_reader *
open_text(const char *text, struct cg_error *error)
{
	return cg_reader_open_memory(text, strlen(text), "text", error);
}

static void
test_missing(void)
{
	struct cg_error error;

	ok(cg_reader_open("no/such/file", &error) == NULL && error.is_missing,
	    "an error says that the file does not exist");
	ok(cg_reader_open("/dev/null", &error) == NULL && !error.is_missing &&
		cg_reader_open("/dev/null/file", &error) == NULL &&
		!error.is_missing,
	    "other errors do not");
}

static void
test_records(void)
{
	struct cg_error error;
	struct cg_reader *r = open_text(profile, &error);
	const struct cg_header *h = cg_reader_header(r);
	struct cg_record row;
	const struct cg_record plain = {
	    .object = "",
	    .def_file = "a.c",
	    .file = "a.c",
	    .function = "f",
	    .line = 2,
	};
	const char *file, *function;

	ok(h->ndescs == 1 && strcmp(h->descs[0], "one") == 0 &&
		strcmp(h->cmd, "./a") == 0 && h->nevents == 2,
	    "the header is read");
	ok(cg_header_event(h, "Drx", 2) == 1 &&
		cg_header_event(h, "D", 1) == -1 &&
		cg_header_event(h, "", 0) == -1,
	    "events are found by their whole names");
	ok(cg_reader_next(r, &row) == 1 && row.kind == CG_COSTS &&
		row.line == 1 && row.counts[0] == 10 && row.counts[1] == 0 &&
		row.present != NULL && row.present[0] && !row.present[1],
	    "a row says which counts were not written");
	file = row.file;
	function = row.function;
	memset(&row, 0xff, sizeof(row));
	ok(cg_reader_next(r, &row) == 1 && cg_record_same(&row, &plain) &&
		row.target.object == NULL && row.target.context == NULL &&
		row.executed == 0 && row.taken == 0,
	    "members that the format has not are zero");
	ok(row.present == NULL && row.file == file && row.function == function,
	    "equal names of consecutive rows have equal pointers");
	ok(cg_reader_totals(r)[0] == 30,
	    "totals are known while rows are read");
	ok(cg_reader_next(r, &row) == 1 && row.file != file &&
		row.function == function && strcmp(file, "a.c") == 0,
	    "the last row's names are valid at the next row");
	ok(cg_reader_next(r, &row) == 0 && cg_reader_next(r, &row) == 0,
	    "_next returns the end again and again");
	ok(cg_reader_totals(r)[0] == 60 && cg_reader_totals(r)[1] == 2,
	    "totals are of all rows");
	cg_reader_close(r);
}

static void
test_select(void)
{
	static const struct cg_event swapped[] = {{.name = "Dr"},
	    {.name = "Ir"}, {.name = "Dr"}},
				     lacking[] = {{.name = "Dw"}};
	struct cg_error error;
	struct cg_reader *r = open_text(profile, &error);
	struct cg_record row;

	ok(cg_reader_select_events(r, swapped, 3) == 0 &&
		cg_reader_next(r, &row) == 1 && row.counts[0] == 0 &&
		row.counts[1] == 10 && !row.present[0] && row.present[1] &&
		!row.present[2],
	    "events can be selected in another order, also twice");
	ok(cg_reader_next(r, &row) == 1 && row.counts[2] == 2 &&
		cg_reader_totals(r)[1] == 30 && cg_reader_totals(r)[2] == 2,
	    "selected events have totals");
	cg_reader_close(r);
	r = open_text(profile, &error);
	ok(cg_reader_select_events(r, lacking, 1) < 0 &&
		strcmp(error.text,
		    "text: expected the event Dw, found none of that name") ==
		    0,
	    "a missing event cannot be selected");
	cg_reader_close(r);
}

static void
test_errors(void)
{
	struct cg_error error;
	struct cg_record row;
	struct cg_reader *r;

	ok(cg_reader_open_memory(NULL, 0, "nothing", &error) == NULL &&
		strcmp(error.text,
		    "nothing: expected a profile, found an empty file") == 0,
	    "empty memory is not a profile");
	ok(cg_reader_open_memory("\x1f", 1, "x", &error) == NULL,
	    "one byte is not a profile");
	ok(cg_reader_open_memory("\x1f\x8b", 2, "x", &error) == NULL &&
		strcmp(error.text, "x: the gzip data is cut short") == 0,
	    "two bytes of gzip are cut short");
	ok(cg_reader_open("/nowhere/x", &error) == NULL &&
		strcmp(error.text, "/nowhere/x: No such file or directory") ==
		    0,
	    "a missing file is an error");
	ok(cg_reader_open_fd(-1, "fd", &error) == NULL &&
		strcmp(error.text, "fd: Bad file descriptor") == 0,
	    "a bad descriptor is an error");
	r = open_text("cmd: a\nevents: Ir\n1 1\nsummary: 2\n", &error);
	ok(r != NULL && error.text[0] == '\0' && cg_reader_next(r, &row) == 1 &&
		cg_reader_next(r, &row) == -1 &&
		strcmp(error.text, "text:4: expected a summary equal to the "
				   "sum of the rows, 1; found 2") == 0,
	    "a wrong summary is an error");
	cg_reader_close(r);
	ok(cg_reader_open_memory(profile, 25, "a\nb", &error) == NULL &&
		strncmp(error.text, "a\\nb:3: ", 8) == 0,
	    "an error is one line even if the name has a newline");
	cg_reader_close(NULL);
}

static void
test_descriptor(void)
{
	struct cg_error error;
	struct cg_record row;
	struct cg_reader *r;
	int fds[2], nrows = 0;

	if (pipe(fds) < 0 || write(fds[1], profile, sizeof(profile) - 1) < 0) {
		ok(false, "a pipe can be opened and filled");
		return;
	}
	close(fds[1]);
	r = cg_reader_open_fd(fds[0], "pipe", &error);
	while (r != NULL && cg_reader_next(r, &row) == 1)
		nrows++;
	ok(nrows == 3 && error.text[0] == '\0',
	    "rows are read from a descriptor");
	cg_reader_close(r);
	ok(fcntl(fds[0], F_GETFD) >= 0, "the descriptor is left open");
	close(fds[0]);
}

/* --- reading ahead -------------------------------------------------------- */

enum { NROWS = 50000, ROW_CHARS = 40 };

/* NROWS rows of 2 events and their summary, whose last digit can be replaced;
 * every seventh row lacks its second count */
static char *
new_long_profile(char last_digit)
{
	char *text = malloc(NROWS * ROW_CHARS), *p = text;
	long a = 0, b = 0;

	p += sprintf(p, "cmd: ./a\nevents: Ir Dr\n");
	for (int i = 0; i < NROWS; i++) {
		if (i % 100 == 0)
			p += sprintf(p, "fl=f%d\nfn=g%d\n", i, i);
		a += i;
		b += i % 7 == 0 ? 0 : 2;
		p += sprintf(p, i % 7 == 0 ? "%d %d\n" : "%d %d 2\n", i, i);
	}
	p += sprintf(p, "summary: %ld %ld\n", a, b);
	p[-2] = last_digit != '\0' ? last_digit : p[-2];
	return text;
}

static bool
same_record(const struct cg_record *a, const struct cg_record *b)
{
	return cg_record_same(a, b) &&
	       memcmp(a->counts, b->counts, 2 * sizeof(*a->counts)) == 0 &&
	       (a->present == NULL) == (b->present == NULL) &&
	       (a->present == NULL || (a->present[0] && !a->present[1]));
}

/* how many rows are the same in both readers, until their end */
static int
read_both(struct cg_reader *plain, struct cg_reader *ahead, int *end)
{
	struct cg_record a, b;
	int nsame = 0, got;

	cg_reader_set(ahead, CG_READ_AHEAD);
	while ((got = cg_reader_next(plain, &a)) == 1 &&
	       cg_reader_next(ahead, &b) == 1)
		nsame += same_record(&a, &b);
	*end = got == cg_reader_next(ahead, &b) ? got : 2;
	return nsame;
}

static void
test_ahead(void)
{
	char *text = new_long_profile('\0');
	struct cg_error error, error_ahead;
	struct cg_reader *plain = open_text(text, &error);
	struct cg_reader *ahead = open_text(text, &error_ahead);
	int end;

	ok(read_both(plain, ahead, &end) == NROWS && end == 0,
	    "a thread that reads ahead returns the same rows");
	ok(memcmp(cg_reader_totals(plain), cg_reader_totals(ahead),
	       2 * sizeof(int64_t)) == 0,
	    "a thread that reads ahead returns the same totals");
	cg_reader_close(plain);
	cg_reader_close(ahead);
	free(text);
}

static void
test_ahead_errors(void)
{
	char *text = new_long_profile('x');
	struct cg_error error, error_ahead;
	struct cg_reader *plain = open_text(text, &error);
	struct cg_reader *ahead = open_text(text, &error_ahead);
	struct cg_record record;
	int end;

	ok(read_both(plain, ahead, &end) == NROWS && end == -1,
	    "a thread's error comes after all rows");
	ok(strcmp(error.text, error_ahead.text) == 0 &&
		strstr(error.text, ":51003: ") != NULL,
	    "a thread's error has the same text");
	ok(cg_reader_next(ahead, &record) == -1,
	    "_next returns the thread's error again");
	cg_reader_close(plain);
	cg_reader_close(ahead);
	ahead = open_text(text, &error);
	cg_reader_set(ahead, CG_READ_AHEAD);
	for (int i = 0; i < NROWS / 2; i++)
		end = cg_reader_next(ahead, &record);
	cg_reader_close(ahead);
	ok(end == 1, "a reader can be closed while its thread works");
	free(text);
}

/* adds up and counts the rows of a function, by their first count */
static int64_t
sum_function(struct cg_reader *r, const char *function, int *nrows)
{
	struct cg_record record;
	int64_t sum = 0;

	*nrows = 0;
	while (cg_reader_next(r, &record) == 1) {
		if (strcmp(record.function, function) != 0)
			continue;
		sum += record.counts[0];
		++*nrows;
	}
	return sum;
}

static void
test_merge_lines(void)
{
	static const char text[] = "cmd: x\nevents: A B\nfl=a\nfn=f\n"
				   "1 1 0\n2 2 0\n3 4 0\n"
				   "fn=g\n1 100 0\n"
				   "fn=f\n4 8 0\n5 16\n6 -32 0\n7 64 0\n"
				   "summary: 163 0\n";
	static const char large[] = "cmd: x\nevents: A\nfn=f\n"
				    "1 999999999999999999\n"
				    "2 9223372036854775807\n";
	struct cg_error error;
	struct cg_reader *r = open_text(text, &error);
	struct cg_record record;
	int nrows;

	cg_reader_set(r, CG_MERGE_LINES);
	ok(cg_reader_next(r, &record) == 1 && record.counts[0] == 7 &&
		strcmp(record.function, "f") == 0 && record.present == NULL,
	    "consecutive rows of a function are merged to one with their sum");
	ok(sum_function(r, "f", &nrows) == 56 && nrows < 5,
	    "rows after another function are merged, also short ones");
	ok(cg_reader_totals(r)[0] == 163, "totals include merged rows");
	cg_reader_close(r);
	r = open_text(large, &error);
	cg_reader_set(r, CG_MERGE_LINES);
	while (cg_reader_next(r, &record) == 1)
		;
	ok(strcmp(error.text, "text:5: the sum of A does not fit in 64 bits") ==
		0,
	    "a merged sum that does not fit in 64 bits is an error");
	cg_reader_close(r);
}

static bool
is_damaged(const char *text)
{
	static const struct cg_event dr = {.name = "Dr"};
	struct cg_error error;
	struct cg_record row;
	bool ended = true;

	for (int selects = 0; selects < 2; selects++) {
		struct cg_reader *r = open_text(text, &error);
		int got = selects ? cg_reader_select_events(r, &dr, 1) : 0;

		cg_reader_set(r, CG_ACCEPT_DAMAGE);
		if (got == 0)
			while ((got = cg_reader_next(r, &row)) == 1)
				;
		ended &= got == 0 && cg_reader_damage(r) != NULL &&
			 cg_reader_summary(r) == NULL &&
			 cg_reader_totals(r)[0] == (selects ? 2 : 30);
		cg_reader_close(r);
	}
	return ended;
}

static void
test_damage(void)
{
	static const char rows[] =
	    "cmd: a\nevents: Ir Dr\nfl=a.c\nfn=f\n1 10\n2 20 2\n";
	char text[128];

	ok(is_damaged(rows), "a profile without a summary declares no cost");
	snprintf(text, sizeof(text), "%ssummary: 31 2\n", rows);
	ok(is_damaged(text), "nor does one with a summary of other rows");
	snprintf(text, sizeof(text), "%s3 x\nsummary: 30 2\n", rows);
	ok(is_damaged(text), "nor one with a broken row");
}

int
main(void)
{
	test_missing();
	test_records();
	test_select();
	test_errors();
	test_descriptor();
	test_ahead();
	test_ahead_errors();
	test_merge_lines();
	test_damage();
	return failures > 0;
}
