/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints the table of options, in columns that fit a terminal of 80 columns, or one row a line
 * for the completions of shells.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "foreign_options.h"

enum {
	LAST_COLUMN = 79,
	MOST_INDENT =
	    33, /* of descriptions; a longer option has a line of its own */
};

static _Noreturn void
end_output(void)
{
	if (ferror(stdout) || fclose(stdout) != 0)
		cli_die("(stdout): cannot write: %s", strerror(errno));
	exit(0);
}

_Noreturn void
cli_print_version(void)
{
	printf("%s %s\n%s", cli_program.name, CG_VERSION,
	    cli_program.origin != NULL ? cli_program.origin
				       : "Licence: BSD-2-Clause\n");
	end_output();
}

static bool
is_title(const struct cli_option *o)
{
	return o->name == NULL && o->value == 0;
}

static bool
is_shown(const struct cli_option *o, bool all)
{
	if (all)
		return o->shown != CLI_HIDDEN;
	return o->shown == CLI_USUAL && !is_title(o);
}

/* True if the option's letter stands before its name: another name for the letter has none. */
static bool
shows_letter(const struct cli_option *o)
{
	if (o->value <= CLI_VERSION || o->value >= CLI_FIRST)
		return false;
	for (const struct cli_option *row = cli_program.options; row < o; row++)
		if (row->value == o->value)
			return false;
	return true;
}

/* Returns "  -o, --output=FILE", to be freed. */
static char *
format_option(const struct cli_option *o)
{
	const char *argument = o->argument != NULL ? o->argument : "";

	if (o->name == NULL)
		return cli_format("  -%c%s", o->value, argument);
	if (shows_letter(o))
		return cli_format("  -%c, --%s%s", o->value, o->name, argument);
	return cli_format("      --%s%s", o->name, argument);
}

/* Prints the words of the text, from the column `indent` and in lines that begin there. */
static void
print_words(const char *text, size_t size, size_t indent)
{
	const char *end = text + size;
	size_t at = indent;
	bool is_first = true;

	while (text < end) {
		const char *blank = memchr(text, ' ', (size_t)(end - text));
		size_t len = (size_t)((blank != NULL ? blank : end) - text);

		if (!is_first && at + 1 + len > LAST_COLUMN) {
			printf("\n%*s", (int)indent, "");
			at = indent;
		} else if (!is_first) {
			putchar(' ');
			at++;
		}
		printf("%.*s", (int)len, text);
		at += len;
		is_first = false;
		text += len + (blank != NULL);
	}
	putchar('\n');
}

/* Prints "--by=a|b|c" in lines that fit, each after the first below the argument. */
static void
print_option(const char *option)
{
	size_t indent = strcspn(option, "=") + 1, at = 0;

	while (*option != '\0') {
		size_t len = strcspn(option, "|");

		len += option[len] == '|';
		if (at > 0 && at + len > LAST_COLUMN) {
			printf("\n%*s", (int)indent, "");
			at = indent;
		}
		printf("%.*s", (int)len, option);
		at += len;
		option += len;
	}
}

static void
print_row(const struct cli_option *o, size_t indent, bool all)
{
	char *option = format_option(o);
	size_t len = strlen(option);

	print_option(option);
	if (len + 1 < indent)
		printf("%*s", (int)(indent - len), "");
	else
		printf("\n%*s", (int)indent, "");
	print_words(
	    o->help, all ? strlen(o->help) : strcspn(o->help, ";"), indent);
	free(option);
}

static void
print_rows(bool all)
{
	size_t indent = 0;

	for (const struct cli_option *o = cli_program.options; o->help != NULL;
	     o++) {
		char *option = is_shown(o, all) && !is_title(o)
				   ? format_option(o)
				   : cli_copy("", 0);
		size_t len = strlen(option) + 2;

		if (len > indent && len <= MOST_INDENT)
			indent = len;
		free(option);
	}
	for (const struct cli_option *o = cli_program.options; o->help != NULL;
	     o++)
		if (is_title(o) && is_shown(o, all))
			printf("%s:\n", o->help);
		else if (is_shown(o, all))
			print_row(o, indent, all);
}

/* --- for shells ----------------------------------------------------------- */

/* Prints the words of "a|b[:DEPTH]|N]", without those in capitals. */
static void
print_values_of_words(const char *words)
{
	const char *before = "";

	for (; *words != '\0'; words += *words == '|') {
		size_t len = strcspn(words, "|[]:");

		if (len > 0 && (*words < 'A' || *words > 'Z')) {
			printf("%s%.*s", before, (int)len, words);
			before = ",";
		}
		words += strcspn(words, "|");
	}
}

/* True if the argument, which may end in ']', is one word or a choice of words. */
static bool
has_words(const char *argument)
{
	size_t len = strspn(argument, "abcdefghijklmnopqrstuvwxyz");

	return strchr(argument, '|') != NULL ||
	       (len > 0 && len == strcspn(argument, "]"));
}

/* Prints what a shell can propose for the argument, "=TEXT" or "[=TEXT]". */
static void
print_values(const char *argument)
{
	static const char *const kinds[][2] = {
	    {"FILE", "FILE"},
	    {"STORE", "FILE"},
	    {"DIR", "DIR"},
	    {"LEVEL", "LEVEL"},
	    {"EVENT", "EVENT"},
	    {"A,B", "EVENTS"},
	};
	const char *kind = "-";
	size_t len;

	argument += strspn(argument, "[=");
	len = strcspn(argument, "]");
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (len == strlen(kinds[i][0]) &&
		    strncmp(argument, kinds[i][0], len) == 0)
			kind = kinds[i][1];
	if (strncmp(argument, "EVENT=", strlen("EVENT=")) == 0)
		kind = "EVENT=";
	else if (strstr(argument, "[,EVENT") != NULL)
		kind = "N,EVENTS";
	else if (has_words(argument))
		kind = "";
	if (*kind != '\0')
		printf("%s", kind);
	else
		print_values_of_words(argument);
}

static void
print_table_row(const struct cli_option *o)
{
	const char *argument = o->argument == NULL   ? "-"
			       : *o->argument == '[' ? "[=]"
						     : "=";
	size_t len = strcspn(o->help, ";:([");

	if (shows_letter(o))
		printf("-%c", o->value);
	if (shows_letter(o) && o->name != NULL)
		putchar(',');
	if (o->name != NULL)
		printf("--%s", o->name);
	printf(" %s ", argument);
	print_values(o->argument != NULL ? o->argument : "");
	putchar(' ');
	while (len > 0 && o->help[len - 1] == ' ')
		len--;
	for (size_t i = 0; i < len; i++)
		if (strchr("'\"\\$`]", o->help[i]) == NULL)
			putchar(o->help[i]);
	putchar('\n');
}

static void
print_table(void)
{
	printf("operands - %s\n", cli_program.commands != NULL
				      ? cli_program.commands
				  : cli_program.runs_command ? "COMMAND"
							     : "FILE");
	for (const struct cli_option *o = cli_program.options; o->help != NULL;
	     o++)
		if (is_shown(o, true) && !is_title(o))
			print_table_row(o);
}

_Noreturn void
cli_print_help(const char *argument)
{
	bool all = argument != NULL && strcmp(argument, "all") == 0;

	if (argument != NULL && strcmp(argument, "table") == 0) {
		print_table();
		end_output();
	}
	if (argument != NULL && strcmp(argument, "foreign") == 0) {
		foreign_options_print();
		end_output();
	}
	if (argument != NULL && !all)
		cli_usage("--help: expected all, found \"%s\"", argument);
	printf("usage: %s %s\n\n%s\n", cli_program.name, cli_program.operands,
	    cli_program.purpose);
	print_rows(all);
	if (all && cli_program.footer != NULL)
		printf("\n%s", cli_program.footer);
	end_output();
}
