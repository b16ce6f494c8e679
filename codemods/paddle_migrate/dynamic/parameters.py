"""Parameters that a network makes without a layer, and those that it reads by their names."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import libcst as cst

from paddle_migrate.dynamic.helpers import PARAMETERS, VARIABLE
from paddle_migrate.dynamic.parts import Body, Part
from paddle_migrate.dynamic.pieces import flat
from paddle_migrate.dynamic.reading import Reading, Stays
from paddle_migrate.dynamic.sharing import names_of
from paddle_migrate.text.arguments import argument
from paddle_migrate.text.edits import Edits

_OUTSIDE = "a parameter is made outside of a layer; make it in a layer of its own"
_TWICE = "a parameter is given a name and attributes; write the name into its ParamAttr"
_UNSEEN = "it is not seen here which layer has the parameter that is read by its name"
_PADDED = ("today's embedding sets the row of its padding to zero, which 1.8 let be, and its table is read out of the "
           "scope here: look it up with nn.functional.embedding, in a parameter of the network, by hand")
_PLACES = ("shape", "dtype", "name", "attr", "is_bias", "default_initializer")
_OF_LAYERS = {"weight_attr": "weight", "param_attr": "weight", "bias_attr": "bias"}


def check_made(reading: Reading, bodies: list[Body]) -> None:
    """Raises Stays where one is made that no layer has."""
    known = {id(part.call) for body in bodies for part in body.parts}
    for call in reading.calls:
        if reading.called(call) in PARAMETERS and id(call) not in known:
            raise Stays(call, _OUTSIDE)


def made_parameter(reading: Reading, call: cst.Call, makers: Edits) -> str:
    """`self.create_parameter(…)`, whose places are others. Raises Stays."""
    found: dict[str, str] = {}
    for place, arg in enumerate(call.args):
        if arg.star:
            raise Stays(call, "arguments are given by a star; write them out")
        name = arg.keyword.value if arg.keyword is not None else _PLACES[place]
        found[name] = flat(makers.render(*reading.source.span(arg.value)))
    name = found.pop("name", "None")
    if name != "None":
        if found.get("attr", "None") != "None":
            raise Stays(call, _TWICE)
        attr = reading.facts.names.resolve(call.func)
        root = reading.code(call.func)[: -len(attr.partition(".")[2])]
        found["attr"] = f"{root}ParamAttr(name={name})"
    shape = found.pop("shape")
    return f"self.create_parameter({', '.join([shape, *(f'{word}={text}' for word, text in found.items())])})"


def tables(reading: Reading, bodies: list[Body]) -> dict[int, str]:
    """By their ids, embeddings with padding whose table is read by its name, as parameters: today's layer sets the
    row of the padding to zero, which 1.8 let be, and left out of what it looked up."""
    found: dict[int, str] = {}
    for body in bodies:
        for _, part, _ in _read_by_name(reading, body):
            maker = part.maker
            if maker is None or reading.called(maker) != "paddle.nn.Embedding" or argument(
                    maker, 2, "padding_idx") is None:
                continue
            sizes = [argument(maker, 0, "num_embeddings"), argument(maker, 1, "embedding_dim")]
            attr = argument(maker, -1, "weight_attr")
            if None in sizes or attr is None or len(part.call.args) != 1:
                raise Stays(part.call, _UNSEEN)
            shape = ", ".join(reading.code(each) for each in sizes if each is not None)
            found[id(part)] = f"self.create_parameter([{shape}], attr={flat(reading.code(attr))})"
    return found


def check_padded(reading: Reading, name: cst.SimpleString) -> None:
    """Raises Stays where the table of an embedding with padding has the name."""
    for call in reading.calls:
        if reading.called(call) == "paddle.nn.Embedding" and argument(
                call, 2, "padding_idx") is not None and _attributes(reading, call, call, name):
            raise Stays(call, _PADDED)


def write_table(reading: Reading, part: Part, edits: Edits) -> None:
    """`nn.Embedding(…)(x)` → `nn.functional.embedding(x, self.embedding, …)`."""
    assert part.maker is not None
    root = reading.code(part.maker.func).rpartition(".")[0]
    more = [f"{word}={reading.code(value)}" for word in ("padding_idx", "sparse")
            if (value := argument(part.maker, -1, word)) is not None]
    span = reading.source.span(part.call.args[0].value)
    edits.replace(*reading.source.span(part.call), lambda: (
        f"{root}.functional.embedding({edits.render(*span)}, {', '.join([f'self.{part.attribute}', *more])})"))


def write_variables(reading: Reading, body: Body, edits: Edits, kept: Collection[int]) -> None:
    """`variable(program, "w")` → `self.embedding.weight`; `kept`: parts that are parameters themselves. Raises Stays
    where it is not seen whose it is."""
    for call, part, attribute in _read_by_name(reading, body):
        edits.replace(*reading.source.span(call),
                      f"self.{part.attribute}{attribute if id(part) not in kept else ''}")


def _read_by_name(reading: Reading, body: Body) -> Iterator[tuple[cst.Call, Part, str]]:
    for call in (call for line in body.lines for call in reading.calls_in(line)):
        if reading.called(call) != VARIABLE:
            continue
        name = argument(call, 1, "name")
        found = [(part, attribute) for part in body.parts if part.maker is not None
                 for attribute in _attributes(reading, part.maker, part.call, name)]
        if len({(part.attribute or id(part), attribute) for part, attribute in found}) != 1:
            raise Stays(call, _UNSEEN)
        yield call, *found[0]


def _attributes(
    reading: Reading, maker: cst.Call, call: cst.Call, name: cst.BaseExpression | None
) -> list[str]:
    """How a layer has the parameter of a name, if it has."""
    if not isinstance(name, cst.SimpleString):
        return []
    wanted = name.evaluated_value
    if maker is call:
        return [""] if any(_is(each, wanted) for each in names_of(reading, maker)) else []
    found: list[str] = []
    for word, attribute in _OF_LAYERS.items():
        given = argument(maker, -1, word)
        one = maker.with_changes(args=[cst.Arg(given, keyword=cst.Name("weight_attr"))]) if given is not None else None
        if given is not None and one is not None and any(_is(each, wanted) for each in names_of(reading, one)):
            found.append(f".{attribute}")
    return found


def _is(text: str, wanted: object) -> bool:
    try:
        node = cst.parse_expression(text)
    except cst.ParserSyntaxError:
        return False
    return isinstance(node, cst.SimpleString) and node.evaluated_value == wanted
