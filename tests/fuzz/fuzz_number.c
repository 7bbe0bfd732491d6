/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads the argument of an option, of a kind that the first byte chooses, and
 * compares its value with the one of the C library's functions: whole numbers,
 * percentages, and levels of compression.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "target.h"

/* the result of a function that ends the program if it rejects the argument */
static struct {
	bool is_known;
	int64_t number;
	struct cli_percent percent;
} result;

static bool
is_whole(const char *p)
{
	p += *p == '-';
	return *p != '\0' && p[strspn(p, "0123456789")] == '\0';
}

/* True for "1", "0.1", ".5" or "1.", perhaps with "%". */
static bool
is_percentage(const char *p)
{
	size_t whole = strspn(p, "0123456789"), decimals = 0;

	p += whole;
	if (*p == '.') {
		decimals = strspn(++p, "0123456789");
		p += decimals;
	}
	return whole + decimals > 0 && p[*p == '%'] == '\0';
}

/* True if a percentage has at most 15 decimals before its last zeros. */
static bool
is_short(const char *p)
{
	const char *point = strchr(p, '.');
	size_t decimals = point != NULL ? strspn(point + 1, "0123456789") : 0;

	while (decimals > 0 && point[decimals] == '0')
		decimals--;
	return decimals <= 15;
}

static void
run(const uint8_t *data, size_t size)
{
	char *text = text_copy(data + 1, size - 1);

	result.is_known = false;
	if (data[0] % 3 == 0)
		result.number = cli_int("--depth", text, data[0] / 3);
	else if (data[0] % 3 == 1)
		result.percent = cli_percent("--threshold", text, data[0] / 3);
	else
		result.number = cli_gzip_level(text);
	result.is_known = true;
	free(text);
}

static void
check_int(const char *text, int64_t minimum)
{
	long long number;

	errno = 0;
	number = strtoll(text, NULL, 10);
	demand(result.is_known ==
		   (is_whole(text) && errno == 0 && number >= minimum),
	    "a whole number that fits is accepted");
	demand(!result.is_known || number == result.number,
	    "a whole number is read right");
}

static void
check_percent(const char *text, unsigned int most)
{
	long double number, value;

	if (!is_percentage(text) || !is_short(text)) {
		demand(!result.is_known, "only a percentage is accepted");
		return;
	}
	number = strtold(text, NULL);
	demand(result.is_known || number > most - 1e-14L,
	    "a percentage that is not too large is accepted");
	demand(!result.is_known || number < most + 1e-14L,
	    "a percentage that is too large is rejected");
	if (!result.is_known)
		return;
	value = (long double)result.percent.value /
		(long double)result.percent.scale;
	demand(fabsl(value - number) < 1e-14L, "a percentage is read right");
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text;

	/* percentages beyond 100 are never asked for */
	if (size == 0 || data[0] / 3 > 100 - 16)
		return 0;
	attempt(run, data, size);
	text = text_copy(data + 1, size - 1);
	if (data[0] % 3 == 0)
		check_int(text, data[0] / 3);
	else if (data[0] % 3 == 1)
		check_percent(text, data[0] / 3);
	else
		demand(result.is_known ==
			   (strlen(text) == 1 && *text >= '1' && *text <= '9'),
		    "a level is one digit");
	free(text);
	return 0;
}
