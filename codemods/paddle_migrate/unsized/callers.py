"""Which names a function of the script binds, and from where it is called: what a new parameter has to reckon with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from paddle_migrate.interpreter.places import Places
from paddle_migrate.interpreter.records import Place
from paddle_migrate.unsized.dialect import calls_of_class

if TYPE_CHECKING:
    from paddle_migrate.script import Script


class Names:
    def __init__(self, script: Script, places: Places) -> None:
        self.script, self.places = script, places

    def __call__(self, function: Place | None) -> set[str]:
        """Every name that the function, or the module, binds or reads."""
        node = self.places.function(function) if function else None
        scopes = self.script.scopes
        if node is None:
            return scopes.bound()
        return set(scopes.scope(node).bindings) | set(scopes.module.bindings)


class Calls:
    def __init__(self, script: Script, places: Places) -> None:
        self.script, self.places = script, places

    def __call__(self, function: Place) -> set[Place] | None:
        """Where the function, or the class whose __init__ it is, is called; None when it is used in another way or in
        another file too, or where the tool is told to leave a line alone."""
        found = self._find(function)
        skipped = any(self.script.is_skipped(self.places.calls[site]) for site in found or ())
        return None if skipped else found

    def _find(self, function: Place) -> set[Place] | None:
        node = self.places.function(function)
        if node is None:
            return None
        source = self.script.source
        owner = source.parent(node, cst.ClassDef)
        if self.script.others is not None and self.script.others.named_in((owner or node).name.value):
            return None
        if owner is None:
            binding = next((b for b in self.script.scopes.of(node).find(node.name.value) if b.node is node), None)
            calls = self.script.definitions.calls_of(node)
            uses = binding.uses if binding else []
            return {self.places.of(c) for c in calls} if binding and len(calls) == len(uses) else None
        if node.name.value != "__init__":
            return self._method_calls(owner, node)
        binding = next((b for b in self.script.scopes.of(owner).find(owner.name.value) if b.node is owner), None)
        if binding is None:
            return None
        if not all(self._is_harmless(use) for use in binding.uses):
            return None
        calls = calls_of_class(self.script, owner)
        for use in binding.uses:
            heir = self.script.taker(use)
            if isinstance(heir, cst.ClassDef):
                calls += self._parent_calls(heir)
        return {self.places.of(c) for c in calls}

    def _is_harmless(self, use: cst.Name) -> bool:
        """A call, `super(Name, self)`, a base class, `isinstance(x, Name)`."""
        parent = self.script.source.parents.get(use)
        if isinstance(parent, cst.Call) and parent.func is use:
            return not any(a.star for a in parent.args)
        taker = self.script.taker(use)
        if isinstance(taker, cst.ClassDef):
            return True
        func = taker.func if isinstance(taker, cst.Call) else None
        return isinstance(func, cst.Name) and func.value in ("super", "isinstance")

    def _parent_calls(self, heir: cst.ClassDef) -> list[cst.Call]:
        """`super().__init__(…)` in a class made from it; without an __init__ of its own, its own calls."""
        own = [s for s in heir.body.body if isinstance(s, cst.FunctionDef) and s.name.value == "__init__"]
        if not own:
            return calls_of_class(self.script, heir)
        source = self.script.source
        found = source.attributes.get("__init__", [])
        calls = [source.parents.get(a) for a in found if source.parent(a, cst.FunctionDef) is own[0]]
        return [c for c in calls if isinstance(c, cst.Call)]

    def _method_calls(self, owner: cst.ClassDef, node: cst.FunctionDef) -> set[Place] | None:
        """`self.method(…)`: every attribute of that name is a call on `self`."""
        uses = self.script.source.attributes.get(node.name.value, [])
        calls = [self.script.source.parents.get(u) for u in uses]
        mine = [c for c, u in zip(calls, uses, strict=True) if self.script.definitions.own_class(u.value) is owner]
        whole = all(isinstance(c, cst.Call) and c.func is u for c, u in zip(calls, uses, strict=True))
        return {self.places.of(c) for c in mine if c is not None} if whole and len(mine) == len(uses) else None
