/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The files say nothing about time that a profile could use: if the memory of a
 * function was used again, the counts of both go to the last one.
 */
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "compiled.h"
#include "libcli/cli.h"

/* the object of code that was compiled at run time */
static const char compiled_object[] = "[JIT]";

/* memory for names and lines, about */
#define MAX_BYTES ((size_t)256 << 20)

/* --- strings -------------------------------------------------------------- */

static int
compare_strings(const void *a, const void *b)
{
	return strcmp(a, b);
}

/* takes the text */
static const char *
intern(struct compiled *compiled, char *text)
{
	char **node = tsearch(text, &compiled->strings, compare_strings);

	if (node == NULL)
		cli_die("out of memory");
	if (*node != text)
		free(text);
	else
		compiled->nbytes += strlen(text) + 64;
	return *node;
}

static int
hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Replaces %XX in place. */
static void
decode_url(char *text)
{
	char *to = text;

	for (const char *p = text; *p != '\0'; p++) {
		int high = *p == '%' ? hex_digit(p[1]) : -1;
		int low = high >= 0 ? hex_digit(p[2]) : -1;

		*to++ = *p;
		if (low < 0 || high + low == 0)
			continue;
		to[-1] = (char)(high << 4 | low);
		p += 2;
	}
	*to = '\0';
}

/* The name of len bytes, which is not empty, may be a URL. */
static const char *
intern_file(struct compiled *compiled, const char *name, size_t len)
{
	static const char scheme[] = "file://";
	size_t skipped = strlen(scheme);
	char *path;

	if (len <= skipped || memcmp(name, scheme, skipped) != 0)
		return intern(compiled, cli_copy(name, len));
	path = cli_copy(name + skipped, len - skipped);
	decode_url(path);
	return intern(compiled, path);
}

/* --- functions ------------------------------------------------------------ */

/* A function without a name, and several of one name in one file, are told
 * apart by where they begin. */
static char *
name_with_place(const char *name, size_t len, const struct compiled_function *f)
{
	char *text = cli_copy(name, len);

	if (f->line > 0)
		cli_append(&text, ":%u", f->line);
	if (f->line > 0 && f->column > 0)
		cli_append(&text, ":%u", f->column);
	return text;
}

static bool
append(struct compiled *compiled, const struct compiled_function *function)
{
	compiled->functions = cli_grow(
	    compiled->functions, compiled->n, sizeof(*compiled->functions));
	compiled->functions[compiled->n++] = *function;
	/* and its parts */
	compiled->nbytes +=
	    sizeof(*function) + 3 * sizeof(struct compiled_part);
	compiled->is_full = compiled->nbytes > MAX_BYTES;
	return true;
}

bool
compiled_add(struct compiled *compiled, uint64_t start, uint64_t size,
    const struct compiled_name *name)
{
	static const char anonymous[] = "(anonymous)";
	struct compiled_function f = {
	    .start = start,
	    .end = start + size,
	    .line = name->line,
	    .column = name->column,
	    .first = compiled->nlines,
	};

	if (compiled->is_full || size == 0 || size > UINT64_MAX - start)
		return false;
	if (name->nfile > 0)
		f.file = intern_file(compiled, name->file, name->nfile);
	f.name = intern(
	    compiled, name->nfunction > 0
			  ? cli_copy(name->function, name->nfunction)
			  : name_with_place(anonymous, strlen(anonymous), &f));
	return append(compiled, &f);
}

void
compiled_add_line(struct compiled *compiled, uint32_t offset, uint32_t line,
    const char *file, size_t len)
{
	struct compiled_function *f = &compiled->functions[compiled->n - 1];
	struct compiled_line added = {.offset = offset, .line = line};
	const char *path = NULL;

	if (compiled->is_full)
		return;
	if (len > 0)
		path = intern_file(compiled, file, len);
	if (f->file == NULL)
		f->file = path;
	added.file = path != NULL ? path : f->file;
	compiled->lines = cli_grow(
	    compiled->lines, compiled->nlines, sizeof(*compiled->lines));
	compiled->lines[compiled->nlines++] = added;
	compiled->nbytes += sizeof(added);
	compiled->is_full = compiled->nbytes > MAX_BYTES;
	f->nlines++;
}

bool
compiled_move(
    struct compiled *compiled, size_t n, uint64_t start, uint64_t size)
{
	struct compiled_function moved = compiled->functions[n];

	if (compiled->is_full || size == 0 || size > UINT64_MAX - start)
		return false;
	moved.start = start;
	moved.end = start + size;
	return append(compiled, &moved);
}

/* --- names that are not unique -------------------------------------------- */

static int
compare_places(const void *a, const void *b)
{
	const struct compiled_function *x = *(void *const *)a,
				       *y = *(void *const *)b;

	if (x->file != y->file)
		return (uintptr_t)x->file < (uintptr_t)y->file ? -1 : 1;
	if (x->name != y->name)
		return (uintptr_t)x->name < (uintptr_t)y->name ? -1 : 1;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	if (x->column != y->column)
		return x->column < y->column ? -1 : 1;
	return (x > y) - (x < y);
}

static bool
is_same_name(
    const struct compiled_function *a, const struct compiled_function *b)
{
	return a->file == b->file && a->name == b->name;
}

/* Adds the place to names of functions that begin at several. */
static void
add_places(struct compiled *compiled)
{
	size_t n = compiled->n, next;
	struct compiled_function **list = cli_alloc(n, sizeof(*list));

	for (size_t i = 0; i < n; i++)
		list[i] = &compiled->functions[i];
	qsort(list, n, sizeof(*list), compare_places);
	for (size_t i = 0; i < n; i = next) {
		const struct compiled_function *first = list[i], *last;
		size_t len = strlen(first->name);

		for (next = i + 1; next < n && is_same_name(first, list[next]);)
			next++;
		last = list[next - 1];
		if (first->line == last->line && first->column == last->column)
			continue;
		for (const char *name = first->name; i < next; i++)
			list[i]->name = intern(
			    compiled, name_with_place(name, len, list[i]));
	}
	free(list);
}

/* --- parts ---------------------------------------------------------------- */

static int
compare_starts(const void *a, const void *b)
{
	const struct compiled_part *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return (x->function > y->function) - (x->function < y->function);
}

/* Functions in a heap; its root was compiled last. */
struct heap {
	size_t *list;
	size_t n;
};

static void
heap_push(struct heap *heap, size_t function)
{
	size_t i = heap->n++;

	for (; i > 0 && heap->list[(i - 1) / 2] < function; i = (i - 1) / 2)
		heap->list[i] = heap->list[(i - 1) / 2];
	heap->list[i] = function;
}

static void
heap_pop(struct heap *heap)
{
	size_t last = heap->list[--heap->n], i = 0, child;

	for (; (child = 2 * i + 1) < heap->n; i = child) {
		if (child + 1 < heap->n &&
		    heap->list[child + 1] > heap->list[child])
			child++;
		if (heap->list[child] < last)
			break;
		heap->list[i] = heap->list[child];
	}
	heap->list[i] = last;
}

static void
add_part(struct compiled *compiled, const struct compiled_part *part)
{
	struct compiled_part *last =
	    compiled->nparts > 0 ? &compiled->parts[compiled->nparts - 1]
				 : NULL;

	if (last != NULL && last->end == part->start &&
	    last->function == part->function) {
		last->end = part->end;
		return;
	}
	compiled->parts = cli_grow(
	    compiled->parts, compiled->nparts, sizeof(*compiled->parts));
	compiled->parts[compiled->nparts++] = *part;
}

/* Each address belongs to the last function there.  `starts` are all functions,
 * sorted; the heap has those that may include the address. */
static void
divide(struct compiled *compiled, const struct compiled_part *starts)
{
	struct heap heap = {.list = cli_alloc(compiled->n, sizeof(size_t))};
	uint64_t address = 0;
	size_t i = 0;

	while (i < compiled->n || heap.n > 0) {
		struct compiled_part part;

		if (heap.n == 0)
			address = starts[i].start;
		for (; i < compiled->n && starts[i].start == address; i++)
			heap_push(&heap, starts[i].function);
		part = (struct compiled_part){
		    .start = address,
		    .end = compiled->functions[heap.list[0]].end,
		    .function = heap.list[0],
		};
		if (part.end <= address) {
			heap_pop(&heap);
			continue;
		}
		if (i < compiled->n && starts[i].start < part.end)
			part.end = starts[i].start;
		add_part(compiled, &part);
		address = part.end;
	}
	free(heap.list);
}

void
compiled_complete(struct compiled *compiled)
{
	struct compiled_part *starts;

	if (compiled->n == 0)
		return;
	add_places(compiled);
	starts = cli_alloc(compiled->n, sizeof(*starts));
	for (size_t i = 0; i < compiled->n; i++)
		starts[i] = (struct compiled_part){
		    .start = compiled->functions[i].start,
		    .function = i,
		};
	qsort(starts, compiled->n, sizeof(*starts), compare_starts);
	divide(compiled, starts);
	free(starts);
}

/* --- rows ----------------------------------------------------------------- */

static int
compare_address(const void *key, const void *element)
{
	const uint64_t *address = key;
	const struct compiled_part *part = element;

	if (*address < part->start)
		return -1;
	return *address >= part->end;
}

static const struct compiled_function *
find_function(const struct compiled *compiled, uint64_t address)
{
	const struct compiled_part *part = bsearch(&address, compiled->parts,
	    compiled->nparts, sizeof(*compiled->parts), compare_address);

	return part != NULL ? &compiled->functions[part->function] : NULL;
}

/* Returns how many lines of the function are at an address of it or before. */
static size_t
count_lines(const struct compiled *compiled, const struct compiled_function *f,
    uint64_t address)
{
	size_t low = 0, high = f->nlines;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (compiled->lines[f->first + middle].offset <=
		    address - f->start)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Returns the line at an address, which is of the file; 0: not known. */
static int64_t
find_line(const struct compiled *compiled, uint64_t address, const char **file)
{
	const struct compiled_function *f = find_function(compiled, address);
	size_t n = f != NULL ? count_lines(compiled, f, address) : 0;
	const struct compiled_line *line =
	    n > 0 ? &compiled->lines[f->first + n - 1] : NULL;

	*file = cg_unknown_name;
	if (line != NULL && line->file != NULL)
		*file = line->file;
	else if (f != NULL && f->file != NULL)
		*file = f->file;
	if (line != NULL)
		return line->line;
	return f != NULL ? f->line : 0;
}

/*
 * Finds the function of a symbol.  The symbol is ???, or the address where the
 * function was entered.  Returns the function's name, which is in *buffer, or NULL.
 */
static const char *
find_name(const struct compiled *compiled, const char *symbol, uint64_t address,
    const char **file, char **buffer)
{
	const struct compiled_function *f;

	if (strncmp(symbol, "0x", 2) == 0)
		address = strtoull(symbol, NULL, 16);
	f = find_function(compiled, address);
	if (f == NULL)
		return NULL;
	*file = f->file != NULL ? f->file : cg_unknown_name;
	free(*buffer);
	/* the level of recursion and callers follow "'" */
	*buffer = cli_format("%s%s", f->name, symbol + strcspn(symbol, "'"));
	return *buffer;
}

static void
name_target(struct compiled *compiled, struct cg_target *target, bool is_call)
{
	const char *file, *name;

	if (!is_call) {
		target->line =
		    find_line(compiled, target->address, &target->file);
		return;
	}
	if (strcmp(target->object, cg_unknown_name) != 0)
		return;
	name = find_name(compiled, target->function, target->address,
	    &target->file, &compiled->names[1]);
	if (name == NULL)
		return;
	target->object = compiled_object;
	target->function = name;
	target->line = find_line(compiled, target->address, &file);
}

void
compiled_name_record(struct compiled *compiled, struct cg_record *record)
{
	const char *name;

	if (compiled->nparts == 0)
		return;
	if (record->kind == CG_CALL)
		name_target(compiled, &record->target, true);
	if (strcmp(record->object, cg_unknown_name) != 0)
		return;
	name = find_name(compiled, record->function, record->address,
	    &record->def_file, &compiled->names[0]);
	if (name == NULL)
		return;
	record->object = compiled_object;
	record->function = name;
	record->line = find_line(compiled, record->address, &record->file);
	if (record->kind != CG_CALL && record->kind != CG_COSTS)
		name_target(compiled, &record->target, false);
}

void
compiled_release(struct compiled *compiled)
{
	while (compiled->strings != NULL) {
		char *text = *(char **)compiled->strings;

		tdelete(text, &compiled->strings, compare_strings);
		free(text);
	}
	free(compiled->functions);
	free(compiled->lines);
	free(compiled->parts);
	free(compiled->names[0]);
	free(compiled->names[1]);
	*compiled = (struct compiled){0};
}
