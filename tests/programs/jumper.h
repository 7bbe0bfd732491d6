/* SPDX-License-Identifier: BSD-2-Clause */
/* the body of the loop */
sink += choose(i % 4 == 3 ? 50 : i % 4);
