// SPDX-License-Identifier: BSD-2-Clause
/*
 * Allocates in all ways of C++.  A comment at a line that allocates, "= BLOCKS BYTES", says
 * what it allocates.
 */
#include <cstdint>
#include <cstdlib>
#include <list>
#include <map>
#include <memory>
#include <new>
#include <string>
#include <vector>

static void *volatile sink;
static volatile std::size_t huge = SIZE_MAX / 2 + 64;

struct plain {
	long words[4];
};

struct alignas(128) aligned {
	char bytes[256];
};

/* has operators of its own, from a pool */
struct pooled {
	char bytes[40];
	static char pool[1 << 16];
	static std::size_t used;
	__attribute__((noipa)) static void *operator new(std::size_t size)
	{
		void *block = pool + used;

		used += (size + 15) / 16 * 16;
		return block;
	}
	__attribute__((noipa)) static void operator delete(void *block)
	{
		sink = block;
	}
};

char pooled::pool[1 << 16];
std::size_t pooled::used;

template <typename T>
static void
keep(T *block)
{
	sink = block;
}

static void
operators()
{
	for (int i = 0; i < 3; i++) {
		plain *one = new plain; // = 3 96
		keep(one);
		delete one;
	}
	plain *many = new plain[10]; // = 1 320
	keep(many);
	delete[] many;
	plain *quiet = new (std::nothrow) plain; // = 1 32
	keep(quiet);
	delete quiet;
	aligned *wide = new aligned; // = 1 256
	keep(wide);
	delete wide;
	aligned *wides = new aligned[2]; // = 1 512
	keep(wides);
	delete[] wides;
	char room[sizeof(plain)];
	keep(new (room) plain);
	keep(::operator new(17)); // = 1 17
	::operator delete(sink);
}

static void
fails()
{
	keep(new (std::nothrow) char[huge]);
	try {
		keep(new char[huge]);
	} catch (const std::bad_alloc &) {
		keep((void *)&huge);
	}
}

static void
containers()
{
	std::vector<int> numbers;
	std::map<int, std::string> names;
	std::list<long> list;

	numbers.reserve(1000); // = 1 4000
	for (int i = 0; i < 10; i++)
		list.push_back(i); // = 10 240
	for (int i = 0; i < 10; i++)
		names[i];                        // = 10 720
	names[3] = std::string(100, 'x');        // = 1 101
	auto shared = std::make_shared<plain>(); // = 1 48
	auto unique = std::make_unique<plain>(); // = 1 32
	keep(shared.get());
	keep(unique.get());
}

int
main(int argc, char **)
{
	operators();
	if (argc > 1)
		fails();
	containers();
	for (int i = 0; i < 20; i++) {
		pooled *block = new pooled; // = 20 800
		keep(block);
		delete block;
	}
	return 0;
}
