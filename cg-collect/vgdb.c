/* SPDX-License-Identifier: BSD-2-Clause */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cgfmt.h"
#include "command/options.h"
#include "libcli/cli.h"
#include "vgdb.h"

/* a vgdb that runs, and the process that it asks */
struct asking {
	pid_t vgdb;
	int64_t pid;
};

static struct {
	struct asking *list;
	size_t n;
} asking;

/* the file that both map: PID, and as the process has them, user and host */
static const char shared[] = VGDB_PIPES "-shared-mem-vgdb-";

/* The names of the pipes have the user and the host of the program's variables,
 * which can differ from ours. */
static void
set_variables(const char *user, const char *host)
{
	if (setenv("LOGNAME", user, 1) < 0 || setenv("USER", user, 1) < 0 ||
	    setenv("HOST", host, 1) < 0)
		_exit(EXIT_FAILED);
}

static _Noreturn void
become_vgdb(const char *vgdb, const struct spool *spool, int64_t pid,
    const char *user, const char *host)
{
	char *prefix = cli_format("--vgdb-prefix=%s/" VGDB_PIPES, spool->path);
	char *process = cli_format("--pid=%lld", (long long)pid);
	int null = open("/dev/null", O_RDWR);
	sigset_t none;

	set_variables(user, host);
	for (int i = STDIN_FILENO; i <= STDERR_FILENO; i++)
		if (dup2(null, i) < 0)
			_exit(EXIT_FAILED);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	cli_signals_restore();
	execl(vgdb, vgdb, prefix, process, "profile", (char *)NULL);
	_exit(EXIT_NOT_FOUND);
}

/* Takes a file in the spool.  If it is a process's, starts vgdb for it. */
static bool
ask(const char *vgdb, const struct spool *spool, const char *file)
{
	const char *rest = file + strlen(shared);
	char *user, *host;
	int64_t pid;
	int used;
	pid_t child;

	if (strncmp(file, shared, strlen(shared)) != 0)
		return true;
	used = cg_parse_int(rest, strlen(rest), &pid);
	if (used <= 0 || strncmp(rest + used, "-by-", strlen("-by-")) != 0)
		return true;
	user = cli_copy(rest + used + strlen("-by-"), strlen(rest + used) - 4);
	host = strstr(user, "-on-");
	if (host != NULL) {
		*host = '\0';
		host += strlen("-on-");
	}
	child = host != NULL ? fork() : 0;
	if (child == 0 && host != NULL)
		become_vgdb(vgdb, spool, pid, user, host);
	free(user);
	if (child > 0) {
		asking.list =
		    cli_resize(asking.list, asking.n + 1, sizeof(*asking.list));
		asking.list[asking.n++] = (struct asking){child, pid};
	}
	return child >= 0;
}

bool
vgdb_ask_all(const struct valgrind *valgrind, const struct spool *spool)
{
	const char *slash = strrchr(valgrind->path, '/');
	int len = slash != NULL ? (int)(slash + 1 - valgrind->path) : 0;
	char *vgdb = cli_format("%.*svgdb", len, valgrind->path);
	DIR *directory = access(vgdb, X_OK) == 0 ? opendir(spool->path) : NULL;
	bool ok = directory != NULL;
	struct dirent *entry;
	int error;

	while (ok && (entry = readdir(directory)) != NULL)
		ok = ask(vgdb, spool, entry->d_name);
	error = errno;
	if (directory != NULL)
		closedir(directory);
	free(vgdb);
	errno = error;
	return ok;
}

void
vgdb_ended(pid_t pid, int status)
{
	size_t i = 0;

	while (i < asking.n && asking.list[i].vgdb != pid)
		i++;
	if (i == asking.n)
		return;
	/* it is not asked any more if it has ended */
	if (status != 0 && kill((pid_t)asking.list[i].pid, 0) == 0)
		cli_warn("process %lld: vgdb cannot reach it; if it waits in a "
			 "system call, it writes its profile when it goes on",
		    (long long)asking.list[i].pid);
	asking.list[i] = asking.list[--asking.n];
}
