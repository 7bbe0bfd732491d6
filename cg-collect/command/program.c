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

char *
program_find_other(const char *name, const char * not )
{
	struct stat st;

	return cli_program_search(name, stat(not, &st) == 0 ? &st : NULL);
}

char *
program_find(const char *name)
{
	char *path = NULL;

	if (*name == '\0')
		errno = ENOENT;
	else if (strchr(name, '/') == NULL)
		path = cli_program_search(name, NULL);
	else if (cli_program_check(name, NULL) == 0)
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
