"""`rows = reshape(x, [-1, 6], inplace=True)` of a program: in 1.8.5 `x` had the new shape from then on, too."""

from __future__ import annotations

from dataclasses import dataclass

import libcst as cst

from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.constants import constants
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.values.spot import Spot, function_around
from paddle_migrate.facts.values.uses import reached
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.script import Script

IN_PROGRAMS = True
_SAID = "→ {} = …: inplace=True gave the variable itself the new shape"
_PERSON = (
    "inplace=True gave the variable itself the new shape in 1.8.5, which is used again ({}): use what reshape() gives "
    "there, and leave inplace= out"
)


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    for reference in script.open("reshape"):
        told, given = reference.argument("inplace"), reference.argument("x")
        if reference.call is None or reference.beyond or told is None or given is None:
            continue
        if constants(script.facts, told) not in ((False,), (None,)):
            _name_anew(script, reference, _Changed(script, reference.call, given))


def _name_anew(script: Script, reference: Reference, changed: _Changed) -> None:
    again = changed.used_again()
    if again:
        script.say(reference.node, "PM333", reference.short, _PERSON.format(again))
    elif changed.is_alone:
        statement = script.source.parents.get(changed.call)
        script.edits.insert(script.source.span(statement)[0], f"{changed.code} = ")  # type: ignore[arg-type]
        script.say(reference.node, "PM119", reference.short, _SAID.format(changed.code))


@dataclass(frozen=True)
class _Changed:
    """A call that gives a variable another shape."""

    script: Script
    call: cst.Call
    given: cst.BaseExpression

    @property
    def code(self) -> str:
        return self.script.source.code(self.given)

    @property
    def is_alone(self) -> bool:
        """`reshape(x, [-1, 6], inplace=True)`, which is to give the name the result."""
        return isinstance(self.script.source.parents.get(self.call), cst.Expr) and isinstance(
            self.given, (cst.Attribute, cst.Name))

    @property
    def is_renamed(self) -> bool:
        """Whether what had the name has it no longer."""
        above = self.script.source.parents.get(self.call)
        named = [each.target for each in above.targets] if isinstance(above, cst.Assign) else []
        return self.is_alone or any(self.script.source.code(each) == self.code for each in named)

    def used_again(self) -> str:
        """Where it may be used behind the call, but for what has its name then."""
        for end in values_of(self.script.facts).ends(Spot(self.script.facts, self.given)):
            if not isinstance(end.node, cst.Call):
                continue
            found = reached(end.facts, end.node, self._no_further)
            for spot in (*found.spots, *found.holders):
                if self._is_before(spot, end):
                    continue
                if spot.facts is not self.script.facts:
                    return "in another file"
                if isinstance(spot.node, cst.CSTNode) and self._may_follow(spot.node):
                    return f"line {self.script.source.line(spot.node)}"
        return ""

    def _is_before(self, spot: Spot, made: Spot) -> bool:
        """Whether it stands in the function, or file, that makes the variable and hands it on to where the call is."""
        if made.facts is not self.script.facts or not isinstance(spot.node, cst.CSTNode):
            return spot.facts is not self.script.facts
        home = function_around(made.facts, made.node)  # type: ignore[arg-type]
        return home is not None and home is function_around(spot.facts, spot.node) and \
            home is not function_around(self.script.facts, self.given)

    def _no_further(self, spot: Spot) -> list[cst.CSTNode] | None:
        """Nothing of what has its name behind the call."""
        node, source = spot.node, spot.facts.source
        if not self.is_renamed or not isinstance(node, (cst.Attribute, cst.Name)):
            return None
        if isinstance(node, cst.Attribute) and isinstance(self.given, cst.Attribute):
            return [] if node.attr.value == self.given.attr.value and node is not self.given else None
        is_behind = spot.facts is self.script.facts and source.order(node) > source.order(self.given)
        return [] if is_behind and source.code(node) == self.code else None

    def _may_follow(self, node: cst.CSTNode) -> bool:
        source = self.script.source
        statement = source.parent(self.given, cst.Assign)
        if any(each is not None and source.lies_in(node, each) for each in (self.call, statement)):
            return False
        is_elsewhere = source.parent(node, cst.FunctionDef) is not source.parent(self.given, cst.FunctionDef)
        return is_elsewhere or source.order(node) > source.order(self.given)
