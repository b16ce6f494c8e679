"""`super().__init__(*args, **kwargs)` of a class that derives from a legacy one: the arguments are renamed when they
come."""

from __future__ import annotations

from dataclasses import dataclass

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.rules.expansion import Refused
from paddle_migrate.rules.rule import Rule
from paddle_migrate.script import Script


@dataclass(frozen=True)
class Starred:
    """A call with a star: its plain arguments by today's names, what stands behind the stars, and the other names."""

    call: cst.Call
    plain: dict[str, cst.BaseExpression]
    several: cst.BaseExpression | None  # *args
    keywords: cst.BaseExpression | None  # **kwargs
    today: dict[str, str]


def read_starred(call: cst.Call, rule: Rule, today: dict[str, str]) -> Starred:
    """Raises Refused where an argument is not handed on as it is, or the stars are not the last of their kind."""
    stars = [arg.star for arg in call.args if arg.star]
    first = next((i for i, arg in enumerate(call.args) if arg.star), 0)
    placed = [arg for arg in call.args if not arg.star and arg.keyword is None]
    named = {arg.keyword.value: arg.value for arg in call.args if arg.keyword is not None}
    late = any(arg in placed for arg in call.args[first:])
    if not all(today.values()) or len(set(stars)) < len(stars) or late or not named.keys() <= today.keys():
        raise Refused(f"called with {stars[-1]}; write the arguments out")
    given = {**dict(zip(today, (arg.value for arg in placed), strict=False)), **named}
    behind = {star: arg.value for arg in call.args if (star := arg.star)}
    rest = {old: new for old, new in list(today.items())[len(placed) :] if "*" in behind or old != new}
    return Starred(call, {today[old]: value for old, value in given.items()}, behind.get("*"), behind.get("**"), rest)


def write_starred(script: Script, starred: Starred) -> None:
    """`**today_arguments(args, kwargs, parameter_list="parameters", …)`, behind what is written out."""
    if starred.several is None and not starred.today:
        return
    name = write_written(script, "today_arguments")
    start, end = script.source.span(starred.call.func)[1], script.source.core(starred.call)[1]

    def written() -> str:
        plain = [f"{key}={script.render(value)}" for key, value in starred.plain.items()]
        several = script.render(starred.several) if starred.several is not None else "()"
        keywords = script.render(starred.keywords) if starred.keywords is not None else "{}"
        names = [f'{old}="{new}"' for old, new in starred.today.items()]
        renamed = f"**{name}({', '.join([several, keywords, *names])})"
        return f"({', '.join([*plain, renamed])})"

    script.edits.replace(start, end, written)
