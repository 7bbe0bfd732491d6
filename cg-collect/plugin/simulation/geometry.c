// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Chooses the caches to simulate, from options, from the processor or from a
 * table of defaults, in this order, and checks that they can be simulated.  The
 * rules and the messages are Cachegrind's.
 */
#include "modes.h"
#include "process/bad_options.h"
#include "geometry.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_machine.h"
#include "pub_tool_options.h"

#define MIN_LINE_SIZE 16

struct geometries geometries;

/* Cachegrind's defaults, for a processor that does not describe its caches */
static const struct geometries usual = {
#if defined(VGA_arm) || defined(VGA_arm64)
    .I1 = {16384, 4, 64},
    .D1 = {16384, 4, 64},
    .LL = {262144, 8, 64},
#elif defined(VGA_s390x)
    .I1 = {65536, 4, 256},
    .D1 = {131072, 8, 256},
    .LL = {50331648, 24, 256},
#else
    .I1 = {65536, 2, 64},
    .D1 = {65536, 2, 64},
    .LL = {262144, 8, 64},
#endif
};

static Bool
is_set(const struct geometry *shape)
{
	return shape->line_size != 0;
}

static Bool
is_power_of_two(UInt n)
{
	return VG_(log2)(n) != -1;
}

/* Returns an error message about the shape; NULL if it is right. */
static const HChar *
complaint(const struct geometry *shape)
{
	if (shape->size <= 0 || shape->assoc <= 0 || shape->line_size <= 0)
		return "Cache size, associativity or line size is not positive.\n";

	Long set_size = (Long)shape->line_size * shape->assoc;

	if (shape->size % set_size != 0 ||
	    !is_power_of_two((UInt)(shape->size / set_size)))
		return "Cache set count is not a power of two.\n";
	if (!is_power_of_two((UInt)shape->line_size))
		return "Cache line size is not a power of two.\n";
	if (shape->line_size < MIN_LINE_SIZE)
		return "Cache line size is too small.\n";
	if (shape->size <= shape->line_size)
		return "Cache size <= line size.\n";
	return NULL;
}

/* Parses "65536,2,64"; False if the text has another form. */
static Bool
read_numbers(const HChar *text, Long numbers[3])
{
	for (Int i = 0; i < 3; i++) {
		HChar *end;

		numbers[i] = VG_(strtoll10)(text, &end);
		if (*end != (i < 2 ? ',' : '\0'))
			return False;
		text = end + 1;
	}
	return True;
}

static void
parse(const HChar *arg, const HChar *value, struct geometry *shape)
{
	Long numbers[3];

	if (!read_numbers(value, numbers) && bad_options_have_one_line())
		VG_(fmsg_bad_option)(arg,
		    "expected SIZE,WAYS,LINE, sizes in bytes, such as "
		    "32768,8,64\n");
	if (!read_numbers(value, numbers))
		VG_(fmsg_bad_option)(arg, "Bad argument '%s'\n", value);
	*shape = (struct geometry){
	    (Int)numbers[0], (Int)numbers[1], (Int)numbers[2]};
	if (shape->size != numbers[0] || shape->assoc != numbers[1] ||
	    shape->line_size != numbers[2])
		VG_(fmsg_bad_option)(arg,
		    "One of the cache parameters was too large and "
		    "overflowed.\n");

	const HChar *wrong = complaint(shape);

	if (wrong && bad_options_have_one_line())
		VG_(fmsg_bad_option)(arg, "%s", wrong);
	if (wrong) {
		VG_(fmsg)("%s", wrong);
		VG_(fmsg_bad_option)(arg, "Bad argument '%s'\n", value);
	}
}

Bool
geometry_option(const HChar *arg)
{
	const HChar *value;

	if VG_STR_CLO (arg, "--I1", value)
		parse(arg, value, &geometries.I1);
	else if VG_STR_CLO (arg, "--D1", value)
		parse(arg, value, &geometries.D1);
	else if VG_STR_CLO (arg, "--LL", value)
		parse(arg, value, &geometries.LL);
	else if VG_STR_CLO (arg, "--L2", value)
		parse(
		    arg, value, modes.memory ? &geometries.L2 : &geometries.LL);
	else
		return False;
	return True;
}

static const VexCache *
find_cache(const VexCacheInfo *info, VexCacheKind kind, UInt level)
{
	for (UInt i = 0; i < info->num_caches; i++)
		if (info->caches[i].kind == kind &&
		    info->caches[i].level == level)
			return &info->caches[i];
	return NULL;
}

/* Warns of this machine's caches, unless -q was given or none are simulated. */
static void
warn(const HChar *format, ...)
{
	va_list arguments;

	if (VG_(clo_verbosity) == 0 || !modes.caches)
		return;
	va_start(arguments, format);
	VG_(vmessage)(Vg_DebugMsg, format, arguments);
	va_end(arguments);
}

static struct geometry
shape_of(const VexCache *cache)
{
	return (struct geometry){
	    (Int)cache->sizeB, (Int)cache->assoc, (Int)cache->line_sizeB};
}

/* A trace cache holds decoded instructions, so its size in bytes of code is a
 * guess. */
static struct geometry
shape_of_trace_cache(const VexCache *cache)
{
	Bool small = cache->sizeB == 12 * 1024 || cache->sizeB == 16 * 1024;
	struct geometry shape = {
	    (small ? 16 : 32) * 1024, (Int)cache->assoc, 32};

	warn("warning: Pentium 4 with %u KB micro-op instruction trace "
	     "cache\n",
	    cache->sizeB / 1024);
	warn("         Simulating a %d KB I-cache with %d B lines\n",
	    shape.size / 1024, shape.line_size);
	return shape;
}

/* Asks the processor; False if its answer is incomplete. */
static Bool
detect(struct geometries *found)
{
	VexArchInfo host;

	VG_(machine_get_VexArchInfo)(NULL, &host);

	const VexCacheInfo *info = &host.hwcache_info;
	const VexCache *I1 = find_cache(info, INSN_CACHE, 1);
	const VexCache *D1 = find_cache(info, DATA_CACHE, 1);
	const VexCache *LL = find_cache(info, UNIFIED_CACHE, info->num_levels);

	if (info->num_caches > 0 && !LL)
		warn("warning: L2 cache not installed, ignore LL "
		     "results.\n");
	if (LL && info->num_levels > 2)
		warn("warning: L%u cache found, using its data for the LL "
		     "simulation.\n",
		    info->num_levels);
	if (!I1 || !D1 || !LL)
		return False;
	found->I1 =
	    I1->is_trace_cache ? shape_of_trace_cache(I1) : shape_of(I1);
	found->D1 = shape_of(D1);
	found->LL = shape_of(LL);
	return True;
}

/*
 * Real last-level caches often have a number of sets that is not a power of
 * two. They get fewer sets and more ways here, which changes the miss rate less
 * than another size would.
 */
static void
round_sets(struct geometry *shape)
{
	struct geometry old = *shape;

	if (old.size <= 0 || old.assoc <= 0 || old.line_size <= 0)
		return;

	UInt nsets = (UInt)old.size / ((UInt)old.assoc * (UInt)old.line_size);

	if (nsets == 0)
		return;

	UInt rounded = 1u << (31 - __builtin_clz(nsets));

	if (rounded != nsets)
		shape->assoc = (Int)(0.5 + (Double)nsets / rounded * old.assoc);
	shape->size = old.line_size * shape->assoc * (Int)rounded;
	if (shape->size == old.size && shape->assoc == old.assoc)
		return;
	warn("warning: specified LL cache: line_size %d  assoc %d  "
	     "total_size %'d\n",
	    old.line_size, old.assoc, old.size);
	warn("warning: simulated LL cache: line_size %d  assoc %d  "
	     "total_size %'d\n",
	    shape->line_size, shape->assoc, shape->size);
}

/* The last level of cg-collect --reproducible. */
static const struct geometry usual_last = {8 << 20, 16, 64};

/* Replaces a last level that no processor has. */
static void
doubt(struct geometry *LL)
{
	if (!geometry_is_of_many_cores(LL) || is_set(&geometries.LL))
		return;
	warn(
	    "warning: the LL cache that this machine reports, %'d B, %d-way, is "
	    "of many cores together: simulating %'d B, %d-way (--LL=)\n",
	    LL->size, LL->assoc, usual_last.size, usual_last.assoc);
	*LL = usual_last;
}

static void
show(const HChar *name, const struct geometry *shape)
{
	VG_(umsg)("  %s: %'d B, %d-way, %d B lines\n", name, shape->size,
	    shape->assoc, shape->line_size);
}

/* Uses the detected cache if none was set.  It is an error if that cannot be
 * simulated, and only a warning if one was set. */
static void
choose(const HChar *name, struct geometry *set, const struct geometry *detected)
{
	const HChar *wrong = complaint(detected);

	if (wrong) {
		VG_(umsg)("Auto-detected %s cache configuration not supported: "
			  "%s",
		    name, wrong);
		show(name, detected);
		if (!is_set(set)) {
			VG_(umsg)("Bypass this message by using option "
				  "--%s=...\n",
			    name);
			VG_(exit)(1);
		}
	}
	if (!is_set(set))
		*set = *detected;
}

/* An access longer than a line could touch more than two lines. */
static void
check_line_sizes(void)
{
	Int smallest = geometries.I1.line_size;
	Int longest = VG_(machine_get_size_of_largest_guest_register)();

	if (smallest > geometries.D1.line_size)
		smallest = geometries.D1.line_size;
	if (smallest > geometries.LL.line_size)
		smallest = geometries.LL.line_size;
	if (smallest >= longest)
		return;
	VG_(umsg)("cgcollect: cannot continue: the minimum line size (%d)\n",
	    smallest);
	VG_(umsg)("  must be equal to or larger than the maximum register "
		  "size (%d)\n",
	    longest);
	VG_(umsg)("  but it is not.  Exiting now.\n");
	VG_(exit)(1);
}

/* Sets the caches that no option has set as the processor has them. */
static void
detect_missing(void)
{
	struct geometries found = usual;
	Bool all_set = is_set(&geometries.I1) && is_set(&geometries.D1) &&
		       is_set(&geometries.LL);

	if (!detect(&found) && !all_set)
		warn("Warning: Cannot auto-detect cache config, using "
		     "defaults.\n         Run with -v to see.\n");
	doubt(&found.LL);
	round_sets(&found.LL);
	choose("I1", &geometries.I1, &found.I1);
	choose("D1", &geometries.D1, &found.D1);
	choose("LL", &geometries.LL, &found.LL);
}

void
geometry_complete(void)
{
	/* a model has all of them */
	if (!modes.memory)
		detect_missing();
	if (VG_(clo_verbosity) >= 2) {
		VG_(umsg)("Cache configuration used:\n");
		show("I1", &geometries.I1);
		show("D1", &geometries.D1);
		show("LL", &geometries.LL);
	}
	check_line_sizes();
}

void
geometry_describe(const struct geometry *shape, HChar *text, Int size)
{
	if (shape->assoc == 1)
		VG_(snprintf)(text, size, "%d B, %d B, direct-mapped",
		    shape->size, shape->line_size);
	else
		VG_(snprintf)(text, size, "%d B, %d B, %d-way associative",
		    shape->size, shape->line_size, shape->assoc);
}
