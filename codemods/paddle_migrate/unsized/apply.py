"""Old-form layers become the 1.8 form with the sizes written out, which the rules take from there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import libcst as cst

from paddle_migrate.changes.arguments import take_out
from paddle_migrate.changes.inline import Inliner
from paddle_migrate.facts.names import Reference
from paddle_migrate.interpreter.interpreter import Interpreter
from paddle_migrate.interpreter.places import Places, placed
from paddle_migrate.interpreter.records import Made
from paddle_migrate.rules.expansion import Refused, Written
from paddle_migrate.rules.rule import Rule
from paddle_migrate.text.pytree import python_tree
from paddle_migrate.unsized.branches import Records, by_site, say_other_sizes
from paddle_migrate.unsized.callers import Calls, Names
from paddle_migrate.unsized.dialect import ScriptDialect
from paddle_migrate.unsized.inputs import prepare_inputs
from paddle_migrate.unsized.known import entries, sizes_of
from paddle_migrate.unsized.loops import Loops
from paddle_migrate.unsized.name_scope import tidy
from paddle_migrate.unsized.old_form import SCOPE, OldForm, OldRule, old_rules
from paddle_migrate.unsized.plan import NotSaid, Plan
from paddle_migrate.unsized.trace import NotTraced, trace
from paddle_migrate.unsized.write import write_plan

if TYPE_CHECKING:
    from paddle_migrate.script import Script

_WRITE = "write the 1.8 form with the size"
_LISTED = "it is called with a list of inputs; make a Linear for each of the inputs and add what they give"
_TRACE = ", or let --trace run the script to find it"
if TYPE_CHECKING:
    from paddle_migrate.script import Script


def apply(script: Script, old: list[Reference]) -> None:
    """Make these calls, all in their old form, the calls of today's layers, and what that needs around them."""
    places = Places(script.source)
    made = interpret(script, places, old)
    known = by_site(made)
    if script.options.trace:
        known = _traced(script, places, old, known)
    plan = Plan(Loops(script.source, places), Names(script, places), Calls(script, places))
    gone: list[cst.Arg] = []  # the name scopes of the layers that are rewritten
    for reference in old:
        assert reference.call is not None
        if _size(script, plan, reference, known.get(places.of(reference.call), [])):
            gone.append(reference.call.args[_scope(reference.call)])
    for reference in old:
        rule = script.rule(reference)
        if isinstance(rule, OldForm) and rule.old is not None and reference.call is not None:
            mine = [r for r in made if r.site == places.of(reference.call)]
            say_other_sizes(script, plan, rule.old, mine, rule.sizes)
    scopes = tidy(script, gone)
    write_plan(script, places, plan, scopes)


def _traced(script: Script, places: Places, old: list[Reference], known: Records) -> Records:
    """What is known, and where something is missing what a run of the script tells."""
    path = Path(script.source.path)
    calls = {places.of(r.call): r for r in old if r.call is not None}
    missing = [r for site, r in calls.items() if not _is_told(script, r, known.get(site, []))]
    if not missing:
        return known
    try:
        if path.suffix != ".py" or not path.is_file():
            raise NotTraced("only a Python file can be run")
        records, trouble = trace(path)
    except NotTraced as reason:
        script.say(missing[0].node, "PM216", "--trace", f"no sizes from running the script: {reason}")
        return known
    words = "the script was run to find sizes that its text does not tell" + (f"; {trouble}" if trouble else "")
    script.say(missing[0].node, "PM216", "--trace", words)
    return {**known, **by_site([placed(made, places) for made in records])}


def _is_told(script: Script, reference: Reference, records: list[Made]) -> bool:
    assert reference.call is not None
    old = old_rules()[reference.short.rpartition(".")[2]]
    try:
        wanted = _form(script, old, reference.call).asks_for(_arguments(script, reference.call), script.options.target)
        for name in wanted:
            sizes_of(old, records, name)
    except Refused:
        return True
    except NotSaid:
        return False
    return True


def _size(script: Script, plan: Plan, reference: Reference, records: list[Made]) -> bool:
    """Make the reference one to the 1.8 form; False, and said why, when a size is missing."""
    call = reference.call
    assert call is not None
    old, rule = old_rules()[reference.short.rpartition(".")[2]], reference.rule
    if isinstance(rule, Rule) and rule.kind == "helper" and not old.tensors_matter:
        take_out(script, call, call.args[_scope(call)])  # the helper takes the rest as 1.8 did
        return True
    try:
        form = _form(script, old, call)
        wanted = form.asks_for(_arguments(script, call), script.options.target)
        form.sizes.update({name: _text(plan, old, records, name) for name in wanted})
        Inliner(script, replace(reference, rule=form)).check()
        if any(made.listed for made in records):
            raise Refused(_LISTED)
        prepare_inputs(script, reference, form, records)
    except Refused as refused:
        script.leave(reference, "PM303", str(refused))
        return False
    except NotSaid as reason:
        do = _WRITE + ("" if script.options.trace else _TRACE)
        script.leave(reference, "PM309", f"its input size is not known: {reason}; {do}")
        return False
    script.read_by(reference, form)
    if wanted:
        script.edits.replace(*script.source.span(call.args[form.scope].value), form.sizes[wanted[0]])
    return True


def _scope(call: cst.Call) -> int:
    """Which argument is the name scope."""
    return next((i for i, a in enumerate(call.args) if a.keyword and a.keyword.value == SCOPE), 0)


def _text(plan: Plan, old: OldRule, records: list[Made], name: str) -> str:
    found = sizes_of(old, records, name)
    sizes = {size for _, size in found}
    if len(sizes) == 1 and isinstance(next(iter(sizes)), tuple) and len(next(iter(sizes))) != 1:
        return str(list(sizes.pop()))
    return plan.text(entries(found), name)


def _form(script: Script, old: OldRule, call: cst.Call) -> OldForm:
    if any(a.star for a in call.args):
        raise Refused(f"called with {'**' if call.args[-1].star == '**' else '*'}; write the arguments out")
    rule = old.rule
    return OldForm(
        rule.name.replace(".unsized.", ".nn."), "class", rule.module, rule.node, old.params, old=old, scope=_scope(call)
    )


def _arguments(script: Script, call: cst.Call) -> tuple[tuple[str, Written], ...]:
    """The arguments as far as a rule's conditions ask about them."""
    plain = (cst.Integer, cst.SimpleString)

    def text(value: cst.BaseExpression) -> str:
        if isinstance(value, cst.Name):
            return value.value if value.value in ("None", "True", "False") else ""
        return script.source.code(value) if isinstance(value, plain) else ""

    return tuple((a.keyword.value if a.keyword else "", (text(a.value), ())) for a in call.args)


def interpret(script: Script, places: Places, old: list[Reference]) -> list[Made]:
    """Every old-form layer that the script makes, with what it is called with."""
    tree = python_tree(script.source.text)
    if tree is None:
        return []
    machine = Interpreter(ScriptDialect(script, places, old))
    machine.run(tree)
    return machine.made
