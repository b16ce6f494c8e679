"""A value that only arguments read which today's calls do not take: its assignment goes, too, with its comment."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

import libcst as cst

from paddle_migrate.changes.dropping import drop_statements
from paddle_migrate.facts.pure import only_gives_a_value
from paddle_migrate.facts.scopes import BY_TEXT, Binding
from paddle_migrate.script import Script
from paddle_migrate.text.lines import Lines

IN_PROGRAMS = True


def rewrite(script: Script) -> None:
    if not script.edits:
        return
    left = list(_read_once_bound(script))
    while gone := [each for each in _covered(script, left) if _may_go(script, each) and _is_unread(script, each)]:
        if BY_TEXT.search(script.source.text):
            return
        drop_statements(script, [each.node for each in gone], with_comments=True)
        for binding in gone:
            script.say(binding.node, "PM101", binding.name, "nothing reads it any more: taken out")
        left = [each for each in left if each not in gone]


def _read_once_bound(script: Script) -> Iterator[Binding]:
    """`name = value`, the only one of its name, which is read somewhere."""
    for scope in script.scopes.everywhere():
        for binding, *others in () if scope.is_class else scope.bindings.values():
            node = binding.node
            plain = not others and binding.uses and type(node) is cst.Assign and len(node.targets) == 1
            if plain and type(node.targets[0].target) is cst.Name:  # type: ignore[attr-defined]
                yield binding


def _may_go(script: Script, binding: Binding) -> bool:
    """Whether nobody asks when or whether it is worked out; what a part of a page sets, others may
    read."""
    assert binding.value is not None
    if not only_gives_a_value(script.facts, binding.value) or script.is_skipped(binding.node):
        return False
    if binding.scope.outer:
        return True
    return not script.options.excerpts and script.others is not None


def _covered(script: Script, bindings: list[Binding]) -> list[Binding]:
    """Those that are read in nothing but what is written anew, which may have it, too."""
    ends = script.edits.ends()
    starts = list(ends)

    def reaches(start: int, last: int) -> bool:
        """Whether what begins at `last` or before it ends behind `start`."""
        before = bisect_right(starts, last)
        return before > 0 and start < ends[starts[before - 1]]

    def is_anew(use: cst.Name) -> bool:
        if not reaches(*script.source.around(use)):
            return False  # where in its line the name stands takes longer to find
        at = script.source.core(use)[0]
        return reaches(at, at)

    return [each for each in bindings if all(map(is_anew, each.uses))]


def _is_unread(script: Script, binding: Binding) -> bool:
    """Whether the new text of its scope has the name where it is assigned, and nowhere else but in comments; of a file,
    whether no other one has it either."""
    before = r"(?<![\w.])" if binding.scope.outer else r"\b"  # of a local no attribute is a use
    pattern = rf"{before}{binding.name}\b"
    word, others = re.compile(pattern), script.others
    assigned = script.render(binding.node)
    text = script.render(binding.scope.node) if binding.scope.outer else script.edits.result()
    if not word.match(assigned) or _mentions(word, text) != _mentions(word, assigned):
        return False
    return bool(binding.scope.outer) or (others is not None and not others.mention(pattern))


def _mentions(word: re.Pattern[str], text: str) -> int:
    found = [match.start() for match in word.finditer(text)]
    comments = Lines(text).comments if "#" in text and len(found) > 1 else []
    return sum(not any(each.start <= at < each.end for each in comments) for at in found)
