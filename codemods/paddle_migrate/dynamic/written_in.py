"""Definitions of `written/` and of compat put into a file that an earlier step has written into."""

from __future__ import annotations

from collections.abc import Iterable

from paddle_migrate.changes.templates import Definition, template
from paddle_migrate.dynamic.reading import Reading
from paddle_migrate.text.edits import Edits


def written_in(reading: Reading, edits: Edits, definitions: Iterable[Definition]) -> None:
    """Put them, and what they need that the file has not, above what is written into it already."""
    texts = dict[str, str]()
    for each in definitions:
        _add(reading, each, texts)
    first = min((reading.source.line(node) for node in reading.helpers.values()), default=1)
    text = "".join(f"{each.rstrip()}\n\n\n" for each in texts.values())
    edits.insert(reading.source.line_start(first), text.replace("\n", reading.source.newline), rank=-6)


def text_of(reading: Reading, definition: Definition) -> str:
    """A definition as the file would have it."""
    made = template(definition)
    uses = [use.name if isinstance(use, Definition) else spelled(reading, use) for use in made.uses]
    return made.text.format(*uses, name=definition.name)


def _add(reading: Reading, definition: Definition, texts: dict[str, str]) -> None:
    if definition.name in texts or definition.name in reading.helpers:
        return
    for use in template(definition).uses:
        if isinstance(use, Definition):
            _add(reading, use, texts)
    texts[definition.name] = text_of(reading, definition)


def spelled(reading: Reading, use: str) -> str:
    """How the file calls what a definition uses."""
    if use.startswith("builtins."):
        return use.partition(".")[2]
    module, rest = use, ""
    while module:
        for name, bindings in reading.scopes.module.bindings.items():
            if bindings and all(each.kind == "import" and each.target == module for each in bindings):
                return f"{name}{rest}"
        module, _, last = module.rpartition(".")
        rest = f".{last}{rest}"
    return use
