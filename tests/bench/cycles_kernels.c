/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Kernels whose time is compared with estimated cycles by tests/bench/cycles.
 *
 *	cycles_kernels NAME ROUNDS
 *
 * runs a kernel and prints the nanoseconds of the median round.  Each kernel is a function
 * k_NAME, so that its cost can be found in a profile, and has a result, so that compilers keep
 * it.  Pairs of kernels do the same work in two ways.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SIZE = 1 << 16, SMALL = 1 << 12, SIDE = 48 };

/* Where the linker puts arrays must not matter: a load that is at the same place of a page as
 * a store before it waits for that. */
#define PAGES __attribute__((aligned(4096)))

static unsigned char bytes[SIZE + 8] PAGES;
static uint32_t words[SMALL] PAGES, sorted[SMALL] PAGES, keys[SMALL] PAGES,
    scratch[SMALL] PAGES, next_of[SMALL] PAGES;
static double reals[SMALL] PAGES, others[SMALL] PAGES;
static double ma[SIDE][SIDE], mb[SIDE][SIDE], mc[SIDE][SIDE];
static unsigned char copy_of_bytes[SIZE + 8] PAGES;
static uint32_t grid[2][256][256] PAGES;
static double sums[SMALL] PAGES;
static char upper[256];
static char digits[SIZE] PAGES, encoded[2 * SIZE] PAGES, text[SIZE] PAGES;
static uint32_t crc_table[8][256];
static volatile uint32_t divisor = 1237;

struct node {
	struct node *next, *left, *right;
	uint32_t key;
};
static struct node nodes[SMALL], *list, *tree;

/* the same keys in a table of chains, and in one of slots; 0 is no key */
static struct node chain_nodes[SMALL], *chains[SMALL];
static uint32_t slots[2 * SMALL];

/* the same numbers in rows and in columns */
static struct record {
	uint32_t price, n;
	char name[56];
} records[SMALL];
static uint32_t prices[SMALL], amounts[SMALL];
static char two_digits[100][2];

#define KERNEL __attribute__((noinline, noclone))

/* --- checksums and hashes ------------------------------------------------- */

static void
make_crc_table(void)
{
	for (uint32_t i = 0; i < 256; i++) {
		uint32_t c = i;

		for (int bit = 0; bit < 8; bit++)
			c = c >> 1 ^ (c & 1 ? 0xedb88320u : 0);
		crc_table[0][i] = c;
	}
	for (int j = 1; j < 8; j++)
		for (int i = 0; i < 256; i++)
			crc_table[j][i] =
			    crc_table[j - 1][i] >> 8 ^
			    crc_table[0][crc_table[j - 1][i] & 255];
}

KERNEL uint64_t
k_crc_bytes(void)
{
	uint32_t c = ~0u;

	for (size_t i = 0; i < SIZE; i++)
		c = crc_table[0][(c ^ bytes[i]) & 255] ^ c >> 8;
	return ~c;
}

KERNEL uint64_t
k_crc_slices(void)
{
	uint32_t c = ~0u;

	for (size_t i = 0; i < SIZE; i += 8) {
		uint32_t low, high;

		memcpy(&low, &bytes[i], 4);
		memcpy(&high, &bytes[i + 4], 4);
		low ^= c;
		c = crc_table[7][low & 255] ^ crc_table[6][low >> 8 & 255] ^
		    crc_table[5][low >> 16 & 255] ^ crc_table[4][low >> 24] ^
		    crc_table[3][high & 255] ^ crc_table[2][high >> 8 & 255] ^
		    crc_table[1][high >> 16 & 255] ^ crc_table[0][high >> 24];
	}
	return ~c;
}

/* each half by itself, both at once: they do not wait for each other */
KERNEL uint64_t
k_crc_halves(void)
{
	uint32_t a = ~0u, b = 0;

	for (size_t i = 0; i < SIZE / 2; i++) {
		a = crc_table[0][(a ^ bytes[i]) & 255] ^ a >> 8;
		b = crc_table[0][(b ^ bytes[SIZE / 2 + i]) & 255] ^ b >> 8;
	}
	return a ^ b;
}

KERNEL uint64_t
k_fnv_bytes(void)
{
	uint64_t h = 14695981039346656037u;

	for (size_t i = 0; i < SIZE; i++)
		h = (h ^ bytes[i]) * 1099511628211u;
	return h;
}

KERNEL uint64_t
k_fnv_words(void)
{
	uint64_t h = 14695981039346656037u, word;

	for (size_t i = 0; i < SIZE; i += 8) {
		memcpy(&word, &bytes[i], 8);
		h = (h ^ word) * 1099511628211u;
		h ^= h >> 29;
	}
	return h;
}

/* --- searching ------------------------------------------------------------ */

KERNEL uint64_t
k_search_branchy(void)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < SMALL; i++) {
		size_t low = 0, high = SMALL;

		while (low < high) {
			size_t middle = low + (high - low) / 2;

			if (sorted[middle] < keys[i])
				low = middle + 1;
			else
				high = middle;
			__asm__ volatile("");
		}
		sum += low;
	}
	return sum;
}

KERNEL uint64_t
k_search_branchless(void)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < SMALL; i++) {
		const uint32_t *base = sorted;
		uint32_t key = keys[i];

		for (size_t half = SMALL / 2; half > 0; half /= 2)
			base += (size_t)(base[half - 1] < key) * half;
		sum += (size_t)(base - sorted);
	}
	return sum;
}

/* a minimum that a jump decides, and one by arithmetic */
KERNEL uint64_t
k_clamp_branchy(void)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < SMALL; i++) {
		if (keys[i] & 0x400) {
			sum += words[i];
			__asm__ volatile("" : "+r"(sum));
		}
	}
	return sum;
}

KERNEL uint64_t
k_clamp_masked(void)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < SMALL; i++) {
		sum += words[i] & -(keys[i] >> 10 & 1);
		__asm__ volatile("" : "+r"(sum));
	}
	return sum;
}

/* --- numerics ------------------------------------------------------------- */

KERNEL uint64_t
k_dot_scalar(void)
{
	double sum = 0;

	for (size_t i = 0; i < SMALL; i++)
		sum += reals[i] * others[i];
	return (uint64_t)sum;
}

typedef double pair __attribute__((vector_size(16)));

KERNEL uint64_t
k_dot_vector(void)
{
	pair sum = {0, 0}, a, b;

	for (size_t i = 0; i < SMALL; i += 2) {
		memcpy(&a, &reals[i], sizeof(a));
		memcpy(&b, &others[i], sizeof(b));
		sum += a * b;
	}
	return (uint64_t)(sum[0] + sum[1]);
}

KERNEL uint64_t
k_sum_one(void)
{
	double sum = 0;

	for (size_t i = 0; i < SMALL; i++)
		sum += reals[i];
	return (uint64_t)sum;
}

KERNEL uint64_t
k_sum_four(void)
{
	double a = 0, b = 0, c = 0, d = 0;

	for (size_t i = 0; i < SMALL; i += 4) {
		a += reals[i];
		b += reals[i + 1];
		c += reals[i + 2];
		d += reals[i + 3];
	}
	return (uint64_t)(a + b + c + d);
}

KERNEL uint64_t
k_horner(void)
{
	double sum = 0, x = 0.5;

	for (size_t i = 0; i < SMALL; i++) {
		/* the next x depends on this result */
		x = ((((((0.1 * x + 0.2) * x + 0.3) * x + 0.4) * x + 0.5) * x +
			 0.6) *
			    x +
			0.7) *
		    x * 0.25;
		sum += x;
	}
	return (uint64_t)(sum * 1000);
}

KERNEL uint64_t
k_estrin(void)
{
	double sum = 0, x = 0.5;

	for (size_t i = 0; i < SMALL; i++) {
		double s = x * x, f = s * s;

		x = ((0.7 + 0.6 * x) + (0.5 + 0.4 * x) * s +
			((0.3 + 0.2 * x) + 0.1 * s) * f) *
		    x * 0.25;
		sum += x;
	}
	return (uint64_t)(sum * 1000);
}

KERNEL uint64_t
k_divide(void)
{
	uint64_t sum = 0;
	uint32_t d = divisor;

	for (size_t i = 0; i < SMALL; i++)
		sum += words[i] / d;
	return sum;
}

KERNEL uint64_t
k_multiply(void)
{
	uint64_t sum = 0;
	/* rounded up, so that the quotient of 20 bits is right */
	uint64_t reciprocal = (((uint64_t)1 << 40) + divisor - 1) / divisor;

	for (size_t i = 0; i < SMALL; i++)
		sum += (words[i] & 0xfffff) * reciprocal >> 40;
	return sum;
}

KERNEL uint64_t
k_matrix_columns(void)
{
	for (size_t i = 0; i < SIDE; i++)
		for (size_t j = 0; j < SIDE; j++) {
			double sum = 0;

			for (size_t k = 0; k < SIDE; k++)
				sum += ma[i][k] * mb[k][j];
			mc[i][j] = sum;
		}
	return (uint64_t)mc[3][5];
}

KERNEL uint64_t
k_matrix_rows(void)
{
	memset(mc, 0, sizeof(mc));
	for (size_t i = 0; i < SIDE; i++)
		for (size_t k = 0; k < SIDE; k++) {
			double a = ma[i][k];

			for (size_t j = 0; j < SIDE; j++)
				mc[i][j] += a * mb[k][j];
		}
	return (uint64_t)mc[3][5];
}

/* --- lists and trees ------------------------------------------------------ */

KERNEL uint64_t
k_sum_array(void)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < SMALL; i++)
		sum += words[i];
	return sum;
}

KERNEL uint64_t
k_sum_list(void)
{
	uint64_t sum = 0;

	for (const struct node *n = list; n != NULL; n = n->next)
		sum += n->key;
	return sum;
}

KERNEL uint64_t
k_chain(void)
{
	uint32_t at = 0;

	for (size_t i = 0; i < SMALL; i++)
		at = next_of[at];
	return at;
}

KERNEL uint64_t
k_tree(void)
{
	uint64_t found = 0;

	for (size_t i = 0; i < SMALL; i++) {
		const struct node *n = tree;

		while (n != NULL && n->key != keys[i])
			n = keys[i] < n->key ? n->left : n->right;
		found += n != NULL;
	}
	return found;
}

/* --- bits ----------------------------------------------------------------- */

KERNEL uint64_t
k_bits_loop(void)
{
	uint64_t n = 0;

	for (size_t i = 0; i < SMALL; i++)
		for (uint32_t w = words[i]; w != 0; w &= w - 1)
			n++;
	return n;
}

KERNEL uint64_t
k_bits_parallel(void)
{
	uint64_t n = 0;

	for (size_t i = 0; i < SMALL; i++) {
		uint32_t w = words[i];

		w -= w >> 1 & 0x55555555;
		w = (w & 0x33333333) + (w >> 2 & 0x33333333);
		n += ((w + (w >> 4)) & 0x0f0f0f0f) * 0x01010101 >> 24;
	}
	return n;
}

/* --- sorting -------------------------------------------------------------- */

static int
compare(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

KERNEL uint64_t
k_sort_library(void)
{
	memcpy(scratch, words, sizeof(scratch));
	qsort(scratch, SMALL, sizeof(*scratch), compare);
	return scratch[17];
}

static void
sift(uint32_t *a, size_t i, size_t n)
{
	for (size_t child; (child = 2 * i + 1) < n; i = child) {
		uint32_t moved = a[i];

		child += child + 1 < n && a[child] < a[child + 1];
		if (moved >= a[child])
			return;
		a[i] = a[child];
		a[child] = moved;
	}
}

KERNEL uint64_t
k_sort_heap(void)
{
	memcpy(scratch, words, sizeof(scratch));
	for (size_t i = SMALL / 2; i-- > 0;)
		sift(scratch, i, SMALL);
	for (size_t n = SMALL; n-- > 1;) {
		uint32_t last = scratch[n];

		scratch[n] = scratch[0];
		scratch[0] = last;
		sift(scratch, 0, n);
	}
	return scratch[17];
}

KERNEL uint64_t
k_sort_radix(void)
{
	static uint32_t other[SMALL];

	memcpy(scratch, words, sizeof(scratch));
	for (int shift = 0; shift < 32; shift += 16) {
		for (int half = 0; half < 16; half += 8) {
			uint32_t *from = half == 0 ? scratch : other;
			uint32_t *to = half == 0 ? other : scratch;
			size_t place[257] = {0};

			for (size_t i = 0; i < SMALL; i++)
				place[(from[i] >> (shift + half) & 255) + 1]++;
			for (size_t i = 0; i < 256; i++)
				place[i + 1] += place[i];
			for (size_t i = 0; i < SMALL; i++)
				to[place[from[i] >> (shift + half) & 255]++] =
				    from[i];
		}
	}
	return scratch[17];
}

/* --- text ----------------------------------------------------------------- */

KERNEL uint64_t
k_parse_library(void)
{
	uint64_t sum = 0;
	char *p = digits;

	while (*p != '\0')
		sum += (uint64_t)strtol(p, &p, 10);
	return sum;
}

KERNEL uint64_t
k_parse_own(void)
{
	uint64_t sum = 0, value = 0;

	for (const char *p = digits; *p != '\0'; p++)
		if (*p == ' ') {
			sum += value;
			value = 0;
		} else {
			value = 10 * value + (uint64_t)(*p - '0');
		}
	return sum + value;
}

KERNEL uint64_t
k_length_bytes(void)
{
	size_t n = 0;

	while (text[n] != '\0') {
		n++;
		__asm__ volatile("" : "+r"(n));
	}
	return n;
}

KERNEL uint64_t
k_length_words(void)
{
	uint64_t w;

	for (size_t n = 0;; n += 8) {
		memcpy(&w, &text[n], 8);
		if (((w - 0x0101010101010101u) & ~w & 0x8080808080808080u) != 0)
			while (1)
				if (text[n++] == '\0')
					return n - 1;
	}
}

KERNEL uint64_t
k_base64(void)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"
				      "klmnopqrstuvwxyz0123456789+/";
	char *to = encoded;

	for (size_t i = 0; i + 2 < SIZE; i += 3) {
		uint32_t w = (uint32_t)bytes[i] << 16 |
			     (uint32_t)bytes[i + 1] << 8 | bytes[i + 2];

		*to++ = letters[w >> 18];
		*to++ = letters[w >> 12 & 63];
		*to++ = letters[w >> 6 & 63];
		*to++ = letters[w & 63];
	}
	return (uint64_t)(to - encoded);
}

/* replaces what was seen before within 64 KB, found by a hash of 4 bytes */
KERNEL uint64_t
k_compress(void)
{
	static uint16_t last[1 << 12];
	size_t n = 0;

	memset(last, 0, sizeof(last));
	for (size_t i = 0; i + 4 < SIZE;) {
		uint32_t w;
		size_t at, len = 0;

		memcpy(&w, &text[i], 4);
		at = last[w * 2654435761u >> 20];
		last[w * 2654435761u >> 20] = (uint16_t)i;
		while (at < i && i + len < SIZE && len < 255 &&
		       text[at + len] == text[i + len])
			len++;
		if (len >= 4) {
			encoded[n++] = (char)len;
			encoded[n++] = (char)(i - at);
			encoded[n++] = (char)((i - at) >> 8);
			i += len;
		} else {
			encoded[n++] = text[i++];
		}
	}
	return n;
}

/* --- interpreters and calls ----------------------------------------------- */

enum { OP_ADD, OP_XOR, OP_SHIFT, OP_LOAD, OP_DECREMENT, OP_LOOP, OP_ALL };

/* a small program, in instructions or in one large one */
static uint64_t
interpret(const unsigned char *program)
{
	uint64_t a = 1, b = 3, counter = 6000;

	for (const unsigned char *p = program;;)
		switch (*p++) {
		case OP_ADD:
			a += b;
			break;
		case OP_XOR:
			b ^= a;
			break;
		case OP_SHIFT:
			b = b >> 3 | b << 61;
			break;
		case OP_LOAD:
			a += words[b % SMALL];
			break;
		case OP_DECREMENT:
			counter--;
			break;
		case OP_LOOP:
			if (counter == 0)
				return a;
			p = program;
			break;
		case OP_ALL:
			a += b;
			b ^= a;
			b = b >> 3 | b << 61;
			a += words[b % SMALL];
			counter--;
			break;
		default:
			return 0;
		}
}

KERNEL uint64_t
k_interpret_small(void)
{
	static const unsigned char program[] = {
	    OP_ADD, OP_XOR, OP_SHIFT, OP_LOAD, OP_DECREMENT, OP_LOOP};

	return interpret(program);
}

KERNEL uint64_t
k_interpret_large(void)
{
	static const unsigned char program[] = {OP_ALL, OP_LOOP};

	return interpret(program);
}

KERNEL uint64_t
fibonacci(unsigned n)
{
	return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

KERNEL uint64_t
k_fibonacci(void)
{
	return fibonacci(20);
}

KERNEL uint64_t
k_sieve(void)
{
	uint64_t n = 0;

	memset(encoded, 0, sizeof(encoded));
	for (size_t i = 2; i < sizeof(encoded); i++) {
		if (encoded[i])
			continue;
		n++;
		for (size_t j = 2 * i; j < sizeof(encoded); j += i)
			encoded[j] = 1;
	}
	return n;
}

/* --- kernels of the second table ------------------------------------------ */

KERNEL uint64_t
k_gcd_divide(void)
{
	uint64_t sum = 0;

	for (size_t i = 0; i + 1 < SMALL / 4; i++) {
		uint32_t a = words[i] | 1, b = words[i + 1] | 1;

		while (b != 0) {
			uint32_t rest = a % b;

			a = b;
			b = rest;
		}
		sum += a;
	}
	return sum;
}

KERNEL uint64_t
k_gcd_shift(void)
{
	uint64_t sum = 0;

	for (size_t i = 0; i + 1 < SMALL / 4; i++) {
		uint32_t a = words[i] | 1, b = words[i + 1] | 1;

		while (a != b)
			if (a > b) {
				a -= b;
				a >>= __builtin_ctz(a);
			} else {
				b -= a;
				b >>= __builtin_ctz(b);
			}
		sum += a;
	}
	return sum;
}

KERNEL uint64_t
k_histogram_one(void)
{
	uint32_t count[256] = {0};

	for (size_t i = 0; i < SIZE; i++)
		count[(unsigned char)text[i]]++;
	return count['a'];
}

KERNEL uint64_t
k_histogram_four(void)
{
	uint32_t count[4][256] = {{0}};

	for (size_t i = 0; i + 3 < SIZE; i += 4) {
		count[0][(unsigned char)text[i]]++;
		count[1][(unsigned char)text[i + 1]]++;
		count[2][(unsigned char)text[i + 2]]++;
		count[3][(unsigned char)text[i + 3]]++;
	}
	return count[0]['a'] + count[1]['a'] + count[2]['a'] + count[3]['a'];
}

KERNEL uint64_t
k_compare_bytes(void)
{
	size_t n = 0;

	while (n < SIZE && bytes[n] == copy_of_bytes[n])
		n++;
	return n;
}

KERNEL uint64_t
k_compare_library(void)
{
	return (uint64_t)memcmp(bytes, copy_of_bytes, SIZE);
}

KERNEL uint64_t
k_transpose_plain(void)
{
	for (size_t i = 0; i < 256; i++)
		for (size_t j = 0; j < 256; j++)
			grid[1][j][i] = grid[0][i][j];
	return grid[1][3][5];
}

KERNEL uint64_t
k_transpose_blocks(void)
{
	for (size_t i = 0; i < 256; i += 16)
		for (size_t j = 0; j < 256; j += 16)
			for (size_t k = i; k < i + 16; k++)
				for (size_t l = j; l < j + 16; l++)
					grid[1][l][k] = grid[0][k][l];
	return grid[1][3][5];
}

KERNEL uint64_t
k_root_newton(void)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < SMALL / 4; i++) {
		uint32_t n = words[i] | 1, x = n, y = n / 2 + 1;

		while (y < x) {
			x = y;
			y = (x + n / x) / 2;
		}
		sum += x;
	}
	return sum;
}

KERNEL uint64_t
k_root_bits(void)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < SMALL / 4; i++) {
		uint32_t n = words[i] | 1, root = 0;

		for (uint32_t bit = 1u << 30; bit != 0; bit >>= 2)
			if (n >= root + bit) {
				n -= root + bit;
				root = (root >> 1) + bit;
			} else {
				root >>= 1;
			}
		sum += root;
	}
	return sum;
}

KERNEL uint64_t
k_upper_table(void)
{
	for (size_t i = 0; i < SIZE; i++)
		encoded[i] = upper[(unsigned char)text[i]];
	return (uint64_t)encoded[7];
}

KERNEL uint64_t
k_upper_sums(void)
{
	for (size_t i = 0; i < SIZE; i++) {
		unsigned char c = (unsigned char)text[i];

		encoded[i] = (char)(c - (((unsigned)(c - 'a') < 26) << 5));
	}
	return (uint64_t)encoded[7];
}

static uint32_t
sort_runs(void (*sort)(uint32_t *))
{
	memcpy(scratch, words, sizeof(scratch));
	for (size_t i = 0; i < SMALL; i += 32)
		sort(scratch + i);
	return scratch[17];
}

static void
sort_by_insertion(uint32_t *a)
{
	for (size_t i = 1; i < 32; i++) {
		uint32_t moved = a[i];
		size_t j = i;

		for (; j > 0 && a[j - 1] > moved; j--)
			a[j] = a[j - 1];
		a[j] = moved;
	}
}

/* counts for each element how many are less */
static void
sort_by_rank(uint32_t *a)
{
	uint32_t sorted_run[32];

	for (uint32_t i = 0; i < 32; i++) {
		uint32_t rank = 0;

		for (uint32_t j = 0; j < 32; j++)
			rank += a[j] < a[i] || (a[j] == a[i] && j < i);
		sorted_run[rank] = a[i];
	}
	memcpy(a, sorted_run, sizeof(sorted_run));
}

KERNEL uint64_t
k_runs_insertion(void)
{
	return sort_runs(sort_by_insertion);
}

KERNEL uint64_t
k_runs_rank(void)
{
	return sort_runs(sort_by_rank);
}

KERNEL uint64_t
k_prefix_serial(void)
{
	double sum = 0;

	for (size_t i = 0; i < SMALL; i++) {
		sum += reals[i];
		sums[i] = sum;
	}
	return (uint64_t)sums[SMALL - 1];
}

/* sums of pairs first, so that the chain is half as long */
KERNEL uint64_t
k_prefix_pairs(void)
{
	double sum = 0;

	for (size_t i = 0; i < SMALL; i += 2) {
		double both = reals[i] + reals[i + 1];

		sums[i] = sum + reals[i];
		sum += both;
		sums[i + 1] = sum;
	}
	return (uint64_t)sums[SMALL - 1];
}

KERNEL uint64_t
k_digits_single(void)
{
	char *to = encoded;

	for (size_t i = 0; i < SMALL; i++) {
		uint32_t n = words[i];
		char *end = to + 10;

		for (char *p = end; p > to; n /= 10)
			*--p = (char)('0' + n % 10);
		to = i % 1024 == 1023 ? encoded : end;
	}
	return (uint64_t)encoded[7];
}

KERNEL uint64_t
k_digits_pairs(void)
{
	char *to = encoded;

	for (size_t i = 0; i < SMALL; i++) {
		uint32_t n = words[i];
		char *end = to + 10;

		for (char *p = end; p > to; n /= 100) {
			p -= 2;
			memcpy(p, two_digits[n % 100], 2);
		}
		to = i % 1024 == 1023 ? encoded : end;
	}
	return (uint64_t)encoded[7];
}

KERNEL uint64_t
k_partition_branchy(void)
{
	size_t low = 0, high = SMALL;

	for (size_t i = 0; i < SMALL; i++)
		if (words[i] < 1u << 31)
			scratch[low++] = words[i];
		else
			scratch[--high] = words[i];
	return low + scratch[0];
}

/* stores each one at both ends; the wrong one is stored over */
KERNEL uint64_t
k_partition_sums(void)
{
	size_t low = 0, high = SMALL;

	for (size_t i = 0; i < SMALL; i++) {
		size_t is_low = words[i] >> 31 ^ 1;

		scratch[low] = words[i];
		scratch[high - 1] = words[i];
		low += is_low;
		high -= is_low ^ 1;
	}
	return low + scratch[0];
}

KERNEL uint64_t
k_power_loop(void)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < SMALL / 4; i++) {
		uint32_t power = 1;

		for (uint32_t n = words[i] % 64; n > 0; n--)
			power *= words[i];
		sum += power;
	}
	return sum;
}

KERNEL uint64_t
k_power_squares(void)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < SMALL / 4; i++) {
		uint32_t power = 1, square = words[i];

		for (uint32_t n = words[i] % 64; n > 0; n /= 2) {
			if (n % 2 == 1)
				power *= square;
			square *= square;
		}
		sum += power;
	}
	return sum;
}

KERNEL uint64_t
k_fields_records(void)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < SMALL; i++)
		sum += records[i].price * records[i].n;
	return sum;
}

KERNEL uint64_t
k_fields_columns(void)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < SMALL; i++)
		sum += prices[i] * amounts[i];
	return sum;
}

KERNEL uint64_t
k_lookup_chains(void)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < SMALL; i++) {
		const struct node *n = chains[keys[i] % SMALL];

		while (n != NULL && n->key != keys[i])
			n = n->right;
		sum += n != NULL;
	}
	return sum;
}

/* in the next slot that is free */
KERNEL uint64_t
k_lookup_slots(void)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < SMALL; i++) {
		size_t at = keys[i] % (2 * SMALL);

		while (slots[at] != 0 && slots[at] != keys[i])
			at = (at + 1) % (2 * SMALL);
		sum += slots[at] != 0;
	}
	return sum;
}

/* --- running them --------------------------------------------------------- */

#define ROW(name)               \
	{                       \
#name, k_##name \
	}

static const struct {
	const char *name;
	uint64_t (*run)(void);
} kernels[] = {
    ROW(crc_bytes),
    ROW(crc_slices),
    ROW(crc_halves),
    ROW(fnv_bytes),
    ROW(fnv_words),
    ROW(search_branchy),
    ROW(search_branchless),
    ROW(clamp_branchy),
    ROW(clamp_masked),
    ROW(dot_scalar),
    ROW(dot_vector),
    ROW(sum_one),
    ROW(sum_four),
    ROW(horner),
    ROW(estrin),
    ROW(divide),
    ROW(multiply),
    ROW(matrix_columns),
    ROW(matrix_rows),
    ROW(sum_array),
    ROW(sum_list),
    ROW(chain),
    ROW(tree),
    ROW(bits_loop),
    ROW(bits_parallel),
    ROW(sort_library),
    ROW(sort_heap),
    ROW(sort_radix),
    ROW(parse_library),
    ROW(parse_own),
    ROW(length_bytes),
    ROW(length_words),
    ROW(base64),
    ROW(compress),
    ROW(interpret_small),
    ROW(interpret_large),
    ROW(fibonacci),
    ROW(sieve),
    ROW(gcd_divide),
    ROW(gcd_shift),
    ROW(histogram_one),
    ROW(histogram_four),
    ROW(compare_bytes),
    ROW(compare_library),
    ROW(transpose_plain),
    ROW(transpose_blocks),
    ROW(root_newton),
    ROW(root_bits),
    ROW(upper_table),
    ROW(upper_sums),
    ROW(runs_insertion),
    ROW(runs_rank),
    ROW(prefix_serial),
    ROW(prefix_pairs),
    ROW(digits_single),
    ROW(digits_pairs),
    ROW(partition_branchy),
    ROW(partition_sums),
    ROW(power_loop),
    ROW(power_squares),
    ROW(fields_records),
    ROW(fields_columns),
    ROW(lookup_chains),
    ROW(lookup_slots),
};
enum { NKERNELS = sizeof(kernels) / sizeof(*kernels) };

static uint32_t
random_word(void)
{
	static uint64_t state = 88172645463325252u;

	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (uint32_t)(state >> 16);
}

static struct node **
find_place(uint32_t key)
{
	struct node **at = &tree;

	while (*at != NULL)
		at = key < (*at)->key ? &(*at)->left : &(*at)->right;
	return at;
}

/* In each round, or branch predictors would learn them. */
static void
make_random(void)
{
	size_t n = 0;

	for (size_t i = 0; i < SMALL; i++) {
		words[i] = random_word();
		keys[i] = random_word() % (SMALL * 1000);
	}
	for (size_t i = 0; i + 1 < SIZE; i++)
		text[i] = (char)('a' + random_word() % 4 * (random_word() % 3));
	while (n + 12 < SIZE)
		n += (size_t)sprintf(digits + n, "%s%u", n > 0 ? " " : "",
		    (unsigned)(random_word() >> random_word() % 24));
}

static void
make_tables(void)
{
	for (size_t i = 0; i < SMALL; i++) {
		uint32_t key = random_word() % (SMALL * 1000) | 1;
		struct node *n = &chain_nodes[i * 1237 % SMALL];
		size_t at = key % (2 * SMALL);

		n->key = key;
		n->right = chains[key % SMALL];
		chains[key % SMALL] = n;
		while (slots[at] != 0)
			at = (at + 1) % (2 * SMALL);
		slots[at] = key;
		records[i].price = prices[i] = random_word() % 1000;
		records[i].n = amounts[i] = random_word() % 10;
	}
	for (int i = 0; i < 100; i++) {
		two_digits[i][0] = (char)('0' + i / 10);
		two_digits[i][1] = (char)('0' + i % 10);
	}
}

static void
make_data(void)
{
	make_crc_table();
	for (size_t i = 0; i < SIZE; i++)
		copy_of_bytes[i] = bytes[i] = (unsigned char)random_word();
	for (int i = 0; i < 256; i++)
		upper[i] = (char)(i >= 'a' && i <= 'z' ? i - 32 : i);
	text[SIZE - 1] = '\0';
	make_random();
	make_tables();
	for (size_t i = 0; i < SMALL; i++) {
		sorted[i] = (uint32_t)i * 1000;
		reals[i] = words[i] % 1000;
		others[i] = words[i] % 77;
		/* one cycle through all */
		next_of[i] = (uint32_t)((i * 5 + 1) % SMALL);
	}
	for (size_t i = 0; i < SIDE * SIDE; i++) {
		(&ma[0][0])[i] = (double)(i % 13);
		(&mb[0][0])[i] = (double)(i % 7);
	}
	for (size_t i = 0; i < SMALL; i++) {
		struct node *n = &nodes[(i * 1237) % SMALL];

		n->key = keys[i];
		n->next = list;
		list = n;
		*find_place(n->key) = n;
	}
}

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static int
compare_reals(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Has a name, so that a profile can begin with it. */
KERNEL uint64_t
run_rounds(uint64_t (*run)(void), double *times, size_t nrounds)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < nrounds; i++) {
		double start;

		make_random();
		start = now();
		sum += run();
		times[i] = now() - start;
	}
	return sum;
}

/* Prints the time of the median round.  One round before brings data to the caches. */
static void
measure(uint64_t (*run)(void), size_t nrounds)
{
	double *times = calloc(nrounds, sizeof(*times));
	uint64_t sum;

	if (times == NULL)
		exit(2);
	sum = run_rounds(run, times, 1);
	sum += run_rounds(run, times, nrounds);
	qsort(times, nrounds, sizeof(*times), compare_reals);
	printf("%.0f %llu\n", times[nrounds / 2], (unsigned long long)sum);
	free(times);
}

int
main(int argc, char **argv)
{
	if (argc == 2 && strcmp(argv[1], "list") == 0) {
		for (size_t i = 0; i < NKERNELS; i++)
			puts(kernels[i].name);
		return 0;
	}
	if (argc != 3)
		return 2;
	make_data();
	for (size_t i = 0; i < NKERNELS; i++)
		if (strcmp(argv[1], kernels[i].name) == 0) {
			measure(kernels[i].run, (size_t)atoi(argv[2]));
			return 0;
		}
	return 2;
}
