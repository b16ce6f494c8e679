"""Whether the tensors that predictors take and give can be arrays: every place that a `PaddleTensor` comes to is seen,
and only what it holds is asked for."""

from __future__ import annotations

from dataclasses import dataclass, field

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.predictors import is_predictor
from paddle_migrate.facts.values.containers import elements
from paddle_migrate.facts.values.spot import Part, Spot
from paddle_migrate.facts.values.uses import reached
from paddle_migrate.facts.values.values import values_of

_DATA = ("float_data", "int32_data", "int64_data")
_TENSOR = "PaddleTensor"


@dataclass
class Plain:
    """The calls that make tensors, and what is asked of those that a run gives: the node, and what it is of an array in
    place of the tensor."""

    made: list[cst.Call] = field(default_factory=list)
    asked: dict[cst.BaseExpression, tuple[cst.BaseExpression, str]] = field(default_factory=dict)


def runs(facts: Facts) -> list[cst.Call]:
    """Each run of a predictor that is given tensors."""
    calls = facts.source.method_calls("run")
    given = [(receiver, call) for receiver, call in calls if len(call.args) == 1 and not call.args[0].keyword]
    return [call for receiver, call in given if is_predictor(facts, receiver)]


def plain(facts: Facts) -> Plain | None:
    """All tensors of the file, where each can be an array."""
    found = Plain()
    for reference in facts.references:
        if reference.name.rpartition(".")[2] == _TENSOR:
            if reference.call is None or not _is_data(reference.call):
                return None
            found.made.append(reference.call)
    tensors, called = _Tensors(facts, found), facts.once(runs)
    whole = all(tensors.follow(call, given=False) for call in found.made)
    whole = whole and all(tensors.follow(call, given=True) for call in called)
    return found if whole and all(tensors.is_fed(call.args[0].value) for call in called) else None


def _is_data(call: cst.Call) -> bool:
    """`PaddleTensor(array)`, of what is no list."""
    arg = call.args[0] if len(call.args) == 1 else None
    if arg is None or arg.star or isinstance(arg.value, (cst.List, cst.ListComp)):
        return False
    return arg.keyword is None or arg.keyword.value == "data"


class _Tensors:
    """Goes from a tensor, or the list of them that a run gives, to wherever it is had."""

    def __init__(self, facts: Facts, found: Plain) -> None:
        self.facts, self.found = facts, found

    def follow(self, call: cst.Call, given: bool) -> bool:
        """Whether every use is seen, and is one that an array serves as well; `given`: by a run."""
        all_uses = reached(self.facts, call, many=given)
        fed = all(not given and self._is_taken(each) for each in all_uses.holders)
        return all_uses.are_all and fed and all(self._asks(each, given) for each in all_uses.spots)

    def _is_taken(self, holder: Spot) -> bool:
        return holder.taker in self.facts.once(runs)

    def is_fed(self, arg: cst.BaseExpression) -> bool:
        """Whether the list that a run takes holds tensors of this file alone."""
        held = elements(values_of(self.facts), Spot(self.facts, arg))
        return held is not None and all(self._is_tensor(each) for each in held)

    def _is_tensor(self, spot: Spot) -> bool:
        """Whether it is nothing but a tensor that is made here, or one that a run gives."""
        ends = values_of(self.facts).ends(spot)
        return all(each.node in self.found.made or self._is_given(each, each.node) for each in ends)

    def _is_given(self, spot: Spot, node: object) -> bool:
        of = node.of if isinstance(node, Part) else node.value if isinstance(node, cst.Subscript) else None
        ends = values_of(self.facts).ends(spot.at(of)) if of is not None else []
        return bool(ends) and all(each.node in self.facts.once(runs) for each in ends)

    def _asks(self, spot: Spot, given: bool) -> bool:
        """Whether only what it holds is asked for, and nothing else can be asked there."""
        node, attribute = spot.node, spot.above
        seen = spot.facts is self.facts and isinstance(attribute, cst.Attribute) and self._is_tensor(spot)
        if not seen or not isinstance(node, cst.BaseExpression) or not isinstance(attribute, cst.Attribute):
            return False
        name, outer = attribute.attr.value, self.facts.source.parents.get(attribute)
        asked = self.found.asked
        if (call := self.facts.source.called(node, "as_ndarray")) is not None:
            asked[call] = node, "{}"
        elif name == "data" and isinstance(outer, cst.Attribute) and outer.attr.value in _DATA:
            data = self.facts.source.called(attribute, outer.attr.value)
            asked[data or attribute] = node, "{}.ravel().tolist()"
            return data is not None
        elif name == "shape" and given and not isinstance(outer, cst.AssignTarget):
            asked[attribute] = node, "list({}.shape)"
        else:
            return False
        return True
