# SPDX-License-Identifier: BSD-2-Clause
# The part of the Makefile that only tests need: programs and builds for tests, the commands
# that check, and those that measure.

# --- builds of the Valgrind tool for tests

TEST_PLUGINS = $(CHECKED) $(if $(filter amd64-linux,$(VG_PLATFORM)),$(OLDCPU))

# the same tool with a replaced description of the processor: an old one
OLDCPU = $B/oldcpu/cgcollect-$(VG_PLATFORM)
wrap_processor = -Wl,--wrap=vgPlain_machine_get_VexArchInfo

$B/plugin/oldcpu.o: tests/programs/oldcpu.c
	@mkdir -p $(@D)
	$(PLUGIN_CC) $(PLUGIN_CFLAGS) $(call plugin_macros,$(VG_PLATFORM)) \
	    $(WERROR) -isystem $(VG_INCLUDE) -c -o $@ $<

$(OLDCPU): $(call plugin_objects,$(VG_PLATFORM)) $B/plugin/oldcpu.o \
		$(PLUGIN_LINKS)
	$(call link_plugin,$(VG_PLATFORM),$(call plugin_wraps,$(VG_PLATFORM)) \
	    $(wrap_processor))
	cp -P $(PLUGIN_LINKS) $(@D)

# the same tool without shortcuts, so that VEX checks all code, and with an option that
# makes calls of the core fail: its objects call the functions of core_calls.c instead
CHECKED = $B/checked/cgcollect-$(VG_PLATFORM)

$B/plugin/core_calls.o: tests/faults/core_calls.c $B/plugin/$(VG_PLATFORM)/core.h
	$(PLUGIN_CC) $(PLUGIN_CFLAGS) $(call plugin_macros,$(VG_PLATFORM)) \
	    $(WERROR) -isystem $(VG_INCLUDE) -I$B/plugin/$(VG_PLATFORM) -c -o $@ $<

$B/plugin/checked.o: $(call plugin_objects,$(VG_PLATFORM)) $B/plugin/core_calls.o
	$(NM) -P $B/plugin/core_calls.o | \
	    sed -n 's/^fault_\([^ ]*\) T .*/vgPlain_\1 fault_\1/p' >$B/plugin/core_calls
	$(PLUGIN_CC) $(MACHINE_$(call arch,$(VG_PLATFORM))) -r -nostdlib -o $@ \
	    $(call plugin_objects,$(VG_PLATFORM))
	$(OBJCOPY) --redefine-syms=$B/plugin/core_calls $@

$(CHECKED): $B/plugin/checked.o $B/plugin/core_calls.o $(PLUGIN_LINKS)
	$(call link_plugin,$(VG_PLATFORM),$(call plugin_wraps,$(VG_PLATFORM),vg))
	cp -P $(PLUGIN_LINKS) $(@D)

# the plugin's cache and branch models, tested outside Valgrind
UNIT_PLUGIN = cachesim branchsim

$B/unit/cachesim: $(wildcard cg-collect/plugin/machine/*.[ch])
$(UNIT_PLUGIN:%=$B/unit/%): $B/unit/%: tests/unit/%.c cg-collect/plugin/machine/%.h
	@mkdir -p $(@D)
	$(CC) $(CSTD) $(WARN) $(WERROR) $(CFLAGS) $(LDFLAGS) \
	    -Icg-collect/plugin/machine -o $@ $(filter %.c,$^)

# and its sets of blocks of memory
UNIT_DATA = live_blocks
LIVE_BLOCKS = $(wildcard cg-collect/plugin/memory/*.[ch])

$B/unit/live_blocks: tests/unit/live_blocks.c $(LIVE_BLOCKS)
	@mkdir -p $(@D)
	$(CC) $(CSTD) $(WARN) $(WERROR) $(CFLAGS) $(LDFLAGS) \
	    -Icg-collect/plugin/memory -o $@ $(filter %.c,$^)

# --- unit programs: each is one .c, linked with the libraries

UNIT = $(patsubst tests/unit/%.c,$B/unit/%,$(filter-out \
	$(UNIT_PLUGIN:%=tests/unit/%.c) $(UNIT_DATA:%=tests/unit/%.c),$(wildcard tests/unit/*.c)))

$(UNIT): $B/unit/%: $B/obj/tests/unit/%.o
	@mkdir -p $(@D)
	$(CC) -pthread $(CFLAGS) $(LDFLAGS) -o $@ $^ $(PCRE2) $(ZLIB)

$(filter-out %/cgfmt_memory,$(UNIT)): $(LIBS)

# the test in which allocations of libcgfmt fail; the C library may do without its own
$B/unit/cgfmt_memory: $B/failing.a
$B/failing.a: $B/libcgfmt.a
	$(OBJCOPY) $(foreach f,malloc calloc realloc aligned_alloc,\
	    --redefine-sym $f=failing_$f) $< $@

# --- fuzz targets: each is a .c file that is linked with the libraries that it tests

FUZZERS = $(patsubst tests/fuzz/fuzz_%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
# runs the target with files; libFuzzer has a function main of its own
FUZZ_MAIN = $B/obj/tests/fuzz/replay.o

$(FUZZERS:%=$B/targets/%): $B/targets/%: $B/obj/tests/fuzz/fuzz_%.o \
		$B/obj/tests/fuzz/target.o $(filter %.o,$(FUZZ_MAIN)) $(LIBS)
	@mkdir -p $(@D)
	$(CC) -pthread $(CFLAGS) $(LDFLAGS) -o $@ $(filter %.o,$^) $(LIBS) \
	    $(filter-out %.o,$(FUZZ_MAIN)) $(PCRE2) $(ZLIB) -lm

# more objects for targets that print, and for those whose input is a profile
$(addprefix $B/targets/,folded html page pprof stacks table): $B/obj/tests/fuzz/sink.o
$(addprefix $B/targets/,folded page pprof table): $B/obj/tests/fuzz/hostile_table.o
$(addprefix $B/targets/,page table): $(filter-out %/main.o,$(call objects,$(call directories,cg-sum)))
$(addprefix $B/targets/,folded pprof stacks): $(filter-out %/main.o,$(call objects,$(call directories,cg-export)))

$(addprefix $B/targets/,reader stacks): $B/obj/tests/fuzz/profile_mutator.o

$B/targets/jitdump: $(addprefix $B/obj/cg-collect/compiled/,compiled.o compiled_name.o jitdump.o)

fuzz-targets: $(FUZZERS:%=$B/targets/%)

unit-programs: $(UNIT) $(UNIT_PLUGIN:%=$B/unit/%) $(UNIT_DATA:%=$B/unit/%)

unit: unit-programs fuzz-targets $(TEST_PLUGINS)
# --- what runs the tests

check: all unit-programs
	B=$B tests/run --fast

# AFTER=check leaves out what check has run
check-all: all unit
	B=$B tests/run $(if $(filter check,$(AFTER)),--slow,--fast --slow)

# all others: other modes, larger programs, each kind of fault
check-long: all unit
	B=$B tests/run --long

# the tests of one tool or library, and what they need
CHECK_TOOL = $(addprefix check-,filter merge diff sum export annotate cycles mix history collect names libcgfmt)
check-history check-merge check-sum: tools
check-cycles check-diff check-export check-mix: all
check-filter: all $B/unit/substitution
check-annotate: all $(addprefix $B/unit/,callgraph short_name)
check-collect: all $(TEST_PLUGINS) $(UNIT_PLUGIN:%=$B/unit/%) $(UNIT_DATA:%=$B/unit/%)
check-names: all $B/unit/names $B/unit/data
check-libcgfmt: tools lib $(filter $B/unit/cgfmt_%,$(UNIT))
$(CHECK_TOOL): check-%:
	B=$B tests/run $(filter $B/unit/%,$^) tests/$*/*.bats

# --- programs that start valgrind

# real clients of the valgrind of --valgrind-path; prints their seconds with it and with the
# real one; needs the network for sources
check-clients: all
	rm -rf $B/clients
	B=$B tests/run tests/clients/*.bats
	@printf '| client | run | result | s, real valgrind | s, cg-collect |\n|---|---|---|--:|--:|\n'
	@cat $B/clients/*

# --- other builds and other systems

# runs the tests that an emulator can run, for another platform; this machine's tools name
# the addresses of what the tool for the other one counts
$(FOREIGN:%-linux=check-%): check-%: tools names
	./install-deps test
	./install-deps $*-linux
	$(MAKE) PLATFORM=$*-linux CFLAGS='-O1 -gdwarf-4' LDFLAGS=-static \
	    CG_NATIVE='$(abspath $B/bin)' check-emulated

check-emulated: all unit-programs
	B=$B CC='$(CC)' CXX='$(CXX)' STRIP=$(TUPLE)-strip \
	    EMULATOR='$(QEMU_$(PLATFORM))' CG_NATIVE='$(CG_NATIVE)' \
	    VG_PLATFORM=$(VG_PLATFORM) VG_LIBEXEC=$(VG_LIBEXEC) tests/emulated/run

# compares the interface of libcgfmt with the last release
check-abi:
	tests/abi

SANITIZE = -fsanitize=address,undefined -fno-sanitize-recover=undefined
asan:
	$(MAKE) B=build/asan CFLAGS='-O1 -g -fno-omit-frame-pointer $(SANITIZE)' \
	    check-all

# runs the README's commands on minimal systems
SYSTEMS = bookworm trixie sid
check-systems:
	@status=0; for suite in $(SYSTEMS); do \
	    tests/on-system $$suite || status=1; done; exit $$status

# builds packages from the tarball of the current commit in one minimal Debian and tries them in
# another; builds those for RPM here, with the installed packages of Debian
PACKAGE_SYSTEMS = $(SYSTEMS)
check-packages: check-rpm
	@status=0; for suite in $(PACKAGE_SYSTEMS); do \
	    tests/packages $$suite || status=1; done; exit $$status

check-rpm: dist
	rpmbuild -bb --nodeps --quiet --define '_sourcedir $(abspath $B)' \
	    --define '_topdir $(abspath $B)/rpm' packaging/cg-tools.spec \
	    >$B/rpm.log 2>&1 || { tail -n 20 $B/rpm.log >&2; exit 1; }
	@ls $B/rpm/RPMS/*/*-$(subst -,~,$(VERSION))-*.rpm

# --- faults

# Debian has no zlib and PCRE2 for musl, but musl programs can link its archives;
# the archive of PCRE2 needs one symbol of glibc. libdw has no archive, so cg-names is the ordinary one.
MUSL_INCLUDE = build/musl/include
ARCHIVE = $(shell cc -print-file-name=$1)
MUSL_LDFLAGS = -static -Wl,--defsym=__memcpy_chk=memcpy
MUSL = CC=musl-gcc CPPFLAGS=-I$(MUSL_INCLUDE) \
	ZLIB=$(call ARCHIVE,libz.a) PCRE2=$(call ARCHIVE,libpcre2-8.a)
MUSL_BUILD = B=build/musl $(MUSL) LDFLAGS='$(MUSL_LDFLAGS)'
musl: $(NAMES) musl-headers
	$(MAKE) $(MUSL_BUILD) all unit
	cp $(NAMES) build/musl/bin
	$(MAKE) $(MUSL_BUILD) check-all

musl-headers:
	@mkdir -p $(MUSL_INCLUDE)
	ln -sf /usr/include/zlib.h /usr/include/pcre2.h $(firstword $(wildcard \
	    /usr/include/zconf.h /usr/include/*-linux-gnu/zconf.h)) \
	    $(MUSL_INCLUDE)

# runs all programs of tests/faults
torture: torture-tools torture-collector torture-edges

# makes each call of the C library fail in turn, in commands of each tool; then gives
# the tools prefixes of profiles.  The second build has buffers so small that calls fail in
# more places.
SMALL_BUFFERS = -DBLOCK_SIZE=16 -DLINES_SIZE=64 -DAHEAD_FROM=64 -DREADAHEAD_FROM=4 \
	-DLARGE=1000 -DTABLE_SIZE=20000 -DMAX_READ_AHEAD=2 -DMAX_STREAMED=16 -DMAX_RUNS=4

torture-tools: all build/inject.so
	rm -rf build/small
	$(MAKE) B=build/small CPPFLAGS='$(SMALL_BUFFERS)' all
	PATH=$(CURDIR)/build/small/bin:$$PATH tests/faults/run --small build/inject.so
	PATH=$(CURDIR)/$B/bin:$$PATH tests/faults/run --large build/inject.so
	PATH=$(CURDIR)/$B/bin:$$PATH tests/faults/prefixes

# the same for the command that estimates cycles, which takes as long as all others
torture-cycles: all build/inject.so
	PATH=$(CURDIR)/$B/bin:$$PATH tests/faults/run --case=cycles-code build/inject.so

# makes each call of Valgrind's core fail in turn in the Valgrind tool; kills processes
# of a tree
torture-collector: all $(CHECKED)
	PATH=$(CURDIR)/$B/bin:$$PATH tests/faults/collector $(dir $(CHECKED))

# finds the lines of tools and libraries that no test and no fault executes; fails if they
# differ from tests/faults/unreached.  gcov replaces fork and exec, so that no counts
# are lost, in GNU C only.  Tests that build programs themselves are left out; some that run
# a tool as another user, or let it fail at its end, fail because it cannot write its counts.
COVERAGE = CSTD='-std=gnu11 -D_XOPEN_SOURCE=700 -pthread' WERROR= CFLAGS='-O0 -g --coverage' \
	LDFLAGS='--coverage $(CURDIR)/build/coverage_end.o'

COVERING = $(filter-out tests/emulated/% tests/collect/suite.bats tests/libcgfmt/library.bats \
	$(addprefix tests/release/,completion.bats examples.bats fleet.bats install.bats \
	packaging.bats parallel.bats slurm.bats systems.bats),$(wildcard tests/*/*.bats))

coverage: build/inject.so build/coverage_end.o
	rm -rf build/coverage build/coverage-small
	$(MAKE) B=build/coverage $(COVERAGE) all unit
	$(MAKE) B=build/coverage-small $(COVERAGE) CPPFLAGS='$(SMALL_BUFFERS)' all
	for build in coverage coverage-small; do \
	    PATH=$(CURDIR)/build/$$build/bin:$$PATH \
	    tests/faults/run --once build/inject.so || exit 1; done
	tests/faults/coverage --files build/coverage build/coverage-small
	-GCOV_ERROR_FILE=/dev/null B=build/coverage tests/run $(COVERING) \
	    $(UNIT:$B/%=build/coverage/%)
	-export GCOV_ERROR_FILE=/dev/null PATH=$(CURDIR)/build/coverage-small/bin:$$PATH; \
	    tests/faults/run --small build/inject.so; \
	    tests/faults/arithmetic --seconds 60
	-export GCOV_ERROR_FILE=/dev/null PATH=$(CURDIR)/build/coverage/bin:$$PATH; \
	    tests/faults/run --large build/inject.so; \
	    tests/faults/arithmetic --seconds 60
	tests/faults/coverage --list=tests/faults/unreached build/coverage build/coverage-small

build/coverage_end.o: tests/faults/coverage_end.c
	@mkdir -p $(@D)
	$(CC) -O1 -c -o $@ $<

# appends from processes that are killed, computes with counts at the edges of 64 bits, and
# measures inputs that are made to cost time or memory
torture-edges: all
	PATH=$(CURDIR)/$B/bin:$$PATH; export PATH; status=0; \
	    tests/faults/appends --seconds 120 || status=1; \
	    tests/faults/arithmetic --seconds 120 || status=1; \
	    tests/faults/costs --seconds 220 || status=1; exit $$status

build/inject.so: tests/faults/inject.c
	$(CC) -shared -fPIC -O1 -o $@ $< -ldl

# runs each fuzz target for SECONDS, on its corpus and the results of earlier runs
SECONDS ?= 60
# small buffers and limits, so that small inputs need several blocks, and threads
FUZZ_SIZES = -DLINES_SIZE=256 -DBLOCK_SIZE=16384 -DREADAHEAD_FROM=16 \
	-DAHEAD_FROM=1024

fuzz:
	$(MAKE) B=build/fuzz CC=clang LDFLAGS= FUZZ_MAIN=-fsanitize=fuzzer \
	    CPPFLAGS='$(FUZZ_SIZES)' CFLAGS='-O2 -g -fno-omit-frame-pointer \
	    $(SANITIZE) -fsanitize=fuzzer-no-link \
	    -fno-sanitize-coverage=trace-cmp' fuzz-targets
	tests/fuzz/run $(SECONDS)

# --- measures, goldens and pictures

# compares the inlined functions of OBJECTS with those that other programs find
compare-inlined: all $B/unit/names
	PATH=$(abspath $B/bin):$$PATH tests/lib/compare-inlined $B/unit/names $(OBJECTS)

bench: all
	B=$B tests/bench/run

# the table of the README
bench-readme: all
	@B=$B tests/bench/readme

# the table of docs/COMPILERS.md, for SOURCES=DIRECTORY; tests/bench/compilers says what else
bench-compilers: all
	B=$B tests/bench/compilers

# measures kernels and programs and writes the tables of docs/TIME.md
bench-cycles: all
	B=$B tests/bench/cycles --update

# measures kernels that memory bounds, and writes the second table of docs/TIME.md
bench-memory: all
	B=$B tests/bench/memory --update

# measures loops and writes the table of docs/LOOPS.md
bench-loops: all
	B=$B tests/bench/loops --update

# measures trees of merges and writes docs/SCALE.md
bench-tree: all
	B=$B tests/bench/tree --update

# compares the names of inlined functions of SOURCE that are built with symbols
compare-built-names: all $B/unit/names
	PATH=$(abspath $B/bin):$$PATH tests/lib/compare-built-names $B/unit/names \
	    $(CXX) -std=c++20 -pthread $(SOURCE)

golden: all
	B=$B tests/golden-update

# pictures of pages: a profile of a program with its sources, and a difference
SHOTS = $B/screenshots
screenshots: all
	@mkdir -p $(SHOTS)
	$B/bin/cg-collect -q -o $B/gzip.cg gzip -c -6 Makefile >/dev/null
	for n in 1 9; do $B/bin/cg-collect -q -o $(SHOTS)/$$n.cg \
	    --client-stdout=/dev/null $B/bin/cg-filter --threshold=$$n \
	    $B/gzip.cg || exit; done
	$B/bin/cg-diff --keep-sides --lines -o $(SHOTS)/diff.cg $(SHOTS)/1.cg \
	    $(SHOTS)/9.cg
	for page in 1 diff; do $B/bin/cg-filter --strip-prefix=$(CURDIR) \
	    $(SHOTS)/$$page.cg | $B/bin/cg-annotate --format=html \
	    -o $(SHOTS)/$$page.html - || exit; \
	    tests/browser/screenshots $(SHOTS)/$$page.html $(SHOTS)/$$page; done
	cp $(SHOTS)/1-desktop.png docs/report.png

.PHONY: unit unit-programs fuzz-targets check check-all check-long $(CHECK_TOOL) check-systems check-abi \
	check-packages check-rpm check-clients $(FOREIGN:%-linux=check-%) check-emulated asan musl musl-headers torture torture-cycles \
	torture-tools torture-collector torture-edges compare-inlined compare-built-names \
	coverage fuzz bench bench-readme bench-compilers bench-cycles bench-memory bench-loops bench-tree golden \
	screenshots
