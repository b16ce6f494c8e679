"""Layers that share a parameter by its name: one layer, where that is one layer twice; else by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

import libcst as cst

from paddle_migrate.dynamic.helpers import PARAMETERS
from paddle_migrate.dynamic.parts import Body, Named, Part, number
from paddle_migrate.dynamic.reading import Reading, Stays
from paddle_migrate.facts.shared_names import names_given
from paddle_migrate.facts.texts import UNKNOWN
from paddle_migrate.facts.values.spot import Spot, Way
from paddle_migrate.rules.kinds import CONTAINERS
from paddle_migrate.rules.parameters import NAMES_THEMSELVES
from paddle_migrate.rules.sequence_layers import FIELD_LAYER, LAYERS
from paddle_migrate.text.arguments import argument

_SHARED = "another layer has the parameter {}, too; share it by hand"
_SEVERAL = "its parameters have names, and it is called several times: share them by hand"
_DEEPEST = 12
_OWN, _TEXTS = (cst.FunctionDef, cst.ClassDef), (
    cst.SimpleString, cst.FormattedString, cst.ConcatenatedString, cst.BinaryOperation)
_BOTH, _MOVING = ("weight_attr", "bias_attr"), ("param_attr", "bias_attr", *NAMES_THEMSELVES)
_PARAMETERS = {  # by how layers begin that have them; None for those that have none
    "Linear": _BOTH, "Conv": _BOTH, "LayerNorm": _BOTH, "GroupNorm": _BOTH, "Embedding": _BOTH[:1], "PReLU": _BOTH[:1],
    **dict.fromkeys((layer for layer, _, _ in LAYERS.values()), _MOVING[:2]),
    FIELD_LAYER: _MOVING[:1],
    "BatchNorm": _MOVING, "Dropout": (), "MaxPool": (), "AvgPool": (), "AdaptiveMax": (), "AdaptiveAvg": (),
    "LeakyReLU": (), "ReLU": (), "Sigmoid": (), "Tanh": (), "Softmax": (), "Pad": (), "Flatten": ()}


def share(reading: Reading, bodies: list[Body], made: Callable[[Part], str]) -> None:
    """Parts of a body whose parameters all have the same names are one layer. Raises Stays where only some do, or
    where it is not seen."""
    names = Names(reading, bodies)
    told: dict[tuple[int, int], bool] = {}
    for body, way in names.made():
        for one, other in combinations(body.parts, 2):
            first, second = names.of(one, way), names.of(other, way)
            is_one = may_be_one(first, second)
            if is_one and not (_is_same(first, second) and one.functions == other.functions and not one.alias
                               and made(one) == made(other)):
                _refuse(reading, body, one, other, first)
            if told.setdefault((id(one), id(other)), is_one) is not is_one:
                _refuse(reading, body, one, other, first)
            if is_one:
                other.attribute = one.attribute
    for body in bodies:
        number(body)


def share_field(reading: Reading, network: Body, made: Callable[[Part], str]) -> None:
    """A random field and what decodes by it are one layer, where no others share."""
    fields = [part for part in network.parts if part.maker is not None and reading.called(
        part.maker) == f"written.{FIELD_LAYER}"]
    for one, other in combinations(fields, 2):
        if made(one) == made(other):
            other.attribute = one.attribute
    number(network)


def _refuse(reading: Reading, body: Body, one: Part, other: Part, named: Named) -> None:
    if other.functions and one.functions == other.functions:
        raise Stays(reading.functions[other.functions[0]], _SEVERAL)
    name = next((each for part in (other, one) if part.maker is not None for each in names_of(reading, part.maker)), "")
    raise Stays(other.maker or other.call, _SHARED.format(name or min(each.start for each in named.texts)))


def _is_same(one: Named, other: Named) -> bool:
    return one.is_whole and other.is_whole and one.texts == other.texts


class Names:
    """Those that the parts of some bodies give their parameters. `bodies`: the network, and what it is built by."""

    def __init__(self, reading: Reading, bodies: list[Body]) -> None:
        self.reading, self.network = reading, bodies[0]
        self._by_function = {body.function.name.value: body for body in bodies if body.function is not None}
        self._known: dict[tuple[int, Way | None], Named] = {}

    def made(
        self, body: Body | None = None, way: Way | None = None, depth: int = 0
    ) -> Iterator[tuple[Body, Way | None]]:
        """Each body, once for each time that it is made, and the calls for which it is."""
        body = body or self.network
        yield body, way
        for part in body.parts:
            for inner, call in self._inner(part, way) if depth < _DEEPEST else ():
                yield from self.made(inner, call, depth + 1)

    def of(self, part: Part, way: Way | None, depth: int = 0) -> Named:
        """All names of a part that is made because of these calls."""
        if (id(part), way) not in self._known:
            if part.maker is not None:
                found = [names_of_layer(self.reading, part.maker, way)]
            elif depth > _DEEPEST:
                found = [Named(frozenset((UNKNOWN,)), False)]
            else:
                inner = list(self._inner(part, way))
                found = [self.of(each, call, depth + 1) for body, call in inner for each in body.parts]
            texts = frozenset(text for each in found for text in each.texts)
            self._known[id(part), way] = Named(texts, all(each.is_whole for each in found))
        return self._known[id(part), way]

    def _inner(self, part: Part, way: Way | None) -> Iterator[tuple[Body, Way]]:
        for name in part.functions:
            body = self._by_function[name]
            assert body.function is not None
            yield body, Way(body.function, Spot(self.reading.facts, part.call, way))


def names_of_layer(reading: Reading, maker: cst.Call, way: Way | None) -> Named:
    """Those of a layer that is made because of these calls: of Paddle's, of another file's, of a class of the file."""
    if reading.code(maker.func) in reading.brought:
        return reading.brought[reading.code(maker.func)]
    own = next((each.node for each in reading.bindings(maker.func) if isinstance(each.node, cst.ClassDef)
                and each.node not in reading.helpers.values()), None)
    calls = [maker, *(reading.calls_in(own) if own is not None else ())]
    given = {(id(call), arg.keyword.value): arg.value for call in calls for arg in call.args if arg.keyword is not None
             and (arg.keyword.value.endswith("_attr") or arg.keyword.value in NAMES_THEMSELVES)}
    given |= {(id(call), word): value for call in calls if reading.called(call) in PARAMETERS
              for word, value in names_of_parameter(call).items()}
    texts = {word: names_given(Spot(reading.facts, node, way)) for word, node in given.items()}
    kind = reading.called(maker).rpartition(".")[2]
    wanted = next((words for begin, words in _PARAMETERS.items() if kind.startswith(begin)), None)
    is_whole = wanted is not None and own is None and all(key in given and (reading.code(given[key]) == "False" or (
        len(texts[key]) == 1 and texts[key][0].end is None)) for key in ((id(maker), word) for word in wanted))
    return Named(frozenset(text for each in texts.values() for text in each), is_whole)


def any_name(reading: Reading) -> cst.CSTNode | None:
    """Where a parameter is given a name of its own; None where none is."""
    for call in reading.calls:
        is_attribute = reading.called(call) == "paddle.ParamAttr"
        given = [argument(call, 0, "name")] if is_attribute else [
            arg.value for arg in call.args if arg.keyword is not None and arg.keyword.value in (*_BOTH, *_MOVING)
            and isinstance(reading.value(arg.value), _TEXTS)]
        if any(each is not None and reading.code(each) != "None" for each in given):
            return call
    return None


def are_named(reading: Reading, node: cst.CSTNode, seen: frozenset[int] = frozenset()) -> bool:
    """Whether all layers that are made there, or in what of the file is called there, name all their parameters."""
    for call in reading.calls_in(node):
        own = next((each.node for each in reading.bindings(call.func) if isinstance(each.node, _OWN)), None)
        kind = reading.called(call).rpartition(".")[2]
        if own is not None:
            is_good = id(own) in seen or are_named(reading, own, seen | {id(own)})
        elif reading.called(call) in PARAMETERS:
            is_good = any(_has_name(reading, each) for each in names_of_parameter(call).values())
        elif reading.called(call) == f"paddle.nn.{kind}" and kind[:1].isupper() and kind not in CONTAINERS:
            wanted = next((words for begin, words in _PARAMETERS.items() if kind.startswith(begin)), None)
            is_good = wanted is not None and all(_has_name(reading, argument(call, -1, word)) for word in wanted)
        else:
            is_good = reading.code(call.func) not in reading.brought
        if not is_good:
            return False
    return True


def _has_name(reading: Reading, given: cst.BaseExpression | None) -> bool:
    """Whether it names a parameter, or says that there is none."""
    value = reading.value(given)
    if isinstance(value, cst.Call) and reading.called(value) == "paddle.ParamAttr":
        value = argument(value, 0, "name")
    return value is not None and reading.code(value) not in ("None", "True") and not reading.called(value).startswith(
        "paddle.")


def names_of_parameter(call: cst.Call) -> dict[str, cst.BaseExpression]:
    """What names a parameter that is made without a layer."""
    every = {"name": argument(call, 2, "name"), "attr": argument(call, 3, "attr")}
    return {word: value for word, value in every.items() if value is not None}


def may_be_one(one: Named, other: Named) -> bool:
    """Whether a name of one may be one of the other's."""
    return any(not a.is_other(b) for a in one.texts for b in other.texts)


def names_of(reading: Reading, maker: cst.Call) -> list[str]:
    """The names, as they are written, that a layer's parameters are given; whatever is not known to give none is one.
    """
    found: list[str] = []
    if reading.called(maker) in PARAMETERS:
        for word, value in names_of_parameter(maker).items():
            found += [reading.code(value)] if word == "name" else _named(reading, value)
    for arg in maker.args:
        if arg.keyword is not None and arg.keyword.value.endswith("_attr"):
            found += _named(reading, arg.value)
    return found


def _named(reading: Reading, attr: cst.BaseExpression) -> list[str]:
    value = reading.value(attr)
    if isinstance(value, cst.Name) and value.value in ("None", "False", "True"):
        return []
    if isinstance(value, cst.Call):
        called = reading.called(value)
        own = reading.functions.get(reading.code(value.func))
        inside = reading.calls_in(own) if own is not None else [value]
        names = [arg.value for call in inside if reading.called(call) == "paddle.ParamAttr" for place, arg in enumerate(
            call.args) if (arg.keyword is None and place == 0) or (arg.keyword and arg.keyword.value == "name")]
        names = [each for each in names if reading.code(each) != "None"]
        if called.startswith(("paddle.nn.initializer.", "paddle.ParamAttr")) or own is not None:
            return [reading.code(each if own is None else value) for each in names]
    return [reading.code(attr)]
