#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Reads profiles of Cachegrind and Callgrind through libcgfmt.

usage: cgfmt.py PROFILE    prints the costs of each function, largest first

    import cgfmt
    for row in cgfmt.Reader("prog.cg.gz"):
        print(row.file, row.line, row.counts["Ir"])
"""
import collections
import ctypes as c
import os
import signal
import sys

COSTS, CALL, JUMP, BRANCH = range(4)
Row = collections.namedtuple("Row", "kind object file function line counts")


def structure(**members):
    return type("Structure", (c.Structure,), {"_fields_": list(members.items())})


text, number, size, flag = c.c_char_p, c.c_int64, c.c_size_t, c.c_bool
Error = structure(text=c.c_char * 512, is_damage=flag)
Event = structure(name=text, long_name=text, formula=text)
Header = structure(  # its first members are enough
    format=c.c_int, ndescs=size, descs=c.POINTER(text), cmd=text, nevents=size,
    events=c.POINTER(Event))
Target = structure(
    object=text, file=text, function=text, address=c.c_uint64, line=number, inlined=c.c_int,
    context=c.c_void_p)
Record = structure(
    kind=c.c_int, object=text, def_file=text, file=text, function=text, host_file=text,
    host=text, context=c.c_void_p, region=text, address=c.c_uint64, line=number,
    counts=c.POINTER(number),
    present=c.POINTER(flag), target=Target, executed=number, taken=number)

lib = c.CDLL("libcgfmt.so.1")
lib.cg_reader_open.restype = c.c_void_p
lib.cg_reader_open.argtypes = [c.c_char_p, c.POINTER(Error)]
lib.cg_reader_header.restype = c.POINTER(Header)
lib.cg_reader_header.argtypes = lib.cg_reader_close.argtypes = [c.c_void_p]
lib.cg_reader_next.argtypes = [c.c_void_p, c.POINTER(Record)]


class Reader:
    """The rows of a profile, plain or gzip; "-" is standard input."""

    def __init__(self, path):
        self.error = Error()
        self.reader = lib.cg_reader_open(os.fsencode(path), self.error)
        self.check(self.reader is not None)
        header = lib.cg_reader_header(self.reader).contents
        self.command = os.fsdecode(header.cmd)
        self.events = [os.fsdecode(header.events[i].name) for i in range(header.nevents)]

    def check(self, succeeded):
        if not succeeded:
            raise ValueError(os.fsdecode(self.error.text))

    def __iter__(self):
        record = Record()
        while got := lib.cg_reader_next(self.reader, record):
            self.check(got > 0)
            names = map(os.fsdecode, (record.object, record.file, record.function))
            yield Row(record.kind, *names, record.line,
                      dict(zip(self.events, record.counts[:len(self.events)])))

    def __del__(self):
        lib.cg_reader_close(self.reader)


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # end as other filters do
    reader, totals = Reader(sys.argv[1]), collections.Counter()
    for row in reader:
        if row.kind == COSTS:
            totals[row.file, row.function] += row.counts[reader.events[0]]
    for (file, function), count in sorted(totals.items(), key=lambda t: (-t[1], t[0])):
        print(count, f"{file}:{function}")
