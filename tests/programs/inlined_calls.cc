// SPDX-License-Identifier: BSD-2-Clause
// Inlined functions that call, are called in cycles, and are left in every way.
#include <csetjmp>
#include <cstdio>
#include <functional>
#include <stdexcept>

#define NOINLINE __attribute__((noinline))
#define INLINE static inline __attribute__((always_inline))

// discount is inlined into a lambda, which std::function calls
static int
discount(int price, int percent)
{
	int result = price;

	for (int i = 0; i < 5; i++)
		result -= (price * percent + i) / 100;
	return result;
}

static NOINLINE int
total(int n)
{
	std::function<int(int)> price = [](int x) { return discount(x, 3); };
	int sum = 0;

	for (int i = 0; i < n; i++)
		sum += price(i);
	return sum;
}

// no cycle: outer calls middle, and middle calls leaf, both through apply
NOINLINE int
leaf(int x)
{
	return x * 3 + 1;
}

INLINE int
apply(int (*function)(int), int x)
{
	return function(x + 1) + 1;
}

NOINLINE int
middle(int x)
{
	return apply(leaf, x) ^ 1;
}

NOINLINE int
outer(int x)
{
	return apply(middle, x) ^ 2;
}

// a cycle: down calls up through step, and up calls down
NOINLINE int down(int n);

NOINLINE int
up(int n)
{
	return n + down(n - 1);
}

INLINE int
step(int n)
{
	return n <= 0 ? 0 : up(n) + 1;
}

NOINLINE int
down(int n)
{
	return step(n) * 2;
}

// recursion of a function that is inlined into itself
NOINLINE int
fibonacci(int n)
{
	return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

// inlined code that an exception, a jump and a tail call leave
INLINE int
check(int n)
{
	if (n % 3 == 0)
		throw std::runtime_error("divisible");
	return n;
}

static NOINLINE int
guarded(int n)
{
	try {
		return check(n) + 1;
	} catch (const std::runtime_error &) {
		return -1;
	}
}

static jmp_buf way_out;

INLINE void
leave(int n)
{
	if (n & 1)
		longjmp(way_out, n);
}

static NOINLINE void
jumping(int n)
{
	leave(n);
	leave(n / 2);
}

INLINE int
last(int n)
{
	return leaf(n + 5);
}

NOINLINE int
tail(int n)
{
	return last(n * 7);
}

int
main(int argc, char **)
{
	volatile int sum = total(1000 + argc) + down(9) + fibonacci(15);

	for (volatile int i = 0; i < 30; i++) {
		sum += outer(i) + guarded(i) + tail(i);
		if (setjmp(way_out) == 0)
			jumping(i);
	}
	std::printf("%d\n", sum);
}
