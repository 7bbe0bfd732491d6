/* SPDX-License-Identifier: BSD-2-Clause */
/* The options of cg-annotate. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "libcli/cli.h"
#include "render.h"

/* A format, with what its report has to hold. */
struct format {
	const char *name;
	void (*render)(const struct report *report, struct printer *printer);
	/* into lines of a given width; NULL: the same */
	void (*render_fitted)(const struct report *, struct printer *);
	bool is_text; /* for a pager */
	bool has_calls;
	bool
	    has_stacks; /* and the calls of each function, whatever --tree says */
	bool has_functions_of_lines;
	bool has_all_lines;
	bool has_derived_events;
	int64_t context;
};

/* a width that is no number, and the smallest one */
enum { WIDTH_AUTO, WIDTH_NONE, LEAST_WIDTH = 20 };

struct options {
	struct report_options report;
	struct selection selection;
	pcre2_code *data_pattern; /* NULL: there is none */
	pcre2_code *code_pattern; /* likewise */
	pcre2_code *loop_pattern; /* likewise */
	bool has_records;         /* --opt-records is given */
	bool has_inclusive;       /* --inclusive is given */
	bool has_tree;            /* --tree is given */
	const struct format *format;
	size_t width; /* of lines, WIDTH_AUTO or WIDTH_NONE */
	bool has_no_pager;
	bool has_view;   /* else it depends on the output */
	bool debuginfod; /* fetch sources */
	enum color color;
	struct cli_output output;
};

/* Parses the options, and sets what their format and selected functions need.  Ends the
 * program if they are wrong.  The report has pointers to them. */
void options_parse(struct options *options, int argc, char **argv);

/* Also frees what the operands were put into. */
void options_release(struct options *options);

#endif
