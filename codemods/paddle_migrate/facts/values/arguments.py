"""What a call gives a function: by places and names, with what its stars bring, as far as that is seen."""

from __future__ import annotations

from dataclasses import dataclass, field

import libcst as cst

from paddle_migrate.facts.definitions import position_of
from paddle_migrate.facts.values.containers import added
from paddle_migrate.facts.values.spot import Following, Function, Spot


@dataclass
class Arguments:
    """`more_placed`, `more_named`: a star may bring others, behind those."""

    placed: list[Spot] = field(default_factory=list)
    named: dict[str, Spot] = field(default_factory=dict)
    more_placed: bool = False
    more_named: bool = False

    def given(self, function: Function, unnamed: int, param: cst.Param) -> Spot | None:
        """What the parameter gets; None where it may get its default, or something that is not seen. `unnamed`: how
        many of the parameters the call does not name (`self`)."""
        name = param.name.value
        place = position_of(function, param) - unnamed
        if name in self.named:
            return self.named[name]
        return self.placed[place] if 0 <= place < len(self.placed) else None

    def may_give(self, function: Function, param: cst.Param) -> bool:
        """Whether a star may bring it, where it is not given otherwise."""
        return self.more_named or (self.more_placed and position_of(function, param) >= 0)


def arguments(values: Following, call: Spot) -> Arguments:
    """Those of a call, whose node is a `cst.Call`."""
    found = Arguments()
    assert isinstance(call.node, cst.Call)
    for arg in call.node.args:
        value = call.at(arg.value)
        if arg.star == "*":
            _add_placed(found, _unchanged(values, value))
        elif arg.star == "**":
            _add_named(found, _unchanged(values, value))
        elif arg.keyword is not None:
            found.named[arg.keyword.value] = value
        elif not found.more_placed:
            found.placed.append(value)
    return found


def _unchanged(values: Following, starred: Spot) -> Spot:
    """What is written out for it, where that is one thing, which nothing changes later."""
    ends = values.ends(starred)
    return ends[0] if len(ends) == 1 and not added(values, ends[0]) else starred.at(None)


def _add_placed(found: Arguments, listed: Spot) -> None:
    elements = listed.node.elements if isinstance(listed.node, (cst.List, cst.Tuple)) else None
    if elements is None or found.more_placed or not all(type(each) is cst.Element for each in elements):
        found.more_placed = True
    else:
        found.placed += [listed.at(each.value) for each in elements]


def _add_named(found: Arguments, held: Spot) -> None:
    if isinstance(held.node, cst.Dict):
        for each in held.node.elements:
            key = each.key if isinstance(each, cst.DictElement) else None
            name = key.evaluated_value if isinstance(key, cst.SimpleString) else None
            if isinstance(name, str):
                found.named[name] = held.at(each.value)
            else:
                found.more_named = True
    elif isinstance(held.node, cst.Call) and _makes_dict(held, held.node):
        for arg in held.node.args:
            if arg.keyword is not None:
                found.named[arg.keyword.value] = held.at(arg.value)
            else:
                found.more_named = True
    else:
        found.more_named = True


def _makes_dict(held: Spot, call: cst.Call) -> bool:
    return isinstance(call.func, cst.Name) and call.func.value == "dict" and not held.facts.scopes.find(call.func)

