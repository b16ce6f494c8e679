"""`collections.Mapping`, `from collections import Sequence` → those of `collections.abc`: Python 3.10 has dropped the
others, and 1.x's own Pythons have both."""

from __future__ import annotations

import _collections_abc

import libcst as cst

from paddle_migrate.facts.scopes import Binding
from paddle_migrate.script import Script

IN_PROGRAMS = True
_NEW = "collections.abc"
_CLASSES = frozenset({*_collections_abc.__all__, "ByteString"}) - {"Buffer"}  # ByteString: up to Python 3.13
_SAID = "→ {}: gone from collections since Python 3.10"


def rewrite(script: Script) -> None:
    for statement in script.source.all(cst.ImportFrom):
        _imported(script, statement)
    if sum(_attribute(script, node) for node in script.source.all(cst.Attribute)):
        _import(script)


def _attribute(script: Script, node: cst.Attribute) -> bool:
    """`collections.Mapping` → `collections.abc.Mapping`; whether it is one."""
    name, owner = node.attr.value, node.value
    if name not in _CLASSES or not isinstance(owner, cst.Name) or script.is_skipped(node):
        return False
    if script.names.resolve(owner) != "collections" or isinstance(script.source.parents.get(node), cst.AssignTarget):
        return False
    script.edits.insert(script.source.core(owner)[1], ".abc")
    script.say(node, "PM111", f"{owner.value}.{name}", _SAID.format(f"{owner.value}.abc.{name}"))
    return True


def _import(script: Script) -> None:
    """`import collections` → `import collections.abc`: what else is asked of the name is the same."""
    for statement in script.source.all(cst.Import):
        for alias in statement.names:
            if alias.evaluated_name != "collections" or script.is_skipped(statement):
                continue
            if alias.asname is None:
                script.edits.insert(script.source.core(alias.name)[1], ".abc")
            elif not script.scopes.module.bindings.get("collections"):
                script.imports.add_standard(_NEW)


def _imported(script: Script, statement: cst.ImportFrom) -> None:
    source, module = script.source, statement.module
    if module is None or statement.relative or source.code(module) != "collections" or script.is_skipped(statement):
        return
    if isinstance(statement.names, cst.ImportStar) or _is_known_to_have_both(script, statement):
        return
    moved = [alias for alias in statement.names if alias.evaluated_name in _CLASSES]
    if len(moved) == len(statement.names):
        script.edits.insert(source.core(module)[1], ".abc")
    elif moved:
        stay = [alias for alias in statement.names if alias not in moved]
        parts = (("collections", stay), (_NEW, moved))
        lines = [f"from {name} import {', '.join(_text(script, each) for each in some)}" for name, some in parts]
        script.beside.replace(statement, lines)
    for alias in moved:
        name = alias.evaluated_name
        script.say(alias, "PM111", f"collections.{name}", _SAID.format(f"{_NEW}.{name}"))


def _text(script: Script, alias: cst.ImportAlias) -> str:
    return script.source.code(alias).rstrip().rstrip(",").rstrip()


def _is_known_to_have_both(script: Script, statement: cst.ImportFrom) -> bool:
    """Whether another import of the same name, in a `try` or another branch, has it from where it stands today."""
    all_of = script.scopes.of(statement).bindings.values()
    same = [found for found in all_of if any(each.node is statement for each in found)]
    return any(_is_of_today(each) for found in same for each in found)


def _is_of_today(binding: Binding) -> bool:
    return binding.kind == "import" and binding.target.startswith(f"{_NEW}.")
