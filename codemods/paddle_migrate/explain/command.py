"""`paddle-migrate explain PM203` and `paddle-migrate explain fluid.layers.mean`: the page for a code or an API."""

from __future__ import annotations

import ast

import click

from paddle_migrate.codes import CODES, level_of
from paddle_migrate.explain.pages import Page, page_of
from paddle_migrate.interrupts import Interruptible
from paddle_migrate.rules.rule import Rule, RuleModule

_WORKS = {
    "helper": "rewritten, with a helper function written into the script",
    "code": "runs under the compat layer; rewritten where a whole pattern is recognised",
}


@click.command(cls=Interruptible, context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("word", metavar="CODE|API")
def explain_command(word: str) -> None:
    """Say what a finding's code means, or what a legacy API is today."""
    text = explain(word)
    if text is None:
        raise click.UsageError(f"{word!r} is neither a code such as PM203 nor a legacy name such as fluid.layers.mean")
    click.echo(text)


def explain(word: str) -> str | None:
    """The page as text; None when nobody knows the word."""
    code = CODES.get(word.upper())
    if code is not None:
        return f"{word.upper()} ({level_of(word.upper())}): {code.title}\n\n{code.text}"
    name = word if word.startswith("paddle.") else f"paddle.{word}"
    page = page_of(name)
    return _api(page) if page is not None and not isinstance(page.rule, RuleModule) else None


def _api(page: Page) -> str:
    rule = page.rule
    if not isinstance(rule, Rule):
        return f"{page.name}\nstate: not there yet, here or in the compat layer; write the call in today's Paddle"
    state = "gone" if page.state == "gone" else _WORKS.get(rule.kind, "rewritten")
    lines = [f"{page.name}{page.signature}", f"state: {state}"]
    if rule.kind == "gone":
        lines += [f"why: {rule.why}", f"what to do: {rule.do}"]
    else:
        lines += _today(page)
    lines += [f"{p}= is dropped: {reason}" for p, reason in rule.dropped.items()]
    if rule.vector_result:
        lines.append("a full reduction had shape [1] in 1.8 and has no dimension today")
    if rule.differs:
        lines.append(f"numbers: {rule.differs}")
    if rule.same_dtype:
        lines.append(f"dtype: {rule.same_dtype}")
    if page.state == "works":
        lines.append(f"dialects: {page.dialects}; Paddle: {', '.join(page.paddles)}")
    words = ast.get_docstring(rule.node) if rule.node is not None else None
    return "\n".join(lines + (["", words] if words else []))


def _today(page: Page) -> list[str]:
    if page.today:
        return [f"today: {page.today}"]
    if isinstance(page.rule, Rule) and page.rule.kind != "code" and page.choices:
        return [f"today, as the arguments choose: {', '.join(page.choices)}"]
    return []
