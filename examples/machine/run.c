/* SPDX-License-Identifier: BSD-2-Clause */
/* Runs the code of the stack machine. */
#include "machine.h"

static int64_t
pop(struct machine *machine)
{
	if (machine->top <= 0) {
		fault(machine, "the stack is empty");
		return 0;
	}
	return machine->stack[--machine->top];
}

static void
push(struct machine *machine, int64_t value)
{
	if (machine->top >= 64)
		fault(machine, "the stack is full");
	else
		machine->stack[machine->top++] = value;
}

static void
check(struct machine *machine, int64_t a, int64_t b)
{
	if (a == INT64_MIN || b == INT64_MIN)
		fault(machine, "the least number");
	if (a == INT64_MAX || b == INT64_MAX)
		fault(machine, "the largest number");
}

static void
calculate(struct machine *machine, enum operation operation)
{
	int64_t b = pop(machine);
	int64_t a = pop(machine);

	check(machine, a, b);
	push(machine, operation == ADD ? a + b : a * b);
}

int64_t
run(struct machine *machine, const int64_t *code)
{
	const int64_t *at = code;
	int64_t value;

	for (;;) {
		enum operation operation = (enum operation) * at++;

		switch (operation) {
		case PUSH:
			push(machine, *at++);
			break;
		case ADD:
		case MULTIPLY:
			calculate(machine, operation);
			break;
		case DUPLICATE:
			value = pop(machine);
			push(machine, value);
			push(machine, value);
			break;
		case DECREMENT:
			push(machine, pop(machine) - 1);
			break;
		case HASH:
			hash(machine, pop(machine));
			break;
		case JUMP_UNLESS_0:
			value = pop(machine);
			if (value != 0) {
				push(machine, value);
				at = code + *at;
			} else {
				at++;
			}
			break;
		case HALT:
			return machine->top > 0 ? pop(machine) : 0;
		default:
			fault(machine, "unknown operation");
			return -1;
		}
	}
}
