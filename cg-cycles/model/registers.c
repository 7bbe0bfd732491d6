/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Parts of a register are the register: "al" is "rax", "xmm0" is "ymm0", "w0" is "x0".  The flags
 * are one.
 */
#include <stdlib.h>
#include <string.h>

#include "cgfmt.h"
#include "libcli/cli.h"
#include "load_delay.h"
#include "registers.h"

enum {
	GENERAL = 0,
	VECTOR = 32,
	MASK = 64,
	FLAGS = 72,
	NONE = NREGISTERS, /* or one that nothing waits for */
	MOST_OPERANDS = 6
};

struct operand {
	const char *text;
	size_t len;
	bool is_memory;
};

static void
add(uint64_t *set, unsigned number)
{
	if (number < NREGISTERS)
		set[number / 64] |= (uint64_t)1 << number % 64;
}

static bool
begins_with(const char *text, const char *start)
{
	return strncmp(text, start, strlen(start)) == 0;
}

/* True if the mnemonic begins with one of the words of a list. */
static bool
is_one_of(const char *name, const char *const *list)
{
	for (; *list != NULL; list++)
		if (begins_with(name, *list))
			return true;
	return false;
}

/* Splits operands at commas outside of brackets. */
static size_t
split(const char *text, struct operand operands[MOST_OPERANDS])
{
	const char *p = text + strcspn(text, " \t");
	size_t n = 0;

	p += strspn(p, " \t");
	while (*p != '\0' && n < MOST_OPERANDS) {
		struct operand *one = &operands[n++];
		int depth = 0;

		*one = (struct operand){.text = p};
		for (; *p != '\0' && (depth > 0 || *p != ','); p++) {
			depth += *p == '(' || *p == '[' || *p == '{';
			depth -= *p == ')' || *p == ']' || *p == '}';
			one->is_memory |= *p == '(' || *p == '[';
		}
		one->len = (size_t)(p - one->text);
		p += *p == ',';
		p += strspn(p, " \t");
	}
	return n;
}

/* Returns the number behind a name of so many letters, plus a base; NONE: it is no such register. */
static unsigned
numbered(const char *name, size_t len, size_t nletters, unsigned base)
{
	int64_t number;
	int digits;

	if (len <= nletters)
		return NONE;
	digits = cg_parse_int(name + nletters, len - nletters, &number);
	return digits > 0 && number >= 0 && number < 32
		   ? base + (unsigned)number
		   : NONE;
}

/* --- x86 -------------------------------------------------------------------- */

/* The stack pointer is not waited for. */
static unsigned
x86_register(const char *name, size_t len)
{
	static const char *const families[] = {
	    "rax", "rbx", "rcx", "rdx", "rsi", "rdi", "rbp"};
	char whole[8];

	if (len > 3 && name[1] == 'm' && name[2] == 'm')
		return numbered(name, len, 3, VECTOR);
	if (len == 2 && name[0] == 'k')
		return numbered(name, len, 1, MASK);
	if (!register_whole(whole, name, len))
		return NONE;
	for (unsigned i = 0; i < sizeof(families) / sizeof(*families); i++)
		if (strcmp(whole, families[i]) == 0)
			return GENERAL + 16 + i;
	return numbered(whole, strlen(whole), 1, GENERAL);
}

unsigned
registers_number_x86(const char *name)
{
	return x86_register(name, strlen(name));
}

static void
add_x86(uint64_t *set, const struct operand *one)
{
	const char *end = one->text + one->len;

	for (const char *p = one->text; p < end; p++) {
		size_t len;

		if (*p != '%')
			continue;
		len = strspn(p + 1, "abcdefghijklmnopqrstuvwxyz0123456789");
		add(set, x86_register(p + 1, len));
		p += len;
	}
}

/* True if the last operand is only written. */
static bool
only_writes_x86(const char *name, size_t nregisters, bool has_memory)
{
	static const char *const fused[] = {
	    "vfm", "vfnm", "vpdp", "vpternlog", "vpermt2", "vpermi2", NULL};
	static const char *const writers[] = {"mov", "lea", "set", "cvt",
	    "sqrt", "rsqrt", "rcp", "round", "pabs", "pshuf", "pmovs", "pmovz",
	    "pmovm", "lzcnt", "tzcnt", "popcnt", "bsf", "bsr", "andn", "bextr",
	    "rorx", "sarx", "shlx", "shrx", "mulx", "pext", "pdep", "pop",
	    "bls", "in", "rd", NULL};

	if (name[0] == 'v')
		return !is_one_of(name, fused);
	if (begins_with(name, "inc") || begins_with(name, "ins"))
		return false;
	/* the rest of a vector stays */
	if ((strcmp(name, "movss") == 0 || strcmp(name, "movsd") == 0 ||
		begins_with(name, "movh") || begins_with(name, "movlp")) &&
	    nregisters == 2 && !has_memory)
		return false;
	return is_one_of(name, writers);
}

static bool
is_zero_x86(const char *name, const struct operand *operands, size_t n)
{
	static const char *const zeroes[] = {
	    "xor", "sub", "pxor", "vpxor", "vxor", "psub", "vpsub", NULL};

	return n >= 2 && is_one_of(name, zeroes) &&
	       operands[0].len == operands[1].len &&
	       memcmp(operands[0].text, operands[1].text, operands[0].len) == 0;
}

/* with one operand, they have two results */
static const char *const wide_x86[] = {"mul", "imul", "div", "idiv", NULL};

/* Adds the flags, and the registers that the text does not name. */
static void
add_hidden_x86(struct registers *r, const char *name, size_t n)
{
	static const char *const readers[] = {
	    "cmov", "set", "adc", "sbb", "j", "rcl", "rcr", NULL};
	static const char *const writers[] = {"add", "adc", "sub", "sbb", "inc",
	    "dec", "cmp", "test", "and", "or", "xor", "neg", "sh", "sa", "imul",
	    "mul", "bt", "ucomi", "comi", "vucomi", "vcomi", "lzcnt", "tzcnt",
	    "popcnt", "bs", "ro", "ptest", "vptest", NULL};
	/* of vectors, and with a mask */
	static const char *const others[] = {"addp", "adds", "subp", "subs",
	    "andp", "andnp", "orp", "xorp", "mulp", "muls", "shuf", "round",
	    "rorx", "sarx", "shlx", "shrx", "mulx", NULL};
	unsigned rax = x86_register("rax", 3), rdx = x86_register("rdx", 3);

	if (is_one_of(name, readers))
		add(r->read, FLAGS);
	/* "addss" and "addsd" are of vectors, "addl" is not */
	if (is_one_of(name, writers) && !is_one_of(name, others))
		add(r->written, FLAGS);
	if (n == 1 && is_one_of(name, wide_x86)) {
		add(r->read, rax);
		if (strstr(name, "div") != NULL)
			add(r->read, rdx);
		add(r->written, rax);
		add(r->written, rdx);
	}
	if (strcmp(name, "cltq") == 0 || strcmp(name, "cwtl") == 0 ||
	    strcmp(name, "cqto") == 0 || strcmp(name, "cltd") == 0) {
		add(r->read, rax);
		add(r->written, name[1] == 'l' && name[3] != 'd' ? rax : rdx);
	}
}

static struct registers
x86_registers(const char *name, const struct operand *operands, size_t n)
{
	static const char *const readers[] = {"cmp", "test", "ucomis", "comis",
	    "vucomis", "vcomis", "ptest", "vptest", "vtest", "push", "j",
	    "prefetch", "call", NULL};
	struct registers r = {.address = {0}};
	const struct operand *last = &operands[n > 0 ? n - 1 : 0];
	bool has_memory = false;
	bool only_reads =
	    is_one_of(name, readers) || strcmp(name, "btl") == 0 ||
	    strcmp(name, "btq") == 0 || (n == 1 && is_one_of(name, wide_x86));
	size_t nregisters = 0;

	for (size_t i = 0; i < n; i++) {
		has_memory |= operands[i].is_memory;
		nregisters += operands[i].is_memory || *operands[i].text == '%';
	}
	/* compares of vectors write a register */
	only_reads = only_reads && !begins_with(name, "cmpp") &&
		     strcmp(name, "cmpss") != 0 && strcmp(name, "cmpsd") != 0;
	for (size_t i = 0; i < n; i++)
		if (operands[i].is_memory)
			add_x86(r.address, &operands[i]);
		else if (&operands[i] != last || only_reads)
			add_x86(r.read, &operands[i]);
	if (n > 0 && !last->is_memory && !only_reads) {
		bool is_product = begins_with(name, "imul") && n == 3;

		add_x86(r.written, last);
		if (!is_product &&
		    !only_writes_x86(name, nregisters, has_memory))
			add_x86(r.read, last);
		if (begins_with(name, "xchg") && !has_memory)
			add_x86(r.written, &operands[0]);
	}
	if (is_zero_x86(name, operands, n))
		memset(r.read, 0, sizeof(r.read));
	add_hidden_x86(&r, name, n);
	return r;
}

/* --- arm64 ------------------------------------------------------------------ */

static void
add_arm64(uint64_t *set, const struct operand *one)
{
	const char *end = one->text + one->len;

	for (const char *p = one->text; p < end; p++) {
		size_t len = strspn(p, "abcdefghijklmnopqrstuvwxyz0123456789");

		if (len > 1 && strchr("xw", *p) != NULL)
			add(set, numbered(p, strcspn(p, ".,]}! "), 1, GENERAL));
		else if (len > 1 && strchr("bhsdqvz", *p) != NULL)
			add(set, numbered(p, len, 1, VECTOR));
		p += len > 0 ? len - 1 : 0;
	}
}

static struct registers
arm64_registers(const char *name, const struct operand *operands, size_t n)
{
	static const char *const readers[] = {"st", "cmp", "cmn", "tst", "fcmp",
	    "ccmp", "ccmn", "b", "cb", "tb", "ret", "prfm", NULL};
	static const char *const updates[] = {"fmla", "fmls", "mla", "mls",
	    "bsl", "bit", "bif", "ins", "movk", "bfi", "bfxil", "sdot", "udot",
	    "smlal", "umlal", "smlsl", "umlsl", "sadalp", "uadalp", "ssra",
	    "usra", NULL};
	static const char *const flags[] = {
	    "b.", "cs", "cc", "cinc", "cneg", "cinv", "adc", "sbc", NULL};
	static const char *const setters[] = {"cmp", "cmn", "tst", "fcmp",
	    "ccmp", "ccmn", "adds", "subs", "ands", "bics", "adcs", "sbcs",
	    "negs", NULL};
	struct registers r = {.address = {0}};
	bool is_pair = begins_with(name, "ldp");
	/* "bic" and "bfi" write */
	bool only_reads = is_one_of(name, readers) &&
			  !begins_with(name, "bi") &&
			  !begins_with(name, "bf") && !begins_with(name, "bsl");

	for (size_t i = 0; i < n; i++) {
		bool is_result = !only_reads && (i == 0 || (is_pair && i == 1));

		if (operands[i].is_memory)
			add_arm64(r.address, &operands[i]);
		else if (is_result)
			add_arm64(r.written, &operands[i]);
		if (!operands[i].is_memory &&
		    (!is_result || is_one_of(name, updates)))
			add_arm64(r.read, &operands[i]);
	}
	if (is_one_of(name, flags))
		add(r.read, FLAGS);
	if (is_one_of(name, setters))
		add(r.written, FLAGS);
	return r;
}

struct registers
registers_of(const char *machine, const char *text)
{
	struct operand operands[MOST_OPERANDS];
	size_t n = split(text, operands);
	char *name = cli_copy(text, strcspn(text, " \t"));
	struct registers r = strcmp(machine, "aarch64") == 0
				 ? arm64_registers(name, operands, n)
				 : x86_registers(name, operands, n);

	free(name);
	return r;
}
