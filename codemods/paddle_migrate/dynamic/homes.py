"""A class that builds a program in one method, and runs it in others, as a function with functions in it, which is
understood as any other."""

from __future__ import annotations

from typing import NamedTuple

import libcst as cst

from paddle_migrate.dynamic.methods import (
    Mention,
    class_of,
    has_long_strings,
    methods_of,
    with_built,
    with_functions,
)
from paddle_migrate.dynamic.pieces import indentation, lines_of, take_out
from paddle_migrate.dynamic.reading import Reading, body_of, small, value_of
from paddle_migrate.facts.scopes import Binding
from paddle_migrate.text.edits import Edits
from paddle_migrate.text.parsing import python_error

MARK = "self__"
OWNER = f"{MARK}owner"  # the object itself


class Home(NamedTuple):
    """The text with a method as a function, how that is called, how the class begins, and what the method is called."""

    text: str
    name: str = ""
    head: str = ""
    method: str = ""


def as_function(text: str, mention: Mention) -> Home:
    """`def Trainer(rate): self__loss = …` with `def self__train(): …` in it, for `class Trainer`; the text itself where
    there is no such class. `mention`: whether another file has a name."""
    if "minimize" not in text or "self." not in text:
        return Home(text)
    reading = Reading(text)
    for _, call in reading.source.method_calls("minimize"):
        node = reading.source.parent(call, cst.ClassDef)
        if node is not None and node in reading.source.module.body and node not in reading.helpers.values():
            text = with_functions(with_built(reading, node, mention), node.name.value, mention)
            again = Reading(text)
            method = next((each.name.value for each in methods_of(class_of(again, node.name.value)).values() if any(
                again.source.lies_in(one, each) for _, one in again.source.method_calls("minimize"))), "")
            found = _Home(again, node.name.value, method).encoded(mention) if method else None
            if found is not None and python_error(found.text) is None:
                return found
    return Home(reading.source.text)


class _Home:
    """One class. `home`: the method that builds the program; `inner`: those that go with it."""

    def __init__(self, reading: Reading, name: str, home: str) -> None:
        self.reading, self.source, self.edits = reading, reading.source, Edits(reading.source.text)
        self.node = class_of(reading, name)
        self.methods = methods_of(self.node)
        self.home = self.methods[home]
        self.is_whole = home == "__init__"
        self.aliases = self._aliases()
        self.own = self._own()
        self.inner = self._inner()

    def encoded(self, mention: Mention) -> Home | None:
        """None where it is not known to be such a class."""
        source, node = self.source, self.node
        if not self._is_plain() or not self._is_kept(mention):
            return None
        self._edit_names()
        start, end = source.span(node)[0], source.core(node)[1]
        head = source.text[source.span(node)[0] : source.span(node.body)[0]].partition(source.newline)[0].strip()
        if not self.is_whole:
            rest = Edits(source.text)
            for method in [self.home, *self.inner]:
                take_out(rest, self.reading, method)
            outer = f"{rest.render(start, end, closed=False).rstrip()}{source.newline * 3}"
            name = f"{node.name.value}__{self.home.name.value}"
        else:
            outer, name = "", node.name.value
        text = outer + source.newline.join(self._rows(name))
        return Home(source.text[:start] + text + source.text[end:], name, head, self.home.name.value)

    def _edit_names(self) -> None:
        source, inside = self.source, [self.home, *self.inner]
        names = {method.name.value for method in inside}
        for method in inside:
            params = method.params.params
            start, end = source.span(params[0])
            self.edits.replace(start, source.start(params[1]) if len(params) > 1 else end, "")
            if method is not self.home:
                self.edits.insert(source.span(method.name)[0], MARK)
        self._edit_aliases()
        self.is_read = False
        for each in self._attributes(inside):
            if each.attr.value in self.own or each.attr.value in names - {self.home.name.value}:
                self.edits.replace(*source.span(each), f"{MARK}{each.attr.value}")
            else:
                self.edits.replace(*source.span(each.value), OWNER)
                self.is_read = True

    def _rows(self, name: str) -> list[str]:
        """The function."""
        source, newline, indent = self.source, self.source.newline, self.source.indent
        params = self.edits.render(*source.span(self.home.params), closed=False) if len(
            self.home.params.params) > 1 else ""
        given = ", ".join(filter(None, [params, f"{OWNER}=None" if self.is_read else ""]))
        said = [indent + self.reading.code(self.node.body.body[0]).strip()] if self._is_said() else []
        step = len(indentation(source, source.line(self.home)))
        rows = [row[step:] if row[:step].isspace() else row for row in self._part(body_of(self.home)).split(newline)]
        inner = [row for method in self.inner for row in ["", *self._part([method]).split(newline)]]
        above = range(lines_of(self.reading, self.home)[0], source.line(self.home))
        said = said if self.is_whole else [source.line_text(number).strip() for number in above]
        head = f"def {name}({given}):"
        return [*([head, *said] if self.is_whole else [*said, head]), *rows, *inner]

    def _part(self, lines: list[cst.CSTNode]) -> str:
        first, last = lines_of(self.reading, lines[0])[0], lines_of(self.reading, lines[-1])[1]
        return self.edits.render(self.source.line_start(first), self.source.line_start(last), closed=False).rstrip()

    def _is_said(self) -> bool:
        return self.node.get_docstring() is not None

    def _is_plain(self) -> bool:
        reading, lines = self.reading, self.node.body.body
        others = [each for each in lines if not isinstance(each, cst.FunctionDef)]
        bases = [reading.code(each.value) for each in self.node.bases]
        is_first = not self.is_whole or next(each for each in lines if isinstance(each, cst.FunctionDef)) is self.home
        return is_first and len(others) == self._is_said() and not self.node.decorators and not self.node.keywords and (
            bases in ([], ["object"])) and self.home.get_docstring() is None and isinstance(
            self.home.body, cst.IndentedBlock) and not any(has_long_strings(reading, each) for each in [
                self.home, *self.inner]) and len(self.methods) == len(lines) - len(others) and all(
            map(self._is_method, [self.home, *self.inner]))

    def _is_method(self, method: cst.FunctionDef) -> bool:
        """Whether it has an object, of which it takes attributes alone."""
        params, inside = method.params, self.reading.inside(method.body)
        plain = params.params and not method.decorators and not params.star_kwarg and not params.kwonly_params and not (
            params.posonly_params or isinstance(params.star_arg, cst.Param)) and params.params[0].name.value == "self"
        names = [each for each in inside if isinstance(each, cst.Name) and each.value == "self"]
        return bool(plain) and all(isinstance(self.source.parents.get(each), cst.Attribute) for each in names) and not (
            any(isinstance(each, (cst.Global, cst.Nonlocal, cst.Yield, cst.ClassDef)) for each in inside))

    def _is_kept(self, mention: Mention) -> bool:
        """Whether one object is made, of which others call methods alone."""
        uses = self.reading.uses(self.reading.scopes.module, self.node.name.value)
        calls = [self.source.parents.get(use) for use in uses]
        if len(uses) > 1 or not all(isinstance(call, cst.Call) and call.func is use for call, use in zip(
                calls, uses, strict=True)) or any(self.source.parent(use, cst.For, cst.While) for use in uses):
            return False
        if mention(self.node.name.value) and any(mention(f".{name}") for name in self.own):
            return False
        return all(map(self._calls_methods, calls))

    def _calls_methods(self, call: cst.CSTNode | None) -> bool:
        """Whether what a call makes is there for its methods."""
        assign = self.source.parents.get(call)
        target = assign.targets[0].target if isinstance(assign, cst.Assign) and len(assign.targets) == 1 else None
        if target is None:
            having = [self.source.parents.get(call)]
        else:
            names = self.reading.uses(self.reading.scopes.of(target), target.value) if isinstance(
                target, cst.Name) else [target]
            having = [self.source.parents.get(each) for each in names]
        return all(isinstance(each, cst.Expr) or (isinstance(each, cst.Attribute) and each.attr.value in self.methods)
                   for each in having)

    def _own(self) -> set[str]:
        """Attributes that the home alone sets, and that are no local name of it as well."""
        every = [each for each in self._attributes(list(self.methods.values())) if self.source.is_set(each)]
        inside = {each.attr.value for each in every if self.source.lies_in(each, self.home)}
        outside = {each.attr.value for each in every if not self.source.lies_in(each, self.home)}
        local = {name for name, bound in self.reading.scope(self.home).bindings.items()
                 if any(each.kind != "param" for each in bound)}
        return inside - outside - (local - self.aliases.keys()) - set(self.methods) | self.aliases.keys()

    def _aliases(self) -> dict[str, tuple[cst.CSTNode, list[Binding]]]:
        """`self.loss = loss`: by the attribute, the statement and what binds the name, which is nothing else then."""
        found = dict[str, tuple[cst.CSTNode, list[Binding]]]()
        every = [each.attr.value for each in self._attributes(list(self.methods.values())) if self.source.is_set(each)]
        scope = self.reading.scope(self.home)
        for line in body_of(self.home):
            statement = small(line)
            target = statement.targets[0].target if isinstance(statement, cst.Assign) and len(
                statement.targets) == 1 else None
            value = value_of(statement)
            bound = scope.bindings.get(value.value, []) if isinstance(value, cst.Name) else []
            is_own = isinstance(target, cst.Attribute) and self.reading.code(target.value) == "self" and every.count(
                target.attr.value) == 1 and target.attr.value not in self.methods
            is_plain = bool(bound) and all(each.kind in ("value", "other") and self.source.start(
                each.node) < self.source.start(line) for each in bound) and not any(
                bound is other for _, other in found.values())
            if is_own and is_plain and isinstance(target, cst.Attribute):
                found[target.attr.value] = line, bound
        return found

    def _edit_aliases(self) -> None:
        scopes = self.reading.scopes
        for name, (line, bound) in self.aliases.items():
            take_out(self.edits, self.reading, line, with_comments=False)
            for each in self.reading.inside(self.home.body):
                if isinstance(each, cst.Name) and each.value == bound[0].name and not scopes.is_label(each) and (
                        scopes.of(each).find(each.value) is bound) and not self.source.lies_in(each, line):
                    self.edits.replace(*self.source.span(each), f"{MARK}{name}")

    def _inner(self) -> list[cst.FunctionDef]:
        """The methods that read these, or call such ones: all others, where objects are the home's."""
        others = [each for each in self.methods.values() if each is not self.home]
        if self.is_whole:
            return others
        names = set(self.own)
        while True:
            found = [each for each in others if each.name.value not in names and each.name.value != "__init__" and {
                one.attr.value for one in self._attributes([each])} & names]
            if not found:
                return [each for each in others if each.name.value in names]
            names |= {each.name.value for each in found}

    def _attributes(self, methods: list[cst.FunctionDef]) -> list[cst.Attribute]:
        return [each for method in methods for each in self.reading.inside(method.body)
                if isinstance(each, cst.Attribute) and isinstance(each.value, cst.Name) and each.value.value == "self"]
