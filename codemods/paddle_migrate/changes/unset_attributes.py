"""What helpers ask of programs and variables that only other helpers, and schedules, give them: where none does, they
do not ask."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from functools import lru_cache

from paddle_migrate.changes.folded_parameters import decided, definition, returned_at_once
from paddle_migrate.changes.unused_methods import Helpers

Given = Callable[[str, str], bool]
_SCHEDULE = r"(LRScheduler|\boptimizer\.lr\b|\blr\.[A-Z]\w+|(?<!weight)_decay\b|lr_warmup|(?<!L[12])Decay\()"
_LASTS = r"(?i)(global_var|create_parameter|create_var|count|decay|warmup|auc|metric|eval|average|helper|ctc|distance)"
_NAME = r"(?:\.|['\"])(name)\b"


def _set(attribute: str) -> str:
    return rf"(\.{attribute}\b[^=\n]*(?<![=!<>])=(?!=)|set_str_attr\(\"{attribute}\")"


def _asks(attribute: str) -> str:
    return rf'hasattr\([\w.]+, "{attribute}"\)|\bop\.has_attr\("{attribute}"\)'


# What asks; what it is told where nobody gives it; what gives it: in new texts, and in files of 1.8.
_ASKED = (
    (_asks("lr_scheduler"), "False", _SCHEDULE, _SCHEDULE),
    (_asks("original"), "False", _set("original"), r"\b(clone|_?prune)\b"),
    (_asks("original"), "False", _set("known_as"), _NAME),  # a copy has all other names
    (_asks("known_as"), "False", _set("known_as"), _NAME),
    (_asks("is_pruned"), "False", _set("is_pruned"), r"\b(_?prune)\b"),
    (_asks("untrained"), "False", _set("untrained"), _LASTS),
    (r'getattr\(\w+, "is_parameter", True\)', "True", _set("is_parameter"), _LASTS),
    (r'hasattr\(each, "is_same"\) and each\.get_defining_op\(\)\.has_attr\("unfed"\)', "False", _set("unfed"),
     r"\.(run|clone)\("),
    (r'\w+\.name\.startswith\("as_many_steps"\)', "False", r"(def as_many_steps)\(", r"(?i)(rnn|lstm|gru|decode)"),
)
_MARKS = re.compile(r'\n *op\.set_str_attr\("unfed", [^\n]*')
_READS = r'_attr\("unfed"\)', r"\b(load|save)(?:_vars|_params|_persistables|_program_state)?\("
_TIDY = (
    (r" if (?:True|not False|not \(False\))(?=[\])}])", ""),
    (r"\[(\w+) for \1 in (\w+)\]", r"\2"),  # a list of the helper's own
    (r"\[(\w+) for \1 in ([\w.]+\(\))\]", r"list(\2)"),
)


def without_unset(helpers: Helpers, program: str, is_given: Given) -> Helpers:
    """The helpers without such questions; ``is_given``: whether another file has the one in its new text, or the other
    one where it has none."""
    helpers = _without_idle(helpers, program, is_given)
    whole = "\n".join([program, *(text for _, text in helpers)])
    asked = [each for each in _ASKED if re.search(each[0], whole)]
    never = tuple((asks, said) for asks, said, new, old in asked
                  if not re.search(new, whole) and not is_given(new, old))
    return tuple((name, _without(text, never)) for name, text in helpers) if never else helpers


def _without_idle(helpers: Helpers, program: str, is_given: Given) -> Helpers:
    """The helpers without a mark that nobody asks for."""
    if any('"unfed")' in text for text in (program, *(text for _, text in helpers))) or is_given(*_READS):
        return helpers
    return tuple((name, _MARKS.sub("", text)) for name, text in helpers)


@lru_cache(maxsize=512)
def _without(text: str, never: tuple[tuple[str, str], ...]) -> str:
    new = text
    for asks, said in never:
        new = re.sub(asks, said, new)
    if new == text or not isinstance(definition(new), ast.FunctionDef):
        return text
    made = _decided(new)
    for before, behind in _TIDY if made is not None else ():
        made = re.sub(before, behind, made)  # type: ignore[arg-type]
    made = _decided(made) if made is not None else None  # `found = found` goes
    return returned_at_once(made) if made is not None else text


def _decided(text: str) -> str | None:
    return decided(text, lambda new: definition(new).body, "", None, {})  # type: ignore[attr-defined]
