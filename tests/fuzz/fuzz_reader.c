/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Feeds any bytes to the reader.  If it accepts them, writes the rows in full,
 * and in Callgrind's format with all abbreviations: both files must be read as
 * the same rows, with the same totals and summary.  Then reads the bytes again
 * with modes that tools set, which the input decides, and compares the rows.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cgfmt.h"
#include "libcli/cli.h"
#include "target.h"

/* how a profile is loaded, beside the modes of the reader */
enum {
	LOAD_REVERSED = 1 << 8, /* selects its events from last to first */
	LOAD_WITHOUT_LINES = 1 << 9,
	LOAD_FROM_FILE = 1 << 10,
	LOAD_PACKED = 1 << 11,
	READER_MODES = LOAD_REVERSED - 1,
};

/* a profile as far as it was read */
struct loaded {
	struct cg_error error; /* of the reader; else empty */
	struct cg_error own;   /* of the rows */
	struct cg_reader *reader;
	struct cg_profile *rows;
	size_t nread; /* rows */
	bool is_whole;
};

/* a file without a name; its offset is where writing ended */
static int
temporary(void)
{
	static int fd = -1;

	if (fd < 0)
		fd = cli_temporary();
	demand(fd >= 0 && lseek(fd, 0, SEEK_SET) == 0, "there is a file");
	return fd;
}

static struct cg_reader *
open_bytes(
    const uint8_t *data, size_t size, bool in_file, struct cg_error *error)
{
	int fd;

	if (!in_file)
		return cg_reader_open_memory(data, size, "x", error);
	fd = temporary();
	demand(write(fd, data, size) == (ssize_t)size &&
		   ftruncate(fd, (off_t)size) == 0 &&
		   lseek(fd, 0, SEEK_SET) == 0,
	    "the input is written");
	return cg_reader_open_fd(fd, "x", error);
}

static bool
select_reversed(struct cg_reader *r)
{
	const struct cg_header *header = cg_reader_header(r);
	struct cg_event *events = calloc(header->nevents, sizeof(*events));
	int status;

	demand(events != NULL, "there is memory");
	for (size_t i = 0; i < header->nevents; i++)
		events[i] = header->events[header->nevents - 1 - i];
	status = cg_reader_select_events(r, events, header->nevents);
	free(events);
	return status == 0;
}

/* Reads all rows and sorts them. */
static void
load_rows(struct loaded *l, bool without_lines)
{
	struct cg_record row;
	int got;

	while ((got = cg_reader_next(l->reader, &row)) == 1) {
		l->nread++;
		if (without_lines)
			row.line = 0;
		if (cg_profile_add(l->rows, &row) < 0) {
			demand(l->own.text[0] != '\0', "an error has a text");
			return;
		}
	}
	demand((got == 0) == (l->error.text[0] == '\0'), "an error has a text");
	l->is_whole = got == 0 && cg_profile_sort(l->rows) == 0;
}

/* False if not even the header can be read. */
static bool
load(struct loaded *l, const uint8_t *data, size_t size, unsigned int modes)
{
	*l = (struct loaded){.nread = 0};
	l->reader =
	    open_bytes(data, size, (modes & LOAD_FROM_FILE) != 0, &l->error);
	if (l->reader == NULL) {
		demand(l->error.text[0] != '\0', "an error has a text");
		demand(!l->error.is_damage, "a damaged header is no profile");
		return false;
	}
	cg_reader_set(l->reader, modes & READER_MODES);
	if ((modes & LOAD_REVERSED) != 0)
		demand(select_reversed(l->reader), "its own events are found");
	l->rows = cg_profile_new(cg_reader_header(l->reader)->nevents, &l->own);
	demand(l->rows != NULL, "there is memory");
	if ((modes & LOAD_PACKED) != 0)
		cg_profile_pack(l->rows);
	load_rows(l, (modes & LOAD_WITHOUT_LINES) != 0);
	return true;
}

static void
unload(struct loaded *l)
{
	cg_reader_close(l->reader);
	cg_profile_free(l->rows);
}

/* --- comparing ------------------------------------------------------------ */

static bool
same_counts(
    const int64_t *a, const int64_t *b, size_t nevents, bool is_reversed)
{
	if (a == NULL || b == NULL)
		return a == b;
	for (size_t i = 0; i < nevents; i++)
		if (a[i] != b[is_reversed ? nevents - 1 - i : i])
			return false;
	return true;
}

static void
demand_same_rows(const struct loaded *p, const struct loaded *q, bool reversed)
{
	size_t nevents = cg_reader_header(p->reader)->nevents;

	demand(cg_profile_len(p->rows) == cg_profile_len(q->rows),
	    "there are as many rows");
	for (size_t i = 0; i < cg_profile_len(p->rows); i++) {
		struct cg_record a, b;

		cg_profile_at(p->rows, i, &a);
		cg_profile_at(q->rows, i, &b);
		demand(cg_record_same(&a, &b) && a.executed == b.executed &&
			   a.taken == b.taken &&
			   same_counts(a.counts, b.counts, nevents, reversed),
		    "rows are the same");
	}
	demand(same_counts(cg_reader_totals(p->reader),
		   cg_reader_totals(q->reader), nevents, reversed),
	    "totals are the same");
}

/* --- writing and reading again -------------------------------------------- */

/* Writes the profile; returns its bytes, or NULL if a sum does not fit in the
 * new order. */
static uint8_t *
save(const struct loaded *l, bool abbreviated, size_t *size)
{
	const struct cg_header *header = cg_reader_header(l->reader);
	struct cg_error error = {.text = ""};
	int fd = temporary();
	struct cg_writer *w =
	    cg_writer_open_fd(dup(fd), "(file)", header, &error);
	uint8_t *bytes;

	demand(w != NULL, "a profile can be written");
	cg_writer_compress(w, abbreviated, abbreviated);
	cg_writer_summary(w, cg_reader_summary(l->reader));
	if (cg_profile_put(l->rows, w) < 0) {
		demand(strstr(error.text, "does not fit") != NULL,
		    "only a sum can fail");
		cg_writer_abandon(w);
		return NULL;
	}
	demand(cg_writer_close(w) == 0, "the output can be closed");
	*size = (size_t)lseek(fd, 0, SEEK_CUR);
	bytes = malloc(*size);
	demand(bytes != NULL && pread(fd, bytes, *size, 0) == (ssize_t)*size,
	    "what was written is there");
	return bytes;
}

/* the declared cost of a profile: the sum of its rows if that is 0 or missing
 */
static const int64_t *
summary_of(const struct cg_reader *r)
{
	const int64_t *declared = cg_reader_summary(r);
	size_t nevents = cg_reader_header(r)->nevents;

	for (size_t i = 0; declared != NULL && i < nevents; i++)
		if (declared[i] != 0)
			return declared;
	return cg_reader_totals(r);
}

/* True for "(3)'2", whose bracket is written as "\\x28"; see cgfmt(5). */
static bool
looks_composed(const char *name)
{
	size_t len = *name == '(' ? strspn(name + 1, "0123456789abcdefx") : 0;

	return len > 0 && strncmp(name + 1 + len, ")'", 2) == 0;
}

/* True if all names can be written as they are. */
static bool
keeps_names(const struct loaded *l)
{
	struct cg_record row;

	for (size_t i = 0; i < cg_profile_len(l->rows); i++) {
		cg_profile_at(l->rows, i, &row);
		if (looks_composed(row.object) ||
		    looks_composed(row.def_file) || looks_composed(row.file) ||
		    looks_composed(row.function))
			return false;
		if (row.host != NULL &&
		    (looks_composed(row.host_file) || looks_composed(row.host)))
			return false;
		if (row.kind != CG_COSTS &&
		    (looks_composed(row.target.object) ||
			looks_composed(row.target.file) ||
			looks_composed(row.target.function)))
			return false;
	}
	return true;
}

static void
demand_mirror(const struct loaded *l, bool abbreviated)
{
	size_t size, nevents = cg_reader_header(l->reader)->nevents;
	uint8_t *bytes = save(l, abbreviated, &size);
	struct loaded again;

	if (bytes == NULL)
		return;
	demand(load(&again, bytes, size, 0) && again.is_whole,
	    "what was written is a whole profile");
	demand_same_rows(l, &again, false);
	demand(cg_profile_in_order(again.rows), "what was written is in order");
	demand(same_counts(summary_of(l->reader), summary_of(again.reader),
		   nevents, false),
	    "summaries are the same");
	unload(&again);
	free(bytes);
}

/* --- modes ---------------------------------------------------------------- */

static bool
is_of_size(const struct cg_error *error)
{
	return strstr(error->text, "does not fit") != NULL;
}

static void
demand_damage(const struct loaded *strict, const struct loaded *l, bool merges)
{
	const char *damage = cg_reader_damage(l->reader);

	/* a profile of another program may lack names or totals */
	demand(
	    !strict->is_whole ||
		(damage == NULL) == (cg_reader_damage(strict->reader) == NULL),
	    "a whole profile is not damaged");
	if (strict->is_whole || strict->own.text[0] != '\0')
		return;
	demand(merges || l->nread >= strict->nread,
	    "rows before the damage are read");
	if (strict->error.is_damage)
		demand(l->is_whole ? damage != NULL : !l->error.is_damage,
		    "a damaged profile is read up to the damage");
	else
		demand(!l->is_whole, "what is no damage remains an error");
}

static void
check_modes(const struct loaded *strict, const uint8_t *data, size_t size,
    unsigned int modes)
{
	const struct cg_header *header = cg_reader_header(strict->reader);
	bool merges =
	    (modes & CG_MERGE_LINES) != 0 && header->format == CG_CACHEGRIND;
	bool reversed = (modes & LOAD_REVERSED) != 0;
	struct loaded l, plain;

	if (merges)
		modes |= LOAD_WITHOUT_LINES;
	demand(load(&l, data, size, modes), "modes do not change the header");
	if ((modes & CG_ACCEPT_DAMAGE) != 0)
		demand_damage(strict, &l, merges);
	else
		demand(strict->is_whole || !l.is_whole || merges,
		    "a profile is whole in all modes");
	if (strict->is_whole && l.is_whole && !merges) {
		demand_same_rows(strict, &l, reversed);
		demand(cg_reader_nrows(strict->reader) ==
			   cg_reader_nrows(l.reader),
		    "all rows are counted");
	} else if (strict->is_whole && l.is_whole) {
		load(&plain, data, size, LOAD_WITHOUT_LINES);
		if (plain.is_whole)
			demand_same_rows(&plain, &l, reversed);
		unload(&plain);
	} else if (strict->is_whole) {
		demand(merges && (is_of_size(&l.error) || is_of_size(&l.own)),
		    "a whole profile is whole in all modes");
	}
	unload(&l);
}

/* Decides by the input which modes to try; most often none. */
static unsigned int
modes_of(const uint8_t *data, size_t size)
{
	static const unsigned int modes[] = {
	    CG_ACCEPT_DAMAGE,
	    CG_MERGE_LINES,
	    CG_READ_AHEAD | LOAD_PACKED,
	    CG_ONE_THREAD,
	    CG_ACCEPT_DAMAGE | CG_MERGE_LINES | CG_READ_AHEAD,
	    CG_ACCEPT_DAMAGE | CG_ONE_THREAD | LOAD_REVERSED | LOAD_PACKED,
	    CG_MERGE_LINES | LOAD_REVERSED,
	    LOAD_FROM_FILE | CG_READ_AHEAD,
	};
	enum { NMODES = sizeof(modes) / sizeof(modes[0]) };
	uint32_t hash = 2166136261;

	for (size_t i = 0; i < size; i++)
		hash = (hash ^ data[i]) * 16777619;
	hash = (hash >> 8) % (2 * NMODES);
	return hash < NMODES ? modes[hash] : 0;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unsigned int modes = modes_of(data, size);
	struct loaded l;

	if (!load(&l, data, size, 0))
		return 0;
	if (l.is_whole) {
		bool is_callgrind =
		    cg_reader_header(l.reader)->format == CG_CALLGRIND;

		if (!is_callgrind || keeps_names(&l)) {
			demand_mirror(&l, false);
			if (is_callgrind)
				demand_mirror(&l, true);
		}
	}
	if (modes != 0)
		check_modes(&l, data, size, modes);
	unload(&l);
	return 0;
}
