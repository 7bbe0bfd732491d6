/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The report as a model: everything that a renderer shows except the annotated
 * sources, which source_list.h hands out one by one.
 */
#ifndef REPORT_H
#define REPORT_H

#include <time.h>

#include "cgfmt.h"
#include "libquery/calls/callgraph.h"
#include "libquery/patterns/pattern.h"
#include "libquery/patterns/select.h"
#include "libquery/profile_series.h"
#include "model/loops/loop_list.h"
#include "model/sources/source.h"
#include "model/functions/call_list.h"
#include "call_stacks.h"
#include "model/code/code_list.h"
#include "model/data/data_list.h"
#include "derived_events.h"
#include "model/functions/function_groups.h"
#include "model/functions/function_list.h"
#include "model/lines/line_costs.h"
#include "model/lines/line_functions.h"
#include "row_takers.h"
#include "sort_order.h"

/* The options that decide the content of the report. */
struct report_options {
	const char *profile;   /* path; "-" is standard input */
	size_t nothers;        /* profiles to add to it */
	const char **others;   /* their paths */
	bool diff;             /* subtract it from the only other one */
	const char *show;      /* events; NULL: all that are counted, */
	bool derived_events;   /* and all that can be derived */
	const char *sort;      /* likewise */
	const char *threshold; /* percent of the first event of the order */
	bool has_threshold;    /* the user gave it */
	bool inclusive;        /* functions with all that they called; else the
				  lines of each file are a function apart */
	bool callers;          /* show the callers of each function */
	bool callees;          /* show the callees of each function */
	bool needs_calls;      /* the profile must have calls */
	bool by_name;          /* list functions by name, not by file */
	struct selection *selection; /* of the functions to report; NULL: all */
	bool data_only;              /* report only data, */
	const pcre2_code *data_pattern; /* whose names match; NULL: all */
	const char *data_regex;         /* its text */
	struct code_options code;
	struct loop_options loops;
	bool code_only;       /* report only machine code, or only loops */
	int64_t code_context; /* instructions around those that were executed */
	bool percentages;     /* show each count's share of the total */
	bool annotate;        /* also the sources of the functions shown */
	bool calls;  /* with inclusive costs, if the profile has calls */
	bool stacks; /* and with stacks of calls */
	bool functions_of_lines; /* keep the function of each line */
	bool partial;            /* accept a damaged profile */
	int64_t context;         /* lines around those with costs */
	int64_t top;             /* most hot lines to show; -1: not given */
	int64_t top_functions;   /* most functions, likewise */
	bool all_lines;          /* of sources, whatever the context */
	size_t width;            /* of the lines of text; 0: any */
	struct source_directories directories;
	struct source_names sources; /* to annotate whatever they cost */
};

/* The profile, which is the sum or the difference of several. */
struct report_profile {
	struct profile_series series; /* keeps the header's texts */
	/* events[0] to events[ncounted - 1] are counted by the profile; derived
	 * events follow */
	struct cg_header header;
	size_t ncounted;
	struct derived_events derived;
	int64_t *totals;    /* 100 % of each event */
	bool is_calculated; /* a profile states no totals */
	/* in a difference: the profile that is not subtracted, until it is read,
	 * and texts; is_flat: only one of the profiles has calls and objects */
	struct cg_reader *new;
	bool is_flat;
	char *cmd;
	char *desc;
	const char *descs[1];
	bool has_time; /* `modified` is known */
	time_t modified;
};

/* True if a description is for programs: build IDs, and that inlined functions have
 * rows of their own. */
bool report_hides_desc(const char *desc);

/* True if a description says nothing to people: Callgrind writes "I1 cache:" and
 * no more if it simulated no cache. */
bool report_desc_is_empty(const char *desc);

/* The events to show: indices in the header, in order. */
struct shown_events {
	size_t n;
	size_t *list;
};

struct report {
	const struct report_options *options;
	struct cg_error error;
	struct report_profile profile;
	struct shown_events shown;
	struct sort_order order;
	struct callgraph graph;    /* without calls unless options need them */
	struct call_stacks stacks; /* without nodes unless options->stacks */
	struct cg_record last;     /* costs that it got last: their function */
	struct line_costs lines;   /* empty unless sources are annotated */
	struct inlined_places places; /* of functions */
	/* zeroed unless options->functions_of_lines */
	struct line_functions line_functions;
	struct row_takers takers;
	bool has_code_calls; /* the graph has calls of code, not only of data */
	/* empty unless options->code.is_wanted or loops.is_wanted, */
	struct code_list code; /* which needs only the rows */
	struct loop_list loops;
	struct data_list data; /* empty unless the profile is one of data */
	struct function_list functions; /* of code */
	struct function_groups groups;  /* empty before report_group */
};

/*
 * Reads the profile and computes the report.  Neither the report nor the
 * options may move before report_release.  Ends the program if the profile
 * cannot be read, or lacks events, calls or functions that the options need.
 */
void report_read(struct report *report, const struct report_options *options);

/* True if the functions listed have inclusive costs. */
bool report_is_inclusive(const struct report *report);

/* True if the own cost of each function is shown, too. */
bool report_has_own_costs(const struct report *report);

/* True if the functions listed have callers and callees, or one of these. */
bool report_has_tree(const struct report *report);

/* Groups the functions by name, which a report by_name needs.  Ends the program
 * if a sum does not fit in 64 bits. */
void report_group(struct report *report);

/*
 * Lists the callers and the callees of a function, as far as the options need
 * them; a cycle has none.  Ends the program as call_list_callers.  Release both
 * lists.
 */
void
report_calls(const struct report *report, const struct function_cost *function,
    struct call_list *callers, struct call_list *callees);

void report_release(struct report *report);

#endif
