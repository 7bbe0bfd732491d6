# SPDX-License-Identifier: BSD-2-Clause
"""Code that is made while the script runs."""
import importlib.abc
import importlib.util
import sys
import types

FILE = sys._getframe().f_code.co_filename
TEXT = '''
def made(x):
    return lower(x) + nested(x)
def lower(x):
    return x
def nested(x):
    def within(y):
        return lower(y)
    return within(x) + (lambda z: lower(z))(x)
class Made:
    def method(self):
        return made(1)
result = made(3)
'''


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, name, path, target=None):
        if not name.startswith('virtual'):
            return None
        return importlib.util.spec_from_loader(name, self, is_package=name == 'virtual')

    def create_module(self, spec):
        return types.ModuleType(spec.name)

    def exec_module(self, module):
        exec(compile(source_of(module), FILE, 'exec'), module.__dict__)


def source_of(module):
    return TEXT


def run(text, **names):
    exec(compile(text, FILE, 'exec'), names)
    return names


def renamed(f, name):
    return types.FunctionType(f.__code__.replace(co_name=name, co_qualname=name), globals())


def target(x):
    return x + 1


def main():
    for i in range(20):
        names = run(TEXT + f'again = made({i})\n')
        names['Made']().method()
    eval(compile('target(1) + target(2)', FILE, 'eval'))
    eval('[target(x) for x in (1, 2)]', {'target': target})
    exec('def f():\n    return target(1)\nf()', {'target': target})
    exec(compile('def g():\n    return target(1)\ng()', '', 'exec'), {'target': target})
    sys.meta_path.insert(0, Finder())
    import virtual
    import virtual.part
    virtual.made(1), virtual.part.Made().method()
    for name in ('other', 'größe', 'x y'):
        renamed(target, name)(1)
    types.FunctionType(target.__code__, {})(2)
    target.__code__ = (lambda x: x).__code__
    target(3)
    try:
        run('raise KeyError')
    except KeyError:
        source_of(None)


main()
