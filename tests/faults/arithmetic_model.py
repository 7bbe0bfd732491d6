# SPDX-License-Identifier: BSD-2-Clause
"""The model of a run, random profiles, and the judgement of outputs, for the cases of tests/faults/arithmetic."""
import collections
import os
import re
import subprocess
from fractions import Fraction

from profiles import HIGHEST, LOWEST, Profile, all_prefixes_fit, fits, parse

EDGES = [0, 1, 2, 3, 10, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**53 - 1, 2**53, 2**53 + 1, 2**62, 2**63 - 2, 2**63 - 1]
FILES, FUNCTIONS, LINES = ['a.c', 'b.c', 'd/x.h', 'd/y.h'], ['f', 'g', 'main'], [0, 1, 2, 7, 2**31, 2**63 - 1]
FILTERED = '(filtered)'


class Fault(Exception):
    """An output is wrong."""


def expect(found, wanted, what):
    if found != wanted:
        raise Fault(f'{what}: expected {wanted}, found {found}')


# --- random profiles

def a_count(rand, signed):
    count = rand.choice(EDGES)
    if rand.random() < .2:
        count = max(0, min(HIGHEST, count + rand.randint(-3, 3)))
    if rand.random() < .2:
        count = rand.randint(0, 1000)
    if signed and rand.random() < .5:
        count = -count - (count == HIGHEST and rand.random() < .5)
    return count


def some_events(rand, few=3):
    return rand.sample(['A', 'B', 'C', 'Ir', 'Dr'], rand.randint(1, few))


def a_profile(rand, events, signed, nrows=8, files=None, lines=None):
    """A profile whose totals mostly fit."""
    places = [(rand.choice(files or FILES), rand.choice(FUNCTIONS), rand.choice(lines or LINES))
              for _ in range(rand.randint(0, nrows))]
    rows = [(place, [a_count(rand, signed) for _ in events]) for place in places]
    profile = Profile(events, rows)
    for i in range(len(events)):
        while not all_prefixes_fit([counts[i] for _, counts in rows]) and rand.random() < .9:
            rand.choice(rows)[1][i] = rand.randint(-9 if signed else 0, 9)
    return profile.canonical() if rand.random() < .4 and fits(sum(map(abs, sum((c for _, c in rows), [])))) else profile


def a_formula(rand, names):
    """The text of a formula, and its terms."""
    terms = []
    for _ in range(rand.randint(1, 3)):
        factor = rand.choice([1, 1, 1, 2, 3, 10, -1, -2, 2**31, 2**62, HIGHEST, LOWEST, 0])
        terms.append((factor, rand.choice(names)))
    text = ' + '.join(name if factor == 1 and rand.random() < .8 else
                      str(factor) + rand.choice([' ', '*', ' * ']) + name for factor, name in terms)
    return text, terms


# --- the model of a run

class Model:
    """The expected result of a run. Numbers that the tool has to hold are noted by `needs`.
    If one of them does not fit, the run must fail. If all of them fit, it may fail
    only if a sum does not fit before all its rows are added: see `sums`."""

    def __init__(self):
        self.unfit, self.passes = [], []

    def needs(self, number, what):
        if not fits(number):
            self.unfit.append(what)
        return number

    def sums(self, numbers, what):
        """Notes a sum that is built in this order."""
        if not all_prefixes_fit(numbers):
            self.passes.append(what)
        return self.needs(sum(numbers), what)

    def read(self, profile, what):
        """Notes the counts and totals of an input."""
        for i, event in enumerate(profile.events):
            for _, counts in profile.rows:
                self.needs(counts[i], f'a count of {event} in {what}')
            self.sums([counts[i] for _, counts in profile.rows], f'the total of {event} in {what}')

    def group(self, profile, key, what):
        """Notes the sums of the rows of each key, and returns them."""
        table = profile.table(key)
        for i, event in enumerate(profile.events):
            rows = collections.defaultdict(list)
            for place, counts in profile.rows:
                rows[key(place)].append(counts[i])
            for name, counts in rows.items():
                self.sums(counts, f'{event} of {name} in {what}')
        return table

    def write(self, rows, events, what='the output'):
        """Notes the counts and totals of rows that are written in order."""
        rows = sorted(rows.items())
        for i, event in enumerate(events):
            for place, counts in rows:
                self.needs(counts[i], f'{event} of {place} in {what}')
            self.sums([counts[i] for _, counts in rows], f'the total of {event} in {what}')


# what is said of a sum and of a number that do not fit in 64 bits
REFUSED = re.compile(r'64 bits|at most 9223372036854775807|at least -9223372036854775808|fewer digits|from 0 to \d{19}')
HARMLESS = ['CEst does not fit in 64 bits and is left out', 'names no file that is in both',
            'matches nothing in the profile', ' in common: --', ': --map-prefix=']


class Run:
    """A command with its input files, and the judgement of its output."""

    def __init__(self, model, command, files, check, statuses=(0,)):
        self.model, self.command, self.files, self.check, self.statuses = model, command, files, check, statuses

    def is_harmless(self, line):
        if 1 in self.statuses and ': the limit is ' in line:
            return True
        return any(text in line for text in HARMLESS)

    def judge(self, messages):
        for name, text in self.files.items():
            os.makedirs(os.path.dirname(name) or '.', exist_ok=True)
            with open(name, 'w', encoding='ascii') as file:
                file.write(text)
        done = subprocess.run(self.command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60,
                              check=False)
        # others may have complained of limits before
        *before, error = done.stderr.splitlines() or ['']
        if done.returncode == 2 and REFUSED.search(error) and all(self.is_harmless(line) for line in before):
            messages[re.sub(r'-?\d+', 'N', error)] += 1
            if self.model.unfit:
                return 'refused'
            if self.model.passes:
                return 'refused on the way'
            raise Fault('all numbers fit, but: ' + error)
        if done.returncode not in self.statuses:
            raise Fault(f'status {done.returncode}: {done.stderr.strip()}')
        if self.model.unfit:
            raise Fault(f'{self.model.unfit[0]} does not fit, but the status is {done.returncode}')
        self.check(done)
        return 'exact'


def check_rows(events, rows, nwarnings=0):
    """Judges a profile by its rows."""
    def check(done):
        found = parse(done.stdout)
        expect(found.events, list(events), 'events')
        expect(dict(found.rows), rows, 'rows')
        expect(done.stderr.count('\n'), nwarnings, 'lines of standard error')
    return check


def by_line(place):
    return place


def by_function(place):
    return place[0], place[1], 0


def by_file(place):
    return place[0], '(all)', 0


def difference(model, old, new, events, key):
    """The rows of the difference."""
    sides = [model.group(profile, key, side) for profile, side in ((old, 'old'), (new, 'new'))]
    zeros = [0] * len(events)
    return {place: [(n - o, o, n) for o, n in zip(sides[0].get(place, zeros), sides[1].get(place, zeros))]
            for place in set(sides[0]) | set(sides[1])}


SUBJECTS = {'': lambda place: 'total', ',file=': lambda place: place[0],
            ',function=': lambda place: f'{place[0]}:{place[1]}'}


# --- thresholds and ranks

def a_percentage(rand, size, whole, most=100):
    """A percentage near the share of that size."""
    decimals = rand.randint(0, 15)
    exact = Fraction(size * 100, whole) if whole else Fraction(rand.randint(0, 100))
    value = exact * 10**decimals // 1 + rand.choice([0, 0, 1, -1])
    value = max(0, min(most * 10**decimals, value))
    text = f'{value:0{decimals + 1}}'
    return text[:-decimals] + '.' + text[-decimals:] if decimals else text


def reaches(size, whole, percentage):
    """True if the size is at least that percentage of the whole."""
    if whole == 0:
        return Fraction(percentage) == 0
    return size * 100 >= Fraction(percentage) * whole


def whole_of(total, sizes):
    return abs(total) or sum(sizes)


def select(rand, table, events, totals):
    """Random --threshold and --top; returns the options, what they keep, and whether the threshold hides all."""
    options, kept, hides_all = [], set(table), False
    size = {place: [abs(count) for count in counts] for place, counts in table.items()}
    wholes = [whole_of(totals[i], [sizes[i] for sizes in size.values()]) for i in range(len(events))]
    if rand.random() < .6 and table:
        chosen = sorted(rand.sample(range(len(events)), rand.randint(1, len(events))))
        near = rand.choice(sorted(table))
        percentage = a_percentage(rand, size[near][chosen[0]], wholes[chosen[0]])
        options.append(f'--threshold={percentage},' + ','.join(events[i] for i in chosen))
        kept = {place for place in table if any(reaches(size[place][i], wholes[i], percentage) for i in chosen)}
        hides_all = not kept
    if rand.random() < .6:
        event, n = rand.randrange(len(events)), rand.randint(0, len(table))
        options.append(f'--top={n},{events[event]}')
        order = sorted(table, key=lambda place: (-size[place][event], place))
        kept &= set(order[:n])
    return options, kept, hides_all


# --- derived events

def derive(rand, profile, model):
    """Adds random derived events; returns the options and the new profile."""
    options, profile = [], Profile(profile.events, profile.rows)
    counted = list(profile.events)
    factors = {event: collections.Counter({event: 1}) for event in counted}
    for name in rand.sample(['P', 'Q'], rand.randint(0, 2)):
        text, terms = a_formula(rand, profile.events)
        options.append(f'--event={name} = {text}')
        factors[name] = collections.Counter()
        for factor, event in terms:
            for base, inner in factors[event].items():
                factors[name][base] += factor * inner
                model.needs(factor * inner, f'a factor of {name}')
                model.needs(factors[name][base], f'a factor of {name}')
        profile = Profile(profile.events + [name], [
            (place, counts + [sum(counts[counted.index(base)] * factor for base, factor in factors[name].items())])
            for place, counts in profile.rows])
    return options, profile


def hide(table, kept, totals):
    """The rows after some of them are hidden."""
    rows = {place: counts for place, counts in table.items() if place in kept}
    rest = [total - sum(counts[i] for counts in rows.values()) for i, total in enumerate(totals)]
    return rows, rest


# --- names

RENAMES = {
    '--mod-funcname=s/^[fg]$/h/': lambda place: (place[0], 'h' if place[1] in ('f', 'g') else place[1], place[2]),
    '--mod-filename=s/[ab]\\.c$/c.c/': lambda place: (re.sub(r'[ab]\.c$', 'c.c', place[0]), *place[1:]),
    '--map-prefix=d=e': lambda place: (re.sub('^d/', 'e/', place[0]), *place[1:]),
    '--strip-prefix=d': lambda place: (place[0].removeprefix('d/'), *place[1:]),
    '--mod-filename=s!.*[/.]!!': lambda place: (re.sub('.*[/.]', '', place[0]), *place[1:]),
}


def some_renames(rand):
    """Options after which several functions can have one name, and the new place of each place."""
    options = rand.sample(list(RENAMES), rand.randint(0, 2))

    def rename(place):
        for option in options:
            place = RENAMES[option](place)
        return place
    return options, rename


# --- numbers in tables

def is_near(text, exact, decimals):
    """True if the text is the number, rounded to that many decimals."""
    return abs(Fraction(text) - exact) <= Fraction(1, 2 * 10**decimals) + abs(exact) / 10**14


def check_value(text, exact, what, decimals=4):
    if exact is None:
        expect(text, '', what)
    elif not is_near(text, exact, decimals):
        raise Fault(f'{what}: expected {float(exact)}, found {text}')


CELL = r' *(-?[\d,]+|\.) *(?:\( *(-|-?[\d.]+%)\))? *'


def count_cells(line, ncells):
    """The counts of a line and their shares as text, or None if it has none."""
    match = re.match(CELL * ncells + r' \S', line)
    if match is None:
        return None
    groups = match.groups()
    return [(0 if groups[i] == '.' else int(groups[i].replace(',', '')), groups[i + 1])
            for i in range(0, 2 * ncells, 2)]


def check_share(share, count, total):
    """Judges a share in percent, of a total that may be negative."""
    if count == 0:
        if share is not None and Fraction(share.rstrip('%').replace('-', '') or '0') != 0:
            raise Fault(f'share of 0: {share}')
    elif total == 0:
        if share not in ('-', '0.00%', '0.0%'):
            raise Fault(f'share of no total: {share}')
    elif share is None or not is_near(share.rstrip('%'), Fraction(count * 100, total),
                                      len(share.rstrip('%').partition('.')[2])):
        raise Fault(f'share of {count} in {total}: {share}')


def number_of(text):
    """The number of a cell; a change has a sign."""
    return int(text.replace(',', '').removeprefix('+'))


def check_percent(text, count, whole, decimals=1):
    """Judges a share like "12.3 %" of a whole with its sign."""
    number = text.rstrip('% ')
    if whole == 0:
        expect(number, '-', 'the share of no total')
    elif number in ('>99999', '<-99999'):
        expect(abs(Fraction(count * 100, whole)) >= 99999, True, 'a share of that size')
        expect((count < 0) != (whole < 0), number[0] == '<', 'the sign of the share')
    elif not is_near(number, Fraction(count * 100, whole), decimals):
        raise Fault(f'share of {count} in {whole}: {text}')


def html_table(text, mark):
    """The cells of all rows of a table of a page that has this mark before its rows; of a name that can be opened
    only what is shown."""
    table = text[text.index(mark):]
    table = re.sub(r'<details><summary>(.*?)</summary>.*?</details>', r'\1', table, flags=re.DOTALL)
    table = table[table.index('<tbody>'):table.index('</table>')]
    return [[re.sub('<[^>]*>', '', cell) for cell in re.findall('<td[^>]*>(.*?)</td>', row, re.DOTALL)]
            for row in re.findall('<tr[^>]*>(.*?)</tr>', table, re.DOTALL)]
