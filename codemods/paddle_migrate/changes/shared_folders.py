"""Two programs that are saved in one folder, where each of Paddle 1's variables had a file of its own: of today's files
the second would take the place of the first."""

from __future__ import annotations

from collections import defaultdict

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.facts.values.ways import ways
from paddle_migrate.script import Script

_DEFAULT = ".default_main_program"


def share_folders(script: Script, saves: tuple[str, ...]) -> bool:
    """Whether a folder may be given for several programs, as far as the file's own calls of these functions and their
    callers show."""
    programs: dict[str, set[object]] = defaultdict(set)
    for reference in script.open(*saves):
        folder = reference.argument("dirname")
        if folder is not None and reference.argument("filename") is None and not _varies(script.facts, folder):
            programs[script.source.code(folder)] |= _programs(script.facts, reference)
    return any(len(each) > 1 for each in programs.values())


def _programs(facts: Facts, reference: Reference) -> set[object]:
    """Where what is saved was made, once for each time; None of the default program."""
    given = reference.argument("main_program")
    ends = values_of(facts).ends(Spot(facts, given)) if given is not None else []
    return {each for end in ends for each in ([None] if _is_default(end) else _each(end))} or {None}


def _each(end: Spot) -> list[object]:
    """A program for each time that the call runs; two where it is not known how often."""
    if end.way is not None or not isinstance(end.node, cst.Call):
        return [end]
    return [*(ways(end.facts, end.node, are_all=False) or (end, end.place))]


def _is_default(end: Spot) -> bool:
    made = end.facts.by_call.get(end.node) if isinstance(end.node, cst.Call) else None
    return made is not None and made.name.endswith(_DEFAULT)


def _varies(facts: Facts, folder: cst.BaseExpression) -> bool:
    """Whether a part of the path is one of several: `os.path.join(out, name)`."""
    names = [folder, *facts.source.inside(folder, cst.Name)]
    return any(len(values_of(facts).ends(Spot(facts, each))) > 1 for each in names)
