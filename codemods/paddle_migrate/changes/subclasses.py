"""Classes of the script that derive from a legacy one: what reaches its constructor gets today's names."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

import libcst as cst

from paddle_migrate.changes.class_values import names_a_class
from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.inline import Inliner
from paddle_migrate.facts.definitions import is_super, method_of
from paddle_migrate.facts.names import Reference
from paddle_migrate.rules.expand import expand
from paddle_migrate.rules.expansion import Call, Refused, given
from paddle_migrate.rules.rule import Rule
from paddle_migrate.script import Script


def base_arguments(script: Script, owner: cst.ClassDef, reference: Reference, rule: Rule) -> bool:
    """Rewrite the arguments in every call that reaches the base's constructor; False, and said, where one has no form.

    They are those of its `super().__init__(…)`, and where it has no `__init__`, of the class itself.
    """
    if not rule.params:
        return True
    inliners: list[Inliner] = []
    starred: list[_Starred] = []
    at: cst.CSTNode = owner
    try:
        for call in _reaching(script, owner):
            at = call
            if any(arg.star for arg in call.args):
                starred.append(_read_starred(call, rule, _today_names(rule)))
                continue
            inliner = Inliner(script, Reference(reference.name, reference.node, call, reference.binding, rule, []))
            if inliner.expansion.activation is not None:
                raise Refused("act= in the constructor of a subclass: call the activation in forward()")
            inliner.check_arguments()
            inliners.append(inliner)
    except Refused as refused:
        script.say(at, "PM303", reference.short, str(refused))
        script.report(reference)
        return False
    for inliner in inliners:
        inliner.write_arguments()
    for each in starred:
        _write_starred(script, each)
    _say_to_others(script, owner, reference, rule, bool(inliners or starred))
    return True


def _reaching(script: Script, owner: cst.ClassDef) -> Iterator[cst.Call]:
    """The calls whose arguments the constructor of the class's base gets."""
    if method_of(owner, "__init__") is None:
        yield from _calls_of(script, owner)
        return
    for attribute in script.source.attributes.get("__init__", ()):
        call = script.source.parents.get(attribute)
        mine = isinstance(call, cst.Call) and script.source.parent(call, cst.ClassDef) is owner
        if mine and isinstance(call, cst.Call) and is_super(attribute.value):
            yield call


def _calls_of(script: Script, owner: cst.ClassDef) -> Iterator[cst.Call]:
    """Calls of the class, and of what its heirs make of it. Raises Refused where it is handed on."""
    bindings = script.scopes.of(owner).find(owner.name.value)
    for use in bindings[0].uses if bindings else ():
        parent, taker = script.source.parents.get(use), script.taker(use)
        if isinstance(parent, cst.Call) and parent.func is use:
            yield parent
        elif isinstance(taker, cst.ClassDef):
            yield from _reaching(script, taker)
        elif not (names_a_class(script, use) or is_super(taker)):
            name, line = owner.name.value, script.source.line(use)
            raise Refused(f"{name} has no __init__ and is used as a value in line {line}")


def _say_to_others(script: Script, owner: cst.ClassDef, reference: Reference, rule: Rule, is_called: bool) -> None:
    """Where the class takes its base's arguments as they come, its calls in other files have the old ones."""
    if method_of(owner, "__init__") is not None:
        return
    name = owner.name.value
    others = script.others.named_in(name) if script.others is not None else []
    changed = _changed(rule)
    if changed and (others or not is_called):
        where = f" ({', '.join(others)})" if others else ""
        words = f"has no __init__ of its own, so calls in other files{where} must use today's names: {changed}"
        script.say(owner, "PM330", name, words)


def _changed(rule: Rule) -> str:
    """The arguments that have other names today: `num_channels → in_channels`."""
    return ", ".join(f"{old} → {new}" for old, new in _today_names(rule).items() if new not in ("", old))


def _today_names(rule: Rule) -> dict[str, str]:
    """What each argument is called today, in their order; "" for what is not handed on as it is."""
    needed = [p.name for p in rule.params if p.default is None]
    return {p.name: _today(rule, [*needed, p.name]) for p in rule.params}


def _today(rule: Rule, names: list[str]) -> str:
    """What the last of these arguments is called today."""
    givens: dict[str, ast.expr] = {name: given(number, False) for number, name in enumerate(names)}
    try:
        value = expand(rule, Call([], givens)).value
    except Refused:
        return ""
    keywords = value.keywords if isinstance(value, ast.Call) else []
    return next((str(k.arg) for k in keywords if k.value is givens[names[-1]]), "")


@dataclass(frozen=True)
class _Starred:
    """`super().__init__(*args, **kwargs)`, whose arguments are renamed when they come: its plain ones by today's names,
    what stands behind the stars, and the other names."""

    call: cst.Call
    plain: dict[str, cst.BaseExpression]
    several: cst.BaseExpression | None  # *args
    keywords: cst.BaseExpression | None  # **kwargs
    today: dict[str, str]


def _read_starred(call: cst.Call, rule: Rule, today: dict[str, str]) -> _Starred:
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
    return _Starred(call, {today[old]: value for old, value in given.items()}, behind.get("*"), behind.get("**"), rest)


def _write_starred(script: Script, starred: _Starred) -> None:
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
