/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_EVENTS_H
#define CGCOLLECT_EVENTS_H

#include "pub_tool_basics.h"

/*
 * The events, in the order of a profile's "events:" line.  A new one is added
 * here, to the table below, to the page, and where it is counted:
 *
 *	cost->counts[EV_...] += modes.counting;
 */
enum event {
	EV_IR,
	EV_I1MR,
	EV_ILMR,
	EV_DR,
	EV_D1MR,
	EV_DLMR,
	EV_DW,
	EV_D1MW,
	EV_DLMW,
	EV_BC,
	EV_BCM,
	EV_BI,
	EV_BIM,
	EV_AL,
	EV_ALB,
	EV_I2MR,
	EV_D2MR,
	EV_D2MW,
	EV_ITMR,
	EV_DTMR,
	EV_DTMW,
	EV_ISMR,
	EV_DSMR,
	EV_DSMW,
	EV_D1MRP,
	EV_D1MWP,
	EV_D2MRP,
	EV_D2MWP,
	EV_DLMRP,
	EV_DLMWP,
	EV_DSF,
	EV_DSFV,
	EV_D1MNEW,
	EV_D1MCAP,
	EV_D1MCONF,
	EV_D1MINV,
	EV_DLMNEW,
	EV_DLMCAP,
	EV_DLMCONF,
	NEVENTS
};

/* The option that an event needs to be counted and recorded. */
enum event_condition {
	ALWAYS,
	WITH_CACHES,      /* --cache-sim=yes */
	WITH_BRANCHES,    /* --branch-sim=yes */
	WITH_ALLOCATIONS, /* --allocs=yes */
	WITH_MEMORY,      /* --memory */
	WITH_FORWARDING,  /* --forwarding */
	WITH_MISS_KINDS,  /* --miss-kinds */
	WITH_CORES        /* --miss-kinds and --cores */
};

static const struct {
	const HChar *name;        /* in profiles */
	const HChar *description; /* for --help */
	enum event_condition condition;
} event_table[NEVENTS] = {
    [EV_IR] = {"Ir", "instructions executed", ALWAYS},
    [EV_I1MR] = {"I1mr", "instructions that missed in I1", WITH_CACHES},
    [EV_ILMR] = {"ILmr", "instructions that missed in LL", WITH_CACHES},
    [EV_DR] = {"Dr", "reads of data", WITH_CACHES},
    [EV_D1MR] = {"D1mr", "reads that missed in D1", WITH_CACHES},
    [EV_DLMR] = {"DLmr", "reads that missed in LL", WITH_CACHES},
    [EV_DW] = {"Dw", "writes of data", WITH_CACHES},
    [EV_D1MW] = {"D1mw", "writes that missed in D1", WITH_CACHES},
    [EV_DLMW] = {"DLmw", "writes that missed in LL", WITH_CACHES},
    [EV_BC] = {"Bc", "conditional branches", WITH_BRANCHES},
    [EV_BCM] = {"Bcm", "mispredicted conditional branches", WITH_BRANCHES},
    [EV_BI] = {"Bi", "indirect jumps and calls", WITH_BRANCHES},
    [EV_BIM] = {"Bim", "mispredicted indirect jumps and calls", WITH_BRANCHES},
    [EV_AL] = {"Al", "blocks allocated", WITH_ALLOCATIONS},
    [EV_ALB] = {"AlB", "bytes allocated", WITH_ALLOCATIONS},
    [EV_I2MR] = {"I2mr", "instructions that missed in L2", WITH_MEMORY},
    [EV_D2MR] = {"D2mr", "reads that missed in L2", WITH_MEMORY},
    [EV_D2MW] = {"D2mw", "writes that missed in L2", WITH_MEMORY},
    [EV_ITMR] = {"ITmr", "instructions that missed in the TLB", WITH_MEMORY},
    [EV_DTMR] = {"DTmr", "reads that missed in the TLB", WITH_MEMORY},
    [EV_DTMW] = {"DTmw", "writes that missed in the TLB", WITH_MEMORY},
    [EV_ISMR] = {"ISmr", "instructions that missed in the STLB", WITH_MEMORY},
    [EV_DSMR] = {"DSmr", "reads that missed in the STLB", WITH_MEMORY},
    [EV_DSMW] = {"DSmw", "writes that missed in the STLB", WITH_MEMORY},
    [EV_D1MRP] = {"D1mrp", "D1mr that a prefetcher covers", WITH_MEMORY},
    [EV_D1MWP] = {"D1mwp", "D1mw that a prefetcher covers", WITH_MEMORY},
    [EV_D2MRP] = {"D2mrp", "D2mr that a prefetcher covers", WITH_MEMORY},
    [EV_D2MWP] = {"D2mwp", "D2mw that a prefetcher covers", WITH_MEMORY},
    [EV_DLMRP] = {"DLmrp", "DLmr that a prefetcher covers", WITH_MEMORY},
    [EV_DLMWP] = {"DLmwp", "DLmw that a prefetcher covers", WITH_MEMORY},
    [EV_DSF] = {"Dsf", "reads that wait for writes in a row", WITH_FORWARDING},
    [EV_DSFV] = {"Dsfv", "the same, where addresses vary", WITH_FORWARDING},
    [EV_D1MNEW] = {"D1mnew", "D1 misses on lines never there", WITH_MISS_KINDS},
    [EV_D1MCAP] = {"D1mcap", "D1 misses for want of capacity", WITH_MISS_KINDS},
    [EV_D1MCONF] = {"D1mconf", "D1 misses by conflicts in sets",
	WITH_MISS_KINDS},
    [EV_D1MINV] = {"D1minv", "D1 misses on lines that another core wrote",
	WITH_CORES},
    [EV_DLMNEW] = {"DLmnew", "LL misses on lines never there", WITH_MISS_KINDS},
    [EV_DLMCAP] = {"DLmcap", "LL misses for want of capacity", WITH_MISS_KINDS},
    [EV_DLMCONF] = {"DLmconf", "LL misses by conflicts in sets",
	WITH_MISS_KINDS},
};

/* The kinds of misses on data, in the order of their events; the last one only of D1. */
enum miss_kind { MISS_NEW, MISS_CAPACITY, MISS_CONFLICT, MISS_INVALID };

enum { NMISS_KIND_EVENTS = EV_DLMCONF - EV_D1MNEW + 1 };

/* From the event of an access (Ir, Dr, Dw) to the events of its misses. */
enum {
	FIRST_LEVEL_MISS = EV_I1MR - EV_IR,
	LAST_LEVEL_MISS = EV_ILMR - EV_IR,
};

_Static_assert(EV_D1MR - EV_DR == FIRST_LEVEL_MISS &&
		   EV_DLMR - EV_DR == LAST_LEVEL_MISS &&
		   EV_D1MW - EV_DW == FIRST_LEVEL_MISS &&
		   EV_DLMW - EV_DW == LAST_LEVEL_MISS,
    "misses follow their accesses in one order");

#endif
