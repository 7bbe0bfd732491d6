# SPDX-License-Identifier: BSD-2-Clause
"""Cases of cg-diff."""
import os
import re
from fractions import Fraction

from arithmetic_model import (
    FILES, Fault, Model, Run, SUBJECTS, a_profile, by_function, by_line, check_rows, difference, expect,
    some_events, some_renames)
from profiles import HIGHEST, Profile, fits, parse


def rewritten(model, profile, key, change, what):
    """The rows of each key, with other places; the tool adds them up again, in order."""
    rows = model.group(profile, key, what)
    return Profile(profile.events, [(change(place), counts) for place, counts in sorted(rows.items())])


def written_rows(model, rows, events, keep_sides):
    """The names of the events of a difference, and its rows."""
    written = {place: [count for triple in counts for count in (triple if keep_sides else triple[:1])]
               for place, counts in rows.items()}
    names = [name for event in events for name in ([event, event + '@old', event + '@new'] if keep_sides else [event])]
    model.write(written, names)
    return names, written


def nmatch_warnings(sides):
    """1 if files, or those with absolute paths, are on both sides, but none is the same; or if a function is in
    another file."""
    old, new = ({place[0] for place, _ in side.rows} - {'???', '(filtered)'} for side in sides)
    absolute = [{file for file in files if file.startswith('/')} for files in (old, new)]
    return int(any(a and b and not a & b for a, b in ((old, new), absolute)) or has_moved(sides))


def has_moved(sides):
    """True if a function is only in one file of the old side, and only in one of that kind on the new one."""
    old, new = ({place[:2] for place, _ in side.rows} for side in sides)
    gone, added = ({}, {})
    for names, functions in ((gone, old - new), (added, new - old)):
        for file, function in functions:
            if file not in ('???', '(filtered)') and function and not function.startswith(('???', '0x')):
                names.setdefault(function, []).append(os.path.splitext(file)[1])
    return any(len(kinds) == 1 and added.get(function) == kinds for function, kinds in gone.items())


def case_diff(rand):
    """cg-diff with common events and other names"""
    signed, lines, keep, common = (rand.random() < .4 for _ in range(4))
    events = some_events(rand)
    sides = []
    for _ in range(2):
        more = rand.sample(['X', 'Y'], rand.randint(0, 2)) if common else []
        sides.append(a_profile(rand, rand.sample(events + more, len(events + more)), signed))
    model = Model()
    for side, profile in zip(('old', 'new'), sides):
        model.read(profile, side)
    files = {side: profile.text(rand) for side, profile in zip(('old', 'new'), sides)}
    events = [event for event in sides[0].events if event in sides[1].events]
    sides = [profile.reordered(events) for profile in sides]
    key = by_line if lines else by_function
    options = [option for option, given in [('--lines', lines), ('--keep-sides', keep), ('--common-events', common)]
               if given]
    if rand.random() < .4:
        names, rename = some_renames(rand)
        options += names
        sides = [rewritten(model, profile, key, rename, 'a side') for profile in sides]
    rows = difference(model, *sides, events, key)
    names, written = written_rows(model, rows, events, keep)
    return Run(model, ['cg-diff', *options, 'old', 'new'], files,
               check_rows(names, written, nmatch_warnings(sides)))


def two_versions(rand):
    """The lines of two versions of a source, and the new line of each old one.
    No line is like another, so that there is only one difference."""
    old, new, lines = [], [], {}

    def keep():
        old.append(f'line {len(old)}/{len(new)};')
        new.append(old[-1])
        lines[len(old)] = len(new)

    def change():
        nremoved, nadded = rand.randint(0, 3), rand.randint(0, 3)
        for i in range(nremoved):
            lines[len(old) + 1] = len(new) + 1 + min(i, nadded - 1) if nadded else max(len(new), 1)
            old.append(f'old {len(old)};')
        new.extend(f'new {len(new) + i};' for i in range(nadded))
    for _ in range(rand.randint(0, 3)):
        if rand.random() < .7:
            change()
        for _ in range(rand.randint(1, 2)):
            keep()
    change()

    def move(line):
        if line <= len(old):
            return lines.get(line, line)
        return line + len(new) - len(old) if fits(line + len(new) - len(old)) else line
    return old, new, move


def case_mapped(rand):
    """cg-diff --old-source --new-source"""
    events, signed, keep = some_events(rand, 2), rand.random() < .5, rand.random() < .4
    old, new = (a_profile(rand, events, signed, lines=[*range(8), 2**31, HIGHEST - 2, HIGHEST]) for _ in range(2))
    model, moves, files = Model(), {}, {'old.src/z': '', 'new.src/z': ''}
    for name in FILES:
        *texts, move = two_versions(rand)
        present = [rand.random() < .85 for _ in range(2)]
        for directory, text, is_present in zip(['old.src', 'new.src'], texts, present):
            if is_present:
                files[f'{directory}/{name}'] = ''.join(line + '\n' for line in text)
        if all(present):
            moves[name] = move
    looked_for = {place[0] for place, _ in old.rows if place[2] > 0}
    has_directory = rand.random() < .3
    for side, profile in (('old', old), ('new', new)):
        model.read(profile, side)
        named = Profile(events, [((f'{os.path.realpath(side + ".src")}/{place[0]}' if has_directory else place[0],
                                   *place[1:]), counts) for place, counts in profile.rows], profile.cmd)
        files[side] = named.text(rand)

    def change(place):
        return (*place[:2], moves[place[0]](place[2])) if place[0] in moves and place[2] > 0 else place
    old = rewritten(model, old, by_line, change, 'old')
    rows = difference(model, old, new, events, by_line)
    names, written = written_rows(model, rows, events, keep)
    options = ['--old-source=old.src', '--new-source=new.src'] + ['--keep-sides'] * keep
    nwarnings = nmatch_warnings([old, new]) + (bool(looked_for) and not looked_for & set(moves))
    return Run(model, ['cg-diff', *options, 'old', 'new'], files, check_rows(names, written, nwarnings))


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
    lines = rand.random() < .3
    rows = difference(model, old, new, events, by_line if lines else by_function)
    model.write({place: [triple[0] for triple in counts] for place, counts in rows.items()}, events)
    scope = rand.choice(list(SUBJECTS))
    event = rand.randrange(len(events))
    sides = [model.group(profile.reordered([events[event]]), SUBJECTS[scope], side)
             for profile, side in ((old, 'old'), (new, 'new'))]
    for profile, side in ((old, 'old'), (new, 'new')):
        model.group(profile, SUBJECTS[scope], side)
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
            match = re.fullmatch(r'cg-diff: (.*): \w+ (?:stayed at (-?[\d,]+)|(grew|fell) by ([\d,]+)(?: \(.*%\))?, '
                                 r'from (-?[\d,]+) to (-?[\d,]+)): the limit is .*', line)
            # the table of what changed has no start
            if match is None and line.startswith('cg-diff: ') and not any(
                    hint in line for hint in (' in common: --', ': --map-prefix=')):
                raise Fault(f'message {line}')
            if match:
                same, change, before, after = (int((match[i] or '0').replace(',', '')) for i in (2, 4, 5, 6))
                found.add((match[1], -change if match[3] == 'fell' else change, same or before, same or after))
        expect(found, wanted, 'complaints')
        expect(done.returncode, int(bool(wanted)), 'status')
        parse(done.stdout)
    return Run(model, ['cg-diff', *['--lines'] * lines, '--limit=' + limit, 'old', 'new'],
               {'old': old.text(), 'new': new.text()}, check, (0, 1))


def exceeds(text, old, delta):
    if text.endswith('%'):
        return delta * 100 > Fraction(text[:-1]) * abs(old)
    return delta > int(text)
