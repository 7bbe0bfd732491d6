/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What we do while the program runs: on a terminal a line that tells how far it
 * is, and on request, or every so many seconds, the profile so far.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "collect.h"
#include "control.h"
#include "core.h"
#include "libreport/numfmt.h"

enum { SOON = 100, A_SECOND = 1000 }; /* in milliseconds */

static int64_t
milliseconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* whether Valgrind writes to a file what it would write to standard error */
static bool
has_log(const struct options *options)
{
	for (size_t i = 0; i < options->ncore; i++)
		if (strncmp(options->core[i], "--log-", strlen("--log-")) == 0)
			return true;
	return false;
}

static struct control *
map_control(const struct spool *spool)
{
	/* a hole without room on the disk would end us later */
	static const char zeros[CONTROL_SIZE];
	char *path = cli_format("%s/control", spool->path);
	int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	ssize_t n = fd >= 0 ? write(fd, zeros, sizeof(zeros)) : -1;
	void *page = MAP_FAILED;

	if (n >= 0 && n < CONTROL_SIZE)
		errno = ENOSPC;
	if (n == CONTROL_SIZE)
		page = mmap(NULL, CONTROL_SIZE, PROT_READ | PROT_WRITE,
		    MAP_SHARED, fd, 0);
	if (page == MAP_FAILED)
		cli_warn("%s: cannot write: %s", path, strerror(errno));
	if (fd >= 0)
		close(fd);
	free(path);
	return page != MAP_FAILED ? page : NULL;
}

/* never, where it lies beyond the clock */
static int64_t
next_profile(const struct watch *w, int64_t now)
{
	int64_t then;

	if (__builtin_mul_overflow(w->options->dump_every, A_SECOND, &then) ||
	    __builtin_add_overflow(now, then, &then))
		return INT64_MAX;
	return then;
}

int
watch_start(
    struct watch *w, const struct options *options, const struct spool *spool)
{
	w->options = options;
	w->control = map_control(spool);
	if (w->control == NULL)
		return -1;
	w->line = !options->quiet && isatty(STDERR_FILENO) && cli_has_escapes();
	w->control->clears_line = w->line && !has_log(options);
	w->pause = w->line || options->dump_every > 0 ? A_SECOND : -1;
	w->start = w->told = milliseconds();
	if (options->dump_every > 0)
		w->next_profile = next_profile(w, w->start);
	return 0;
}

/* --- the profile so far --------------------------------------------------- */

void
watch_request_profile(struct watch *w)
{
	if (!w->options->replaceable) {
		cli_warn("a pipe or device takes a profile at the end only (-o "
			 "names a regular file)");
		return;
	}
	if (!CORE_SHARES_PAGES) {
		cli_warn("valgrind %s lacks what a profile before the end "
			 "takes",
		    CG_VALGRIND_VERSION);
		return;
	}
	w->pause = SOON;
	w->control->profile_requests++;
	w->control->requests++;
}

static void
pass_profiles_on(struct watch *w)
{
	unsigned int nprofiles = w->control->nprofiles;

	if (nprofiles == w->nprofiles)
		return;
	w->nprofiles = nprofiles;
	w->pause = A_SECOND; /* other processes may answer later */
	w->write_profiles(w->run);
}

/* --- the line ------------------------------------------------------------- */

static void
clear_line(struct watch *w)
{
	if (w->drawn)
		dprintf(STDERR_FILENO, "\r\033[K");
	w->drawn = false;
}

/* and says its last words now; of a tree we do not know */
static bool
has_ended(const struct watch *w)
{
	return !w->options->trace_children && w->control->nends > 0;
}

static void
draw_line(struct watch *w, int64_t now, int64_t count)
{
	int64_t seconds = (now - w->start) / 1000;
	char total[FORMAT_SIZE], rate[FORMAT_SIZE];

	format_count(total, count);
	format_count(rate, (count - w->instructions) * 1000 / (now - w->told));
	dprintf(STDERR_FILENO,
	    "\r\033[K%s instructions, %s a second, %lld:%02d:%02d", total, rate,
	    (long long)(seconds / 3600), (int)(seconds / 60 % 60),
	    (int)(seconds % 60));
	w->drawn = true;
}

static void
tell_instructions(struct watch *w, int64_t now)
{
	int64_t count = (int64_t)w->control->instructions;

	if (count > 0)
		draw_line(w, now, count);
	w->instructions = count;
	w->told = now;
	w->control->count_requests++;
	w->control->requests++;
}

void
watch_end_line(struct watch *w)
{
	clear_line(w);
	w->line = false;
}

/* --- both ----------------------------------------------------------------- */

void
watch_tick(struct watch *w)
{
	int64_t now = milliseconds();

	if (w->options->dump_every > 0 && now >= w->next_profile) {
		w->next_profile = next_profile(w, now);
		watch_request_profile(w);
	}
	pass_profiles_on(w);
	if (w->line && !has_ended(w) && now - w->told >= A_SECOND)
		tell_instructions(w, now);
}

int
watch_pause(const struct watch *w)
{
	return w->pause;
}

void
watch_stop(struct watch *w)
{
	watch_end_line(w);
	if (w->control == NULL)
		return;
	w->nlost = w->control->nlost;
	munmap(w->control, CONTROL_SIZE);
}
