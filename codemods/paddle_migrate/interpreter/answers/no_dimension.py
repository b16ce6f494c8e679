"""Whether a tensor may have no dimension today that had one in 1.8.5: where the script does not tell, it may."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.constants import constants
from paddle_migrate.facts.dimensions import has_dimensions
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.values.containers import elements
from paddle_migrate.facts.values.handed import name_of
from paddle_migrate.facts.values.spot import Part, Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.interpreter.answers.effects import keeps_shape
from paddle_migrate.rules.kinds import FUNCTIONS
from paddle_migrate.rules.rule import Rule

_SAME_METHODS = ("astype", "clone", "detach", "to")
_PARAMETERS = ("bias", "weight")
_OF_FUNCTIONS = ("case", "cond", "switch_case", "while_loop")  # which say what these give
_SUMS = ("sum", "sums")  # of a list of tensors
_NUMBERS_OR_PARTS = ("abs", "eval", "float", "getattr", "int", "len", "max", "min", "next", "pow", "round", "sum")
_DIMENSIONS = (2, 3, 4)  # of matrices, and of what holds them
_DEEPEST = 12


def _answers(facts: Facts) -> dict[Spot, bool]:
    return {}


def may_have_none(facts: Facts, node: cst.CSTNode | None) -> bool:
    return _may(facts, Spot(facts, node), 0)


def _may(facts: Facts, spot: Spot, depth: int) -> bool:
    known = facts.once(_answers)
    if depth > _DEEPEST or spot in known:
        return known.get(spot, True)
    known[spot] = True  # while it is asked about, and where it leads back to itself
    found = values_of(facts).ends(spot, _is_end)
    known[spot] = any(_end(facts, each, depth) for each in found)
    return known[spot]


def _is_end(spot: Spot) -> bool:
    """Whether it says so much of itself that nobody need know where it comes from."""
    node = spot.expression
    if isinstance(node, cst.Attribute) and node.attr.value in _PARAMETERS:
        return True
    if isinstance(node, cst.Call) and (node in spot.facts.by_call or _gives_dimensions(spot.facts, node)):
        return True
    return spot.facts.kinds.what(node) == "part"


def _gives_dimensions(facts: Facts, call: cst.Call) -> bool:
    """A layer of Paddle's own does, and what an earlier run has written."""
    if _is_given_shape(facts, call):
        return True
    function = facts.kinds.called(call)
    if function is None:
        return False
    written, _ = facts.names.library.legacy(f"{FUNCTIONS}{function.name.value}")
    return (isinstance(written, Rule) and written.kind == "helper") or function.name.value == "as_tensor"


def _end(facts: Facts, spot: Spot, depth: int) -> bool:
    node = spot.node
    if isinstance(node, Part):  # of several values, which a layer gives with dimensions
        return not isinstance(node.whole, cst.Call) or not _is_given_shape(spot.facts, node.whole)
    if spot.facts.kinds.what(node) == "part":
        return False  # of complex numbers, which have a rewrite of their own
    if isinstance(node, cst.Name):
        return node.value in ("True", "False")  # else nothing binds it: a fragment, that is shown
    if isinstance(node, cst.Call):
        return _call(facts, spot, node, depth + 1)
    if isinstance(node, (cst.BinaryOperation, cst.Comparison)):
        return all(_may(facts, spot.at(side), depth + 1) for side in _sides(node))
    if isinstance(node, cst.UnaryOperation):
        return isinstance(node.operator, cst.Not) or _may(facts, spot.at(node.expression), depth + 1)
    if isinstance(node, cst.Attribute):
        return node.attr.value not in _PARAMETERS
    return node is None or isinstance(node, (cst.Subscript, cst.BaseNumber))


def _sides(node: cst.BinaryOperation | cst.Comparison) -> list[cst.BaseExpression]:
    """What is computed with each other, element by element."""
    right = [node.right] if isinstance(node, cst.BinaryOperation) else [each.comparator for each in node.comparisons]
    return [node.left, *right]


def _call(facts: Facts, spot: Spot, call: cst.Call, depth: int) -> bool:
    there = spot.facts
    reference = there.by_call.get(call)
    rule = reference.rule if reference is not None else None
    if reference is not None and isinstance(rule, Rule):
        if rule.short in _SUMS and call.args:
            return _sum(facts, spot.at(call.args[0].value), depth)
        if (keeps_shape(rule) or rule.short == "squeeze") and call.args:
            return _may(facts, spot.at(call.args[0].value), depth)
        if rule.vector_result:
            return there.kinds.what(call) == "scalar" or may_be_of_vectors(there, reference, rule)
        return rule.short in _OF_FUNCTIONS
    if reference is None and there.names.resolve(call.func).startswith("paddle."):
        return there is not facts  # today's code, whose author knows; who takes it in an old file may not
    if _gives_dimensions(there, call) or there.definitions.class_of(call) is not None:
        return False
    name = name_of(there, call.func)
    if name in ("list", "tuple") and call.args:
        return _may(facts, spot.at(call.args[0].value), depth)
    if isinstance(call.func, cst.Name) and name == call.func.value:
        return name in _NUMBERS_OR_PARTS
    if isinstance(call.func, cst.Attribute) and call.func.attr.value in _SAME_METHODS:
        return _may(facts, spot.at(call.func.value), depth)
    return _forward(facts, spot, depth)


def _forward(facts: Facts, layer: Spot, depth: int) -> bool:
    """Of what a layer of the script's own gives."""
    values = values_of(facts)
    given = [each for run in values.called(layer, constructors=True) for each in values.returned(run)]
    return not given or any(_may(facts, each, depth) for each in given)


def may_be_of_vectors(facts: Facts, made: Reference, rule: Rule) -> bool:
    """Whether what it is made of may have so few dimensions that none is left: a product of vectors, a sum of one."""
    if not rule.maybe_vector:
        return may_take_all(facts, made)
    given = [made.argument(param.name) for param in rule.params[:2]]
    more = _DIMENSIONS[1:] if rule.short == "trace" else _DIMENSIONS
    return not any(has_dimensions(facts, each, count) for each in given for count in more)


def is_of_vectors(facts: Facts, made: Reference, rule: Rule) -> bool:
    """Whether that is seen."""
    given = [made.argument(param.name) for param in rule.params[:2]]
    if rule.short == "trace":
        return has_dimensions(facts, given[0], 2)
    if rule.maybe_vector:
        return all(has_dimensions(facts, each, 1) for each in given)
    dim = made.argument("dim")
    return dim is not None and may_take_all(facts, made) and has_dimensions(facts, given[0], len(_parts(dim)))


def may_take_all(facts: Facts, reduction: Reference) -> bool:
    """`reduce_sum(x, dim=0)` of a vector, `dim=[0, 1]` of a matrix; `dim=1` leaves one dimension at least."""
    dim, kept = (reduction.argument(name) for name in ("dim", "keep_dim"))
    if dim is None or (kept is not None and constants(facts, kept) == (True,)):
        return False
    each = [_places(facts, part) for part in _parts(dim)]
    return all(not places or any(-len(each) <= place < len(each) for place in places) for places in each)


def _parts(dim: cst.BaseExpression) -> list[cst.BaseExpression]:
    return [part.value for part in dim.elements] if isinstance(dim, (cst.List, cst.Tuple)) else [dim]


def _places(facts: Facts, node: cst.BaseExpression) -> list[int]:
    """The dimensions that it may name; none where that is not known."""
    below = isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Minus)
    known = constants(facts, node.expression if below else node)  # type: ignore[attr-defined]
    places = [value for value in known if isinstance(value, int) and not isinstance(value, bool)]
    return [-place if below else place for place in places] if len(places) == len(known) else []


def _sum(facts: Facts, tensors: Spot, depth: int) -> bool:
    """Of tensors without a dimension the sum has none, either."""
    held = elements(values_of(tensors.facts), tensors)
    return _may(facts, tensors, depth) if held is None else all(_may(facts, each, depth) for each in held)


def _is_given_shape(facts: Facts, call: cst.Call) -> bool:
    """A layer of Paddle's own, whose results have dimensions."""
    kind = facts.kinds.of(call.func)
    made = kind.made if kind is not None and kind.what == "layer" else None
    return isinstance(made, cst.Call) and facts.names.resolve(made.func).startswith("paddle.")


def is_element(node: cst.BaseExpression) -> bool:
    """`x[0]`, which is the business of elements.py; `d["loss"]` is not."""
    if not isinstance(node, cst.Subscript):
        return False
    return not any(isinstance(e.slice, cst.Index) and isinstance(e.slice.value, cst.BaseString) for e in node.slice)
