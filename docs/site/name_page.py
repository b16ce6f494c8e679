"""The page of a legacy name, and of a finding's code, in the language that is spoken."""

from __future__ import annotations

import ast

from paddle_migrate.chinese.sentences import said
from paddle_migrate.codes import CODES, level_of
from paddle_migrate.explain.pages import Page
from paddle_migrate.rules.rule import Rule
from words import headed, word

SHOWN = 3  # tests that are named


def name_page(page: Page, tests: list[str]) -> str:
    """`tests`: the files that hold it to 1.8.5."""
    rule = page.rule
    lines = [f"# {page.name.removeprefix('paddle.')}", ""]
    if page.signature:
        lines += ["```python", f"{page.name}{page.signature}", "```", ""]
    if not isinstance(rule, Rule):
        return "\n".join([*lines, word("module" if rule is not None else "not yet"), ""])
    if rule.kind == "gone":
        words = [headed("gone", said(rule.why)), "", headed("do", said(rule.do)), ""]
        return "\n".join([*lines, *words])
    lines += [*_today(page, rule), *_dropped(rule), *_differences(rule)]
    lines += [headed("dialects", page.dialects), "", headed("paddles", ", ".join(page.paddles)), ""]
    if tests:
        more = " …" if len(tests) > SHOWN else ""
        lines += [headed("tests", ", ".join(f"`tests/{each}`" for each in tests[:SHOWN]) + more), ""]
    meaning = ast.get_docstring(rule.node) if rule.node is not None else None
    return "\n".join([*lines, *([f"## {word('meaning')}", "", _plain(meaning), ""] if meaning else [])])


def _today(page: Page, rule: Rule) -> list[str]:
    if page.today:
        before, after, in_program = page.example[:3]
        written = rule.kind == "helper" or page.example.helper
        said_how = [word("program"), ""] if in_program else [word("helper"), ""] if written else []
        return [f"## {word('today')}", "", "```python", f"{before}    # {word('before')}", "```", "",
                "```python", f"{after}    # {word('after')}", "```", "", *said_how]
    if rule.kind == "code":
        return [word("pattern"), ""]
    if page.choices:
        return [headed("choices", ", ".join(f"`{each}`" for each in page.choices)), ""]
    return [word("depends"), ""]


def _dropped(rule: Rule) -> list[str]:
    if not rule.dropped:
        return []
    rows = [f"| `{name}` | {said(reason)} |" for name, reason in rule.dropped.items()]
    return [f"## {word('dropped')}", "", f"| {word('argument')} | {word('why')} |", "| --- | --- |", *rows, ""]


def _differences(rule: Rule) -> list[str]:
    found = [said("a full reduction had shape [1] in 1.8 and has no dimension today")] if rule.vector_result else []
    found += [said(text) for text in (rule.differs, rule.same_dtype) if text]
    return [f"## {word('differences')}", "", *(f"- {text}" for text in found), ""] if found else []


def _plain(words: str) -> str:
    """A docstring's reStructuredText roles as Markdown."""
    for role in (":func:", ":class:", ":meth:", ":mod:"):
        words = words.replace(role, "")
    return words.replace("``", "`")


def code_page(code: str) -> str:
    """A finding's code: its level, and what to do."""
    return f"# {code}\n\n**{said(CODES[code].title)}** ({said(level_of(code))})\n\n{said(CODES[code].text)}\n"
