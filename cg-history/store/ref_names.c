/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "git_child.h"
#include "libcli/cli.h"
#include "ref_names.h"

const char ref_names_own[] = "refs/cg/";
const char ref_names_fetched[] = "refs/cg-fetched/";
const char ref_names_new[] = "refs/cg-new/";

/* file systems allow 255 bytes, and git locks a ref by a file whose name ends in ".lock" */
enum { MOST = 240 };

/* A dot is written as a number, because "..", ".lock" and a dot at the start are not allowed. */
static bool
is_plain(unsigned char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9') || c >= 0x80 ||
	       (c != '\0' && strchr("_-+=,", c) != NULL);
}

char *
ref_name_of(const char *directory, const char *benchmark)
{
	size_t len = strlen(directory);
	char *ref = cli_alloc(len + 3 * strlen(benchmark) + 1, 1);
	char *to = ref + len;

	memcpy(ref, directory, len);
	for (const char *p = benchmark; *p != '\0'; p++)
		if (is_plain((unsigned char)*p))
			*to++ = *p;
		else
			to += sprintf(to, "%%%02X", (unsigned char)*p);
	*to = '\0';
	if (to == ref + len)
		cli_die("expected a benchmark's name, found an empty one");
	if (to - ref - (ptrdiff_t)len > MOST)
		cli_die("benchmark %s: the name is longer than a file's name",
		    benchmark);
	return ref;
}

static int
digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

char *
ref_name_benchmark(const char *directory, const char *ref)
{
	size_t len = strlen(directory);
	char *name, *to;

	if (strncmp(ref, directory, len) != 0)
		return NULL;
	name = to = cli_alloc(strlen(ref + len) + 1, 1);
	for (const char *p = ref + len; *p != '\0'; p++) {
		if (*p != '%') {
			*to++ = *p;
			continue;
		}
		if (digit(p[1]) < 0 || digit(p[2]) < 0) {
			free(name);
			return NULL;
		}
		*to++ = (char)(digit(p[1]) * 16 + digit(p[2]));
		p += 2;
	}
	*to = '\0';
	return name;
}

void
refs_read(struct refs *refs, const char *directory)
{
	const char *const arguments[] = {"for-each-ref",
	    "--format=%(objectname) %(refname)", directory, NULL};
	size_t len;
	char *text = git_ask(arguments, &len), *line = text;

	*refs = (struct refs){0};
	while (line != NULL && *line != '\0') {
		char *end = strchr(line, '\n'), *blank = strchr(line, ' ');
		char *benchmark;

		if (end == NULL || blank == NULL || blank > end)
			break;
		*end = *blank = '\0';
		benchmark = ref_name_benchmark(directory, blank + 1);
		if (benchmark != NULL) {
			refs->list =
			    cli_grow(refs->list, refs->n, sizeof(*refs->list));
			refs->list[refs->n++] = (struct ref){
			    .name = cli_copy(blank + 1, strlen(blank + 1)),
			    .benchmark = benchmark,
			    .tip = cli_copy(line, strlen(line)),
			};
		}
		line = end + 1;
	}
	free(text);
}

static void
forget(struct ref *ref)
{
	free(ref->name);
	free(ref->benchmark);
	free(ref->tip);
}

void
refs_read_matching(struct refs *refs, const char *pattern)
{
	size_t n = 0;

	refs_read(refs, ref_names_own);
	for (size_t i = 0; i < refs->n; i++)
		if (pattern == NULL ||
		    cli_wildcard_matches(pattern, refs->list[i].benchmark))
			refs->list[n++] = refs->list[i];
		else
			forget(&refs->list[i]);
	refs->n = n;
}

const char *
refs_find(const struct refs *refs, const char *benchmark)
{
	for (size_t i = 0; i < refs->n; i++)
		if (strcmp(refs->list[i].benchmark, benchmark) == 0)
			return refs->list[i].tip;
	return NULL;
}

char *
ref_tip(const char *ref)
{
	const char *const arguments[] = {
	    "rev-parse", "--verify", "--quiet", ref, NULL};

	return git_ask_line(arguments);
}

void
refs_release(struct refs *refs)
{
	for (size_t i = 0; i < refs->n; i++)
		forget(&refs->list[i]);
	free(refs->list);
}
