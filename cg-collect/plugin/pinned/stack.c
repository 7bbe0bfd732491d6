// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Rebuilds the stack of a program that starts, because its content depends on
 * the directory of Valgrind, on the kernel and on chance.  From the highest
 * address on, it becomes
 *
 *	variables | platform and random bytes | arguments | gap |
 *	auxiliary vector | pointers to variables | to arguments | their number
 *
 * so that the addresses of the variables do not depend on the arguments.  The
 * gap ends at a multiple of UNIT bytes, so that the stack pointer does not
 * depend on usual arguments either.  The program's name, which the C library
 * reads, starts a cache line.
 */
#include "../../client_variables.h"
#include "core.h"
#include "stack.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"
#include "pub_tool_xarray.h"

#if CORE_PINS

#define UNIT 8192
#define LINE 64
#define RANDOM_SIZE 16

/* types of entries in the auxiliary vector, as in elf.h */
enum {
	TYPE_END = 0,
	TYPE_IGNORE = 1,
	TYPE_PLATFORM = 15,
	TYPE_HWCAP = 16,
	TYPE_BASE_PLATFORM = 24,
	TYPE_RANDOM = 25,
	TYPE_HWCAP2 = 26,
	TYPE_EXECFN = 31,
};

/* of the core, but not in its headers for tools */
Bool VG_(extend_stack)(ThreadId thread, Addr address);
extern UWord *VG_(client_auxv);
extern Int VG_(cl_auxv_fd); /* the program reads it as /proc/self/auxv */

/* a copy of the stack that the core made; its pointers are not adjusted */
struct stack {
	Addr start, end;
	HChar *copy;
};

/* the new one, filled downwards */
struct new_stack {
	Addr at;
	XArray *words; /* for the stack pointer, from the lowest on */
};

/* --- the old stack -------------------------------------------------------- */

static struct stack
take_stack(Addr start)
{
	struct stack old = {.start = start};

	old.end = VG_(am_find_nsegment)(start)->end + 1;
	old.copy = VG_(malloc)("cgcollect.stack", old.end - start);
	VG_(memcpy)(old.copy, (void *)start, old.end - start);
	/* the program could read these bytes below its stack */
	VG_(memset)((void *)start, 0, old.end - start);
	return old;
}

static const HChar *
text_at(const struct stack *old, UWord address)
{
	tl_assert(address >= old->start && address < old->end);
	return old->copy + (address - old->start);
}

/* --- variables ------------------------------------------------------------ */

static Bool
begins_with(const HChar *text, const HChar *start)
{
	return VG_(strncmp)(text, start, VG_(strlen)(start)) == 0;
}

static Bool
has_client_variables(const struct stack *old, const UWord *variables)
{
	for (; *variables; variables++)
		if (begins_with(text_at(old, *variables), CLIENT_VARIABLE))
			return True;
	return False;
}

/* "LD_PRELOAD=..." without the core's library, to be freed; NULL if nothing
 * else is preloaded */
static HChar *
without_core(const HChar *preload)
{
	const HChar *item = preload + sizeof "LD_PRELOAD=" - 1;
	HChar *kept =
	    VG_(calloc)("cgcollect.preload", VG_(strlen)(preload) + 1, 1);
	HChar *end = kept + (item - preload);

	VG_(memcpy)(kept, preload, (SizeT)(item - preload));
	while (*item) {
		SizeT len = 0;
		HChar *name;

		while (item[len] && item[len] != ':')
			len++;
		VG_(memcpy)(end, item, len);
		end[len] = '\0';
		item += item[len] ? len + 1 : len;
		name = VG_(strrchr)(end, '/');
		if (name && begins_with(name, "/vgpreload_"))
			continue;
		end += len;
		*end++ = ':';
	}
	if (end == kept + sizeof "LD_PRELOAD=" - 1) {
		VG_(free)(kept);
		return NULL;
	}
	end[-1] = '\0';
	return kept;
}

/* returns the variable for the program, to be freed; NULL: it does not get it
 */
static HChar *
clients_form(const HChar *variable, Bool chosen)
{
	if (begins_with(variable, CLIENT_VARIABLE))
		return VG_(strdup)("cgcollect.variable",
		    variable + sizeof CLIENT_VARIABLE - 1);
	if (chosen || begins_with(variable, "VALGRIND_LIB="))
		return NULL;
	if (begins_with(variable, "LD_PRELOAD="))
		return without_core(variable);
	return VG_(strdup)("cgcollect.variable", variable);
}

/* --- the new stack -------------------------------------------------------- */

static Addr
put_bytes(struct new_stack *to, const void *bytes, SizeT size)
{
	to->at -= size;
	VG_(memcpy)((void *)to->at, bytes, size);
	return to->at;
}

static Addr
put_text(struct new_stack *to, const HChar *text)
{
	return put_bytes(to, text, VG_(strlen)(text) + 1);
}

static Addr
put_name(struct new_stack *to, const HChar *name)
{
	SizeT size = VG_(strlen)(name) + 1;

	to->at = VG_ROUNDDN(to->at - size, LINE) + size;
	return put_bytes(to, name, size);
}

static void
add_word(struct new_stack *to, UWord word)
{
	VG_(addToXA)(to->words, &word);
}

/* puts the texts of the variables and returns their addresses */
static XArray *
put_variables(
    struct new_stack *to, const struct stack *old, const UWord *variables)
{
	Bool chosen = has_client_variables(old, variables);
	XArray *addresses = VG_(newXA)(
	    VG_(malloc), "cgcollect.variables", VG_(free), sizeof(UWord));

	for (; *variables; variables++) {
		HChar *variable =
		    clients_form(text_at(old, *variables), chosen);
		UWord address;

		if (!variable)
			continue;
		address = put_text(to, variable);
		VG_(addToXA)(addresses, &address);
		VG_(free)(variable);
	}
	return addresses;
}

/* The name goes below the other arguments, so that these keep their addresses
 * if its length changes. */
static void
add_arguments(struct new_stack *to, const struct stack *old, const UWord *texts)
{
	Word first = VG_(sizeXA)(to->words);
	UWord *name;

	for (UWord i = 0; texts[i]; i++)
		add_word(to, i > 0 ? put_text(to, text_at(old, texts[i])) : 0);
	add_word(to, 0);
	name = VG_(indexXA)(to->words, first);
	if (texts[0])
		*name = put_name(to, text_at(old, texts[0]));
}

static void
add_variables(struct new_stack *to, XArray *addresses)
{
	for (Word i = 0; i < VG_(sizeXA)(addresses); i++)
		add_word(to, *(UWord *)VG_(indexXA)(addresses, i));
	add_word(to, 0);
}

/* If no instruction describes the processor, programs choose their code by the
 * kernel's description.  It is reduced to what all processors of the
 * architecture have: on arm64 floating point and vectors. */
static UWord
pin_abilities(UWord type, UWord abilities)
{
#if defined(VGA_arm64)
	return type == TYPE_HWCAP ? abilities & 3 : 0;
#else
	return abilities;
#endif
}

/* Drops the entries that the core blanked out, because kernels differ in
 * them. */
static void
add_auxiliary(struct new_stack *to, const struct stack *old, const UWord *entry)
{
	static const HChar random[RANDOM_SIZE + 1] = "cg-tools cg-tool";

	for (; entry[0] != TYPE_END; entry += 2) {
		UWord value = entry[1];

		if (entry[0] == TYPE_IGNORE)
			continue;
		if (entry[0] == TYPE_RANDOM)
			value = put_bytes(to, random, RANDOM_SIZE);
		else if (entry[0] == TYPE_PLATFORM ||
			 entry[0] == TYPE_BASE_PLATFORM)
			value = put_text(to, text_at(old, value));
		else if (entry[0] == TYPE_EXECFN)
			value = put_name(to, text_at(old, value));
		else if (entry[0] == TYPE_HWCAP || entry[0] == TYPE_HWCAP2)
			value = pin_abilities(entry[0], value);
		add_word(to, entry[0]);
		add_word(to, value);
	}
	add_word(to, TYPE_END);
	add_word(to, 0);
}

/* --- the interface -------------------------------------------------------- */

/* writes the words to the stack and returns the new stack pointer */
static Addr
put_words(ThreadId thread, const struct new_stack *from)
{
	SizeT size = (SizeT)VG_(sizeXA)(from->words) * sizeof(UWord);
	Addr start = VG_ROUNDDN(from->at - size, UNIT);

	if (!VG_(extend_stack)(thread, start)) {
		VG_(fmsg)("cgcollect: no room for the program's stack\n");
		VG_(exit)(1);
	}
	VG_(memcpy)((void *)start, VG_(indexXA)(from->words, 0), size);
	return start;
}

/* Writes the auxiliary vector to the unnamed file that the core made of it, or
 * ends the run: the program has not begun, and would read wrong pointers. */
static void
renew_auxiliary_file(const UWord *end)
{
	Int size = (Int)((Addr)end - (Addr)VG_(client_auxv)), written = -1;
	HChar path[32];
	SysRes file;

	VG_(snprintf)(path, sizeof path, "/proc/self/fd/%d", VG_(cl_auxv_fd));
	file = VG_(open)(path, VKI_O_WRONLY | VKI_O_TRUNC, 0);
	if (!sr_isError(file)) {
		written = VG_(write)((Int)sr_Res(file), VG_(client_auxv), size);
		VG_(close)((Int)sr_Res(file));
	}
	if (written != size) {
		VG_(fmsg)("cgcollect: cannot write the auxiliary vector\n");
		VG_(exit)(1);
	}
}

void
stack_pin(ThreadId thread, const VexGuestLayout *layout)
{
	struct stack old = take_stack(VG_(get_SP)(thread));
	const UWord *arguments = (const UWord *)old.copy + 1;
	const UWord *variables = arguments + *(const UWord *)old.copy + 1;
	const UWord *auxiliary = variables;
	struct new_stack new = {
	    /* a stack ends with a word of zeros */
	    .at = old.end - sizeof(UWord),
	    .words = VG_(newXA)(
		VG_(malloc), "cgcollect.words", VG_(free), sizeof(UWord)),
	};
	XArray *addresses = put_variables(&new, &old, variables);
	Addr start;

	while (*auxiliary++)
		;
	add_word(&new, arguments[-1]);
	add_arguments(&new, &old, arguments);
	add_variables(&new, addresses);
	add_auxiliary(&new, &old, auxiliary);
	start = put_words(thread, &new);
	VG_(client_envp) = (HChar **)start + 1 + arguments[-1] + 1;
	VG_(client_auxv) =
	    (UWord *)VG_(client_envp) + VG_(sizeXA)(addresses) + 1;
	renew_auxiliary_file((const UWord *)start + VG_(sizeXA)(new.words));
	VG_(set_shadow_regs_area)(thread, 0, layout->offset_SP,
	    (SizeT)layout->sizeof_SP, (const UChar *)&start);
	VG_(deleteXA)(addresses);
	VG_(deleteXA)(new.words);
	VG_(free)(old.copy);
}

#else

void
stack_pin(ThreadId thread, const VexGuestLayout *layout)
{
}

#endif

/* --- where it is ---------------------------------------------------------- */

/* the number that a file of the kernel consists of, or -1 */
static Long
read_number(const HChar *path, Long (*parse)(const HChar *, HChar **))
{
	SysRes file = VG_(open)(path, VKI_O_RDONLY, 0);
	HChar text[32];
	Int n;

	if (sr_isError(file))
		return -1;
	n = VG_(read)((Int)sr_Res(file), text, sizeof text - 1);
	VG_(close)((Int)sr_Res(file));
	if (n <= 0)
		return -1;
	text[n] = '\0';
	return parse(text, NULL);
}

/* In the system call's result it could be hidden that it did nothing. */
void
stack_warn_if_random(void)
{
	enum { NOT_RANDOM = 0x40000 };
	Long persona = read_number("/proc/self/personality", VG_(strtoll16));

	if (VG_WORDSIZE == 8 || persona < 0 || persona & NOT_RANDOM ||
	    read_number(
		"/proc/sys/kernel/randomize_va_space", VG_(strtoll10)) == 0)
		return;
	VG_(umsg)("--reproducible: the stack of a 32-bit program is at another "
		  "address in each run, because the system forbids "
		  "personality(), as Docker does without --security-opt "
		  "seccomp=unconfined\n");
}
