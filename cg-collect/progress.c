/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Works while the program runs: draws a progress line on a terminal, and has
 * the profile so far written on request or at an interval.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "core.h"
#include "libcli/cli.h"
#include "libreport/numfmt.h"
#include "progress.h"
#include "shared_page.h"
#include "vgdb.h"

/* in milliseconds; POLL_INTERVAL is for profiles that were requested, and for
 * dumps; a process that sleeps has not answered after ASLEEP; the line is drawn every
 * LINE_INTERVAL */
enum { POLL_INTERVAL = 100, ASLEEP = 200, LINE_INTERVAL = 500, SECOND = 1000 };

static int64_t
milliseconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* true if Valgrind's messages go to a file instead of standard error */
static bool
has_log(const struct options *options)
{
	for (size_t i = 0; i < options->ncore; i++)
		if (strncmp(options->core[i], "--log-", strlen("--log-")) == 0)
			return true;
	return false;
}

static struct shared_page *
map_page(const struct spool *spool)
{
	/* written, because on a full disk a hole would raise SIGBUS later */
	static const char zeros[SHARED_PAGE_SIZE];
	char *path = cli_format("%s/control", spool->path);
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	ssize_t n = fd >= 0 ? write(fd, zeros, sizeof(zeros)) : -1;
	void *page = MAP_FAILED;

	/* asks why it was not all of it */
	if (n >= 0 && n < SHARED_PAGE_SIZE &&
	    write(fd, zeros, sizeof(zeros) - (size_t)n) >= 0)
		errno = ENOSPC;
	if (n == SHARED_PAGE_SIZE)
		page = mmap(NULL, SHARED_PAGE_SIZE, PROT_READ | PROT_WRITE,
		    MAP_SHARED, fd, 0);
	if (page == MAP_FAILED)
		cli_warn("%s: cannot write: %s", path, strerror(errno));
	if (fd >= 0)
		close(fd);
	free(path);
	return page != MAP_FAILED ? page : NULL;
}

/* the time of the next one after `now`; never, if the clock ends before */
static int64_t
next_profile(const struct progress *p, int64_t now)
{
	int64_t next;

	if (__builtin_mul_overflow(p->options->dump_every, SECOND, &next) ||
	    __builtin_add_overflow(now, next, &next))
		return INT64_MAX;
	return next;
}

/* the time between two ticks if no profile was requested */
static int
usual_timeout(const struct progress *p)
{
	if (p->passes_dumps)
		return POLL_INTERVAL;
	if (p->has_line)
		return LINE_INTERVAL;
	return p->options->dump_every > 0 ? SECOND : -1;
}

/* true if the program writes its output to a terminal, perhaps instead of errors */
static bool
shows_output(const struct progress *p)
{
	return p->options->client_stdout == NULL &&
	       (strcmp(p->options->output.path, "-") == 0 ||
		   isatty(STDOUT_FILENO));
}

int
progress_start(struct progress *p, const struct options *options,
    const struct spool *spool)
{
	p->options = options;
	p->spool = spool;
	p->page = map_page(spool);
	if (p->page == NULL)
		return -1;
	/* the tool could not clear it: what it prints goes to the log */
	p->has_line =
	    !options->quiet && cli_has_status_line() && !has_log(options);
	if (p->has_line)
		p->page->on_terminal =
		    1u << STDERR_FILENO | (unsigned)shows_output(p)
					      << STDOUT_FILENO;
	/* a program that fails may have to leave nothing */
	p->passes_dumps = options->separate_dumps && !options->expect_success;
	p->timeout = usual_timeout(p);
	p->slowdown = (struct slowdown){0};
	p->start = p->updated = milliseconds();
	if (options->dump_every > 0)
		p->next_profile = next_profile(p, p->start);
	return 0;
}

/* --- profiles on request -------------------------------------------------- */

/* Returns false, after a message, if that is not possible. */
static bool
request_profile(struct progress *p)
{
	if (!p->options->replaceable) {
		cli_warn("a pipe or device takes a profile at the end only (-o "
			 "names a regular file)");
		return false;
	}
	if (!CORE_SHARES_PAGES) {
		cli_warn("a profile before the end: not possible with valgrind "
			 "%s",
		    CG_VALGRIND_VERSION);
		return false;
	}
	p->timeout = POLL_INTERVAL;
	p->page->profile_requests++;
	p->page->requests++;
	return true;
}

void
progress_request_profile(struct progress *p)
{
	if (request_profile(p) && p->vgdb_of != NULL)
		p->vgdb_due = milliseconds() + ASLEEP;
}

/* Some system calls return EINTR if vgdb interrupts them, so only the user asks
 * those that sleep, not --dump-every. */
static void
ask_sleeping(struct progress *p)
{
	p->vgdb_due = 0;
	if (!vgdb_ask_all(p->vgdb_of, p->spool))
		cli_warn("cannot start vgdb: %s; processes that wait in a "
			 "system call write their profiles when they go on",
		    strerror(errno));
	p->timeout = POLL_INTERVAL;
}

static void
pass_profiles_on(struct progress *p)
{
	unsigned int nprofiles = p->page->nprofiles;

	if (nprofiles == p->nprofiles)
		return;
	p->nprofiles = nprofiles;
	p->vgdb_due = 0; /* the only process that has pipes does not sleep */
	/* other processes may answer later */
	p->timeout = p->passes_dumps ? POLL_INTERVAL : SECOND;
	p->write_profiles(p->context);
}

static void
pass_dumps_on(struct progress *p)
{
	unsigned int ndumps = p->page->ndumps;

	if (!p->passes_dumps || ndumps == p->ndumps)
		return;
	p->ndumps = ndumps;
	p->write_dumps(p->context);
}

/* --- the line ------------------------------------------------------------- */

/*
 * True if the program has ended and may print its last messages.  If there is a
 * tree of processes, this is not known.
 */
static bool
has_ended(const struct progress *p)
{
	return !p->options->trace_children && p->page->nends > 0;
}

/* "N instructions in H:MM:SS", and how much slower that is if there is room */
static void
draw_line(struct progress *p, int64_t now, int64_t count)
{
	char total[FORMAT_SIZE], elapsed[FORMAT_SIZE];
	char *line, *slower;

	format_count(total, count);
	format_duration(elapsed, (now - p->start) / SECOND);
	line = cli_format("%s instructions in %s", total, elapsed);
	slower = cli_format("%s, %lld to %lld times slower than natively", line,
	    (long long)p->slowdown.least, (long long)p->slowdown.most);
	if (p->slowdown.least > 0 && strlen(slower) <= cli_status_width())
		cli_status_draw("%s", slower);
	else
		cli_status_draw("%s", line);
	free(slower);
	free(line);
}

/* draws the line with the last count that was reported, and requests another */
static void
update_line(struct progress *p, int64_t now)
{
	int64_t count = (int64_t)p->page->instructions;

	if (count > 0)
		slowdown_answer(&p->slowdown, count);
	/* a line that the program has begun, such as a question, stays */
	if (count > 0 && !p->page->is_within_line) {
		p->page->is_drawn = 1;
		draw_line(p, now, count);
	}
	p->updated = now;
	slowdown_ask(&p->slowdown);
	p->page->count_requests++;
	p->page->requests++;
}

/* The tool removes the line before the program writes; what is there now is the
 * program's. */
static void
notice_removed_line(const struct progress *p)
{
	if (p->page != NULL && !p->page->is_drawn)
		cli_status_forget();
}

void
progress_end_line(struct progress *p)
{
	notice_removed_line(p);
	cli_status_clear();
	p->has_line = false;
}

/* --- the loop ------------------------------------------------------------- */

void
progress_tick(struct progress *p)
{
	int64_t now = milliseconds();

	notice_removed_line(p);
	if (p->options->dump_every > 0 && now >= p->next_profile) {
		p->next_profile = next_profile(p, now);
		request_profile(p);
	}
	pass_profiles_on(p);
	if (p->vgdb_due > 0 && now >= p->vgdb_due)
		ask_sleeping(p);
	pass_dumps_on(p);
	if (p->has_line && !has_ended(p) && now - p->updated >= LINE_INTERVAL)
		update_line(p, now);
}

int
progress_timeout(const struct progress *p)
{
	return p->timeout;
}

void
progress_stop(struct progress *p)
{
	progress_end_line(p);
	if (p->page == NULL)
		return;
	p->nlost = p->page->nlost;
	munmap(p->page, SHARED_PAGE_SIZE);
}
