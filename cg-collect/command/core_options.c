/* SPDX-License-Identifier: BSD-2-Clause */
/* They are passed to the core, which checks their values.  It may know more of them. */
#include <stddef.h>
#include <string.h>

#include "core_options.h"
#include "libcli/cli.h"

static const char *const core[] = {"-d", "-q", "-s", "-v", "--alignment",
    "--allow-mismatched-debuginfo", "--aspace-minaddr",
    "--avg-transtab-entry-size", "--child-silent-after-fork",
    "--core-redzone-size", "--debug-dump", "--debuginfo-server",
    "--default-suppressions", "--demangle", "--dsymutil", "--dump-error",
    "--enable-debuginfod", "--error-exitcode", "--error-limit",
    "--error-markers", "--exit-on-first-error", "--extra-debuginfo-path",
    "--fair-sched", "--fullpath-after", "--gen-suppressions", "--input-fd",
    "--keep-debuginfo", "--kernel-variant", "--log-fd", "--log-file",
    "--log-socket", "--main-stacksize", "--max-stackframe", "--max-threads",
    "--merge-recursive-frames", "--modify-fds", "--num-callers",
    "--num-transtab-sectors", "--profile-flags", "--profile-heap",
    "--profile-interval", "--progress-interval", "--px-default",
    "--px-file-backed", "--quiet", "--read-var-info",
    "--realloc-zero-bytes-frees", "--redzone-size", "--require-text-symbol",
    "--resync-filter", "--run-cxx-freeres", "--run-libc-freeres",
    "--sanity-level", "--scheduling-quantum", "--show-below-main",
    "--show-emwarns", "--show-error-list", "--sigill-diagnostics",
    "--sim-hints", "--smc-check", "--soname-synonyms", "--stats",
    "--suppressions", "--sym-offsets", "--time-stamp", "--tool", "--trace-cfi",
    "--trace-children", "--trace-children-skip", "--trace-children-skip-by-arg",
    "--trace-flags", "--trace-malloc", "--trace-notabove", "--trace-notbelow",
    "--trace-redir", "--trace-sched", "--trace-signals", "--trace-symtab",
    "--trace-symtab-patt", "--trace-syscalls", "--track-fds",
    "--unw-stack-scan-frames", "--unw-stack-scan-thresh",
    "--valgrind-stacksize", "--verbose", "--vex-guest-chase",
    "--vex-guest-max-insns", "--vex-iropt-level", "--vex-iropt-unroll-thresh",
    "--vex-iropt-verbosity", "--vex-regalloc-version", "--vgdb", "--vgdb-error",
    "--vgdb-poll", "--vgdb-prefix", "--vgdb-shadow-registers", "--vgdb-stop-at",
    "--wait-for-gdb", "--xml", "--xml-fd", "--xml-file", "--xml-socket",
    "--xml-user-comment", "--xtree-compress-strings", "--xtree-memory",
    "--xtree-memory-file"};

bool
core_options_have(const char *name)
{
	for (size_t i = 0; i < sizeof(core) / sizeof(*core); i++)
		if (strcmp(core[i], name) == 0)
			return true;
	return false;
}

const char *
core_options_meant(const char *name)
{
	for (size_t i = 0; i < sizeof(core) / sizeof(*core); i++)
		if (strlen(core[i]) > strlen("-x") &&
		    cli_is_typo(name, strlen(name), core[i], strlen(core[i])))
			return core[i];
	return NULL;
}
