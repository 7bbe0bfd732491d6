# SPDX-License-Identifier: BSD-2-Clause
# One makefile for everything; `make help` lists the targets.  A variant
# (asan, musl) is this same file with another build folder and other flags.

-include config.mk

PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
LIBEXECDIR ?= $(PREFIX)/libexec/cg-tools
MANDIR ?= $(PREFIX)/share/man
CFLAGS ?= -O2 -g
PKG_CONFIG ?= pkg-config
B ?= build

VERSION = 0.1.0
TOOLS = cg-collect cg-filter cg-annotate

all: $(TOOLS:%=$B/bin/%) plugin

# --- ordinary programs: every .c of a tool's folder and the two libraries

CSTD = -std=c11 -D_XOPEN_SOURCE=700
WARN = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
	-Wwrite-strings -Wundef -Wvla
LIB_CFLAGS ?=
ZLIB ?= -lz
PCRE2 ?= -lpcre2-8
TOOL_CPPFLAGS = -DCG_VERSION='"$(VERSION)"' -Ilibcgfmt -Ilibcli

LIBS = $B/libcgfmt.a $B/libcli.a
objects = $(patsubst %.c,$B/obj/%.o,$(wildcard $1/*.c))

$B/libcgfmt.a: $(call objects,libcgfmt)
$B/libcli.a: $(call objects,libcli)
$(LIBS):
	$(AR) rcs $@ $^

$B/obj/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CSTD) $(WARN) $(WERROR) $(TOOL_CPPFLAGS) $(LIB_CFLAGS) \
	    $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

define program
$B/bin/$1: $(call objects,$1) $$(LIBS)
	@mkdir -p $$(@D)
	$$(CC) $$(CFLAGS) $$(LDFLAGS) -o $$@ $$^ $$($1_LIBS) $$(ZLIB)
endef
cg-filter_LIBS = $(PCRE2)
$(foreach t,$(TOOLS),$(eval $(call program,$t)))

# --- the Valgrind tool: freestanding, on the distribution's Valgrind core

VALGRIND_VERSION := $(shell $(PKG_CONFIG) --modversion valgrind)
VG_INCLUDE := $(shell $(PKG_CONFIG) --variable=includedir valgrind)
VG_ARCH := $(shell $(PKG_CONFIG) --variable=arch valgrind)
VG_OS := $(shell $(PKG_CONFIG) --variable=os valgrind)
VG_PLATFORM := $(shell $(PKG_CONFIG) --variable=platform valgrind)
VG_LOAD := $(shell $(PKG_CONFIG) --variable=valt_load_address valgrind)
VG_LIBS := $(filter -L%,$(shell $(PKG_CONFIG) --libs-only-L valgrind))
VG_LIB := $(VG_LIBS:-L%=%)
# where the core's preload library and default suppressions are installed
VG_LIBEXEC ?= $(patsubst %/,%,$(dir $(firstword \
	$(wildcard $(addsuffix /default.supp,/usr/libexec/valgrind \
	/usr/lib/valgrind $(VG_LIB))))))

PLUGIN_CC ?= cc
PLUGIN_CFLAGS = -m64 -std=gnu11 -O2 -g -fno-stack-protector \
	-fno-strict-aliasing -fno-builtin -fomit-frame-pointer -fno-pic -fno-pie \
	-DVGA_$(VG_ARCH)=1 -DVGO_$(VG_OS)=1 \
	-DVGP_$(VG_ARCH)_$(VG_OS)=1 -DVGPV_$(VG_ARCH)_$(VG_OS)_vanilla=1 \
	-Wall -Wextra -Wno-unused-parameter -Wshadow
PLUGIN_OBJECTS = $(patsubst cg-collect/plugin/%.c,$B/plugin/%.o,\
	$(wildcard cg-collect/plugin/*.c))
LIBEXEC = $B/libexec/cg-tools
PLUGIN = $(LIBEXEC)/cgcollect-$(VG_PLATFORM)
PLUGIN_LINKS = $(LIBEXEC)/default.supp \
	$(LIBEXEC)/vgpreload_core-$(VG_PLATFORM).so

plugin: $(PLUGIN) $(PLUGIN_LINKS)

$B/plugin/%.o: cg-collect/plugin/%.c
	@mkdir -p $(@D)
	$(PLUGIN_CC) $(PLUGIN_CFLAGS) $(WERROR) -isystem $(VG_INCLUDE) \
	    -DCG_VERSION='"$(VERSION)"' -MMD -MP -c -o $@ $<

$(PLUGIN): $(PLUGIN_OBJECTS)
	@mkdir -p $(@D)
	$(PLUGIN_CC) -m64 -static -no-pie -nodefaultlibs -nostartfiles \
	    -u _start -Wl,--build-id=none -Wl,-Ttext-segment=$(VG_LOAD) \
	    -o $@ $^ $(VG_LIBS) -lcoregrind-$(VG_PLATFORM) \
	    -lvex-$(VG_PLATFORM) -lgcc -lgcc-sup-$(VG_PLATFORM)

$(PLUGIN_LINKS):
	@mkdir -p $(@D)
	ln -sf $(VG_LIBEXEC)/$(@F) $@

clean:
	rm -rf $B

.PHONY: all plugin clean
.SECONDARY:
-include $(shell find $B -name '*.d' 2>/dev/null)
