"""What describes a function that a script is given, once a parameter of it is gone."""

from __future__ import annotations

import re
import textwrap
from typing import Any

_TEXT = re.compile(r'(?P<indent>[ \t]+)"""(?P<text>[^"\\]*)"""\n')
_WIDTH = 120
_BLANK = re.compile(r"\n[ \t]*\n")
_SENTENCE = re.compile(r"(?<=[.])\s+(?=``|[A-Z])")


def without_description(text: str, name: str, value: Any) -> str:
    """The text of a definition, without the sentences behind the first that begin with the parameter; a number stands
    where the others name it."""
    return _TEXT.sub(lambda found: _without(found, name, value) if f"``{name}``" in found["text"] else found[0], text)


def _without(found: re.Match[str], name: str, value: Any) -> str:
    first, *others = _BLANK.split(found["text"].strip())
    indent = found["indent"]
    made = [first, *filter(None, (_paragraph(each, name, len(indent)) for each in others))]
    if type(value) in (int, float):
        made = [paragraph.replace(f"``{name}``", repr(value)) for paragraph in made]
    if len(made) == 1 and "\n" not in first:
        return f'{indent}"""{made[0]}"""\n'
    joined = f"\n\n{indent}".join(paragraph.strip() for paragraph in made)
    return f'{indent}"""{joined}\n{indent}"""\n'


def _paragraph(text: str, name: str, column: int) -> str:
    sentences = _SENTENCE.split(text.strip())
    kept = [sentence for sentence in sentences if not sentence.startswith(f"``{name}``")]
    if kept == sentences:
        return text
    words = " ".join(" ".join(kept).split())
    return f"\n{' ' * column}".join(textwrap.wrap(words, _WIDTH - column))
