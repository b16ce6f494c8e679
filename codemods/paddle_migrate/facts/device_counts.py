"""How many devices a program had that was compiled for all of them, as far as the script says by itself."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum, auto

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.scopes import last_name
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of

_CORES, _CARDS = "CPU_NUM", "CUDA_VISIBLE_DEVICES"
_MAY_BE_CORES = re.compile(rb"CPU_NUM|cpu_places\( *[^1 )]")
_MAY_BE_CARDS = re.compile(rb"CUDAPlace|cuda_places|is_compiled_with_cuda|\buse_(?:cuda|gpu)\b(?! *= *False)")
_COUNTS = {"cpu_places": ("device_count", "1"), "cuda_places": ("device_ids", "[0]")}
_FALSE = ("False", "0")


class Devices(Enum):
    ONE = auto()
    SEVERAL = auto()
    UNKNOWN = auto()


def devices(
    facts: Facts, places: cst.BaseExpression | None = None, use_cuda: cst.BaseExpression | None = None
) -> Devices:
    """`places`: those that the program is given, if any; `use_cuda`: whether it runs on cards, if that is told."""
    if places is not None and _are(facts, places, _is_one):
        return Devices.ONE
    if places is not None and _are(facts, places, _is_more):
        return Devices.SEVERAL
    on_cores = use_cuda is not None and _are(facts, use_cuda, _is_false)
    on_cards = use_cuda is not None and not on_cores
    cores = facts.says(_MAY_BE_CORES) and not _is_set(facts, _CORES, _is_one_core)
    cards = (on_cards or facts.says(_MAY_BE_CARDS)) and not _is_set(facts, _CARDS, _is_one_card)
    if cores and places is None and not on_cards and (on_cores or not cards) and _is_set(facts, _CORES, _are_cores):
        return Devices.SEVERAL
    return Devices.UNKNOWN if cores or (cards and not on_cores) else Devices.ONE


def _are(facts: Facts, node: cst.BaseExpression, is_so: Callable[[Spot], bool]) -> bool:
    ends = values_of(facts).ends(Spot(facts, node))
    return bool(ends) and all(map(is_so, ends))


def _is_false(spot: Spot) -> bool:
    return isinstance(spot.node, cst.BaseExpression) and spot.facts.source.code(spot.node) in _FALSE


def _is_one(spot: Spot) -> bool:
    """Whether it is a place, or a list of one."""
    if isinstance(spot.node, (cst.List, cst.Tuple)):
        return len(spot.node.elements) == 1 and isinstance(spot.node.elements[0], cst.Element)
    reference = spot.facts.by_call.get(spot.node) if isinstance(spot.node, cst.Call) else None
    if reference is None:
        return False
    name, one = _COUNTS.get(reference.name.rpartition(".")[2], ("", ""))
    given = reference.argument(name) if name else None
    return spot.facts.source.code(given) == one if given is not None else reference.name.endswith("Place")


def _is_more(spot: Spot) -> bool:
    """Whether it is surely a list of several places."""
    if isinstance(spot.node, (cst.List, cst.Tuple)):
        return sum(isinstance(each, cst.Element) for each in spot.node.elements) > 1
    reference = spot.facts.by_call.get(spot.node) if isinstance(spot.node, cst.Call) else None
    name = _COUNTS.get(reference.name.rpartition(".")[2], ("",))[0] if reference is not None else ""
    given = reference.argument(name) if reference is not None and name else None
    if isinstance(given, (cst.List, cst.Tuple)):
        return sum(isinstance(each, cst.Element) for each in given.elements) > 1
    return isinstance(given, cst.Integer) and given.evaluated_value > 1


def _is_set(facts: Facts, name: str, to: Callable[[Spot], bool]) -> bool:
    """Whether all that the file says of the variable of the environment is that it is set so."""
    mentions = [each for each in facts.source.all(cst.SimpleString) if each.evaluated_value == name]
    values = [_set_to(facts, each) for each in mentions]
    return bool(values) and all(value is not None and _are(facts, value, to) for value in values)


def _set_to(facts: Facts, name: cst.SimpleString) -> cst.BaseExpression | None:
    """What `os.environ[name] = value` and `os.environ.setdefault(name, value)` give."""
    above = facts.source.parents.get(name)
    if isinstance(above, cst.Index):
        item: cst.CSTNode | None = facts.source.parent(above, cst.Subscript)
        statement = facts.source.parents.get(facts.source.parents.get(item))
        is_set = isinstance(item, cst.Subscript) and last_name(item.value) == "environ"
        return statement.value if is_set and isinstance(statement, cst.Assign) else None
    call = facts.source.parents.get(above) if isinstance(above, cst.Arg) else None
    is_default = isinstance(call, cst.Call) and last_name(call.func) == "setdefault" and len(call.args) > 1
    return call.args[1].value if isinstance(call, cst.Call) and is_default else None


def _text(spot: Spot) -> str:
    """`'1'` and `str(1)`, without what makes them a text."""
    node = spot.node
    if isinstance(node, cst.Call) and spot.facts.source.code(node.func) == "str" and len(node.args) == 1:
        node = node.args[0].value
    return str(node.evaluated_value) if isinstance(node, (cst.SimpleString, cst.Integer)) else ""


def _is_one_core(spot: Spot) -> bool:
    return _text(spot) == "1"


def _are_cores(spot: Spot) -> bool:
    return _text(spot).isdigit() and not _is_one_core(spot)


def _is_one_card(spot: Spot) -> bool:
    return _text(spot).isdigit()
