# SPDX-License-Identifier: BSD-2-Clause
"""Functions of one line, which call themselves before Python has made their code faster."""


def deep(n): return 0 if n == 0 else deep(n - 1)


def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)


def ping(n): return n and pong(n - 1)


def pong(n): return n and ping(n - 1)


down = lambda n: n and down(n - 1)  # noqa: E731


def both(n): return sum(both(i) for i in range(n)) + 1


deep(30), fib(9), ping(20), down(40), both(5)
