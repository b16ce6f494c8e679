"""Why a function cannot be run by `dist.spawn()`.

It starts Python anew, imports the script there and hands over what can be pickled: what happens under
`if __name__ == "__main__"` does not happen there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.scopes import Binding
from paddle_migrate.rules.kinds import NOT_PICKLED

_DEFINITIONS = (cst.FunctionDef, cst.ClassDef)
_KINDS = {
    "layer": "a model", "parallel": "a model", "optimizer": "an optimizer", "reader": "a reader", "scalar": "a tensor",
}
_MAKES = {
    "open": "an open file", "iter": "an iterator", "map": "an iterator", "filter": "an iterator", "zip": "an iterator",
}
_NOT_PICKLED = {**NOT_PICKLED, "paddle.io.": "a loader", "threading.": "a lock or a thread", "socket.": "a socket"}
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
        what = _not_pickled(facts, arg.value)
        if what:
            return Why(f"{name}() is given {what}, which cannot be handed to another process", arg.value)
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


def _not_pickled(facts: Facts, node: cst.CSTNode, depth: int = 0) -> str:
    """What the value is or holds that pickle refuses; empty where the script tells of nothing."""
    if depth > 8:
        return ""
    kind = facts.kinds.what(node)
    if kind.removesuffix(" array") in _KINDS and not kind.endswith("array"):
        return _KINDS[kind]
    if isinstance(node, cst.Lambda):
        return "a lambda"
    if isinstance(node, cst.GeneratorExp):
        return "a generator"
    if isinstance(node, cst.Name):
        found = (_of_binding(facts, b, depth + 1) for b in facts.scopes.find(node))
        return next((what for what in found if what), "")
    if isinstance(node, (cst.List, cst.Tuple, cst.Set, cst.Dict)):
        found = (_not_pickled(facts, e.value, depth + 1) for e in node.elements)
        return next((what for what in found if what), "")
    return _of_call(facts, node, depth + 1) if isinstance(node, cst.Call) else ""


def _of_binding(facts: Facts, binding: Binding, depth: int) -> str:
    if binding.kind == "import" and isinstance(binding.node, cst.Import):
        return "a module"
    if binding.kind in ("def", "class"):
        nested = binding.scope is not facts.scopes.module
        return "a nested function" if nested else ""
    origins = [o for o in facts.origins.of_binding(binding) if o.way in ("itself", "entered")]
    found = (_not_pickled(facts, origin.value, depth) for origin in origins if origin.value is not None)
    return next((what for what in found if what), "")


def _of_call(facts: Facts, call: cst.Call, depth: int) -> str:
    func = call.func
    full = facts.names.resolve(func)
    if full:
        return next((what for start, what in _NOT_PICKLED.items() if full.startswith(start)), "")
    bindings = facts.scopes.find(func) if isinstance(func, cst.Name) else []
    if isinstance(func, cst.Name) and not bindings:
        return _MAKES.get(func.value, "")
    for made in (b.node for b in bindings):
        if isinstance(made, cst.ClassDef):
            held = _held(facts, made, depth)
            if held:
                return f"an object that holds {held}"
        elif isinstance(made, cst.FunctionDef):
            if any(facts.source.parent(y, *_DEFINITIONS, cst.Lambda) is made for y in facts.source.all(cst.Yield)):
                return "a generator"
            found = (_not_pickled(facts, value, depth) for value in facts.definitions.returned(made))
            return next((what for what in found if what), "")
    return ""


def _held(facts: Facts, owner: cst.ClassDef, depth: int) -> str:
    for assign in facts.source.inside(owner, cst.Assign):
        target = assign.targets[0].target
        if isinstance(target, cst.Attribute) and facts.definitions.own_class(target.value) is owner:
            what = _not_pickled(facts, assign.value, depth)
            if what:
                return what
    return ""


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
