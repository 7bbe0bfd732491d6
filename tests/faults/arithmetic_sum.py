# SPDX-License-Identifier: BSD-2-Clause
"""Cases of cg-sum."""
import collections
import json
import os
import re
from fractions import Fraction

from arithmetic_model import (
    FILTERED, Fault, Model, Run, SUBJECTS, a_profile, by_function, check_percent, check_share, check_value,
    count_cells, derive, expect, hide, html_table, is_near, number_of, select, some_events)
from profiles import HIGHEST, all_prefixes_fit, fits

CACHE = ['Ir', 'I1mr', 'ILmr', 'Dr', 'D1mr', 'DLmr', 'Dw', 'D1mw', 'DLmw']
BRANCHES = ['Bc', 'Bcm', 'Bi', 'Bim']
MEMORY = ['I2mr', 'D2mr', 'D2mw', 'ISmr', 'DSmr', 'DSmw']


def estimated_cycles(events, counts):
    value = dict(zip(events, counts))
    if not {'Ir', 'I1mr', 'D1mr', 'D1mw', 'ILmr', 'DLmr', 'DLmw'} <= set(events):
        return None
    branches = value['Bcm'] + value['Bim'] if {'Bcm', 'Bim'} <= set(events) else 0
    return (value['Ir'] + 10 * branches + 10 * (value['I1mr'] + value['D1mr'] + value['D1mw'])
            + 100 * (value['ILmr'] + value['DLmr'] + value['DLmw']))


RATES = [('I1', ['I1mr'], ['Ir']), ('LLi', ['ILmr'], ['Ir']), ('D1', ['D1mr', 'D1mw'], ['Dr', 'Dw']),
         ('L2', ['I2mr', 'D2mr', 'D2mw'], ['Ir', 'Dr', 'Dw']),
         ('LLd', ['DLmr', 'DLmw'], ['Dr', 'Dw']), ('LL', ['ILmr', 'DLmr', 'DLmw'], ['Ir', 'Dr', 'Dw']),
         ('TLB', ['ISmr', 'DSmr', 'DSmw'], ['Ir', 'Dr', 'Dw']), ('Mispred', ['Bcm', 'Bim'], ['Bc', 'Bi'])]


def rates_of(events, counts):
    """The exact rates; None if there were no accesses."""
    value, rates = dict(zip(events, counts)), {}
    for name, misses, accesses in RATES:
        if set(misses + accesses) <= set(events):
            divisor = sum(value[event] for event in accesses)
            rates[name + '%'] = Fraction(sum(value[event] for event in misses) * 100, divisor) if divisor else None
    return rates


def some_cache_events(rand):
    events = CACHE + (BRANCHES if rand.random() < .5 else []) + (MEMORY if rand.random() < .3 else [])
    return events if rand.random() < .8 else [event for event in events if rand.random() < .8] or ['Ir']


def case_totals(rand):
    """cg-sum without --by, plain, JSON, CSV, and --check"""
    events, signed = rand.choice([some_cache_events, some_events])(rand), rand.random() < .4
    profiles = [a_profile(rand, events, signed, 4) for _ in range(rand.randint(1, 3))]
    model = Model()
    for profile in profiles:
        model.read(profile, 'a profile')
    totals = [profile.totals() for profile in profiles]
    cycles = [estimated_cycles(events, counts) for counts in totals]
    has_cycles = None not in cycles
    files = {f'p{i}': profile.text(rand) for i, profile in enumerate(profiles)}
    kind = rand.choice(['plain', 'blocks', 'json', 'csv', 'check'])
    shown = events + ['CEst'] if has_cycles and all(map(fits, cycles)) else events
    rows = [counts + [cycle] if 'CEst' in shown else counts for counts, cycle in zip(totals, cycles)]

    def check(done):
        lines, note = done.stdout.splitlines(), done.stderr
        if has_cycles and not all(map(fits, cycles)) and kind != 'check':
            if 'CEst' not in note or 'does not fit' not in note:
                raise Fault('no word about CEst')
        elif 'CEst does not fit' in note:
            # its sum over all profiles may be what does not fit
            if fits(sum(cycles)) and all_prefixes_fit(cycles):
                raise Fault('CEst fits: ' + note)
            return
        if kind == 'plain':
            expect([[int(word) for word in line.split('\t')] for line in lines], rows, 'totals')
        elif kind == 'check':
            expect(lines, [f'p{i}: ok, {len(profile.rows)} rows, ' + ', '.join(
                f'{event} {total}' for event, total in zip(events, profile.totals()))
                           for i, profile in enumerate(profiles)], 'lines')
        elif kind == 'json':
            value = json.loads(done.stdout)
            values = [row['values'][0] for row in value['rows']] + value['total']
            expect([[value['counts'][event] for event in shown] for value in values], rows + [sums], 'counts')
            for value, counts in zip(values, rows + [sums]):
                for name, rate in rates_of(events, counts).items():
                    text = value['rates'][name[:-1]]
                    check_value('' if text is None else repr(text), rate, name)
        elif kind == 'csv':
            names = lines[0].split(',')[1:]
            for line, counts in zip(lines[1:], rows):
                words = dict(zip(names, line.split(',')[1:]))
                expect([int(words[event]) for event in shown], counts, 'counts')
                for name, rate in rates_of(events, counts).items():
                    check_value(words[name], rate, name)
        else:
            check_blocks(done.stdout, events, totals)
    command = ['cg-sum', *{'blocks': [], 'check': ['--check']}.get(kind, ['--format=' + kind]), *files]
    sums = [sum(column) for column in zip(*rows)]
    if kind == 'json':
        # it has the sum of all profiles, too
        for i, event in enumerate(events):
            model.sums([row[i] for row in rows], f'{event} of all profiles')
    return Run(model, command, files, check)


BLOCK_LINES = {'I   refs': ['Ir'], 'I1  misses': ['I1mr'], 'LLi misses': ['ILmr'], 'D   refs': ['Dr', 'Dw'],
               'D1  misses': ['D1mr', 'D1mw'], 'LLd misses': ['DLmr', 'DLmw'],
               'LL refs': [('I1mr', 'D1mr'), 'D1mw'], 'LL misses': [('ILmr', 'DLmr'), 'DLmw'],
               'Branches': ['Bc', 'Bi'], 'Mispredicts': ['Bcm', 'Bim']}


def check_blocks(text, events, totals):
    """Judges the counts in the blocks that Cachegrind prints."""
    found = collections.defaultdict(list)
    for line in text.splitlines():
        label, _, rest = line.partition(':')
        if label.strip() in BLOCK_LINES:
            found[label.strip()].append([int(word.replace(',', '')) for word in re.findall(r'-?\d[\d,]*', rest)])
    lines = dict(BLOCK_LINES)
    # what misses L2 is looked up in the last level
    if set(MEMORY) <= set(events):
        lines['LL refs'] = [('I2mr', 'D2mr'), 'D2mw']
    for label, parts in lines.items():
        needed = {event for part in parts for event in ([part] if isinstance(part, str) else part)}
        if not needed <= set(events):
            continue
        for block, counts in enumerate(totals):
            value = dict(zip(events, counts))
            sums = [value[part] if isinstance(part, str) else sum(value[event] for event in part) for part in parts]
            expect(found[label][block], [sum(sums)] + sums if len(sums) > 1 else sums, label)


KEYS = {'function': lambda place: (place[0], place[1]), 'file': lambda place: (place[0],),
        'line': lambda place: (place[0], place[2]), 'dir': lambda place: (os.path.dirname(place[0]) or '.',),
        'dir:1': lambda place: (place[0].split('/')[0] if '/' in place[0] else '.',), 'object': lambda place: ('???',)}


def markdown_rows(text, nnames):
    """The names, counts and shares of the rows of a table, without the heads."""
    rows = []
    for line in text.splitlines()[2:]:
        cells = [cell.strip(' `') for cell in line.split('|')[1:-1]]
        figures = [re.fullmatch(r'(-?[\d,]+)(?: \( *(-|-?[\d.]+%)\))?', cell).groups() for cell in cells[nnames:]]
        rows.append((tuple(cells[:nnames]), [(number_of(count), share) for count, share in figures]))
    return rows


def check_markdown(text, nnames, wanted, totals):
    """Judges a table of (names, counts)."""
    found = markdown_rows(text, nnames)
    # a single row is the total
    wanted = wanted + [(('**total**', '')[:nnames], totals)] * (len(wanted) != 1)
    expect([(names, [count for count, _ in cells]) for names, cells in found], wanted, 'rows')
    for _, cells in found:
        for (count, share), total in zip(cells, totals):
            check_share(share, count, abs(total))


def check_change(text, before, count):
    """Judges the change from one profile to the next."""
    if count == before or before == 0:
        expect(text, '=' if count == before else 'from 0', 'change')
        return
    expect(text[0], '+' if count > before else '-', f'the sign of {text}')
    if not is_near(text.rstrip('%'), Fraction((count - before) * 100, abs(before)), 2):
        raise Fault(f'change from {before} to {count}: {text}')


def check_counts_of_page(cells, counts):
    """Judges the counts of a row in all profiles, and the changes between them."""
    for i, count in enumerate(counts):
        expect(number_of(cells.pop(0)), count, 'a count in a profile')
        if i > 0:
            check_change(cells.pop(0), counts[i - 1], count)


def check_page(text, key, wanted, totals, deciding=0):
    """Judges the tables of a page: (names, counts of the deciding event in all profiles), and the totals of each."""
    sums = [counts[deciding] for counts in totals]
    rows = html_table(text, 'id="function-list"')
    width = 2 if key in ('function', 'line') else 1
    wanted = wanted + [(('total', '')[:width], sums)]
    expect(len(rows), len(wanted), 'number of rows')
    for cells, (names, counts) in zip(rows, wanted):
        is_sum = names[0] in ('total', FILTERED)
        expect(number_of(cells.pop(0)), counts[-1], 'the count of ' + names[0])
        if sums[-1]:
            check_percent(cells.pop(0), counts[-1], sums[-1])
        else:
            expect(cells.pop(0), '', 'share')
        expect(cells.pop(0), '', 'bar')
        found = [cells.pop(0)]
        if key == 'function':
            found.insert(0, cells.pop())
        elif key == 'line':
            found.append(cells.pop(0))
        expect(tuple(found), ({'function': ('', names[0]), 'line': (names[0], '')}.get(key, names)
                              if is_sum else names), 'names')
        if len(counts) > 1:
            check_counts_of_page(cells, counts)
        expect(cells, [], 'other cells')
    rows = html_table(text, 'id="totals"')
    expect(len(rows), len(totals), 'profiles')
    for i, (cells, counts) in enumerate(zip(rows, totals)):
        del cells[:2]
        for event, count in enumerate(counts):
            expect(number_of(cells.pop(0)), count, 'total')
            if len(totals) > 1:
                if i > 0:
                    check_change(cells.pop(0), totals[i - 1][event], count)
                else:
                    expect(cells.pop(0), '', 'change')


def case_sum(rand):
    """cg-sum --by"""
    model = Model()
    profile = a_profile(rand, some_events(rand), rand.random() < .5)
    text = profile.text(rand)
    model.read(profile, 'the input')
    options, profile = derive(rand, profile, model)
    key = rand.choice(list(KEYS))
    events = profile.events
    if rand.random() < .5:
        events = rand.sample(events, len(events))
        options.append('--events=' + ','.join(events))
        profile = profile.reordered(events)
    totals = profile.totals()
    table = model.group(profile, KEYS[key], 'the rows')
    for i, event in enumerate(events):
        model.needs(totals[i], f'the total of {event}')
    table = {place: counts for place, counts in table.items() if any(counts)}
    sort = rand.randrange(len(events))
    more, kept, _ = select(rand, table, events, totals)
    rows, rest = hide(table, kept, totals)
    for event, count in zip(events, rest):
        model.needs(count, f'{event} of the hidden rows')
    order = sorted(rows, key=lambda place: (-abs(rows[place][sort]), place))
    wanted = [(tuple(map(str, place)), rows[place]) for place in order]
    width = {'function': 2, 'line': 2}.get(key, 1)
    if any(rest):
        wanted.append(((FILTERED, FILTERED if key == 'function' else '0')[:width], rest))
    form = rand.choice(['tsv', 'text', 'markdown', 'html'])
    command = ['cg-sum', f'--by={key}', '--sort=' + events[sort], *options, *more, '--format=' + form, 'in']

    def check_tsv(done):
        lines = [line.split('\t') for line in done.stdout.splitlines()]
        found = [(tuple(words[:width]), list(map(int, words[width:width + len(events)]))) for words in lines[1:]]
        expect(lines[0][width:width + len(events)], events, 'titles')
        expect(found, wanted, 'rows')

    def check_text(done):
        found = [count_cells(line, len(events)) for line in done.stdout.splitlines()]
        found = [cells for cells in found if cells is not None]
        # a single row is the total
        expect([[count for count, _ in cells] for cells in found],
               [counts for _, counts in wanted] + [totals] * (len(wanted) != 1), 'counts')
        for cells in found:
            for (count, share), total in zip(cells, totals):
                check_share(share, count, abs(total))

    def check_html(done):
        check_page(done.stdout, key, [(names, [counts[sort]]) for names, counts in wanted], [totals], sort)
    check = {'tsv': check_tsv, 'text': check_text, 'html': check_html,
             'markdown': lambda done: check_markdown(done.stdout, width, wanted, totals)}[form]
    return Run(model, command, {'in': text}, check)


def case_budget(rand):
    """cg-sum --limit"""
    events = some_events(rand)
    profile = a_profile(rand, events, rand.random() < .4)
    model = Model()
    model.read(profile, 'the input')
    scope = rand.choice(list(SUBJECTS))
    event = rand.randrange(len(events))
    table = model.group(profile.reordered([events[event]]), SUBJECTS[scope], 'the limits')
    if scope:
        model.group(profile, by_function, 'the functions')
    if not table and scope:
        return None
    table = table or {'total': [0]}
    near = table[rand.choice(sorted(table))][0]
    bounds = [max(0, min(HIGHEST, near + rand.choice([-1, 0, 1]))) for _ in range(rand.randint(1, 2))]
    wanted = {(subject, count) for subject, (count,) in table.items() if all(count > bound for bound in bounds)}

    def check(done):
        found = {(match[1], int(match[2].replace(',', ''))) for match in re.finditer(
            r'^cg-sum: (.*): \w+ is (-?[\d,]+): the limit is .*$', done.stderr, re.M)}
        expect(found, wanted, 'complaints')
        expect(done.returncode, int(bool(wanted)), 'status')
    limit = f'{events[event]}={"|".join(map(str, bounds))}{scope}{"." if scope else ""}'
    return Run(model, ['cg-sum', '--limit=' + limit, 'in'], {'in': profile.text(rand)}, check, (0, 1))


def case_columns(rand):
    """cg-sum --by of several profiles"""
    events, signed = some_events(rand, 2), rand.random() < .5
    profiles = [a_profile(rand, events, signed, 4) for _ in range(rand.randint(2, 3))]
    model = Model()
    for profile in profiles:
        model.read(profile, 'a profile')
    files = {f'p{i}': profile.text(rand) for i, profile in enumerate(profiles)}
    totals = [profile.totals() for profile in profiles]
    kind, form = rand.choice(['function', 'event']), rand.choice(['tsv', 'markdown', 'html'])
    if kind == 'event' and form != 'html':
        wanted = [((event,), [counts[i] for counts in totals]) for i, event in enumerate(events)]
        sums = None
    else:
        kind = 'function'
        tables = [model.group(profile, by_function, 'a profile') for profile in profiles]
        zeros, rows = [0] * len(events), {}
        for place in set().union(*tables):
            rows[place] = [table.get(place, zeros)[i] for i in range(len(events)) for table in tables]
        # the largest count of the first event in any profile decides
        order = sorted((place for place in rows if any(rows[place])),
                       key=lambda place: (-max(map(abs, rows[place][:len(profiles)])), place))
        wanted = [(place[:2], rows[place]) for place in order]
        sums = [counts[i] for i in range(len(events)) for counts in totals]
    width = len(wanted[0][0]) if wanted else 2

    def check(done):
        if form == 'html':
            check_page(done.stdout, 'function', [(names, counts[:len(profiles)]) for names, counts in wanted], totals)
        elif form == 'markdown' and sums is not None:
            check_markdown(done.stdout, width, wanted, sums)
        elif form == 'markdown':
            found = [(names, [count for count, _ in cells]) for names, cells in markdown_rows(done.stdout, width)]
            expect(found, wanted, 'rows')
        else:
            found = [line.split('\t') for line in done.stdout.splitlines()[1:]]
            end = width + len(wanted[0][1]) if wanted else 0
            expect([(tuple(words[:width]), list(map(int, words[width:end]))) for words in found], wanted, 'rows')
    options = ['--by=' + kind, '--format=' + form, '--events=' + ','.join(events)]
    return Run(model, ['cg-sum', *options, *files], files, check)
