"""`dygraph.guard(place)` and places → `paddle.device.set_device`; the block comes out by one level."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.names import Reference
from paddle_migrate.rewrites.parallel import is_device_of_rank, is_rank_device_number
from paddle_migrate.scopes import Binding
from paddle_migrate.script import Script


def rewrite(script: Script) -> None:
    for reference in _guards(script):
        item = script.source.parents.get(reference.call) if reference.call is not None else None
        statement = script.source.parents.get(item) if item is not None else None
        if isinstance(item, cst.WithItem) and isinstance(statement, cst.With) and item.asname is None:
            _guard(script, reference, item, statement)
    for reference in script.open("enable_dygraph"):
        _enable(script, reference)
    for reference in script.open("CUDAPlace", "CPUPlace", "CUDAPinnedPlace"):
        if reference.call is not None and not any(a.keyword or a.star for a in reference.call.args):
            _plain_place(script, reference)


def _plain_place(script: Script, reference: Reference) -> None:
    """A place that something else than the guard takes: today's class of the same name."""
    name = script.imports.spell(f"paddle.{reference.name.rpartition('.')[2]}", reference.binding)
    script.edits.replace(*script.source.span(reference.node), name)
    reference.done = True
    script.say(reference.node, "PM104", reference.short, f"→ {name}")


def _guards(script: Script) -> list[Reference]:
    return [r for r in script.open("guard") if ".dygraph." in r.name]


def _guard(script: Script, reference: Reference, item: cst.WithItem, statement: cst.With) -> None:
    call = reference.call
    assert call is not None
    device = _device(script, call.args[0].value) if call.args else _Device()
    if device is None:
        script.leave(
            reference,
            "PM304",
            f"the place `{script.source.code(call.args[0].value)}` is not known here; "
            "call paddle.device.set_device() with its name ('cpu', 'gpu:0') and take the `with` away",
        )
        script.wrapped.pop(statement, None)
        return
    reference.done = True
    lines = device.write(script, reference)
    if statement in script.wrapped:
        _into_function(script, statement, lines)
    elif len(statement.items) > 1:
        _take_item(script, statement, item)
        if lines:
            script.edits.insert(
                script.source.start(statement),
                lambda: lines[0] + script.source.newline + script.indentation(statement),
            )
    else:
        _unwrap(script, statement, lines)
    new = lines[0] if lines else "taken out: the dynamic graph is the default"
    script.say(reference.node, "PM104", reference.short, f"→ {new}")


class _Device:
    """What a place expression becomes: leaf calls to put strings in place of."""

    def __init__(
        self,
        value: cst.BaseExpression | None = None,
        leaves: tuple[tuple[Reference, str], ...] = (),
        text: str = "",
    ) -> None:
        self.value, self.leaves, self.text = value, leaves, text

    def write(self, script: Script, guard: Reference) -> list[str]:
        """Make the edits of the place expression; returns the line that sets the device (none for the default)."""
        for reference, text in self.leaves:
            if not reference.done:
                assert reference.call is not None
                start, end = script.source.core(reference.call)
                script.edits.replace(start, end, text)
                reference.done = True
        if self.value is None and not self.text:
            return []
        value = self.value
        spelled = script.imports.spell("paddle.device.set_device", guard.binding)
        if value is None:
            return [f"{spelled}({self.text})"]
        if isinstance(value, cst.Name):
            return [f"{spelled}({value.value})"]
        text = script.render(value)
        return [f"{spelled}({text[1:-1] if value.lpar else text})"]


def _device(script: Script, value: cst.BaseExpression) -> _Device | None:
    if isinstance(value, cst.Name) and value.value == "None":
        return _Device()
    if isinstance(value, cst.Name):
        return _named_device(script, value)
    if is_device_of_rank(script, value) and _prepares(script, value):
        _finish(script, value)
        return _Device()
    leaves = _leaves(script, value)
    return None if leaves is None else _Device(value, tuple(leaves))


def _named_device(script: Script, name: cst.Name) -> _Device | None:
    """A variable that holds places: its assignments change, if only guards use it."""
    bindings = script.scopes.find(name)
    if not bindings or any(b.value is None for b in bindings):
        return None
    if all(b.value and is_device_of_rank(script, b.value) and script.by_call[b.value].done for b in bindings):
        return _Device()
    leaves: list[tuple[Reference, str]] = []
    for binding in bindings:
        found = _leaves(script, binding.value)
        if found is None:
            return None
        leaves += found
    if not all(_is_guard_argument(script, use) for b in bindings for use in b.uses):
        return _copied_device(script, bindings, leaves, name)
    return _Device(name, tuple(leaves))


def _copied_device(
    script: Script, bindings: list[Binding], leaves: list[tuple[Reference, str]], guard: cst.Name
) -> _Device | None:
    """The device's name written out once more, when the place itself is needed for other things too."""
    texts = [_as_name(script, b.value, leaves) for b in bindings]
    if any(text is None for text in texts):
        return None
    if len(bindings) == 1:
        return _Device(text=texts[0] or "")
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


def _set_where_bound(script: Script, bindings: list[Binding], texts: list[str], guard: cst.Name) -> _Device | None:
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
        _write_behind(script, statement, f"{spelled}({text})")
    return _Device()


def _write_behind(script: Script, statement: cst.CSTNode, line: str) -> None:
    end = script.source.core(statement)[1]
    script.edits.insert(end, lambda: script.source.newline + script.indentation(statement) + line)


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
    if env is not None and is_rank_device_number(script, number):
        env.done = True
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
    reference.done = True
    number = reference.call.args[0].value if reference.call else None
    if isinstance(number, cst.Attribute) and number.value in script.by_call:
        script.by_call[number.value].done = True


def _prepares(script: Script, place: cst.CSTNode) -> bool:
    """Whether the function around sets up data parallel, which chooses the device."""
    home = script.scopes.of(place)
    return any(
        r.name.endswith(".prepare_context") and r.done and script.scopes.of(r.node) is home for r in script.references
    )


def _is_guard_argument(script: Script, use: cst.Name) -> bool:
    if use in script.dropped:
        return True
    reference = script.taken_by(use)
    return reference is not None and reference.name.rpartition(".")[2] in ("guard", "enable_dygraph")


def _enable(script: Script, reference: Reference) -> None:
    statement = script.statement(reference.node)
    if reference.call is None or statement is None or not script.is_whole_statement(reference.call):
        return
    device = _device(script, reference.call.args[0].value) if reference.call.args else _Device()
    if device is None:
        return
    reference.done = True
    lines = device.write(script, reference)
    if lines:
        script.replace_statement(statement, lines)
    else:
        script.delete_statement(statement)


def _take_item(script: Script, statement: cst.With, item: cst.WithItem) -> None:
    """Take one of several items out of a `with`."""
    items = list(statement.items)
    index = items.index(item)
    if index + 1 < len(items):
        script.edits.delete(script.source.core(item)[0], script.source.core(items[index + 1])[0])
    else:
        script.edits.delete(_item_end(script, items[index - 1]), _item_end(script, item))


def _item_end(script: Script, item: cst.WithItem) -> int:
    node: cst.CSTNode = item.asname.name if item.asname else item.item
    return script.source.span(node)[1]


def _into_function(script: Script, statement: cst.With, lines: list[str]) -> None:
    """`with guard(place):` → `def train():`; the block stays where it is."""
    source = script.source
    colon = source.outer(statement.body)[0]
    name = script.wrapped[statement]
    script.edits.replace(source.start(statement), colon, f"def {name}():")
    script.say(statement, "PM110", "distributed.launch", f"→ def {name}(), started by dist.spawn({name})")
    if lines:
        first = source.line_start(source.line_at(colon) + 1)
        indent = statement.body.indent if isinstance(statement.body, cst.IndentedBlock) else None
        script.edits.insert(first, (indent or source.indent) + lines[0] + source.newline)


def _unwrap(script: Script, statement: cst.With, lines: list[str]) -> None:
    """Put the block's lines one level out; the `with` line becomes `lines`, or goes."""
    source, body = script.source, statement.body
    start = source.start(statement)
    colon = source.outer(body)[0]
    if not isinstance(body, cst.IndentedBlock):
        first = source.core(body.body[0])[0]
        text = "".join(line + source.newline for line in lines)
        script.edits.replace(start, first, lambda: text + (script.indentation(statement) if lines else ""))
        return
    line = source.line_at(colon)
    last = source.line_at(source.outer(body)[1] - 1)
    script.dedent(line + 1, last, body.indent or source.indent)
    comment = body.header.comment
    if lines:
        script.edits.replace(start, colon, lines[0])
    elif comment:
        script.edits.delete(start, source.comment_behind(colon))
    else:
        first = source.line(statement)
        blank_before = first == 1 or not source.line_text(first - 1).strip()
        behind = 1 if blank_before and not source.line_text(line + 1).strip() else 0
        script.edits.delete(source.line_start(first), source.line_start(line + 1 + behind))
