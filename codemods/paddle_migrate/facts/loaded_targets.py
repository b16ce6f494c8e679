"""What a model gives that the same file saves and loads: the variables that it was saved with."""

from __future__ import annotations

from collections.abc import Hashable

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.values.containers import written_out
from paddle_migrate.facts.values.spot import Part, Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.rules.readers import LOADS_MODEL, SAVES_MODEL

_TARGETS = 2  # of the program, the names of what is fed, and these


def loaded_targets(facts: Facts, fetched: cst.BaseExpression) -> list[cst.BaseExpression]:
    """The variables that the last of what loads a model gives stand for; nothing where it is none, or may be of another
    folder than the one that the file saves to."""
    ends = values_of(facts).ends(Spot(facts, fetched))
    part = ends[0].node if len(ends) == 1 and ends[0].facts is facts else None
    if not isinstance(part, Part) or part.place != _TARGETS or not isinstance(part.of, cst.Call):
        return []
    loads = facts.by_call.get(part.of)
    folder = _folder(facts, loads) if loads is not None and loads.name.endswith(LOADS_MODEL) else None
    saves = [each for each in facts.references if each.name.endswith(SAVES_MODEL) and each.call is not None]
    folders = {each: _folder(facts, each) for each in saves}
    same = [each for each in saves if folder is not None and folders[each] == folder]
    if len(same) != 1 or (len(saves) > 1 and not all(map(_is_of_texts, folders.values()))):
        return []
    given = same[0].argument("target_vars")
    held = written_out(values_of(facts), Spot(facts, given)) if given is not None else None
    found = [each.expression for each in held or [] if each.facts is facts]
    return [each for each in found if each is not None]


def _is_of_texts(folder: frozenset[Hashable] | None) -> bool:
    """Whether it is told from other texts."""
    return folder is not None and all(isinstance(each, str) for each in folder)


def _folder(facts: Facts, reference: Reference) -> frozenset[Hashable] | None:
    """All that the folder may be: where it is a text, that, else where it is made; None where not all is seen."""
    given = reference.argument("dirname")
    ends = values_of(facts).whole(Spot(facts, given)) if given is not None else None
    if ends is None:
        return None
    return frozenset(
        each.node.evaluated_value if isinstance(each.node, cst.SimpleString) else each.place for each in ends)
