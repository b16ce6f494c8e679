"""The page's own words in English and Chinese; a button changes over."""

from __future__ import annotations

import html

from paddle_migrate.chinese.sentences import in_chinese
from paddle_migrate.codes import Level
from paddle_migrate.findings import Finding

LEVEL_NAMES: dict[Level, tuple[str, str]] = {
    "error": ("error", "错误"),
    "person": ("left to a person", "需人工处理"),
    "note": ("note", "需留意"),
    "rewritten": ("rewritten", "已改写"),
}


def both(english: str, chinese: str) -> str:
    """Both languages as HTML; the style sheet shows one."""
    return f'<span lang="en">{html.escape(english)}</span><span lang="zh-CN">{html.escape(chinese)}</span>'


def said_in_both(text: str) -> str:
    """One of the tool's sentences; once only where it is the same in both."""
    chinese = in_chinese(text)
    return both(text, chinese) if chinese != text else html.escape(text)


def attributes_in_both(text: str, form: str = "{}") -> str:
    """A text, as `form` has it, that the page's script shows in the language of the page."""
    english, chinese = (html.escape(form.format(each)) for each in (text, in_chinese(text)))
    return f'data-en="{english}" data-zh="{chinese}"'


def message(finding: Finding) -> str:
    name = f"<code>{html.escape(finding.name)}</code> " if finding.name else ""
    return name + said_in_both(finding.message)


def level_name(level: Level) -> str:
    return both(*LEVEL_NAMES[level])
