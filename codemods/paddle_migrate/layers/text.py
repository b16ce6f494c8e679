"""The text of a class of layers."""

from __future__ import annotations

import re
import textwrap

import libcst as cst

from paddle_migrate.dynamic.classes import DROPS
from paddle_migrate.dynamic.constancy import check_call
from paddle_migrate.dynamic.parts import kept_as
from paddle_migrate.dynamic.pieces import above, indentation, lines_of, piece
from paddle_migrate.dynamic.program import check_dynamic
from paddle_migrate.dynamic.reading import Stays
from paddle_migrate.dynamic.unseen import check_call as check_unseen
from paddle_migrate.layers.builders import PARAMETERS, Part, bind
from paddle_migrate.layers.classes import Class
from paddle_migrate.layers.halves import Halves
from paddle_migrate.layers.reaching import ends
from paddle_migrate.text.edits import Edits
from paddle_migrate.text.parsing import python_error

_IN_BOTH = ("paddle.static.accuracy", "paddle.static.create_parameter")


class Text:
    """Writes one class."""

    def __init__(self, own: Class, layer: str) -> None:
        self.own, self.layer = own, layer
        self.reading, self.source, self.builder = own.reading, own.source, own.builder
        self.halves = Halves(own)
        self.indent = self.source.indent
        self.called: dict[int, str] = {}  # how `forward` calls a part in a loop
        self.edits = Edits(self.source.text)
        self._edit()

    def check(self, is_for_loop: bool) -> None:
        """Raises Stays where `forward` would make layers, or do anew what was done once, when a program was built."""
        halves, reading, known = self.halves, self.reading, self.builder.tensors
        parts = {id(call) for part in self.own.parts for gone in halves.gone(part) for call in reading.calls_in(gone)}
        parts |= {id(part.call) for part in self.own.parts}
        for function in self._reached() if is_for_loop else ():
            for call in reading.calls_in(function):
                check_dynamic(reading, call, _IN_BOTH)
        for unit in halves.units:
            if id(unit) not in halves.in_forward:
                continue
            for call in reading.calls_in(unit):
                if id(call) not in parts and call.func not in self.own.functions:
                    check_unseen(reading, call, known)
                    if is_for_loop:
                        check_call(reading, call)
            for name in reading.loads_in(unit) if is_for_loop else ():
                bindings = [b for b in reading.bindings(name) if b.kind in ("value", "other")]
                if len(bindings) > 1 and bindings[0].scope is reading.scopes.module:
                    raise Stays(name, f"{name.value} is set several times, and the network would read it anew in each "
                                      "step")

    def _reached(self) -> list[cst.FunctionDef]:
        """Its function, and those of the file that this calls, one by the other, and that make no layers."""
        found, classes = [self.builder.function], {id(each.function) for each in self.own.others}
        for function in found:
            nodes = [each.node for name in self.reading.loads_in(function) for each in self.reading.bindings(name)]
            found += [each for each in dict.fromkeys(nodes) if isinstance(each, cst.FunctionDef) and each not in found
                      and id(each) not in classes and each in self.reading.functions.values()]
        return found

    def whole(self) -> str:
        function, indent = self.builder.function, self.indent
        head = [f"class {self.builder.name}({self.layer}):"]
        if function.get_docstring() is not None:
            head += [textwrap.indent(piece(self.reading, function.body.body[0]), indent), ""]
        init = ["super().__init__()"]
        init += self.halves.definitions_at(None)
        init += self._init(list(self.builder.lines))
        kept = {name: kept_as(name) for name in self.halves.stored} | {name: name for name in self._states()}
        init += [f"self.{attribute} = {name}" for name, attribute in kept.items()]
        init = without_unread("\n".join(init), {name for _, name, _ in self.halves.sizes}).split("\n")
        lines = [*head, self._head("__init__", self.parameters())]
        lines += [textwrap.indent(each, indent * 2) for each in init]
        lines += ["", self._head("forward", self._inputs())]
        lines += [textwrap.indent(each, indent * 2) for each in self._forward(list(self.builder.lines))]
        return "\n".join(lines)

    def parameters(self) -> list[str]:
        """What the class is made with: sizes, attributes of the object, the function's own, with their defaults."""
        own = self.own
        given = [f"{name}={own.defaults[name]}" if name in own.defaults else name for name in own.used]
        return [*own.sizes.parameters.values(), *own.state, *sorted(given, key=lambda text: "=" in text)]

    def _inputs(self) -> list[str]:
        own = self.own
        return [name + (f"={own.defaults[name]}" if name in own.defaults else "")
                for name in self.builder.names if name in self.builder.tensors]

    def _head(self, name: str, parameters: list[str]) -> str:
        return filled(f"{self.indent}def {name}(", ["self", *parameters], "):", len(self.indent) + 5 + len(name))

    def _states(self) -> list[str]:
        """Attributes that `forward` reads, too."""
        return [name for name in self.own.state if any(
            each.attr.value == name and self._stays(each) for each in self.own.states)]

    def _stays(self, node: cst.CSTNode) -> bool:
        if any(self.source.lies_in(node, gone) for part in self.own.parts for gone in self.halves.gone(part)):
            return False
        if any(self.source.lies_in(node, each.iter) and self.halves.is_plain(each) for each in self.halves.around(node)
               if isinstance(each, cst.For)):
            return False
        units = [unit for unit in self.halves.units if self.source.lies_in(node, unit)]
        return any(id(unit) in self.halves.in_forward for unit in units) or not units

    # -- __init__ ------------------------------------------------------------------------------------------------

    def _init(self, nodes: list[cst.CSTNode]) -> list[str]:
        found: list[str] = []
        for place, node in enumerate(nodes):
            if isinstance(node, cst.SimpleStatementLine):
                for each in node.body:
                    found += self._init_unit(each, node)
            elif isinstance(node, cst.If):
                rest = nodes[place + 1 :] if ends(node.body) and not self._ends_in_else(node) else []
                found += self._init_if(node, "if", rest)
                if rest:
                    return found
            elif self.halves.is_parted(node):
                assert isinstance(node, cst.For)
                found += self._init_for(node)
            else:
                found += self._init_unit(node, node)
        return found

    def _ends_in_else(self, node: cst.If) -> bool:
        return node.orelse is not None and (not isinstance(node.orelse, cst.Else) or ends(node.orelse))

    def _init_if(self, node: cst.If, word: str, rest: list[cst.CSTNode]) -> list[str]:
        body, other = self._init(list(_lines(node.body))), list[str]()
        if isinstance(node.orelse, cst.If):
            other = self._init_if(node.orelse, "elif", [])
        elif node.orelse is not None:
            other = self._init(list(_lines(node.orelse.body)))
        other += self._init(rest)
        if not body and not other:
            return []
        return self._branches(node, word, self.own.making(node.test), body, other)

    def _init_for(self, node: cst.For) -> list[str]:
        body = self._init(list(_lines(node.body)))
        if not body:
            return []
        lists = [part for part in self.own.parts if part.loops and part.loops[0] is node]
        made = [f"self.{part.attribute} = {self._nn()}LayerList()" for part in lists]
        head = f"for {self.reading.code(node.target)} in {self.own.making(node.iter)}:"
        return [*made, head, *self._shifted(body)]

    def _init_unit(self, unit: cst.CSTNode, line: cst.CSTNode) -> list[str]:
        found: list[str] = []
        halves = self.halves
        if id(unit) in halves.in_init:
            if self._says_nothing(unit):
                pass
            elif id(unit) in halves.in_forward or (unit is not line and len(getattr(line, "body", ())) != 1):
                found.append(self.own.making_edits.render(*self.source.core(unit)))
            else:
                found.append(piece(self.reading, line, self.own.making_edits))
        for part in self.own.parts:
            if part.first is None and self.source.lies_in(part.call, unit):
                made, at = self.own.made(part), f"self.{part.attribute}"
                found.append(filled_call(f"{at}.append(" if part.loops else f"{at} = ", made, ")" * bool(part.loops)))
        found += halves.definitions_at(unit)
        if isinstance(unit, cst.Return):
            found += [f"self.{name} = {text}" for each, name, text in halves.kept_sizes if each is unit]
        return found

    def _says_nothing(self, unit: cst.CSTNode) -> bool:
        """`scale = self.scale`, which the class is given."""
        return isinstance(unit, cst.Assign) and len(unit.targets) == 1 and (
            self.reading.code(unit.targets[0].target) == self.own.making_edits.render(*self.source.span(unit.value)))

    def _shifted(self, rows: list[str]) -> list[str]:
        return [textwrap.indent(each, self.indent) for each in rows]

    def _nn(self) -> str:
        return self.layer.removesuffix("Layer")

    # -- forward -------------------------------------------------------------------------------------------------

    def _edit(self) -> None:
        kept, reading = set(self.halves.stored), self.reading
        scope = reading.scope(self.builder.function)
        for name in reading.loads_in(self.builder.function.body):
            if name.value in kept and reading.scopes.of(name).find(name.value) is scope.bindings[name.value]:
                self.edits.replace(*self.source.span(name), f"self.{kept_as(name.value)}")
        for function in self.own.functions:
            assert self.builder.owner is not None
            self.edits.replace(*self.source.span(function.value), self.builder.owner.name.value)
        if self.builder.self_name not in ("", "self"):
            for state in self.own.states:
                self.edits.replace(*self.source.span(state.value), "self")
        for part in self.own.parts:
            self.edits.replace(*self.source.span(part.call), self._calling(part))
        for call in reading.calls_in(self.builder.function):
            if reading.called(call) in DROPS and not any(
                    arg.keyword and arg.keyword.value == "training" for arg in call.args):
                self.edits.insert(self.source.span(call.args[-1].value)[1], ", training=self.training")

    def _calling(self, part: Part):  # type: ignore[no-untyped-def]
        def write() -> str:
            at = self.called.get(id(part), f"self.{part.attribute}")
            if part.call is part.maker and self.reading.called(part.call) in PARAMETERS:
                return at
            args = list(part.call.args)
            if part.builder is not None:
                given = bind(self.reading, part.call, part.builder)
                named = [(arg, name) for arg, name in zip(args, given, strict=True) if name in part.builder.tensors]
                args, order = [arg for arg, _ in named], [n for n in part.builder.names if n in part.builder.tensors]
                if [name for _, name in named] == order[: len(named)]:
                    return f"{at}({', '.join(self.edits.render(*self.source.span(arg.value)) for arg in args)})"
            spans = [(self.source.span(arg)[0], self.source.span(arg.value)[1]) for arg in args]
            return f"{at}({', '.join(self.edits.render(*span) for span in spans)})"

        return write

    def _forward(self, nodes: list[cst.CSTNode]) -> list[str]:
        found: list[str] = []
        for node in nodes:
            parted = bool(found) and above(self.reading, node)
            if isinstance(node, cst.SimpleStatementLine):
                new = self._forward_line(node)
            elif isinstance(node, cst.If):
                new = self._forward_if(node)
            elif self.halves.is_parted(node):
                assert isinstance(node, cst.For)
                new = self._forward_for(node)
            else:
                new = [piece(self.reading, node, self.edits)] if id(node) in self.halves.in_forward else []
            found += ["", *new] if parted and new else new
        return found

    def _forward_line(self, line: cst.SimpleStatementLine) -> list[str]:
        kept = [each for each in line.body if id(each) in self.halves.in_forward]
        if len(kept) == len(line.body):
            return [piece(self.reading, line, self.edits)]
        return [self.edits.render(*self.source.core(each)) for each in kept]

    def _forward_if(self, node: cst.If, word: str = "if") -> list[str]:
        body = self._forward(list(_lines(node.body)))
        other: list[str] = []
        if isinstance(node.orelse, cst.If):
            other = self._forward_if(node.orelse, "elif")
        elif node.orelse is not None:
            other = self._forward(list(_lines(node.orelse.body)))
        if not body and not other:
            return []
        if body == other and not self.own.is_tensor(node.test):
            return body
        test = self.edits.render(*self.source.span(node.test))
        return [*self._comments(node), *self._branches(node, word, test, body, other)]

    def _branches(self, node: cst.If, word: str, test: str, body: list[str], other: list[str]) -> list[str]:
        """What is left of an `if` in a half; of `other` alone the opposite is asked."""
        if not body:
            body, other = (other, []) if not isinstance(node.orelse, cst.If) else (["pass"], other)
            test = test if other else _not(test)
        lines = [f"{word} {test}:", *self._shifted(body)]
        if other and isinstance(node.orelse, cst.If):
            return [*lines, *other] if other[0].startswith("elif ") else [*lines, "else:", *self._shifted(other)]
        return [*lines, "else:", *self._shifted(other)] if other else lines

    def _forward_for(self, node: cst.For) -> list[str]:
        parts = [part for part in self.own.parts if node in part.loops]
        if self.halves.is_plain(node) and parts:
            return self._forward_plain(node, parts)
        first = [part for part in parts if part.loops[0] is node]
        made = []
        for part in first:
            name = self.own.free(part.attribute)
            self.called[id(part)] = f"next({name})"
            made.append(f"{name} = iter(self.{part.attribute})")
        body = self._forward(list(_lines(node.body)))
        if not body:
            return []
        head = f"for {self.reading.code(node.target)} in {self.edits.render(*self.source.span(node.iter))}:"
        return [*self._comments(node), *made, head, *self._shifted(body)]

    def _forward_plain(self, node: cst.For, parts: list[Part]) -> list[str]:
        names = [self.own.free(part.attribute.removesuffix("s")) for part in parts]
        if len(names) == 1:
            names = [self.own.free("layer" if names[0] == parts[0].attribute else names[0])]
        for part, name in zip(parts, names, strict=True):
            self.called[id(part)] = name
        lists = ", ".join(f"self.{part.attribute}" for part in parts)
        inner = parts[0].loops[-1]
        every = lists if len(parts) == 1 else f"zip({lists})"
        head = f"for {', '.join(names)} in {every}:"
        return [*self._comments(node), head, *self._shifted(self._forward(list(_lines(inner.body))))]

    def _comments(self, node: cst.CSTNode) -> list[str]:
        """Those right above a statement."""
        first, _ = lines_of(self.reading, node)
        rows = [self.source.line_text(each) for each in range(first, self.source.line(node))]
        indent = indentation(self.source, self.source.line(node))
        return [row.removeprefix(indent).rstrip() for row in rows]


WIDTH = 88  # of a statement in `__init__`, before it is indented


def without_unread(text: str, names: set[str]) -> str:
    """Statements without those that give these names values, where nothing reads one."""
    for name in sorted(names):
        rest = "\n".join(line for line in text.split("\n") if not re.match(rf"\s*{name} = [^#]*$", line))
        if not re.search(rf"\b{name}\b", rest) and python_error(rest) is None:
            text = rest
    return text


def filled(head: str, parts: list[str], tail: str, indent: int) -> str:
    """`head`, parts with commas between, `tail`; broken where the line would be too long."""
    rows = head.split("\n")
    for number, part in enumerate(parts):
        part += ", " if number < len(parts) - 1 else tail
        if len(rows[-1]) + len(part.rstrip()) > WIDTH and rows[-1].strip() and number:
            rows[-1] = rows[-1].rstrip()
            rows.append(" " * indent)
        rows[-1] += part
    return "\n".join(rows)


def filled_call(before: str, call: str, after: str) -> str:
    """A statement that makes a layer."""
    node = cst.parse_expression(call)
    if len(before + call + after) <= WIDTH or "\n" in call or not isinstance(node, cst.Call):
        return before + call + after
    code = cst.Module([]).code_for_node
    args = [code(arg.with_changes(comma=cst.MaybeSentinel.DEFAULT)) for arg in node.args]
    return filled(f"{before}{code(node.func)}(\n    ", args, ")" + after, 4)


def _lines(block: cst.CSTNode) -> list[cst.CSTNode]:
    body = getattr(block, "body", ())
    if isinstance(block, cst.SimpleStatementSuite):
        raise Stays(block, "a block stands on the line of its `if` or `for`; give it lines of its own")
    return list(body)


def _not(test: str) -> str:
    return f"not ({test})" if not test.isidentifier() else f"not {test}"


