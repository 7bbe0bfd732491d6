# SPDX-License-Identifier: BSD-2-Clause
"""Calls that change the frame in all ways there are, for tests of --scripts."""
import asyncio
import contextlib
import functools
import os
import sys
import tempfile
import threading
import zipfile


def recursive(n):
    return n if n < 2 else recursive(n - 1) + recursive(n - 2)


def even(n):
    return True if n == 0 else odd(n - 1)


def odd(n):
    return False if n == 0 else even(n - 1)


def numbers(n):
    # Python 3.14 does not run one without this if it is closed, unless a hook is set
    try:
        for i in range(n):
            yield i
    finally:
        n = 0


def delegating(n):
    yield from numbers(n)
    yield from numbers(n)


def echo():
    got = 0
    while True:
        try:
            got = yield got
        except ValueError:
            got = -1


def generators():
    total = sum(numbers(50)) + sum(delegating(20)) + sum(x * x for x in numbers(30))
    e = echo()
    next(e)
    for i in range(10):
        e.send(i)
    e.throw(ValueError)
    e.close()
    first, *rest = numbers(5)
    unfinished = numbers(3)
    next(unfinished)
    return total + first + len(rest)


def thrower(n):
    if n == 0:
        raise KeyError(n)
    try:
        thrower(n - 1)
    finally:
        cleanup(n)


def cleanup(n):
    return n


def exceptions():
    for n in range(12):
        try:
            thrower(n)
        except KeyError as e:
            handled(e)
    try:
        [raising(x) for x in range(3)]
    except ZeroDivisionError:
        pass
def raising(x):
    return 1 // (1 - x)


def handled(e):
    return repr(e)


@functools.total_ordering
class Price:
    count = 0

    def __init__(self, value):
        self.value = value

    def __lt__(self, other):
        return self.value < other.value

    def __eq__(self, other):
        return self.value == other.value

    def __hash__(self):
        return hash(self.value)

    @property
    def doubled(self):
        return self.value * 2

    @doubled.setter
    def doubled(self, value):
        self.value = value // 2

    def __getattr__(self, name):
        return len(name)

    def __call__(self, x):
        return x + self.value

    @classmethod
    def make(cls, value):
        return cls(value)

    @staticmethod
    def helper(x):
        return x

    def __enter__(self):
        return self

    def __exit__(self, *args):
        return True


class Child(Price):
    def __init__(self, value):
        super().__init__(value)
        self.extra = Price.helper(value)


class Meta(type):
    def __call__(cls, *args):
        return super().__call__(*args)


class Made(metaclass=Meta):
    def __init__(self, x):
        self.x = x


def key(p):
    return -p.value


def callbacks():
    prices = [Price.make((i * 7919) % 101) for i in range(60)]
    sorted(prices)
    sorted(prices, key=key)
    list(map(key, prices))
    list(filter(lambda p: p.value % 2, prices))
    functools.reduce(lambda a, b: a + key(b), prices, 0)
    max(prices, key=lambda p: p.value)
    {p: p.value for p in prices}
    prices[0].doubled = prices[1].doubled
    prices[0].missing
    prices[0](3)
    Child(4)
    Made(5)
    with prices[0]:
        raising(1)
    return prices[0] >= prices[1]


def counted(f):
    @functools.wraps(f)
    def inner(*args):
        return f(*args)
    return inner


@counted
def decorated(n):
    return n


@functools.lru_cache(maxsize=None)
def cached(n):
    return n if n < 2 else cached(n - 1) + cached(n - 2)


@contextlib.contextmanager
def managed():
    yield 1


def wrappers():
    for i in range(20):
        decorated(i)
        cached(i)
    with managed():
        pass
    return outer()


def outer():
    def middle():
        def innermost():
            return 1
        return innermost() + innermost()
    return middle()


def comprehensions():
    return ([x for x in range(9)], {x: [y for y in range(x)] for x in range(9)},
            {x for x in range(9)}, sum(x for x in range(9)))


async def step(n):
    await asyncio.sleep(0)
    return n


async def agen(n):
    for i in range(n):
        yield await step(i)


async def worker(n):
    total = 0
    async for x in agen(n):
        total += x
    return total + sum([y async for y in agen(3)])


async def coroutines():
    return await asyncio.gather(worker(5), worker(7), step(1))


def in_thread(n):
    for _ in range(n):
        recursive(8)


def threads():
    list_of = [threading.Thread(target=in_thread, args=(n,)) for n in (3, 4, 5)]
    for t in list_of:
        t.start()
    for t in list_of:
        t.join()


def größe(naïve):
    return naïve


def 名前(x):
    return größe(x)


def executed():
    names = {}
    for i in range(30):
        exec(f'def made(x):\n    return x + {i}\n', names)
        names['made'](i)
        eval('made(1)', names)
    return 名前(3)


def starred(*args, **kwargs):
    return len(args) + len(kwargs)


def arguments():
    starred(*range(5), **{'a': 1})
    functools.partial(starred, 1)(2)
    starred.__call__(1)
    getattr(sys.modules['__main__'], 'starred', starred)(1)
    return type('Dynamic', (), {'method': lambda self: 1})().method()


def zipped():
    with tempfile.TemporaryDirectory() as d:
        archive = os.path.join(d, 'a.zip')
        with zipfile.ZipFile(archive, 'w') as z:
            z.writestr('within.py', 'def call(f, x):\n    return f(x)\n')
        sys.path.insert(0, archive)
        import within
        return within.call(key, Price(1))


def main():
    recursive(12)
    zipped()
    even(30)
    generators()
    exceptions()
    callbacks()
    wrappers()
    comprehensions()
    asyncio.run(coroutines())
    threads()
    executed()
    arguments()


main()
