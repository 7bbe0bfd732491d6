/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Consecutive rows mostly have the same names, so the last verdict on a file,
 * function and object is remembered.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "pattern.h"
#include "select.h"

struct pattern {
	const char *option;
	const char *regex;
	pcre2_code *code;
	bool negated;
	bool matched;
};

void
selection_add(struct selection *selection, enum subject subject, bool negated,
    const char *option, const char *regex)
{
	struct criterion *c = &selection->criteria[subject];

	c->patterns =
	    cli_resize(c->patterns, c->npatterns + 1, sizeof(*c->patterns));
	c->patterns[c->npatterns++] = (struct pattern){.option = option,
	    .regex = regex,
	    .code = pattern_compile(option, regex, strlen(regex), 0),
	    .negated = negated};
}

/* Tries every pattern: selection_warn names those that match nothing. */
static bool
judge(const struct criterion *c, const char *name)
{
	bool named = false, demanded = false, hidden = false;

	for (size_t i = 0; i < c->npatterns; i++) {
		struct pattern *p = &c->patterns[i];
		bool matches = pattern_matches(p->code, name);

		p->matched |= matches;
		demanded |= !p->negated;
		named |= matches && !p->negated;
		hidden |= matches && p->negated;
	}
	return !hidden && (named || !demanded);
}

static bool
keeps(struct criterion *c, const char *name)
{
	struct name_verdict *last = &c->last;

	if (c->npatterns == 0)
		return true;
	/* pointers do not tell: a renamed name may reuse the last one's memory
	 */
	if (last->name == NULL || strcmp(last->name, name) != 0) {
		free(last->name);
		last->name = cli_copy(name, strlen(name));
		last->kept = judge(c, name);
	}
	return last->kept;
}

void
selection_add_own(struct selection *selection)
{
	if (selection->own == NULL)
		selection->own = own_code_new();
}

/* Does for --own what keeps does for names. */
static bool
keeps_own(struct selection *s, const struct cg_record *record)
{
	const char *object = record->object, *file = record->def_file;

	if (s->own == NULL)
		return true;
	if (s->own_file == NULL || strcmp(s->own_file, file) != 0 ||
	    strcmp(s->own_object, object) != 0) {
		free(s->own_object);
		free(s->own_file);
		s->own_object = cli_copy(object, strlen(object));
		s->own_file = cli_copy(file, strlen(file));
		s->own_kept = own_code_has(s->own, object, file);
		s->own_matched |= s->own_kept;
	}
	return s->own_kept && !own_code_is_stub(record->function);
}

bool
selection_selects(const struct selection *selection)
{
	if (selection->own != NULL)
		return true;
	for (size_t i = 0; i < NSUBJECTS; i++)
		if (i != SUBJECT_REGION && selection->criteria[i].npatterns > 0)
			return true;
	return false;
}

bool
selection_selects_regions(const struct selection *selection)
{
	return selection->criteria[SUBJECT_REGION].npatterns > 0;
}

bool
selection_keeps_region(
    struct selection *selection, const struct cg_record *record)
{
	return keeps(&selection->criteria[SUBJECT_REGION],
	    record->region != NULL ? record->region : "");
}

bool
selection_keeps(struct selection *selection, const struct cg_record *record)
{
	const char *file =
	    record->kind == CG_CALL ? record->def_file : record->file;
	struct criterion *criteria = selection->criteria;
	bool kept;

	if (cg_is_filtered(file))
		return false;
	kept = keeps(&criteria[SUBJECT_FILE], file);
	kept &= keeps(&criteria[SUBJECT_FUNCTION], record->function);
	kept &= keeps(&criteria[SUBJECT_OBJECT], record->object);
	kept &= keeps_own(selection, record);
	return kept;
}

const char *
selection_regex(
    const struct selection *selection, enum subject subject, size_t i)
{
	const struct criterion *c = &selection->criteria[subject];

	return i < c->npatterns ? c->patterns[i].regex : NULL;
}

static const char nothing_matches[] =
    "%s: \"%s\" matches nothing in the profile";

_Noreturn void
selection_die(const struct selection *selection)
{
	const struct criterion *c = selection->criteria;

	while (c->npatterns == 0)
		c++;
	cli_die(nothing_matches, c->patterns->option, c->patterns->regex);
}

void
selection_warn(const struct selection *selection)
{
	for (size_t i = 0; i < NSUBJECTS; i++) {
		const struct criterion *c = &selection->criteria[i];

		for (size_t k = 0; k < c->npatterns; k++)
			if (!c->patterns[k].negated && !c->patterns[k].matched)
				cli_warn(nothing_matches, c->patterns[k].option,
				    c->patterns[k].regex);
	}
	if (selection->own != NULL && !selection->own_matched)
		cli_warn("--own: all functions in the profile are the "
			 "system's, a compiler's or a package's");
}

void
selection_release(struct selection *selection)
{
	for (size_t i = 0; i < NSUBJECTS; i++) {
		struct criterion *c = &selection->criteria[i];

		for (size_t j = 0; j < c->npatterns; j++)
			pcre2_code_free(c->patterns[j].code);
		free(c->patterns);
		free(c->last.name);
	}
	own_code_free(selection->own);
	free(selection->own_object);
	free(selection->own_file);
}
