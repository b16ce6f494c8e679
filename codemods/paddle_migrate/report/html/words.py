"""The page's own words in English and Chinese; a button changes over."""

from __future__ import annotations

import html

from paddle_migrate.codes import Level

LEVEL_NAMES: dict[Level, tuple[str, str]] = {
    "error": ("error", "错误"),
    "person": ("left to a person", "需人工处理"),
    "note": ("note", "需留意"),
    "rewritten": ("rewritten", "已改写"),
}


def both(english: str, chinese: str) -> str:
    """Both languages as HTML; the style sheet shows one."""
    return f'<span lang="en">{html.escape(english)}</span><span lang="zh-CN">{html.escape(chinese)}</span>'


def level_name(level: Level) -> str:
    return both(*LEVEL_NAMES[level])
