"""The report for readers: one HTML file that needs nothing else and loads nothing."""

from __future__ import annotations

from paddle_migrate.outcome import Outcome
from paddle_migrate.report.html.card import card
from paddle_migrate.report.html.frame import framed
from paddle_migrate.report.html.overview import by_api, by_code, filters, tiles
from paddle_migrate.report.html.words import both, said_in_both
from paddle_migrate.report.summary import first_files

_FEW = 4  # files in a report that shows every diff from the start


def render(outcomes: list[Outcome]) -> str:
    told = [o for o in outcomes if o.changed or o.findings]
    cards = "".join(card(outcome, n, len(told) <= _FEW) for n, outcome in enumerate(_in_order(told)))
    nothing = f"<p>{said_in_both('No file uses the old API.')}</p>"
    return framed(f"""<section class="tiles">{tiles(outcomes)}</section>
<section class="tables">
<div><h2>{both("By kind of finding", "按种类")}</h2>{by_code(outcomes)}</div>
<div><h2>{both("By legacy API", "按旧 API")}</h2>{by_api(outcomes)}</div>
</section>
<form id="filters">{filters(outcomes)}</form>
<main>
<h2>{both("Files, least left first", "文件（剩余最少的在前）")}
<button type="button" data-all="open">{both("Open all", "全部展开")}</button>
<button type="button" data-all="">{both("Close all", "全部折叠")}</button></h2>
{cards or nothing}</main>""")


def _in_order(outcomes: list[Outcome]) -> list[Outcome]:
    left = first_files(outcomes, len(outcomes))
    return left + [o for o in outcomes if not any(o is other for other in left)]
