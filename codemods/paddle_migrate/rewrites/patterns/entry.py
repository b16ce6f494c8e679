"""How a data-parallel script starts: `if __name__ == "__main__": dist.spawn(train)`, or the launcher."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.spawnable import Why, is_main_guard, why_not
from paddle_migrate.facts.start import block_to_spawn, outermost_function, prepares, why_not_spawn
from paddle_migrate.script import Script

IN_PROGRAMS = False  # compiled.py, fleets.py
_LAUNCH = "start it with `python -m paddle.distributed.launch --nproc_per_node N`"


def rewrite(script: Script) -> None:
    references = prepares(script.facts)
    if not references:
        return
    reason = why_not_spawn(script.facts, references)
    if script.options.launcher == "spawn" and reason is None:
        reason = _spawn(script, references[0])
    if reason is not None and script.options.launcher == "spawn":
        script.say(reason.node, "PM205", "distributed.launch", f"no dist.spawn(): {reason.words}; {_LAUNCH}")
    elif script.options.launcher == "launch":
        script.say(references[0].node, "PM205", "distributed.launch", _LAUNCH)


def _spawn(script: Script, prepare: Reference) -> Why | None:
    function = outermost_function(script.facts, prepare.node)
    if function is None:
        return _wrap_block(script, prepare)
    while True:
        calls = script.definitions.calls_of(function)
        callers = [outermost_function(script.facts, c) for c in calls]
        if len(calls) == 1 and callers[0] is not None and callers[0] is not function:
            function = callers[0]
            continue
        break
    if not calls:
        name = function.name.value
        script.say(
            function,
            "PM308",
            "distributed.launch",
            f'{name}() is not called in this file; to train, add `if __name__ == "__main__": dist.spawn({name})`',
        )
        return None
    if len(calls) > 1:
        return Why(f"{function.name.value}() is called in more than one place", calls[-1])
    return _spawn_call(script, prepare, function, calls[0])


def _spawn_call(script: Script, prepare: Reference, function: cst.FunctionDef, call: cst.Call) -> Why | None:
    """`train(args)` → `dist.spawn(train, args=(args,))`, under the main guard."""
    statement = script.statement(call)
    if statement is None or not script.is_whole_statement(call):
        return Why(f"what {function.name.value}() returns is used", call)
    if any(a.keyword or a.star for a in call.args):
        return Why(f"{function.name.value}() is called with keywords", call)
    outer = script.source.parent(call, cst.If, cst.For, cst.While, cst.Try, cst.With)
    guarded = isinstance(outer, cst.If) and is_main_guard(script.facts, outer)
    if outer is not None and not guarded:
        return Why(f"{function.name.value}() is called inside a block", call)
    why = why_not(script.facts, function, call)
    if why is not None:
        return why
    spawn = script.imports.spell("paddle.distributed.spawn", prepare.binding)
    values = [a.value for a in call.args]

    def text() -> str:
        if not values:
            return f"{spawn}({function.name.value})"
        rendered = ", ".join(script.render(v) for v in values) + ("," if len(values) == 1 else "")
        return f"{spawn}({function.name.value}, args=({rendered}))"

    start, end = script.source.core(call)
    if guarded:
        script.edits.replace(start, end, text)
    else:
        head = f"if __name__ == {script.string('__main__')}:{script.source.newline}{script.source.indent}"
        script.beside.replace(statement, [lambda: head + text()], has_block=True)
    script.say(call, "PM110", "distributed.launch", f"→ {spawn}({function.name.value}): one process per device")
    return None


def _wrap_block(script: Script, prepare: Reference) -> Why | None:
    """Training code in a module-level guard becomes a function that can be spawned."""
    block = block_to_spawn(script.facts)
    if isinstance(block, Why):
        return block
    name = next(n for n in ("train", "run_training", "train_rank") if n not in script.scopes.module.bindings)
    spawn = script.imports.spell("paddle.distributed.spawn", prepare.binding)
    script.record.wrapped[block] = name
    guard = ["", "", f"if __name__ == {script.string('__main__')}:", f"{script.source.indent}{spawn}({name})"]
    body = list(script.source.module.body)
    lines = guard if block is body[-1] else [*guard, ""]
    # where the guard cannot be taken out there is no function either
    script.beside.under(body[body.index(block)], block, lambda: lines if block in script.record.wrapped else [])
    return None
