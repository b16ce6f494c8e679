"""The sizes that layers take from a tensor's shape, in terms of what a class is made with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import libcst as cst

from paddle_migrate.dynamic.reading import Reading, Stays, targets
from paddle_migrate.layers.builders import Builder, Part, bind, names_in_text, returns_of
from paddle_migrate.layers.fed import fed_shape
from paddle_migrate.layers.functions import atom, of_call, of_split, rank_of, summed
from paddle_migrate.layers.reaching import Definition, appended, reaching
from paddle_migrate.text.source import Source

_LONG = 48  # signs of an expression
_WHY = "the size {} of what a layer is given is not known when the layer is made; write it as a number"


class Own(Protocol):
    """What is asked of the class whose sizes they are."""

    reading: Reading
    source: Source
    builder: Builder
    sizes: Sizes
    size_nodes: dict[cst.BaseExpression, tuple[cst.BaseExpression, str]]

    @property
    def is_alone(self) -> bool: ...
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
    def plain(self, call: cst.Call) -> Own | None: ...
    def free(self, name: str) -> str: ...


class Sizes:
    """Those of one builder. `parameters`: what its class is given, by the parameter of the builder and the dimension.

    A dimension is "1", "-1", or "1:" for the product of those from there on."""

    def __init__(self, own: Own) -> None:
        self.own, self.reading, self.source, self.builder = own, own.reading, own.source, own.builder
        self.parameters: dict[tuple[str, str], str] = {}
        self.followed: dict[tuple[str, str], list[Definition]] = {}  # names whose size is kept beside them
        self._asked: set[tuple[str, str, frozenset[int]]] = set()
        self._open: list[tuple[int, str]] = []

    def text(self, node: cst.CSTNode, key: str, at: cst.CSTNode) -> str:
        """The size of a tensor where a statement begins. Raises Stays."""
        mark = id(node), key
        if mark in self._open or key.startswith("["):  # another dimension
            raise Stays(node, _WHY.format(_shown(self.reading.code(node))))
        self._open.append(mark)
        try:
            found = self._text(node, key, at)
        finally:
            self._open.pop()
        if found is None:
            raise Stays(node, _WHY.format(f"{_shown(self.reading.code(node))}.shape[{key}]"))
        return found

    def _text(self, node: cst.CSTNode, key: str, at: cst.CSTNode) -> str | None:
        if isinstance(node, cst.Name):
            return self._of_name(node.value, key, at)
        if isinstance(node, cst.Subscript) and isinstance(node.value, cst.Name):
            return self._of_element(node, node.value.value, key, at)
        if isinstance(node, cst.Call):
            return self._of_call(node, key, at)
        if isinstance(node, cst.BinaryOperation):
            return self.either(node.left, node.right, key, at)
        if isinstance(node, cst.IfExp):
            left, right = self.text(node.body, key, at), self.text(node.orelse, key, at)
            return left if left == right else f"({left} if {self.reading.code(node.test)} else {right})"
        return None

    def either(self, left: cst.CSTNode, right: cst.CSTNode, key: str, at: cst.CSTNode) -> str | None:
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
        """`inputs[0]` of a parameter; `fcs[-1]`, the last of a list that is only appended to; `fcs[0]` of one that
        begins so; any of what `paddle.split` gave."""
        index = self.reading.code(node.slice[0])
        if self._is_changed(name):
            return None
        if name in self.builder.names:
            return self.parameter(f"{name}[{index}]", key) if index.isdigit() else None
        if index == "-1":
            return self._of_name(f"{name}[-1]", key, at)
        found = reaching(self.reading, name, at)
        first = found[0].value if len(found) == 1 and isinstance(found[0], cst.Assign) else None
        if index == "0" and isinstance(first, cst.List) and first.elements:
            return self.text(first.elements[0].value, key, found[0] or at)
        return of_split(self, first, int(index) if index.isdigit() else None, key, found[0] or at) if (
            first is not None) else None

    def _is_changed(self, name: str) -> bool:
        """Whether a list is changed otherwise than by appending to it."""
        scope = self.reading.scope(self.builder.function)
        uses = [self.source.parents.get(use) for use in self.reading.uses(scope, name)]
        if name in self.builder.names and len(scope.bindings[name]) > 1:
            return True
        called = ["append"] if name not in self.builder.names else []
        return any(isinstance(each, cst.Attribute) and each.attr.value not in called for each in uses) or any(
            isinstance(self.source.parents.get(each), cst.AssignTarget) for each in uses if each is not None)

    def _of_name(self, name: str, key: str, at: cst.CSTNode) -> str | None:
        found = reaching(self.reading, name, at)
        found = [each for each in found if each is not None or name in self.builder.names]
        own = self.name_of(name, key)
        mark = name, key, frozenset(map(id, found))
        if mark in self._asked:  # in a loop, in terms of itself
            return own
        self._asked.add(mark)
        try:
            texts = {self._of_definition(name, key, each) for each in found}
        except Stays:
            if len(found) == 1:
                raise
            texts = set()
        finally:
            self._asked.discard(mark)
        if (name, key) not in self.followed:
            texts.discard(own)  # in terms of itself; else it is what other statements give that name
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
        kept = name.partition("[")[0] + ("_last" if name.endswith("[-1]") else "")
        return self.own.free(f"{kept}_{'channels' if key == '1' else 'features'}")

    def _of_definition(self, name: str, key: str, found: Definition) -> str | None:
        if found is None:
            return self.parameter(name, key) if name in self.builder.names else None
        if name.endswith("]"):
            return self._of_list(found, name, key)
        if isinstance(found, cst.AugAssign):
            return self.either(found.target, found.value, key, self.own.line(found))
        if isinstance(found, cst.Assign):
            target = found.targets[0].target
            if isinstance(target, cst.Name):
                return self.text(found.value, key, self.own.line(found))
            return self._of_several(found, name, key)
        return None

    def _of_list(self, found: cst.CSTNode, name: str, key: str) -> str | None:
        """Of the last in a list, `x[-1]`, or of all in it together, `x[:]`, behind what makes it or makes it longer."""
        new, at = appended(found), self.own.line(found)
        is_longer = isinstance(found, cst.AugAssign) and isinstance(found.operator, cst.AddAssign)
        given = found.value if isinstance(found, (cst.Assign, cst.AugAssign)) else None
        every = [new[1]] if new is not None else self.elements(given, at) if given is not None else None
        if every is None or not (new or is_longer or isinstance(found, cst.Assign)):
            return None
        if name.endswith("[-1]"):
            return self.text(every[-1], key, at) if every else None
        before = "0" if isinstance(found, cst.Assign) else self._of_name(name, key, at)
        if before is None:
            return None
        return summed([*([before] if before != "0" else []), *(self.text(each, key, at) for each in every)])

    def joined(self, node: cst.BaseExpression, key: str, at: cst.CSTNode) -> str | None:
        """Those of a list together that is only appended to."""
        if not isinstance(node, cst.Name) or node.value in self.builder.names or self._is_changed(node.value):
            return None
        return self._of_name(f"{node.value}[:]", key, at)

    def alike(self, node: cst.BaseExpression, key: str, at: cst.CSTNode) -> str | None:
        """That of each in a list whose elements have the same shape."""
        every = self.elements(node, at)
        if every:
            return self.text(every[-1], key, at)
        if not isinstance(node, cst.Name) or node.value in self.builder.names or self._is_changed(node.value):
            return None
        return self._of_name(f"{node.value}[-1]", key, at)

    def _of_several(self, found: cst.Assign, name: str, key: str) -> str | None:
        """`a, b = f(x)`, `a, b = x, y`."""
        place = [each.value if isinstance(each, cst.Name) else "" for each in targets(found)].index(name)
        if isinstance(found.value, (cst.Tuple, cst.List)):
            return self.text(found.value.elements[place].value, key, self.own.line(found))
        part = self.own.part_of(found.value)
        if part is not None and part.builder is not None:
            return self._of_builder(part, key, self.own.line(found), place)
        plain = self.own.plain(found.value) if isinstance(found.value, cst.Call) else None
        if plain is not None and isinstance(found.value, cst.Call):
            return self._put_in(plain, found.value, plain.gives(key, place), self.own.line(found))
        return of_split(self, found.value, place, key, self.own.line(found))

    def parameter(self, name: str, key: str) -> str:
        """What the class is given for a dimension of one of the builder's parameters; a 1 is no size of what is fed."""
        if self._is_one(name, key):
            return "1"
        if (name, key) not in self.parameters:
            base = "in_channels" if key == "1" and not self._is_for_linear(name) else "in_features"
            taken, plain = set(self.parameters.values()), name.replace("[", "").removesuffix("]")
            self.parameters[name, key] = self.own.free(
                base if base not in taken else f"{plain}_{base.removeprefix('in_')}")
        return self.parameters[name, key]

    def _is_one(self, name: str, key: str) -> bool:
        shape = fed_shape(self.reading, self.builder, name) if self.own.is_alone else []
        first, is_product = int(key.removesuffix(":")), key.endswith(":")
        sizes = shape[first:] if is_product else shape[first:][:1]
        return bool(sizes) and set(sizes) == {1}

    def _is_for_linear(self, name: str) -> bool:
        """Whether a linear layer asks for the size of a parameter."""
        return any(self.reading.code(tensor) == name and isinstance(
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
        plain = self.own.plain(call)
        if plain is not None:
            return self._put_in(plain, call, plain.gives(key, None), at)
        return of_call(self, call, key, at)

    def making(self, node: cst.CSTNode) -> str:
        """Its text where layers are made."""
        return self.own.making(node)

    def rank(self, node: cst.CSTNode, at: cst.CSTNode) -> int:
        """How many dimensions it has; 0 where that is not known."""
        if isinstance(node, cst.Call):
            return rank_of(self, node, at) if self.own.plain(node) is None else 0
        found = reaching(self.reading, node.value, at) if isinstance(node, cst.Name) else []
        if found == [None]:
            return len(self.fed(node, at))
        made = found[0] if len(found) == 1 and isinstance(found[0], cst.Assign) else None
        is_plain = made is not None and isinstance(made.targets[0].target, cst.Name)
        return self.rank(made.value, self.own.line(made)) if made is not None and is_plain else 0

    def fed(self, node: cst.CSTNode, at: cst.CSTNode) -> list[int]:
        """The sizes that it is declared with which is fed, -1 of those that are open; nothing of what else there is."""
        is_given = isinstance(node, cst.Name) and node.value in self.builder.names and self.own.is_alone and reaching(
            self.reading, node.value, at) == [None]
        return fed_shape(self.reading, self.builder, node.value) if isinstance(node, cst.Name) and is_given else []

    def asked_of(self, node: cst.CSTNode) -> str:
        """Which dimension an expression asks for, "" if it does not."""
        return self.own.size_nodes[node][1] if isinstance(node, cst.BaseExpression) and (
            node in self.own.size_nodes) else ""

    def elements(self, node: cst.BaseExpression, at: cst.CSTNode) -> list[cst.BaseExpression] | None:
        """Those of a list, or of a name that is one list and is not changed; None of anything else."""
        if isinstance(node, cst.Name):
            found = reaching(self.reading, node.value, at)
            first = found[0] if len(found) == 1 and found == reaching(self.reading, f"{node.value}[:]", at) and (
                not self._is_changed(node.value)) else None
            node = first.value if isinstance(first, cst.Assign) and first.value is not None else node
        every = node.elements if isinstance(node, (cst.List, cst.Tuple)) else None
        is_plain = every is not None and not any(isinstance(each, cst.StarredElement) for each in every)
        return [each.value for each in every] if every is not None and is_plain else None

    def _of_builder(self, part: Part, key: str, at: cst.CSTNode, place: int | None = None) -> str | None:
        """What it gives, in terms of what it is given here; else asked of the layer that is made."""
        assert part.builder is not None
        other = self.own.others[part.builder]
        text = self._put_in(other, part.call, other.gives(key, place), at)
        if text is not None:
            return text
        if place is not None or part.attribute == "":
            return None
        keeps = other.keep(key)
        return f"self.{part.attribute}{'[-1]' if part.loops else ''}.{keeps}"

    def _put_in(self, other: Own, call: cst.Call, told: cst.BaseExpression | None, at: cst.CSTNode) -> str | None:
        """What another function gives, in terms of what a call of it is given; None where that cannot be told."""
        if told is None:
            return None
        given = bind(self.reading, call, other.builder)
        texts = dict(zip(other.sizes.parameters.values(), other.sizes.parameters, strict=True))
        names, put = names_in_text(cst.Module([]).code_for_node(told)), dict[str, str]()
        for name in (*(name for name in texts if name in names), *sorted(names - set(texts))):
            if name in texts:
                size = self.given(given, *texts[name], at)
                if size is None:
                    return None
                put[name] = size
            elif name in given:
                put[name] = self.own.making(given[name])
            elif name in other.defaults:
                put[name] = other.defaults[name]
        return _put(told, put) if names <= set(put) | {"int", "len", "max", "min", "round"} else None

    def given(self, given: Mapping[str, cst.BaseExpression], param: str, key: str, at: cst.CSTNode) -> str | None:
        """The size of what a call gives for a parameter, or for an element of it; None if it gives nothing."""
        name, _, index = param.removesuffix("]").partition("[")
        node = given.get(name)
        if node is None or not index:
            return self.text(node, key, at) if node is not None else None
        every = self.elements(node, at)
        if every is not None:
            return self.text(every[int(index)], key, at) if int(index) < len(every) else None
        if isinstance(node, cst.Name) and node.value in self.builder.names and not self._is_changed(node.value):
            return self.parameter(f"{node.value}[{index}]", key)
        return None

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


class _Put(cst.CSTTransformer):
    def __init__(self, texts: dict[str, str]) -> None:
        super().__init__()
        self.texts = texts

    def leave_Name(self, original_node: cst.Name, updated_node: cst.Name) -> cst.BaseExpression:
        text = self.texts.get(original_node.value)
        return updated_node if text is None else cst.parse_expression(text if text.isdigit() else atom(text))

    def visit_Arg_keyword(self, node: cst.Arg) -> None:
        """Keywords are no names of variables."""


def _put(node: cst.BaseExpression, texts: dict[str, str]) -> str:
    if isinstance(node, cst.Name):
        return texts.get(node.value, node.value)
    changed = node.visit(_Put(texts))
    assert isinstance(changed, cst.BaseExpression)
    return cst.Module([]).code_for_node(changed)


def _shown(code: str) -> str:
    """In one line, and not all of what is long."""
    line = " ".join(code.split())
    return line if len(line) <= _LONG else f"{line[:_LONG]}…"
