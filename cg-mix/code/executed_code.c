/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads the code of all functions that were executed; each of their instructions is decoded once. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cg-mix/arm64/arm64_operations.h"
#include "cg-mix/x86/x86_operations.h"
#include "executed_code.h"
#include "libcli/cli.h"
#include "libquery/lower_bound.h"
#include "libquery/machine_code/code_address.h"
#include "libquery/machine_code/machine_code.h"

struct reading_code {
	struct executed_code *to;
	const struct instruction_profile *profile;
	struct machine_code_options options;
	struct mnemonics x86, arm64;
};

/* --- decoding ------------------------------------------------------------- */

static bool
is_decoded(const char *machine)
{
	return strcmp(machine, "x86-64") == 0 || strcmp(machine, "i386") == 0 ||
	       strcmp(machine, "aarch64") == 0;
}

static struct operations
decode(const struct reading_code *r, const char *machine, const char *text)
{
	if (strcmp(machine, "aarch64") == 0)
		return arm64_decode(&r->arm64, text);
	return x86_decode(&r->x86, text, strcmp(machine, "i386") == 0 ? 4 : 8);
}

/* --- functions ------------------------------------------------------------ */

static void
add_unread(struct executed_code *to, const char *object, const char *text,
    int64_t executed)
{
	to->not_read += executed;
	for (size_t i = 0; i < to->nunread; i++)
		if (to->unread[i].object == object &&
		    strcmp(to->unread[i].text, text) == 0) {
			to->unread[i].executed += executed;
			return;
		}
	to->unread = cli_grow(to->unread, to->nunread, sizeof(*to->unread));
	to->unread[to->nunread++] = (struct unread_code){
	    object, cli_copy(text, strlen(text)), executed};
}

static void
add_lacking(struct executed_code *to, const char *text, int64_t executed)
{
	size_t start, end = instruction_mnemonic(text, &start);
	struct lacking *one;

	to->not_known += executed;
	for (size_t i = 0; i < to->nlacking; i++)
		if (strlen(to->lacking[i].name) == end - start &&
		    memcmp(to->lacking[i].name, text + start, end - start) ==
			0) {
			to->lacking[i].executed += executed;
			return;
		}
	to->lacking = cli_grow(to->lacking, to->nlacking, sizeof(*one));
	one = &to->lacking[to->nlacking++];
	*one = (struct lacking){cli_copy(text + start, end - start), executed};
}

static void
take_code(struct reading_code *r, const struct machine_code *code)
{
	struct executed_code *to = r->to;

	for (size_t i = 0; i < code->n; i++) {
		const struct code_instruction *one = &code->list[i];
		struct executed done = {
		    .object = code->function->object, .address = one->address};

		if (one->counts == NULL || one->executed == 0)
			continue;
		done.of_one = decode(r, code->machine, one->text);
		if (!done.of_one.is_known)
			add_lacking(to, one->text, one->executed);
		to->list = cli_grow(to->list, to->n, sizeof(*to->list));
		to->list[to->n++] = done;
	}
	if (code->unplaced != NULL)
		add_unread(to, code->function->object,
		    "rows without an address", code->unplaced[r->profile->ir]);
}

static void
read_function(struct reading_code *r, const struct code_function *function)
{
	int64_t executed = function->costs[r->profile->ir];
	struct machine_code code;

	machine_code_read(&code, &r->profile->code_rows, function, &r->options);
	if (code.problem != NULL)
		add_unread(r->to, function->object, code.problem, executed);
	else if (code.is_changed)
		add_unread(r->to, function->object,
		    "it is not the code that was executed", executed);
	else if (!is_decoded(code.machine))
		add_unread(r->to, function->object,
		    "cg-mix does not decode code of its machine", executed);
	else
		take_code(r, &code);
	machine_code_release(&code);
}

static int
compare_executed(const void *a, const void *b)
{
	const struct executed *x = a, *y = b;

	return code_address_compare(
	    x->object, x->address, y->object, y->address);
}

static int
compare_lacking(const void *a, const void *b)
{
	const struct lacking *x = a, *y = b;

	if (x->executed != y->executed)
		return (x->executed < y->executed) -
		       (x->executed > y->executed);
	return strcmp(x->name, y->name);
}

/* Functions may share code: keeps each instruction once. */
static void
sort(struct executed_code *to)
{
	size_t n = 0;

	if (to->n > 1)
		qsort(to->list, to->n, sizeof(*to->list), compare_executed);
	for (size_t i = 0; i < to->n; i++)
		if (n == 0 ||
		    compare_executed(&to->list[i], &to->list[n - 1]) != 0)
			to->list[n++] = to->list[i];
	to->n = n;
	if (to->nlacking > 1)
		qsort(to->lacking, to->nlacking, sizeof(*to->lacking),
		    compare_lacking);
}

void
executed_code_read(
    struct executed_code *to, const struct instruction_profile *profile)
{
	const struct code_rows *rows = &profile->code_rows;
	const struct cg_header *header = cg_reader_header(profile->reader);
	struct reading_code r = {.to = to, .profile = profile};
	struct code_places places = {.n = 0};
	struct build_ids build_ids = {.n = 0};
	const struct code_function **read =
	    cli_alloc(rows->nfunctions + 1, sizeof(*read));
	size_t nread = 0;

	*to = (struct executed_code){.n = 0};
	x86_names(&r.x86);
	mnemonics_sort(&r.x86);
	arm64_names(&r.arm64);
	mnemonics_sort(&r.arm64);
	build_ids_take(&build_ids, header);
	for (size_t i = 0; i < rows->nfunctions; i++) {
		int64_t executed = rows->functions[i].costs[profile->ir];

		if (executed > 0)
			read[nread++] = &rows->functions[i];
		to->all += executed;
	}
	code_places_find(&places, rows, read, nread, &build_ids);
	code_places_disassemble(&places, true);
	r.options = (struct machine_code_options){.build_ids = &build_ids,
	    .header = header,
	    .intel = true,
	    .places = &places};
	for (size_t i = 0; i < nread; i++)
		read_function(&r, read[i]);
	sort(to);
	code_places_release(&places);
	build_ids_release(&build_ids);
	mnemonics_release(&r.x86);
	mnemonics_release(&r.arm64);
	free(read);
}

/* --- questions ------------------------------------------------------------ */

static int
compare_to_key(const void *element, const void *key)
{
	return compare_executed(element, key);
}

const struct executed *
executed_code_find(
    const struct executed_code *code, const char *object, uint64_t address)
{
	const struct executed key = {.object = object, .address = address};
	size_t i = lower_bound(
	    &key, code->list, code->n, sizeof(*code->list), compare_to_key);

	return i < code->n && compare_executed(&code->list[i], &key) == 0
		   ? &code->list[i]
		   : NULL;
}

static double
percent_of(const struct executed_code *code, int64_t executed)
{
	return code->all > 0 ? 100 * (double)executed / (double)code->all : 0;
}

static const char *
object_of(const struct unread_code *unread)
{
	return *unread->object != '\0' ? unread->object : cg_unknown_name;
}

void
executed_code_warn(
    const struct executed_code *code, const char *path, bool is_quiet)
{
	enum { MOST_NAMED = 10 };
	char *names;

	if (code->nunread > 0 && code->n == 0)
		cli_die("%s: none of its code can be read: %s: %s", path,
		    object_of(code->unread), code->unread->text);
	names = cli_copy("", 0);
	for (size_t i = 0; i < code->nunread; i++)
		if (!is_quiet ||
		    100 * (double)code->unread[i].executed > (double)code->all)
			cli_warn("%s: %s; %.2f %% of Ir have no operations",
			    object_of(&code->unread[i]), code->unread[i].text,
			    percent_of(code, code->unread[i].executed));
	for (size_t i = 0; i < code->nlacking && i < MOST_NAMED; i++)
		cli_append(
		    &names, "%s%s", i > 0 ? ", " : "", code->lacking[i].name);
	/* the dynamic linker saves registers with xsave in each run */
	if (percent_of(code, code->not_known) > (is_quiet ? 1 : 0.01))
		cli_warn("%" PRId64 " of %" PRId64
			 " executed instructions are not known to cg-mix: "
			 "%s%s",
		    code->not_known, code->all, names,
		    code->nlacking > MOST_NAMED ? ", ..." : "");
	free(names);
}

void
executed_code_release(struct executed_code *code)
{
	for (size_t i = 0; i < code->nlacking; i++)
		free(code->lacking[i].name);
	for (size_t i = 0; i < code->nunread; i++)
		free(code->unread[i].text);
	free(code->list);
	free(code->lacking);
	free(code->unread);
	*code = (struct executed_code){.n = 0};
}
