/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cg-history: keeps what every commit cost, in the repository.
 *
 *	commands/
 *	    commands		their options
 *	    record_command	keeps profiles for a commit
 *	    show_command	prints the profile of a commit
 *	    log_command		which commits changed something
 *	    fill_command	measures commits where costs change
 *	    diff_command	starts cg-diff with two of them
 *	    check_command	judges a commit by an ancestor
 *	    exchange_command	fetches, pushes, imports and exports
 *	    prune_command	forgets old commits
 *	fill/
 *	    work_trees		runs commands in work trees of its own
 *	    built_programs	which programs a commit has built
 *	report/
 *	    step_rows		prints steps for programs
 *	    step_table		prints them for people
 *	    step_page		a page of them, with a
 *	    step_chart		of each benchmark
 *	    step_functions	what a step changed
 *	series/
 *	    steps		where the rows of a benchmark change
 *	    points		all recordings, as points of a line
 *	    changed_rows	the functions of two profiles that differ
 *	    function_moves	what changed by function, and what only moved
 *	    line_changes	what changed by line
 *	    stored		reads what is stored of a commit
 *	    step_reader		reads what is stored of both sides of steps
 *	    known_changes	which of their rows differ, kept for the next log
 *	    heads		events, totals and settings of a profile
 *	    profile_text	a profile as it is stored
 *	store/, which knows no profiles:
 *	    entries		the blobs of each commit
 *	    merging		merges refs of two repositories
 *	    tree_writer		makes commits on refs
 *	    commits		the commits of the program
 *	    file_changes	which lines of files they changed
 *	    ref_names		the refs of benchmarks
 *	    objects		reads objects
 *	    blob_sizes		how many bytes they take
 *	    git_child		runs git
 *
 * This file holds the options and the commands' names.
 */
#include <stdlib.h>
#include <string.h>

#include "commands/commands.h"

enum {
	OPT_COMMIT = CLI_FIRST,
	OPT_LEVEL,
	OPT_REPLACE,
	OPT_DIRTY,
	OPT_SETTING,
	OPT_ALL,
	OPT_EVENT,
	OPT_BENCHMARK,
	OPT_FUNCTION,
	OPT_FORMAT,
	OPT_LIMIT,
	OPT_SINCE,
	OPT_DAYS,
	OPT_SIZE,
	OPT_EVERY,
	OPT_BUILD,
	OPT_STEP,
	OPT_PATH,
};

/* clang-format off */

static const struct cli_option option_rows[] = {
	{.help = "record"},
	{"commit", OPT_COMMIT, "=COMMIT", CLI_USUAL,
	    "the commit that was measured [HEAD]"},
	{"level", OPT_LEVEL, "=function|line", CLI_RARE,
	    "how much is kept [function]"},
	{"setting", OPT_SETTING, "=TEXT", CLI_RARE,
	    "how it was built, such as a compiler and flags; "
	    "costs of other settings are not compared"},
	{"replace", OPT_REPLACE, NULL, CLI_RARE,
	    "replace what is recorded"},
	{"dirty", OPT_DIRTY, NULL, CLI_RARE,
	    "record a work tree with changes, as such"},
	{.help = "log"},
	{"all", OPT_ALL, NULL, CLI_RARE,
	    "also commits that changed nothing, or are not recorded"},
	{"event", OPT_EVENT, "=EVENT", CLI_RARE,
	    "what is compared [the first event]"},
	{"benchmark", OPT_BENCHMARK, "=NAME", CLI_RARE,
	    "benchmarks of this name, with * and ? [all]"},
	{"function", OPT_FUNCTION, "=RE", CLI_USUAL,
	    "the cost of these functions"},
	{"format", OPT_FORMAT, "=text|markdown|tsv|json|html", CLI_USUAL,
	    "a table for people or for programs, or a page [text]"},
	{.help = "fill"},
	{"jobs", 'j', "=N", CLI_RARE, "run N commands at the same time [1]"},
	{"step", OPT_STEP, "=PCT", CLI_RARE,
	    "ignore changes of up to PCT percent [0]"},
	{"build", OPT_BUILD, "=COMMAND", CLI_RARE,
	    "build by this command of the shell, and run the other one only "
	    "if the program is a new one"},
	{"every", OPT_EVERY, NULL, CLI_RARE, "measure each commit"},
	{"path", OPT_PATH, "=PATH", CLI_RARE,
	    "what the program is made of; other files do not count [all]"},
	{.help = "check (exit status 1 if a limit is exceeded, 3 without a baseline)"},
	{"limit", OPT_LIMIT, "=EVENT=BOUND[|BOUND...][,file=RE|,function=RE]", CLI_USUAL,
	    "how much EVENT may grow; as of cg-diff"},
	{"since", OPT_SINCE, "=COMMIT", CLI_RARE,
	    "compare with this ancestor, or 90d before [the last recorded one]"},
	{.help = "prune"},
	{"days", OPT_DAYS, "=N", CLI_RARE,
	    "keep commits of the last N days"},
	{"size", OPT_SIZE, "=N", CLI_RARE,
	    "keep the newest commits of each benchmark, in N bytes, or k, M, G"},
	{.help = "Output"},
	CLI_OUTPUT_OPTIONS,
	CLI_OPTIONS,
};

/* clang-format on */

const struct cli_program cli_program = {
    .name = "cg-history",
    .operands = "[options] COMMAND [operands]",
    .purpose =
	"Keep what every commit cost, in the repository. Commands:\n"
	"\n"
	"  record [NAME=]PROFILE...  keep profiles for a commit\n"
	"  log [RANGE]               commits that changed something\n"
	"  show COMMIT[:NAME]        print the profile of a commit\n"
	"  diff OLD NEW              compare the profiles of two commits\n"
	"  fill RANGE -- COMMAND     measure commits; COMMAND fills $CG_HISTORY_PROFILES\n"
	"  check                     judge a commit by its last recorded ancestor\n"
	"  fetch, push [REMOTE]      exchange recordings with another repository\n"
	"  import, export FILE       the same with a file\n"
	"  prune                     forget old commits\n",
    .options = option_rows,
    .commands =
	"record,log,show,diff,fill,check,fetch,push,import,export,prune",
    .failure = CLI_FAILURE,
};

/* --- commands ------------------------------------------------------------- */

enum {
	RECORD = 1,
	SHOW = 2,
	LOG = 4,
	DIFF = 8,
	CHECK = 16,
	FETCH = 32,
	PUSH = 64,
	IMPORT = 128,
	EXPORT = 256,
	PRUNE = 512,
	FILL = 1024,
};

static const struct {
	const char *name;
	unsigned int bit;
	int (*run)(struct options *options, const struct operands *operands);
} commands[] = {
    {"record", RECORD, record_command},
    {"show", SHOW, show_command},
    {"log", LOG, log_command},
    {"diff", DIFF, diff_command},
    {"fill", FILL, fill_command},
    {"check", CHECK, check_command},
    {"fetch", FETCH, fetch_command},
    {"push", PUSH, push_command},
    {"import", IMPORT, import_command},
    {"export", EXPORT, export_command},
    {"prune", PRUNE, prune_command},
};

enum { NCOMMANDS = sizeof(commands) / sizeof(*commands) };

/* which commands take an option; the others have no use for it */
static const struct {
	int option;
	unsigned int takers;
} uses[] = {
    {OPT_COMMIT, RECORD | CHECK},
    {OPT_LEVEL, RECORD | FILL},
    {OPT_SETTING, RECORD | FILL},
    {OPT_REPLACE, RECORD | FETCH | PUSH | IMPORT},
    {OPT_DIRTY, RECORD},
    {OPT_ALL, LOG},
    {OPT_EVENT, LOG},
    {OPT_BENCHMARK, LOG | CHECK | EXPORT | PRUNE},
    {OPT_FUNCTION, LOG},
    {OPT_FORMAT, LOG | FILL},
    {OPT_LIMIT, CHECK},
    {OPT_SINCE, CHECK},
    {OPT_DAYS, PRUNE},
    {OPT_SIZE, PRUNE},
    {OPT_BUILD, FILL},
    {OPT_EVERY, FILL},
    {OPT_STEP, FILL},
    {OPT_PATH, FILL},
    {'j', FILL},
    {'o', SHOW | LOG | FILL},
    {'z', SHOW | LOG | FILL},
};

enum { NUSES = sizeof(uses) / sizeof(*uses) };

/* --- options -------------------------------------------------------------- */

static enum step_format
parse_format(const char *text)
{
	static const char *const names[] = {
	    [STEPS_TEXT] = "text",
	    [STEPS_MARKDOWN] = "markdown",
	    [STEPS_TSV] = "tsv",
	    [STEPS_JSON] = "json",
	    [STEPS_HTML] = "html",
	};

	for (int i = STEPS_TEXT; i <= STEPS_HTML; i++)
		if (strcmp(text, names[i]) == 0)
			return (enum step_format)i;
	cli_usage("--format: expected text, markdown, tsv, json or html, "
		  "found \"%s\"",
	    text);
}

static void
take_level(struct options *o, const char *text)
{
	if (strcmp(text, "function") != 0 && strcmp(text, "line") != 0)
		cli_usage(
		    "--level: expected function or line, found \"%s\"", text);
	rollup_parse(&o->level, "--level", text);
}

/* Parses a number of bytes with k, M or G. */
static int64_t
parse_size(const char *text)
{
	int64_t size, unit = 1;
	int used = cg_parse_int(text, strlen(text), &size);

	if (used > 0 && text[used] != '\0' && text[used + 1] == '\0')
		unit = text[used] == 'k'   ? 1000
		       : text[used] == 'M' ? 1000000
		       : text[used] == 'G' ? 1000000000
					   : 0;
	else if (used > 0 && text[used] != '\0')
		unit = 0;
	if (used <= 0 || size < 0 || unit == 0 ||
	    __builtin_mul_overflow(size, unit, &size))
		cli_usage("--size: expected a number such as 500k or 10M, "
			  "found \"%s\"",
		    text);
	return size;
}

static void
take_option(struct options *o, int c)
{
	switch (c) {
	case OPT_COMMIT:
		o->commit = optarg;
		break;
	case OPT_LEVEL:
		take_level(o, optarg);
		break;
	case OPT_SETTING:
		options_add_setting(o, optarg);
		break;
	case OPT_REPLACE:
		o->replaces = true;
		break;
	case OPT_DIRTY:
		o->takes_dirty = true;
		break;
	case OPT_ALL:
		o->shows_all = true;
		break;
	case OPT_EVENT:
		o->event = optarg;
		break;
	case OPT_BENCHMARK:
		o->benchmark = optarg;
		break;
	case OPT_FUNCTION:
		o->pattern = optarg;
		pcre2_code_free(o->function);
		o->function =
		    pattern_compile("--function", optarg, strlen(optarg), 0);
		break;
	case OPT_LIMIT:
		limits_add(&o->limits, optarg);
		break;
	case OPT_SINCE:
		o->since = optarg;
		break;
	case OPT_DAYS:
		o->days = cli_int("--days", optarg, 0);
		break;
	case OPT_SIZE:
		o->size = parse_size(optarg);
		break;
	case OPT_BUILD:
		o->build = optarg;
		break;
	case OPT_EVERY:
		o->measures_every = true;
		break;
	case OPT_STEP:
		o->step = cli_percent("--step", optarg, 100);
		break;
	case OPT_PATH:
		o->paths = cli_grow(o->paths, o->npaths, sizeof(*o->paths));
		o->paths[o->npaths++] = optarg;
		break;
	case 'j':
		o->jobs = cli_int("--jobs", optarg, 1);
		break;
	case OPT_FORMAT:
		o->format = parse_format(optarg);
		break;
	default:
		cli_output_option(&o->output, c);
	}
}

/* Returns the name of an option. */
static const char *
name_of(int option)
{
	for (const struct cli_option *o = option_rows; o->help != NULL; o++)
		if (o->value == option && o->name != NULL)
			return o->name;
	return "?";
}

/* Ends the program if an option was given that the command does not take. */
static void
demand_use(const bool *is_given, unsigned int command, const char *name)
{
	for (size_t i = 0; i < NUSES; i++)
		if (is_given[i] && (uses[i].takers & command) == 0)
			cli_usage("%s: the option --%s is for other commands",
			    name, name_of(uses[i].option));
}

static void
note_use(bool *is_given, int option)
{
	for (size_t i = 0; i < NUSES; i++)
		is_given[i] |= uses[i].option == option;
}

static size_t
find_command(const char *name)
{
	for (size_t i = 0; i < NCOMMANDS; i++)
		if (strcmp(commands[i].name, name) == 0)
			return i;
	cli_usage("expected a command such as record, log or show, found "
		  "\"%s\"",
	    name);
}

int
main(int argc, char **argv)
{
	struct options o = {.output = CLI_OUTPUT,
	    .level = {.level = LEVEL_FUNCTION},
	    .limits = {.kind = LIMIT_GROWTH},
	    .days = -1,
	    .size = -1,
	    .step = {0, 1},
	    .jobs = 1};
	bool is_given[NUSES] = {false};
	struct operands operands;
	size_t command;
	int c, status;

	cli_begin();
	while ((c = cli_next_option(argc, argv)) != -1) {
		note_use(is_given, c);
		take_option(&o, c);
	}
	if (optind == argc)
		cli_usage("expected a command such as record, log or show");
	command = find_command(argv[optind++]);
	demand_use(is_given, commands[command].bit, commands[command].name);
	operands = (struct operands){argc - optind, argv + optind};
	status = commands[command].run(&o, &operands);
	pcre2_code_free(o.function);
	limits_release(&o.limits);
	rollup_release(&o.level);
	free(o.settings);
	free(o.paths);
	return status;
}
