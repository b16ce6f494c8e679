"""Where the rules are found: the sources of `paddle_compat`, read without importing it."""

from __future__ import annotations

import ast
import importlib.util
from functools import cached_property, lru_cache
from pathlib import Path

from paddle_migrate.rules.rule import PACKAGE, Rule, RuleModule

_SPREAD = ("paddle.fluid.layers", "paddle.fluid.dygraph")


class Library:
    """All rules, each module read when first asked for."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._modules: dict[str, RuleModule | None] = {}
        self._legacy: dict[str, tuple[Rule | RuleModule | None, list[str]]] = {}

    def module(self, name: str) -> RuleModule | None:
        if name not in self._modules:
            self._modules[name] = self._load(name)
        return self._modules[name]

    def _load(self, name: str) -> RuleModule | None:
        if name.partition(".")[0] != PACKAGE:
            return None
        base = self.root.joinpath(*name.split(".")[1:])
        for path in (base / "__init__.py", base.with_suffix(".py")):
            if path.is_file() and (base != self.root or path.name == "__init__.py"):
                return RuleModule(self, path, name)
        return None

    def modules(self) -> list[RuleModule]:
        """Every module of the legacy tree."""
        found: list[RuleModule] = []
        for path in sorted(path for tree in ("complex", "fluid") for path in self.root.joinpath(tree).rglob("*.py")):
            parts = path.relative_to(self.root).with_suffix("").parts
            if any(p.startswith("_") and p != "__init__" for p in parts):
                continue
            module = self.module(".".join([PACKAGE, *(p for p in parts if p != "__init__")]))
            if module:
                found.append(module)
        return found

    @cached_property
    def since_2(self) -> dict[str, dict[str, object]]:
        """Parameters that 2.0 to 2.4 appended to fluid's functions and classes, with their defaults.

        `...` stands for the default of one of which no number depends.
        """
        tree = ast.parse(self.root.joinpath("_later", "appended.py").read_text(encoding="utf-8"))
        table = next(s.value for s in tree.body if isinstance(s, ast.AnnAssign) and s.value)
        free = next(s.value for s in tree.body if isinstance(s, ast.Assign))
        assert isinstance(free, ast.Call)
        without: set[str] = ast.literal_eval(free.args[0])
        appended: dict[str, dict[str, object]] = ast.literal_eval(table)
        return {name: {key: ... if key in without else value for key, value in parameters.items()}
                for name, parameters in appended.items()}

    def lookup(self, name: str) -> Rule | RuleModule | None:
        """What a full name of compat refers to: `paddle_compat.fluid.layers.relu`."""
        parts = name.split(".")
        at: Rule | RuleModule | None = self.module(parts[0])
        for part in parts[1:]:
            if not isinstance(at, RuleModule):
                return None
            at = at.find(part)
        return at

    def of_programs(self, short: str) -> Rule | None:
        """What stands in today's own programs for a name, where that is another form than in dynamic mode."""
        today = self.module(f"{PACKAGE}._today")
        found = today.find(short) if today is not None and short in today.names() else None
        return found if isinstance(found, Rule) else None

    def legacy(self, name: str) -> tuple[Rule | RuleModule | None, list[str]]:
        """The rule or module that a legacy name refers to, and what the name holds beyond a rule:
        `paddle.fluid.io.DataLoader.from_generator` is the rule DataLoader and ['from_generator']."""
        if name not in self._legacy:
            self._legacy[name] = self._find_legacy(name)
        return self._legacy[name]

    def _find_legacy(self, name: str) -> tuple[Rule | RuleModule | None, list[str]]:
        found, beyond = self._walk(name)
        parts = name.split(".")
        if found is None and len(parts) > 4 and ".".join(parts[:3]) in _SPREAD:
            # 1.8.5 spread these packages over files of its own choice: the package has all of their names
            return self._walk(".".join([*parts[:3], *parts[4:]]))
        return found, beyond

    def _walk(self, name: str) -> tuple[Rule | RuleModule | None, list[str]]:
        at: Rule | RuleModule | None = self.module(PACKAGE)
        parts = name.split(".")[1:]
        for i, part in enumerate(parts):
            if isinstance(at, Rule):
                return at, parts[i:]
            if at is None:
                return None, []
            at = at.find(part)
        return at, []


@lru_cache(maxsize=1)
def library() -> Library:
    """The rules of the installed compat layer."""
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise RuntimeError("paddle-migrate is not completely installed: paddle_compat is missing; install it again")
    return Library(Path(next(iter(spec.submodule_search_locations))))


def own_rule(place: str) -> Rule:
    """The rule that stands at a place below compat's package."""
    found = library().lookup(f"{PACKAGE}.{place}")
    assert isinstance(found, Rule)
    return found
