/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Kernels whose operations the source says.  The comment before each has them; what it leaves out of Fl, FlV,
 * IntV, Div and Cl is 0, and ByR, ByW and Br are left out if compilers may differ.  A return reads 8 bytes.
 *
 * N = 960 divides by the lanes of all vectors.
 */
#include <immintrin.h>
#include <string.h>

enum { N = 960, TAIL = 963, ROUND = 24 };
#define KERNEL __attribute__((noinline)) void

double da[TAIL + 8], db[TAIL + 8], dc[TAIL + 8];
float fa[TAIL + 8], fb[TAIL + 8], fc[TAIL + 8];
int ia[TAIL + 8], ib[TAIL + 8], ic[TAIL + 8];
unsigned char ba[TAIL + 64], bb[TAIL + 64], bc[TAIL + 64];
short sa[TAIL + 16], sb[TAIL + 16];
long double la[TAIL];
volatile double result;

/* --- scalars -------------------------------------------------------------- */

/* add_doubles: Fl=960 ByR=15368 ByW=7680 Br=960 */
KERNEL
add_doubles(const double *a, const double *b, double *restrict c)
{
	for (long i = 0; i < N; i++)
		c[i] = a[i] + b[i];
}

/* multiply_floats: Fl=960 ByR=7688 ByW=3840 Br=960 */
KERNEL
multiply_floats(const float *a, const float *b, float *restrict c)
{
	for (long i = 0; i < N; i++)
		c[i] = a[i] * b[i];
}

/* dot: Fl=1920 ByR=15368 ByW=8 Br=960 */
KERNEL
dot(const double *a, const double *b, volatile double *to)
{
	double s = 0;

	for (long i = 0; i < N; i++)
		s += a[i] * b[i];
	*to = s;
}

/* axpy: Fl=1920 ByR=15368 ByW=7680 Br=960 */
KERNEL
axpy(double k, const double *x, double *restrict y)
{
	for (long i = 0; i < N; i++)
		y[i] = k * x[i] + y[i];
}

/* divide: Fl=960 Div=960 ByR=15368 ByW=7680 */
KERNEL
divide(const double *a, const double *b, double *restrict c)
{
	for (long i = 0; i < N; i++)
		c[i] = a[i] / b[i];
}

/* roots: Fl=960 Div=960 ByR=3848 ByW=3840 */
KERNEL
roots(const float *a, float *restrict c)
{
	for (long i = 0; i < N; i++)
		c[i] = __builtin_sqrtf(a[i]);
}

/* larger: Fl=960 ByW=7680 */
KERNEL
larger(const double *a, const double *b, double *restrict c)
{
	for (long i = 0; i < N; i++)
		c[i] = a[i] > b[i] ? a[i] : b[i];
}

/* count_less: ByR=15368 ByW=4 */
KERNEL
count_less(const double *a, const double *b, int *to)
{
	int n = 0;

	for (long i = 0; i < N; i++)
		n += a[i] < b[i];
	*to = n;
}

/* convert: ByR=3848 ByW=7680 */
KERNEL
convert(const int *a, double *restrict c)
{
	for (long i = 0; i < N; i++)
		c[i] = a[i];
}

/* divide_ints: Div=960 ByR=7688 ByW=3840 */
KERNEL
divide_ints(const int *a, const int *b, int *restrict c)
{
	for (long i = 0; i < N; i++)
		c[i] = a[i] / b[i];
}

/* copy_bytes: ByR=968 ByW=960 Br=960 */
KERNEL
copy_bytes(const unsigned char *a, unsigned char *restrict c)
{
	for (long i = 0; i < N; i++)
		c[i] = a[i];
}

/* increment: ByR=3848 ByW=3840 Br=960 */
KERNEL
increment(int *a)
{
	for (long i = 0; i < N; i++)
		a[i]++;
}

/* add_long_doubles: Fl=960 */
KERNEL
add_long_doubles(const long double *a, volatile double *to)
{
	long double s = 0;

	for (long i = 0; i < N; i++)
		s += a[i];
	*to = (double)s;
}

/* fused: Fl=1920 ByR=15368 ByW=7680 */
KERNEL
fused(double k, const double *x, double *restrict y)
{
	for (long i = 0; i < N; i++)
		y[i] = __builtin_fma(k, x[i], y[i]);
}

/* polynomial: Fl=7680 ByR=7688 ByW=7680 */
KERNEL
polynomial(double p, double q, double r, double s, double t, const double *x,
    double *restrict y)
{
	for (long i = 0; i < N; i++)
		y[i] = (((p * x[i] + q) * x[i] + r) * x[i] + s) * x[i] + t;
}

/* complex_products: Fl=2880 */
KERNEL
complex_products(const double *a, const double *b, double *restrict c)
{
	for (long i = 0; i < N; i += 2) {
		double re = a[i] * b[i] - a[i + 1] * b[i + 1];
		double im = a[i] * b[i + 1] + a[i + 1] * b[i];

		c[i] = re;
		c[i + 1] = im;
	}
}

/* stencil: Fl=2880 ByW=7680 */
KERNEL
stencil(double k, const double *a, double *restrict c)
{
	for (long i = 0; i < N; i++)
		c[i] = (a[i] + a[i + 1] + a[i + 2]) * k;
}

/* matrices: Fl=27072 */
KERNEL
matrices(const double *a, const double *b, double *restrict c)
{
	for (int i = 0; i < ROUND; i++)
		for (int j = 0; j < ROUND; j++) {
			double s = 0;

			for (int k = 0; k < ROUND - 1; k++)
				s += a[ROUND * i + k] * b[ROUND * k + j];
			c[ROUND * i + j] = s + a[j];
		}
}

/* leaf: */
KERNEL
leaf(volatile int *a)
{
	*a = 1;
}

/* caller: Cl=960 Br=960 */
KERNEL
caller(volatile int *a)
{
	for (long i = 0; i < N; i++)
		leaf(a);
}

/* fill: ByR=8 ByW=960 */
KERNEL
fill(void *to)
{
	long n = N;

	__asm__ volatile("rep stosb" : "+D"(to), "+c"(n) : "a"(1) : "memory");
}

/* move_words: ByR=7688 ByW=7680 */
KERNEL
move_words(void *to, const void *from)
{
	long n = N;

	__asm__ volatile("rep movsq"
			 : "+D"(to), "+S"(from), "+c"(n)
			 :
			 : "memory");
}

/* compare_words: ByR=7688 */
KERNEL
compare_words(const void *a, const void *b)
{
	long n = N;

	__asm__ volatile("cmp %%eax, %%eax; repe cmpsl"
			 : "+D"(a), "+S"(b), "+c"(n)
			 :
			 : "memory", "cc");
}

/* --- SSE ------------------------------------------------------------------ */

/* sse_add: Fl=960 FlV=960 ByR=7688 ByW=3840 Br=240 */
KERNEL
sse_add(const float *a, const float *b, float *restrict c)
{
	for (long i = 0; i < N; i += 4)
		_mm_storeu_ps(c + i,
		    _mm_add_ps(_mm_loadu_ps(a + i), _mm_loadu_ps(b + i)));
}

/* sse_tail: Fl=963 FlV=962 ByR=15416 ByW=7704 */
KERNEL
sse_tail(const double *a, const double *b, double *restrict c)
{
	long i = 0;

	for (; i + 2 <= TAIL; i += 2)
		_mm_storeu_pd(c + i,
		    _mm_mul_pd(_mm_loadu_pd(a + i), _mm_loadu_pd(b + i)));
	for (; i < TAIL; i++)
		c[i] = a[i] * b[i];
}

/* sse_divide: Fl=960 FlV=960 Div=960 */
KERNEL
sse_divide(const float *a, const float *b, float *restrict c)
{
	for (long i = 0; i < N; i += 4)
		_mm_storeu_ps(c + i,
		    _mm_div_ps(_mm_loadu_ps(a + i), _mm_loadu_ps(b + i)));
}

/* sse_roots: Fl=960 FlV=960 Div=960 ByR=7688 ByW=7680 */
KERNEL
sse_roots(const double *a, double *restrict c)
{
	for (long i = 0; i < N; i += 2)
		_mm_storeu_pd(c + i, _mm_sqrt_pd(_mm_loadu_pd(a + i)));
}

/* sse_ints: IntV=960 ByR=7688 ByW=3840 */
KERNEL
sse_ints(const int *a, const int *b, int *restrict c)
{
	for (long i = 0; i < N; i += 4)
		_mm_storeu_si128((__m128i *)(c + i),
		    _mm_add_epi32(_mm_loadu_si128((const __m128i *)(a + i)),
			_mm_loadu_si128((const __m128i *)(b + i))));
}

/* sse_bytes: IntV=960 ByR=1928 ByW=960 */
KERNEL
sse_bytes(
    const unsigned char *a, const unsigned char *b, unsigned char *restrict c)
{
	for (long i = 0; i < N; i += 16)
		_mm_storeu_si128((__m128i *)(c + i),
		    _mm_max_epu8(_mm_loadu_si128((const __m128i *)(a + i)),
			_mm_loadu_si128((const __m128i *)(b + i))));
}

/* sse_products: IntV=1440 ByR=3848 ByW=1920 */
KERNEL
sse_products(const short *a, const short *b, int *restrict c)
{
	for (long i = 0; i < N; i += 8)
		_mm_storeu_si128((__m128i *)(c + i / 2),
		    _mm_madd_epi16(_mm_loadu_si128((const __m128i *)(a + i)),
			_mm_loadu_si128((const __m128i *)(b + i))));
}

/* sse_differences: IntV=1800 ByR=1928 ByW=960 */
KERNEL
sse_differences(
    const unsigned char *a, const unsigned char *b, unsigned char *restrict c)
{
	for (long i = 0; i < N; i += 16)
		_mm_storeu_si128((__m128i *)(c + i),
		    _mm_sad_epu8(_mm_loadu_si128((const __m128i *)(a + i)),
			_mm_loadu_si128((const __m128i *)(b + i))));
}

/* --- AVX2 and FMA --------------------------------------------------------- */

/* avx_add: Fl=960 FlV=960 ByR=15368 ByW=7680 Br=240 */
KERNEL
avx_add(const double *a, const double *b, double *restrict c)
{
	for (long i = 0; i < N; i += 4)
		_mm256_storeu_pd(c + i, _mm256_add_pd(_mm256_loadu_pd(a + i),
					    _mm256_loadu_pd(b + i)));
}

/* avx_masked: Fl=968 FlV=968 */
KERNEL
avx_masked(__m256i mask, const float *a, const float *b, float *restrict c)
{
	long i = 0;

	for (; i + 8 <= TAIL; i += 8)
		_mm256_storeu_ps(c + i, _mm256_mul_ps(_mm256_loadu_ps(a + i),
					    _mm256_loadu_ps(b + i)));
	_mm256_maskstore_ps(c + i, mask,
	    _mm256_mul_ps(_mm256_maskload_ps(a + i, mask),
		_mm256_maskload_ps(b + i, mask)));
}

/* avx_fused: Fl=1920 FlV=1920 ByR=7688 ByW=3840 */
KERNEL
avx_fused(float k, const float *x, float *restrict y)
{
	__m256 factor = _mm256_set1_ps(k);

	for (long i = 0; i < N; i += 8)
		_mm256_storeu_ps(
		    y + i, _mm256_fmadd_ps(factor, _mm256_loadu_ps(x + i),
			       _mm256_loadu_ps(y + i)));
}

/* avx_dot: Fl=1932 FlV=1932 ByR=15368 ByW=32 */
KERNEL
avx_dot(const double *a, const double *b, double *restrict c)
{
	__m256d s = _mm256_setzero_pd(), t = s, u = s, v = s;

	for (long i = 0; i < N; i += 16) {
		s = _mm256_fmadd_pd(
		    _mm256_loadu_pd(a + i), _mm256_loadu_pd(b + i), s);
		t = _mm256_fmadd_pd(
		    _mm256_loadu_pd(a + i + 4), _mm256_loadu_pd(b + i + 4), t);
		u = _mm256_fmadd_pd(
		    _mm256_loadu_pd(a + i + 8), _mm256_loadu_pd(b + i + 8), u);
		v = _mm256_fmadd_pd(_mm256_loadu_pd(a + i + 12),
		    _mm256_loadu_pd(b + i + 12), v);
	}
	_mm256_storeu_pd(
	    c, _mm256_add_pd(_mm256_add_pd(s, t), _mm256_add_pd(u, v)));
}

/* avx_shorts: IntV=960 ByR=3848 ByW=1920 */
KERNEL
avx_shorts(const short *a, const short *b, unsigned char *restrict c)
{
	for (long i = 0; i < N; i += 16)
		_mm256_storeu_si256((__m256i *)(c + 2 * i / 4),
		    _mm256_adds_epi16(
			_mm256_loadu_si256((const __m256i *)(a + i)),
			_mm256_loadu_si256((const __m256i *)(b + i))));
}

/* avx_mullo: IntV=960 ByR=7688 ByW=3840 */
KERNEL
avx_mullo(const int *a, const int *b, int *restrict c)
{
	for (long i = 0; i < N; i += 8)
		_mm256_storeu_si256((__m256i *)(c + i),
		    _mm256_mullo_epi32(
			_mm256_loadu_si256((const __m256i *)(a + i)),
			_mm256_loadu_si256((const __m256i *)(b + i))));
}

/* avx_gather: Fl=960 FlV=960 ByR=19208 ByW=7680 */
KERNEL
avx_gather(const double *a, const int *at, double *restrict c)
{
	for (long i = 0; i < N; i += 4) {
		__m128i index = _mm_loadu_si128((const __m128i *)(at + i));

		_mm256_storeu_pd(
		    c + i, _mm256_add_pd(_mm256_i32gather_pd(a, index, 8),
			       _mm256_loadu_pd(a + i)));
	}
}

/* avx_select: ByW=3840 */
KERNEL
avx_select(const float *a, const float *b, float *restrict c)
{
	for (long i = 0; i < N; i += 8) {
		__m256 x = _mm256_loadu_ps(a + i), y = _mm256_loadu_ps(b + i);

		_mm256_storeu_ps(
		    c + i, _mm256_and_ps(y, _mm256_cmp_ps(x, y, _CMP_LT_OQ)));
	}
}

/* avx_widen: IntV=960 ByR=1928 ByW=3840 */
KERNEL
avx_widen(const unsigned char *a, const unsigned char *b, int *restrict c)
{
	for (long i = 0; i < N; i += 8) {
		__m128i x = _mm_loadl_epi64((const __m128i *)(a + i));
		__m128i y = _mm_loadl_epi64((const __m128i *)(b + i));

		_mm256_storeu_si256((__m256i *)(c + i),
		    _mm256_sub_epi32(
			_mm256_cvtepu8_epi32(x), _mm256_cvtepu8_epi32(y)));
	}
}

/* by_compiler: Fl=1920 FlV=1920 ByR=7688 ByW=3840 */
KERNEL
by_compiler(float k, const float *restrict x, float *restrict y)
{
#pragma omp simd
	for (long i = 0; i < N; i++)
		y[i] = k * x[i] + y[i];
}

#ifdef SIX
/* without a C library, for those who execute it one instruction after another */
__attribute__((force_align_arg_pointer)) void
_start(void)
{
	dot(da, db, &result);
	fused(0.5, da, dc);
	sse_tail(da, db, dc);
	sse_products(sa, sb, ic);
	avx_dot(da, db, dc);
	avx_fused(0.5f, fa, fc);
	__asm__ volatile("syscall" : : "a"(60), "D"(0));
}
#else
int
main(void)
{
	for (int i = 0; i < TAIL + 8; i++) {
		da[i] = db[i] = 1 + i;
		fa[i] = fb[i] = 1 + i;
		ia[i] = i;
		ib[i] = 3;
	}
	add_doubles(da, db, dc);
	multiply_floats(fa, fb, fc);
	dot(da, db, &result);
	axpy(0.5, da, dc);
	divide(da, db, dc);
	roots(fa, fc);
	larger(da, db, dc);
	count_less(da, db, ic);
	convert(ia, dc);
	divide_ints(ia, ib, ic);
	copy_bytes(ba, bc);
	increment(ic);
	add_long_doubles(la, &result);
	fused(0.5, da, dc);
	polynomial(1, 2, 3, 4, 5, da, dc);
	complex_products(da, db, dc);
	stencil(0.5, da, dc);
	matrices(da, db, dc);
	caller(ic);
	fill(bc);
	move_words(dc, da);
	compare_words(da, db);
	sse_add(fa, fb, fc);
	sse_tail(da, db, dc);
	sse_divide(fa, fb, fc);
	sse_roots(da, dc);
	sse_ints(ia, ib, ic);
	sse_bytes(ba, bb, bc);
	sse_products(sa, sb, ic);
	sse_differences(ba, bb, bc);
	avx_add(da, db, dc);
	avx_masked(_mm256_setr_epi32(-1, -1, -1, 0, 0, 0, 0, 0), fa, fb, fc);
	avx_fused(0.5f, fa, fc);
	avx_dot(da, db, dc);
	avx_shorts(sa, sb, bc);
	avx_mullo(ia, ib, ic);
	avx_gather(da, ia, dc);
	avx_select(fa, fb, fc);
	avx_widen(ba, bb, ic);
	by_compiler(0.5f, fa, fc);
	return 0;
}
#endif
