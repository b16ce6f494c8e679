"""`act=` in a layer's constructor → the activation at the layer's call sites, so that `state_dict` keys stay."""

from __future__ import annotations

import ast

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.inline import Inliner
from paddle_migrate.changes.spelling import fill, spell
from paddle_migrate.facts.call_sites import call_sites
from paddle_migrate.facts.names import Reference
from paddle_migrate.rules.expand import activated, expand
from paddle_migrate.rules.expansion import Call, Refused
from paddle_migrate.rules.library import own_rule
from paddle_migrate.rules.rule import Rule
from paddle_migrate.script import Script

IN_PROGRAMS = False  # constructors of layers; functions have act= in their rules


def rewrite(script: Script) -> None:
    for reference in script.open():
        rule = script.rule(reference)
        if script.is_reported(reference) or reference.call is None or not isinstance(rule, Rule):
            continue
        if rule.kind not in ("class", "wrapper") or not _gives_act(reference.call, rule):
            continue
        try:
            inliner = Inliner(script, reference)
        except Refused:
            continue  # reported where calls are inlined
        if inliner.expansion.activation is not None:
            _move(script, reference, inliner)


def _gives_act(call: cst.Call, rule: Rule) -> bool:
    """Whether the call may give the activation: by its name, in its place, or behind a star."""
    place = next((i for i, p in enumerate(rule.params) if p.name == "act"), None)
    if place is None:
        return False
    return any(a.star or (a.keyword and a.keyword.value == "act") for a in call.args) or (
        sum(a.keyword is None for a in call.args) > place
    )


def _move(script: Script, reference: Reference, inliner: Inliner) -> None:
    act = inliner.expansion.activation
    value = act.value if isinstance(act, ast.Constant) else getattr(act, "value", None)
    name = value if isinstance(value, str) else None
    try:
        parts = _around(script, inliner, name) if name is not None else None
    except Refused as refused:
        script.leave(reference, "PM303", str(refused))
        return
    sites = call_sites(script.facts, reference)
    try:
        new = inliner.write()
    except Refused as refused:
        script.leave(reference, "PM303", str(refused))
        return
    script.settle(reference)
    if sites is not None and parts is not None:
        for site in sites:
            start, end = script.source.core(site)
            script.edits.wrap(start, end, *parts)
        script.say(reference.node, "PM103", reference.short, f"→ {new}; its act={value!r} is now at its calls")
        return
    if parts is not None:
        is_plain = parts[0].count("(") == 1 and parts[1] == ")"
        activation = parts[0][:-1] if is_plain else f"lambda x: {parts[0]}x{parts[1]}"
    else:
        activation = _named(script, reference, act)  # type: ignore[arg-type]
        if sites and _keep(script, reference, fill(script, activation, inliner.parts), sites):
            words = f"→ {new}; its act= is kept beside it, and called behind it"
            script.say(reference.node, "PM103", reference.short, words)
            return
    helper = write_written(script, "with_activation")
    start, end = script.source.core(reference.call)  # type: ignore[arg-type]
    script.edits.wrap(start, end, f"{helper}(", lambda: f", {fill(script, activation, inliner.parts)})")
    script.say(
        reference.node,
        "PM124",
        reference.short,
        f"→ {new}; the layer is not only called where it is made, so {helper}() adds its activation",
    )


def _named(script: Script, reference: Reference, act: ast.expr) -> str:
    """The activation that only running names, as text."""
    rule = own_rule("_today.activation_by_name")
    found = expand(rule, Call([act], {}), script.options.target)
    return spell(script, reference.binding, found, found.value)


def _keep(script: Script, reference: Reference, activation: str, sites: list[cst.Call]) -> bool:
    """An activation that only running tells, kept in an attribute beside the layer and called around its calls."""
    assign = script.source.parents.get(reference.call)
    target = assign.targets[0].target if isinstance(assign, cst.Assign) else None
    if not isinstance(target, cst.Attribute) or "\n" in activation:
        return False
    name = f"{target.attr.value}_act"
    if name in script.source.attributes:
        return False
    kept = f"{script.source.code(target.value)}.{name}"
    script.beside.behind(assign, [f"{kept} = {activation}"])  # type: ignore[arg-type]
    for site in sites:
        assert isinstance(site.func, cst.Attribute)
        receiver = script.source.code(site.func.value)
        script.edits.wrap(*script.source.core(site), f"{receiver}.{name}(", ")")
    return True


def _around(script: Script, inliner: Inliner, act: str) -> tuple[str, str]:
    """The text before and behind a value under the activation: ("F.relu(", ")")."""
    found = activated(inliner.rule.module.library, act)
    before, _, after = spell(script, inliner.binding, found, found.value).partition("__given_0__")
    return before, after
