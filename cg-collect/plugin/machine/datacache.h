/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_DATACACHE_H
#define CGCOLLECT_DATACACHE_H

#include "cachesim.h"

/*
 * The first level for data.  Its policy is in cachesim.h; its form makes hits
 * cheap, because they are most of its work.
 *
 * Lines are not kept in order of use.  Instead each has the time of its last
 * use.  Every touch has a later time than all before it, so no two lines of a
 * set have the same time, and sorted by time they would be in order of use: the
 * line with the lowest time is the last one of that order, and the line that an
 * order of use would replace.
 *
 * The lookaside finds a line without a search in its set.  It is a
 * direct-mapped table of lines that are in the cache: a line's entry is its
 * number modulo the number of entries, and the entry points to the line's time.
 * If a line is in its entry, the access hits and only has to store its time.
 *
 * These hold between any two touches:
 *
 *	(1) A line in the lookaside is in the cache.
 *	(2) A line in the cache is either in its lookaside entry, or shadowed:
 *	    another line, used later, has taken the entry, or that has been
 *	    emptied since.
 *	(3) nshadowed of an entry is the number of its shadowed lines.  So if
 *	    that is 0, a line that is not in its entry is absent, and the set
 *	    need not be searched.
 *	(4) A way that was never used has time 0, which is lower than the time
 *	    of any line, so it is filled before a line is replaced.
 */
struct lookaside_entry {
	uintptr_t line;     /* DATACACHE_NO_LINE: the entry is empty */
	uint64_t *last_use; /* of the line; undefined if there is none */
};

#define DATACACHE_LOOKASIDE_BITS 12
#define DATACACHE_LOOKASIDE_SIZE ((size_t)1 << DATACACHE_LOOKASIDE_BITS)

/* No access is in this line: the last page belongs to the kernel. */
#define DATACACHE_NO_LINE ((uintptr_t)0 - 4096)

struct datacache {
	unsigned line_bits;
	unsigned lookaside_shift; /* see datacache_lookaside */
	uintptr_t line_size;
	uintptr_t set_mask;
	unsigned assoc;
	uintptr_t *lines;   /* assoc for each set, in no order */
	uint64_t *last_use; /* of each of them */
	struct lookaside_entry lookaside[DATACACHE_LOOKASIDE_SIZE];
	uint32_t nshadowed[DATACACHE_LOOKASIDE_SIZE];
};

/* The caller owns lines and last_use: assoc for each set. */
void datacache_init(struct datacache *cache, const struct geometry *shape,
    uintptr_t *lines, uint64_t *last_use);

/* As datacache_misses, for a line that is not in its entry. */
bool datacache_search(struct datacache *cache, struct lookaside_entry *entry,
    uintptr_t line, uint64_t now);

/* True if the line is there. */
bool datacache_has(struct datacache *cache, uintptr_t line);

/* Makes the line absent, if it is there, and its way the next one that is filled. */
void datacache_remove(struct datacache *cache, uintptr_t line);

/*
 * What the cache of another core holds.  The lookaside only finds it, so each core
 * that runs has the same one: it is emptied and filled again, which takes less time than to copy
 * it, because the cache has fewer lines than the lookaside has entries.
 */
struct datacache_aside {
	uintptr_t *lines;
	uint64_t *last_use;
};

/* Moves all lines out of the cache, which then needs others: from datacache_init or
 * datacache_take_back. */
void
datacache_put_aside(struct datacache *cache, struct datacache_aside *aside);
void datacache_take_back(
    struct datacache *cache, const struct datacache_aside *aside);

/* As datacache_has and datacache_remove; the latter returns whether it was there. */
bool datacache_has_aside(const struct datacache *cache,
    const struct datacache_aside *aside, uintptr_t line);
bool datacache_remove_aside(const struct datacache *cache,
    const struct datacache_aside *aside, uintptr_t line);

/* Returns the address of the line that holds addr. */
static inline uintptr_t
datacache_line(const struct datacache *cache, uintptr_t addr)
{
	return addr >> cache->line_bits << cache->line_bits;
}

/* Returns the lookaside entry of the line that holds addr.  A single shift
 * turns the address into the entry's offset in bytes. */
static inline struct lookaside_entry *
datacache_lookaside(struct datacache *cache, uintptr_t addr)
{
	size_t offset =
	    addr >> cache->lookaside_shift &
	    (DATACACHE_LOOKASIDE_SIZE - 1) * sizeof(struct lookaside_entry);

	return (struct lookaside_entry *)((char *)cache->lookaside + offset);
}

/* Touches the line if it is in its lookaside entry; else returns false, and the line may still
 * be there.  Times start at two, and each touch has a later one than all before. */
static inline bool
datacache_hits(struct datacache *cache, uintptr_t line, uint64_t now)
{
	struct lookaside_entry *entry = datacache_lookaside(cache, line);

	if (entry->line != line)
		return false;
	*entry->last_use = now;
	return true;
}

/* Touches the line, after which it is in its lookaside entry.  True if it was absent. */
static inline bool
datacache_misses(struct datacache *cache, uintptr_t line, uint64_t now)
{
	return !datacache_hits(cache, line, now) &&
	       datacache_search(
		   cache, datacache_lookaside(cache, line), line, now);
}

#endif
