/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Looks for debug files where debuggers do: by build ID below the directories of
 * the request and /usr/lib/debug, and by the name that the object has for it,
 * beside the object and below these directories.  A file with the build ID can also
 * lie in a directory of the request by any name.
 */
#include <dirent.h>
#include <elfutils/libdwelf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "libcli/cli.h"
#include "libnames/object_names.h"
#include "debug_file.h"
#include "debuginfod.h"
#include "identity.h"

/* Returns the control character that an escape stands for, and how long that is; 0: it is
 * none. */
static int
control_character(const char *escape, char *character)
{
	static const char letters[] = "ntr", meant[] = "\n\t\r";
	const char *letter = strchr(letters, escape[1]);
	char digits[3] = "", *end;

	if (escape[1] != '\0' && letter != NULL) {
		*character = meant[letter - letters];
		return 2;
	}
	if (escape[1] != 'x')
		return 0;
	memccpy(digits, escape + 2, '\0', 2);
	*character = (char)strtol(digits, &end, 16);
	return end == digits + 2 ? 4 : 0;
}

/* Returns the path, to be freed, with the control characters that a profile has escaped. */
static char *
with_control_characters(const char *path)
{
	char *changed = cli_copy(path, strlen(path)), *to = changed;

	while (*path != '\0') {
		int len = *path == '\\' ? control_character(path, to) : 0;

		if (len == 0)
			*to = *path;
		to++;
		path += len > 0 ? len : 1;
	}
	*to = '\0';
	return changed;
}

/* Opens a file without waiting for the other end of a pipe. */
static int
open_file(const char *path)
{
	return open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
}

bool
elf_file_open(struct elf_file *file, const char *path)
{
	struct stat status;

	file->elf = NULL;
	file->fd = open_file(path);
	if (file->fd < 0 && errno == ENOENT && strchr(path, '\\') != NULL) {
		char *changed = with_control_characters(path);

		file->fd = open_file(changed);
		free(changed);
	}
	if (file->fd < 0)
		return false;
	if (fstat(file->fd, &status) == 0 && S_ISREG(status.st_mode))
		file->elf = elf_begin(file->fd, ELF_C_READ_MMAP, NULL);
	if (file->elf != NULL && elf_kind(file->elf) == ELF_K_ELF) {
		file->path = cli_copy(path, strlen(path));
		return true;
	}
	elf_end(file->elf);
	close(file->fd);
	file->elf = NULL;
	errno = 0;
	return false;
}

void
elf_file_close(struct elf_file *file)
{
	if (file->elf == NULL)
		return;
	elf_end(file->elf);
	close(file->fd);
	free(file->path);
	file->elf = NULL;
}

/* --- by build ID ---------------------------------------------------------- */

static const char usual[] = "/usr/lib/debug";

/* the directories of the request, then the usual one, then NULL */
static const char *
directory(const struct object_request *request, size_t i)
{
	if (i < request->ndirectories)
		return request->directories[i];
	return i == request->ndirectories ? usual : NULL;
}

static bool
open_with_id(struct elf_file *file, const char *path, const char *build_id)
{
	if (!elf_file_open(file, path))
		return false;
	if (identity_is(file->elf, file->fd, build_id))
		return true;
	elf_file_close(file);
	return false;
}

/* a debug file has no contents for the sections of code */
static bool
has_code(Elf *elf)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;

	while ((section = elf_nextscn(elf, section)) != NULL)
		if (gelf_getshdr(section, &header) != NULL &&
		    header.sh_type == SHT_PROGBITS &&
		    (header.sh_flags & SHF_EXECINSTR) != 0)
			return true;
	return false;
}

/* A stripped program has the build ID of its debug file. */
static bool
has_debug_information(Elf *elf)
{
	static const char *const wanted[] = {
	    ".debug_info", ".debug_line", ".zdebug_info", ".zdebug_line"};
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	size_t names;

	if (elf_getshdrstrndx(elf, &names) != 0)
		return false;
	while ((section = elf_nextscn(elf, section)) != NULL) {
		const char *name = gelf_getshdr(section, &header) == NULL
				       ? NULL
				       : elf_strptr(elf, names, header.sh_name);

		for (size_t i = 0;
		     name != NULL && i < sizeof(wanted) / sizeof(*wanted); i++)
			if (strcmp(name, wanted[i]) == 0)
				return true;
	}
	return false;
}

/* Looks at all files of a directory. */
static bool
find_among(struct elf_file *file, const char *directory, const char *build_id,
    bool (*is_wanted)(Elf *elf))
{
	DIR *list = opendir(directory);
	const struct dirent *entry;
	bool found = false;

	while (list != NULL && !found && (entry = readdir(list)) != NULL) {
		char *path = cli_format("%s/%s", directory, entry->d_name);

		found = open_with_id(file, path, build_id);
		free(path);
		if (found && !is_wanted(file->elf)) {
			elf_file_close(file);
			found = false;
		}
	}
	if (list != NULL)
		closedir(list);
	return found;
}

/* The same for all directories of the request. */
static bool
find_plainly(struct elf_file *file, const char *build_id,
    const struct object_request *request, bool (*is_wanted)(Elf *elf))
{
	for (size_t i = 0; i < request->ndirectories; i++)
		if (find_among(
			file, request->directories[i], build_id, is_wanted))
			return true;
	return false;
}

static bool
find_by_id(struct elf_file *file, const char *build_id,
    const struct object_request *request)
{
	const char *base;

	if (!names_is_build_id(build_id))
		return false;
	for (size_t i = 0; (base = directory(request, i)) != NULL; i++) {
		char *path = cli_format(
		    "%s/.build-id/%.2s/%s.debug", base, build_id, build_id + 2);
		bool found = open_with_id(file, path, build_id);

		free(path);
		if (found)
			return true;
	}
	return find_plainly(file, build_id, request, has_debug_information);
}

/* --- programs by build ID ------------------------------------------------- */

/* takes the path, which was allocated */
static bool
try_code(struct elf_file *file, const char *build_id, char *path)
{
	bool found = open_with_id(file, path, build_id);

	free(path);
	if (found && !has_code(file->elf)) {
		elf_file_close(file);
		found = false;
	}
	return found;
}

/* returns the directory of debuginfod's cache, to be freed, or NULL */
static char *
cache_directory(void)
{
	const char *path = getenv("DEBUGINFOD_CACHE_PATH");
	const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");

	if (path != NULL && *path != '\0')
		return cli_format("%s", path);
	if (cache != NULL && *cache != '\0')
		return cli_format("%s/debuginfod_client", cache);
	return home == NULL ? NULL
			    : cli_format("%s/.cache/debuginfod_client", home);
}

bool
code_file_open(struct elf_file *file, const struct object_request *request)
{
	const char *id = request->build_id, *base;
	char *cache;
	bool found = false;

	if (!names_is_build_id(id))
		return false;
	for (size_t i = 0; !found && (base = directory(request, i)) != NULL;
	     i++)
		found = try_code(file, id,
		    cli_format("%s/.build-id/%.2s/%s", base, id, id + 2));
	found = found || find_plainly(file, id, request, has_code) ||
		try_code(file, id,
		    cli_format("/usr/lib/.build-id/%.2s/%s", id, id + 2));
	cache = found ? NULL : cache_directory();
	if (cache != NULL)
		found = try_code(
		    file, id, cli_format("%s/%s/executable", cache, id));
	free(cache);
	return found;
}

/* --- by name -------------------------------------------------------------- */

static bool
has_checksum(int fd, GElf_Word wanted)
{
	unsigned char block[1 << 16];
	uLong sum = crc32(0, NULL, 0);
	off_t offset = 0;
	ssize_t n;

	while ((n = pread(fd, block, sizeof(block), offset)) > 0) {
		sum = crc32(sum, block, (uInt)n);
		offset += n;
	}
	return n == 0 && sum == wanted;
}

/* what the debug file must be */
struct link {
	const char *name;
	GElf_Word checksum;
	char *build_id; /* NULL: the checksum counts */
};

/* takes the path, which was allocated */
static bool
try_link(struct elf_file *file, const struct link *link, char *path)
{
	bool found = elf_file_open(file, path);

	free(path);
	if (!found)
		return false;
	if (link->build_id != NULL
		? identity_is(file->elf, file->fd, link->build_id)
		: has_checksum(file->fd, link->checksum))
		return true;
	elf_file_close(file);
	return false;
}

/* `at` is the directory of the object with a final slash, or "" */
static bool
find_link_from(struct elf_file *file, const struct link *link, const char *at,
    const struct object_request *request)
{
	const char *base;

	if (try_link(file, link, cli_format("%s%s", at, link->name)) ||
	    try_link(file, link, cli_format("%s.debug/%s", at, link->name)))
		return true;
	for (size_t i = 0; (base = directory(request, i)) != NULL; i++)
		if (try_link(file, link,
			cli_format("%s/%s%s", base, at, link->name)) ||
		    try_link(file, link, cli_format("%s/%s", base, link->name)))
			return true;
	return false;
}

static char *
directory_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return cli_copy(path, slash == NULL ? 0 : (size_t)(slash + 1 - path));
}

static bool
find_link(struct elf_file *file, const struct link *link,
    const struct object_request *request)
{
	char *at = directory_of(request->path);
	char *real = realpath(request->path, NULL);
	bool found = find_link_from(file, link, at, request);

	free(at);
	if (!found && real != NULL && strcmp(real, request->path) != 0) {
		at = directory_of(real);
		found = find_link_from(file, link, at, request);
		free(at);
	}
	free(real);
	return found;
}

/* --- all ways ------------------------------------------------------------- */

static bool
find_on_servers(struct elf_file *file, const char *build_id,
    const struct object_request *request)
{
	char *path;
	bool found;

	if (!request->debuginfod || !names_is_build_id(build_id))
		return false;
	path = debuginfod_fetch(build_id);
	found = path != NULL && open_with_id(file, path, build_id);
	free(path);
	return found;
}

bool
debug_file_open(
    struct elf_file *debug, Elf *object, const struct object_request *request)
{
	struct link link = {0};
	bool found;

	if (object == NULL)
		return find_by_id(debug, request->build_id, request) ||
		       find_on_servers(debug, request->build_id, request);
	link.build_id = identity_build_id(object);
	link.name = dwelf_elf_gnu_debuglink(object, &link.checksum);
	found = (link.build_id != NULL &&
		    find_by_id(debug, link.build_id, request)) ||
		(link.name != NULL && find_link(debug, &link, request)) ||
		(link.build_id != NULL &&
		    find_on_servers(debug, link.build_id, request));
	free(link.build_id);
	return found;
}

int
debug_file_shared(struct elf_file *shared, Dwarf *dwarf, const char *path,
    const struct object_request *request)
{
	const char *name;
	const void *id;
	ssize_t size = dwelf_dwarf_gnu_debugaltlink(dwarf, &name, &id);
	char *build_id, *at, *beside;
	bool found;

	if (size <= 0)
		return 0;
	build_id = identity_text(id, (size_t)size);
	at = directory_of(path);
	beside = cli_format("%s%s", *name == '/' ? "" : at, name);
	found = open_with_id(shared, beside, build_id) ||
		find_by_id(shared, build_id, request) ||
		find_on_servers(shared, build_id, request);
	free(beside);
	free(at);
	free(build_id);
	return found ? 1 : -1;
}
