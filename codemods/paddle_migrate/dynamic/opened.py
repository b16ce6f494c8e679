"""An object that is made once, and does nothing but keep what its constructor built, as the names that it has these
under."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.dynamic.inlined import Mention, is_part
from paddle_migrate.dynamic.pieces import indentation, lines_of
from paddle_migrate.dynamic.reading import Reading, body_of, small, target_names, value_of
from paddle_migrate.dynamic.rounds import settled
from paddle_migrate.text.edits import Edits
from paddle_migrate.text.parsing import python_error


def with_opened_objects(text: str, mention: Mention) -> str:
    """The text with `g_loss, g_program = GTrainer(noise)` and `g_loss` in place of `g = GTrainer(noise)` and `g.loss`.
    `mention`: whether another file has a name."""
    if "minimize(" not in text or "self." not in text:
        return text
    return settled(text, lambda old: _step(Reading(old), mention))


def _step(reading: Reading, mention: Mention) -> str:
    for node in reading.source.module.body:
        init = _constructor(node) if isinstance(node, cst.ClassDef) and not node.bases and not node.decorators else None
        if isinstance(node, cst.ClassDef) and init is not None and is_part(reading, init) and not mention(
                node.name.value):
            new = _Opening(reading, node, init).text()
            if new and python_error(new) is None:
                return new
    return reading.source.text


def _constructor(node: cst.ClassDef) -> cst.FunctionDef | None:
    """The only thing in it."""
    lines = node.body.body if isinstance(node.body, cst.IndentedBlock) else ()
    only = lines[0] if len(lines) == 1 else None
    is_one = isinstance(only, cst.FunctionDef) and only.name.value == "__init__" and not only.decorators
    return only if is_one and isinstance(only, cst.FunctionDef) and only.params.params else None


class _Opening:
    """Of one class."""

    def __init__(self, reading: Reading, node: cst.ClassDef, init: cst.FunctionDef) -> None:
        self.reading, self.source, self.node, self.init = reading, reading.source, node, init
        self.own = init.params.params[0].name.value

    def text(self) -> str:
        """The whole file's; "" where it is not seen how."""
        uses = self.reading.uses(self.reading.scopes.module, self.node.name.value)
        call = self.source.parents.get(uses[0]) if len(uses) == 1 else None
        line = self.source.parents.get(self.source.parents.get(call))
        names = target_names(small(line)) if line is not None else []
        if not isinstance(call, cst.Call) or call.func is not uses[0] or line is None or len(names) != 1 or value_of(
                small(line)) is not call:
            return ""
        scope = self.reading.scopes.of(call)
        kept = [self.source.parents.get(use) for use in self.reading.uses(scope, names[0])]
        inside = [each for each in self.reading.inside(self.init.body) if isinstance(each, cst.Name)
                  and each.value == self.own and not self.reading.scopes.is_label(each)]
        own = [self.source.parents.get(each) for each in inside]
        if len(scope.bindings[names[0]]) != 1 or not own or not all(map(self._is_read, kept)) or not all(
                isinstance(each, cst.Attribute) for each in own) or any(
                "\n" in self.reading.code(each) for each in self.reading.inside(self.init)
                if isinstance(each, (cst.SimpleString, cst.FormattedString))):
            return ""
        read = list(dict.fromkeys(each.attr.value for each in kept if isinstance(each, cst.Attribute)))
        if not read or not set(read) <= {each.attr.value for each in own if isinstance(each, cst.Attribute)} or any(
                f"{names[0]}_{each}" in self.reading.taken for each in read):
            return ""
        edits = Edits(self.source.text)
        for each in kept:
            if isinstance(each, cst.Attribute):
                edits.replace(*self.source.span(each), f"{names[0]}_{each.attr.value}")
        edits.replace(*self.source.span(self._target(line)), ", ".join(
            f"{names[0]}_{each}" for each in read))
        self._write_function(edits, read, [each for each in own if isinstance(each, cst.Attribute)])
        return edits.result()

    def _target(self, line: cst.CSTNode) -> cst.CSTNode:
        statement = small(line)
        assert isinstance(statement, cst.Assign)
        return statement.targets[0].target

    def _is_read(self, node: cst.CSTNode | None) -> bool:
        above = self.source.parents.get(node)
        return isinstance(node, cst.Attribute) and not isinstance(above, (cst.AssignTarget, cst.AugAssign, cst.Del))

    def _write_function(self, edits: Edits, read: list[str], own: list[cst.Attribute]) -> None:
        """In the place of the class."""
        source, inner, newline = self.source, Edits(self.source.text), self.source.newline
        local = set(self.reading.scope(self.init).bindings)
        new = {each.attr.value: each.attr.value for each in own}
        for name in new:
            while new[name] in local or new[name] in self.reading.taken:
                new[name] += "_"
        for each in own:
            inner.replace(*source.span(each), new[each.attr.value])
        params = self.init.params.params
        last = params[-1]
        end = source.core(last)[1] if last.default is None else source.span(last.default)[1]
        given = source.text[source.start(params[1]) : end] if len(params) > 1 else ""
        lines = body_of(self.init)
        first, behind = lines_of(self.reading, lines[0])[0], lines_of(self.reading, lines[-1])[1]
        step = len(indentation(source, source.line(lines[0]))) - len(source.indent)
        rows = inner.render(source.line_start(first), source.line_start(behind), closed=False).split(newline)[:-1]
        rows = [row[step:] if row[:step].isspace() else row for row in rows]
        rows.append(f"{source.indent}return {', '.join(new[each] for each in read)}")
        text = newline.join([f"def {self.node.name.value}({given}):", *rows])
        edits.replace(source.start(self.node), source.core(self.node)[1], text + newline)
