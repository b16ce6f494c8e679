"""Whether layers of a program may share a parameter, which they did in 1.8 by giving it the same name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import libcst as cst

from paddle_migrate.facts.branches import may_both_run
from paddle_migrate.facts.building_guards import are_built_apart
from paddle_migrate.facts.constants import Constant, constants_at
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.scopes import last_name
from paddle_migrate.facts.texts import UNKNOWN, Text, texts
from paddle_migrate.facts.values.arguments import arguments
from paddle_migrate.facts.values.spot import Spot, function_around
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.facts.values.ways import ways
from paddle_migrate.rules.parameters import ATTRIBUTE, MADE, MAY_NAME, NAMING, NAMING_MADE, TRAINS_NOTHING
from paddle_migrate.rules.rule import Rule
from paddle_migrate.text.arguments import argument

_MOST = 2000  # parameters that are compared with one another


def may_share(facts: Facts) -> bool:
    """Whether this file, or another one of the same program, may name a parameter in two layers."""
    used: list[_Use] = []
    for other in facts.once(_program):
        for use in other.once(_uses):
            if use.is_repeated or len(used) > _MOST:
                return True
            used.append(use)
    return any(_may_be_one(a, b) for a, b in combinations(used, 2))


def thawed(facts: Facts) -> list[cst.BaseExpression]:
    """What this file gives layers for a parameter that is not to be trained, which a layer of the same program behind
    it has trained."""
    frozen = [use for use in facts.once(_uses) if use.spot.facts is facts and use.trained != (True,)]
    used = [use for other in facts.once(_program) for use in other.once(_uses)] if frozen else []
    return [use.spot.node for use in frozen  # type: ignore[misc]
            if any(_thaws(use, other) for other in used if other is not use or (use.is_repeated and use.trained))]


def _thaws(one: _Use, other: _Use) -> bool:
    """Whether the other surely names the same parameter behind it, and may have it trained otherwise."""
    whole = {text for text in one.names if text.end is None}
    if whole.isdisjoint(other.names) or (one.trained == other.trained and len(one.trained) == 1):
        return False
    a, b = one.spot, other.spot
    is_trained = not other.trained or True in other.trained
    return is_trained and not _is_before(b, a) and may_both_run(a, b) and not are_built_apart(a, b)


def _is_before(one: Spot, other: Spot) -> bool:
    first, second = one.node, other.node
    assert isinstance(first, cst.CSTNode)
    assert isinstance(second, cst.CSTNode)
    return one.facts is other.facts and function_around(one.facts, first) is function_around(one.facts, second) and \
        one.facts.source.order(first) < one.facts.source.order(second)


def given_names(facts: Facts) -> set[Text]:
    """The names that this file, and others of the same program, give parameters."""
    return {text for other in facts.once(_program) for use in other.once(_uses) for text in use.names}


def names_given(spot: Spot) -> list[Text]:
    """The names that what a layer is given gives a parameter; none where it gives no name."""
    return _Naming(spot.facts).texts(spot)


def _program(facts: Facts) -> list[Facts]:
    """Those of this file, and of others of the same program that may name parameters."""
    others = facts.others.program(MAY_NAME) if facts.others is not None else []
    return [facts, *map(Facts.of_other, others)]


def _uses(facts: Facts) -> list[_Use]:
    return list(_Naming(facts).uses())


@dataclass(frozen=True)
class _Use:
    """A layer that is given a parameter's name: what that may be, and where that is."""

    names: tuple[Text, ...]
    spot: Spot
    is_repeated: bool = False
    trained: tuple[Constant, ...] = (True,)


def _may_be_one(one: _Use, other: _Use) -> bool:
    distinct = all(a.is_other(b) for a in one.names for b in other.names)
    return not distinct and may_both_run(one.spot, other.spot)


class _Naming:
    """The parameters that one file names."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts

    def uses(self) -> Iterator[_Use]:
        for value in self.values():
            spots = ways(self.facts, value)
            for spot in spots or [Spot(self.facts, value)]:
                names = tuple(self.texts(spot))
                if names:
                    yield _Use(names, spot, spots is None, self._trained(spot))

    def values(self) -> Iterator[cst.BaseExpression]:
        """What layers are given for parameters; a call of the script's own hands it on to one."""
        for call in self.facts.source.all(cst.Call):
            if TRAINS_NOTHING in (last_name(call.func), last_name(self._taker(call))):
                continue
            naming = NAMING_MADE if last_name(call.func) == MADE else NAMING
            given = [arg.value for arg in call.args if arg.keyword is not None and arg.keyword.value in naming]
            reference = self.facts.by_call.get(call)
            if reference is not None and isinstance(reference.rule, Rule):
                places = [i for i, param in enumerate(reference.rule.params) if param.name in naming]
                placed = [arg for i, arg in enumerate(call.args) if i in places]
                given += [arg.value for arg in placed if arg.keyword is None and not arg.star]
            elif (function := self.facts.definitions.function(call)) is not None and function.params.star_kwarg is None:
                continue  # whose own calls give it
            yield from given

    def _taker(self, call: cst.Call) -> cst.CSTNode | None:
        taker = self.facts.taker(call)
        return taker.func if isinstance(taker, cst.Call) else None

    def texts(self, spot: Spot) -> list[Text]:
        """The names that the value gives a parameter; none where it gives no name."""
        ends = values_of(self.facts).ends(spot, _is_attribute)
        return [text for end in ends for text in self._named(end)]

    def _trained(self, spot: Spot) -> tuple[Constant, ...]:
        """What its attributes say of whether it is to be trained; nothing where that is not seen."""
        made = [end for end in values_of(self.facts).ends(spot, _is_attribute) if isinstance(end.node, cst.Call)]
        known = [_told(end, end.node) for end in made]  # type: ignore[arg-type]
        return tuple({value for each in known or [(True,)] for value in each}) if all(known) else ()

    def _named(self, spot: Spot) -> list[Text]:
        node = spot.node
        if isinstance(node, cst.Name) and node.value in ("None", "False", "True"):
            return []
        if isinstance(node, cst.Call) and _is_attribute(spot):
            name = argument(node, 0, "name")
            starred = any(arg.star for arg in node.args)
            return ([UNKNOWN] if starred else []) if name is None else self.texts(spot.at(name))
        if isinstance(node, cst.Call) and spot.facts.names.resolve(node.func):
            return []
        return texts(spot)


def _told(spot: Spot, made: cst.Call) -> tuple[Constant, ...]:
    told = argument(made, 4, "trainable")
    if told is not None:
        return constants_at(spot.at(told))
    given = arguments(values_of(spot.facts), spot)
    if "trainable" in given.named:
        return constants_at(given.named["trainable"])
    return () if given.more_named or given.more_placed else (True,)


def _is_attribute(spot: Spot) -> bool:
    """`ParamAttr(…)`, by whatever name."""
    func = spot.node.func if isinstance(spot.node, cst.Call) else None
    if func is None or last_name(func) == ATTRIBUTE:
        return func is not None
    known = spot.facts.names.resolve(func)
    called = [known] if known else [each.facts.names.resolve(each.expression)
                                    for each in values_of(spot.facts).ends(spot.at(func))]
    return any(name.rpartition(".")[2] == ATTRIBUTE for name in called)
