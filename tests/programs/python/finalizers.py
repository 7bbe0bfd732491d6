# SPDX-License-Identifier: BSD-2-Clause
"""Functions that run between any two instructions: finalizers, callbacks of weak references and
handlers of signals."""
import gc
import signal
import sys
import weakref


def note(*args):
    return inner(args)


def inner(args):
    return len(args)


class Final:
    def __init__(self, other=None):
        self.other = other

    def __del__(self):
        note(self)
        if self.other == 'raise':
            raise ValueError('in __del__')


def local():
    a, b = Final(), Final(Final())
    return inner([a, b])


def replaced():
    a = Final()
    for _ in range(3):
        a = Final(a)
        a.other = None
    a = None
    return a


def cycle():
    a, b = Final(), Final()
    a.other, b.other = b, a
    del a, b
    return gc.collect()


def generator():
    held = Final()
    try:
        yield held
    finally:
        note(held)


def weak():
    target = Final()
    ref = weakref.ref(target, note)
    finalizer = weakref.finalize(target, note, 1, 2)
    proxy = weakref.proxy(target, note)
    del target
    return ref, finalizer, proxy


class Dict(weakref.WeakValueDictionary):
    pass


def handler(number, frame):
    note(number)
    if number == signal.SIGUSR2:
        raise InterruptedError


def signals():
    signal.signal(signal.SIGUSR1, handler)
    signal.signal(signal.SIGUSR2, handler)
    for _ in range(3):
        signal.raise_signal(signal.SIGUSR1)
        try:
            signal.raise_signal(signal.SIGUSR2)
            note(0)
        except InterruptedError:
            note(1)


def hook(unraisable):
    note(unraisable)


def raising():
    held = Final()
    raise KeyError(inner([held]))


def main():
    sys.unraisablehook = hook
    local()
    replaced()
    cycle()
    for x in generator():
        x = None
    g = generator()
    next(g)
    del g
    weak()
    signals()
    d = Dict()
    d[1] = Final()
    Final('raise')
    try:
        raising()
    except KeyError:
        note()
    [Final(i) for i in range(3)].clear()
    {1: Final(), 2: Final()}.pop(1)
    sorted([Final() for i in range(4)], key=lambda f: inner([f]))


main()
