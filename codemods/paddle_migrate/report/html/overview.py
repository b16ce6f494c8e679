"""The head of the report: what is done and what is left, by kind of finding and by legacy API; and the filters."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from html import escape

from paddle_migrate.codes import CODES, Level, level_of
from paddle_migrate.outcome import Outcome
from paddle_migrate.report.html.words import attributes_in_both, both, level_name, said_in_both
from paddle_migrate.report.tally import LEVELS, Tally, tally, title

_SHOWN = 12  # rows of a table in sight; the others are a click away
_ORDER: tuple[Level, ...] = LEVELS[::-1]
_OF_API: tuple[Level, ...] = ("person", "note", "rewritten")


def tiles(outcomes: list[Outcome]) -> str:
    counts = tally(*outcomes)
    left = sum(bool(tally(o).left) for o in outcomes)
    cells = [
        ("", f"{counts.percent} %", both("of the old API's uses rewritten", "的旧 API 已改写"), _bar(counts)),
        ("", len(outcomes), both("files looked at", "个文件已检查"), ""),
        ("", sum(o.changed for o in outcomes), both("changed", "个文件有改动"), ""),
        ("", left, both("not finished", "个文件未完成"), ""),
        *((level, getattr(counts, level), level_name(level), "") for level in _ORDER),
    ]
    return "".join(
        f'<div class="tile {kind}"><strong>{value}</strong><span>{label}</span>{more}</div>'
        for kind, value, label, more in cells
        if kind != "error" or value
    )


def _bar(counts: Tally) -> str:
    return f"<progress max={max(counts.references, 1)} value={counts.rewritten or not counts.references:d}></progress>"


def by_code(outcomes: list[Outcome]) -> str:
    found = Counter(f.code for o in outcomes for f in o.findings)
    rows: list[str] = []
    for code in sorted(found, key=lambda c: (_ORDER.index(level_of(c)), -found[c], c)):
        text = f"<p>{said_in_both(CODES[code].text)}</p>" if code in CODES else ""
        rows.append(
            f'<tr><td><button type="button" data-set-code={code}>{code}</button>'
            f'<td><span class="badge {level_of(code)}">{level_name(level_of(code))}</span>'
            f"<td><details><summary>{said_in_both(title(code))}</summary>{text}</details><td>{found[code]}"
        )
    head = f"<th>{both('Code', '代码')}<th><th>{both('Kind of finding', '种类')}<th>{both('Number', '数量')}"
    return _table(head, rows)


def by_api(outcomes: list[Outcome]) -> str:
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for finding in (f for o in outcomes for f in o.findings if f.name):
        found[finding.name][finding.level] += 1
    names = sorted(found, key=lambda n: (-found[n]["person"], -found[n]["note"], -found[n]["rewritten"], n))
    rows = [
        f'<tr><td><button type="button" data-set-api="{escape(name)}">{_breakable(name)}</button>'
        + "".join(f"<td>{found[name][level] or ''}" for level in _OF_API)
        for name in names
    ]
    head = f"<th>{both('Old API', '旧 API')}" + "".join(f"<th>{level_name(level)}" for level in _OF_API)
    return _table(head, rows)


def _breakable(name: str) -> str:
    """A dotted name that may go on in a next line after a dot or before an underscore."""
    return re.sub(r"\.|(?<=\w)(?=_)", lambda m: f"{m[0]}<wbr>", escape(name))


def _table(head: str, rows: list[str]) -> str:
    table = f"<table><thead><tr>{head}</thead><tbody>{''.join(rows[:_SHOWN])}</tbody>"
    rest = rows[_SHOWN:]
    if not rest:
        return table + "</table>"
    more = both(f"{len(rest)} more", f"其余 {len(rest)} 项")
    return f'{table}<tbody hidden>{"".join(rest)}</tbody></table><button type="button" data-more>{more}</button>'


def _option(code: str, number: int) -> str:
    form = f"{code} {{}} ({number})"
    return f'<option value="{code}" {attributes_in_both(title(code), form)}>{escape(form.format(title(code)))}</option>'


def filters(outcomes: list[Outcome]) -> str:
    counts = tally(*outcomes)
    found = Counter(f.code for o in outcomes for f in o.findings)
    chips = "".join(
        f'<label class="chip {level}"><input type="checkbox" name="level" value="{level}"'
        f"{'' if level == 'rewritten' else ' checked'}>{level_name(level)} {getattr(counts, level)}</label>"
        for level in _ORDER
    )
    codes = "".join(_option(code, found[code]) for code in sorted(found))
    return (
        f'{chips}<select id="code"><option value="" data-en="every code" data-zh="所有代码">every code</option>{codes}'
        "</select>"
        '<input id="text" type="search" placeholder="text or API" data-zh="文字或 API" data-en="text or API">'
        '<input id="path" type="search" placeholder="file" data-zh="文件" data-en="file">'
        f'<button type="reset">{both("Reset", "重置")}</button><output id="shown"></output>'
    )
