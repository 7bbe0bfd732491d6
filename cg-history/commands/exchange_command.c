/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cg-history fetch, push, import and export: recordings of other repositories.  What is fetched goes to
 * refs of its own first and is merged from there.  A push succeeds only if the other repository still
 * has what was merged; else all starts over.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cg-history/series/stored.h"
#include "cg-history/store/merging.h"
#include "commands.h"

enum { ATTEMPTS = 20, PAUSE = 50000000 /* nanoseconds */ };

struct exchange {
	struct options *options;
	const char *source; /* a remote, a path or an address */
	struct objects objects;
	struct refs theirs;
	char **conflicts; /* benchmarks that are not merged */
	size_t nconflicts;
};

/* --- merging -------------------------------------------------------------- */

static void
complain(void *exchange, const struct merge_conflict *conflict)
{
	struct exchange *e = exchange;
	struct head own, theirs;
	size_t event;

	stored_head_read(&own, &e->objects, conflict->benchmark, conflict->own);
	stored_head_read(
	    &theirs, &e->objects, conflict->benchmark, conflict->theirs);
	event = heads_changed_event(&own, &theirs);
	cli_warn("%s has another recording of %.10s in %s: %s %" PRId64
		 ", there %" PRId64 " (--replace takes theirs)",
	    conflict->benchmark, conflict->own->commit, e->source,
	    own.events[event], own.totals[event], theirs.totals[event]);
	head_release(&own);
	head_release(&theirs);
}

static bool
has_conflict(const struct exchange *e, const char *benchmark)
{
	for (size_t i = 0; i < e->nconflicts; i++)
		if (strcmp(e->conflicts[i], benchmark) == 0)
			return true;
	return false;
}

/* Merges all benchmarks that were fetched.  False if somebody else moved one of the own refs. */
static bool
merge_all(struct exchange *e)
{
	const struct merge_request request = {
	    .objects = &e->objects,
	    .takes_theirs = e->options->replaces,
	    .complain = complain,
	    .arg = e,
	};
	struct refs own;
	bool is_done = true;

	refs_read(&own, ref_names_own);
	for (size_t i = 0; i < e->theirs.n; i++) {
		const struct ref *ref = &e->theirs.list[i];
		enum merge_result result = MERGE_DONE;

		if (!has_conflict(e, ref->benchmark))
			result = merge_refs(&request, ref->benchmark,
			    refs_find(&own, ref->benchmark), ref->tip);
		is_done &= result != MERGE_MOVED;
		if (result != MERGE_CONFLICT)
			continue;
		e->conflicts = cli_grow(
		    e->conflicts, e->nconflicts, sizeof(*e->conflicts));
		e->conflicts[e->nconflicts++] =
		    cli_copy(ref->benchmark, strlen(ref->benchmark));
	}
	refs_release(&own);
	return is_done;
}

/* --- fetching ------------------------------------------------------------- */

/* Fetches refs of the source into refs that are not used otherwise, and lists them. */
static void
fetch(struct exchange *e)
{
	const char *const arguments[] = {"fetch", "--quiet", "--no-tags",
	    "--prune", "--no-write-fetch-head",
	    "--refmap=", "--recurse-submodules=no", "--", e->source,
	    "+refs/cg/*:refs/cg-fetched/*", NULL};
	char *message;

	if (git_do(arguments, &message) != 0)
		cli_die("%s: git: %s", e->source, message);
	free(message);
	refs_read(&e->theirs, ref_names_fetched);
}

static void
forget_fetched(struct exchange *e)
{
	for (size_t i = 0; i < e->theirs.n; i++)
		ref_move(e->theirs.list[i].name, e->theirs.list[i].tip, NULL);
	refs_release(&e->theirs);
}

static void
pause_before(int attempt)
{
	const struct timespec pause = {.tv_nsec = PAUSE};

	if (attempt == ATTEMPTS)
		cli_die("others change recordings all the time: try again "
			"later");
	nanosleep(&pause, NULL);
}

/* Fetches and merges. */
static void
fetch_and_merge(struct exchange *e)
{
	int attempts = 0;

	fetch(e);
	objects_open(&e->objects);
	while (!merge_all(e))
		pause_before(++attempts);
	objects_close(&e->objects);
}

static int
end(struct exchange *e)
{
	bool has_conflicts = e->nconflicts > 0;

	for (size_t i = 0; i < e->nconflicts; i++)
		free(e->conflicts[i]);
	free(e->conflicts);
	return has_conflicts ? CLI_FAILURE : 0;
}

/* Returns the only operand, or the default. */
static const char *
take_source(
    const struct operands *operands, const char *command, const char *standard)
{
	if (operands->n > 1)
		cli_usage("%s: expected one operand, found \"%s\"", command,
		    operands->list[1]);
	if (operands->n == 0 && standard == NULL)
		cli_usage("%s: expected a file", command);
	return operands->n > 0 ? operands->list[0] : standard;
}

int
fetch_command(struct options *o, const struct operands *operands)
{
	struct exchange e = {
	    .options = o, .source = take_source(operands, "fetch", "origin")};

	fetch_and_merge(&e);
	forget_fetched(&e);
	return end(&e);
}

/* --- pushing -------------------------------------------------------------- */

/* Adds the arguments that push a benchmark, if the source has another commit.  Returns how many there
 * are. */
static size_t
add_push(struct exchange *e, const struct ref *own, char **leases, char **specs,
    size_t n)
{
	const char *theirs = refs_find(&e->theirs, own->benchmark);

	if (has_conflict(e, own->benchmark) ||
	    (theirs != NULL && strcmp(theirs, own->tip) == 0))
		return n;
	leases[n] = cli_format("--force-with-lease=%s:%s", own->name,
	    theirs != NULL ? theirs : "");
	specs[n] = cli_format("%s:%s", own->tip, own->name);
	return n + 1;
}

/* Pushes what the source lacks.  False if it was refused, with git's message. */
static bool
push(struct exchange *e, char **message)
{
	struct refs own;
	char **leases, **specs;
	const char **arguments;
	size_t n = 0, k = 0;
	bool is_done = true;

	refs_read(&own, ref_names_own);
	leases = cli_alloc(own.n + 1, sizeof(*leases));
	specs = cli_alloc(own.n + 1, sizeof(*specs));
	for (size_t i = 0; i < own.n; i++)
		n = add_push(e, &own.list[i], leases, specs, n);
	arguments = cli_alloc(2 * n + 8, sizeof(*arguments));
	arguments[k++] = "push";
	arguments[k++] = "--quiet";
	arguments[k++] = "--no-verify";
	arguments[k++] = "--no-follow-tags";
	for (size_t i = 0; i < n; i++)
		arguments[k++] = leases[i];
	arguments[k++] = "--";
	arguments[k++] = e->source;
	for (size_t i = 0; i < n; i++)
		arguments[k++] = specs[i];
	if (n > 0)
		is_done = git_do(arguments, message) == 0;
	for (size_t i = 0; i < n; i++) {
		free(leases[i]);
		free(specs[i]);
	}
	free(leases);
	free(specs);
	free(arguments);
	refs_release(&own);
	return is_done;
}

/* True if git refused a push because the other repository has changed. */
static bool
is_race(const char *message)
{
	static const char *const words[] = {"stale info", "rejected",
	    "cannot lock ref", "failed to push", "fetch first",
	    "already exists", "failed to update ref"};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (strstr(message, words[i]) != NULL)
			return true;
	return false;
}

int
push_command(struct options *o, const struct operands *operands)
{
	struct exchange e = {
	    .options = o, .source = take_source(operands, "push", "origin")};
	int attempts = 0;
	char *message = NULL;
	bool is_done;

	do {
		if (attempts > 0)
			pause_before(attempts);
		fetch_and_merge(&e);
		is_done = push(&e, &message);
		forget_fetched(&e);
		if (!is_done && (!is_race(message) || attempts + 1 == ATTEMPTS))
			cli_die("%s: git: %s", e.source, message);
		free(message);
		message = NULL;
		attempts++;
	} while (!is_done);
	return end(&e);
}

/* --- files ---------------------------------------------------------------- */

int
import_command(struct options *o, const struct operands *operands)
{
	struct exchange e = {
	    .options = o, .source = take_source(operands, "import", NULL)};

	if (access(e.source, R_OK) < 0)
		cli_die_of_input(
		    errno == ENOENT, "%s: %s", e.source, strerror(errno));
	fetch_and_merge(&e);
	forget_fetched(&e);
	return end(&e);
}

int
export_command(struct options *o, const struct operands *operands)
{
	const char *file = take_source(operands, "export", NULL), **arguments;
	struct refs refs;
	size_t n = 0;
	char *message;

	refs_read_matching(&refs, o->benchmark);
	if (refs.n == 0)
		cli_die_of_input(true, "no recording of %s",
		    o->benchmark != NULL ? o->benchmark : "any benchmark");
	arguments = cli_alloc(refs.n + 6, sizeof(*arguments));
	arguments[n++] = "bundle";
	arguments[n++] = "create";
	arguments[n++] = "--quiet";
	arguments[n++] = file;
	for (size_t i = 0; i < refs.n; i++)
		arguments[n++] = refs.list[i].name;
	if (git_do(arguments, &message) != 0)
		cli_die("%s: git: %s", file, message);
	free(message);
	free(arguments);
	refs_release(&refs);
	return 0;
}
