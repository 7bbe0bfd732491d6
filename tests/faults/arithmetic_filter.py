# SPDX-License-Identifier: BSD-2-Clause
"""Cases of cg-filter."""
import collections
import os
import re

from arithmetic_model import (
    FILES, FILTERED, Model, Run, a_count, a_profile, by_file, by_function, by_line, check_rows, derive, hide,
    select, some_events, some_renames)
from profiles import Profile


def case_filter(rand):
    model = Model()
    profile = a_profile(rand, some_events(rand), rand.random() < .5)
    text = profile.text(rand)
    model.read(profile, 'the input')
    options, profile = derive(rand, profile, model)
    if rand.random() < .5 or options:
        events = rand.sample(profile.events, rand.randint(1, len(profile.events)))
        options.append('--events=' + ','.join(events))
        profile = profile.reordered(events)
    events = profile.events
    level, key = rand.choice([('line', by_line), ('function', by_function), ('file', by_file)])
    options.append('--level=' + level)
    for place, counts in profile.rows:
        for event, count in zip(events, counts):
            model.needs(count, f'{event} of {place}')
    table = model.group(profile, key, 'the output')
    model.write(table, events)
    units = table if level != 'line' else profile.table(by_function)
    more, kept, hides_all = select(rand, units, events, profile.totals())
    drop = bool(more) and rand.random() < .2 and not any('threshold' in option for option in more)
    rows, rest = hide(table, {place for place in table if (by_function(place) if level == 'line' else place) in kept},
                      profile.totals())
    hidden = len(rows) < len(table)
    if drop:
        more.append('--drop')
        model.write(rows, events)
    elif hidden:
        if any(rest):
            rows[(FILTERED, FILTERED, 0)] = rest
        model.write(rows, events)
    return Run(model, ['cg-filter', *options, *more, 'in'], {'in': text}, check_rows(events, rows, hides_all))


def directory(place):
    return os.path.dirname(place[0]) or '.'


LEVELS = {'line': by_line, 'function': by_function, 'file': by_file,
          'dir': lambda place: (directory(place), '(all)', 0),
          'dir:1': lambda place: (directory(place).split('/')[0], '(all)', 0),
          'object': lambda place: ('(all)', '(all)', 0)}
NAMES = {'file': lambda place: place[0], 'function': lambda place: place[1], 'object': lambda place: ''}
PATTERNS = ['.', '^', '^f$', 'g', 'main|f', 'c$', '^d/', 'x']


def a_selection(rand, places):
    """Options, the judgement of a place, and how many patterns match nothing."""
    options, wanted, unwanted, nunmatched = [], collections.defaultdict(list), [], 0
    for _ in range(rand.randint(0, 3)):
        subject, pattern, is_negated = rand.choice(list(NAMES)), rand.choice(PATTERNS), rand.random() < .5
        options.append(f'--{"not-" * is_negated}{subject}={pattern}')
        if is_negated:
            unwanted.append((subject, pattern))
            continue
        wanted[subject].append(pattern)
        nunmatched += not any(re.search(pattern, NAMES[subject](place)) for place in places)

    def keeps(place):
        return (all(any(re.search(pattern, NAMES[subject](place)) for pattern in patterns)
                    for subject, patterns in wanted.items())
                and not any(re.search(pattern, NAMES[subject](place)) for subject, pattern in unwanted))
    return options, keeps, nunmatched


def case_names(rand):
    """cg-filter: other names, selections by name, and all levels"""
    model = Model()
    profile = a_profile(rand, some_events(rand), rand.random() < .5, files=FILES + ['d/e/z.h'])
    if rand.random() < .2:
        place = (FILTERED, FILTERED, 0)
        profile.rows.insert(rand.randint(0, len(profile.rows)), (place, [a_count(rand, False) for _ in profile.events]))
    text, events = profile.text(rand), profile.events
    model.read(profile, 'the input')
    options, rename = some_renames(rand)
    rows = [(place if place[0] == FILTERED else rename(place), counts) for place, counts in profile.rows]
    selection, keeps, nunmatched = a_selection(rand, {place for place, _ in rows if place[0] != FILTERED})
    level = rand.choice(list(LEVELS))
    options += selection + ['--level=' + level]
    kept = Profile(events, [(LEVELS[level](place), counts) for place, counts in rows
                            if place[0] != FILTERED and keeps(place)])
    drop = rand.random() < .3
    table = model.group(kept, by_line, 'the output')
    totals = (kept if drop else profile).totals()
    units = by_function if level == 'line' else by_line
    more, shown, hides_all = select(rand, Profile(events, list(table.items())).table(units), events, totals)
    for total in totals if more else []:
        model.needs(total, 'the total of the selected rows')
    written = {place: counts for place, counts in table.items() if units(place) in shown}
    rest = [total - sum(counts[i] for counts in written.values()) for i, total in enumerate(profile.totals())]
    if drop:
        options.append('--drop')
    elif any(rest):
        written[(FILTERED, FILTERED, 0)] = rest
    model.write(written, events)
    return Run(model, ['cg-filter', *options, *more, 'in'], {'in': text},
               check_rows(events, written, nunmatched + hides_all))
