/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Functions without linkage names that are inlined: of anonymous namespaces, static ones,
 * lambdas, and templates of these.  Each reads a volatile variable, so that some of its
 * code is left.
 */
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

static volatile int one = 1;

namespace lib {
namespace {

enum class Mode : unsigned char { first, second };

template <class T, int N = 3, bool Is = true, Mode M = Mode::second> struct Table {
	T rows[N];

	struct Row {
		T x;
		T twice() const noexcept { return x + x + one; }
	};

	T &operator[](int i) { return rows[i * one]; }
	operator T() const { return rows[0] + one; }
	explicit operator bool() const { return Is && one; }
	Table &operator+=(const Table &other)
	{
		for (int i = 0; i < N; i++)
			rows[i] += other.rows[i] * one;
		return *this;
	}
	template <class U> U as(U (*f)(T, ...) = nullptr) const
	{
		return U(rows[0]) + one + (f != nullptr);
	}
	friend bool operator<(const Table &a, const Table &b) { return a.rows[0] + one < b.rows[0]; }
	static Table make(T value)
	{
		Table table;
		for (T &row : table.rows)
			row = value + one;
		return table;
	}
	T nested(T k) const
	{
		return [this, k](T z) {
			auto inner = [z](T w, char) { return w * z + one; };
			return inner(k, 'a') + rows[1];
		}(k);
	}
};

template <class... Types> long
total(Types... values)
{
	return (one + ... + values);
}

template <class Function> int
apply(Function &&function, int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++)
		sum += function(i);
	return sum;
}

struct Point {
	int m;
	long plus(int a) const & { return a + m + one; }
	long minus(int a) volatile { return a - m + one; }
	void move() && { m += one; }
	int operator()(int x) { return x * m + one; }
	int operator->*(int x) { return x + one; }
	int get(int i) const { return m * i + one; }
};

int
member(int Point::*p, long (Point::*q)(int) const &, const Point &point)
{
	return one + point.*p + (int)(point.*q)(1);
}

std::size_t
size(const std::map<const char *, std::unique_ptr<int>> &map, std::string &&text, std::size_t n, ...)
{
	return map.size() + text.size() + n + one;
}

} // namespace

inline namespace v1 {
static int
array(const std::vector<int> &v, int (&a)[3], bool b, const volatile char *c)
{
	return v[0] + a[1] + b + *c + one;
}
} // namespace v1
} // namespace lib

static int
table_of(int (*const table[])(int), int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++)
		sum += table[i](i) + one;
	return sum;
}

static int
id(int i)
{
	return i + one;
}

static int
numbers(signed char c, unsigned short u, short s, long long l, unsigned long long k, wchar_t w,
    char16_t x, float f, long double d, __int128 q, unsigned char o, std::nullptr_t)
{
	return c + u + s + (int)l + (int)k + (int)w + x + (int)f + (int)d + (int)q + o + one;
}

template <class T> static T
with_lambda(T a, T *b)
{
	auto add = [&](T c) { return a + *b + c + one; };

	return add(a);
}

struct Lambdas {
	int go(int k)
	{
		auto generic = [=](auto a, const auto &b) { return a + b * k + one; };
		auto plus = [](int z) { return z + one; };
		auto minus = [](int z) { return one - z; };

		return (int)generic(k, 2L) + plus(k) + minus(3);
	}
};

extern "C" int
plain(int a)
{
	return a * 3 + one;
}

int
main()
{
	using namespace lib;
	auto ints = Table<int>::make(one);
	auto longs = Table<long, 2, false, Mode::first>::make(3);
	int (*table[])(int) = {id, plain};
	Table<int>::Row row{one};
	Point point{one};
	int three[3] = {1, one, 3}, variable = one;
	std::vector<int> v(10 + one);
	char c = 1;
	double half = 0.5;
	long sum;

	std::sort(v.begin(), v.end(), [](int a, int b) { return a * one < b * one; });
	std::function<int(int)> held = [&v](int i) { return v[0] + i + one; };
	ints += ints;
	ints[1] = 4;
	sum = total(1, 2L, variable) + total() + apply([](int i) { return i * one; }, 3) +
	      apply(id, 3) + member(&Point::m, &Point::plus, point) + table_of(table, 2) +
	      numbers(1, 2, 3, 4, 4, L'a', u'b', 1, 2, 3, 4, nullptr) +
	      with_lambda(2, &variable) + (long)with_lambda(2.5, &half) + Lambdas().go(3) +
	      row.twice() + (long)ints + (long)longs + longs.nested(3) + ints.nested(2) +
	      (ints < ints) + (longs ? 1 : 0) + point(2) + (point->*3) + point.minus(3) +
	      point.get(4) + plain(3) + ints.as<int>() + array(v, three, true, &c) + held(3) +
	      (long)size({}, std::string("abc"), 3, 4);
	Point{3}.move();
	return std::printf("%ld\n", sum) < 0;
}
