/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Follows the result through moves between registers and memory, on both sides of a
 * branch, because programs test if they got memory.  On processors other than amd64,
 * only the first instruction after the call is known.
 */
#include <string.h>

#include "amd64.h"
#include "result.h"

enum {
	MOST_STEPS = 48, /* of instructions on a path */
	MOST_PATHS = 6,
	MOST_SLOTS = 4,
	MOST_PASSED = 3, /* calls that a path goes across */
};

/* registers of amd64 as instructions number them */
enum {
	RAX = 0,
	RSP = 4,
	LOST_IN_CALLS = 1 << 0 | 1 << 1 | 1 << 2 | 1 << 6 | 1 << 7 | 0xf << 8,
};

struct slot {
	unsigned int base;
	int64_t offset;
};

/* memory that a register was loaded from */
struct origin {
	bool is_known;
	struct slot slot;
};

struct path {
	uint64_t pc;
	int nsteps, ncalls;
	uint32_t holds; /* registers with the result */
	uint64_t since[16];
	struct origin origins[16];
	struct slot slots[MOST_SLOTS]; /* memory with the result */
	size_t nslots;
};

struct follower {
	struct result *result;
	Elf *elf;
	struct path paths[MOST_PATHS]; /* to be followed */
	size_t npaths;
	int nbranches;
};

/* --- code ----------------------------------------------------------------- */

/* Returns the bytes from an address on to the end of their section, or NULL. */
static const unsigned char *
code_at(Elf *elf, uint64_t address, size_t *size)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;

	while ((section = elf_nextscn(elf, section)) != NULL) {
		Elf_Data *data;
		uint64_t offset;

		if (gelf_getshdr(section, &header) == NULL ||
		    (header.sh_flags & SHF_EXECINSTR) == 0 ||
		    header.sh_type == SHT_NOBITS)
			continue;
		offset = address - header.sh_addr;
		if (offset >= header.sh_size)
			continue;
		data = elf_rawdata(section, NULL);
		if (data == NULL || data->d_buf == NULL ||
		    offset >= data->d_size)
			return NULL;
		*size = data->d_size - (size_t)offset;
		return (const unsigned char *)data->d_buf + offset;
	}
	return NULL;
}

/* --- what is found -------------------------------------------------------- */

static void
add_place(struct result *result, const struct place *place, uint64_t from,
    uint64_t to)
{
	if (result->nplaces < RESULT_MOST_PLACES)
		result->places[result->nplaces++] =
		    (struct result_place){*place, from, to};
}

/* Says that a register held the result up to the instruction. */
static void
end_register(struct follower *f, struct path *path, unsigned int reg)
{
	struct place place = {.reg = amd64_dwarf_register(reg)};

	add_place(f->result, &place, path->since[reg], path->pc + 1);
	path->holds &= ~(1u << reg);
}

static struct place
place_of(const struct slot *slot)
{
	return (struct place){
	    true, amd64_dwarf_register(slot->base), slot->offset};
}

static bool
is_same_slot(const struct slot *slot, const struct amd64 *i)
{
	return i->base != AMD64_NONE && !i->has_index &&
	       slot->base == i->base && slot->offset == i->offset;
}

static void
store(struct follower *f, struct path *path, const struct amd64 *i)
{
	struct result *result = f->result;
	uint64_t next = path->pc + i->size;
	struct result_store *to = &result->stores[result->nstores];
	struct slot slot = {i->base, i->offset};
	struct place place = place_of(&slot);

	if (i->base != AMD64_NONE && !i->has_index) {
		add_place(result, &place, next, next + 1);
		if (path->nslots < MOST_SLOTS)
			path->slots[path->nslots++] = slot;
	}
	if (result->nstores == RESULT_MOST_STORES)
		return;
	*to = (struct result_store){.at = path->pc,
	    .has_index = i->has_index,
	    .offset = (uint64_t)i->offset};
	if (i->base == AMD64_NONE) {
		to->is_static = true;
		to->address = i->address;
		if (i->address == 0)
			return;
	} else {
		to->base.reg = amd64_dwarf_register(i->base);
		if (path->origins[i->base].is_known)
			to->base = place_of(&path->origins[i->base].slot);
	}
	result->nstores++;
}

static void
call(struct follower *f, struct path *path, const struct amd64 *i)
{
	static const unsigned char arguments[] = {7, 6, 2, 1, 8, 9};
	struct result *result = f->result;

	for (unsigned int n = 0; n < sizeof(arguments); n++)
		if ((path->holds & 1u << arguments[n]) != 0 &&
		    i->address != 0 && result->ncalls < RESULT_MOST_CALLS)
			result->calls[result->ncalls++] =
			    (struct result_call){i->address, n};
}

/* --- one instruction ------------------------------------------------------ */

static void
forget(struct follower *f, struct path *path, uint32_t registers)
{
	size_t n = 0;

	for (unsigned int reg = 0; reg < 16; reg++) {
		if ((registers & 1u << reg) == 0)
			continue;
		if ((path->holds & 1u << reg) != 0)
			end_register(f, path, reg);
		path->origins[reg].is_known = false;
		for (unsigned int other = 0; other < 16; other++)
			if (path->origins[other].slot.base == reg)
				path->origins[other].is_known = false;
	}
	for (size_t i = 0; i < path->nslots; i++)
		if ((registers & 1u << path->slots[i].base) == 0)
			path->slots[n++] = path->slots[i];
	path->nslots = n;
}

/* Forgets memory that an instruction may change, unless it is elsewhere on the
 * stack. */
static void
forget_memory(struct path *path, const struct amd64 *i)
{
	size_t n = 0;

	for (size_t slot = 0; slot < path->nslots; slot++)
		if (!is_same_slot(&path->slots[slot], i))
			path->slots[n++] = path->slots[slot];
	path->nslots = n;
	for (unsigned int reg = 0; reg < 16; reg++)
		if (is_same_slot(&path->origins[reg].slot, i))
			path->origins[reg].is_known = false;
}

static bool
is_in_slot(const struct path *path, const struct amd64 *i)
{
	for (size_t slot = 0; slot < path->nslots; slot++)
		if (is_same_slot(&path->slots[slot], i))
			return true;
	return false;
}

static void
move(struct follower *f, struct path *path, const struct amd64 *i)
{
	bool is_result = i->kind == AMD64_MOVE
			     ? (path->holds & 1u << i->from) != 0
			     : is_in_slot(path, i);
	struct origin origin = {.is_known = false};

	if (i->kind == AMD64_MOVE)
		origin = path->origins[i->from];
	else if (i->base != AMD64_NONE && !i->has_index)
		origin = (struct origin){true, {i->base, i->offset}};
	if (origin.slot.base == i->reg)
		origin.is_known = false;
	forget(f, path, 1u << i->reg);
	path->origins[i->reg] = origin;
	if (is_result) {
		path->holds |= 1u << i->reg;
		path->since[i->reg] = path->pc + i->size;
	}
}

/* Says that registers held the result up to the jump, and hold it where it leads:
 * the code between may have something else in them. */
static void
jump(struct follower *f, struct path *path, uint64_t target)
{
	uint32_t holds = path->holds;

	for (unsigned int reg = 0; reg < 16; reg++)
		if ((holds & 1u << reg) != 0) {
			end_register(f, path, reg);
			path->since[reg] = target;
		}
	path->holds = holds;
	path->pc = target;
}

/* Keeps the path on the other side of a branch for later. */
static void
branch(struct follower *f, const struct path *path, const struct amd64 *i)
{
	struct path *other = &f->paths[f->npaths];

	if (f->npaths == MOST_PATHS || f->nbranches++ == MOST_PATHS)
		return;
	*other = *path;
	jump(f, other, i->address);
	f->npaths++;
}

/* Returns false if the path ends. */
static bool
step(struct follower *f, struct path *path, const struct amd64 *i)
{
	uint64_t next = path->pc + i->size;

	switch (i->kind) {
	case AMD64_MOVE:
	case AMD64_LOAD:
		move(f, path, i);
		break;
	case AMD64_STORE:
		forget_memory(path, i);
		if ((path->holds & 1u << i->reg) != 0)
			store(f, path, i);
		break;
	case AMD64_CALL:
		call(f, path, i);
		forget(f, path, LOST_IN_CALLS);
		if (path->ncalls++ == MOST_PASSED)
			return false;
		break;
	case AMD64_JUMP:
		jump(f, path, i->address);
		return true;
	case AMD64_BRANCH:
		branch(f, path, i);
		break;
	case AMD64_RETURN:
		f->result->is_returned |= (path->holds & 1u << RAX) != 0;
		return false;
	default:
		if (i->writes_memory)
			forget_memory(path, i);
		forget(f, path, i->writes);
		break;
	}
	path->pc = next;
	return path->holds != 0 || path->nslots > 0;
}

static void
follow(struct follower *f, struct path *path)
{
	struct amd64 i;

	for (; path->nsteps < MOST_STEPS; path->nsteps++) {
		size_t size = 0;
		const unsigned char *code = code_at(f->elf, path->pc, &size);

		if (path->pc > f->result->last)
			f->result->last = path->pc;
		if (code == NULL || !amd64_decode(&i, path->pc, code, size) ||
		    !step(f, path, &i))
			break;
	}
	for (unsigned int reg = 0; reg < 16; reg++)
		if ((path->holds & 1u << reg) != 0)
			end_register(f, path, reg);
}

void
result_follow(
    struct result *result, const struct object *object, uint64_t after)
{
	struct follower f = {.result = result, .elf = object->program.elf};
	struct place first = {.reg = 0};
	struct path path = {.pc = after, .holds = 1u << RAX};
	GElf_Ehdr header;

	*result = (struct result){.last = after};
	if (f.elf == NULL || gelf_getehdr(f.elf, &header) == NULL)
		return;
	if (header.e_machine != EM_X86_64) {
		/* eax and x0 have the same number */
		if (header.e_machine == EM_386 ||
		    header.e_machine == EM_AARCH64)
			add_place(result, &first, after, after + 1);
		return;
	}
	path.since[RAX] = after;
	f.paths[f.npaths++] = path;
	while (f.npaths > 0) {
		path = f.paths[--f.npaths];
		follow(&f, &path);
	}
}
