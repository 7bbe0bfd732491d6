# SPDX-License-Identifier: BSD-2-Clause
"""Generators that are thrown into, closed, delegated to, and left.  These wait in a try, because
Python 3.14 closes others without running them, unless a hook is set."""
import itertools


def leaf(n):
    return n


def count(n):
    try:
        for i in range(n):
            yield leaf(i)
    except KeyError:
        yield -1
        leaf(n)
    finally:
        leaf(0)


def through(n):
    try:
        got = yield from count(n)
        return got
    except ValueError:
        return (yield from through(2))


def deep(n):
    try:
        if n:
            yield from deep(n - 1)
        yield leaf(n)
    finally:
        leaf(n)


def returns(n):
    yield n
    return leaf(n)


def uses_return(n):
    a = yield from returns(n)
    b = yield from returns(a)
    return a + b


def raises(n):
    try:
        yield leaf(n)
        raise LookupError(n)
    finally:
        leaf(n)


def sends():
    total = 0
    while True:
        try:
            total += yield leaf(total)
        except GeneratorExit:
            leaf(-1)
            raise


def pipeline(n):
    return sum(x for x in (leaf(y) for y in count(n)) if x % 2)


class Iterable:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        try:
            while self.n:
                self.n -= 1
                yield self.n
        finally:
            self.n = 0

    def __reversed__(self):
        yield from self


class Iterator:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if not self.n:
            raise StopIteration
        self.n -= 1
        return leaf(self.n)


def main():
    for n in range(4):
        g = through(5)
        for _ in range(n):
            next(g)
        for kind in (KeyError, ValueError, LookupError):
            try:
                g.throw(kind)
            except (LookupError, ValueError, StopIteration):
                leaf(n)
        g.close()
    list(deep(30))
    list(uses_return(3))
    try:
        list(raises(2))
    except LookupError:
        leaf(9)
    s = sends()
    next(s)
    for i in range(5):
        s.send(i)
    s.close()
    pipeline(20)
    a, *b = Iterable(4)
    list(reversed(Iterable(3)))
    list(zip(Iterator(3), Iterable(5), count(4)))
    list(itertools.chain.from_iterable(map(Iterable, range(4))))
    list(itertools.takewhile(leaf, Iterator(4)))
    x, y, z = map(leaf, Iterator(3))
    {leaf(i): [leaf(j) for j in Iterator(i)] for i in Iterable(4)}
    any(leaf(0) for i in count(3))
    partial = deep(3)
    next(partial)
    del partial


main()
