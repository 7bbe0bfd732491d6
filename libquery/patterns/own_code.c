/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One table lists where code is that is nobody's own.  Only whole components of
 * a path match: /home/me/usr/x.c is not in /usr.
 */
#include <stdlib.h>
#include <string.h>

#include "cgfmt.h"
#include "libcli/cli.h"
#include "libquery/simple_path.h"
#include "own_code.h"
#include "pattern.h"

enum {
	PROGRAMS = 1, /* and libraries */
	SOURCES = 2,
	BOTH = PROGRAMS | SOURCES,
};

/* Perl regular expressions.  They take linear time, because a file can have any
 * name. */
static const struct code_place {
	const char *pattern;
	int what;
} places[] = {
    /* the system */
    {"^/usr/", BOTH}, /* also /usr/src, /usr/local, /usr/lib/go-1.19 */
    {"^/(bin|sbin|lib|lib32|lib64|libx32)/", BOTH},
    {"^/(snap|nix/store|gnu/store)/", BOTH},
    {"^\\[(vdso|vsyscall|kernel)", PROGRAMS},

    /* where distributions build their packages */
    {"^/build/([^/]++/)?(?=[^/]*-[0-9])[^/]++/", SOURCES}, /* glibc-2.36/ */
    {"^/home/buildozer/aports/", SOURCES},                 /* Alpine */
    {"^/tmp/guix-build-", SOURCES},

    /* compilers and their libraries */
    {"(^|/)\\.rustup/toolchains/", BOTH},
    {"^/rustc/[0-9a-f]{8}", SOURCES},         /* /rustc/HASH/library/ */
    {"^/rust/deps/", SOURCES},                /* of its library */
    {"(^|/)lib/rustlib/", BOTH},              /* of other toolchains */
    {"(^|/)include/c\\+\\+/[v0-9]", SOURCES}, /* of gcc and clang */
    {"(^|/)lib(32|64)?/(gcc|clang)/", BOTH},
    {"(^|/)\\.(pyenv|nvm)/versions/", BOTH},

    /* packages of languages */
    {"(^|/)\\.cargo/(registry|git)/", BOTH},
    {"(^|/)registry/src/[^/]*-[0-9a-f]{16}/", SOURCES}, /* other CARGO_HOME */
    {"(^|/)go/pkg/mod/", BOTH},
    {"@v[0-9]++\\.[0-9]++\\.[0-9]", SOURCES}, /* of Go, with -trimpath */
    {"(^|/)node_modules/", BOTH},
    {"(^|/)(site|dist)-packages/", BOTH},

    /* no files: <built-in>, <frozen importlib._bootstrap>, node:path */
    {"^(<|node:|php:internal$)", SOURCES},
};

enum { NPLACES = sizeof(places) / sizeof(places[0]) };

struct own_code {
	pcre2_code *patterns[NPLACES];
};

struct own_code *
own_code_new(void)
{
	struct own_code *own = cli_alloc(1, sizeof(*own));

	for (size_t i = 0; i < NPLACES; i++)
		own->patterns[i] = pattern_compile(
		    "--own", places[i].pattern, strlen(places[i].pattern), 0);
	return own;
}

/* True if the path is at a place where this is nobody's own. */
static bool
is_at_place(const struct own_code *own, const char *path, int what)
{
	size_t len = strlen(path);
	char *simple = cli_alloc(len + 2, 1);
	bool is_found = false;

	simple[path_simplify(simple, path, len)] = '\0';
	for (size_t i = 0; i < NPLACES && !is_found; i++)
		is_found = (places[i].what & what) != 0 &&
			   pattern_matches(own->patterns[i], simple);
	free(simple);
	return is_found;
}

static bool
is_known(const char *name)
{
	return *name != '\0' && strcmp(name, cg_unknown_name) != 0;
}

/* True for "./malloc/malloc.c".  Debian and its descendants give the sources of
 * their packages such names; other compilers write the whole path. */
static bool
is_in_package(const char *file)
{
	return strncmp(file, "./", 2) == 0 && strchr(file + 2, '/') != NULL;
}

bool
own_code_has(const struct own_code *own, const char *object, const char *file)
{
	/* "[JIT]" has code from many sources */
	bool is_program = is_known(object) && *object != '[';

	if (is_known(object) && is_at_place(own, object, PROGRAMS))
		return false;
	if (!is_known(file))
		return is_program;
	if (!is_known(object) && is_in_package(file))
		return false;
	return !is_at_place(own, file, SOURCES);
}

bool
own_code_is_stub(const char *function)
{
	size_t len = strlen(function);

	return len > 4 && strcmp(function + len - 4, "@plt") == 0;
}

void
own_code_free(struct own_code *own)
{
	if (own == NULL)
		return;
	for (size_t i = 0; i < NPLACES; i++)
		pcre2_code_free(own->patterns[i]);
	free(own);
}
