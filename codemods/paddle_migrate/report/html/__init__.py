"""The report for readers: one HTML file that needs nothing else and loads nothing.

Everything from the user's files is escaped. Besides, the page's own policy lets only its own script run, known by its
hash, and lets nothing be fetched.
"""

from __future__ import annotations

import base64
import hashlib
from html import escape
from importlib.resources import files

from paddle_migrate.chinese.wanted import is_chinese, is_chosen
from paddle_migrate.outcome import Outcome
from paddle_migrate.report.html.card import card
from paddle_migrate.report.html.overview import by_api, by_code, filters, tiles
from paddle_migrate.report.html.words import both
from paddle_migrate.report.summary import first_files
from paddle_migrate.report.tally import tool_version

_FEW = 4  # files in a report that shows every diff from the start


def render(outcomes: list[Outcome]) -> str:
    script, style = _data("page.js"), _data("page.css")
    policy = f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; base-uri 'none'"
    version = tool_version()
    told = [o for o in outcomes if o.changed or o.findings]
    cards = "".join(card(outcome, n, len(told) <= _FEW) for n, outcome in enumerate(_in_order(told)))
    language = "zh-CN" if is_chinese() else "en"
    nothing = f"<p>{both('No file uses the old API.', '没有文件使用旧 API。')}</p>"
    return f"""<!doctype html>
<html lang="{language}"{" data-chosen" * is_chosen()}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>paddle-migrate</title>
<style>{style}</style>
</head>
<body>
<header><h1>paddle-migrate <small>{"" if version == "unknown" else escape(version)}</small></h1>
<button type="button" id="language" lang="zh-CN">中文</button></header>
<section class="tiles">{tiles(outcomes)}</section>
<section class="tables">
<div><h2>{both("By kind of finding", "按种类")}</h2>{by_code(outcomes)}</div>
<div><h2>{both("By legacy API", "按旧 API")}</h2>{by_api(outcomes)}</div>
</section>
<form id="filters">{filters(outcomes)}</form>
<main>
<h2>{both("Files, least left first", "文件（剩余最少的在前）")}
<button type="button" data-all="open">{both("Open all", "全部展开")}</button>
<button type="button" data-all="">{both("Close all", "全部折叠")}</button></h2>
{cards or nothing}</main>
<script>{script}</script>
</body>
</html>
"""


def _in_order(outcomes: list[Outcome]) -> list[Outcome]:
    left = first_files(outcomes, len(outcomes))
    return left + [o for o in outcomes if not any(o is other for other in left)]


def _data(name: str) -> str:
    return files("paddle_migrate.report.html").joinpath(name).read_text(encoding="utf-8").strip()


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
