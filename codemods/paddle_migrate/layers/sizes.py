"""The sizes that layers take from a tensor's shape, in terms of what a class is made with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import libcst as cst

from paddle_migrate.dynamic.program import is_layer
from paddle_migrate.dynamic.reading import Reading, Stays, targets
from paddle_migrate.layers.builders import Builder, Part, bind, names_in_text, returns_of
from paddle_migrate.layers.reaching import Definition, appended, reaching
from paddle_migrate.text.arguments import argument
from paddle_migrate.text.source import Source

_ONE_DIMENSION = ("-1", "1")
_MAKERS = {  # the argument that says the size, by the dimension that it is of
    "Conv2D": ("1", 1, "out_channels"), "Conv3D": ("1", 1, "out_channels"), "Conv1D": ("1", 1, "out_channels"),
    "Conv2DTranspose": ("1", 1, "out_channels"), "Conv3DTranspose": ("1", 1, "out_channels"),
    "Linear": ("-1", 1, "out_features"), "Embedding": ("-1", 1, "embedding_dim"),
}
_LIKE_THEIR_INPUT = ("BatchNorm", "InstanceNorm", "GroupNorm", "LayerNorm", "PReLU", "Dropout")
_POOLS = ("pool1d", "pool2d", "pool3d", "interpolate", "upsample", "pad")
_ELEMENTWISE = frozenset((
    "relu", "relu6", "sigmoid", "tanh", "softmax", "log_softmax", "elu", "selu", "gelu", "silu", "swish", "mish",
    "hardtanh", "hardswish", "hardsigmoid", "leaky_relu", "softplus", "softsign", "dropout", "dropout2d", "exp", "log",
    "sqrt", "square", "abs", "clip", "scale", "cast", "pow", "add", "subtract", "multiply", "divide", "maximum",
    "minimum", "normalize", "local_response_norm", "batch_norm", "layer_norm", "cumsum", "sign"))
_WHY = "the size {} of what a layer is given is not known when the layer is made; write it as a number"


class Own(Protocol):
    """What is asked of the class whose sizes they are."""

    reading: Reading
    source: Source
    builder: Builder
    sizes: Sizes
    size_nodes: dict[cst.BaseExpression, tuple[cst.BaseExpression, str]]

    @property
    def others(self) -> Mapping[Builder, Own]: ...
    @property
    def defaults(self) -> dict[str, str]: ...
    def gives(self, key: str, place: int | None) -> cst.BaseExpression | None: ...
    def keep(self, key: str) -> str: ...
    def is_tensor(self, node: cst.CSTNode) -> bool: ...
    def part_of(self, call: cst.CSTNode) -> Part | None: ...
    def line(self, node: cst.CSTNode) -> cst.CSTNode: ...
    def making(self, node: cst.CSTNode) -> str: ...
    def free(self, name: str) -> str: ...


class Sizes:
    """Those of one builder. `parameters`: what its class is given, by the parameter of the builder and the dimension.

    A dimension is "1", "-1" or "1:", the product of all but the first."""

    def __init__(self, own: Own) -> None:
        self.own, self.reading, self.source, self.builder = own, own.reading, own.source, own.builder
        self.parameters: dict[tuple[str, str], str] = {}
        self.followed: dict[tuple[str, str], list[Definition]] = {}  # names whose size is kept beside them
        self._asked: set[tuple[str, str]] = set()
        self._open: list[tuple[int, str]] = []

    def text(self, node: cst.CSTNode, key: str, at: cst.CSTNode) -> str:
        """The size of a tensor where a statement begins. Raises Stays."""
        mark = id(node), key
        if mark in self._open or key.startswith("["):  # another dimension
            raise Stays(node, _WHY.format(self.reading.code(node)))
        self._open.append(mark)
        try:
            found = self._text(node, key, at)
        finally:
            self._open.pop()
        if found is None:
            raise Stays(node, _WHY.format(f"{self.reading.code(node)}.shape[{key}]"))
        return found

    def _text(self, node: cst.CSTNode, key: str, at: cst.CSTNode) -> str | None:
        if isinstance(node, cst.Name):
            return self._of_name(node.value, key, at)
        if isinstance(node, cst.Subscript) and isinstance(node.value, cst.Name):
            return self._of_element(node, node.value.value, key, at)
        if isinstance(node, cst.Call):
            return self._of_call(node, key, at)
        if isinstance(node, cst.BinaryOperation):
            return self._of_both(node.left, node.right, key, at)
        if isinstance(node, cst.IfExp):
            left, right = self.text(node.body, key, at), self.text(node.orelse, key, at)
            return left if left == right else f"({left} if {self.reading.code(node.test)} else {right})"
        return None

    def _of_both(self, left: cst.CSTNode, right: cst.CSTNode, key: str, at: cst.CSTNode) -> str | None:
        """Of two that are joined element by element; a size of 1 is made as large as the other."""
        found, why = list[str](), None
        for each in (left, right):
            try:
                if self.own.is_tensor(each):
                    found.append(self.text(each, key, at))
            except Stays as unknown:
                why = unknown
        if why is not None and not found:
            raise why
        known = [each for each in dict.fromkeys(found) if each != "1"]
        known.sort(key=lambda text: "self." in text or text in self.parameters.values())
        return known[0] if known else found[0] if found else None

    # -- names ---------------------------------------------------------------------------------------------------

    def _of_element(self, node: cst.Subscript, name: str, key: str, at: cst.CSTNode) -> str | None:
        """`fcs[-1]`, the last of a list that is only appended to; `fcs[0]` of one that begins so."""
        index = self.reading.code(node.slice[0])
        uses = [self.source.parents.get(use) for use in self.reading.uses(self.reading.scope(
            self.builder.function), name)]
        changed = [each for each in uses if isinstance(each, cst.Attribute) and each.attr.value != "append"]
        if changed or any(isinstance(each, cst.AssignTarget) for each in uses) or name in self.builder.names:
            return None
        if index == "-1":
            return self._of_name(f"{name}[-1]", key, at)
        found = reaching(self.reading, name, at)
        first = found[0] if len(found) == 1 else None
        if index == "0" and isinstance(first, cst.Assign) and isinstance(first.value, cst.List) and (
                first.value.elements):
            return self.text(first.value.elements[0].value, key, first)
        return None

    def _of_name(self, name: str, key: str, at: cst.CSTNode) -> str | None:
        found = reaching(self.reading, name, at)
        found = [each for each in found if each is not None or name in self.builder.names]
        own = self.name_of(name, key)
        if (name, key) in self._asked:  # in a loop, in terms of itself
            return own
        self._asked.add((name, key))
        try:
            texts = {self._of_definition(name, key, each) for each in found} - {own}
        except Stays:
            if len(found) == 1:
                raise
            texts = set()
        finally:
            self._asked.discard((name, key))
        text = texts.pop() if len(texts) == 1 else None
        if text is not None and own not in text and (len(found) == 1 or not self._differs(found)) and (
                not self._may_change(text)):
            return text
        return self._follow(name, key, found)

    def _differs(self, found: list[Definition]) -> bool:
        """Whether one of several was given in a loop, whose names are others behind it."""
        return any(isinstance(each, cst.For) for each in found)

    def _may_change(self, text: str) -> bool:
        """Whether a name of it is given several values."""
        scope = self.reading.scope(self.builder.function)
        bindings = [scope.bindings.get(name, ()) for name in names_in_text(text)]
        return "[-1]" in text or any(
            len(each) > 1 or any(isinstance(binding.node, cst.For) for binding in each) for each in bindings)

    def _follow(self, name: str, key: str, found: list[Definition]) -> str:
        kept = self.followed.setdefault((name, key), [])
        kept += [each for each in found if each not in kept]
        return self.name_of(name, key)

    def name_of(self, name: str, key: str) -> str:
        """The name that holds the size of what another one holds."""
        kept = name.removesuffix("[-1]") + ("_last" if name.endswith("[-1]") else "")
        return self.own.free(f"{kept}_{'channels' if key == '1' else 'features'}")

    def _of_definition(self, name: str, key: str, found: Definition) -> str | None:
        if found is None:
            return self.parameter(name, key) if name in self.builder.names else None
        if isinstance(found, cst.Expr):
            new = appended(found)
            return self.text(new[1], key, self.own.line(found)) if new is not None else None
        if name.endswith("[-1]"):
            return self._of_last(found, key)
        if isinstance(found, cst.AugAssign):
            return self._of_both(found.target, found.value, key, self.own.line(found))
        if isinstance(found, cst.Assign):
            target = found.targets[0].target
            if isinstance(target, cst.Name):
                return self.text(found.value, key, self.own.line(found))
            return self._of_several(found, name, key)
        return None

    def _of_last(self, found: cst.CSTNode, key: str) -> str | None:
        """Of the list that a name is given."""
        if isinstance(found, cst.Assign) and isinstance(found.value, cst.List) and found.value.elements:
            return self.text(found.value.elements[-1].value, key, self.own.line(found))
        return None

    def _of_several(self, found: cst.Assign, name: str, key: str) -> str | None:
        """`a, b = f(x)`, `a, b = x, y`."""
        place = [each.value if isinstance(each, cst.Name) else "" for each in targets(found)].index(name)
        if isinstance(found.value, (cst.Tuple, cst.List)):
            return self.text(found.value.elements[place].value, key, self.own.line(found))
        part = self.own.part_of(found.value)
        return self._of_builder(part, key, self.own.line(found), place) if part is not None else None

    def parameter(self, name: str, key: str) -> str:
        """What the class is given for a dimension of one of the builder's parameters."""
        if (name, key) not in self.parameters:
            base = "in_channels" if key == "1" and not self._is_for_linear(name) else "in_features"
            taken = set(self.parameters.values())
            self.parameters[name, key] = self.own.free(
                base if base not in taken else f"{name}_{base.removeprefix('in_')}")
        return self.parameters[name, key]

    def _is_for_linear(self, name: str) -> bool:
        """Whether a linear layer asks for the size of a parameter."""
        return any(isinstance(tensor, cst.Name) and tensor.value == name and isinstance(
            above := self.source.parents.get(self.source.parents.get(node)), cst.Call) and self.reading.called(
                above) == "paddle.nn.Linear" for node, (tensor, _) in self.own.size_nodes.items())

    def definitions(self) -> list[tuple[Definition, str, str]]:
        """Behind which statement, which name is given which text."""
        found = list[tuple[Definition, str, str]]()
        for (name, key), places in list(self.followed.items()):
            for place in list(places):
                text = self._of_definition(name, key, place)
                if text is None:
                    raise Stays(place or self.builder.function, _WHY.format(f"{name}.shape[{key}]"))
                if text != self.name_of(name, key):
                    found.append((place, self.name_of(name, key), text))
        return found

    # -- calls ---------------------------------------------------------------------------------------------------

    def _of_call(self, call: cst.Call, key: str, at: cst.CSTNode) -> str | None:
        part = self.own.part_of(call)
        if part is not None and part.builder is not None:
            return self._of_builder(part, key, at)
        if is_layer(self.reading, call):
            return self._of_layer(call, key, at)
        name = self.reading.called(call)
        short = name.rpartition(".")[2]
        if name in ("written.activated", "written.activated_by_old_name"):
            return self.text(call.args[0].value, key, at)
        if not name.startswith("paddle.") or not call.args:
            return None
        first = call.args[0].value
        if name == "paddle.concat":
            return self._of_joined(call, key, at)
        if short in ("flatten", "reshape"):
            return self._of_flat(call, short, key, at)
        if short in ("mean", "max") or short.startswith("adaptive_") or short.endswith(_POOLS):
            return self._of_pool(call, short, key, at)
        if short in ("add", "subtract", "multiply", "divide", "maximum", "minimum") and len(call.args) > 1:
            return self._of_both(first, call.args[1].value, key, at)
        if short in ("unsqueeze", "squeeze", "slice") and key == "1":
            return self.text(_x(call), key, at) if self._is_behind(argument(call, 1, "axis") or argument(
                call, 1, "axes")) else None
        return self.text(_x(call), key, at) if short in _ELEMENTWISE else None

    def _is_behind(self, axes: cst.BaseExpression | None) -> bool:
        """Whether only dimensions behind the channels are meant."""
        every = [each.value for each in axes.elements] if isinstance(axes, (cst.List, cst.Tuple)) else [axes]
        return all(isinstance(each, cst.Integer) and each.evaluated_value > 1 for each in every)

    def _of_layer(self, call: cst.Call, key: str, at: cst.CSTNode) -> str | None:
        kind = self.reading.called(call.func).rpartition(".")[2]
        assert isinstance(call.func, cst.Call)
        if kind.startswith(_LIKE_THEIR_INPUT):
            return self.text(call.args[0].value, key, at)
        dimension, place, keyword = _MAKERS.get(kind, ("", 0, ""))
        given = argument(call.func, place, keyword) if keyword else None
        if given is None:
            return None
        layout = argument(call.func, 99, "data_format")
        if layout is not None and dimension == "1" and "NC" not in self.reading.code(layout):
            return None
        if key == dimension or (kind == "Linear" and self._has_two(call)):
            return self.own.making(given)
        return None

    def _has_two(self, call: cst.Call) -> bool:
        """Whether what a linear layer gives has two dimensions: what it is given is flat, or asked for its second."""
        assert isinstance(call.func, cst.Call)
        size = argument(call.func, 0, "in_features")
        _, key = self.own.size_nodes.get(size, (None, "")) if size is not None else (None, "")
        return key == "1" or _is_flat(self.reading, call.args[0].value)

    def _of_builder(self, part: Part, key: str, at: cst.CSTNode, place: int | None = None) -> str | None:
        """What it gives, in terms of what it is given here; else asked of the layer that is made."""
        assert part.builder is not None
        other = self.own.others[part.builder]
        told = other.gives(key, place)
        given = bind(self.reading, part.call, part.builder)
        if isinstance(told, cst.BaseExpression):
            texts = dict(zip(other.sizes.parameters.values(), other.sizes.parameters, strict=True))
            names = {each.value for each in self.reading.inside(told) if isinstance(each, cst.Name)}
            put: dict[str, str] = {}
            for name in names:
                if name in texts:
                    param, dimension = texts[name]
                    if param not in given:
                        return None
                    put[name] = self.text(given[param], dimension, at)
                elif name in given:
                    put[name] = self.own.making(given[name])
                elif name in other.defaults:
                    put[name] = other.defaults[name]
            if names <= set(put) | {"int", "len", "max", "min", "round"}:
                return _put(told, put)
        if place is not None or part.attribute == "":
            return None
        keeps = other.keep(key)
        return f"self.{part.attribute}{'[-1]' if part.loops else ''}.{keeps}"

    def returned(self, key: str, place: int | None = None) -> list[tuple[cst.Return, str]]:
        """The size of what the builder returns, at each of its returns. Raises Stays."""
        found = list[tuple[cst.Return, str]]()
        for each in returns_of(self.reading, self.builder):
            value: cst.BaseExpression | None = each.value
            if place is not None and isinstance(value, (cst.Tuple, cst.List)) and place < len(value.elements):
                value = value.elements[place].value
            if value is None:
                raise Stays(each, _WHY.format(f".shape[{key}]"))
            found.append((each, self.text(value, key, self.own.line(each))))
        return found

    def _of_joined(self, call: cst.Call, key: str, at: cst.CSTNode) -> str | None:
        every, axis = call.args[0].value, argument(call, 1, "axis")
        if axis is None or not isinstance(every, (cst.List, cst.Tuple)):
            return None
        texts = [self.text(each.value, key, at) for each in every.elements]
        if self.reading.code(axis) == key:
            return _sum(texts)
        return texts[0] if self.reading.code(axis) in _ONE_DIMENSION and key in _ONE_DIMENSION and (
            len(set(texts)) == 1) else None

    def _of_flat(self, call: cst.Call, short: str, key: str, at: cst.CSTNode) -> str | None:
        if short == "flatten":
            start = argument(call, 1, "start_axis")
            is_plain = start is not None and self.reading.code(start) == "1" and argument(call, 2, "stop_axis") is None
            return self.text(_x(call), "1:", at) if is_plain else None
        shape = argument(call, 1, "shape")
        sizes = [self.reading.code(each.value) for each in shape.elements] if isinstance(
            shape, (cst.List, cst.Tuple)) else []
        if key == "1:" and len(sizes) == 2:
            key = "1"
        if key not in _ONE_DIMENSION or len(sizes) < 2 or sizes[int(key)] in ("-1", "0") or "shape" in sizes[int(key)]:
            return None
        assert isinstance(shape, (cst.List, cst.Tuple))
        return self.own.making(shape.elements[int(key)].value)

    def _of_pool(self, call: cst.Call, short: str, key: str, at: cst.CSTNode) -> str | None:
        """Channels stay as they are; of a pool over the whole of them nothing else is left."""
        code = self.reading.code
        given = argument(call, 1, "axis"), argument(call, 2, "keepdim")
        whole = short in ("mean", "max") and [code(each) for each in given if each is not None] == ["[2, 3]", "True"]
        size = argument(call, 1, "output_size") if short.startswith("adaptive_") else None
        whole |= size is not None and code(size) in ("1", "[1, 1]", "(1, 1)")
        if key == "1" and (short not in ("mean", "max") or whole):
            return self.text(_x(call), key, at)
        return self.text(_x(call), "1", at) if key == "1:" and whole else None


def _x(call: cst.Call) -> cst.BaseExpression:
    found = argument(call, 0, "x") or argument(call, 0, "input")
    return found if found is not None else call.args[0].value


def _is_flat(reading: Reading, node: cst.BaseExpression) -> bool:
    return isinstance(node, cst.Call) and reading.called(node) == "paddle.flatten" and (
        reading.code(argument(node, 1, "start_axis") or node) == "1")


def _sum(texts: list[str]) -> str:
    if len(set(texts)) == 1 and len(texts) > 1:
        return f"{len(texts)} * {_atom(texts[0])}"
    if all(text.isdigit() for text in texts):
        return str(sum(map(int, texts)))
    return " + ".join(texts)


def _atom(text: str) -> str:
    node = cst.parse_expression(text)
    return text if isinstance(node, (cst.Name, cst.Integer, cst.Call, cst.Subscript, cst.Attribute)) or (
        text.startswith("(") and node.lpar) else f"({text})"


class _Put(cst.CSTTransformer):
    def __init__(self, texts: dict[str, str]) -> None:
        super().__init__()
        self.texts = texts

    def leave_Name(self, original_node: cst.Name, updated_node: cst.Name) -> cst.BaseExpression:
        text = self.texts.get(original_node.value)
        return updated_node if text is None else cst.parse_expression(text if text.isdigit() else _atom(text))

    def visit_Arg_keyword(self, node: cst.Arg) -> None:
        """Keywords are no names of variables."""


def _put(node: cst.BaseExpression, texts: dict[str, str]) -> str:
    if isinstance(node, cst.Name):
        return texts.get(node.value, node.value)
    changed = node.visit(_Put(texts))
    assert isinstance(changed, cst.BaseExpression)
    return cst.Module([]).code_for_node(changed)
