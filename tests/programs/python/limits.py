# SPDX-License-Identifier: BSD-2-Clause
"""Recursion that ends by an error.  There is no room for a hook of Python then, so this counts its
own calls, all but the one that fails."""
import collections
import sys

counts = collections.Counter()


def depth():
    frame, n = sys._getframe(), 0
    while frame:
        frame, n = frame.f_back, n + 1
    return n


def forever(n):
    counts['forever' if n else 'limited', 'forever'] += 1
    return forever(n + 1)


def cleaned(n):
    counts['cleaned' if n else 'limited', 'cleaned'] += 1
    try:
        return cleaned(n + 1)
    finally:
        after(n)


def after(n):
    counts['cleaned', 'after'] += 1
    return n


def mapped(n):
    counts['mapped' if n else 'limited', 'mapped'] += 1
    return list(map(mapped, [n + 1]))


class Attribute:
    def __getattr__(self, name):
        counts[self.caller, 'Attribute.__getattr__'] += 1
        self.caller = 'Attribute.__getattr__'
        return getattr(self, 'other')


def limited(f):
    counts['<module>', 'limited'] += 1
    sys.setrecursionlimit(depth() + 150)
    try:
        f(0)
    except RecursionError:
        handled(f)
    sys.setrecursionlimit(1000)


def handled(f):
    counts['limited', 'handled'] += 1
    return f


for function in (forever, cleaned, mapped):
    limited(function)
attribute = Attribute()
attribute.caller = '<lambda>'
limited(lambda n: attribute.other)
for (caller, callee), n in counts.items():
    print(caller, callee, n, sep='\t')
