"""How a data-parallel script comes to where it prepares its ranks, and whether other processes can be handed that."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.spawnable import Why, main_guard
from paddle_migrate.rules.kinds import starts_processes


def prepares(facts: Facts) -> list[Reference]:
    """Where ranks are prepared."""
    return [r for r in facts.references if starts_processes(r.name) and r.call is not None]


def block_to_spawn(facts: Facts) -> cst.With | Why:
    """The module-level guard whose block prepares ranks and can become a function, or why there is none."""
    prepare = prepares(facts)[0]
    block = with_block(facts, prepare)
    if block is None or not isinstance(block.body, cst.IndentedBlock):
        return Why("the training code is not in a function", prepare.node)
    shared = shared_name(facts, block)
    if shared:
        words = f"the training code is not in a function and shares `{shared}` with the rest of the file"
        return Why(words, prepare.node)
    return block


def has_block_to_spawn(facts: Facts) -> bool:
    """Whether such a block is what is spawned."""
    found = prepares(facts)
    if not found or why_not_spawn(facts, found) is not None or outermost_function(facts, found[0].node) is not None:
        return False
    return isinstance(block_to_spawn(facts), cst.With)


def why_not_spawn(facts: Facts, references: list[Reference]) -> Why | None:
    first = references[0].node
    if len({facts.scopes.of(r.node) for r in references}) > 1:
        return Why("more than one place prepares data parallel", first)
    if facts.source.parent(first, cst.ClassDef) is not None:
        return Why("a method prepares data parallel", first)
    if main_guard(facts, first) is not None:
        return Why("it stands under the main guard, which the processes do not run", first)
    if facts.source.parent(first, cst.If, cst.IfExp, cst.Try) is not None:
        return Why("a switch decides whether it is data parallel", first)
    for reference in facts.references:
        at_import = facts.scopes.of(reference.node) is facts.scopes.module
        is_env = reference.short.endswith("Env") and not _is_place(facts, reference)
        if at_import and is_env and with_block(facts, reference) is None:
            return Why("the rank is read while the module is imported", reference.node)
    return None


def _is_place(facts: Facts, env: Reference) -> bool:
    """`place = CUDAPlace(Env().dev_id)` at the top is no use of the rank that could come too early: it goes."""
    call = facts.source.parent(env.node, cst.Assign)
    return call is not None and facts.source.parent(env.node, cst.Arg) is not None


def outermost_function(facts: Facts, node: cst.CSTNode) -> cst.FunctionDef | None:
    found: cst.FunctionDef | None = None
    at = facts.source.parent(node, cst.FunctionDef)
    while at is not None:
        found, at = at, facts.source.parent(at, cst.FunctionDef)
    return found


def with_block(facts: Facts, reference: Reference) -> cst.With | None:
    """The module-level `with guard(…):` around a reference."""
    at = facts.source.parent(reference.node, cst.With)
    while at is not None:
        guard = facts.by_call.get(at.items[0].item) if len(at.items) == 1 else None
        if guard is not None and ".dygraph." in guard.name and guard.name.endswith(".guard"):
            return at if facts.source.parents.get(at) is facts.source.module else None
        at = facts.source.parent(at, cst.With)
    return None


def shared_name(facts: Facts, block: cst.With) -> str | None:
    """A name that the block binds and that is bound or used outside of it as well."""

    def outside(node: cst.CSTNode) -> bool:
        return not facts.source.lies_in(node, block)

    for name, bindings in facts.scopes.module.bindings.items():
        inside = [b for b in bindings if not outside(b.node)]
        if not inside:
            continue
        if any(outside(b.node) for b in bindings) or any(outside(u) for b in inside for u in b.uses):
            return name
    return None
