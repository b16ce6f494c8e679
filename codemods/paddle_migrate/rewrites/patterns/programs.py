"""Static graphs: `paddle.enable_static()` where a program is built or run first; what its pieces cannot say alone."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.class_values import names_a_class
from paddle_migrate.changes.head import end_of_run
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.changes.lines import IMPORTS
from paddle_migrate.facts.definitions import method_of
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.names import Reference
from paddle_migrate.rules.rule import Rule
from paddle_migrate.script import Script

IN_PROGRAMS = True
_RUNNERS = ("Executor", "ParallelExecutor")
_TESTS = ("unittest.TestCase", "unittest.main")


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    both = script.mode.is_mixed and script.mode.is_guarded
    first = next((r for r in script.references if both or _begins(script, r)), None)
    if first is not None and not script.source.attributes.get("enable_static"):
        _enable(script, first)


def _begins(script: Script, reference: Reference) -> bool:
    """Whether the file itself builds or runs a program, and not the one that imports it alone."""
    if not isinstance(reference.rule, Rule):
        return False
    if reference.call is None:  # something holds it and calls it later
        return reference.rule.short in _RUNNERS and not names_a_class(script, reference.node)
    if reference.rule.short in _RUNNERS:
        return True
    around = script.source.parent(reference.node, cst.FunctionDef, cst.ClassDef)
    runs = around is None or script.facts.once(_is_tests) or around in script.facts.once(_run_at_once)
    return runs and (reference.node, "static") in script.mode.signs


def _is_tests(facts: Facts) -> bool:
    """Whether the file is one of tests, whose methods something else calls."""
    bases = [arg.value for each in facts.source.all(cst.ClassDef) for arg in each.bases]
    called = [each.func for each in facts.source.all(cst.Call)]
    return any(facts.names.resolve(each) in _TESTS for each in (*bases, *called))


def _run_at_once(facts: Facts) -> set[cst.CSTNode]:
    """The functions that run while the file is read: those that its top calls, and those that these call."""
    calls = [each for each in facts.source.all(cst.Call) if not _is_inside(facts, each)]
    found: set[cst.CSTNode] = set()
    while calls:
        call = calls.pop()
        made = facts.definitions.class_of(call)
        function = method_of(made, "__init__") if made is not None else facts.kinds.called(call)
        if function is not None and function not in found:
            found.add(function)
            calls += [each for each in facts.source.inside(function, cst.Call) if isinstance(each, cst.Call)]
    return found


def _is_inside(facts: Facts, node: cst.CSTNode) -> bool:
    return facts.source.parent(node, cst.FunctionDef, cst.Lambda) is not None


def _enable(script: Script, first: Reference) -> None:
    found = [r.binding for r in (first, *script.references) if r.binding is not None and r.binding.kind == "import"
             and script.source.parent(r.binding.node, cst.FunctionDef, cst.ClassDef) is None]
    binding = found[0] if found else None  # a name that something else was given first is no import
    name = script.imports.spell("paddle.enable_static", binding)
    newline = script.source.newline
    bringing = binding.node if binding is not None else script.source.module
    script.edits.insert(end_of_run(script.source, bringing), f"{newline}{name}(){newline}", IMPORTS + 1)
    script.say(first.node, "PM119", first.short, "programs are built behind paddle.enable_static() today")
