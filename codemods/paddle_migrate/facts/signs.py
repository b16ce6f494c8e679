"""What in a script shows its mode: calls that only the dynamic graph knows, and calls that only a static one does."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import libcst as cst

from paddle_migrate.facts.code import Code
from paddle_migrate.facts.kinds import Kinds
from paddle_migrate.facts.names import Reference
from paddle_migrate.rules import modes
from paddle_migrate.rules.kinds import is_optimizer, is_program, makes_loader
from paddle_migrate.rules.modes import Answer
from paddle_migrate.rules.rule import Rule

Sign = tuple[cst.CSTNode, Answer]

_PROGRAM_METHODS = ("global_block", "with_data_parallel")
_SEEDED = "random_seed"
# methods of tensors, models and optimizers of the dynamic graph: those that are given nothing, and the others
_PLAIN_METHODS = ("gradient", "clear_gradients", "clear_gradient", "clear_grad", "apply_collective_grads")
_METHODS = (*_PLAIN_METHODS, "scale_loss", "set_dict", "set_state_dict")
_WEAK = ("numpy", "parameters")  # other libraries have them, too
# of paddle itself
_SWITCHES: dict[str, Answer] = {"paddle.disable_static": "dynamic", "paddle.enable_static": "static"}
_STATIC = "paddle.static"
_OF_EITHER = tuple(f"{_STATIC}.nn.{name}" for name in modes.OF_EITHER)
_DYNAMIC = (
    "paddle.to_tensor", "paddle.DataParallel", "paddle.jit", "paddle.no_grad", "paddle.grad", "paddle.load",
    "paddle.save",
)
_IN_BOTH = "paddle.to_tensor"
_GIVEN = ("parameter_list", "parameters")
_OPTIMIZERS, _LAYER = "paddle.optimizer.", "paddle.nn.Layer"
_TODAY = (_STATIC, *_DYNAMIC, *_SWITCHES)


def signs(code: Code, kinds: Kinds) -> Iterator[Sign]:
    """Every place of the script that shows its mode, and which."""
    for reference in code.references:
        shown = _of_reference(code, reference)
        if shown is not None:
            yield reference.node, shown
    yield from _of_methods(code, kinds)
    yield from todays(code)
    yield from switches(code)


def weak_signs(code: Code) -> Iterator[Sign]:
    """Those that count where nothing speaks for a static graph."""
    for receiver, call in code.source.method_calls(*_WEAK):
        if not code.names.resolve(receiver):
            yield call, "dynamic"
    for reference in code.references:
        told = _told(code, reference)
        given = _given_parameters(code, reference.call) if is_optimizer(reference.name) else []
        if (told and all(told) and "feed_list" not in told) or given:
            yield reference.node, "dynamic"


def todays(code: Code) -> Iterator[Sign]:
    """Those that 1.8 did not have."""
    yield from _of_today(code)
    yield from _of_todays_objects(code)


def in_both(code: Code) -> set[int]:
    """By id, the places of what the tool writes for either mode; it tells only in company."""
    return {id(node) for node, name in _todays(code) if name == _IN_BOTH}


def switches(code: Code) -> list[Sign]:
    """The calls that change the mode for what comes behind them."""
    found: list[Sign] = [
        (r.node, mode)
        for r in code.references
        if (mode := modes.switched_by(r.name)) and r.call is not None and code.is_whole_statement(r.call)
    ]
    found += [(r.node, "dynamic") for r in code.references if modes.is_guard(r.name) and _is_entered(code, r)]
    return found + [(node, _SWITCHES[name]) for node, name in _todays(code) if name in _SWITCHES]


def _is_entered(code: Code, guard: Reference) -> bool:
    """`guard().__enter__()`, which nobody leaves."""
    entered = code.source.called(guard.call, "__enter__") if guard.call is not None else None
    return entered is not None and code.is_whole_statement(entered)


def is_guard(code: Code, statement: cst.With) -> bool:
    """`with fluid.dygraph.guard(…):`, perhaps among others."""
    references = (code.by_call.get(item.item) for item in statement.items)
    return any(r is not None and modes.is_guard(r.name) for r in references)


def _of_reference(code: Code, reference: Reference) -> Answer | None:
    gone = isinstance(reference.rule, Rule) and reference.rule.kind == "gone"  # says itself what to do
    if gone:
        return None
    alone = modes.of_name(reference.name)
    if alone is not None:
        return alone
    if is_optimizer(reference.name):
        return "dynamic" if False in _given_parameters(code, reference.call) else None
    if is_program(reference.name):
        return "static" if _is_asked(code, reference) else None
    return "static" if "feed_list" in (_told(code, reference) or ()) else None


def _told(code: Code, reference: Reference) -> list[str] | None:
    """The keywords that a loader is made with, empty ones of places among them; None of anything else."""
    if not makes_loader(reference.name, reference.beyond):
        return None
    func = code.source.parents[reference.node] if reference.beyond else reference.node
    call = code.source.parents.get(func)
    if not isinstance(call, cst.Call) or call.func is not func:
        return None
    return [_keyword(a) for a in call.args if not (isinstance(a.value, cst.Name) and a.value.value == "None")]


def _given_parameters(code: Code, call: cst.Call | None) -> list[bool]:
    """Of what tells an optimizer its parameters, whether it may be None, which a static graph's is told, too."""
    given = [a.value for a in call.args if _keyword(a) in _GIVEN] if call is not None else []
    return [_may_be_none(code, each) for each in given if not _is_none(each)]


def _is_none(node: cst.CSTNode | None) -> bool:
    return isinstance(node, cst.Name) and node.value == "None"


def _may_be_none(code: Code, node: cst.BaseExpression) -> bool:
    """`model.parameters() if dygraph else None`, or a name that is None by default, or in another place."""
    if isinstance(node, cst.IfExp):
        return _is_none(node.body) or _is_none(node.orelse)
    bindings = code.scopes.find(node) if isinstance(node, cst.Name) else []
    return any(_is_none(each.node.default if isinstance(each.node, cst.Param) else each.value) for each in bindings)


def _is_asked(code: Code, reference: Reference) -> bool:
    """Whether something of the program is used but its seed: `default_main_program().global_block()`."""
    name = code.assigned_name(reference.call) if reference.call is not None else None
    bindings = code.scopes.find(name) if name is not None else []
    whole = [reference.call, *(use for b in bindings for use in b.uses)]
    asked = [code.source.parents.get(node) for node in whole]
    return any(isinstance(a, cst.Attribute) and a.attr.value != _SEEDED for a in asked)


def _of_methods(code: Code, kinds: Kinds) -> Iterator[Sign]:
    own = {each.name.value for each in code.source.all(cst.FunctionDef)}
    for name in _METHODS:
        for receiver, call in code.source.method_calls(name):
            is_another = name in own or (name in _PLAIN_METHODS and call.args)  # `attack.gradient(image, label)`
            if not is_another and not code.names.resolve(receiver):
                yield call, "dynamic"
    for receiver, call in code.source.method_calls("backward"):
        given = any(a.keyword is None for a in call.args)  # `model.backward(rate)` is the script's own
        is_anothers = kinds.what(receiver) == "optimizer" or kinds.called(call) is not None
        if code.is_whole_statement(call) and not given and not is_anothers:
            yield call, "dynamic"
    for _, call in code.source.method_calls("run"):
        if any(_keyword(a) in ("feed", "fetch_list") for a in call.args):
            yield call, "static"
    for _, call in code.source.method_calls(*_PROGRAM_METHODS):
        if kinds.called(call) is None:
            yield call, "static"
    for _, call in code.source.method_calls("clone"):
        if any(_keyword(a) == "for_test" for a in call.args):
            yield call, "static"


def _of_today(code: Code) -> Iterator[Sign]:
    for node, name in _todays(code):
        first = ".".join(name.split(".")[:2])
        if first == _STATIC:
            if not _whole_name(code, node, name).startswith(_OF_EITHER):
                yield node, "static"
        elif first in _DYNAMIC:
            yield node, "dynamic"


def _whole_name(code: Code, node: cst.CSTNode, name: str) -> str:
    """What is said of the module: `paddle.static.nn.cond` where the node is `paddle.static`."""
    above = code.source.parents.get(node)
    while isinstance(above, cst.Attribute) and above.value is node:
        name, node, above = f"{name}.{above.attr.value}", above, code.source.parents.get(above)
    return name


def _of_todays_objects(code: Code) -> Iterator[Sign]:
    """Layers' classes, and optimizers that are given parameters: they tell of dygraph when an earlier run of the tool
    has taken its guard out of a file of both modes."""
    for node in code.source.all(cst.ClassDef):
        if any(code.names.resolve(base.value) == _LAYER for base in node.bases):
            yield node, "dynamic"
    for call in code.source.all(cst.Call) if "parameters" in code.source.text else ():
        if False in _given_parameters(code, call) and (code.names.resolve(call.func) or "").startswith(_OPTIMIZERS):
            yield call, "dynamic"


@lru_cache(maxsize=1)  # asked three times of each file
def _todays(code: Code) -> list[tuple[cst.CSTNode, str]]:
    """Where the script says a name of today's Paddle that shows a mode, by itself or through what it imported."""
    return list(_find_todays(code))


def _find_todays(code: Code) -> Iterator[tuple[cst.CSTNode, str]]:
    for name in _TODAY:
        for attribute in code.source.attributes.get(name.removeprefix("paddle."), ()):
            if code.names.resolve(attribute) == name:
                yield attribute, name
    for scope in code.scopes.everywhere():
        for bindings in scope.bindings.values():
            target = bindings[0].target
            if ".".join(target.split(".")[:2]) in _TODAY:
                yield from ((use, target) for use in bindings[0].uses)


def _keyword(arg: cst.Arg) -> str:
    return arg.keyword.value if arg.keyword else ""
