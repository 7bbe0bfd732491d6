/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The file has a header and records, of the byte order of its process:
 *
 *	header		magic, version, size, machine, 4 bytes, pid, time, flags
 *	record		kind, size, time, and by kind:
 *	    load	pid, tid, address, address, size, index, name, code
 *	    move	pid, tid, address, old address, address, size, index
 *	    lines	address, number, entries: address, line, column, file
 *
 * Lines precede the function that they belong to, but lines of other threads may
 * be between.  Nothing in the file is trusted.
 *
 * V8 adds the size of an ELF header to the addresses of lines, and often writes
 * memory that was freed in the place of a file's name.
 */
#include <errno.h>
#include <fcntl.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "jitdump.h"
#include "libcli/cli.h"
#include "libquery/header/description.h"

enum {
	MAGIC = 0x4a695444,
	VERSION = 1,
	HEADER = 40, /* bytes, as below */
	RECORD = 16,
	LOAD = RECORD + 40,
	MOVE = RECORD + 48,
	LINE_INFO = RECORD + 16,
	LINE = 16,
	MAX_NAME = 1 << 16,
	MAX_LINE_INFO = 1 << 24, /* bytes of one function's */
	MAX_PENDING = 64,
};

enum record_kind {
	KIND_LOAD,
	KIND_MOVE,
	KIND_LINES,
	KIND_CLOSE,
	KIND_UNWINDING
};

/* lines whose function was not read yet */
struct pending {
	uint64_t function; /* its address */
	uint64_t offset;   /* of the record */
	uint32_t size;
};

/* where a function starts, for moves */
struct code_start {
	uint64_t address;
	size_t function;
};

struct dump {
	struct compiled *compiled;
	const char *path;
	int fd;
	uint64_t size;
	int error; /* a number of errno; 0: none so far */
	bool is_swapped;
	bool is_damaged;
	uint64_t damage; /* if so, the offset of a record */
	uint32_t shift;  /* V8's, of lines */
	struct pending pending[MAX_PENDING];
	size_t npending; /* of all so far */
	void *starts;    /* a tree */
};

/* a record */
struct record {
	uint64_t offset;
	uint32_t kind, size;
};

/* --- bytes ---------------------------------------------------------------- */

/* False if they are not all there. */
static bool
read_at(struct dump *d, uint64_t offset, void *to, size_t n)
{
	size_t done = 0;

	if (offset > d->size || n > d->size - offset)
		return false;
	while (done < n) {
		ssize_t got = pread(
		    d->fd, (char *)to + done, n - done, (off_t)(offset + done));

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			d->error = errno;
		if (got <= 0)
			return false;
		done += (size_t)got;
	}
	return true;
}

static uint32_t
swapped(uint32_t n)
{
	return n >> 24 | (n >> 8 & 0xff00) | (n & 0xff00) << 8 | n << 24;
}

static uint32_t
get32(const struct dump *d, const unsigned char *p)
{
	uint32_t n;

	memcpy(&n, p, sizeof(n));
	return d->is_swapped ? swapped(n) : n;
}

static uint64_t
get64(const struct dump *d, const unsigned char *p)
{
	uint64_t n;

	memcpy(&n, p, sizeof(n));
	return d->is_swapped ? (uint64_t)swapped((uint32_t)n) << 32 |
				   swapped((uint32_t)(n >> 32))
			     : n;
}

/* --- lines ---------------------------------------------------------------- */

/* Takes the lines of a function that is at an address.  False: it has none. */
static bool
take_pending(struct dump *d, uint64_t function, struct pending *lines)
{
	for (size_t i = 0; i < MAX_PENDING; i++) {
		struct pending *p = &d->pending[i];

		if (p->size == 0 || p->function != function)
			continue;
		*lines = *p;
		p->size = 0;
		return true;
	}
	return false;
}

/* Keeps the lines until their function comes. */
static bool
read_lines(struct dump *d, const struct record *record)
{
	unsigned char bytes[8];
	struct pending old, lines = {
				.offset = record->offset,
				.size = record->size,
			    };

	if (record->size < LINE_INFO ||
	    !read_at(d, record->offset + RECORD, bytes, sizeof(bytes)))
		return false;
	lines.function = get64(d, bytes);
	take_pending(d, lines.function, &old);
	d->pending[d->npending++ % MAX_PENDING] = lines;
	return true;
}

/* the entries of a function's lines */
struct entries {
	const unsigned char *p, *end;
	uint64_t n;
	uint64_t start, size; /* of the function's code */
	uint32_t shift;
	size_t skipped; /* length of names that are not usable; 0: they are */
	const char *file;
	size_t nfile; /* 0: the function's file */
};

static bool
has_control(const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if ((unsigned char)text[i] < ' ' || text[i] == 0x7f)
			return true;
	return false;
}

/* Takes the file's name of the entry that is at e->p.  False if it has no end. */
static bool
take_file(struct entries *e)
{
	const char *name = (const char *)e->p + LINE;
	size_t space = (size_t)((const char *)e->end - name);
	const char *nul = memchr(name, '\0', space);
	bool is_same = nul != NULL && strcmp(name, "\xff") == 0;

	if (e->skipped > 0 && !is_same)
		nul = e->skipped < space ? name + e->skipped : NULL;
	if (nul == NULL)
		return false;
	e->p = (const unsigned char *)nul + 1;
	if (e->skipped > 0 || is_same)
		return true;
	e->file = name;
	e->nfile = (size_t)(nul - name);
	if (e->nfile >= MAX_NAME || has_control(name, e->nfile))
		e->nfile = 0;
	return true;
}

/* Takes an entry.  False if it is not possible. */
static bool
take_entry(
    const struct dump *d, struct entries *e, uint64_t *offset, uint32_t *line)
{
	uint64_t address;

	if ((size_t)(e->end - e->p) <= LINE)
		return false;
	address = get64(d, e->p);
	*line = get32(d, e->p + 8);
	if (address < e->start || address - e->start < e->shift ||
	    address - e->start - e->shift > e->size || *line > INT32_MAX)
		return false;
	*offset = address - e->start - e->shift;
	return take_file(e);
}

/* True if all entries are possible, sorted by address, and end where the record
 * does, whose size is a multiple of 8. */
static bool
are_possible(const struct dump *d, struct entries e)
{
	uint64_t offset, last = 0;
	uint32_t line;

	for (uint64_t i = 0; i < e.n; i++) {
		if (!take_entry(d, &e, &offset, &line) || offset < last ||
		    offset > UINT32_MAX)
			return false;
		last = offset;
	}
	return e.end - e.p < 8;
}

static bool
is_same_file(const struct entries *a, const struct entries *b)
{
	return a->nfile == b->nfile &&
	       (a->nfile == 0 || memcmp(a->file, b->file, a->nfile) == 0);
}

/* Lines that repeat the one before are left out. */
static void
add_entries(struct dump *d, struct entries e)
{
	struct entries last = e;
	uint64_t offset;
	uint32_t line, last_line = 0;

	for (uint64_t i = 0; i < e.n; i++) {
		if (!take_entry(d, &e, &offset, &line))
			return;
		if (i > 0 && line == last_line && is_same_file(&e, &last))
			continue;
		compiled_add_line(
		    d->compiled, (uint32_t)offset, line, e.file, e.nfile);
		last = e;
		last_line = line;
	}
}

/*
 * Adds the lines in a record to the function that was added last.  If V8's names
 * of files are not usable, all may have the length of the function's own.
 */
static void
add_lines(struct dump *d, const unsigned char *bytes, size_t size,
    uint64_t code, const struct compiled_name *name)
{
	const struct compiled_function *f =
	    &d->compiled->functions[d->compiled->n - 1];
	struct entries e = {
	    .p = bytes + LINE_INFO,
	    .end = bytes + size,
	    .n = get64(d, bytes + RECORD + 8),
	    .start = f->start,
	    .size = code,
	};

	if (name->is_v8) {
		e.shift = d->shift;
		if (!are_possible(d, e))
			e.skipped = name->nfile;
	}
	if (are_possible(d, e))
		add_entries(d, e);
}

/* --- functions ------------------------------------------------------------ */

static int
compare_starts(const void *a, const void *b)
{
	const struct code_start *x = a, *y = b;

	return (x->address > y->address) - (x->address < y->address);
}

/* Remembers where the last function starts. */
static void
add_start(struct dump *d)
{
	struct code_start *start = cli_alloc(1, sizeof(*start)), **node;

	start->function = d->compiled->n - 1;
	start->address = d->compiled->functions[start->function].start;
	node = tsearch(start, &d->starts, compare_starts);
	if (node == NULL)
		cli_die("out of memory");
	if (*node == start)
		return;
	(*node)->function = start->function;
	free(start);
}

/* Reads the lines of the function that was added last, if there are any. */
static void
read_lines_of(struct dump *d, uint64_t code, const struct compiled_name *name)
{
	const struct compiled_function *f =
	    &d->compiled->functions[d->compiled->n - 1];
	struct pending lines;
	unsigned char *bytes;

	if (!take_pending(d, f->start, &lines) || lines.size > MAX_LINE_INFO)
		return;
	bytes = cli_alloc(lines.size, 1);
	if (read_at(d, lines.offset, bytes, lines.size))
		add_lines(d, bytes, lines.size, code, name);
	free(bytes);
}

/* False if the record is damaged. */
static bool
read_load(struct dump *d, const struct record *record)
{
	unsigned char bytes[LOAD];
	struct compiled_name name;
	uint32_t size = record->size - LOAD;
	uint64_t code;
	char *text;
	const char *end;

	if (record->size <= LOAD || !read_at(d, record->offset, bytes, LOAD))
		return false;
	if (size > MAX_NAME)
		size = MAX_NAME;
	text = cli_alloc(size, 1);
	end = read_at(d, record->offset + LOAD, text, size)
		  ? memchr(text, '\0', size)
		  : NULL;
	code = get64(d, bytes + RECORD + 24);
	if (end != NULL)
		compiled_name_split(&name, text, (size_t)(end - text));
	if (end != NULL && compiled_add(d->compiled,
			       get64(d, bytes + RECORD + 16), code, &name)) {
		add_start(d);
		read_lines_of(d, code, &name);
	}
	free(text);
	return end != NULL && code <= UINT32_MAX;
}

/* False if the record is damaged. */
static bool
read_move(struct dump *d, const struct record *record)
{
	unsigned char bytes[MOVE];
	struct code_start old, **node;

	if (record->size < MOVE || !read_at(d, record->offset, bytes, MOVE))
		return false;
	old.address = get64(d, bytes + RECORD + 16);
	node = tfind(&old, &d->starts, compare_starts);
	if (node == NULL)
		return true;
	if (compiled_move(d->compiled, (*node)->function,
		get64(d, bytes + RECORD + 24), get64(d, bytes + RECORD + 32)))
		add_start(d);
	return true;
}

/* --- records -------------------------------------------------------------- */

/* False if the record is damaged; other kinds say nothing about names. */
static bool
read_record(struct dump *d, const struct record *record)
{
	switch (record->kind) {
	case KIND_LOAD:
		return read_load(d, record);
	case KIND_MOVE:
		return read_move(d, record);
	case KIND_LINES:
		return read_lines(d, record);
	default:
		return true;
	}
}

/* Reads all records from an offset on.  The last one may be incomplete. */
static void
read_records(struct dump *d, uint64_t offset)
{
	unsigned char bytes[RECORD];

	while (read_at(d, offset, bytes, RECORD)) {
		const struct record record = {
		    .offset = offset,
		    .kind = get32(d, bytes),
		    .size = get32(d, bytes + 4),
		};

		if (record.size > d->size - offset &&
		    record.kind <= KIND_UNWINDING)
			return;
		if (record.size < RECORD || record.size > d->size - offset ||
		    !read_record(d, &record)) {
			d->is_damaged = true;
			d->damage = offset;
			return;
		}
		if (record.kind == KIND_CLOSE || d->compiled->is_full)
			return;
		offset += record.size;
	}
}

static bool
is_32_bit(uint32_t machine)
{
	enum { MACHINE_386 = 3, MACHINE_ARM = 40 };

	return machine == MACHINE_386 || machine == MACHINE_ARM;
}

static void
read_dump(struct dump *d)
{
	unsigned char bytes[HEADER];
	uint32_t magic;

	if (!read_at(d, 0, bytes, sizeof(bytes)))
		return;
	magic = get32(d, bytes);
	d->is_swapped = magic != MAGIC;
	if (get32(d, bytes) != MAGIC) {
		cli_warn("%s: expected a jitdump file, found something else",
		    d->path);
		return;
	}
	if (get32(d, bytes + 4) != VERSION) {
		cli_warn("%s: expected version 1 of jitdump, found %u", d->path,
		    get32(d, bytes + 4));
		return;
	}
	d->shift = is_32_bit(get32(d, bytes + 12)) ? 0x34 : 0x40;
	read_records(d, get32(d, bytes + 8));
}

/* Warns if names are missing. */
static void
warn(const struct dump *d)
{
	if (d->error != 0)
		cli_warn("%s: cannot read: %s", d->path, strerror(d->error));
	else if (d->is_damaged)
		cli_warn("%s: expected a jitdump record at byte %llu, found "
			 "damage; code compiled later has no names",
		    d->path, (unsigned long long)d->damage);
	else if (d->compiled->is_full)
		cli_warn("%s: too many names; some code has none", d->path);
}

static void
release(struct dump *d)
{
	while (d->starts != NULL) {
		struct code_start *start = *(struct code_start **)d->starts;

		tdelete(start, &d->starts, compare_starts);
		free(start);
	}
	close(d->fd);
}

const char *
jitdump_described(const char *desc)
{
	return description_value(desc, "Jitdump:");
}

void
jitdump_read(struct compiled *compiled, const char *path)
{
	struct dump d = {.compiled = compiled, .path = path};
	struct stat st;

	d.fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (d.fd < 0) {
		if (errno != ENOENT)
			cli_warn("%s: cannot read: %s", path, strerror(errno));
		return;
	}
	if (fstat(d.fd, &st) == 0 && S_ISREG(st.st_mode)) {
		d.size = (uint64_t)st.st_size;
		read_dump(&d);
		warn(&d);
	}
	release(&d);
}
