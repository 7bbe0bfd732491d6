// SPDX-License-Identifier: BSD-2-Clause
// Threads of C++ that count in one line.
#include <atomic>
#include <thread>
#include <vector>

struct counters {
	alignas(64) std::atomic<long> counts[8];
};

__attribute__((noinline)) static counters *
make_counters()
{
	return new counters();
}

int
main()
{
	counters *all = make_counters();
	std::vector<std::thread> threads;
	long sum = 0;

	for (int i = 0; i < 4; i++)
		threads.emplace_back([all, i] {
			for (int n = 0; n < 1000; n++)
				all->counts[i].store(
				    n, std::memory_order_relaxed);
		});
	for (std::thread &thread : threads)
		thread.join();
	for (int i = 0; i < 4; i++)
		sum += all->counts[i];
	delete all;
	return sum != 4 * 999;
}
