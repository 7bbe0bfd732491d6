/* SPDX-License-Identifier: BSD-2-Clause */
/* Callgrind's format as records: each text with the records read from it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cgfmt.h"
#include "ok.h"

static const char *const kinds[] = {
    [CG_COSTS] = "costs",
    [CG_CALL] = "call",
    [CG_JUMP] = "jump",
    [CG_BRANCH] = "branch",
};

static const char *const marks[] = {
    [CG_NOT_INLINED] = "",
    [CG_INLINED] = " inlined",
    [CG_INLINED_ESTIMATE] = " estimated",
};

/* appends "costs ob|def_file|file|fn@0x10:3 [in file|fn] [-> ...] =5,0" and a
 * newline */
static void
describe(char *to, size_t size, const struct cg_record *r, size_t nevents)
{
	size_t len = strlen(to);
	const struct cg_target *t = &r->target;

	len +=
	    (size_t)snprintf(to + len, size - len, "%s %s|%s|%s|%s@%llx:%lld",
		kinds[r->kind], r->object, r->def_file, r->file, r->function,
		(unsigned long long)r->address, (long long)r->line);
	if (r->host != NULL)
		len += (size_t)snprintf(
		    to + len, size - len, " in %s|%s", r->host_file, r->host);
	if (r->kind != CG_COSTS)
		len += (size_t)snprintf(to + len, size - len,
		    " -> %s|%s|%s@%llx:%lld %lld", t->object, t->file,
		    t->function, (unsigned long long)t->address,
		    (long long)t->line, (long long)r->executed);
	len += (size_t)snprintf(
	    to + len, size - len, "%s", marks[r->target.inlined]);
	if (r->kind == CG_BRANCH)
		len += (size_t)snprintf(
		    to + len, size - len, "/%lld", (long long)r->taken);
	for (size_t i = 0; i < nevents; i++)
		len += (size_t)snprintf(to + len, size - len, "%c%lld",
		    i == 0 ? '=' : ',', (long long)r->counts[i]);
	snprintf(to + len, size - len, "\n");
}

/* describes the rows of a profile; on an error returns the message */
static const char *
rows_of(const char *text)
{
	static char rows[4096];
	struct cg_error error;
	struct cg_reader *r =
	    cg_reader_open_memory(text, strlen(text), "p", &error);
	struct cg_record record;
	int got = -1;

	rows[0] = '\0';
	while (r != NULL && (got = cg_reader_next(r, &record)) == 1)
		describe(
		    rows, sizeof(rows), &record, cg_reader_header(r)->nevents);
	if (got < 0)
		snprintf(rows, sizeof(rows), "%s\n", error.text);
	cg_reader_close(r);
	return rows;
}

static void
reads(const char *what, const char *text, const char *wanted)
{
	const char *rows = rows_of(text);

	ok(strcmp(rows, wanted) == 0, what);
	if (strcmp(rows, wanted) != 0)
		printf("# wanted:\n%s# found:\n%s", wanted, rows);
}

/* writes the parts one by one, in short or in full; returns the text */
static const char *
rewrite_parts(const char *text, bool in_short)
{
	static char written[4096];
	static struct cg_error error;
	struct cg_reader *r =
	    cg_reader_open_memory(text, strlen(text), "p", &error);
	struct cg_header header = *cg_reader_header(r);
	FILE *file = tmpfile();
	struct cg_writer *w =
	    cg_writer_open_fd(dup(fileno(file)), "p", &header, &error);
	struct cg_record record;
	int status = 0;

	cg_reader_set(r, CG_STOP_AT_PARTS);
	cg_writer_compress(w, in_short, in_short);
	for (;;) {
		while (status == 0 && cg_reader_next(r, &record) == 1)
			status = cg_writer_put(w, &record);
		if (!cg_reader_next_part(r))
			break;
		cg_header_take_part(&header, cg_reader_header(r));
		status |= cg_writer_next_part(w, &header);
	}
	status |= cg_writer_close(w);
	rewind(file);
	written[fread(written, 1, sizeof(written) - 1, file)] = '\0';
	fclose(file);
	cg_reader_close(r);
	return status == 0 ? written : error.text;
}

static void
rewrites(const char *what, const char *text, const char *wanted, bool in_short)
{
	const char *written = rewrite_parts(text, in_short);

	ok(strcmp(written, wanted) == 0, what);
	if (strcmp(written, wanted) != 0)
		printf("# wanted:\n%s# found:\n%s", wanted, written);
}

static void
test_names(void)
{
	reads("objects, files and functions have ids in separate name spaces",
	    "events: Ir\n"
	    "ob=(1) /lib/a.so\nfl=(1) a.c\nfn=(1) f\n1 5\n"
	    "fl=(2) b.c\nfn=(2) g\n1 6\n"
	    "ob=(2) prog\nfl=(1)\nfn=(2)\n2 7\n",
	    "costs /lib/a.so|a.c|a.c|f@0:1=5\n"
	    "costs /lib/a.so|b.c|b.c|g@0:1=6\n"
	    "costs prog|a.c|a.c|g@0:2=7\n");
	reads("fi= and fe= change the file but not the function's own file",
	    "events: Ir\nfl=a.c\nfn=f\n1 1\nfi=i.h\n9 2\nfe=a.c\n2 3\n"
	    "fi=i.h\n9 4\nfn=g\n7 5\n",
	    "costs |a.c|a.c|f@0:1=1\n"
	    "costs |a.c|i.h|f@0:9=2\n"
	    "costs |a.c|a.c|f@0:2=3\n"
	    "costs |a.c|i.h|f@0:9=4\n"
	    "costs |a.c|a.c|g@0:7=5\n");
	reads("recursion levels and callers become parts of names",
	    "events: Ir\nfn=(3) foo\n1 1\nfn=(7) bar\n1 1\n"
	    "fn=(12) (3)'2'(7)\n2 2\nfn=(13) (3)\n3 3\nfn=(12)\n4 4\n",
	    "costs |?\?\?|?\?\?|foo@0:1=1\n"
	    "costs |?\?\?|?\?\?|bar@0:1=1\n"
	    "costs |?\?\?|?\?\?|foo'2'bar@0:2=2\n"
	    "costs |?\?\?|?\?\?|(3)@0:3=3\n"
	    "costs |?\?\?|?\?\?|foo'2'bar@0:4=4\n");
	reads("objects may be quoted, names empty, and rows may precede names",
	    "events: Ir\n3 1\nob: \"firmware.elf\"\nfl=\nfn=\n4 1\n",
	    "costs |?\?\?|?\?\?|?\?\?@0:3=1\n"
	    "costs firmware.elf|||@0:4=1\n");
}

static void
test_positions(void)
{
	reads(
	    "positions are relative to the row before, also to the row of a call",
	    "positions: instr line\nevents: Ir\nfl=a\nfn=f\n"
	    "0x10 3 1\n+2 * 1\n* +4 1\n-0x2 -1 1\n"
	    "cfn=g\ncalls=2 +1 +1\n+3 * 9\n+1 * 1\n",
	    "costs |a|a|f@10:3=1\n"
	    "costs |a|a|f@12:3=1\n"
	    "costs |a|a|f@12:7=1\n"
	    "costs |a|a|f@10:6=1\n"
	    "call |a|a|f@13:6 -> |a|g@11:7 2=9\n"
	    "costs |a|a|f@14:6=1\n");
	reads("positions of basic blocks are ignored",
	    "positions: instr bb line\nevents: A B\nfn=f\n16 8 3 1\n+1 * * 1 2\n",
	    "costs |?\?\?|?\?\?|f@10:3=1,0\ncosts |?\?\?|?\?\?|f@11:3=1,2\n");
	reads("rows may have addresses without lines",
	    "positions: instr\nevents: Ir\n0xff 1\n",
	    "costs |?\?\?|?\?\?|?\?\?@ff:0=1\n");
	reads("counts may be hexadecimal, dots, or missing",
	    "events: A B C\n1 0x10 .\n2\n",
	    "costs |?\?\?|?\?\?|?\?\?@0:1=16,0,0\n"
	    "costs |?\?\?|?\?\?|?\?\?@0:2=0,0,0\n");
}

static void
test_calls(void)
{
	reads("missing cob= and cfi= default to the caller's object and file",
	    "events: Ir\nob=o\nfl=a\nfn=f\n"
	    "cob=l\ncfi=b\ncfn=g\ncalls=1 5\n1 10\n"
	    "fi=i\ncfn=h\ncalls=2 6\n2 20\n"
	    "calls=3\n2 30\n",
	    "call o|a|a|f@0:1 -> l|b|g@0:5 1=10\n"
	    "call o|a|i|f@0:2 -> o|i|h@0:6 2=20\n"
	    "call o|a|i|f@0:2 -> o|i|h@0:0 3=30\n");
	reads("a cfn= without calls does not affect the next cfn=",
	    "events: Ir\nob=o\nfl=a\nfn=f\ncob=l\ncfi=b\ncfn=g\n"
	    "cfn=h\ncalls=1 0 0\n1 10\n",
	    "call o|a|a|f@0:1 -> o|a|h@0:0 1=10\n");
	reads("jumps and conditional jumps are read",
	    "positions: instr line\nevents: Ir\nob=o\nfl=a\nfn=f\n0x10 1 7\n"
	    "jcnd=2/7 +8 *\n* *\njfi=b\njfn=g\njump=3 0x30 4\n* *\n"
	    "jcnd=1 2 0x11 *\n* *\n",
	    "costs o|a|a|f@10:1=7\n"
	    "branch o|a|a|f@10:1 -> o|a|f@18:1 7/2=0\n"
	    "jump o|a|a|f@10:1 -> o|b|g@30:4 3=0\n"
	    "branch o|a|a|f@10:1 -> o|a|f@11:1 2/1=0\n");
}

static void
test_parts(void)
{
	reads(
	    "counts of a later part are put in the order of the first part's events",
	    "version: 1\npart: 1\nevents: A B\nsummary: 1 2\n"
	    "fl=(1) a\nfn=(1) f\n5 1 2\ntotals: 1 2\n"
	    "part: 2\nevents: B A\nfl=(1)\nfn=(1)\n+5 3 4\ntotals: 3 4\n",
	    "costs |a|a|f@0:5=1,2\ncosts |a|a|f@0:5=4,3\n");
	reads("an appended profile can define the same ids again",
	    "version: 1\nevents: A\nfl=(1) a\nfn=(1) f\n5 1\n"
	    "==== NEW PROFILING FILE ==============\n"
	    "version: 1\nevents: A\nfl=(1) b\nfn=(2) g\n5 1\n",
	    "costs |a|a|f@0:5=1\ncosts |b|b|g@0:5=1\n");
	reads("an appended profile cannot use the ids of the one before",
	    "events: A\nfl=(1) a\n==== NEW PROFILING FILE ====\n"
	    "events: A\nfl=(1)\n",
	    "p:5: expected a number that stands for a name, found (1), "
	    "which was not defined before\n");
}

/* --- inlined functions ---------------------------------------------------- */

static void
test_hosts(void)
{
	reads(
	    "comments after fn= name the host of its rows, up to the next fn=",
	    "events: A\nfl=(1) l.h\nfn=(1) push\n"
	    "# hostfl=(1) m.c\n# hostfn=(1) main\n2 1\nfi=i.h\n3 2\n"
	    "cfn=g\ncalls=1\n3 9\njump=1 4\n3\n"
	    "fn=(1)\n# hostfn=(2) init\n4 3\nfn=(1)\n5 4\n"
	    "fl=m.c\nfn=(2) main\n6 5\nfn=(1)\n# hostfl=(2) n.c\n7 6\n"
	    "fn=(1)\n# hostfn=(1)\n8 7\n",
	    "costs |l.h|l.h|push@0:2 in m.c|main=1\n"
	    "costs |l.h|i.h|push@0:3 in m.c|main=2\n"
	    "call |l.h|i.h|push@0:3 in m.c|main -> |i.h|g@0:0 1=9\n"
	    "jump |l.h|i.h|push@0:3 in m.c|main -> |i.h|push@0:4 1=0\n"
	    "costs |l.h|l.h|push@0:4 in m.c|init=3\n"
	    "costs |l.h|l.h|push@0:5=4\n"
	    "costs |m.c|m.c|main@0:6=5\n"
	    "costs |m.c|m.c|push@0:7=6\n"
	    "costs |m.c|m.c|push@0:8 in n.c|main=7\n");
	reads("numbers of hosts are in name spaces of their own",
	    "events: A\nfl=(1) a\nfn=(1) f\n# hostfl=(1) b\n# hostfn=(1) g\n"
	    "1 1\nfl=(1)\nfn=(1)\n# hostfn=(1)\n2 2\n",
	    "costs |a|a|f@0:1 in b|g=1\ncosts |a|a|f@0:2 in b|g=2\n");
	reads(
	    "names of hosts may be empty, escaped, or written without numbers",
	    "events: A\nfn=f\n# hostfl=\n# hostfn=\n1 1\n"
	    "fn=f\n# hostfl= a\n# hostfn=b\t\n2 2\n",
	    "costs |?\?\?|?\?\?|f@0:1 in |=1\n"
	    "costs |?\?\?|?\?\?|f@0:2 in  a|b\\t=2\n");
	reads("a part begins without a host, and numbers keep their names",
	    "version: 1\nevents: A\nfn=f\n# hostfl=(1) b\n# hostfn=(1) g\n"
	    "1 1\ntotals: 1\npart: 2\n# hostfn=(1)\nevents: A\n"
	    "# hostfl=(3)\n2 2\nfn=f\n# hostfl=(1)\n# hostfn=(1)\n3 3\n",
	    "costs |?\?\?|?\?\?|f@0:1 in b|g=1\n"
	    "costs |?\?\?|?\?\?|?\?\?@0:2=2\n"
	    "costs |?\?\?|?\?\?|f@0:3 in b|g=3\n");
	reads("a host needs a file in its part",
	    "events: A\nfn=f\n# hostfl=b\ntotals: 0\nevents: A\nfn=f\n"
	    "# hostfn=g\n1 1\n",
	    "p:7: expected \"# hostfl=\" before the host, found \"# "
	    "hostfn=g\"\n");
	reads("the number of a host must stand for a name",
	    "events: A\nfn=(1) f\n# hostfl=b\n# hostfn=(1)\n1 1\n",
	    "p:4: expected a number that stands for a name, found (1), which "
	    "was not defined before\n");
	reads("another program's comments cannot be wrong",
	    "creator: x\nevents: A\nfn=f\n# hostfn=(7)\n1 1\n# inlined\n"
	    "2 2\n# inlined\n",
	    "costs |?\?\?|?\?\?|f@0:1 in ?\?\?|?\?\?=1\n"
	    "costs |?\?\?|?\?\?|f@0:2 in ?\?\?|?\?\?=2\n");
	reads("other comments are skipped anywhere",
	    "events: A\n#\n# hostfn\n#hostfn=(7)\n# inlined at\n#inlined\n"
	    "# inlined ~~\nfn=f\n1 1\ncfn=g\n# c\ncalls=1\n# c\n2 2\n# c",
	    "costs |?\?\?|?\?\?|f@0:1=1\n"
	    "call |?\?\?|?\?\?|f@0:2 -> |?\?\?|g@0:0 1=2\n");
}

static void
test_marks(void)
{
	reads("a comment marks the next call, and only that one",
	    "events: A\nfl=a\nfn=f\n# inlined\ncob=o\ncfi=b\ncfn=g\n"
	    "calls=2 7\n1 5\ncalls=3 7\n1 6\n"
	    "cfn=g\n# inlined ~ \ncalls=4\n1 7\n",
	    "call |a|a|f@0:1 -> o|b|g@0:7 2 inlined=5\n"
	    "call |a|a|f@0:1 -> o|b|g@0:7 3=6\n"
	    "call |a|a|f@0:1 -> |a|g@0:0 4 estimated=7\n");
	reads("what is marked as inlined must be a call",
	    "events: A\nfn=f\n# inlined\n1 1\n",
	    "p:4: expected a call after \"# inlined\", found none\n");
	reads("what is marked as inlined must be there",
	    "events: A\nfn=f\n1 1\n# inlined ~\ntotals: 1\nevents: A\n",
	    "p:6: expected a call after \"# inlined\", found none\n");
}

/* the text as the writer writes it again, in short and in full */
static void
test_rewrites(void)
{
	static const char in_full[] =
	    "# callgrind format\nversion: 1\ncreator: cg-tools\n"
	    "positions: line\nevents: A\n"
	    "fl=l.h\nfn=push\n2 1\n"
	    "fn=push\n# hostfl=m.c\n# hostfn=main\n2 1\nfi=i.h\n3 2\n"
	    "jump=1 4\n3\n"
	    "fe=l.h\nfn=push\n# hostfn=\\x283)'2\n4 3\n"
	    "fl=m.c\nfn=push\n# hostfl=n.c\n# hostfn=main\n5 3\n"
	    "fn=main\n# inlined ~\ncob=o\ncfi=l.h\ncfn=push\ncalls=2 2\n"
	    "6 9\n# inlined\ncfn=push\ncalls=2 2\n6 9\ntotals: 10\n";
	static const char in_short[] =
	    "# callgrind format\nversion: 1\ncreator: cg-tools\n"
	    "positions: line\nevents: A\n"
	    "fl=(1) l.h\nfn=(1) push\n2 1\n"
	    "fn=(1)\n# hostfl=(1) m.c\n# hostfn=(1) main\n* 1\n"
	    "fi=(2) i.h\n+1 2\njump=1 +1\n*\n"
	    "fe=(1)\nfn=(1)\n# hostfn=(2) \\x283)'2\n+1 3\n"
	    "fl=(3) m.c\nfn=(2) push\n# hostfl=(2) n.c\n# hostfn=(3) main\n"
	    "+1 3\nfn=(3) main\n# inlined ~\ncob=(1) o\ncfi=(1)\n"
	    "cfn=(4) push\ncalls=2 -3\n+1 9\n# inlined\ncfn=(2)\n"
	    "calls=2 -4\n* 9\ntotals: 10\n";

	rewrites("hosts and marks are written as they were read", in_full,
	    in_full, false);
	rewrites("hosts can be written as numbers", in_full, in_short, true);
	rewrites("and read as numbers", in_short, in_full, false);
}

static const char two_parts[] =
    "events: A\npid: 7\nthread: 1\nfl=(1) a\nfn=(1) f\n5 1\ntotals: 1\n"
    "events: A\npid: 7\nthread: 2\nfl=(1) a\nfn=(1) f\n5 2\n+1 3\ntotals: 5\n"
    "events: A\npid: 8\nfl=(1) b\ntotals: 0\n";

static const char described_parts[] =
    "version: 1\ncmd: a\ndesc: Region: x\nevents: A\nfn=f\n1 1\n"
    "version: 1\ncmd: b\ndesc: d\ndesc: Trigger: Client Request: y\n"
    "events: A\nfn=f\n1 1\n"
    "version: 1\nevents: A\nfn=f\n1 1\n";

static void
test_stops(void)
{
	static const char wanted[] = "7 1:5=1;|7 2:5=2;:6=3;|8 -|";
	char found[200] = "";
	struct cg_error error;
	struct cg_reader *r =
	    cg_reader_open_memory(two_parts, strlen(two_parts), "p", &error);
	const struct cg_header *h = cg_reader_header(r);
	struct cg_record record;
	size_t n = 0;

	cg_reader_set(r, CG_STOP_AT_PARTS);
	do {
		n += (size_t)sprintf(found + n, "%s %s", h->pid,
		    h->thread != NULL ? h->thread : "-");
		while (cg_reader_next(r, &record) == 1)
			n += (size_t)sprintf(found + n, ":%lld=%lld;",
			    (long long)record.line,
			    (long long)record.counts[0]);
		n += (size_t)sprintf(found + n, "|");
	} while (cg_reader_next_part(r));
	ok(strcmp(found, wanted) == 0 && cg_reader_totals(r)[0] == 6 &&
		cg_reader_next(r, &record) == 0 && !cg_reader_next_part(r),
	    "a reader stops at each part, with the header of that");
	cg_reader_close(r);
	r = cg_reader_open_memory(
	    described_parts, strlen(described_parts), "p", &error);
	cg_reader_set(r, CG_STOP_AT_PARTS | CG_REGIONS);
	h = cg_reader_header(r);
	n = 0;
	do {
		n += (size_t)sprintf(found + n, "%s", h->cmd);
		for (size_t i = 0; i < h->ndescs; i++)
			n += (size_t)sprintf(found + n, ":%s", h->descs[i]);
		while (cg_reader_next(r, &record) == 1)
			n += (size_t)sprintf(found + n, "=%s",
			    record.region != NULL ? record.region : "-");
		n += (size_t)sprintf(found + n, "|");
	} while (cg_reader_next_part(r));
	ok(strcmp(found, "a:Region: x=x|b:d:Trigger: Client Request: y=y|"
			 "b:d:Trigger: Client Request: y=-|") == 0,
	    "the header has the command and the descriptions of the part");
	cg_reader_close(r);
	r = cg_reader_open_memory(two_parts, strlen(two_parts), "p", &error);
	while (cg_reader_next(r, &record) == 1)
		;
	ok(!cg_reader_next_part(r) && cg_reader_header(r)->pid == NULL &&
		cg_reader_totals(r)[0] == 6,
	    "a reader that was not told to stop reads all parts as one");
	cg_reader_close(r);
}

static void
test_writes_parts(void)
{
	static const char *const wanted =
	    "# callgrind format\nversion: 1\ncreator: cg-tools\npid: 7\n"
	    "thread: 1\npositions: line\nevents: A\n"
	    "fl=(1) a\nfn=(1) f\n5 1\ntotals: 1\n"
	    "# callgrind format\nversion: 1\ncreator: cg-tools\npid: 7\n"
	    "thread: 2\npositions: line\nevents: A\n"
	    "fl=(1) a\nfn=(1) f\n5 2\n+1 3\ntotals: 5\n"
	    "# callgrind format\nversion: 1\ncreator: cg-tools\npid: 8\n"
	    "positions: line\nevents: A\ntotals: 0\n";

	rewrites("a writer writes each part with its header, names and totals",
	    two_parts, wanted, true);
}

/* true if a row of this line can be written and another part begun */
static bool
can_begin_part(enum cg_format format, int64_t line)
{
	static const struct cg_event event = {.name = "A"};
	static const int64_t counts[] = {1};
	const struct cg_header header = {
	    .format = format,
	    .cmd = "",
	    .nevents = 1,
	    .events = &event,
	};
	const struct cg_record record = {
	    .object = "",
	    .def_file = "a",
	    .file = "a",
	    .function = "f",
	    .line = line,
	    .counts = counts,
	};
	struct cg_error error;
	FILE *file = tmpfile();
	struct cg_writer *w =
	    cg_writer_open_fd(dup(fileno(file)), "p", &header, &error);
	bool begun, closed;

	cg_writer_put(w, &record);
	begun = cg_writer_next_part(w, &header) == 0;
	closed = cg_writer_close(w) == 0;

	fclose(file);
	ok(begun == closed, "a writer that failed does not close");
	return begun;
}

static void
test_parts_that_fail(void)
{
	ok(can_begin_part(CG_CALLGRIND, 1), "a part can be begun after rows");
	ok(!can_begin_part(CG_CACHEGRIND, 1),
	    "Cachegrind's format has no parts");
	ok(!can_begin_part(CG_CALLGRIND, -1),
	    "no part can be begun after a row that was not written");
}

static const int64_t *
summary_of(struct cg_reader **reader, const char *text)
{
	static struct cg_error error;
	struct cg_record record;

	*reader = cg_reader_open_memory(text, strlen(text), "p", &error);
	while (*reader != NULL && cg_reader_next(*reader, &record) == 1)
		;
	return cg_reader_summary(*reader);
}

static void
test_summary(void)
{
	struct cg_reader *r;
	const int64_t *declared;

	declared =
	    summary_of(&r, "events: A\nsummary: 9\nfn=f\n1 5\ntotals: 5\n");
	ok(declared != NULL && declared[0] == 9 && cg_reader_totals(r)[0] == 5,
	    "the declared summary may be more than the rows");
	cg_reader_close(r);
	declared =
	    summary_of(&r, "events: A\nsummary: 0\nfn=f\n1 5\ntotals: 6\n");
	ok(declared != NULL && declared[0] == 6,
	    "totals are declared if the summary is 0");
	cg_reader_close(r);
	declared = summary_of(&r, "events: A\nfn=f\n1 5\n");
	ok(declared == NULL && cg_reader_totals(r)[0] == 5,
	    "without summary and totals nothing is declared");
	cg_reader_close(r);
	declared =
	    summary_of(&r, "events: A\npositions: line\nsummary: 2\nfn=f\n1 1\n"
			   "part: 2\nsummary: 4\nfn=f\n1 3\n");
	ok(declared != NULL && declared[0] == 6 && cg_reader_totals(r)[0] == 4,
	    "the declared summaries of parts add up");
	cg_reader_close(r);
}

static void
test_derived(void)
{
	static const struct cg_event chosen[] = {{.name = "C"}, {.name = "A"}};
	static const char text[] =
	    "event: C = B2 + 10 B : Cycle estimation\n"
	    "event: A : Apples\nevent: B2 = 2*B + -1 A\nevent: None : nothing\n"
	    "events: A B\nsummary: 7 9\nfn=f\n1 5 3\n2 1\n";
	struct cg_error error;
	struct cg_reader *r =
	    cg_reader_open_memory(text, strlen(text), "p", &error);
	const struct cg_header *h = cg_reader_header(r);
	struct cg_record record;

	ok(h->nevents == 2 && strcmp(h->events[0].long_name, "Apples") == 0 &&
		h->nderived == 2 && strcmp(h->derived[0].name, "C") == 0 &&
		strcmp(h->derived[0].formula, "B2 + 10 B") == 0 &&
		strcmp(h->derived[0].long_name, "Cycle estimation") == 0 &&
		h->derived[1].long_name == NULL,
	    "a header has long names and derived events");
	ok(cg_reader_select_events(r, chosen, 2) == 0 &&
		cg_reader_next(r, &record) == 1 && record.counts[0] == 31 &&
		record.counts[1] == 5,
	    "derived events can be selected");
	ok(cg_reader_next(r, &record) == 1 && record.counts[0] == -1 &&
		record.present[0] && record.present[1] &&
		cg_reader_next(r, &record) == 0 &&
		cg_reader_totals(r)[0] == 30 && cg_reader_summary(r)[0] == 101,
	    "derived events have totals and a summary");
	cg_reader_close(r);
}

int
main(void)
{
	test_names();
	test_positions();
	test_calls();
	test_parts();
	test_hosts();
	test_marks();
	test_rewrites();
	test_stops();
	test_writes_parts();
	test_parts_that_fail();
	test_summary();
	test_derived();
	return failures > 0;
}
