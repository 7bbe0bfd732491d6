# SPDX-License-Identifier: BSD-2-Clause
"""Cases of cg-annotate."""
import os
import re

from arithmetic_model import (
    FUNCTIONS, Fault, Model, Run, a_count, a_percentage, a_profile, by_function, check_percent, check_share,
    count_cells, difference, expect, html_table, number_of, reaches, some_events, whole_of)
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
        # neither side has to fit
        rows = difference(Model(), *profiles, events, by_function)
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
              if any(reaches(sizes[place][i], wholes[i], percentage if i == deciding else '100') for i in order)
              and ('--diff' not in options or any(table[place]))]
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


def cancels_out(profile, functions):
    """True if an event has counts, but no function has any in sum. The tool takes the costs of the lines of functions
    from the first event with counts, though functions are sorted by the next one."""
    return any(any(counts[i] for _, counts in profile.rows) and not any(counts[i] for counts in functions.values())
               for i in range(len(profile.events)))


def a_ranking(rand, events, table, totals):
    """Random --sort and --threshold; returns the options, the deciding event, and what is shown, in order."""
    order = rand.sample(range(len(events)), rand.randint(1, len(events)))
    sizes = {place: [abs(count) for count in counts] for place, counts in table.items()}
    wholes = [whole_of(totals[i], [size[i] for size in sizes.values()]) for i in range(len(events))]
    deciding = next((i for i in order if any(size[i] for size in sizes.values())), order[0])
    near = sizes[rand.choice(sorted(sizes))][deciding] if sizes else 0
    percentage = a_percentage(rand, near, wholes[deciding], 20)
    shown = [place for place in sorted(table, key=lambda place: ([-sizes[place][i] for i in order], place))
             if any(reaches(sizes[place][i], wholes[i], percentage if i == deciding else '100') for i in order)]
    return ['--threshold=' + percentage, '--sort=' + ','.join(events[i] for i in order)], deciding, shown


def cells_of(line):
    return re.split(' {2,}', line.strip())


def check_cells(cells, counts, whole, cumulative):
    """Judges the counts of a row, and the shares after the first one; returns the other cells."""
    share, *cells = cells[1:2], *([cells[0]] + cells[2:])
    check_percent(share[0], counts[0], whole)
    if cumulative is not None:
        check_percent(cells.pop(1), cumulative, whole)
    expect([number_of(cell) for cell in cells[:len(counts)]], counts, 'counts')
    return cells[len(counts):]


def case_terminal(rand):
    """A report as for a terminal: functions, hot lines and sources"""
    events, signed = some_events(rand), rand.random() < .4
    profile = a_profile(rand, events, signed, lines=range(1, 7))
    model = Model()
    model.read(profile, 'the input')
    table = model.group(profile, by_function, 'the functions')
    lines = model.group(profile, lambda place: (place[0], place[2]), 'the lines')
    totals = profile.totals()
    options, deciding, listed = a_ranking(rand, events, table, totals)
    show = rand.sample(range(len(events)), rand.randint(1, len(events)))
    is_change = any(counts[i] < 0 for counts in table.values() for i in show)
    # changes are shares of an old total, which nobody knows here
    wholes = [0 if is_change else total for total in totals]
    top = rand.choice([None, 0, 1, 20])
    shown = listed if top is None else listed[:top]
    sources = [name for name in ('a.c', 'b.c') if rand.random() < .8]
    files = {'in': profile.text(), **{name: ''.join(f'text {i};\n' for i in range(1, 9)) for name in sources}}
    if not table or cancels_out(profile, table):
        return None

    def check_functions(block):
        cumulative = 0
        for line, place in zip(block[1:], shown):
            cumulative += table[place][show[0]]
            names = check_cells(cells_of(line), [table[place][i] for i in show], wholes[show[0]],
                                None if is_change else cumulative)
            expect(tuple(names), (place[1], place[0]), 'names')
        rest = [line for line in block[1 + len(shown):] if 'Not shown:' not in line]
        nhidden = len(table) - len(shown)
        expect(len(rest), int(nhidden > 0), 'lines after the functions')
        if rest:
            match = re.fullmatch(r'(\d+) more functions?(?:: (.*))?', rest[0])
            expect(int(match[1]), nhidden, 'functions')
            if not is_change:
                check_percent(match[2], totals[show[0]] - cumulative, wholes[show[0]])

    def check_hot(block):
        hot = sorted((place for place, counts in lines.items() if counts[deciding]),
                     key=lambda place: (-abs(lines[place][deciding]), place))[:10 if top is None else top]
        expect(len(block) - 1, len(hot), 'hot lines')
        columns = [show[0]] + [deciding] * (deciding in show[1:])
        for line, place in zip(block[1:], hot):
            names = check_cells(cells_of(line), [lines[place][i] for i in columns], wholes[show[0]], None)
            expect(names[0], f'{place[0]}:{place[1]}', 'hot line')

    def check_source(heading, block, name):
        costs = {place[1]: counts for place, counts in lines.items() if place[0] == name}
        match = re.fullmatch(r'.*: (\S+) ([^\s,]+)(?:, (\S+(?: %)?))?', heading)
        cost = sum(counts[show[0]] for counts in costs.values())
        expect((number_of(match[1]), match[2]), (cost, events[show[0]]), 'source ' + name)
        check_percent(match[3] or '-', cost, wholes[show[0]])
        found = {}
        for line in block[1:]:
            cells = cells_of(line)
            if cells[-1].startswith('text'):
                found[int(cells[-2])] = [number_of(cell) for cell in cells[:-2] if cell != '.']
        wanted = {number: [counts[i] for i in show] for number, counts in costs.items() if any(counts)}
        expect({number: counts for number, counts in found.items() if any(counts)},
               {number: counts for number, counts in wanted.items() if any(counts)}, 'lines of ' + name)

    def check(done):
        expect(done.stderr, '', 'standard error')
        blocks = [block.split('\n') for block in done.stdout.rstrip('\n').split('\n\n')]
        head = ' '.join(blocks.pop(0))
        amount = f'{totals[deciding]:,} '
        if amount not in head:
            raise Fault(f'the total {amount} is not in: {head}')
        # nobody misses functions with --top=0
        expect('No function reaches a threshold.' in head, not listed and top != 0, 'a report without functions')
        if shown:
            check_functions(blocks.pop(0))
        if blocks and 'hot line' in blocks[0][0]:
            check_hot(blocks.pop(0))
        elif top != 0 and any(counts[deciding] for counts in lines.values()):
            raise Fault('there are no hot lines')
        names = [name for name in sources if any(place[0] == name for place in shown)]
        names.sort(key=lambda name: (-abs(sum(counts[deciding] for place, counts in lines.items()
                                              if place[0] == name)), name))
        found = [block[0].partition(':')[0] for block in blocks if re.fullmatch(r'[ab]\.c: .*', block[0])]
        expect(found, names, 'sources')
        for name in names:
            heading = blocks.pop(0)[0]
            check_source(heading, blocks.pop(0), name)
    options += ['--width=300', '--show=' + ','.join(events[i] for i in show)]
    options += [f'--top={top}'] * (top is not None)
    return Run(model, ['cg-annotate', *options, 'in'], files, check)


def check_functions_of_page(text, events, table, listed, deciding, lines):
    """Judges the functions of a page: their counts, shares, and hottest lines."""
    # events without any count are not shown
    counted = [i for i in range(len(events)) if any(counts[i] for counts in table.values())]
    shown = [deciding] + [i for i in counted if i != deciding]
    totals = [sum(counts[i] for counts in table.values()) for i in range(len(events))]
    is_change = any(counts[i] < 0 for counts in table.values() for i in range(len(events)))
    whole = 0 if is_change else totals[deciding]
    rows = html_table(text, 'id="function-list"')
    hidden = [[counts[i] for i in shown] for place, counts in table.items() if place not in listed]
    wanted = [((place[1], place[0]), [table[place][i] for i in shown]) for place in listed]
    if hidden:
        name = f'{len(hidden)} more function{"s" * (len(hidden) > 1)} below the threshold'
        wanted.append(((name, ''), [sum(column) for column in zip(*hidden)]))
    wanted.append((('total', ''), [totals[i] for i in shown]))
    cumulative = 0
    found = []
    for i, cells in enumerate(rows):
        count = number_of(cells.pop(0))
        cumulative += count
        for number in [count] + [cumulative] * (not is_change):
            share = cells.pop(0)
            if share and whole:
                check_percent(share, number, whole)
            elif share or (whole and number == count):
                raise Fault(f'share of {number} in {whole}: {share}')
        expect(cells.pop(0), '', 'bar')
        found.append(((cells[0], cells[1]), [count] + [number_of(cell) for cell in cells[2:]]))
        if i >= len(listed):
            continue
        costs = {place: counts for (place, function), counts in lines.items()
                 if (place[0], function) == (listed[i][0], listed[i][1]) and place[1] > 0 and counts[deciding]}
        order = sorted(costs, key=lambda place, costs=costs: (-abs(costs[place][deciding]), place))
        row = text[text.index(f'<tr id="fn{i + 1}"'):].partition('</details>')[0]
        hottest = [(line[0], int(line[1]), number_of(line[2])) for line in re.findall(
            r'<li>(?:<a[^>]*>)?([^<>]*):(\d+)(?:</a>)? ([-+\d,]+) ', row)]
        expect(hottest, [(*place, costs[place][deciding]) for place in order[:max(len(hottest), min(3, len(order)))]],
               'hottest lines')
    expect(found, wanted, 'functions')


def case_page(rand):
    """cg-annotate --format=html, with the functions and the costs of directories, and --format=lines"""
    events = some_events(rand, 2)
    profile = a_profile(rand, events, rand.random() < .6)
    model = Model()
    model.read(profile, 'the input')
    functions = model.group(profile, by_function, 'the functions')
    table = model.group(profile, lambda place: (place[0], place[2]), 'the lines')
    if cancels_out(profile, functions):
        return None
    # what each function spends on a line need not fit
    spent = profile.table(lambda place: ((place[0], place[2]), place[1]))
    text = {'in': profile.text()}
    if rand.random() < .5:
        options, deciding, listed = a_ranking(rand, events, functions, profile.totals())
        inner = Profile(events, [row for row in profile.rows if '/' in row[0][0]])
        nodes = [functions] + [model.group(profile, key, 'the directories') for key in (
            lambda place: place[0], lambda place: 'all')]
        nodes.append(model.group(inner, lambda place: os.path.dirname(place[0]), 'the directories'))
        for i, event in enumerate(events):
            model.needs(sum(counts[i] for place, counts in functions.items() if place not in listed),
                        f'{event} of hidden functions')
        # events without any count are not shown, nor is a picture without any cost
        shown = [i for i in range(len(events)) if i == deciding or any(counts[i] for counts in functions.values())]
        wanted = {tuple(counts[i] for i in shown) for table in nodes for counts in table.values()}
        zero = {tuple([0] * len(shown))}

        def check(done):
            found = {tuple(map(int, text.split())) for text in re.findall('data-c="([^"]*)"', done.stdout)}
            if not found <= wanted | zero:
                raise Fault(f'the picture has {found - wanted}')
            check_functions_of_page(done.stdout, events, functions, listed, deciding, spent)
        return Run(model, ['cg-annotate', '--format=html', '--auto=no', *options, 'in'], text, check)
    deciding = next((i for i in range(len(events)) if any(counts[i] for counts in functions.values())), 0)
    is_change = any(count < 0 for counts in functions.values() for count in counts)
    whole = 0 if is_change else profile.totals()[deciding]

    def check_lines(done):
        found = {}
        for line in done.stdout.splitlines():
            match = re.match(r'(.*):(\d+): (-?[\d,]+) (?:\((-|-?[\d.]+%)\) )?(\w+):', line)
            if match is None:
                raise Fault('line ' + line)
            place = match[1], int(match[2])
            found[place] = int(match[3].replace(',', ''))
            expect(match[4] is None, whole == 0, 'no share')
            if whole:
                check_share(match[4], found[place], whole)
            costs = {function: abs(counts[deciding]) for (other, function), counts in spent.items() if other == place}
            expect(costs.get(match[5]), max(costs.values()), f'the cost of {match[5]} in {place}')
        expect(found, {place: counts[deciding] for place, counts in table.items() if counts[deciding] and place[1] > 0},
               'lines')
        sizes = list(map(abs, found.values()))
        expect(sizes, sorted(sizes, reverse=True), 'order')
    return Run(model, ['cg-annotate', '--format=lines', '--threshold=0', 'in'], text, check_lines)
