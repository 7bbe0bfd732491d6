/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A library to be preloaded: makes calls of the C library fail in one program.
 *
 *	FAULT_PROGRAM=NAME	the program, by the last part of its path
 *	FAULT_CALL=FUNCTION	the function; "memory" is all that allocate,
 *				"lock" is fcntl for a lock, "tmpfile" is open
 *				for a file without a name; "all": none fails
 *	FAULT_NTH=N		the first call that fails, from 1; 0: none
 *	FAULT_FROM=1		all later calls of the first process fail, too
 *	FAULT_IN=first		only the first process counts and fails, and not
 *				the same program that it starts
 *	FAULT_IN=children	only the processes that it forks do
 *	FAULT_ERROR=NUMBER	errno instead of the usual one
 *	FAULT_SHORT=1		read and write do not fail, but do only a part
 *	FAULT_MARK=FILE		gets a byte for each call, "." or, if it failed,
 *				"x"; with "all", a line with the function; it
 *				must exist
 *
 * Calls that the C library makes of itself do not come here: fopen has its own
 * wrapper, though it opens and allocates.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *chosen; /* NULL: this is another program */
static long nth;
static bool is_lasting, is_short;
static bool is_first_spared, are_children_spared;
static int chosen_error;
static int mark = -1;
static pid_t first_process;
static atomic_long *calls; /* of this process and those that it forks */

__attribute__((constructor)) static void
start(void)
{
	const char *program = getenv("FAULT_PROGRAM");
	const char *path = getenv("FAULT_MARK"), *error = getenv("FAULT_ERROR");
	const char *in = getenv("FAULT_IN");

	if (program == NULL || path == NULL ||
	    strcmp(program, program_invocation_short_name) != 0)
		return;
	are_children_spared = in != NULL && strcmp(in, "first") == 0;
	if (are_children_spared && getenv("FAULT_STARTED") != NULL)
		return;
	if (are_children_spared)
		setenv("FAULT_STARTED", "1", 1);
	mark = (int)syscall(
	    SYS_openat, AT_FDCWD, path, O_WRONLY | O_APPEND | O_CLOEXEC);
	if (mark < 0)
		abort();
	/* out of the way of programs that use low numbers */
	mark = (int)syscall(SYS_fcntl, mark, F_DUPFD_CLOEXEC, 200);
	calls = (atomic_long *)syscall(SYS_mmap, NULL, sizeof(*calls),
	    PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	nth = atol(getenv("FAULT_NTH"));
	is_lasting = getenv("FAULT_FROM") != NULL;
	is_short = getenv("FAULT_SHORT") != NULL;
	is_first_spared = in != NULL && strcmp(in, "children") == 0;
	chosen_error = error != NULL ? atoi(error) : 0;
	first_process = getpid();
	chosen = getenv("FAULT_CALL");
}

static void
mark_name(const char *function)
{
	char line[64];
	size_t len = 0;

	while (function[len] != '\0' && len < sizeof(line) - 1) {
		line[len] = function[len];
		len++;
	}
	line[len++] = '\n';
	syscall(SYS_write, mark, line, len);
}

/* True if this call is to fail, or to be short; then sets errno. */
static bool
fails(const char *function, int error)
{
	long call;
	bool is_hit, is_all = chosen != NULL && strcmp(chosen, "all") == 0;

	if (chosen == NULL || (!is_all && strcmp(chosen, function) != 0) ||
	    (getpid() == first_process ? is_first_spared : are_children_spared))
		return false;
	if (is_all) {
		mark_name(function);
		return false;
	}
	call = atomic_fetch_add(calls, 1) + 1;
	is_hit = nth > 0 && (call == nth || (is_lasting && call > nth &&
						getpid() == first_process));
	syscall(SYS_write, mark, is_hit ? "x" : ".", 1);
	if (is_hit)
		errno = chosen_error != 0 ? chosen_error : error;
	return is_hit;
}

/* Makes no call fail from here on. */
void
end_faults(void)
{
	chosen = NULL;
}

/* --- memory --------------------------------------------------------------- */

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

void *
malloc(size_t size)
{
	return fails("memory", ENOMEM) ? NULL : __libc_malloc(size);
}

void *
calloc(size_t n, size_t size)
{
	return fails("memory", ENOMEM) ? NULL : __libc_calloc(n, size);
}

void *
realloc(void *old, size_t size)
{
	return fails("memory", ENOMEM) ? NULL : __libc_realloc(old, size);
}

void *
aligned_alloc(size_t alignment, size_t size)
{
	return fails("memory", ENOMEM) ? NULL
				       : __libc_memalign(alignment, size);
}

/* --- functions that fail with one value ----------------------------------- */

/* Defines a function that does what the C library's does, or fails. */
#define WRAP(type, name, parameters, arguments, failure, error)    \
	type name parameters                                       \
	{                                                          \
		static type(*next) parameters;                     \
                                                                   \
		if (next == NULL)                                  \
			*(void **)&next = dlsym(RTLD_NEXT, #name); \
		if (fails(#name, error))                           \
			return failure;                            \
		return next arguments;                             \
	}

WRAP(int, access, (const char *path, int mode), (path, mode), -1, EACCES)
WRAP(int, chdir, (const char *path), (path), -1, EACCES)
WRAP(int, dirfd, (DIR * d), (d), -1, ENOTSUP)
WRAP(int, dup, (int fd), (fd), -1, EMFILE)
WRAP(int, dup2, (int from, int to), (from, to), -1, EMFILE)
WRAP(int, fchmod, (int fd, mode_t mode), (fd, mode), -1, EPERM)
WRAP(int, fchown, (int fd, uid_t uid, gid_t gid), (fd, uid, gid), -1, EPERM)
WRAP(FILE *, fdopen, (int fd, const char *mode), (fd, mode), NULL, ENOMEM)
WRAP(DIR *, fdopendir, (int fd), (fd), NULL, ENOMEM)
WRAP(FILE *, fopen, (const char *path, const char *mode), (path, mode), NULL,
    EMFILE)
WRAP(pid_t, fork, (void), (), -1, EAGAIN)
WRAP(int, fstat, (int fd, struct stat *s), (fd, s), -1, EIO)
WRAP(int, fstatat, (int dir, const char *path, struct stat *s, int flags),
    (dir, path, s, flags), -1, EIO)
WRAP(int, fstatfs, (int fd, struct statfs *s), (fd, s), -1, EIO)
WRAP(int, fsync, (int fd), (fd), -1, EIO)
WRAP(ssize_t, getdelim, (char **line, size_t *n, int end, FILE *f),
    (line, n, end, f), -1, ENOMEM)
WRAP(ssize_t, getline, (char **line, size_t *n, FILE *f), (line, n, f), -1,
    ENOMEM)
WRAP(ssize_t, getrandom, (void *to, size_t n, unsigned flags), (to, n, flags),
    -1, ENOSYS)
WRAP(int, getrlimit, (__rlimit_resource_t resource, struct rlimit *limit),
    (resource, limit), -1, EPERM)
WRAP(int, linkat,
    (int from, const char *old, int to, const char *new, int flags),
    (from, old, to, new, flags), -1, EACCES)
WRAP(off_t, lseek, (int fd, off_t to, int from), (fd, to, from), -1, EIO)
WRAP(int, lstat, (const char *path, struct stat *s), (path, s), -1, EIO)
WRAP(int, mkdir, (const char *path, mode_t mode), (path, mode), -1, EACCES)
WRAP(char *, mkdtemp, (char *path), (path), NULL, EACCES)
WRAP(int, mkstemp, (char *path), (path), -1, EACCES)
WRAP(void *, mmap,
    (void *at, size_t n, int prot, int flags, int fd, off_t offset),
    (at, n, prot, flags, fd, offset), MAP_FAILED, ENOMEM)
WRAP(DIR *, opendir, (const char *path), (path), NULL, EMFILE)
WRAP(int, pipe, (int ends[2]), (ends), -1, EMFILE)
WRAP(ssize_t, pread, (int fd, void *to, size_t n, off_t offset),
    (fd, to, n, offset), -1, EIO)
WRAP(struct dirent *, readdir, (DIR * d), (d), NULL, EIO)
WRAP(ssize_t, readlink, (const char *path, char *to, size_t n), (path, to, n),
    -1, EACCES)
WRAP(char *, realpath, (const char *path, char *to), (path, to), NULL, EACCES)
WRAP(int, rename, (const char *old, const char *new), (old, new), -1, EACCES)
WRAP(int, renameat, (int from, const char *old, int to, const char *new),
    (from, old, to, new), -1, EACCES)
WRAP(int, rmdir, (const char *path), (path), -1, EACCES)
WRAP(ssize_t, send, (int fd, const void *data, size_t n, int flags),
    (fd, data, n, flags), -1, EPIPE)
WRAP(int, sched_getaffinity, (pid_t pid, size_t size, cpu_set_t *set),
    (pid, size, set), -1, EPERM)
WRAP(int, sched_setaffinity, (pid_t pid, size_t size, const cpu_set_t *set),
    (pid, size, set), -1, EPERM)
WRAP(int, personality, (unsigned long persona), (persona), -1, EPERM)
WRAP(int, setenv, (const char *name, const char *value, int replace),
    (name, value, replace), -1, ENOMEM)
WRAP(int, socketpair, (int domain, int type, int protocol, int ends[2]),
    (domain, type, protocol, ends), -1, EMFILE)
WRAP(int, poll, (struct pollfd * list, nfds_t n, int timeout),
    (list, n, timeout), -1, ENOMEM)
WRAP(int, stat, (const char *path, struct stat *s), (path, s), -1, EIO)
WRAP(int, symlink, (const char *target, const char *path), (target, path), -1,
    EACCES)
WRAP(int, unlink, (const char *path), (path), -1, EACCES)
WRAP(int, unlinkat, (int dir, const char *path, int flags), (dir, path, flags),
    -1, EACCES)
/* --- functions whose error is their value --------------------------------- */

WRAP(int, posix_spawn_file_actions_init, (posix_spawn_file_actions_t * a), (a),
    errno, ENOMEM)
WRAP(int, posix_spawn_file_actions_addclose,
    (posix_spawn_file_actions_t * a, int fd), (a, fd), errno, ENOMEM)
WRAP(int, posix_spawn_file_actions_adddup2,
    (posix_spawn_file_actions_t * a, int from, int to), (a, from, to), errno,
    ENOMEM)
WRAP(int, posix_spawn_file_actions_addopen,
    (posix_spawn_file_actions_t * a, int fd, const char *path, int flags,
	mode_t mode),
    (a, fd, path, flags, mode), errno, ENOMEM)
WRAP(int, posix_spawn,
    (pid_t * pid, const char *path, const posix_spawn_file_actions_t *actions,
	const posix_spawnattr_t *attributes, char *const argv[],
	char *const envp[]),
    (pid, path, actions, attributes, argv, envp), errno, EAGAIN)
WRAP(int, posix_spawnp,
    (pid_t * pid, const char *file, const posix_spawn_file_actions_t *actions,
	const posix_spawnattr_t *attributes, char *const argv[],
	char *const envp[]),
    (pid, file, actions, attributes, argv, envp), errno, EAGAIN)
WRAP(int, pthread_create,
    (pthread_t * thread, const pthread_attr_t *attributes,
	void *(*function)(void *), void *data),
    (thread, attributes, function, data), errno, EAGAIN)

/* --- functions that do a part, or something although they fail ------------ */

/* Fails only if it waits: without waiting it is not interrupted. */
pid_t
waitpid(pid_t pid, int *status, int options)
{
	static pid_t (*next)(pid_t, int *, int);

	if (next == NULL)
		*(void **)&next = dlsym(RTLD_NEXT, "waitpid");
	if ((options & WNOHANG) == 0 && fails("waitpid", ECHILD))
		return -1;
	return next(pid, status, options);
}

/* By way of the C library, in which they are points of cancellation. */
ssize_t
read(int fd, void *to, size_t n)
{
	static ssize_t (*next)(int, void *, size_t);

	if (next == NULL)
		*(void **)&next = dlsym(RTLD_NEXT, "read");
	if (!fails("read", EIO))
		return next(fd, to, n);
	return is_short ? next(fd, to, n > 1 ? n / 2 : n) : -1;
}

ssize_t
write(int fd, const void *from, size_t n)
{
	static ssize_t (*next)(int, const void *, size_t);

	if (next == NULL)
		*(void **)&next = dlsym(RTLD_NEXT, "write");
	if (!fails("write", ENOSPC))
		return next(fd, from, n);
	return is_short ? next(fd, from, n > 1 ? n / 2 : n) : -1;
}

/* As on Linux, the descriptor is closed even if it fails. */
int
close(int fd)
{
	bool is_hit = fails("close", EIO);
	int result = (int)syscall(SYS_close, fd);

	if (is_hit)
		errno = chosen_error != 0 ? chosen_error : EIO;
	return is_hit ? -1 : result;
}

int
fclose(FILE *f)
{
	static int (*next)(FILE *);
	bool is_hit = fails("fclose", ENOSPC);
	int result, error = errno;

	if (next == NULL)
		*(void **)&next = dlsym(RTLD_NEXT, "fclose");
	result = next(f);
	if (is_hit)
		errno = error;
	return is_hit ? EOF : result;
}

static int
open_at(int dir, const char *path, int flags, va_list rest)
{
	mode_t mode = 0;

	if ((flags & (O_CREAT | __O_TMPFILE)) != 0)
		mode = va_arg(rest, mode_t);
	if ((flags & O_TMPFILE) == O_TMPFILE && fails("tmpfile", EOPNOTSUPP))
		return -1;
	return fails("open", EMFILE)
		   ? -1
		   : (int)syscall(SYS_openat, dir, path, flags, mode);
}

int
open(const char *path, int flags, ...)
{
	va_list rest;
	int fd;

	va_start(rest, flags);
	fd = open_at(AT_FDCWD, path, flags, rest);
	va_end(rest);
	return fd;
}

int
openat(int dir, const char *path, int flags, ...)
{
	va_list rest;
	int fd;

	va_start(rest, flags);
	fd = open_at(dir, path, flags, rest);
	va_end(rest);
	return fd;
}

int
fcntl(int fd, int command, ...)
{
	va_list rest;
	void *argument;
	bool is_lock = command == F_SETLK || command == F_SETLKW;

	va_start(rest, command);
	argument = va_arg(rest, void *);
	va_end(rest);
	if (fails(is_lock ? "lock" : "fcntl", is_lock ? ENOLCK : EMFILE))
		return -1;
	return (int)syscall(SYS_fcntl, fd, command, argument);
}

int
prctl(int option, ...)
{
	va_list rest;
	unsigned long argument;

	va_start(rest, option);
	argument = va_arg(rest, unsigned long);
	va_end(rest);
	if (fails("prctl", EINVAL))
		return -1;
	return (int)syscall(SYS_prctl, option, argument, 0, 0, 0);
}
