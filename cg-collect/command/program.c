/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds a program as execvp would, before Valgrind is started: Valgrind reports
 * late that it cannot run a program, and with an exit status that could be the
 * program's own.
 */
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "libcli/cli.h"
#include "program.h"

/* 0 if the path is a program other than `not`, else -1 with errno set */
static int
check(const char *path, const struct stat * not )
{
	struct stat st;

	if (stat(path, &st) < 0)
		return -1;
	if (not != NULL && st.st_dev == not ->st_dev &&
	    st.st_ino == not ->st_ino) {
		errno = ENOENT;
		return -1;
	}
	if (S_ISREG(st.st_mode))
		return access(path, X_OK);
	errno = S_ISDIR(st.st_mode) ? EISDIR : EACCES;
	return -1;
}

static char *
search(const char *name, const char *directories, const struct stat * not )
{
	int reason = ENOENT;

	for (;;) {
		int len = (int)strcspn(directories, ":");
		char *path = len > 0
				 ? cli_format("%.*s/%s", len, directories, name)
				 : cli_format("./%s", name);

		if (check(path, not ) == 0)
			return path;
		free(path);
		/* the search continues after a file that cannot be run, but
		 * that file is the better reason to report */
		if (errno == EACCES)
			reason = EACCES;
		if (directories[len] == '\0')
			break;
		directories += len + 1;
	}
	errno = reason;
	return NULL;
}

/* reads an ELF header, in which the machine is at the same offset for 32 and 64
 * bits */
static bool
read_header(const char *path, Elf32_Ehdr *header)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd >= 0 ? read(fd, header, sizeof(*header)) : -1;

	if (fd >= 0)
		close(fd);
	return n == sizeof(*header) &&
	       memcmp(header->e_ident, ELFMAG, SELFMAG) == 0;
}

/* true if the program is for a machine other than ours and its 32-bit mode */
static bool
is_foreign(const char *path)
{
	Elf32_Ehdr program, own;

	if (!read_header(path, &program) ||
	    !read_header("/proc/self/exe", &own))
		return false;
	if (program.e_ident[EI_DATA] != own.e_ident[EI_DATA])
		return true;
	return program.e_machine != own.e_machine &&
	       !(program.e_machine == EM_386 && own.e_machine == EM_X86_64);
}

static char *
search_path(const char *name, const struct stat * not )
{
	const char *directories = getenv("PATH");

	return search(
	    name, directories != NULL ? directories : "/bin:/usr/bin", not );
}

char *
program_find_other(const char *name, const char * not )
{
	struct stat st;

	return search_path(name, stat(not, &st) == 0 ? &st : NULL);
}

char *
program_find(const char *name)
{
	char *path = NULL;

	if (*name == '\0')
		errno = ENOENT;
	else if (strchr(name, '/') == NULL)
		path = search_path(name, NULL);
	else if (check(name, NULL) == 0)
		path = cli_format("%s", name);
	if (path == NULL || !is_foreign(path))
		return path;
	free(path);
	errno = ENOEXEC;
	return NULL;
}

bool
program_needs_path(const char *name, const char *found)
{
	return strchr(name, '/') == NULL &&
	       (getenv("PATH") == NULL || strncmp(found, "./", 2) == 0);
}
