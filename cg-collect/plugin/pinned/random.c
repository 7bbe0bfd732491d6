// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Pins the kernel's random numbers, from which hash tables and names of temporary
 * files are seeded.  The sequence is no constant, because a program may ask until it
 * gets a number that it can use.  It is SplitMix64 (Steele, Lea and Flood, "Fast
 * splittable pseudorandom number generators", 2014).
 */
#include "random.h"

#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

static ULong state;

static ULong
next(void)
{
	ULong z = state += 0x9e3779b97f4a7c15;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return z ^ (z >> 31);
}

void
random_pin(UInt syscall, const UWord *args, SysRes result)
{
	UChar *bytes = (UChar *)args[0];
	ULong number = 0;

	if (syscall != __NR_getrandom || sr_isError(result))
		return;
	for (UWord i = 0; i < sr_Res(result); i++) {
		if (i % sizeof number == 0)
			number = next();
		bytes[i] = (UChar)(number >> i % sizeof number * 8);
	}
}
