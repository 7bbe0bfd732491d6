/* SPDX-License-Identifier: BSD-2-Clause */
/* A profile that ends too early is rejected, at any byte of the cut. */
#include <stdio.h>
#include <string.h>

#include "cgfmt.h"
#include "ok.h"

static const struct {
	const char *name;
	const char *text;
	size_t
	    whole;   /* of these bytes, what they end in says nothing is lost */
	size_t more; /* blank lines behind those */
} profiles[] = {
    {.name = "a profile of Cachegrind is whole",
	.text = "desc: I1 cache: 32768 B, 64 B, 8-way associative\n"
		"cmd: ./a\n"
		"events: Ir I1mr ILmr \n"
		"fl=a.c\n"
		"fn=f\n"
		"0 1 1 1\n"
		"12 12345 0 0\n"
		"fn=g\n"
		"3 100 0 0\n"
		"summary: 12446 1 1\n"},
    {.name = "a profile of Cachegrind whose last counts are 0 is whole",
	.text = "cmd: ./a\n"
		"events: Ir I1mr ILmr\n"
		"fl=a.c\n"
		"fn=f\n"
		"12 100 0 0\n"
		"summary: 100 0 0\n"},
    {.name = "a profile of Cachegrind without costs is whole",
	.text = "cmd: ./a\nevents: Ir\nsummary: 0\n"},
    {.name = "a difference is whole",
	.text = "desc: Files compared: a; b\n"
		"cmd: a; b\n"
		"events: Ir\n"
		"fl=a.c\n"
		"fn=f\n"
		"0 -110\n"
		"summary: -110\n"},
    {.name = "a profile of Callgrind is whole",
	.text = "# callgrind format\n"
		"version: 1\n"
		"creator: callgrind-3.19.0\n"
		"pid: 12\n"
		"cmd:  ./a\n"
		"part: 1\n"
		"\n\n"
		"desc: Trigger: Program termination\n"
		"\n"
		"positions: instr line\n"
		"events: Ir Dr\n"
		"summary: 1110 20\n"
		"\n\n"
		"ob=(1) a\n"
		"fl=(1) a.c\n"
		"fn=(1) f\n"
		"0x10 12 100 20\n"
		"cfn=(2) g\n"
		"calls=1 0x20 5\n"
		"* * 1000\n"
		"jcnd=1/2 +4 *\n"
		"* *\n"
		"\n"
		"fn=(2)\n"
		"0x20 5 1000\n"
		"\n"
		"totals: 1100 20\n"},
    {.name = "a profile of two parts is whole",
	.text = "# callgrind format\n"
		"version: 1\n"
		"creator: callgrind-3.19.0\n"
		"pid: 12\n"
		"positions: line\n"
		"events: Ir\n"
		"summary: 111\n"
		"\n"
		"fl=(1) a.c\n"
		"fn=(1) f\n"
		"1 111\n"
		"\n"
		"totals: 111\n"
		"\n"
		"part: 2\n"
		"\n"
		"desc: Trigger: Program termination\n"
		"\n"
		"positions: line\n"
		"events: Ir\n"
		"summary: 222\n"
		"\n"
		"fl=(1)\n"
		"fn=(1)\n"
		"+1 222\n"
		"\n"
		"totals: 222\n",
	.whole = sizeof("# callgrind format\n"
			"version: 1\n"
			"creator: callgrind-3.19.0\n"
			"pid: 12\n"
			"positions: line\n"
			"events: Ir\n"
			"summary: 111\n"
			"\n"
			"fl=(1) a.c\n"
			"fn=(1) f\n"
			"1 111\n"
			"\n"
			"totals: 111\n") -
		 1,
	.more = 1},
    {.name = "a tree of allocations is whole",
	.text = "# callgrind format\n"
		"version: 1\n"
		"creator: xtree-1\n"
		"pid: 1\n"
		"cmd: ./a\n"
		"\n"
		"positions: line\n"
		"event: curB : currently allocated Bytes\n"
		"events: curB  curBk \n"
		"fl=(1) a.c\n"
		"fn=(1) main\n"
		"12 3648 2\n"
		"\n"
		"totals: 3648 2\n"},
    {.name = "a profile of cg-tools is whole",
	.text = "# callgrind format\n"
		"version: 1\n"
		"creator: cg-tools (Xdebug 3.2.0)\n"
		"positions: line\n"
		"events: Time\n"
		"fl=a.php\n"
		"fn=f\n"
		"1 501032\n"
		"summary: 501040\n"
		"totals: 501032\n"},
    {.name = "a profile of cg-tools whose last counts are 0 is whole",
	.text = "# callgrind format\n"
		"version: 1\n"
		"creator: cg-tools\n"
		"positions: line\n"
		"events: Ir Dr\n"
		"fl=a.c\n"
		"fn=f\n"
		"1 10\n"
		"totals: 10 0\n"},
};

/* 0 if the bytes are read as a whole profile */
static int
read_all(const char *text, size_t size)
{
	struct cg_error error;
	struct cg_reader *r = cg_reader_open_memory(text, size, "text", &error);
	struct cg_record row;
	int got;

	if (r == NULL)
		return -1;
	while ((got = cg_reader_next(r, &row)) == 1)
		;
	cg_reader_close(r);
	return got;
}

static void
test_prefixes(void)
{
	for (size_t i = 0; i < sizeof(profiles) / sizeof(profiles[0]); i++) {
		const char *text = profiles[i].text;
		size_t whole = profiles[i].whole, taken = 0;
		size_t size = strlen(text);
		bool callgrind = strncmp(text, "# callgrind", 11) == 0;

		ok(read_all(text, size) == 0, profiles[i].name);
		for (size_t n = 0; n < size; n++) {
			bool is_whole = whole > 0 && n >= whole &&
					n <= whole + profiles[i].more;

			/* only a newline is missing */
			is_whole |= !callgrind && n == size - 1;
			if (is_whole != (read_all(text, n) == 0)) {
				printf("# %s: wrong for %zu bytes\n",
				    profiles[i].name, n);
				taken++;
			}
		}
		ok(taken == 0, "cut at any byte, it is not whole");
	}
}

/* each of several parts must be whole */
static void
test_parts(void)
{
	static const char cut[] = "version: 1\ncreator: callgrind-3.19.0\n"
				  "pid: 12\nevents: Ir\nfl=a.c\nfn=f\n1 1\n"
				  "part: 2\nevents: Ir\nfn=f\n1 1\n"
				  "totals: 1\n",
			  other[] = "version: 1\ncreator: some 1\n"
				    "events: Ir\nfl=a.c\nfn=f\n1 1\n"
				    "creator: callgrind-3.19.0\npid: 12\n"
				    "events: Ir\nfn=f\n1 1\n",
			  sum[] = "creator: cg-tools\nevents: Ir\n"
				  "fn=f\n1 1\ntotals: 1\n"
				  "part: 2\nevents: Ir\nfn=f\n1 2\n"
				  "totals: 3\n";

	ok(read_all(cut, strlen(cut)) < 0,
	    "a first part without totals is rejected");
	ok(read_all(other, strlen(other)) < 0,
	    "a part of another creator without totals is rejected");
	ok(read_all(sum, strlen(sum)) < 0,
	    "a part of cg-tools with wrong totals is rejected");
}

int
main(void)
{
	test_prefixes();
	test_parts();
	return failures != 0;
}
