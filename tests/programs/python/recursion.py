# SPDX-License-Identifier: BSD-2-Clause
"""Deep recursion, also through C and generators."""
import functools


def down(n):
    return 0 if n == 0 else down(n - 1) + 1


def even(n):
    return n == 0 or odd(n - 1)


def odd(n):
    return n != 0 and even(n - 1)


def through_c(n):
    return max([n], key=lambda x: through_c(n - 1) if n else 0)


@functools.lru_cache(maxsize=None)
def cached(n):
    return n if n < 2 else cached(n - 1) + cached(n - 2)


def ackermann(m, n):
    if m == 0:
        return n + 1
    return ackermann(m - 1, 1 if n == 0 else ackermann(m, n - 1))


class Tree:
    def __init__(self, n):
        self.children = [Tree(n - 1) for _ in range(2)] if n else []

    def __iter__(self):
        yield self
        for child in self.children:
            yield from child

    def __getattr__(self, name):
        if name == 'nothing':
            raise AttributeError(name)
        return getattr(self, 'nothing', name)


def main():
    down(500)
    down(100)
    even(100)
    through_c(40)
    cached(60)
    ackermann(2, 3)
    list(Tree(5))
    Tree(1).some


main()
