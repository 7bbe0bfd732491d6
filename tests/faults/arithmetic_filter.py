# SPDX-License-Identifier: BSD-2-Clause
"""Cases of cg-filter."""
from arithmetic_model import (
    FILTERED, Model, Run, a_profile, by_file, by_function, by_line, check_rows, derive, hide, select, some_events)
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
    units = table if level != 'line' else model.group(profile, by_function, 'the functions')
    more, kept = select(rand, units, events, profile.totals())
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
        # the hidden rows are added up one after another
        model.group(Profile(events, [(place, counts) for place, counts in profile.rows if (
            place if level == 'line' else key(place)) not in rows]), lambda place: 'hidden', 'the output')
        model.write(rows, events)
    return Run(model, ['cg-filter', *options, *more, 'in'], {'in': text}, check_rows(events, rows))
