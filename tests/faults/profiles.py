# SPDX-License-Identifier: BSD-2-Clause
"""A small model of Cachegrind's format with integers of any size.

It shares nothing with the tools, so that it can judge them.
"""
import re

LOWEST, HIGHEST = -2**63, 2**63 - 1


def fits(number):
    """True if the number can be a count."""
    return LOWEST <= number <= HIGHEST


def all_prefixes_fit(numbers):
    """True if the sum fits after each number that is added."""
    total = 0
    for number in numbers:
        total += number
        if not fits(total):
            return False
    return True


class Profile:
    """Events, and rows in the order of the file: ((file, function, line), counts)."""

    def __init__(self, events, rows=(), cmd='x', descs=()):
        self.events, self.rows, self.cmd, self.descs = list(events), list(rows), cmd, list(descs)

    def totals(self):
        return [sum(counts[i] for _, counts in self.rows) for i in range(len(self.events))]

    def column(self, event):
        i = self.events.index(event)
        return [counts[i] for _, counts in self.rows]

    def table(self, key=lambda place: place):
        """The sum of the rows of each key."""
        table = {}
        for place, counts in self.rows:
            old = table.get(key(place), [0] * len(self.events))
            table[key(place)] = [a + b for a, b in zip(old, counts)]
        return table

    def reordered(self, events):
        """The same profile with these events, in this order."""
        columns = [self.events.index(event) for event in events]
        return Profile(events, [(place, [counts[i] for i in columns]) for place, counts in self.rows],
                       self.cmd, self.descs)

    def canonical(self):
        """The same profile in canonical order, each row once."""
        return Profile(self.events, sorted(self.table().items(), key=sort_key), self.cmd, self.descs)

    def text(self, rand=None):
        """The profile as a file; a source of random numbers chooses among forms that
        mean the same."""
        lines = ['desc: ' + desc for desc in self.descs] + ['cmd: ' + self.cmd, 'events: ' + ' '.join(self.events)]
        file = function = None
        for (new_file, new_function, line), counts in self.rows:
            if new_file != file:
                lines.append('fl=' + new_file)
            if (new_file, new_function) != (file, function):
                lines.append('fn=' + new_function)
            file, function = new_file, new_function
            lines.append(' '.join([str(line)] + words(counts, rand)))
        lines.append('summary: ' + ' '.join(map(str, self.totals())))
        return '\n'.join(lines) + '\n'


def sort_key(item):
    (file, function, line), _ = item
    return (file.encode(), function.encode(), line)


def words(counts, rand):
    """Counts as text; some zeros are dots, some of those at the end are missing."""
    if rand is None:
        return [str(count) for count in counts]
    text = ['.' if count == 0 and rand.random() < .3 else str(count) for count in counts]
    while text and text[-1] in ('0', '.') and rand.random() < .3:
        text.pop()
    return text


class Malformed(Exception):
    """A text is no profile in canonical form."""


def parse(text):
    """Reads a profile that a tool wrote; it must be whole and in canonical form."""
    if not text.endswith('\n'):
        raise Malformed('the end is missing')
    lines = text[:-1].split('\n')
    profile = Profile([])
    while lines and lines[0].startswith('desc:'):
        profile.descs.append(lines.pop(0)[5:].strip())
    if len(lines) < 3 or not lines[0].startswith('cmd:') or not lines[1].startswith('events: '):
        raise Malformed('no header')
    profile.cmd, profile.events = lines[0][4:].strip(), lines[1][8:].split(' ')
    if not lines[-1].startswith('summary: '):
        raise Malformed('no summary')
    file = function = '???'
    for line in lines[2:-1]:
        if line.startswith('fl='):
            file = line[3:]
        elif line.startswith('fn='):
            function = line[3:]
        elif re.fullmatch(r'-?\d+( -?\d+)+', line):
            numbers = [int(word) for word in line.split(' ')]
            profile.rows.append(((file, function, numbers[0]), numbers[1:]))
        else:
            raise Malformed('a line that is no row: ' + line)
        if profile.rows and len(profile.rows[-1][1]) != len(profile.events):
            raise Malformed('a row with other columns: ' + line)
    if [int(word) for word in lines[-1][9:].split(' ')] != profile.totals():
        raise Malformed('a summary that is not the sum of the rows: ' + lines[-1])
    keys = [sort_key(row) for row in profile.rows]
    if any(a >= b for a, b in zip(keys, keys[1:])):
        raise Malformed('rows that are not in order')
    return profile
