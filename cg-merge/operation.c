/* SPDX-License-Identifier: BSD-2-Clause */
#include "operation.h"

bool
operation_adds_up(enum operation operation)
{
	return operation == OP_SUM || operation == OP_MEAN;
}

bool
operation_combine(
    enum operation operation, int64_t *to, int64_t count, bool first)
{
	switch (operation) {
	case OP_SUM:
	case OP_MEAN:
		return !__builtin_add_overflow(*to, count, to);
	case OP_MIN:
		*to = first || count < *to ? count : *to;
		return true;
	case OP_MAX:
		*to = first || count > *to ? count : *to;
		return true;
	}
	return false;
}

static int64_t
divide(int64_t sum, int64_t n)
{
	int64_t quotient = sum / n, rest = sum % n;
	int64_t away = rest < 0 ? -1 : 1;
	int64_t twice = rest < 0 ? -rest - (n + rest) : rest - (n - rest);

	if (twice > 0 || (twice == 0 && quotient % 2 != 0))
		quotient += away;
	return quotient;
}

int64_t
operation_result(
    enum operation operation, int64_t combined, size_t nprofiles, bool all)
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
