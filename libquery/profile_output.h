/* SPDX-License-Identifier: BSD-2-Clause */
/* The options of tools that write profiles: the file and its format. */
#ifndef PROFILE_OUTPUT_H
#define PROFILE_OUTPUT_H

#include "cgfmt.h"
#include "libcli/cli.h"

struct profile_output {
	struct cli_output stream;
	bool is_format_given; /* else the output has the input's */
	enum cg_format format;
	bool is_compression_given; /* of names */
	bool compress_names;
	bool compress_positions;
	bool creates; /* the file must not exist when the output is closed */
};

/* clang-format off */

/* the rows of a table of options for a tool that writes profiles */
#define PROFILE_OUTPUT_OPTIONS                                                 \
	CLI_OUTPUT_OPTIONS,                                                    \
	{"compress-strings", PROFILE_OUTPUT_STRINGS, "=yes|no", CLI_RARE,      \
	    "numbers for names in Callgrind's format [no]"},                   \
	{"compress-pos", PROFILE_OUTPUT_POSITIONS, "=yes|no", CLI_RARE,        \
	    "relative positions in Callgrind's format [no]"}

/* and of one that writes nothing else */
#define PROFILE_FORMAT_OPTION                                                  \
	{"format", PROFILE_OUTPUT_FORMAT, "=cachegrind|callgrind", CLI_RARE,   \
	    "the output's format; Cachegrind's has no calls [the input's]"}

/* standard output, in the input's format, unless an option says otherwise */
#define PROFILE_OUTPUT {.stream = CLI_OUTPUT}

/* clang-format on */

enum {
	PROFILE_OUTPUT_FORMAT = CLI_FIRST + 2000,
	PROFILE_OUTPUT_STRINGS,
	PROFILE_OUTPUT_POSITIONS
};

/* Takes the option if it is one of PROFILE_OUTPUT_OPTIONS, or PROFILE_FORMAT_OPTION. */
void profile_output_option(struct profile_output *output, int option);

/* Sets the header's format, if an option gives it. */
void profile_output_set_header(
    const struct profile_output *output, struct cg_header *header);

/*
 * Reduces a record to the format that an option gives.  False if the format has
 * no such records: calls and jumps in Cachegrind's.
 */
bool profile_output_takes(
    const struct profile_output *output, struct cg_record *record);

/*
 * Warns if the profile's summary differs from the sum of its rows.  To be
 * called if the output has Cachegrind's format.  Both have nevents counts.
 */
void
profile_output_warn_of_rest(const char *path, const struct cg_header *header,
    const int64_t *summary, const int64_t *totals);

/*
 * Opens the output in the header's format.  Returns NULL on an error, as
 * cg_writer_open does.  The output is abandoned if the program exits before
 * profile_output_close, which closes it as cg_writer_close does.
 */
struct cg_writer *profile_output_open(const struct profile_output *output,
    const struct cg_header *header, struct cg_error *error);
int profile_output_close(struct cg_writer *writer);

/* --- an output that can be given up --------------------------------------- */

/*
 * A profile that is written only when it is closed.  If the output is not a
 * file that is replaced as a whole, a temporary file holds it back.
 */
struct revocable_output {
	const struct profile_output *output;
	struct cg_writer *writer;
	int held; /* the temporary file; -1: there is none */
	struct cg_error *error;
};

enum revocable_status {
	REVOCABLE_ERROR = -1,
	REVOCABLE_OPEN = 0,
	REVOCABLE_IMPOSSIBLE = 1, /* no temporary file can be made */
};

/* Opens the output in the header's format.  `output` must outlive it. */
enum revocable_status revocable_output_open(struct revocable_output *revocable,
    const struct profile_output *output, const struct cg_header *header,
    struct cg_error *error);

/* Closes the output as profile_output_close does. */
int revocable_output_close(struct revocable_output *revocable);

/* Gives up: nothing was written. */
void revocable_output_revoke(struct revocable_output *revocable);

#endif
