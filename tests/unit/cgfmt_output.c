/* SPDX-License-Identifier: BSD-2-Clause */
/* Output that fails, and gzip output that is long enough for a thread. */
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "bytes/bytes.h"
#include "cgfmt.h"
#include "ok.h"

enum { SIZE = 3 << 20, PIECE = 1000 };

static unsigned char plain[SIZE], back[SIZE + PIECE];

/* bytes that do not compress well */
static void
fill_plain(void)
{
	uint32_t state = 1;

	for (size_t i = 0; i < SIZE; i++) {
		state = state * 1664525 + 1013904223;
		plain[i] = (unsigned char)(state >> 24);
	}
}

/* writes `size` bytes in pieces; 0, or -1 at the first failure */
static int
write_plain(struct cg_output *output, size_t size)
{
	for (size_t i = 0; i < size; i += PIECE) {
		size_t n = size - i < PIECE ? size - i : PIECE;

		if (cg_output_write(output, plain + i, n) < 0)
			return -1;
	}
	return 0;
}

static bool
reads_back(const char *path, size_t size)
{
	struct cg_error error;
	struct bytes *bytes = bytes_open(path, &error);
	size_t got = 0;
	ssize_t n = 0;

	while (bytes != NULL && got <= SIZE &&
	       (n = bytes_read(bytes, (char *)back + got, PIECE)) > 0)
		got += (size_t)n;
	bytes_close(bytes);
	return n == 0 && got == size && memcmp(back, plain, size) == 0;
}

/* sizes around a block, around the start of the thread, and far more */
static void
test_whole(const char *path)
{
	static const size_t sizes[] = {0, 1, 1 << 16, (1 << 16) + 1,
	    (1 << 18) - 1, 1 << 18, (1 << 18) + 1, 10 << 16, SIZE};

	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		struct cg_error error;
		struct cg_output *output = cg_output_open(path, 1, &error);
		char what[100];

		snprintf(what, sizeof(what),
		    "%zu bytes are written whole and in order", sizes[i]);
		ok(write_plain(output, sizes[i]) == 0 &&
			cg_output_close(output) == 0 &&
			reads_back(path, sizes[i]),
		    what);
	}
}

static void
test_full(void)
{
	struct cg_error error;
	struct cg_output *output = cg_output_open("/dev/full", 1, &error);

	ok(write_plain(output, SIZE) < 0 &&
		strcmp(error.text, "/dev/full: cannot write: No space left on "
				   "device") == 0,
	    "a failed write in the thread is reported to the caller");
	cg_output_abandon(output);
}

static void
limit_files(rlim_t size)
{
	struct rlimit limit;

	signal(SIGXFSZ, SIG_IGN);
	getrlimit(RLIMIT_FSIZE, &limit);
	limit.rlim_cur = size < limit.rlim_max ? size : limit.rlim_max;
	setrlimit(RLIMIT_FSIZE, &limit);
}

/* there is room again at the close, but a write failed before */
static void
test_close_of_failed(const char *path)
{
	struct cg_error error;
	struct cg_output *output = cg_output_open(path, CG_PLAIN, &error);
	int written, closed;

	cg_output_write(output, plain, 5);
	cg_output_close(output);
	output = cg_output_open(path, CG_PLAIN, &error);
	limit_files(2 << 16);
	written = write_plain(output, SIZE);
	limit_files(RLIM_INFINITY);
	closed = cg_output_close(output);
	ok(written < 0 && closed < 0 && reads_back(path, 5),
	    "after a failed write the close fails, and the old file stays");
}

static void
test_descriptor(const char *path)
{
	struct cg_error error;
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	struct cg_output *output = cg_output_open_fd(fd, "(a file)", &error);
	int written = write_plain(output, 5 * PIECE);
	int closed = cg_output_close(output);

	ok(written == 0 && closed == 0 && fcntl(fd, F_GETFD) < 0 &&
		reads_back(path, 5 * PIECE),
	    "an open descriptor is written to and closed");
	output = cg_output_open_fd(-1, "(a file)", &error);
	write_plain(output, PIECE);
	ok(cg_output_close(output) < 0 &&
		strcmp(error.text,
		    "(a file): cannot write: Bad file descriptor") == 0,
	    "an error names the descriptor as its opener did");
}

/* the thread waits for a pipe that nobody reads */
static void
test_abandon(void)
{
	struct cg_error error;
	struct cg_output *output;
	int fds[2];

	if (pipe(fds) < 0 || dup2(fds[1], STDOUT_FILENO) < 0)
		return;
	alarm(20); /* ends the test if it hangs */
	output = cg_output_open("-", 1, &error);
	memset(back, 0, sizeof(back)); /* small: the pipe takes all of it */
	cg_output_write(output, back, 5 << 16);
	write_plain(output, 3 << 16);
	/* time for the thread to begin to wait */
	nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
	cg_output_abandon(output);
	alarm(0);
}

/* only the first of two outputs that create a file does */
static void
test_create(const char *path)
{
	struct cg_error error;
	struct cg_output *one = cg_output_open(path, CG_PLAIN, &error);
	struct cg_output *two = cg_output_open(path, CG_PLAIN, &error);
	bool first, second;

	cg_output_create(one);
	cg_output_create(two);
	write_plain(one, PIECE);
	first = cg_output_close(one) == 0;
	second = cg_output_close(two) == 0;
	ok(first && !second && strstr(error.text, "File exists") != NULL &&
		reads_back(path, PIECE),
	    "an output that creates a file does not replace one");
}

static void
test_levels(const char *path)
{
	static const int levels[] = {INT_MIN, -5, -2, 10, INT_MAX};
	char text[200];

	for (size_t i = 0; i < sizeof(levels) / sizeof(levels[0]); i++) {
		struct cg_error error;

		snprintf(text, sizeof(text),
		    "%s: expected a level of gzip from -1 to 9, found %d", path,
		    levels[i]);
		ok(cg_output_open(path, levels[i], &error) == NULL &&
			strcmp(error.text, text) == 0 && access(path, F_OK) < 0,
		    "a level that does not exist is named");
	}
}

int
main(void)
{
	char directory[] = "/tmp/cgfmt_output.XXXXXX", path[40];

	setvbuf(stdout, NULL, _IOLBF, 0);
	fill_plain();
	if (mkdtemp(directory) == NULL)
		return 1;
	snprintf(path, sizeof(path), "%s/x", directory);
	test_levels(path);
	test_whole(path);
	test_close_of_failed(path);
	test_descriptor(path);
	unlink(path);
	test_create(path);
	unlink(path);
	rmdir(directory);
	test_full();
	ok(true,
	    "an output can be abandoned while its thread waits (the rest of this program)");
	test_abandon();
	return failures > 0;
}
