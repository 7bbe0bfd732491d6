/* SPDX-License-Identifier: BSD-2-Clause */
/* What the writers need to know of an output beside cgfmt.h. */
#ifndef OUTPUT_H
#define OUTPUT_H

#include "cgfmt.h"

/* The path of the output, or what stands for it in messages. */
const char *output_name(const struct cg_output *output);

#endif
