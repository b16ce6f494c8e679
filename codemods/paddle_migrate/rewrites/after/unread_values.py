"""A value that only arguments read which today's calls do not take: its assignment goes, too, with its comment."""

from __future__ import annotations

import re

import libcst as cst

from paddle_migrate.changes.dropping import drop_statements
from paddle_migrate.facts.pure import only_gives_a_value
from paddle_migrate.facts.scopes import Binding
from paddle_migrate.script import Script
from paddle_migrate.text.lines import Lines

IN_PROGRAMS = True

_BY_NAME = re.compile(r"(?<![.\w])(?:locals|globals|vars|eval|exec)\(")


def rewrite(script: Script) -> None:
    if not script.edits or _BY_NAME.search(script.source.text):
        return
    left = _read_once_bound(script)
    while gone := [each for each in _covered(script, left) if _may_go(script, each) and _is_unread(script, each)]:
        drop_statements(script, [each.node for each in gone], with_comments=True)
        for binding in gone:
            script.say(binding.node, "PM101", binding.name, "nothing reads it any more: taken out")
        left = [each for each in left if each not in gone]


def _read_once_bound(script: Script) -> list[Binding]:
    """`name = value`, the only one of its name, which is read somewhere."""
    found = []
    for scope in script.scopes.everywhere():
        for binding, *others in () if scope.is_class else scope.bindings.values():
            node = binding.node
            if not others and binding.uses and type(node) is cst.Assign and len(node.targets) == 1:
                found += [binding] if type(node.targets[0].target) is cst.Name else []
    return found


def _covered(script: Script, bindings: list[Binding]) -> list[Binding]:
    """Those that are read in nothing but what is written anew."""
    uses = {id(use): script.source.core(use)[0] for each in bindings for use in each.uses}
    anew = set(script.edits.covered(uses.values()))
    return [each for each in bindings if all(uses[id(use)] in anew for use in each.uses)]


def _may_go(script: Script, binding: Binding) -> bool:
    """Whether nobody asks when or whether it is worked out, nor reads it from another file."""
    assert binding.value is not None
    if script.is_skipped(binding.node) or not only_gives_a_value(script.facts, binding.value):
        return False
    if binding.scope is not script.scopes.module:
        return True
    others = script.others
    return not script.options.excerpts and others is not None and not others.mention(rf"\b{binding.name}\b")


def _is_unread(script: Script, binding: Binding) -> bool:
    """Whether the new text of its scope has the name where it is assigned, and nowhere else but in comments."""
    word = re.compile(rf"\b{binding.name}\b")
    assigned = script.render(binding.node)
    text = script.render(binding.scope.node) if binding.scope.outer else script.edits.result()
    return word.match(assigned) is not None and _mentions(word, text) == _mentions(word, assigned)


def _mentions(word: re.Pattern[str], text: str) -> int:
    found = [match.start() for match in word.finditer(text)]
    comments = Lines(text).comments if "#" in text and len(found) > 1 else []
    return sum(not any(each.start <= at < each.end for each in comments) for at in found)
