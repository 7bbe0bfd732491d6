// SPDX-License-Identifier: BSD-2-Clause
// Makes each test case of Catch2 a region, and each SECTION a region in it.  Link this
// file with the tests; they need not be changed:
//
//	c++ -O2 -g -o tests tests.cc catch2.cc
//	cg-collect -q --cache-sim=no --client-stdout=out ./tests | cg-sum --by=region
//
// With Catch2 3, include <catch2/reporters/catch_reporter_event_listener.hpp> and
// <catch2/reporters/catch_reporter_registrars.hpp>, and derive from EventListenerBase.
#define CATCH_CONFIG_EXTERNAL_INTERFACES
#include <catch2/catch.hpp>
#include <sys/prctl.h>

namespace {

// Not by the macros of cg-tools/regions.h: their regions end with the function that
// enters them.
struct regions : Catch::TestEventListenerBase {
	using TestEventListenerBase::TestEventListenerBase;

	// the first section is the test case itself
	void sectionStarting(const Catch::SectionInfo &info) override
	{
		prctl(0x43475247, 0ul, info.name.c_str());
	}

	void sectionEnded(const Catch::SectionStats &stats) override
	{
		prctl(0x43475247, 1ul, stats.sectionInfo.name.c_str());
	}
};

CATCH_REGISTER_LISTENER(regions)

}
