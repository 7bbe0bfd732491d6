/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A stack machine in three files, for docs/COMPILERS.md. Most of its checks never fail and its
 * operations are not equally frequent, which a compiler cannot know.
 */
#include <stdint.h>

enum operation {
	PUSH,
	ADD,
	MULTIPLY,
	DUPLICATE,
	DECREMENT,
	JUMP_UNLESS_0,
	HASH,
	HALT
};

struct machine {
	int64_t stack[64];
	int top;
	uint64_t hash;
	long faults;
};

int64_t run(struct machine *machine, const int64_t *code);
void hash(struct machine *machine, int64_t value);
void fault(struct machine *machine, const char *what);
