"""Comments of a program that talk of what its code no longer calls: `# fluid.io.load_inference_model gives three
things`. Commented-out code of programs stays as it is."""

from __future__ import annotations

import re

from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.rules.library import library
from paddle_migrate.rules.rule import Rule
from paddle_migrate.script import Script
from paddle_migrate.text.lines import Comment
from paddle_migrate.text.pytree import python_tree

IN_PROGRAMS = True
_NAME = re.compile(r"(?<![\w.])fluid(?:\.[A-Za-z_]\w*)+", re.ASCII)
_INFERENCE = {
    f"fluid.io.{name}": f"paddle.static.{name}" for name in ("load_inference_model", "save_inference_model")
}


def rewrite(script: Script) -> None:
    if not script.references or not is_rewritten_program(script):
        return
    left = {reference.short for reference in script.references if not script.is_settled(reference)}
    for comment in script.source.comments:
        found = list(_NAME.finditer(comment.value)) if "fluid." in comment.value else []
        names = {match[0]: _todays(match[0]) for match in found}
        if names and all(names.values()) and left.isdisjoint(names) and not _is_code(comment):
            _rename(script, comment, found, names)


def _rename(script: Script, comment: Comment, found: list[re.Match[str]], names: dict[str, str]) -> None:
    line = script.source.line_at(comment.start)
    if line in script.facts.left_lines:
        return
    for match in found:
        at = comment.start + match.start()
        script.edits.replace(at, at + len(match[0]), names[match[0]])
        script.say(line, "PM109", "comment", f"→ {names[match[0]]}")


def _todays(name: str) -> str:
    """Where the name has only moved, where to; and the functions for inference models."""
    rule, beyond = library().legacy(f"paddle.{name}")
    if isinstance(rule, Rule) and rule.kind == "move" and not beyond:
        return rule.target
    return _INFERENCE.get(name, "")


def _is_code(comment: Comment) -> bool:
    """Whether the comment is a statement: it may give what today's name takes otherwise."""
    text = comment.value.lstrip("#").strip()
    return any(sign in text for sign in "(=[") and python_tree(text) is not None
