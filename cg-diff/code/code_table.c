/* SPDX-License-Identifier: BSD-2-Clause */
/* All code is read before anything is printed, because reading it may fail. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "code_alignment.h"
#include "code_table.h"
#include "libcli/cli.h"
#include "libreport/numfmt.h"
#include "libreport/names/short_name.h"

enum {
	CONTEXT = 3,     /* instructions around those that differ */
	GROUPS = 3,      /* of instructions with one count, in a summary */
	TEXT_WIDTH = 40, /* of an instruction, before its source line */
};

/* Both versions of a function. */
struct compared_code {
	const struct code_function_pair *pair;
	struct machine_code old, new;
	bool has_old, has_new; /* were read */
	struct code_alignment alignment;
};

/* --- reading -------------------------------------------------------------- */

static bool
read_code(struct machine_code *code, const struct code_side *side,
    const struct code_function *function, bool intel)
{
	struct machine_code_options options = {
	    .build_ids = &side->build_ids,
	    .header = cg_reader_header(side->reader),
	    .intel = intel,
	};

	if (function == NULL)
		return false;
	machine_code_read(code, &side->rows, function, &options);
	return true;
}

static const char *
problem_of(const struct compared_code *c)
{
	if (c->has_old && c->old.problem != NULL)
		return c->old.problem;
	return c->has_new ? c->new.problem : NULL;
}

static const char *
object_with_problem(const struct compared_code *c)
{
	const char *object = c->has_old && c->old.problem != NULL
				 ? c->pair->old->object
				 : c->pair->new->object;

	return *object != '\0' ? object : "(no object)";
}

static void
read_versions(struct compared_code *c, const struct code_sides *sides,
    const struct code_function_pair *pair, bool intel)
{
	*c = (struct compared_code){.pair = pair};
	c->has_old = read_code(&c->old, &sides->old, pair->old, intel);
	c->has_new = read_code(&c->new, &sides->new, pair->new, intel);
	if (problem_of(c) == NULL)
		code_align(&c->alignment, c->has_old ? &c->old : NULL,
		    c->has_new ? &c->new : NULL);
}

static void
release_versions(struct compared_code *c)
{
	if (c->has_old)
		machine_code_release(&c->old);
	if (c->has_new)
		machine_code_release(&c->new);
	code_alignment_release(&c->alignment);
}

/* Ends the program if there is no code at all. */
static void
check(const struct compared_code *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (problem_of(&list[i]) == NULL)
			return;
	if (n > 0)
		cli_die("%s: no machine code: %s", object_with_problem(list),
		    problem_of(list));
}

/* --- sums ----------------------------------------------------------------- */

static int64_t
executed(const struct code_instruction *one)
{
	return one != NULL && one->executed > 0 ? one->executed : 0;
}

/* Instructions that were executed equally often. */
struct group {
	int64_t count;
	size_t n;
};

struct groups {
	size_t n, ninstructions;
	struct group *list;
	__int128 sum;
};

static void
add_to_group(struct groups *groups, int64_t count)
{
	size_t i = 0;

	if (count == 0)
		return;
	groups->sum += count;
	groups->ninstructions++;
	while (i < groups->n && groups->list[i].count != count)
		i++;
	if (i == groups->n) {
		groups->list =
		    cli_grow(groups->list, groups->n, sizeof(*groups->list));
		groups->list[groups->n++] = (struct group){count, 0};
	}
	groups->list[i].n++;
}

static int
compare_groups(const void *a, const void *b)
{
	const struct group *x = a, *y = b;
	__int128 p = (__int128)x->count * (__int128)x->n;
	__int128 q = (__int128)y->count * (__int128)y->n;

	if (p != q)
		return p > q ? -1 : 1;
	return (y->count > x->count) - (y->count < x->count);
}

/* Prints "12 instructions x 196,608, 3 x 11 came: +2,359,329". */
static void
print_groups(struct groups *groups, const char *what, bool is_gone,
    struct printer *printer)
{
	char text[FORMAT_SIZE];

	if (groups->n > 1)
		qsort(groups->list, groups->n, sizeof(*groups->list),
		    compare_groups);
	if (groups->n == 0)
		return;
	printer_print(printer, "  ");
	for (size_t i = 0; i < groups->n && i < GROUPS; i++) {
		const struct group *g = &groups->list[i];

		format_count(text, g->count);
		printer_print(printer, "%s%zu%s x %s", i > 0 ? ", " : "", g->n,
		    i > 0       ? ""
		    : g->n == 1 ? " instruction"
				: " instructions",
		    text);
		groups->ninstructions -= g->n;
	}
	if (groups->ninstructions > 0)
		printer_print(printer, " and %zu more", groups->ninstructions);
	format_change(text, is_gone ? -groups->sum : groups->sum);
	printer_print(printer, " %s: %s\n", what, text);
}

/* Prints what of the change came from which instructions; the parts add up to it. */
static void
print_sums(const struct compared_code *c, struct printer *printer)
{
	struct groups came = {.n = 0}, went = {.n = 0};
	__int128 change = 0, others;
	size_t nchanged = 0, nreshaped = 0;
	char text[FORMAT_SIZE];

	for (size_t i = 0; i < c->alignment.n; i++) {
		const struct code_pair *pair = &c->alignment.list[i];

		if (pair->old == NULL)
			add_to_group(&came, executed(pair->new));
		else if (pair->new == NULL)
			add_to_group(&went, executed(pair->old));
		else if (executed(pair->old) != executed(pair->new)) {
			change +=
			    (__int128)executed(pair->new) - executed(pair->old);
			nchanged++;
		}
		nreshaped += pair->is_reshaped && (executed(pair->old) > 0 ||
						      executed(pair->new) > 0);
	}
	others = (__int128)c->pair->new_count - c->pair->old_count -
		 (came.sum - went.sum + change);
	print_groups(&came, "came", false, printer);
	print_groups(&went, "went", true, printer);
	if (nchanged > 0) {
		format_change(text, change);
		printer_print(printer,
		    "  %zu instruction%s executed more or less often: %s\n",
		    nchanged, nchanged == 1 ? "" : "s", text);
	}
	if (nreshaped > 0)
		printer_print(printer,
		    "  %zu instruction%s with other registers or places on "
		    "the stack\n",
		    nreshaped, nreshaped == 1 ? "" : "s");
	if (others != 0) {
		format_change(text, others);
		printer_print(printer, "  without an address: %s\n", text);
	}
	free(came.list);
	free(went.list);
}

/* --- the listing ---------------------------------------------------------- */

struct code_table {
	struct printer *printer;
	const struct compared_code *code;
	int width, address_width;
	bool *is_shown;   /* of each pair */
	const char *file; /* of the source line printed last */
	int64_t line;
};

static bool
was_executed(const struct code_pair *pair)
{
	return executed(pair->old) > 0 || executed(pair->new) > 0;
}

static bool
differs(const struct code_pair *pair)
{
	return was_executed(pair) &&
	       (pair->old == NULL || pair->new == NULL || pair->is_reshaped ||
		   executed(pair->old) != executed(pair->new));
}

/* Shows what differs with some of the executed instructions around it. */
static void
choose_shown(struct code_table *t)
{
	const struct code_alignment *a = &t->code->alignment;
	size_t since = CONTEXT + 1;

	t->is_shown = cli_alloc(a->n, sizeof(*t->is_shown));
	for (size_t i = 0; i < a->n; i++) {
		if (!was_executed(&a->list[i]))
			continue;
		since = differs(&a->list[i]) ? 0 : since + 1;
		t->is_shown[i] = since <= CONTEXT;
	}
	since = CONTEXT + 1;
	for (size_t i = a->n; i-- > 0;) {
		if (!was_executed(&a->list[i]))
			continue;
		since = differs(&a->list[i]) ? 0 : since + 1;
		t->is_shown[i] |= since <= CONTEXT;
	}
}

static void
measure(struct code_table *t)
{
	const struct code_alignment *a = &t->code->alignment;
	char text[FORMAT_SIZE];
	int len;

	t->width = (int)strlen("new Ir");
	for (size_t i = 0; i < a->n; i++) {
		const struct code_instruction *sides[] = {
		    a->list[i].old, a->list[i].new};

		for (size_t j = 0; j < 2; j++) {
			if (sides[j] == NULL)
				continue;
			len = format_count(text, executed(sides[j]));
			if (len > t->width)
				t->width = len;
			len = snprintf(
			    text, sizeof(text), "%" PRIx64, sides[j]->address);
			if (len > t->address_width)
				t->address_width = len;
		}
	}
}

static void
print_count(const struct code_table *t, const struct code_instruction *one)
{
	char text[FORMAT_SIZE] = "";

	if (one != NULL)
		format_count(text, executed(one));
	printer_print(t->printer, "%*s  ", t->width, text);
}

/* Prints " main.c:12" where the source line changes. */
static void
print_place(
    struct code_table *t, const struct code_instruction *one, size_t used)
{
	const char *slash;

	if (one->counts == NULL || strcmp(one->file, cg_unknown_name) == 0 ||
	    (one->line == t->line && t->file != NULL &&
		strcmp(one->file, t->file) == 0))
		return;
	t->file = one->file;
	t->line = one->line;
	slash = strrchr(one->file, '/');
	printer_pad(t->printer, used < TEXT_WIDTH ? TEXT_WIDTH - used : 0);
	printer_paint(t->printer, PAINT_FAINT, "  ");
	printer_name(t->printer, slash != NULL ? slash + 1 : one->file);
	printer_print(t->printer, ":%lld", (long long)one->line);
}

static void
print_text(struct code_table *t, const struct code_instruction *one)
{
	const char *symbol = strstr(one->text, " <");
	const struct machine_code *code =
	    one >= t->code->old.list && one < t->code->old.list + t->code->old.n
		? &t->code->old
		: &t->code->new;
	bool is_near = one->code != NULL && one->code->target != 0 &&
		       symbol != NULL && one->kind != INSTRUCTION_CALL &&
		       machine_code_find(code, one->code->target) < code->n;
	size_t len = is_near ? (size_t)(symbol - one->text) : strlen(one->text);

	printer_bytes(t->printer, one->text, len);
	print_place(t, one, len);
}

/* Prints the old version of an instruction with other registers. */
static void
print_old(struct code_table *t, const struct code_pair *pair)
{
	if (!pair->is_reshaped)
		return;
	printer_print(t->printer, "  (was ");
	printer_bytes(t->printer, pair->old->text, strlen(pair->old->text));
	printer_print(t->printer, ")");
}

static void
print_pair(struct code_table *t, const struct code_pair *pair)
{
	const struct code_instruction *one =
	    pair->new != NULL ? pair->new : pair->old;
	char mark = pair->old == NULL   ? '+'
		    : pair->new == NULL ? '-'
		    : pair->is_reshaped ? '~'
					: ' ';

	print_count(t, pair->old);
	print_count(t, pair->new);
	printer_paint(t->printer,
	    mark == '+'   ? PAINT_HOT
	    : mark == '-' ? PAINT_WARM
			  : PAINT_NONE,
	    "%c %*" PRIx64 "  ", mark, t->address_width, one->address);
	print_text(t, one);
	print_old(t, pair);
	printer_print(t->printer, "\n");
}

static void
print_listing(struct code_table *t)
{
	const struct code_alignment *a = &t->code->alignment;
	size_t nsame = 0;

	choose_shown(t);
	measure(t);
	printer_print(
	    t->printer, "%*s  %*s\n", t->width, "old Ir", t->width, "new Ir");
	for (size_t i = 0; i <= a->n; i++) {
		if (i < a->n && !t->is_shown[i]) {
			nsame += was_executed(&a->list[i]);
			continue;
		}
		if (nsame > 0)
			printer_paint(t->printer, PAINT_FAINT,
			    "%*s  %*s    (%zu instruction%s the same)\n",
			    t->width, "", t->width, "", nsame,
			    nsame == 1 ? "" : "s");
		nsame = 0;
		if (i < a->n)
			print_pair(t, &a->list[i]);
	}
	free(t->is_shown);
}

/* --- functions ------------------------------------------------------------ */

static void
print_object(const char *title, const struct code_function *f,
    const struct machine_code *code, struct printer *printer)
{
	size_t nexecuted = 0;

	printer_print(printer, "  %s: ", title);
	if (f == NULL) {
		printer_print(printer, "not executed\n");
		return;
	}
	for (size_t i = 0; i < code->n; i++)
		nexecuted += code->list[i].counts != NULL;
	printer_name(printer, *f->object != '\0' ? f->object : "(no object)");
	if (code->problem != NULL) {
		printer_print(printer, ": no machine code: ");
		printer_text(printer, code->problem);
		printer_print(printer, "\n");
	} else {
		printer_print(printer, ", %zu instruction%s executed%s\n",
		    nexecuted, nexecuted == 1 ? "" : "s",
		    code->is_changed ? "; the program changed its code" : "");
	}
}

static void
print_heading(const struct compared_code *c, struct printer *printer)
{
	const struct code_function_pair *pair = c->pair;
	const struct code_function *f =
	    pair->new != NULL ? pair->new : pair->old;
	__int128 change = (__int128)pair->new_count - pair->old_count;
	char old[FORMAT_SIZE], new[FORMAT_SIZE], difference[FORMAT_SIZE];

	format_count(old, pair->old_count);
	format_count(new, pair->new_count);
	format_change(difference, change);
	printer_name(printer, f->function);
	printer_print(printer, ": Ir %s -> %s, %s", old, new, difference);
	if (pair->old_count > 0 && change != 0)
		printer_print(printer, " (%+.2f%%)",
		    percent_of_sum(change, pair->old_count));
	printer_print(printer, "\n");
	print_object("old", pair->old, &c->old, printer);
	print_object("new", pair->new, &c->new, printer);
}

static void
print_function(const struct compared_code *c, struct printer *printer)
{
	struct code_table table = {.printer = printer, .code = c};

	print_heading(c, printer);
	if (problem_of(c) != NULL)
		return;
	print_sums(c, printer);
	printer_print(printer, "\n");
	print_listing(&table);
}

void
code_table_print(const struct code_sides *sides,
    const struct code_request *request, struct printer *printer)
{
	size_t top = request->top >= 0 ? (size_t)request->top : CODE_FUNCTIONS;
	size_t n = sides->n < top ? sides->n : top;
	struct compared_code *list = cli_alloc(n, sizeof(*list));

	if (sides->n == 0 && request->regex != NULL)
		cli_die("--asm=%s matches no function", request->regex);
	for (size_t i = 0; i < n; i++)
		read_versions(&list[i], sides, &sides->list[i], request->intel);
	check(list, n);
	for (size_t i = 0; i < n; i++) {
		printer_print(printer, "%s", i > 0 ? "\n" : "");
		print_function(&list[i], printer);
		release_versions(&list[i]);
	}
	if (sides->n == 0)
		printer_print(printer, "No function was executed more or less "
				       "than before.\n");
	if (sides->n > n)
		printer_print(printer,
		    "\n(%zu more function%s: --top=N shows more)\n",
		    sides->n - n, sides->n - n == 1 ? "" : "s");
	free(list);
}
