// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Functions of code without symbols.  A stripped object still says in memory
 * where its functions begin, in the sorted table that exceptions are handled
 * with (PT_GNU_EH_FRAME), and which functions its linkage stubs lead to, in its
 * relocations.  Nothing in an object is trusted: what is not readable or not as
 * expected is left out.
 *
 * Code outside of that table is divided where it is called.  A call into code
 * that was already found to be in a function is a call of that function,
 * because code must not change its function while it is counted.
 */
#include "containers/interned.h"
#include "core.h"
#include "symbols.h"
#include "unnamed.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

#include <elf.h>

#if CORE_DEMANGLES
/* The core declares these for itself. */
void VG_(demangle)(Bool cxx, Bool z, const HChar *symbol, const HChar **name);
extern Bool VG_(clo_demangle);
#else
static const Bool VG_(clo_demangle) = False;
static void VG_(demangle)(
    Bool cxx, Bool z, const HChar *symbol, const HChar **name)
{
	*name = symbol;
}
#endif

#if VG_WORDSIZE == 8
typedef Elf64_Ehdr elf_header;
typedef Elf64_Phdr elf_segment;
typedef Elf64_Dyn elf_dynamic;
typedef Elf64_Sym elf_symbol;
#define SYMBOL_OF(info) ((UWord)ELF64_R_SYM(info))
#else
typedef Elf32_Ehdr elf_header;
typedef Elf32_Phdr elf_segment;
typedef Elf32_Dyn elf_dynamic;
typedef Elf32_Sym elf_symbol;
#define SYMBOL_OF(info) ((UWord)ELF32_R_SYM(info))
#endif

/* A function begins at `first`, relative to the table; both are signed. */
struct table_entry {
	Int first;
	Int frame;
};

/* An object in memory.  Tables that it does not have are NULL or empty. */
struct mapping {
	Addr start, end; /* the file mapping with the code that was asked for */
	Addr base;       /* its header */
	Addr bias;       /* added to its addresses */
	Addr table;      /* for exceptions */
	const struct table_entry *entries;
	UInt nentries;
	Addr dynamic;
	SizeT dynamic_size;
};

/* The object that was asked for last. */
static struct mapping object;

/* Functions outside of the tables. */
struct entered {
	Addr first, last; /* last: of the instructions found to be in it */
};

static struct {
	struct entered *list; /* sorted */
	UInt n, nallocated;
} entered;

static Bool
is_readable(Addr addr, SizeT size)
{
	return addr + size > addr &&
	       VG_(am_is_valid_for_client)(addr, size, VKI_PROT_READ);
}

/* --- objects -------------------------------------------------------------- */

/* Returns the segment with the header of the file that is mapped at addr. */
static const NSegment *
find_header(const NSegment *segment)
{
	while (segment && segment->kind == SkFileC && segment->offset != 0) {
		const NSegment *before =
		    VG_(am_find_nsegment)(segment->start - 1);

		if (!before || before->kind != SkFileC ||
		    before->dev != segment->dev || before->ino != segment->ino)
			return NULL;
		segment = before;
	}
	return segment && segment->kind == SkFileC ? segment : NULL;
}

static void
read_table(Addr table)
{
	static const UChar encodings[] = {
	    1, 0x1b, 0x03, 0x3b}; /* version, frames, number, entries */
	const UChar *bytes = (const UChar *)table;
	UInt n;

	if (!is_readable(table, 12) ||
	    VG_(memcmp)(bytes, encodings, sizeof encodings) != 0)
		return;
	n = *(const UInt *)(table + 8);
	if (n > 0x1000000 ||
	    !is_readable(table + 12, n * sizeof(struct table_entry)))
		return;
	object.table = table;
	object.entries = (const struct table_entry *)(table + 12);
	object.nentries = n;
}

static void
read_segments(void)
{
	const elf_header *header = (const elf_header *)object.base;
	const elf_segment *list;

	if (!is_readable(object.base, sizeof *header) ||
	    VG_(memcmp)(header->e_ident, ELFMAG, SELFMAG) != 0 ||
	    header->e_phentsize != sizeof *list ||
	    !is_readable(object.base + (Addr)header->e_phoff,
		header->e_phnum * sizeof *list))
		return;
	list = (const elf_segment *)(object.base + (Addr)header->e_phoff);
	for (UInt i = 0; i < header->e_phnum; i++)
		if (list[i].p_type == PT_LOAD && list[i].p_offset == 0)
			object.bias = object.base - (Addr)list[i].p_vaddr;
	for (UInt i = 0; i < header->e_phnum; i++) {
		Addr addr = (Addr)list[i].p_vaddr + object.bias;

		if (list[i].p_type == PT_GNU_EH_FRAME)
			read_table(addr);
		if (list[i].p_type == PT_DYNAMIC &&
		    is_readable(addr, (SizeT)list[i].p_memsz)) {
			object.dynamic = addr;
			object.dynamic_size = (SizeT)list[i].p_memsz;
		}
	}
}

static void
use_object(Addr addr)
{
	const NSegment *segment, *header;

	if (addr >= object.start && addr <= object.end && object.end > 0)
		return;
	segment = VG_(am_find_nsegment)(addr);
	header = find_header(segment);
	object = (struct mapping){.start = addr, .end = addr};
	if (segment) {
		object.start = segment->start;
		object.end = segment->end;
	}
	if (!header)
		return;
	object.base = header->start;
	read_segments();
}

void
unnamed_forget(void)
{
	object = (struct mapping){0};
}

/* --- functions ------------------------------------------------------------ */

/* The length of the code of an entry is behind the place of its start, if both
 * have 32 bits. */
static Bool
has_instruction(const struct table_entry *entry, Addr addr)
{
	Addr first = object.table + (Addr)(Word)entry->first;
	Addr frame = object.table + (Addr)(Word)entry->frame;

	if (!is_readable(frame, 16) ||
	    frame + 8 + (Addr)(Word) * (const Int *)(frame + 8) != first)
		return False;
	return addr - first < *(const UInt *)(frame + 12);
}

static Bool
find_in_table(Addr addr, Addr *first)
{
	UInt low = 0, high = object.nentries;

	while (low < high) {
		UInt middle = low + (high - low) / 2;

		if (object.table + (Addr)(Word)object.entries[middle].first <=
		    addr)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == 0 || !has_instruction(&object.entries[low - 1], addr))
		return False;
	*first = object.table + (Addr)(Word)object.entries[low - 1].first;
	return True;
}

/* Returns the index of the first function beyond addr. */
static UInt
find_entered(Addr addr)
{
	UInt low = 0, high = entered.n;

	while (low < high) {
		UInt middle = low + (high - low) / 2;

		if (entered.list[middle].first <= addr)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static struct entered *
add_entered(UInt at, Addr addr)
{
	if (entered.n == entered.nallocated) {
		entered.nallocated =
		    entered.nallocated ? 2 * entered.nallocated : 64;
		entered.list = VG_(realloc)("cgcollect.entered", entered.list,
		    entered.nallocated * sizeof *entered.list);
	}
	VG_(memmove)(entered.list + at + 1, entered.list + at,
	    (entered.n - at) * sizeof *entered.list);
	entered.n++;
	entered.list[at] = (struct entered){.first = addr, .last = addr};
	return &entered.list[at];
}

Bool
unnamed_find_in_table(Addr addr, Addr *first)
{
	use_object(addr);
	return find_in_table(addr, first);
}

void
unnamed_find(Addr addr, Bool is_call, struct unnamed *unnamed)
{
	struct entered *function;
	UInt beyond;

	unnamed->has_extent = unnamed_find_in_table(addr, &unnamed->first);
	if (unnamed->has_extent)
		return;
	beyond = find_entered(addr);
	function = beyond > 0 ? &entered.list[beyond - 1] : NULL;
	if (!function || function->first < object.start ||
	    (is_call && addr > function->last))
		function = add_entered(beyond, addr);
	if (function->last < addr)
		function->last = addr;
	unnamed->first = function->first;
}

/* --- stubs ---------------------------------------------------------------- */

/* Returns the value of a tag of the object, or 0. */
static UWord
tagged(Word tag)
{
	const elf_dynamic *entry = (const elf_dynamic *)object.dynamic;
	SizeT n = object.dynamic_size / sizeof *entry;

	for (SizeT i = 0; i < n && entry[i].d_tag != DT_NULL; i++)
		if (entry[i].d_tag == tag)
			return (UWord)entry[i].d_un.d_val;
	return 0;
}

/* The same for an address, which the dynamic linker may have relocated. */
static Addr
tagged_address(Word tag)
{
	Addr addr = tagged(tag);

	return addr == 0 || addr >= object.base ? addr : addr + object.bias;
}

static const HChar *
symbol_name(UWord symbol)
{
	const elf_symbol *symbols =
	    (const elf_symbol *)tagged_address(DT_SYMTAB);
	Addr names = tagged_address(DT_STRTAB);
	UWord size = tagged(DT_STRSZ);

	if (symbol == 0 || !symbols || names == 0 || size == 0 ||
	    !is_readable((Addr)&symbols[symbol], sizeof *symbols) ||
	    !is_readable(names, size) || symbols[symbol].st_name >= size ||
	    ((const HChar *)names)[size - 1] != 0)
		return NULL;
	return (const HChar *)names + symbols[symbol].st_name;
}

/* Returns the name of the function at addr, without the symbol's version; or NULL. */
static const HChar *
name_at(Addr addr)
{
	const HChar *name = symbols_function_at(addr);
	const HChar *end = VG_(strchr)(name, '@');
	SizeT size = end ? (SizeT)(end - name) : VG_(strlen)(name);
	HChar text[size + 1];

	if (VG_(strcmp)(name, "???") == 0)
		return NULL;
	VG_(strncpy)(text, name, size);
	text[size] = '\0';
	return name_intern(text);
}

/* Returns the name of the function that a word of the object leads to, or NULL; the
 * relocations are in these tags.  If a function chooses code for the processor, the
 * relocation has the address of that function in place of a symbol. */
static const HChar *
relocated_to(Addr word, Word table, Word table_size, Bool has_addend)
{
	const UWord *entry = (const UWord *)tagged_address(table);
	UWord size = tagged(table_size), step = has_addend ? 3 : 2;

	if (!entry || size == 0 || !is_readable((Addr)entry, size))
		return NULL;
	for (UWord i = 0; i + step <= size / sizeof *entry; i += step) {
		UWord symbol = SYMBOL_OF(entry[i + 1]);

		if (entry[i] + object.bias != word)
			continue;
		return symbol == 0 && has_addend
			   ? name_at(entry[i + 2] + object.bias)
			   : symbol_name(symbol);
	}
	return NULL;
}

static const HChar *
function_of_word(Addr word)
{
	Bool has_addend = tagged(DT_PLTREL) != DT_REL;
	const HChar *name =
	    relocated_to(word, DT_JMPREL, DT_PLTRELSZ, has_addend);

	if (!name)
		name = relocated_to(word, DT_RELA, DT_RELASZ, True);
	if (!name)
		name = relocated_to(word, DT_REL, DT_RELSZ, False);
	return name;
}

#if defined(VGA_s390x)
#define STUB_SIZE 32
#else
#define STUB_SIZE 16
#endif

#if defined(VGA_amd64) || defined(VGA_x86)
/* Returns the address of the word that a jump in the stub leads through, or 0.
 */
static Addr
word_of_stub(Addr stub)
{
	const UChar *code = (const UChar *)stub;

	if (!is_readable(stub, 16))
		return 0;
	if (code[0] == 0xf3 && code[1] == 0x0f && code[2] == 0x1e)
		code += 4; /* endbr */
	if (code[0] == 0xf2)
		code++; /* bnd */
	if (code[0] != 0xff || (code[1] != 0x25 && code[1] != 0xa3))
		return 0;

	Addr offset = (Addr)(Word) * (const Int *)(code + 2);

	if (code[1] == 0xa3)
		return tagged_address(DT_PLTGOT) + offset;
	return VG_WORDSIZE == 8 ? (Addr)code + 6 + offset : offset;
}
#else
static Addr
word_of_stub(Addr stub)
{
	return 0;
}
#endif

static const HChar *
stub_name(const HChar *symbol)
{
	const HChar *name = symbol;

	VG_(demangle)(VG_(clo_demangle), False, symbol, &name);

	SizeT size = VG_(strlen)(name) + sizeof "@plt";
	HChar *text = VG_(malloc)("cgcollect.stub", size);

	VG_(sprintf)(text, "%s@plt", name);
	return name_take(text);
}

void
unnamed_find_stub(Addr addr, Addr *first, const HChar **name)
{
	use_object(addr);
	*first = addr & ~(Addr)(STUB_SIZE - 1);
	if (object.dynamic == 0)
		return;
	/* in .plt.got, stubs have 8 bytes */
	for (Addr size = 8; size <= STUB_SIZE; size *= 2) {
		Addr stub = addr & ~(size - 1);
		Addr word = word_of_stub(stub);
		const HChar *symbol = word ? function_of_word(word) : NULL;

		if (!symbol)
			continue;
		*first = stub;
		*name = stub_name(symbol);
		return;
	}
}
