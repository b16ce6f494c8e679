"""All that is known of one script before anything is changed. Nothing of it is ever set anew."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import libcst as cst

from paddle_migrate.facts.code import Code
from paddle_migrate.facts.kinds import Kinds
from paddle_migrate.facts.mode import Mode
from paddle_migrate.facts.origins import Origins
from paddle_migrate.facts.other_modules import OtherModules
from paddle_migrate.options import Half, IfUnknown
from paddle_migrate.project.project import Project
from paddle_migrate.rules.modes import Answer
from paddle_migrate.text.source import Source

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Facts(Code):
    """`others`: what the other modules of the project say, of a file of one. A fragment is commented-out code: what it
    assigns may be read anywhere. `has_loop`: the programs are to become a loop, in which each rate is a schedule."""

    origins: Origins
    kinds: Kinds
    mode: Mode
    others: OtherModules | None = None
    is_fragment: bool = False
    has_loop: bool = False
    _found: dict[Callable[[Facts], Any], Any] = field(default_factory=dict)

    def once(self, find: Callable[[Facts], T]) -> T:
        """What a function finds in these facts, which goes with them: it is asked when that is first needed."""
        if find not in self._found:
            self._found[find] = find(self)
        found: T = self._found[find]
        return found

    def says(self, text: re.Pattern[bytes]) -> bool:
        """Whether the script, or another file of the programs that it is a part of, has the text."""
        own = self.source.raw
        return text.search(own) is not None or (self.others is not None and bool(self.others.program(text)))

    @property
    def path(self) -> Path | None:
        """Of the file, if it has one."""
        return self.others.path.absolute() if self.others is not None else None

    @cached_property
    def is_old(self) -> bool:
        """Whether it has legacy names, or works with what other files of its program make of them."""
        if self.references or self.imports_legacy:
            return True
        return self.others is not None and self.others.works_with_fluid

    def close(self) -> None:
        """Let the parts go of one another, so that the tree is free at once; nothing can be asked any more."""
        parts = (self.source, self.names, self.definitions, self.origins, self.origins.flow, self.kinds, self.mode)
        others = (self.others, self.others.code) if self.others is not None else ()
        for part in (*self.scopes.everywhere(), self.scopes, *parts, *others, self):
            vars(part).clear()

    @staticmethod
    def find(source: Source, project: Project | None = None, path: Path | None = None, half: Half = "",
             if_unknown: IfUnknown = "", has_loop: bool = False) -> Facts:
        """What is known of a file; of one in a project, with what its other modules say. `half`: the one of its two
        modes that is asked about; `if_unknown`: the mode of what shows none."""
        code = Code.of(source)
        if project is None or path is None:
            return _facts(code, Kinds(code, Origins(code)), None, half=half, if_unknown=if_unknown, has_loop=has_loop)
        others = OtherModules(project, path, code)
        return _facts(code, others.kinds, others, half=half, if_unknown=if_unknown, has_loop=has_loop)

    @staticmethod
    def of_other(other: OtherModules) -> Facts:
        """What is known of another module that a script asked for."""
        if other.asked is None:
            other.asked = _facts(other.code, other.kinds, other)
        found: Facts = other.asked
        return found

    @staticmethod
    def of_fragment(source: Source, mode: Answer) -> Facts:
        """The same of commented-out code, which has the mode of what it stands in."""
        code = Code.of(source)
        return _facts(code, Kinds(code, Origins(code)), None, mode)

    @cached_property
    def left_lines(self) -> frozenset[int]:
        """Lines of code that is no dygraph and stays as it is."""
        mixed = not self.is_fragment and self.mode.is_mixed
        return frozenset(self.mode.left_lines()) if mixed else frozenset()

    def is_skipped(self, node: cst.CSTNode) -> bool:
        """Whether the node's line is left alone: a comment on it tells the tool so, or it is no dygraph."""
        if not self.marked_lines and not self.left_lines:
            return False
        line = self.source.line(node)
        return line in self.marked_lines or line in self.left_lines


def _facts(
    code: Code, kinds: Kinds, others: OtherModules | None, mode: Answer | None = None, half: Half = "",
    if_unknown: IfUnknown = "", has_loop: bool = False,
) -> Facts:
    own = code.source, code.scopes, code.names, code.definitions
    answers = Mode(code, kinds, others, mode, half, if_unknown)
    return Facts(*own, kinds.origins, kinds, answers, others, mode is not None, has_loop)
