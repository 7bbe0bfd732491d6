/* SPDX-License-Identifier: BSD-2-Clause */
/* Asks for each descriptor, because the parent process may have left some open.
 */
#include <fcntl.h>
#include <unistd.h>

#include "descriptors.h"

size_t
descriptors_free(size_t wanted)
{
	long limit = sysconf(_SC_OPEN_MAX);
	size_t n = 0;

	for (int fd = 0; n < wanted && (limit < 0 || fd < limit); fd++)
		n += fcntl(fd, F_GETFD) < 0;
	return n;
}
