/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What is at addresses of programs and libraries: file, line and function, found
 * in symbol tables and debug information; and their sources, from servers.  The
 * program cg-names reads and fetches these, because only it needs libdw, and
 * because a damaged file may end it.
 */
#ifndef OBJECT_NAMES_H
#define OBJECT_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cg_error;

/* A place where a function was inlined. */
struct names_inlined {
	const char *function;
	const char *file; /* where it is declared, or NULL */
	int64_t line;     /* 0: not known */
	/* where it was inlined into an inlined function, or NULL */
	const struct names_inlined *caller;
	const char *call_file; /* of the line where it was inlined, or NULL */
	int64_t call_line;
	uint64_t entry; /* its first instruction; 0: not known */
	/* its number among all places of all objects, from 0 on, which is higher
	 * than the caller's */
	size_t number;
};

/* What is at an address; equal strings have equal pointers. */
struct names_place {
	const char *file;     /* the path in the debug information, or NULL */
	const char *function; /* its symbol, demangled, or NULL */
	/* the name says more than that, because several functions have it: those that
	 * rustc makes of one generic function, and closures */
	bool is_told_apart;
	int64_t line; /* 0: none */
	/* no line is known; this is where the function is declared */
	bool is_declaration;
	/* the innermost function that was inlined here, or NULL */
	const struct names_inlined *inlined;
};

struct names_object {
	/* asked; all stay the caller's */
	const char *path;
	/* The build ID in hexadecimal, or "head-" and what names_head returns as
	 * 16 digits, if the object has none.  Only files with it are used. NULL:
	 * any file at the path is used. */
	const char *build_id;
	/* as in the program headers, sorted, each once */
	const uint64_t *addresses;
	size_t naddresses;

	/* answered */
	/* One for each address; NULL: nothing is known.  Equal places have equal
	 * pointers. */
	const struct names_place **places;
	/* the compilers that made it, with flags, if its own debug information says so */
	const char *const *compilers;
	size_t ncompilers;
	/* Why not all is known, as the end of a message "PATH: ...", or NULL.
	 * That an object has no debug information is no problem. */
	const char *problem;
};

struct names_options {
	const char *const *directories; /* of debug files, besides the usual */
	size_t ndirectories;
	bool debuginfod; /* also ask the servers of DEBUGINFOD_URLS */
	/* Find inlined functions.  Instructions without a line then have the line
	 * where their function is declared. */
	bool inlined;
	/* Find no names, but keys in their place, at addresses where functions begin.
	 * Two functions of one key have the same code, but for addresses in it, which no
	 * other function of either object has.  Files are used only if they have the
	 * code.  Without a key, nothing is known. */
	bool keys;
};

struct object_names;

/*
 * Answers all objects.  Trouble with an object is its problem.  Returns what
 * holds the answers, or NULL on an error, if cg-names cannot be started.
 */
struct object_names *
object_names_find(struct names_object *objects, size_t nobjects,
    const struct names_options *options, struct cg_error *error);

/* Returns how many places where a function was inlined there are in all objects. */
size_t object_names_count_inlined(const struct object_names *names);

/* NULL is ignored. */
void object_names_free(struct object_names *names);

/* A function, and one that has it inlined, directly or in others. */
struct names_host {
	const char *function;
	const char *host; /* "": the function has code of its own, too */
};

/* sorted by function and host, each pair once */
struct names_hosts {
	struct names_host *list;
	size_t n;
	/* what holds the names */
	struct answer *answers;
	size_t nanswers;
};

/*
 * Finds out where in the objects functions were inlined whose names match a
 * pattern: "*" stands for any text and "?" for any byte.  Objects without debug
 * information, or that cannot be read, have none.  Returns 0, or -1 on an error,
 * if cg-names cannot be started.  Release the hosts in both cases.
 */
int names_hosts_find(struct names_hosts *hosts, const char *pattern,
    const char *const *paths, size_t npaths,
    const struct names_options *options, struct cg_error *error);

void names_hosts_release(struct names_hosts *hosts);

struct names_function {
	const char *symbol; /* its name, as linkers know it */
	uint64_t start, end;
};

/* What an instruction does to the flow of control. */
enum names_flow {
	NAMES_GOES_ON, /* to the next one, or it is a branch, or not known */
	NAMES_REPEATS, /* itself, and is counted each time */
	NAMES_LEAVES,  /* and never goes on to the next one */
	NAMES_CALLS,   /* a function, which returns to the next one */
};

struct names_instruction {
	const struct names_function *function; /* around it; NULL: not known */
	enum names_flow flow;
	unsigned int size; /* of one that calls, in bytes; else 0 */
};

struct names_code {
	/* asked, as in struct names_object; all stay the caller's */
	const char *path;
	const char *build_id;
	const uint64_t *addresses; /* sorted, each once */
	size_t naddresses;

	/* answered */
	const char *file;    /* that has the code of this build; NULL: none */
	const char *machine; /* "x86-64" */
	const char *id;      /* the build ID of the file */
	size_t nfunctions;   /* that the addresses are in */
	struct names_function *functions;
	struct names_instruction *instructions; /* one for each address */
	const char *problem;                    /* why there is no file */

	/* what holds the strings */
	char *text;
	const char **strings;
};

/*
 * Finds the machine code of one object.  Returns 0, or -1 on an error, if cg-names
 * cannot be started.  Release the code in both cases.
 */
int names_code_find(struct names_code *code,
    const struct names_options *options, struct cg_error *error);

void names_code_release(struct names_code *code);

/* Asks for sources, one after another. */
struct names_sources;

struct names_sources *names_sources_new(void);

/*
 * Fetches a source of the build of a program or library from the servers of
 * DEBUGINFOD_URLS.  The path is absolute, as in the debug information.  Returns
 * 1 with the path of a copy, to be freed; 0 if no server has the source; or -1
 * on an error, which other sources would meet, too.
 */
int names_sources_fetch(struct names_sources *sources, const char *build_id,
    const char *path, char **copy, struct cg_error *error);

void names_sources_free(struct names_sources *sources);

/* True for a build ID, whose first two digits are a directory of debug files; false
 * for a head. */
bool names_is_build_id(const char *id);

/*
 * Returns the identity of a file without a build ID: the FNV-1a hash, of 64
 * bits, of its first 4,096 bytes, as if zeros followed the last.
 */
uint64_t names_head(const void *bytes, size_t size);

#endif
