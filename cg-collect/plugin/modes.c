// SPDX-License-Identifier: GPL-2.0-or-later
#include "modes.h"

struct modes modes = {.counting = 1};
