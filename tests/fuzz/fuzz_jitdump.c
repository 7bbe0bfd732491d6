/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads a jitdump file.  Whatever is in it, each address has at most one
 * function, which includes it, and lines are sorted.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cg-collect/compiled/jitdump.h"
#include "libcli/cli.h"
#include "target.h"

static void
check_function(
    const struct compiled *compiled, const struct compiled_function *f)
{
	demand(f->start < f->end, "a function has code");
	demand(f->name[0] != '\0', "a function has a name");
	demand(f->first + f->nlines <= compiled->nlines, "lines are there");
	for (size_t i = f->first + 1; i < f->first + f->nlines; i++)
		demand(
		    compiled->lines[i - 1].offset <= compiled->lines[i].offset,
		    "lines are sorted");
}

static void
check_parts(const struct compiled *compiled)
{
	for (size_t i = 0; i < compiled->nparts; i++) {
		const struct compiled_part *part = &compiled->parts[i];
		const struct compiled_function *f =
		    &compiled->functions[part->function];

		demand(part->start < part->end, "a part has code");
		demand(i == 0 || part[-1].end <= part->start,
		    "parts are sorted and do not overlap");
		demand(f->start <= part->start && part->end <= f->end,
		    "a part is in its function");
	}
}

/* Names rows at all edges of parts. */
static void
name_rows(struct compiled *compiled)
{
	for (size_t i = 0; i < compiled->nparts; i++) {
		struct cg_record record = {
		    .kind = CG_COSTS,
		    .object = cg_unknown_name,
		    .def_file = cg_unknown_name,
		    .file = cg_unknown_name,
		    .function = cg_unknown_name,
		    .address = compiled->parts[i].start,
		};

		compiled_name_record(compiled, &record);
		demand(strcmp(record.object, "[JIT]") == 0 &&
			   record.function[0] != '\0' &&
			   record.file[0] != '\0' && record.line >= 0,
		    "a row has a name");
	}
}

static void
run(const uint8_t *data, size_t size)
{
	FILE *file = tmpfile();
	struct compiled compiled = {0};
	char *path;

	demand(file != NULL && fwrite(data, 1, size, file) == size &&
		   fflush(file) == 0,
	    "there is a temporary file");
	path = cli_format("/proc/self/fd/%d", fileno(file));
	jitdump_read(&compiled, path);
	compiled_complete(&compiled);
	for (size_t i = 0; i < compiled.n; i++)
		check_function(&compiled, &compiled.functions[i]);
	check_parts(&compiled);
	name_rows(&compiled);
	compiled_release(&compiled);
	free(path);
	fclose(file);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	attempt(run, data, size);
	return 0;
}
