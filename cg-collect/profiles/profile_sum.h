/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The sum of the profiles in a spool.  It has a part for each thread of each
 * process if the profiles have parts for threads; otherwise, a single one.  A
 * part that a program dumped before its end stays a part.
 */
#ifndef PROFILE_SUM_H
#define PROFILE_SUM_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#include "cg-collect/compiled/compiled.h"
#include "cgfmt.h"
#include "libquery/naming/naming.h"
#include "libquery/header/build_ids.h"
#include "libquery/header/folded_stacks.h"
#include "libquery/header/script_languages.h"
#include "not_entered.h"
#include "spool.h"

/* a part */
struct part_sum {
	pid_t pid; /* 0 if neither threads nor processes are separated */
	size_t
	    run; /* number of the program in the sum, from 1 on; 0 likewise */
	char *command;  /* its command line; NULL: the first program's */
	long process;   /* number of the process in the sum, from 1 on */
	int64_t thread; /* its number; 0: threads are not separated */
	int64_t dump;  /* number of the dump in the sum; NOT_DUMPED: the rest */
	pid_t owner;   /* of the dump */
	char *trigger; /* why the part ends; NULL: nothing was dumped */
	struct cg_profile *profile; /* without stacks if they are read again */
	/* while names are given: */
	struct cg_profile *named;
	struct naming_walk *walk;
};

/* a profile that was added */
struct sum_source {
	char *path;
	bool is_link; /* removed with the sum */
	pid_t pid;
	size_t run;     /* as in struct part_sum */
	int64_t ndumps; /* before */
	struct compiled compiled;
};

/* How the sum is written, if not as usual. */
struct profile_style {
	bool like_callgrind;  /* a file for each thread, its order of events */
	pid_t pid;            /* of the header, likewise */
	int64_t dumps_before; /* in files of their own, likewise */
	bool uncompressed_names;
	bool compressed_positions;
};

/* all zero at first, but for what the caller sets; has the header of the first profile
 * added */
struct profile_sum {
	struct cg_error error;
	struct cg_header header;
	struct cg_reader *first;
	struct part_sum *parts;
	size_t nparts, nallocated;
	int64_t ndumps;     /* that were added */
	bool is_dump;       /* a single one, which needs no number */
	bool by_process;    /* programs are parts; set by the caller */
	size_t nruns;       /* that were added */
	bool without_dumps; /* only what programs did not dump is added */
	struct part_header {
		struct cg_header header;
		char part[24], pid[24], thread[24];
		const char **descs;
	} written[2]; /* of the last part and the one before */
	struct build_ids build_ids;
	struct not_entered not_entered;
	struct script_languages languages;
	bool compresses;      /* names; see naming_compresses */
	int64_t without_line; /* of the first event; see naming_without_line */
	int64_t unnamed;      /* likewise; see naming_unnamed */
	char *most_unnamed;   /* the object, or NULL */
	const char **descs;   /* the header's */
	struct folded_stacks folded_stacks; /* of all */
	char *made[5]; /* the descriptions among them that were made here */
	size_t nmade;
	char *form; /* likewise, from another profile than the first; or NULL */
	struct cg_event *events;    /* the header's in another order, or NULL */
	struct profile_style style; /* set by the caller */
	time_t since;               /* when the run began: set by the caller */
	/*
	 * Set by the caller: the sum will be named, and its profiles have stacks.  Then each
	 * profile is read once more when it is named, because the rows of stacks with
	 * addresses take several times the memory of the named ones.
	 */
	bool reads_again;
	struct sum_source *sources;
	size_t nsources;
	struct naming *naming; /* NULL: not begun */
};

#define NOT_DUMPED INT64_MAX

/* These return 0, or -1 with sum->error set. */

/* Adds the n-th dump of a program, from 1 on, and nothing else. */
int profile_sum_add_dump(struct profile_sum *sum, const struct spool *spool,
    const struct program_run *run, int64_t n);

/* Adds the profiles of processes with this pid, the last program's first. */
int profile_sum_add_process(
    struct profile_sum *sum, const struct spool *spool, pid_t pid);

/* Adds the profiles of all processes, `first` first. */
int profile_sum_add_all(
    struct profile_sum *sum, const struct spool *spool, pid_t first);

/*
 * Replaces the addresses of the sum by names.  Call at most once, after all
 * profiles were added.  A warning says what has no names; that is no error.
 */
int
profile_sum_name(struct profile_sum *sum, const struct names_options *options);

/* --- sum_output.c --------------------------------------------------------- */

/* Writes the sum.  A part for a thread has the pid of its process or, if
 * is_reproducible, the number of the process in the sum, from 1 on. */
int profile_sum_write(struct profile_sum *sum, const char *path, int gzip_level,
    bool is_reproducible);

/* The same to a descriptor, which is closed; `name` stands for it in errors. */
int profile_sum_write_fd(
    struct profile_sum *sum, int fd, const char *name, bool is_reproducible);

/* --- profile_sum.c -------------------------------------------------------- */

/* True if there are no rows. */
bool profile_sum_is_empty(const struct profile_sum *sum);

/*
 * Adds a line "desc:" to the header.  Call once, after the sum was named; `desc`
 * is freed with the sum.
 */
void profile_sum_describe(struct profile_sum *sum, char *desc);

/* Returns one count an event, to be freed; NULL if one overflows. */
int64_t *profile_sum_totals(struct profile_sum *sum);

void profile_sum_release(struct profile_sum *sum);

#endif
