"""Which expressions are gradients of a program: of the pairs that `minimize` and its like give, or of `gradients()`."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.scopes import dotted
from paddle_migrate.facts.texts import texts
from paddle_migrate.facts.values.containers import constant
from paddle_migrate.facts.values.spot import Part, Spot
from paddle_migrate.facts.values.values import Values, values_of

_DEEPEST = 4  # elements of elements
_NAMES = (".grad_var_name", ".grad_var_suffix", "._append_grad_suffix_")  # which give a gradient's name, or how it ends
_LISTS = ("gradients", "calc_gradient")
_SECOND = (1, -1)
_OF_PAIRS, _OF_MINIMIZE = 2, 3  # which pair, its second; which of the operators and the pairs, before these

Places = tuple[object, ...]  # which element of which a value is; None for any


def is_gradient(facts: Facts, node: cst.BaseExpression, of_pairs: bool = False) -> bool:
    """Whether a value may be one, as far as the files show where it is from; ``of_pairs``: one of a parameter that an
    optimizer steps by."""
    taken = _taken(values_of(facts), Spot(facts, node), ())
    return any(_gives(call, places) and (len(places) > 1 or not of_pairs) for call, places in taken)


def names_gradient(named: Spot) -> bool:
    """Whether a text may be the name that 1.8.5 gave a gradient."""
    ends = values_of(named.facts).ends(named)
    sums = [end for end in ends if isinstance(end.node, cst.BinaryOperation)]
    last = [(end.facts, end.node.right if end in sums else end.node) for end in ends]  # type: ignore[union-attr]
    made = [facts.by_call.get(node) for facts, node in last if isinstance(node, cst.Call)]
    return any(each is not None and each.name.endswith(_NAMES) for each in made) or any(
        (text.start if text.end is None else text.end).endswith("@GRAD") for text in texts(named))


def _taken(values: Values, spot: Spot, places: Places) -> Iterator[tuple[Spot, Places]]:
    """The calls that the value may be taken of."""
    for end in values.ends(spot) if len(places) < _DEEPEST else ():
        at, node = places, end.node
        while isinstance(node, Part):
            at, node = (node.place, *at), node.of
        if isinstance(node, cst.Call):
            yield end.at(node), at
        elif isinstance(node, cst.Subscript) and len(node.slice) == 1 and isinstance(node.slice[0].slice, cst.Index):
            index = constant(node.slice[0].slice.value)
            yield from _taken(values, end.at(node.value), (index[0] if index else None, *at))


def _gives(call: Spot, places: Places) -> bool:
    """Whether that is where a call's result has gradients."""
    node = call.node
    assert isinstance(node, cst.Call)
    reference = call.facts.by_call.get(node)
    called = node.func.attr.value if isinstance(node.func, cst.Attribute) else dotted(node.func)
    short = reference.name.rpartition(".")[2] if reference is not None else called
    if reference is not None and short in _LISTS:
        return len(places) == 1
    if len(places) == _OF_MINIMIZE and short == "minimize" and places[0] in _SECOND:
        places = places[1:]
    elif not (short == "append_backward" and reference is not None) and not (
        short == "backward" and reference is None and isinstance(node.func, cst.Attribute) and node.args
    ):
        return False
    return len(places) == _OF_PAIRS and places[1] in _SECOND
