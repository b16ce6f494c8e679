"""Pins of PaddlePaddle 1.x (and 2.0 to 2.4), wherever they stand: lifted, or said where only a person can choose."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from paddle_migrate.findings import Finding
from paddle_migrate.options import Options

_OPERATOR = r"(?:[=<>~!]=?=?|===)"
_PIN = re.compile(
    rf"(?P<name>\bpaddlepaddle(?:[-_]gpu)?)(?P<space>\s*)(?P<pins>{_OPERATOR}\s*[\w.*+!]+"
    rf"(?:\s*,\s*{_OPERATOR}\s*[\w.*+!]+)*)"
)
# `paddlepaddle = "1.8.5"` and `paddlepaddle = {version = "^1.8"}` of Poetry and Pipenv
_TABLE = re.compile(
    r"^(?P<name>[ \t]*[\"']?paddlepaddle(?:[-_]gpu)?[\"']?[ \t]*=[ \t]*(?:\{[^}\n]*?version[ \t]*=[ \t]*)?)"
    r"(?P<quote>[\"'])(?P<pins>[^\"'\n]*)(?P=quote)",
    re.MULTILINE,
)
# a line that holds nothing else: an item of a list in YAML, a line of a file that a script writes
_ITEM = re.compile(rf"^[ \t]*(?:-[ \t]+)?(?P<quote>[\"']?){_PIN.pattern}(?P=quote)[ \t]*(?:#.*)?\r?$", re.MULTILINE)
_LITERAL = re.compile(rf"[rRuU]?(?P<quote>\"|')[ \t]*{_PIN.pattern}[ \t]*(?:;(?:(?!(?P=quote)).)*)?(?P=quote)")
_INSTALL = re.compile(
    r"(?<![\w.-])(?:pip[\d.]*|conda|mamba|micromamba|uv|poetry|pipenv)[\"',]*[ \t](?:\\\r?\n|[^\n;&|`]){0,200}?"
    r"\b(?:install|add)\b(?:\\\r?\n|[^\n;&|`])*"
)
_OLD = r"(?:0\.[1-9]\d*|1\.\d+|2\.[0-4])(?![\d])[\w.]*"
_IMAGE = re.compile(rf"(?<![\w.-])paddlepaddle/paddle[\w-]*:{_OLD}[\w.-]*")
_WHEEL = re.compile(rf"\bpaddlepaddle(?:_gpu)?-{_OLD}-[\w.-]+\.whl")
_VERSION = re.compile(
    r"(?<![\w/-])paddle(?:paddle)?(?:[-_]gpu)?(?:[-_]?version)?[\"']?[ \t]*[:=][ \t]*[\"'\[ ]*v?"
    rf"{_OLD}(?=[\"',\] \t\r\n]|\Z)",
    re.IGNORECASE,
)
_PYTHON = re.compile(
    r"(?<![\w/-])python(?:[-_]version|_requires)?[\"']?[ \t]*(?:(?:==?|:|<)[ \t]*[\"'\[ ]*|:\s*\n\s*-[ \t]*[\"']?)"
    r"(?P<version>2\.7|3\.[0-7])(?!\d)"
)
_SKIP = re.compile(r"(?:#|<!--|\.\.)\s*paddle-migrate:\s*skip\s*(?:-->\s*)?$")
_LOWEST = {"2.6": "2.6", "3": "3.0"}
_WHICH = {"2.6": "2.6 or 3.x", "3": "3.x"}


def may_be_in(text: str) -> bool:
    """Whether there may be something to lift or to say: asked of every file that mentions Paddle, so it is quick."""
    if "paddlepaddle" not in text:
        return False
    return any(_is_old(m["pins"]) for m in _PIN.finditer(text)) or bool(_IMAGE.search(text) or _WHEEL.search(text))


class Pins:
    """The pins of one text, of which the first line is the file's line `first_line`.

    `within` is the quotation mark that the whole text stands in; in `prose`, commands begin behind a backtick, and
    versions are only spoken of; lines that are `skipped` stay as they are.
    """

    def __init__(
        self,
        text: str,
        options: Options,
        first_line: int = 1,
        within: str = "",
        prose: bool = False,
        skipped: Collection[int] = (),
    ) -> None:
        self.text, self.options, self.first_line = text, options, first_line
        self.within, self.prose, self.skipped = within, prose, skipped
        self.findings: list[Finding] = []
        self.changes: dict[tuple[int, int], str] = {}
        self._lifted: set[tuple[int, int]] = set()

    def lift_all(self) -> Pins:
        """Lift every pin, as in a file that lists what a project needs."""
        for match in _TABLE.finditer(self.text):
            self._lift(match, match["pins"] if match["pins"][:1] in "=<>~!" else f"=={match['pins'].lstrip('^')}")
        for match in _PIN.finditer(self.text):
            self._lift(match, match["pins"])
        return self

    def lift_commands(self) -> Pins:
        """Lift the pins that commands install, in quotation marks: `>` means something else to a shell."""
        for command in _INSTALL.finditer(self.text):
            for match in _PIN.finditer(self.text, *command.span()):
                self._lift(match, match["pins"], self._quote)
        return self

    def lift_items(self) -> Pins:
        """Lift the pins that have a line for themselves."""
        for match in _ITEM.finditer(self.text):
            self._lift(match, match["pins"])
        return self

    def lift_string(self) -> Pins:
        """Lift the pins of a string literal that is a requirement and nothing else."""
        match = _LITERAL.fullmatch(self.text)
        if match is not None:
            self._lift(match, match["pins"])
        return self

    def report(self) -> Pins:
        """Say what cannot be lifted: images, wheels, versions that are put together elsewhere."""
        old = [(_IMAGE, "an image"), (_WHEEL, "a wheel"), (_VERSION, "a version")]
        for pattern, what in old[:2] if self.prose else old:
            for match in pattern.finditer(self.text):
                if any(start < match.end() and match.start() < end for start, end in self._lifted):
                    continue
                found = re.sub(r"[\"'\[]", "", " ".join(match[0].split()))
                which = _WHICH[self.options.target]
                self._say(match.start(), "PM339", found, f"{what} of an old Paddle: choose one of Paddle {which}")
        if self.findings and not self.prose:
            for match in _PYTHON.finditer(self.text):
                needs = "Paddle 2.6 needs Python 3.8 or later, Paddle 3.3 Python 3.9"
                self._say(match.start("version"), "PM339", f"Python {match['version']}", f"is too old: {needs}")
        return self

    def result(self) -> str:
        pieces: list[str] = []
        at = 0
        for (start, end), new in sorted(self.changes.items()):
            pieces += [self.text[at:start], new]
            at = end
        return "".join([*pieces, self.text[at:]])

    def _lift(self, match: re.Match[str], pins: str, quote: Callable[[int, int], str] | None = None) -> None:
        start, end = match.span("pins")
        if not _is_old(pins) or match.span("pins") in self._lifted or self._is_skipped(start):
            return
        self._lifted.add(match.span("pins"))
        lowest = f">={_LOWEST[self.options.target]}"
        name = re.sub(r"[^\w-].*", "", match["name"].strip(" \t\"'"))
        mark = quote(match.start("name"), end) if quote is not None else ""
        self.changes[start, end] = lowest + mark
        if mark:
            self.changes[match.start("name"), match.start("name")] = mark
        self._say(start, "PM113", name, f"{match['pins']} → {lowest}")

    def _quote(self, start: int, end: int) -> str:
        """The quotation mark to put around [start, end): none where it stands in marks of its own."""
        inside = self.within
        line = max(self.text.rfind(mark, 0, start) for mark in ("\n`" if self.prose else "\n")) + 1
        for character in self.text[line:start] if not inside else "":
            if character in "\"'" and inside in ("", character):
                inside = "" if inside else character
        if inside and self.text[start - 1] == inside == self.text[end : end + 1]:
            return ""
        return "'" if inside == '"' else '"'

    def _say(self, at: int, code: str, name: str, message: str) -> None:
        if not self._is_skipped(at):
            line = self.first_line + self.text.count("\n", 0, at)
            self.findings.append(Finding(line, code, name, message))

    def _is_skipped(self, at: int) -> bool:
        start, end = self.text.rfind("\n", 0, at) + 1, self.text.find("\n", at)
        if self.skipped and self.first_line + self.text.count("\n", 0, at) in self.skipped:
            return True
        return _SKIP.search(self.text[start : end if end >= 0 else None].rstrip("\r")) is not None


def _is_old(pins: str) -> bool:
    """Whether no Paddle of today fulfils the pins: an exact or an upper bound below 2.5."""
    for operator, version in re.findall(r"([=<>~!]+)\s*([\w.*+!]+)", pins):
        numbers = [int(n) for n in re.findall(r"\d+", version)[:2]]
        major_minor = tuple([*numbers, 0, 0][:2])
        if major_minor == (0, 0):  # no number, or 0.0.0, which is what comes from the head of development
            continue
        if operator in ("=", "==", "===", "~=", "<=") and major_minor < (2, 5):
            return True
        if operator == "<" and major_minor <= (2, 5):
            return True
    return False
