"""What legacy name is this? Every place in a file that refers to `paddle.fluid` or to 1.8's `paddle.complex`."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

import libcst as cst

from paddle_migrate.facts.scopes import Binding, Scopes, dotted
from paddle_migrate.rules.legacy import COMPLEX, is_legacy, is_legacy_module
from paddle_migrate.rules.library import Library
from paddle_migrate.rules.rule import Rule, RuleModule
from paddle_migrate.text.arguments import argument
from paddle_migrate.text.source import Source

_DOTTED = (cst.Name, cst.Attribute)


@dataclass(frozen=True, eq=False)
class Reference:
    """One use of a legacy name.

    `node` is the expression that names the API (`fluid.layers.relu`), `call` the call of it if it is called,
    `binding` what the expression's first name is bound by, `rule` what the name means (None: nobody knows it).
    """

    name: str
    node: cst.Name | cst.Attribute
    call: cst.Call | None
    binding: Binding | None
    rule: Rule | RuleModule | None
    beyond: list[str]

    @property
    def short(self) -> str:
        return self.name.removeprefix("paddle.")

    def argument(self, name: str, call: cst.Call | None = None) -> cst.BaseExpression | None:
        """What the call gives for a parameter of 1.8.5's signature; of the method that is called, where the reference
        stands for a class. None where it gives nothing, or a star hides what it gives."""
        made = call or self.call
        params = self.rule.params if isinstance(self.rule, Rule) else ()
        if self.beyond and isinstance(self.rule, Rule):
            params = self.rule.method(self.beyond[0]) or ()
        places = [param.name for param in params if not param.keyword_only]
        return argument(made, places.index(name) if name in places else -1, name) if made is not None else None


class Names:
    """Resolves expressions of one file to dotted names."""

    def __init__(self, source: Source, scopes: Scopes, library: Library) -> None:
        self.source, self.scopes, self.library = source, scopes, library
        self._resolving: set[Binding] = set()
        self._meant: dict[int, str] = {}  # by the id of a scope's own list of bindings
        self.references = self._find()

    def resolve(self, node: cst.CSTNode | None) -> str:
        """The full dotted name of an expression that refers into an imported module; empty for anything else."""
        if type(node) is cst.Attribute:
            base = self.resolve(node.value)
            return f"{base}.{node.attr.value}" if base else ""
        if type(node) is cst.Name:
            return self._resolve_name(node)
        return ""

    def _resolve_name(self, name: cst.Name) -> str:
        bindings = self.scopes.find(name)
        if not bindings:
            return self._without_binding(name.value)
        if id(bindings) in self._meant:
            return self._meant[id(bindings)]
        meanings = self.meanings(bindings)
        meaning = meanings.pop() if len(meanings) == 1 else ""
        if not self._resolving:  # else it may be the part of a circle
            self._meant[id(bindings)] = meaning
        return meaning

    def meanings(self, bindings: list[Binding]) -> set[str]:
        """What a name's bindings stand for; one where they are ways to the same of 1.8's: `dygraph.Linear` and
        `dygraph.nn.Linear`."""
        found = {self._meaning(b) for b in self.latest(bindings)}
        legacy = [self.library.legacy(name) for name in found] if len(found) > 1 and all(map(is_legacy, found)) else []
        same = legacy and all(isinstance(rule, Rule) and not on and rule is legacy[0][0] for rule, on in legacy)
        return {min(found, key=lambda name: (len(name), name))} if same else found

    def latest(self, bindings: list[Binding]) -> list[Binding]:
        """The last of several imports of a name at the top of the file, where all uses stand behind it."""
        if len(bindings) < 2 or any(b.kind != "import" or not self.source.is_at_top(b.node) for b in bindings):
            return bindings
        last = max(bindings, key=lambda b: self.source.order(b.node))
        behind = all(self.source.order(use) > self.source.order(last.node) for use in last.uses)
        return [last] if behind else bindings

    def _meaning(self, binding: Binding) -> str:
        if binding.kind == "import":
            return binding.target
        if binding.kind != "value" or binding in self._resolving or not dotted(binding.value):
            return ""
        self._resolving.add(binding)
        try:
            return self.resolve(binding.value)
        finally:
            self._resolving.discard(binding)

    @cached_property
    def _forgets_paddle(self) -> bool:
        """Whether parts of Paddle are imported: then the name `paddle` without an import can only mean it."""
        return any(
            b.kind == "import" and b.target.startswith("paddle.")
            for scope in self.scopes.everywhere()
            for bindings in scope.bindings.values()
            for b in bindings
        )

    def _without_binding(self, name: str) -> str:
        if name == "paddle" and self._forgets_paddle:
            return name  # today's code imports it, and the next run would know the name
        return self._from_star(name)

    def _from_star(self, name: str) -> str:
        for module, _ in self.scopes.stars:
            if name in (self._brought(module) or ()):
                return f"{module}.{name}"
        return ""

    def may_come_by_star(self, name: str) -> bool:
        """Whether one of the file's `import *` may bring a name."""
        return any(brought is None or name in brought for brought in (self._brought(m) for m, _ in self.scopes.stars))

    def _brought(self, module: str) -> Collection[str] | None:
        """The names that a star of a legacy module brings; None of another one."""
        found, beyond = self.library.legacy(module) if is_legacy_module(module) else (None, "")
        return found.names() if isinstance(found, RuleModule) and not beyond else None

    def _find(self) -> list[Reference]:
        found: list[Reference] = []
        for name in self.leading:
            reference = self._reference(name)
            if reference:
                found.append(reference)
        return found

    @cached_property
    def leading(self) -> list[cst.Name]:
        """Names whose meaning begins with `paddle`, in the order of the text."""
        names = [n for n in self.scopes.unbound if self._without_binding(n.value)]
        for scope in self.scopes.everywhere():
            for bindings in scope.bindings.values():
                if not any(b.kind == "import" or type(b.value) in _DOTTED for b in bindings):
                    continue  # by far the most
                meanings = self.meanings(bindings)
                if len(meanings) == 1 and meanings.pop().partition(".")[0] == "paddle":
                    names += bindings[0].uses
        return sorted(names, key=self.source.order)

    def _is_package(self, name: cst.Name, full: str) -> bool:
        """Whether a name for `paddle.complex` means 1.8's package: `import paddle.complex as cpx`."""
        bindings = self.scopes.find(name) if full == COMPLEX else []
        return any(isinstance(b.node, cst.Import) and b.target == full for b in bindings)

    def _reference(self, name: cst.Name) -> Reference | None:
        """The longest chain above `name` that still names a legacy API."""
        chain: list[cst.Name | cst.Attribute] = [name]
        at: cst.CSTNode = name
        while True:
            parent = self.source.parents.get(at)
            if not isinstance(parent, cst.Attribute) or parent.value is not at:
                break
            chain.append(parent)
            at = parent
        full = self.resolve(chain[-1])
        if not is_legacy(full) and not self._is_package(name, full):
            return None
        rule, beyond = self.library.legacy(full)
        node = chain[-1 - len(beyond)] if len(beyond) < len(chain) else chain[0]
        bindings = self.scopes.find(name)
        parent = self.source.parents.get(node)
        call = parent if isinstance(parent, cst.Call) and parent.func is node else None
        legacy_name = ".".join(full.split(".")[: len(full.split(".")) - len(beyond)])
        return Reference(legacy_name, node, call, bindings[0] if bindings else None, rule, beyond)
