/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads the files and the variable from which Valgrind takes options, in its
 * order and by its rules.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "libcli/cli.h"
#include "words.h"

void
words_add(struct words *words, char *word)
{
	words->list =
	    cli_resize(words->list, words->n + 2, sizeof(*words->list));
	words->list[words->n++] = word;
	words->list[words->n] = NULL;
}

static void
add_text(struct words *words, const char *text)
{
	static const char blanks[] = " \t\n\r\v\f";

	for (;;) {
		size_t len;

		text += strspn(text, blanks);
		len = strcspn(text, blanks);
		if (len == 0)
			break;
		words_add(words, cli_copy(text, len));
		text += len;
	}
}

/* A file that another user could have written is ignored. */
static void
add_file(struct words *words, const char *directory)
{
	char *path = cli_format("%s/.valgrindrc", directory);
	FILE *file = fopen(path, "r");
	struct stat st;
	char *text = NULL;
	size_t size = 0;

	if (file != NULL && fstat(fileno(file), &st) == 0 &&
	    S_ISREG(st.st_mode) && st.st_uid == geteuid() &&
	    (st.st_mode & S_IWOTH) == 0 &&
	    getdelim(&text, &size, '\0', file) > 0)
		add_text(words, text);
	else if (file != NULL &&
		 (st.st_uid != geteuid() || st.st_mode & S_IWOTH))
		cli_warn("%s is ignored: it belongs to another user, or all "
			 "can write it",
		    path);
	free(text);
	free(path);
	if (file != NULL)
		fclose(file);
}

/* true if the current directory is this one */
static bool
is_current(const char *directory)
{
	struct stat a, b;

	return stat(directory, &a) == 0 && stat(".", &b) == 0 &&
	       a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

void
words_add_settings(struct words *words)
{
	const char *home = getenv("HOME"), *options = getenv("VALGRIND_OPTS");

	if (home != NULL)
		add_file(words, home);
	if (options != NULL)
		add_text(words, options);
	if (home == NULL || !is_current(home))
		add_file(words, ".");
}
