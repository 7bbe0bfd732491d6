/* SPDX-License-Identifier: BSD-2-Clause */
/* Code in two segments with a gap between them: link with
 * -no-pie -Wl,--section-start=.far=0x10000000 */
static volatile long sink;

__attribute__((noinline, section(".far"))) static void
far(int n)
{
	while (n-- > 0)
		sink += n;
}

__attribute__((noinline)) static void
near(int n)
{
	far(n);
	sink++;
}

int
main(void)
{
	for (int i = 0; i < 100; i++) {
		near(i);
		far(i);
	}
	return 0;
}
