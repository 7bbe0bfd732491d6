/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Code that a collector could count wrongly, in one function each: masked and
 * gathered accesses, compare-and-swap, unaligned and line-crossing accesses,
 * repeated string instructions, saving of the floating-point state, recursion,
 * faults caught in the middle of a block, code that changes or is unloaded, and
 * functions that fall through into others.  Some exist on amd64 only.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

static char buffer[1 << 20] __attribute__((aligned(4096)));

#if defined(__x86_64__)

/* guarded loads and stores */
__attribute__((target("avx2"))) static long
vectors(int rounds)
{
	const __m256i mask = _mm256_set_epi32(-1, 0, -1, 0, -1, -1, 0, 0);
	__m256i sum = _mm256_setzero_si256();

	for (int i = 0; i < rounds; i++) {
		int *from = (int *)(buffer + i * 36 % 60000 + 4 * (i & 15));
		int *to = (int *)(buffer + 70000 + i * 52 % 30000);
		__m256i indices =
		    _mm256_set_epi32(1, 900, 17, 4000, i & 1023, 33, 77, 5000);

		sum = _mm256_add_epi32(sum, _mm256_maskload_epi32(from, mask));
		_mm256_maskstore_epi32(to, mask, sum);
		sum = _mm256_xor_si256(
		    sum, _mm256_i32gather_epi32((int *)buffer, indices, 4));
		_mm256_storeu_si256(
		    (__m256i *)(buffer + 100003 + i * 31 % 5000), sum);
	}
	return _mm256_extract_epi64(sum, 1);
}

static long
wide_swaps(int rounds)
{
	static unsigned __int128 wide __attribute__((aligned(16)));
	long result = 0;

	for (int i = 0; i < rounds; i++) {
		unsigned long low = 0, high = 0;
		char byte = (char)i;

		__asm__ volatile("lock cmpxchg16b %0"
				 : "+m"(wide), "+a"(low), "+d"(high)
				 : "b"(1L), "c"(2L)
				 : "cc");
		__asm__ volatile("xchg %0,%1"
				 : "+q"(byte), "+m"(buffer[i * 61 % 9000]));
		result += (long)low;
	}
	return result;
}

static void
strings(int rounds)
{
	for (int i = 0; i < rounds; i++) {
		char *from = buffer + i * 7, *to = buffer + 500000 + i * 11;
		unsigned long n = (unsigned long)i % 70;

		__asm__ volatile("rep movsb"
				 : "+S"(from), "+D"(to), "+c"(n)
				 :
				 : "memory");
		n = (unsigned long)i % 9;
		to = buffer + 300000 + i * 3;
		__asm__ volatile("rep stosq"
				 : "+D"(to), "+c"(n)
				 : "a"(0L)
				 : "memory");
		n = (unsigned long)i % 40;
		from = buffer + i;
		to = buffer + i + 8;
		__asm__ volatile("repe cmpsb"
				 : "+S"(from), "+D"(to), "+c"(n)
				 :
				 : "memory", "cc");
	}
}

/* dirty helpers that read and write more than a line */
static void
states(int rounds)
{
	for (int i = 0; i < rounds; i++) {
		char(*area)[512] = (char(*)[512])(buffer + 4096 + 64 * (i & 7));
		volatile long double x = i * 1.5L;
		struct {
			char bytes[28];
		} environment;
		unsigned a = (unsigned)i % 5, b, c, d;

		__asm__ volatile("fxsave %0" : "=m"(*area));
		__asm__ volatile("fxrstor %0" : : "m"(*area));
		x = x + __builtin_sqrtl(x);
		__asm__ volatile("fnstenv %0\n\tfldenv %0" : "=m"(environment));
		__asm__ volatile("cpuid" : "+a"(a), "=b"(b), "=c"(c), "=d"(d));
	}
}

/* No branch ends the first function.  The code after it belongs to no function
 * until the third begins, which contains the fourth. */
__asm__(".text\n"
	".type runs_on,@function\n"
	"runs_on: mov $1, %eax; push %rax\n"
	".size runs_on, .-runs_on\n"
	"add $2, %eax; push %rax\n"
	".type run_into,@function\n"
	"run_into: add $3, %eax; pop %rdx\n"
	".type inner,@function\n"
	"inner: add %edx, %eax\n"
	".size inner, .-inner\n"
	"pop %rdx; ret\n"
	".size run_into, .-run_into\n");
long runs_on(void);

static long
running_on(int rounds)
{
	long result = 0;

	while (rounds--)
		result += runs_on();
	return result;
}

#endif

static long
swaps(int rounds)
{
	volatile long counter = 0;
	volatile short narrow = 0;

	for (int i = 0; i < rounds; i++) {
		__sync_fetch_and_add(&counter, i);
		__sync_fetch_and_xor(&narrow, (short)i);
		__sync_val_compare_and_swap(
		    (long *)(buffer + i * 24 % 5000), 0, i);
		__sync_lock_test_and_set(&buffer[i * 61 % 9000], (char)i);
	}
	return counter + narrow;
}

static long
unaligned(int rounds)
{
	long sum = 0;

	for (int i = 0; i < rounds; i++) {
		volatile char *p = buffer + i * 13 % 200000;

		sum += *(volatile long *)(p + 1);
		*(volatile int *)(p + 3) += i;
		*(volatile short *)(p + 62) ^= (short)sum;
		*(volatile double *)(p + 5) = i;
		sum += p[7];
		*(volatile long *)(p + 60) += 3;
	}
	return sum;
}

static long
recursion(int n, const long *above)
{
	long here[6];

	for (int i = 0; i < 6; i++)
		here[i] = above[i % 3] + n;
	if (n <= 0)
		return here[2];
	return recursion(n - 1, here) + recursion(n - 2, here) + here[n % 6];
}

static sigjmp_buf back;
static volatile int nfaults;

static void
on_fault(int signal)
{
	(void)signal;
	nfaults++;
	siglongjmp(back, 1);
}

static void
faults(int rounds)
{
	struct sigaction action = {
	    .sa_handler = on_fault, .sa_flags = SA_NODEFER};
	char *page = mmap(NULL, 8192, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	sigaction(SIGSEGV, &action, NULL);
	mprotect(page + 4096, 4096, PROT_NONE);
	for (volatile int i = 0; i < rounds; i++) {
		long sum = 0;

		if (sigsetjmp(back, 1))
			continue;
		for (int k = 4000;; k += 8) {
			buffer[k] += page[k];
			sum += k;
			page[k] = (char)sum;
		}
	}
}

/* Adds i to the int at the address that it is given. */
static void
make_code(void *code, int i)
{
#if defined(__x86_64__)
	unsigned char instructions[] = {0x8b, 0x07, /* mov (%rdi),%eax */
	    0x05, (unsigned char)i, 0, 0, 0,        /* add $i,%eax */
	    0x89, 0x07, 0xc3};                      /* mov %eax,(%rdi); ret */
#elif defined(__aarch64__)
	unsigned instructions[] = {0xb9400001,         /* ldr w1, [x0] */
	    0x11000021u | ((unsigned)i & 0xfff) << 10, /* add w1, w1, #i */
	    0xb9000001, 0xd65f03c0};                   /* str w1, [x0]; ret */
#elif defined(__s390x__)
	unsigned short instructions[] = {0x5810, 0x2000, /* l %r1,0(%r2) */
	    0xa71a, (unsigned short)i,                   /* ahi %r1,i */
	    0x5010, 0x2000, 0x07fe};                     /* st %r1,0(%r2); br %r14 */
#elif defined(__powerpc64__)
	unsigned instructions[] = {0x80830000,   /* lwz 4,0(3) */
	    0x38840000 | ((unsigned)i & 0x7fff), /* addi 4,4,i */
	    0x90830000, 0x4e800020};             /* stw 4,0(3); blr */
#endif

	memcpy(code, instructions, sizeof instructions);
	__builtin___clear_cache(
	    (char *)code, (char *)code + sizeof instructions);
}

static void
changing_code(int rounds)
{
	int flags = MAP_PRIVATE | MAP_ANONYMOUS;
	int protection = PROT_READ | PROT_WRITE | PROT_EXEC;
	void *code = mmap(NULL, 4096, protection, flags, -1, 0);

	for (int i = 0; i < rounds; i++) {
		int value = i;

		make_code(code, i);
		for (int j = 0; j < 50; j++)
			((int (*)(int *))code)(&value);
		munmap(code, 4096);
		code = mmap(code, 4096, protection, flags | MAP_FIXED, -1, 0);
	}
}

#if !defined(STATIC)
static double
unloading(int rounds)
{
	double sum = 0;

	for (int i = 0; i < rounds; i++) {
		void *library = dlopen("libm.so.6", RTLD_NOW);
		double (*cbrt)(double);

		*(void **)&cbrt = dlsym(library, "cbrt");
		for (int j = 0; j < 3000; j++)
			sum += cbrt(j);
		dlclose(library);
	}
	return sum;
}
#endif

static void
far_and_wide(int rounds)
{
	char *heap = calloc(8 << 20, 1);
	unsigned x = 1;

	for (int i = 0; i < rounds; i++) {
		x = x * 1664525 + 1013904223;
		heap[x >> 9] += (char)i;
		if (i % 8 == 0)
			*(volatile long *)(heap + (x >> 10 & ~0xfffu) + 4093) +=
			    i;
	}
	free(heap);
}

int
main(void)
{
	const long top[3] = {1, 2, 3};
	long result = 0;

#if defined(__x86_64__)
	if (__builtin_cpu_supports("avx2"))
		result += vectors(10000);
	result += wide_swaps(10000) + running_on(1000);
	strings(3000);
	states(300);
#endif
	result += swaps(10000) + unaligned(100000);
	result += recursion(18, top);
	faults(300);
	changing_code(30);
#if !defined(STATIC)
	result += (long)unloading(5);
#endif
	far_and_wide(300000);
	printf("%ld %d\n", result, nfaults);
	return 0;
}
