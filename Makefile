# SPDX-License-Identifier: BSD-2-Clause
# One makefile for everything; `make help` lists the targets.  A variant
# (asan, musl) is this same file with another build folder and other flags.
# Settings go to config.mk or the command line: CC, CFLAGS, PREFIX, DESTDIR, B.

-include config.mk

PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
LIBEXECDIR ?= $(PREFIX)/libexec/cg-tools
INCLUDEDIR ?= $(PREFIX)/include
MANDIR ?= $(PREFIX)/share/man
CFLAGS ?= -O2 -g
PKG_CONFIG ?= pkg-config
NM ?= nm

# For another platform than this machine's, `make PLATFORM=arm64-linux`: its
# name for compilers and for QEMU, and what install-deps unpacked for it
TUPLE_arm64-linux = aarch64-linux-gnu
TUPLE_ppc64le-linux = powerpc64le-linux-gnu
TUPLE_s390x-linux = s390x-linux-gnu
QEMU_arm64-linux = qemu-aarch64-static -cpu cortex-a57
QEMU_ppc64le-linux = qemu-ppc64le-static
QEMU_s390x-linux = qemu-s390x-static
FOREIGN = arm64-linux ppc64le-linux s390x-linux
ifdef PLATFORM
ifeq ($(filter $(PLATFORM),$(FOREIGN)),)
$(error PLATFORM: expected one of $(FOREIGN), found $(PLATFORM))
endif
B ?= build/$(PLATFORM)
TUPLE = $(TUPLE_$(PLATFORM))
SYSROOT ?= $(CURDIR)/build/sysroot/$(PLATFORM)
CC = clang --target=$(TUPLE) --sysroot=$(SYSROOT)
CXX = clang++ --target=$(TUPLE) --sysroot=$(SYSROOT)
AR = $(TUPLE)-ar
NM = $(TUPLE)-nm
PLUGIN_CC = $(CC)
PKG_CONFIG = PKG_CONFIG_LIBDIR=$(SYSROOT)/usr/lib/$(TUPLE)/pkgconfig \
	PKG_CONFIG_SYSROOT_DIR=$(SYSROOT) pkg-config
endif
B ?= build

VERSION = 0.1.0
READING_TOOLS = cg-filter cg-merge cg-diff cg-sum cg-annotate
TOOLS = cg-collect $(READING_TOOLS)

all: tools $B/bin/cg-collect plugin

# all that needs no Valgrind
tools: $(READING_TOOLS:%=$B/bin/%)

# --- ordinary programs: every .c of a tool's folder and the libraries

CSTD = -std=c11 -D_XOPEN_SOURCE=700 -pthread
WARN = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
	-Wwrite-strings -Wundef -Wvla
LIB_CFLAGS ?=
ZLIB ?= -lz
PCRE2 ?= -lpcre2-8
TOOL_CPPFLAGS = -DCG_VERSION='"$(VERSION)"' -Ilibcgfmt -I.

# in the order of linking: each uses those after it
LIBS = $B/libreport.a $B/libquery.a $B/libcli.a $B/libcgfmt.a
objects = $(patsubst %.c,$B/obj/%.o,$(wildcard $(addsuffix /*.c,$1)))

CGFMT = libcgfmt $(addprefix libcgfmt/,bytes events read write profile)

$B/libcgfmt.a: $(call objects,$(CGFMT))
$B/libcli.a: $(call objects,libcli)
$B/libquery.a: $(call objects,libquery)
$B/libreport.a: $(call objects,libreport)
$(LIBS):
	@rm -f $@
	$(AR) rcs $@ $^

$B/obj/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CSTD) $(WARN) $(WERROR) $(TOOL_CPPFLAGS) $(LIB_CFLAGS) \
	    $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

define program
$B/bin/$1: $(call objects,$1) $$(LIBS)
	@mkdir -p $$(@D)
	$$(CC) -pthread $$(CFLAGS) $$(LDFLAGS) -o $$@ $$^ $$($1_LIBS) $$(ZLIB)
endef
cg-filter_LIBS = $(PCRE2)
cg-diff_LIBS = $(PCRE2)
cg-sum_LIBS = $(PCRE2)
$(foreach t,$(TOOLS),$(eval $(call program,$t)))

# --- the Valgrind tool: freestanding, on the distribution's Valgrind core

ask_valgrind = $(shell $(PKG_CONFIG) $1 valgrind 2>/dev/null)
VALGRIND_VERSION := $(call ask_valgrind,--modversion)
VG_INCLUDE := $(call ask_valgrind,--variable=includedir)
VG_ARCH := $(call ask_valgrind,--variable=arch)
VG_OS := $(call ask_valgrind,--variable=os)
VG_PLATFORM := $(or $(call ask_valgrind,--variable=platform),unknown)
VG_LOAD := $(call ask_valgrind,--variable=valt_load_address)
VG_LIBS := $(filter -L%,$(call ask_valgrind,--libs-only-L))
VG_LIB := $(VG_LIBS:-L%=%)
# where the core's preload library and default suppressions are installed
VG_LIBEXEC ?= $(patsubst %/,%,$(dir $(firstword \
	$(wildcard $(addsuffix /default.supp,$(SYSROOT)/usr/libexec/valgrind \
	$(SYSROOT)/usr/lib/valgrind $(VG_LIB))))))

# why the tool cannot be built with the core that is installed, if it cannot
VG_OLDEST = 3.16
core_archives = $(wildcard $(addsuffix /libcoregrind-$1.a,$(VG_LIB)) \
	$(addsuffix /libvex-$1.a,$(VG_LIB)))
ifeq ($(VALGRIND_VERSION),)
NO_CORE := $(if $(shell command -v $(lastword $(PKG_CONFIG))),$(PKG_CONFIG) knows no \
	valgrind,$(PKG_CONFIG) is not installed)
else ifneq ($(shell $(PKG_CONFIG) --exists 'valgrind >= $(VG_OLDEST)' || \
	echo old),)
NO_CORE = valgrind $(VALGRIND_VERSION) is older than $(VG_OLDEST)
else ifneq ($(words $(call core_archives,$(VG_PLATFORM))),2)
NO_CORE = valgrind $(VALGRIND_VERSION) came without its core, \
	libcoregrind-$(VG_PLATFORM).a and libvex-$(VG_PLATFORM).a
else ifeq ($(wildcard $(VG_INCLUDE)/pub_tool_basics.h),)
NO_CORE = valgrind $(VALGRIND_VERSION) came without its headers for tools
else ifeq ($(VG_LIBEXEC),)
NO_CORE = valgrind $(VALGRIND_VERSION) came without its default.supp
endif

# Valgrind's facts that the launcher checks
$(call objects,cg-collect): $B/plugin/$(VG_PLATFORM)/core.h
$B/obj/cg-collect/%.o: TOOL_CPPFLAGS += -I$B/plugin/$(VG_PLATFORM) \
	-DCG_LIBEXECDIR='"$(LIBEXECDIR)"' \
	-DCG_VALGRIND_VERSION='"$(VALGRIND_VERSION)"' \
	-DCG_VALGRIND_PLATFORM='"$(VG_PLATFORM)"'

# the platforms that the tool is built for: the core's own, and for 32-bit
# programs a second one where the core and the compiler have it
VG_SECOND := $(if $(filter amd64-linux,$(VG_PLATFORM)),$(if \
	$(wildcard $(addsuffix /libcoregrind-x86-linux.a,$(VG_LIB))),$(shell \
	echo 'void _start(void) {}' | cc -m32 -static -nostdlib -x c - -lgcc \
	    -o /dev/null 2>/dev/null && echo x86-linux)))
PLATFORMS = $(VG_PLATFORM) $(VG_SECOND)

PLUGIN_CC ?= cc
MACHINE_amd64 = -m64
MACHINE_x86 = -m32
arch = $(word 1,$(subst -, ,$1))
# functions begin on cache lines: generated code calls one for each segment;
# Valgrind reads its tool's debugging information, but not clang's DWARF 5
PLUGIN_CFLAGS = -std=gnu11 -O2 -gdwarf-4 -fno-stack-protector \
	-falign-functions=64 -fno-strict-aliasing -fno-builtin \
	-fomit-frame-pointer -fno-pic -fno-pie \
	-Wall -Wextra -Wno-unused-parameter -Wshadow
plugin_macros = $(MACHINE_$(call arch,$1)) -DVGA_$(call arch,$1)=1 \
	-DVGO_$(VG_OS)=1 -DVGP_$(subst -,_,$1)=1 \
	-DVGPV_$(subst -,_,$1)_vanilla=1
plugin_objects = $(patsubst cg-collect/plugin/%.c,$B/plugin/$1/%.o,\
	$(wildcard cg-collect/plugin/*.c))
LIBEXEC = $B/libexec/cg-tools
PLUGINS = $(PLATFORMS:%=$(LIBEXEC)/cgcollect-%)
PLUGIN_LINKS = $(LIBEXEC)/default.supp \
	$(PLATFORMS:%=$(LIBEXEC)/vgpreload_core-%.so)

plugin: $(PLUGINS) $(PLUGIN_LINKS)

# what VEX is to leave out: see shortcuts.c
plugin_shortcuts = $(shell sed -n \
	's/^.define CORE_CALLS_\(.*\) 1/-Wl,--wrap=\1/p' $B/plugin/$1/core.h)

# links the tool for the platform $1, and what is added to it ($2), as $@
define link_plugin
	@mkdir -p $(@D)
	$(PLUGIN_CC) $(MACHINE_$(call arch,$1)) -static -no-pie -nodefaultlibs \
	    -nostartfiles -u _start -Wl,--build-id=none \
	    -Wl,-Ttext-segment=$(VG_LOAD) $2 -o $@ $(filter %.o,$^) \
	    $(VG_LIBS) -lcoregrind-$1 -lvex-$1 -lgcc -lgcc-sup-$1
endef

define plugin_rules
# what the core has outside its headers for tools; tests have it lack something
$B/plugin/$1/core.h: cg-collect/plugin/core-has $$(call core_archives,$1) \
		$$(if $$(NO_CORE),tools)
	$$(if $$(NO_CORE),$$(error no cg-collect, only the other tools: $$(NO_CORE)))
	@mkdir -p $$(@D)
	@CORE_LACKS='$$(CORE_LACKS)' NM='$$(NM)' cg-collect/plugin/core-has \
	    $$(VALGRIND_VERSION) $1 $$(call core_archives,$1) >$$@

$B/plugin/$1/%.o: cg-collect/plugin/%.c $B/plugin/$1/core.h
	@mkdir -p $$(@D)
	$$(PLUGIN_CC) $$(PLUGIN_CFLAGS) $$(call plugin_macros,$1) $$(WERROR) \
	    -isystem $$(VG_INCLUDE) -I$B/plugin/$1 \
	    -DCG_VERSION='"$$(VERSION)"' -MMD -MP -c -o $$@ $$<

$(LIBEXEC)/cgcollect-$1: $$(call plugin_objects,$1)
	$$(call link_plugin,$1,$$(call plugin_shortcuts,$1))
endef
$(foreach p,$(PLATFORMS),$(eval $(call plugin_rules,$p)))

$(PLUGIN_LINKS):
	@mkdir -p $(@D)
	ln -sf $(VG_LIBEXEC)/$(@F) $@

# the same tool, made to believe that the processor is an old one
OLDCPU = $B/oldcpu/cgcollect-$(VG_PLATFORM)
wrap_processor = -Wl,--wrap=vgPlain_machine_get_VexArchInfo

$B/plugin/oldcpu.o: tests/programs/oldcpu.c
	@mkdir -p $(@D)
	$(PLUGIN_CC) $(PLUGIN_CFLAGS) $(call plugin_macros,$(VG_PLATFORM)) \
	    $(WERROR) -isystem $(VG_INCLUDE) -c -o $@ $<

$(OLDCPU): $(call plugin_objects,$(VG_PLATFORM)) $B/plugin/oldcpu.o \
		$(PLUGIN_LINKS)
	$(call link_plugin,$(VG_PLATFORM),$(call plugin_shortcuts,$(VG_PLATFORM)) \
	    $(wrap_processor))
	cp -P $(PLUGIN_LINKS) $(@D)

# the same tool, all of whose code VEX checks
CHECKED = $B/checked/cgcollect-$(VG_PLATFORM)

$(CHECKED): $(call plugin_objects,$(VG_PLATFORM)) $(PLUGIN_LINKS)
	$(call link_plugin,$(VG_PLATFORM))
	cp -P $(PLUGIN_LINKS) $(@D)

# the plugin's models, tested outside Valgrind
UNIT_PLUGIN = cachesim branchsim

$B/unit/cachesim: $(wildcard cg-collect/plugin/*cache.[ch]) \
	cg-collect/plugin/cachesim.c
$(UNIT_PLUGIN:%=$B/unit/%): $B/unit/%: tests/unit/%.c cg-collect/plugin/%.h
	@mkdir -p $(@D)
	$(CC) $(CSTD) $(WARN) $(WERROR) $(CFLAGS) $(LDFLAGS) \
	    -Icg-collect/plugin -o $@ $(filter %.c,$^)

# --- unit programs: one .c each, on the libraries' objects

UNIT = $(patsubst tests/unit/%.c,$B/unit/%,$(filter-out \
	$(UNIT_PLUGIN:%=tests/unit/%.c),$(wildcard tests/unit/*.c)))

$(UNIT): $B/unit/%: $B/obj/tests/unit/%.o $(LIBS)
	@mkdir -p $(@D)
	$(CC) -pthread $(CFLAGS) $(LDFLAGS) -o $@ $^ $(ZLIB)

unit: $(UNIT) $(UNIT_PLUGIN:%=$B/unit/%) $(CHECKED) \
	$(if $(filter amd64-linux,$(VG_PLATFORM)),$(OLDCPU))

# --- checks

check: all unit
	B=$B tests/run

# the same on another platform, as far as an emulator can run it
$(FOREIGN:%-linux=check-%): check-%:
	./install-deps test
	./install-deps $*-linux
	$(MAKE) PLATFORM=$*-linux CFLAGS='-O2 -gdwarf-4' LDFLAGS=-static \
	    check-emulated

check-emulated: all unit
	B=$B CC='$(CC)' CXX='$(CXX)' STRIP=$(TUPLE)-strip \
	    EMULATOR='$(QEMU_$(PLATFORM))' \
	    VG_PLATFORM=$(VG_PLATFORM) VG_LIBEXEC=$(VG_LIBEXEC) tests/emulated/run

SANITIZE = -fsanitize=address,undefined -fno-sanitize-recover=undefined
asan:
	$(MAKE) B=build/asan CFLAGS='-O1 -g -fno-omit-frame-pointer $(SANITIZE)' \
	    check

# the README's commands on minimal systems
SYSTEMS = bookworm trixie sid
check-systems:
	@status=0; for suite in $(SYSTEMS); do \
	    tests/on-system $$suite || status=1; done; exit $$status

# Debian has no zlib and PCRE2 for musl, but its archives link with it; PCRE2's
# wants one symbol of glibc's
MUSL_INCLUDE = build/musl/include
ARCHIVE = $(shell cc -print-file-name=$1)
musl:
	@mkdir -p $(MUSL_INCLUDE)
	ln -sf /usr/include/zlib.h /usr/include/pcre2.h $(firstword $(wildcard \
	    /usr/include/zconf.h /usr/include/*-linux-gnu/zconf.h)) \
	    $(MUSL_INCLUDE)
	$(MAKE) B=build/musl CC=musl-gcc CPPFLAGS=-I$(MUSL_INCLUDE) \
	    LDFLAGS='-static -Wl,--defsym=__memcpy_chk=memcpy' \
	    ZLIB=$(call ARCHIVE,libz.a) PCRE2=$(call ARCHIVE,libpcre2-8.a) check

# each fuzzer for FUZZ_SECONDS, on its seeds and what earlier runs found
FUZZ_SECONDS ?= 60
build/fuzz/substitution: $(addprefix libquery/,substitution.c expression.c \
	replacement_text.c pattern.c) libcli/memory.c
FUZZERS = $(patsubst tests/fuzz/fuzz_%.c,%,$(wildcard tests/fuzz/*.c))
$(FUZZERS:%=build/fuzz/%): build/fuzz/%: tests/fuzz/fuzz_%.c \
		$(wildcard $(addsuffix /*.[ch],$(CGFMT)))
	@mkdir -p $(@D)
	clang $(CSTD) -g -O1 -fsanitize=fuzzer,address,undefined \
	    $(TOOL_CPPFLAGS) -o $@ $(filter %.c,$^) \
	    $(ZLIB) $(PCRE2)

fuzz: $(FUZZERS:%=build/fuzz/%)
	@mkdir -p $(FUZZERS:%=build/fuzz/%.seeds)
	tests/corpus/make build/fuzz/reader.seeds
	build/fuzz/reader -max_total_time=$(FUZZ_SECONDS) -max_len=100000 \
	    -dict=tests/fuzz/reader.dict build/fuzz/reader.seeds
	build/fuzz/substitution -max_total_time=$(FUZZ_SECONDS) \
	    build/fuzz/substitution.seeds

SOURCES = $(shell git ls-files '*.c' '*.h')
MANPAGES = $(wildcard */*.1 libcgfmt/*.5)

lint:
	clang-format --dry-run -Werror $(SOURCES)
	! grep -L 'SPDX-License-Identifier' $(SOURCES) Makefile | grep .
	mandoc -Tlint -Wwarning $(MANPAGES)
	cppcheck --quiet --error-exitcode=1 --std=c11 \
	    --enable=warning,performance,portability \
	    -D_Noreturn='__attribute__((noreturn))' -Ilibcgfmt -I. \
	    libcgfmt libcli libquery libreport $(TOOLS:%=%/*.c)
	$(MAKE) B=build/lint-gcc WERROR=-Werror all unit
	$(MAKE) B=build/lint-clang CC=clang PLUGIN_CC=clang WERROR=-Werror \
	    all unit

format:
	clang-format -i $(SOURCES)

bench: all
	B=$B tests/bench/run

golden: all
	B=$B tests/golden-update

# a program that has its sources here: our own, at work on a profile of gzip
demo: all
	@$B/bin/cg-collect -q -o $B/gzip.cg gzip -c -6 Makefile >/dev/null
	PATH=$B/bin:$$PATH; cg-collect -q --client-stdout=/dev/null \
	    cg-filter $B/gzip.cg | cg-filter --threshold=5 | \
	    cg-annotate --show=Ir,Dr,D1mr --context=2

compile_commands.json:
	bear -- $(MAKE) -B B=build/bear all unit

# --- installing

install: all install-tools
	install -d $(DESTDIR)$(LIBEXECDIR) $(DESTDIR)$(INCLUDEDIR)/cg-tools
	install -m 644 include/cg-tools/cachegrind.h \
	    $(DESTDIR)$(INCLUDEDIR)/cg-tools
	install $B/bin/cg-collect $(DESTDIR)$(BINDIR)
	install $(PLUGINS) $(DESTDIR)$(LIBEXECDIR)
	for file in $(notdir $(PLUGIN_LINKS)); do \
	    ln -sf $(VG_LIBEXEC:$(SYSROOT)%=%)/$$file \
	        $(DESTDIR)$(LIBEXECDIR) || exit; \
	done
	install -m 644 $(filter cg-collect/%,$(MANPAGES)) \
	    $(DESTDIR)$(MANDIR)/man1

install-tools: tools
	install -d $(DESTDIR)$(BINDIR) \
	    $(DESTDIR)$(MANDIR)/man1 $(DESTDIR)$(MANDIR)/man5
	install $(READING_TOOLS:%=$B/bin/%) $(DESTDIR)$(BINDIR)
	install -m 644 $(filter-out cg-collect/%,$(filter %.1,$(MANPAGES))) \
	    $(DESTDIR)$(MANDIR)/man1
	install -m 644 $(filter %.5,$(MANPAGES)) $(DESTDIR)$(MANDIR)/man5

uninstall:
	rm -f $(TOOLS:%=$(DESTDIR)$(BINDIR)/%)
	rm -f $(DESTDIR)$(INCLUDEDIR)/cg-tools/cachegrind.h
	rm -f $(addprefix $(DESTDIR)$(LIBEXECDIR)/,$(notdir $(PLUGINS) \
	    $(PLUGIN_LINKS)))
	rm -f $(addprefix $(DESTDIR)$(MANDIR)/man1/,$(notdir \
	    $(filter %.1,$(MANPAGES))))
	rm -f $(addprefix $(DESTDIR)$(MANDIR)/man5/,$(notdir \
	    $(filter %.5,$(MANPAGES))))

clean:
	rm -rf build

help:
	@echo 'all          the tools in $B/bin and the Valgrind tool (default)'
	@echo 'tools        those in $B/bin that need no Valgrind: all but cg-collect'
	@echo 'check        run all tests'
	@echo 'check-arm64  build for arm64, test in an emulator; also $(patsubst %-linux,check-%,$(filter-out arm64-linux,$(FOREIGN)))'
	@echo 'check-systems  the same on $(SYSTEMS), in new minimal systems (as root)'
	@echo 'asan         build with ASan and UBSan, run all tests'
	@echo 'musl         build statically with musl, run all tests'
	@echo 'fuzz         feed profiles and s/// expressions, mutated, for FUZZ_SECONDS each'
	@echo 'lint         formatting, warnings of gcc and clang as errors, cppcheck, mandoc'
	@echo 'format       let clang-format put the sources in order'
	@echo 'bench        time our tools beside Valgrind'"'"'s'
	@echo 'golden       record the expected outputs of the tests anew'
	@echo 'demo         profile a program and print the report'
	@echo 'install      to $$DESTDIR$$PREFIX ($(PREFIX)); also uninstall, install-tools'
	@echo 'compile_commands.json   for editors (needs bear)'
	@echo 'clean        remove build/'
	@echo
	@echo 'Settings, here or in config.mk: CC CFLAGS CPPFLAGS LDFLAGS PREFIX DESTDIR B'
	@echo 'PLATFORM for another one than this machine, of $(FOREIGN)'

.PHONY: all tools plugin unit check check-systems $(FOREIGN:%-linux=check-%) \
	check-emulated asan musl fuzz lint format bench golden demo install \
	install-tools uninstall clean help compile_commands.json
.DELETE_ON_ERROR:
-include $(shell find $B -name sysroot -prune -o -name '*.d' -print 2>/dev/null)
