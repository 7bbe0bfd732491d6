/* SPDX-License-Identifier: BSD-2-Clause */
/* Warnings within the report, where a source and the profile do not fit. */
#ifndef WARNINGS_H
#define WARNINGS_H

#include "report.h"

/* whether the source was changed behind the profile, which is then printed */
bool warn_if_newer(
    struct report *report, const char *name, const struct source *source);

/* prints that the profile has lines that the source does not have */
void warn_past_end(struct report *report, const char *name, bool newer);

#endif
