/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Draws the status line in a thread, so that the merge itself has nothing to
 * count: the system knows how many bytes the process has read.  Without
 * /proc/self/io there is no line.
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cgfmt.h"
#include "libreport/numfmt.h"
#include "progress.h"

static int64_t total; /* bytes of all inputs; 0: not known */

static void
add_sizes(const struct inputs *inputs)
{
	struct stat st;

	for (size_t i = 0; i < inputs->n; i++) {
		if (stat(inputs->paths[i], &st) < 0 || !S_ISREG(st.st_mode)) {
			total = 0;
			return;
		}
		total += st.st_size;
	}
}

/* The bytes that this process has read, or -1. */
static int64_t
bytes_read(void)
{
	static const char name[] = "rchar: ";
	const size_t len = strlen(name);
	FILE *file = fopen("/proc/self/io", "re");
	char text[64];
	int64_t bytes = -1;
	size_t n;

	if (file == NULL)
		return -1;
	n = fread(text, 1, sizeof(text), file);
	if (n > len && memcmp(text, name, len) == 0)
		cg_parse_int(text + len, n - len, &bytes);
	fclose(file);
	return bytes;
}

static void
draw(int64_t seconds, int64_t bytes, int64_t before)
{
	char done[FORMAT_SIZE], all[FORMAT_SIZE], rate[FORMAT_SIZE],
	    elapsed[FORMAT_SIZE];
	/* more is read if something is read again */
	bool is_known = 0 < total && bytes <= total;

	format_count(done, bytes / 1000000);
	format_count(all, total / 1000000);
	format_count(rate, (bytes - before) / 1000000);
	format_duration(elapsed, seconds);
	cli_status_draw("%s%s%s MB read, %s MB a second, %s", done,
	    is_known ? " of " : "", is_known ? all : "", rate, elapsed);
}

static void *
draw_every_second(void *unused)
{
	const struct timespec second = {.tv_sec = 1};
	int64_t start = bytes_read(), before = 0;

	(void)unused;
	for (int64_t seconds = 1;; seconds++) {
		int64_t bytes;

		nanosleep(&second, NULL);
		bytes = bytes_read() - start;
		draw(seconds, bytes, before);
		before = bytes;
	}
	return NULL;
}

/* True if no other program gets the output, and may use the terminal. */
static bool
goes_to_file(const struct cli_output *output)
{
	struct stat st;

	return strcmp(output->path, "-") != 0 ||
	       (fstat(STDOUT_FILENO, &st) == 0 && S_ISREG(st.st_mode));
}

void
progress_start(const struct inputs *inputs, const struct cli_output *output)
{
	pthread_t thread;

	if (!cli_has_status_line() || !goes_to_file(output) || bytes_read() < 0)
		return;
	add_sizes(inputs);
	/* without the thread, there is no line */
	if (cli_thread_start(&thread, draw_every_second, NULL))
		pthread_detach(thread);
}
