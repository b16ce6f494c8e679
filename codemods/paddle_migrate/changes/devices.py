"""What a place expression becomes: a device's name, from the start where all uses are seen, else when it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.ranks import is_device_of_rank, is_rank_device_number
from paddle_migrate.facts.scopes import Binding
from paddle_migrate.rules.legacy import is_legacy

if TYPE_CHECKING:
    from paddle_migrate.script import Script

PLACES = ("CUDAPlace", "CPUPlace", "CUDAPinnedPlace")


class Device:
    """What a place expression becomes: leaf calls to put strings in place of."""

    def __init__(
        self,
        value: cst.BaseExpression | None = None,
        leaves: tuple[tuple[Reference, str], ...] = (),
        text: str = "",
        when_it_runs: bool = False,
    ) -> None:
        """`when_it_runs`: the value is a place, whose device's name the script finds out itself."""
        self.value, self.leaves, self.text, self.when_it_runs = value, leaves, text, when_it_runs

    def write(self, script: Script) -> str:
        """Make the edits of the place expression; returns what to set the device to (nothing for the default)."""
        for reference, text in self.leaves:
            if not script.is_settled(reference):
                assert reference.call is not None
                start, end = script.source.core(reference.call)
                script.edits.replace(start, end, text)
                script.settle(reference)
        if self.value is None:
            return self.text
        if self.when_it_runs:
            text = script.render(self.value)
            bare = text[1:-1] if self.value.lpar and not isinstance(self.value, cst.Tuple) else text
            return f"{write_written(script, 'device_of')}({bare})"
        if isinstance(self.value, cst.Name):
            return self.value.value
        text = script.render(self.value)
        return text[1:-1] if self.value.lpar else text


def device_of_argument(script: Script, arg: cst.Arg) -> Device | None:
    """The device of a guard's place; None where it is hidden, or holds something old that stays."""
    if arg.star:
        return None
    return device_of_place(script, arg.value) or _device_when_it_runs(script, arg.value)


def plain_place(script: Script, reference: Reference) -> None:
    """A place that something else than the guard takes: today's class of the same name."""
    name = script.imports.spell(f"paddle.{reference.name.rpartition('.')[2]}", reference.binding)
    script.edits.replace(*script.source.span(reference.node), name)
    script.settle(reference)
    script.say(reference.node, "PM104", reference.short, f"→ {name}")


def is_plain_place(reference: Reference) -> bool:
    last = reference.name.rpartition(".")[2]
    called = reference.call is not None and not any(a.keyword or a.star for a in reference.call.args)
    return called and last in PLACES


def _device_when_it_runs(script: Script, value: cst.BaseExpression) -> Device | None:
    inside = [r for r in script.references if script.source.lies_in(r.node, value) and not script.is_settled(r)]
    if not all(is_plain_place(reference) for reference in inside):
        return None
    given = _given(script, value)
    if _asks_paddle(script, given) or any(map(_adds, given)):
        return None
    for reference in inside:
        plain_place(script, reference)
    return Device(value, when_it_runs=True)


def _adds(value: cst.BaseExpression) -> bool:
    """Whether it is arithmetic, which gives no place; sums of tensors become that."""
    if isinstance(value, cst.IfExp):
        return _adds(value.body) or _adds(value.orelse)
    return isinstance(value, (cst.BinaryOperation, cst.UnaryOperation))


def _given(script: Script, value: cst.BaseExpression) -> list[cst.BaseExpression]:
    """The expression, and what the script's own functions that it calls return."""
    calls = [call for call in script.source.all(cst.Call) if script.source.lies_in(call, value)]
    functions = [function for call in calls if (function := script.kinds.called(call)) is not None]
    return [value, *(r.value for f in functions for r in script.definitions.returns(f) if r.value is not None)]


def _asks_paddle(script: Script, given: list[cst.BaseExpression]) -> bool:
    """Whether something of today's Paddle is in it that is no place; a name of 1.8 in its stead is left, too."""
    source = script.source
    nodes = [n for n in source.all(cst.Name, cst.Attribute) if any(source.lies_in(n, place) for place in given)]
    names = [script.names.resolve(node) for node in nodes]
    return any(n.startswith("paddle.") and not is_legacy(n) and n.rpartition(".")[2] not in PLACES for n in names)


def device_of_place(script: Script, value: cst.BaseExpression) -> Device | None:
    if isinstance(value, cst.Name) and value.value == "None":
        return Device()
    if isinstance(value, cst.Name):
        return _named_device(script, value)
    if is_device_of_rank(script.facts, value) and _prepares(script, value):
        _finish(script, value)
        return Device()
    leaves = _leaves(script, value)
    return None if leaves is None else Device(value, tuple(leaves))


def _named_device(script: Script, name: cst.Name) -> Device | None:
    """A variable that holds places: its assignments change, if only guards use it."""
    bindings = script.scopes.find(name)
    if not bindings or any(b.value is None for b in bindings):
        return None
    values = [b.value for b in bindings if b.value is not None]
    if all(is_device_of_rank(script.facts, v) and script.is_settled(script.by_call[v]) for v in values):
        return Device()
    leaves: list[tuple[Reference, str]] = []
    kept = any(script.is_skipped(b.node) for b in bindings)
    for binding in bindings:
        found = _leaves(script, binding.value)
        if found is None:
            return None
        leaves += found
    if kept or not all(_is_guard_argument(script, use) for b in bindings for use in b.uses):
        return _copied_device(script, bindings, leaves, name)
    return Device(name, tuple(leaves))


def _copied_device(
    script: Script, bindings: list[Binding], leaves: list[tuple[Reference, str]], guard: cst.Name
) -> Device | None:
    """The device's name written out once more, when the place itself is needed for other things too."""
    texts = [_as_name(script, b.value, leaves) for b in bindings]
    if any(text is None for text in texts):
        return None
    if len(bindings) == 1:
        return Device(text=texts[0] or "")
    return _set_where_bound(script, bindings, [t or "" for t in texts], guard)


def _as_name(script: Script, value: cst.BaseExpression | None, leaves: list[tuple[Reference, str]]) -> str | None:
    """A place expression as a device's name; None when it calls something, which may not be asked twice."""
    if value is None:
        return None
    calls = [r.call for r, _ in leaves]
    inside = script.source.inside(value, cst.Call)
    if not all(any(p is not None and script.source.lies_in(c, p) for p in calls) for c in inside):
        return None
    start, end = script.source.span(value)
    text, at = "", start
    for reference, device in sorted(leaves, key=lambda leaf: script.source.order(leaf[0].node)):
        assert reference.call is not None
        first, last = script.source.core(reference.call)
        if start <= first < end:
            text, at = text + script.source.text[at:first] + device, last
    return text + script.source.text[at:end]


def _set_where_bound(script: Script, bindings: list[Binding], texts: list[str], guard: cst.Name) -> Device | None:
    """`set_device` behind each of several assignments of the place, all of them before the guard in its function."""
    at = script.source.order(guard)
    statements = [script.statement(b.node) for b in bindings]
    for binding, statement in zip(bindings, statements, strict=True):
        line = script.source.parents.get(statement)
        plain = isinstance(line, cst.SimpleStatementLine) and len(line.body) == 1
        if not plain or binding.scope is not script.scopes.of(guard) or script.source.order(binding.node) > at:
            return None
    spelled = script.imports.spell("paddle.device.set_device", None)
    for statement, text in zip(statements, texts, strict=True):
        assert statement is not None
        script.beside.behind(statement, [f"{spelled}({text})"])
    return Device()


def _leaves(script: Script, value: cst.CSTNode | None) -> list[tuple[Reference, str]] | None:
    """The place calls in an expression, with the device names that they become; None when it holds anything else."""
    if isinstance(value, cst.IfExp):
        body, orelse = _leaves(script, value.body), _leaves(script, value.orelse)
        return None if body is None or orelse is None else body + orelse
    reference = script.by_call.get(value) if value is not None else None
    if reference is None or reference.call is None:
        return None
    if reference.name.endswith(".CPUPlace"):
        return [(reference, script.string("cpu"))]
    if reference.name.endswith(".CUDAPlace"):
        return [(reference, _gpu(script, reference.call, reference.binding))]
    return None


def _gpu(script: Script, call: cst.Call, binding: Binding | None) -> str:
    if not call.args:
        return script.string("gpu:0")
    number = call.args[0].value
    if isinstance(number, cst.Integer):
        return script.string(f"gpu:{number.value}")
    text = script.source.code(number)
    env = script.by_call.get(number.value) if isinstance(number, cst.Attribute) else None
    if env is not None and is_rank_device_number(script.facts, number):
        script.settle(env)
        text = script.imports.spell("paddle.distributed.ParallelEnv", binding) + "().device_id"
    mark = '"' if '"' not in text else "'"
    if mark in text or "\n" in text or "{" in text:
        return f'"gpu:%d" % ({text})'
    return (
        f"f{mark}gpu:{{{text}}}{mark}"
        if mark != script.quote and script.quote in text
        else (f"f{script.quote}gpu:{{{text}}}{script.quote}")
    )


def _finish(script: Script, place: cst.CSTNode) -> None:
    reference = script.by_call[place]
    script.settle(reference)
    number = reference.call.args[0].value if reference.call else None
    if isinstance(number, cst.Attribute) and number.value in script.by_call:
        script.settle(script.by_call[number.value])


def _prepares(script: Script, place: cst.CSTNode) -> bool:
    """Whether the function around sets up data parallel, which chooses the device."""
    home = script.scopes.of(place)
    prepared = (r for r in script.references if r.name.endswith(".prepare_context") and script.is_settled(r))
    return any(script.scopes.of(r.node) is home for r in prepared)


def _is_guard_argument(script: Script, use: cst.Name) -> bool:
    if use in script.record.dropped:
        return True
    reference = script.taken_by(use)
    return reference is not None and reference.name.rpartition(".")[2] in ("guard", "enable_dygraph")


