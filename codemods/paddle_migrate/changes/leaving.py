"""Static graphs are left as they are, and said; so is what shows signs of both modes."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.signs import todays
from paddle_migrate.findings import listed
from paddle_migrate.rules.expansion import Refused
from paddle_migrate.script import Script

_ASKED = "a static graph, left as it was because --no-programs (programs = false) asks for it: {names}"
_STATIC = (
    "a static graph, left as it was: {names}. There is dygraph in the same file, and both can be rewritten only where "
    "nothing of 1.8 stays and the dygraph runs in guards: mend what is said beside this, or move the program to a file "
    "of its own, and run the tool again"
)
_BOTH = (
    "signs of both modes in one place, left as it was: {names}. Give each mode a function of its own, "
    "dygraph inside dygraph.guard(), and run the tool again"
)
_UNCLEAR = (
    "nothing shows whether this runs in dynamic or static mode: left as it was. Give the tool the "
    "whole directory, so that the files that use it are seen, or say which: --mode dynamic or --mode static"
)
_UNCLEAR_ANYWHERE = (
    "neither this file nor those around it show whether this runs in dynamic or static mode: left as it was. Say "
    "which, with --mode dynamic or --mode static"
)
_SHOWN = 4  # names that a finding lists


def is_rewritten_program(script: Script) -> bool:
    """Whether the script is a static graph, and these are rewritten; what is today's altogether is no old one."""
    if not script.options.programs or script.mode.of_file != "static":
        return False
    return bool(script.references) or not script.facts.once(_is_todays)


def _is_todays(facts: Facts) -> bool:
    return any(mode == "static" for _, mode in todays(facts))


def leaves_programs(script: Script) -> bool:
    """Whether programs stand beside dygraph in guards, or in functions of their own, and were left for that."""
    if not script.options.programs or not script.mode.is_mixed:
        return False
    if not script.mode.is_guarded and not script.mode.is_apart:
        return False
    return any(script.source.line(r.node) in script.facts.left_lines for r in script.references)


def may_be_program(script: Script, node: cst.CSTNode) -> bool:
    """Whether the node may stand in a program that is rewritten: what is right in dynamic mode alone is none for it."""
    mode = script.mode.of(node)
    return mode == "static" or (mode == "unknown" and script.options.programs)


def check_mode(script: Script, node: cst.CSTNode, *why_dynamic: str) -> None:
    """Raises Refused where what is to stand there is right in dynamic mode alone, and this may be a program."""
    words = next(filter(None, why_dynamic), "")
    if words and may_be_program(script, node):
        raise Refused(words)


def leave(script: Script) -> bool:
    """Leave what is no dygraph; whether that is all of the file."""
    if script.mode.of_file == "static":
        _say_of_file(script)
        return True
    if lines := script.facts.left_lines:
        for region, references in _by_region(script, lines):
            _say(script, region, references)
        script.leave_lines(lines)
    return False


def depends(script: Script, node: cst.CSTNode, name: str) -> bool:
    """Whether the node's mode is not known, so that what depends on it is left; said once for each function."""
    if script.mode.is_dynamic(node):
        return False
    if script.references:
        home = script.mode.home(node)
        script.record.unclear.setdefault(home, []).append((node, name))
    return True


def say_unclear(script: Script) -> None:
    """Say it of each function where it first has something that depends on it."""
    for found in script.record.unclear.values():
        node, name = min(found, key=lambda each: script.source.order(each[0]))
        has_all = script.others is not None and script.others.are_all_given
        script.say(node, "PM316", name, _UNCLEAR_ANYWHERE if has_all else _UNCLEAR)


def leave_unclear(script: Script, reference: Reference) -> bool:
    """The same of a reference, which no other rewrite looks at then."""
    if not depends(script, reference.node, reference.short):
        return False
    script.report(reference)
    return True


def _say_of_file(script: Script) -> None:
    references = [r for r in script.references if not _is_marked(script, r)]
    if references:
        _say(script, script.source.module, references)


def _is_marked(script: Script, reference: Reference) -> bool:
    marked = script.facts.marked_lines
    return bool(marked) and script.source.line(reference.node) in marked


def _by_region(script: Script, lines: frozenset[int]) -> list[tuple[cst.CSTNode, list[Reference]]]:
    """The legacy names in the lines that stay, by the outermost of the functions and classes that they stand in."""
    found: dict[int, tuple[cst.CSTNode, list[Reference]]] = {}
    for reference in script.references:
        if script.source.line(reference.node) in lines and not _is_marked(script, reference):
            region = script.mode.home(reference.node)
            while (around := script.mode.around(region)) is not None and not isinstance(around, cst.Module):
                region = around
            found.setdefault(id(region), (region, []))[1].append(reference)
    return list(found.values())


def _say(script: Script, region: cst.CSTNode, references: list[Reference]) -> None:
    shown = {node: mode for node, mode in script.mode.signs if mode == "static"}
    first = next((r for r in references if r.node in shown), references[0])
    signs = [r.short for r in references if r.node in shown] or [r.short for r in references]
    names = list(dict.fromkeys(signs))
    both = script.mode.has_conflict(first.node)
    what = region.name.value if isinstance(region, (cst.FunctionDef, cst.ClassDef)) else "static graph"
    alone = script.mode.of_file == "static"
    code, words = ("PM316", _BOTH) if both else ("PM315", _ASKED if alone else _STATIC)
    script.say(first.node, code, what, words.format(names=listed(names, _SHOWN)))
