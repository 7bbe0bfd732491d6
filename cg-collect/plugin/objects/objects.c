// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Finds the object of an instruction and what identifies its contents.  Names
 * of files and lines are found after the run, when another file may be at the
 * path.  So the build ID is read from memory while the object is mapped.
 *
 * The core knows the objects that it has read symbols of.  Others, such as
 * those without section headers, are found by their mapping.
 */
#include "containers/interned.h"
#include "objects.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"

/* as in elf.h */
#if VG_WORDSIZE == 8
typedef struct {
	UChar ident[16];
	UShort type, machine;
	UInt version;
	ULong entry, phoff, shoff;
	UInt flags;
	UShort ehsize, phentsize, phnum, shentsize, shnum, shstrndx;
} ElfHeader;

typedef struct {
	UInt type, flags;
	ULong offset, vaddr, paddr, filesz, memsz, align;
} ProgramHeader;
#else
typedef struct {
	UChar ident[16];
	UShort type, machine;
	UInt version;
	UInt entry, phoff, shoff;
	UInt flags;
	UShort ehsize, phentsize, phnum, shentsize, shnum, shstrndx;
} ElfHeader;

typedef struct {
	UInt type, offset, vaddr, paddr, filesz, memsz, flags, align;
} ProgramHeader;
#endif

struct note_header {
	UInt name_size, desc_size, type;
};

enum {
	TYPE_LOAD = 1,
	TYPE_NOTE = 4,
	TYPE_TLS = 7,
	EXECUTABLE = 1,
	NOTE_BUILD_ID = 3
};

/* the part of a file that is looked at, and the smallest page */
#define HEAD 4096

/* the longest build ID, in bytes */
#define MAX_ID 64

static struct object no_object = {.path = "???"};

static struct {
	VgHashTable *table;
	/* the last answer: for these addresses, while no debug information is
	 * loaded or unloaded */
	DiEpoch epoch;
	Addr first;
	SizeT size;
	struct object *object;
	Addr bias;
} objects;

/* --- the mapped file ------------------------------------------------------ */

static Bool
is_readable_file(const NSegment *segment)
{
	return segment && segment->kind == SkFileC && segment->hasR;
}

static Bool
is_of_file(const NSegment *segment, const NSegment *other)
{
	return is_readable_file(other) && other->dev == segment->dev &&
	       other->ino == segment->ino;
}

/* The same for a file that is mapped with gaps: returns the mapping of its first
 * page that is nearest below the segment. */
static const NSegment *
find_head_below(const NSegment *segment)
{
	Int n = 1, room;
	Addr *starts = NULL;
	const NSegment *head = NULL;

	/* allocating memory may add segments */
	do {
		room = n < 0 ? -n : n;
		starts = VG_(realloc)(
		    "cgcollect.starts", starts, room * sizeof *starts);
		n = VG_(am_get_segment_starts)(SkFileC, starts, room);
	} while (n < 0);
	for (Int i = 0; i < n && starts[i] < segment->start; i++) {
		const NSegment *other = VG_(am_find_nsegment)(starts[i]);

		if (is_of_file(segment, other) && other->offset == 0)
			head = other;
	}
	VG_(free)(starts);
	return head;
}

/* Returns the mapping of the first page of the segment's file, or NULL. */
static const NSegment *
find_head(const NSegment *segment)
{
	const NSegment *head = segment;

	while (head->offset != 0) {
		const NSegment *below = VG_(am_find_nsegment)(head->start - 1);

		if (!is_of_file(segment, below)) {
			head = find_head_below(segment);
			break;
		}
		head = below;
	}
	return head && head->end - head->start + 1 >= HEAD ? head : NULL;
}

/* Returns the program headers, or NULL if this is no object for this processor
 * or they are elsewhere. */
static const ProgramHeader *
program_headers(const NSegment *head, UInt *n)
{
	const ElfHeader *elf = (const ElfHeader *)head->start;

	*n = 0;
	if (VG_(memcmp)(elf->ident, "\177ELF", 4) != 0 ||
	    elf->ident[4] != VG_WORDSIZE / 4 ||
	    elf->phentsize != sizeof(ProgramHeader) || elf->phoff > HEAD ||
	    elf->phoff + (ULong)elf->phnum * elf->phentsize > HEAD)
		return NULL;
	*n = elf->phnum;
	return (const ProgramHeader *)(head->start + (Addr)elf->phoff);
}

static SizeT
aligned(SizeT size)
{
	return (size + 3) & ~(SizeT)3;
}

/* Returns the build ID among the notes as an interned text, or NULL. */
static const HChar *
find_build_id(const UChar *notes, SizeT size)
{
	HChar text[2 * MAX_ID + 1];
	struct note_header note;

	while (size >= sizeof note) {
		VG_(memcpy)(&note, notes, sizeof note);
		if (note.name_size > size || note.desc_size > size ||
		    sizeof note + aligned(note.name_size) +
			    aligned(note.desc_size) >
			size)
			return NULL;

		const UChar *name = notes + sizeof note;
		const UChar *id = name + aligned(note.name_size);

		if (note.type == NOTE_BUILD_ID && note.name_size == 4 &&
		    VG_(memcmp)(name, "GNU", 4) == 0 && note.desc_size > 0 &&
		    note.desc_size <= MAX_ID) {
			for (UInt i = 0; i < note.desc_size; i++)
				VG_(sprintf)(text + 2 * i, "%02x", id[i]);
			return name_intern(text);
		}
		size -= (SizeT)(id + aligned(note.desc_size) - notes);
		notes = id + aligned(note.desc_size);
	}
	return NULL;
}

/* The checksum is FNV-1a of 64 bits, by Fowler, Noll and Vo. */
static const HChar *
checksum(const UChar *head)
{
	ULong sum = 0xcbf29ce484222325ull;
	HChar text[32];

	for (UInt i = 0; i < HEAD; i++)
		sum = (sum ^ head[i]) * 0x100000001b3ull;
	VG_(sprintf)(text, "head-%016llx", sum);
	return name_intern(text);
}

static const HChar *
identify(const NSegment *head)
{
	SizeT mapped = head->end - head->start + 1;
	UInt n;
	const ProgramHeader *headers = program_headers(head, &n);

	for (UInt i = 0; i < n; i++) {
		const ProgramHeader *h = &headers[i];
		const HChar *id = NULL;

		if (h->type == TYPE_NOTE && h->offset < mapped &&
		    h->filesz <= mapped - h->offset)
			id = find_build_id(
			    (const UChar *)(head->start + (Addr)h->offset),
			    (SizeT)h->filesz);
		if (id)
			return id;
	}
	return checksum((const UChar *)head->start);
}

/* Finds how far the mapping is from the addresses in the file. */
static Bool
find_bias(const NSegment *head, const NSegment *segment, Addr *bias)
{
	UInt n;
	const ProgramHeader *headers = program_headers(head, &n);

	for (UInt i = 0; i < n; i++) {
		const ProgramHeader *h = &headers[i];
		ULong page = (ULong)h->offset & ~(ULong)(HEAD - 1);

		if (h->type != TYPE_LOAD || !(h->flags & EXECUTABLE) ||
		    (ULong)segment->offset < page ||
		    (ULong)segment->offset >= h->offset + h->filesz)
			continue;
		*bias = segment->start - (Addr)(h->vaddr - h->offset) -
			(Addr)segment->offset;
		return True;
	}
	return False;
}

/* --- objects -------------------------------------------------------------- */

static Word
compare_keys(const void *a, const void *b)
{
	const struct object *left = a, *right = b;

	return left->path != right->path || left->build_id != right->build_id;
}

static Bool
has_namesake(const HChar *path)
{
	const struct object *other;

	VG_(HT_ResetIter)(objects.table);
	while ((other = VG_(HT_Next)(objects.table)))
		if (other->path == path)
			return True;
	return False;
}

static struct object *
find_object(const HChar *path, const HChar *build_id)
{
	struct object wanted = {
	    .path = name_intern(path),
	    .build_id = build_id,
	};
	struct object *object;

	wanted.hash = ((UWord)wanted.path >> 3) * 31 + ((UWord)build_id >> 3);
	if (!objects.table)
		objects.table = VG_(HT_construct)("cgcollect.objects");
	object = VG_(HT_gen_lookup)(objects.table, &wanted, compare_keys);
	if (object)
		return object;
	wanted.has_namesake = has_namesake(wanted.path);
	object = VG_(perm_malloc)(sizeof *object, sizeof(void *));
	*object = wanted;
	VG_(HT_add_node)(objects.table, object);
	return object;
}

/* Returns what the core has read about the object at addr, or NULL.  It finds
 * its text, but not its linkage table. */
static const DebugInfo *
debug_info_at(Addr addr)
{
	const DebugInfo *info =
	    VG_(find_DebugInfo)(VG_(current_DiEpoch)(), addr);

	if (info)
		return info;
	while ((info = VG_(next_DebugInfo)(info)))
		if (addr - VG_(DebugInfo_get_plt_avma)(info) <
		    VG_(DebugInfo_get_plt_size)(info))
			return info;
	return NULL;
}

static struct object *
find_unread(const NSegment *segment, const NSegment *head, Addr *bias)
{
	const HChar *path = head && find_bias(head, segment, bias)
				? VG_(am_get_filename)(head)
				: NULL;

	return path ? find_object(path, identify(head)) : &no_object;
}

struct object *
object_at(Addr addr, Addr *bias)
{
	DiEpoch epoch = VG_(current_DiEpoch)();
	const DebugInfo *info;
	const NSegment *segment, *head;

	if (objects.object && epoch.n == objects.epoch.n &&
	    addr - objects.first < objects.size) {
		*bias = objects.bias;
		return objects.object;
	}
	*bias = 0;
	segment = VG_(am_find_nsegment)(addr);
	head = segment && is_readable_file(segment) ? find_head(segment) : NULL;
	info = debug_info_at(addr);
	if (!info)
		return find_unread(segment, head, bias);
	objects.object = find_object(
	    VG_(DebugInfo_get_filename)(info), head ? identify(head) : NULL);
	objects.epoch = epoch;
	objects.first = VG_(DebugInfo_get_text_avma)(info);
	objects.size = VG_(DebugInfo_get_text_size)(info);
	objects.bias = *bias = (Addr)VG_(DebugInfo_get_text_bias)(info);
	return objects.object;
}

/* --- thread-local variables ------------------------------------------------ */

/* of the core, which does not declare it for tools */
extern UWord *VG_(client_auxv);

enum { AUX_ENTRY = 9 }; /* as in elf.h: the first instruction */

static Addr
program_entry(void)
{
	const UWord *aux = VG_(client_auxv);

	while (aux && aux[0] != 0 && aux[0] != AUX_ENTRY)
		aux += 2;
	return aux ? aux[1] : 0;
}

static const NSegment *
head_of(Addr addr)
{
	const NSegment *segment = VG_(am_find_nsegment)(addr);

	return is_readable_file(segment) ? find_head(segment) : NULL;
}

static const ProgramHeader *
thread_local_header(const NSegment *head)
{
	UInt n;
	const ProgramHeader *headers = program_headers(head, &n);

	for (UInt i = 0; i < n; i++)
		if (headers[i].type == TYPE_TLS)
			return &headers[i];
	return NULL;
}

static SizeT
aligned_size(const ProgramHeader *header)
{
	SizeT align = header->align ? (SizeT)header->align : 1;

	return ((SizeT)header->memsz + align - 1) / align * align;
}

/* Returns how many bytes all objects need that have thread-local variables. */
static SizeT
thread_local_total(void)
{
	static UInt epoch;
	static SizeT total;
	const DebugInfo *info = NULL;

	if (epoch == VG_(current_DiEpoch)().n)
		return total;
	epoch = VG_(current_DiEpoch)().n;
	total = 0;
	while ((info = VG_(next_DebugInfo)(info))) {
		const NSegment *head =
		    head_of(VG_(DebugInfo_get_text_avma)(info));
		const ProgramHeader *header =
		    head ? thread_local_header(head) : NULL;

		if (header)
			total += aligned_size(header);
	}
	return total;
}

/* The variables are below the thread pointer, the program's highest; on arm64 they
 * are above it, after two words, the program's lowest. */
Bool
objects_thread_locals(Addr pointer, struct thread_locals *found)
{
	SizeT total = thread_local_total();
	Addr entry = program_entry(), bias;
	const NSegment *head = head_of(entry);
	const ProgramHeader *own = head ? thread_local_header(head) : NULL;

	*found = (struct thread_locals){0};
	if (total == 0)
		return False;
#if defined(VGA_amd64) || defined(VGA_x86)
	found->first = pointer - total;
	found->last = pointer - 1;
	if (own)
		found->begin = pointer - aligned_size(own);
#elif defined(VGA_arm64)
	found->first = pointer + 2 * sizeof(UWord);
	found->last = found->first + total - 1;
	if (own)
		found->begin = pointer + (own->align > 2 * sizeof(UWord)
						 ? (Addr)own->align
						 : 2 * sizeof(UWord));
#else
	return False;
#endif
	if (own) {
		found->size = (SizeT)own->memsz;
		found->program = object_at(entry, &bias);
	}
	return True;
}

void
objects_visit(void (*visit)(const struct object *object))
{
	struct object *object;

	if (!objects.table)
		return;
	VG_(HT_ResetIter)(objects.table);
	while ((object = VG_(HT_Next)(objects.table)))
		if (object->build_id)
			visit(object);
}
