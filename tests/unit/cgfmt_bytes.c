/* SPDX-License-Identifier: BSD-2-Clause */
/* Gzip data that is large enough for a thread to inflate it ahead. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>

#include "bytes/bytes.h"
#include "ok.h"

enum { SIZE = 3 << 20, PIECE = 1 << 16 };

static unsigned char plain[SIZE], packed[SIZE], back[SIZE + PIECE];

/* makes one gzip member of the bytes at `from`; returns its size */
static size_t
pack(unsigned char *to, size_t room, unsigned char *from, size_t size)
{
	z_stream z = {.next_in = from,
	    .avail_in = (uInt)size,
	    .next_out = to,
	    .avail_out = (uInt)room};

	deflateInit2(&z, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
	deflate(&z, Z_FINISH);
	deflateEnd(&z);
	return room - z.avail_out;
}

/* reads all bytes to `back`; returns how many came before the end or an error
 */
static size_t
read_all(struct bytes *bytes, bool *failed)
{
	size_t size = 0;
	ssize_t n;

	while ((n = bytes_read(
		    bytes, (char *)back + size, sizeof(back) - size)) > 0)
		size += (size_t)n;
	*failed = n < 0;
	return size;
}

static void
test_whole(size_t size)
{
	struct cg_error error;
	struct bytes *bytes = bytes_open_memory(packed, size, "x", &error);
	bool failed;

	ok(read_all(bytes, &failed) == SIZE && !failed &&
		memcmp(back, plain, SIZE) == 0,
	    "several gzip members are read whole and in order");
	ok(bytes_read(bytes, (char *)back, 1) == 0,
	    "a read after the end returns the end again");
	bytes_close(bytes);
}

static void
test_cut(size_t size)
{
	struct cg_error error;
	struct bytes *bytes = bytes_open_memory(packed, size - 9, "x", &error);
	bool failed;
	size_t got = read_all(bytes, &failed);

	ok(failed && strcmp(error.text, "x: the gzip data is cut short") == 0,
	    "gzip data that is cut short is an error");
	ok(got > SIZE / 2 && memcmp(back, plain, got) == 0,
	    "the bytes before the cut are read");
	ok(bytes_read(bytes, (char *)back, 1) < 0,
	    "a read after the error returns the error again");
	bytes_close(bytes);
}

/* Data that is cut short gives as many bytes in small pieces, for which zlib
 * has to keep some back, as at once. */
static void
test_cut_anywhere(void)
{
	enum { MEMBER = 5000 };
	static unsigned char member[MEMBER];
	size_t size = pack(member, sizeof(member), plain, MEMBER);
	size_t ngood = 0;

	for (size_t cut = 20; cut < size; cut++) {
		struct cg_error error;
		struct bytes *once =
		    bytes_open_memory(member, cut, "x", &error);
		struct bytes *often =
		    bytes_open_memory(member, cut, "x", &error);
		ssize_t all = bytes_read(once, (char *)back, MEMBER), n;
		ssize_t sum = 0;

		while ((n = bytes_read(often, (char *)back, 7)) > 0)
			sum += n;
		ngood += n < 0 && sum == (all > 0 ? all : 0);
		bytes_close(once);
		bytes_close(often);
	}
	ok(size > 30 && ngood == size - 20,
	    "as much is read before a cut in small pieces as at once");
}

static void
test_corrupt(size_t size)
{
	struct cg_error error;
	struct bytes *bytes;
	bool failed;

	packed[size - 5] ^= 1; /* of the last member's checksum */
	bytes = bytes_open_memory(packed, size, "x", &error);
	read_all(bytes, &failed);
	ok(failed && strcmp(error.text, "x: the gzip data is corrupt "
					"(incorrect data check)") == 0,
	    "a wrong checksum is an error");
	bytes_close(bytes);
	packed[size - 5] ^= 1;
}

/* the thread waits for a second member, which never comes */
static void
test_close_early(size_t member)
{
	struct cg_error error;
	struct bytes *bytes;
	size_t size = 0;
	int fds[2];

	if (pipe(fds) < 0 || write(fds[1], packed, member) < (ssize_t)member) {
		ok(false, "a pipe can be opened and filled");
		return;
	}
	alarm(20); /* ends the test if it hangs */
	bytes = bytes_open_fd(fds[0], "pipe", &error);
	while (size < SIZE / 2)
		size += (size_t)bytes_read(bytes, (char *)back, PIECE);
	/* time for the thread to begin to wait */
	nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
	bytes_close(bytes);
	alarm(0);
	ok(size == SIZE / 2,
	    "a stream can be closed while its thread waits for input");
	close(fds[0]);
	close(fds[1]);
}

int
main(void)
{
	size_t size, member;

	for (size_t i = 0; i < SIZE; i++)
		plain[i] = (unsigned char)(i / 64 * 7 + (i % 64 == i / 4096));
	member = pack(packed, SIZE, plain, SIZE / 2);
	size = member +
	       pack(packed + member, SIZE - member, plain + SIZE / 2, SIZE / 2);
	test_whole(size);
	test_cut(size);
	test_cut_anywhere();
	test_corrupt(size);
	test_close_early(member);
	return failures > 0;
}
