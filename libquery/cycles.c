/* SPDX-License-Identifier: BSD-2-Clause */
/* Two formulas: with branches and without. */
#include <string.h>

#include "cycles.h"
#include "sums.h"

#define CACHE_CYCLES                                                       \
	"CEst = Ir + 10 I1mr + 10 D1mr + 10 D1mw + 100 ILmr + 100 DLmr + " \
	"100 DLmw"

const char cycles_event[] = "CEst";

const char *
cycles_derive(struct columns *columns, const struct cg_header *profile)
{
	struct sum sum;

	if (sum_find(&sum, profile, cycles_event) ||
	    columns_derives(columns, cycles_event) ||
	    !sum_find(&sum, profile, "Ir I1mr D1mr D1mw") ||
	    !sum_find(&sum, profile, "ILmr DLmr DLmw"))
		return NULL;
	if (!sum_find(&sum, profile, "Bcm Bim")) {
		columns_derive(columns, CACHE_CYCLES);
		return "Ir + 10 L1m + 100 LLm";
	}
	columns_derive(columns, CACHE_CYCLES " + 10 Bcm + 10 Bim");
	return "Ir + 10 Bm + 10 L1m + 100 LLm";
}
