/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * usage: jitdump [WORD...]
 *
 * Executes a function that it has written to memory, for x86-64, and describes it
 * in ./jit-PID.dump.  Each word adds something or changes the file:
 *
 *	moved	the function was at another address, where it is also executed
 *	reused	another function was at its address before
 *	v8	names and lines have V8's form
 *	freed	the same, with other bytes in the place of names of files
 *	map	/tmp/perf-PID.map names this address and another one
 *	name=N	the map has a function N, which is executed
 *	huge	the map has 2,000,000 functions
 *	forked	a child executes it, too
 *	swapped	the file has the other byte order
 *	cut	its last record is incomplete
 *	endless	a name has no end
 *	small	a record is smaller than its header
 *	nothing	it is empty
 *	other	it is another file
 *	version	it has another version
 *	gone	it is removed
 *	pipe	it is replaced by a pipe
 *	loop	it is replaced by a link to itself
 *	old	the map was written before
 */
#define _DEFAULT_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

/* a loop of 3 instructions, 10,000 times, and 2 around it */
static const unsigned char code[] = {
    0x31, 0xc0, 0xff, 0xc0, 0x3d, 0x10, 0x27, 0, 0, 0x75, 0xf7, 0xc3};

static char **words;
static unsigned char file[4096];
static size_t len;

static int
has(const char *word)
{
	for (char **w = words; *w != NULL; w++)
		if (strcmp(*w, word) == 0)
			return 1;
	return 0;
}

static void
put(uint64_t number, int nbytes)
{
	for (int i = 0; i < nbytes; i++)
		file[len++] =
		    (unsigned char)(number >>
				    8 * (has("swapped") ? nbytes - 1 - i : i));
}

static void
put_text(const char *text)
{
	memcpy(file + len, text, strlen(text) + 1);
	len += strlen(text) + 1;
}

/* Starts a record, and returns where it is. */
static size_t
begin(int kind)
{
	size_t start = len;

	put((uint64_t)kind, 4);
	put(0, 4);
	put(1, 8);
	return start;
}

static void
end(size_t start)
{
	size_t after = len;

	len = start + 4;
	put(after - start, 4);
	len = after;
}

static void
put_load(const char *at, const char *name)
{
	size_t start = begin(0);

	put((uint64_t)getpid(), 4);
	put((uint64_t)getpid(), 4);
	put((uintptr_t)at, 8);
	put((uintptr_t)at, 8);
	put(sizeof code, 8);
	put(1, 8);
	put_text(name);
	memcpy(file + len, code, sizeof code);
	len += sizeof code;
	end(start);
}

static void
put_move(const char *from, const char *to)
{
	size_t start = begin(1);

	put((uint64_t)getpid(), 4);
	put((uint64_t)getpid(), 4);
	put((uintptr_t)to, 8);
	put((uintptr_t)from, 8);
	put((uintptr_t)to, 8);
	put(sizeof code, 8);
	put(1, 8);
	end(start);
}

static void
put_line(const char *at, int offset, int line, const char *name)
{
	put((uintptr_t)at + (uintptr_t)offset + (has("v8") ? 0x40 : 0), 8);
	put((uint64_t)line, 4);
	put(0, 4);
	if (!has("freed") || strcmp(name, "\xff") == 0) {
		put_text(name);
	} else {
		for (size_t i = 0; i < sizeof "/a b.js"; i++)
			file[len++] = (unsigned char)(i & 1 ? 0 : offset);
	}
}

static void
put_lines(const char *at)
{
	const char *first = has("v8") ? "/a b.js" : "a.c";
	const char *second = has("v8") ? first : "b.c";
	size_t start = begin(2);

	put((uintptr_t)at, 8);
	put(5, 8);
	put_line(at, 0, 10, first);
	put_line(at, 2, 11, first);
	put_line(at, 4, 11, first);
	put_line(at, 9, 12, second);
	put_line(at, 11, 13, "\xff");
	while (has("v8") && len % 8 != 0)
		file[len++] = 0;
	end(start);
}

static void
put_records(const char *m)
{
	if (has("reused"))
		put_load(m - 4, "replaced");
	put_lines(has("moved") ? m + 256 : m);
	end(begin(99));
	put_load(
	    has("moved") ? m + 256 : m, has("v8") ? "JS:*f /a b.js:9:2" : "f");
	if (has("moved"))
		put_move(m + 256, m);
	if (has("cut")) {
		put_load(m, "incomplete");
		len -= 20;
	}
	if (has("endless")) {
		size_t start = begin(0);

		for (int i = 0; i < 100; i++)
			put(0x61, 1);
		end(start);
		put_load(m, "behind");
	}
	if (has("small")) {
		put(0, 4);
		put(8, 4);
		put_load(m, "behind");
	}
}

/* Executes the functions of the words name=N, and adds them to the map. */
static void
execute_named(char *m, FILE *map)
{
	char *at = m + 768;

	for (char **w = words; *w != NULL && at < m + 4096; w++) {
		if (strncmp(*w, "name=", 5) != 0)
			continue;
		memcpy(at, code, sizeof code);
		fprintf(map, "%lx c %s\n", (long)at, *w + 5);
		((int (*)(void))at)();
		at += 256;
	}
}

static void
write_map(char *m)
{
	const struct timeval times[2] = {{.tv_sec = 1}, {.tv_sec = 1}};
	char name[64];
	FILE *f;

	snprintf(name, sizeof name, "/tmp/perf-%d.map", (int)getpid());
	f = fopen(name, "w");
	fprintf(f, "%lx 10 py::mapped:/a b.py\n", (long)m);
	fprintf(f, "%lx nonsense\n", (long)m);
	fprintf(f, "%lx c py::other:/a b.py\n", (long)m + 512);
	execute_named(m, f);
	fclose(f);
	if (has("old"))
		utimes(name, times);
}

/* A child does it, because that takes less time than this process. */
static int
write_huge_map(void)
{
	char command[200];

	snprintf(command, sizeof command,
	    "awk 'BEGIN { for (i = 1; i <= 2000000; i++)"
	    " printf \"%%x 1 n%%d\\n\", i, i }' >/tmp/perf-%d.map",
	    (int)getpid());
	return system(command);
}

int
main(int argc, char **argv)
{
	char *m = mmap(0, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
	    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char name[64];
	int fd, r;

	(void)argc;
	words = argv + 1;
	for (int i = 0; i < 3; i++)
		memcpy(m + 256 * i, code, sizeof code);
	put(has("other") ? 1 : 0x4a695444, 4);
	put(has("version") ? 2 : 1, 4);
	put(40, 4);
	put(62, 4);
	put(0, 4);
	put((uint64_t)getpid(), 4);
	put(1, 8);
	put(0, 8);
	put_records(m);
	snprintf(name, sizeof name, "jit-%d.dump", (int)getpid());
	fd = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
	mmap(0, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0);
	if (write(fd, file, has("nothing") ? 0 : len) < 0)
		return 1;
	if (has("gone") || has("pipe") || has("loop"))
		unlink(name);
	if (has("pipe") && mkfifo(name, 0600) < 0)
		return 1;
	if (has("loop") && symlink(name, name) < 0)
		return 1;
	if (has("map"))
		write_map(m);
	if (has("huge") && write_huge_map() != 0)
		return 1;
	if (has("forked") && fork() > 0)
		wait(&r);
	r = ((int (*)(void))m)();
	if (has("moved"))
		r += ((int (*)(void))(m + 256))();
	if (has("map"))
		r += ((int (*)(void))(m + 512))();
	printf("/tmp/perf-%d.map\n", (int)getpid());
	return r % 10000;
}
