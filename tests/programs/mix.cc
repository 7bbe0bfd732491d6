// SPDX-License-Identifier: BSD-2-Clause
// Kernels in C++, as in mix.c; compilers may differ in how they access memory.
#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

constexpr int N = 960;
volatile double result;

// accumulated: Fl=960
__attribute__((noinline)) double
accumulated(const std::vector<double> &a)
{
	return std::accumulate(a.begin(), a.end(), 0.0);
}

// products: Fl=1920
__attribute__((noinline)) double
products(const std::vector<float> &a, const std::vector<float> &b)
{
	return std::inner_product(a.begin(), a.end(), b.begin(), 0.0f);
}

// scaled: Fl=960 ByR=7688 ByW=7680
__attribute__((noinline)) void
scaled(double k, const std::array<double, N> &a, std::array<double, N> &b)
{
	std::transform(
	    a.begin(), a.end(), b.begin(), [k](double x) { return k * x; });
}

std::array<double, N> from, to;

int
main()
{
	result = accumulated(std::vector<double>(N, 1)) +
		 products(std::vector<float>(N, 1), std::vector<float>(N, 2));
	scaled(2, from, to);
	return 0;
}
