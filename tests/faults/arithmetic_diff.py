# SPDX-License-Identifier: BSD-2-Clause
"""Cases of cg-diff."""
import re
from fractions import Fraction

from arithmetic_model import (
    Fault, Model, Run, SUBJECTS, a_profile, by_function, by_line, check_rows, difference, expect, some_events)
from profiles import HIGHEST, parse


def case_diff(rand):
    signed, lines, keep = rand.random() < .4, rand.random() < .4, rand.random() < .4
    events = some_events(rand)
    old = a_profile(rand, events, signed)
    new = a_profile(rand, rand.sample(events, len(events)), signed)
    model = Model()
    model.read(old, 'old')
    model.read(new, 'new')
    rows = difference(model, old, new.reordered(events), events, by_line if lines else by_function)
    written = {place: [count for triple in counts for count in (triple if keep else triple[:1])]
               for place, counts in rows.items()}
    names = [name for event in events for name in ([event, event + '@old', event + '@new'] if keep else [event])]
    model.write(written, names)
    return Run(model, ['cg-diff', *(['--lines'] if lines else []), *(['--keep-sides'] if keep else []), 'old', 'new'],
               {'old': old.text(rand), 'new': new.text(rand)}, check_rows(names, written))


def a_bound(rand, old, delta):
    """The text of a bound near this change, and if it is exceeded."""
    if rand.random() < .5:
        bound = delta + rand.choice([-1, 0, 1, 0, 5])
        bound = max(-HIGHEST, min(HIGHEST, bound))
        sign = '-' if bound < 0 else rand.choice(['', '+'])
        return f'{sign}{abs(bound)}', delta > bound
    decimals = rand.randint(0, 6)
    exact = Fraction(delta * 100, abs(old)) if old != 0 else Fraction(rand.randint(-5, 5))
    bound = exact * 10**decimals // 1 + rand.choice([-1, 0, 0, 1])
    bound = max(-10**17, min(10**17, bound))
    text = f'{abs(bound):0{decimals + 1}}'
    if decimals > 0:
        text = text[:-decimals] + '.' + text[-decimals:]
    sign = '-' if bound < 0 else rand.choice(['', '+'])
    return f'{sign}{text}%', delta > Fraction(bound, 10**decimals) * abs(old) / 100


def case_growth(rand):
    """cg-diff --limit"""
    events, signed = some_events(rand, 2), rand.random() < .4
    old, new = (a_profile(rand, events, signed, 5) for _ in range(2))
    model = Model()
    model.read(old, 'old')
    model.read(new, 'new')
    rows = difference(model, old, new, events, by_function)
    model.write({place: [triple[0] for triple in counts] for place, counts in rows.items()}, events)
    scope = rand.choice(list(SUBJECTS))
    event = rand.randrange(len(events))
    sides = [model.group(profile.reordered([events[event]]), SUBJECTS[scope], side)
             for profile, side in ((old, 'old'), (new, 'new'))]
    subjects = set(sides[0]) | set(sides[1]) | ({'total'} if scope == '' else set())
    if not subjects:
        return None
    changes = {}
    for subject in subjects:
        o, n = (side[subject][0] if subject in side else 0 for side in sides)
        changes[subject] = o, n
        model.needs(n - o, f'the change of {subject}')
    near = rand.choice(sorted(subjects))
    bounds = [a_bound(rand, changes[near][0], changes[near][1] - changes[near][0]) for _ in range(rand.randint(1, 2))]
    wanted = set()
    for subject, (o, n) in changes.items():
        if all(exceeds(text, o, n - o) for text, _ in bounds):
            wanted.add((subject, n - o, o, n))
    pattern = '.' if scope else ''
    limit = f'{events[event]}={"|".join(text for text, _ in bounds)}{scope}{pattern}'

    def check(done):
        found = set()
        for line in done.stderr.splitlines():
            match = re.fullmatch(r'cg-diff: (.*): (\w+): expected at most .*, found ([+-]\d+) \(.*%\): old (-?\d+), '
                                 r'new (-?\d+)', line)
            if match is None and 'no file in common' not in line:
                raise Fault(f'message {line}')
            if match:
                found.add((match[1], int(match[3]), int(match[4]), int(match[5])))
        expect(found, wanted, 'complaints')
        expect(done.returncode, int(bool(wanted)), 'status')
        parse(done.stdout)
    return Run(model, ['cg-diff', '--limit=' + limit, 'old', 'new'], {'old': old.text(), 'new': new.text()}, check,
               (0, 1))


def exceeds(text, old, delta):
    if text.endswith('%'):
        return delta * 100 > Fraction(text[:-1]) * abs(old)
    return delta > int(text)
