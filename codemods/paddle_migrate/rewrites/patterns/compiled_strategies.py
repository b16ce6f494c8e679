"""Strategies of programs that were compiled for several devices, and of fleets: they go with what they are handed to,
or are plain objects where they are handed around."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from paddle_migrate.changes.dropping import drop_statements
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.programs import COMPILED
from paddle_migrate.facts.scopes import dotted
from paddle_migrate.facts.strategies import asked_of, only_scales, setting, settings_of, settings_of_others
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.rules.strategies import AVERAGING, OF_FLEETS, SAME_ON_ONE, SETTABLE, defaults
from paddle_migrate.script import Script

IN_PROGRAMS = True
_STRATEGIES = ("BuildStrategy", "ExecutionStrategy", "DistributedStrategy", "StrategyFactory")
_TAKERS = ("CompiledProgram", "ParallelExecutor", "distributed_optimizer", *COMPILED)
_COUNT = {  # settings of a fleet's strategy that change numbers
    "forward_recompute": "1.8.5 updated the running means of batch_norm between checkpoints twice in each step: take "
                         "it out of the old script where the difference does no harm",
    "gradient_scale_strategy": "workers learn from the means of their gradients",
    "sync_batch_norm": "each worker's batch_norm has the statistics of its own batch: take it out where that will do",
    "use_amp": "decorate the optimizer by paddle.static.amp.decorate instead",
    "use_dist_fc": "workers have whole layers today: take it out",
    "use_local_sgd": "workers learn from the means of their gradients in each step: take it out",
}
_STRATEGY = "Paddle 3 has none: take it out, with what it is handed to"


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    for reference in sorted(script.open(*_STRATEGIES), key=_turn):
        if not script.is_settled(reference):  # a setting goes with what is set
            _strategy(script, reference)
    drop_statements(script, settings_of_others(script.facts))  # type: ignore[arg-type]


def _turn(reference: Reference) -> tuple[bool, bool]:
    """A fleet's strategies first, which others are handed to; what is made itself before what it is set to."""
    return not reference.short.endswith(OF_FLEETS), bool(reference.beyond)


def _strategy(script: Script, reference: Reference) -> None:
    """A strategy that is set and handed on to what takes none today goes with its settings."""
    call = _call_that_makes(script, reference)
    if call is None:
        if reference.beyond[:1] == ["GradientScaleStrategy"]:
            _scale(script, reference)
        elif reference.short.endswith(".BuildStrategy"):
            _rename(script, reference)
        return
    assign = script.source.parents.get(call)
    name = script.assigned_name(call)
    if name is None and _is_taken(script, call):
        return  # it goes with the argument
    bindings = script.scopes.find(name) if name is not None else []
    uses = {id(use): use for binding in bindings for use in binding.uses}.values()
    settings = [setting(Spot(script.facts, use)) for use in uses]
    of_fleets = settings_of(script.facts, call) if reference.short.endswith(OF_FLEETS) else None
    if reference.short.endswith(OF_FLEETS) and _counts(script, reference, of_fleets or settings):
        return
    alone = len(bindings) == 1 and isinstance(assign, cst.Assign)
    if alone and all(s is not None or _is_handed_on(script, use) for s, use in zip(settings, uses, strict=True)):
        drop_statements(script, [assign, *(s.node for s in settings if s is not None)])  # type: ignore[list-item]
        script.say(reference.node, "PM119", reference.short, "taken out: today's executor has no use for it")
        script.settle(reference)
    elif of_fleets is not None:
        drop_statements(script, [each.node for each in of_fleets if each.facts is script.facts])  # type: ignore[misc]
        _rename(script, reference, f"paddle.distributed.fleet{OF_FLEETS}")
    elif reference.short.endswith(SETTABLE) and (asked := asked_of(script.facts, call)) is not None:
        _hold(script, reference, call, asked)
    elif reference.short.endswith("BuildStrategy"):
        _rename(script, reference)
    else:
        script.leave(reference, "PM303", _STRATEGY)


def _hold(script: Script, reference: Reference, call: cst.Call, asked: set[str]) -> None:
    """`ExecutionStrategy()` → `types.SimpleNamespace()`, with what is read of it as it was, where it is handed around
    and nothing of today takes it."""
    known = defaults()
    if not asked <= known.keys() or call.args:
        script.leave(reference, "PM303", _STRATEGY)
        return
    name = "types.SimpleNamespace"
    script.imports.add_standard("types")
    given = ", ".join(f"{each}={known[each]!r}" for each in sorted(asked))
    script.edits.replace(*script.source.core(call), f"{name}({given})")
    script.settle(reference)
    script.say(reference.node, "PM119", reference.short, f"→ {name}(): today's executor has no use for it")


def _scale(script: Script, reference: Reference) -> None:
    """`BuildStrategy.GradientScaleStrategy.One` → `'One'`: one device scales as it is, unless the script does it."""
    whole, way = script.source.parents[script.source.parents[reference.node]], reference.beyond[-1]
    if len(reference.beyond) != 2 or way not in SAME_ON_ONE or not only_scales(script.facts, whole):
        script.leave(reference, "PM303", _STRATEGY)
        return
    script.edits.replace(*script.source.core(whole), script.string(way))
    script.settle(reference)
    script.say(reference.node, "PM119", reference.short, "→ its name: today's executor has no use for it")


def _call_that_makes(script: Script, reference: Reference) -> cst.Call | None:
    """The call that makes a strategy: of its class, or of the factory of a fleet's whose workers go in step."""
    if reference.beyond != ["create_sync_strategy"]:
        return None if reference.beyond else reference.call
    attribute = script.source.parents.get(reference.node)
    above = script.source.parents.get(attribute)
    return above if isinstance(above, cst.Call) and above.func is attribute else None


def _counts(script: Script, reference: Reference, settings: Sequence[Spot | None]) -> bool:
    """Whether it is set to what changes numbers, which is said; the names of what is off say nothing."""
    for each in settings:
        assign = each.node if each is not None else None
        target = assign.targets[0].target if isinstance(assign, cst.Assign) else None
        name = target.attr.value if isinstance(target, cst.Attribute) else ""
        is_off = name in _COUNT and each.facts.source.code(assign.value) in ("False", "None")  # type: ignore[union-attr]
        if name in _COUNT and not is_off and (name != "forward_recompute" or script.facts.says(AVERAGING)):
            script.leave(reference, "PM303", _COUNT[name])
            return True
    return False


def _rename(script: Script, reference: Reference, today: str = "paddle.static.BuildStrategy") -> None:
    name = script.imports.spell(today, reference.binding)
    script.edits.replace(*script.source.span(reference.node), name)
    script.settle(reference)
    script.say(reference.node, "PM102", reference.short, f"→ {name}")


def _is_handed_on(script: Script, use: cst.Name) -> bool:
    """Whether a call that goes takes it, or a setting of a fleet's strategy."""
    above = script.source.parents.get(use)
    if isinstance(above, cst.Assign) and len(above.targets) == 1:
        target = above.targets[0].target
        made = script.by_call.get(script.origins.only(target.value)) if isinstance(target, cst.Attribute) else None  # type: ignore[arg-type]
        return made is not None and made.short.endswith(OF_FLEETS) and script.is_settled(made)
    return _is_taken(script, use)


def _is_taken(script: Script, node: cst.CSTNode) -> bool:
    taker = script.taker(node)
    if not isinstance(taker, cst.Call):
        return False
    reference = script.by_call.get(taker)
    last = reference.short if reference is not None else dotted(taker.func)
    if isinstance(taker.func, cst.Attribute) and reference is None:
        last = taker.func.attr.value
    return last.rpartition(".")[2] in _TAKERS
