"""`dygraph.guard(place)` and places → `paddle.device.set_device`; the block comes out by one level."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.blocks import into_function, take_item, unwrap
from paddle_migrate.changes.devices import PLACES, Device, device_of_argument, is_plain_place, plain_place
from paddle_migrate.changes.helpers import write_written
from paddle_migrate.facts.guards import DEFAULT
from paddle_migrate.facts.names import Reference
from paddle_migrate.script import Script

IN_PROGRAMS = True
_ALONE = "guards are all that shows dygraph beside the programs of this file: taken out, it would be one of programs"


def rewrite(script: Script) -> None:
    for reference in _guards(script):
        if script.options.half:
            _into_dynamic_mode(script, reference)
            continue
        item = script.source.parents.get(reference.call) if reference.call is not None else None
        statement = script.source.parents.get(item) if item is not None else None
        if isinstance(item, cst.WithItem) and isinstance(statement, cst.With) and _is_unnamed(script, item):
            _guard(script, reference, item, statement)
        elif reference.call is not None:
            _entered(script, reference, script.source.called(reference.call, "__enter__"))
    for reference in script.open("enable_dygraph"):
        _enable(script, reference)
    for reference in script.open("disable_dygraph", "disable_imperative"):
        _disable(script, reference)
    for reference in script.open(*PLACES):
        if is_plain_place(reference):
            plain_place(script, reference)


def _into_dynamic_mode(script: Script, reference: Reference) -> None:
    """Beside programs, dynamic mode is for the guard's block, as it was."""
    item = script.source.parents.get(reference.call) if reference.call is not None else None
    if not isinstance(item, cst.WithItem) or not _is_unnamed(script, item) or item.item is not reference.call:
        return
    name = write_written(script, "dynamic_mode")
    script.edits.replace(*script.source.span(reference.node), name)
    script.settle(reference)
    script.say(reference.node, "PM104", reference.short, f"→ {name}(): programs stand beside it in this file")


def _guards(script: Script) -> list[Reference]:
    return [r for r in script.open("guard") if ".dygraph." in r.name]


def _guard(script: Script, reference: Reference, item: cst.WithItem, statement: cst.With) -> None:
    call = reference.call
    assert call is not None
    device = _device(script, call)
    if device is None or not _may_come_first(script, item, statement):
        script.leave(
            reference,
            "PM304",
            f"the place `{script.source.code(call.args[0].value)}` is not known here; "
            "call paddle.device.set_device() with its name ('cpu', 'gpu:0') and take the `with` away",
        )
        script.record.wrapped.pop(statement, None)
        return
    if script.mode.is_mixed and not any(mode == "dynamic" for _, mode in script.mode.signs):
        script.leave(reference, "PM315", _ALONE)
        script.record.wrapped.pop(statement, None)
        return
    script.settle(reference)
    text = device.write(script)
    needs = script.guards.needs(statement)
    set_device = script.imports.spell("paddle.device.set_device", reference.binding) if text or needs.default else ""
    lines = [f"{set_device}({text or _default(script, reference)})"] if set_device else []
    if statement in script.record.wrapped:
        into_function(script, statement, lines)
    elif needs.scope:
        on_device = f"{write_written(script, 'on_device')}({text or _default(script, reference)})"
        script.edits.replace(*script.source.span(item.item), on_device)
        lines = [f"with {on_device}:"]
    elif needs.names:
        afresh = script.imports.spell("paddle.utils.unique_name.guard", reference.binding)
        script.edits.replace(*script.source.span(item.item), f"{afresh}()")
        script.beside.before(statement, *lines)
        lines.append(f"with {afresh}():")
    elif len(statement.items) > 1:
        take_item(script, statement, item)
        script.beside.before(statement, *lines)
    else:
        unwrap(script, statement, lines)
    new = ", ".join(lines) or "taken out: the dynamic graph is the default"
    script.say(reference.node, "PM104", reference.short, f"→ {new}")


def _default(script: Script, reference: Reference) -> str:
    """The device of a guard that named none, where another one did before it."""
    return DEFAULT.format(script.imports.spell("paddle.device.cuda.device_count", reference.binding))


def _device(script: Script, call: cst.Call) -> Device | None:
    return device_of_argument(script, call.args[0]) if call.args else Device()


def _is_unnamed(script: Script, item: cst.WithItem) -> bool:
    """Whether nothing uses the guard, which is None: `with guard() as g`."""
    name = item.asname.name if item.asname is not None else None
    return name is None or (isinstance(name, cst.Name) and not any(b.uses for b in script.scopes.find(name)))


def _may_come_first(script: Script, item: cst.WithItem, statement: cst.With) -> bool:
    """Whether the place can be asked for in front of the items before it: not in `with get() as p, guard(p)`."""
    before = statement.items[: statement.items.index(item)]
    named = {n.value for i in before if i.asname for n in script.source.inside(i.asname, cst.Name)}
    told = all(name.value not in named for name in script.source.inside(item.item, cst.Name))
    return not before or (told and all(call in script.by_call for call in script.source.inside(item.item, cst.Call)))


def _enable(script: Script, reference: Reference) -> None:
    if reference.call is not None and script.is_whole_statement(reference.call):
        _switch(script, reference, reference.call)


def _disable(script: Script, reference: Reference) -> None:
    """At the end of a file that is dynamic else: static mode from there on, as it was."""
    if reference.call is None or script.mode.of_file != "dynamic":
        return
    script.settle(reference)
    name = script.imports.spell("paddle.enable_static", reference.binding)
    script.edits.replace(*script.source.span(reference.node), name)
    script.say(reference.node, "PM104", reference.short, f"→ {name}()")


def _entered(script: Script, reference: Reference, call: cst.Call | None) -> None:
    """`guard(place).__enter__()`, which nobody leaves."""
    if call is not None and script.is_whole_statement(call):
        _switch(script, reference, call)


def _switch(script: Script, reference: Reference, whole: cst.Call) -> None:
    """The dynamic graph from here on, in a statement of its own."""
    statement = script.statement(whole)
    assert reference.call is not None
    device = _device(script, reference.call)
    if device is None or statement is None:
        return
    script.settle(reference)
    text = device.write(script)
    if text:
        set_device = script.imports.spell("paddle.device.set_device", reference.binding)
        script.beside.replace(statement, [f"{set_device}({text})"])
    else:
        script.beside.delete(statement)
