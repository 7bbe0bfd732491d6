/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The parts of a command-line program that all tools share.  They read no
 * profiles.
 *
 *	process		starts the program and threads, and cleans up when it ends
 *	cli_options	parses options, their arguments, and the first operand
 *	foreign_options.h  answers options of other programs
 *	help		prints the options, for people and for shells
 *	messages	errors and warnings, and a status line on a terminal
 *	cli_terminal	what the terminal can show
 *	memory		allocation that exits on failure
 *	temporary	temporary files
 *	program_path	finds programs, beside this one or along PATH
 *	cli_child	runs another program and reads its output
 *	inputs.h	lists of profiles, from operands or from a file
 *
 * A tool defines cli_program, with the table of its options, calls cli_begin and fills its
 * struct options in a loop:
 *
 *	while ((c = cli_next_option(argc, argv)) != -1)
 *		switch (c) { ... }
 *
 * The loop handles only the tool's own options: cli_next_option answers --help and
 * --version, and ends the program with a message if an option is not valid.
 */
#ifndef CLI_H
#define CLI_H

#include <getopt.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

/* Which helps an option stands in. */
enum cli_shown {
	CLI_USUAL, /* --help, which fits a screen of 24 lines, and --help=all */
	CLI_RARE,  /* --help=all only */
	CLI_HIDDEN, /* neither, and shells do not propose it */
};

/*
 * A row of a tool's table of options, from which the parser, both helps and the completions of
 * shells are made.  A row without a value is the title of the options after it, in `help`.
 */
struct cli_option {
	const char *name; /* without "--"; NULL: it is only a letter */
	int value;        /* its letter, or a number from CLI_FIRST */
	/*
	 * "=FILE": it needs an argument; "[=LEVEL]": it may have one; NULL: it has none.  For
	 * shells, "a|b" are words, and FILE, STORE, DIR, LEVEL, EVENT, "A,B" (events),
	 * "N[,EVENT" and "EVENT=" say what else to propose.
	 */
	const char *argument;
	enum cli_shown shown;
	/* what it does [the default]; what --help=all adds.  Shells show the part before the
	 * first ';', ':', '(' or '['. */
	const char *help;
};

/* describes the tool; its main.c defines it */
struct cli_program {
	const char *name;
	const char *operands;             /* for the first line of the help */
	const char *purpose;              /* lines of the help after it */
	const struct cli_option *options; /* ends with a zeroed row */
	/* the first operand ends the options: it is a command with its own */
	bool runs_command;
	const char *commands; /* the first operand is one of these words,
	                       * joined by commas; NULL: it is no word */
	const char *footer;   /* the last lines of --help=all; NULL: none */
	/* lines of --version after the first; NULL: only the usual licence */
	const char *origin;
	int failure; /* exit status of errors */
	/* if a profile is refused because it would go to a terminal, the first proposal of the
	 * message, "print a table (--by=function), "; NULL: none */
	const char *on_terminal;
};
extern const struct cli_program cli_program;

enum {
	CLI_FAILURE = 2, /* the usual cli_program.failure */
	CLI_MISSING = 3, /* exit status if an input does not exist */
	CLI_VERSION = 1, /* the option's value; 'h' is --help's */
	CLI_FIRST = 256, /* first value for options without a letter */
};

/* --- wildcard.c ----------------------------------------------------------- */

/* True if the name matches the pattern, in which "*" stands for any text and "?" for any
 * byte, as Valgrind matches names. */
bool cli_wildcard_matches(const char *pattern, const char *name);

/* --- process.c ------------------------------------------------------------ */

/*
 * Call before any file is opened.  Reserves the descriptors of closed standard
 * streams, so that no file gets one of them.  Reading and writing them still
 * fails, and a program executed later finds the first two closed.  Ignores
 * SIGXFSZ, so that write() fails at the limit on the size of files.
 */
void cli_begin(void);

/* Undoes what cli_begin did to signals, before another program is executed. */
void cli_signals_restore(void);

/*
 * Registers an output: if the program exits before cli_finished, for any
 * reason, `abandon` is called.  Without it, some file systems would keep the
 * output's temporary file.  Only one output can be registered at a time.
 */
void cli_unfinished(void (*abandon)(void *output), void *output);

/* Unregisters the output.  Call right before it is closed. */
void cli_finished(void);

/*
 * Starts a thread with all signals blocked.  Returns false if the system has no
 * room for one.
 */
bool cli_thread_start(
    pthread_t *thread, void *(*run)(void *argument), void *argument);

/* --- cli_options.c -------------------------------------------------------- */

/* clang-format off */

/* rows of a table of options, for every tool; put these last */
#define CLI_OPTIONS                                                            \
	{"help", 'h', "[=all]", CLI_USUAL,                                     \
	    "print the usual options, or all"},                                \
	{"version", CLI_VERSION, NULL, CLI_USUAL, "print the version"},        \
	{0}

/* rows for a tool that writes output */
#define CLI_OUTPUT_OPTIONS                                                     \
	{"output", 'o', "=FILE", CLI_USUAL,                                    \
	    "write to FILE, replaced when complete"},                          \
	{"gzip", 'z', "[=LEVEL]", CLI_RARE,                                    \
	    "compress; implied by a FILE in .gz"}

/* clang-format on */

/*
 * Returns the value of the next option, with optarg set, or -1 after the last, as getopt_long
 * does.
 */
int cli_next_option(int argc, char **argv);

/* Returns the value of the option that the argument is, "-x..." or "--NAME[=...]" with the whole
 * name; 0 if the tool has no such option. */
int cli_option_value(const char *argument);

/* Returns the name of the option that "--NAME[=...]" may be a misspelling of; NULL if there is
 * none. */
const char *cli_option_meant(const char *argument);

/* True if the names differ by one letter that is wrong, missing or too much, or
 * by two neighbours that are exchanged. */
bool cli_is_typo(const char *a, size_t a_len, const char *b, size_t b_len);

/* --- help.c --------------------------------------------------------------- */

/*
 * Prints what --help=ARGUMENT asks for, and exits: the usual options (NULL), "all", or "table":
 * the options as completions of shells read them, a line each:
 *
 *	NAMES ARGUMENT VALUES description
 *
 * NAMES are joined by commas.  ARGUMENT is "-", "=" or "[=]".  VALUES are words joined by
 * commas, "-" if there is nothing to propose, or FILE, DIR, LEVEL, EVENT, EVENTS (joined by
 * commas), "N,EVENTS" (a number first) or "EVENT=".  The row "operands" says what the operands
 * are: FILE, COMMAND or, for the first one, words.  Descriptions have none of the characters []:\'"\$`.
 *
 * "foreign" prints the table of foreign_options.c.
 */
_Noreturn void cli_print_help(const char *argument);

/* Prints what --version prints, and exits. */
_Noreturn void cli_print_version(void);

/* --- cli_options.c, again: arguments -------------------------------------- */

/* the destination of the output, as cg_output_open takes it */
struct cli_output {
	const char *path;
	int gzip_level;
	bool is_given; /* true: an option gave the path */
};

/* standard output, until cli_output_option changes it */
/* clang-format off */
#define CLI_OUTPUT {.path = "-", .gzip_level = -1 /* CG_GZIP_BY_NAME */}
/* clang-format on */

/* Takes the option if it is one of CLI_OUTPUT_OPTIONS. */
void cli_output_option(struct cli_output *output, int option);

/* True if the name of the output ends in "." and the suffix, and perhaps in ".gz" after it. */
bool cli_output_has_suffix(const struct cli_output *output, const char *suffix);

/* What a program writes. */
enum cli_content { CLI_TEXT, CLI_PAGE, CLI_PROFILE, CLI_BINARY };

/*
 * Ends the program if standard output is a terminal that would get something else
 * than text that is not compressed, unless the user named the output.  Call before
 * any work is done.
 */
void
cli_spare_terminal(const struct cli_output *output, enum cli_content content);

/* Returns the level of -z or --gzip=LEVEL; argument NULL: the default. */
int cli_gzip_level(const char *argument);

/* Returns the path that an option takes; ends the program if it is empty. */
const char *cli_path(const char *option, const char *argument);

/* True for "yes" and if there is no argument, false for "no"; ends the program if it is
 * another word. */
bool cli_yes_no(const char *option, const char *argument);

/* Parses a whole number >= minimum; ends the program if it is anything else. */
int64_t cli_int(const char *option, const char *argument, int64_t minimum);

/* value / scale; the scale is a power of ten */
struct cli_percent {
	uint64_t value;
	uint64_t scale;
};

/*
 * Parses a percentage from 0 to `maximum`, "0.1" or "5%", with at most 15
 * decimals and any number of zeros after them.  Ends the program if `argument`
 * is anything else.
 */
struct cli_percent
cli_percent(const char *option, const char *argument, unsigned int maximum);

/*
 * Call before a profile is read from standard input.  Ends the program if
 * standard input is a terminal.  If it is a pipe, interrupts from the keyboard
 * are ignored from now on.
 */
void cli_stdin(void);

/* Ends the program if more than one of the paths is "-". */
void cli_demand_one_stdin(char *const *paths, size_t n);

/*
 * Returns the path of the only operand, or "-" if there is none.  Calls
 * cli_stdin for "-".  Ends the program if there are several operands.
 */
const char *cli_input(int argc, char **argv);

/* The same for the first of any number of operands. */
const char *cli_first_input(int argc, char **argv);

/* True if an operand is a regular file, which can be read more than once. */
bool cli_is_file(const char *path);

/* --- cli_terminal.c ------------------------------------------------------- */

/*
 * The number of columns of the terminal that is standard output, as COLUMNS or
 * the terminal says; 80 if neither does.
 */
size_t cli_terminal_width(void);

/* True if the terminal that TERM names interprets escape sequences. */
bool cli_has_escapes(void);

/* --- temporary.c ---------------------------------------------------------- */

/* Returns the directory of temporary files: TMPDIR or /tmp. */
const char *cli_temporary_directory(void);

/*
 * Creates a file without a name there, open for writing and reading.  Returns
 * its descriptor, or -1 with errno set.
 */
int cli_temporary(void);

/*
 * The same with a second descriptor of it, for what closes its own; both are at one
 * place in the file.  Ends the program if there is none.
 */
int cli_temporary_twice(int *copy);

/*
 * Returns a temporary file that holds the text, at its beginning.  Ends the program if it cannot
 * be written.
 */
int cli_temporary_of(const char *text, size_t len);

/* Goes back to the beginning of such a file.  Ends the program on an error. */
void cli_temporary_rewind(int fd);

/* --- program_path.c ------------------------------------------------------- */

struct stat;

/* Returns 0 if the path is a program, and not the file `not` unless that is NULL; else -1 with
 * errno set. */
int cli_program_check(const char *path, const struct stat * not );

/* Returns the path of the first such program along PATH, to be freed; NULL with errno set
 * if there is none. */
char *cli_program_search(const char *name, const struct stat * not );

/* Returns the path of this program, to be freed; NULL if the system does not say it. */
char *cli_own_path(void);

/*
 * Returns the path of another tool, to be freed: the program of this name in the directory of
 * this program, because that has the same version, or else the first along PATH.  NULL with
 * errno set if there is none.
 */
char *cli_program_beside(const char *name);

/* --- cli_child.c ---------------------------------------------------------- */

/* A program that runs beside this one. */
struct cli_child {
	pid_t pid;
	FILE *output; /* what it prints, its messages included */
};

/*
 * Starts a program, which is looked for along PATH, with nothing to read.  Returns 0, or
 * the error number if it cannot be started: ENOENT if there is none.
 */
int cli_child_start(struct cli_child *child, const char *const *argv);

/* What a program reads, and what of it is read. */
struct cli_child_files {
	int input; /* a descriptor; -1: there is nothing to read */
	enum {
		CLI_CHILD_ALL,
		CLI_CHILD_OUTPUT,
		CLI_CHILD_OUTPUT_LOUD, /* its messages go where ours do */
		CLI_CHILD_MESSAGES,    /* what it prints on standard error */
	} reads;
};

/* The same for a program with other files. */
int cli_child_start_with(struct cli_child *child, const char *const *argv,
    const struct cli_child_files *files);

/*
 * Call when all output is read, to its end.  Waits for the program and sets *status as
 * waitpid does.  Returns false with errno set if reading or waiting failed.
 */
bool cli_child_end(struct cli_child *child, int *status);

/* --- messages.c ----------------------------------------------------------- */

/* Prints "NAME: message" on standard error and exits as a failure. */
_Noreturn void
cli_die(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same for an input that cannot be read.  If it does not exist, exits with
 * CLI_MISSING, because it may exist later. */
_Noreturn void cli_die_of_input(bool is_missing, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The same as cli_die for a mistake in the command line, with a hint at --help.
 */
_Noreturn void
cli_usage(const char *format, ...) __attribute__((format(printf, 1, 2)));

/*
 * The same for an option, or its value, that another tool has now: "--x has moved: use
 * command".  The option stays in the tool's table, but not in its help and page.
 */
_Noreturn void cli_moved(const char *option, const char *command);

/* Prints "NAME: message" on standard error. */
void cli_warn(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* True if standard error is a terminal that can show a status line. */
bool cli_has_status_line(void);

/* The number of columns that a status line can have. */
size_t cli_status_width(void);

/* Draws the status line, of at most 255 bytes and as many as there are columns, over the
 * line drawn before.  Call from the main thread only. */
void
cli_status_draw(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Removes the status line, as each message does. */
void cli_status_clear(void);

/* Says that something else has removed it. */
void cli_status_forget(void);

/* --- memory.c: these end the program if there is no memory ---------------- */

/* Returns n elements, all zero; the caller frees them. */
void *cli_alloc(size_t n, size_t size);

/* Resizes the array to n elements, n > 0; NULL is an empty array. */
void *cli_resize(void *array, size_t n, size_t size);

/*
 * Makes room for one more element in an array of n that only this function
 * resized; NULL is an empty array.  The room doubles, so that n additions copy
 * few elements.
 */
void *cli_grow(void *array, size_t n, size_t size);

/* Returns the len bytes as a new string. */
char *cli_copy(const char *text, size_t len);

/* Formats like printf into a new string. */
char *cli_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Appends the formatted text to *text, a string of the heap that may move, or NULL.  The arguments
 * must not point into it. */
void cli_append(char **text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
