"""Gradients add up since 2.0: `backward()` of 1.8 replaced those of an earlier run, so a script needed not clear them.

Where a file never clears any, `clear_grad()` is written behind each step; where a run may meet what another one left,
that is said.
"""

from __future__ import annotations

import libcst as cst

from paddle_migrate.script import Script

_CLEARING = ("clear_gradients", "clear_grad", "clear_gradient")
_STEPPING = ("minimize", "step")
_LOOPS = (cst.For, cst.While)
_ADDS = "since 2.0 backward() adds to the gradients that are there, 1.8 replaced them"


def rewrite(script: Script) -> None:
    if not script.references:
        return
    runs = _runs(script)
    clears = _calls(script, *_CLEARING) or _steps(script)
    for run in runs:
        here = [c for c in clears if script.scopes.of(c) is script.scopes.of(run)]
        if (clears or _loop(script, run)) and not any(_always(script, run, clear) for clear in here):
            where = "after each run" if here or not clears else "in this function"
            script.say(run, "PM223", "backward", f"{_ADDS}: here they are not cleared {where}")
    for before, run in _neighbours(script, runs):
        missing = _not_cleared(script, before, run, clears)
        if missing is not None:
            what = f"those of {', '.join(missing)}" if missing else "the gradients"
            script.say(run, "PM223", "backward", f"{_ADDS}: clear {what} before it, if this run reaches them, too")


def never_cleared(script: Script) -> bool:
    """Whether the file runs backward and leaves it to the next run to replace the gradients."""
    return bool(script.references) and bool(_runs(script)) and not _calls(script, *_CLEARING)


def _runs(script: Script) -> list[cst.Call]:
    return [call for call in _calls(script, "backward") if script.is_whole_statement(call)]


def _steps(script: Script) -> list[cst.Call]:
    steps = script.source.method_calls(*_STEPPING)
    return [call for receiver, call in steps if script.kinds.what(receiver) == "optimizer"]


def _calls(script: Script, *methods: str) -> list[cst.Call]:
    return [call for _, call in script.source.method_calls(*methods)]


def _receiver(call: cst.Call) -> cst.BaseExpression:
    assert isinstance(call.func, cst.Attribute)
    return call.func.value


def _above(script: Script, node: cst.CSTNode) -> list[cst.CSTNode]:
    """What the node stands in, from the inside, up to its function or the module."""
    found = []
    at = script.source.parents.get(node)
    while at is not None and not isinstance(at, cst.FunctionDef):
        found.append(at)
        at = script.source.parents.get(at)
    return found


def _loop(script: Script, node: cst.CSTNode) -> cst.CSTNode | None:
    return next((n for n in _above(script, node) if isinstance(n, _LOOPS)), None)


def _always(script: Script, run: cst.Call, clear: cst.Call) -> bool:
    """Whether each time that `run` is executed, `clear` is, too, before it comes to it again."""
    statement = script.source.parent(clear, cst.SimpleStatementLine, cst.SimpleStatementSuite)
    block = script.source.parents.get(statement)
    for node in _above(script, run):
        if node is block:
            return True
        if isinstance(node, _LOOPS):
            return False
    return False


def _neighbours(script: Script, runs: list[cst.Call]) -> list[tuple[cst.Call, cst.Call]]:
    """Each run with the one before it in the same function; in a loop the first one comes behind the last."""
    pairs = []
    for number, run in enumerate(runs):
        same = [r for r in runs if script.scopes.of(r) is script.scopes.of(run) and _both(script, r, run)]
        earlier = [r for r in same if r in runs[:number]]
        later = [r for r in same if r in runs[number + 1 :] and _loop(script, run) is not None]
        later = [r for r in later if _loop(script, r) is _loop(script, run)]
        if earlier or later:
            pairs.append(((earlier or later)[-1], run))
    return pairs


def _both(script: Script, one: cst.Call, other: cst.Call) -> bool:
    """Whether both can run after one another: not the two branches of one `if`."""
    above = _above(script, one)
    shared = next((node for node in _above(script, other) if node in above), None)
    return not isinstance(shared, cst.If)


def _not_cleared(script: Script, before: cst.Call, run: cst.Call, clears: list[cst.Call]) -> list[str] | None:
    """Whose gradients are not cleared between two runs; None when all are."""
    start, end = (script.source.order(call) for call in (before, run))
    here = [c for c in clears if script.scopes.of(c) is script.scopes.of(run)]
    if clears and not here:
        return None  # done elsewhere
    at = {c: script.source.order(c) for c in here}
    between = [c for c in here if start < at[c] < end or (start > end and not end < at[c] < start)]
    cleared = {script.source.code(_receiver(c)) for c in between}
    missing = [n for n in dict.fromkeys(script.source.code(_receiver(c)) for c in here) if n not in cleared]
    return missing if missing or not here else None
