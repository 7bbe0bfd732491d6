/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The one table of these events.  The weights of estimated cycles are
 * KCachegrind's.
 */
#include <string.h>

#include "known_events.h"

const struct known_misses known_misses[NKNOWN] = {
    [KNOWN_I1] = {"I1", NULL, {"I1mr"}, {"Ir"}, 0},
    [KNOWN_LLI] = {"LLi", NULL, {"ILmr"}, {"Ir"}, 0},
    [KNOWN_D1] = {"D1", NULL, {"D1mr", "D1mw"}, {"Dr", "Dw"}, 0},
    [KNOWN_L2] = {"L2", NULL, {"I2mr D2mr", "D2mw"}, {"Ir Dr", "Dw"}, 0},
    [KNOWN_LLD] = {"LLd", NULL, {"DLmr", "DLmw"}, {"Dr", "Dw"}, 0},
    [KNOWN_LL] = {"LL", "LLm", {"ILmr DLmr", "DLmw"}, {"Ir Dr", "Dw"}, 100},
    [KNOWN_TLB] = {"TLB", NULL, {"ISmr DSmr", "DSmw"}, {"Ir Dr", "Dw"}, 0},
    [KNOWN_BRANCHES] = {"Mispred", "Bm", {"Bcm", "Bim"}, {"Bc", "Bi"}, 10},
    [KNOWN_L1] = {"L1", "L1m", {"I1mr D1mr", "D1mw"}, {"Ir Dr", "Dw"}, 10},
};

const struct cg_event known_operations[NOPERATIONS] = {
    [OPERATIONS_FLOAT] = {.name = "Fl",
	.long_name = "Floating-point operations"},
    [OPERATIONS_FLOAT_VECTOR] = {.name = "FlV",
	.long_name = "Floating-point operations in vectors"},
    [OPERATIONS_INTEGER_VECTOR] = {.name = "IntV",
	.long_name = "Integer operations in vectors"},
    [OPERATIONS_DIVISIONS] = {.name = "Div",
	.long_name = "Divisions and square roots"},
    [OPERATIONS_READ] = {.name = "ByR", .long_name = "Bytes read"},
    [OPERATIONS_WRITTEN] = {.name = "ByW", .long_name = "Bytes written"},
    [OPERATIONS_BRANCHES] = {.name = "Br",
	.long_name = "Branches, conditional or not"},
    [OPERATIONS_CALLS] = {.name = "Cl", .long_name = "Calls"},
};

const char *
known_operations_in(const struct cg_header *header)
{
	for (size_t i = 0; i < NOPERATIONS; i++)
		if (cg_header_event(header, known_operations[i].name,
			strlen(known_operations[i].name)) >= 0)
			return known_operations[i].name;
	return NULL;
}

bool
known_events_find(struct event_sum *sum, const struct cg_header *header,
    const char *const kinds[2])
{
	*sum = (struct event_sum){.n = 0};
	return event_sum_add(sum, header, kinds[0]) &&
	       (kinds[1] == NULL || event_sum_add(sum, header, kinds[1]));
}

bool
known_events_include(const char *names, const char *event)
{
	size_t len = strlen(event);

	while (names != NULL && *names != '\0') {
		size_t n = strcspn(names, " ");

		if (n == len && memcmp(names, event, n) == 0)
			return true;
		names += n + strspn(names + n, " ");
	}
	return false;
}

bool
known_events_have(const char *event)
{
	for (size_t i = 0; i < NKNOWN; i++)
		for (size_t kind = 0; kind < 2; kind++)
			if (known_events_include(
				known_misses[i].misses[kind], event) ||
			    known_events_include(
				known_misses[i].accesses[kind], event))
				return true;
	return false;
}
