# SPDX-License-Identifier: BSD-2-Clause
"""Cases of Callgrind's format."""
import re

from arithmetic_model import (
    EDGES, Fault, Model, Run, a_count, a_percentage, check_percent, check_share, expect, number_of, reaches,
    whole_of)
from arithmetic_merge import combine
from profiles import HIGHEST


class Calls:
    """A random profile with calls, in which each function has a name of its own."""

    def __init__(self, rand, signed):
        names = ['main', 'f', 'g', 'h', 'i'][:rand.randint(1, 5)]
        self.own = {name: a_count(rand, signed) if rand.random() < .7 else rand.randint(0, 9) for name in names}
        self.calls = {}
        for _ in range(rand.randint(0, 6)):
            pair = rand.choice(names), rand.choice(names)
            self.calls[pair] = rand.choice(EDGES), a_count(rand, signed)
        self.more = rand.choice([0, 0, 1, 10, 2**62, HIGHEST])

    def text(self):
        lines = ['# callgrind format', 'version: 1', 'cmd: x', 'positions: line', 'events: Ir', 'fl=a.c']
        for name, own in self.own.items():
            lines += ['fn=' + name, f'1 {own}']
            for (caller, callee), (count, cost) in self.calls.items():
                if caller == name:
                    lines += ['cfn=' + callee, f'calls={count} 1', f'2 {cost}']
        if self.more:
            lines.append(f'summary: {self.rows() + self.more}')
        return '\n'.join(lines + [f'totals: {self.rows()}']) + '\n'

    def rows(self):
        return sum(self.own.values())

    def total(self):
        """The summary; without one, or if it is 0, the rows are the cost of the program."""
        return self.rows() + self.more or self.rows()

    def needs(self, model):
        model.sums(list(self.own.values()), 'totals')
        model.needs(self.rows() + self.more, 'the summary')

    def cycles(self):
        """The cycle of each function, as a frozen set."""
        reach = {name: {callee for caller, callee in self.calls if caller == name} for name in self.own}
        for middle in self.own:
            for name in self.own:
                if middle in reach[name]:
                    reach[name] |= reach[middle]
        return {name: frozenset([name] + [other for other in self.own if other in reach[name] and name in reach[other]])
                for name in self.own}

    def entries(self, model):
        """How often each function was called from outside of its cycle."""
        cycles = self.cycles()
        return {name: model.needs(sum(count for (caller, callee), (count, _) in self.calls.items()
                                      if callee == name and caller not in cycles[name]), f'calls of {name}')
                for name in self.own}

    def inclusive(self, model):
        cycles, costs = self.cycles(), {}
        for name, own in self.own.items():
            inside = own + sum(cost for (caller, callee), (_, cost) in self.calls.items()
                               if caller == name and callee not in cycles[name])
            outside = [cost for (caller, callee), (_, cost) in self.calls.items()
                       if callee == name and caller not in cycles[name]]
            charged = sum(outside)
            model.needs(inside, f'what {name} costs and calls')
            model.needs(charged, f'what callers of {name} were charged')
            # the larger change; if one fell and the other one grew, what callers were charged
            is_inside = not outside or inside < charged <= 0 or 0 <= charged < inside
            costs[name] = inside if is_inside else charged
        for cost in cycle_costs(self).values():
            model.needs(cost, 'a cycle')
        return costs


def case_inclusive(rand):
    profile, model = Calls(rand, rand.random() < .2), Model()
    profile.needs(model)
    costs = profile.inclusive(model)
    files = {'in': profile.text()}
    if rand.random() < .5:
        entries = profile.entries(model)

        def check(done):
            found = {words[1]: (int(words[2]), int(words[3])) for words in
                     (line.split('\t') for line in done.stdout.splitlines()[1:])}
            wanted = {name: (profile.own[name], cost) for name, cost in costs.items()
                      if cost or profile.own[name] or entries[name]}
            expect(found, wanted, 'costs')
        return Run(model, ['cg-sum', '--inclusive', '--format=tsv', '--events=Ir', 'in'], files, check)

    def check_report(done):
        found = {match[2]: int(match[1].replace(',', '')) for match in re.finditer(
            r'^ *(-?[\d,]+)  a\.c:(\w+)(?: <cycle \d+(?:, at \w+)?>)?$', done.stdout, re.M)}
        expect(found, costs, 'costs')
        total = re.search(r'^ *(-?[\d,]+)  PROGRAM TOTALS', done.stdout, re.M)
        expect(int(total[1].replace(',', '')), profile.total(), 'the total')
    return Run(model, ['cg-annotate', '--auto=no', '--inclusive', '--show-percs=no', '--threshold=0', 'in'], files,
               check_report)


def cycle_costs(profile):
    """The members of each cycle of several functions, and its inclusive cost."""
    cycles = {cycle for cycle in profile.cycles().values() if len(cycle) > 1}
    return {cycle: sum(profile.own[name] for name in cycle) + sum(
        cost for (caller, callee), (_, cost) in profile.calls.items() if caller in cycle and callee not in cycle)
            for cycle in cycles}


def a_call_list(model, calls, total, percentage):
    """The lines for calls, given as name: (number, cost); small calls are one line."""
    sizes = {name: abs(cost) for name, (_, cost) in calls.items()}
    whole, largest = whole_of(total, sizes.values()), max(sizes.values(), default=0)
    shown = {name for name, size in sizes.items() if (reaches(size, whole, percentage) and (whole or not size))
             or (size > 0 and size * 10 >= largest)}
    if len(sizes) - len(shown) == 1:
        shown = set(sizes)
    order = sorted(shown, key=lambda name: (-sizes[name], name))
    lines = [(name, *calls[name]) for name in order]
    if len(shown) < len(sizes):
        hidden = [cost for name, (_, cost) in calls.items() if name not in shown]
        model.sums(hidden, 'the small calls')
        lines.append((f'({len(hidden)} more)', None, sum(hidden)))
    return lines


def read_tree(text, is_for_terminal):
    """The lines (mark, name, number of calls, count, share) of the functions of a report, in blocks."""
    blocks = []
    for block in text.split('\n\n'):
        lines = []
        for line in block.splitlines():
            if is_for_terminal:
                match = re.match(r' *(\S+) +(-|\S+ %)  ([<>*]) (.*?)(?:  .*)?$', line)
                count, share, mark, name = match.groups() if match else [None] * 4
            else:
                match = re.match(r' *(-?[\d,]+)(?: +\( *(.*?)\))? +([<>*]) +(.*)$', line)
                count, share, mark, name = match.groups() if match else [None] * 4
            if match is None:
                continue
            call = re.fullmatch(r'(.*) \((\S+)x\)', name)
            name, ncalls = (call[1], number_of(call[2])) if call else (name, None)
            lines.append((mark, name.removeprefix('a.c:'), ncalls, number_of(count), share))
        if lines:
            blocks.append(lines)
    return blocks


def members(text):
    """Returns how many functions "f, g and 2 more" or "4 functions" stands for."""
    more = re.search(r'(\d+) (?:more|functions)$', text)
    names = re.split(', | and ', text)
    return len(names) - 1 + int(more[1]) if more else len(names)


def case_tree(rand):
    """cg-annotate --tree, in both layouts, with own and inclusive costs"""
    profile, model = Calls(rand, rand.random() < .3), Model()
    profile.needs(model)
    is_inclusive, is_for_terminal = rand.random() < .5, rand.random() < .5
    table = {(name,): [cost] for name, cost in (profile.inclusive(model) if is_inclusive else profile.own).items()}
    cycles = cycle_costs(profile) if is_inclusive else {}
    for cycle, cost in cycles.items():
        table[('', cycle)] = [cost]
    total = profile.total()
    sizes = {place: abs(cost) for place, (cost,) in table.items()}
    whole = whole_of(total, sizes.values())
    percentage = a_percentage(rand, sizes[rand.choice(sorted(sizes, key=str))], whole, 20)
    listed = [place for place in table if reaches(sizes[place], whole, percentage) and (whole or not sizes[place])]
    if not any(profile.own.values()):
        # then another event would decide
        return None
    mode = rand.choice(['caller', 'calling', 'both'])
    wanted = {}
    for place in listed:
        name, lines = place[0], []
        callers = {caller: call for (caller, callee), call in profile.calls.items() if callee == name}
        callees = {callee: call for (caller, callee), call in profile.calls.items() if caller == name}
        if name and mode != 'calling':
            lines += [('<', *line) for line in a_call_list(model, callers, total, percentage)]
        lines.append(('*', name, None, table[place][0]))
        if name and mode != 'caller':
            lines += [('>', *line) for line in a_call_list(model, callees, total, percentage)]
        wanted[place] = lines
    # a terminal shows no shares of changes, whose old total is not known
    has_less = any(cost < 0 for _, cost in profile.calls.values()) or any(cost < 0 for cost, in table.values())
    base = 0 if is_for_terminal and has_less else total

    def check(done):
        blocks = read_tree(done.stdout, is_for_terminal)
        found = {}
        order = []
        for block in blocks:
            lines = []
            for mark, name, ncalls, count, share in block:
                cycle = re.fullmatch(r'<cycle \d+> as a whole: (.*)', name)
                name = '' if cycle else re.sub(' <cycle .*>', '', name)
                if is_for_terminal:
                    check_percent(share, count, base)
                else:
                    check_share(share, count, total)
                lines.append((mark, name, ncalls, count))
                if mark == '*':
                    key = (name,) if name else ('', members(cycle[1]), count)
                    order.append(-abs(count))
            found[key] = lines
        expect(found, {place if place[0] else ('', len(place[1]), table[place][0]): lines
                       for place, lines in wanted.items()}, 'functions and calls')
        expect(order, sorted(order), 'order')
    options = ['--auto=no', '--tree=' + mode, '--threshold=' + percentage]
    options += ['--inclusive'] * is_inclusive + ['--width=200'] * is_for_terminal
    return Run(model, ['cg-annotate', *options, 'in'], {'in': profile.text()}, check)


def case_stacks(rand):
    """cg-export --to=folded --inclusive: divides costs, and loses nothing"""
    profile, model = Calls(rand, False), Model()
    profile.needs(model)

    def check(done):
        costs = [int(line.rpartition(' ')[2]) for line in done.stdout.splitlines()]
        expect(sum(costs), profile.rows(), 'the sum of all stacks')
        if any(cost < 0 for cost in costs):
            raise Fault('a negative cost')
    return Run(model, ['cg-export', '--to=folded', '--inclusive', '--threshold=' + rand.choice(['0.1', '50', '1']),
                       'in'], {'in': profile.text()}, check)


def case_calls(rand):
    """cg-merge and cg-diff: summaries, and the numbers and costs of calls"""
    profiles, model = [Calls(rand, rand.random() < .3) for _ in range(2)], Model()
    for profile in profiles:
        profile.needs(model)
    is_diff = rand.random() < .5
    op = 'sub' if is_diff else rand.choice(['sum', 'min', 'max'])

    def joined(pairs):
        both = [pair for pair in pairs if pair is not None]
        if op == 'sub':
            return [b - a for a, b in zip(pairs[0] or [0, 0], pairs[1] or [0, 0])]
        return [combine(op, [pair[i] for pair in both], 2) for i in range(len(both[0]))]
    calls = {pair: joined([profile.calls.get(pair) for profile in profiles])
             for pair in {**profiles[0].calls, **profiles[1].calls}}
    own = {name: joined([[profile.own[name]] * 2 if name in profile.own else None for profile in profiles])[0]
           for name in {**profiles[0].own, **profiles[1].own}}
    for what in [number for pair in calls.values() for number in pair]:
        model.needs(what, 'calls or their costs')
    for number in own.values():
        model.needs(number, 'costs')
    # without a summary, the rows are the cost of the program
    rests = [profile.total() - profile.rows() for profile in profiles]
    rest = rests[1] - rests[0] if is_diff else combine(op, rests, 2)
    rows = model.sums([own[name] for name in sorted(own)], 'totals')
    if any(rests):
        model.needs(rows + rest, 'the summary')

    def check(done):
        found_calls, found_own, name, callee, pending = {}, {}, None, None, None
        ends = {}
        for line in done.stdout.splitlines():
            word, _, value = line.partition('=')
            if word == 'fn':
                name = value
            elif word == 'cfn':
                callee = value
            elif word == 'calls':
                pending = int(value.split()[0])
            elif re.fullmatch(r'\d+ -?\d+', line):
                cost = int(line.split()[1])
                if pending is None:
                    found_own[name] = found_own.get(name, 0) + cost
                else:
                    found_calls[(name, callee)], pending = [pending, cost], None
            elif re.match('(summary|totals): ', line):
                ends[line.split()[0]] = int(line.split()[1])
        expect(found_own, own, 'costs')
        expect(found_calls, calls, 'calls')
        expect(ends['totals:'], sum(own.values()), 'totals')
        expect(ends.get('summary:', ends['totals:']), rows + rest, 'summary')
    command = ['cg-diff'] if is_diff else ['cg-merge', '--op=' + op]
    return Run(model, command + ['p0', 'p1'], {f'p{i}': profile.text() for i, profile in enumerate(profiles)}, check)
