# SPDX-License-Identifier: BSD-2-Clause
"""Cases of cg-annotate."""
import os
import re

from arithmetic_model import (
    FUNCTIONS, Fault, Model, Run, a_count, a_percentage, a_profile, by_function, check_share, count_cells,
    difference, expect, reaches, some_events, whole_of)
from profiles import Profile


def case_annotate(rand):
    """The list of functions, of one profile, several, or a difference"""
    events, signed = some_events(rand), rand.random() < .5
    profiles = [a_profile(rand, events, signed) for _ in range(rand.choice([1, 1, 2, 3]))]
    model, options = Model(), []
    for profile in profiles:
        model.read(profile, 'a profile')
    # as in cg_annotate, a missing count and a count of 0 rank differently
    files = {f'p{i}': profile.text() for i, profile in enumerate(profiles)}
    if len(profiles) == 2 and rand.random() < .5:
        options.append('--diff')
        rows = difference(model, *profiles, events, by_function)
        table = {place: [triple[0] for triple in counts] for place, counts in rows.items()}
        # it adds the rows of both sides up, after changing the signs of the first
        every = Profile(events, [(place, [-count for count in counts]) for place, counts in profiles[0].rows]
                        + profiles[1].rows)
        for _, counts in every.rows:
            for count in counts:
                model.needs(count, 'a count with another sign')
    else:
        every = Profile(events, sum((profile.rows for profile in profiles), []))
        table = every.table(by_function)
        for i, event in enumerate(events):
            model.sums([profile.totals()[i] for profile in profiles], f'the total of {event}')
    model.group(every, by_function, 'all profiles')
    model.write(table, events)
    totals = [sum(counts[i] for counts in table.values()) for i in range(len(events))]
    order = rand.sample(range(len(events)), rand.randint(1, len(events)))
    sizes = {place: [abs(count) for count in counts] for place, counts in table.items()}
    wholes = [whole_of(totals[i], [size[i] for size in sizes.values()]) for i in range(len(events))]
    deciding = next((i for i in order if any(size[i] for size in sizes.values())), order[0])
    near = sizes[rand.choice(sorted(sizes))][deciding] if sizes else 0
    percentage = a_percentage(rand, near, wholes[deciding], 20)
    options += ['--threshold=' + percentage, '--sort=' + ','.join(events[i] for i in order)]
    wanted = [table[place] for place in sorted(table, key=lambda place: ([-sizes[place][i] for i in order], place))
              if any(reaches(sizes[place][i], wholes[i], percentage if i == deciding else '100') for i in order)]
    shares = rand.random() < .6
    options.append('--show-percs=' + ('yes' if shares else 'no'))

    def check(done):
        cells = [count_cells(line, len(events)) for line in done.stdout.splitlines()]
        cells = [row for row in cells if row is not None]
        expect([[count for count, _ in row] for row in cells], [totals] + wanted, 'counts')
        for row in cells if shares else []:
            for (count, share), total in zip(row, totals):
                check_share(share, count, total)
    return Run(model, ['cg-annotate', '--auto=no', *options, *files], files, check)


def case_source(rand):
    """Annotated lines, and hot lines"""
    events = some_events(rand, 2)
    rows = [(('a.c', rand.choice(FUNCTIONS), rand.randint(1, 6)), [a_count(rand, True) for _ in events])
            for _ in range(rand.randint(1, 6))]
    profile = Profile(events, rows)
    model = Model()
    model.read(profile, 'the input')
    model.group(profile, by_function, 'the functions')
    table = model.group(profile, lambda place: place[2], 'the lines')
    files = {'in': profile.text(rand), 'a.c': ''.join(f'text {i};\n' for i in range(1, 9))}

    if not any(profile.totals()):
        # nothing is annotated
        return None

    def check(done):
        found = {}
        for line in done.stdout.splitlines():
            match = re.fullmatch(r'(.*) text (\d);', line)
            if match:
                cells = count_cells(match[1] + ' x', len(events))
                if cells is None:
                    raise Fault('line ' + line)
                found[int(match[2])] = [count for count, _ in cells]
        for line in range(1, 9):
            expect(found.get(line), table.get(line, [0] * len(events)), f'line {line}')
        annotated = [line for line in done.stdout.splitlines() if line.endswith('events annotated')]
        expect([count for count, _ in count_cells(annotated[0], len(events))], profile.totals(), 'events annotated')
    return Run(model, ['cg-annotate', '--show-percs=no', '--threshold=0', '--context=9', 'in'], files, check)


def case_page(rand):
    """cg-annotate --format=html: the costs of folders, and --format=lines"""
    events = some_events(rand, 2)
    profile = a_profile(rand, events, rand.random() < .6)
    model = Model()
    model.read(profile, 'the input')
    model.group(profile, by_function, 'the functions')
    table = model.group(profile, lambda place: (place[0], place[2]), 'the lines')
    text = {'in': profile.text(rand)}
    if rand.random() < .5:
        inner = Profile(events, [row for row in profile.rows if '/' in row[0][0]])
        nodes = [model.group(profile, key, 'the folders') for key in (
            by_function, lambda place: place[0], lambda place: 'all')]
        nodes.append(model.group(inner, lambda place: os.path.dirname(place[0]), 'the folders'))
        # events without any count are not shown, nor is a picture without any cost
        shown = [i for i in range(len(events)) if any(counts[i] for counts in nodes[0].values())]
        wanted = {tuple(counts[i] for i in shown) for table in nodes for counts in table.values()}
        zero = {tuple([0] * len(shown))}

        def check(done):
            found = {tuple(map(int, text.split())) for text in re.findall('data-c="([^"]*)"', done.stdout)}
            if found or any(profile.table(by_function).values()):
                if not found <= wanted | zero:
                    raise Fault(f'the picture has {found - wanted}')
        return Run(model, ['cg-annotate', '--format=html', '--auto=no', '--threshold=0', 'in'], text, check)
    deciding = next((i for i in range(len(events)) if any(counts[i] for counts in profile.table(by_function).values())),
                    0)

    def check_lines(done):
        found = {}
        for line in done.stdout.splitlines():
            match = re.match(r'(.*):(\d+): (-?[\d,]+) \((?:-|-?[\d.]+%)\) ', line)
            if match is None:
                raise Fault('line ' + line)
            found[(match[1], int(match[2]))] = int(match[3].replace(',', ''))
        expect(found, {place: counts[deciding] for place, counts in table.items() if counts[deciding] and place[1] > 0},
               'lines')
        sizes = list(map(abs, found.values()))
        expect(sizes, sorted(sizes, reverse=True), 'order')
    return Run(model, ['cg-annotate', '--format=lines', '--threshold=0', 'in'], text, check_lines)
