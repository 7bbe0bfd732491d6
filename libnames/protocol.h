/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The conversation with `cg-names --serve=VERSION`.  The client writes a request to
 * its standard input and reads the answer from its standard output, then the next,
 * until it closes the input.  Numbers are in the machine's byte order, and strings
 * end with NUL.  Both sides must have one version.
 */
#ifndef LIBNAMES_PROTOCOL_H
#define LIBNAMES_PROTOCOL_H

#include <stdint.h>

enum {
	/* a request's flags */
	NAMES_DEBUGINFOD = 1, /* ask the servers of DEBUGINFOD_URLS, too */
	NAMES_NO_LINES = 2,   /* read symbols only */
	/* fetch a source: the path is the source's, and there are no addresses;
	 * a string of the answer is the path of the copy, if there is one */
	NAMES_SOURCE = 4,
	NAMES_INLINED = 8, /* find the inlined functions, too */
	/* find where functions were inlined whose names match a pattern, which
	 * is one more string; there are no addresses.  The strings of the answer
	 * are pairs: such a function, and one that has it inlined or "", as
	 * cg-names/inlined/hosts.h says */
	NAMES_HOSTS = 16,
	/* find data: the request goes on with struct names_data_request, and the
	 * answer is struct names_data_answer */
	NAMES_DATA = 32,
	/* find the code; the answer is struct names_code_answer */
	NAMES_CODE = 64,
	/* find the keys of code: they are where the names of functions would be */
	NAMES_KEYS = 128,
	/* exit status if memory is not enough for an object: the one of all
	 * failures, because it has no other */
	NAMES_NO_MEMORY = 2,
	NAMES_OTHER_VERSION =
	    4, /* the same if the client has another version */
};

/*
 * After it come the path, the build ID or "", and the directories, all of them
 * strings, and then the addresses, each a uint64_t.
 */
struct names_request {
	uint32_t flags;
	uint32_t ndirectories;
	uint64_t size; /* of the strings */
	uint64_t naddresses;
};

/*
 * Follows the addresses, which are of static data.  After it come the offsets in
 * the TLS segment, each a uint64_t, and the sites.  The last strings of the request
 * are the types that are wanted at the sites, or "".
 */
struct names_data_request {
	uint64_t noffsets;
	uint64_t nsites;
};

struct names_asked_site {
	uint64_t address;
	uint64_t after;
	uint64_t unit;
};

/* strings that follow one another */
struct names_strings {
	uint32_t first; /* the number of a string */
	uint32_t n;
};

/* After it come the strings, the scopes and the runs; the first string is the
 * problem or "". */
struct names_answer {
	uint64_t size; /* of the strings */
	uint64_t nstrings;
	uint64_t nscopes;
	uint64_t nruns;
	struct names_strings compilers;
};

/* A place where a function was inlined. */
struct names_scope {
	uint32_t function; /* the number of a string */
	uint32_t file;     /* where it is declared; 0: not known */
	int64_t line;
	/* into which it was inlined: 0 is the function itself, and the scopes
	 * before this one are 1, 2, ... */
	uint32_t caller;
	uint32_t call_file; /* where it was inlined; 0: not known */
	int64_t call_line;
	/* its first instruction; 0: the compiler does not say which */
	uint64_t entry;
};

/* What is at the next n addresses. */
struct names_run {
	uint32_t file;     /* the number of a string; 0: not known */
	uint32_t function; /* the same */
	int64_t line;
	uint32_t n;
	uint32_t scope; /* 0: nothing is inlined here; 1, 2, ... */
	/* 1: no line is known; this is where the function is declared */
	uint32_t is_declaration;
	/* 1: the function's name says more than its symbol, demangled */
	uint32_t is_told_apart;
};

/*
 * After it come the strings, the fields, the types and the variables, and then for
 * each address and each offset the number of a variable, and for each site the
 * number of a type, all of them a uint32_t; 0: not known.  The first string is the
 * problem or "".
 */
struct names_data_answer {
	uint64_t size; /* of the strings */
	uint64_t nstrings;
	uint64_t nfields;
	uint64_t ntypes;
	uint64_t nvariables;
};

/*
 * After it come the strings, the functions, and a struct names_code_instruction for
 * each address.  The first strings are the problem or "", the path of a file that has
 * the object's code or "", its machine, and its build ID.
 */
struct names_code_answer {
	uint64_t size; /* of the strings */
	uint64_t nstrings;
	uint64_t nfunctions;
};

struct names_code_function {
	uint64_t start, end;
	uint32_t symbol; /* the number of a string */
	uint32_t unused;
};

struct names_code_instruction {
	uint32_t function; /* 0: not known; 1, 2, ... */
	uint16_t flow;     /* as in struct names_instruction of names.h */
	uint16_t size;     /* the same */
};

/* The same as struct names_field of data.h. */
struct names_data_field {
	uint32_t name; /* the number of a string */
	uint32_t file; /* the same; 0: not known */
	int64_t line;
	uint64_t offset;
	uint64_t size;
	uint64_t count;
	uint64_t stride;
};

struct names_data_type {
	uint32_t name;
	uint32_t nfields; /* the next ones */
	uint64_t size;
};

struct names_data_variable {
	uint32_t name;
	uint32_t file;
	int64_t line;
	uint64_t address;
	uint64_t size;
	uint32_t type; /* 0: not known; 1, 2, ... */
	uint32_t is_array;
};

#endif
