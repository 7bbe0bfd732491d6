/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * getopt_long parses, but its messages differ between C libraries, so they are
 * written here.
 */
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cgfmt.h"
#include "cli.h"
#include "foreign_options.h"

bool
cli_is_typo(const char *a, size_t a_len, const char *b, size_t b_len)
{
	for (; a_len > 0 && b_len > 0 && *a == *b; a_len--, b_len--) {
		a++;
		b++;
	}
	while (a_len > 0 && b_len > 0 && a[a_len - 1] == b[b_len - 1]) {
		a_len--;
		b_len--;
	}
	if (a_len == 2 && b_len == 2)
		return a[0] == b[1] && a[1] == b[0];
	return a_len <= 1 && b_len <= 1;
}

const char *
cli_option_meant(const char *argument)
{
	const char *name = argument + strlen("--");
	size_t len = strcspn(name, "=");

	for (const struct cli_option *o = cli_program.options; o->help != NULL;
	     o++)
		if (o->name != NULL && o->shown != CLI_HIDDEN &&
		    cli_is_typo(name, len, o->name, strlen(o->name)))
			return o->name;
	return NULL;
}

/*
 * Ends the program: no option starts with the name in "--NAME=X", or several
 * do.
 */
static _Noreturn void
reject_name(const char *argument)
{
	const char *name = argument + strlen("--");
	const char *meant = cli_option_meant(argument);
	size_t len = strcspn(name, "=");
	char *list = NULL;

	foreign_options_answer(argument);
	for (const struct cli_option *o = cli_program.options; o->help != NULL;
	     o++) {
		if (o->name == NULL || o->shown == CLI_HIDDEN)
			continue;
		if (strncmp(o->name, name, len) == 0) {
			char *shorter = list;

			list = shorter == NULL
				   ? cli_format("--%s", o->name)
				   : cli_format("%s, --%s", shorter, o->name);
			free(shorter);
		}
	}
	if (list != NULL)
		cli_usage("ambiguous option %s: it may be %s", argument, list);
	if (meant != NULL)
		cli_usage(
		    "unknown option %s: did you mean --%s?", argument, meant);
	cli_usage("unknown option %s", argument);
}

/* True if the row is of an option that has a letter. */
static bool
has_letter(const struct cli_option *o)
{
	return o->value > CLI_VERSION && o->value < CLI_FIRST;
}

static bool
is_letter(int value)
{
	for (const struct cli_option *o = cli_program.options; o->help != NULL;
	     o++)
		if (has_letter(o) && o->value == value)
			return true;
	return false;
}

/* Ends the program with a message about the option before argv[optind]. */
static _Noreturn void
reject(char **argv, int returned)
{
	/* NULL with musl, which counts a letter's missing argument in optind */
	const char *argument = argv[optind - 1];
	bool is_long = argument != NULL && strncmp(argument, "--", 2) == 0;

	if (returned == ':' && is_long)
		cli_usage("option %s needs an argument", argument);
	if (returned == ':')
		cli_usage("option -%c needs an argument", optopt);
	/* within a group of letters optind still points at the group, and
	 * `argument` is the one before */
	if (optopt > CLI_VERSION && optopt < CLI_FIRST && !is_letter(optopt)) {
		char option[] = {'-', (char)optopt, '\0'};

		foreign_options_answer(option);
		cli_usage("unknown option %s", option);
	}
	if (optopt > 0)
		cli_usage("option %s takes no argument", argument);
	reject_name(argument);
}

/* what getopt_long takes */
struct tables {
	char *letters;
	struct option *names;
};

static int
kind_of_argument(const struct cli_option *o)
{
	if (o->argument == NULL)
		return no_argument;
	return *o->argument == '[' ? optional_argument : required_argument;
}

static struct tables
make_tables(void)
{
	const struct cli_option *rows = cli_program.options;
	size_t n = 0, nnames = 0;
	struct tables tables;
	char *letter;

	while (rows[n].help != NULL)
		n++;
	tables.names = cli_alloc(n + 1, sizeof(*tables.names));
	tables.letters = cli_alloc(3 * n + 3, 1);
	letter = tables.letters;
	letter += sprintf(letter, cli_program.runs_command ? "+:" : ":");
	for (const struct cli_option *o = rows; o < rows + n; o++) {
		int kind = kind_of_argument(o);

		if (has_letter(o) && strchr(tables.letters, o->value) == NULL)
			letter += sprintf(letter, "%c%s", o->value,
			    kind == no_argument         ? ""
			    : kind == required_argument ? ":"
							: "::");
		if (o->name != NULL)
			tables.names[nnames++] =
			    (struct option){o->name, kind, NULL, o->value};
	}
	return tables;
}

int
cli_next_option(int argc, char **argv)
{
	struct tables tables = make_tables();
	int c;

	foreign_options_check_next(argc, argv);
	opterr = 0;
	c = getopt_long(argc, argv, tables.letters, tables.names, NULL);
	free(tables.letters);
	free(tables.names);
	if (c == 'h')
		cli_print_help(optarg);
	if (c == CLI_VERSION)
		cli_print_version();
	if (c == '?' || c == ':')
		reject(argv, c);
	if (c == -1 && optind < argc)
		foreign_options_check_operand(argv[optind]);
	return c;
}

int
cli_option_value(const char *argument)
{
	bool is_long = strncmp(argument, "--", 2) == 0;
	size_t len = strcspn(argument, "=");

	for (const struct cli_option *o = cli_program.options; o->help != NULL;
	     o++) {
		if (!is_long && has_letter(o) && argument[1] == o->value)
			return o->value;
		if (is_long && o->name != NULL && strlen(o->name) + 2 == len &&
		    strncmp(o->name, argument + 2, len - 2) == 0)
			return o->value;
	}
	return 0;
}

int64_t
cli_int(const char *option, const char *argument, int64_t minimum)
{
	size_t len = strlen(argument);
	int64_t value;
	int used = cg_parse_int(argument, len, &value);

	if (used <= 0 || (size_t)used != len || value < minimum)
		cli_usage("%s: expected a whole number from %lld, found \"%s\"",
		    option, (long long)minimum, argument);
	return value;
}

bool
cli_yes_no(const char *option, const char *argument)
{
	bool yes = argument == NULL || strcmp(argument, "yes") == 0;

	if (!yes && strcmp(argument, "no") != 0)
		cli_usage(
		    "%s: expected yes or no, found \"%s\"", option, argument);
	return yes;
}

const char *
cli_path(const char *option, const char *argument)
{
	if (*argument == '\0')
		cli_usage("%s: expected a path, found \"\"", option);
	return argument;
}

int
cli_gzip_level(const char *argument)
{
	enum { USUAL_LEVEL = 6 };

	if (argument == NULL)
		return USUAL_LEVEL;
	if (strlen(argument) != 1 || *argument < '1' || *argument > '9')
		cli_usage("--gzip: expected a level from 1 to 9, found \"%s\"",
		    argument);
	return *argument - '0';
}

void
cli_output_option(struct cli_output *output, int option)
{
	if (option == 'o') {
		output->path = cli_path("--output", optarg);
		output->is_given = true;
	} else if (option == 'z') {
		output->gzip_level = cli_gzip_level(optarg);
	}
}

bool
cli_output_has_suffix(const struct cli_output *output, const char *suffix)
{
	const char *path = output->path;
	size_t len = strlen(path), n = strlen(suffix);

	if (len > strlen(".gz") &&
	    strcmp(path + len - strlen(".gz"), ".gz") == 0)
		len -= strlen(".gz");
	return len > n && path[len - n - 1] == '.' &&
	       memcmp(path + len - n, suffix, n) == 0;
}

void
cli_spare_terminal(const struct cli_output *output, enum cli_content content)
{
	static const char *const names[] = {
	    [CLI_TEXT] = "a compressed report",
	    [CLI_PAGE] = "a page for a browser",
	    [CLI_PROFILE] = "a profile",
	    [CLI_BINARY] = "binary output",
	};
	bool is_profile = content == CLI_PROFILE;
	bool is_text = content == CLI_TEXT && output->gzip_level <= 0;
	const char *other = is_profile && cli_program.on_terminal != NULL
				? cli_program.on_terminal
				: "";

	if (is_text || output->is_given || !isatty(STDOUT_FILENO))
		return;
	cli_die("%s is not for a terminal: %swrite it to a file (-o FILE), "
		"pipe it into %s, or force it (-o -)",
	    names[content], other,
	    is_profile ? "cg-annotate" : "another program");
}

enum { MAX_DECIMALS = 15 /* of a percentage */ };

/*
 * Parses "1", "0.1", ".5" or "1.".  Returns the length, or 0 if the text does
 * not begin with such a number of at most 100.  *is_exact is false if it has
 * more than MAX_DECIMALS, other than zeros.
 */
static size_t
parse_decimal(const char *text, struct cli_percent *percent, bool *is_exact)
{
	size_t len = strspn(text, "0123456789.");
	bool decimals = false;
	uint64_t value = 0, scale = 1;
	const uint64_t max_scale = 1000000000000000; /* MAX_DECIMALS */

	*is_exact = true;
	for (const char *p = text; p < text + len; p++) {
		if (*p == '.' && decimals)
			return 0;
		decimals |= *p == '.';
		if (*p == '.')
			continue;
		if (scale == max_scale) {
			*is_exact &= *p == '0';
			continue;
		}
		value = value * 10 + (uint64_t)(*p - '0');
		scale *= decimals ? 10 : 1;
		if (value / scale > 100)
			return 0;
	}
	*percent = (struct cli_percent){value, scale};
	return len > decimals ? len : 0;
}

struct cli_percent
cli_percent(const char *option, const char *argument, unsigned int maximum)
{
	struct cli_percent percent;
	bool is_exact;
	size_t len = parse_decimal(argument, &percent, &is_exact);

	if (len == 0 || argument[len + (argument[len] == '%')] != '\0' ||
	    percent.value > maximum * percent.scale)
		cli_usage("%s: expected a percentage from 0 to %u, found "
			  "\"%s\"",
		    option, maximum, argument);
	if (!is_exact)
		cli_usage("%s: expected at most %d decimals, found \"%s\"",
		    option, MAX_DECIMALS, argument);
	return percent;
}

/*
 * An interrupt from the keyboard reaches all programs of a pipeline.  It ends a
 * program that is being profiled, and only then the profile is written.  So a
 * tool that reads from a pipe ignores interrupts and ends when the writer does.
 */
void
cli_stdin(void)
{
	struct stat st;

	if (isatty(STDIN_FILENO))
		cli_usage("no profile: name a file or pipe one in");
	if (fstat(STDIN_FILENO, &st) == 0 && S_ISFIFO(st.st_mode))
		signal(SIGINT, SIG_IGN);
}

void
cli_demand_one_stdin(char *const *paths, size_t n)
{
	size_t nstdin = 0;

	for (size_t i = 0; i < n; i++)
		nstdin += strcmp(paths[i], "-") == 0;
	if (nstdin > 1)
		cli_usage("expected one profile on standard input, found %s",
		    nstdin == 2 ? "two" : "more");
}

const char *
cli_first_input(int argc, char **argv)
{
	const char *path = optind < argc ? argv[optind] : "-";

	if (strcmp(path, "-") == 0)
		cli_stdin();
	return path;
}

const char *
cli_input(int argc, char **argv)
{
	if (argc - optind > 1)
		cli_usage("expected one profile, found a second: \"%s\"",
		    argv[optind + 1]);
	return cli_first_input(argc, argv);
}

bool
cli_is_file(const char *path)
{
	struct stat st;

	return strcmp(path, "-") != 0 && stat(path, &st) == 0 &&
	       S_ISREG(st.st_mode);
}
