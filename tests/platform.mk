# SPDX-License-Identifier: BSD-2-Clause
# The settings of `make PLATFORM=arm64-linux`, which builds for another platform: its name for
# compilers, its QEMU command, and the directory that install-deps unpacked for it.

TUPLE_arm64-linux = aarch64-linux-gnu
TUPLE_ppc64le-linux = powerpc64le-linux-gnu
TUPLE_s390x-linux = s390x-linux-gnu
QEMU_arm64-linux = qemu-aarch64-static -cpu cortex-a57
QEMU_ppc64le-linux = qemu-ppc64le-static
QEMU_s390x-linux = qemu-s390x-static

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
OBJCOPY = $(TUPLE)-objcopy
PLUGIN_CC = $(CC)
PKG_CONFIG = PKG_CONFIG_LIBDIR=$(SYSROOT)/usr/lib/$(TUPLE)/pkgconfig \
	PKG_CONFIG_SYSROOT_DIR=$(SYSROOT) pkg-config
