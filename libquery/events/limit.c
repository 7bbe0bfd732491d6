/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Numbers are integers over a power of ten, and comparisons are products of at
 * most 126 bits, so only the percentages in messages are rounded.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "events.h"
#include "libquery/patterns/pattern.h"
#include "libquery/region_sums.h"
#include "limit.h"

enum { MAX_DECIMALS = 6, ALL_EVENTS = -1, MAX_COMPLAINTS = 10 };

/* value / scale, in percent of the old count or in events */
struct bound {
	int64_t value;
	int64_t scale; /* 1, 10, ... */
	bool percent;
};

struct limit {
	const char *text; /* the whole option */
	const char *bounds_text;
	int bounds_len;
	size_t nbounds;
	struct bound *bounds;
	enum limit_scope scope;
	pcre2_code *pattern; /* NULL: the limit is on the total */
	int event;           /* index in the header, or ALL_EVENTS */
	/* state of the current judgement */
	bool matched;       /* the pattern matched a name */
	size_t ncomplaints; /* about files or functions */
};

/* --- parsing -------------------------------------------------------------- */

/* the text of a limit that is being parsed */
struct limit_text {
	const char *whole;
	const char *p;
	enum limit_kind kind;
};

static const char bounded_number[] = "a number of at most 9223372036854775807";

static _Noreturn void
reject(const struct limit_text *t, const char *expected)
{
	if (*t->p == '\0')
		cli_usage("--limit: \"%s\": expected %s, found the end",
		    t->whole, expected);
	cli_usage("--limit: \"%s\": expected %s, found \"%s\"", t->whole,
	    expected, t->p);
}

static bool
take(struct limit_text *t, const char *word)
{
	size_t len = strlen(word);

	if (strncmp(t->p, word, len) != 0)
		return false;
	t->p += len;
	return true;
}

/* Reads the digits after a decimal point. */
static void
take_decimals(struct limit_text *t, struct bound *bound)
{
	const char *start = t->p;

	for (; *t->p >= '0' && *t->p <= '9'; t->p++) {
		if (t->p - start == MAX_DECIMALS)
			reject(t, "at most six decimals");
		if (__builtin_mul_overflow(bound->value, 10, &bound->value) ||
		    __builtin_add_overflow(
			bound->value, *t->p - '0', &bound->value))
			reject(t, "fewer digits");
		bound->scale *= 10;
	}
	if (t->p == start)
		reject(t, "a decimal");
}

static void
take_number(struct limit_text *t, struct bound *bound)
{
	int used =
	    *t->p == '-' ? 0 : cg_parse_int(t->p, strlen(t->p), &bound->value);

	if (used < 0)
		reject(t, bounded_number);
	if (used == 0)
		reject(t, t->kind == LIMIT_BUDGET
			      ? "a whole number"
			      : "a bound such as +1%, -5% or +1000");
	t->p += used;
}

/* Takes k, M or G after a number, which must be whole then; false: there is none.  The number
 * has begun at `start`. */
static bool
take_unit(struct limit_text *t, struct bound *bound, const char *start)
{
	const char *expected = NULL;
	int64_t unit = take(t, "k")   ? 1000
		       : take(t, "M") ? 1000000
		       : take(t, "G") ? 1000000000
				      : 0;

	if (unit == 0)
		return false;
	if (__builtin_mul_overflow(bound->value, unit, &bound->value))
		expected = bounded_number;
	else if (bound->value % bound->scale != 0)
		expected = "a whole number";
	if (expected != NULL) {
		t->p = start;
		reject(t, expected);
	}
	bound->value /= bound->scale;
	bound->scale = 1;
	return true;
}

static void
take_bound(struct limit_text *t, struct bound *bound)
{
	bool negative = false;
	const char *start;

	*bound = (struct bound){.scale = 1};
	if (t->kind == LIMIT_GROWTH && !take(t, "+"))
		negative = take(t, "-");
	start = t->p;
	take_number(t, bound);
	if (take(t, "."))
		take_decimals(t, bound);
	if (!take_unit(t, bound, start))
		bound->percent = t->kind == LIMIT_GROWTH && take(t, "%");
	if (bound->scale > 1 && !bound->percent)
		reject(t, t->kind == LIMIT_GROWTH
			      ? "%, k, M or G after a number with decimals"
			      : "k, M or G after a number with decimals");
	if (negative)
		bound->value = -bound->value;
}

static void
take_bounds(struct limit_text *t, struct limit *limit)
{
	limit->bounds_text = t->p;
	do {
		limit->bounds = cli_grow(
		    limit->bounds, limit->nbounds, sizeof(*limit->bounds));
		take_bound(t, &limit->bounds[limit->nbounds++]);
	} while (take(t, "|"));
	limit->bounds_len = (int)(t->p - limit->bounds_text);
}

static void
take_scope(struct limit_text *t, struct limit *limit)
{
	if (take(t, "file="))
		limit->scope = LIMIT_FILE;
	else if (take(t, "function="))
		limit->scope = LIMIT_FUNCTION;
	else if (take(t, "region="))
		limit->scope = LIMIT_REGION;
	else
		reject(t, "file=REGEX, function=REGEX or region=REGEX");
	limit->pattern = pattern_compile("--limit", t->p, strlen(t->p), 0);
}

/* Ends the program if the limit is written as a relation, "Ir<=1000". */
static void
demand_no_relation(const struct limit_text *t)
{
	size_t len = strcspn(t->whole, "<>");
	const char *bound = t->whole + len + strspn(t->whole + len, "<>=");

	if (t->whole + len < t->p)
		cli_usage("--limit: expected EVENT=BOUND, such as %.*s=%s, "
			  "found \"%s\"",
		    (int)len, t->whole, *bound != '\0' ? bound : "100k",
		    t->whole);
}

void
limits_add(struct limits *limits, const char *whole)
{
	struct limit_text t = {whole, whole, limits->kind};
	struct limit *limit;

	limits->list = cli_grow(limits->list, limits->n, sizeof(*limits->list));
	limit = &limits->list[limits->n++];
	*limit = (struct limit){.text = whole};
	t.p += strcspn(whole, "=");
	if (t.p == whole)
		reject(&t, "an event or @all");
	demand_no_relation(&t);
	if (!take(&t, "="))
		reject(&t, "\"=\" and a bound");
	take_bounds(&t, limit);
	if (take(&t, ","))
		take_scope(&t, limit);
	else if (*t.p != '\0')
		reject(&t, "\"|\", \",\" or the end");
}

/* True if the text of the limit names the event, or "@all". */
static bool
is_on(const struct limit *limit, const char *event)
{
	size_t len = strlen(event);

	return strncmp(limit->text, event, len) == 0 && limit->text[len] == '=';
}

bool
limits_are_on(const struct limits *l, const char *event)
{
	for (size_t i = 0; i < l->n; i++)
		if (is_on(&l->list[i], "@all") || is_on(&l->list[i], event))
			return true;
	return false;
}

bool
limits_have(const struct limits *l, enum limit_scope scope)
{
	for (size_t i = 0; i < l->n; i++)
		if (l->list[i].scope == scope)
			return true;
	return false;
}

/* --- judging -------------------------------------------------------------- */

/* For a budget, old is 0 and delta is the count. */
static bool
exceeds(const struct bound *bound, int64_t old, int64_t delta)
{
	__int128 size = old < 0 ? -(__int128)old : old;

	if (!bound->percent)
		return delta > bound->value;
	return (__int128)delta * 100 * bound->scale > bound->value * size;
}

/* the words that name the subject of a message */
struct limit_subject {
	const char *file;
	const char *colon;
	const char *function;
};

static struct limit_subject
subject_of(const struct limits *l, enum limit_scope scope)
{
	const struct limit_sums *sums = &l->sums[scope];

	switch (scope) {
	case LIMIT_FILE:
	case LIMIT_REGION:
		return (struct limit_subject){sums->file, "", ""};
	case LIMIT_FUNCTION:
		return (struct limit_subject){sums->file, ":", sums->function};
	default:
		return (struct limit_subject){"total", "", ""};
	}
}

/* Writes the text with a comma before every three digits of each whole number;
 * the decimals of a percentage are left alone.  The caller frees it. */
static char *
group_digits(const char *text, size_t len)
{
	char *grouped = cli_alloc(2 * len + 1, 1), *to = grouped;
	size_t left = 0; /* digits of the number, from here */

	for (size_t i = 0; i < len; i++) {
		size_t ndigits = strspn(text + i, "0123456789");

		if (i > 0 && left > 0 && left % 3 == 0)
			*to++ = ',';
		else if (left == 0 &&
			 (i == 0 || strchr("0123456789.", text[i - 1]) == NULL))
			left = ndigits;
		left -= left > 0;
		*to++ = text[i];
	}
	*to = '\0';
	return grouped;
}

static char *
group_number(int64_t number)
{
	char text[32];
	int len = snprintf(text, sizeof(text), "%lld", (long long)number);

	return group_digits(text, (size_t)len);
}

/* Leaves out directories at the start of a long absolute path, which name the
 * place of the build.  The caller frees the result. */
static char *
shorten_path(const char *path)
{
	enum { WIDTH = 60 };
	const char *rest = path;
	const char *next;

	while (*path == '/' && strlen(rest) > WIDTH &&
	       (next = strchr(rest + 1, '/')) != NULL)
		rest = next;
	return cli_format("%s%s", rest > path ? "..." : "", rest);
}

/* Returns what the count is, or how it changed, to be freed. */
static char *
describe_count(const struct limits *l, int64_t old, int64_t delta, int64_t now)
{
	char *new_count = group_number(now);
	char *old_count = group_number(old);
	char *change = group_number(delta);
	char percent[32] = "", *text;

	if (old != 0)
		snprintf(percent, sizeof(percent), " (%+.2f%%)",
		    100.0 * (double)delta / fabs((double)old));
	if (l->kind == LIMIT_BUDGET)
		text = cli_format("is %s", new_count);
	else if (delta == 0)
		text = cli_format("stayed at %s", new_count);
	else
		text = cli_format("%s by %s%s, from %s to %s",
		    delta < 0 ? "fell" : "grew", change + (delta < 0), percent,
		    old_count, new_count);
	free(change);
	free(old_count);
	free(new_count);
	return text;
}

/* Returns all bounds, because a count that exceeds the limit exceeds each; to be freed. */
static char *
describe_bounds(const struct limits *l, const struct limit *limit)
{
	const char *text = limit->bounds_text;
	const char *end = text + limit->bounds_len;
	char *all = NULL;

	while (text < end) {
		size_t len = strcspn(text, "|,");
		char *bound = group_digits(text, len);
		bool lacks_sign =
		    l->kind == LIMIT_GROWTH && *bound != '+' && *bound != '-';

		cli_append(&all, "%s%s%s", all != NULL ? " and " : "",
		    lacks_sign ? "+" : "", bound);
		free(bound);
		text += len + 1;
	}
	return all;
}

static void
complain(const struct limits *l, const struct limit *limit, size_t event,
    int64_t old, int64_t delta)
{
	struct limit_subject s = subject_of(l, limit->scope);
	char *count = describe_count(
	    l, old, delta, (int64_t)l->sums[limit->scope].now[event]);
	char *bounds = describe_bounds(l, limit);
	char *file = shorten_path(s.file);

	cli_warn("%s%s%s%s%s: %s%s %s: the limit is %s",
	    l->place != NULL ? l->place : "", l->place != NULL ? ": " : "",
	    file, s.colon, s.function, l->header->events[event].name,
	    (l->inclusive && limit->scope == LIMIT_FUNCTION) ||
		    limit->scope == LIMIT_REGION
		? ":incl"
		: "",
	    count, bounds);
	free(file);
	free(bounds);
	free(count);
}

/* True if the change is beyond each bound of the limit. */
static bool
is_beyond(const struct limit *limit, int64_t old, int64_t delta)
{
	for (size_t i = 0; i < limit->nbounds; i++)
		if (!exceeds(&limit->bounds[i], old, delta))
			return false;
	return true;
}

static bool
is_of_event(const struct limit *limit, size_t event)
{
	return limit->event == ALL_EVENTS || (size_t)limit->event == event;
}

static bool
is_of_name(const struct limit *limit, const char *name)
{
	return limit->pattern == NULL || pattern_matches(limit->pattern, name);
}

bool
limits_exceeds(const struct limits *l, enum limit_scope scope, const char *name,
    size_t event, int64_t count)
{
	for (size_t i = 0; i < l->n; i++) {
		const struct limit *limit = &l->list[i];

		if (limit->scope == scope && is_of_event(limit, event) &&
		    is_of_name(limit, name) && is_beyond(limit, 0, count))
			return true;
	}
	return false;
}

/* Returns the number in 64 bits.  Ends the program if it does not fit; `what`
 * says in the message what it is. */
static int64_t
narrow(const struct limits *l, const struct limit *limit, size_t event,
    __int128 number, const char *what)
{
	struct limit_subject s = subject_of(l, limit->scope);

	if (number != (int64_t)number)
		cli_die("%s%sthe %s of %s of %s%s%s does not fit in 64 bits",
		    l->place != NULL ? l->place : "",
		    l->place != NULL ? ": " : "", what,
		    l->header->events[event].name, s.file, s.colon, s.function);
	return (int64_t)number;
}

static void
judge_event(struct limits *l, struct limit *limit, size_t event)
{
	const struct limit_sums *sums = &l->sums[limit->scope];
	int64_t old = narrow(l, limit, event, sums->old[event], "sum");
	int64_t now = narrow(l, limit, event, sums->now[event], "sum");
	int64_t delta =
	    narrow(l, limit, event, (__int128)now - old, "difference");

	if (!is_beyond(limit, old, delta))
		return;
	if (limit->scope == LIMIT_TOTAL ||
	    limit->ncomplaints++ < MAX_COMPLAINTS)
		complain(l, limit, event, old, delta);
	l->exceeded = true;
	if (limit->scope == LIMIT_TOTAL && !l->total_exceeded) {
		l->total_exceeded = true;
		l->total_event = event;
	}
}

/* Judges the sums of a scope after their last row, and clears them. */
static void
judge(struct limits *l, enum limit_scope scope)
{
	const struct limit_sums *sums = &l->sums[scope];
	const char *name =
	    scope == LIMIT_FUNCTION ? sums->function : sums->file;
	size_t nevents = l->header->nevents;

	for (size_t i = 0; i < l->n; i++) {
		struct limit *limit = &l->list[i];

		if (limit->scope != scope || !is_of_name(limit, name))
			continue;
		limit->matched = true;
		for (size_t event = 0; event < nevents; event++)
			if (is_of_event(limit, event))
				judge_event(l, limit, event);
	}
	memset(sums->old, 0, nevents * sizeof(*sums->old));
	memset(sums->now, 0, nevents * sizeof(*sums->now));
}

static void
resolve_event(struct limit *limit, const struct cg_header *header)
{
	size_t len = strcspn(limit->text, "=");

	limit->event = cg_header_event(header, limit->text, len);
	if (limit->event >= 0)
		return;
	if (is_on(limit, "@all"))
		limit->event = ALL_EVENTS;
	else
		limit->event =
		    (int)events_find(header, "--limit", limit->text, len);
}

static void
release_sums(struct limits *l)
{
	for (size_t i = 0; i < NLIMIT_SCOPES; i++) {
		free(l->sums[i].old);
		free(l->sums[i].now);
	}
}

void
limits_begin(
    struct limits *l, const struct cg_header *header, const char *place)
{
	l->header = header;
	l->place = place;
	l->exceeded = l->total_exceeded = false;
	release_sums(l);
	for (size_t i = 0; i < NLIMIT_SCOPES; i++) {
		l->sums[i].file = l->sums[i].function = NULL;
		l->sums[i].old = cli_alloc(header->nevents, sizeof(__int128));
		l->sums[i].now = cli_alloc(header->nevents, sizeof(__int128));
	}
	for (size_t i = 0; i < l->n; i++) {
		resolve_event(&l->list[i], header);
		l->list[i].matched = false;
		l->list[i].ncomplaints = 0;
	}
}

/* Sums have 128 bits, because rows do not come in the order of the profile: in
 * another order, a sum may not fit in 64 bits until its last row is added. */
static void
add(const struct limits *l, __int128 *to, const int64_t *counts)
{
	for (size_t i = 0; i < l->header->nevents; i++)
		to[i] += counts[i];
}

/* True if the row belongs to another file, function or region than the sums. */
static bool
is_other(const struct limit_sums *sums, enum limit_scope scope,
    const struct cg_record *row)
{
	if (sums->file == NULL || scope == LIMIT_TOTAL)
		return false;
	return strcmp(sums->file, row->file) != 0 ||
	       (scope == LIMIT_FUNCTION &&
		   strcmp(sums->function, row->function) != 0);
}

static bool
is_region(const char *path)
{
	return strcmp(path, region_outside) != 0 && !cg_is_filtered(path);
}

void
limits_take_in(struct limits *l, enum limit_scope scope,
    const struct cg_record *row, const int64_t *old)
{
	struct limit_sums *sums = &l->sums[scope];

	if (l->n == 0 || row->kind != CG_COSTS ||
	    (scope == LIMIT_REGION && !is_region(row->file)))
		return;
	if (is_other(sums, scope, row))
		judge(l, scope);
	sums->file = row->file;
	sums->function = row->function;
	add(l, sums->now, row->counts);
	if (old != NULL)
		add(l, sums->old, old);
}

void
limits_take(struct limits *l, const struct cg_record *row, const int64_t *old)
{
	limits_take_in(l, LIMIT_FUNCTION, row, old);
	limits_take_in(l, LIMIT_FILE, row, old);
	limits_take_in(l, LIMIT_TOTAL, row, old);
}

/* Reports a pattern without a match, or complaints that were not printed. */
static void
conclude(const struct limits *l, const struct limit *limit)
{
	static const char *const scopes[NLIMIT_SCOPES] = {
	    [LIMIT_TOTAL] = "total",
	    [LIMIT_FILE] = "file",
	    [LIMIT_FUNCTION] = "function",
	    [LIMIT_REGION] = "region",
	};

	if (!limit->matched)
		cli_die("--limit: \"%s\": expected a %s that matches, found "
			"none",
		    limit->text, scopes[limit->scope]);
	if (limit->ncomplaints > MAX_COMPLAINTS)
		cli_warn("%s%s--limit: \"%s\": and %zu more",
		    l->place != NULL ? l->place : "",
		    l->place != NULL ? ": " : "", limit->text,
		    limit->ncomplaints - MAX_COMPLAINTS);
}

bool
limits_end(struct limits *l)
{
	static const enum limit_scope order[] = {
	    LIMIT_REGION, LIMIT_FUNCTION, LIMIT_FILE};

	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++)
		if (l->sums[order[i]].file != NULL)
			judge(l, order[i]);
	judge(l, LIMIT_TOTAL);
	for (size_t i = 0; i < l->n; i++)
		conclude(l, &l->list[i]);
	return !l->exceeded;
}

void
limits_release(struct limits *l)
{
	for (size_t i = 0; i < l->n; i++) {
		free(l->list[i].bounds);
		pcre2_code_free(l->list[i].pattern);
	}
	free(l->list);
	release_sums(l);
}
