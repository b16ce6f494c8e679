"""A function that stands for a class and one of its methods, as these again."""

from __future__ import annotations

import re

import libcst as cst

from paddle_migrate.dynamic.homes import MARK, OWNER, Home
from paddle_migrate.dynamic.methods import class_of
from paddle_migrate.dynamic.pieces import lines_of
from paddle_migrate.dynamic.reading import Reading, body_of
from paddle_migrate.text.edits import Edits


def as_class(text: str, home: Home) -> str:
    """The text with the class again; "" where it is not seen how."""
    reading = Reading(text)
    node = reading.functions.get(home.name)
    return _Class(reading, node, home).text() if node is not None else ""


class _Class:
    """`kept`: names of the function that its functions read: attributes of the object."""

    def __init__(self, reading: Reading, node: cst.FunctionDef, home: Home) -> None:
        self.reading, self.source, self.node, self.home = reading, reading.source, node, home
        self.scope, self.edits = reading.scope(node), Edits(reading.source.text)
        self.methods = [each for each in body_of(node) if isinstance(each, cst.FunctionDef)
                        and each.name.value.startswith(MARK)]
        self.kept = {name for name, bound in self.scope.bindings.items() if name != OWNER and (
            name.startswith(MARK) or any(self.source.lies_in(use, method) for use in bound[0].uses
                                          for method in self.methods))}

    def text(self) -> str:
        inner = [each for each in body_of(self.node) if each not in self.methods]
        is_first = not self.methods or not inner or self.source.start(inner[-1]) < self.source.start(self.methods[0])
        if not is_first or any(each.kind == "param" for name in self.kept for each in self.scope.bindings[name]):
            return ""
        for name in self.source.all(cst.Name):
            self._name(name)
        for string in self.source.all(cst.SimpleString):
            code = self.reading.code(string)
            if re.fullmatch(rf"""(["']){MARK}\w+\1""", code):
                self.edits.replace(*self.source.span(string), code.replace(MARK, ""))
        return self._whole() if self.home.method == "__init__" else self._beside()

    def _name(self, name: cst.Name) -> None:
        value, above = name.value, self.source.parents.get(name)
        if isinstance(above, cst.Attribute) and above.attr is name:
            return
        plain, scope = value.removeprefix(MARK), self.reading.scopes.of(name)
        is_label = (isinstance(above, cst.Arg) and above.keyword is name) or (
            isinstance(above, cst.FunctionDef) and above.name is name)
        is_own = not is_label and value in self.scope.bindings and scope.find(value) is self.scope.bindings[value]
        if is_own and value == OWNER:
            self.edits.replace(*self.source.span(name), "self")
        elif is_own and value in self.kept:
            self.edits.replace(*self.source.span(name), f"self.{plain}")
        elif value != plain:
            is_inside = not is_label and self.source.lies_in(name, self.node)
            while is_inside and plain in scope.bindings:
                plain += "_"
            self.edits.replace(*self.source.span(name), plain)

    def _whole(self) -> str:
        """The class in place of the function."""
        source, newline, body = self.source, self.source.newline, body_of(self.node)
        said = self.node.get_docstring() is not None
        docstring = [*self._rows([body[0]], ""), ""] if said else []
        start, end = source.span(self.node)[0], source.core(self.node)[1]
        text = newline.join([self.home.head, *docstring, *self._written(body[1 if said else 0:])])
        return self._joined(self.edits.render(0, start, closed=False), text, self.edits.render(
            end, len(source.text), closed=False))

    def _beside(self) -> str:
        """The method at the end of its class, which stands before the function."""
        source = self.source
        name = self.home.name.removesuffix(f"__{self.home.method}")
        node = class_of(self.reading, name)
        start, end = source.core(node)[1], source.core(self.node)[1]
        rows = self._written(body_of(self.node))
        first, last = lines_of(self.reading, self.node)[0], source.line(self.node)
        said = [f"{source.indent}{source.line_text(number).strip()}" for number in range(first, last)]
        between = self.edits.render(start, source.line_start(first), closed=False)
        text = source.newline.join(["", "", *said, *rows]) + between.rstrip()
        above = self.edits.render(0, start, closed=False).rstrip()
        return self._joined(above, text, self.edits.render(end, len(source.text), closed=False))

    def _joined(self, above: str, text: str, behind: str) -> str:
        newline = self.source.newline
        return f"{above}{text.rstrip()}{newline if not behind.startswith(newline) else ''}{behind}"

    def _written(self, body: list[cst.CSTNode]) -> list[str]:
        """The method, and behind it the others."""
        source, indent = self.source, self.source.indent
        for method in self.methods:
            at = source.text.index("(", source.span(method.name)[1]) + 1
            self.edits.insert(at, "self, " if method.params.params else "self")
        every = self.node.params.params
        start, end = source.span(self.node.params)
        owner = next((each for each in every if each.name.value == OWNER), None)
        end = source.start(owner) if owner is not None else end
        is_given = bool(every) and every[0] is not owner
        params = [self.edits.render(start, end, closed=False).strip().rstrip(",")] if is_given else []
        rows = self._rows([each for each in body if each not in self.methods], indent) or [f"{indent * 2}pass"]
        others = [row for method in self.methods for row in ["", *self._rows([method], "")]]
        return [f"{indent}def {self.home.method}({', '.join(['self', *params])}):", *rows, *others]

    def _rows(self, lines: list[cst.CSTNode], more: str) -> list[str]:
        """Statements, further in."""
        if not lines:
            return []
        first, last = lines_of(self.reading, lines[0])[0], lines_of(self.reading, lines[-1])[1]
        text = self.edits.render(self.source.line_start(first), self.source.line_start(last), closed=False)
        return [f"{more}{row}" if row.strip() else row for row in text.rstrip().split(self.source.newline)]
