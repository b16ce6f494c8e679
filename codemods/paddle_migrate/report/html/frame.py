"""What stands around a page's own: one HTML file that needs nothing else and loads nothing.

Everything from the user's files is escaped. Besides, the page's own policy lets only its own script run, known by its
hash, and lets nothing be fetched.
"""

from __future__ import annotations

import base64
import hashlib
from html import escape
from importlib.resources import files

from paddle_migrate.chinese.wanted import is_chinese, is_chosen
from paddle_migrate.report.tally import tool_version


def framed(body: str) -> str:
    script, style = _data("page.js"), _data("page.css")
    policy = f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; base-uri 'none'"
    version = tool_version()
    language = "zh-CN" if is_chinese() else "en"
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
{body}
<script>{script}</script>
</body>
</html>
"""


def _data(name: str) -> str:
    return files("paddle_migrate.report.html").joinpath(name).read_text(encoding="utf-8").strip()


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
