# SPDX-License-Identifier: BSD-2-Clause
"""Cases of cg-export."""
import subprocess

from arithmetic_model import Model, Run, a_profile, by_function, by_line, expect, some_events
from profiles import fits


def numbers_of(data):
    """The numbers of packed varints."""
    numbers, number, shift = [], 0, 0
    for byte in data:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            numbers.append(number - 2**64 if number >= 2**63 else number)
            number = shift = 0
    return numbers


def fields_of(data):
    """The fields of a message of Protocol Buffers: (number, value)."""
    at = 0

    def take():
        nonlocal at
        start = at
        while data[at] > 127:
            at += 1
        at += 1
        return numbers_of(data[start:at])[0]
    while at < len(data):
        tag = take()
        if tag & 7 == 0:
            yield tag >> 3, take()
        else:
            length = take()
            yield tag >> 3, data[at:at + length]
            at += length


def read_pprof(data):
    """The values of each place in a profile for pprof."""
    strings, samples, locations, functions = [], [], {}, {}
    for number, value in fields_of(data):
        if number == 6:
            strings.append(value.decode())
        elif number == 2:
            fields = dict(fields_of(value))
            values = [value for number, value in fields_of(value) if number == 2]
            if isinstance(values[0], bytes):
                values = numbers_of(values[0])
            samples.append((fields[1], values))
        elif number in (4, 5):
            fields = dict(fields_of(value))
            (locations if number == 4 else functions)[fields[1]] = fields
    table = {}
    for location, values in samples:
        line = dict(fields_of(locations[location][4]))
        function = functions[line[1]]
        table[(strings[function[4]], strings[function[2]], line.get(2, 0))] = values
    return table


def case_export(rand):
    """cg-export --to=pprof and --format=folded"""
    events = some_events(rand)
    profile = a_profile(rand, events, rand.random() < .5)
    model = Model()
    model.read(profile, 'the input')
    if rand.random() < .5:
        table = model.group(profile, by_line, 'the lines')

        def check(_):
            found = read_pprof(subprocess.run(['gzip', '-dc', 'out'], capture_output=True, check=True).stdout)
            expect({place: values for place, values in found.items() if any(values)},
                   {place: values for place, values in table.items() if any(values)}, 'samples')
        options = ['--to=pprof', '--events=' + ','.join(events), '-o', 'out']
    else:
        profile.rows = [(place, [abs(count) if fits(abs(count)) else 0 for count in counts])
                        for place, counts in profile.rows]
        model = Model()
        model.read(profile, 'the input')
        table = model.group(profile, by_function, 'the functions')

        def check(done):
            found = dict(line.rsplit(' ', 1) for line in done.stdout.splitlines())
            expect({stack.removeprefix('.;').replace('d;', 'd/'): int(cost) for stack, cost in found.items()},
                   {f'{place[0]};{place[1]}': counts[0] for place, counts in table.items() if counts[0]}, 'stacks')
        options = ['--to=folded']
    return Run(model, ['cg-export', *options, 'in'], {'in': profile.text(rand)}, check)
