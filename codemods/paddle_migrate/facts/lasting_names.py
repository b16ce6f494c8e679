"""Names that variables of a program which last from run to run are given, and which of them runs may be fed by."""

from __future__ import annotations

import re
from collections.abc import Iterator

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.shared_names import given_names
from paddle_migrate.facts.texts import Text, texts
from paddle_migrate.facts.values.containers import keys
from paddle_migrate.facts.values.spot import Part, Spot
from paddle_migrate.facts.values.values import values_of

_DATA = re.compile(rb"\bdata\(\s*(?:name *= *)?['\"]([^'\"]+)['\"]")
_MAKER, _MAKES = ".create_global_var", re.compile(rb"\bcreate_global_var\b")
_OF_HELPER = "create_or_get_global_variable"  # of a LayerHelper


def lasting_names(facts: Facts) -> set[Text]:
    """The names that this file, and others of the same program, give parameters and global variables, as far as
    something of them is known: `"w%d" % i`."""
    return {each for each in facts.once(_global_names) | facts.once(given_names) if each.start or each.end}


def _global_names(facts: Facts) -> set[Text]:
    return {text for name in _given(facts) for text in texts(name)}


def _whole(names: set[Text]) -> set[str]:
    return {text.start for text in names if text.end is None}


def is_fed_by_name(facts: Facts, feed: cst.BaseExpression) -> bool:
    """Whether a dictionary that a run is fed may have the name of a variable that lasts for a key."""
    values = values_of(facts)
    found = [key for end in values.ends(Spot(facts, feed)) for key in keys(values, end)]
    if any(map(_is_name_of_lasting, found)) or (not isinstance(feed, cst.Dict) and facts.once(_puts_global)):
        return True
    named = {text for key in found for text in texts(key) if text.end is None}
    other = {text for text in named if text.start not in facts.once(_data_names)}
    lasting = facts.once(_global_names) | facts.once(given_names) if other else set()
    return any(not name.is_other(text) for name in other for text in lasting)


def _puts_global(facts: Facts) -> bool:
    """`fed["rate"] = r` of a global variable's name, in any file of the program: who is given the dictionary there is
    not followed."""
    names = [re.escape(name.encode()) for name in _whole(facts.once(_global_names))]
    text = re.compile(rb"\[\s*['\"](?:%s)['\"]\s*\]\s*=(?!=)" % b"|".join(names))
    return bool(names) and facts.says(text)


def _data_names(facts: Facts) -> set[str]:
    """What `data(name="x", …)` names, written out in a file of the program: what else lasts costs more to find out."""
    others = facts.others.program(_DATA) if facts.others is not None else []
    texts_of = (facts.source.raw, *(other.code.source.raw for other in others))
    return {name.decode(errors="replace") for text in texts_of for name in _DATA.findall(text)}


def _is_name_of_lasting(key: Spot) -> bool:
    """`rate.name`, of a variable that `create_global_var` made, or where one is made, of any that is not known."""
    node = key.node
    if not isinstance(node, cst.Attribute) or node.attr.value != "name":
        return False
    made = [_maker(end) for end in values_of(key.facts).ends(key.at(node.value))]
    return any(each.endswith(_MAKER) for each in made) or ("" in made and key.facts.says(_MAKES))


def is_global(facts: Facts, variable: cst.BaseExpression) -> bool:
    """Whether it may be a variable that `create_global_var` made."""
    return any(_maker(end).endswith(_MAKER) for end in values_of(facts).ends(Spot(facts, variable)))


def is_of_helper(spot: Spot) -> bool:
    """The first of `helper.create_or_get_global_variable(…)`."""
    made = spot.node.whole if isinstance(spot.node, Part) else spot.node
    func = made.func if isinstance(made, cst.Call) else None
    return isinstance(func, cst.Attribute) and func.attr.value == _OF_HELPER


def _maker(spot: Spot) -> str:
    """The name of what makes it, where that is a call of Paddle's."""
    if is_of_helper(spot):
        return _MAKER
    reference = spot.facts.by_call.get(spot.node) if isinstance(spot.node, cst.Call) else None
    return reference.name if reference is not None else ""


def _given(facts: Facts) -> Iterator[Spot]:
    """The names that global variables are given."""
    others = facts.others.program(_MAKES) if facts.others is not None else []
    for each in (facts, *(Facts.of_other(other) for other in others)):
        for reference in each.by_call.values():
            name = reference.argument("name") if reference.name.endswith(_MAKER) else None
            if name is not None:
                yield Spot(each, name)
