"""Names that variables of a program which last from run to run are given, and which of them runs may be fed by."""

from __future__ import annotations

import re
from collections.abc import Iterator

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.shared_names import given_names
from paddle_migrate.facts.texts import texts
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of

_MAKER, _MAKES = ".create_global_var", re.compile(rb"\bcreate_global_var\b")
_HAS_KEYS = re.compile(rb"\bfeed\w*\b|\.run\(|\w\[.*\] *=")


def lasting_names(facts: Facts) -> set[str]:
    """The names that this file, and others of the same program, give parameters and global variables, as far as they
    are known whole."""
    known = {text.start for name in _given(facts) for text in texts(name) if text.end is None}
    return known | facts.once(given_names)


def fed_by_name(facts: Facts) -> bool:
    """Whether a dictionary in a file of the program has the name of a variable that lasts for a key."""
    keys = list(_keys(facts))
    if any(map(_is_name_of_lasting, keys)):
        return True
    names = facts.once(lasting_names)
    named = {text.start for key in keys for text in texts(key) if text.end is None} if names else set()
    return bool(names & (named | set(_keywords(facts))))


def _is_name_of_lasting(key: Spot) -> bool:
    """`rate.name`, of a variable that `create_global_var` made."""
    node = key.node
    if not isinstance(node, cst.Attribute) or node.attr.value != "name":
        return False
    return any(_is_maker(end) for end in values_of(key.facts).ends(key.at(node.value)))


def _is_maker(spot: Spot) -> bool:
    reference = spot.facts.by_call.get(spot.node) if isinstance(spot.node, cst.Call) else None
    return reference is not None and reference.name.endswith(_MAKER)


def _keys(facts: Facts) -> Iterator[Spot]:
    for each in _files(facts, _HAS_KEYS):
        for element in each.source.all(cst.DictElement):
            yield Spot(each, element.key)
        for assign in each.source.all(cst.AssignTarget):
            target = assign.target
            index = target.slice[0].slice if isinstance(target, cst.Subscript) else None
            if isinstance(index, cst.Index):
                yield Spot(each, index.value)


def _keywords(facts: Facts) -> Iterator[str]:
    """`dict(rate=r)`."""
    for each in _files(facts, _HAS_KEYS):
        for call in each.source.all(cst.Call):
            if isinstance(call.func, cst.Name) and call.func.value == "dict":
                yield from (arg.keyword.value for arg in call.args if arg.keyword is not None)


def _given(facts: Facts) -> Iterator[Spot]:
    """The names that global variables are given."""
    for each in _files(facts, _MAKES):
        for reference in each.by_call.values():
            name = reference.argument("name") if reference.name.endswith(_MAKER) else None
            if name is not None:
                yield Spot(each, name)


def _files(facts: Facts, text: re.Pattern[bytes]) -> Iterator[Facts]:
    if text.search(facts.source.raw):
        yield facts
    for other in facts.others.program(text) if facts.others is not None else []:
        yield Facts.of_other(other)
