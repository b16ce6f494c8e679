"""Why a function cannot be run by `dist.spawn()`.

It starts Python anew, imports the script there and hands over what can be pickled: what happens under
`if __name__ == "__main__"` does not happen there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of

_DEFINITIONS = (cst.FunctionDef, cst.ClassDef)
_BUILTINS = ("bool", "float", "int", "len", "list", "range", "str", "sum", "tuple")
_CHANGES = ("update", "append", "extend", "add", "insert", "setdefault", "merge_from_file", "merge_from_list", "clear")
_INHERITED = ("os", "sys")  # the environment and the arguments are the child's, too
_SEEDS = ("numpy.random.seed", "random.seed", "paddle.seed")


@dataclass(frozen=True)
class Why:
    """The reason, and where it stands."""

    words: str
    node: cst.CSTNode


def why_not(facts: Facts, function: cst.FunctionDef, call: cst.Call) -> Why | None:
    """Why the function cannot be spawned with what it is called with here; None where nothing speaks against it."""
    name = function.name.value
    bindings = facts.scopes.module.bindings.get(name, [])
    if len(bindings) > 1 or function.decorators:
        return Why(f"{name} may mean another function when it is looked up by its name", function)
    for arg in call.args:
        if not _is_plain(Spot(facts, arg.value)):
            given = facts.source.code(arg.value)
            return Why(f"{name}() is given `{given}`, which may be nothing that another process can have", arg.value)
    return _lost(facts, function, call)


def main_guard(facts: Facts, node: cst.CSTNode) -> cst.If | None:
    """The `if __name__ == "__main__":` that the node stands under."""
    at = facts.source.parent(node, cst.If)
    while at is not None and not is_main_guard(facts, at):
        at = facts.source.parent(at, cst.If)
    return at


def is_main_guard(facts: Facts, node: cst.If) -> bool:
    return "".join(facts.source.code(node.test).split()).replace("'", '"') == '__name__=="__main__"'


# -- what is handed over -------------------------------------------------------------------------------------


def _is_plain(spot: Spot) -> bool:
    """Whether all that the value may be can surely be pickled: numbers, texts, arrays, lists of them, the command's
    arguments, what the top of the file defines."""
    return all(map(_is_made_plain, values_of(spot.facts).ends(spot)))


def _is_made_plain(end: Spot) -> bool:
    node, facts = end.node, end.facts
    if isinstance(node, _DEFINITIONS):
        return facts.source.parent(node, *_DEFINITIONS) is None
    if isinstance(node, (cst.List, cst.Tuple, cst.Set, cst.Dict)):
        return all(_is_plain(end.at(each.value)) for each in node.elements)
    if isinstance(node, cst.Call):
        name = facts.names.resolve(node.func)
        parsed = isinstance(node.func, cst.Attribute) and node.func.attr.value == "parse_args"
        own = isinstance(node.func, cst.Name) and node.func.value in _BUILTINS and not facts.scopes.find(node.func)
        return parsed or own or name.startswith("numpy.")
    constant = isinstance(node, cst.Name) and node.value in ("None", "True", "False")
    return constant or isinstance(node, (cst.BaseNumber, cst.BaseString, cst.UnaryOperation))


# -- what happens under the main guard alone -----------------------------------------------------------------


def _lost(facts: Facts, function: cst.FunctionDef, call: cst.Call) -> Why | None:
    """What the function counts on that its process does not have."""
    reached = _reached(facts, [function])
    guard = main_guard(facts, call)
    alone: list[cst.CSTNode] = []
    if guard is not None:
        alone = [guard]
        alone += [d for d in _reached(facts, [guard]) if d not in reached and _only_from(facts, d, guard)]
    for name, bindings in facts.scopes.module.bindings.items():
        inside = [b for b in bindings if any(facts.source.lies_in(b.node, part) for part in alone)]
        changed = inside or any(_is_changed(facts, use, alone) for use in bindings[0].uses)
        for use in bindings[0].uses if changed else ():
            if any(facts.source.lies_in(use, d) for d in reached):
                return Why(f"`{name}` is set under the main guard, which the processes do not run", use)
    seed = next(_seeds(facts, alone), None)
    return Why("random numbers are seeded under the main guard, which the processes do not run", seed) if seed else None


def _reached(facts: Facts, start: list[cst.CSTNode]) -> list[cst.CSTNode]:
    """Functions and classes of the script's top that the code names, and those that these name."""
    found = list(start)
    for node in found:
        for name in facts.source.inside(node, cst.Name):
            for binding in facts.scopes.find(name):
                if type(binding.node) in _DEFINITIONS and binding.node not in found:
                    found.append(binding.node)
    return found


def _only_from(facts: Facts, definition: cst.CSTNode, guard: cst.If) -> bool:
    """Whether a function is called from under the main guard only."""
    calls = facts.definitions.calls_of(definition) if isinstance(definition, _DEFINITIONS) else []
    return bool(calls) and all(facts.source.lies_in(call, guard) for call in calls)


def _is_changed(facts: Facts, use: cst.Name, alone: list[cst.CSTNode]) -> bool:
    """`cfg.lr = 1`, `cfg["lr"] = 1`, `cfg.update(…)` there."""
    if use.value in _INHERITED or not any(facts.source.lies_in(use, part) for part in alone):
        return False
    at: cst.CSTNode = use
    above = facts.source.parents.get(at)
    while isinstance(above, (cst.Attribute, cst.Subscript)) and above.value is at:
        at, above = above, facts.source.parents.get(above)
    if at is use:
        return False
    if isinstance(above, (cst.AssignTarget, cst.AugAssign)):
        return above.target is at
    is_method = isinstance(above, cst.Call) and above.func is at and isinstance(at, cst.Attribute)
    return is_method and at.attr.value in _CHANGES  # type: ignore[attr-defined]


def _seeds(facts: Facts, alone: list[cst.CSTNode]) -> Iterator[cst.CSTNode]:
    for attribute in (*facts.source.attributes.get("seed", ()), *facts.source.attributes.get("random_seed", ())):
        if any(facts.source.lies_in(attribute, part) for part in alone):
            set_there = isinstance(facts.source.parents.get(attribute), cst.AssignTarget)
            if facts.names.resolve(attribute) in _SEEDS or (attribute.attr.value == "random_seed" and set_there):
                yield attribute
