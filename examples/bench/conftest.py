# SPDX-License-Identifier: BSD-2-Clause
"""A fixture for pytest: counts the instructions of a block, and limits them.

def test_parse(instructions):
    text = make_text()
    with instructions(limit=2_000_000) as parsing:
        parse(text)
    print(parsing.count)

cg-collect -q --reproducible --cache-sim=no --client-stdout=out python3 -m pytest |
    cg-sum --by=region

With --count-tests, each test is a region, without its fixtures.  Its own Python is counted by

cg-collect -q --reproducible --clock=counted --cache-sim=no --scripts=only \\
    --client-stdout=../out -o ../p python3 -m pytest -p no:cacheprovider --count-tests
cg-filter --region='^test_parse$' ../p | cg-sum --by=function

Two runs are equal to the instruction if the directory has the same files: Python reads the
names of all of them.  So the profile is written elsewhere, and the first run, which compiles
the tests, does not count.

The block is a region with the name of the test, or name=...  Without cg-collect, count is
None and no limit is checked.  python3 must be the interpreter itself, not a shim.
"""
import contextlib
import ctypes
import types

import pytest

_prctl = ctypes.CDLL(None).prctl
_prctl.argtypes = [ctypes.c_int, ctypes.c_ulong, ctypes.c_void_p, ctypes.c_ulong]
_OPTION, _ENTER, _LEAVE, _COUNTS = 0x43475247, 0, 1, 2


def _instructions():
    """The instructions of the program so far, or None without cg-collect."""
    counts = (ctypes.c_ulonglong * 1)()
    return counts[0] if _prctl(_OPTION, _COUNTS, counts, 1) > 0 else None


def pytest_addoption(parser):
    parser.addoption("--count-tests", action="store_true", help="make each test a region")


@pytest.hookimpl(hookwrapper=True, trylast=True)
def pytest_runtest_call(item):
    text = item.name.encode() if item.config.getoption("--count-tests") else None
    if text:
        _prctl(_OPTION, _ENTER, text, 0)
    yield
    if text:
        _prctl(_OPTION, _LEAVE, text, 0)


@pytest.fixture
def instructions(request):
    @contextlib.contextmanager
    def region(limit=None, name=request.node.name):
        block = types.SimpleNamespace(count=None)
        text = name.encode()
        _prctl(_OPTION, _ENTER, text, 0)
        before = _instructions()
        try:
            yield block
        finally:
            after = _instructions()
            _prctl(_OPTION, _LEAVE, text, 0)
        if before is not None:
            block.count = after - before
            if limit is not None and block.count > limit:
                pytest.fail(f"{name}: {block.count:,} instructions, the limit is {limit:,}")

    return region
