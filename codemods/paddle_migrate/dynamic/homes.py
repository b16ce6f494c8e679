"""A class that builds a program where its objects are made, and runs it in methods, as a function with functions in it,
which is understood as any other; and such a function as the class again."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

import libcst as cst

from paddle_migrate.dynamic.pieces import indentation, lines_of, take_out
from paddle_migrate.dynamic.program import is_layer
from paddle_migrate.dynamic.reading import Line, Reading, body_of, small, value_of
from paddle_migrate.text.edits import Edits
from paddle_migrate.text.parsing import python_error

_MARK = "self__"
_OWNER = f"{_MARK}owner"  # the object itself
Mention = Callable[[str], bool]


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
            text = _with_functions(_with_built(reading, node, mention), node.name.value, mention)
            again = Reading(text)
            method = next((each.name.value for each in _methods(_class(again, node.name.value)).values() if any(
                again.source.lies_in(one, each) for _, one in again.source.method_calls("minimize"))), "")
            found = _Home(again, node.name.value, method).encoded(mention) if method else None
            if found is not None and python_error(found.text) is None:
                return found
    return Home(reading.source.text)


def _with_built(reading: Reading, node: cst.ClassDef, mention: Mention) -> str:
    """The text in which methods that __init__ alone calls, and that take and give nothing, stand in it."""
    source, methods = reading.source, _methods(node)
    init = methods.get("__init__")
    for line in body_of(init) if init is not None else []:
        call = value_of(small(line))
        name = call.func.attr.value if isinstance(call, cst.Call) and isinstance(call.func, cst.Attribute) else ""
        method = methods.get(name)
        uses = [each for each in source.all(cst.Attribute) if each.attr.value == name]
        if init is None or method is None or not isinstance(small(line), cst.Expr) or len(uses) != 1 or mention(
                f".{name}") or call.args or len(method.params.params) != 1 or method.decorators or any(  # type: ignore[union-attr]
                isinstance(each, (cst.Return, cst.Yield)) for each in reading.inside(method)) or (
                reading.scope(method).bindings.keys() & reading.scope(init).bindings.keys() - {"self"}) or (
                method.get_docstring() is not None or _has_long_strings(reading, method)):
            continue
        edits, body = Edits(source.text), body_of(method)
        start, end = (source.line_start(each) for each in lines_of(reading, line))
        first, last = source.line_start(lines_of(reading, body[0])[0]), source.line_start(lines_of(reading, body[-1])[1])
        edits.replace(start, end, source.text[first:last])
        head = lines_of(reading, method)[0]
        while head > 1 and not source.line_text(head - 1).strip():
            head -= 1
        edits.replace(source.line_start(head), last, "")
        new = edits.result()
        if python_error(new) is None:
            again = Reading(new)
            return _with_built(again, _class(again, node.name.value), mention)
    return source.text


def _with_functions(text: str, name: str, mention: Mention) -> str:
    """The text in which methods that build a part of a network, and read nothing of the object, are functions."""
    reading = Reading(text)
    source, edits = reading.source, Edits(text)
    node = _class(reading, name)
    taken = {each for scope in reading.scopes.everywhere() if scope.node is not node for each in scope.bindings}
    found = {each: method for each, method in _methods(node).items() if each not in taken and method.params.params
             and not method.decorators and not mention(f".{each}") and not _has_long_strings(reading, method)}
    while True:
        other = next((each for each, method in found.items() if not _reads_only(reading, method, set(found))), None)
        if other is None:
            break
        del found[other]
    calls = {each: reading.calls_in(method) for each, method in found.items()}
    if not any(is_layer(reading, call) for every in calls.values() for call in every):
        return text
    rows = ""
    for each in [each for each in source.all(cst.Attribute) if each.attr.value in found]:
        edits.replace(*source.span(each), each.attr.value)
    for method in found.values():
        params = method.params.params
        start, end = source.span(params[0])
        edits.replace(start, source.start(params[1]) if len(params) > 1 else end, "")
        first, last = (source.line_start(number) for number in lines_of(reading, method))
        step = len(indentation(source, source.line(method)))
        part = edits.render(first, last, closed=False).rstrip().split(source.newline)
        rows += source.newline.join([*(row[min(step, len(row) - len(row.lstrip())):] for row in part), "", "", ""])
        head = source.line_at(first)
        while head > 1 and not source.line_text(head - 1).strip():
            head -= 1
        edits.replace(source.line_start(head), last, "")
    edits.insert(source.line_start(lines_of(reading, node)[0]), rows)
    new = edits.result()
    return new if python_error(new) is None else text


def _reads_only(reading: Reading, method: cst.FunctionDef, others: set[str]) -> bool:
    """Whether the object is there for nothing but its methods of these names, and all call the method of theirs."""
    own = [reading.source.parents.get(each) for each in reading.loads_in(method.body)
           if each.value == method.params.params[0].name.value]
    uses = [each for each in reading.source.all(cst.Attribute) if each.attr.value == method.name.value]
    return all(isinstance(each, cst.Attribute) and each.attr.value in others for each in own) and all(
        isinstance(each.value, cst.Name) and each.value.value == "self" and isinstance(
            reading.source.parents.get(each), cst.Call) for each in uses)


def _class(reading: Reading, name: str) -> cst.ClassDef:
    return next(each for each in reading.source.module.body if isinstance(each, cst.ClassDef) and each.name.value == name)


def _methods(node: cst.ClassDef) -> dict[str, cst.FunctionDef]:
    lines = node.body.body if isinstance(node.body, cst.IndentedBlock) else ()
    return {each.name.value: each for each in lines if isinstance(each, cst.FunctionDef)}


def _has_long_strings(reading: Reading, node: cst.CSTNode) -> bool:
    return any(isinstance(each, (cst.SimpleString, cst.FormattedString)) and "\n" in reading.code(each)
               for each in reading.inside(node))


class _Home:
    """One class. `home`: the method that builds the program; `inner`: those that go with it."""

    def __init__(self, reading: Reading, name: str, home: str) -> None:
        self.reading, self.source, self.edits = reading, reading.source, Edits(reading.source.text)
        self.node = _class(reading, name)
        self.methods = _methods(self.node)
        self.home = self.methods[home]
        self.is_whole = home == "__init__"
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
                self.edits.insert(source.span(method.name)[0], _MARK)
        self.is_read = False
        for each in self._attributes(inside):
            if each.attr.value in self.own or each.attr.value in names - {self.home.name.value}:
                self.edits.replace(*source.span(each), f"{_MARK}{each.attr.value}")
            else:
                self.edits.replace(*source.span(each.value), _OWNER)
                self.is_read = True

    def _rows(self, name: str) -> list[str]:
        """The function."""
        source, newline, indent = self.source, self.source.newline, self.source.indent
        params = self.edits.render(*source.span(self.home.params), closed=False) if len(
            self.home.params.params) > 1 else ""
        given = ", ".join(filter(None, [params, f"{_OWNER}=None" if self.is_read else ""]))
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
            self.home.body, cst.IndentedBlock) and not any(_has_long_strings(reading, each) for each in [
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
        every = [each for each in self._attributes(list(self.methods.values())) if self._is_stored(each)]
        inside = {each.attr.value for each in every if self.source.lies_in(each, self.home)}
        outside = {each.attr.value for each in every if not self.source.lies_in(each, self.home)}
        local = {name for name, bound in self.reading.scope(self.home).bindings.items()
                 if any(each.kind != "param" for each in bound)}
        return inside - outside - local - set(self.methods)

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

    def _is_stored(self, node: cst.Attribute) -> bool:
        above = self.source.parents.get(node)
        while isinstance(above, (cst.Element, cst.Tuple, cst.List, cst.StarredElement)):
            above = self.source.parents.get(above)
        return isinstance(above, (cst.AssignTarget, cst.AsName, cst.Del)) or (isinstance(above, (
            cst.AugAssign, cst.AnnAssign, cst.For, cst.CompFor)) and above.target is node)


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
                        and each.name.value.startswith(_MARK)]
        self.kept = {name for name, bound in self.scope.bindings.items() if name != _OWNER and (
            name.startswith(_MARK) or any(self.source.lies_in(use, method) for use in bound[0].uses
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
            if re.fullmatch(rf"""(["']){_MARK}\w+\1""", code):
                self.edits.replace(*self.source.span(string), code.replace(_MARK, ""))
        return self._whole() if self.home.method == "__init__" else self._beside()

    def _name(self, name: cst.Name) -> None:
        value, above = name.value, self.source.parents.get(name)
        if isinstance(above, cst.Attribute) and above.attr is name:
            return
        plain, scope = value.removeprefix(_MARK), self.reading.scopes.of(name)
        is_label = (isinstance(above, cst.Arg) and above.keyword is name) or (
            isinstance(above, cst.FunctionDef) and above.name is name)
        is_own = not is_label and value in self.scope.bindings and scope.find(value) is self.scope.bindings[value]
        if is_own and value == _OWNER:
            self.edits.replace(*self.source.span(name), "self")
        elif is_own and value in self.kept:
            self.edits.replace(*self.source.span(name), f"self.{plain}")
        elif value != plain:
            taken = not is_label and plain in scope.bindings and self.source.lies_in(name, self.node)
            self.edits.replace(*self.source.span(name), f"{plain}_" if taken else plain)

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
        node = _class(self.reading, name)
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
        owner = next((each for each in every if each.name.value == _OWNER), None)
        end = source.start(owner) if owner is not None else end
        params = [self.edits.render(start, end, closed=False).strip().rstrip(",")] if every[:1] not in ((), (owner,)) else []
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
