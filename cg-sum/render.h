/* SPDX-License-Identifier: BSD-2-Clause */
/* The formats: each writes a whole sheet. */
#ifndef RENDER_H
#define RENDER_H

#include "libreport/printer.h"
#include "sheet.h"

/* aligned columns, names last (text.c) */
void render_text(const struct sheet *sheet, struct printer *printer);

/* lines that say which inputs are not whole (text.c) */
void render_partials(const struct sheet *sheet, struct printer *printer);

/* one line of titles, raw numbers, names first (separated.c) */
void render_tsv(const struct sheet *sheet, struct printer *printer);
void render_csv(const struct sheet *sheet, struct printer *printer);

/* one object, described in cg-sum(1) (json.c) */
void render_json(const struct sheet *sheet, struct printer *printer);

/* a table as GitHub renders it (markdown.c) */
void render_markdown(const struct sheet *sheet, struct printer *printer);

/*
 * "dir;file;function COUNT" lines of the event that decides the order, for
 * flame graphs (folded.c).  The sheet must be of functions of one input.
 */
void render_folded(const struct sheet *sheet, struct printer *printer);

#endif
