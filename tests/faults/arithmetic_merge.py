# SPDX-License-Identifier: BSD-2-Clause
"""Cases of cg-merge."""
from arithmetic_model import Model, Run, a_profile, by_line, check_rows, some_events
from profiles import Profile, fits


def combine(op, counts, nprofiles):
    """The counts of one row in the profiles that have it."""
    counts = counts + [0] * (nprofiles > len(counts))
    return {'sum': sum, 'min': min, 'max': max}[op](counts)


def case_merge(rand):
    events, signed, op = some_events(rand), rand.random() < .5, rand.choice(['sum', 'min', 'max', 'append'])
    common = op != 'append' and rand.random() < .3
    profiles = []
    for _ in range(rand.randint(1, 4)):
        more = rand.sample(['X', 'Y'], rand.randint(0, 2)) if common else []
        profiles.append(a_profile(rand, rand.sample(events + more, len(events + more)), signed))
    if common:
        events = [event for event in profiles[0].events if all(event in profile.events for profile in profiles)]
    else:
        events = profiles[0].events
    model = Model()
    for i, profile in enumerate(profiles):
        model.read(profile, f'profile {i}')
    # events are added up until a profile lacks them
    for event in set(profiles[0].events) - set(events):
        counts = [count for profile in profiles if event in profile.events for count in profile.column(event)]
        if not fits(sum(map(abs, counts))):
            model.passes.append(f'the sum of {event}, which not all profiles have')
    profiles_text = [profile.text(rand) for profile in profiles]
    profiles = [profile.reordered(events) for profile in profiles]
    tables = [model.group(profile, by_line, 'a profile') if op in ('min', 'max') else profile.table()
              for profile in profiles]
    rows = {}
    for place in set().union(*tables):
        columns = [[table[place][i] for table in tables if place in table] for i in range(len(events))]
        rows[place] = [combine(op if op != 'append' else 'sum', column, len(profiles)) for column in columns]
    if op in ('sum', 'append'):
        every = Profile(events, sum((profile.rows for profile in profiles), []))
        model.group(every, by_line, 'all profiles')
        for i, event in enumerate(events):
            model.sums([profile.totals()[i] for profile in profiles], f'the total of {event}')
    model.write(rows, events)
    files = {f'p{i}': text for i, text in enumerate(profiles_text)}
    if op == 'append':
        files['store'] = files.pop('p0')
        command = ['sh', '-c', 'cg-merge --append=store "$@" && cat store', 'sh', *files]
        command.remove('store')
        if len(files) == 1:
            command[2] = 'cg-merge -o store store && cat store'
        return Run(model, command, files, check_rows(events, rows))
    return Run(model, ['cg-merge', f'--op={op}', *(['--common-events'] if common else []), *files], files,
               check_rows(events, rows))
