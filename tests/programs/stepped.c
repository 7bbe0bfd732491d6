/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A program without libraries, so that its instructions can be counted one by
 * one.  It sorts, and calls through pointers.  Its branches often skip
 * instructions, which an inexact collector would count.
 */
static int numbers[80];

static int
rising(int a, int b)
{
	return a > b && a - b < 1 << 30;
}

static int
falling(int a, int b)
{
	return a < b && b != 0x7fffffff;
}

static void
sort(int (*misplaced)(int, int))
{
	for (int i = 1; i < 80; i++)
		for (int j = i; j > 0; j--) {
			int held = numbers[j];

			if (!misplaced(numbers[j - 1], held))
				break;
			numbers[j] = numbers[j - 1];
			numbers[j - 1] = held;
		}
}

__attribute__((noreturn)) static void
leave(long status)
{
#if defined(__aarch64__)
	register long number __asm__("x8") = 93, result __asm__("x0") = status;

	__asm__ volatile("svc #0" : : "r"(number), "r"(result));
#else
	__asm__ volatile("syscall" : : "a"(60L), "D"(status));
#endif
	__builtin_unreachable();
}

#if defined(__x86_64__)
__attribute__((force_align_arg_pointer))
#endif
void
_start(void)
{
	unsigned x = 1;

	for (int i = 0; i < 80; i++) {
		x = x * 1664525 + 1013904223;
		numbers[i] = (int)(x >> 8);
	}
	sort(rising);
	sort(falling);
	leave(0);
}
