/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * diff(1) compares the instructions as lines of text, without addresses.  Where they differ,
 * they are compared again without registers, by the longest common subsequence.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "libquery/matching/hunks.h"
#include "code_alignment.h"
#include "code_key.h"
#include "libcli/cli.h"

enum { MOST_COMPARED = 4 << 20 /* cells of the table of a subsequence */ };

/* The instructions of one version. */
struct version {
	size_t n;
	const struct code_instruction **list;
};

static struct version
version_of(const struct machine_code *code)
{
	struct version v = {.n = 0};

	if (code == NULL)
		return v;
	v.list = cli_alloc(code->n, sizeof(*v.list));
	for (size_t i = 0; i < code->n; i++)
		if (code->list[i].kind != INSTRUCTION_PADDING ||
		    code->list[i].counts != NULL)
			v.list[v.n++] = &code->list[i];
	return v;
}

static void
add(struct code_alignment *a, const struct code_instruction *old,
    const struct code_instruction *new, bool is_reshaped)
{
	a->list = cli_grow(a->list, a->n, sizeof(*a->list));
	a->list[a->n++] = (struct code_pair){old, new, is_reshaped};
}

/* --- a hunk --------------------------------------------------------------- */

static char **
shapes_of(const struct code_instruction **list, size_t n)
{
	char **shapes = cli_alloc(n, sizeof(*shapes));

	for (size_t i = 0; i < n; i++)
		shapes[i] = code_key(list[i], true);
	return shapes;
}

static void
free_shapes(char **shapes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(shapes[i]);
	free(shapes);
}

/* Returns the lengths of the longest common subsequences of the shapes from i and j on, in
 * rows of nnew + 1; the caller frees them. */
static uint32_t *
subsequences(char **old, size_t nold, char **new, size_t nnew)
{
	size_t width = nnew + 1;
	uint32_t *lengths = cli_alloc((nold + 1) * width, sizeof(*lengths));

	for (size_t i = nold; i-- > 0;)
		for (size_t j = nnew; j-- > 0;) {
			uint32_t down = lengths[(i + 1) * width + j];
			uint32_t right = lengths[i * width + j + 1];
			uint32_t *to = &lengths[i * width + j];

			if (strcmp(old[i], new[j]) == 0)
				*to = lengths[(i + 1) * width + j + 1] + 1;
			else
				*to = down > right ? down : right;
		}
	return lengths;
}

/* Pairs instructions that differ, as far as their shapes are the same. */
static void
align_hunk(struct code_alignment *a, const struct code_instruction **old,
    size_t nold, const struct code_instruction **new, size_t nnew)
{
	char **old_shapes, **new_shapes;
	uint32_t *lengths;
	size_t i = 0, j = 0, width = nnew + 1;

	if (nold > 0 && nnew > 0 && nold < MOST_COMPARED / nnew) {
		old_shapes = shapes_of(old, nold);
		new_shapes = shapes_of(new, nnew);
		lengths = subsequences(old_shapes, nold, new_shapes, nnew);
		while (i < nold && j < nnew) {
			uint32_t here = lengths[i * width + j];

			if (strcmp(old_shapes[i], new_shapes[j]) == 0)
				add(a, old[i++], new[j++], true);
			else if (lengths[(i + 1) * width + j] == here)
				add(a, old[i++], NULL, false);
			else
				add(a, NULL, new[j++], false);
		}
		free(lengths);
		free_shapes(old_shapes, nold);
		free_shapes(new_shapes, nnew);
	}
	while (i < nold)
		add(a, old[i++], NULL, false);
	while (j < nnew)
		add(a, NULL, new[j++], false);
}

/* --- all of it ------------------------------------------------------------ */

/* Writes a line for each instruction to a file without a name.  Returns its descriptor. */
static int
write_keys(const struct version *v)
{
	int fd = cli_temporary();
	char *text;
	size_t size;
	FILE *memory = open_memstream(&text, &size);

	if (fd < 0 || memory == NULL)
		cli_die("cannot write a temporary file: %s", strerror(errno));
	for (size_t i = 0; i < v->n; i++) {
		char *key = code_key(v->list[i], false);

		fprintf(memory, "%s\n", key);
		free(key);
	}
	if (fclose(memory) != 0)
		cli_die("out of memory");
	for (size_t done = 0; done < size;) {
		ssize_t n = write(fd, text + done, size - done);

		if (n < 0 && errno != EINTR)
			cli_die("cannot write a temporary file: %s",
			    strerror(errno));
		done += n > 0 ? (size_t)n : 0;
	}
	free(text);
	return fd;
}

/* The files have no names: the child finds them at the descriptors of this process. */
static void
compare(
    struct hunks *hunks, const struct version *old, const struct version *new)
{
	int old_fd = write_keys(old), new_fd = write_keys(new);
	char *old_path = cli_format("/proc/%ld/fd/%d", (long)getpid(), old_fd);
	char *new_path = cli_format("/proc/%ld/fd/%d", (long)getpid(), new_fd);

	hunks_read(hunks, old_path, new_path);
	free(old_path);
	free(new_path);
	close(old_fd);
	close(new_fd);
}

void
code_align(struct code_alignment *a, const struct machine_code *old,
    const struct machine_code *new)
{
	struct version from = version_of(old), to = version_of(new);
	struct hunks hunks = {.n = 0};
	size_t i = 0, j = 0;

	*a = (struct code_alignment){.n = 0};
	if (from.n > 0 && to.n > 0)
		compare(&hunks, &from, &to);
	for (size_t h = 0; h < hunks.n; h++) {
		const struct hunk *hunk = &hunks.list[h];

		while (
		    i + 1 < (size_t)hunk->old.first && j < to.n && i < from.n) {
			add(a, from.list[i], to.list[j], false);
			i++;
			j++;
		}
		align_hunk(a, from.list + i, (size_t)hunk->old.len, to.list + j,
		    (size_t)hunk->new.len);
		i += (size_t)hunk->old.len;
		j += (size_t)hunk->new.len;
	}
	while (i < from.n && j < to.n) {
		add(a, from.list[i], to.list[j], false);
		i++;
		j++;
	}
	while (i < from.n)
		add(a, from.list[i++], NULL, false);
	while (j < to.n)
		add(a, NULL, to.list[j++], false);
	hunks_release(&hunks);
	free(from.list);
	free(to.list);
}

void
code_alignment_release(struct code_alignment *a)
{
	free(a->list);
	*a = (struct code_alignment){.n = 0};
}
