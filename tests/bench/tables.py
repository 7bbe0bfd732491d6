# SPDX-License-Identifier: BSD-2-Clause
"""Tables of counts beside native times, in Markdown, and the pages that have them."""

import statistics

# as KCachegrind has it
CEST = (
    "CEst = Ir + 10 I1mr + 10 D1mr + 10 D1mw + 10 Bcm + 10 Bim"
    " + 100 ILmr + 100 DLmr + 100 DLmw"
)


def rates_of(event, profiles, times):
    """Returns how many of the event's number there are in a nanosecond, by program."""
    return {name: found[event] / times[name][0] for name, found in profiles.items()}


def show_cases(title, profiles, times):
    """Returns the lines of a table.  A profile has numbers by event, all the same events; times
    are the shortest one in nanoseconds, and by which part the median one was longer."""
    events = list(next(iter(profiles.values())))
    heads = [*events, "native ns", "spread"] + [event + " / ns" for event in events]
    out = [f"| {title} | " + " | ".join(heads) + " |", "|---" + "|--:" * len(heads) + "|"]
    for name, found in profiles.items():
        native, spread = times[name]
        rates = " | ".join(f"{count / native:.2f}" for count in found.values())
        numbers = " | ".join(f"{count:,.0f}" for count in found.values())
        out.append(f"| {name} | {numbers} | {native:,.0f} | {100 * spread:.0f} % | {rates} |")
    out.append("")
    for event in events:
        rates = sorted(rates_of(event, profiles, times).values())
        quarter = len(rates) // 4
        out.append(
            f"{event} per nanosecond: median {statistics.median(rates):.2f}, half of them from "
            f"{rates[quarter]:.2f} to {rates[-1 - quarter]:.2f}, all from {rates[0]:.2f} to "
            f"{rates[-1]:.2f}."
        )
    return out


def show_pairs(pairs, profiles, times):
    """Returns the lines of a table, and for each event a line that says how right it is."""
    events = list(next(iter(profiles.values())))
    out = [
        "| old | new | native | " + " | ".join(events) + " | wrong |",
        "|---|---|--:" + "|--:" * len(events) + "|---|",
    ]
    right = {event: 0 for event in events}
    errors = {event: [] for event in events}
    judged = 0
    for old, new in pairs:
        native = times[new][0] / times[old][0]
        differs = native <= 0.9 or native >= 1.1
        judged += differs
        wrong, ratios = [], []
        for event in events:
            ratio = profiles[new][event] / profiles[old][event]
            ratios.append(ratio)
            errors[event].append(abs(ratio / native - 1))
            # one that hardly differs does not say which is faster
            is_right = (ratio < 1) == (native < 1) and abs(ratio - 1) >= 0.01
            right[event] += differs and is_right
            if differs and not is_right:
                wrong.append(event)
        shown = " | ".join(f"{ratio:.2f}" for ratio in ratios)
        verdict = ", ".join(wrong) if differs else "(within 10 %)"
        out.append(f"| {old} | {new} | {native:.2f} | {shown} | {verdict} |")
    out.append("")
    for event in events:
        out.append(
            f"{event} says which is faster in {right[event]} of {judged} pairs that differ by "
            f"10 % or more; the median error of its ratio is "
            f"{100 * statistics.median(errors[event]):.0f} %."
        )
    return out


def update(page, target, lines):
    """Puts lines between the two marks of a page that name a target of make."""
    begin, end = f"<!-- begin: make {target} -->", "<!-- end -->"
    with open(page, encoding="utf-8") as file:
        text = file.read()
    before, _, rest = text.partition(begin)
    _, _, after = rest.partition(end)
    with open(page, "w", encoding="utf-8") as file:
        file.write(before + begin + "\n\n" + "\n".join(lines) + "\n\n" + end + after)
