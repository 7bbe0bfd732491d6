/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One table answers what people type by habit.  docs/COMING-FROM.md has it, too; a test
 * compares them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "foreign_options.h"

struct foreign {
	/* names of tools without "cg-"; "any" */
	const char *tools;
	/*
	 * "record": a command; "-e", "--pid": an option; "-top": "-top" or "--top";
	 * "--tool=callgrind": an option with this value
	 */
	const char *words;
	const char *program;
	const char *answer;
};

/* clang-format off */

/* cg-history has commands of its own */
#define WITHOUT_COMMANDS "annotate sum diff export filter merge names cycles mix"
#define READERS WITHOUT_COMMANDS " history"

/* The first row that fits counts. */
static const struct foreign table[] = {
    {READERS, "--calls --memory --cache-sim --branch-sim --allocs --reproducible", "cg-collect",
	"use it when the profile is made, as in cg-collect --calls ./prog"},
    {"annotate sum diff export merge names cycles mix history", "--cycles", "cg-collect",
	"use cg-cycles CPU FILE, or cg-collect --cycles=CPU ./prog"},
    {"sum diff filter merge export", "--tree", "cg-annotate",
	"use cg-annotate --tree=both FILE"},
    {"sum filter merge export", "--asm --loops", "cg-annotate and cg-diff",
	"use cg-annotate --asm FILE, or --loops"},
    {"diff filter merge export", "--data", "cg-annotate",
	"use cg-annotate --data FILE"},
    {"sum", "--data", "cg-annotate",
	"use cg-sum --by=data FILE, or cg-annotate --data FILE"},
    {"diff", "--by=data", "cg-sum",
	"use cg-annotate --diff --data OLD NEW"},
    {"annotate filter merge", "--by", "cg-sum and cg-diff",
	"use cg-sum --by=function FILE, or cg-diff --by=function OLD NEW"},
    {"annotate filter merge export", "--limit", "cg-sum and cg-diff",
	"use cg-sum --limit=EVENT=N FILE, or cg-diff --limit=EVENT=+1% OLD NEW"},
    {"annotate sum diff merge export", "--own", "cg-filter",
	"use cg-filter --own FILE, and pipe its output on"},
    {"annotate sum diff merge export",
	"--file --region --not-file --not-function --not-object --not-region", "cg-filter",
	"use cg-filter FILE with it, and pipe its output on"},
    {"annotate diff merge", "--object", "cg-filter",
	"use cg-filter --object=RE FILE, and pipe its output on"},
    {"sum diff merge export", "--function", "cg-annotate and cg-filter",
	"use cg-annotate --function=RE FILE, or cg-filter --function=RE FILE"},
    {"annotate sum diff filter export", "--append", "cg-merge",
	"use cg-merge --append=STORE FILE"},

    {"collect", "record", "perf",
	"leave it out, as in cg-collect ./prog"},
    {WITHOUT_COMMANDS, "record", "perf",
	"use cg-collect ./prog, which makes the profiles"},
    {READERS, "stat", "perf",
	"use cg-collect ./prog, which makes the profiles"},
    {"collect", "report annotate", "perf",
	"use cg-annotate FILE after cg-collect -o FILE ./prog"},
    {READERS, "report annotate", "perf",
	"use cg-annotate FILE, or cg-sum --by=function FILE"},
    {READERS, "top", "perf and pprof",
	"use cg-sum --by=function --top=20 FILE"},
    {READERS, "script", "perf",
	"use cg-export --to=folded FILE"},
    {WITHOUT_COMMANDS, "diff", "perf",
	"use cg-diff OLD NEW"},
    {"any", "c2c mem", "perf",
	"use cg-collect --data --sharing, then cg-annotate --data"},
    {"collect", "-e --event", "perf",
	"leave it out: all events are counted, and cg-annotate --show=EVENT chooses"},
    {READERS, "-e", "perf",
	"use cg-annotate --show=EVENT"},
    {"annotate merge", "--event", "perf",
	"use cg-annotate --show=EVENT"},
    {"collect", "-g --call-graph", "perf",
	"use --stacks, or --calls for callers and callees only"},
    {READERS, "-g --call-graph -G --inverted", "perf",
	"use cg-annotate --tree=caller FILE"},
    {"collect", "-F --freq -c --count", "perf",
	"leave it out: every instruction is counted"},
    {"collect", "-p --pid -t --tid", "perf",
	"start the program by cg-collect ./prog, which cannot attach to one"},
    {"collect", "-a --all-cpus", "perf",
	"name one program, as in cg-collect ./prog; -f counts its children, too"},
    {"collect", "-r --repeat", "perf",
	"leave it out: one run is enough, and with --reproducible all are equal"},
    {"collect", "-D --delay", "perf",
	"use --toggle-collect=FUNCTION or --instr-at-start=no"},
    {READERS, "-i --input", "perf",
	"name the profile without it, as in cg-annotate FILE"},
    {READERS, "--stdio --tui --gtk", "perf",
	"leave it out: reports are text, or pages by cg-annotate --format=html"},
    {READERS, "--children", "perf",
	"use cg-sum --inclusive --sort=Ir:incl FILE, or cg-annotate --inclusive FILE"},
    {READERS, "--no-children", "perf",
	"leave it out: without --inclusive, costs are those of the function itself"},
    {READERS, "--percent-limit", "perf",
	"use cg-sum --by=function --threshold=PERCENT FILE"},
    {READERS, "--dso --dsos", "perf",
	"use cg-filter --object=RE FILE"},
    {READERS, "--symbol --symbols --symbol-filter", "perf",
	"use cg-annotate --function=RE FILE, or cg-filter --function=RE FILE"},
    {READERS, "--comm --comms --sort=comm", "perf",
	"use cg-sum --by=command FILE"},
    {READERS, "--sort=dso", "perf",
	"use cg-sum --by=object FILE"},
    {READERS, "--sort=sym --sort=symbol", "perf",
	"use cg-sum --by=function FILE"},
    {READERS, "--sort=srcline", "perf",
	"use cg-sum --by=line FILE"},
    {READERS, "-s", "perf",
	"use cg-sum --by=object, file, function or line, with --sort=EVENT for the order"},
    {"annotate sum diff merge export cycles", "--inline --no-inline -noinlines -inline-mode",
	"perf, pprof and VTune",
	"use cg-filter --inline=no FILE; inlined functions have rows of their own"},

    {READERS, "-p --flat-profile", "gprof",
	"use cg-sum --by=function FILE"},
    {"annotate sum diff merge filter export names", "--graph", "gprof",
	"use cg-annotate --tree=both FILE"},
    {READERS, "-A --annotated-source", "gprof",
	"use cg-annotate FILE"},
    {READERS, "-l", "gprof",
	"use cg-sum --by=line FILE"},
    {"annotate sum merge filter export names", "--line", "gprof",
	"use cg-sum --by=line FILE"},
    {READERS, "-C --exec-counts", "gprof",
	"use cg-annotate --function=RE FILE, which says how often it was called"},
    {READERS, "-b --brief", "gprof",
	"leave it out: reports do not explain themselves"},
    {READERS, "--sum", "gprof",
	"use cg-merge FILE FILE"},
    {READERS, "--demangle --no-demangle", "gprof",
	"use cg-collect --demangle=no: names are demangled when they are found"},

    {"sum diff filter merge export", "--show", "cg_annotate",
	"use --events=EVENT,EVENT, of cg-sum and cg-filter, or cg-annotate --show"},
    {"annotate sum export merge", "--mod-filename --mod-funcname", "cg_annotate and cg_diff",
	"use cg-filter --mod-filename=EXPR or --mod-funcname=EXPR, and pipe its output on"},
    {"sum diff filter merge export",
	"--auto --context -I --include --annotate --no-annotate --show-percs --no-show-percs",
	"cg_annotate", "use cg-annotate FILE, which has it"},
    {"sum filter merge export", "--diff", "cg_annotate",
	"use cg-diff OLD NEW, or cg-annotate --diff OLD NEW"},
    {"diff merge filter", "--sort", "cg_annotate",
	"use cg-sum --by=function --sort=EVENT FILE, or cg-annotate --sort=EVENT FILE"},
    {READERS, "callgrind_annotate cg_annotate", "Valgrind",
	"use cg-annotate FILE"},
    {READERS, "kcachegrind qcachegrind", "KCachegrind",
	"use cg-annotate --format=html --inclusive -o PAGE.html FILE"},

    {"any", "-top -text -flat -nodecount", "pprof",
	"use cg-sum --by=function --top=20 FILE"},
    {"any", "-cum", "pprof",
	"use cg-sum --inclusive --sort=Ir:incl FILE"},
    {"any", "-peek", "pprof",
	"use cg-annotate --function=RE --auto=no FILE, of a profile by cg-collect --calls"},
    {"any", "-list -weblist", "pprof",
	"use cg-annotate --function=RE FILE"},
    {"any", "-disasm", "pprof",
	"use cg-annotate --asm=RE FILE"},
    {"any", "-focus -show_from -show", "pprof",
	"use cg-filter --function=RE FILE"},
    {"any", "-ignore -hide", "pprof",
	"use cg-filter --not-function=RE FILE"},
    {"any", "-http -web -svg -png -pdf -gif -ps -dot -gv", "pprof",
	"use cg-annotate --format=html --inclusive -o PAGE.html FILE"},
    {"any", "-tree -call_tree", "pprof",
	"use cg-annotate --tree=both FILE"},
    {"any", "-traces -raw", "pprof",
	"use cg-export --to=folded FILE, of a profile by cg-collect --stacks"},
    {"any", "-proto -topproto", "pprof",
	"use cg-export --to=pprof -o FILE.pb.gz FILE"},
    {"any", "-callgrind -kcachegrind", "pprof",
	"leave it out: profiles by cg-collect --calls have Callgrind's format"},
    {"any", "-diff_base -base", "pprof",
	"use cg-diff OLD NEW"},
    {"any", "-sample_index", "pprof",
	"use cg-sum --by=function --sort=EVENT FILE"},
    {"any", "-nodefraction -edgefraction", "pprof",
	"use cg-sum --by=function --threshold=PERCENT FILE"},
    {"any", "-functions -filefunctions -granularity", "pprof",
	"use cg-sum --by=function FILE"},
    {"any", "-files", "pprof",
	"use cg-sum --by=file FILE"},
    {"any", "-lines", "pprof",
	"use cg-sum --by=line FILE"},
    {"any", "-addresses", "pprof",
	"use cg-sum --by=instr FILE, of a profile by cg-collect --calls --dump-instr=yes"},
    {"any", "-source_path -trim_path -search-dir -source-search-dir", "pprof and VTune",
	"use cg-annotate --include=DIR or --map-prefix=OLD=NEW"},
    {"any", "-symbolize", "pprof",
	"use cg-names DIR, which names profiles by cg-collect --names=later"},
    {"any", "-tags -tagfocus -tagignore", "pprof",
	"use cg-sum --by=region FILE, or cg-filter --region=RE FILE"},
    {"any", "-alloc_space -alloc_objects -inuse_space -inuse_objects", "pprof",
	"use cg-collect --allocs, or --data for the blocks"},

    {"collect", "--tool=callgrind", "valgrind",
	"use --calls"},
    {"collect", "--tool=cachegrind", "valgrind",
	"leave it out"},
    {"collect", "--tool=dhat --tool=massif", "valgrind",
	"use --data or --allocs, or valgrind itself"},
    {"collect",
	"--tool=memcheck --tool=helgrind --tool=drd --leak-check --track-origins",
	"valgrind", "use valgrind itself: cg-collect counts, and finds no errors"},
    {"collect", "--callgrind-out-file", "Callgrind",
	"use --calls -o FILE"},
    {"collect", "--simulate-cache", "Callgrind",
	"use --cache-sim=yes, the default"},
    {"collect", "--cacheuse", "Callgrind",
	"use --data --line-use"},
    {"collect", "--dump --zero --stat --back", "callgrind_control",
	"use callgrind_control itself, after cg-collect --vgdb=yes"},

    {"collect", "-collect -collect-with hotspots", "VTune",
	"leave it out, as in cg-collect ./prog, or use --calls"},
    {"collect", "memory-access", "VTune",
	"use --data"},
    {READERS, "-collect -collect-with", "VTune",
	"use cg-collect ./prog, which makes the profiles"},
    {"any", "-report", "VTune",
	"use cg-sum --by=function FILE, or cg-annotate FILE"},
    {"any", "-result-dir -report-output", "VTune",
	"use -o FILE"},
    {"any", "-group-by", "VTune",
	"use cg-sum --by=object, file, function or line"},
    {"any", "-column", "VTune",
	"use cg-sum --events=EVENT,EVENT"},
    {"any", "-csv-delimiter", "VTune",
	"use cg-sum --by=function --format=csv FILE"},
    {"any", "-call-stack-mode", "VTune",
	"use cg-sum --inclusive FILE"},
    {"any", "-limit", "VTune",
	"use cg-sum --by=function --top=N; a budget is cg-sum --limit=EVENT=N"},
    {"collect", "-start-paused -resume-after", "VTune",
	"use --instr-at-start=no or --toggle-collect=FUNCTION"},
    {"collect", "-target-pid -target-process", "VTune",
	"start the program by cg-collect ./prog, which cannot attach to one"},

    {"collect", "-w --warmup", "hyperfine",
	"leave it out: counts need no run to warm up"},
    {"collect", "--runs -m --min-runs -M --max-runs", "hyperfine",
	"leave it out: one run is enough, and with --reproducible all are equal"},
    {"collect", "--prepare --setup --cleanup --conclude", "hyperfine",
	"run that command before or after cg-collect"},
    {"collect", "-S --shell -N", "hyperfine",
	"leave it out: cg-collect runs the program without a shell"},
    {"collect", "-i --ignore-failure", "hyperfine",
	"leave it out: a program that fails leaves a profile, too"},
    {"collect", "-P --parameter-scan -L --parameter-list", "hyperfine",
	"write a loop with a file for each value, and compare by cg-sum --by=input"},
    {"any", "--export-json", "hyperfine",
	"use cg-sum --by=input --format=json FILE"},
    {"any", "--export-csv", "hyperfine",
	"use cg-sum --by=input --format=csv FILE"},
    {"any", "--export-markdown --export-asciidoc --export-orgmode", "hyperfine",
	"use cg-sum --by=input --format=markdown FILE"},
    {"any", "--reference", "hyperfine",
	"use cg-diff OLD NEW"},

    {"any", "--flamegraph --flame-graph --flame --format=svg --format=flamegraph --to=svg "
	"--to=flamegraph --to=html", "programs for flame graphs",
	"use cg-annotate --format=html -o PAGE.html FILE, of a profile by cg-collect --stacks"},
    {"any", "--format=speedscope --to=speedscope", "other profilers",
	"speedscope reads what cg-export --to=folded writes"},
    {"annotate sum export", "--format=callgrind --to=callgrind", "other profilers",
	"profiles by cg-collect --calls have Callgrind's format"},
    {"annotate diff", "--format=pprof --format=folded", "other profilers",
	"use cg-export --to=pprof FILE or --to=folded"},
    {"diff", "--html --format=html", "other profilers",
	"use cg-annotate --diff --format=html -o PAGE.html OLD NEW"},
    {"collect annotate sum export filter merge names cycles", "--html", "other profilers",
	"use cg-annotate --format=html -o PAGE.html FILE"},
    {"any", "--json --csv --tsv --to=json --to=csv --to=tsv", "other profilers",
	"use cg-sum --by=function --format=json FILE, or csv or tsv"},
};

/* clang-format on */

/* True if the list, of words with blanks or commas between them, has the word. */
static bool
has_word(const char *list, const char *word, size_t len)
{
	for (const char *end; *list != '\0';
	     list = *end != '\0' ? end + 1 : end) {
		end = list + strcspn(list, " ,");
		if ((size_t)(end - list) == len && memcmp(list, word, len) == 0)
			return true;
	}
	return false;
}

/* True if this tool has the option, but not with its value. */
static bool
is_value_of_ours(const char *word, size_t len)
{
	const char *end = memchr(word, '=', len);
	size_t name = end != NULL ? (size_t)(end - word) - strlen("--") : 0;

	for (const struct cli_option *o = cli_program.options;
	     end != NULL && o->help != NULL; o++)
		if (o->name != NULL && strlen(o->name) == name &&
		    strncmp(o->name, word + strlen("--"), name) == 0)
			return true;
	return false;
}

/* Ends the program if the table has the word for this tool; "--NAME" may be "-NAME". */
static void
answer(const char *word, size_t len)
{
	const char *tool = cli_program.name + strlen("cg-");
	bool has_two = len > strlen("--x") && strncmp(word, "--", 2) == 0;

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
		const struct foreign *f = &table[i];

		if (strcmp(f->tools, "any") != 0 &&
		    !has_word(f->tools, tool, strlen(tool)))
			continue;
		if (!has_word(f->words, word, len) &&
		    !(has_two && has_word(f->words, word + 1, len - 1)))
			continue;
		if (is_value_of_ours(word, len))
			cli_usage("%.*s is not supported: %s", (int)len, word,
			    f->answer);
		cli_usage("%.*s is %s of %s: %s", (int)len, word,
		    *word == '-' ? "an option" : "a command", f->program,
		    f->answer);
	}
}

void
foreign_options_answer(const char *option)
{
	answer(option, strcspn(option, "="));
}

/* Answers an option with a value, which may be the next argument. */
static void
check_value(const char *option, const char *next)
{
	char *both = NULL;

	if (strchr(option, '=') == NULL) {
		/* without a value it may be one of ours */
		if (next == NULL)
			return;
		option = both = cli_format("%s=%s", option, next);
	}
	answer(option, strlen(option));
	free(both);
}

void
foreign_options_check_next(int argc, char **argv)
{
	int i = optind;
	size_t len;

	while (i < argc && !cli_program.runs_command &&
	       (*argv[i] != '-' || argv[i][1] == '\0'))
		i++;
	if (i >= argc || *argv[i] != '-' || strcmp(argv[i], "--") == 0)
		return;
	len = strcspn(argv[i], "=");
	if (argv[i][1] == '-') {
		check_value(argv[i], argv[i + 1]);
		/* getopt_long would take it for the beginning of one of ours */
		if (cli_option_value(argv[i]) == 0)
			foreign_options_answer(argv[i]);
		return;
	}
	if (len <= strlen("-x"))
		return;
	answer(argv[i], len);
	for (const struct cli_option *o = cli_program.options; o->help != NULL;
	     o++)
		if (o->name != NULL && o->shown != CLI_HIDDEN &&
		    strlen(o->name) == len - 1 &&
		    strncmp(o->name, argv[i] + 1, len - 1) == 0)
			cli_usage("unknown option %.*s: did you mean --%s?",
			    (int)len, argv[i], o->name);
}

void
foreign_options_check_operand(const char *operand)
{
	char *program =
	    cli_program.runs_command ? cli_program_search(operand, NULL) : NULL;
	const char *commands = cli_program.commands;
	size_t len = strlen(operand);
	bool is_ours = commands != NULL ? has_word(commands, operand, len)
					: access(operand, F_OK) == 0;

	if (program == NULL && *operand != '-' && !is_ours)
		answer(operand, len);
	free(program);
}

void
foreign_options_print(void)
{
	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++)
		printf("%s\t%s\t%s\t%s\n", table[i].tools, table[i].words,
		    table[i].program, table[i].answer);
}
