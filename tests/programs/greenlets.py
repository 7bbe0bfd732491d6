# SPDX-License-Identifier: BSD-2-Clause
"""Greenlets that resume one another in all ways there are, for tests of --scripts."""
import functools
import greenlet


def burn(n):
    total = 0
    for i in range(n):
        total += i
    return total


def ping(n):
    return burn(n)


def pong(n):
    return burn(3 * n)


def a_part(n):
    for _ in range(n):
        ping(1000)
        b.switch()


def a_whole(n=10):
    a_part(n)


def b_part(n):
    for _ in range(n):
        pong(1000)
        a.switch()


def b_whole(n=10):
    b_part(n)


def numbers(n):
    for i in range(n):
        main.switch()
        yield i


def in_generator(n):
    return sum(numbers(n)) + sum(x for x in numbers(n))


def compare(x, y):
    main.switch()
    return x - y


def in_callback(n):
    sorted(range(n, 0, -1), key=functools.cmp_to_key(compare))
    return list(map(key, range(n)))


def key(x):
    main.switch()
    return burn(x)


def recurse(n):
    if n == 0:
        main.switch()
        return 0
    return recurse(n - 1) + 1


def one_line(n):
    while n: main.switch(); n = less(n)


def less(n):
    return n - 1


def raising(n):
    try:
        recurse(n)
    except KeyError:
        caught(n)
        raise


def caught(n):
    return burn(n)


def killed(n):
    try:
        recurse(n)
    finally:
        caught(n)


def nested(n):
    child = greenlet.greenlet(inner)
    for i in range(n):
        child.switch(i)
        main.switch()
    return burn(n)


def inner(n):
    while True:
        burn(n)
        n = child_of_parent()


def child_of_parent():
    return greenlet.getcurrent().parent.switch()


def never_ends(n):
    while True:
        recurse(n)


def work(i):
    for _ in range(5):
        step(i)


def step(i):
    burn(10 * i)
    hub.switch()
    less(i)


def hub_loop():
    waiting = [greenlet.greenlet(functools.partial(work, i), hub) for i in range(30)]
    while waiting:
        for g in list(waiting):
            g.switch()
            if g.dead:
                waiting.remove(g)
    return main


def drive(f, n):
    g = greenlet.greenlet(f)
    g.switch(n)
    while not g.dead:
        ping(10)
        g.switch()


def thrown():
    g = greenlet.greenlet(raising)
    g.switch(5)
    try:
        g.throw(KeyError)
    except KeyError:
        caught(1)
    g = greenlet.greenlet(killed)
    g.switch(4)
    del g
    g = greenlet.greenlet(killed)
    g.throw(greenlet.GreenletExit)
    unfinished = greenlet.greenlet(never_ends)
    unfinished.switch(3)
    unfinished.switch()
    return unfinished


def run():
    for f, n in ((in_generator, 5), (in_callback, 6), (recurse, 7), (one_line, 9), (nested, 4)):
        drive(f, n)
    two = [greenlet.greenlet(one_line), greenlet.greenlet(one_line)]
    for _ in range(3):
        for g in two:
            g.switch(50)
    return two


def main_part(n):
    for _ in range(n):
        ping(1000)


main = greenlet.getcurrent()
main_part(10)
a, b = greenlet.greenlet(a_whole), greenlet.greenlet(b_whole)
a.switch()
b.switch()
two = run()
unfinished = thrown()
hub = greenlet.greenlet(hub_loop)
hub.switch()
ping(10)
