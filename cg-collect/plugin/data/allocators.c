// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The functions that allocate and free, and their arguments by the platform's calling
 * convention.
 */
#include "containers/interned.h"
#include "objects/symbols.h"
#include "allocators.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_guest.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vki.h"
#include "pub_tool_xarray.h"

#include <stddef.h>

struct named_allocator {
	const HChar *name;
	struct allocator does;
};

/* as in the C library, and in others with a prefix */
static const struct named_allocator functions[] = {
    {"malloc", {.size = 1}},
    {"calloc", {.count = 1, .size = 2}},
    {"realloc", {.old = 1, .size = 2}},
    {"reallocf", {.old = 1, .size = 2}},
    {"reallocarray", {.old = 1, .count = 2, .size = 3}},
    {"memalign", {.size = 2}},
    {"aligned_alloc", {.size = 2}},
    {"posix_memalign", {.out = 1, .size = 3}},
    {"valloc", {.size = 1}},
    {"pvalloc", {.size = 1}},
    {"free", {.old = 1, .frees = True}},
    {"cfree", {.old = 1, .frees = True}},
    {"free_sized", {.old = 1, .frees = True}},
    {"free_aligned_sized", {.old = 1, .frees = True}},
    /* jemalloc */
    {"mallocx", {.size = 1}},
    {"rallocx", {.old = 1, .size = 2}},
    {"dallocx", {.old = 1, .frees = True}},
    {"sdallocx", {.old = 1, .frees = True}},
    /* mimalloc */
    {"zalloc", {.size = 1}},
    {"malloc_aligned", {.size = 1}},
    {"zalloc_aligned", {.size = 1}},
    {"realloc_aligned", {.old = 1, .size = 2}},
    {"free_size", {.old = 1, .frees = True}},
    {"free_aligned", {.old = 1, .frees = True}},
    {"free_size_aligned", {.old = 1, .frees = True}},
    {"new_n", {.count = 1, .size = 2}},
    {"heap_malloc", {.size = 2}},
    {"heap_zalloc", {.size = 2}},
    {"heap_calloc", {.count = 2, .size = 3}},
    {"heap_realloc", {.old = 2, .size = 3}},
    /* mimalloc and tcmalloc */
    {"new", {.size = 1}},
    {"new_nothrow", {.size = 1}},
    {"new_aligned", {.size = 1}},
    {"new_aligned_nothrow", {.size = 1}},
    {"newarray", {.size = 1}},
    {"newarray_nothrow", {.size = 1}},
    {"delete", {.old = 1, .frees = True}},
    {"deletearray", {.old = 1, .frees = True}},
    {"delete_sized", {.old = 1, .frees = True}},
    {"deletearray_sized", {.old = 1, .frees = True}},
};

#define FIRST_PREFIXED \
	14 /* in the table: only with a prefix are they allocators */

static const HChar *const prefixes[] = {
    "__libc_",
    "__",
    "je_",
    "_rjem_",
    "mi_",
    "tc_",
    "__rust_",
};

/* under these names only; those that begin so, after "operator " in C++ */
static const struct named_allocator whole_names[] = {
    {"__rust_alloc", {.size = 1}},
    {"__rust_alloc_zeroed", {.size = 1}},
    {"__rust_realloc", {.old = 1, .size = 4}},
    {"__rust_dealloc", {.old = 1, .frees = True}},
    {"mmap", {.size = 2, .maps = True}},
    {"mmap64", {.size = 2, .maps = True}},
    {"__mmap", {.size = 2, .maps = True}},
    {"mremap", {.old = 1, .size = 3, .maps = True}},
    {"__mremap", {.old = 1, .size = 3, .maps = True}},
    {"pthread_join", {.joins = True}},
    {"pthread_timedjoin_np", {.joins = True}},
    {"pthread_clockjoin_np", {.joins = True}},
    {"thrd_join", {.joins = True}},
};

/* Operators of C++ with the standard library's parameters: those with others place
 * objects in memory that is there. */
static const struct named_allocator operators[] = {
    {"operator new(unsigned", {.size = 1}},
    {"operator new[](unsigned", {.size = 1}},
    {"operator delete(void*", {.old = 1, .frees = True}},
    {"operator delete[](void*", {.old = 1, .frees = True}},
    {"_Znw", {.size = 1}},
    {"_Zna", {.size = 1}},
    {"_ZdlPv", {.old = 1, .frees = True}},
    {"_ZdaPv", {.old = 1, .frees = True}},
};

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* a function that the user has named */
struct own_allocator {
	const HChar *option, *text; /* as they were given */
	const HChar *pattern;
	struct allocator does;
	Bool matched;
	const HChar *clone; /* one that was called; NULL: none */
};

static XArray *own; /* struct own_allocator; NULL: none */

static const struct allocator *
find_whole(const struct named_allocator *list, UInt n, const HChar *name)
{
	for (UInt i = 0; i < n; i++)
		if (VG_(strcmp)(list[i].name, name) == 0)
			return &list[i].does;
	return NULL;
}

/* True if the parameters after the first one are sizes, alignments or std::nothrow,
 * written out or as mangled names have them. */
static Bool
are_standard(const HChar *rest)
{
	const HChar *second = VG_(strchr)(rest, ',');

	if (VG_(strchr)(rest, ')'))
		return !second || VG_(strncmp)(second, ", std::", 7) == 0 ||
		       VG_(strncmp)(second, ", unsigned", 10) == 0;
	if (*rest == 'm' || *rest == 'j')
		rest++;
	return *rest == '\0' || VG_(strncmp)(rest, "RKSt", 4) == 0 ||
	       VG_(strncmp)(rest, "St11", 4) == 0;
}

static const struct allocator *
find_operator(const HChar *name)
{
	for (UInt i = 0; i < LENGTH(operators); i++) {
		SizeT length = VG_(strlen)(operators[i].name);

		if (VG_(strncmp)(operators[i].name, name, length) == 0)
			return are_standard(name + length) ? &operators[i].does
							   : NULL;
	}
	return NULL;
}

static const struct allocator *
find_own(const HChar *function)
{
	Word n = own ? VG_(sizeXA)(own) : 0;
	const HChar *plain = n > 0 ? symbols_plain_name(function) : NULL;

	for (Word i = 0; i < n; i++) {
		struct own_allocator *a = VG_(indexXA)(own, i);

		if (symbols_match(a->pattern, function)) {
			a->matched = True;
			return &a->does;
		}
		/* the compiler may have left out parameters of a clone */
		if (symbols_match(a->pattern, plain))
			a->clone = name_intern(function);
	}
	return NULL;
}

static const struct allocator *
find(const HChar *function)
{
	const struct allocator *found = find_own(function);

	if (!found)
		found = find_whole(functions, FIRST_PREFIXED, function);
	if (!found)
		found = find_whole(whole_names, LENGTH(whole_names), function);
	if (!found)
		found = find_operator(function);
	for (UInt i = 0; !found && i < LENGTH(prefixes); i++) {
		SizeT length = VG_(strlen)(prefixes[i]);

		if (VG_(strncmp)(prefixes[i], function, length) == 0)
			found = find_whole(
			    functions, LENGTH(functions), function + length);
	}
	return found;
}

/* A symbol may have a version: pthread_join@@GLIBC_2.34. */
const struct allocator *
allocator_named(const HChar *function)
{
	const HChar *at = VG_(strchr)(function, '@');
	const struct allocator *found;
	HChar *plain;

	if (!at || at == function)
		return find(function);
	plain = VG_(strdup)("cgcollect.allocators.plain", function);
	plain[at - function] = '\0';
	found = find(plain);
	VG_(free)(plain);
	return found;
}

Bool
allocator_take(const HChar *text, Bool frees, Bool *has_number)
{
	const HChar *colon = VG_(strrchr)(text, ':');
	struct own_allocator a = {
	    .option = frees ? "--free-fn" : "--alloc-fn",
	    .text = text,
	    .pattern = text,
	    .does = {.frees = frees, .is_own = True},
	};
	UChar number = 1;
	HChar *name;

	*has_number =
	    colon && colon > text && colon[-1] != ':' && colon[1] != '\0';
	for (const HChar *c = colon; *has_number && *++c;)
		*has_number = *c >= '0' && *c <= '9';
	if (*has_number) {
		if (colon[1] < '1' || colon[1] > '0' + MAX_ARGUMENT ||
		    colon[2] != '\0')
			return False;
		number = (UChar)(colon[1] - '0');
		name = VG_(strdup)("cgcollect.allocators", text);
		name[colon - text] = '\0';
		a.pattern = name;
	} else if (!frees) {
		return True;
	}
	if (frees)
		a.does.old = number;
	else
		a.does.size = number;
	if (!own)
		own = VG_(newXA)(
		    VG_(malloc), "cgcollect.allocators", VG_(free), sizeof a);
	VG_(addToXA)(own, &a);
	return True;
}

void
allocators_report(void)
{
	Word n = own ? VG_(sizeXA)(own) : 0;

	for (Word i = 0; i < n; i++) {
		const struct own_allocator *a = VG_(indexXA)(own, i);

		if (!a->matched && a->clone)
			VG_(umsg)("%s=%s: only %s was called, whose arguments "
				  "the compiler may have changed\n",
			    a->option, a->text, a->clone);
		else if (!a->matched)
			VG_(umsg)("%s=%s: no such function was called\n",
			    a->option, a->text);
	}
}

/* --- arguments ------------------------------------------------------------ */

static UWord
get_register(ThreadId thread, UInt offset)
{
	UWord value;

	VG_(get_shadow_regs_area)(
	    thread, (UChar *)&value, 0, (PtrdiffT)offset, sizeof value);
	return value;
}

Bool
arguments_are_known(void)
{
#if defined(VGA_amd64) || defined(VGA_x86) || defined(VGA_arm64)
	return True;
#else
	return False;
#endif
}

#if defined(VGA_amd64) || defined(VGA_x86)
/* Returns a word of memory, or 0 if it is not there. */
static UWord
get_word(Addr addr)
{
	if (!VG_(am_is_valid_for_client)(addr, sizeof(UWord), VKI_PROT_READ))
		return 0;
	return *(const UWord *)addr;
}

static UWord
get_stack(ThreadId thread, UInt n)
{
	return get_word(VG_(get_SP)(thread) + n * sizeof(UWord));
}

Addr
argument_return_address(ThreadId thread)
{
	return get_stack(thread, 0);
}

Bool
return_address_is_at(Addr stack, Addr return_address)
{
	return get_word(stack) == return_address;
}
#else
Bool
return_address_is_at(Addr stack, Addr return_address)
{
	return True; /* it was never there */
}
#endif

#if defined(VGA_amd64)

UWord
argument_get(ThreadId thread, UInt n)
{
	static const UInt offsets[MAX_ARGUMENT] = {
	    offsetof(VexGuestAMD64State, guest_RDI),
	    offsetof(VexGuestAMD64State, guest_RSI),
	    offsetof(VexGuestAMD64State, guest_RDX),
	    offsetof(VexGuestAMD64State, guest_RCX),
	    offsetof(VexGuestAMD64State, guest_R8),
	};

	return get_register(thread, offsets[n - 1]);
}

UWord
argument_result(ThreadId thread)
{
	return get_register(thread, offsetof(VexGuestAMD64State, guest_RAX));
}

Addr
argument_thread_pointer(ThreadId thread)
{
	return get_register(
	    thread, offsetof(VexGuestAMD64State, guest_FS_CONST));
}

#elif defined(VGA_x86)

UWord
argument_get(ThreadId thread, UInt n)
{
	return get_stack(thread, n);
}

UWord
argument_result(ThreadId thread)
{
	return get_register(thread, offsetof(VexGuestX86State, guest_EAX));
}

/* The pointer is the base of the segment GS.  Its descriptor is in a table that the core
 * has made. */
Addr
argument_thread_pointer(ThreadId thread)
{
	UWord gs =
	    get_register(thread, offsetof(VexGuestX86State, guest_GS)) & 0xffff;
	UWord table = get_register(
	    thread, gs & 4 ? offsetof(VexGuestX86State, guest_LDT)
			   : offsetof(VexGuestX86State, guest_GDT));
	const UChar *entry = (const UChar *)table + (gs >> 3) * 8;

	if (table == 0 || gs < 4)
		return 0;
	return entry[2] | (Addr)entry[3] << 8 | (Addr)entry[4] << 16 |
	       (Addr)entry[7] << 24;
}

#elif defined(VGA_arm64)

UWord
argument_get(ThreadId thread, UInt n)
{
	return get_register(thread, offsetof(VexGuestARM64State, guest_X0) +
					(n - 1) * (UInt)sizeof(ULong));
}

Addr
argument_return_address(ThreadId thread)
{
	return get_register(thread, offsetof(VexGuestARM64State, guest_X30));
}

UWord
argument_result(ThreadId thread)
{
	return get_register(thread, offsetof(VexGuestARM64State, guest_X0));
}

Addr
argument_thread_pointer(ThreadId thread)
{
	return get_register(
	    thread, offsetof(VexGuestARM64State, guest_TPIDR_EL0));
}

#else

UWord
argument_get(ThreadId thread, UInt n)
{
	return 0;
}

Addr
argument_return_address(ThreadId thread)
{
	return 0;
}

UWord
argument_result(ThreadId thread)
{
	return 0;
}

Addr
argument_thread_pointer(ThreadId thread)
{
	return 0;
}

#endif
