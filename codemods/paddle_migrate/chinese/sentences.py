"""A sentence by its English form: found among the templates of the catalogue, its parts as well."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

from paddle_migrate.chinese.wanted import is_chinese

_HOLE = re.compile(r"\{([\w:]*)\}")
_JOINTS = {"; ": "；", ". ": "。", ": ": "：", ", ": "，"}
_BEGIN = 2  # characters by which templates are found


class Template(NamedTuple):
    """An English sentence with holes, and the same in Chinese; a hole's number says which it is."""

    pattern: re.Pattern[str]
    chinese: str

    def fill(self, text: str) -> str | None:
        found = self.pattern.fullmatch(text)
        if found is None:
            return None
        parts = [_known(part) or part for part in found.groups()]
        numbers = iter(range(len(parts)))
        return _HOLE.sub(lambda hole: parts[int(hole[1]) if hole[1].isdigit() else next(numbers)], self.chinese)


def said(text: str) -> str:
    """The text in the language that is spoken; what the catalogue does not know stays English."""
    return in_chinese(text) if is_chinese() and text.strip() else text


def in_chinese(text: str) -> str:
    """The text in Chinese, whatever is spoken: for pages that hold both."""
    bare = text.lstrip(" ")
    return catalogue().get(text) or text[: len(text) - len(bare)] + (_known(bare) or bare)


@cache
def catalogue() -> dict[str, str]:
    """Chinese by English, of all its files."""
    folder = files("paddle_migrate.chinese").joinpath("catalogue")
    found: dict[str, str] = {}
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        found |= json.loads(file.read_text(encoding="utf-8"))
    return found


@cache
def _templates() -> dict[str, list[Template]]:
    """By how they begin; those that begin with a hole under the empty text. Whoever says most comes first."""
    found = defaultdict(list)
    for english, chinese in sorted(catalogue().items(), key=lambda item: -len(_HOLE.sub("", item[0]))):
        pattern = re.compile("(.*?)".join(re.escape(part) for part in re.split(r"\{[\w:]*\}", english)), re.DOTALL)
        begin = english.partition("{")[0]
        found[begin[:_BEGIN] if len(begin) >= _BEGIN else ""].append(Template(pattern, chinese))
    return dict(found)


@lru_cache(maxsize=8192)
def _known(text: str) -> str | None:
    """The text in Chinese: as a whole, else in two parts of which one at least is known."""
    exact = catalogue().get(text)
    if exact is not None:
        return exact
    if " " not in text and "→" not in text:
        return None
    for template in _templates().get(text[:_BEGIN], []) + _templates().get("", []):
        chinese = template.fill(text)
        if chinese is not None:
            return chinese
    return _in_parts(text)


def _in_parts(text: str) -> str | None:
    for joint, chinese in _JOINTS.items():
        left, found, right = text.partition(joint)
        if found and right:
            end = catalogue().get(joint + right)  # an end that goes with several beginnings
            known = _known(left), end or _known(right)
            if any(known):
                return f"{known[0] or left}{'' if end else chinese}{known[1] or right}"
    name, _, rest = text.partition(" ")
    return f"{name} {catalogue()[rest]}" if rest in catalogue() else None
