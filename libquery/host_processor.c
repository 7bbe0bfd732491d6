/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgfmt.h"
#include "host_processor.h"

/* What /proc/cpuinfo says of the processors that have a name. */
static const struct {
	const char *maker;           /* on arm64, the part */
	int64_t family, first, last; /* the models */
	const char *name;
} processors[] = {
    {"AuthenticAMD", 23, 0x30, 0x3f, "zen2"},
    {"AuthenticAMD", 23, 0x47, 0x47, "zen2"},
    {"AuthenticAMD", 23, 0x60, 0x7f, "zen2"},
    {"AuthenticAMD", 23, 0x84, 0xaf, "zen2"},
    {"AuthenticAMD", 25, 0x00, 0x0f, "zen3"},
    {"AuthenticAMD", 25, 0x20, 0x5f, "zen3"},
    {"AuthenticAMD", 25, 0x10, 0x1f, "zen4"},
    {"AuthenticAMD", 25, 0x60, 0xaf, "zen4"},
    {"AuthenticAMD", 26, 0x00, 0x4f, "zen5"},
    {"AuthenticAMD", 26, 0x60, 0x7f, "zen5"},
    {"GenuineIntel", 6, 0x4e, 0x4e, "skylake"},
    {"GenuineIntel", 6, 0x5e, 0x5e, "skylake"},
    {"GenuineIntel", 6, 0x8e, 0x8e, "skylake"},
    {"GenuineIntel", 6, 0x9e, 0x9e, "skylake"},
    {"GenuineIntel", 6, 0xa5, 0xa6, "skylake"},
    {"GenuineIntel", 6, 0x55, 0x55, "skylake-server"},
    {"GenuineIntel", 6, 0x7d, 0x7e, "icelake"},
    {"GenuineIntel", 6, 0x6a, 0x6a, "icelake-server"},
    {"GenuineIntel", 6, 0x6c, 0x6c, "icelake-server"},
    {"GenuineIntel", 6, 0x8f, 0x8f, "sapphirerapids"},
    {"0xd0c", 0, 0, 0, "neoverse-n1"},
    {"0xd40", 0, 0, 0, "neoverse-v1"},
};

/* Returns what follows the name and a colon on the line, or NULL. */
static const char *
value_of(const char *line, const char *name)
{
	size_t len = strlen(name);

	if (strncmp(line, name, len) != 0)
		return NULL;
	len += strspn(line + len, " \t");
	return strncmp(line + len, ": ", 2) == 0 ? line + len + 2 : NULL;
}

static void
take_number(int64_t *number, const char *text)
{
	if (text != NULL)
		cg_parse_int(text, strlen(text), number);
}

static void
take_line(struct host_processor *p, const char *line)
{
	const char *maker = value_of(line, "vendor_id");

	if (maker == NULL)
		maker = value_of(line, "CPU part");
	if (maker != NULL)
		snprintf(p->maker, sizeof(p->maker), "%.*s",
		    (int)strcspn(maker, "\n"), maker);
	take_number(&p->family, value_of(line, "cpu family"));
	take_number(&p->model, value_of(line, "model"));
}

struct host_processor
host_processor(void)
{
	FILE *file = fopen("/proc/cpuinfo", "re");
	struct host_processor p = {.maker = "unknown"};
	char *line = NULL;
	size_t size = 0;

	while (
	    file != NULL && getline(&line, &size, file) > 0 && line[0] != '\n')
		take_line(&p, line);
	free(line);
	if (file != NULL)
		fclose(file);
	for (size_t i = 0; i < sizeof(processors) / sizeof(*processors); i++)
		if (strcmp(processors[i].maker, p.maker) == 0 &&
		    processors[i].family == p.family &&
		    processors[i].first <= p.model &&
		    p.model <= processors[i].last)
			p.name = processors[i].name;
	return p;
}
