/* SPDX-License-Identifier: BSD-2-Clause */
/* A profile for pprof. */
#ifndef PPROF_H
#define PPROF_H

#include "libquery/header/partial.h"
#include "libreport/printer.h"
#include "inline_chains.h"
#include "ranked_rows.h"
#include "request.h"

/* Reads the profile, and writes its lines with their stacks. */
void pprof_write(struct request *request);

/* what the message is made of */
struct pprof_source {
	const struct ranked_rows *rows; /* of lines of functions */
	const struct inline_chains *chains;
	const struct cg_event *events; /* of the rows */
	size_t event;                  /* the default */
	const char *cmd;
	const struct partials *partials;
	bool is_estimate; /* the contexts of the rows are one */
};

void pprof_print(const struct pprof_source *source, struct printer *printer);

#endif
