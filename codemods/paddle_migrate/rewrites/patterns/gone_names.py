"""Names beside paddle.fluid that today's Paddle has not: `paddle.incubate.hapi` is told, `from paddle.utils.plot import
Ploter` becomes a class of the script's own."""

from __future__ import annotations

import re

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.facts.scopes import Binding, dotted
from paddle_migrate.script import Script

OF_EVERY_MODE = True
_PLOT = "draw with Matplotlib or VisualDL"
_WRITE_IT = "write its few lines into the script"
_DATASET = "Paddle does not download it any more; read the files yourself, with a paddle.io.Dataset"
# What 1.8.5 had and neither Paddle 2.6 nor 3 has, and what the first previews of 2.0 had: the top of each.
GONE = {
    "paddle.compat.floor_division": "write x // y",
    "paddle.compat.get_exception_message": "write str(error)",
    "paddle.compat.int_type": "write int",
    "paddle.compat.long_type": "write int",
    "paddle.compat.round": "it rounded halves away from zero, as round() does not; " + _WRITE_IT,
    "paddle.compat.to_bytes": "write text.encode()",
    "paddle.compat.to_text": "write data.decode() where it is bytes, and nothing where it is text",
    "paddle.dataset.mq2007": _DATASET,
    "paddle.dataset.sentiment": _DATASET,
    "paddle.declarative": "its layers are in paddle.static.nn",
    "paddle.elementwise_add": "paddle.add does it, and a function of paddle.nn.functional what act= did",
    "paddle.elementwise_div": "paddle.divide does it, and a function of paddle.nn.functional what act= did",
    "paddle.elementwise_sub": "paddle.subtract does it, and a function of paddle.nn.functional what act= did",
    "paddle.imperative.BackwardStrategy": "leave it out, the order of summation cannot be chosen",
    "paddle.imperative.DataParallel": "paddle.DataParallel does it",
    "paddle.imperative.Layer": "paddle.nn.Layer is it",
    "paddle.imperative.ParallelEnv": "paddle.distributed.ParallelEnv is it",
    "paddle.imperative.enabled": "paddle.in_dynamic_mode() says it",
    "paddle.imperative.grad": "paddle.grad does it",
    "paddle.imperative.guard": "dynamic mode is the default; choose the device with paddle.set_device()",
    "paddle.imperative.jit": "paddle.jit.to_static does it",
    "paddle.imperative.load": "paddle.load does it",
    "paddle.imperative.no_grad": "paddle.no_grad() does it",
    "paddle.imperative.prepare_context": "paddle.distributed.init_parallel_env() does it",
    "paddle.imperative.save": "paddle.save does it",
    "paddle.imperative.to_variable": "paddle.to_tensor does it",
    "paddle.imperative": "dynamic mode is the default, and its functions are in paddle itself",
    "paddle.incubate.hapi.vision": "paddle.vision has models, datasets and transforms, of which some changed",
    "paddle.incubate.hapi": "paddle.Model, paddle.callbacks and paddle.metric do its work",
    "paddle.sums": "paddle.add_n does it",
    "paddle.utils.Ploter": _PLOT,
    "paddle.utils.plot": _PLOT,
    "paddle.utils.plotcurve": _PLOT,
    "paddle.utils.preprocess_img": "paddle.vision.transforms does its work",
    "paddle.utils.preprocess_util": "paddle.vision.transforms does its work",
    "paddle.utils.show_pb": "Paddle has no such files any more",
    "paddle.utils.torch2paddle": "load the arrays with set_state_dict()",
    "paddle.v2": "it is from before 1.0: paddle itself has its batch, reader and dataset, import that",
}  # fmt: skip
_ROOTS = sorted({name.split(".")[1] for name in GONE})
# asked one after the other, since each begins with a word that is quickly looked for
_TOPS = r"compat|imperative|declarative|elementwise_(?:add|div|sub)|sums|v2"
_PLOTS = re.compile(r"paddle\.utils\.(?:plot\.)?Ploter$")
_OF_PADDLE = re.compile(rf"paddle\s*\.\s*(?:{_TOPS})\b")
_FROM_PADDLE = re.compile(rf"from\s+paddle\s+import\b[^\n]*\b(?:{_TOPS}|utils|incubate|dataset)\b")
_PARTS = (
    "hapi", "Ploter", "plot", "plotcurve", "preprocess_img", "preprocess_util", "show_pb", "torch2paddle", "mq2007",
    "sentiment",
)  # fmt: skip
_OF_PARTS = re.compile(
    r"\b(?:incubate|paddle\.utils|paddle\.dataset)(?:\s*\.\s*|\s+import\s+)"
    rf"[^\n]*\b(?:{'|'.join(_PARTS)})\b|\bhapi\b|\bPloter\b"
)


def may_be_in(text: str) -> bool:
    """Whether one of these may stand in the text: asked of every file that mentions Paddle."""
    if _OF_PADDLE.search(text) or _FROM_PADDLE.search(text):
        return True
    return any(part in text for part in _PARTS) and _OF_PARTS.search(text) is not None


def rewrite(script: Script) -> None:
    if not may_be_in(script.source.text):
        return
    told: set[Binding] = set()
    for statement in script.source.all(cst.Import, cst.ImportFrom):
        _import(script, statement, told)
    for name in script.names.leading:
        bindings = script.scopes.find(name)
        node = _whole(script, name)
        found = _gone(script.names.resolve(node))
        if found and not told.intersection(bindings) and not script.is_skipped(node):
            _say(script, node, found)


def _import(script: Script, statement: cst.Import | cst.ImportFrom, told: set[Binding]) -> None:
    """An import that fails, of which the uses need not be told as well."""
    if isinstance(statement.names, cst.ImportStar) or script.is_skipped(statement):
        names = [] if not isinstance(statement, cst.ImportFrom) else [_module(statement)]
    else:
        module = f"{_module(statement)}." if isinstance(statement, cst.ImportFrom) else ""
        names = [module + dotted(alias.name) for alias in statement.names]
    alone = len(names) == 1 and _PLOTS.match(names[0]) is not None
    is_written = alone and _write_plots(script, statement)
    for found in {f: None for name in names if (f := _gone(name))}:
        if not is_written:
            _say(script, statement, found)
        for scope in script.scopes.everywhere():
            for bindings in scope.bindings.values():
                told.update(b for b in bindings if b.node is statement and _gone(b.target) == found)


def _write_plots(script: Script, statement: cst.Import | cst.ImportFrom) -> bool:
    """`from paddle.utils.plot import Ploter` → a class that is written into the script, under whichever name."""
    bindings = [b for scope in script.scopes.everywhere() for each in scope.bindings.values() for b in each
                if b.node is statement]
    if not script.references or not isinstance(statement, cst.ImportFrom) or len(bindings) != 1:
        return False
    name = write_written(script, "Ploter")
    for use in bindings[0].uses if name != bindings[0].name else ():
        script.edits.replace(*script.source.span(use), name)
    script.beside.delete(statement)
    script.say(statement, "PM117", "utils.Ploter", f"→ {name}, written into the script")
    return True


def _module(statement: cst.ImportFrom) -> str:
    return "." * len(statement.relative) + (dotted(statement.module) if statement.module else "")


def _whole(script: Script, name: cst.Name) -> cst.Name | cst.Attribute:
    """The longest chain of attributes above the name."""
    at: cst.Name | cst.Attribute = name
    while isinstance(parent := script.source.parents.get(at), cst.Attribute) and parent.value is at:
        at = parent
    return at


def _gone(name: str) -> str:
    """What of the name is gone: `paddle.utils.Ploter` of `paddle.utils.Ploter.plot`."""
    parts = name.split(".")
    if len(parts) < 2 or parts[0] != "paddle" or parts[1] not in _ROOTS:
        return ""
    return next((".".join(parts[:n]) for n in range(len(parts), 1, -1) if ".".join(parts[:n]) in GONE), "")


def _say(script: Script, node: cst.CSTNode, name: str) -> None:
    script.say(node, "PM332", name.removeprefix("paddle."), f"{name} is gone: {GONE[name]}")
