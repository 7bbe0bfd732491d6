/* SPDX-License-Identifier: BSD-2-Clause */
/* This machine's processor, if an old LLVM takes it for the one before it. */
#ifndef HOST_CPU_H
#define HOST_CPU_H

/* Returns LLVM's name of it, or NULL if it is no such processor. */
const char *host_cpu_name(void);

#endif
