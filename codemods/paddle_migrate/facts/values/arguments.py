"""What a call gives a function: by places and names, with what its stars bring, as far as that is seen."""

from __future__ import annotations

from dataclasses import dataclass, field

import libcst as cst

from paddle_migrate.facts.definitions import position_of
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.scopes import Binding
from paddle_migrate.facts.values.containers import added, makes_dict
from paddle_migrate.facts.values.spot import Following, Function, Rest, Spot, Way

_ASKING = ("get", "items", "keys", "values")  # methods of a dictionary that leave it as it is


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
        handed = _handed_on(values, value) if arg.star else None
        if handed is not None:
            found.placed += handed.placed if not found.more_placed else []
            found.named.update(handed.named)
            found.more_placed |= handed.more_placed
            found.more_named |= handed.more_named
        elif arg.star == "*":
            _add_placed(found, _unchanged(values, value))
        elif arg.star == "**":
            _add_named(found, _unchanged(values, value))
        elif arg.keyword is not None:
            found.named[arg.keyword.value] = value
        elif not found.more_placed:
            found.placed.append(value)
    return found


def _handed_on(values: Following, starred: Spot) -> Arguments | None:
    """What `*args` and `**kwargs` of the function around hold, where it is known because of which call it runs."""
    name = starred.node
    bindings = starred.facts.origins.bindings(name) if isinstance(name, cst.Name) else []
    param = bindings[0].node if len(bindings) == 1 else None
    way = starred.within(bindings[0].scope.node) if isinstance(param, cst.Param) and param.star else None
    if way is None or not isinstance(param, cst.Param) or _is_changed(starred, bindings[0]):
        return None
    return _left_over(values, starred.facts, way, param)


def rest_of(values: Following, facts: Facts, way: Way, param: cst.Param) -> list[Spot]:
    """What a parameter with a star holds because of the call, and a spot without a node where it may hold more."""
    bindings = facts.scopes.scope(way.function).bindings[param.name.value]
    unseen = Spot(facts, None)
    if len(bindings) != 1 or _is_changed(unseen, bindings[0]):
        return [unseen]
    over = _left_over(values, facts, way, param)
    held = Rest(param, None, (*enumerate(over.placed), *over.named.items()))
    return [Spot(facts, held), *([unseen] if over.more_placed or over.more_named else [])]


def _left_over(values: Following, facts: Facts, way: Way, param: cst.Param) -> Arguments:
    given, own = arguments(values, way.call), way.function.params
    placed = [*own.posonly_params, *own.params]
    if param.star == "*":
        unnamed = values.unnamed(facts, way)
        return Arguments(given.placed[len(placed) - unnamed :], {}, given.more_placed)
    named = {each.name.value for each in (*placed, *own.kwonly_params)}
    rest = {key: value for key, value in given.named.items() if key not in named}
    return Arguments([], rest, False, given.more_named)


def _is_changed(starred: Spot, binding: Binding) -> bool:
    """`kwargs["act"] = None`, `kwargs.pop("act")`."""
    parents = starred.facts.source.parents
    above = [parents.get(use) for use in binding.uses]
    return any(
        (isinstance(each, cst.Attribute) and each.attr.value not in _ASKING)
        or (isinstance(each, cst.Subscript) and isinstance(parents.get(each), (cst.AssignTarget, cst.Del)))
        for each in above
    )


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
    elif isinstance(held.node, cst.Call) and makes_dict(held):
        for arg in held.node.args:
            if arg.keyword is not None:
                found.named[arg.keyword.value] = held.at(arg.value)
            else:
                found.more_named = True
    else:
        found.more_named = True


