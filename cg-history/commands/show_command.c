/* SPDX-License-Identifier: BSD-2-Clause */
/* cg-history show: prints the profile of a commit. */
#include <stdlib.h>
#include <string.h>

#include "cg-history/series/stored.h"
#include "cg-history/store/commits.h"
#include "cg-history/store/ref_names.h"
#include "commands.h"

/* what was found of a commit */
struct shown {
	const char *benchmark; /* NULL: nothing */
	struct entry entry;
	char *others; /* the names of other benchmarks that have it */
};

/* Takes what a benchmark has of the commit. */
static void
take(struct shown *shown, struct objects *objects, const struct ref *ref,
    const char *commit)
{
	struct entries entries;
	const struct entry *found;
	size_t n;

	entries_read(&entries, objects, ref->tip, commit);
	found = entries_find(&entries, commit, &n);
	if (found != NULL && shown->benchmark != NULL) {
		char *others = cli_format("%s, %s",
		    shown->others != NULL ? shown->others : shown->benchmark,
		    ref->benchmark);

		free(shown->others);
		shown->others = others;
	} else if (found != NULL) {
		if (n > 1)
			cli_warn("%s has %zu recordings of %.10s, counted in "
				 "different ways: the first is shown",
			    ref->benchmark, n, commit);
		shown->benchmark = ref->benchmark;
		shown->entry = found[0];
	}
	entries_release(&entries);
}

/* Finds the profile of "COMMIT" or "COMMIT:NAME". */
static void
find(struct shown *shown, struct objects *objects, const struct refs *refs,
    const char *text)
{
	size_t len = strcspn(text, ":");
	const char *name = text[len] == ':' ? text + len + 1 : NULL;
	char *expression = cli_copy(text, len);
	char *commit = commit_resolve(expression);

	*shown = (struct shown){.benchmark = NULL};
	for (size_t i = 0; i < refs->n; i++)
		if (name == NULL || strcmp(name, refs->list[i].benchmark) == 0)
			take(shown, objects, &refs->list[i], commit);
	if (shown->benchmark == NULL)
		cli_die_of_input(true, "%s: no recording%s%s", expression,
		    name != NULL ? " of benchmark " : "",
		    name != NULL ? name : "");
	if (shown->others != NULL)
		cli_die("%s has recordings of several benchmarks: append a "
			"colon and one of %s",
		    expression, shown->others);
	free(expression);
	free(commit);
}

/* Returns "COMMIT:NAME", in which the name is as in its ref: a label of a profile has no slash. */
static char *
label(const struct shown *shown)
{
	char *ref = ref_name_of(ref_names_own, shown->benchmark);
	char *text = cli_format(
	    "%.10s:%s", shown->entry.commit, ref + strlen(ref_names_own));

	free(ref);
	return text;
}

char *
stored_find(const char *text, size_t *len, char **name)
{
	struct profile_text profile;
	struct objects objects;
	struct shown shown;
	struct refs refs;
	char *whole;

	refs_read(&refs, ref_names_own);
	objects_open(&objects);
	find(&shown, &objects, &refs, text);
	stored_profile_read(&profile, &objects, shown.benchmark, &shown.entry);
	objects_close(&objects);
	whole = profile_text_join(&profile, len);
	*name = label(&shown);
	profile_text_release(&profile);
	refs_release(&refs);
	return whole;
}

/* Gives up an output, if the program ends before it is written. */
static void
abandon(void *output)
{
	cg_output_abandon(output);
}

int
show_command(struct options *o, const struct operands *operands)
{
	struct cg_error error;
	struct cg_output *output;
	char *text, *name;
	size_t len;

	if (operands->n != 1)
		cli_usage("show: expected a commit, or COMMIT:NAME");
	cli_spare_terminal(&o->output, CLI_PROFILE);
	text = stored_find(operands->list[0], &len, &name);
	free(name);
	output = cg_output_open(o->output.path, o->output.gzip_level, &error);
	if (output == NULL)
		cli_die("%s", error.text);
	cli_unfinished(abandon, output);
	if (cg_output_write(output, text, len) < 0)
		cli_die("%s", error.text);
	cli_finished();
	if (cg_output_close(output) < 0)
		cli_die("%s", error.text);
	free(text);
	return 0;
}
