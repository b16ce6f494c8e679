"""A class of `paddle.nn.Layer` for each body: `__init__` makes its layers, `forward` is the rest of its text."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import NamedTuple

import libcst as cst

from paddle_migrate.changes.parentheses import holds_together
from paddle_migrate.dynamic.bodies import bind, bound_in
from paddle_migrate.dynamic.modes import TRAINING
from paddle_migrate.dynamic.parameters import check_made, made_parameter, tables, write_table, write_variables
from paddle_migrate.dynamic.parts import Body, Part, kept_as
from paddle_migrate.dynamic.pieces import above, flat, is_in, piece
from paddle_migrate.dynamic.program import Program
from paddle_migrate.dynamic.reading import Reading, Stays, small, value_of
from paddle_migrate.dynamic.sharing import share, share_field
from paddle_migrate.dynamic.sizes import Sizes
from paddle_migrate.text.arguments import argument
from paddle_migrate.text.edits import Edits
from paddle_migrate.text.wrapping import WIDTH, wrapped

ACCURACY = "paddle.static.accuracy"
DROPS = tuple(f"paddle.nn.functional.{name}" for name in ("dropout", "dropout2d", "dropout3d", "alpha_dropout"))

MADE_WITH = "{} is worked out of a tensor, and a layer is made with it"


class Method(NamedTuple):
    """One of a class of layers: its parameters, with their defaults, its statements, and how it ends."""

    name: str
    parameters: Sequence[str]
    lines: list[cst.CSTNode]
    ending: Sequence[str]


class Classes:
    """The classes of one program. `inner`: what changes in the text that becomes `forward`."""

    def __init__(self, program: Program, bodies: list[Body], accuracy: str, apart: bool) -> None:
        self.program, self.reading, self.bodies, self.accuracy = program, program.reading, bodies, accuracy
        self.edited: set[cst.Call] = set()
        self.by_function = {b.function.name.value: b for b in bodies if b.function is not None}
        self.inner, self.makers = Edits(self.reading.source.text), Edits(self.reading.source.text)
        makers = [part.maker for body in bodies for part in body.parts if part.maker is not None]
        wanted = {id(node): node for maker in makers for node, _ in _size_nodes(self.reading, maker)}
        self.size_nodes = list(wanted.values())
        chosen = {part.call: part.functions for body in bodies for part in body.parts if part.alias}
        at_home = [part.maker for part in bodies[0].parts if part.maker is not None]
        self.sizes = Sizes(self.reading, program.home, self.size_nodes, chosen, at_home)
        for maker in makers:
            for node, keyword in _size_nodes(self.reading, maker):
                text = self.sizes.text(node, keyword)
                is_apart = holds_together(text) or isinstance(self.reading.source.parents[node], cst.Arg)
                self.makers.replace(*self.reading.source.span(node), text if is_apart else f"({text})")
            self._keep_statistics(maker)
        self._check_makers()
        check_made(self.reading, bodies)
        self.tables = tables(self.reading, bodies)
        self.config: dict[Body, list[str]] = {}  # what each class is made with
        self._kept: set[tuple[Body, str]] = set()  # what of it `forward` reads
        for body in bodies:
            self.config[body] = self._config(body)
        if apart:
            share_field(self.reading, bodies[0], self.made)
        else:
            share(self.reading, bodies, self.made)
        for body in bodies:
            self._edit(body)

    def _keep_statistics(self, maker: cst.Call) -> None:
        """Batch normalisation that only tests goes by what it knows, in whatever mode the network is."""
        is_test = argument(maker, -1, "is_test")
        if is_test is None or self.reading.code(is_test) == "False" or argument(maker, -1, "use_global_stats"):
            return
        end = self.reading.source.span(maker.args[-1].value)[1]
        self.makers.insert(end, f", use_global_stats={self.reading.code(is_test)}")

    def _check_makers(self) -> None:
        """Raises Stays where a layer is made with a tensor, which is not there yet."""
        sizes = {id(name) for node in self.size_nodes for name in self.reading.loads_in(node)}
        for body in self.bodies:
            for part in body.parts:
                for name in self.reading.loads_in(part.maker) if part.maker is not None else ():
                    if name.value in body.tensors and id(name) not in sizes:
                        raise Stays(name, MADE_WITH.format(name.value))

    # -- what is known when a layer is made ----------------------------------------------------------------------

    def _config(self, body: Body) -> list[str]:
        """The names that a body takes when it is made: parameters that are no tensors and are used."""
        reading = self.reading
        used = {name.value for line in body.lines for name in reading.loads_in(line)}
        if body.function is not None:
            return [p.name.value for p in body.params if p.name.value in used and p.name.value not in body.tensors]
        home = self.program.home
        if isinstance(home, cst.Module):
            return []
        used |= self.sizes.declared
        scope, inside = reading.scope(home), {name for part in body.parts for name in part.functions}
        return [name for name in scope.bindings if name in used - body.tensors - inside]

    def init_parameters(self, body: Body) -> list[str]:
        """With their defaults."""
        sizes = self.sizes.parameters(body.function) if body.function is not None else []
        defaults = {p.name.value: p.default for p in body.params if p.default is not None}
        code = self.reading.code
        given = [f"{name}={code(defaults[name])}" if name in defaults else name for name in self.config[body]]
        return [*sizes, *sorted(given, key=lambda text: "=" in text)]

    def forward_parameters(self, body: Body) -> list[str]:
        """With their defaults."""
        code = self.reading.code
        return [p.name.value + (f"={code(p.default)}" if p.default is not None else "")
                for p in body.params if p.name.value in body.tensors]

    def made(self, part: Part) -> str:
        """What makes a part: `nn.Linear(784, 10)`, `Block(in_features=784)`."""
        if id(part) in self.tables:
            return self.tables[id(part)]
        if part.maker is part.call:
            return made_parameter(self.reading, part.call, self.makers)
        if part.maker is not None:
            return flat(self.makers.render(*self.reading.source.span(part.maker)))
        bodies = [self.by_function[name] for name in part.functions]
        sizes = self.sizes.arguments(part.call)
        if part.alias:
            if sizes or any(self.init_parameters(body) for body in bodies):
                raise Stays(part.call, f"{part.alias} is one of several functions, which need sizes or arguments")
            return f"{part.alias}()"
        (body,) = bodies
        given = bind(self.reading, part.call, part.functions[0])
        texts = [f"{name}={text}" for name, text in sizes.items()]
        texts += [f"{name}={self.reading.code(given[name])}" for name in self.config[body] if name in given]
        return f"{body.name}({', '.join(texts)})"

    def _needed(self, body: Body) -> set[str]:
        """Names that making the body's parts needs."""
        found: set[str] = set()
        for part in body.parts:
            text = cst.parse_expression(self.made(part))
            found |= {node.value for node in self.reading.inside(text) if isinstance(node, cst.Name)}
        return found

    # -- forward -------------------------------------------------------------------------------------------------

    def _edit(self, body: Body) -> None:
        reading, source = self.reading, self.reading.source
        write_variables(self.reading, body, self.inner, self.tables)
        for part in body.parts:
            if id(part) in self.tables:
                write_table(self.reading, part, self.inner)
            elif part.maker is not None:
                self.inner.replace(*source.span(part.maker), f"self.{part.attribute}")
            else:
                self._edit_call(part)
        own = set(self.config[body])
        for line in body.lines:
            for name in reading.loads_in(line):
                if name.value == TRAINING:
                    self.inner.replace(*source.span(name), "self.training")
                if name.value in own and not any(is_in(source, name, part.maker or part.call.func)
                                                 for part in body.parts):
                    self.inner.replace(*source.span(name), f"self.{kept_as(name.value)}")
                    self._kept.add((body, name.value))
            for call in reading.calls_in(line):
                self._edit_function(call)

    def _edit_call(self, part: Part) -> None:
        """`self.block(x)`: what it was made with is no argument any more."""
        source = self.reading.source
        bodies = [self.by_function[name] for name in part.functions]
        kept: list[cst.Arg] = []
        for arg, (name, _) in zip(part.call.args, bind(self.reading, part.call, part.functions[0]).items(),
                                  strict=True):
            if all(name in body.tensors for body in bodies):
                kept.append(arg)
            elif any(name in body.tensors for body in bodies):
                raise Stays(part.call, f"{name} is a tensor in one of these functions and none in another")

        def write() -> str:
            args = ", ".join(self.inner.render(source.span(a)[0], source.span(a.value)[1]) for a in kept)
            return f"self.{part.attribute}({args})"

        self.inner.replace(*source.span(part.call), write)

    def _edit_function(self, call: cst.Call) -> None:
        name = self.reading.called(call)
        if name in DROPS and not any(arg.keyword and arg.keyword.value == "training" for arg in call.args):
            self.inner.insert(self.reading.source.span(call.args[-1].value)[1], ", training=self.training")
        if name == ACCURACY:
            self.inner.replace(*self.reading.source.span(call.func), self.accuracy)
        self.edited.add(call)

    # -- the text ------------------------------------------------------------------------------------------------

    def text(
        self, body: Body, layer: str, forward: Sequence[str], ending: Sequence[str] = (),
        methods: Sequence[Method] = ()
    ) -> str:
        """The class; `forward` are the parameters of the method, `ending` its last statements. `methods`: in place of
        the one."""
        indent = self.reading.source.indent
        head = [f"class {body.name}({layer}):"]
        function = body.function
        if function is not None and function.get_docstring() is not None:
            first = function.body.body[0]
            head += [textwrap.indent(piece(self.reading, first), indent), ""]
        moved = self._moved(body)
        init = ["super().__init__()"]
        init += [piece(self.reading, line) for line in moved]
        init += [f"self.{kept_as(name)} = {name}" for name in self.config[body] if (body, name) in self._kept]
        made = dict.fromkeys(f"self.{part.attribute} = {self.made(part)}" for part in body.parts)
        init += [wrapped(each, 0, indent, WIDTH - 2 * len(indent)) for each in made]
        methods = methods or [Method("forward", forward, body.lines, ending)]
        lines = [*head, *self._method("__init__", self.init_parameters(body), init)]
        for each in methods:
            rest = self._forward(body, each.lines, moved, each.ending)
            lines += ["", *self._method(each.name, each.parameters, rest)]
        return "\n".join(lines)

    def _method(self, name: str, parameters: Sequence[str], rows: list[str]) -> list[str]:
        indent = self.reading.source.indent
        head = f"{indent}def {name}({', '.join(['self', *parameters])}):"
        return [head, *(textwrap.indent(each, indent * 2) for each in rows)]

    def _moved(self, body: Body) -> list[cst.CSTNode]:
        """Statements that `__init__` needs; they hold no tensors."""
        reading, needed, found = self.reading, self._needed(body), list[cst.CSTNode]()
        if body.function is None:
            return []
        for line in reversed(body.lines):
            bound = {b.name for bs in reading.scope(body.function).bindings.values() for b in bs
                     if b.kind != "param" and is_in(reading.source, b.node, line)} | bound_in(reading, line)
            if not bound & needed:
                continue
            if bound & needed & body.tensors:
                name = min(bound & needed & body.tensors)
                raise Stays(line, MADE_WITH.format(name))
            needed |= reading.names_in(line)
            found.insert(0, line)
        return found

    def _forward(
        self, body: Body, lines: list[cst.CSTNode], moved: list[cst.CSTNode], ending: Sequence[str]
    ) -> list[str]:
        if body.function is None:
            return [*(piece(self.reading, line, self.inner) for line in lines), *ending]
        gone = [line for line in moved if not self._is_read(body, line, moved)]
        kept = [line for line in lines if line not in gone]
        return [*(piece(self.reading, line, self.inner, above(self.reading, line)) for line in kept)]

    def _is_read(self, body: Body, line: cst.CSTNode, moved: list[cst.CSTNode]) -> bool:
        """Whether `forward` reads what a statement binds, too."""
        reading, source = self.reading, self.reading.source
        names = {node.value for node in reading.inside(line) if isinstance(node, cst.Name)} - reading.names_in(line)
        names |= bound_in(reading, line)
        makers = [part.maker or part.call for part in body.parts]
        return any(name.value in names and not any(is_in(source, name, maker) for maker in makers)
                   for other in body.lines if other not in moved for name in reading.loads_in(other))


def _size_nodes(reading: Reading, maker: cst.Call) -> list[tuple[cst.BaseExpression, str]]:
    """`math.prod(x.shape[1:])`, `x.shape[1]` in a layer's arguments, each with the argument's keyword."""
    found: list[tuple[cst.BaseExpression, str]] = []

    def look(node: cst.CSTNode, keyword: str) -> None:
        is_product = isinstance(node, cst.Call) and reading.called(node) == "math.prod"
        if isinstance(node, (cst.Call, cst.Subscript)) and (is_product or _is_dimension(node)):
            found.append((node, keyword))
            return
        for child in reading.inside(node)[1:]:
            if reading.source.parents.get(child) is node:
                look(child, keyword)

    for place, arg in enumerate(maker.args):
        look(arg.value, arg.keyword.value if arg.keyword else ("in_features" if place == 0 else ""))
    return found


def _is_dimension(node: cst.CSTNode) -> bool:
    return isinstance(node, cst.Subscript) and isinstance(node.value, cst.Attribute) and (
        node.value.attr.value == "shape")


def returned(body: Body) -> cst.BaseExpression | None:
    """What a function returns at its end."""
    return value_of(small(body.lines[-1]))
