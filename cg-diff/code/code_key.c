/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "code_key.h"
#include "libcli/cli.h"

static bool
is_word_character(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9') || c == '_' || c == '.';
}

static bool
is_number(const char *word, size_t len)
{
	return len > 0 && word[0] >= '0' && word[0] <= '9';
}

static bool
is_one_of(const char *word, size_t len, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (strlen(list[i]) == len && memcmp(word, list[i], len) == 0)
			return true;
	return false;
}

/* "r8d", "x29", "xmm0" */
static bool
is_numbered(const char *word, size_t len)
{
	static const char *const prefixes[] = {"r", "x", "w", "v", "q", "d",
	    "s", "b", "h", "xmm", "ymm", "zmm", "mm", "k", "st"};
	size_t letters = 0, digits;

	while (letters < len && word[letters] >= 'a' && word[letters] <= 'z')
		letters++;
	for (digits = letters;
	     digits < len && word[digits] >= '0' && word[digits] <= '9';)
		digits++;
	if (digits == letters || !is_one_of(word, letters, prefixes,
				     sizeof(prefixes) / sizeof(*prefixes)))
		return false;
	return digits == len || (digits + 1 == len && word[0] == 'r' &&
				    strchr("dwb", word[digits]) != NULL);
}

static bool
is_register(const char *word, size_t len)
{
	static const char *const names[] = {"al", "ah", "ax", "eax", "rax",
	    "bl", "bh", "bx", "ebx", "rbx", "cl", "ch", "cx", "ecx", "rcx",
	    "dl", "dh", "dx", "edx", "rdx", "sil", "si", "esi", "rsi", "dil",
	    "di", "edi", "rdi", "bpl", "bp", "ebp", "rbp", "wzr", "xzr"};

	return is_one_of(word, len, names, sizeof(names) / sizeof(*names)) ||
	       is_numbered(word, len);
}

/* True if a number is the place of something on the stack, or relative to the instruction. */
static bool
is_place(const char *text, const char *word, size_t len, bool is_shape)
{
	const char *after = word + len;
	bool is_att = strncmp(after, "(%", 2) == 0;
	bool is_intel = word > text && strchr("+-", word[-1]) != NULL &&
			word - text >= 4 && *after == ']';
	const char *base = is_att ? after + 2 : is_intel ? word - 4 : NULL;

	if (base == NULL)
		return false;
	return strncmp(base, "rip", 3) == 0 ||
	       (is_shape && (strncmp(base, "rsp", 3) == 0 ||
				strncmp(base, "rbp", 3) == 0));
}

static void
append(char **to, const char *text, size_t len)
{
	memcpy(*to, text, len);
	*to += len;
}

/* Returns the length of the text without a direct target and without a comment. */
static size_t
compared_length(const struct code_instruction *one)
{
	const char *text = one->text;
	const char *symbol = strstr(text, " <"), *comment = strstr(text, " #");
	size_t len = strlen(text);

	if (one->code != NULL && one->code->target != 0 && symbol != NULL) {
		len = (size_t)(symbol - text);
		while (len > 0 && text[len - 1] != ' ' && text[len - 1] != ',')
			len--;
		return len;
	}
	if (comment != NULL && strncmp(comment, " # ", 3) == 0)
		len = (size_t)(comment - text);
	while (len > 0 && text[len - 1] == ' ')
		len--;
	return len;
}

/* Appends the name of a function that is called, without the offset in it. */
static void
append_symbol(char **to, const struct code_instruction *one)
{
	const char *symbol = strstr(one->text, " <");

	if (symbol != NULL && one->kind == INSTRUCTION_CALL)
		append(to, symbol, strcspn(symbol, "+>"));
}

char *
code_key(const struct code_instruction *one, bool is_shape)
{
	const char *p = one->text, *end = p + compared_length(one);
	const char *mnemonic = p + instruction_mnemonic(p, NULL);
	/* "N" and "%r" are not longer than what they replace, but for "N" */
	char *key = cli_alloc(2 * strlen(one->text) + 2, 1), *to = key;

	while (p < end) {
		size_t len = 0;

		while (p + len < end && is_word_character(p[len]))
			len++;
		if (len == 0) {
			append(&to, p++, 1);
			continue;
		}
		if (is_number(p, len) && is_place(one->text, p, len, is_shape))
			append(&to, "N", 1);
		else if (is_shape && p >= mnemonic && is_register(p, len))
			append(&to, "r", 1);
		else
			append(&to, p, len);
		p += len;
	}
	if (one->code != NULL && one->code->target != 0)
		append_symbol(&to, one);
	*to = '\0';
	return key;
}
