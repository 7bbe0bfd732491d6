/* SPDX-License-Identifier: BSD-2-Clause */
/* The profile in memory, and cases of writer and output that no tool reaches.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cgfmt.h"
#include "ok.h"

static int
add(struct cg_profile *p, const char *file, const char *function, int64_t line,
    int64_t a, int64_t b, const bool *present)
{
	int64_t counts[] = {a, b};
	struct cg_record record = {.kind = CG_COSTS,
	    .object = "",
	    .def_file = file,
	    .file = file,
	    .function = function,
	    .line = line,
	    .counts = counts,
	    .present = present};

	return cg_profile_add(p, &record);
}

/* a call from f:g, line 1 */
static int
add_call(struct cg_profile *p, const char *callee, int64_t calls, int64_t cost)
{
	int64_t counts[] = {cost, 0};
	struct cg_record record = {.kind = CG_CALL,
	    .object = "lib",
	    .def_file = "f",
	    .file = "f",
	    .function = "g",
	    .address = 16,
	    .line = 1,
	    .counts = counts,
	    .target = {"lib", "f", callee, 32, 7, CG_NOT_INLINED, NULL},
	    .executed = calls};

	return cg_profile_add(p, &record);
}

/* lines beyond 32 bits, after and before others */
static void
test_long_lines(void)
{
	struct cg_error error;
	struct cg_profile *p = cg_profile_new(2, &error);
	struct cg_record row;

	add(p, "a", "f", 7, 1, 1, NULL);
	add(p, "a", "f", INT64_MAX, 2, 2, NULL);
	add(p, "a", "f", INT64_MIN, 4, 4, NULL);
	add(p, "a", "f", 7, 8, 8, NULL);
	add(p, "a", "f", INT64_MAX, 16, 16, NULL);
	ok(cg_profile_len(p) == 3 && cg_profile_sort(p) == 0,
	    "lines beyond 32 bits have rows of their own");
	cg_profile_at(p, 0, &row);
	ok(row.line == INT64_MIN && row.counts[0] == 4,
	    "the least line comes first");
	cg_profile_at(p, 1, &row);
	ok(row.line == 7 && row.counts[0] == 9,
	    "a line that came before keeps its sum");
	cg_profile_at(p, 2, &row);
	ok(row.line == INT64_MAX && row.counts[0] == 18,
	    "the greatest line comes last");
	cg_profile_free(p);
}

static void
test_calls(void)
{
	struct cg_error error;
	struct cg_profile *p = cg_profile_new(2, &error);
	struct cg_record row;
	struct cg_row found;

	ok(add_call(p, "z", 2, 10) == 0 && add_call(p, "a", 1, 1) == 0 &&
		add(p, "f", "g", 1, 5, 6, NULL) == 0 &&
		add_call(p, "z", 3, 20) == 0 && cg_profile_len(p) == 3 &&
		cg_profile_sort(p) == 0,
	    "calls of the same function from one line are one row");
	cg_profile_at(p, 0, &row);
	ok(row.kind == CG_COSTS && row.counts[0] == 5 && row.executed == 0 &&
		*row.object == '\0',
	    "costs in another object are another row");
	cg_profile_at(p, 1, &row);
	ok(row.kind == CG_CALL && strcmp(row.target.function, "a") == 0,
	    "calls from one line are sorted by their targets");
	cg_profile_at(p, 2, &row);
	ok(strcmp(row.target.function, "z") == 0 && row.executed == 5 &&
		row.counts[0] == 30 && row.address == 16 &&
		row.target.line == 7 && row.target.address == 32,
	    "costs and executions of calls add up");
	ok(cg_profile_row(p, &row, &found) == 0 && *found.executed == 5 &&
		*found.taken == 0,
	    "a row has its execution counts");
	*found.executed = 7;
	cg_profile_sort(p);
	cg_profile_at(p, 2, &row);
	ok(row.executed == 7, "execution counts of a row can be changed");
	cg_profile_free(p);
}

/* --- hosts ---------------------------------------------------------------- */

/* adds a cost of 1 in f.h:g, of line 1 of `file`, inlined into the host */
static int
add_inlined(struct cg_profile *p, const char *host_file, const char *host,
    const char *file)
{
	const int64_t counts[] = {1, 1};
	struct cg_record row = {
	    .object = "",
	    .def_file = "f.h",
	    .file = file,
	    .function = "g",
	    .host_file = host_file,
	    .host = host,
	    .line = 1,
	    .counts = counts,
	};

	return cg_profile_add(p, &row);
}

/* true if row i has this host, in this file, and this sum */
static bool
has_host(const struct cg_profile *p, size_t i, const char *host_file,
    const char *host, int64_t sum)
{
	struct cg_record row;

	cg_profile_at(p, i, &row);
	return strcmp(row.host_file, host_file) == 0 &&
	       strcmp(row.host, host) == 0 && row.counts[0] == sum;
}

static void
test_hosts(void)
{
	struct cg_error error;
	struct cg_profile *p = cg_profile_new(2, &error);
	struct cg_record a, b;
	char name[] = "m";

	add_inlined(p, "b.c", "m", "f.h");
	add_inlined(p, "a.c", "n", "f.h");
	add_inlined(p, "a.c", "m", "z.h");
	add_inlined(p, "a.c", name, "f.h");
	add_inlined(p, NULL, NULL, "z.h");
	add_inlined(p, NULL, NULL, "z.h");
	add_inlined(p, "b.c", name, "f.h");
	name[0] = 'x';
	add_inlined(p, "", "", "f.h");
	ok(cg_profile_len(p) == 6 && cg_profile_sort(p) == 0,
	    "rows of one function in two hosts are two rows");
	cg_profile_at(p, 0, &a);
	ok(a.host == NULL && a.host_file == NULL && a.counts[0] == 2,
	    "rows without a host come first and add up");
	ok(has_host(p, 1, "", "", 1) && has_host(p, 2, "a.c", "m", 1) &&
		has_host(p, 3, "a.c", "m", 1) &&
		has_host(p, 4, "a.c", "n", 1) && has_host(p, 5, "b.c", "m", 2),
	    "rows with hosts are in the order of the host's file and name");
	cg_profile_at(p, 2, &a);
	cg_profile_at(p, 3, &b);
	ok(strcmp(a.file, "f.h") == 0 && strcmp(b.file, "z.h") == 0,
	    "the host comes before the file in the order");
	ok(cg_record_same_function(&a, &b), "equal hosts have equal pointers");
	cg_profile_at(p, 4, &b);
	ok(!cg_record_same_function(&a, &b),
	    "another host is no same function");
	ok(!cg_record_same(&a, &b) && cg_record_compare(&a, &b) < 0,
	    "records of other hosts are not the same");
	ok(cg_record_flatten(&a) && a.host == NULL && a.host_file == NULL,
	    "Cachegrind's format has no hosts");
	ok(cg_profile_clear(p) == 0 && add_inlined(p, "b.c", "m", "f.h") == 0 &&
		cg_profile_len(p) == 1 && cg_profile_sort(p) == 0 &&
		has_host(p, 0, "b.c", "m", 1),
	    "a profile has hosts after it was cleared");
	cg_profile_free(p);
}

/* the first row with a host after rows without, in a table or in order */
static void
test_late_hosts(bool in_order)
{
	static const char *const functions[] = {"g", "f", "h"};
	struct cg_error error;
	struct cg_profile *p = cg_profile_new(2, &error);
	struct cg_record row;
	bool are_plain = true;

	for (int i = in_order; i < 3; i++)
		add(p, "a.c", functions[i], i, 1, 1, NULL);
	add_inlined(p, "a.c", "m", "f.h");
	for (int i = in_order; i < 3; i++)
		add(p, "a.c", functions[i], i, 2, 2, NULL);
	add_inlined(p, "a.c", "m", "f.h");
	ok(cg_profile_len(p) == (in_order ? 3 : 4) && cg_profile_sort(p) == 0 &&
		has_host(p, cg_profile_len(p) - 1, "a.c", "m", 2),
	    "a row with a host can come after rows without one");
	for (size_t i = 0; i + 1 < cg_profile_len(p); i++) {
		cg_profile_at(p, i, &row);
		are_plain &= row.host == NULL && row.host_file == NULL &&
			     row.counts[0] == 3 && strcmp(row.file, "a.c") == 0;
	}
	ok(are_plain, "rows from before are found again");
	cg_profile_free(p);
}

/* adds calls of f at this line that are marked so */
static int
add_marked(struct cg_profile *p, enum cg_inlined inlined, int64_t line)
{
	const int64_t counts[] = {1, 1};
	struct cg_record row = {
	    .kind = CG_CALL,
	    .object = "",
	    .def_file = "a.c",
	    .file = "a.c",
	    .function = "main",
	    .line = 1,
	    .counts = counts,
	    .target = {"", "f.h", "f", 0, line, inlined, NULL},
	    .executed = 3,
	};

	return cg_profile_add(p, &row);
}

static void
test_marks(void)
{
	struct cg_error error;
	struct cg_profile *p = cg_profile_new(2, &error);
	struct cg_record row;
	bool are_right = true;

	cg_profile_join_calls(p);
	add_marked(p, CG_INLINED_ESTIMATE, 8);
	add_marked(p, CG_NOT_INLINED, 7);
	add_marked(p, CG_INLINED, 5);
	add_marked(p, CG_INLINED_ESTIMATE, 6);
	cg_profile_sort(p);
	for (size_t i = 0; i < cg_profile_len(p) && i < 3; i++) {
		cg_profile_at(p, i, &row);
		are_right &= row.target.inlined == (enum cg_inlined)i &&
			     row.executed == (i == 2 ? 6 : 3);
	}
	ok(cg_profile_len(p) == 3 && are_right && row.target.line == 6,
	    "calls that are marked alike are joined, others are not");
	cg_profile_free(p);
}

/* counts the rows that cg_record_compare puts before the next one, and those
 * that are equal to themselves */
static void
count_ordered(const struct cg_profile *p, int *nbefore, int *nsame)
{
	struct cg_record a, b;

	*nbefore = *nsame = 0;
	for (size_t i = 0; i < cg_profile_len(p); i++) {
		cg_profile_at(p, i, &a);
		*nsame += cg_record_compare(&a, &a) == 0;
		if (i + 1 == cg_profile_len(p))
			break;
		cg_profile_at(p, i + 1, &b);
		*nbefore += cg_record_compare(&a, &b) < 0 &&
			    cg_record_compare(&b, &a) > 0;
	}
}

static void
test_order(void)
{
	struct cg_error error;
	struct cg_profile *p = cg_profile_new(2, &error);
	int nbefore, nsame;

	add_call(p, "z", 1, 1);
	add_call(p, "a", 1, 1);
	add(p, "f", "h", 2, 0, 0, NULL);
	add(p, "f", "h", -1, 0, 0, NULL);
	add(p, "f", "g", 3, 0, 0, NULL);
	add(p, "e", "z", 4, 0, 0, NULL);
	cg_profile_sort(p);
	count_ordered(p, &nbefore, &nsame);
	ok(nbefore == 5 && nsame == 6,
	    "cg_record_compare agrees with the order of sorted rows");
	cg_profile_free(p);
}

/* p is empty, and is not empty afterwards */
static void
test_memory(struct cg_profile *p)
{
	size_t empty = cg_profile_memory(p), full;
	char name[20];

	for (int i = 0; i < 20000; i++) {
		snprintf(name, sizeof(name), "file%d", i / 10);
		add(p, name, "f", i % 10, 1, 1, NULL);
	}
	full = cg_profile_memory(p);
	ok(full > 20000 * 2 * sizeof(int64_t) && full < empty + 4000000,
	    "rows and names take memory");
	cg_profile_clear(p);
	ok(cg_profile_memory(p) <= empty, "a clear frees it");
	add(p, "b", "f", 1, 1, 1, NULL);
}

static void
test_rows(void)
{
	struct cg_error error;
	struct cg_profile *p = cg_profile_new(2, &error);
	struct cg_record row, first;

	ok(cg_profile_len(p) == 0 && cg_profile_sort(p) == 0 &&
		cg_profile_in_order(p),
	    "an empty profile is in order");
	add(p, "b", "f", 1, 1, 10, NULL);
	add(p, "b", "f", 1, 2, 20, NULL);
	ok(cg_profile_len(p) == 1 && cg_profile_in_order(p),
	    "equal rows become one row");
	add(p, "a", "f", -1, 4, 40, NULL);
	add(p, "a", "f", -2, 8, 80, NULL);
	ok(cg_profile_len(p) == 3 && !cg_profile_in_order(p),
	    "different rows stay apart, and the profile is not in order");
	ok(cg_profile_sort(p) == 0, "a profile can be sorted");
	cg_profile_at(p, 0, &row);
	ok(strcmp(row.file, "a") == 0 && row.line == -2 && row.counts[0] == 8,
	    "after the sort rows are in the order of names and lines");
	cg_profile_at(p, 2, &first);
	ok(strcmp(first.file, "b") == 0 && first.counts[1] == 30 &&
		first.present == NULL,
	    "the row that came first is the last one then");
	ok(row.function == first.function, "equal names have equal pointers");
	add(p, "b", "f", 1, 4, 40, NULL);
	cg_profile_at(p, 2, &row);
	ok(row.counts[1] == 70, "a known row does not end the order");
	add(p, "0", "f", 1, 1, 1, NULL);
	add(p, "a", "f", 0, 1, 1, NULL);
	ok(cg_profile_len(p) == 5 && cg_profile_sort(p) == 0,
	    "a profile with new rows can be sorted again");
	cg_profile_at(p, 0, &row);
	ok(strcmp(row.file, "0") == 0,
	    "a function that came after the sort is in its place");
	cg_profile_at(p, 3, &row);
	ok(strcmp(row.file, "a") == 0 && row.line == 0,
	    "a line that came after the sort is in its place");
	cg_profile_clear(p);
	ok(cg_profile_len(p) == 0 && cg_profile_sort(p) == 0,
	    "clear removes the rows");
	test_memory(p);
	cg_profile_clear(p);
	add(p, "b", "f", 1, 1, 1, NULL);
	cg_profile_sort(p);
	cg_profile_at(p, 0, &row);
	ok(row.counts[0] == 1, "counts start at 0 after a clear");
	cg_profile_free(p);
	cg_profile_free(NULL);
}

/* how many rows are costs of the line that is in their place, and have its
 * number as their cost */
static int
count_lines(const struct cg_profile *p, int nfunctions, int nlines)
{
	struct cg_record row;
	int n = 0;

	for (int i = 0; i < nfunctions * nlines; i++) {
		cg_profile_at(p, (size_t)i, &row);
		n += row.kind == CG_COSTS && row.address == 0 &&
		     row.function[0] == 'a' + i / nlines &&
		     row.line == i % nlines && row.counts[0] == i % nlines;
	}
	return n;
}

/* rows with an address, a target or a long line after many without */
static void
test_late_details(void)
{
	enum { NFUNCTIONS = 3, NLINES = 1500, N = NFUNCTIONS * NLINES };
	static const char *const functions[] = {"a", "b", "c"};
	struct cg_error error;
	struct cg_profile *p = cg_profile_new(2, &error);
	struct cg_record row;
	int nbefore, nsame;

	for (int i = 0; i < N; i++)
		add(p, "e", functions[i % NFUNCTIONS], i / NFUNCTIONS,
		    i / NFUNCTIONS, 0, NULL);
	cg_profile_sort(p);
	ok(count_lines(p, NFUNCTIONS, NLINES) == N,
	    "rows of functions that take turns are in order");
	add(p, "e", "z", INT64_MAX, 1, 0, NULL);
	cg_profile_sort(p);
	ok(count_lines(p, NFUNCTIONS, NLINES) == N,
	    "rows without a long line stay as they are after one with it");
	add_call(p, "a", 1, 1);
	add_call(p, "b", 1, 1);
	add(p, "e", "z", INT32_MAX, 2, 0, NULL);
	add(p, "e", "z", (int64_t)INT32_MAX + 1, 4, 0, NULL);
	add(p, "e", "z", INT32_MIN, 8, 0, NULL);
	add(p, "e", "z", (int64_t)INT32_MIN - 1, 16, 0, NULL);
	for (int i = 0; i < N; i++)
		add(p, "e", functions[i / NLINES], i % NLINES, 0, 1, NULL);
	ok(cg_profile_len(p) == N + 7 && cg_profile_sort(p) == 0 &&
		count_lines(p, NFUNCTIONS, NLINES) == N,
	    "they are found again");
	count_ordered(p, &nbefore, &nsame);
	ok(nbefore == N + 6, "all rows are in order then");
	cg_profile_at(p, N, &row);
	ok(row.line == (int64_t)INT32_MIN - 1 && row.counts[0] == 16,
	    "a line one below 32 bits");
	cg_profile_at(p, N + 3, &row);
	ok(row.line == (int64_t)INT32_MAX + 1 && row.counts[0] == 4,
	    "a line one above 32 bits");
	cg_profile_at(p, N + 6, &row);
	ok(row.kind == CG_CALL && row.address == 16 &&
		strcmp(row.target.function, "b") == 0,
	    "a call that came after them has its target");
	for (int i = N; i-- > 0;) {
		cg_profile_at(p, (size_t)i, &row);
		nsame -= row.line == i % NLINES && row.counts[1] == 1;
	}
	ok(nsame == 7, "rows are the same if they are read backwards");
	cg_profile_free(p);
}

static void
test_given(void)
{
	static const bool none[] = {false, false}, second[] = {false, true};
	struct cg_error error;
	struct cg_profile *p = cg_profile_new(2, &error);
	struct cg_record row;

	add(p, "a", "f", 1, 5, 5, NULL);
	add(p, "a", "f", 2, 0, 0, none);
	add(p, "a", "f", 3, 0, 0, none);
	add(p, "a", "f", 3, 0, 7, second);
	cg_profile_sort(p);
	cg_profile_at(p, 0, &row);
	ok(row.present != NULL && row.present[0] && row.present[1],
	    "rows before the first unwritten count are all written");
	cg_profile_at(p, 1, &row);
	ok(!row.present[0] && !row.present[1],
	    "a row can have no written counts");
	cg_profile_at(p, 2, &row);
	ok(!row.present[0] && row.present[1] && row.counts[1] == 7,
	    "a count that was written once is written");
	for (int i = 0; i < 5000; i++)
		add(p, "b", "f", i, i, i, i % 2 == 0 ? NULL : none);
	cg_profile_sort(p);
	cg_profile_at(p, 3, &row);
	ok(row.present[0] && row.present[1],
	    "written counts stay written when the profile grows");
	cg_profile_at(p, 4, &row);
	ok(!row.present[0] && !row.present[1],
	    "unwritten counts stay unwritten when the profile grows");
	cg_profile_free(p);
	p = cg_profile_new(2, &error);
	add(p, "a", "f", 1, 0, 7, second);
	cg_profile_sort(p);
	cg_profile_at(p, 0, &row);
	ok(!row.present[0] && row.present[1],
	    "the first row can have unwritten counts");
	cg_profile_free(p);
}

enum { NPACKED = 1000 };

/* a packed profile; its row i is line i and has the counts i and -i */
static struct cg_profile *
new_packed(struct cg_error *error)
{
	struct cg_profile *p = cg_profile_new(2, error);

	cg_profile_pack(p);
	for (int i = 0; i < NPACKED; i++)
		add(p, "a", "f", i, i, -i, NULL);
	cg_profile_sort(p);
	return p;
}

/* how many rows are still as new_packed made them */
static int
count_untouched(const struct cg_profile *p)
{
	struct cg_record row;
	int n = 0;

	for (size_t i = 0; i < cg_profile_len(p); i++) {
		cg_profile_at(p, i, &row);
		n +=
		    row.counts[0] == (int64_t)i && row.counts[1] == -(int64_t)i;
	}
	return n;
}

static void
test_packed(void)
{
	struct cg_error error;
	struct cg_profile *p = new_packed(&error);
	struct cg_record row;
	struct cg_row found;

	ok(count_untouched(p) == NPACKED,
	    "packed counts are the counts that were added");
	add(p, "a", "f", 500, INT32_MAX, INT32_MIN, NULL);
	cg_profile_at(p, 500, &row);
	ok(row.counts[0] == INT32_MAX + (int64_t)500 &&
		row.counts[1] == INT32_MIN - (int64_t)500,
	    "counts beyond 32 bits are kept before another row changes");
	add(p, "a", "f", 501, INT64_MAX - 501, 0, NULL);
	add(p, "a", "f", 502, 0, 1, NULL);
	cg_profile_at(p, 500, &row);
	ok(row.counts[0] == INT32_MAX + (int64_t)500 &&
		row.counts[1] == INT32_MIN - (int64_t)500,
	    "counts beyond 32 bits are kept after another row changes");
	cg_profile_at(p, 501, &row);
	ok(row.counts[0] == INT64_MAX && row.counts[1] == -501,
	    "counts up to 64 bits are kept");
	ok(count_untouched(p) == NPACKED - 3, "all other counts stay");
	cg_profile_at(p, 7, &row);
	cg_profile_row(p, &row, &found);
	ok(found.executed == NULL && found.taken == NULL,
	    "rows of costs have no execution counts");
	found.counts[0] = INT32_MIN;
	found.counts[1] = INT32_MAX;
	cg_profile_row(p,
	    &(struct cg_record){
		.object = "", .def_file = "b", .file = "b", .function = "f"},
	    &found);
	cg_profile_sort(p);
	cg_profile_at(p, 7, &row);
	ok(row.counts[0] == INT32_MIN && row.counts[1] == INT32_MAX,
	    "counts that the caller changes are kept");
	cg_profile_clear(p);
	add(p, "a", "f", 0, 0, 0, NULL);
	cg_profile_sort(p);
	ok(count_untouched(p) == 1, "packed counts start at 0 after a clear");
	cg_profile_free(p);
}

static void
test_overflow(void)
{
	static const struct cg_event events[] = {
	    {.name = "Ir"}, {.name = "Dr"}};
	struct cg_error error;
	struct cg_profile *p = cg_profile_new(2, &error);

	add(p, "a", "f", 7, 0, INT64_MAX, NULL);
	ok(add(p, "a", "f", 7, 0, 1, NULL) < 0 &&
		strcmp(error.text, "the sum of event 2 of a:f, line 7, does "
				   "not fit in 64 bits") == 0,
	    "a sum that does not fit in 64 bits is an error");
	cg_profile_free(p);
	p = cg_profile_new(2, &error);
	cg_profile_name_events(p, events);
	add(p, "a", "", 7, 0, INT64_MAX, NULL);
	ok(add(p, "a", "", 7, 0, 1, NULL) < 0 &&
		strcmp(error.text, "the sum of Dr of a, line 7, does not fit "
				   "in 64 bits") == 0,
	    "the error names an event whose name is known");
	cg_profile_free(p);
}

static void
test_writer(const char *path)
{
	static const struct cg_event events[] = {{.name = "A"}, {.name = "B"}};
	static const struct cg_header header = {
	    .cmd = "x\ny", .nevents = 2, .events = events};
	static const char expected[] = "cmd: x\\ny\nevents: A B\nfl=f\\nfn=g\n"
				       "fn=\n-3 -9223372036854775808 1\n"
				       "summary: -9223372036854775808 1\n";
	int64_t counts[] = {INT64_MIN, 1};
	struct cg_record row = {.kind = CG_COSTS,
	    .object = "",
	    .def_file = "f\nfn=g",
	    .file = "f\nfn=g",
	    .function = "",
	    .line = -3,
	    .counts = counts};
	struct cg_error error;
	struct cg_writer *w = cg_writer_open(path, CG_PLAIN, &header, &error);
	char text[200] = "", overflow[200];
	FILE *file = NULL;

	ok(cg_writer_put(w, &row) == 0 && access(path, F_OK) < 0,
	    "there is no file before the close");
	ok(cg_writer_close(w) == 0 && (file = fopen(path, "r")) != NULL,
	    "the file is there after the close");
	ok(file != NULL &&
		fread(text, 1, sizeof(text) - 1, file) == strlen(expected) &&
		strcmp(text, expected) == 0,
	    "no name or command can forge a line");
	if (file != NULL)
		fclose(file);
	snprintf(overflow, sizeof(overflow),
	    "%s: the sum of A does not fit in 64 bits", path);
	w = cg_writer_open(path, CG_PLAIN, &header, &error);
	ok(cg_writer_put(w, &row) == 0 && cg_writer_put(w, &row) < 0 &&
		strcmp(error.text, overflow) == 0,
	    "a summary that does not fit in 64 bits is an error");
	cg_writer_abandon(w);
	cg_writer_abandon(NULL);
	cg_output_abandon(NULL);
	ok(cg_writer_open("/nowhere/x", CG_PLAIN, &header, &error) == NULL &&
		strcmp(error.text, "/nowhere/x: cannot write: No such file or "
				   "directory") == 0,
	    "a missing directory is an error");
}

int
main(void)
{
	char directory[] = "/tmp/cgfmt_profile.XXXXXX", path[100];

	test_order();
	test_hosts();
	test_late_hosts(false);
	test_late_hosts(true);
	test_marks();
	test_rows();
	test_calls();
	test_long_lines();
	test_late_details();
	test_given();
	test_packed();
	test_overflow();
	if (mkdtemp(directory) == NULL)
		return 1;
	snprintf(path, sizeof(path), "%s/profile", directory);
	test_writer(path);
	unlink(path);
	/* fails if a temporary file is left */
	ok(rmdir(directory) == 0, "no temporary file is left");
	return failures > 0;
}
