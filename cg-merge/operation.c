/* SPDX-License-Identifier: BSD-2-Clause */
#include "operation.h"

bool
operation_adds_up(enum operation operation)
{
	return operation == OP_SUM || operation == OP_MEAN;
}

void
operation_combine(
    enum operation operation, __int128 *to, __int128 count, bool first)
{
	switch (operation) {
	case OP_SUM:
	case OP_MEAN:
		*to += count;
		break;
	case OP_MIN:
		*to = first || count < *to ? count : *to;
		break;
	case OP_MAX:
		*to = first || count > *to ? count : *to;
		break;
	}
}

static __int128
divide(__int128 sum, int64_t n)
{
	/* processors divide 64 bits, functions 128 */
	__int128 quotient = sum == (int64_t)sum ? (int64_t)sum / n : sum / n;
	__int128 rest = sum - quotient * n;
	int away = rest < 0 ? -1 : 1;
	__int128 twice = 2 * rest * away - n;

	if (twice > 0 || (twice == 0 && (quotient & 1) != 0))
		quotient += away;
	return quotient;
}

__int128
operation_result(
    enum operation operation, __int128 combined, size_t nprofiles, bool all)
{
	switch (operation) {
	case OP_SUM:
		return combined;
	case OP_MEAN:
		return divide(combined, (int64_t)nprofiles);
	case OP_MIN:
		return all || combined < 0 ? combined : 0;
	case OP_MAX:
		return all || combined > 0 ? combined : 0;
	}
	return 0;
}
