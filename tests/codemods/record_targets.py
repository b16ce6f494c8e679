"""Record the signatures of today's APIs that rules use, for the Paddle that is installed.

Run `python tests/codemods/record_targets.py` under each supported Paddle after a rule uses a new API.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "codemods" / "paddle_migrate" / "rules" / "targets.json"


def target_names() -> list[str]:
    """Every function and class of today's Paddle that a rule calls, derives from or stands for."""
    from paddle_migrate.rules.library import library
    from paddle_migrate.rules.rule import Rule

    found = set()
    homes = (library().module(f"paddle_compat.{name}") for name in ("_today", "_today_optimizers"))
    of_programs = [module for module in homes if module is not None]
    for module in library().modules() + of_programs:
        for node in ast.walk(module.tree):
            names = [node.func] if isinstance(node, ast.Call) else node.bases if isinstance(node, ast.ClassDef) else []
            found.update(module.dotted(n) for n in names)
        for name in module.definitions:
            rule = module.find(name)
            if isinstance(rule, Rule) and rule.kind == "move":
                found.add(rule.target)
    return sorted(n for n in found if n.startswith("paddle."))


_MISSING = object()


def target(name: str) -> Any:
    """What the name means in the installed Paddle, or _MISSING."""
    parts = name.split(".")
    thing: Any = importlib.import_module(parts[0])
    for part in parts[1:]:
        thing = getattr(thing, part, _MISSING)
    return thing


def signature(thing: Any) -> list[list[Any]] | None:
    """[[parameter, repr of its default, or null when it must be given], …]; None when Python cannot tell."""
    try:
        found = list(inspect.signature(thing.__init__ if inspect.isclass(thing) else thing).parameters.values())
    except (TypeError, ValueError):
        return None
    if inspect.isclass(thing):
        found = found[1:]
    if any(p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD) for p in found):
        return None
    return [[p.name, None if p.default is p.empty else _shown(p.default)] for p in found]


def _shown(value: Any) -> str:
    text = repr(value)
    try:
        ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return "<not a literal>"
    return text


def current() -> tuple[str, dict[str, Any]]:
    """The installed Paddle's line ("2.6" or "3") and the signatures of what it has."""
    import paddle

    line = "2.6" if paddle.__version__.startswith("2.") else "3"
    found = {name: target(name) for name in target_names()}
    return line, {name: signature(thing) for name, thing in found.items() if thing is not _MISSING}


if __name__ == "__main__":
    sys.path[:0] = [str(ROOT / "codemods"), str(ROOT / "compat")]
    recorded = json.loads(FILE.read_text(encoding="utf-8"))
    line, signatures = current()
    recorded[line] = signatures
    rows = []
    for version in sorted(recorded):
        lines = ",\n".join(f"  {json.dumps(k)}: {json.dumps(v)}" for k, v in sorted(recorded[version].items()))
        rows.append(f" {json.dumps(version)}: {{\n{lines}\n }}")
    FILE.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")
    print(f"{len(signatures)} signatures of Paddle {line} written to {FILE.relative_to(ROOT)}")
