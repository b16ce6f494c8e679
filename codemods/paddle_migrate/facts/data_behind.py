"""Of which data that are fed a variable of a program is computed: followed through layers, functions and files."""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from dataclasses import dataclass, field

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.values.containers import elements
from paddle_migrate.facts.values.spot import Part, Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.rules.rule import Rule

Data = frozenset[Spot]  # the calls that make them
_NONE: Data = frozenset()
_CONSTANTS = (cst.SimpleString, cst.FormattedString, cst.ConcatenatedString, cst.Integer, cst.Float)
_SAID = ("dtype", "lod_level", "name", "ndim", "shape")  # what is known of a variable before anything runs
_SIZES = frozenset([
    "act", "axis", "bias_attr", "data_format", "data_layout", "dilation", "dim", "dropout_prob", "dtype", "epsilon",
    "filter_size", "global_pooling", "groups", "is_sparse", "is_test", "k", "keep_dim", "momentum", "name",
    "num_filters", "num_flatten_dims", "padding", "padding_idx", "param_attr", "perm", "pool_padding", "pool_size",
    "pool_stride", "pool_type", "scale", "seed", "shape", "size", "soft_label", "stride", "use_cudnn", "value",
])  # parameters that are given settings: what is not seen of them is no variable
# without pow() and sum(), which give variables of variables
_OF_PYTHON = ("abs", "bool", "chr", "float", "int", "isinstance", "len", "max", "min", "range", "repr", "round", "str")
_MOST = 4000  # expressions for one question


def data_behind(spot: Spot) -> Data | None:
    """The calls of `data` that the value is computed of, whatever branch is taken; None where that is not seen."""
    return _Following().all(spot)


@dataclass
class _Made:
    """What a value is computed of: of all of `parts`, of each of `added` where it does not matter whether it is there,
    and of those `settings` that are seen; where it is one of several, of any of `parts`, which are to be alike."""

    parts: list[Spot]
    added: list[Spot] = field(default_factory=list)
    settings: list[Spot] = field(default_factory=list)
    is_any: bool = False


class _Following:
    def __init__(self) -> None:
        self._made: dict[Spot, _Made | None] = {}
        self._unseen: set[Spot] = set()
        self._data: dict[Spot, Data] = {}

    def all(self, spot: Spot) -> Data | None:
        """Loops lead back: so the equations are gathered first, then solved, and looked at last."""
        waiting = [spot]
        while waiting:
            at = waiting.pop()
            if at in self._made:
                continue
            if len(self._made) >= _MOST:
                return None
            made = self._made[at] = self._of(at)
            waiting += [*made.parts, *made.added, *made.settings] if made is not None else []
        while sum(self._spreads(at, made) for at, made in self._made.items()):
            pass
        known = self._reached(spot)
        while sum(self._grows(at, made) for at, made in known.items()):
            pass
        return self._data[spot] if known and all(map(self._is_sure, known.values())) else None

    def _spreads(self, at: Spot, made: _Made | None) -> bool:
        """What is computed of something that is not seen is not seen, either; whether that is news."""
        if at in self._unseen or (made is not None and self._unseen.isdisjoint([*made.parts, *made.added])):
            return False
        self._unseen.add(at)
        return True

    def _reached(self, spot: Spot) -> dict[Spot, _Made]:
        """What counts for the answer: settings that are not seen are no variables."""
        found, waiting = dict[Spot, _Made](), [spot]
        while waiting:
            at = waiting.pop()
            made = self._made[at]
            if at not in found and at not in self._unseen and made is not None:
                found[at] = made
                waiting += [*made.parts, *made.added, *made.settings]
        return found

    def _grows(self, at: Spot, made: _Made) -> bool:
        before = self._data.get(at)
        sources = [*made.parts, *made.settings]
        self._data[at] = (before or _NONE).union(*(self._data.get(each, _NONE) for each in sources))
        return self._data[at] != before

    def _is_sure(self, made: _Made) -> bool:
        parts, added = ([self._data[each] for each in spots] for spots in (made.parts, made.added))
        if made.is_any and any(each != parts[0] for each in parts):
            return False
        return all(each <= _NONE.union(*parts) for each in added)

    def _of(self, spot: Spot) -> _Made | None:
        ends = values_of(spot.facts).ends(spot)
        if ends != [spot]:
            return None if any(end.node is None for end in ends) else _Made(ends, is_any=True)
        node = spot.node.whole if isinstance(spot.node, Part) else spot.node
        if isinstance(node, _CONSTANTS) or _is_said(spot, node):
            return _Made([])
        if isinstance(node, (cst.List, cst.Tuple)):
            return _of_list(spot.at(node))
        if isinstance(node, cst.Call):
            return self._of_call(spot.at(node), node)
        if isinstance(node, cst.Subscript):
            return _Made([spot.at(node.value)])
        if isinstance(node, cst.BinaryOperation):
            return _Made([spot.at(node.left), spot.at(node.right)])
        return _Made([spot.at(node.expression)]) if isinstance(node, cst.UnaryOperation) else None

    def _of_call(self, end: Spot, call: cst.Call) -> _Made | None:
        reference = end.facts.by_call.get(call)
        func = call.func
        if reference is None:
            if isinstance(func, cst.Attribute) and func.attr.value == "astype":
                return _Made([end.at(func.value)])
            return _Made([]) if _is_of_python(end.facts, func) else None
        if reference.beyond or any(arg.star for arg in call.args):
            return None
        if reference.name.endswith(".data"):
            self._data[end] = frozenset([end])
            return _Made([])
        given = [(name in _SIZES, end.at(value)) for name, value in _given(call, reference.rule)]
        return _Made([at for is_setting, at in given if not is_setting],
                     settings=[at for is_setting, at in given if is_setting])


def _given(call: cst.Call, rule: object) -> Iterator[tuple[str, cst.BaseExpression]]:
    """The arguments, by the names of their parameters where these are known."""
    names = [each.name for each in rule.params] if isinstance(rule, Rule) else []
    for place, arg in enumerate(call.args):
        placed = names[place] if place < len(names) else ""
        yield arg.keyword.value if arg.keyword is not None else placed, arg.value


def _of_list(container: Spot) -> _Made | None:
    shown = {each.value for each in container.node.elements}  # type: ignore[union-attr]
    held = elements(values_of(container.facts), container)
    if held is None or any(each.node is None for each in held):
        return None
    first = [each for each in held if each.node in shown]
    added = [each for each in held if each.node not in shown]
    return _Made(first, added) if first or not added else _Made(added, is_any=True)


def _is_said(end: Spot, node: object) -> bool:
    """What Python knows before a program runs: `None`, `x.shape`."""
    if isinstance(node, cst.Name):
        return hasattr(builtins, node.value) and not end.facts.scopes.find(node)
    return isinstance(node, cst.Attribute) and node.attr.value in _SAID


def _is_of_python(facts: Facts, func: cst.BaseExpression) -> bool:
    """What makes numbers and texts: `len(…)`, `"%s".format(…)`."""
    if isinstance(func, cst.Attribute):
        return isinstance(func.value, cst.SimpleString)
    return isinstance(func, cst.Name) and func.value in _OF_PYTHON and not facts.scopes.find(func)
