/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs git, without a shell.  It runs no hook and no monitor of files, collects no garbage, takes no
 * lock that it could do without, and needs no identity, whatever its configuration says.
 */
#ifndef GIT_CHILD_H
#define GIT_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct git_child {
	pid_t pid;
	int to;       /* what it reads; -1: nothing */
	int from;     /* what it prints */
	int messages; /* a temporary file; -1: they are lost, */
	int lost_by;  /* because of this error */
};

/* Starts git with these arguments, of which the last one is NULL.  It reads what is sent to it.  Ends
 * the program if there is no git. */
void git_start(struct git_child *child, const char *const *arguments);

/* The same for a git that reads a file, which is closed here; -1: nothing. */
void git_start_with(
    struct git_child *child, const char *const *arguments, int input);

/* Sends bytes to it.  False if it has ended. */
bool git_send(struct git_child *child, const void *bytes, size_t len);

/* Waits for its end.  Returns its exit status, or 128 and the number of a signal. */
int git_end(struct git_child *child);

/* Returns the first of its messages that says what is wrong, to be freed.  Call after git_end. */
char *git_message(struct git_child *child);

/* Ends the program with that message. */
_Noreturn void git_die(struct git_child *child);

/*
 * Runs git to its end.  Returns what it prints, with a NUL after it, to be freed; NULL if its exit
 * status is 1.  Ends the program if it is another one.
 */
char *git_ask(const char *const *arguments, size_t *len);

/* The same for one line, without its end. */
char *git_ask_line(const char *const *arguments);

/*
 * Returns the way to the top of the user's work tree, to be freed; NULL: there is none.  Sets whether the
 * program was started in that tree.
 */
char *git_find_top(bool *is_inside);

/* Runs it for what it does.  Returns its exit status, and its message unless that is NULL. */
int git_do(const char *const *arguments, char **message);

#endif
