/* SPDX-License-Identifier: BSD-2-Clause */
/* Options and commands of other programs, with what they are here. */
#ifndef FOREIGN_OPTIONS_H
#define FOREIGN_OPTIONS_H

/*
 * Ends the program with an answer if the next option in argv, from optind on, is one of
 * another program that getopt_long would take for something else: letters, the
 * beginning of one of ours, or one of ours with a value that it does not have.  "-NAME"
 * of our own "--NAME" is answered, too.
 */
void foreign_options_check_next(int argc, char **argv);

/* The same if the table has the name of an option that this tool does not have; "--NAME"
 * is "-NAME", too. */
void foreign_options_answer(const char *option);

/* The same for an operand, unless it is a file or, if the first operand is a command, a
 * program or a command of this tool. */
void foreign_options_check_operand(const char *operand);

/* Prints the table, "TOOLS<tab>WORDS<tab>PROGRAM<tab>answer" a row. */
void foreign_options_print(void);

#endif
