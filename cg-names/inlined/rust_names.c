/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a symbol table repeats does not depend on what was executed, so names that have no debug
 * information are the same in all profiles of a build.
 */
#include <stdlib.h>
#include <string.h>

#include "cg-names/entries/rust_name.h"
#include "cg-names/object/symbols.h"
#include "libcli/cli.h"
#include "rust_names.h"

enum { FEWEST_DIGITS = 4 };

static struct rust_function *
add(struct rust_names *names, const char *symbol, const char *hash)
{
	names->list = cli_grow(names->list, names->n, sizeof(*names->list));
	names->list[names->n] = (struct rust_function){
	    .symbol = symbol,
	    .hash = hash,
	    .len = (size_t)(hash - symbol) + RUST_HASH_DIGITS,
	};
	return &names->list[names->n++];
}

bool
rust_names_add_symbol(struct rust_names *names, const char *symbol)
{
	const char *hash = rust_name_hash(symbol);

	if (hash == NULL)
		return false;
	add(names, symbol, hash)->has_code = true;
	return true;
}

void
rust_names_add(struct rust_names *names, const char *symbol, char *name)
{
	add(names, symbol, rust_name_hash(symbol))->name = name;
}

/* --- the functions, each once --------------------------------------------- */

static int
compare_keys(const void *a, const void *b)
{
	const struct rust_function *x = a, *y = b;
	int order =
	    memcmp(x->symbol, y->symbol, x->len < y->len ? x->len : y->len);

	return order != 0 ? order : (x->len > y->len) - (x->len < y->len);
}

/* those with names first */
static int
compare_functions(const void *a, const void *b)
{
	const struct rust_function *x = a, *y = b;
	int order = compare_keys(x, y);

	if (order != 0)
		return order;
	if ((x->name == NULL) != (y->name == NULL))
		return x->name == NULL ? 1 : -1;
	return x->name == NULL ? 0 : strcmp(x->name, y->name);
}

static void
sort(struct rust_names *names)
{
	struct rust_function *list = names->list;
	size_t n = 0;

	if (names->n > 1)
		qsort(list, names->n, sizeof(*list), compare_functions);
	for (size_t i = 0; i < names->n; i++)
		if (n > 0 && compare_keys(&list[n - 1], &list[i]) == 0) {
			list[n - 1].has_code |= list[i].has_code;
			free(list[i].name);
		} else {
			list[n++] = list[i];
		}
	names->n = n;
	for (size_t i = 0; i < n; i++)
		list[i].plain = rust_name_plain(list[i].symbol);
}

/* --- names that several have ---------------------------------------------- */

/* Returns how many digits of a hash tell it from another one; 0: they are the same. */
static size_t
digits_between(const char *hash, const char *other)
{
	size_t same = 0;

	while (same < RUST_HASH_DIGITS && hash[same] == other[same])
		same++;
	if (same == RUST_HASH_DIGITS)
		return 0;
	return same < FEWEST_DIGITS ? FEWEST_DIGITS : same + 1;
}

static void
need_digits(struct rust_function *function, const char *other)
{
	size_t digits = digits_between(function->hash, other);

	if (digits > function->digits)
		function->digits = digits;
}

static bool
is_rust(const char *symbol, uint64_t start, const void *unused)
{
	(void)start;
	(void)unused;
	return rust_name_hash(symbol) != NULL;
}

static int
compare_texts(const void *a, const void *b)
{
	const char *const *x = a, *const *y = b;

	return strcmp(*x, *y);
}

static bool
is_repeat(const struct rust_function *function, const char *symbol)
{
	size_t len = (size_t)(function->hash - function->symbol);

	return strncmp(symbol, function->symbol, len) == 0 &&
	       rust_name_hash(symbol) == symbol + len;
}

/* Finds out about names that several symbols have but for the hash.  All of them come one
 * after another. */
static void
compare_with_table(struct rust_names *names, const struct object *object)
{
	size_t n, next = 0;
	const char **symbols = symbols_list(object, is_rust, NULL, &n);

	if (n > 1)
		qsort(symbols, n, sizeof(*symbols), compare_texts);
	for (size_t i = 0; i < names->n; i++) {
		struct rust_function *function = &names->list[i];
		size_t len = (size_t)(function->hash - function->symbol);

		if (function->name != NULL)
			continue;
		while (next < n &&
		       strncmp(symbols[next], function->symbol, len) < 0)
			next++;
		for (size_t j = next; j < n && is_repeat(function, symbols[j]);
		     j++)
			need_digits(function, symbols[j] + len);
	}
	free(symbols);
}

static const char *
name_of(const struct rust_function *function)
{
	return function->name != NULL ? function->name : function->plain;
}

static int
compare_names(const void *a, const void *b)
{
	struct rust_function *const *x = a, *const *y = b;
	int order = strcmp(name_of(*x), name_of(*y));

	return order != 0 ? order : (*x > *y) - (*x < *y);
}

static void
compare_with_others(struct rust_names *names)
{
	struct rust_function **list = cli_alloc(names->n, sizeof(*list));
	size_t n = 0;

	for (size_t i = 0; i < names->n; i++)
		if (names->list[i].has_code)
			list[n++] = &names->list[i];
	if (n > 1)
		qsort(list, n, sizeof(*list), compare_names);
	for (size_t i = 0; i < n; i++)
		for (size_t j = i + 1;
		     j < n && strcmp(name_of(list[i]), name_of(list[j])) == 0;
		     j++) {
			need_digits(list[i], list[j]->hash);
			need_digits(list[j], list[i]->hash);
		}
	free(list);
}

/* --- the reply ------------------------------------------------------------ */

static void
reply_name(struct rust_function *function, struct reply *reply)
{
	char *text =
	    function->digits == 0
		? cli_copy(name_of(function), strlen(name_of(function)))
		: cli_format("%s::h%.*s", name_of(function),
		      (int)function->digits, function->hash);

	function->number = reply_string(reply, text);
	function->is_told_apart = strcmp(text, function->plain) != 0;
	free(text);
}

void
rust_names_complete(
    struct rust_names *names, const struct object *object, struct reply *reply)
{
	if (names->n == 0)
		return;
	sort(names);
	compare_with_table(names, object);
	compare_with_others(names);
	for (size_t i = 0; i < names->n; i++)
		reply_name(&names->list[i], reply);
}

uint32_t
rust_names_number(
    const struct rust_names *names, const char *symbol, bool *is_told_apart)
{
	const char *hash = rust_name_hash(symbol);
	struct rust_function wanted = {.symbol = symbol};
	const struct rust_function *found;

	if (names->n == 0 || hash == NULL)
		return 0;
	wanted.len = (size_t)(hash - symbol) + RUST_HASH_DIGITS;
	found = bsearch(
	    &wanted, names->list, names->n, sizeof(wanted), compare_keys);
	*is_told_apart = found != NULL && found->is_told_apart;
	return found != NULL ? found->number : 0;
}

void
rust_names_release(struct rust_names *names)
{
	for (size_t i = 0; i < names->n; i++) {
		free(names->list[i].plain);
		free(names->list[i].name);
	}
	free(names->list);
}
