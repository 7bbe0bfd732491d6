# SPDX-License-Identifier: BSD-2-Clause
"""Functions that C calls."""
import bisect
import ctypes
import functools
import heapq
import itertools
import json
import operator
import re


def key(x):
    return -x if isinstance(x, int) else x


def compare(a, b):
    return order(a) - order(b)


def order(x):
    return x * 7 % 5


def replace(m):
    return '<' + upper(m) + '>'


def upper(m):
    return re.sub('[aeiou]', vowel, m[0])


def vowel(m):
    return m[0].upper()


def add(a, b):
    return a + b


def fails(x):
    if x == 3:
        raise ZeroDivisionError
    return key(x)


@ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_int), ctypes.POINTER(ctypes.c_int))
def in_qsort(a, b):
    return sorted([a[0], b[0]], key=key) and a[0] - b[0]


class Value:
    def __init__(self, v):
        self.v = v

    def __hash__(self):
        return hash(key(self.v)) % 3

    def __eq__(self, other):
        return self.v == other.v

    def __lt__(self, other):
        return key(self.v) < other.v

    def __add__(self, other):
        return Value(add(self.v, other.v))

    def __radd__(self, other):
        return self

    def __index__(self):
        return self.v

    def __len__(self):
        return self.v

    def __bool__(self):
        return bool(key(self.v))

    def __repr__(self):
        return str(key(self.v))

    def __format__(self, spec):
        return repr(self) + spec

    def __contains__(self, x):
        return key(x) == self.v

    def __getitem__(self, i):
        if i > self.v:
            raise IndexError(i)
        return key(i)

    def __call__(self, *args):
        return key(self.v)


def recursive_key(x):
    return sorted(range(x), key=recursive_key)[:1]


def main():
    sorted(range(9), key=functools.cmp_to_key(compare))
    re.sub(r'\w+', replace, 'some words are here')
    functools.reduce(add, map(key, range(6)), 0)
    list(filter(key, range(5)))
    list(itertools.accumulate(range(5), add))
    [list(g) for _, g in itertools.groupby(range(6), order)]
    max(range(5), key=order)
    bisect.bisect([1, 2, 3, 4], -2, key=key)
    values = [Value(i % 6) for i in range(20)]
    {v: i for i, v in enumerate(values)}
    set(values)
    sum(values)
    sorted(values)
    heapq.nsmallest(3, values)
    [1, 2, 3, 4, 5, 6, 7][values[2]]
    range(values[3])
    f'{values[4]!r:>4} {values[5]:x}'
    '%s %r' % (values[1], values[2])
    print(values[:3])
    3 in values[3], [x for x in values[4]], len(values[2]), bool(values[0])
    list(iter(Value(0), 0))
    list(map(operator.methodcaller('__len__'), values))
    json.dumps([values[1]], default=repr)
    json.loads('{"a": {"b": 1}}', object_hook=lambda d: d)
    array = (ctypes.c_int * 6)(5, 3, 1, 4, 2, 0)
    qsort = ctypes.CDLL(None).qsort
    qsort(array, 6, 4, in_qsort)
    for f in (lambda: list(map(fails, range(6))), lambda: sorted(range(6), key=fails)):
        try:
            f()
        except ZeroDivisionError:
            key(0)
    recursive_key(5)
    print(*map(key, range(3)), sep=str(order(1)))


main()
