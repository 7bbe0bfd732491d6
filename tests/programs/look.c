/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints more than a buffer holds, looks at its standard descriptors, at copies of
 * them and at their positions, and allocates memory. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

static volatile long sink;

/* spends work that depends on the number */
static void
spend(long number)
{
	for (long i = 0; i < (number & 1023); i++)
		sink++;
}

static void
look(int descriptor)
{
	struct stat st;
	char settings[256];

	if (fstat(descriptor, &st) == 0) {
		spend(st.st_mode >> 9);
		spend((long)st.st_ino);
		spend(st.st_size);
		spend(st.st_blksize);
	}
	spend(isatty(descriptor));
	/* how newer C libraries ask whether it is a terminal: TCGETS2 */
	spend(ioctl(descriptor, 0x802c542a, settings) == 0);
	spend(fcntl(descriptor, F_GETFL));
	spend(lseek(descriptor, 0, SEEK_END));
}

int
main(void)
{
	char *text = malloc(100000);

	memset(text, 'a', 99999);
	text[99999] = '\0';
	for (int i = 0; i < 300; i++)
		printf("line %d of the output: %.40s\n", i, text);
	fprintf(stderr, "%s\n", "an error");
	look(STDIN_FILENO);
	look(STDOUT_FILENO);
	look(STDERR_FILENO);
	look(dup(STDOUT_FILENO));
	look(fcntl(STDERR_FILENO, F_DUPFD, 10));
	printf("%p\n", (void *)text);
	return 0;
}
