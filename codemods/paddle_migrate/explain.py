"""`paddle-migrate explain PM203` and `paddle-migrate explain fluid.layers.mean`: the page for a code or an API."""

from __future__ import annotations

import ast

import click

from paddle_migrate.codes import CODES, level_of
from paddle_migrate.expand import Call, Refused, expand
from paddle_migrate.rules import Rule, library

_STATES = {
    "function": "rewritten",
    "class": "rewritten",
    "wrapper": "rewritten",
    "move": "rewritten",
    "helper": "rewritten, with a helper function written into the script",
    "gone": "gone",
    "code": "runs under the compat layer; rewritten where a whole pattern is recognised",
}


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
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
    rule, beyond = library().legacy(name)
    return _api(name, rule) if isinstance(rule, Rule) and not beyond else None


def _api(name: str, rule: Rule) -> str:
    lines = [f"{name}{_signature(rule)}", f"state: {_STATES[rule.kind]}"]
    if rule.kind == "gone":
        lines += [f"why: {rule.why}", f"what to do: {rule.do}"]
    today = _today(rule)
    if today:
        lines.append(f"today: {today}")
    lines += [f"{p}= is dropped: {reason}" for p, reason in rule.dropped.items()]
    if rule.vector_result:
        lines.append("a full reduction had shape [1] in 1.8 and has no dimension today")
    if rule.differs:
        lines.append(f"numbers: {rule.differs}")
    words = ast.get_docstring(rule.node) if rule.node is not None else None
    return "\n".join(lines + (["", words] if words else []))


def _signature(rule: Rule) -> str:
    if rule.kind not in ("function", "class", "wrapper", "helper"):
        return ""
    params = [p.name if p.default is None else f"{p.name}={ast.unparse(p.default)}" for p in rule.params]
    return f"({', '.join(params)})"


def _today(rule: Rule) -> str:
    """What a call with its arguments by the names of the parameters means."""
    if rule.kind == "move":
        return rule.target
    required = [p for p in rule.params if p.default is None]
    try:
        value = expand(rule, Call([ast.Name(id=p.name, ctx=ast.Load()) for p in required], {})).value
    except Refused as refused:
        return "" if rule.kind in ("gone", "code", "helper") else f"depends on the call: {refused}"
    return ast.unparse(ast.fix_missing_locations(value))
