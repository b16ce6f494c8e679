"""The data-parallel flow: prepare_context, DataParallel(model, strategy), scale_loss, apply_collective_grads."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes import lines
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.ranks import is_device_of_rank
from paddle_migrate.facts.start import has_block_to_spawn
from paddle_migrate.facts.values.uses import reached
from paddle_migrate.rules.kinds import is_device
from paddle_migrate.script import Script

IN_PROGRAMS = False  # compiled.py, fleets.py
_RANK = {"local_rank": "get_rank", "nranks": "get_world_size"}


def rewrite(script: Script) -> None:
    for reference in script.open("prepare_context"):
        _init(script, reference)
    for attribute in script.source.attributes.get("dev_id", ()):
        _number_of_card(script, attribute)
    for reference in script.open("Env", "ParallelEnv"):
        _env(script, reference)
    for reference in script.open("DataParallel"):
        _wrap(script, reference)
    for call in script.source.all(cst.Call):
        if isinstance(call.func, cst.Attribute):
            _method(script, call, call.func)


def _init(script: Script, reference: Reference) -> None:
    """`strategy = prepare_context()` → `dist.init_parallel_env()`; the strategy's fields → rank and world size."""
    if reference.call is None or (reference.call.args and not _only_default(reference.call)):
        return
    statement = script.statement(reference.call)
    if statement is None:
        return
    name = script.assigned_name(reference.call)
    if name is None and not script.is_whole_statement(reference.call):
        _init_inside(script, reference, statement)
        return
    if name is not None and not _strategy_uses(script, name, reference):
        return
    script.settle(reference)
    early = _device_statement(script, reference)
    init = script.imports.spell("paddle.distributed.init_parallel_env", reference.binding) + "()"
    if early is None:
        script.beside.replace(statement, [init])
    else:
        script.beside.replace(early, [init])
        script.beside.delete(statement)
    script.say(reference.node, "PM106", reference.short, f"→ {init}")


def _init_inside(script: Script, reference: Reference, statement: cst.CSTNode) -> None:
    """`DataParallel(model, prepare_context())` → the call in a line of its own, before the statement."""
    if reference.call is None or not _is_wrap_argument(script, reference.call):
        return
    init = script.imports.spell("paddle.distributed.init_parallel_env", reference.binding) + "()"
    script.beside.before(statement, init)
    script.settle(reference)
    script.say(reference.node, "PM106", reference.short, f"→ {init}")


def _only_default(call: cst.Call) -> bool:
    return len(call.args) == 1 and isinstance(call.args[0].value, cst.Name) and call.args[0].value.value == "None"


def _strategy_uses(script: Script, name: cst.Name, init: Reference) -> bool:
    """Rewrite what is read from the strategy; False when it is used in a way not known."""
    reads: list[cst.Attribute] = []
    for binding in script.scopes.of(name).find(name.value):
        for use in binding.uses:
            parent = script.source.parents.get(use)
            if isinstance(parent, cst.Attribute) and parent.attr.value in _RANK:
                reads.append(parent)
            elif not _is_wrap_argument(script, use):
                script.leave(
                    init, "PM303", f"{name.value} is used in line {script.source.line(use)}; see dist.ParallelEnv()"
                )
                return False
    for read in reads:
        start, end = script.source.core(read)
        function = script.imports.spell(f"paddle.distributed.{_RANK[read.attr.value]}", init.binding)
        script.edits.replace(start, end, f"{function}()")
    return True


def _is_wrap_argument(script: Script, use: cst.CSTNode) -> bool:
    reference = script.taken_by(use)
    return reference is not None and reference.name.endswith(".DataParallel")


def _device_statement(script: Script, init: Reference) -> cst.CSTNode | None:
    """The statement that only works out the rank's device, in the function that prepares: `place = CUDAPlace(…)`.

    init_parallel_env() sets that device itself, so it can stand there.
    """
    home = script.scopes.of(init.node)
    for reference in script.open("CUDAPlace"):
        if reference.call is None or not is_device_of_rank(script.facts, reference.call):
            continue
        name = script.assigned_name(reference.call)
        statement = script.statement(reference.call)
        if name is None or statement is None or script.scopes.of(reference.node) is not home:
            continue
        bindings = script.scopes.find(name)
        guards = [_guard_of(script, u) for b in bindings for u in b.uses]
        inside = script.source.parent(statement, cst.If, cst.For, cst.While, cst.Try)
        if len(bindings) == 1 and all(guards) and inside is None:
            script.settle(reference)
            _finish_env(script, reference.call.args[0].value)
            if script.options.launcher != "spawn" or not has_block_to_spawn(script.facts):
                return statement
            script.beside.delete(statement)
    return None


def _guard_of(script: Script, use: cst.Name) -> Reference | None:
    reference = script.taken_by(use)
    return reference if reference is not None and reference.name.endswith(".guard") else None


def _finish_env(script: Script, number: cst.BaseExpression) -> None:
    """The `Env()` inside a device expression that goes; a variable that only held it goes too."""
    if isinstance(number, cst.Name):
        binding = script.origins.bindings(number)[0]
        statement = script.statement(binding.node)
        if len(binding.uses) > 1 or statement is None:
            return
        script.beside.delete(statement)
        number = binding.value or number
    if isinstance(number, cst.Attribute):
        reference = script.by_call.get(number.value)
        if reference is not None:
            script.settle(reference)


def _env(script: Script, reference: Reference) -> None:
    """`Env().local_rank`, `Env().dev_id == 0` → `dist.get_rank()`; any other use of it → `dist.ParallelEnv()`."""
    if reference.call is None or reference.call.args:
        return
    parent = script.source.parents.get(reference.call)
    node: cst.CSTNode = reference.call
    text = "paddle.distributed.ParallelEnv"
    if isinstance(parent, cst.Attribute) and parent.attr.value in _RANK:
        node, text = parent, f"paddle.distributed.{_RANK[parent.attr.value]}"
    elif isinstance(parent, cst.Attribute) and _asks_for_the_first(script, parent):
        node, text = parent, "paddle.distributed.get_rank"
    elif isinstance(parent, cst.Attribute) and parent.attr.value == "dev_id" and _is_for_place(script, parent):
        start, end = script.source.span(parent.attr)
        script.edits.replace(start, end, "device_id")
    spelled = script.imports.spell(text, reference.binding)
    start, end = script.source.core(node)
    script.edits.replace(start, end, f"{spelled}()")
    script.settle(reference)
    script.say(reference.node, "PM106", reference.short, f"→ {spelled}()")


def _asks_for_the_first(script: Script, attribute: cst.Attribute) -> bool:
    """`Env().dev_id == 0`, for what one rank does alone; a Paddle for the CPU has no number of a card today."""
    asked = script.source.parents.get(attribute)
    if attribute.attr.value != "dev_id" or not isinstance(asked, cst.Comparison) or asked.left is not attribute:
        return False
    targets = [(type(c.operator), script.source.code(c.comparator)) for c in asked.comparisons]
    return targets in ([(cst.Equal, "0")], [(cst.NotEqual, "0")])


def _number_of_card(script: Script, attribute: cst.Attribute) -> None:
    """`env.dev_id` → `getattr(env, "device_id", 0)`: in 1.8.5 it was 0 without cards, where today there is none."""
    env = script.kinds.what(attribute.value) == "env" and not script.is_skipped(attribute)
    is_rank = attribute.value in script.by_call and _asks_for_the_first(script, attribute)
    if not env or is_rank or _is_for_place(script, attribute):
        return
    text = lambda: f'getattr({script.render(attribute.value)}, "device_id", 0)'  # noqa: E731
    script.edits.replace(*script.source.core(attribute), text)
    script.say(attribute, "PM106", "dev_id", "→ getattr: a Paddle for the CPU has no number of a card today")


def _is_for_place(script: Script, attribute: cst.Attribute) -> bool:
    """Whether only places are made of it, which need the card."""
    had = reached(script.facts, attribute)
    takers = [spot.facts.by_call.get(spot.taker) for spot in had.spots]  # type: ignore[arg-type]
    return had.are_all and bool(takers) and all(each is not None and is_device(each.name) for each in takers)


def _wrap(script: Script, reference: Reference) -> None:
    """`DataParallel(model, strategy)` → `paddle.DataParallel(model)`."""
    call = reference.call
    if call is None or not 1 <= len(call.args) <= 2 or any(a.star for a in call.args):
        return
    layers = next((a for a in call.args if a.keyword and a.keyword.value == "layers"), call.args[0])
    if any(a is not layers and _is_needed(script, a) for a in call.args):
        script.leave(reference, "PM303", "what its strategy does would be lost; give the strategy a name first")
        return
    spelled = script.imports.spell("paddle.DataParallel", reference.binding)
    start, end = script.source.core(call)
    script.edits.replace(start, end, lambda: f"{spelled}({script.render(layers.value)})")
    script.settle(reference)
    script.say(reference.node, "PM106", reference.short, f"→ {spelled}(model)")


def _is_needed(script: Script, strategy: cst.Arg) -> bool:
    """Whether something is called in it that has not been written elsewhere."""
    inside = [r for r in script.references if script.source.lies_in(r.node, strategy)]
    return any(not script.is_settled(r) for r in inside) or (not inside and script.source.has_effects(strategy))


def _method(script: Script, call: cst.Call, func: cst.Attribute) -> None:
    method = func.attr.value
    if method not in ("scale_loss", "apply_collective_grads") or not _is_parallel(script, func.value):
        return
    statement = script.statement(call)
    name = f"dygraph.DataParallel.{method}"
    if method == "apply_collective_grads" and script.is_whole_statement(call) and statement is not None:
        _take_out(script, statement)
        script.say(call, "PM106", name, "taken out: paddle.DataParallel averages the gradients in backward()")
    elif method == "scale_loss" and len(call.args) == 1:
        _unscale(script, call, call.args[0].value)
        script.say(
            call,
            "PM203",
            name,
            "taken out: paddle.DataParallel averages the gradients itself. With more than one rank the loss that the "
            "script prints is now the rank's own mean loss; it was that divided by the number of ranks",
        )


def _is_parallel(script: Script, receiver: cst.BaseExpression) -> bool:
    """A DataParallel model, or something that the script does not tell in a script that makes one."""
    if isinstance(receiver, cst.Name) and script.scopes.is_undefined(receiver):
        return False
    what = script.kinds.what(receiver)
    return what == "parallel" or (
        what in ("", "layer") and any(r.name.endswith(".DataParallel") for r in script.references)
    )


def _unscale(script: Script, call: cst.Call, loss: cst.BaseExpression) -> None:
    name = script.assigned_name(call)
    statement = script.statement(call)
    if name is not None and isinstance(loss, cst.Name) and loss.value == name.value and statement is not None:
        _take_out(script, statement)
        return
    if name is not None and isinstance(loss, cst.Name) and statement is not None and _renamed(script, name, loss):
        _take_out(script, statement)
        return
    start, end = script.source.core(call)
    script.edits.replace(start, end, lambda: script.render(loss))


def _renamed(script: Script, scaled: cst.Name, loss: cst.Name) -> bool:
    """Put the loss's own name wherever the scaled one is read; False when the two may mean different values there."""
    bindings = script.scopes.find(scaled)
    at = script.source.order(scaled)
    later = [b for b in script.scopes.find(loss) if script.source.order(b.node) > at]
    block = script.source.parent(scaled, cst.IndentedBlock)
    if len(bindings) != 1 or later or block is None:
        return False
    for use in bindings[0].uses:
        behind = script.source.order(use) > at and script.source.lies_in(use, block)
        if not behind or script.scopes.of(use) is not script.scopes.of(scaled):
            return False
    for use in bindings[0].uses:
        script.edits.replace(*script.source.core(use), loss.value)
    return True


def _take_out(script: Script, statement: cst.CSTNode) -> None:
    """Delete the statement, and the `if` around it when that says nothing any more."""
    line = script.source.parents[statement]
    block = script.source.parents.get(line)
    owner = script.source.parents.get(block)
    script.beside.delete(statement)
    plain = isinstance(owner, cst.If) and isinstance(owner.test, (cst.Name, cst.Attribute))
    if not plain or not isinstance(owner, cst.If) or not isinstance(block, cst.IndentedBlock):
        return
    if isinstance(script.source.parents.get(owner), cst.If):
        return  # an elif
    if owner.orelse is None and all(script.beside.is_deleted(s) for s in block.body):
        outermost = _outermost(script, owner)
        if outermost is not None:
            _delete_if(script, outermost, script.source.line_at(script.source.core(statement)[1]))
    elif isinstance(owner.orelse, cst.Else):
        _join_branches(script, owner, block, owner.orelse)


def _outermost(script: Script, owner: cst.If) -> cst.If | None:
    """The `if`, or the one around it that holds nothing else; None where its block would be empty without it."""
    block = script.source.parents.get(owner)
    if not isinstance(block, cst.IndentedBlock) or len(block.body) > 1:
        return owner
    around = script.source.parents.get(block)
    is_plain = isinstance(around, cst.If) and isinstance(around.test, (cst.Name, cst.Attribute))
    if not isinstance(around, cst.If) or not is_plain or around.orelse is not None:
        return None
    return None if isinstance(script.source.parents.get(around), cst.If) else _outermost(script, around)


def _delete_if(script: Script, owner: cst.If, last: int) -> None:
    first = script.source.line(owner)
    start, end = script.source.line_start(first), script.source.line_start(last + 1)
    if "#" not in script.source.text[start:end]:
        lines.delete(script, first, last)


def _join_branches(script: Script, owner: cst.If, block: cst.IndentedBlock, orelse: cst.Else) -> None:
    """`if parallel: loss.backward() else: loss.backward()`: what both branches do now needs no question."""
    source = script.source
    if not isinstance(orelse.body, cst.IndentedBlock):
        return
    left = [source.code(s).strip() for s in block.body if not script.beside.is_deleted(s)]
    right = [source.code(s).strip() for s in orelse.body.body]
    first, otherwise = source.line(owner), source.line_at(source.outer(orelse)[0])
    behind = source.line_at(source.core(orelse.body.body[-1])[1])
    header = source.text[source.line_start(first) : source.line_start(first + 1)]
    tail = source.text[source.line_start(otherwise) : source.line_start(behind + 1)]
    if left != right or "#" in header + tail or not tail.lstrip().startswith("else"):
        return
    lines.delete(script, first, first)
    lines.delete(script, otherwise, behind)
    script.dedents.add(first + 1, otherwise - 1, block.indent or source.indent, script.edits.origin)
