/* SPDX-License-Identifier: BSD-2-Clause */
/* Leaves out instructions that were not executed, but for the context that the user wants. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/address_name.h"
#include "libquery/patterns/own_code.h"
#include "libreport/marks.h"
#include "libreport/numfmt.h"
#include "libreport/names/short_name.h"
#include "code_listing.h"

enum {
	NOTES = 3,      /* targets or callees that are named */
	NOTE_NAME = 40, /* the most characters of a name in a note */
};

/* --- what is shown -------------------------------------------------------- */

static void
show_around(struct code_listing *l, size_t i, size_t context)
{
	size_t first = i > context ? i - context : 0;

	for (size_t j = first; j < l->code->n && j <= i + context; j++)
		l->is_shown[j] = true;
}

static void
choose_shown(struct code_listing *l)
{
	int64_t context = l->report->options->code_context;
	size_t n = l->code->n, nexecuted = 0, nall = 0;

	l->is_shown = cli_alloc(n, sizeof(*l->is_shown));
	for (size_t i = 0; i < n; i++) {
		const struct code_instruction *one = &l->code->list[i];

		nall += one->kind != INSTRUCTION_PADDING || one->counts != NULL;
		if (one->counts == NULL)
			continue;
		nexecuted++;
		count_range_add(&l->range, one->counts, NULL);
		show_around(l, i, (uint64_t)context < n ? (size_t)context : n);
	}
	if (l->code->unplaced != NULL)
		count_range_add(&l->range, l->code->unplaced, NULL);
	l->summary = cli_format("%zu of %zu instructions %s%s", nexecuted, nall,
	    l->has_hidden ? "with costs" : "executed",
	    l->code->is_changed ? "; the program changed its code: it was "
				  "not the code of the file"
				: "");
}

void
code_listing_begin(struct code_listing *l, const struct report *report,
    const struct machine_code *code, struct source_lines *sources)
{
	char digits[FORMAT_SIZE];

	*l = (struct code_listing){.report = report,
	    .code = code,
	    .has_hidden = report->code.rows.has_hidden,
	    .sources = sources};
	count_range_init(&l->range, code->nevents);
	loops_find(&l->loops, code);
	choose_shown(l);
	if (code->n > 0)
		l->address_width = snprintf(digits, sizeof(digits), "%" PRIx64,
		    code->list[code->n - 1].address);
}

/* --- notes ---------------------------------------------------------------- */

static void
append(char **note, const char *separator, char *text)
{
	char *joined = **note == '\0'
			   ? cli_format("%s", text)
			   : cli_format("%s%s%s", *note, separator, text);

	free(text);
	free(*note);
	*note = joined;
}

/* "taken 11 of 45,056 (0.02%)" */
static void
note_branch(const struct code_listing *l, const struct code_instruction *one,
    char **note)
{
	int64_t taken = machine_code_taken(l->code, one);
	char counts[2][FORMAT_SIZE], share[FORMAT_SIZE];

	if (one->counts == NULL || !l->code->has_jumps || one->executed <= 0)
		return;
	if (taken == 0) {
		append(note, "", cli_format("never taken"));
		return;
	}
	if (taken == one->executed) {
		append(note, "", cli_format("always taken"));
		return;
	}
	format_count(counts[0], taken);
	format_count(counts[1], one->executed);
	format_share(share, percent_of(taken, one->executed));
	append(note, "",
	    cli_format("taken %s of %s (%s", counts[0], counts[1],
		share + strspn(share, " (")));
}

/* "to 401230 11x, to 401250 2x" */
static void
note_targets(const struct code_listing *l, const struct code_instruction *one,
    char **note)
{
	for (size_t i = 0; i < one->njumps && i < NOTES; i++) {
		const struct code_jump *jump =
		    &l->code->jumps[one->first_jump + i];
		char count[FORMAT_SIZE];

		format_count(count, jump->taken);
		append(note, ", ",
		    cli_format("to %" PRIx64 " %sx", jump->target, count));
	}
	if (one->njumps > NOTES)
		append(note, ", ", cli_format("%zu more", one->njumps - NOTES));
}

/* True if a call need not be told of: a stub, what a stub did the first time, or what is
 * hidden. */
static bool
is_aside(const struct code_instruction *one, const struct code_call *call)
{
	struct address_name address;
	bool is_of_linker =
	    own_code_is_stub(call->function) ||
	    address_name_parse(&address, call->function) ||
	    strncmp(call->function, "_dl_runtime_resolve", 19) == 0;

	return cg_is_filtered(call->file) ||
	       (is_of_linker && one->ncalls > 1) ||
	       (one->code != NULL && one->code->target != 0 &&
		   call->ncalls < one->executed / 2);
}

/* "=> fprintf 5x" */
static void
note_calls(const struct code_listing *l, const struct code_instruction *one,
    char **note)
{
	size_t n = 0;

	for (size_t i = 0; i < one->ncalls; i++) {
		const struct code_call *call =
		    &l->code->calls[one->first_call + i];
		char count[FORMAT_SIZE], *name;

		if (is_aside(one, call) || n++ >= NOTES)
			continue;
		name = cli_alloc(strlen(call->function) + 1, 1);
		short_function(name, call->function, NOTE_NAME, "...");
		format_count(count, call->ncalls);
		append(note, n == 1 ? "  " : ", ",
		    cli_format("%s%s %sx", n == 1 ? "=> " : "", name, count));
		free(name);
	}
	if (n > NOTES)
		append(note, ", ", cli_format("%zu more", n - NOTES));
}

static void
make_note(struct code_listing *l, const struct code_instruction *one)
{
	bool is_direct = one->code != NULL && one->code->target != 0;

	free(l->note);
	l->note = cli_format("%s", "");
	if (one->kind == INSTRUCTION_BRANCH)
		note_branch(l, one, &l->note);
	else if (one->njumps > 0 && !is_direct)
		note_targets(l, one, &l->note);
	note_calls(l, one, &l->note);
	if (one->code == NULL)
		append(&l->note, "", cli_format("no instruction begins here"));
}

/* --- lines ---------------------------------------------------------------- */

/* Takes the symbol out that names a target which is on the list, or in the note. */
static void
make_text(struct code_listing *l, const struct code_instruction *one)
{
	const char *symbol = strstr(one->text, " <");
	bool is_known =
	    one->code != NULL && one->code->target != 0 && symbol != NULL &&
	    (strstr(l->note, "=> ") != NULL ||
		machine_code_find(l->code, one->code->target) < l->code->n);

	free(l->text);
	l->text = cli_copy(one->text,
	    is_known ? (size_t)(symbol - one->text) : strlen(one->text));
}

/* Makes a text, which it takes, the line's. */
static void
take_text(struct code_listing *l, struct code_line *line, char *text)
{
	free(l->text);
	l->text = text;
	line->text = text;
	line->len = strlen(text);
}

static void
hand_out_instruction(struct code_listing *l, struct code_line *line)
{
	const struct code_instruction *one = &l->code->list[l->next];

	line->kind = CODE_INSTRUCTION;
	line->instruction = one;
	line->counts = one->counts;
	line->start = one->address;
	loops_margin(&l->loops, l->next, line->margin);
	make_note(l, one);
	make_text(l, one);
	line->text = l->text;
	line->len = strlen(l->text);
	line->note = l->note;
	l->next++;
	l->has_part = l->has_source = false;
}

static void
hand_out_source(struct code_listing *l, struct code_line *line)
{
	const struct code_instruction *one = &l->code->list[l->next];

	line->kind = CODE_SOURCE;
	l->file = line->file = one->file;
	l->line = line->line = one->line;
	l->inlined = line->inlined = one->inlined;
	if (strcmp(one->file, cg_unknown_name) == 0)
		line->file = NULL;
	else
		line->text = source_lines_find(
		    l->sources, one->file, one->line, &line->len);
	loops_margin_before(&l->loops, l->next, line->margin);
	l->has_source = true;
}

/* Skips instructions that are not shown.  False if they are only padding. */
static bool
hand_out_gap(struct code_listing *l, struct code_line *line)
{
	const struct code_instruction *list = l->code->list;
	size_t first = l->next, n = 0;

	line->kind = CODE_GAP;
	line->start = list[first].address;
	loops_margin_before(&l->loops, first, line->margin);
	do {
		n += list[l->next].kind != INSTRUCTION_PADDING;
		l->next++;
	} while (l->next < l->code->n && !l->is_shown[l->next] &&
		 !list[l->next].begins_part);
	l->has_part = l->has_source = false;
	take_text(l, line,
	    cli_format("(%zu instruction%s %s)", n, n == 1 ? "" : "s",
		l->has_hidden ? "without costs" : "not executed"));
	return n > 0;
}

static bool
is_of_other_line(
    const struct code_listing *l, const struct code_instruction *one)
{
	/* without any line, no line need be named */
	if (l->file == NULL && one->file != NULL && one->inlined == NULL &&
	    strcmp(one->file, cg_unknown_name) == 0)
		return false;
	return one->counts != NULL &&
	       (one->file != l->file || one->line != l->line ||
		   one->inlined != l->inlined);
}

bool
code_listing_next(struct code_listing *l, struct code_line *line)
{
	while (l->next < l->code->n) {
		const struct code_instruction *one = &l->code->list[l->next];

		*line = (struct code_line){.note = ""};
		if (one->begins_part && l->next > 0 && !l->has_part) {
			line->kind = CODE_PART;
			take_text(l, line, cli_format("..."));
			line->start = one->address;
			loops_margin_before(&l->loops, l->next, line->margin);
			l->has_part = true;
			return true;
		}
		if (!l->is_shown[l->next]) {
			if (hand_out_gap(l, line))
				return true;
			continue;
		}
		if (!l->has_source && is_of_other_line(l, one))
			hand_out_source(l, line);
		else
			hand_out_instruction(l, line);
		return true;
	}
	if (l->is_over || l->code->unplaced == NULL)
		return false;
	*line = (struct code_line){
	    .kind = CODE_UNPLACED, .counts = l->code->unplaced, .note = ""};
	take_text(l, line, cli_format("(without an address)"));
	l->is_over = true;
	return true;
}

void
code_listing_end(struct code_listing *l)
{
	count_range_release(&l->range);
	loops_release(&l->loops);
	free(l->summary);
	free(l->is_shown);
	free(l->text);
	free(l->note);
}
