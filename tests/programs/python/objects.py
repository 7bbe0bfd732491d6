# SPDX-License-Identifier: BSD-2-Clause
"""Classes that call functions where none is written."""
import abc
import contextlib
import dataclasses
import enum
import functools


def note(x):
    return x


class Descriptor:
    def __set_name__(self, owner, name):
        self.name = note(name)

    def __get__(self, obj, kind=None):
        return note(self) if obj is None else obj.__dict__.get(self.name, note(0))

    def __set__(self, obj, value):
        obj.__dict__[self.name] = note(value)

    def __delete__(self, obj):
        note(obj)


class Meta(type):
    @classmethod
    def __prepare__(mcs, name, bases, **kwargs):
        return dict(note({}))

    def __new__(mcs, name, bases, space, **kwargs):
        return super().__new__(mcs, name, bases, space)

    def __init__(cls, name, bases, space, **kwargs):
        super().__init__(name, bases, space)
        note(name)

    def __call__(cls, *args, **kwargs):
        return super().__call__(*args, **kwargs)

    def __instancecheck__(cls, instance):
        return note(True)

    def __getattr__(cls, name):
        return note(name)

    def __iter__(cls):
        yield note(cls)


def decorator(argument):
    def decorate(f):
        @functools.wraps(f)
        def wrapper(*args, **kwargs):
            note(argument)
            return f(*args, **kwargs)
        return wrapper
    return decorate


class Base(metaclass=Meta, option=1):
    a = Descriptor()
    b = Descriptor()

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__()
        note(kwargs)

    def __new__(cls, *args):
        note(args)
        return super().__new__(cls)

    def __init__(self, *args):
        self.a = args

    def __getattribute__(self, name):
        return super().__getattribute__(name)

    def __getattr__(self, name):
        return note(name)

    def __setattr__(self, name, value):
        super().__setattr__(name, note(value))

    def __enter__(self):
        return note(self)

    def __exit__(self, *args):
        return note(True)

    @decorator('x')
    @decorator('y')
    def method(self, x):
        return note(x)

    @property
    @decorator('p')
    def value(self):
        return note(self.a)

    @functools.cached_property
    def cached(self):
        return note(1)

    @classmethod
    def make(cls):
        return cls()

    @staticmethod
    def plain(x):
        return note(x)


class Derived(Base, flag=2):
    def method(self, x):
        return super().method(x)

    def __class_getitem__(cls, x):
        return note(cls)


@dataclasses.dataclass(order=True)
class Data:
    x: int
    y: list = dataclasses.field(default_factory=lambda: note([]))

    def __post_init__(self):
        note(self.x)


class Colour(enum.Enum):
    RED = 1
    BLUE = 2

    @classmethod
    def _missing_(cls, value):
        return note(cls.RED)


class Abstract(abc.ABC):
    @abc.abstractmethod
    def f(self):
        return note(1)

    @classmethod
    def __subclasshook__(cls, other):
        note(other)
        return NotImplemented


class Concrete(Abstract):
    def f(self):
        return super().f()


@functools.singledispatch
def dispatch(x):
    return note(x)


@dispatch.register(int)
def dispatch_int(x):
    return note(x)


@contextlib.contextmanager
def managed(x):
    note(x)
    try:
        yield x
    except KeyError:
        note(x)
    finally:
        note(x)


def raising(kind):
    raise kind


def contexts():
    for kind in (KeyError, ValueError):
        with contextlib.suppress(ValueError), managed(1) as x, managed(2):
            note(x)
            raising(kind)
    with contextlib.ExitStack() as stack:
        for i in range(3):
            stack.enter_context(managed(i))
            stack.callback(note, i)
        raising(KeyError)
    with Base():
        raising(IndexError)


def main():
    for cls in (Base, Derived):
        x = cls(1)
        x.a, x.b, x.missing, cls.a, cls.other
        x.b = x.method(2)
        x.value, x.cached, x.cached
        del x.b
        cls.make().plain(3)
        isinstance(1, cls)
        list(cls)
    Derived[int]
    sorted([Data(3), Data(1), Data(2, [1])])
    Colour(1), Colour(7)
    Concrete().f()
    isinstance(3, Abstract), issubclass(list, Abstract)
    dispatch('a'), dispatch(1), dispatch(True)
    contexts()
    type('Made', (Base,), {'f': lambda self: note(self)}, flag=1)().f()


main()
