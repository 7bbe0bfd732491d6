// SPDX-License-Identifier: BSD-2-Clause
// Makes each test case of doctest a region, and each SUBCASE a region in it.  Link this
// file with the tests; they need not be changed:
//
//	c++ -O2 -g -o tests tests.cc doctest.cc
//	cg-collect -q --cache-sim=no --client-stdout=out ./tests | cg-sum --by=region
#include <doctest/doctest.h>
#include <sys/prctl.h>

namespace {

// Not by the macros of cg-tools/regions.h: their regions end with the function that
// enters them.
struct regions : doctest::IReporter {
	const char *test = nullptr;

	explicit regions(const doctest::ContextOptions &) {}

	static void enter(const char *name) { prctl(0x43475247, 0ul, name); }
	// also leaves the regions in it; without a name, the innermost one
	static void leave(const char *name) { prctl(0x43475247, 1ul, name); }

	void test_case_start(const doctest::TestCaseData &data) override
	{
		test = data.m_name;
		enter(test);
	}

	// once more, for another subcase
	void test_case_reenter(const doctest::TestCaseData &) override
	{
		leave(test);
		enter(test);
	}

	void test_case_end(const doctest::CurrentTestCaseStats &) override { leave(test); }

	void subcase_start(const doctest::SubcaseSignature &subcase) override
	{
		enter(subcase.m_name.c_str());
	}

	void subcase_end() override { leave(nullptr); }

	void report_query(const doctest::QueryData &) override {}
	void test_run_start() override {}
	void test_run_end(const doctest::TestRunStats &) override {}
	void test_case_exception(const doctest::TestCaseException &) override {}
	void log_assert(const doctest::AssertData &) override {}
	void log_message(const doctest::MessageData &) override {}
	void test_case_skipped(const doctest::TestCaseData &) override {}
};

REGISTER_LISTENER("regions", 0, regions);

}
