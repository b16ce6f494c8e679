"""`name_scope`, which 1.6's layers took first: it goes from the script's own layers too where nothing reads it.

It goes from a class that this file alone makes, when its only use was to be handed on. Today's Layer still takes a name
scope, so wherever that is not certain it stays.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import libcst as cst

from paddle_migrate.changes.arguments import take_out
from paddle_migrate.changes.commas import parameters_of
from paddle_migrate.facts.scopes import last_name
from paddle_migrate.rules.legacy import is_legacy
from paddle_migrate.rules.rule import Rule
from paddle_migrate.unsized.dialect import calls_of_class, is_given_text, is_text

if TYPE_CHECKING:
    from paddle_migrate.script import Script

_LAYER = "paddle.nn.Layer"


@dataclass(eq=False)
class OwnLayer:
    """A class of the script whose __init__ takes a name scope first."""

    node: cst.ClassDef
    init: cst.FunctionDef
    param: cst.Param
    calls: list[cst.Call]  # of the class, and of its __init__ through super()
    goes: bool = True
    parent: OwnLayer | None = None
    base_is_library: bool = False
    to_parent: list[cst.Call] = field(default_factory=list[cst.Call])  # super().__init__(…) in this class


class Scopes:
    """Which name scopes go. What else is written in the place of one is `take`n."""

    def __init__(self, script: Script, gone: list[cst.Arg]) -> None:
        self.script = script
        self._taken: set[int] = set()
        self._gone_arguments = {id(arg) for arg in gone}
        self.layers = self._find()
        self._settle()

    # -- asked while a plan is written --------------------------------------------------------------------------

    def parameter_of(self, init: cst.FunctionDef) -> cst.Param | None:
        return next((o.param for o in self.layers if o.init is init and o.goes), None)

    def argument_of(self, call: cst.Call) -> cst.Arg | None:
        owner = next((o for o in self.layers if call in o.calls), None)
        return self._argument(owner, call) if owner is not None and owner.goes else None

    def stays_at(self, init: cst.FunctionDef) -> bool:
        """Whether the function takes a name scope that stays."""
        return any(o.init is init and not o.goes for o in self.layers)

    def stays_in(self, call: cst.Call) -> bool:
        """Whether the call begins with a name scope that stays."""
        owner = next((o for o in self.layers if call in o.calls), None)
        argument = self._argument(owner, call) if owner is not None and not owner.goes else None
        return argument is not None and argument is call.args[0]

    def take(self, node: cst.CSTNode) -> None:
        self._taken.add(id(node))

    # -- finding ------------------------------------------------------------------------------------------------

    def _find(self) -> list[OwnLayer]:
        found: list[OwnLayer] = []
        for node in self.script.source.all(cst.ClassDef):
            inits = [s for s in node.body.body if isinstance(s, cst.FunctionDef) and s.name.value == "__init__"]
            params = list(inits[0].params.params) if len(inits) == 1 else []
            is_layer = len(params) > 1 and self.script.definitions.is_layer_class(node)
            if is_layer and is_given_text(self.script.facts, params[1]):
                found.append(OwnLayer(node, inits[0], params[1], calls_of_class(self.script, node)))
        by_class = {id(o.node): o for o in found}
        for owner in found:
            self._connect(owner, by_class)
        return found

    def _connect(self, owner: OwnLayer, by_class: dict[int, OwnLayer]) -> None:
        source = self.script.source
        base = owner.node.bases[0].value if owner.node.bases else None
        bindings = self.script.scopes.find(base) if isinstance(base, cst.Name) else []
        owner.parent = next((by_class[id(b.node)] for b in bindings if id(b.node) in by_class), None)
        name = self.script.names.resolve(base)
        found, _ = self.script.names.library.legacy(name) if is_legacy(name) else (None, [])
        owner.base_is_library = (isinstance(found, Rule) and found.target == _LAYER) or name == _LAYER
        for attribute in source.attributes.get("__init__", []):
            call = source.parents.get(attribute)
            mine = source.parent(attribute, cst.FunctionDef) is owner.init
            if mine and isinstance(call, cst.Call) and isinstance(attribute.value, cst.Call):
                owner.to_parent.append(call)
                if owner.parent is not None:
                    owner.parent.calls.append(call)

    def _argument(self, owner: OwnLayer | None, call: cst.Call) -> cst.Arg | None:
        """What the call passes for the name scope."""
        if owner is None:
            return None
        for number, arg in enumerate(call.args):
            if arg.star:
                return None
            if (arg.keyword and arg.keyword.value == owner.param.name.value) or (number == 0 and not arg.keyword):
                return arg
        return None

    # -- deciding -----------------------------------------------------------------------------------------------

    def _settle(self) -> None:
        for owner in self.layers:
            owner.goes = self._is_only_called(owner)
        changed = True
        while changed:
            changed = False
            for owner in self.layers:
                if owner.goes and not self._is_idle(owner):
                    owner.goes, changed = False, True

    def _is_only_called(self, owner: OwnLayer) -> bool:
        binding = next((b for b in self.script.scopes.of(owner.node).find(owner.node.name.value)), None)
        uses = binding.uses if binding else []
        own = calls_of_class(self.script, owner.node)
        for use in uses:
            taker = self.script.taker(use)
            func = taker.func if isinstance(taker, cst.Call) else None
            known = isinstance(func, cst.Name) and func.value in ("super", "isinstance")
            heir = isinstance(taker, cst.ClassDef) and any(o.node is taker for o in self.layers)
            if not known and not heir and not any(c.func is use for c in own):
                return False
        if self.script.others is not None and self.script.others.named_in(owner.node.name.value):
            return False  # what calls it there would have to change with it
        if any(self.script.is_skipped(c) for c in owner.calls) or self.script.is_skipped(owner.init):
            return False
        return bool(owner.calls) and all(self._is_plain(self._argument(owner, call)) for call in owner.calls)

    def _is_plain(self, arg: cst.Arg | None) -> bool:
        """A string whose evaluation can be left out."""
        if arg is None or not is_text(self.script.facts, arg.value):
            return False
        inside = self.script.source.inside(arg, cst.Call)
        return {last_name(c.func) for c in inside} <= {"full_name", "str", "format"}

    def _is_idle(self, owner: OwnLayer) -> bool:
        """Whether nothing is left that reads the name scope."""
        return all(self._goes_away(use) for use in self._uses(owner))

    def _uses(self, owner: OwnLayer) -> list[cst.Name]:
        bindings = self.script.scopes.scope(owner.init).bindings.get(owner.param.name.value, [])
        return [use for b in bindings[:1] for use in b.uses]

    def _goes_away(self, use: cst.Name) -> bool:
        arg = self.script.source.parent(use, cst.Arg)
        while arg is not None:
            call = self.script.source.parents.get(arg)
            if id(arg) in self._gone_arguments:
                return True
            if isinstance(call, cst.Call) and (self.argument_of(call) is arg or self._is_super_of_library(call)):
                return True
            arg = self.script.source.parent(arg, cst.Arg)
        return False

    def _is_super_of_library(self, call: cst.Call) -> bool:
        return any(o.goes and o.base_is_library and call in o.to_parent and len(call.args) == 1 for o in self.layers)

    # -- writing ------------------------------------------------------------------------------------------------

    def remove_rest(self, script: Script) -> None:
        for owner in self.layers:
            if owner.goes:
                self._remove_parameter(script, owner)
                for call in owner.calls:
                    argument = self._argument(owner, call)
                    if argument is not None and id(argument) not in self._taken:
                        take_out(script, call, argument)
                for call in owner.to_parent:
                    if self._is_super_of_library(call):
                        take_out(script, call, call.args[0])
                script.say(
                    owner.node,
                    "PM215",
                    owner.node.name.value,
                    f"takes no {owner.param.name.value} any more; calls in other files must not pass one",
                )
            self._remove_own_name(script, owner)

    def _remove_parameter(self, script: Script, owner: OwnLayer) -> None:
        if id(owner.param) in self._taken:
            return
        parameters_of(script, owner.init).take_out(owner.param)

    def _remove_own_name(self, script: Script, owner: OwnLayer) -> None:
        """`name_scope = self.full_name()`, when nothing behind it reads the name."""
        for binding in script.scopes.scope(owner.init).bindings.get(owner.param.name.value, []):
            statement = binding.node
            if not isinstance(statement, cst.Assign) or len(statement.targets) != 1 or binding.value is None:
                continue
            value = binding.value
            func = value.func if isinstance(value, cst.Call) else None
            if not isinstance(func, cst.Attribute) or func.attr.value != "full_name":
                continue
            at = script.source.order(statement)
            later = [u for u in self._uses(owner) if script.source.order(u) > at]
            if all(self._goes_away(u) for u in later):
                script.beside.delete(statement)


def tidy(script: Script, gone: list[cst.Arg]) -> Scopes:
    """Which name scopes go with those of the library's layers."""
    return Scopes(script, gone)
