"""The root logger of a program that imports Paddle: today's Paddle gives it a handler while it is imported. Behind that
`logging.basicConfig()` does nothing, which `force=True` mends, and what a logger with a handler of its own says is
printed twice, which `propagate = False` mends."""

from __future__ import annotations

import re

import libcst as cst

from paddle_migrate.changes.arguments import put_in
from paddle_migrate.facts.code import Code
from paddle_migrate.facts.other_modules import OtherModules
from paddle_migrate.facts.scopes import Binding
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.project.interest import NAMES_FLUID
from paddle_migrate.project.statements import imported
from paddle_migrate.script import Script

IN_PROGRAMS = True

_ASKS = r"\bbasicConfig\(((?:[^()]|\([^()]*\))*)\)"
_ASKED = re.compile(rb"\bbasicConfig\(")
_CLEARED = re.compile(r"\blogging\.(?:root|getLogger\(\))\.handlers\s*=")
_ADDS, _SETS_ROOT = r"\baddHandler\(", r"\bbasicConfig\(|\blogging\.root\b|\bpropagate\b"
_ONCE = "→ {}: today's import of Paddle gives the root logger a handler, which would say everything a second time"
_FORCED = "→ force=True: today's import of Paddle gives the root logger a handler"
_SEVERAL = (
    "does nothing behind today's import of Paddle, which gives the root logger a handler; other files of the program "
    "ask for something else: give force=True to the call that runs first"
)
_EARLY = (
    "the level is lost where Paddle is imported later: Paddle 2.6's import sets that of the root logger; call it "
    "behind the import, with force=True"
)


def rewrite(script: Script) -> None:
    _say_once(script)
    text = script.source.text
    if "basicConfig" not in text or _CLEARED.search(text) or not script.facts.says(NAMES_FLUID):
        return
    calls = [call for call in script.source.all(cst.Call) if script.names.resolve(call.func) == "logging.basicConfig"]
    for call in calls:
        if script.is_skipped(call) or any(a.keyword and a.keyword.value == "force" for a in call.args):
            continue
        if _is_early(script, call):
            script.say(call, "PM351", "basicConfig", _EARLY)
        elif _asks_alone(script) or (is_first := _is_first(script, call)):
            put_in(script, call, "force=True")
            script.say(call, "PM126", "basicConfig", _FORCED)
        elif is_first is None:
            script.say(call, "PM351", "basicConfig", _SEVERAL)


def _say_once(script: Script) -> None:
    """Keep what a logger with a handler of its own says from the one that Paddle gives the root logger."""
    made = _only_logger(script) if script.source.attributes.get("addHandler") else None
    if made is None:
        return
    line = "propagate = False" if made.args else "handlers.clear()"
    scopes: set[object] = set()
    for logger, call in script.source.method_calls("addHandler"):
        scope, statement = script.scopes.of(call), script.source.parent(call, cst.Expr)
        if scope not in scopes and statement is not None and not script.is_skipped(call):
            script.beside.before(statement, f"{script.source.code(logger)}.{line}")
            script.say(call, "PM126", "addHandler", _ONCE.format(line))
        scopes.add(scope)


def _only_logger(script: Script) -> cst.Call | None:
    """`logging.getLogger(…)` of the one logger that the program gives handlers, where it does nothing else with loggers
    above it."""
    others = script.others
    if re.search(_SETS_ROOT, script.source.text) or not script.facts.says(NAMES_FLUID) or (
            others is not None and (others.find(_SETS_ROOT) or others.find(_ADDS))):
        return None
    values = values_of(script.facts)
    made = {end for logger, _ in script.source.method_calls("addHandler") for end in values.ends(
        Spot(script.facts, logger))}
    (one,) = made if len(made) == 1 else (None,)
    call = one.node if one is not None and one.facts is script.facts else None
    return call if isinstance(call, cst.Call) and script.names.resolve(call.func) == "logging.getLogger" else None


def _asks_alone(script: Script) -> bool:
    """Whether no call of the program asks for something else: the first one that ran had its way."""
    asked = set(re.findall(_ASKS, script.source.text))
    if script.others is not None:
        asked |= script.others.find(_ASKS)
    return len({"".join(each.split()) for each in asked}) <= 1


def _is_first(script: Script, call: cst.Call) -> bool | None:
    """Whether the call runs before those of all other files, as their imports tell; None where they do not. One that
    runs behind another did nothing, and does nothing."""
    others = script.others
    if others is None or others.strangers_mention(_ASKED.pattern.decode()):
        return None
    asking = [each for each in others.program(_ASKED) if _calls(each.code)]
    below = [each for each in asking if _imports(others, each, call)]
    above = [each for each in asking if all(_imports(each, others, there) for there in _calls(each.code))]
    if any(all(_is_at_top(each.code, there) for there in _calls(each.code)) and each not in above for each in below):
        return False
    return True if len(above) == len(asking) and not below and _is_at_top(script.facts, call) else None


def _calls(code: Code) -> list[cst.Call]:
    return [call for call in code.source.all(cst.Call) if code.names.resolve(call.func) == "logging.basicConfig"]


def _is_at_top(code: Code, call: cst.Call) -> bool:
    return code.source.is_at_top(code.statement(call))


def _imports(one: OtherModules, other: OtherModules, before: cst.Call) -> bool:
    """Whether a file imports another one, surely and before its call."""
    source, scopes = one.code.source, one.code.scopes
    in_function = scopes.of(before) is not scopes.module
    found = [each for each in source.all(cst.Import, cst.ImportFrom) if source.is_at_top(each)
             and (in_function or source.order(each) < source.order(before))]  # fmt: skip
    names = {name for each in found for name in imported(source.code(each).encode())}
    return any(m.path == other.path.absolute() for name in names for m in one.project.modules(one.path, name))


def _is_early(script: Script, call: cst.Call) -> bool:
    """Whether all that the file imports of Paddle comes later than the call, or may."""
    imports = [b for scope in script.scopes.everywhere() for bs in scope.bindings.values() for b in bs
               if b.kind == "import" and _leads_to_paddle(script, b)]
    return bool(imports) and not any(_runs_before(script, each, call) for each in imports)


def _runs_before(script: Script, binding: Binding, call: cst.Call) -> bool:
    if binding.scope is not script.scopes.module:
        return False
    in_function = script.scopes.of(call) is not binding.scope
    return in_function or script.source.order(binding.node) < script.source.order(call)


def _leads_to_paddle(script: Script, binding: Binding) -> bool:
    first = binding.target.partition(".")[0]
    if first == "paddle":
        return True
    others = script.others
    return others is not None and bool(others.project.modules(others.path, first)) and others.imports(NAMES_FLUID)
