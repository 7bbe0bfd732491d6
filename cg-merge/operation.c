/* SPDX-License-Identifier: BSD-2-Clause */
#include "operation.h"

__int128
operation_combine(
    enum operation operation, __int128 combined, __int128 count, bool first)
{
	switch (operation) {
	case OP_SUM:
		return combined + count;
	case OP_MIN:
		return first || count < combined ? count : combined;
	case OP_MAX:
		return first || count > combined ? count : combined;
	}
	return combined;
}
