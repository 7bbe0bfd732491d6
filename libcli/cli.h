/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What all tools share as programs: options, operands, messages, exit statuses.
 * It knows nothing of profiles.
 *
 * A tool defines cli_program, calls cli_begin and fills a struct of options in
 *a loop
 *
 *	while ((c = cli_option(argc, argv, ":ho:z::", options)) != -1)
 *		switch (c) { ... }
 *
 * and handles only what is its own: cli_option answers --help and --version and
 * ends the program with one line for what it cannot understand.  The letters
 * start with ":" (and before it "+" where operands end the options).
 */
#ifndef CLI_H
#define CLI_H

#include <getopt.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* what a tool is; each main.c defines the one */
struct cli_program {
	const char *name;
	const char *usage; /* what --help prints */
	int failure;       /* exit status of "could not do it" */
};
extern const struct cli_program cli_program;

enum {
	CLI_FAILURE = 2, /* the usual cli_program.failure */
	CLI_VERSION = 1, /* the option's value; 'h' is --help's */
	CLI_FIRST = 256, /* free for options without a letter, from here on */
};

/* --- process.c: begin and end --------------------------------------------- */

/*
 * To be called before any file is opened.  Reserves the descriptors of standard
 * streams that are closed, so that no file gets one of them; reading and
 * writing them still fails, and a program executed later finds the first two
 * closed.  Ignores SIGXFSZ, so that a limit on the size of files is
 * an error of write().
 */
void cli_begin(void);

/* Undoes what cli_begin did to signals, before another program is executed. */
void cli_signals_restore(void);

/*
 * Has the output abandoned if the program exits before cli_finished, whatever
 * ends it: without this, some file systems would keep its temporary file.
 * There can be one at a time.
 */
void cli_unfinished(void (*abandon)(void *output), void *output);

/* To be called right before the output is closed. */
void cli_finished(void);

/* --- options.c ------------------------------------------------------------ */

/* clang-format off */

/* the rows of a table of options that every tool has; put these first */
#define CLI_OPTIONS                                                            \
	{"help", no_argument, NULL, 'h'},                                      \
	{"version", no_argument, NULL, CLI_VERSION}

/* those of a tool that writes output */
#define CLI_OUTPUT_OPTIONS                                                     \
	{"output", required_argument, NULL, 'o'},                              \
	{"gzip", optional_argument, NULL, 'z'}

/* clang-format on */

/*
 * The next option, as getopt_long: its value with optarg set, or -1 behind the
 * last.
 */
int cli_option(
    int argc, char **argv, const char *letters, const struct option *options);

/* where the output goes, as cg_output_open takes it */
struct cli_output {
	const char *path;
	int gzip_level;
	bool is_given; /* the path, by an option */
};

/* standard output, unless an option says otherwise */
/* clang-format off */
#define CLI_OUTPUT {.path = "-", .gzip_level = -1 /* CG_GZIP_BY_NAME */}
/* clang-format on */

/* takes the option if it is one of CLI_OUTPUT_OPTIONS */
void cli_output_option(struct cli_output *output, int option);

/*
 * Ends the program if standard output is a terminal that would get a profile or
 * compressed data, unless the user named the output.  To be called before any
 * work is done.
 */
void cli_spare_terminal(const struct cli_output *output, bool is_report);

/* true if terminals, as TERM names them, obey escape sequences */
bool cli_has_escapes(void);

/* the level that -z or --gzip=LEVEL asks for; argument NULL: the usual one */
int cli_gzip_level(const char *argument);

/* "yes" or "no"; ends the program where `argument` is neither */
bool cli_yes_no(const char *option, const char *argument);

/* a whole number >= minimum; ends the program where `argument` is none */
int64_t cli_int(const char *option, const char *argument, int64_t minimum);

/* value / scale; the scale is a power of ten */
struct cli_percent {
	uint64_t value;
	uint64_t scale;
};

/*
 * A percentage from 0 to `maximum`, "0.1" or "5%", rounded up to 15 decimals;
 * ends the program if `argument` is none.
 */
struct cli_percent
cli_percent(const char *option, const char *argument, unsigned int maximum);

/*
 * To be called where a profile is read from standard input: that must not be a
 * terminal.  Of a pipe, interrupts from the keyboard are ignored from now on.
 */
void cli_stdin(void);

/*
 * The path of the one profile that the operands name: the operand, or "-" where
 * there is none, for which cli_stdin was called.
 */
const char *cli_input(int argc, char **argv);

/* the same for the first of several operands */
const char *cli_first_input(int argc, char **argv);

/* prints "NAME: message" on standard error and exits with the failure status */
_Noreturn void
cli_die(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* the same for a mistake in the command line, with a hint at --help */
_Noreturn void
cli_usage(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* prints "NAME: message" on standard error */
void cli_warn(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* --- memory.c: these end the program where there is no memory ------------- */

/* n elements, all zero; to be freed */
void *cli_alloc(size_t n, size_t size);

/* the array with room for n elements, n > 0; NULL is an empty one */
void *cli_resize(void *array, size_t n, size_t size);

/* the len bytes as a new string */
char *cli_copy(const char *text, size_t len);

/* as printf, into a new string */
char *cli_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
