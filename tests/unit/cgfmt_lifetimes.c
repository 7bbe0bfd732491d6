/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The lifetime of names.  Here names are overwritten and freed as soon as the
 * interface allows it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cgfmt.h"
#include "ok.h"

static struct cg_reader *
open_text(const char *text, struct cg_error *error)
{
	return cg_reader_open_memory(text, strlen(text), "text", error);
}

/* --- the reader's names --------------------------------------------------- */

/* NROWS rows between which the file changes, the function, both, or neither;
 * some change more than once, and to escaped and long names */
enum { NROWS = 30000, ROW_CHARS = 200 };

static char *
new_profile(void)
{
	char *text = malloc(NROWS * ROW_CHARS), *p = text;

	p += sprintf(p, "cmd: a\nevents: Ir\n");
	for (int i = 0; i < NROWS; i++) {
		if (i % 3 == 0)
			p += sprintf(p, "fl=a%d\nfl=b%d\n", i % 9, i % 12);
		if (i % 5 == 0)
			p += sprintf(p, "fn=f\nfn=g\tg%d\n", i % 15);
		if (i % 7 == 0)
			p += sprintf(p, "fn=%0*d\nfl=???\n", i % 100, i % 2);
		p += sprintf(p, "%d 1\n", i);
	}
	sprintf(p, "summary: %d\n", NROWS);
	return text;
}

/* true if the names of two consecutive rows keep the reader's promise */
static bool
are_as_promised(const char *before, const char *copy, const char *now)
{
	return strcmp(before, copy) == 0 &&
	       (before != now || strcmp(copy, now) == 0);
}

/* how many rows have names that keep it */
static int
count_promised(struct cg_reader *reader)
{
	char file[ROW_CHARS] = "", function[ROW_CHARS] = "";
	struct cg_record last = {.file = "", .function = ""}, row;
	int n = 0;

	while (cg_reader_next(reader, &row) == 1) {
		n += are_as_promised(last.file, file, row.file) &&
		     are_as_promised(last.function, function, row.function);
		last = row;
		strcpy(file, row.file);
		strcpy(function, row.function);
	}
	return n;
}

static void
test_reader(void)
{
	char *text = new_profile();
	struct cg_error error;
	struct cg_reader *reader = open_text(text, &error);

	ok(count_promised(reader) == NROWS,
	    "the last row's names are valid at the next row, and equal pointers "
	    "mean equal names");
	cg_reader_close(reader);
	reader = open_text(text, &error);
	cg_reader_set(reader, CG_READ_AHEAD);
	ok(count_promised(reader) == NROWS,
	    "the same is true if a thread reads ahead");
	cg_reader_close(reader);
	free(text);
}

/* --- names that are freed at once
 * ------------------------------------------------ */

enum { NNAMES = 7 };

static void
list_names(struct cg_record *row, const char **names[NNAMES])
{
	names[0] = &row->object;
	names[1] = &row->def_file;
	names[2] = &row->file;
	names[3] = &row->function;
	names[4] = &row->target.object;
	names[5] = &row->target.file;
	names[6] = &row->target.function;
}

/* replaces the row's names by copies */
static void
copy_names(struct cg_record *row)
{
	const char **names[NNAMES];

	list_names(row, names);
	for (int i = 0; i < NNAMES; i++)
		if (*names[i] != NULL)
			*names[i] = strdup(*names[i]);
}

static void
destroy_names(struct cg_record *row)
{
	const char **names[NNAMES];

	list_names(row, names);
	for (int i = 0; i < NNAMES; i++) {
		char *name = (char *)*names[i];

		if (name == NULL)
			continue;
		memset(name, 'X', strlen(name));
		free(name);
	}
}

static const char calls[] = "# callgrind format\n"
			    "positions: line\n"
			    "events: Ir\n"
			    "ob=one\n"
			    "fl=a.c\n"
			    "fn=f\n"
			    "1 2\n"
			    "fi=a.h\n"
			    "2 3\n"
			    "fe=a.c\n"
			    "3 4\n"
			    "cob=two\n"
			    "cfi=b.c\n"
			    "cfn=g\n"
			    "calls=5 7\n"
			    "4 6\n"
			    "jfi=a.h\n"
			    "jfn=h\n"
			    "jump=8 9\n"
			    "5\n"
			    "fn=h\n"
			    "6 7\n"
			    "ob=two\n"
			    "fl=b.c\n"
			    "fn=g\n"
			    "7 8\n"
			    "totals: 24\n";

static const char costs[] = "cmd: a\nevents: Ir\n"
			    "fl=a.c\nfn=f\n1 2\n2 3\n"
			    "fn=g\n3 4\n"
			    "fl=b.c\nfn=g\n4 5\n5 6\n"
			    "summary: 20\n";

static void
put_all(struct cg_reader *reader, struct cg_writer *writer, bool destroyed)
{
	struct cg_record row;

	while (cg_reader_next(reader, &row) == 1) {
		if (destroyed)
			copy_names(&row);
		cg_writer_put(writer, &row);
		if (destroyed)
			destroy_names(&row);
	}
}

/* writes the text's rows to a file and reads back up to `size` bytes of it */
static void
write_rows(const char *path, const char *text, bool compressed, bool destroyed,
    char *written, size_t size)
{
	struct cg_error error;
	struct cg_reader *reader = open_text(text, &error);
	struct cg_writer *writer =
	    cg_writer_open(path, CG_PLAIN, cg_reader_header(reader), &error);
	FILE *file;

	cg_writer_compress(writer, compressed, compressed);
	put_all(reader, writer, destroyed);
	memset(written, 0, size);
	if (cg_writer_close(writer) == 0 && (file = fopen(path, "r")) != NULL) {
		if (fread(written, 1, size - 1, file) == 0)
			written[0] = '\0';
		fclose(file);
	}
	cg_reader_close(reader);
}

static void
test_writer(const char *path)
{
	static const struct {
		const char *what;
		const char *text;
		bool compressed;
	} cases[] = {
	    {"in Cachegrind's format", costs, false},
	    {"in Callgrind's format", calls, false},
	    {"with compressed names", calls, true},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char what[100], lasting[1000], destroyed[1000];

		write_rows(path, cases[i].text, cases[i].compressed, false,
		    lasting, sizeof(lasting));
		write_rows(path, cases[i].text, cases[i].compressed, true,
		    destroyed, sizeof(destroyed));
		snprintf(what, sizeof(what),
		    "the writer does not use a record after its _put, %s",
		    cases[i].what);
		ok(lasting[0] != '\0' && strcmp(lasting, destroyed) == 0, what);
	}
}

/* --- profiles that are cleared -------------------------------------------- */

static int
add_destroyed(struct cg_profile *profile, const struct cg_record *record)
{
	struct cg_record row = *record;
	int status;

	copy_names(&row);
	status = cg_profile_add(profile, &row);
	destroy_names(&row);
	return status;
}

static bool
has_only(struct cg_profile *profile, const struct cg_record *record)
{
	struct cg_record row;

	if (cg_profile_len(profile) != 1 || cg_profile_sort(profile) < 0)
		return false;
	cg_profile_at(profile, 0, &row);
	return cg_record_same(&row, record) &&
	       row.counts[0] == record->counts[0];
}

/* true if each row can be added to a profile that was cleared before */
static bool
holds_each(const char *text, bool *in_order)
{
	struct cg_error error;
	struct cg_reader *reader = open_text(text, &error);
	struct cg_profile *profile = cg_profile_new(1, &error);
	struct cg_record row;
	bool holds = true;

	while (cg_reader_next(reader, &row) == 1) {
		holds &= add_destroyed(profile, &row) == 0 &&
			 has_only(profile, &row) &&
			 cg_profile_clear(profile) == 0 &&
			 cg_profile_len(profile) == 0;
	}
	*in_order = cg_profile_in_order(profile);
	cg_profile_free(profile);
	cg_reader_close(reader);
	return holds;
}

static void
test_profile(void)
{
	static const char backwards[] = "cmd: a\nevents: Ir\n"
					"fl=a\nfn=f\n1 1\nfn=e\n2 1\n"
					"summary: 2\n";
	static const char targets[] = "events: Ir\nfl=a\nfn=f\n"
				      "cfn=g\ncalls=1 1\n1 1\n"
				      "cfn=h\ncalls=1 1\n1 1\n",
			  targets_backwards[] = "events: Ir\nfl=a\nfn=f\n"
						"cfn=h\ncalls=1 1\n1 1\n"
						"cfn=g\ncalls=1 1\n1 1\n";
	bool in_order;

	ok(holds_each(costs, &in_order) && in_order,
	    "a cleared profile takes rows and notices that they are in order");
	ok(holds_each(backwards, &in_order) && !in_order,
	    "a cleared profile notices that rows are not in order");
	ok(holds_each(calls, &in_order),
	    "a cleared profile takes calls and jumps");
	ok(holds_each(targets, &in_order) && in_order &&
		holds_each(targets_backwards, &in_order) && !in_order,
	    "the order of calls includes their targets");
}

int
main(void)
{
	char directory[] = "/tmp/cgfmt_lifetimes.XXXXXX", path[100];

	test_reader();
	test_profile();
	if (mkdtemp(directory) == NULL)
		return 1;
	snprintf(path, sizeof(path), "%s/profile", directory);
	test_writer(path);
	unlink(path);
	rmdir(directory);
	return failures > 0;
}
