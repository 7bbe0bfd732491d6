# SPDX-License-Identifier: BSD-2-Clause
# Builds and installs everything; `make help` lists the targets, and tests/tests.mk has those
# that only tests need.  A variant (asan, musl) runs make again with a different build directory
# and different flags.  Put settings into config.mk or on the command line: CC, CFLAGS, PREFIX,
# DESTDIR, B.

-include config.mk

PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
LIBEXECDIR ?= $(PREFIX)/libexec/cg-tools
INCLUDEDIR ?= $(PREFIX)/include
LIBDIR ?= $(PREFIX)/lib
MANDIR ?= $(PREFIX)/share/man
BASH_COMPLETIONS ?= $(PREFIX)/share/bash-completion/completions
ZSH_COMPLETIONS ?= $(PREFIX)/share/zsh/site-functions
FISH_COMPLETIONS ?= $(PREFIX)/share/fish/vendor_completions.d
CFLAGS ?= -O2 -g
PKG_CONFIG ?= pkg-config
NM ?= nm
OBJCOPY ?= objcopy
# the platforms of `make PLATFORM=...`, besides this one
FOREIGN = arm64-linux ppc64le-linux s390x-linux
ifdef PLATFORM
include tests/platform.mk
endif
B ?= build
# objects have one name each, or make does not find what they depend on
override B := $(patsubst $(CURDIR)/%,%,$B)
ifeq ($(strip $B),)
$(error B is empty: it is the directory to build in)
endif
# make separates paths by blanks, so that a recipe would take one with a blank for two
DIRECTORIES = B DESTDIR PREFIX BINDIR LIBEXECDIR INCLUDEDIR LIBDIR MANDIR BASH_COMPLETIONS \
	ZSH_COMPLETIONS FISH_COMPLETIONS
with_blank := $(foreach name,$(DIRECTORIES),$(if $(filter-out 0 1,$(words $($(name)))),$(name)))
ifneq ($(strip $(with_blank)),)
$(error $(firstword $(with_blank)) has a blank: "$($(firstword $(with_blank)))")
endif
# nothing is built while it is removed
ifneq ($(filter clean,$(MAKECMDGOALS)),)
.NOTPARALLEL:
endif

# the only place of the version; NEWS and the packages are tested against it
VERSION = 1.0.0
READING_TOOLS = cg-filter cg-merge cg-diff cg-sum cg-export cg-annotate cg-cycles cg-mix cg-history
TOOLS = cg-collect $(READING_TOOLS)

# $(call completions,TOOLS): the files for shells
completions = $(1:%=$B/completion/bash/%) $(1:%=$B/completion/zsh/_%) \
	$(1:%=$B/completion/fish/%.fish)

all: tools lib $B/bin/cg-collect shim plugin names $(call completions,cg-collect)

# the tools that do not need Valgrind
tools: $(READING_TOOLS:%=$B/bin/%) $(call completions,$(READING_TOOLS))

# --- ordinary programs: every .c in the directories of a tool, and the libraries

CSTD = -std=c11 -D_XOPEN_SOURCE=700 -pthread
WARN = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
	-Wwrite-strings -Wundef -Wvla

LIB_CFLAGS ?=
ZLIB ?= -lz
PCRE2 ?= -lpcre2-8
TOOL_CPPFLAGS = -DCG_VERSION='"$(VERSION)"' -Ilibcgfmt -I.

LIBEXEC = $B/libexec/cg-tools

# in linking order: each library uses only those after it
LIBS = $B/libreport.a $B/libquery.a $B/libnames.a $B/libcli.a $B/libcgfmt.a
objects = $(patsubst %.c,$B/obj/%.o,$(wildcard $(addsuffix /*.c,$1)))
# $(call directories,TOOL): its own directory and the ones of its parts
directories = $1 $($1_PARTS:%=$1/%)
cg-annotate_PARTS = model $(addprefix model/,code data functions lines loops remarks sources) classic terminal html
cg-cycles_PARTS = code model
cg-mix_PARTS = code x86 arm64
cg-history_PARTS = commands fill report series store
cg-names_PARTS = serve reply object lines entries inlined data sites
cg-diff_PARTS = code loops report
cg-collect_PARTS = command profiles compiled data
cg-sum_PARTS = formats
cg-export_PARTS = code

CGFMT = libcgfmt $(addprefix libcgfmt/,bytes events read write profile)

$B/libcgfmt.a: $(call objects,$(CGFMT))
$B/libcli.a: $(call objects,libcli)
$B/libnames.a: $(call objects,libnames)
$B/libquery.a: $(call objects,libquery $(addprefix libquery/,calls data events header loops machine_code matching naming patterns stacks))
$B/libreport.a: $(call objects,libreport $(addprefix libreport/,names page))
$(LIBS):
	@rm -f $@
	$(AR) rcs $@ $^

$B/obj/cg-collect/command/libexec.o: TOOL_CPPFLAGS += -DCG_LIBEXECDIR='"$(LIBEXECDIR)"'

# the files of HTML pages, each as a string for C and with the hash by which a
# page's policy admits it
PAGE_FILES = $B/obj/libreport/page/page_files.h

PAGE_SCRIPTS = libreport/page/flame.js libreport/page/chart.js libreport/page/page.js

$(PAGE_FILES): libreport/page/embed libreport/page/page.css $(PAGE_SCRIPTS)
	@mkdir -p $(@D)
	libreport/page/embed STYLE libreport/page/page.css >$@
	libreport/page/embed SCRIPT $(PAGE_SCRIPTS) >>$@

$B/obj/libreport/page/page.o: $(PAGE_FILES)
$B/obj/libreport/page/page.o: TOOL_CPPFLAGS += -I$(dir $(PAGE_FILES))

compile = $(CC) $(CSTD) $(WARN) $(WERROR) $(TOOL_CPPFLAGS) $(LIB_CFLAGS) \
	    $(CPPFLAGS) $(CFLAGS) $(PIC) -MMD -MP -c -o $@ $<

# all is compiled again for another version
ifneq ($(file <$B/version),$(VERSION))
.PHONY: $B/version
endif
$B/version:
	@mkdir -p $(@D)
	@echo '$(VERSION)' >$@

$B/obj/%.o: %.c $B/version
	@mkdir -p $(@D)
	$(compile)

define program
$B/bin/$1: $(call objects,$(call directories,$1)) $$(LIBS)
	@mkdir -p $$(@D)
	$$(CC) -pthread $$(CFLAGS) $$(LDFLAGS) -o $$@ $$^ $$($1_LIBS) $$(ZLIB)
endef
cg-collect_LIBS = $(PCRE2)
cg-filter_LIBS = $(PCRE2)
cg-cycles_LIBS = $(PCRE2)
cg-mix_LIBS = $(PCRE2)
cg-history_LIBS = $(PCRE2)
cg-diff_LIBS = $(PCRE2)
cg-sum_LIBS = $(PCRE2)
cg-export_LIBS = $(PCRE2)
cg-annotate_LIBS = $(PCRE2) -lm
$B/obj/cg-annotate/%.o: TOOL_CPPFLAGS += -Icg-annotate
$(foreach t,$(TOOLS),$(eval $(call program,$t)))

# --- the tool that finds names: the only one that needs libdw

LIBDW ?= -ldw -lelf -ldl
LIBIBERTY ?= -liberty
NAMES = $B/bin/cg-names

# NO_NAMES is set if the program cannot be built, to the reason
ifneq ($(filter -static,$(LDFLAGS)),)
NO_NAMES = libdw cannot be linked statically
else ifeq ($(wildcard $(SYSROOT)/usr/include/elfutils/libdw.h),)
NO_NAMES = libdw is not installed with its headers
else ifeq ($(wildcard $(SYSROOT)/usr/include/libiberty/demangle.h),)
NO_NAMES = libiberty is not installed with its headers
endif

# builds for other platforms and static ones do without it
LEAVES_NAMES_OUT = $(and $(NO_NAMES),$(or $(PLATFORM),$(filter -static,$(LDFLAGS))))
names: $(if $(LEAVES_NAMES_OUT),no-names,$(NAMES) $(call completions,cg-names))

no-names:
	@echo 'cg-names is left out: $(NO_NAMES)'

$(NAMES): $(call objects,$(call directories,cg-names)) $(filter-out %/libreport.a,$(LIBS))
	@mkdir -p $(@D)
	$(CC) -pthread $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBDW) $(LIBIBERTY) $(ZLIB)

# a program that is copied here, as make musl does, needs no objects
.SECONDARY: $(call objects,$(call directories,cg-names))
$(call objects,$(call directories,cg-names)): $B/obj/cg-names/%.o: cg-names/%.c
	$(if $(NO_NAMES),$(error no cg-names: $(NO_NAMES)))
	@mkdir -p $(@D)
	$(compile)

# --- the `valgrind` of cg-collect --valgrind-path

SHIM = $(LIBEXEC)/path/valgrind
shim: $(SHIM)

$(SHIM): $(call objects,cg-collect/shim) $B/obj/cg-collect/command/program.o \
		$B/obj/cg-collect/command/core_options.o $B/libcli.a $B/libcgfmt.a
	@mkdir -p $(@D)
	$(CC) -pthread $(CFLAGS) $(LDFLAGS) -o $@ $^ $(ZLIB)

# Cachegrind simulates caches by default up to Valgrind 3.20
OLD_CACHEGRIND = $(shell $(PKG_CONFIG) --exists 'valgrind < 3.21' && echo 1 || echo 0)
$B/obj/cg-collect/shim/%.o: TOOL_CPPFLAGS += -DCG_BINDIR='"$(BINDIR)"' \
	-DCACHES_BY_DEFAULT=$(OLD_CACHEGRIND)

# --- completion of options and values in shells

# each asks its tool for the options, by --help=table
fill_template = @mkdir -p $(@D) && \
	sed -e 's/@TOOL@/$*/g' -e 's/@ID@/$(subst -,_,$*)/g' $< >$@

$B/completion/bash/%: completion/bash.in
	$(fill_template)

$B/completion/zsh/_%: completion/zsh.in
	$(fill_template)

$B/completion/fish/%.fish: completion/fish.in
	$(fill_template)

# --- libcgfmt for other programs: only the symbols in cgfmt.map are visible

# SOVERSION changes with each incompatible change of the library; see docs/ABI.md
SOVERSION = 1
SHARED_LIBRARY = libcgfmt.so.$(SOVERSION)
# a static build has no shared library; a file remembers this for `make install`
STATIC_BUILD = $(or $(filter -static,$(LDFLAGS)),$(wildcard $B/lib/is-static))
LIB_FILES = libcgfmt.a $(if $(STATIC_BUILD),,$(SHARED_LIBRARY))
lib_objects = $(patsubst $B/obj/%,$B/pic/%,$(call objects,$(CGFMT)))

lib: $(LIB_FILES:%=$B/lib/%)

$B/pic/%.o: PIC = -fPIC
$B/pic/%.o: %.c $B/version
	@mkdir -p $(@D)
	$(compile)

$B/lib/$(SHARED_LIBRARY): $(lib_objects) libcgfmt/cgfmt.map
	@mkdir -p $(@D)
	$(CC) -shared -pthread $(CFLAGS) $(LDFLAGS) -Wl,-soname,$(@F) \
	    -Wl,-Bsymbolic-functions -Wl,--version-script=libcgfmt/cgfmt.map \
	    -o $@ $(filter %.o,$^) $(ZLIB)

# one object, because other programs may use the library's internal names
$B/lib/libcgfmt.a: $(lib_objects) libcgfmt/cgfmt.map
	@mkdir -p $(@D)
	$(CC) -r -nostdlib -o $(@D)/cgfmt.o $(filter %.o,$^)
	sed -n 's/^\t\(cg_.*\);$$/\1/p' libcgfmt/cgfmt.map >$(@D)/cgfmt.symbols
	$(OBJCOPY) --keep-global-symbols=$(@D)/cgfmt.symbols $(@D)/cgfmt.o
	@rm -f $@
	$(AR) rcs $@ $(@D)/cgfmt.o
	$(if $(STATIC_BUILD),touch $(@D)/is-static)

# --- the Valgrind tool: freestanding, linked with the distribution's Valgrind core

ask_valgrind = $(shell $(PKG_CONFIG) $1 valgrind 2>/dev/null)
VALGRIND_VERSION := $(call ask_valgrind,--modversion)
VG_INCLUDE := $(call ask_valgrind,--variable=includedir)
VG_ARCH := $(call ask_valgrind,--variable=arch)
VG_OS := $(call ask_valgrind,--variable=os)
VG_PLATFORM := $(or $(call ask_valgrind,--variable=platform),unknown)
VG_LOAD := $(call ask_valgrind,--variable=valt_load_address)
VG_LIBS := $(filter -L%,$(call ask_valgrind,--libs-only-L))
VG_LIB := $(VG_LIBS:-L%=%)
# the directory of the core's preload library and default suppressions
VG_LIBEXEC ?= $(patsubst %/,%,$(dir $(firstword \
	$(wildcard $(addsuffix /default.supp,$(SYSROOT)/usr/libexec/valgrind \
	$(SYSROOT)/usr/lib/valgrind $(VG_LIB))))))

# NO_CORE is set if the tool cannot be built with the installed core, to the reason
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

# the version and platform of Valgrind, which the launcher checks
$(call objects,$(call directories,cg-collect)): $B/plugin/$(VG_PLATFORM)/core.h
$B/obj/cg-collect/%.o: TOOL_CPPFLAGS += -I$B/plugin/$(VG_PLATFORM) \
	-DCG_VALGRIND_VERSION='"$(VALGRIND_VERSION)"' \
	-DCG_VALGRIND_PLATFORM='"$(VG_PLATFORM)"'

# the tool is built for the platform of the core and, if the core and the compiler
# support it, for a second one: 32-bit programs
VG_SECOND := $(if $(filter amd64-linux,$(VG_PLATFORM)),$(if \
	$(wildcard $(addsuffix /libcoregrind-x86-linux.a,$(VG_LIB))),$(shell \
	echo 'void _start(void) {}' | cc -m32 -static -nostdlib -x c - -lgcc \
	    -o /dev/null 2>/dev/null && echo x86-linux)))

PLATFORMS = $(VG_PLATFORM) $(VG_SECOND)

PLUGIN_CC ?= cc
MACHINE_amd64 = -m64
MACHINE_x86 = -m32
arch = $(word 1,$(subst -, ,$1))
# Align functions to cache lines, because generated code calls one for each segment.
# Use DWARF 4, because Valgrind reads its tool's debugging information but cannot
# read clang's DWARF 5.
PLUGIN_CFLAGS = -std=gnu11 -O2 -gdwarf-4 -fno-stack-protector \
	-falign-functions=64 -fno-strict-aliasing -fno-builtin \
	-fomit-frame-pointer -fno-pic -fno-pie \
	-Wall -Wextra -Wno-unused-parameter -Wshadow

plugin_macros = $(MACHINE_$(call arch,$1)) -DVGA_$(call arch,$1)=1 \
	-DVGO_$(VG_OS)=1 -DVGP_$(subst -,_,$1)=1 \
	-DVGPV_$(subst -,_,$1)_vanilla=1

plugin_objects = $(patsubst cg-collect/plugin/%.c,$B/plugin/$1/%.o,\
	$(wildcard cg-collect/plugin/*.c cg-collect/plugin/*/*.c \
	cg-collect/plugin/*/*/*.c))

PLUGINS = $(PLATFORMS:%=$(LIBEXEC)/cgcollect-%)
PLUGIN_LINKS = $(LIBEXEC)/default.supp \
	$(PLATFORMS:%=$(LIBEXEC)/vgpreload_core-%.so)

plugin: $(PLUGINS) $(PLUGIN_LINKS)

# the linker options for the platform $1 that replace the calls of the core and of VEX whose
# names begin with $2, or all if it is empty: see temporary.c, bad_options.c, exec.c,
# line_tables.c, jitdump.c and shortcuts.c
plugin_wraps = $(shell sed -n \
	's/^.define CORE_CALLS_\($2.*\) 1/-Wl,--wrap=\1/p' $B/plugin/$1/core.h)

# links the tool for the platform $1 with the additional flags $2 as $@
define link_plugin
	@mkdir -p $(@D)
	$(PLUGIN_CC) $(MACHINE_$(call arch,$1)) -static -nodefaultlibs \
	    -nostartfiles -u _start -Wl,--build-id=none \
	    -Wl,-Ttext-segment=$(VG_LOAD) $2 -o $@ $(filter %.o,$^) \
	    $(VG_LIBS) -lcoregrind-$1 -lvex-$1 -lgcc -lgcc-sup-$1
endef

define plugin_rules
# finds the core's functions that no header for tools declares; CORE_LACKS makes it
# report some as missing, for tests
$B/plugin/$1/core.h: cg-collect/plugin/core-has $$(call core_archives,$1) \
		$$(if $$(NO_CORE),tools)
	$$(if $$(NO_CORE),$$(error no cg-collect, only the other tools: $$(NO_CORE)))
	@mkdir -p $$(@D)
	@CORE_LACKS='$$(CORE_LACKS)' NM='$$(NM)' cg-collect/plugin/core-has \
	    $$(VALGRIND_VERSION) $1 $$(call core_archives,$1) >$$@

$B/plugin/$1/%.o: cg-collect/plugin/%.c $B/plugin/$1/core.h $B/version
	@mkdir -p $$(@D)
	$$(PLUGIN_CC) $$(PLUGIN_CFLAGS) $$(call plugin_macros,$1) $$(WERROR) \
	    -isystem $$(VG_INCLUDE) -I$B/plugin/$1 -Icg-collect/plugin \
	    -DCG_VERSION='"$$(VERSION)"' -MMD -MP -c -o $$@ $$<

$(LIBEXEC)/cgcollect-$1: $$(call plugin_objects,$1)
	$$(call link_plugin,$1,$$(call plugin_wraps,$1))
endef
$(foreach p,$(PLATFORMS),$(eval $(call plugin_rules,$p)))

$(PLUGIN_LINKS):
	@mkdir -p $(@D)
	ln -sf $(VG_LIBEXEC)/$(@F) $@

include tests/tests.mk

# --- for developers

SOURCES = $(shell git ls-files '*.c' '*.h')
MANPAGES = $(wildcard */*.1 libcgfmt/*.[35])
# $(call pages,SECTION,DIRECTORIES): the manual pages in these directories
pages = $(foreach d,$2,$(filter $d/%.$1,$(MANPAGES)))

lint: lint-text lint-gcc lint-clang

lint-text:
	clang-format --dry-run -Werror $(SOURCES)
	! grep -L 'SPDX-License-Identifier' $(SOURCES) Makefile tests/*.mk | grep .
	mandoc -Tlint -Wwarning $(MANPAGES)
	cppcheck --quiet --error-exitcode=1 --std=c11 \
	    --enable=warning,performance,portability \
	    -D_Noreturn='__attribute__((noreturn))' -Ilibcgfmt -I. \
	    -Icg-annotate libcgfmt libcli libquery libreport \
	    libnames cg-names $(foreach t,$(TOOLS),$(addsuffix /*.c,$(call directories,$t)))

lint-gcc:
	$(MAKE) B=build/lint-gcc WERROR=-Werror all unit

lint-clang:
	$(MAKE) B=build/lint-clang CC=clang PLUGIN_CC=clang WERROR=-Werror CFLAGS=-O0 \
	    all unit

format:
	clang-format -i $(SOURCES)

# profiles a program whose sources are here: cg-filter, reading a profile of gzip
demo: all
	@$B/bin/cg-collect -q -o $B/gzip.cg gzip -c -6 Makefile >/dev/null
	PATH=$B/bin:$$PATH; cg-collect -q --client-stdout=/dev/null \
	    cg-filter $B/gzip.cg >$B/demo.cg; \
	cg-filter --threshold=5 $B/demo.cg | \
	    cg-annotate --show=Ir,Dr,D1mr --context=2 --no-pager; \
	cg-annotate --format=html -o $B/demo.html $B/demo.cg
	@echo 'The same as a page for a browser: $B/demo.html'

# a tarball of the current commit: the same bytes whoever makes it, and when
DIST = cg-tools-$(VERSION)
dist:
	@mkdir -p $B
	git -c tar.umask=022 archive --prefix=$(DIST)/ -o $B/$(DIST).tar HEAD
	gzip -9nf $B/$(DIST).tar
	@echo $B/$(DIST).tar.gz

# the reading tools as static programs, for machines without their libraries: the same bytes
# wherever it is built, with the same compiler and archives.  The licences are those of what is linked.
STATIC = $(DIST)-$(shell uname -m)
STATIC_CFLAGS ?= -O2
STATIC_LICENCES = musl-dev zlib1g-dev libpcre2-dev
SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || echo 0)
dist-static: musl-headers
	rm -rf $B/static/tree
	$(MAKE) B=$B/static $(MUSL) CFLAGS='$(STATIC_CFLAGS)' \
	    LDFLAGS='$(MUSL_LDFLAGS) -s -Wl,--build-id=none' DESTDIR='$(abspath $B)/static/tree' PREFIX=/$(STATIC) install-tools
	install -m 644 LICENSE NEWS $B/static/tree/$(STATIC)
	install -d $B/static/tree/$(STATIC)/licences
	for package in $(STATIC_LICENCES); do \
	    install -m 644 /usr/share/doc/$$package/copyright \
	        $B/static/tree/$(STATIC)/licences/$$package || exit; done
	tar -C $B/static/tree --sort=name --format=ustar --owner=0 --group=0 \
	    --numeric-owner --mtime=@$(SOURCE_DATE_EPOCH) -cf $B/$(STATIC).tar $(STATIC)
	gzip -9nf $B/$(STATIC).tar
	cd $B && sha256sum $(STATIC).tar.gz >$(STATIC).tar.gz.sha256
	@echo $B/$(STATIC).tar.gz

compile_commands.json:
	bear -- $(MAKE) -B B=build/bear all unit

# --- installing

# installs the files $1 to the directory $2, with the options $3 of install
define install_files
	install -d $(DESTDIR)$2
	install $3 $1 $(DESTDIR)$2
endef
# installs the manual pages of section $1 in the directories $2
install_pages = $(call install_files,$(call pages,$1,$2),$(MANDIR)/man$1,-m 644)
# installs the completions of the tools $1
define install_completions
	$(call install_files,$(1:%=$B/completion/bash/%),$(BASH_COMPLETIONS),-m 644)
	$(call install_files,$(1:%=$B/completion/zsh/_%),$(ZSH_COMPLETIONS),-m 644)
	$(call install_files,$(1:%=$B/completion/fish/%.fish),$(FISH_COMPLETIONS),-m 644)
endef

# the tools of the package cg-collect
COLLECT_TOOLS = cg-collect $(if $(LEAVES_NAMES_OUT),,cg-names)

install: install-tools install-lib install-collect

install-tools: tools
	$(call install_files,$(READING_TOOLS:%=$B/bin/%),$(BINDIR))
	$(call install_pages,1,$(READING_TOOLS))
	$(call install_pages,5,libcgfmt)
	$(call install_completions,$(READING_TOOLS))

install-collect: $(COLLECT_TOOLS:%=$B/bin/%) shim plugin $(call completions,$(COLLECT_TOOLS))
	$(call install_files,$(COLLECT_TOOLS:%=$B/bin/%),$(BINDIR))
	$(call install_files,$(PLUGINS),$(LIBEXECDIR))
	$(call install_files,$(SHIM),$(LIBEXECDIR)/path)
	for file in $(notdir $(PLUGIN_LINKS)); do \
	    ln -sf $(VG_LIBEXEC:$(SYSROOT)%=%)/$$file \
	        $(DESTDIR)$(LIBEXECDIR) || exit; \
	done
	$(call install_files,$(wildcard include/cg-tools/*.h),$(INCLUDEDIR)/cg-tools,-m 644)
	$(call install_pages,1,$(COLLECT_TOOLS))
	$(call install_completions,$(COLLECT_TOOLS))

install-lib: lib
	$(call install_files,$(LIB_FILES:%=$B/lib/%),$(LIBDIR),-m 644)
	$(if $(filter $(SHARED_LIBRARY),$(LIB_FILES)),ln -sf $(SHARED_LIBRARY) \
	    $(DESTDIR)$(LIBDIR)/libcgfmt.so)
	$(call install_files,libcgfmt/cgfmt.h,$(INCLUDEDIR),-m 644)
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' \
	    -e 's|@INCLUDEDIR@|$(INCLUDEDIR)|' -e 's|@VERSION@|$(VERSION)|' \
	    libcgfmt/cgfmt.pc.in >$B/lib/cgfmt.pc
	$(call install_files,$B/lib/cgfmt.pc,$(LIBDIR)/pkgconfig,-m 644)
	$(call install_pages,3,libcgfmt)

uninstall:
	rm -f $(addprefix $(DESTDIR)$(BINDIR)/,$(TOOLS) cg-names)
	rm -f $(addprefix $(DESTDIR)$(BASH_COMPLETIONS)/,$(TOOLS) cg-names)
	rm -f $(addprefix $(DESTDIR)$(ZSH_COMPLETIONS)/_,$(TOOLS) cg-names)
	rm -f $(patsubst %,$(DESTDIR)$(FISH_COMPLETIONS)/%.fish,$(TOOLS) cg-names)
	rm -f $(addprefix $(DESTDIR)$(INCLUDEDIR)/,$(patsubst include/%,%,$(wildcard include/cg-tools/*.h)))
	rm -f $(DESTDIR)$(LIBEXECDIR)/path/valgrind
	rm -f $(addprefix $(DESTDIR)$(LIBEXECDIR)/,$(notdir $(PLUGINS) \
	    $(PLUGIN_LINKS)))
	rm -f $(addprefix $(DESTDIR)$(LIBDIR)/,$(LIB_FILES) libcgfmt.so \
	    pkgconfig/cgfmt.pc) $(DESTDIR)$(INCLUDEDIR)/cgfmt.h
	-rmdir $(DESTDIR)$(LIBEXECDIR)/path $(DESTDIR)$(LIBEXECDIR) \
	    $(DESTDIR)$(INCLUDEDIR)/cg-tools 2>/dev/null
	rm -f $(foreach page,$(MANPAGES),$(DESTDIR)$(MANDIR)/man$(subst .,,$(suffix \
	    $(page)))/$(notdir $(page)))

# a directory in which make did not build stays
clean:
	$(if $(filter build,$B)$(wildcard $B/version),rm -rf $B)

help:
	@echo 'all          build the tools in $B/bin and the Valgrind tool (default)'
	@echo 'names        build cg-names, which finds files, lines and functions, in $B/bin'
	@echo 'tools        build the tools that do not need Valgrind: all but cg-collect and cg-names'
	@echo 'lib          build libcgfmt for other programs in $B/lib'
	@echo 'check        run the quick tests'
	@echo 'check-filter    run the tests of cg-filter; also $(filter-out check-filter,$(CHECK_TOOL))'
	@echo 'check-all    run the tests that each change must pass'
	@echo 'check-long   run all others'
	@echo 'check-arm64  build for arm64, test in an emulator; also $(patsubst %-linux,check-%,$(filter-out arm64-linux,$(FOREIGN)))'
	@echo 'check-systems  run the README commands and the tests of cg-collect on $(SYSTEMS), in new minimal systems (as root)'
	@echo 'check-clients  run programs that start valgrind, with the one of --valgrind-path'
	@echo 'check-abi    compare the interface of libcgfmt with the last release'
	@echo 'check-packages  build and try the Debian packages in new minimal systems (as root)'
	@echo 'check-rpm    build the RPM packages with the libraries of this system'
	@echo 'asan         build with ASan and UBSan, run check-all'
	@echo 'musl         build statically with musl, run check-all'
	@echo 'torture      make calls fail, kill processes, overflow counts, cut profiles off'
	@echo 'coverage     find lines that no test and no fault executes'
	@echo 'fuzz         run each fuzz target of tests/fuzz for SECONDS (60)'
	@echo 'lint         check formatting, warnings of gcc and clang, cppcheck, mandoc'
	@echo 'format       format the sources with clang-format'
	@echo 'compare-inlined  compare inlined functions of OBJECTS with other programs'"'"' answers'
	@echo 'compare-built-names  compare built names of inlined functions of SOURCE with symbols'
	@echo 'bench        compare speed and memory with Valgrind'"'"'s tools'
	@echo 'bench-readme print the figures of the README, of Valgrind and cg-tools on the same work'
	@echo 'bench-compilers  measure what compilers gain by a profile, for SOURCES=DIRECTORY'
	@echo 'bench-cycles  compare estimated cycles with native time, update docs/TIME.md'
	@echo 'bench-memory  compare cycles with a memory system with native time, update docs/TIME.md'
	@echo 'bench-loops  compare estimated cycles of loops with native time, update docs/LOOPS.md'
	@echo 'bench-tree   measure trees of merges, update docs/SCALE.md (needs GNU parallel)'
	@echo 'golden       update the expected outputs of the tests'
	@echo 'demo         profile a program and print the report'
	@echo 'screenshots  take pictures of HTML reports, also docs/report.png (needs chromium)'
	@echo 'install      install to $$DESTDIR$$PREFIX ($(PREFIX)): all of the following'
	@echo 'install-tools    the tools that do not need Valgrind'
	@echo 'install-lib      libcgfmt for other programs'
	@echo 'install-collect  cg-collect and the Valgrind tool'
	@echo 'uninstall    remove what install installs'
	@echo 'dist         make the tarball $B/$(DIST).tar.gz of the current commit'
	@echo 'dist-static  make a tarball of the tools that do not need Valgrind, static, with its checksum'
	@echo 'compile_commands.json   write it for editors (needs bear)'
	@echo 'clean        remove $B'
	@echo
	@echo 'Settings, on the command line or in config.mk:'
	@echo '  CC CFLAGS CPPFLAGS LDFLAGS PREFIX DESTDIR B'
	@echo '  LIBEXECDIR, which cg-collect knows: the same for make and make install'
	@echo '  PLATFORM, to build for another one: $(FOREIGN)'

.PHONY: all tools lib shim plugin names no-names lint lint-text lint-gcc lint-clang format demo dist dist-static compile_commands.json install install-tools \
	install-lib install-collect uninstall clean help

.DELETE_ON_ERROR:
-include $(shell find $B -name sysroot -prune -o -name '*.d' -type f -print 2>/dev/null)
