"""`fleet` of `fluid.incubate.fleet` → `paddle.distributed.fleet`; its optimizer, which today's has not for programs of
Paddle 3, is a class that is written into the script."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.dropping import settle_inside
from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.scopes import dotted
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.uses import reached
from paddle_migrate.rules.parameters import TODAYS_FILES
from paddle_migrate.script import Script
from paddle_migrate.text.arguments import argument

IN_PROGRAMS = True
_TODAY = "paddle.distributed.fleet"
_WITH_SERVERS = "paddle.fluid.incubate.fleet.parameter_server.distribute_transpiler."
_FLEETS = ("paddle.fluid.incubate.fleet.collective.fleet", f"{_WITH_SERVERS}fleet")
_SAME = (
    "barrier_worker", "init", "is_first_worker", "is_server", "is_worker", "server_endpoints", "server_index",
    "server_num", "worker_endpoints", "worker_index", "worker_num",
)  # fmt: skip
_PROGRAMS = {"main_program": "origin_main_program", "startup_program": "origin_startup_program"}
_OWN = "_origin_program"  # a copy, without what the workers do together
_READING = ("all_parameters", "list_vars", "random_seed", "to_string")
_NOTHING = ("init_server", "init_worker", "run_server", "run_worker", "stop_worker")
_IO = ("paddle.fluid.io.save_", "paddle.fluid.save")
_SAVES = ("save_inference_model", "save_persistables")
_ENVIRONMENT = "today's trainers read PADDLE_PORT and POD_IP from their environment, too, as servers did"
_OUT = "taken out: workers meet by themselves, and servers have nothing to do"


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    for reference in script.open("Role"):
        _rename(script, reference, reference.node, f"{_TODAY}.Role")
    for reference in script.open("fleet"):
        if reference.name in _FLEETS:
            _of_fleet(script, reference)


def _rename(script: Script, reference: Reference, node: cst.CSTNode, name: str) -> None:
    spelled = script.imports.spell(name, reference.binding)
    script.edits.replace(*script.source.span(node), spelled)
    script.settle(reference)
    script.say(node, "PM102", ".".join([reference.short, *reference.beyond]), f"→ {spelled}")


def _of_fleet(script: Script, reference: Reference) -> None:
    if not reference.beyond:
        _rename(script, reference, reference.node, f"{_TODAY}.fleet")
        return
    attribute, method = script.source.parents.get(reference.node), reference.beyond[0]
    if not isinstance(attribute, cst.Attribute) or attribute.attr.value != method:
        script.settle(reference)  # a name that the script has given to it
        return
    call = script.source.parents.get(attribute)
    is_called = isinstance(call, cst.Call) and call.func is attribute
    if method in _SAME:
        if method == "init" and reference.name.startswith(_WITH_SERVERS):
            script.say(attribute, "PM202", f"{reference.short}.init", _ENVIRONMENT)
        _rename(script, reference, attribute, f"{_TODAY}.{method}")
    elif method in _PROGRAMS:
        _rename(script, reference, attribute, f"{_TODAY}.fleet.{_PROGRAMS[method]}")
    elif method == _OWN and _is_only_read(script, attribute):
        _rename(script, reference, attribute, f"{_TODAY}.fleet.{_PROGRAMS['main_program']}")
    elif method == "split_files":
        _rename(script, reference, attribute, f"{_TODAY}.util.get_file_shard")
    elif is_called and method in _NOTHING and isinstance(script.source.parents.get(call), cst.Expr):
        script.beside.delete(script.source.parents[call])  # type: ignore[index]
        script.settle(reference)
        script.say(attribute, "PM119", f"{reference.short}.{method}", _OUT)
    elif is_called and method == "distributed_optimizer":
        _optimizer(script, reference, call)  # type: ignore[arg-type]
    elif is_called and method in _SAVES:
        _save(script, reference, call, method)  # type: ignore[arg-type]


def _is_only_read(script: Script, program: cst.Attribute) -> bool:
    """Whether all that has it saves it, or looks at its variables."""
    found = reached(script.facts, program)
    return found.are_all and not found.holders and all(map(_reads, found.spots))


def _reads(spot: Spot) -> bool:
    taker, above = spot.taker, spot.above
    if isinstance(taker, cst.Call):
        saved = spot.facts.by_call.get(taker)
        name = dotted(taker.func) if saved is None else saved.name
        is_own = isinstance(taker.func, cst.Name) and bool(spot.facts.scopes.find(taker.func))
        return (saved is not None and name.startswith(_IO)) or (not is_own and name in ("print", "str"))
    return isinstance(above, cst.Attribute) and above.attr.value in _READING


def _optimizer(script: Script, reference: Reference, call: cst.Call) -> None:
    """`fleet.distributed_optimizer(optimizer, strategy)` → `DistributedOptimizer(optimizer)`."""
    optimizer, strategy = argument(call, 0, "optimizer"), argument(call, 1, "strategy")
    if optimizer is None or any(arg.star for arg in call.args):
        return
    if strategy is not None:
        made = isinstance(strategy, cst.Call) and bool(script.names.resolve(strategy.func))
        if script.source.has_effects(strategy) and not made:
            return
        settle_inside(script, strategy)
    name = write_written(script, "DistributedOptimizer")
    script.edits.replace(*script.source.core(call), lambda: f"{name}({script.render(optimizer)})")
    script.settle(reference)
    script.say(call, "PM101", f"{reference.short}.distributed_optimizer", f"→ {name}, written into the script")


def _save(script: Script, reference: Reference, call: cst.Call, method: str) -> None:
    """Save the program that the workers learn, or the one that is named."""
    lists = ("feeded_var_names", "target_vars") if method == "save_inference_model" else ()
    needed = [argument(call, place, name) for place, name in enumerate(("executor", "dirname", *lists))]
    program = argument(call, len(needed), "main_program")
    count = sum(each is not None for each in (*needed, program))
    if any(each is None or arg.star for each in needed for arg in call.args) or len(call.args) != count:
        return
    own = script.imports.spell(f"{_TODAY}.fleet.{_PROGRAMS['main_program']}", reference.binding)
    name = write_written(script, method)

    def written() -> str:
        executor, *others = (script.render(each) for each in needed if each is not None)
        trained = own if program is None else script.render(program)
        given = [*others, executor, trained] if lists else [executor, *others, trained]
        return f"{name}({', '.join(given)})"

    script.edits.replace(*script.source.core(call), written)
    script.settle(reference)
    script.say(call, "PM101", f"{reference.short}.{method}", f"→ {name}, written into the script")
    if lists:
        script.say(call, "PM202", f"{reference.short}.{method}", TODAYS_FILES)
