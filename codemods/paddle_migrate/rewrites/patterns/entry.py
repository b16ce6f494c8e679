"""How a data-parallel script starts: `if __name__ == "__main__": dist.spawn(train)`, or the launcher."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.spawnable import Why, is_main_guard, main_guard, why_not
from paddle_migrate.script import Script

_LAUNCH = "start it with `python -m paddle.distributed.launch --nproc_per_node N`"


def rewrite(script: Script) -> None:
    references = [r for r in script.references if r.name.endswith(".prepare_context") and r.call is not None]
    if not references:
        return
    reason = _why_not_spawn(script, references)
    if script.options.launcher == "spawn" and reason is None:
        reason = _spawn(script, references[0])
    if reason is not None and script.options.launcher == "spawn":
        script.say(reason.node, "PM205", "distributed.launch", f"no dist.spawn(): {reason.words}; {_LAUNCH}")
    elif script.options.launcher == "launch":
        script.say(references[0].node, "PM205", "distributed.launch", _LAUNCH)


def _why_not_spawn(script: Script, references: list[Reference]) -> Why | None:
    first = references[0].node
    if len({script.scopes.of(r.node) for r in references}) > 1:
        return Why("more than one place prepares data parallel", first)
    if script.source.parent(first, cst.ClassDef) is not None:
        return Why("a method prepares data parallel", first)
    if main_guard(script.facts, first) is not None:
        return Why("it stands under the main guard, which the processes do not run", first)
    if script.source.parent(first, cst.If, cst.IfExp, cst.Try) is not None:
        return Why("a switch decides whether it is data parallel", first)
    for reference in script.references:
        at_import = script.scopes.of(reference.node) is script.scopes.module
        is_env = reference.short.endswith("Env") and not _is_place(script, reference)
        if at_import and is_env and _with_block(script, reference) is None:
            return Why("the rank is read while the module is imported", reference.node)
    return None


def _is_place(script: Script, env: Reference) -> bool:
    """`place = CUDAPlace(Env().dev_id)` at the top is no use of the rank that could come too early: it goes."""
    call = script.source.parent(env.node, cst.Assign)
    return call is not None and script.source.parent(env.node, cst.Arg) is not None


def _spawn(script: Script, prepare: Reference) -> Why | None:
    function = _outermost_function(script, prepare.node)
    if function is None:
        return _wrap_block(script, prepare)
    while True:
        calls = script.definitions.calls_of(function)
        callers = [_outermost_function(script, c) for c in calls]
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


def _outermost_function(script: Script, node: cst.CSTNode) -> cst.FunctionDef | None:
    found: cst.FunctionDef | None = None
    at = script.source.parent(node, cst.FunctionDef)
    while at is not None:
        found, at = at, script.source.parent(at, cst.FunctionDef)
    return found


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


def _with_block(script: Script, reference: Reference) -> cst.With | None:
    """The module-level `with guard(…):` around a reference."""
    at = script.source.parent(reference.node, cst.With)
    while at is not None:
        guard = script.by_call.get(at.items[0].item) if len(at.items) == 1 else None
        if guard is not None and ".dygraph." in guard.name and guard.name.endswith(".guard"):
            return at if script.source.parents.get(at) is script.source.module else None
        at = script.source.parent(at, cst.With)
    return None


def _wrap_block(script: Script, prepare: Reference) -> Why | None:
    """Training code in a module-level guard becomes a function that can be spawned."""
    block = _with_block(script, prepare)
    if block is None or not isinstance(block.body, cst.IndentedBlock):
        return Why("the training code is not in a function", prepare.node)
    shared = _shared_name(script, block)
    if shared:
        words = f"the training code is not in a function and shares `{shared}` with the rest of the file"
        return Why(words, prepare.node)
    name = next(n for n in ("train", "run_training", "train_rank") if n not in script.scopes.module.bindings)
    spawn = script.imports.spell("paddle.distributed.spawn", prepare.binding)
    script.record.wrapped[block] = name
    newline, indent = script.source.newline, script.source.indent
    text = f"if __name__ == {script.string('__main__')}:{newline}{indent}{spawn}({name}){newline}"
    body = list(script.source.module.body)
    after = body[body.index(block) + 1 :]
    end = script.source.core(block)[1]
    line_end = script.source.line_start(script.source.line_at(end - 1) + 1)
    missing_newline = "" if script.source.text[:line_end].endswith(("\n", "\r")) else newline
    whole = missing_newline + newline * 2 + text + (newline if after else "")
    # where the guard cannot be taken out there is no function either
    script.edits.insert(line_end, lambda: whole if block in script.record.wrapped else "")
    return None


def _shared_name(script: Script, block: cst.With) -> str | None:
    """A name that the block binds and that is bound or used outside of it as well."""

    def outside(node: cst.CSTNode) -> bool:
        return not script.source.lies_in(node, block)

    for name, bindings in script.scopes.module.bindings.items():
        inside = [b for b in bindings if not outside(b.node)]
        if not inside:
            continue
        if any(outside(b.node) for b in bindings) or any(outside(u) for b in inside for u in b.uses):
            return name
    return None
