"""Whether layers of a program may share a parameter, which they did in 1.8 by giving it the same name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import libcst as cst

from paddle_migrate.facts.code import Code
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.frames import Frame
from paddle_migrate.facts.origins import Origins
from paddle_migrate.facts.scopes import last_name
from paddle_migrate.facts.texts import UNKNOWN, Text, Texts
from paddle_migrate.facts.ways import Ways
from paddle_migrate.rules.parameters import ATTRIBUTE, MADE, MAY_NAME, NAMING, NAMING_MADE, TRAINS_NOTHING
from paddle_migrate.rules.rule import Rule
from paddle_migrate.text.arguments import argument

_DEEPEST = 12
_MOST = 2000  # parameters that are compared with one another


def may_share(facts: Facts) -> bool:
    """Whether this file, or another one of the same program, may name a parameter in two layers."""
    used: list[_Use] = []
    for naming in facts.once(_namings):
        for use in naming.uses():
            if use.is_repeated or len(used) > _MOST:
                return True
            used.append(use)
    return any(_may_be_one(a, b) for a, b in combinations(used, 2))


def given_names(facts: Facts) -> set[str]:
    """The names that this file, and others of the same program, give parameters, as far as they are known whole."""
    uses = (use for naming in facts.once(_namings) for use in naming.uses())
    return {text.start for use in uses for text in use.names if text.end is None}


def _namings(facts: Facts) -> list[_Naming]:
    others = facts.others.program(MAY_NAME) if facts.others is not None else []
    importers = facts.others.importers if facts.others is not None else []
    return [_Naming(facts, importers), *(_Naming(other.code, other.importers) for other in others)]


@dataclass(frozen=True)
class _Use:
    """A layer that is given a parameter's name: what that may be, and in which branches that is."""

    names: tuple[Text, ...]
    branches: dict[tuple[int, Frame | None], str]
    is_repeated: bool = False


def _may_be_one(one: _Use, other: _Use) -> bool:
    distinct = all(a.is_other(b) for a in one.names for b in other.names)
    together = all(other.branches.get(number, branch) == branch for number, branch in one.branches.items())
    return together and not distinct


class _Naming:
    """The parameters that one file names."""

    def __init__(self, code: Code, importers: list[bytes]) -> None:
        self.code = code
        self.ways = Ways(code, importers)
        self.knows = Texts(Origins(code), self.ways)

    def uses(self) -> Iterator[_Use]:
        for value in self.values():
            frames = self.ways.to(value)
            for frame in frames or [Frame()]:
                names = tuple(self.texts(value, frame))
                if names:
                    yield _Use(names, self._branches(value, frame), frames is None)

    def values(self) -> Iterator[cst.BaseExpression]:
        """What layers are given for parameters; a call of the script's own hands it on to one."""
        for call in self.code.source.all(cst.Call):
            if TRAINS_NOTHING in (last_name(call.func), last_name(self._taker(call))):
                continue
            naming = NAMING_MADE if last_name(call.func) == MADE else NAMING
            given = [arg.value for arg in call.args if arg.keyword is not None and arg.keyword.value in naming]
            reference = self.code.by_call.get(call)
            if reference is not None and isinstance(reference.rule, Rule):
                places = [i for i, param in enumerate(reference.rule.params) if param.name in naming]
                placed = [arg for i, arg in enumerate(call.args) if i in places]
                given += [arg.value for arg in placed if arg.keyword is None and not arg.star]
            elif self.code.definitions.function(call) is not None:
                continue
            yield from given

    def _taker(self, call: cst.Call) -> cst.CSTNode | None:
        taker = self.code.taker(call)
        return taker.func if isinstance(taker, cst.Call) else None

    def texts(self, value: cst.BaseExpression, frame: Frame, depth: int = 0) -> list[Text]:
        """The names that the value gives a parameter; none where it gives no name."""
        if depth > _DEEPEST:
            return [UNKNOWN]
        if isinstance(value, cst.Name) and value.value in ("None", "False", "True"):
            return []
        if isinstance(value, cst.Call) and last_name(value.func) == ATTRIBUTE:
            name = argument(value, 0, "name")
            starred = any(arg.star for arg in value.args)
            unnamed = name is None or (isinstance(name, cst.Name) and name.value == "None")
            return ([UNKNOWN] if starred else []) if unnamed or name is None else self._named(name, frame, depth + 1)
        if isinstance(value, cst.Call) and self.code.names.resolve(value.func):
            return []
        return self._named(value, frame, depth + 1)

    def _named(self, value: cst.BaseExpression, frame: Frame, depth: int) -> list[Text]:
        back = self.knows.values(value, frame)
        if back is None:
            return self.knows.of(value, frame)
        return [text for each, at in back for text in self.texts(each, at, depth)]

    def _branches(self, node: cst.CSTNode, frame: Frame) -> dict[tuple[int, Frame | None], str]:
        """Of each `if` around the line, and around the calls that lead there, the branch that it stands in."""
        found: dict[tuple[int, Frame | None], str] = {}
        for below, at in ((node, frame), *((each.call, each.outer) for each in frame.chain)):
            above = self.code.source.parents.get(below)
            while above is not None and below is not None:
                if isinstance(above, cst.If) and below is not above.test:
                    found[id(above), at] = "orelse" if above.orelse is below else "body"
                below, above = above, self.code.source.parents.get(above)
        return found
