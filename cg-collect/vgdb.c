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

/* What the name of the file says that a process and its vgdb map.  User and host
 * are those of the program's variables, which can differ from ours. */
struct vgdb_process {
	int64_t pid;
	char *user; /* owns both */
	char *host;
};

/* Parses PREFIX-shared-mem-vgdb-PID-by-USER-on-HOST; false if the name has another
 * form. */
static bool
parse_process(const char *file, struct vgdb_process *process)
{
	static const char shared[] = VGDB_PIPES "-shared-mem-vgdb-",
			  by[] = "-by-", on[] = "-on-";
	int used;

	if (strncmp(file, shared, strlen(shared)) != 0)
		return false;
	file += strlen(shared);
	used = cg_parse_int(file, strlen(file), &process->pid);
	if (used <= 0 || strncmp(file + used, by, strlen(by)) != 0)
		return false;
	file += (size_t)used + strlen(by);
	process->user = cli_copy(file, strlen(file));
	process->host = strstr(process->user, on);
	if (process->host == NULL) {
		free(process->user);
		return false;
	}
	*process->host = '\0';
	process->host += strlen(on);
	return true;
}

static _Noreturn void
become_vgdb(const char *vgdb, const struct spool *spool,
    const struct vgdb_process *process)
{
	char *prefix = cli_format("--vgdb-prefix=%s/" VGDB_PIPES, spool->path);
	char *pid = cli_format("--pid=%lld", (long long)process->pid);
	int null = open("/dev/null", O_RDWR);
	sigset_t none;

	if (setenv("LOGNAME", process->user, 1) < 0 ||
	    setenv("USER", process->user, 1) < 0 ||
	    setenv("HOST", process->host, 1) < 0)
		_exit(EXIT_FAILED);
	for (int i = STDIN_FILENO; i <= STDERR_FILENO; i++)
		if (dup2(null, i) < 0)
			_exit(EXIT_FAILED);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	cli_signals_restore();
	execl(vgdb, vgdb, prefix, pid, "profile", (char *)NULL);
	_exit(EXIT_NOT_FOUND);
}

/* Starts vgdb for a process. */
static bool
ask(const char *vgdb, const struct spool *spool,
    const struct vgdb_process *process)
{
	pid_t child = fork();

	if (child == 0)
		become_vgdb(vgdb, spool, process);
	if (child < 0)
		return false;
	asking.list =
	    cli_resize(asking.list, asking.n + 1, sizeof(*asking.list));
	asking.list[asking.n++] = (struct asking){child, process->pid};
	return true;
}

bool
vgdb_ask_all(const struct valgrind *valgrind, const struct spool *spool)
{
	const char *slash = strrchr(valgrind->path, '/');
	int len = slash != NULL ? (int)(slash + 1 - valgrind->path) : 0;
	char *vgdb = cli_format("%.*svgdb", len, valgrind->path);
	DIR *directory = access(vgdb, X_OK) == 0 ? opendir(spool->path) : NULL;
	bool ok = directory != NULL;
	struct vgdb_process process;
	struct dirent *entry;
	int error;

	while (ok && (entry = readdir(directory)) != NULL) {
		if (!parse_process(entry->d_name, &process))
			continue;
		ok = ask(vgdb, spool, &process);
		free(process.user);
	}
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
