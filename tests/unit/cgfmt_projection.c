/* SPDX-License-Identifier: BSD-2-Clause */
/* Events selected and derived: counts, headers and errors. */
#include <stdio.h>
#include <string.h>

#include "cgfmt.h"
#include "ok.h"

/* counts A and B, derives S and, from S, D */
static const struct cg_event counted[] = {
    {.name = "A", .long_name = "Apples"}, {.name = "B"}};
static const struct cg_event derived[] = {
    {.name = "S", .formula = "A + B"}, {.name = "D", .formula = "2 S + -1 B"}};
static const int64_t factors[] = {1, 1, 2, 1};
static const struct cg_header input = {.format = CG_CALLGRIND,
    .cmd = "",
    .nevents = 2,
    .events = counted,
    .nderived = 2,
    .derived = derived,
    .factors = factors};

static void
test_derive(struct cg_projection *p, struct cg_error *error)
{
	static const struct {
		const char *definition;
		const char *error;
	} bad[] = {
	    {"= A", "expected the name of an event"},
	    {"X", "expected NAME = [NUMBER] EVENT + ..."},
	    {"S = A", "an event of that name exists"},
	    {"X = A + X", "there is no event \"X\" before it"},
	    {"X = A B", "expected \"+\" or the end"},
	    {"X = 9223372036854775807 A + D",
		"a factor does not fit in 64 bits"},
	};

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct cg_projection *q = cg_projection_new(&input, error);

		ok(cg_projection_derive(q, bad[i].definition) < 0 &&
			strcmp(error->text, bad[i].error) == 0,
		    bad[i].error);
		cg_projection_free(q);
	}
	*error = (struct cg_error){.text = ""};
	ok(cg_projection_derive(p, " X = D + 10 A") == 0 &&
		cg_projection_derive(p, "Y = X + -1 S") == 0,
	    "events can be derived from derived ones");
}

/* selects the events of these names, each one byte long */
static bool
select_all(struct cg_projection *p, const char *names)
{
	for (; *names != '\0'; names++) {
		int number = cg_projection_find(p, names, 1);

		if (number < 0 || cg_projection_select(p, (size_t)number) < 0)
			return false;
	}
	return true;
}

static void
test_counts(struct cg_projection *p)
{
	static const bool some[] = {false, true};
	const int64_t counts[] = {3, 4}, large[] = {INT64_MAX, 1};
	struct cg_record record = {.counts = counts, .present = some};
	int64_t computed[4];

	ok(cg_projection_find(p, "Z", 1) < 0, "an unknown event has no number");
	ok(select_all(p, "BYAA"), "events can be selected, also twice");
	ok(cg_projection_apply(p, &record) == 4 && record.counts[0] == 4 &&
		record.counts[1] == 10 * 3 + 2 * 7 - 4 - 7 &&
		record.counts[2] == 3 && record.counts[3] == 3,
	    "counts are of the selected events");
	ok(record.present[0] && record.present[1] && !record.present[2],
	    "derived counts are present, others if they were");
	ok(cg_projection_compute(p, large, computed) == 1 && computed[1] == 0 &&
		computed[2] == INT64_MAX,
	    "the first count that does not fit in 64 bits is reported");
}

static void
test_numbers(void)
{
	/* the header's four events, then a new one */
	static const size_t wrong[] = {5, 6, SIZE_MAX / 2, SIZE_MAX};
	struct cg_error error;

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		struct cg_projection *p = cg_projection_new(&input, &error);
		char text[100];

		snprintf(text, sizeof(text),
		    "expected the number of an event, found %zu", wrong[i]);
		ok(cg_projection_derive(p, "X = A") == 0 &&
			cg_projection_select(p, 4) == 0 &&
			cg_projection_select(p, wrong[i]) < 0 &&
			strcmp(error.text, text) == 0,
		    text);
		cg_projection_free(p);
	}
}

static void
test_header(void)
{
	struct cg_error error;
	struct cg_projection *p = cg_projection_new(&input, &error);
	struct cg_header header = input;

	ok(select_all(p, "SA") && cg_projection_set_header(p, &header) == 0 &&
		header.nevents == 2 &&
		strcmp(header.events[0].name, "S") == 0 &&
		header.events[0].formula == NULL &&
		strcmp(header.events[1].long_name, "Apples") == 0,
	    "a selected derived event is counted in the output");
	ok(header.nderived == 0,
	    "an event whose formula lacks an event is not derived");
	ok(select_all(p, "B") && cg_projection_set_header(p, &header) == 0 &&
		header.nderived == 1 &&
		strcmp(header.derived[0].name, "D") == 0,
	    "an event whose formula has its events is derived");
	cg_projection_free(p);
}

int
main(void)
{
	struct cg_error error;
	struct cg_projection *p = cg_projection_new(&input, &error);

	test_derive(p, &error);
	test_counts(p);
	test_numbers();
	test_header();
	cg_projection_free(p);
	cg_projection_free(NULL);
	return failures > 0;
}
